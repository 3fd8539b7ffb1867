"""My channels, over HTTP: how I want to be called, and turning one off by the link in a notice."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, delete, post, put
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK
from sqlalchemy import Connection

from vistula.kernel.errors import BadInput
from vistula.server import channels, outward, push
from vistula.server.channels import HOOK, MAIL, PUSH
from vistula.server.hall import Hall
from vistula.server.people import Person
from vistula.server.people_routes import change, me, myself
from vistula.server.problems import problems
from vistula.server.routes import SEAT, pay, too_fast
from vistula.server.security import bearer
from vistula.server.senders import NotCalled, trial
from vistula.server.wire import Call, ChangedChannel, Me, NewChannel, Quieted, QuietToken

ChannelId = Annotated[str, Parameter(max_length=24)]
NOT_THERE = "you have no such channel; look at the list again"
CROWDED = f"you have {channels.MOST} channels, as many as we keep; remove one of them first"
DEAD = "this link turns nothing off: the channel was removed, or the link is not whole"


def _possible(hall: Hall, person: Person, new: NewChannel) -> None:
    """BadInput where this server cannot call anybody so."""
    channels.check(new.settings)
    if new.kind == MAIL and not hall.post.possible:
        raise BadInput("kind", "mail", "this server sends no e-mail")
    if new.kind == MAIL and not person.mail:
        raise BadInput("kind", "mail", "add your address first, and confirm it")
    if new.kind != MAIL and not hall.settings.calls_out:
        raise BadInput("kind", new.kind, "this server calls nobody so")
    if new.kind == PUSH:
        if new.subscription is None:
            raise BadInput("subscription", "", "is missing: what the browser told when it subscribed")
        push.check(new.subscription)
        outward.check(new.subscription.endpoint, hall.settings.calls)
    if new.kind == HOOK:
        outward.check(new.url, hall.settings.calls)


@post(
    "/api/me/channels",
    tags=["people"],
    summary="One more way to call me when a table waits for me",
    security=SEAT,
    responses=problems(400, 401, 413, 429),
)
async def post_channel(state: State, request: Request[Any, Any, Any], data: JSONBody[NewChannel]) -> Me:
    person = await me(state, request, 5)
    hall: Hall = state.hall

    def add(connection: Connection) -> str | None:
        return channels.add(connection, hall.keys, hall.secret, person, data, hall.clock.text())

    try:
        _possible(hall, person, data)
    except BadInput as error:
        raise HTTPException(status_code=400, detail=str(error)) from None
    if await change(hall, add) is None:
        raise HTTPException(status_code=400, detail=CROWDED)
    return await myself(hall, bearer(request.headers))


@put(
    "/api/me/channels/{channel:str}",
    tags=["people"],
    summary="When a channel calls, and what it is named; one that rests is tried again",
    security=SEAT,
    responses=problems(400, 401, 404, 413, 429),
)
async def put_channel(
    state: State, request: Request[Any, Any, Any], channel: ChannelId, data: JSONBody[ChangedChannel]
) -> Me:
    person = await me(state, request, 2)
    hall: Hall = state.hall
    try:
        channels.check(data.settings)
    except BadInput as error:
        raise HTTPException(status_code=400, detail=str(error)) from None
    if not await change(hall, lambda connection: channels.change(connection, person, channel, data)):
        raise NotFoundException(detail=NOT_THERE)
    return await myself(hall, bearer(request.headers))


@delete(
    "/api/me/channels/{channel:str}",
    tags=["people"],
    summary="Call me so no more; what waits to be sent there is dropped",
    security=SEAT,
    responses=problems(401, 404, 415, 429),
)
async def delete_channel(state: State, request: Request[Any, Any, Any], channel: ChannelId) -> None:
    person = await me(state, request, 2)
    if not await change(state.hall, lambda connection: channels.remove(connection, person, channel)):
        raise NotFoundException(detail=NOT_THERE)


@post(
    "/api/me/channels/{channel:str}/try",
    tags=["people"],
    summary="Send a notice there now, to see whether it comes",
    security=SEAT,
    responses=problems(401, 404, 413, 429, 503),
    status_code=HTTP_200_OK,
)
async def post_try(state: State, request: Request[Any, Any, Any], channel: ChannelId) -> Call:
    person = await me(state, request, 20)
    hall: Hall = state.hall
    kept = await asyncio.to_thread(channels.of_person_by_id, hall.database.engine, person.id, channel)
    if kept is None:
        raise NotFoundException(detail=NOT_THERE)
    if not hall.tolls.take("tries", f"person {person.id}"):
        raise too_fast("you have tried this often enough for today; wait, or look at what the last try said")
    try:
        return await trial(hall, kept)
    except NotCalled as error:
        raise HTTPException(status_code=503, detail=f"it could not be sent: {error.why}") from None


# -- turning off by a link --------------------------------------------------------------------------------------------


async def _turn_off(state: State, token: str) -> Quieted:
    hall: Hall = state.hall
    kept = await asyncio.to_thread(channels.turn_off, hall.database.engine, hall.secret, token)
    if kept is None:
        raise NotFoundException(detail=DEAD)
    return Quieted(kind=kept.kind, name=kept.name)  # type: ignore[arg-type]


@post(
    "/api/quiet",
    tags=["people"],
    summary="Turn a channel off, with what the link in a notice carries; only asking for the page turns nothing off",
    responses=problems(400, 404, 413, 429),
    status_code=HTTP_200_OK,
)
async def post_quiet(state: State, request: Request[Any, Any, Any], data: JSONBody[QuietToken]) -> Quieted:
    pay(state, request, 5)
    return await _turn_off(state, data.token)


@post(
    "/api/quiet/{token:str}",
    tags=["people"],
    summary="The same for a mail program, by the header of a letter (RFC 8058): whatever the form says",
    responses=problems(404, 413, 429),
    status_code=HTTP_200_OK,
)
async def post_one_click(
    state: State, request: Request[Any, Any, Any], token: Annotated[str, Parameter(max_length=64)]
) -> Quieted:
    pay(state, request, 5)
    return await _turn_off(state, token)


ROUTES = [post_channel, put_channel, delete_channel, post_try, post_quiet, post_one_click]
