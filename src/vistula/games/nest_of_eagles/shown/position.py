"""Position files of 1920: Nest of Eagles: what they tell, and how each field looks. See docs/positions.md."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.games.published import procedures_of
from vistula.kernel import Frame
from vistula.kernel.codec import Codec
from vistula.kernel.rows import Field, Head, Marks, Pieces, Settle, by, item, plain
from vistula.kernel.shapes import Bits, By, Flag, Key, Many, Number, Place, Thing, Word
from vistula.parts.words import count

from ..model import POLAND, SEATS, SOVIET, Model
from ..rules.sequence import Campaign, PlayerTurn
from ..rules.setup import new_state
from ..state import (
    ABSENT,
    BRIGADES,
    OFF,
    REBUILD,
    REMOVED,
    RESERVES,
    SEALED,
    TRANSIT,
    UKRAINE_BOX,
    UNDER,
    VOLUNTEERS,
    State,
    box,
    box_turn,
    level_of,
    put,
    refresh,
    remove,
    set_level,
)

PHASES = ("turn", "reactive-1", "attack-1", "reactive-2", "operational", "reactive-3", "attack-2", "replacement")
STEPS = ("begin", "reactive_1", "attack_1", "reactive_2", "operational", "reactive_3", "attack_2", "replacement")
"""The step of a player turn with which a phase begins."""
FATES = {
    "rebuild": REBUILD, "brigades": BRIGADES, "volunteers": VOLUNTEERS, "reserves": RESERVES, "ukraine": UKRAINE_BOX,
    "off": OFF, "removed": REMOVED, "absent": ABSENT, "transit": TRANSIT,
    "sealed": SEALED,
}  # fmt: skip
MARKS = (
    "reduced",
    "remnant",
    "moved",
    "fought",
    "attacked",
    "barred",
    "eligible",
    "marked",
    "regained",
    "duties",
    "rebel",
)
LONGEST_WAIT = 3
NUMBER, FLAG, UNIT, HEX = Number(), Flag(), Thing("piece"), Thing("space")
SIDE, OWNER = Word(SEATS), Word((*SEATS, "lithuania"))
CARD = Thing("card")
UNITS, HEXES = Bits(UNIT), Bits(HEX)
THEATER_NAMES = ("polish", "belarus", "ukraine")
POOLS = ("poland", "west", "southwest", "ukrainian")


def codec(m: Model) -> Codec[State]:
    under = {f"under {m.key[marker]}": UNDER - marker for marker in range(m.count, len(m.key))}  # [23.1]
    place = Place(HEX, {**FATES, **under}, "round", box, box_turn, m.rounds + LONGEST_WAIT)
    return Codec(
        state=State,
        procedures=procedures_of(Campaign),
        base=_base,
        stack=_stack,
        rows=[
            plain("round", Number(1, m.rounds), always=True),
            plain("side", SIDE, always=True),
            plain("phase", Word(PHASES), always=True),
            Pieces("units", place, lambda s, unit: s.place[unit], _put, _listed, marks={mark: mark for mark in MARKS},
                   after=_levels),
            Settle(_control),
            Field("control", By(OWNER, HEXES), _held, _hold, ["held"]),
            *(item(f"morale_{name}", Number(-24, 24), "morale", i) for i, name in enumerate(THEATER_NAMES)),
            *(item(f"pool_{name}", Number(0), "pool", i) for i, name in enumerate(POOLS)),
            plain("vp", Number(-24, 24)),
            by("reacted", SEATS, NUMBER),
            by("orders", SEATS, NUMBER),
            by("hands", SEATS, Many(CARD)),
        ],
        fields={
            "active": SIDE, "scenario": NUMBER, "started": HEXES, "started_two": HEXES, "foreign": HEXES,
            "supplied_cars": UNITS, "moving": UNITS, "left_theater": UNITS, "cheka": HEXES,
            "negotiating": UNITS, "entered": UNITS,
            "destination": Many(NUMBER), "transit": Many(UNITS), "asked_off": Many(NUMBER), "rails": Many(NUMBER),
            "rails_barred": Many(NUMBER), "attacks": Many(NUMBER), "assaults": Many(NUMBER), "fought_in": Many(NUMBER),
            "captured_in": Many(NUMBER), "points": Many(NUMBER), "reserves": Many(NUMBER), "emissaries": Many(NUMBER),
            "found_out": Many(NUMBER), "could": Many(HEXES), "bound_for": Many(NUMBER), "unloaded": UNITS,
            "players": NUMBER, "rulings": NUMBER, "linked": NUMBER, "forming": NUMBER,
            "cheka_left": NUMBER, "reserve_triggers": NUMBER, "rebellion": NUMBER,
            "wilno_clock": NUMBER, "priority": NUMBER, "taken_by": Many(HEXES),
            "spent": Bits(CARD), "quarrels": NUMBER, "invited": UNITS, "politics": Many(NUMBER),
            "politics_shown": Many(NUMBER), "lying": Many(NUMBER), "markers": Many(NUMBER), "markers_shown": NUMBER,
            "volunteer_markers": Many(NUMBER), "volunteers_a": Many(NUMBER),
            "concealment": NUMBER, "western": UNITS, "scouted": Many(NUMBER), "owed": Many(NUMBER),
        },
        derived=("fielded", "occupied", "lof_from", "lithuanian"),
        frames={
            "side": SIDE, "command": NUMBER, "commands": Many(NUMBER), "unit": UNIT, "units": Many(UNIT),
            "group": Many(UNIT), "attackers": Many(UNIT), "defenders": Many(UNIT), "target": HEX, "origin": HEX,
            "hexes": Many(HEX), "CounterAttack.hexes": HEXES, "path": Many(NUMBER), "left": NUMBER, "count": NUMBER,
            "order": NUMBER, "answer": NUMBER, "chance": NUMBER, "rolled": NUMBER, "extra": NUMBER, "turn": NUMBER,
            "edge": NUMBER, "pool": NUMBER, "front": NUMBER, "reserve": NUMBER, "called": Many(NUMBER),
            "asked": Many(UNIT), "stayed": Many(UNIT), "forced": NUMBER, "theater": NUMBER,
            "card": CARD, "EventPlay.answer": CARD, "result": NUMBER, "draws": NUMBER, "moment": NUMBER,
            "sides": Many(SIDE), "Events.order": Many(SIDE), "number": NUMBER,
            "occasion": NUMBER, "kind": NUMBER, "marker": UNIT, "empty": HEXES, "bound": HEXES,
        },
    )  # fmt: skip


def _base(head: Head) -> State:
    s = new_state(head.title.m, head.scenario, head.title.settle_options(head.options))
    if head.clear:
        for unit in s.m.units:
            remove(s, unit, ABSENT)
    return s


# -- pieces -----------------------------------------------------------------------------------------------------------


def _put(s: State, unit: int, place: int, key: Key) -> None:
    if unit >= len(s.place) or (place <= UNDER and UNDER - place >= len(s.place)):
        raise key.wrong("this table plays without Patrols and Groups [23.1a]")
    if place >= 0 and not s.m.land >> place & 1:
        raise key.wrong(f"no unit can be in {s.m.hex_name(place)} [2.3.1a]")
    if place >= 0 and s.occupied[1 - s.m.side[unit]] >> place & 1 and not s.m.red_ukrainians >> unit & 1:
        raise key.wrong(f"enemy units share {s.m.hex_name(place)} [7.0d]")
    remove(s, unit, ABSENT)
    if place >= 0:
        put(s, unit, place)
    else:
        s.place[unit] = place


def _listed(s: State) -> list[int]:
    units = [unit for unit in s.m.units if s.place[unit] != ABSENT]
    return units + [marker for marker in range(s.m.count, len(s.place)) if s.place[marker] not in (OFF, ABSENT)]


def _levels(s: State, entries: dict[int, tuple[Key, Marks]]) -> None:
    """[3.3a] Reduced and Remnant units."""
    for unit, (key, _) in entries.items():
        if level_of(s, unit) >= s.m.steps[unit]:
            raise key.wrong(f"it has {count(s.m.steps[unit], 'step')} only [3.3a]")
        set_level(s, unit, level_of(s, unit))
    for unit in members(s.rebel):
        if s.place[unit] >= 0:
            refresh(s, s.place[unit])  # [20.4.1d]


def _control(s: State, head: Head) -> None:
    """[2.7a] Urban hexes belong to who stands in them."""
    for owner, hexes in enumerate(_stood(s)):
        _give(s, owner, hexes & s.m.urban)


def _stood(s: State) -> tuple[int, int, int]:
    """The hexes in which units of Poland, the Soviets and Lithuania stand."""
    return s.occupied[POLAND], s.occupied[SOVIET] & ~s.lithuanian, s.lithuanian


def _give(s: State, owner: int, hexes: int) -> None:
    s.held = [held | hexes if i == owner else held & ~hexes for i, held in enumerate(s.held)]


def _held(s: State) -> dict[int, int]:
    """Urban hexes that are not held as at the start, or not by who stands in them: a train, a rebel brigade."""
    start, stood = s.m.scenarios[s.scenario].control, _stood(s)
    told = [s.held[owner] & (~start[owner] | sum(stood) & ~stood[owner]) for owner in range(3)]
    return {owner: hexes for owner, hexes in enumerate(told) if hexes}


def _hold(s: State, lists: dict[int, int], key: Key) -> None:
    for owner, hexes in lists.items():
        if hexes & ~s.m.urban:
            raise key.wrong("only urban hexes are held [2.7a]")
        _give(s, owner, hexes)


# -- where play goes on -----------------------------------------------------------------------------------------------


def _stack(s: State, head: Head) -> list[Frame]:
    """The player turn at the beginning of the phase that the file names."""
    scene = s.m.scenarios[s.scenario]
    at = "other" if s.side == scene.begins else "next_round"
    s.active = s.side
    return [Campaign(at=at), PlayerTurn(side=s.side, at=STEPS[s.phase])]
