"""7.8 Victory points: one track for both sides, key cities, and the end of a scenario."""

from __future__ import annotations

from vistula.board.hexes import bits
from vistula.kernel import Result, SeatId, tell

from ..changes import eliminate, to_pool
from ..model import BOTH, PHASES, POLAND, RUSSIA, SEATINGS, SIDES, foe, piece_side
from ..state import CITIES_TWICE, NONE, State
from .queries import controlled, controls

# -- the track --------------------------------------------------------------------------------------------------


def leader_of(s: State) -> int:
    """[7.8b] The side that leads on the track."""
    return POLAND if s.vp > 0 else RUSSIA


def lead(s: State, side: int) -> int:
    """By how much a side leads; 0 if the enemy does."""
    return max(0, s.vp if side == POLAND else -s.vp)


def moved_lead(lead: int, points: int, end: int) -> int:
    """[7.8b, 7.8c] A lead moved by points, negative ones for the Soviets: there is no zero, and an end (S42)."""
    line = (lead if lead < 0 else lead - 1) + points
    found = line if line < 0 else line + 1
    return max(-end, min(end, found))


def score(s: State, side: int, points: int, rule: str) -> None:
    """[7.8a] A side gains victory points."""
    if points:
        s.vp = moved_lead(s.vp, points if side == POLAND else -points, s.m.charts.points.track)
        now = leader_of(s)
        tell(s, rule, "points", side=side, points=points, leader=now, lead=lead(s, now))


def fall(s: State, piece: int) -> None:
    """[7.41.5b, 9.0c] A block that has lost its last point goes to the Force Pool; only a leader is worth a point."""
    led = s.m.leader[s.unit[piece]]
    to_pool(s, piece)
    if led:
        score(s, foe(piece_side(piece)), s.m.charts.points.leader_destroyed, "9.0c")


def perish(s: State, piece: int, saved: int, points: int, rule: str) -> None:
    """[7.42e, 7.71c, 9.0d] A block without retreat or supply leaves the game, for which the enemy scores, a captured
    leader's price in place of a block's; a card may save it for the Force Pool."""
    if saved:
        to_pool(s, piece)
        return
    if s.m.leader[s.unit[piece]]:
        points = s.m.charts.points.leader_captured
    eliminate(s, piece)
    score(s, foe(piece_side(piece)), points, rule)


# -- key cities -------------------------------------------------------------------------------------------------


def note_cities(s: State) -> list[int]:
    """[1.3b] The key cities that each side controls now are those from which changes are counted (S49)."""
    s.held = [controlled(s, side) for side in BOTH]
    return s.held[:]


def city_changes(s: State) -> list[tuple[int, int, int]]:
    """[1.3c, 1.3d] Key cities that have changed hands since the last VP step (S49): area, who gains, how much.

    From the enemy: its value, once; left neutral: its value for the enemy of whoever held it; from neutral: its value
    for whoever takes it (S2). A table may agree that a city taken from the enemy counts for both.
    """
    now = [controlled(s, side) for side in BOTH]
    found = []
    for area in bits(s.m.key_cities):
        before = _who(s.held, area)
        after = _who(now, area)
        if before == after or not s.m.vp[area]:
            continue
        value = s.m.vp[area]
        if before != NONE and after != NONE and s.rulings & CITIES_TWICE:
            value *= 2
        found.append((area, after if after != NONE else foe(before), value))
    return found


def _who(held: list[int], area: int) -> int:
    return next((side for side in BOTH if held[side] >> area & 1), NONE)


def count_cities(s: State) -> None:
    """[7.8a, 1.3c, 1.3d] The VP step of a phase: what has changed hands is counted, and the marker moved once: at the
    end of the track it would matter which city comes first."""
    gains = [0, 0]
    for area, side, points in city_changes(s):
        neutral = _who([controlled(s, POLAND), controlled(s, RUSSIA)], area) == NONE
        tell(
            s, "1.3d" if neutral else "1.3c", "city_neutral" if neutral else "city", area=area, side=side, points=points
        )
        gains[side] += points
    side = POLAND if gains[POLAND] >= gains[RUSSIA] else RUSSIA
    score(s, side, gains[side] - gains[foe(side)], "7.8a")
    note_cities(s)


# -- the end ----------------------------------------------------------------------------------------------------


def sudden_victor(s: State) -> int:
    """[5.0c] The side that has won at a VP step, if the scenario has such a victory: Warsaw, or a great lead."""
    scene = s.scene
    if scene.warsaw_decides and controls(s, RUSSIA, s.m.warsaw):
        return RUSSIA
    if scene.sudden_lead and lead(s, leader_of(s)) >= scene.sudden_lead:
        return leader_of(s)
    return NONE


def last_phase(s: State) -> bool:
    """[4.0b, 5.0c] Whether the scenario ends with this Operation Phase."""
    return s.closing or (s.round == s.scene.last and s.phase == PHASES)


def finish(s: State) -> None:
    """[5.0c] The scenario is over."""
    s.ended = True
    side, level = victor(s)
    tell(s, "5.0c", "scenario_over", side=side, level=level, leader=leader_of(s), lead=abs(s.vp))


def victor(s: State) -> tuple[int, str]:
    """[5.0c] The side that has won, or NONE for a draw, and how."""
    if s.sudden != NONE:
        return s.sudden, "decisive"
    side = leader_of(s)
    found = next(row for row in s.scene.levels if row.side == side and row.low <= lead(s, side) <= row.high)
    return found.winner, found.level


def result(s: State) -> Result:
    """[5.0c, 10.0e] Who has won: both allies win or lose together."""
    won, level = victor(s)
    seating = SEATINGS[s.seating]
    winners = tuple(SeatId(seat) for seat, side in zip(seating.seats, seating.side, strict=True) if side == won)
    return Result(winners, level, "5.0c", {SIDES[side]: lead(s, side) for side in BOTH})
