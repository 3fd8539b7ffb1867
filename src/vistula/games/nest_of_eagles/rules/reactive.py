"""8.0 Reactive Movement: who may activate it, and whose units are eligible."""

from __future__ import annotations

from collections.abc import Iterable

from vistula.board.hexes import collect, members
from vistula.kernel import (
    DONE,
    Bar,
    Call,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    SeatId,
    choose,
    goto,
    procedure,
    step,
    tell,
)
from vistula.parts.pieces import stacks

from ..cards.events import phase_begins
from ..model import CAVALRY, Model
from ..state import REACTIVE_3, State, on_map, sp, units_at
from .aircraft import Flight, can_fly
from .boost import MoraleBoost
from .concentration import appear
from .ground import friction_ground
from .groups import GROUP_RS
from .movement import Marches, begin_movement, end_movement
from .patrols import PATROL_RS
from .queries import elite, plays
from .reinforcements import FirstMovement
from .seats import commands, first_command, seat_of

ELITE_RS = 2


def marker_strength(m: Model, marker: int) -> int:
    """[23.1.1b, 23.1.2b] What a Patrol or a Group counts for, whatever is under it (N-96)."""
    return GROUP_RS if m.all_groups >> marker & 1 else PATROL_RS


# -- 8.2 eligibility --------------------------------------------------------------------------------------------------


def reactive_strength(s: State, side: int, hex: int) -> int:
    """[8.2d, 3.4.2e] Reactive Strength of a stack, in halves: SP, half as much again for cavalry, 2 for each elite
    unit, 1 for each support unit (N-10)."""
    return _strength(s, units_at(s, side, hex))


def _strength(s: State, units: Iterable[int]) -> int:
    m, total = s.m, 0
    for unit in units:
        if unit >= m.count:
            total += 2 * marker_strength(m, unit)
            continue
        strength = 1 if m.support >> unit & 1 else sp(s, unit)
        total += 2 * strength + (strength if m.kind[unit] == CAVALRY else 0) + 2 * ELITE_RS * (elite(s) >> unit & 1)
    return total


def facing(s: State, side: int, hex: int) -> list[int]:
    """[8.2b] Hexes with enemies next to a hex, those across a large river without a bridge left out (N-8, N-9)."""
    m, rivers = s.m, friction_ground(s.m).polish.rivers
    steps = m.grid.steps(hex)
    return [
        near
        for direction in range(6)
        if m.around[hex] >> (near := hex + steps[direction]) & 1
        and s.occupied[1 - side] >> near & 1
        and not rivers[direction] >> hex & 1
    ]


def eligible(s: State, side: int) -> int:
    """[8.2a, 8.2c, 8.2e, 8.2f, 8.2g] The units of a side that may use Reactive Movement now."""
    here, there = stacks(s.place, on_map(s, side)), stacks(s.place, on_map(s, 1 - side))
    hexes = [hex for hex in members(s.occupied[side]) if hex in here]  # where a rebel stands alone, nobody can react
    foes = {hex: facing(s, side, hex) for hex in hexes}
    own = {hex: _strength(s, here.get(hex, ())) for hex in hexes}  # a rebel alone holds a hex and is nobody's unit
    helpers: dict[int, int] = {}  # by enemy hex: the strength of all stacks that face it alone
    for hex in hexes:
        if len(foes[hex]) == 1:
            helpers[foes[hex][0]] = helpers.get(foes[hex][0], 0) + own[hex]
    found = 0
    for hex in hexes:
        against = sum(_strength(s, there.get(foe, ())) for foe in foes[hex])
        strength = helpers[foes[hex][0]] if len(foes[hex]) == 1 else own[hex]
        if strength > against:
            found |= collect(here.get(hex, ()))
    return found


# -- 8.1 activation ---------------------------------------------------------------------------------------------------


def asked_to_react(frame: ReactivePhase, s: State) -> SeatId:
    return seat_of(s, first_command(s, frame.side))


@procedure
class ReactivePhase(Frame):
    """[5.0c, 5.1b, 5.1c, 8.1c] The Phasing player is asked, then, but for the third such phase, the other."""

    side: int
    commands: list[int] = []
    boosted: bool = False  # morale has been boosted in this phase [23.3b]

    @step("23.3c")
    def events(self, s: State) -> Next:
        return phase_begins(s)

    @step("3.4.7a")
    def flight(self, s: State) -> Next:
        return Flight() if can_fly(s) else None

    @choose("8.1a", "8.1b", "5.1b", who=asked_to_react, prompt="Use your Reactive Movement now?", always=True)
    def activate(self, s: State) -> Choice:
        if not plays(s, "8"):
            return DONE
        used = Bar("8.1b", bool(s.reacted[self.side]), "Reactive Movement has been used; its marker lies on the track")
        button = Offer("react", "button", [used], "Reactive Movement")
        if not button or s.asked_off[self.side]:
            return goto("declined")
        given: list[Offer | Option] = [button, Option("pass", label="Not now", publish=True)]
        return given if s.phase == REACTIVE_3 else [*given, Option("off", label="Not in this turn", publish=True)]

    @activate.on("react")
    def _(self, s: State, _: int) -> Next:
        s.reacted[self.side] = 1
        tell(s, "8.1b", "reacts", side=self.side)
        return goto("boost")

    activate.to("pass")

    @activate.on("off")
    def _(self, s: State, _: int) -> Next:
        s.asked_off[self.side] = 1
        return goto("declined")

    @step("5.1b", "5.1c")
    def declined(self, s: State) -> Next:
        if self.side != s.side or s.phase == REACTIVE_3:
            return DONE
        self.side = 1 - s.side
        return goto("activate")

    @step("23.3a", "23.3b")
    def boost(self, s: State) -> Next:
        """Before anybody moves, and, if not used then, after all have moved [late_boost]."""
        return Call(MoraleBoost(command=first_command(s, self.side)), into="boosted") if s.has_events else None

    @step("5.1d", "9.4a")
    def arrivals(self, s: State) -> Next:
        s.active, s.moved = self.side, 0
        appear(s, self.side)  # [9.4a] (N-6)
        return FirstMovement(commands=commands(s, self.side)) if self.side == s.side else None

    @step("8.2c")
    def freeze(self, s: State) -> None:
        moved = s.moved
        begin_movement(s, self.side)
        s.moved, s.eligible = moved, eligible(s, self.side)
        self.commands = commands(s, self.side)

    @step("8.2a", "22.1c")
    def march(self, s: State) -> Next:
        return Call(Marches(command=self.commands.pop(0)), goto("march")) if self.commands else None

    @step("23.3a", "23.3b")
    def late_boost(self, s: State) -> Next:
        return MoraleBoost(command=first_command(s, self.side)) if s.has_events and not self.boosted else None

    @step("9.2a")
    def over(self, s: State) -> Next:
        end_movement(s, self.side)
        return DONE
