"""Lessons at the table: a game in memory that nobody else sees, with a learner who is helped along.

A lesson is a table like any other, in a room of its own: nothing is written, nobody plays for another, and what is
played counts only as far as the lesson takes it. The learner's browser remembers how far they have come; whoever comes
again begins at that step.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromPath

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.errors import IllegalAction, VistulaError
from vistula.kernel.game import Game
from vistula.kernel.seat import Seat
from vistula.kernel.title import Title
from vistula.lessons.learner import Learner, Reply
from vistula.lessons.lesson import Lesson, lesson, lessons
from vistula.players.staff import Orders
from vistula.server import messages
from vistula.server.guests import Declined, Listener
from vistula.server.hall import Hall
from vistula.server.ledger import Sitter, Stored
from vistula.server.limits import household
from vistula.server.restore import Restored
from vistula.server.socket import Connection, serve, turn_away
from vistula.server.table import Table
from vistula.server.tokens import new_token
from vistula.server.wire import Act, Answer, Ask, AskWay, Go, Hello, Learn, LessonStep, Odds, Paint, Stand, Undo, Why
from vistula.server.writer import Statement

log = logging.getLogger("vistula.server")

P = ParamSpec("P")
T = TypeVar("T")

COST = 10
"""What it counts for to begin a lesson, at whichever step."""
PATIENCE = 2
"""Answers that do not help, after which the lesson offers to show what does."""
PLAYS = (Act, Go, Undo)
ASKS = (Why, Odds, Paint, AskWay, Stand, Hello)


class Classroom:
    """What a lesson's table needs of a hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.limits = hall.limits
        self.tolls = hall.tolls
        self.keys = hall.keys
        self.metrics = hall.metrics
        self.clock = hall.clock

    async def write(self, statements: list[Statement]) -> None:
        return

    async def choose(self, table: Table, seat: SeatId, payer: str, progress: Callable[[float], None]) -> Action:
        raise NotImplementedError("nobody plays for another in a lesson")

    async def restore(self, table: Stored) -> Restored:
        raise NotImplementedError("a lesson is not kept")

    async def staff(self, seat: Seat[Any], group: str) -> Orders:
        raise Declined("lesson", "here you play yourself")

    async def beside(self, found: Title[Any], work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.hall.beside(found, work, *args, **kwargs)

    async def rebuild(self, game: Game[Any], entries: int) -> Game[Any]:
        raise NotImplementedError("a lesson goes back by itself")

    async def token_for(self, table: str, seat: str, what: str) -> tuple[str, list[Statement]]:
        raise Declined("lesson", "a lesson has one seat")

    def later(self, run: Callable[[], None]) -> asyncio.TimerHandle | None:
        return None

    def answer(self, table: Table, listener: Listener, message: Ask) -> Any:
        assert isinstance(table, LessonTable)
        return table.teach(listener, message)

    def forget(self, table: Table) -> None:
        return


class LessonTable(Table):
    """A lesson under way."""

    def __init__(self, room: Classroom, learner: Learner) -> None:
        self.learner = learner
        self._name = new_token()
        self.told = Reply("more")
        title, plan = learner.title, learner.lesson
        game = learner.game
        seats = {str(seat): Sitter(seat, "me" if seat == learner.seat else "lesson") for seat in game.seats}
        stored = Stored(
            id=f"lesson {plan.id}", game=title.id, rules=title.version, data=title.data_hash, scenario=game.scenario,
            options=game.options, secret=game.dice.secret, sitters=seats,
        )  # fmt: skip
        super().__init__(room, stored, Restored(learner.game, revisions={}))

    def account(self, seat: SeatId) -> str:
        """Many learn the same; nobody stops the others."""
        return self._name

    def teach(self, listener: Listener, message: Ask) -> Any:
        """Do what a message asks for, as far as the lesson takes it."""
        if isinstance(message, Hello):
            return self._welcome(listener, message)
        if isinstance(message, (Learn, *PLAYS)):  # a wrong answer plays the step once more, as going back does
            messages.may_ask(self, listener, messages.LOOKING)
        if isinstance(message, Learn):
            return self._go_on(message)
        if isinstance(message, PLAYS):
            return self._play(listener, message)
        if isinstance(message, ASKS):
            return messages.answer(self, listener, message)
        raise Declined("lesson", "that is for a table of your own")

    async def _welcome(self, listener: Listener, message: Hello) -> None:
        await messages.hello(self, listener, message)
        self.audience.tell(self.state())

    def _play(self, listener: Listener, message: Act | Go | Undo) -> Answer:
        if isinstance(message, Act) and len(message.actions) > messages.AT_ONCE:
            raise Declined("lesson", "one thing after the other")
        answers: list[Answer] = []

        def play(game: Game[Any]) -> None:
            said = messages.answer(self, listener, message)
            assert isinstance(said, Answer)  # no message so small is worked out beside the loop
            answers.append(said)

        self.game = self.learner.game
        try:
            self.told = self.learner.answer(play)
        except IllegalAction:
            self.told = Reply("more")
            raise
        return answers[0] if answers else Answer(id=message.id)

    def _go_on(self, message: Learn) -> Answer:
        learner = self.learner
        if message.move == "back":
            learner.back()
            self.told = Reply("more")
        else:
            self.told = learner.go_on() if message.move == "on" else learner.show()
        return Answer(id=message.id, done=1)

    async def settle(self, sender: SeatId, message: str, unasked: bool = False) -> None:
        """Nothing is written: the learner is told where they are, on the map and in the lesson."""
        game = self.learner.game
        again = game is not self.game
        self.game, self.written = game, len(self.entries)
        changed = [
            persp
            for seat, persp in self.perspectives.items()
            if seat == self.learner.seat and (persp.refresh(game, self.names) or again)
        ]
        self.audience.tell_changes(changed)
        self.audience.tell(self.state())

    async def reopen(self) -> None:
        """After something that failed, the step begins anew."""
        self.learner.back()
        await self.settle(self.learner.seat, "")

    async def stop(self) -> None:
        self._stopped = True
        self.players.stop()
        self.pauses.stop()
        await self._inbox.join()
        self._task.cancel()

    def state(self) -> LessonStep:
        learner, plan = self.learner, self.learner.lesson
        step, told = learner.step, self.told
        found = LessonStep(
            number=learner.number, steps=len(plan.step), title=plan.title, goal=plan.goal, scene=plan.scene,
            said=told.words, wrong=told.kind in ("hint", "back"),
        )  # fmt: skip
        if step is None:
            found.closing, found.next = plan.closing, _after(learner.title, plan)
            return found
        found.why, found.do, found.lit, found.paint = step.why, step.do, list(step.lit), step.paint
        found.reads, found.stuck = step.read, learner.wrong >= PATIENCE
        return found


def _after(title: Title[Any], plan: Lesson) -> str:
    """The lesson after this one; none after the last."""
    known = [each.id for each in lessons(title)]
    return next(iter(known[known.index(plan.id) + 1 :]), "")


def open_lesson(title: Title[Any], id: str, step: int) -> Learner:
    """A learner at a step, or at the beginning where there is no such step."""
    learner = Learner(title, lesson(title, id))
    while 0 < step < len(learner.lesson.step) and learner.number < step:
        before = learner.number
        learner.show()
        if learner.number == before:
            raise VistulaError(f"lesson {id}: step {before + 1} does not end")
    return learner


@websocket("/api/games/{game:str}/lessons/{lesson_id:str}/play")
async def learn(socket: WebSocket[Any, Any, Any], state: State, game: FromPath[str], lesson_id: FromPath[str]) -> None:
    """Take a lesson: the first message is Hello, with the number of the step to begin at as its token."""
    opened: list[LessonTable] = []

    async def seated(connection: Connection, hello: Hello) -> Table | None:
        if not state.hall.tolls.take("work", household(connection.address), COST):
            turn_away(connection, hello, "too many lessons are begun from here; wait a moment", "too fast")
            return None
        table = await _begin(state, game, lesson_id, hello.token)
        if table is None:
            turn_away(connection, hello, "there is no such lesson", "no such lesson")
            return None
        opened.append(table)
        connection.seat = table.learner.seat
        return table

    try:
        await serve(socket, state, seated)
    finally:
        for table in opened:
            await table.stop()


async def _begin(state: State, game: str, id: str, token: str) -> LessonTable | None:
    hall: Hall = state.hall
    try:
        title = await state.documents.title(game)
        learner = await hall.beside(title, open_lesson, title, id, int(token) if token.isdigit() else 0)
    except VistulaError as error:
        log.info("no lesson", extra={"game": game, "why": str(error)})
        return None
    return LessonTable(Classroom(hall), learner)
