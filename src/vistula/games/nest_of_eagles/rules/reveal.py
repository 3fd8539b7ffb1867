"""23.1.3 How concealed units come to light: by their owner's will, in an attack, or found by the enemy."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import members
from vistula.kernel import (
    AGAIN,
    SKIP,
    Bar,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    Return,
    choose,
    disclose,
    only,
    procedure,
    step,
    tell,
)
from vistula.parts.sides import NONE

from ..model import AIR, ARTILLERY, CARS, CAVALRY, LITHUANIA, POLAND, TANK, TRAIN
from ..state import OPERATIONAL, UNDER, State, stands, uncover, units_at, units_under, with_lof
from .bars import foes, named, off_map
from .ground import next_hexes, unhindered
from .operations import count_for_poles
from .queries import elite, in_play, opened, veiled
from .seats import asked, command_of, everyone, front_of, side_of
from .steps import lose
from .theaters import review

ALL_AROUND = 6
"""[23.1.3d] What elite cavalry reveals: every hex next to it."""


# -- taking markers away ----------------------------------------------------------------------------------------------


def show(s: State, marker: int) -> None:
    """[23.1.3a] A player shows what is under a marker; under a Patrol that may be a Group (N-110)."""
    hex = s.place[marker]
    found = uncover(s, marker)
    disclose(s, "23.1.3a", everyone(s), found)
    _tell(s, "23.1.3a", hex, found)


def lay_open(s: State, side: int, hex: int, rule: str) -> list[int]:
    """[23.1.3a, 23.1.2f] Everything that is concealed in a hex comes to light; returns the units that are there."""
    found: list[int] = []
    hidden = veiled(s, side) >> hex & 1
    while veiled(s, side) >> hex & 1:
        marker = next(u for u in units_at(s, side, hex) if u >= s.m.count)
        found += [unit for unit in uncover(s, marker) if unit < s.m.count]
    if hidden:
        disclose(s, rule, everyone(s), found)
        _tell(s, rule, hex, found)
    return units_at(s, side, hex)


def _tell(s: State, rule: str, hex: int, found: list[int]) -> None:
    if found:
        tell(s, rule, "uncovered", units=found, hex=hex)
    else:
        tell(s, rule, "only_dust", hex=hex)
        review(s, s.m.theater_of[hex])  # nobody was there


def uncover_attackers(s: State, attackers: list[int]) -> list[int]:
    """[23.1.3a] Who attacks is uncovered when the attack is declared (N-98)."""
    units = opened(s, attackers)
    for marker in [piece for piece in attackers if piece >= s.m.count]:
        hex, found = s.place[marker], uncover(s, marker)
        for group in [piece for piece in found if piece >= s.m.count]:
            found = uncover(s, group)
        disclose(s, "23.1.3a", everyone(s), found)
        _tell(s, "23.1.3a", hex, found)
    return units


def uncover_army(s: State, army: int) -> None:
    """Every marker over units of an army is taken away, and what else lies under it comes to light."""
    for unit in members(army):
        hex = stands(s, unit)
        while hex >= 0 and s.place[unit] <= UNDER:
            show(s, next(piece for piece in units_at(s, s.m.side[unit], hex) if unit in opened(s, [piece])))


def unshown(s: State, command: int) -> Iterator[Bar]:
    """[23.1.3a] Markers that their owner cannot take away now."""
    yield from foes(s, command, "23.1.3a")
    yield Bar("23.1.3a", (1 << s.m.count) - 1, named(s, "lies open, or is shown with its marker"))
    yield off_map(s)


# -- 23.1.3b-h who finds whom -----------------------------------------------------------------------------------------


def eyes(s: State, unit: int) -> int:
    """[23.1.3d, 23.1.3g] How many hexes a unit can reveal that does not move."""
    m, kind = s.m, s.m.kind[unit]
    if unit >= m.count or kind in (TANK, ARTILLERY, AIR):
        return 0
    lines, proud = with_lof(s) >> unit & 1, elite(s) >> unit & 1
    if kind in (CARS, TRAIN):
        return 1
    if kind == CAVALRY:
        return ALL_AROUND if proud else 3 if lines else 2
    return 3 if proud else 2 if lines else 1


def blind(s: State) -> Bar:
    """[23.1.3g] Who reveals nobody."""
    return Bar("23.1.3g", lambda u: not eyes(s, u), named(s, "cannot reveal enemy units; show a concealed unit first"))


def unscouting(s: State, command: int) -> Iterator[Bar]:
    """[23.1.3b, 23.1.3g] Units that cannot reveal enemies without moving."""
    m, hidden = s.m, veiled(s, 1 - side_of(command))
    yield from foes(s, command, "23.1.3b")
    yield off_map(s)
    yield Bar("23.1.3b", s.phase == OPERATIONAL, "units reveal others in a Reactive Movement Phase, or in an advance")
    yield only("23.1.3b", s.eligible, named(s, "is not stronger than the enemy next to it, so it reveals nobody"))
    yield Bar("7.0b", s.moved, named(s, "has moved already in this phase"))
    yield Bar("20.4.1f", s.negotiating | s.rebel, named(s, "negotiates and reveals nobody"))
    yield blind(s)
    nobody = named(s, "has no concealed enemy unit next to it")
    yield Bar("23.1.3b", lambda u: not m.around[s.place[u]] & hidden, nobody)


def in_reach(s: State, unit: int, points: int) -> int:
    """[23.1.3b, 23.1.3c] Hexes next to a unit on the move that it could enter with its MP, lines and enemies apart."""
    m, here, side = s.m, s.place[unit], s.m.side[unit]
    if m.kind[unit] == TRAIN:
        return m.rail_next[here]
    ground = unhindered(m, side, NONE, m.grid.valid & ~in_play(s))
    return next_hexes(ground, here, points, False)


def unrevealed(s: State, unit: int, points: int) -> Iterator[Bar]:
    """[23.1.3b, 23.1.3c, 23.1.3h] Hexes that a unit on the move cannot reveal."""
    name = s.m.hex_name
    hidden = veiled(s, 1 - s.m.side[unit])
    yield only("23.1.3b", hidden, lambda hex: f"no concealed enemy unit is in {name(hex)}")
    yield only("23.1.3b", s.m.around[s.place[unit]], lambda hex: f"{name(hex)} is not next to {name(s.place[unit])}")
    words = f"it would need the MP to enter {{}}, and it has {points}"
    yield only("23.1.3b", in_reach(s, unit, points), lambda hex: words.format(name(hex)))


def reveal(s: State, unit: int, hex: int) -> bool:
    """[23.1.3a, 23.1.3e, 23.1.3f] A unit reveals a hex; returns whether enemies are there."""
    side = s.m.side[unit]
    tell(s, "23.1.3b", "scouts", unit=unit, hex=hex)
    lay_open(s, 1 - side, hex, "23.1.3b")
    count_reveal(s, unit)
    return bool(s.occupied[1 - side] >> hex & 1)


@procedure
class Scout(Frame):
    """[23.1.3b, 23.1.3d, 23.1.3h] A unit that does not move reveals hexes next to it. Gives back those where only
    dummies were [23.1.3e]; nothing where it has revealed none."""

    command: int
    unit: int
    left: int
    used: bool = False
    empty: int = 0

    @choose("23.1.3d", "23.1.3h", who=asked, prompt="Which hex does {unit:piece} reveal?", always=True)
    def look(self, s: State) -> Choice:
        near = s.m.around[s.place[self.unit]] & veiled(s, 1 - s.m.side[self.unit])
        if not near or not self.left:
            return SKIP
        far = only("23.1.3h", near, lambda hex: f"no concealed enemy unit next to it is in {s.m.hex_name(hex)}")
        end = Option("done", label="Reveal no more") if self.used else Option("back", label="Reveal nothing", free=True)
        return [Offer("reveal", "space", [far], "Reveal this hex"), end]

    look.to("done")

    @look.on("back")
    def _(self, s: State, _: int) -> Next:
        return None

    @look.on("reveal")
    def _(self, s: State, hex: int) -> Next:
        self.used = True
        self.left -= 1
        s.moved |= 1 << self.unit
        if not reveal(s, self.unit, hex):
            self.empty |= 1 << hex
        return AGAIN

    @step("23.1.3e")
    def over(self, s: State) -> Next:
        return Return(self.empty)


# -- 23.1.3f operations -----------------------------------------------------------------------------------------------


def count_reveal(s: State, unit: int) -> None:
    """[23.1.3f] To reveal counts as one attack of its Theater or Front, once a turn; in the enemy's turn, for the next
    own one. A Pole counts where the unit stands (N-111)."""
    side, front = s.m.side[unit], front_of(s, unit)
    where = s.m.theater_of[s.place[unit]] if side == POLAND else front
    if front == LITHUANIA:
        return  # [21.1d]
    if side != s.side:
        s.owed[side] |= 1 << where
    elif not s.scouted[side] >> where & 1:
        s.scouted[side] |= 1 << where
        _count(s, side, where)


def _count(s: State, side: int, where: int) -> None:
    if side == POLAND:
        count_for_poles(s, where)
    else:
        s.assaults[where] += 1


def begin_turn(s: State, side: int) -> None:
    """[23.1.3f] What a side revealed in the enemy's turn counts in this one, which begins."""
    s.scouted[side], s.owed[side] = s.owed[side], 0
    for where in members(s.scouted[side]):
        _count(s, side, where)


# -- losses under a marker --------------------------------------------------------------------------------------------


@procedure
class HiddenLoss(Frame):
    """[3.3i] A step is lost under a marker: the owner says who bears it, and the enemy does not hear of it (N-99)."""

    command: int
    marker: int
    rule: str

    @choose("3.3i", "23.1.1f", who=asked, prompt="A step is lost under {marker:piece}: which unit?", always=True)
    def who_loses(self, s: State) -> Choice:
        units = units_under(s, self.marker)
        if not units:
            return [Option("none", label="It is a dummy: nothing is lost", publish=True)]
        others = only("3.3i", units, named(s, "is not under this marker"))
        return [Offer("lose", "piece", [others], "This unit loses a step", publish=True)]

    who_loses.to("none")

    @who_loses.on("lose")
    def _(self, s: State, unit: int) -> Next:
        lose(s, unit, self.rule)
        return None


def step_lost(s: State, unit: int, rule: str) -> HiddenLoss | None:
    """A unit loses a step; under a marker that is a question to its owner."""
    if unit >= s.m.count:
        return HiddenLoss(command=command_of(s, unit), marker=unit, rule=rule)
    lose(s, unit, rule)
    return None
