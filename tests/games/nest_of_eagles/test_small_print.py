"""Half-sentences of many chapters, each by both sides of its limit."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits, members
from vistula.games.nest_of_eagles.model import BELARUS, LITHUANIA, POLAND, SOUTHWEST, SOVIET, UKRAINE, WEST
from vistula.games.nest_of_eagles.rules.concentration import Intelligence, possible
from vistula.games.nest_of_eagles.rules.control import come
from vistula.games.nest_of_eagles.rules.fronts import owes, strand, trespass
from vistula.games.nest_of_eagles.rules.rail import capacity, end_rails, just_taken, transports_left
from vistula.games.nest_of_eagles.rules.reactive import ReactivePhase
from vistula.games.nest_of_eagles.rules.routes import Group, plan
from vistula.games.nest_of_eagles.rules.sequence import PlayerTurn
from vistula.games.nest_of_eagles.rules.stacking import full, overstacked
from vistula.games.nest_of_eagles.rules.targets import out_of_reach, targets
from vistula.games.nest_of_eagles.rules.ways import may_not_stay
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    OPERATIONAL,
    OWN,
    REACTIVE_1,
    REACTIVE_3,
    SOUTHWEST_POOL,
    WEST_POOL,
    State,
)
from vistula.kernel import Action, Bar, Game, IllegalAction, barred

from .positions import M, hex, situation, stand, unit
from .table import asked, attack, attacking, can, declare, events, moves, moving, play, rolled, table, where

rule = pytest.mark.rule
LITHUANIANS = [M.key[u] for u in members(M.front_army[LITHUANIA])]


def refusal(bars: list[Bar], arg: int) -> str:
    """The rule of the first bar that holds, or nothing."""
    return next((bar.refusal(arg).rule for bar in bars if bar.held(arg)), "")


def why(game: Game[State], verb: str, arg: int = 0) -> str:
    """The rule by which a click is refused."""
    with pytest.raises(IllegalAction) as refused:
        game.play(asked(game).seat, Action(verb, arg))
    return refused.value.rule


# -- 10, 14 attack ----------------------------------------------------------------------------------------------------


@rule("21.1e", "21.2b", "10.1a")
@pytest.mark.parametrize(("out", "cited"), [(False, "21.1e"), (True, "21.2b")])
def test_kowno_and_other_lithuanian_hexes_as_targets(out: bool, cited: str) -> None:
    town, field_ = M.kowno, next(h for h in bits(M.around[M.kowno] & M.lithuania))
    s = situation(f"{M.grid.number(town)} {LITHUANIANS[0]}; {M.grid.number(field_)} {LITHUANIANS[1]}", phase=ATTACK_1)
    near = next(h for h in bits(M.around[town] & M.around[field_] & M.land))
    stand(s, "P-17", M.grid.number(near))
    s.lithuania_out = out
    assert refusal(list(out_of_reach(s, POLAND)), town) == cited
    assert refusal(list(out_of_reach(s, POLAND)), field_) == ("" if out else "21.1e")
    assert targets(s, POLAND) == ([field_] if out else [])
    assert refusal(list(out_of_reach(s, POLAND)), hex("2922")) == "10.1a"


@rule("14.1a", "14.1c", "14.2a", "14.2b", "10.3b")
@pytest.mark.parametrize(("click", "number"), [("none", 0), ("assault", 1), ("thrust", 2)])
def test_an_order_is_told_and_counted(click: str, number: int) -> None:
    game = attacking(situation("2316 S-58; 2317 P-16 P-17", phase=ATTACK_1))
    declare(game, "2316", "P-16 P-17")
    play(game, click)
    assert game.s.orders[POLAND] == (number > 0)
    assert [event.refs["order"] for event in events(game, "ordered")] == ([number] if number else [])


@rule("14.1a", "14.2c", "14.2d")
@pytest.mark.parametrize(("click", "number"), [("none", 0), ("stubborn", 3), ("counter", 4)])
def test_the_answer_of_the_defender_is_told_and_counted(click: str, number: int) -> None:
    game = attacking(situation("2316 S-58 S-5; 2317 P-16 P-17", phase=ATTACK_1))
    declare(game, "2316", "P-16 P-17")
    play(game, "none", click)
    assert game.s.orders[SOVIET] == (number > 0)
    assert [event.refs["order"] for event in events(game, "ordered")] == ([number] if number else [])


@rule("6.0a", "12.0a", "12.0b")
def test_four_units_advance_into_a_hex_and_no_fifth() -> None:
    keys = "P-16 P-17 P-10 P-14 P-18.9"
    game = attacking(situation("2316 S-58; 2317 P-16 P-17 P-10; 2416 P-14 P-18.9", phase=ATTACK_1))
    attack(game, "2316", keys, 1, 2)
    while asked(game).step not in ("who_goes", "declare"):
        decision = asked(game)
        option = next(option for option in decision.options if not option.free)
        game.play(decision.seat, Action(option.verb, option.args[0]))
    for key in keys.split()[:4]:
        assert can(game, f"unit {key}")
        play(game, f"unit {key}")
        while asked(game).step == "go":
            play(game, "stop")
    assert sum(where(game, key) == "2316" for key in keys.split()) == 4
    assert asked(game).step == "declare"  # nobody else can


# -- 9 rail -----------------------------------------------------------------------------------------------------------


@rule("9.2a", "9.2c")
def test_transports_twice_the_number_and_then_none() -> None:
    s = situation("2206 P-17; 2906 S-4")
    numbers = (M.rail.poland, M.rail.front, M.rail.front)
    for pool, number in zip((OWN, WEST_POOL, SOUTHWEST_POOL), numbers, strict=True):
        assert capacity(s, pool) == 2 * number
        s.rails[pool] = number
        assert transports_left(s, pool) == number
    end_rails(s, POLAND)
    end_rails(s, SOVIET)
    assert (s.rails_barred, s.rails) == ([0, 0, 0], [0, 0, 0])
    s.rails = [number + 1 for number in numbers]
    end_rails(s, POLAND)
    assert (s.rails_barred, s.rails[OWN]) == ([1, 0, 0], 0)
    end_rails(s, SOVIET)
    assert s.rails_barred == [1, 1, 1]
    assert [capacity(s, pool) for pool in (OWN, WEST_POOL, SOUTHWEST_POOL)] == [0, 0, 0]


@rule("9.1d", "9.1b")
@pytest.mark.parametrize("strict", [False, True])
def test_a_town_just_taken_and_who_stands_in_it(strict: bool) -> None:
    s = situation("2308 P-17; 2206 P-16; 2906 S-4", poland="2308")
    s.rulings = strict << 4
    s.foreign = 1 << hex("2308")
    assert bool(just_taken(s, POLAND) >> hex("2308") & 1) == strict
    s.foreign = 0
    assert not just_taken(s, POLAND) >> hex("2308") & 1


@rule("9.4b", "9.1c")
def test_a_secret_journey_next_to_an_enemy_ends_only_where_a_friend_is() -> None:
    near = M.grid.number(next(h for h in bits(M.around[hex("2308")] & M.land & ~M.urban)))
    for friend in (False, True):
        s = situation(f"2010 P-17; {near} S-5/x; 2907 S-4", poland="2308 2206")
        if friend:
            stand(s, "P-14", "2308")
        assert bool(possible(s, unit("P-17")) >> hex("2308") & 1) == friend


@rule("9.4d")
@pytest.mark.parametrize("die", range(1, 7))
def test_only_a_six_gives_a_secret_away(die: int) -> None:
    s = situation("2206 P-17; 2906 S-4")
    s.destination[OWN], s.transit[OWN] = hex("2308"), 1 << unit("P-16")
    game = rolled(s, Intelligence(pool=OWN), die)
    assert bool(game.s.found_out[OWN]) == (die == 6)
    assert len(events(game, "found_out")) == (die == 6)


@rule("9.0a")
def test_after_a_step_the_train_has_left() -> None:
    game = play(moves("2206 P-17; 2906 S-4", poland="2308"), "unit P-17")
    assert can(game, "rail 2308")
    step = next(M.grid.number(h) for h in bits(M.around[hex("2206")] & M.land) if can(game, f"step {M.grid.number(h)}"))
    play(game, f"step {step}")
    assert not can(game, "rail 2308")


# -- 2.5, 6 where units stay ------------------------------------------------------------------------------------------


@rule("2.5.1e", "2.5.1c")
@pytest.mark.parametrize("front", [WEST, SOUTHWEST])
def test_the_second_guest_of_either_front_must_return(front: int) -> None:
    army = [M.key[u] for u in members(M.front_army[front] & ~M.support & ~M.konarmiya)][:2]
    land, home = M.theater[UKRAINE if front == WEST else BELARUS], M.theater[BELARUS if front == WEST else UKRAINE]
    place = next(h for h in bits(land) if M.around[h] & home and not M.urban >> h & 1)
    s = situation(f"{M.grid.number(place)} {army[0]}", side=SOVIET)
    assert not owes(s, unit(army[0]))
    assert trespass(s, unit(army[0])) is None
    stand(s, army[1], M.grid.number(place))
    strand(s, unit(army[1]), next(bits(home)))
    assert (owes(s, unit(army[0])), owes(s, unit(army[1]))) == (False, True)
    found = trespass(s, unit(army[1]))
    assert found is not None
    assert found.rule == "2.5.1e"


@rule("6.0a", "6.1a", "6.2a")
@pytest.mark.parametrize(("number", "holds"), [("2206", 4), ("0612", 5)])
def test_how_many_units_a_hex_holds(number: str, holds: int) -> None:
    keys = ["P-16", "P-17", "P-10", "P-14", "P-11", "P-12"]
    for there in range(1, 6):
        s = situation(f"{number} {' '.join(keys[:there])}; 2922 S-4")
        assert bool(full(s, unit(keys[5])) >> hex(number) & 1) == (there >= holds)
        assert bool(barred(may_not_stay(s, unit(keys[5]), hex(number))) >> hex(number) & 1) == (there >= holds)
        assert overstacked(s, POLAND) == ([hex(number)] if there > holds else [])
        assert not full(s, unit("S-5")) >> hex(number) & 1


@rule("6.2b")
def test_movement_does_not_end_while_too_many_are_in_a_hex_and_one_could_go() -> None:
    s = situation("2308 P-16 P-17 P-10 P-14 P-11; 2922 S-4", phase=OPERATIONAL)
    game = moving(s)
    assert why(game, "end") == "6.2b"
    step = next(M.grid.number(h) for h in bits(M.around[hex("2308")] & M.land & ~M.urban))
    play(game, "unit P-16", f"step {step}")
    if asked(game).step == "go":
        play(game, "stop")
    assert can(game, "end")


# -- 8 Reactive Movement ----------------------------------------------------------------------------------------------


@rule("8.1a", "8.1b", "1.1a", "5.1b")
@pytest.mark.parametrize("introductory", [False, True])
def test_the_first_introductory_game_has_no_reactive_movement(introductory: bool) -> None:
    s = situation("2206 P-17 P-16; 2306 S-4/r", scenario="berezina", phase=REACTIVE_1)
    s.introductory = introductory
    game = table(s, ReactivePhase(side=POLAND))
    assert bool(game.decisions) != introductory
    if not introductory:
        play(game, "react")
        assert game.s.reacted[POLAND] == 1
        assert len(events(game, "reacts")) == 1


@rule("8.1b")
def test_who_has_reacted_is_not_asked_again() -> None:
    s = situation("2206 P-17 P-16; 2306 S-4/r", phase=REACTIVE_3)
    s.reacted = [1, 0]
    assert not table(s, ReactivePhase(side=POLAND)).decisions


@rule("5.1a", "5.1f", "7.0a", "5.1c", "10.1e")
def test_a_turn_goes_through_its_phases() -> None:
    s = situation("2206 P-17; 2906 S-4", poland="2308")
    s.reacted = [1, 1]
    game, seen = table(s, PlayerTurn(side=POLAND)), []
    while game.decisions and len(seen) < 12:
        decision = asked(game)
        seen.append((game.s.phase, decision.step))
        play(game, next(verb for verb in ("end", "done", "pass", "none") if verb in decision.verbs()))
    assert [phase for phase, step in seen if step == "declare"] == [2, 6]
    assert [phase for phase, step in seen if step == "pick"] == [OPERATIONAL]
    assert not game.s.moved
    assert not game.s.started


# -- 11 retreat -------------------------------------------------------------------------------------------------------


@rule("11.4a")
@pytest.mark.parametrize(
    ("stack", "passed"), [("P-4BJ/r", True), ("P-16", False), ("P-PP1", True), ("P-PP1 P-4BJ", False)]
)
def test_support_units_count_as_one_each_when_they_are_passed(stack: str, passed: bool) -> None:
    s = situation(f"2308 S-4 S-5; 2408 {stack}", side=POLAND, phase=ATTACK_1)
    assert Group(s, [unit("S-4"), unit("S-5")]).weak(hex("2408")) == passed


@rule("11.2b", "11.0a")
def test_who_retreats_loses_its_replacement_marker() -> None:
    game = attacking(situation("2316 S-58/r; 2317 P-16 P-17", phase=ATTACK_1))
    game.s.marked = 1 << unit("S-58") | 1 << unit("S-4")
    attack(game, "2316", "P-16 P-17", 1, 2)
    assert game.s.marked == 1 << unit("S-4")


@rule("11.5a")
def test_a_plan_is_kept_to_the_length_of_its_phase() -> None:
    for phase, length in ((ATTACK_1, 2), (6, 1)):
        s = situation("2316 S-58; 2317 P-16", phase=phase)
        assert {len(way) for way in plan(s, [unit("S-58")]).ways} == {length}


@rule("2.7a", "13.3d")
def test_an_aircraft_takes_no_town() -> None:
    for key, taken in (("P-7E", False), ("P-16", True)):
        s = situation("2206 P-17; 2906 S-4", soviet="2308")
        table(s)
        come(s, unit(key), hex("2308"))
        assert (bool(s.held[POLAND] >> hex("2308") & 1), bool(s.held[SOVIET] >> hex("2308") & 1)) == (taken, not taken)
