"""What the unseen blocks and cards of a battle may be, with exact weights, from what a seat knows.

Every block of the roster that is on the map and that the seat has lost from sight may be any unseen block of its side,
unless something was seen of it that excludes it; its strength is about what the scenario lists. These are the odds by
which worlds are dealt (`knowledge.fill`), so that a forecast and a computer player reckon alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from vistula.board.hexes import bits
from vistula.kernel import UNKNOWN

from .model import PIECES
from .rules.queries import known, unseen_cards
from .state import FROM_DECK, NONE, Fight, State
from .witnessed import could_be

WHOLE = 60  # what the chances of a block's strength add up to


class Army(NamedTuple):
    """What the blocks of a side in a battle come to: points, points they fight with, and how many have a trait."""

    points: int
    fighting: int
    trait: int


class Dark(NamedTuple):
    """Unseen blocks of which the same is known: whether they fight at half strength, which they could be, and what
    they were seen to gain or lose."""

    halved: bool
    could_be: int
    turned: int


Trait = Callable[[int], bool]  # of a block of the roster
Counts = dict[tuple[Army, tuple[int, ...]], int]  # armies, how many unseen blocks of each kind are left, and weights


def armies(s: State, fight: Fight, side: int, trait: Trait, full: bool = False) -> dict[Army, int]:
    """Every army that a side's blocks may turn out to be, with its weight; `full`: forced marches halve nobody."""
    start, dark = Army(0, 0, 0), Counter[Dark]()
    for p in bits(fight.engaged[side]):
        if known(s, p):
            fights = s.sp[p] // 2 if _halved(s, fight, p, full) else s.sp[p]
            start = _with(start, s.sp[p], fights, trait(s.unit[p]))
        else:
            dark[Dark(_halved(s, fight, p, full), could_be(s, p), s.turned[p])] += 1
    alike, shown = list(dark), set(s.unit)
    found = {(start, tuple(dark.values())): 1}
    for unit in (u for u in PIECES[side] if dark and u not in shown):
        chances = [strength_chances(s, dark.turned, unit) if dark.could_be >> unit & 1 else {} for dark in alike]
        found = _with_or_without(found, alike, chances, trait(unit))
    return {army: weight for (army, left), weight in found.items() if not any(left)}


def _with(army: Army, points: int, fighting: int, trait: bool) -> Army:
    return Army(army.points + points, army.fighting + fighting, army.trait + trait)


def _halved(s: State, fight: Fight, piece: int, full: bool) -> bool:
    """[7.2j, 7.2ae] As `fighting_strength` has it, for a block that cannot be seen."""
    marched = s.marched >> piece & 1 and not s.at_full >> piece & 1 and not full
    return bool(marched or piece == fight.reorganizing)


def _with_or_without(
    found: Counts, alike: list[Dark], chances: list[dict[int, int]], trait: bool
) -> Counts:  # fmt: skip
    """All armies so far, with one more block of the roster as any of the unseen blocks that are left, or elsewhere."""
    after = found.copy()
    for (army, left), weight in found.items():
        for i, strengths in enumerate(chances):
            if left[i]:
                fewer, times, halved = (*left[:i], left[i] - 1, *left[i + 1 :]), weight * left[i], alike[i].halved
                for points, share in strengths.items():
                    key = _with(army, points, points // 2 if halved else points, trait), fewer
                    after[key] = after.get(key, 0) + times * share
    return after


def strength_chances(s: State, turned: int, unit: int) -> dict[int, int]:
    """About the strength with which the scenario lists the block, within what was seen; weights add up to WHOLE."""
    listed = s.scene.setup.get(unit) or s.scene.due.get(unit)
    return _chances(s.m.max_sp[unit], turned, listed[1] if listed else 0)


@lru_cache(maxsize=256)
def _chances(most: int, turned: int, listed: int) -> dict[int, int]:
    """By what a block has at most, what it was seen to gain or lose, and what is listed, 0 if nothing; only to read."""
    low, high = min(most, 1 + max(0, turned)), max(1, most - max(0, -turned))
    usual = [listed] if listed else list(range(1, most + 1))
    found: Counter[int] = Counter()
    for about in usual:
        for luck in (0, 0, 0, -1, 1):
            found[max(min(low, high), min(high, about + turned + luck))] += WHOLE // (5 * len(usual))
    return dict(found)


# -- cards ------------------------------------------------------------------------------------------------------


def battle_cards(s: State, fight: Fight, side: int) -> list[int]:
    """The Battle Cards that may lie before a side; NONE alone where none was laid."""
    card = fight.cards[side]
    if card != UNKNOWN:
        return [card]
    return [c for c in unseen_cards(s, side) if s.m.cards[c].kind == "battle"] or [NONE]


def modifiers(s: State, fight: Fight, side: int, battle: int) -> Counter[int]:
    """[7.41.2a, 3.4f] What a side's Combat Modifier card adds, with weights: the card that lies there, or one from the
    deck where none was laid yet. It cannot be the Battle Card that lies beside it."""
    card, combat = fight.modifiers[side], s.m.cards
    if card >= 0:
        return Counter([combat[card].combat + fight.from_hand[side]])
    unseen = [c for c in unseen_cards(s, side) if c != battle]
    if card == UNKNOWN:
        return Counter(combat[c].combat + 1 for c in unseen)
    if card in (NONE, FROM_DECK):
        held = {c for row in s.peeked for hand in row for c in bits(hand)}
        bag = [c for c in unseen if c not in held] if s.deck[side] else s.discards[side]
        bag = [c for c in s.deck[side] if c >= 0] or bag  # a world that was dealt knows its decks
        return Counter(combat[c].combat for c in bag) or Counter([0])
    return Counter([0])
