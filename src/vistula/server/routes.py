"""The HTTP side of the table: the shelf, its documents, tables from outside, and messages from scripts."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotAuthorizedException, NotFoundException, PermissionDeniedException
from litestar.openapi.spec import Example
from litestar.params import FromQuery, JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK

from vistula import __version__
from vistula.kernel.decision import SeatId
from vistula.kernel.errors import BadInput
from vistula.kernel.record import Record, Transcript
from vistula.kernel.views import Catalog
from vistula.server import invitations, ledger, people
from vistula.server.documents import Documents, Names
from vistula.server.export import export, frozen_transcript, position, raw_record
from vistula.server.hall import Crowded, Hall
from vistula.server.limits import household
from vistula.server.people import Person
from vistula.server.problems import problems
from vistula.server.security import bearer
from vistula.server.shelf import agreement, shelf
from vistula.server.table import NOT_WRITTEN, Table
from vistula.server.wire import (
    Agreement,
    Claim,
    Claimed,
    ClientMessage,
    Health,
    Hello,
    Invite,
    Invited,
    NewTable,
    OptionDraft,
    PublicKey,
    Refused,
    RulesPage,
    ServerMessage,
    Shelf,
    TableCard,
    TableCards,
    TableOpened,
    Tokens,
)
from vistula.server.writer import NotWritten

JSON = "application/json"
Id = Annotated[str, Parameter(max_length=40)]
GameId = Annotated[str, Parameter(max_length=40, examples=[Example(value="warsaw-1920")])]
SEAT: list[dict[str, list[str]]] = [{"seat": []}]
PAID = "vistula.paid"
"""What a request has cost its address."""


# -- the shelf ----------------------------------------------------------------------------------------------


@get("/health", tags=["server"], summary="Is the server well?")
async def health() -> Health:
    return Health(version=__version__)


@get("/api/key", tags=["server"], summary="The public key that finished games are signed with")
async def get_key(state: State) -> PublicKey:
    hall: Hall = state.hall
    return PublicKey(key=hall.keys.public)


@get("/api/shelf", tags=["shelf"], summary="The games")
async def get_shelf(state: State) -> Shelf:
    hall: Hall = state.hall
    return msgspec.structs.replace(await shelf(state.documents), message=hall.message, mail=hall.post.possible)


async def _document(state: State, request: Request[Any, Any, Any], game: str, name: str) -> Any:
    documents: Documents = state.documents
    try:
        found = await documents.title(game)
    except BadInput as error:
        raise NotFoundException(detail=str(error)) from None
    return (await documents.get(found, name)).response(request)


@get(
    "/api/games/{game:str}/catalog",
    responses=problems(404),
    tags=["shelf"],
    summary="Everything static about a game",
    media_type=JSON,
)
async def get_catalog(state: State, request: Request[Any, Any, Any], game: GameId) -> Response[Catalog]:
    return await _document(state, request, game, "catalog")  # type: ignore[no-any-return]


@get(
    "/api/games/{game:str}/rules",
    responses=problems(404),
    tags=["shelf"],
    summary="The checklist of its rules, with rulings",
    media_type=JSON,
)
async def get_rules(state: State, request: Request[Any, Any, Any], game: GameId) -> Response[RulesPage]:
    return await _document(state, request, game, "rules")  # type: ignore[no-any-return]


@get(
    "/api/games/{game:str}/board.svg",
    responses=problems(400, 404),
    tags=["shelf"],
    summary="The board",
    media_type="image/svg+xml",
)
async def get_board(
    state: State, request: Request[Any, Any, Any], game: GameId, names: FromQuery[Names | None] = None
) -> Response[bytes]:
    """With names of places in one language, or as the title has them."""
    return await _document(state, request, game, f"board-{names}" if names else "board")  # type: ignore[no-any-return]


@get(
    "/api/games/{game:str}/counters.svg",
    responses=problems(404),
    tags=["shelf"],
    summary="Counters as symbols",
    media_type="image/svg+xml",
)
async def get_counters(state: State, request: Request[Any, Any, Any], game: GameId) -> Response[bytes]:
    return await _document(state, request, game, "counters")  # type: ignore[no-any-return]


@post(
    "/api/games/{game:str}/agreement",
    responses=problems(400, 404, 413, 429),
    tags=["shelf"],
    summary="Which options go together: who would sit at such a table, and what does not fit",
    status_code=HTTP_200_OK,
)
async def post_agreement(
    state: State, request: Request[Any, Any, Any], game: GameId, data: JSONBody[OptionDraft]
) -> Agreement:
    pay(state, request, 2)
    documents: Documents = state.documents
    try:
        found = await documents.title(game)
    except BadInput as error:
        raise NotFoundException(detail=str(error)) from None
    try:
        hall: Hall = state.hall
        return await hall.beside(found, agreement, found, data)
    except BadInput as error:
        raise HTTPException(status_code=400, detail=str(error)) from None


# -- tables from outside ------------------------------------------------------------------------------------


@post("/api/tables", tags=["tables"], summary="Open a table", responses=problems(400, 413, 429, 503))
async def open_table(state: State, request: Request[Any, Any, Any], data: JSONBody[NewTable]) -> TableOpened:
    hall: Hall = state.hall
    try:
        return await hall.open(data, address_of(request), await person_of(state, request))
    except BadInput as error:
        raise HTTPException(status_code=400, detail=str(error)) from None
    except Crowded as error:
        raise too_fast(str(error)) from None


async def person_of(state: State, request: Request[Any, Any, Any]) -> Person | None:
    """Whose key a request comes with, if it comes with one that is known."""
    hall: Hall = state.hall
    return await asyncio.to_thread(people.find, hall.database.engine, bearer(request.headers))


def address_of(request: Request[Any, Any, Any]) -> str:
    return request.client.host if request.client else ""


def pay(state: State, request: Request[Any, Any, Any], cost: float) -> None:
    """For what costs the server more than a look."""
    hall: Hall = state.hall
    if not hall.tolls.take("work", household(address_of(request)), cost):
        raise too_fast("too much is asked for from your address; wait a moment")
    paid: Any = request.scope
    paid[PAID] = paid.get(PAID, 0) + cost


def pay_as(state: State, request: Request[Any, Any, Any], who: str) -> None:
    """The same once more for whoever asks, from however many addresses they do."""
    hall: Hall = state.hall
    paid: Any = request.scope
    if (cost := paid.pop(PAID, 0)) and not hall.tolls.take("work", who, cost):
        raise too_fast("too much is asked for with this key; wait a moment")


def too_fast(why: str) -> HTTPException:
    return HTTPException(status_code=429, detail=why, headers={"retry-after": "5"})


@post(
    "/api/mine",
    responses=problems(400, 413, 429),
    tags=["tables"],
    summary="The tables that these tokens open",
    status_code=HTTP_200_OK,
)
async def get_mine(state: State, request: Request[Any, Any, Any], data: JSONBody[Tokens]) -> TableCards:
    pay(state, request, 1 + len(data.tokens) / 20)
    hall: Hall = state.hall
    return TableCards(tables=await hall.mine(data.tokens))


@get("/api/watch", tags=["tables"], summary="Tables that anyone may watch", responses=problems(429))
async def get_watch(state: State, request: Request[Any, Any, Any]) -> TableCards:
    pay(state, request, 5)
    hall: Hall = state.hall
    return TableCards(tables=await hall.watchable())


@post(
    "/api/tables/{table:str}/claim",
    tags=["tables"],
    summary="Take the seat that an invitation is for",
    responses=problems(400, 403, 413, 429, 503),
    status_code=HTTP_200_OK,
)
async def post_claim(state: State, request: Request[Any, Any, Any], table: Id, data: JSONBody[Claim]) -> Claimed:
    pay(state, request, 2)
    hall: Hall = state.hall
    claimed = await invitations.claim(hall, table, data.invite, await person_of(state, request))
    if claimed is None:
        raise PermissionDeniedException(detail="this invitation opens no seat here, or somebody has taken it already")
    return claimed


@post(
    "/api/tables/{table:str}/invite",
    tags=["tables"],
    summary="Invite anew to a seat that nobody has claimed, with the host's token",
    security=SEAT,
    responses=problems(400, 401, 403, 413, 429, 503),
    status_code=HTTP_200_OK,
)
async def post_invite(state: State, request: Request[Any, Any, Any], table: Id, data: JSONBody[Invite]) -> Invited:
    pay(state, request, 2)
    hall: Hall = state.hall
    token = bearer(request.headers)
    if not token:
        raise NotAuthorizedException(detail="send the host's token, or your own key, as Authorization: Bearer TOKEN")
    invite = await invitations.invite(hall, table, token, data.seat)
    if invite is None:
        raise PermissionDeniedException(detail="only who opened the table can invite, to a seat that nobody has taken")
    return Invited(invite=invite)


async def seat_at(state: State, request: Request[Any, Any, Any], table: str) -> SeatId:
    """The seat that the token of a request opens at a table."""
    hall: Hall = state.hall
    token = bearer(request.headers)
    if not token:
        raise NotAuthorizedException(detail="send the token of a seat as Authorization: Bearer TOKEN")
    found = await hall.seat_of(token)
    if found is None or found[0] != table:
        raise PermissionDeniedException(detail="this token opens no seat at this table")
    if found[1]:  # spectators share a token, and one of them does not make the others wait
        pay_as(state, request, f"seat {table} {found[1]}")
    return found[1]


async def _open(state: State, id: str) -> Table:
    hall: Hall = state.hall
    table = await hall.table(id)
    if table is None:
        raise NotFoundException(detail="there is no such table")
    return table


async def begun_table(state: State, id: str) -> Table:
    table = await _open(state, id)
    if table.waits:
        raise HTTPException(status_code=503, detail="the game begins when everyone has sat down")
    return table


@get(
    "/api/tables/{table:str}",
    tags=["tables"],
    summary="A table from outside",
    security=SEAT,
    responses=problems(401, 403, 404, 429),
)
async def get_table(state: State, request: Request[Any, Any, Any], table: Id) -> TableCard:
    pay(state, request, 1)
    seat = await seat_at(state, request, table)
    hall: Hall = state.hall
    card = await hall.card(table, seat)
    if card is None:
        raise NotFoundException(detail="there is no such table")
    return card


@get(
    "/api/tables/{table:str}/export",
    tags=["tables"],
    summary="The record of a finished game, or what this seat may take home of a running one",
    security=SEAT,
    responses=problems(401, 403, 404, 429),
    media_type=JSON,
)
async def get_export(state: State, request: Request[Any, Any, Any], table: Id) -> Response[Record | Transcript]:
    pay(state, request, 10)
    seat = await seat_at(state, request, table)
    opened = await begun_table(state, table)
    hall: Hall = state.hall
    document = await (
        opened.ask_long(lambda: export(opened, seat, hall.whole, hall.keys.sign))
        if opened.game
        else _frozen(state, opened, seat)
    )
    kind = "record" if isinstance(document, Record) else "transcript"
    headers = {
        "content-disposition": f'attachment; filename="{opened.stored.game}-{table}.{kind}.json"',
        "cache-control": "no-store",
    }
    body = await asyncio.to_thread(lambda: msgspec.json.format(msgspec.json.encode(document), indent=1))
    return Response(body, headers=headers, media_type=JSON)  # type: ignore[arg-type]


@get(
    "/api/tables/{table:str}/position",
    tags=["tables"],
    summary="The present moment as a position file, for who knows all of it: after the game everybody does",
    security=SEAT,
    responses=problems(401, 403, 404, 429, 503),
    media_type=MediaType.TEXT,
)
async def get_position(state: State, request: Request[Any, Any, Any], table: Id) -> Response[str]:
    pay(state, request, 5)
    seat = await seat_at(state, request, table)
    opened = await begun_table(state, table)
    hall: Hall = state.hall
    if opened.game is None:
        raise HTTPException(status_code=503, detail=f"this table can only be exported: {opened.frozen}")
    try:
        found = opened.game.title
        text = await opened.ask_long(lambda: hall.beside(found, position, opened, seat))
    except BadInput as error:
        raise PermissionDeniedException(detail=error.reason) from None
    headers = {
        "content-disposition": f'attachment; filename="{opened.stored.game}-{table}.position.toml"',
        "cache-control": "no-store",
    }
    return Response(text, headers=headers, media_type=MediaType.TEXT)


async def _frozen(state: State, table: Table, seat: SeatId) -> Record | Transcript:
    """A running game stays sealed even where it is frozen."""
    hall: Hall = state.hall
    kept = await asyncio.to_thread(ledger.entries, hall.database.engine, table.id)
    summary = table.stored.summary
    if summary is not None and summary.over:
        return raw_record(table.stored, kept)
    return frozen_transcript(table.stored, kept, seat, table.frozen)


# -- messages from scripts ----------------------------------------------------------------------------------


class Passing:
    """One request, listening while it is answered."""

    passing = True
    visible: bool | None = None
    spoke = 0.0
    token = ""

    def __init__(self, seat: SeatId, address: str) -> None:
        self.seat = seat
        self.address = address
        self.sent = 0
        self.bodies: list[bytes] = []

    def send(self, body: bytes) -> None:
        self.bodies.append(body)

    def close(self, code: int, why: str) -> None: ...


def _not_too_fast(hall: Hall, table: Table, listener: Passing) -> None:
    house = household(listener.address)
    own = f"{table.id} {listener.seat}" if listener.seat else house  # one spectator does not make others wait
    if not (hall.tolls.take("messages", own) and hall.tolls.take("many_messages", house)):
        raise too_fast("too many messages; wait a moment")


@post(
    "/api/tables/{table:str}/messages",
    tags=["tables"],
    summary="Say one thing at a table and hear what comes of it; the same messages as over the WebSocket",
    security=SEAT,
    responses=problems(400, 401, 403, 404, 413, 429, 503),
    status_code=HTTP_200_OK,
    media_type=JSON,
)
async def post_message(
    state: State, request: Request[Any, Any, Any], table: Id, data: JSONBody[ClientMessage]
) -> Response[list[ServerMessage]]:
    seat = await seat_at(state, request, table)
    if isinstance(data, Hello) and data.token not in ("", bearer(request.headers)):
        raise PermissionDeniedException(detail="the message and the request have different tokens")
    listener, opened = Passing(seat, address_of(request)), await _open(state, table)
    _not_too_fast(state.hall, opened, listener)
    reply = await opened.take(listener, data)
    if isinstance(reply, Refused) and reply.error == NOT_WRITTEN:
        raise NotWritten
    body = b"[" + b",".join(listener.bodies) + b"]"
    return Response(body, media_type=JSON, headers={"cache-control": "no-store"})  # type: ignore[arg-type]


ROUTES = [
    health,
    get_key,
    get_shelf,
    get_catalog,
    get_rules,
    get_board,
    get_counters,
    post_agreement,
    open_table,
    get_mine,
    get_watch,
    post_claim,
    post_invite,
    get_table,
    get_export,
    get_position,
    post_message,
]

__all__ = ["ROUTES", "Passing"]
