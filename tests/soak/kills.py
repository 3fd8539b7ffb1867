"""Kills the server so often under play: `kills.py [COUNT]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from server.killing import kills

if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as folder:
        print(f"{count} kills:", kills(Path(folder), count, seed=20))
