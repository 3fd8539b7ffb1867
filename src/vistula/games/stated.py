"""What a rulebook states in figures of charts and tracks: `stated.toml` of a title, demanded of its data.

[charts]
"stacking.poland" = [2, "6.0a"]
"terrain.swamp.cost" = [2, "10.3.1b"]                     # of several tables the one of that name
"turn.*.operations" = [[0, 1, 2, 2, 2, 3, 3, 3], "5.1c"]  # of all of them, in their order
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from vistula.board.data import equal, read_toml

Stated = dict[str, dict[str, tuple[Any, str]]]
"""By file and key: the value, and the rules that state it."""


def check_stated(folder: Path, **files: Any) -> None:
    """Raise a DataError for the first figure in which the files of a title differ from its rulebook."""
    for name, rows in read_toml(folder / "stated.toml", Stated).items():
        for key, (stated, rules) in rows.items():
            equal(f"{name}.toml", key, value_of(files[name], key.split(".")), stated, rules)


def value_of(table: Any, path: Sequence[str]) -> Any:
    """What stands under a key, as plain lists and numbers; None where nothing does."""
    if not path:
        found = msgspec.to_builtins(table)
        return list(found) if isinstance(found, tuple) else found
    name, *onward = path
    if name == "*":
        return [value_of(row, onward) for row in table]
    if name.isdigit():
        return value_of(table[int(name)], onward)
    if isinstance(table, list):
        table = next((row for row in table if row.name == name), None)
        return None if table is None else value_of(table, onward)
    return value_of(getattr(table, name), onward)
