"""More half-sentences: the end of a turn, reserves, marches that set something off, and what becomes of units."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits
from vistula.games.nest_of_eagles.model import BELARUS, POLAND, SOVIET, UKRAINE, WEST
from vistula.games.nest_of_eagles.rules.advance import Advance, Onward, points_beyond, reach_of
from vistula.games.nest_of_eagles.rules.control import call_reserve, lift_cheka
from vistula.games.nest_of_eagles.rules.movement import begin_movement, end_movement
from vistula.games.nest_of_eagles.rules.queries import open_towns
from vistula.games.nest_of_eagles.rules.rail import cheapest, reachable, ride
from vistula.games.nest_of_eagles.rules.rebellion import met
from vistula.games.nest_of_eagles.rules.reinforcements import Arrivals, can_come, due
from vistula.games.nest_of_eagles.rules.replacements import Attrition, ReplacementPhase, not_rebuilt
from vistula.games.nest_of_eagles.rules.reserves import may_exchange
from vistula.games.nest_of_eagles.rules.retreat import Retreats, march_back
from vistula.games.nest_of_eagles.rules.routes import Route
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS
from vistula.games.nest_of_eagles.rules.steps import lose, rebuild, strengthen
from vistula.games.nest_of_eagles.state import (
    ABSENT,
    ATTACK_1,
    ATTACK_2,
    BRIGADES,
    OFF,
    OPERATIONAL,
    REBUILD,
    REMOVED,
    REPLACEMENT,
    RESERVES,
    SEALED,
    TRANSIT,
    UKRAINE_BOX,
    VOLUNTEERS,
    box,
    box_turn,
    level_of,
    set_level,
)

from .plain import Plain, side, wide
from .positions import M, hex, situation, stand, unit
from .screens import screened
from .table import asked, attacking, can, events, moving, play, rolled, table, where

rule = pytest.mark.rule


@rule("3.6a", "3.6b", "18.0c", "19.1a", "20.2a", "9.4a", "1.4a")
def test_every_fate_is_a_place_of_its_own() -> None:
    fates = (REBUILD, BRIGADES, VOLUNTEERS, RESERVES, UKRAINE_BOX, OFF, REMOVED, ABSENT, TRANSIT, SEALED)
    assert fates == tuple(range(-1, -11, -1))
    assert not any(map(box_turn, fates))


@rule("3.3a", "3.3g", "3.3h", "17.3b")
def test_steps_down_and_up_again() -> None:
    s = situation("2206 P-17; 2306 P-4BJ; 2922 S-4")
    table(s)
    for key in ("P-17", "P-4BJ", "S-4"):
        u = unit(key)
        for level in range(M.steps[u]):
            assert (level_of(s, u), s.place[u] >= 0) == (level, True)
            lose(s, u, "3.3g")
        assert s.place[u] == REBUILD
    s = situation("2206 P-17/x; 2922 S-4")
    table(s)
    for level in (1, 0, 0):
        strengthen(s, unit("P-17"), "17.3b")
        assert level_of(s, unit("P-17")) == level
    assert s.regained == 1 << unit("P-17")
    set_level(s, unit("P-17"), 2)
    assert (s.reduced >> unit("P-17") & 1, s.remnant >> unit("P-17") & 1) == (0, 1)


@rule("16.0b", "17.2c")
@pytest.mark.parametrize(("side", "key"), [(POLAND, "P-17"), (SOVIET, "S-4")])
@pytest.mark.parametrize("turn", [POLAND, SOVIET])
def test_a_rebuilt_unit_comes_in_its_owners_next_turn(side: int, key: str, turn: int) -> None:
    s = situation("2206 P-16; 2922 S-5", side=turn, round=5, scenario="war-of-1920")
    s.place[unit(key)] = REBUILD
    begins = M.scenarios[s.scenario].begins
    table(s)
    rebuild(s, unit(key), "17.2c")
    later = 5 if side != turn and begins != side else 6
    assert box_turn(s.place[unit(key)]) == later
    assert level_of(s, unit(key)) == M.steps[unit(key)] - 1


# -- 13, 15 the end of a turn ------------------------------------------------------------------------------------------


@rule("13.3f")
@pytest.mark.parametrize("army", [POLAND, SOVIET])
@pytest.mark.parametrize(("fed", "moved"), [(0, 10), (1, 0), (2, 0)])
def test_more_than_half_out_of_supply_shift_ten_boxes(army: int, fed: int, moved: int) -> None:
    """One unit is cut off by the towns of the enemy all around; others stand in a fortress."""
    own, foe = ("P", "S") if army == POLAND else ("S", "P")
    s = situation(
        f"2510 {own}-{'16' if army == POLAND else '4'}; 3706 {foe}-{'5' if army == POLAND else '17'}", side=army
    )
    s.held = [0, 0, 0]
    s.held[1 - army] = M.urban
    keys = ["P-10", "P-17"] if army == POLAND else ["S-6", "S-8"]
    fort = next(h for h in bits(M.fortresses & M.theater[BELARUS]))
    for key in keys[:fed]:
        stand(s, key, M.grid.number(fort))
    s.phase = REPLACEMENT
    table(s, ReplacementPhase(at="morale"))
    toward = moved if army == POLAND else -moved
    assert s.morale == [0, toward, 0]


@rule("15.3a", "15.3b")
@pytest.mark.parametrize("die", range(1, 7))
def test_attrition_takes_a_step_by_a_low_roll(die: int) -> None:
    s = situation("2510 P-16; 3706 S-5")
    s.held = [0, M.urban, 0]
    game = rolled(s, Attrition(units=[unit("P-16")]), die)
    (told,) = events(game, "attrition")
    assert (told.refs["die"], told.refs["total"]) == (die, die)
    assert level_of(s, unit("P-16")) == (die <= 2)


# -- 20.2 reserves -----------------------------------------------------------------------------------------------------


@rule("20.2.1d", "20.2.1e")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_a_reserve_division_instead_of_replacements(side: int) -> None:
    s = situation("2206 P-16; 2922 S-5", side=side, scenario="war-of-1920")
    s.phase, s.forming = REPLACEMENT, 3
    for key in M.unit_by_key:
        if unit(key) < M.count and M.reserve_cavalry >> unit(key) & 1:
            s.place[unit(key)] = RESERVES
    game = table(s, ReplacementPhase())
    fronts = may_exchange(s)
    if side == POLAND:
        assert not game.decisions or asked(game).step != "exchange"
        return
    assert fronts
    assert asked(game).step == "exchange"
    before = list(game.s.pool)
    play(game, f"front {fronts[0]}")
    assert game.s.reserves[fronts[0]] == 1
    assert game.s.pool[1 + fronts[0]] == before[1 + fronts[0]]
    assert game.s.pool[2 - fronts[0]] == before[2 - fronts[0]] + 2


@rule("20.2.1a", "20.2.1b", "20.2.1c")
def test_each_occasion_calls_one_reserve_division_a_turn() -> None:
    s = situation("2206 P-16; 2922 S-5")
    table(s)
    for occasion, number in ((1, 1), (1, 1), (2, 2), (4, 3), (2, 3)):
        call_reserve(s, WEST, occasion, "20.2.1a")
        assert s.reserves == [number, 0]


@rule("9.0a", "9.2a", "20.2.1b")
def test_a_journey_over_the_dzwina_calls_a_reserve_division() -> None:
    s = situation("2602 P-17; 3706 S-5", poland="2702")
    table(s)
    ride(s, unit("P-17"), hex("2702"))
    assert (s.place[unit("P-17")], s.reserves, s.rails[0]) == (hex("2702"), [1, 0], 1)
    assert s.moved == 1 << unit("P-17")


@rule("17.1.5e")
def test_a_cheka_marker_is_lifted_once() -> None:
    s = situation("2206 P-16; 2922 S-5")
    s.cheka, s.cheka_left = 1 << hex("2308") | 1 << hex("2922"), 3
    table(s)
    lift_cheka(s, hex("2308"))
    assert (s.cheka, s.cheka_left) == (1 << hex("2922"), 2)


# -- 11, 20.4 rebels ---------------------------------------------------------------------------------------------------


@rule("20.4.1d", "11.0a")
def test_a_rebel_that_would_retreat_is_gone() -> None:
    s = situation("2523 S-G1; 2424 P-17; 2922 S-5", scenario="kiev", side=SOVIET, phase=ATTACK_1)
    s.rebel = 1 << unit("S-G1")
    table(s, Retreats(units=[unit("S-G1")]))
    assert (s.place[unit("S-G1")], s.rebel) == (OFF, 0)


@rule("19.4c", "11.0a")
def test_the_unit_of_lwow_does_not_retreat() -> None:
    s = situation("1322 P-LWOW; 1321 S-4", side=SOVIET, phase=ATTACK_1, scenario="warsaw")
    game = table(s, Retreats(units=[unit("P-LWOW")]))
    assert s.place[unit("P-LWOW")] == REMOVED
    assert len(events(game, "eliminated")) == 1


# -- 12 advance --------------------------------------------------------------------------------------------------------


@rule("12.1a", "12.1b", "12.1d", "10.8b", "14.2b")
@pytest.mark.parametrize("key", ["P-17", "P-4BJ", "S-4", "S-4K", "P-PP1"])
def test_points_of_an_advance(key: str) -> None:
    s = situation(f"2206 {key}; 2922 {'S-5' if key[0] == 'P' else 'P-16'}")
    u = unit(key)
    for s.phase in (ATTACK_1, ATTACK_2):
        own = M.advance_mp[M.side[u]][M.kind[u]] if s.phase == ATTACK_1 else 0
        assert reach_of(s, u, False) == own
        assert reach_of(s, u, True) == own + 2


@rule("12.1c", "12.2a")
def test_what_is_left_after_the_attacked_hex() -> None:
    s = situation("2206 P-4BJ; 2922 S-5", phase=ATTACK_1)
    u, own = unit("P-4BJ"), M.advance_mp[POLAND][M.kind[unit("P-4BJ")]]
    ground = Plain(s)
    for there in bits(M.around[hex("2206")] & M.land):
        price = ground.cost(POLAND, "2206", M.grid.number(there), False, False)
        river = wide(POLAND, side("2206", M.grid.number(there)))
        left = 0 if river or price is None else max(0, own - price)
        assert points_beyond(s, u, hex("2206"), there, False) == left
        s.phase = ATTACK_2
        assert points_beyond(s, u, hex("2206"), there, True) == (0 if river else 2)
        s.phase = ATTACK_1


# -- 7 the phase -------------------------------------------------------------------------------------------------------


@rule("7.1j", "7.0b", "9.1d", "9.2a")
def test_what_a_movement_phase_remembers_and_forgets() -> None:
    s = situation("2206 P-16 P-17; 2308 P-10; 2922 S-5", soviet="2922 2727", poland="2308 2206")
    s.moved, s.unloaded, s.eligible = 1, 2, 4
    begin_movement(s, POLAND)
    assert (s.started, s.started_two) == (1 << hex("2206") | 1 << hex("2308"), 1 << hex("2206"))
    assert (s.moved, s.active) == (0, POLAND)
    assert s.foreign == M.urban & ~s.held[POLAND]
    s.moved, s.rails = 7, [1, 0, 0]
    end_movement(s, POLAND)
    assert (s.moved, s.eligible, s.started, s.started_two, s.unloaded, s.rails[0]) == (0, 0, 0, 0, 0, 0)


@rule("7.0b", "7.0c")
def test_a_unit_moves_once_and_its_move_is_told() -> None:
    game = moving(situation("2206 P-16 P-17; 2922 S-5", phase=OPERATIONAL))
    step = M.grid.number(next(h for h in bits(M.around[hex("2206")] & M.land) if not M.urban >> h & 1))
    play(game, "unit P-16", f"step {step}")
    if asked(game).step == "go":
        play(game, "stop")
    (told,) = events(game, "moves")
    assert told.refs == {"unit": unit("P-16"), "hex": hex("2206"), "to_hex": hex(step)}
    assert (where(game, "P-16"), game.s.moving) == (step, 0)
    assert (can(game, "unit P-16"), can(game, "unit P-17")) == (False, True)


@rule("17.2a", "17.2b", "19.8c", "19.2d", "3.4.3k")
def test_who_is_not_rebuilt() -> None:
    s = situation("2206 P-16; 2922 S-5")
    s.phase, s.pool = REPLACEMENT, [9, 9, 9, 9]
    s.attacks = [0, 1, 0]
    for key, cited in (("P-17", ""), ("P-PP1", "3.4.3k"), ("S-4", "17.2a")):
        s.place[unit(key)] = REBUILD
        found = next((bar.refusal(unit(key)).rule for bar in not_rebuilt(s, POLAND) if bar.held(unit(key))), "")
        assert found == cited, key
    s.attacks = [0, 0, 0]
    assert not any(bar.held(unit("P-PP1")) for bar in not_rebuilt(s, POLAND))
    s.pool = [0, 9, 9, 9]
    assert [bar.refusal(unit("P-17")).rule for bar in not_rebuilt(s, POLAND) if bar.held(unit("P-17"))] == ["17.2a"]


@rule("10.1c", "5.1f", "10.2a")
@pytest.mark.parametrize(("phase", "bars"), [(ATTACK_1, True), (ATTACK_2, False)])
def test_who_has_attacked(phase: int, bars: bool) -> None:
    game = attacking(situation("2316 S-58 S-5; 2317 P-16 P-17; 2922 S-4", phase=phase))
    play(game, "attack 2316", "unit P-16", "resolve")
    assert game.s.fought == 1 << unit("P-16")
    assert game.s.attacked == (1 << unit("P-16") if bars else 0)
    assert game.s.fought_in == [1 << M.theater_of[hex("2316")], 0]
    assert M.theater_of[hex("2316")] in (BELARUS, UKRAINE)


# -- 15, 20.4, 16 what opens and what does not -------------------------------------------------------------------------


@rule("15.0a", "21.3b")
def test_railroads_through_a_town_that_lithuania_has_taken_serve_the_soviets_alone() -> None:
    s = situation("2206 P-17; 2922 S-5")
    s.held = [held & ~(1 << M.wilno) for held in s.held]
    s.held[2] |= 1 << M.wilno
    assert (open_towns(s, POLAND) >> M.wilno & 1, open_towns(s, SOVIET) >> M.wilno & 1) == (0, 1)
    assert open_towns(s, POLAND) == s.held[POLAND]
    assert open_towns(s, SOVIET) == s.held[SOVIET] | 1 << M.wilno
    s.held[2] |= 1 << M.kowno
    assert not open_towns(s, SOVIET) >> M.kowno & 1  # not inside of its old border
    assert open_towns(s, 2) == s.held[2]


@rule("20.4.1b")
@pytest.mark.parametrize(
    ("rebellion", "emissaries", "place", "near"),
    [
        (1, [1, 2], "2523", True), (1, [1, 2], "2724", False), (1, [0, 2], "2523", False),
        (2, [1, 2], "2523", False),
    ],
)  # fmt: skip
def test_who_has_come_next_to_a_brigade(rebellion: int, emissaries: list[int], place: str, near: bool) -> None:
    s = situation("2523 S-G1; 2922 S-5", scenario="kiev")
    s.rebellion, s.emissaries = rebellion, emissaries
    beside = next(bits(M.around[hex(place)] & M.land))
    assert met(s, beside if place == "2523" else hex("2010")) == near


@rule("20.4.1b", "9.0a")
@pytest.mark.parametrize("key", ["P-17", "S-4"])
def test_only_a_pole_brings_the_choices_to_light(key: str) -> None:
    s = situation("2523 S-G1; 2010 P-10; 3706 S-5", scenario="kiev", side=M.side[unit(key)], phase=OPERATIONAL)
    beside = [h for h in bits(M.around[hex("2523")] & M.land) if not M.difficult >> h & 1]
    start = next(h for h in bits(M.around[beside[0]] & M.land) if h not in beside and h != hex("2523"))
    stand(s, key, M.grid.number(start))
    s.rebellion, s.emissaries = 1, [1, 2]
    game = play(moving(s), f"unit {key}")
    step = next(M.grid.number(h) for h in beside if can(game, f"step {M.grid.number(h)}"))
    play(game, f"step {step}")
    if game.decisions and asked(game).step == "go":
        play(game, "stop")
    assert (game.s.rebellion == 2) == (key == "P-17")


@rule("16.0a")
def test_who_finds_no_place_waits() -> None:
    full_ = "0612 P-16 P-17 P-10 P-14 P-11"
    s = situation(f"{full_}; 2922 S-5", scenario="war-of-1920", round=3)
    for key in ("P-12", "S-4"):
        s.place[unit(key)] = box(3)
    s.held[SOVIET] &= ~M.entry_towns[M.front[unit("S-4")]]
    assert due(s, SOVIETS) == [unit("S-4")]
    assert due(s, POLES) == [unit("P-12")]
    s.round = 2
    assert due(s, POLES) == []
    s.round = 4
    assert due(s, POLES) == [unit("P-12")]  # who found no place before comes now
    assert can_come(s, unit("P-12"))  # Warszawa takes arrivals, whoever is there
    s.held[POLAND] &= ~(1 << M.warszawa)
    assert not can_come(s, unit("P-12"))
    assert not table(s, Arrivals(command=POLES)).decisions


@rule("19.5c", "3.4.4a", "3.4.6a")
@pytest.mark.parametrize(("key", "fate"), [("P-MOT", None), ("P-CARS", REMOVED), ("P-TANK", REMOVED), ("P-17", 0)])
def test_what_has_wheels_is_lost_in_a_wide_river(key: str, fate: int | None) -> None:
    for a, b, wide_ in (("0811", "0812", True), ("1016", "1017", False)):
        s = situation(f"{a} {key}; 3706 S-5", side=SOVIET, phase=ATTACK_2)
        game = table(s)
        march_back(s, unit(key), Route((hex(b),), 0, 0))
        lost = wide_ and fate != 0
        assert (s.place[unit(key)] < 0) == lost
        if lost and fate is not None:
            assert s.place[unit(key)] == fate
        assert [event.rule for event in events(game, "eliminated")] == (
            ["19.5c" if key == "P-MOT" else "3.4.4a"] if lost else []
        )


@rule("9.0a", "20.2.1b")
def test_a_long_journey_sets_off_what_it_crosses_on_its_way() -> None:
    s = situation("2702 P-17; 3706 S-5")
    s.held = [M.urban, 0, 0]
    table(s)
    journeys = [cheapest(s, unit("P-17"), town).hexes for town in bits(reachable(s, unit("P-17"), hex("2702")))]
    over = next(hexes for hexes in journeys if hexes[:2] == (hex("2702"), hex("2602")) and len(hexes) > 3)
    ride(s, unit("P-17"), over[-1])
    assert s.reserves == [1, 0]


# -- 12, 23.1.3 clicks -------------------------------------------------------------------------------------------------


@rule("12.0a", "12.0b")
def test_a_hex_is_no_answer_to_who_advances() -> None:
    s = situation("2317 P-16 P-17; 2922 S-5", phase=ATTACK_1)
    game = table(s, Advance(command=POLES, units=[unit("P-16")], target=hex("2316"), thrust=False))
    seat = game.seat(asked(game).seat)
    told = seat.why_not("space", hex("2316"))
    assert told is not None
    assert told.rule == "12.0a"
    other = seat.why_not("piece", unit("P-17"))
    assert other is not None
    assert other.rule == "12.0a"
    assert can(game, "unit P-16")


@rule("23.1.3a", "10.1a")
def test_a_marker_can_be_shown_before_an_attack() -> None:
    game = attacking(screened("2926 P-17; 3026 S-58", "P-PAT1 P-17", phase=ATTACK_1))
    play(game, "show P-PAT1")
    assert where(game, "P-17") == "2926"
    assert len(events(game, "uncovered")) == 1


@rule("12.1c", "12.2a", "7.1o")
def test_an_advance_goes_no_further_over_a_river_without_a_bridge() -> None:
    """[7.1e] takes all MP, which only a unit has that has not moved."""
    s = situation("0711 P-4BJ; 3706 S-5", phase=ATTACK_1)
    stand(s, "P-4BJ", "0811")
    game = table(s, Onward(command=POLES, unit=unit("P-4BJ"), origin=hex("0711"), left=2))
    assert asked(game).step == "go"
    assert not can(game, "step 0812")
