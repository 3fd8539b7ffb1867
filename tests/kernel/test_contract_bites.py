"""The contract is worth what it finds: each fault that a title could have is put into the toy, and must be found."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from kernel.contract import check_game
from kernel.toy import TOY, Toy
from kernel.toy_rules import SEATS, Drawing, Meeting, Sea, Voyage, Watch, at_rest, boats_in, storms
from vistula.kernel import AGAIN, SKIP, Action, Bar, Game, Offer, Option, Position, SeatId, disclose, goto, never, tell
from vistula.kernel.gestures import Road
from vistula.kernel.views import Refusal

WATCH, VOYAGE = Watch.steps, Voyage.steps
SAIL = WATCH["sail"].body


def found(title: Toy = TOY, games: int = 40, every: float = 0.5) -> str:
    """What the contract says of a faulty toy."""
    for seed in range(games):
        try:
            check_game(title, "long", seed, every=every)
        except Exception as error:  # a fault may also make the engine fall over its own feet
            return str(error)
    return ""


@contextmanager
def replaced(step: Any, **parts: Any) -> Iterator[None]:
    """A step with another body, takers or flags."""
    old = {name: getattr(step, name) for name in parts}
    for name, value in parts.items():
        setattr(step, name, value)
    try:
        yield
    finally:
        for name, value in old.items():
            setattr(step, name, value)


def with_taker(step: Any, verb: str, taker: Callable[..., Any]) -> Any:
    return replaced(step, takers={**step.takers, verb: taker})


def test_the_toy_itself_is_sound():
    assert found(games=3) == ""


# -- choices ---------------------------------------------------------------------------------------------------


def test_a_choice_that_changes_the_state():
    body = WATCH["pick"].body

    def pick(self: Watch, s: Sea) -> Any:
        self.left += 1
        return body(self, s)

    with replaced(WATCH["pick"], body=pick):
        assert found().startswith("[3.1] the choice changes the game")


def test_a_choice_that_answers_differently_each_time():
    rng = random.Random(1)

    def bid(self: Voyage, s: Sea, seat: SeatId) -> Any:
        return [Option("coin", rng.sample(range(1, 99), 2), "number"), Option("ready", ends=True)]

    with replaced(VOYAGE["bid"], body=bid):
        assert found(every=1.0).startswith("[2.1] asked twice, offers differ")


def test_a_verb_that_stands_twice():
    body = WATCH["pick"].body

    def pick(self: Watch, s: Sea) -> Any:
        options = body(self, s)
        return [*options, Option("boat", [0], "piece")] if isinstance(options, list) else options

    with replaced(WATCH["pick"], body=pick):
        assert found().startswith("[3.1] verbs are missing or stand twice")


def test_a_decision_of_free_verbs_only():
    def burn(self: Drawing, s: Sea) -> Any:
        return [Option("pass", free=True)]

    with replaced(Drawing.steps["burn"], body=burn):
        assert found().startswith("[4.3] every option only takes back")


def test_arguments_that_stand_twice():
    body = WATCH["toll"].body

    def toll(self: Watch, s: Sea) -> Any:
        options = body(self, s)
        return [Option("pay", [0, 0, 1], "number")] if isinstance(options, list) else options

    with replaced(WATCH["toll"], body=toll):
        assert "pay has no, doubled or odd arguments" in found(every=0.0)


class Namesakes(Toy):
    def name_of(self, kind: str, arg: int) -> str:
        return "red-1" if kind == "piece" else super().name_of(kind, arg)


def test_two_pieces_of_one_name():
    assert "not found by that name" in found(Namesakes())


def test_a_game_that_does_not_end(monkeypatch):
    monkeypatch.setattr("kernel.contract.LIMIT", 150)

    def round(self: Voyage, s: Sea) -> None:
        s.bids = [0 for _ in s.hands]

    with replaced(VOYAGE["round"], body=round):
        assert "the game does not end after 150 decisions" in found(every=0.0)


def test_an_invariant_that_is_broken_is_told_by_its_rule():
    def take(self: Drawing, s: Sea, card: int) -> None:
        s.hands[self.seat].append(card)

    with replaced(Drawing.steps["take"], body=take):
        assert found().startswith("[1.1] the cards are")


# -- knowledge -------------------------------------------------------------------------------------------------


class Blabs(Toy):
    def mask(self, s: Sea, seat: SeatId) -> Sea:
        m = super().mask(s, seat)
        m.deck = s.deck[:]
        return m


def test_a_mask_that_hides_too_little():
    assert "can tell what is hidden: state" in found(Blabs())


class Peeks(Toy):
    """Its views look at something that only the truth has."""

    def view(self, seat: Any) -> Any:
        view = super().view(seat)
        view.phase = str(sum(seat.s.deck))
        return view

    def mask(self, s: Sea, seat: SeatId) -> Sea:
        m = super().mask(s, seat)
        m.deck = s.deck if sum(s.deck) > 0 else m.deck
        return m


def test_a_view_of_what_is_hidden():
    assert "can tell what is hidden" in found(Peeks())


class Onlooked(Toy):
    def mask(self, s: Sea, seat: SeatId) -> Sea:
        return super().mask(s, seat or SEATS[0])


def test_an_onlooker_who_sees_a_hand():
    assert "an onlooker knows what" in found(Onlooked())


def test_a_move_that_forgets_to_disclose():
    def step(self: Watch, s: Sea, space: int) -> Any:
        s.place[self.boat] = space
        self.left -= 1
        s.charted |= 1 << space
        return AGAIN

    with with_taker(WATCH["sail"], "step", step):
        assert found().startswith("[3.2] forgot to disclose: after step")


def test_a_move_that_discloses_only_the_answer_yes():
    def step(self: Watch, s: Sea, space: int) -> Any:
        s.place[self.boat] = space
        self.left -= 1
        if s.shoal[space] and not s.charted >> space & 1:
            disclose(s, "3.3", list(SEATS), True)
            self.left = 0
            s.charted |= 1 << space
        return AGAIN

    with with_taker(WATCH["sail"], "step", step):
        assert found().startswith("[3.3] disclose in one world and not in another tells by silence")


def test_a_question_that_is_skipped_for_a_secret_reason():
    """A seat is not asked about oil when it has none: that it is asked tells the others that it has some."""
    body = Drawing.steps["burn"].body

    def burn(self: Drawing, s: Sea) -> Any:
        options = body(self, s)
        return options if options is SKIP or options[0].args else SKIP

    with replaced(Drawing.steps["burn"], body=burn):
        assert re.search(r"\[4\.3\].* red (can tell what is|sees what was) hidden", found())


def test_a_window_for_those_who_really_could_react():
    """Whether a rival is asked tells what is in his hand."""

    def seats(frame: Meeting, s: Sea) -> list[SeatId]:
        there = {boat // 3 for boat in boats_in(s, frame.space)} - {frame.boat // 3}
        return [SEATS[i] for i in sorted(there) if storms(s.hands[i])]

    with replaced(Meeting.steps["storm"], seats=seats):
        assert found().startswith("[3.2] forgot to disclose: after step")


def test_a_story_that_names_a_hidden_card():
    def take(self: Drawing, s: Sea, card: int) -> None:
        s.deck.remove(card)
        s.hands[self.seat] = sorted([*s.hands[self.seat], card])
        tell(s, "4.2", "draws", card=card)

    with replaced(Drawing.steps["take"], body=take):
        assert "[4.2] draws tells an onlooker of card" in found()


class Imagines(Toy):
    """Its filled worlds break a rule."""

    def fill(self, m: Sea, seat: SeatId, rng: random.Random) -> Sea:
        s = super().fill(m, seat, rng)
        s.shoal = [1 if shoal else 0 for shoal in m.shoal]
        return s


def test_an_imagined_game_that_breaks_a_rule():
    assert found(Imagines()).startswith("[1.3]") or "can tell what is hidden" in found(Imagines())


class Remembers(Toy):
    """Its filled worlds depend on more than knowledge and chance."""

    calls = 0

    def fill(self, m: Sea, seat: SeatId, rng: random.Random) -> Sea:
        self.calls += 1
        s = super().fill(m, seat, rng)
        if self.calls % 2:
            s.hands = [hand[:] for hand in s.hands]
            i = next((i for i, seat_ in enumerate(SEATS[: len(s.hands)]) if seat_ != seat), 0)
            if s.hands[i] and s.deck:
                s.hands[i][0], s.deck[0] = s.deck[0], s.hands[i][0]
                s.hands[i].sort()
                s.deck.sort()
        return s


def test_imagination_that_is_no_function_of_knowledge():
    assert "imagines another game" in found(Remembers())


# -- what a seat is told ---------------------------------------------------------------------------------------


class Refuses(Toy):
    def why_not(self, seat: Any, kind: str, arg: int) -> Refusal | None:
        return Refusal("3.1", "No.")


class Shrugs(Toy):
    def why_not(self, seat: Any, kind: str, arg: int) -> Refusal | None:
        return None


class Invents(Toy):
    def why_not(self, seat: Any, kind: str, arg: int) -> Refusal | None:
        refusal = super().why_not(seat, kind, arg)
        return Refusal("77.7", refusal.why) if refusal else None


@pytest.mark.parametrize(
    ("title", "says"),
    [(Refuses(), "is offered to"), (Shrugs(), "and nothing says why"), (Invents(), "[77.7] refuses")],
)
def test_refusals_that_do_not_hold(title, says):
    assert says in found(title)


class Wanders(Toy):
    def roads(self, seat: Any, piece: int, space: int, others: Any = ()) -> list[Road]:
        return [road._replace(clicks=[*road.clicks, Action("step", 99)]) for road in super().roads(seat, piece, space)]


def test_a_way_that_cannot_be_gone():
    assert "and nothing came between" in found(Wanders())


# -- the kernel itself -----------------------------------------------------------------------------------------


def test_an_undo_that_crosses_a_barrier(monkeypatch):
    """A kernel that keeps undo points beyond barriers."""

    def publish(self: Any, barrier: Any) -> None:
        self.barrier = barrier

    monkeypatch.setattr(Game, "_publish", publish)
    assert found() != ""


def test_a_draft_that_others_see(monkeypatch):
    def seen_by(self: Any, seat: SeatId) -> Any:
        return self.s, self.stack, self.decisions, len(self.events)

    monkeypatch.setattr(Game, "_seen_by", seen_by)
    assert "has only drafted" in found()


def test_an_action_that_is_not_checked(monkeypatch):
    def offered(self: Any, seat: SeatId, action: Action) -> Any:
        d = self.decision_of(seat)
        return next((o for o in d.options if o.verb == action.verb), None) if d else None

    monkeypatch.setattr(Game, "_offered", offered)
    assert found() != ""


def test_a_copy_that_shares_a_list(monkeypatch):
    monkeypatch.setattr(
        "kernel.toy_rules.Sea.copy",
        lambda self: Sea(*(getattr(self, name) for name in self.__struct_fields__)),
    )
    assert found() != ""


def test_a_step_that_uses_other_chance_than_the_dice():
    def order(self: Voyage, s: Sea) -> None:
        s.order = random.sample(range(len(s.hands)), len(s.hands))
        s.lamp = s.order[-1]
        self.next = 0

    with replaced(VOYAGE["order"], body=order):
        assert found() != ""


# -- bars ------------------------------------------------------------------------------------------------------


def with_bars(*bars: Bar, when: bool = True) -> Any:
    """The toy's boats on watch, offered by other bars."""

    def pick(self: Watch, s: Sea) -> Any:
        boats = Offer("boat", "piece", (*at_rest(s, self.seat), *bars), "Sail")
        if not boats:
            return goto(Watch.close)
        told = never("space", [Bar("3.1", True, "Choose a boat first.")])
        return [Offer("boat", "piece", boats.stated(), when=when), Option("end", publish=True), told]

    return replaced(WATCH["pick"], body=pick, always=True)


def test_bars_that_leave_what_is_offered_are_sound():
    with with_bars():
        assert found(games=3) == ""


def test_an_offer_that_says_beforehand_that_nothing_is_left_though_something_is():
    with with_bars(when=False):
        assert "boat offers [], its bars leave" in found()


def test_a_bar_that_cites_no_known_rule():
    with with_bars(Bar("9.9", False, "never")):
        assert "[9.9] bars boat and is not in the checklist" in found()


def test_a_bar_without_words():
    def sail(self: Watch, s: Sea) -> Any:
        offered = SAIL(self, s)
        if isinstance(offered, list):
            offered[0] = Offer("step", "space", (Bar("3.3", 1 << 8, ""), *offered[0].stated()))
        return offered

    with replaced(WATCH["sail"], body=sail):
        assert "space market is refused by no known rule, or without words" in found()


# -- position files -------------------------------------------------------------------------------------------------


class Misread(Toy):
    """Its position files are read with a fault."""

    def __init__(self, fault: Callable[[Position[Sea]], None]) -> None:
        self.fault = fault

    def position(self, text: str, where: str) -> Position[Sea]:
        placed = super().position(text, where)
        self.fault(placed)
        return placed


def test_a_position_file_that_tells_another_moment():
    assert "tells another moment" in found(Misread(lambda placed: placed.s.coins.reverse()))
    assert "tells another moment" in found(Misread(lambda placed: setattr(placed.stack[-1], "at", "")))


def test_a_position_file_that_is_cut_and_brings_the_reader_down():
    class Falls(Toy):
        def position(self, text: str, where: str) -> Position[Sea]:
            tomllib.loads(text)
            return super().position(text, where)

    assert "(at " in found(Falls()), "as TOML itself complains"


def test_a_seats_knowledge_that_is_written_as_a_position():
    class Tells(Toy):
        def mask(self, s: Sea, seat: SeatId) -> Sea:
            m = s.copy()
            m.deck.sort(reverse=True)
            return m

    assert "as if it were the whole game" in found(Tells(), every=1)
