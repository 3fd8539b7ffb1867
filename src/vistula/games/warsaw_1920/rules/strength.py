"""11.5 – 11.8 What an attack is worth: factors, odds, die modifiers, each with its rule.

Everything here is a pure function of the state and the units that take part, so that the combat
itself, the forecast before it and the panel beside the map can never disagree.
"""

from __future__ import annotations

import msgspec

from vistula.kernel.views import Term

from ..model import ARTILLERY
from ..state import COMBAT, OUT_OF_SUPPLY, SUPPLIED, State
from .movement import half


class Odds(msgspec.Struct):
    """An attack worked out: `column` is -1 when it is too weak for the table."""

    attack: int
    defence: int
    column: int
    label: str
    bonus: int
    attack_terms: list[Term]
    defence_terms: list[Term]
    die_terms: list[Term]


def printed(s: State, units: list[int]) -> int:
    """[11.7a, 2.2.6a] Printed factors; artillery counts only when it is alone (W-12)."""
    m = s.m
    if len(units) == 1:
        return m.cf[units[0]]
    return sum(m.cf[u] for u in units if m.kind[u] != ARTILLERY)


def attacking_factor(s: State, unit: int) -> int:
    """[11.7a] Artillery has no factor of its own when it attacks."""
    return 0 if s.m.kind[unit] == ARTILLERY else s.m.cf[unit]


def out_of_supply(s: State, unit: int) -> bool:
    """[11.6.1a, 11.6.1b] Whether a unit's Front has spent no point in this combat phase; isolation does not matter."""
    front = s.m.front[unit]
    return front >= 0 and s.phase == COMBAT and s.supplied[front] == OUT_OF_SUPPLY


# -- the attacker ---------------------------------------------------------------------------------------


def attack_total(s: State, attackers: list[int], target: int, trench: bool) -> tuple[int, list[Term]]:
    """[8.2b, 11.6.1a, 11.6.2c, 11.6.2d] The attack's sum; `trench`: whether trenches are the terrain effect used."""
    front = s.m.trench_front[target]
    hungry = [u for u in attackers if out_of_supply(s, u)]
    over = [u for u in attackers if trench and front >> s.place[u] & 1 and u not in hungry]
    plain = [u for u in attackers if u not in hungry and u not in over]
    terms = []
    total = 0
    for units, rule, word in (
        (plain, "11.3a", ""),
        (over, "11.6.2c", "across a trench"),
        (hungry, "8.2b", "out of supply"),
    ):
        factors = [attacking_factor(s, u) for u in units]
        if not any(factors):
            continue
        worth = half(sum(factors)) if word else sum(factors)
        total += worth
        text = "+".join(map(str, factors))
        terms.append(Term(word or "in full", f"({text}) / 2 = {worth}" if word else f"{text} = {worth}", rule))
    return total, terms


# -- the defender ---------------------------------------------------------------------------------------


def defence_base(s: State, defenders: list[int]) -> tuple[int, list[Term]]:
    """[8.2d, 11.2a, 11.6.1a, 11.7a] The sum in the hex, halved once if its Front is out of supply."""
    total = printed(s, defenders)
    terms = [Term("defenders", str(total), "11.2a")]
    if any(out_of_supply(s, u) for u in defenders):
        terms.append(Term("out of supply", f"{total} / 2 = {half(total)}", "8.2d"))
        total = half(total)
    return total, terms


def defence_multiplier(s: State, attackers: list[int], target: int) -> tuple[int, str, str]:
    """[11.6.2a, 11.6.2b, 11.6.2e, 11.6.2f] The one terrain effect on the defender: factor, words, rule."""
    m = s.m
    by_hex = m.defence[target]
    river = m.river[target]
    if all(river >> s.place[u] & 1 for u in attackers) and m.hexside.river_defence > by_hex:
        return m.hexside.river_defence, "all attackers cross a river", "11.6.2b"
    return by_hex, ground(s, target), "11.6.2a"


def ground(s: State, hex: int) -> str:
    """What a defender in this hex stands on, in a word."""
    m = s.m
    return "major city" if m.major >> hex & 1 else "city" if m.city >> hex & 1 else m.terrain[hex]


# -- odds -----------------------------------------------------------------------------------------------


def column_of(s: State, attack: int, defence: int) -> tuple[int, str]:
    """[11.5a, 11.5c] The column of the Combat Results Table; fractions are dropped in the defender's favour (W-4)."""
    return s.m.odds.column(attack, defence), s.m.odds.label(attack, defence)


def die_bonus(s: State, attackers: list[int]) -> tuple[int, list[Term]]:
    """[11.7b, 11.8a, 8.2c] What is added to the die."""
    m = s.m
    terms = []
    guns = [u for u in attackers if m.kind[u] == ARTILLERY]
    if guns and s.supplied[m.front[guns[0]]] == SUPPLIED:
        terms.append(Term("artillery support", f"+{m.die.artillery}", "11.7b"))
    if any(m.shock[u] for u in attackers):
        terms.append(Term("Legion shock", f"+{m.die.shock}", "11.8a"))
    return sum(int(term.value) for term in terms), terms


def work_out(s: State, attackers: list[int], defenders: list[int], target: int) -> Odds:
    """[11.5d, 11.6.2a, 11.6.2c, 11.6.2f] The whole sum; of trench and terrain the harder one counts (W-13)."""
    base, base_terms = defence_base(s, defenders)
    times, word, rule = defence_multiplier(s, attackers, target)
    attack, attack_terms = attack_total(s, attackers, target, trench=False)
    defence, terms = base * times, base_terms
    if times > 1:
        terms = [*base_terms, Term(word, f"{base} × {times} = {defence}", rule)]
    dug, dug_terms = attack_total(s, attackers, target, trench=True)
    if dug * defence < attack * base:
        attack, attack_terms, defence, terms = dug, dug_terms, base, base_terms
    column, label = column_of(s, attack, defence)
    bonus, die_terms = die_bonus(s, attackers)
    return Odds(attack, defence, column, label, bonus, attack_terms, terms, die_terms)


def read_table(s: State, odds: Odds, die: int) -> str:
    """[11.5b] The combat result; odds below the table eliminate the attacker without a die."""
    if odds.column < 0:
        return s.m.crt_worse
    rows = s.m.crt
    return rows[min(die + odds.bonus, len(rows) - 1)][odds.column]  # W-42: beyond the table its last row counts
