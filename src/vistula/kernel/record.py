"""Records and transcripts: a game on file.

A record is a proof: rules version, data hash, scenario, options, secret, actions and dice replay to
the same state. While a game runs, a seat may export only a transcript: its own actions and what was
published. The two have different schemas, and only a record can be imported or verified.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.dice import Rolled, commitment, work_out
from vistula.kernel.errors import BadInput, IllegalAction, VistulaError
from vistula.kernel.game import Game
from vistula.kernel.journal import Checkpoint, Journal, state_hash
from vistula.kernel.title import Title, title

RECORD = "vistula.record"
TRANSCRIPT = "vistula.transcript"
VERSION = 1


class Header(msgspec.Struct, kw_only=True):
    game: str
    rules: str
    data: str
    scenario: str
    options: dict[str, str] = {}
    seats: dict[str, str] = {}
    started: str = ""
    ended: str = ""
    result: dict[str, Any] | None = None
    pack: str = ""


class RecordEntry(msgspec.Struct, array_like=True):
    n: int
    seat: str
    verb: str
    arg: str | int


class RecordRoll(msgspec.Struct, array_like=True):
    """A roll and the entry during which it fell; entry -1 is before the first."""

    entry: int
    number: int
    name: str
    sides: list[int]
    values: list[int]
    scripted: bool = False


class Record(msgspec.Struct, kw_only=True):
    schema: Literal["vistula.record"] = "vistula.record"
    version: int = VERSION
    header: Header
    seal: str
    secret: str
    position: str = ""
    entries: list[RecordEntry] = []
    dice: list[RecordRoll] = []
    checkpoints: list[Checkpoint] = []


class Transcript(msgspec.Struct, kw_only=True):
    """What one seat may take home while the game runs."""

    schema: Literal["vistula.transcript"] = "vistula.transcript"
    version: int = VERSION
    header: Header
    seat: str
    seal: str
    entries: list[RecordEntry] = []
    events: list[str] = []


def header(game: Game[Any], seats: dict[str, str] | None, started: str, ended: str) -> Header:
    result = game.result
    return Header(
        game=game.title.id,
        rules=game.title.version,
        data=game.title.data_hash,
        scenario=game.scenario,
        options=game.options,
        seats=seats or {},
        started=started,
        ended=ended,
        result=msgspec.to_builtins(result) if result else None,
    )


def record_of(game: Game[Any], seats: dict[str, str] | None = None, started: str = "", ended: str = "") -> Record:
    """The whole game with its opened secret: for after the game, or for whoever holds the secret anyway."""
    journal = _journal(game)
    rolls = [(-1, roll) for roll in journal.opening]
    rolls += [(n, roll) for n, entry in enumerate(journal.entries) for roll in entry.rolls]
    return Record(
        header=header(game, seats, started, ended),
        seal=commitment(journal.secret),
        secret=journal.secret.hex(),
        position=journal.position,
        entries=[RecordEntry(n, e.seat, e.verb, e.arg) for n, e in enumerate(journal.entries)],
        dice=[RecordRoll(n, r.number, r.name, r.sides, r.values, r.scripted) for n, r in rolls],
        checkpoints=journal.checkpoints,
    )


def transcript_of(game: Game[Any], seat: str, seats: dict[str, str] | None = None, started: str = "") -> Transcript:
    journal = _journal(game)
    own = game.seat(seat)
    return Transcript(
        header=header(game, seats, started, ""),
        seat=seat,
        seal=commitment(journal.secret),
        entries=[RecordEntry(n, e.seat, e.verb, e.arg) for n, e in enumerate(journal.entries) if e.seat == seat],
        events=[game.title.tale(event) for event in own.events],
    )


def _journal(game: Game[Any]) -> Journal:
    if game.journal is None:
        raise ValueError("a game without a journal has no record")
    return game.journal


# -- files ------------------------------------------------------------------------------------------


def write(path: str | Path, document: Record | Transcript) -> None:
    """Write whole or not at all: an interrupted run leaves no half-written file."""
    path = Path(path)
    body = msgspec.json.format(msgspec.json.encode(document), indent=1)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: str | Path) -> Record:
    """A record from a file; BadInput names what is wrong with it."""
    where = str(path)
    try:
        body = Path(path).read_bytes()
    except OSError as error:
        raise BadInput(where, "", f"cannot be read ({error.strerror or error.__class__.__name__})") from None
    return decode(body, where)


class _Kind(msgspec.Struct):
    schema: str = ""
    version: int = 0


def decode(body: bytes, where: str) -> Record:
    try:
        kind = msgspec.json.decode(body, type=_Kind)
    except msgspec.MsgspecError as error:
        raise BadInput(where, "", f"is not a whole JSON document ({error})") from None
    except UnicodeDecodeError:
        raise BadInput(where, "", "is not UTF-8 text") from None
    if kind.schema == TRANSCRIPT:
        raise BadInput(where, "schema", "is a transcript of one seat; only a record can be replayed or verified")
    if kind.schema != RECORD:
        raise BadInput(where, "schema", f"{kind.schema!r} is not {RECORD!r}")
    if kind.version != VERSION:
        raise BadInput(where, "version", f"is {kind.version}; this program reads version {VERSION}")
    try:
        return msgspec.json.decode(body, type=Record)
    except msgspec.MsgspecError as error:
        raise BadInput(where, "", str(error)) from None


# -- replay -----------------------------------------------------------------------------------------


class Difference(VistulaError):
    """A record that does not replay: where, and what differs."""


def reopen(record: Record, where: str, pack: str | Path | None = None) -> Game[Any]:
    """The game of a record before its first entry."""
    found = title(record.header.game, pack)
    if record.header.data != found.data_hash:
        raise BadInput(where, "header.data", "was played with other data than this program has; name its data pack")
    try:
        secret = bytes.fromhex(record.secret)
    except ValueError:
        raise BadInput(where, "secret", "is not a hexadecimal number") from None
    try:
        options = found.settle_options(record.header.options)
        return _start(found, record.header.scenario, options, record.position, secret)
    except IllegalAction as error:
        raise BadInput(where, "", str(error)) from None


def _start(found: Title[Any], scenario: str, options: dict[str, str], position: str, secret: bytes) -> Game[Any]:
    if not position:
        return found.start(scenario, options=options, secret=secret)
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf8") as file:
        file.write(position)
        file.flush()
        return found.start(options=options, secret=secret, position=file.name)


def replay(record: Record, where: str, check: bool = False, pack: str | Path | None = None) -> Iterator[Game[Any]]:
    """The game of a record after its opening and after each entry; with `check`, dice and states are compared."""
    game = reopen(record, where, pack)
    fallen: dict[int, list[RecordRoll]] = {}
    for roll in record.dice:
        fallen.setdefault(roll.entry, []).append(roll)
    yield game
    for i, entry in enumerate(record.entries):
        if entry.n != i:
            raise BadInput(where, f"entries[{i}]", f"is numbered {entry.n}")
        expected = fallen.get(entry.n, [])
        repeat(game, entry, expected, where)
        if check:
            _same_dice(game, entry.n, expected, where)
        yield game
    if check:
        _same_states(game, record, where)


def repeat(game: Game[Any], entry: RecordEntry, rolls: list[RecordRoll], where: str) -> None:
    """Do what an entry says."""
    key = f"entries[{entry.n}]"
    for roll in rolls:
        if roll.scripted and not game.dice.laid:
            game.dice.lay(roll.values)
    try:
        _repeat(game, entry)
    except (IllegalAction, ValueError) as error:
        raise BadInput(where, key, f"{entry.seat} {entry.verb} {entry.arg}: {error}") from None


def _repeat(game: Game[Any], entry: RecordEntry) -> None:
    if entry.verb == "undo":
        game.undo_to(entry.seat, int(entry.arg))
    elif entry.verb == "retract":
        game.undo(entry.seat)
    elif entry.verb == "rewind":
        game.rewind(int(entry.arg))
    elif entry.verb == "resign":
        game.resign(entry.seat)
    elif entry.verb in ("stand", "unstand"):
        game.stand(entry.seat, str(entry.arg), entry.verb == "stand")
    else:
        game.play(entry.seat, named_action(game, entry.seat, entry.verb, entry.arg))


def named_action(game: Game[Any], seat: str, verb: str, arg: str | int) -> Action:
    """An action from the names on board and counters, by the kind that the pending decision gives its verb."""
    decision = game.decisions.get(SeatId(seat))
    if decision is None:
        raise IllegalAction("", f"{seat} has nothing to decide")
    for option in decision.options:
        if option.verb == verb:
            number = option.kind in ("number", "button")
            return Action(verb, int(arg) if number else game.title.arg_of(option.kind, str(arg)))
    raise IllegalAction(decision.rule, f"{verb} is not offered; verbs offered: {', '.join(decision.verbs())}")


def _same_dice(game: Game[Any], n: int, expected: list[RecordRoll], where: str) -> None:
    got = [(r.number, r.name, r.values) for r in _journal(game).entries[n].rolls]
    want = [(r.number, r.name, r.values) for r in expected]
    if got != want:
        raise Difference(f"{where}: entries[{n}]: the record says dice {want}, the replay gives {got}")


def _same_states(game: Game[Any], record: Record, where: str) -> None:
    got = _journal(game).checkpoints
    for mine, theirs in zip(got, record.checkpoints, strict=False):
        if mine != theirs:
            raise Difference(
                f"{where}: checkpoints: the state of turn {theirs.turn} after entry {theirs.entries} differs"
            )
    if len(got) != len(record.checkpoints):
        raise Difference(f"{where}: checkpoints: the record has {len(record.checkpoints)}, the replay {len(got)}")
    result = game.result
    if record.header.result != (msgspec.to_builtins(result) if result else None):
        raise Difference(f"{where}: header.result: the record says {record.header.result}, the replay {result}")


def rebuild(found: Title[Any], journal: Journal, entries: int) -> Game[Any]:
    """The game of a journal just after so many entries, with the dice that fell then."""
    if not 0 <= entries <= len(journal.entries):
        raise IllegalAction("", f"there is no entry {entries}; the journal has {len(journal.entries)}")
    game = _start(found, journal.scenario, journal.options, journal.position, journal.secret)
    for n, entry in enumerate(journal.entries[:entries]):
        game.dice.laid = [value for roll in entry.rolls for value in roll.values]
        _repeat(game, RecordEntry(n, entry.seat, entry.verb, entry.arg))
    return game


# -- proof ------------------------------------------------------------------------------------------


def verify(record: Record, where: str) -> int:
    """Prove every roll from the opened secret; returns how many. Difference names the first that is wrong."""
    try:
        secret = bytes.fromhex(record.secret)
    except ValueError:
        raise BadInput(where, "secret", "is not a hexadecimal number") from None
    if not secret:
        raise BadInput(where, "secret", "has not been opened yet")
    if commitment(secret) != record.seal:
        raise Difference(f"{where}: secret: it does not open the seal {record.seal}")
    last = 0
    for i, roll in enumerate(record.dice):
        if roll.number <= last:
            raise Difference(f"{where}: dice[{i}]: number {roll.number} does not follow {last}")
        last = roll.number
        if not roll.scripted and roll.values != work_out(secret, roll.number, roll.name, roll.sides):
            raise Difference(f"{where}: dice[{i}]: roll {roll.number} ({roll.name}) cannot have been {roll.values}")
        if roll.scripted and not record.position:
            raise Difference(
                f"{where}: dice[{i}]: roll {roll.number} was laid out by hand in a game without a position"
            )
    return len(record.dice)


__all__ = [
    "Difference", "Header", "Record", "RecordEntry", "RecordRoll", "Rolled", "Transcript", "decode", "read", "rebuild",
    "record_of", "replay", "state_hash", "transcript_of", "verify", "write",
]  # fmt: skip
