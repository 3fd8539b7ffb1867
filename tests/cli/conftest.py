"""The command line as scripts use it: arguments in, an exit code and two streams out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from vistula.cli import main


@dataclass
class Ran:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        """stdout as the one JSON document that it must be."""
        return json.loads(self.out)

    def refused(self, *words: str, code: int = 2) -> None:
        """Exit 2 (or as given), nothing on stdout, one line on stderr with these words."""
        assert self.code == code, self
        assert self.out == ""
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        for word in words:
            assert word in self.err, f"{word!r} is not in {self.err!r}"


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def ran(*argv: object) -> Ran:
        capsys.readouterr()
        code = main([str(arg) for arg in argv])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return ran


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """The record of a finished game."""
    path = tmp_path / "game.json"
    assert run("play", "warsaw-1920", "--json", "--seed", 3, "--record", path).code == 0
    return path
