"""7.34, 7.41.3 Combat Values: who fights how, primary and flank attacks, fortifications, and the sums of both sides."""

from __future__ import annotations

from vistula.board.hexes import bits, collect
from vistula.parts.odds import Line, total

from ..cards import battle_cards as cards
from ..model import BOTH, Type, foe, piece_side
from ..state import NONE, Fight, State
from .queries import blocks_at, fighters, held_by
from .tokens import orders_at


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


# -- advantages of the defender -----------------------------------------------------------------------------------


def fortified(s: State, fight: Fight) -> bool:
    """[1.2b, 1.2c, 1.2d] Whether a fortification helps the defender: only if all attacks come from where it faces."""
    faces = s.m.faces[fight.area]
    works = bool(faces) and all(faces >> origin & 1 for origin in fight.directions)
    return (works and not cards.fort_void(s)) or cards.fort_everywhere(s)


def defended(s: State, fight: Fight) -> bool:
    """[7.2aa, 7.2ab] Whether a Defend Area order helps: while a block that began there is in the battle (S53)."""
    side = foe(fight.attacker)
    if not any(o.type == Type.DEFEND for o in orders_at(s, side, fight.area)) or cards.defend_void(s):
        return False
    return any(s.start[p] == fight.area for p in bits(fight.engaged[side] & ~s.detached))


# -- sums -----------------------------------------------------------------------------------------------------------


def fighting_strength(s: State, fight: Fight, piece: int) -> int:
    """[7.2j, 7.2ae, 7.32g] The strength points a block fights with: half, rounded down, after a forced march or while
    it reorganizes."""
    if not halved(s, fight, piece, full=False):
        return s.sp[piece]
    return s.sp[piece] // 2 if halved(s, fight, piece, cards.counts_full(s, piece_side(piece))) else s.sp[piece]


def halved(s: State, fight: Fight, piece: int, full: bool) -> bool:
    """[7.2j, 7.2ae, 9.0h] Whether a block fights at half strength; `full`: forced marches halve nobody of its side."""
    return piece == fight.reorganizing or (bool((s.marched & ~s.at_full) >> piece & 1) and not full)


def value_lines(s: State, fight: Fight, side: int) -> list[Line]:
    """[7.41.3b] The terms of a side's Combat Value."""
    blocks = sum(fighting_strength(s, fight, p) for p in bits(fight.engaged[side]))
    lines = [Line("blocks", blocks, "7.41.3b")]
    if s.garrisons[side] >> fight.area & 1:
        lines.append(Line("garrison", 1, "3.0d"))
    lines += [Line(*term) for term in cards.card_terms(s, side)]
    # The attacker is never flanked [7.34d]; what cancels flanks adds up [7.34e, 7.34g].
    if side != fight.attacker and (flanks := cards.counting_flanks(s)):
        lines.append(Line("flank attacks", -s.m.charts.combat.flank * flanks, "7.34c"))
        if more := cards.extra_flank(s):  # [7.41.1]
            lines.append(Line("deep flank", -more, "7.41.4b"))
    return lines


def combat_value(s: State, fight: Fight, side: int) -> int:
    """[7.41.3b] Never below zero (S21)."""
    return max(0, total(value_lines(s, fight, side)))


def losses_of(s: State, fight: Fight, side: int) -> int:
    """[7.41.3c, 7.41.4a] Strength points that a side has to lose."""
    return losses_kept(s, fight, side, s.m.losses(fight.value[foe(side)]))


def losses_kept(s: State, fight: Fight, side: int, found: int) -> int:
    """[7.41.4b] What is left of a side's losses by the chart, by its fortification, orders and cards."""
    if side != fight.attacker:
        found = max(0, found - fight.fortified - fight.defended)
    return cards.card_losses(s, side, found)
