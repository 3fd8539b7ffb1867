"""Everything about Red Star/White Eagle that never changes during a game: hexes, counters, charts."""

from __future__ import annotations

from vistula.art.picture import BoardPicture
from vistula.board.hexes import bits
from vistula.kernel.views import Catalog, Chart, CounterFace

from ..model import ODDS, SEATS, Model
from ..scenarios import Turn
from ..tables import Cost, Data
from ..units import FLOTILLA, FULL, KINDS, POLAND, REDUCED, RUSSIA, SIZES, SOUTHWEST, WEST
from .overlays import KINDS as OVERLAYS
from .words import long_turn, nation_of

SYMBOLS = {
    "inf": "infantry", "cav": "cavalry", "mtn": "mountain", "gar": "garrison", "mil": "militia", "art": "artillery",
    "ac": "cars", "tank": "tank", "mech": "motorized", "train": "train", "flot": "flotilla", "mar": "marines",
    "air": "air", "rc": "replacements",
}  # fmt: skip


def catalog(m: Model, picture: BoardPicture, data: Data) -> Catalog:
    return Catalog(
        "red-star-white-eagle",
        "Red Star/White Eagle",
        picture.width,
        picture.height,
        spaces=picture.spaces(lambda hex: _features(m, hex)),
        links=_railways(m),
        counters=_counters(m, data),
        charts=[
            _results(m, data), _retreat(m, data), _modifiers(data), _movement(data), _turns(m, data), _rally(m, data)
        ],
        overlays=list(OVERLAYS),
    )  # fmt: skip


def _features(m: Model, hex: int) -> list[str]:
    found = [f"{net} rail" for net, links in m.nets.items() if any(hex == a for a, _ in links)]
    found += [f"value {m.vp[hex]}"] if hex in m.vp else []
    found += [f"supplies {m.capacity[hex]} divisions"] if hex in m.capacity else []
    found += ["fortified"] if m.fortified >> hex & 1 else []
    return found + (["Ukrainian city"] if m.ukrainian_cities >> hex & 1 else [])


def _railways(m: Model) -> list[tuple[str, str]]:
    number = m.grid.number
    return sorted({(number(a), number(b)) for links in m.nets.values() for a, b in links if a < b})


def _counters(m: Model, data: Data) -> list[CounterFace]:
    sources = [row.source for row in data.units] + [data.charts.replacements.source] * len(list(bits(m.all_rcs)))
    return [
        CounterFace(
            m.key[p], SEATS[m.side[p]], nation_of(m, p), m.label[p], m.full_name[p], symbol_of(m, p),
            "" if m.all_rcs >> p & 1 else SIZES[m.size[p]], band_of(m, p), factors(m, p, FULL), corner_of(m, p),
            False, source, factors(m, p, REDUCED) if m.two_steps >> p & 1 else "",
        )
        for p, source in zip(range(m.pieces), sources, strict=True)
    ]  # fmt: skip


def band_of(m: Model, piece: int) -> str:
    """[12.1, 11.2, 21.4] What the colours of a counter say."""
    if m.konarmiya >> piece & 1:
        return "Kon"
    if m.reserves >> piece & 1:
        return "Res"
    if m.ukrainians[POLAND] >> piece & 1 or m.ukrainians[RUSSIA] >> piece & 1:
        return "Ukr"
    if m.legion >> piece & 1:
        return "Leg"
    return {WEST: "W", SOUTHWEST: "SW"}.get(m.front[piece], "")


def factors(m: Model, piece: int, face: int) -> str:
    """[2.4.2a] Attack (and charge), defence and movement as printed; of a replacement counter its factor alone."""
    if m.all_rcs >> piece & 1:
        return str(m.factor[piece])
    charge = m.charge[face][piece]
    moves = "r" if m.kind[piece] == FLOTILLA else str(m.mf[piece])
    return f"{m.attack[face][piece]}{f'({charge})' if charge else ''}-{m.defence[face][piece]}-{moves}"


def corner_of(m: Model, piece: int) -> str:
    """[4.1a] The delay factor, where there is a zone of control."""
    return str(m.delay[piece] or "")


def symbol_of(m: Model, piece: int) -> str:
    return "mounted-replacements" if m.cavalry_rcs >> piece & 1 else SYMBOLS[KINDS[m.kind[piece]]]


# -- charts -----------------------------------------------------------------------------------------------------------


def _results(m: Model, data: Data) -> Chart:
    advance = m.advance
    rows = [[str(die), *(_cell(results[die - 1], advance) for results in m.results)] for die in range(1, 7)]
    rows[-1][-1] = f"{m.results[-1][-1]} ({m.best_advance})"
    note = (
        "A: attacker, D: defender, 1: retreat of one hex, 1/2E: half eliminated, E: eliminated, X: exchange, "
        "1/2X: half of it, –: contact. In brackets: movement points of the advance."
    )
    return Chart("crt", "Combat results", "9.11a", ["Die", *ODDS], rows, data.charts.combat.source, note)


def _cell(result: str, advance: dict[str, int]) -> str:
    text = "–" if result == "-" else result
    return f"{text} ({advance[result]})" if advance.get(result) else text


def _retreat(m: Model, data: Data) -> Chart:
    lines = [line.split() for line in data.charts.retreat.table.strip().split("\n")]
    rows = [[line[0], *("–" if cell == "-" else cell for cell in line[1:])] for line in lines]
    note = "All enemy delay factors of every hex entered are added up. Out of supply at the start −1, at the end −1."
    head = ["Delay factors", *(str(die) for die in range(1, 7))]
    return Chart("retreat", "Retreat through zones of control", "9.14.2", head, rows, data.charts.retreat.source, note)


def _modifiers(data: Data) -> Chart:
    rows = [
        ["defender in a city, forest, marsh, rough or lake hex", "−1", "9.2"],
        ["all attackers cross a river", "−1", "9.3"],
        ["all Russian attackers cross trenches, or trenches and rivers", "−1", "9.4a"],
        ["defence of 1 before doubling", "+1", "9.8"],
        ["any defender out of supply", "+1", "9.9a"],
        ["any attacker out of supply", "−1", "9.9b"],
        ["Poles in the Warsaw fortifications", "defence × 2", "9.6a"],
    ]
    return Chart("modifiers", "Modifiers of the die", "9.1", ["For", "Die", "Rule"], rows, data.charts.combat.source)


def _movement(data: Data) -> Chart:
    costs = data.charts.movement
    rows = [
        ["clear", *_four(costs.clear)],
        ["city", *_four(costs.city)],
        ["forest, marsh, rough, lake", *_four(costs.difficult)],
        ["river", *(f"+{cost}" for cost in _four(costs.river))],
        ["along a railway", "as the hex", str(costs.railroad.strategic), "as the hex", str(costs.railroad.strategic)],
        ["river on a railway", "as above", f"+{costs.railroad.river}", "as above", f"+{costs.railroad.motor_river}"],
    ]
    head = ["Step", "Standard", "Strategic", "Motor", "Motor, strategic"]
    note = "Into an enemy zone of control: its greatest delay factor more. Strategic movement doubles the allowance."
    return Chart("movement", "Movement costs", "8.1.1", head, rows, costs.source, note)


def _four(cost: Cost) -> list[str]:
    return [str(cost.standard), str(cost.strategic), str(cost.motor), str(cost.motor_strategic)]


def _turns(m: Model, data: Data) -> Chart:
    """The turn track of the war, with points, arrivals and withdrawals."""
    track = next(scene.track for scene in m.scenarios if scene.campaign)
    rows = [[long_turn(turn.name), *(_income(m, turn, side) for side in (POLAND, RUSSIA))] for turn in track]
    note = "Infantry + cavalry replacement points. The Gates of Warsaw have a track of their own, shown with the game."
    return Chart(
        "turns", "Turn record", "7.2a", ["Turn", "Poland", "Russia"], rows, data.tracks.source["campaign"], note
    )


def _income(m: Model, turn: Turn, side: int) -> str:
    points = turn.points[side]
    coming = [m.label[unit] for unit in bits(turn.arrivals[side])]
    going = [m.label[unit] for unit in bits(turn.withdrawal)] if side == RUSSIA else []
    words = [f"{points.infantry} + {points.cavalry}", *([", ".join(coming)] if coming else [])]
    return "; ".join([*words, *(["withdrawn: " + ", ".join(going)] if going else [])])


def _rally(m: Model, data: Data) -> Chart:
    rows = [[str(die), ", ".join(m.full_name[m.unit_by_key[key]] for key in row)] for die, row in enumerate(m.rally, 1)]
    note = "Six dice on each of three turns; the leftmost unit of the row comes. A row that is empty is rolled again."
    return Chart("rally", "The Polish rally", "22.2", ["Die", "Units"], rows, data.tracks.rally.source, note)
