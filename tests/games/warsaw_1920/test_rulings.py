"""What players read about rulings is what the checklist says."""

from pathlib import Path

from vistula.kernel.checklist import Checklist

ROOT = Path(__file__).resolve().parents[3]
CHECKLIST = Checklist.read(ROOT / "src" / "vistula" / "games" / "warsaw_1920" / "rules.toml")
PAGE = " ".join((ROOT / "docs" / "rulings" / "warsaw-1920.md").read_text(encoding="utf-8").split())


def test_every_ruling_stands_on_the_page() -> None:
    for ruling in CHECKLIST.rulings.values():
        cited = f" [{', '.join(ruling.rules)}]" if ruling.rules else ""
        assert f"**{ruling.id} {ruling.title}.** {ruling.text}{cited}" in PAGE
    assert PAGE.count("**W-") == len(CHECKLIST.rulings)


def test_the_checklist_is_whole() -> None:
    assert len(CHECKLIST) == 191
    assert [int(id[2:]) for id in CHECKLIST.rulings] == list(range(1, 53))
