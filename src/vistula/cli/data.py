"""`vistula data check`: reads the data of a game, or a data pack, with every check."""

from __future__ import annotations

from pathlib import Path

from vistula.cli.arguments import Args, Commands, add_pack
from vistula.games import BOARDS
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
    known = dict.fromkeys([*registered(), *BOARDS])
    for id in [args.game] if args.game else known:
        print(f"{id}: {_sound(id, args.pack)}")
    return 0


def _sound(id: str, pack: str | None) -> str:
    """What was found in order; whatever is not raises an error that names file, key and reason."""
    parts = [f"data pack {pack} in order" if pack else "shipped data in order"]
    if id in registered() or id not in BOARDS:
        found = title(id, pack)
        parts.append(f"{len(found.scenarios)} scenarios, hash {found.data_hash[:16]}…")
    if id in BOARDS:
        from vistula.games.boards import check_board  # drawing is needed by few and takes long to load

        proved = check_board(id, Path(pack) if pack else None)
        stated = sum(not line.startswith("[board]") for line in proved)
        parts.append(
            f"{stated} statements of the rulebook hold on the board, {len(proved) - stated} of any sound board"
        )
    return "; ".join(parts)
