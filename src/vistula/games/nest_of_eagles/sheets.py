"""The scenario sheets of 1920: Nest of Eagles as their file has them; ``scenarios`` makes tables of them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from vistula.board.data import Datum, Frozen, Sourced

SCENARIOS = "scenarios.toml"

SideName = Literal["poland", "soviet"]
TheaterName = Literal["polish", "lithuanian-belarusian", "ukrainian"]
SIDES: tuple[SideName, ...] = ("poland", "soviet")


class ArrivalRow(Sourced):
    round: str
    units: str


class WatchRow(Datum):
    units: str
    hex: str
    within: int
    before: str


class Pools(Frozen, frozen=True):
    """[17.1.6a] Replacements saved when the scenario starts."""

    poland: int = 0
    ukraine: int = 0
    west: int = 0
    southwest: int = 0


class BegunRow(Frozen, frozen=True):
    home_open: bool = False
    kijow_taken: bool = False
    kijow_marker: bool = False
    linked: TheaterName | Literal[""] = ""
    formed: int = 0
    forming: tuple[str, ...] = ()
    lwow_brigade: bool = False
    crossed: bool = False
    wilno: bool = False


class BoxRows(Datum):
    absent: str = ""
    brigades: str = ""
    volunteer: str = ""
    reserves: str = ""
    ukraine: str = ""
    rebuild: str = ""
    west: str = ""
    southwest: str = ""
    cavalry: str = ""
    off: str = ""
    asterisk: str = ""


class PointsRow(Datum, tag_field="kind", tag="points"):
    side: SideName
    win: int
    draw: int
    source: str
    needed: str = ""


class BonusRow(Datum):
    hexes: str
    boxes: int


class BoxesRow(Sourced, tag_field="kind", tag="boxes"):
    win: int
    draw: int
    bonus: list[BonusRow]


class CitiesRow(Sourced, tag_field="kind", tag="cities"):
    keep: str
    lost: str
    box: int


class TownsRow(Sourced, tag_field="kind", tag="towns"):
    hexes: str
    soviet: int
    box: int
    poland: int


class CampaignRow(Sourced, tag_field="kind", tag="campaign"):
    decisive: int
    poland: int
    draw: int
    soviet_decisive: int


VictoryRow: TypeAlias = PointsRow | BoxesRow | CitiesRow | TownsRow | CampaignRow


class ClaimRow(Datum):
    points: int = 0
    box: int = 0
    all: str = ""
    any: str = ""


class ThreeRow(Datum):
    source: str
    west: ClaimRow | None = None
    southwest: ClaimRow | None = None
    both: int = 0


class ScenarioRow(Datum):
    id: str
    number: int
    title: str
    about: str
    rounds: tuple[str, str]
    begins: SideName
    theaters: list[TheaterName]
    players: list[int]
    morale: dict[TheaterName, str]
    lithuanians: Literal["closed", "barred", "free"]
    source: str
    arrivals: list[ArrivalRow]
    boxes: BoxRows
    victory: VictoryRow
    introductory: bool = False
    points: bool = False
    rebellion: bool = False
    sudden_death: bool = False
    pools: Pools = Pools()
    left_out: str = ""
    watch: WatchRow | None = None
    may_hold: str = ""
    either_front: str = ""
    like: str = ""
    lithuania: str = ""
    poland: str = ""
    soviet: str = ""
    setup: str = ""
    begun: BegunRow = BegunRow()
    three: ThreeRow | None = None


class Scenarios(Datum):
    scenario: list[ScenarioRow]
