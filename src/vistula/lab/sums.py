"""What has been seen in many games, added up game by game, so that a study of any size fits into memory."""

from __future__ import annotations

from collections import Counter

import msgspec

from vistula.lab.observer import Seen
from vistula.lab.statistics import Spread, spread
from vistula.lab.usage import Use


class Sums(msgspec.Struct):
    games: int = 0
    gauges: dict[int, list[Counter[int]]] = {}  # turn -> how often each gauge had each value
    lines: dict[int, Counter[tuple[int, int]]] = {}  # turn -> how often the line ran between two spaces
    fronts: dict[int, Counter[int]] = {}  # turn -> how often a space lay at the line
    games_at: Counter[int] = msgspec.field(default_factory=Counter)  # turn -> games that saw its end
    uses: dict[str, Use] = {}
    used_in: Counter[str] = msgspec.field(default_factory=Counter)  # rule -> games in which it took effect

    def add(self, seen: Seen) -> None:
        self.games += 1
        for turn in seen.turns:
            self.games_at[turn.number] += 1
            self.lines.setdefault(turn.number, Counter()).update(turn.line)
            self.fronts.setdefault(turn.number, Counter()).update({space for pair in turn.line for space in pair})
            gauges = self.gauges.setdefault(turn.number, [Counter() for _ in turn.gauges])
            for gauge, value in zip(gauges, turn.gauges, strict=True):
                gauge[value] += 1
        for rule, use in seen.uses.items():
            self.uses.setdefault(rule, Use()).add(use)
            self.used_in[rule] += bool(use.fired)

    def course(self, gauge: int) -> list[tuple[int, Spread]]:
        """How one gauge went from turn to turn."""
        return [(turn, spread(self.gauges[turn][gauge])) for turn in sorted(self.gauges)]

    def line(self, turn: int) -> dict[tuple[int, int], float]:
        """In which share of the games that saw the end of this turn the line ran between two spaces."""
        return {pair: count / self.games_at[turn] for pair, count in self.lines[turn].items()}

    def front(self, turn: int) -> dict[int, float]:
        """In which share of them a space lay at the line."""
        return {space: count / self.games_at[turn] for space, count in self.fronts[turn].items()}
