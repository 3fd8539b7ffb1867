"""The rulings H-1 … H-64: what players read is what the checklist says, and the table plays so.

Most rulings are tried beside the rules they are about; here are those on cards, restoration, re-deployment and
reinforcements, and what is common to all.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from vistula.games.west_was_saved.cards.effects import inspections
from vistula.games.west_was_saved.model import POLAND
from vistula.kernel.checklist import Checklist

from .hands import dealt, laid
from .table import TITLE, asks, at, can, cannot, events, offered, play, weak, where

rule = pytest.mark.rule

ROOT = Path(__file__).resolve().parents[3]
CHECKLIST = Checklist.read(ROOT / "src" / "vistula" / "games" / "west_was_saved" / "rules.toml")
PAGE = " ".join((ROOT / "docs" / "rulings" / "west-was-saved.md").read_text(encoding="utf-8").split())


def test_every_ruling_stands_on_the_page() -> None:
    for ruling in CHECKLIST.rulings.values():
        cited = f" [{', '.join(ruling.rules)}]" if ruling.rules else ""
        assert f"**{ruling.id} {ruling.title}.** {ruling.text}{cited}" in PAGE, ruling.id
    assert PAGE.count("**H-") == len(CHECKLIST.rulings)


def test_the_checklist_is_whole() -> None:
    assert len(CHECKLIST) == 203
    assert [int(id[2:]) for id in CHECKLIST.rulings] == list(range(1, 65))


def test_switchable_rulings_are_table_options() -> None:
    switchable = {ruling.id for ruling in CHECKLIST.rulings.values() if ruling.switchable}
    assert switchable == {option.ruling for option in TITLE.options if option.ruling} == {"H-1", "H-33"}


@rule("3.1b")
def test_h10_the_russian_draws_first_on_turn_one() -> None:
    game = at('turn = 1\nphase = "events"\nunits.P-8 = "Warsaw"\nunits.R-4 = "Smolensk"\n')
    assert [event.refs["side"] for event in events(game, "draws")] == [1, 0]


@rule("3.2e")
def test_h53_what_forbids_goes_before_what_allows() -> None:
    text = "units.P-8 = 'Warsaw'\nunits.R-4 = 'Smolensk'\n"
    assert inspections(at(f'phase = "movement"\nlaid.poland = 1\n{text}').s, POLAND).count > 2
    assert inspections(at(f'phase = "movement"\nlaid.poland = 1\nlaid.russia = 10\n{text}').s, POLAND).count == 0


@rule("3.2b", "13.2a")
def test_h54_choosing_a_hex_does_not_show_the_stack() -> None:
    """Two Poles in Minsk: after the hit the Russian knows what he knew before."""
    game = laid("units.P-8 = 'Minsk'\nunits.P-7 = { hex = 'Minsk', top = true }\nunits.R-4 = 'Smolensk'\n", russia=16)
    assert asks(game) == "poland: unit"
    assert "P-8" not in {piece.key for piece in game.seat("russia").view().pieces}
    play(game, "unit P-8")
    seen = game.seat("russia").view()
    assert "P-8" not in {piece.key for piece in seen.pieces}
    assert weak(game, "P-8")
    assert [event.seen_by("russia").refs["unit"] for event in events(game, "weakened")] == [-99]  # type: ignore[union-attr]


@rule("3.2c")
def test_h55_the_leader_of_the_turn_chooses_first() -> None:
    text = """
        units.P-8 = "Minsk"
        units.R-4 = "Smolensk"
        units.R-5 = "Vitebsk"
        units.Sikorski = "Minsk"
        units.Szeptycki = "Brest"
    """
    for turn, first in ((4, "russia"), (9, "poland")):
        game = at(f'turn = {turn}\nphase = "movement"\nlaid.poland = 6\nlaid.russia = 38\n{text}')
        assert asks(game).startswith(first)


@rule("3.2a", "3.2c")
def test_h60_both_cards_lie_open_before_either_is_carried_out() -> None:
    """Russia leads with Typhus; the Poles lay their card before a hex is chosen."""
    text = "units.P-8 = 'Minsk'\nunits.P-7 = 'Brest'\nunits.R-4 = 'Smolensk'\n"
    game = dealt(text, poland=(24, 33), russia=(9, 16))
    play(game, "lay 16")
    assert asks(game) == "poland: card"
    play(game, "lay 33")
    assert asks(game) == "russia: where"
    assert offered(game, "hex") == {"1307", "0809"}


@rule("11.2b", "11.2e")
def test_h31_command_units_need_neither_supply_nor_room() -> None:
    full = "".join(f"units.{key} = '1216'\n" for key in ("P-5", "P-4", "P-9", "P-10"))
    text = f"units.Pilsudski = 'Rowne'\n{full}units.R-4 = '0914'\ntotal.poland = 20\n"
    game = play(at(f'turn = 4\nphase = "redeployment"\n{text}'), "unit Pilsudski")
    assert can(game, "step 1216")
    assert cannot(game, "step 1014")  # beside the enemy, and no friend is there


@rule("11.2d")
def test_h42_a_lone_command_unit_is_overrun_by_rail() -> None:
    text = "units.P-8 = 'Lublin'\nunits.Kork = '0712'\nunits.R-4 = 'Smolensk'\ndepots.poland = ['Lublin']\n"
    game = at(f'turn = 4\nphase = "redeployment"\ntotal.poland = 20\n{text}')
    play(game, "unit P-8", "step 0712", "stop")
    assert where(game, "Kork") == "turn 5"


@rule("13.6a")
def test_h50_free_restoration_in_a_capital_asks_for_no_supply() -> None:
    ring = ("1803", "1704", "1705", "1805", "1904", "1905")
    poles = ("P-8", "P-7", "P-6", "P-5", "P-4", "P-9")
    text = "units.R-4 = { hex = 'Smolensk', weak = true }\npoints.russia = 0\npoints.poland = 0\n"
    text += "".join(f"units.{key} = '{place}'\n" for key, place in zip(poles, ring, strict=True))
    assert not weak(at(f'turn = 4\nphase = "restoration"\n{text}'), "R-4")
