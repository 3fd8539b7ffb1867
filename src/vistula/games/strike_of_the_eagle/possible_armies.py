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

from vistula.board.hexes import bits, collect
from vistula.kernel import UNKNOWN

from .model import PIECES
from .rules.queries import known, unseen_cards
from .rules.strength import halved
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


class Stranger(NamedTuple):
    """Blocks of the roster that are nowhere to be seen: what each has at most, what the scenario lists, whether it has
    the trait, and which kinds of unseen blocks it could be."""

    most: int
    listed: int
    marked: bool
    fits: int


def armies(s: State, fight: Fight, side: int, trait: Trait, full: bool = False) -> dict[Army, int]:
    """Every army that a side's blocks may turn out to be, with its weight; `full`: forced marches halve nobody."""
    points = fighting = traits = 0
    dark, shown = Counter[Dark](), set(s.unit)
    unseen = [unit for unit in PIECES[side] if unit not in shown]
    everybody = collect(unseen)
    for p in bits(fight.engaged[side]):
        half = halved(s, fight, p, full)
        if known(s, p):
            points += s.sp[p]
            fighting += s.sp[p] // 2 if half else s.sp[p]
            traits += trait(s.unit[p])
        else:
            dark[Dark(half, could_be(s, p) & everybody, s.turned[p])] += 1
    if not dark:
        return {Army(points, fighting, traits): 1}
    roster = Counter(
        Stranger(
            s.m.max_sp[unit],
            listed(s, unit),
            trait(unit),
            collect(i for i, one in enumerate(dark) if one.could_be >> unit & 1),
        )
        for unit in unseen
    )
    kinds = tuple((one.halved, one.turned, count) for one, count in dark.items())
    return {
        Army(points + more, fighting + more - less, traits + marked): weight
        for more, less, marked, weight in _unseen_armies(kinds, frozenset(roster.items()))
    }


@lru_cache(maxsize=256)
def _unseen_armies(
    kinds: tuple[tuple[bool, int, int], ...], roster: frozenset[tuple[Stranger, int]]
) -> list[tuple[int, int, int, int]]:
    """What unseen blocks may come to: points, how many fewer they fight with, how many have a trait, and the weight. Of
    each kind of them it is given whether they are halved, what they were seen to gain or lose, and how many there are.

    Weights are the coefficients of a polynomial, which is kept as one long number with so many bytes for each of them:
    one more block of the roster, as any of the blocks that are left, is a multiplication.
    """
    blocks, most = sum(count for _, _, count in kinds), max((row.most for row, _ in roster), default=0)
    size = (blocks * (sum(n for _, n in roster) * WHOLE * blocks).bit_length() + 7) // 8
    width, depth = blocks * most + 1, sum(count for halved, _, count in kinds if halved) * (most + 1) // 2 + 1
    found = {tuple(count for _, _, count in kinds): 1}  # by how many blocks of each kind are left
    for row, times in roster:
        factors = [0] * len(kinds)
        for i in bits(row.fits):
            halved, turned, _ = kinds[i]
            for points, share in chances(row.most, turned, row.listed).items():
                less = (points + 1) // 2 if halved else 0
                factors[i] += share << 8 * size * (points + width * (less + depth * row.marked))
        for _ in range(times):
            after = found.copy()
            for left, sums in found.items():
                for i in bits(row.fits):
                    if left[i]:
                        fewer = (*left[:i], left[i] - 1, *left[i + 1 :])
                        after[fewer] = after.get(fewer, 0) + sums * (left[i] * factors[i])
            found = after
    return _coefficients(found.get((0,) * len(kinds), 0), size, width, depth)


def _coefficients(sums: int, size: int, width: int, depth: int) -> list[tuple[int, int, int, int]]:
    row = sums.to_bytes((sums.bit_length() + 7) // 8 + size, "little")
    found = []
    for place in range(len(row) // size):
        if weight := int.from_bytes(row[size * place : size * place + size], "little"):
            rest, more = divmod(place, width)
            marked, less = divmod(rest, depth)
            found.append((more, less, marked, weight))
    return found


def listed(s: State, unit: int) -> int:
    """The strength with which the scenario lists a block, 0 if it does not."""
    found = s.scene.setup.get(unit) or s.scene.due.get(unit)
    return found[1] if found else 0


@lru_cache(maxsize=256)
def chances(most: int, turned: int, listed: int) -> dict[int, int]:
    """How strong a block is, about as it is listed (0: nowhere), within what it has at most and was seen to gain or
    lose; the weights of its strengths add up to WHOLE, and are only to be read."""
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
