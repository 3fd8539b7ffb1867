"""Position files of How the West was Saved: what they tell, and how each field looks. See docs/positions.md."""

from __future__ import annotations

from vistula.board.hexes import collect
from vistula.games.published import procedures_of
from vistula.kernel import Frame
from vistula.kernel.codec import Codec
from vistula.kernel.procedure import END
from vistula.kernel.rows import Field, Head, Marks, Pieces, Settle, Table, by, plain
from vistula.kernel.shapes import Bits, By, Flag, Key, Many, Number, Place, Secret, Thing, Tuple, Word
from vistula.parts.pieces import box, box_turn

from ..cards import effects
from ..cards.cardfile import CARDS, HELD_BACK, TREATY, Silence
from ..cards.effects import silent_command, uses_of
from ..changes import deploy, put_on_top, remove
from ..model import COMMAND, FACINGS, POLAND, RUSSIA, SEATS, Model
from ..rules.sequence import Campaign, Turn
from ..rules.setup import new_state, set_up
from ..state import ABSENT, CARD, ELIMINATED, EVENTS, INTERNED, LOST, SETUP, TRAY, State, pile

PHASES = (
    "setup", "events", "resources", "depots", "supply", "movement", "command", "combat", "restoration", "redeployment",
    "reinforcements",
)  # fmt: skip
FATES = {
    "eliminated": ELIMINATED, "interned": INTERNED, "lost": LOST, "card": CARD, "tray": TRAY, "absent": ABSENT,
}  # fmt: skip
MARKS = (
    "weak", "unsupplied", "ordered", "moving", "moved", "led", "attacked", "fought", "triumphed", "redeployed",
    "repatriated", "edge",
)  # fmt: skip
FRONT = (2, 5)  # where a stack looks whose facing is not given: Poles south-east, Russians north-west
LONGEST_WAIT = 6  # turns, by a die [13.5b]

NUMBER, FLAG, UNIT, HEX, SIDE = (
    Number(),
    Flag(),
    Thing("piece"),
    Thing("space"),
    Word({"none": -1, "poland": 0, "russia": 1}),
)
CARD_NUMBER, FACING, SIDES = Number(1, CARDS), Word(FACINGS), Bits(SIDE)
UNITS, HEXES = Many(UNIT), Many(HEX)


def codec(m: Model) -> Codec[State]:
    return Codec(
        state=State,
        procedures=procedures_of(Campaign),
        base=_base,
        stack=_stack,
        rows=[
            plain("turn", Number(1, m.turns), always=True),
            plain("phase", Word(PHASES), always=True),
            plain("lithuania", FLAG),
            Pieces("units", Place(HEX, FATES, "turn", box, box_turn, m.turns + LONGEST_WAIT), lambda s, u: s.place[u],
                   _put, _from_below, marks={mark: mark for mark in MARKS}, more={"left": ("left_hex", HEX)},
                   hints=("top",), after=_arrange, fields=("place", "under", "piles")),
            Table("facing", HEX, FACING, lambda s: {h: f for h, f in enumerate(s.facing) if f >= 0}, _face, ["facing"]),
            Table("dummies", HEX, Number(1, m.dummies), lambda s: s.dummies, _disguise, ["dummies"]),
            by("depots", SEATS, Bits(HEX)),
            Settle(_total),
            by("total", SEATS, NUMBER, "trp"),
            Settle(_points),
            by("points", SEATS, NUMBER, "rp"),
            by("hands", SEATS, Many(CARD_NUMBER)),
            by("laid", SEATS, Number(0, CARDS)),
            plain("discards", Many(CARD_NUMBER)),
            Settle(_deck, ["deck"]),
            by("uses", SEATS, NUMBER, "card_uses"),
            by("extra", SEATS, NUMBER, "card_points"),
            Field("silent", UNIT, silent_command, _silence, ["card_choice"]),
            plain("forgone", SIDES),
            plain("markers", By(HEX, Number(1))),
        ],
        fields={
            "shown": Many(Bits(UNIT)), "bared": Many(Bits(HEX)), "moving_hex": HEX, "obeyed": Bits(HEX),
            "promised": Bits(HEX), "pledges": Many(Bits(HEX)), "spent": Bits(HEX), "redeployments": Many(NUMBER),
            "declined": SIDES, "deck": Bits(CARD_NUMBER), "discards": Many(CARD_NUMBER),
            "black": Many(Word(("untold", "held", "none"))), "card_hexes": Bits(HEX), "card_choice": Many(NUMBER),
            "card_markers": NUMBER, "card_muted": SIDES, "camp": Bits(UNIT), "winner": SIDE,
            "veiled": Secret(), "unseen_nation": Secret(), "unseen_moving": Secret(),
        },
        derived=("occupied", "commanded"),
        frames={
            "side": SIDE, "by": SIDE, "waiting": Many(SIDE), "order": Many(SIDE), "passed": SIDES, "idle": SIDES,
            "heard": SIDES, "removed": SIDES, "paid": SIDES,
            "hex": HEX, "start": HEX, "target": HEX, "second": HEX, "foe": HEX, "to": HEX, "via": HEX, "goal": HEX,
            "tried": HEXES, "seen": HEXES, "path": HEXES, "stops": Many(NUMBER), "ways": Many(Tuple(HEX, HEX)),
            "Redeployment.passed": HEXES, "Redeployment.paid": FLAG,
            "unit": UNIT, "commander": UNIT, "units": UNITS, "attackers": UNITS, "defenders": UNITS,
            "helpers": UNITS, "companions": UNITS, "commanders": UNITS, "among": Bits(UNIT), "gone": Bits(UNIT),
            "riders": Bits(UNIT), "group": Bits(UNIT), "before": Bits(UNIT), "Further.units": Bits(UNIT),
            "CalledAway.gone": NUMBER, "facing": Word({"none": -1, **{name: i for i, name in enumerate(FACINGS)}}),
            "left": NUMBER, "count": NUMBER, "taken": NUMBER, "bonus": NUMBER, "blanks": NUMBER, "free": NUMBER,
            "turns": NUMBER, "card": Many(NUMBER), "made": Many(NUMBER), "values": Many(NUMBER), "margin": NUMBER,
            "hits": NUMBER, "inflicted": NUMBER, "advanced": Bits(UNIT), "Instruction.done": NUMBER,
            "Redeployment.left": FLAG, "RedeploymentPhase.left": FLAG, "dice": Many(NUMBER, kind=tuple),
        },
    )  # fmt: skip


def _base(head: Head) -> State:
    s = new_state(head.title.m.scene(head.scenario))
    s.phase = EVENTS
    if head.clear:
        s.place = [ABSENT for _ in s.place]
    else:
        set_up(s)
    head.title.agree(s, head.title.settle_options(head.options))
    return s


# -- pieces -------------------------------------------------------------------------------------------------------


def _put(s: State, unit: int, place: int, key: Key) -> None:
    if place < 0:
        remove(s, unit, place)
        return
    if not s.m.land >> place & 1:
        raise key.wrong(f"no unit can be in {s.m.hex_name(place)}")
    deploy(s, unit, place, FRONT[s.m.side[unit]])
    if s.m.kind[unit] != COMMAND:
        put_on_top(s, unit)


def _from_below(s: State) -> list[int]:
    """Each piece, those of a stack from the lowest to the top one."""
    m, found = s.m, dict[int, None]()
    for unit in (u for u in m.units if s.place[u] != ABSENT):
        stacked = s.place[unit] >= 0 and m.kind[unit] != COMMAND
        found.update(dict.fromkeys(pile(s, m.side[unit], s.place[unit]) if stacked else [unit]))
    return list(found)


def _arrange(s: State, entries: dict[int, tuple[Key, Marks]]) -> None:
    """Who lies on top: as marked, otherwise the unit listed last. [9.2f] Stacks that have all attacked are spent."""
    for unit, (_, marks) in entries.items():
        if marks.get("top") and s.place[unit] >= 0 and s.m.kind[unit] != COMMAND:
            put_on_top(s, unit)
    here = [u for u in s.m.combat if s.place[u] >= 0]
    fresh = collect(s.place[u] for u in here if not s.attacked >> u & 1)
    s.spent = collect(s.place[u] for u in here) & ~fresh


def _face(s: State, hex: int, facing: int, key: Key) -> None:
    _held(s, hex, key)
    s.facing[hex] = facing


def _disguise(s: State, hex: int, count: int, key: Key) -> None:
    _held(s, hex, key)
    s.dummies[hex] = count


def _held(s: State, hex: int, key: Key) -> None:
    if not (s.occupied[POLAND] | s.occupied[RUSSIA]) >> hex & 1:
        raise key.wrong("no combat unit is there")


# -- points and cards ---------------------------------------------------------------------------------------------


def _total(s: State, head: Head) -> None:
    if s.turn > s.m.turns:
        raise head.key.sub("turn").wrong(f"{head.scenario} has {s.m.turns} turns")
    s.trp = [s.m.base[side][s.turn] for side in (POLAND, RUSSIA)]


def _points(s: State, head: Head) -> None:
    s.rp = s.trp[:]


def _deck(s: State, head: Head) -> None:
    """[3.1a, 3.1c] Cards that are told of have left the deck; a card that is laid is discarded, the treaty is gone."""
    if (s.turn, s.phase) > (1, EVENTS):
        s.deck = collect(range(1, CARDS + 1)) & ~s.m.left_out
    s.discards += [card for card in dict.fromkeys(s.laid) if card not in (0, TREATY, *s.discards)]
    s.deck &= ~collect([*s.hands[POLAND], *s.hands[RUSSIA], *s.discards, *s.laid])
    if s.lithuania:
        s.deck &= ~(1 << TREATY)
    s.card_uses = [uses_of(s, side) for side in (POLAND, RUSSIA)]


def _silence(s: State, unit: int, key: Key) -> None:
    """[3.2c] The command unit that a card has silenced for the turn."""
    if unit < 0 or s.m.kind[unit] != COMMAND:
        raise key.wrong("a command unit is wanted")
    if effects.of(s, Silence, 1 - s.m.side[unit]) is None:
        raise key.wrong("the other side has laid no card that silences a command unit [3.2c]")
    s.card_choice[1 - s.m.side[unit]] = unit


def _stack(s: State, head: Head) -> list[Frame]:
    for hand in s.hands:
        if hand and hand[0] in HELD_BACK:
            raise head.key.sub("hands").wrong(f"card {hand[0]} cannot be kept [3.2d]")
    return [Campaign()] if s.phase == SETUP else [Campaign(at=END), Turn(at="phase")]
