"""The message types of the table. Nothing else goes over the wire.

Every thing of a game is called by its printed name (a hex number, a counter's key), never by the
engine's integers. A client message carries an id that the client made, so that a repeated one is
done once, and the seat's own revision, so that one made on an old view gets the fresh view.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from vistula.kernel.views import Forecast, Overlay, Refusal, View

Who = Literal["me", "link", "computer"]


class Wire(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What all messages have in common."""


# -- HTTP: the shelf and its tables ---------------------------------------------------------------------


class ScenarioCard(Wire):
    id: str
    title: str
    about: str = ""
    turns: int = 0


class OptionCard(Wire):
    """A table option: an agreed choice, such as how far undo goes."""

    id: str
    title: str
    choices: list[str]
    ruling: str = ""


class SeatCard(Wire):
    id: str
    name: str
    about: str = ""


class GameCard(Wire):
    """One game on the shelf. A game that cannot be played yet has no scenarios."""

    id: str
    name: str
    about: str
    length: str = ""
    seats: list[SeatCard] = []
    scenarios: list[ScenarioCard] = []
    options: list[OptionCard] = []
    levels: list[str] = []  # computer players, weakest first
    rules_total: int = 0
    rules_done: int = 0
    hash: str = ""  # of catalog, board and counters, for caching


class Shelf(Wire):
    games: list[GameCard]
    quick: NewTable | None = None  # what the big button starts


class SeatPlan(Wire):
    """Who shall sit somewhere: me (a token for this browser), another person by link, or the computer."""

    who: Who
    level: str = ""
    name: str = ""


class NewTable(Wire):
    game: str
    scenario: str
    options: dict[str, str] = {}
    seats: dict[str, SeatPlan] = {}
    listed: bool = False  # may strangers find and watch it?


class SeatToken(Wire):
    seat: str
    who: Who
    token: str = ""  # secret: opens this seat


class TableOpened(Wire):
    table: str
    seats: list[SeatToken]
    onlooker: str  # token of the link for onlookers
    seal: str


class TableCard(Wire):
    """A table as its seats, or strangers if it is listed, may see it from outside."""

    table: str
    game: str
    scenario: str
    turn: int = 0
    phase: str = ""
    seats: dict[str, str] = {}  # seat -> name of whoever sits there
    on_move: list[str] = []
    seat: str = ""  # the seat that the token asked with opens; "" for onlookers
    your_move: bool = False
    over: bool = False
    result: dict[str, Any] | None = None
    updated: str = ""
    frozen: str = ""  # why a table that no longer replays is only for export


class Tokens(Wire):
    """Ask for the tables that these tokens open."""

    tokens: list[str]


class TableCards(Wire):
    tables: list[TableCard]


class RuleCard(Wire):
    id: str
    title: str
    says: str
    status: str
    code: list[str] = []
    tests: list[str] = []
    rulings: list[str] = []


class RulingCard(Wire):
    id: str
    title: str
    text: str
    rules: list[str] = []


class RulesPage(Wire):
    rules: list[RuleCard]
    rulings: list[RulingCard]


class Problem(Wire):
    """Why a request was refused: what, where, and what to do."""

    error: str
    why: str
    rule: str = ""


# -- WebSocket: client to server ------------------------------------------------------------------------


class Deed(Wire):
    """One action by names: verb and what it is applied to."""

    verb: str
    arg: str = ""


class Ask(Wire, tag_field="type"):
    """A client message. `id` is made by the client; the answer carries it back."""

    id: str


class Hello(Ask, tag="hello"):
    """The first message: who I am and what I have seen."""

    token: str
    heard: int = 0  # events already shown in this browser


class Act(Ask, tag="act"):
    revision: int
    actions: list[Deed]


class Go(Ask, tag="go"):
    revision: int
    piece: str
    space: str


class Undo(Ask, tag="undo"):
    revision: int
    reset: bool = False  # back to the last barrier, not only the last message


class Why(Ask, tag="why"):
    kind: str
    name: str


class Odds(Ask, tag="odds"):
    verb: str = ""
    arg: str = ""


class Paint(Ask, tag="paint"):
    kind: str
    name: str = ""


class Way(Ask, tag="way"):
    """The path that `go` would take."""

    piece: str
    space: str


class Stand(Ask, tag="stand"):
    kind: str
    passes: bool = True


class Chat(Ask, tag="chat"):
    text: str


class Look(Ask, tag="look"):
    space: str


class Resign(Ask, tag="resign"):
    pass


class Rematch(Ask, tag="rematch"):
    pass


class AskBack(Ask, tag="ask_back"):
    """Ask the others to let me take back beyond the last barrier, to where I last began to act."""


class AllowBack(Ask, tag="allow_back"):
    allow: bool


ClientMessage = (
    Hello | Act | Go | Undo | Why | Odds | Paint | Way | Stand | Chat | Look | Resign | Rematch | AskBack | AllowBack
)


# -- WebSocket: server to client ------------------------------------------------------------------------


class Line(Wire):
    """One line of the campaign diary as this seat may read it."""

    n: int
    rule: str
    key: str
    text: str
    actor: str = ""
    pieces: list[str] = []
    spaces: list[str] = []


class Tell(Wire, tag_field="type"):
    """A server message."""


class Welcome(Tell, tag="welcome"):
    id: str
    table: str
    game: str
    seat: str
    seats: dict[str, str]
    scenario: str
    options: dict[str, str]
    seal: str
    secret: str = ""  # the opened seal, once the game is over
    last_acted: int = 0  # number of the first diary line after this seat's last action


class Update(Tell, tag="update"):
    """The seat's whole view, when it has changed, with the diary lines that are new to this connection."""

    revision: int
    view: View
    lines: list[Line] = []
    thinking: list[str] = []  # computer seats at work


class Answer(Tell, tag="answer"):
    """What came of a client message."""

    id: str
    done: int = 0
    refusal: Refusal | None = None
    forecast: Forecast | None = None
    overlay: Overlay | None = None
    way: list[str] | None = None
    table: str = ""  # of a rematch
    token: str = ""
    stale: bool = False


class Said(Tell, tag="said"):
    seat: str
    text: str
    at: str


class Pointed(Tell, tag="pointed"):
    seat: str
    space: str


class Thinking(Tell, tag="thinking"):
    seat: str
    progress: float = 0.0


class Presence(Tell, tag="presence"):
    online: list[str]


class BackAsked(Tell, tag="back_asked"):
    seat: str


class Notice(Tell, tag="notice"):
    text: str


class Refused(Tell, tag="refused"):
    """A message that could not be read or came at the wrong time."""

    id: str = ""
    error: str = ""
    why: str = ""


ServerMessage = Welcome | Update | Answer | Said | Pointed | Thinking | Presence | BackAsked | Notice | Refused
