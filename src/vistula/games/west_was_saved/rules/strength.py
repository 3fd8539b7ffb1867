"""9.3 What a stack is worth in combat: values by edge, every adjustment with its rule.

Pure functions of the state and of who takes part, so that the combat, the forecast before it and the panel beside the
map can never disagree.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from vistula.parts.odds import Line

from ..cards import combat as card_combat
from ..model import ARTILLERY, CAVALRY, INFANTRY
from ..state import State, units_at
from .queries import faces

TERRAIN_BONUS = 2
ARMS_BONUS = 2
BESIDE = "other stacks next to the defender"


class Fight(msgspec.Struct):
    """Who fights whom from where: all that the sums depend on besides the state."""

    side: int  # of the attacker
    hex: int
    target: int
    attackers: Sequence[int]
    defenders: Sequence[int]
    support: Sequence[int] = ()  # units of a second stack that came [9.2e]
    card: Sequence[int] = (0, 0)  # by side: what a card declared for this combat adds
    sappers: bool = False  # a card has taken terrain and river from the defender


# -- values -----------------------------------------------------------------------------------------------------


def value(s: State, unit: int, front: bool, with_infantry: bool) -> int:
    """[1.2g, 1.2i] A unit's combat value for its facing edge or another; artillery has but one."""
    weak = s.weak >> unit & 1
    if s.m.kind[unit] == ARTILLERY:
        return int(with_infantry or not weak)
    return s.m.cv[unit][2 * weak + (not front)]


def has(s: State, units: Sequence[int], kind: int) -> bool:
    return any(s.m.kind[unit] == kind for unit in units)


def values(s: State, units: Sequence[int], front: bool) -> list[int]:
    """[9.3a] The combat values of the units of a stack."""
    infantry = has(s, units, INFANTRY)
    return [value(s, unit, front, infantry) for unit in units]


def basic(s: State, units: Sequence[int], front: bool) -> int:
    """[9.3a] The basic combat value of a stack."""
    return sum(values(s, units, front))


def arms_bonus(s: State, units: Sequence[int]) -> int:
    """[9.3d] Infantry with cavalry or artillery, or with both; nothing without infantry."""
    if not has(s, units, INFANTRY):
        return 0
    return ARMS_BONUS * (has(s, units, CAVALRY) + has(s, units, ARTILLERY))


def attacking_units(s: State, side: int, hex: int, among: int = -1) -> list[int]:
    """[9.2b, 9.2f] The units of a stack that can attack: none that had its order (H-16), guns only with infantry.

    `among` is the set of those that may attack at all: all, or after a rout only who advanced [9.5.c3].
    """
    units = [unit for unit in units_at(s, side, hex) if (among & ~s.attacked) >> unit & 1]
    if not has(s, units, INFANTRY):
        units = [unit for unit in units if s.m.kind[unit] != ARTILLERY]
    return units


# -- adjustments ------------------------------------------------------------------------------------------------


def friends_beside(s: State, side: int, target: int, but: int = -1) -> int:
    """[9.3b] Other stacks of a side, of any facing, next to the defending one (H-20)."""
    others = s.occupied[side] & s.m.grid.around[target]
    return (others & ~(1 << but) if but >= 0 else others).bit_count()


def ground(s: State, target: int, attacker: int) -> str:
    """[9.3c] What helps a defender against this attack, in a word; empty where nothing does."""
    if s.m.difficult >> target & 1:
        return s.m.board.terrain[target]
    return "behind a river" if s.m.river[target] >> attacker & 1 else ""


def defends_to_front(s: State, fight: Fight) -> bool:
    """[9.3e, 9.3k] Whether the facing values count: attacked through the facing edge, or in a city or fortification.

    Artillery in the attacking stack takes the city's benefit away, artillery in a second stack does not (H-18).
    """
    walled = (s.m.cities | s.m.forts) >> fight.target & 1
    if walled and not has(s, fight.attackers, ARTILLERY):
        return True
    return faces(s, fight.target, fight.hex)


def tired(s: State, units: Sequence[int]) -> int:
    """[9.3f] Units that were in combat before in this turn, but for those whose last one was won by seven or more."""
    return sum((s.fought & ~s.triumphed) >> unit & 1 for unit in units)


def attack_lines(s: State, fight: Fight) -> list[Line]:
    """[9.3a, 9.3b, 9.3d, 9.3g, 9.3i] The attacker's adjusted combat value."""
    lines = [
        _basic(s, fight.attackers, True, "9.3a"),
        Line(BESIDE, friends_beside(s, fight.side, fight.target, fight.hex), "9.3b"),
        Line("combined arms", arms_bonus(s, fight.attackers), "9.3d"),
        *_cards(s, fight, attacking=True),
    ]
    if fight.support:
        worth = basic(s, fight.support, True)
        lines.append(Line("second stack", worth, "9.3i", f"+{worth}"))
    return [line for line in lines if line.value or line.how]


def defence_lines(s: State, fight: Fight) -> list[Line]:
    """[9.3a, 9.3b, 9.3c, 9.3d, 9.3e, 9.3f, 9.3g] The defender's adjusted combat value."""
    front = defends_to_front(s, fight)
    word = "" if fight.sappers else ground(s, fight.target, fight.hex)
    lines = [
        _basic(s, fight.defenders, front, "9.3k" if faces(s, fight.target, fight.hex) == front else "9.3e"),
        Line(BESIDE, friends_beside(s, 1 - fight.side, fight.target), "9.3b"),
        Line(word, TERRAIN_BONUS if word else 0, "9.3c"),
        Line("combined arms", arms_bonus(s, fight.defenders), "9.3d"),
        Line("fought before", -tired(s, fight.defenders), "9.3f"),
        *_cards(s, fight, attacking=False),
    ]
    return [line for line in lines if line.value or line.how]


def _basic(s: State, units: Sequence[int], front: bool, rule: str) -> Line:
    each = values(s, units, front)
    text = "+".join(map(str, each))
    how = text if len(each) == 1 else f"{text} = {sum(each)}"
    return Line("facing values" if front else "other values", sum(each), rule, how)


def _cards(s: State, fight: Fight, attacking: bool) -> list[Line]:
    """[9.3g] What cards give without being asked, and what was declared for this combat."""
    side = fight.side if attacking else 1 - fight.side
    given = card_combat.combat_terms(s, _as_seen_by(fight, attacking))
    declared = [Line(card_combat.title_of(s, side), fight.card[side], "9.3g")] if fight.card[side] else []
    return [*(Line(term.label, term.value, "9.3g") for term in given), *declared]


def declarable(s: State, fight: Fight, attacking: bool) -> card_combat.CardTerm | None:
    """[9.3g] What a side may declare for this combat before the dice."""
    return card_combat.declarable(s, _as_seen_by(fight, attacking))


def with_card(fight: Fight, term: card_combat.CardTerm, attacking: bool) -> Fight:
    """[9.3g] The same fight once a side has declared its card."""
    card = list(fight.card)
    card[fight.side if attacking else 1 - fight.side] += term.value
    return msgspec.structs.replace(fight, card=card, sappers=fight.sappers or term.ground)


def _as_seen_by(fight: Fight, attacking: bool) -> card_combat.Fighting:
    if attacking:
        return card_combat.Fighting(fight.side, True, fight.hex, fight.target, fight.attackers, fight.defenders)
    return card_combat.Fighting(1 - fight.side, False, fight.target, fight.hex, fight.defenders, fight.attackers)
