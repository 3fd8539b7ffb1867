"""What decides the game at once: Warsaw in this phase or the next, and the level of victory in the last one [5.0c]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import CAVALRY, INFANTRY, POLAND, RUSSIA
from ..rules.executors import ground, ways
from ..rules.victory import city_changes
from ..state import NONE, State
from .fights import clash

if TYPE_CHECKING:
    from .survey import Survey

NEAR = (0.0, 1.0, 0.8, 0.6, 0.3)
"""How much of a Soviet block's strength is thought to be before Warsaw a phase later, by its distance."""
COMES = 0.85
"""Of what could come, what does come."""
LATER = 0.5
"""How much a fall that the next phase may bring weighs beside one in this phase."""


class Storm:
    """The blocks that may attack Warsaw now, and those that may a phase later."""

    def __init__(self, v: Survey) -> None:
        s, m, home = v.s, v.m, v.m.warsaw
        g = ground(s, RUSSIA)
        value = later = 0.0
        self.sides, places = 0, 0
        for place, pieces in v.blocks[RUSSIA].items():
            away = v.far[home][place]
            if not 0 < away < len(NEAR):
                continue
            reach = [
                [ways(s, RUSSIA, place, steps[kind], g) >> home & 1 for kind in KINDS] for steps in (m.move, m.march)
            ]
            for piece in pieces:
                if v.leader(piece):
                    continue
                kind, sp = CAVALRY if v.mounted(piece) else INFANTRY, v.sp(piece)
                share = 1.0 if reach[0][kind] else 0.5 if reach[1][kind] else 0.0
                value += share * sp
                later += NEAR[away] * sp
                places |= 1 << place if share else 0
        self.sides = max(1, places.bit_count())
        self.now, self.later = round(COMES * value), round(COMES * later)

    def falls(self, v: Survey, strength: int, sides: int, defenders: list[int], shield: int) -> float:
        """The chance that so much strength takes Warsaw from its defenders."""
        if not strength:
            return 0.0
        garrison = v.s.garrisons[POLAND] >> v.m.warsaw & 1
        if not defenders and not garrison:
            return 1.0
        known = sum(round(v.sp(p)) for p in defenders if not v.leader(p))
        found = clash(
            v.m, RUSSIA, strength, strength, known, 0, garrison, max(0, min(sides, 3) - 1 - shield), shield
        )  # fmt: skip
        return found.win + (0.0 if defenders else found.bare)


KINDS = (INFANTRY, CAVALRY)


def open_now(v: Survey, storm: Storm, defenders: list[int], shield: int) -> float:
    """What it costs the Poles to leave Warsaw to these blocks in the battles of this phase."""
    return v.d.game * storm.falls(v, storm.now, storm.sides, defenders, shield)


def open_later(v: Survey, storm: Storm, defenders: list[int]) -> float:
    """The same for a fall in the next phase; orders to defend are for this one."""
    if not v.left:
        return 0.0
    return v.d.game * storm.falls(v, max(storm.now, storm.later), max(2, storm.sides), defenders, 0)


# -- the last phase -----------------------------------------------------------------------------------------------


def place_on_track(s: State) -> int:
    """Where the track would end now, without its missing zero and with cities that have changed hands."""
    return s.vp - (s.vp > 0) + sum(value if who == POLAND else -value for _, who, value in city_changes(s))


def outcome(s: State, points: int) -> float:
    """What a place on the track at the end is to the Poles: 1 won, -1 lost, between them drawn."""
    side, lead = (POLAND, points + 1) if points >= 0 else (RUSSIA, -points)
    row = next((r for r in s.scene.levels if r.side == side and r.low <= lead <= r.high), None)
    winner = row.winner if row is not None else side
    return 0.0 if winner == NONE else 1.0 if winner == POLAND else -1.0


def turns_on(s: State, area: int, held: tuple[int, int]) -> float:
    """How far the result depends on who has a city when the game ends, 0 to 2."""
    now, value = place_on_track(s), s.m.vp[area]
    gains = [0 if held[POLAND] >> area & 1 else value, 0 if held[RUSSIA] >> area & 1 else -value]
    return outcome(s, now + gains[0]) - outcome(s, now + gains[1])
