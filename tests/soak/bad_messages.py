"""Sends so many random and mutated messages: `bad_messages.py [COUNT]`."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from server import postgres
from server.garbage import bad_messages
from server.house import House

if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with ExitStack() as opened:
        if os.environ.get(postgres.ON) == "1":
            os.environ[postgres.ON] = opened.enter_context(postgres.running()).url()
            postgres.instead()
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        house = opened.enter_context(House(Path(folder), "--no-limits"))
        heard = bad_messages(house, house.open(), ["poland", "russia", ""], count * 4 // 5, seed=1)
        heard += bad_messages(house, house.open(game="toy", scenario="short"), ["red", "green", ""], count // 5, seed=2)
        faults = [line for line in house.log_lines() if line["level"] == "error"]
        print(f"{count} messages:", dict(heard), "faults:", len(faults))
        sys.exit(1 if faults else 0)
