"""`vistula replay`: plays a record again and tells its diary."""

from __future__ import annotations

import sys
from typing import Any

from vistula.cli.arguments import Args, Commands, add_pack
from vistula.kernel import record
from vistula.kernel.errors import BadInput
from vistula.kernel.game import Game


def add(commands: Commands) -> None:
    parser = commands.add_parser("replay", help="play a record again, line by line of its diary")
    parser.add_argument("record", metavar="RECORD", help="a record written by play --record")
    parser.add_argument("--check", action="store_true", help="compare dice and states; exit 1 at the first difference")
    parser.add_argument("--to", metavar="N", type=int, help="stop after so many entries")
    add_pack(parser)
    parser.set_defaults(run=run)


def run(args: Args) -> int:
    found = record.read(args.record)
    entries = len(found.entries)
    if args.to is not None and not 0 <= args.to <= entries:
        raise BadInput("--to", str(args.to), f"the record has {entries} entries")
    told = 0
    for n, game in enumerate(record.replay(found, args.record, args.check, args.pack)):
        told = tell(game, n, told)
        if n == args.to:
            break
    print(game.outcome_in_words if game.over else f"the record stands at entry {n} of {entries}, turn {turn(game)}")
    if args.check:
        whole = "all" if args.to is None else f"the first {n}"
        print(f"{args.record}: {whole} entries replay to the same states", file=sys.stderr)
    return 0


def turn(game: Game[Any]) -> int:
    return game.title.turn(game.s)


def tell(game: Game[Any], n: int, told: int) -> int:
    """The diary since the last entry; what was taken back is said to be."""
    if told > len(game.events):
        print(f"{n:>6}  (taken back)")
    for event in game.events[told:]:
        print(f"{n:>6}  {game.title.tale(event)} [{event.rule}]")
    return len(game.events)
