"""23.1 What the officer makes of Patrols and Groups: what may be under those of the enemy, and how to use one's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vistula.kernel.decision import Action
from vistula.kernel.seat import Seat
from vistula.players.kit import Scores, roles
from vistula.players.kit.facts import Answer
from vistula.players.kit.officer import Officer

from ..model import POLAND
from ..rules.groups import Concealing
from ..rules.patrols import spare
from ..rules.seats import front_of
from ..state import ATTACK_2, PATROLS, State, sp, units_under, with_lof

PATROL_SP, GROUP_SP = 2.0, 6.0
"""What is likely to be under a marker of the enemy."""
NEVER = -60.0
"""Below every answer that means something."""
KEPT = 4
"""Patrols in the pool from which on a dummy is brought in."""


def strength_of(s: State, piece: int) -> float:
    """The strength of a piece, guessed for a marker of the enemy."""
    if piece < s.m.count or units_under(s, piece):
        return float(sp(s, piece))
    return GROUP_SP if s.m.all_groups >> piece & 1 else PATROL_SP


def beside(answer: Answer, **also: Callable[[State, int], float]) -> Answer:
    """An answer that leaves some verbs to these scores."""

    def scores(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
        rest = [action for action in offered if action.verb not in also]
        found = answer(o, seat, rest)
        return found | {a: also[a.verb](seat.s, a.arg) for a in offered if a.verb in also}

    return scores


def never(s: State, arg: int) -> float:
    return NEVER


def scout(s: State, unit: int) -> float:
    """Before an own attack, and where it costs no Replacements: its Theater or Front has attacked already."""
    side = s.m.side[unit]
    where = s.m.theater_of[s.place[unit]] if side == POLAND else front_of(s, unit)
    counted = s.scouted[side] >> where & 1 or (s.attacks if side == POLAND else s.assaults)[where]
    return 0.2 if counted and side == s.side and s.phase < ATTACK_2 else NEVER


def conceal(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """A Group where a stack is, a Patrol on units that lose nothing by it, a dummy while Patrols are to spare."""
    s, found = seat.s, dict.fromkeys(offered, 0.0)
    lines, fast = with_lof(s), s.m.cavalry
    for action in offered:
        if action.verb == "assemble":
            found[action] = 0.3 if not fast >> action.arg & 1 else -0.1
        elif action.verb == "patrol":
            found[action] = -0.1 if (lines | fast | s.m.all_groups) >> action.arg & 1 else 0.1
        elif action.verb in ("dummy", "decoy"):
            side = POLAND if action.verb == "dummy" else 1
            found[action] = 0.2 if len(spare(s, side)) >= KEPT else -0.1
        elif action.verb == "show":
            found[action] = NEVER
    return found


def more(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Into a Group whoever fits; under a Patrol nobody else, who would give up lines for it."""
    frame = seat.frame
    assert isinstance(frame, Concealing)
    scores = {"unit": -0.1 if frame.kind == PATROLS else 0.2, "lay": 0.1}
    return {a: scores.get(a.verb, 0.0) for a in offered}


def hidden_loss(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """The strongest bears a loss that does not eliminate it."""
    s = seat.s
    return {a: float(sp(s, a.arg)) if a.verb == "lose" else 0.0 for a in offered}


ANSWERS: dict[str, Answer] = {
    "Concealing.conceal": conceal,
    "Concealing.more": more,
    "Scout.look": roles.always("reveal"),
    "HiddenLoss.who_loses": hidden_loss,
}


def screened(known: Mapping[str, Answer]) -> dict[str, Answer]:
    """The answers of the game with those about markers, and with what markers add to its questions."""
    found = {**known, **ANSWERS}
    found["Marches.pick"] = beside(known["Marches.pick"], part=never, show=never, scout=scout)
    found["Move.go"] = beside(known["Move.go"], reveal=never)
    found["Onward.go"] = beside(known["Onward.go"], reveal=never)
    found["Attacks.declare"] = beside(known["Attacks.declare"], show=never)
    return found
