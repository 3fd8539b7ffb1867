"""The message types of the table. Nothing else goes over the wire.

Every thing of a game is called by its printed name (a hex number, a counter's key), never by the
engine's integers. A client message carries an id that the client made, so that a repeated one is
done once, and the seat's own revision, so that one made on an old view gets the fresh view.

Order at a table: `Hello` is answered by `Welcome`, then one `Update`, then what has been said. What
follows from a message comes before its `Answer`: who has the answer has the view that belongs to it.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from vistula.kernel.views import Forecast, Overlay, Refusal, Verdict, View
from vistula.lab.account import Account

Who = Literal["me", "link", "anyone", "computer"]
TEXT = "^[^\\x00]*$"  # PostgreSQL keeps no NUL
MessageId = Annotated[str, Meta(min_length=1, max_length=64, pattern=TEXT)]
Token = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=80)]
Speech = Annotated[str, Meta(min_length=1, max_length=500, pattern=TEXT)]
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
Number = Annotated[int, Meta(ge=0, le=2**53)]


class Wire(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What all messages have in common."""


# -- HTTP: the shelf and its tables ---------------------------------------------------------------------


class ScenarioCard(Wire):
    id: str
    title: str
    about: str = ""
    turns: int = 0
    briefings: dict[str, str] = {}  # seat -> what it wants and how it may get there


class OptionCard(Wire):
    """A table option: an agreed choice, such as how far undo goes."""

    id: str
    title: str
    choices: list[str]
    ruling: str = ""
    words: list[str] = []  # what the choices are called, in their order
    group: str = ""  # the id of its group


class OptionGroupCard(Wire):
    """Options that are shown together, with one sentence on all of them."""

    id: str
    title: str
    says: str


class OptionDraft(Wire):
    """Options as they are being chosen for a table; what is left out is the default."""

    scenario: Name
    options: Annotated[dict[Name, Name], Meta(max_length=50)] = {}


class OptionRefusal(Wire):
    """A choice that does not go with the rest of a draft, or not in its scenario: by which rule, and why."""

    option: str
    choice: str
    why: str
    rule: str = ""


class Agreement(Wire):
    """What a draft of options comes to: who would sit at the table, and which choices do not fit.

    Where a choice that the draft has made is refused, no table can be opened so; any other is shown greyed out.
    """

    options: dict[str, str]  # all of them, as the draft has them
    seats: list[str]
    refusals: list[OptionRefusal] = []


class SeatCard(Wire):
    id: str
    name: str
    about: str = ""


class LessonCard(Wire):
    """A lesson of a game; in the order in which they are learnt."""

    id: str
    title: str
    goal: str
    minutes: int
    seat: str  # whom the learner plays


class GameCard(Wire):
    """One game on the shelf. A game that cannot be played yet has no scenarios."""

    id: str
    name: str
    about: str
    length: str = ""
    seats: list[SeatCard] = []
    seatings: dict[str, list[str]] = {}  # by the choice of the option `players`: who sits at such a table
    scenarios: list[ScenarioCard] = []
    options: list[OptionCard] = []
    groups: list[OptionGroupCard] = []  # of its options, in the order in which they are shown
    levels: list[str] = []  # computer players, weakest first
    level: str = ""  # the one to play against if nothing else is said
    lessons: list[LessonCard] = []
    rules_total: int = 0
    rules_done: int = 0
    hash: str = ""  # while it stays, so do catalog, board and counters


class Shelf(Wire):
    games: list[GameCard]
    quick: NewTable | None = None  # what the big button starts
    message: str = ""  # what whoever runs the server has to say
    mail: bool = False  # whether this server sends e-mail


Seconds = Annotated[float, Meta(ge=0, le=400 * 24 * 60 * 60)]


class Pace(Wire):
    """How much time moves may take.

    `live`: `turn` seconds for each turn of the game, `more` for each answer. `days`: `turn` seconds for each answer, a
    bank of `more` for the whole game. When the time is up the staff plays that turn, or a substitute may take the seat,
    or the game is lost.
    """

    kind: Literal["none", "live", "days"] = "none"
    turn: Seconds = 0.0
    more: Seconds = 0.0
    then: Literal["staff", "substitute", "lost"] = "staff"
    holiday: Seconds = 0.0  # how long each person may be away in all


class SeatPlan(Wire):
    """Who shall sit somewhere: me (a token for this browser), another person by link, anyone who takes the seat in the
    lobby, or the computer."""

    who: Who
    level: Name = ""
    name: Annotated[str, Meta(max_length=40, pattern=TEXT)] = ""


class NewTable(Wire):
    game: Name
    scenario: Name
    options: Annotated[dict[Name, Name], Meta(max_length=50)] = {}
    seats: Annotated[dict[Name, SeatPlan], Meta(max_length=8)] = {}
    listed: bool = False  # may strangers find and watch it?
    together: bool = False  # the dice follow from a number of each person's client, too; the game waits for all
    same_dice: bool = False  # against computers: after an undo past dice, the same fall again
    pace: Pace = msgspec.field(default_factory=Pace)
    says: Annotated[str, Meta(max_length=140, pattern=TEXT)] = ""  # in the lobby, to whoever may sit down
    level: Literal["", "new", "some", "old"] = ""  # how well whoever opens it knows the game


class Onward(Wire):
    """A table that goes on from a moment of another one, with these eyes' number of it."""

    moment: Number
    eyes: Name = ""
    seats: Annotated[dict[Name, SeatPlan], Meta(max_length=8)] = {}


class SeatToken(Wire):
    seat: str
    who: Who
    token: str = ""  # secret: opens this seat
    invite: str = ""  # secret: whoever claims it first gets the seat


class TableOpened(Wire):
    table: str
    seats: list[SeatToken]
    onlooker: str  # token of the link for onlookers
    host: str  # token that invites anew to seats which nobody has claimed; it opens none
    seal: str


class Claim(Wire):
    """Take the seat that an invitation is for. It opens nothing any more afterwards."""

    invite: Token


class Claimed(Wire):
    seat: str
    token: str  # secret: opens this seat


class Invite(Wire):
    """A new invitation to a seat that nobody has claimed; the one before opens nothing any more."""

    seat: Name


class Invited(Wire):
    invite: str


class SeatInvitation(Wire):
    """A seat for somebody else, as whoever opened the table sees it."""

    seat: str
    claimed: bool = False  # somebody sits there
    invited: bool = False  # there is an invitation that nobody has claimed
    name: str = ""


class SeatInvitations(Wire):
    seats: list[SeatInvitation]


# -- HTTP: people ---------------------------------------------------------------------------------------

Key = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$", max_length=22)]
PersonName = Annotated[str, Meta(max_length=40, pattern=TEXT)]


class Myself(Wire):
    """What a person says of themselves. What is left out stays as it is; an empty setting is forgotten."""

    name: PersonName | None = None
    settings: Annotated[dict[Name, Annotated[str, Meta(max_length=400, pattern=TEXT)]], Meta(max_length=50)] = {}


class DeviceCard(Wire):
    """Something that acts for a person. The one that made the key has no id: it is out when the key is renewed."""

    made: str
    id: str = ""
    name: str = ""
    seen: str = ""  # the day when it was last used
    here: bool = False  # the one that asks


class Me(Wire):
    """A person, to themselves."""

    id: str
    name: str = ""
    made: str = ""
    settings: dict[str, str] = {}
    devices: list[DeviceCard] = []
    passes: int = 0  # links for one more device that nobody has used yet
    mail: str = ""
    mail_possible: bool = False  # whether this server sends mail
    calling: Calling = msgspec.field(default_factory=lambda: Calling())


TimeOfDay = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$", max_length=5)]
NoTimeOfDay = Annotated[str, Meta(pattern="^(([01][0-9]|2[0-3]):[0-5][0-9])?$", max_length=5)]


class CallSettings(Wire):
    """When a channel calls. Times of day are those of the zone; quiet hours that end before they begin last over
    night."""

    after: Annotated[int, Meta(ge=1, le=1440)] = 5  # only after I have not looked at the table for so many minutes
    how: Literal["turn", "daily"] = "turn"  # each time that a table waits for me, or once a day for all
    daily_at: TimeOfDay = "18:00"
    quiet_from: NoTimeOfDay = ""  # empty: no quiet hours
    quiet_to: NoTimeOfDay = ""
    zone: Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_+/-]*$")] = "UTC"  # as `Europe/Warsaw`
    off: bool = False  # it was turned off by the link in a notice, or by hand


class Channel(Wire):
    """A way by which I am called when a table waits for me."""

    id: str
    kind: Literal["push", "mail", "hook"]
    made: str
    name: str = ""
    settings: CallSettings = msgspec.field(default_factory=CallSettings)
    trouble: str = ""  # in plain words, if the last tries have failed
    rests: str = ""  # until when nothing is tried, after many failures
    here: bool = False  # web push to the device that asks


class Calling(Wire):
    """How this server can call me, and where it does."""

    push_key: str = ""  # `applicationServerKey` for web push; empty: not possible
    mail: bool = False  # possible; it goes to my confirmed address
    hook: bool = False
    channels: list[Channel] = []


class PushKeys(Wire):
    p256dh: Annotated[str, Meta(max_length=100, pattern="^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, Meta(max_length=40, pattern="^[A-Za-z0-9_=-]+$")]


class PushSubscription(Wire):
    """As a browser tells it: `subscription.toJSON()`."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern=TEXT)]
    keys: PushKeys
    expirationTime: float | None = None  # noqa: N815 - the browser's name


class NewChannel(Wire):
    """One more way to call me. E-mail goes to my confirmed address. A browser that subscribes again, or an address that
    is given again, takes the place of what was there."""

    kind: Literal["push", "mail", "hook"]
    name: PersonName = ""
    subscription: PushSubscription | None = None  # of web push
    url: Annotated[str, Meta(max_length=1000, pattern=TEXT)] = ""  # of a webhook
    settings: CallSettings = msgspec.field(default_factory=CallSettings)


class ChangedChannel(Wire):
    settings: CallSettings
    name: PersonName | None = None  # left out: as it is


class QuietToken(Wire):
    """What the link in a notice carries that turns its channel off."""

    token: Token


class Quieted(Wire):
    """What was turned off; I can turn it on again on my page."""

    kind: Literal["push", "mail", "hook"]
    name: str = ""


class Call(Wire):
    """A notice as web push brings it, and as a webhook gets it (beside `content` and `text`, which hold all in one)."""

    kind: Literal["turn", "time", "joined", "begun", "offer", "over", "daily", "try"]
    title: str
    text: str
    url: str  # opens the table, or for the digest my games
    quiet: str  # turns this channel off
    key: str  # the same if it should come twice
    table: str = ""  # its tag: a newer notice of the same table takes the place of an older one
    game: str = ""
    seat: str = ""
    turn: int = 0


class NewKey(Wire):
    """The key of a person, renewed: 128 bits that the browser has drawn."""

    key: Key


class Pass(Wire):
    """Lets one more device in, once."""

    token: str
    until: str


class Enter(Wire):
    """One more device: with what let it in, or with the person's own key in the header."""

    token: Token = ""
    name: PersonName = ""
    bring: Token = ""  # the key that this device had before: what belongs to it comes along


class Entered(Wire):
    key: str  # secret: of this device
    name: str = ""


class Address(Wire):
    address: Annotated[str, Meta(max_length=120, pattern=r"^[^@\s\x00]+@[^@\s\x00]+$")]


class Confirmation(Wire):
    token: Token


class MyTable(Wire):
    """A table of mine."""

    card: TableCard  # from the seat that is asked, or the first
    seats: list[str] = []
    host: bool = False  # I may invite to its free seats
    archived: bool = False
    free: list[str] = []  # seats of people that nobody has taken: it can be left while there are some
    devices: dict[str, int] = {}  # of mine: how many links or devices open each


class MyTables(Wire):
    tables: list[MyTable]


class MySeats(Wire):
    """What opens my seats at a table on this device."""

    seats: dict[str, str]


class Archive(Wire):
    archived: bool


class Numbers(Wire):
    """The dice of a table whose people each add a number: each one's client seals one, and when all have, opens it."""

    sealed: dict[str, str]  # seat -> what binds it to its number
    waiting: list[str] = []  # seats whose numbers the game waits for; none: it has begun
    opened: dict[str, str] = {}  # after the game: the numbers


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
    result: Verdict | None = None
    updated: str = ""
    frozen: str = ""  # why a table that no longer replays is only for export
    waiting: list[str] = []  # seats whose numbers the dice wait for: the game has not begun
    expires: str = ""  # when the table is put away if nobody plays


class LobbyCard(Wire):
    """A table with a seat that anyone may take."""

    table: str
    game: str
    scenario: str
    seats: dict[str, str]  # seat -> name of whoever sits there
    free: list[str]
    since: str
    pace: Pace
    options: dict[str, str] = {}
    computers: list[str] = []
    says: str = ""
    level: Literal["", "new", "some", "old"] = ""  # how well whoever opened it knows the game
    together: bool = False
    turn: int = 0  # 0: it has not begun
    phase: str = ""
    here: bool = False  # somebody who plays there is connected now


class LobbyPage(Wire):
    tables: list[LobbyCard]


class TakeSeat(Wire):
    seat: Name
    name: Annotated[str, Meta(max_length=40, pattern=TEXT)] = ""


class Tokens(Wire):
    """Ask for the tables that these tokens open."""

    tokens: Annotated[list[Token], Meta(max_length=500)]


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


class ChapterCard(Wire):
    id: str  # the number with which the ids of its rules begin
    title: str


class RulesPage(Wire):
    chapters: list[ChapterCard]
    rules: list[RuleCard]
    rulings: list[RulingCard]


class Moment(Wire):
    """A moment of a game that is looked back on: when something new was to be seen."""

    turn: int
    phase: str
    heard: int  # lines of the diary until then
    actor: str = ""  # the seat that acted
    after: int = 0  # how much had been done, unseen things too: told only when the game is over


class Retelling(Wire):
    """A game from one pair of eyes, from its beginning to its end or to now."""

    game: str
    eyes: str  # a seat; "" for onlookers; "open" for somebody from whom nothing was hidden
    choices: list[str]  # whose eyes may be chosen: all after the end, before it only one's own
    seats: dict[str, str]
    over: bool
    moments: list[Moment]
    lines: list[Line]
    onward: bool = False  # whether a new table may go on from a moment
    levels: list[str] = []  # computers that could play there
    level: str = ""  # the usual one


class After(Wire):
    """The account of a finished game, or how much of it is done."""

    account: Account | None = None
    progress: float = 0.0
    share: str = ""  # a token that lets others look at the page, the replay and the table


class Proof(Wire):
    """What a record proves by itself: that all of it was played again, and with which dice."""

    seal: str
    rolls: int
    entries: int
    signed: Literal["", "here", "elsewhere"] = ""  # by this server's key, or by another one
    added: list[str] = []  # seats whose people added a number to the dice


class ShownRecord(Wire):
    """A record that somebody has brought to watch. Whoever knows its id may; it is in memory for a while, and nowhere
    else."""

    record: str
    progress: float = 0.0  # of its check; 1: it can be watched
    game: str = ""
    scenario: str = ""
    started: str = ""
    ended: str = ""
    proof: Proof | None = None


class Notebook(Wire):
    """What a seat has written down for itself at a table."""

    text: Annotated[str, Meta(max_length=8000, pattern=TEXT)] = ""


class Health(Wire):
    """Nothing that is counted: how much is written would tell what seats do unseen."""

    version: str


class PublicKey(Wire):
    """Ed25519, hexadecimal. `vistula verify RECORD --key` takes it."""

    key: str


class Problem(Wire):
    """Why a request was refused: what, where, and what to do."""

    error: str
    why: str
    rule: str = ""


class SketchSheet(Wire):
    """What somebody has sketched: steps of their own, with a name and a note."""

    name: Annotated[str, Meta(min_length=1, max_length=80, pattern=TEXT)]
    steps: Annotated[list[Deed], Meta(max_length=200)]
    note: Annotated[str, Meta(max_length=2000, pattern=TEXT)] = ""
    turn: Number = 0  # in which it was drawn


class KeptSketch(Wire):
    n: int
    at: str
    sheet: SketchSheet


class KeptSketches(Wire):
    sketches: list[KeptSketch]


# -- WebSocket: client to server ------------------------------------------------------------------------


class Deed(Wire):
    """One action by names: verb and what it is applied to."""

    verb: Name
    arg: Name = ""  # may be left out where a verb applies to one thing only


class Ask(Wire, tag_field="type"):
    """A client message. `id` is made by the client; the answer carries it back."""

    id: MessageId


class Hello(Ask, tag="hello"):
    """The first message: who I am and what I have seen."""

    token: Token  # of a seat or of the onlookers' link; empty: to watch a listed table
    heard: Number = 0  # diary lines that this browser has already


class Act(Ask, tag="act"):
    revision: Number
    actions: Annotated[list[Deed], Meta(min_length=1, max_length=200)]


class Go(Ask, tag="go"):
    """A piece to a space. `ends`, as a drag means it: its move is over there, if nothing is lost by that.

    `by` is one of the ways of moving that were shown; `others` are dragged along and stay behind if they cannot go.
    """

    revision: Number
    piece: Name
    space: Name
    ends: bool = False
    by: Name = ""
    others: Annotated[list[Name], Meta(max_length=50)] = []


class Undo(Ask, tag="undo"):
    revision: Number
    reset: bool = False  # back to the last barrier, not only the last message


class Staff(Ask, tag="staff"):
    """Let an officer play for this seat to the end of its phase, or only with one group of its pieces. What it does is
    a draft like any other: one undo takes it back."""

    revision: Number
    group: Name = ""


class Why(Ask, tag="why"):
    kind: Name
    name: Name


class Odds(Ask, tag="odds"):
    verb: Name = ""
    arg: Name = ""


class Paint(Ask, tag="paint"):
    """One of the catalog's overlays, for all or for one piece."""

    kind: Name
    name: Name = ""


class AskWay(Ask, tag="way"):
    """The paths that `go` would take, by each way of moving, the usual one first."""

    piece: Name
    space: Name
    others: Annotated[list[Name], Meta(max_length=50)] = []


class Stand(Ask, tag="stand"):
    """Pass a kind of window unasked. `ask` is no kind: it stands for being asked where one can only pass."""

    kind: Name
    passes: bool = True


class Chat(Ask, tag="chat"):
    text: Speech


class Look(Ask, tag="look"):
    space: Name


class Holiday(Ask, tag="holiday"):
    """Be away from now on, for so many days as far as they are agreed on; 0: be back."""

    days: Annotated[float, Meta(ge=0, le=400)]


class Leave(Ask, tag="leave"):
    """Offer my seat to anyone in the lobby, or give it to the computer at once; `nobody` takes an offer back."""

    to: Literal["anyone", "computer", "nobody"]


class Resign(Ask, tag="resign"):
    """Give up. Where people share a side, the others play on for this seat until all have resigned."""


class Take(Ask, tag="take"):
    """Take over the seat of a partner who has resigned; the answer has a token for it."""

    seat: Name


class Rematch(Ask, tag="rematch"):
    pass


class AskBack(Ask, tag="ask_back"):
    """Ask the others to let me take back beyond the last barrier, to where I last began to act."""


class AllowBack(Ask, tag="allow_back"):
    allow: bool


class SealNumber(Ask, tag="seal_number"):
    """Before the game: SHA-256 over `vistula share ` and the 32 bytes of the number that my client adds to the dice."""

    sealed: Hex


class OpenNumber(Ask, tag="open_number"):
    """When all have sealed theirs: my number. Only the server is told it before the end."""

    number: Hex


class Visible(Ask, tag="visible"):
    """Whether the table is to be seen here now: while it is, whoever sits at this seat need not be called.

    A connection that never says so counts as looked at for five minutes after each of its messages.
    """

    shown: bool


class AskComputer(Ask, tag="ask_computer"):
    """Ask the computer players again that could not find a move; a notice of kind `computer` says if any."""


class Learn(Ask, tag="learn"):
    """In a lesson: go on when the step has been read, one step back, or have it done."""

    move: Literal["on", "back", "show"]


ClientMessage = (
    Hello
    | Act
    | Go
    | Undo
    | Staff
    | Why
    | Odds
    | Paint
    | AskWay
    | Stand
    | Chat
    | Look
    | Holiday
    | Leave
    | Resign
    | Take
    | Rematch
    | AskBack
    | AllowBack
    | SealNumber
    | OpenNumber
    | Visible
    | AskComputer
    | Learn
)


# -- WebSocket: server to client ------------------------------------------------------------------------


class Die(Wire):
    """A die as it fell: its pips, and what it stands for where dice of one roll are told apart."""

    pips: int
    look: Literal["", "attack", "defence", "white", "red"] = ""


class Line(Wire):
    """One line of the campaign diary as this seat may read it; numbered from 0 without gaps."""

    n: int
    rule: str
    key: str
    text: str
    actor: str = ""
    side: str = ""  # whose line it is: the side that it tells of, or else who acted
    pieces: list[str] = []
    spaces: list[str] = []
    dice: list[Die] = []  # that it tells of, as they fell


class Path(Wire):
    """A way that a piece could go: the spaces that it passes, what the way of moving is called, what it costs."""

    spaces: list[str]
    by: str = ""
    label: str = ""
    price: str = ""


class Tell(Wire, tag_field="type"):
    """A server message."""


class Welcome(Tell, tag="welcome"):
    """Which table this is. Told once more, with an empty id, when the game ends and the seal is opened."""

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
    levels: dict[str, str] = {}  # computer seats and their levels
    windows: list[str] = []  # kinds of windows that a seat may pass unasked
    standing: list[str] = []  # those that this seat passes
    handed: list[str] = []  # seats of partners who have resigned, for this seat to take
    listed: bool = False
    frozen: str = ""  # why the table can only be exported; no Update follows then
    numbers: Numbers | None = None  # where people add to the dice; no Update follows while it waits for one
    same_dice: bool = False
    expires: str = ""  # when the table is put away if nobody plays
    pace: Pace | None = None  # how much time moves may take, where that is agreed on


class Update(Tell, tag="update"):
    """The seat's whole view, when it has changed, with the diary lines that are new to this connection.

    `lines` replace whatever the client has from the first one's number on. `heard` is how many lines
    there are now: what the client has beyond them has been taken back.
    """

    revision: int
    view: View
    lines: list[Line] = []
    heard: int = 0
    thinking: list[str] = []  # computer seats at work


class Answer(Tell, tag="answer"):
    """What came of a client message."""

    id: str
    done: int = 0
    refusal: Refusal | None = None
    forecast: Forecast | None = None
    overlay: Overlay | None = None
    paths: list[Path] = []
    note: str = ""  # what the staff says of its work
    table: str = ""  # of a rematch
    token: str = ""
    stale: bool = False


class SeatTime(Wire):
    """The clock of a seat as everybody may see it."""

    left: float = 0.0  # seconds until its time is up, or that it has when it is asked
    bank: float = 0.0  # of these, what is not given anew
    runs: bool = False
    since: str = ""  # since when it is asked
    away: str = ""  # until when it is away
    staffed: bool = False  # the staff plays this turn for it
    offered: bool = False  # anyone may take it in the lobby


class Clocks(Tell, tag="clocks"):
    """How much time everybody has, as of now. One's own clock stands when one has answered, also while others see it
    run."""

    seats: dict[str, SeatTime]
    holiday: float = 0.0  # seconds that this seat may yet be away


class Said(Tell, tag="said"):
    seat: str  # empty: the table itself
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
    seat: str  # empty: the question is settled or withdrawn


class Added(Tell, tag="added"):
    """Someone has sealed or opened the number that they add to the dice."""

    numbers: Numbers


class Notice(Tell, tag="notice"):
    text: str
    kind: Literal["", "rematch", "back", "computer", "frozen", "handed", "operator"] = ""  # "rematch": Rematch joins it


class LessonStep(Tell, tag="lesson"):
    """Where a learner is in a lesson, and what it says to their last answer."""

    number: int  # from 0; as many as there are at the end
    steps: int
    title: str
    goal: str
    scene: str
    why: str = ""
    do: str = ""
    lit: list[str] = []  # spaces and pieces to look at
    paint: str = ""  # an overlay to look at
    reads: bool = False  # to be read, then gone on from
    stuck: bool = False  # several answers did not help: offer to do it
    said: str = ""  # to the last answer
    wrong: bool = False  # which did not help
    closing: str = ""  # at the end
    next: str = ""  # the lesson after this one, at the end


class Sketched(Tell, tag="sketched"):
    """At a sketch: its steps, and how many of them would still be a draft if they were made at the table."""

    steps: list[Deed]
    draft: int


class Refused(Tell, tag="refused"):
    """A message that could not be read or came at the wrong time."""

    id: str = ""
    error: str = ""
    why: str = ""


ServerMessage = (
    Welcome
    | Update
    | Answer
    | Clocks
    | Said
    | Pointed
    | Thinking
    | Presence
    | BackAsked
    | Added
    | Notice
    | LessonStep
    | Sketched
    | Refused
)
