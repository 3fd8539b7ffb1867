"""Sending one notice by one channel, whichever kind it is."""

from __future__ import annotations

import asyncio
import hashlib
import re
from html import escape
from typing import TYPE_CHECKING, Any

import msgspec

from vistula.kernel.errors import BadInput, VistulaError
from vistula.server import addresses, channels, outward, people, push
from vistula.server.channels import MAIL, PUSH, Kept
from vistula.server.outward import NoAnswer
from vistula.server.post import NotSent
from vistula.server.tokens import new_id
from vistula.server.wire import Call

if TYPE_CHECKING:
    from vistula.server.hall import Hall

GONE = (404, 410)
DAY = 24 * 60 * 60.0
KEPT = 3 * DAY
"""Seconds for which a push service keeps a notice for a browser that is not there."""
NO_ADDRESS = "you have no confirmed e-mail address any more"
CHAT = 1500
"""Characters of what a chat is told; Discord takes 2,000, with what is escaped and the links."""
MARKS = re.compile(r"([\\*_~`|\[\]<>])")
"""What Discord would take for a mark in somebody's name."""
MARKED = r"\\\1"


class NotCalled(VistulaError):
    """A notice that could not be sent. `gone`: the channel leads nowhere any more. `wait`: when to try again."""

    def __init__(self, why: str, gone: bool = False, wait: float = 0.0) -> None:
        super().__init__(why)
        self.why = why
        self.gone = gone
        self.wait = wait


async def trial(hall: Hall, kept: Kept) -> Call:
    """A notice of nothing, at once; NotCalled if it is not taken."""
    where = hall.settings.address
    call = Call(
        kind="try",
        title="Vistula",
        text="This is a try. Your notices will look like this.",
        url=f"{where}/me",
        quiet=quiet_link(hall, kept),
        key=new_id(),
    )
    try:
        await send(hall, kept, call)
    except NotCalled as error:
        await hall.outbox.failed(kept, error.why, error.gone, hall.clock.seconds())
        raise
    await hall.outbox.went_well(kept)
    return call


def quiet_link(hall: Hall, kept: Kept) -> str:
    return f"{hall.settings.address}/quiet#{channels.quiet_token(hall.secret, kept.id)}"


async def send(hall: Hall, kept: Kept, call: Call) -> None:
    """Returns when somebody has taken it; NotCalled if nobody has."""
    try:
        if kept.kind == MAIL:
            await _mail(hall, kept, call)
        elif kept.kind == PUSH:
            await _push(hall, kept, call)
        else:
            await _hook(hall, kept, call)
    except BadInput:
        raise NotCalled("its address cannot be read; remove this channel and add it again") from None


async def _mail(hall: Hall, kept: Kept, call: Call) -> None:
    person = await asyncio.to_thread(people.by_id, hall.database.engine, kept.player)
    to = addresses.told(hall.keys, person) if person is not None else ""
    if not to:
        raise NotCalled(NO_ADDRESS)
    token = channels.quiet_token(hall.secret, kept.id)
    headers = {
        "Message-ID": f"<{call.key}@{_domain(hall)}>",
        "List-Unsubscribe": f"<{hall.settings.address}/api/quiet/{token}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    body = f"{call.text}\n\n{call.url}\n\n-- \nTo turn these letters off: {call.quiet}\n"
    try:
        await hall.post.send(to, call.title, body, headers)
    except NotSent as error:
        raise NotCalled(str(error)) from None


def _domain(hall: Hall) -> str:
    return hall.settings.address.partition("://")[2].rpartition("@")[2].partition(":")[0].strip("[]") or "vistula"


async def _push(hall: Hall, kept: Kept, call: Call) -> None:
    subscription = channels.subscription_of(hall.keys, kept)
    body = push.encrypted(fitted(call), subscription)
    headers = hall.push.headers(subscription.endpoint, _topic(kept, call), KEPT)
    await _deliver(hall, subscription.endpoint, body, headers)


def fitted(call: Call) -> bytes:
    """As much of a notice as a push service takes."""
    body = msgspec.json.encode(call)
    while len(body) > push.LONGEST:
        call = msgspec.structs.replace(call, text=call.text[: len(call.text) * 3 // 4])
        body = msgspec.json.encode(call)
    return body


def _topic(kept: Kept, call: Call) -> str:
    """Of a table, so that a browser that was away gets the newest notice of each."""
    return hashlib.sha256(f"{kept.id} {call.table or call.key}".encode()).hexdigest()[:32]


async def _hook(hall: Hall, kept: Kept, call: Call) -> None:
    """What Discord takes as `content` and Slack as `text`; neither may be made to call everybody in the room."""
    headers = {"content-type": "application/json", "idempotency-key": call.key}
    await _deliver(hall, channels.url_of(hall.keys, kept), msgspec.json.encode(chat(call)), headers)


def chat(call: Call) -> dict[str, Any]:
    told = f"{call.title}\n{call.text}"[:CHAT]
    links = f"{call.url}\nTurn these off: {call.quiet}"
    return {
        "content": MARKS.sub(MARKED, told) + f"\n{links}",
        "text": f"{escape(told, quote=False)}\n{links}",
        "allowed_mentions": {"parse": []},
        "vistula": call,
    }


async def _deliver(hall: Hall, url: str, body: bytes, headers: dict[str, str]) -> None:
    try:
        status, wait = await outward.post(url, body, headers, hall.settings.calls)
    except NoAnswer as error:
        raise NotCalled(str(error)) from None
    if not 200 <= status < 300:
        raise NotCalled(f"it answers with status {status}", status in GONE, wait)
