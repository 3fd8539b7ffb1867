"""The rulings S1 … S95: what players read is what the checklist says."""

from __future__ import annotations

from pathlib import Path

from vistula.kernel.checklist import Checklist

from .table import TITLE

ROOT = Path(__file__).resolve().parents[3]
CHECKLIST = Checklist.read(ROOT / "src" / "vistula" / "games" / "strike_of_the_eagle" / "rules.toml")
PAGE = " ".join((ROOT / "docs" / "rulings" / "strike-of-the-eagle.md").read_text(encoding="utf-8").split())


def test_every_ruling_stands_on_the_page():
    for ruling in CHECKLIST.rulings.values():
        assert f"**{ruling.id} {ruling.title}.** {ruling.text} [{', '.join(ruling.rules)}]" in PAGE, ruling.id
    assert PAGE.count("**S") == len(CHECKLIST.rulings)


def test_the_checklist_is_whole():
    assert len(CHECKLIST) == 277
    gone = {83, 87}  # what they said the rulebook does not say
    assert [int(id[1:]) for id in CHECKLIST.rulings] == [n for n in range(1, 96) if n not in gone]


def test_switchable_rulings_are_table_options():
    switchable = {ruling.id for ruling in CHECKLIST.rulings.values() if ruling.switchable}
    assert switchable == {o.ruling for o in TITLE.options if o.ruling.startswith("S")} == {"S1", "S2", "S9", "S24"}
