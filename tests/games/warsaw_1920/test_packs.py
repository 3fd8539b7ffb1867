"""Data packs: a good one takes the place of the shipped files, a wrong one is refused with file, key and reason."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from vistula.board.data import DataError
from vistula.board.statements import prove
from vistula.games.warsaw_1920.board_checks import lines, rails
from vistula.games.warsaw_1920.checks import counters
from vistula.games.warsaw_1920.model import Model, shipped
from vistula.games.warsaw_1920.rules.setup import uncovered
from vistula.games.warsaw_1920.tables import SHIPPED
from vistula.games.warsaw_1920.title import load

from .table import altered

rule = pytest.mark.rule


def pack(folder: Path, file: str, change: str) -> Path:
    """A folder with one shipped file that is changed in one place: "start = <12|11>" makes 11 of 12."""
    before, old, new, after = re.split("[<|>]", change)
    text = (SHIPPED / file).read_text(encoding="utf-8")
    assert before + old + after in text
    (folder / file).write_text(text.replace(before + old + after, before + new + after, 1), encoding="utf-8")
    return folder


def test_an_empty_pack_is_the_shipped_game(tmp_path: Path) -> None:
    assert Model.load(tmp_path).hash == shipped().hash == Model.load().hash


def test_comments_and_line_ends_do_not_change_the_hash(tmp_path: Path) -> None:
    for name in ("units.csv", "charts.toml"):
        text = (SHIPPED / name).read_text(encoding="utf-8").replace("\n", "\r\n")
        (tmp_path / name).write_bytes(("# a remark\r\n" + text).encode())
    assert Model.load(tmp_path).hash == shipped().hash


def test_a_pack_takes_the_place_of_single_values(tmp_path: Path) -> None:
    changed = Model.load(pack(tmp_path, "units.csv", "R-27,27,27th (Omsk) Rifle Division,RUS,W,inf,XX,<5|4>"))
    unit = changed.unit_by_key["R-27"]
    assert (changed.cf[unit], shipped().cf[unit]) == (4, 5)
    assert changed.hash != shipped().hash


@rule("3.0c")
def test_a_fixed_set_up_of_its_own_needs_no_coverage_and_no_areas(tmp_path: Path) -> None:
    """The 8th leaves 3123 bare, the 2nd Legions stand in the rear of another group, the 10th Cavalry in the south."""
    text = (SHIPPED / "units.csv").read_text(encoding="utf-8")
    moves = {"P-8": ("3023", "2215"), "P-PL2": ("2524", "1309"), "R-10cav": ("3124", "0523")}
    for key, (printed, own) in moves.items():
        line = next(line for line in text.splitlines() if line.startswith(f"{key},"))
        assert f",{printed}," in line
        text = text.replace(line, line.replace(f",{printed},", f",{own},"))
    (tmp_path / "units.csv").write_text(text, encoding="utf-8")
    title = load(tmp_path)
    game = title.start("quick")
    m = title.m
    assert {key: m.grid.number(game.s.place[m.unit_by_key[key]]) for key in moves} == {
        key: own for key, (_, own) in moves.items()
    }
    assert uncovered(game.s, 0)
    assert list(game.decisions) == ["russia"]


@rule("2.2.4a")
def test_unit_size_changes_nothing_else(tmp_path: Path) -> None:
    changed = Model.load(pack(tmp_path, "units.csv", "POL,N,inf,<XX|X>,4"))
    assert changed.size != shipped().size
    for table in ("kind", "cf", "ma", "elite", "shock", "entry", "quick", "stacking", "cost"):
        assert getattr(changed, table) == getattr(shipped(), table)


Wrong = tuple[str, str, str, str]  # file, what is changed in it, key, reason


def refused(folder: Path, wrong: Wrong) -> None:
    file, change, key, reason = wrong
    with pytest.raises(DataError) as caught:
        Model.load(pack(folder, file, change))
    assert caught.value.file == ("charts.toml" if key == "terrain jungle" else file)
    assert key in caught.value.key
    assert reason in caught.value.reason


PLACES: list[Wrong] = [
    ("board.toml", 'hex = "<0615|0616>", name = "Lwów"', "places Lvov", "Lvov is 0615 [3.1e]"),
    ("board.toml", '"Mińsk", english = "Minsk", local = "Minsk", class = "major", owner = "<poland|russia>"',
     "places Mińsk", "their side of the front [3.1a]"),
    ("board.toml", '"Radom", class = "<city|town>"', "places Radom", "Radom is a city on the railway [4.1.1c]"),
    ("board.toml", '"Warszawa", english = "Warsaw", class = "<major|city>"',
     "places Warsaw", "Warsaw is a major city [11.6.2a]"),
    ("board.toml", 'english = "Lvov", local = "Lviv", class = "<major|city>"',
     "places Lvov", "Lvov is a major city [11.6.2a]"),
    ("board.toml", 'english = "Brest", local = "Brest", class = "<city|town>"',
     "places Brest", "Brest is a city on the railway [4.1.1c]"),
    ("board.toml", 'class = "major", owner = "<russia|poland>"', "places ", "[3.1a]"),
]  # fmt: skip


@rule("3.1a", "3.1e", "11.6.2a")
@pytest.mark.parametrize("wrong", PLACES)
def test_places_elsewhere_than_in_the_rulebook_are_refused(tmp_path: Path, wrong: Wrong) -> None:
    refused(tmp_path, wrong)


FRONT: list[Wrong] = [
    ("board.toml", 'id = "<polesie|pripet>"', "area polesie", "is missing"),
    ("board.toml", '"Kraków", english = "Krakow", class = "<town|city>"',
     "places 0615 0706", "there is Lvov alone [3.1e]"),
    ("board.toml", "3123 <3023|3010> 2924", "front.last", "the front line is one piece [3.1a]"),
]  # fmt: skip


@rule("3.1a", "3.1b", "3.1c", "3.1d", "3.1e", "3.1f", "3.2a", "3.2b")
@pytest.mark.parametrize("wrong", FRONT)
def test_another_front_line_is_refused(tmp_path: Path, wrong: Wrong) -> None:
    refused(tmp_path, wrong)


@rule("3.1b", "3.1c", "3.1d")
@pytest.mark.parametrize(("group", "name"), [(0, "northern"), (1, "polesie"), (2, "southern")])
def test_every_group_has_a_part_of_the_front_line(group: int, name: str) -> None:
    m = shipped()
    bare = altered(m, frontline=tuple(0 if g == group else hexes for g, hexes in enumerate(m.frontline)))
    with pytest.raises(DataError, match=f"area {name}: .*the {name} area has front-line hexes"):
        prove(lines(bare))


@rule("3.1a", "3.1f", "3.2a", "3.2b")
@pytest.mark.parametrize("end", [0, -1])
def test_the_front_line_runs_from_edge_to_edge_by_its_polish_hexes(end: int) -> None:
    """A first or last hexside whose Russian hex alone lies at the edge of the map will not do."""
    m = shipped()
    line = (m.grid.lines - 1, 2)[end]
    pole = m.grid.index(f"{line:02}20")
    edge = next(n for n in m.grid.neighbours[pole] if m.grid.line(n) in (1, m.grid.lines))
    sides = list(m.front_sides)
    sides[end] = (pole, edge)
    with pytest.raises(DataError, match="from map edge to map edge"):
        prove(lines(altered(m, front_sides=tuple(sides))))


@rule("3.1a", "3.1f", "3.2a", "3.2b")
def test_other_lines_on_the_map_may_be_broken() -> None:
    m = shipped()
    drawn = sorted(m.board.lines, key=lambda line: -len(line.strokes))
    assert len(drawn[0].strokes) == 2
    assert prove(lines(altered(m, board=replace(m.board, lines=tuple(drawn)))))


SOURCES: list[Wrong] = [
    ("board.toml", 'hexes = "1709< 1501 1901|>"',
     "mark supply-poland", "there are Polish sources beside Warsaw [4.1.2a]"),
    ("board.toml", 'hexes = "1709 1501 <1901|1902>"', "supply-poland 1902", "rail hexes of the western edge [4.1.2a]"),
    ("board.toml", 'hexes = "1709 <1501 1901|1601>"', "supply-poland 1601", "rail hexes of the western edge [4.1.2a]"),
    ("board.toml", 'hexes = "<1709 1501|1501> 1901"', "mark supply-poland", "Warsaw is a Polish source [4.1.2a]"),
    ("board.toml", 'hexes = "2832< 0931|>"', "mark supply-russia", "the Russian sources [4.1.2a]"),
]  # fmt: skip


@rule("4.1.2a")
@pytest.mark.parametrize("wrong", SOURCES)
def test_other_supply_sources_are_refused(tmp_path: Path, wrong: Wrong) -> None:
    refused(tmp_path, wrong)


RAILS: list[Wrong] = [
    ("board.toml", 'hexes = "<2023 2024|2024> 2125 2126"',
     "rails at Słuck 2023", "railways lead from every town and city"),
]  # fmt: skip


@rule("4.1.1c", "9.1a")
@pytest.mark.parametrize("wrong", RAILS)
def test_railways_that_do_not_serve_a_town_are_refused(tmp_path: Path, wrong: Wrong) -> None:
    refused(tmp_path, wrong)


@rule("4.1.1c", "9.1a")
@pytest.mark.parametrize(("side", "first"), [(0, "Warszawa"), (1, "Kijów")])
def test_a_place_is_served_from_a_source_of_its_own_side(side: int, first: str) -> None:
    """Without any source of one side its own places are cut off, and the first of them is named."""
    m = shipped()
    with pytest.raises(DataError) as caught:
        prove(rails(altered(m, sources=tuple(0 if s == side else hexes for s, hexes in enumerate(m.sources)))))
    assert caught.value.key.startswith(f"rails at {first}")


TERRAIN: list[Wrong] = [
    ("board.toml", "19  . . . . . . . . . . . . . . f f . . f . . . . <m|.> .",
     "terrain.rows 1924", "1924 costs two"),
    ("board.toml", "19  . . . . . . . . . . . . . . f f . . f . . . . m <.|m>",
     "terrain.rows 1925", "1925 costs one"),
    ("board.toml", "04   x x x x ^ x x x x ^ ^ ^ f . . . <.|f>", "terrain.rows 0417", "0417 is open ground"),
]  # fmt: skip


@rule("10.3.1a", "10.3.1b", "11.6.2e")
@pytest.mark.parametrize("wrong", TERRAIN)
def test_ground_that_contradicts_an_example_is_refused(tmp_path: Path, wrong: Wrong) -> None:
    refused(tmp_path, wrong)


COUNTERS: list[Wrong] = [
    ("units.csv", "XX,6,4,E,<S|>,,2524", "P-PL2", "elite and shock belong to the Legion"),
    ("units.csv", "POL,<N|W>,inf,XX,6", "P-PL2", "groups are Polish, Fronts are Russian"),
    ("units.csv", "POL,N,<inf|art>,XX,6", "P-PL2", "only the Russians have artillery"),
    ("units.csv", "10th (Kuban) Cavalry Division,RUS,W,cav,XX,4,6,<E|>",
     "R-10cav", "the elite are the cavalry divisions"),
    ("units.csv", "2nd Cavalry Division,POL,S,cav,XX,<5|4>", "the counters", "(11.9)"),
    ("units.csv", "P-1R,1 R,1st Reserve Brigade,POL,<|N>,", "P-1R", "have no group"),
    ("units.csv", "24th (Iron) Rifle Division,RUS,SW,inf,XX,4,4,,<|S>", "R-24", "shock belongs to the Polish Legion"),
    ("units.csv", "1st Heavy Artillery Brigade,RUS,<W,art,X,1,4,E,,,2925|SW,art,X,1,4,E,,,1223>",
     "R-1art", "artillery belongs to the Western Front"),
    ("units.csv", "1st Heavy Artillery Brigade,RUS,W,art,X,1,4,<E|>,",
     "R-1art", "the elite are the cavalry divisions and the artillery"),
    ("units.csv", "24th (Iron) Rifle Division,RUS,SW,inf,XX,4,4,<|E>,",
     "R-24", "the elite are the cavalry divisions and the artillery"),
    ("units.csv", "POL,<N|>,inf,XX,4,4,,,,3023", "P-8", "have no group"),
    ("units.csv", "POL,N,inf,XX,4,4,,<|S>,,3023", "P-8", "belong to the Legion"),
    ("units.csv", "POL,N,inf,XX,4,4,<|E>,,,3023", "P-8", "belong to the Legion"),
]  # fmt: skip


@rule(
    "2.2.2a", "2.2.2b", "2.2.3a", "2.2.4a", "2.2.5a", "2.2.6a", "2.2.7a", "4.1.3a", "4.1.3b", "11.7b", "11.8a",
)  # fmt: skip
@pytest.mark.parametrize("wrong", COUNTERS)
def test_counters_against_the_rulebook_are_refused(tmp_path: Path, wrong: Wrong) -> None:
    refused(tmp_path, wrong)


QUICK: list[Wrong] = [
    ("units.csv", "XX,6,4,E,S,,<2524|2525>", "P-PL2 quick", "not on its side of the front [3.1a]"),
    ("units.csv", "XX,6,4,E,S,,<2524|2724>", "quick 2724", "different nationality [6.0d]"),
    ("units.csv", "XX,6,4,E,S,,<2524|2924>", "quick 2924", "3 units, the limit is 2 [6.0a]"),
    ("units.csv", "XX,6,4,E,S,<|3>,2524", "P-PL2", "either an entry turn or a hex"),
]  # fmt: skip


@rule("3.0c", "3.1a", "6.0a", "6.0b", "6.0d", "6.0e", "6.2a")
@pytest.mark.parametrize("wrong", QUICK)
def test_a_fixed_set_up_against_the_rules_is_refused(tmp_path: Path, wrong: Wrong) -> None:
    refused(tmp_path, wrong)


TABLE: list[Wrong] = [
    ("charts.toml", "4   AR  C   <EX|DE> ", "crt.rows 4 1:1", "is DE, but the rulebook says EX"),
    ("charts.toml", "5   C   EX  DR2 DR3 DR3 <DR4|DR3>", "crt.rows 5 4:1", "says DR4"),
    ("charts.toml", "sides = <6|10>", "die.sides", "is 10, but the rulebook says 6 [2.0a]"),
    ("charts.toml", "shock = <1|2>", "die.shock", "says 1 [11.8a]"),
    ("charts.toml", "artillery = <1|2>\nshock", "die.artillery", "says 1 [11.7b]"),
    ("charts.toml", "<6   EX  DR2 DR3 DR3 DR4 DE  DE  DE\n7   DR2 DR3 DR3 DR4 DE  DE  DE  DE\n|>",
     "crt.rows", "row 6 is missing [2.0a]"),
    ("charts.toml", '"1:<3 1:2 1:1|4 1:3 1:2> 2:1 3:1', "crt.columns", "the 1:1 column is missing"),
    ("charts.toml", "1   AE  AE  <AL  AR  C   EX  DR2 DR3\n2   AE  AL  AR  C   EX  DR2 DR3 DR3\n3   AL|"
     "AR  AR  C   EX  DR2 DR3\n2   AE  AR  AR  C   EX  DR2 DR3 DR3\n3   AR>",
     "crt.rows", "the result AL never"),
]  # fmt: skip


@rule("2.0a", "11.5a", "11.5b", "11.5c", "11.7b", "11.8a")
@pytest.mark.parametrize("wrong", TABLE)
def test_another_combat_results_table_is_refused(tmp_path: Path, wrong: Wrong) -> None:
    refused(tmp_path, wrong)


EFFECTS: list[Wrong] = [
    ("charts.toml", 'name = "swamp"\ncost = <2|3>', "terrain.swamp.cost", "says 2 [10.3.1b]"),
    ("charts.toml", "river_cost = <1|2>", "hexside.river_cost", "[10.3.2a]"),
    ("charts.toml", "russia = <3|4>", "stacking.russia", "is 4, but the rulebook says 3 [6.0b]"),
    ("charts.toml", "trench_cost = <1|2>", "hexside.trench_cost", "[10.3.2a]"),
    ("charts.toml", "rail_cost = <1|2>", "hexside.rail_cost", "[10.3.3a]"),
    ("charts.toml", "river_defence = <2|3>", "hexside.river_defence", "[11.6.2b]"),
    ("charts.toml", "trench_attack = <2|3>", "hexside.trench_attack", "[11.6.2c]"),
    ("charts.toml", "poland = <2|3>", "stacking.poland", "says 2 [6.0a]"),
    ("charts.toml", "artillery = <1|2>       #", "stacking.artillery", "says 1 [6.2a]"),
    ("charts.toml", 'name = "city"\ncost = <1|2>', "place.city.cost", "says 1 [10.3.1d]"),
    ("charts.toml", 'name = "major"\ncost = 1\ndefence = <3|2>', "place.major.defence", "says 3 [11.6.2a]"),
]  # fmt: skip


@rule(
    "6.0a", "6.0b", "6.2a", "10.3.1a", "10.3.1b", "10.3.1c", "10.3.1d", "10.3.1e", "10.3.2a", "10.3.3a", "11.6.2a",
    "11.6.2b", "11.6.2c", "11.6.2e",
)  # fmt: skip
@pytest.mark.parametrize("wrong", EFFECTS)
def test_other_effects_of_terrain_are_refused(tmp_path: Path, wrong: Wrong) -> None:
    refused(tmp_path, wrong)


TRACKS: list[Wrong] = [
    ("tracks.toml", "start = <12|11>", "supply.west.start", "is 11, but the rulebook says 12 [3.3a]"),
    ("tracks.toml", "cost = <4|3>", "counterattack.cost", "says 4 [4.1.6a]"),
    ("tracks.toml", "operations = <1|2>", "turn.*.operations", "[5.1c]"),
    ("tracks.toml", "warsaw_polish = <4|3>", "points.warsaw_polish", "[4.1.1b]"),
    ("tracks.toml", "maximum = <12|13>", "supply.west.maximum", "says 12 [8.3.1a]"),
    ("tracks.toml", "small = <5|4>", "resupply.small", "says 5 [8.3.1c]"),
    ("tracks.toml", "points_a_vp = <2|3>     #", "resupply.points_a_vp", "says 2 [8.3.1b]"),
    ("tracks.toml", "liberated = <1|2>", "resupply.liberated", "says 1 [8.4a]"),
    ("tracks.toml", "city = <1|2>", "points.city", "says 1 [4.1.1a]"),
    ("tracks.toml", "elite = <1|2>", "points.elite", "[4.1.3a, 4.1.3b]"),
    ("tracks.toml", "surrendered_a_vp = <2|1>", "points.surrendered_a_vp", "[4.1.4a]"),
    ("tracks.toml", "russian = <3|2>", "operations.russian", "says 3 [5.1a]"),
    ("tracks.toml", "reorganized = <2|1>", "operations.reorganized", "says 2 [9.2a]"),
    ("scenarios.toml", "turns = <8|9>", "scenario quick turns", "says 8 [4.1a]"),
]  # fmt: skip


@rule(
    "3.3a", "4.1a", "4.1.1a", "4.1.1b", "4.1.3a", "4.1.3b", "4.1.4a", "4.1.6a", "5.1a", "5.1c", "5.3a", "5.3b",
    "8.3.1a", "8.3.1b", "8.3.1c", "8.4a", "9.2a",
)  # fmt: skip
@pytest.mark.parametrize("wrong", TRACKS)
def test_other_tracks_are_refused(tmp_path: Path, wrong: Wrong) -> None:
    refused(tmp_path, wrong)


FORM: list[Wrong] = [
    ("board.toml", 'hex = "<0615|0699>", name = "Lwów"', "places Lwów", "there is no hex 0699"),
    ("board.toml", 'english = "<Smolensk|Smolensko>"', "places Smolensk", "is missing"),
    ("board.toml", 'english = "<Warsaw|Varsovie>"', "places Warsaw", "is missing"),
    ("board.toml", '"f" = "<forest|jungle>"', "terrain jungle", "on the board but not in the chart"),
    ("board.toml", 'id = "<danzig|gdansk>"', "region danzig", "is missing"),
    ("board.toml", 'hexes = "2929 <3028 3128|3128>"', "rails Witebsk", "are not adjacent"),
    ("board.toml", 'hexes = "2522 2621<| 2522>"', "rails 2522|2621", "stands twice"),
    ("units.csv", "P-<10|8>,10,", "id P-8", "stands twice"),
    ("units.csv", '<|">P-10,10,', "line 18", "unexpected end of data"),
    ("units.csv", "XX,6,4,E,S,,<2524|9924>", "P-PL2 quick", "there is no hex 9924"),
    ("units.csv", "XX,<6|0>,4,E,S,,2524", "P-PL2", "at least 1"),
    ("units.csv", "XX,<6|six>,4,E,S,,2524", "line 16 cf", "Expected `int`"),
    ("units.csv", "XX,6,4,E,S,<,2524|9,>", "line 16 entry", "Invalid enum value '9'"),
    ("units.csv", "XX,6,4,E,S<,,2524|>", "line 16", "14 columns are wanted, 12 stand there"),
    ("units.csv", "<id|key>,label,name", "line 15", "the columns must be id,label"),
    ("charts.toml", "1   AE  <AE|A1>", "crt.rows 1 1:2", "'A1' is no combat result"),
    ("charts.toml", "1   AE<  AE|>", "crt.rows 1", "8 results wanted, 7 found"),
    ("charts.toml", "<6|8>   EX ", "crt.rows 8", "the row for die 6 is expected"),
    ("charts.toml", 'name = "<swamp|clear>"', "terrain clear", "stands twice"),
    ("charts.toml", "[stacking<]|>", "line", "Expected ']'"),
    ("tracks.toml", "number = <2|3>", "turn 3", "turn 2 is expected here"),
    ("scenarios.toml", 'id = "<free|quick>"', "scenario quick", "stands twice"),
]  # fmt: skip


@pytest.mark.parametrize("wrong", FORM)
def test_files_that_cannot_be_read_are_refused(tmp_path: Path, wrong: Wrong) -> None:
    refused(tmp_path, wrong)


MARKERS: list[Wrong] = [
    ("tracks.toml", "supply_status = <8|7>", "markers.supply_status", "is 7, but the rulebook says 8"),
    ("tracks.toml", "supply_points = <2|1>", "markers.supply_points", "says 2 [2.2.10a]"),
    ("tracks.toml", "operation = <3|2>", "markers.operation", "says 3 [2.2.10a]"),
    ("tracks.toml", "\ncounterattack = <2|1>", "markers.counterattack", "says 2 [2.2.10a]"),
]  # fmt: skip


@rule("2.2.10a")
@pytest.mark.parametrize("wrong", MARKERS)
def test_a_pack_has_as_many_markers_as_the_rulebook(tmp_path: Path, wrong: Wrong) -> None:
    refused(tmp_path, wrong)


@pytest.mark.parametrize("file", ["board.toml", "charts.toml", "tracks.toml", "scenarios.toml", "units.csv"])
def test_a_truncated_file_is_refused(tmp_path: Path, file: str) -> None:
    text = (SHIPPED / file).read_text(encoding="utf-8")
    (tmp_path / file).write_text(text[: len(text) // 2], encoding="utf-8")
    with pytest.raises(DataError) as caught:
        Model.load(tmp_path)
    assert caught.value.file == file


def test_a_pack_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no such folder"):
        Model.load(tmp_path / "nowhere")


def test_a_misspelt_file_does_not_pass_unseen(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("my own values")
    assert Model.load(tmp_path).hash == shipped().hash
    (tmp_path / "unit.csv").write_text("id\n")
    with pytest.raises(DataError, match=r"unit\.csv: is no data file of this game"):
        Model.load(tmp_path)


# -- tables of the map ----------------------------------------------------------------------------------------


@rule("2.1a", "2.1b", "10.5a", "10.5b", "10.5d")
def test_tables_have_the_neighbours_of_every_hex_of_the_game_and_empty_entries_for_others() -> None:
    m = shipped()
    land = m.board.play & ~m.danzig
    assert m.enterable == (land & ~m.east_prussia, land)
    for hex in range(m.grid.size):
        near = m.grid.around[hex] & land if land >> hex & 1 else 0
        assert m.around[hex] == near
        assert set(m.next[hex]) == {other for other in range(m.grid.size) if near >> other & 1}
    served = m.enterable[0]
    for a, b in m.board.rails:
        assert bool(m.rail_around[a] >> b & 1) == bool(served >> a & 1 and served >> b & 1)


@rule("2.2.2a", "2.2.2b", "2.2.3a")
def test_each_counter_that_a_rule_speaks_of_is_missed() -> None:
    m = shipped()
    assert all(holds for holds, _ in counters(m))
    without = {words: holds for holds, words in counters(altered(m, artillery=0))}
    assert [words for words, holds in without.items() if not holds] == ["Russian artillery [2.2.3a]"]


@rule("4.1a", "1.1a")
def test_the_game_has_eight_turns(tmp_path: Path) -> None:
    """One less on the track, and in the scenarios."""
    track, _, last = (SHIPPED / "tracks.toml").read_text(encoding="utf-8").partition("[[turn]]\nnumber = 8\n")
    (tmp_path / "tracks.toml").write_text(track + last[last.index("\n[") :], encoding="utf-8")
    scenarios = (SHIPPED / "scenarios.toml").read_text(encoding="utf-8").replace("turns = 8", "turns = 7")
    (tmp_path / "scenarios.toml").write_text(scenarios, encoding="utf-8")
    with pytest.raises(DataError, match=r"turn\.\*\.number: is \[1, 2, 3, 4, 5, 6, 7\].*\[1\.1a, 4\.1a\]"):
        Model.load(tmp_path)
