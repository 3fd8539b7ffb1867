"""`vistula verify`: proves the dice of a record from its opened secret."""

from __future__ import annotations

from vistula.cli.arguments import Args, Commands
from vistula.kernel import record


def add(commands: Commands) -> None:
    parser = commands.add_parser("verify", help="prove every roll of a record; exit 1 if one is wrong")
    parser.add_argument("record", metavar="RECORD", help="a record written by play --record")
    parser.set_defaults(run=run)


def run(args: Args) -> int:
    found = record.read(args.record)
    rolls = record.verify(found, args.record)
    print(f"{args.record}: the secret opens the seal {found.seal[:16]}…; {rolls} rolls proved")
    return 0
