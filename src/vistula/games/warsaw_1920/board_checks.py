"""What the rulebook of Warsaw 1920 states about its map, proved whenever the map is loaded or checked.

Only what the rulebook states is demanded, so that an owner of the printed game can put in everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from vistula.board.data import DataError
from vistula.board.hexes import Hex, bits, collect
from vistula.board.statements import FILE, Statement, on_bank, prove, sound
from vistula.parts.traces import spread

from .layout import Map
from .tables import Data

AREAS = ("northern", "polesie", "southern")


def check_board(title_id: str = "warsaw-1920", pack: Path | None = None) -> list[str]:
    """The statements that hold, in words; a DataError for the first that does not."""
    return prove(statements(pack))


def statements(pack: Path | None = None) -> Iterator[Statement]:
    """Everything that is proved."""
    data = Data.read(pack)
    return chain(sound(data.board, data.board.play), stated(Map(data.board, data.charts)))


def stated(m: Map) -> Iterator[Statement]:
    return chain(places(m), sources(m), examples(m), lines(m), rails(m))


def place(m: Map, english: str) -> Hex:
    if english.casefold() not in m.hexes_by_name:
        raise DataError(FILE, f"places {english}", "is missing")
    return m.hexes_by_name[english.casefold()]


def places(m: Map) -> Iterator[Statement]:
    yield "3.1e", "Lvov is 0615", m.grid.number(place(m, "Lvov")) == "0615", "places Lvov"
    for name in ("Warsaw", "Lvov"):
        yield "11.6.2a", f"{name} is a major city", bool(m.major >> place(m, name) & 1), f"places {name}"
    for name in ("Brest", "Radom"):
        on_rails = bool(m.city & m.rail_hexes & 1 << place(m, name))
        yield "4.1.1c", f"{name} is a city on the railway", on_rails, f"places {name}"
    strange = [p.name for p in m.board.places if p.owner not in ("", ("russia", "poland")[m.polish_start >> p.hex & 1])]
    yield "3.1a", "places belong to their side of the front", not strange, f"places {' '.join(strange[:1])}"
    yield "4.1.1a", "Warsaw stands on the western bank", on_bank(m.board, "Warsaw", "Vistula", "west")
    yield "4.1.2a", "Kiev stands on the western bank", on_bank(m.board, "Kiev", "Dnieper", "west")


def sources(m: Map) -> Iterator[Statement]:
    poland, russia = m.sources
    stars = collect(place(m, name) for name in ("Smolensk", "Kiev"))
    yield "4.1.2a", "Smolensk and Kiev are the Russian sources", russia == stars, "mark supply-russia"
    yield "4.1.2a", "Warsaw is a Polish source", bool(poland >> m.warsaw & 1), "mark supply-poland"
    edge = poland & ~(1 << m.warsaw)
    yield "4.1.2a", "there are Polish sources beside Warsaw", bool(edge), "mark supply-poland"
    wrong = [m.grid.number(h) for h in bits(edge) if m.grid.position(h) > 1 or not m.rail_hexes >> h & 1]
    words = "the other Polish sources are rail hexes of the western edge"
    yield "4.1.2a", words, not wrong, f"mark supply-poland {' '.join(wrong)}"


def examples(m: Map) -> Iterator[Statement]:
    """Single hexes in the examples of movement (after 10.5) and combat (after 11.13)."""
    yield "10.3a", "there is a hex 1925 (example of movement)", m.grid.lines >= 19 and m.grid.length >= 25, "grid"
    far, near, last, attacked = (m.grid.index(n) for n in ("1925", "1924", "1823", "0417"))
    yield "10.3.1a", "1925 costs one (example of movement)", m.hex_cost[far] == 1, "terrain.rows 1925"
    yield "10.3.1b", "1924 costs two (example of movement)", m.cost[far].get(near) == 2, "terrain.rows 1924"
    yield "10.3.1b", "1823 is open from 1924 (example of movement)", last in m.cost[near], "terrain.rows 1823"
    yield "10.3.1a", "1823 lies not next to 1925", not m.around[far] >> last & 1, "grid"
    east = list(bits(m.river[attacked]))
    yield (
        "11.6.2b",
        "0417 can be attacked across rivers from the east (example of combat)",
        bool(east) and all(m.grid.position(n) >= 17 for n in east),
    )
    yield "11.6.2e", "0417 is open ground (example of combat)", m.defence[attacked] == 1, "terrain.rows 0417"


def lines(m: Map) -> Iterator[Statement]:
    """The front line and the areas of groups and Fronts."""
    front = next(line for line in m.board.lines if line.kind == "front")
    yield "3.1a", "the front line is one piece", len(front.strokes) == 1, "front.last"
    ends = sorted(m.grid.line(m.front_sides[end][0]) for end in (0, -1))
    yield "3.1a", "the front line runs from map edge to map edge", ends == [1, m.grid.lines], "front.last"
    for id, line in zip(AREAS, m.frontline, strict=True):
        yield "3.1f", f"the {id} area has front-line hexes", bool(line), f"area {id}"
    rear = m.area[2] & ~m.frontline[2] & (m.city | m.major)
    key = f"places {' '.join(m.numbers(rear))}"
    yield "3.1e", "of the cities behind the Southern front line there is Lvov alone", rear == 1 << place(m, "Lvov"), key
    for id, hexes in zip(("western", "southwest"), m.front_area, strict=True):
        yield "3.2a", f"the {id} area has hexes", bool(hexes), f"area {id}"
    for name, hexes in (("Danzig", m.danzig), ("East Prussia", m.east_prussia), ("Lithuania", m.lithuania)):
        yield "10.5a", f"{name} has hexes", bool(hexes)


def rails(m: Map) -> Iterator[Statement]:
    """Every town and city lies on the railway and is linked to a source of its owner."""
    linked = {side: spread(m.rail_around, m.sources[at], m.rail_hexes) for at, side in enumerate(("poland", "russia"))}
    cut_off = [p for p in m.board.places if p.kind != "name" and not linked.get(p.owner, 0) >> p.hex & 1]
    key = "".join(f"rails at {p.name} {m.grid.number(p.hex)}" for p in cut_off[:1])
    yield "9.1a", "railways lead from every town and city to a source of its owner", not cut_off, key
