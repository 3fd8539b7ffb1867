"""A mutant on trial: the tests that must notice it run in a child process that carries the change.

A title's modules and tests are imported once; a child is forked for each mutant and gets new code put into the
functions that it concerns, wherever they are referred to. Code that has already run by then (tables made at import,
constants) would keep what it made: such mutants, if the child survives, get a process of their own that imports
everything anew.
"""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import json
import math
import os
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from mutants.probes import Probes, probed
from mutants.sites import Mutant, of_module

SURVIVED, KILLED, UNFIT = 0, 1, 3
UNTIMED = 20.0
"""What a test may take, in seconds, that has not been timed."""
ROOT = Path(__file__).parents[2]
PLAIN = ["-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:xdist"]


class Bench:
    """A pytest session that has collected a title's tests and holds them ready."""

    def __init__(self, items: Iterable[pytest.Item], ran: set[tuple[str, int]]) -> None:
        self.ran = ran
        self.by_name: dict[str, list[pytest.Item]] = {}
        for item in items:
            self.by_name.setdefault(item.nodeid.partition("[")[0], []).append(item)
        self.seconds: dict[str, float] = {}
        self.functions: dict[tuple[str, int, str], list[FunctionType]] = {}
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self.functions.setdefault(_place(each.__code__), []).append(each)

    def unchanged(self, names: Sequence[str]) -> list[str]:
        """Run tests as they are, in a child, to know how long each takes; those that fail without any change."""
        reader, writer = os.pipe()
        if os.fork() == 0:
            _quiet()
            with os.fdopen(writer, "w") as out:
                for name in names:
                    began = time.process_time()
                    failed = any(_failed(item) for item in self.by_name.get(name, ()))
                    print(json.dumps([name, failed, time.process_time() - began]), file=out, flush=True)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as rows:
            told = [json.loads(row) for row in rows]
        os.wait()
        self.seconds.update({name: seconds for name, _, seconds in told})
        return [name for name, failed, _ in told if failed] + [name for name in names if name not in self.seconds]

    def touched(self, mutants: Sequence[Mutant], names: Sequence[str]) -> list[list[str]]:
        """Of each mutant the tests that could notice it; run in a child, which also tells how long each takes."""
        reader, writer = os.pipe()
        if os.fork() == 0:
            _quiet()
            probes = self._probe(mutants)
            with os.fdopen(writer, "w") as out:
                for name in names:
                    began = time.process_time()
                    for item in self.by_name.get(name, ()):
                        _failed(item)
                    print(json.dumps([name, sorted(probes.read()), time.process_time() - began]), file=out, flush=True)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as rows:
            told = [json.loads(row) for row in rows]
        os.wait()
        assert len(told) == len(names), f"the tests broke down after {told[-1:]}"
        self.seconds.update({name: seconds for name, _, seconds in told if name not in self.seconds})
        return [[name for name, places, _ in told if place in places] for place in range(len(mutants))]

    def _probe(self, mutants: Sequence[Mutant]) -> Probes:
        probes = Probes()
        for file, tree in probed(mutants).items():
            codes = {_place(code): code for code in _codes(compile(tree, str(file), "exec"))}
            for place in {_place_of(mutant) for mutant in mutants if mutant.file == file}:
                for function in self.functions.get(place, ()):
                    function.__globals__.update(probes.names)
                    function.__code__ = codes[place]
        return probes

    def quickest_first(self, names: Iterable[str]) -> list[str]:
        return sorted(names, key=lambda name: self.seconds.get(name, 0.0))

    def allowed(self, name: str) -> int:
        """The seconds of the processor that a test gets: many times what it takes without any change."""
        return 5 + math.ceil(10 * self.seconds.get(name, UNTIMED))

    def forked(self, mutant: Mutant, names: Iterable[str]) -> int:
        """Start a child that tries the mutant; its process id. Its exit code is the verdict."""
        child = os.fork()
        if child == 0:
            _quiet()
            verdict = UNFIT
            try:
                verdict = self._try(mutant, names)
            finally:
                os._exit(verdict)
        return child

    def _try(self, mutant: Mutant, names: Iterable[str]) -> int:
        if not self._implant(mutant):
            return UNFIT
        for name in names:
            _limit(self.allowed(name))
            if any(_failed(item) for item in self.by_name.get(name, ())):
                return KILLED
        return SURVIVED

    def _implant(self, mutant: Mutant) -> bool:
        """Put the changed code into all functions that have the old; False where none has or it does not fit."""
        assert mutant.function is not None
        place = _place_of(mutant)
        found = self.functions.get(place, [])
        codes = _codes(compile(mutant.mutate(), str(mutant.file), "exec"))
        changed = next(code for code in codes if _place(code) == place)
        if any(function.__code__.co_freevars != changed.co_freevars for function in found):
            return False
        for function in found:
            function.__code__ = changed
        return bool(found)

    def afresh(self, mutant: Mutant, names: Sequence[str]) -> int:
        """Start a process that imports everything with the change in it and runs these tests; its process id."""
        seconds = 60 + sum(map(self.allowed, names))
        paths = [str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]
        command = [sys.executable, "-m", "mutants.trial", str(mutant.file), str(mutant.number), str(seconds)]
        return os.posix_spawn(
            sys.executable,
            command + [item.nodeid for name in names for item in self.by_name.get(name, ())],
            {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)},
            file_actions=[(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (1, 2)],
        )

    def has_run(self, mutant: Mutant) -> bool:
        """Its code ran while modules and tests were imported: a child that survives may only have come too late."""
        return mutant.function is not None and (str(mutant.file), _first_line(mutant)) in self.ran


def alone(file: Path, number: int, seconds: int, names: Sequence[str]) -> int:
    """The trial of one mutant in this process, before anything of the title has been imported."""
    mutant = next(each for each in of_module(file) if each.number == number)
    sys.meta_path.insert(0, _Changed(file, compile(mutant.mutate(), str(file), "exec")))
    _limit(seconds)
    code = pytest.main([*PLAIN, "-x", *names])
    return SURVIVED if code == pytest.ExitCode.OK else KILLED


def with_tests(
    paths: Sequence[str], sources: Path, wanted: Callable[[str], bool], work: Callable[[Bench], None]
) -> None:
    """Collect the tests of these paths, then hand those over that are wanted."""
    taken = _TakeOver(sources, wanted, work)
    code = pytest.main([*PLAIN, "-p", "no:terminal", *paths], [taken])
    if not taken.done:
        raise SystemExit(f"mutants: collecting the tests or the work with them stopped before its end: {code}")


class _TakeOver:
    """A plugin that notes which functions run during collection and then works in place of the test loop."""

    def __init__(self, sources: Path, wanted: Callable[[str], bool], work: Callable[[Bench], None]) -> None:
        self.sources, self.wanted, self.work, self.done = str(sources), wanted, work, False
        self.ran: set[tuple[str, int]] = set()

    def pytest_sessionstart(self) -> None:
        sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(self.sources):
            self.ran.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.setprofile(None)
        bench = Bench([item for item in session.items if self.wanted(item.nodeid)], self.ran)
        gc.freeze()  # so that children need not copy what they only look at
        self.work(bench)
        self.done = True
        return True


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module with changed code."""

    def __init__(self, file: Path, code: CodeType) -> None:
        self.file, self.code = file, code

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        for folder in path or ():
            if Path(folder) / f"{name.rpartition('.')[2]}.py" == self.file:
                return importlib.machinery.ModuleSpec(name, self, origin=str(self.file))
        return None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.file)
        exec(self.code, module.__dict__)


def _place(code: CodeType) -> tuple[str, int, str]:
    return code.co_filename, code.co_firstlineno, code.co_name


def _place_of(mutant: Mutant) -> tuple[str, int, str]:
    assert mutant.function is not None
    return str(mutant.file), _first_line(mutant), mutant.function.name


def _first_line(mutant: Mutant) -> int:
    assert mutant.function is not None
    return min([mutant.function.lineno, *(each.lineno for each in mutant.function.decorator_list)])


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


def _failed(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False))


def _limit(seconds: int) -> None:
    """A change may make a test run for ever; from now on so many seconds of the processor are all that it gets."""
    end = math.ceil(time.process_time()) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (end, resource.RLIM_INFINITY))


def _quiet() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


if __name__ == "__main__":
    sys.exit(alone(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
