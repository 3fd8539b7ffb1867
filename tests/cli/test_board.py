"""`board`: pictures of the map, bare or with a position, as a seat sees it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Run
from vistula.games import BOARDS


def test_the_bare_map_as_svg(run: Run, tmp_path: Path) -> None:
    ran = run("board", "warsaw-1920", "-o", "map.svg")
    assert (ran.code, ran.out) == (0, "map.svg written\n")
    svg = (tmp_path / "map.svg").read_text(encoding="utf8")
    assert svg.startswith("<svg")
    assert 'id="hex-0615"' in svg


def test_units_as_png(run: Run, tmp_path: Path) -> None:
    assert run("board", "warsaw-1920", "--scenario", "quick", "-o", "map.PNG", "--width", 700).code == 0
    body = (tmp_path / "map.PNG").read_bytes()
    assert body.startswith(b"\x89PNG")
    assert int.from_bytes(body[16:20], "big") == 700


@pytest.mark.parametrize("game", BOARDS)
def test_the_sheet_of_every_game_has_its_map_and_its_tracks(run: Run, tmp_path: Path, game: str) -> None:
    assert run("board", game, "-o", "map.svg").code == 0
    svg = (tmp_path / "map.svg").read_text(encoding="utf8")
    assert 'id="spaces"' in svg
    assert 'id="surround"' in svg


def test_names_in_the_language_asked_for(run: Run, tmp_path: Path) -> None:
    for names in ("polish", "english", "local"):
        assert run("board", "west-was-saved", "--names", names, "-o", f"{names}.svg").code == 0
    polish, english, local = (
        (tmp_path / f"{names}.svg").read_text(encoding="utf8") for names in ("polish", "english", "local")
    )
    assert (">Kijów<" in polish, ">Kiev<" in english, ">Kyiv<" in local) == (True, True, True)
    assert (">Kijów<" in english, ">Kiev<" in local) == (False, False)


def test_a_seat_sees_its_own_picture(run: Run, tmp_path: Path) -> None:
    for seat in ("poland", "russia"):
        run("board", "warsaw-1920", "--scenario", "quick", "--seat", seat, "-o", f"{seat}.svg")
    run("board", "warsaw-1920", "--scenario", "quick", "-o", "first.svg")
    poland, russia, first = ((tmp_path / f"{name}.svg").read_bytes() for name in ("poland", "russia", "first"))
    assert poland == first
    assert poland != russia


def test_a_position(run: Run, tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text('clear = true\n[units]\nP-8 = "Brest"\nR-27 = "Lublin"\n', encoding="utf8")
    assert run("board", "warsaw-1920", "--position", "p.toml", "-o", "p.svg").code == 0
    assert run("board", "warsaw-1920", "--scenario", "quick", "-o", "q.svg").code == 0
    assert (tmp_path / "p.svg").stat().st_size < (tmp_path / "q.svg").stat().st_size


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["-o", "map.gif"], ["map.gif", ".svg, .png"]),
        (["-o", "map"], ["map", ".svg, .png"]),
        (["-o", "none/map.svg"], ["none/map.svg", "no folder"]),
        (["-o", "map.svg", "--scenario", "lost"], ["scenario", "'lost'", "quick, free"]),
        (["-o", "map.svg", "--seat", "prussia"], ["--seat", "prussia", "poland, russia"]),
        (["-o", "map.svg", "--position", "none.toml"], ["none.toml", "cannot be read"]),
        (["-o", "map.svg", "--width", "wide"], ["--width"]),
        (["-o", "map.svg", "--names", "latin"], ["--names", "latin"]),
        (["-o", "map.svg", "--names", "local", "--scenario", "quick"], ["--names", "bare map"]),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_nothing_is_written(
    run: Run, tmp_path: Path, more: list[str], words: list[str]
) -> None:
    run("board", "warsaw-1920", *more).refused(*words)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_never_replaces_a_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "map.svg").mkdir()
    run("board", "warsaw-1920", "-o", "map.svg").refused("map.svg", "is a folder")
