"""11.0 Combat phase: attacks one at a time, their results, and the advance after combat."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import ARTILLERY, CAVALRY, POLAND, RUSSIA, SEATS
from vistula.games.warsaw_1920.movement import may_act
from vistula.games.warsaw_1920.queries import full_for, overstacked_hexes, undisrupted
from vistula.games.warsaw_1920.retreat import Retreats, then_routs
from vistula.games.warsaw_1920.seats import owner, phasing
from vistula.games.warsaw_1920.stacking import StackingCheck, rearrange_options, rearranging
from vistula.games.warsaw_1920.state import (
    COMBAT,
    State,
    bits_of,
    eliminate,
    enter,
    hide,
    on_map,
    reveal,
    units_at,
)
from vistula.games.warsaw_1920.strength import attacking_factor, printed, read_table, work_out
from vistula.kernel import (
    AGAIN,
    DONE,
    SKIP,
    Call,
    Choice,
    Frame,
    Next,
    Option,
    choose,
    disclose,
    goto,
    procedure,
    roll,
    step,
    tell,
)

# -- 11.1 – 11.4 who may attack what ----------------------------------------------------------------------


def ready_to_attack(s: State) -> list[int]:
    """[11.1a, 11.1b, 12.1a] Units of the phasing player that may still attack in this phase."""
    blocked = s.fought | s.disrupted
    return [u for u in on_map(s, s.side) if not blocked >> u & 1 and may_act(s, u)]


def attackers_of(s: State, target: int) -> list[int]:
    """[11.3a, 11.3b] Units next to the target that may join an attack on it, whatever they may stack with."""
    around = s.m.around[target]
    return [u for u in ready_to_attack(s) if around >> s.place[u] & 1]


def attacked_hexes(s: State) -> int:
    """[11.1a, 11.2a] Hexes with a unit that was attacked in this phase: who stands with it cannot be attacked without
    it. Everybody saw the attack, so a covered unit counts too."""
    seen = bits_of([s.place[u] for u in members(s.attacked) if s.place[u] >= 0])
    return seen | bits_of([ghost.hex for ghost in s.ghosts if ghost.attacked])


def attackable(s: State) -> int:
    """[11.1a, 11.1b] Enemy hexes with a unit, if only artillery [11.7a], not disrupted nor attacked in this phase."""
    return undisrupted(s, 1 - s.side) & ~attacked_hexes(s)


def targets(s: State) -> list[int]:
    """[11.0a] Hexes that could be attacked now: artillery alone attacks nothing [11.7a]."""
    strong = [s.place[u] for u in ready_to_attack(s) if s.m.kind[u] != ARTILLERY]
    return members(s.m.grid.dilate(bits_of(strong)) & attackable(s))


@procedure
class CombatPhase(Frame):
    """11.0, [11.4a] As many attacks as the player likes, one after another."""

    @step("11.0a")
    def begin(self, s: State) -> None:
        s.phase = COMBAT
        tell(s, "11.0a", "combat_phase", side=s.side, number=s.operation)

    @rearranging
    @choose("11.4a", "11.0a", who=phasing, prompt="Choose a hex to attack.", always=True)
    def declare(self, s: State) -> Choice:
        hexes = targets(s)
        warn = "overstacked" if overstacked_hexes(s, s.side) else "targets_left" if hexes else ""
        return [
            Option("attack", hexes, "space", "Attack this hex"),
            *rearrange_options(s),
            Option("end", label="End combat", warn=warn, publish=True),
        ]

    @declare.on("attack")
    def _(self, s: State, hex: int) -> Next:
        return Call(Attack(target=hex), AGAIN)

    @declare.on("end")
    def _(self, s: State, _: int) -> Next:
        return None

    @step("6.1a")
    def limits(self, s: State) -> Next:
        s.fought = s.attacked = 0  # [11.1a]
        return StackingCheck(side=s.side)


# -- 11.5 one attack ----------------------------------------------------------------------------------------


@procedure
class Attack(Frame):
    """[11.5d] One attack on one hex: target, attackers, factors, odds, die, result."""

    target: int
    attackers: list[int] = []
    defenders: list[int] = []
    result: str = ""
    odds: str = ""
    attack: int = 0  # both sides' factors, the bonus and the die, to be read while the result is carried out
    defence: int = 0
    bonus: int = 0
    die: int = 0

    @choose("11.2b", "11.3a", "11.5d", who=phasing, prompt="Which units attack {target:space}?", always=True)
    def muster(self, s: State) -> Choice:
        more = [u for u in attackers_of(s, self.target) if u not in self.attackers]
        options = [Option("unit", more, "piece", "Join the attack")]
        if any(attacking_factor(s, u) for u in self.attackers):
            options.append(Option("resolve", label="Attack"))
        drop = Option("drop", self.attackers[:], "piece", "Leave the attack", free=True)
        return [*options, drop, Option("cancel", label="No attack here", free=True)]

    @muster.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self.attackers.append(unit)
        return AGAIN

    @muster.on("drop")
    def _(self, s: State, unit: int) -> Next:
        self.attackers.remove(unit)
        return AGAIN

    @muster.on("cancel")
    def _(self, s: State, _: int) -> Next:
        return DONE

    @muster.on("resolve")
    def _(self, s: State, _: int) -> Next:
        self.defenders = units_at(s, 1 - s.side, self.target)  # [11.2a]
        s.fought |= bits_of(self.attackers)  # [11.1a]
        s.attacked |= bits_of(self.defenders)  # [11.1a]
        poles = self.attackers if s.side == POLAND else self.defenders  # [6.3b]
        reveal(s, bits_of(poles))  # [6.3b]
        disclose(s, "6.3b", [SEATS[RUSSIA]], poles)
        odds = work_out(s, self.attackers, self.defenders, self.target)
        self.odds, self.attack, self.defence, self.bonus = odds.label, odds.attack, odds.defence, odds.bonus
        tell(s, "11.5d", "attack", units=self.attackers[:], hex=self.target, defenders=self.defenders[:],
             attack=odds.attack, defence=odds.defence, odds=odds.label, bonus=odds.bonus)  # fmt: skip
        if odds.column < 0:  # [11.5a] [11.9a]
            self.result = s.m.crt_worse
            tell(s, "11.9a", "hopeless", hex=self.target, result=self.result)
            return goto("attacker_eliminated")
        return None

    @roll("11.5b", "2.0a", "1d6")
    def resolve(self, s: State, dice: tuple[int, ...]) -> None:
        odds = work_out(s, self.attackers, self.defenders, self.target)
        self.die = dice[0]
        self.result = read_table(s, odds, dice[0])
        tell(s, "11.5b", "result", hex=self.target, die=dice[0], bonus=odds.bonus, odds=odds.label, result=self.result)

    @step("11.9a")
    def attacker_eliminated(self, s: State) -> None:
        if self.result == "AE":
            for unit in self.attackers:
                eliminate(s, unit, "11.9a")

    @choose("11.9b", who=phasing, prompt="One attacking unit is eliminated: which?")
    def attacker_loses(self, s: State) -> Choice:
        return [Option("unit", self.attackers[:], "piece", "Eliminate this unit")] if self.result == "AL" else SKIP

    @attacker_loses.on("unit")
    def _(self, s: State, unit: int) -> Next:
        eliminate(s, unit, "11.9b")
        self.attackers.remove(unit)
        return None

    @step("11.9c", "11.9b")
    def attacker_retreats(self, s: State) -> Next:
        if self.result in ("AL", "AR"):
            return Retreats(units=self.attackers[:], origin=self.target, distance=1)
        return None

    @step("11.9e", "11.9h", "11.9i")
    def exchange(self, s: State) -> Next:
        if self.result == "EX":
            return Exchange(attackers=self.attackers[:], defenders=self.defenders[:])
        return None

    @step("11.9d", "11.9f", "11.9g")
    def defender(self, s: State) -> Next:
        if self.result == "DE":
            for unit in self.defenders:
                eliminate(s, unit, "11.9g")
        elif self.result.startswith("DR"):
            return Retreats(units=self.defenders[:], origin=self.target, distance=int(self.result[2:]))
        return None

    @step("11.11a")
    def advance(self, s: State) -> Next:
        if self.result[:2] in ("DE", "DR"):
            return Advance(target=self.target, units=[u for u in self.attackers if s.place[u] >= 0])
        return None

    @step("6.3b")
    def over(self, s: State) -> None:
        hide(s)


@procedure
class Exchange(Frame):
    """[11.9e, 11.9h] The weaker side in printed factors loses all, the other pays at least as much."""

    attackers: list[int]
    defenders: list[int]
    paying: list[int] = []
    owed: int = 0
    side: int = 0

    @step("11.9e")
    def weaker(self, s: State) -> Next:
        attack, defence = _exchange_value(s, self.attackers), printed(s, self.defenders)
        tell(s, "11.9e", "exchange", attack=attack, defence=defence)
        sides = sorted([(attack, self.attackers), (defence, self.defenders)], key=lambda side: side[0])
        (self.owed, weaker), (_, stronger) = sides
        equal = attack == defence
        for unit in weaker + stronger if equal else weaker:
            eliminate(s, unit, "11.9e")
        self.side, self.paying = s.m.side[stronger[0]], stronger[:]
        return DONE if equal else None

    @choose("11.9h", who=owner, prompt="Exchange: remove units worth at least {owed:factors}.")
    def pay(self, s: State) -> Choice:
        if self.owed <= 0:
            return DONE
        return [Option("unit", [u for u in self.paying if self._worth(s, u)], "piece", "Eliminate this unit")]

    @pay.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self.owed -= self._worth(s, unit)
        self.paying.remove(unit)
        eliminate(s, unit, "11.9h")
        return AGAIN

    def _worth(self, s: State, unit: int) -> int:
        """What a unit pays; artillery pays only if it defended alone (W-12)."""
        alone = self.defenders == [unit]
        return s.m.cf[unit] if alone or s.m.kind[unit] != ARTILLERY else 0


def _exchange_value(s: State, attackers: list[int]) -> int:
    return sum(attacking_factor(s, u) for u in attackers)


# -- 11.11 – 11.13 advance after combat --------------------------------------------------------------------


def known_counter_charge(s: State, side: int, target: int) -> int:
    """[11.13a] Cavalry of the defender's side next to the attacked hex, not disrupted (W-28), if it is seen."""
    around = s.m.around[target]
    riders = s.m.cavalry & ~s.disrupted
    return bits_of([u for u in members(riders) if s.m.side[u] != side and _in(around, s.place[u])])


def doubtful(s: State, target: int) -> bool:
    """Whether a covered Polish unit next to the hex might be cavalry; only Russia can be in doubt."""
    around = s.m.around[target]
    return any(not ghost.disrupted and around >> ghost.hex & 1 for ghost in s.ghosts)


def _in(hexes: int, place: int) -> bool:
    return place >= 0 and bool(hexes >> place & 1)


def charge_hexes(s: State, unit: int, target: int) -> list[int]:
    """[11.12a] Where advancing cavalry may go from the attacked hex: no terrain, zone or full hex matters (W-30)."""
    side = s.m.side[unit]
    if known_counter_charge(s, side, target):
        return []
    barred = s.occupied[1 - side] | ~s.m.enterable[side]
    return [n for n in s.m.next[target] if not barred >> n & 1]


@procedure
class Advance(Frame):
    """[11.11a, 7.2b] Attackers may enter the emptied hex, up to the stacking limit; enemy zones are ignored."""

    target: int
    units: list[int]
    gone: list[int] = []

    @choose("11.11a", "7.2b", who=phasing, prompt="Advance which unit into {target:space}?", always=True)
    def who_goes(self, s: State) -> Choice:
        units = [u for u in self.units if self._may(s, u)]
        if not units:
            return DONE
        return [Option("unit", units, "piece", "Advance this unit"), Option("done", label="End the advance")]

    def _may(self, s: State, unit: int) -> bool:
        """[11.11a, 11.12a] Room in the hex, or, for cavalry that is sure to go on, a second hex (W-27)."""
        if not full_for(s, unit) >> self.target & 1:
            return True
        sure = s.m.kind[unit] == CAVALRY and (self._charged(s) or not doubtful(s, self.target))
        return sure and bool(charge_hexes(s, unit, self.target))

    def _charged(self, s: State) -> bool:
        """[11.13a] Whether a unit of this advance has gone on: then no cavalry lies covered next door."""
        return any(s.place[u] != self.target for u in self.gone)

    @who_goes.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self.units.remove(unit)
        self.gone.append(unit)
        tell(s, "11.11a", "advances", unit=unit, hex=self.target)
        enter(s, unit, self.target, "11.11a")
        if s.m.kind[unit] == CAVALRY:
            return then_routs(s, s.side, [self.target], Call(Charge(unit=unit, target=self.target), AGAIN))
        return then_routs(s, s.side, [self.target], AGAIN)

    @who_goes.on("done")
    def _(self, s: State, _: int) -> Next:
        return None


@procedure
class Charge(Frame):
    """[11.12a, 11.13a] Cavalry may take a second hex, unless defending cavalry next door counter-charges."""

    unit: int
    target: int

    @choose("11.12a", who=phasing, prompt="Charge on with {unit:piece}?")
    def second_hex(self, s: State) -> Choice:
        hexes = charge_hexes(s, self.unit, self.target)
        if not hexes:
            return DONE
        options = [Option("hex", hexes, "space", "Charge on to this hex")]
        if not full_for(s, self.unit) >> self.target & 1:
            options.append(Option("stay", label="Stay"))
        return options

    @second_hex.on("stay")
    def _(self, s: State, _: int) -> Next:
        return None

    @second_hex.on("hex")
    def _(self, s: State, hex: int) -> Next:
        foes = known_counter_charge(s, s.side, self.target)
        if s.side == RUSSIA:  # [11.13a] [6.3b] who tries has seen whether cavalry is there
            disclose(s, "11.13a", [SEATS[RUSSIA]], bool(foes))
        if foes:  # [11.13a]
            reveal(s, foes)
            tell(s, "11.13a", "counter_charge", unit=self.unit, units=members(foes), hex=self.target)
            return DONE
        tell(s, "11.12a", "charges", unit=self.unit, hex=self.target, to_hex=hex)
        enter(s, self.unit, hex, "11.12a")
        if s.place[self.unit] < 0:
            return DONE
        return then_routs(s, s.side, [hex], DONE)
