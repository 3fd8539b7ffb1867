"""11.10 Retreat, and 10.4.2 Rout: where a beaten unit may go, and who sends it there.

A retreat is measured from an origin: the attacked hex after combat, the hex of the enemy that came
adjacent in a rout (W-7). Every hex must lie one further from it (W-8). The plan is made backwards
over the rings of hexes around the origin, so that only hexes are offered from which the whole
retreat can be completed (W-9).
"""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect
from vistula.kernel import AGAIN, DONE, RESTART, Call, Choice, Frame, Next, choose, goto, procedure, step, tell
from vistula.kernel.bars import Bar, Offer, first, left, only
from vistula.kernel.views import Refusal

from ..model import POLAND, RUSSIA
from ..state import State, disrupt, eliminate, enter, reorganize
from .bars import closed, crowded, far, foes, held, named, off_map
from .queries import full_for, undisrupted, zoc
from .seats import owner, phasing


def open_hexes(s: State, side: int, held: int) -> int:
    """[7.2a, 11.10c] Hexes a retreat may enter: on the map, not `held`, in no enemy zone even with a friend there."""
    return s.m.enterable[side] & ~s.m.east_prussia & ~held & ~zoc(s, 1 - side)


def open_now(s: State, side: int) -> int:
    """[11.10c] Hexes open to the next step: no enemy unit is there."""
    return open_hexes(s, side, s.occupied[1 - side])


def open_later(s: State, side: int) -> int:
    """[11.10c, 10.4.2a] Hexes open to all steps after the next: enemies who are all disrupted have been routed (W-48).

    The step before has come next to them, and a rout takes them two hexes away from there, or off the map.
    """
    return open_hexes(s, side, undisrupted(s, 1 - side))


def retreat_hexes(s: State, unit: int, origin: int, left: int) -> int:
    """[11.10d] The hexes a retreating unit may be sent to next: inland or, for Russians without such a way, abroad."""
    found = inland_hexes(s, unit, origin, left)
    return prussian_exit(s, unit, origin) if not found and s.m.side[unit] == RUSSIA else found


def inland_hexes(s: State, unit: int, origin: int, left: int) -> int:
    """[11.10e] The next hexes of routes of full length to a hex with room; where there are none, of routes
    that go on from a full hex, as few hexes as needed, until there is room."""
    side = s.m.side[unit]
    return _first_hexes(s, unit, origin, left, open_now(s, side), open_later(s, side))


def _first_hexes(s: State, unit: int, origin: int, left: int, first: int, later: int) -> int:
    """Hexes next to a unit from which the first ring from the full length on is reached where a hex has room."""
    dilate, hex = s.m.grid.dilate, s.place[unit]
    rings, near = s.m.grid.rings(origin), s.m.grid.distance(origin, hex)
    room, end = ~full_for(s, unit), near + max(left, 1)
    edge, last = 1 << hex, near
    while edge and not (last >= end and edge & room):
        last += 1
        edge = dilate(edge) & rings[last] & (later if last > near + 1 else first) if last < len(rings) else 0
    good = edge & room
    for distance in range(last - 1, near, -1):
        good = dilate(good) & rings[distance] & later
    return s.m.around[hex] & good & first


def prussian_exit(s: State, unit: int, origin: int) -> int:
    """[11.10d] The first hexes of a retreat that ends in East Prussia."""
    grid, hex = s.m.grid, s.place[unit]
    border, later, good = _border(s), open_later(s, RUSSIA), 0
    for ring in reversed(grid.rings(origin)[grid.distance(origin, hex) + 1 :]):
        good = ring & (border | later & grid.dilate(good))
    return s.m.around[hex] & good & (border | open_now(s, RUSSIA))


def _border(s: State) -> int:
    """[11.10d, 7.0a] East Prussian hexes outside the zones of the Poles, which reach into it."""
    return s.m.east_prussia & ~zoc(s, POLAND)


def no_way_out(s: State, unit: int, origin: int, length: int) -> Iterator[Bar]:
    """[11.10a, 11.10b, 11.10c] Hexes that a retreating unit cannot be sent to next."""
    m, here, side = s.m, s.place[unit], s.m.side[unit]
    yield closed(m, side)
    yield far(s, "11.10a", here)
    yield held(s, side, "11.10c")
    yield from _no_shelter(s, "11.10b", "11.10c", side, here, origin)
    plan = retreat_hexes(s, unit, origin, length)
    yield only("11.10f", plan, lambda hex: _leads_nowhere(s, unit, hex, length))


def _no_shelter(s: State, away: str, zones: str, side: int, here: int, origin: int) -> Iterator[Bar]:
    """[7.2a, 11.10b, 11.10c] Hexes that do not lead away from the origin, and those in enemy zones, where a friend does
    not help."""
    m = s.m
    near = m.grid.distance(origin, here)
    on = m.grid.rings(origin)[near + 1] if near + 1 < len(m.grid.rings(origin)) else 0
    start = m.hex_name(origin)
    yield only(
        away,
        on,
        lambda hex: f"{m.hex_name(hex)} is {m.grid.distance(origin, hex)} from {start}, it must go on to {near + 1}",
    )
    shelter = "is in an enemy zone of control, and a friendly unit there does not help"
    yield Bar(zones, zoc(s, 1 - side), lambda hex: f"{m.hex_name(hex)} {shelter}")


def _leads_nowhere(s: State, unit: int, hex: int, length: int) -> Refusal:
    """[11.10d, 11.10e, 11.10f] What keeps a retreat from a hex that is open."""
    if s.m.east_prussia >> hex & 1:
        return Refusal("11.10d", "there is another legal retreat, so East Prussia is closed")
    if length <= 1:
        return _full(s, unit, hex)
    more = f"{length - 1} more hex" + ("es" if length > 2 else "")
    return Refusal("11.10f", f"from {s.m.hex_name(hex)} no way leads on for {more}, and there is a way that does")


def _full(s: State, unit: int, hex: int) -> Refusal:
    """[11.10e] A full hex is passed over for another."""
    refusal = first([crowded(s, unit)], hex)
    why = refusal.why if refusal else f"{s.m.hex_name(hex)} leads on to no hex with room"
    return Refusal("11.10e", f"{why}, and there is another hex")


@procedure
class Retreats(Frame):
    """[11.10a] Several units retreat, one after another, as the attacker decides (W-10)."""

    units: list[int]
    origin: int
    distance: int

    @choose("11.10a", who=phasing, prompt="Which unit retreats next?")
    def next_unit(self, s: State) -> Choice:
        safe = only("11.10a", collect(self.units), named(s, "has no retreat to make now"))
        return [Offer("unit", "piece", [safe], "Retreat this unit")] if self.units else DONE

    @next_unit.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self.units.remove(unit)
        return Call(Retreat(unit=unit, origin=self.origin, left=self.distance), AGAIN)


@procedure
class Retreat(Frame):
    """11.10 One unit retreats hex by hex, artillery like any other [11.7c]."""

    unit: int
    origin: int
    left: int

    @choose("11.10a", "11.10b", "11.10c", "11.10e", who=phasing, prompt="Retreat {unit:piece} to which hex?")
    def way(self, s: State) -> Choice:
        if self.left <= 0 and not full_for(s, self.unit) >> s.place[self.unit] & 1:
            return DONE
        hexes = Offer("hex", "space", no_way_out(s, self.unit, self.origin, self.left), "Retreat here")
        return [hexes] if hexes else goto("cut_off")

    @way.on("hex")
    def _(self, s: State, hex: int) -> Next:
        tell(s, "11.10a", "retreats", unit=self.unit, hex=s.place[self.unit], to_hex=hex)
        disrupt(s, self.unit)  # [11.10g]
        enter(s, self.unit, hex, "11.10a")
        self.left -= 1
        if s.place[self.unit] < 0:
            return DONE
        return then_routs(s, s.m.side[self.unit], [hex], AGAIN)

    @step("11.10f")
    def cut_off(self, s: State) -> Next:
        eliminate(s, self.unit, "11.10f")
        return DONE


# -- 10.4.2 rout ----------------------------------------------------------------------------------------


def standing_firm(s: State, side: int, near: list[int]) -> Iterator[Bar]:
    """[10.4.2a, 10.4.2e] Units of a side that do not rout though enemies have come to these hexes."""
    around, place = s.m.grid.dilate(collect(near)), s.place
    yield foes(s, side, "10.4.2a")
    yield off_map(s, side)
    yield only("10.4.2e", s.disrupted, named(s, "is not disrupted: only disrupted units rout"))
    yield Bar(
        "10.4.2a", lambda unit: not around >> place[unit] & 1, lambda u: f"no enemy has come next to {s.m.full_name[u]}"
    )


def to_rout(s: State, side: int, near: list[int]) -> list[int]:
    """[10.4.2a] The disrupted units of a side next to any of these hexes."""
    return left(standing_firm(s, side, near))


def then_routs(s: State, mover: int, hexes: list[int], then: object = None) -> Next:
    """[10.4.2a] Units of side `mover` have come to these hexes: disrupted enemies next to them rout, then go on."""
    if s.disrupted and to_rout(s, 1 - mover, hexes):
        return Call(Routs(side=1 - mover, near=hexes[:]), then)  # type: ignore[arg-type]
    return then  # type: ignore[return-value]


@procedure
class Routs(Frame):
    """10.4.2 Disrupted units that an enemy has come adjacent to rout one hex, in the order and where their owner says.

    A routing unit sets off no rout of its own (W-48). Who routs is in the state, where it can be hidden.
    """

    side: int
    near: list[int]
    origin: int = -1

    @choose("10.4.2a", "10.4.2d", "10.4.2e", who=owner, prompt="Which of your disrupted units routs next?")
    def next_unit(self, s: State) -> Choice:
        units = Offer("unit", "piece", standing_firm(s, self.side, self.near), "Rout this unit")
        return [units] if units else DONE

    @next_unit.on("unit")
    def _(self, s: State, unit: int) -> None:
        around = s.m.around[s.place[unit]]
        self.origin = next(hex for hex in self.near if around >> hex & 1)
        s.routing = unit

    @choose("10.4.2b", "10.4.2f", who=owner, prompt="Your disrupted unit must rout: to which hex?")
    def where(self, s: State) -> Choice:
        unit, origin = s.routing, self.origin
        inland = rout_hexes(s, unit, origin)
        plan = inland or prussian_rout(s, unit, origin)
        if not plan:
            return goto("cornered")
        label = "Rout here" if inland else "Cross into East Prussia"
        cornered = Bar("10.4.2c", bool(inland), "it is reorganized only where it cannot rout")
        reorganize = Offer("reorganize", "button", [cornered], "Reorganize it")
        return [Offer("hex", "space", no_rout(s, unit, origin, plan), label), reorganize]

    @where.on("hex")
    def _(self, s: State, hex: int) -> Next:
        tell(s, "10.4.2a", "routs", unit=s.routing, hex=s.place[s.routing], to_hex=hex)
        enter(s, s.routing, hex, "10.4.2a")
        if full_for(s, s.routing) >> hex & 1:
            return AGAIN  # [11.10e] one hex further
        s.routing = -1
        return RESTART

    where.to("reorganize")

    @step("10.4.2c")
    def cornered(self, s: State) -> Next:
        reorganize(s, s.routing, "10.4.2c")
        s.routing = -1
        return RESTART


def no_rout(s: State, unit: int, origin: int, plan: int) -> Iterator[Bar]:
    """[10.4.2a, 10.4.2f] Hexes that a routing unit cannot be sent to."""
    here, side = s.place[unit], s.m.side[unit]
    yield closed(s.m, side)
    yield far(s, "10.4.2a", here)
    yield held(s, side)
    away, zone = _no_shelter(s, "10.4.2a", "10.4.2f", side, here, origin)
    yield zone
    yield away
    yield only("11.10e", plan, lambda hex: _leads_nowhere(s, unit, hex, 1))


def rout_hexes(s: State, unit: int, origin: int) -> int:
    """[10.4.2f] Like a retreat of one hex, but it drives nobody off (W-48) and never leads to East Prussia (W-11)."""
    way = open_now(s, s.m.side[unit])
    return _first_hexes(s, unit, origin, 1, way, way)


def prussian_rout(s: State, unit: int, origin: int) -> int:
    """East Prussian hexes next door that a Russian owner may prefer to reorganization (W-11)."""
    m, hex = s.m, s.place[unit]
    if m.side[unit] != RUSSIA:
        return 0
    away = m.grid.rings(origin)[m.grid.distance(origin, hex) + 1]
    return m.around[hex] & away & _border(s)
