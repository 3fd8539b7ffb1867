"""Everything about Warsaw 1920 that never changes during a game: hexes, counters, charts."""

from __future__ import annotations

from pathlib import Path

from vistula.art.picture import BoardPicture
from vistula.board.hexes import bits
from vistula.games.published import printed_charts
from vistula.kernel.views import Catalog, Chart, CounterFace

from ..model import SEATS, Model
from ..tables import Data
from .overlays import KINDS
from .pieces import NATIONS

CHARTS = Path(__file__).with_name("charts.toml")
SYMBOLS = ("infantry", "cavalry", "artillery")


def catalog(m: Model, picture: BoardPicture, data: Data) -> Catalog:
    terrain, points = printed_charts(CHARTS, charts=data.charts, tracks=data.tracks)
    return Catalog(
        "warsaw-1920",
        "Warsaw 1920",
        picture.width,
        picture.height,
        spaces=picture.spaces(lambda hex: _features(m, hex)),
        links=_railways(m),
        counters=_counters(m, data),
        charts=[_combat_results(m, data), terrain, _turns(m, data), points],
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
