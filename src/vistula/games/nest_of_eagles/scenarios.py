"""The scenarios of 1920: Nest of Eagles as tables: set-up, control, boxes, arrivals, what has happened, victory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from vistula.board.data import DataError
from vistula.board.hexes import Hex, HexSet, bits, collect
from vistula.board.hexnames import hex_of
from vistula.games.nest_of_eagles.board import THEATERS
from vistula.games.nest_of_eagles.layout import Map
from vistula.games.nest_of_eagles.sheets import (
    SCENARIOS,
    SIDES,
    BegunRow,
    BoxesRow,
    CitiesRow,
    ClaimRow,
    PointsRow,
    Pools,
    ScenarioRow,
    ThreeRow,
    TownsRow,
    VictoryRow,
)
from vistula.games.nest_of_eagles.units import FULL, REDUCED


class Stand(NamedTuple):
    """A unit in its hex at the start, FULL or REDUCED."""

    hex: Hex
    unit: int
    level: int


class Arrival(NamedTuple):
    """A unit that is available from the start of a round [16.0a]."""

    round: int
    unit: int


@dataclass(frozen=True, slots=True)
class Boxes:
    """Sets of units that wait at the start, by holding box; ``absent`` ones are not used."""

    rebuild: int
    brigades: int
    volunteer: int
    reserves: int
    ukraine: int
    west: int  # Reserves of a Front
    southwest: int
    cavalry: int  # Reserve cavalry, either Front's counter
    off: int
    asterisk: int
    absent: int


@dataclass(frozen=True, slots=True)
class Begun:
    """What has happened before the scenario starts."""

    home_open: bool  # Poles may enter the Polish Theater [2.4.1a]
    kijow_taken: bool  # the Poles have captured it [19.8.1a]
    kijow_marker: bool  # and it weighs on their morale [13.3.3a]
    linked: int  # Theater whose marker lies with that of the Polish Theater, or -1 [13.4c]
    formed: int  # turns of the Volunteer Army that are over [19.1.1a]
    forming: tuple[int, ...]  # rounds in which its forming goes on
    lwow_brigade: bool  # the one brigade for Lwów has come [19.1.1c]
    crossed: bool  # Lithuanians have crossed the Demarcation Line [21.1e]
    wilno: bool  # and have taken Wilno [21.3b]


@dataclass(frozen=True, slots=True)
class Watch:
    """Units that may not go further than so many hexes from a hex before a round; not in the introductory game."""

    units: int
    hex: Hex
    within: int
    before: int


@dataclass(frozen=True, slots=True)
class Points:
    """By net victory points: ``side`` wins with ``win`` or more, ``draw`` or more is a draw, else the other wins.
    Without the hexes of ``needed`` it can draw at best."""

    side: int
    win: int
    draw: int
    needed: HexSet = 0


@dataclass(frozen=True, slots=True)
class MoraleSum:
    """By the Soviet boxes of both eastern Theaters, with boxes for Soviet control of any hex of a set."""

    win: int
    draw: int
    bonus: tuple[tuple[HexSet, int], ...]


@dataclass(frozen=True, slots=True)
class KeepCities:
    """Poland wins with all of ``keep`` and no Soviet box in its Theater, the Soviets with ``lost`` or ``box``."""

    keep: HexSet
    lost: HexSet
    box: int


@dataclass(frozen=True, slots=True)
class CountTowns:
    """By Soviet-held hexes among these: the Soviets win with so many and ``box``, Poland with at most ``poland``."""

    hexes: HexSet
    soviet: int
    box: int
    poland: int


@dataclass(frozen=True, slots=True)
class Campaign:
    """By F: from these numbers on a decisive Polish victory, a Polish one, a draw; below, Soviet ones."""

    decisive: int
    poland: int
    draw: int
    soviet_decisive: int  # or less


Victory: TypeAlias = Points | MoraleSum | KeepCities | CountTowns | Campaign


@dataclass(frozen=True, slots=True)
class Claim:
    """What a Soviet player of three must have: points or a Soviet box in the Theater, all and any of these hexes."""

    points: int
    box: int
    all: HexSet
    any: HexSet


@dataclass(frozen=True, slots=True)
class Three:
    """[22.2a] Victory of the two Soviet players; ``both`` is the number of Polish points under which both win."""

    claim: tuple[Claim, Claim]  # WEST, SOUTHWEST
    both: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario [1.4a]. Boxes are Soviet above 0, Polish below."""

    id: str
    number: int
    title: str
    about: str
    first: int  # rounds
    last: int
    begins: int  # side
    theaters: tuple[int, ...]  # in play
    ground: HexSet  # hexes of these Theaters, without Lithuania where it is closed
    players: tuple[int, ...]
    introductory: bool  # may be played so [1.1a]
    points: bool  # victory points are kept [2.0c]
    morale: dict[int, int]  # Theater -> box; no marker for the others
    setup: tuple[Stand, ...]
    control: tuple[HexSet, HexSet, HexSet]  # urban hexes of Poland, of the Soviets, of Lithuania [2.7b]
    boxes: Boxes
    arrivals: tuple[Arrival, ...]
    pools: Pools
    begun: Begun
    rebellion: bool  # [20.4.1a]
    lithuanians: str  # "closed": none; "barred": they may not cross the Demarcation Line; "free": chapter 21
    sudden_death: bool  # the Soviets win at once with Warszawa at the end of a Polish turn
    left_out: int  # arrivals that an introductory game leaves out
    watch: Watch | None
    may_hold: HexSet  # hexes inside the Aspirations Line in which Soviet units may stand at the start [21.3b]
    either_front: int  # arrivals that may come as their twin [20.2.2c]
    victory: Victory
    three: Three | None  # with three players [22.2a]
    source: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One scenario of the file, with complaints that name it."""

    row: ScenarioRow
    map: Map
    unit_by_key: dict[str, int]
    round_of: dict[str, int]

    def wrong(self, key: str, reason: str) -> DataError:
        return DataError(SCENARIOS, f"scenario {self.row.id} {key}", reason)

    def unit(self, key: str, word: str) -> int:
        if word not in self.unit_by_key:
            raise self.wrong(key, f"there is no unit {word!r}")
        return self.unit_by_key[word]

    def units(self, key: str, text: str) -> int:
        found = [self.unit(key, word) for word in text.split()]
        if len(set(found)) < len(found):
            raise self.wrong(key, "a unit stands twice")
        return collect(found)

    def hex(self, key: str, word: str) -> Hex:
        return hex_of(self.map.grid, SCENARIOS, f"scenario {self.row.id} {key}", word)

    def hexes(self, key: str, text: str) -> HexSet:
        return collect(self.hex(key, word) for word in text.split())

    def round(self, key: str, word: str) -> int:
        if word not in self.round_of:
            raise self.wrong(key, f"no round begins on {word!r}")
        return self.round_of[word]

    def box(self, theater: str, text: str) -> int:
        """ "soviet 14" is 14, "poland 6" is -6."""
        side, _, number = text.partition(" ")
        if side not in SIDES or not number.isdigit():
            raise self.wrong(f"morale {theater}", f"{text!r} is no box: a side and a number are wanted")
        return int(number) if side == "soviet" else -int(number)

    def setup(self) -> tuple[Stand, ...]:
        found: list[Stand] = []
        for line in self.row.setup.split("\n"):
            number, *words = line.partition("#")[0].split() or [""]
            found += [self.stand(number, word) for word in words]
        return tuple(found)

    def stand(self, number: str, word: str) -> Stand:
        unit = self.unit("setup", word.removesuffix("/r"))
        return Stand(self.hex("setup", number), unit, REDUCED if word.endswith("/r") else FULL)

    def control(self) -> tuple[HexSet, HexSet, HexSet]:
        """The side that the row names has these urban hexes, Lithuania its own, the other side the rest [2.7b]."""
        row, urban = self.row, self.map.urban
        if bool(row.poland) == bool(row.soviet):
            raise self.wrong("poland", "the towns of one side are listed, of Poland or of the Soviets")
        lithuanian = self.hexes("lithuania", row.lithuania)
        mine = self.towns(row.poland or row.soviet) & ~lithuanian
        rest = urban & ~mine & ~lithuanian
        return (mine, rest, lithuanian) if row.poland else (rest, mine, lithuanian)

    def towns(self, text: str) -> HexSet:
        """Urban hexes by columns ("01-19") and numbers."""
        grid, found = self.map.grid, 0
        for word in text.split():
            low, dash, high = word.partition("-")
            if dash:
                span = range(int(low), int(high) + 1)
                found |= collect(h for h in bits(self.map.urban) if grid.line(h) in span)
            elif self.map.urban >> self.hex("control", word) & 1:
                found |= 1 << self.hex("control", word)
            else:
                raise self.wrong("control", f"{word} is no urban hex")
        return found

    def boxes(self) -> Boxes:
        row = self.row.boxes
        return Boxes(**{name: self.units(f"boxes.{name}", getattr(row, name)) for name in row.__struct_fields__})

    def begun(self, row: BegunRow) -> Begun:
        forming = tuple(self.round("begun.forming", word) for word in row.forming)
        linked = THEATERS.index(row.linked) if row.linked else -1
        return Begun(
            row.home_open, row.kijow_taken, row.kijow_marker, linked, row.formed, forming, row.lwow_brigade,
            row.crossed, row.wilno,
        )  # fmt: skip

    def watch(self) -> Watch | None:
        row = self.row.watch
        if row is None:
            return None
        units, hex = self.units("watch", row.units), self.hex("watch", row.hex)
        return Watch(units, hex, row.within, self.round("watch", row.before))

    def victory(self, row: VictoryRow) -> Victory:
        if isinstance(row, PointsRow):
            return Points(SIDES.index(row.side), row.win, row.draw, self.hexes("victory.needed", row.needed))
        if isinstance(row, BoxesRow):
            bonus = tuple((self.hexes("victory.bonus", each.hexes), each.boxes) for each in row.bonus)
            return MoraleSum(row.win, row.draw, bonus)
        if isinstance(row, CitiesRow):
            return KeepCities(self.hexes("victory.keep", row.keep), self.hexes("victory.lost", row.lost), row.box)
        if isinstance(row, TownsRow):
            return CountTowns(self.hexes("victory.hexes", row.hexes), row.soviet, row.box, row.poland)
        return Campaign(row.decisive, row.poland, row.draw, row.soviet_decisive)

    def claim(self, row: ClaimRow | None) -> Claim:
        row = row or ClaimRow()
        return Claim(row.points, row.box, self.hexes("three.all", row.all), self.hexes("three.any", row.any))

    def three(self, row: ThreeRow | None) -> Three | None:
        return Three((self.claim(row.west), self.claim(row.southwest)), row.both) if row else None


def scenario(row: ScenarioRow, map: Map, unit_by_key: dict[str, int], round_of: dict[str, int]) -> Scenario:
    sheet = Sheet(row, map, unit_by_key, round_of)
    theaters = tuple(sorted(THEATERS.index(name) for name in row.theaters))
    first, last = (sheet.round("rounds", date) for date in row.rounds)
    return Scenario(
        id=row.id,
        number=row.number,
        title=row.title,
        about=row.about,
        first=first,
        last=last,
        begins=SIDES.index(row.begins),
        theaters=theaters,
        ground=sum(map.theater[t] for t in theaters) & ~(map.lithuania if row.lithuanians == "closed" else 0),
        players=tuple(row.players),
        introductory=row.introductory,
        points=row.points,
        morale={THEATERS.index(name): sheet.box(name, text) for name, text in row.morale.items()},
        setup=sheet.setup(),
        control=sheet.control(),
        boxes=sheet.boxes(),
        arrivals=tuple(
            Arrival(sheet.round("arrivals", due.round), sheet.unit("arrivals", word))
            for due in row.arrivals
            for word in due.units.split()
        ),
        pools=row.pools,
        begun=sheet.begun(row.begun),
        rebellion=row.rebellion,
        lithuanians=row.lithuanians,
        sudden_death=row.sudden_death,
        left_out=sheet.units("left_out", row.left_out),
        watch=sheet.watch(),
        may_hold=sheet.hexes("may_hold", row.may_hold),
        either_front=sheet.units("either_front", row.either_front),
        victory=sheet.victory(row.victory),
        three=sheet.three(row.three),
        source=row.source,
    )


def whole(rows: list[ScenarioRow]) -> list[ScenarioRow]:
    """Rows that are like another one, with its set-up and control."""
    by_id = {row.id: row for row in rows}
    return [_filled(row, by_id) if row.like else row for row in rows]


def _filled(row: ScenarioRow, by_id: dict[str, ScenarioRow]) -> ScenarioRow:
    if row.like not in by_id or by_id[row.like].like:
        raise DataError(SCENARIOS, f"scenario {row.id} like", f"there is no scenario {row.like!r} with a set-up")
    if row.setup or row.poland or row.soviet:
        raise DataError(SCENARIOS, f"scenario {row.id} like", "has a set-up or control of its own too")
    other = by_id[row.like]
    return replace(row, setup=other.setup, poland=other.poland, soviet=other.soviet, lithuania=other.lithuania)
