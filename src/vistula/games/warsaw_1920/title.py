"""Warsaw 1920 (Bonsai Games; rulebook of the English edition), as a title of Vistula."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vistula.board.style import MapStyle
from vistula.games.warsaw_1920 import invariants, knowledge, positions, victory, warnings, why, words
from vistula.games.warsaw_1920.combat import Advance, Attack, Charge, CombatPhase, Exchange
from vistula.games.warsaw_1920.evaluation.choices import Officer
from vistula.games.warsaw_1920.forecast import forecast
from vistula.games.warsaw_1920.lexicon import WarsawLexicon
from vistula.games.warsaw_1920.model import SEATS, Model
from vistula.games.warsaw_1920.movement import Move, MovementPhase
from vistula.games.warsaw_1920.overlays import overlay
from vistula.games.warsaw_1920.refit import RefitPhase
from vistula.games.warsaw_1920.reinforcements import Placement, ReinforcementPhase
from vistula.games.warsaw_1920.retreat import Retreat, Retreats, Routs
from vistula.games.warsaw_1920.routes import route
from vistula.games.warsaw_1920.sequence import Campaign, PlayerTurn
from vistula.games.warsaw_1920.setup import PolishDeployment, RussianDeployment, new_state, quick_setup
from vistula.games.warsaw_1920.stacking import StackingCheck
from vistula.games.warsaw_1920.state import State
from vistula.games.warsaw_1920.supply import DefenceSupply, OperationSupply, Resupply
from vistula.games.warsaw_1920.tables import Data
from vistula.games.warsaw_1920.tallies import WarsawTallies
from vistula.games.warsaw_1920.view import view
from vistula.kernel import UNDO, Action, Event, Frame, Position, Result, Scenario, Seat, SeatId, Title
from vistula.kernel.checklist import Checklist
from vistula.kernel.views import Catalog, Forecast, Overlay, Refusal, View

if TYPE_CHECKING:
    from vistula.board.picture import BoardPicture

HERE = Path(__file__).parent


class Warsaw1920(Title[State]):
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

    def __init__(self, m: Model, pack: Path | None = None) -> None:
        self.m = m
        self.pack = pack
        self.data_hash = m.hash
        self.checklist = Checklist.read(HERE / "rules.toml")
        self.diary = tomllib.loads((HERE / "diary.toml").read_text(encoding="utf8"))
        self.scenarios = tuple(Scenario(sc.id, sc.title, sc.turns, (self.seats,), sc.about) for sc in m.scenarios)

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[State, list[Frame]]:
        how = next(sc.setup for sc in self.m.scenarios if sc.id == scenario)
        s = new_state(self.m)
        if how == "quick":
            quick_setup(s)
        return s, [Campaign(free=how == "free")]

    def position(self, text: str, where: str) -> Position[State]:
        return positions.position(self.m, text, where)

    def adopt(self, s: State) -> State:
        s.m = self.m
        return s

    def mask(self, s: State, seat: SeatId) -> State:
        return knowledge.mask(s, seat)

    def fill(self, m: State, seat: SeatId, rng: random.Random) -> State:
        return knowledge.fill(m, seat, rng)

    def veil(self, s: State, seat: SeatId, name: str, value: Any) -> Any:
        return knowledge.veil(s, seat, name, value)

    def result(self, s: State) -> Result | None:
        return victory.result(s)

    def turn(self, s: State) -> int:
        return s.turn

    def check(self, s: State, stack: Sequence[Frame]) -> None:
        invariants.check(s, stack)

    def name_of(self, kind: str, arg: int) -> str:
        if kind == "space":
            return self.m.grid.number(arg)
        if kind == "piece":
            return self.m.key[arg]
        return str(arg)

    def arg_of(self, kind: str, text: str) -> int:
        if kind == "space":
            return self.m.hex(text)
        if kind == "piece":
            if text not in self.m.unit_by_key:
                raise ValueError(f"there is no unit {text!r}")
            return self.m.unit_by_key[text]
        return int(text)

    def say(self, kind: str, arg: Any) -> str:
        return words.say(self.m, kind, arg)

    def tale(self, event: Event) -> str:
        line = super().tale(event)
        return line[:1].upper() + line[1:]

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

    def view(self, seat: Seat[State]) -> View:
        return view(seat)

    def why_not(self, seat: Seat[State], kind: str, arg: int) -> Refusal | None:
        return why.why_not(seat, kind, arg)

    def refuse(self, seat: Seat[State], action: Action) -> Refusal | None:
        return why.refuse(seat, action)

    def no_way(self, seat: Seat[State], piece: int, space: int) -> Refusal | None:
        """Why a unit cannot be dragged to a hex."""
        return why.no_way(seat, piece, space)

    def forecast(self, seat: Seat[State], action: Action | None = None) -> Forecast | None:
        return forecast(seat, action)

    def overlay(self, seat: Seat[State], kind: str, arg: int | None = None) -> Overlay:
        return overlay(seat, kind, arg)

    def route(self, seat: Seat[State], piece: int, space: int) -> list[Action]:
        return route(seat, piece, space)

    def catalog(self) -> Catalog:
        return self._catalog

    def board(self, view: View | None = None) -> str:
        return self._picture.position(self._catalog, view) if view else self._picture.map()

    @cached_property
    def _picture(self) -> BoardPicture:
        from vistula.board.picture import BoardPicture  # drawing is needed by few and takes long to load

        return BoardPicture(self.m.board, MapStyle(turns=self.m.dates[1:]))

    @cached_property
    def _catalog(self) -> Catalog:
        from vistula.games.warsaw_1920.catalog import catalog

        return catalog(self.m, self._picture, Data.read(self.pack))


def load(pack: Path | None = None) -> Warsaw1920:
    return Warsaw1920(Model.load(pack), pack)
