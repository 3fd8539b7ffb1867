"""Nothing illegal: whatever is sent, nothing changes and the sender is told why."""

from __future__ import annotations

import os

from server.garbage import bad_messages
from server.house import House

COUNT = int(os.environ.get("VISTULA_LIES", "5000"))


def test_random_and_mutated_messages(house: House) -> None:
    table = house.open()
    answers = bad_messages(house, table, ["poland", "russia", ""], COUNT * 4 // 5, seed=4)
    assert answers["refused: unreadable"] > 0
    assert answers["answer: refusal"] > 0
    assert answers["answer: stale"] > 0
    assert answers["refused: onlooker"] > 0
    toy = house.open(game="toy", scenario="short")
    bad_messages(house, toy, ["red", "green", ""], COUNT // 5, seed=5)
    assert not [line for line in house.log_lines() if line["level"] == "error"]
