"""6.0 Supply: ranges, what blocks a line, national limits, the check; and a plain search to compare with."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.supply_lines import (
    border_distance,
    free_hexes,
    only_cavalry_is_supplied,
    spread,
    supplied_for,
    supplied_hexes,
    supply_land,
)
from vistula.games.west_was_saved.state import MOVEMENT, State
from vistula.kernel import Game

from .table import M, at, events, hex, hexes, numbers, sees, start, unit, weak, where

rule = pytest.mark.rule


def hex_supplied(s: State, unit: int, hex: int) -> bool:
    return bool(supplied_for(s, unit) >> hex & 1)


def in_supply(s: State, unit: int) -> bool:
    return hex_supplied(s, unit, s.place[unit])


def check(text: str, **options: str) -> Game[State]:
    """The supply check of these positions: what comes after it."""
    return at('turn = 3\nphase = "supply"\n' + "\n".join(line.strip() for line in text.splitlines()), **options)


# -- the example ----------------------------------------------------------------------------------------------


@rule("6.0a", "6.0b", "6.0c", "6.0d", "5.2g")
def test_the_example_of_the_supply_check() -> None:
    """58th Rifle too far from Zhytomyr; 15th Infantry cut off by the Bug; cavalry and a commander where rifles fail."""
    game = check("""
        units.R-58 = "Luck"
        units.R-45 = "1414"
        units.Uborevich = "Luck"
        units.P-15 = "1013"
        units.P-12 = "Chelm"
        depots.russia = ["Zhytomyr"]
        depots.poland = ["Zamosc"]
    """)
    assert weak(game, "R-58")
    assert not weak(game, "R-45")
    assert weak(game, "P-15")
    assert not weak(game, "P-12")
    assert where(game, "Uborevich") == "1012"  # command units are always in supply
    game = check('units.R-4Cav = "Luck"\nunits.P-12 = "Warsaw"\ndepots.russia = ["Zhytomyr"]')
    assert not weak(game, "R-4Cav")


@rule("6.0a")
def test_three_hexes_may_intervene_and_not_four() -> None:
    """From Brest eastwards: 1209 is closed, 1108 is two hexes beyond, Minsk too far."""
    s = check('units.P-8 = "Warsaw"\nunits.R-4 = "Smolensk"\ndepots.poland = ["Minsk"]').s
    reach = spread(M, hexes("Minsk"), supply_land(s), 3)
    for number in numbers(reach):
        assert M.grid.distance(hex(number), hex("Minsk")) <= 4
    dry = M.around[hex("Minsk")] & ~M.unbridged[hex("Minsk")]
    assert spread(M, hexes("Minsk"), supply_land(s), 0) == dry | hexes("Minsk")


@rule("6.0b")
def test_russian_cavalry_has_six_hexes_and_polish_cavalry_three() -> None:
    text = 'units.{} = "{}"\nunits.{} = "Warsaw"\ndepots.{} = ["Smolensk"]'
    s = check(text.format("R-4Cav", "Smolensk", "P-8", "russia")).s
    far = supplied_hexes(s, RUSSIA, 6) & ~supplied_hexes(s, RUSSIA, 3)
    place = members(far & M.open)[0]
    assert hex_supplied(s, unit("R-4Cav"), place)
    assert not hex_supplied(s, unit("R-8"), place)
    assert not hex_supplied(s, unit("R-Art1"), place)
    polish = at('turn = 3\nphase = "depots"\nunits.P-1Cav = "Lodz"\nunits.R-4 = "Smolensk"').s
    reach = supplied_hexes(polish, POLAND, 3)
    assert all(hex_supplied(polish, unit("P-1Cav"), h) == bool(reach >> h & 1) for h in members(M.open))


@rule("6.0f", "1.3b")
def test_difficult_hexes_count_two() -> None:
    """From Proskurov to Vinnytsia the forest 1414 is one hex and counts two."""
    only = hexes("1414")
    start_hex = hexes("Vinnytsia")
    assert not spread(M, start_hex, only, 1) >> hex("Proskurov") & 1
    assert spread(M, start_hex, only, 2) >> hex("Proskurov") & 1


@rule("6.0f", "5.2d")
def test_three_difficult_hexes_are_too_many() -> None:
    """From Baranowicze to 0810 along 1109, 1009 and 0910 they count six."""
    free = hexes("1109 1009 0910")
    assert free & M.difficult == free
    assert not spread(M, hexes("Baranowicze"), free, 5) >> hex("0810") & 1
    assert spread(M, hexes("Baranowicze"), free, 6) >> hex("0810") & 1


@rule("1.3d", "1.3e", "1.3g", "5.2e")
def test_lines_run_neither_through_closed_ground_nor_neutral_lands() -> None:
    s = start().s
    closed = M.neutral | M.lithuania | M.east_prussia | M.deep_marsh
    for side in (POLAND, RUSSIA):
        assert not free_hexes(s, side) & closed
        assert not free_hexes(s, side) & hexes("0506 0716")  # lake and mountain
    s.lithuania = True
    assert free_hexes(s, RUSSIA) & M.lithuania
    assert free_hexes(s, POLAND) & M.lithuania


# -- the check ----------------------------------------------------------------------------------------------------


@rule("6.0c")
def test_full_units_are_weakened_and_weak_ones_eliminated_on_both_sides_at_once() -> None:
    game = check("""
        units.R-4 = "Lodz"
        units.R-8 = { hex = "Krakow", weak = true }
        units.P-8 = "Vitebsk"
        units.P-6 = { hex = "Orsha", weak = true }
    """)
    assert weak(game, "R-4")
    assert weak(game, "P-8")
    assert numbers(hexes("Lodz Vitebsk")) == {where(game, "R-4"), where(game, "P-8")}
    assert (where(game, "R-8"), where(game, "P-6")) == ("eliminated", "eliminated")
    assert game.s.phase == MOVEMENT


@rule("6.0c")
def test_both_sides_are_judged_before_anybody_is_removed() -> None:
    """The weak Russians die of hunger, but block the Polish line in the same check."""
    alone = check('units.P-8 = "0810"\nunits.R-4 = "Smolensk"\ndepots.poland = ["Lublin"]')
    assert not weak(alone, "P-8")
    game = check("""
        units.P-8 = "0810"
        units.R-8 = { hex = "0711", weak = true }
        units.R-7 = { hex = "0610", weak = true }
        depots.poland = ["Lublin"]
    """)
    assert where(game, "R-8") == where(game, "R-7") == "eliminated"
    assert weak(game, "P-8")


@rule("6.0c", "1.2h")
def test_a_single_sided_unit_out_of_supply_is_eliminated_at_once() -> None:
    game = check('units.P-41Rgt = "Vitebsk"\nunits.P-8 = "Warsaw"\nunits.R-4 = "2105"')
    assert where(game, "P-41Rgt") == "eliminated"


@rule("6.0c", "7.3a")
def test_the_result_of_the_check_is_remembered_for_the_turn() -> None:
    game = check('units.P-8 = "Vitebsk"\nunits.P-6 = "Warsaw"\nunits.R-4 = "2105"')
    assert game.s.unsupplied == 1 << unit("P-8")


@rule("6.0c")
def test_who_was_weak_shows_in_the_height_of_stacks() -> None:
    """Two Poles out of supply: the hidden one was weak and is gone, the other lies weakened on top."""
    game = check("""
        units.P-8 = "Vitebsk"
        units.P-6 = { hex = "Vitebsk", weak = true }
        units.R-4 = "2105"
    """)
    assert where(game, "P-6") == "eliminated"
    assert sees(game, "russia", "P-8")
    assert sees(game, "russia", "P-6")
    assert [event.refs["unit"] for event in events(game, "out_of_supply")] == [unit("P-8")]


@rule("6.0d")
def test_command_units_ignore_supply() -> None:
    game = check('units.Sikorski = "Vitebsk"\nunits.P-6 = "Warsaw"\nunits.R-4 = "2105"')
    assert where(game, "Sikorski") == "1603"


@rule("6.0e", "13.3b", "5.0a")
def test_lithuanians_are_supplied_from_kaunas_alone() -> None:
    text = """
        lithuania = true
        units.L-1 = "0905"
        units.L-2 = "Wilno"
        units.R-4 = "1006"
        units.P-8 = "Warsaw"
        depots.russia = ["Lida"]
    """
    s = at('turn = 3\nphase = "depots"\n' + "\n".join(line.strip() for line in text.splitlines())).s
    assert in_supply(s, unit("L-1"))
    assert in_supply(s, unit("R-4"))
    assert hex_supplied(s, unit("R-4"), hex("1108"))
    assert not hex_supplied(s, unit("L-2"), hex("1108"))  # a Russian depot is none for Lithuanians
    s.depots[RUSSIA] = 0
    assert not hex_supplied(s, unit("R-4"), hex("0804"))  # nor Kaunas a source for Russians


@rule("13.3b")
def test_kaunas_gives_nothing_while_poles_hold_it() -> None:
    s = at('turn = 3\nphase = "depots"\nlithuania = true\nunits.L-1 = "0805"\nunits.P-8 = "Kaunas"').s
    assert not in_supply(s, unit("L-1"))


@rule("6.0e", "13.4d")
def test_ukrainians_share_polish_depots() -> None:
    s = at('turn = 3\nphase = "depots"\nunits.U-3 = "1216"\nunits.R-4 = "Smolensk"\ndepots.poland = ["Tarnopol"]').s
    assert in_supply(s, unit("U-3"))


@rule("13.3c")
def test_distance_to_the_lithuanian_border_counts_hexes_between() -> None:
    assert border_distance(M, hex("Kaunas")) == 0
    assert border_distance(M, hex("1005")) == 0  # next to Lithuania
    assert max(border_distance(M, h) for h in members(M.open)) > 2


# -- against a plain search -------------------------------------------------------------------------------------


def plain(s: State, side: int, start: int, limit: int) -> set[int]:
    """Hexes in supply from one source, hex by hex, in the words of 5.2 and 6.0."""
    enemy = 1 - side
    best = {start: 0}
    queue, reached = [start], {start}
    while queue:
        here = queue.pop(0)
        for there in M.next[here]:
            if M.unbridged[here] >> there & 1:
                continue
            reached.add(there)
            spent = best[here] + (2 if M.difficult >> there & 1 else 1)
            if spent <= limit and _may_intervene(s, side, enemy, there) and spent < best.get(there, 99):
                best[there] = spent
                queue.append(there)
    return reached


def _may_intervene(s: State, side: int, enemy: int, hex: int) -> bool:
    if not supply_land(s) >> hex & 1 or (s.occupied[enemy] | s.commanded[enemy]) >> hex & 1:
        return False
    beside = s.m.around[hex] & ~s.m.unbridged[hex] & s.occupied[enemy]
    return not beside or bool((s.occupied[side] | s.commanded[side]) >> hex & 1)


@rule("5.2c", "5.2d", "5.2e", "5.2f", "5.2g", "6.0a", "6.0b", "6.0f")
@pytest.mark.parametrize("seed", range(12))
def test_the_trace_agrees_with_a_plain_search(seed: int) -> None:
    rng = random.Random(seed)
    s = start().s
    s.lithuania = rng.random() < 0.5
    land = members(supply_land(s))
    for side in (POLAND, RUSSIA):
        s.occupied[side] = sum(1 << h for h in rng.sample(land, 18))
        s.commanded[side] = sum(1 << h for h in rng.sample(land, 5))
    for _ in range(6):
        side, limit, source = rng.choice((POLAND, RUSSIA)), rng.choice((3, 4, 6, 7)), rng.choice(land)
        assert set(members(spread(M, 1 << source, free_hexes(s, side), limit))) == plain(s, side, source, limit)


@rule("6.0b", "2.2a")
def test_only_russian_cavalry_has_a_longer_line() -> None:
    """In Smolensk neither side's rifles are in supply: for Poles nobody's are, for Russians perhaps the riders'."""
    game = at("units.P-8 = 'Lodz'\nunits.R-4 = 'Gomel'")
    far = hex("Smolensk")
    assert not supplied_hexes(game.s, POLAND, M.supply_range) >> far & 1
    assert not only_cavalry_is_supplied(game.s, POLAND, far)
    riders = supplied_hexes(game.s, RUSSIA, M.cavalry_range) & ~supplied_hexes(game.s, RUSSIA, M.supply_range)
    assert riders
    assert all(only_cavalry_is_supplied(game.s, RUSSIA, each) for each in members(riders))
