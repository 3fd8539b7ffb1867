"""Who calls: takes what is due out of the outbox, looks whether it is still so, and sends it.

A notice is for who does not look. So it waits until the person has not looked at the table for as long as they have
said, and before it is sent it is looked at again: who has looked or answered meanwhile is not called.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from vistula.server import channels, hours
from vistula.server.channels import Kept
from vistula.server.judging import Drop, Later, Send, judge, seen
from vistula.server.leases import shard_of
from vistula.server.outbox import NEVER, Waiting
from vistula.server.senders import NotCalled, send
from vistula.server.tokens import new_id

if TYPE_CHECKING:
    from vistula.server.hall import Hall

log = logging.getLogger("vistula.server")

AT_ONCE = 32
"""Notices that are being sent at one time."""
OF_ONE = 3
"""And of these, those of one person: who names addresses that do not answer keeps nobody else waiting."""
TAKES_OVER = 30.0
"""Seconds after which a notice of a table that no process has is seen to by this one."""
TIDIES = 60 * 60.0
MINUTE = 60.0
ENDS = 12.0
"""Seconds that a server which stops waits for what is being sent."""


class Caller:
    """Of one process. Make it inside a running event loop."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.outbox = hall.outbox
        self._begins = hall.clock.seconds() + hall.settings.grace  # people have to come back first
        self._terms: dict[str, tuple[int, float]] = {}  # of each shard, and since when
        self._flying: dict[str, asyncio.Task[None]] = {}
        self._busy: Counter[str] = Counter()
        self._tidied = 0.0

    async def run(self) -> None:
        """Look at what is due, until the server stops."""
        await asyncio.to_thread(self.outbox.release)
        while True:
            await asyncio.sleep(self.hall.settings.tick)
            try:
                await self._look()
            except Exception:
                log.exception("outbox not looked at")

    async def stop(self) -> None:
        """Let what is being sent come to its end, and be noted."""
        if self._flying:
            _, late = await asyncio.wait(list(self._flying.values()), timeout=ENDS)
            for task in late:
                task.cancel()

    async def _look(self) -> None:
        now = self.hall.clock.seconds()
        if now < self._begins or len(self._flying) >= AT_ONCE:
            return
        if now > self._tidied + TIDIES:
            self._tidied = now
            await asyncio.to_thread(self.outbox.tidy, now)
        full = [person for person, flying in self._busy.items() if flying >= OF_ONE]
        for waiting in await asyncio.to_thread(self.outbox.due, now, AT_ONCE, full):
            if waiting.id in self._flying or not await self._mine(waiting, now):
                continue
            if len(self._flying) < AT_ONCE and self._busy[waiting.player] < OF_ONE:
                self._begin(waiting)

    async def _mine(self, waiting: Waiting, now: float) -> bool:
        """Whether it is for this process to see to it: it has the table, and its people had time to come back."""
        if not waiting.table_id:
            return True
        term = self.hall.leases.term(waiting.table_id)
        shard = shard_of(waiting.table_id)
        if term is None:
            if waiting.due < now - TAKES_OVER:
                await self.hall.leases.ask(shard)
            return False
        if self._terms.get(shard, (None, 0.0))[0] != term:
            self._terms[shard] = (term, now)
        return now >= self._terms[shard][1] + self.hall.settings.grace

    def _begin(self, waiting: Waiting) -> None:
        task = asyncio.create_task(self._see_to(waiting))
        self._flying[waiting.id] = task
        self._busy[waiting.player] += 1
        task.add_done_callback(lambda _: self._end(waiting))

    def _end(self, waiting: Waiting) -> None:
        del self._flying[waiting.id]
        self._busy[waiting.player] -= 1
        if not self._busy[waiting.player]:
            del self._busy[waiting.player]

    async def _see_to(self, waiting: Waiting) -> None:
        try:
            if not await asyncio.to_thread(self.outbox.claim, waiting):
                return
            if waiting.channel:
                await self._call(waiting)
            else:
                await self._copy(waiting)
        except Exception as error:  # it is claimed, so it comes again when the claim has run out
            log.warning("notice not seen to", extra={"about": waiting.kind, "why": type(error).__name__})

    # -- for each channel -------------------------------------------------------------------------

    async def _copy(self, waiting: Waiting) -> None:
        """What a person is to be told goes to each of their channels, when each wants it."""
        hall, now = self.hall, self.hall.clock.seconds()
        looked = await seen(hall, waiting)
        copies: list[Waiting] = []
        if waiting.kind == "time" or looked < waiting.asked:
            for kept in await asyncio.to_thread(channels.of_people, hall.database.engine, waiting.player):
                if not kept.settings.off:
                    copies += _copies(waiting, kept, looked, now, hall.settings.grace)
        await asyncio.to_thread(self.outbox.copy, waiting, copies)

    # -- one notice -------------------------------------------------------------------------------

    async def _call(self, waiting: Waiting) -> None:
        hall, now = self.hall, self.hall.clock.seconds()
        kept = await asyncio.to_thread(channels.one, hall.database.engine, waiting.channel)
        if kept is None or kept.settings.off:
            await asyncio.to_thread(self.outbox.drop, [waiting.id])
            return
        fate = await self._fate(waiting, kept, now)
        if isinstance(fate, Later):
            await asyncio.to_thread(self.outbox.put_off, waiting, fate.due)
        elif isinstance(fate, Drop):
            await asyncio.to_thread(self.outbox.drop, [waiting.id, *fate.with_it])
            hall.metrics.notices.labels(kept.kind, "withdrawn").inc()
        else:
            await self._send(waiting, kept, fate, now)

    async def _fate(self, waiting: Waiting, kept: Kept, now: float) -> Send | Later | Drop:
        if kept.rests > now:
            return Later(kept.rests)
        if waiting.kind != "daily" and kept.settings.how == "daily":  # so since it was written
            return await self._into_digest(waiting, kept, now)
        if (awake := hours.awake(kept.settings, now)) > now:
            return Later(awake)
        fate = await judge(self.hall, waiting, kept, now)
        if isinstance(fate, Send) and not self.hall.tolls.take("notices", f"person {kept.player}"):
            return Later(now + MINUTE)
        return fate

    async def _into_digest(self, waiting: Waiting, kept: Kept, now: float) -> Later | Drop:
        digest = digest_of(waiting, kept, now)
        await asyncio.to_thread(self.outbox.add, digest)
        return Drop() if waiting.kind in ("turn", "time") else Later(NEVER)

    async def _send(self, waiting: Waiting, kept: Kept, fate: Send, judged: float) -> None:
        hall = self.hall
        counted = hall.metrics.notices
        try:
            await _sent(hall, kept, fate)
        except NotCalled as error:
            now = hall.clock.seconds()
            told = (kept, waiting, error.why, error.gone, error.wait, now)
            again = await asyncio.to_thread(self.outbox.not_sent, *told)
            counted.labels(kept.kind, "failed" if again else "given up").inc()
            about = {"kind": kept.kind, "about": waiting.kind, "table": waiting.table_id, "why": error.why}
            log.info("notice not sent", extra=about)
            return
        following = digest_of(waiting, kept, judged) if fate.goes_on else None
        ids = [waiting.id, *fate.with_it]
        await asyncio.to_thread(self.outbox.sent, kept, ids, hall.clock.seconds(), following)
        counted.labels(kept.kind, "sent").inc()
        log.info("notice sent", extra={"kind": kept.kind, "about": waiting.kind, "table": waiting.table_id})


async def _sent(hall: Hall, kept: Kept, fate: Send) -> None:
    """Whatever goes wrong, it has been tried once more."""
    try:
        await send(hall, kept, fate.call)
    except NotCalled:
        raise
    except Exception:
        log.exception("notice failed", extra={"kind": kept.kind})
        raise NotCalled("something failed on our side; it has been written down") from None


def _copies(waiting: Waiting, kept: Kept, looked: float, now: float, grace: float) -> list[Waiting]:
    """What goes to one channel."""
    if kept.settings.how == "daily":
        news = [] if waiting.kind in ("turn", "time") else [_copy(waiting, kept, NEVER)]
        return [digest_of(waiting, kept, now), *news]
    due = max(waiting.due, waiting.asked + grace, looked + kept.settings.after * MINUTE)
    return [_copy(waiting, kept, hours.awake(kept.settings, due))]


def _copy(waiting: Waiting, kept: Kept, due: float) -> Waiting:
    about = f"{waiting.about} {kept.id}"
    return msgspec.structs.replace(waiting, id=new_id(), about=about, channel=kept.id, due=due)


def digest_of(waiting: Waiting, kept: Kept, now: float) -> Waiting:
    """The next digest of a channel. It is of no table, so any process may send it."""
    due = hours.next_digest(kept.settings, now)
    about = f"daily {kept.id} {hours.date(kept.settings, due)}"
    fresh = {"id": new_id(), "kind": "daily", "channel": kept.id, "table_id": "", "seat": "", "body": "{}"}
    return msgspec.structs.replace(waiting, **fresh, about=about, asked=now, due=due, tries=0)
