"""9.0 Combat: first cavalry may slip away, then players take turns to attack; outcomes (9.5) are in `outcomes`."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel import Bar, Call, Choice, Next, Offer, Option, choose, goto, left, procedure, runs, step, tell
from vistula.kernel.state import row

from ..cards import combat as card_combat
from ..cards.actions import AfterCombat, BeforeCombat
from ..changes import conceal
from ..model import POLAND, RUSSIA, SEATS
from ..state import State
from .alternation import Alternation, DieRoll, whose_turn, willing
from .attack import Attack
from .avoidance import Avoidance
from .bars import by_hex
from .engagement import no_attackers, seem_ready, surely_ready, target_of
from .seats import acting


@procedure
class CombatPhase(Alternation):
    """9.0 First cavalry may slip away, then players take turns to attack; who declines once attacks no more."""

    made: list[int] = row(0, 0)
    done: bool = False

    def seems_able(self, s: State, side: int) -> bool:
        return self._allowed(s, side) and bool(seem_ready(s, side))

    def surely_able(self, s: State, side: int) -> bool:
        return self._allowed(s, side) and bool(surely_ready(s, side))

    def _allowed(self, s: State, side: int) -> bool:
        """[3.2c] A card may limit the number of attacks."""
        return self.made[side] < card_combat.attacks_allowed(s, side)

    def _resting(self, s: State) -> Iterator[Bar]:
        """[9.2a, 9.2c] Stacks with which the player may not attack now."""
        yield Bar("9.2c", not willing(s, self.side), "you have declined to attack this turn")
        yield from no_attackers(s, self.side)

    @step("3.2c")
    def begin(self, s: State) -> Next:
        tell(s, "9.2c", "combat_phase")
        return BeforeCombat()

    avoidance = runs(Avoidance, "9.1a")

    @step("9.2c")
    def who_begins(self, s: State) -> Next:
        nobody = not any(self.seems_able(s, side) for side in (POLAND, RUSSIA))
        return goto("over") if nobody else Call(DieRoll(cause="9.2c"), into="side")

    whose = whose_turn("9.2c", "9.2h", end=goto("over"))

    @choose("9.2a", "9.2c", "9.2h", who=acting, prompt="Choose a stack to attack with.", always=True)
    def declare(self, s: State) -> Choice:
        hexes = Offer("attack", "space", self._resting(s), "Attack with this stack")
        end = Option("pass", label="Attack no more", warn="attacks_left" if hexes else "", publish=True)
        return [hexes, end, by_hex(s, "9.2a")]

    @declare.on("attack")
    def _(self, s: State, hex: int) -> Next:
        attack = Attack(side=self.side, hex=hex, target=target_of(s, self.side, hex))
        return Call(attack, into="done", then=goto("after"))

    @declare.on("pass", goto("whose"))
    def _(self, s: State, _: int) -> None:
        side, able = self.side, bool(left(self._resting(s)))
        tell(s, "9.2c", "attacks_done" if self.passes(s, able) else "no_attack", side=SEATS[side])

    @step("9.2c")
    def after(self, s: State) -> Next:
        self.made[self.side] += self.done
        return self.acted(self.done)

    @step("9.7a", "13.2a")
    def over(self, s: State) -> Next:
        s.attacked = s.spent = s.fought = s.triumphed = 0
        conceal(s)
        return AfterCombat()
