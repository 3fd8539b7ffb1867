"""Arguments that several commands share, and a parser that complains in one line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from vistula.kernel.errors import BadInput

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction["Parser"]
else:
    Commands = argparse._SubParsersAction

Args = argparse.Namespace


class Parser(argparse.ArgumentParser):
    """argparse with one line on stderr for a mistake; words are never abbreviated, for scripts' sake."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"allow_abbrev": False, **kwargs})

    def error(self, message: str) -> NoReturn:
        line = " ".join(message.split())
        self.exit(2, f"{self.prog}: {line}; see {self.prog} --help\n")


def add_game(parser: Parser, **more: Any) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's id, such as warsaw-1920; see vistula games", **more)


def add_table(parser: Parser, players: Iterable[str]) -> None:
    """What is agreed on before a game starts: scenario, seats, options, data."""
    parser.add_argument("--scenario", metavar="S", help="a scenario of the game (default: its first)")
    parser.add_argument("--seat", metavar="SIDE=PLAYER", action="append", default=[],
                        help=f"who plays a seat; PLAYER: {' | '.join(players)}")  # fmt: skip
    parser.add_argument("--option", metavar="K=V", action="append", default=[], help="a table option")
    add_pack(parser)


def add_pack(parser: Parser) -> None:
    parser.add_argument("--pack", metavar="DIR", help="a data pack in place of the shipped data")


def add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def pairs(flag: str, given: list[str]) -> dict[str, str]:
    """KEY=VALUE arguments; BadInput for one without = and for a key that stands twice."""
    found: dict[str, str] = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not (key and equals and value):
            raise BadInput(flag, text, "is not of the form NAME=VALUE")
        if key in found:
            raise BadInput(flag, key, "stands twice")
        found[key] = value
    return found


def positive(text: str) -> int:
    """A number of games or processes."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


positive.__name__ = "positive number"


def print_json(document: Any) -> None:
    json.dump(document, sys.stdout, ensure_ascii=False, indent=1)
    sys.stdout.write("\n")
