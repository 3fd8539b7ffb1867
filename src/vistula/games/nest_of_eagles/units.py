"""The units of 1920: Nest of Eagles: their file, and what is printed on them as tables by unit and sets of units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from vistula.board.data import DataError, Sourced
from vistula.board.hexes import collect

UNITS = "units.csv"

POLAND, SOVIET = 0, 1  # sides; the Lithuanians are of the Soviet one
WEST, SOUTHWEST, LITHUANIA = 0, 1, 2  # Fronts of units of the Soviet side
INFANTRY, CAVALRY, MOTORIZED, TRAIN, CARS, ARTILLERY, TANK, AIR = range(8)
REGIMENT, BRIGADE, DIVISION, SUPPORT = range(4)
FULL, REDUCED, REMNANT = 0, 1, 2  # levels of strength [3.3a]
MARKER = 4  # the size of Patrol and Group markers, which act as units [23.1]
MARKER_MP = 3  # [23.1.1b, 23.1.2b]

Kind = Literal["infantry", "cavalry", "motorized", "train", "cars", "artillery", "tank", "air"]
Size = Literal["III", "X", "XX", "support"]
Band = Literal[
    "none", "green", "gray", "redbrown", "yellow", "brown", "white-black", "blue",
    "teal", "gold", "gray-teal", "gray-gold", "white", "lithuanian",
]  # fmt: skip
Home = Literal[
    "", "brigades", "volunteer", "reserves", "ukraine", "rebuild", "lwow",
    "reserves-west", "reserves-southwest", "reserves-cavalry", "off", "asterisk",
]  # fmt: skip

ARMIES = ("Polish", "Soviet")
NATIONS = ("POL", "SOV", "LIT")
FRONTS = ("W", "SW", "L")
KINDS: tuple[Kind, ...] = ("infantry", "cavalry", "motorized", "train", "cars", "artillery", "tank", "air")
SIZES: tuple[Size, ...] = ("III", "X", "XX", "support")


class UnitRow(Sourced):
    id: str
    label: str
    name: str
    nation: Literal["POL", "SOV", "LIT"]
    front: Literal["W", "SW", "L", ""]
    kind: Kind
    size: Size
    full: int
    reduced: Literal["1", "2", ""]
    steps: int
    lof: Literal["both", "full", "none"]
    elite: Literal["E", ""]
    band: Band
    mp: int
    icons: int
    home: Home
    division: str
    twin: str


class Units:
    """The counters; ``[u]`` is by unit. What has no index is a set of units, or one unit."""

    def __init__(self, rows: list[UnitRow]) -> None:
        for row in rows:
            check_row(row)
        if (nations := [NATIONS.index(row.nation) for row in rows]) != sorted(nations):
            raise DataError(UNITS, "nation", "Polish units come first, then the Soviet and the Lithuanian ones")

        def those(wanted: Callable[[UnitRow], bool]) -> int:
            return collect(u for u, row in enumerate(rows) if wanted(row))

        self.units: Final = range(len(rows))
        self.count: Final = len(rows)  # pieces from here on are markers [23.1]
        self.key: Final = tuple(r.id for r in rows)
        self.label: Final = tuple(r.label for r in rows)
        self.full_name: Final = tuple(r.name for r in rows)
        self.unit_by_key: Final = {row.id: u for u, row in enumerate(rows)}
        # [3.1a] Poles gray, Soviets red; the green Lithuanians are on the Soviet side.
        self.side: Final = tuple(POLAND if r.nation == "POL" else SOVIET for r in rows)
        self.front: Final = tuple(FRONTS.index(r.front) if r.front else -1 for r in rows)  # -1 for Poles [2.5a]
        self.kind: Final = tuple(KINDS.index(r.kind) for r in rows)
        self.size: Final = tuple(SIZES.index(r.size) for r in rows)
        self.band: Final[tuple[Band, ...]] = tuple(r.band for r in rows)
        self.home: Final[tuple[Home, ...]] = tuple(r.home for r in rows)
        self.sp: Final = (  # sp[level][u]; a Remnant has 1 [3.3c]
            tuple(r.full for r in rows),
            tuple(int(r.reduced or 0) for r in rows),
            tuple(int(r.steps == 3) for r in rows),
        )
        self.steps: Final = tuple(r.steps for r in rows)
        self.mp: Final = tuple(r.mp for r in rows)
        self.icons: Final = tuple(r.icons for r in rows)
        poles = those(lambda r: r.nation == "POL")
        west, southwest, lithuania = (self._all(self.front, front) for front in (WEST, SOUTHWEST, LITHUANIA))
        self.army: Final = poles, west | southwest | lithuania  # by side
        self.front_army: Final = west, southwest, lithuania

        # -- by what is printed [3.2b, 3.2c, 3.2h]
        self.infantry: Final = self._all(self.kind, INFANTRY, MOTORIZED)
        self.cavalry: Final = self._all(self.kind, CAVALRY)
        self.trains: Final = self._all(self.kind, TRAIN)
        self.cars: Final = self._all(self.kind, CARS)
        self.artillery: Final = self._all(self.kind, ARTILLERY)
        self.regiments: Final = self._all(self.size, REGIMENT)
        self.brigades: Final = self._all(self.size, BRIGADE)
        self.divisions: Final = self._all(self.size, DIVISION)
        self.support: Final = self._all(self.size, SUPPORT)  # [3.0a, 3.4.1d]
        self.elite: Final = those(lambda r: r.elite == "E")
        self.lof_full: Final = those(lambda r: r.lof != "none")  # generate Lines of Friction at that level
        self.lof_reduced: Final = those(lambda r: r.lof == "both")
        self.three_steps: Final = self._all(self.steps, 3)  # can be Remnants [3.3b]
        self.asterisk: Final = those(lambda r: r.home == "asterisk")  # only with Political Priorities [3.2d]

        # -- Polish units; ``regular`` ones are not special [19.0a, 19.1.3a]
        self.regular: Final = poles & self._banded("none") & self._all(self.kind, INFANTRY, CAVALRY)
        self.volunteers: Final = self._banded("green")  # [19.1a]
        self.volunteer_cavalry: Final = self.volunteers & self.cavalry
        foot = self.volunteers & self.infantry
        self.volunteer_brigades: Final = foot & self.brigades
        self.volunteer_regiments: Final = foot & self.regiments
        self.volunteer_divisions: Final = foot & self.divisions
        self.volunteer_support: Final = self.support & those(lambda r: r.home == "volunteer")  # comes with them [3.5c]
        self.reserves_polish: Final = self._banded("gray")  # [19.2a]
        self.lith_belarus: Final = self._banded("redbrown")  # [19.3a]
        self.cossacks: Final = self._banded("brown")  # [19.6a]
        self.whites: Final = self._banded("white-black")  # counter-revolutionary [19.7a]
        self.ukrainians: Final = poles & self._banded("blue")  # [19.8a]
        self.division_of: Final = {u: self._one(r.division) for u, r in enumerate(rows) if r.division}  # of a brigade
        self.pairs: Final = self._pairs()  # division -> its brigades [18.1a]
        self.cavalry_brigades: Final = poles & self.cavalry & self.brigades & self._banded("none", "green")  # [18.2a]
        self.cavalry_divisions_formed: Final = self._one("P-2C"), self._one("P-3C")  # [18.2a]

        # -- Soviet units
        self.konarmiya: Final = southwest & self._banded("none")  # [20.1a]
        self.konarmiya_divisions: Final = self.konarmiya & self.divisions
        reserves = self._banded("gray-teal", "gray-gold")
        self.reserve_divisions: Final = west & reserves & self.infantry, southwest & reserves & self.infantry  # [20.2a]
        self.reserve_cavalry: Final = reserves & self.cavalry  # both counters of each [20.2.2c]
        self.twin: Final = {u: self._one(r.twin) for u, r in enumerate(rows) if r.twin}  # the other counter
        self.red_ukrainians: Final = southwest & self._banded("blue")  # [20.4a]
        self.regular_soviets: Final = self._banded("teal", "gold") & (self.infantry | self.cavalry)  # [20.0a, 20.2.2a]
        merging = self._banded("teal", "gold") & self.infantry & self.brigades
        self.mergeable: Final = west & merging, southwest & merging  # recreate divisions, by Front [17.4a]

        # -- single units
        self.air: Final = self._one("P-7E")
        self.tank: Final = self._one("P-TANK")
        self.mot: Final = self._one("P-MOT")
        self.lwow_unit: Final = self._one("P-LWOW")
        self.bb: Final = self._one("P-BB")
        self.cr1: Final = self._one("P-CR1")
        self.h: Final = self._one("P-H")
        self.p4c: Final = self._one("P-4C")
        self.p21: Final = self._one("P-21")
        self.p21b: Final = self._one("P-21b")
        self.p7r, self.p23r = self._one("P-7R"), self._one("P-23R")
        self.prd: Final = self._one("S-PRD")
        self.latvian: Final = self._one("S-LAT")

        # -- together
        self.units_of: Final = tuple(tuple(u for u in self.units if self.side[u] == side) for side in (POLAND, SOVIET))
        self.divisional: Final = collect(self.division_of)  # brigades of divisions [13.3c, 18.1a]
        wrecks = self.cars | self.artillery | 1 << self.tank  # [3.4.4g, 3.4.5b, 3.4.6c]
        green = self.volunteers & ~self.volunteer_divisions  # [19.1.3d, 19.1.4c]
        self.gone_for_good: Final = (  # never rebuilt: elimination is removal [3.6b]
            wrecks | green | self.cossacks | self.whites | lithuania | 1 << self.lwow_unit | 1 << self.h
        )
        # By unit: who moves alike, as far as kind and bans go (cars, trucks, trains; allies, Fronts).
        alike = [(self.kind[u], self.side[u], self.front[u], self.band[u]) for u in self.units]
        self.group: Final = tuple(alike.index(of) for of in alike)

    def add_markers(self, patrols: int, groups: int) -> None:
        """[23.1.1a, 23.1.2a] Patrol and Group markers come after the units in every table by unit. Sets of units know
        them only where a table plays with them: `Model.concealed`."""
        made = [(side, f"{'PS'[side]}-PAT{n + 1}", f"P{n + 1}", f"{ARMIES[side]} Patrol {n + 1}")
                for side in (POLAND, SOVIET) for n in range(patrols)]  # fmt: skip
        lead = len(made)
        made += [(side, f"{'PS'[side]}-GR{'ABC'[n]}", f"Group {'ABC'[n]}", f"{ARMIES[side]} Group {'ABC'[n]}")
                 for side in (POLAND, SOVIET) for n in range(groups)]  # fmt: skip
        first, new = len(self.units), len(made)
        none, sides = (0,) * new, tuple(side for side, *_ in made)
        ids = range(first, first + new)
        more: dict[str, tuple[object, ...]] = {
            "side": sides, "key": tuple(key for _, key, _, _ in made), "label": tuple(label for *_, label, _ in made),
            "full_name": tuple(name for *_, name in made), "front": tuple(WEST if side else -1 for side in sides),
            "kind": (INFANTRY,) * new, "size": (MARKER,) * new, "band": ("none",) * new, "home": ("",) * new,
            "steps": (1,) * new, "mp": (MARKER_MP,) * new, "icons": none, "group": tuple(ids),
        }  # fmt: skip
        tables = vars(self)
        for name, rows in more.items():
            tables[name] += rows
        tables["sp"] = tuple(row + none for row in self.sp)
        self.unit_by_key.update((key, id) for id, (_, key, _, _) in zip(ids, made, strict=True))
        self.patrols = tuple(tuple(u for u in ids[:lead] if self.side[u] == side) for side in (POLAND, SOVIET))
        self.groups = tuple(tuple(u for u in ids[lead:] if self.side[u] == side) for side in (POLAND, SOVIET))
        self.all_patrols, self.all_groups = collect(ids[:lead]), collect(ids[lead:])

    def _all(self, values: tuple[int, ...], *wanted: int) -> int:
        return collect(u for u in self.units if values[u] in wanted)

    def _banded(self, *bands: Band) -> int:
        return collect(u for u in self.units if self.band[u] in bands)

    def _one(self, key: str) -> int:
        if key not in self.unit_by_key:
            raise DataError(UNITS, key, "is missing")
        return self.unit_by_key[key]

    def _pairs(self) -> dict[int, tuple[int, int]]:
        pairs: dict[int, tuple[int, int]] = {}
        for division in dict.fromkeys(self.division_of.values()):
            parts = [u for u, whole in self.division_of.items() if whole == division]
            if len(parts) != 2:
                raise DataError(UNITS, self.key[division], f"has {len(parts)} brigades, two are wanted [18.1a]")
            pairs[division] = parts[0], parts[1]
        return pairs


def check_row(row: UnitRow) -> None:
    """A counter agrees with itself [3.3a, 3.3b]."""
    if (row.nation == "POL") != (row.front == "") or (row.nation == "LIT") != (row.front == "L"):
        raise DataError(UNITS, row.id, "Soviet units have a Front, Lithuanians their own, Poles none [2.5a]")
    if bool(row.reduced) != (row.steps > 1) or not 1 <= row.steps <= 3:
        raise DataError(UNITS, row.id, "a unit of two or three steps, and no other, has a reduced side [3.3a]")
    if (row.lof == "both") != (row.steps == 3):
        raise DataError(UNITS, row.id, "who has LOF on the reduced side, and nobody else, has three steps [3.3b]")
    if (row.size == "support") != (row.full == 0) or (row.size == "support") != (row.icons > 0):
        raise DataError(UNITS, row.id, "support units have icons and no strength points, others the reverse [3.4a]")
