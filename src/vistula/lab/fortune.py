"""How chance fell in one game: what throws were expected to bring, what they brought, and how likely that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from vistula.kernel.tallies import Throw

NEAR = 1e-6
"""Sums that differ by less are the same: they were added up in another order."""


class Fortune(msgspec.Struct, omit_defaults=True):
    """One side's share of chance. Its luck is what its throws brought beyond what was expected, less the others'."""

    side: str
    throws: int
    expected: float
    came: float
    luck: float
    likely: float  # of all games with these throws, the share in which it would have fared so well, or better
    least: float  # the share in which it would have fared so ill, or worse


def fortunes(throws: Sequence[Throw], sides: Iterable[str]) -> list[Fortune]:
    """The sum of a game, by side; nothing where nothing was thrown."""
    if not throws:
        return []
    return [_fortune(throws, side) for side in sides]


def _fortune(throws: Sequence[Throw], side: str) -> Fortune:
    own = [throw for throw in throws if throw.side == side]
    came = sum(throw.came if throw.side == side else -throw.came for throw in throws)
    luck = sum(throw.luck if throw.side == side else -throw.luck for throw in throws)
    chances = distribution(throws, side)
    return Fortune(
        side=side,
        throws=len(own),
        expected=round(sum(throw.expected for throw in own), 3),
        came=round(sum(throw.came for throw in own), 3),
        luck=round(luck, 3),
        likely=min(1.0, sum(chance for worth, chance in chances.items() if worth >= came - NEAR)),
        least=min(1.0, sum(chance for worth, chance in chances.items() if worth <= came + NEAR)),
    )


def distribution(throws: Sequence[Throw], side: str) -> dict[float, float]:
    """The chance of all that these throws together could have brought to a side, less what they bring to others."""
    sums = {0.0: 1.0}
    for throw in throws:
        sign, total = (1 if throw.side == side else -1), sum(throw.ways.values())
        ends = [(sign * worth, ways / total) for worth, ways in throw.ways.items()]
        found: dict[float, float] = {}
        for before, chance in sums.items():
            for worth, share in ends:
                found[before + worth] = found.get(before + worth, 0.0) + chance * share
        sums = found
    return sums
