"""Makes the wheel from the output of `mvn -Pdist package`: python3 python/build.py [folder of the jars]

The version is the POM's. Needs the package `build`, or with --no-isolation also setuptools.
"""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LIMIT = 100_000_000


def version() -> str:
    """0.2.0-SNAPSHOT is 0.2.0.dev0 to Python."""
    found = re.search(r"<artifactId>sluice</artifactId>\s*<version>([^<]+)</version>", (ROOT / "pom.xml").read_text())
    assert found
    return found.group(1).replace("-SNAPSHOT", ".dev0")


def main() -> None:
    if not any(importlib.metadata.distributions(name="build")):
        sys.exit("build: needs the Python package of that name, got none (pip install build)")
    options = [word for word in sys.argv[1:] if word.startswith("-")]
    given = [word for word in sys.argv[1:] if not word.startswith("-")]
    jars = Path(given[0]) if given else ROOT / "dist" / "target" / "lib"
    package = HERE / "src" / "sluice"
    for folder in (package / "jars", HERE / "licenses", HERE / "build", HERE / "wheel"):
        shutil.rmtree(folder, ignore_errors=True)
    (package / "jars").mkdir()
    for jar in sorted(jars.glob("*.jar")):
        shutil.copyfile(jar, package / "jars" / jar.name)
    if not any((package / "jars").iterdir()):
        sys.exit(f"jars: needs those of mvn -Pdist package, got none in {jars}")
    (package / "VERSION").write_text(version() + "\n")
    for name in ("LICENSE", "NOTICE"):
        shutil.copyfile(ROOT / name, HERE / name)
    notices = jars.parent / "notices"
    shutil.copytree(ROOT / "dist" / "src" / "licenses", HERE / "licenses")
    if notices.is_dir():
        shutil.copytree(notices, HERE / "licenses", dirs_exist_ok=True)
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(HERE / "wheel"), *options, str(HERE)]
    subprocess.run(command, check=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600"})
    for wheel in (HERE / "wheel").glob("*.whl"):
        size = wheel.stat().st_size
        print(f"{wheel.relative_to(ROOT)}: {size / 1e6:.1f} MB")
        if size > LIMIT:
            sys.exit(f"wheel: needs at most {LIMIT / 1e6:.0f} MB, got {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
