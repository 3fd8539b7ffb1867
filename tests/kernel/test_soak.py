"""The soak: figures of many games, and failing games on file as records that replay."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kernel.toy import TOY
from soak import run
from vistula.kernel import Violation
from vistula.kernel.record import read, replay

SCRIPT = Path(run.__file__)


def soak(*args: str, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(SCRIPT.parents[2] / "src")}
    command = [sys.executable, str(SCRIPT), *args]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_figures_are_one_json_document(tmp_path):
    done = soak("toy", "short", "3", "--jobs", "1", folder=tmp_path)
    assert done.returncode == 0
    figures = json.loads(done.stdout)
    assert (figures["title"], figures["games"], figures["failed"]) == ("toy", 3, [])
    assert figures["decisions"] > 30
    assert "3 of 3" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("args", [("chess", "short", "1"), ("toy", "huge", "1"), ("toy", "short", "many")])
def test_what_does_not_exist_is_refused(args, tmp_path):
    done = soak(*args, folder=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_failing_game_is_put_on_file_and_replays(tmp_path, monkeypatch):
    def check(s, stack):
        if s.turn == 2:
            raise Violation("5.1", "there is no second round")

    monkeypatch.setattr(TOY, "check", check, raising=False)
    row = run.one("toy", "long", 0.0, tmp_path, "", {}, 4)
    assert row["why"] == "Violation: [5.1] there is no second round"
    record = read(row["failed"])
    *_, game = replay(record, row["failed"], check=True)
    assert game.s.turn == 2
    assert "there is no second round" in Path(row["failed"]).with_suffix(".txt").read_text()
