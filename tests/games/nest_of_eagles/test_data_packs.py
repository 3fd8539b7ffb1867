"""Data packs: a good one takes the place of the shipped files, a wrong one is refused with file, key and reason."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from vistula.board.data import DataError, read_csv, read_toml
from vistula.games.nest_of_eagles.checks import check
from vistula.games.nest_of_eagles.model import Aids, Model, shipped
from vistula.games.nest_of_eagles.scenarios import scenario, whole
from vistula.games.nest_of_eagles.sheets import Scenarios
from vistula.games.nest_of_eagles.tables import SHIPPED, Charts, Data, Events, Tracks
from vistula.games.nest_of_eagles.units import UnitRow, Units

rule = pytest.mark.rule
UNITS, CHARTS, TRACKS, EVENTS, SCENARIOS = "units.csv", "charts.toml", "tracks.toml", "events.toml", "scenarios.toml"


@cache
def data() -> Data:
    return Data.read()


def read(path: Path) -> dict[str, Any]:
    """What this file holds of the data."""
    if path.name == UNITS:
        return {"units": read_csv(path, UnitRow)}
    if path.name == EVENTS:
        return {"events": read_toml(path, Events).event}
    if path.name == SCENARIOS:
        return {"scenarios": read_toml(path, Scenarios).scenario}
    return {path.stem: read_toml(path, Charts if path.name == CHARTS else Tracks)}


def load(folder: Path, file: str, change: str) -> Model:
    """The model with one shipped file changed in one place, "sp = <1|2>" makes 2 of 1; its map is not read again."""
    before, old, new, after = re.split(r"[<|>]", change)
    text = (SHIPPED / file).read_text(encoding="utf-8")
    assert text.count(before + old + after) >= 1, change
    (folder / file).write_text(text.replace(before + old + after, before + new + after, 1), encoding="utf-8")
    pack = replace(data(), **read(folder / file))
    m = Model.__new__(Model)
    m.__dict__.update(vars(shipped()))
    Units.__init__(m, pack.units)
    Aids.__init__(m, pack.charts, pack.tracks, pack.events, m.unit_by_key)
    m.__dict__["scenarios"] = tuple(scenario(row, m, m.unit_by_key, m.round_of) for row in whole(pack.scenarios))
    check(m, pack)
    return m


def test_an_empty_pack_is_the_shipped_game(tmp_path: Path) -> None:
    text = (SHIPPED / CHARTS).read_text(encoding="utf-8")
    (tmp_path / CHARTS).write_text("# a remark\n" + text, encoding="utf-8")
    assert Model.load(tmp_path).hash == shipped().hash


@rule("13.2a")
@pytest.mark.parametrize(
    ("file", "change", "table"),
    [
        (UNITS, "P-14,14,14th Infantry Division,POL,,infantry,XX,<4|5>,2", "sp"),
        (CHARTS, "  3   2   5   6   <7|8>   8", "chance"),
        (CHARTS, "level_2 = <16|17>", "level_of"),
        (CHARTS, "level_2 = <16|9>", "level_of"),
        (CHARTS, "level_2 = <16|24>", "level_of"),
        (SCENARIOS, "2502 P-15.8\n<2503 P-10|2403 P-10>\n", "scenarios"),
        (SCENARIOS, "win = <8|9>\n", "scenarios"),
    ],
)
def test_what_is_reconstructed_may_be_changed(tmp_path: Path, file: str, change: str, table: str) -> None:
    assert getattr(load(tmp_path, file, change), table) != getattr(shipped(), table)


WRONG_UNITS = [
    ("S-53,53,53rd Rifle Division,SOV,W,infantry,XX,<4|3>", "S-53 strength", "example of 10.5, 10.7"),
    ("P-2BJ,2BJ,2nd Cavalry Brigade,POL,,cavalry,X,2,1,2,<none|full>", "P-2BJ lof", "no LOF"),
    ("P-4,4,4th Infantry Division,POL,,infantry,XX,4,2,<3|2>", "P-4", "three steps [3.3b]"),
    ("P-201,201,201st Volunteer Regiment,POL,,infantry,III,1,<|1>,1", "P-201", "reduced side [3.3a]"),
    ("P-10,10,10th Infantry Division,POL,<|W>,", "P-10", "Poles none [2.5a]"),
    ("P-ART,Art,Heavy Artillery,POL,,artillery,support,<0|1>", "P-ART", "no strength points"),
    ("P-10,10,10th Infantry Division,POL,,infantry,XX,4,2,3,both,,none,<3|4>", "P-10 mp", "[3.2e]"),
    ("P-7E,7,7th Air Escadrille,POL,,<air|train>,", "support and motorized units", "[3.2e, 3.4a]"),
    ("P-1C,1C,1st Cavalry Division,POL,,cavalry,XX,4,2,3,both,<|E>", "elite cavalry of the Poles", "[8.2d]"),
    ("P-7.4,7/4,7th Infantry Brigade (4th Division),POL,,infantry,X,2,1,2,none,,none,3,0,brigades,<P-4|P-5>", "P-5",
     "[18.1a]"),
    ("S-8Ks,8K,8th Reserve Cavalry Division (Southwestern counter),SOV,SW,cavalry,XX,3,2,3,both,,gray-gold,4,0,"
     "reserves-cavalry,,<S-8Kw|S-17Kw>", "S-8Kw", "twin"),
    ("P-WAR,War,Warsaw Volunteer Brigade,POL,,infantry,<X|III>", "volunteer brigades", "[19.1.1b]"),
    ("P-CJ,<J|K>,", "Cossack", "[19.6a, 23.3.2.2]"),
    ("S-4K,<4|5>,", "Konarmiya", "[20.1a]"),
    ("P-7R,<7R|8R>,", "Polish Reserve brigades", "[19.2b]"),
    ("S-16x,16*,16th Rifle Division (asterisk),SOV,SW,infantry,XX,4,2,3,both,,gold,3,0,<asterisk|off>", "asterisk",
     "[3.2d]"),
    ('(Ł, Reserve)",SOV,SW,infantry,XX,4,2,3,both,<E|>,', "Latvian", "[20.2.1f]"),
    ("<P-21b|P-21c>,21,", "P-21b", "is missing"),
]  # fmt: skip


@rule(
    "2.5a",
    "3.2d",
    "3.2e",
    "3.3a",
    "3.3b",
    "3.3c",
    "3.4a",
    "8.2d",
    "18.1a",
    "19.1.1b",
    "19.2b",
    "19.6a",
    "20.1a",
    "20.2.1f",
    "23.3.2.2",
)
@pytest.mark.parametrize(("change", "key", "reason"), WRONG_UNITS)
def test_wrong_units_are_refused(tmp_path: Path, change: str, key: str, reason: str) -> None:
    refused(tmp_path, UNITS, change, key, reason)


def refused(folder: Path, file: str, change: str, key: str, reason: str) -> None:
    with pytest.raises(DataError) as error:
        load(folder, file, change)
    assert error.value.file == file
    assert key in error.value.key
    assert reason in error.value.reason


@rule(
    "1.2a",
    "2.0b",
    "5.0a",
    "6.0a",
    "6.1a",
    "7.1e",
    "7.1l",
    "10.3a",
    "10.5a",
    "10.7a",
    "11.3e",
    "12.1a",
    "12.1b",
    "13.2a",
    "13.2b",
    "19.1.1b",
    "23.3b",
    "23.3.1.1",
    "23.4.2e",
    "23.5.2b",
)
@pytest.mark.parametrize(
    ("file", "change", "key", "reason"),
    [
        (CHARTS, "  3   2   5   6   7   <8|9>   9", "5 against 3", "example of 10.3"),
        (CHARTS, "  2   4   6   7   9   9  10  10 <11*|11>", "Very Favorable", "[10.5a]"),
        (CHARTS, "  1   6   <9|x>  10", "attack.table 1", "no number"),
        (CHARTS, "DvA   1   <2|3>", "attack.table", "numbered 1 to 8"),
        (CHARTS, "boxes = <24|20>", "morale.boxes", "[13.2b]"),
        (CHARTS, "level_2 = <16|6>", "morale", "[13.2a]"),
        (CHARTS, "level_2 = <16|8>", "morale", "[13.2a]"),
        (CHARTS, "level_2 = <16|25>", "morale", "[13.2a]"),
        (CHARTS, "level_1 = <8|0>", "morale", "[13.2a]"),
        (CHARTS, "warszawa = <5|4>", "stacking.warszawa", "says 5 [6.1a]"),
        (CHARTS, 'large_river = <"all"|2>\n', "movement.large_river", "7.1e"),
        (CHARTS, 'fortification = [<2|3>, "all"]', "friction.fortification", "7.1l"),
        (CHARTS, "fortress = <-2|-1>", "modifiers.fortress", "10.7a"),
        (CHARTS, "blocked = <3|2>", "retreat.blocked", "11.3e"),
        (CHARTS, "cheka = <4|5>", "markers.cheka", "[1.2a]"),
        (CHARTS, "soviet = { infantry = 1, cavalry = <3|2>", "advance.soviet", "[12.1a, 12.1b]"),
        (CHARTS, '"P-WAR P-MOAO <P-201|P-POM> P-202', "volunteers.order", "[19.1.1b]"),
        (CHARTS, '"9.V", units = "S-25 <S-B|S-24>"', "options.dated", "[23.4.2e]"),
        (CHARTS, 'come = "S-8Kw <S-33Kw|S-99>"', "options.third_army", "'S-99' is unknown"),
        (TRACKS, '"5.IX", <"12.IX"|"13.IX">', "dates 13.IX", "[5.0a]"),
        (TRACKS, '"9.V", <"16.V"|"9.V">', "dates", "twice"),
        (TRACKS, '"5.IX", <"12.IX"|"12.Q">', "dates 12.Q", "[2.0b]"),
        (TRACKS, 'last = "6.VI"\nrounds = <4|5>', "track", "[2.0b]"),
        (EVENTS, "number = <2|3>\n", "the events", "[23.3b]"),
        (EVENTS, 'rule = "<23.3.1.1|23.3.1.2>"', "event Help through Romania, rule", "[23.3.1.1]"),
    ],
)
def test_wrong_tables_are_refused(tmp_path: Path, file: str, change: str, key: str, reason: str) -> None:
    refused(tmp_path, file, change, key, reason)


@rule(
    "1.1a",
    "2.0c",
    "2.3.1a",
    "2.4a",
    "2.7b",
    "3.1b",
    "3.3a",
    "3.4.1b",
    "6.0a",
    "6.1a",
    "13.4a",
    "16.0a",
    "19.4a",
    "20.1.1a",
    "22.2a",
)
@pytest.mark.parametrize(
    ("change", "key", "reason"),
    [
        ("introductory = <true|false>", "berezina introductory", "[1.1a]"),
        ("introductory = true\npoints = <true|false>", "berezina points", "[2.0c]"),
        ("players = <[2]|[2, 3]>", "berezina players", "[22.2a]"),
        ("2502 P-15.8<| P-10>\n2503 P-10", "berezina P-10", "is in 2 places"),
        ("2502 P-15.8\n<2503 P-10|2503>", "berezina P-10", "is in 0 places"),
        ("2502 P-15.8\n<2503 P-10|2301 P-10>", "berezina setup P-10", "2301 is not in play [2.3.1a, 2.4a]"),
        ("2502 P-15.8\n<2503 P-10|2503 P-99>", "berezina setup", "there is no unit 'P-99'"),
        ("2502 P-15.8\n<2503 P-10|9903 P-10>", "berezina setup", "there is no hex 9903"),
        ("2010 <P-E1|P-E1/r>", "berezina setup P-E1", "no Reduced side [3.3a]"),
        (
            "2206 P-17 P-PP2  # Mołodeczno\n2308 P-7.4 P-8.4 P-2BJ P-PP1  # Mińsk\n2502 P-15.8\n<2503 P-10|2308 P-10>",
            "berezina setup 2308",
            "5 units, 4 may be there [6.0a, 6.1a]",
        ),
        ("2603 P-1BJ\n<2604 P-1LB|2705 P-1LB>", "berezina setup 2705", "several colours [3.1b]"),
        ("<2619|2501> S-25 S-B S-BPs", "july setup S-25", "Lithuanian-Belarusian Theater"),
        ("2206 P-17 <P-PP2  # Mołodeczno|\n2603 P-PP2>\n", "berezina setup P-PP2", "2603 has no railroad [3.4.1b]"),
        ("1322 <P-LWOW  # Lwów\n1719 P-6|P-6\n1719 P-LWOW>", "july setup P-LWOW", "stands in Lwów [19.4a]"),
        ('may_hold = "1408 1509 1609< 1807|>"', "niemen setup", "inside the Aspirations Line, and not in may_hold"),
        ("2602 <2604 |>2606 2608 2610 2614 2617", "berezina setup 2604", "controls it [2.7b]"),
        ('polish = <"soviet 4"|"17">', "warsaw morale polish", "is no box"),
        ('lithuanian-belarusian = "soviet 4", <polish = "soviet 4", |>ukrainian', "warsaw morale polish", "[13.4a]"),
        ('round = "20.VI", units = <"S-ART"|"S-KUR">', "counteroffensive", "places"),
        ('{ round = "<23.V|30.V>", units = "S-4K', "spring arrivals S-4K", "comes on 23.V [20.1.1a]"),
        ('{ round = "<30.V|13.VI>", units = "S-MOS"', "berezina arrivals S-MOS", "not played [16.0a]"),
        ('{ round = "<30.V|31.V>", units = "S-MOS"', "berezina arrivals", "no round begins on '31.V'"),
        ('like = <"july"|"august">', "summer like", "no scenario 'august'"),
        ('west = "S-19 S-48 <S-55|S-55 S-55>"', "berezina boxes.west", "twice"),
    ],
)
def test_wrong_scenarios_are_refused(tmp_path: Path, change: str, key: str, reason: str) -> None:
    refused(tmp_path, SCENARIOS, change, key, reason)
