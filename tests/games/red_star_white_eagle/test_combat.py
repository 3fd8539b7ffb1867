"""9.0 – 9.10, 18.0 Attacks: who takes part, odds, the die, charges, fortifications."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits
from vistula.games.red_star_white_eagle.model import ODDS
from vistula.games.red_star_white_eagle.rules.advance import Advance
from vistula.games.red_star_white_eagle.rules.charge import chargers, factor
from vistula.games.red_star_white_eagle.rules.odds import COLUMNS, modified, work_out
from vistula.games.red_star_white_eagle.rules.setup import RULINGS
from vistula.games.red_star_white_eagle.rules.targets import out_of_attack, ready
from vistula.games.red_star_white_eagle.state import COMBAT, State, name_overstacked
from vistula.games.red_star_white_eagle.units import POLAND, RUSSIA
from vistula.kernel.bars import first

from .desk import asks, can, events, inverted, last, offered, play, said, situation, table, where, why
from .fields import M, field, h, u, us
from .fighting import attack, die_for, fight, odds, rules
from .marching import marching

rule = pytest.mark.rule

# -- the book's examples ----------------------------------------------------------------------------------------------

JAROSLAW = {"1426": "R-cS1", "1425": "P-Wars", "1427": "P-Kopa"}


@rule("9.0h", "9.2", "9.8", "9.9a", "9.11h", "9.11j", "9.12.2a", "9.0m")
def test_two_brigades_take_jaroslaw() -> None:
    """(E12) 6:1, city and single factor even each other out, a 2 is an exchange and three points."""
    found = odds(JAROSLAW, "1426", "P-Wars P-Kopa")
    assert (found.label, ODDS[found.column]) == ("6:1", "6:1")
    assert {rule_: value for rule_, value in rules(found).items() if rule_ in ("9.2", "9.8")} == {"9.2": -1, "9.8": 1}
    game = attack(JAROSLAW, "1426", POLAND, 2)
    assert last(game, "rolled").refs["result"] == "X"
    assert where(game, "R-cS1") == "pool"
    assert asks(game) == "poland: who"
    play(game, "lose P-Wars")
    assert inverted(game, "P-Wars")
    assert asks(game).startswith("poland: who")  # who advances: the loss is paid
    play(game, "unit P-Kopa")
    assert where(game, "P-Kopa") == "1426"


@rule("9.0h")
@pytest.mark.parametrize(
    ("attackers", "defenders", "label"),
    [(26, 9, "2:1"), (7, 3, "2:1"), (6, 1, "6:1"), (9, 1, "7:1"), (1, 2, "1:2"), (4, 5, "1:2"), (3, 9, "1:3")],
)
def test_odds_are_rounded_for_the_defender(attackers: int, defenders: int, label: str) -> None:
    """(E13)"""
    assert ODDS[COLUMNS.column(attackers, defenders)] == label


@rule("9.0h")
def test_below_the_table_no_attack_is_made() -> None:
    """(A8)"""
    assert COLUMNS.column(2, 7) < 0
    weak = {"1717": "P-LegC1", "1718": "R-57 R-17"}
    game = fight(weak)
    assert "1718" not in offered(game, "attack")
    both = {"1717": "P-LegC1", "1618": "P-14", "1718": "R-57 R-17"}
    game = play(fight(both), "attack 1718", "unit P-LegC1")
    assert not can(game, "resolve")
    assert why(game, "resolve") == "9.0h"
    play(game, "unit P-14")
    assert can(game, "resolve")


@rule("9.0m", "9.0j")
def test_cells_that_the_book_fixes() -> None:
    assert M.results[ODDS.index("6:1")][1] == "X"
    assert M.results[ODDS.index("2:1")][5] == "X"
    assert M.advance["X"] == 3


@rule("9.0j")
def test_the_die_stays_within_one_and_six() -> None:
    found = odds({"1717": "P-14", "1718": "R-57"}, "1718", "P-14")
    lifted = found._replace(modifiers=[found.modifiers[0]._replace(value=2)] if found.modifiers else [])
    for die in range(1, 7):
        assert modified(lifted, die) == min(6, max(1, die + lifted.shift))


# -- 9.0 who takes part -----------------------------------------------------------------------------------------------


@rule("9.0a", "9.0f", "9.0e")
def test_attacks_are_made_one_by_one_and_ended_at_will() -> None:
    stands = {"1717": "P-14 P-4", "1718": "R-57", "1618": "R-17"}
    game = fight(stands, POLAND, 5, 5)
    assert asks(game) == "poland: declare"
    assert offered(game, "attack") == {"1718", "1618"}
    assert can(game, "end")
    play(game, "attack 1718", "unit P-14", "resolve")
    while "declare" not in asks(game):
        step = asks(game)
        choice = "done" if can(game, "done") else "stop" if can(game, "stop") else None
        play(game, choice or f"retreat {sorted(offered(game, 'retreat'))[0]}")
        assert step
    assert why(play(game, "attack 1618"), "unit P-14") == "9.0e"
    play(game, "cancel", "end")
    assert game.over


@rule("9.0b", "9.0c", "9.0d")
def test_attackers_stand_next_to_the_one_hex_and_all_defenders_count() -> None:
    stands = {"1717": "P-14 P-4", "1618": "P-5", "1919": "P-6", "1718": "R-57 R-17"}
    game = play(fight(stands), "attack 1718")
    assert offered(game, "unit") == {"P-14", "P-4", "P-5"}
    assert why(game, "unit P-6") == "9.0b"
    found = odds(stands, "1718", "P-14 P-5")
    assert [line.value for line in found.defence] == [3, 4] or len(found.defence) == 2


@rule("9.0g", "5.1.5a", "8.3.3", "7.2.4.2c", "12.3.1a", "21.5a")
def test_who_may_not_attack() -> None:
    s = situation({"1717": "P-14 P-4 P-5 P-FG1", "1718": "R-57"})
    s.phase = COMBAT
    s.strategic, s.rebuilt = us("P-14"), us("P-4")
    name_overstacked(s, us("P-5"))
    refusals = {key: first(out_of_attack(s, 0, h("1718"), ()), u(key)) for key in ("P-14", "P-4", "P-5", "P-FG1")}
    assert {key: refusal.rule for key, refusal in refusals.items() if refusal} == {
        "P-14": "8.3.3", "P-4": "7.2.4.2c", "P-5": "5.1.5a", "P-FG1": "21.5a",
    }  # fmt: skip
    far = next(hex for hex in bits(M.out_of_command[0] & M.land & ~M.interning) if not M.sea >> hex & 1)
    near = next(iter(bits(M.around[far])))
    astray = situation({M.grid.number(far): "R-57", M.grid.number(near): "P-14"}, side=RUSSIA)
    refusal = first(out_of_attack(astray, 1, near, ()), u("R-57"))
    assert refusal is not None
    assert refusal.rule == "12.3.1a"


@rule("12.4.2a", "12.4.2b", "21.2a")
def test_fronts_and_lithuanians_do_not_fight_together_nor_one_after_the_other() -> None:
    """(A27, A47)"""
    stands = {"1717": "P-14", "1618": "R-57", "1718": "R-41", "1617": "L-1", "1817": "R-R1"}
    game = play(fight(stands, RUSSIA, 4), "attack 1717", "unit R-57")
    assert (why(game, "unit R-41"), why(game, "unit L-1")) == ("12.4.2a", "21.2a")
    assert can(game, "unit R-R1")
    play(game, "unit R-R1", "resolve")
    s = game.s
    assert s.struck_front[0] >> h("1717") & 1
    refusal = first(out_of_attack(s, 1, h("1717"), ()), u("R-41"))
    assert refusal is not None
    assert refusal.rule == "12.4.2b"


@rule("12.4.2b")
def test_the_other_front_leaves_those_alone_who_were_driven_back() -> None:
    """(A27)"""
    stands = {"1717": "P-14", "1618": "R-57 R-17 R-8", "1716": "R-41", "1815": "R-44"}
    die = die_for(odds(stands, "1717", "R-57 R-17 R-8", RUSSIA), "D1", "D2")
    game = attack(stands, "1717", RUSSIA, die, who="R-57 R-17 R-8")
    assert last(game, "rolled").refs["result"].startswith("D")
    while asks(game) == "poland: way":
        play(game, f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert game.s.struck_front[0] >> game.s.place[u("P-14")] & 1


@rule("9.0d")
def test_a_hex_is_attacked_once_unless_others_have_come() -> None:
    """(A7)"""
    stands = {"1718": "R-57 R-17", "1717": "P-14", "1618": "P-4"}
    game = attack(stands, "1718", POLAND, 3, who="P-14")
    assert last(game, "rolled").refs["result"] in ("-", "A1", "A2")
    while asks(game) != "poland: declare":
        play(game, "done" if can(game, "done") else f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert "1718" not in offered(game, "attack")
    assert why(game, "attack 1718") == "9.0d"
    again = situation(stands)
    again.rulings = 1 << list(RULINGS).index("second-attack")
    from vistula.games.red_star_white_eagle.rules.combat import CombatPhase

    game = play(table(again, CombatPhase(side=POLAND), dice=(3,)), "attack 1718", "unit P-14", "resolve")
    while asks(game) != "poland: declare":
        play(game, "done" if can(game, "done") else f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert "1718" in offered(game, "attack")


@rule("16.1", "9.5", "14.7a", "16.2b")
def test_flotillas_attack_where_they_could_sail_and_trains_anywhere_near() -> None:
    stands = {"4530": "R-DnS", "4430": "P-14", "4431": "P-4", "4531": "P-5", "4631": "P-Pinsk"}
    s = situation(stands, side=RUSSIA)
    for number, fits in (("4430", True), ("4431", False), ("4531", False), ("4631", True)):
        refusal = first(out_of_attack(s, 1, h(number), ()), u("R-DnS"))
        assert (refusal is None) == fits, number
        assert fits or (refusal is not None and refusal.rule == "16.1")
    train = situation({"1014": "P-PP1", "1015": "R-57"})
    assert first(out_of_attack(train, 0, h("1015"), ()), u("P-PP1")) is None
    sea = situation({"0602": "P-14", "0702": "R-57"})
    refusal = first(out_of_attack(sea, 0, h("0702"), ()), u("P-14"))
    assert refusal is not None
    assert refusal.rule == "9.5"


@rule("23.4.7.1b", "23.4.7.5")
def test_the_standdown_lets_the_west_front_strike_back_as_often_as_it_was_struck() -> None:
    """(E25, A49, A50)"""
    s = situation({"1717": "P-14", "1618": "R-57", "1718": "R-R1", "1617": "R-41"}, side=RUSSIA)
    s.phase, s.standdown, s.attacks_on_west = COMBAT, s.turn, 0
    assert set(ready(s, 1)) == {u("R-R1"), u("R-41")}
    refusal = first(out_of_attack(s, 1, h("1717"), ()), u("R-57"))
    assert refusal is not None
    assert refusal.rule == "23.4.7.1b"
    s.attacks_on_west = 1
    assert u("R-57") in ready(s, 1)


@rule("23.4.7.1b")
def test_polish_attacks_on_the_west_front_are_counted_and_its_own_use_them_up() -> None:
    game = attack({"1717": "P-14 P-4", "1718": "R-57"}, "1718", POLAND, 3)
    assert game.s.attacks_on_west == 1
    assert attack({"1717": "P-14 P-4", "1718": "R-41"}, "1718", POLAND, 3).s.attacks_on_west == 0
    drafts = attack({"1717": "P-14", "1718": "R-I1a"}, "1718", POLAND, 3)
    assert drafts.s.attacks_on_west == 0
    own = attack({"1718": "P-14", "1717": "R-57 R-17"}, "1718", RUSSIA, 3)
    assert own.s.retaliated == 1


# -- 9.2 – 9.9 the die ------------------------------------------------------------------------------------------------


@rule("9.1", "9.2", "9.7")
def test_the_ground_of_the_defender_counts_once() -> None:
    """(A2)"""
    assert "9.2" in rules(odds({"1014": "R-57", "0914": "P-14"}, "1014", "P-14"))
    forest = M.grid.number(next(iter(bits(M.difficult & M.land & ~M.interning & ~M.cities & ~M.fortified))))
    near = M.grid.number(next(iter(bits(M.around[h(forest)]))))
    assert rules(odds({forest: "R-57", near: "P-14"}, forest, "P-14"))["9.2"] == -1
    town = next(hex for hex in bits(M.towns & ~M.difficult & ~M.interning) if not M.defensible >> hex & 1)
    near = M.grid.number(next(iter(bits(M.around[town]))))
    assert "9.2" not in rules(odds({M.grid.number(town): "R-57", near: "P-14"}, M.grid.number(town), "P-14"))


@rule("9.3", "9.0c")
def test_a_river_counts_if_all_cross_it() -> None:
    stands = {"2113": "R-57", "2114": "P-14", "2213": "P-4", "2214": "P-5"}
    dry = [key for key, at in (("P-4", "2213"), ("P-5", "2214")) if (h(at), h("2113")) not in M.board.river]
    assert rules(odds(stands, "2113", "P-14"))["9.3"] == -1
    assert "9.3" not in rules(odds(stands, "2113", f"P-14 {dry[0]}"))


def _trench(wet: bool) -> tuple[str, str]:
    """A trench hexside that is a river too, or not: rear and face."""
    pairs = sorted((M.grid.number(rear), M.grid.number(face)) for rear, face in M.board.trenches)
    return next((rear, face) for rear, face in pairs if ((h(rear), h(face)) in M.board.river) == wet)


@rule("9.4a", "9.4b")
def test_trenches_hinder_russians_who_come_from_their_face() -> None:
    """(A3)"""
    rear, face = _trench(wet=False)
    assert rules(odds({rear: "P-14", face: "R-57"}, rear, "R-57", RUSSIA))["9.4a"] == -1
    assert "9.4a" not in rules(odds({face: "P-14", rear: "R-57"}, face, "R-57", RUSSIA))
    assert "9.4a" not in rules(odds({rear: "R-57", face: "P-14"}, rear, "P-14"))


@rule("9.3", "9.4a")
def test_river_and_trench_count_once_or_by_ruling_twice() -> None:
    """(A3)"""
    wet = [(rear, face) for rear, face in M.board.trenches if (rear, face) in M.board.river]
    if not wet:
        pytest.skip("no hexside of this map is both")
    rear, face = (M.grid.number(hex) for hex in sorted(wet)[0])
    stands = {rear: "P-14", face: "R-57"}
    s = situation(stands, side=RUSSIA)
    plain = work_out(s, [u("R-57")], h(rear), 0)
    s.rulings = 1 << list(RULINGS).index("river-trench")
    twice = work_out(s, [u("R-57")], h(rear), 0)
    assert twice.shift == plain.shift - 1


@rule("9.8")
def test_a_single_factor_invites_attack() -> None:
    """(A33)"""
    assert rules(odds({"1717": "P-14", "1718": "R-cS1"}, "1718", "P-14"))["9.8"] == 1
    assert "9.8" not in rules(odds({"1717": "P-14", "1718": "R-57"}, "1718", "P-14"))
    s = situation({"1717": "P-14", "1718": "R-cS1 R-cS2"})
    assert "9.8" not in rules(work_out(s, [u("P-14")], h("1718"), 0))
    name_overstacked(s, us("R-cS1"))
    assert rules(work_out(s, [u("P-14")], h("1718"), 0))["9.8"] == 1
    name_overstacked(s, us("R-cS2"))
    none = work_out(s, [u("P-14")], h("1718"), 0)
    assert rules(none)["9.8"] == 1
    assert none.label == "8:1"


@rule("9.9a", "9.9b", "10.6.1", "10.6.2", "10.0a")
def test_supply_of_both_sides_changes_the_die() -> None:
    around = {"1617": "R-17", "1716": "R-8", "1718": "R-10", "1817": "R-2", "1818": "R-27"}
    stands = {"1717": "P-14", "1618": "R-57"} | around
    found = rules(odds(stands, "1717", "R-57", RUSSIA))
    assert found["9.9a"] == 1
    own = rules(odds(stands, "1618", "P-14"))
    assert own["9.9b"] == -1


@rule("24.1.2b")
def test_without_warsaw_poles_fight_as_if_unsupplied() -> None:
    stands = {"1014": "R-57", "2818": "P-14", "2918": "R-17"}
    assert "9.9b" not in rules(odds(stands, "2918", "P-14"))
    assert rules(odds(stands, "2918", "P-14", options="fall-of-warsaw"))["9.9b"] == -1
    assert rules(odds(stands, "2818", "R-17", RUSSIA, options="fall-of-warsaw"))["9.9a"] == 1


@rule("9.0i")
def test_the_attacker_may_fight_at_lower_odds() -> None:
    game = play(fight({"1717": "P-14 P-4 P-5", "1718": "R-57"}, POLAND, 3), "attack 1718", "everyone")
    assert not can(game, "restore")
    play(game, "lower", "lower", "restore", "lower", "resolve")
    assert last(game, "rolled").refs["odds"] == "6:1"


@rule("24.7.1")
def test_the_squadron_adds_one_in_one_battle() -> None:
    stands = {"1717": "P-14", "1618": "P-4", "1718": "R-57", "1619": "R-17"}
    game = play(fight(stands, POLAND, 3, 3, options="squadron"), "attack 1718", "unit P-14", "fly", "resolve")
    plain = play(fight(stands, POLAND, 3), "attack 1718", "unit P-14", "resolve")
    assert last(game, "rolled").refs["more"] == last(plain, "rolled").refs["more"] + 1
    assert game.s.flown
    assert not can(play(fight(stands), "attack 1718", "unit P-14"), "fly")


# -- 9.6, 18.0 fortifications -----------------------------------------------------------------------------------------


@rule("9.6a", "9.6b", "18.0a", "18.0b", "9.12.2d")
def test_warsaw_over_the_vistula_is_doubled_with_two_off_the_die() -> None:
    """(E22)"""
    found = odds({"1014": "P-14", "1114": "R-57"}, "1014", "R-57", RUSSIA)
    assert found.doubled
    assert [line.value for line in found.defence] == [10]
    assert {line.rule: line.value for line in found.modifiers if line.rule in ("9.2", "9.3")} == {"9.2": -1, "9.3": -1}
    open_ = odds({"1014": "P-14", "0914": "R-57"}, "1014", "R-57", RUSSIA)
    assert not open_.doubled


@rule("9.6a", "9.6b", "18.0b")
def test_modlin_from_the_dry_side_is_doubled_with_one_off_the_die() -> None:
    """(E28)"""
    found = odds({"1013": "P-14", "0912": "R-57"}, "1013", "R-57", RUSSIA)
    assert found.doubled
    assert "9.3" not in rules(found)
    assert rules(found)["9.2"] == -1


@rule("9.6c", "18.1")
def test_russians_have_nothing_of_the_fortifications() -> None:
    assert not odds({"1014": "R-57", "1114": "P-14"}, "1014", "P-14").doubled


@rule("9.6a")
def test_one_attacker_over_the_wall_is_enough_unless_all_are_asked_for() -> None:
    """(A4)"""
    s = situation({"1014": "P-14", "1114": "R-57", "0914": "R-17"}, side=RUSSIA)
    units = [u("R-57"), u("R-17")]
    assert work_out(s, units, h("1014"), 0).doubled
    s.rulings = 1 << list(RULINGS).index("fortified")
    assert not work_out(s, units, h("1014"), 0).doubled
    assert work_out(s, units[:1], h("1014"), 0).doubled


@rule("24.12.1c")
def test_assaults_on_the_fortified_area_are_added_up() -> None:
    stands = {"1114": "R-57 R-17 R-8", "0914": "R-10", "1014": "P-Wars"}
    game = attack(stands, "1014", RUSSIA, 3, options="objective")
    assert game.s.assault == sum(M.attack[0][u(key)] for key in ("R-57", "R-17", "R-8"))


# -- 9.10 charges -----------------------------------------------------------------------------------------------------


def charging(s: State, key: str, hex: str) -> bool:
    return bool(chargers(s, [u(key)], h(hex)) >> u(key) & 1)


@rule("9.10.1a", "9.10.1b", "9.10.1c", "9.10.3a", "9.10.4")
def test_cavalry_charges_from_out_of_reach() -> None:
    """(A34, A89)"""
    s = situation({"1717": "R-K14", "1718": "P-14"}, side=RUSSIA)
    s.phase = COMBAT
    assert charging(s, "R-K14", "1718")
    assert factor(s, u("R-K14"), us("R-K14")) == 12
    assert factor(s, u("R-K14"), 0) == 8
    s.began_in_zoc = us("R-K14")
    assert not charging(s, "R-K14", "1718")
    s.began_in_zoc, s.left_zoc = 0, us("R-K14")
    assert not charging(s, "R-K14", "1718")
    assert not charging(situation({"1717": "R-57", "1718": "P-14"}, side=RUSSIA), "R-57", "1718")
    defended = odds({"1717": "P-14", "1718": "R-K14"}, "1718", "P-14")
    assert [line.value for line in defended.defence] == [M.defence[0][u("R-K14")]]


@rule("9.10.3b")
def test_russian_cavalry_does_not_charge_the_fortifications() -> None:
    s = situation({"1114": "R-K14", "0914": "R-K4", "1014": "P-14"}, side=RUSSIA)
    assert not charging(s, "R-K14", "1014")
    assert charging(s, "R-K4", "1014")


@rule("9.10.1a", "9.10.2", "9.10.5")
def test_chargers_join_others_and_can_be_held_back() -> None:
    """(A89)"""
    game = play(fight({"1717": "R-K14 R-KInf", "1718": "P-14"}, RUSSIA, 3), "attack 1718", "unit R-K14")
    assert offered(game, "walk") == {"R-K14"}
    assert not can(game, "charge R-K14")
    play(game, "walk R-K14")
    assert offered(game, "charge") == {"R-K14"}
    play(game, "charge R-K14", "resolve")
    assert not game.s.charges
    assert last(game, "rolled").refs["odds"] == "2:1"
    slow = play(
        fight({"1717": "R-K14", "1718": "P-14"}, RUSSIA, 3), "attack 1718", "unit R-K14", "walk R-K14", "resolve"
    )
    assert last(slow, "rolled").refs["odds"] == "1:1"


@rule("9.10.1b", "9.10.1c")
def test_whom_zones_do_not_hold_may_charge_out_of_one_only_by_a_ruling() -> None:
    """(A35)"""
    s = situation({"1717": "R-15K", "1718": "P-14"}, side=RUSSIA, scenario="belarus-long")
    s.standdown, s.left_zoc = -2, us("R-15K")
    assert not charging(s, "R-15K", "1718")
    s.rulings = 1 << list(RULINGS).index("charge-out")
    assert charging(s, "R-15K", "1718") == bool(M.charge[0][u("R-15K")])


# -- 7.2.1 replacements alone -----------------------------------------------------------------------------------------


@rule("7.2.1d", "7.2.1a", "9.11j")
def test_replacements_alone_are_ridden_down() -> None:
    game = attack({"1717": "P-14", "1718": "R-I1a R-C2a"}, "1718", POLAND, 1)
    assert (where(game, "R-I1a"), where(game, "R-C2a")) == ("pool", "pool")
    assert asks(game) == "poland: who"
    assert not inverted(game, "P-14")
    play(game, "unit P-14")
    assert where(game, "P-14") == "1718"


@rule("7.2.1e")
def test_replacements_die_with_those_who_guarded_them() -> None:
    game = attack({"1717": "P-14 P-4 P-5", "1718": "R-cS1 R-I1a"}, "1718", POLAND, 6)
    assert where(game, "R-cS1") == "pool"
    assert where(game, "R-I1a") == "pool"
    die = die_for(odds({"1717": "P-14 P-4", "1718": "R-57"}, "1718", "P-14 P-4"), "D1", "D2")
    driven = attack({"1717": "P-14 P-4", "1718": "R-57 R-I1a"}, "1718", POLAND, die)
    while asks(driven) == "russia: way":
        play(driven, f"retreat {sorted(offered(driven, 'retreat'))[0]}")
    assert where(driven, "R-I1a") == "pool"


# -- the phase --------------------------------------------------------------------------------------------------------


@rule("6.1c", "6.1f", "9.10.2")
def test_what_the_phase_knew_is_forgotten_at_its_end() -> None:
    game = attack({"1717": "P-14", "1718": "R-57"}, "1718", POLAND, 3)
    while not game.over:
        choices = [verb for verb in ("end", "done", "stop") if can(game, verb)]
        play(game, choices[0] if choices else f"retreat {sorted(offered(game, 'retreat'))[0]}")
    s = game.s
    assert (s.fought, s.struck, s.retreated, s.charges, s.struck_front) == (0, 0, 0, 0, [0, 0])


@rule("9.0a")
def test_a_phase_without_enemies_near_asks_only_for_its_end() -> None:
    game = fight({"1717": "P-14", "2512": "R-57"})
    assert offered(game, "attack") == set()
    play(game, "end")
    assert game.over
    assert not events(game, "attack")


@rule("9.0f")
def test_units_are_chosen_after_the_hex() -> None:
    game = fight({"1717": "P-14", "1718": "R-57"})
    assert said(game, "P-14") == "9.0f"
    assert said(game, "R-57") == "9.0a"


@rule("24.2", "12.4.2b")
def test_three_players_attack_one_after_the_other() -> None:
    """(A93)"""
    s = situation({"1717": "P-14", "1618": "R-57", "2017": "P-4", "2018": "R-41"}, side=RUSSIA, players=3)
    from vistula.games.red_star_white_eagle.rules.combat import CombatPhase

    game = table(s, CombatPhase(side=RUSSIA))
    assert asks(game) == "russia-west: declare"
    assert offered(game, "attack") == {"1717"}
    play(game, "end")
    assert asks(game) == "russia-southwest: declare"
    assert offered(game, "attack") == {"2017"}
    play(game, "end")
    assert game.over


@rule("5.1.5c", "9.13.8a")
def test_overstacked_defenders_do_not_defend() -> None:
    s = field({"1717": "P-14", "1718": "R-57 R-17"})
    name_overstacked(s, us("R-17"))
    assert len(work_out(s, [u("P-14")], h("1718"), 0).defence) == 1
    late = field({"1717": "P-14", "1718": "R-57 R-17"})
    late.retreated = us("R-17")
    assert len(work_out(late, [u("P-14")], h("1718"), 0).defence) == 1
    late.retreated = us("R-57 R-17")
    assert len(work_out(late, [u("P-14")], h("1718"), 0).defence) == 2


@rule("9.10.1b", "9.10.1c", "8.4.3")
def test_who_left_a_zone_by_the_net_may_charge_only_by_a_ruling() -> None:
    """(A35)"""
    for allowed in (False, True):
        s = situation({"1012": "P-1C", "1112": "R-57"})
        s.rulings = allowed << list(RULINGS).index("charge-out")
        game = play(marching(s, POLAND), "unit P-1C", "rail 0914")
        held = (game.s.began_in_zoc | game.s.left_zoc) & us("P-1C")
        assert bool(held) != allowed


@rule("16.2a")
def test_a_flotilla_defends_like_others_and_has_the_ground_of_its_hex() -> None:
    stands = {"1013": "P-Vist", "0912": "R-57"}
    found = odds(stands, "1013", "R-57", RUSSIA)
    assert [line.value for line in found.defence] == [2 * M.defence[0][u("P-Vist")]]
    assert rules(found)["9.2"] == -1


@rule("16.7.1b")
def test_marines_and_their_flotilla_attack_after_they_have_moved() -> None:
    s = situation({"1216": "P-Vist P-MarP", "1215": "R-cS1"})
    s.moved = us("P-Vist P-MarP")
    s.phase = COMBAT
    assert set(ready(s, 0)) == {u("P-Vist"), u("P-MarP")}
    assert all(first(out_of_attack(s, 0, h("1215"), ()), u(key)) is None for key in ("P-Vist", "P-MarP"))


@rule("9.11j", "9.15.5", "7.2.1d")
def test_the_best_result_gives_the_longest_advance() -> None:
    for die, points in ((1, 3), (5, 5), (6, 6)):
        game = attack({"1717": "P-14", "1718": "R-I1a"}, "1718", POLAND, die)
        frame = game.stack[-1]
        assert isinstance(frame, Advance)
        assert frame.points == points


@rule("16.1", "9.0b")
def test_a_hex_that_only_a_flotilla_is_next_to_is_attacked_only_where_it_could_sail() -> None:
    game = fight({"4530": "R-DnS", "4430": "P-FG1", "4431": "P-FG2"}, RUSSIA)
    assert offered(game, "attack") == {"4430"}
    assert why(game, "attack 4431") == "16.1"
    assert why(game, "attack 4529") == "9.0b"
