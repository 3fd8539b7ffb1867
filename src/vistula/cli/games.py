"""`vistula games`: what can be played."""

from __future__ import annotations

from typing import Any

from vistula.cli.arguments import Args, Commands, add_json, print_json
from vistula.kernel.options import GROUPS
from vistula.kernel.title import Title, registered, title


def add(commands: Commands) -> None:
    parser = commands.add_parser("games", help="the games, their seats and scenarios")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: Args) -> int:
    titles = [title(id) for id in registered()]
    if args.json:
        print_json([about(found) for found in titles])
        return 0
    for found in titles:
        print(f"{found.id}  {found.name}")
        print(f"  seats: {', '.join(found.seats)}")
        for scenario in found.scenarios:
            print(f"  scenario {scenario.id}: {scenario.title}, {scenario.turns} turns")
        for group in GROUPS:
            options = [option for option in found.options if option.group == group.id]
            if options:
                print(f"  {group.title.lower()}: {group.says}")
            for option in options:
                print(f"    option {option.id}: {' | '.join(option.choices)}  {option.title}")
        print(f"  rules: {len(found.checklist)} in the checklist, {found.checklist.count('done')} done")
    return 0


def about(found: Title[Any]) -> dict[str, Any]:
    """One game as scripts see it."""
    return {
        "id": found.id,
        "title": found.name,
        "seats": list(found.seats),
        "scenarios": [
            {"id": sc.id, "title": sc.title, "turns": sc.turns, "variants": [list(seats) for seats in sc.variants]}
            for sc in found.scenarios
        ],
        "options": [
            {"id": o.id, "title": o.title, "choices": list(o.choices), "group": o.group, "ruling": o.ruling}
            for o in found.options
        ],
        "rules": {"total": len(found.checklist), "done": found.checklist.count("done")},
    }
