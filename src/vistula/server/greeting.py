"""What whoever sits down is told first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vistula.kernel.decision import SeatId
from vistula.server.guests import Listener
from vistula.server.numbers import numbers_of
from vistula.server.wire import Welcome

if TYPE_CHECKING:
    from vistula.server.table import Table


def handed_to(table: Table, seat: str) -> list[str]:
    """The seats of partners who have resigned, for a seat that has not."""
    game = table.game
    if game is None or game.over or not seat or seat in game.left:
        return []
    return [each for each in game.left if game.title.side_of(each) == game.title.side_of(SeatId(seat))]


def welcome(table: Table, listener: Listener, id: str) -> Welcome:
    """Which table this is, and what of it belongs to the listener's seat."""
    stored, game, seat = table.stored, table.game, listener.seat
    opened = game is not None and game.over
    acted = table.acted.get(seat)
    return Welcome(
        id=id,
        table=stored.id,
        game=stored.game,
        seat=seat,
        seats={each: table.names.get(each, "") for each in table.seats},
        scenario=stored.scenario,
        options=game.options if game else stored.options,
        seal=table.seal,
        secret=stored.secret.hex() if opened else "",
        last_acted=table.perspectives[seat].line_after(game, acted) if game and acted is not None else 0,
        levels={each: stored.sitters[each].level for each in table.seats if each in table.computers},
        windows=list(game.title.windows) if game else [],
        standing=list(game.standing.get(seat, [])) if game else [],
        handed=handed_to(table, seat),
        listed=stored.listed,
        frozen=table.frozen,
        numbers=numbers_of(stored, bool(opened)),
        same_dice=stored.same_dice,
        expires=stored.expires,
        pace=stored.pace if stored.pace.kind != "none" else None,
    )
