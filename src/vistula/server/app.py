"""The application: routes, the hall behind them, what every answer carries, and how errors are told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.config.app import AppConfig
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, HTTPException, SerializationException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag
from litestar.types import ASGIApp, Message, Receive, Scope, Send

import vistula.games  # noqa: F401 - the titles
from vistula import __version__
from vistula.kernel.errors import VistulaError
from vistula.kernel.title import registered
from vistula.server import address_routes, channel_routes, look_routes, mine_routes, people_routes
from vistula.server.backroom import BackRoom
from vistula.server.classroom import learn
from vistula.server.documents import Documents
from vistula.server.guests import Declined
from vistula.server.hall import Hall
from vistula.server.leases import Lost
from vistula.server.limits import BODY_BYTES, NONE, Tolls, caller, household, trusts
from vistula.server.lobby import ROUTES as LOBBY
from vistula.server.pages import ApiPage, Client, client
from vistula.server.porter import Porter
from vistula.server.problems import PROBLEMS
from vistula.server.routes import ROUTES
from vistula.server.security import HEADERS, ONE_CLICK, Doors
from vistula.server.settings import Settings
from vistula.server.socket import GOING_AWAY, POLICY, play
from vistula.server.wire import Problem
from vistula.server.writer import NotWritten

log = logging.getLogger("vistula.server")

ABOUT_TOKENS = "The token of a seat, or of the onlookers' link; of a person, their key."
PEOPLE = (*people_routes.ROUTES, *address_routes.ROUTES, *channel_routes.ROUTES, *mine_routes.ROUTES)
_HEADERS = [(key.encode(), value.encode()) for key, value in HEADERS.items()]


class Readable(Request[Any, Any, Any]):
    """A request whose body is JSON, or refused: also where it is nested too deeply, or is no text."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except (RecursionError, UnicodeDecodeError) as error:
            why = "it is nested too deeply" if isinstance(error, RecursionError) else "it is not UTF-8 text"
            raise ClientException(detail=f"the request cannot be read: {why}") from None


def make_app(settings: Settings) -> Litestar:
    back_room = BackRoom()

    @asynccontextmanager
    async def hall(app: Litestar) -> AsyncIterator[None]:
        app.state.hall = Hall(settings, back_room)
        warming = asyncio.create_task(_warm(back_room))
        try:
            yield
        finally:
            warming.cancel()
            await app.state.hall.stop()
            back_room.close()

    return Litestar(
        [*ROUTES, *PEOPLE, *LOBBY, *look_routes.ROUTES, play, learn, client],
        lifespan=[hall],
        state=State(
            {
                "documents": Documents(back_room),
                "client": Client(settings.static),
                "connections": set(),
                **look_routes.kept(),
            }
        ),
        exception_handlers={
            HTTPException: tell_http,
            Declined: tell_later,
            NotWritten: tell_later,
            Lost: tell_later,
            Exception: tell_fault,
        },
        request_class=Readable,
        request_max_body_size=BODY_BYTES,
        openapi_config=_openapi(),
        logging_config=None,
        pdb_on_exception=False,
        on_app_init=[_quietly],
    )


async def _warm(back_room: BackRoom) -> None:
    """Read the titles before anyone asks for them."""
    for id in registered():
        try:
            await back_room.title(id)
        except Exception:
            log.exception("title failed", extra={"game": id})


def _quietly(config: AppConfig) -> AppConfig:
    config.debug = False
    return config


def _openapi() -> OpenAPIConfig:
    seat = SecurityScheme(type="http", scheme="bearer", description=ABOUT_TOKENS)
    return OpenAPIConfig(
        title="Vistula",
        version=__version__,
        description="The table: games, tables, and the messages that are exchanged at them.",
        path="/api/schema",
        render_plugins=[ApiPage(), JsonRenderPlugin(path="/openapi.json")],
        components=Components(security_schemes={"seat": seat}),
        tags=[Tag(name=name) for name in ("shelf", "tables", "people", "lobby", "records", "server")],
        use_handler_docstrings=False,
    )


async def hang_up(app: Litestar) -> None:
    """Tell every connection that the server goes away."""
    for connection in list(app.state.connections):
        connection.close(GOING_AWAY, "the server stops")


class Guard:
    """Stands before the application: turns away who may not come in, puts the security headers on every
    answer, and writes one log line for each request."""

    def __init__(self, app: ASGIApp, doors: Doors, porter: Porter | None = None) -> None:
        self.app = app
        self.doors = doors
        self.porter = porter or Porter(NONE)
        self.tolls = Tolls(self.porter.limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            self._locate(scope)
            await self._request(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Any, receive: Receive, send: Send) -> None:
        peer = self._locate(scope)
        address = scope["client"][0]
        if self._refusal("CONNECT", scope) or not self.porter.seat(peer, address):
            await receive()
            await send({"type": "websocket.close", "code": POLICY, "reason": ""})
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.porter.unseat(peer, address)

    def _locate(self, scope: Any) -> str:
        """Put the address that a request comes from in place of the last proxy's; returns the latter."""
        peer = scope["client"][0] if scope.get("client") else ""
        if trusts(self.porter.proxies, peer):
            told = b",".join(value for key, value in scope["headers"] if key == b"x-forwarded-for")
            scope["client"] = (caller(self.porter.proxies, peer, told.decode("latin-1")), 0)
        elif not scope.get("client"):
            scope["client"] = ("", 0)
        return peer

    async def _request(self, scope: Any, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        try:
            refused = self._refusal(scope["method"], scope)
            if refused is None:
                await self.app(scope, receive, guarded)
            else:
                await _turn_away(guarded, *refused)
        finally:
            took = round((time.perf_counter() - began) * 1000, 1)
            about = {"method": scope.get("method"), "path": _shown(scope["path"]), "status": status, "ms": took}
            log.debug("request", extra=about)

    def _refusal(self, method: str, scope: Any) -> tuple[int, str] | None:
        """Why a request is turned away: who asks too often first, because nothing more is done for him."""
        if not self.tolls.take("requests", household(scope["client"][0])):
            return 429, "too many requests come from your address; wait a moment"
        headers = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
        refused = self.doors.refuse(method, headers, scope["path"])
        if refused is not None:
            log.info("turned away", extra={"path": _shown(scope["path"]), "status": refused[0]})
        return refused


def _shown(path: str) -> str:
    """A path as it may be logged: without a token."""
    return f"{ONE_CLICK}…" if path.startswith(ONE_CLICK) else path[:200]


async def _turn_away(send: Send, status: int, why: str) -> None:
    body = msgspec.json.encode(Problem(error=PROBLEMS[status], why=why))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def tell_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    why = error.detail
    if isinstance(error.__cause__, SerializationException):
        why = f"the request cannot be read: {why}"
    if isinstance(error, ValidationException) and error.extra:
        why = "; ".join(_words(item) for item in error.extra)
    return _problem(error.status_code, PROBLEMS.get(error.status_code, "refused"), why, error.headers)


def _words(item: Any) -> str:
    if isinstance(item, dict):
        return ": ".join(str(item[key]) for key in ("key", "message") if item.get(key))
    return str(item)


def tell_later(request: Request[Any, Any, Any], error: VistulaError) -> Response[Problem]:
    """What cannot be done just now, though nothing is wrong with the request."""
    return _problem(503, PROBLEMS[503], str(error), {"retry-after": "5"})


def tell_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.error("request failed", exc_info=error, extra={"path": _shown(request.scope["path"])})
    return _problem(500, "fault", "something failed on our side; it has been written down")


def _problem(status: int, error: str, why: str, headers: dict[str, str] | None = None) -> Response[Problem]:
    return Response(
        Problem(error=error, why=why), status_code=status, media_type="application/json", headers=headers or {}
    )
