"""The tests of this package against the jars of a build; skipped, with a word, where Python lacks what they need.

python3 python/verify.py FOLDER-OF-JARS
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path


def main() -> int:
    missing = [name for name in ("pytest", "pandas") if importlib.util.find_spec(name) is None]
    if sys.version_info < (3, 9):
        missing.append("Python 3.9")
    if missing:
        print(f"python: tests skipped, {' and '.join(missing)} missing")
        return 0
    here = Path(__file__).resolve().parent
    jars = {} if len(sys.argv) < 2 else {"SLUICE_JARS": os.path.abspath(sys.argv[1])}
    # Short commands: compiling them well takes longer than running them.
    java = {"SLUICE_JAVA_OPTS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
    environment = {**java, **os.environ, **jars, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=here, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
