"""A phase of moves planned as a whole: attacks prepared, prizes entered, and everyone else where he stands best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from vistula.board.hexes import Hex, collect
from vistula.players.kit.assault import Assault, Judge, Offers, pick
from vistula.players.kit.facts import Attackers, Brief, Move
from vistula.players.kit.field import Field
from vistula.players.kit.posture import NEVER, Group, Planned

MOST = 11
"""Attackers considered against one hex."""
SHORTLIST = 10
"""Places that a group looks at a second time, beside all prizes that it can reach."""


class Goal(NamedTuple):
    """Where a group is to go, and what that brings over staying."""

    units: Group
    start: Hex
    hex: Hex
    gain: float
    price: float = 0.0
    target: Hex = -1  # whom it is to attack from there


class Plan(NamedTuple):
    """Where each group is to go, the best first; and what attacks and places are expected to bring."""

    goals: Sequence[Goal]
    attacks: Sequence[Assault]
    stands: float

    def of(self, unit: int) -> Goal | None:
        return next((goal for goal in self.goals if unit in goal.units), None)

    def at(self, start: Hex) -> Goal | None:
        """The best that a stack can do."""
        return next((goal for goal in self.goals if goal.start == start), None)

    def promise(self) -> float:
        return sum(attack.gain for attack in self.attacks)


class March:
    """Plans one phase of moves."""

    def __init__(self, field: Field, brief: Brief, s: Any, me: int, groups: Sequence[Sequence[Move]]) -> None:
        self.f, self.brief, self.s = field, brief, s
        self.lots = [[move for move in moves if move.ends] for moves in groups]
        self.lots = [moves for moves in self.lots if moves]
        self.posture = Planned(field, brief, s)
        self.judge = Judge(field, brief, s, me)
        moving = {unit for moves in self.lots for move in moves for unit in move.units}
        for unit in field.facts.own:
            if unit.id not in moving:
                self.posture.put((unit.id,), unit.hex)
        self.fixed = self._fixed(moving)
        self.goals: dict[int, Goal] = {}  # by lot
        self.busy: set[int] = set()
        self.comers: dict[Hex, list[tuple[int, Move]]] = {}  # by hex next to an enemy: who can be there
        self.sent: dict[Hex, list[tuple[int, Move, Hex]]] = {}  # by target: who would be sent where

    def _fixed(self, moving: set[int]) -> dict[Hex, list[int]]:
        """By target: units that can attack from where they are and will not move."""
        found: dict[Hex, list[int]] = {}
        for target, units in self.brief.attacks(self.s, self.judge.me).values():
            found.setdefault(target, []).extend(u for u in units if u not in moving)
        return found

    def plan(self, twice: bool = True) -> Plan:
        attacks = self._offensive() if self.f.facts.strikes else []
        stands = self._settle(twice)
        self._shut_doors()
        goals = sorted(self.goals.values(), key=lambda g: (-g.gain, g.units))
        return Plan([g for g in goals if g.hex != g.start or g.target >= 0], attacks, stands)

    # -- attacks to be prepared ---------------------------------------------------------------------

    def _offensive(self) -> list[Assault]:
        """Attacks with groups that can come next to an enemy, each with units that no other needs."""
        edge = self.f.grid.dilate(self.f.fighting) & ~self.f.occupied
        for lot, moves in enumerate(self.lots):
            for move in moves:
                for hex in move.ends:
                    if edge >> hex & 1:
                        self.comers.setdefault(hex, []).append((lot, move))
        offers: Offers = {}

        def anew(target: Hex) -> None:
            if offer := self.offer(target):
                offers[target] = offer

        def spoilt(best: Assault) -> list[Hex]:
            self._commit(best)
            return [t for t, a in offers.items() if a.ids & self.busy or self._taken(t)]

        for target, stack in self.f.enemies.items():
            if stack.fights:
                anew(target)
        return list(pick(offers, self.f.doctrine.attack_at, spoilt, anew).values())

    def _taken(self, target: Hex) -> bool:
        """Whether a group that was to attack a hex has been sent elsewhere, in part or as a whole."""
        return any(lot in self.goals for lot, _, _ in self.sent.get(target, ()))

    def _commit(self, attack: Assault) -> None:
        self.busy |= attack.ids
        for lot, move, hex in self.sent[attack.target]:
            if lot not in self.goals and attack.ids.issuperset(move.units):
                gain = attack.gain * move.chance - move.price
                self.goals[lot] = Goal(move.units, move.start, hex, gain, move.price, attack.target)
                self.posture.put(move.units, hex)
                rest = {u for other in self.lots[lot] for u in other.units} - set(move.units)
                if rest:
                    self.posture.put(sorted(rest), move.start)

    def offer(self, target: Hex) -> Assault | None:
        """The best attack on a hex with units that are still free."""
        own = self.f.own
        slots = [n for n in self.f.grid.neighbours[target] if n in self.comers]
        units: list[tuple[int, Hex]] = [(u, own[u].hex) for u in self.fixed.get(target, ()) if u not in self.busy]
        best = self._weigh(target, units, None) if units else None
        coming = {id(move): (lot, move) for n in slots for lot, move in self.comers[n] if lot not in self.goals}
        strength = self.posture.sums
        sent: list[tuple[int, Move, Hex]] = []
        room: dict[Hex, list[int]] = {n: list(self.posture.at.get(n, ())) for n in slots}
        used: set[int] = set()
        self.sent[target] = []
        for lot, move in sorted(coming.values(), key=lambda c: (-strength(c[1].units)[0], c[1].units)):
            if lot in used or len(units) >= MOST:
                continue
            hex = self._slot(move, target, slots, room, units)
            if hex >= 0:
                used.add(lot)
                room[hex].extend(move.units)
                units = [*units, *((u, hex) for u in move.units)]
                sent = [*sent, (lot, move, hex)]
                better = self._weigh(target, units, best)
                if better is not best:
                    best, self.sent[target] = better, sent
        return best

    def _slot(self, move: Move, target: Hex, slots: Sequence[Hex], room: dict[Hex, list[int]], units: Attackers) -> Hex:
        """From which hex a group had best join: where it shuts a way out, keeps dry, and stands well."""
        grid, d, threat = self.f.grid, self.f.doctrine, self.posture.threat
        held = collect(hex for _, hex in units)
        shut = held | grid.dilate(held)
        ways = grid.around[target] & self.f.ground.open & ~shut
        best, choice = NEVER, -1
        for n in slots:
            if n not in move.ends or (room[n] and not self.brief.fits(self.s, [*room[n], *move.units], n)):
                continue
            opened = (ways & (grid.around[n] | 1 << n)).bit_count()
            score = d.shut * opened - self.brief.slope(n, target) - 0.02 * threat[n]
            if score > best:
                best, choice = score, n
        return choice

    def _weigh(self, target: Hex, units: Attackers, best: Assault | None) -> Assault | None:
        least = best.gain if best is not None else -0.5
        friends = self.posture.strong | collect(hex for _, hex in units)
        gain = self.judge.gain(target, units, friends)
        if gain > least:
            gain -= self.f.doctrine.care * self._danger(units)
        return Assault(target, units, gain) if gain > least + 1e-9 else best

    def _danger(self, units: Attackers) -> float:
        """What the attackers would be exposed to where they stand."""
        posture, stacks = self.posture, dict[Hex, list[int]]()
        for unit, hex in units:
            stacks.setdefault(hex, []).append(unit)
        total = 0.0
        for hex, stack in stacks.items():
            _, mass, value = posture.sums(stack)
            total += value * posture.harm(hex, posture.threat[hex] * self.f.doctrine.share, mass)
        return total

    # -- everyone else ------------------------------------------------------------------------------

    def _settle(self, twice: bool) -> float:
        """Let each group in turn take the place where it stands best beside the others.

        Once round over all that it can reach; then, with the enemy's answer in view, again over the best of that.
        """
        posture, gained = self.posture, 0.0
        free = [lot for lot in range(len(self.lots)) if lot not in self.goals]
        whole = {lot: _union(self.lots[lot]) for lot in free}
        order = sorted(free, key=lambda lot: (-posture.sums(whole[lot])[2], whole[lot]))
        for lot in order:
            posture.put(whole[lot], self.lots[lot][0].start)
        short: dict[int, list[Move]] = {}
        for lot in order:
            ranked = self._ranked(lot, self.lots[lot])
            short[lot] = self._shortened(lot, ranked)
            gained += self._take(lot, ranked)
        if twice:
            posture.reconnoitre()
            for lot in order:
                self._withdraw(lot)
                gained += self._take(lot, self._ranked(lot, short[lot]))
        return gained

    def _ranked(self, lot: int, moves: Sequence[Move]) -> list[tuple[float, Hex, Move]]:
        """What each move of a lot, which is where it started, would bring over staying; the best first."""
        posture, found = self.posture, list[tuple[float, Hex, Move]]()
        for move in moves:
            posture.lift(move.units, move.start)
            here = max(posture.stand(move.units, move.start), -1.0)
            for hex in move.ends:
                if hex != move.start:
                    gain = posture.stand(move.units, hex) - here
                    if gain > NEVER / 2:
                        found.append((gain * move.chance - move.price, hex, move))
            posture.put(move.units, move.start)
        found.sort(key=lambda row: (-row[0], row[1]))
        return found

    def _shortened(self, lot: int, ranked: list[tuple[float, Hex, Move]]) -> list[Move]:
        """The same moves with the best places and all prizes alone."""
        prizes, kept = self.f.facts.prizes, dict[int, tuple[Move, list[Hex]]]()
        for n, (_, hex, move) in enumerate(ranked):
            if n < SHORTLIST or hex in prizes:
                kept.setdefault(id(move), (move, []))[1].append(hex)
        return [move._replace(ends=ends) for move, ends in kept.values()]

    def _take(self, lot: int, ranked: list[tuple[float, Hex, Move]]) -> float:
        if not ranked or ranked[0][0] <= 1e-6:
            self.goals.pop(lot, None)
            return 0.0
        gain, hex, move = ranked[0]
        self.posture.lift(move.units, move.start)
        self.posture.put(move.units, hex)
        self.goals[lot] = Goal(move.units, move.start, hex, gain, move.price)
        return gain

    def _withdraw(self, lot: int) -> None:
        """Take a lot back to where it started."""
        goal = self.goals.pop(lot, None)
        if goal is not None:
            self.posture.lift(goal.units, goal.hex)
            self.posture.put(goal.units, goal.start)

    # -- doors --------------------------------------------------------------------------------------

    def _shut_doors(self) -> None:
        """See to it that the enemy cannot walk into a prize that ends the game: send whoever is missed least."""
        for door in self.posture.open_doors():
            best: tuple[float, int, Move] | None = None
            for lot, moves in enumerate(self.lots):
                for move in moves:
                    if (door in move.ends or door == move.start) and self.posture.sums(move.units)[1]:
                        cost = self.goals[lot].gain if lot in self.goals else 0.0
                        if best is None or (-cost, -lot) > (best[0], -best[1]):
                            best = -cost, lot, move
            if best is not None:
                _, lot, move = best
                self._withdraw(lot)
                if move.start == door:
                    continue
                self.posture.lift(move.units, move.start)
                self.posture.put(move.units, door)
                self.goals[lot] = Goal(move.units, move.start, door, self.f.prize(door), move.price)


def _union(moves: Sequence[Move]) -> Group:
    return tuple(sorted({unit for move in moves for unit in move.units}))
