"""`vistula report`: the account of one game: its course, what chance did, where it turned."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.cli.arguments import Args, Commands, add_json, add_pack, print_json
from vistula.kernel import record
from vistula.lab.account import Account, Diagram, account_of

SHARE = "{:.0f} of 100 games with these throws would have been as kind to it, or kinder"


def add(commands: Commands) -> None:
    parser = commands.add_parser("report", help="the account of one game: points by turn, luck, turning points")
    parser.add_argument("record", metavar="RECORD", help="a record written by play --record, or by a table")
    add_pack(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: Args) -> int:
    made = account_of(record.read(args.record), args.record, args.pack)
    if args.json:
        print_json(made)
    else:
        print("\n".join(told(made)))
    return 0


def told(made: Account) -> Iterator[str]:
    yield f"{made.game}, {made.scenario}: {made.ended or 'the game is not over'}"
    for chart in made.charts:
        yield from _course(made, chart)
    if made.turnings:
        yield f"\nTurning points ({made.turned})"
    for turning in made.turnings:
        yield f"  turn {turning.turn}: {turning.side} gains {turning.gain}, and stands at {turning.lead:+}"
        if turning.battle >= 0:
            yield f"    {made.battles[turning.battle].text}"
    if made.fortunes:
        yield f"\nLuck: {made.worth}"
    for fortune in made.fortunes:
        sums = f"{fortune.throws} throws, expected {fortune.expected:.1f}, came {fortune.came:.1f}"
        yield f"  {fortune.side}: luck {fortune.luck:+.1f} ({sums}); {SHARE.format(100 * fortune.likely)}"


def _course(made: Account, chart: Diagram) -> Iterator[str]:
    yield f"\n{chart.title}"
    width = max(len(curve.name) for curve in chart.curves)
    yield " ".join(["  turn".ljust(width + 3), *(f"{turn:>5}" for turn in made.turns)])
    for curve in chart.curves:
        yield " ".join([f"  {curve.name}".ljust(width + 3), *(f"{value:>5}" for value in curve.values)])
