"""`vistula play`: one game, people at the terminal or computer players or both."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from vistula.cli.arguments import Args, Commands, add_game, add_json, add_table, pairs, positive, print_json
from vistula.cli.human import Humans, Quit
from vistula.cli.interrupts import Interrupts
from vistula.files import check_writable
from vistula.kernel.decision import ASK_ANYWAY
from vistula.kernel.errors import BadInput
from vistula.kernel.game import Game
from vistula.kernel.journal import REWINDS
from vistula.kernel.record import record_of, write
from vistula.kernel.title import title
from vistula.players import PLAYERS
from vistula.players.play import asked, play_out, players_of, seat_players

HUMAN = "human"


def add(commands: Commands) -> None:
    parser = commands.add_parser("play", help="play a game in the terminal, or let computers play it")
    add_game(parser)
    add_table(parser, (HUMAN, *PLAYERS))
    parser.add_argument("--seed", metavar="N", type=int, help="the dice follow from it (default: chance, or 1)")
    parser.add_argument("--playouts", metavar="N", type=positive, default=0,
                        help="captains think by so many playouts a decision (default: by the clock)")  # fmt: skip
    parser.add_argument("--position", metavar="FILE", help="start from a position file")
    parser.add_argument("--ask", action="store_true", help="ask people even where they can only pass")
    parser.add_argument("--record", metavar="FILE", help="write the record of the game at its end")
    add_json(parser)
    parser.set_defaults(run=run)


class Sitting:
    """One game at this terminal, from its arguments to its record."""

    def __init__(self, args: Args) -> None:
        options = pairs("--option", args.option)
        found = title(args.game, args.pack)
        if args.position:  # it may be for more players
            options = found.start(args.scenario, options=options, position=args.position, journal=False).options
        default = HUMAN if sys.stdin.isatty() and not args.json else "random"
        self.names = players_of(found, options, pairs("--seat", args.seat), default, (HUMAN, *PLAYERS))
        self.humans = tuple(seat for seat, name in self.names.items() if name == HUMAN)
        if args.json and self.humans:
            raise BadInput("--seat", f"{self.humans[0]}={HUMAN}", "--json is for computer players only")
        self.path = Path(args.record) if args.record else None
        if self.path is not None:
            check_writable(self.path)
        self.playouts: int = args.playouts
        self.seed = args.seed if args.seed is not None else secrets.randbits(32) if self.humans else 1
        self.game: Game[Any] = found.start(args.scenario, seed=self.seed, options=options, position=args.position)
        if args.scenario and args.scenario != self.game.scenario:
            raise BadInput("--scenario", args.scenario, f"the position file starts from {self.game.scenario}")
        for seat in self.humans if args.ask else ():
            self.game.stand(seat, ASK_ANYWAY)
        self.interrupts = Interrupts()
        self.started = _now()

    def play(self, console: Console, ask: Callable[[str], str]) -> None:
        """To the end of the game; KeyboardInterrupt and Quit come between decisions."""
        computers = {seat: name for seat, name in self.names.items() if name != HUMAN}
        seated = seat_players(computers, self.seed, self.playouts)
        with self.interrupts.held():
            if not self.humans:
                for _ in play_out(self.game, seated):
                    self.interrupts.check()
                return
            people = Humans(self.game, self.humans, console, ask, self.interrupts, self._who())
            while not self.game.over:
                self.interrupts.check()
                seat = asked(self.game)
                if seat in self.humans:
                    people.turn(seat)
                else:
                    self.game.play(seat, seated[seat].choose(self.game, seat))
            people.tell(people.sitting or self.humans[0])

    def keep(self) -> None:
        """Write the record, if one was asked for."""
        if self.path is not None:
            write(self.path, record_of(self.game, self._who(), self.started, _now() if self.game.over else ""))

    def _who(self) -> dict[str, str]:
        return {str(seat): name for seat, name in self.names.items()}

    @property
    def decisions(self) -> int:
        """How many actions were taken; taking back is none."""
        assert self.game.journal is not None
        return sum(entry.verb not in _NO_ACTION for entry in self.game.journal.entries)


_NO_ACTION = frozenset({"undo", "retract", "resign", "stand", "unstand", *REWINDS})


def run(args: Args) -> int:
    sitting = Sitting(args)
    began = time.perf_counter()
    try:
        sitting.play(Console(), _line)
    except KeyboardInterrupt:
        sitting.keep()
        _say_kept(sitting, "interrupted")
        raise
    except Quit:
        _offer_record(sitting)
        return 0
    sitting.keep()
    report(sitting, time.perf_counter() - began, args.json)
    return 0


def report(sitting: Sitting, seconds: float, as_json: bool) -> None:
    game = sitting.game
    turns = game.title.turn(game.s)
    if as_json:
        print_json(
            {
                "game": game.title.id,
                "scenario": game.scenario,
                "result": msgspec.to_builtins(game.result),
                "decisions": sitting.decisions,
                "turns": turns,
                "seconds": round(seconds, 3),
            }
        )
        return
    print(f"{game.outcome_in_words} after {turns} turns ({sitting.decisions} decisions, {seconds:.1f} s)")
    if sitting.path is not None:
        print(f"{sitting.path} written")


def _offer_record(sitting: Sitting) -> None:
    """Someone leaves a game that is not over."""
    if sitting.path is not None:
        sitting.keep()
        _say_kept(sitting, "left")
        return
    try:
        name = _line("save the record of the game? (a file name, or nothing) ").strip() if sys.stdin.isatty() else ""
    except (EOFError, KeyboardInterrupt):
        return
    if name:
        sitting.path = Path(name)
        check_writable(sitting.path)
        sitting.keep()
        _say_kept(sitting, "left")


def _say_kept(sitting: Sitting, how: str) -> None:
    where = f"; the record so far is in {sitting.path}" if sitting.path is not None else ""
    print(f"vistula: {how} after {sitting.decisions} decisions{where}", file=sys.stderr)


def _line(prompt: str) -> str:
    """One line from the keyboard, with the editing and history that a terminal has."""
    if sys.stdin.isatty():
        import readline  # noqa: F401

    return input(prompt)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
