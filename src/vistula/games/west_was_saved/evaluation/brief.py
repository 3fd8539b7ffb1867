"""How the West was Saved for the planner that knows no title: stacks, cities, marches, odds, and what only it asks."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from vistula.board.hexes import Hex, HexSet, members
from vistula.kernel import Action, Seat
from vistula.players.kit import Attackers, Chance, Doctrine, Facts, Ground, Move, Scores, Unit, roles
from vistula.players.kit.officer import Officer
from vistula.players.kit.own import OwnBrief

from ..model import ARTILLERY, Model
from ..rules.activation import Orders, marker_cost
from ..rules.ordering import may_turn
from ..rules.orders import Order
from ..rules.outcomes import Outcome, falls
from ..rules.queries import can_share, facing_hex
from ..state import COMBAT, MOVEMENT, State, units_at
from . import choices
from .doctrine import ORDINARY
from .logistics import unit_worth
from .marches import chance_of, groups, reach
from .stacks import UNSEEN_FRONT, UNSEEN_OTHER, Stack, stack_of
from .survey import Survey
from .worth import chance_to_win

CITY, DEPOT, COMMAND = 5.0, 2.5, 2.0
"""What it means to take a green city, a depot and a command unit, in points of combat value."""
ORDER = 0.15
"""What an order must promise for each point it costs."""
UNSEEN_VALUE, UNSEEN_PACE = 3.0, 3
MORE = {Outcome.RETREAT: 0.1, Outcome.ROUT: 0.2}
"""What a retreat and a rout cost besides hits, of a stack's value."""


class Brief(OwnBrief[Survey]):
    """What the rules and the map say; the kit makes plans of it."""

    m: Model
    doctrines = (
        Doctrine(pull=0.5, most=12.0, share=0.2, exposure=0.7, attack_at=0.1, disruption=0.3, isolation=0.6),
        Doctrine(pull=1.2, reach=4.0, most=9.0, share=0.2, exposure=0.3, attack_at=0.1, disruption=0.3, isolation=0.6),
    )
    forks = frozenset({"Allocation.allocate", "CombatPhase.declare"})
    pivots: frozenset[str] = frozenset()

    def __init__(self, m: Model) -> None:
        super().__init__(m, choices.Officer())
        self.roles = ROLES

    def ground(self, s: State) -> Ground:
        return ground_of(s.m)

    def key(self, s: State) -> Any:
        return self.by_hand.key(s)

    def phase(self, seat: Seat[State]) -> Hashable:
        s = seat.s
        return self.key(s), s.ordered, s.moved, s.promised, giving_orders(seat)

    # -- facts --------------------------------------------------------------------------------------

    def facts(self, s: State, me: int) -> Facts:
        v, m = self.view(s, me), s.m
        prizes = {city: CITY * v.weight(city) for city in v.ground.cities}
        for hexes, worth in ((s.depots[v.foe], DEPOT), (s.commanded[v.foe], COMMAND)):
            for hex in members(hexes):
                prizes[hex] = prizes.get(hex, 0.0) + worth
        return Facts(
            own=[self._unit(s, u) for stack in v.mine.values() for u in stack.units],
            foes=[unit for hex, stack in v.theirs.items() for unit in self._enemies(s, hex, stack)],
            prizes=prizes,
            held=s.occupied[me],
            fed=v.supplied,
            kept=0,
            deciding=1 << v.home | 1 << v.prize,
            strikes=s.phase <= COMBAT,
            last=s.turn >= m.turns,
        )

    def _unit(self, s: State, u: int) -> Unit:
        m, weak = s.m, s.weak >> u & 1
        if m.kind[u] == ARTILLERY:
            return Unit(u, s.place[u], 1.0, 1.0, unit_worth(s, u), m.allowance[ARTILLERY])
        front, other = m.cv[u][2 * weak], m.cv[u][2 * weak + 1]
        return Unit(u, s.place[u], front, (front + other) / 2, unit_worth(s, u), m.allowance[m.kind[u]])

    def _enemies(self, s: State, hex: Hex, stack: Stack) -> list[Unit]:
        unseen = s.veiled.get(hex, 0) * ORDINARY[0].unseen
        hidden = Unit(-1, hex, unseen * UNSEEN_FRONT, unseen * UNSEEN_OTHER, unseen * UNSEEN_VALUE, UNSEEN_PACE)
        return [*(self._unit(s, u) for u in stack.units), *([hidden] if unseen else [])]

    def moves(self, s: State, me: int, seat: Seat[State]) -> list[list[Move]]:
        """[7.1f] Orders that stacks could be given: to march, as a whole or in part, or to turn."""
        if s.phase > MOVEMENT:
            return []
        v, found, frame = self.view(s, me), [], seat.frame
        extra = frame.hex if isinstance(frame, Order) else -1  # by a card
        for hex, stack in v.mine.items():
            if giving_orders(seat) and hex not in s.markers and hex != extra:
                continue
            price = ORDER * marker_cost(s, me, hex)
            lot = [
                Move(tuple(units), hex, reach(v, hex, units), chance_of(v, hex, units), price)
                for units in groups(v, hex)
            ]
            if may_turn(s, me, hex):
                lot.append(Move(stack.units, hex, (hex,), price=price))
            found.append(lot)
        return found

    def fits(self, s: State, units: Sequence[int], hex: Hex) -> bool:
        return len(units) <= s.m.stack_limit and all(can_share(s, u, hex) for u in units[-1:])

    def moved(self, s: State) -> int:
        return s.ordered | s.moving

    def in_hand(self, seat: Seat[State]) -> tuple[Sequence[int], Hex]:
        frame = seat.frame
        if not isinstance(frame, Order):
            return (), -1
        return members(seat.s.moving), frame.path[-1] if frame.path else frame.hex

    # -- attacks ------------------------------------------------------------------------------------

    def attacks(self, s: State, me: int) -> Mapping[int, tuple[Hex, tuple[int, ...]]]:
        """[9.2a] Every stack attacks the hex that it faces."""
        foes = s.occupied[1 - me]
        ahead = {hex: facing_hex(s, hex) for hex in members(s.occupied[me])}
        return {
            hex: (to, tuple(units_at(s, me, hex))) for hex, to in ahead.items() if to >= 0 and foes >> to & 1
        }  # fmt: skip

    def odds(self, s: State, me: int, target: Hex, attackers: Attackers, friends: HexSet) -> tuple[Chance, ...]:
        """[9.3] The strongest stack attacks, the others beside the target support it."""
        stacks: dict[Hex, list[int]] = {}
        for unit, hex in attackers:
            stacks.setdefault(hex, []).append(unit)
        groups = {hex: stack_of(s, units) for hex, units in stacks.items()}
        start, group = max(groups.items(), key=lambda item: (item[1].front + item[1].arms, item[0]))
        v = self.view(s, me)
        foe, margin = v.theirs[target], v.margin(group, start, target, friends)
        return results(margin, group.size, foe.size, group.steps, foe.steps)

    def slope(self, slot: Hex, target: Hex) -> float:
        return 2.0 * (self.m.river[target] >> slot & 1)

    def toll(self, attack: float, defence: float, hex: Hex) -> tuple[float, float]:
        m = self.m
        if not attack:
            return 0.0, 0.0
        if not defence:
            return 1.0, 1.0
        ground = 2 * (m.difficult >> hex & 1) + 2 * ((m.cities | m.forts) >> hex & 1)
        size = max(1, min(3, round(defence / 3)))
        return losses(round(attack - defence) - ground, size)

    # -- for captains and one look ahead ------------------------------------------------------------

    def worth(self, s: State, side: int, root: State) -> float:
        s.turn = root.turn
        return chance_to_win(s, side)


def giving_orders(seat: Seat[State]) -> bool:
    """Whether markers have been placed: nobody without one will move."""
    return isinstance(seat.frame, (Order, Orders))


@lru_cache(maxsize=4)
def ground_of(m: Model) -> Ground:
    """[7.4e] As infantry marches."""
    cost = [{n: 1 + (m.difficult >> n & 1) for n in m.next[h]} for h in range(m.grid.size)]
    return Ground(m.grid, cost, m.land & ~m.east_prussia)


@lru_cache(maxsize=65536)
def results(margin: int, attackers: int, defenders: int, steps: int, foe_steps: int) -> tuple[Chance, ...]:
    """[9.4, 9.5] What comes of a difference in values, over both dice."""
    found = []
    for ways, result, hits, back in falls(margin, attackers, defenders, steps, foe_steps):
        p, more, driven = ways / 36, MORE.get(result.outcome, 0.0), result.outcome >= Outcome.RETREAT
        if result.margin > 0:
            found.append(Chance(p, back / steps, min(1.0, hits / foe_steps + more), float(driven)))
        else:
            found.append(Chance(p, min(1.0, hits / steps + more), back / foe_steps, 0.0))
    return tuple(found)


@lru_cache(maxsize=1024)
def losses(margin: int, size: int) -> tuple[float, float]:
    """What an attack with such a difference costs a stack of so many units, and how likely it must go."""
    found = results(margin, 3, size, 6, 2 * size)
    return sum(c.p * c.theirs for c in found), sum(c.p * c.taken for c in found)


# -- what only this game asks ---------------------------------------------------------------------------------


def allocate(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """One marker for each stack that an order would bring something."""
    found = roles.pick(o, seat, offered)
    return {a: -1.0 if a.verb != "pass" and seat.s.markers.get(a.arg) else score for a, score in found.items()}


def _moving(seat: Seat[Any]) -> list[int]:
    return members(seat.s.moving)


ROLES = {
    "Allocation.allocate": allocate,
    "Orders.which": roles.pick,
    "ExtraOrder.which": roles.pick,
    "Order.plan": roles.march,
    "Facing.which": roles.by_hand,
    "CommandPhase.pick": roles.by_hand,
    "CommandMove.where": roles.by_hand,
    "CombatPhase.declare": roles.declare,
    "Further.again": roles.declare,
    "Attack.call": roles.always("alone"),
    "Attack.attackers_card": roles.always("card"),
    "Attack.defenders_card": roles.always("card"),
    "Hits.which": roles.by_hand,
    "Cull.which": roles.least,
    "Retreat.through": roles.place(_moving),
    "Retreat.to": roles.place(_moving),
    "Advance.who_goes": roles.follow(roles.named("hex")),
    "Advance.charge": roles.always("done"),
    "Exploit.where": roles.place(roles.only("unit")),
    "Arrival.where": roles.place(roles.only("unit")),
    "ReinforcementsPhase.reinforce": roles.most,
    "Avoidance.which": roles.always("pass"),
    "Inspections.which": roles.always("inspect"),
    "Disguise.dummies": roles.always("done", "ready", "pass"),
    "DepotPhase.actions": roles.by_hand,
    "RestorationPhase.restoration": roles.by_hand,
    "RedeploymentPhase.redeploy": roles.always("pass"),
    "EventsPhase.card": roles.by_hand,
}
