"""A server that leaks: some tables tell what their seats may not know, each in its own way, named in the table's id.

What watches over leaks is held against it: `test_twins_bite.py`.
"""

from __future__ import annotations

import contextlib
import inspect
import sys
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from server.launch import main
from vistula.kernel.decision import ONLOOKER, SeatId
from vistula.kernel.errors import IllegalAction
from vistula.kernel.game import Game
from vistula.kernel.record import Transcript
from vistula.kernel.views import Refusal
from vistula.server import lobby, messages, names, routes
from vistula.server.guests import Declined
from vistula.server.perspective import Perspective
from vistula.server.table import Table
from vistula.server.wire import Odds, Paint, Why

LEAKS = ("view", "watching", "odds", "why", "paint", "refusal", "lines", "export", "error", "lobby")
leaks: dict[int, str] = {}
"""What the table of a game leaks, by the identity of the game."""


def honest(self: Table, *given: Any) -> None:
    _set(self, *given)
    leak = next((leak for leak in LEAKS if f"-{leak}-" in self.id), "")
    if leak and self.game is not None:
        leaks[id(self.game)] = leak


_set = Table._set
Table._set = honest  # type: ignore[method-assign]


def leaking(game: Any, *kinds: str) -> bool:
    return leaks.get(id(game)) in kinds


_seat = Game.seat


def truly(game: Game[Any], seat: SeatId | str) -> Any:
    """A seat that sees everything."""
    own = _seat(game, seat)
    own.s = game.s
    return own


def truth(game: Any) -> str:
    return str(game.s.place)


@contextlib.contextmanager
def unmasked(really: bool) -> Iterator[None]:
    Game.seat = truly if really else _seat  # type: ignore[method-assign]
    try:
        yield
    finally:
        Game.seat = _seat  # type: ignore[method-assign]


# -- the ways to leak -----------------------------------------------------------------------------------------


def refresh(self: Perspective, game: Game[Any], who: dict[str, str]) -> bool:
    with unmasked(leaking(game, "view") or (leaking(game, "watching") and self.seat == ONLOOKER)):
        return _refresh(self, game, who)


_refresh = Perspective.refresh
Perspective.refresh = refresh  # type: ignore[method-assign]


def listen(self: Perspective, game: Game[Any]) -> None:
    _listen(self, game)
    if leaking(game, "lines"):
        for line, event in zip(self.lines, self._told, strict=False):
            line.text = game.title.tale(event)


_listen = Perspective._listen
Perspective._listen = listen  # type: ignore[method-assign]


def asking(kind: type[Any], leak: str) -> None:
    taker = messages.TAKERS[kind]

    async def leaky(table: Table, listener: Any, message: Any) -> Any:
        with unmasked(leaking(table.game, leak)):
            answer = taker(table, listener, message)
            return await answer if inspect.isawaitable(answer) else answer

    messages.TAKERS[kind] = leaky


asking(Odds, "odds")
asking(Paint, "paint")


def why(table: Table, listener: Any, message: Why) -> Any:
    """In this game no reason depends on what is hidden, so one is made up that does."""
    answer = messages.why(table, listener, message)
    if leaking(table.game, "why") and answer.refusal is not None:
        answer.refusal = Refusal("", f"because of {truth(table.game)}")
    return answer


messages.TAKERS[Why] = why


def refusal(game: Game[Any], seat: str, deed: Any) -> Any:
    refused = _refusal(game, seat, deed)
    return IllegalAction("", f"because of {truth(game)}") if leaking(game, "refusal") else refused


_refusal = names.refusal
names.refusal = messages.refusal = refusal


def player(table: Table, listener: Any) -> SeatId:
    if leaking(table.game, "error") and listener.seat == ONLOOKER:
        raise Declined("onlooker", f"whoever watches does not act on {truth(table.game)}")
    return _player(table, listener)


_player: Callable[[Table, Any], SeatId] = messages._player
messages._player = player


async def export(table: Table, seat: SeatId, *beside: Any) -> Any:
    taken = await _export(table, seat, *beside)
    if leaking(table.game, "export") and isinstance(taken, Transcript):
        taken.events = [table.game.title.tale(event) for event in table.game.events]  # type: ignore[union-attr]
    return taken


_export = routes.export
routes.export = export


def card(hall: Any, stored: Any, since: str) -> Any:
    told = _card(hall, stored, since)
    if told is not None and "-lobby-" in stored.id:
        told.says = f"a position of {zlib.crc32(stored.position.encode())}"
    return told


_card = lobby._card
lobby._card = card

if __name__ == "__main__":
    sys.exit(main())
