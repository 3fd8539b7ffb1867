"""How a title's model is made of its data files: read, laid out, checked. The same for every title."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Self, get_args, get_origin, get_type_hints

from vistula.board.boardfile import BoardFile
from vistula.board.data import DataError, digest, in_tables, pack_file, read_csv, read_toml, unique
from vistula.board.hexmap import HexMap, lay_out


@dataclass(frozen=True, slots=True)
class PackData:
    """All data files of one pack, read; `hash` is over what they say, not over how they are laid out.

    A title's `Data` names its files, each with what it is: a `HexMap`, a record, or a list of rows, which stand in a
    CSV file or as the only tables of a TOML file (`[[scenario]]` in scenarios.toml), each with an id of its own.
    """

    hash: str

    @classmethod
    def read(cls, pack: Path | None = None) -> Self:
        """Every file from the pack if it is there, otherwise the shipped one."""
        shipped: Path = import_module(cls.__module__).SHIPPED
        shapes = {name: shape for name, shape in get_type_hints(cls).items() if name != "hash"}
        told = {name: _read(pack, shipped, name, shape) for name, shape in shapes.items()}
        boards = [name for name, shape in shapes.items() if shape is HexMap]
        with in_tables(pack, shipped):
            laid_out = {name: lay_out(f"{name}.toml", told[name]) for name in boards}
        return cls(**told | laid_out, hash=digest(told.items()))


def _read(pack: Path | None, shipped: Path, name: str, shape: Any) -> Any:
    if get_origin(shape) is not list:
        return read_toml(pack_file(pack, f"{name}.toml", shipped), BoardFile if shape is HexMap else shape)
    (row,), key = get_args(shape), "id"
    if (shipped / f"{name}.csv").exists():
        path = pack_file(pack, f"{name}.csv", shipped)
        rows = read_csv(path, row)
    else:
        path, key = pack_file(pack, f"{name}.toml", shipped), name.removesuffix("s")
        tables = read_toml(path, dict[str, list[row]])  # type: ignore[valid-type]
        if set(tables) != {key}:
            raise DataError(path.name, "", f"[[{key}]] and nothing else is wanted")
        rows = tables[key]
    unique(path.name, key, (told.id for told in rows))
    return rows


class Loaded:
    """A model that is made of `tables.Data`, and refused by `checks.check` where the rulebook says otherwise."""

    def __init__(self, data: Any) -> None:
        raise NotImplementedError

    @classmethod
    def load(cls, pack: Path | None = None) -> Self:
        """Read, check and lay out the data; files in the pack folder take the place of the shipped ones."""
        home = cls.__module__.rpartition(".")[0]
        tables, checks = import_module(f"{home}.tables"), import_module(f"{home}.checks")
        data = tables.Data.read(pack)
        with in_tables(pack, tables.SHIPPED):
            model = cls(data)
            checks.check(model, data)
        return model
