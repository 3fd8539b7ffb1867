"""16.0 Reinforcements come at the start of the owner's first Movement Phase, after strengthening [5.1d]."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect, members
from vistula.kernel import (
    AGAIN,
    DONE,
    Bar,
    Call,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    barred,
    choose,
    goto,
    never,
    only,
    procedure,
    step,
    tell,
)

from ..model import LITHUANIA, POLAND, POLISH, SOUTHWEST, SOVIET, TRAIN, UKRAINE, WEST
from ..state import BRIGADES, REMOVED, State, box_turn, remove, units_under
from .bars import foes, held, named
from .boost import invited_to
from .concentration import ARRIVING, depart, no_berth, not_in_secret
from .control import come
from .fronts import off_limits
from .groups import Screening
from .movement import Move
from .patrols import ON_ARRIVAL, meet
from .queries import in_play, opened, within
from .rail import no_ticket, reachable, tickets
from .reserves import EitherFront, Reserves, undecided
from .seats import asked, front_of, side_of, troops
from .stacking import full, no_room
from .steps import report, strengthen
from .supply import in_supply
from .theaters import used
from .volunteers import Muster, forms
from .ways import allowance

ARRIVAL_DISTANCE = 3
"""[16.0d] Hexes between an arriving ally and the nearest enemy."""


# -- 5.1d before anybody moves ----------------------------------------------------------------------------------------


def complete_strengthening(s: State, side: int) -> None:
    """[17.3b, 17.3c, 5.1d] Units with a Replacement marker regain a step, if they are still In Supply."""
    for unit in members(s.marked & s.m.army[side]):
        if in_supply(s, unit):
            strengthen(s, unit, "17.3b")
        else:
            report(s, unit, "17.3c", "marker_lost")
    s.marked &= ~s.m.army[side]


# -- who comes where --------------------------------------------------------------------------------------------------


def due(s: State, command: int) -> list[int]:
    """[16.0a] Units that come in this turn, and those that found no place before (N-73)."""
    army = troops(s, command)
    return [u for u in s.m.units_of[side_of(command)] if army >> u & 1 and 0 < box_turn(s.place[u]) <= s.round]


def by_hand(s: State, unit: int) -> int:
    """[16.0c, 16.0d, 16.0e, 16.0i, 19.2c, 19.6b, 20.1.1a, 21.1b, 21.4f] Hexes where a unit is put down and then may
    move; for a rebuilt Ukrainian division a Polish town of its Theater away from the enemy [17.1.4b]."""
    m, front = s.m, front_of(s, unit)
    if s.invited >> unit & 1:
        return invited_to(s, unit)  # [23.3.1.2, 23.3.2.5]
    if inside := under(s, unit):
        return meet(*(by_hand(s, each) for each in inside))
    if front == LITHUANIA:
        return 1 << m.kowno
    if _on_stars(s, unit):
        return m.stars
    if front >= 0:
        return m.entry_towns[front] & s.held[1] if m.kind[unit] == TRAIN else 0  # (N-85)
    safe = ~within(s, s.occupied[1], ARRIVAL_DISTANCE - 1)
    if m.cossacks >> unit & 1:
        return in_play(s) & safe & ~barred(off_limits(s, unit))  # (N-87)
    if m.ukrainians >> unit & 1:
        towns = m.urban & s.held[POLAND] & m.theater[UKRAINE]
        return towns if unit == m.h else towns & safe
    if not used(s, POLISH):
        return 0
    if m.reserves_polish >> unit & 1:
        return m.urban & s.held[POLAND] & m.theater[POLISH]
    lwow = m.volunteer_brigades >> unit & 1 and forms(s) and not s.lwow_brigade  # [19.1.1c]
    return (1 << m.warszawa | lwow << m.lwow) & s.held[POLAND]


def _on_stars(s: State, unit: int) -> bool:
    """[16.0i, 20.1.1a] Konarmiya comes on its star hexes, until it belongs to the Western Front (N-72)."""
    return bool(s.m.konarmiya & collect(opened(s, [unit]))) and not s.konarmiya_west


def railheads(s: State, unit: int) -> int:
    """[16.0g, 9.2d] Urban hexes to which a unit comes by free rail: Soviets through an edge town of their Front, Poles
    where Warszawa is out of play by a line from there, not near the enemy."""
    m, front = s.m, front_of(s, unit)
    if s.invited >> unit & 1:
        return 0
    if inside := under(s, unit):
        return 0 if any(no_ticket(s, unit)) else meet(*(railheads(s, each) for each in inside))
    if front in (WEST, SOUTHWEST) and not _on_stars(s, unit) and m.kind[unit] != TRAIN:
        near = m.grid.dilate(s.occupied[POLAND])
        found = towns = m.entry_towns[front] & s.held[1] & ~s.occupied[POLAND]
        for town in members(towns & ~near):  # [9.1b] others are passed by nobody
            found |= reachable(s, unit, town)
        return found & ~(near & ~s.occupied[1]) & s.held[1]
    if front < 0 and not used(s, POLISH) and not (m.cossacks | m.ukrainians) >> unit & 1:
        safe = ~within(s, s.occupied[1], ARRIVAL_DISTANCE - 1)
        return reachable(s, unit, m.warszawa) & s.held[POLAND] & safe & in_play(s)
    return 0


def edge_hexes(s: State, unit: int) -> int:
    """[16.0f] Hexes of the eastern edge where a Soviet unit enters for 1 MP."""
    front = front_of(s, unit)
    if inside := under(s, unit):
        return meet(*(edge_hexes(s, each) for each in inside))
    if front not in (WEST, SOUTHWEST) or _on_stars(s, unit) or s.invited >> unit & 1:
        return 0
    return 0 if s.m.kind[unit] == TRAIN else s.m.entry[front]


def under(s: State, piece: int) -> list[int]:
    """The units that come in under a marker [23.1.1c]; none for a unit, or a dummy, which comes as a unit does."""
    return units_under(s, piece) if piece >= s.m.count else []


def misplaced(s: State, unit: int, hexes: int, rule: str, words: str) -> Iterator[Bar]:
    """Hexes where a unit cannot come in."""
    yield only(rule, hexes, lambda hex: f"{s.m.full_name[unit]} {words}")
    yield held(s, s.m.side[unit])
    room = no_room(s, unit)
    yield Bar(room.rule, room.holds & ~_crowded_capital(s, unit), room.words)


def can_come(s: State, unit: int) -> bool:
    """Whether a unit that is due finds any hex (N-73)."""
    side = s.m.side[unit]
    hexes = by_hand(s, unit) | railheads(s, unit) | edge_hexes(s, unit)
    return bool(hexes & ~s.occupied[1 - side] & ~(full(s, unit) & ~_crowded_capital(s, unit)))


def _crowded_capital(s: State, unit: int) -> int:
    """[6.2a, 16.0c] Warszawa, which takes Polish arrivals whoever is there."""
    return 1 << s.m.warszawa if s.m.side[unit] == POLAND and not s.m.reserves_polish >> unit & 1 else 0


@procedure
class Arrivals(Frame):
    """[16.0a] One player places all units that are due and find a place."""

    command: int
    unit: int = -1

    @choose("16.0a", who=asked, prompt="Which unit arrives first?")
    def pick(self, s: State) -> Choice:
        waiting = [u for u in due(s, self.command) if can_come(s, u)]
        if not waiting:
            return DONE
        late = only("16.0a", waiting, named(s, "does not arrive now"))
        units = Offer("unit", "piece", [*foes(s, self.command, "16.0a"), late], "Bring in this unit")
        return [units, never("space", [Bar("16.0a", True, "choose the unit that arrives first")])]

    pick.to("unit", into="unit")

    @choose("16.0a", "16.0c", "16.0f", "16.0g", who=asked, prompt="Where does {unit:piece} arrive?", always=True)
    def where(self, s: State) -> Choice:
        unit = self.unit
        hand, heads, edge = by_hand(s, unit), railheads(s, unit), edge_hexes(s, unit)
        return [
            Offer("place", "space", misplaced(s, unit, hand, "16.0a", "is not placed there"), "Place it here"),
            Offer("enter", "space", misplaced(s, unit, edge, "16.0f", "does not enter there"), "Enter here for 1 MP"),
            Offer("rail", "space", misplaced(s, unit, heads, "16.0g", "has no railroad there"), "Arrive here by rail"),
            Offer("conceal", "space", self._in_sight(s, heads), "Bring it there in secret", when=bool(heads)),
            Option("back", label="Choose another unit", free=True),
        ]

    def _in_sight(self, s: State, heads: int) -> Iterator[Bar]:
        """[9.3d] Only Soviet reinforcements come in secret."""
        yield Bar("9.3d", s.side == POLAND, "only Soviet reinforcements arrive in secret")
        yield from not_in_secret(s, self.unit, heads & ~no_berth(s, self.unit), ARRIVING * tickets(s, self.unit))

    @where.on("conceal")
    def _(self, s: State, hex: int) -> Next:
        heads = railheads(s, self.unit) & ~no_berth(s, self.unit)
        spies = depart(s, self.unit, hex, heads, ARRIVING * tickets(s, self.unit))
        return Call(spies, goto("pick")) if spies else goto("pick")

    @where.on("back")
    def _(self, s: State, _: int) -> Next:
        self.unit = -1
        return goto("pick")

    @where.on("place")
    def _(self, s: State, hex: int) -> Next:
        arrive(s, self.unit, hex, "16.0a")
        if s.m.kind[self.unit] == TRAIN:
            s.moved |= 1 << self.unit  # (N-85)
        if hex == s.m.lwow and s.m.volunteer_brigades & collect(opened(s, [self.unit])):
            s.lwow_brigade = True  # [19.1.1c]
        if _on_stars(s, self.unit):
            s.entered |= 1 << self.unit  # [20.1.1b]
        return goto("pick")

    @where.on("rail")
    def _(self, s: State, hex: int) -> Next:
        arrive(s, self.unit, hex, "16.0g")
        s.moved |= 1 << self.unit  # [5.1e]
        return goto("pick")

    @where.on("enter")
    def _(self, s: State, hex: int) -> Next:
        arrive(s, self.unit, hex, "16.0f")
        points = allowance(s, self.unit) - 1
        move = Move(command=self.command, unit=self.unit, origin=hex, left=points, fresh=False, entered=True)
        return Call(move, goto("pick"))


def arrive(s: State, unit: int, hex: int, rule: str) -> None:
    """[16.0a, 16.0h] A unit comes onto the map; its other form waits with the Divisional Brigades."""
    tell(s, rule, "arrives", unit=unit, hex=hex)
    s.invited &= ~(1 << unit)
    come(s, unit, hex)
    for each in opened(s, [unit]):
        for brigade in s.m.pairs.get(each, ()):
            if s.place[brigade] < 0:
                s.place[brigade] = BRIGADES
        if each == s.m.p21 and s.place[s.m.p21b] != REMOVED:
            remove(s, s.m.p21b, REMOVED)


@procedure
class FirstMovement(Frame):
    """[5.1d] The duties of the Phasing player's first Movement Phase: strengthening, then reinforcements."""

    commands: list[int]

    @step("5.1d", "17.3b")
    def strengthening(self, s: State) -> Next:
        if s.arrived:
            return DONE
        s.arrived = True
        complete_strengthening(s, s.side)
        return None

    @step("20.2.1a", "20.2.2a")
    def reserves(self, s: State) -> Next:
        return Reserves() if s.side == SOVIET else None

    @step("20.2.2c")
    def fronts(self, s: State) -> Next:
        found = undecided(s) if s.side == SOVIET else []
        return EitherFront(unit=found[0]) if found else None

    @step("19.1.1a", "19.1.1b")
    def volunteers(self, s: State) -> Next:
        return Muster() if s.side == POLAND and forms(s) else None

    @step("23.1.1c", "23.1.1f", "23.1.2c")
    def concealing(self, s: State) -> Next:
        return Screening(commands=self.commands[:], occasion=ON_ARRIVAL) if s.concealment else None

    @step("5.1d", "16.0a")
    def placing(self, s: State) -> Next:
        return Call(Arrivals(command=self.commands.pop(0)), AGAIN) if self.commands else DONE
