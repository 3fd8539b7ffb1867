"""9.0 Combat: one attack after another, each resolved whole. Who attacks what: `targets`; the sums: `odds`; what a
result takes: `losses`, `retreat`, `advance`."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect
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
    never,
    only,
    procedure,
    roll,
    step,
    tell,
)

from ..model import ODDS
from ..state import COMBAT, State, units_at
from ..units import POLAND, RUSSIA
from . import frontier, fronts, standdown
from .advance import Advance
from .bars import named
from .capacity import Rations
from .charge import chargers, factor
from .control import game_over, overrun
from .losses import ATTACK, DEFENCE, Losses, abandoned, destroy, fall_with_others, force, half
from .odds import BEST, HIGHEST, Odds, defenders, modified, work_out
from .options import lithuania, objective, squadron
from .queries import enemy
from .retreat import Retreats, drawn_in
from .seats import asked, command_of, commands
from .stacking import Naming, settle
from .supply import supplied
from .targets import all_of, out_of_attack, out_of_reach, unfit

CONTACT = "-"


@procedure
class CombatPhase(Frame):
    """[6.1c, 6.1f] The combat phase of a side: naming, attacks, what ends with it."""

    side: int
    commands: list[int] = []

    @step("6.1c", "6.1f", "9.0a")
    def begin(self, s: State) -> None:
        s.phase = COMBAT
        s.fought = s.struck = s.retreated = s.charges = 0
        s.struck_front = [0, 0]
        self.commands = commands(s, self.side)
        squadron.begin_combat(s)

    @step("5.1.2b", "12.4.1b")
    def own_crowds(self, s: State) -> Next:
        return Naming(side=self.side)

    @step("5.1.2b", "12.4.1b")
    def enemy_crowds(self, s: State) -> Next:
        return Naming(side=enemy(self.side))

    @step("10.3a", "10.5.5")
    def rations(self, s: State) -> Next:
        return Rations()

    @step("9.0f")
    def attacks(self, s: State) -> Next:
        """(A93) One player after the other."""
        if self.commands and not game_over(s):
            return Call(Attacks(command=self.commands.pop(0)), AGAIN)
        return None

    @step("9.10.2", "9.13.8a")
    def end(self, s: State) -> None:
        """Charge markers go, and who was overstacked for the rest of the phase only is so no longer."""
        s.charges = s.fought = s.struck = s.retreated = 0
        s.struck_front = [0, 0]
        for side in (self.side, enemy(self.side)):
            settle(s, side)


@procedure
class Attacks(Frame):
    """[9.0a, 9.0f] One player's attacks of a combat phase: as many as he likes, in any order."""

    command: int

    @choose("9.0f", "9.0a", "9.0b", who=asked, prompt="Choose a hex to attack.", always=True)
    def declare(self, s: State) -> Choice:
        if game_over(s):
            return DONE
        hexes = Offer("attack", "space", out_of_reach(s, self.command), "Attack this hex")
        end = Option("end", label="End the attacks", warn="attacks_end", publish=True)
        return [hexes, end, never("piece", self._too_early(s))]

    def _too_early(self, s: State) -> Iterator[Bar]:
        yield from unfit(s, self.command)
        yield Bar("9.0f", True, "choose the hex that is attacked first")

    @declare.on("attack")
    def _(self, s: State, hex: int) -> Next:
        return Call(Attack(command=self.command, target=hex), AGAIN)

    declare.to("end", DONE)


@procedure
class Attack(Frame):
    """[9.0] One attack on one hex (A6): units, odds, die, losses, retreats, advance."""

    command: int
    target: int
    attackers: list[int] = []
    walking: int = 0  # cavalry that its player holds back from charging (A89)
    lowered: int = 0  # columns that the attacker gives away [9.0i]
    flown: bool = False  # the Squadron helps [24.7.1]
    charging: int = 0
    origins: list[int] = []  # hexes of the attackers
    defenders: list[int] = []
    crowd: list[int] = []  # overstacked units beside them [5.1.5d]
    strength: int = 0  # attack factors
    against: int = 0  # defence factors, as printed [9.12.2d]
    lost: int = 0  # defence factors lost [9.11i]
    result: str = ""
    points: int = 0  # of the advance
    vacated: list[int] = []  # hexes of the attackers that are empty now [9.15.2]
    pursuers: list[int] = []  # the players whose defenders may follow into them

    # -- who attacks

    @choose("9.0c", "9.0b", "9.0e", who=asked, prompt="Which units attack {target:space}?", always=True)
    def muster(self, s: State) -> Choice:
        able = out_of_attack(s, self.command, self.target, self.attackers)
        mine = collect(self.attackers)
        charging = self._charging(s)
        return [
            Offer("unit", "piece", able, "Join the attack"),
            Offer("resolve", "button", self._too_weak(s), "Attack"),
            Offer("everyone", "button", self._all_in(s), "Everyone who can"),
            Option("drop", tuple(sorted(self.attackers)), "piece", "Leave the attack", free=True),
            Offer("walk", "piece", [only("9.10.1a", charging, named(s, "does not charge"))], "Hold it back", free=True),
            Offer("charge", "piece", self._no_charge(s, mine & ~charging), "Charge", free=True),
            Offer("lower", "button", self._lowest(s), "Attack at lower odds", free=True),
            Offer("restore", "button", [Bar("9.0i", not self.lowered, "the odds are what they are")],
                  "Attack at full odds", free=True),
            Offer("fly", "button", self._grounded(s), "Call in the Kościuszko Squadron", free=True),
            Option("cancel", label="No attack here"),
            never("space", [Bar("9.0d", True, f"an attack is made on one hex, and this one is on {self._name(s)}")]),
        ]  # fmt: skip

    def _name(self, s: State) -> str:
        return s.m.hex_name(self.target)

    def _alone(self, s: State) -> bool:
        """[7.2.1d] Whether nobody defends the hex but replacement counters."""
        return not s.occupied[enemy(s.m.side[self.attackers[0]])] >> self.target & 1

    def _charging(self, s: State) -> int:
        return chargers(s, self.attackers, self.target) & ~self.walking

    def odds(self, s: State) -> Odds:
        """The odds as the attack stands now."""
        return work_out(s, self.attackers, self.target, self._charging(s), self.lowered, self.flown)

    def _too_weak(self, s: State) -> Iterator[Bar]:
        yield Bar("9.0b", not self.attackers, f"choose the units that attack {self._name(s)}")
        if self.attackers and not self._alone(s):
            odds = self.odds(s)
            yield Bar("9.0h", odds.column < 0, f"the odds are {odds.label}, and below {ODDS[0]} no attack is made")

    def _all_in(self, s: State) -> Iterator[Bar]:
        rest = [unit for unit in all_of(s, self.command, self.target, self.attackers) if unit not in self.attackers]
        yield Bar("9.0c", not rest, "nobody else can join")

    def _no_charge(self, s: State, idle: int) -> Iterator[Bar]:
        yield only("9.10.1a", idle & self.walking, named(s, "is not held back from a charge"))

    def _lowest(self, s: State) -> Iterator[Bar]:
        yield Bar("9.0i", not self.attackers or self._alone(s), "there are no odds yet")
        yield Bar("9.0i", bool(self.attackers) and self.odds(s).column <= 0, "there are no lower odds")

    def _grounded(self, s: State) -> Iterator[Bar]:
        yield Bar("24.7.1", not squadron.may_help(s), "the Squadron cannot help now")
        yield Bar("24.7.1", self.flown, "the Squadron helps already")
        fed = any(supplied(s, unit) for unit in self.attackers)
        yield Bar("24.7.1", not fed, "the Squadron helps where a supplied unit attacks")

    muster.to("cancel", DONE)
    muster.to("resolve")

    @muster.on("unit", AGAIN)
    def _(self, s: State, unit: int) -> None:
        self.attackers.append(unit)

    @muster.on("everyone", AGAIN)
    def _(self, s: State, _: int) -> None:
        self.attackers = all_of(s, self.command, self.target, self.attackers)

    @muster.on("drop", AGAIN)
    def _(self, s: State, unit: int) -> None:
        self.attackers.remove(unit)
        self.walking &= ~(1 << unit)  # [9.10.1a]
        self.flown = False  # [24.7.1]

    @muster.on("walk", AGAIN)
    def _(self, s: State, unit: int) -> None:
        self.walking |= 1 << unit  # [9.10.1a] (A89)

    @muster.on("charge", AGAIN)
    def _(self, s: State, unit: int) -> None:
        self.walking &= ~(1 << unit)  # [9.10.1a] (A89)

    @muster.on("lower", AGAIN)
    def _(self, s: State, _: int) -> None:
        self.lowered += 1  # [9.0i]

    @muster.on("restore", AGAIN)
    def _(self, s: State, _: int) -> None:
        self.lowered = 0  # [9.0i]

    @muster.on("fly", AGAIN)
    def _(self, s: State, _: int) -> None:
        self.flown = True  # [24.7.1]

    # -- the attack begins

    @step("9.0e", "9.0f", "9.0d", "12.4.2b", "23.4.7.1b", "24.12.1c")
    def begin(self, s: State) -> Next:
        foe = enemy(s.m.side[self.attackers[0]])
        bits = collect(self.attackers)
        self.charging = self._charging(s)
        self.origins = sorted({s.place[unit] for unit in self.attackers})
        s.fought |= bits
        s.struck |= 1 << self.target
        if self._alone(s):
            tell(s, "7.2.1d", "attack", units=self.attackers[:], hex=self.target, defenders=[])
            return goto("ride_down")
        s.charges = self.charging  # [9.10.2]
        drawn_in(s, foe, [self.target])  # [9.13.8a]
        drawn_in(s, 1 - foe, self.origins)  # [9.13.8a]
        self.defenders = defenders(s, foe, self.target)
        everyone = units_at(s, foe, self.target)
        self.crowd = [unit for unit in everyone if unit not in self.defenders]
        self.strength = force(s, self.attackers, ATTACK, self.charging)
        self.against = force(s, self.defenders, DEFENCE)
        tell(s, "9.0f", "attack", units=self.attackers[:], hex=self.target, defenders=everyone)
        self._bring_about(s, bits, collect(everyone))
        return None

    def _bring_about(self, s: State, attackers: int, foes: int) -> None:
        """What an attack has to do with other chapters."""
        for front in fronts.fronts_in(s, attackers):
            s.struck_front[front] |= 1 << self.target
        standdown.attacked(s, attackers, foes)
        frontier.crossed(s, attackers, self.target)
        lithuania.attacked(s, attackers, self.target)
        objective.assaulted(s, self.target, {unit: factor(s, unit, self.charging) for unit in self.attackers})
        if self.flown:
            squadron.help_battle(s)

    @roll("9.0j", "9.1", "1d6")
    def resolve(self, s: State, dice: tuple[int, ...]) -> Next:
        odds = work_out(s, self.attackers, self.target, self.charging, self.lowered, self.flown)
        self._read(s, odds.column, modified(odds, dice[0]))
        tell(s, "9.0j", "rolled", hex=self.target, die=dice[0], more=odds.shift, odds=ODDS[odds.column],
             result=self.result)  # fmt: skip
        s.charges = 0  # [9.10.2]
        return goto("defenders_lose")

    def _read(self, s: State, column: int, die: int) -> None:
        """[9.11a, 9.11j] The result, and the points that it gives for an advance."""
        self.result = s.m.results[column][die - 1]
        best = column == BEST and die == HIGHEST
        self.points = s.m.best_advance if best else s.m.advance[self.result]

    def _says(self, part: str) -> bool:
        """[9.0k, 9.11d] Whether a part of the result is this one: an A strikes the attacker, a D the defender, an X
        both, and a dash nobody."""
        return part in self.result.split("+")

    @roll("7.2.1d", "1d6")
    def ride_down(self, s: State, dice: tuple[int, ...]) -> Next:
        """Replacements alone are destroyed; the die on the best column is for the advance only."""
        self._read(s, BEST, dice[0])
        overrun(s, enemy(s.m.side[self.attackers[0]]), self.target)
        return goto("advance")

    # -- losses

    @step("9.11f", "9.11g", "9.11h", "9.11i", "9.12.1a", "9.0l")
    def defenders_lose(self, s: State) -> Next:
        if self._says("DE") or self._says("X"):
            for unit in (*self.defenders, *self.crowd):  # [5.1.5d] (A66)
                destroy(s, unit, "9.11g" if self._says("DE") else "9.11h")
            self.lost = self.against
        elif (self._says("D1/2E") or self._says("1/2X")) and self.against:
            return Call(self._halving(s, self.defenders), into="lost")
        return None

    def _halving(self, s: State, units: list[int]) -> Losses:
        rule = "9.11f" if self._says("D1/2E") else "9.11i"
        need = half(force(s, units, DEFENCE))
        owner = command_of(s, units[0])
        return Losses(command=owner, units=units[:], need=need, kind=DEFENCE, halving=True, rule=rule)

    @step("5.1.5d", "5.1.5f")
    def crowd_loses(self, s: State) -> Next:
        """(A66) Overstacked units pay half of their own, which counts for nobody."""
        left = [unit for unit in self.crowd if s.place[unit] >= 0]
        halved = self._says("D1/2E") or self._says("1/2X")
        return self._halving(s, left) if halved and left and force(s, left, DEFENCE) else None

    @step("9.11b", "9.11c", "9.11h", "9.11i")
    def attackers_lose(self, s: State) -> Next:
        need = 0
        if self._says("A1/2E"):
            need = half(self.strength)
        elif self._says("A1/2X"):
            need = half(self.against)
        elif self._says("X") or self._says("1/2X"):
            need = self.lost
        if not need:
            return None
        rules = {"A1/2E": "9.11b", "A1/2X": "9.11c", "X": "9.11h"}
        rule = next((rule for part, rule in rules.items() if self._says(part)), "9.11i")
        return Losses(command=self.command, units=self.attackers[:], need=need, kind=ATTACK, charging=self.charging,
                      halving=self._says("A1/2E"), rule=rule)  # fmt: skip

    @step("5.1.5e", "7.2.1e")
    def left_behind(self, s: State) -> None:
        side = s.m.side[self.attackers[0]]
        fall_with_others(s, side, self.origins)
        abandoned(s, side, self.origins)
        abandoned(s, enemy(side), [self.target])
        self._thinned(s)

    def _thinned(self, s: State) -> None:
        """[5.1.2] (A65) Losses and retreats may have made room for who was named; who has retreated among others
        stays overstacked to the end of the phase [9.13.8a]."""
        for side in (POLAND, RUSSIA):
            settle(s, side, guests=s.retreated)

    # -- retreats

    @step("9.11a", "9.11e", "9.0l")
    def retreats(self, s: State) -> Next:
        """(A31) Attackers go back without those who took no part; defenders with all who are there."""
        for letter, units in (("A", self.attackers), ("D", [*self.defenders, *self.crowd])):
            going = [unit for unit in units if s.place[unit] >= 0]
            if going and self._length(letter):
                return Retreats(units=going, length=self._length(letter))
        return None

    def _length(self, letter: str) -> int:
        """The hexes of a retreat in the result: of the attacker (A) or the defender (D)."""
        found = [int(part[1:]) for part in self.result.split("+") if part[0] == letter and part[1:].isdigit()]
        return sum(found)

    @step("7.2.1e", "12.4.2b")
    def gone(self, s: State) -> None:
        """(A27) The other front leaves defenders alone who have been driven back."""
        side = s.m.side[self.attackers[0]]
        abandoned(s, side, self.origins)
        abandoned(s, enemy(side), [self.target])
        self._thinned(s)
        away = collect(s.place[unit] for unit in self.defenders if s.place[unit] >= 0)
        for front in fronts.fronts_in(s, collect(self.attackers)):
            s.struck_front[front] |= away

    # -- advance

    @step("9.15.1", "9.15.2")
    def advance(self, s: State) -> Next:
        side = s.m.side[self.attackers[0]]
        if game_over(s) or not self.points:
            return DONE
        if not s.occupied[enemy(side)] >> self.target & 1:
            frame = Advance(command=self.command, units=self.attackers[:], vacated=[self.target], points=self.points)
            return Call(frame, DONE)
        self.vacated = [hex for hex in self.origins if not s.occupied[side] >> hex & 1]
        self.pursuers = commands(s, enemy(side)) if self.vacated else []
        return None

    @step("9.15.2")
    def pursuit(self, s: State) -> Next:
        """(A9, A93) Defenders advance into what the attackers have left, one player after the other."""
        if not self.pursuers or game_over(s):
            return DONE
        command = self.pursuers.pop(0)
        units = [unit for unit in self.defenders if s.place[unit] == self.target and command_of(s, unit) == command]
        frame = Advance(command=command, units=units, vacated=self.vacated[:], points=self.points)
        return Call(frame, AGAIN) if units else AGAIN
