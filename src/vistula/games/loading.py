"""How a title's model is made of its data files: read, laid out, checked. The same for every title."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Self

from vistula.board.data import in_tables


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
