"""How things are called in sentences: units, hexes, sides, Fronts, turns, amounts."""

from __future__ import annotations

from typing import Any, Final

from vistula.kernel import Option, Seat
from vistula.parts.words import count, listed

from ..model import SEATS, Model
from ..rules.ground import STANDARD
from ..rules.movement import UNDECIDED, Move
from ..rules.reinforcement import Staff
from ..rules.replacements import points as factors
from ..rules.replacements import price
from ..rules.strategic import points
from ..state import State
from ..units import RUSSIA

SIDES: Final = ("Poland", "Soviet Russia")
ARMIES: Final = ("the Poles", "the Russians")
ADJECTIVES: Final = ("Polish", "Russian")
FRONTS: Final = ("West Front", "Southwest Front", "no Front")
ARMS: Final = ("infantry", "cavalry")
FACES: Final = ("at full strength", "reduced")
EDGES: Final = ("northern", "eastern", "southern (west of Romania)", "southern (east of Romania)", "western")
_AMOUNTS = {
    "points": ("movement point", "movement points"),
    "vp": ("victory point", "victory points"),
    "factors": ("factor", "factors"),
    "steps": ("step", "steps"),
    "hexes": ("hex", "hexes"),
    "attacks": ("attack", "attacks"),
    "turns": ("turn", "turns"),
}
RESULTS: Final = {
    "A": "the attacker retreats {}",
    "A1/2E": "the attacker loses half its factors",
    "A1/2X": "the attacker loses factors equal to half the defence",
    "-": "both sides hold their ground",
    "D": "the defender retreats {}",
    "D1/2E": "the defender loses half its factors",
    "DE": "the defender is eliminated",
    "X": "the defender is eliminated, at the cost of as many attack factors",
    "1/2X": "both sides lose half the defence factors",
}
"""What the results of the combat table mean [9.11a]."""


TOLLS: Final = {"-": "no loss", "1/2E": "half of it is lost", "E": "it is lost"}
"""[9.14.4a] What the table of retreats takes."""


def say(m: Model, kind: str, arg: Any) -> str:
    """A thing of some kind in words."""
    match kind:
        case "piece" | "counter":
            return str(m.full_name[arg])
        case "space":
            return m.hex_name(arg)
        case "side":
            return SIDES[_side(arg)]
        case "army":
            return ARMIES[_side(arg)]
        case "front":
            return FRONTS[arg]
        case "arm":
            return ARMS[arg]
        case "face":
            return FACES[arg]
        case "edge":
            return EDGES[arg]
        case "result":
            return result_of(arg)
        case "shift":
            return f"{arg:+d} on the die" if arg else "no modifier"
        case "toll":
            return TOLLS[arg]
        case "turn":
            return long_turn(arg)
    return count(arg, *_AMOUNTS[kind]) if kind in _AMOUNTS else str(arg)


def _side(arg: Any) -> int:
    return arg if isinstance(arg, int) else int(arg != SEATS[0])


def result_of(text: str) -> str:
    """[9.11a] A result of the table in a sentence: "D2" is "the defender retreats 2 hexes"."""
    return listed([_one_result(code) for code in text.split("+")])


def _one_result(code: str) -> str:
    if not code:
        return ""
    if code in RESULTS:
        return RESULTS[code]
    letter, number = code[:1], code[1:]
    return RESULTS[letter].format(count(int(number), "hex", "hexes"))


def number_words(seat: Seat[State], option: Option) -> list[str]:
    """What each number of a choice stands for, where it is no amount."""
    s, piece = seat.s, getattr(seat.frame, "piece", -1)
    if option.verb == "strength":
        return [f"{FACES[face]}, for {count(price(s, piece, face), 'factor')}" for face in option.args]
    return [count(n, "cavalry factor") for n in option.args] if option.verb == "factors" else []


def prompt_refs(seat: Seat[State]) -> dict[str, Any]:
    """What prompts name besides the fields of the procedures that ask."""
    s, frame = seat.s, seat.frame
    if isinstance(frame, Move):
        left = points(s, frame.unit, STANDARD) if frame.way == UNDECIDED else frame.left
        return {"points": f": {count(max(0, left), 'movement point')} left"}
    if isinstance(frame, Staff):
        have = [(arm, factors(s, frame.command, n)) for n, arm in enumerate(ARMS)]
        kept = ", ".join([f"{number} {arm}" for arm, number in have if number])
        return {"pools": f"Pool: {kept}." if kept else "The pool is empty."}
    return {}


def turn_name(s: State) -> str:
    """The turn as the track has it: "August III"."""
    return long_turn(s.m.scenarios[s.scenario].track[s.turn - 1].name)


def long_turn(name: str) -> str:
    month, _, quarter = name.partition(" ")
    return f"{_MONTHS.get(month, month)} {quarter}"


_MONTHS = {"Aug": "August", "Sept": "September", "Oct": "October"}


def nation_of(m: Model, piece: int) -> str:
    """The colours of a counter; Freikorps have those of nobody."""
    if m.all_rcs >> piece & 1:
        return NATIONS[m.side[piece]]
    if m.lithuanians >> piece & 1:
        return "lit"
    if m.freikorps >> piece & 1:
        return "ger"
    if (m.ukrainians[0] | m.ukrainians[RUSSIA]) >> piece & 1:
        return "ukr" if m.side[piece] != RUSSIA else "rus"
    return NATIONS[m.side[piece]]


NATIONS: Final = ("pol", "rus")
