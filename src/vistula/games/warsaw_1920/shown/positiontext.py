"""Position files written: the situation of a game as the text that `positions` reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import POLAND, SEATS
from vistula.games.warsaw_1920.rules.sequence import Campaign
from vistula.games.warsaw_1920.rules.setup import PolishDeployment, RussianDeployment
from vistula.games.warsaw_1920.rules.supply import Resupply
from vistula.games.warsaw_1920.state import (
    ABSENT,
    COMBAT,
    ELIMINATED,
    IDLE,
    INTERNED,
    MOVEMENT,
    OPERATION,
    OUT_OF_SUPPLY,
    OVERSTACKED,
    REFIT,
    REINFORCEMENT,
    SUPPLIED,
    SURRENDERED,
    TRAY,
    State,
    box_turn,
    covered_by,
)
from vistula.kernel import Frame

FATES = {
    "eliminated": ELIMINATED, "overstacked": OVERSTACKED, "surrendered": SURRENDERED, "interned": INTERNED,
    "tray": TRAY, "absent": ABSENT,
}  # fmt: skip
KINDS = {"movement": MOVEMENT, "combat": COMBAT, "lost": OPERATION}
SUPPLIES = {"supplied": SUPPLIED, "out": OUT_OF_SUPPLY, "idle": IDLE}
FRONTS = ("west", "southwest")

_FATE_WORDS = {code: word for word, code in FATES.items()}
_KIND_WORDS = {code: word for word, code in KINDS.items()}
_SUPPLY_WORDS = {code: word for word, code in SUPPLIES.items()}
_PHASE_WORDS = {
    REINFORCEMENT: "reinforcement", OPERATION: "operation", MOVEMENT: "movement", COMBAT: "combat", REFIT: "refit",
}  # fmt: skip


def write_position(s: State, stack: Sequence[Frame], dice: Sequence[int] = ()) -> str:
    """The true state as a position file.

    Exact at the start of a phase, between moves and between attacks; from within a move or an attack it
    tells the situation on the map, with the units that take part marked as moved or fought.
    """
    if s.ghosts:
        raise ValueError("a seat's knowledge is no position: units that it cannot see have no place in it")
    lines = [*_head(s, stack, dice), "", "[tracks]", *_tracks(s), *_control(s), "", "[units]", *_units(s)]
    return "\n".join(lines) + "\n"


def _phase(s: State, stack: Sequence[Frame]) -> str:
    for frame in stack:
        if isinstance(frame, (PolishDeployment, RussianDeployment)):
            return "deployment"
        if isinstance(frame, Resupply):
            return "resupply"
    return _PHASE_WORDS[s.phase]


def _head(s: State, stack: Sequence[Frame], dice: Sequence[int]) -> Iterator[str]:
    free = any(isinstance(frame, Campaign) and frame.free for frame in stack)
    scenario = next(sc.id for sc in s.m.scenarios if (sc.setup == "free") == free)
    yield 'game = "warsaw-1920"'
    yield f'scenario = "{scenario}"'
    yield "clear = true"
    yield f"turn = {s.turn}"
    yield f'side = "{SEATS[s.side]}"'
    yield f'phase = "{_phase(s, stack)}"'
    before = _operations_before(s)
    if before:
        yield f"operations = {_list(_KIND_WORDS[kind] for kind in s.operations[:before])}"
        pairs = [_list(_SUPPLY_WORDS[code] for code in s.statuses[2 * i : 2 * i + 2]) for i in range(before)]
        yield f"supply = [{', '.join(pairs)}]"
    if dice:
        yield f"dice = {list(dice)}"


def _operations_before(s: State) -> int:
    """How many operation phases of this player turn are over."""
    return s.operation - 1 if s.phase in (OPERATION, MOVEMENT, COMBAT) else len(s.operations)


def _list(words: Iterator[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


def _tracks(s: State) -> Iterator[str]:
    for front, name in enumerate(FRONTS):
        spent = s.phase == OPERATION and s.supplied[front] == SUPPLIED  # asked again when play goes on
        yield f"{name} = {s.points[front] + spent}"
        if s.phase in (MOVEMENT, COMBAT) and s.supplied[front] != IDLE:
            yield f"{name}_supplied = {_bool(s.supplied[front] == SUPPLIED)}"
        if s.resupplied[front]:
            yield f"{name}_resupplied = {s.resupplied[front]}"
        if s.lost[front]:
            yield f"{name}_lost = {s.lost[front]}"
    yield f"resupply_vp = {s.resupply_vp}"
    if s.counterattack:
        yield f"counterattack = {s.counterattack}"
        yield f"counterattack_shown = {_bool(s.order_shown)}"


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _control(s: State) -> Iterator[str]:
    m = s.m
    start = m.land & ~m.polish_start
    cities = m.city | m.major
    yield ""
    yield "[control]"
    yield f"poland = {_list(map(m.grid.number, members(start & ~s.russian)))}"
    yield f"russia = {_list(map(m.grid.number, members(s.russian & ~start)))}"
    yield f"retaken = {_list(map(m.grid.number, members(cities & s.paid & ~s.russian & ~start)))}"


def _units(s: State) -> Iterator[str]:
    for unit in sorted(s.m.units, key=lambda u: -max(covered_by(s, u), 1)):  # the lowest of a pile of three come first
        place = s.place[unit]
        if place != ABSENT:
            yield f"{s.m.key[unit]} = {_unit(s, unit, place)}  # {s.m.full_name[unit]}"


def _unit(s: State, unit: int, place: int) -> str:
    where = s.m.grid.number(place) if place >= 0 else f"box {turn}" if (turn := box_turn(place)) else _FATE_WORDS[place]
    marks = [name for name, units in _marks(s) if units >> unit & 1]
    if s.m.side[unit] == POLAND and place >= 0 and s.under >> unit & 1:
        marks.append("under")
    if not marks:
        return f'"{where}"'
    return "{ " + ", ".join([f'hex = "{where}"', *(f"{mark} = true" for mark in marks)]) + " }"


def _marks(s: State) -> list[tuple[str, int]]:
    found = [("disrupted", s.disrupted), ("isolated", s.isolated)]
    if s.phase == MOVEMENT:
        found.append(("moved", s.moved | s.moving))
    if s.phase == COMBAT:
        found += [("fought", s.fought), ("attacked", s.attacked)]
    return found
