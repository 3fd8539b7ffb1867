"""Snapshots of a game that runs: one a turn, so that a table need not be played again from its first entry.

A snapshot is taken at the first moment of a turn without an open draft or a sealed step: nobody can undo past it. Of
what was told it holds what is new since the one before, so a game is opened from all of them. It is only a short cut:
the entries alone are the record, and where something does not hold (other rules or data, a proof that fails, another
state) they are played from the first.
"""

from __future__ import annotations

import hashlib
import hmac
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from vistula.kernel.dice import Rolled
from vistula.kernel.errors import BadInput, VistulaError
from vistula.kernel.journal import Checkpoint, Journal, state_hash
from vistula.kernel.packing import packed, unpacked
from vistula.kernel.state import Event

if TYPE_CHECKING:
    from vistula.kernel.game import Game
    from vistula.kernel.title import Title


class Stale(VistulaError):
    """A snapshot that does not hold; the game is to be played from its entries."""


class TurnSnapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A game just after so many entries. `after` are those of the snapshot before it, 0 if it is the first."""

    entries: int
    after: int
    turn: int
    events: int  # how many there were
    code: str  # which rules and data made it
    body: bytes
    proof: str  # keyed by the secret of the dice, so that nobody else can make one


class Body(msgspec.Struct, kw_only=True):
    """What a snapshot holds: the game as it is saved, and of its journal and events what that leaves out."""

    game: msgspec.Raw
    state: str  # hash of state and stack
    opening: list[Rolled]
    checkpoints: list[Checkpoint]
    events: list[Event]  # since the snapshot before


_body = msgspec.json.Decoder(Body).decode


def take(game: Game[Any], before: TurnSnapshot | None) -> TurnSnapshot:
    """A snapshot of a game with a journal, at a moment at which nothing can be taken back."""
    from vistula.kernel.save import save

    journal = game.journal
    assert journal is not None
    told = before.events if before is not None else 0
    body = Body(
        game=msgspec.Raw(save(game)),
        state=state_hash(game),
        opening=journal.opening,
        checkpoints=journal.checkpoints,
        events=game.events[told:],
    )
    made = TurnSnapshot(
        entries=len(journal.entries),
        after=before.entries if before is not None else 0,
        turn=journal.turn,
        events=len(game.events),
        code=code_of(game.title),
        body=packed(msgspec.json.encode(body)),
        proof="",
    )
    return msgspec.structs.replace(made, proof=_proof(made, journal.secret))


def load(found: Title[Any], journal: Journal, chain: Sequence[TurnSnapshot]) -> Game[Any]:
    """The game of the last snapshot of a chain that begins with the first; Stale if anything in it does not hold."""
    from vistula.kernel.save import load as saved

    bodies = [_open(found, journal.secret, each) for each in chain]
    last, body = chain[-1], bodies[-1]
    try:
        game = saved(body.game, found, "snapshot")
    except BadInput as error:
        raise Stale(str(error)) from None
    if game.dice.secret != journal.secret or state_hash(game) != body.state:
        raise Stale(f"the state after entry {last.entries} is another one")
    game.events = [event for each in bodies for event in each.events]
    if len(game.events) != last.events:
        raise Stale(f"{len(game.events)} events are kept of {last.events}")
    game.journal = Journal(journal.scenario, journal.options, journal.position, journal.secret)
    game.journal.opening, game.journal.checkpoints = body.opening, body.checkpoints
    game.journal.entries, game.journal.turn = journal.entries[: last.entries], last.turn
    game.snapshots = tuple(chain)
    return game.listen()


def chain_to(snapshots: Sequence[TurnSnapshot], passed: set[int]) -> list[TurnSnapshot]:
    """The snapshots on a way that passes these numbers of entries, up to where one is missing."""
    chain: list[TurnSnapshot] = []
    for each in sorted(snapshots, key=lambda snapshot: snapshot.entries):
        if each.entries in passed:
            if each.after != (chain[-1].entries if chain else 0):
                break
            chain.append(each)
    return chain


def _open(found: Title[Any], secret: bytes, snapshot: TurnSnapshot) -> Body:
    if snapshot.code != code_of(found):
        raise Stale("it was taken under other rules or data")
    if not hmac.compare_digest(_proof(snapshot, secret), snapshot.proof):
        raise Stale(f"what is kept after entry {snapshot.entries} has been changed")
    try:
        return _body(unpacked(snapshot.body, "snapshot"))
    except (BadInput, msgspec.MsgspecError) as error:
        raise Stale(str(error)) from None


def _proof(s: TurnSnapshot, secret: bytes) -> str:
    head = f"{s.entries} {s.after} {s.turn} {s.events} {s.code} "
    return hmac.digest(secret, head.encode() + s.body, "sha256").hex()


# -- which rules made it ------------------------------------------------------------------------------------------

_codes: dict[tuple[type, str], str] = {}
_SHARED = ("kernel", "board", "parts")


def code_of(found: Title[Any]) -> str:
    """A hash of the rules' code and data: of the title's folder, and of all that rules stand on."""
    key = type(found), found.data_hash
    if key not in _codes:
        digest = hashlib.sha256(f"{found.id} {found.version} {found.data_hash}".encode())
        for path in _sources(found):
            digest.update(path.name.encode() + path.read_bytes())
        _codes[key] = digest.hexdigest()
    return _codes[key]


def _sources(found: Title[Any]) -> Iterator[Path]:
    home = Path(__file__).parents[1]
    own = getattr(sys.modules.get(type(found).__module__), "__file__", None)
    for folder in [*(home / name for name in _SHARED), *([Path(own).parent] if own else [])]:
        yield from sorted(folder.rglob("*.py"))
