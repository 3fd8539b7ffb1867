"""What studies of Strike of the Eagle follow: lead, initiative, cities, strength, losses, luck of the draw."""

from __future__ import annotations

from collections import Counter
from typing import Any

from vistula.board.hexes import bits
from vistula.kernel.tallies import Gauge, Tallies, Throw

from ..model import FRONTS, NORTH, PIECES, POLAND, RUSSIA, SIDES, SOUTH, Model
from ..rules.queries import controlled, held_by, open_areas
from ..state import GONE, State

_NAMES = ("Poland", "Russia")


class StrikeTallies(Tallies[State]):
    luck_in_words = (
        "each Combat Modifier card drawn from the deck counts for its side as its number less the average of the cards "
        "that were left there; a card played from the hand was chosen, and counts nothing"
    )

    def __init__(self, m: Model) -> None:
        sides = list(zip(SIDES, _NAMES, strict=True))
        self.gauges = (
            Gauge("lead", "Lead on the track, Soviet below zero", "Lead", above=SIDES[POLAND]),
            *(
                Gauge(f"initiative_{front}", "Initiative, Soviet below zero", front.title(), above=SIDES[POLAND])
                for front in FRONTS
            ),
            *(Gauge(f"cities_{side}", "Victory points of cities held", name, side) for side, name in sides),
            *(Gauge(f"strength_{side}", "Strength points on the map", name, side) for side, name in sides),
            *(Gauge(f"gone_{side}", "Blocks out of the game", name, side) for side, name in sides),
        )

    def measure(self, s: State) -> list[int]:
        sides = (POLAND, RUSSIA)
        return [
            s.vp,
            *(s.initiative[front] for front in (NORTH, SOUTH)),
            *(sum(max(0, s.m.vp[a]) for a in bits(controlled(s, side))) for side in sides),
            *(sum(s.sp[p] for p in PIECES[side] if s.place[p] >= 0) for side in sides),
            *(sum(s.place[p] == GONE for p in PIECES[side]) for side in sides),
        ]

    def line(self, s: State) -> list[tuple[int, int]]:
        """Links between areas that are held by different sides."""
        polish, soviet, open_ = held_by(s, POLAND), held_by(s, RUSSIA), open_areas(s)
        found = []
        for a, b in s.m.links:
            if open_ >> a & open_ >> b & 1:
                apart = (polish >> a & soviet >> b | soviet >> a & polish >> b) & 1
                found += [(a, b)] if apart else []
        return found

    def throw(self, s: State, key: str, refs: dict[str, Any]) -> Throw | None:
        """Only what was drawn blind is luck; a card from the hand was chosen."""
        if key != "modifier" or s.fight is None or s.fight.from_hand[refs["side"]]:
            return None
        side, card = refs["side"], refs["card"]
        ways = Counter(float(s.m.cards[each].combat) for each in [*s.deck[side], card])
        return Throw(SIDES[side], ways, float(s.m.cards[card].combat), s.fight.area, "drawn from the deck")
