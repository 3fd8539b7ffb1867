"""9.0 Leaders up to Resolve Battles: late marches onto blocks that have withdrawn, and the closing round."""

from __future__ import annotations

import random

import pytest

from soak.leanings import drawn, late_leaders
from vistula.games.strike_of_the_eagle.changes import send
from vistula.games.strike_of_the_eagle.invariants import check
from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA, Stage
from vistula.games.strike_of_the_eagle.rules.advance import Advance
from vistula.games.strike_of_the_eagle.rules.execution import ClosingRound, ExecutionStep
from vistula.games.strike_of_the_eagle.rules.flanks import defender_of, lay_out_fight
from vistula.games.strike_of_the_eagle.rules.retreat import AttackerRetreat
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Frame, Game, Violation

from .table import area, asks, at, events, offered, orders, piece, play, running, sp, verbs, where

rule = pytest.mark.rule

# -- a march onto blocks that have withdrawn --------------------------------------------------------------------------

GIVEN_UP = """
    scenario = "campaign"
    step = "withdrawals"
    initiative.south = "poland 1"
    garrisons.poland = "Warsaw; Rovno; Lwow"
    garrisons.russia = "Elizavetgrad; Gomel"
    blocks.P-14 = "Kiev 4"
    blocks.P-8 = "Kiev 3"
    blocks.R-21 = "Kiev 3 from Nezhin"
    blocks.R-Budyonny = "Fastov 1"
    blocks.R-4K = "Fastov 4"
    blocks.R-6K = "Fastov 4"
    orders.poland-south = ["withdraw Kiev"]
"""


def chased(*riders: str, before: str = "") -> Game[State]:
    """The Poles leave Kiev for Korosten, which is empty; Budyonny's riders go after them."""
    game = running(GIVEN_UP + before, ExecutionStep(stage=Stage.WITHDRAWALS))
    play(game, "russia", "pass")
    play(game, "poland", "poland", "lose P-14", "block P-14", "step Korosten", "step Korosten")
    play(game, "russia", "leader R-Budyonny", "march-out Fastov")
    for rider in riders:
        play(game, "russia", f"block {rider}", "step Kiev", "step Korosten")
    check(game.s, game.stack)
    return game


def fought(game: Game[State], frame: Frame) -> Game[State]:
    """A battle at Korosten has been fought; one of its procedures runs."""
    game.s.fight = lay_out_fight(game.s, area("Korosten"))
    game.stack = [frame]
    return game.run()


@rule("7.32b")
def test_who_has_withdrawn_into_an_empty_area_was_there_first_and_defends():
    game = chased("R-4K")
    assert defender_of(game.s, area("Korosten")) == POLAND
    fight = lay_out_fight(game.s, area("Korosten"))
    assert fight.directions == [area("Kiev")], "that is where the rider came from"


@rule("7.34f", "7.2u")
@pytest.mark.parametrize("before", ["", 'blocks.P-15 = "Korosten 4"'])
def test_who_withdraws_supports_nobody(before):
    """S94: neither another who withdraws with him nor those who are there."""
    game = chased("R-4K", before=before)
    assert lay_out_fight(game.s, area("Korosten")).supports == []


@rule("7.42f")
def test_beaten_riders_go_back_where_they_came_from():
    game = fought(chased("R-4K"), AttackerRetreat(side=RUSSIA))
    assert where(game, "R-4K") == "Kiev"


@rule("7.43a")
def test_victorious_riders_may_go_back_where_they_came_from():
    game = fought(chased("R-4K", "R-6K"), Advance(side=RUSSIA))
    assert offered(game, "russia", "return") == {"R-4K", "R-6K"}
    play(game, "russia", "return R-4K")
    assert (where(game, "R-4K"), where(game, "R-6K")) == ("Kiev", "Korosten")


@rule("7.32a", "7.42f")
def test_who_withdrew_where_enemies_began_the_phase_attacks_and_has_come_from_somewhere():
    """S55: the Soviets began in Korosten and have left it. Beaten Poles could only go back to Kiev, which is lost."""
    game = chased("R-4K", before='blocks.R-44 = "Zhitomir 2 from Korosten"')
    assert defender_of(game.s, area("Korosten")) == RUSSIA
    fought(game, AttackerRetreat(side=POLAND))
    assert where(game, "P-14") == where(game, "P-8") == "gone"


@rule("7.42f")
def test_an_attacker_from_nowhere_breaks_an_invariant():
    game = chased("R-4K")
    check(game.s, game.stack)
    send(game.s, [piece(game, "R-4K")], area("Korosten"))
    with pytest.raises(Violation, match=r"7\.42f.*enemies are in Korosten, and R-4K has come from nowhere"):
        check(game.s, game.stack)


@rule("7.32b", "7.42f", "7.43a")
def test_chance_that_likes_late_leaders_ends_every_battle():
    """From here uniform chance hardly ever rides after the Poles; this one does so now and then."""
    late, rng = 0, random.Random(7)
    for _ in range(30):
        game = at(GIVEN_UP)
        while game.s.phase == 1:
            seat, decision = next((seat, d) for seat, d in game.decisions.items() if d.waits)
            options = [option for option in decision.options if not option.free]
            game.play(seat, drawn(game, options, late_leaders, rng))
            check(game.s, game.stack)
        late += any(e.refs["area"] == area("Korosten") for e in events(game, "battle"))
    assert late


# -- the closing round ------------------------------------------------------------------------------------------------

FACING = """
    scenario = "campaign"
    garrisons.poland = "Warsaw; Rovno; Lwow"
    garrisons.russia = "Elizavetgrad; Gomel"
    blocks.P-14 = "Kiev 3"
    blocks.P-Haller = "Chernobyl 1"
    blocks.R-Budyonny = "Fastov 1"
    blocks.R-4K = "Fastov 4"
    initiative.north = "russia 1"
"""


def closing(text: str = FACING, **options: str) -> Game[State]:
    return running('step = "withdrawals"\n' + text, ClosingRound(), **options)


@rule("9.0k", "9.0m", "9.0o")
def test_budyonnys_late_march_is_answered_by_haller():
    """The second example of 9.0: a side whose turn to withdraw is over can still answer."""
    game = closing()
    assert asks(game) == "russia: first_executor"
    play(game, "russia", "poland")
    play(game, "poland", "pass")
    play(game, "russia", "leader R-Budyonny", "march-out Fastov")
    play(game, "russia", "block R-4K", "step Kiev")
    play(game, "russia", "done")
    assert asks(game) == "poland: use", "the Poles are asked again"
    play(game, "poland", "leader P-Haller")
    assert "Kiev" in offered(game, "poland", "defend"), "the 14th has executed nothing"
    play(game, "poland", "defend Kiev")
    assert orders(game, "poland") == ["defend Kiev"]
    assert not game.decisions, "no leader is left"


@rule("9.0k", "9.0m")
def test_the_round_ends_when_both_have_declined_one_after_the_other():
    text = FACING + 'blocks.R-Stalin = "Fastov 1"\nblocks.R-6K = "Fastov 3"'
    game = play(closing(text), "russia", "russia")
    play(game, "russia", "leader R-Stalin", "block R-6K")
    assert sp(game, "R-6K") == 4
    assert asks(game) == "poland: use", "one leader in a turn"
    play(game, "poland", "pass")
    assert asks(game) == "russia: use", "the Poles have declined, the Soviets have not"
    play(game, "russia", "pass")
    assert not game.decisions


@rule("9.0k", "9.0m")
def test_who_declined_before_and_after_an_order_has_not_ended_the_round():
    """Between his two refusals the other has used a leader, and may use his second one."""
    text = FACING + 'blocks.R-Stalin = "Fastov 1"\nblocks.R-6K = "Fastov 3"'
    game = play(closing(text), "russia", "poland")
    play(game, "poland", "pass")
    play(game, "russia", "leader R-Stalin", "block R-6K")
    play(game, "poland", "pass")
    assert asks(game) == "russia: use"
    assert offered(game, "russia", "leader") == {"R-Budyonny"}


@rule("9.0k")
@pytest.mark.parametrize("first", ["poland", "russia"])
def test_both_decline_at_once(first):
    game = play(closing(), "russia", first)
    for seat in (first, "russia" if first == "poland" else "poland"):
        assert asks(game) == f"{seat}: use"
        play(game, seat, "pass")
    assert not game.decisions


@rule("9.0k")
def test_nobody_is_asked_where_all_leaders_have_been_used():
    assert not closing(FACING + 'spent = "P-Haller R-Budyonny"').decisions
    game = closing(FACING + 'spent = "R-Budyonny"')
    assert asks(game) == "poland: use", "alone in having one: there is nothing to say about who goes first"
    play(game, "poland", "leader P-Haller", "defend Kiev")
    assert not game.decisions


@rule("9.0k", "10.1a")
def test_a_player_of_two_fronts_is_asked_once_for_all_his_leaders():
    text = FACING.replace("R-Budyonny", "R-44").replace('"Fastov 1"', '"Fastov 2"')
    game = closing(text + 'blocks.P-Pilsudski = "Minsk 1"\nblocks.P-8 = "Minsk 3"')
    assert offered(game, "poland", "leader") == {"P-Haller", "P-Pilsudski"}
    play(game, "poland", "pass")
    assert not game.decisions


@rule("9.0k", "10.0a")
def test_of_two_allies_each_is_asked_for_his_own_leaders():
    text = FACING.replace("R-Budyonny", "R-44").replace('"Fastov 1"', '"Fastov 2"')
    text += 'options.players = "4"\nblocks.P-Pilsudski = "Minsk 1"\nblocks.P-8 = "Minsk 3"'
    game = closing(text, players="4")
    assert asks(game) == "poland-north: use"
    assert offered(game, "poland-north", "leader") == {"P-Pilsudski"}
    play(game, "poland-north", "pass")
    assert offered(game, "poland-south", "leader") == {"P-Haller"}
    play(game, "poland-south", "leader P-Haller", "defend Kiev")
    assert asks(game) == "poland-north: use", "an order was given: the round goes on"
    play(game, "poland-north", "pass")
    play(game, "poland-south", "pass")
    assert not game.decisions


@rule("9.0m", "9.0f")
def test_a_withdrawal_and_a_transport_that_a_leader_orders_at_last():
    """What belongs into a step that has begun is executed at once, a Reorganization in its own step (S28)."""
    text = FACING.replace("P-Haller", "P-9").replace('"Chernobyl 1"', '"Chernobyl 3"').replace("R-Budyonny", "R-44")
    text = text.replace('"Fastov 1"', '"Fastov 2"') + (
        'blocks.P-Pilsudski = "Korosten 1"\nblocks.P-15 = "Korosten 2"\nblocks.R-21 = "Kiev 3 from Nezhin"\n'
    )
    game = closing(text)
    play(game, "poland", "leader P-Pilsudski", "withdraw Kiev", "lose P-14")
    assert "step" in verbs(game)
    play(game, "poland", "step Korosten")
    assert where(game, "P-14") == "Korosten"
    assert not orders(game, "poland")
    game = closing(text)
    play(game, "poland", "leader P-Pilsudski", "reorganize Korosten")
    assert orders(game, "poland") == ["reorganize Korosten"]


@rule("9.0k", "7.3e", "7.3d")
def test_the_closing_round_comes_between_withdrawals_and_battles():
    game = at('step = "withdrawals"\n' + FACING + 'blocks.R-21 = "Kiev 3 from Nezhin"\nspent = "R-Budyonny"')
    for asker in ("SideTurn", "SideTurn", "ClosingRound"):
        assert [type(frame).__name__ for frame in game.stack[-2:]] == [asker, "LeaderWindow"]
        assert not events(game, "battle")
        play(game, "poland", "pass")
    assert len(events(game, "battle")) == 1
