"""Who would execute which order, and what that promises: orders tried out on a map that they do not change."""

from __future__ import annotations

from typing import NamedTuple

from vistula.board.hexes import bits

from ..model import MARCHING, OUT_ORDERS, POLAND, TO_ORDERS, Type
from ..rules.executors import may_leave, targets, ways
from ..rules.queries import reach_of
from .survey import Survey
from .trial import FULL, Comer, Trial


class Plan(NamedTuple):
    """What an order promises, and who goes where by it."""

    gain: float
    moves: tuple[tuple[int, int, int], ...] = ()  # piece, area, and the last area before


NOTHING = Plan(0.0)
Given = tuple[tuple[int, int], ...]
"""Orders that are taken as given, by type and area."""


class Scheme(Trial):
    """Orders of one command, one after another."""

    def __init__(self, v: Survey, command: int) -> None:
        super().__init__(v, command)
        self.plans: dict[tuple[int, int], tuple[Plan, int]] = {}  # with the areas they depend on
        self.goals: dict[int, list[tuple[int, int]]] = {}  # by type of order: blocks with the areas they can reach

    def child(self) -> Scheme:
        """The same scheme, to go on from without changing this one."""
        twin = Scheme.__new__(Scheme)
        twin.v, twin.command, twin.ready, twin.g = self.v, self.command, self.ready, self.g
        twin.taken, twin.shielded, twin.looked, twin.late = self.taken, self.shielded, 0, self.late
        twin.gone, twin.plans, twin.goals, twin.left = self.gone.copy(), self.plans.copy(), self.goals, {}
        twin.shifts, twin.stays = self.shifts.copy(), self.stays.copy()
        twin.coming = {area: comers[:] for area, comers in self.coming.items()}
        twin.arriving = {area: pieces[:] for area, pieces in self.arriving.items()}
        return twin

    # -- orders -------------------------------------------------------------------------------------

    def plan(self, type: int, area: int) -> Plan:
        """What an order would bring."""
        kept = self.plans.get((type, area))
        if kept is not None:
            return kept[0]
        self.looked = 1 << area
        if type in TO_ORDERS:
            found = self.plan_to(type, area)
        elif type in OUT_ORDERS:
            found = self.plan_out(type, area)
        else:
            found = self.rear_plan(type, area)
        self.plans[type, area] = found, self.looked
        return found

    def rear_plan(self, type: int, area: int) -> Plan:
        if type == Type.DEFEND:
            staying = self.staying(area)
            return Plan(self.v.keep(area, staying, 1) - self.v.keep(area, staying, 0)) if staying else NOTHING
        if type == Type.REORGANIZE:
            return self.rest(area)
        if type == Type.RAIL:
            return self.ride(area)
        if type == Type.WITHDRAW:
            return Plan(-0.5 * self.v.keep(area, self.staying(area)) - 0.65 * (self.v.worth(area) + self.v.point))
        assert type == Type.RECON
        return self.look(area)

    def free(self) -> list[int]:
        return [p for p in self.ready if not self.taken >> p & 1]

    def reach(self, piece: int, type: int) -> int:
        return reach_of(self.v.s, piece, type in MARCHING)

    def reaching(self, type: int) -> list[tuple[int, int]]:
        """Blocks with the areas for which they could execute a To order."""
        if type not in self.goals:
            self.goals[type] = [(p, targets(self.v.s, p, type, self.g)) for p in self.ready]
        return self.goals[type]

    def plan_to(self, type: int, area: int) -> Plan:
        march = type in MARCHING
        able = [p for p, reach in self.reaching(type) if reach >> area & 1 and not self.taken >> p & 1]
        if not self.hostile(area):
            return self.gather(area, able, march)
        return self.attack(area, able, type)

    def attack(self, area: int, able: list[int], type: int) -> Plan:
        """The best assault on an area by some blocks that can get there."""
        choices = []
        for p in able:
            ways_in = [] if self.v.leader(p) else self.entrances(p, area, self.reach(p, type))
            if ways_in:
                choices.append((p, ways_in, self.power(p, type in MARCHING)))
        gain, comers = self.best_assault(area, choices)
        return Plan(gain, tuple((c.piece, area, c.origin) for c in comers))

    def gather(self, area: int, able: list[int], march: bool) -> Plan:
        """Blocks that do well to go to an area without enemies."""
        found = sorted(((self.shift(p, area, march) + self.leave([p]), p) for p in able), reverse=True)
        total, left = 0.0, FULL - len(self.staying(area))
        moves: list[tuple[int, int, int]] = []
        together: list[int] = []
        for gain, p in found:
            if gain <= 0 or len(moves) >= left:
                break
            if together:  # what the first one gains is gained
                gain = self.v.drift(p, area, False) + self.leave([*together, p]) - self.leave(together)
                present = [*self.staying(area), *together]
                gain += self.v.keep(area, [*present, p]) - self.v.keep(area, present)
                if gain <= 0.02:
                    continue
            total += gain
            together.append(p)
            moves.append((p, area, self.v.s.place[p]))
        return Plan(total, tuple(moves))

    def plan_out(self, type: int, area: int) -> Plan:
        """The best attack from an area, and what the others do well to do."""
        v, march = self.v, type in MARCHING
        own = [p for p in self.free() if v.s.place[p] == area and may_leave(v.s, p)]
        if type != Type.MOVE_OUT:
            own = [p for p in own if not v.s.unsupplied >> p & 1]
        reachable = {p: ways(v.s, v.me, area, self.reach(p, type), self.g) for p in own}
        everywhere = 0
        for found in reachable.values():
            everywhere |= found
        best = self.disperse(own, reachable, march)
        for goal in bits(everywhere & v.areas_held[v.foe]):
            if self.hostile(goal):
                able = [p for p in own if reachable[p] >> goal & 1]
                best = max(best, self.attack(goal, able, type), key=lambda plan: plan.gain)
        return best

    def disperse(self, own: list[int], reachable: dict[int, int], march: bool) -> Plan:
        """Each block for itself to where it does best; no place gets two at once that only one is wanted in."""
        total, moves, used, leaving = 0.0, [], 0, list[int]()
        for p in own:
            places = bits(reachable[p] & ~self.v.areas_held[self.v.foe] & ~used)
            gain, place = max(((self.shift(p, n, march), n) for n in places), default=(0.0, -1))
            gain += self.leave([*leaving, p]) - self.leave(leaving)
            if gain > 0 and place >= 0:
                total += gain
                moves.append((p, place, -1))
                leaving.append(p)
                used |= 1 << place
        return Plan(total, tuple(moves))

    def rest(self, area: int) -> Plan:
        v, s = self.v, self.v.s
        weak = [
            p for p in self.free() if s.place[p] == area and not v.leader(p) and s.sp[p] < v.m.max_sp[s.unit[p]]
        ]  # fmt: skip
        if not weak or not v.left:
            return NOTHING
        share = 0.35 if v.threat(area)[1] else 1.0
        return Plan(share * (v.point + v.d.pull * v.field(area)), ((weak[0], area, -1),))

    def ride(self, area: int) -> Plan:
        s = self.v.s
        own = [p for p in self.free() if s.place[p] == area and not s.unsupplied >> p & 1][:FULL]
        if not own:
            return NOTHING
        places = self.v.stations(own[0])
        total, leaving = 0.0, list[int]()
        sent: dict[int, list[int]] = {}
        for p in own:
            gain, place = max(((self.follow(p, n, sent.get(n, [])), n) for n in places), default=(0.0, -1))
            gain += self.leave([*leaving, p]) - self.leave(leaving)
            if gain > 0 and place >= 0:
                total += gain
                leaving.append(p)
                sent.setdefault(place, []).append(p)
        return Plan(total, tuple((p, place, -1) for place, pieces in sent.items() for p in pieces))

    def follow(self, piece: int, area: int, others: list[int]) -> float:
        """What a block gains by going to an area after some others: what the first one gains is gained."""
        present = [*self.staying(area), *others]
        late = 0.0
        if area == self.v.m.warsaw and self.v.me == POLAND:  # trains come when battles are over [7.6]
            late = self.v.open_now(present, self.shield(area)) - self.v.open_now([*present, piece], self.shield(area))
        if not others:
            return self.shift(piece, area, False) - late
        if len(present) >= FULL:
            return -1.0
        return (
            -late + self.v.drift(piece, area, False) + self.v.keep(area, [*present, piece]) - self.v.keep(area, present)
        )

    def look(self, area: int) -> Plan:
        """The more unseen blocks are there, and the nearer to own ones, the better."""
        v = self.v
        unseen = sum(v.s.unit[p] < 0 for p in v.theirs.get(area, ()))
        near = min((v.far[area][place] for place in v.mine), default=9)
        return Plan(0.001 + 0.006 * unseen / (1 + near))

    # -- keeping a plan -----------------------------------------------------------------------------

    def adopt(self, type: int, area: int) -> Plan:
        """Plan an order and take it as given from now on; plans that this touches have to be made anew."""
        found = self.plan(type, area)
        march, changed = type in MARCHING, 1 << area
        for piece, place, origin in found.moves:
            self.taken |= 1 << piece
            here = self.v.s.place[piece]
            changed |= 1 << here
            if type == Type.REORGANIZE:
                continue
            changed |= 1 << place
            self.gone[here] = self.gone.get(here, 0) | 1 << piece
            if self.hostile(place):
                self.coming.setdefault(place, []).append(Comer(piece, origin, self.power(piece, march)))
            else:
                self.arriving.setdefault(place, []).append(piece)
        if type == Type.DEFEND:
            self.shielded |= 1 << area
            own = [p for p in self.free() if self.v.s.place[p] == area]
            if own:
                self.taken |= 1 << min(own, key=lambda p: self.v.s.sp[p])
        self.plans = {key: kept for key, kept in self.plans.items() if not kept[1] & changed}
        self.left, self.stays = {}, {}
        self.shifts = {key: gain for key, gain in self.shifts.items() if not changed >> key[1] & 1}
        return found
