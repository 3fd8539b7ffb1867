"""What can be laid over the map: zones of control, supply, railways, reach, control, victory points."""

from __future__ import annotations

from vistula.board.hexes import collect, members
from vistula.games.overlays import Layers, Overlays, own_side
from vistula.kernel import Seat
from vistula.kernel.views import Overlay
from vistula.parts.pieces import spaces

from ..model import POLAND, RUSSIA, SEATS
from ..rules.movement import Move, may_act, ways_from
from ..rules.queries import controlled, in_communication, own_sources, railed, unblocked, zoc
from ..rules.victory import city_scores
from ..state import MOVEMENT, OUT_OF_SUPPLY, SUPPLIED, State
from .routes import points_of, ways_of

FRONT_LAYERS = ("west", "southwest")
KINDS = Overlays()
overlay = KINDS.overlay


@KINDS.kind("zoc", "7.0a")
def _zoc(seat: Seat[State], unit: int | None) -> Layers:
    """[7.0a] The zones of both sides, or of one unit."""
    s, side = seat.s, own_side(seat)
    if unit is None:
        return {"own": zoc(s, side), "enemy": zoc(s, 1 - side)}
    exerts = s.place[unit] >= 0 and not s.disrupted >> unit & 1 and not s.m.artillery >> unit & 1
    return {"own" if s.m.side[unit] == side else "enemy": s.m.around[s.place[unit]] if exerts else 0}


@KINDS.kind("supply", "12.3a")
def _supply(seat: Seat[State], unit: int | None) -> Layers:
    """[8.1a, 12.3a] Where a line of communication leads home, who has none, and how the Fronts are supplied."""
    s, side = seat.s, own_side(seat)
    layers = {}
    for who, name in ((side, "own"), (1 - side, "enemy")):
        linked = in_communication(s, who)
        layers[f"{name}-in-communication"] = linked
        layers[f"{name}-cut-off"] = s.occupied[who] & ~linked
    hidden = collect(ghost.hex for ghost in s.ghosts if ghost.isolated)
    layers["isolated"] = spaces(s.place, members(s.isolated)) | hidden
    for front, name in enumerate(FRONT_LAYERS):
        if state := {SUPPLIED: "supplied", OUT_OF_SUPPLY: "out-of-supply"}.get(s.supplied[front]):
            layers[f"{name}-{state}"] = spaces(s.place, members(s.m.army_of[front]))
    return layers


@KINDS.kind("rail", "4.1.1c")
def _rail(seat: Seat[State], unit: int | None) -> Layers:
    """[4.1.1c, 4.1.2b, 7.3a] Railways joined to a source, railways that are blocked, and those merely cut off."""
    s, side = seat.s, own_side(seat)
    net, free = railed(s, side), unblocked(s, side)
    return {
        "joined": net,
        "blocked": s.m.rail_hexes & ~free,
        "cut-off": s.m.rail_hexes & free & ~net,
        "sources": own_sources(s, side),
        "enemy-joined": railed(s, 1 - side),
    }


@KINDS.kind("reach", "10.3a")
def _reach(seat: Seat[State], unit: int | None) -> Overlay:
    """[10.3a] Where a unit can get in this phase, and the movement points that it would have left."""
    s = seat.s
    if unit is None or s.place[unit] < 0 or s.disrupted >> unit & 1:
        return Overlay("reach", "10.3a")
    frame = seat.under(Move)
    if frame is not None and s.moving >> unit & 1:
        left, found = frame.left, ways_from(s, s.side, frame.hex, frame.left, frame.whole)
    elif s.phase == MOVEMENT and s.m.side[unit] == s.side and (s.moved >> unit & 1 or not may_act(s, unit)):
        return Overlay("reach", "10.1b")
    else:
        left, found = points_of(s, unit), ways_of(s, unit)
    ends = zoc(s, 1 - s.m.side[unit]) | s.m.east_prussia
    number = s.m.grid.number
    reached = collect(found)
    layers = {"reach": s.m.numbers(reached), "stop": s.m.numbers(reached & ends)}
    labels = {number(h): str(0 if ends >> h & 1 else left - way.spent) for h, way in sorted(found.items())}
    return Overlay("reach", "10.3a", layers, labels)


@KINDS.kind("control", "3.4a")
def _control(seat: Seat[State], unit: int | None) -> Layers:
    """[3.4a] Whose hex is whose."""
    return {str(SEATS[side]): controlled(seat.s, side) for side in (POLAND, RUSSIA)}


@KINDS.kind("vp", "4.1.1a")
def _vp(seat: Seat[State], unit: int | None) -> Overlay:
    """[4.1.1a] What the cities would give if the game ended now."""
    s, m = seat.s, seat.s.m
    lines = [line for side in (POLAND, RUSSIA) for line in city_scores(s, side)]
    layers = {str(seat): [m.grid.number(x.hex) for x in lines if SEATS[x.side] == seat] for seat in SEATS}
    labels = {m.grid.number(line.hex): str(line.points) for line in lines}
    silent = s.m.numbers((m.city | m.major) & ~collect(line.hex for line in lines))
    return Overlay("vp", "4.1.1a", layers | {"silent": silent}, labels | dict.fromkeys(silent, "0"))
