"""Hexes by the names and numbers that are printed on a map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vistula.board.data import DataError
from vistula.board.hexes import Hex, HexGrid, HexSet, members


class HexNames:
    """For the model of a game on hexes, which has these tables."""

    __slots__ = ()
    grid: HexGrid
    place: Sequence[str]  # [h] the name, "" for a hex without one
    hexes_by_name: Mapping[str, Hex]  # Polish and English, casefolded

    def hex_name(self, h: Hex) -> str:
        """ "Lwów (0615)", or "0616" for a hex without a name."""
        number = self.grid.number(h)
        return f"{self.place[h]} ({number})" if self.place[h] else number

    def numbers(self, hexes: HexSet) -> list[str]:
        """The numbers of a set of hexes, in rising order of the hexes."""
        return [self.grid.number(h) for h in members(hexes)]

    def painted(self, layers: Mapping[str, HexSet]) -> dict[str, list[str]]:
        """Sets of hexes by name, as an overlay has them."""
        return {name: self.numbers(hexes) for name, hexes in layers.items()}

    def hex(self, text: str) -> Hex:
        """The hex with this number or name, Polish or English."""
        name = text.strip()
        found = self.hexes_by_name.get(name.casefold())
        if found is not None:
            return found
        if not name.isdigit():
            raise ValueError(f"there is no place {name!r} on the map")
        return self.grid.index(name)


def hex_of(grid: HexGrid, file: str, key: str, number: str) -> Hex:
    """The hex with this number in a data file."""
    try:
        return grid.index(number)
    except ValueError as error:
        raise DataError(file, key, str(error)) from None
