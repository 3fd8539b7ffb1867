"""23.0 Setting up: counters, control, arrivals and what has happened before a scenario begins."""

from __future__ import annotations

from vistula.board.hexes import members

from ..model import Model
from ..scenarios import Scenario
from ..state import (
    ABSENT,
    ASIDE,
    DEAD,
    GARRISON_BOX,
    POOL,
    RALLY,
    State,
    box,
    put,
    turn_over,
)
from ..units import POLAND, RUSSIA
from . import rally, standdown
from .control import asked_for
from .queries import OPTIONS, plays, scene

RULINGS = {"river-trench": "both", "fortified": "all", "second-attack": "yes", "charge-out": "allowed"}
"""The rulings that a table may switch (A3, A4, A7, A35), each with its other choice; a bit in this order."""


def new_state(m: Model, scenario: str, options: dict[str, str]) -> State:
    """The state before the first turn of a scenario, deployed as in history. Pools are empty [23.1.6, 23.2.5, 23.4.5],
    and the Poles command the Ukrainians [23.1.4, 23.2.2, 23.4.2]."""
    number = next(i for i, sc in enumerate(m.scenarios) if sc.id == scenario)
    s = State(scenario=number, place=[ABSENT] * m.count + [POOL] * (m.pieces - m.count))
    s.m = m
    s.side = scene(s).begins
    agree(s, options)
    _boxes(s)
    _deploy(s)
    cities = asked_for(s)
    s.held = [cities & ~scene(s).russian, cities & scene(s).russian]
    _begun(s)
    return s


def agree(s: State, options: dict[str, str]) -> None:
    """[24.0] What the table has agreed on; a position that says nothing of it follows."""
    s.players = int(options.get("players", "2"))
    s.options = sum(1 << n for n, option in enumerate(OPTIONS) if options.get(option) == "yes")
    s.rulings = sum(1 << n for n, (id, other) in enumerate(RULINGS.items()) if options.get(id) == other)
    s.free = options.get("deployment") == "free"


def rules_otherwise(s: State, ruling: str) -> bool:
    """Whether a table plays the other choice of a ruling."""
    return bool(s.rulings >> list(RULINGS).index(ruling) & 1)


# -- 23.0 where counters are ------------------------------------------------------------------------------------------


def _boxes(s: State) -> None:
    """[17.2, 22.2, 23.0g, 23.0h] Who waits where. A unit on the Rally Table waits there, even if it is scheduled
    [22.5a]; so does the Latvian garrison in its box [17.2.2]."""
    m, started = s.m, scene(s)
    for unit in m.units:
        if _comes_aside(s, unit):
            s.place[unit] = ASIDE
    for turn, row in enumerate(_whole(m, started).track, 1):
        for units in row.arrivals:
            for unit in members(units):
                s.place[unit] = box(turn)
    if not started.gates:
        for keys in m.rally:
            for key in keys:
                s.place[m.unit_by_key[key]] = RALLY
    for fate, units in ((GARRISON_BOX, started.garrison), (POOL, started.lost), (DEAD, started.gone)):
        for unit in members(units):
            s.place[unit] = fate


def _comes_aside(s: State, unit: int) -> bool:
    """[13.1, 21.1.1, 23.4.8, 24.7, 24.11.7] Units that come by rules of their own, in games that have those rules."""
    m = s.m
    always = m.ukrainians[POLAND] | m.ukrainians[RUSSIA] | 1 << m.mountain_division
    if scene(s).campaign:
        always |= m.galicians[POLAND] | m.galicians[RUSSIA]
    if plays(s, "squadron"):
        always |= 1 << m.squadron
    if plays(s, "freikorps"):
        always |= m.freikorps
    return bool(always >> unit & 1)


def _whole(m: Model, started: Scenario) -> Scenario:
    """The longest scenario that begins as this one does: its track says who would still come [17.1.1b]."""
    return max((sc for sc in m.scenarios if sc.track[0] == started.track[0]), key=lambda sc: sc.turns)


def _deploy(s: State) -> None:
    """[23.0a, 23.0f] Units in named hexes and, as in history, those that deploy by area."""
    for hex, unit, face in (*scene(s).fixed, *scene(s).historical):
        if s.place[unit] != hex:
            put(s, unit, hex)
        turn_over(s, unit, face)


def _begun(s: State) -> None:
    """[23.1.2, 23.1.5a, 23.2.6] What has happened before the scenario starts. Without that guards and garrison are at
    their posts, and no rally has been [23.2.3, 23.2.4, 23.4.3, 23.4.4]."""
    m = s.m
    if scene(s).gates:
        s.guards_released = m.guards
        s.reserve_allowed = True
        s.rally = rally.LASTS
        s.kiev_occupied = True
    standdown.after_june(s)
