"""Who comes to a table, what it needs of the hall, and what its task is given to do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

import msgspec

from vistula.kernel.decision import Action, Decision, SeatId
from vistula.kernel.errors import VistulaError
from vistula.kernel.game import Game
from vistula.kernel.procedure import Drafts
from vistula.kernel.seat import Seat
from vistula.kernel.title import Title
from vistula.players.staff import Orders
from vistula.server.clock import Clock
from vistula.server.keys import Keys
from vistula.server.ledger import Stored
from vistula.server.limits import Limits, Tolls
from vistula.server.metrics import Metrics
from vistula.server.restore import Restored
from vistula.server.wire import Ask
from vistula.server.writer import Statement

if TYPE_CHECKING:
    from vistula.server.table import Table


P = ParamSpec("P")
T = TypeVar("T")

TRY_AGAIN = 1013
"""The code that a connection is closed with if it is to come again."""


class Declined(VistulaError):
    """A message that this table does not take from this listener now."""

    def __init__(self, error: str, why: str) -> None:
        super().__init__(why)
        self.error = error
        self.why = why


class Listener(Protocol):
    """Someone at a table: a connection, or `passing`, one request."""

    seat: SeatId
    sent: int
    passing: bool
    address: str  # of the network, as far as it is known
    token: str  # by which it sits there; "" for one request, and for who watches without
    visible: bool | None  # whether its page is shown; None: it has never said so
    spoke: float  # when it last said something

    def send(self, body: bytes) -> None: ...

    def close(self, code: int, why: str) -> None: ...


class Host(Protocol):
    """What a table needs of the hall it stands in."""

    limits: Limits
    tolls: Tolls
    keys: Keys
    metrics: Metrics
    clock: Clock

    async def write(self, statements: list[Statement]) -> None: ...

    async def choose(self, table: Table, seat: SeatId, payer: str, progress: Callable[[float], None]) -> Action: ...

    async def restore(self, table: Stored) -> Restored: ...

    async def staff(self, seat: Seat[Any], group: str) -> Orders: ...

    async def beside(self, found: Title[Any], work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T: ...

    async def rebuild(self, game: Game[Any], entries: int) -> Game[Any]: ...

    async def token_for(self, table: str, seat: str, what: str) -> tuple[str, list[Statement]]: ...

    def later(self, run: Callable[[], None]) -> asyncio.TimerHandle | None: ...

    def answer(self, table: Table, listener: Listener, message: Ask) -> Any: ...

    def forget(self, table: Table) -> None: ...


class BackAsk(msgspec.Struct):
    """A seat asks to go back; the others have yet to allow it."""

    seat: SeatId
    target: int
    missing: set[str]


class Choice(msgspec.Struct):
    """What a computer player has chosen, and for which question."""

    seat: SeatId
    decision: Decision
    action: Action | None


class Pause:
    """The while that a chance to react takes at least for one seat, and what it has answered too early."""

    __slots__ = ("held", "over", "question", "seat", "timer")

    def __init__(self, seat: SeatId, question: Drafts) -> None:
        self.seat = seat
        self.question = question
        self.over = False
        self.held: list[Job] = []
        self.timer: asyncio.TimerHandle | None = None


class Job:
    """What the table's task does next, and who waits until it is done."""

    __slots__ = ("done", "listener", "what")

    def __init__(self, what: Ask | Choice | Pause | Callable[[], Any] | None, listener: Listener | None = None) -> None:
        self.what = what
        self.listener = listener
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
