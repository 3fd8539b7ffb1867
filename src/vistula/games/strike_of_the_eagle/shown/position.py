"""Position files of Strike of the Eagle: what they tell, and how each field looks. See docs/positions.md.

Authors tell of the blocks of the roster (`blocks`) and of orders; the rules then begin the phase. A saved moment tells
of the wooden pieces (`pieces`), because what a player knows hangs on them.
"""

from __future__ import annotations

import re
from typing import Any

from vistula.board.hexes import bits, collect
from vistula.games.published import procedures_of
from vistula.kernel import Frame, Violation
from vistula.kernel.codec import Codec
from vistula.kernel.rows import Field, Head, Pieces, Row, Settle, Table, by, plain
from vistula.kernel.shapes import (
    Bits,
    By,
    Flag,
    Key,
    Many,
    Maybe,
    Names,
    Number,
    Place,
    Shape,
    Text,
    Thing,
    Tuple,
    Word,
)
from vistula.kernel.shapes import Row as Record
from vistula.parts.decks import left_over

from ..changes import SETS, deploy, enter, put_under
from ..model import BLOCKS, BOTH, COMMANDS, FRONTS, ORDERS, PHASES, PIECES, POLAND, SIDES, Model, Stage, card_side
from ..rules.arrivals import LATER
from ..rules.orders import count_order
from ..rules.queries import open_areas
from ..rules.seats import seating
from ..rules.sequence import Campaign, OperationPhase, Round, begin_phase
from ..rules.setup import in_pool, new_state
from ..rules.tokens import place_order
from ..rules.victory import note_cities
from ..state import ABSENT, DUE, FROM_DECK, GONE, NONE, POOL, Effect, Entry, Fight, Order, Report, State

STEPS = (
    "replenish", "arrivals", "cards", "orders", "marches", "recons", "moves", "withdrawals", "battles",
    "reorganizations", "railways", "supply", "points", "reinforcement",
)  # fmt: skip
FATES = {"pool": POOL, "gone": GONE, "absent": ABSENT}
COUNTS = (
    "asked", "cause", "count", "countermanded", "declined", "fogged", "foiled", "fronts_done", "given", "id", "led",
    "left", "owed", "played", "player", "result", "rode", "saved", "split", "stage", "turn", "used", "waived",
)  # fmt: skip
COMMAND_NAMES = [f"{side}-{front}" for side in SIDES for front in FRONTS]


def _or_none(words: Any) -> Word:
    return Word({"none": NONE, **{word: i for i, word in enumerate(words)}})


NUMBER, FLAG, AREA, PIECE, UNIT, CARD = Number(), Flag(), Thing("space"), Thing("piece"), Thing("unit"), Thing("card")
SIDE, FRONT, COMMAND, ORDER = _or_none(SIDES), _or_none(FRONTS), _or_none(COMMAND_NAMES), _or_none(ORDERS)
AREAS, NUMBERS, ROW = Bits(AREA, ";"), Many(NUMBER), Many(NUMBER, kind=tuple)
LAID = Place(CARD, {"none": NONE, "deck": FROM_DECK})


class Track(Shape):
    """Who leads by how much: "poland 2"."""

    def __init__(self, top: int) -> None:
        self.top = top

    def read(self, names: Names, told: Any, key: Key) -> int:
        side, _, level = str(told).partition(" ")
        if side not in SIDES or not level.isdigit() or not 1 <= int(level) <= self.top:
            raise key.wrong(f"{told!r} is no place on the track, such as 'poland 2'")
        return int(level) if side == SIDES[POLAND] else -int(level)

    def write(self, names: Names, value: Any) -> str:
        return f"{SIDES[value < 0]} {abs(value)}"


class Cubes(Shape):
    """Black, white and green cubes: "2B 1W"."""

    def read(self, names: Names, told: Any, key: Key) -> list[int]:
        if type(told) is not str or not re.fullmatch(r"(\d+[BWG]( \d+[BWG])*)?", told):
            raise key.wrong(f"{told!r} is no number of cubes, such as '2B 1W'")
        return [sum(int(word[:-1]) for word in told.split() if word[-1] == colour) for colour in "BWG"]

    def write(self, names: Names, value: Any) -> str:
        return " ".join(f"{count}{colour}" for count, colour in zip(value, "BWG", strict=True) if count)


FIGHT = Record(
    Fight, area=AREA, attacker=SIDE, engaged=Many(Bits(PIECE)), directions=Many(AREA), supports=Many(AREA),
    fortified=FLAG, defended=FLAG, reorganizing=PIECE, cards=Many(LAID), modifiers=Many(LAID), from_hand=NUMBERS,
    revealed=FLAG, reactions=Many(CARD), value=NUMBERS, losses=NUMBERS, chart=NUMBERS, taken=NUMBERS, real=NUMBERS,
    winner=SIDE, hurt=Bits(PIECE),
)  # fmt: skip
REPORT = Record(
    Report, area=AREA, attacker=SIDE, blocks=Many(Many(Tuple(UNIT, NUMBER, NUMBER), kind=tuple), kind=tuple),
    strength=ROW, garrisons=ROW, cards=Many(LAID, kind=tuple), card_values=ROW, modifiers=Many(LAID, kind=tuple),
    from_hand=ROW, flanks=ROW, shelter=Tuple(FLAG, FLAG), directions=Many(AREA, kind=tuple), value=ROW, chart=ROW,
    taken=ROW, real=ROW, winner=SIDE,
)  # fmt: skip


def codec(m: Model) -> Codec[State]:
    return Codec(
        state=State,
        procedures=procedures_of(Campaign),
        base=_base,
        stack=_stack,
        rows=[
            plain("round", NUMBER, always=True),
            plain("phase", Number(0, PHASES + 1), always=True),
            plain("step", Word(STEPS), always=True),
            plain("lithuania", FLAG),
            plain("lead", Track(m.charts.points.track), "vp"),
            Table("initiative", Word(FRONTS), Track(m.charts.initiative.track),
                  lambda s: dict(enumerate(s.initiative)), _hold_initiative, ["initiative"]),
            by("garrisons", SIDES, AREAS),
            Blocks(),
            Settle(_begin, ["began", "allowance"]),
            Pieces("pieces", Place(AREA, {**FATES, "due": DUE}), lambda s, p: s.place[p], _stand,
                   lambda s: range(BLOCKS), at="area", marks={mark: mark for mark in SETS},
                   more={"block": ("unit", UNIT), "sp": ("sp", NUMBER), "slot": ("due", NUMBER),
                         "start": ("start", AREA), "origin": ("origin", AREA), "turned": ("turned", NUMBER)}),
            Settle(_stood),
            by("held", SIDES, AREAS),
            by("round_held", SIDES, AREAS),
            Table("hands", _seats, Many(CARD), lambda s: dict(enumerate(s.hands)), _deal, ["hands"]),
            _pile("discards"),
            _pile("removed"),
            by("committed", COMMAND_NAMES, CARD),
            Settle(_deck, ["deck"]),
            by("cubes", lambda s: seating(s).seats, Cubes()),
            plain("spent", Bits(UNIT)),
            Table("seen", _seats, Bits(UNIT), _faces_seen, _see, ["seen"]),
            Settle(_enter),
            by("allowance", COMMAND_NAMES, Number(0)),
            Field("orders", By(Word(COMMAND_NAMES), Many(Text(), ";")), lambda s: None, _order),
            Settle(_past_orders, ["passed"]),
        ],
        fields={
            "scenario": NUMBER, "seating": NUMBER, "rulings": NUMBER, "supreme": FRONT, "sudden": SIDE,
            "began": Many(AREAS), "entries": Many(Record(Entry, area=AREA, origin=AREA, side=SIDE, support=FLAG)),
            "free": By(NUMBER, NUMBER), "late": By(NUMBER, NUMBER), "fulfilled": NUMBERS, "next_order": NUMBER,
            "orders": Many(Record(Order, id=NUMBER, command=COMMAND, area=AREA, type=ORDER, shown=FLAG, leader=UNIT)),
            "turned_up": Bits(COMMAND), "placed": NUMBERS, "recons": NUMBERS, "to_vilna": NUMBERS,
            "passed": Bits(COMMAND), "reserved": Many(NUMBERS), "uncovered": Bits(COMMAND),
            "effects": Many(Record(Effect, card=CARD, command=COMMAND, arg=NUMBER)), "deck": Many(Many(CARD)),
            "discards": Many(Many(CARD)), "hands": Many(Many(CARD)), "fight": Maybe(FIGHT), "report": Maybe(REPORT),
            "peeked": Many(Many(Bits(CARD))),
        },
        frames={
            "side": SIDE, "leading": SIDE, "front": FRONT, "command": COMMAND, "card": CARD, "unit": UNIT,
            "units": Many(UNIT), "ridden": Many(UNIT), "area": AREA, "origin": AREA, "start": AREA, "gone": AREAS,
            "raised": AREAS, "cut_off": Many(AREAS), "cities": By(AREA, NUMBERS), "piece": PIECE, "block": PIECE,
            "division": PIECE, "built": Bits(PIECE), "rested": Bits(PIECE), "dying": Many(PIECE),
            "waiting": Many(PIECE), "WithdrawOrder.left": Many(PIECE), "Reveal.left": Many(SIDE), "kind": ORDER,
            "Arrivals.piece": Place(PIECE, {"none": NONE, "later": LATER}),
            "Arrivals.area": Place(AREA, {"none": NONE, "later": LATER}),
            **dict.fromkeys(COUNTS, NUMBER), "OperationPhase.front": NUMBER,
            "paid": NUMBERS,
        },
    )  # fmt: skip


def _base(head: Head) -> State:
    m: Model = head.title.m
    s = new_state(m, head.scenario, head.options)
    s.phase, s.step = 1, STEPS.index("orders")
    for unit in m.units if head.clear else ():
        s.place[unit] = POOL if in_pool(m, s.scene, unit) or m.division[unit] else ABSENT
        s.sp[unit], s.due[unit] = 0, NONE
    return s


def _seats(s: State) -> Word:
    return Word(seating(s).seats)


def _hold_initiative(s: State, front: int, level: int, key: Key) -> None:
    if front not in s.scene.fronts:
        raise key.wrong("this front is not in play")
    s.initiative[front] = level


# -- blocks, for authors ------------------------------------------------------------------------------------------

_BLOCK = re.compile(r"(?P<area>.+?) (?P<sp>\d)(?: from (?P<origin>.+?))?(?P<marched> marched)?")


class Blocks(Row[State]):
    """[4.0e] Blocks of the roster: "Minsk 3", "Minsk 3 from Borisov marched", "pool"."""

    key = "blocks"

    def read(self, s: State, head: Head, told: Any, key: Key) -> None:
        """Put the blocks down; those that have come in this phase are still where they came from."""
        for name, text in (By(UNIT, Text()).read(head.title, told, key) if told is not None else {}).items():
            s.due[name] = NONE
            if text in FATES:
                s.place[name], s.sp[name] = FATES[text], 0
            else:
                area, s.sp[name], origin, _ = _block(s, name, text, head, key.sub(s.m.key[name]))
                deploy(s, name, area if origin == NONE else origin)

    def entry(self, names: Names, s: State, told: Any, broken: Violation) -> str:
        return "" if told is None or broken.piece is None else s.m.key[s.unit[broken.piece]]


def _block(s: State, unit: int, text: str, head: Head, key: Key) -> tuple[int, int, int, bool]:
    m, shape = s.m, _BLOCK.fullmatch(text)
    if shape is None:
        raise key.wrong(f"{text!r} is not like 'Minsk 3', 'Minsk 3 from Borisov marched' or 'pool'")
    area = AREA.read(head.title, shape["area"], key)
    origin = AREA.read(head.title, shape["origin"], key) if shape["origin"] else NONE
    for each in (area, origin):
        if each != NONE and not open_areas(s) >> each & 1:
            raise key.wrong(f"{m.area_name[each]} is not in play")
    if origin != NONE and not m.around[area] >> origin & 1:
        raise key.wrong(f"{m.area_name[origin]} is not next to {m.area_name[area]} [1.0b]")
    return area, int(shape["sp"]), origin, bool(shape["marched"])


def _begin(s: State, head: Head) -> None:
    s.round_held = note_cities(s)
    begin_phase(s)


def _enter(s: State, head: Head) -> None:
    """[7.31b, 7.34a] Blocks come in, one after the other, each under an order of its own."""
    key = head.key.sub("blocks")
    for name, text in head.told.get("blocks", {}).items():
        unit = s.m.unit(name)
        if text in FATES:
            continue
        area, _, origin, marched = _block(s, unit, text, head, key.sub(name))
        if origin != NONE:
            piece = enter(s, s.unit.index(unit), area)
            s.executed |= 1 << piece
            s.marched |= marched << piece


# -- pieces, for saved moments ------------------------------------------------------------------------------------


def _stand(s: State, piece: int, place: int, key: Key) -> None:
    """A piece where it is, as if it had begun the phase there."""
    s.place[piece] = place
    s.start[piece] = max(place, NONE)
    s.southern &= ~(1 << piece)
    if place >= 0:
        put_under(s, piece, place)


def _stood(s: State, head: Head) -> None:
    """What follows from where the pieces began the phase, and where they are."""
    if "pieces" in head.told:
        s.began = [collect(s.start[p] for p in PIECES[side] if s.start[p] >= 0) for side in BOTH]
        s.round_held = note_cities(s)


# -- cards, knowledge, orders -------------------------------------------------------------------------------------


def _deal(s: State, player: int, cards: list[int], key: Key) -> None:
    s.hands[player] = sorted(_own(cards, seating(s).side[player], key))


def _pile(name: str) -> Table[State]:
    """[3.4i] An open pile of each side."""

    def put(s: State, side: int, cards: list[int], key: Key) -> None:
        getattr(s, name)[side] = _own(cards, side, key)

    return Table(name, Word(SIDES), Many(CARD), lambda s: dict(enumerate(getattr(s, name))), put, [name])


def _own(cards: list[int], side: int, key: Key) -> list[int]:
    if len(set(cards)) != len(cards) or any(card_side(card) != side for card in cards):
        raise key.wrong("a card is of the other side, or told of twice")
    return cards


def _deck(s: State, head: Head) -> None:
    """[4.0c] Cards that are told of have left their deck."""
    s.deck = [left_over(deck, (*s.hands, *s.discards, *s.removed, s.committed)) for deck in s.deck]


def _faces_seen(s: State) -> dict[int, int]:
    """[2.0f] By player: the enemy blocks whose faces he can follow."""
    return {player: collect(s.unit[piece] for piece in bits(seen)) for player, seen in enumerate(s.seen)}


def _see(s: State, player: int, units: int, key: Key) -> None:
    for unit in bits(units):
        if s.m.side[unit] == seating(s).side[player]:
            raise key.wrong(f"{s.m.key[unit]} is a block of its own side")
    s.seen[player] = collect(s.unit.index(unit) for unit in bits(units))


def _order(s: State, told: dict[int, list[str]], key: Key) -> None:
    """[7.2a] Orders on the map, counted as placed; where no Recon is among them, one was or is still to be [7.2b]."""
    for command, texts in told.items():
        for text in texts:
            verb, _, name = text.partition(" ")
            here = key.sub(COMMAND_NAMES[command])
            if verb not in ORDERS:
                raise here.wrong(f"{verb!r} is none of {', '.join(ORDERS)}")
            try:
                area = s.m.area(name)
            except ValueError as error:
                raise here.wrong(str(error)) from None
            count_order(s, place_order(s, command, area, ORDERS.index(verb)), 1)
        s.allowance[command] = max(s.allowance[command], s.placed[command] + (not s.recons[command]))


def _past_orders(s: State, head: Head) -> None:
    """[7.2a] A step that has passed leaves none to place."""
    s.passed = collect(COMMANDS) if s.step >= Stage.MARCHES else 0


# -- where play goes on -------------------------------------------------------------------------------------------


def _stack(s: State, head: Head) -> list[Frame]:
    if s.step == Stage.REPLENISH:
        s.phase = 0
        return [Campaign(at="next_round"), Round(at="replenish")]
    if s.step == Stage.REINFORCEMENT:
        if s.round == s.scene.last:
            text = f"the scenario is over after the Operation Phases of round {s.round} [5.0c]"
            raise head.key.sub("step").wrong(text)
        return [Campaign(at="next_round"), Round(at="reinforcement")]
    at = "arrivals" if s.step == Stage.ARRIVALS else "counters" if s.step == Stage.CARDS + 1 else STEPS[s.step]
    return [Campaign(at="next_round"), Round(at="phase"), OperationPhase(at=at)]
