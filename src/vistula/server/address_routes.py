"""E-mail, where the operator has set it up: an address that a person adds, and signing in by it."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from litestar import Request, delete, post, put
from litestar.datastructures import State
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.params import JSONBody
from litestar.status_codes import HTTP_202_ACCEPTED, HTTP_204_NO_CONTENT

from vistula.server import addresses, passes
from vistula.server.hall import Hall
from vistula.server.limits import household
from vistula.server.people_routes import USED, change, me
from vistula.server.post import NotSent
from vistula.server.problems import problems
from vistula.server.routes import SEAT, address_of, pay, too_fast
from vistula.server.wire import Address, Confirmation

log = logging.getLogger("vistula.server")


def _may_write(hall: Hall, request: Request[Any, Any, Any], address: str) -> None:
    """So many letters from one place and to one address, and no more."""
    if not hall.post.possible:
        raise HTTPException(status_code=400, detail="this server sends no e-mail; use a link or your twelve words")
    to = addresses.hashed(hall.secret, address)
    if not (hall.tolls.take("letters", household(address_of(request))) and hall.tolls.take("letters", to)):
        raise too_fast("too many letters were asked for; wait a few minutes")


def _link(hall: Hall, kind: str, token: str) -> str:
    return f"{hall.settings.address}/me#{kind}={token}"


@put(
    "/api/me/mail",
    tags=["people"],
    summary="Add an e-mail address: it counts once the link that is sent there is opened",
    security=SEAT,
    responses=problems(400, 401, 413, 429, 503),
    status_code=HTTP_202_ACCEPTED,
)
async def put_mail(state: State, request: Request[Any, Any, Any], data: JSONBody[Address]) -> None:
    person = await me(state, request, 5)
    hall: Hall = state.hall
    _may_write(hall, request, data.address)
    now = hall.settings.clock.seconds()
    token = await change(hall, lambda made: addresses.ask(made, hall.keys, person, data.address, now))
    try:
        text = addresses.CONFIRM.format(link=_link(hall, "mail", token))
        await hall.post.send(data.address, "Confirm your address for Vistula", text)
    except NotSent as error:
        raise HTTPException(status_code=503, detail=f"we could not send the letter: {error}") from None


@post(
    "/api/me/mail",
    tags=["people"],
    summary="Confirm an address, with what was sent there",
    responses=problems(400, 403, 413, 429),
    status_code=HTTP_204_NO_CONTENT,
)
async def post_mail(state: State, request: Request[Any, Any, Any], data: JSONBody[Confirmation]) -> None:
    pay(state, request, 5)
    hall: Hall = state.hall
    now = hall.settings.clock.seconds()
    if not await change(hall, lambda made: addresses.confirm(made, hall.keys, hall.secret, data.token, now)):
        raise PermissionDeniedException(detail=USED)


@delete("/api/me/mail", tags=["people"], summary="Forget my address", security=SEAT, responses=problems(401, 415, 429))
async def delete_mail(state: State, request: Request[Any, Any, Any]) -> None:
    person = await me(state, request, 2)
    await change(state.hall, lambda connection: addresses.drop(connection, person))


@post(
    "/api/sign-in",
    tags=["people"],
    summary="Send a link that lets one more device in to whoever has confirmed this address, if somebody has",
    responses=problems(400, 413, 429),
    status_code=HTTP_202_ACCEPTED,
)
async def post_sign_in(state: State, request: Request[Any, Any, Any], data: JSONBody[Address]) -> None:
    """The answer is the same whether somebody has or not, and comes as soon."""
    pay(state, request, 10)
    hall: Hall = state.hall
    _may_write(hall, request, data.address)
    hall.beginning(_write(hall, data.address))


async def _write(hall: Hall, address: str) -> None:
    person = await asyncio.to_thread(addresses.whose, hall.database.engine, hall.secret, address)
    if person is None:
        return
    now = hall.settings.clock.seconds()
    token = await change(hall, lambda connection: passes.give(connection, person, passes.DEVICE, now))
    try:
        await hall.post.send(address, "Sign in to Vistula", addresses.SIGN_IN.format(link=_link(hall, "pass", token)))
    except NotSent as error:
        log.warning("letter not sent", extra={"why": str(error)})


ROUTES = [put_mail, post_mail, delete_mail, post_sign_in]
