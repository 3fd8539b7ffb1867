"""The kernel: procedures, decisions, knowledge, dice, journal, records, titles. It knows nothing of wargames."""

from vistula.kernel.barrier import Barrier
from vistula.kernel.bars import Bar, Offer, barred, first, group, left, never, only
from vistula.kernel.decision import ONLOOKER, Action, Decision, Option, SeatId
from vistula.kernel.dice import Dice
from vistula.kernel.errors import BadInput, IllegalAction, Violation, VistulaError
from vistula.kernel.game import Game
from vistula.kernel.options import UNDO, Misfit, TableOption
from vistula.kernel.procedure import (
    AGAIN,
    DONE,
    RESTART,
    SKIP,
    Call,
    Choice,
    Frame,
    Goto,
    Next,
    Return,
    Roll,
    anytime,
    choose,
    draw,
    goto,
    mix,
    procedure,
    roll,
    runs,
    sealed,
    step,
    window,
)
from vistula.kernel.seat import Seat
from vistula.kernel.state import UNKNOWN, Event, State, disclose, settle, tell
from vistula.kernel.title import Position, Result, Scenario, Title, register, registered, title

__all__ = [
    "AGAIN", "DONE", "ONLOOKER", "RESTART", "SKIP", "UNDO", "UNKNOWN", "Action", "BadInput", "Bar", "Barrier", "Call",
    "Choice", "Decision", "Dice", "Event", "Frame", "Game", "Goto", "IllegalAction", "Misfit", "Next", "Offer",
    "Option", "Position", "Result", "Return", "Roll", "Scenario", "Seat", "SeatId", "State", "TableOption", "Title",
    "Violation", "VistulaError", "anytime", "barred", "choose", "disclose", "draw", "first", "goto", "group", "left",
    "mix", "never", "only", "procedure", "register", "registered", "roll", "runs", "sealed", "settle", "step", "tell",
    "title", "window",
]  # fmt: skip
