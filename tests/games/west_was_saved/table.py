"""The words in which the tests of How the West was Saved speak: situations as position files, actions by printed names.

    game = at('''
        turn = 4
        phase = "movement"
        units.R-4 = "1403"
        units.P-8 = { hex = "1304", weak = true }
        facing.1304 = "NE"
        depots.russia = ["Kiev"]
        points.poland = 5
    ''')
    play(game, "marker 1304", "pass")
    assert where(game, "P-8") == "1304"

Only the pieces listed are on the map, and only the depots listed. A click is a verb and, if it needs one, the name of
what it is applied to; it is made by whoever is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import dedent

from clicks import action, asked, asks, can, events, last, offered, play, play_out, result, roll  # noqa: F401  spoken here too

from vistula.board.hexes import HexSet, collect, members
from vistula.games.west_was_saved.model import FACINGS, SEATS
from vistula.games.west_was_saved.shown.position import FATES
from vistula.games.west_was_saved.state import State
from vistula.games.west_was_saved.title import WestWasSaved, load
from vistula.kernel import Action, Decision, Game
from vistula.kernel.game import begin
from vistula.parts.pieces import box_turn

TITLE: WestWasSaved = load()
M = TITLE.m
_FATES = {code: word for word, code in FATES.items()}
DECLINE = ("pass", "done", "end", "stay", "decline", "none", "stop", "no", "keep")


# -- situations -----------------------------------------------------------------------------------------


def at(text: str, **options: str) -> Game[State]:
    """The game that a position file describes, with nothing on the map that it does not list."""
    return begin(TITLE, None, 1, None, options, "clear = true\n" + dedent(text), "position")


def start(seed: int = 1, **options: str) -> Game[State]:
    """A new game."""
    return TITLE.start(seed=seed, options=options)


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


def run_on(game: Game[State], until: str, limit: int = 400) -> Game[State]:
    """Decline everything until a step of this name asks, or a phase of this name is reached, or the game is over."""
    for _ in range(limit):
        if game.over or any(d.step == until for d in game.decisions.values()):
            return game
        for decision in list(game.decisions.values()):
            if decision.seat in game.decisions and game.decisions[decision.seat].waits:
                game.play(decision.seat, _declining(decision))
                break
    raise AssertionError(f"{until} is never asked")


def _declining(decision: Decision) -> Action:
    verbs = decision.verbs()
    for verb in DECLINE:
        if verb in verbs:
            return Action(verb, verbs[verb][0])
    option = next(option for option in decision.options if not option.free)
    return Action(option.verb, option.args[0])


# -- what is offered ------------------------------------------------------------------------------------


def verbs(game: Game[State]) -> set[str]:
    """What the seat that is asked may do, without what only rearranges."""
    return {option.verb for option in asked(game).options if not option.free}


def cannot(game: Game[State], click: str) -> bool:
    return not can(game, click)


# -- what has become of things --------------------------------------------------------------------------


def where(game: Game[State], name: str) -> str:
    """A hex number, "turn 5" for a box of the turn track, or the fate of a piece."""
    place = game.s.place[unit(name)]
    if place >= 0:
        return M.grid.number(place)
    return f"turn {box_turn(place)}" if box_turn(place) else _FATES[place]


def weak(game: Game[State], name: str) -> bool:
    return bool(game.s.weak >> unit(name) & 1)


def facing(game: Game[State], place: str) -> str:
    """The facing of a stack by its letters, "" where there is none."""
    found = game.s.facing[hex(place)]
    return FACINGS[found] if found >= 0 else ""


def depots(game: Game[State], seat: str) -> set[str]:
    return numbers(game.s.depots[SEATS.index(seat)])


def points(game: Game[State], seat: str) -> int:
    return game.s.rp[SEATS.index(seat)]


def sees(game: Game[State], seat: str, name: str) -> bool:
    """Whether a seat knows where this unit is."""
    return game.seat(seat).s.place[unit(name)] == game.s.place[unit(name)]
