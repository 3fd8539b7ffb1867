"""Someone who goes through a lesson: where they are, what they may answer, and what the others say to it.

What was played counts only as far as the lesson takes it: after an answer that does not help, the game is played once
more up to the moment before, and a hint says why. So everything the table can do works in a lesson, gestures and undo
included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from vistula.kernel.decision import Action, Decision, SeatId
from vistula.kernel.errors import BadInput, IllegalAction
from vistula.kernel.game import Game, begin
from vistula.kernel.record import named_action
from vistula.kernel.title import Title

from .lesson import ANY, Lesson, Step, renamed

PASSES = ("pass", "done", "end", "decline", "stop", "save", "stay", "none", "deck")
"""What another seat answers that has nothing to say, if it is offered; else the only thing that it can."""
MOST_REPLIES = 200
FURTHER = (1,) * 60
"""Dice after those that a lesson lays out, for whoever leaves its path; a one is a side of all dice."""
WRONG = "Not this one. Follow the step above, or let us show you."


class Played(NamedTuple):
    seat: str
    text: str


class Reply(NamedTuple):
    """What a lesson says to an answer: "more" of this step is to come, it is "done", a "hint", "back" to its beginning,
    or the lesson is "over"."""

    kind: str
    words: str = ""


class Learner:
    """Progress through one lesson."""

    def __init__(self, title: Title[Any], lesson: Lesson) -> None:
        self.title = title
        self.lesson = lesson
        self.seat = SeatId(lesson.seat)
        self.number = 0  # the step
        self.wrong = 0  # answers to this step that did not help
        self.played: list[Played] = []  # since the position
        self.game: Game[Any]
        self._first = 0  # the step that the position belongs to
        self._began = [0]  # how much had been played when each step from there on began
        self._asked: Decision | None = None
        self._steps: list[Step] = []
        self._others: dict[str, tuple[str, ...]] = {}
        self._stand(0)

    @property
    def step(self) -> Step | None:
        """What is to be done; None at the end."""
        return self._steps[self.number] if self.number < len(self._steps) else None

    @property
    def over(self) -> bool:
        return self.step is None

    @property
    def done(self) -> list[str]:
        """The answers of this step that have been given."""
        step, given = self.step, list[str]()
        for seat, text in self.played[self._began[-1] :]:
            if step is not None and seat == self.seat and (answer := _wanted(step, given, text)):
                given.append(answer)
        return given

    # -- going on -----------------------------------------------------------------------------------

    def answer(self, play: Callable[[Game[Any]], Any]) -> Reply:
        """Let something be played: an action, a gesture, an undo. It counts as far as the step takes it."""
        if self.step is None:
            return Reply("over")
        play(self.game)
        now, said = self._standing(), ""
        if now[: len(self.played)] != self.played:
            self._undone(now)
        for seat, text in now[len(self.played) :]:
            reply = self._judge(text) if seat == self.seat else Reply("more")
            if reply.kind != "more":
                self._again(self._began[-1] if reply.kind == "back" else len(self.played))
                return reply
            said = reply.words or said
            self.played.append(Played(seat, text))
        self._others_answer()
        self._asked = self.game.decision_of(self.seat)
        return self._next(said) if self._ready() else Reply("more", said)

    def go_on(self) -> Reply:
        """The learner has read it."""
        return self._next() if self.step is not None and self.step.read else Reply("hint", WRONG)

    def back(self) -> None:
        """To the beginning of the step; from there to the one before."""
        fresh = self.step is None or len(self.played) == self._began[-1]
        self._return(max(0, self.number - fresh))

    def show(self) -> Reply:
        """Play what the step asks for."""
        step, reply = self.step, Reply("more")
        if step is None or step.read:
            return self.go_on()
        for text in self._shown(step):
            reply = self.answer(lambda game, text=text: self._play(game, text))  # type: ignore[misc]
        return reply

    def _shown(self, step: Step) -> Iterator[str]:
        """The answers that bring a step to its end, as long as it lasts: then any that it lets through."""
        for text in step.plays:
            if self.step is step and text not in self.done and (not step.until or self._action(self.seat, text)):
                yield text
        for _ in range(MOST_REPLIES):
            further = next((text for text in step.free if self._action(self.seat, text)), "")
            if self.step is not step or not further:
                return
            yield further

    def _next(self, said: str = "") -> Reply:
        self.number, self.wrong = self.number + 1, 0
        step = self.step
        if step is not None and step.position:
            self._stand(self.number)
        else:
            self._began.append(len(self.played))
            self._others_answer()
            self._asked = self.game.decision_of(self.seat)
        return Reply("over" if step is None else "done", said)

    # -- what is accepted ---------------------------------------------------------------------------

    def _judge(self, text: str) -> Reply:
        """What the step says to an answer of the learner's."""
        step = self.step
        assert step is not None
        if _wanted(step, self.done, text):
            return Reply("more", _said(step.said, text))
        if words := _said(step.back, text):
            return Reply("back", words)
        hint = _said(step.hints, text)
        if not hint and self._rearranges(text):
            return Reply("more")
        self.wrong += 1
        return Reply("hint", hint or WRONG)

    def _rearranges(self, text: str) -> bool:
        """Verbs that only take back or rearrange are nobody's mistake."""
        verb = text.partition(" ")[0]
        return self._asked is not None and any(o.free for o in self._asked.options if o.verb == verb)

    def _ready(self) -> bool:
        step = self.step
        if step is None or step.read:
            return False
        if step.until:
            return all(self.holds(condition) for condition in step.until)
        return len(self.done) >= (1 if step.one else len(step.all) + len(step.turn))

    def holds(self, condition: str) -> bool:
        """Whether it is so: `PIECE at SPACE`, `offered VERB`, `not offered VERB`, `over`."""
        first, _, rest = condition.partition(" ")
        if first == "not":
            return not self.holds(rest)
        if first == "over":
            return self.game.over
        if first == "offered":
            decision = self.game.decision_of(self.seat)
            return decision is not None and rest in decision.verbs()
        piece, _, space = condition.partition(" at ")
        where = self.title.stands(self.game.s, self.title.arg_of("piece", piece))
        return where == self.title.arg_of("space", space)

    # -- going back ---------------------------------------------------------------------------------

    def _undone(self, now: list[Played]) -> None:
        """The learner has taken something back: to the last step that had begun by then."""
        same = 0
        while same < len(now) and same < len(self.played) and now[same] == self.played[same]:
            same += 1
        del self.played[same:]
        while self._began[-1] > same:
            self._began.pop()
            self.number -= 1

    def _return(self, number: int) -> None:
        """To the beginning of a step."""
        if number < self._first:
            self._stand(self.lesson.first_of(number))
            while self.number < number:
                self.show()
            return
        self.number, self.wrong = number, 0
        del self._began[number - self._first + 1 :]
        self._again(self._began[-1])

    def _stand(self, number: int) -> None:
        """At a step that has a position."""
        self.number, self.wrong, self._first, self._began, self.played = number, 0, number, [0], []
        self.game = self._new_game()
        names = self._names()
        self._steps = [step.renamed(names) for step in self.lesson.step]
        self._others = {seat: tuple(renamed(text, names) for text in said) for seat, said in self.lesson.others.items()}
        self._again(0)
        self._began = [len(self.played)]

    def _new_game(self) -> Game[Any]:
        lesson = self.lesson
        where = f"lesson {lesson.id}"
        game = begin(self.title, None, 1, None, lesson.options, lesson.place(self._first), where)
        if game.dice.laid:
            game.dice.lay(FURTHER)
        return game

    def _names(self) -> dict[str, str]:
        """What the pieces of this game are called that a lesson knows by what is printed on them."""
        own = (piece for seat in self.game.seats for piece in self.game.seat(seat).view().pieces)
        return {piece.face: piece.key for piece in own if piece.face and piece.face != piece.key}

    def _again(self, count: int) -> None:
        """The game as it was when so much had been played."""
        del self.played[count:]
        self.game = self._new_game()
        for seat, text in self.played:
            action = self._action(seat, text)
            if action is None or self.game.play(seat, action) != 1:
                raise IllegalAction("", f"lesson {self.lesson.id}: {text} is not offered any more")
        self._others_answer()
        self._asked = self.game.decision_of(self.seat)

    def _standing(self) -> list[Played]:
        """What has been played and not been taken back."""
        assert self.game.journal is not None
        found: list[tuple[int, Played]] = []
        for n, entry in enumerate(self.game.journal.entries):
            if entry.verb == "undo":
                found = [(at, played) for at, played in found if at < int(entry.arg)]
            elif entry.verb == "retract":  # an answer that waited for the others'
                found.remove(next(each for each in reversed(found) if each[1].seat == entry.seat))
            elif entry.verb not in ("stand", "unstand"):
                text = f"{entry.verb} {entry.arg}" if entry.arg != 0 else entry.verb
                found.append((n, Played(entry.seat, text)))
        return [played for _, played in found]

    # -- the other seats ----------------------------------------------------------------------------

    def _others_answer(self) -> None:
        """The other seats say what the lesson has for them until the learner is asked, who never has to pass."""
        for _ in range(MOST_REPLIES):
            asked = next((d for d in self.game.decisions.values() if self._not_for_learner(d)), None)
            if asked is None:
                return
            action = self._reply(asked)
            if self.game.play(asked.seat, action) != 1:
                raise BadInput(self.lesson.id, asked.seat, f"[{asked.rule}] its answer cannot be played")
            self.played = self._standing()
        raise BadInput(self.lesson.id, "others", "they answer without end")

    def _not_for_learner(self, decision: Decision) -> bool:
        return decision.waits and not self.over and (decision.seat != self.seat or decision.idle)

    def _reply(self, asked: Decision) -> Action:
        step = self.step
        used = [text for seat, text in self.played if seat == asked.seat]
        for others in (step.others if step is not None else {}, self._others):
            for text in others.get(asked.seat, ()):
                if text in used:
                    used.remove(text)
                elif (action := self._action(asked.seat, text)) is not None:
                    return action
        for verb in PASSES:
            option = next((option for option in asked.options if option.verb == verb), None)
            if option is not None:
                return Action(verb, option.args[0])
        only = [Action(option.verb, arg) for option in asked.options if not option.free for arg in option.args]
        if len(only) == 1:
            return only[0]
        offered = ", ".join(asked.verbs())
        raise BadInput(self.lesson.id, f"others.{asked.seat}", f"no answer to [{asked.rule}] {offered}")

    # -- answers by name ----------------------------------------------------------------------------

    def _play(self, game: Game[Any], text: str) -> None:
        action = self._action(self.seat, text)
        if action is None or game.play(self.seat, action) != 1:
            decision = game.decision_of(self.seat)
            asked = f"[{decision.rule}] {', '.join(decision.verbs())}" if decision is not None else "nothing"
            raise IllegalAction(decision.rule if decision else "", f"{text} is not offered; asked is {asked}")

    def _action(self, seat: str, text: str) -> Action | None:
        """The action that a text names, if it is offered."""
        verb, _, name = text.partition(" ")
        decision = self.game.decision_of(seat)
        if decision is None or verb not in decision.verbs():
            return None
        if name == ANY:
            return Action(verb, decision.verbs()[verb][0])
        try:
            action = named_action(self.game, seat, verb, name or 0)
        except (IllegalAction, ValueError, LookupError):
            return None
        return action if action in decision else None


def _wanted(step: Step, given: list[str], text: str) -> str:
    """The answer of a step that this one is, if it helps now."""
    wanted: list[str] = [] if given else list(step.one)
    wanted += [answer for answer in step.all if answer not in given]
    wanted += step.turn[len(given) : len(given) + 1]
    return next((answer for answer in (*wanted, *step.free) if any(fits(one, text) for one in _either(answer))), "")


def _said(words: dict[str, str], text: str) -> str:
    return next((said for pattern, said in words.items() if fits(pattern, text)), "")


def _either(answer: str) -> Iterator[str]:
    yield from answer.split(" | ")


def fits(pattern: str, text: str) -> bool:
    """`unit R-18` fits itself; `unit *` and `unit` any answer with this verb; `*` any answer."""
    verb, _, name = pattern.partition(" ")
    said, _, what = text.partition(" ")
    return verb in (said, ANY) and name in ("", ANY, what)
