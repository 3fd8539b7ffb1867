"""The command as a process of its own: pipes, terminals, Ctrl+C."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

VISTULA = [sys.executable, "-m", "vistula"]


def start(argv: list[str], folder: Path, **more: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*VISTULA, *argv], cwd=folder, start_new_session=True, **more)  # type: ignore[call-overload,no-any-return]


def test_json_is_all_that_stands_on_stdout(tmp_path: Path) -> None:
    done = subprocess.run(
        [*VISTULA, "lab", "warsaw-1920", "--games", "4", "--jobs", "2", "--json"],
        cwd=tmp_path, capture_output=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["finished"] == 4
    assert done.stderr == b""


def test_a_closed_pipe_is_no_crash(tmp_path: Path) -> None:
    process = start(["rules", "warsaw-1920", "--json"], tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 141
    assert err == b""


def test_the_lab_shows_its_progress_and_keeps_what_is_done_on_ctrl_c(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    argv = ["lab", "warsaw-1920", "--games", "100000", "--jobs", "2", "--json", "--report", "out"]
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    process = start(argv, tmp_path, stdout=subprocess.PIPE, stderr=theirs, env=env)
    os.close(theirs)
    seen = b""
    while not re.search(rb"[1-9]\d*/100000", seen):
        seen += os.read(ours, 4096)
    os.killpg(process.pid, signal.SIGINT)
    rest = _drain(ours)
    os.close(ours)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    assert b"Traceback" not in seen + rest
    found = json.loads(out)
    assert found["games"] == 100000
    assert 0 < found["finished"] < 100000
    assert found["failed"] == 0
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf8"))
    assert (summary["interrupted"], summary["finished"]) == (True, found["finished"])
    assert len((tmp_path / "out" / "games.csv").read_text(encoding="utf8").splitlines()) == found["finished"] + 1
    files = ["games.csv", "report.html", "rules.csv", "summary.json", "unfinished.jsonl.gz"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == files


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_second_ctrl_c_does_not_wait_for_the_games_at_hand(tmp_path: Path, jobs: str) -> None:
    """Captains think by the clock: none of these games would be over before the test is taken for hung."""
    ours, theirs = os.openpty()
    argv = ["lab", "warsaw-1920", "--games", "9", "--jobs", jobs, "--json", "--seat", "poland=captain"]
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    process = start(argv, tmp_path, stdout=subprocess.PIPE, stderr=theirs, env=env)
    os.close(theirs)
    seen = b""
    while b"0:00:02" not in seen:  # by now they play
        seen += os.read(ours, 4096)
    while process.poll() is None:
        os.killpg(process.pid, signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(5)
    rest = _drain(ours)
    os.close(ours)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in seen + rest
    assert json.loads(out)["finished"] < 4, "one may have been won early, but nobody waited for the others"


def test_a_lab_that_is_killed_takes_its_workers_along_and_goes_on_later(tmp_path: Path) -> None:
    notes = tmp_path / "out" / "unfinished.jsonl.gz"
    argv = ["lab", "warsaw-1920", "--jobs", "2", "--json", "--report", "out", "--games"]
    process = start([*argv, "100000"], tmp_path, stdout=subprocess.PIPE)
    while not (notes.exists() and notes.stat().st_size > 5000):
        assert process.poll() is None
        time.sleep(0.02)  # between two looks, or the looking would take a core from those that play
    process.kill()
    process.communicate(timeout=60)  # workers hold the other end of the pipe as long as they live
    before = len(gzip.decompress(notes.read_bytes()).splitlines()) - 1
    more = subprocess.run(
        [*VISTULA, *argv, str(before + 2), "--resume"], cwd=tmp_path, capture_output=True, check=True
    )  # fmt: skip
    assert json.loads(more.stdout)["finished"] == before + 2
    assert not notes.exists()


def _drain(terminal: int) -> bytes:
    """All that comes until the other end is closed."""
    seen = b""
    try:
        while piece := os.read(terminal, 4096):
            seen += piece
    except OSError:
        pass
    return seen
