"""7.1, 7.2 One order: who goes where, whether the order gets through, the march, facing on arrival, tired horses.

The whole order is laid down first: units, way, destination. Then, if no command unit is near, the die decides whether
it is carried out. Which units go is kept in the state, where it can be hidden; a way is seen by all.
"""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect, members
from vistula.kernel import AGAIN, DONE, Bar, Call, Choice, Frame, Next, Offer, Option, Return, goto, only, settle, tell
from vistula.kernel.procedure import choose, procedure, roll, step

from ..cards import effects
from ..cards.actions import ForcedMarch
from ..cards.cardfile import Reroll
from ..changes import come, hit, march, put_blanks, take_blanks, watch
from ..model import RUSSIA, SEATS
from ..state import State, commands_at, on_map, units_at
from .bars import by_hex, named, nobody
from .command import die_needed
from .east_prussia import then_camp
from .facing import Facing, asks_facing, facing_offers, turn
from .movement import Plan, no_end, off_course, promise
from .ordering import left_behind, no_turn, not_leading, ready, whole_stack
from .queries import facing_enemy
from .seats import acting

TIRING = 5  # hexes [7.4g]
TIRED = 5  # this die or more [7.4g]
BY_CARD = {"forced_march": "Forced march, by your card", "raid": "Raid, by your card"}
CANCEL = Option("cancel", label="Choose another stack", free=True)

# -- the order ------------------------------------------------------------------------------------------------------


@procedure
class Order(Frame):
    """[7.1f] One order to one stack: some or all of it moves, or its cavalry and infantry turn."""

    side: int
    hex: int
    extra: bool = False  # given by a card: without marker and die
    path: list[int] = []
    companions: list[int] = []  # command units that go along
    stops: list[int] = []  # where each of them stays; -1: goes all the way
    bonus: int = 0  # hexes that a card adds
    facing: int = -1  # at the destination, before anyone arrives

    def planned(self, s: State) -> Plan:
        along = [c for c, stop in zip(self.companions, self.stops, strict=True) if stop < 0]
        return Plan(self.side, self.hex, self.path, members(s.moving), along, self.bonus)

    @choose("7.1f", "7.1g", "7.1h", "7.2e", "7.2g", "7.2h", "7.2i", "7.4d", who=acting, always=True,
            prompt="{hex:space}: march, or turn to face another way?")  # fmt: skip
    def plan(self, s: State) -> Choice:
        plan = self.planned(s)
        more = Offer("unit", "piece", left_behind(s, plan, self.companions), "This unit goes", when=not self.path)
        order = Offer("order", "button", no_end(s, plan), "Give this order", when=bool(self.path))
        if self.path:
            return self._under_way(s, plan, order, more)
        if plan.group:
            onward = Offer("step", "space", off_course(s, plan), "March here")
            stay = Option("drop", plan.group, "piece", "This unit stays", free=True)
            return [onward, more, *self._equipment(s, plan), stay, CANCEL, order]
        options = [more, *self._without_march(s, plan)]
        if not any(option.args for option in options):
            options.append(Option("lapse", label="No order can be carried out: take the marker off"))
        return [*options, CANCEL, order]

    def _equipment(self, s: State, plan: Plan) -> list[Offer | Option]:
        """[7.1h] Command units that may go along, and what a card adds to the march."""
        options: list[Offer | Option] = [
            Offer("lead", "piece", not_leading(s, plan, self.companions), "This HQ goes along"),
            Option("unlead", self.companions[:], "piece", "This HQ stays", free=True),
        ]
        how, more = effects.further(s, self.side, plan.group)
        return [*options, Option(how, label=BY_CARD[how])] if more and not self.bonus else options  # [7.4e]

    def _without_march(self, s: State, plan: Plan) -> list[Offer | Option]:
        """What may be ordered before anyone has been told to go."""
        name, here = s.m.hex_name, self.hex
        choose = "choose the units first that are to march to"
        afar = only("7.1f", s.m.grid.around[here], lambda hex: f"{choose} {name(hex)}")
        still, label = no_turn(s, self.side, here), "Turn to face this hex"
        options: list[Offer | Option] = [Option("all", label="The whole stack goes")] if whole_stack(s, plan) else []
        options += facing_offers(s, here, afar, *still, without=s.facing[here], verb="turn", label=label)
        return [*options, Offer("discard", "button", self._needed(s), "Discard the marker")]

    def _needed(self, s: State) -> Iterator[Bar]:
        """[7.2h] Why the marker must be used."""
        yield Bar("3.2c", self.extra, "the card gives an order without a marker: there is none to discard")
        name, words = s.m.hex_name(self.hex), "does not face an enemy stack, so that its marker must be used"
        yield Bar("7.2h", not facing_enemy(s, self.side, self.hex), f"the stack in {name} {words}")

    def _under_way(self, s: State, plan: Plan, order: Offer, more: Offer) -> list[Offer | Option]:
        along = [only("7.1h", sorted(plan.companions), named(s, "does not lead these units"))]
        return [
            Offer("step", "space", off_course(s, plan), "March on"),
            order,
            more,
            Offer("leave", "piece", along, "This HQ stays behind here", when=bool(plan.companions)),
            Option("back", label="One hex back", free=True),
        ]

    # -- laying the order down

    @plan.each(("unit", "all"), AGAIN)
    def _(self, s: State, unit: int, whole: int) -> None:
        s.moving |= collect(ready(s, self.side, self.hex)) if whole else 1 << unit
        s.moving_hex = self.hex
        self.bonus = 0

    @plan.on("drop", AGAIN)
    def _(self, s: State, unit: int) -> None:
        s.moving &= ~(1 << unit)
        self.bonus = 0
        if not s.moving:
            self.companions, self.stops = [], []

    @plan.on("lead", AGAIN)
    def _(self, s: State, commander: int) -> None:
        self.companions.append(commander)
        self.stops.append(-1)

    @plan.on("unlead", AGAIN)
    def _(self, s: State, commander: int) -> None:
        del self.stops[self.companions.index(commander)]
        self.companions.remove(commander)

    @plan.on("leave", AGAIN)
    def _(self, s: State, commander: int) -> None:
        self.stops[self.companions.index(commander)] = len(self.path)

    @plan.on("forced_march", AGAIN)
    @plan.on("raid", AGAIN)
    def _(self, s: State, _: int) -> None:
        self.bonus = effects.further(s, self.side, members(s.moving))[1]

    @plan.on("step", AGAIN)
    def _(self, s: State, hex: int) -> None:
        self.path.append(hex)

    @plan.on("back", AGAIN)
    def _(self, s: State, _: int) -> None:
        self.stops = [-1 if stop >= len(self.path) else stop for stop in self.stops]
        self.path.pop()

    @plan.on("cancel", Return(False))
    def _(self, s: State, _: int) -> None:
        s.moving, s.moving_hex = 0, -1

    # -- orders that need no march

    @plan.on("turn")
    def _(self, s: State, to: int) -> Next:
        return self._turn(s, s.m.grid.direction(self.hex, to))

    @plan.on("rim")
    def _(self, s: State, facing: int) -> Next:
        return self._turn(s, facing)

    def _turn(self, s: State, facing: int) -> Next:
        turning = [unit for unit in units_at(s, self.side, self.hex) if s.m.fighters >> unit & 1]
        promise(s, Plan(self.side, self.hex, [], turning))
        self._use_marker(s)
        s.ordered |= collect(turning)
        s.moved |= collect(turning)
        turn(s, self.hex, facing, "7.1f")
        return Return(True)

    @plan.each(("discard", "lapse"), Return(True))
    def _(self, s: State, _: int, lapsed: int) -> None:
        self._use_marker(s)
        rule, side = ("7.2h", "7.2g")[lapsed], SEATS[self.side]
        tell(s, rule, "lapses" if lapsed else "discards", side=side, hex=self.hex)

    def _use_marker(self, s: State) -> None:
        """[7.2c] The marker goes, whether or not the order is carried out."""
        if self.extra:
            return
        s.markers[self.hex] -= 1
        if not s.markers[self.hex]:
            del s.markers[self.hex]

    # -- 7.2 does the order get through?

    @plan.on("order")
    def _(self, s: State, _: int) -> None:
        self._use_marker(s)
        s.ordered |= s.moving
        if self.bonus:  # [7.4e]
            effects.use_card(s, self.side)
        tell(s, "7.1f", "order", side=SEATS[self.side], units=members(s.moving), hex=self.hex, to_hex=self.path[-1])

    @step("7.2a")
    def through(self, s: State) -> Next:
        needed = die_needed(s, self.side, self.hex, members(s.moving))
        if self.extra or needed <= 0:
            return goto("marches")
        if effects.obeyed(s, self.side, self.hex):
            s.obeyed &= ~(1 << self.hex)  # the marker of a card, kept for an order that needs it
            return goto("marches")
        if needed >= 6:  # no die is higher (H-11)
            tell(s, "7.2b", "out_of_reach", hex=self.hex)
            return goto("fails")
        return None

    def _heard(self, s: State, dice: tuple[int, ...]) -> Next:
        """[7.2b] Whether the die is higher than the hexes between."""
        needed = die_needed(s, self.side, self.hex, members(s.moving))
        heard = dice[0] > needed
        tell(s, "7.2b", "order_heard" if heard else "order_lost", hex=self.hex, die=dice[0], distance=needed)
        return goto("marches") if heard else None

    die = roll("7.2b", "1d6")(_heard)

    @choose(
        "7.2b",
        who=acting,
        prompt="The order to {hex:space} was not received. Roll again, by your card?",
    )
    def again(self, s: State) -> Choice:
        if not effects.left_of(s, Reroll, self.side):
            return goto("fails")
        return [Option("roll", label="Roll again"), Option("accept", label="Leave it")]

    again.to("accept", goto("fails"))

    @again.on("roll", goto("second_die"))
    def _(self, s: State, _: int) -> None:
        effects.use_card(s, self.side)

    second_die = roll("7.2b", "1d6")(_heard)

    @step("7.2c")
    def fails(self, s: State) -> Next:
        s.moving, s.moving_hex = 0, -1
        settle(s, "7.2c")
        return Return(True)

    # -- 7.4 the march

    @step("7.1g", "7.1h", "7.4h", "7.4i")
    def marches(self, s: State) -> Next:
        plan = self.planned(s)
        plan.issued = True
        promise(s, plan)  # [7.4b]
        s.moved |= s.moving
        blanks = take_blanks(s, plan.group)  # [1.4b]
        for number, hex in enumerate(self.path, 1):
            self.facing = s.facing[hex]
            self._advance(s, number, hex)
        put_blanks(s, plan.group, self.path[-1], blanks)  # [1.4b]
        s.moving_hex = self.path[-1]
        return then_camp(s, None)

    def _advance(self, s: State, number: int, hex: int) -> None:
        """[7.1g, 7.1h] One hex further; command units as far as they go along, and with nobody else after that."""
        march(s, members(s.moving), hex, "7.4a")
        for commander, stop in zip(self.companions, self.stops, strict=True):
            if (stop < 0 or stop >= number) and s.place[commander] >= 0:
                s.moved |= 1 << commander
                come(s, commander, hex, "7.1h")
        watch(s, arrived=number == len(self.path))  # [2.2a, 2.2b]

    @step("7.2j", "7.4h")
    def arrives(self, s: State) -> Next:
        tell(s, "7.1g", "marches", units=members(s.moving), hex=self.hex, to_hex=self.path[-1])
        if asks_facing(s, self.path[-1], members(s.moving), self.facing):
            return Facing(hex=self.path[-1], side=self.side)
        return None

    @step("7.4g")
    def horses(self, s: State) -> Next:
        """A card that lets riders go further spares them the die."""
        riders = s.moving & s.m.cavalry
        if len(self.path) < TIRING or self.bonus or not riders:
            return goto("forced")
        s.moving = riders
        return None

    @roll("7.4g", "1d6")
    def fatigue(self, s: State, dice: tuple[int, ...]) -> Next:
        unit = members(s.moving)[0]
        s.moving &= ~(1 << unit)
        tell(s, "7.4g", "horses_tire" if dice[0] >= TIRED else "horses_hold", unit=unit, die=dice[0])
        if dice[0] >= TIRED:
            hit(s, unit, "7.4g")
        return AGAIN if s.moving else None

    @step("7.4e")
    def forced(self, s: State) -> Next:
        on_foot = s.moving & ~s.m.cavalry
        return ForcedMarch(side=self.side, hex=self.path[-1]) if self.bonus and on_foot else None

    @step("7.1e")
    def over(self, s: State) -> Next:
        s.moving, s.moving_hex = 0, -1
        settle(s, "7.1e")
        return Return(True)


# -- card 4: an order more ------------------------------------------------------------------------------------------


def not_meant(s: State) -> Iterator[Bar]:
    """[3.2c] Hexes without a Russian stack that consists only of the units a card gives one more order to."""
    allowed = effects.extra_order_units(s)
    yield nobody(s, RUSSIA, "3.2c")
    others = collect(s.place[u] for u in on_map(s, RUSSIA) if not allowed >> u & 1)
    yield Bar("3.2c", others, lambda hex: f"the card speaks of other units than those in {s.m.hex_name(hex)}")


@procedure
class ExtraOrder(Frame):
    """[3.2c] A card gives the Russian player one more order; units that have moved may move again."""

    side: int = RUSSIA
    given: bool = False

    @choose(
        "3.2c",
        "3.2e",
        who=acting,
        prompt="Which stack gets one more order, by the card?",
        always=True,
    )
    def which(self, s: State) -> Choice:
        stacks = Offer("stack", "space", not_meant(s), "Give an order here")
        return [stacks, by_hex(s), Option("pass", label="Give no further order")]

    which.to("pass", DONE)

    @which.on("stack")
    def _(self, s: State, hex: int) -> Next:
        for piece in (*units_at(s, self.side, hex), *commands_at(s, self.side, hex)):
            s.ordered &= ~(1 << piece)
            s.moved &= ~(1 << piece)
        s.card_muted = 1 << 1 - self.side  # [3.2e] a single instruction is not bound by the other's card (H-58)
        return Call(Order(side=self.side, hex=hex, extra=True), into="given")

    @step("3.2c")
    def after(self, s: State) -> Next:
        s.card_muted = 0
        return DONE if self.given else goto("which")
