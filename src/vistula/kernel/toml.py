"""TOML: read with complaints that name file and key, and written so that people can read it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

from vistula.kernel.errors import BadInput

WIDTH = 120
Comment = Callable[[str, str], str]
"""What is said beside an entry of a table, by the table's key and its own."""


def parsed(text: str, where: str) -> dict[str, Any]:
    """The tables of a text; BadInput where it is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        if key := _twice(text):
            raise BadInput(where, key, "is there twice") from None
        reason, _, place = str(error).partition(" (at ")
        raise BadInput(where, place.rstrip(")"), f"is no TOML: {reason}") from None


def _twice(text: str) -> str:
    """The first key that is there twice in a text that TOML refuses, or nothing."""
    seen: set[str] = set()
    table = ""
    for line in text.splitlines():
        if head := re.match(r"\s*\[([\w.-]+)\]", line):
            table = head[1] + "."
        elif found := re.match(r"""\s*(["']?)([^"'=#{[]+?)\1\s*=""", line):
            key = table + found[2]
            if key in seen:
                return key
            seen.add(key)
    return ""


def written(tables: dict[str, Any], comment: Comment = lambda table, key: "") -> str:
    """Single values first, then the tables, each in the order given."""
    single = {key: value for key, value in tables.items() if not isinstance(value, dict)}
    lines = [f"{_key(key)} = {_broken(value)}" for key, value in single.items()]
    for table, entries in tables.items():
        if isinstance(entries, dict):
            lines += ["", f"[{_key(table)}]", *_entries(table, entries, comment)]
    return "\n".join(lines) + "\n"


def _entries(table: str, entries: dict[str, Any], comment: Comment) -> Iterator[str]:
    for key, value in entries.items():
        said = comment(table, key)
        yield f"{_key(key)} = {_broken(value)}{f'  # {said}' if said else ''}"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _broken(value: Any) -> str:
    """A value; a list of tables, or one that is too long for a line, over several."""
    line = _value(value)
    if not isinstance(value, list) or not (len(line) > WIDTH - 20 or any(isinstance(each, dict) for each in value)):
        return line
    lines: list[str] = []
    for each in map(_value, value):
        if lines and not each.startswith("{") and len(lines[-1]) + len(each) < WIDTH - 10:
            lines[-1] += f" {each},"
        else:
            lines.append(f"    {each},")
    return "\n".join(["[", *lines, "]"])


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    raise TypeError(f"{value!r} has no form in TOML")
