"""How the West was Saved (Strategemata; rulebook of 2020), as a title of Vistula."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vistula.board.style import MapStyle
from vistula.games.published import Chapters, HexGame
from vistula.games.west_was_saved import (
    invariants,
    knowledge,
    overlays,
    positions,
    victory,
    view,
    warnings,
    why,
    words,
)
from vistula.games.west_was_saved.board import STYLE
from vistula.games.west_was_saved.cardfile import CARDS
from vistula.games.west_was_saved.evaluation.choices import Officer
from vistula.games.west_was_saved.forecast import forecast
from vistula.games.west_was_saved.lexicon import WestLexicon
from vistula.games.west_was_saved.model import SEATS, Model
from vistula.games.west_was_saved.procedures import PROCEDURES
from vistula.games.west_was_saved.routes import halt, route
from vistula.games.west_was_saved.sequence import Campaign
from vistula.games.west_was_saved.setup import new_state, set_up
from vistula.games.west_was_saved.state import State
from vistula.games.west_was_saved.tables import Data
from vistula.games.west_was_saved.tallies import WestTallies
from vistula.kernel import UNDO, Action, Frame, Seat, SeatId, TableOption
from vistula.kernel.views import Catalog, Forecast, Refusal

FOG = TableOption(
    "fog",
    "What you see of an enemy stack",
    ("top", "full"),
    "H-33",
    words=("Its top unit", "Only its height and facing"),
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
    chapters = Chapters(knowledge, positions, victory, invariants, words, why, view, overlays)
    m: Model
    id = "west-was-saved"
    name = "How the West was Saved"
    version = "1"
    seats = tuple(SeatId(seat) for seat in SEATS)
    options = (UNDO, FOG, EDGE)
    state = State
    procedures = PROCEDURES
    space_verbs = frozenset({"step", "place", "hex", "attack"})
    ref_kinds = {
        "unit": "piece", "units": "piece", "defenders": "piece", "support": "piece", "hex": "space", "to_hex": "space",
        "side": "side", "card": "card", "facing": "facing",
    }  # fmt: skip

    # -- starting, knowledge, course ---------------------------------------------------------------

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[State, list[Frame]]:
        s = new_state(self.m)
        self.agree(s, options)
        set_up(s)
        return s, [Campaign()]

    def agree(self, s: State, options: dict[str, str]) -> None:
        s.full_fog, s.edge_line = options["fog"] == "full", options["edge"] == "line"

    def turn(self, s: State) -> int:
        return s.turn

    # -- names -------------------------------------------------------------------------------------

    def arg_of(self, kind: str, text: str) -> int:
        if kind == "card" and not (text.isdigit() and 1 <= int(text) <= CARDS):
            raise ValueError(f"there is no card {text!r}")
        return super().arg_of(kind, text)

    def prompt_refs(self, seat: Seat[State]) -> dict[str, Any]:
        return {"turn": seat.s.turn}

    def lexicon(self) -> WestLexicon:
        return WestLexicon(self.m)

    def tallies(self) -> WestTallies:
        return WestTallies(self.m)

    # -- what is shown -----------------------------------------------------------------------------

    def warning(self, seat: Seat[State], key: str) -> str:
        return warnings.warning(seat, key)

    def no_way(self, seat: Seat[State], piece: int, space: int) -> Refusal | None:
        """Why a piece cannot be dragged to a hex."""
        return why.no_way(seat, piece, space)

    def forecast(self, seat: Seat[State], action: Action | None = None) -> Forecast | None:
        return forecast(seat, action)

    def appraiser(self) -> Officer:
        return Officer()

    def route(self, seat: Seat[State], piece: int, space: int) -> list[Action]:
        return route(seat, piece, space)

    def halt(self, seat: Seat[State], piece: int) -> Action | None:
        return halt(seat, piece)

    def style(self) -> MapStyle:
        return STYLE

    def print_catalog(self) -> Catalog:
        from vistula.games.west_was_saved.catalog import catalog

        return catalog(self.m, self.picture, Data.read(self.pack))


def load(pack: Path | None = None) -> WestWasSaved:
    return WestWasSaved(Model.load(pack), pack)
