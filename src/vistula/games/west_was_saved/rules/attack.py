"""9.2 – 9.6 One attack, from its declaration to the advance, and the further ones after a rout."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect, members
from vistula.kernel import DONE, SKIP, Bar, Call, Choice, Frame, Next, Offer, Option, Return, choose, goto, only, tell
from vistula.kernel.procedure import Step, procedure, roll, step
from vistula.kernel.state import row
from vistula.parts.odds import total

from ..cards import combat as card_combat
from ..cards import effects
from ..changes import eliminate, remove_command, show_stack, watch
from ..model import ARTILLERY, SEATS
from ..state import State, commands_at, units_at
from .advance import Advance
from .bars import by_hex, placed
from .command import in_command
from .engagement import no_supporters, target_of
from .losses import Hits, orphans
from .outcomes import Outcome, decide, losers_hits
from .retreat import Retreat
from .seats import acting, opponent
from .strength import Fight, attack_lines, attacking_units, declarable, defence_lines, with_card


def declaring(attacking: bool) -> Step:
    """[9.3g] A side may use its card in this combat: it counts for this one, and is used up."""

    @choose("9.3g", who=acting if attacking else opponent, prompt="Use your card in this combat?", always=True)
    def ask(self: Attack, s: State) -> Choice:
        term = declarable(s, self.fight(), attacking)
        if term is None:
            return SKIP
        label = "the defender's ground counts nothing" if term.ground else f"+{term.value}"
        return [Option("card", label=f"{term.label}: {label}"), Option("keep", label="Not here")]

    ask.to("keep")

    @ask.on("card")
    def _(self: Attack, s: State, _: int) -> None:
        side = self.side if attacking else 1 - self.side
        term = declarable(s, self.fight(), attacking)
        assert term is not None
        fight = with_card(self.fight(), term, attacking)
        self.card, self.sappers = list(fight.card), fight.sappers
        effects.use_card(s, side)
        tell(s, "9.3g", "card_declared", side=SEATS[side], card=term.card, points=term.value)

    return ask


# -- 9.2 – 9.5 one attack ---------------------------------------------------------------------------------------------


@procedure
class Attack(Frame):
    """[9.2a] One stack attacks the stack that it faces. Returns whether the attack was ordered at all.

    Once it is certain that there is a fight both stacks lie open, so that their units may stand here. `among` is the
    set of units that may take part: after a rout those that advanced, else all.
    """

    side: int
    hex: int
    target: int
    among: int = -1
    second: int = -1
    attackers: list[int] = []
    defenders: list[int] = []
    helpers: list[int] = []
    card: list[int] = row(0, 0)
    sappers: bool = False
    values: list[int] = []  # once the dice have been rolled: both adjusted values, then both dice
    margin: int = 0
    hits: int = 0
    inflicted: int = 0
    advanced: int = 0

    @choose("9.2d", "9.2a", "9.2i", who=acting, always=True,
            prompt="Attack {target:space} from {hex:space} alone, or call a second stack?")  # fmt: skip
    def call(self, s: State) -> Choice:
        others = no_supporters(s, self.side, self.hex, self.target)
        return [
            Option("alone", label="Attack"),
            Offer("second", "space", others, "Call this stack to support the attack"),
            Option("cancel", label="No attack", free=True),
            by_hex(s, "9.2d"),
        ]

    call.to("cancel", Return(False))

    @call.each(("alone", "second"))
    def _(self, s: State, hex: int, supported: int) -> Next:
        tell(s, "9.2a", "attack", side=SEATS[self.side], hex=self.hex, to_hex=self.target)
        if supported:
            self.second = hex
            return None
        self._open(s, self._ordered(s), [])
        return goto("lone_command")

    def _ordered(self, s: State) -> list[int]:
        """[9.2f] The stack has had its attack order, unless it attacks once more after a rout [9.5.c3]; who attacks."""
        attackers = attacking_units(s, self.side, self.hex, self.among)
        s.attacked |= collect(attackers)
        if self.among == -1:
            s.spent |= 1 << self.hex
        return attackers

    def _open(self, s: State, attackers: list[int], helpers: list[int]) -> None:
        """[13.2a] There is a fight: both stacks, and a second one that has come, are laid open."""
        self.attackers, self.helpers = attackers, helpers
        self.defenders = units_at(s, 1 - self.side, self.target)
        for hex in (self.hex, self.target, *([self.second] if helpers else [])):
            show_stack(s, hex, "13.2a")

    @roll("9.2e", "9.2f", "1d6")
    def coordinate(self, s: State, dice: tuple[int, ...]) -> Next:
        """Both stacks have had their order, whoever comes; none is seen for an attack that is called off (H-17)."""
        support, alone = card_combat.coordination(s, self.side)
        comes, goes_on = dice[0] >= support, dice[0] >= alone
        key = "support_comes" if comes else "support_fails" if goes_on else "attack_aborted"
        tell(s, "9.2e", key, hex=self.second, to_hex=self.target, die=dice[0])
        attackers, helpers = self._ordered(s), attacking_units(s, self.side, self.second)
        s.attacked |= collect(helpers)
        s.spent |= 1 << self.second
        if not goes_on:
            return Return(True)
        self._open(s, attackers, helpers if comes else [])
        return None

    @step("9.6b")
    def lone_command(self, s: State) -> Next:
        if self.defenders:
            return goto("attackers_card" if any(s.card_uses) else "battle")
        for commander in commands_at(s, 1 - self.side, self.target):
            remove_command(s, commander, "9.6b")
        watch(s)
        occupying = self._advance(s, self.side)
        occupying.overrun = True
        return Call(occupying, then=goto("over"))

    # -- 9.3 values and dice

    def fight(self) -> Fight:
        return Fight(
            self.side, self.hex, self.target, self.attackers, self.defenders, self.helpers, self.card, self.sappers
        )

    attackers_card = declaring(attacking=True)
    defenders_card = declaring(attacking=False)

    @roll("9.3h", "9.3j", "2d6")
    def battle(self, s: State, dice: tuple[int, ...]) -> Next:
        values = total(attack_lines(s, self.fight())), total(defence_lines(s, self.fight()))
        attack, defence = values[0] + dice[0], values[1] + dice[1]
        result = decide(attack, defence, len(self.attackers), len(self.defenders))
        self.margin, self.hits = result.margin, result.hits
        self.values = [*values, *dice]
        tell(s, "9.3h", "combat", hex=self.hex, to_hex=self.target, units=self.attackers[:],
             defenders=self.defenders[:], attack=values[0], attack_die=dice[0], defence=values[1],
             defence_die=dice[1], attack_total=attack, defence_total=defence)  # fmt: skip
        self._remember(s, result.outcome)
        return goto("over") if result.outcome is Outcome.TIE else None

    def _remember(self, s: State, outcome: Outcome) -> None:
        """[9.2g, 9.3f] Who has been in combat in this turn, and who won it by so much that it does not count (H-21)."""
        present = collect([*self.attackers, *self.defenders, *self.helpers])
        s.fought |= present
        s.triumphed &= ~present
        if outcome is Outcome.ROUT:
            s.triumphed |= collect([*self.attackers, *self.helpers] if self.won else self.defenders)

    # -- 9.4 hits

    @property
    def outcome(self) -> Outcome:
        """[9.5.a, 9.5.b1, 9.5.c1]"""
        return decide(self.margin, 0, len(self.attackers), len(self.defenders)).outcome

    @property
    def won(self) -> bool:
        """[9.3h] Whether the attacker has the higher factor."""
        return self.margin > 0

    @property
    def winner(self) -> int:
        """[9.3h]"""
        return self.side if self.won else 1 - self.side

    def stack(self, side: int) -> tuple[int, list[int]]:
        """[9.4a, 9.4b, 9.5.b1, 9.6a] The hex and the units with which a side fights."""
        return (self.hex, self.attackers) if side == self.side else (self.target, self.defenders)

    @step("9.4a", "9.4d")
    def winner_hits(self, s: State) -> Next:
        if not self.hits:
            return None
        _, losers = self.stack(1 - self.winner)
        return Call(Hits(side=1 - self.winner, units=losers[:], left=self.hits), into="inflicted")

    @step("9.4b", "9.5.c2")
    def loser_hits(self, s: State) -> Next:
        (_, winners), (_, losers) = self.stack(self.winner), self.stack(1 - self.winner)
        hits = losers_hits(self.inflicted, len(losers), self.outcome)
        return Hits(side=self.winner, units=winners[:], left=hits) if hits else None

    # -- 9.5 outcome

    @step("9.5.a", "9.6a")
    def outcome_reached(self, s: State) -> Next:
        if self.outcome is Outcome.STAND:
            for side in (1 - self.winner, self.winner):
                orphans(s, side, self.stack(side)[0])
            return goto("over")
        return None

    @step("9.5.b1", "9.5.c1")
    def retreat(self, s: State) -> Next:
        if self.won:  # [3.2c] captured stores
            card_combat.retreat_forced(s, self.side)
        loser = 1 - self.winner
        hex, losers = self.stack(loser)
        for unit in losers:
            if s.place[unit] >= 0 and s.m.kind[unit] == ARTILLERY:
                eliminate(s, unit, "9.5.b1")
        left = [unit for unit in losers if s.place[unit] >= 0]
        if not left:
            orphans(s, loser, hex)
            return None
        s.moving, s.moving_hex = collect(left), hex
        return Retreat(side=loser, hex=hex, by=self.winner if self.outcome is Outcome.ROUT else loser)

    @step("9.5.b7", "9.6a")
    def advance(self, s: State) -> Next:
        loser = 1 - self.winner
        orphans(s, self.winner, self.stack(self.winner)[0])
        if (s.occupied[loser] | s.commanded[loser]) >> self.stack(loser)[0] & 1:
            return None  # some stayed: the hex is not vacated (H-16)
        return Call(self._advance(s, self.winner), into="advanced")

    def _advance(self, s: State, side: int) -> Advance:
        """[9.5.b7, 9.6b] Who fought may occupy the hex of the other stack."""
        hex, units = self.stack(side)
        return Advance(side=side, start=hex, hex=self.stack(1 - side)[0], among=collect(units))

    @step("9.5.c3")
    def further(self, s: State) -> Next:
        if self.outcome is Outcome.ROUT and self.advanced:
            return Further(side=self.winner, units=self.advanced)
        return None

    @step("9.2c")
    def over(self, s: State) -> Next:
        return Return(True)


@procedure
class Further(Frame):
    """[9.5.c3] Units that advanced after a difference of seven or more may attack again at once (H-28).

    They attack without those who were there before them, and it is not their attack order of the turn (9.2f).
    """

    side: int
    units: int
    group: int = 0  # those of them that attack now
    before: int = 0
    done: bool = False

    @choose("9.5.c3", who=acting, prompt="Attack again at once?", always=True)
    def again(self, s: State) -> Choice:
        hexes = Offer("attack", "space", self.ended(s), "Attack again with these units")
        return [hexes, Option("pass", label="No further attack", publish=True)] if hexes else DONE

    again.to("pass", DONE)

    def ended(self, s: State) -> Iterator[Bar]:
        """[9.5.c3, 3.2c] Hexes from which nobody may attack again."""
        side = self.side
        yield Bar("3.2c", not card_combat.attacks_allowed(s, side), "a card forbids you to attack this turn")
        hexes = collect(s.place[unit] for unit in members(self.units) if s.place[unit] >= 0)
        yield only("9.5.c3", hexes, placed(s, "nobody in {} has advanced after a victory by seven or more"))
        yield Bar("9.5.c3", lambda hex: target_of(s, side, hex) < 0, placed(s, "the stack in {} faces no enemy"))
        unled = placed(s, "the stack in {} is out of range of an HQ")
        yield Bar("9.5.c3", lambda hex: not in_command(s, side, hex, units_at(s, side, hex)), unled)

    @again.on("attack")
    def _(self, s: State, hex: int) -> Next:
        self.group, self.before = self.units & collect(units_at(s, self.side, hex)), s.attacked
        s.attacked &= ~self.group
        target = target_of(s, self.side, hex)
        return Call(Attack(side=self.side, hex=hex, target=target, among=self.group), into="done")

    @step("9.5.c3")
    def after(self, s: State) -> Next:
        s.attacked = s.attacked & ~self.group | self.before & self.group
        if self.done:
            self.units &= ~self.group
        return goto("again")
