"""Withdrawals, trains and blocks without room, from their first question to the last."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.model import POLAND
from vistula.games.strike_of_the_eagle.rules.stacking import ExcessBlocks
from vistula.games.strike_of_the_eagle.rules.withdraw import WithdrawOrder
from vistula.games.strike_of_the_eagle.state import Entry, State
from vistula.kernel import Game

from .table import (
    SUPPLY,
    area,
    asks,
    events,
    offered,
    option,
    orders,
    piece,
    play,
    running,
    settle,
    sp,
    stage,
    verbs,
    where,
)

rule = pytest.mark.rule


def pieces(game: Game[State], *names: str) -> int:
    return sum(1 << piece(game, name) for name in names)


def told(game: Game[State], key: str) -> list[tuple[int, int]]:
    """From where to where, as the diary has it."""
    return [(event.refs["area"], event.refs.get("to_area", -1)) for event in events(game, key)]


# -- withdrawals ----------------------------------------------------------------------------------------------------

PRESSED = """
    garrisons.poland = "Bobruisk; Mozyr"
    garrisons.russia = "Gomel; Mogilev; Klintsy"
    blocks.P-14 = "Charyshi 4"
    blocks.P-6 = "Charyshi 3"
    blocks.P-9 = "Charyshi 2"
    blocks.R-21 = "Charyshi 3 from Zhlobin"
    orders.poland-north = "withdraw Charyshi"
"""


@rule("7.2t", "7.2u", "7.2v", "7.2y", "7.32b", "7.3d")
def test_a_withdrawal_of_three_blocks():
    game = stage("withdrawals", PRESSED)
    assert asks(game) == "poland: loss"
    assert not orders(game, "poland"), "the order has gone back"
    assert offered(game, "poland", "lose") == {"P-14", "P-6", "P-9"}
    play(game, "poland", "lose P-6")
    assert [event.refs["unit"] for event in events(game, "rearguard")] == [game.s.unit[piece(game, "P-6")]]
    assert (sp(game, "P-14"), sp(game, "P-6"), sp(game, "P-9")) == (4, 2, 2)
    assert offered(game, "poland", "block") == {"P-14", "P-6", "P-9"}
    play(game, "poland", "block P-9")
    assert where(game, "P-9") == "Bobruisk", "the only haven"
    assert offered(game, "poland", "block") == {"P-14", "P-6"}
    play(game, "poland", "block P-14")
    assert {where(game, name) for name in ("P-14", "P-6", "P-9")} == {"Bobruisk"}, "the last one goes unasked"
    assert asks(game) == "nobody"
    assert game.s.executed == game.s.moved == pieces(game, "P-14", "P-6", "P-9", "R-21")
    assert Entry(area("Bobruisk"), area("Charyshi"), POLAND, False) in game.s.entries
    assert told(game, "withdraws") == [(area("Charyshi"), area("Bobruisk"))] * 3
    assert "7.2v" not in {barrier.rule for barrier in game.barriers}, "nobody has proved anything"


def carried_out(game: Game[State]) -> Game[State]:
    game.stack.append(WithdrawOrder(id=game.s.orders[0].id, command=0))
    return game.run()


@rule("7.2t")
@pytest.mark.parametrize(("place", "fresh"), [("Rohachev 3", True), ("Charyshi 3 from Zhlobin", False)])
def test_a_withdrawal_needs_an_enemy_block_and_a_fresh_one(place, fresh):
    game = running('step = "withdrawals"\n' + PRESSED.replace("Charyshi 3 from Zhlobin", place))
    game.s.executed = 0 if fresh else pieces(game, "P-14", "P-6", "P-9")
    carried_out(game)
    assert asks(game) == "nobody"
    assert told(game, "no_withdrawal") == [(area("Charyshi"), -1)]
    assert not orders(game, "poland")
    assert {where(game, name) for name in ("P-14", "P-6", "P-9")} == {"Charyshi"}


@rule("7.2u", "7.2t")
@pytest.mark.parametrize(("agreed", "going"), [("all", {"P-14", "P-6", "P-9"}), ("fresh", {"P-14", "P-6"})])
def test_all_blocks_withdraw_or_only_fresh_ones_if_that_is_agreed(agreed, going):
    game = running('step = "withdrawals"\n' + PRESSED, withdraw=agreed)
    game.s.executed = pieces(game, "P-9")
    assert offered(carried_out(game), "poland", "lose") == going


@rule("7.2u", "9.0c")
@pytest.mark.parametrize(("name", "fate", "points"), [("P-9", "pool", 0), ("P-Haller", "gone", 1)])
def test_a_rearguard_may_be_lost_and_a_leader_is_worth_a_point(name, fate, points):
    text = PRESSED.replace('blocks.P-9 = "Charyshi 2"', f'blocks.{name} = "Charyshi 1"')
    game = carried_out(running('scenario = "campaign"\nstep = "withdrawals"\n' + text))
    before = game.s.vp
    play(game, "poland", f"lose {name}")
    assert where(game, name) == fate
    assert game.s.vp == (before if not points else before - 1 or -1)


@rule("7.2x")
@pytest.mark.parametrize(("enemy", "free"), [("R-21", True), ("R-10K", False)])
def test_cavalry_gets_away_from_infantry_and_everybody_knows_by_that(enemy, free):
    lines = [line for line in PRESSED.splitlines() if "P-6" not in line and "P-9" not in line]
    text = "\n".join(lines).replace("R-21", enemy).replace('P-14 = "Charyshi 4"', 'P-BJ2 = "Charyshi 2"')
    game = carried_out(running('scenario = "campaign"\nstep = "withdrawals"\n' + text))
    assert (asks(game) == "poland: loss") == (not free)
    assert bool(game.s.mounted & pieces(game, "P-BJ2")) == free
    assert bool(game.s.foot & pieces(game, enemy)) == free


# -- trains ---------------------------------------------------------------------------------------------------------


@rule("7.6a", "7.6c", "7.6d", "7.2ag")
def test_four_blocks_ride_and_no_fifth():
    names = ("R-21", "R-17", "R-8", "R-6", "R-57")
    text = "".join(f'blocks.{name} = "Klintsy 2"\n' for name in names) + 'orders.russia-north = "rail Klintsy"\n'
    game = stage("railways", text + 'blocks.P-14 = "Bobruisk 4"')
    for n, name in enumerate(names[:4]):
        assert asks(game) == "russia: pick"
        assert ("done" in verbs(game)) == (n > 0), "at least one rides"
        play(game, "russia", f"block {name}")
        assert option(game, "back").free
        play(game, "russia", "step Gomel")
        assert game.s.executed == pieces(game, *names[: n + 1])
    assert asks(game) == "nobody"
    assert told(game, "rides") == [(area("Klintsy"), area("Gomel"))] * 4
    assert where(game, "R-57") == "Klintsy"
    assert not orders(game, "russia")
    assert not events(game, "unfulfilled")
    assert "7.6b" not in {barrier.rule for barrier in game.barriers}, "nobody has proved anything"


@rule("7.6a", "7.3k")
def test_a_train_that_nobody_can_take_goes_unfulfilled():
    game = stage("railways", 'blocks.P-14 = "Bobruisk 4"\norders.poland-north = "rail Slutsk"')
    assert asks(game) == "nobody"
    assert told(game, "unfulfilled") == [(area("Slutsk"), -1)]
    assert not orders(game, "poland")


@rule("7.2ac", "7.2ad", "7.5", "7.3k")
def test_a_reorganization_adds_one_point_and_is_done():
    text = 'blocks.P-14 = "Bobruisk 2"\nblocks.P-6 = "Bobruisk 1"\norders.poland-north = "reorganize Bobruisk"'
    game = stage("reorganizations", text)
    assert asks(game) == "poland: pick"
    assert verbs(game) == {"block"}
    play(game, "poland", "block P-6")
    assert (sp(game, "P-14"), sp(game, "P-6")) == (2, 2)
    assert game.s.executed == game.s.men == pieces(game, "P-6")
    assert (asks(game), orders(game, "poland")) == ("nobody", [])
    assert not events(game, "unfulfilled")


@rule("7.2ac", "7.3k")
def test_a_reorganization_for_nobody_goes_unfulfilled():
    game = stage("reorganizations", 'blocks.P-14 = "Bobruisk 4"\norders.poland-north = "reorganize Bobruisk"')
    assert asks(game) == "nobody"
    assert told(game, "unfulfilled") == [(area("Bobruisk"), -1)]
    assert not orders(game, "poland")


# -- blocks without room --------------------------------------------------------------------------------------------


def many(place: str, *names: str) -> str:
    return "".join(f'blocks.{name} = "{place}"\n' for name in names)


ZHLOBIN_FULL = many("Zhlobin 1", "P-6", "P-9", "P-16", "P-8")


def waiting(text: str, *links: tuple[str, str], inside: str = ZHLOBIN_FULL) -> Game[State]:
    """Blocks that wait on links of Zhlobin, where four of their side stand."""
    game = running(SUPPLY + inside + text)
    for name, origin in links:
        p = piece(game, name)
        game.s.place[p], game.s.origin[p] = area("Zhlobin"), area(origin)
        game.s.on_link |= 1 << p
    game.stack.append(ExcessBlocks())
    return game.run()


@rule("7.33d", "7.33e", "7.33a")
def test_who_waits_comes_in_where_there_is_room():
    three = ZHLOBIN_FULL.replace('blocks.P-8 = "Zhlobin 1"', 'blocks.P-8 = "Slutsk 1"')
    game = waiting('blocks.P-14 = "Charyshi 4"', ("P-14", "Charyshi"), inside=three)
    assert (asks(game), game.s.on_link, where(game, "P-14")) == ("nobody", 0, "Zhlobin")


@rule("7.33f", "7.33d")
def test_who_finds_no_room_goes_back_where_he_came_from():
    game = waiting('blocks.P-14 = "Charyshi 4"', ("P-14", "Charyshi"))
    assert asks(game) == "nobody"
    assert where(game, "P-14") == "Charyshi"
    assert told(game, "goes_back") == [(area("Zhlobin"), area("Charyshi"))]
    assert game.s.on_link == 0


@rule("7.33f")
@pytest.mark.parametrize(("there", "asked_for"), [(2, False), (3, True)])
def test_where_not_all_can_go_back_the_owner_says_who(there, asked_for):
    full = many("Charyshi 1", *("P-2L", "P-3L", "P-1L")[:there])
    game = waiting(full + many("Slutsk 2", "P-14", "P-15"), ("P-14", "Charyshi"), ("P-15", "Charyshi"))
    assert (asks(game) == "poland: which") == asked_for
    assert offered(game, "poland", "block") == ({"P-14", "P-15"} if asked_for else set())
    played = play(game, "poland", "block P-15") if asked_for else game
    settle(played)
    assert where(game, "P-15") == "Charyshi"


@rule("7.33g", "7.33f")
def test_who_cannot_go_back_goes_towards_a_depot():
    text = 'blocks.P-14 = "Slutsk 4"\nblocks.R-21 = "Rohachev 3"'
    game = waiting(text, ("P-14", "Rohachev"))
    assert asks(game) == "poland: elsewhere"
    assert offered(game, "poland", "go") == {"Charyshi", "Kalenkovichi"}, "next to Bobruisk and Mozyr"
    play(game, "poland", "go Charyshi")
    assert (asks(game), where(game, "P-14")) == ("nobody", "Charyshi")
    assert told(game, "goes_back") == [(area("Zhlobin"), area("Charyshi"))]


@rule("7.33g")
@pytest.mark.parametrize(("there", "several"), [(2, False), (3, True)])
def test_where_not_all_find_a_place_the_owner_says_who_goes_first(there, several):
    full = many("Charyshi 1", *("P-2L", "P-3L", "P-1L")[:there])
    text = full + many("Slutsk 2", "P-14", "P-15") + many("Rohachev 3", "R-21") + many("Kalenkovichi 3", "R-8")
    game = waiting(text, ("P-14", "Rohachev"), ("P-15", "Rohachev"))
    assert (asks(game) == "poland: who_goes") == several
    assert offered(game, "poland", "block") == ({"P-14", "P-15"} if several else set())
    settle(play(game, "poland", "block P-15") if several else game)
    assert where(game, "P-15") == "Charyshi"
    assert where(game, "P-14") == ("gone" if several else "Charyshi")


@rule("7.33g", "7.33f", "7.33d")
def test_who_waits_elsewhere_takes_nobodys_place():
    """Two who wait before Zhlobin find one place, in Charyshi; a third waits before Mozyr and has places of his own."""
    full = many("Charyshi 1", "P-2L", "P-3L", "P-1L") + many("Mozyr 1", "P-10", "P-11", "P-17", "P-18")
    text = full + many("Slutsk 2", "P-14", "P-15") + many("Rohachev 3", "R-21") + many("Kalenkovichi 3", "R-8")
    game = running(SUPPLY + ZHLOBIN_FULL + text + many("Slutsk 2", "P-4"))
    for name, place, origin in (
        ("P-4", "Zhlobin", "Rohachev"),
        ("P-14", "Zhlobin", "Rohachev"),
        ("P-15", "Mozyr", "Kalenkovichi"),
    ):
        p = piece(game, name)
        game.s.place[p], game.s.origin[p] = area(place), area(origin)
        game.s.on_link |= 1 << p
    game.stack.append(ExcessBlocks())
    game.run()
    assert asks(game) == "poland: who_goes"
    assert offered(game, "poland", "block") == {"P-4", "P-14"}


@rule("7.33g", "7.42g")
def test_who_has_nowhere_to_go_is_lost():
    text = 'blocks.P-14 = "Slutsk 4"\n' + many("Rohachev 3", "R-21") + many("Charyshi 3", "R-8")
    game = waiting(text + many("Kalenkovichi 3", "R-17") + many("Gomel 3", "R-10"), ("P-14", "Rohachev"))
    assert (asks(game), where(game, "P-14")) == ("nobody", "gone")
    assert told(game, "encircled") == [(area("Zhlobin"), -1)]
    assert game.s.vp == -1, "a point for the Soviets, and there is no 0"
