"""Twin worlds of any title over the wire, and the server for them: `worlds.py serve …`.

A random game is stopped somewhere. From what one seat knows there, two whole games are made that differ in all that
it does not know. Both are put on a server as saved games, with the same dice; the seat and an onlooker ask the same
at both, and everyone acts alike, as long as nothing is learnt.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

import server.leaky  # noqa: F401 - tables that leak, by their names
from server.house import ROOT, Client, House
from server.launch import main
from server.twins import SECRET, Pair, Side, Twins, ask_all, encode, finish
from vistula.kernel import Action, Game, SeatId, record
from vistula.kernel.barrier import LEARNING
from vistula.kernel.decision import ASK_ANYWAY
from vistula.kernel.dice import Dice
from vistula.kernel.journal import Journal
from vistula.kernel.save import load, save
from vistula.kernel.title import Title, title
from vistula.players.play import asked
from vistula.server import restore

begin = restore.begin


def begin_saved(
    of: Title[Any], scenario: str, seed: int, secret: bytes, options: Any, position: Any, where: str
) -> Any:
    """A table whose position is a saved game begins with that."""
    if not (position or "").startswith("{"):
        return begin(of, scenario, seed, secret, options, position, where)
    game = load(position.encode(), of)
    game.journal = Journal(scenario, options, position, secret)
    return game.listen()


restore.begin = record.begin = begin_saved


class WorldHouse(House):
    launch = ROOT / "tests/server/worlds.py"


class Worlds(Pair):
    """Two games, as they were saved, that one seat cannot tell apart."""

    game: str
    scenario: str
    seat: str


def worlds(
    game: str, scenario: str, seed: int, count: int, stop: int = 150, options: dict[str, str] | None = None
) -> list[Worlds]:
    """Worlds from random games, from the knowledge of each seat in turn."""
    rng = random.Random(seed)
    found: list[Worlds] = []
    for playing in _stopped(game, scenario, rng, stop, options):
        seat = playing.seats[len(found) % len(playing.seats)]
        texts = tuple(_saved(playing, seat, rng) for _ in range(2))
        if texts[0] != texts[1]:
            about = f"{type(playing.stack[-1]).__name__} as {seat} knows it"
            found.append(Worlds(texts, about, game, scenario, seat))  # type: ignore[arg-type]
        if len(found) == count:
            break
    return found


def _stopped(
    game: str, scenario: str, rng: random.Random, stop: int, options: dict[str, str] | None
) -> Iterator[Game[Any]]:
    while True:
        playing = title(game).start(scenario, seed=rng.getrandbits(32), options=options)
        for _ in range(rng.randint(stop // 3, stop)):
            if playing.over:
                break
            seat = asked(playing)
            choices = playing.decisions[seat].options
            option = rng.choice([o for o in choices if not o.free] or choices)
            playing.push(Action(option.verb, rng.choice(option.args)), seat)
        if not playing.over:
            yield playing


def _saved(playing: Game[Any], seat: SeatId, rng: random.Random) -> str:
    """A whole game that the seat cannot tell from this one, with everyone's dice."""
    world = playing.seat(seat).determinize(rng)
    world.dice = Dice(SECRET)
    world.standing = {each: [ASK_ANYWAY] for each in world.seats}  # what the table passes by itself: `test_pauses`
    return save(world).decode()


# -- asking and acting ------------------------------------------------------------------------------------------


def compare(house: House, sides: tuple[Side, Side], pair: Worlds, rng: random.Random) -> tuple[int, int]:
    """Ask everything, then act at both tables alike; returns how much was compared and how often was acted."""
    seats = [seat for seat in sides[0].tokens if seat not in ("", pair.seat)]
    watching = [Twins(house, sides, pair.seat), Twins(house, sides, "")]
    for who in watching:
        ask_all(who, rng, pair.game)
    others = {seat: [Client(house, side.id, side.tokens[seat]).hello() for side in sides] for seat in seats}
    done = _act(watching, others, pair, rng)
    return sum(finish(house, sides, who) for who in watching), done


def _act(watching: list[Twins], others: dict[str, list[Client]], pair: Worlds, rng: random.Random) -> int:
    mirrors = [load(text.encode(), title(pair.game)).listen() for text in pair.texts]
    own, done = watching[0], 0
    for _ in range(40):
        chosen = _alike(mirrors, pair.seat, rng)
        if chosen is None:
            break
        seat, action, deed = chosen
        for mirror in mirrors:
            mirror.play(seat, action)
        if seat == pair.seat:
            actions = [{"verb": deed[0], "arg": deed[1]}]
            assert own.say("act", revision=own.clients[0].revision, actions=actions).get("done") == 1
        else:
            for client in others[seat]:
                client.drain()
                assert client.act(deed).get("done") == 1
        done += 1
        for who in watching:
            who.say("why", kind="space", name="nowhere")
    return done


def _alike(mirrors: list[Game[Any]], viewer: str, rng: random.Random) -> tuple[SeatId, Action, tuple[str, str]] | None:
    """An action that can be done in both worlds and after which the viewer still cannot tell them apart."""
    waited = [seat for seat, decision in mirrors[0].decisions.items() if decision.waits]
    for _ in range(20 if waited else 0):
        seat = rng.choice(waited)
        option = rng.choice(mirrors[0].decisions[seat].options)
        action = Action(option.verb, rng.choice(option.args))
        if any(seat not in mirror.decisions or action not in mirror.decisions[seat] for mirror in mirrors):
            continue
        trials = [mirror.clone().listen() for mirror in mirrors]
        for trial in trials:
            trial.play(seat, action)
        learnt = any(barrier.kind in LEARNING for trial in trials for barrier in trial.barriers)
        if not learnt and _known(trials[0], viewer) == _known(trials[1], viewer):
            number = option.kind in ("number", "button")
            name = str(action.arg) if number else mirrors[0].title.name_of(option.kind, action.arg)
            return seat, action, (action.verb, name)
    return None


def _known(game: Game[Any], viewer: str) -> bytes:
    """What a seat sees, and what it hears of the last action, now or later: it may be told with its place."""
    own = game.seat(viewer)
    heard = [event.seen_by(viewer) for event in game.events]
    return encode([own.s, own.stack, own.decision, own.waiting, heard])


if __name__ == "__main__":
    sys.exit(main())
