"""A game looked back on, moment by moment: from one's own knowledge while it runs, from anybody's eyes after its end.

A moment is where there was something new to be seen from there, so that their number tells nothing that was hidden. All
moments are worked out once, beside the event loop, and kept for as long as somebody turns their pages.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.params import FromQuery

from vistula.kernel.decision import ONLOOKER, SeatId
from vistula.kernel.game import Game
from vistula.kernel.journal import Journal
from vistula.kernel.record import begun, retold
from vistula.kernel.seat import Seat
from vistula.kernel.state import Event
from vistula.kernel.title import Title
from vistula.kernel.views import UndoView, View
from vistula.server.hall import Hall
from vistula.server.lookers import looks, may_go_on
from vistula.server.names import line_of
from vistula.server.newtable import levels, ordinary
from vistula.server.perspective import encode
from vistula.server.problems import problems
from vistula.server.routes import JSON, SEAT, Id, begun_table, pay
from vistula.server.table import Table
from vistula.server.wire import Line, Moment, Retelling

OPEN = "open"
"""The eyes of somebody from whom nothing was hidden."""
KEPT = 8
"""Games whose moments are kept in memory."""
PAGES = 60
"""Views that are sent at once."""
COST = 20


class Retold(NamedTuple):
    """All moments of a game from one pair of eyes."""

    moments: list[Moment]
    views: list[bytes]  # of each moment, compressed
    lines: list[Line]
    entries: list[int]  # that had been made at each moment


def retell(found: Title[Any], journal: Journal, entries: int, eyes: str, names: dict[str, str]) -> Retold:
    """Play a game once more and keep what these eyes saw of it."""
    return tell(found, retold(begun(found, journal), journal, entries), eyes, names)


def tell(found: Title[Any], games: Iterator[Game[Any]], eyes: str, names: dict[str, str]) -> Retold:
    """What these eyes saw of a game that is being played, as it is after each entry."""
    told = Retold([], [], [], [])
    barrier: object = None
    last = b""
    count = 0
    for game in games:
        if game.barrier is barrier and not game.over and told.moments:
            continue  # nothing has been published since
        barrier = game.barrier
        fresh = _heard(game, eyes)[count:]
        count += len(fresh)
        told.lines.extend(_lines(found, fresh, len(told.lines)))
        view = _view(game, eyes, names)
        body = encode(view)
        if body != last or fresh:
            last = body
            told.views.append(zlib.compress(body, 1))
            told.moments.append(Moment(turn=view.turn, phase=view.phase, heard=len(told.lines), actor=_actor(fresh)))
            told.entries.append(len(game.journal.entries) if game.journal is not None else 0)
    if told.moments and game.over:
        for moment, done in zip(told.moments, told.entries, strict=True):
            moment.after = done
    return told


def _view(game: Game[Any], eyes: str, names: dict[str, str]) -> View:
    """The table as it looked, without what was asked."""
    seat = _everything(game) if eyes == OPEN else game.seat(SeatId(eyes))
    view = seat.view()
    view.decision, view.undo = None, UndoView()
    for each in view.seats:
        each.who = names.get(each.id, "")
    return view


def _everything(game: Game[Any]) -> Seat[Any]:
    return Seat(game.title, ONLOOKER, game.s, [*game.stack], None, [], scenario=game.scenario, options=game.options)


def _heard(game: Game[Any], eyes: str) -> list[Event]:
    if eyes != OPEN:
        return [seen for event in game.told(SeatId(eyes)) if (seen := event.seen_by(eyes)) is not None]
    return [Event(event.rule, event.key, event.refs, event.actor) for event in game.events]


def _lines(found: Title[Any], events: list[Event], first: int) -> Iterator[Line]:
    for n, event in enumerate(events, first):
        yield line_of(found, n, event)


def _actor(events: list[Event]) -> str:
    return next((event.actor for event in reversed(events) if event.actor), "")


class Retellings:
    """What has been retold, the latest first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, int], asyncio.Task[Retold]] = OrderedDict()

    async def of(self, hall: Hall, table: Table, eyes: str) -> Retold:
        game = table.game
        if game is None or game.journal is None:
            raise HTTPException(status_code=503, detail=f"this table can only be exported: {table.frozen}")
        entries = len(game.journal.entries)
        key = table.id, eyes, entries
        if key not in self._kept:
            told = game.title, until(game.journal, entries), entries, eyes, dict(table.names)
            work = hall.beside(game.title, retell, *told)
            self._kept[key] = asyncio.ensure_future(work)
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        try:
            return await asyncio.shield(self._kept[key])
        except Exception:
            self._kept.pop(key, None)
            raise


def until(journal: Journal, entries: int) -> Journal:
    """The journal as it is now, for whoever reads it while the game goes on."""
    now = Journal(journal.scenario, journal.options, journal.position, journal.secret)
    now.entries = journal.entries[:entries]
    return now


async def _asked(
    state: State, request: Request[Any, Any, Any], id: str, eyes: str | None, cost: float
) -> tuple[Table, SeatId, str, list[str]]:
    """The table, who asks, the eyes that are allowed, and those that could be chosen."""
    pay(state, request, cost)
    seat = await looks(state, request, id)
    table = await begun_table(state, id)
    over = table.game is not None and table.game.over
    choices = [OPEN, *table.seats, ONLOOKER] if over else [str(seat)]
    chosen = (OPEN if over else str(seat)) if eyes is None else eyes
    if chosen not in choices:
        raise PermissionDeniedException(detail="while the game runs you look back with your own eyes only")
    return table, seat, chosen, choices


@get(
    "/api/tables/{table:str}/retelling",
    tags=["tables"],
    summary="The moments of a game and its diary: while it runs as this seat knows it, afterwards from any eyes",
    security=SEAT,
    responses=problems(401, 403, 404, 429, 503),
)
async def get_retelling(
    state: State, request: Request[Any, Any, Any], table: Id, eyes: FromQuery[str | None] = None
) -> Retelling:
    opened, seat, chosen, choices = await _asked(state, request, table, eyes, COST)
    told = await state.retellings.of(state.hall, opened, chosen)
    assert opened.game is not None
    return Retelling(
        game=opened.stored.game,
        eyes=chosen,
        choices=choices,
        seats={seat: opened.names.get(seat, "") for seat in opened.seats},
        over=opened.game.over,
        moments=told.moments,
        lines=told.lines,
        onward=may_go_on(opened, seat),
        levels=(known := levels(opened.game.title)),
        level=ordinary(known),
    )


@get(
    "/api/tables/{table:str}/retelling/views",
    tags=["tables"],
    summary="The views of some moments, at most sixty at once",
    security=SEAT,
    responses=problems(401, 403, 404, 429, 503),
    media_type=JSON,
)
async def get_moments(
    state: State,
    request: Request[Any, Any, Any],
    table: Id,
    first: FromQuery[int],
    count: FromQuery[int] = 1,
    eyes: FromQuery[str | None] = None,
) -> Response[list[View]]:
    opened, _, chosen, _ = await _asked(state, request, table, eyes, 1)
    return await turned(await state.retellings.of(state.hall, opened, chosen), first, count)


async def turned(told: Retold, first: int, count: int) -> Response[list[View]]:
    """Some pages of what was retold."""
    pages = told.views[max(0, first) : max(0, first) + min(max(count, 0), PAGES)]
    body = await asyncio.to_thread(lambda: b"[" + b",".join(zlib.decompress(page) for page in pages) + b"]")
    return Response(body, media_type=JSON, headers={"cache-control": "no-store"})  # type: ignore[arg-type]
