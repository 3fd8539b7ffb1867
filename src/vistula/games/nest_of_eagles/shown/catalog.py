"""Everything about 1920: Nest of Eagles that never changes during a game: hexes, counters, charts."""

from __future__ import annotations

from vistula.art.picture import BoardPicture
from vistula.board.hexes import bits
from vistula.kernel.views import CardFace, Catalog, Chart, CounterFace, Space

from ..model import FULL, REDUCED, SEATS, TRAIN, Model
from ..tables import Data
from .overlays import KINDS
from .pieces import nation_of
from .words import card_name

SYMBOLS = ("infantry", "cavalry", "motorized", "train", "cars", "artillery", "tank", "air")
SIZES = ("III", "X", "XX", "")
BANDS = {
    "green": "Vol", "gray": "Res", "redbrown": "L-B", "yellow": "Lwów", "brown": "Cos", "white-black": "Whi",
    "blue": "Ukr", "teal": "W", "gold": "SW", "gray-teal": "W R", "gray-gold": "SW R", "white": "Rev",
}  # fmt: skip
"""What stands on the coloured bands [3.2]."""


def catalog(m: Model, picture: BoardPicture, data: Data) -> Catalog:
    return Catalog(
        "nest-of-eagles",
        "1920: Nest of Eagles",
        picture.width,
        picture.height,
        spaces=_spaces(m, picture),
        links=_railways(m),
        counters=_counters(m, data),
        cards=_events(m),
        charts=[_chances(m, data), _movement(data), _modifiers(data), _morale(m, data)],
        overlays=list(KINDS),
    )


def _events(m: Model) -> list[CardFace]:
    """[23.3c] The Events in our own words."""
    return [
        CardFace(
            card_name(m, card), row.title, row.text, f"{NATIONS[card // m.markers.events]} Event {row.number}",
            SEATS[card // m.markers.events], "", "reaction" if row.when == "reaction" else "event", row.rule,
            row.source,
        )
        for card, row in enumerate(m.events)
    ]  # fmt: skip


NATIONS = ("Polish", "Soviet")


def _spaces(m: Model, picture: BoardPicture) -> list[Space]:
    found = picture.spaces()
    for space in found:
        hex = m.grid.index(space.id)
        more = ["rail"] if m.rail_next[hex] else []
        more += [f"value {m.value[hex]}"] if m.value[hex] else []
        space.features = [*space.features, *more]
    return found


def _railways(m: Model) -> list[tuple[str, str]]:
    number = m.grid.number
    return [(number(a), number(b)) for a in bits(m.land) for b in bits(m.rail_next[a]) if a < b]


def _counters(m: Model, data: Data) -> list[CounterFace]:
    return [
        CounterFace(
            m.key[u], SEATS[m.side[u]], nation_of(m, u), m.label[u], m.full_name[u], SYMBOLS[m.kind[u]],
            SIZES[m.size[u]], band_of(m, u), factors(m, u, FULL), "", bool(m.elite >> u & 1), row.source,
            factors(m, u, REDUCED) if m.steps[u] > 1 else "",
        )
        for u, row in zip(m.units, data.units, strict=True)
    ] + [_marker(m, u, data) for u in range(m.count, len(m.key))]  # fmt: skip


def _marker(m: Model, marker: int, data: Data) -> CounterFace:
    """[23.1] A Patrol or Group as it lies on the map: its kind, its letter, and how far it goes."""
    group = bool(m.all_groups >> marker & 1)
    symbol, size = ("group", "XXX") if group else ("patrol", "")
    return CounterFace(
        m.key[marker], SEATS[m.side[marker]], nation_of(m, marker), m.label[marker], m.full_name[marker], symbol,
        size, "", f"?-{m.mp[marker]}", source=data.charts.markers.source,
    )  # fmt: skip


def band_of(m: Model, unit: int) -> str:
    """[20.1a] The Konarmiya has no band of its own on the counter, and is known by that."""
    return "Kon" if m.konarmiya >> unit & 1 else BANDS.get(m.band[unit], "")


def factors(m: Model, unit: int, level: int) -> str:
    """Strength and movement as printed; a support unit has its icons, a train goes any distance."""
    if m.support >> unit & 1:
        return f"+{m.icons[unit]}" + ("" if m.kind[unit] == TRAIN or not m.mp[unit] else f"-{m.mp[unit]}")
    return f"{m.sp[level][unit]}-{m.mp[unit]}"


# -- charts -----------------------------------------------------------------------------------------------------------


def _chances(m: Model, data: Data) -> Chart:
    most = len(m.chance) - 1
    head = ["Defender \\ attacker", *(str(sp) if sp < most else f"{sp}+" for sp in range(1, most + 1))]
    rows = []
    for weak in range(1, most + 1):
        cells = [f"{m.chance[a][weak]}{'*' if m.very_favorable[a][weak] else ''}" for a in range(1, most + 1)]
        rows.append([str(weak) if weak < most else f"{weak}+", *cells])
    note = "* Very Favorable: on 4, 6, 8 and 10 the defender loses a step. 2 and 12 are always a Bloody Fight."
    return Chart("chances", "Attack Success Chance", "10.3a", head, rows, data.charts.attack.source, note)


def _movement(data: Data) -> Chart:
    road, lines = data.charts.movement, data.charts.friction
    rows = [
        ["clear", str(road.clear), _pair(lines.clear)],
        ["difficult", str(road.difficult), _pair(lines.difficult)],
        ["small river", f"+{road.small_river}", _pair(lines.small_river)],
        ["large river, bridge", f"+{road.bridge}", _pair(lines.large_river)],
        ["large river", str(road.large_river), _pair(lines.large_river)],
        ["any river into difficult", "small +1, large all", _pair(lines.river_difficult)],
        ["fortification line from its face", "–", _pair(lines.fortification)],
    ]
    note = "Over an enemy Line of Friction: if a friend began the phase in the hex entered, then if not."
    head = ["Step", "MP", "Over an enemy LOF"]
    return Chart("movement", "Movement costs", "7.1a", head, rows, road.source, note)


def _pair(costs: tuple[object, object]) -> str:
    return str(costs[0]) if costs[0] == costs[1] else f"{costs[0]} / {costs[1]}"


def _modifiers(data: Data) -> Chart:
    row = data.charts.modifiers
    names = [name for name in row.__struct_fields__ if name != "source"]
    rows = [[name.replace("_", " "), f"{getattr(row, name):+d}"] for name in names]
    rows.append(["Morale Level of the attacker", "+0 / +1 / +2"])
    return Chart("modifiers", "Attack modifiers", "10.7m", ["For", "Chance"], rows, row.source)


def _morale(m: Model, data: Data) -> Chart:
    row = data.charts.morale
    rows = [
        ["0", f"0–{row.level_1 - 1}"],
        ["1", f"{row.level_1}–{row.level_2 - 1}"],
        ["2", f"{row.level_2}–{row.boxes}"],
    ]
    return Chart("morale", "Morale Levels", "13.2a", ["Level", "Boxes"], rows, row.source)
