"""The words in which the tests of 1920: Nest of Eagles speak: games of a few units, and clicks by printed names.

    game = attacks("2316 S-58; 2317 P-16 P-4BJ/r")
    attack(game, "2316", "P-16 P-4BJ", 3, 4)
    assert where(game, "S-58") == "2515"

Whose turn it is and where units stand: `positions`. A click is a verb and the name of what it is applied to.
"""

from __future__ import annotations

from typing import Any

from clicks import asked, asks, can, events, last, offered, play, roll  # noqa: F401  spoken here too

from vistula.games.nest_of_eagles.model import BELARUS, POLAND, POLISH, SOVIET, UKRAINE
from vistula.games.nest_of_eagles.rules.attack import Attacks
from vistula.games.nest_of_eagles.rules.movement import Marches, begin_movement
from vistula.games.nest_of_eagles.rules.reactive import eligible
from vistula.games.nest_of_eagles.rules.replacements import ReplacementPhase
from vistula.games.nest_of_eagles.rules.seats import commands
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    BRIGADES,
    OFF,
    OPERATIONAL,
    REBUILD,
    REMOVED,
    REPLACEMENT,
    RESERVES,
    UKRAINE_BOX,
    VOLUNTEERS,
    State,
    box_turn,
    level_of,
)
from vistula.games.nest_of_eagles.title import NestOfEagles
from vistula.kernel import Frame, Game
from vistula.kernel.dice import Dice, secret_of_seed

from .positions import M, hex, numbers, situation, unit, units  # noqa: F401  spoken here too

TITLE = NestOfEagles(M)
LEVELS = ("full", "reduced", "remnant")
FATES = {
    REBUILD: "rebuild", BRIGADES: "brigades", VOLUNTEERS: "volunteers", RESERVES: "reserves", UKRAINE_BOX: "ukraine",
    REMOVED: "removed", OFF: "off",
}  # fmt: skip


# -- situations -----------------------------------------------------------------------------------------------------


def table(s: State, *frames: Frame, seed: int = 1) -> Game[State]:
    """A game in which these procedures are under way, the last one first."""
    game = Game(TITLE, s, list(frames), Dice(secret_of_seed(seed)), M.scenarios[s.scenario].id, _agreed(s))
    return game.listen().run()


def _agreed(s: State) -> dict[str, str]:
    return {"players": str(s.players)} if s.players > 2 else {}


def rolled(s: State, frame: Frame, *dice: int) -> Game[State]:
    """A procedure that begins with these dice."""
    game = Game(TITLE, s, [frame], Dice(secret_of_seed(1)), M.scenarios[s.scenario].id, _agreed(s))
    return roll(game.listen(), *dice).run()


def attacks(stacks: str, side: int = POLAND, phase: int = ATTACK_1, **how: Any) -> Game[State]:
    """An Attack Phase of a side."""
    return attacking(situation(stacks, side=side, phase=phase, **how))


def attacking(s: State) -> Game[State]:
    return table(s, Attacks(command=commands(s, s.side)[0]))


def moves(stacks: str, side: int = POLAND, phase: int = OPERATIONAL, **how: Any) -> Game[State]:
    """A Movement Phase of a side, after arrivals."""
    return moving(situation(stacks, side=side, phase=phase, **how))


def moving(s: State) -> Game[State]:
    begin_movement(s, s.side)
    if s.phase != OPERATIONAL:
        s.eligible = eligible(s, s.side)
    return table(s, Marches(command=commands(s, s.side)[0]))


def replacing(s: State) -> Game[State]:
    """A Replacement Phase of the side whose turn it is."""
    s.phase = REPLACEMENT
    return table(s, ReplacementPhase())


# -- playing --------------------------------------------------------------------------------------------------------


def march(game: Game[State], key: str, way: str) -> Game[State]:
    """Move a unit along these hexes and stop."""
    play(game, f"unit {key}", *(f"step {number}" for number in way.split()))
    return play(game, "stop") if asked(game).step == "go" else game


def declare(game: Game[State], target: str, attackers: str) -> Game[State]:
    """Declare an attack, as far as Special Orders or the dice."""
    return play(game, f"attack {target}", *(f"unit {key}" for key in attackers.split()), "resolve")


def attack(game: Game[State], target: str, attackers: str, *dice: int, orders: str = "none none") -> Game[State]:
    """Declare an attack with these orders, if there can be any, and dice; it stops at the first question after them."""
    roll(game, *dice)
    declare(game, target, attackers)
    for order, step in zip(orders.split(), ("orders", "answers"), strict=True):
        if asked(game).step == step:
            play(game, order)
    return game


def points_left(game: Game[State]) -> int:
    """Movement Points of the unit that is on the move."""
    left: int = game.stack[-1].left  # type: ignore[attr-defined]
    return left


# -- what has become of things --------------------------------------------------------------------------------------


def where(game: Game[State], key: str) -> str:
    """A hex number, "round 4", or a box."""
    place = game.s.place[unit(key)]
    if place >= 0:
        return M.grid.number(place)
    return f"round {box_turn(place)}" if box_turn(place) else FATES.get(place, str(place))


def strength(game: Game[State], key: str) -> str:
    return LEVELS[level_of(game.s, unit(key))]


def owner(game: Game[State], town: str) -> int:
    return next(who for who in range(3) if game.s.held[who] >> hex(town) & 1)


def morale(game: Game[State]) -> tuple[int, int, int]:
    """Boxes of the Polish, the Lithuanian-Belarusian and the Ukrainian Theater, Soviet ones positive."""
    boxes = game.s.morale
    return boxes[POLISH], boxes[BELARUS], boxes[UKRAINE]


__all__ = ["POLAND", "SOVIET", "TITLE", "M"]
