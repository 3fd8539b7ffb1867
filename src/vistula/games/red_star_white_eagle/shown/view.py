"""What a seat is shown: counters, markers, tracks, boxes and the running attack. Everything lies open [5.0c]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from vistula.board.hexes import Hex, collect, members
from vistula.kernel import Frame, Seat
from vistula.kernel.views import Arrow, Box, BoxKind, Mark, Track, View

from ..model import SEATS, Model
from ..rules.advance import Advance
from ..rules.control import asked_for, controls, vp
from ..rules.losses import Losses
from ..rules.movement import Move
from ..rules.queries import plays, scene
from ..rules.retreat import Retreats
from ..rules.stacking import Naming
from ..state import (
    ABSENT,
    ARRIVING,
    ASIDE,
    COMBAT,
    DEAD,
    GARRISON_BOX,
    MOVEMENT,
    NOBODY,
    OFF_EDGE,
    POOL,
    RALLY,
    REINFORCEMENT,
    RESERVE,
    State,
    box_turn,
)
from ..units import POLAND, RUSSIA
from .panel import attack_of, attackers_of, panel
from .pieces import in_a_box, on_the_map
from .words import ADJECTIVES, ARMS, EDGES, FRONTS, long_turn, turn_name

_PHASES: tuple[tuple[type[Frame], str, str], ...] = (
    (Losses, "losses", "9.12"),
    (Retreats, "retreat", "9.13.1"),
    (Advance, "advance", "9.15.1"),
    (Naming, "overstacked units", "5.1.2b"),
)
_NAMES = {
    REINFORCEMENT: ("Reinforcements", "6.1a"),
    MOVEMENT: ("Movement Phase", "6.1b"),
    COMBAT: ("Combat Phase", "6.1c"),
}
QUARTERS = 8
"""[8.4.5a] Quarters of a division that may use the net in a turn."""
OBJECTIVE = 30
"""[24.12.1a] Factors that must attack the fortified area."""


def view(seat: Seat[State]) -> View:
    s, found = seat.s, seat.head(*phase_of(seat))
    found.pieces = on_the_map(s, _chosen(seat))
    found.marks = list(_marks(seat))
    found.tracks = list(_tracks(s))
    found.boxes = list(_boxes(seat))
    found.panel = panel(seat)
    found.arrows = _arrows(seat)
    return found


def phase_of(seat: Seat[State]) -> tuple[str, str]:
    """Where the game stands, in words, and the rule that this part of it follows."""
    s = seat.s
    if not seat.stack:
        return "The game is over", "3.0a"
    if s.phase not in _NAMES:
        return turn_name(s), "6.0b"
    name, rule = _NAMES[s.phase]
    running = {type(frame) for frame in seat.stack}
    inner = next(((words, cited) for kind, words, cited in _PHASES if kind in running), None)
    words = f"{ADJECTIVES[s.side]} turn: {name}"
    return (f"{words}, {inner[0]}", inner[1]) if inner else (words, rule)


# -- counters and markers ---------------------------------------------------------------------------------------------


def _chosen(seat: Seat[State]) -> dict[str, int]:
    """What is being done with units, as marks on them."""
    found, moving, advance = dict[str, int](), seat.under(Move), seat.under(Advance)
    retreats = seat.under(Retreats)
    if attackers := attackers_of(seat):
        found["attacking"] = collect(attackers)
    if retreats is not None:
        found["to-retreat"] = collect(retreats.units)
    if moving is not None:
        found["moving"] = 1 << moving.unit
    elif advance is not None:
        found["may-advance"] = collect(advance.units)
    return found


def _marks(seat: Seat[State]) -> Iterator[Mark]:
    """[3.2.3d] Control of cities that have changed hands, the target of an attack, and a squadron in the air."""
    s, m = seat.s, seat.s.m
    number, start = m.grid.number, m.scenarios[s.scenario].russian
    for hex in members(asked_for(s)):
        russian = controls(s, RUSSIA, hex)
        if russian != bool(start >> hex & 1):
            yield Mark("control-russia" if russian else "control-poland", number(hex))
    if (target := attack_of(seat)) is not None:
        yield Mark("target", number(target))
    for hex in members(s.struck):
        yield Mark("struck", number(hex))


def _arrows(seat: Seat[State]) -> list[Arrow]:
    """From where the attackers come."""
    s, target = seat.s, attack_of(seat)
    if target is None:
        return []
    number = s.m.grid.number
    hexes = sorted({s.place[u] for u in attackers_of(seat) if s.place[u] >= 0 and s.place[u] != target})
    return [Arrow("attack", [number(hex), number(target)], SEATS[s.side]) for hex in hexes if _near(s, hex, target)]


def _near(s: State, hex: Hex, target: Hex) -> bool:
    return bool(s.m.grid.around[hex] >> target & 1)


# -- tracks -----------------------------------------------------------------------------------------------------------


def _tracks(s: State) -> Iterator[Track]:
    played = scene(s)
    yield Track("turn", "Turn", s.turn, 1, played.turns, rule="6.0b", flag=turn_name(s), kind="turn")
    points = vp(s)
    for side in (POLAND, RUSSIA):
        title = f"{ADJECTIVES[side]} victory points"
        yield Track(f"vp-{SEATS[side]}", title, points[side], 0, sum(points), SEATS[side], "3.2a", kind="score")
    yield from _pools(s)
    if s.phase == MOVEMENT:
        yield Track("net", "By own rail net, in quarters", s.rail_used, 0, QUARTERS, SEATS[s.side], "8.4.5a")
    yield from _polish(s)
    yield from _russian(s)


def _pools(s: State) -> Iterator[Track]:
    """[7.2a] Replacement factors off the map."""
    for place in range(4 if s.players == 2 else 6):
        side, arm = (place // 2, place % 2) if place < 4 else (RUSSIA, place % 2)
        owner = ADJECTIVES[side] if s.players == 2 or side == POLAND else FRONTS[place // 2 - 1]
        title = f"{owner} {ARMS[arm]} replacements"
        yield Track(f"pool-{place}", title, s.pool[place], 0, None, SEATS[side], "7.2a")
    if s.freikorps_points or plays(s, "freikorps"):
        yield Track("pool-freikorps", "Freikorps factors", s.freikorps_points, 0, None, SEATS[RUSSIA], "24.11.5a")


def _polish(s: State) -> Iterator[Track]:
    if not scene(s).gates:
        words = ("not yet", "turn 1 of 3", "turn 2 of 3", "turn 3 of 3")
        yield Track("rally", "Polish rally", s.rally, 0, 3, SEATS[POLAND], "22.1", words[s.rally], kind="note")
    master = "nobody" if s.ukrainians == NOBODY else ("Poland", "Russia")[s.ukrainians]
    side = "" if s.ukrainians == NOBODY else SEATS[s.ukrainians]
    yield Track("ukrainians", "Ukrainians", s.ukrainians, 0, None, side, "21.1.2a", f"under {master}", kind="note")


def _russian(s: State) -> Iterator[Track]:
    side = SEATS[RUSSIA]
    if scene(s).campaign:
        word = long_turn(scene(s).track[s.standdown - 1].name) if s.standdown else "not declared"
        yield Track("standdown", "Standdown", s.standdown, 0, None, side, "23.4.7.2a", word, kind="note")
    if s.deficit:
        yield Track("deficit", "Cavalry owed for the Konarmiya", s.deficit, 0, None, side, "11.2b")
    if s.strike:
        word = long_turn(scene(s).track[s.strike - 1].name)
        yield Track("strike", "Strike in Danzig since", s.strike, 0, None, side, "24.9.2", word, kind="note")
    if plays(s, "objective"):
        yield Track("objective", "Factors against Warsaw's forts", s.assault, 0, OBJECTIVE, side, "24.12.1a")


# -- boxes ------------------------------------------------------------------------------------------------------------


_HOLDING: tuple[tuple[int, str, str, BoxKind], ...] = (
    (ARRIVING, "arriving", "units that may come in", "arrivals"),
    (RESERVE, "reserve", "railroad reserve", "beside"),
    (RALLY, "rally", "rally table", "beside"),
    (GARRISON_BOX, "garrison", "garrison on the Latvian border", "beside"),
    *((OFF_EDGE - n, f"off-{n}", f"units off the {edge} edge", "arrivals") for n, edge in enumerate(EDGES)),
    (ASIDE, "aside", "units that come by rules of their own", "beside"),
    (POOL, "eliminated", "eliminated units", "losses"),
    (DEAD, "removed", "units out of the game", "losses"),
)


def _boxes(seat: Seat[State]) -> list[Box]:
    """Counters beside the map; they change seldom. [7.2b] Replacement counters lie there while they can be had."""
    s = seat.s
    off = tuple((piece, place) for piece, place in enumerate(s.place) if place < 0)
    options = seat.decision.options if seat.decision is not None else ()
    had = [piece for option in options if option.verb == "counter" for piece in option.args]
    counters = [Box("counters", "Replacement counters", in_a_box(s.m, had, 0), "arrivals")] if had else []
    return [*counters, *_laid_out(s.m, s.scenario, off, s.reduced)]


@lru_cache(maxsize=64)
def _laid_out(m: Model, scenario: int, off: tuple[tuple[int, int], ...], reduced: int) -> list[Box]:
    beside: dict[tuple[int, int], list[int]] = {}
    for piece, place in off:
        if place != ABSENT and (piece < m.count or place != POOL):
            beside.setdefault((place, m.side[piece]), []).append(piece)
    track, found = m.scenarios[scenario].track, list[tuple[str, str, list[int], BoxKind]]()
    for place, id, title, kind in _HOLDING:
        for side in (POLAND, RUSSIA):
            words = f"{ADJECTIVES[side]} {title}"
            found.append((f"{id}-{SEATS[side]}", words, beside.get((place, side), []), kind))
    for due in sorted({box_turn(place) for place, _ in beside if box_turn(place)}):
        date = long_turn(track[due - 1].name) if due <= len(track) else "after the game"
        for side in (POLAND, RUSSIA):
            units = next((u for (place, whose), u in beside.items() if box_turn(place) == due and whose == side), [])
            found.append((f"turn-{due}-{SEATS[side]}", f"{ADJECTIVES[side]} arrivals, {date}", units, "arrivals"))
    return [Box(id, title, in_a_box(m, pieces, reduced), kind) for id, title, pieces, kind in found if pieces]
