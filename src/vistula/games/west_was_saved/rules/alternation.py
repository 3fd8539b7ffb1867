"""5.1, 7.1, 8.0, 9.1, 9.2, 11.1 Players in turn: who acts next, who has declined, who could not act; and the dice of
the movement and combat phases for who begins.

Only a player who could act and does not has declined. Who has nothing to do is passed over, and is asked again when
that has changed; it is over when nobody is able and willing (H-61).

Whether a player is asked may depend only on what everyone knows. So each procedure says by that knowledge alone who
seems able to act, and who surely is. Whoever surely was able and passed has declined for all to see. Else nobody else
can tell why he passed: he is asked again after the other has acted, and `declined` in the state, which is his secret,
leaves him nothing but to pass if he had declined.
"""

from __future__ import annotations

from collections.abc import Callable

from vistula.kernel import AGAIN, DONE, Choice, Frame, Goto, Next, Option, Return, SeatId, choose, goto, procedure, tell
from vistula.kernel.procedure import Flow, Step, roll, step

from ..cards import effects
from ..cards.cardfile import Starts
from ..model import POLAND, RUSSIA, SEATS
from ..state import State


def whose_turn(*rules: str, end: Flow | Goto = DONE) -> Step:
    """The step `whose` of an alternation: on with the player whose turn it is, or to the end when it is nobody's."""
    return step(*rules)(lambda self, s: None if self.next_player(s) else end)


class Alternation(Frame):
    """A procedure in which players take turns. Sets of sides are ints, a bit a side."""

    side: int = POLAND  # whose turn it is
    passed: int = 0  # sides that have declined, as everyone knows
    idle: int = 0  # sides that have passed since anybody acted
    heard: int = 0  # sides that have had a turn

    def seems_able(self, s: State, side: int) -> bool:
        """Whether a side could act, as far as everyone can tell. True for whoever is able in truth."""
        raise NotImplementedError

    def surely_able(self, s: State, side: int) -> bool:
        """Whether everyone can tell that a side could act. False for whoever is not able in truth."""
        return self.seems_able(s, side)

    def next_player(self, s: State) -> bool:
        """Whose turn it is now, the other's where this side cannot act or has declined; False when it is nobody's."""
        for side in (self.side, 1 - self.side):
            if not (self.passed | self.idle) >> side & 1 and self.seems_able(s, side):
                self.side = side
                return True
        s.declined = 0
        return False

    def acted(self, really: bool = True) -> Next:
        """This side has acted: the other's turn. If it has not really, it is this side's once more."""
        if really:
            self.idle = 0
            self._hand_over()
        return goto("whose")

    def passes(self, s: State, able: bool | Callable[[], bool]) -> bool:
        """This side does not act, `able` or not, which is asked only where nobody else can tell: the other's turn.
        Whether it has declined, as everyone can tell."""
        bit, sure = 1 << self.side, self.surely_able(s, self.side)
        if sure:
            self.passed |= bit
        else:
            self.idle |= bit
            s.declined |= bit if able is True or (callable(able) and able()) else 0
        self._hand_over()
        return sure

    def _hand_over(self) -> None:
        self.heard |= 1 << self.side
        self.side = 1 - self.side


class OpenAlternation(Alternation):
    """All that decides who is able lies open. Who is not is asked once nevertheless: to rearrange stacks (H-32)."""

    def seems_able(self, s: State, side: int) -> bool:
        return not self.heard >> side & 1 or self.surely_able(s, side)


def willing(s: State, side: int) -> bool:
    """Whether a side that is asked has not declined before."""
    return not s.declined >> side & 1


def card_player(frame: Frame, s: State) -> SeatId:
    """Whoever has laid a card that lets him choose; where there is none nobody is asked."""
    return SEATS[effects.laid_by(s, Starts)]


@procedure
class DieRoll(Frame):
    """[7.1b, 7.1i, 9.2c] Each player rolls a die; the higher begins, equal dice are rolled again.

    In the movement phase a card may give the choice to one player instead.
    """

    cause: str

    @step("7.1b", "7.1i")
    def card(self, s: State) -> Next:
        # [7.1b, 7.1i] not in combat
        return goto("dice") if self.cause == "9.2c" or effects.laid_by(s, Starts) < 0 else None

    @choose("7.1b", "7.1i", who=card_player, prompt="Who begins?")
    def by_card(self, s: State) -> Choice:
        return [Option("poland", label="Poland begins"), Option("russia", label="Russia begins")]

    @by_card.each(("poland", "russia"))
    def _(self, s: State, _: int, side: int) -> Next:
        tell(s, self.cause, "begins_by_card", side=SEATS[side])
        return Return(side)

    @roll("7.1b", "7.1i", "9.2c", "2d6")
    def dice(self, s: State, dice: tuple[int, ...]) -> Next:
        poles, russians = dice
        if poles == russians:
            tell(s, self.cause, "initiative_tied", die=poles, dice=list(dice))
            return AGAIN
        first = POLAND if poles > russians else RUSSIA
        tell(s, self.cause, "initiative", side=SEATS[first], poland=poles, russia=russians, dice=list(dice))
        return Return(first)
