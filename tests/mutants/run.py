"""Change code that cites a rule, and see whether the tests named for that rule notice.

    python tests/mutants/run.py TITLE [--rule ID] [--module NAME] [--sample 300] [--seed 1] [--jobs 2] [--quick]
    python tests/mutants/run.py TITLE --left FIGURES

A mutant is killed when a test named for one of its rules fails, or takes many times as long as without the change.
Those that survive go through the title's whole suite: it runs once with a probe at each of them (`probes.py`), and then
each meets the tests that it could be noticed by. With --quick they do not, and --left does it later for the survivors
that the figures of an earlier run (--json) name. `same.toml` lists the mutants that change nothing, with the reason;
they do not count. The exit code is 1 if any other survives everything, or if every mutant of a rule survives its tests.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tomllib
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from mutants.probes import can_be_probed
from mutants.sites import Mutant, of_title
from mutants.trial import KILLED, ROOT, SURVIVED, UNFIT, Bench, with_tests
from vistula.games import TITLES
from vistula.kernel.checklist import Checklist, test_index

TIMES = ROOT / "build" / "mutants.json"
SAME = Path(__file__).with_name("same.toml")


class Key(NamedTuple):
    """A mutant by what it does, whatever its line: title, module, function, change."""

    title: str
    module: str
    function: str
    change: str


class Suite:
    """The tests of a title: those named for each rule, and all."""

    def __init__(self, title: str) -> None:
        folder = title.replace("-", "_")
        self.title, self.folder = title, folder
        self.sources = ROOT / "src/vistula/games" / folder
        self.tests = ROOT / "tests/games" / folder
        self.known = {rule.id for rule in Checklist.read(self.sources / "rules.toml")}
        self.named = test_index(self.tests, ROOT)
        self.paths = [f"tests/games/{folder}", "tests/games/test_recorded.py", "tests/kernel/test_contract.py"]

    def has(self, test: str) -> bool:
        """One of the title's own, or one of all titles' with this title."""
        return test.startswith(self.paths[0]) or self.title in test

    def for_rules(self, rules: Iterable[str]) -> list[str]:
        return list(dict.fromkeys(test for id in sorted(rules) for test in self.named.get(id, ())))

    def whole(self, bench: Bench) -> list[str]:
        """By test, recorded games and the contract after the tests of single rules."""
        mine = [name for name in bench.by_name if name.startswith(self.paths[0])]
        return mine + [name for name in bench.by_name if not name.startswith(self.paths[0])]

    def key(self, mutant: Mutant) -> Key:
        module = mutant.file.relative_to(self.sources).with_suffix("").as_posix()
        return Key(self.title, module, mutant.owner, mutant.change)


def main(arguments: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(arguments)
    if args.title not in TITLES:
        print(f"mutants: there is no title {args.title!r}; there are {', '.join(TITLES)}", file=sys.stderr)
        return 2
    suite = Suite(args.title)
    mutants = _chosen(suite, args)
    if not mutants:
        print("mutants: no code that cites this can be changed", file=sys.stderr)
        return 2
    same = read_same()
    report = Report(suite, [m for m in mutants if suite.key(m) not in same], len(mutants))
    with_tests(suite.paths, suite.sources, suite.has, lambda bench: report.work(bench, args.jobs, quick=args.quick))
    print(json.dumps(report.figures(), indent=2) if args.json else report.text())
    return 0 if report.holds else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("title")
    parser.add_argument("--rule", default="", help="only code that cites this id")
    parser.add_argument("--module", default="", help="only this module of the title")
    parser.add_argument("--sample", type=int, default=300, help="how many, drawn at random; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--left", type=Path, help="those that survived in the figures of an earlier run")
    parser.add_argument("--quick", action="store_true", help="not the whole suite for those that survive their tests")
    parser.add_argument("--json", action="store_true")
    return parser


def _chosen(suite: Suite, args: argparse.Namespace) -> list[Mutant]:
    mutants = [
        mutant
        for mutant in of_title(suite.sources, suite.known)
        if args.rule in ("", *mutant.rules) and args.module in ("", suite.key(mutant).module)
    ]
    if args.left:
        left = {
            (row["module"], row["function"], row["change"]) for row in json.loads(args.left.read_text())["survivors"]
        }
        return [mutant for mutant in mutants if suite.key(mutant)[1:] in left]
    if args.sample and args.sample < len(mutants):
        drawn = random.Random(args.seed).sample(range(len(mutants)), args.sample)
        mutants = [mutants[place] for place in sorted(drawn)]
    return mutants


def read_same(path: Path = SAME) -> dict[Key, str]:
    """Mutants that change nothing, with the reason."""
    rows = tomllib.loads(path.read_text(encoding="utf8")).get("same", [])
    return {Key(row["title"], row["module"], row["function"], row["change"]): row["because"] for row in rows}


class Report:
    """The trials of a sample and what came of them."""

    def __init__(self, suite: Suite, mutants: list[Mutant], drawn: int) -> None:
        self.suite, self.mutants, self.drawn = suite, mutants, drawn
        self.survivors: list[Mutant] = []
        self.unnoticed: list[Mutant] | None = None
        """Those that survive the whole suite too; None while nobody has looked."""
        self.touched: dict[tuple[Path, int], list[str]] = {}
        """The tests of the whole suite that could notice a survivor, where that was asked."""

    def work(self, bench: Bench, jobs: int, *, quick: bool) -> None:
        suite = self.suite
        needed = suite.for_rules(frozenset().union(*(mutant.rules for mutant in self.mutants)))
        _without_change(bench, needed, anew=not quick)

        def named(mutant: Mutant) -> list[str]:
            return bench.quickest_first(suite.for_rules(mutant.rules))

        self.survivors = _tried(bench, self.mutants, named, jobs, "named")
        if not quick:
            self.unnoticed = _tried(bench, self.survivors, self._whole(bench), jobs, "whole suite")

    def _whole(self, bench: Bench) -> Callable[[Mutant], list[str]]:
        """Of each survivor the tests of the whole suite that could notice it; all, where that cannot be told."""
        names = self.suite.whole(bench)
        asked = [mutant for mutant in self.survivors if can_be_probed(mutant) and not bench.has_run(mutant)]
        if self.survivors:
            _say(f"the whole suite, {len(names)} tests, with {len(asked)} probes")
        told = bench.touched(asked, names) if asked else []
        self.touched = {_place(mutant): tests for mutant, tests in zip(asked, told, strict=True)}
        return lambda mutant: bench.quickest_first(self.touched.get(_place(mutant), names))

    @property
    def idle(self) -> list[str]:
        """Rules all of whose mutants in the sample survive the tests named for them."""
        all_of = Counter(id for mutant in self.mutants for id in mutant.rules)
        left = Counter(id for mutant in self.survivors for id in mutant.rules)
        return sorted(id for id in left if left[id] == all_of[id])

    @property
    def holds(self) -> bool:
        return not self.unnoticed and not self.idle

    def figures(self) -> dict[str, Any]:
        killed = len(self.mutants) - len(self.survivors)
        return {
            "title": self.suite.title,
            "drawn": self.drawn,
            "same": self.drawn - len(self.mutants),
            "mutants": len(self.mutants),
            "killed_by_named": killed,
            "share": round(killed / max(len(self.mutants), 1), 4),
            "killed_by_all": None if self.unnoticed is None else len(self.mutants) - len(self.unnoticed),
            "idle_rules": self.idle,
            "survivors": [self._row(mutant) for mutant in self.survivors],
        }

    def _row(self, mutant: Mutant) -> dict[str, Any]:
        seen = self.unnoticed is not None and mutant not in self.unnoticed
        where = f"{mutant.file.relative_to(ROOT)}:{mutant.line}"
        touched = self.touched.get(_place(mutant))
        return {
            "where": where,
            "module": self.suite.key(mutant).module,
            "function": mutant.owner,
            "change": mutant.change,
            "rules": sorted(mutant.rules),
            "noticed_elsewhere": seen,
            "could_be_noticed_by": None if touched is None else len(touched),
        }  # fmt: skip

    def text(self) -> str:
        figures = self.figures()
        lines = [
            f"{self.suite.title}: {figures['drawn']} drawn, {figures['same']} of them change nothing (same.toml)",
            f"{figures['killed_by_named']} of {figures['mutants']} killed by the tests named for their rules "
            f"({100 * figures['share']:.1f} %)",
        ]
        if self.unnoticed is not None:
            lines.append(f"{figures['killed_by_all']} of {figures['mutants']} killed by the whole suite")
        if self.idle:
            lines.append(f"rules all of whose mutants survive: {', '.join(self.idle)}")
        for row in figures["survivors"]:
            note = "  (another test notices)" if row["noticed_elsewhere"] else ""
            note = note or ("  (no test comes to a difference)" if row["could_be_noticed_by"] == 0 else "")
            lines.append(f"  {row['where']} {row['function']} [{', '.join(row['rules'])}]{note}\n    {row['change']}")
        return "\n".join(lines)


def _place(mutant: Mutant) -> tuple[Path, int]:
    return mutant.file, mutant.number


Names = Callable[[Mutant], list[str]]


def _tried(bench: Bench, mutants: list[Mutant], names: Names, jobs: int, what: str) -> list[Mutant]:
    """Try all, some at a time, with a line of progress; those that survive."""
    waiting = deque((mutant, mutant.function is None) for mutant in mutants)
    running: dict[int, tuple[Mutant, bool]] = {}
    left: list[Mutant] = []
    done = 0
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant, anew = waiting.popleft()
            start = bench.afresh if anew else bench.forked
            running[start(mutant, names(mutant))] = mutant, anew
        child, status = os.wait()
        mutant, anew = running.pop(child)
        verdict = os.waitstatus_to_exitcode(status)
        if not anew and (verdict == UNFIT or (verdict == SURVIVED and bench.has_run(mutant))):
            waiting.append((mutant, True))
            continue
        assert verdict in (SURVIVED, KILLED) or verdict < 0, f"{mutant.file}:{mutant.line}: the trial broke down"
        done += 1
        if verdict == SURVIVED:
            left.append(mutant)
            _say(f"survives: {mutant.file.relative_to(ROOT)}:{mutant.line} {mutant.owner}: {mutant.change}")
        if done % 10 == 0 or done == len(mutants):
            _say(f"{what}: {done} of {len(mutants)} tried, {len(left)} survive")
    order = {id(mutant): place for place, mutant in enumerate(mutants)}
    return sorted(left, key=lambda mutant: order[id(mutant)])


def _without_change(bench: Bench, tests: list[str], *, anew: bool) -> None:
    """All tests must pass as they are; how long each takes is kept, and only those not yet timed run if not `anew`."""
    bench.seconds = {} if anew or not TIMES.exists() else json.loads(TIMES.read_text(encoding="utf8"))
    unknown = [test for test in tests if test not in bench.seconds]
    _say(f"{len(unknown)} tests without any change")
    if broken := bench.unchanged(unknown):
        raise SystemExit(f"mutants: these fail without any change: {', '.join(broken)}")
    TIMES.parent.mkdir(exist_ok=True)
    TIMES.write_text(json.dumps(bench.seconds), encoding="utf8")


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
