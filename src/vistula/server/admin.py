"""`vistula admin`: what whoever runs the server does with its tables, also while it plays on.

Commands work on the database. What concerns a table that is open is written down there as an order, which the servers
that run carry out within a second or two.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vistula.kernel.errors import BadInput

if TYPE_CHECKING:
    from vistula.server.database import Database
    from vistula.server.ledger import Stored

HELD = "it was stopped by whoever runs the server"


def add(commands: Any) -> None:
    parser = commands.add_parser("admin", help="tables of a server, also while it runs: list, show, delete, …")
    parser.add_argument("--database", metavar="URL", default="", help="as of serve")
    parser.add_argument("--key-file", default="", metavar="FILE", help="as of serve")
    deeds = parser.add_subparsers(metavar="WHAT", required=True, dest="what")
    _deed(deeds, "list", list_, "all tables, one a line")
    _deed(deeds, "show", show, "one table", TABLE)
    to = ("--to", {"metavar": "FOLDER", "default": ".", "help": "where records are written"})
    _deed(deeds, "export", export, "write the whole record of a table, or of all; opens every secret", ANY, to)
    _deed(deeds, "delete", delete, "delete a table for good", TABLE, ("--yes", {"action": "store_true"}))
    why = ("--why", {"metavar": "TEXT", "default": HELD, "help": "what players are told"})
    _deed(deeds, "freeze", freeze, "stop a table; its players can only export it", TABLE, why)
    _deed(deeds, "thaw", thaw, "let a table go on that was frozen or archived", TABLE)
    seat = ("seat", {"metavar": "SEAT"})
    _deed(deeds, "revoke", revoke, "take a seat from whoever holds it; prints a new invitation", TABLE, seat)
    text = ("text", {"metavar": "TEXT", "nargs": "?", "default": "", "help": "nothing: no message any more"})
    _deed(deeds, "message", message, "tell everybody something, on the shelf and at their tables", text)
    _deed(deeds, "drain", drain, "no new tables, finish the moves, stop")


Option = tuple[str, dict[str, Any]]
TABLE: Option = ("table", {"metavar": "TABLE"})
ANY: Option = ("table", {"metavar": "TABLE", "help": "or `all`"})


def _deed(deeds: Any, name: str, run: Callable[[argparse.Namespace, Database], int], about: str, *args: Option) -> None:
    parser = deeds.add_parser(name, help=about)
    for flag, given in args:
        parser.add_argument(flag, **given)
    parser.set_defaults(run=lambda given: _run(run, given))


def _run(deed: Callable[[argparse.Namespace, Database], int], args: argparse.Namespace) -> int:
    from vistula.server.database import Database, default_url

    database = Database(args.database or default_url(), args.key_file, beside=True)
    try:
        return deed(args, database)
    finally:
        database.close()


def list_(args: argparse.Namespace, database: Database) -> int:
    from vistula.server import ledger

    for stored in ledger.every(database.engine):
        summary = stored.summary
        turn = f"turn {summary.turn}" if summary is not None else "turn ?"
        updated = summary.updated if summary is not None and summary.updated else stored.created
        people = ", ".join(f"{seat}: {_who(stored, seat)}" for seat in stored.sitters)
        print(f"{stored.id}  {stored.game} {stored.scenario}  {turn}  {updated}  {_state(stored)}  {people}")
    return 0


def _who(stored: Stored, seat: str) -> str:
    sitter = stored.sitters[seat]
    return sitter.name or sitter.who


def _state(stored: Stored) -> str:
    if stored.held:
        return "held"
    if stored.lacking:
        return "waiting"
    return "over" if stored.summary is not None and stored.summary.over else "running"


def show(args: argparse.Namespace, database: Database) -> int:
    from vistula.server import ledger

    stored = _stored(database, args.table)
    print(f"{stored.id}: {stored.game}, {stored.scenario}, {_state(stored)}, opened {stored.created}")
    print(f"entries: {ledger.entry_count(database.engine, stored.id)}")
    if stored.held:
        print(f"held: {stored.held}")
    if stored.expires:
        print(f"put away on {stored.expires} unless somebody plays")
    for seat in stored.sitters:
        held = ledger.holders(database.engine, stored.id, seat)
        print(f"seat {seat}: {_who(stored, seat)}, opened by {held} tokens")
    for name, value in stored.options.items():
        print(f"option {name}: {value}")
    return 0


def _stored(database: Database, id: str) -> Stored:
    from vistula.server import ledger

    stored = ledger.unlocked(database.engine, database.keys, id)
    if stored is None:
        raise BadInput("admin", id, "there is no such table")
    return stored


def export(args: argparse.Namespace, database: Database) -> int:
    from vistula.kernel.record import write
    from vistula.server import ledger
    from vistula.server.export import whole_record

    ids = [stored.id for stored in ledger.every(database.engine)] if args.table == "all" else [args.table]
    folder = Path(args.to)
    folder.mkdir(parents=True, exist_ok=True)
    for id in ids:
        stored = _stored(database, id)
        record = whole_record(stored, ledger.entries(database.engine, id), database.keys)
        write(folder / f"{stored.game}-{id}.record.json", record)
    print(f"{len(ids)} records are in {folder}")
    return 0


def delete(args: argparse.Namespace, database: Database) -> int:
    from vistula.server import ledger, orders

    stored = _stored(database, args.table)
    if not args.yes:
        raise BadInput("admin", stored.id, "would be deleted for good; say so with --yes")
    with database.engine.begin() as connection:
        ledger.purge(connection, stored.id)
        orders.give(connection, "put away", stored.id, "deleted")
    print(f"{stored.id} is deleted")
    return 0


def freeze(args: argparse.Namespace, database: Database) -> int:
    return _hold(args, database, args.why)


def thaw(args: argparse.Namespace, database: Database) -> int:
    return _hold(args, database, "")


def _hold(args: argparse.Namespace, database: Database, why: str) -> int:
    from vistula.server import ledger, orders

    stored = _stored(database, args.table)
    with database.engine.begin() as connection:
        ledger.hold(connection, stored.id, why)
        orders.give(connection, "put away", stored.id)
    print(f"{stored.id} is {'held' if why else 'free to go on'}")
    return 0


def revoke(args: argparse.Namespace, database: Database) -> int:
    from vistula.server import ledger, orders
    from vistula.server.tokens import new_token

    stored = _stored(database, args.table)
    if args.seat not in stored.people:
        raise BadInput("admin", args.seat, f"no person sits there; there are: {', '.join(stored.people)}")
    invite = new_token()
    with database.engine.begin() as connection:
        ledger.revoke(connection, stored.id, args.seat, invite)
        orders.give(connection, "revoke", stored.id, args.seat)
    print(f"/table/{stored.id}#invite={invite}")
    return 0


def message(args: argparse.Namespace, database: Database) -> int:
    from vistula.server import orders

    text = " ".join(args.text.split())[:500]
    with database.engine.begin() as connection:
        orders.set_message(connection, text)
        orders.give(connection, "message", arg=text)
    print("everybody is told" if text else "there is no message any more")
    return 0


def drain(args: argparse.Namespace, database: Database) -> int:
    from vistula.server import orders

    with database.engine.begin() as connection:
        orders.give(connection, "drain")
    print("servers that run open no more tables, finish the moves that are under way, and stop")
    return 0
