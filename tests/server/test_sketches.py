"""Sketches: one's own moves tried out on a copy of what one knows; kept, made at the table, or thrown away."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.house import Client, House, Message, Opened
from server.twins import Side, lay, pairs, plain
from vistula.kernel import Action
from vistula.kernel.title import title
from vistula.players.play import asked
from vistula.server.guests import Declined
from vistula.server.perspective import encode
from vistula.server.sketching import Sketch


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("sketches"), "--no-limits") as house:
        yield house


def sketch(house: House, table: str, token: str, n: int = 0, name: str = "") -> Client:
    return Client(house, table, token, path=f"/api/tables/{table}/sketches/{n}/play", name=name).hello()


def drawn(client: Client) -> Message:
    """What the sketch has come to."""
    client.drain()
    return next(message for message in reversed(client.heard) if message["type"] == "sketched")


def put(house: House, table: Opened, seat: str, n: int, sheet: dict[str, Any]) -> Any:
    headers = {"authorization": f"Bearer {table.tokens[seat]}"}
    return house.http.put(f"{house.url}/api/tables/{table.id}/sketches/{n}", json=sheet, headers=headers)


def marching(house: House) -> tuple[Opened, Client]:
    """Russia about to move its units."""
    table = house.open()
    russia = table.sit("russia")
    for verb in ("movement", "spend", "spend"):
        assert russia.act((verb, ""))["done"] == 1
    russia.drain()
    return table, russia


def test_moves_are_tried_out_and_nobody_sees_them(house: House) -> None:
    table, russia = marching(house)
    poland = table.sit("poland")
    before = russia.revision, poland.revision
    drawing = sketch(house, table.id, table.tokens["russia"])
    assert drawing.view["pieces"] == russia.view["pieces"]
    assert drawn(drawing) == {"type": "sketched", "steps": [], "draft": 0}
    assert drawing.ask("staff", revision=drawing.revision, group="")["done"] > 5
    state = drawn(drawing)
    assert len(state["steps"]) == state["draft"] > 5
    assert drawing.view["pieces"] != russia.view["pieces"]
    russia.drain()
    poland.drain()
    assert (russia.revision, poland.revision) == before
    assert drawing.ask("undo", revision=drawing.revision)["done"] == 1
    assert drawn(drawing)["steps"] == []
    assert drawing.view["pieces"] == russia.view["pieces"]
    assert drawing.ask("resign")["type"] == "refused"
    assert drawing.ask("chat", text="hello")["type"] == "refused"


def test_it_goes_on_into_the_next_phase_and_ends_where_nobody_can_know(house: House) -> None:
    table, russia = marching(house)
    drawing = sketch(house, table.id, table.tokens["russia"])
    drawing.ask("staff", revision=drawing.revision, group="")
    drawing.drain()
    moved = len(drawn(drawing)["steps"])
    assert drawing.act(("end", ""))["done"] == 1
    after = drawn(drawing)
    assert len(after["steps"]) == moved + 1
    assert after["draft"] == moved, "at the table the others would see it from there on"
    for verb in ("combat", "spend", "spend"):
        assert drawing.act((verb, ""))["done"] == 1
    drawing.drain()
    target = next(o for o in drawing.options if o["verb"] == "attack")
    odds = drawing.ask("odds", verb="attack", arg=target["args"][0])
    assert odds["forecast"]["outcomes"]
    rng = random.Random(1)
    for _ in range(30):
        answer = drawing.act(drawing.choice(rng))
        if answer["type"] == "refused":
            break
        drawing.drain()
    assert answer["why"].startswith("a sketch ends here")
    assert drawing.ask("undo", revision=drawing.revision, reset=True)["done"] == 1
    assert drawn(drawing)["steps"] == []
    assert drawing.view["pieces"] == russia.view["pieces"]


def test_a_sketch_is_kept_and_made_at_the_table(house: House) -> None:
    table, russia = marching(house)
    drawing = sketch(house, table.id, table.tokens["russia"])
    drawing.ask("staff", revision=drawing.revision, group="")
    state = drawn(drawing)
    sheet = {"name": "Over the Bug", "steps": state["steps"], "note": "If they hold Brześć", "turn": 1}
    assert put(house, table, "russia", 1, sheet).status_code == 200
    assert put(house, table, "russia", 10, {**sheet, "name": "Another"}).status_code == 200
    house.close_all()
    house.restart()
    path = f"/api/tables/{table.id}/sketches"
    kept = house.get(path, table.tokens["russia"]).json()["sketches"]
    assert [(each["n"], each["sheet"]["name"]) for each in kept] == [(1, "Over the Bug"), (10, "Another")]
    assert kept[0]["sheet"]["note"] == "If they hold Brześć"
    assert house.get(path, table.tokens["poland"]).json()["sketches"] == []
    again = sketch(house, table.id, table.tokens["russia"], 1)
    assert drawn(again)["steps"] == state["steps"]
    russia = table.sit("russia")
    deeds = [(step["verb"], step.get("arg", "")) for step in state["steps"]]
    assert russia.act(*deeds)["done"] == len(deeds)
    russia.drain()
    assert russia.view["pieces"] == again.view["pieces"]
    headers = {"authorization": f"Bearer {table.tokens['russia']}", "content-type": "application/json"}
    gone = house.http.delete(f"{house.url}{path}/1", headers=headers)
    assert [each["n"] for each in gone.json()["sketches"]] == [10]


@pytest.mark.parametrize("game", ["west-was-saved", "strike-of-the-eagle", "nest-of-eagles", "red-star-white-eagle"])
def test_it_begins_with_what_the_seat_sees_in_every_game(game: str) -> None:
    real = title(game).start(seed=5)
    rng = random.Random(5)
    for _ in range(30):
        seat = asked(real)
        own = real.seat(seat)
        drawing = Sketch(own)
        assert encode(drawing.game.seat(seat).view().pieces) == encode(own.view().pieces)
        for _ in range(4):
            if (decision := drawing.game.decision_of(seat)) is None:
                break
            option = rng.choice(decision.options)
            before = drawing.steps
            try:
                drawing.game.play(seat, Action(option.verb, rng.choice(option.args)))
                drawing.judge()
            except Declined:
                assert drawing.steps == before
        drawing._return(0)
        assert encode(drawing.game.seat(seat).view().pieces) == encode(own.view().pieces)
        decision = real.decisions[seat]
        option = rng.choice([o for o in decision.options if not o.free] or decision.options)
        real.play(seat, Action(option.verb, rng.choice(option.args)))


def test_what_is_no_sketch_is_refused(house: House) -> None:
    table, _ = marching(house)
    fine = {"name": "x", "steps": []}
    assert put(house, table, "", 1, fine).status_code == 403
    assert put(house, table, "russia", 0, fine).status_code == 400
    assert put(house, table, "russia", 11, fine).status_code == 400
    assert put(house, table, "russia", 1, {"name": "", "steps": []}).status_code == 400
    assert put(house, table, "russia", 1, {"name": "x", "steps": [{"verb": "v"}] * 201}).status_code == 400
    for token in (table.tokens[""], "nobody", house.open().tokens["russia"]):
        stranger = Client(house, table.id, token, path=f"/api/tables/{table.id}/sketches/0/play")
        stranger.send(type="hello", id="h", token=token, heard=0)
        assert stranger.next()["type"] == "refused"
        stranger.close()
    table.sit("poland").ask("resign")
    late = Client(house, table.id, table.tokens["russia"], path=f"/api/tables/{table.id}/sketches/0/play")
    late.send(type="hello", id="h", token=table.tokens["russia"], heard=0)
    assert late.next()["why"] == "a sketch is for a game that runs"


def test_a_sketch_knows_nothing_that_its_seat_does_not(tmp_path: Path) -> None:
    """The same sketched in two worlds that Russia cannot tell apart."""
    house, count = House(tmp_path, "--no-limits"), 3
    found = pairs(seed=21, count=count)
    laid = [lay(house.database, pair, n) for n, pair in enumerate(found)]
    done = 0
    with house:
        for n, sides in enumerate(laid):
            clients = [sketch(house, side.id, side.tokens["russia"], name="twin") for side in sides]
            rng = random.Random(n)
            for _ in range(16):
                _same(clients, sides)
                verb, arg = clients[0].choice(rng)
                answers = [client.act((verb, arg)) for client in clients]
                done += answers[0].get("done", 0)
                if answers[0]["type"] == "refused":
                    for client in clients:
                        client.ask("undo", revision=client.revision, reset=True)
            _same(clients, sides)
    assert done > 3 * count


def _same(clients: list[Client], sides: tuple[Side, Side]) -> None:
    for client in clients:
        client.ask("paint", kind="supply")
        client.ask("odds")
    heard = [[plain(text, side) for text in client.raw] for client, side in zip(clients, sides, strict=True)]
    assert heard[0] == heard[1]
