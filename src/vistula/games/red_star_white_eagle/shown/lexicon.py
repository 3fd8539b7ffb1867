"""The words of Red Star/White Eagle on which encodings in numbers are built.

Words are only ever added at the end of a list; anything else, or a change of hexes or counters, is a new version.
"""

from __future__ import annotations

from vistula.kernel import Seat
from vistula.kernel.lexicon import Lexicon

from ..model import SEATS, Model
from ..rules.control import vp
from ..rules.losses import Losses
from ..rules.movement import Move
from ..state import State
from ..units import POLAND, RUSSIA


class StarLexicon(Lexicon[State]):
    version = 0
    verbs = (
        ("unit", "piece"), ("step", "space"), ("strategic", "space"), ("rail", "space"), ("sail", "space"),
        ("place", "space"), ("enter", "space"), ("enter", "piece"), ("end", "button"), ("stop", "button"),
        ("cancel", "button"), ("done", "button"), ("back", "button"), ("canal", "button"), ("board", "piece"),
        ("land", "piece"), ("counter", "piece"), ("recreate", "piece"), ("rebuild", "piece"), ("split", "piece"),
        ("join", "piece"), ("withdraw", "piece"), ("reserve", "piece"), ("hold", "button"), ("all", "button"),
        ("substitute", "button"), ("strength", "number"), ("factors", "number"), ("check", "piece"),
        ("flip", "piece"), ("overstack", "piece"), ("without", "piece"), ("declare", "button"), ("strike", "button"),
        ("pass", "button"), ("lose", "piece"), ("invert", "piece"), ("invert", "button"), ("again", "piece"),
        ("usual", "button"), ("history", "button"), ("entrain", "button"),
        ("attack", "space"), ("resolve", "button"), ("everyone", "button"), ("drop", "piece"), ("walk", "piece"),
        ("charge", "piece"), ("lower", "button"), ("restore", "button"), ("fly", "button"), ("retreat", "space"),
        ("leave", "number"), ("give_up", "button"),
        ("passage-west", "button"), ("passage-southwest", "button"),
    )  # fmt: skip
    numbers = range(16)
    marks = (
        "weak", "overstacked", "moved", "strategic", "rebuilt", "attacked", "retreated", "charge", "attacking",
        "to-retreat", "moving", "may-advance", "selected",
    )  # fmt: skip
    signs = ("control-poland", "control-russia", "target", "struck")

    def __init__(self, m: Model) -> None:
        turns = max(scene.turns for scene in m.scenarios)
        kinds = (
            "arriving", "reserve", "rally", "garrison", "off-0", "off-1", "off-2", "off-3", "off-4", "aside",
            "eliminated", "removed", *(f"turn-{turn}" for turn in range(1, turns + 1)),
        )  # fmt: skip
        self.boxes = ("counters", *(f"{kind}-{seat}" for kind in kinds for seat in SEATS))

    def features(self, seat: Seat[State]) -> dict[str, float]:
        s = seat.s
        move, losses, points = seat.under(Move), seat.under(Losses), vp(s)
        return {
            "Poland on turn": s.side == POLAND,
            "phase": s.phase,
            "Polish victory points": points[POLAND],
            "Russian victory points": points[RUSSIA],
            **{f"replacements {pool}": number for pool, number in enumerate(s.pool)},
            "Freikorps factors": s.freikorps_points,
            "quarters on the net": s.rail_used,
            "rally": s.rally,
            "Ukrainians": s.ukrainians,
            "Standdown": s.standdown,
            "cavalry owed": s.deficit,
            "movement points left": move.left if move else 0,
            "way of moving": move.way if move else -1,
            "factors to lose": losses.need if losses else 0,
        }
