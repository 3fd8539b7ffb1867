"""Dice that nobody can steer: the client of each person adds a number to the server's secret.

The server's seal is shown first. Then each client seals a number; when all have, each opens it, to the server only.
Rolls follow from all together, so neither who runs the server nor anyone at the table can choose them, or know them
before the game begins. After the game the record opens every number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from vistula.kernel.dice import share_seal
from vistula.kernel.errors import IllegalAction
from vistula.server import ledger, notices
from vistula.server.ledger import Stored
from vistula.server.wire import Numbers

if TYPE_CHECKING:
    from vistula.server.table import Table

UNLIKE = "this is not the number that you have sealed"
TOO_LATE = "the dice of this table are settled already"


def numbers_of(stored: Stored, over: bool = False) -> Numbers | None:
    """What everybody may know of the numbers; they themselves are opened when the game is over."""
    if not stored.together:
        return None
    sealed = {seat: stored.sitters[seat].sealed for seat in stored.people if stored.sitters[seat].sealed}
    return Numbers(sealed=sealed, waiting=stored.lacking, opened=stored.shares if over else {})


def adds_next(stored: Stored, seat: str) -> bool:
    """Whether it is for the client of a seat to seal or to open its number now."""
    if seat not in stored.lacking:
        return False
    return not stored.sitters[seat].sealed or _all_sealed(stored)


def _all_sealed(stored: Stored) -> bool:
    return all(stored.sitters[seat].sealed for seat in stored.people)


async def seal(table: Table, seat: str, sealed: str) -> None:
    """Bind a seat to its number. Until all are bound it may be another one, for a client that has lost the first."""
    stored = table.stored
    mine = stored.sitters[seat]
    if mine.sealed == sealed:
        return
    if _all_sealed(stored):
        raise IllegalAction("", TOO_LATE)
    stored.sitters[seat] = msgspec.structs.replace(mine, sealed=sealed)
    told = notices.sealed(table) if _all_sealed(stored) else []
    try:
        await table.hall.write([ledger.sealed_row(table.id, seat, sealed), *told])
    except Exception:
        stored.sitters[seat] = mine
        raise


async def open_(table: Table, seat: str, number: str) -> None:
    """Open the number of a seat, when everybody is bound to theirs."""
    stored = table.stored
    mine, share = stored.sitters[seat], bytes.fromhex(number)
    if not _all_sealed(stored):
        raise IllegalAction("", "not everyone has sealed a number yet")
    if share_seal(share) != mine.sealed:
        raise IllegalAction("", UNLIKE)
    if mine.share:
        return
    locked = table.hall.keys.lock(share, ledger.share_of(table.id, seat))
    told = notices.begun(table) if stored.lacking == [seat] else []
    await table.hall.write([ledger.share_row(table.id, seat, locked), *told])
    stored.sitters[seat] = msgspec.structs.replace(mine, share=locked)
    stored.shares[seat] = number
