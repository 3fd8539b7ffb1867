"""Ways to go about a phase that a captain compares: in this temper or that, for this prize or that."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from vistula.board.hexes import Hex
from vistula.kernel.seat import Seat
from vistula.players.appraisal import Approach, best
from vistula.players.kit.doctrine import Doctrine
from vistula.players.kit.field import Field
from vistula.players.kit.officer import Officer

NO_ATTACK = 99.0
"""More than any attack promises."""


def tempers(d: Doctrine, field: Field) -> dict[str, Doctrine]:
    """The same doctrine in other tempers, the most promising first."""

    def but(**changes: Any) -> Doctrine:
        return msgspec.structs.replace(d, **changes)

    near = {f"for {hex}": but(focus=hex, focus_weight=d.most, pull=d.pull * 1.3) for hex in next_prizes(field)}
    return {
        "as usual": d,
        "warily": but(exposure=d.exposure * 2, pull=d.pull * 0.6, care=d.care * 2, attack_at=d.attack_at + 0.12),
        "boldly": but(exposure=d.exposure * 0.5, pull=d.pull * 1.6, care=d.care * 0.4, attack_at=d.attack_at * 0.5),
        **near,
        "to hold on": but(block=d.block * 2.5),
        "to strike": but(attack_at=d.attack_at * 0.3, care=d.care * 0.2, effort=d.effort * 0.3, share=d.share * 0.5),
        "to fall back": but(exposure=d.exposure * 2.5, share=d.share * 1.8, pull=d.pull * 0.3, attack_at=0.4),
        "to stand": but(attack_at=NO_ATTACK),
    }  # fmt: skip


def approaches_of(o: Officer, seat: Seat[Any]) -> Iterator[Approach]:
    """An approach for each temper that comes to something else, the officer's own first.

    Each is planned only when its turn comes, for a captain in a hurry looks at the first few alone.
    """
    me = o.brief.side(seat.id)
    known: set[Any] = set()
    for name, doctrine in tempers(o.doctrines[me], o.field(seat)).items():
        officer = o if name == "as usual" else o.under(me, doctrine)
        what = (
            best(officer.scores(seat)),
            frozenset((goal.units, goal.hex) for goal in officer.plan(seat).goals),
            frozenset(officer.assaults(seat)),
        )
        if what not in known:
            known.add(what)
            yield Approach(name, officer)


def answers_of(o: Officer, seat: Seat[Any]) -> list[Approach]:
    """An approach for each answer, the officer's own first; none where there is nothing to move."""
    if not o.plan(seat).goals:
        return []
    scores = o.scores(seat)
    ranked = sorted(scores, key=lambda action: -scores[action])
    return [Approach(action.verb, o, action) for action in ranked[:2]]


def next_prizes(field: Field) -> list[Hex]:
    """The two prizes not held that are worth most for their distance from own units."""
    facts = field.facts
    open_ones = {hex: prize for hex, prize in facts.prizes.items() if not facts.held >> hex & 1}
    return nearest(open_ones, field.ground.travel, {unit.hex for unit in facts.own})


def nearest(
    prizes: Mapping[Hex, float], travel: Mapping[Hex, Sequence[int]], hexes: Collection[Hex], reach: int = 4
) -> list[Hex]:
    """The two prizes that are worth most for their distance from these hexes; at `reach` they count half."""
    if not hexes:
        return []
    worth = {prize: value / (reach + min(travel[prize][h] for h in hexes)) for prize, value in prizes.items()}
    return sorted(worth, key=lambda prize: (-worth[prize], prize))[:2]
