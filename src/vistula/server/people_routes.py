"""A person, over HTTP: their key, name and devices. Every route wants the key as a bearer token."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from litestar import Request, delete, get, post, put
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotAuthorizedException, NotFoundException, PermissionDeniedException
from litestar.params import JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK
from sqlalchemy import Connection, Engine, select

from vistula.server import addresses, channels, leaving, passes, people
from vistula.server.database import overwrite
from vistula.server.hall import Hall
from vistula.server.people import Person
from vistula.server.problems import problems
from vistula.server.routes import SEAT, pay, pay_as, person_of
from vistula.server.schema import PEOPLE
from vistula.server.security import bearer
from vistula.server.tokens import hash_of, new_token
from vistula.server.wire import Calling, DeviceCard, Enter, Entered, Me, Myself, NewKey, Pass

T = TypeVar("T")

DeviceId = Annotated[str, Parameter(max_length=12)]
KEY = 22
"""Characters of a key: 128 bits in base64url."""
NOBODY = "this key is not known here: it was renewed or deleted on another device, or never used"

USED = "this link was used already, or is more than 15 minutes old; make another on the device you came from"
CROWDED = "you have as many devices as we keep; put one of them out first"

CROWDED_SETTINGS = f"no more than {people.SETTINGS_KEPT} settings are kept; send those that can go with an empty value"


async def me(state: State, request: Request[Any, Any, Any], cost: float = 1) -> Person:
    """Whose key a request comes with."""
    pay(state, request, cost)
    person = await person_of(state, request)
    if person is None:
        raise NotAuthorizedException(detail=NOBODY)
    pay_as(state, request, f"person {person.id}")
    return person


async def change(hall: Hall, work: Callable[[Connection], T]) -> T:
    """Change something of people, all or nothing; tables that it concerns learn of it at once."""

    def run() -> T:
        with hall.database.engine.begin() as connection:
            return work(connection)

    done = await asyncio.to_thread(run)
    hall.ordered.set()
    return done


def told(hall: Hall, person: Person) -> Me:
    """What a person is told of themselves."""
    engine: Engine = hall.database.engine
    with engine.connect() as connection:
        others = people.devices(connection, person.id)
        now = hall.clock.seconds()
        waiting = passes.count(connection, person.id, now)
        called = [channels.told(kept, person, now) for kept in channels.of_person(connection, person.id)]
    first = DeviceCard(made=person.made, here=person.device == person.root)
    rest = [
        DeviceCard(id=each.id, name=each.name, made=each.made, seen=each.seen, here=each.hash == person.device)
        for each in others
    ]
    return Me(
        id=person.id,
        name=person.name,
        made=person.made,
        settings=person.settings,
        devices=[first, *rest],
        passes=waiting,
        mail=addresses.told(hall.keys, person),
        mail_possible=hall.post.possible,
        calling=Calling(
            push_key=hall.push.public if hall.settings.calls_out else "",
            mail=hall.post.possible,
            hook=hall.settings.calls_out,
            channels=called,
        ),
    )


async def myself(hall: Hall, key: str) -> Me:
    """The same, read anew."""
    person = await asyncio.to_thread(people.find, hall.database.engine, key)
    if person is None:
        raise NotAuthorizedException(detail=NOBODY)
    return await asyncio.to_thread(told, hall, person)


@put(
    "/api/me",
    tags=["people"],
    summary="Say what I am called, and keep settings; a key that is new makes a new person",
    security=SEAT,
    responses=problems(400, 401, 413, 429),
)
async def put_me(state: State, request: Request[Any, Any, Any], data: JSONBody[Myself]) -> Me:
    hall: Hall = state.hall
    key, clock = bearer(request.headers), hall.settings.clock
    pay(state, request, 2)
    if len(key) != KEY:
        raise NotAuthorizedException(detail="send a key of 128 bits, in base64url, as Authorization: Bearer KEY")
    person = await person_of(state, request)
    name = " ".join((data.name or "").split())
    if person is None:
        pay(state, request, 20)
        person = await asyncio.to_thread(people.register, hall.database.engine, key, name, clock.text())
    known = person

    def keep(connection: Connection) -> None:
        if data.name is not None and name != known.name:
            people.rename(connection, known, name)
        if data.settings and not people.keep_settings(connection, known.id, data.settings):
            raise HTTPException(status_code=400, detail=CROWDED_SETTINGS)

    await change(hall, keep)
    return await myself(hall, key)


@get("/api/me", tags=["people"], summary="Who I am, and what acts for me", security=SEAT, responses=problems(401, 429))
async def get_me(state: State, request: Request[Any, Any, Any]) -> Me:
    person = await me(state, request)
    hall: Hall = state.hall
    at = hall.settings.clock.text()
    if person.device != person.root:
        await change(hall, lambda connection: people.saw(connection, person, at))
    return await asyncio.to_thread(told, hall, person)


@delete(
    "/api/me",
    tags=["people"],
    summary="Delete me, with everything that belongs to me; seats that others play against are free",
    security=SEAT,
    responses=problems(401, 415, 429),
)
async def delete_me(state: State, request: Request[Any, Any, Any]) -> None:
    person = await me(state, request, 20)
    hall: Hall = state.hall
    await change(hall, lambda connection: leaving.forget(connection, person, hall.secret))
    await asyncio.to_thread(overwrite, hall.database.engine)


@post(
    "/api/me/renew",
    tags=["people"],
    summary="Another key in place of mine; every other device is out",
    security=SEAT,
    responses=problems(400, 401, 413, 429),
    status_code=HTTP_200_OK,
)
async def post_renew(state: State, request: Request[Any, Any, Any], data: JSONBody[NewKey]) -> Me:
    person = await me(state, request, 10)
    hall: Hall = state.hall
    if await asyncio.to_thread(people.find, hall.database.engine, data.key) is not None:
        raise HTTPException(status_code=400, detail="this key is in use; draw another one")
    await change(hall, lambda connection: _renew(connection, person, data.key, hall.secret))
    return await myself(hall, data.key)


def _renew(connection: Connection, person: Person, key: str, secret: bytes) -> None:
    """What other devices were called by is theirs no more; this one keeps what it has."""
    people.renew(connection, person, key, secret)
    channels.drop_push(connection, person.id, but=person.device)
    channels.moved(connection, person.device, hash_of(key))


# -- devices ----------------------------------------------------------------------------------------------------------


@post(
    "/api/me/passes",
    tags=["people"],
    summary="Let one more device in: a pass that works once, for a quarter of an hour",
    security=SEAT,
    responses=problems(401, 413, 429),
)
async def post_pass(state: State, request: Request[Any, Any, Any]) -> Pass:
    person = await me(state, request, 5)
    hall: Hall = state.hall
    clock = hall.settings.clock
    now = clock.seconds()
    token = await change(hall, lambda connection: passes.give(connection, person.id, passes.DEVICE, now))
    return Pass(token=token, until=clock.text(ago=-passes.LASTS))


@post(
    "/api/me/devices",
    tags=["people"],
    summary="One more device, with a pass, or with the person's own key: the answer has a key for it",
    security=[{}, *SEAT],
    responses=problems(400, 401, 403, 413, 429),
)
async def post_device(state: State, request: Request[Any, Any, Any], data: JSONBody[Enter]) -> Entered:
    pay(state, request, 5)
    hall: Hall = state.hall
    clock, key, shown = hall.settings.clock, new_token(), await person_of(state, request)
    old = await asyncio.to_thread(people.find, hall.database.engine, data.bring)
    name = " ".join(data.name.split())

    def enter(connection: Connection) -> str:
        player = _let_in_by(connection, data.token, shown, clock.seconds())
        if not people.let_in(connection, player, key, name, clock.text()):
            raise HTTPException(status_code=400, detail=CROWDED)
        if old is not None and old.id != player:
            leaving.bring(connection, old, player, hash_of(key))
        return str(connection.execute(select(PEOPLE.c.name).where(PEOPLE.c.id == player)).scalar_one())

    return Entered(key=key, name=await change(hall, enter))


def _let_in_by(connection: Connection, token: str, shown: Person | None, now: float) -> str:
    """The person whose device it will be."""
    if token:
        used = passes.use(connection, token, passes.DEVICE, now)
        if used is None:
            raise PermissionDeniedException(detail=USED)
        return used.player
    if shown is None:
        raise NotAuthorizedException(detail=NOBODY)
    return shown.id


@delete(
    "/api/me/devices/{device:str}",
    tags=["people"],
    summary="Put a device out: it acts for me no more and opens none of my seats",
    security=SEAT,
    responses=problems(401, 404, 415, 429),
)
async def delete_device(state: State, request: Request[Any, Any, Any], device: DeviceId) -> None:
    person = await me(state, request, 5)
    hall: Hall = state.hall
    if not await change(hall, lambda connection: _put_out(connection, person, device, hall.secret)):
        raise NotFoundException(detail="there is no such device; the one that made the key is out when that is renewed")


def _put_out(connection: Connection, person: Person, device: str, secret: bytes) -> bool:
    known = {each.id: each.hash for each in people.devices(connection, person.id)}
    if not people.put_out(connection, person, device, secret):
        return False
    channels.drop_device(connection, known[device])
    return True


ROUTES = [put_me, get_me, delete_me, post_renew, post_pass, post_device, delete_device]
