"""2.4, 2.5, 6, 7, 8 Who moves, where to, how many stay in a hex, and when."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.rules.fronts import off_limits
from vistula.games.nest_of_eagles.rules.movement import begin_movement
from vistula.games.nest_of_eagles.rules.reactive import ReactivePhase, eligible
from vistula.games.nest_of_eagles.rules.sequence import Campaign, PlayerTurn
from vistula.games.nest_of_eagles.rules.stacking import overstacked
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    ATTACK_2,
    OPERATIONAL,
    REACTIVE_1,
    REACTIVE_3,
    REPLACEMENT,
    State,
    box,
)
from vistula.kernel import Game, barred

from .positions import M, hex, numbers, situation, unit
from .table import (
    POLAND,
    SOVIET,
    asked,
    asks,
    attacking,
    can,
    events,
    march,
    moves,
    moving,
    offered,
    play,
    points_left,
    table,
    where,
)

rule = pytest.mark.rule


def why(game: Game[State], kind: str, thing: int) -> str:
    """The rule by which the player who is asked is refused something."""
    refusal = game.seat(asked(game).seat).why_not(kind, thing)
    assert refusal is not None
    return refusal.rule


# -- 2.3, 2.4 borders and Theaters ---


@rule("2.3.1a", "2.3.2a")
def test_nobody_crosses_a_border_or_leaves_the_map() -> None:
    game = play(moves("1108 P-16"), "unit P-16")
    assert offered(game, "step") <= numbers(M.around[hex("1108")])
    assert why(game, "space", hex("1107")) == "2.3.1a"  # East Prussia


@rule("2.4.1a", "2.4.1c", "2.4.1b")
def test_poles_pass_through_their_own_theater_but_do_not_stay() -> None:
    game = play(moves("1413 P-1C; 2702 S-4"), "unit P-1C", "step 1314")
    assert not can(game, "stop")
    assert not can(game, "step 1214")  # from there no point is left to come back with
    play(game, "step 1414")
    assert where(game, "P-1C") == "1414"
    s = situation("1413 P-1C; 2702 S-4; 2206 P-17")
    s.morale[2] = 16
    game = play(moving(s), "unit P-1C", "step 1314")
    assert can(game, "stop")  # Soviet Level 2 in Ukraine
    game = march(moves("1413 S-27; 2206 P-17", side=SOVIET, soviet="1314"), "S-27", "1314")
    assert where(game, "S-27") == "1314"


@rule("2.5.1a", "2.5.1b", "2.5.1c", "2.5.1d")
def test_one_guest_of_the_other_front_two_hexes_deep() -> None:
    s = situation("2515 S-53; 2414 S-27; 2710 S-4", side=SOVIET)
    closed = numbers(barred(off_limits(s, unit("S-53"))))
    assert not closed & {"2516", "2517", "2414"}
    assert "2518" in closed
    s = situation("2515 S-53; 2516 S-27", side=SOVIET)
    assert {"2416", "2517"} <= numbers(barred(off_limits(s, unit("S-53"))))
    s = situation("2516 S-24", side=SOVIET)
    closed = numbers(barred(off_limits(s, unit("S-24"))))
    assert "2515" not in closed
    assert "2513" in closed
    assert "1310" not in closed


# -- 6 stacking ---


@rule("6.0a", "3.1b")
def test_four_units_to_a_hex() -> None:
    four = "3126 P-12 P-13 P-14 P-15"
    game = play(moves(f"{four}; 3125 P-16"), "unit P-16")
    assert can(game, "step 3126")  # to pass through
    play(game, "step 3126")
    assert not can(game, "stop")
    play(game, "step 3226", "stop")
    assert where(game, "P-16") == "3226"
    game = march(moves("3126 P-12 P-13 P-14; 3125 P-16"), "P-16", "3126")
    assert where(game, "P-16") == "3126"


@rule("6.1a")
def test_five_units_in_warszawa() -> None:
    game = march(moves("0612 P-12 P-13 P-14 P-15; 0613 P-16"), "P-16", "0612")
    assert where(game, "P-16") == "0612"
    game = play(moves("0612 P-12 P-13 P-14 P-15 P-17; 0613 P-16"), "unit P-16")
    assert not can(game, "step 0612") or not can(play(game, "step 0612"), "stop")


@rule("3.1b", "21.1a")
def test_soviets_and_lithuanians_do_not_share_a_hex() -> None:
    s = situation("1805 L-1; 1806 S-27", side=SOVIET)
    game = play(moving(s), "unit S-27")
    assert not can(game, "step 1805") or not can(play(game, "step 1805"), "stop")


@rule("6.2a", "6.2b")
def test_too_many_units_must_part_before_the_phase_ends() -> None:
    game = moves("3126 P-12 P-13 P-14 P-15 P-16; 2206 P-17")
    assert overstacked(game.s, POLAND) == [hex("3126")]
    assert not can(game, "end")
    assert why(game, "button", 0) == "6.2b"
    march(game, "P-12", "3125")
    assert can(game, "end")


# -- 7.0 who moves ---


@rule("7.0a", "5.1f")
def test_who_attacked_in_the_first_attack_phase_has_no_operational_movement() -> None:
    s = situation("3126 P-12 P-13")
    s.attacked = 1 << unit("P-12")
    game = moving(s)
    assert offered(game, "unit") == {"P-13"}
    assert why(game, "piece", unit("P-12")) == "7.0a"
    s = situation("3126 P-12 P-13", phase=REACTIVE_3)
    s.attacked = 1 << unit("P-12")
    assert offered(moving(s), "unit") == {"P-12", "P-13"}  # but may react


@rule("7.0b")
def test_a_unit_moves_once_in_a_phase() -> None:
    game = march(moves("3126 P-12 P-13"), "P-12", "3125")
    assert offered(game, "unit") == {"P-13"}
    assert why(game, "piece", unit("P-12")) == "7.0b"


@rule("7.0c", "7.1p")
def test_hex_by_hex_and_no_further_than_the_points_go() -> None:
    game = play(moves("3126 P-12"), "unit P-12")
    assert offered(game, "step") == numbers(M.around[hex("3126")])
    play(game, "step 3127", "step 3128")
    assert points_left(game) == 1
    play(game, "step 3028")
    assert asks(game) == "poland: pick"  # three points, three hexes


@rule("7.0d")
def test_no_unit_enters_a_hex_of_the_enemy() -> None:
    game = play(moves("3126 P-12; 3125 S-B"), "unit P-12")
    assert not can(game, "step 3125")
    assert why(game, "space", hex("3125")) == "7.0d"


@rule("19.5a", "19.5b", "19.5c")
def test_the_motorized_infantry_passes_weak_enemies_and_lines_but_no_river() -> None:
    game = play(moves("3025 P-MOT; 3126 S-B; 3127 S-44"), "unit P-MOT", "step 3126")
    assert points_left(game) == 3
    game = play(moves("1510 P-MOT; 1610 S-53"), "unit P-MOT")
    assert not can(game, "step 1609")  # a bridge under a line, where no friend began
    game = play(moves("1610 P-MOT"), "unit P-MOT")
    assert not can(game, "step 1609")


@rule("7.1q")
def test_two_lines_on_one_hexside_cost_as_one() -> None:
    game = play(moves("3026 P-2BJ; 3127 S-44; 3025 S-60"), "unit P-2BJ", "step 3126")
    assert points_left(game) == 2


@rule("7.2a", "10.1d")
@pytest.mark.parametrize(("stacks", "way", "barred_"), [
    ("1710 P-12; 1809 S-53", "1709", True),  # a small river
    ("1710 P-12; 1809 S-53; 1709 P-41", "1709", False),  # a friend began there
    ("1710 P-12; 2702 S-53", "1709", False),  # no line
    ("3026 P-12; 3127 S-44", "3126", False),  # a line in the open
])  # fmt: skip
def test_who_crossed_a_line_over_a_river_does_not_attack_next(stacks: str, way: str, barred_: bool) -> None:
    game = march(moves(stacks), "P-12", way)
    assert bool(game.s.barred >> unit("P-12") & 1) is barred_


@rule("10.1d")
def test_who_is_barred_does_not_attack() -> None:
    s = situation("1709 P-12; 1809 S-53; 1710 P-13", phase=ATTACK_1)
    s.barred = 1 << unit("P-12")
    game = play(attacking(s), "attack 1809")
    assert offered(game, "unit") == {"P-13"}
    assert why(game, "piece", unit("P-12")) == "10.1d"


# -- 8 Reactive Movement ---


def reaction(phase: int, side: int = POLAND) -> Game[State]:
    s = situation("3126 S-45; 3025 P-12; 2206 P-17", side=side, phase=phase)
    return table(s, ReactivePhase(side=side))


@rule("5.1b", "8.1a", "8.1c", "5.0c")
def test_the_phasing_player_is_asked_first_and_only_one_reacts() -> None:
    game = reaction(REACTIVE_1)
    assert asks(game) == "poland: activate"
    play(game, "pass")
    assert asks(game) == "russia: activate"
    play(game, "react")
    assert asks(game) == "russia: pick"
    assert game.s.active == SOVIET
    play(game, "end")
    assert game.over
    game = play(reaction(REACTIVE_1), "react", "end")
    assert game.over  # nobody asks the Soviets any more
    assert game.s.reacted == [1, 0]


@rule("5.1c")
def test_in_the_third_reactive_phase_the_other_player_is_not_asked() -> None:
    assert play(reaction(REACTIVE_3), "pass").over


@rule("8.1b", "5.1h")
def test_who_has_reacted_waits_for_his_own_replacement_phase() -> None:
    s = situation("3126 S-45; 3025 P-12; 2206 P-17", phase=REACTIVE_1)
    s.reacted = [1, 1]
    assert table(s, ReactivePhase(side=POLAND)).over
    game = table(s, PlayerTurn(side=POLAND))
    while not game.over:
        verbs = asked(game).verbs()
        play(game, next((verb for verb in ("pass", "end", "none", "done") if verb in verbs), ""))
    assert game.s.reacted == [0, 1]


@rule("8.2c")
def test_eligibility_is_frozen_when_the_phase_begins() -> None:
    s = situation("3126 S-45; 3025 P-2BJ; 3024 P-12", phase=REACTIVE_1)
    game = play(table(s, ReactivePhase(side=POLAND)), "react")
    assert offered(game, "unit") == {"P-12"}  # 3 against 3 is not enough for the brigade
    march(game, "P-12", "3025")
    assert eligible(game.s, POLAND) >> unit("P-2BJ") & 1
    assert not can(game, "unit P-2BJ")


@rule("8.2a", "7.0a")
def test_a_unit_that_is_not_eligible_is_refused_by_that_rule() -> None:
    game = play(reaction(REACTIVE_1, SOVIET), "react")
    assert why(game, "piece", unit("S-45")) == "8.2a"


# -- 5 the turn ---


@rule("5.1a", "5.0b")
def test_seven_phases_in_their_order() -> None:
    game = table(situation("3126 S-45; 3025 P-12; 2206 P-17"), PlayerTurn(side=POLAND))
    seen = []
    while not game.over:
        seen.append((game.s.phase, asked(game).step))
        verbs = asked(game).verbs()
        play(game, next(verb for verb in ("pass", "end", "done", "theater") if verb in verbs))
    phases = list(dict.fromkeys(phase for phase, _ in seen))
    assert phases == sorted(phases)
    assert [(phase, step) for phase, step in seen if step in ("declare", "pick")] == [
        (ATTACK_1, "declare"), (OPERATIONAL, "pick"), (ATTACK_2, "declare"),
    ]  # fmt: skip
    assert max(phases) <= REPLACEMENT


@rule("5.0a", "5.2a")
def test_both_sides_have_a_turn_in_each_round_and_the_last_round_ends_the_game() -> None:
    s = situation("2704 S-53; 2206 P-17", scenario="berezina")
    game = table(s, Campaign())
    while not game.over:
        verbs = asked(game).verbs()
        play(game, next(verb for verb in ("pass", "end", "done", "none") if verb in verbs))
    assert [(event.refs["side"], event.refs["round"]) for event in events(game, "turn")] == [
        (side, round) for round in range(4, 8) for side in (SOVIET, POLAND)
    ]
    assert game.result is not None


@rule("5.1e", "16.0f")
def test_who_paid_to_enter_has_the_rest_of_his_points() -> None:
    s = situation("2206 P-17; 3003 S-54", scenario="berezina", side=SOVIET)
    s.place[unit("S-12")] = box(s.round)
    game = table(s, PlayerTurn(side=SOVIET))
    while asked(game).step not in ("pick", "where") or game.s.phase != OPERATIONAL:
        verbs = asked(game).verbs()
        play(game, next(verb for verb in ("pass", "end") if verb in verbs))
    if asked(game).step == "pick":
        play(game, "unit S-12")
    play(game, "enter 3707")
    assert points_left(game) == 2
    assert can(game, "stop")


@rule("5.1d", "17.3b")
def test_strengthening_comes_before_movement_in_the_own_turn_only() -> None:
    s = situation("2206 P-17/r; 2702 S-4", phase=REACTIVE_1, side=SOVIET)
    s.marked = 1 << unit("P-17")
    game = play(table(s, ReactivePhase(side=SOVIET)), "pass", "react")
    assert game.s.reduced >> unit("P-17") & 1  # the Poles react in the Soviet turn
    s = situation("2206 P-17/r; 2702 S-4", phase=REACTIVE_1)
    s.marked = 1 << unit("P-17")
    game = play(table(s, ReactivePhase(side=POLAND)), "react")
    assert not game.s.reduced >> unit("P-17") & 1
    assert not game.s.marked


@rule("7.1j")
def test_what_a_phase_remembers_of_its_beginning() -> None:
    s = situation("3126 P-12 P-13; 3125 P-14")
    begin_movement(s, POLAND)
    assert numbers(s.started) == {"3126", "3125"}
    assert numbers(s.started_two) == {"3126"}
