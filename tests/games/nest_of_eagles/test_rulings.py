"""The rulings on the rulebook: what players read is what the checklist says."""

from __future__ import annotations

from pathlib import Path

from vistula.kernel.checklist import Checklist, code_index

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "src" / "vistula" / "games" / "nest_of_eagles"
CHECKLIST = Checklist.read(FOLDER / "rules.toml")
PAGE = " ".join((ROOT / "docs" / "rulings" / "nest-of-eagles.md").read_text(encoding="utf-8").split())


def test_every_ruling_stands_on_the_page() -> None:
    for ruling in CHECKLIST.rulings.values():
        assert f"**{ruling.id} {ruling.title}.** {ruling.text} [{', '.join(ruling.rules)}]" in PAGE, ruling.id
    assert PAGE.count("**N-") == len(CHECKLIST.rulings)


def test_the_checklist_is_whole() -> None:
    assert len(CHECKLIST) == 514
    assert [int(id[2:]) for id in CHECKLIST.rulings] == list(range(1, 1 + len(CHECKLIST.rulings)))


def test_a_ruling_that_can_be_switched_names_its_table_option() -> None:
    switchable = {ruling.id: ruling.text for ruling in CHECKLIST.rulings.values() if ruling.switchable}
    options = {"N-19": "losses", "N-27": "fervor", "N-57": "stacking", "N-67": "dead-ends", "N-69": "rail-ends"}
    assert switchable.keys() == options.keys()
    for id, option in options.items():
        assert f"The table option {option} " in switchable[id]


def test_sources_cite_no_rule_that_is_not_in_the_checklist() -> None:
    """A case with its letter, or a whole section of the rulebook."""
    sections = {id.rstrip("abcdefghijklmnopq") for id in CHECKLIST.rules}
    sections |= {section.rpartition(".")[0] for section in sections}
    assert not set(code_index(FOLDER)) - set(CHECKLIST.rules) - sections
