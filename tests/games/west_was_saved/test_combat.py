"""9.2, 9.4, 9.6 Combat: who attacks whom, coordination, hits, lone commands."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.state import COMBAT

from .campaigning import attack, combat, phase
from .table import (
    asks,
    can,
    cannot,
    events,
    last,
    offered,
    play,
    roll,
    sees,
    unit,
    verbs,
    weak,
    where,
)

rule = pytest.mark.rule

# A Russian division in 1615 and a Polish one in 1715 face each other, commands beside them.
DUEL = """
    units.R-4 = "1615"
    units.P-8 = "1715"
    units.Uborevich = "1615"
    units.Pilsudski = "1714"
    facing.1615 = "NE"
    facing.1715 = "SW"
"""


# -- 9.2a who may attack ------------------------------------------------------------


@rule("9.2a", "9.2h")
def test_a_stack_attacks_what_it_faces() -> None:
    game = combat(DUEL)
    assert asks(game) == "russia: declare"
    assert offered(game, "attack") == {"1615"}
    turned = combat(DUEL.replace('facing.1615 = "NE"', 'facing.1615 = "N"'), first="russia")
    assert asks(turned) == "poland: declare"  # no Russian stack faces anyone


@rule("9.2a")
def test_no_attack_without_a_command_unit_near() -> None:
    game = combat(DUEL.replace('units.Uborevich = "1615"', 'units.Uborevich = "1415"'))
    assert asks(game) == "poland: declare"  # the Russians won the die
    near = combat(DUEL.replace('units.Uborevich = "1615"', 'units.Uborevich = "1515"'))
    assert asks(near) == "russia: declare"


@rule("9.2a", "13.1a")
def test_nor_with_one_of_the_wrong_area() -> None:
    game = combat(DUEL.replace("units.Uborevich", "units.Kork"))
    assert asks(game) == "poland: declare"  # the Russians won the die


@rule("13.4f")
def test_the_ukrainian_command_does_not_lead_mixed_stacks() -> None:
    mixed = DUEL.replace("units.Pilsudski", "units.Pavlenko") + 'units.U-3 = "1715"\n'
    assert asks(combat(mixed, "poland")) == "poland: declare"  # nobody sees the Poles in the stack
    assert verbs(combat(mixed, "poland")) == {"pass"}
    seen = 'units.U-3 = "1715"\n' + DUEL.replace("units.Pilsudski", "units.Pavlenko")
    assert asks(combat(seen, "poland")) == "russia: declare"
    alone = DUEL.replace("units.Pilsudski", "units.Pavlenko").replace("units.P-8", "units.U-3")
    assert can(combat(alone, "poland"), "attack 1715")


@rule("9.2a", "9.2b")
def test_artillery_alone_does_not_attack() -> None:
    game = combat(DUEL.replace("units.R-4 ", "units.R-Art1 ").replace('facing.1615 = "NE"', ""))
    assert asks(game) == "poland: declare"


@rule("9.2i")
def test_an_unbridged_river_does_not_stop_an_attack() -> None:
    text = 'units.R-4 = "1813"\nunits.Uborevich = "1813"\nunits.P-8 = "1714"\nfacing.1813 = "SW"\nfacing.1714 = "N"\n'
    assert can(combat(text), "attack 1813")


# -- 9.2c turns ------------------------------------------------------------


@rule("9.2c")
def test_the_dice_say_who_attacks_first() -> None:
    assert asks(combat(DUEL, "poland")) == "poland: declare"
    assert asks(combat(DUEL, "russia")) == "russia: declare"


@rule("9.2c", "9.2f")
def test_attacks_are_made_in_turn_and_a_unit_attacks_once() -> None:
    game = attack(combat(DUEL, dice=[1, 1]), "1615")
    assert asks(game) == "poland: declare"
    attack(roll(game, 2, 2), "1715")
    assert game.s.phase > COMBAT


@rule("9.2c")
def test_a_refusal_is_final_and_the_other_goes_on() -> None:
    more = DUEL + 'units.R-25 = "1614"\nfacing.1614 = "SE"\n'
    game = combat(more, "poland")
    play(game, "pass")
    attack(roll(game, 1, 2), "1615")
    assert asks(game) == "russia: declare"
    assert can(game, "attack 1614")


@rule("9.2c")
def test_an_attack_can_be_thought_over() -> None:
    game = play(combat(DUEL), "attack 1615", "cancel")
    assert asks(game) == "russia: declare"
    assert can(game, "attack 1615")


@rule("13.2a")
def test_stacks_in_combat_lie_open_until_the_phase_ends() -> None:
    text = DUEL + 'units.P-12 = { hex = "1715", top = true }\nunits.R-25 = { hex = "1615", top = true }\n'
    game = combat(text, dice=[1, 1])
    assert not sees(game, "russia", "P-8")
    attack(game, "1615")
    assert sees(game, "russia", "P-8")
    assert sees(game, "poland", "R-4")
    play(game, "pass")
    assert not sees(game, "russia", "P-8")


# -- 9.2d, 9.2e coordination ------------------------------------------------------------

# A second Russian stack in 1814 faces 1715 as well.
PINCER = DUEL + 'units.R-25 = "1814"\nunits.Budyonny = "1814"\nfacing.1814 = "SW"\n'


@rule("9.2d")
def test_a_second_stack_must_face_the_target_and_be_in_command() -> None:
    assert offered(play(combat(PINCER), "attack 1615"), "second") == {"1814"}
    turned = PINCER.replace('facing.1814 = "SW"', 'facing.1814 = "N"')
    assert not offered(play(combat(turned), "attack 1615"), "second")
    alone = PINCER.replace('units.Budyonny = "1814"', 'units.Budyonny = "2014"')
    assert not offered(play(combat(alone), "attack 1615"), "second")


@rule("9.2d", "9.2i")
def test_an_unbridged_river_bars_the_second_stack_and_a_bridged_one_does_not() -> None:
    base = 'units.R-4 = "{}"\nunits.R-25 = "{}"\nunits.P-8 = "{}"\nunits.Uborevich = "{}"\nunits.Budyonny = "{}"\n'
    unbridged = base.format("1715", "1813", "1714", "1715", "1813") + 'facing.1715 = "N"\nfacing.1813 = "SW"\n'
    assert not offered(play(combat(unbridged), "attack 1715"), "second")
    bridged = base.format("1714", "1812", "1713", "1714", "1812") + 'facing.1714 = "N"\nfacing.1812 = "SW"\n'
    assert offered(play(combat(bridged), "attack 1714"), "second") == {"1812"}


@rule("9.2e", "9.3i")
def test_five_and_six_bring_the_second_stack() -> None:
    game = play(combat(PINCER, dice=[5, 1, 1]), "attack 1615", "second 1814")
    assert last(game, "combat").refs["attack"] == 3 + 1 + 4


@rule("9.2e", "9.2f")
def test_three_and_four_leave_the_attacker_alone_and_the_other_stack_has_had_its_order() -> None:
    game = play(combat(PINCER, dice=[4, 1, 1]), "attack 1615", "second 1814")
    assert last(game, "combat").refs["attack"] == 3 + 1
    play(game, "pass")
    assert cannot(game, "attack 1814")


@rule("9.2e", "9.2f", "9.2g")
def test_one_and_two_call_everything_off() -> None:
    game = play(combat(PINCER, dice=[2]), "attack 1615", "second 1814")
    assert not events(game, "combat")
    assert asks(game) == "poland: declare"
    assert not game.s.fought
    play(game, "pass")
    assert game.s.phase > COMBAT  # both have had their order


@rule("9.2e", "9.2f", "9.2c")
def test_an_attack_that_is_called_off_is_that_players_attack() -> None:
    others = 'units.R-44 = "2012"\nunits.Mezheninov = "2012"\nunits.P-4 = "1913"\nfacing.2012 = "SW"\n'
    game = combat(PINCER + others, dice=[2])
    assert offered(game, "attack") >= {"2012", "1615"}
    play(game, "attack 1615", "second 1814")
    assert asks(game) == "poland: declare"
    play(game, "pass")
    assert offered(game, "attack") == {"2012"}


@rule("9.2f", "9.2g")
def test_a_second_stack_that_comes_has_fought() -> None:
    game = play(combat(PINCER, dice=[5, 1, 6]), "attack 1615", "second 1814")
    assert game.s.fought.bit_count() == 3


# -- 9.3h, 9.3j, 9.4 hits ------------------------------------------------------------


@rule("9.3j", "9.5.a", "9.2g")
def test_a_tie_hurts_nobody_and_yet_all_have_fought() -> None:
    game = attack(combat(DUEL, dice=[3, 3]), "1615")
    assert (weak(game, "R-4"), weak(game, "P-8")) == (False, False)
    assert (where(game, "R-4"), where(game, "P-8")) == ("1615", "1715")
    assert game.s.fought.bit_count() == 2


@rule("9.2g", "9.3f")
def test_a_further_combat_counts_against_those_who_have_won_and_only_against_them() -> None:
    game = combat(DUEL + 'units.P-12 = "Warsaw"\n', dice=[3, 3])
    game.s.triumphed = 1 << unit("R-4") | 1 << unit("P-12")
    attack(game, "1615")
    assert game.s.triumphed == 1 << unit("P-12")


@rule("9.3h", "9.4a", "9.4c", "9.5.a")
def test_two_more_cost_the_loser_one_hit() -> None:
    game = attack(combat(DUEL, dice=[4, 2]), "1615")
    assert weak(game, "P-8")
    assert where(game, "P-8") == "1715"
    lost = attack(combat(DUEL, dice=[2, 4]), "1615")
    assert weak(lost, "R-4")
    assert not weak(lost, "P-8")


@rule("9.4c")
def test_a_weakened_unit_is_eliminated() -> None:
    text = DUEL.replace('units.P-8 = "1715"', 'units.P-8 = { hex = "1715", weak = true }')
    game = attack(combat(text, dice=[1, 1]), "1615")  # 3 against 2
    assert where(game, "P-8") == "1715"
    game = attack(combat(text, dice=[2, 1]), "1615")
    assert where(game, "P-8") == "eliminated"


STRONG = (
    DUEL
    + """
    units.R-25 = "1615"
    units.R-Art1 = "1615"
    units.P-12 = "1715"
    units.P-13 = "1715"
"""
)


@rule("9.4d")
def test_the_owner_chooses_who_is_hit_and_one_unit_may_take_two() -> None:
    # 3 + 4 + 1 + 2 = 10 against 9: six to two makes a difference of five, two hits.
    game = attack(combat(STRONG, dice=[6, 2]), "1615")
    assert asks(game) == "poland: which"
    assert offered(game, "unit") == {"P-8", "P-12", "P-13"}
    play(game, "unit P-8", "unit P-8")
    assert where(game, "P-8") == "eliminated"
    assert not weak(game, "P-12")


@rule("9.4b")
def test_the_loser_hits_back_with_half_of_what_he_took() -> None:
    game = attack(combat(STRONG, dice=[6, 2]), "1615", "unit P-8", "unit P-12")
    assert asks(game) == "russia: which"
    play(game, "unit R-Art1")
    assert weak(game, "R-Art1")


@rule("9.4a")
def test_no_more_hits_than_units_in_the_winning_stack() -> None:
    text = DUEL.replace("units.P-8", "units.P-1Cav").replace('facing.1715 = "SW"', 'facing.1715 = "N"')
    text += 'units.P-2Cav = "1715"\nunits.R-25 = "1614"\nunits.R-44 = "1716"\nunits.R-58 = "1815"\n'
    # 3 + 3 against 1 + 1: six to one makes a difference of nine, but one unit attacked.
    game = attack(combat(text, dice=[6, 1]), "1615")
    play(game, "unit P-1Cav")
    assert last(game, "combat").refs["attack_total"] - last(game, "combat").refs["defence_total"] == 9
    assert weak(game, "P-1Cav")
    assert not weak(game, "P-2Cav")


@rule("9.4d", "9.4f")
def test_surplus_hits_are_lost_and_do_not_count() -> None:
    # Two attackers at five more could inflict two hits, but one weak unit takes one; so nothing comes back.
    text = DUEL.replace('units.P-8 = "1715"', 'units.P-8 = { hex = "1715", weak = true }') + 'units.R-25 = "1615"\n'
    game = attack(combat(text, dice=[2, 4]), "1615")  # 7 + 2 against 2 + 4
    assert where(game, "P-8") == "eliminated"
    other = attack(combat(text, dice=[4, 4]), "1615")
    assert not weak(other, "R-4")
    assert not weak(other, "R-25")


THREE = DUEL.replace('    units.P-8 = "1715"\n', "") + 'units.R-25 = "1615"\nunits.R-44 = "1615"\n'
THREE += 'units.P-8 = { hex = "1715", weak = true }\n'


@rule("9.4b", "9.4d", "9.4f", "9.2a", "9.3h", "9.4a", "9.5.b7", "9.2c")
def test_half_of_the_hits_really_taken_comes_back() -> None:
    """Three could be inflicted by six more. Two weak units take two, so one comes back; one takes one, so none."""
    game = attack(combat(THREE + 'units.P-12 = { hex = "1715", weak = true }\n', dice=[1, 1]), "1615", "unit P-8")
    assert where(game, "P-12") == "eliminated"  # the last hit leaves nobody to choose from
    assert asks(game) == "russia: which"
    assert offered(game, "unit") == {"R-4", "R-25", "R-44"}
    play(game, "unit R-25")
    assert asks(game) == "russia: who_goes"
    alone = attack(combat(THREE, dice=[1, 3]), "1615")
    assert where(alone, "P-8") == "eliminated"
    assert asks(alone) == "russia: who_goes"


@rule("9.4e")
def test_command_units_take_no_hits() -> None:
    text = DUEL.replace('units.Pilsudski = "1714"', 'units.Pilsudski = "1715"') + 'units.P-12 = "1715"\n'
    game = attack(combat(text.replace("units.R-4 ", "units.R-25 "), dice=[6, 1]), "1615")
    assert offered(game, "unit") <= {"P-8", "P-12"}


# -- 9.3f fatigue in the phase ------------------------------------------------------------


@rule("9.3f", "9.2g", "9.7a")
def test_a_defender_attacked_twice_is_weaker_the_second_time() -> None:
    game = attack(combat(PINCER, dice=[1, 1]), "1615")
    first = last(game, "combat").refs["defence"]
    play(game, "pass")
    attack(roll(game, 1, 5), "1814")
    assert last(game, "combat").refs["defence"] == first - 1 - 1  # fought before, and not attacked to the front
    assert game.s.phase > COMBAT
    assert not game.s.fought
    assert not game.s.attacked


@rule("9.2g", "9.3f", "9.5.b1", "9.5.c3")
@pytest.mark.parametrize(("dice", "won"), [((2, 1), set()), ((3, 1), {"R-44", "R-45"}), ((2, 6), set())])
def test_only_a_victory_by_seven_spares_the_winners(dice: tuple[int, int], won: set[str]) -> None:
    """8 against 3: by six more, by seven more, by one more. All have fought, and only seven more spares the winners."""
    text = CALLED.replace('    units.P-12 = "1715"\n', "").replace('facing.1715 = "N"', 'facing.1715 = "SW"')
    game = play(combat(text, dice=list(dice)), "attack 1615", "alone")
    told = last(game, "combat").refs
    assert (told["attack"], told["defence"]) == (8, 3)
    assert {name for name in ("R-44", "R-45", "P-8") if game.s.triumphed >> unit(name) & 1} == won
    assert {name for name in ("R-44", "R-45", "P-8") if game.s.fought >> unit(name) & 1} == {"R-44", "R-45", "P-8"}


# -- 9.6 commands ------------------------------------------------------------


@rule("9.6b")
def test_a_lone_command_unit_attacked_leaves_and_the_attacker_may_advance() -> None:
    text = DUEL.replace('units.P-8 = "1715"', 'units.P-8 = "1914"').replace('facing.1715 = "SW"', "")
    text = text.replace('units.Pilsudski = "1714"', 'units.Pilsudski = "1715"')
    game = play(combat(text, dice=[]), "attack 1615", "alone")
    assert where(game, "Pilsudski") == "turn 5"
    assert asks(game) == "russia: who_goes"
    play(game, "unit R-4", "face 1714")
    assert where(game, "R-4") == "1715"
    assert not events(game, "combat")
    assert not game.s.fought


@rule("9.6b")
def test_a_command_unit_with_units_is_not_driven_off_before_they_have_fought() -> None:
    text = DUEL.replace('units.Pilsudski = "1714"', 'units.Pilsudski = "1715"')
    game = attack(combat(text, dice=[3, 3]), "1615")
    assert events(game, "combat")
    assert (where(game, "P-8"), where(game, "Pilsudski"), where(game, "R-4")) == ("1715", "1715", "1615")


@rule("9.6b")
def test_into_the_hex_of_a_lone_command_unit_go_all_combat_units_and_no_further() -> None:
    text = DUEL.replace('units.P-8 = "1715"', 'units.P-8 = "1914"').replace('facing.1715 = "SW"', "")
    text = text.replace('units.Pilsudski = "1714"', 'units.Pilsudski = "1715"')
    game = play(combat(text + 'units.R-8Cav = "1615"\nunits.R-Art1 = "1615"\n'), "attack 1615", "alone")
    assert offered(game, "unit") == {"R-4", "R-8Cav", "R-Art1"}
    play(game, "unit R-8Cav", "unit R-Art1", "done")
    assert asks(game) == "russia: which"  # how they face: cavalry goes no further
    assert where(game, "R-8Cav") == where(game, "R-Art1") == "1715"
    assert where(game, "Uborevich") == "1615"


@rule("9.6a")
def test_a_command_unit_leaves_with_the_last_of_its_units() -> None:
    text = DUEL.replace('units.P-8 = "1715"', 'units.P-8 = { hex = "1715", weak = true }')
    text = text.replace('units.Pilsudski = "1714"', 'units.Pilsudski = "1715"')
    game = attack(combat(text, dice=[2, 1]), "1615")
    assert where(game, "Pilsudski") == "turn 5"
    assert game.s.left_hex


@rule("9.2c")
def test_without_anyone_facing_an_enemy_there_is_no_combat() -> None:
    game = phase("combat", DUEL.replace('facing.1615 = "NE"', 'facing.1615 = "N"').replace('"SW"', '"N"'), [1])
    assert game.s.phase > 7


@rule("9.2c")
def test_who_faces_nobody_has_not_declined() -> None:
    """The Poles win the die but face nobody; once they have beaten off an attack and advanced, they face one."""
    text = """
        units.R-44 = "1615"
        units.Uborevich = "1615"
        units.R-45 = "1515"
        units.P-8 = "1715"
        units.P-12 = "1715"
        units.Pilsudski = "1715"
        facing.1615 = "NE"
        facing.1715 = "N"
        facing.1515 = "N"
    """
    game = combat(text, "poland", dice=[1, 6])
    assert asks(game) == "russia: declare"
    attack(game, "1615")
    while asks(game) != "poland: who_goes":
        verb = next(verb for verb in ("unit", "hex", "face") if offered(game, verb))
        play(game, f"{verb} {max(offered(game, verb))}")
    play(game, "all", "face 1515")
    assert asks(game) == "poland: declare"
    assert offered(game, "attack") == {"1615"}
    play(game, "pass")
    assert game.s.phase > 7


CALLED = """
    units.R-44 = { hex = "1615", top = true }
    units.R-45 = "1615"
    units.R-4 = { hex = "1716", top = true }
    units.R-Art1 = "1716"
    units.Uborevich = "1616"
    units.P-8 = { hex = "1715", top = true }
    units.P-12 = "1715"
    units.Pilsudski = "1715"
    facing.1615 = "NE"
    facing.1716 = "N"
    facing.1715 = "N"
    units.R-25 = "1815"
    units.Budyonny = "1815"
    facing.1815 = "NW"
"""


@rule("9.2e", "13.2a")
@pytest.mark.parametrize(("die", "fight", "second"), [(1, False, False), (3, True, False), (5, True, True)])
def test_only_stacks_that_fight_are_laid_open(die: int, fight: bool, second: bool) -> None:
    game = combat(CALLED, dice=[die, *([3, 3] if fight else [])])
    play(game, "attack 1615", "second 1716")
    assert sees(game, "russia", "P-12") == sees(game, "poland", "R-45") == fight
    assert sees(game, "poland", "R-Art1") == second
    assert bool(game.s.fought) == fight


@rule("9.2e", "9.2f")
def test_after_an_attack_that_is_called_off_both_stacks_have_had_their_order() -> None:
    game = play(combat(CALLED, dice=[1]), "attack 1615", "second 1716")
    assert {name for name in ("R-44", "R-45", "R-4", "R-Art1") if game.s.attacked >> unit(name) & 1} == {
        "R-44", "R-45", "R-4", "R-Art1",
    }  # fmt: skip


@rule("9.3f")
def test_a_stack_in_support_shares_in_a_victory_by_seven() -> None:
    text = CALLED.replace('units.P-12 = "1715"', "")
    game = play(combat(text, dice=[6, 6, 1]), "attack 1615", "second 1716")
    assert game.s.triumphed >> unit("R-4") & 1
    assert game.s.triumphed >> unit("R-Art1") & 1


@rule("9.2b", "9.4d", "9.5.b1")
def test_guns_with_attacking_cavalry_take_no_part() -> None:
    text = DUEL.replace("units.R-4 ", "units.R-8Cav ") + 'units.R-Art1 = "1615"\nunits.P-12 = "1715"\n'
    game = attack(combat(text, dice=[1, 3]), "1615")
    while asks(game).startswith("russia"):
        verb = next(verb for verb in ("unit", "hex", "face") if offered(game, verb))
        play(game, f"{verb} {max(offered(game, verb))}")
    assert where(game, "R-8Cav") != "1615"
    assert where(game, "R-Art1") == "1615"
    assert not weak(game, "R-Art1")
