"""Records from elsewhere that are only watched: checked as `vistula verify` does, then looked back on like a table.

A record is taken from whoever drops it on the page, played again beside the event loop within bounds, and kept in
memory for a while. It is written nowhere; the id that it gets cannot be guessed, and stands for no table.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromQuery, Parameter
from litestar.status_codes import HTTP_201_CREATED

from vistula.kernel import record as records
from vistula.kernel.decision import ONLOOKER
from vistula.kernel.errors import BadInput, VistulaError
from vistula.kernel.game import Game
from vistula.kernel.packing import MAGIC
from vistula.kernel.record import TRANSCRIPT, Difference, Record, begun, journal_of, retold, shares_of
from vistula.kernel.title import Title
from vistula.kernel.views import View
from vistula.server.hall import Hall
from vistula.server.keys import check
from vistula.server.problems import problems
from vistula.server.retelling import OPEN, Retold, tell, turned
from vistula.server.routes import JSON, pay, too_fast
from vistula.server.wire import Proof, Retelling, ShownRecord

log = logging.getLogger("vistula.server")

FILE_BYTES = 512 * 1024
"""Of a record as it is sent, compressed or not."""
RECORD_BYTES = 4 * 1024 * 1024
"""Of a record unpacked: a campaign of Red Star/White Eagle has a quarter of that."""
POSITION_BYTES = 256 * 1024
VIEWS_BYTES = 16 * 1024 * 1024
"""Of all views from one pair of eyes, compressed."""
SECONDS = 240.0
"""Of this machine's work for one record from one pair of eyes."""
KEPT, KEPT_FOR = 8, 3600.0
"""Records in memory at once, and for how many seconds after somebody last looked."""
WAITING = 4
"""Records that may wait to be checked; they are, one at a time."""
COST, LOOK = 30, 1
CHECKING = 0.5
"""How much of the work is to check a record; the rest is to tell it."""
WHERE = "this file"

OWN_COPY = (
    "This is one player’s own copy of a running game: only what that player did and saw, which can’t be played back. "
    "When the game is over, download the full game file."
)
AGAIN = "Get the file from its table again."
GONE = "This game file is no longer here: we keep one for an hour. Choose it again."
BROKEN = "Our rules failed while they played this game again. It has been written down on the server."

RecordId = Annotated[str, Parameter(max_length=60)]


class Refused(VistulaError):
    """Why a record cannot be watched: what is wrong, where in it, and what to do."""


def unpacked(body: bytes) -> bytes:
    """A file as it was before it was compressed; no more of it is unpacked than a record may have."""
    if body.startswith(MAGIC):
        opened = zlib.decompressobj(wbits=31)
        try:
            body = opened.decompress(body, RECORD_BYTES + 1)
        except zlib.error:
            raise Refused("This file is damaged: it can’t be unpacked. Download it again.") from None
        if not opened.eof and len(body) <= RECORD_BYTES:
            raise Refused("This file breaks off: part of it is missing. Download it again.")
    if len(body) > RECORD_BYTES:
        raise Refused(f"This file is too big: unpacked it has more than {RECORD_BYTES // 2**20} MB.")
    return body


def read(body: bytes, entries: int) -> Record:
    """A record from a file, if it is one of a size that can be played again here."""
    try:
        found = records.decode(unpacked(body), WHERE)
    except BadInput as error:
        if error.key == "schema" and TRANSCRIPT.encode() in unpacked(body):
            raise Refused(OWN_COPY) from None
        raise Refused(
            f"{_said(error)} Choose a game file that ends in .json or .json.gz, as a table gives it."
        ) from None
    if len(found.entries) > entries or len(found.position.encode()) > POSITION_BYTES:
        raise Refused(f"This game is too long to watch here: more than {entries} actions. `vistula replay` can.")
    return found


def _said(error: BadInput | Difference) -> str:
    """What is wrong and where, as a sentence."""
    place = f" (at {error.key})" if error.key else ""
    return f"This file can’t be used{place}: {error.reason}."


class Budget:
    """How much work may go into a record, and how far it has come; counts the time that its own thread has worked."""

    def __init__(self, entries: int, seconds: float) -> None:
        self.entries = max(1, entries)
        self.seconds = seconds
        self.done = 0.0

    def within(self, games: Iterator[Game[Any]], first: float, last: float) -> Iterator[Game[Any]]:
        """Games as they are played on, for as long as there is time; from one part of all the work to another."""
        until = time.thread_time() + self.seconds * (last - first)
        for n, game in enumerate(games):
            self.done = first + (last - first) * min(1.0, n / self.entries)
            if time.thread_time() > until:
                raise Refused("This game takes too long to play again here. `vistula replay` has the time for it.")
            yield game


class Proved(NamedTuple):
    """A record whose game has been played again, with what there is to know of it at its end."""

    proof: Proof
    seats: list[str]
    over: bool


def prove(found: Record, budget: Budget, own: str) -> Proved:
    """All that a record proves by itself; Refused names the first thing that does not hold."""
    try:
        rolls = records.verify(found, WHERE)
        *_, game = budget.within(records.replay(found, WHERE, check=True), 0.0, CHECKING)
    except Difference as error:
        why = "It was changed after the game, or other rules than ours made it."
        raise Refused(f"{_said(error)} {why} {AGAIN}") from None
    except BadInput as error:
        raise Refused(f"{_said(error)} {AGAIN}") from None
    if found.signature is not None and not check(found):
        raise Refused(f"This file was changed after its server had signed it. {AGAIN}")
    proof = Proof(
        seal=found.seal,
        rolls=rolls,
        entries=len(found.entries),
        signed="" if found.signature is None else "here" if found.signature.key == own else "elsewhere",
        added=sorted(shares_of(found)),
    )
    return Proved(proof, [*game.seats], game.over)


def told_by(title: Title[Any], found: Record, eyes: str, budget: Budget, first: float) -> Retold:
    """What these eyes saw of the game of a record that has been proved."""
    journal = journal_of(found, WHERE)
    games = retold(begun(title, journal), journal, len(found.entries))
    told = tell(title, budget.within(games, first, 1.0), eyes, found.header.seats)
    if sum(map(len, told.views)) > VIEWS_BYTES:
        raise Refused("This game has too many moments to watch here. `vistula replay` tells them all.")
    for moment, done in zip(told.moments, told.entries, strict=True):
        moment.after = done
    return told


class Shown:
    """A record that is watched."""

    def __init__(self, id: str, found: Record, title: Title[Any]) -> None:
        self.id = id
        self.record = found
        self.title = title
        self.budget = Budget(len(found.entries), SECONDS)
        self.proved: Proved | None = None
        self.looked = time.monotonic()
        self.told: dict[str, asyncio.Task[Retold]] = {}

    @property
    def eyes(self) -> list[str]:
        return [OPEN, *(self.proved.seats if self.proved else []), ONLOOKER]

    def card(self) -> ShownRecord:
        head = self.record.header
        return ShownRecord(
            record=self.id,
            progress=1.0 if self.told[OPEN].done() else min(0.99, self.budget.done),
            game=head.game,
            scenario=head.scenario,
            started=head.started,
            ended=head.ended,
            proof=self.proved.proof if self.proved else None,
        )


class ShownRecords:
    """Those that are in memory. They are played again one at a time, so that many of them keep nobody from a table."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Shown] = OrderedDict()
        self._one = asyncio.Semaphore(1)
        self._busy = 0

    def find(self, id: str) -> Shown:
        self._forget()
        shown = self._kept.get(id)
        if shown is None:
            raise NotFoundException(detail=GONE)
        shown.looked = time.monotonic()
        self._kept.move_to_end(id)
        return shown

    async def take(self, hall: Hall, body: bytes) -> Shown:
        """A record as it was sent. What takes long is begun, and not waited for."""
        if self._busy >= WAITING:
            raise too_fast("other games are being checked; try again in a minute")
        found = await hall.back_room.read(read, body, hall.settings.limits.entries)
        try:
            title = await hall.back_room.title(found.header.game)
        except BadInput:
            raise Refused(f"This server doesn’t have the game {found.header.game[:40]!r}.") from None
        shard = hall.leases.mint()
        shown = Shown(f"{shard}-{secrets.token_hex(12)}" if shard else secrets.token_hex(12), found, title)
        shown.told[OPEN] = self._begin(hall, shown, OPEN)
        self._kept[shown.id] = shown
        self._forget()
        asyncio.get_running_loop().call_later(KEPT_FOR + 1, self._forget)
        return shown

    async def told(self, hall: Hall, shown: Shown, eyes: str) -> Retold:
        if eyes not in shown.told:
            if self._busy >= WAITING:
                raise too_fast("other games are being checked; try again in a minute")
            shown.told[eyes] = self._begin(hall, shown, eyes)
        try:
            return await asyncio.shield(shown.told[eyes])
        except Refused as error:
            raise HTTPException(status_code=400, detail=str(error)) from None

    def _begin(self, hall: Hall, shown: Shown, eyes: str) -> asyncio.Task[Retold]:
        self._busy += 1
        task = asyncio.create_task(self._work(hall, shown, eyes))
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Retold]) -> None:
        self._busy -= 1
        if not task.cancelled():
            task.exception()  # it is told to whoever looks; nobody may

    async def _work(self, hall: Hall, shown: Shown, eyes: str) -> Retold:
        found, title = shown.record, shown.title
        async with self._one:
            try:
                if shown.proved is None:
                    shown.proved = await hall.beside(title, prove, found, shown.budget, hall.keys.public)
                    return await hall.beside(title, told_by, title, found, eyes, shown.budget, CHECKING)
                fresh = Budget(len(found.entries), SECONDS)
                return await hall.beside(title, told_by, title, found, eyes, fresh, 0.0)
            except (Refused, asyncio.CancelledError):
                raise
            except Exception:
                log.warning("record failed", exc_info=True, extra={"game": title.id})
                raise Refused(BROKEN) from None

    def _forget(self) -> None:
        """What nobody has looked at for long, and the oldest of too many."""
        now = time.monotonic()
        for id in [id for id, shown in self._kept.items() if now - shown.looked > KEPT_FOR]:
            del self._kept[id]
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


# -- routes -----------------------------------------------------------------------------------------------------------


@post(
    "/api/records",
    tags=["records"],
    summary="Bring a record to watch it: the file itself, as a table gives it, perhaps compressed with gzip",
    responses=problems(400, 413, 429),
    status_code=HTTP_201_CREATED,
    request_max_body_size=FILE_BYTES,
)
async def post_record(state: State, request: Request[Any, Any, Any]) -> ShownRecord:
    pay(state, request, COST)
    shown: ShownRecords = state.shown
    try:
        return (await shown.take(state.hall, await request.body())).card()
    except Refused as error:
        raise HTTPException(status_code=400, detail=str(error)) from None


@get(
    "/api/records/{record:str}",
    tags=["records"],
    summary="How far the check of a record has come, and what it has proved",
    responses=problems(400, 404, 429),
)
async def get_record(state: State, request: Request[Any, Any, Any], record: RecordId) -> ShownRecord:
    pay(state, request, LOOK)
    found = state.shown.find(record)
    if found.told[OPEN].done():
        await state.shown.told(state.hall, found, OPEN)  # or why it cannot be
    return found.card()  # type: ignore[no-any-return]


@get(
    "/api/records/{record:str}/retelling",
    tags=["records"],
    summary="The moments of a record and its diary, from any eyes",
    responses=problems(400, 404, 429),
)
async def get_record_retelling(
    state: State, request: Request[Any, Any, Any], record: RecordId, eyes: FromQuery[str] = OPEN
) -> Retelling:
    pay(state, request, LOOK)
    found = state.shown.find(record)
    await state.shown.told(state.hall, found, OPEN)
    told = await state.shown.told(state.hall, found, _among(found, eyes))
    return Retelling(
        game=found.record.header.game,
        eyes=eyes,
        choices=found.eyes,
        seats=found.record.header.seats,
        over=found.proved.over,
        moments=told.moments,
        lines=told.lines,
    )


@get(
    "/api/records/{record:str}/retelling/views",
    tags=["records"],
    summary="The views of some moments of a record, at most sixty at once",
    responses=problems(400, 404, 429),
    media_type=JSON,
)
async def get_record_moments(
    state: State,
    request: Request[Any, Any, Any],
    record: RecordId,
    first: FromQuery[int],
    count: FromQuery[int] = 1,
    eyes: FromQuery[str] = OPEN,
) -> Response[list[View]]:
    pay(state, request, 1)
    found = state.shown.find(record)
    await state.shown.told(state.hall, found, OPEN)
    return await turned(await state.shown.told(state.hall, found, _among(found, eyes)), first, count)


def _among(found: Shown, eyes: str) -> str:
    if eyes not in found.eyes:
        raise HTTPException(status_code=400, detail="there are no such eyes at this table")
    return eyes


ROUTES = [post_record, get_record, get_record_retelling, get_record_moments]
