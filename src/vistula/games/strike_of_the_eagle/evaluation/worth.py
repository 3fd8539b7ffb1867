"""How good a position is, as a chance to win."""

from __future__ import annotations

from math import erf, sqrt

from vistula.board.hexes import bits

from ..model import INFANTRY, PHASES, PIECES, POLAND, RUSSIA
from ..rules.depots import clear_from, depots
from ..rules.queries import controlled, open_areas
from ..rules.seats import side_of_player
from ..rules.victory import victor
from ..state import NONE, State
from .deciding import place_on_track
from .survey import distances

NEAR = (1.0, 0.7, 0.35, 0.15)
"""How much strength counts in a city, next to it, two and three areas away."""
GARRISON = 1.5
"""What holding a city counts beside blocks."""
LONG = 10
"""Phases beyond which armies weigh no more."""


def chance_to_win(s: State, side: int) -> float:
    """The chance of a side to win from a whole state; half of the certainty where the game was drawn."""
    if s.ended:
        won = victor(s)[0]
        return 0.5 if won == NONE else float(won == side)
    poland = polish_chance(s)
    return poland if side == POLAND else 1 - poland


def polish_chance(s: State) -> float:
    """The chance that the track ends where the scenario calls it a Polish victory, and half of that for a draw."""
    left = (s.scene.last - s.round) * PHASES + PHASES - max(0, min(s.phase, PHASES) - 1)  # with this phase
    mean, spread = forecast(s, left), 1.2 + 1.1 * min(left, LONG) + 0.3 * max(0, left - LONG)
    win, lose = bounds(s)
    return 0.5 * (above(mean, spread, win - 0.5) + above(mean, spread, lose + 0.5))


def above(mean: float, spread: float, bound: float) -> float:
    return 0.5 * (1 + erf((mean - bound) / (spread * sqrt(2))))


def bounds(s: State) -> tuple[int, int]:
    """The least place on the track that is a Polish victory, and the highest that is a Soviet one; there is no zero,
    so that places of the Poles count one less."""
    poland = min((r.low if r.side == POLAND else 1 - r.high for r in s.scene.levels if r.winner == POLAND), default=1)
    russia = max((-r.low if r.side == RUSSIA else r.high for r in s.scene.levels if r.winner == RUSSIA), default=-1)
    return poland - (poland > 0), russia - (russia > 0)


def forecast(s: State, left: int) -> float:
    """Where the track is likely to end.

    The weights are those of a regression over the phases of games whose officers had all weights of both doctrines
    drawn at random, differences of both sides; what a drive on Warsaw is worth beyond its points is set by hand.
    """
    time = min(left, LONG) / PHASES
    poland, russia = Army(s, POLAND), Army(s, RUSSIA)
    total = place_on_track(s) + 0.17 * time * (poland.strength - russia.strength)
    total += 0.36 * (russia.cut - poland.cut) + 0.3 * (russia.weak - poland.weak)
    total += 0.3 * time * sum(s.initiative[front] for front in s.scene.fronts)
    total += 0.45 * (poland.cards - russia.cards)
    return total + cities(s, poland, russia)


class Army:
    """What one side has: strength points by area, blocks of a single one, blocks out of supply, cards in hand."""

    def __init__(self, s: State, side: int) -> None:
        m = s.m
        self.held = controlled(s, side)
        self.at: dict[int, int] = {}
        self.weak = self.cut = 0
        fed = clear_from(s, side, depots(s, side), m.supply[INFANTRY])
        for p in PIECES[side]:
            area = s.place[p]
            if area >= 0 and not m.leader[s.unit[p]]:
                self.at[area] = self.at.get(area, 0) + s.sp[p]
                self.weak += s.sp[p] == 1
                self.cut += not fed >> area & 1
        self.strength = sum(self.at.values())
        self.cards = sum(len(hand) for player, hand in enumerate(s.hands) if side_of_player(s, player) == side)

    def near(self, row: tuple[int, ...]) -> float:
        """Strength in and around a city."""
        return sum(sp * NEAR[row[area]] for area, sp in self.at.items() if row[area] < len(NEAR))


def cities(s: State, poland: Army, russia: Army) -> float:
    """What cities may still change hands for the Poles, by the balance of strength near them."""
    m, total = s.m, 0.0
    far = distances(m, open_areas(s))
    for area in bits(m.key_cities & open_areas(s)):
        value = m.vp[area]
        if value <= 0:
            continue
        ours, theirs = poland.near(far[area]), russia.near(far[area])
        holder = POLAND if poland.held >> area & 1 else RUSSIA if russia.held >> area & 1 else NONE
        if holder == NONE:
            total += 0.5 * value * (ours - theirs) / (2 + ours + theirs)
            continue
        balance = (ours - theirs) / (2 + GARRISON + ours + theirs) * (1 if holder == RUSSIA else -1)
        press = max(0.0, balance - GARRISON / (2 + GARRISON + ours + theirs) + 0.4)
        if area == m.warsaw and s.scene.warsaw_decides:
            value += 5
        total += 0.85 * value * press * (1 if holder == RUSSIA else -1)
    return total
