"""4.0 Game set-up: the scenario's blocks, garrisons and tracks; decks and order counters by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vistula.board.hexes import bits
from vistula.kernel import BadInput, Misfit

from ..changes import deploy, place_garrison, put_on_track
from ..model import BLOCKS, BOTH, COMMANDS, DECKS, FRONTS, ORDERS, POLAND, SEATINGS, Model
from ..scenarios import Scene
from ..state import ABSENT, CHART_LOSSES, CITIES_TWICE, FRESH_WITHDRAW, NONE, POOL, RAIL_DESTINATION, State
from .victory import note_cities

_SWITCHES = {
    "losers": ("chart", CHART_LOSSES),
    "cities": ("twice", CITIES_TWICE),
    "withdraw": ("fresh", FRESH_WITHDRAW),
    "rail": ("destination", RAIL_DESTINATION),
}


def seating_of(options: dict[str, str]) -> int:
    """[0.0a, 10.0a] Which of the seatings the players have agreed on."""
    if options.get("players", "2") == "3":
        return 1 if options.get("paired", "russia") == "russia" else 2
    return 3 if options.get("players", "2") == "4" else 0


def idle_options(options: dict[str, str]) -> Iterator[Misfit]:
    """[10.0a, 10.2c] What was agreed on for commanders who do not sit at this table."""
    if options["paired"] == "poland" and options["players"] != "3":
        yield Misfit("10.0a", "only with three players does one side alone have two commanders", ("paired", "players"))
    if options["supreme"] == "south" and SEATINGS[seating_of(options)].side.count(POLAND) < 2:
        why = "order counters are shared out only between two Polish commanders"
        yield Misfit("10.2c", why, ("supreme", "players", "paired"))


def rulings_of(options: dict[str, str]) -> int:
    """The rulings that a table has switched."""
    return sum(bit for key, (value, bit) in _SWITCHES.items() if options.get(key) == value)


def agree(s: State, options: dict[str, str]) -> None:
    """[10.2c] A position follows what its table has agreed on; for how many players it is, it says itself."""
    if seating_of(options) != s.seating:
        seats = ", ".join(SEATINGS[s.seating].seats)
        raise BadInput("strike-of-the-eagle", "option players", f"the position is for {seats}")
    s.rulings = rulings_of(options)
    s.supreme = FRONTS.index(options["supreme"])


def new_state(m: Model, scenario: str, options: dict[str, str]) -> State:
    """[4.0b, 4.0c, 4.0d, 4.0e, 4.0g, 4.0h] The table as it is laid out before the first card is drawn."""
    index = next(i for i, scene in enumerate(m.scenes) if scene.id == scenario)
    scene, seating = m.scenes[index], seating_of(options)
    seats = len(SEATINGS[seating].seats)
    s = State(
        scenario=index,
        seating=seating,
        rulings=rulings_of(options),
        supreme=FRONTS.index(options.get("supreme", "north")),
        round=scene.first,
        initiative=list(scene.initiative),
        vp=scene.lead,
        unit=list(range(BLOCKS)),
        place=[ABSENT] * BLOCKS,
        sp=[0] * BLOCKS,
        due=[NONE] * BLOCKS,
        start=[NONE] * BLOCKS,
        origin=[NONE] * BLOCKS,
        turned=[0] * BLOCKS,
        reserved=[[0] * len(ORDERS) for _ in COMMANDS],
        hands=[[] for _ in range(seats)],
        deck=[list(deck) for deck in DECKS],
        discards=[[], []],
        removed=[[], []],
        cubes=[[0, 0, 0] for _ in range(seats)],
        seen=[0] * seats,
        peeked=[[0] * seats for _ in range(seats)],
    )
    s.m = m
    lay_out(s, scene)
    return s


def lay_out(s: State, scene: Scene) -> None:
    """[4.0d, 4.0e, 4.0g, 4.0h] Garrisons, blocks on the map, arrivals on the track, the rest in the Force Pool."""
    for side in BOTH:
        for area in bits(scene.garrisons[side]):
            place_garrison(s, side, area)
    for unit in s.m.units:
        if unit in scene.setup:
            area, s.sp[unit] = scene.setup[unit]
            deploy(s, unit, area)
        elif unit in scene.due:
            put_on_track(s, unit, *scene.due[unit])
        elif in_pool(s.m, scene, unit):
            s.place[unit] = POOL
    s.round_held = note_cities(s)


def in_pool(m: Model, scene: Scene, unit: int) -> bool:
    """[4.0h] Whether a block that is neither set up nor due lies in the Force Pool: never a leader; Lithuanians only
    after their alliance; where one front is in play only brigades."""
    if m.leader[unit] or m.nation[unit] == "Lithuania":
        return False
    return scene.pool == "all" or m.brigade[unit]


def deal_keys(s: State, pieces: Sequence[int]) -> None:
    """[2.0f, 4.0e] Stand the blocks up: from now on a piece's key tells nothing about its face."""
    for side in BOTH:
        units = [p for p in pieces if s.m.side[p] == side]
        for name in ("place", "sp", "due"):
            values = getattr(s, name)
            dealt = [values[u] for u in units]
            for piece, value in zip(sorted(units), dealt, strict=True):
                values[piece] = value
        for piece, unit in zip(sorted(units), units, strict=True):
            s.unit[piece] = unit
