"""9.3 What a stack is worth in combat: values by edge, every adjustment with its rule.

Pure functions of the state and of who takes part, so that the combat, the forecast before it and the panel beside the
map can never disagree.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from vistula.games.west_was_saved.cards import combat as card_combat
from vistula.games.west_was_saved.model import ARTILLERY, CAVALRY, INFANTRY
from vistula.games.west_was_saved.rules.queries import faces, units_at
from vistula.games.west_was_saved.state import State
from vistula.kernel.views import Term

TERRAIN_BONUS = 2
ARMS_BONUS = 2


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


class Sums(msgspec.Struct):
    """[9.3a] Both adjusted combat values, and how they came about."""

    attack: int
    defence: int
    attack_terms: list[Term]
    defence_terms: list[Term]


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


def attack_terms(s: State, fight: Fight) -> list[Term]:
    """[9.3a, 9.3b, 9.3d, 9.3g, 9.3i] The lines of the attacker's sum."""
    terms = [_basic_term(s, fight.attackers, True, "9.3a")]
    _add(terms, friends_beside(s, fight.side, fight.target, fight.hex), "other stacks next to the defender", "9.3b")
    _add(terms, arms_bonus(s, fight.attackers), "combined arms", "9.3d")
    _add_cards(s, terms, fight, attacking=True)
    if fight.support:
        terms.append(Term("second stack", f"+{basic(s, fight.support, True)}", "9.3i"))
    return terms


def defence_terms(s: State, fight: Fight) -> list[Term]:
    """[9.3a, 9.3b, 9.3c, 9.3d, 9.3e, 9.3f, 9.3g] The lines of the defender's sum."""
    front = defends_to_front(s, fight)
    terms = [_basic_term(s, fight.defenders, front, "9.3k" if faces(s, fight.target, fight.hex) == front else "9.3e")]
    _add(terms, friends_beside(s, 1 - fight.side, fight.target), "other stacks next to the defender", "9.3b")
    if not fight.sappers and (word := ground(s, fight.target, fight.hex)):
        terms.append(Term(word, f"+{TERRAIN_BONUS}", "9.3c"))
    _add(terms, arms_bonus(s, fight.defenders), "combined arms", "9.3d")
    _add(terms, -tired(s, fight.defenders), "fought before", "9.3f")
    _add_cards(s, terms, fight, attacking=False)
    return terms


def _basic_term(s: State, units: Sequence[int], front: bool, rule: str) -> Term:
    each = values(s, units, front)
    text = "+".join(map(str, each))
    sum_ = text if len(each) == 1 else f"{text} = {sum(each)}"
    return Term("facing values" if front else "other values", sum_, rule)


def _add(terms: list[Term], worth: int, label: str, rule: str) -> None:
    if worth:
        terms.append(Term(label, f"{worth:+d}", rule))


def _add_cards(s: State, terms: list[Term], fight: Fight, attacking: bool) -> None:
    """[9.3g] What cards give without being asked, and what was declared for this combat."""
    side = fight.side if attacking else 1 - fight.side
    for term in standing_cards(s, fight, attacking):
        _add(terms, term.value, term.label, "9.3g")
    _add(terms, fight.card[side], card_combat.title_of(s, side) if fight.card[side] else "", "9.3g")


def standing_cards(s: State, fight: Fight, attacking: bool) -> list[card_combat.CardTerm]:
    return card_combat.combat_terms(s, *_as_seen_by(fight, attacking))


def declarable(s: State, fight: Fight, attacking: bool) -> card_combat.CardTerm | None:
    """[9.3g] What a side may declare for this combat before the dice."""
    return card_combat.declarable(s, *_as_seen_by(fight, attacking))


def with_card(fight: Fight, term: card_combat.CardTerm, attacking: bool) -> Fight:
    """[9.3g] The same fight once a side has declared its card."""
    card = list(fight.card)
    card[fight.side if attacking else 1 - fight.side] += term.value
    return msgspec.structs.replace(fight, card=card, sappers=fight.sappers or term.ground)


def _as_seen_by(fight: Fight, attacking: bool) -> tuple[int, bool, int, int, Sequence[int], Sequence[int]]:
    if attacking:
        return fight.side, True, fight.hex, fight.target, fight.attackers, fight.defenders
    return 1 - fight.side, False, fight.target, fight.hex, fight.defenders, fight.attackers


# -- sums --------------------------------------------------------------------------------------------------------


def attack_value(s: State, fight: Fight) -> int:
    """[9.3a, 9.3i] The attacker's adjusted combat value."""
    total = basic(s, fight.attackers, True) + arms_bonus(s, fight.attackers) + fight.card[fight.side]
    total += friends_beside(s, fight.side, fight.target, fight.hex)
    total += sum(term.value for term in standing_cards(s, fight, attacking=True))
    return total + (basic(s, fight.support, True) if fight.support else 0)


def defence_value(s: State, fight: Fight) -> int:
    """[9.3a] The defender's adjusted combat value."""
    total = basic(s, fight.defenders, defends_to_front(s, fight)) + arms_bonus(s, fight.defenders)
    total += friends_beside(s, 1 - fight.side, fight.target) - tired(s, fight.defenders) + fight.card[1 - fight.side]
    total += sum(term.value for term in standing_cards(s, fight, attacking=False))
    return total + (TERRAIN_BONUS if not fight.sappers and ground(s, fight.target, fight.hex) else 0)


def work_out(s: State, fight: Fight) -> Sums:
    """Both sums with every line of them."""
    return Sums(attack_value(s, fight), defence_value(s, fight), attack_terms(s, fight), defence_terms(s, fight))
