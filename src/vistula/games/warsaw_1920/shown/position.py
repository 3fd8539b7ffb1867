"""Position files of Warsaw 1920: what they tell, and how each field looks. See docs/positions.md."""

from __future__ import annotations

from typing import Any

from vistula.board.hexes import members
from vistula.games.published import procedures_of
from vistula.kernel import Frame
from vistula.kernel.codec import Codec
from vistula.kernel.rows import Field, Group, Head, Marks, Pieces, Said, Settle, item, plain
from vistula.kernel.shapes import Bits, By, Flag, Key, Many, Names, Number, Place, Secret, Thing, Tuple, Word
from vistula.parts.pieces import box, box_turn

from ..model import POLAND, RUSSIA, SEATS, Model
from ..rules.combat import CombatPhase
from ..rules.movement import MovementPhase
from ..rules.sequence import Campaign, PlayerTurn, operations_allowed
from ..rules.setup import PolishDeployment, RussianDeployment, new_state, quick_setup
from ..state import (
    ABSENT,
    COMBAT,
    ELIMINATED,
    FLAGS,
    IDLE,
    INTERNED,
    MOVEMENT,
    OPERATION,
    OUT_OF_SUPPLY,
    OVERSTACKED,
    REFIT,
    REINFORCEMENT,
    SETUP,
    SUPPLIED,
    SURRENDERED,
    TRAY,
    State,
    covered_by,
    deploy,
    disrupt,
    put_on_top,
    remove,
    units_at,
)

FRONTS = ("west", "southwest")
RUNNING = (OPERATION, MOVEMENT, COMBAT)
PHASES = {
    "deployment": SETUP, "resupply": REINFORCEMENT, "reinforcement": REINFORCEMENT, "operation": OPERATION,
    "movement": MOVEMENT, "combat": COMBAT, "refit": REFIT,
}  # fmt: skip
FATES = {
    "eliminated": ELIMINATED, "overstacked": OVERSTACKED, "surrendered": SURRENDERED, "interned": INTERNED,
    "tray": TRAY, "absent": ABSENT,
}  # fmt: skip
NUMBER, FLAG, UNIT, SIDE = Number(), Flag(), Thing("piece"), Word(SEATS)
KIND = Word({"movement": MOVEMENT, "combat": COMBAT, "lost": OPERATION})
SUPPLY = Word({"supplied": SUPPLIED, "out": OUT_OF_SUPPLY, "idle": IDLE})
PAIRS = Many(Tuple(SUPPLY, SUPPLY))


class Land(Thing):
    """A hex that is part of the game."""

    def __init__(self, m: Model) -> None:
        super().__init__("space")
        self.m = m

    def read(self, names: Names, told: Any, key: Key) -> int:
        m, hex = self.m, super().read(names, told, key)
        if hex >= 0 and m.danzig >> hex & 1:
            raise key.wrong(f"{m.hex_name(hex)} is Danzig, which nobody may enter [10.5a]")
        if hex >= 0 and not m.land >> hex & 1:
            raise key.wrong(f"{m.hex_name(hex)} is not part of the game ({m.terrain[hex]})")
        return hex


def codec(m: Model) -> Codec[State]:
    hex = Land(m)
    place = Place(hex, FATES, "box", box, box_turn, m.turns + m.operations.reorganized)
    front = Word({"none": -1, **{name: i for i, name in enumerate(FRONTS)}})
    return Codec(
        state=State,
        procedures=procedures_of(Campaign),
        base=_base,
        stack=_stack,
        dice=Number(1, m.die.sides),
        rows=[
            plain("turn", Number(1, m.turns), always=True),
            plain("side", SIDE, always=True),
            plain("phase", Word(PHASES), always=True),
            Settle(_clear),
            Pieces("units", place, lambda s, unit: s.place[unit], _put, _from_below,
                   marks={flag: flag for flag in FLAGS}, hints=("top", "under"), after=_arrange,
                   fields=("place", "under", "deep")),
            Settle(_control),
            Field("control", By(Word(("poland", "russia", "retaken")), Bits(hex)), _held, _hold, ["russian", "paid"]),
            Settle(_counterattack),
            Group("tracks", *(row for i, name in enumerate(FRONTS) for row in _tracks(m, i, name)),
                  plain("resupply_vp", Number(0, 99)), plain("counterattack", NUMBER),
                  plain("counterattack_shown", FLAG, "order_shown")),
            Said("operation", Number(1)),
            Said("movements", Number(0)),
            Settle(_past),
            Field("operations", Many(KIND), _before, _did, ["operations"]),
            Settle(_supplied_then),
            Field("supply", PAIRS, lambda s: _pairs(s)[: len(_before(s))], _supplies, ["statuses"]),
            Settle(_running, ["operation", "movements"]),
        ],
        fields={
            "operation": NUMBER, "movements": NUMBER, "operations": Many(KIND), "statuses": Many(SUPPLY),
            "supplied": Many(SUPPLY), "revealed": Bits(UNIT), "routing": UNIT, "paid": Bits(hex), "phase": Word(PHASES),
            "replacements": Many(NUMBER), "ghosts": Secret(),
        },
        derived=("occupied", "zoc_from"),
        frames={
            "side": SIDE, "front": front, "unit": UNIT, "hex": hex, "target": hex, "origin": hex, "near": Many(hex),
            "units": Many(UNIT), "attackers": Many(UNIT), "defenders": Many(UNIT), "paying": Many(UNIT),
            "gone": Many(UNIT), "left": NUMBER, "distance": NUMBER, "owed": NUMBER, "attack": NUMBER,
            "defence": NUMBER, "bonus": NUMBER, "die": NUMBER,
        },
    )  # fmt: skip


def _tracks(m: Model, front: int, name: str) -> list[Field[State]]:
    """The markers of one Front."""

    def supplied(s: State, value: bool, key: Key) -> None:
        s.supplied[front] = SUPPLIED if value else OUT_OF_SUPPLY

    return [
        item(name, NUMBER, "points", front),
        Field(f"{name}_supplied", FLAG, lambda s: s.supplied[front] != OUT_OF_SUPPLY, supplied, ["supplied"]),
        item(f"{name}_resupplied", Number(0, m.turns), "resupplied", front),
        item(f"{name}_lost", Number(0, 2), "lost", front),
    ]


def _base(head: Head) -> State:
    m: Model = head.title.m
    s = new_state(m)
    if not head.clear and next(sc.setup for sc in m.scenarios if sc.id == head.scenario) == "quick":
        quick_setup(s)
    s.side, s.phase, s.supplied = RUSSIA, OPERATION, [SUPPLIED, SUPPLIED]
    return s


# -- units and control --------------------------------------------------------------------------------------------


def _clear(s: State, head: Head) -> None:
    for unit in s.m.units if head.clear else ():
        if s.phase != SETUP or s.place[unit] != TRAY:
            s.place[unit] = ABSENT


def _put(s: State, unit: int, place: int, key: Key) -> None:
    if place >= 0:
        deploy(s, unit, place)
    else:
        remove(s, unit, place)


def _from_below(s: State) -> list[int]:
    """The lowest of a stack first: who is put down later lies on top."""
    return sorted((u for u in s.m.units if s.place[u] != ABSENT), key=lambda u: -covered_by(s, u))


def _arrange(s: State, entries: dict[int, tuple[Key, Marks]]) -> None:
    """[6.3b] Who lies on top: as marked, otherwise the unit listed last. [7.0b] Disrupted units have no zone."""
    for unit, (key, marks) in entries.items():
        if s.place[unit] >= 0 and marks.get("disrupted"):
            disrupt(s, unit)
        if (marks.get("under") or marks.get("top")) and (s.m.side[unit] != POLAND or s.place[unit] < 0):
            raise key.wrong("only in Polish stacks it matters who lies on top [6.3b]")
        if marks.get("top"):
            put_on_top(s, unit)
    for unit, (key, marks) in entries.items():
        if marks.get("under") and not s.under >> unit & 1:
            others = [u for u in units_at(s, POLAND, s.place[unit]) if not entries.get(u, (key, {}))[1].get("under")]
            if marks.get("top") or not others:
                raise key.wrong("lies under no other unit")
            put_on_top(s, others[0])


def _control(s: State, head: Head) -> None:
    """[3.4a, 3.4c] Control follows the units; a city that was Russian has given its supply point."""
    s.russian = (s.russian | s.occupied[RUSSIA]) & ~s.occupied[POLAND]
    s.paid |= s.russian & (s.m.city | s.m.major)


def _held(s: State) -> dict[int, int]:
    """Hexes that are not held as at the start, and Polish cities that have been Russian."""
    start, cities = s.m.land & ~s.m.polish_start, s.m.city | s.m.major
    found = (start & ~s.russian, s.russian & ~start, cities & s.paid & ~s.russian & ~start)
    return {i: hexes for i, hexes in enumerate(found) if hexes}


def _hold(s: State, lists: dict[int, int], key: Key) -> None:
    polish, russian, retaken = (lists.get(i, 0) for i in range(3))
    cities = s.m.city | s.m.major
    if twice := russian & (polish | retaken):
        raise key.sub("russia").wrong(f"{s.m.hex_name(members(twice)[0])} is listed for both sides [3.4a]")
    if mere := retaken & ~cities:
        name = s.m.hex_name(members(mere)[0])
        raise key.sub("retaken").wrong(f"{name} is no city and gives no supply point [8.4a]")
    s.russian = (s.russian | russian) & ~polish & ~retaken
    s.paid |= (s.russian | retaken) & cities


def _counterattack(s: State, head: Head) -> None:
    """[5.3a, 5.3b] Chosen on turn 3, shown on turn 5; an order that is past and not given is the later one."""
    if _after_arrivals(s, s.m.counterattack.chosen):
        s.counterattack = s.m.counterattack.turns[1]
    s.order_shown = _after_arrivals(s, s.m.counterattack.revealed)


def _after_arrivals(s: State, turn: int) -> bool:
    """Whether the Polish reinforcements phase of a turn is over."""
    return (s.turn, s.side == RUSSIA or s.phase not in (SETUP, REINFORCEMENT)) >= (turn, True)


# -- operations ---------------------------------------------------------------------------------------------------


def _before(s: State) -> list[int]:
    """[5.4c] The operation phases of this player turn that are over."""
    return s.operations[: s.operation - 1] if s.phase in RUNNING and s.operation else s.operations


def _did(s: State, kinds: list[int], key: Key) -> None:
    s.operations = kinds


def _pairs(s: State) -> list[tuple[int, int]]:
    return list(zip(s.statuses[::2], s.statuses[1::2], strict=True))


def _past(s: State, head: Head) -> None:
    """For authors: only how many operation phases there were, and how many of them for movement."""
    told, before = head.told, head.told.get("operation", 1) - 1
    movements = told.get("movements", 0)
    if "operations" not in told:
        if movements > before:
            text = f"{movements} movement phases cannot have begun before operation {before + 1}"
            raise head.key.sub("movements").wrong(text)
        s.operations = [MOVEMENT] * movements + [COMBAT] * (before - movements)
    elif before and before != len(told["operations"]):
        text = f"{len(told['operations'])} operations are listed before operation {before + 1}"
        raise head.key.sub("operation").wrong(text)
    elif movements and movements != told["operations"].count("movement"):
        text = f"{told['operations'].count('movement')} movement phases are listed in operations"
        raise head.key.sub("movements").wrong(text)


def _supplied_then(s: State, head: Head) -> None:
    """[5.5a] The supply markers of the operations before this one, where the file does not say."""
    s.statuses = []
    for number, kind in enumerate(s.operations, 1):
        idle = s.side == POLAND and kind == MOVEMENT
        s.statuses += [IDLE if idle or number <= lost else SUPPLIED for lost in s.lost]


def _supplies(s: State, pairs: list[tuple[int, int]], key: Key) -> None:
    if len(pairs) != len(s.operations):
        raise key.wrong(f"{len(pairs)} entries for {len(s.operations)} operations")
    s.statuses = [word for pair in pairs for word in pair]


def _running(s: State, head: Head) -> None:
    """[5.4c, 5.5a] The operation phase that runs or comes now."""
    number, allowed = len(s.operations) + 1, operations_allowed(s)
    s.movements = s.operations.count(MOVEMENT) + (s.phase == MOVEMENT)
    if s.phase in RUNNING and number > allowed > 0:
        text = f"{SEATS[s.side]} has {allowed} operation phases on turn {s.turn} [5.1c]"
        raise head.key.sub("operation").wrong(text)
    if s.phase not in RUNNING and number - 1 > (allowed if s.phase == REFIT else 0):
        raise head.key.sub("operations").wrong(f"{number - 1} operation phases are too many for this phase [5.1a]")
    s.operation = number if s.phase in RUNNING else 0
    s.supplied = [_supplied_now(s, front, head) for front in (0, 1)]
    if s.phase in (MOVEMENT, COMBAT):
        s.operations.append(s.phase)
        s.statuses += s.supplied
        if all(number <= lost for lost in s.lost):
            raise head.key.sub("operation").wrong(f"both Fronts lose operation {number} [8.3.1c]")


def _supplied_now(s: State, front: int, head: Head) -> int:
    """The supply of a Front in the phase that runs."""
    if s.phase not in (MOVEMENT, COMBAT) or (s.side == POLAND and s.phase == MOVEMENT):
        return IDLE
    if s.side == POLAND or s.operation > s.lost[front]:
        return s.supplied[front]
    if (name := f"{FRONTS[front]}_supplied") in head.told.get("tracks", {}):
        text = "a Front that loses the operation is neither supplied nor out of supply [8.3.1c]"
        raise head.key.sub("tracks").sub(name).wrong(text)
    return IDLE


# -- where play goes on -------------------------------------------------------------------------------------------


def _stack(s: State, head: Head) -> list[Frame]:
    if s.phase == SETUP:
        after = "russian_deployment" if s.side == POLAND else "polish_turn"
        return [Campaign(free=True, at=after), PolishDeployment() if s.side == POLAND else RussianDeployment()]
    campaign = Campaign(free=head.scenario == "free", at="russian_turn" if s.side == POLAND else "end_of_turn")
    if s.phase == MOVEMENT:
        s.movements -= not s.moved  # it is counted when it begins
        return [campaign, _turn(s, "operation_over"), MovementPhase(at="pick" if s.moved else "")]
    if s.phase == COMBAT:
        return [campaign, _turn(s, "operation_over"), CombatPhase(at="declare" if s.fought | s.attacked else "")]
    phase = head.told.get("phase", "operation")
    if s.side == POLAND and phase == "resupply":
        raise head.key.sub("phase").wrong("only the Russian player turn begins with resupply [8.3a]")
    if s.counterattack and not _after_arrivals(s, s.m.counterattack.chosen):
        text = f"the order is chosen on turn {s.m.counterattack.chosen}, after the reinforcements [5.3a]"
        raise head.key.sub("tracks").sub("counterattack").wrong(text)
    s.operation = max(0, s.operation - 1)  # the next one is about to begin
    return [campaign, _turn(s, {"operation": "next_operation", "refit": "refit_phase"}.get(phase, phase))]


def _turn(s: State, at: str) -> PlayerTurn:
    return PlayerTurn(side=s.side, at=at)
