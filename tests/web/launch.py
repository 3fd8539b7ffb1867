"""Starts the server for a browser test, with the games that exist to try the client: `launch.py serve …`."""

from __future__ import annotations

import argparse
import sys

import web.showcase  # noqa: F401 - registers itself
from vistula.server import command

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers(required=True))
    args = parser.parse_args()
    sys.exit(args.run(args))
