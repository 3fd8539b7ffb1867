"""The committed boards are what survey and overrides give."""

import importlib.util
from pathlib import Path
from shutil import copytree
from types import ModuleType

import pytest
from workshop import ROOT

from vistula.board.data import DataError


def load_builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("atlas_build", ROOT / "atlas" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build = load_builder()


@pytest.mark.parametrize("title", build.TITLES)
def test_the_committed_board_is_the_built_one(title: str) -> None:
    made = build.build(title)
    assert made.encode() == build.target(title).read_bytes()


def test_the_same_input_gives_the_same_bytes() -> None:
    assert build.build("west_was_saved") == build.build("west_was_saved")
    assert build.build("strike_of_the_eagle") == build.build("strike_of_the_eagle")


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for title in ("warsaw_1920", "nest_of_eagles", "strike_of_the_eagle"):
        copytree(ROOT / "atlas" / title, tmp_path / title)
    monkeypatch.setattr(build, "HERE", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('hexes = "1823"', 'hexes = "1822"', "terrain 1822", "is clear there, not marsh"),
        ('remove = "2126-2127 2127-2027"', 'remove = "2126-2128"', "rails", "other links there"),
        ('add = "2126-2026 2026-2027"', 'add = "1708-1709"', "rails", "other links there"),
        ('reason = "The rulebook has no lakes."', "", "terrain.change", "missing required field `reason`"),
        ('draft = "Biebrza"', 'draft = "Biebrzka"', "rivers Biebrzka", "is not in the survey"),
    ],
)
def test_an_override_that_no_longer_fits_is_an_error(copy: Path, old: str, new: str, key: str, reason: str) -> None:
    refused(copy, "warsaw_1920", "overrides.toml", old, new, key, reason)


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('remove = "0512|0611"', 'remove = "0512|0612"', "rivers", "the survey has other sides there"),
        ('"Dzisna" = "2602"', '"Dzisna" = "2602"\n"Nowhere" = "2603"', "places Nowhere", "is in no group of places"),
        ('"Bachmacz", ', '"Bachmacz", "Nowhere", ', "places Nowhere", "is not in the layer of places"),
    ],
)
def test_other_overrides_are_checked_too(copy: Path, old: str, new: str, key: str, reason: str) -> None:
    refused(copy, "nest_of_eagles", "overrides.toml", old, new, key, reason)


def test_an_area_needs_a_known_town(copy: Path) -> None:
    refused(
        copy, "strike_of_the_eagle", "areas.csv", ",Modlin,", ",Modlinek,", "Modlin", "is not in the layer of places"
    )


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def refused(copy: Path, title: str, file: str, old: str, new: str, key: str, reason: str) -> None:
    change(copy / title / file, old, new)
    with pytest.raises(DataError) as caught:
        build.build(title)
    assert caught.value.file == file
    assert key in caught.value.key
    assert reason in caught.value.reason
