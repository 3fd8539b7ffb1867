"""7.2 Place order markers: in turn, as many as allowed, one of them Recon, each executable by a block of its own."""

from __future__ import annotations

import random

import pytest

from vistula.games.strike_of_the_eagle.cards.other_order import OtherOrder
from vistula.games.strike_of_the_eagle.model import NORTH, ORDERS, POLAND, RUSSIA, SOUTH, Stage, Type, command_of
from vistula.games.strike_of_the_eagle.rules.executors import feasible, free_blocks, pieces_of, targets
from vistula.games.strike_of_the_eagle.rules.orders import Placement, counters_left, order_areas
from vistula.games.strike_of_the_eagle.rules.sequence import begin_phase
from vistula.games.strike_of_the_eagle.rules.tokens import place_order, remove_order, show_order
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Game
from vistula.kernel.views import Refusal

from .table import (
    SUPPLY,
    area,
    asked,
    asks,
    at,
    can,
    first,
    names,
    no_order,
    offered,
    order_name,
    orders,
    piece,
    play,
    running,
    start,
    verbs,
)

rule = pytest.mark.rule

PN, PS, RN, RS = (command_of(side, front) for side in (POLAND, RUSSIA) for front in (NORTH, SOUTH))


def placing(text: str, side: str = "poland", **options: str) -> Game[State]:
    """Orders are being placed in the learning scenario, this side first; both sides are in supply."""
    supplied = 'garrisons.poland = "Bobruisk; Mozyr"\ngarrisons.russia = "Gomel; Mogilev; Klintsy"\n'
    return first(at(("" if "garrisons" in text else supplied) + text, **options), side)


# -- turns and allowance ----------------------------------------------------------------------------------------


@rule("7.2a", "7.11a")
def test_the_example_of_placing_in_turn():
    """The Soviets may place three orders, the Poles two; the Soviets begin: V, P, V, P, V."""
    game = placing(
        'allowance.russia-north = 3\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"\nblocks.R-8 = "Mogilev 3"',
        "russia",
    )
    seen = []
    for click in ("recon Zhlobin", "move-out Charyshi", "defend Rohachev", "recon Rohachev", "move-out Mogilev"):
        seen.append(str(asked(game).seat))
        play(game, seen[-1], click)
    assert seen == ["russia", "poland", "russia", "poland", "russia"]
    assert events_of(game) == 5
    assert placing_is_over(game)


def placing_is_over(game: Game[State]) -> bool:
    return (game.s.phase, game.s.step) > (1, Stage.PLACING)


def events_of(game: Game[State]) -> int:
    return sum(event.key == "order_placed" for event in game.events)


@rule("7.2b", "7.11b")
def test_without_a_card_two_orders_of_which_one_is_recon():
    game = placing('blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\nblocks.R-21 = "Rohachev 3"')
    play(game, "poland", "move-out Charyshi")
    play(game, "russia", "pass")
    assert asks(game) == "poland: order"
    assert verbs(game) == {"recon", "pass"}
    assert no_order(game.s, PN, Type.DEFEND, area("Charyshi")) == Refusal(
        "7.2b", "The last order allowed is kept for a Recon."
    )
    play(game, "poland", "recon Zhlobin")
    assert placing_is_over(game)


@rule("7.2b")
def test_after_the_recon_anything_may_fill_what_is_left():
    game = placing('blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\nblocks.R-21 = "Rohachev 3"')
    play(game, "poland", "recon Zhlobin")
    play(game, "russia", "pass")
    assert {"move-out", "defend", "march-out", "recon"} <= verbs(game)


@rule("7.2an")
def test_placing_takes_nothing_that_an_ally_has_put_aside():
    game = play(placing('blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"'), "poland", "move-out Charyshi")
    assert not any(any(row) for row in game.s.reserved), "nobody has put anything aside"


@rule("7.2ai")
def test_a_player_need_not_place_all_and_a_pass_is_final():
    game = placing('blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    play(game, "poland", "pass")
    play(game, "russia", "recon Zhlobin")
    assert asks(game) == "russia: order", "the Poles are not asked again"
    assert game.s.placed[PN] == 0


@rule("7.2ai")
def test_orders_are_not_saved():
    game = placing('blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    play(game, "poland", "pass")
    begin_phase(game.s)
    assert game.s.allowance == [2, 0, 2, 0]


@rule("7.2a")
def test_the_enemy_sees_where_an_order_lies_but_not_what_it_is():
    game = placing('blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    play(game, "poland", "move-out Charyshi")
    enemy = game.seat("russia").s.orders
    assert [order_name(order) for order in enemy] == ["unknown Charyshi"]
    assert orders(game, "poland") == ["move-out Charyshi"]
    shown = show_order(game.s, game.s.orders[0], "7.3a")
    assert game.seat("russia").s.orders == [shown]


def test_a_player_without_any_legal_order_is_asked_all_the_same():
    """Otherwise the enemy would learn that he has none."""
    game = placing('blocks.R-21 = "Rohachev 3"')
    assert asks(game) == "poland: order"
    assert verbs(game) == {"pass"}


# -- counters ---------------------------------------------------------------------------------------------------


@rule("7.2d", "3.1a")
def test_no_more_orders_of_a_type_than_counters():
    text = "\n".join(f'blocks.{n} = "{a} 2"' for n, a in (("P-14", "Charyshi"), ("P-6", "Slutsk"), ("P-9", "Igumen")))
    game = placing(text + '\nallowance.poland-north = 6\nblocks.R-21 = "Rohachev 3"')
    play(game, "poland", "withdraw Charyshi")
    play(game, "russia", "pass")
    play(game, "poland", "withdraw Slutsk")
    assert counters_left(game.s, PN, Type.WITHDRAW) == 0
    assert not can(game, "poland", "withdraw Igumen")
    assert no_order(game.s, PN, Type.WITHDRAW, area("Igumen")) == Refusal(
        "7.2d",
        "No Withdraw counter is left.",
    )
    remove_order(game.s, game.s.orders[0])
    assert counters_left(game.s, PN, Type.WITHDRAW) == 1, "it went back to the pool"


@rule("7.2ah")
def test_never_two_orders_of_one_type_in_an_area():
    game = placing('allowance.poland-north = 4\nblocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"')
    play(game, "poland", "move-out Charyshi")
    play(game, "russia", "pass")
    assert not can(game, "poland", "move-out Charyshi")
    assert can(game, "poland", "defend Charyshi")
    assert no_order(game.s, PN, Type.MOVE_OUT, area("Charyshi")).rule == "7.2ah"


@rule("7.2ah")
def test_both_sides_may_have_the_same_order_in_an_area():
    game = placing('allowance.russia-north = 3\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    play(game, "poland", "move-to Zhlobin")
    assert can(game, "russia", "move-to Zhlobin")
    assert "Zhlobin" in names(order_areas(game.s, RN, Type.MOVE_TO)), "nor would it matter if the order were known"


# -- where each kind may lie ------------------------------------------------------------------------------------


@rule("7.2e", "7.2h")
def test_forced_march_to_within_the_range_of_a_block():
    game = placing('blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    found = offered(game, "poland", "march-to")
    assert {"Zhlobin", "Kalenkovichi", "Gomel", "Rohachev", "Bobruisk"} <= found, "empty, own and enemy areas"
    assert not {"Rechitsa", "Mozyr", "Charyshi"} & found, "three areas away, or where it stands"
    game = placing('blocks.P-BJ2 = "Charyshi 2"\nblocks.R-21 = "Rohachev 3"')
    assert "Rechitsa" in offered(game, "poland", "march-to"), "cavalry marches three"


@rule("7.2o", "7.2s")
def test_move_to_within_the_range_of_a_block():
    game = placing('blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    assert offered(game, "poland", "move-to") == {"Zhlobin", "Bobruisk", "Kalenkovichi"} & names(
        game.s.m.around[area("Charyshi")]
    )
    game = placing('blocks.P-BJ2 = "Charyshi 2"\nblocks.R-21 = "Rohachev 3"')
    assert {"Gomel", "Rohachev"} <= offered(game, "poland", "move-to")


@rule("7.2e", "7.2o")
def test_the_way_may_not_lead_through_the_enemy():
    game = placing('blocks.P-BJ2 = "Mozyr 2"\nblocks.R-57 = "Kalenkovichi 2"')
    assert "Kalenkovichi" in offered(game, "poland", "move-to")
    assert "Zhlobin" not in offered(game, "poland", "move-to")


@rule("7.2g", "7.2q", "7.2t", "7.2z")
def test_orders_on_own_blocks():
    game = placing('blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Slutsk 3"\nblocks.R-21 = "Rohachev 3"')
    for verb in ("march-out", "move-out", "withdraw", "defend"):
        assert offered(game, "poland", verb) == {"Charyshi", "Slutsk"}


@rule("7.2k", "7.2m")
def test_recon_within_three_areas_across_enemies_with_or_without_blocks():
    game = placing('blocks.P-14 = "Charyshi 4"\nblocks.R-57 = "Kalenkovichi 2"\nblocks.R-21 = "Rohachev 3"')
    found = offered(game, "poland", "recon")
    assert {"Rohachev", "Gomel", "Rechitsa", "Charyshi", "Zhlobin"} <= found
    assert "Krichev" in found
    game = placing('blocks.P-14 = "Slutsk 4"\nblocks.R-21 = "Rohachev 3"')
    assert "Gomel" not in offered(game, "poland", "recon"), "four areas away"
    assert no_order(game.s, PN, Type.RECON, area("Gomel")).rule == "7.2k"


@rule("7.2k")
def test_a_recon_is_measured_from_any_friendly_block():
    """Also from one of the other front, and of a commander of whom one is the ally."""
    text = 'scenario = "campaign"\nblocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Lwow 3"\nblocks.R-21 = "Rohachev 3"\n'
    for seat, options in (("poland", ""), ("poland-north", 'options.players = "4"')):
        game = placing(text + options)
        found = offered(game, seat, "recon")
        assert {"Zhlobin", "Lwow", "Przemysl"} <= found
        assert "Warsaw" not in found, "four areas from Lwow"


@rule("7.2n")
def test_no_pole_looks_into_an_eastern_link():
    game = placing('blocks.P-14 = "Krichev 4"\nblocks.R-21 = "Rohachev 3"')
    assert "Klintsy" not in offered(game, "poland", "recon")
    assert no_order(game.s, PN, Type.RECON, area("Klintsy")) == Refusal(
        "7.2n",
        "Poles may not place a Recon on an Eastern Link.",
    )
    game = placing('blocks.P-14 = "Krichev 4"\nblocks.R-21 = "Gomel 3"', "russia")
    assert "Klintsy" in offered(game, "russia", "recon")


@rule("1.4b")
def test_no_pole_is_sent_into_an_eastern_link():
    game = placing('blocks.P-14 = "Krichev 4"\nblocks.R-21 = "Rohachev 3"')
    assert "Klintsy" not in offered(game, "poland", "move-to") | offered(game, "poland", "march-to")


@rule("7.2i", "7.2p", "7.2r", "7.2ac", "7.2af", "7.71b")
def test_out_of_supply_only_move_out_withdraw_and_defend():
    game = placing(
        'garrisons.poland = ""\ngarrisons.russia = ""\nblocks.P-14 = "Charyshi 3"\nblocks.R-21 = "Rohachev 3"'
    )
    assert game.s.unsupplied >> piece(game, "P-14") & 1
    assert verbs(game) == {"move-out", "withdraw", "defend", "recon", "pass"}


@rule("7.2ac")
def test_reorganization_needs_a_block_below_its_maximum():
    game = placing('blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Bobruisk 3"\nblocks.R-21 = "Rohachev 3"')
    assert offered(game, "poland", "reorganize") == {"Bobruisk"}


@rule("7.2af")
def test_rail_transport_needs_a_railway_to_supplied_clear_areas():
    game = placing('blocks.P-14 = "Charyshi 4"\nblocks.P-9 = "Slutsk 3"\nblocks.R-21 = "Zhlobin 3"')
    assert offered(game, "poland", "rail") == {"Charyshi"}, "the line to Bobruisk; no railway runs from Slutsk"


# -- one block, one order ---------------------------------------------------------------------------------------


@rule("7.2al", "7.2aj")
def test_the_example_of_a_single_block_with_a_defend_order():
    game = placing('allowance.russia-north = 4\nblocks.R-10 = "Gomel 4"\nblocks.P-14 = "Charyshi 4"', "russia")
    assert {"move-out", "move-to"} <= verbs(game)
    play(game, "russia", "defend Gomel")
    play(game, "poland", "pass")
    assert verbs(game) == {"recon", "pass"}, "neither Move Out there nor Move To next door"
    assert no_order(game.s, RN, Type.MOVE_TO, area("Zhlobin")) == Refusal(
        "7.2aj",
        "No block that is not needed for another order could carry it out.",
    )


@rule("7.2am", "7.2al")
def test_two_blocks_may_have_two_orders():
    game = placing(
        'allowance.russia-north = 5\nblocks.R-10 = "Gomel 3"\nblocks.R-17 = "Gomel 4"\nblocks.P-14 = "Slutsk 4"',
        "russia",
    )
    play(game, "russia", "defend Gomel")
    play(game, "poland", "pass")
    play(game, "russia", "reorganize Gomel")
    assert verbs(game) == {"recon", "pass"}


@rule("7.2aj")
def test_orders_are_passed_from_block_to_block_as_need_be():
    """Two blocks can reach Zhlobin, only one can reorganize: whatever comes first, both orders can be given."""
    text = (
        'allowance.poland-north = 5\nblocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\nblocks.R-21 = "Mogilev 3"'
    )
    for one, other in (("move-to Zhlobin", "reorganize Charyshi"), ("reorganize Charyshi", "move-to Zhlobin")):
        game = placing(text)
        play(game, "poland", one)
        play(game, "russia", "pass")
        play(game, "poland", other)
        assert verbs(game) == {"recon", "pass"}
        assert feasible(game.s, PN)
        assert free_blocks(game.s, PN) == []


@rule("7.2aj")
def test_a_block_of_another_kind_must_do_what_only_it_can():
    """Cavalry reaches Gomel by a Move; then only infantry is left for what is near."""
    game = placing(
        'allowance.poland-north = 5\nblocks.P-BJ2 = "Charyshi 2"\nblocks.P-6 = "Charyshi 3"\nblocks.R-21 = "Mogilev 3"'
    )
    play(game, "poland", "move-to Gomel")
    play(game, "russia", "pass")
    assert offered(game, "poland", "move-to") == {"Zhlobin", "Bobruisk", "Kalenkovichi"} & names(
        game.s.m.around[area("Charyshi")]
    )
    assert "Rohachev" not in offered(game, "poland", "move-to")


@rule("7.2aj")
def test_a_recon_needs_no_block_of_its_own():
    game = placing('allowance.poland-north = 4\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    play(game, "poland", "recon Zhlobin")
    play(game, "russia", "pass")
    assert "move-out" in verbs(game)


def possible(able: dict[int, list[int]], orders: list[tuple[int, int]], used: int = 0) -> bool:
    """By trying all: whether each order can have a block of its own."""
    if not orders:
        return True
    (type, where), *rest = orders
    return any(
        reached >> where & 1 and possible(able, rest, used | 1 << i)
        for i, reached in enumerate(able[type])
        if not used >> i & 1
    )


@rule("7.2aj", "7.2al")
@pytest.mark.parametrize("seed", range(6))
def test_what_is_offered_is_what_trying_all_would_find(seed):
    rng = random.Random(seed)
    s = start("zhlobin", seed=seed).s
    s.allowance[PN] = 30
    given: list[tuple[int, int]] = []
    able = {t: [targets(s, p, t) for p in pieces_of(s, PN)] for t in range(len(ORDERS)) if t != Type.RECON}
    for _ in range(5):
        for type in (t for t in range(len(ORDERS)) if t != Type.RECON and counters_left(s, PN, t)):
            free = [a for a in range(len(s.m.areas)) if (type, a) not in given]
            found = {a for a in free if possible(able, [*given, (type, a)])}
            offered_areas = order_areas(s, PN, type)
            assert {a for a in free if offered_areas >> a & 1} == found
        type = rng.choice([t for t in range(len(ORDERS)) if t != Type.RECON and order_areas(s, PN, t)])
        where = rng.choice([a for a in s.m.areas if order_areas(s, PN, type) >> a & 1])
        place_order(s, PN, where, type)
        given.append((type, where))


@rule("7.2a", "7.2c")
def test_who_may_place_more_goes_on_alone():
    text = SUPPLY + 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"\nblocks.R-10 = "Gomel 4"\nstep = "orders"\n'
    game = running(text)
    game.s.allowance = [1, 0, 3, 0]
    game.stack.append(Placement(front=NORTH))
    first(game.run(), "poland")
    play(game, "poland", "recon Gomel")
    play(game, "russia", "recon Bobruisk")
    assert asks(game) == "russia: order", "the Poles have placed all"
    play(game, "russia", "defend Gomel")
    assert asks(game) == "russia: order"
    play(game, "russia", "defend Rohachev")
    assert asks(game) == "nobody"
    assert game.s.placed == [1, 0, 3, 0]
    assert game.s.passed & 0b101 == 0b101


@rule("3.4h", "7.2aj")
def test_who_exchanges_an_order_may_think_of_another_or_leave_them_all():
    text = SUPPLY + 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"\nstep = "moves"\n'
    text += 'orders.poland-north = ["move-out Charyshi", "recon Gomel"]'
    game = running(text, OtherOrder(command=0, stage=Stage.MOVES))
    assert asks(game) == "poland: which"
    chosen = min(offered(game, "poland", "order"))
    play(game, "poland", f"order {chosen}")
    assert asks(game) == "poland: instead"
    play(game, "poland", "back")
    assert asks(game) == "poland: which"
    play(game, "poland", "keep")
    assert asks(game) == "nobody"
    assert orders(game, "poland") == ["move-out Charyshi", "recon Gomel"]
