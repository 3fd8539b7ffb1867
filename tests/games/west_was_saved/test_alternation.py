"""Players in turn: being unable is not declining, and whether somebody was unable stays a secret (H-61)."""

from __future__ import annotations

import random

import pytest

from vistula.games.west_was_saved.cards.effects import redeployment_limit
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.alternation import Alternation
from vistula.games.west_was_saved.rules.depots import DepotPhase
from vistula.games.west_was_saved.rules.engagement import attackers, seem_ready, surely_ready
from vistula.games.west_was_saved.rules.redeployment import ready, seems_mobile, surely_mobile
from vistula.games.west_was_saved.state import COMBAT, State
from vistula.kernel import Action, Game

from .campaigning import attack, combat, phase
from .table import asked, asks, offered, play, start, verbs, where

rule = pytest.mark.rule


# -- the mechanism ---------------------------------------------------------------------------------------------


class Turns(Alternation):
    """Who seems able and who surely is, as the test says."""

    seeming: int = 3
    sure: int = 3

    def seems_able(self, s: State, side: int) -> bool:
        return bool(self.seeming >> side & 1)

    def surely_able(self, s: State, side: int) -> bool:
        return bool(self.sure >> side & 1)


def test_turns_alternate_until_both_have_declined() -> None:
    s, turns = State(), Turns(side=RUSSIA)
    assert turns.next_player(s)
    assert turns.side == RUSSIA
    turns.acted()
    assert turns.next_player(s)
    assert turns.side == POLAND
    assert turns.passes(s, True)
    assert turns.next_player(s)
    turns.acted()
    assert turns.next_player(s)
    assert turns.side == RUSSIA  # the Poles have declined
    turns.passes(s, True)
    assert not turns.next_player(s)
    assert not s.declined


def test_who_cannot_act_is_passed_over_and_has_his_turn_when_he_can() -> None:
    s, turns = State(), Turns(seeming=2, sure=2)
    assert turns.next_player(s)
    assert turns.side == RUSSIA
    turns.acted()
    turns.seeming = turns.sure = 3
    assert turns.next_player(s)
    assert turns.side == POLAND


@pytest.mark.parametrize("able", [True, False])
def test_who_may_have_been_unable_is_asked_again_once_the_other_has_acted(able: bool) -> None:
    s, turns = State(), Turns(sure=0)
    assert turns.next_player(s)
    assert not turns.passes(s, able)
    assert turns.next_player(s)
    assert turns.side == RUSSIA
    assert s.declined == int(able)
    turns.acted()
    assert turns.next_player(s)
    assert turns.side == POLAND
    turns.passes(s, able)
    turns.next_player(s)
    turns.passes(s, False)
    assert not turns.next_player(s)  # nobody has acted since
    assert not s.declined  # of the next phase nothing is known yet


# -- 5.1 depots, 7.1 markers, 8.0 command units ------------------------------------------------------------------


@rule("5.1b")
def test_who_can_do_nothing_with_depots_is_asked_once_for_the_sake_of_his_stacks() -> None:
    game = phase("depots", """
        units.P-8 = "1615"
        units.R-4 = "Smolensk"
        units.R-8 = "Gomel"
        total.poland = 12
        total.russia = 12
        depots.russia = ["Smolensk"]
    """)  # fmt: skip
    assert (asks(game), verbs(game)) == ("poland: actions", {"pass"})
    play(game, "pass")
    play(game, "remove Smolensk")
    assert asks(game) == "russia: actions"  # nothing has changed for the Poles
    frame = game.stack[-1]
    assert isinstance(frame, DepotPhase)
    assert not frame.passed >> POLAND & 1


@rule("7.1d", "7.1k")
def test_who_has_no_points_left_is_not_asked_for_markers() -> None:
    units = 'units.P-8 = "1615"\nunits.P-12 = "1715"\nunits.R-4 = "2015"\nunits.R-8 = "2016"\n'
    game = phase("movement", units + "points.poland = 1\npoints.russia = 2\n", [6, 1])
    play(game, *["done"] * (asked(game).step == "which"), "mark 1615", "mark 2015")
    assert asks(game) == "russia: allocate"


ENCLOSED = """
    units.Pilsudski = "2101"
    units.R-4 = "2001"
    units.Uborevich = "2102"
    total.poland = 12
    total.russia = 12
"""


@rule("8.0a")
def test_a_command_unit_that_was_enclosed_may_move_when_the_way_is_open() -> None:
    game = phase("command", ENCLOSED)
    assert (asks(game), verbs(game)) == ("poland: pick", {"pass"})
    play(game, "pass", "commander Uborevich", "hex 2104")
    assert asks(game) == "poland: pick"
    assert offered(game, "commander") == {"Pilsudski"}
    play(game, "pass")
    assert game.s.phase >= COMBAT  # now he has declined, and the Russians have moved all they have


# -- 9.1 avoidance -----------------------------------------------------------------------------------------------

# Two Polish stacks seem to be cavalry: that in 1715, faced by two Russian stacks, is; of the other nobody can tell.
SLIPPING = """
    units.P-1Cav = "1715"
    units.P-8 = "1816"
    units.R-44 = "1615"
    units.R-8Cav = "1716"
    units.P-2Cav = { hex = "1914", top = true }
    units.R-45 = "2014"
    facing.1615 = "NE"
    facing.1716 = "N"
    facing.1816 = "NW"
    facing.1715 = "N"
    facing.1914 = "N"
    facing.2014 = "NW"
"""


@rule("9.1a", "9.1d")
@pytest.mark.parametrize("hidden", ["P-12", "P-3Cav"])
def test_who_seemed_able_to_withdraw_and_passed_is_asked_again_if_he_was_not(hidden: str) -> None:
    game = phase("combat", SLIPPING + f'units.{hidden} = "1914"\n', [6, 1], turn=10)
    for _ in range(2):
        if asks(game) == "poland: which":
            assert bool(offered(game, "avoid")) == (hidden == "P-3Cav")
            play(game, "pass")
        else:
            play(game, "avoid 1716", "hex 1616", "hex 1517", "face 1417", "done")
    assert asks(game) == "poland: which"
    assert bool(offered(game, "avoid")) == (hidden == "P-12")  # else he has declined, which only he knows
    play(game, "pass")
    assert asked(game).step != "which"


# -- 9.2 attacks -------------------------------------------------------------------------------------------------

# A stack with a Ukrainian on top and the Ukrainian command beside it. If there is a Pole in it, it cannot attack until
# Piłsudski comes near; the division with which he stands is about to be beaten.
UNLED = """
    units.U-3 = { hex = "1715", top = true }
    units.Pavlenko = "1714"
    units.R-4 = "1615"
    facing.1715 = "SW"
    facing.1615 = "N"
    units.P-8 = "1913"
    units.Pilsudski = "1913"
    facing.1913 = "NE"
    units.R-25 = "1912"
    units.R-44 = "1912"
    units.Uborevich = "1912"
    facing.1912 = "S"
"""


def unled(hidden: str) -> Game[State]:
    return combat(UNLED + f'units.{hidden} = "1715"\n', "poland", dice=[1, 3])


@rule("9.2c")
@pytest.mark.parametrize("hidden", ["P-12", "U-6"])
def test_who_seemed_able_to_attack_and_passed_is_asked_again_if_he_was_not(hidden: str) -> None:
    game = unled(hidden)
    assert asks(game) == "poland: declare"
    assert bool(offered(game, "attack")) == (hidden == "U-6")
    play(game, "pass")
    attack(game, "1912")
    play(game, "hex 1914", "hex 1814", "face 1914", "done")
    assert where(game, "Pilsudski") == "1814"
    assert asks(game) == "poland: declare"
    assert bool(offered(game, "attack")) == (hidden == "P-12")  # else they have declined, which only they know


@rule("9.2c", "13.2a")
def test_the_enemy_cannot_tell_why_somebody_passed() -> None:
    seen = []
    for hidden in ("P-12", "U-6"):
        game = play(unled(hidden), "pass")
        seat = game.seat("russia")
        seen.append((asks(game), [event.key for event in game.events], seat.s.declined))
    assert seen[0] == seen[1]
    assert seen[0][2] == 0


# -- 11.1 re-deployment ------------------------------------------------------------------------------------------

# The Russian cavalry stands in the way of supply from Plock.
CUT_OFF = """
    units.P-8 = "0711"
    units.R-4Cav = "0609"
    total.poland = 12
    total.russia = 12
    depots.poland = ["Plock"]
    depots.russia = ["Kowel"]
"""


@rule("11.1a")
def test_a_unit_that_was_cut_off_may_re_deploy_when_the_enemy_has_gone() -> None:
    game = phase("redeployment", CUT_OFF)
    assert (asks(game), verbs(game)) == ("poland: redeploy", {"pass"})
    play(game, "pass", "unit R-4Cav")
    play(game, f"step {max(offered(game, 'step'))}", "stop")
    play(game, f"face {min(offered(game, 'face'))}")
    assert asks(game) == "poland: redeploy"
    assert offered(game, "unit") == {"P-8"}


# -- what is said of them is true --------------------------------------------------------------------------------


@rule("9.2c", "11.1a")
@pytest.mark.parametrize("fog", ["top", "full"])
def test_whoever_is_able_seems_so_and_whoever_surely_is_is(fog: str) -> None:
    """In random games, at every question of attacks and re-deployments, for both sides."""
    rng = random.Random(7)
    found = set()
    for seed in range(3):
        game = start(seed, fog=fog)
        while not game.over and game.s.turn < 6:
            decision = next(d for d in game.decisions.values() if d.waits)
            for side in (POLAND, RUSSIA):
                if decision.step == "declare":
                    able, seems = attackers(game.s, side), seem_ready(game.s, side)
                    assert set(surely_ready(game.s, side)) <= set(able) <= set(seems)
                    found.add((decision.step, bool(able), bool(seems)))
                elif decision.step == "redeploy" and game.s.redeployments[side] < redeployment_limit(game.s, side):
                    moving, seeming = ready(game.s, side), seems_mobile(game.s, side)
                    assert bool(surely_mobile(game.s, side)) <= bool(moving) <= seeming
                    found.add((decision.step, bool(moving), seeming))
            option = rng.choice([o for o in decision.options if not o.free])
            game.play(decision.seat, Action(option.verb, rng.choice(list(option.args))))
    assert {("declare", False, False), ("declare", True, True), ("redeploy", True, True)} <= found
