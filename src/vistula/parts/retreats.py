"""Retreats: every way out, which of them are left by what the rulebook prefers, and why the others are not.

A retreat is planned in two sweeps. The first finds every *way*: from the bars on the next space, space after space,
until the title says that the retreat is done. Where nothing is left to enter before that, the way is a dead end, and
kept as one: what a blocked retreat costs is the title's to say. The second applies *preferences* in the order of the
rulebook. Each has a rank; of the ways that are left those with the lowest rank stay, and the others are turned down
with its rule and words.

    found = {way: judge(way, whole) for way, whole in every_way(bars, done)}
    plan = prefer(found, (
        Preference("11.5a", lambda way: way.losses, lambda way, better: f"it would lose {way.losses} steps, …"),
        Preference("11.6c", lambda way: way.next_to_enemy, …),
    ))
    plan.onward(())            # where the first hex may lie
    plan.onward((1409,))       # and the second, after that one
    plan.bar((), "11.5a", …)   # the same for an Offer, after the bars of the step: it says what turned down the others

A way is a tuple of spaces, where it starts left out; no space is entered twice. What leaves the board is a space below
zero, which `exits` names: bars speak of spaces on the board alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from vistula.kernel.bars import Bar, Words, left, only
from vistula.kernel.views import Refusal

Way: TypeAlias = tuple[int, ...]
R = TypeVar("R")
"""What a title knows of a way: its losses, where it ends, …"""


class Preference(NamedTuple, Generic[R]):
    """One thing that the rulebook prefers: the lowest rank stays. `words` say why a way goes, given one that stays."""

    rule: str
    rank: Callable[[R], int]
    words: Callable[[R, R], str | Refusal]


class TurnedDown(NamedTuple, Generic[R]):
    """A way that goes by the preference of this number, and a better one."""

    number: int
    preference: Preference[R]
    worse: R
    better: R

    def refusal(self) -> Refusal:
        said = self.preference.words(self.worse, self.better)
        return said if isinstance(said, Refusal) else Refusal(self.preference.rule, said)


class Plan(NamedTuple, Generic[R]):
    """The ways that are left, and for each other one what turned it down."""

    ways: dict[Way, R]
    turned_down: dict[Way, TurnedDown[R]]

    def onward(self, walked: Way) -> list[int]:
        """Where the ways that are left lead from here, in rising order; exits first."""
        length = len(walked)
        return sorted({way[length] for way in self.ways if len(way) > length and way[:length] == walked})

    def reason(self, walked: Way, space: int) -> Refusal | None:
        """What turned down the way through a space that was longest in the running; None where none led there."""
        through = (*walked, space)
        reasons = [reason for way, reason in self.turned_down.items() if way[: len(through)] == through]
        return max(reasons, key=lambda reason: reason.number).refusal() if reasons else None

    def bar(self, walked: Way, rule: str, otherwise: Words) -> Bar:
        """Holds what no way that is left leads to; `otherwise` is said where none has ever led."""
        spaces = [space for space in self.onward(walked) if space >= 0]

        def words(space: int) -> str | Refusal:
            said = otherwise if isinstance(otherwise, str) else otherwise(space)
            return self.reason(walked, space) or said

        return only(rule, spaces, words)


def _nowhere(walked: Way) -> Sequence[int]:
    return ()


def every_way(
    step: Callable[[Way], Iterable[Bar]],
    done: Callable[[Way], bool],
    exits: Callable[[Way], Iterable[int]] = _nowhere,
) -> Iterator[tuple[Way, bool]]:
    """Every way that is done, and every dead end, lowest numbers first; and which of the two it is."""
    queue: list[Way] = [()]
    while queue:
        walked = queue.pop()
        if walked and done(walked):
            yield walked, True
            continue
        onward = [space for space in (*exits(walked), *left(step(walked))) if space not in walked]
        if not onward:
            yield walked, False
        queue.extend((*walked, space) for space in reversed(onward))


def prefer(found: Mapping[Way, R], preferences: Iterable[Preference[R]]) -> Plan[R]:
    """The ways that all preferences leave, and by which of them each of the others was turned down."""
    plan: Plan[R] = Plan(dict(found), {})
    for number, preference in enumerate(preferences):
        ranks = {way: preference.rank(known) for way, known in plan.ways.items()}
        best = min(ranks, key=ranks.__getitem__)
        better = plan.ways[best]
        for way, rank in ranks.items():
            if rank > ranks[best]:
                plan.turned_down[way] = TurnedDown(number, preference, plan.ways.pop(way), better)
    return plan
