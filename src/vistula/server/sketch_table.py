"""A sketch at its table: a room of its own, where one seat tries out what it could do. Nothing of it is kept here."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromPath

from vistula.kernel.decision import SeatId
from vistula.kernel.seat import Seat
from vistula.players.staff import Orders
from vistula.server import messages
from vistula.server.classroom import Classroom
from vistula.server.guests import Declined, Listener
from vistula.server.hall import Hall
from vistula.server.ledger import Sitter, Stored
from vistula.server.limits import household
from vistula.server.restore import Restored
from vistula.server.sketches import kept_sketch
from vistula.server.sketching import Sketch
from vistula.server.socket import Connection, serve, turn_away
from vistula.server.table import Table
from vistula.server.wire import (
    Act,
    Answer,
    Ask,
    AskWay,
    Go,
    Hello,
    Odds,
    Paint,
    Sketched,
    Staff,
    Tell,
    Undo,
    Why,
)

PLAYS = (Act, Go, Staff)
ASKS = (Why, Odds, Paint, AskWay)
COST = 5.0
STEPS = 50
"""So many steps that are played once more count as much as one look."""


class Studio(Classroom):
    """What a sketch's table needs of a hall."""

    async def staff(self, seat: Seat[Any], group: str) -> Orders:
        return await self.hall.staff(seat, group)

    def answer(self, table: Table, listener: Listener, message: Ask) -> Any:
        assert isinstance(table, SketchTable)
        return table.draw(listener, message)


class SketchTable(Table):
    """A sketch under way."""

    def __init__(self, room: Studio, of: Table, sketch: Sketch) -> None:
        self.sketch = sketch
        game, stored = sketch.game, of.stored
        seats = {str(seat): Sitter(seat, "me" if seat == sketch.seat else "sketch") for seat in game.seats}
        told = Stored(
            id=f"sketch {stored.id}", game=stored.game, rules=stored.rules, data=stored.data, scenario=game.scenario,
            options=game.options, secret=game.dice.secret, sitters=seats,
        )  # fmt: skip
        super().__init__(room, told, Restored(game, revisions={}))
        self.names = dict(of.names)

    async def draw(self, listener: Listener, message: Ask) -> Tell | None:
        """Do what a message asks for, as far as a sketch can go."""
        if isinstance(message, Hello):
            await messages.hello(self, listener, message)
            self.audience.tell(self.state())
            return None
        sketch = self.sketch
        if isinstance(message, (Undo, *PLAYS)):  # what goes back plays all that came before once more
            messages.may_ask(self, listener, messages.LOOKING + len(sketch.steps) / STEPS)
        if isinstance(message, Undo):
            await self.hall.beside(sketch.game.title, sketch.undo, message.reset)
            return Answer(id=message.id, done=1)
        if not isinstance(message, PLAYS + ASKS):
            raise Declined("sketch", "that is for the table itself; this is a sketch")
        said = messages.answer(self, listener, message)
        answer = await said if asyncio.iscoroutine(said) else said
        if isinstance(message, PLAYS):
            await self.hall.beside(sketch.game.title, sketch.judge)
        return answer

    async def settle(self, sender: SeatId, message: str, unasked: bool = False) -> None:
        """Nothing is written: who sketches is told what they see now, and what they have sketched."""
        game = self.sketch.game
        again = game is not self.game
        self.game, self.written = game, len(self.entries)
        persp = self.perspectives[self.sketch.seat]
        if persp.refresh(game, self.names) or again:
            self.audience.tell_changes([persp])
        self.audience.tell(self.state())

    async def reopen(self) -> None:
        await self.hall.beside(self.sketch.game.title, self.sketch.again)
        await self.settle(self.sketch.seat, "")

    async def stop(self) -> None:
        self._stopped = True
        self.players.stop()
        self.pauses.stop()
        await self._inbox.join()
        self._task.cancel()

    def state(self) -> Sketched:
        return Sketched(steps=self.sketch.steps, draft=self.sketch.draft)


@websocket("/api/tables/{table:str}/sketches/{n:int}/play")
async def draw(socket: WebSocket[Any, Any, Any], state: State, table: FromPath[str], n: FromPath[int]) -> None:
    """Sketch at a table: the first message is Hello with the token of a seat; 0 is an empty sketch."""
    opened: list[SketchTable] = []

    async def seated(connection: Connection, hello: Hello) -> Table | None:
        made = await _begin(state.hall, connection, table, n, hello)
        if made is not None:
            opened.append(made)
        return made

    try:
        await serve(socket, state, seated)
    finally:
        for made in opened:
            await made.stop()


async def _begin(hall: Hall, connection: Connection, id: str, n: int, hello: Hello) -> SketchTable | None:
    found = await hall.seat_of(hello.token)
    table = await hall.table(id) if found is not None and found[0] == id and found[1] else None
    if found is None or table is None:
        turn_away(connection, hello, "only who plays at this table can sketch here", "no such seat")
        return None
    if not hall.tolls.take("work", household(connection.address), COST):
        turn_away(connection, hello, "too many sketches are opened from here; wait a moment", "too fast")
        return None
    seat, game = found[1], table.game
    if game is None or game.over:
        turn_away(connection, hello, "a sketch is for a game that runs", "nothing to sketch")
        return None
    own = await table.ask(lambda: game.seat(seat))
    kept = await asyncio.to_thread(kept_sketch, hall.database.engine, id, seat, n) if n else None
    sketch = await hall.beside(game.title, Sketch, own)
    if kept is not None:
        await hall.beside(game.title, sketch.take_up, kept.steps)
    connection.seat, connection.token = seat, hello.token
    return SketchTable(Studio(hall), table, sketch)
