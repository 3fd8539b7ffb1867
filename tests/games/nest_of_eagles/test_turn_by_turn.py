"""What each phase of a turn sets going, asked of the turn itself, and what comes of the questions of few games."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits
from vistula.games.nest_of_eagles.invariants import check
from vistula.games.nest_of_eagles.model import WEST
from vistula.games.nest_of_eagles.rules.advance import Onward, pursuit
from vistula.games.nest_of_eagles.rules.aircraft import Flight, land
from vistula.games.nest_of_eagles.rules.allies import Deserters
from vistula.games.nest_of_eagles.rules.attack import Attack
from vistula.games.nest_of_eagles.rules.concentration import appear
from vistula.games.nest_of_eagles.rules.control import come
from vistula.games.nest_of_eagles.rules.morale import desert
from vistula.games.nest_of_eagles.rules.movement import Marches, Move, begin_movement
from vistula.games.nest_of_eagles.rules.rail import cheapest, reachable, ride
from vistula.games.nest_of_eagles.rules.reactive import ReactivePhase
from vistula.games.nest_of_eagles.rules.rebellion import Return, brigades
from vistula.games.nest_of_eagles.rules.reinforcements import Arrivals, arrive
from vistula.games.nest_of_eagles.rules.reorganization import Reorganizing
from vistula.games.nest_of_eagles.rules.replacements import ReplacementPhase
from vistula.games.nest_of_eagles.rules.reserves import Reserves
from vistula.games.nest_of_eagles.rules.retreat import Retreats
from vistula.games.nest_of_eagles.rules.revolutionaries import Revolution, rolls
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS
from vistula.games.nest_of_eagles.rules.sequence import PlayerTurn
from vistula.games.nest_of_eagles.rules.setup import agree
from vistula.games.nest_of_eagles.rules.three_players import weight
from vistula.games.nest_of_eagles.rules.ukrainians import draft
from vistula.games.nest_of_eagles.rules.victory import result
from vistula.games.nest_of_eagles.rules.volunteers import outstanding
from vistula.games.nest_of_eagles.state import (
    ABSENT,
    ATTACK_1,
    OFF,
    OWN,
    REACTIVE_1,
    REBUILD,
    REMOVED,
    REPLACEMENT,
    RESERVES,
    TRANSIT,
    UKRAINIAN,
    VOLUNTEERS,
    State,
    box,
    cover,
    lift,
    put,
    refresh,
    set_level,
)
from vistula.kernel import Game, Violation

from .positions import M, give, hex, situation, unit, units
from .screens import screened
from .table import (
    POLAND,
    SOVIET,
    TITLE,
    asked,
    attack,
    attacks,
    can,
    events,
    moves,
    offered,
    play,
    roll,
    rolled,
    table,
    where,
)

rule = pytest.mark.rule
FRIENDS = "2206 P-17; 1920 P-13"
LATE = M.round_of["1.VIII"]


def waiting(game: Game[State]) -> str:
    """The step that asks now; nothing once all is done."""
    return next((d.step for d in game.decisions.values() if d.waits), "")


# -- 5.1 the steps of a turn ---


@rule("10.1e", "10.1f", "5.1a")
@pytest.mark.parametrize("step", ["attacks_1", "attacks_2"])
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_in_an_attack_phase_its_player_attacks_and_then_all_may_attack_again(step: str, side: int) -> None:
    s = situation(f"{FRIENDS}; 2922 S-5; 3005 S-4", side=side, phase=ATTACK_1)
    s.fought = s.barred = 1 << unit("P-17")
    game = table(s, PlayerTurn(side=side, at=step, commands=[POLES if side == POLAND else SOVIETS]))
    assert waiting(game) == "declare"
    assert (s.fought, s.barred) == (1 << unit("P-17"),) * 2
    play(game, "end")
    assert (s.fought, s.barred) == (0, 0)


@rule("5.2a", "13.3.1a", "20.1.3a", "20.4.1d")
@pytest.mark.parametrize(("side", "gone"), [(POLAND, False), (SOVIET, True)])
def test_a_soviet_turn_ends_a_demoralized_konarmiya(side: int, gone: bool) -> None:
    s = situation(f"{FRIENDS}; 3121 S-4K/r; 3005 S-4", side=side, round=LATE, phase=REPLACEMENT)
    table(s, PlayerTurn(side=side, at="over"))
    assert (s.place[unit("S-4K")] == REMOVED) == gone
    assert s.phase == 0


@rule("20.4.1d", "20.4.1f", "5.2a", "20.1.3a", "13.3.1a")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_a_polish_turn_ends_a_rebellion(side: int) -> None:
    s = situation(f"{FRIENDS}; 2514 S-G1 S-4; 2614 S-G2; 3005 S-5", side=side)
    s.rebellion, s.negotiating = 2, 1 << unit("S-G2")
    s.rebel = 1 << unit("S-G1")
    table(s, PlayerTurn(side=side, at="over"))
    left = [key for key in ("S-G1", "S-G2", "S-4") if s.place[unit(key)] >= 0]
    assert left == (["S-4"] if side == POLAND else ["S-G1", "S-G2", "S-4"])
    assert (s.rebel, s.negotiating) == ((0, 0) if side == POLAND else (1 << unit("S-G1"), 1 << unit("S-G2")))
    assert bool(s.occupied[SOVIET] >> hex("2614") & 1) == (side == SOVIET)


@rule("5.2a", "13.3.1a", "20.1.3a", "23.3.2.7")
@pytest.mark.parametrize(("side", "left"), [(POLAND, 0), (SOVIET, 2)])
def test_officers_quarrel_until_their_turn_is_over(side: int, left: int) -> None:
    s = situation(f"{FRIENDS}; 2922 S-5; 3005 S-4", side=side)
    s.quarrels = 2
    table(s, PlayerTurn(side=side, at="over"))
    assert s.quarrels == left


@rule("5.1a", "23.3.2.7")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
@pytest.mark.parametrize("before", [0, 1])
def test_officers_begin_to_quarrel_with_a_polish_turn(side: int, before: int) -> None:
    s = situation(f"{FRIENDS}; 2922 S-5; 3005 S-4", side=side)
    s.quarrels = before
    table(s, PlayerTurn(side=side))
    assert s.quarrels == (2 * before if side == POLAND else before)


@rule("9.4a", "9.4c")
def test_who_finds_no_town_stays_under_way_and_everyone_knows_where() -> None:
    s = situation("2206 P-17; 3005 S-4")
    s.place[unit("P-16")] = TRANSIT
    s.transit[OWN], s.destination[OWN], s.could[OWN] = 1 << unit("P-16"), hex("2010"), 1 << hex("2010")
    s.held = [0, M.urban, 0]
    table(s)
    appear(s, POLAND)
    assert (s.transit[OWN], s.found_out[OWN], s.destination[OWN]) == (1 << unit("P-16"), 1, hex("2010"))
    give(s, POLAND, hex("2010"))
    appear(s, POLAND)
    assert (s.transit, s.found_out, s.destination) == ([0, 0, 0], [0, 0, 0], [0, 0, 0])
    assert s.place[unit("P-16")] == hex("2010")


@rule("17.1.3a", "17.1.2a", "17.1.4a")
@pytest.mark.parametrize(("side", "number"), [(POLAND, 1), (SOVIET, 0)])
def test_with_the_polish_replacements_comes_a_ukrainian_one_from_kijow(side: int, number: int) -> None:
    s = situation("3017 S-5; 2206 P-17; 1920 P-13", side=side, phase=REPLACEMENT)
    put(s, unit("P-12"), M.kijow)
    table(s, ReplacementPhase(at="income"))
    assert s.pool[UKRAINIAN] == number


@rule("17.1.4a")
@pytest.mark.parametrize(
    ("forming", "lwow", "kijow", "number"),
    [
        (0, POLAND, False, 0), (0, POLAND, True, 1), (2, POLAND, False, 1), (4, POLAND, False, 1), (3, POLAND, True, 1),
        (1, POLAND, False, 0), (5, POLAND, False, 0), (3, SOVIET, False, 0), (3, SOVIET, True, 1), (5, SOVIET, True, 1),
    ],
)  # fmt: skip
def test_what_brings_a_ukrainian_replacement(forming: int, lwow: int, kijow: bool, number: int) -> None:
    s = situation(f"{FRIENDS}; 2922 S-5")
    s.forming = forming
    give(s, lwow, M.lwow)
    if kijow:
        put(s, unit("P-12"), M.kijow)
    game = table(s)
    draft(s)
    assert s.pool[UKRAINIAN] == number
    assert len(events(game, "replacements")) == number


@rule("17.1.4a", "23.5.1c")
def test_the_division_of_galicia_brings_two_and_nothing_else_is_asked() -> None:
    s = situation(f"{FRIENDS}; 2922 S-5")
    put(s, unit("P-12"), M.kijow)
    give(s, POLAND, M.kijow)
    s.politics, s.politics_shown = [2, 0], [1, 0]
    table(s)
    draft(s)
    assert s.pool[UKRAINIAN] == 2


@rule("20.1.2a")
@pytest.mark.parametrize(("side", "rolls_"), [(POLAND, 0), (SOVIET, 2)])
def test_riders_join_the_konarmiya_in_the_soviet_replacement_phase(side: int, rolls_: int) -> None:
    s = situation(f"{FRIENDS}; 3121 S-4K/r S-6K; 3005 S-4", side=side, phase=REPLACEMENT)
    s.place[unit("S-11K")] = REBUILD
    game = rolled(s, ReplacementPhase(at="horsemen"), 5, 1, 1, 1)
    assert len(events(game, "horsemen")) == rolls_


@rule("20.4.3a")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
@pytest.mark.parametrize("lwow", [POLAND, SOVIET])
def test_the_soviets_recruit_galicians_while_they_hold_lwow(side: int, lwow: int) -> None:
    s = situation(f"{FRIENDS}; 2922 S-5; 3005 S-4", side=side, phase=REPLACEMENT)
    give(s, lwow, M.lwow)
    game = rolled(s, ReplacementPhase(at="brigades"), 1, 1, 1)
    assert len(events(game, "recruiting")) == (side == SOVIET and lwow == SOVIET)


@rule("20.4.3a")
@pytest.mark.parametrize("lost", ["S-G1 S-G2 S-G3", "S-G2 S-G3", "S-G3"])
def test_by_a_six_the_first_brigade_that_is_lost_comes_back(lost: str) -> None:
    s = situation(f"{FRIENDS}; 2922 S-5; 2923 S-6", side=SOVIET, phase=REPLACEMENT)
    give(s, SOVIET, M.lwow)
    for key in ("S-G1", "S-G2", "S-G3"):
        s.place[unit(key)] = OFF if key in lost else ABSENT
    assert brigades(s) == units("S-G1 S-G2 S-G3")
    game = rolled(s, Return(), 6)
    town = min(offered(game, "place"))
    play(game, f"place {town}")
    assert where(game, lost[:4]) == town
    assert [key for key in lost.split()[1:] if s.place[unit(key)] != OFF] == []
    assert not game.stack


@rule("20.4.3a")
def test_without_a_safe_town_no_brigade_comes_back() -> None:
    s = situation(f"{FRIENDS}; 2922 S-5", side=SOVIET, phase=REPLACEMENT)
    s.held = [M.urban & ~(1 << M.lwow), 1 << M.lwow, 0]
    put(s, unit("P-12"), hex("1422"))  # two hexes from the only town
    game = rolled(s, Return(), 6)
    assert not game.stack
    assert not events(game, "arrives")


@rule("20.4.2a")
def test_deserters_are_those_on_the_map_and_under_way_and_nobody_else() -> None:
    s = situation(f"{FRIENDS}; 2514 S-G1; 3005 S-4")
    s.place[unit("S-G2")], s.place[unit("S-G3")] = TRANSIT, ABSENT
    s.transit[2] = 1 << unit("S-G2")
    s.morale = [0, 0, -20]
    game = table(s)
    desert(s)
    assert [s.place[unit(key)] for key in ("S-G1", "S-G2", "S-G3")] == [OFF, OFF, ABSENT]
    assert [event.refs["unit"] for event in events(game, "deserts")] == [unit("S-G1")]


# -- 20.2, 20.3, 19.1 ---


@rule("20.2.2a")
@pytest.mark.parametrize(("key", "asks"), [("S-4", True), ("S-MOS/r", False)])
def test_only_who_has_somebody_to_disband_is_asked(key: str, asks: bool) -> None:
    s = situation(f"{FRIENDS}; 3005 {key}", side=SOVIET, round=LATE)
    s.place[unit("S-17Kw")] = s.place[unit("S-17Ks")] = RESERVES
    game = table(s, Reserves(at="cavalry", front=WEST))
    assert (waiting(game) == "cavalry") == asks


@rule("20.3a", "20.3b", "20.3c")
@pytest.mark.parametrize(
    ("forming", "place", "level", "marked", "town", "expected"),
    [
        (5, OFF, 0, False, True, True), (4, OFF, 0, False, True, False), (5, OFF, 0, False, False, False),
        (5, 0, 1, False, True, True), (5, 0, 1, True, True, False), (5, 0, 0, False, True, False),
        (5, REMOVED, 0, False, True, False), (5, 0, 1, False, False, False),
    ],
)  # fmt: skip
def test_when_the_revolution_rolls(
    forming: int, place: int, level: int, marked: bool, town: bool, expected: bool
) -> None:
    s = situation(f"{FRIENDS}; 3005 S-4", side=SOVIET)
    s.forming = forming
    give(s, SOVIET if town else POLAND, M.bialystok)
    give(s, POLAND, M.lublin)
    if place:
        s.place[M.prd] = place
    else:
        put(s, M.prd, M.bialystok)
        set_level(s, M.prd, level)
    s.marked = marked << M.prd
    assert rolls(s) == expected


@rule("20.3a", "20.3b", "20.3c")
@pytest.mark.parametrize("die", range(1, 7))
def test_five_raises_the_division_and_odd_rolls_fill_it(die: int) -> None:
    s = situation(f"{FRIENDS}; 3005 S-4", side=SOVIET)
    give(s, SOVIET, M.bialystok)
    s.place[M.prd] = OFF
    game = rolled(s, Revolution(command=SOVIETS), die)
    assert (s.place[M.prd] == M.bialystok) == (die >= 5)  # one city, so nothing is asked
    assert s.marked == 0
    put(s, M.prd, M.bialystok)
    set_level(s, M.prd, 1)
    game = rolled(s, Revolution(command=SOVIETS), die)
    assert s.marked == (die % 2) << M.prd
    assert not game.stack


@rule("19.1.1b")
def test_only_volunteers_in_their_box_are_called() -> None:
    s = situation(f"{FRIENDS}; 3005 S-4")
    s.forming = 2
    everybody = [u for army in (M.volunteer_brigades, M.volunteer_regiments) for u in M.units if army >> u & 1]
    for u in everybody:
        s.place[u] = VOLUNTEERS
    assert outstanding(s, []) == everybody
    s.place[everybody[0]] = REMOVED
    assert outstanding(s, []) == everybody[1:]
    assert outstanding(s, everybody[1:3]) == [u for u in everybody if M.volunteer_regiments >> u & 1]


@rule("19.9a")
@pytest.mark.parametrize("key", ["P-U1", "P-U1/r"])
def test_deserters_are_taken_in_only_where_somebody_could(key: str) -> None:
    s = situation(f"1920 {key}; 2206 P-17; 3005 S-4", side=POLAND, phase=REPLACEMENT)
    s.forming = 3
    game = rolled(s, Deserters(), 6)
    assert not game.stack
    assert s.marked == (1 << unit("P-U1") if key.endswith("r") else 0)


@rule("20.4.1d")
@pytest.mark.parametrize("beside", [True, False])
def test_invariants_know_that_a_rebel_holds_its_hex_for_the_poles(beside: bool) -> None:
    s = situation(f"{FRIENDS}; 2514 S-G1{' S-4' if beside else ''}; 3005 S-5")
    s.rebellion, s.rebel = 2, 1 << unit("S-G1")
    refresh(s, hex("2514"))
    check(s, [])
    assert bool(s.occupied[POLAND] >> hex("2514") & 1) == (not beside)
    s.occupied[POLAND] ^= 1 << hex("2514")
    with pytest.raises(Violation):
        check(s, [])


@rule("9.0a", "9.2a", "20.2.1b")
def test_a_journey_whose_last_link_crosses_the_dzwina_calls_a_division() -> None:
    s = situation("2206 P-17; 3705 S-4")
    s.held = [M.urban, 0, 0]
    far, near, goal = hex("2501"), hex("2602"), hex("2702")
    starts = [h for h in bits(M.urban) if h not in (near, goal) and cheapest_hexes(s, h, goal)[-2:] == (near, goal)]
    assert starts
    for start in starts[:3]:
        t = s.copy()
        t.m = s.m
        put(t, unit("P-16"), start)
        game = table(t)
        ride(t, unit("P-16"), goal)
        assert len(events(game, "reserve_called")) == 1
        assert t.reserves == [1, 0]
    assert far


def cheapest_hexes(s: State, start: int, goal: int) -> tuple[int, ...]:
    t = s.copy()
    t.m = s.m
    put(t, unit("P-16"), start)
    return cheapest(t, unit("P-16"), goal).hexes if reachable(t, unit("P-16"), start) >> goal & 1 else ()


@rule("18.0a", "17.4a")
def test_who_has_nobody_to_reorganize_is_not_asked() -> None:
    assert not table(situation(f"{FRIENDS}; 3005 S-4"), Reorganizing(command=POLES)).stack
    s = situation("2206 P-7.4 P-8.4; 3005 S-4")
    s.place[unit("P-4")] = -2
    game = table(s, Reorganizing(command=POLES))
    assert waiting(game) == "reorganize"
    refusal = game.seat(asked(game).seat).why_not("space", hex("2206"))
    assert refusal is not None
    assert refusal.why == "choose a unit to merge or to split"


# -- 3.4.7 the air unit ---


@rule("3.4.7a")
@pytest.mark.parametrize("frame", [Flight(), ReactivePhase(side=POLAND, at="flight")])
def test_the_poles_are_asked_where_the_air_unit_flies(frame: Flight) -> None:
    s = situation("2206 P-17 P-7E; 2308 P-16; 3005 S-4", phase=REACTIVE_1)
    game = table(s, frame)
    assert (asked(game).seat, asked(game).step) == ("poland", "where")
    assert offered(game, "place") == {"2308"}
    play(game, "place 2308")
    assert where(game, "P-7E") == "2308"
    s = situation("2206 P-17 P-7E; 2308 P-16; 3005 S-4", phase=REACTIVE_1)
    game = play(table(s, Flight()), "pass")
    assert where(game, "P-7E") == "2206"
    s = situation("2206 P-17 P-7E; 3005 S-4", phase=REACTIVE_1)
    assert not table(s, Flight()).stack  # there is nowhere to go


@rule("3.4.7a", "3.4.7c", "13.5a", "19.1c")
@pytest.mark.parametrize(("goal", "called"), [("2308", False), ("1920", True)])
def test_only_a_flight_to_another_theater_leaves_one(goal: str, called: bool) -> None:
    """Nobody else is in the north: by the next look at the Theaters the volunteers are called."""
    s = situation("2206 P-7E; 1920 P-13; 3005 S-4")
    game = table(s)
    land(s, hex(goal), "3.4.7a")
    assert (s.forming == 1) == called
    assert len(events(game, "volunteers_called")) == called


# -- attack and advance by either side ---


@rule("13.3a", "10.3d", "10.3e", "10.3c")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
@pytest.mark.parametrize("won", [True, False])
def test_an_attack_moves_the_morale_of_its_theater_by_one_box(side: int, won: bool) -> None:
    own, foe = ("P-12 P-14", "S-164") if side == POLAND else ("S-53 S-6", "P-41")
    game = attacks(f"2317 {own}; 2316 {foe}; 2206 P-17; 1920 P-13; 3005 S-4; 3121 S-45", side=side)
    attack(game, "2316", own, *((1, 2) if won else (5, 6)))
    theater = M.theater_of[hex("2316")]
    assert game.s.morale == [(1 if won == (side == SOVIET) else -1) * (t == theater) for t in range(3)]


@rule("10.4a", "10.5b", "10.6a", "14.2c")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_in_a_bloody_fight_the_defenders_lose_a_step_whoever_they_are(side: int) -> None:
    own, foe = ("P-12", "S-53") if side == POLAND else ("S-53", "P-12")
    game = attacks(f"2608 {own}; 2609 {foe}; 1920 P-13; 3005 S-4; 2010 P-16", side=side)
    attack(game, "2609", own, 1, 1)
    assert [game.s.reduced >> unit(key) & 1 for key in (own, foe)] == [1, 1]


@rule("12.1c", "3.4.3b", "3.4.3c")
@pytest.mark.parametrize(("train", "side"), [("P-PP1", POLAND), ("S-BPw", SOVIET)])
def test_a_train_of_either_side_advances_along_its_railroad(train: str, side: int) -> None:
    s = situation(f"2308 {train}; 1920 P-13; 3005 S-4", side=side, phase=ATTACK_1)
    ground = pursuit(s, unit(train), hex("2308"))
    doors = 0
    for each in ground.steps:
        doors |= each.doors
    assert doors >> hex("2308") & 1


@rule("3.3d", "12.1c")
@pytest.mark.parametrize(("level", "lives"), [("/x", False), ("/r", True)])
def test_a_remnant_that_ends_its_advance_alone_beside_enemies_is_lost(level: str, lives: bool) -> None:
    s = situation(f"3126 P-12{level}; 3127 S-4; {FRIENDS}", phase=ATTACK_1)
    game = table(s, Onward(command=POLES, unit=unit("P-12"), origin=hex("3125"), left=0))
    assert not game.stack
    assert (s.place[unit("P-12")] >= 0) == lives


# -- 21.4d, 22.1b ---


@rule("2.7a", "21.4d")
def test_who_takes_wilno_from_lithuania_has_driven_it_from_the_game() -> None:
    s = situation(f"{FRIENDS}; 1704 L-1; 3005 S-4", side=SOVIET)
    give(s, 2, M.wilno)
    table(s)
    come(s, unit("S-5"), M.wilno)
    assert s.place[unit("L-1")] == REMOVED
    assert s.held[SOVIET] >> M.wilno & 1


@rule("21.1e", "21.2b", "21.4b")
def test_the_crossing_of_the_line_is_told_once() -> None:
    s = situation(f"{FRIENDS}; 3005 S-4; 1506 L-1 L-2")
    game = table(s)
    for key, to in (("L-1", "1505"), ("L-2", "1807"), ("L-1", "1808")):
        come(s, unit(key), hex(to))
    assert len(events(game, "lithuania_out")) == 1
    assert s.lithuania_out


@rule("22.1b")
def test_what_each_unit_weighs() -> None:
    for u in M.units:
        s = situation(f"3126 {M.key[u]}")
        big = bool(M.cavalry & M.divisions & 1 << u)
        assert weight(s, u) == ((3 if M.elite >> u & 1 else 2) if big else 1), M.key[u]
        if M.steps[u] == 3:
            set_level(s, u, 2)
            assert weight(s, u) == 0


# -- 3.4.4, 19.5 wheels ---


@rule("3.4.4b", "7.0d", "19.5a")
@pytest.mark.parametrize(
    ("key", "side", "weak", "strong"), [("S-9A", SOVIET, "P-41", "P-12"), ("P-CARS", POLAND, "S-MOS/r", "S-4")]
)
def test_cars_of_either_side_drive_through_weak_enemies_only(key: str, side: int, weak: str, strong: str) -> None:
    for enemy, through in ((weak, True), (strong, False)):
        game = moves(f"2308 {key}; 2408 {enemy}; 1920 P-13; 3005 S-5; 2010 P-16; 3705 S-6", side=side)
        play(game, f"unit {key}")
        assert can(game, "step 2408") == through, enemy


# -- what is done once, and by whom ---


@rule("17.1.2b", "22.1d")
@pytest.mark.parametrize(("scenario", "fronts"), [("berezina", {"0"}), ("war-of-1920", {"0", "1"})])
def test_the_further_replacement_goes_to_a_front_in_play(scenario: str, fronts: set[str]) -> None:
    s = situation("2206 P-17; 3005 S-4", scenario=scenario, side=SOVIET, phase=REPLACEMENT)
    game = table(s, ReplacementPhase(at="bonus"))
    if len(fronts) > 1:
        assert offered(game, "front") == fronts
        play(game, "front 1")
        assert s.pool == [0, 0, 1, 0]
    else:
        assert s.pool[1] == 1


@rule("12.0a", "10.4b", "10.3e")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
@pytest.mark.parametrize("won", [True, False])
def test_only_who_has_won_may_advance_whoever_attacks(side: int, won: bool) -> None:
    own, foe = ("P-12 P-14", "S-164") if side == POLAND else ("S-53 S-6", "P-41")
    game = attacks(f"2317 {own}; 2316 {foe}; 2206 P-17; 1920 P-13; 3005 S-4; 3121 S-45", side=side)
    attack(game, "2316", own, *((1, 2) if won else (5, 6)))
    seen = set()
    while waiting(game) not in ("", "declare"):
        seen.add(waiting(game))
        verb = next(
            v for v in ("hex", "lose", "unit", "done", "stop", "leave", "go") if offered(game, v) or can(game, v)
        )
        play(game, f"{verb} {min(offered(game, verb))}" if verb in ("hex", "lose", "unit") else verb)
    assert ("who_goes" in seen) == won


@rule("20.1.4b")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_the_konarmiya_is_transferred_at_the_start_of_a_soviet_turn(side: int) -> None:
    s = situation("2206 P-17; 1920 P-13; 1209 S-45 S-44; 3121 S-4K; 3005 S-4", side=side, round=LATE)
    game = table(s, PlayerTurn(side=side, at="transfer"))
    assert (waiting(game) == "decide") == (side == SOVIET)


@rule("2.7a", "22.2a")
def test_which_front_took_a_town_last() -> None:
    s = situation("2206 P-17; 1920 P-13; 3005 S-4", side=SOVIET)
    town = hex("2308")
    give(s, POLAND, town)
    table(s)
    for key, wanted in (("S-5", [1 << town, 0]), ("P-10", [1 << town, 0]), ("S-45", [0, 1 << town])):
        come(s, unit(key), town)
        assert s.taken_by == wanted, key
        put(s, unit(key), hex("3705" if key[0] == "S" else "0612"))


@rule("9.0a", "7.0c", "9.4d")
@pytest.mark.parametrize("die", range(1, 7))
def test_who_leaves_in_secret_may_be_found_out_at_once(die: int) -> None:
    game = roll(moves("2010 P-16; 2708 S-53"), die)
    play(game, "unit P-16", "conceal 1807")
    assert game.s.found_out == [int(die == 6), 0, 0]
    assert len(events(game, "found_out")) == (die == 6)


@rule("16.0a", "16.0g", "9.3d", "23.1.2c")
def test_a_group_that_arrives_in_secret_pays_twice() -> None:
    s = screened("2206 P-17; 3121 S-45; 3005 S-4", side=SOVIET)
    for key in ("S-5", "S-6"):
        lift(s, unit(key), box(s.round))
    cover(s, units("S-5 S-6"), unit("S-GRA"))
    s.western |= 1 << unit("S-GRA")
    game = roll(table(s, Arrivals(command=SOVIETS)), 2)
    play(game, f"conceal {min(offered(game, 'conceal'))}")
    assert s.rails == [0, 2, 0]


@rule("11.0a", "11.2b")
def test_who_is_gone_is_in_no_group_that_retreats() -> None:
    s = situation("2206 P-17; 1920 P-13; 2317 P-16; 2216 S-4; 3121 S-45", side=SOVIET, phase=ATTACK_1)
    game = table(s, Retreats(units=units("P-12 P-16"), at="next_group"))
    while waiting(game) == "way":
        play(game, f"hex {min(offered(game, 'hex'))}")
    assert [event.refs["units"] for event in events(game, "retreats")] == [units("P-16")]


@rule("1.1a", "22.0a", "23.0a")
def test_a_table_agrees_once() -> None:
    s = TITLE.start("kiev", seed=1, options={"patrols": "yes"}).s
    before = len(s.place)
    agree(s, {"patrols": "yes", "players": "2", "march": "yes"})
    assert len(s.place) == before == len(M.key)
    assert s.forced_march


@rule("23.3c")
def test_events_in_hand_are_seen_by_their_holder_alone() -> None:
    s = situation("2206 P-17; 1920 P-13; 3005 S-4")
    s.has_events, s.hands = True, [[2], [13, 14]]
    game = table(s, Marches(command=POLES))
    for seat, known in (("poland", {"P3"}), ("russia", {"S4", "S5"})):
        cards = game.seat(seat).view().cards
        assert {card.face for card in cards if card.face} == known
        assert len([card for card in cards if not card.face]) == 3 - len(known)


@rule("3.1c", "2.0d")
def test_counters_beside_the_map_lie_as_they_are() -> None:
    s = situation("2206 P-17; 1920 P-13; 3005 S-4")
    for key in ("P-10", "P-11"):
        s.place[unit(key)] = box(s.round + 1)
    s.reduced = 1 << unit("P-10")
    boxes = table(s, Marches(command=POLES)).seat("poland").view().boxes
    marks = {piece.key: piece.marks for each in boxes for piece in each.pieces}
    assert marks["P-10"] == ["weak"]
    assert marks["P-11"] == []


@rule("5.1e", "16.0a", "16.0h", "9.2d")
def test_who_arrives_by_rail_has_moved_and_is_no_longer_invited() -> None:
    s = situation("2206 P-17; 3005 S-4; 3121 S-45", side=SOVIET)
    for key in ("S-5", "S-6"):
        s.place[unit(key)] = box(s.round)
    s.invited = 1 << unit("S-10")
    game = play(table(s, Arrivals(command=SOVIETS)), "unit S-5")
    play(game, f"rail {min(offered(game, 'rail'))}")
    assert s.moved == 1 << unit("S-5")
    assert s.invited == 1 << unit("S-10")
    s.invited |= 1 << unit("S-6")
    arrive(s, unit("S-6"), hex("3705"), "16.0a")
    assert s.invited == 1 << unit("S-10")


@rule("1.4a", "5.2a", "22.2a")
@pytest.mark.parametrize(("players", "sudden", "cited"), [(2, "", "1.4a"), (3, "", "22.2a"), (2, "sudden", "5.2a")])
def test_a_result_names_the_rule_it_comes_from(players: int, sudden: str, cited: str) -> None:
    s = situation("2206 P-17; 1920 P-13; 3005 S-4", scenario="july")
    s.players, s.result, s.ended = players, sudden, True
    found = result(s)
    assert found is not None
    assert found.rule == cited


@rule("3.4.7c")
@pytest.mark.parametrize("frame", ["left_alone"])
def test_aircraft_that_keep_their_company_stay_where_they_are(frame: str) -> None:
    s = situation("2317 P-16 P-7E; 2316 S-4; 2206 P-17; 3121 S-45", side=SOVIET, phase=ATTACK_1)
    s.escorted = True
    game = table(s, Attack(command=SOVIETS, target=hex("2317"), attackers=units("S-4"), at=frame, rolled=8))
    assert not events(game, "flies")
    assert s.place[unit("P-7E")] == hex("2317")


@rule("23.1.3b", "23.1.3e")
def test_a_unit_on_the_move_reveals_one_hex() -> None:
    s = screened(
        "2927 P-10; 2206 P-17; 3326 S-58; 3005 S-4", "S-PAT1 dummy 3026", "S-PAT2 dummy 3025", phase=REACTIVE_1
    )
    s.eligible = 1 << unit("P-10")
    begin_movement(s, POLAND)
    s.eligible = 1 << unit("P-10")
    game = table(s, Move(command=POLES, unit=unit("P-10"), origin=hex("2927"), left=4))
    play(game, "step 2926")
    assert offered(game, "reveal") == {"3026", "3025"}
    play(game, "reveal 3026")
    assert waiting(game) == "go"  # only a dummy was there
    assert offered(game, "reveal") == set()
