"""Starts the server for a test, with the kernel's trial game beside the real ones: `launch.py serve …`."""

from __future__ import annotations

import argparse
import os
import sys

import kernel.toy  # noqa: F401 - registers itself
import server.ponder  # noqa: F401 - a slow player, beside the real ones
from server import moved
from server.postgres import ON, instead
from vistula.kernel.errors import BadInput
from vistula.server import app, command

app.registered = list  # no title is read before it is asked for: a test plays one or two, and is soon over


def main() -> int:
    if os.environ.get(ON):
        instead()
    moved.instead()
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers(required=True))
    args = parser.parse_args()
    try:
        return int(args.run(args))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
