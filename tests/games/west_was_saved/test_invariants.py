"""What must hold at every decision: each invariant bites when it is broken, and says which rule it speaks for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.state import EVENTS, MOVEMENT, RESOURCES, State
from vistula.kernel import Violation
from vistula.parts.pieces import box

from .table import TITLE, M, at, hex, hexes, start, unit

rule = pytest.mark.rule

TEXT = """
    turn = 5
    phase = "depots"
    lithuania = true
    units.P-8 = "Minsk"
    units.P-6 = "Minsk"
    units.P-41Rgt = "Brest"
    units.U-3 = "Kamenets"
    units.R-4 = "Smolensk"
    units.L-1 = "Kaunas"
    units.Sikorski = "Minsk"
    hands.poland = [3]
    hands.russia = [5]
    depots.poland = ["Brest"]
"""


def _broken(change: Callable[[State], None]) -> str:
    """The rule that the checks name after something was changed behind the back of the rules."""
    game = at(TEXT)
    TITLE.check(game.s, game.stack)
    change(game.s)
    with pytest.raises(Violation) as found:
        TITLE.check(game.s, game.stack)
    return str(found.value)


def _place(name: str, where: str) -> Callable[[State], None]:
    def change(s: State) -> None:
        s.place[unit(name)] = hex(where)

    return change


def _set(**fields: object) -> Callable[[State], None]:
    def change(s: State) -> None:
        for name, value in fields.items():
            setattr(s, name, value)

    return change


@rule(
    "1.2c",
    "1.2h",
    "1.2j",
    "1.3d",
    "1.3e",
    "1.4b",
    "3.1a",
    "3.1c",
    "3.2c",
    "3.2d",
    "4.0b",
    "5.2a",
    "7.1e",
    "7.4a",
    "7.5a",
    "7.6a",
    "13.2a",
    "13.3c",
    "13.4a",
    "13.5b",
)
@pytest.mark.parametrize(
    ("change", "cited"),
    [
        (_place("P-8", "0506"), "1.3d"),
        (_place("R-4", "0406"), "1.3e"),
        (_place("U-3", "Minsk"), "13.4a"),
        (_place("L-1", "Smolensk"), "13.3c"),
        (_place("P-8", "1306"), "1.2j"),
        (_place("Sikorski", "Brest"), "1.2j"),
        (_set(occupied=[hexes("Minsk"), hexes("Minsk")]), "7.4a"),
        (_set(commanded=[hexes("Smolensk"), 0]), "7.6a"),
        (_set(depots=[hexes("Smolensk"), 0]), "7.5a"),
        (_set(depots=[hexes("1306"), 0]), "5.2a"),
        (_set(under=0), "13.2a"),
        (_set(piles=[{hex("1306"): (0, 1)}, {}]), "13.2a"),
        (_set(camp=1), "13.5b"),
        (_set(weak=0), "1.2h"),
        (_set(rp=[-1, 0]), "4.0b"),
        (_set(dummies={hex("1306"): 1}), "1.4b"),
        (_set(dummies={hex("Minsk"): M.dummies + 1}), "1.4b"),
        (_set(hands=[[3], [3]]), "3.1c"),
        (_set(hands=[[3, 6], [5]]), "3."),
        (_set(deck=0), "3.1a"),
        (_set(markers={hex("Minsk"): 1}), "7.1e"),
        (_set(depots=[0, hexes("Minsk")]), "7.5a"),
        (_set(commanded=[0, hexes("Minsk")]), "7.6a"),
        (_set(commanded=[0, 0]), "1.2j"),
        (_set(occupied=[hexes("Minsk Brest"), hexes("Smolensk Kaunas")]), "1.2j"),
        (_set(veiled={hex("Minsk"): 1}), "13.2a"),
        (_set(unseen_moving=1), "13.2a"),
        (_set(unseen_nation=1), "13.2a"),
        (_set(rp=[0, -1]), "4.0b"),
        (_set(trp=[0, -1]), "4.0b"),
        (_set(dummies={hex("Minsk"): 0}), "1.4b"),
        (_set(dummies={hex("Smolensk"): M.dummies + 1}), "1.4b"),
        (_set(hands=[[2], [5]], deck=((1 << 41) - 2) & ~(1 << 2) & ~(1 << 5)), "3.2d"),
        (_set(hands=[[3, 6], [5]], deck=((1 << 41) - 2) & ~(1 << 3) & ~(1 << 5) & ~(1 << 6)), "3.2c"),
        (_set(hands=[[3], [5]], deck=(1 << 41) - 2), "3.1c"),
    ],
)
def test_a_broken_rule_is_named(change: Callable[[State], None], cited: str) -> None:
    assert f"[{cited}" in _broken(change)


@rule("7.2f")
def test_more_markers_than_units_without_an_order_are_found() -> None:
    assert "[7.2f]" in _broken(_set(phase=MOVEMENT, markers={hex("Minsk"): 3}))


@rule("7.2f")
def test_as_many_markers_as_units_without_an_order_are_allowed() -> None:
    game = at(TEXT)
    game.s.phase, game.s.markers = MOVEMENT, {hex("Minsk"): 2}
    TITLE.check(game.s, game.stack)
    game.s.ordered = 1 << unit("P-8")
    with pytest.raises(Violation, match=r"7\.2f"):
        TITLE.check(game.s, game.stack)


@rule("12.0a")
def test_whoever_should_have_arrived_is_found() -> None:
    def late(s: State) -> None:
        s.phase, s.place[unit("P-4")] = MOVEMENT, box(4)

    assert "[12.0a]" in _broken(late)


@rule("12.0a")
def test_whoever_arrives_at_the_end_of_this_turn_may_wait_until_then() -> None:
    game = at(TEXT)
    game.s.phase, game.s.place[unit("P-4")] = MOVEMENT, box(game.s.turn)
    TITLE.check(game.s, game.stack)


@rule("1.2c")
def test_a_facing_where_nobody_stands_is_found() -> None:
    def leave(s: State) -> None:
        s.facing[hex("1306")] = 2

    assert "[1.2c]" in _broken(leave)


@rule("1.2c")
def test_a_stack_without_a_facing_is_found() -> None:
    def turn_away(s: State) -> None:
        s.facing[hex("Minsk")] = -1

    assert "[1.2c]" in _broken(turn_away)


@rule("13.3h")
def test_lithuanians_among_russians_are_found() -> None:
    def mix(s: State) -> None:
        s.place[unit("R-4")] = hex("Kaunas")
        s.occupied[RUSSIA] = hexes("Kaunas")
        s.facing[hex("Smolensk")] = -1
        s.under |= 1 << unit("R-4")

    assert "[13.3h]" in _broken(mix)


@rule("1.2k")
def test_five_units_in_a_hex_are_found() -> None:
    def crowd(s: State) -> None:
        for name in ("P-4", "P-5", "P-7"):
            s.place[unit(name)] = hex("Minsk")
            s.under |= 1 << unit(name)

    assert "[1.2k]" in _broken(crowd)


@rule("13.2a")
def test_a_masked_state_is_no_truth() -> None:
    game = start()
    with pytest.raises(Violation):
        TITLE.check(game.seat("poland").s, game.stack)
    assert game.s.occupied[POLAND]


@rule("3.1a", "3.2c", "3.2d")
def test_until_cards_are_laid_two_may_be_held_and_a_single_instruction_too() -> None:
    s = at(TEXT).s
    s.hands, s.deck = [[3, 7], [5, 9]], s.deck & ~(1 << 7 | 1 << 9)
    s.phase = EVENTS
    TITLE.check(s, [])
    s.phase = RESOURCES
    with pytest.raises(Violation, match=r"3\.2c"):
        TITLE.check(s, [])
    s.hands, s.discards = [[7], [5]], [3, 9]
    with pytest.raises(Violation, match=r"3\.2d"):
        TITLE.check(s, [])
    s.hands, s.discards = [[3], [5]], [9]
    s.turn, s.phase = 1, EVENTS
    TITLE.check(s, [])  # the seven are not in the deck yet
    s.phase = RESOURCES
    with pytest.raises(Violation, match=r"3\.1a"):
        TITLE.check(s, [])


@rule("7.2f", "7.1e")
@pytest.mark.parametrize(("count", "ordered", "holds"), [(1, 0, True), (2, 0, True), (3, 0, False), (0, 0, False),
                                                         (1, 1, True), (2, 1, False)])  # fmt: skip
def test_as_many_markers_as_units_without_an_order(count: int, ordered: int, holds: bool) -> None:
    s = at(TEXT).s
    s.phase, s.markers, s.ordered = MOVEMENT, {hex("Minsk"): count}, ordered << unit("P-8")
    found = ""
    try:
        TITLE.check(s, [])
    except Violation as error:
        found = str(error)
    assert (found == "", "7.2f" in found) == (holds, not holds)


@rule("1.2c", "1.2n")
@pytest.mark.parametrize(("facing", "holds"), [(-1, False), (0, True), (5, True), (6, False)])
def test_a_stack_with_guns_has_one_of_six_facings(facing: int, holds: bool) -> None:
    s = at(TEXT + 'units.P-Art1 = "Minsk"\n').s
    s.facing[hex("Minsk")] = facing
    found = ""
    try:
        TITLE.check(s, [])
    except Violation as error:
        found = str(error)
    assert (found == "", "1.2c" in found) == (holds, not holds)
