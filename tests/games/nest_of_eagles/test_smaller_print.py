"""More half-sentences: the end of a turn, reserves, marches that set something off, and what becomes of units."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits
from vistula.games.nest_of_eagles.model import BELARUS, POLAND, SOVIET, UKRAINE, WEST
from vistula.games.nest_of_eagles.rules.advance import points_beyond, reach_of
from vistula.games.nest_of_eagles.rules.control import call_reserve, lift_cheka
from vistula.games.nest_of_eagles.rules.movement import begin_movement, end_movement
from vistula.games.nest_of_eagles.rules.rail import ride
from vistula.games.nest_of_eagles.rules.replacements import Attrition, ReplacementPhase, not_rebuilt
from vistula.games.nest_of_eagles.rules.reserves import may_exchange
from vistula.games.nest_of_eagles.rules.retreat import Retreats
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
    box_turn,
    level_of,
    set_level,
)

from .plain import Plain, side, wide
from .positions import M, hex, situation, stand, unit
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
