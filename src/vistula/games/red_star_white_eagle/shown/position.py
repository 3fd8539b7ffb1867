"""Position files of Red Star/White Eagle: what they tell, and how each field looks. See docs/positions.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_type_hints

from vistula.games.published import procedures_of
from vistula.kernel import Frame
from vistula.kernel.codec import Codec
from vistula.kernel.rows import Field, Head, Marks, Pieces, Settle, by, item, plain
from vistula.kernel.shapes import Bits, By, Flag, Key, Many, Number, Place, Shape, Thing, Word

from ..model import SEATS, Model
from ..rules.seats import commands
from ..rules.sequence import Campaign, PlayerTurn
from ..rules.setup import new_state
from ..state import (
    ABSENT,
    ARRIVING,
    ASIDE,
    DEAD,
    GARRISON_BOX,
    OFF_EDGE,
    POOL,
    RALLY,
    RESERVE,
    State,
    box,
    box_turn,
    lift,
    put,
    rebuild_sets,
)
from ..units import POLAND, RUSSIA

PHASES = ("turn", "reinforcement", "movement", "combat")
STEPS = ("reinforcement", "reinforcement", "start_of_movement", "combat")
"""The step of a player turn with which a phase begins."""
FATES = {
    "eliminated": POOL, "removed": DEAD, "arriving": ARRIVING, "rally": RALLY, "garrison": GARRISON_BOX,
    "aside": ASIDE, "reserve": RESERVE, "absent": ABSENT,
    "off north": OFF_EDGE, "off east": OFF_EDGE - 1, "off southwest": OFF_EDGE - 2, "off southeast": OFF_EDGE - 3,
    "off west": OFF_EDGE - 4,
}  # fmt: skip
"""Where else than in a hex a counter can be; last the edges off which units have retreated [17.3.1a]."""
MARKS = (
    "reduced", "overstacked", "moved", "moving", "strategic", "fresh", "rebuilt", "began_in_zoc", "left_zoc",
    "with_flotilla", "returned", "unfed", "changed", "left_reserve", "fought", "retreated", "checked", "reserve_in",
    "guards_released", "charges", "owners",
)  # fmt: skip
POOLS = (
    "poland_infantry", "poland_cavalry", "russia_infantry", "russia_cavalry", "southwest_infantry", "southwest_cavalry",
)  # fmt: skip
NUMBER, FLAG, UNIT, HEX = Number(), Flag(), Thing("piece"), Thing("space")
SIDE, MASTER = Word(SEATS), Word((*SEATS, "nobody"))
UNITS, HEXES = Bits(UNIT), Bits(HEX)


def codec(m: Model) -> Codec[State]:
    names = tuple(turn.name for turn in next(scene.track for scene in m.scenarios if scene.campaign))
    procedures, place = procedures_of(Campaign), Place(HEX, FATES, "turn", box, box_turn, len(names))
    return Codec(
        state=State,
        procedures=procedures,
        base=_base,
        stack=_stack,
        rows=[
            Field("turn", Word(names), _turn, _set_turn, ["turn"], always=True),
            plain("side", SIDE, always=True),
            plain("phase", Word(PHASES), always=True),
            Pieces("units", place, lambda s, piece: s.place[piece], _put, _listed,
                   marks={mark: mark for mark in MARKS}, after=_faces),
            Settle(lambda s, head: _occupied(s)),
            Field("control", By(SIDE, HEXES), _held, _hold, ["held"]),
            *(item(f"pool_{name}", Number(0), "pool", i) for i, name in enumerate(POOLS)),
            plain("ukrainians", MASTER),
            plain("rally", Number(0, 3)),
            plain("reserve_allowed", FLAG),
            plain("latvians_released", FLAG),
            plain("standdown", Number(0)),
            plain("retaliated", Number(0)),
            plain("attacks_on_west", Number(0)),
            plain("kiev_occupied", FLAG),
            plain("strike", Number(0)),
            by("won", ("west", "southwest"), HEXES),
        ],
        fields={
            "struck": HEXES, "struck_front": Many(HEXES), "scenario": NUMBER, "players": NUMBER, "options": NUMBER,
            "rulings": NUMBER, "passage": Many(NUMBER), **_by_type(State),
        },
        derived=("occupied", "sources"),
        frames={**_unnamed(procedures), **FRAMES},
    )  # fmt: skip


FRAMES: dict[str, Shape] = {
    "side": SIDE, "unit": UNIT, "units": Many(UNIT), "piece": UNIT, "pieces": Many(UNIT), "attackers": Many(UNIT),
    "defenders": Many(UNIT), "target": HEX, "hex": HEX, "hexes": HEXES, "origin": HEX, "path": Many(HEX),
}  # fmt: skip
"""What fields of procedures are where they are more than numbers."""


def _by_type(record: type[Any]) -> dict[str, Shape]:
    """Numbers and lists of numbers, which is what nearly all other fields are."""
    plain_types: dict[Any, Shape] = {int: NUMBER, list[int]: Many(NUMBER)}
    hints = get_type_hints(record)
    return {name: plain_types[hints[name]] for name in record.__struct_fields__ if hints.get(name) in plain_types}


def _unnamed(procedures: Sequence[type[Frame]]) -> Mapping[str, Shape]:
    """The fields of procedures by their types, for those that have no shape of their own."""
    found: dict[str, Shape] = {}
    for cls in procedures:
        found |= {f"{cls.__name__}.{name}": shape for name, shape in _by_type(cls).items() if name not in FRAMES}
    return found


def _base(head: Head) -> State:
    s = new_state(head.title.m, head.scenario, head.title.settle_options(head.options))
    if head.clear:
        for piece in range(s.m.pieces):
            lift(s, piece, POOL if s.m.all_rcs >> piece & 1 else ABSENT)
            s.reduced &= ~(1 << piece)
    return s


def _turn(s: State) -> int:
    """The turn's place in the track of the whole war."""
    track = next(scene.track for scene in s.m.scenarios if scene.campaign)
    name = s.m.scenarios[s.scenario].track[s.turn - 1].name
    return next(i for i, turn in enumerate(track) if turn.name == name)


def _set_turn(s: State, place: int, key: Key) -> None:
    whole = next(scene.track for scene in s.m.scenarios if scene.campaign)
    names = [turn.name for turn in s.m.scenarios[s.scenario].track]
    if whole[place].name not in names:
        raise key.wrong(f"{whole[place].name} is no turn of this scenario: it runs from {names[0]} to {names[-1]}")
    s.turn = names.index(whole[place].name) + 1


# -- counters ---------------------------------------------------------------------------------------------------------


def _put(s: State, piece: int, place: int, key: Key) -> None:
    m = s.m
    if place >= 0 and not m.land >> place & 1:
        raise key.wrong(f"no unit can be in {m.hex_name(place)} [4.2]")
    if place >= 0 and m.army[m.side[piece]] >> piece & 1 and s.occupied[1 - m.side[piece]] >> place & 1:
        raise key.wrong(f"enemy units are in {m.hex_name(place)} [8.2.1]")
    if place < 0:
        lift(s, piece, place)
    else:
        put(s, piece, place)


def _listed(s: State) -> list[int]:
    """Units that take part, and replacement counters in use."""
    units = [unit for unit in s.m.units if s.place[unit] != ABSENT]
    return units + [rc for side in (POLAND, RUSSIA) for rc in s.m.rcs_of[side] if s.place[rc] != POOL]


def _faces(s: State, entries: dict[int, tuple[Key, Marks]]) -> None:
    """[2.4.2a] Only units of two steps have another side."""
    for piece, (key, _) in entries.items():
        if s.reduced >> piece & 1 and not s.m.two_steps >> piece & 1:
            raise key.wrong("it has one step only [2.4.2a]")


def _occupied(s: State) -> None:
    """[3.2b, 4.1a] Zones follow the marks, and cities belong to who stands in them."""
    rebuild_sets(s)
    for side in (POLAND, RUSSIA):
        _give(s, side, s.occupied[side] & (s.held[POLAND] | s.held[RUSSIA]))


def _give(s: State, side: int, hexes: int) -> None:
    s.held[side] |= hexes
    s.held[1 - side] &= ~hexes


def _held(s: State) -> dict[int, int]:
    """Cities that are not held as at the start, and in which nobody stands."""
    start, empty = s.m.scenarios[s.scenario].russian, ~(s.occupied[POLAND] | s.occupied[RUSSIA])
    told = {POLAND: s.held[POLAND] & start & empty, RUSSIA: s.held[RUSSIA] & ~start & empty}
    return {side: hexes for side, hexes in told.items() if hexes}


def _hold(s: State, lists: dict[int, int], key: Key) -> None:
    asked = s.held[POLAND] | s.held[RUSSIA]
    for side, hexes in lists.items():
        if hexes & ~asked:
            raise key.wrong("nobody asks who controls that hex [3.2a]")
        _give(s, side, hexes)


# -- where play goes on -----------------------------------------------------------------------------------------------


def _stack(s: State, head: Head) -> list[Frame]:
    """The player turn at the beginning of the phase that the file names; or the game turn, which Russia begins."""
    if s.phase == 0 and s.side == RUSSIA:
        return [Campaign(at="begin")]
    after = "polish" if s.side == RUSSIA else "next_turn"
    return [Campaign(at=after), PlayerTurn(side=s.side, at=STEPS[s.phase], commands=commands(s, s.side))]
