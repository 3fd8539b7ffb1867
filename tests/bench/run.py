"""Benchmarks: `make bench`. Prints a table and writes JSON; nothing here is ever a timed test.

Random decisions a second, with every option listed from the masked state as in a worker of the
lab, stand beside random plies a second of the package `chess` in the same run on one core. Rounds
of both take turns and medians count, in CPU seconds, so that other work on the machine weighs on
both alike.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess

import vistula
from bench.reopening import reopening
from vistula.board.hexes import collect, members
from vistula.games.nest_of_eagles.board import read_board
from vistula.games.nest_of_eagles.rules.friction import encircled, lines_of_friction, terrain
from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.movement import steps
from vistula.games.warsaw_1920.rules.queries import in_communication, railed, zoc
from vistula.games.warsaw_1920.rules.retreat import retreat_hexes
from vistula.games.warsaw_1920.state import on_map
from vistula.kernel import Action, Game, Title
from vistula.kernel.record import record_of
from vistula.parts.layers import Ground, ground, reach, reach_back
from vistula.parts.sides import minus, sides_of, union
from vistula.players.play import play_out, seat_players

GAME = "warsaw-1920"
TARGETS = {"ratio": 0.4, "copy_us": 5.0, "forecast_us": 1000.0, "memory_mb": 5.0}


# -- decisions and plies a second -----------------------------------------------------------------


def decisions(seconds: float, seed: int, scenario: str, title: str = GAME) -> float:
    """Random decisions a CPU second: draw a verb that is not free, then its argument, and push."""
    found, rng, count = vistula.title(title), random.Random(seed), 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        game = found.start(scenario, seed=rng.getrandbits(32), journal=False)
        while game.decisions:
            decision = next(d for d in game.decisions.values() if d.waits)
            option = rng.choice([option for option in decision.options if not option.free])
            game.push(Action(option.verb, rng.choice(option.args)), decision.seat)
            count += 1
    return count / spent


def lab_decisions(seconds: float, seed: int, scenario: str) -> float:
    """The same through the lab's own loop, where each player is handed a masked seat."""
    found, count = vistula.title(GAME), 0
    names = dict.fromkeys(found.seats, "random")
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        seed += 1
        count += sum(1 for _ in play_out(found.start(scenario, seed=seed, journal=False), seat_players(names, seed)))
    return count / spent


def plies(seconds: float, seed: int) -> float:
    """Random plies a CPU second of python-chess: every legal move listed, is_game_over() asked before each ply."""
    rng, count = random.Random(seed), 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            count += 1
    return count / spent


def bare_plies(seconds: float, seed: int) -> float:
    """The same without is_game_over(), which lists moves once more: a game ends without moves or after 400 plies."""
    rng, count = random.Random(seed), 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        board = chess.Board()
        while len(board.move_stack) < 400 and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
            count += 1
    return count / spent


def compare(rounds: int, seconds: float) -> dict[str, float]:
    """Rounds of Vistula and chess in turn. The yardstick matters, so every ratio is given against both."""
    others = [id for id in vistula.games.TITLES if id != GAME]
    seen: dict[str, list[float]] = {name: [] for name in ("quick", "free", "lab", *others, "chess", "bare")}
    for n in range(rounds):
        seen["quick"].append(decisions(seconds, n, "quick"))
        seen["chess"].append(plies(seconds, n))
        seen["free"].append(decisions(seconds, n, "free"))
        seen["bare"].append(bare_plies(seconds, n))
        seen["lab"].append(lab_decisions(seconds, n * 1000, "quick"))
        for id in others:
            seen[id].append(decisions(seconds, n, vistula.title(id).scenarios[0].id, id))
    found = {f"{name}_per_second": statistics.median(rates) for name, rates in seen.items()}
    for ours in ("quick", "free", "lab", *others):
        for theirs in ("chess", "bare"):
            pairs = zip(seen[ours], seen[theirs], strict=True)
            found[f"{ours}_to_{theirs}"] = statistics.median(one / other for one, other in pairs)
    return found


# -- single operations ----------------------------------------------------------------------------


def middle(turn: int = 5, seed: int = 3) -> Game[Any]:
    """A game in its middle, Russia to decide, with hidden Polish units on the map."""
    game = vistula.title(GAME).start("quick", seed=seed, journal=False)
    for _ in play_out(game, seat_players(dict.fromkeys(game.seats, "random"), seed)):
        if game.s.turn == turn and "russia" in game.decisions:
            return game
    raise LookupError("the game ended before its middle")


def microseconds(job: Callable[[], object], budget: float) -> float:
    """The median time of one call, from several stretches of calls."""
    calls = 1
    while (spent := _stretch(job, calls)) < budget / 10 and calls < 10**7:
        calls = max(calls + 1, int(calls * min(10.0, 1.2 * budget / 10 / max(spent, 1e-9))))
    return statistics.median(_stretch(job, calls) / calls for _ in range(7)) * 1e6


def _stretch(job: Callable[[], object], calls: int) -> float:
    began = time.process_time()
    for _ in range(calls):
        job()
    return time.process_time() - began


def operations(budget: float) -> dict[str, float]:
    """What search and the table do all the time, in microseconds."""
    game = middle()
    s, title = game.s, game.title
    poles, reds = on_map(s, POLAND), on_map(s, RUSSIA)
    unit, foe = reds[0], s.place[poles[0]]
    russia = game.seat("russia")
    rng = random.Random(1)
    jobs: dict[str, Callable[[], object]] = {
        "copy": s.copy,
        "mask": lambda: title.mask(s, "russia"),
        "seat": lambda: game.seat("russia"),
        "clone": game.clone,
        "determinize": lambda: russia.determinize(rng),
        "zone of control": lambda: zoc(s, POLAND),
        "steps from a hex": lambda: steps(s, s.place[unit], 4, True),
        "rail net of a side": lambda: railed(s, POLAND),
        "lines of communication": lambda: in_communication(s, RUSSIA),
        "retreat of two hexes": lambda: retreat_hexes(s, unit, foe, 2),
    }
    jobs |= _table_jobs(game, unit) | _set_jobs()
    found = {name: microseconds(job, budget) for name, job in jobs.items()}
    return found | {f"forecast, {id}": forecast(id, budget) for id in vistula.games.TITLES if _foretells(id)}


def forecast(id: str, seconds: float) -> float:
    """The mean time of a forecast over random games of a title, whoever asks for one before each action."""
    found, rng, count, spent = vistula.title(id), random.Random(1), 0, 0.0
    while not count or spent < seconds:
        game = found.start(found.scenarios[0].id, seed=rng.getrandbits(32), journal=False)
        while game.decisions:
            decision = next(d for d in game.decisions.values() if d.waits)
            option = rng.choice([option for option in decision.options if not option.free])
            action, seat = Action(option.verb, rng.choice(option.args)), game.seat(decision.seat)
            began = time.process_time()
            told = seat.forecast(action)
            if told is not None:
                count, spent = count + 1, spent + time.process_time() - began
            game.push(action, decision.seat)
    return spent / count * 1e6


def _foretells(id: str) -> bool:
    """Whether a title has forecasts at all."""
    return type(vistula.title(id)).forecast is not Title.forecast


def _table_jobs(game: Game[Any], unit: int) -> dict[str, Callable[[], object]]:
    """What only people ask for."""
    mover = _in_movement(game.title)
    seat = mover.seat(next(iter(mover.decisions)))
    piece = next(option.args[0] for option in seat.decision.options if option.verb == "unit")
    return {
        "movement range": lambda: seat.overlay("reach", piece),
        "view": seat.view,
    }


def _set_jobs() -> dict[str, Callable[[], object]]:
    """Operations on whole sets of hexes, on the map of Nest of Eagles with fifty units a side."""
    b, rng = read_board(), random.Random(1)
    grid = b.map.grid
    hexes = rng.sample(members(b.play), 100)
    units, enemies = collect(hexes[:50]), collect(hexes[50:])
    large, small, light, bridges = (sides_of(grid, each) for each in (b.large, b.small, b.light, b.bridges))
    t = terrain(grid, b.play, large, light, bridges, b.fortresses)
    lines = lines_of_friction(t, enemies, b.fortresses)
    free = b.play & ~enemies

    def field() -> Ground:
        entries = {1: free & ~b.difficult, 2: free & b.difficult}
        return ground(grid, entries, {1: union(lines, small)}, minus(large, bridges))

    made = field()
    return {
        "lines of friction of a side": lambda: lines_of_friction(t, enemies, b.fortresses),
        "encircled units of a side": lambda: encircled(t, t.polish, units, enemies, lines),
        "ground for layers": field,
        "reach by layers, 4 points": lambda: reach(made, 1 << hexes[0], 4),
        "who reaches a town, 6 points": lambda: reach_back(made, b.urban & b.play, 6),
    }


def _in_movement(title: Any) -> Game[Any]:
    """A game in which a unit may be moved."""
    for seed in range(1, 100):
        game = title.start("quick", seed=seed, journal=False)
        for _ in play_out(game, seat_players(dict.fromkeys(game.seats, "random"), seed)):
            decision = next(iter(game.decisions.values()), None)
            if decision is not None and decision.rule == "10.1a" and "unit" in decision.verbs():
                return game
    raise LookupError("no movement phase was found")


# -- memory -----------------------------------------------------------------------------------------


def memory() -> float:
    """Megabytes that one finished game with its journal and diary keeps."""
    found = vistula.title(GAME)
    names = dict.fromkeys(found.seats, "random")
    _finished(found, names)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    game = _finished(found, names)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert record_of(game).entries
    return (after - before) / 1e6


def _finished(found: Any, names: Any) -> Game[Any]:
    game: Game[Any] = found.start("free", seed=11)
    for _ in play_out(game, seat_players(names, 11)):
        pass
    return game


# -- the run ----------------------------------------------------------------------------------------


def measure(rounds: int, seconds: float) -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "chess": chess.__version__,
        "rates": compare(rounds, seconds),
        "microseconds": operations(seconds / 4),
        "memory_mb": memory(),
        "reopening": reopening() if seconds >= 0.5 else reopening(400, 2, 1),
    }


def table(found: dict[str, Any]) -> str:
    """The figures with their targets, as lines."""
    rates = found["rates"]
    lines = [
        f"{'a CPU second; ratio target ' + str(TARGETS['ratio']) + ', aim 1.0':<42}{'':>10}   to chess  to bare chess"
    ]
    others = [(id, vistula.title(id).name) for id in vistula.games.TITLES if id != GAME]
    runs = [("quick", "quick set-up"), ("free", "free deployment"), ("lab", "through the lab's loop"), *others]
    for name, what in runs:
        ratios = f"{rates[f'{name}_to_chess']:>11.2f}{rates[f'{name}_to_bare']:>15.2f}"
        lines.append(f"{'decisions, ' + what:<42}{rates[f'{name}_per_second']:>10.0f}{ratios}")
    lines.append(f"{'plies of chess, is_game_over() each ply':<42}{rates['chess_per_second']:>10.0f}")
    lines.append(f"{'plies of chess, bare':<42}{rates['bare_per_second']:>10.0f}")
    for name, value in found["microseconds"].items():
        aim = TARGETS["copy_us"] if name == "copy" else TARGETS["forecast_us"] if "forecast" in name else 0
        target = f"   target {aim}" if aim else ""
        lines.append(f"{name + ', µs':<42}{value:>10.1f}{target}")
    lines.append(
        f"a finished game with its journal, MB      {found['memory_mb']:>10.2f}   target {TARGETS['memory_mb']}"
    )
    for name, value in found["reopening"].items():
        lines.append(f"{'to open a table, CPU ms: ' + name if 'kB' not in name else name:<52}{value:>10.1f}")
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of each measurement in a round")
    parser.add_argument("--json", type=Path, default=Path("build/bench.json"))
    args = parser.parse_args(argv)
    found = measure(args.rounds, args.seconds)
    print(table(found))
    args.json.parent.mkdir(parents=True, exist_ok=True)
    args.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
