"""How the West was Saved (Strategemata; rulebook of 2020), as a title of Vistula."""

from __future__ import annotations

from pathlib import Path

from vistula.games.published import HexGame, of_model
from vistula.kernel import Frame

from .cards.cardfile import CARDS
from .evaluation.brief import Brief
from .evaluation.choices import Officer
from .model import SEATS, Model
from .rules.sequence import Campaign
from .rules.setup import new_state, set_up
from .shown.lexicon import WestLexicon
from .shown.tallies import WestTallies
from .state import State


class WestWasSaved(HexGame[State]):
    folder = Path(__file__).parent
    m: Model
    seats = SEATS
    appraiser = staticmethod(Officer)
    brief, lexicon, tallies = of_model(Brief), of_model(WestLexicon), of_model(WestTallies)

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[State, list[Frame]]:
        s = new_state(self.m.scene(scenario))
        self.agree(s, options)
        set_up(s)
        return s, [Campaign()]

    def adopt(self, s: State, scenario: str) -> State:
        s.m = self.m.scene(scenario)
        return s

    def agree(self, s: State, options: dict[str, str]) -> None:
        s.full_fog, s.edge_line = options["fog"] == "full", options["edge"] == "line"

    def arg_of(self, kind: str, text: str) -> int:
        if kind == "card" and not (text.isdigit() and 1 <= int(text) <= CARDS):
            raise ValueError(f"there is no card {text!r}")
        return super().arg_of(kind, text)


def load(pack: Path | None = None) -> WestWasSaved:
    return WestWasSaved(Model.load(pack), pack)
