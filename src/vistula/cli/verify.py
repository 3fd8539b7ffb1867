"""`vistula verify`: proves a record, and says what it does not prove."""

from __future__ import annotations

import re
from pathlib import Path

from vistula.cli.arguments import Args, Commands, add_pack
from vistula.kernel import record
from vistula.kernel.errors import BadInput
from vistula.kernel.record import Difference, Record

HEX64 = re.compile("[0-9a-f]{64}")
UNCHECKED = "it is signed, but the package to check that with is not installed; install vistula[server]"


def add(commands: Commands) -> None:
    parser = commands.add_parser("verify", help="prove a record: seal, rolls, actions, result, signature")
    parser.add_argument("record", metavar="RECORD", help="a record written by play --record, or by a table")
    parser.add_argument("--number", metavar="NUMBER", help="the number that your own client has added to the dice")
    parser.add_argument("--seal", metavar="HASH", help="the seal that the table showed before its first action")
    parser.add_argument(
        "--key", metavar="KEY", help="the public key of the server, from its /api/key, or a file with it"
    )
    add_pack(parser)
    parser.set_defaults(run=run)


def run(args: Args) -> int:
    found = record.read(args.record)
    seal, key = _number("--seal", args.seal), _number("--key", args.key and _text(args.key))
    _shown(found, args.record, seal)
    _added(found, args.record, _number("--number", args.number))
    rolls = record.verify(found, args.record, args.pack)
    print(f"{args.record}: the secret opens the seal {found.seal[:16]}…; {rolls} rolls proved")
    game = record.prove(found, args.record, args.pack)
    end = f"the result: {game.outcome_in_words}" if game.over else "the game is not over"
    print(f"{len(found.entries)} entries replay to the same states; {end}")
    doubts = [*_signed(found, args.record, key)]
    if shares := record.shares_of(found):
        print(f"rolls follow from the server's secret and from numbers of {', '.join(sorted(shares))} together")
        if args.number is None:
            doubts.append("that your own client's number is among them: name it with --number")
    else:
        doubts.append("that whoever ran the table did not choose the dice: nobody else added a number to them")
    if seal is None:
        doubts.append("that the table showed this seal before the first action: name it with --seal")
    for doubt in doubts:
        print(f"not proved: {doubt}")
    return 0


def _text(given: str) -> str:
    """A key, or the text of the file that has it."""
    file = Path(given)
    try:
        return file.read_text(encoding="utf8").strip() if file.is_file() else given
    except (OSError, UnicodeDecodeError):
        raise BadInput("--key", given, "cannot be read") from None


def _number(flag: str, given: str | None) -> str | None:
    if given is not None and not HEX64.fullmatch(given.lower()):
        raise BadInput(flag, given, "is not a hexadecimal number of 64 digits")
    return given.lower() if given is not None else None


def _shown(found: Record, where: str, seal: str | None) -> None:
    if seal is not None and seal != found.seal:
        raise Difference(where, "seal", f"is {found.seal}, not the one that the table showed")


def _added(found: Record, where: str, number: str | None) -> None:
    if number is not None and number not in record.shares_of(found).values():
        raise Difference(where, "shares", "your own client's number is not among them")


def _signed(found: Record, where: str, key: str | None) -> list[str]:
    """What is left open about who played, when, and whether this is the whole game."""
    if found.signature is None:
        if key is not None:
            raise Difference(where, "signature", "is missing: the server of that key signs every finished game")
        return ["who played, when, and that it ended there: the record is not signed"]
    try:
        from vistula.server.keys import check
    except ImportError:
        if key is not None:
            raise BadInput(where, "signature", UNCHECKED) from None
        return [f"who played, when, and that it ended there: {UNCHECKED}"]
    if key is not None and found.signature.key != key:
        raise Difference(where, "signature", f"is made with the key {found.signature.key}, not with the one you named")
    if not check(found):
        raise Difference(where, "signature", "does not fit: the record was changed after the server signed it")
    print(f"signed by the key {found.signature.key}: names, dates, entries and result are as the server had them")
    return [] if key is not None else ["whose key that is: compare it with the server's /api/key, by --key"]
