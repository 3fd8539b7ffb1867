"""What happens at a table that its people want to know of when they do not look, written into the outbox.

A notice says what everybody at the table may know: which game, which turn, for whom the table waits. It comes about
when everybody sees what it is about, and never by a draft; and it belongs in the transaction of its cause.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from vistula.server import outbox
from vistula.server.ledger import RESIGNED, Stored
from vistula.server.pace import SeatClock
from vistula.server.writer import Statement

if TYPE_CHECKING:
    from vistula.server.table import Table


class Facts(msgspec.Struct, omit_defaults=True):
    """What a notice tells, besides the table and whose it is."""

    turn: int = 0
    who: str = ""  # the seat that it is about
    name: str = ""  # of whoever sits there
    left: int = 0  # seats that are still free
    number: bool = False  # the dice wait for a number that the browser adds
    victors: list[str] = []


_text = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(Facts).decode


def people_of(stored: Stored) -> dict[str, list[str]]:
    """The seats of each person at a table."""
    seats: dict[str, list[str]] = {}
    for seat, sitter in stored.sitters.items():
        if sitter.who != "computer" and sitter.player not in ("", RESIGNED):
            seats.setdefault(sitter.player, []).append(seat)
    return seats


def asked(table: Table, seat: str, clock: SeatClock, turn: int) -> list[Statement]:
    """From now on the table waits for a seat."""
    stored = table.stored
    player = stored.sitters[seat].player
    if player in ("", RESIGNED) or all(stored.sitters[each].player == player for each in stored.people):
        return []
    body, since = _text(Facts(turn=turn)).decode(), clock.since
    rows: list[Statement] = [(outbox.DROP_ASKED, {"table_id": table.id, "of_player": player, "of_asked": since})]
    rows.append(outbox.row("turn", player, table.id, seat, f"turn {turn} {since}", since, body))
    if stored.pace.kind == "days" and clock.due:
        rows.append(outbox.row("time", player, table.id, seat, f"time {since}", since, body, quarter(clock)))
    return rows


def quarter(clock: SeatClock) -> float:
    """When a quarter of the time is left that an answer may take."""
    return clock.due - (clock.due - clock.since) / 4


def joined(table: Table, seat: str, name: str, taken: Iterable[str]) -> list[Statement]:
    """Somebody has sat down: to the others."""
    left = len(set(table.stored.people) - {*taken, seat})
    facts = Facts(who=seat, name=name, left=left, number=table.stored.together)
    others = {player: seats for player, seats in people_of(table.stored).items() if seat not in seats}
    return _tell(table, "joined", others, facts, f"joined {seat} {_moment(table)}")


def begun(table: Table) -> list[Statement]:
    """Everybody has added to the dice, and the game begins."""
    return _tell(table, "begun", people_of(table.stored), Facts(turn=1), "begun")


def sealed(table: Table) -> list[Statement]:
    """All browsers have sealed their numbers, and each has to open its own: to those that have to come for it."""
    stored = table.stored
    to = {player: seats for player, seats in people_of(stored).items() if set(seats) & set(stored.lacking)}
    return _tell(table, "turn", to, Facts(number=True), "numbers")


def offered(table: Table, seat: str) -> list[Statement]:
    """A seat is free for anyone: to all, also to who has it until somebody takes it."""
    name = table.stored.sitters[seat].name
    facts = Facts(turn=_turn(table), who=seat, name=name)
    return _tell(table, "offer", people_of(table.stored), facts, f"offer {seat} {_moment(table)}")


def over(table: Table) -> list[Statement]:
    if len(table.stored.people) < 2:
        return []
    result = table.summary().result
    facts = Facts(turn=_turn(table), victors=result.victors if result is not None else [])
    return _tell(table, "over", people_of(table.stored), facts, "over")


def _tell(table: Table, kind: str, to: dict[str, list[str]], facts: Facts, once: str) -> list[Statement]:
    now, body = table.hall.clock.seconds(), _text(facts).decode()
    return [outbox.row(kind, player, table.id, seats[0], once, now, body) for player, seats in to.items()]


def _turn(table: Table) -> int:
    return table.summary().turn if table.game is not None else 0


def _moment(table: Table) -> int:
    return int(table.hall.clock.seconds())
