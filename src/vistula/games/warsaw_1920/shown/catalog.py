"""Everything about Warsaw 1920 that never changes during a game: hexes, counters, charts."""

from __future__ import annotations

from vistula.art.picture import BoardPicture
from vistula.board.hexes import bits
from vistula.kernel.views import Catalog, Chart, CounterFace

from ..model import SEATS, Model
from ..tables import Data
from .overlays import KINDS
from .pieces import NATIONS

SYMBOLS = ("infantry", "cavalry", "artillery")


def catalog(m: Model, picture: BoardPicture, data: Data) -> Catalog:
    return Catalog(
        "warsaw-1920",
        "Warsaw 1920",
        picture.width,
        picture.height,
        spaces=picture.spaces(lambda hex: _features(m, hex)),
        links=_railways(m),
        counters=_counters(m, data),
        charts=[_combat_results(m, data), _terrain(data), _turns(m, data), _points(m, data)],
        overlays=list(KINDS),
    )


def _features(m: Model, hex: int) -> list[str]:
    found = ["rail"] if m.rail_hexes >> hex & 1 else []
    found += ["river"] if m.river[hex] else []
    found += ["trench"] if m.trench[hex] else []
    return found + (["frontline"] if any(line >> hex & 1 for line in m.frontline) else [])


def _railways(m: Model) -> list[tuple[str, str]]:
    """Neighbouring hexes that are joined by rail, each pair once."""
    number = m.grid.number
    return [(number(a), number(b)) for a in bits(m.rail_hexes) for b in m.rail[a] if a < b]


def _counters(m: Model, data: Data) -> list[CounterFace]:
    return [
        CounterFace(
            m.key[u], SEATS[m.side[u]], NATIONS[m.nation[u]], m.label[u], m.full_name[u], SYMBOLS[m.kind[u]],
            m.size[u], row.formation, f"{m.cf[u]}-{m.ma[u]}", row.entry, m.elite[u], row.source,
        )
        for u, row in zip(m.units, data.units, strict=True)
    ]  # fmt: skip


# -- charts -----------------------------------------------------------------------------------------------------


def _combat_results(m: Model, data: Data) -> Chart:
    rows = [[str(die), *cells] for die, cells in enumerate(m.crt) if die]
    note = f"Odds below {m.columns[0]}: {m.crt_worse}, without a die. A die above the last row counts as the last row."
    return Chart("crt", "Combat results", "11.5b", ["Die", *m.columns], rows, data.charts.crt.source, note)


def _terrain(data: Data) -> Chart:
    charts = data.charts
    rows = [[t.name, str(t.cost), _times(t.defence)] for t in charts.terrain]
    rows += [[_KINDS[p.name], str(p.cost) if p.cost else "as the terrain", _times(p.defence)] for p in charts.place]
    side = charts.hexside
    rows += [
        ["river hexside", f"+{side.river_cost}", f"{_times(side.river_defence)} if all attackers cross"],
        ["trench hexside", f"+{side.trench_cost}", f"attack from its front / {side.trench_attack}"],
        ["along a railway", str(side.rail_cost), "–"],
    ]
    return Chart("terrain", "Terrain effects", "10.3a", ["Terrain", "MP", "Defender"], rows, side.source)


_KINDS = {"major": "major city", "city": "city", "town": "town"}


def _times(factor: int) -> str:
    return f"× {factor}" if factor > 1 else "–"


def _turns(m: Model, data: Data) -> Chart:
    """The turn record with what arrives."""
    rows = []
    for turn in data.tracks.turn:
        arriving = [m.label[u] for u in m.units if m.entry[u] == turn.number]
        rows.append([str(turn.number), turn.dates, str(turn.operations), ", ".join(arriving)])
    head = ["Turn", "Dates", "Polish operations", "Reinforcements"]
    early = m.counterattack.turns[0]
    note = f"Polish operations on turn {early} are {m.operations.russian} if the counterattack starts on that turn."
    return Chart("turns", "Turn record", "5.0a", head, rows, data.tracks.turn[0].source, note)


def _points(m: Model, data: Data) -> Chart:
    rows = [
        ["city joined by rail to a source", str(m.points.city), str(m.points.city), "4.1.1a"],
        ["major city joined by rail to a source", str(m.points.major), str(m.points.major), "4.1.1a"],
        ["Warsaw", str(m.points.warsaw_polish), str(m.points.warsaw_russian), "4.1.1b"],
        ["eliminated enemy elite unit", str(m.points.elite), str(m.points.elite), "4.1.3a"],
        [f"{m.points.surrendered_a_vp} surrendered enemy units, rounded up", "1", "1", "4.1.4a"],
        [f"{m.resupply.points_a_vp} points of a Russian resupply, rounded up", "1", "–", "4.1.5a"],
        [f"counterattack on turn {m.counterattack.turns[0]}", f"−{m.counterattack.cost}", "–", "4.1.6a"],
    ]
    head = ["For", "Poland", "Russia", "Rule"]
    return Chart("points", "Victory points", "4.1a", head, rows, data.tracks.points.source)
