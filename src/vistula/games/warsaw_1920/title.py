"""Warsaw 1920 (Bonsai Games; rulebook of the English edition), as a title of Vistula."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vistula.board.style import MapStyle
from vistula.games.published import Chapters, HexGame
from vistula.games.warsaw_1920 import invariants, knowledge, overlays, positions, victory, view, warnings, why, words
from vistula.games.warsaw_1920.combat import Advance, Attack, Charge, CombatPhase, Exchange
from vistula.games.warsaw_1920.evaluation.choices import Officer
from vistula.games.warsaw_1920.forecast import forecast
from vistula.games.warsaw_1920.lexicon import WarsawLexicon
from vistula.games.warsaw_1920.model import SEATS, Model
from vistula.games.warsaw_1920.movement import Move, MovementPhase
from vistula.games.warsaw_1920.refit import RefitPhase
from vistula.games.warsaw_1920.reinforcements import Placement, ReinforcementPhase
from vistula.games.warsaw_1920.retreat import Retreat, Retreats, Routs
from vistula.games.warsaw_1920.routes import halt, no_way, route
from vistula.games.warsaw_1920.sequence import Campaign, PlayerTurn
from vistula.games.warsaw_1920.setup import PolishDeployment, RussianDeployment, new_state, quick_setup
from vistula.games.warsaw_1920.stacking import StackingCheck
from vistula.games.warsaw_1920.state import State
from vistula.games.warsaw_1920.supply import DefenceSupply, OperationSupply, Resupply
from vistula.games.warsaw_1920.tables import Data
from vistula.games.warsaw_1920.tallies import WarsawTallies
from vistula.kernel import UNDO, Action, Frame, Seat, SeatId
from vistula.kernel.views import Catalog, Forecast, Refusal


class Warsaw1920(HexGame[State]):
    folder = Path(__file__).parent
    chapters = Chapters(knowledge, positions, victory, invariants, words, why, view, overlays)
    m: Model
    id = "warsaw-1920"
    name = "Warsaw 1920"
    version = "1"
    seats = tuple(SeatId(seat) for seat in SEATS)
    options = (UNDO,)
    state = State
    procedures = (
        Campaign, PlayerTurn, PolishDeployment, RussianDeployment, ReinforcementPhase, Placement, Resupply,
        OperationSupply, DefenceSupply, MovementPhase, Move, Routs, CombatPhase, Attack, Exchange, Retreats, Retreat,
        Advance, Charge, StackingCheck, RefitPhase,
    )  # fmt: skip
    space_verbs = frozenset({"step", "place", "hex", "attack"})
    ref_kinds = {
        "unit": "piece", "units": "piece", "defenders": "piece", "hex": "space", "to_hex": "space", "front": "front",
        "side": "side",
    }  # fmt: skip

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[State, list[Frame]]:
        how = next(sc.setup for sc in self.m.scenarios if sc.id == scenario)
        s = new_state(self.m)
        if how == "quick":
            quick_setup(s)
        return s, [Campaign(free=how == "free")]

    def turn(self, s: State) -> int:
        return s.turn

    def appraiser(self) -> Officer:
        return Officer()

    def tallies(self) -> WarsawTallies:
        return WarsawTallies(self.m)

    def lexicon(self) -> WarsawLexicon:
        return WarsawLexicon(self.m)

    def warning(self, seat: Seat[State], key: str) -> str:
        return warnings.warning(seat.s, key)

    def prompt_refs(self, seat: Seat[State]) -> dict[str, Any]:
        return {"operation": seat.s.operation, "turn": seat.s.turn}

    def no_way(self, seat: Seat[State], piece: int, space: int) -> Refusal | None:
        """Why a unit cannot be dragged to a hex."""
        return no_way(seat, piece, space)

    def forecast(self, seat: Seat[State], action: Action | None = None) -> Forecast | None:
        return forecast(seat, action)

    def route(self, seat: Seat[State], piece: int, space: int) -> list[Action]:
        return route(seat, piece, space)

    def halt(self, seat: Seat[State], piece: int) -> Action | None:
        return halt(seat, piece)

    def style(self) -> MapStyle:
        return MapStyle(turns=self.m.dates[1:])

    def print_catalog(self) -> Catalog:
        from vistula.games.warsaw_1920.catalog import catalog

        return catalog(self.m, self.picture, Data.read(self.pack))


def load(pack: Path | None = None) -> Warsaw1920:
    return Warsaw1920(Model.load(pack), pack)
