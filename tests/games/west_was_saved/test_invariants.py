"""What must hold at every decision: each invariant bites when it is broken, and says which rule it speaks for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.state import MOVEMENT, State
from vistula.kernel import Violation

from .table import TITLE, M, at, hex, hexes, start, unit

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


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (_place("P-8", "0506"), "1.3d"),
        (_place("R-4", "0406"), "1.3d"),
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
    ],
)
def test_a_broken_rule_is_named(change: Callable[[State], None], rule: str) -> None:
    assert f"[{rule}" in _broken(change)


def test_more_markers_than_units_without_an_order_are_found() -> None:
    assert "[7.2f]" in _broken(_set(phase=MOVEMENT, markers={hex("Minsk"): 3}))


def test_a_stack_without_a_facing_is_found() -> None:
    def turn_away(s: State) -> None:
        s.facing[hex("Minsk")] = -1

    assert "[1.2c]" in _broken(turn_away)


def test_lithuanians_among_russians_are_found() -> None:
    def mix(s: State) -> None:
        s.place[unit("R-4")] = hex("Kaunas")
        s.occupied[RUSSIA] = hexes("Kaunas")
        s.facing[hex("Smolensk")] = -1
        s.under |= 1 << unit("R-4")

    assert "[13.3h]" in _broken(mix)


def test_five_units_in_a_hex_are_found() -> None:
    def crowd(s: State) -> None:
        for name in ("P-4", "P-5", "P-7"):
            s.place[unit(name)] = hex("Minsk")
            s.under |= 1 << unit(name)

    assert "[1.2k]" in _broken(crowd)


def test_a_masked_state_is_no_truth() -> None:
    game = start()
    with pytest.raises(Violation):
        TITLE.check(game.seat("poland").s, game.stack)
    assert game.s.occupied[POLAND]
