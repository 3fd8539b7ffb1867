"""17.1.5 The Cheka, and 19.6, 19.7 the allies whom the enemy's doings bring to the Poles."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import WEST
from vistula.games.nest_of_eagles.rules.cheka import Cheka
from vistula.games.nest_of_eagles.rules.control import lift_cheka
from vistula.games.nest_of_eagles.rules.steps import lose
from vistula.games.nest_of_eagles.state import REPLACEMENT, RESERVES, WEST_POOL, State, box

from .positions import hex, situation, unit, units
from .table import POLAND, SOVIET, can, events, offered, play, replacing, rolled, table, where

rule = pytest.mark.rule
GOMEL, SMOLENSK, GRODNO = "3213", "3505", "1408"


def behind_the_front(*, offensive: bool = True, attacks: int = 0, scenario: str = "war-of-1920") -> State:
    s = situation("3003 S-53; 2206 P-17", side=SOVIET, phase=REPLACEMENT, scenario=scenario, soviet="2702 2604")
    s.offensive, s.assaults[WEST] = offensive, attacks
    return s


@rule("17.1.5a", "17.1.5b")
def test_up_to_four_markers_come_to_different_soviet_towns_of_the_north() -> None:
    game = table(behind_the_front(), Cheka(hexes=[]))
    places = offered(game, "place")
    assert {"2702", "2604", "3003"} <= places
    assert not places & {"2206", "3121", "0612"}  # Polish, Ukrainian, Polish Theater (N-66)
    play(game, "place 2702")
    assert not can(game, "place 2702")
    play(game, "place 2604", "place 3003", f"place {GOMEL}")
    assert game.s.cheka.bit_count() == 4
    assert not game.stack  # there are only four


@rule("17.1.5a")
@pytest.mark.parametrize(("offensive", "attacks"), [(False, 0), (True, 1)])
def test_only_in_a_pause_and_after_a_polish_offensive(offensive: bool, attacks: int) -> None:
    assert not table(behind_the_front(offensive=offensive, attacks=attacks), Cheka(hexes=[])).stack


@rule("17.1.5e")
def test_a_marker_that_the_poles_drove_out_does_not_come_back() -> None:
    s = behind_the_front()
    s.cheka = 1 << hex("2702")
    lift_cheka(s, hex("2702"))
    game = table(s, Cheka(hexes=[]))
    play(game, "place 2604", "place 3003", f"place {GOMEL}")
    assert not game.stack


@rule("17.1.5c", "17.1.5f", "19.7d")
@pytest.mark.parametrize(
    ("town", "die", "found"),
    [(SMOLENSK, 2, 1), (SMOLENSK, 3, 0), (GOMEL, 3, 1), (GOMEL, 4, 0), (GRODNO, 4, 1), (GRODNO, 5, 0)],
)
def test_each_marker_rolls_by_its_band_and_the_first_find_brings_bulak(town: str, die: int, found: int) -> None:
    s = behind_the_front(offensive=False)
    s.cheka, s.place[unit("P-BB")] = 1 << hex(town), RESERVES
    game = rolled(s, Cheka(hexes=[hex(town)]), die)
    assert game.s.pool[WEST_POOL] == found
    assert where(game, "P-BB") == (f"round {s.round + 1}" if found else "reserves")


@rule("17.1.5c")
def test_markers_placed_in_a_phase_do_not_roll_in_it() -> None:
    s = behind_the_front()
    game = replacing(s)
    play(game, "front 0", "place 2702", "done")
    assert not events(game, "cheka_searches")
    assert game.s.pool[WEST_POOL] == 3  # a pause, and the bonus


# -- 19.6 Cossacks ---


@rule("19.6a")
def test_each_step_of_a_konarmiya_division_brings_a_cossack_brigade_while_there_are_any() -> None:
    s = situation("3121 S-4K S-SK S-45; 2206 P-17", side=POLAND)
    for key in ("P-CJ", "P-CS"):
        s.place[unit(key)] = RESERVES
    lose(s, unit("S-SK"), "10.3d")
    lose(s, unit("S-45"), "10.3d")
    assert [s.place[u] for u in units("P-CJ P-CS")] == [RESERVES, RESERVES]
    for _ in range(3):
        lose(s, unit("S-4K"), "10.3d")
    assert [s.place[u] for u in units("P-CJ P-CS")] == [box(s.round + 1)] * 2
