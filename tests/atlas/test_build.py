"""The committed boards are what draft and overrides give."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from vistula.board.data import DataError

ROOT = Path(__file__).resolve().parents[2]


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
    assert made == build.build(title)
    assert made.encode() == build.target(title).read_bytes()


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "warsaw_1920"
    folder.mkdir()
    for name in ("draft.json", "overrides.toml"):
        text = (ROOT / "atlas" / "warsaw_1920" / name).read_text(encoding="utf-8")
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(build, "HERE", tmp_path)
    return folder / "overrides.toml"


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('hexes = "1823"', 'hexes = "1822"', "terrain 1822", "is clear there, not marsh"),
        ('remove = "2126-2127 2127-2027"', 'remove = "2126-2128"', "rails", "the draft has other links there"),
        ('add = "2126-2026 2026-2027"', 'add = "1708-1709"', "rails", "the draft has other links there"),
        ('reason = "The rulebook has no lakes."', "", "terrain.change[2]", "missing required field `reason`"),
    ],
)
def test_an_override_that_no_longer_fits_is_an_error(copy: Path, old: str, new: str, key: str, reason: str) -> None:
    text = copy.read_text(encoding="utf-8")
    assert old in text
    copy.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        build.build("warsaw_1920")
    assert caught.value.file == "overrides.toml"
    assert key in caught.value.key
    assert reason in caught.value.reason
