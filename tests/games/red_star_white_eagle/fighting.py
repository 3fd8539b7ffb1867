"""Combat phases of a few counters: attacks by clicks, odds in figures."""

from __future__ import annotations

from clicks import play

from vistula.games.red_star_white_eagle.rules.charge import chargers
from vistula.games.red_star_white_eagle.rules.combat import CombatPhase
from vistula.games.red_star_white_eagle.rules.odds import Odds, modified, work_out
from vistula.games.red_star_white_eagle.state import COMBAT, State
from vistula.games.red_star_white_eagle.units import POLAND
from vistula.kernel import Game

from .desk import situation, table
from .fields import M, h, u


def fight(stands: dict[str, str], side: int = POLAND, *dice: int, at: str = "July III", **how: object) -> Game[State]:
    """A combat phase of a side."""
    s = situation(stands, at=at, side=side, **how)  # type: ignore[arg-type]
    return table(s, CombatPhase(side=side), dice=dice)


def attack(
    stands: dict[str, str], hex: str, side: int = POLAND, *dice: int, who: str = "", **how: object
) -> Game[State]:
    """An attack by everyone who can, or by these, up to what its result asks first."""
    game = play(fight(stands, side, *dice, **how), f"attack {hex}")
    return play(game, *([f"unit {key}" for key in who.split()] or ["everyone"]), "resolve")


def odds(stands: dict[str, str], hex: str, who: str, side: int = POLAND, walking: bool = False, **how: object) -> Odds:
    """The odds of these attackers."""
    s = situation(stands, side=side, **how)  # type: ignore[arg-type]
    s.phase = COMBAT
    units = [u(key) for key in who.split()]
    return work_out(s, units, h(hex), 0 if walking else chargers(s, units, h(hex)))


def rules(found: Odds) -> dict[str, int]:
    """What changes the die, by rule."""
    return {line.rule: line.value for line in found.modifiers}


def die_for(found: Odds, *results: str) -> int:
    """The lowest die that brings one of these results."""
    row = M.results[found.column]
    return next(die for die in range(1, 7) if row[modified(found, die) - 1] in results)
