"""Foresight: every way that chance can go, run by the rules themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kernel.small import A, Pad, table
from vistula.kernel import (
    Action,
    Choice,
    Frame,
    Goto,
    Next,
    Option,
    choose,
    draw,
    foresight,
    goto,
    procedure,
    roll,
    tell,
)
from vistula.kernel.foresight import foresee


@procedure
class Gamble(Frame):
    """Two dice; on a double a card is drawn from as many as the pips, and the player may draw once more."""

    sum: int = 0
    cards: int = 0

    @choose("1.1", who=lambda f, s: A)
    def stake(self, s: Pad) -> Choice:
        return [Option("throw"), Option("leave")]

    @stake.on("throw")
    def _(self, s: Pad, _: int) -> None: ...

    @stake.on("leave")
    def _(self, s: Pad, _: int) -> Next:
        return goto("over")

    @roll("1.2", "2d6")
    def thrown(self, s: Pad, dice: tuple[int, ...]) -> Goto | None:
        self.sum = sum(dice)
        self.cards = dice[0]
        return None if dice[0] == dice[1] else goto("told")

    @draw("1.3", bag=lambda f, s: range(f.cards))
    def drawn(self, s: Pad, card: int) -> None:
        self.sum = 100 + card

    @choose("2.1", who=lambda f, s: A)
    def more(self, s: Pad) -> Choice:
        return [Option("again"), Option("enough")]

    @more.on("again")
    def _(self, s: Pad, _: int) -> Next:
        return goto("drawn")

    @more.on("enough")
    def _(self, s: Pad, _: int) -> None: ...

    @roll("2.2", "1d2")
    def told(self, s: Pad, dice: tuple[int, ...]) -> None:
        tell(s, "2.2", "noted", what=(self.sum, dice[0]))

    @choose("1.1", who=lambda f, s: A)
    def over(self, s: Pad) -> Choice:
        return [Option("throw"), Option("leave")]

    @over.on("throw")
    def _(self, s: Pad, _: int) -> None: ...


def noted(events):
    return next((event.refs["what"] for event in events if event.key == "noted"), None)


def enough(game):
    return (A, Action("enough")) if game.stack[-1].at == "more" else None


def by_hand() -> dict[tuple[int, int], Fraction]:
    found: dict[tuple[int, int], Fraction] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            ends = [100 + card for card in range(first)] if first == second else [first + second]
            for end in ends:
                for coin in (1, 2):
                    chance = Fraction(1, 36 * len(ends) * 2)
                    found[end, coin] = found.get((end, coin), Fraction(0)) + chance
    return found


def test_all_dice_and_draws_in_a_row_are_counted():
    seen = foresee([table(Gamble())], [Action("throw")], noted, enough)
    assert seen == by_hand()
    assert sum(seen.values()) == 1


def test_a_question_that_nobody_answers_leaves_its_results_out():
    seen = foresee([table(Gamble())], [Action("throw")], noted)
    assert seen == {end: chance for end, chance in by_hand().items() if end[0] < 100}


def test_worlds_are_equally_likely():
    certain, open_ = table(Gamble()), table(Gamble())
    certain.play(A, Action("leave"))
    seen = foresee([certain, open_], [Action("throw")], lambda events: noted(events) or "nothing")
    assert seen["nothing"] == Fraction(1, 2) + sum(c for end, c in by_hand().items() if end[0] >= 100) / 2


def test_the_game_itself_is_left_as_it_was():
    game = table(Gamble())
    foresee([game], [Action("throw")], noted, enough)
    assert game.stack[-1].at == "stake"
    assert game.events == []


def test_what_cannot_be_counted_is_refused(monkeypatch):
    monkeypatch.setattr(foresight, "MANY", 20)
    with pytest.raises(OverflowError, match="more than 20 ways"):
        foresee([table(Gamble())], [Action("throw")], noted, enough)
