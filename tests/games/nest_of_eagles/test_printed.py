"""What is printed on counters and map, as sets: said again from the rows of the files, one by one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from vistula.board.data import DataError
from vistula.board.hexes import bits
from vistula.games.nest_of_eagles import units as printed
from vistula.games.nest_of_eagles.board import KILOMETRES
from vistula.games.nest_of_eagles.model import BELARUS, POLAND, SOVIET, UKRAINE, WEST, levels, shipped
from vistula.games.nest_of_eagles.scenarios import Sheet, whole
from vistula.games.nest_of_eagles.state import REMOVED, SEALED, TRANSIT, State
from vistula.games.nest_of_eagles.tables import Data
from vistula.games.nest_of_eagles.units import UnitRow

rule = pytest.mark.rule
M, DATA = shipped(), Data.read()
Row = Callable[[UnitRow], bool]


def pole(r: UnitRow) -> bool:
    return r.nation == "POL"


def rider(r: UnitRow) -> bool:
    return r.kind == "cavalry"


def foot(r: UnitRow) -> bool:
    return r.kind in ("infantry", "motorized")


def soviet(front: str) -> Row:
    return lambda r: r.nation == "SOV" and r.front == front


def reserve(r: UnitRow) -> bool:
    return r.band in ("gray-teal", "gray-gold")


def lost(r: UnitRow) -> bool:
    """[3.6b] Who is never rebuilt."""
    green = r.band == "green" and r.size != "XX"
    support = r.kind in ("cars", "artillery", "tank")
    return green or support or r.band in ("brown", "white-black") or r.nation == "LIT" or r.id in ("P-LWOW", "P-H")


SETS: dict[str, Row] = {
    "three_steps": lambda r: r.steps == 3,
    "asterisk": lambda r: r.home == "asterisk",
    "regular": lambda r: pole(r) and r.band == "none" and r.kind in ("infantry", "cavalry"),
    "volunteer_support": lambda r: r.size == "support" and r.home == "volunteer",
    "ukrainians": lambda r: pole(r) and r.band == "blue",
    "cavalry_brigades": lambda r: pole(r) and rider(r) and r.size == "X" and r.band in ("none", "green"),
    "konarmiya": lambda r: soviet("SW")(r) and r.band == "none",
    "konarmiya_divisions": lambda r: soviet("SW")(r) and r.band == "none" and r.size == "XX",
    "reserve_cavalry": lambda r: reserve(r) and rider(r),
    "red_ukrainians": lambda r: soviet("SW")(r) and r.band == "blue",
    "regular_soviets": lambda r: r.band in ("teal", "gold") and (foot(r) or rider(r)),
    "gone_for_good": lost,
    "volunteer_brigades": lambda r: r.band == "green" and foot(r) and r.size == "X",
    "volunteer_regiments": lambda r: r.band == "green" and foot(r) and r.size == "III",
    "volunteer_cavalry": lambda r: r.band == "green" and rider(r),
    "volunteer_divisions": lambda r: r.band == "green" and foot(r) and r.size == "XX",
}


@rule(
    "3.2d", "3.3b", "3.4.4g", "3.4.5b", "3.4.6c", "3.5c", "3.6b", "17.4a", "18.2a", "19.0a", "19.1.3a", "19.1.3d",
    "19.1.4c", "19.8a", "20.0a", "20.1a", "20.2.2a", "20.2.2c", "20.4a",
)  # fmt: skip
@pytest.mark.parametrize("name", SETS)
def test_sets_of_counters(name: str) -> None:
    wanted = {row.id for row in DATA.units if SETS[name](row)}
    assert {M.key[u] for u in bits(getattr(M, name))} == wanted
    assert wanted


@rule("2.5a", "3.1a", "3.3c", "17.4a", "20.2a")
def test_side_front_and_strength_of_every_counter() -> None:
    for u, row in enumerate(DATA.units):
        assert M.side[u] == (POLAND if pole(row) else SOVIET)
        assert M.front[u] == (-1 if pole(row) else ("W", "SW", "L").index(row.front))
        assert [M.sp[level][u] for level in range(3)] == [row.full, int(row.reduced or 0), int(row.steps == 3)]
    for front, name in enumerate(("W", "SW")):
        divisions = {r.id for r in DATA.units if soviet(name)(r) and reserve(r) and foot(r)}
        brigades = {
            r.id for r in DATA.units if soviet(name)(r) and r.band in ("teal", "gold") and foot(r) and r.size == "X"
        }
        assert {M.key[u] for u in bits(M.reserve_divisions[front])} == divisions
        assert {M.key[u] for u in bits(M.mergeable[front])} == brigades
    assert (printed.FULL, printed.REDUCED, printed.REMNANT) == (0, 1, 2)


@rule("3.3a", "23.1.1a", "23.1.1b", "23.1.2a", "23.1.2b")
def test_every_marker_is_a_piece_like_a_unit() -> None:
    marks = range(M.count, len(M.key))
    assert [M.key[u] for u in marks] == [
        *(f"{side}-PAT{n}" for side in "PS" for n in range(1, 9)), *(f"{side}-GR{n}" for side in "PS" for n in "ABC"),
    ]  # fmt: skip
    for u in marks:
        side = POLAND if M.key[u][0] == "P" else SOVIET
        assert (M.side[u], M.front[u]) == (side, -1 if side == POLAND else WEST)
        assert (M.kind[u], M.size[u], M.band[u], M.home[u]) == (printed.INFANTRY, printed.MARKER, "none", "")
        assert (M.steps[u], M.mp[u], M.icons[u], M.group[u]) == (1, 3, 0, u)
        assert [row[u] for row in M.sp] == [0, 0, 0]
        assert M.unit_by_key[M.key[u]] == u
        assert M.label[u]
        assert M.full_name[u].startswith(("Polish", "Soviet")[side])
        kind = M.patrols if "PAT" in M.key[u] else M.groups
        assert [u in kind[POLAND], u in kind[SOVIET]] == [side == POLAND, side == SOVIET]
        assert bool(M.all_patrols >> u & 1) == ("PAT" in M.key[u]) != bool(M.all_groups >> u & 1)
    assert not {u for side in M.units_of for u in side} & set(marks)


@rule("23.1a", "23.1.2b")
def test_at_a_table_with_markers_they_are_among_the_units() -> None:
    twin = M.concealed
    for side in (POLAND, SOVIET):
        more = (*M.patrols[side], *M.groups[side])
        assert twin.units_of[side] == (*M.units_of[side], *more)
        assert twin.army[side] == M.army[side] | sum(1 << u for u in more)
    assert twin.lof_full == M.lof_full | M.all_groups


@rule("13.2a")
def test_the_level_of_each_box() -> None:
    found = levels(DATA.charts.morale)
    row = DATA.charts.morale
    assert len(found) == 2 * row.boxes + 1
    for box, level in zip(range(-row.boxes, row.boxes + 1), found, strict=True):
        assert level == (2 if abs(box) >= row.level_2 else 1 if abs(box) >= row.level_1 else 0), box


@rule("2.0a", "2.5.1a", "2.5.1b", "13.3d", "20.2.1a")
def test_edges_entries_and_numbers_on_the_map() -> None:
    assert KILOMETRES == 30
    assert set(bits(M.near_east)) == {h for h in bits(M.land) if M.grid.line(h) >= M.grid.lines - 1}
    for front, theater in enumerate((BELARUS, UKRAINE)):
        assert M.entry[front] == M.east & M.theater[theater]
        assert M.entry_towns[front]
        assert not M.entry_towns[front] & ~M.theater[theater]
    assert {h for h, value in enumerate(M.value) if value} <= set(bits(M.urban))
    assert min(M.value) == 0


@rule("2.7b")
def test_who_controls_which_towns_at_the_start() -> None:
    for row, scene in zip(whole(DATA.scenarios), M.scenarios, strict=True):
        sheet = Sheet(row, M, M.unit_by_key, M.round_of)
        lithuanian = {M.hex(number) for number in row.lithuania.split()}
        listed = set(bits(sheet.towns(row.poland or row.soviet))) - lithuanian
        rest = set(bits(M.urban)) - listed - lithuanian
        wanted = (listed, rest, lithuanian) if row.poland else (rest, listed, lithuanian)
        assert (
            tuple(set(bits(hexes)) for hexes in scene.control) == wanted == tuple(map(set, map(bits, sheet.control())))
        )
        for poland, soviet_ in (("", ""), ("01-05", "06-07")):
            both = type(row)(
                **{**{f: getattr(row, f) for f in row.__struct_fields__}, "poland": poland, "soviet": soviet_}
            )
            with pytest.raises(DataError):
                Sheet(both, M, M.unit_by_key, M.round_of).control()


@rule(
    "2.4a", "2.4.1a", "3.4.3h", "3.4.4d", "3.4.7c", "3.6a", "5.1d", "7.0a", "7.0b", "7.2a", "9.1d", "9.2b", "9.4a",
    "10.1c", "17.3b", "19.1.1c", "19.7d", "19.8.1a", "20.1.1b", "20.1.4c", "21.1e", "21.2b", "21.3b", "23.3.1.2",
    "23.3.1.3", "23.3.2.5", "23.3.2.7", "23.3.2.8", "23.4a",
)  # fmt: skip
def test_a_new_record_has_nothing_in_it() -> None:
    s = State()
    usual = {"round": 1, "players": 2, "cheka_left": 4, "side": POLAND, "active": POLAND}
    for field in s.__struct_fields__:
        value = getattr(s, field)
        if field in usual:
            assert value == usual[field], field
        elif field not in ("m", "ended"):
            flat = [each for part in value for each in (part if isinstance(part, list) else [part])] if isinstance(
                value, list) else [value]  # fmt: skip
            assert not any(flat), field
    assert (REMOVED, TRANSIT, SEALED) == (-7, -9, -10)
