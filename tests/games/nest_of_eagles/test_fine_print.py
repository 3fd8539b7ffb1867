"""Half-sentences that few games come to: advances into two hexes, markers of either Front, marks that stay."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import BELARUS, POLISH, SOUTHWEST, WEST
from vistula.games.nest_of_eagles.rules.advance import Advances
from vistula.games.nest_of_eagles.rules.control import come
from vistula.games.nest_of_eagles.rules.ground import next_hexes, track
from vistula.games.nest_of_eagles.rules.movement import movable
from vistula.games.nest_of_eagles.rules.patrols import lay, part
from vistula.games.nest_of_eagles.rules.reactive import eligible
from vistula.games.nest_of_eagles.rules.reinforcements import Arrivals, by_hand
from vistula.games.nest_of_eagles.rules.replacements import ReplacementPhase
from vistula.games.nest_of_eagles.rules.retreat import march_back
from vistula.games.nest_of_eagles.rules.reveal import Scout
from vistula.games.nest_of_eagles.rules.routes import OFF_MAP, Route
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS, army_of, front_of
from vistula.games.nest_of_eagles.rules.sequence import Campaign
from vistula.games.nest_of_eagles.rules.strength import counts_elite
from vistula.games.nest_of_eagles.rules.theaters import review
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    ATTACK_2,
    INHERITED,
    OFF,
    REACTIVE_1,
    REPLACEMENT,
    State,
    box,
    level_of,
    lift,
    put,
    refresh,
)
from vistula.kernel import Game
from vistula.parts.sides import NONE

from .positions import M, hex, situation, unit, units
from .screens import GROUPS, PATROLS, screened
from .table import POLAND, SOVIET, TITLE, asked, events, offered, play, table

rule = pytest.mark.rule
FRIENDS = "2206 P-17; 1920 P-13"


def told(game: Game[State], kind: str, arg: int) -> tuple[str, str]:
    refusal = game.seat(asked(game).seat).why_not(kind, arg)
    assert refusal is not None
    return refusal.rule, refusal.why


# -- 12 advances into more than one hex ---


def after_counter(stacks: str, keys: str, hexes: str) -> Game[State]:
    s = situation(f"{stacks}; {FRIENDS}", phase=ATTACK_1)
    return table(s, Advances(units=units(keys), hexes=[hex(h) for h in hexes.split()], thrust=False, side=POLAND))


@rule("12.0a", "12.0b")
def test_into_each_hex_go_only_those_next_to_it() -> None:
    game = after_counter("3125 P-12; 3127 P-10", "P-12 P-10", "3126 3128")
    assert offered(game, "unit") == {"P-12", "P-10"}
    rule_, why = told(game, "space", hex("3126"))
    assert rule_ == "12.0a"
    assert why.startswith("choose the unit that advances into")
    play(game, "done")
    assert offered(game, "unit") == {"P-10"}  # nor P-12, which is two hexes away
    assert told(game, "piece", unit("P-12"))[1].endswith("is not next to the hex")


@rule("12.0a", "22.1f")
def test_who_went_into_the_first_hex_does_not_go_into_the_second() -> None:
    game = after_counter("3125 P-12 P-10", "P-12 P-10", "3126 3025")
    play(game, "unit P-12")
    while asked(game).step == "go":
        play(game, "stop")
    play(game, "done")
    assert offered(game, "unit") == {"P-10"}


# -- 3.4.3d trains ---


@rule("3.4.3d", "7.1o", "7.1p")
def test_who_has_come_to_a_hex_where_moves_end_goes_no_further() -> None:
    here = hex("2308")
    free, stopped = (track(M, NONE, 0, stops) for stops in (0, 1 << here))
    ways = next_hexes(free, here, 1, False)
    assert ways
    assert next_hexes(stopped, here, 1, False) == 0
    assert next_hexes(stopped, here, 1, True) == ways


# -- 11 off the map ---


@rule("2.3.2b", "2.3.2c", "2.7a")
@pytest.mark.parametrize(("level", "key"), [(0, "S-53"), (1, "S-53"), (2, "S-53"), (0, "S-4")])
def test_who_leaves_the_map_comes_back_as_it_left(level: int, key: str) -> None:
    s = situation(f"3705 {key}{('', '/r', '/x')[level]}; 3710 S-5/x S-6/r; 2206 P-17", side=POLAND)
    table(s)
    s.marked = 1 << unit(key) | 1 << unit("S-5")
    march_back(s, unit(key), Route((OFF_MAP,), 0, 0))
    assert s.place[unit(key)] == box(s.round + 1)
    assert [level_of(s, unit(each)) for each in (key, "S-5", "S-6")] == [level, 2, 1]
    assert s.marked == 1 << unit("S-5")


# -- 13.4 links ---


@rule("13.4d", "13.4e")
def test_a_link_that_ends_leaves_none() -> None:
    """The Western Front leaves Poland: the marker parts from its Theater, and nobody else's is there to link with."""
    s = situation("2206 P-17; 1920 P-13; 2922 S-5; 3005 S-4")
    s.polish_marker, s.linked = True, BELARUS
    table(s)
    review(s)
    assert (s.linked, s.polish_marker) == (0, False)


@rule("13.4b", "13.5a")
@pytest.mark.parametrize(("home", "box_"), [("1920", 7), ("2206", -3)])
def test_the_polish_marker_takes_the_box_of_the_theater_left_last(home: str, box_: int) -> None:
    s = situation(f"{home} P-17; 2922 S-5; 3005 S-4")
    s.morale = [0, -3, 7]
    game = table(s)
    come(s, unit("P-17"), hex("0612"))
    assert game.s.unified
    assert s.morale[POLISH] == box_


# -- 16 arrivals ---


@rule("16.0c", "16.0e", "16.0i")
@pytest.mark.parametrize("scenario", ["berezina", "kiev"])
def test_where_warszawa_is_out_of_play_no_pole_is_put_down(scenario: str) -> None:
    s = situation("2206 P-17; 1920 P-13", scenario=scenario)
    assert [M.key[u] for u in M.units_of[POLAND] if u < M.count and M.regular >> u & 1 and by_hand(s, u)] == []


@rule("20.1.1b", "16.0a", "16.0i")
def test_of_arrivals_only_the_konarmiya_is_marked() -> None:
    for key in ("S-4K", "P-10"):
        side = POLAND if key[0] == "P" else SOVIET
        s = situation("2206 P-17; 3005 S-4", side=side, round=M.round_of["23.V"])
        s.place[unit(key)] = box(s.round)
        s.home_open = True
        game = table(s, Arrivals(command=POLES if side == POLAND else SOVIETS))
        play(game, f"place {min(offered(game, 'place'))}")
        assert s.entered == (1 << unit(key) if key == "S-4K" else 0)


@rule("19.9a")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_deserters_are_taken_in_by_the_poles_in_their_own_turn(side: int) -> None:
    s = situation("1920 P-U1/r P-13; 3005 S-4 S-5", side=side, round=14)
    s.forming, s.phase = 3, REPLACEMENT
    game = table(s, ReplacementPhase(at="deserters"))
    assert len(events(game, "deserters")) == (side == POLAND)


# -- 23.1 markers ---


@rule("2.5a", "3.4.1c", "20.1.4a", "23.1a")
@pytest.mark.parametrize(("key", "front"), [("S-53", WEST), ("S-45", SOUTHWEST)])
def test_a_soviet_marker_belongs_to_the_front_of_its_units(key: str, front: int) -> None:
    s = screened(f"3126 {key}; 3127 S-58; 2206 P-17", f"S-PAT2 {key}")
    marker = unit("S-PAT2")
    assert front_of(s, marker) == front
    assert army_of(s, front) >> marker & 1
    assert not army_of(s, SOUTHWEST if front == WEST else WEST) >> marker & 1


@rule("23.1.1d")
@pytest.mark.parametrize("field", ["eligible", "entered", "unloaded", "barred", "attacked"])
@pytest.mark.parametrize("marked", [False, True])
def test_a_patrol_that_parts_has_done_what_the_other_has_done(field: str, marked: bool) -> None:
    s = screened("2926 P-17 P-10; 3326 S-58", "P-PAT1 P-17 P-10")
    old = 1 << unit("P-PAT1")
    setattr(s, field, old if marked else 0)
    table(s)
    new = part(s, unit("P-10"))
    assert getattr(s, field) == (old | 1 << new if marked else 0)
    assert field in (*INHERITED, "attacked")


@rule("23.1.3d", "23.1.3h", "7.0b")
def test_who_has_revealed_has_moved_and_nobody_else_has() -> None:
    s = screened("2926 P-10 P-17; 3026 S-41; 2010 S-53", "S-PAT1 S-41", phase=REACTIVE_1)
    game = table(s, Scout(command=POLES, unit=unit("P-10"), left=1))
    play(game, "reveal 3026")
    assert s.moved == 1 << unit("P-10")


@rule("23.1a")
@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ({"groups": "yes"}, GROUPS),
        ({"patrols": "yes"}, PATROLS),
        ({"groups": "yes", "patrols": "yes"}, GROUPS | PATROLS),
    ],
)
def test_only_the_markers_that_the_table_plays_with_lie_ready(options: dict[str, str], kinds: int) -> None:
    s = TITLE.start("kiev", seed=1, options=options).s
    ready = {M.key[piece] for piece in range(M.count, len(s.place)) if s.place[piece] == OFF}
    wanted = (M.all_patrols if kinds & PATROLS else 0) | (M.all_groups if kinds & GROUPS else 0)
    assert ready == {M.key[piece] for piece in range(M.count, len(M.key)) if wanted >> piece & 1}


@rule("23.1.1a", "23.1.2a")
def test_a_marker_on_the_map_is_seen_to_be_laid_and_one_in_a_box_is_not() -> None:
    for where_, seen in ((hex("2926"), 1), (box(3), 0)):
        s = screened("2926 P-10; 3326 S-58")
        if where_ != hex("2926"):
            lift(s, unit("P-17"), where_)
        else:
            put(s, unit("P-17"), where_)
        game = table(s)
        lay(s, unit("P-PAT1"), units("P-17"), "23.1.1a")
        assert len(events(game, "laid")) == seen
        assert len(events(game, "covers")) == 1


# -- 10.7i ---


@rule("10.7i", "10.8c")
@pytest.mark.parametrize("phase", [ATTACK_1, ATTACK_2])
def test_whose_attack_is_elite(phase: int) -> None:
    for u in M.units:
        s = situation(f"3126 {M.key[u]}", phase=phase)
        s.phase = phase
        riding = phase == ATTACK_2 and bool(M.cavalry & M.lof_full & 1 << u)
        assert counts_elite(s, u) == (bool(M.elite >> u & 1) or riding), M.key[u]


# -- 23.5a ---


@rule("23.5a")
@pytest.mark.parametrize("politics", [[0, 0], [1, 0], [0, 2], [1, 2]])
def test_priorities_are_chosen_once(politics: list[int]) -> None:
    s = situation("2206 P-17; 3005 S-4")
    s.has_priorities, s.politics = True, politics
    game = table(s, Campaign(at="priorities"))
    chosen = any(decision.step == "decide" for decision in game.decisions.values())
    assert chosen == (politics == [0, 0])


@rule("7.0d", "7.1p", "23.1.1a")
def test_the_first_marker_moves_as_units_do() -> None:
    first = M.key[M.count]
    s = screened("2926 P-17; 3326 S-58; 2206 P-10", f"{first} P-17")
    assert unit(first) in movable(s, POLES)


# -- 8.2 beside rebels ---


@rule("8.2a", "20.4.1d")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_a_rebel_alone_in_its_hex_is_faced_without_strength_and_does_not_react(side: int) -> None:
    s = situation(f"2514 S-G1; 2613 S-45; 2413 P-12; {FRIENDS}", side=side, phase=REACTIVE_1)
    s.rebellion, s.rebel = 2, 1 << unit("S-G1")
    refresh(s, hex("2514"))
    assert s.occupied[POLAND] >> hex("2514") & 1
    able = eligible(s, side)
    assert able >> unit("S-45" if side == SOVIET else "P-12") & 1
    assert not able >> unit("S-G1") & 1
