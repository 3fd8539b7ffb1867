"""Starts the server for a browser test, with the games that exist to try the client: `launch.py serve …`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

import msgspec

import web.showcase  # noqa: F401 - registers itself
from server import moved
from vistula.kernel.title import Title
from vistula.server import command, hall, newtable

SAME_DICE = ("west-was-saved", "nest-of-eagles")
PLAN, DRAWN = newtable.plan, newtable.new_secret


def plan(found: Title[Any], new: newtable.NewTable, *more: Any) -> Any:
    """Some games have the same dice every time: their tests play a whole turn by what they find."""
    newtable.new_secret = (lambda: bytes([7] * 32)) if found.id in SAME_DICE else DRAWN
    return PLAN(found, new, *more)


hall.plan = plan
moved.instead()

if static := os.environ.get("VISTULA_TEST_STATIC"):
    made = command._settings
    command._settings = lambda args: msgspec.structs.replace(made(args), static=Path(static))

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers(required=True))
    args = parser.parse_args()
    sys.exit(args.run(args))
