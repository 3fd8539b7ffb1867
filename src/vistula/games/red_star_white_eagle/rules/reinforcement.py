"""7.0 The reinforcement and replacement phase: what it begins with, then everything else in any order (A82)."""

from __future__ import annotations

from collections.abc import Iterator

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
    first,
    goto,
    never,
    only,
    procedure,
    step,
)
from vistula.kernel.views import Refusal
from vistula.parts.words import count

from ..state import ARRIVING, CAVALRY_POINTS, DEAD, INFANTRY_POINTS, POOL, REINFORCEMENT, RESERVE, State
from ..units import FULL, POLAND, RUSSIA, WEST
from . import garrison, income, motors, quiet_north, reaction, replacements, reserve, substitution
from .arrival import bring_in, isolated, may_enter, misplaced, not_out_yet, open_entries, waiting
from .bars import foes, named, whereabouts
from .options import fall, nationalism
from .rally import Rally, begin, goes_on
from .recruits import Recruiting
from .seats import POLES, asked, commands, side_of
from .withdrawal import Withdrawal


@procedure
class ReinforcementPhase(Frame):
    """[6.1a, 6.1d, 7.0a] The phase of one side; with three players its players act one after the other (A93)."""

    side: int
    doubled: bool = False
    commands: list[int] = []

    @step("6.1a", "6.1d", "7.0a")
    def begin(self, s: State) -> None:
        s.phase = REINFORCEMENT
        s.fresh = s.rebuilt = s.changed = s.reserve_in = s.left_reserve = 0
        s.rallied = False
        self.commands = commands(s, self.side)

    @step("17.1.1a", "17.1.2a", "17.2.1a", "22.0a", "22.1")
    def tests(self, s: State) -> None:
        if self.side == RUSSIA:
            self.doubled = reaction.react(s)
            garrison.watch(s)
        elif goes_on(s):
            begin(s)

    @step("20.3.1")
    def breakdowns(self, s: State) -> Next:
        return motors.Breakdowns() if self.side == POLAND else None

    @step("7.0a", "7.0e", "22.5a", "22.5b")
    def schedule(self, s: State) -> Next:
        income.schedule(s, self.side)
        return Rally() if s.rallied and self.side == POLAND else None

    @step("7.2a", "22.6", "24.11.5a")
    def points(self, s: State) -> None:
        income.receive_points(s, self.side, self.doubled)
        if self.side == RUSSIA:
            income.freikorps_points(s)

    @step("11.0a")
    def withdrawals(self, s: State) -> Next:
        return Withdrawal() if self.side == RUSSIA else None

    @step("21.1.4a")
    def ukrainians(self, s: State) -> Next:
        return Recruiting(side=self.side) if s.ukrainians == self.side else None

    @step("24.6")
    def nationalism(self, s: State) -> Next:
        return nationalism.Rising() if self.side == POLAND and nationalism.rise(s) else None

    @step("7.0a")
    def staffs(self, s: State) -> Next:
        return Call(Staff(command=self.commands.pop(0)), AGAIN) if self.commands else None


@procedure(who=asked)
class Staff(Frame):
    """[7.0a, 7.0c, 7.2] (A82) One player brings in, recreates and rebuilds, and keeps the rest for later."""

    command: int
    piece: int = -1
    strength: int = FULL
    share: list[int] = []  # factors that must still come onto the map in the north, by arm [23.4.9.2]

    @step("23.4.9.2")
    def shares(self, s: State) -> None:
        self.share = quiet_north.northern_share(s, self.command)

    # -- the menu

    @choose("7.0a", "7.0c", "7.2b", prompt="Bring in reinforcements and use replacements. {pools}", always=True)
    def menu(self, s: State) -> Choice:
        offers = list(self._offers(s))
        if not any(offers):
            return DONE
        done = Offer("done", "button", self._unfinished(s), "Keep the rest for later", publish=True)
        nowhere = Bar("7.0a", True, "choose a unit or a replacement counter first")
        return [*offers, done, never("space", [nowhere])]

    def _offers(self, s: State) -> Iterator[Offer]:
        command, kept = self.command, self.kept
        yield Offer("enter", "piece", self._not_entering(s), "Bring in")
        yield Offer("recreate", "piece", replacements.not_recreated(s, command, kept), "Recreate this unit")
        yield Offer("rebuild", "piece", replacements.not_rebuilt(s, command), "Rebuild to full strength")
        counters = (*replacements.no_counter(s, command), self._shut_out(s))
        yield Offer("counter", "piece", counters, "Bring in this counter")
        yield Offer("split", "piece", replacements.unsplit(s, command), "Split in two")
        yield Offer("join", "piece", replacements.unjoined(s, command), "Join with another")
        forbidden = quiet_north.keeps_counters(s, side_of(command))
        withdrawn = replacements.not_withdrawn(s, command, forbidden)
        yield Offer("withdraw", "piece", withdrawn, "Take back into the pool")
        if command == POLES:
            yield Offer("reserve", "piece", reserve.not_held_back(s), "Hold in the railroad reserve")
            mountain = substitution.not_substituted(s)
            yield Offer("substitute", "button", mountain, "Form the 21st Mountain Division")
            yield Offer("all", "button", self._not_all(s), "Bring everybody to Warsaw")

    @property
    def kept(self) -> tuple[int, int]:
        """Factors that are not to be spent off the map."""
        return self.share[INFANTRY_POINTS], self.share[CAVALRY_POINTS]

    def _not_entering(self, s: State) -> Iterator[Bar]:
        yield from foes(s, self.command, "7.0a")
        yield not_out_yet(s)
        yield only("7.0c", waiting(s, side_of(self.command)), lambda piece: self._instead(s, piece))
        yield self._shut_out(s)

    def _shut_out(self, s: State) -> Bar:
        return Bar("7.0c", lambda piece: not open_entries(s, piece), named(s, "has no free hex to come in by"))

    def _instead(self, s: State, piece: int) -> Refusal:
        """What is said of a piece that does not come in: why nothing else can be done with it."""
        m, place = s.m, s.place[piece]
        if piece >= m.count:
            forbidden = quiet_north.keeps_counters(s, side_of(self.command))
            taken_back = replacements.not_withdrawn(s, self.command, forbidden)
            why = first(taken_back if place >= 0 else replacements.no_counter(s, self.command), piece)
        elif place >= 0:
            why = first(replacements.not_rebuilt(s, self.command), piece)
        elif place in (POOL, DEAD):
            why = first(replacements.not_recreated(s, self.command, self.kept), piece)
        else:
            why = whereabouts(s, piece)
        return why or Refusal("7.0c", f"{m.full_name[piece]} is not waiting to come in")

    def _all_to_warsaw(self, s: State) -> list[int]:
        """Units whose only place of arrival is Warsaw."""
        due = [u for u in s.m.units_of[POLAND] if s.place[u] == ARRIVING]
        if not due or isolated(s) or fall.fallen(s):
            return []
        return [unit for unit in due if open_entries(s, unit) == 1 << s.m.warsaw]

    def _not_all(self, s: State) -> Iterator[Bar]:
        yield Bar("7.1.1a", not self._all_to_warsaw(s), "nobody waits to come in at Warsaw")

    def _unfinished(self, s: State) -> Iterator[Bar]:
        """[23.4.9.2, 24.1.2e] What must be done before the phase ends."""
        owed = [arm for arm in (INFANTRY_POINTS, CAVALRY_POINTS) if self._can_bring(s, arm)]
        words = " and ".join(count(self.share[arm], ("infantry", "cavalry")[arm] + " factor") for arm in owed)
        yield Bar("23.4.9.2", bool(owed), f"{words} must still enter in the north")
        yield Bar("24.1.2e", bool(reserve.owed(s)), "Warsaw is lost, so every unit in the reserve must enter now")

    def _can_bring(self, s: State, arm: int) -> bool:
        """[23.4.9.2] Whether factors are owed to the north and a counter could bring some."""
        if self.share[arm] <= 0:
            return False
        have = replacements.points(s, self.command, arm)
        kinds = [replacements.spare(s, RUSSIA, arm, factor) for factor in (1, replacements.LARGE) if factor <= have]
        return any(rcs and open_entries(s, rcs[0]) & s.m.entry[WEST] for rcs in kinds)

    menu.to("done", DONE)
    menu.to("enter", goto("where"), into="piece")
    menu.to("counter", goto("where"), into="piece")
    menu.to("recreate", goto("side"), into="piece")
    menu.to("rebuild", goto("with_cavalry"), into="piece")

    @menu.on("split", AGAIN)
    def _(self, s: State, piece: int) -> Next:
        replacements.split(s, piece)
        return None

    @menu.on("join", AGAIN)
    def _(self, s: State, piece: int) -> Next:
        replacements.join(s, piece)
        return None

    @menu.on("withdraw", AGAIN)
    def _(self, s: State, piece: int) -> Next:
        replacements.withdraw(s, self.command, piece)
        return None

    @menu.on("reserve", AGAIN)
    def _(self, s: State, piece: int) -> Next:
        reserve.enter(s, piece, "22.7.1b")
        return None

    @menu.on("substitute", AGAIN)
    def _(self, s: State, _: int) -> Next:
        substitution.substitute(s)
        return None

    @menu.on("all", AGAIN)
    def _(self, s: State, _: int) -> Next:
        for unit in self._all_to_warsaw(s):
            bring_in(s, unit, s.m.warsaw)
        return None

    # -- 7.2.3 recreating

    @choose("7.2.3.2b", prompt="On which side does {piece:piece} return?")
    def side(self, s: State) -> Choice:
        able = replacements.strengths(s, self.command, self.piece, self.kept)
        return [Offer("strength", "number", [only("7.2.3.2b", able, "the pool cannot pay for that side")], "Side")]

    side.to("strength", into="strength")

    @choose("7.2.3.1c", prompt="How many cavalry factors go into {piece:piece}?")
    def payment(self, s: State) -> Choice:
        able = replacements.payments(s, self.command, self.piece, self.strength, self.kept)
        return [Offer("factors", "number", [only("7.2.3.1c", able, "the pool does not allow it")], "Cavalry factors")]

    @payment.on("factors", goto("menu"))
    def _(self, s: State, cavalry: int) -> Next:
        replacements.recreate(s, self.command, self.piece, self.strength, cavalry)
        return None

    # -- 7.2.4 rebuilding

    @choose("7.2.4.3", prompt="How many cavalry factors go into {piece:piece}?")
    def with_cavalry(self, s: State) -> Choice:
        able = replacements.ways_to_rebuild(s, self.piece)
        return [Offer("factors", "number", [only("7.2.4.3", able, "its hex has too few")], "Cavalry factors")]

    @with_cavalry.on("factors", goto("menu"))
    def _(self, s: State, cavalry: int) -> Next:
        replacements.rebuild(s, self.piece, cavalry)
        return None

    # -- 7.1 coming in

    @choose("7.1.1a", "7.1.2", "7.1.3", "7.1.4a", "7.2c", prompt="Where does {piece:piece} come in?", always=True)
    def where(self, s: State) -> Choice:
        hexes = Offer("place", "space", [*misplaced(s, self.piece), *self._south(s)], "Enter here")
        held = [Offer("hold", "button", self._not_held(s), "Hold in the railroad reserve")] * (self.command == POLES)
        return [hexes, *held, Option("back", label="Choose another one", free=True)]

    def _south(self, s: State) -> Iterator[Bar]:
        """[23.4.9.2] (A81) While the north waits for its share, a counter comes in elsewhere only out of the rest."""
        rc = self.piece
        if not self._from_pool(s):
            return
        arm = replacements.arm_of(s, rc)
        short = replacements.points(s, self.command, arm) - s.m.factor[rc] < self.share[arm]
        north = s.m.entry[WEST]
        if short:
            yield Bar("23.4.9.2", ~north, "half of the replacements must enter in the north")

    def _not_held(self, s: State) -> Iterator[Bar]:
        """[22.7.1b] Who does not go into the reserve instead."""
        yield from reserve.no_reserve(s)
        yield Bar("22.7.3", s.place[self.piece] == RESERVE, "it is in the reserve")
        yield Bar("19.1", bool(s.m.garrisons >> self.piece & 1), "it serves in its city only")

    def _from_pool(self, s: State) -> bool:
        """[7.2b, 7.2c] Whether the piece is a counter that is paid for as it comes in."""
        return self.piece >= s.m.count and not may_enter(s, self.piece)

    def _pay(self, s: State) -> None:
        """[7.2b, 7.2c]"""
        if self._from_pool(s):
            replacements.buy(s, self.command, self.piece)

    where.to("back", goto("menu"))

    @where.on("place", goto("menu"))
    def _(self, s: State, hex: int) -> Next:
        if self._from_pool(s) and s.m.entry[WEST] >> hex & 1:  # [23.4.9.2]
            arm = replacements.arm_of(s, self.piece)
            self.share = [max(n - s.m.factor[self.piece], 0) if a == arm else n for a, n in enumerate(self.share)]
        self._pay(s)
        bring_in(s, self.piece, hex)
        return None

    @where.on("hold", goto("menu"))
    def _(self, s: State, _: int) -> Next:
        self._pay(s)
        reserve.enter(s, self.piece, "22.7.1b")
        return None
