"""9.5.b7 – 9.5.c3 Advance after combat, cavalry's further hex, further attacks."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.state import State
from vistula.kernel import Action, Game

from .campaigning import attack, combat
from .table import asked, asks, depots, events, facing, hex, last, offered, play, roll, unit, verbs, where

rule = pytest.mark.rule

# Russian infantry, cavalry and guns in 1615 against one Polish division in 1715: 3 + 4 + 1 + 4 against 2.
COLUMN = """
    units.R-4 = "1615"
    units.R-4Cav = "1615"
    units.R-Art1 = "1615"
    units.Uborevich = "1615"
    units.P-8 = "1715"
    units.Pilsudski = "1912"
    facing.1615 = "NE"
    facing.1715 = "N"
"""
# The same, so weak that the Poles lose by four: cavalry alone against a front.
RIDERS = """
    units.R-4Cav = "1615"
    units.Uborevich = "1615"
    units.P-8 = "1715"
    units.Pilsudski = "1912"
    facing.1615 = "NE"
    facing.1715 = "N"
"""


def won(text: str = RIDERS, dice: tuple[int, int] = (2, 1)) -> Game[State]:
    """The Poles are beaten and gone: the winner is asked who advances."""
    return gone(attack(combat(text, dice=dice), "1615"), "poland")


def gone(game: Game[State], loser: str) -> Game[State]:
    """The loser answers everything with the highest hex or unit."""
    while asks(game) in (f"{loser}: which", f"{loser}: through", f"{loser}: to"):
        verb = next(verb for verb in ("hex", "face", "unit") if offered(game, verb))
        play(game, f"{verb} {max(offered(game, verb))}")
    return game


# -- 9.5.b7 ------------------------------------------------------------


@rule("9.5.b7", "9.5.b9", "9.2a", "9.5.b8")
def test_the_winner_may_occupy_the_vacated_hex() -> None:
    game = won()
    assert asks(game) == "russia: who_goes"
    play(game, "unit R-4Cav", "unit Uborevich", "done", "face 1814")
    assert where(game, "R-4Cav") == where(game, "Uborevich") == "1715"
    assert facing(game, "1715") == "NE"


@rule("9.5.b7", "9.2a")
def test_nobody_has_to() -> None:
    game = play(won(), "done")
    assert where(game, "R-4Cav") == "1615"
    assert facing(game, "1615") == "NE"


@rule("9.5.b7", "9.2a", "9.5.b9", "9.5.c3", "9.2f")
def test_artillery_stays_behind_and_any_part_may_go() -> None:
    game = attack(combat(COLUMN, dice=[1, 6]), "1615")  # 13 against 8: two hits
    assert where(game, "P-8") == "eliminated"
    play(game, "unit R-Art1")  # one hit comes back
    assert offered(game, "unit") == {"R-4", "R-4Cav", "Uborevich"}
    play(game, "unit R-4", "done", "face 1714")
    assert (where(game, "R-4"), where(game, "R-4Cav"), where(game, "R-Art1")) == ("1715", "1615", "1615")


@rule("9.5.b7")
@pytest.mark.parametrize("more", ["", 'units.R-4 = "1615"\n', 'units.R-4 = "1615"\nunits.R-6 = "1615"\n'])
def test_where_several_may_advance_all_may_at_once(more: str) -> None:
    game = won(RIDERS + more)
    assert asks(game) == "russia: who_goes"
    assert ("all" in asked(game).verbs()) == (len(offered(game, "unit")) > 1)


@rule("9.5.b7", "9.2a", "9.5.b9", "9.5.c3", "9.2f")
def test_a_victorious_defender_advances_as_well() -> None:
    text = RIDERS.replace("units.R-4Cav", "units.R-Kotovski").replace('facing.1715 = "N"', 'facing.1715 = "SW"')
    game = gone(attack(combat(text, dice=[1, 4]), "1615"), "russia")  # 3 against 7
    assert asks(game) == "poland: who_goes"
    play(game, "unit P-8", "face 1616")
    assert where(game, "P-8") == "1615"


@rule("9.5.b7", "7.5a", "9.2a", "9.5.b8", "9.5.b9")
def test_an_advance_takes_the_depot() -> None:
    text = """
        units.R-4Cav = "1715"
        units.Uborevich = "1715"
        units.P-8 = { hex = "1714", weak = true }
        units.Pilsudski = "1912"
        facing.1715 = "N"
        facing.1714 = "S"
        depots.poland = ["1714"]
    """
    game = attack(combat(text, dice=[3, 1]), "1715")
    assert where(game, "P-8") == "eliminated"
    play(game, "unit R-4Cav", "done", "done", "face 1713")
    assert depots(game, "poland") == set()


@rule("13.4a", "9.2a", "9.5.b7")
def test_ukrainians_do_not_advance_north() -> None:
    text = """
        units.U-3 = "1512"
        units.U-1 = "1512"
        units.Pavlenko = "1512"
        units.R-4 = { hex = "1511", weak = true }
        units.R-5 = "1509"
        facing.1512 = "N"
        facing.1511 = "N"
    """
    south = attack(combat(text, "poland", dice=[6, 1]), "1512")
    assert asks(south).endswith("who_goes")
    assert {"U-3", "U-1"} <= offered(south, "unit")
    north = text.replace("1511", "1510").replace("1512", "1511")
    game = attack(combat(north, "poland", dice=[6, 1]), "1511")
    assert where(game, "R-4") == "eliminated"
    assert not events(game, "advances")
    assert game.s.phase > 7  # there was nobody to ask


@rule("13.4a", "9.5.b7")
def test_a_ukrainian_is_told_why_he_does_not_advance_with_poles() -> None:
    text = """
        units.U-3 = "1511"
        units.P-8 = "1511"
        units.Pilsudski = "1511"
        units.R-4 = { hex = "1510", weak = true }
        units.R-5 = "1509"
        facing.1511 = "N"
        facing.1510 = "N"
    """
    game = attack(combat(text, "poland", dice=[6, 1]), "1511")
    assert "P-8" in offered(game, "unit")
    refusal = game.seat("poland").refusal(Action("unit", unit("U-3")))
    assert refusal.rule == "13.4a"
    assert "south of the Demarcation Line" in refusal.why


# -- 9.5.b8 ------------------------------------------------------------


@rule("9.5.b8", "9.5.b9", "9.2a", "9.5.b7", "9.5.c3", "9.2f")
def test_cavalry_goes_one_hex_further() -> None:
    game = play(won(), "unit R-4Cav", "done")
    assert asks(game) == "russia: charge"
    play(game, "unit R-4Cav")
    assert offered(game, "hex") >= {"1714", "1814", "1716", "1614"}
    play(game, "hex 1714", "face 1713")
    assert where(game, "R-4Cav") == "1714"
    assert facing(game, "1714") == "N"


@rule("9.5.b8")
def test_each_of_two_riders_goes_one_hex_further_and_no_more() -> None:
    game = play(won(RIDERS + 'units.R-8Cav = "1615"\n'), "unit R-8Cav")  # who takes the hit
    play(game, "unit R-4Cav", "unit R-8Cav", "done", "unit R-4Cav", "hex 1714")
    play(game, *["face 1713"] * bool(offered(game, "face")))
    assert (asks(game), offered(game, "unit")) == ("russia: charge", {"R-8Cav"})


@rule("9.5.b7", "1.4b")
def test_blanks_advance_with_their_stack() -> None:
    game = play(won(RIDERS + "dummies.1615 = 1\n"), "unit R-4Cav", "unit Uborevich", "done")
    assert game.s.dummies == {hex("1715"): 1}


@rule("9.5.b8", "9.2a", "9.5.b7", "9.5.c3", "9.2f")
def test_not_onto_any_enemy_unit_nor_over_the_limit() -> None:
    full = "".join(f'units.{name} = "1716"\n' for name in ("R-44", "R-58", "R-60", "R-24"))
    text = RIDERS.replace('units.Pilsudski = "1912"', 'units.Pilsudski = "1814"') + full
    game = won(text, (1, 1))  # 4 + 1 against 2
    play(game, "unit R-4Cav", "done", "unit R-4Cav")
    assert "1814" not in offered(game, "hex")
    assert "1716" not in offered(game, "hex")


@rule("9.5.b8", "9.2a", "9.5.b7", "9.5.c3", "9.2f")
def test_infantry_does_not_go_further() -> None:
    text = RIDERS.replace("units.R-4Cav", "units.R-25")
    game = play(won(text), "unit R-25", "done")
    assert asks(game) == "russia: which"
    assert offered(game, "face")


@rule("9.5.b8", "9.5.b9", "1.2d", "9.2a", "9.5.b7")
def test_who_joins_friends_takes_their_facing() -> None:
    text = RIDERS + 'units.R-44 = "1614"\nfacing.1614 = "N"\n'
    game = won(text, (1, 1))
    play(game, "unit R-4Cav", "done", "unit R-4Cav", "hex 1614")
    assert facing(game, "1614") == "N"
    assert asks(game) != "russia: which"  # nor is anybody asked for it


@rule("9.6b", "9.5.b7", "9.5.b8")
def test_who_drives_off_a_lone_command_unit_goes_no_further() -> None:
    text = 'units.R-4Cav = "1615"\nunits.Uborevich = "1615"\nfacing.1615 = "NE"\n'
    game = attack(combat(text + 'units.Pilsudski = "1715"\nunits.P-8 = "1912"\n'), "1615")
    play(game, "unit R-4Cav")
    assert (where(game, "R-4Cav"), where(game, "Pilsudski")) == ("1715", "turn 5")
    assert asks(game) == "russia: which"  # its facing, and not one hex more
    assert offered(game, "face")


# -- 9.5.c ------------------------------------------------------------

# The riders rout P-8 by seven; P-12 in 1914 is the next they could reach.
SECOND = RIDERS + 'units.P-12 = "1914"\nunits.Sikorski = "1914"\nfacing.1914 = "SW"\n'


def routed(*advance: str) -> Game[State]:
    """P-8 is driven north by seven; the winners advance, and the riders go on to 1814."""
    game = attack(combat(SECOND, dice=[6, 1]), "1615")  # 10 against 3
    play(game, "hex 1714", "hex 1713", "face 1712", *advance, "unit R-4Cav", "hex 1814")
    return game


@rule("9.5.c1", "9.5.c2", "9.2a", "9.5.b7", "9.5.c3", "9.2f")
def test_a_rout_costs_the_winner_nothing() -> None:
    text = COLUMN + 'units.P-12 = "1715"\nunits.P-13 = "1715"\n'
    game = attack(combat(text, dice=[6, 1]), "1615")  # 18 against 7: three hits, none back
    play(game, "unit P-8", "unit P-8", "unit P-12")
    assert asks(game) == "russia: through"
    milder = attack(combat(text, dice=[1, 1]), "1615")  # 13 against 7: three hits, one back
    play(milder, "unit P-8", "unit P-8", "unit P-12")
    assert asks(milder) == "russia: which"


@rule("9.5.c3", "9.2a", "9.5.b7", "9.5.b8", "9.5.b9", "9.2f")
def test_after_a_rout_the_winner_may_attack_again_at_once() -> None:
    game = play(routed("unit R-4Cav", "unit Uborevich"), "face 1914")
    assert asks(game) == "russia: again"
    assert offered(game, "attack") == {"1814"}
    roll(game, 1, 1)
    play(game, "attack 1814", "alone")
    assert len(events(game, "combat")) == 2
    assert last(game, "combat").refs["attack"] == 4


@rule("9.5.c3", "9.2a", "9.5.b7", "9.5.b8", "9.5.b9", "9.2f")
def test_nobody_has_to_attack_again() -> None:
    game = play(routed("unit R-4Cav", "unit Uborevich"), "face 1914", "pass")
    assert asks(game) == "poland: declare"
    assert len(events(game, "combat")) == 1


@rule("9.5.c3", "9.2a", "9.5.b7", "9.5.b8", "9.5.b9")
def test_only_in_command_range() -> None:
    game = play(routed("unit R-4Cav", "done"), "face 1914")  # Uborevich has stayed in 1615
    assert asks(game) == "poland: declare"


@rule("9.5.c3", "9.2a", "9.5.b7", "9.5.b8", "9.5.b9", "9.2f")
def test_only_against_an_enemy_whom_they_face() -> None:
    game = play(routed("unit R-4Cav", "unit Uborevich"), "face 1813")
    assert asks(game) == "poland: declare"


@rule("9.5.c3", "9.2a", "9.5.b7", "9.5.b8", "9.5.b9", "9.2f")
def test_no_further_attack_after_a_smaller_victory() -> None:
    game = attack(combat(SECOND, dice=[5, 1]), "1615")  # 9 against 3
    play(game, "hex 1714", "hex 1713", "face 1712", "unit R-4Cav", "unit Uborevich", "unit R-4Cav", "hex 1814")
    play(game, "face 1914")
    assert asks(game) == "poland: declare"


@rule("9.5.c3", "9.2f", "9.2a", "9.5.b7", "9.5.b8", "9.5.b9")
def test_a_further_attack_can_be_thought_over_and_is_the_last_without_another_rout() -> None:
    game = play(routed("unit R-4Cav", "unit Uborevich"), "face 1914", "attack 1814", "cancel")
    assert asks(game) == "russia: again"
    roll(game, 1, 2)
    play(game, "attack 1814", "alone")  # 5 against 5
    assert asks(game) == "poland: declare"
    play(game, "pass")
    assert game.s.phase > 7 or verbs(game) == {"pass"}


@rule("9.3f", "9.2a", "9.5.b7", "9.5.b8", "9.5.b9")
def test_whoever_won_by_seven_is_not_tired() -> None:
    game = play(routed("unit R-4Cav", "unit Uborevich"), "face 1914", "pass")
    riders = 1 << unit("R-4Cav")
    assert game.s.fought & riders
    assert game.s.triumphed & riders
    attack(roll(game, 1, 1), "1914")
    assert last(game, "combat").refs["defence"] == 4  # attacked to the front, no penalty


# Budyonny's riders beat the Poles in 1715 and ride on to 1814, where two divisions stand that did not fight.
JOINED = """
    units.R-4Cav = "1615"
    units.Budyonny = "1615"
    units.Uborevich = "1815"
    units.P-8 = "1715"
    units.Pilsudski = "1912"
    units.R-44 = "1814"
    units.R-45 = "1814"
    units.P-12 = "1914"
    units.Sikorski = "1914"
    facing.1615 = "NE"
    facing.1715 = "N"
    facing.1814 = "NE"
    facing.1914 = "SW"
"""


@rule("9.5.c3", "9.2a", "9.5.b7", "9.5.b8", "9.2f")
def test_only_those_who_advanced_attack_again() -> None:
    game = attack(combat(JOINED, dice=[6, 1]), "1615")
    while asks(game) != "russia: who_goes":
        verb = "hex" if offered(game, "hex") else "face"
        play(game, f"{verb} {min(offered(game, verb))}")
    play(game, "unit R-4Cav", "done", "unit R-4Cav", "hex 1814")
    assert asks(game) == "russia: again"
    planned = game.seat("russia").forecast(Action("attack", hex("1814")))
    assert planned is not None
    roll(game, 1, 1)
    play(game, "attack 1814", "alone")
    assert last(game, "combat").refs["units"] == [unit("R-4Cav")]
    assert not game.s.attacked >> unit("R-44") & 1


@rule("9.5.c3", "9.2f", "9.2a", "9.5.b7", "9.5.b9")
def test_a_defender_who_attacks_at_once_keeps_its_own_order() -> None:
    text = """
        units.R-Kotovski = "1615"
        units.Uborevich = "1615"
        units.R-44 = { hex = "1515", weak = true }
        units.P-8 = "1715"
        units.P-12 = "1715"
        units.Pilsudski = "1715"
        facing.1615 = "NE"
        facing.1515 = "N"
        facing.1715 = "SW"
    """
    game = attack(combat(text, dice=[1, 6]), "1615")
    while asks(game) != "poland: who_goes":
        verb = next(verb for verb in ("unit", "hex", "face") if offered(game, verb))
        play(game, f"{verb} {max(offered(game, verb))}")
    play(game, "all", "face 1515")
    assert asks(game) == "poland: again"
    roll(game, 1, 6)
    play(game, "attack 1615", "alone")
    assert len(events(game, "combat")) == 2
    assert not game.s.attacked >> unit("P-8") & 1
