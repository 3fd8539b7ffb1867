"""The words of notices."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from vistula.kernel.decision import SeatId
from vistula.server.ledger import Stored
from vistula.server.notices import Facts
from vistula.server.players import named

HOUR, DAY = 60 * 60.0, 24 * 60 * 60.0
UP = {
    "staff": "When time is up, the staff plays this turn.",
    "substitute": "When time is up, anyone may take your seat in the lobby.",
    "lost": "When time is up, the game is lost.",
}


class Words(msgspec.Struct, frozen=True):
    title: str
    text: str


class Standing(msgspec.Struct, frozen=True):
    """What a table is like for one person, by what everybody may know."""

    stored: Stored
    game: str  # its name
    mine: list[str]  # seats
    asked: list[str]  # seats of others for whom it waits, too
    my_move: bool
    left: float = 0.0  # seconds until my time is up; 0: no end is agreed on


def words(kind: str, facts: Facts, at: Standing) -> Words:
    return WORDS[kind](facts, at)


def _who(at: Standing, seat: str) -> str:
    """Whoever sits there, with the seat."""
    sitter = at.stored.sitters.get(seat)
    name = sitter.name if sitter is not None else ""
    return f"{name} ({named(SeatId(seat))})" if name else named(SeatId(seat))


def _listed(each: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(each[:-1]), each[-1]])) if each else ""


def _mine(at: Standing) -> str:
    return _listed([named(SeatId(seat)) for seat in at.mine])


def _turn(facts: Facts) -> str:
    return f"Turn {facts.turn}. " if facts.turn else ""


def lasting(seconds: float) -> str:
    """So much time, to the hour; the last hours to the minute."""
    days, hours, minutes = int(seconds // DAY), int(seconds % DAY // HOUR), int(seconds % HOUR // 60)
    if days:
        return _listed([_some(days, "day"), *([_some(hours, "hour")] if hours else [])])
    if hours >= 6:
        return _some(hours, "hour")
    return _listed([*([_some(hours, "hour")] if hours else []), _some(minutes, "minute")])


def _some(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _your_turn(facts: Facts, at: Standing) -> Words:
    if facts.number:
        return Words(f"{at.game}: open the table", "The game begins when your browser has opened its number.")
    others = [seat for seat in at.stored.people if seat not in at.mine]
    waiting = [_who(at, seat) for seat in others if seat not in at.asked]
    told = f"{_listed(waiting)} {'is' if len(waiting) == 1 else 'are'} waiting for you. " if waiting else ""
    left = f"You have {lasting(at.left)}." if at.left else ""
    return Words(f"Your move: {at.game}", f"{_turn(facts)}You play {_mine(at)}. {told}{left}".strip())


def _time(facts: Facts, at: Standing) -> Words:
    text = f"{_turn(facts)}You play {_mine(at)}. Time left: {lasting(at.left)}. {UP[at.stored.pace.then]}"
    return Words(f"Time is running out: {at.game}", text)


def _joined(facts: Facts, at: Standing) -> Words:
    name = facts.name or "Somebody"
    if facts.left:
        rest = f"{_some(facts.left, 'seat')} {'is' if facts.left == 1 else 'are'} still free."
    elif facts.number and at.stored.lacking:
        rest = "Everyone is here. Open the table, so that your browser can add its number to the dice."
    else:
        rest = f"Everyone is here: the game begins{', and it is your move' if at.my_move else ''}."
    return Words(f"{at.game}: {name} has sat down", f"{name} plays {named(SeatId(facts.who))}. {rest}")


def _begun(facts: Facts, at: Standing) -> Words:
    return Words(f"{at.game}: the game begins", f"Everyone has added to the dice. You play {_mine(at)}.")


def _offer(facts: Facts, at: Standing) -> Words:
    seat = named(SeatId(facts.who))
    if facts.who in at.mine:
        text = f"Anyone may take your seat, {seat}, in the lobby. Until somebody does you can play on."
        return Words(f"{at.game}: your seat is offered", text)
    who = f"{facts.name} ({seat})" if facts.name else seat
    return Words(f"{at.game}: a seat is free", f"{who} has to leave, or is out of time. Anyone may take the seat.")


def _over(facts: Facts, at: Standing) -> Words:
    won = [named(SeatId(seat)) for seat in facts.victors]
    text = f"{_listed(won)} {'has' if len(won) == 1 else 'have'} won." if won else "It is a draw."
    return Words(f"{at.game}: the game is over", text)


WORDS = {"turn": _your_turn, "time": _time, "joined": _joined, "begun": _begun, "offer": _offer, "over": _over}


def digest(waiting: Sequence[tuple[Standing, int]], more: int, news: Sequence[Words]) -> Words:
    """All that waits, and what else has happened. With each table that waits, its turn; `more`: those left out."""
    lines = []
    for at, turn in waiting:
        left = f", {lasting(at.left)} left" if at.left else ""
        lines.append(f"{at.game}, turn {turn}: you play {_mine(at)}{left}." if turn else f"{at.game}: open the table.")
    lines += [f"And {more} more; see My games."] if more else []
    lines += [f"{each.title}. {each.text}" for each in news]
    count = len(waiting) + more
    title = f"{count} tables wait for you" if count > 1 else "A table waits for you" if count else "News of your games"
    return Words(title, "\n".join(lines))
