"""Which rules of a title were at work in games of its officers, and which never were.

    python tests/soak/fired.py TITLE [--games 2] [--scenario S …] [--options "K=V K=V" …] [--seed 1]

Every scenario is played with every row of options that goes with it. `never.toml` lists the rules that need not fire in
such games, with the reason; the exit code is 1 if any other never did, or if a listed one did.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from vistula.kernel.errors import BadInput
from vistula.kernel.title import Title, title
from vistula.lab.play import Orders, Plan, play_one
from vistula.lab.rules_seen import WORDS, Usage, doubtful_rules, usages
from vistula.lab.sums import Sums

NEVER = Path(__file__).with_name("never.toml")


def main(arguments: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(arguments)
    game = title(args.title)
    sums, played = Sums(), 0
    for plan in plans(game, args.scenario, [_options(row) for row in args.options], args.seed):
        for n in range(args.games):
            row = play_one(plan, n, Orders(observe=True))
            _say(f"{plan.scenario} {plan.options} {n}: {row.outcome or row.error} in {row.seconds:.0f} s")
            if row.seen is not None:
                sums.add(row.seen)
                played += 1
    found = usages(game, sums)
    excused = read_never(args.title)
    left = [usage for usage in doubtful_rules(found) if usage.rule.id not in excused]
    wrong = [usage.rule.id for usage in found if usage.rule.id in excused and not usage.suspect]
    print("\n".join(report(found, played, left, wrong)))
    return int(bool(left or wrong))


def plans(game: Title[Any], scenarios: list[str], rows: list[dict[str, str]], seed: int) -> Iterator[Plan]:
    """Officers at every table that can be made of these scenarios and options."""
    for scenario in scenarios or [scenario.id for scenario in game.scenarios]:
        for options in rows:
            plan = Plan(game.id, scenario, {}, seed, options)
            try:
                plan.check()
            except BadInput:
                continue  # these do not go together
            yield Plan(game.id, scenario, dict.fromkeys(map(str, plan.players()), "officer"), seed, options)


def read_never(title: str, path: Path = NEVER) -> dict[str, str]:
    """Rules that need not fire in officers' games, with the reason."""
    rows = tomllib.loads(path.read_text(encoding="utf8")).get("never", []) if path.exists() else []
    return {id: row["because"] for row in rows if row["title"] == title for id in row["rules"].split()}


def report(found: list[Usage], played: int, left: list[Usage], wrong: list[str]) -> Iterator[str]:
    yield f"{played} games: " + ", ".join(f"{_number(found, verdict)} {verdict}" for verdict in WORDS)
    for usage in left:
        yield f"  {usage.rule.id} {usage.rule.title}: {WORDS[usage.verdict]}"
    if wrong:
        yield f"listed as never seen, and seen: {' '.join(wrong)}"


def _number(found: list[Usage], verdict: str) -> int:
    return sum(usage.verdict == verdict for usage in found)


def _options(row: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in row.split())


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="fired", description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("title")
    parser.add_argument("--games", type=int, default=2, help="of each scenario and row of options")
    parser.add_argument("--scenario", action="append", default=[])
    parser.add_argument(
        "--options", action="append", default=[""], help="a row of options, such as 'players=3 boost=yes'"
    )
    parser.add_argument("--seed", type=int, default=1)
    return parser


if __name__ == "__main__":
    sys.exit(main())
