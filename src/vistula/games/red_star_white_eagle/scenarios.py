"""The scenarios of Red Star/White Eagle as tables: set-up, control, turn tracks, arrivals and withdrawals [2.6]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from vistula.board.data import DataError
from vistula.board.hexes import Hex, HexSet, collect
from vistula.board.hexnames import hex_of
from vistula.games.red_star_white_eagle.layout import Map
from vistula.games.red_star_white_eagle.tables import SCENARIOS, TRACKS, Data, Points, ScenarioRow, SetupRow, TurnRow
from vistula.games.red_star_white_eagle.units import FULL, REDUCED, SIDES, Units

GARRISON_BOX, FORTIFICATIONS = "garrison", "WF"  # places of a set-up that are no hex and no area
EITHER = 2  # it does not matter who deploys first


class Stand(NamedTuple):
    """A unit in its hex at the start, FULL or REDUCED."""

    hex: Hex
    unit: int
    face: int


class Area(NamedTuple):
    """[23.0] Where units of a scenario deploy, and the hexes of the front line that they must cover."""

    id: str
    hexes: HexSet
    front: HexSet
    units: int


@dataclass(frozen=True, slots=True)
class Turn:
    """[6.0] A turn of a track."""

    name: str
    month: str
    points: tuple[Points, Points]  # replacement points by side [7.2]
    arrivals: tuple[int, int]  # units due, by side [7.0]
    withdrawal: int  # units that leave the game; the Konarmiya as a whole [11.0]


@dataclass(frozen=True, slots=True)
class Scenario:
    id: str
    title: str
    about: str
    gates: bool  # it has the track of the Gates of Warsaw, and what 23.1 says
    campaign: bool  # it has the rules of 23.4, which no other has [23.0i]
    short: bool  # it has the victory conditions of 23.3
    track: tuple[Turn, ...]  # track[0] is the first turn of the scenario; one track is for Gates only [23.1.8]
    turns: int  # [23.1.1b, 23.2.1a, 23.3a, 23.4.1b]
    begins: int  # whose player turn is the first [23.1.1a, 23.2.1a, 23.4.1a]
    deploys_first: int  # a side, or EITHER [23.1, 23.2.1b, 23.4.1c]
    russian_points: int  # what Russia needs in the short scenario [23.3]
    fixed: tuple[Stand, ...]  # units that stand in a named hex, too many in some [23.0f, 23.1.3]
    areas: tuple[Area, ...]
    historical: tuple[Stand, ...]  # a legal deployment of all that deploys by area
    garrison: int  # units of the Latvian border garrison [17.2, 23.1.5b]
    fortress: int  # units for the fortified hexes [23.1.7]
    lost: int  # eliminated before play, replaceable
    gone: int  # out of the game before play
    russian: HexSet  # cities that Russia controls, of those that are asked for [3.2]


def scenarios(data: Data, m: Map, units: Units) -> tuple[Scenario, ...]:
    setups = {row.id: row for row in data.scenarios.setup}
    return tuple(_scenario(row, setups[row.setup], data, m, units) for row in data.scenarios.scenario)


def _scenario(row: ScenarioRow, setup: SetupRow, data: Data, m: Map, units: Units) -> Scenario:
    gates = row.setup == "gates"
    track = tuple(_turn(turn, units) for turn in (data.tracks.gates if gates else data.tracks.campaign))
    names = [turn.name for turn in track]
    for name in (row.first, row.last):
        if name not in names:
            raise DataError(SCENARIOS, row.id, f"there is no turn {name!r} on its track")
    first, last = names.index(row.first), names.index(row.last)
    fixed: list[Stand] = []
    areas: list[Area] = []
    boxes = {GARRISON_BOX: 0, FORTIFICATIONS: 0}
    for where, text in setup.units:
        stands = [_stand(units, row.id, word) for word in text.split()]
        if where in boxes:
            boxes[where] |= collect(unit for unit, _ in stands)
        elif where.isdigit():
            hex = hex_of(m.grid, SCENARIOS, f"{row.id} {where}", where)
            fixed += [Stand(hex, unit, face) for unit, face in stands]
        else:
            areas.append(_area(m, setup.id, where, collect(unit for unit, _ in stands)))
    historical = [
        Stand(hex_of(m.grid, SCENARIOS, f"{row.id} {where}", where), *_stand(units, row.id, word))
        for where, text in setup.historical
        for word in text.split()
    ]

    def army(text: str) -> int:
        return collect(_stand(units, row.id, word)[0] for word in text.split())

    return Scenario(
        id=row.id,
        title=row.title,
        about=row.about,
        gates=gates,
        campaign=row.id == "campaign",
        short=row.russian_points > 0,
        track=track[first : last + 1],
        turns=last - first + 1,
        begins=SIDES.index(row.begins),
        deploys_first=EITHER if row.deploys_first == "either" else SIDES.index(row.deploys_first),
        russian_points=row.russian_points,
        fixed=tuple(fixed),
        areas=tuple(areas),
        historical=tuple(historical),
        garrison=boxes[GARRISON_BOX],
        fortress=boxes[FORTIFICATIONS],
        lost=army(setup.lost_poland) | army(setup.lost_russia),
        gone=army(setup.gone_poland) | army(setup.gone_russia),
        russian=collect(hex_of(m.grid, SCENARIOS, setup.id, number) for number in setup.russian_cities.split()),
    )


def _turn(row: TurnRow, units: Units) -> Turn:
    def army(text: str) -> int:
        if text == "konarmiya":  # [11.2]
            return units.konarmiya
        return collect(_found(units, TRACKS, row.turn, word) for word in text.split())

    points = (row.poland, row.russia)
    arrivals = (army(row.arrive_poland), army(row.arrive_russia))
    return Turn(row.turn, row.turn.split()[0], points, arrivals, army(row.withdraw))


def _area(m: Map, setup: str, id: str, units: int) -> Area:
    """[23.0] The board has the areas of each set-up, and their front lines as zones."""
    key = f"{setup}-{id.lower()}"
    zones = m.board.zones
    if key not in zones:
        raise DataError(SCENARIOS, f"{setup} {id}", "the board has no such deployment area")
    front = zones[f"{key}-front"].hexes if f"{key}-front" in zones else 0
    return Area(id, zones[key].hexes, front, units)


def _stand(units: Units, key: str, word: str) -> tuple[int, int]:
    return _found(units, SCENARIOS, key, word.removesuffix("*")), REDUCED if word.endswith("*") else FULL


def _found(units: Units, file: str, key: str, word: str) -> int:
    if word not in units.unit_by_key:
        raise DataError(file, key, f"there is no unit {word!r}")
    return units.unit_by_key[word]
