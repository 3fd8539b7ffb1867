"""Whose turn it is while orders are executed: steps, fronts and sides, one after the other."""

from __future__ import annotations

import random

import pytest

from vistula.games.strike_of_the_eagle.cards.effects import GAIS_RAID
from vistula.games.strike_of_the_eagle.model import NORTH, ORDERS, POLAND, RUSSIA, SOUTH, STEP_ORDERS, Stage, command_of
from vistula.games.strike_of_the_eagle.rules.execution import (
    ClosingRound,
    ExecutionStep,
    SideTurn,
    due_orders,
    executable,
    may_act,
)
from vistula.games.strike_of_the_eagle.rules.movement import MoveOrder
from vistula.games.strike_of_the_eagle.rules.sequence import OperationPhase
from vistula.games.strike_of_the_eagle.rules.tokens import place_order
from vistula.games.strike_of_the_eagle.state import NONE, Effect, Order, State
from vistula.kernel import Game

from .table import (
    M,
    area,
    asks,
    events,
    offered,
    orders,
    piece,
    play,
    running,
    settle,
    start,
    take_first,
    token,
    unit,
    verbs,
)

rule = pytest.mark.rule
STAGES = (Stage.MARCHES, Stage.RECONS, Stage.MOVES, Stage.WITHDRAWALS, Stage.REORGANIZATIONS, Stage.RAILWAYS)
EARLY = (Stage.MARCHES, Stage.RECONS, Stage.MOVES, Stage.WITHDRAWALS)
LEADERS = [u for u in M.units if M.leader[u]]


# -- what is due ----------------------------------------------------------------------------------------------------


def stage_of(order: Order) -> int:
    return next(stage for stage, types in STEP_ORDERS.items() if order.type in types)


def plain_due(orders: list[Order], command: int, stage: int) -> set[int]:
    """Orders of the step; what a leader has ordered of an earlier step, up to battles; and in the south's turn also
    what a leader has ordered in the north."""
    found = set()
    for o in orders:
        early = stage in EARLY and stage_of(o) in EARLY
        late = o.leader != NONE and early and stage_of(o) < stage
        led = o.leader != NONE and stage in EARLY and command & 1 == SOUTH and o.command == command - 1
        if (o.command == command or led) and (stage_of(o) == stage or late):
            found.add(o.id)
    return found


def scattered(rng: random.Random) -> State:
    s = start("campaign").s
    s.orders = [
        Order(
            i, rng.randrange(4), rng.choice(M.areas), rng.randrange(9), rng.random() < 0.6, rng.choice([NONE, *LEADERS])
        )
        for i in range(14)
    ]
    return s


@rule("7.3a", "9.0m", "9.0n")
def test_which_orders_are_due_in_a_step():
    rng = random.Random(1)
    for _ in range(12):
        s = scattered(rng)
        for command in range(4):
            for stage in STAGES:
                assert {o.id for o in due_orders(s, command, stage)} == plain_due(s.orders, command, stage)


@rule("7.3h", "9.0m")
def test_with_what_everybody_must_reckon_in_a_step():
    """An order face down, one that is due, a leader on the map and unused before battles, or a raid after moves."""
    rng = random.Random(2)
    told = {True: 0, False: 0}
    for _ in range(60):
        s = scattered(rng)
        s.orders = rng.sample(s.orders, rng.randint(0, 2))
        s.effects = [Effect(GAIS_RAID, rng.randrange(4))]
        s.spent = sum(1 << u for u in LEADERS if rng.random() < 0.9)
        for p, u in enumerate(s.unit):
            if u in LEADERS:
                s.place[p] = rng.choice([-1, -1, area("Minsk")])
        for command in range(4):
            side = command >> 1
            afield = {s.unit[p] for p in range(110) if s.place[p] >= 0}
            led = any(u in afield and not s.spent >> u & 1 for u in LEADERS if M.side[u] == side and u != SIKORSKI)
            for stage in STAGES:
                own = [o for o in s.orders if o.command == command]
                early = [o for o in own if stage in EARLY and stage_of(o) in EARLY and stage_of(o) < stage]
                expected = any(not o.shown or stage_of(o) == stage or o in early for o in own)
                expected |= stage == Stage.MOVES and any(e.command == command for e in s.effects)
                expected |= stage in EARLY and led
                assert may_act(s, command, stage) == expected
                told[expected] += 1
    assert min(told.values()) > 100


SIKORSKI = unit("P-Sikorski")

# -- fronts and sides -----------------------------------------------------------------------------------------------

FRONTS = """
    scenario = "campaign"
    garrisons.poland = "Warsaw; Minsk; Rovno; Brest-Litovsk; Kovel; Bobruisk"
    garrisons.russia = "Mogilev; Kiev; Gomel; Vitebsk"
    initiative.north = "poland 1"
    initiative.south = "russia 1"
    blocks.P-14 = "Bobruisk 4"
    blocks.P-9 = "Minsk 4"
    blocks.R-21 = "Mogilev 3"
    blocks.R-8 = "Vitebsk 3"
    blocks.P-1L = "Rovno 4"
    blocks.R-44 = "Kiev 2"
"""
MOVING = """
    orders.poland-north = ["move-out Bobruisk", "defend Minsk"]
    orders.russia-north = ["move-out Mogilev", "defend Vitebsk"]
    orders.poland-south = "move-out Rovno"
    orders.russia-south = "move-out Kiev"
"""


def turns(
    text: str = MOVING, stage: int = Stage.MOVES, step: str = "moves", more: str = "", **options: str
) -> Game[State]:
    """One step of execution; `more` is an order of the Poles in the north for which there may be no counter left."""
    game = running(f'step = "{step}"\n' + FRONTS + text, **options)
    if more:
        type, _, name = more.partition(" ")
        place_order(game.s, PN, area(name), ORDERS.index(type))
    game.s.turned_up = 9
    game.stack.append(ExecutionStep(stage=stage))
    return game.run()


def bits_of(*commands: int) -> int:
    return sum(1 << c for c in commands)


PN, PS, RN, RS = (command_of(side, front) for side in (POLAND, RUSSIA) for front in (NORTH, SOUTH))


@rule("10.0b", "7.3h", "6.1c", "7.3a", "7.3c")
@pytest.mark.parametrize(("north", "south"), [("poland", "russia"), ("russia", "poland")])
def test_north_before_south_and_on_each_front_the_holder_says_who_goes_first(north, south):
    game = turns()
    assert asks(game) == "poland: first_executor"
    assert game.s.turned_up == 0, "what was turned up is of another step"
    play(game, "poland", north)
    ordered = [north, "russia" if north == "poland" else "poland"]
    blocks = {"poland": ("P-14", "Slutsk"), "russia": ("R-21", "Orsha")}
    for seat in ordered:
        assert asks(game) == f"{seat}: pick"
        assert offered(game, seat, "block") == {blocks[seat][0]}
        play(game, seat, f"block {blocks[seat][0]}", f"step {blocks[seat][1]}")
    assert asks(game) == "russia: first_executor"
    assert game.s.turned_up == bits_of(PN, RN), "in the north"
    play(game, "russia", south)
    assert asks(game) == f"{south}: pick"
    assert [e.refs["side"] for e in events(game, "first_executor")] == [
        ("poland", "russia").index(north), ("poland", "russia").index(south),
    ]  # fmt: skip
    play(game, south, f"block {'P-1L' if south == 'poland' else 'R-44'}")
    play(game, south, f"step {min(offered(game, south, 'step'))}")
    other = "russia" if south == "poland" else "poland"
    assert asks(game) == f"{other}: pick"
    play(game, other, f"block {'P-1L' if other == 'poland' else 'R-44'}")
    play(game, other, f"step {min(offered(game, other, 'step'))}")
    assert asks(game) == "nobody"
    assert game.s.turned_up == bits_of(PN, RN, PS, RS)
    assert orders(game, "poland") == ["defend Minsk"]
    assert orders(game, "russia") == ["defend Vitebsk"]


@rule("7.3h", "7.3a")
@pytest.mark.parametrize(("side", "seat"), [("poland", "poland"), ("russia", "russia")])
def test_where_one_side_has_nothing_to_execute_nobody_is_asked_who_goes_first(side, seat):
    place, name = ("Bobruisk", "P-14") if side == "poland" else ("Mogilev", "R-21")
    game = turns(f'orders.{side}-north = "move-out {place}"')
    assert asks(game) == f"{seat}: pick"
    assert offered(game, seat, "block") == {name}
    assert not events(game, "first_executor")


@rule("7.3a", "7.3c", "7.3d")
def test_orders_of_the_step_are_turned_up_when_the_side_has_its_turn():
    game = play(turns(), "poland", "poland")
    assert [(e.refs["side"], e.refs["area"]) for e in events(game, "revealed")] == [(POLAND, area("Bobruisk"))]
    assert [o.shown for o in game.s.orders] == [True, False, False, False, False, False]
    assert game.s.turned_up == bits_of(PN)
    assert "7.3c" in {barrier.rule for barrier in game.barriers}
    play(game, "poland", "block P-14", "step Slutsk")
    assert len(events(game, "revealed")) == 2
    assert game.s.turned_up == bits_of(PN, RN)


@rule("7.3a")
def test_that_nothing_of_the_step_lies_there_is_learned_too():
    game = turns('orders.poland-north = "defend Minsk"\norders.russia-north = "move-out Mogilev"')
    play(game, "poland", "poland")
    assert asks(game) == "russia: pick"
    assert not any(o.shown for o in game.s.orders if o.command == PN)
    assert "7.3c" in {barrier.rule for barrier in game.barriers}
    empty = running('step = "moves"\n' + FRONTS, SideTurn(stage=Stage.MOVES, command=PN))
    assert [barrier.rule for barrier in empty.barriers] == []


SPIES = 'hands.russia = "R-39"\norders.poland-north = "defend Minsk"\norders.poland-south = "defend Rovno"\n'
"""Soviet card 39, which is played as a step begins."""


@rule("10.0b", "7.41.4c")
@pytest.mark.parametrize("stage", EARLY)
def test_before_battles_a_card_may_be_played_as_a_step_begins_on_each_front(stage):
    game = turns(SPIES, stage)
    for front in (NORTH, SOUTH):
        assert asks(game) == "russia: react"
        assert game.stack[-1].front == front
        assert offered(game, "russia", "react") == {"R-39"}
        play(game, "russia", "pass")
    assert asks(game) == "nobody"


@rule("10.0b", "7.41.4c")
@pytest.mark.parametrize("stage", [Stage.REORGANIZATIONS, Stage.RAILWAYS])
def test_after_battles_no_card_is_played_as_a_step_begins(stage):
    assert asks(turns(SPIES, stage)) == "nobody"


# -- one side's turn ------------------------------------------------------------------------------------------------


@rule("7.3k", "7.3a")
def test_of_several_orders_the_player_says_which_is_next_and_the_last_is_carried_out_unasked():
    text = 'orders.poland-north = ["move-out Bobruisk", "move-out Minsk"]\nblocks.P-6 = "Minsk 2"'
    game = turns(text)
    assert asks(game) == "poland: pick"
    assert offered(game, "poland", "order") == {token(game, "move-out Bobruisk"), token(game, "move-out Minsk")}
    assert verbs(game) == {"order"}, "no leader is on the map"
    play(game, "poland", f"order {token(game, 'move-out Minsk')}")
    assert offered(game, "poland", "block") == {"P-9", "P-6"}
    play(game, "poland", "block P-9", "step Stolbtsy", "done")
    assert orders(game, "poland") == ["move-out Bobruisk"]
    assert offered(game, "poland", "block") == {"P-14"}, "the only one that is left"
    play(game, "poland", "block P-14", "step Slutsk")
    assert asks(game) == "nobody"
    assert not orders(game, "poland")


@rule("7.3k")
def test_while_one_order_can_be_executed_a_hopeless_one_stays():
    text = 'orders.poland-north = ["move-out Bobruisk", "move-out Lida"]'
    game = turns(text)
    assert asks(game) == "poland: pick"
    assert len(offered(game, "poland", "order")) == 2
    play(game, "poland", f"order {token(game, 'move-out Bobruisk')}", "block P-14", "step Slutsk")
    assert asks(game) == "nobody"
    assert [e.refs["area"] for e in events(game, "unfulfilled")] == [area("Lida")]
    assert not orders(game, "poland")


@rule("7.3k")
@pytest.mark.parametrize("type", ORDERS)
def test_movement_orders_need_a_block_and_others_look_for_themselves(type):
    s = running(FRONTS).s
    command = PN
    here, nowhere = area("Bobruisk"), area("Lida")
    to = area("Slutsk") if type in ("move-to", "march-to") else here
    number = ORDERS.index(type)
    assert executable(s, Order(1, command, to, number))
    far = area("Kovel") if type in ("move-to", "march-to") else nowhere
    assert executable(s, Order(1, command, far, number)) == (
        type not in ("move-to", "march-to", "move-out", "march-out")
    )


PILSUDSKI = 'blocks.P-Pilsudski = "Bobruisk 1"\n'


@rule("9.0k", "9.0m", "9.0n")
def test_beside_a_single_order_a_leader_may_be_used_and_after_the_last_one_too():
    game = turns(PILSUDSKI + 'orders.poland-north = "move-out Bobruisk"')
    assert asks(game) == "poland: pick"
    assert verbs(game) == {"order", "leader"}
    play(game, "poland", f"order {token(game, 'move-out Bobruisk')}", "block P-14", "step Slutsk")
    assert verbs(game) == {"block", "done"}, "Pilsudski may follow"
    play(game, "poland", "done")
    assert asks(game) == "poland: use"
    assert offered(game, "poland", "leader") == {"P-Pilsudski"}
    play(game, "poland", "leader P-Pilsudski", "move-out Minsk")
    assert offered(game, "poland", "block") == {"P-9"}
    assert [type(frame.led) for frame in game.stack if isinstance(frame, SideTurn)] == [int], "as a saved game has it"
    play(game, "poland", "block P-9", "step Stolbtsy")
    assert asks(game) == "nobody", "he is spent"
    assert not orders(game, "poland")


@rule("9.0k", "9.0m", "7.13a")
def test_a_leader_who_is_not_used_ends_the_turn():
    game = turns(PILSUDSKI)
    assert asks(game) == "poland: use"
    assert game.stack[-1].command == PN
    play(game, "poland", "pass")
    assert game.stack[-1].command == PS, "once more in the south's turn"
    play(game, "poland", "pass")
    assert (asks(game), game.s.spent) == ("nobody", 0)


@rule("9.0k")
@pytest.mark.parametrize("stage", [Stage.REORGANIZATIONS, Stage.RAILWAYS])
def test_after_battles_no_leader_is_used(stage):
    type, step = ("reorganize", "reorganizations") if stage == Stage.REORGANIZATIONS else ("rail", "railways")
    text = PILSUDSKI + f'orders.poland-north = ["{type} Bobruisk"]\nblocks.P-8 = "Bobruisk 1"\n'
    game = turns(text + 'blocks.P-6 = "Minsk 1"', stage, step, more=f"{type} Minsk")
    assert asks(game) == "poland: pick"
    assert verbs(game) == {"order"}


@rule("9.0k", "9.0m", "7.3a")
def test_what_a_leader_orders_at_last_is_carried_out_without_another_leader():
    game = running('step = "withdrawals"\n' + FRONTS + PILSUDSKI)
    game.s.orders = [Order(1, PN, area("Minsk"), ORDERS.index("move-out"), True, unit("P-Pilsudski"))]
    game.stack.append(SideTurn(stage=Stage.WITHDRAWALS, command=PN, last=True))
    game.run()
    assert asks(game) == "poland: pick"
    assert not events(game, "revealed"), "it lay open from the beginning"
    assert offered(game, "poland", "block") == {"P-9"}
    play(game, "poland", "block P-9", "step Stolbtsy")
    assert asks(game) == "nobody"


@rule("9.0k", "9.0m", "9.0n")
def test_in_the_closing_round_an_order_is_carried_out_before_another_leader_is_used():
    game = running('step = "withdrawals"\n' + FRONTS + PILSUDSKI + 'blocks.P-Haller = "Rovno 1"', ClosingRound())
    assert asks(game) == "poland: use", "the Soviets have no leader"
    assert offered(game, "poland", "leader") == {"P-Pilsudski", "P-Haller"}
    play(game, "poland", "leader P-Pilsudski", "move-out Minsk")
    assert verbs(game) == {"block"}, "no leader meanwhile"
    play(game, "poland", "block P-9", "step Stolbtsy")
    assert asks(game) == "poland: use"
    assert offered(game, "poland", "leader") == {"P-Haller"}
    play(game, "poland", "pass")
    assert asks(game) == "nobody"


@rule("7.13a", "9.0m")
@pytest.mark.parametrize(("stage", "asked"), [(Stage.MOVES, True), (Stage.MARCHES, False)])
def test_raiders_ride_after_moves_only(stage, asked):
    text = 'scenario = "to-warsaw"\nstep = "moves"\ngarrisons.poland = "Warsaw; Minsk"\nblocks.R-10K = "Polotsk 3"\n'
    game = running(text + 'garrisons.russia = "Yartsevo; Vitebsk; Polotsk"\nblocks.P-14 = "Minsk 4"')
    game.s.effects = [Effect(GAIS_RAID, RN)]
    game.stack.append(SideTurn(stage=stage, command=RN))
    game.run()
    assert (asks(game) != "nobody") == asked
    assert offered(game, "russia", "block") == ({"R-10K"} if asked else set())


# -- Recon ----------------------------------------------------------------------------------------------------------


@rule("7.2l", "7.2m", "7.3b")
@pytest.mark.parametrize(("place", "names"), [("Mogilev", ["R-21"]), ("Slutsk", [])])
def test_a_recon_shows_all_blocks_of_the_area_to_its_player_and_is_gone(place, names):
    game = turns(f'orders.poland-north = "recon {place}"', Stage.RECONS, "recons")
    settle(game)
    assert asks(game) == "nobody"
    assert game.s.seen == [sum(1 << piece(game, name) for name in names), 0]
    assert [(e.refs["side"], e.refs["area"]) for e in events(game, "recon")] == [(POLAND, area(place))]
    assert not orders(game, "poland")


@rule("7.2l", "7.41.4c")
def test_fog_hides_what_a_recon_would_show():
    game = turns('orders.russia-north = "recon Minsk"\nhands.poland = "P-36"', Stage.RECONS, "recons")
    assert asks(game) == "poland: react"
    play(game, "poland", "react P-36")
    assert 35 in game.s.discards[POLAND]
    assert game.s.seen == [0, 0]
    assert not orders(game, "russia")


# -- every step -----------------------------------------------------------------------------------------------------

STEPS = [
    ("marches", Stage.MARCHES, "march-out", "7.3a", "moves"),
    ("recons", Stage.RECONS, "recon", "7.3b", "recon"),
    ("moves", Stage.MOVES, "move-out", "7.3c", "moves"),
    ("withdrawals", Stage.WITHDRAWALS, "withdraw", "7.3d", "no_withdrawal"),
    ("reorganizations", Stage.REORGANIZATIONS, "reorganize", "7.3f", "reorganized"),
    ("railways", Stage.RAILWAYS, "rail", "7.3g", "rides"),
]
WEAK = 'blocks.P-6 = "Bobruisk 1"\nblocks.P-8 = "Minsk 1"\nblocks.R-17 = "Mogilev 1"\n'


@rule("7.3a", "7.3b", "7.3c", "7.3d", "7.3f", "7.3g")
@pytest.mark.parametrize(("step", "stage", "type", "id", "done"), STEPS)
def test_each_step_one_side_after_the_other_turns_up_and_executes_its_orders(step, stage, type, id, done):
    text = f'orders.poland-north = ["{type} Bobruisk", "defend Minsk"]\n'
    russian = f'orders.russia-north = ["{type} Mogilev", "defend Vitebsk"]'
    game = turns(WEAK + text + russian, stage, step, more=f"{type} Minsk")
    assert asks(game) == "poland: first_executor"
    play(game, "poland", "poland")
    told = [(e.rule, e.refs["side"], e.refs["area"]) for e in events(game, "revealed")]
    assert told == [(id, POLAND, area("Bobruisk")), (id, POLAND, area("Minsk"))]
    assert game.s.turned_up == bits_of(PN)
    assert [ORDERS[o.type] for o in game.s.orders if o.shown] == [type, type]
    assert id in {barrier.rule for barrier in game.barriers}
    assert asks(game) == "poland: pick"
    assert offered(game, "poland", "order") == {token(game, f"{type} Bobruisk"), token(game, f"{type} Minsk")}
    play(game, "poland", f"order {token(game, f'{type} Minsk')}")
    take_first(game)
    assert not [o for o in game.s.orders if ORDERS[o.type] == type]
    assert not events(game, "unfulfilled")
    first, *_, last = [e.refs.get("side", int(e.refs.get("block", 0) >= 56)) for e in events(game, done)]
    assert (first, last) == (POLAND, RUSSIA)
    assert len(events(game, done)) >= 3
    assert game.s.turned_up & bits_of(PN, RN) == bits_of(PN, RN)


@rule("7.3f", "7.5")
def test_a_phase_comes_to_its_reorganizations_after_its_battles():
    game = running('step = "reorganizations"\n' + FRONTS + WEAK + 'orders.poland-north = "reorganize Minsk"')
    game.stack.append(OperationPhase(at="reorganizations"))
    game.run()
    assert game.s.step == Stage.REORGANIZATIONS
    assert offered(game, "poland", "block") == {"P-8"}


@rule("7.3k", "7.3i")
def test_a_movement_order_that_nobody_follows_is_told_to_be_unfulfilled():
    game = running('step = "moves"\n' + FRONTS + 'orders.poland-north = "move-out Lida"')
    game.stack.append(MoveOrder(id=game.s.orders[0].id, command=PN))
    game.run()
    assert asks(game) == "nobody"
    assert [e.refs["area"] for e in events(game, "unfulfilled")] == [area("Lida")]
    assert not orders(game, "poland")
