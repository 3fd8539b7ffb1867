"""11.0 – 11.5 Combat: who may attack what, attacks one at a time, odds and the die."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.rules.combat import attacked_hexes
from vistula.games.warsaw_1920.rules.queries import undisrupted
from vistula.games.warsaw_1920.rules.strength import column_of, read_table, work_out
from vistula.games.warsaw_1920.state import COMBAT
from vistula.kernel import IllegalAction

from .table import (
    M,
    asked,
    asks,
    at,
    attack,
    can,
    events,
    hex,
    last,
    numbers,
    offered,
    play,
    poles_attack,
    roll,
    russians_attack,
    russians_move,
    unit,
    units,
    verbs,
    warning,
    where,
)

rule = pytest.mark.rule

# in 0332 next to P-8 in 0331 and P-10 in 0431.
FRONT = """
    units.R-4 = "0332"
    units.R-11 = "0332"
    units.P-8 = "0331"
    units.P-10 = "0431"
"""
CONTACT = 3  # at 1:1


# -- 11.0, 11.1 -----------------------------------------------------------------------------------------------


@rule("11.0a")
def test_nobody_has_to_attack() -> None:
    game = russians_attack(FRONT)
    assert can(game, "end")
    assert warning(game, "end") == "targets_left"
    play(game, "end")
    assert asks(game) == "russia: kind"
    assert not events(game, "attack")


@rule("11.0a", "11.4a")
def test_an_attack_can_be_thought_over() -> None:
    game = play(russians_attack(FRONT), "attack 0331", "unit R-4", "drop R-4", "cancel")
    assert offered(game, "attack") == {"0331", "0431"}
    play(game, "attack 0431")
    assert offered(game, "unit") == {"R-4", "R-11"}  # nothing is used up


@rule("11.2b", "11.3a", "11.5d")
def test_a_unit_that_leaves_the_attack_takes_no_part_in_it() -> None:
    game = play(russians_attack(FRONT), "attack 0331")
    assert verbs(game) == {"unit", "cancel"}
    play(game, "unit R-4", "unit R-11")
    assert verbs(game) == {"resolve", "drop", "cancel"}
    play(game, "drop R-4")
    assert (offered(game, "unit"), offered(game, "drop")) == ({"R-4"}, {"R-11"})
    roll(game, CONTACT)
    play(game, "resolve")
    assert last(game, "attack").refs["units"] == units("R-11")
    play(game, "attack 0431")
    assert offered(game, "unit") == {"R-4"}


@rule("11.1a", "11.2a", "11.4a")
def test_where_all_who_were_attacked_are_lost_the_phase_goes_on() -> None:
    game = russians_attack(FRONT.replace("P-8", "P-3U"))
    attack(game, "0331", "R-4 R-11", 6)  # 8 to 2: DE
    play(game, "done")
    assert (where(game, "P-3U"), game.s.attacked) == ("eliminated", 1 << unit("P-3U"))
    assert asks(game) == "russia: declare"
    assert offered(game, "attack") == set()  # both Russians have fought


@rule("11.2b", "11.3a", "11.5d")
def test_an_attack_that_is_called_off_leaves_no_trace() -> None:
    game = play(russians_attack(FRONT), "attack 0331", "unit R-4")
    assert {option.verb for option in asked(game).options if option.free} == {"drop", "cancel"}
    play(game, "cancel")
    assert asks(game) == "russia: declare"
    assert (game.s.fought, game.s.attacked) == (0, 0)
    assert not events(game, "attack")


@rule("11.0a", "11.4a")
def test_the_end_of_the_phase_is_shown_to_the_other_side() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "operation"\n' + FRONT)
    play(game, "combat", "spend", "spend")
    assert game.s.phase == COMBAT
    assert {option.verb for option in asked(game).options if option.publish} == {"end"}


@rule("11.9b", "11.9c")
@pytest.mark.parametrize(("die", "result"), [(CONTACT, "C"), (4, "EX"), (5, "DR2")])
def test_attackers_retreat_by_no_other_result(die: int, result: str) -> None:
    game = attack(russians_attack('units.R-4 = "0332"\nunits.P-8 = "0331"'), "0331", "R-4", die)
    assert events(game, "result")[0].refs["result"] == result
    assert unit("R-4") not in [event.refs["unit"] for event in events(game, "retreats")]
    assert "11.9b" not in [event.rule for event in events(game, "eliminated")]


@rule("11.0a")
def test_there_are_no_attacks_in_a_movement_phase() -> None:
    assert "attack" not in verbs(russians_move(FRONT))


@rule("11.1a")
def test_each_unit_attacks_once_in_a_phase() -> None:
    game = attack(russians_attack(FRONT), "0331", "R-4", CONTACT)
    play(game, "attack 0431")
    assert offered(game, "unit") == {"R-11"}


@rule("11.1a")
def test_each_unit_is_attacked_once_in_a_phase() -> None:
    game = attack(russians_attack(FRONT), "0331", "R-4", CONTACT)
    assert offered(game, "attack") == {"0431"}


@rule("11.1a")
def test_a_new_combat_phase_begins_afresh() -> None:
    game = attack(russians_attack(FRONT), "0331", "R-4", CONTACT)
    play(game, "end", "combat", "spend", "spend")
    assert offered(game, "attack") == {"0331", "0431"}
    play(game, "attack 0331")
    assert offered(game, "unit") == {"R-4", "R-11"}


@rule("11.1a")
def test_marks_of_a_phase_that_runs_are_kept() -> None:
    text = FRONT.replace('R-4 = "0332"', 'R-4 = { hex = "0332", fought = true }')
    game = russians_attack(text.replace('P-8 = "0331"', 'P-8 = { hex = "0331", attacked = true }'))
    assert offered(game, "attack") == {"0431"}
    play(game, "attack 0431")
    assert offered(game, "unit") == {"R-11"}


@rule("11.1b", "12.1a")
def test_disrupted_units_do_not_attack() -> None:
    game = poles_attack("""
        units.P-8 = { hex = "0331", disrupted = true }
        units.P-10 = "0331"
        units.R-1art = "0332"
    """)
    play(game, "attack 0332")
    assert offered(game, "unit") == {"P-10"}


@rule("11.1b")
def test_disrupted_units_are_not_attacked() -> None:
    # Side by side only because neither has a zone: artillery of one side, a disrupted unit of the other.
    game = russians_attack('units.R-1art = "0332"\nunits.P-8 = { hex = "0331", disrupted = true }')
    assert "attack" not in verbs(game)
    game = poles_attack(
        'units.P-8 = { hex = "0331", disrupted = true }\nunits.R-4 = { hex = "0332", disrupted = true }'
    )
    assert "attack" not in verbs(game)


@rule("11.1b")
def test_a_hex_with_disrupted_units_alone_is_no_target() -> None:
    game = russians_attack('units.R-4 = "0335"\nunits.P-8 = { hex = "0332", disrupted = true }\nunits.P-10 = "0330"')
    assert numbers(undisrupted(game.s, 1 - game.s.side) & ~attacked_hexes(game.s)) == {"0330"}
    game = poles_attack('units.P-8 = "0335"\nunits.R-1art = { hex = "0332", disrupted = true }\nunits.R-2art = "0330"')
    assert numbers(undisrupted(game.s, 1 - game.s.side) & ~attacked_hexes(game.s)) == {"0330"}


# -- 11.2, 11.3 ------------------------------------------------------------------------------------------------


@rule("11.2a")
def test_a_stack_is_attacked_as_a_whole() -> None:
    game = russians_attack('units.R-27 = "0332"\nunits.P-8 = "0331"\nunits.P-10 = "0331"')
    attack(game, "0331", "R-27", 4)
    told = last(game, "attack").refs
    assert sorted(told["defenders"]) == sorted(units("P-8 P-10"))
    assert told["defence"] == 8


@rule("11.2a")
def test_every_unit_of_the_stack_suffers_the_result() -> None:
    game = poles_attack("""
        units.P-PL1 = "0331"
        units.P-PL3 = "0331"
        units.P-PL2 = "0431"
        units.R-164 = "0332"
        units.R-1art = "0332"
    """)
    attack(game, "0332", "P-PL1 P-PL3 P-PL2", 6)  # 18 to 2, 6:1: DE
    assert where(game, "R-164") == where(game, "R-1art") == "eliminated"


@rule("11.2b")
def test_a_stack_may_attack_together_apart_or_in_part() -> None:
    assert last(attack(russians_attack(FRONT), "0331", "R-4 R-11", 2), "attack").refs["attack"] == 8
    apart = attack(attack(russians_attack(FRONT), "0331", "R-4", CONTACT), "0431", "R-11", CONTACT)
    assert [event.refs["attack"] for event in events(apart, "attack")] == [4, 4]
    part = play(attack(russians_attack(FRONT), "0331", "R-4", CONTACT), "end")
    assert len(events(part, "attack")) == 1


@rule("11.3a")
def test_all_neighbours_may_join_and_nobody_else() -> None:
    game = russians_attack("""
        units.P-8 = "0331"
        units.R-4 = "0332"
        units.R-11 = "0430"
        units.R-33 = "0230"
        units.R-5 = "0329"
    """)
    play(game, "attack 0331")
    assert offered(game, "unit") == {"R-4", "R-11", "R-33"}
    play(game, "unit R-4", "unit R-11", "unit R-33")
    roll(game, 4)
    play(game, "resolve")
    assert last(game, "attack").refs["attack"] == 12


@rule("11.3a")
def test_one_attack_has_one_target() -> None:
    game = play(russians_attack(FRONT), "attack 0331", "unit R-4")
    assert "attack" not in verbs(game)
    assert last(attack(russians_attack(FRONT), "0331", "R-4 R-11", 2), "attack").refs["hex"] == hex("0331")


@rule("11.3a")
def test_only_hexes_next_to_own_units_are_targets() -> None:
    game = russians_attack('units.R-4 = "0332"\nunits.P-8 = "0330"\nunits.P-10 = "0331"')
    assert offered(game, "attack") == {"0331"}


@rule("11.3a")
def test_an_attack_without_attackers_cannot_be_resolved() -> None:
    game = play(russians_attack(FRONT), "attack 0331")
    with pytest.raises(IllegalAction):
        play(game, "resolve")


@rule("11.3b", "6.0e")
def test_both_fronts_may_join_in_one_attack() -> None:
    game = russians_attack('units.P-8 = "0331"\nunits.R-4 = "0332"\nunits.R-24 = "0430"')
    attack(game, "0331", "R-4 R-24", 2)
    assert last(game, "attack").refs["attack"] == 8


@rule("11.3b", "6.0d")
def test_all_nationalities_may_join_in_one_attack() -> None:
    game = poles_attack("""
        units.R-4 = "0332"
        units.P-8 = "0331"
        units.P-1U = "0431"
        units.P-1LB = "0333"
    """)
    attack(game, "0332", "P-8 P-1U P-1LB", 2)
    assert last(game, "attack").refs["attack"] == 10


# -- 11.4, 11.5 ------------------------------------------------------------------------------------------------


@rule("11.4a")
def test_attacks_are_declared_one_after_another() -> None:
    game = attack(russians_attack(FRONT), "0331", "R-4", CONTACT)
    assert asks(game) == "russia: declare"
    assert {"attack", "end"} <= verbs(game)
    attack(game, "0431", "R-11", CONTACT)
    assert verbs(game) == {"end"}


@rule("11.4a", "11.11a")
def test_a_later_attack_may_follow_from_what_an_earlier_one_changed() -> None:
    game = russians_attack("""
        units.R-27 = "0332"
        units.R-4 = "0332"
        units.R-11 = "0432"
        units.P-3U = "0331"
        units.P-10 = "0330"
    """)
    assert offered(game, "attack") == {"0331"}
    attack(game, "0331", "R-27 R-4", 6)  # DE
    play(game, "unit R-27", "done")
    assert "attack" not in verbs(game)  # R-27 stands next to P-10 now, but it has attacked already


@rule("11.5a")
@pytest.mark.parametrize(
    ("attackers", "defenders", "label"),
    [(26, 7, "3:1"), (27, 7, "3:1"), (28, 7, "4:1"), (7, 7, "1:1"), (13, 7, "1:1"), (14, 7, "2:1"), (9, 2, "4:1"),
     (30, 5, "6:1"), (3, 4, "1:2"), (4, 8, "1:2"), (4, 9, "1:3"), (4, 12, "1:3"), (7, 8, "1:2")],
)  # fmt: skip
def test_odds(attackers: int, defenders: int, label: str) -> None:
    game = at('phase = "operation"')
    assert column_of(game.s, attackers, defenders) == (M.columns.index(label), label)


@rule("11.5a")
def test_odds_above_the_table_use_its_last_column() -> None:
    column, label = column_of(at('phase = "operation"').s, 40, 5)
    assert (M.columns[column], label) == ("6:1", "8:1")


@rule("11.5a", "11.9a")
def test_odds_below_the_table_eliminate_the_attacker_without_a_die() -> None:
    game = russians_attack('units.R-164 = "0332"\nunits.P-8 = "0331"\nunits.P-10 = "0331"')
    roll(game, 6)
    play(game, "attack 0331", "unit R-164", "resolve")  # 2 to 8, 1:4
    assert where(game, "R-164") == "eliminated"
    assert game.dice.laid == [6]
    assert where(game, "P-8") == "0331"
    assert asks(game) == "russia: declare"


@rule("11.5c")
def test_the_example_of_the_odds() -> None:
    assert column_of(at('phase = "operation"').s, 26, 7)[1] == "3:1"


@rule("11.5b", "2.0a")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("column", range(8))
def test_the_die_is_read_in_the_column_of_the_odds(column: int, die: int) -> None:
    game = russians_attack('units.R-4 = "0332"\nunits.P-8 = "0331"')
    odds = work_out(game.s, units("R-4"), units("P-8"), hex("0331"))
    odds.column = column
    assert read_table(game.s, odds, die) == M.crt[die][column]


@rule("11.5b")
def test_one_die_is_rolled_and_its_result_applied_at_once() -> None:
    game = roll(russians_attack(FRONT), 6, 1)
    play(game, "attack 0331", "unit R-4", "unit R-11", "resolve")  # 8 to 4, 2:1: DR3
    assert game.dice.laid == [1]
    assert last(game, "result").refs["result"] == "DR3"
    assert asks(game) == "russia: way"


@rule("11.5d")
def test_the_order_of_an_attack() -> None:
    game = russians_attack(FRONT)
    assert asks(game) == "russia: declare"
    play(game, "attack 0331")
    assert asks(game) == "russia: muster"
    play(game, "unit R-4")
    roll(game, CONTACT)
    play(game, "resolve")
    told = [event.key for event in game.events if event.key in ("attack", "result")]
    assert told == ["attack", "result"]
    assert last(game, "attack").refs["odds"] == "1:1"
    assert last(game, "result").refs["die"] == CONTACT


@rule("11.5d")
def test_the_attackers_are_settled_before_the_die() -> None:
    game = play(russians_attack(FRONT), "attack 0331", "unit R-4")
    assert verbs(game) == {"unit", "resolve", "drop", "cancel"}
    assert not events(game, "result")
    game.dice.laid = [CONTACT]
    play(game, "resolve")
    with pytest.raises(IllegalAction):
        game.undo("russia")
