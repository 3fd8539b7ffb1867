"""7.34 Flank Attacks: whom a battle sets against whom, from where each attack comes, and where support does.

The directions here are counted by the cards in battle, which may cancel some (7.34d to 7.34g); what flanks cost the
defender is a term of his Combat Value in `strength`.
"""

from __future__ import annotations

from vistula.board.hexes import bits, collect

from ..model import BOTH, foe
from ..state import NONE, Fight, State
from .queries import blocks_at, fighters, held_by


def defender_of(s: State, area: int) -> int:
    """[7.32a, 7.32b] Who has a garrison or had a block there when the phase began, else who came in first (S55)."""
    for side in BOTH:
        if s.garrisons[side] >> area & 1:
            return side
    for side in BOTH:
        if s.began[side] >> area & 1:
            return side
    return next(e.side for e in s.entries if e.area == area)


def rootless(s: State) -> list[int]:
    """[7.42f] Attackers who have come from nowhere: there are none in a game."""
    contested = bits(held_by(s, 0) & held_by(s, 1))
    return [p for area in contested for p in blocks_at(s, foe(defender_of(s, area)), area) if s.origin[p] == NONE]


def lay_out_fight(s: State, area: int) -> Fight:
    """[7.34a, 7.34b, 7.34f] The sides of a battle, where the attack comes from, and where support does."""
    defender = defender_of(s, area)
    attacker = foe(defender)
    fight = Fight(area, attacker)
    refresh_fight(s, fight)
    return fight


def refresh_fight(s: State, fight: Fight) -> None:
    """Who takes part, and from where, as the blocks stand now."""
    area, attacker = fight.area, fight.attacker
    fight.engaged = [collect(fighters(s, side, area)) for side in BOTH]
    came = [e for e in s.entries if e.area == area]
    fight.directions = [e.origin for e in came if e.side == attacker and _entered(s, fight, attacker, e.origin)]
    fight.supports = _supports(s, fight)


def _entered(s: State, fight: Fight, side: int, origin: int) -> int:
    """How many blocks of a side in the battle came over one link."""
    return sum(s.origin[p] == origin and s.moved >> p & 1 for p in bits(fight.engaged[side]))


def _supports(s: State, fight: Fight) -> list[int]:
    """[7.34f] Directions from which blocks came into an area that was defended then: who found nobody of his side
    there supports nobody, even where it had blocks when the phase began (S19)."""
    side = foe(fight.attacker)
    came = [e.origin for e in s.entries if e.area == fight.area and e.side == side and e.support]
    return [origin for origin in came if _entered(s, fight, side, origin)]
