"""A new table as it was asked for: who sits where, with which options; or what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from vistula.kernel.dice import new_secret
from vistula.kernel.errors import BadInput
from vistula.kernel.game import Game, begin
from vistula.kernel.title import Title
from vistula.players import PLAYERS, Chance
from vistula.server.ledger import Offer, Sitter, Stored
from vistula.server.tokens import new_id
from vistula.server.wire import NewTable, SeatPlan

ORDINARY = "officer"
"""Whom one plays against if nothing else is said: it answers at once."""


def levels(found: Title[Any]) -> list[str]:
    """The computer players that a title has something to judge by for, weakest first; each by its rank."""
    ranks = {player: name for name, player in PLAYERS.items()}  # one that has two names goes by the later
    try:
        found.appraiser()
    except BadInput:
        return [ranks[Chance]]
    return list(ranks.values())


def ordinary(known: list[str]) -> str:
    return ORDINARY if ORDINARY in known else known[-1]


def plan(
    found: Title[Any], new: NewTable, created: str, shard: str = "", position: str = ""
) -> tuple[Stored, Game[Any]]:
    """The table that was asked for, with its game at the first decision: of one that waits for numbers of people it
    shows only that there can be such a game. With a position it begins there."""
    scenario, options = found.settle(new.scenario, new.options)
    secret, seated = new_secret(), sitters(found, options, new.seats)
    free = [seat for seat, sitter in seated.items() if sitter.who == "anyone"]
    stored = Stored(
        id=f"{shard}-{new_id()}" if shard else new_id(),
        game=found.id,
        rules=found.version,
        data=found.data_hash,
        scenario=scenario,
        options=options,
        position=position,
        secret=secret,
        listed=new.listed,
        created=created,
        sitters=seated,
        together=new.together,
        same_dice=new.same_dice,
        pace=new.pace,
        offer=Offer(free, created, " ".join(new.says.split()), new.level) if free else None,
    )
    return stored, begin(found, scenario, 0, secret, options, position or None, "position")


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
        known = levels(found)
        level = plan.level or ordinary(known)
        if level not in known and PLAYERS.get(level) not in [PLAYERS[name] for name in known]:
            raise BadInput(found.id, f"seat {seat}", f"no computer player {level!r}; there are: {', '.join(known)}")
    name = " ".join(plan.name.split()) or (f"Computer ({level})" if level else "")
    return Sitter(seat, plan.who, level, name)


def signed(new: NewTable, name: str) -> NewTable:
    """The one seat of mine has my name, if I have given it no other; who sits alone at several has none at them."""
    mine = [seat for seat, plan in new.seats.items() if plan.who == "me"]
    if len(mine) != 1 or new.seats[mine[0]].name:
        return new
    plan = msgspec.structs.replace(new.seats[mine[0]], name=name)
    return msgspec.structs.replace(new, seats={**new.seats, mine[0]: plan})


def belonging(stored: Stored, person: str, seat: str = "") -> None:
    """One seat of a table that is not written yet is a person's; or all of who opens it, and the right to invite."""
    mine = [seat] if seat else [each for each, sitter in stored.sitters.items() if sitter.who == "me"]
    for each in mine:
        stored.sitters[each] = msgspec.structs.replace(stored.sitters[each], player=person)
    if not seat:
        stored.host = person


def swapped(seats: Sequence[str]) -> dict[str, str]:
    """Old seat -> new seat: each goes over to the other side of the table."""
    half = max(1, len(seats) // 2)
    return {seat: seats[(i + half) % len(seats)] for i, seat in enumerate(seats)}
