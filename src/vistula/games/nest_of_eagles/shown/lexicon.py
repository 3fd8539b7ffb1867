"""The words of 1920: Nest of Eagles on which encodings in numbers are built.

Words are only ever added at the end of a list; anything else, or a change of hexes or counters, is a new version.
"""

from __future__ import annotations

from vistula.kernel import Seat
from vistula.kernel.decision import Kind
from vistula.kernel.lexicon import Lexicon

from ..model import POLAND, SEATS, Model
from ..rules.attack import Attack
from ..rules.movement import Move
from ..rules.steps import Losses
from ..state import State
from .words import card_name


class NestLexicon(Lexicon[State]):
    version = 0
    verbs = (
        ("unit", "piece"), ("drop", "piece"), ("lose", "piece"), ("rebuild", "piece"), ("strengthen", "piece"),
        ("step", "space"), ("rail", "space"), ("attack", "space"), ("hex", "space"), ("place", "space"),
        ("enter", "space"), ("end", "button"), ("stop", "button"), ("cancel", "button"), ("resolve", "button"),
        ("none", "button"), ("assault", "button"), ("thrust", "button"), ("stubborn", "button"), ("counter", "button"),
        ("react", "button"), ("pass", "button"), ("together", "button"), ("go", "button"), ("leave", "button"),
        ("back", "button"), ("done", "button"), ("theater", "number"), ("front", "number"), ("send", "piece"),
        ("merge", "piece"), ("split", "piece"), ("fill", "piece"), ("raise", "piece"), ("form", "piece"),
        ("group", "button"), ("disband", "piece"), ("transfer", "button"), ("withdraw", "button"), ("flee", "button"),
        ("pursue", "button"), ("priority", "number"), ("schedule", "number"), ("round", "number"),
        ("volunteers", "number"), ("conceal", "space"), ("off", "button"), ("event", "card"), ("patrol", "piece"),
        ("assemble", "piece"), ("dummy", "button"), ("decoy", "number"), ("show", "piece"), ("lay", "button"),
        ("part", "piece"), ("scout", "piece"), ("reveal", "space"), ("usual", "button"), ("agree", "button"),
        ("refuse", "button"),
    )  # fmt: skip
    numbers = range(26)
    marks = (
        "weak", "remnant", "moved", "attacked", "barred", "replacement", "eligible", "attacking", "to-retreat",
        "retreating", "moving", "may-advance", "selected", "dummy",
    )  # fmt: skip
    signs = ("control-poland", "control-russia", "control-lithuania", "cheka", "target")

    def __init__(self, m: Model) -> None:
        rounds = [f"round-{round}-{seat}" for round in range(1, m.rounds + 4) for seat in SEATS]
        self.names: dict[Kind, tuple[str, ...]] = {"card": tuple(card_name(m, n) for n in range(len(m.events)))}
        kinds = ("rebuild", "brigades", "volunteers", "reserves", "ukraine", "off", "removed", "sealed")
        under = [f"under-{m.key[marker]}" for marker in range(m.count, len(m.key))]  # [23.1]
        self.boxes = (*rounds, *(f"{kind}-{seat}" for kind in kinds for seat in SEATS), *under)

    def features(self, seat: Seat[State]) -> dict[str, float]:
        s = seat.s
        move, losses, attack = seat.under(Move), seat.under(Losses), seat.under(Attack)
        return {
            "Poland on turn": s.side == POLAND,
            "Poland moves": s.active == POLAND,
            "phase": s.phase,
            "victory points": s.vp,
            **{f"morale {theater}": box for theater, box in enumerate(s.morale)},
            **{f"replacements {pool}": number for pool, number in enumerate(s.pool)},
            "Poland has reacted": s.reacted[0],
            "Russia has reacted": s.reacted[1],
            "movement points left": move.left if move else 0,
            "nothing moved yet": bool(move and move.fresh),
            "steps to lose": losses.count if losses else 0,
            "order": attack.order if attack else 0,
            "answer": attack.answer if attack else 0,
        }
