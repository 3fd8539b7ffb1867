"""What can be painted over the map: control, supply, and how far a block or a Recon reaches."""

from __future__ import annotations

from vistula.board.hexes import bits, collect
from vistula.kernel import Seat
from vistula.kernel.views import Overlay

from ..model import BLOCKS, BOTH, FRONTS, INFANTRY, NORTH, POLAND, RUSSIA, SIDES, SOUTH, piece_side
from ..rules.depots import depots, supply_areas
from ..rules.executors import ways
from ..rules.queries import controlled, front_of, held_by, known, open_areas, reach_of, within
from ..state import State

OVERLAYS = ("control", "polish-supply", "soviet-supply", "fronts", "reach")
_SUPPLY = {"polish-supply": POLAND, "soviet-supply": RUSSIA}


def overlay(seat: Seat[State], kind: str, arg: int | None = None) -> Overlay:
    s = seat.s
    if kind == "control":
        layers = {SIDES[side]: held_by(s, side) for side in BOTH}
        layers |= {f"city-{SIDES[side]}": controlled(s, side) for side in BOTH}
        return _painted(s, kind, "1.3b", layers)
    if kind == "fronts":
        layers = {FRONTS[f]: collect(a for a in bits(open_areas(s)) if front_of(s, a) == f) for f in (NORTH, SOUTH)}
        return _painted(s, kind, "1.1a", layers)
    if kind in _SUPPLY:
        side = _SUPPLY[kind]
        near, far = (supply_areas(s, side, reach) for reach in s.m.supply[:2])
        sources = depots(s, side)
        layers = {"depot": sources, "infantry": near & ~sources, "cavalry-only": far & ~near & ~sources}
        return _painted(s, kind, "7.7b", layers)
    if kind != "reach":
        raise KeyError(kind)
    if arg is None or not 0 <= arg < BLOCKS or s.place[arg] < 0:
        return Overlay(kind, "7.31a")
    side, area = piece_side(arg), s.place[arg]
    move, march = (
        reach_of(s, arg, m) if known(s, arg) else (s.m.march if m else s.m.move)[INFANTRY + 1] for m in (False, True)
    )
    near = ways(s, side, area, move)
    return _painted(s, kind, "7.31a", {"move": near, "march": ways(s, side, area, march) & ~near,
                                       "recon": within(s, area, s.m.charts.orders.recon_range)})  # fmt: skip


def _painted(s: State, kind: str, rule: str, layers: dict[str, int]) -> Overlay:
    return Overlay(kind, rule, {name: [s.m.area_key[a] for a in bits(areas)] for name, areas in layers.items()})
