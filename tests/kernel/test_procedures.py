"""Procedures: steps in order, how they go on, and what is said of those that do not."""

from __future__ import annotations

import pytest

from kernel.small import YES, A, B, Pad, a, b, table, yes_no
from vistula.kernel import (
    AGAIN,
    DONE,
    RESTART,
    SKIP,
    Action,
    Call,
    Choice,
    Frame,
    Next,
    Option,
    Return,
    Roll,
    choose,
    goto,
    procedure,
    roll,
    runs,
    step,
)
from vistula.kernel.errors import Runaway
from vistula.kernel.procedure import parse_dice


@procedure
class Stop(Frame):
    """Ends a test at a decision."""

    @choose("1.1", who=a)
    def stop(self, s: Pad) -> Choice:
        return yes_no()

    @stop.on("yes")
    def _(self, s: Pad, _: int) -> None: ...

    @stop.on("no")
    def _(self, s: Pad, _: int) -> None: ...


def note(what: object, following: Next = None):
    """A step that writes something down and goes on as told."""

    def body(self: Frame, s: Pad) -> Next:
        s.notes.append(what)
        return following

    return body


def test_steps_run_in_the_order_written():
    @procedure
    class Three(Frame):
        one = step("1.1")(named("one", note(1)))
        two = step("1.1")(named("two", note(2)))
        three = step("1.1")(named("three", note(3)))

    assert table(Stop(), Three()).s.notes == [1, 2, 3]


def named(name: str, body):
    body.__name__ = name
    return body


def test_a_procedure_without_steps_ends_at_once():
    @procedure
    class Nothing(Frame): ...

    assert table(Stop(), Nothing()).stack == [Stop(at="stop")]


def test_again_repeats_the_step():
    @procedure
    class Count(Frame):
        left: int = 3

        @step("1.1")
        def count(self, s: Pad) -> Next:
            self.left -= 1
            s.notes.append(self.left)
            return AGAIN if self.left else None

    assert table(Stop(), Count()).s.notes == [2, 1, 0]


def test_done_leaves_out_the_steps_that_follow():
    @procedure
    class Short(Frame):
        one = step("1.1")(named("one", note(1, DONE)))
        two = step("1.1")(named("two", note(2)))

    assert table(Stop(), Short()).s.notes == [1]


def test_restart_goes_to_the_first_step():
    @procedure
    class Round(Frame):
        rounds: int = 0

        @step("1.1")
        def first(self, s: Pad) -> None:
            s.notes.append("first")

        @step("1.1")
        def second(self, s: Pad) -> Next:
            self.rounds += 1
            return RESTART if self.rounds < 2 else None

    assert table(Stop(), Round()).s.notes == ["first", "first"]


@procedure
class Jump(Frame):
    by_name: bool = True

    @step("1.1")
    def one(self, s: Pad) -> Next:
        return goto("three") if self.by_name else goto(Jump.three)

    @step("1.1")
    def two(self, s: Pad) -> None:
        s.notes.append(2)

    @step("1.1")
    def three(self, s: Pad) -> None:
        s.notes.append(3)


@pytest.mark.parametrize("by_name", [True, False])
def test_goto_takes_a_step_or_its_name(by_name):
    assert table(Stop(), Jump(by_name=by_name)).s.notes == [3]


def test_goto_an_unknown_step_names_both():
    @procedure
    class Lost(Frame):
        @step("1.2")
        def one(self, s: Pad) -> Next:
            return goto("nowhere")

    with pytest.raises(LookupError, match=r"Lost\.one \[1\.2\] goes to 'nowhere', which is no step of Lost"):
        table(Lost())


@procedure
class Inner(Frame):
    value: int = 0

    @step("1.1")
    def work(self, s: Pad) -> Next:
        s.notes.append("inner")
        return Return(self.value) if self.value else None


@procedure
class Outer(Frame):
    call: str = "frame"
    got: int = 7

    @step("1.1")
    def one(self, s: Pad) -> Next:
        inner = Inner(value=3 if "value" in self.call else 0)
        if self.call == "frame":
            return inner
        if "done" in self.call:
            return Call(inner, DONE, "got")
        if "goto" in self.call:
            return Call(inner, goto(Outer.three), "got")
        return Call(inner, into="got")

    @step("1.1")
    def two(self, s: Pad) -> None:
        s.notes.append("two")

    @step("1.1")
    def three(self, s: Pad) -> None:
        s.notes.append(self.got)


@pytest.mark.parametrize(
    ("call", "notes"),
    [
        ("frame", ["inner", "two", 7]),
        ("value", ["inner", "two", 3]),
        ("nothing", ["inner", "two", 7]),
        ("value done", ["inner"]),
        ("value goto", ["inner", 3]),
    ],
)
def test_a_called_procedure_runs_first_and_its_value_lands_in_the_field(call, notes):
    assert table(Stop(), Outer(call=call)).s.notes == notes


def test_a_value_returned_to_nobody_is_lost():
    assert table(Inner(value=3)).over


def test_a_step_may_roll_into_a_field():
    @procedure
    class Rolls(Frame):
        pips: list[int] = []

        @step("1.1")
        def throw(self, s: Pad) -> Next:
            return Roll("3d6", into="pips")

        @step("1.1")
        def look(self, s: Pad) -> None:
            s.notes += self.pips

    game = table(Stop(), Rolls())
    assert len(game.s.notes) == 3
    assert game.journal.opening[0].name == "Rolls.throw [1.1]"


def test_a_roll_step_gets_its_pips_as_a_tuple():
    @procedure
    class Rolls(Frame):
        @roll("1.1", "2d6")
        def throw(self, s: Pad, dice: tuple[int, ...]) -> None:
            s.notes.append(isinstance(dice, tuple) and len(dice))

    assert table(Stop(), Rolls()).s.notes == [2]


def test_the_end_of_the_state_ends_every_procedure():
    @procedure
    class Ends(Frame):
        @step("1.1")
        def end(self, s: Pad) -> None:
            s.ended = True

    game = table(Stop(), Ends())
    assert game.over
    assert game.decisions == {}


def test_a_runaway_is_named():
    @procedure
    class Circle(Frame):
        @step("1.2")
        def round(self, s: Pad) -> Next:
            return AGAIN

    with pytest.raises(Runaway, match=r"Circle\.round \[1\.2\] does not come to a decision"):
        table(Circle())


def test_a_runaway_between_steps_is_named_too():
    @procedure
    class Empty(Frame): ...

    @procedure
    class Calls(Frame):
        @step("1.2")
        def round(self, s: Pad) -> Next:
            return Call(Empty(), AGAIN)

    with pytest.raises(Runaway, match="Calls"):
        table(Calls())


def test_something_odd_returned_from_a_step_is_named():
    @procedure
    class Odd(Frame):
        @step("1.2")
        def one(self, s: Pad) -> Next:
            return "onwards"  # type: ignore[return-value]

    with pytest.raises(TypeError, match=r"Odd\.one \[1\.2\] returned 'onwards'"):
        table(Odd())


def test_a_step_cites_a_rule():
    with pytest.raises(TypeError, match="cites no rule"):
        step()(lambda self, s: None)


def test_who_is_asked_is_said_once_for_a_procedure_unless_a_choice_says_otherwise():
    @procedure(who=a)
    class Asked(Frame):
        one = choose("1.1")(lambda self, s: [])
        other = choose("1.2", who=b)(lambda self, s: [])

    assert (Asked.steps["one"].who, Asked.steps["other"].who) == (a, b)


def test_a_choice_asks_somebody():
    with pytest.raises(TypeError, match=r"Nobody\.ask asks nobody"):

        @procedure
        class Nobody(Frame):
            ask = choose("1.1")(lambda self, s: [])


def test_one_verb_has_one_taker():
    st = choose("1.1", who=a)(lambda self, s: [])
    st.on("yes")(lambda self, s, arg: None)
    with pytest.raises(TypeError, match="two takers"):
        st.on("yes")(lambda self, s, arg: None)


def test_a_step_may_only_run_another_procedure():
    @procedure
    class Inner(Frame):
        only = step("1.1")(named("only", note("inner")))

    @procedure
    class Outer(Frame):
        first = step("1.1")(named("first", note("first")))
        inner = runs(Inner, "1.1", "1.2")
        last = step("1.1")(named("last", note("last")))

    assert list(Outer.steps) == ["first", "inner", "last"]
    assert Outer.steps["inner"].rules == ("1.1", "1.2")
    assert table(Stop(), Outer()).s.notes == ["first", "inner", "last"]


def test_answers_may_only_lead_on_or_differ_in_a_number_only():
    @procedure
    class Errand(Frame):
        left: int = 2

        @choose("1.1", who=a)
        def ask(self, s: Pad) -> Choice:
            return [Option("keep", (5, 7), "number"), Option("red"), Option("blue"), Option("go")]

        ask.to("keep", AGAIN, into="left")
        ask.to("go", goto("over"))

        @ask.each(("red", "blue"), AGAIN)
        def _(self, s: Pad, arg: int, colour: int) -> None:
            s.notes.append(colour)

        @step("1.1")
        def skipped(self, s: Pad) -> None:
            s.notes.append("skipped")

        @step("1.1")
        def over(self, s: Pad) -> None:
            s.notes.append(self.left)

    game = table(Stop(), Errand())
    for action in (Action("blue"), Action("red"), Action("keep", 7), Action("go")):
        game.play(A, action)
    assert game.s.notes == [1, 0, 7]


def test_a_taker_leads_on_as_declared_unless_it_says_otherwise():
    @procedure
    class Errand(Frame):
        @choose("1.1", who=a)
        def ask(self, s: Pad) -> Choice:
            return [Option("number", (1, 2), "number")]

        @ask.on("number", AGAIN)
        def _(self, s: Pad, number: int) -> Next:
            s.notes.append(number)
            return DONE if number == 2 else None

    game = table(Stop(), Errand())
    for number in (1, 1, 2):
        game.play(A, Action("number", number))
    assert game.s.notes == [1, 1, 2]
    assert not any(isinstance(frame, Errand) for frame in game.stack)


@pytest.mark.parametrize(("text", "dice"), [("1d6", (1, 6)), ("2d10", (2, 10)), ("12d100", (12, 100))])
def test_dice_are_written_as_usual(text, dice):
    assert parse_dice(text) == dice


@pytest.mark.parametrize("text", ["d6", "0d6", "1d0", "2x6", "", "1d6 "])
def test_other_ways_to_write_dice_are_refused(text):
    with pytest.raises(ValueError, match="expected a form like 2d6"):
        parse_dice(text)


# -- choices ---------------------------------------------------------------------------------------------


def asking(offer, **kwargs):
    """A procedure that asks a once and writes the answer down."""

    @procedure
    class Asks(Frame):
        answer: int = -1

        @choose("1.2", who=kwargs.pop("who", a), prompt="Well?", **kwargs)
        def ask(self, s: Pad) -> Choice:
            return offer() if callable(offer) else offer

        @ask.on("yes")
        def _(self, s: Pad, arg: int) -> None:
            s.notes.append(arg)

        @ask.on("no")
        def _(self, s: Pad, arg: int) -> Next:
            return DONE

        @step("1.1")
        def after(self, s: Pad) -> None:
            s.notes.append("after")

    return Asks()


def test_a_choice_asks_with_its_rule_and_prompt():
    decision = table(asking(yes_no)).decisions[A]
    assert (decision.seat, decision.rule, decision.prompt, decision.step) == (A, "1.2", "Well?", "ask")
    assert decision.waits


def test_a_taker_gets_the_argument():
    game = table(asking([Option("yes", [4, 5])]))
    game.play(A, Action("yes", 5))
    assert game.s.notes == [5, "after"]


def test_a_taker_may_end_the_procedure():
    game = table(asking(yes_no))
    game.play(A, Action("no"))
    assert game.s.notes == []


def test_a_choice_may_be_skipped():
    assert table(Stop(), asking(SKIP)).s.notes == ["after"]


def test_a_choice_may_end_the_procedure():
    assert table(Stop(), asking(DONE)).s.notes == []


def test_a_choice_may_go_elsewhere():
    assert table(Stop(), asking(lambda: goto("after"))).s.notes == ["after"]


def test_none_from_a_choice_is_an_error_that_names_it():
    with pytest.raises(TypeError, match=r"Asks\.ask \[1\.2\] offered None"):
        table(asking(None))


def test_a_procedure_from_a_choice_is_an_error():
    with pytest.raises(TypeError, match=r"Asks\.ask \[1\.2\] offered Stop"):
        table(asking(Stop))


def test_a_choice_without_options_is_an_error_that_names_it():
    with pytest.raises(Runaway, match=r"Asks\.ask \[1\.2\] asks a with nothing to choose from"):
        table(asking([]))


def test_options_without_anything_to_apply_them_to_are_left_out():
    game = table(asking([Option("yes", []), Option("no", [1, 2])]))
    assert list(game.decisions[A].verbs()) == ["no"]


def test_a_choice_of_empty_options_is_empty():
    with pytest.raises(Runaway, match="nothing to choose from"):
        table(asking([Option("yes", [])]))


def test_a_single_answer_is_played_by_itself():
    assert table(Stop(), asking([Option("yes", [6])])).s.notes == [6, "after"]


def test_a_single_answer_beside_empty_options_is_played_by_itself():
    assert table(Stop(), asking([Option("yes", [6]), Option("no", [])])).s.notes == [6, "after"]


def test_a_single_verb_with_two_arguments_is_asked():
    assert A in table(asking([Option("yes", [6, 7])])).decisions


def test_always_asks_even_for_a_single_answer():
    game = table(asking([Option("yes", [6])], always=True))
    assert game.decisions[A].actions() == [Action("yes", 6)]


@pytest.mark.parametrize("secret", [True, False])
def test_whether_it_is_always_asked_may_be_found_by_the_procedure(secret):
    game = table(Stop(), asking([Option("yes", [6])], always=lambda frame, s: secret))
    assert (game.s.notes == [6, "after"]) is not secret


def test_a_question_cites_its_first_rule_or_the_one_that_its_procedure_finds():
    plain = table(asking([Option("yes", [6, 7])]))
    assert plain.decisions[A].rule == "1.2"
    found = table(asking([Option("yes", [6, 7])], cites=lambda frame: f"1.{5 + frame.answer}"))
    assert found.decisions[A].rule == "1.4"


def test_an_answer_that_nothing_carries_out_is_named():
    with pytest.raises(LookupError, match=r"Asks\.ask \[1\.2\] offers 'maybe' and has nothing that carries it out"):
        table(asking([Option("maybe")]))


def test_a_choice_sees_the_state_as_its_seat_knows_it():
    seen = []

    @procedure
    class Looks(Frame):
        @choose("1.1", who=b)
        def look(self, s: Pad) -> Choice:
            seen.append(s.secret)
            return yes_no()

        @look.on("yes")
        def _(self, s: Pad, _: int) -> None:
            seen.append(s.secret)

    table(Looks(), secret=5).play(B, YES)
    assert seen == [-99, 5]


def test_the_seat_asked_may_depend_on_the_procedure():
    assert B in table(asking(yes_no, who=lambda f, s: B if f.answer == -1 else A)).decisions


def test_what_was_offered_stays_as_it_was():
    @procedure
    class Keeps(Frame):
        left: list[int] = []

        @choose("1.1", who=a)
        def take(self, s: Pad) -> Choice:
            return [Option("take", self.left, "number"), Option("stop")]

        @take.on("take")
        def _(self, s: Pad, n: int) -> Next:
            self.left.remove(n)
            return AGAIN

        @take.on("stop")
        def _(self, s: Pad, _: int) -> None: ...

    game = table(Keeps(left=[1, 2, 3]))
    asked = game.decisions[A]
    game.play(A, Action("take", 2))
    assert list(asked.verbs()["take"]) == [1, 2, 3]
    game.undo(A)
    assert list(game.decisions[A].verbs()["take"]) == [1, 2, 3]
