"""Two people on one side: one who resigns hands the seat to the other, and the side gives up when both have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from server.house import Client, House, Opened

NORTH, SOUTH = "poland-north", "poland-south"
COMPUTER = {"who": "computer", "level": "random"}


def four(house: House, **more: Any) -> Opened:
    return house.open(game="strike-of-the-eagle", scenario="vistula", options={"players": "4"}, **more)


def over(client: Client) -> bool:
    client.drain()
    return bool(client.view.get("result"))


def test_a_partner_plays_on_and_the_side_resigns_when_both_have(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table = four(house)
        north, south, russia = (table.sit(seat) for seat in (NORTH, SOUTH, "russia-north"))
        assert south.ask("take", seat=NORTH)["refusal"]["why"]
        assert north.ask("resign")["done"] == 1
        assert north.closed_with() == 1013
        assert "Poland North has resigned; Poland South plays on for both." in [
            message["text"] for message in (*russia.heard, *russia.drain()) if message["type"] == "notice"
        ]
        assert not over(russia)
        assert "handed" not in russia.welcome
        assert russia.ask("take", seat=NORTH)["refusal"]["why"]
        house.kill()
        house.start()
        left = Client(house, table.id, table.tokens[NORTH]).hello()
        assert left.welcome["seat"] == "", "whoever has resigned may watch"
        assert left.ask("resign")["error"] == "onlooker"
        south = table.sit(SOUTH)
        assert south.welcome["handed"] == [NORTH]
        taken = south.ask("take", seat=NORTH)
        both = Client(house, table.id, taken["token"]).hello()
        assert both.welcome["seat"] == NORTH
        assert both.view["seat"] == NORTH
        assert both.ask("chat", text="I play for both")["done"] == 1
        assert both.ask("resign")["refusal"]["why"], "one seat resigns once"
        assert south.ask("resign")["done"] == 1
        assert over(both)
        assert both.view["result"]["victors"] == ["russia"]
        assert both.view["result"]["winners"] == ["russia-north", "russia-south"]


def test_a_computer_partner_agrees(house: House) -> None:
    table = four(house, seats={SOUTH: COMPUTER})
    north, russia = table.sit(NORTH), table.sit("russia-south")
    assert north.ask("resign")["done"] == 1
    assert over(russia)
    assert russia.view["result"]["victors"] == ["russia"]
