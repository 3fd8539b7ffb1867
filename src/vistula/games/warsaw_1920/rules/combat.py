"""11.0 Combat phase: attacks one at a time, their results, and the advance after combat."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect, members
from vistula.kernel import AGAIN, DONE, SKIP, Bar, Call, Choice, Offer, Option, disclose, first, left, never, only, tell
from vistula.kernel.procedure import Frame, Next, choose, goto, procedure, roll, step
from vistula.kernel.views import Refusal

from ..model import ARTILLERY, CAVALRY, POLAND, RUSSIA, SEATS
from ..state import COMBAT, State, eliminate, enter, hide, on_map, reveal, units_at
from .bars import closed, crowded, far, foes, held, idle, named, off_map
from .queries import full_for, undisrupted
from .retreat import Retreats, then_routs
from .seats import owner, phasing
from .stacking import StackingCheck, rearrange_options, rearranging
from .strength import attacking_factor, printed, read_table, work_out

# -- 11.1 – 11.4 who may attack what ----------------------------------------------------------------------


def unfit(s: State, rule: str) -> Iterator[Bar]:
    """[11.1a, 11.1b, 12.1a] Units that cannot attack any more in this phase."""
    yield foes(s, s.side, rule)
    yield off_map(s, s.side)
    yield from idle(s, "attack")
    yield Bar("11.1a", s.fought, named(s, "has attacked already in this phase"))


def ready_to_attack(s: State) -> list[int]:
    """[11.1a] Units of the phasing player that may still attack in this phase."""
    return left(unfit(s, "11.0a"))


def out_of_attack(s: State, target: int) -> Iterator[Bar]:
    """[11.2a, 11.3a, 11.3b] Units that cannot join an attack on a hex; whom they may stack with does not matter."""
    m, place, around, where = s.m, s.place, s.m.around[target], s.m.hex_name(target)
    defenders = collect(units_at(s, 1 - s.side, target))
    yield Bar("11.2a", defenders, named(s, f"defends {where} together with all that stand there"))
    yield from unfit(s, "11.3a")
    yield Bar(
        "11.3a",
        lambda u: not around >> place[u] & 1,
        lambda u: f"{m.full_name[u]} stands in {m.hex_name(place[u])}, not next to {where}",
    )


def attackers_of(s: State, target: int) -> list[int]:
    """[11.3a] Units that may join an attack on a hex."""
    return left(out_of_attack(s, target))


def out_of_reach(s: State) -> Iterator[Bar]:
    """[11.0a, 11.1a, 11.1b, 11.3a] Hexes that cannot be attacked now; artillery alone attacks nothing [11.7a]."""
    m, name, foe = s.m, s.m.hex_name, 1 - s.side
    strong = [s.place[u] for u in ready_to_attack(s) if m.kind[u] != ARTILLERY]
    yield closed(m, s.side)
    yield only("11.0a", s.occupied[foe], lambda hex: f"there is no enemy unit in {name(hex)}")
    yield Bar("11.1a", attacked_hexes(s), lambda hex: f"{name(hex)} has been attacked already in this phase")
    broken = "are disrupted and cannot be attacked"
    yield only("11.1b", undisrupted(s, foe), lambda hex: f"all units in {name(hex)} {broken}")
    yield only("11.3a", m.grid.dilate(collect(strong)), lambda hex: _nobody_for(s, hex))


def attacked_hexes(s: State) -> int:
    """[11.1a, 11.2a] Hexes with a unit that was attacked in this phase: who stands with it cannot be attacked without
    it. Everybody saw the attack, so a covered unit counts too."""
    seen = collect([s.place[u] for u in members(s.attacked) if s.place[u] >= 0])
    return seen | collect([ghost.hex for ghost in s.ghosts if ghost.attacked])


def _nobody_for(s: State, hex: int) -> Refusal | str:
    """Why nobody can attack a hex: only guns are near, nobody is, or those who are cannot."""
    m, name = s.m, s.m.hex_name(hex)
    if attackers_of(s, hex):
        return Refusal("11.7a", f"only artillery stands next to {name}, and it does not attack alone")
    near = [u for u in on_map(s, s.side) if m.around[hex] >> s.place[u] & 1]
    if not near:
        return f"none of your units stands next to {name}"
    return first(unfit(s, "11.0a"), near[0]) or f"none of your units next to {name} can attack"


def targets(s: State) -> list[int]:
    """[11.0a] Hexes that could be attacked now."""
    return left(out_of_reach(s))


def before_a_target(s: State) -> Iterator[Bar]:
    """[11.3a, 11.5d] Why no unit can be chosen before the hex that it is to attack."""
    m, place, foe = s.m, s.place, s.occupied[1 - s.side]
    yield from unfit(s, "11.0a")
    yield Bar(
        "11.3a", lambda u: not m.around[place[u]] & foe, lambda u: f"no enemy unit stands next to {m.full_name[u]}"
    )
    yield Bar("11.5d", True, lambda u: f"choose the hex that is attacked first, then {m.full_name[u]}")


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
        hexes = Offer("attack", "space", out_of_reach(s), "Attack this hex")
        end = Option("end", label="End combat", warn="combat_ends", publish=True)
        return [hexes, *rearrange_options(s), end, never("piece", before_a_target(s))]

    @declare.on("attack")
    def _(self, s: State, hex: int) -> Next:
        return Call(Attack(target=hex), AGAIN)

    declare.to("end")

    @step("6.1a")
    def limits(self, s: State) -> Next:
        s.fought = s.attacked = 0  # [11.1a]
        return StackingCheck(side=s.side)


GUNS_ALONE = "artillery does not attack alone: its factor counts nothing in an attack"
ONE_HEX = "an attack is made on one hex, and this one is on "
THAT_HEX = "an advance goes into the hex that was attacked, "


def other_hexes(target: int, here: Refusal, elsewhere: Refusal) -> Iterator[Bar]:
    """What is said of hexes while units are chosen for one of them."""
    yield Bar(here.rule, 1 << target, here.why)
    yield Bar(elsewhere.rule, True, elsewhere.why)


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
        where = s.m.hex_name(self.target)
        joined = Bar("11.3a", collect(self.attackers), named(s, f"attacks {where} already"))
        nobody = Bar("11.5d", not self.attackers, f"no unit has been chosen to attack {where}")
        here = Refusal("11.5d", f"choose the units that attack {where}")
        guns = Bar("11.7a", not any(attacking_factor(s, u) for u in self.attackers), GUNS_ALONE)
        return [
            Offer("unit", "piece", (*out_of_attack(s, self.target), joined), "Join the attack"),
            Offer("resolve", "button", [nobody, guns], "Attack"),
            Option("drop", self.attackers[:], "piece", "Leave the attack", free=True),
            Option("cancel", label="No attack here", free=True),
            never("space", other_hexes(self.target, here, Refusal("11.3a", ONE_HEX + where))),
        ]

    @muster.on("unit", AGAIN)
    def _(self, s: State, unit: int) -> None:
        self.attackers.append(unit)

    @muster.on("drop", AGAIN)
    def _(self, s: State, unit: int) -> None:
        self.attackers.remove(unit)

    muster.to("cancel", DONE)

    @muster.on("resolve")
    def _(self, s: State, _: int) -> Next:
        self.defenders = units_at(s, 1 - s.side, self.target)  # [11.2a]
        s.fought |= collect(self.attackers)  # [11.1a]
        s.attacked |= collect(self.defenders)  # [11.1a]
        poles = self.attackers if s.side == POLAND else self.defenders  # [6.3b]
        reveal(s, collect(poles))  # [6.3b]
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
        spared = only("11.9b", collect(self.attackers), named(s, f"did not attack {s.m.hex_name(self.target)}"))
        return [Offer("unit", "piece", [spared], "Eliminate this unit")] if self.result == "AL" else SKIP

    @attacker_loses.on("unit")
    def _(self, s: State, unit: int) -> None:
        eliminate(s, unit, "11.9b")
        self.attackers.remove(unit)

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
        attack, defence = sum(attacking_factor(s, u) for u in self.attackers), printed(s, self.defenders)
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
        return [Offer("unit", "piece", self._spared(s), "Eliminate this unit")]

    def _spared(self, s: State) -> Iterator[Bar]:
        owing = collect(self.paying)
        yield only("11.9h", owing, named(s, "is not among the units that must pay for the exchange"))
        beside = named(s, "is artillery that fought beside others: its factor does not count")
        yield Bar("11.7a", lambda unit: not self._worth(s, unit), beside)

    @pay.on("unit", AGAIN)
    def _(self, s: State, unit: int) -> None:
        self.owed -= self._worth(s, unit)
        self.paying.remove(unit)
        eliminate(s, unit, "11.9h")

    def _worth(self, s: State, unit: int) -> int:
        """What a unit pays; artillery pays only if it defended alone (W-12)."""
        alone = self.defenders == [unit]
        return s.m.cf[unit] if alone or s.m.kind[unit] != ARTILLERY else 0


# -- 11.11 – 11.13 advance after combat --------------------------------------------------------------------


def known_counter_charge(s: State, side: int, target: int) -> int:
    """[11.13a] Cavalry of the defender's side next to the attacked hex, not disrupted (W-28), if it is seen."""
    around = s.m.around[target]
    riders = s.m.cavalry & ~s.disrupted
    return collect([u for u in members(riders) if s.m.side[u] != side and s.place[u] >= 0 and around >> s.place[u] & 1])


def doubtful(s: State, target: int) -> bool:
    """Whether a covered Polish unit next to the hex might be cavalry; only Russia can be in doubt."""
    around = s.m.around[target]
    return any(not ghost.disrupted and around >> ghost.hex & 1 for ghost in s.ghosts)


def no_charge(s: State, unit: int, target: int) -> Iterator[Bar]:
    """[11.12a] Hexes that advancing cavalry cannot go on to: no terrain, zone or full hex matters (W-30)."""
    side = s.m.side[unit]
    yield closed(s.m, side)
    yield far(s, "11.12a", target)
    yield held(s, side)
    met = bool(known_counter_charge(s, side, target))
    yield Bar("11.13a", met, f"enemy cavalry next to {s.m.hex_name(target)} counter-charges")


def charge_hexes(s: State, unit: int, target: int) -> list[int]:
    """[11.12a] Where advancing cavalry may go from the attacked hex."""
    return left(no_charge(s, unit, target))


@procedure
class Advance(Frame):
    """[11.11a, 7.2b] Attackers may enter the emptied hex, up to the stacking limit; enemy zones are ignored."""

    target: int
    units: list[int]
    gone: list[int] = []

    @choose("11.11a", "7.2b", who=phasing, prompt="Advance which unit into {target:space}?", always=True)
    def who_goes(self, s: State) -> Choice:
        units = Offer("unit", "piece", self._staying(s), "Advance this unit")
        if not units:
            return DONE
        where = s.m.hex_name(self.target)
        done = Option("done", label="End the advance")
        here = Refusal("11.11a", f"choose the unit that advances into {where}")
        return [units, done, never("space", other_hexes(self.target, here, Refusal("11.11a", THAT_HEX + where)))]

    def _staying(self, s: State) -> Iterator[Bar]:
        """[11.11a] Units that cannot advance now."""
        yield foes(s, s.side, "11.11a")
        yield off_map(s, s.side)
        yield Bar("11.11a", lambda u: s.place[u] == self.target, named(s, "has advanced already"))
        yield only("11.11a", collect(self.units), named(s, "took no part in this attack"))
        yield Bar("6.0a", lambda u: not self._may(s, u), lambda u: first([crowded(s, u)], self.target) or "no room")

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

    who_goes.to("done")


@procedure
class Charge(Frame):
    """[11.12a, 11.13a] Cavalry may take a second hex, unless defending cavalry next door counter-charges."""

    unit: int
    target: int

    @choose("11.12a", who=phasing, prompt="Charge on with {unit:piece}?")
    def second_hex(self, s: State) -> Choice:
        hexes = Offer("hex", "space", no_charge(s, self.unit, self.target), "Charge on to this hex")
        if not hexes:
            return DONE
        full = first([crowded(s, self.unit)], self.target)
        stay = Bar("6.0a", full is not None, lambda _: full or "")
        return [hexes, Offer("stay", "button", [stay], "Stay")]

    second_hex.to("stay")

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
