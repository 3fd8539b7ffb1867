"""Records and transcripts: a game on file.

A record is a proof: rules version, data hash, scenario, options, secret, actions and dice replay to
the same state. While a game runs, a seat may export only a transcript: its own actions and what was
published. The two have different schemas, and only a record can be imported or verified.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from vistula.kernel.decision import Action
from vistula.kernel.dice import Rolled, commitment, joined, work_out
from vistula.kernel.errors import BadInput, IllegalAction, VistulaError
from vistula.kernel.files import write_whole
from vistula.kernel.game import Game, begin
from vistula.kernel.journal import REWIND_SAME, REWINDS, Checkpoint, Entry, Journal, state_hash
from vistula.kernel.packing import unpacked
from vistula.kernel.snapshots import Stale, TurnSnapshot, chain_to, load
from vistula.kernel.title import Result, Title, title

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


class Signature(msgspec.Struct, kw_only=True):
    """A server's word for a record: names, dates, result, entries, version."""

    key: str  # the server's public key, Ed25519, hexadecimal
    value: str


class Record(msgspec.Struct, kw_only=True):
    schema: Literal["vistula.record"] = "vistula.record"
    version: int = VERSION
    header: Header
    seal: str
    secret: str
    shares: dict[str, str] | msgspec.UnsetType = msgspec.UNSET  # by seat: the numbers that people added to the secret
    position: str = ""
    entries: list[RecordEntry] = []
    dice: list[RecordRoll] = []
    checkpoints: list[Checkpoint] = []
    signature: Signature | None = None


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
    return Header(
        game=game.title.id,
        rules=game.title.version,
        data=game.title.data_hash,
        scenario=game.scenario,
        options=game.options,
        seats=seats or {},
        started=started,
        ended=ended,
        result=_plain(game.result),
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
    own_entries = [e for e in journal.entries if e.seat == seat]  # numbered anew: gaps would tell of others' drafts
    return Transcript(
        header=header(game, seats, started, ""),
        seat=seat,
        seal=commitment(journal.secret),
        entries=[RecordEntry(n, e.seat, e.verb, e.arg) for n, e in enumerate(own_entries)],
        events=[game.title.tale(event) for event in own.events],
    )


def _journal(game: Game[Any]) -> Journal:
    if game.journal is None:
        raise ValueError("a game without a journal has no record")
    return game.journal


# -- files ------------------------------------------------------------------------------------------


def write(path: str | Path, document: Record | Transcript) -> None:
    """Write whole or not at all: an interrupted run leaves no half-written file."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(document), indent=1), durable=True)


def read(path: str | Path) -> Record:
    """A record from a file, compressed or not; BadInput names what is wrong with it."""
    where = str(path)
    try:
        body = Path(path).read_bytes()
    except OSError as error:
        raise BadInput(where, "", f"cannot be read ({error.strerror or error.__class__.__name__})") from None
    return decode(unpacked(body, where), where)


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
    """A record that can be read but does not hold: names the file, the key in it and what differs."""

    def __init__(self, where: str, key: str, reason: str) -> None:
        super().__init__(f"{where}: {key}: {reason}")
        self.where = where
        self.key = key
        self.reason = reason


def reopen(record: Record, where: str, pack: str | Path | None = None) -> Game[Any]:
    """The game of a record before its first entry."""
    head = record.header
    secret = _opened(record, where)
    try:
        found = title(head.game, pack)
    except BadInput as error:
        raise BadInput(where, "header.game", error.reason) from None
    if head.data != found.data_hash:
        raise BadInput(where, "header.data", "was played with other data than this program has; name its data pack")
    try:
        return begin(found, head.scenario, 0, secret, head.options, record.position or None, where)
    except BadInput as error:
        key = "position" if record.position else "header"
        raise BadInput(where, f"{key}.{error.key}" if error.key else key, error.reason) from None


def _opened(record: Record, where: str) -> bytes:
    """What the rolls of a record follow from, if its secret opens the seal."""
    if not record.secret:
        raise BadInput(where, "secret", "has not been opened yet")
    try:
        secret = bytes.fromhex(record.secret)
    except ValueError:
        raise BadInput(where, "secret", "is not a hexadecimal number") from None
    if commitment(secret) != record.seal:
        raise Difference(where, "secret", f"does not open the seal {record.seal}")
    return joined(secret, shares_of(record))


def shares_of(record: Record) -> dict[str, str]:
    """The numbers that people added to the secret; none where the server alone made the dice."""
    return record.shares if isinstance(record.shares, dict) else {}


def replay(record: Record, where: str, check: bool = False, pack: str | Path | None = None) -> Iterator[Game[Any]]:
    """The game of a record after its opening and after each entry; with `check`, dice and states are compared."""
    game = reopen(record, where, pack)
    fallen: dict[int, list[RecordRoll]] = {}
    for i, roll in enumerate(record.dice):
        if not -1 <= roll.entry < len(record.entries):
            raise BadInput(where, f"dice[{i}]", f"belongs to entry {roll.entry}, which does not exist")
        fallen.setdefault(roll.entry, []).append(roll)
    if check:
        _same_dice(_journal(game).opening, -1, fallen.get(-1, []), where)
        _same_mark(game, record, where)
    yield game
    for i, entry in enumerate(record.entries):
        if entry.n != i:
            raise BadInput(where, f"entries[{i}]", f"is numbered {entry.n}")
        expected = fallen.get(i, [])
        if not record.position and any(roll.scripted for roll in expected):
            game.dice.laid = [value for roll in expected if roll.scripted for value in roll.values]
        repeat(game, entry, where, Difference if check else BadInput)
        if check:
            _same_dice(_journal(game).entries[i].rolls, i, expected, where)
            _same_mark(game, record, where)
        yield game
    if check:
        _same_end(game, record, where)


def repeat(
    game: Game[Any], entry: RecordEntry, where: str, wrong: type[BadInput] | type[Difference] = BadInput
) -> None:
    """Do what an entry says; what is not offered is `wrong` with the record."""
    try:
        _repeat(game, entry)
    except (IllegalAction, ValueError) as error:
        raise wrong(where, f"entries[{entry.n}]", f"{entry.seat} {entry.verb} {entry.arg}: {error}") from None


def _repeat(game: Game[Any], entry: RecordEntry) -> None:
    if entry.verb == "undo":
        game.undo_to(entry.seat, int(entry.arg))
    elif entry.verb == "retract":
        game.retract(entry.seat, int(entry.arg))
    elif entry.verb in REWINDS:
        game.rewind(int(entry.arg), same=entry.verb == REWIND_SAME)
    elif entry.verb == "resign":
        game.resign(entry.seat)
    elif entry.verb in ("stand", "unstand"):
        game.stand(entry.seat, str(entry.arg), entry.verb == "stand")
    else:
        game.play(entry.seat, named_action(game, entry.seat, entry.verb, entry.arg))


def named_action(game: Game[Any], seat: str, verb: str, arg: str | int) -> Action:
    """An action from the names on board and counters, by the kind that the pending decision gives its verb."""
    decision = game.decision_of(seat)
    if decision is None:
        raise IllegalAction("", f"{seat} has nothing to decide")
    for option in decision.options:
        if option.verb == verb:
            number = option.kind in ("number", "button")
            return Action(verb, int(arg) if number else game.title.arg_of(option.kind, str(arg)))
    raise IllegalAction(decision.rule, f"{verb} is not offered; verbs offered: {', '.join(decision.verbs())}")


def _same_dice(got: list[Rolled], n: int, expected: list[RecordRoll], where: str) -> None:
    mine = [(r.number, r.name, r.sides, r.values) for r in got]
    theirs = [(r.number, r.name, r.sides, r.values) for r in expected]
    if mine != theirs:
        key = f"entries[{n}]" if n >= 0 else "opening"
        raise Difference(where, key, f"the record says dice {theirs}, the replay gives {mine}")


def _same_mark(game: Game[Any], record: Record, where: str) -> None:
    """Compare the checkpoint that has just been made, if one has; what was taken back left none in the record."""
    got = _journal(game).checkpoints
    if got and got[-1].entries == len(_journal(game).entries):
        for i, kept in enumerate(record.checkpoints):
            if kept.entries == got[-1].entries and kept != got[-1]:
                raise Difference(where, f"checkpoints[{i}]", f"the state of turn {kept.turn} is another one")


def _same_end(game: Game[Any], record: Record, where: str) -> None:
    got = _journal(game).checkpoints
    if got != record.checkpoints:
        reason = f"the record has them after entries {_places(record.checkpoints)}, the replay after {_places(got)}"
        raise Difference(where, "checkpoints", reason)
    kept, result = record.header.result, _result(game, record.header.result)
    if kept != result:
        raise Difference(where, "header.result", f"the record says {kept}, the replay {result}")


def _result(game: Game[Any], kept: dict[str, Any] | None) -> dict[str, Any] | None:
    """The result as a header has it. Older records name the winning side, not its seats."""
    result = _plain(game.result)
    if result is not None and kept is not None and "winner" in kept:
        result["winner"] = game.outcome if result.pop("winners") else None
    return result


def _plain(result: Result | None) -> dict[str, Any] | None:
    """A result as JSON has it."""
    return msgspec.to_builtins(result) | {"winners": list(result.winners)} if result is not None else None


def _places(checkpoints: list[Checkpoint]) -> str:
    return ", ".join(str(mark.entries) for mark in checkpoints) or "none"


def rebuild(found: Title[Any], journal: Journal, entries: int, snapshots: Sequence[TurnSnapshot] = ()) -> Game[Any]:
    """The game of a journal just after so many entries, with the dice that fell then: from the last snapshot on the way
    there, or from the first entry."""
    way = _way_to(journal, entries)
    game = resume(found, journal, entries, snapshots) or begun(found, journal)
    kept, chain = _journal(game).entries, game.snapshots
    for n in way[bisect_left(way, len(kept)) :]:
        kept.extend(journal.entries[len(kept) : n])  # what was rewound is skipped, but entries keep their numbers
        entry = journal.entries[n]
        game.dice.laid = [value for roll in entry.rolls for value in roll.values]
        _repeat(game, RecordEntry(n, entry.seat, entry.verb, entry.arg))
    game.snapshots = chain  # its own would have other numbers of dice: rolls that were rewound are not among them
    return game


def begun(found: Title[Any], journal: Journal) -> Game[Any]:
    """The game of a journal before its first entry."""
    return begin(found, journal.scenario, 0, journal.secret, journal.options, journal.position or None, "position")


def journal_of(record: Record, where: str) -> Journal:
    """The journal that a record was made of; its entries are taken on trust until they are played."""
    head = record.header
    made = Journal(head.scenario, head.options, record.position, _opened(record, where))
    made.entries = [Entry(entry.seat, entry.verb, entry.arg) for entry in record.entries]
    for i, roll in enumerate(record.dice):
        if not -1 <= roll.entry < len(made.entries):
            raise BadInput(where, f"dice[{i}]", f"belongs to entry {roll.entry}, which does not exist")
        into = made.entries[roll.entry].rolls if roll.entry >= 0 else made.opening
        into.append(Rolled(roll.number, roll.name, roll.sides, roll.values, roll.scripted))
    return made


def retold(game: Game[Any], journal: Journal, entries: int) -> Iterator[Game[Any]]:
    """A game that has just begun, as it is and after each of so many entries of a journal that still counts."""
    yield game
    kept = _journal(game).entries
    for n in _way_to(journal, entries):
        kept.extend(journal.entries[len(kept) : n])
        entry = journal.entries[n]
        game.dice.laid = [value for roll in entry.rolls for value in roll.values]
        _repeat(game, RecordEntry(n, entry.seat, entry.verb, entry.arg))
        yield game


def resume(found: Title[Any], journal: Journal, entries: int, snapshots: Sequence[TurnSnapshot]) -> Game[Any] | None:
    """The game of the last snapshot on the way to so many entries; None if there is none, or if it does not hold."""
    chain = chain_to(snapshots, {n + 1 for n in _steps_to(journal, entries)}) if snapshots else []
    try:
        return load(found, journal, chain) if chain else None
    except Stale:
        return None


def _way_to(journal: Journal, entries: int) -> list[int]:
    """The entries that lead to where a journal stood after so many, without those that were rewound on the way."""
    steps = _steps_to(journal, entries)
    return [n for n in reversed(steps) if journal.entries[n].verb not in REWINDS]


def _steps_to(journal: Journal, entries: int) -> list[int]:
    """The same from the last to the first, with the rewinds themselves."""
    if not 0 <= entries <= len(journal.entries):
        raise IllegalAction("", f"there is no entry {entries}; the journal has {len(journal.entries)}")
    way = []
    while entries > 0:
        entries -= 1
        way.append(entries)
        if journal.entries[entries].verb in REWINDS:
            entries = int(journal.entries[entries].arg)
    return way


def where_began(journal: Journal, seat: str, unasked: Collection[int] = ()) -> int | None:
    """How many entries there were when a seat last began to act, or None if it never has.

    Entries that were made for it, `unasked`, are none of its acts.
    """
    way = _way_to(journal, len(journal.entries))
    own = [journal.entries[n].seat == seat and n not in unasked for n in way]
    i = len(way)
    while i and not own[i - 1]:
        i -= 1
    if not i:
        return None
    while i and own[i - 1]:
        i -= 1
    return way[i]


# -- proof ------------------------------------------------------------------------------------------


def verify(record: Record, where: str, pack: str | Path | None = None) -> int:
    """Prove every roll from the opened secret; returns how many. Difference names the first that is wrong."""
    secret = _opened(record, where)
    laid = _laid(record, where, pack) if record.position else []
    backs = [(entry.n, int(entry.arg)) for entry in record.entries if entry.verb == REWIND_SAME]
    last, lasts = 0, [(-1, 0)]
    for i, roll in enumerate(record.dice):
        while backs and backs[0][0] <= roll.entry:  # the same dice fall again from there on
            last = next(number for entry, number in reversed(lasts) if entry < backs[0][1])
            lasts.append((backs.pop(0)[0], last))
        if roll.number <= last:
            raise Difference(where, f"dice[{i}]", f"number {roll.number} does not follow {last}")
        last = roll.number
        lasts.append((roll.entry, last))
        if not roll.scripted:
            proven = work_out(secret, roll.number, roll.name, roll.sides)
        else:
            proven, laid = laid[: len(roll.sides)], laid[len(roll.sides) :]
        if roll.values != proven:
            by_hand = ", and its position lays out no such dice" if roll.scripted else ""
            reason = f"roll {roll.number} ({roll.name}) cannot have been {roll.values}{by_hand}"
            raise Difference(where, f"dice[{i}]", reason)
    return len(record.dice)


def prove(record: Record, where: str, pack: str | Path | None = None) -> Game[Any]:
    """Play a record again and compare every action, roll, state and the result; returns the game at its end."""
    *_, game = replay(record, where, check=True, pack=pack)
    return game


def signed_part(record: Record) -> bytes:
    """What a signature stands for: all of a record but itself, however its file is laid out."""
    return msgspec.json.encode(msgspec.structs.replace(record, signature=None))


def _laid(record: Record, where: str, pack: str | Path | None) -> list[int]:
    """The dice that the position of a record lays out."""
    return title(record.header.game, pack).position(record.position, where).dice


__all__ = [
    "Difference", "Header", "Record", "RecordEntry", "RecordRoll", "Rolled", "Signature", "Transcript", "decode",
    "prove", "read", "rebuild", "record_of", "replay", "shares_of", "signed_part", "state_hash", "transcript_of",
    "verify", "where_began", "write",
]  # fmt: skip
