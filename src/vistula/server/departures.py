"""People who leave a table: they give up, their time is up, or their seat goes to somebody else or to the computer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from vistula.kernel.decision import SeatId
from vistula.kernel.errors import IllegalAction
from vistula.server import ledger, notices, pace
from vistula.server.ledger import Offer, Sitter, Spoken
from vistula.server.newtable import levels, ordinary
from vistula.server.pace import SeatClock
from vistula.server.players import named

if TYPE_CHECKING:
    from vistula.server.table import Table

UP = {
    "staff": "Time is up for {seat}. The staff plays this turn.",
    "substitute": "Time is up for {seat}. Anyone may take this seat in the lobby.",
    "lost": "Time is up for {seat}, and with it the game is lost.",
}
OFFERED = "{seat}’s player has to leave. Anyone may take this seat in the lobby."
STAYS = "{seat}’s player stays after all."
TO_COMPUTER = "{seat}’s player has left. The computer plays on."
TAKEN = "{name} takes over {seat}."
SAT_DOWN = "{name} sits down to play {seat}."


def say(table: Table, words: str, **given: str) -> None:
    """The table itself says something, where its people talk; it is written with what is new."""
    text = words.format(**given)
    table.spoken.append(Spoken(len(table.talk) + len(table.spoken), "", "", text, table.hall.clock.text()))


def give_up(table: Table, seat: SeatId) -> None:
    assert table.game is not None
    table.game.resign(seat)
    mates = table.game.partners(seat)
    if all(mate in table.computers for mate in mates):  # a computer agrees
        for mate in mates:
            table.game.resign(mate)


def time_is_up(table: Table, seat: SeatId) -> None:
    """What was agreed on for that."""
    then = table.stored.pace.then
    say(table, UP[then], seat=named(seat))
    if then == "substitute":
        _stand_in_lobby(table, seat)
    elif then == "lost":
        give_up(table, seat)


# -- the lobby ------------------------------------------------------------------------------------------------


def offer(table: Table, seat: SeatId) -> None:
    """Somebody has to leave. Until the seat is taken they may play on, and stay."""
    _goes_on(table)
    if not offered(table, seat):
        say(table, OFFERED, seat=named(seat))
        _stand_in_lobby(table, seat)


def stay(table: Table, seat: SeatId) -> None:
    if offered(table, seat):
        say(table, STAYS, seat=named(seat))
        _leave_lobby(table, seat)


def offered(table: Table, seat: str) -> bool:
    return table.stored.offer is not None and seat in table.stored.offer.seats


def _stand_in_lobby(table: Table, seat: str) -> None:
    stored = table.stored
    known = stored.offer or Offer([], table.hall.clock.text())
    stored.offer = msgspec.structs.replace(known, seats=list(dict.fromkeys([*known.seats, seat])))
    table.beside.append(ledger.offer_row(table.id, stored.offer))
    table.beside += notices.offered(table, seat)
    table.asked.tell_anew = True


def _leave_lobby(table: Table, seat: str) -> None:
    if table.stored.offer is not None:
        table.stored.offer = offer_without(table, seat)
        table.beside.append(ledger.offer_row(table.id, table.stored.offer))
        table.asked.tell_anew = True


def offer_without(table: Table, seat: str) -> Offer | None:
    offer = table.stored.offer
    left = [each for each in offer.seats if each != seat] if offer is not None else []
    return msgspec.structs.replace(offer, seats=left) if offer is not None and left else None


def _goes_on(table: Table) -> None:
    if table.game is None or table.game.over:
        raise IllegalAction("", "the game is over")


# -- who sits there now ---------------------------------------------------------------------------------------


async def to_computer(table: Table, seat: SeatId) -> None:
    """The computer plays on, from now."""
    _goes_on(table)
    assert table.game is not None
    level = ordinary(levels(table.game.title))
    say(table, TO_COMPUTER, seat=named(seat))
    if seat in table.asked.clocks:
        table.asked.ahead[seat] = SeatClock()
    await _seat(table, Sitter(seat, "computer", level, f"Computer ({level})"), "")
    table.asked.clocks.pop(seat, None)


async def take(table: Table, sitter: Sitter, token: str) -> bool:
    """Somebody takes a seat that stands in the lobby; False where it does not, or not any more."""
    seat = sitter.seat
    if not offered(table, seat) or (table.game is not None and table.game.over):
        return False
    held = seat in table.asked.taken
    say(table, TAKEN if held else SAT_DOWN, name=sitter.name or "Somebody", seat=named(SeatId(seat)))
    if seat in table.asked.clocks:
        table.asked.ahead[seat] = pace.fresh(table.stored.pace)
    before = table.stored.sitters[seat]
    table.beside += notices.joined(table, seat, sitter.name, table.asked.taken)
    await _seat(table, msgspec.structs.replace(sitter, sealed=before.sealed, share=before.share), token)
    table.asked.taken.add(seat)
    await table.asked.look_now()
    return True


async def _seat(table: Table, sitter: Sitter, token: str) -> None:
    """Have somebody else sit there: whoever did may watch from now on."""
    _leave_lobby(table, sitter.seat)
    table.beside += ledger.new_sitter_rows(table.id, sitter, token)
    before = table.stored.sitters[sitter.seat]
    table.stored.sitters[sitter.seat] = sitter
    table.seat_people()
    try:
        await table.settle(SeatId(""), "")
    except Exception:
        table.stored.sitters[sitter.seat] = before
        table.seat_people()
        await table.reopen()
        raise
    table.audience.send_away("somebody else has this seat now; come to watch", sitter.seat)
    table.seen_anew()
