"""A database of today's as an older server would have made it."""

from __future__ import annotations

from sqlalchemy import Connection, text

SINCE_5 = (
    "drop index tokens_table",
    "alter table tables drop column together",
    "alter table tables drop column same_dice",
    "alter table tables drop column held",
    "alter table tables drop column expires",
    "alter table seats drop column sealed",
    "alter table seats drop column share",
    "alter table tokens drop column kind",
    "drop table orders",
    "drop table leases",
)


SINCE_6 = (
    "drop index seats_player",
    "drop index tables_host",
    "alter table tables drop column host",
    "alter table seats drop column archived",
    "alter table seats drop column seen",
    "alter table tables drop column pace",
    "alter table tables drop column offer",
    "alter table seats drop column player",
    *(f"drop table {name}" for name in (
        "players", "devices", "passes", "clocks", "channels", "outbox", "sketches", "notes", "reports"
    )),
)  # fmt: skip


def back_to(connection: Connection, version: int) -> None:
    """Versions before 5 lacked less: who wants one takes that away as well."""
    for statement in (*SINCE_6, *SINCE_5, f"update meta set value = '{version}' where key = 'version'"):
        connection.execute(text(statement))
