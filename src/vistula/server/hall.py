"""The hall: all tables, opened when someone comes and put away when nobody is there."""

from __future__ import annotations

import asyncio
import hmac
import logging
import random
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, ParamSpec, TypeVar

from vistula.kernel.decision import ONLOOKER, Action, SeatId
from vistula.kernel.errors import BadInput, IllegalAction, VistulaError
from vistula.kernel.game import Game
from vistula.kernel.record import rebuild
from vistula.kernel.seat import Seat
from vistula.kernel.snapshots import TurnSnapshot
from vistula.kernel.title import Title
from vistula.players.staff import Orders
from vistula.players.staff import plan as staff_plan
from vistula.server import departures, ledger, orders
from vistula.server.asked import first_clocks, keep_time
from vistula.server.backroom import BackRoom
from vistula.server.caller import Caller
from vistula.server.cards import card_of, summary_of
from vistula.server.database import Database
from vistula.server.guests import Declined, Job, Listener
from vistula.server.leases import Leases, Lost
from vistula.server.ledger import KeptSnapshot, Sitter, Stored, Summary
from vistula.server.limits import Tolls, household
from vistula.server.memory import Memory
from vistula.server.messages import Reply, answer
from vistula.server.metrics import Metrics
from vistula.server.newtable import belonging, levels, ordinary, plan, signed, swapped
from vistula.server.outbox import Outbox
from vistula.server.people import Person, token_for
from vistula.server.players import named
from vistula.server.pool import Errand, Pool
from vistula.server.post import Post
from vistula.server.push import Push
from vistula.server.restore import UNKNOWN, UNREADABLE, Restored, Unplayable, restore
from vistula.server.retention import retire
from vistula.server.settings import Settings
from vistula.server.table import Table
from vistula.server.tokens import derived, new_token
from vistula.server.wire import (
    Answer,
    Ask,
    Claimed,
    NewTable,
    Notice,
    Rematch,
    SeatPlan,
    SeatToken,
    TableCard,
    TableOpened,
)
from vistula.server.writer import NotWritten, Statement, Writer

log = logging.getLogger("vistula.server")

P = ParamSpec("P")
T = TypeVar("T")

WATCHED = 100
CARD_PATIENCE = 0.25
"""Seconds that a list of cards waits for one table that is busy; then its last card is told."""
DAY = 24 * 60 * 60.0
_chance = random.SystemRandom()


class Crowded(VistulaError):
    """A table too many."""


class Hall:
    """Make one inside a running event loop."""

    def __init__(self, settings: Settings, back_room: BackRoom) -> None:
        self.settings = settings
        self.back_room = back_room
        self.limits = settings.limits
        self.clock = settings.clock
        self.tolls = Tolls(settings.limits)
        self.database = Database(settings.database, settings.key_file)
        self.metrics = Metrics()
        self.leases = Leases(self.database.engine, settings.shards)
        try:
            self.leases.start()
        except BadInput:
            self.database.close()
            raise
        self.writer = Writer(self.database.engine, self.metrics, self.leases)
        self.pool = Pool(settings.workers)
        self.post = Post(settings.smtp)
        self.push = Push(self.database.push_key, settings.contact)
        self.outbox = Outbox(self.database.engine, self.leases.owner)
        self.message = orders.message_of_the_day(self.database.engine)
        self.draining = False
        self.memory = Memory(self.leases, self._read)
        self.tables = self.memory.tables
        self._opening = asyncio.Lock()
        self.claiming = asyncio.Lock()
        self.ordered = asyncio.Event()  # something was written down for `orders.obey`
        self.keys = self.database.keys
        self.secret = self.database.address_key  # for what follows from something, such as hashes of addresses
        self.caller = Caller(self)
        self._to_audit: deque[str] = deque()  # tables that were opened from snapshots which nobody has proved yet
        works = (
            self.memory.sweep(lambda: self.settings.idle),
            self._audit(),
            self._renew_cards(),
            orders.obey(self),
            keep_time(self),
            retire(self),
            self.caller.run(),
            self.leases.keep(),
            self.memory.part(),
        )
        self._tasks = [asyncio.create_task(work) for work in works]
        self.closing = False
        self._count()

    async def stop(self) -> None:
        """Put all tables away; what was told is on disk already, what was not told is dropped or finished."""
        self.closing = True
        for task in self._tasks:
            task.cancel()
        await self.caller.stop()
        await self.memory.stop()
        await self.pool.stop()
        await self.writer.stop()
        self.metrics.stop()
        self.leases.release()
        self.database.close()

    def _count(self) -> None:
        """What is looked up when metrics are asked for."""
        gauge = self.metrics.gauge
        gauge("tables_in_memory", "Tables that are open", lambda: len(self.tables))
        gauge(
            "listeners",
            "Connections that sit at tables or watch",
            lambda: sum(len(t.audience.listeners) for t in self.memory.now()),
        )
        gauge(
            "computer_queue",
            "Moves that computer players are asked for",
            lambda: sum(len(t.players.thinking) for t in self.memory.now()),
        )
        gauge("writer_queue", "Messages that wait for a commit", lambda: self.writer.waiting)
        waiting = {kind: partial(self.outbox.waiting, kind) for kind in ("push", "mail", "hook")}
        self.metrics.gauges("notices_waiting", "Notices that have yet to be sent", "channel", waiting)
        if self.settings.metrics:
            self.metrics.serve(self.settings.metrics)

    async def opened(self, id: str) -> Table | None:
        """A table that is in memory, or about to be."""
        return await self.memory.opened(id)

    async def put_away(self, id: str, why: str) -> None:
        """Send everybody away from a table that was changed behind its back; it is read anew when they come again."""
        await self.memory.put_away(id, why)

    # -- what tables need of the hall ----------------------------------------------------------------

    async def write(self, statements: list[Statement]) -> None:
        await self.writer.write(statements)

    async def choose(self, table: Table, seat: SeatId, payer: str, progress: Callable[[float], None]) -> Action:
        assert table.game is not None
        level = table.stored.sitters[seat].level or ordinary(levels(table.game.title))  # whom the staff plays for
        errand = Errand(table.id, seat, level, payer)
        try:
            action = await self.pool.choose(table.game, errand, progress)
        except Exception:
            self.metrics.computers.labels("failed").inc()
            raise
        self.metrics.computers.labels("moved").inc()
        return action

    def forget(self, table: Table) -> None:
        """A table that cannot go on in memory: whoever comes next has it read again."""
        self.memory.forget(table)

    def beginning(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that nobody waits for."""
        self._tasks.append(asyncio.create_task(work))
        self._tasks[:] = [task for task in self._tasks if not task.done()]

    def later(self, run: Callable[[], None]) -> asyncio.TimerHandle | None:
        """Do something after the short while, drawn at random, that a chance to react takes at least."""
        return asyncio.get_running_loop().call_later(_chance.uniform(*self.settings.pause), run)

    async def restore(self, table: Stored) -> Restored:
        restored, kept = await self._play_again(table)
        if not restored.resumed:
            await self._renew(table.id, restored, kept)
        elif not all(each.audited for each in kept):
            self._to_audit.append(table.id)
        return restored

    async def _renew(self, id: str, restored: Restored, kept: list[KeptSnapshot]) -> None:
        """Keep the snapshots of a game that was played from its first entry, in place of those that did not hold."""
        snapshots = [each for each in restored.game.snapshots if each.entries in restored.asides]
        restored.stored = {each.entries for each in restored.game.snapshots}
        restored.stored.update(each.snapshot.entries for each in kept)
        try:
            if kept:
                await self.write([ledger.drop_snapshots_row(id)])
            if snapshots:
                await self.write([ledger.snapshot_row(id, each, restored.asides[each.entries]) for each in snapshots])
        except NotWritten:
            log.warning("snapshots not written", extra={"table": id})

    def unlock(self, table: Stored) -> None:
        """Open the secrets of a table's dice."""
        try:
            table.unlock(self.keys)
        except BadInput as error:
            raise Unplayable(error.reason, UNREADABLE) from None

    async def whole(self, table: Stored) -> Game[Any]:
        """The game of a table from its entries alone."""
        restored, _ = await self._play_again(table, False)
        return restored.game

    async def beside(self, found: Title[Any], work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What takes long, off the event loop; the table whose task asks for it does nothing else meanwhile."""
        await self.back_room.title(found.id)
        return await self.back_room.do(work, *args, **kwargs)

    async def staff(self, seat: Seat[Any], group: str) -> Orders:
        """What a seat's staff would do, worked out from what the seat knows."""
        return await self.beside(seat.title, staff_plan, seat, group)

    async def rebuild(self, game: Game[Any], entries: int) -> Game[Any]:
        assert game.journal is not None
        return await self.beside(game.title, rebuild, game.title, game.journal, entries, game.snapshots)

    async def _play_again(self, table: Stored, resume: bool = True) -> tuple[Restored, list[KeptSnapshot]]:
        """A table's game, and the snapshots that are stored of it."""
        try:
            found = await self.back_room.title(table.game)
        except BadInput as error:
            raise Unplayable(f"there is no such game ({error.reason})", UNKNOWN) from None
        return await self.back_room.do(self._restore, found, table, resume)

    def _restore(self, found: Title[Any], table: Stored, resume: bool) -> tuple[Restored, list[KeptSnapshot]]:
        engine = self.database.engine
        snapshots = ledger.snapshots(engine, table.id)  # before the entries: those may be ahead of them, not behind
        return restore(found, table, ledger.entries(engine, table.id), snapshots if resume else ()), snapshots

    def answer(self, table: Table, listener: Listener, message: Ask) -> Reply:
        if isinstance(message, Rematch):
            return self._rematch(table, listener, message)
        return answer(table, listener, message)

    # -- opening ------------------------------------------------------------------------------------------

    async def open(
        self, new: NewTable, address: str = "", person: Person | None = None, position: str = ""
    ) -> TableOpened:
        """A new table, durable before anyone hears of it; BadInput for what cannot be, Crowded for one too many."""
        who, new = (person.id, signed(new, person.name)) if person else ("", new)
        stored, game = await self._planned(new, address, who, position)
        if person is not None:
            belonging(stored, person.id)
        async with self._opening:  # of several that come at once, each is counted before the next is looked at
            await self._not_crowded(stored)
            return await self._add(stored, game, device=person.device if person else "")

    async def _planned(
        self, new: NewTable, address: str, person: str = "", position: str = ""
    ) -> tuple[Stored, Game[Any]]:
        """A table that was asked for; Crowded where too many are asked for too fast."""
        if self.draining:
            raise Crowded("the server is about to stop; open a table when it is back")
        if not self.tolls.take("openings", household(address)):
            raise Crowded("too many tables are opened from here; wait a moment")
        if person and not self.tolls.take("openings", f"person {person}"):
            raise Crowded("you open too many tables; wait a moment")
        found = await self.back_room.title(new.game)
        stored, game = await self.back_room.do(plan, found, new, self.clock.text(), self.leases.mint(), position)
        stored.summary = None if stored.lacking else summary_of(game, 0, stored.created)
        stored.opener = self._hashed(household(address))
        return stored, game

    def _hashed(self, address: str) -> str:
        return hmac.digest(self.secret, address.encode(), "sha256").hex() if address else ""

    async def _not_crowded(self, stored: Stored) -> None:
        """Nobody may leave many tables about; least of all those of computers alone, which nobody looks after."""
        engine, since = self.database.engine, ledger.now(ago=DAY)
        if await asyncio.to_thread(ledger.unfinished, engine, stored, since) >= self.limits.tables:
            raise Crowded(f"you have opened {self.limits.tables} tables today that are not over; finish one first")
        if await asyncio.to_thread(ledger.opened, engine, stored, since) >= self.limits.tables_ever:
            raise Crowded(f"you have opened {self.limits.tables_ever} tables today; come again tomorrow")
        if any(sitter.who != "computer" for sitter in stored.sitters.values()):
            return
        if await asyncio.to_thread(ledger.computers_alone, engine, stored, since) >= self.limits.alone:
            raise Crowded(f"you have {self.limits.alone} unfinished tables where only computers play; finish one first")

    async def token_for(self, table: str, seat: str, what: str) -> tuple[str, list[Statement]]:
        """The token that a seat gets for a reason, with what has to be written if it is new."""
        token = derived(self.secret, table, seat, what)
        known = await self.seat_of(token) is not None
        return token, [] if known else [ledger.token_row(table, seat, token)]

    async def _add(self, stored: Stored, game: Game[Any], again: bool = False, device: str = "") -> TableOpened:
        tokens, invites = {}, {}
        for seat, sitter in stored.sitters.items():
            if again and sitter.who != "computer":
                tokens[seat] = derived(self.secret, stored.id, seat, "rematch")
            elif sitter.who == "me":
                tokens[seat] = token_for(self.secret, device, (stored.id, seat)) if device else new_token()
            elif sitter.who == "link":
                invites[seat] = new_token()
        onlooker, host = new_token(), "" if again else new_token()
        known = {token: seat for seat, token in [*tokens.items(), ("", onlooker)]}
        invited = {invite: seat for seat, invite in invites.items()}
        clocks = first_clocks(stored)
        rows = [ledger.first_clock_row(stored.id, seat, clock) for seat, clock in clocks.items()]
        await self.write([*ledger.opening(stored, known, self.keys, invited, host), *rows])
        table = Table(self, stored, None if stored.lacking else Restored(game))
        table.asked.load(clocks, tokens)
        self.memory.put(table)
        table.start()
        self.metrics.opened.labels(stored.game).inc()
        log.info("table opened", extra={"table": stored.id, "game": stored.game, "scenario": stored.scenario})
        seats = [
            SeatToken(
                seat=seat,
                who=stored.sitters[seat].who,  # type: ignore[arg-type]
                token=tokens.get(seat, ""),
                invite=invites.get(seat, ""),
            )
            for seat in game.seats
        ]
        return TableOpened(table=stored.id, seats=seats, onlooker=onlooker, host=host, seal=table.seal)

    # -- seats that are taken ---------------------------------------------------------------------------

    async def take(self, id: str, seat: str, name: str, person: Person | None = None) -> Claimed | None:
        """A seat that stands in the lobby, for whoever takes it first; None where it does not, or not any more."""
        table = await self.table(id)
        if table is None:
            return None
        token = token_for(self.secret, person.device, (id, seat)) if person is not None else new_token()
        sitter = Sitter(seat, "link", name=name, player=person.id if person is not None else "")
        taken = await table.ask_long(lambda: departures.take(table, sitter, token))
        return Claimed(seat=seat, token=token) if taken else None

    def attended(self, id: str) -> bool:
        """Whether somebody who sits at a table is connected to it, as far as this process knows."""
        return any(table.id == id and table.audience.presence().online for table in self.memory.now())

    async def sits_down(self, id: str, seat: str) -> None:
        """From now on somebody can be waited for there."""
        table = await self.table(id)
        if table is not None:
            table.asked.taken.add(seat)
            table.put(Job(table.asked.look_now))

    async def _rematch(self, table: Table, listener: Listener, m: Rematch) -> Answer:
        """The same game with sides swapped; whoever of the old table asks gets a token for his new seat."""
        if not listener.seat:
            raise Declined("onlooker", "spectators can't ask for a rematch; open a table of your own")
        if table.game is None or not table.game.over:
            raise IllegalAction("", "the game is not over")
        seats = swapped(table.seats)
        if not table.stored.rematch:
            try:
                person = table.stored.sitters[listener.seat].player
                stored, game = await self._planned(_again(table, seats), listener.address, person)
                for seat, sitter in table.stored.sitters.items():
                    belonging(stored, sitter.player, seats[seat])
                async with self._opening:
                    await self._not_crowded(stored)
                    await self._add(stored, game, again=True)
            except (Crowded, Lost) as error:
                raise Declined("crowded", str(error)) from None
            await self.write([ledger.rematch_row(table.id, stored.id)])
            table.stored.rematch = stored.id
            others = [seat for seat in table.seats if seat != listener.seat]
            table.audience.tell(
                Notice(text=f"{named(listener.seat)} plays again, with sides swapped.", kind="rematch"), others
            )
        token, rows = await self.token_for(table.stored.rematch, seats[listener.seat], "rematch")
        if rows:  # a table that an older server has opened
            await self.write(rows)
        return Answer(id=m.id, done=1, table=table.stored.rematch, token=token)

    # -- finding ------------------------------------------------------------------------------------------

    async def seat_of(self, token: str) -> tuple[str, SeatId] | None:
        """The table and the seat that a token opens."""
        found = await asyncio.to_thread(ledger.seat_of_token, self.database.engine, token)
        return (found[0], SeatId(found[1])) if found else None

    async def table(self, id: str) -> Table | None:
        """A table by its id, read from the database if it is not open."""
        if self.closing:
            raise Declined("closed", "the server stops; come again")
        return await self.memory.table(id)

    async def _read(self, id: str) -> Table | None:
        engine = self.database.engine
        stored = await asyncio.to_thread(ledger.stored, engine, id)
        if stored is None:
            return None
        restored, frozen = None, ""
        try:
            self.unlock(stored)
            if stored.held:
                raise Unplayable("the operator has stopped it", stored.held)
            if not stored.lacking:
                restored = await self.restore(stored)
        except Unplayable as error:
            frozen = error.told
            log.warning("table frozen", extra={"table": id, "why": str(error)})
        table = Table(self, stored, restored, frozen)
        table.talk = await asyncio.to_thread(ledger.talk, engine, id)
        table.asked.load(
            await asyncio.to_thread(ledger.clocks, engine, id), await asyncio.to_thread(ledger.taken, engine, id)
        )
        table.looking.load(await asyncio.to_thread(ledger.seen, engine, id))
        table.answered.update({(spoken.seat, spoken.message): 1 for spoken in table.talk})
        table.start()
        return table

    # -- cards --------------------------------------------------------------------------------------------

    async def card(self, id: str, seat: SeatId) -> TableCard | None:
        """A table from outside, as a seat or an onlooker may see it."""
        stored = await asyncio.to_thread(ledger.stored, self.database.engine, id)
        return await self._card(stored, seat) if stored is not None else None

    async def _card(self, stored: Stored, seat: SeatId) -> TableCard | None:
        if stored.lacking:
            return card_of(stored, Summary(0), seat, stored.held)
        if stored.id not in self.tables and stored.summary is not None:
            count = await asyncio.to_thread(ledger.entry_count, self.database.engine, stored.id)
            if stored.summary.entries == count:
                return card_of(stored, stored.summary or Summary(0), seat, stored.held)
        table = await self.table(stored.id)
        if table is None:
            return None
        if table.game is None:
            return card_of(stored, stored.summary or Summary(0), seat, table.frozen)
        return card_of(stored, await table.ask(table.summary), seat, "")

    async def cards(self, asked: Sequence[tuple[Stored, SeatId]]) -> list[TableCard]:
        """Many cards; none of them waits long for a table that is being read or is at work."""
        made = await asyncio.gather(*(self._card_soon(stored, seat) for stored, seat in asked))
        return [card for card in made if card is not None]

    async def _card_soon(self, stored: Stored, seat: SeatId) -> TableCard | None:
        if stored.lacking or (stored.summary is not None and stored.id not in self.tables):
            return card_of(stored, stored.summary or Summary(0), seat, stored.held)
        making = asyncio.ensure_future(self._card(stored, seat))
        done, _ = await asyncio.wait([making], timeout=CARD_PATIENCE)
        if done and not isinstance(making.exception(), (Declined, Lost)):  # another process has it, since just now
            return await making
        making.add_done_callback(_unheard)
        return card_of(stored, stored.summary or Summary(0), seat, "")

    async def mine(self, tokens: Sequence[str]) -> list[TableCard]:
        """The tables that tokens open, in their order."""
        return await self.cards(await asyncio.to_thread(ledger.of_tokens, self.database.engine, tokens))

    async def stranger(self, id: str, token: str) -> tuple[str, SeatId] | None:
        """Whoever comes without a token may watch a table that is listed."""
        if token:
            return None
        stored = await asyncio.to_thread(ledger.stored, self.database.engine, id)
        return (id, ONLOOKER) if stored is not None and stored.listed else None

    async def watchable(self) -> list[TableCard]:
        """Tables that strangers may watch."""
        found = await asyncio.to_thread(ledger.listed, self.database.engine, WATCHED)
        return await self.cards([(stored, ONLOOKER) for stored in found])

    async def _renew_cards(self) -> None:
        """After a crash: the cards of tables that were played on after their last card was written."""
        for id in await asyncio.to_thread(ledger.stale_cards, self.database.engine):
            if self.leases.term(id) is None:
                continue
            try:
                table = await self.table(id)
                if table is not None and table.game is not None:
                    await table.put_card()
            except Exception:
                log.exception("card not renewed", extra={"table": id})

    # -- putting away -------------------------------------------------------------------------------------

    async def _audit(self) -> None:
        """Now and then play a table that was opened from a snapshot from its first entry, and compare."""
        while True:
            await asyncio.sleep(self.settings.audit)
            if self._to_audit:
                id = self._to_audit.popleft()
                try:
                    await self.audit(id)
                except Exception:
                    log.exception("audit failed", extra={"table": id})

    async def audit(self, id: str) -> bool:
        """Whether the entries of a table lead to its snapshots. If not, it is opened from its entries."""
        stored = await asyncio.to_thread(ledger.stored, self.database.engine, id)
        if stored is None:
            return True
        try:
            self.unlock(stored)
            restored, kept = await self._play_again(stored, False)
        except Unplayable as error:
            why = str(error)
        else:
            why = _other_than(restored.game.snapshots, kept)
            if not why:
                await self.write([ledger.audited_row(id, each.snapshot.entries) for each in kept])
                return True
        log.error("snapshot wrong", extra={"table": id, "why": why})
        await self.write([ledger.drop_snapshots_row(id)])
        if id in self.tables and (table := await self.table(id)) is not None:
            await table.ask_long(table.reopen)
        return False


def _other_than(found: Sequence[TurnSnapshot], kept: Sequence[KeptSnapshot]) -> str:
    """Where snapshots that are stored are others than those that the entries lead to."""
    by_entries = {each.entries: each for each in found}
    for each in kept:
        if by_entries.get(each.snapshot.entries, each.snapshot) != each.snapshot:
            return f"the entries lead elsewhere than the snapshot after entry {each.snapshot.entries}"
    return ""


def _unheard(made: asyncio.Future[Any]) -> None:
    """Nobody waits for it any more."""
    if not made.cancelled() and (error := made.exception()) is not None:
        log.warning("card not made", extra={"why": repr(error)})


def _again(table: Table, seats: dict[str, str]) -> NewTable:
    """The table of a rematch."""
    stored = table.stored
    return NewTable(
        game=stored.game,
        scenario=stored.scenario,
        options=stored.options,
        seats={seats[seat]: _plan_of(stored.sitters[seat]) for seat in table.seats},
        listed=stored.listed,
        together=stored.together,
        same_dice=stored.same_dice,
        pace=stored.pace,
    )


def _plan_of(sitter: Sitter) -> SeatPlan:
    return SeatPlan(who=sitter.who, level=sitter.level, name=sitter.name)  # type: ignore[arg-type]
