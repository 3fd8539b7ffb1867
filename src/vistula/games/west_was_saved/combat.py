"""9.0 Combat: first cavalry may slip away, then players take turns to attack."""

from __future__ import annotations

import msgspec

from vistula.games.west_was_saved import card_combat
from vistula.games.west_was_saved.attack import Attack
from vistula.games.west_was_saved.avoidance import Avoidance
from vistula.games.west_was_saved.card_actions import AfterCombat, BeforeCombat
from vistula.games.west_was_saved.changes import conceal
from vistula.games.west_was_saved.engagement import attackers, facing_someone, target_of
from vistula.games.west_was_saved.initiative import DieRoll
from vistula.games.west_was_saved.model import SEATS
from vistula.games.west_was_saved.seats import acting, decline, turn_over, wait
from vistula.games.west_was_saved.state import State
from vistula.kernel import (
    Call,
    Choice,
    Frame,
    Next,
    Option,
    choose,
    goto,
    procedure,
    step,
    tell,
)


def _none_yet() -> list[int]:
    return [0, 0]


@procedure
class CombatPhase(Frame):
    """9.0 First cavalry may slip away, then players take turns to attack; who declines once attacks no more.

    Who faces nobody when it is his turn has not declined: an advance may bring him an enemy.
    """

    side: int = 0
    passed: int = 0
    idle: bool = False
    made: list[int] = msgspec.field(default_factory=_none_yet)
    done: bool = False

    @step("9.2g")
    def begin(self, s: State) -> Next:
        tell(s, "9.2c", "combat_phase")
        return BeforeCombat()

    @step("9.1a")
    def avoidance(self, s: State) -> Next:
        return Avoidance()

    @step("9.2c")
    def who_begins(self, s: State) -> Next:
        if not any(facing_someone(s, side) for side in (0, 1)):
            return goto("over")
        return Call(DieRoll(cause="9.2c"), into="side")

    @choose("9.2a", "9.2c", "9.2h", who=acting, prompt="Attack with which stack? Or attack no more.", always=True)
    def declare(self, s: State) -> Choice:
        if self.made[self.side] >= card_combat.attacks_allowed(s, self.side):
            return goto("declines")
        if not facing_someone(s, self.side):
            return goto("nobody")
        hexes = attackers(s, self.side)
        options = [Option("attack", hexes, "space", "Attack with this stack")] if hexes else []
        return [*options, Option("pass", label="Attack no more", warn="attacks_left" if hexes else "", publish=True)]

    @declare.on("attack")
    def _(self, s: State, hex: int) -> Next:
        self.done = False
        attack = Attack(side=self.side, hex=hex, target=target_of(s, self.side, hex))
        return Call(attack, into="done", then=goto("after"))

    @declare.on("pass")
    def _(self, s: State, _: int) -> Next:
        tell(s, "9.2c", "attacks_done", side=SEATS[self.side])
        return None

    @step("9.2c")
    def declines(self, s: State) -> Next:
        return goto("declare") if decline(self) else goto("over")

    @step("9.2c")
    def nobody(self, s: State) -> Next:
        return goto("declare") if wait(self) else goto("over")

    @step("9.2c")
    def after(self, s: State) -> Next:
        if self.done:
            self.made[self.side] += 1
            self.idle = False
            turn_over(self)
        return goto("declare")

    @step("9.7a", "13.2a")
    def over(self, s: State) -> Next:
        s.attacked = s.fought = s.triumphed = 0
        conceal(s)
        return AfterCombat()
