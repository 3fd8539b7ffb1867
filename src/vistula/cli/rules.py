"""`vistula rules`: the checklist of a rulebook, or one rule with the rulings on it."""

from __future__ import annotations

import inspect
import os
from pathlib import Path
from typing import Any

from vistula.cli.arguments import Args, Commands, add_game, add_json, print_json
from vistula.kernel.checklist import Checklist, Rule, Ruling, places
from vistula.kernel.errors import BadInput
from vistula.kernel.title import title


def add(commands: Commands) -> None:
    parser = commands.add_parser("rules", help="every rule of a game: what it says, where it lives, what proves it")
    add_game(parser)
    parser.add_argument("id", metavar="ID", nargs="?", help="one rule (11.10a) or all of a section (11.10)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: Args) -> int:
    found = title(args.game)
    checklist = found.checklist
    rules = select(checklist, args.id, args.game)
    rulings = checklist.rulings_on(rules[0].id) if args.id and len(rules) == 1 else None
    if args.json:
        print_json([entry(rule, rulings) for rule in rules])
    elif rulings is None:
        for rule in rules:
            print(f"{rule.id:<9}{rule.status:<15} {rule.title}: {rule.says}")
        print(_count(rules))
    else:
        show(rules[0], rulings, Path(inspect.getfile(type(found))).parent)
    return 0


def select(checklist: Checklist, id: str | None, game: str) -> list[Rule]:
    """All rules, the rule with this id, or the rules of the section with this number."""
    if id is None:
        return list(checklist)
    if id in checklist:
        return [checklist[id]]
    found = [rule for rule in checklist if rule.id.startswith(id) and not rule.id[len(id)].isdigit()]
    if not found:
        sections = ", ".join(dict.fromkeys(rule.id.split(".")[0] for rule in checklist))
        raise BadInput(game, f"rule {id}", f"is not in the checklist; its chapters are: {sections}")
    return found


def entry(rule: Rule, rulings: list[Ruling] | None) -> dict[str, Any]:
    """One rule as scripts see it."""
    found: dict[str, Any] = {
        "id": rule.id,
        "title": rule.title,
        "says": rule.says,
        "status": rule.status,
        "code": rule.code,
        "tests": rule.tests,
    }
    if rulings is not None:
        found["rulings"] = [
            {"id": r.id, "title": r.title, "text": r.text, "rules": r.rules, "switchable": r.switchable}
            for r in rulings
        ]
    return found


def show(rule: Rule, rulings: list[Ruling], sources: Path) -> None:
    """One rule for people: `path:line` is what editors and terminals open."""
    print(f"{rule.id}  {rule.title}  ({rule.status})")
    print(f"  {rule.says}")
    if rule.note:
        print(f"  note: {rule.note}")
    for place in places(sources, rule.id):
        print(f"  code: {os.path.relpath(place.file)}:{place.line}  {place.name}".rstrip())
    for test in rule.tests:
        print(f"  test: {test}")
    for ruling in rulings:
        print(f"  ruling {ruling.id}  {ruling.title}: {ruling.text}")


def _count(rules: list[Rule]) -> str:
    done, open_ = (sum(rule.status == status for rule in rules) for status in ("done", "open"))
    return f"{len(rules)} rules: {done} done, {open_} open, {len(rules) - done - open_} not applicable"
