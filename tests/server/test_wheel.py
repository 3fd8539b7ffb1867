"""What is installed has the client in it; where it has not been built, the server says what to do."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from server.house import ROOT
from vistula.server import command, logs, running
from vistula.server.pages import NOT_BUILT, Client
from vistula.server.settings import Settings

PACKAGE = ROOT / "src/vistula"
CLIENT = ("server/static/index.html", "server/static/icon.svg", "server/static/assets/index-1.js")


def files() -> list[Path]:
    """All that belongs into a wheel."""
    found = [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return sorted({path.relative_to(PACKAGE) for path in found} | {Path(name) for name in CLIENT})


def test_every_file_that_is_no_code_is_packed(tmp_path: Path) -> None:
    """As the build backend finds it: by the patterns of pyproject.toml, beside the code of packages."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))
    patterns = told["tool"]["setuptools"]["package-data"]["vistula"]
    for path in files():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    packed = {path.relative_to(tmp_path) for pattern in patterns for path in _matching(tmp_path, pattern)}
    assert {path for path in files() if path.suffix != ".py"} <= packed


def _matching(folder: Path, pattern: str) -> list[Path]:
    """`**` at the end takes files too, as with the build backend."""
    return [path for path in folder.glob(pattern + "/*" if pattern.endswith("**") else pattern) if path.is_file()]


def test_all_code_is_in_packages() -> None:
    folders = {(PACKAGE / path).parent for path in files() if path.suffix == ".py"}
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_without_a_client_the_server_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def serve(self: Any, sockets: list[Any]) -> None:
        for each in sockets:
            each.close()

    monkeypatch.setattr(running.Running, "serve", serve)
    monkeypatch.setattr(logs, "set_up", lambda level: None)
    monkeypatch.setattr("faulthandler.enable", lambda: None)
    settings = Settings(port=0, database=str(tmp_path / "t.db"), static=tmp_path / "nothing")
    assert command._serve(settings, False) == 0
    assert "make play" in capsys.readouterr().out
    (tmp_path / "static/assets").mkdir(parents=True)
    (tmp_path / "static/index.html").write_text("<!doctype html>")
    assert command._serve(Settings(port=0, database=str(tmp_path / "t.db"), static=tmp_path / "static"), False) == 0
    assert "make play" not in capsys.readouterr().out


def test_without_a_client_its_paths_lead_to_a_page_that_says_what_to_do(tmp_path: Path) -> None:
    client = Client(tmp_path)
    assert not client.built
    assert client.find("") is client.find("table/abc") is NOT_BUILT
    assert client.find("assets/index.js") is None
    assert b"make play" in NOT_BUILT.body
