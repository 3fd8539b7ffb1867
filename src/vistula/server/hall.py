"""The hall: all tables, opened when someone comes and put away when nobody is there."""

from __future__ import annotations

import asyncio
import hmac
import logging
import random
from collections.abc import Callable
from typing import Any

from vistula.kernel.decision import ONLOOKER, Action, SeatId
from vistula.kernel.errors import BadInput, IllegalAction, VistulaError
from vistula.kernel.game import Game
from vistula.kernel.record import rebuild
from vistula.kernel.title import title
from vistula.server import ledger
from vistula.server.backroom import BackRoom
from vistula.server.cards import card_of
from vistula.server.database import Database
from vistula.server.guests import Declined, Listener
from vistula.server.ledger import Sitter, Stored, Summary
from vistula.server.messages import Reply, answer
from vistula.server.newtable import plan, swapped
from vistula.server.players import named
from vistula.server.pool import Errand, Pool
from vistula.server.restore import UNKNOWN, Restored, Unplayable, restore
from vistula.server.schema import address_key
from vistula.server.settings import Settings
from vistula.server.table import Table
from vistula.server.tokens import new_token
from vistula.server.wire import (
    Answer,
    Ask,
    NewTable,
    Notice,
    Rematch,
    SeatPlan,
    SeatToken,
    TableCard,
    TableOpened,
)
from vistula.server.writer import Statement, Writer

log = logging.getLogger("vistula.server")

WATCHED = 100
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
        self.database = Database(settings.database)
        self.writer = Writer(self.database.engine)
        self.pool = Pool(settings.workers)
        self.tables: dict[str, asyncio.Task[Table | None]] = {}
        self._alone = asyncio.Lock()
        self._address_key = address_key(self.database.engine)
        self._tasks = [asyncio.create_task(self._sweep())]
        self.closing = False

    async def stop(self) -> None:
        """Put all tables away; what was told is on disk already, what was not told is dropped or finished."""
        self.closing = True
        for task in self._tasks:
            task.cancel()
        for found in await asyncio.gather(*self.tables.values(), return_exceptions=True):
            if isinstance(found, Table):
                await found.stop()
        await self.pool.stop()
        await self.writer.stop()
        self.database.close()

    # -- what tables need of the hall ----------------------------------------------------------------

    async def write(self, statements: list[Statement]) -> None:
        await self.writer.write(statements)

    async def choose(self, table: Table, seat: SeatId, payer: str, progress: Callable[[float], None]) -> Action:
        assert table.game is not None
        errand = Errand(table.id, seat, table.stored.sitters[seat].level, payer)
        return await self.pool.choose(table.game, errand, progress)

    def forget(self, table: Table) -> None:
        """A table that cannot go on in memory: whoever comes next has it read again."""
        self.tables.pop(table.id, None)
        self._tasks.append(asyncio.create_task(table.stop()))

    def later(self, run: Callable[[], None]) -> asyncio.TimerHandle | None:
        """Do something after the short while, drawn at random, that a chance to react takes at least."""
        return asyncio.get_running_loop().call_later(_chance.uniform(*self.settings.pause), run)

    async def restore(self, table: Stored) -> Restored:
        return await self.back_room.do(self._restore, table)

    async def rebuild(self, game: Game[Any], entries: int) -> Game[Any]:
        assert game.journal is not None
        return await self.back_room.do(rebuild, game.title, game.journal, entries)

    def _restore(self, table: Stored) -> Restored:
        try:
            found = title(table.game)
        except BadInput as error:
            raise Unplayable(f"there is no such game ({error.reason})", UNKNOWN) from None
        return restore(found, table, ledger.entries(self.database.engine, table.id))

    def answer(self, table: Table, listener: Listener, message: Ask) -> Reply:
        if isinstance(message, Rematch):
            return self._rematch(table, listener, message)
        return answer(table, listener, message)

    # -- opening ------------------------------------------------------------------------------------------

    async def open(self, new: NewTable, address: str = "") -> TableOpened:
        """A new table, durable before anyone hears of it; BadInput for what cannot be, Crowded for one too many."""
        stored, game = plan(new)
        stored.opener = self._hashed(address)
        if any(sitter.who != "computer" for sitter in stored.sitters.values()):
            return await self._add(stored, game)
        async with self._alone:  # of several that come at once, each is counted before the next is looked at
            await self._not_crowded(stored.opener)
            return await self._add(stored, game)

    def _hashed(self, address: str) -> str:
        return hmac.digest(self._address_key, address.encode(), "sha256").hex() if address else ""

    async def _not_crowded(self, opener: str) -> None:
        """Nobody looks after tables of computers alone, so nobody may leave many of them about."""
        since = ledger.now(ago=DAY)
        if await asyncio.to_thread(ledger.computers_alone, self.database.engine, opener, since) >= self.limits.alone:
            raise Crowded(f"you have {self.limits.alone} unfinished tables where only computers play; finish one first")

    async def _add(self, stored: Stored, game: Game[Any]) -> TableOpened:
        tokens = {seat: "" if s.who == "computer" else new_token() for seat, s in stored.sitters.items()}
        onlooker = new_token()
        rows = ledger.opening(stored, {token: seat for seat, token in [*tokens.items(), ("", onlooker)] if token})
        await self.write(rows)
        table = Table(self, stored, Restored(game))
        self.tables[stored.id] = asyncio.create_task(_ready(table))
        table.start()
        log.info("table opened", extra={"table": stored.id, "game": stored.game, "scenario": stored.scenario})
        seats = [SeatToken(seat=seat, who=stored.sitters[seat].who, token=tokens[seat]) for seat in game.seats]  # type: ignore[arg-type]
        return TableOpened(table=stored.id, seats=seats, onlooker=onlooker, seal=table.seal)

    async def _rematch(self, table: Table, listener: Listener, m: Rematch) -> Answer:
        """The same game with sides swapped; whoever of the old table asks gets a token for his new seat."""
        if not listener.seat:
            raise Declined("onlooker", "spectators can't ask for a rematch; open a table of your own")
        if table.game is None or not table.game.over:
            raise IllegalAction("", "the game is not over")
        seats = swapped(table.seats)
        if not table.stored.rematch:
            stored, game = plan(_again(table, seats))
            stored.opener = table.stored.opener
            await self._add(stored, game)
            await self.write([ledger.rematch_row(table.id, stored.id)])
            table.stored.rematch = stored.id
            others = [seat for seat in table.seats if seat != listener.seat]
            table.audience.tell(
                Notice(text=f"{named(listener.seat)} plays again, with sides swapped.", kind="rematch"), others
            )
        token = new_token()
        await self.write([ledger.token_row(table.stored.rematch, seats[listener.seat], token)])
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
        if id not in self.tables:
            self.tables[id] = asyncio.create_task(self._read(id))
        task = self.tables[id]
        try:
            table = await asyncio.shield(task)
        except Exception:
            self.tables.pop(id, None)
            raise
        if table is None:
            self.tables.pop(id, None)
        return table

    async def _read(self, id: str) -> Table | None:
        engine = self.database.engine
        stored = await asyncio.to_thread(ledger.stored, engine, id)
        if stored is None:
            return None
        restored, frozen = None, ""
        try:
            restored = await self.restore(stored)
        except Unplayable as error:
            frozen = error.told
            log.warning("table frozen", extra={"table": id, "why": str(error)})
        table = Table(self, stored, restored, frozen)
        table.talk = await asyncio.to_thread(ledger.talk, engine, id)
        table.answered.update({(spoken.seat, spoken.message): 1 for spoken in table.talk})
        table.start()
        return table

    # -- cards --------------------------------------------------------------------------------------------

    async def card(self, id: str, seat: SeatId) -> TableCard | None:
        """A table from outside, as a seat or an onlooker may see it."""
        stored = await asyncio.to_thread(ledger.stored, self.database.engine, id)
        if stored is None:
            return None
        fresh = id not in self.tables and stored.summary is not None
        if fresh and stored.summary is not None:
            count = await asyncio.to_thread(ledger.entry_count, self.database.engine, id)
            if stored.summary.entries == count:
                return card_of(stored, stored.summary, seat, "")
        table = await self.table(id)
        if table is None:
            return None
        if table.game is None:
            return card_of(stored, stored.summary or Summary(0), seat, table.frozen)
        return card_of(stored, await table.ask(table.summary), seat, "")

    async def stranger(self, id: str, token: str) -> tuple[str, SeatId] | None:
        """Whoever comes without a token may watch a table that is listed."""
        if token:
            return None
        stored = await asyncio.to_thread(ledger.stored, self.database.engine, id)
        return (id, ONLOOKER) if stored is not None and stored.listed else None

    async def watchable(self) -> list[TableCard]:
        """Tables that strangers may watch."""
        found = await asyncio.to_thread(ledger.listed, self.database.engine, WATCHED)
        cards = [await self.card(stored.id, SeatId("")) for stored in found]
        return [card for card in cards if card is not None]

    # -- putting away -------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Now and then put away the tables that nobody has been at since the last time."""
        quiet: set[str] = set()
        while True:
            await asyncio.sleep(self.settings.idle)
            opened = {id: task.result() for id, task in self.tables.items() if task.done() and not task.exception()}
            now = {id for id, table in opened.items() if table is not None and table.quiet}
            for id in quiet & now:
                table = opened[id]
                if table is not None and table.quiet:
                    del self.tables[id]
                    await table.stop()
            quiet = now - quiet


async def _ready(table: Table) -> Table:
    return table


def _again(table: Table, seats: dict[str, str]) -> NewTable:
    """The table of a rematch."""
    stored = table.stored
    return NewTable(
        game=stored.game,
        scenario=stored.scenario,
        options=stored.options,
        seats={seats[seat]: _plan_of(stored.sitters[seat]) for seat in table.seats},
        listed=stored.listed,
    )


def _plan_of(sitter: Sitter) -> SeatPlan:
    return SeatPlan(who=sitter.who, level=sitter.level, name=sitter.name)  # type: ignore[arg-type]
