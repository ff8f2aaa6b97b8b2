"""One Java process behind all calls."""

import os
import subprocess
import sys
import threading
import time
import urllib.request

import pytest

import sluice
from sluice import _java


def test_the_process_stays_and_a_second_call_is_fast(path):
    sluice.check(path)
    first = _java._session._process.pid
    start = time.perf_counter()
    sluice.check(path)
    assert _java._session._process.pid == first
    assert time.perf_counter() - start < 5  # milliseconds on a quiet machine; the start alone takes longer


def test_a_process_that_ended_is_an_error_only_while_it_works(path, monkeypatch):
    before = sluice.check(path).json
    session = _java._session
    session.kill()
    monkeypatch.setattr(session, "alive", lambda: True)  # it ends after it was looked at
    with pytest.raises(sluice.SluiceError, match="needs a process that answers, got its end"):
        sluice.check(path)
    monkeypatch.undo()
    assert sluice.check(path).json == before


def test_threads_take_turns(path):
    results = []
    threads = [threading.Thread(target=lambda: results.append(sluice.check(path).json["episodes"])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [600] * 4


def test_progress_is_told(capsys, path):
    sluice.run("coverage", "chain-bandit", "--length", "2", "--episodes", "100", "--runs", "20", progress=True)
    assert "100%" in capsys.readouterr().err
    sluice.check(path, progress=False)
    assert capsys.readouterr().err == ""


def test_ctrl_c_ends_the_command(path):
    def interrupt(text):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _java.ask(["check", str(path)], interrupt)
    assert not _java._session.alive()
    assert sluice.check(path).json["episodes"] == 600


def test_a_relative_path_is_of_the_folder_of_python(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    assert sluice.check("log.csv").json["episodes"] == 600
    assert sluice.check("l*.csv").json["episodes"] == 600


@pytest.mark.skipif(os.name == "nt", reason="needs a shell script")
def test_without_a_java_that_is_new_enough_the_message_says_what_to_do(monkeypatch, tmp_path, path):
    old = tmp_path / "java"
    old.write_text("#!/bin/sh\necho 'Error: java.lang.UnsupportedClassVersionError: io/sluice/cli/Main' >&2\nexit 1\n")
    old.chmod(0o755)
    monkeypatch.setattr(_java, "_session", None)
    found = _java._candidates()
    monkeypatch.setattr(_java, "_candidates", lambda: [])
    with pytest.raises(sluice.JavaNotFound, match=r"needs Java 17 or later, got none \(set JAVA_HOME"):
        sluice.check(path)
    monkeypatch.setattr(_java, "_candidates", lambda: [str(old)])
    with pytest.raises(sluice.JavaNotFound, match="older than 17"):
        sluice.check(path)
    monkeypatch.setattr(_java, "_candidates", lambda: [str(old), *found])
    assert _java.java() == found[0]
    sluice.close()


def test_nothing_is_left_when_python_ends(path):
    code = (
        "import sluice; from sluice import _java; r = sluice.check(__import__('sys').argv[1]);"
        "print(_java._session._process.pid, r._rerun.__self__.folder)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    pid, folder = done.stdout.split()
    assert done.stderr == ""
    assert not os.path.exists(folder)
    if os.path.isdir("/proc"):
        assert not os.path.exists(f"/proc/{pid}")


def test_serve(path):
    with sluice.serve(path, policy="always:b") as server:
        with urllib.request.urlopen(server.url) as page:
            assert b"<html" in page.read()
    assert server._process.poll() is not None
    with pytest.raises(sluice.BadInput, match="nowhere"):
        sluice.serve(path.with_name("nowhere.csv"))


def test_a_notebook(path, tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    cells = [
        "import sluice",
        f"result = sluice.evaluate({str(path)!r}, policy='always:b'); result",
        "result.total.verdict",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    kernel = {"kernel_name": "python3", "timeout": 600, "resources": {"metadata": {"path": str(tmp_path)}}}
    nbclient.NotebookClient(book, **kernel).execute()
    shown = [output for output in book.cells[1].outputs if output.output_type == "execute_result"]
    assert "<iframe" in shown[0]["data"]["text/html"] and "echarts" in shown[0]["data"]["text/html"]
    assert book.cells[2].outputs[-1]["data"]["text/plain"] == "'better'"


