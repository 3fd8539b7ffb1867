"""9.0 Reinforcements phase: reorganization first, then arrivals by rail; in turn 3 the counterattack order (5.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from vistula.board.hexes import collect
from vistula.kernel import AGAIN, SKIP, Call, Choice, Frame, Next, Option, choose, disclose, procedure, step, tell
from vistula.kernel.bars import Bar, Offer, barred, left, never, only
from vistula.parts.pieces import box_turn

from ..model import POLAND, RUSSIA, SEATS
from ..shown.words import amount
from ..state import State, enter, reorganize
from .bars import closed, crowded, foes, named, off_map, whereabouts
from .queries import controlled, full_for, own_sources, railed, unblocked, zoc
from .retreat import then_routs
from .seats import owner, phasing
from .stacking import StackingCheck, rearrange_options, rearranging


def not_due(s: State, side: int) -> Iterator[Bar]:
    """[2.2.9a, 9.0a] Units not in this or an earlier box of the turn track; held back, they stay due [9.0b]."""
    m, place, turn = s.m, s.place, s.turn
    yield foes(s, side, "9.0a")
    on_map = named(s, "is on the map")
    waiting = [u for u in m.units_of[side] if place[u] < 0 and box_turn(place[u])]
    yield only("9.0a", waiting, lambda u: on_map(u) if place[u] >= 0 else whereabouts(s, u))
    yield Bar(
        "2.2.9a",
        lambda u: box_turn(place[u]) > turn,
        lambda u: f"{m.full_name[u]} arrives on turn {box_turn(place[u])}, this is turn {turn}",
    )


def due(s: State, side: int) -> list[int]:
    """[9.0a] Units that may arrive now, if there is a place for them."""
    return left(not_due(s, side))


def kept_out(s: State, side: int) -> Iterator[Bar]:
    """[9.1a] Units for which there is no place; where one of its sort has none, no other has."""
    m, places, full = s.m, entry_places(s, side), dict[tuple[int, ...], int]()

    def shut_out(u: int) -> bool:
        sort = m.nation[u], m.front[u], m.kind[u]
        if sort not in full:
            full[sort] = full_for(s, u)
        return not places & ~full[sort]

    yield Bar("9.1a", shut_out, named(s, "has no town or city now where it could go"))


def no_station(s: State, side: int) -> Iterator[Bar]:
    """[9.1a, 9.1b, 9.1c] Hexes where no reinforcement of a side may arrive; any source serves all (W-47)."""
    m, name = s.m, s.m.hex_name
    capital = 1 << m.warsaw if side == POLAND else 0  # [9.1c] needs no railway and fears no zone
    yield closed(m, side)
    yield only("9.1a", m.town | m.city | m.major, lambda hex: f"{name(hex)} is neither a town nor a city")
    yield only("9.1a", controlled(s, side), lambda hex: f"{name(hex)} is under enemy control")
    yield Bar("9.1b", zoc(s, 1 - side) & ~capital, lambda hex: f"{name(hex)} is in an enemy zone of control")
    yield only("9.1a", railed(s, side) | capital, lambda hex: f"{name(hex)} {_no_rail(s, side, hex)}")


def _no_rail(s: State, side: int, hex: int) -> str:
    """Why no railway joins a place to a supply source."""
    if not s.m.rail_hexes >> hex & 1:
        return "has no railway"
    if not own_sources(s, side) & unblocked(s, side):
        return "has no supply source left to be joined to"
    return "has no unblocked railway to a supply source of its side"


def entry_places(s: State, side: int) -> int:
    """[9.1a] Towns and cities where a side's reinforcements may arrive."""
    return ~barred(no_station(s, side))


def entry_hexes(s: State, unit: int) -> int:
    """[9.1a] Where this reinforcement may be placed within the stacking limits."""
    return entry_places(s, s.m.side[unit]) & ~full_for(s, unit)


@procedure
class ReinforcementPhase(Frame):
    """9.0 Reorganize, place what is due, and for the Poles the counterattack order."""

    side: int

    @rearranging
    @choose("9.2a", "9.2b", "9.2c", who=owner, prompt="Reorganize disrupted units? They return in two turns.")
    def reorganization(self, s: State) -> Choice:
        units = Offer("reorganize", "piece", self._sound(s), "Reorganize")
        if not units:
            return SKIP
        return [units, *rearrange_options(s), Option("done", label="Reorganize no more")]

    def _sound(self, s: State) -> Iterator[Bar]:
        """[9.2b] Units that cannot be reorganized."""
        yield foes(s, self.side, "9.0a")
        yield off_map(s, self.side)
        yield only("9.2b", s.disrupted, named(s, "is not disrupted, and only disrupted units are reorganized"))

    @reorganization.on("reorganize", AGAIN)
    def _(self, s: State, unit: int) -> None:
        reorganize(s, unit, "9.2a")

    reorganization.to("done")

    @rearranging
    @choose("9.0a", "9.0b", who=owner, prompt="Choose a reinforcement to place.")
    def arrivals(self, s: State) -> Choice:
        bars = tuple(not_due(s, self.side))
        waiting = left(bars)
        bars_and_places = chain(bars, kept_out(s, self.side))
        units = Offer("unit", "piece", bars_and_places, "Place this unit", when=bool(waiting))
        if not units:
            return SKIP
        which = f"choose which of the {len(waiting)} units that are due comes to"
        done = f"{amount('units', len(waiting))} can arrive now: place them, or delay what is left"
        return [
            units,
            *rearrange_options(s),
            Option("delay", label="Delay what is left", warn="arrivals_wait"),
            never("space", [Bar("9.0a", True, lambda hex: f"{which} {s.m.hex_name(hex)}")]),
            never("button", [Bar("9.0b", True, done)], "done"),
        ]

    @arrivals.on("unit")
    def _(self, s: State, unit: int) -> Next:
        return Call(Placement(unit=unit), AGAIN)

    arrivals.to("delay")  # a verb of its own: a `done` meant for the reorganization must not send them away [9.0b]

    @step("6.1a")
    def limits(self, s: State) -> Next:
        return StackingCheck(side=self.side)

    @choose(
        "5.3a", "4.1.6a", who=owner, prompt="Start the counterattack on which turn? Turn 5 costs 4 VP.", always=True
    )
    def counterattack_order(self, s: State) -> Choice:
        if self.side == RUSSIA or s.turn != s.m.counterattack.chosen:
            return SKIP
        turns, chosen = s.m.counterattack.turns, s.m.counterattack.chosen
        words = f"the counterattack starts on turn {' or '.join(map(str, turns))}, chosen on turn {chosen}"
        return [Offer("order", "number", [only("5.3a", collect(turns), words)], "Counterattack on turn")]

    @counterattack_order.on("order")
    def _(self, s: State, turn: int) -> None:
        s.counterattack = turn
        tell(s, "5.3a", "order_chosen")
        tell(s, "5.3a", "order_kept", to=[SEATS[POLAND]], turn=turn)

    @step("5.3b")
    def show_order(self, s: State) -> None:
        if self.side == POLAND and s.turn == s.m.counterattack.revealed:
            s.order_shown = True
            disclose(s, "5.3b", [SEATS[RUSSIA]], s.counterattack)
            tell(s, "5.3b", "order_shown", turn=s.counterattack)


@procedure
class Placement(Frame):
    """9.1 One unit comes onto the map."""

    unit: int

    @choose("9.1a", "9.1b", "9.1c", who=phasing, prompt="Place {unit:piece} where?")
    def where(self, s: State) -> Choice:
        bars = (*no_station(s, s.m.side[self.unit]), crowded(s, self.unit))
        hexes = Offer("hex", "space", bars, "Place here")
        return [hexes, Option("wait", label="Hold it back", free=True)]

    @where.on("hex")
    def _(self, s: State, hex: int) -> Next:
        tell(s, "9.1a", "arrives", unit=self.unit, hex=hex)
        enter(s, self.unit, hex, "9.1a")
        return then_routs(s, s.side, [hex])  # [10.4.2a]

    where.to("wait")
