"""What the rulebook states about counters, tracks and map: each statement is demanded, and only just."""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from vistula.board.data import DataError
from vistula.board.hexes import collect, members
from vistula.games.west_was_saved import board_checks
from vistula.games.west_was_saved.board import Map, read_board
from vistula.games.west_was_saved.checks import check
from vistula.games.west_was_saved.model import ARTILLERY, CAVALRY, COMMAND, INFANTRY, LIT, POLAND, RUS, RUSSIA
from vistula.games.west_was_saved.tables import Data

from .plain import fed_from
from .table import M, at, hex, hexes, unit

rule = pytest.mark.rule
DATA, BOARD = Data.read(), read_board()


def changed(tables: Any, **changes: Any) -> Any:
    """The same tables with other values in some of them."""
    twin = copy(tables)
    vars(twin).update(changes)
    return twin


def refusal(data: Data = DATA, **changes: Any) -> str:
    """What is said against the shipped data after these changes; nothing if it is accepted."""
    try:
        check(changed(M, **changes), data)
    except DataError as error:
        return str(error)
    return ""


def at_unit(values: tuple[Any, ...], name: str, value: Any) -> tuple[Any, ...]:
    found = list(values)
    found[unit(name)] = value
    return tuple(found)


def tracks(**changes: Any) -> Data:
    return replace(DATA, tracks=msgspec.structs.replace(DATA.tracks, **changes))


def figure(table: str, **changes: int) -> Data:
    return tracks(**{table: msgspec.structs.replace(getattr(DATA.tracks, table), **changes)})


def counters(**changes: int) -> Data:
    return figure("counters", **changes)


@rule("1.1a", "1.2a", "1.2b", "1.2h", "9.3a", "12.0c", "13.1a", "13.3f")
def test_the_shipped_data_is_accepted() -> None:
    assert refusal() == ""


# -- components and tracks -----------------------------------------------------------------------------------------


@rule("1.1a", "4.0b")
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (counters(blank=9), "1.1a"),
        (counters(sheet=215), "counters.sheet"),
        (counters(resources=1, blank=11), "4.0b"),
        *((counters(**{marker: 0, "blank": 10 + getattr(DATA.tracks.counters, marker)}), "a marker is missing")
          for marker in ("activation", "attacker", "defender", "force", "turn")),
        (figure("dice", sides=8), "dice.sides"),
    ],
)  # fmt: skip
def test_components(data: Data, said: str) -> None:
    assert said in refusal(data)


@rule("1.1a")
def test_a_card_less_is_refused() -> None:
    assert "1.1a" in refusal(cards=M.cards[:-1])


@rule("1.2k", "2.1a", "2.2c", "5.2c", "6.0b", "7.4e", "8.0b", "11.2a", "13.2b", "13.3c")
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (tracks(turn=DATA.tracks.turn[:-1]), "2.1a"),
        (figure("stacking", limit=5), "1.2k"),
        (figure("movement", infantry=2), "7.4e"),
        (figure("movement", cavalry=6), "7.4e"),
        (figure("movement", artillery=3), "7.4e"),
        (figure("movement", command=4), "8.0b"),
        (figure("supply", range=4), "5.2c"),
        (figure("supply", russian_cavalry=5), "6.0b"),
        (figure("victory", cities=7), "2.2c"),
        (figure("redeployment", units=3), "11.2a"),
        (figure("reconnaissance", stacks=3), "13.2b"),
        (figure("reconnaissance", hexes=2), "13.2b"),
        (figure("lithuania", hexes=3), "13.3c"),
    ],
)
def test_numbers_that_the_rules_give(data: Data, said: str) -> None:
    assert said in refusal(data)


@rule("3.1d", "4.0b")
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"lead": (-1, -1, *(RUSSIA,) * 5, *(POLAND,) * 8)}, "3.1d"),
        ({"base": (M.base[0], (0, *(9,) * 14))}, "as in the example [4.0b]"),
        ({"base": ((0, 0, *M.base[0][2:]), M.base[1])}, "above 0 [4.0b]"),
        ({"base": (M.base[0], (0, *M.base[1][1:-1], 0))}, "above 0 [4.0b]"),
    ],
)  # fmt: skip
def test_leaders_and_base_points(changes: dict[str, Any], said: str) -> None:
    assert said in refusal(**changes)
    assert refusal(base=((0, *(1,) * 14), (0, *(12,) * 14))) == ""


# -- counters ------------------------------------------------------------------------------------------------------


def without(nation: int) -> dict[str, Any]:
    return {"of_nation": tuple(0 if n == nation else units for n, units in enumerate(M.of_nation))}


@rule("1.2a", "1.2b", "1.2f", "1.2g", "1.2h", "1.2i", "9.3a")
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        *((without(nation), f"a {name} unit is missing [1.2a]")
          for nation, name in enumerate(("Polish", "Ukrainian", "Russian", "Lithuanian"))),
        *(({"kind": tuple(COMMAND if k == kind else k for k in M.kind)}, f"{name} is missing [1.2b]")
          for kind, name in ((INFANTRY, "infantry"), (CAVALRY, "cavalry"), (ARTILLERY, "artillery"))),
        ({"single": at_unit(M.single, "P-8", True)}, "1.2h"),
        ({"single": at_unit(M.single, "U-6", False)}, "1.2h"),
        ({"cv": at_unit(M.cv, "R-Art1", (2, 2, 0, 0))}, "1.2i"),
        ({"cv": at_unit(M.cv, "P-8", (3, 4, 2, 1))}, "1.2g"),
        ({"cv": at_unit(M.cv, "P-8", (3, -1, 2, -1))}, "1.2g"),
        ({"cv": at_unit(M.cv, "P-8", (3, 2, 1, 2))}, "1.2g"),
        ({"cv": at_unit(M.cv, "P-8", (3, 2, 2, -1))}, "1.2g"),
        ({"cv": at_unit(M.cv, "P-8", (3, 2, 4, 1))}, "1.2g"),
        *(({"full_name": at_unit(M.full_name, key, "")}, "of the examples is missing")
          for key in ("P-7Cav", "P-12", "R-8Cav", "R-11Cav", "R-6", "R-18", "R-58", "P-2LB", "P-15")),
        ({"cv": at_unit(M.cv, "P-12", (4, 2, 2, 1))}, "defenders: is 6"),
        ({"cv": at_unit(M.cv, "R-11Cav", (4, 2, 2, 1))}, "3, 3, 3 [9.3a]"),
        ({"cv": tuple((2, 1, 1, 0) if M.nation[u] == RUS and M.kind[u] == INFANTRY else cv
                      for u, cv in enumerate(M.cv))}, "3, 3, 3 [9.3a]"),
    ],
)  # fmt: skip
def test_counters(changes: dict[str, Any], said: str) -> None:
    assert said in refusal(**changes)


RIFLES = [u for u in M.combat if M.nation[u] == RUS and M.kind[u] == INFANTRY and M.cv[u][0] == 3]


@rule("9.3a")
@pytest.mark.parametrize(("count", "said"), [(1, "3, 3, 3 [9.3a]"), (2, "")])
def test_two_divisions_beside_the_cavalry_have_three_as_in_the_example(count: int, said: str) -> None:
    told = refusal(cv=tuple((2, 1, 1, 0) if u in RIFLES[count:] else cv for u, cv in enumerate(M.cv)))
    assert told.endswith(said)
    assert bool(told) == bool(said)


@rule("1.2g")
def test_values_need_not_differ_and_may_be_zero() -> None:
    for values in ((3, 3, 3, 3), (3, 0, 0, 0)):
        assert refusal(cv=at_unit(M.cv, "P-8", values)) == ""


@rule("13.1a", "13.3d", "13.4e", "1.2b")
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"nation": at_unit(M.nation, "Pavlenko", 0)}, "a Ukrainian command unit is missing"),
        ({"nation": at_unit(M.nation, "Zukauskas", 0)}, "a Lithuanian command unit is missing"),
        ({"area": at_unit(M.area, "Kork", -1)}, "13.1a"),
        ({"area": at_unit(M.area, "Pilsudski", 0)}, "13.1a"),
        ({"area": tuple(0 if area == 1 else area for area in M.area)}, "commands of both areas"),
        ({"area": tuple(1 if area == 0 else area for area in M.area)}, "commands of both areas"),
    ],
)  # fmt: skip
def test_command_units(changes: dict[str, Any], said: str) -> None:
    assert said in refusal(**changes)


# -- set-up and arrivals ---------------------------------------------------------------------------------------------


def moved(name: str, place: str) -> dict[str, Any]:
    return {"start": at_unit(M.start, name, hex(place))}


FOUR = tuple(hex("1307") if M.key[u] in ("P-4", "P-5", "P-6", "P-7", "P-8") else h for u, h in enumerate(M.start))


@rule("1.2d", "1.2k", "1.2n", "1.4a", "1.3d", "5.2h", "5.2a", "5.4a", "7.4a", "13.4a")
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"start": FOUR}, "1.2k"),
        (moved("R-58", "1315"), "7.4a"),
        ({"start_facing": at_unit(M.start_facing, "P-12", -1)}, "1.2d"),
        ({"start_facing": tuple(2 if f == 1 else 1 if f == 2 and u % 2 else f for u, f in enumerate(M.start_facing))},
         "1.2d"),
        ({"start_facing": at_unit(M.start_facing, "P-Art1", 0)}, "1.2n"),
        (moved("Sikorski", "0506"), "1.3d"),
        (moved("Sikorski", "0804"), "1.3d"),
        (moved("Pavlenko", "1108"), "13.4a"),
        ({"depots": (M.depots[0] | hexes("1306"), M.depots[1])}, "depots poland"),
        ({"depots": (M.depots[0], M.depots[1] | hexes("1306"))}, "5.2a"),
        ({"depots": (M.depots[0], M.depots[1] & ~hexes("Kiev"))}, "5.4a"),
    ],
)  # fmt: skip
def test_the_set_up(changes: dict[str, Any], said: str) -> None:
    assert said in refusal(**changes)


@rule("12.0a", "12.0c", "13.3f")
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"uman_group": M.uman_group & ~(1 << unit("Budyonny"))}, "12.0c"),
        ({"uman_group": 1 << unit("Budyonny")}, "12.0c"),
        ({"entry": at_unit(M.entry, "R-19", 15)}, "12.0a"),
        ({"by_card": at_unit(M.by_card, "L-1", 3)}, "13.3f"),
        ({"arrival": at_unit(M.arrival, "L-1", -1)}, "13.3f"),
        ({"arrival": at_unit(M.arrival, "L-1", hex("Wilno"))}, "13.3f"),
    ],
)  # fmt: skip
def test_arrivals(changes: dict[str, Any], said: str) -> None:
    assert said in refusal(**changes)


@rule("12.0a")
def test_any_turn_of_the_game_will_do() -> None:
    for turn in (1, 2, 14):
        assert refusal(entry=at_unit(M.entry, "R-19", turn)) == ""
    assert all(M.by_card[u] == 2 for u in M.units if M.nation[u] == LIT)


# -- the map -----------------------------------------------------------------------------------------------------------


def false(b: Map) -> set[str]:
    """The statements about a map that do not hold."""
    parts = (board_checks.places, board_checks.ground, board_checks.supply, board_checks.lines)
    return {words for part in parts for _, words, holds in part(b) if not holds}


@rule("1.1b", "1.3a", "1.3c", "1.3d", "1.3e", "1.3g", "1.3i", "2.2a", "2.2c", "5.0a", "5.2a", "5.2b", "5.2c", "5.2d",
      "6.0a", "6.0b", "12.0c", "13.1a", "13.5a", "13.6a")  # fmt: skip
def test_all_that_the_rulebook_says_of_the_map_is_said_and_holds() -> None:
    parts = (board_checks.places, board_checks.ground, board_checks.supply, board_checks.lines)
    said = [(rule, words) for part in parts for rule, words, _ in part(BOARD)]
    assert false(BOARD) == set()
    assert Counter(rule for rule, _ in said) == {
        "5.2a": 12, "1.1b": 2, "1.3c": 3, "2.2c": 1, "1.3a": 4, "1.3d": 4, "1.3e": 2, "1.3g": 1, "13.5a": 1, "5.0a": 2,
        "1.3i": 1, "5.2c": 2, "5.2d": 3, "6.0a": 1, "6.0b": 1, "5.2b": 1, "13.1a": 3, "12.0c": 3, "13.6a": 1,
        "2.2a": 1,
    }  # fmt: skip


@rule("1.1b", "1.3a", "1.3c", "1.3d", "1.3i", "2.2a", "2.2c", "5.0a", "5.2a", "5.2b", "5.2c", "5.2d", "6.0a", "6.0b",
      "12.0c", "13.1a")  # fmt: skip
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"green": BOARD.green & ~hexes("Ostroleka")}, "Ostroleka is a victory city"),
        ({"green": BOARD.green | hexes("1306")}, "victory cities are cities"),
        ({"green": hexes("Warsaw Smolensk Kiev Minsk Ostroleka")}, "six victory cities are more than half of them"),
        ({"green": BOARD.green | hexes("Lublin")}, "six victory cities are more than half of them"),
        ({"green": BOARD.green & ~hexes("Smolensk")}, "Warsaw and Smolensk are victory cities"),
        ({"forts": 0}, "there are fortifications, and none is a city"),
        ({"forts": BOARD.forts | hexes("Minsk")}, "there are fortifications, and none is a city"),
        ({"forts": BOARD.forts | hexes("1414")}, "cities and fortifications stand in clear hexes"),
        ({"cities": BOARD.cities & ~hexes("Uman")}, "Uman is a city"),
        ({"kaunas": hex("Wilno")}, "Kaunas lies in Lithuania"),
        ({"open": BOARD.open & ~hexes("Minsk")}, "every city outside Lithuania can be entered"),
        ({"unbridged": (0,) * M.grid.size}, "there are bridged and unbridged river sides"),
        ({"unbridged": BOARD.river}, "there are bridged and unbridged river sides"),
        ({"unbridged": (0,) * M.grid.size}, "two hexes beyond Zamosc a river can cut off a division"),
        ({"unbridged": BOARD.river}, "chains of depots can lead to every city outside Lithuania"),
        ({"difficult": BOARD.difficult & ~hexes("1414")}, "that way counts two"),
        ({"open": BOARD.open & ~BOARD.board.grid.around[hex("Vinnytsia")]}, "a depot in Vinnytsia reaches Kiev"),
        ({"north": BOARD.north & ~hexes("Minsk")}, "every hex lies on one side of the Demarcation Line"),
        ({"north": BOARD.north | BOARD.south}, "no hex lies on both"),
        ({"north": BOARD.north & ~BOARD.east_edge}, "both parts reach the east edge"),
        ({"south": BOARD.south & ~BOARD.east_edge}, "both parts reach the east edge"),
        ({"east_edge": BOARD.east_edge & ~hexes("2101")}, "the Russian source is the whole east edge"),
        ({"below_sejm": 0}, "the hexes south of it lie south of it"),
        ({"below_sejm": BOARD.below_sejm | hexes("2109")}, "the hexes south of it lie south of it"),
        ({"east_edge": hexes("2101 2110 2111")}, "Uman can be in supply from the east edge"),
    ],
)  # fmt: skip
def test_a_map_that_says_otherwise_is_refused(changes: dict[str, Any], said: str) -> None:
    assert said in false(changed(BOARD, **changes))


@rule("2.2c")
@pytest.mark.parametrize(("count", "fits"), [(5, False), (6, True), (11, True), (12, False)])
def test_six_victory_cities_are_more_than_half(count: int, fits: bool) -> None:
    cities = members(BOARD.cities & ~hexes("Warsaw Smolensk Ostroleka"))[: count - 3]
    words = "six victory cities are more than half of them"
    assert (words not in false(changed(BOARD, green=collect(cities) | hexes("Warsaw Smolensk Ostroleka")))) == fits


@rule("5.2c", "5.2d", "5.2g", "6.0b")
@pytest.mark.parametrize("place", ["Vinnytsia", "Kiev", "Zamosc", "Uman", "Minsk", "1813", "Brest"])
def test_how_many_hexes_lie_between_on_an_empty_map(place: str) -> None:
    s = at('units.P-8 = "Warsaw"\nunits.R-4 = "2110"\n').s
    s.occupied = [0, 0]
    counts = board_checks.hexes_between(BOARD, hex(place))
    for limit in range(7):
        reached = {h for h, count in counts.items() if count <= limit and M.land >> h & 1}
        assert reached | {hex(place)} == fed_from(s, POLAND, {hex(place): 0}, limit)


@rule("5.2c", "5.2d")
def test_only_some_hexes_may_lie_between() -> None:
    by_1414 = board_checks.hexes_between(BOARD, hex("Vinnytsia"), only=hexes("1414"))
    here, wood = M.grid.around[hex("Vinnytsia")], M.grid.around[hex("1414")]
    unbridged = M.unbridged[hex("Vinnytsia")] | M.unbridged[hex("1414")]
    wanted = dict.fromkeys(members(wood & ~unbridged), 2) | dict.fromkeys(members(here & ~unbridged), 0)
    assert {h: count for h, count in by_1414.items() if not unbridged >> h & 1} == {
        h: count for h, count in wanted.items() if not BOARD.impassable >> h & 1
    }


@rule("5.2b")
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"unbridged": BOARD.river},
        {"east_edge": 0},
        {"warsaw": hex("Kiev"), "east_edge": 0},
        {"cities": hexes("Warsaw Brest Minsk Smolensk Kiev Kaunas Lublin")},
        {"open": BOARD.open & ~hexes("0609 0610 0509 0510 0608")},
    ],
)  # fmt: skip
def test_cities_to_which_chains_of_depots_can_lead(changes: dict[str, Any]) -> None:
    b = changed(BOARD, **changes)
    near = {h: board_checks.hexes_between(b, h) for h in members(b.cities) if not b.lithuania >> h & 1}
    chain = {*members(b.east_edge), b.warsaw}
    while more := [h for h in near if h not in chain and any(near[h].get(to, 9) <= 3 for to in chain)]:
        chain.update(more)
    assert board_checks.depots(b) == collect(h for h in chain if b.cities >> h & 1)


VINNYTSIA, PROSKUROV = hex("Vinnytsia"), hex("Proskurov")
RING = BOARD.board.grid.around[VINNYTSIA]
FROM_UMAN = {count: h for h, count in board_checks.hexes_between(BOARD, hex("Uman")).items()}
PASS = RING & BOARD.board.grid.around[PROSKUROV]  # the hexes that lie between the two


@rule("5.2c", "5.2d", "12.0c")
@pytest.mark.parametrize(
    ("changes", "said", "holds"),
    [
        ({"difficult": RING}, "a depot in Vinnytsia reaches Kiev", True),
        ({"difficult": RING | BOARD.board.grid.around[hex("Kiev")]}, "a depot in Vinnytsia reaches Kiev", False),
        ({"open": BOARD.open & ~PASS, "difficult": 0, "unbridged": (0,) * M.grid.size},
         "a depot in Proskurov reaches Vinnytsia", True),
        ({"open": BOARD.open & ~PASS, "difficult": RING, "unbridged": (0,) * M.grid.size},
         "a depot in Proskurov reaches Vinnytsia", False),
        ({"east_edge": hexes("2110 2111") | 1 << FROM_UMAN[3]}, "Uman can be in supply from the east edge", True),
        ({"east_edge": hexes("2110 2111") | 1 << FROM_UMAN[4]}, "Uman can be in supply from the east edge", False),
    ],
)  # fmt: skip
def test_three_hexes_between_are_not_too_many(changes: dict[str, Any], said: str, holds: bool) -> None:
    assert (said not in false(changed(BOARD, **changes))) == holds
