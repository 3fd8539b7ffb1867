"""All words of Strike of the Eagle that decisions and views can use, in the order on which encodings rely.

Words are only ever added at the end of a list; anything else, or a change of areas, blocks or cards, is a new version.
"""

from __future__ import annotations

from vistula.kernel import Seat
from vistula.kernel.lexicon import Lexicon

from ..model import BLOCKS, CARDS_IN_ALL, COMMANDS, ORDERS, SIDES, Model
from ..rules.seats import player_of
from ..rules.tokens import TOKEN
from ..state import NONE, State
from .names import card_name, piece_name

_TOKENS = 80
"""More orders than both sides can have on the map in a phase, leaders' and exchanged ones included."""


class StrikeLexicon(Lexicon[State]):
    version = 0
    verbs = (
        ("pass", "button"), ("done", "button"), ("back", "button"), ("none", "button"), ("nobody", "button"),
        ("poland", "button"), ("russia", "button"), ("stay", "button"), ("halt", "button"), ("keep", "button"),
        ("plain", "button"), ("deck", "button"), ("orders", "button"), ("cubes", "button"), ("event", "button"),
        ("ordinary", "button"), ("concede", "button"), ("black", "button"), ("white", "button"), ("green", "button"),
        *((verb, "space") for verb in ORDERS),
        ("step", "space"), ("arrive", "space"), ("battle", "space"), ("retreat", "space"), ("go", "space"),
        ("garrison", "space"), ("site", "space"), ("strategic", "space"), ("area", "space"), ("sikorski", "space"),
        ("order", "piece"), ("block", "piece"), ("leader", "piece"), ("detach", "piece"), ("detach-two", "piece"),
        ("lose", "piece"), ("come-in", "piece"), ("return", "piece"), ("division", "piece"), ("absorb", "piece"),
        ("strengthen", "piece"), ("build", "piece"), ("countermand", "piece"),
        ("card", "card"), ("discard", "card"), ("react", "card"), ("battle-card", "card"), ("modifier", "card"),
        ("name", "card"),
        ("keep", "number"), ("return", "number"), ("north", "button"), ("south", "button"),
    )  # fmt: skip
    numbers = range(len(ORDERS))
    marks = (
        "executed", "marched", "unsupplied", "stuck", "fought", "detached", "open", "spent", "crossed", "leader",
    )  # fmt: skip
    backs = ("executed", "marched", "unsupplied", "stuck", "fought", "detached", "crossed")
    signs = ("garrison-poland", "garrison-russia", "target", "closed")

    def __init__(self, m: Model) -> None:
        self.names = {
            "piece": (
                *(piece_name(p) for p in range(BLOCKS)),
                *(piece_name(TOKEN + id) for id in range(_TOKENS)),
            ),
            "card": tuple(card_name(card) for card in range(CARDS_IN_ALL)),
        }
        slots = max(len(scene.slots) for scene in m.scenes)
        piles = [f"{fate}-{side}" for fate in ("pool", "eliminated") for side in SIDES]
        self.boxes = (*piles, *(f"turn-{slot}" for slot in range(slots)))

    def features(self, seat: Seat[State]) -> dict[str, float]:
        s = seat.s
        player = player_of(s, seat.id)
        black, white, green = s.cubes[player] if player != NONE else (0, 0, 0)
        return {
            "round": s.round,
            "phase": s.phase,
            "step": s.step,
            "lead": s.vp,
            "initiative north": s.initiative[0],
            "initiative south": s.initiative[1],
            "black cubes": black,
            "white cubes": white,
            "green cubes": green,
            **{f"orders allowed {c}": s.allowance[c] for c in COMMANDS},
            **{f"orders placed {c}": s.placed[c] for c in COMMANDS},
            "Lithuania": s.lithuania,
            "last phase": s.closing,
        }
