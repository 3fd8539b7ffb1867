"""What an attack would bring: exact over the die, and over the unseen defenders where Russia attacks a covered stack.

Odds, modifiers and results come from `strength`, so that a forecast can never disagree with the combat it foretells.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import msgspec

from vistula.kernel import UNKNOWN, Action, Seat
from vistula.kernel.views import Column, Forecast, Outcome, Term
from vistula.parts.words import count, span

from ..model import RUSSIA, SEATS, Model
from ..rules.combat import Attack, CombatPhase, attackers_of, targets
from ..rules.retreat import inland_hexes, retreat_hexes
from ..rules.strength import Odds, attacking_factor, printed, read_table, work_out
from ..state import Ghost, State, units_at
from .pieces import keys_at
from .words import UNSEEN

NOTE = "Some defenders cannot be seen: every unit of their colour that cannot be seen now counts as equally likely."


class Battle(msgspec.Struct):
    """An attack that may be made: who attacks what, and every army that the defender may turn out to be."""

    s: State
    target: int
    attackers: list[int]
    seen: list[int]
    ghosts: list[Ghost]
    armies: list[list[int]]
    odds: list[Odds]

    @property
    def mixture(self) -> bool:
        return bool(self.ghosts)


def battle(s: State, target: int, attackers: list[int]) -> Battle | None:
    """The attack laid out; None if the attackers have no factor."""
    if not any(attacking_factor(s, u) for u in attackers):
        return None
    seen = units_at(s, 1 - s.side, target)
    ghosts = [ghost for ghost in s.ghosts if ghost.hex == target] if s.side == RUSSIA else []
    armies = [[*seen, *unseen] for unseen in _who_may_be(s, ghosts)]
    odds = [work_out(s, attackers, army, target) for army in armies]
    return Battle(s, target, attackers, seen, ghosts, armies, odds)


def _who_may_be(s: State, ghosts: list[Ghost]) -> list[list[int]]:
    """Every set of unseen units that these ghosts may be, all equally likely."""
    nations = Counter(ghost.nation for ghost in ghosts)
    hidden = [u for u in s.m.polish if s.place[u] == UNKNOWN]
    choices = [
        combinations([u for u in hidden if s.m.nation[u] == nation], count) for nation, count in sorted(nations.items())
    ]
    return [[unit for some in chosen for unit in some] for chosen in product(*choices)]


# -- the forecast -----------------------------------------------------------------------------------------------


def forecast(seat: Seat[State], action: Action | None = None) -> Forecast | None:
    """The distribution of the attack that a seat is about to make, or would make by this action."""
    planned = _planned(seat, action)
    laid_out = battle(seat.s, *planned) if planned else None
    if laid_out is None:
        return None
    terms = [*laid_out.odds[0].die_terms, odds_term(laid_out)]
    title = f"{odds_text(laid_out)} against {seat.s.m.hex_name(laid_out.target)}"
    note = NOTE if laid_out.mixture else ""
    return Forecast(title, outcomes(laid_out), columns(laid_out), terms, laid_out.mixture, note)


def _planned(seat: Seat[State], action: Action | None) -> tuple[int, list[int]] | None:
    """The target and the attackers that the question is about."""
    s, frame = seat.s, seat.frame
    if seat.id != SEATS[s.side]:
        return None
    if action is not None and action.verb == "attack":
        asked = isinstance(frame, (CombatPhase, Attack)) and action.arg in targets(s)
        return (action.arg, attackers_of(s, action.arg)) if asked else None
    if not isinstance(frame, Attack) or frame.at != "muster":
        return None
    attackers = frame.attackers[:]
    if action is not None and action.verb == "unit":
        if action.arg in attackers or action.arg not in attackers_of(s, frame.target):
            return None
        attackers.append(action.arg)
    elif action is not None and action.verb == "drop":
        attackers = [u for u in attackers if u != action.arg]
    return frame.target, attackers


def outcomes(b: Battle) -> list[Outcome]:
    """Every result with its exact chance, worst for the attacker first."""
    m, s = b.s.m, b.s
    sides = m.die.sides
    tally = Counter(read_table(s, odds, die) for odds in b.odds for die in range(1, sides + 1))
    total = sides * len(b.odds)
    return [Outcome(result, tally[result], total, meaning(b, result)) for result in _order(m) if tally[result]]


def _order(m: Model) -> list[str]:
    """The results from AE to DE, in the order in which they stand in the combat results table."""
    cells = [cell for column in range(len(m.columns)) for cell in (row[column] for row in m.crt[1:])]
    return list(dict.fromkeys([m.crt_worse, *cells]))


# -- sums -------------------------------------------------------------------------------------------------------


def columns(b: Battle) -> list[Column]:
    """Both sides with their counters and every line of their sums."""
    s = b.s
    attack = [*b.odds[0].attack_terms, Term("attack", str(b.odds[0].attack), "11.5a")]
    keys = [s.m.key[u] for u in b.attackers]
    return [
        Column("Attacker", SEATS[s.side], keys, attack),
        Column("Defender", SEATS[1 - s.side], keys_at(s, 1 - s.side, b.target), defence_terms(b)),
    ]


def defence_terms(b: Battle) -> list[Term]:
    if not b.mixture:
        return [*b.odds[0].defence_terms, Term("defence", str(b.odds[0].defence), "11.5a")]
    s = b.s
    in_sight = printed(s, b.seen) if b.seen else 0
    terms = [Term("defenders in sight", str(in_sight), "11.2a")] if b.seen else []
    terms.append(Term("defenders out of sight", span(printed(s, army) - in_sight for army in b.armies), "6.3b"))
    times = b.odds[0].defence // printed(s, b.armies[0])
    terms += [Term(ground.label, f"× {times}", ground.rule) for ground in b.odds[0].defence_terms[1:]]
    return [*terms, Term("defence", span(odds.defence for odds in b.odds), "11.5a")]


def odds_text(b: Battle) -> str:
    """The odds, or their best and worst."""
    by_strength = sorted(b.odds, key=lambda odds: odds.defence)
    best, worst = by_strength[0].label, by_strength[-1].label
    return best if best == worst else f"{worst} to {best}"


def odds_term(b: Battle) -> Term:
    beyond = all(odds.column < 0 for odds in b.odds)
    return Term("odds", odds_text(b) + (", below the table" if beyond else ""), "11.5a")


# -- what a result would mean here ------------------------------------------------------------------------------


def meaning(b: Battle, result: str) -> str:
    """What a result would do to the units that take part, as far as the map can tell."""
    attackers = len(b.attackers)
    if result == "AE":
        return f"{count(attackers, 'attacker')} eliminated{_price(b.s, b.attackers)} [11.9a]"
    if result == "AL":
        rest = f", {attackers - 1} retreat" if attackers > 1 else ""
        return (
            f"one attacker eliminated{rest} [11.9b]{_lost_in_retreat(b.s, b, b.attackers, 1) if attackers > 1 else ''}"
        )
    if result == "AR":
        return f"{count(attackers, 'attacker')} retreating one hex [11.9c]{_lost_in_retreat(b.s, b, b.attackers, 1)}"
    if result == "C":
        return "nothing happens [11.9d]"
    if result == "EX":
        return _exchange(b)
    if result == "DE":
        price = "" if b.mixture else _price(b.s, b.armies[0])
        return f"{count(len(b.armies[0]), 'defender')} eliminated{price}, advance [11.9g]"
    return _defender_retreat(b, int(result[2:]))


def _price(s: State, units: list[int]) -> str:
    """The victory points that the enemy would get for these."""
    elites = sum(s.m.elite[u] for u in units)
    return f", {elites * s.m.points.elite} VP" if elites else ""


def _exchange(b: Battle) -> str:
    s = b.s
    attack = sum(attacking_factor(s, u) for u in b.attackers)
    defence = [printed(s, army) for army in b.armies]
    loser = {(attack > d) - (attack < d) for d in defence}
    sums = f"printed factors {attack} against {span(defence)}"
    if loser == {1}:
        return f"{sums}: all defenders are lost, and attackers worth at least as much, no advance [11.9e]"
    if loser == {-1}:
        return f"{sums}: all attackers are lost, and defenders worth at least {attack} [11.9e]"
    if loser == {0}:
        return f"{sums}: both sides lose everything that takes part [11.9e]"
    return f"{sums}: who loses all depends on what cannot be seen [11.9e]"


def _defender_retreat(b: Battle, distance: int) -> str:
    s, stand_ins = b.s, b.s
    army = b.armies[0]
    if b.mixture:  # of an unseen unit only its colour matters here, and that is known (W-50)
        stand_ins = s.copy()
        for unit in army:
            stand_ins.place[unit] = b.target
    lost = _lost_in_retreat(stand_ins, b, army, distance)
    return f"{count(len(army), 'defender')} retreating {distance} hexes, advance [11.9f]{lost}"


def _lost_in_retreat(s: State, b: Battle, units: list[int], distance: int) -> str:
    """Who of these could not complete a retreat as the map is now, each judged by itself."""
    place, names, words = b.s.place, b.s.m.full_name, ""
    dead = [u for u in units if not retreat_hexes(s, u, b.target, distance)]
    gone = [u for u in units if u not in dead and not inland_hexes(s, u, b.target, distance)]
    price = _price(b.s, [u for u in dead if place[u] != UNKNOWN])
    for some, fate in (
        (dead, f"cannot retreat so far and would be eliminated{price} [11.10f]"),
        (gone, "would have to cross into East Prussia [11.10d]"),
    ):
        if some:
            who = ", ".join(names[u] if place[u] != UNKNOWN else UNSEEN for u in some)
            words += f"; {who} {fate}"
    return words
