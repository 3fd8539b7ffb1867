"""Kills processes that share a database, so often in all, two and four of them: `estates.py [COUNT]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from server import postgres
from server.estate import Estate
from server.test_estate import killed, played_through

if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with postgres.running() as cluster:
        for processes in (2, 4):
            with tempfile.TemporaryDirectory() as folder, Estate(Path(folder), cluster, processes) as house:
                found = played_through(house, count // 2, lambda rng, house=house: killed(house, rng), seed=processes)
                print(f"{count // 2} kills of {processes} processes:", found, flush=True)
