"""15.1, 15.3, 16, 17 Supply sources, attrition, arrivals, rebuilding and strengthening."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import FULL, REDUCED, REMNANT
from vistula.games.nest_of_eagles.rules.reinforcements import Arrivals, FirstMovement
from vistula.games.nest_of_eagles.rules.replacements import Attrition, Spending, pool_for, price_of
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS
from vistula.games.nest_of_eagles.rules.steps import lose, rebuild
from vistula.games.nest_of_eagles.rules.supply import connected, in_supply
from vistula.games.nest_of_eagles.state import (
    OPERATIONAL,
    OWN,
    REBUILD,
    RESERVES,
    UKRAINE_BOX,
    UKRAINIAN,
    WEST_POOL,
    State,
    box,
    level_of,
)
from vistula.kernel import Game

from .positions import M, hex, numbers, situation, unit, units
from .table import (
    POLAND,
    SOVIET,
    asked,
    asks,
    can,
    march,
    moves,
    offered,
    owner,
    play,
    replacing,
    strength,
    table,
    where,
)

rule = pytest.mark.rule

NEAR = "2206 P-17; 1920 P-13; 2702 S-4"


def why(game: Game[State], key: str) -> str:
    refusal = game.seat(asked(game).seat).why_not("piece", unit(key))
    assert refusal is not None
    return refusal.rule


def arriving(keys: str, stacks: str = NEAR, side: int = POLAND, **how: str) -> Game[State]:
    """The arrival of some units of a side, the first of them asked for."""
    s = situation(stacks, side=side, phase=OPERATIONAL, **how)  # type: ignore[arg-type]
    for key in keys.split():
        s.place[unit(key)] = box(s.round)
    game = table(s, Arrivals(command=POLES if side == POLAND else SOVIETS))
    return play(game, f"unit {keys.split()[0]}") if not game.over and asked(game).step == "pick" else game


def spending(s: State) -> Game[State]:
    return table(s, Spending(command=POLES if s.side == POLAND else SOVIETS))


# -- 15.1 sources ---


@rule("15.1a")
@pytest.mark.parametrize("town", ["Warszawa", "Kraków", "Grudziądz"])
def test_polish_sources(town: str) -> None:
    alone = " ".join(numbers(M.urban & ~(1 << hex(town))))
    assert connected(situation("", soviet=alone), POLAND) >> hex(town) & 1


@rule("15.1a")
def test_the_western_edge_is_a_source_too() -> None:
    alone = " ".join(numbers(M.urban & ~(1 << hex("Toruń"))))
    assert connected(situation("", soviet=alone), POLAND) >> hex("Toruń") & 1


@rule("15.1b")
@pytest.mark.parametrize(("town", "source"), [("3704", True), ("3728", True), ("2328", True), ("2501", False)])
def test_soviet_sources(town: str, source: bool) -> None:
    alone = " ".join(numbers(M.urban & ~(1 << hex(town))))
    assert bool(connected(situation("", poland=alone), SOVIET) >> hex(town) & 1) is source


# -- 15.3 attrition ---


@rule("15.3a")
@pytest.mark.parametrize(("die", "level"), [(1, "reduced"), (2, "reduced"), (3, "full"), (6, "full")])
def test_two_or_less_costs_a_step(die: int, level: str) -> None:
    s = situation("3126 P-12; 2206 P-17")
    game = table(s)
    game.dice.laid = [die]
    game.stack.append(Attrition(units=units("P-12")))
    game.run()
    assert strength(game, "P-12") == level


@rule("15.3c")
def test_support_and_remnants_by_themselves_starve_at_once() -> None:
    game = replacing(situation("3126 P-CARS P-12/x; 3026 P-13 P-14/x; 2206 P-17; 3326 S-24"))
    assert (where(game, "P-CARS"), where(game, "P-12"), where(game, "P-14")) == ("removed", "rebuild", "3026")


# -- 16 reinforcements ---


@rule("16.0c", "6.2a")
def test_poles_come_to_warszawa_however_full_it_is() -> None:
    game = arriving("P-16", NEAR + "; 0612 P-10 P-11 P-12 P-14 P-15")
    assert not game.over
    assert offered(game, "place") == {"0612"}
    assert where(play(game, "place 0612"), "P-16") == "0612"


@rule("16.0c")
def test_without_warszawa_they_wait() -> None:
    assert where(arriving("P-16", soviet="0612"), "P-16") == "round 1"


@rule("16.0d", "16.0e")
def test_ukrainians_come_to_towns_in_ukraine_infantry_far_from_the_enemy() -> None:
    stacks = "2206 P-17; 1920 P-13; 1821 S-24"
    infantry = offered(arriving("P-U1", stacks), "place")
    horse = offered(arriving("P-H", stacks), "place")
    assert "1820" in horse
    assert not {"1820", "1920", "1621"} & infantry  # nearer than three hexes
    assert "1719" in infantry
    assert all(M.theater[2] >> hex(town) & 1 for town in infantry | horse)


@rule("16.0f")
def test_soviets_march_in_over_the_eastern_edge_of_their_front() -> None:
    west = offered(arriving("S-16", side=SOVIET), "enter")
    assert west == {f"37{row:02d}" for row in range(1, 16)}
    southwest = offered(arriving("S-24", side=SOVIET), "enter")
    assert southwest == {f"37{row:02d}" for row in range(16, 29)}


@rule("16.0g")
def test_or_they_ride_in_through_a_town_at_the_edge() -> None:
    towns = offered(arriving("S-16", side=SOVIET), "rail")
    assert {"3704", "3505", "3106"} <= towns
    assert all(M.theater[1] >> hex(town) & 1 for town in towns)
    assert not offered(arriving("S-16", NEAR, side=SOVIET, poland="3704 3708 3712"), "rail")


@rule("16.0i", "20.1.1a")
def test_konarmiya_comes_on_its_stars() -> None:
    game = arriving("S-4K", side=SOVIET)
    assert offered(game, "place") == numbers(M.stars)
    assert not offered(game, "enter") | offered(game, "rail")


@rule("16.0h")
def test_the_other_form_of_a_division_waits_with_the_divisional_brigades() -> None:
    game = arriving("P-4")
    if not game.over:
        play(game, "place 0612")
    assert (where(game, "P-7.4"), where(game, "P-8.4")) == ("brigades", "brigades")


@rule("19.2c")
def test_reserve_brigades_come_to_any_town_of_the_polish_theater() -> None:
    towns = offered(arriving("P-1R"), "place")
    assert {"0612", "0220", "1314"} <= towns
    assert not {"1408", "1920"} & towns


@rule("5.1d", "16.0a")
def test_arrivals_come_once_a_turn() -> None:
    s = situation(NEAR)
    s.place[unit("P-16")] = box(s.round)
    s.arrived = True
    assert table(s, FirstMovement(commands=[POLES])).over
    assert where(table(s), "P-16") == "round 1"


# -- 17.2 rebuilding ---


@rule("17.2a")
@pytest.mark.parametrize(("key", "price"), [("P-12", 1), ("P-1C", 2), ("P-2BJ", 1), ("S-10K", 2), ("S-4K", 2)])
def test_a_cavalry_division_costs_two(key: str, price: int) -> None:
    assert price_of(situation(""), unit(key)) == price


@rule("17.2c", "16.0b")
@pytest.mark.parametrize(("key", "level"), [("P-12", REMNANT), ("P-2BJ", REDUCED), ("P-41", FULL)])
def test_the_rebuilt_come_back_at_their_weakest_in_the_next_own_turn(key: str, level: int) -> None:
    s = situation(NEAR)
    s.place[unit(key)] = REBUILD
    rebuild(s, unit(key), "17.2a")
    assert (level_of(s, unit(key)), where(table(s), key)) == (level, f"round {s.round + 1}")


@rule("17.2a", "17.1.6a", "17.0a")
def test_replacements_are_spent_or_kept() -> None:
    s = situation(NEAR)
    s.place[unit("P-12")] = s.place[unit("P-1C")] = REBUILD
    s.pool[OWN] = 2
    game = spending(s)
    assert offered(game, "rebuild") == {"P-12", "P-1C"}
    play(game, "rebuild P-12")
    assert game.s.pool[OWN] == 1
    assert game.over or offered(game, "rebuild") == set()  # one is too little for a cavalry division
    assert game.s.pool[OWN] == 1


@rule("2.5.2a", "3.4.1c")
def test_each_front_has_its_own_pool() -> None:
    s = situation(NEAR, side=SOVIET)
    s.place[unit("S-16")] = s.place[unit("S-24")] = REBUILD
    s.pool[WEST_POOL] = 1
    assert offered(spending(s), "rebuild") == {"S-16"}
    assert pool_for(s, unit("S-24")) == pool_for(s, unit("S-BPs")) == WEST_POOL + 1
    assert pool_for(s, unit("S-BPw")) == WEST_POOL


@rule("17.2b", "17.1.4c", "19.8b", "19.8c", "19.2b")
def test_reserves_and_ukrainians() -> None:
    s = situation(NEAR)
    for key, place in (("P-1R", RESERVES), ("P-CJ", RESERVES), ("P-U1", UKRAINE_BOX), ("P-H", UKRAINE_BOX)):
        s.place[unit(key)] = place
    s.pool[OWN] = 1
    assert offered(spending(s), "rebuild") == {"P-1R"}
    s.pool[OWN], s.pool[UKRAINIAN] = 0, 1
    game = spending(s)
    assert offered(game, "rebuild") == {"P-U1"}
    assert why(game, "P-H") == "19.8c"


@rule("3.4.3k", "3.4.3l")
def test_trains_are_rebuilt_in_a_pause() -> None:
    for attacks, open_ in (([0, 0, 0], True), ([0, 1, 0], False)):
        s = situation(NEAR)
        s.place[unit("P-PP1")], s.pool[OWN], s.attacks = REBUILD, 1, attacks
        game = spending(s)
        assert (not game.over and can(game, "rebuild P-PP1")) is open_
    for assaults, open_ in (([0, 3], True), ([1, 0], False)):
        s = situation(NEAR, side=SOVIET)
        s.place[unit("S-BPw")], s.pool[WEST_POOL], s.assaults = REBUILD, 1, assaults
        game = spending(s)
        assert (not game.over and can(game, "rebuild S-BPw")) is open_


# -- 17.3 strengthening ---


@rule("17.3a")
@pytest.mark.parametrize(
    ("stacks", "open_"),
    [
        ("2206 P-17/r; 1920 P-13; 2702 S-4", True),
        ("2206 P-17/r; 1920 P-13; 2207 S-4", False),  # next to an enemy
        ("3026 P-17/r; 1920 P-13; 3228 S-24", False),  # out of supply
        ("2206 P-17; 1920 P-13; 2702 S-4", False),  # at full strength
    ],
)
def test_who_may_be_strengthened(stacks: str, open_: bool) -> None:
    s = situation(stacks)
    s.pool[OWN] = 1
    game = spending(s)
    assert (not game.over and can(game, "strengthen P-17")) is open_


@rule("17.3b")
def test_one_step_a_round_and_at_the_next_movement() -> None:
    s = situation("2206 P-17/x; 1920 P-13/r; 2702 S-4")
    s.pool[OWN] = 2
    game = play(spending(s), "strengthen P-17")
    assert game.s.marked == 1 << unit("P-17")
    assert strength(game, "P-17") == "remnant"
    assert not can(game, "strengthen P-17")
    game = table(game.s, FirstMovement(commands=[POLES]))
    assert strength(game, "P-17") == "reduced"
    assert can(spending(game.s), "strengthen P-17")  # its marker is for the next round: a Remnant takes two turns


@rule("17.3c")
def test_the_marker_is_lost_without_supply() -> None:
    s = situation("3026 P-17/r; 2206 P-16; 1920 P-13; 3228 S-24")
    s.marked = 1 << unit("P-17")
    game = table(s, FirstMovement(commands=[POLES]))
    assert (strength(game, "P-17"), game.s.marked) == ("reduced", 0)


@rule("17.3c")
def test_the_marker_is_lost_by_a_loss() -> None:
    s = situation("2206 P-17/r; 1920 P-13; 2702 S-4")
    s.marked = 1 << unit("P-17")
    lose(s, unit("P-17"), "15.3a")
    assert not s.marked


@rule("19.7a", "21.1c", "20.3c")
def test_some_get_no_replacements() -> None:
    s = situation("2206 P-BB/r; 1920 P-13; 2702 S-4")
    s.pool[OWN] = s.pool[UKRAINIAN] = 1
    assert spending(s).over
    s = situation("2702 S-4; 1504 L-1/r; 3003 S-PRD/r; 2206 P-17", side=SOVIET)
    s.pool[WEST_POOL] = 1
    assert spending(s).over


@rule("2.7a")
def test_towns_change_hands_when_they_are_passed() -> None:
    game = march(moves("2706 S-15K; 2206 P-17", side=SOVIET, poland="2606"), "S-15K", "2606 2506")
    assert owner(game, "2606") == SOVIET
    assert asks(game) == "russia: pick"


@rule("15.2a")
def test_a_fortress_supplies_whoever_is_in_it() -> None:
    assert in_supply(situation("1408 S-53"), unit("S-53"))
    assert not in_supply(situation("1308 S-53"), unit("S-53"))
