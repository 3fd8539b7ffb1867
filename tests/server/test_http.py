"""The HTTP side: the shelf, its documents, tables from outside, messages from scripts, and what is refused."""

from __future__ import annotations

import itertools
import re

import msgspec
import pytest

import vistula
from server.house import House
from vistula.server.wire import Agreement, RulesPage, Shelf, TableCards

GAME = "/api/games/warsaw-1920"


def test_health(house: House) -> None:
    answer = house.get("/health").json()
    assert answer["version"]
    assert set(answer) == {"version"}


def test_the_shelf_has_five_games_and_a_quick_start(house: House) -> None:
    shelf = msgspec.json.decode(house.get("/api/shelf").content, type=Shelf)
    by_id = {game.id: game for game in shelf.games}
    assert {"warsaw-1920", "west-was-saved", "strike-of-the-eagle", "nest-of-eagles", "red-star-white-eagle"} <= set(
        by_id
    )
    warsaw = by_id["warsaw-1920"]
    assert [seat.id for seat in warsaw.seats] == ["poland", "russia"]
    assert [scenario.id for scenario in warsaw.scenarios] == ["quick", "free"]
    assert "random" in warsaw.levels
    assert warsaw.level == "officer"
    assert warsaw.hash
    assert warsaw.seatings == {}
    assert {players: len(seats) for players, seats in by_id["toy"].seatings.items()} == {"3": 3, "2": 2}
    assert all(game.about for game in shelf.games if game.id != "toy")
    assert shelf.quick is not None
    answer = house.post("/api/tables", shelf.quick)
    assert answer.status_code == 201
    assert [seat["who"] for seat in answer.json()["seats"]] == ["computer", "me"]


def test_every_scenario_briefs_both_sides_in_a_few_sentences(house: House) -> None:
    shelf = msgspec.json.decode(house.get("/api/shelf").content, type=Shelf)
    briefed = {game.id: game.scenarios for game in shelf.games if game.scenarios and game.id != "toy"}
    assert set(briefed) == set(vistula.games.TITLES)
    told = [scenario.briefings for scenarios in briefed.values() for scenario in scenarios]
    assert [set(briefings) for briefings in told] == [{"poland", "russia"}] * len(told)
    words = [text for briefings in told for text in briefings.values()]
    assert len(set(words)) == len(words)
    assert max(len(text.split()) for text in words) <= 60


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (f"{GAME}/catalog", "application/json"),
        (f"{GAME}/rules", "application/json"),
        (f"{GAME}/board.svg", "image/svg+xml"),
        (f"{GAME}/counters.svg", "image/svg+xml"),
    ],
)
def test_documents_are_fetched_once(house: House, path: str, kind: str) -> None:
    first = house.get(path)
    assert first.status_code == 200
    assert first.headers["content-type"].startswith(kind)
    assert first.headers["content-encoding"] == "gzip"
    again = house.get(path, headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert not again.content
    assert house.get(path.replace("warsaw-1920", "chess")).status_code == 404


def test_the_board_can_be_had_with_names_in_three_languages(house: House) -> None:
    boards = {names: house.get(f"{GAME}/board.svg?names={names}").text for names in ("polish", "english", "local")}
    assert boards["polish"] == house.get(f"{GAME}/board.svg").text
    assert [">WARSAW<" in boards[names] for names in ("polish", "english")] == [False, True]
    assert ">Lviv<" in boards["local"] or ">LVIV<" in boards["local"]
    spaces = {svg[svg.index('<g id="spaces"') :] for svg in boards.values()}
    assert len(spaces) == 1
    assert house.get(f"{GAME}/board.svg?names=latin").status_code == 400


def test_rules_and_counters_say_what_they_should(house: House) -> None:
    page = msgspec.json.decode(house.get(f"{GAME}/rules").content, type=RulesPage)
    assert len(page.rules) > 100
    assert page.rulings
    catalog = house.get(f"{GAME}/catalog").json()
    assert '<symbol id="counter-' in house.get(f"{GAME}/counters.svg").text
    assert catalog["overlays"]


def test_every_answer_carries_the_security_headers(house: House) -> None:
    for path in ("/", "/health", "/api/shelf", "/api/nothing", f"{GAME}/board.svg", "/api/schema"):
        headers = house.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers


def test_the_api_page_needs_no_net(house: House) -> None:
    page = house.get("/api/schema").text
    assert "/api/tables/{table}/play" in page
    assert not re.findall(r"""(?:src|href)=["']?(?:https?:)?//""", page)


def test_the_document_carries_the_messages_of_the_table(house: House) -> None:
    schemas = house.get("/api/schema/openapi.json").json()["components"]["schemas"]
    for name in ("Act", "Hello", "Welcome", "Update", "Answer", "View", "Forecast", "Problem"):
        assert name in schemas
    assert schemas["Act"]["properties"]["type"] == {"type": "string", "const": "act"}


def test_paths_of_the_client_lead_to_its_page(house: House) -> None:
    for path in ("/", "/table/abc", "/new/warsaw-1920"):
        answer = house.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")
    for path in ("/nothing.js", "/../../etc/passwd.txt", "/api/nothing"):
        assert house.get(path).status_code == 404
        assert house.get(path).json()["why"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"game": "chess", "scenario": "quick"}, "no such game"),
        ({"game": "warsaw-1920", "scenario": "long"}, "no scenario 'long'"),
        ({"game": "warsaw-1920", "scenario": "quick", "options": {"undo": "never"}}, "none of free"),
        ({"game": "warsaw-1920", "scenario": "quick", "options": {"luck": "good"}}, "no such option"),
        ({"game": "warsaw-1920", "scenario": "quick", "seats": {"france": {"who": "me"}}}, "no such seat"),
        ({"game": "warsaw-1920", "scenario": "quick", "seats": {"poland": {"who": "computer", "level": "god"}}}, "god"),
        ({"game": "warsaw-1920", "scenario": "quick", "seats": {"poland": {"who": "nobody"}}}, "nobody"),
        ({"game": "warsaw-1920", "scenario": "quick", "more": 1}, "more"),
        ({"game": "warsaw-1920"}, "scenario"),
        (b"{", "cannot be read"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(house: House, body: object, says: str) -> None:
    answer = house.post("/api/tables", body)
    assert answer.status_code == 400
    assert says in answer.json()["why"], answer.text


def test_a_draft_of_options_is_told_what_does_not_fit(house: House) -> None:
    path = "/api/games/strike-of-the-eagle/agreement"
    told = msgspec.json.decode(house.post(path, {"scenario": "campaign"}).content, type=Agreement)
    assert (told.options["players"], told.seats) == ("2", ["poland", "russia"])
    assert {(no.option, no.choice, no.rule) for no in told.refusals} == {
        ("paired", "poland", "10.0a"), ("supreme", "south", "10.2c"),
    }  # fmt: skip
    draft = {"scenario": "zhlobin", "options": {"players": "3", "paired": "poland"}}
    told = msgspec.json.decode(house.post(path, draft).content, type=Agreement)
    assert told.seats == ["poland-north", "poland-south", "russia"], "a page need not know who sits there"
    made = [no for no in told.refusals if no.choice == told.options[no.option]]
    assert {no.option for no in made} == {"players"}
    assert "is played by poland, russia" in made[0].why
    answer = house.post("/api/tables", {"game": "strike-of-the-eagle", **draft})
    assert (answer.status_code, made[0].why in answer.json()["why"]) == (400, True)
    assert house.post(path, {"scenario": "moon"}).status_code == 400
    assert house.post(path, {"scenario": "kiev", "options": {"luck": "good"}}).status_code == 400
    assert house.post("/api/games/chess/agreement", {"scenario": "kiev"}).status_code == 404


def test_options_are_shown_in_groups_with_a_sentence_each(house: House) -> None:
    shelf = msgspec.json.decode(house.get("/api/shelf").content, type=Shelf)
    (strike,) = (game for game in shelf.games if game.id == "strike-of-the-eagle")
    assert [group.id for group in strike.groups] == ["players", "rulings", "table"]
    assert all(group.title and group.says.endswith(".") for group in strike.groups)
    assert {option.id for option in strike.options if option.group == "players"} == {"players", "paired", "supreme"}


def test_tokens_open_their_own_table_only(house: House) -> None:
    one, other = house.open(), house.open()
    path = f"/api/tables/{one.id}"
    for where in (path, f"{path}/export"):
        assert house.get(where).status_code == 401
        assert house.get(where, "guess").status_code == 403
        assert house.get(where, other.tokens["poland"]).status_code == 403
        assert house.get(where, one.tokens["poland"]).status_code == 200
    assert house.get("/api/tables/nothing", one.tokens["poland"]).status_code == 403
    message = {"type": "why", "id": "1", "kind": "space", "name": "0101"}
    assert house.post(f"{path}/messages", message).status_code == 401
    assert house.post(f"{path}/messages", message, other.tokens["poland"]).status_code == 403


def test_my_tables_and_tables_to_watch(house: House) -> None:
    mine, listed = house.open(), house.open(listed=True)
    tokens = [mine.tokens["russia"], "nonsense", listed.tokens["poland"], mine.tokens[""]]
    cards = msgspec.json.decode(house.post("/api/mine", {"tokens": tokens}).content, type=TableCards).tables
    assert [(card.table, card.seat, card.your_move) for card in cards] == [
        (mine.id, "russia", True),
        (listed.id, "poland", False),
        (mine.id, "", False),
    ]
    watch = msgspec.json.decode(house.get("/api/watch").content, type=TableCards).tables
    assert listed.id in [card.table for card in watch]
    assert mine.id not in [card.table for card in watch]
    card = next(card for card in watch if card.table == listed.id)
    assert (card.on_move, card.turn, card.seat) == (["russia"], 1, "")


def test_a_script_plays_over_http(house: House) -> None:
    table = house.open()
    token, ids = table.tokens["russia"], itertools.count()

    def say(**message: object) -> list[dict[str, object]]:
        answer = house.post(f"/api/tables/{table.id}/messages", {"id": f"{next(ids)}", **message}, token)
        assert answer.status_code == 200, answer.text
        heard: list[dict[str, object]] = answer.json()
        return heard

    watcher = table.watch()
    welcome, update = say(type="hello", token="")
    assert (welcome["type"], update["type"]) == ("welcome", "update")
    option = update["view"]["decision"]["options"][0]  # type: ignore[index]
    deed = {"verb": option["verb"], "arg": option["args"][0]}
    update, answer = say(type="act", revision=update["revision"], actions=[deed])
    assert answer["done"] == 1
    assert update["revision"] == 2
    _, answer = say(type="act", revision=1, actions=[{"verb": "x"}])
    assert answer["stale"]
    watcher.drain()
    assert [m["online"] for m in watcher.heard if m["type"] == "presence"] == [[]]
    different = house.post(f"/api/tables/{table.id}/messages", {"type": "hello", "id": "1", "token": "x"}, token)
    assert different.status_code == 403


def test_a_transcript_while_it_runs(house: House) -> None:
    table = house.open()
    client = table.sit("russia")
    option = client.options[0]
    client.act((option["verb"], option["args"][0]))
    export = house.get(f"/api/tables/{table.id}/export", table.tokens["russia"]).json()
    assert export["schema"] == "vistula.transcript"
    assert [entry[1] for entry in export["entries"]] == ["russia"]
    assert "secret" not in export
    assert house.get(f"/api/tables/{table.id}/export", table.tokens[""]).json()["entries"] == []


def test_a_position_is_for_who_knows_all_of_it(house: House) -> None:
    """Poland sees everything; Russia does not see into Polish stacks, and neither does who only watches."""
    table = house.open()
    table.sit("russia")
    whole = house.get(f"/api/tables/{table.id}/position", table.tokens["poland"])
    assert whole.headers["content-disposition"].endswith('.position.toml"')
    placed = vistula.title("warsaw-1920").position(whole.text, "saved.toml")
    assert type(placed.stack[-1]).__name__ == "PlayerTurn"
    for seat in ("russia", ""):
        refused = house.get(f"/api/tables/{table.id}/position", table.tokens[seat])
        assert refused.status_code == 403
        assert "you can't save this position now: part of it is hidden from you" in refused.text


def test_a_body_that_is_too_big_is_refused(house: House) -> None:
    answer = house.post("/api/mine", b'{"tokens": ["' + b"x" * 100_000 + b'"]}')
    assert answer.status_code == 413
    assert answer.json()["error"] == "too big"


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 30_000,
        b'{"game":' * 8_000,
        b'{"tokens":' + b"[" * 30_000,
        b'{"type":"act","id":"1","revision":1,"actions":' + b"[" * 30_000,
        b'{"game":"\xff\xfe","scenario":"quick"}',
        b'{"tokens":["\xc3("]}',
        b'{"type":"chat","id":"1","text":"\xff"}',
        b'{"tokens":["\\ud800"]}',
    ],
    ids=["lists", "objects", "tokens", "actions", "game", "token", "chat", "surrogate"],
)
def test_a_body_that_cannot_be_read_is_refused(house: House, body: bytes) -> None:
    table = house.open()
    for path in ("/api/tables", "/api/mine", f"/api/tables/{table.id}/messages"):
        answer = house.post(path, body, table.tokens["russia"])
        assert (answer.status_code, answer.json()["error"]) == (400, "not understood"), answer.text
    assert not [line for line in house.log_lines() if line["level"] == "error"]


def test_paths_and_headers_that_are_no_text_are_refused(house: House) -> None:
    token = house.open().tokens["russia"]
    for path in ("/api/tables/%ff%fe", "/%ff", f"{GAME}/board.svg?names=%ff", "/api/games/%c3%28/catalog"):
        assert 400 <= house.get(path, token).status_code < 500 or path == "/%ff"
    strange = {b"authorization": b"Bearer \xff\xfe\x80"}
    assert house.http.get(f"{house.url}/api/tables/abc", headers=strange).status_code == 403
    assert not [line for line in house.log_lines() if line["level"] == "error"]
