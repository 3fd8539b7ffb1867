"""Sends so many random and mutated messages: `bad_messages.py [COUNT]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from server.garbage import bad_messages
from server.house import House

if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder, House(Path(folder), "--no-limits") as house:
        heard = bad_messages(house, house.open(), ["poland", "russia", ""], count * 4 // 5, seed=1)
        heard += bad_messages(house, house.open(game="toy", scenario="short"), ["red", "green", ""], count // 5, seed=2)
        faults = [line for line in house.log_lines() if line["level"] == "error"]
        print(f"{count} messages:", dict(heard), "faults:", len(faults))
        sys.exit(1 if faults else 0)
