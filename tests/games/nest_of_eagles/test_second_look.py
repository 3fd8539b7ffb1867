"""What a second unit changes, and in which hexes exactly a rule holds."""

from __future__ import annotations

from itertools import pairwise

import pytest

from vistula.board.hexes import bits
from vistula.games.nest_of_eagles.model import BELARUS, POLISH, UKRAINE
from vistula.games.nest_of_eagles.rules.allies import not_recruiting
from vistula.games.nest_of_eagles.rules.concentration import depart
from vistula.games.nest_of_eagles.rules.fronts import trespass
from vistula.games.nest_of_eagles.rules.konarmiya import Transfer
from vistula.games.nest_of_eagles.rules.operations import PAUSE, polish_operation
from vistula.games.nest_of_eagles.rules.rail import cheapest, on_the_line
from vistula.games.nest_of_eagles.rules.reactive import ReactivePhase
from vistula.games.nest_of_eagles.rules.rebellion import no_home
from vistula.games.nest_of_eagles.rules.replacements import Spending
from vistula.games.nest_of_eagles.rules.retreat import BACK_LATER, BACK_SOON, march_back
from vistula.games.nest_of_eagles.rules.reveal import reveal
from vistula.games.nest_of_eagles.rules.routes import NORTHWEST, OFF_MAP, SOUTH, Route
from vistula.games.nest_of_eagles.rules.seats import POLES
from vistula.games.nest_of_eagles.rules.theaters import used
from vistula.games.nest_of_eagles.state import OPERATIONAL, OWN, REACTIVE_1, REPLACEMENT, box, put
from vistula.kernel import left

from .positions import M, hex, situation, unit, units
from .screens import screened
from .table import POLAND, SOVIET, asked, can, moving, play, table

rule = pytest.mark.rule


@rule("9.3d", "9.4a", "9.4d", "9.4b")
def test_a_second_journey_narrows_down_where_both_may_be_bound_for() -> None:
    s = situation("2206 P-17 P-16; 3005 S-4")
    goal, other, third = hex("2308"), hex("2010"), hex("1920")
    first, second = units("P-17 P-16")
    assert depart(s, first, goal, 1 << goal | 1 << other, 2) is not None
    assert (s.could[OWN], s.destination[OWN], s.rails[OWN]) == (1 << goal | 1 << other, goal, 2)
    assert depart(s, second, goal, 1 << goal | 1 << third, 1) is None
    assert (s.could[OWN], s.destination[OWN], s.rails[OWN]) == (1 << goal, goal, 3)
    assert s.transit[OWN] == s.moved == 1 << first | 1 << second
    assert s.bound_for[OWN] == M.theater_of[goal]


@rule("19.9a")
@pytest.mark.parametrize("quiet", [POLISH, BELARUS, UKRAINE])
def test_deserters_are_taken_in_by_hexes_of_a_theater_without_attacks_alone(quiet: int) -> None:
    s = situation("2506 S-4", round=M.round_of["4.VII"])
    s.attacks = [3, 3, 3]
    s.attacks[quiet] = 0
    s.polish_marker = s.home_open = True
    paused = {theater for theater in (POLISH, BELARUS, UKRAINE) if polish_operation(s, theater) == PAUSE}
    assert quiet in paused
    assert len(paused) < 3
    assert all(used(s, theater) for theater in (POLISH, BELARUS, UKRAINE))
    key = unit("P-U1")
    for place in bits(M.land & ~s.occupied[1]):
        put(s, key, place)
        s.reduced = 1 << key
        held = any(bar.held(key) for bar in not_recruiting(s))
        assert held == (M.theater_of[place] not in paused), M.grid.number(place)


@rule("2.5.1e", "19.3a", "19.8a", "20.1.1c", "21.2a", "21.2b")
def test_who_may_not_stay_where_it_has_been_driven() -> None:
    s = situation("2124 P-1LB; 2206 P-U1 P-17; 1920 P-13; 3005 S-4; 3121 S-45")
    for key, cited in (("P-1LB", "19.3a"), ("P-U1", "19.8a")):
        refusal = trespass(s, unit(key))
        assert refusal is not None
        assert refusal.rule == cited
    for key in ("P-17", "P-13", "S-4", "S-45"):
        assert trespass(s, unit(key)) is None
    away = situation("2124 S-4; 2206 S-45; 1920 P-13")  # each in the other Front's Theater, and alone there
    assert trespass(away, unit("S-4")) is None
    assert trespass(away, unit("S-45")) is None


@rule("20.1.4b", "20.1.4d")
def test_the_transfer_leaves_the_duties_of_others_alone() -> None:
    """Of the Konarmiya those in Ukraine must come closer, and those in Poland owe nothing any more."""
    s = situation("2320 S-4K S-6K; 1317 S-45 S-9A; 1316 S-24; 0612 P-17", side=SOVIET, round=M.round_of["4.VII"])
    s.duties = 1 << unit("S-45") | 1 << unit("S-9A") | 1 << unit("S-4K")
    play(table(s, Transfer()), "transfer")
    assert s.duties & M.konarmiya == 1 << unit("S-4K") | 1 << unit("S-6K")
    assert s.duties >> unit("S-45") & 1
    assert s.konarmiya_west
    assert s.konarmiya_held


@rule("23.1.1d", "23.1.3a", "23.1.3b")
@pytest.mark.parametrize("army", [POLAND, SOVIET])
def test_either_side_scouts_in_reactive_movement_where_the_enemy_is_concealed(army: int) -> None:
    own, other = ("P-17", "S-58") if army == POLAND else ("S-58", "P-17")
    for marker, seen in (("P-PAT1", army == SOVIET), ("S-PAT1", army == POLAND)):
        hidden = own if marker[0] == own[0] else other
        s = screened(f"2926 {own}; 3026 {other}", f"{marker} {hidden}", side=army, phase=REACTIVE_1)
        game = moving(s)
        assert ("scout" in asked(game).verbs()) == seen
        s.phase = OPERATIONAL
        assert "scout" not in asked(moving(s)).verbs()


@rule("23.2.1a", "23.2.2a", "23.0a")
def test_without_the_option_nobody_hurries() -> None:
    for option in (False, True):
        s = situation("2206 P-17; 2906 S-4")
        s.forced_march, s.morale[BELARUS] = option, 16
        game = play(moving(s), "unit P-17")
        assert can(game, "withdraw") == can(game, "flee") == option
        told = {offer.verb for offer in game.seat(asked(game).seat).offers()}
        assert ({"withdraw", "flee"} <= told) == option


@rule("9.3a", "9.3b", "9.3c", "9.2b")
def test_a_ride_on_the_black_and_red_line_never_leaves_it() -> None:
    line = [h for h in bits(M.land) if any(sides >> h & 1 for sides in M.black_red)]
    rides = 0
    for start in line:
        s = situation("3005 S-4; 1920 P-13", poland=" ".join(M.grid.number(h) for h in line if M.urban >> h & 1))
        put(s, unit("P-16"), start)
        for goal in line:
            if goal == start or not on_the_line(s, unit("P-16"), goal):
                continue
            ride = cheapest(s, unit("P-16"), goal)
            path = [start, *(each for each in ride.hexes if each != start)]
            assert ride.cost == 0
            assert path[-1] == goal
            for a, b in pairwise(path):
                assert M.black_red[M.grid.direction(a, b)] >> a & 1
            rides += 1
    assert rides > 20


@rule("20.4.3a", "6.0a")
def test_a_brigade_that_has_stayed_takes_up_room_like_others() -> None:
    s = situation("2322 S-24 S-45 S-58 S-G1; 3005 S-4", scenario="july", side=SOVIET, soviet="2322 2122 1322")
    open_ = left(no_home(s))
    assert hex("2122") in open_
    assert hex("2322") not in open_
    roomy = situation("2322 S-24 S-45 S-G1; 3005 S-4", scenario="july", side=SOVIET, soviet="2322 2122 1322")
    assert hex("2322") in left(no_home(roomy))


@rule("9.2a", "23.3b", "23.3a", "7.0b")
def test_a_reactive_phase_begins_without_a_boost_and_leaves_nothing_of_its_moves() -> None:
    assert ReactivePhase(side=POLAND).boosted is False
    s = situation("2206 P-17; 3005 S-4", phase=REACTIVE_1)
    s.moved = s.eligible = s.started = s.unloaded = 1 << unit("P-17")
    s.rails[OWN] = 2
    game = table(s, ReactivePhase(side=POLAND, at="over"))
    assert game.over
    assert (s.moved, s.eligible, s.started, s.unloaded, s.rails[OWN]) == (0, 0, 0, 0, 0)


@rule("17.0a", "17.3a", "17.2a", "17.1.6a")
def test_each_replacement_strengthens_one_unit_and_is_spent() -> None:
    s = situation("2206 P-17/r P-16/r; 3003 S-53", phase=REPLACEMENT)
    s.pool = [3, 0, 0, 0]
    game = play(table(s, Spending(command=POLES)), "strengthen P-17")
    assert (s.marked, s.pool) == (1 << unit("P-17"), [2, 0, 0, 0])
    play(game, "strengthen P-16")
    assert (s.marked, s.pool) == (1 << unit("P-17") | 1 << unit("P-16"), [1, 0, 0, 0])


@rule("23.1.3a", "23.1.3b", "23.1.3e", "23.1.3f")
@pytest.mark.parametrize("army", [POLAND, SOVIET])
def test_who_reveals_a_hex_learns_whether_anybody_is_there(army: int) -> None:
    own, other, marker = ("P-17", "S-58", "S-PAT1") if army == POLAND else ("S-58", "P-17", "P-PAT1")
    s = screened(f"2926 {own}; 3026 {other}", f"{marker} {other}", side=army)
    assert reveal(s, unit(own), hex("3026"))
    assert s.occupied[1 - army] == 1 << hex("3026")
    s = screened(f"2926 {own}", f"{marker} dummy 3026", side=army)
    assert not reveal(s, unit(own), hex("3026"))


@rule("3.4.4a", "3.4.6a", "19.5c", "2.7a", "2.3.2b", "2.3.2c")
def test_who_leaves_the_map_keeps_its_strength_and_takes_nobody_elses() -> None:
    for edge, late in ((SOUTH, BACK_LATER), (NORTHWEST, BACK_SOON)):
        for mark in ("reduced", "remnant"):
            s = situation("2206 P-17 P-16 P-12; 3005 S-4")
            gone, others = unit("P-17"), 1 << unit("P-16") | 1 << unit("P-12")
            setattr(s, mark, others | 1 << gone)
            s.marked = others | 1 << gone
            march_back(s, gone, Route((OFF_MAP,), 0, 0, 0, edge))
            assert s.place[gone] == box(s.round + late)
            assert (getattr(s, mark), s.marked) == (others | 1 << gone, others)
