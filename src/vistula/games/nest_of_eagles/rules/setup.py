"""1.4 Setting up: units, control, boxes, arrivals and markers of a scenario."""

from __future__ import annotations

from vistula.board.hexes import members

from ..model import BELARUS, POLISH, SOUTHWEST, UKRAINE, WEST, Model
from ..state import (
    ABSENT,
    BRIGADES,
    GROUPS,
    OFF,
    OWN,
    PATROLS,
    REBUILD,
    RESERVES,
    UKRAINE_BOX,
    UKRAINIAN,
    VOLUNTEERS,
    WEST_POOL,
    State,
    box,
    put,
    set_level,
)
from .three_players import first_front

RULINGS = {"losses": "by-hex", "fervor": "both", "stacking": "always", "dead-ends": "counted", "rail-ends": "all"}
"""The rulings that a table may switch, each with its other choice; a bit in this order."""


def new_state(m: Model, scenario: str, options: dict[str, str]) -> State:
    """The state before the first turn of a scenario."""
    number = next(i for i, sc in enumerate(m.scenarios) if sc.id == scenario)
    scene = m.scenarios[number]
    s = State(scenario=number, place=[ABSENT] * m.count, round=scene.first, side=scene.begins, active=scene.begins)
    s.m = m
    agree(s, options)
    boxes = scene.boxes  # [19.5e, 19.6d, 19.7e, 20.3d] who waits where
    for fate, units in (
        (REBUILD, boxes.rebuild), (BRIGADES, boxes.brigades), (VOLUNTEERS, boxes.volunteer), (RESERVES, boxes.reserves),
        (UKRAINE_BOX, boxes.ukraine), (RESERVES, boxes.west | boxes.southwest | boxes.cavalry), (OFF, boxes.off),
    ):  # fmt: skip
        for unit in members(units):
            s.place[unit] = fate
    for round, unit in scene.arrivals:
        if not (s.introductory and scene.left_out >> unit & 1):
            s.place[unit] = box(round)
    for hex, unit, level in scene.setup:
        put(s, unit, hex)
        set_level(s, unit, level)
    s.held = list(scene.control)  # [2.7b]
    for theater in (POLISH, BELARUS, UKRAINE):
        s.morale[theater] = scene.morale.get(theater, 0)
    s.polish_marker = POLISH in scene.morale  # [13.4a]
    _begun(s)
    s.pool[OWN], s.pool[UKRAINIAN] = scene.pools.poland, scene.pools.ukraine
    s.pool[WEST_POOL + WEST], s.pool[WEST_POOL + SOUTHWEST] = scene.pools.west, scene.pools.southwest
    s.cheka_left = m.markers.cheka
    s.rebellion = int(scene.rebellion)
    s.priority = first_front(s)
    return s


def agree(s: State, options: dict[str, str]) -> None:
    """[1.1a, 22.0a, 23.0a] What the table has agreed on; a position that says nothing of it follows."""
    if not s.concealment:
        _concealed(s, options)
    s.introductory = options.get("introductory") == "yes"
    s.players = int(options.get("players", "2"))
    s.forced_march = options.get("march") == "yes"
    s.has_events = options.get("boost") == "yes"
    s.alternatives = options.get("reinforcements") == "alternative"
    s.has_priorities = options.get("priorities") == "yes"
    s.rulings = sum(1 << i for i, (id, other) in enumerate(RULINGS.items()) if options.get(id) == other)


def _concealed(s: State, options: dict[str, str]) -> None:
    """[23.1a] Where the table plays with Patrols or Groups, their markers are pieces and lie ready."""
    s.concealment = PATROLS * (options.get("patrols") == "yes") + GROUPS * (options.get("groups") == "yes")
    if s.concealment:
        used = s.m.all_patrols * bool(s.concealment & PATROLS) | s.m.all_groups * bool(s.concealment & GROUPS)
        s.place += [OFF if used >> piece & 1 else ABSENT for piece in range(s.m.count, len(s.m.key))]
        s.m = s.m.concealed


def _begun(s: State) -> None:
    """What has happened before the scenario starts."""
    scene = s.m.scenarios[s.scenario]
    begun = scene.begun
    s.home_open = begun.home_open
    s.kijow_taken, s.kijow_drain = begun.kijow_taken, begun.kijow_marker
    s.linked = max(0, begun.linked)
    s.forming = 5 if begun.formed and not begun.forming else 1 + begun.formed if begun.formed else 0
    s.lwow_brigade = begun.lwow_brigade
    s.lithuania_out, s.wilno_taken = begun.crossed, begun.wilno
    s.wilno_clock = scene.first if begun.crossed else 0
