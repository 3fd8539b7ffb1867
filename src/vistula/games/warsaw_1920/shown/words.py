"""How things are called in sentences: units, hexes, modifiers, points; all else is listed in words.toml."""

from __future__ import annotations

from typing import Any

from vistula.games.wording import Wording
from vistula.kernel import UNKNOWN

from ..model import Model

UNSEEN = "an unseen unit"
WORDS = Wording.beside(__file__)
FRONTS = WORDS.of("front")
amount = WORDS.amount


def say(m: Model, kind: str, arg: Any) -> str:
    """A thing of some kind in words."""
    if kind == "piece":
        return UNSEEN if arg == UNKNOWN else m.full_name[arg]
    if kind == "space":
        return m.hex_name(arg)
    if kind == "die":
        return f"{arg:+d}" if arg else "no modifier"
    if kind == "added":
        return f" {arg:+d}" if arg else ""
    if kind == "stock":
        return f"keeps its {amount('supply', arg)}" if arg else "has no points left"
    return WORDS.say(kind, arg)
