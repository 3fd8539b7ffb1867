"""Twin worlds over the wire: two tables that differ only in what a seat may not know send it the same bytes.

A random game is stopped where Russia is asked. Its twin has the unseen Polish units dealt anew. Both stand as tables
on one server, with the same dice; Russia and an onlooker say the same at both and compare all that they hear.
"""

from __future__ import annotations

import random
import re
import time
from pathlib import Path
from typing import Any

import msgspec

from server.house import Client, House
from vistula.games.warsaw_1920.knowledge import hidden_units
from vistula.games.warsaw_1920.state import FLAGS
from vistula.kernel import Action, BadInput, Game, SeatId
from vistula.kernel.barrier import LEARNING
from vistula.kernel.game import begin
from vistula.kernel.title import title
from vistula.players.play import asked
from vistula.server import ledger
from vistula.server.database import Database
from vistula.server.ledger import Offer, Sitter, Stored
from vistula.server.people import register

POLAND, RUSSIA = SeatId("poland"), SeatId("russia")
SECRET = bytes(range(32))
LOOKS = 100
"""How often it is looked whether two cards are the same; one that leaks is another for good."""
OFFERED = "2999-01-01T00:00:00Z"
"""Since when Poland's seat is in the lobby; offers go with time."""
encode = msgspec.json.Encoder(enc_hook=list).encode


class Pair(msgspec.Struct):
    """Two positions that Russia cannot tell apart."""

    texts: tuple[str, str]
    about: str


FIGHTING = ("CombatPhase", "Attack", "Retreats")
MARCHING = ("MovementPhase", "Move")


def pairs(seed: int, count: int, mover: SeatId = RUSSIA) -> list[Pair]:
    """Pairs from random games where `mover` is asked: equal in Russia's knowledge, and different.

    Every second one stands where hidden units weigh most: Russia is about to attack, or Poland to march.
    """
    rng = random.Random(seed)
    found: list[Pair] = []
    while len(found) < count:
        game = title("warsaw-1920").start("quick", seed=rng.getrandbits(32))
        stop = rng.randint(20, 150)
        wanted = (MARCHING if mover == POLAND else FIGHTING) if len(found) % 2 else ()
        for n in range(stop + 60):
            if game.over:
                break
            here = not wanted or type(game.stack[-1]).__name__ in wanted
            if n >= stop and here and asked(game) == mover and (pair := _pair(game, rng, mover)) is not None:
                found.append(pair)
                break
            decision = game.decisions[asked(game)]
            option = rng.choice([o for o in decision.options if not o.free] or decision.options)
            game.push(Action(option.verb, rng.choice(option.args)), asked(game))
    return found


def _pair(game: Game[Any], rng: random.Random, mover: SeatId) -> Pair | None:
    of = game.title
    twin = of.fill(of.mask(game.s, RUSSIA), RUSSIA, rng)
    texts = [of.codec.write(of, s, game.stack, game.scenario) for s in (game.s, twin)]
    if texts[0] == texts[1]:
        return None
    try:
        worlds = [world(text) for text in texts]
    except BadInput:
        return None  # within a move units may lie as they may not lie at its end
    if any(mover not in each.decisions for each in worlds):
        return None
    if _known(worlds[0]) != _known(worlds[1]):
        return None  # the text of a position does not tell everything from within a move or an attack
    return Pair(texts, f"turn {game.s.turn}, {type(game.stack[-1]).__name__}")


def _known(game: Game[Any]) -> bytes:
    """What Russia knows."""
    s, stack = game.published
    return encode([game.title.mask(s, RUSSIA), stack])


def world(text: str) -> Game[Any]:
    return begin(title("warsaw-1920"), None, 0, SECRET, {}, text, "position")


# -- the tables ---------------------------------------------------------------------------------------------


class Side(msgspec.Struct):
    """One of two twin tables."""

    id: str
    tokens: dict[str, str]
    keys: dict[str, str] = {}  # of the people whose seats they are


def lay(
    database: Path,
    pair: Pair,
    n: int,
    kind: str = "table",
    game: str = "warsaw-1920",
    scenario: str = "quick",
    options: dict[str, str] | None = None,
) -> tuple[Side, Side]:
    """Write both tables of a pair into a database."""
    of = title(game)
    kept = Database(str(database))
    sides = []
    for which, text in zip("ab", pair.texts, strict=True):
        id = f"{n:03}-{kind}-{which}"
        side = Side(id, {seat: f"token-{id}-{seat or 'eye'}" for seat in (*of.seats, "")})
        side.keys = {seat: f"key-{id}-{seat}" for seat in of.seats}
        people = {seat: register(kept.engine, key, "", "2020-01-01T00:00:00Z") for seat, key in side.keys.items()}
        stored = Stored(
            id=side.id,
            game=of.id,
            rules=of.version,
            data=of.data_hash,
            scenario=scenario,
            options=of.settle_options(options or {}),
            position=text,
            secret=SECRET,
            created="2020-01-01T00:00:00Z",
            sitters={seat: Sitter(seat, "link", player=people[seat].id) for seat in of.seats},
            offer=Offer(["poland"], OFFERED),
        )
        with kept.engine.begin() as connection:
            tokens = {token: seat for seat, token in side.tokens.items()}
            for statement, row in ledger.opening(stored, tokens, kept.keys):
                connection.execute(statement, row)
        sides.append(side)
    kept.close()
    return sides[0], sides[1]


def plain(text: str, side: Side) -> str:
    """What was heard, without the names of the table and the time of day."""
    for secret in (side.id, *side.tokens.values()):
        text = text.replace(secret, "·")
    return re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "then", text)


class Twins:
    """The same said at both tables by one seat."""

    def __init__(self, house: House, sides: tuple[Side, Side], seat: str) -> None:
        self.house = house
        self.sides = sides
        self.seat = seat
        self.clients = [Client(house, s.id, s.tokens[seat], name=f"twin{seat}").hello() for s in sides]
        self.compared = 0

    def say(self, type: str, **fields: Any) -> dict[str, Any]:
        answers = [client.ask(type, **fields) for client in self.clients]
        self.compare(f"{type} {fields}")
        return answers[0]

    def compare(self, about: str) -> None:
        a, b = (
            [plain(text, side) for text in client.raw] for client, side in zip(self.clients, self.sides, strict=True)
        )
        for n, (one, other) in enumerate(zip(a, b, strict=False)):
            assert one == other, f"{self.seat or 'an onlooker'} can tell after {about}, message {n}:\n{one}\n{other}"
        assert len(a) == len(b), f"{self.seat or 'an onlooker'} hears more after {about}"
        self.compared += len(a)
        for client in self.clients:
            client.raw.clear()

    def fetch(self, path: str, body: Any = None, person: bool = False) -> None:
        """The same request at both, by the seat or by whose it is; all but the date must be equal."""
        heard = []
        for side in self.sides:
            token = (side.keys if person else side.tokens)[self.seat]
            where = path.format(table=side.id)
            got = self.house.get(where, token) if body is None else self.house.post(where, body(side), token)
            assert got.status_code < 500, f"{where} fails: {got.text}"  # two that fail alike would prove nothing
            headers = {key: value for key, value in got.headers.items() if key != "date"}
            heard.append(plain(f"{got.status_code} {headers} {got.text}", side))
        assert heard[0] == heard[1], f"{self.seat or 'an onlooker'} can tell from {path}:\n{heard[0]}\n{heard[1]}"
        self.compared += 1

    def in_the_lobby(self) -> None:
        """How the tables stand there, for anybody to see; each card is written a moment after its table has changed."""
        for _ in range(LOOKS):
            cards = {card["table"]: card for card in self.house.get("/api/lobby").json()["tables"]}
            one, other = (plain(msgspec.json.encode(cards[side.id]).decode(), side) for side in self.sides)
            if one == other:
                break
            time.sleep(0.1)
        assert one == other, f"anybody can tell from the lobby:\n{one}\n{other}"
        self.compared += 1

    def close(self) -> None:
        for client in self.clients:
            client.close()


def interrogate(house: House, sides: tuple[Side, Side], pair: Pair, rng: random.Random) -> int:
    """Ask everything that can be asked, then act until something is learnt; returns how many messages were compared."""
    russia, eye = Twins(house, sides, "russia"), Twins(house, sides, "")
    for who in (russia, eye):
        ask_all(who, rng)
    _act(russia, eye, pair, rng)
    return sum(finish(house, sides, who) for who in (russia, eye))


def ask_all(who: Twins, rng: random.Random, game: str = "warsaw-1920") -> None:
    """Everything that can be asked, over the WebSocket and over HTTP."""
    who.compare("hello")
    _question(who, rng, game)
    for path in ("/api/tables/{table}", "/api/tables/{table}/export", "/api/tables/{table}/position"):
        who.fetch(path)
    who.fetch("/api/mine", lambda side: {"tokens": [side.tokens[who.seat]]})
    who.in_the_lobby()
    if who.seat:
        who.fetch("/api/me/tables", person=True)
    for message in _posted(who):
        who.fetch("/api/tables/{table}/messages", lambda side, message=message: message)


def finish(house: House, sides: tuple[Side, Side], who: Twins) -> int:
    """What is left to compare when all is done; returns how much was compared."""
    who.compare("all that was done")
    who.fetch("/api/tables/{table}")
    who.fetch("/api/tables/{table}/export")
    who.in_the_lobby()
    if who.seat:
        who.fetch("/api/me/tables", person=True)
    who.fetch("/api/tables/{table}/retelling")
    who.fetch("/api/tables/{table}/retelling/views?first=0&count=60")
    who.fetch("/api/tables/{table}/notes")
    who.fetch("/api/tables/{table}/after")
    who.fetch("/api/tables/{table}/onward", lambda side: {"moment": 1})
    who.compared += _come_again(house, sides, who.seat)
    who.close()
    return who.compared


def _come_again(house: House, sides: tuple[Side, Side], seat: str) -> int:
    """What whoever comes back is told: the view, the diary, and where he left off."""
    late = Twins(house, sides, seat)
    late.compare("a late hello")
    late.close()
    return late.compared


def _posted(who: Twins) -> list[dict[str, Any]]:
    revision = who.clients[0].revision
    return [
        {"type": "hello", "id": "p1", "token": ""},
        {"type": "act", "id": "p2", "revision": revision, "actions": [{"verb": "nothing"}]},
        {"type": "paint", "id": "p3", "kind": "supply"},
        {"type": "go", "id": "p4", "revision": revision, "piece": "nothing", "space": "0101"},
        {"type": "undo", "id": "p5", "revision": revision + 1},
        {"type": "act", "id": "p6", "revision": "none"},
    ]


def _question(who: Twins, rng: random.Random, game: str) -> None:
    catalog = title(game).catalog()
    pieces, spaces = [face.id for face in catalog.counters], [space.id for space in catalog.spaces]
    shown = [piece["key"] for piece in who.clients[0].view["pieces"]]
    for name in [*rng.sample(pieces, min(25, len(pieces))), *rng.sample(shown, min(15, len(shown)))]:
        who.say("why", kind="piece", name=name)
    for name in rng.sample(spaces, 40):
        who.say("why", kind="space", name=name)
    for kind in catalog.overlays:
        for name in ["", *rng.sample(pieces, 4), *rng.sample(spaces, 2)]:
            who.say("paint", kind=kind, name=name)
    for _ in range(25):
        who.say("way", piece=rng.choice(pieces), space=rng.choice(spaces))
    who.say("odds")
    for option in who.clients[0].options:
        for arg in rng.sample(option["args"], min(8, len(option["args"]))):
            who.say("odds", verb=option["verb"], arg=arg)
    revision = who.clients[0].revision
    for verb, arg in [
        ("unit", rng.choice(pieces)),
        ("step", rng.choice(spaces)),
        ("attack", rng.choice(spaces)),
        ("x", ""),
    ]:
        if not any(option["verb"] == verb and arg in option["args"] for option in who.clients[0].options):
            who.say("act", revision=revision, actions=[{"verb": verb, "arg": arg}])
    for piece in rng.sample([piece for piece in pieces if game != "warsaw-1920" or piece.startswith("P")], 5):
        who.say("go", revision=revision, piece=piece, space=rng.choice(spaces))
    who.say("why", kind="nothing", name="nothing")
    who.say("act", revision="none", actions=[])
    who.say("act", revision=revision + 5, actions=[{"verb": "end"}])
    who.say("undo", revision=revision)
    who.say("chat", text="Hello there")
    who.say("look", space=rng.choice(spaces))
    who.say("stand", kind="none")
    who.say("allow_back", allow=True)
    who.say("rematch")


def _act(russia: Twins, eye: Twins, pair: Pair, rng: random.Random) -> None:
    """Act at both until a roll, a draw or a disclosure makes the worlds differ by right, or Poland is asked."""
    mirror = world(pair.texts[0])
    for _ in range(30):
        client = russia.clients[0]
        if not client.asked:
            return
        verb, arg = client.choice(rng)
        option = next(o for o in mirror.decisions[RUSSIA].options if o.verb == verb)
        number = option.kind in ("number", "button")
        mirror.play(RUSSIA, Action(verb, int(arg) if number else mirror.title.arg_of(option.kind, arg)))
        if any(barrier.kind in LEARNING for barrier in mirror.barriers):
            return
        answer = russia.say("act", revision=client.revision, actions=[{"verb": verb, "arg": arg}])
        assert answer.get("done") == 1, answer
        for who in (russia, eye):
            who.say("why", kind="space", name="0101")
        if rng.random() < 0.2 and client.view["undo"].get("can"):
            russia.say("undo", revision=client.revision)
            mirror.undo(RUSSIA)


# -- Poland acts while the others watch -------------------------------------------------------------------------


def watched(house: House, sides: tuple[Side, Side], pair: Pair, rng: random.Random) -> tuple[int, int]:
    """Poland does with unseen units what it does with their twins; returns what was compared and what was done."""
    russia, eye = Twins(house, sides, "russia"), Twins(house, sides, "")
    poland = [Client(house, side.id, side.tokens["poland"]).hello() for side in sides]
    worlds = [world(text) for text in pair.texts]
    done = 0
    for _ in range(80):
        actions = _same_for_russia(worlds, rng)
        if actions is None:
            break
        for client, game, action in zip(poland, worlds, actions, strict=True):
            deed = _deed(game, action)
            assert client.act(deed).get("done") == 1
            game.play(POLAND, action)
        done += 1
        for who in (russia, eye):
            who.say("why", kind="space", name="0101")
    return sum(finish(house, sides, who) for who in (russia, eye)), done


def _deed(game: Game[Any], action: Action) -> tuple[str, str]:
    option = game.decisions[POLAND].option(action)
    assert option is not None
    number = option.kind in ("number", "button")
    return action.verb, str(action.arg) if number else game.title.name_of(option.kind, action.arg)


def _same_for_russia(worlds: list[Game[Any]], rng: random.Random) -> list[Action] | None:
    """An action for each world after which Russia still cannot tell them apart and has learnt nothing."""
    if any(POLAND not in game.decisions for game in worlds):
        return None
    decision = worlds[0].decisions[POLAND]
    for _ in range(12):
        option = rng.choice([o for o in decision.options if not o.free] or decision.options)
        unseen = [a for a in option.args if option.kind == "piece" and hidden_units(worlds[0].s) >> a & 1]
        arg = rng.choice(unseen or option.args)
        actions = [
            Action(option.verb, arg),
            Action(option.verb, _twin_of(worlds, arg) if option.kind == "piece" else arg),
        ]
        trials = [game.clone().listen() for game in worlds]
        if all(action in game.decisions[POLAND] for game, action in zip(trials, actions, strict=True)):
            for game, action in zip(trials, actions, strict=True):
                game.play(POLAND, action)
            learnt = any(barrier.kind in LEARNING for game in trials for barrier in game.barriers)
            if not learnt and _known(trials[0]) == _known(trials[1]):
                return actions
    return None


def _twin_of(worlds: list[Game[Any]], unit: int) -> int:
    """The unit of the other world that lies where this one lies here, if it is unseen; else the unit itself."""
    a, b = (game.s for game in worlds)
    if not hidden_units(a) >> unit & 1:
        return unit
    for other in b.m.polish:
        if hidden_units(b) >> other & 1 and _lies(a, unit) == _lies(b, other):
            return int(other)
    return unit


def _lies(s: Any, unit: int) -> tuple[Any, ...]:
    return (s.place[unit], s.m.nation[unit], *(getattr(s, flag) >> unit & 1 for flag in FLAGS))
