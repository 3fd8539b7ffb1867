"""Why something cannot be chosen now: the rule and one sentence with its arithmetic, from what a seat knows.

Each procedure that asks has its own reasons; this module finds the right one. `why_not` is asked about a unit or hex,
`refuse` about an action that is not offered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.games.warsaw_1920 import why_arriving, why_fighting, why_moving
from vistula.games.warsaw_1920.combat import Advance, Attack, Charge, CombatPhase, Exchange
from vistula.games.warsaw_1920.movement import Move, MovementPhase
from vistula.games.warsaw_1920.reasons import no_room
from vistula.games.warsaw_1920.reinforcements import Placement, ReinforcementPhase, due
from vistula.games.warsaw_1920.retreat import Retreat, Retreats, Routs
from vistula.games.warsaw_1920.sequence import PlayerTurn, operations_allowed
from vistula.games.warsaw_1920.setup import PolishDeployment, RussianDeployment
from vistula.games.warsaw_1920.stacking import StackingCheck
from vistula.games.warsaw_1920.state import State
from vistula.games.warsaw_1920.supply import DefenceSupply, OperationSupply, Resupply
from vistula.games.warsaw_1920.words import amount
from vistula.kernel import Action, Frame, Seat
from vistula.kernel.views import Refusal

Reason = Callable[[State, Any, int], Refusal]


def _first(rule: str, words: str) -> Reason:
    """A question that must be answered before any unit or hex comes into it."""
    return lambda s, frame, arg: Refusal(rule, words)


_KIND = _first("5.2a", "choose movement or combat for this operation first")
_SUPPLY = _first("8.1a", "decide on the supply of the Front first")
_DEFENCE = _first("8.1c", "decide on the supply of the Front in this Polish attack first")
_RESUPPLY = _first("8.3a", "decide on the resupply first")
_PAY = _first("11.9h", "choose the units that pay for the exchange")
_WHICH = _first("11.10a", "choose the unit that retreats next")


def _being_retreated(s: State, frame: Retreat, unit: int) -> Refusal:
    return Refusal("11.10a", f"{s.m.full_name[frame.unit]} is retreating: choose its next hex")


_REASONS: dict[type[Frame], tuple[Reason, Reason]] = {  # why not this unit, why not this hex
    PolishDeployment: (why_arriving.unit_to_deploy, why_arriving.hex_to_deploy),
    RussianDeployment: (why_arriving.unit_to_deploy, why_arriving.hex_to_deploy),
    PlayerTurn: (_KIND, _KIND),
    OperationSupply: (_SUPPLY, _SUPPLY),
    DefenceSupply: (_DEFENCE, _DEFENCE),
    Resupply: (why_arriving.unit_to_replace, _RESUPPLY),
    ReinforcementPhase: (why_arriving.unit_to_arrive, why_arriving.hex_to_arrive),
    Placement: (why_arriving.unit_placed, why_arriving.hex_to_enter),
    MovementPhase: (why_moving.unit_to_move, why_moving.stack_to_move),
    Move: (why_moving.unit_to_join, why_moving.hex_to_step),
    Routs: (why_moving.unit_to_rout, why_moving.hex_to_rout),
    CombatPhase: (why_fighting.unit_in_phase, why_fighting.hex_to_attack),
    Attack: (why_fighting.unit_to_join, why_fighting.hex_in_attack),
    Exchange: (why_fighting.unit_to_pay, _PAY),
    Retreats: (why_moving.unit_to_retreat, _WHICH),
    Retreat: (_being_retreated, why_moving.hex_to_retreat),
    Advance: (why_moving.unit_to_advance, why_moving.hex_to_advance),
    Charge: (why_moving.unit_to_charge, why_moving.hex_to_charge),
    StackingCheck: (why_fighting.unit_over_limit, why_fighting.hex_over_limit),
}


def why_not(seat: Seat[State], kind: str, arg: int) -> Refusal | None:
    """Why a unit ("piece"), hex ("space") or number cannot be chosen now; None if it can."""
    frame = seat.frame
    if seat.decision is None or frame is None:
        return _not_asked(seat)
    if any(option.kind == kind and arg in option.args for option in seat.decision.options):
        return None
    if kind == "number":
        return _of_verb(seat.s, frame, Action("resupply" if isinstance(frame, Resupply) else "order", arg))
    if not exists(seat.s, kind, arg):
        return Refusal("2.1a", f"there is no such {_WORDS.get(kind, kind)}")
    if isinstance(frame, ReinforcementPhase) and frame.at == "counterattack_order":
        return Refusal("5.3a", "choose the turn of the counterattack first")
    of_unit, of_hex = _REASONS[type(frame)]
    return (of_unit if kind == "piece" else of_hex)(seat.s, frame, arg)


_WORDS = {"piece": "unit", "space": "hex"}


def exists(s: State, kind: str, arg: int) -> bool:
    if kind == "piece":
        return arg in s.m.units
    return kind == "space" and 0 <= arg < s.m.grid.size and bool(s.m.grid.valid >> arg & 1)


def _not_asked(seat: Seat[State]) -> Refusal:
    if not seat.waiting:
        return Refusal("4.1a", "the game is over")
    other = seat.waiting[0]
    return Refusal(other.rule, f"the table waits for {seat.title.say('side', other.seat)}")


# -- actions that are not offered -------------------------------------------------------------------------------

_VERBS = {
    "unit": "piece", "join": "piece", "top": "piece", "pick": "piece", "lift": "piece", "drop": "piece",
    "hex": "space", "step": "space", "stack": "space", "attack": "space", "place": "space",
}  # fmt: skip


def refuse(seat: Seat[State], action: Action) -> Refusal | None:
    """Why an action is refused, where more can be said than that it is not offered."""
    decision, frame = seat.decision, seat.frame
    if decision is None or frame is None or action in decision:
        return None
    if reason := _of_verb(seat.s, frame, action):
        return reason
    kind = next((option.kind for option in decision.options if option.verb == action.verb), _VERBS.get(action.verb))
    return why_not(seat, kind, action.arg) if kind in ("piece", "space") else None


def _of_verb(s: State, frame: Frame, action: Action) -> Refusal | None:
    """Reasons that lie in the verb itself."""
    verb = action.verb
    if isinstance(frame, (PolishDeployment, RussianDeployment)):
        return why_arriving.not_done(s) if verb == "done" else _nothing_left(s) if verb == "fill" else None
    if isinstance(frame, Attack):
        return _of_attack(s, frame, verb)
    if isinstance(frame, Move):
        return _of_move(s, frame, verb)
    if isinstance(frame, Charge) and verb == "stay":
        return no_room(s, frame.unit, frame.target)
    if isinstance(frame, Resupply) and verb == "resupply" and frame.at == "declare":
        return why_arriving.amount(s, frame, action.arg)
    if isinstance(frame, ReinforcementPhase) and verb == "done" and frame.at == "arrivals":
        waiting = amount("units", len(due(s, frame.side)))
        return Refusal("9.0b", f"{waiting} can arrive now: place them, or delay what is left")
    if isinstance(frame, ReinforcementPhase) and verb == "order":
        turns = " or ".join(str(turn) for turn in s.m.counterattack_turns)
        return Refusal("5.3a", f"the counterattack starts on turn {turns}, chosen on turn {s.m.counterattack_chosen}")
    if isinstance(frame, (MovementPhase, CombatPhase)) and verb in ("movement", "combat"):
        kind = "movement" if isinstance(frame, MovementPhase) else "combat"
        return Refusal("5.2b", f"operation {s.operation} is a {kind} phase for all units of the side")
    return _between_operations(s, frame, verb)


def _nothing_left(s: State) -> Refusal:
    return Refusal("3.0b", "no unit is left in the tray")


def _of_attack(s: State, frame: Attack, verb: str) -> Refusal | None:
    if frame.at != "muster" or verb != "resolve":
        return Refusal("11.4a", "the attack that has been declared comes first") if verb in ("attack", "end") else None
    if not frame.attackers:
        return Refusal("11.5d", f"no unit has been chosen to attack {s.m.hex_name(frame.target)}")
    return Refusal("11.7a", "artillery does not attack alone: its factor counts nothing in an attack")


def _of_move(s: State, frame: Move, verb: str) -> Refusal | None:
    if verb in ("end", "stack", "unit") and not frame.whole:
        return Refusal("10.1c", f"finish this move first: {amount('movement', frame.left)} left, or stop here")
    if verb == "cancel":
        return Refusal("10.1c", "this unit is on the move: finish or undo it first")
    if verb == "stop" and frame.whole:
        return Refusal("10.1a", "these units haven't moved yet: move them, or choose another unit")
    return None


def _between_operations(s: State, frame: Frame, verb: str) -> Refusal | None:
    """Units are to be moved or to attack where no such phase runs."""
    if isinstance(frame, (PlayerTurn, OperationSupply, DefenceSupply)) and verb in ("unit", "stack", "attack", "end"):
        words = f"this is operation {s.operation} of {operations_allowed(s)}, and its phase has not begun"
        return Refusal("5.2a", words)
    if isinstance(frame, CombatPhase) and verb in ("step", "stack"):
        return Refusal("10.1e", "units move in a movement phase, and this is a combat phase")
    if isinstance(frame, MovementPhase) and verb in ("attack", "resolve"):
        return Refusal("11.0a", "units attack in a combat phase, and this is a movement phase")
    return None


def no_way(seat: Seat[State], unit: int, hex: int) -> Refusal | None:
    """Why a unit cannot be dragged to a hex."""
    if not exists(seat.s, "piece", unit) or not exists(seat.s, "space", hex):
        return Refusal("2.1a", "there is no such unit or hex")
    frame = seat.frame
    if seat.decision is None or frame is None:
        return _not_asked(seat)
    idle = isinstance(frame, Move) and not seat.s.moving >> unit & 1
    if isinstance(frame, MovementPhase) or idle:
        return why_moving.no_way(seat.s, unit, hex)
    return why_not(seat, "space", hex) or why_not(seat, "piece", unit)
