"""7.41 What everybody has seen of a battle: kept until the next one, or the next phase, so that it can be looked at.

A battle may be over before anybody is asked again. All in it lay open once (7.41.3a); which wooden block was which is
not kept.
"""

from __future__ import annotations

from msgspec.structs import replace

from vistula.board.hexes import bits

from ..cards.battle_cards import battle_value, counting_flanks, extra_flank, the_fight
from ..model import POLAND, RUSSIA, foe
from ..state import POOL, Report, State
from .queries import piece_of
from .strength import fighting_strength

_SIDES = (POLAND, RUSSIA)


def begun(s: State) -> Report:
    """The battle as its Combat Values are told, before anybody loses anything."""
    fight = the_fight(s)
    engaged = [list(bits(fight.engaged[side])) for side in _SIDES]
    flanks = counting_flanks(s)
    lowered = flanks * s.m.charts.combat.flank + (extra_flank(s) if flanks else 0)
    return Report(
        fight.area,
        fight.attacker,
        tuple(tuple((s.unit[p], s.sp[p], s.sp[p]) for p in pieces) for pieces in engaged),
        tuple(sum(fighting_strength(s, fight, p) for p in pieces) for pieces in engaged),
        tuple(s.garrisons[side] >> fight.area & 1 for side in _SIDES),
        tuple(fight.cards),
        tuple(battle_value(s, side) for side in _SIDES),
        tuple(fight.modifiers),
        tuple(fight.from_hand),
        tuple(-lowered if side == foe(fight.attacker) else 0 for side in _SIDES),
        (fight.fortified, fight.defended),
        tuple(fight.directions),
        tuple(fight.value),
        tuple(fight.chart),
    )


def ended(s: State) -> Report | None:
    """The same when it is over: what is left of the blocks, what was lost, and who has won."""
    fight, report = the_fight(s), s.report
    if report is None:
        return None
    blocks = tuple(tuple((unit, had, _left(s, unit)) for unit, had, _ in side) for side in report.blocks)
    return replace(report, blocks=blocks, taken=tuple(fight.taken), real=tuple(fight.real), winner=fight.winner)


def _left(s: State, unit: int) -> int:
    """The points that a block has now; none if it is in the Force Pool or out of the game."""
    piece = piece_of(s, unit)
    return s.sp[piece] if s.place[piece] > POOL else 0
