"""Warsaw 1920 (Bonsai Games; rulebook of the English edition), as a title of Vistula."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vistula.art.style import MapStyle
from vistula.games.published import HexGame, of_model
from vistula.kernel import Frame, Seat
from vistula.kernel.gestures import Group

from .evaluation.brief import Brief
from .evaluation.choices import Officer
from .model import RUSSIA, SEATS, Model
from .rules.sequence import Campaign
from .rules.setup import new_state, quick_setup
from .shown.lexicon import WarsawLexicon
from .shown.tallies import WarsawTallies
from .shown.words import FRONTS
from .state import State


class Warsaw1920(HexGame[State]):
    folder = Path(__file__).parent
    m: Model
    seats = SEATS
    appraiser = staticmethod(Officer)
    brief, lexicon, tallies = of_model(Brief), of_model(WarsawLexicon), of_model(WarsawTallies)

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
        fronts = zip(("west", "southwest"), FRONTS, self.m.army_of, strict=True)
        return [Group(id, name, pieces) for id, name, pieces in fronts]

    def prompt_refs(self, seat: Seat[State]) -> dict[str, Any]:
        return {"operation": seat.s.operation, "turn": seat.s.turn}

    def style(self) -> MapStyle:
        return MapStyle(turns=self.m.dates[1:])


def load(pack: Path | None = None) -> Warsaw1920:
    return Warsaw1920(Model.load(pack), pack)
