"""States made by hand: a map with a few counters and nothing else, for questions that need no game round them."""

from __future__ import annotations

from typing import Final

from vistula.board.hexes import HexSet, collect, members
from vistula.games.red_star_white_eagle.model import Model, shipped
from vistula.games.red_star_white_eagle.rules.queries import OPTIONS
from vistula.games.red_star_white_eagle.state import ABSENT, State, rebuild_sets, turn_over
from vistula.games.red_star_white_eagle.units import POLAND, RUSSIA

M: Final[Model] = shipped()
SCENARIOS: Final = tuple(scene.id for scene in M.scenarios)
P, R = POLAND, RUSSIA


def field(
    stands: dict[str, str] | None = None, *, scenario: str = "campaign", turn: int = 4, options: str = ""
) -> State:
    """Counters in their hexes: {"1210": "P-14 R-15*"}, a star for the reduced side; everything else is absent."""
    s = State(scenario=SCENARIOS.index(scenario), turn=turn, place=[ABSENT] * M.pieces)
    s.m = M
    for option in options.split():
        s.options |= 1 << OPTIONS.index(option)
    for number, keys in (stands or {}).items():
        for key in keys.split():
            unit = u(key.removesuffix("*"))
            s.place[unit] = h(number)
            turn_over(s, unit, int(key.endswith("*")))
    rebuild_sets(s)
    return s


def u(key: str) -> int:
    """A piece by its key."""
    return M.unit_by_key[key]


def us(keys: str) -> int:
    """A set of pieces by their keys."""
    return collect(u(key) for key in keys.split())


def h(number: str) -> int:
    """A hex by its number."""
    return M.grid.index(number)


def hs(numbers: str) -> HexSet:
    """A set of hexes by their numbers."""
    return collect(h(number) for number in numbers.split())


def numbers(hexes: HexSet) -> str:
    """The numbers of hexes, for messages."""
    return " ".join(M.grid.number(hex) for hex in members(hexes))


def keys(units: int) -> str:
    return " ".join(M.key[unit] for unit in members(units))
