"""What a battle promises: both sides' losses and the chance to win, over all cards that may be turned up."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from ..model import Model, foe

Odds = tuple[tuple[int, float], ...]

FACES: Odds = ((1, 0.16), (2, 0.44), (3, 0.31), (4, 0.09))
"""How strong a block is whose face nobody of us has seen."""
DECK = -1
"""A combat number that will be drawn blind."""


class Clash(NamedTuple):
    """The prospects of a battle for its attacker."""

    win: float
    lost: float  # own strength points, on the average
    hit: float  # strength points of enemy blocks
    bare: float  # the chance that the battle is lost and yet nobody is left to defend the place
    great: float  # the chance of a Great Victory
    disaster: float  # the chance of a Great Victory of the defender


@lru_cache(maxsize=8)
def numbers(m: Model, side: int) -> Odds:
    """Combat numbers of a deck and how often each is drawn."""
    found = Counter(card.combat for card in m.cards if card.side == side)
    return tuple((number, count / found.total()) for number, count in sorted(found.items()))


@lru_cache(maxsize=64)
def strangers(count: int) -> Odds:
    """How strong some unseen blocks are together."""
    found = {0: 1.0}
    for _ in range(count):
        more: dict[int, float] = {}
        for total, chance in found.items():
            for sp, share in FACES:
                more[total + sp] = more.get(total + sp, 0.0) + chance * share
        found = more
    return tuple(found.items())


@lru_cache(maxsize=65536)
def clash(
    m: Model, side: int, value: int, sp: int, known: int, unknown: int, garrison: int, flanks: int, shield: int,
    own: int = DECK, theirs: int = DECK,
) -> Clash:  # fmt: skip
    """A battle of a side with a strength to attack with and points to lose against blocks seen and unseen.

    `flanks` are attacks that count against the defender, `shield` what he loses less; `own` and `theirs` are combat
    numbers that are certain.
    """
    blows = _blows(m, value, shield, ((own, 1.0),) if own != DECK else numbers(m, side))
    others = ((theirs, 1.0),) if theirs != DECK else numbers(m, foe(side))
    penalty, mark = m.charts.combat.flank * flanks - garrison, m.charts.combat.great_victory
    win = lost = hit = bare = great = disaster = 0.0
    for total, share in strangers(unknown):
        men = known + total
        everybody = men + garrison
        taking: dict[int, float] = {}  # what the attacker loses; many numbers come to the same
        for number, chance in others:
            taken = min(sp, m.losses(max(0, men + number - penalty)))
            taking[taken] = taking.get(taken, 0.0) + share * chance
        for taken, both in taking.items():
            for blow, odds in blows:  # asked very often: no calls in here
                p = both * odds
                fallen = blow if blow < everybody else everybody
                real = fallen - garrison if fallen > garrison else 0
                lost += p * taken
                hit += p * real
                if fallen > taken:
                    win += p
                    if real >= mark:
                        great += p
                else:
                    if taken >= mark:
                        disaster += p
                    if fallen == everybody:
                        bare += p
    return Clash(win, lost, hit, bare, great, disaster)


def _blows(m: Model, value: int, shield: int, odds: Odds) -> Odds:
    """What the attacker inflicts, and how often."""
    found: dict[int, float] = {}
    for number, chance in odds:
        blow = max(0, m.losses(max(0, value + number)) - shield)
        found[blow] = found.get(blow, 0.0) + chance
    return tuple(found.items())
