"""How the West was Saved (Strategemata; rulebook of 2020), as a title of Vistula."""

from __future__ import annotations

from pathlib import Path

from vistula.art.style import MapStyle
from vistula.games.published import HexGame, of_model, procedures_of
from vistula.kernel import UNDO, Frame, SeatId, TableOption
from vistula.kernel.views import Catalog

from . import invariants, knowledge
from .board import STYLE
from .cards.cardfile import CARDS
from .evaluation.brief import Brief
from .evaluation.choices import Officer
from .model import SEATS, Model
from .rules import victory
from .rules.sequence import Campaign
from .rules.setup import new_state, set_up
from .shown import forecast, overlays, position, routes, view, warnings, why, words
from .shown.lexicon import WestLexicon
from .shown.tallies import WestTallies
from .state import State
from .tables import Data

FOG = TableOption(
    "fog",
    "What you see of an enemy stack",
    ("top", "full"),
    "H-33",
    words=("Its top unit", "Only its height and facing"),
    group="optional",
)
EDGE = TableOption(
    "edge",
    "Russian supply starts",
    ("line", "hexes"),
    "H-1",
    words=("Just off the map", "In the east-edge hexes"),
)


class WestWasSaved(HexGame[State]):
    folder = Path(__file__).parent
    m: Model
    id = "west-was-saved"
    name = "How the West was Saved"
    version = "1"
    seats = tuple(SeatId(seat) for seat in SEATS)
    options = (UNDO, FOG, EDGE)
    state = State
    procedures = procedures_of(Campaign)
    space_verbs = frozenset({"step", "place", "hex", "attack"})
    ref_kinds = {
        "unit": "piece", "units": "piece", "defenders": "piece", "support": "piece", "hex": "space", "to_hex": "space",
        "side": "side", "card": "card", "facing": "facing",
    }  # fmt: skip

    # -- which module answers what -----------------------------------------------------------------

    mask = staticmethod(knowledge.mask)
    fill = staticmethod(knowledge.fill)
    veil = staticmethod(knowledge.veil)
    result = staticmethod(victory.result)
    check = staticmethod(invariants.check)
    refuse = staticmethod(why.refuse)
    view = staticmethod(view.view)
    overlay = staticmethod(overlays.overlay)
    no_way = staticmethod(routes.no_way)
    about = staticmethod(routes.about)
    way = staticmethod(routes.way)
    halt = staticmethod(routes.halt)
    forecast = staticmethod(forecast.forecast)
    positions = staticmethod(position.codec)
    warning = staticmethod(warnings.warning)

    appraiser = staticmethod(Officer)
    brief = of_model(Brief)
    lexicon = of_model(WestLexicon)
    say = of_model(words.say)
    tallies = of_model(WestTallies)

    # -- starting, knowledge, course ---------------------------------------------------------------

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[State, list[Frame]]:
        s = new_state(self.m)
        self.agree(s, options)
        set_up(s)
        return s, [Campaign()]

    def agree(self, s: State, options: dict[str, str]) -> None:
        s.full_fog, s.edge_line = options["fog"] == "full", options["edge"] == "line"

    # -- names -------------------------------------------------------------------------------------

    def arg_of(self, kind: str, text: str) -> int:
        if kind == "card" and not (text.isdigit() and 1 <= int(text) <= CARDS):
            raise ValueError(f"there is no card {text!r}")
        return super().arg_of(kind, text)

    def style(self) -> MapStyle:
        return STYLE

    def print_catalog(self) -> Catalog:
        from .shown.catalog import catalog

        return catalog(self.m, self.picture, Data.read(self.pack))


def load(pack: Path | None = None) -> WestWasSaved:
    return WestWasSaved(Model.load(pack), pack)
