"""7.41.3 Combat Values: who fights how, fortifications, what flank attacks (`flanks`) cost, the sums of both sides."""

from __future__ import annotations

from vistula.board.hexes import bits
from vistula.parts.odds import Line, total

from ..cards import battle_cards as cards
from ..model import Type, foe, piece_side
from ..state import Fight, State
from .tokens import orders_at

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
