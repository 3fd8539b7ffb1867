"""How the West was Saved (Strategemata; rulebook of 2020), as a title of Vistula."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vistula.games.west_was_saved import invariants, knowledge, positions, victory, warnings, why, words
from vistula.games.west_was_saved.board import STYLE
from vistula.games.west_was_saved.cardfile import CARDS
from vistula.games.west_was_saved.evaluation.choices import Officer
from vistula.games.west_was_saved.forecast import forecast
from vistula.games.west_was_saved.lexicon import WestLexicon
from vistula.games.west_was_saved.model import SEATS, Model
from vistula.games.west_was_saved.overlays import overlay
from vistula.games.west_was_saved.procedures import PROCEDURES
from vistula.games.west_was_saved.routes import route
from vistula.games.west_was_saved.sequence import Campaign
from vistula.games.west_was_saved.setup import new_state, set_up
from vistula.games.west_was_saved.state import State
from vistula.games.west_was_saved.tables import Data
from vistula.games.west_was_saved.tallies import WestTallies
from vistula.games.west_was_saved.view import view
from vistula.kernel import UNDO, Action, Event, Frame, Position, Result, Scenario, Seat, SeatId, TableOption, Title
from vistula.kernel.checklist import Checklist
from vistula.kernel.views import Catalog, Forecast, Overlay, Refusal, View

if TYPE_CHECKING:
    from vistula.board.picture import BoardPicture

HERE = Path(__file__).parent
FOG = TableOption(
    "fog", "Enemy stacks: the top counter is seen, or nothing but height and facing", ("top", "full"), "H-33"
)
EDGE = TableOption(
    "edge", "The Russian source: the hexes of the east edge, or the edge line beyond them", ("hexes", "line"), "H-1"
)


class WestWasSaved(Title[State]):
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

    def __init__(self, m: Model, pack: Path | None = None) -> None:
        self.m = m
        self.pack = pack
        self.data_hash = m.hash
        self.checklist = Checklist.read(HERE / "rules.toml")
        self.diary = tomllib.loads((HERE / "diary.toml").read_text(encoding="utf8"))
        self.scenarios = tuple(Scenario(sc.id, sc.title, sc.turns, (self.seats,), sc.about) for sc in m.scenarios)

    # -- starting, knowledge, course ---------------------------------------------------------------

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[State, list[Frame]]:
        s = new_state(self.m)
        self.agree(s, options)
        set_up(s)
        return s, [Campaign()]

    def agree(self, s: State, options: dict[str, str]) -> None:
        s.full_fog, s.edge_line = options["fog"] == "full", options["edge"] == "line"

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

    # -- names -------------------------------------------------------------------------------------

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
        if kind == "card" and not (text.isdigit() and 1 <= int(text) <= CARDS):
            raise ValueError(f"there is no card {text!r}")
        return int(text)

    def say(self, kind: str, arg: Any) -> str:
        return words.say(self.m, kind, arg)

    def tale(self, event: Event) -> str:
        line = super().tale(event)
        return line[:1].upper() + line[1:]

    def prompt_refs(self, seat: Seat[State]) -> dict[str, Any]:
        return {"turn": seat.s.turn}

    def lexicon(self) -> WestLexicon:
        return WestLexicon(self.m)

    def tallies(self) -> WestTallies:
        return WestTallies(self.m)

    # -- what is shown -----------------------------------------------------------------------------

    def view(self, seat: Seat[State]) -> View:
        return view(seat)

    def overlay(self, seat: Seat[State], kind: str, arg: int | None = None) -> Overlay:
        return overlay(seat, kind, arg)

    def warning(self, seat: Seat[State], key: str) -> str:
        return warnings.warning(seat, key)

    def why_not(self, seat: Seat[State], kind: str, arg: int) -> Refusal | None:
        return why.why_not(seat, kind, arg)

    def refuse(self, seat: Seat[State], action: Action) -> Refusal | None:
        return why.refuse(seat, action)

    def no_way(self, seat: Seat[State], piece: int, space: int) -> Refusal | None:
        """Why a piece cannot be dragged to a hex."""
        return why.no_way(seat, piece, space)

    def forecast(self, seat: Seat[State], action: Action | None = None) -> Forecast | None:
        return forecast(seat, action)

    def appraiser(self) -> Officer:
        return Officer()

    def route(self, seat: Seat[State], piece: int, space: int) -> list[Action]:
        return route(seat, piece, space)

    def catalog(self) -> Catalog:
        return self._catalog

    def board(self, view: View | None = None) -> str:
        return self._picture.position(self._catalog, view) if view else self._picture.map()

    @cached_property
    def _picture(self) -> BoardPicture:
        from vistula.board.picture import BoardPicture  # drawing is needed by few and takes long to load

        return BoardPicture(self.m.board, STYLE)

    @cached_property
    def _catalog(self) -> Catalog:
        from vistula.games.west_was_saved.catalog import catalog

        return catalog(self.m, self._picture, Data.read(self.pack))


def load(pack: Path | None = None) -> WestWasSaved:
    return WestWasSaved(Model.load(pack), pack)
