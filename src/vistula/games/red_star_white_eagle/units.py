"""The counters of Red Star/White Eagle: units and replacement counters as tables by piece, and sets of them [2.4.5].

Pieces are numbers: the units in the order of their file, Poles first, then what the Russian side plays (Russians,
Lithuanians, Freikorps), then the replacement counters of both sides. A set of pieces is an int, a bit for each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vistula.board.data import DataError
from vistula.board.hexes import collect
from vistula.games.red_star_white_eagle.tables import CHARTS, UNITS, Replacements, UnitRow

POLAND, RUSSIA = 0, 1  # sides
SIDES: Final = ("poland", "russia")
WEST, SOUTHWEST, NO_FRONT = 0, 1, 2  # Russian fronts [12.1]; Poles have none
FULL, REDUCED = 0, 1  # the two sides of a counter [2.4.2]

KINDS: Final = ("inf", "cav", "mtn", "gar", "mil", "art", "ac", "tank", "mech", "train", "flot", "mar", "air", "rc")
INFANTRY, CAVALRY, MOUNTAIN, GARRISON, MILITIA, ARTILLERY, CARS, TANK, MECHANIZED, TRAIN, FLOTILLA, MARINES, AIR, RC = (
    range(14)
)
SIZES: Final = ("II", "III", "X", "XX")  # [2.4.3]
BATTALION, REGIMENT, BRIGADE, DIVISION = range(4)
QUARTERS: Final = (1, 1, 2, 4)  # of a division, by size [2.4.1b, 8.4.5a, 10.3b]
ENDLESS: Final = 999  # the movement factor of a flotilla on its own rivers [16.0]
FRONTS: Final = {"W": WEST, "SW": SOUTHWEST, "none": NO_FRONT, "": NO_FRONT}
_INFANTRY_RC, _CAVALRY_RC = 0, 1


class Units:
    """The counters; ``[p]`` is by piece. What has no index is a set of pieces, or one piece."""

    def __init__(self, rows: list[UnitRow], charts: Replacements) -> None:
        for row in rows:
            check_row(row)
        sides = [POLAND if row.nation == "POL" else RUSSIA for row in rows]
        if sides != sorted(sides):
            raise DataError(UNITS, "nation", "Polish units come first, then those of the Russian side")
        markers = list(_replacements(charts))

        def those(wanted: Callable[[UnitRow], bool]) -> int:
            return collect(u for u, row in enumerate(rows) if wanted(row))

        self.count: Final = len(rows)  # pieces from here on are replacement counters
        self.pieces: Final = len(rows) + len(markers)  # markers proper are no pieces, and stack with nobody [2.5]
        self.units: Final = range(self.count)
        self.key: Final = tuple(r.id for r in rows) + tuple(m.key for m in markers)
        # [2.4.4] What is printed on the counter: a number or letters.
        self.label: Final = tuple(r.label for r in rows) + tuple(str(m.factor) for m in markers)
        self.full_name: Final = tuple(r.name for r in rows) + tuple(m.name for m in markers)
        self.unit_by_key: Final = {key: p for p, key in enumerate(self.key)}
        self.side: Final = tuple(sides) + tuple(m.side for m in markers)
        # [12.1] Printed front; which one a unit serves now is `fronts.front_of`.
        self.front: Final = tuple(FRONTS[r.front] for r in rows) + (NO_FRONT,) * len(markers)
        self.kind: Final = tuple(KINDS.index(r.kind) for r in rows) + (RC,) * len(markers)
        self.size: Final = tuple(SIZES.index(r.size) for r in rows) + (BATTALION,) * len(markers)
        self.quarters: Final = tuple(QUARTERS[size] for size in self.size)
        none = (0,) * len(markers)
        # By face, FULL or REDUCED, and piece; a unit of one step has nothing on its back [2.4.2].
        self.attack: Final = (_numbers(r.attack for r in rows) + none, _numbers(r.attack_2 for r in rows) + none)
        self.defence: Final = (_numbers(r.defence for r in rows) + none, _numbers(r.defence_2 for r in rows) + none)
        self.charge: Final = (_numbers(r.charge for r in rows) + none, _numbers(r.charge_2 for r in rows) + none)
        self.mf: Final = tuple(ENDLESS if r.mf == "u" else int(r.mf or 0) for r in rows) + tuple(
            charts.cavalry_mf if m.cavalry else charts.infantry_mf for m in markers
        )
        self.delay: Final = tuple(r.delay for r in rows) + none
        self.factor: Final = (0,) * len(rows) + tuple(m.factor for m in markers)  # of a replacement counter [7.2]

        # [2.7d] By face, the units with a charge factor.
        self.chargers: Final = tuple(collect(u for u in self.units if charge[u]) for charge in self.charge)

        # -- by what is printed
        self.two_steps: Final = those(lambda r: bool(r.attack_2))
        self.primary: Final = those(lambda r: r.stack == "P")  # [5.1.1]
        self.secondary: Final = those(lambda r: r.stack == "S")
        self.square: Final = those(lambda r: r.square == 1)  # never replaced [2.4.2d, 7.2.5]
        self.infantry: Final = self._all(INFANTRY)
        self.cavalry: Final = self._all(CAVALRY)
        self.trains: Final = self._all(TRAIN)
        self.flotillas: Final = self._all(FLOTILLA)
        self.marines: Final = self._all(MARINES)
        self.militia: Final = self._all(MILITIA)
        self.garrisons: Final = self._all(GARRISON)
        self.squadron: Final = self._one("P-KS")  # [24.7]
        # [19.0] Ten Polish units that do not move; the aircraft is none of them.
        self.immobile: Final = those(lambda r: r.mf == "0" and r.kind != "air")

        # -- by nation and formation
        # Belarusians and the Lithuanian-Belarusian divisions are Poles like others [21.3].
        self.poles: Final = those(lambda r: r.nation == "POL")
        self.russians: Final = those(lambda r: r.nation == "RUS")
        self.lithuanians: Final = those(lambda r: r.nation == "LIT")  # [21.2]
        self.freikorps: Final = those(lambda r: r.nation == "GER")  # [24.11]
        tagged = {tag: those(lambda r, tag=tag: tag in r.tags.split()) for tag in _TAGS}  # type: ignore[misc]
        self.legion: Final = tagged["legion"]
        self.poznan_units: Final = tagged["poznan"]  # [22.4]
        self.guards: Final = tagged["frontier-guard"]  # [21.5]
        self.latvian: Final = tagged["latvian-garrison"]  # [17.2]
        self.reserves: Final = tagged["reserve"]  # [17.1], in order of appearance
        self.konarmiya: Final = tagged["konarmiya"]  # [11.2e]
        self.ukrainians: Final = tuple(tagged["ukrainian"] & army for army in (self.poles, self.russians))  # [21.1]
        self.galicians: Final = tuple(tagged["galician"] & army for army in (self.poles, self.russians))  # [23.4.8]
        self.motors: Final = self.poles & self._all(CARS, TANK, MECHANIZED)  # [20.0]
        self.mountain_division: Final = self._one("P-21M")  # [13.0]
        self.mountain_brigade: Final = self._one("P-Ryb")
        self.mountain_regiment: Final = self._one("P-4M")
        self.garrison_city: Final = {self._one("P-G-Lwow"): "Lwów", self._one("P-G-Modlin"): "Modlin"}  # [19.1]
        self.july_withdrawals: Final = 1 << self._one("R-15") | 1 << self._one("R-29")  # [11.1]
        self.second_flotilla: Final = self._one("R-DnS")  # [16.5]
        self.pinsk: Final = self._one("P-Pinsk")

        # [12.4.3] The units of each front; Poles have none, nor have reserve divisions and Freikorps.
        self.front_army: Final = tuple(
            collect(u for u in self.units if self.front[u] == front) & ~self.poles for front in (WEST, SOUTHWEST)
        )
        # rivals[p]: the units of its own side with which one neither stacks nor attacks [12.4.1, 12.4.2, 21.2]
        self.rivals: Final = tuple(self._rivals(piece) for piece in self.units) + none

        # -- together
        # Units by side, without the Squadron, which is no ground unit [24.7].
        self.units_of: Final = tuple(
            tuple(u for u in self.units if sides[u] == side and u != self.squadron) for side in (POLAND, RUSSIA)
        )
        self.army: Final = tuple(collect(units) for units in self.units_of)  # units by side
        self.rcs_of: Final = tuple(
            tuple(p for p in range(self.count, self.pieces) if self.side[p] == side) for side in (POLAND, RUSSIA)
        )
        self.rcs: Final = tuple(collect(rcs) for rcs in self.rcs_of)  # replacement counters by side
        self.all_rcs: Final = self.rcs[POLAND] | self.rcs[RUSSIA]
        self.cavalry_rcs: Final = collect(self.count + n for n, m in enumerate(markers) if m.cavalry)
        self.twin: Final = self._twins()  # the counter of the same unit in the other side's colour

    def _all(self, *kinds: int) -> int:
        return collect(u for u in self.units if self.kind[u] in kinds)

    def _one(self, key: str) -> int:
        if key not in self.unit_by_key:
            raise DataError(UNITS, key, "is missing")
        return self.unit_by_key[key]

    def _rivals(self, unit: int) -> int:
        if self.side[unit] == POLAND or self.freikorps >> unit & 1:
            return 0
        if self.lithuanians >> unit & 1:
            return self.russians
        front = self.front[unit]
        return self.lithuanians | (self.front_army[1 - front] if front != NO_FRONT else 0)

    def _twins(self) -> dict[int, int]:
        """[21.1.1, 23.4.8.2] Ukrainians and Galicians lie ready in both colours, in the same order."""
        twins: dict[int, int] = {}
        for polish, russian in (self.ukrainians, self.galicians):
            ours = [u for u in self.units if polish >> u & 1]
            theirs = [u for u in self.units if russian >> u & 1]
            if len(ours) != len(theirs):
                raise DataError(UNITS, "tags", "Ukrainians and Galicians have as many counters on either side [21.1.1]")
            twins |= dict(zip(ours, theirs, strict=True)) | dict(zip(theirs, ours, strict=True))
        return twins


_TAGS = (
    "legion", "poznan", "frontier-guard", "latvian-garrison", "reserve", "konarmiya", "ukrainian", "galician",
)  # fmt: skip


class _Replacement:
    """One replacement counter [7.2]."""

    def __init__(self, side: int, cavalry: int, factor: int, number: int) -> None:
        self.side, self.cavalry, self.factor = side, cavalry, factor
        self.key = f"{'PR'[side]}-{'IC'[cavalry]}{factor}{chr(ord('a') + number)}"
        arm = ("infantry", "cavalry")[cavalry]
        self.name = f"{('Polish', 'Russian')[side]} {arm} replacements ({factor})"


def _replacements(charts: Replacements) -> list[_Replacement]:
    """[7.2] (A79) All replacement counters that there are."""
    rows = (
        (POLAND, _INFANTRY_RC, charts.polish_infantry), (POLAND, _CAVALRY_RC, charts.polish_cavalry),
        (RUSSIA, _INFANTRY_RC, charts.russian_infantry), (RUSSIA, _CAVALRY_RC, charts.russian_cavalry),
    )  # fmt: skip
    found = []
    for side, cavalry, numbers in rows:
        for factor, count in sorted(numbers.items()):
            if factor not in ("1", "2"):
                raise DataError(CHARTS, "replacements", f"a replacement counter of {factor}: only 1 and 2 exist [7.2]")
            found += [_Replacement(side, cavalry, int(factor), n) for n in range(count)]
    return found


def _numbers(texts: object) -> tuple[int, ...]:
    return tuple(int(text or 0) for text in texts)  # type: ignore[attr-defined]


def check_row(row: UnitRow) -> None:
    """A counter agrees with itself [2.4.2]."""
    if bool(row.attack_2) != bool(row.defence_2):
        raise DataError(UNITS, row.id, "a reduced side has both attack and defence [2.4.2]")
    if (row.nation == "POL") != (row.front == ""):
        raise DataError(UNITS, row.id, "Poles have no front; others one of W, SW, none [12.1]")
    if row.kind != "air" and row.mf != "u" and not row.mf.isdigit():
        raise DataError(UNITS, row.id, "a movement factor is a number, or u on rivers [16.0]")
