"""What an attack or an order would bring: exact over the dice, and over what a seat cannot see of the defender.

Values come from `strength`, results from `outcomes`, so that a forecast can never disagree with what it foretells.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from vistula.board.hexes import members
from vistula.kernel import Action, Seat
from vistula.kernel.views import Column, Forecast, Outcome, Term
from vistula.parts.odds import Line, terms, total
from vistula.parts.words import span

from ..cards import combat as card_combat
from ..cards import effects
from ..dealing import armies
from ..model import SEATS
from ..rules.attack import Attack, Further
from ..rules.combat import CombatPhase
from ..rules.command import NO_WAY, die_needed
from ..rules.engagement import target_of
from ..rules.orders import TIRED, TIRING, Order
from ..rules.outcomes import Outcome as Ending
from ..rules.outcomes import falls
from ..rules.strength import Fight, attack_lines, attacking_units, declarable, defence_lines, with_card
from ..state import State
from .pieces import keys_at

NOTE = "Part of the enemy stack cannot be seen: every hidden unit and dummy counts as equally likely."
LABELS = {
    (-1, Ending.ROUT): "attacker routed",
    (-1, Ending.RETREAT): "attacker retreats",
    (-1, Ending.STAND): "attacker loses, all stay",
    (0, Ending.TIE): "a tie",
    (1, Ending.STAND): "defender loses, all stay",
    (1, Ending.RETREAT): "defender retreats",
    (1, Ending.ROUT): "defender routed",
}
RULES = {Ending.TIE: "9.3j", Ending.STAND: "9.5.a", Ending.RETREAT: "9.5.b1", Ending.ROUT: "9.5.c1"}
MANY = 10**12  # weights above this are rounded, so that every reader of numbers can hold them


class Chance(msgspec.Struct):
    """One possibility of a combat: how much it weighs, both sums, and how many units fight on each side."""

    weight: int
    attack: list[Line]
    defence: list[Line]
    attackers: int
    defenders: int
    own_steps: int  # hits that the attacker can take
    steps: int  # hits that the defender can take


class Battle(msgspec.Struct):
    """An attack that may be made, with all that its defender may turn out to be."""

    fight: Fight
    chances: list[Chance]
    called_off: int = 0  # of six, by the coordination die [9.2e]
    comes: int = 0  # of six: the second stack comes
    alone: list[Chance] = []  # without the second stack

    @property
    def mixture(self) -> bool:
        return len(self.chances) > 1


def battle(s: State, fight: Fight) -> list[Chance]:
    """Every defender that cannot be excluded, with the sums that it would make."""
    found = []
    then, count, own = s.copy(), len(fight.attackers), strength_left(s.weak, fight.attackers)
    for army in armies(s, 1 - fight.side, fight.target):
        then.weak = army.weak
        told = msgspec.structs.replace(fight, defenders=army.units)
        steps = strength_left(army.weak, army.units)
        sums = attack_lines(then, told), defence_lines(then, told)
        found.append(Chance(army.weight, *sums, count, len(army.units), own, steps))
    return found


def strength_left(weak: int, units: Iterable[int]) -> int:
    """[9.4c] How many hits units can take."""
    return sum(1 if weak >> unit & 1 else 2 for unit in units)


# -- which attack the question is about -----------------------------------------------------------------------------


def forecast(seat: Seat[State], action: Action | None = None) -> Forecast | None:
    """What the pending decision, or one of its answers, is about to roll for."""
    frame = seat.frame
    if seat.decision is None:
        return None
    if isinstance(frame, Order):
        return order_forecast(seat.s, frame, action)
    planned = planned_attack(seat, action)
    return combat_forecast(seat.s, planned) if planned is not None else None


def planned_attack(seat: Seat[State], action: Action | None) -> Battle | None:
    """The attack that a seat is about to make, would make by this action, or has to bear."""
    s, frame = seat.s, seat.frame
    if action is not None and (seat.decision is None or action not in seat.decision):
        return None
    if isinstance(frame, (CombatPhase, Further)) and action is not None and action.verb == "attack":
        return _declared(s, frame, action.arg)
    if not isinstance(frame, Attack):
        return None
    if frame.at == "call":
        if action is not None and action.verb == "second":
            return _with_second(s, frame, action.arg)
        return _alone(s, frame.side, frame.hex, frame.among) if action is None or action.verb == "alone" else None
    if frame.at in ("attackers_card", "defenders_card"):
        return _with_card(s, frame, action)
    return None


def _declared(s: State, frame: CombatPhase | Further, hex: int) -> Battle | None:
    """[9.5.c3] Who attacks again after a rout does so with those who advanced, orders or not."""
    if isinstance(frame, CombatPhase):
        return _alone(s, frame.side, hex)
    then = s.copy()
    then.attacked &= ~frame.units
    return _alone(then, frame.side, hex, frame.units)


def _alone(s: State, side: int, hex: int, among: int = -1) -> Battle | None:
    target = target_of(s, side, hex)
    if target < 0 or not s.occupied[1 - side] >> target & 1:
        return None
    fight = Fight(side, hex, target, attacking_units(s, side, hex, among), [])
    return Battle(fight, battle(s, fight))


def _with_second(s: State, frame: Attack, hex: int) -> Battle | None:
    lone = _alone(s, frame.side, frame.hex, frame.among)
    if lone is None:
        return None
    fight = msgspec.structs.replace(lone.fight, support=attacking_units(s, frame.side, hex))
    support, alone = card_combat.coordination(s, frame.side)
    return Battle(fight, battle(s, fight), called_off=alone - 1, comes=7 - support, alone=lone.chances)


def _with_card(s: State, frame: Attack, action: Action | None) -> Battle:
    fight = frame.fight()
    attacking = frame.at == "attackers_card"
    term = declarable(s, fight, attacking)
    if term is not None and action is not None and action.verb == "card":
        fight = with_card(fight, term, attacking)
    return Battle(fight, battle(s, fight))


# -- results ---------------------------------------------------------------------------------------------------------


def combat_forecast(s: State, b: Battle) -> Forecast:
    note = NOTE if b.mixture else ""
    return Forecast(f"{odds(b)} at {s.m.hex_name(b.fight.target)}", outcomes(b), columns(s, b), [], b.mixture, note)


def odds(b: Battle) -> str:
    """Both sums in words."""
    return f"{span(total(c.attack) for c in b.chances)} against {span(total(c.defence) for c in b.chances)}"


def outcomes(b: Battle) -> list[Outcome]:
    """Every result with its exact chance, worst for the attacker first."""
    weights: dict[tuple[int, Ending], int] = {}
    hits: dict[tuple[int, Ending], set[tuple[int, int]]] = {}
    shares = [(b.chances, b.comes or 6), (b.alone, 6 - b.comes - b.called_off if b.comes else 0)]
    for chances, sixths in shares:
        for chance in chances if sixths else ():
            for key, count, pair in _rolled(chance):
                weights[key] = weights.get(key, 0) + count * chance.weight * sixths
                hits.setdefault(key, set()).add(pair)
    whole = 36 * 6 * sum(chance.weight for chance in b.chances)
    rows = [(LABELS[key], weights[key], _detail(key[1], hits[key])) for key in LABELS if key in weights]
    if b.called_off:
        rows.insert(0, ("called off", whole * b.called_off // 6, "the whole attack is called off [9.2e]"))
    return _fractions(rows, whole)


def _fractions(rows: list[tuple[str, int, str]], whole: int) -> list[Outcome]:
    if whole > MANY:
        rows = [(label, max(1, weight * MANY // whole), detail) for label, weight, detail in rows]
        whole = sum(weight for _, weight, _ in rows)
    return [Outcome(label, weight, whole, detail) for label, weight, detail in rows]


def _rolled(c: Chance) -> Iterable[tuple[tuple[int, Ending], int, tuple[int, int]]]:
    """For every difference of the dice: what comes of it, in how many ways, and the hits on defender and attacker."""
    margin = total(c.attack) - total(c.defence)
    for ways, result, hits, back in falls(margin, c.attackers, c.defenders, c.own_steps, c.steps):
        sign = (result.margin > 0) - (result.margin < 0)
        yield (sign, result.outcome), ways, (hits, back) if sign > 0 else (back, hits)


def _detail(ending: Ending, hits: set[tuple[int, int]]) -> str:
    """Hits on both sides in words."""
    on_defender, on_attacker = span(pair[0] for pair in hits), span(pair[1] for pair in hits)
    return f"hits on the defender {on_defender}, on the attacker {on_attacker} [{RULES[ending]}]"


# -- sums ------------------------------------------------------------------------------------------------------------


def columns(s: State, b: Battle) -> list[Column]:
    """Both sides with their counters and every line of their sums."""
    fight, first = b.fight, b.chances[0]
    ours = [*terms(first.attack), Term("attack", span(total(c.attack) for c in b.chances), "9.3a")]
    theirs = [] if b.mixture else terms(first.defence)
    theirs.append(Term("defence", span(total(c.defence) for c in b.chances), "9.3a"))
    keys = [s.m.key[unit] for unit in (*fight.attackers, *fight.support)]
    return [
        Column("Attacker", SEATS[fight.side], keys, ours),
        Column("Defender", SEATS[1 - fight.side], keys_at(s, 1 - fight.side, fight.target), theirs),
    ]


# -- orders ----------------------------------------------------------------------------------------------------------


def order_forecast(s: State, frame: Order, action: Action | None) -> Forecast | None:
    """[7.2b, 7.4g] Whether the order in hand gets through, and what a long ride would cost."""
    if frame.at != "plan" or not s.moving or (action is not None and action.verb not in ("order", "step")):
        return None
    length = len(frame.path) + (action is not None and action.verb == "step")
    obeyed = frame.extra or effects.obeyed(s, frame.side, frame.hex)
    needed = 0 if obeyed else die_needed(s, frame.side, frame.hex, members(s.moving))
    heard = 6 if needed <= 0 else max(0, 6 - needed)
    rows = [Outcome("carried out", heard, 6, _why_heard(needed))] if heard else []
    if heard < 6:
        rows.append(Outcome("not received", 6 - heard, 6, "the units stay, the marker is gone [7.2c]"))
    riders = [unit for unit in members(s.moving) if s.m.cavalry >> unit & 1]
    shown = [Term("hexes between", "none" if needed <= 0 else "no way" if needed >= NO_WAY else str(needed), "7.2b")]
    if riders and length >= TIRING and not frame.bonus:
        shown.append(Term("tired horses", f"{TIRED}–6 for each of {len(riders)}", "7.4g"))
    return Forecast("The order", rows, terms=shown)


def _why_heard(needed: int) -> str:
    if needed <= 0:
        return "no die is needed [7.2a]"
    return f"the die must be higher than {needed} [7.2b]"
