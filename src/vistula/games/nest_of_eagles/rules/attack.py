"""10.0 Attack: one attack after another, each resolved whole. Who attacks what: `targets`; the chance: `strength`;
retreats: `retreat`."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect, members
from vistula.kernel import (
    AGAIN,
    DONE,
    SKIP,
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
    never,
    procedure,
    roll,
    step,
    tell,
)
from vistula.parts.words import count

from ..cards.events import after_combat
from ..model import AIR, LITHUANIA, POLAND
from ..state import ATTACK_1, REMOVED, State, remove, sp, units_at
from .advance import advances
from .aircraft import FlyHome, lose_company
from .control import lift_cheka
from .lithuania import set_clock
from .morale import at_maximum, shift
from .operations import Operation, count_attack
from .queries import plays
from .retreat import retreats
from .reveal import lay_open, show, uncover_attackers, unshown
from .seats import asked, commands, defending, seat_of, troops
from .special_orders import ASSAULT, COUNTER, EFFECTS, NAMES, NONE, ODD, STUBBORN, THRUST, issue, no_orders
from .steps import eliminate, losses, removed_without_regulars
from .strength import very_favorable, work_out
from .targets import out_of_attack, out_of_reach, unfit

BLOODY = (2, 12)
EVEN = (4, 6, 8, 10)


@procedure
class Attacks(Frame):
    """10.0 One player's attacks of an Attack Phase: as many as he likes, in any order [10.1e]."""

    command: int

    @step("3.4.7c")
    def aircraft(self, s: State) -> Next:
        return Call(FlyHome(), AGAIN) if lose_company(s) else None

    @choose("10.1a", "10.1e", "10.2a", who=asked, prompt="Choose a hex to attack.", always=True)
    def declare(self, s: State) -> Choice:
        hexes = Offer("attack", "space", out_of_reach(s, self.command), "Attack this hex")
        end = Option("end", label="End the attacks", warn="attacks_end", publish=True)
        shows = [Offer("show", "piece", unshown(s, self.command), "Show what is under this marker")]
        return [hexes, *(shows if s.concealment else ()), end, never("piece", self._too_early(s))]

    @declare.on("show")
    def _(self, s: State, marker: int) -> Next:
        show(s, marker)
        return goto("aircraft")

    def _too_early(self, s: State) -> Iterator[Bar]:
        yield from unfit(s, self.command)
        yield Bar("10.1a", True, "choose the hex that is attacked first")

    @declare.on("attack")
    def _(self, s: State, hex: int) -> Next:
        alone = len(commands(s, s.side)) == 1
        return Call(Attack(command=self.command, target=hex, alone=alone), goto("aircraft"))

    @declare.on("end")
    def _(self, s: State, _: int) -> Next:
        return None


# -- 10.2, 10.3 one attack --------------------------------------------------------------------------------------------


def partner(frame: Attack, s: State) -> SeatId:
    """(N-91) The other player of the attacking side."""
    return seat_of(s, commands(s, s.side)[-1] if frame.command == commands(s, s.side)[0] else commands(s, s.side)[0])


def defender(frame: Attack, s: State) -> SeatId:
    return seat_of(s, defending(s, frame.target, 1 - s.side))


@procedure
class Attack(Frame):
    """10.3 One attack: units, orders, dice, losses, retreat, advance."""

    command: int
    target: int
    alone: bool = True  # with three players: units of the other Front may not be named (N-91)
    attackers: list[int] = []
    defenders: list[int] = []
    order: int = NONE
    answer: int = NONE
    chance: int = 0
    rolled: int = 0
    won: bool = False
    extra: int = 0  # steps the defender loses by ratio and morale [10.5b, 10.6a]

    @choose("10.1b", "10.1a", "3.4.2c", who=asked, prompt="Which units attack {target:space}?", always=True)
    def muster(self, s: State) -> Choice:
        where = s.m.hex_name(self.target)
        strength = sum(sp(s, u) for u in self.attackers)
        nobody = Bar("3.4.2c", not strength, f"choose a unit with SP to attack {where}")
        join = out_of_attack(s, self.command, self.target, self.attackers, self.alone)
        return [
            Offer("unit", "piece", join, "Join the attack"),
            Offer("resolve", "button", [nobody], "Attack"),
            Option("drop", self._spare(s), "piece", "Leave the attack", free=True),
            Option("cancel", label="No attack here", free=True),
            never("space", [Bar("10.1a", True, f"an attack is made on one hex, and this one is on {where}")]),
        ]

    def _spare(self, s: State) -> tuple[int, ...]:
        """Units without which the attack would still be in order: support needs strength beside it, the other Front a
        unit of who attacks."""
        mine = troops(s, self.command)

        def stands(rest: list[int]) -> bool:
            helpers = [u for u in rest if s.m.support >> u & 1]
            alone = s.m.air in rest and all(s.place[u] != s.place[s.m.air] for u in rest if u != s.m.air)
            led = not rest or any(mine >> u & 1 and sp(s, u) for u in rest)
            return len(helpers) <= sum(sp(s, u) for u in rest) and not alone and led

        return tuple(u for u in self.attackers if stands([v for v in self.attackers if v != u]))

    muster.to("cancel", DONE)

    @muster.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self.attackers.append(unit)
        return AGAIN

    @muster.on("drop")
    def _(self, s: State, unit: int) -> Next:
        self.attackers.remove(unit)
        return AGAIN

    muster.to("resolve")

    @choose("22.0a", who=partner, prompt="Join the attack on {target:space} with your units?", always=True)
    def join(self, s: State) -> Choice:
        if not self._others(s):
            return SKIP
        units = count(len(self._others(s)), "unit")
        return [Option("agree", label=f"Attack with {units}"), Option("refuse", label="Stay out of it")]

    def _others(self, s: State) -> list[int]:
        """Units of the other Front that have been named."""
        return [unit for unit in self.attackers if not troops(s, self.command) >> unit & 1]

    join.to("agree")

    @join.on("refuse")
    def _(self, s: State, _: int) -> Next:
        tell(s, "22.0a", "refused", units=self._others(s), hex=self.target)
        self.attackers, self.alone = [], True
        return goto("muster")

    @step("10.2a", "10.1c", "5.1f", "21.4b", "23.1.3a")
    def begin(self, s: State) -> Next:
        if s.concealment:
            self.attackers = uncover_attackers(s, self.attackers)
            lay_open(s, 1 - s.side, self.target, "23.1.3a")  # (N-98)
        bits = collect(self.attackers)
        s.fought |= bits  # [10.1c]
        if s.phase == ATTACK_1:
            s.attacked |= bits  # [5.1f]
        self.defenders = units_at(s, 1 - s.side, self.target)
        tell(s, "10.2a", "attack", units=self.attackers[:], hex=self.target, defenders=self.defenders[:])
        s.fought_in[s.side] |= 1 << s.m.theater_of[self.target]
        if bits & s.m.konarmiya:
            s.konarmiya_fought = True
        count_attack(s, self.attackers)
        if self.target == s.m.wilno and s.m.front[self.attackers[0]] == LITHUANIA:
            set_clock(s)  # [21.4b]
        if s.negotiating & collect(self.defenders):
            s.negotiating &= ~collect(self.defenders)  # [20.4.1f]
        return Operation(attackers=self.attackers[:]) if s.side == POLAND else None

    @step("17.1.5e", "3.4.5a", "3.4.6c", "3.4.7d")
    def helpless(self, s: State) -> Next:
        """Cheka markers alone, and support units that cannot defend themselves (N-40, N-77)."""
        if s.cheka >> self.target & 1 and not self.defenders:
            lift_cheka(s, self.target)
        for unit in removed_without_regulars(s, 1 - s.side, self.target):
            if s.m.kind[unit] == AIR:
                eliminate(s, unit, "3.4.7d")
            else:
                tell(s, "3.4.5a", "overrun", unit=unit, hex=self.target)
                remove(s, unit, REMOVED)
        self.defenders = units_at(s, 1 - s.side, self.target)
        return goto("advance") if not self.defenders else None

    @choose("14.1a", "14.2a", "14.2b", "10.3b", who=asked, prompt="A Special Order to the attackers?")
    def orders(self, s: State) -> Choice:
        bars = tuple(no_orders(s, s.side, self.attackers))
        given = _buttons(bars, assault=ASSAULT, thrust=THRUST)
        return [*given, Option("none", label="No order")] if given[0] else SKIP

    @orders.each(("none", "assault", "thrust"))
    def _(self, s: State, _: int, order: int) -> None:
        self.order = order
        if order:
            issue(s, s.side, self.attackers)
            tell(s, "14.1a", "ordered", side=s.side, order=order)

    @choose("14.1a", "14.2c", "14.2d", "19.4b", who=defender, prompt="An order to the defenders of {target:space}?")
    def answers(self, s: State) -> Choice:
        if s.m.lwow_unit in self.defenders and plays(s, "14"):
            return goto("stubborn_city")
        bars = tuple(no_orders(s, 1 - s.side, self.defenders))
        given = _buttons(bars, stubborn=STUBBORN, counter=COUNTER)
        return [*given, Option("none", label="No order")] if given[0] else goto("resolve")

    @answers.each(("none", "stubborn", "counter"))
    def _(self, s: State, _: int, answer: int) -> Next:
        self.answer = (NONE, STUBBORN, COUNTER)[answer]
        if self.answer:
            issue(s, 1 - s.side, self.defenders)
            tell(s, "14.1a", "ordered", side=1 - s.side, order=self.answer)
        return goto("resolve")

    @step("19.4b")
    def stubborn_city(self, s: State) -> None:
        self.answer = STUBBORN  # (N-42)
        tell(s, "19.4b", "ordered", side=1 - s.side, order=STUBBORN)

    @roll("10.3c", "1.3b", "2d6")
    def resolve(self, s: State, dice: tuple[int, ...]) -> None:
        odds = work_out(s, self.attackers, self.target, self.order, self.answer)
        self.rolled, self.chance = sum(dice), odds.chance
        bloody = self.rolled in BLOODY
        self.won = not bloody and self.rolled <= odds.chance  # [10.3c]
        theater = s.m.theater_of[self.target]
        tell(s, "10.3c", "rolled", hex=self.target, dice=list(dice), roll=self.rolled, chance=odds.chance,
             result="bloody" if bloody else "success" if self.won else "failure")  # fmt: skip
        if self.won and self.rolled in EVEN:
            self.extra = very_favorable(s, odds)  # [10.5b]
            self.extra += plays(s, "10.6") and at_maximum(s, s.side, theater)  # [10.6a]
        if not bloody:  # [10.3d, 10.3e, 13.3a]
            shift(s, s.side if self.won else 1 - s.side, theater, 1, "13.3a")

    @step("10.4a", "14.2a", "14.2e")
    def attackers_lose(self, s: State) -> Next:
        bloody = self.rolled in BLOODY
        lost = bloody + (self.order == ASSAULT and self.rolled in ODD)
        return losses(
            s, self.attackers, lost, "10.4a" if bloody else "14.2a", self.command
        )  # the attacker first (N-76)

    @step("10.4a", "10.5b", "10.6a", "14.2c")
    def defenders_lose(self, s: State) -> Next:
        bloody = self.rolled in BLOODY
        lost = bloody + (self.answer == STUBBORN and self.rolled in ODD) + self.extra
        rule = "10.4a" if bloody else "10.5b" if self.extra else "14.2c"
        return losses(s, self.defenders, lost, rule, defending(s, self.target, 1 - s.side))  # before any retreat (N-18)

    @step("11.0a", "10.3d")
    def defenders_retreat(self, s: State) -> Next:
        return retreats(s, self.defenders) if self.won else None

    @step("14.2d")
    def attackers_retreat(self, s: State) -> Next:
        if self.answer == COUNTER and not self.won and self.rolled not in BLOODY:
            return goto("driven_back")
        return goto("left_alone")

    @step("14.2d", "11.0a")
    def driven_back(self, s: State) -> Next:
        hexes = collect(s.place[u] for u in self.attackers if s.place[u] >= 0)
        return Call(CounterAttack(attackers=self.attackers[:], defenders=self.defenders[:], hexes=hexes), goto("after"))

    @step("3.4.7c")
    def left_alone(self, s: State) -> Next:
        """The air unit of beaten defenders does not hold the hex that they have left."""
        return FlyHome() if lose_company(s) else None

    @step("12.0a", "10.4b")
    def advance(self, s: State) -> Next:
        failed = self.rolled and not self.won and self.rolled not in BLOODY  # [10.3e] nobody moves
        if not failed and not s.occupied[1 - s.side] >> self.target & 1:
            return advances(s, self.attackers, [self.target], self.won and self.order == THRUST)  # [14.2b]
        return None

    @step("23.3.2.4")
    def after(self, s: State) -> Next:
        return after_combat(s, self.attackers) if self.rolled else None


def _buttons(bars: tuple[Bar, ...], **orders: int) -> list[Offer]:
    return [Offer(verb, "button", bars, f"{NAMES[order]} ({EFFECTS[order]})") for verb, order in orders.items()]


@procedure
class CounterAttack(Frame):
    """[14.2d] Beaten attackers retreat, and the defenders may advance."""

    attackers: list[int]
    defenders: list[int]
    hexes: int

    @step("14.2d", "11.0a")
    def retreat(self, s: State) -> Next:
        return retreats(s, self.attackers)

    @step("3.4.7c")
    def left_alone(self, s: State) -> Next:
        return FlyHome() if lose_company(s) else None

    @step("14.2d", "12.0a")
    def advance(self, s: State) -> Next:
        vacated = members(self.hexes & ~s.occupied[s.side])
        return advances(s, self.defenders, vacated, False) if vacated else None
