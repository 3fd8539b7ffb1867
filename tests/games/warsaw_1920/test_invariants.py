"""What must hold at every decision: a state in which it does not is found, one in which it does is not."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.invariants import check
from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.movement import MovementPhase
from vistula.games.warsaw_1920.rules.retreat import Routs
from vistula.games.warsaw_1920.rules.sequence import Campaign
from vistula.games.warsaw_1920.rules.setup import new_state
from vistula.games.warsaw_1920.state import (
    ABSENT,
    COMBAT,
    ELIMINATED,
    MOVEMENT,
    REFIT,
    TRAY,
    State,
    deploy,
    disrupt,
    remove,
)
from vistula.kernel import Violation

from .table import M, hex, unit
from .test_brute_force import positions

rule = pytest.mark.rule


def meeting(pole: str, russian: str, disrupted: str) -> State:
    """A Pole and a Russian, one of them disrupted, each where its side is in control."""
    s = new_state(M)
    for name, where in (("P-8", pole), ("P-10", "2017"), ("R-4", russian), ("R-11", "1023")):
        deploy(s, unit(name), hex(where))
    disrupt(s, unit(disrupted))
    s.russian = (s.russian | s.occupied[RUSSIA]) & ~s.occupied[POLAND]
    return s


@rule("10.4.2d")
@pytest.mark.parametrize("disrupted", ["P-8", "R-4"])
@pytest.mark.parametrize(("pole", "russian", "close"), [("1614", "1715", True), ("1614", "1716", False)])
def test_a_disrupted_unit_in_an_enemy_zone(disrupted: str, pole: str, russian: str, close: bool) -> None:
    s = meeting(pole, russian, disrupted)
    assert (M.grid.distance(hex(pole), hex(russian)) == 1) == close
    found = ""
    try:
        check(s, [MovementPhase()])
    except Violation as violation:
        found = str(violation)
    assert ("10.4.2d" in found and disrupted in found) == close


@rule("10.4.2d")
def test_while_it_is_about_to_rout_it_may_stand_there() -> None:
    s = meeting("1614", "1715", "P-8")
    check(s, [Campaign(), MovementPhase(), Routs(side=POLAND, near=[hex("1715")])])
    with pytest.raises(Violation):
        check(s, [Campaign(), MovementPhase()])


@rule("10.4.2d", "7.0a")
def test_own_zones_harm_no_disrupted_unit() -> None:
    s = meeting("1614", "1716", "P-8")
    deploy(s, unit("P-10"), hex("1613"))
    s.russian &= ~(1 << hex("1613"))
    check(s, [MovementPhase()])


@rule("7.0a", "7.0b", "6.0c", "6.3b")
@pytest.mark.parametrize(("field", "words"), [("occupied", "occupied hexes"), ("zoc_from", "zones of control")])
@pytest.mark.parametrize("side", [POLAND, RUSSIA])
def test_sets_that_do_not_agree_with_the_counters(field: str, words: str, side: int) -> None:
    for _, s in positions(71, 3):
        getattr(s, field)[side] ^= 1 << hex("3126")
        s.russian = (s.russian | s.occupied[RUSSIA]) & ~s.occupied[POLAND]
        with pytest.raises(Violation, match=words):
            check(s, [MovementPhase(), Routs(side=side, near=[])])


@rule("2.2.8a")
@pytest.mark.parametrize("field", ["disrupted", "isolated"])
@pytest.mark.parametrize("name", ["P-8", "R-4"])
def test_marks_lie_on_units_on_the_map(field: str, name: str) -> None:
    s = meeting("1614", "1716", "R-11")
    check(s, [Campaign()])
    remove(s, unit(name), ELIMINATED)
    check(s, [Campaign()])
    setattr(s, field, getattr(s, field) | 1 << unit(name))
    with pytest.raises(Violation, match=r"2\.2\.8a.*only a unit on the map"):
        check(s, [Campaign()])


@rule("10.1b", "11.1a")
@pytest.mark.parametrize(
    ("field", "phase", "name", "cited"),
    [("moved", MOVEMENT, "P-8", "10.1b"), ("fought", COMBAT, "P-8", "11.1a"), ("attacked", COMBAT, "R-4", "11.1a")],
)
def test_what_a_unit_has_done_is_known_in_its_own_phase_alone(field: str, phase: int, name: str, cited: str) -> None:
    """By units of the side whose turn it is; only the other's can have been attacked."""
    s = meeting("1614", "1716", "R-11")
    s.turn, s.side, s.place = 3, POLAND, [ABSENT if place == TRAY else place for place in s.place]
    setattr(s, field, 1 << unit(name))
    s.phase = phase
    check(s, [Campaign()])
    for side, other in ((RUSSIA, phase), (POLAND, REFIT)):
        s.side, s.phase = side, other
        with pytest.raises(Violation, match=cited.replace(".", r"\.")):
            check(s, [Campaign()])
