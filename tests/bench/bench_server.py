"""What the table costs: actions a second over WebSockets for many tables at once, real ones beside empty ones.

Run by `make bench-server`. Both kinds of table stand in the same server and are played by turns, so that whatever
else the machine does falls on both. An action goes the whole way: message, rules, commit, views, answer. With an
empty action there are no rules, and the view is a few bytes; the rest is the same.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parents[2]
WARSAW, EMPTY = ("warsaw-1920", "quick"), ("empty", "only")
TITLES = [
    WARSAW,
    ("west-was-saved", "campaign"),
    ("strike-of-the-eagle", "campaign"),
    ("nest-of-eagles", "kiev"),
]


class Choices(msgspec.Struct):
    verb: str
    args: list[str]
    free: bool = False


class Decision(msgspec.Struct):
    options: list[Choices]


class View(msgspec.Struct):
    decision: Decision | None = None
    result: dict[str, Any] | None = None


class Told(msgspec.Struct):
    """What the player of a benchmark reads of a message."""

    type: str
    id: str = ""
    revision: int = 0
    done: int = 0
    view: View | None = None


decode = msgspec.json.Decoder(Told).decode


class Chair:
    """A connection on a seat, reading all that comes."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.revision = 0
        self.decision: Decision | None = None
        self.over = False
        self.updates = 0
        self.bytes = 0
        self.news = asyncio.Event()
        self.answers: dict[str, asyncio.Future[Told]] = {}
        self.reader = asyncio.create_task(self.read())

    async def read(self) -> None:
        async for text in self.socket:
            told = decode(text)
            if told.type == "update" and told.view is not None:
                self.revision, self.decision = told.revision, told.view.decision
                self.over = told.view.result is not None
                self.updates += 1
                self.bytes += len(text)
                self.news.set()
            elif told.type == "answer" and told.id in self.answers:
                self.answers.pop(told.id).set_result(told)

    async def act(self, id: str, verb: str, arg: str) -> Told:
        self.answers[id] = asyncio.get_running_loop().create_future()
        waiting = self.answers[id]
        deed = {"verb": verb, "arg": arg}
        await self.socket.send(
            msgspec.json.encode({"type": "act", "id": id, "revision": self.revision, "actions": [deed]}).decode()
        )
        return await waiting


class Table:
    """Two chairs at a table, played at random; a game that ends is followed by another."""

    def __init__(self, url: str, game: str, scenario: str, seed: int, spare: list[Table] | None = None) -> None:
        self.url, self.game, self.scenario = url, game, scenario
        self.spare = [] if spare is None else spare
        self.left: list[Chair] = []
        self.rng = random.Random(seed)
        self.chairs: list[Chair] = []
        self.n = 0

    async def open(self) -> None:
        async with httpx.AsyncClient() as http:
            answer = await http.post(f"{self.url}/api/tables", json={"game": self.game, "scenario": self.scenario})
            told = answer.json()
            path = f"{self.url}/api/tables/{told['table']}/claim"
            claims = [await http.post(path, json={"invite": seat["invite"]}) for seat in told["seats"]]
        self.chairs = [await self._sit(told["table"], claim.json()["token"]) for claim in claims]

    async def _sit(self, table: str, token: str) -> Chair:
        address = f"{self.url.replace('http', 'ws')}/api/tables/{table}/play"
        chair = Chair(await connect(address, compression=None, max_size=None, max_queue=None))
        await chair.socket.send(msgspec.json.encode({"type": "hello", "id": "h", "token": token}).decode())
        await chair.news.wait()
        return chair

    async def play(self, until: float, times: list[float]) -> int:
        done = 0
        while time.perf_counter() < until:
            chair = next((chair for chair in self.chairs if chair.decision is not None), None)
            if chair is None or chair.decision is None:
                if self.chairs[0].over:
                    await self.next_game()
                await asyncio.sleep(0)
                continue
            option = self.rng.choice([o for o in chair.decision.options if not o.free] or chair.decision.options)
            self.n += 1
            began = time.perf_counter()
            told = await chair.act(f"{self.n}", option.verb, self.rng.choice(option.args))
            if not told.done:  # another seat was quicker, or the table has passed
                await asyncio.sleep(0.001)
                continue
            times.append(time.perf_counter() - began)
            done += 1
        return done

    async def next_game(self) -> None:
        """A game that is over makes room for one that was opened before the clock ran."""
        for chair in self.chairs:
            chair.reader.cancel()
            self.left.append(chair)
        if self.spare:
            self.chairs = self.spare.pop().chairs
        else:
            await self.open()

    def seen(self) -> list[Chair]:
        return [*self.chairs, *self.left]

    async def leave(self) -> None:
        for chair in self.seen():
            chair.reader.cancel()
            await chair.socket.close()


class Server:
    def __init__(self, folder: Path, *words: str) -> None:
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
        command = [sys.executable, str(ROOT / "tests/bench/serve.py"), "serve", "--port", "0", "--no-limits"]
        began = time.perf_counter()
        self.log = (folder / "log").open("w")
        self.process = subprocess.Popen(
            [*command, *(words or ("--database", str(folder / "bench.db")))],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip().removeprefix("Vistula: ")
        httpx.get(f"{self.url}/health", timeout=60).raise_for_status()
        self.start_up = time.perf_counter() - began

    def memory(self) -> float:
        """Resident megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
        self.log.close()
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextmanager
def serving() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def sharing(url: str, processes: int) -> Iterator[list[Server]]:
    """So many processes on one PostgreSQL database; each opens tables in a shard of its own."""
    with tempfile.TemporaryDirectory() as folder:
        servers: list[Server] = []
        try:
            for n in range(processes):
                (own := Path(folder) / str(n)).mkdir()
                key = ("--key-file", f"{folder}/key")
                servers.append(Server(own, "--database", url, *key, "--shards", "abcdefgh"[n]))
            yield servers
        finally:
            for server in servers:
                server.stop()


class Slice(msgspec.Struct):
    """What was done with one kind of table."""

    actions: int = 0
    seconds: float = 0.0
    cpu: float = 0.0  # of the server's process
    times: list[float] = []


async def compare(
    servers: list[Server], kinds: list[tuple[str, str]], tables: int, seconds: float, rounds: int
) -> tuple[dict[str, Slice], dict[str, list[Table]]]:
    """All kinds by turns, so many tables of each at once, spread over the servers."""
    seated: dict[str, list[Table]] = {}
    spares: list[Table] = []
    for kind in kinds:
        urls = [servers[n % len(servers)].url for n in range(tables)]
        spare = (
            [] if kind == EMPTY else [Table(url, *kind, 1000 + n) for n, url in enumerate(urls[: max(tables // 2, 2)])]
        )
        seated[kind[0]] = [Table(url, *kind, n, spare) for n, url in enumerate(urls)]
        for table in [*spare, *seated[kind[0]]]:
            await table.open()
        spares += spare
    figures = {kind[0]: Slice() for kind in kinds}
    for _ in range(rounds):
        for name, slice in figures.items():
            began, used = time.perf_counter(), sum(server.cpu() for server in servers)
            done = await asyncio.gather(*(table.play(began + seconds / rounds, slice.times) for table in seated[name]))
            slice.actions += sum(done)
            slice.seconds += time.perf_counter() - began
            slice.cpu += sum(server.cpu() for server in servers) - used
    for table in spares:
        await table.leave()
    return figures, seated


async def alone(server: Server, seconds: float) -> Slice:
    """One table with nobody else about."""
    table, slice = Table(server.url, "warsaw-1920", "quick", 77), Slice()
    await table.open()
    began, used = time.perf_counter(), server.cpu()
    slice.actions = await table.play(began + seconds, slice.times)
    slice.seconds, slice.cpu = time.perf_counter() - began, server.cpu() - used
    await table.leave()
    return slice


def told(slice: Slice) -> dict[str, float]:
    times = slice.times if len(slice.times) > 1 else slice.times * 2  # the slowest of machines
    cuts = statistics.quantiles(times, n=100)
    return {
        "actions_per_second": round(slice.actions / slice.seconds),
        "p50_ms": round(cuts[49] * 1000, 2),
        "p99_ms": round(cuts[98] * 1000, 2),
        "server_cpu_us_per_action": round(slice.cpu / slice.actions * 1e6),
    }


async def measure(
    servers: list[Server], kinds: list[tuple[str, str]], tables: int, seconds: float, rounds: int
) -> dict[str, Any]:
    figures, seated = await compare(servers, [*kinds, EMPTY], tables, seconds, rounds)
    empty = figures[EMPTY[0]]
    found: dict[str, Any] = {"tables": tables}
    for name, slice in figures.items():
        updates = sum(chair.updates for table in seated[name] for chair in table.seen())
        size = sum(chair.bytes for table in seated[name] for chair in table.seen())
        found[name] = told(slice) | {
            "ratio": round(slice.actions / slice.seconds / (empty.actions / empty.seconds), 3),
            "ratio_of_server_cpu": round(empty.cpu / empty.actions / (slice.cpu / slice.actions), 3),
            "kilobytes_per_update": round(size / max(updates, 1) / 1000, 1),
        }
        for table in seated[name]:
            await table.leave()
    return found


async def fill(server: Server, crowd: int) -> dict[str, Any]:
    """What a server takes with nobody there, and with two people at each of so many tables."""
    httpx.get(f"{server.url}/api/shelf", timeout=60).raise_for_status()  # when all games have been read
    idle = server.memory()
    tables = [Table(server.url, "warsaw-1920", "quick", seed) for seed in range(crowd)]
    for table in tables:
        await table.open()
    full = server.memory()
    for table in tables:
        await table.leave()
    return {"resident_mb_idle": round(idle), f"resident_mb_{crowd}_tables": round(full)}


def on_postgres(processes: list[int], args: argparse.Namespace) -> dict[str, Any]:
    """The same for processes that share a database."""
    sys.path.insert(0, str(ROOT / "tests"))
    from server import postgres

    if processes and postgres.binaries() is None:
        return {"postgres": postgres.MISSING}
    found = {}
    for count in processes:
        with postgres.running() as cluster, sharing(cluster.new("bench"), count) as servers:
            figures = asyncio.run(measure(servers, [WARSAW], args.tables, args.seconds, args.rounds))
            found[f"postgres, {count} processes"] = figures
    return found


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--crowd", type=int, default=100, help="tables for which memory is measured")
    parser.add_argument("--seconds", type=float, default=12.0, help="for each kind of table")
    parser.add_argument("--rounds", type=int, default=12, help="by turns, so that both meet what else the machine does")
    parser.add_argument("--postgres", default="1,2", help="processes on PostgreSQL, where it is installed; 0: none")
    args = parser.parse_args(argv)
    figures: dict[str, Any] = {}
    with serving() as server:
        room = asyncio.run(fill(server, args.crowd))
    with serving() as server:  # the second start finds its files in the cache of the system
        one = asyncio.run(alone(server, args.seconds / 4))
        figures = asyncio.run(measure([server], TITLES, args.tables, args.seconds, args.rounds))
        figures |= {"alone": told(one), "start_up_seconds": round(server.start_up, 2), **room}
    figures |= on_postgres([int(n) for n in args.postgres.split(",") if int(n)], args)
    print(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
