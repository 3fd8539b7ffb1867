"""Starts the server with the games that only benchmarks know beside the real ones."""

from __future__ import annotations

import argparse
import sys

import bench.bare
import bench.crowded
import bench.empty  # noqa: F401 - all register themselves
from vistula.server import command

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers(required=True))
    args = parser.parse_args()
    sys.exit(args.run(args))
