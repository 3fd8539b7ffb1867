"""Depots, supply, re-deployment and arrivals in scattered positions, against the rules told in plain words."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.west_was_saved.model import ARTILLERY, CAVALRY, COMMAND, POLAND, RUS, RUSSIA
from vistula.games.west_was_saved.rules.depots import depot_cost, depot_sites, no_city
from vistula.games.west_was_saved.rules.redeployment import may_leave, reach, ready
from vistula.games.west_was_saved.rules.reinforcements import clear, entry_hexes, home, refuges
from vistula.games.west_was_saved.rules.restoration import rallying, restorable
from vistula.games.west_was_saved.rules.supply import out_of_supply
from vistula.games.west_was_saved.rules.supply_lines import depot_chain, linked_depots, supplied_for
from vistula.games.west_was_saved.state import State
from vistula.kernel import barred
from vistula.parts.pieces import box

from .plain import (
    ALL,
    across,
    at_home,
    commands,
    enterable,
    fed_hexes,
    fits,
    neighbours,
    scattered,
    stack,
    touches_enemy,
)
from .table import M, at, events, hexes, run_on, where

rule = pytest.mark.rule
SIDES = (POLAND, RUSSIA)
PLACES = ["Minsk", "Kiev", "Warsaw", "2110", "Kaunas", "Lwow", "Smolensk", "Wilno"]


def everyone(s: State, side: int) -> list[int]:
    return [u for u in (*M.combat_of[side], *M.commands_of[side]) if s.place[u] >= 0]


# -- 5.0, 6.0 ----------------------------------------------------------------------------------------------------------


@rule("5.0a", "5.2c", "5.2d", "5.2e", "5.2f", "5.2g", "6.0a", "6.0b", "6.0e", "6.0f", "1.3d", "1.3e", "1.3g", "1.3i",
      "13.3b", "13.3e", "13.4d")  # fmt: skip
@pytest.mark.parametrize("place", PLACES)
def test_where_units_are_in_supply(place: str) -> None:
    s = scattered(1, place)
    for unit in random.Random(2).sample([u for side in SIDES for u in everyone(s, side) if u in M.combat], 12):
        assert set(members(supplied_for(s, unit))) == fed_hexes(s, unit)


@rule("6.0a", "6.0b", "6.0c", "6.0d")
@pytest.mark.parametrize("place", PLACES[:4])
def test_who_is_out_of_supply(place: str) -> None:
    s = scattered(3, place)
    units = [u for side in SIDES for u in everyone(s, side) if u in M.combat][::3]
    assert sorted(set(out_of_supply(s)) & set(units)) == sorted(u for u in units if s.place[u] not in fed_hexes(s, u))


def linked(s: State, side: int) -> set[int]:
    """[5.2b] Depots that a chain joins to the source."""
    rifleman = next(u for u in M.combat_of[side] if M.kind[u] == ARTILLERY)
    chain: set[int] = set()
    while more := {h for h in fed_hexes(s, rifleman, chain) if s.depots[side] >> h & 1} - chain:
        chain |= more
    return chain


@rule("5.2a", "5.2b", "5.3a", "5.3b")
@pytest.mark.parametrize("place", PLACES)
def test_chains_of_depots_and_what_they_cost(place: str) -> None:
    s = scattered(4, place)
    for side in SIDES:
        chain = linked(s, side)
        assert set(members(linked_depots(s, side))) == chain
        cost = len(chain) + 2 * (s.depots[side].bit_count() - len(chain))
        assert depot_cost(s, side) == cost
        rifleman = next(u for u in M.combat_of[side] if M.kind[u] == ARTILLERY)
        assert set(members(depot_chain(s, side)[1])) == fed_hexes(s, rifleman, chain)
        empty = {h for h in ALL if M.cities >> h & 1 and stack(s, side, h) and not s.depots[side] >> h & 1}
        assert set(members(~barred(no_city(s, side)))) == empty
        for points in (cost - 1, cost, cost + 1):
            s.rp[side] = points
            assert set(depot_sites(s, side)) == {
                h for h in empty & fed_hexes(s, rifleman, chain) if cost_with(s, side, h) <= points
            }


def cost_with(s: State, side: int, hex: int) -> int:
    twin = s.copy()
    twin.depots[side] |= 1 << hex
    chain = linked(twin, side)
    return len(chain) + 2 * (twin.depots[side].bit_count() - len(chain))


# -- 10.0, 13.6 --------------------------------------------------------------------------------------------------------


@rule("10.0a", "10.0c", "13.6a")
@pytest.mark.parametrize("place", ["Minsk", "Kiev", "Warsaw", "Smolensk"])
def test_who_can_be_restored(place: str) -> None:
    s = scattered(5, place)
    for side, capital in ((POLAND, M.warsaw), (RUSSIA, M.smolensk)):
        tired = [u for u in everyone(s, side) if u in M.combat and s.weak >> u & 1 and not M.single[u]]
        assert set(members(restorable(s, side))) == {u for u in tired if s.place[u] in fed_hexes(s, u)}
        besieged = any(stack(s, 1 - side, h) for h in neighbours(capital))
        assert set(rallying(s, side)) == {u for u in tired if s.place[u] == capital and besieged}


# -- 11.2 re-deployment --------------------------------------------------------------------------------------------


def stays(s: State, side: int, hex: int, but: int) -> bool:
    """[11.2c] Whether a combat unit, not this one, is in a hex that has not re-deployed."""
    return any(u != but and not s.redeployed >> u & 1 for u in stack(s, side, hex))


def leaves(s: State, unit: int, fed: set[int]) -> bool:
    side, hex = M.side[unit], s.place[unit]
    if s.redeployed >> unit & 1 or (M.kind[unit] != COMMAND and hex not in fed):
        return False
    bound = touches_enemy(s, side, hex) or s.promised >> hex & 1
    return not bound or stays(s, side, hex, unit)


def open_hex(s: State, unit: int, hex: int, fed: set[int]) -> bool:
    """[11.2b, 11.2c, 11.2e, 11.2f] Whether a re-deploying unit may be in a hex on its way."""
    side = M.side[unit]
    if not enterable(s, side, hex) or not at_home(unit, hex) or stack(s, 1 - side, hex):
        return False
    if touches_enemy(s, side, hex) and not any(not s.redeployed >> u & 1 for u in stack(s, side, hex)):
        return False
    if M.kind[unit] == COMMAND:
        return not commands(s, 1 - side, hex)
    return hex in fed and fits(s, unit, hex)


def rail(s: State, unit: int, passed: set[int], paid: bool, fed: set[int]) -> set[int]:
    """[11.1b, 13.1b] Every hex that a unit can get to."""
    free = {h for h in ALL if open_hex(s, unit, h, fed)} - passed
    toll = M.nation[unit] == RUS and M.kind[unit] != COMMAND and not paid and s.rp[RUSSIA] < 1
    reached, edge = {s.place[unit]}, [s.place[unit]]
    while edge:
        here = edge.pop()
        for to in neighbours(here):
            if to in free and to not in reached and not (toll and across(s.place[unit], to)):
                reached.add(to)
                edge.append(to)
    return reached - {s.place[unit]}


@rule("11.1a", "11.1b", "11.2a", "11.2b", "11.2c", "11.2e", "11.2f", "13.1b", "13.3c", "13.3h", "13.4a", "6.0d",
      "1.2k", "1.3d")  # fmt: skip
@pytest.mark.parametrize("place", PLACES)
def test_who_can_re_deploy_and_where_to(place: str) -> None:
    rng = random.Random(6)
    s = scattered(6, place)
    s.redeployed = sum(1 << u for side in SIDES for u in everyone(s, side) if rng.random() < 0.2)
    s.promised = sum(1 << h for h in ALL if rng.random() < 0.1)
    s.rp = [3, rng.randrange(2)]
    for side in SIDES:
        found = set(ready(s, side))
        for unit in rng.sample(everyone(s, side), 10):
            fed = fed_hexes(s, unit) if unit in M.combat else set()
            assert may_leave(s, unit) == leaves(s, unit, fed)
            paid, passed = rng.random() < 0.3, {s.place[unit], *rng.sample(neighbours(s.place[unit]), 1)}
            onward = rail(s, unit, {s.place[unit]}, False, fed)
            assert (unit in found) == (leaves(s, unit, fed) and bool(onward))
            assert set(members(reach(s, unit, 1 << s.place[unit], False))) == onward
            beaten = sum(1 << h for h in passed)
            assert set(members(reach(s, unit, beaten, paid))) == rail(s, unit, passed, paid, fed)


# -- 12.0, 9.6, 13.5 arrivals ------------------------------------------------------------------------------------


def may_arrive(s: State, unit: int, hex: int, fed: set[int]) -> bool:
    """[12.0b] No enemy unit, in supply, not full."""
    side = M.side[unit]
    if not enterable(s, side, hex) or not at_home(unit, hex):
        return False
    if stack(s, 1 - side, hex) or commands(s, 1 - side, hex):
        return False
    return M.kind[unit] == COMMAND or (hex in fed and fits(s, unit, hex))


def arrivals(s: State, unit: int, due: int, fed: set[int]) -> set[int]:
    """[12.0a, 12.0b] The hex where it is due, else those beside it."""
    if may_arrive(s, unit, due, fed):
        return {due}
    return {h for h in neighbours(due) if may_arrive(s, unit, h, fed)}


@rule("12.0a", "12.0b", "13.5c", "6.0d", "1.2l", "13.3c", "13.4a", "13.3h")
@pytest.mark.parametrize("seed", range(6))
def test_where_reinforcements_arrive(seed: int) -> None:
    centres = ["Warsaw", "Torun", "Lublin", "Smolensk", "Vitebsk", "Cherkasy"]
    s = scattered(seed, centres[seed], radius=3)
    due = [u for u in M.units if M.entry[u] and not M.uman_group >> u & 1 and s.place[u] < 0]
    for unit in random.Random(seed).sample(due, 14):
        s.place[unit], fed = box(s.turn), fed_hexes(s, unit)
        assert set(members(clear(s, unit))) == {h for h in ALL if may_arrive(s, unit, h, fed)}
        assert set(members(entry_hexes(s, unit))) == arrivals(s, unit, M.arrival[unit], fed)
        if M.nation[unit] == RUS:
            s.repatriated |= 1 << unit
            assert set(members(entry_hexes(s, unit))) == arrivals(s, unit, M.smolensk, fed)


@rule("12.0c")
@pytest.mark.parametrize("seed", range(8))
def test_the_uman_group_comes_on_the_edge_if_uman_and_all_around_it_are_shut(seed: int) -> None:
    s = scattered(seed, "Uman", radius=2 + seed % 2)
    uman = M.hex("Uman")
    edge = {h for h in ALL if M.grid.number(h) in {f"21{row}" for row in range(11, 18)}}
    riders = [u for u in M.combat if M.uman_group >> u & 1]
    fed = fed_hexes(s, riders[0])  # all of them are Russian cavalry
    for unit in M.units:
        if M.uman_group >> unit & 1 and s.place[unit] < 0:
            s.place[unit] = box(s.turn)
    for unit in M.units:
        if M.uman_group >> unit & 1 and s.place[unit] == box(s.turn):
            near = arrivals(s, unit, uman, fed)
            onto = {h for h in edge if may_arrive(s, unit, h, fed)}
            led = M.kind[unit] == COMMAND and any(
                s.place[u] in edge or (s.place[u] == box(s.turn) and not arrivals(s, u, uman, fed)) for u in riders
            )
            assert set(members(entry_hexes(s, unit))) == (near | onto if led or not near else near)


@rule("12.0c")
@pytest.mark.parametrize(("closed", "onto_the_edge"), [(False, False), (True, True)])
def test_if_uman_alone_is_open_the_group_comes_there(closed: bool, onto_the_edge: bool) -> None:
    text = 'turn = 4\nphase = "reinforcements"\nunits.R-4 = "Uman"\ndepots.russia = ["Uman"]\n'
    uman = M.hex("Uman")
    text += "".join(f'units.{key} = "{M.grid.number(h)}"\n' for key, h in zip(
        ("P-8", "P-9", "P-6", "P-10", "P-4", "P-7"), members(M.around[uman]), strict=False))  # fmt: skip
    text += "".join(f'units.{key} = "Uman"\n' for key in ("R-5", "R-6", "R-7")) if closed else ""
    s = at(text).s
    for unit in members(M.uman_group):
        s.place[unit] = box(s.turn)
    for unit in members(M.uman_group):
        at_uman = M.kind[unit] == COMMAND or not closed
        found = set(members(entry_hexes(s, unit)))
        assert (uman in found, bool(found - {uman})) == (at_uman, onto_the_edge)


@rule("12.0c")
@pytest.mark.parametrize(("place", "on_the_edge"), [("2110", False), ("2111", True), ("2117", True), ("2017", False)])
def test_budyonny_follows_riders_that_have_come_on_the_edge(place: str, on_the_edge: bool) -> None:
    s = at(f'turn = 4\nphase = "reinforcements"\nunits.R-4Cav = "{place}"\ndepots.russia = ["Uman"]\n').s
    commander = next(u for u in M.units if M.uman_group >> u & 1 and M.kind[u] == COMMAND)
    s.place[commander] = box(s.turn)
    assert bool(entry_hexes(s, commander) & hexes("2112 2116")) == on_the_edge


@rule("12.0a", "13.5c", "9.6c")
def test_which_pieces_are_due_in_one_hex() -> None:
    s = scattered(8, "Minsk")
    pieces = [u for u in M.units if M.arrival[u] >= 0 and s.place[u] < 0]
    for number, unit in enumerate(pieces):
        s.edge |= (number % 4 == 0) << unit
        s.repatriated |= (number % 4 == 1) << unit
        s.left_hex |= {unit: M.hex("Minsk")} if number % 4 == 2 else {}
    wanted = [(-1, M.smolensk, -1, M.arrival[unit])[number % 4] for number, unit in enumerate(pieces)]
    assert [home(s, unit) for unit in pieces] == wanted


@rule("9.6d", "12.0e", "12.0d", "12.0f")
def test_who_finds_no_hex_is_out_of_the_game_and_guns_show_no_facing() -> None:
    text = 'turn = 4\nphase = "reinforcements"\nunits.P-8 = "Warsaw"\nunits.R-4 = "Smolensk"\n'
    text += 'units.P-Art3 = "turn 4"\nunits.Pilsudski = "turn 4"\n'
    game = at(text.replace("reinforcements", "redeployment"))
    game.s.left_hex = {M.unit_by_key["Pilsudski"]: M.hex("Kiev")}
    run_on(game, "actions")
    assert (where(game, "Pilsudski"), game.s.left_hex) == ("lost", {})
    arrived = [e for e in events(game, "arrives") if e.refs["unit"] == M.unit_by_key["P-Art3"]]
    assert [where(game, "P-Art3") == M.grid.number(e.refs["hex"]) for e in arrived] == [True]
    assert not [e for e in events(game, "faces") if e.refs["hex"] == arrived[0].refs["hex"]]


@rule("9.6c", "13.3c", "13.4a")
@pytest.mark.parametrize("place", PLACES)
def test_where_command_units_return(place: str) -> None:
    s = scattered(7, place)
    rng = random.Random(7)
    for commander in M.commands:
        side = M.side[commander]
        s.place[commander], left = box(s.turn), rng.choice([h for h in ALL if M.grid.distance(h, M.hex(place)) < 7])
        s.left_hex[commander] = left
        cities = {h for h in ALL if M.cities >> h & 1 and stack(s, side, h) and M.grid.distance(h, left) <= 5}
        found = {h for h in cities if at_home(commander, h)}
        assert set(members(refuges(s, commander))) == set(members(entry_hexes(s, commander))) == found


def test_the_positions_hold_what_these_tests_are_about() -> None:
    kinds = {(M.side[u], M.kind[u]) for place in PLACES for side in SIDES for u in everyone(scattered(6, place), side)}
    assert kinds == {(side, kind) for side in SIDES for kind in (0, CAVALRY, ARTILLERY, COMMAND)}


@rule("12.0a", "13.5c", "9.6c")
def test_what_is_told_of_those_who_come_back() -> None:
    text = 'turn = 4\nphase = "redeployment"\nunits.P-8 = "Warsaw"\nunits.R-4 = "Smolensk"\nunits.R-5 = "Orsha"\n'
    text += 'units.R-19 = "turn 4"\nunits.R-6 = "turn 4"\nunits.Kork = "turn 4"\nunits.R-8 = "turn 6"\n'
    game = at(text + 'depots.russia = ["Smolensk", "Orsha"]\n')
    game.s.repatriated = sum(1 << M.unit_by_key[key] for key in ("R-6", "R-8"))
    game.s.left_hex = {M.unit_by_key["Kork"]: M.hex("Smolensk")}
    run_on(game, "actions", 60)
    told = {M.key[e.refs["unit"]]: e.rule for e in events(game, "arrives")}
    assert told == {"R-19": "12.0a", "R-6": "13.5c", "Kork": "9.6c"}
    assert (game.s.repatriated, game.s.left_hex) == (1 << M.unit_by_key["R-8"], {})
