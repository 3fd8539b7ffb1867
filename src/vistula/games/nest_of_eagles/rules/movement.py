"""7.0 Movement: each unit once in a Movement Phase, hex by hex. Where to: `ways`; by rail: `rail`; as a reaction:
`reactive`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from vistula.board.hexes import members
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
    choose,
    goto,
    left,
    never,
    only,
    procedure,
    settle,
    step,
    tell,
)
from vistula.parts.layers import price
from vistula.parts.sides import holds

from ..model import POLAND, TRAIN
from ..state import OPERATIONAL, State
from .aircraft import FlyHome, lose_company
from .bars import foes, named, off_map
from .concentration import PRICE, depart, not_in_secret, possible
from .control import at_the_edge, come
from .duties import unfinished
from .forced_march import EXTRA, LABELS, MARCHES, NONE, WARNINGS, Exertion, calm, encouraged
from .fronts import abroad, on_the_way, trespass, watching
from .morale import support
from .patrols import fixed, part, unparted
from .priorities import PolishPriority, due
from .queries import veiled
from .rail import end_rails, no_ticket, ride, stations, tickets, unreachable
from .rebellion import met, reveal
from .reveal import Scout, eyes, show, unscouting, unshown
from .reveal import reveal as scout
from .seats import asked, side_of
from .steps import lone_remnant
from .supply import in_supply
from .ways import (
    WHEELS,
    allowance,
    ends,
    ends_here,
    first_steps,
    lines_met,
    may_not_stay,
    others_started,
    out_of_step,
    terrain,
    tiring,
    unseeing,
)

# -- 7.0 who may move -------------------------------------------------------------------------------------------------


def standing_still(s: State, command: int) -> Iterator[Bar]:
    """[7.0a, 7.0b, 5.1f, 8.2a, 19.4a] Units that cannot begin a move."""
    m = s.m
    yield from foes(s, command, "7.0c")
    yield off_map(s)
    yield Bar("19.4a", 1 << m.lwow_unit | fixed(s), named(s, "never moves"))
    yield Bar("3.4.7a", 1 << m.air, named(s, "is placed in a Reactive Movement Phase and does not move"))
    if s.phase == OPERATIONAL:
        yield Bar("7.0a", s.attacked, named(s, "attacked in this turn, so it has no Operational Movement"))
    else:
        yield only("8.2a", s.eligible, named(s, "is not stronger than the enemy next to it, so it cannot react"))
    yield Bar("20.4.1f", s.negotiating | s.rebel, named(s, "negotiates and does not move"))
    yield Bar("7.0b", s.moved, named(s, "has moved already in this phase"))
    yield hemmed_in(s, command)


def hemmed_in(s: State, command: int) -> Bar:
    """[7.0d, 7.1p] Units without a step to take or a train to ride on."""
    ways: dict[tuple[int, ...], int] = {}
    ridden, apart, away = stations(s, command), watching(s) | on_the_way(s), on_the_way(s)

    def stuck(unit: int) -> bool:
        m, hex = s.m, s.place[unit]
        like = (
            m.group[unit] if unit < m.count and not abroad(s, unit) else unit
        )  # a guest's way ends where it is deepest
        where = m.theater_of[hex], m.aspired >> hex & 1, m.lithuania >> hex & 1  # bans differ by where a unit is
        key = (like, allowance(s, unit), apart >> unit & 1, *where)
        if key not in ways:  # for all hexes at once
            ways[key] = first_steps(s, unit, key[1])
        if away >> unit & 1 and not ends(s, unit, s.place[unit], allowance(s, unit), True):
            return not ridden >> s.place[unit] & 1  # [20.1.4d]
        return not (ways[key] | ridden) >> s.place[unit] & 1 and not any(hurries(s, unit))

    return Bar("7.1p", stuck, lambda unit: f"{s.m.full_name[unit]} cannot enter any hex next to it")


def leaves(s: State, unit: int) -> bool:
    """[6.2b] Whether a unit that has not moved could end its move elsewhere, on foot or by rail."""
    if ends(s, unit, s.place[unit], allowance(s, unit), True):
        return True
    return bool(left(chain(no_ticket(s, unit), unreachable(s, unit))))


def hurries(s: State, unit: int) -> list[int]:
    """[23.2.1a, 23.2.2a] The forced marches that would take a unit somewhere."""
    here, points = s.place[unit], allowance(s, unit)
    return [how for how in encouraged(s, unit) if ends(s, unit, here, points + EXTRA[how], True, how)]


def late(s: State, movable: list[int]) -> Iterator[Bar]:
    """[2.5.1e, 19.3a, 19.8a, 20.1.1c, 20.1.4d, 21.2a, 21.2b] Units that could still leave where they may not stay, and
    those of a transferred Konarmiya that could come closer to their new Front (N-81)."""
    for unit in movable:
        why = trespass(s, unit)
        if why and ends(s, unit, s.place[unit], allowance(s, unit), True):
            yield Bar(why.rule, True, f"{s.m.full_name[unit]} must leave {s.m.hex_name(s.place[unit])}: {why.why}")
    for unit in members(on_the_way(s)):
        name = s.m.full_name[unit]
        able = unit in movable and bool(ends(s, unit, s.place[unit], allowance(s, unit), True))
        yield Bar("20.1.4d", able, f"{name} must come closer to the Polish or the Lithuanian-Belarusian Theater")


def movable(s: State, command: int) -> list[int]:
    """Units that may still move in this phase."""
    return left(standing_still(s, command))


# -- the phase --------------------------------------------------------------------------------------------------------


STOP = Option("stop", label="Stop here")
CANCEL = Option("cancel", label="Choose another unit", free=True)
NOT_YET = never("button", (Bar("7.0b", True, "this unit hasn't moved: move it, or choose another one"),), "stop")
BEGUN = never("button", (Bar("7.0b", True, "this unit is on the move: finish or undo it first"),), "cancel")


@procedure
class Marches(Frame):
    """7.0 One player's units move, each once."""

    command: int
    unit: int = -1  # has revealed enemies without moving [23.1.3b]
    empty: int = 0  # hexes where it found dummies only [23.1.3e]

    @step("3.4.7c")
    def aircraft(self, s: State) -> Next:
        return Call(FlyHome(), AGAIN) if lose_company(s) else None

    @choose("7.0a", "7.0b", "7.0c", who=asked, prompt="Choose a unit to move.", always=True)
    def pick(self, s: State) -> Choice:
        units = Offer("unit", "piece", standing_still(s, self.command), "Move this unit")
        owed = [*unfinished(s, self.command, list(units.args), lambda u: leaves(s, u)), *late(s, list(units.args))]
        end = Offer("end", "button", owed, "End movement", warn="movement_ends", publish=True)
        beside = self._concealed(s, list(units.args)) if s.concealment else []
        return [units, *beside, end, never("space", [Bar("7.0c", True, "choose the unit that is to move first")])]

    def _concealed(self, s: State, movable: list[int]) -> list[Offer]:
        """[23.1.1d, 23.1.3a, 23.1.3b] What else can be done with markers, or about those of the enemy."""
        near = s.phase != OPERATIONAL and bool(veiled(s, 1 - side_of(self.command)))
        return [
            Offer("part", "piece", unparted(s, self.command, movable), "Give it a Patrol of its own"),
            Offer("show", "piece", unshown(s, self.command), "Show what is under this marker"),
            Offer("scout", "piece", unscouting(s, self.command), "Reveal enemies next to this unit", when=near),
        ]

    @pick.on("part")
    def _(self, s: State, unit: int) -> Next:
        part(s, unit)
        return goto("aircraft")

    @pick.on("show")
    def _(self, s: State, marker: int) -> Next:
        show(s, marker)
        return goto("aircraft")

    @pick.on("scout")
    def _(self, s: State, unit: int) -> Next:
        self.unit = unit
        return Call(Scout(command=self.command, unit=unit, left=eyes(s, unit)), goto("follow"), into="empty")

    @pick.on("unit")
    def _(self, s: State, unit: int) -> Next:
        move = Move(command=self.command, unit=unit, origin=s.place[unit], left=allowance(s, unit))
        return Call(move, goto("aircraft"))

    @pick.on("end")
    def _(self, s: State, _: int) -> Next:
        return DONE

    @step("23.1.3e")
    def follow(self, s: State) -> Next:
        """Where only dummies were, who revealed them may go."""
        unit, bound = self.unit, self.empty
        self.unit, self.empty = -1, 0
        if not bound & ends(s, unit, s.place[unit], allowance(s, unit), True):
            return goto("aircraft")
        move = Move(command=self.command, unit=unit, origin=s.place[unit], left=allowance(s, unit), bound=bound)
        return Call(move, goto("aircraft"))


@procedure
class Move(Frame):
    """7.1 One unit moves hex by hex, or by rail [9.0a]."""

    command: int
    unit: int
    origin: int
    left: int
    fresh: bool = True
    met: bool = False  # it has come next to a Ukrainian brigade [20.4.1b]
    entered: bool = False  # it has paid to come onto the map and goes on from there [16.0f]
    forced: int = NONE  # the kind of its forced march [23.2]
    bound: int = 0  # the hexes that it may enter, where only dummies were [23.1.3e]; 0: any
    scouted: bool = False  # it has revealed a hex on its way [23.1.3b]

    @choose("7.1p", "7.0c", "9.0a", who=asked, prompt="Move {unit:piece}: {left:points} left.", always=True)
    def go(self, s: State) -> Choice:
        if s.place[self.unit] < 0:
            return goto("halt")
        out = out_of_step(s, self.unit, self.origin, self.left, self.fresh, self.forced)
        steps = Offer("step", "space", chain(self._bound(), out) if self.bound else out, "Move here")
        # [23.1.3b]
        looks = [Offer("reveal", "space", self._unseeing(s), "Reveal this hex")] if self._watches(s) else []
        if not self.fresh and not steps and not any(looks):
            return goto("halt")
        rides = Offer("rail", "space", self._no_train(s), "Go there by rail", when=self.fresh)
        hidden = Offer("conceal", "space", self._in_sight(s), "Send it there in secret", when=self.fresh)
        stay = [bar for bar in may_not_stay(s, self.unit, self.origin) if bar.held(s.place[self.unit])]
        words = stay[0].refusal(s.place[self.unit]) if stay and not self.fresh else None
        stop = Offer("stop", "button", [Bar("6.0a", bool(words), lambda _: words or "")], "Stop here")
        begun = [NOT_YET, CANCEL] if self.fresh and not self.entered else [stop, BEGUN]
        return [steps, *looks, rides, hidden, *self._hurry(s), *begun]

    def _bound(self) -> Iterator[Bar]:
        yield only("23.1.3e", self.bound, "it has revealed without moving: it may only go where dummies were")

    def _watches(self, s: State) -> bool:
        """[23.1.3b] Whether enemies next to a unit on the move may be concealed."""
        return s.phase != OPERATIONAL and not self.fresh and bool(veiled(s, 1 - s.m.side[self.unit]))

    def _unseeing(self, s: State) -> Iterator[Bar]:
        yield Bar("23.1.3b", self.scouted or self.bound != 0, "a unit on the move reveals one hex only")
        yield from unseeing(s, self.unit, self.origin, self.left)

    @go.on("reveal")
    def _(self, s: State, hex: int) -> Next:
        """[23.1.3b, 23.1.3e] The rest of its MP is spent, unless only dummies were there (N-114)."""
        self.scouted = True
        return goto("halt") if scout(s, self.unit, hex) else AGAIN

    def _hurry(self, s: State) -> list[Offer]:
        """[23.2.1a, 23.2.2a] The forced marches that can be chosen before the first step (N-89)."""
        if not s.forced_march or self.bound:
            return []
        able = hurries(s, self.unit) if self.fresh and not self.forced else []
        return [
            Offer(
                verb, "button", calm(s, self.unit, how, self.fresh, self.forced, able), LABELS[how], warn=WARNINGS[how]
            )
            for how, verb in MARCHES.items()
        ]

    def _no_train(self, s: State) -> Iterator[Bar]:
        yield Bar("23.1.3e", self.bound != 0, "it may only go where dummies were")
        yield from no_ticket(s, self.unit)
        yield Bar("9.0a", not self.fresh or self.entered, "a unit moves by rail instead of marching, not after it")
        yield Bar("23.2.1a", bool(self.forced), "a forced march is made on foot")
        yield from unreachable(s, self.unit)

    def _in_sight(self, s: State) -> Iterator[Bar]:
        yield Bar("23.1.3e", self.bound != 0, "it may only go where dummies were")
        yield from no_ticket(s, self.unit)
        yield Bar("9.0a", not self.fresh or self.entered, "a unit moves by rail instead of marching, not after it")
        yield Bar("23.2.1a", bool(self.forced), "a forced march is made on foot")
        yield from not_in_secret(s, self.unit, possible(s, self.unit), PRICE * tickets(s, self.unit))

    @go.on("conceal")
    def _(self, s: State, hex: int) -> Next:
        spies = depart(s, self.unit, hex, possible(s, self.unit), PRICE * tickets(s, self.unit))
        return Call(spies, goto("halt")) if spies else goto("halt")

    @go.on("step")
    def _(self, s: State, hex: int) -> Next:
        m, here, side = s.m, s.place[self.unit], s.m.side[self.unit]
        ground = terrain(s, self.unit, self.origin, self.forced)
        cost, lof = price(ground, here, hex), lines_met(s, self.unit)
        if self.fresh and m.kind[self.unit] in WHEELS and in_supply(s, self.unit):
            s.supplied_cars |= 1 << self.unit  # [3.4.4d, 19.5d]
        if holds(m.grid, tiring(s, side, lof), here, hex) and not others_started(s, self.origin) >> hex & 1:
            s.barred |= 1 << self.unit  # [7.2a]
        self.left = 0 if cost < 0 else self.left - cost
        self.fresh = False
        s.moving = 1 << self.unit
        onward = goto("halt" if ends_here(s, self.unit, hex) else "go")
        come(s, self.unit, hex)
        self._meet(s, hex)
        return Call(PolishPriority(), onward) if due(s) else onward  # [23.5b]

    def _meet(self, s: State, hex: int) -> None:
        """[20.4.1b] A Pole has come next to a Ukrainian brigade."""
        self.met = self.met or (s.m.side[self.unit] == POLAND and met(s, hex))

    @go.on("rail")
    def _(self, s: State, hex: int) -> Next:
        ride(s, self.unit, hex)
        self._meet(s, hex)
        return goto("halt")

    @go.each(tuple(MARCHES.values()))
    def _(self, s: State, _: int, n: int) -> Next:
        self.forced = list(MARCHES)[n]
        self.left += EXTRA[self.forced]
        return AGAIN

    @go.on("stop")
    def _(self, s: State, _: int) -> Next:
        return None

    @go.on("cancel")
    def _(self, s: State, _: int) -> Next:
        return DONE

    @step("7.0b", "3.3d", "13.3.2a")
    def halt(self, s: State) -> Next:
        end_move(s, self.unit, self.origin)
        if self.met:
            reveal(s)
        return None

    @step("23.2.1b", "23.2.1c", "23.2.2b")
    def exertion(self, s: State) -> Next:
        if not self.forced or s.place[self.unit] < 0:
            return None
        return Exertion(unit=self.unit, forced=self.forced, theater=s.m.theater_of[self.origin])


def end_move(s: State, unit: int, origin: int) -> None:
    """[7.0b, 3.3d, 13.3.2a, 20.2.1a, 3.4.3h] A unit has ended its own move."""
    m, hex = s.m, s.place[unit]
    s.moved |= 1 << unit
    if hex >= 0:
        if s.moving and hex != origin:  # a journey by rail has been told
            tell(s, "7.0b", "moves", unit=unit, hex=origin, to_hex=hex)
        at_the_edge(s, unit)
        old, new = m.theater_of[origin], m.theater_of[hex]
        if old != new:
            support(s, unit, old, new)
            if m.kind[unit] == TRAIN:
                s.left_theater |= 1 << unit  # [3.4.3h]
        lone_remnant(s, unit)
    s.moving = 0
    settle(s, "7.0b")


def begin_movement(s: State, side: int) -> None:
    """[7.1j, 7.0b, 9.1d] What a Movement Phase remembers from its beginning."""
    s.active, s.moved, s.started, s.started_two = side, 0, 0, 0
    for unit in s.m.units_of[side]:
        hex = s.place[unit]
        if hex >= 0:
            s.started_two |= s.started & 1 << hex
            s.started |= 1 << hex
    s.foreign = s.m.urban & ~s.held[side]


def end_movement(s: State, side: int) -> None:
    """[7.0b, 9.2a] A Movement Phase is over: who began it where counts no more, nor does an advance know of it."""
    s.moved = s.eligible = s.started = s.started_two = s.unloaded = 0
    end_rails(s, side)
