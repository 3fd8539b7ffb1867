"""The words in which the tests of Warsaw 1920 speak: situations as position files, actions by printed names.

    game = at('''
        side = "russia"
        phase = "movement"
        units.R-4 = "0332"
        units.P-8 = "0330"
    ''')
    play(game, "unit R-4", "step 0331")
    assert where(game, "R-4") == "0331"

Only the units listed are on the map. A click is a verb and, if it needs one, the name of what it is applied to.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from textwrap import dedent
from typing import Any

from clicks import action, asked, asks, can, events, last, offered, play, play_out, result, roll  # noqa: F401  spoken here too

import vistula.games  # noqa: F401  registers the titles
from vistula.board.hexes import HexSet, collect, members
from vistula.games.warsaw_1920.model import Model
from vistula.games.warsaw_1920.rules.victory import count
from vistula.games.warsaw_1920.shown.position import FATES
from vistula.games.warsaw_1920.shown.warnings import pressing
from vistula.games.warsaw_1920.state import State
from vistula.games.warsaw_1920.title import Warsaw1920
from vistula.kernel import Action, Game, title
from vistula.kernel.game import begin
from vistula.parts.pieces import box_turn

TITLE: Warsaw1920 = title("warsaw-1920")  # type: ignore[assignment]
M = TITLE.m
_FATES = {code: word for word, code in FATES.items()}


def altered(m: Model, **tables: Any) -> Model:
    """The same model with some tables otherwise."""
    found = copy(m)
    for name, table in tables.items():
        setattr(found, name, table)
    return found


# -- situations -----------------------------------------------------------------------------------------


def at(text: str, **options: str) -> Game[State]:
    """The game that a position file describes, with no other units on the map than those it lists."""
    return begin(TITLE, None, 1, None, options, "clear = true\n" + dedent(text), "position")


def russians_move(units: str, **options: str) -> Game[State]:
    """A Russian movement phase, both Fronts supplied."""
    return at(f'side = "russia"\nturn = 4\nphase = "movement"\n{dedent(units)}', **options)


def russians_attack(units: str, **options: str) -> Game[State]:
    """A Russian combat phase, both Fronts supplied."""
    return at(f'side = "russia"\nturn = 4\nphase = "combat"\n{dedent(units)}', **options)


def poles_move(units: str, **options: str) -> Game[State]:
    """The first movement phase of a Polish player turn."""
    return at(f'side = "poland"\nturn = 4\nphase = "movement"\n{dedent(units)}', **options)


def poles_attack(units: str, **options: str) -> Game[State]:
    """A Polish combat phase, both Russian Fronts supplied."""
    return at(f'side = "poland"\nturn = 4\nphase = "combat"\n{dedent(units)}', **options)


def hex(name: str) -> int:
    return M.hex(name)


def hexes(names: str) -> HexSet:
    return collect(M.hex(name) for name in names.split())


def numbers(found: HexSet | Iterable[int]) -> set[str]:
    """Printed numbers of hexes."""
    return {M.grid.number(h) for h in (members(found) if isinstance(found, int) else found)}


def unit(name: str) -> int:
    return M.unit_by_key[name]


def units(names: str) -> list[int]:
    return [unit(name) for name in names.split()]


# -- playing ----------------------------------------------------------------------------------------------


def seat(game: Game[State]) -> str:
    return asked(game).seat


def march(game: Game[State], mover: str, way: str) -> Game[State]:
    """Move a unit, or the stack in a hex, along these hexes and stop."""
    kind = "unit" if mover in M.unit_by_key else "stack"
    play(game, f"{kind} {mover}", *(f"step {number}" for number in way.split()))
    return play(game, "stop") if asked(game).step == "way" else game


def send(game: Game[State], way: str) -> Game[State]:
    """Retreat or rout the unit in question along these hexes."""
    return play(game, *(f"hex {number}" for number in way.split()))


def attack(game: Game[State], target: str, attackers: str, *dice: int) -> Game[State]:
    """Declare and resolve one attack with these dice."""
    roll(game, *dice)
    return play(game, f"attack {target}", *(f"unit {name}" for name in attackers.split()), "resolve")


def run_on(game: Game[State], until: str) -> Game[State]:
    """Decline everything until a step of this name asks: no supply, no moves, no attacks, no arrivals."""
    for _ in range(200):
        if game.over or asked(game).step == until:
            return game
        verbs = asked(game).verbs()
        for verb in ("end", "stop", "save", "decline", "done", "delay", "wait"):
            if verb in verbs:
                play(game, verb)
                break
        else:
            verb, args = next(iter(verbs.items()))
            game.play(asked(game).seat, Action(verb, args[-1]))
    raise AssertionError(f"{until} is never asked")


# -- what is offered ------------------------------------------------------------------------------------


def verbs(game: Game[State]) -> set[str]:
    return set(asked(game).verbs())


def warning(game: Game[State], verb: str) -> str:
    """What a button warns of, by its key."""
    key = next(option.warn for option in asked(game).options if option.verb == verb)
    return pressing(game.seat(seat(game)).s, key)


# -- what has become of things --------------------------------------------------------------------------


def where(game: Game[State], name: str) -> str:
    """A hex number, "box 5", or the fate of a unit."""
    place = game.s.place[unit(name)]
    if place >= 0:
        return M.grid.number(place)
    return f"box {box_turn(place)}" if box_turn(place) else _FATES[place]


def disrupted(game: Game[State], name: str) -> bool:
    return bool(game.s.disrupted >> unit(name) & 1)


def isolated(game: Game[State], name: str) -> bool:
    return bool(game.s.isolated >> unit(name) & 1)


def controller(game: Game[State], place: str) -> str:
    return "russia" if game.s.russian >> hex(place) & 1 else "poland"


def points(game: Game[State], side: int, what: str = "") -> int:
    """Victory points of a side if the game ended now; with a name, those of one line of the count."""
    lines = [line for line in count(game.s) if line.side == side]
    if what:
        lines = [line for line in lines if line.what == what or (line.hex >= 0 and line.hex == _place(what))]
    return sum(line.points for line in lines)


def _place(what: str) -> int:
    try:
        return hex(what)
    except ValueError:
        return -1
