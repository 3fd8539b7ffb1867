"""How a game begins: nothing is marked, decks are whole, and every player sees what he commands."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from vistula.board.data import DataError, read_toml
from vistula.games.strike_of_the_eagle import model
from vistula.games.strike_of_the_eagle.cards.decks import Cards, card_tables
from vistula.games.strike_of_the_eagle.cards.windows import BattleEnd, ReconRevealed
from vistula.games.strike_of_the_eagle.checks import check_levels
from vistula.games.strike_of_the_eagle.model import CAVALRY, ORDER_TITLES, ORDERS, PIECES, RUSSIA
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Option

from .situations import fighting, quiet
from .table import TITLE, M, area, can, events, running, stage, start, take_first, where

rule = pytest.mark.rule
FILE = Path(model.__file__).parent / "data" / "cards.toml"
MARKS = [
    "on_link",
    "behind",
    "moved",
    "executed",
    "marched",
    "at_full",
    "fought",
    "detached",
    "stuck",
    "unsupplied",
    "southern",
    "turned_up",
    "named",
    "passed",
    "spent",
    "uncovered",
    "shown",
    "mounted",
    "foot",
    "men",
    "chiefs",
    "next_order",
    "supreme",
    "seating",
    "rulings",
    "scenario",
    "step",
    "phase",
]
LISTS = ["held", "round_held", "garrisons", "began", "allowance", "placed", "recons", "to_vilna"]


@rule(
    "10.2c", "7.31b", "7.33e", "7.33b", "7.3n", "7.2j", "9.0h", "2.2c", "7.71b", "1.1c", "7.32a", "7.3a", "7.2ae",
    "7.11a", "9.0e", "7.1c", "7.41.3a", "3.0c", "8.5e", "7.8b", "7.1b",
)  # fmt: skip
def test_an_empty_table_has_no_marks_at_all():
    s = State()
    assert {name: getattr(s, name) for name in MARKS} == dict.fromkeys(MARKS, 0)
    assert {name: set(getattr(s, name)) for name in LISTS} == {name: {0} for name in LISTS}
    assert (s.lithuania, s.closing, s.round, s.vp, s.committed) == (False, False, 1, 1, [-1] * 4)
    fresh = start("campaign").s
    assert not any(getattr(fresh, name) for name in ("on_link", "behind", "executed", "marched", "at_full", "spent"))


# -- decks ----------------------------------------------------------------------------------------------------------

DATA = read_toml(FILE, Cards)


def with_row(kind: str, **fields: object) -> Cards:
    """The data of the decks with the first card of a kind changed."""
    rows = list(DATA.card)
    at = next(i for i, row in enumerate(rows) if row.kind == kind)
    rows[at] = replace(rows[at], **fields)
    return replace(DATA, card=rows)


@rule("4.0c")
def test_both_decks_have_all_their_numbers_once():
    assert [(card.side, card.no) for card in card_tables(DATA, 55)] == [(s, n) for s in (0, 1) for n in range(1, 56)]
    for wrong in (DATA.card[1:], [*DATA.card, DATA.card[0]], DATA.card[:-1]):
        with pytest.raises(DataError, match="each once"):
            card_tables(replace(DATA, card=list(wrong)), 55)
    first = next(row for row in DATA.card if row.no == 1)
    other = next(row for row in DATA.card if row.no == 1 and row.side != first.side)
    moved = [replace(row, side=other.side) if row is first else row for row in DATA.card]
    with pytest.raises(DataError, match="each once"):
        card_tables(replace(DATA, card=moved), 55)


@rule("3.4d", "3.4g", "3.4h", "7.13b", "4.0c")
@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("reaction", {"window": ""}, "has a window"),
        ("reaction", {"window": "noon"}, "has a window"),
        ("historical", {"window": "recon"}, "has a window"),
        ("battle", {"battle": None}, "has a table battle"),
        ("historical", {"effect": "", "gives": None}, "gives something"),
        ("reaction", {"effect": "", "gives": None}, "gives something"),
        ("historical", {"out": False}, "leaves the game"),
    ],
)
def test_each_kind_of_card_says_what_it_needs_to_say(kind, fields, said):
    with pytest.raises(DataError, match=said):
        card_tables(with_row(kind, **fields), 55)


@rule("7.9b")
def test_cards_that_bring_something_are_for_scenarios_with_reinforcements():
    recon = 'hands.poland = "P-36"\nblocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Rohachev 3"'
    assert can(running(recon, ReconRevealed(side=RUSSIA, area=area("Zhlobin"))), "poland", "react P-36")
    stores = fighting('hands.poland = "P-40"', BattleEnd(), winner=0, taken=[1, 3])
    assert can(stores, "poland", "react P-40")
    won = running('hands.poland = "P-40"\nblocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Rohachev"')
    won.s.fight = stores.s.fight
    won.stack.append(BattleEnd())
    assert quiet(won.run()), "the learning scenario has none"


# -- players --------------------------------------------------------------------------------------------------------


@rule("10.1a", "1.1c")
def test_who_commands_on_both_fronts_has_his_blocks_by_front():
    game = start("campaign")
    for seat, side in (("poland", 0), ("russia", 1)):
        found = {group.id: group.pieces for group in TITLE.groups(game.seat(seat))}
        own = sum(1 << p for p in PIECES[side])
        assert found == {"north": own & ~game.s.southern, "south": own & game.s.southern}
    for seat in ("poland-north", "poland-south", "russia-north", "russia-south"):
        assert TITLE.groups(start("campaign", players="4").seat(seat)) == []


@rule("10.2a")
def test_counters_that_are_put_aside_are_told_by_name_and_other_numbers_are_not():
    seat = start("campaign").seat("poland")
    for verb in ("keep", "return"):
        assert TITLE.number_words(seat, Option(verb, [0, 2], "number")) == [ORDER_TITLES[0], ORDER_TITLES[2]]
    assert TITLE.number_words(seat, Option("roll", [0, 2], "number")) == []
    assert len(ORDER_TITLES) == len(ORDERS)


@rule("9.0a", "2.0d")
def test_cavalry_and_leaders_are_mounted():
    for u in M.units:
        assert bool(M.mounted >> u & 1) == (M.kind[u] == CAVALRY or bool(M.leader[u]))


@rule("5.0c")
@pytest.mark.parametrize(("low", "high", "sound"), [(1, 9, True), (2, 9, False), (1, 8, False), (1, 10, True)])
def test_every_lead_of_a_scenario_means_one_thing(low, high, sound):
    end = M.charts.points.track
    rows = [SimpleNamespace(side=side, low=low, high=end - 9 + high) for side in (0, 1)]
    scene = SimpleNamespace(levels=rows)
    if sound:
        check_levels(M, scene, "test")
    else:
        with pytest.raises(DataError):
            check_levels(M, scene, "test")


@rule("4.0e")
def test_a_position_may_have_no_blocks_at_all():
    s = running('scenario = "campaign"').s
    assert all(place < 0 for place in s.place)


@rule("7.2v", "7.2w")
def test_when_all_have_withdrawn_nobody_is_told_to_stand():
    text = 'blocks.P-14 = "Charyshi 3"\nblocks.R-21 = "Charyshi 3 from Zhlobin"\n'
    game = take_first(stage("withdrawals", text + 'orders.poland-north = "withdraw Charyshi"'))
    assert where(game, "P-14") != "Charyshi"
    assert events(game, "must_stand") == []
