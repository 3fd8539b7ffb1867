"""The course of a battle, step by step: what is asked, told, shown and left behind."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from vistula.games.strike_of_the_eagle.model import NORTH, ORDERS, PIECES, POLAND, RUSSIA, SOUTH
from vistula.games.strike_of_the_eagle.rules.battle import Battle, Battles, battle_areas, quiet
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.state import Fight, State
from vistula.kernel import Game, left

from .situations import fought
from .table import SUPPLY, M, area, asks, events, offered, orders, piece, play, running, start, take_first, verbs, where

rule = pytest.mark.rule

ZHLOBIN = """
    hands.poland = "P-8 P-44"
    hands.russia = "R-3 R-44"
    blocks.P-14 = "Zhlobin 2"
    blocks.P-9 = "Zhlobin 2"
    blocks.P-6 = "Zhlobin 1 from Charyshi"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    blocks.R-10 = "Zhlobin 4 from Gomel"
    blocks.R-17 = "Rechitsa 3"
    initiative.north = "poland 1"
"""
"""Two Poles and one who came to help, against Soviets from two sides; others stand by."""
ORDERED = ZHLOBIN + 'orders.poland-north = ["reorganize Zhlobin", "defend Zhlobin", "move-out Charyshi"]\n'
HELD = ORDERED.replace('P-14 = "Zhlobin 2"', 'P-14 = "Zhlobin 4"').replace('R-10 = "Zhlobin 4', 'R-10 = "Zhlobin 2')
BEATEN = ORDERED.replace('"Zhlobin 2"', '"Zhlobin 1"')


def begun(text: str) -> Game[State]:
    return running('step = "battles"\n' + SUPPLY + text, Battles())


def fight(game: Game[State]) -> Fight:
    assert game.s.fight is not None
    return game.s.fight


def pieces(game: Game[State], *names: str) -> int:
    return sum(1 << piece(game, name) for name in names)


def told(game: Game[State], key: str) -> list[dict[str, int]]:
    return [dict(event.refs) for event in events(game, key)]


def shown(game: Game[State]) -> set[str]:
    return {f"{ORDERS[o.type]} {M.area_name[o.area]}" for o in game.s.orders if o.shown}


# -- which battles --------------------------------------------------------------------------------------------------


@rule("7.4a", "7.4b", "7.33b")
def test_where_battles_are_and_which_comes_first():
    """Where both sides have somebody who fights, a block at least one of them; the fewest blocks first."""
    rng = random.Random(2)
    several = 0
    for _ in range(25):
        s = start("campaign").s
        s.lithuania = True
        places = [a for a in M.areas if s.scene.areas >> a & 1 and not M.eastern_links >> a & 1]
        places = rng.sample(places, 8)
        s.place = [rng.choice(places) if rng.random() < 0.15 else -1 for _ in s.place]
        s.behind = sum(1 << p for p in range(110) if rng.random() < 0.3)
        s.garrisons = [sum(1 << a for a in rng.sample(places, 3)) for _ in range(2)]
        s.garrisons[1] &= ~s.garrisons[0]
        for front in (NORTH, SOUTH):
            sizes = {}
            for a in places:
                there = [[p for p in PIECES[side] if s.place[p] == a and not s.behind >> p & 1] for side in (0, 1)]
                ready = [bool(there[side]) or s.garrisons[side] >> a & 1 for side in (0, 1)]
                anybody = any(s.place[p] == a for side in (0, 1) for p in PIECES[side] if ready[1 - side])
                if M.front[a] == front and all(ready) and anybody:
                    sizes[a] = len(there[0]) + len(there[1])
            assert {a for a in battle_areas(s) if M.front[a] == front} == set(sizes)
            assert left(quiet(s, front)) == sorted(a for a in sizes if sizes[a] == min(sizes.values()))
            several += len(sizes) > 1
    assert several > 10


@rule("10.0b", "7.4a", "7.4b")
def test_battles_of_the_north_come_first_and_each_once():
    text = """
        scenario = "campaign"
        garrisons.poland = "Warsaw; Minsk; Rovno"
        garrisons.russia = "Mogilev; Kiev"
        blocks.P-14 = "Minsk 4"
        blocks.R-21 = "Minsk 2 from Borisov"
        blocks.P-1L = "Rovno 4"
        blocks.R-44 = "Rovno 1 from Sarny"
        blocks.P-6 = "Borisov 4"
        blocks.P-9 = "Borisov 4"
        blocks.R-8 = "Borisov 1 from Orsha"
    """
    game = running('step = "battles"\n' + text, Battles())
    assert asks(game) == "nobody"
    assert [e["area"] for e in told(game, "battle")] == [area("Minsk"), area("Borisov"), area("Rovno")]


# -- orders ---------------------------------------------------------------------------------------------------------


@rule("7.3e", "7.3o", "7.2ae")
def test_that_no_order_defends_or_reorganizes_is_learned_all_the_same():
    game = begun(ZHLOBIN)
    assert [barrier.rule for barrier in game.barriers][:2] == ["7.3o", "7.2ae"]
    assert asks(game) == "russia: lay", "nobody was to reorganize"
    assert game.s.turned_up == 15


@rule("7.3e", "7.3o")
def test_defend_orders_of_both_sides_are_revealed_and_no_others():
    text = ZHLOBIN + 'orders.poland-north = ["defend Zhlobin", "move-out Charyshi"]\n'
    text += 'orders.russia-north = "defend Gomel"'
    game = begun(text)
    assert told(game, "defends") == [{"side": 0, "area": area("Zhlobin")}, {"side": 1, "area": area("Gomel")}]
    assert shown(game) == {"defend Zhlobin", "defend Gomel"}
    game = running('step = "battles"\n' + SUPPLY + text)
    game.s.orders[0] = replace(game.s.orders[0], shown=True)
    game.stack.append(Battles())
    assert told(game.run(), "defends") == [{"side": 1, "area": area("Gomel")}], "the other lay open already"


@rule("7.2ae", "7.2am")
def test_a_reorganization_under_attack_is_revealed_and_its_block_named():
    game = begun(ORDERED + 'orders.russia-north = ["reorganize Zhlobin"]\nblocks.P-16 = "Zhlobin 3"')
    assert shown(game) == {"reorganize Zhlobin", "defend Zhlobin"}
    assert [o.shown for o in game.s.orders if ORDERS[o.type] == "reorganize"] == [True, False], "the defender's"
    assert asks(game) == "poland: named"
    assert verbs(game) == {"block"}
    assert offered(game, "poland", "block") == {"P-14", "P-9", "P-16"} - full(game), "not who came to help"
    play(game, "poland", "block P-9")
    assert fight(game).reorganizing == piece(game, "P-9")


def full(game: Game[State]) -> set[str]:
    return {M.key[u] for p, u in enumerate(game.s.unit) if game.s.place[p] >= 0 and game.s.sp[p] == M.max_sp[u]}


@rule("7.2ae")
def test_nobody_is_named_where_all_are_whole_or_the_order_is_another():
    game = begun(ORDERED.replace('"Zhlobin 2"', '"Zhlobin 4"'))
    assert {"P-14", "P-9"} <= full(game)
    assert asks(game) == "russia: lay"
    assert fight(game).reorganizing == -1
    game = begun(ORDERED.replace("reorganize Zhlobin", "reorganize Bobruisk") + 'blocks.P-16 = "Bobruisk 1"')
    assert asks(game) == "russia: lay"
    assert shown(game) == {"defend Zhlobin"}


@rule("7.2ae", "7.2am")
def test_in_an_imagined_world_where_all_are_whole_nobody_is_named():
    """The enemy, who does not know strengths, may think of one while the question is asked."""
    game = running('step = "battles"\n' + SUPPLY + ORDERED.replace('"Zhlobin 2"', '"Zhlobin 4"'))
    game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    game.s.orders = [replace(order, shown=True) for order in game.s.orders]
    game.stack.append(Battle(area=area("Zhlobin"), at="named"))
    assert verbs(game.run()) == {"nobody"}
    play(game, "poland", "nobody")
    assert asks(game) == "russia: lay"
    assert fight(game).reorganizing == -1


# -- from cards to losses -------------------------------------------------------------------------------------------


@rule("7.41.1", "3.4g")
def test_battle_cards_are_laid_attacker_first_and_face_down():
    game = begun(ZHLOBIN)
    assert offered(game, "russia", "battle-card") == {"R-3"}
    assert "poland" not in game.decisions
    play(game, "russia", "battle-card R-3")
    assert told(game, "battle_card_laid") == [{"side": 1}]
    assert asks(game) == "poland: lay"
    assert fight(game).cards == [-1, 57]
    play(game, "poland", "battle-card P-8")
    assert fight(game).cards == [7, 57]
    assert game.s.hands == [[43], [98]]
    assert asks(game) == "russia: lay"
    assert verbs(game) == {"deck", "modifier"}, "the second step"


def at_modifiers(text: str = ORDERED) -> Game[State]:
    game = begun(text)
    play(game, "poland", "block P-9")
    return play(play(game, "russia", "battle-card R-3"), "poland", "pass")


@rule("7.41.2a", "7.41.2b", "3.4e")
def test_modifiers_are_laid_attacker_first_from_hand_or_deck():
    game = at_modifiers()
    assert asks(game) == "russia: lay"
    assert fight(game).modifiers == [-2, -2]
    assert offered(game, "russia", "modifier") == {"R-44"}
    play(game, "russia", "modifier R-44")
    assert (fight(game).modifiers, fight(game).from_hand) == ([-2, 98], [0, 1])
    assert asks(game) == "poland: lay"
    assert not fight(game).revealed
    before = len(game.s.deck[POLAND])
    play(game, "poland", "deck")
    assert fight(game).revealed
    assert fight(game).from_hand == [0, 1]
    assert len(game.s.deck[POLAND]) == before - 1
    assert fight(game).modifiers[POLAND] not in game.s.deck[POLAND]
    assert game.s.hands == [[7, 43], []]


@rule("7.41.2a", "7.41.2b", "7.41.3a", "7.41.1")
def test_all_cards_are_turned_up_together_and_told():
    game = play(play(at_modifiers(), "russia", "modifier R-44"), "poland", "modifier P-8")
    assert told(game, "battle_card") == [{"side": 1, "card": 57}], "the Poles have laid none"
    assert [(e["side"], e["card"]) for e in told(game, "modifier")] == [(1, 98), (0, 7)]
    assert [e["value"] for e in told(game, "modifier")] == [M.cards[98].combat + 1, M.cards[7].combat + 1]
    assert "7.41.3a" in {barrier.rule for barrier in game.barriers}
    assert game.s.shown == pieces(game, "P-14", "P-9", "P-6", "R-21", "R-10")
    assert game.s.seen[POLAND] == pieces(game, "R-21", "R-10")
    assert game.s.seen[RUSSIA] == pieces(game, "P-14", "P-9", "P-6")


@rule("7.41.2b", "7.41.3a", "3.4j")
def test_who_has_nothing_to_draw_has_no_modifier():
    game = running('step = "battles"\n' + SUPPLY + "\n".join(ZHLOBIN.splitlines()[3:]))
    game.s.deck[POLAND], game.s.discards[POLAND] = [], []
    game.stack.append(Battles())
    game.run()
    assert [e["side"] for e in told(game, "modifier")] == [RUSSIA]
    assert told(game, "battle_card") == []


def counted(text: str = ORDERED) -> Game[State]:
    game = play(play(at_modifiers(text), "russia", "modifier R-44"), "poland", "modifier P-8")
    game.s.fought = pieces(game, "R-17")
    return play(game, "poland", "pass")


@rule("7.41.3b", "7.41.3c", "7.41.4a", "7.41.5a")
def test_values_are_told_losses_are_the_others_and_the_attacker_takes_his_first():
    game = counted()
    assert [(e["side"], e["value"], e["losses"]) for e in told(game, "value")] == [(1, 12, 2), (0, 8, 2)]
    assert (fight(game).value, fight(game).chart) == ([8, 12], [2, 2])
    assert game.s.fought == pieces(game, "P-14", "P-9", "P-6", "R-21", "R-10", "R-17")
    assert asks(game) == "russia: block"
    play(game, "russia", "lose R-10")
    assert asks(game) == "poland: block"
    assert offered(game, "poland", "lose") == {"P-9", "P-14"}, "who has the most"


# -- the result -----------------------------------------------------------------------------------------------------


def over(text: str, name: str) -> Game[State]:
    """The battle to its end without cards from hand, one block having been named for its Reorganization."""
    lines = [line for line in text.splitlines() if "hands." not in line]
    game = fought(SUPPLY + "\n".join(lines), "R-44", "P-44")
    assert asks(game) == "poland: named"
    return take_first(play(game, "poland", f"block {name}"))


@rule("7.2ae", "7.41.6a", "7.41.6b", "7.42f", "3.4i", "4.0f")
def test_a_victorious_defender_keeps_his_reorganization_and_the_attackers_go_back():
    game = over(HELD, "P-9")
    assert [e["side"] for e in told(game, "victory")] == [POLAND]
    assert game.s.named == pieces(game, "P-9")
    assert orders(game, "poland") == ["reorganize Zhlobin", "defend Zhlobin", "move-out Charyshi"]
    assert (where(game, "R-21"), where(game, "R-10")) == ("Rohachev", "Gomel")
    assert (where(game, "P-6"), where(game, "P-9")) == ("Zhlobin", "Zhlobin")
    assert game.s.fight is None
    assert game.s.shown == 0, "blocks stand up again"
    assert game.s.report is not None
    assert game.s.report.winner == POLAND
    assert [len(pile) for pile in game.s.discards] == [1, 1], "the modifiers"


@rule("7.2ae", "7.41.6a", "7.41.6b", "7.42a", "7.43a")
def test_a_beaten_defender_loses_his_reorganization_and_goes():
    game = over(BEATEN, "P-9")
    assert [e["side"] for e in told(game, "victory")] == [RUSSIA]
    assert game.s.named == 0
    assert orders(game, "poland") == ["defend Zhlobin", "move-out Charyshi"]
    assert "Zhlobin" not in {where(game, name) for name in ("P-14", "P-9", "P-6")}
    assert where(game, "R-21") == "Zhlobin"
    assert not game.s.on_link & pieces(game, "R-21"), "he has come in"


@rule("7.2ae")
def test_who_falls_reorganizes_no_more():
    text = HELD.replace('blocks.P-14 = "Zhlobin 4"', "").replace('P-9 = "Zhlobin 2"', 'P-9 = "Zhlobin 1"')
    text = text.replace("P-6", "P-16").replace(', "defend Zhlobin"', "")  # who comes after him in the roster
    game = over(text.replace('"Zhlobin 2 from Gomel', '"Zhlobin 1 from Gomel').replace("Zhlobin 3", "Zhlobin 1"), "P-9")
    assert [e["side"] for e in told(game, "victory")] == [POLAND]
    assert where(game, "P-9") == "pool"
    assert game.s.named == 0
