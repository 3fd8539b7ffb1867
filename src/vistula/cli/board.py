"""`vistula board`: a picture of the map, bare or with a position on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vistula.cli.arguments import Args, Commands, add_game, add_pack, positive
from vistula.files import check_writable, write_whole
from vistula.games import BOARDS
from vistula.kernel.errors import BadInput
from vistula.kernel.title import Title, registered, title

KINDS = (".svg", ".png")
NAMES = ("polish", "english", "local")


def add(commands: Commands) -> None:
    parser = commands.add_parser("board", help="draw the board, as it is or with a position on it")
    add_game(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--scenario", metavar="S", help="with the units of a scenario at its start")
    what.add_argument("--position", metavar="FILE", help="with the situation of a position file")
    parser.add_argument("--seat", metavar="SIDE", help="as this seat sees it (default: the first seat)")
    parser.add_argument("--names", choices=NAMES, metavar="|".join(NAMES), help="the language of names on the bare map")
    parser.add_argument("--width", metavar="N", type=positive, help="width of a PNG in pixels")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="FILE.svg or FILE.png")
    add_pack(parser)
    parser.set_defaults(run=run)


def run(args: Args) -> int:
    path = Path(args.output)
    if path.suffix.lower() not in KINDS:
        raise BadInput(args.output, "", f"ends in none of {', '.join(KINDS)}")
    check_writable(path)
    svg = drawing(args)
    save(svg, path, args.width)
    print(f"{args.output} written")
    return 0


def drawing(args: Args) -> str:
    """The board as SVG; the bare sheet with its tracks where neither a scenario nor a position is named."""
    if args.game in BOARDS and not (args.scenario or args.position):
        return _printed(args)
    if args.names:
        raise BadInput("--names", args.names, "is for the bare map; leave out --scenario and --position")
    if args.game in BOARDS and args.game not in registered():
        raise BadInput(args.game, "", "only its bare board can be drawn yet; leave out --scenario, --position, --seat")
    found = title(args.game, args.pack)
    seat = _seat(found, args)
    if not args.scenario and not args.position:
        return found.board()
    game = found.start(args.scenario, position=args.position)
    return found.board(game.seat(seat).view())


def _seat(found: Title[Any], args: Args) -> str:
    seat: str = args.seat or found.seats[0]
    if seat not in found.seats:
        raise BadInput("--seat", seat, f"{found.id} has no such seat; there are: {', '.join(found.seats)}")
    return seat


def _printed(args: Args) -> str:
    """The sheet as it lies on the table before the first counter."""
    if args.game in registered():
        _seat(title(args.game, args.pack), args)
    elif args.seat:
        raise BadInput("--seat", args.seat, f"nobody can sit down to {args.game} yet; leave it out")
    from vistula.games.boards import board_picture  # drawing is needed by few and takes long to load

    return board_picture(args.game, Path(args.pack) if args.pack else None, args.names)


def save(svg: str, path: Path, width: int | None = None) -> None:
    """An SVG as the kind of file that its name asks for."""
    from vistula.art.picture import render_png  # drawing is needed by few and takes long to load

    write_whole(path, render_png(svg, width) if path.suffix.lower() == ".png" else svg.encode())
