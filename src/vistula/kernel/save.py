"""Snapshots: a game put away at any decision and taken up again, without its journal."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from vistula.kernel.dice import Dice
from vistula.kernel.errors import BadInput
from vistula.kernel.game import Game
from vistula.kernel.title import Title, title

SCHEMA = "vistula.save/1"


class Saved(msgspec.Struct):
    schema: str
    game: str
    rules: str
    data: str
    scenario: str
    options: dict[str, str]
    standing: dict[str, list[str]]
    secret: str
    number: int
    laid: list[int]
    state: msgspec.Raw
    stack: msgspec.Raw


def save(game: Game[Any]) -> bytes:
    """The whole game as JSON: state, stack and dice. It holds every secret; keep it where the game is kept."""
    return msgspec.json.encode(
        Saved(
            SCHEMA,
            game.title.id,
            game.title.version,
            game.title.data_hash,
            game.scenario,
            game.options,
            game.standing,
            game.dice.secret.hex(),
            game.dice.number,
            game.dice.laid,
            msgspec.Raw(msgspec.json.encode(game.s)),
            msgspec.Raw(msgspec.json.encode(game.stack)),
        )
    )


def load(body: bytes, found: Title[Any] | None = None, where: str = "save") -> Game[Any]:
    try:
        kept = msgspec.json.decode(body, type=Saved)
        if kept.schema != SCHEMA:
            raise BadInput(where, "schema", f"{kept.schema!r} is not {SCHEMA!r}")
        of = found or title(kept.game)
        s = msgspec.json.decode(kept.state, type=of.state)
        frames: Any = reduce(or_, of.procedures)
        stack = msgspec.json.decode(kept.stack, type=list[frames])
    except msgspec.MsgspecError as error:
        raise BadInput(where, "", str(error)) from None
    if kept.data != of.data_hash:
        raise BadInput(where, "data", "was saved with other data than this program has")
    dice = Dice(bytes.fromhex(kept.secret), kept.number)
    dice.lay(kept.laid)
    game = Game(of, of.adopt(s), stack, dice, kept.scenario, kept.options)
    game.standing = kept.standing
    return game.run()
