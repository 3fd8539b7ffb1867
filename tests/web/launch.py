"""Starts the server for a browser test, with the games that exist to try the client: `launch.py serve …`."""

from __future__ import annotations

import argparse
import sys

import web.showcase  # noqa: F401 - registers itself
from vistula.server import command, newtable

DRAWN = newtable.new_secret


def secret() -> bytes:
    """How the West was Saved has the same dice every time: its test plays a whole turn by what it finds."""
    opened = sys._getframe(1).f_locals
    west = any(getattr(value, "game", "") == "west-was-saved" for value in opened.values())
    return bytes([7] * 32) if west else DRAWN()


newtable.new_secret = secret

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers(required=True))
    args = parser.parse_args()
    sys.exit(args.run(args))
