"""Computer players at a table: whom the table waits for, and a game played out."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.errors import BadInput
from vistula.kernel.game import Game
from vistula.kernel.title import Title
from vistula.players import Captain, Player, chance_of, lab_players
from vistula.players.captain import Budget

ENDLESS = 100_000
"""Decisions after which a game is taken not to end."""


Carry = Callable[[Game[Any], SeatId, Action], None]


class Endless(RuntimeError):
    """A game that does not come to its end; our fault."""


class Seated(msgspec.Struct):
    """A computer player on its seat, with its own source of chance."""

    player: Player
    rng: random.Random

    def choose(self, game: Game[Any], seat: SeatId) -> Action:
        return self.player.choose(game.seat(seat, at_once=True), self.rng)


def seat_players(names: Mapping[SeatId, str], seed: int, playouts: int = 0) -> dict[SeatId, Seated]:
    """Computer players on their seats; the same seed seats them with the same chance.

    Captains think by the clock, or so many playouts a decision: then their games can be played again.
    """
    return {seat: Seated(_player(name, playouts), chance_of(seed, seat)) for seat, name in names.items()}


def _player(name: str, playouts: int) -> Player:
    kind = lab_players()[name]
    return kind(Budget(playouts=playouts)) if playouts and issubclass(kind, Captain) else kind()


def players_of(
    title: Title[Any], options: dict[str, str], given: Mapping[str, str], default: str, known: tuple[str, ...]
) -> dict[SeatId, str]:
    """Who sits where, the name of a side standing for all its seats; BadInput for a seat or a player that does not
    exist."""
    seats = title.seated(title.settle_options(options))
    sides = {seat: title.side_of(seat) for seat in seats}
    for seat, name in given.items():
        if seat not in seats and seat not in sides.values():
            raise BadInput("--seat", seat, f"{title.id} has no such seat; there are: {', '.join(seats)}")
        if name not in known:
            raise BadInput("--seat", f"{seat}={name}", f"no such player; there are: {', '.join(known)}")
    return {seat: given.get(seat, given.get(sides[seat], default)) for seat in seats}


def asked(game: Game[Any]) -> SeatId:
    """The first seat that the table waits for."""
    return next(seat for seat, decision in game.decisions.items() if decision.waits)


def carry_out(game: Game[Any], seat: SeatId, action: Action) -> None:
    """Do what a player chose, with a journal where there is one."""
    if game.journal is not None:
        game.play(seat, action)
    else:
        game.push(action, seat)


def play_out(
    game: Game[Any], seated: Mapping[SeatId, Seated], carry: Carry = carry_out
) -> Iterator[tuple[SeatId, Action]]:
    """Play to the end; yields each seat and its action just after it was carried out."""
    for _ in range(ENDLESS):
        if game.over:
            return
        seat = asked(game)
        action = seated[seat].choose(game, seat)
        decision = game.decisions[seat]
        if action not in decision:
            raise ValueError(f"{type(seated[seat].player).__name__} chose {action}, which {seat} is not offered")
        carry(game, seat, action)
        yield seat, action
    raise Endless(f"{game.title.id} does not end after {ENDLESS} decisions")
