"""`vistula data check`: reads the data of a game, or a data pack, with every check."""

from __future__ import annotations

from vistula.cli.arguments import Args, Commands, add_pack
from vistula.kernel.errors import BadInput
from vistula.kernel.title import registered, title


def add(commands: Commands) -> None:
    parser = commands.add_parser("data", help="look after data files and data packs")
    jobs = parser.add_subparsers(metavar="check", required=True, dest="job")
    check = jobs.add_parser("check", help="read data with every check and say what is wrong")
    check.add_argument("game", metavar="GAME", nargs="?", help="a game's id (default: all games)")
    add_pack(check)
    check.set_defaults(run=run)


def run(args: Args) -> int:
    if args.pack and not args.game and len(registered()) > 1:
        raise BadInput("--pack", args.pack, f"name the game that it is for: {', '.join(registered())}")
    for id in [args.game] if args.game else registered():
        found = title(id, args.pack)
        what = f"data pack {args.pack}" if args.pack else "shipped data"
        print(f"{id}: {what} in order, {len(found.scenarios)} scenarios, hash {found.data_hash[:16]}…")
    return 0
