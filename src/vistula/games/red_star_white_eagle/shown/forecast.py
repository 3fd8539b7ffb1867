"""What an attack would bring: the exact chance of each result, what it would cost both sides, and where the defenders
could go."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import Hex
from vistula.kernel import Action, Seat
from vistula.kernel.views import Column, Forecast, Outcome, Term
from vistula.parts.words import count, listed

from ..model import ODDS, SEATS
from ..rules.charge import chargers
from ..rules.combat import Attack, Attacks
from ..rules.losses import ATTACK, DEFENCE, cheapest, force, half, step_worth, worth
from ..rules.odds import HIGHEST, Odds, defenders, work_out
from ..rules.retreat import taken
from ..rules.routes import danger, plan
from ..rules.targets import all_of
from ..state import State
from .panel import modifiers, sums
from .words import result_of

LONGEST = 3
"""Hexes of the longest retreat of the table [9.11e]."""


def forecast(seat: Seat[State], action: Action | None = None) -> Forecast | None:
    """The distribution of the attack that a seat is about to make, or would make by this action."""
    planned = _planned(seat, action)
    if planned is None:
        return None
    s, (target, attackers, odds, charging) = seat.s, planned
    side = s.m.side[attackers[0]]
    foes = defenders(s, 1 - side, target)
    found = Forecast(f"{ODDS[odds.column]} against {s.m.hex_name(target)}")
    found.outcomes = outcomes(s, odds, attackers, foes, charging)
    ours, theirs = sums(odds)
    found.columns = [
        Column("Attacker", SEATS[side], [s.m.key[unit] for unit in attackers], ours),
        Column("Defender", SEATS[1 - side], [s.m.key[unit] for unit in foes], theirs),
    ]
    found.terms = [
        Term("Column", ODDS[odds.column], "9.0h"),
        *modifiers(odds),
        *_means(s, odds, attackers, foes, charging),
    ]
    found.note = way_out(s, foes)
    return found


def _planned(seat: Seat[State], action: Action | None) -> tuple[Hex, list[int], Odds, int] | None:
    """Target, attackers, odds and who charges, of what the question is about."""
    s, frame = seat.s, seat.frame
    if seat.decision is None:
        return None
    if isinstance(frame, Attacks):
        if action is None or action.verb != "attack" or action not in seat.decision:
            return None
        target, attackers, walking, lowered, flown = action.arg, all_of(s, frame.command, action.arg, ()), 0, 0, False
    elif isinstance(frame, Attack) and frame.at == "muster":
        target, attackers, walking = frame.target, _mustered(frame, seat, action), frame.walking
        lowered, flown = frame.lowered, frame.flown
    else:
        return None
    side = s.m.side[attackers[0]] if attackers else s.side
    if not attackers or not s.occupied[1 - side] >> target & 1:
        return None
    charging = chargers(s, attackers, target) & ~walking
    odds = work_out(s, attackers, target, charging, lowered, flown)
    return (target, attackers, odds, charging) if odds.column >= 0 else None


def _mustered(frame: Attack, seat: Seat[State], action: Action | None) -> list[int]:
    """Who attacks, after a click."""
    if action is None or seat.decision is None or action not in seat.decision:
        return frame.attackers
    if action.verb == "unit":
        return [*frame.attackers, action.arg]
    if action.verb == "drop":
        return [unit for unit in frame.attackers if unit != action.arg]
    return (
        all_of(seat.s, frame.command, frame.target, frame.attackers) if action.verb == "everyone" else frame.attackers
    )


# -- results ----------------------------------------------------------------------------------------------------------


def outcomes(s: State, odds: Odds, attackers: Sequence[int], foes: Sequence[int], charging: int) -> list[Outcome]:
    """[9.11a] Every result with its exact chance, worst for the attacker first, and what it would take."""
    rolled = odds.results(s)
    kinds = sorted(set(rolled), key=rolled.index)
    tolls = {code: toll(s, code, attackers, foes, charging) for code in kinds}
    return [Outcome(_label(code), rolled.count(code), HIGHEST, _meaning(s, code, foes, *tolls[code])) for code in kinds]


def _label(code: str) -> str:
    return "Contact" if code == "-" else code.replace("1/2", "½").replace("+", " ")


def _meaning(s: State, code: str, foes: Sequence[int], ours: int, theirs: int) -> str:
    lost = [f"{who} loses {count(n, 'factor')}" for who, n in (("the attacker", ours), ("the defender", theirs)) if n]
    gone = theirs and theirs == force(s, foes, DEFENCE)
    moved = result_of("+".join(part for part in code.split("+") if (part[1:].isdigit() and not gone) or part == "-"))
    points = s.m.advance.get(code, 0)
    who = "the defender" if code.startswith("A") else "the attacker"
    follow = f"{who} may advance for {count(points, 'movement point')}" if points else ""
    return "; ".join(part for part in (listed(lost), moved, follow) if part)


def toll(s: State, code: str, attackers: Sequence[int], foes: Sequence[int], charging: int) -> tuple[int, int]:
    """[9.11b, 9.11c, 9.11f, 9.11g, 9.11h, 9.11i] The factors that attacker and defender lose, if both choose the
    smallest loss."""
    ours = theirs = 0
    for part in code.split("+"):
        if part in ("X", "DE"):
            theirs = force(s, foes, DEFENCE)
        elif part in ("1/2X", "D1/2E"):
            theirs = _least(s, foes, half(force(s, foes, DEFENCE)), DEFENCE, 0, True)
        if part == "A1/2E":
            ours = _least(s, attackers, half(force(s, attackers, ATTACK, charging)), ATTACK, charging, True)
        elif part == "A1/2X":
            ours = _least(s, attackers, half(force(s, foes, DEFENCE)), ATTACK, charging)
        elif part in ("X", "1/2X"):
            ours = _least(s, attackers, theirs, ATTACK, charging)
    return ours, theirs


def _least(s: State, units: Sequence[int], need: int, kind: int, charging: int, halving: bool = False) -> int:
    """[9.12.1a, 9.12.2c] The fewest factors that a loss costs: by steps, or of half a force by turning over all."""
    steps = cheapest(s, units, need, kind, charging)
    lost = sum(
        worth(s, unit, kind, charging) if steps.count(unit) > 1 else step_worth(s, unit, kind, charging)
        for unit in set(steps)
    )
    return min(lost, sum(step_worth(s, unit, kind, charging) for unit in units)) if halving else lost


def _means(s: State, odds: Odds, attackers: Sequence[int], foes: Sequence[int], charging: int) -> list[Term]:
    """What both sides lose on average, retreats left out."""
    tolls = [toll(s, code, attackers, foes, charging) for code in odds.results(s)]
    ours, theirs = (sum(column) / HIGHEST for column in zip(*tolls, strict=True))
    return [
        Term("Attack factors lost on average", f"{ours:.1f}", "9.12"),
        Term("Defence factors lost on average", f"{theirs:.1f}", "9.12"),
    ]


def way_out(s: State, foes: Sequence[int]) -> str:
    """[9.13.1, 9.14.2] Where the strongest defender would end a retreat of three hexes, and at what risk."""
    able = [unit for unit in foes if not (s.m.flotillas | s.m.immobile) >> unit & 1]
    if not able:
        return ""
    unit = max(able, key=lambda unit: (s.m.defence[0][unit], -unit))
    ways = plan(s, unit, LONGEST).ways
    name = s.m.full_name[unit]
    if not ways:
        return f"{name} could not retreat three hexes and would be eliminated [9.13.4.1]."
    dangers = {way: danger(s, unit, way) for way in ways}
    least = min(dangers.values())
    ends = sorted({way[-1] for way, passed in dangers.items() if passed == least})
    places = listed([s.m.hex_name(hex) if hex >= 0 else "off the map" for hex in ends[:3]], "or")
    if not least:
        return f"Retreating three hexes, {name} would come to {places} without a roll [9.14.2]."
    harmed = sum(cell != "-" for cell in taken(s, least))
    risk = f"passing {count(least, 'delay factor')}, {harmed} in 6 to be hurt"
    return f"Retreating three hexes, {name} would come to {places}, {risk} [9.14.2]."
