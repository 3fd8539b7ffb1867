"""2.0f, 4.0f What each seat may know, and worlds that agree with it."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.cards.effects import RED_COSSACKS
from vistula.games.strike_of_the_eagle.changes import look, lose
from vistula.games.strike_of_the_eagle.model import (
    COMMANDS,
    INFANTRY,
    NORTH,
    ORDERS,
    POLAND,
    RUSSIA,
    SIDES,
    SOUTH,
    Stage,
    Type,
    command_of,
)
from vistula.games.strike_of_the_eagle.rules.battle import Battles
from vistula.games.strike_of_the_eagle.rules.executors import feasible
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.rules.tokens import place_order
from vistula.games.strike_of_the_eagle.state import FROM_DECK, NONE, Effect, Fight, State
from vistula.games.strike_of_the_eagle.witnessed import betray
from vistula.kernel import ONLOOKER, UNKNOWN, Action, Game

from .table import (
    CAMPAIGN,
    SUPPLY,
    TITLE,
    M,
    area,
    asked,
    asks,
    at,
    clicks,
    piece,
    random_game,
    running,
    sees,
    stage,
    start,
)

rule = pytest.mark.rule

FRONT = """
    blocks.P-14 = "Charyshi 4"
    blocks.P-6 = "Charyshi 3"
    blocks.P-BJ2 = "Mozyr 2"
    blocks.R-21 = "Rohachev 3"
    blocks.R-10 = "Gomel 4"
    blocks.R-17 = "Gomel 2"
    hands.poland = "P-1 P-7 P-43"
    hands.russia = "R-4 R-30 R-44"
    orders.poland-north = ["move-out Charyshi"]
    orders.russia-north = ["recon Charyshi", "march-to Zhlobin"]
"""
FOUR = 'scenario = "campaign"\noptions.players = "4"\n'


def worlds(game: Game[State], seat: str, count: int = 40) -> list[State]:
    own = game.seat(seat)
    return [TITLE.fill(own.s, own.id, random.Random(seed)) for seed in range(count)]


# -- masks ------------------------------------------------------------------------------------------------------


@rule("2.0f")
def test_an_onlooker_knows_no_face():
    game = at(FRONT)
    s = game.seat(ONLOOKER).s
    assert all(s.unit[p] == s.sp[p] == UNKNOWN for p in range(110) if s.place[p] >= 0)
    assert all(order.type == UNKNOWN for order in s.orders)
    assert all(card == UNKNOWN for hand in s.hands for card in hand)


@rule("2.0f", "1.1b")
def test_allies_share_their_blocks_and_orders():
    game = at(
        FOUR + 'blocks.P-14 = "Minsk 4"\nblocks.R-21 = "Mogilev 3"\norders.poland-north = ["move-out Minsk"]\n'
        'orders.russia-north = ["defend Mogilev"]\nhands.poland-north = "P-1"'
    )
    ally = game.seat("poland-south").s
    assert sees(game, "poland-south", "P-14")
    assert [ORDERS[o.type] if o.type >= 0 else "?" for o in ally.orders] == ["move-out", "?"]
    assert ally.hands[0] == [UNKNOWN], "but not their hands"
    assert sees(game, "russia-south", "R-21")


@rule("7.2l")
def test_what_one_player_looks_at_his_ally_does_not_see():
    game = at(FOUR + 'blocks.P-14 = "Minsk 4"\nblocks.R-21 = "Mogilev 3"')
    look(game.s, 0, 1 << piece(game, "R-21"), "7.2l")
    assert sees(game, "poland-north", "R-21")
    assert not sees(game, "poland-south", "R-21")


def test_a_player_does_not_know_what_others_have_seen():
    game = at(FRONT)
    look(game.s, 1, 1 << piece(game, "P-14"), "7.2l")
    assert game.seat("poland").s.seen[1] == 0
    assert game.seat("russia").s.seen[1] == 1 << piece(game, "P-14")


@rule("3.2b")
def test_cubes_discards_and_the_force_pool_are_open():
    game = at(FRONT + '\ncubes.poland = "2B 1G"\ndiscards.poland = "P-2"')
    s = game.seat("russia").s
    assert s.cubes[0] == [2, 0, 1]
    assert s.discards[POLAND] == [1]
    pool = [p for p in range(56) if s.place[p] < 0]
    assert all(s.unit[p] != UNKNOWN for p in pool)


@rule("7.1b", "7.1c")
def test_a_committed_card_is_seen_by_its_player_only_until_it_is_revealed():
    game = at(FRONT)
    s = game.s
    s.hands[0].remove(0)
    s.committed[0] = 0
    assert game.seat("poland").s.committed[0] == 0
    assert game.seat("russia").s.committed[0] == UNKNOWN
    s.uncovered |= 1
    assert game.seat("russia").s.committed[0] == 0


@rule("7.41.2b", "7.41.3a")
def test_cards_of_a_battle_lie_face_down_until_it_is_revealed():
    game = at(FRONT)
    s = game.s
    s.fight = Fight(area("Zhlobin"), RUSSIA)
    s.hands[0].remove(6)
    s.hands[1].remove(58)
    s.fight.cards = [6, 58]
    s.fight.modifiers = [FROM_DECK, NONE]
    own, enemy = game.seat("poland").s.fight, game.seat("russia").s.fight
    assert own.cards == [6, UNKNOWN]
    assert enemy.cards == [UNKNOWN, 58]
    assert enemy.modifiers == [FROM_DECK, NONE], "that a card comes from the deck is seen"
    s.fight.revealed = True
    assert game.seat("russia").s.fight.cards == [6, 58]


@rule("2.0f", "7.2a")
def test_the_diary_veils_faces_and_order_types():
    game = at(FRONT)
    unit = M.unit("P-14")
    assert TITLE.veil(game.s, "poland", "unit", unit) == unit
    assert TITLE.veil(game.s, "russia", "unit", unit) == UNKNOWN
    assert TITLE.veil(game.s, "russia", "units", [unit, M.unit("R-21")]) == [UNKNOWN, M.unit("R-21")]


# -- worlds -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["poland", "russia", ONLOOKER])
def test_a_world_agrees_with_what_a_seat_knows(seat):
    game = at(FRONT)
    own = game.seat(seat)
    for s in worlds(game, seat, 10):
        TITLE.check(s, [])
        assert TITLE.mask(s, own.id) == own.s


@rule("2.0f")
def test_unseen_blocks_are_dealt_anew():
    game = at(FRONT)
    faces = {M.key[s.unit[piece(game, "R-21")]] for s in worlds(game, "poland")}
    assert faces == {"R-21", "R-10", "R-17"}
    strengths = {s.sp[piece(game, "R-21")] for s in worlds(game, "poland")}
    assert len(strengths) > 1


def test_what_was_seen_stays():
    game = at(FRONT)
    look(game.s, 0, 1 << piece(game, "R-10"), "7.2l")
    for s in worlds(game, "poland"):
        assert s.unit[piece(game, "R-10")] == M.unit("R-10")
        assert s.sp[piece(game, "R-10")] == 4


def test_what_a_block_did_limits_what_it_can_be():
    game = at(FRONT + 'blocks.R-4K = "Krichev 4"\nblocks.R-55 = "Mogilev 2"')
    betray(game.s, 1 << piece(game, "R-4K"), "mounted")
    betray(game.s, 1 << piece(game, "R-55"), "foot")
    lose(game.s, piece(game, "R-10"))
    lose(game.s, piece(game, "R-10"))
    for s in worlds(game, "poland"):
        assert M.kind[s.unit[piece(game, "R-4K")]] != INFANTRY
        assert M.kind[s.unit[piece(game, "R-55")]] == INFANTRY
        assert M.max_sp[s.unit[piece(game, "R-10")]] >= 3, "it has lost two and stands"
        assert s.sp[piece(game, "R-10")] <= M.max_sp[s.unit[piece(game, "R-10")]] - 2


def test_unseen_orders_are_possible_ones():
    game = at(FRONT)
    kinds = set()
    for s in worlds(game, "poland", 80):
        recon, march = [o for o in s.orders if o.command == command_of(RUSSIA, 0)]
        assert ORDERS[recon.type] in ("recon", "march-to", "move-to"), "no Soviet block stands in Charyshi"
        assert recon.area != march.area or recon.type != march.type
        kinds.add(ORDERS[march.type])
        own = next(o for o in s.orders if o.command == command_of(POLAND, 0))
        assert ORDERS[own.type] == "move-out"
    assert kinds == {"recon", "march-to", "move-to"}


def test_types_whose_step_has_passed_are_excluded():
    game = at(FRONT)
    game.s.step = Stage.MOVES
    kinds = {ORDERS[o.type] for s in worlds(game, "poland") for o in s.orders if o.command == command_of(RUSSIA, 0)}
    assert kinds == {"move-to"} | ({"recon"} & kinds)
    assert "march-to" not in kinds


def test_no_more_orders_of_a_type_than_counters():
    game = start("vistula")
    for name in ("Mlawa", "Lomza", "Ostrow", "Bielsk", "Siedlce", "Grodno"):
        place_order(game.s, command_of(RUSSIA, 0), area(name), Type.DEFEND if name != "Grodno" else Type.WITHDRAW)
    for s in worlds(game, "poland", 30):
        used = [o.type for o in s.orders]
        assert all(used.count(type) <= M.counters[type] for type in range(9))
        assert s.recons[2] == used.count(Type.RECON)


@rule("7.2b", "7.2ah")
def test_each_command_of_a_side_has_its_recon_where_the_other_leaves_room():
    """Two commands of one side have orders in one area, and only one of them may be a Recon."""
    north, south = command_of(POLAND, NORTH), command_of(POLAND, SOUTH)
    game = running(
        'scenario = "campaign"\nstep = "marches"\nblocks.P-14 = "Brest-Litovsk 4"\nblocks.P-6 = "Bobruisk 3"\n'
        'blocks.P-7 = "Kovel 3"\nblocks.R-4 = "Vitebsk 3"\n'
        'orders.poland-north = ["recon Slutsk", "defend Brest-Litovsk"]\n'
        'orders.poland-south = ["recon Brest-Litovsk", "defend Kovel"]'
    )
    last = next(o for o in game.s.orders if o.area == area("Kovel"))
    game.s.orders[game.s.orders.index(last)] = replace(last, shown=True)
    for s in worlds(game, "russia"):
        for command in (north, south):
            assert [o.type for o in s.orders if o.command == command].count(Type.RECON) == 1


@rule("7.2al", "7.2k")
@pytest.mark.parametrize(("more", "recons"), [("", {1}), ('blocks.R-8 = "Gomel 3"\n', {0, 1})])
def test_each_order_on_blocks_has_a_block_of_its_own(more, recons):
    """The example of one block with Defend and Move Out: the second order can only be a Recon."""
    text = 'step = "marches"\nblocks.R-21 = "Gomel 3"\nblocks.P-14 = "Charyshi 4"\nallowance.russia-north = 4\n'
    game = running(text + more + 'orders.russia-north = ["recon Gomel", "defend Gomel"]')
    assert {[o.type for o in s.orders].count(Type.RECON) for s in worlds(game, "poland", 80)} == recons


@rule("7.2al", "7.2b")
def test_where_too_many_orders_lie_the_recon_is_one_of_them():
    """Each command has placed all it may, the north two orders on a block that stands alone."""
    game = running(
        'scenario = "campaign"\nstep = "marches"\nblocks.P-14 = "Vilna 4"\nblocks.P-6 = "Bobruisk 3"\n'
        'blocks.P-7 = "Lwow 3"\nblocks.R-4 = "Vitebsk 3"\n'
        'orders.poland-north = ["recon Vilna", "defend Vilna", "move-out Bobruisk"]\n'
        'orders.poland-south = ["recon Lwow", "defend Lwow"]'
    )
    for s in worlds(game, "russia"):
        recons = {M.area_name[o.area] for o in s.orders if o.type == Type.RECON}
        assert recons == {"Vilna", "Lwow"}


@rule("7.2k", "7.2n", "1.4b")
def test_an_order_on_warsaw_that_is_closed_to_the_soviets_is_a_recon():
    game = running(
        'scenario = "lwow"\nstep = "recons"\nround = 4\ngarrisons.poland = "Warsaw; Lwow; Lublin"\n'
        'garrisons.russia = "Kovel; Elizavetgrad"\nblocks.R-58 = "Chelm 2"\nblocks.P-5 = "Lwow 3"\n'
        'orders.russia-south = "recon Warsaw"'
    )
    assert {ORDERS[s.orders[0].type] for s in worlds(game, "poland")} == {"recon"}


@rule("2.0e", "7.2o")
@pytest.mark.parametrize("front", [NORTH, SOUTH])
def test_an_order_may_lie_as_far_off_as_the_red_cossacks_go(front):
    """Soviet card 24 speeds the division up under whichever command it is and the card was played."""
    text = 'scenario = "campaign"\nstep = "recons"\ngarrisons.poland = "Warsaw; Lwow"\ngarrisons.russia = "Rovno"\n'
    text += 'blocks.R-8K = "Rovno 3"\nblocks.P-5 = "Lwow 3"\norders.russia-south = "move-to Zamosc"'
    game = running(text)
    game.s.turned_up = 1 << command_of(RUSSIA, SOUTH)
    game.s.effects.append(Effect(RED_COSSACKS, command_of(RUSSIA, front)))
    assert {ORDERS[s.orders[0].type] for s in worlds(game, "poland")} == {"move-to"}


TWO_FRONTS = """
    scenario = "campaign"
    garrisons.poland = "Warsaw; Minsk; Lwow; Bobruisk; Rovno; Proskurov"
    garrisons.russia = "Mogilev; Kiev; Vitebsk; Smolensk; Klintsy; Elizavetgrad"
    blocks.P-14 = "Bobruisk 4"
    blocks.P-12 = "Proskurov 3"
    blocks.P-13 = "Rovno 3"
    blocks.R-21 = "Mogilev 2"
    blocks.R-10 = "Orsha 3"
    blocks.R-45 = "Vinnitsa 3"
    initiative.north = "poland 2"
    initiative.south = "poland 1"
    orders.poland-north = ["defend Bobruisk"]
"""


def types_at(game: Game[State], place: str, seat: str = "poland") -> set[str]:
    """What an order in an area is in the worlds of a seat."""
    return {ORDERS[o.type] for s in worlds(game, seat, 80) for o in s.orders if M.area_name[o.area] == place}


@rule("7.3a", "10.0b")
@pytest.mark.parametrize(
    ("step", "south", "turned"), [("moves", "move-out", {"move-to", "move-out"}), ("recons", "recon", {"recon"})]
)
def test_what_the_north_has_turned_up_stays_so_while_the_south_executes(step, south, turned):
    """Its Recon has been executed, and another order lies face down: it is not of a type that lies open."""
    orders = f'orders.russia-south = ["{south} Vinnitsa"]\norders.poland-south = ["{south} Proskurov"]\n'
    game = stage(step, TWO_FRONTS + 'orders.russia-north = ["recon Bobruisk", "defend Mogilev"]\n' + orders)
    assert turned <= types_at(game, "Mogilev")
    clicks(game, "poland", "russia")
    while game.stack[0].front == NORTH:
        clicks(game, str(asked(game).seat), asked(game).options[0].verb)
    assert asks(game) == "poland: first_executor"
    while True:
        assert types_at(game, "Mogilev") >= {"withdraw", "defend", "reorganize", "rail"}
        assert not types_at(game, "Mogilev") & turned
        if step == "recons" or asks(game) == "poland: way":
            break
        option = asked(game).options[0]
        game.play(asked(game).seat, Action(option.verb, option.args[0]))


@rule("7.3e", "7.3o", "7.33e")
def test_defend_orders_lie_face_down_until_who_stands_before_a_deserted_area_has_come_in():
    game = at(
        'step = "withdrawals"\n'
        + SUPPLY
        + """
        blocks.P-14 = "Zhlobin 4 from Charyshi"
        blocks.P-6 = "Zhlobin 3 from Charyshi"
        blocks.P-9 = "Zhlobin 3 from Charyshi"
        blocks.P-2L = "Zhlobin 3 from Charyshi"
        blocks.P-16 = "Zhlobin 3 from Kalenkovichi"
        blocks.R-21 = "Zhlobin 3"
        blocks.R-10 = "Gomel 4"
        orders.russia-north = ["withdraw Zhlobin", "defend Gomel"]
        """
    )
    while asked(game).step != "come":
        option = asked(game).options[0]
        game.play(asked(game).seat, Action(option.verb, option.args[0]))
    assert types_at(game, "Gomel") == {"defend", "reorganize", "rail"}
    assert game.s.turned_up == 0, "nothing of this step lies open yet"


@rule("7.3e", "7.3o")
def test_no_defend_order_lies_face_down_in_a_battle():
    orders = 'orders.russia-north = ["reorganize Mogilev"]\nblocks.R-8 = "Bobruisk 3 from Rohachev"\n'
    orders += 'hands.poland = "P-34 P-7"\nhands.russia = "R-40"'
    game = running('step = "battles"\n' + TWO_FRONTS + orders, Battles())
    assert game.stack[0].front == NORTH
    assert types_at(game, "Mogilev") == {"reorganize", "rail"}


@rule("7.2ae")
@pytest.mark.parametrize("over", [False, True])
def test_what_lies_face_down_under_attack_is_no_reorganization(over):
    game = running(
        'step = "battles"\n'
        + SUPPLY
        + """
        blocks.R-21 = "Gomel 3"
        blocks.R-10 = "Mogilev 3"
        blocks.P-14 = "Gomel 4 from Zhlobin"
        orders.russia-north = ["rail Gomel"]
        """
    )
    s = game.s
    place_order(s, command_of(RUSSIA, NORTH), area("Mogilev"), ORDERS.index("rail"))
    s.turned_up = 15
    s.fight = lay_out_fight(s, area("Gomel"))
    if over:
        s.fought |= s.fight.engaged[POLAND] | s.fight.engaged[RUSSIA]
        s.fight = None
    assert types_at(game, "Gomel") == {"rail"}
    s.orders = [o for o in s.orders if o.area != area("Gomel")]
    assert types_at(game, "Mogilev") == {"reorganize", "rail"}


@rule("7.71b", "7.2i", "7.2p", "7.2ac", "7.2af")
def test_orders_that_need_supply_are_not_laid_for_blocks_with_a_marker():
    text = 'step = "marches"\ngarrisons.poland = "Bobruisk; Mozyr"\ngarrisons.russia = "Gomel; Klintsy"\n'
    text += 'blocks.P-14 = "Bobruisk 4"\nblocks.R-21 = "Slutsk 3"\n'
    game = running(text + 'orders.russia-north = ["move-out Slutsk"]')
    assert game.s.unsupplied >> piece(game, "R-21") & 1
    assert types_at(game, "Slutsk") == {"move-out", "withdraw", "defend", "recon"}
    game = running(text + 'orders.russia-north = ["recon Bobruisk"]')
    assert types_at(game, "Bobruisk") == {"recon"}


@rule("7.2aj", "7.2e")
@pytest.mark.parametrize(("block", "types"), [("P-14", {"recon"}), ("P-BJ2", {"recon", "march-to"})])
def test_an_order_beyond_the_reach_of_infantry_is_laid_for_cavalry(block, types):
    text = f'blocks.{block} = "Charyshi 2"\nblocks.R-21 = "Mogilev 3"\ngarrisons.poland = "Bobruisk"\n'
    game = running(text + 'orders.poland-north = "recon Rechitsa"\nallowance.poland-north = 4')
    assert types_at(game, "Rechitsa", "russia") == types


@rule("7.2aj", "7.2al")
@pytest.mark.parametrize(("scenario", "seed"), [("zhlobin", 2), ("vistula", 38)])
def test_every_order_of_a_world_has_a_block_while_orders_are_placed(scenario, seed):
    seen = 0
    for game in random_game(scenario, seed):
        if game.s.step == Stage.PLACING and game.s.orders:
            seen += 1
            for seat in SIDES:
                assert all(feasible(s, c) for s in worlds(game, seat, 2) for c in COMMANDS)
        if game.over or seen > 40:
            break
    assert seen > 20


@rule("7.2b", "7.2d")
def test_no_front_is_dealt_the_recon_of_the_other():
    """Both orders of the south look like a Recon; one of the two counters is the north's all the same (S64)."""
    text = """
    seen.russia = "P-14 P-1L"
    orders.poland-south = ["recon Zhitomir", "march-to Korosten"]
    orders.poland-north = ["recon Borisov", "move-out Minsk"]
    """
    game = at(CAMPAIGN + text)
    for s in worlds(game, "russia", 60):
        for command in (command_of(POLAND, NORTH), command_of(POLAND, SOUTH)):
            assert any(o.type == Type.RECON for o in s.orders if o.command == command)


def test_unseen_cards_are_dealt_anew_from_what_is_left():
    game = at(FRONT + '\ndiscards.russia = "R-1 R-2"\nremoved.russia = "R-3"')
    hands = [s.hands[1] for s in worlds(game, "poland")]
    assert len({tuple(hand) for hand in hands}) > 20
    for s in worlds(game, "poland", 10):
        assert s.hands[0] == game.s.hands[0]
        assert len(s.hands[1]) == 3
        assert not {55, 56, 57} & set(s.hands[1] + s.deck[RUSSIA])
        assert sorted(s.hands[1] + s.deck[RUSSIA]) == list(range(58, 110))
        assert sorted(s.hands[0] + s.deck[POLAND]) == list(range(55))


def test_cards_seen_in_a_hand_are_there_or_face_down():
    game = at(FRONT)
    s = game.s
    s.peeked[0][1] = sum(1 << card for card in s.hands[1])
    assert all(w.hands[1] == s.hands[1] for w in worlds(game, "poland", 5))
    kept = s.hands[1][:]
    s.committed[2] = s.hands[1].pop()
    found = {w.committed[2] for w in worlds(game, "poland")}
    assert found == set(kept)
    for w in worlds(game, "poland", 5):
        assert sorted([*w.hands[1], w.committed[2]]) == kept


@rule("7.41.1", "7.41.2b")
def test_a_battle_card_is_none_of_those_known_to_be_in_the_hand():
    """Two cards of the hand have been read, and no Battle Card is among them."""
    game = at(FRONT.replace("R-4 R-30 R-44", "R-41 R-42 R-30"))
    s = game.s
    kept = [c for c in s.hands[1] if s.m.cards[c].kind != "battle"]
    assert len(kept) == 2
    s.fight = Fight(area("Zhlobin"), RUSSIA)
    s.fight.cards[RUSSIA] = next(c for c in s.hands[1] if c not in kept)
    s.hands[1] = kept
    s.peeked[0][1] = sum(1 << card for card in kept)
    for w in worlds(game, "poland"):
        assert w.hands[1] == kept
        assert w.m.cards[w.fight.cards[RUSSIA]].kind == "battle"
    assert len({w.fight.cards[RUSSIA] for w in worlds(game, "poland")}) > 5


@pytest.mark.parametrize("seat", ["poland-north", "poland-south", "russia-north", "russia-south"])
def test_worlds_of_four_seats(seat):
    game = start("campaign", seed=4, players="4")
    own = game.seat(seat)
    for s in worlds(game, seat, 3):
        TITLE.check(s, [])
        assert TITLE.mask(s, own.id) == own.s


def test_filling_is_a_function_of_what_is_known():
    game = at(FRONT)
    own = game.seat("russia")
    one, other = (TITLE.fill(own.s, own.id, random.Random(3)) for _ in range(2))
    assert one == other
    assert members(one.shown) == []
