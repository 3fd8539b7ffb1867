"""Reading data files: TOML and CSV into typed records, and errors that say file, key and reason."""

import csv
import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from vistula.board.lines import line_of

T = TypeVar("T")


class DataError(Exception):
    """Something is wrong in a data file: which file, at which line or key, and why."""

    def __init__(self, file: str, key: str, reason: str, line: int | None = None) -> None:
        told = f"line {line}" if line and not key.startswith("line ") else ""
        where = ", ".join(part for part in (told, key) if part)
        super().__init__(f"{file}: {where}: {reason}" if where else f"{file}: {reason}")
        self.file, self.key, self.reason, self.line = file, key, reason, line


@contextmanager
def located(*paths: Path) -> Iterator[None]:
    """Complaints about these TOML files that name a key get the line of the key."""
    try:
        yield
    except DataError as error:
        path = next((p for p in paths if p.name == error.file), None)
        if path is None or error.line is not None:
            raise
        line = line_of(path.read_text(encoding="utf-8"), error.key, error.reason)
        raise DataError(error.file, error.key, error.reason, line) from None


def check_pack(pack: Path, shipped: Path) -> None:
    """A folder whose data files are all known here: a misspelt name must not pass unseen."""
    if not pack.is_dir():
        raise DataError(str(pack), "", "there is no such folder")
    for path in sorted(pack.iterdir()):
        if path.suffix in (".toml", ".csv") and not (shipped / path.name).exists():
            raise DataError(path.name, "", "is no data file of this game")


def pack_file(pack: Path | None, name: str, shipped: Path) -> Path:
    """A file of a checked data pack, or the shipped one where the pack has none."""
    if pack is None:
        return shipped / name
    check_pack(pack, shipped)
    return pack / name if (pack / name).exists() else shipped / name


def in_tables(pack: Path | None, shipped: Path) -> AbstractContextManager[None]:
    """Complaints about the TOML files of a pack name the line."""
    return located(*(pack_file(pack, path.name, shipped) for path in sorted(shipped.glob("*.toml"))))


class Datum(msgspec.Struct, forbid_unknown_fields=True):
    """A table of a data file: every key is known, every value has its type."""


class Sourced(Datum, kw_only=True):
    """A table that says where its values come from; its own keys come first."""

    source: str


class Frozen(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The same for a table that goes into a model as it is, and never changes there."""


class SourcedFrozen(Frozen, kw_only=True, frozen=True):
    """Likewise with its source."""

    source: str


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(path.name, "", f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise DataError(path.name, f"byte {error.start}", "is not UTF-8 text") from None


def read_toml(path: Path, shape: type[T]) -> T:
    """A TOML file as a record of this shape."""
    try:
        tables = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise _syntax(path, error) from None
    with located(path):
        return convert(path.name, tables, shape)


def _syntax(path: Path, error: tomllib.TOMLDecodeError) -> DataError:
    """tomllib tells "reason (at line 3, column 5)" or "(at end of document)"."""
    reason, _, where = str(error).partition(" (at ")
    if found := re.match(r"line (\d+), column \d+", where):
        return DataError(path.name, found[0], reason, int(found[1]))
    return DataError(path.name, where.rstrip(")"), reason, len(read_text(path).splitlines()))


def read_csv(path: Path, shape: type[T]) -> list[T]:
    """A CSV file with a header line, each line as a record of this shape. Lines that start with # are comments."""
    text = read_text(path).splitlines()
    lines = [(f"line {n}", line) for n, line in enumerate(text, 1) if line and not line.startswith("#")]
    header = [field.name for field in msgspec.structs.fields(shape)]  # type: ignore[arg-type]
    if not lines or _cells(path.name, *lines[0]) != header:
        raise DataError(path.name, lines[0][0] if lines else "line 1", f"the columns must be {','.join(header)}")
    records = []
    for key, line in lines[1:]:
        row = _cells(path.name, key, line)
        if len(row) != len(header):
            raise DataError(path.name, key, f"{len(header)} columns are wanted, {len(row)} stand there")
        records.append(convert(path.name, dict(zip(header, row, strict=True)), shape, key, strict=False))
    return records


def read_files(pack: Path | None, shipped: Path, **shapes: Any) -> dict[str, Any]:
    """Every file from the pack if it is there, otherwise the shipped one: `tracks=Tracks` is tracks.toml as one record,
    `units=[UnitRow]` is units.csv as a list of them."""

    def read(name: str, shape: Any) -> Any:
        if isinstance(shape, list):
            return read_csv(pack_file(pack, f"{name}.csv", shipped), shape[0])
        return read_toml(pack_file(pack, f"{name}.toml", shipped), shape)

    return {name: read(name, shape) for name, shape in shapes.items()}


def _cells(file: str, key: str, line: str) -> list[str]:
    """One record a line: a quotation that runs on to the next line is a mistake."""
    try:
        return next(csv.reader([line], strict=True))
    except csv.Error as error:
        raise DataError(file, key, str(error)) from None


def convert(file: str, value: Any, shape: type[T], prefix: str = "", strict: bool = True) -> T:
    """A plain value as a typed record; what does not fit is named by its key."""
    try:
        return msgspec.convert(value, shape, strict=strict)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at ")
        key = re.sub(r"^\$\.?", "", where.strip("`"))
        raise DataError(file, " ".join(part for part in (prefix, key) if part), reason) from None


def part(file: str, table: str, rows: Mapping[str, T], id: str) -> T:
    """What a file must have under this name."""
    if id not in rows:
        raise DataError(file, f"{table} {id}", "is missing")
    return rows[id]


def unique(file: str, key: str, names: Iterable[str]) -> None:
    """Refuse a name that stands twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise DataError(file, f"{key} {name}", "stands twice")
        seen.add(name)


def demand(holds: bool, file: str, key: str, reason: str) -> None:
    """For checks of data: refuse what does not hold."""
    if not holds:
        raise DataError(file, key, reason)


def equal(file: str, key: str, found: object, stated: object, rule: str) -> None:
    """For checks of data: refuse what the rulebook states otherwise."""
    demand(found == stated, file, key, f"is {found}, but the rulebook says {stated} [{rule}]")


def digest(values: Iterable[tuple[str, Any]]) -> str:
    """SHA-256 of named records, independent of comments, order of keys and line ends in their files."""
    sum = hashlib.sha256()
    for name, value in values:
        sum.update(msgspec.json.encode([name, value], order="deterministic"))
        sum.update(b"\n")
    return sum.hexdigest()
