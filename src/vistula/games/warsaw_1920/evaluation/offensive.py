"""Attacks to be prepared by a movement phase: who can come next to which enemy, and what would come of it."""

from __future__ import annotations

from vistula.board.hexes import collect, members
from vistula.players.kit.assault import Assault, pick
from vistula.players.kit.facts import Attackers

from ..model import ARTILLERY
from ..rules.combat import ready_to_attack
from ..rules.queries import legal_stack
from .assault import Judge
from .posture import Posture
from .survey import Survey

MOST = 11
"""Attackers considered against one hex."""


class Offensive:
    """Picks attacks one after another, the most promising first, each with units that no other needs."""

    def __init__(self, v: Survey, posture: Posture, reaches: dict[int, dict[int, int]], judge: Judge) -> None:
        self.v, self.posture, self.reaches, self.judge = v, posture, reaches, judge
        self.goal: dict[int, int] = {}
        self.fixed = [u for u in ready_to_attack(v.s) if u not in reaches]
        self.busy: set[int] = set()
        self.sources = collect([v.s.place[u] for u in self.fixed if v.m.kind[u] != ARTILLERY])
        self.comers = self._comers()

    def _comers(self) -> dict[int, list[int]]:
        """By hex next to an enemy: units that can be there at the end of the phase."""
        v = self.v
        fighting = collect(h for h, stack in v.enemies.items() if stack.fights)
        edge = v.m.grid.dilate(fighting) & ~v.barred
        found: dict[int, list[int]] = {h: [] for h in members(edge)}
        for u, before in self.reaches.items():
            for h in before:
                if edge >> h & 1:
                    found[h].append(u)
        return found

    def plan(self) -> list[Assault]:
        offers = {h: self.offer(h) for h, stack in self.v.enemies.items() if stack.fights}

        def spoilt(best: Assault) -> list[int]:
            self._commit(best)
            return [h for h, other in offers.items() if best.ids & other.ids]

        def anew(target: int) -> None:
            offers[target] = self.offer(target)

        return list(pick(offers, self.v.doctrine.attack_at, spoilt, anew).values())

    def _commit(self, a: Assault) -> None:
        for u, h in a.units:
            self.busy.add(u)
            if u in self.reaches:
                self.goal[u] = h
                self.posture.put(u, h)
            if self.v.m.kind[u] != ARTILLERY:
                self.sources |= 1 << h

    def offer(self, target: int) -> Assault:
        """The best attack on a hex with units that are still free."""
        v, m = self.v, self.v.m
        slots = [n for n in m.next[target] if n in self.comers]
        units: Attackers = [(u, v.s.place[u]) for u in self.fixed
                            if u not in self.busy and m.around[target] >> v.s.place[u] & 1]  # fmt: skip
        pool = sorted({u for n in slots for u in self.comers[n] if u not in self.busy}, key=lambda u: (-m.cf[u], u))
        guns = [u for u in pool if m.kind[u] == ARTILLERY]
        room: dict[int, list[int]] = {n: list(self.posture.at.get(n, ())) for n in slots}
        best = Assault(target, [], -1.0)
        if any(m.kind[u] != ARTILLERY for u, _ in units):
            best = self._weigh(target, units, best)
        for u in pool:
            if m.kind[u] == ARTILLERY or len(units) >= MOST:
                continue
            hex = self._slot(u, target, slots, room, units)
            if hex >= 0:
                room[hex].append(u)
                units = [*units, (u, hex)]
                best = self._weigh(target, units, best)
        return self._with_guns(target, best, guns, slots, room) if guns and best.units else best

    def _slot(self, unit: int, target: int, slots: list[int], room: dict[int, list[int]], units: Attackers) -> int:
        """From which hex a unit had best join: where it shuts a way out, keeps dry, and stands well."""
        v, m = self.v, self.v.m
        before = self.reaches[unit]
        held = collect(h for _, h in units)
        shut = held | m.grid.dilate(held | self.sources)
        best, choice = -1e9, -1
        for n in slots:
            if n not in before or (room[n] and not legal_stack(v.s, [*room[n], unit])):
                continue
            opened = (m.around[target] & (m.around[n] | 1 << n) & ~shut & v.ground.open).bit_count()
            score = v.doctrine.shut * opened - (m.river[target] >> n & 1) - 1.5 * (m.trench_front[target] >> n & 1)
            score += 0.3 * m.defence[n] - 0.02 * v.threat[n]
            if score > best:
                best, choice = score, n
        return choice

    def _weigh(self, target: int, units: Attackers, best: Assault) -> Assault:
        j, v = self.judge, self.v
        sources = self.sources | collect(h for u, h in units if v.m.kind[u] != ARTILLERY)
        gain = j.gain(target, units, j.odds(target, units), j.trapped(target, sources))
        gain -= v.doctrine.effort * sum(v.m.cf[u] for u, _ in units)
        if gain > best.gain:
            gain -= v.doctrine.care * self._danger(units)
        return Assault(target, units, gain) if gain > best.gain + 1e-9 else best

    def _danger(self, units: Attackers) -> float:
        """What the attackers would be exposed to where they stand."""
        p, v = self.posture, self.v
        stacks: dict[int, list[int]] = {}
        for u, h in units:
            stacks.setdefault(h, []).append(u)
        return sum(
            sum(v.values[u] for u in stack) * p.harm(h, p.threat[h] * p.weights.share, sum(p.factor(u) for u in stack))
            for h, stack in stacks.items()
        )

    def _with_guns(
        self, target: int, best: Assault, guns: list[int], slots: list[int], room: dict[int, list[int]]
    ) -> Assault:
        for u in guns:
            hex = self._slot(u, target, slots, room, best.units)
            if hex >= 0:
                better = self._weigh(target, [*best.units, (u, hex)], best)
                if better is not best:
                    return better
        return best
