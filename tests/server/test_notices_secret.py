"""Nothing secret in a notice: in worlds that a seat cannot tell apart it is told the same, and drafts call nobody."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

from server.calls import Endpoint, Got
from server.house import Client, House
from server.person import Person
from server.test_channels import hook
from server.test_notices import local, passed
from server.twins import Side, lay, pairs, plain

COUNT = 3


def words(got: Got, side: Side) -> str:
    """What it says, without its own names."""
    told = got.json
    for name in ("key", "quiet"):
        del told["vistula"][name]
    return plain(re.sub(r"/quiet#[\w.-]+", "/quiet", str(told)), side)


def same(endpoint: Endpoint, sides: tuple[Side, Side], kind: str, count: int) -> list[str]:
    heard = [[words(got, side) for got in endpoint.until(f"/{kind}-{side.id}", count)] for side in sides]
    assert heard[0] == heard[1]
    assert len(heard[0]) == count
    return heard[0]


def test_twin_worlds_are_called_alike(tmp_path: Path, endpoint: Endpoint) -> None:
    """Russia, which is asked, is told so; then that the game is over, and in its digest all at once."""
    house = House(tmp_path, "--no-limits", "--calls", "anywhere", movable=True)
    laid = [lay(house.database, pair, n) for n, pair in enumerate(pairs(seed=6, count=COUNT))]
    with house:
        for side in [side for sides in laid for side in sides]:
            russia = Person(house, key=side.keys["russia"])
            hook(russia, endpoint, f"/now-{side.id}", after=1)
            hook(russia, endpoint, f"/daily-{side.id}", how="daily", daily_at=local(house, 1))
            Client(house, side.id, side.tokens[""]).hello()  # somebody looks on, and the table is read
        for sides in laid:
            (turn,) = same(endpoint, sides, "now", 1)
            assert "Your move: Warsaw 1920" in turn
        house.put_on(minutes=70)
        for sides in laid:
            (digest,) = same(endpoint, sides, "daily", 1)
            assert "A table waits for you" in digest
        for side in [side for sides in laid for side in sides]:
            poland = Client(house, side.id, side.tokens["poland"]).hello()
            assert poland.ask("resign")["done"] == 1
        for sides in laid:
            assert "Russia has won" in same(endpoint, sides, "now", 2)[1]


def test_another_seats_draft_calls_nobody_and_changes_no_notice(tmp_path: Path, endpoint: Endpoint) -> None:
    """Poland deploys, takes back and deploys otherwise at one table, and does nothing at the other."""
    with House(tmp_path, "--no-limits", "--calls", "anywhere", movable=True) as house:
        tables = [house.open(scenario="free") for _ in range(2)]
        sides: list[Any] = []
        for table in tables:
            for seat in ("russia", "poland"):
                person = Person(house, seat.title())
                person.post("/api/me/tables", {"tokens": [table.tokens[seat]]})
                hook(person, endpoint, f"/{seat}-{table.id}", after=1)
            sides.append(Side(table.id, {}))
            table.sit("").ask("why", kind="space", name="?")
        poland = tables[0].sit("poland")
        rng = random.Random(1)
        for n in range(30):
            option = rng.choice([option for option in poland.options if option["verb"] in ("pick", "place", "lift")])
            assert poland.act((option["verb"], rng.choice(option["args"]))).get("done") == 1
            if n % 7 == 3:
                poland.ask("undo", revision=poland.revision, reset=n % 2 == 1)
        house.put_on(minutes=30)
        passed(house, endpoint)
        heard = [[words(got, side) for got in endpoint.of(f"/russia-{side.id}")] for side in sides]
        assert heard[0] == heard[1]
        for side, table in zip(sides, tables, strict=True):
            assert table.sit("poland").ask("resign")["done"] == 1
            endpoint.until(f"/russia-{side.id}", len(heard[0]) + 1)
