"""Snapshots: a game put away at any decision and taken up again, without its journal."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from vistula.kernel.barrier import Barrier
from vistula.kernel.decision import Action, SeatId
from vistula.kernel.dice import Dice
from vistula.kernel.errors import BadInput
from vistula.kernel.game import Game
from vistula.kernel.title import Title, title

SCHEMA = "vistula.save/1"


class Saved(msgspec.Struct, kw_only=True):
    """State and stack as everyone may see them, and the messages of a draft that is open on top of them."""

    schema: str
    game: str
    rules: str
    data: str
    scenario: str
    options: dict[str, str]
    standing: dict[str, list[str]]
    resigned: str
    left: list[str] = []
    barrier: Barrier
    secret: str
    number: int
    laid: list[int]
    state: msgspec.Raw
    stack: msgspec.Raw
    drafter: str
    draft: list[list[Action]]


def save(game: Game[Any]) -> bytes:
    """The whole game as JSON: state, stack and dice. It holds every secret; keep it where the game is kept."""
    drafter, draft = game.draft
    s, stack = game.published
    return msgspec.json.encode(
        Saved(
            schema=SCHEMA,
            game=game.title.id,
            rules=game.title.version,
            data=game.title.data_hash,
            scenario=game.scenario,
            options=game.options,
            standing=game.standing,
            resigned=game.resigned,
            left=list(game.left),
            barrier=game.barrier,
            secret=game.dice.secret.hex(),
            number=game.dice.number,
            laid=game.dice.laid,
            state=msgspec.Raw(msgspec.json.encode(s)),
            stack=msgspec.Raw(msgspec.json.encode(stack)),
            drafter=drafter or "",
            draft=draft,
        )
    )


def load(body: bytes, found: Title[Any] | None = None, where: str = "save") -> Game[Any]:
    kept = _decode(body, Saved, where, "")
    if kept.schema != SCHEMA:
        raise BadInput(where, "schema", f"{kept.schema!r} is not {SCHEMA!r}")
    of = found or title(kept.game)
    if kept.data != of.data_hash:
        raise BadInput(where, "data", "was saved with other data than this program has")
    frames: Any = reduce(or_, of.procedures)
    s = _decode(kept.state, of.state, where, "state")
    stack = _decode(kept.stack, list[frames], where, "stack")
    game = Game(of, of.adopt(s, kept.scenario), stack, _dice(kept, where), kept.scenario, kept.options)
    game.standing = kept.standing
    game.resigned, game.left = kept.resigned, tuple(SeatId(seat) for seat in kept.left)
    game.barrier = kept.barrier
    game.run()
    for message in kept.draft:
        game.play(kept.drafter, *message)
    return game


def _decode(body: Any, kind: Any, where: str, key: str) -> Any:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(where, key, str(error)) from None


def _dice(kept: Saved, where: str) -> Dice:
    try:
        dice = Dice(bytes.fromhex(kept.secret), kept.number)
    except ValueError:
        raise BadInput(where, "secret", "is not a hexadecimal number") from None
    dice.lay(kept.laid)
    return dice
