"""Warsaw 1920 (Bonsai Games; rulebook of the English edition), as a title of Vistula."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vistula.art.style import MapStyle
from vistula.games.published import HexGame, of_model, procedures_of
from vistula.kernel import UNDO, Frame, Seat, SeatId
from vistula.kernel.gestures import Group
from vistula.kernel.views import Catalog

from . import invariants, knowledge
from .evaluation.brief import Brief
from .evaluation.choices import Officer
from .model import RUSSIA, SEATS, Model
from .rules import victory
from .rules.sequence import Campaign
from .rules.setup import new_state, quick_setup
from .shown import forecast, overlays, position, routes, view, warnings, why, words
from .shown.lexicon import WarsawLexicon
from .shown.tallies import WarsawTallies
from .state import State
from .tables import Data


class Warsaw1920(HexGame[State]):
    folder = Path(__file__).parent
    m: Model
    id = "warsaw-1920"
    name = "Warsaw 1920"
    version = "1"
    seats = tuple(SeatId(seat) for seat in SEATS)
    options = (UNDO,)
    state = State
    procedures = procedures_of(Campaign)
    space_verbs = frozenset({"step", "place", "hex", "attack"})
    ref_kinds = {
        "unit": "piece", "units": "piece", "defenders": "piece", "hex": "space", "to_hex": "space", "front": "front",
        "side": "side",
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
    ways = staticmethod(routes.ways)
    halt = staticmethod(routes.halt)
    forecast = staticmethod(forecast.forecast)
    positions = staticmethod(position.codec)

    appraiser = staticmethod(Officer)
    brief = of_model(Brief)
    lexicon = of_model(WarsawLexicon)
    say = of_model(words.say)
    tallies = of_model(WarsawTallies)

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[State, list[Frame]]:
        how = next(sc.setup for sc in self.m.scenarios if sc.id == scenario)
        s = new_state(self.m)
        if how == "quick":
            quick_setup(s)
        return s, [Campaign(free=how == "free")]

    def groups(self, seat: Seat[State]) -> list[Group]:
        """The two Fronts of the Red Army."""
        if seat.id != SEATS[RUSSIA]:
            return []
        fronts = zip(("west", "southwest"), words.FRONTS, self.m.army_of, strict=True)
        return [Group(id, name, pieces) for id, name, pieces in fronts]

    def warning(self, seat: Seat[State], key: str) -> str:
        return warnings.warning(seat.s, key)

    def prompt_refs(self, seat: Seat[State]) -> dict[str, Any]:
        return {"operation": seat.s.operation, "turn": seat.s.turn}

    def style(self) -> MapStyle:
        return MapStyle(turns=self.m.dates[1:])

    def print_catalog(self) -> Catalog:
        from .shown.catalog import catalog

        return catalog(self.m, self.picture, Data.read(self.pack))


def load(pack: Path | None = None) -> Warsaw1920:
    return Warsaw1920(Model.load(pack), pack)
