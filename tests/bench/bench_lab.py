"""How much faster two processes are than one: `python tests/bench/bench_lab.py`. Figures, never a verdict.

The same games are played by one process and by two, in turn, and medians count. Starting processes and reading the
game's data is part of the time. `ratio` is by the clock; other work on the machine weighs more on two than on one, so
look at the load beside it. `by_cpu` is what the ratio would be on two free cores: the CPU seconds of one process
against those of the parent and half of those of its two workers.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import sys
import time

from vistula.lab import Plan, run


def children() -> float:
    """CPU seconds of all processes that have been started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(plan: Plan, games: int, jobs: int, observe: bool) -> tuple[float, float]:
    """How long so many games take, by the clock and, on as many free cores as processes, by CPU time."""
    own, others = time.process_time(), children()
    study = run(plan, games, jobs, observe=observe)
    assert not study.failed
    return study.seconds, time.process_time() - own + (children() - others) / jobs


def measure(plan: Plan, games: int, rounds: int, observe: bool) -> dict[str, float]:
    plan.check()
    seen = [[seconds(plan, games, jobs, observe) for jobs in (1, 2)] for _ in range(rounds)]
    one, two = (statistics.median(games / pair[i][0] for pair in seen) for i in (0, 1))
    ratio, by_cpu = (statistics.median(pair[0][how] / pair[1][how] for pair in seen) for how in (0, 1))
    return {"one": one, "two": two, "ratio": ratio, "by_cpu": by_cpu, "load": os.getloadavg()[0]}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--player", default="random")
    parser.add_argument("--observe", action="store_true", help="with everything watched that a report draws")
    args = parser.parse_args(argv)
    plan = Plan("warsaw-1920", seats=dict.fromkeys(("poland", "russia"), args.player))
    found = measure(plan, args.games, args.rounds, args.observe)
    print(json.dumps({name: round(value, 3) for name, value in found.items()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
