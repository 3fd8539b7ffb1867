"""`vistula serve`: what it says, and what it refuses."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from server.house import ROOT
from vistula.cli import main
from vistula.server.database import Database

ENV = {**os.environ, "PYTHONPATH": str(ROOT / "src")}


def serve(*arguments: str, home: Path | None = None) -> subprocess.Popen[str]:
    env = {**ENV, "XDG_DATA_HOME": str(home)} if home else ENV
    command = [sys.executable, "-m", "vistula", "serve", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)


def test_it_says_where_it_is_and_keeps_its_tables_in_the_data_directory(tmp_path: Path) -> None:
    with serve("--port", "0", home=tmp_path) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip().removeprefix("Vistula: ")
        told = ""
        while "tables.db" not in told:
            told = process.stdout.readline()
        assert httpx.get(f"{url}/health", timeout=60).status_code == 200
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=60)[1]
    assert process.returncode == 0, errors
    assert (tmp_path / "vistula" / "tables.db").is_file()


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """The one line that a server that cannot start leaves behind."""
    monkeypatch.setattr("faulthandler.enable", lambda: None)

    def run(*arguments: str) -> str:
        assert main(["serve", *arguments]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert len(told.err.splitlines()) == 1
        return told.err

    return run


def test_what_cannot_be_is_told_in_one_line(tmp_path: Path, refused: Callable[..., str]) -> None:
    database = str(tmp_path / "t.db")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        told = refused("--port", str(taken.getsockname()[1]), "--database", database)
        assert "cannot listen" in told
        assert "--port" in told
    assert "is not a port" in refused("--port", "70000", "--database", database)
    assert "is not a database URL" in refused("--database", "nonsense://x")
    (tmp_path / "noise.db").write_bytes(b"noise" * 1000)
    assert "cannot be used" in refused("--database", str(tmp_path / "noise.db"))
    assert "cannot be written" in refused("--database", "/proc/nothing/t.db")
    held = Database(database)
    assert "in use by another server" in refused("--port", "0", "--database", database)
    held.close()
