"""7.1, 9.2 Who begins: the dice of the movement and combat phases."""

from __future__ import annotations

from vistula.kernel import AGAIN, Choice, Frame, Next, Option, Return, SeatId, choose, goto, procedure, roll, step, tell

from ..cards import effects
from ..model import POLAND, RUSSIA, SEATS
from ..state import State


def card_player(frame: Frame, s: State) -> SeatId:
    """Whoever has laid a card that lets him choose; where there is none nobody is asked."""
    return SEATS[effects.chooses_start(s)]


@procedure
class DieRoll(Frame):
    """[7.1b, 7.1i, 9.2c] Each player rolls a die; the higher begins, equal dice are rolled again.

    In the movement phase a card may give the choice to one player instead.
    """

    cause: str

    @step("7.1b", "7.1i")
    def card(self, s: State) -> Next:
        return goto("dice") if self.cause == "9.2c" or effects.chooses_start(s) < 0 else None

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
            tell(s, self.cause, "initiative_tied", die=poles)
            return AGAIN
        first = POLAND if poles > russians else RUSSIA
        tell(s, self.cause, "initiative", side=SEATS[first], poland=poles, russia=russians)
        return Return(first)
