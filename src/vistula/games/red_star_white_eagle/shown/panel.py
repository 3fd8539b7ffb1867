"""The attack that is being declared or fought: who takes part, the sums of both sides, and how far it has come."""

from __future__ import annotations

from vistula.board.hexes import Hex, bit, collect
from vistula.kernel import Frame, Seat
from vistula.kernel.gestures import About
from vistula.kernel.views import Column, Panel, Stage, Term
from vistula.parts.odds import terms, total

from ..model import ODDS, SEATS
from ..rules.advance import Advance, Onward
from ..rules.combat import Attack
from ..rules.flotillas import FlotillaRetreat
from ..rules.losses import Losses
from ..rules.odds import Odds, defenders
from ..rules.retreat import Retreat, Retreats
from ..state import State
from .words import result_of


def attack_of(seat: Seat[State]) -> Hex | None:
    """The hex that is attacked, if one is."""
    attack = seat.under(Attack)
    return attack.target if attack is not None else None


def attackers_of(seat: Seat[State]) -> list[int]:
    attack = seat.under(Attack)
    return attack.attackers if attack is not None else []


def about(s: State, frame: Frame) -> About:
    """The units that a question of a battle moves, the hex that it fights for."""
    match frame:
        case Attack(at="muster", target=hex, attackers=units):
            return About(collect(units), bit(hex))
        case Advance(vacated=hexes):
            return About(spaces=collect(hexes))
        case Retreat(unit=unit) | FlotillaRetreat(unit=unit) | Onward(unit=unit):
            return About(pieces=bit(unit))
    return About()


# -- the panel --------------------------------------------------------------------------------------------------------


def panel(seat: Seat[State]) -> Panel | None:
    """[9.0h, 9.0j, 9.2] Both sides with every factor, the column and what changes the die; then what came of it."""
    s, attack = seat.s, seat.under(Attack)
    if attack is None:
        return None
    m = s.m
    side = m.side[attack.attackers[0]] if attack.attackers else s.side
    found = Panel(f"Attack on {m.hex_name(attack.target)}", "9.0h", m.grid.number(attack.target))
    foes = attack.defenders or defenders(s, 1 - side, attack.target)
    found.columns = [
        Column("Attacker", SEATS[side], [m.key[unit] for unit in attack.attackers]),
        Column("Defender", SEATS[1 - side], [m.key[unit] for unit in foes]),
    ]
    if attack.result:
        found.rule, found.result, found.stages = "9.0j", result_of(attack.result), stages(seat, attack)
    elif attack.attackers and s.occupied[1 - side] >> attack.target & 1:
        odds = attack.odds(s)
        ours, theirs = sums(odds)
        found.columns[0].terms, found.columns[1].terms = ours, theirs
        if odds.modifiers:
            found.columns.append(Column("The die", terms=[*modifiers(odds), Term("Die", f"{odds.shift:+d}", "9.0j")]))
        found.result = in_words(odds)
    return found


def sums(odds: Odds) -> tuple[list[Term], list[Term]]:
    """The factors of both sides, line by line, and what they come to."""
    sides = (("Attack factors", odds.attack), ("Defence factors", odds.defence))
    ours, theirs = ([*terms(lines), Term(name, str(total(lines)), "9.0h")] for name, lines in sides)
    return ours, theirs


def modifiers(odds: Odds) -> list[Term]:
    """[9.2, 9.3, 9.4a, 9.8, 9.9a, 9.9b] What changes the die."""
    return [Term(line.label[:1].upper() + line.label[1:], f"{line.value:+d}", line.rule) for line in odds.modifiers]


def in_words(odds: Odds) -> str:
    """ "7 against 3: column 2:1, −1 on the die" """
    strength, against = total(odds.attack), total(odds.defence)
    if odds.column < 0:
        return f"{strength} against {against}: too weak for an attack"
    shift = f"{odds.shift:+d} on the die" if odds.shift else "no modifier"
    return f"{strength} against {against}: column {ODDS[odds.column]}, {shift}"


_COURSE: tuple[tuple[str, str, tuple[type[Frame], ...]], ...] = (
    ("Losses", "9.12", (Losses,)),
    ("Retreat", "9.13.1", (Retreats, Retreat, FlotillaRetreat)),
    ("Advance", "9.15.1", (Advance, Onward)),
)


def stages(seat: Seat[State], attack: Attack) -> list[Stage]:
    """How far the attack has come."""
    running = {type(frame) for frame in seat.stack}
    now = next((n for n, (_, _, kinds) in enumerate(_COURSE) if running & set(kinds)), len(_COURSE))
    return [
        Stage(title, rule, "done" if n < now else "now" if n == now else "ahead")
        for n, (title, rule, _) in enumerate(_COURSE)
    ]
