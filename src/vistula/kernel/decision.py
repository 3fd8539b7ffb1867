"""What a seat is asked, and what it may answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NewType

import msgspec

SeatId = NewType("SeatId", str)
ONLOOKER = SeatId("")
"""Whoever watches without a seat: he knows only what no seat may hide from another."""
ASK_ANYWAY = "ask"
"""The standing answer by which a seat is asked to react though it has nothing to react with."""
Kind = Literal["space", "piece", "card", "link", "number", "button"]


class Action(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One click: a verb and the one thing it is applied to."""

    verb: str
    arg: int = 0


class Option(msgspec.Struct, frozen=True, gc=False):
    """A verb with everything it may be applied to.

    `free` marks verbs that only take back or rearrange: random and search never choose them.
    `publish` marks verbs that end a seat's draft: the others see it then, and undo stops there.
    `ends` marks, in a sealed step, the verb that makes its seat ready.
    `warn` is the key of a message about what the choice would cost.
    `beside` marks what may be done at any time and is no answer to what is asked; the kernel sets it.
    """

    verb: str
    args: Sequence[int] = (0,)
    kind: Kind = "button"
    label: str = ""
    warn: str = ""
    free: bool = False
    publish: bool = False
    ends: bool = False
    beside: bool = False


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A question put to one seat. `waits` is False for what may be done beside another seat's decision.

    `window` is the kind of the window in which it is asked, if it is a chance to react.
    """

    seat: SeatId
    rule: str
    prompt: str
    options: list[Option]
    step: str = ""
    waits: bool = True
    window: str = ""

    @property
    def idle(self) -> bool:
        """Whether it is a chance to react with nothing to react with: all that can be done is to pass."""
        return bool(self.window) and len(self.options) == 1 and len(self.options[0].args) == 1

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.option(action) is not None

    def option(self, action: Action) -> Option | None:
        """The option that offers this action, if one does."""
        for option in self.options:
            if option.verb == action.verb and action.arg in option.args:
                return option
        return None

    def actions(self) -> list[Action]:
        return [Action(option.verb, arg) for option in self.options for arg in option.args]

    def verbs(self) -> dict[str, Sequence[int]]:
        return {option.verb: option.args for option in self.options}
