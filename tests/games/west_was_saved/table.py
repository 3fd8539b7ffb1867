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

import random
from collections.abc import Iterable
from textwrap import dedent

from vistula.board.hexes import HexSet, collect, members
from vistula.games.west_was_saved.model import FACINGS, SEATS
from vistula.games.west_was_saved.positions import FATES
from vistula.games.west_was_saved.state import State, box_turn
from vistula.games.west_was_saved.title import WestWasSaved, load
from vistula.kernel import Action, Decision, Event, Game, IllegalAction, Result
from vistula.kernel.game import begin

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


def asked(game: Game[State], seat: str = "") -> Decision:
    """The one question that the table waits for, or the question to one seat."""
    if seat:
        return next(d for d in game.decisions.values() if d.seat == seat)
    (decision,) = (d for d in game.decisions.values() if d.waits)
    return decision


def asks(game: Game[State]) -> str:
    """Who is asked, and by which step."""
    return f"{asked(game).seat}: {asked(game).step}"


def play(game: Game[State], *clicks: str, seat: str = "") -> Game[State]:
    """Each click by whoever is asked; IllegalAction if it is not offered."""
    for click in clicks:
        decision = asked(game, seat)
        game.play(decision.seat, action(decision, click))
    return game


def action(decision: Decision, click: str) -> Action:
    verb, _, name = click.partition(" ")
    kind = next((o.kind for o in decision.options if o.verb == verb), None)
    if kind is None:
        offered = ", ".join(decision.verbs())
        raise IllegalAction(decision.rule, f"{verb} is not offered to {decision.seat}; offered: {offered}")
    return Action(verb, TITLE.arg_of(kind, name) if name else 0)


def roll(game: Game[State], *dice: int) -> Game[State]:
    """The dice that come next."""
    game.dice.laid = list(dice)
    return game


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


def play_out(game: Game[State], rng: random.Random, decisions: int = 100_000) -> Iterable[Game[State]]:
    """Random clicks, a verb first and then what it is applied to; the game is yielded at every decision."""
    for _ in range(decisions):
        yield game
        if game.over:
            return
        decision = rng.choice([d for d in game.decisions.values() if d.waits])
        option = rng.choice([o for o in decision.options if not o.free])
        game.play(decision.seat, Action(option.verb, rng.choice(list(option.args))))


# -- what is offered ------------------------------------------------------------------------------------


def offered(game: Game[State], verb: str, seat: str = "") -> set[str]:
    """The names of everything that a verb may be applied to now."""
    for option in asked(game, seat).options:
        if option.verb == verb:
            return {TITLE.name_of(option.kind, arg) for arg in option.args}
    return set()


def verbs(game: Game[State]) -> set[str]:
    """What the seat that is asked may do, without what only rearranges."""
    return {option.verb for option in asked(game).options if not option.free}


def can(game: Game[State], click: str) -> bool:
    decision = asked(game)
    try:
        return action(decision, click) in decision
    except IllegalAction:
        return False


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


def events(game: Game[State], key: str) -> list[Event]:
    return [event for event in game.events if event.key == key]


def last(game: Game[State], key: str) -> Event:
    return events(game, key)[-1]


def result(game: Game[State]) -> Result:
    assert game.result is not None
    return game.result
