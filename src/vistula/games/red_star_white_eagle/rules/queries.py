"""Pure questions that several chapters ask: what is played, which turn it is, how far things are."""

from __future__ import annotations

from vistula.board.hexes import HexSet, collect, members

from ..scenarios import Scenario, Turn
from ..state import State
from ..units import POLAND, RUSSIA

OPTIONS = (
    "fall-of-warsaw", "free-poland", "lithuania", "partisans", "nationalism", "squadron", "upper-silesia", "danzig",
    "plebiscite", "freikorps", "objective",
)  # fmt: skip
"""[24.0] The optional rules, a bit of `State.options` each in this order."""
BIT = {option: 1 << n for n, option in enumerate(OPTIONS)}


def plays(s: State, option: str) -> bool:
    """[24.0] Whether an optional rule is in play at this table."""
    return bool(s.options & BIT[option])


def scene(s: State) -> Scenario:
    return s.m.scenarios[s.scenario]


def turn_of(s: State) -> Turn:
    """The turn on the track [6.0b]."""
    return scene(s).track[s.turn - 1]


def month(s: State) -> str:
    """From April to October."""
    return turn_of(s).month


def first_turn(s: State) -> bool:
    return s.turn == 1


def enemy(side: int) -> int:
    return RUSSIA if side == POLAND else POLAND


def adjective(side: int) -> str:
    return ("Polish", "Russian")[side]


def within(s: State, hexes: HexSet, distance: int) -> HexSet:
    """All hexes that are no further away from a set."""
    for _ in range(distance):
        hexes |= s.m.grid.dilate(hexes)
    return hexes


def hexes_of(s: State, pieces: int) -> HexSet:
    """The hexes where pieces of a set stand."""
    return collect(s.place[piece] for piece in members(pieces) if s.place[piece] >= 0)


def on_board(s: State, pieces: int) -> int:
    """Those pieces of a set that are on the map."""
    place = s.place
    return collect(piece for piece in members(pieces) if place[piece] >= 0)
