"""A new table as it was asked for: who sits where, with which options; or what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vistula.kernel.dice import new_secret
from vistula.kernel.errors import BadInput
from vistula.kernel.game import Game
from vistula.kernel.title import Title, title
from vistula.players import PLAYERS
from vistula.server.ledger import Sitter, Stored, now
from vistula.server.tokens import new_id
from vistula.server.wire import NewTable, SeatPlan


def levels() -> list[str]:
    """The computer players, weakest first."""
    return list(PLAYERS)


def plan(new: NewTable) -> tuple[Stored, Game[Any]]:
    """The table that was asked for, with its game at the first decision."""
    found = title(new.game)
    options = found.settle_options(new.options)
    scenario = found.scenario(new.scenario).id
    secret = new_secret()
    stored = Stored(
        id=new_id(),
        game=found.id,
        rules=found.version,
        data=found.data_hash,
        scenario=scenario,
        options=options,
        secret=secret,
        listed=new.listed,
        created=now(),
        sitters=sitters(found, options, new.seats),
    )
    return stored, found.start(scenario, secret=secret, options=options)


def sitters(found: Title[Any], options: dict[str, str], plans: dict[str, SeatPlan]) -> dict[str, Sitter]:
    """Who sits where; a seat that nobody was named for waits for someone with its link."""
    seats = found.seated(options)
    for seat in plans:
        if seat not in seats:
            raise BadInput(found.id, f"seat {seat}", f"no such seat; there are: {', '.join(seats)}")
    return {seat: _sitter(found, seat, plans.get(seat, SeatPlan(who="link"))) for seat in seats}


def _sitter(found: Title[Any], seat: str, plan: SeatPlan) -> Sitter:
    level = ""
    if plan.who == "computer":
        level = plan.level or levels()[-1]
        if level not in PLAYERS:
            raise BadInput(found.id, f"seat {seat}", f"no computer player {level!r}; there are: {', '.join(levels())}")
    name = " ".join(plan.name.split()) or (f"Computer ({level})" if level else "")
    return Sitter(seat, plan.who, level, name)


def swapped(seats: Sequence[str]) -> dict[str, str]:
    """Old seat -> new seat: each goes over to the other side of the table."""
    half = max(1, len(seats) // 2)
    return {seat: seats[(i + half) % len(seats)] for i, seat in enumerate(seats)}
