"""Position files: the keys of the format and their types. What they mean is told in docs/positions.md."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Literal

import msgspec

from vistula.board.data import DataError, Record, convert
from vistula.kernel import BadInput

Side = Literal["poland", "russia"]
Phase = Literal["deployment", "resupply", "reinforcement", "operation", "movement", "combat", "refit"]
PHASES: tuple[str, ...] = ("deployment", "resupply", "reinforcement", "operation", "movement", "combat", "refit")
Operation = Literal["movement", "combat", "lost"]
Supply = Literal["supplied", "out", "idle"]


class UnitEntry(Record):
    """One unit: where it is and which marks it bears."""

    hex: str
    disrupted: bool = False
    isolated: bool = False
    under: bool = False
    top: bool = False
    moved: bool = False
    fought: bool = False
    attacked: bool = False


class Control(Record):
    """Hexes that are not held as at the start; `retaken` are Polish cities that have given their supply point."""

    poland: list[str] = []
    russia: list[str] = []
    retaken: list[str] = []


class Tracks(Record):
    west: int | None = None
    southwest: int | None = None
    west_supplied: bool | None = None
    southwest_supplied: bool | None = None
    west_resupplied: int = 0
    southwest_resupplied: int = 0
    west_lost: int = 0
    southwest_lost: int = 0
    resupply_vp: int = 0
    counterattack: int | None = None
    counterattack_shown: bool | None = None


class PositionFile(Record):
    game: str = "warsaw-1920"
    scenario: str = "quick"
    clear: bool = False
    turn: int = 1
    side: Side = "russia"
    phase: Phase = "operation"
    operation: int | None = None
    movements: int | None = None
    operations: list[Operation] | None = None
    supply: list[tuple[Supply, Supply]] | None = None
    dice: list[int] = []
    units: dict[str, str | UnitEntry] = {}
    control: Control = msgspec.field(default_factory=Control)
    tracks: Tracks = msgspec.field(default_factory=Tracks)


def read(text: str, where: str) -> PositionFile:
    """The text of a position file as typed tables; BadInput names the key that does not fit."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        if key := _twice(text):
            raise BadInput(where, key, "stands twice") from None
        reason, _, place = str(error).partition(" (at ")
        raise BadInput(where, place.rstrip(")"), f"is no TOML: {reason}") from None
    _known(tables, where)
    try:
        return convert(where, tables, PositionFile)
    except DataError as error:
        raise BadInput(where, error.key, error.reason) from None


def _twice(text: str) -> str:
    """The first key that stands twice in a text that TOML refuses, or nothing."""
    seen: set[str] = set()
    table = ""
    for line in text.splitlines():
        if head := re.match(r"\s*\[([\w.-]+)\]", line):
            table = head[1] + "."
        elif found := re.match(r"""\s*(["']?)([^"'=#]+?)\1\s*=""", line):
            key = table + found[2]
            if key in seen:
                return key
            seen.add(key)
    return ""


def _known(tables: dict[str, Any], where: str) -> None:
    _keys(tables, PositionFile, where, "")
    for name, shape in (("control", Control), ("tracks", Tracks)):
        if isinstance(tables.get(name), dict):
            _keys(tables[name], shape, where, f"{name}.")
    if (phase := tables.get("phase")) is not None and phase not in PHASES:
        raise BadInput(where, "phase", f"{phase!r} is none of {', '.join(PHASES)}")
    units = tables.get("units")
    if not isinstance(units, dict):
        return
    for key, entry in units.items():
        if not isinstance(entry, (str, dict)):
            raise BadInput(where, f"units.{key}", "is neither a place nor a table with hex and marks")
        if isinstance(entry, dict):
            _keys(entry, UnitEntry, where, f"units.{key}.")
            if "hex" not in entry:
                raise BadInput(where, f"units.{key}", "has no hex")


def _keys(table: dict[str, Any], shape: type[Record], where: str, prefix: str) -> None:
    for key in table:
        if key not in shape.__struct_fields__:
            known = ", ".join(shape.__struct_fields__)
            raise BadInput(where, prefix + key, f"is no key of a position file; there are: {known}")
