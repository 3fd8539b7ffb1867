"""A map on which orders are tried out: who stays, who comes, and what an attack with some blocks would bring."""

from __future__ import annotations

from typing import NamedTuple

from vistula.board.hexes import bits

from ..model import Stage, command_front, command_side
from ..rules.detachment import brigades
from ..rules.executors import Ground, fresh, ground, pieces_of, ways
from ..rules.flanks import defender_of
from ..rules.queries import holder
from .survey import Survey

FULL = 4
AWAY = 0.3
"""Of the danger that a block escapes by leaving its area for an attack: beaten, it comes back."""

Choice = tuple[int, list[int], int]
"""A block that could attack, the areas that it could come from, and what it fights with."""


class Comer(NamedTuple):
    """A block on its way into an area."""

    piece: int
    origin: int  # the last area before
    value: int  # what it fights with


class Trial:
    """What the orders of one command would do, as far as they are planned."""

    def __init__(self, v: Survey, command: int) -> None:
        self.v, self.command = v, command
        s = v.s
        self.ready = [p for p in pieces_of(s, command) if fresh(s, p)]
        self.taken = 0  # pieces that have an order
        self.gone: dict[int, int] = {}  # by area: pieces that leave it
        self.coming: dict[int, list[Comer]] = {}
        self.arriving: dict[int, list[int]] = {}
        self.shielded = 0  # areas with a Defend Area order
        self.stays: dict[int, list[int]] = {}  # by area: who will be there
        self.left: dict[tuple[int, ...], tuple[float, int]] = {}  # what leaving costs, and the areas that are left
        self.shifts: dict[tuple[int, int], float] = {}  # what blocks gain by going to an area
        self.looked = 0  # areas that the plan which is being made depends on
        self.late = s.step <= Stage.PLACING and holder(s, command_front(command)) != v.me
        """[7.3h] Whether the enemy executes first, and may hold blocks fast that were to attack."""
        self.g: Ground = ground(s, command_side(command))
        for area, pieces in v.mine.items():
            if area in v.theirs and s.entries and defender_of(s, area) != v.me:
                self.coming[area] = [Comer(p, s.origin[p], self.power(p, bool(s.marched >> p & 1))) for p in pieces]

    def power(self, piece: int, march: bool) -> int:
        s = self.v.s
        return s.sp[piece] // 2 if march and not s.at_full >> piece & 1 else s.sp[piece]

    # -- standing -----------------------------------------------------------------------------------

    def staying(self, area: int) -> list[int]:
        """Own blocks that will be in an area, as far as is planned."""
        self.looked |= 1 << area
        found = self.stays.get(area)
        if found is None:
            gone = self.gone.get(area, 0)
            own = [p for p in self.v.mine.get(area, ()) if not gone >> p & 1]
            found = self.stays[area] = own + self.arriving.get(area, [])
        return found

    def shield(self, area: int) -> int:
        return self.shielded >> area & 1

    def leave(self, pieces: list[int]) -> float:
        """What it costs that some blocks leave their areas."""
        key = tuple(pieces)
        kept = self.left.get(key)
        if kept is None:
            places = {self.v.s.place[p] for p in pieces}
            kept = self.left[key] = self._leave(pieces, places), sum(1 << place for place in places)
        self.looked |= kept[1]
        return kept[0]

    def _leave(self, pieces: list[int], places: set[int]) -> float:
        v, total = self.v, 0.0
        for place in places:
            if place in self.coming:
                continue
            before = self.staying(place)
            after = [p for p in before if p not in pieces]
            cost = v.keep(place, after, self.shield(place)) - v.keep(place, before, self.shield(place))
            alone = not after and not v.s.garrisons[v.me] >> place & 1 and not v.threat(place)[1]
            if alone and cost < -0.5 and self.can_split(pieces, place):  # a detachment holds what nobody attacks
                cost = max(cost, -0.35)
            total += cost
        return total

    def can_split(self, pieces: list[int], place: int) -> bool:
        """Whether one of the blocks that leave could leave a detachment behind."""
        s = self.v.s
        return any(s.place[p] == place and s.sp[p] > 1 and brigades(s, p) for p in pieces)

    def shift(self, piece: int, area: int, march: bool) -> float:
        """What a block gains by going to an area without enemies."""
        self.looked |= 1 << area
        found = self.shifts.get((piece, area))
        if found is None:
            found = self.shifts[piece, area] = self._shift(piece, area)
        return found - (0.04 if march else 0.0)

    def _shift(self, piece: int, area: int) -> float:
        v = self.v
        present = self.staying(area)
        if len(present) >= FULL and not v.m.eastern_links >> area & 1:
            return -1.0
        found = v.drift(piece, area, False)
        if v.m.vp[area] > 0 and not present and not v.held[v.me] >> area & 1:
            found += v.worth(area)
        if not present:
            found += v.cutting(area)
        shield = self.shield(area)
        found += v.keep(area, [*present, piece], shield) - v.keep(area, present, shield)
        if v.leader(piece) and not present and v.threat(area)[1]:
            found -= 1.0
        return found

    # -- attacks ------------------------------------------------------------------------------------

    def hostile(self, area: int) -> bool:
        """Whether a block that enters an area attacks there."""
        v = self.v
        return bool(v.areas_held[v.foe] >> area & 1) and (area not in v.mine or area in self.coming)

    def assault(self, area: int, comers: list[Comer]) -> float:
        """What an attack promises with these blocks and those that are there or on their way already."""
        v = self.v
        self.looked |= 1 << area
        everybody = [*self.coming.get(area, ()), *comers]
        if not everybody:
            return 0.0
        value = origins = points = 0
        for piece, origin, strength in everybody:
            value += strength
            points += v.s.sp[piece]
            origins |= 1 << origin
        win, total = v.strike(area, value, points, origins)
        total -= (1 - win) * self.stranded(everybody) * (1 + 2 * v.point)
        if not comers:
            return total
        drifts = sorted([v.drift(comer.piece, area, True) for comer in comers], reverse=True)
        return total + win * sum(drifts[:FULL]) - self.v.d.effort * len(comers)

    def stranded(self, comers: list[Comer]) -> int:
        """[7.42f] How many blocks would find no room where they came from if they were beaten."""
        back: dict[int, int] = {}
        going = 0
        for piece, origin, _ in comers:
            going |= 1 << piece
            back[origin] = back.get(origin, 0) + 1
        total = 0
        for origin, count in back.items():
            there = self.staying(origin)
            if len(there) + count > FULL and not self.v.m.eastern_links >> origin & 1:
                total += max(0, count + sum([not going >> p & 1 for p in there]) - FULL)
        return total

    def best_assault(self, area: int, choices: list[Choice]) -> tuple[float, list[Comer]]:
        """The blocks to attack an area with: each with the areas it could come from, and what it fights with."""
        bare = self.assault(area, [])
        best: tuple[float, list[Comer]] = (0.0, [])
        cost = {piece: self.leave([piece]) for piece, _, _ in choices}
        ranked = sorted(choices, key=lambda choice: -cost[choice[0]] - 0.15 * choice[2])
        for row in self.rows(ranked):
            comers: list[Comer] = []
            going: list[int] = []
            used = [comer.origin for comer in self.coming.get(area, ())]
            for piece, entrances, value in row:
                origin = self.entrance(area, entrances, used)
                if origin < 0:
                    continue
                comers.append(Comer(piece, origin, value))
                going.append(piece)
                used.append(origin)
                gone = self.leave(going)
                gain = self.assault(area, comers) - bare + (gone if gone < 0 else AWAY * gone)
                if gain > best[0]:
                    best = gain, comers[:]
        return best[0] * self.in_time(best[1]), best[1]

    def in_time(self, comers: list[Comer]) -> float:
        """What is left of an attack by those who are likely to be held fast before it."""
        if not self.late or not comers:
            return 1.0
        v = self.v
        held = sum(comer.value * v.pinned(v.s.place[comer.piece]) for comer in comers)
        return v.d.second * (1 - v.d.pin * held / max(1, sum(comer.value for comer in comers)))

    def rows(self, ranked: list[Choice]) -> list[list[Choice]]:
        """Orders in which blocks join an attack: who is missed least first, and one from each direction first."""
        spread = self.spread_out(ranked) if len(ranked) > 2 else ranked
        return [ranked] if spread == ranked else [ranked, spread]

    @staticmethod
    def spread_out(ranked: list[Choice]) -> list[Choice]:
        """One block from each direction first, then the others."""
        seen: set[int] = set()
        first: list[Choice] = []
        then: list[Choice] = []
        for choice in ranked:
            (then if choice[1][0] in seen else first).append(choice)
            seen.add(choice[1][0])
        return first + then

    def entrance(self, area: int, entrances: list[int], used: list[int]) -> int:
        """The side to attack from: where nobody comes from yet, an open one if the area is fortified; -1 if as many
        come over every link as may [7.33]."""
        if len(entrances) == 1:
            return entrances[0] if used.count(entrances[0]) < FULL else -1
        free = [n for n in entrances if used.count(n) < FULL]
        faces = self.v.m.faces[area]
        return min(free, key=lambda n: (n in used, faces >> n & 1, n), default=-1)

    def entrances(self, piece: int, area: int, steps: int) -> list[int]:
        """Areas from which a block can enter another at the end of its way."""
        v, here = self.v, self.v.s.place[piece]
        found = [here] if v.m.around[here] >> area & 1 else []
        if steps > 1:
            near = ways(v.s, v.me, here, steps - 1, self.g) & ~v.areas_held[v.foe]
            found += list(bits(near & v.m.around[area]))
        return found
