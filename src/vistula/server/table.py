"""A table: one game, whoever listens to it, and the one task that takes their messages in order.

What a message changes is written before anyone is told of it. If it cannot be written, or if the
rules fail on the way, the table is read from the database again and nothing has happened.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from vistula.kernel.barrier import Barrier
from vistula.kernel.decision import ONLOOKER, SeatId
from vistula.kernel.dice import commitment
from vistula.kernel.errors import BadInput, IllegalAction
from vistula.kernel.game import Game
from vistula.kernel.views import Refusal
from vistula.server import ledger, notices
from vistula.server.asked import Asked
from vistula.server.attendance import Attendance
from vistula.server.audience import Audience
from vistula.server.cards import summary_of
from vistula.server.greeting import welcome
from vistula.server.guests import BackAsk, Choice, Declined, Host, Job, Listener, Pause
from vistula.server.ledger import Aside, Kept, Spoken, Stored, Summary
from vistula.server.limits import Bucket
from vistula.server.looking import Looking
from vistula.server.pauses import Pauses
from vistula.server.perspective import Perspective, encode
from vistula.server.players import Players, named
from vistula.server.restore import UNREADABLE, Restored, Unplayable
from vistula.server.wire import Answer, Ask, BackAsked, Notice, Refused, Said, Tell
from vistula.server.writer import NotWritten, Statement

log = logging.getLogger("vistula.server")

T = TypeVar("T")
CARD_DELAY = 1.0
NOT_WRITTEN = "not written"


class Table:
    """One table. Everything in it happens in its own task."""

    def __init__(self, hall: Host, stored: Stored, restored: Restored | None, frozen: str = "") -> None:
        self.hall = hall
        self.stored = stored
        self.frozen = frozen
        self.seat_people()
        self.audience = Audience(self)
        self.talk: list[Spoken] = []
        self.spoken: list[Spoken] = []
        self.beside: list[Statement] = []  # to be written with what is new
        self.back: BackAsk | None = None
        self.charged: list[Bucket] = []  # who pays for what is being done
        self.players = Players(self)
        self.attendance = Attendance()
        self.asked = Asked(self)
        self.looking = Looking(self)
        self.pauses = Pauses(self)
        self._card: asyncio.TimerHandle | None = None
        self._putting: asyncio.Task[None] | None = None
        self._inbox: asyncio.Queue[Job] = asyncio.Queue()
        self._stopped = False
        self._set(restored, restored.revisions if restored else None)
        self._task = asyncio.create_task(self._run(), name=f"table {stored.id}")

    def seat_people(self) -> None:
        """Who sits where, as it is stored now."""
        self.names = {seat: sitter.name for seat, sitter in self.stored.sitters.items()}
        self.computers = frozenset(seat for seat, sitter in self.stored.sitters.items() if sitter.who == "computer")

    def _set(self, restored: Restored | None, revisions: dict[str, int] | None) -> None:
        self.game: Game[Any] | None = restored.game if restored else None
        self.answered = restored.answered if restored else {}
        self.acted = restored.acted if restored else {}
        self.updated = (restored.updated if restored else "") or self.stored.created
        self.unasked = restored.unasked if restored else set()
        self.resumed = restored.resumed if restored else False
        self.snapshots = restored.stored if restored else set()  # the entries of those that are stored
        self.written = len(self.entries)
        self._seen: Barrier | None = self.game.barrier if self.game else None
        seats = (*self.game.seats, ONLOOKER) if self.game else ()
        again, kept = revisions is not None, revisions or {}
        self.perspectives = {seat: Perspective(seat, kept.get(seat, 1), again) for seat in seats}

    @property
    def id(self) -> str:
        return self.stored.id

    def account(self, seat: SeatId) -> str:
        """What a seat's limits count by."""
        return f"{self.id} {seat}"

    @property
    def seal(self) -> str:
        return commitment(self.stored.secret)

    @property
    def entries(self) -> list[Any]:
        return self.game.journal.entries if self.game is not None and self.game.journal is not None else []

    @property
    def seats(self) -> list[str]:
        return list(self.game.seats) if self.game is not None else list(self.stored.sitters)

    @property
    def waits(self) -> bool:
        """Whether the dice still wait for numbers of people, and with them the game."""
        return bool(self.stored.lacking) and not self.frozen

    @property
    def quiet(self) -> bool:
        """Nobody is here and nothing is under way."""
        return not self.audience.listeners and not self.players.thinking and self._inbox.empty()

    @property
    def at_work(self) -> bool:
        """Whether a move is under way."""
        return bool(self.players.thinking) or not self._inbox.empty()

    @property
    def full(self) -> bool:
        """As many entries as are kept of a table: each makes it longer to read."""
        return len(self.entries) >= self.hall.limits.entries

    @property
    def payer(self) -> str | None:
        """The address that computers play for; None while nobody looks."""
        return self.attendance.payer(self.audience.listeners)

    # -- the task ---------------------------------------------------------------------------------

    async def take(self, listener: Listener, message: Ask) -> Tell | None:
        """Hand a message over; when the table is done with it, what was replied."""
        reply: Tell | None = await self.hand_over(listener, message)
        return reply

    def hand_over(self, listener: Listener, message: Ask) -> asyncio.Future[Any]:
        """The same for whoever does not wait; Declined if it is not taken."""
        return self._put(Job(message, listener))

    async def ask(self, question: Callable[[], T]) -> T:
        """Something worked out between two messages, when all that happened is durable."""
        answer: T = await self._put(Job(question))
        return answer

    async def ask_long(self, question: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The same, where working it out takes long and is awaited."""
        answer: T = await self._put(Job(question))
        return answer

    def start(self) -> None:
        """Let computer players begin and clocks run."""
        self.put(Job(None))
        self.put(Job(self.asked.look_now))

    def put(self, job: Job) -> None:
        """Have something done in its turn."""
        self._inbox.put_nowait(job)

    async def stop(self) -> None:
        """Finish the messages at hand, put the card away, end."""
        if not self._stopped:  # who does it a second time only waits
            self.put(Job(self.looking.keep))
        self._stopped = True
        if self._card is not None:
            self._card.cancel()
        self.players.stop()
        self.pauses.stop()
        await self._inbox.join()
        self._task.cancel()
        self.audience.send_away("this table was put away; come again")  # also who has sat down meanwhile
        if self.game is not None:
            await self._put_card(self.summary())

    def _put(self, job: Job) -> asyncio.Future[Any]:
        if self._stopped:
            raise Declined("closed", "the table is being put away; come again")
        self.put(job)
        return job.done

    async def _run(self) -> None:
        while True:
            job = await self._inbox.get()
            try:
                if not self.pauses.holds(job):
                    await self.handle(job)
            finally:
                self._inbox.task_done()

    async def handle(self, job: Job) -> None:
        """Do a job, whatever comes of it, and tell whoever waits for it."""
        result: Any = None
        try:
            result = await self._do(job)
        except Exception as error:
            if not (callable(job.what) and isinstance(error, BadInput)):  # that is told to whoever asked
                log.exception("table failed", extra={"table": self.id})
            if not job.done.done() and callable(job.what):
                job.done.set_exception(error)
        finally:
            if not job.done.done():
                job.done.set_result(result)

    async def _do(self, job: Job) -> Any:
        result: Any = None
        if isinstance(job.what, Ask) and job.listener is not None:
            result = await self._reply(job.listener, job.what)
            if result is not None:
                job.listener.send(encode(result))
        elif isinstance(job.what, Choice):
            await self.players.carry_out(job.what)
        elif isinstance(job.what, Pause):
            await self.pauses.end(job.what)
        elif job.what is not None:
            result = job.what()  # type: ignore[operator]
            if asyncio.iscoroutine(result):
                result = await result
        if not self._stopped:
            self.pauses.begin()
            self.players.ask()
        return result

    async def _reply(self, listener: Listener, message: Ask) -> Tell | None:
        """What a message leads to; whatever goes wrong, the table is as it was."""
        self.charged = []
        try:
            self.attendance.spoke(listener)
            self.looking.spoke(listener)
            self.audience.pass_by(listener)
            reply = self.hall.answer(self, listener, message)
            if asyncio.iscoroutine(reply):
                reply = await reply
            await self.settle(listener.seat, message.id)
        except IllegalAction as error:
            self.hall.metrics.refusals.labels("rule").inc()
            return Answer(id=message.id, refusal=Refusal(error.rule, error.why))
        except Declined as error:
            self.hall.metrics.refusals.labels(error.error).inc()
            return Refused(id=message.id, error=error.error, why=error.why)
        except NotWritten as error:
            await self.reopen()
            if self.frozen:  # nobody can say whether it was; who asks again with the same id is told, and done once
                return Refused(id=message.id, error=NOT_WRITTEN, why="the database is away; try again in a while")
            if (done := self.answered.get((listener.seat, message.id))) is not None:
                return Answer(id=message.id, done=done)  # it was written, and only the word of it was lost
            return Refused(id=message.id, error=NOT_WRITTEN, why=str(error))
        except Exception:
            log.exception("message failed", extra={"table": self.id, "said": type(message).__name__})
            await self.reopen()
            return Refused(id=message.id, error="fault", why="something failed on our side; nothing was done")
        finally:
            if listener.passing and listener in self.audience.listeners:
                self.audience.listeners.remove(listener)
        return reply  # type: ignore[no-any-return]

    async def begin(self) -> None:
        """Everybody has added to the dice: the game begins."""
        self._set(await self.hall.restore(self.stored), None)
        assert self.game is not None
        for listener in self.audience.listeners:
            listener.send(encode(welcome(self, listener, "")))
            self.perspectives[listener.seat].refresh(self.game, self.names)
            self.audience.bring_up_to_date(listener)
        await self.asked.look_now()
        self._due_card()

    # -- what has changed -------------------------------------------------------------------------

    async def settle(self, sender: SeatId, message: str, unasked: bool = False) -> None:
        """Make durable what is new, then tell whoever can see it. `unasked`: the table has acted for the sender."""
        fresh = self.entries[self.written :]
        if not (fresh or self.spoken or self.beside or self.asked.changed):
            return
        at = self.hall.clock.text()
        public = self._published()
        changed = self._refresh(sender, public) if fresh else []
        rows = [ledger.chat_row(self.id, spoken) for spoken in self.spoken]
        by = ONLOOKER if unasked else sender
        if fresh:  # before everyone has added to the dice there is no game, but people can come and go
            rows += [ledger.entry_row(self.id, kept) for kept in self._kept(fresh, by, message, at)]
            rows += self._turns(sender, at if public else self.updated, unasked)
        if public and self.stored.expires:  # not by a draft, of which nobody else may learn
            self.stored.expires = ""
            rows.append(ledger.expires_row(self.id, ""))
        if fresh:
            self.asked.look(public)
        rows += self.asked.rows()
        if public and self.game is not None and self.game.over:
            rows += notices.over(self)
        handed = self._handed(fresh)
        await self.hall.write(
            [*rows, *(row for seat in handed for row in ledger.release_rows(self.id, seat)), *self.beside]
        )
        self.beside.clear()
        self._tell_talk()
        if public:
            self.updated = at
        if fresh:
            self._settled(sender, message, len(fresh), public, unasked)
            self.audience.tell_changes(changed)
            if any(entry.verb in ("stand", "unstand") for entry in fresh):
                self.audience.welcome_again([sender])
        self.asked.keep(None if public or not fresh else [sender])
        for seat in handed:
            self._hand_over(seat)

    def _settled(self, sender: SeatId, message: str, count: int, public: bool, unasked: bool) -> None:
        assert self.game is not None
        self.snapshots.update(snapshot.entries for snapshot in self.game.snapshots)
        if unasked:
            self.unasked.update(range(self.written, self.written + count))
        else:
            for bucket in self.charged:
                bucket.charge(count - 1)  # one was paid for when it was taken
            self.acted[sender] = len(self.game.told(sender))
        self.written += count
        self.hall.metrics.actions.labels(self.stored.game).inc(count)
        if message:
            self.answered[sender, message] = count
        self._due_card()
        if self.back is not None and (public or sender == self.back.seat):
            self.drop_back("The game went on, so your request for an undo has lapsed.")

    def _handed(self, fresh: list[Any]) -> list[SeatId]:
        """The seats that have just resigned and that a partner plays on for."""
        if self.game is None or self.game.over:
            return []
        return [SeatId(entry.seat) for entry in fresh if entry.verb == "resign"]

    def _hand_over(self, seat: SeatId) -> None:
        """Tell everyone, and let whoever sat there come again to watch."""
        assert self.game is not None
        mates = self.game.partners(seat)
        names = " and ".join(named(mate) for mate in mates)
        others = [each for each in (*self.seats, ONLOOKER) if each != seat]
        self.audience.tell(
            Notice(text=f"{named(seat)} has resigned; {names} plays on for both.", kind="handed"), others
        )
        self.audience.welcome_again(mates)
        self.audience.send_away("you have resigned; come to watch", seat)

    def _published(self) -> bool:
        """Whether a barrier was raised since this was last asked, so that others than who acted see something new."""
        if self.game is None or self._seen is self.game.barrier:
            return False
        self._seen = self.game.barrier
        self.players.progress.clear()
        return True

    def _refresh(self, sender: SeatId, public: bool) -> list[Perspective]:
        """The perspectives that have changed. One that nobody looks at moves once: by what was published, never by
        another seat's draft, of which the revision after a restart must not tell either."""
        assert self.game is not None
        watched = {listener.seat for listener in self.audience.listeners}
        changed = []
        for seat, persp in self.perspectives.items():
            if public or seat == sender:
                if seat not in watched:
                    persp.miss()
                elif persp.refresh(self.game, self.names):
                    changed.append(persp)
        return changed

    def _kept(self, fresh: list[Any], sender: str, message: str, at: str) -> Iterable[Kept]:
        assert self.game is not None
        assert self.game.journal is not None
        marks = {mark.entries - 1: mark.hash for mark in self.game.journal.checkpoints[-len(fresh) :]}
        revisions = {str(seat): p.revision for seat, p in self.perspectives.items()}
        for n, entry in enumerate(fresh, self.written):
            yield Kept(
                n, entry.seat, entry.verb, entry.arg, entry.rolls, marks.get(n, ""), message, sender, revisions, at
            )

    def _turns(self, sender: SeatId, updated: str, unasked: bool) -> list[Statement]:
        """The snapshots that are new, with what is remembered beside the game once this message is done."""
        game = self.game
        new = [each for each in game.snapshots if each.entries not in self.snapshots] if game is not None else []
        if game is None or not new:
            return []
        acted = self.acted if unasked else {**self.acted, sender: len(game.told(sender))}
        return [ledger.snapshot_row(self.id, each, Aside(acted, updated)) for each in new]

    async def reopen(self) -> None:
        """Forget what is in memory and read the table again."""
        revisions = {str(seat): persp.revision + 1 for seat, persp in self.perspectives.items()}
        self.spoken.clear()
        self.beside.clear()
        self.asked.forget()
        if self.waits:
            return
        try:
            restored: Restored | None = await self.hall.restore(self.stored)
        except Unplayable as error:
            log.warning("table frozen", extra={"table": self.id, "why": str(error)})
            restored, self.frozen = None, error.told
        except Exception:
            log.exception("table cannot be read", extra={"table": self.id})
            restored, self.frozen = None, UNREADABLE
            self._give_up()
        self._set(restored, revisions)
        if self.game is None:
            self.audience.tell(Notice(text=self.frozen, kind="frozen"))
            return
        for listener in self.audience.listeners:
            self.perspectives[listener.seat].refresh(self.game, self.names)
            listener.sent = 0
            self.audience.bring_up_to_date(listener)

    def _give_up(self) -> None:
        """Send everyone away to come again, and be forgotten: whoever comes next has the table read anew."""
        self.hall.forget(self)
        self.audience.send_away("come again")

    def _tell_talk(self) -> None:
        for spoken in self.spoken:
            self.talk.append(spoken)
            self.answered[spoken.seat, spoken.message] = 1
            self.audience.tell(Said(seat=spoken.seat, text=spoken.text, at=spoken.at))
        self.spoken.clear()

    def seen_anew(self) -> None:
        """Somebody else sits somewhere: all are told who."""
        if self.game is not None:
            self.audience.tell_changes(self._refresh(ONLOOKER, True))
        self.audience.welcome_again([*self.seats, ONLOOKER])

    def drop_back(self, why: str) -> None:
        """A request to go back is settled; whoever made it is told what became of it."""
        asked, self.back = self.back, None
        self.audience.tell(BackAsked(seat=""))
        if asked is not None:
            self.audience.tell(Notice(text=why, kind="back"), [asked.seat])

    # -- the card ---------------------------------------------------------------------------------

    def summary(self) -> Summary:
        """What a card says of this table."""
        assert self.game is not None
        return summary_of(self.game, self.written, self.updated)

    def _due_card(self) -> None:
        if self._card is None:
            loop = asyncio.get_running_loop()
            self._card = loop.call_later(CARD_DELAY, lambda: self.put(Job(self._card_now)))

    def _card_now(self) -> None:
        """Between two messages, when all that the card says is durable."""
        self._card = None
        if self.game is not None:
            self._putting = asyncio.create_task(self._put_card(self.summary()))

    async def put_card(self) -> None:
        await self._put_card(await self.ask(self.summary))

    async def _put_card(self, summary: Summary) -> None:
        try:
            await self.hall.write([ledger.card_row(self.id, summary)])
        except NotWritten:
            log.warning("card not written", extra={"table": self.id})
