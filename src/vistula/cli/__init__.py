"""The command line. Scripts rely on it: what it prints with --json, and what its exit codes mean.

0: done. 1: the thing asked is not so. 2: bad arguments or unreadable input, told in one line on
stderr. A command is a module with `add(commands)`, which sets a parser up and names what it runs.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from vistula import __version__
from vistula.board.data import DataError
from vistula.cli import board, data, games, lab, play, replay, report, rules, verify
from vistula.cli.arguments import Parser
from vistula.kernel.errors import VistulaError
from vistula.kernel.record import Difference
from vistula.server import admin, copies
from vistula.server import command as serve

COMMANDS = (serve, games, rules, play, lab, replay, report, verify, board, data, copies, admin)

NOT_SO, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141


def parser() -> Parser:
    found = Parser(
        "vistula", description="The board wargames of the Polish-Soviet War of 1920, by their own rulebooks."
    )
    found.add_argument("--version", action="version", version=f"vistula {__version__}")
    commands = found.add_subparsers(metavar="COMMAND", required=True, dest="command")
    for command in COMMANDS:
        command.add(commands)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks ł still shows the rest
    try:
        args = parser().parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except SystemExit as done:  # from argparse: help, version, bad arguments
        return done.code if isinstance(done.code, int) else BAD_INPUT
    except Difference as error:
        return _complain(error, NOT_SO)
    except (VistulaError, DataError) as error:
        return _complain(error, BAD_INPUT)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        return _complain(f"{error.filename or 'system'}: {error.strerror or error}", BAD_INPUT)


def _complain(error: object, code: int) -> int:
    line = " ".join(str(error).split())
    print(f"vistula: {line}", file=sys.stderr)
    return code
