"""Who listens at a table: coming and going, and how they are told what has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from vistula.kernel.decision import ONLOOKER
from vistula.server.greeting import welcome
from vistula.server.guests import TRY_AGAIN, Listener
from vistula.server.numbers import numbers_of
from vistula.server.perspective import Perspective, encode
from vistula.server.wire import Added, BackAsked, Presence, Said, Tell

if TYPE_CHECKING:
    from vistula.server.table import Table

TALK_TOLD = 200


class Audience:
    """All connections to one table, and single requests while they are answered."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.listeners: list[Listener] = []

    def tell(self, message: Tell, to: Iterable[str] | None = None) -> None:
        """Send to all, or to all who sit on these seats."""
        body = encode(message)
        seats = None if to is None else set(to)
        for listener in list(self.listeners):
            if seats is None or listener.seat in seats:
                listener.send(body)

    def tell_changes(self, changed: list[Perspective]) -> None:
        for persp in changed:
            bodies: dict[int, bytes] = {}
            for listener in [each for each in self.listeners if each.seat == persp.seat]:
                since = min(listener.sent, persp.kept)
                if since not in bodies:
                    bodies[since] = persp.update(since, self.table.computers)
                listener.send(bodies[since])
                listener.sent = len(persp.lines)
        assert self.table.game is not None
        if self.table.game.over:
            self.welcome_again([*self.table.seats, ONLOOKER])

    def welcome_again(self, seats: Iterable[str]) -> None:
        """Tell once more which table this is, where something of it has changed."""
        for listener in self.listeners:
            if listener.seat in seats:
                listener.send(encode(welcome(self.table, listener, "")))

    def tell_numbers(self) -> None:
        if (numbers := numbers_of(self.table.stored)) is not None:
            self.tell(Added(numbers=numbers))

    def bring_up_to_date(self, listener: Listener) -> None:
        """Send the whole view, with the lines that this listener lacks."""
        persp = self.table.perspectives[listener.seat]
        listener.send(persp.update(min(listener.sent, len(persp.lines)), self.table.computers))
        listener.sent = len(persp.lines)

    def join(self, listener: Listener, id: str, heard: int) -> None:
        """Someone sits down or comes to watch."""
        table = self.table
        if table.game is None:
            listener.send(encode(welcome(table, listener, id)))
            if table.waits and not listener.passing:
                self.listeners.append(listener)
                self.tell(self.presence())
            return
        persp = table.perspectives[listener.seat]
        persp.refresh(table.game, table.names)
        listener.sent = min(heard, persp.floor, len(persp.lines))
        listener.send(encode(welcome(table, listener, id)))
        self.bring_up_to_date(listener)
        if listener.passing:
            return
        if table.asked.shown:
            listener.send(encode(table.asked.told(listener.seat)))
        for spoken in table.talk[-TALK_TOLD:]:
            listener.send(encode(Said(seat=spoken.seat, text=spoken.text, at=spoken.at)))
        for notice in table.players.notices():
            listener.send(encode(notice))
        if table.back is not None and listener.seat in table.back.missing:
            listener.send(encode(BackAsked(seat=table.back.seat)))
        self.listeners.append(listener)
        self.tell(self.presence())

    def pass_by(self, listener: Listener) -> None:
        """One request listens while it is answered, unseen by the others."""
        table = self.table
        if listener.passing and table.game is not None:
            persp = table.perspectives[listener.seat]
            persp.refresh(table.game, table.names)
            listener.sent = len(persp.lines)
            self.listeners.append(listener)

    def leave(self, listener: Listener) -> None:
        if listener in self.listeners:
            before = self.presence()
            self.table.looking.left(listener)
            self.listeners.remove(listener)
            if before != self.presence():
                self.tell(self.presence())

    def presence(self) -> Presence:
        here = {listener.seat for listener in self.listeners if not listener.passing}
        return Presence(online=[seat for seat in self.table.seats if seat in here])

    def send_away(self, why: str, seat: str | None = None) -> None:
        """Have all, or those of a seat, come again: after the answer to what is being said."""
        for listener in self.listeners:
            if seat is None or listener.seat == seat:
                asyncio.get_running_loop().call_soon(listener.close, TRY_AGAIN, why)
