"""Games of a few counters in the middle of a phase, and clicks by printed names: what the tests of the war speak.

game = phase(situation({"1014": "P-14"}), POLAND)
play(game, "enter P-11", "place 1014")
"""

from __future__ import annotations

from typing import Any, Final

from clicks import asked, asks, can, events, last, offered, play, roll  # noqa: F401  spoken here too

from vistula.board.hexes import members
from vistula.games.red_star_white_eagle.rules.reinforcement import ReinforcementPhase, Staff
from vistula.games.red_star_white_eagle.rules.seats import commands
from vistula.games.red_star_white_eagle.rules.setup import new_state
from vistula.games.red_star_white_eagle.state import (
    ABSENT,
    ARRIVING,
    ASIDE,
    DEAD,
    GARRISON_BOX,
    POOL,
    RALLY,
    REINFORCEMENT,
    RESERVE,
    State,
    box_turn,
    face,
)
from vistula.games.red_star_white_eagle.title import RedStarWhiteEagle
from vistula.kernel import Action, Frame, Game
from vistula.kernel.dice import Dice, secret_of_seed

from .fields import M, field, u

TITLE: Final = RedStarWhiteEagle(M)
FATES: Final = {
    ABSENT: "absent", ARRIVING: "arriving", ASIDE: "aside", DEAD: "dead", GARRISON_BOX: "garrison", POOL: "pool",
    RALLY: "rally", RESERVE: "reserve",
}  # fmt: skip


def turn(name: str, scenario: str = "campaign") -> int:
    """The number of a turn in a scenario, by its name."""
    track = next(scene.track for scene in M.scenarios if scene.id == scenario)
    return next(n for n, row in enumerate(track, 1) if row.name == name)


def drafts(name: str, side: int, times: int = 1, scenario: str = "campaign") -> list[int]:
    """The replacement points of a turn as its track has them, infantry and cavalry; they are tuned by play."""
    row = next(row for row in M.scenario(scenario).track if row.name == name)
    return [row.points[side].infantry * times, row.points[side].cavalry * times]


def situation(
    stands: dict[str, str] | None = None, at: str = "July III", side: int = 0, scenario: str = "campaign",
    options: str = "", boxes: dict[int, str] | None = None, players: int = 2,
) -> State:  # fmt: skip
    """Counters in hexes and boxes at the beginning of a turn; all replacement counters are free."""
    s = field(stands, scenario=scenario, turn=turn(at, scenario), options=options)
    s.side, s.phase, s.players = side, REINFORCEMENT, players
    for piece in range(M.count, M.pieces):
        if s.place[piece] == ABSENT:
            s.place[piece] = POOL
    for place, keys in (boxes or {}).items():
        for key in keys.split():
            s.place[u(key)] = place
    return s


def whole(scenario: str, **options: str) -> State:
    """A scenario as it begins."""
    return new_state(M, scenario, options)


def table(s: State, *frames: Frame, dice: tuple[int, ...] = ()) -> Game[State]:
    """A game in which these procedures are under way, the last one first."""
    options = {"players": str(s.players)} if s.players > 2 else {}
    game = Game(TITLE, s, list(frames), Dice(secret_of_seed(1)), M.scenarios[s.scenario].id, options)
    return roll(game.listen(), *dice).run()


def phase(s: State, side: int, *dice: int) -> Game[State]:
    """The whole reinforcement phase of a side."""
    s.side = side
    return table(s, ReinforcementPhase(side=side), dice=dice)


def staff(s: State, side: int) -> Game[State]:
    """What a side does in it after all that happens by itself."""
    s.side = side
    return table(s, Staff(command=commands(s, side)[0]))


def where(game: Game[State] | State, key: str) -> str:
    """A hex number, a turn's name, or a box."""
    s: State = game.s if isinstance(game, Game) else game
    place = s.place[u(key)]
    if place >= 0:
        return M.grid.number(place)
    if box_turn(place):
        return M.scenarios[s.scenario].track[box_turn(place) - 1].name
    return FATES.get(place, str(place))


def inverted(game: Game[State], key: str) -> bool:
    return bool(face(game.s, u(key)))


def why(game: Game[Any], click: str) -> str:
    """The rule that refuses a click."""
    verb, _, name = click.partition(" ")
    decision = asked(game)
    seat = game.seat(decision.seat)
    kind = next((offer.kind for offer in seat.offers() if offer.verb == verb), "piece")
    return seat.refusal(Action(verb, TITLE.arg_of(kind, name) if name else 0)).rule


def said(game: Game[Any], key: str) -> str:
    """The rule that is told of a piece which cannot be chosen at all."""
    refusal = game.seat(asked(game).seat).why_not("piece", u(key))
    return refusal.rule if refusal else ""


def pieces(units: int) -> set[str]:
    return {M.key[unit] for unit in members(units)}
