"""Starts the server with the empty game beside the real ones."""

from __future__ import annotations

import argparse
import sys

import bench.empty  # noqa: F401 - registers itself
from vistula.server import command

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers(required=True))
    args = parser.parse_args()
    sys.exit(args.run(args))
