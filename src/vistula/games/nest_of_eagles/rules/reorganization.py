"""17.4, 18, 19.1.2 – 19.1.4 Reorganization in the Replacement Phase: brigades merge into divisions, divisions split,
volunteers fill the ranks of regular units."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect, members
from vistula.kernel import (
    AGAIN,
    DONE,
    Bar,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    choose,
    goto,
    never,
    only,
    procedure,
    tell,
)
from vistula.kernel.views import Refusal

from ..model import POLAND, POLISH, REDUCED, SOVIET, UKRAINE
from ..state import (
    BRIGADES,
    OWN,
    REBUILD,
    REMOVED,
    VOLUNTEERS,
    State,
    level_of,
    put,
    remove,
    set_level,
    units_at,
)
from .bars import foes, named, off_map
from .morale import level
from .queries import plays, within
from .seats import asked, front_of
from .stacking import crowd, limit
from .steps import strengthen

FORMING = 2
"""`State.forming` from the first turn of the Volunteer Army on."""
GROUP_DISTANCE = 3
"""[18.3c] Hexes between the Operational Group and the nearest enemy."""


# -- 17.4, 18.1, 18.2, 19.1.2 two brigades, one division --------------------------------------------------------------


def divisions_of(s: State, first: int, second: int, grouped: bool) -> list[int]:
    """[3.2f, 17.4a, 18.1a, 18.2a, 18.2b, 19.1.2a, 19.3c] The divisions that two units of one hex can become."""
    m, both = s.m, 1 << first | 1 << second
    whole = m.division_of.get(first, -1)
    if whole >= 0:
        ready = m.division_of.get(second) == whole and s.place[whole] == BRIGADES
        return [whole] if ready and plays(s, "18.1") else []
    if both & m.cavalry_brigades == both and cavalry_may_merge(s, s.place[first], grouped):
        return [d for d in m.cavalry_divisions_formed if s.place[d] == BRIGADES]
    if both & m.volunteer_brigades == both and not both & s.reduced and plays(s, "19.1"):
        return [d for d in members(m.volunteer_divisions) if s.place[d] == VOLUNTEERS]
    front = front_of(s, first)
    if front >= 0 and any(both & brigades == both for brigades in m.mergeable) and plays(s, "17.4"):
        rifles = m.divisions & m.infantry & m.front_army[front]
        return [d for d in members(rifles) if s.place[d] == REBUILD]
    return []


def cavalry_may_merge(s: State, hex: int, grouped: bool) -> bool:
    """[18.2b, 18.3c, 18.3d] Once the Volunteer Army forms, or in the Operational Group far from the enemy."""
    if not plays(s, "18.2"):
        return False
    return s.forming >= FORMING or (grouped and bool(remote(s) >> hex & 1))


def remote(s: State) -> int:
    """[18.3c] Hexes where cavalry can join the Operational Group."""
    return ~within(s, s.occupied[SOVIET], GROUP_DISTANCE - 1)


def partners(s: State, unit: int, grouped: bool) -> list[int]:
    """The units in its hex with which a brigade can merge."""
    here = units_at(s, s.m.side[unit], s.place[unit])
    return [u for u in here if u != unit and not s.marked >> u & 1 and divisions_of(s, unit, u, grouped)]


def unmerged(s: State, command: int, grouped: bool, deploying: bool) -> Iterator[Bar]:
    """[17.4a, 18.0a, 18.1a, 18.2a, 19.1.2a] Units that cannot merge with another one now."""
    m = s.m
    yield from foes(s, command, "18.0a")
    yield off_map(s)
    brigades = m.divisional | m.cavalry_brigades | m.volunteer_brigades | m.mergeable[0] | m.mergeable[1]
    yield only("18.0a", brigades, named(s, "is not a brigade that merges into a division"))
    if deploying:
        yield only("18.1a", m.divisional, named(s, "does not merge before the first turn"))
    yield recruiting(s)
    yield Bar("18.0a", lambda u: not partners(s, u, grouped), lambda u: _alone(s, u))


def recruiting(s: State) -> Bar:
    return Bar("17.3b", s.marked, named(s, "waits for the recruits of its Replacement marker"))


def _alone(s: State, unit: int) -> Refusal:
    """Why a brigade finds nobody to merge with."""
    m, name, bit = s.m, s.m.full_name[unit], 1 << unit
    if bit & m.divisional:
        other = next(u for u in m.pairs[m.division_of[unit]] if u != unit)
        return Refusal("18.1a", f"{name} merges only with the {m.full_name[other]}, in its hex")
    if bit & m.cavalry_brigades:
        if s.forming < FORMING:
            return Refusal("18.2b", "cavalry merges once the Volunteer Army forms, or in the Operational Group")
        return Refusal("18.2a", f"{name} needs another cavalry brigade in its hex, and a division to form")
    if bit & m.volunteer_brigades:
        return Refusal("19.1.2a", f"{name} merges at full strength, with another Full volunteer brigade in its hex")
    return Refusal("17.4a", f"{name} needs a brigade of its Front in its hex, and a division to recreate")


def merge(s: State, parts: tuple[int, int], division: int) -> None:
    """[17.4a, 18.0b, 18.0c, 19.1.2b, 19.1.2c] Two brigades become a division; a Soviet one is Reduced."""
    m, hex = s.m, s.place[parts[0]]
    soviet = m.side[division] == SOVIET
    strength = REDUCED if soviet else max(level_of(s, unit) for unit in parts)
    rule = "17.4a" if soviet else "18.0a"
    tell(s, rule, "merged", units=list(parts), unit=division, hex=hex)
    fate = REBUILD if soviet else REMOVED if m.volunteer_divisions >> division & 1 else BRIGADES
    _exchange(s, parts, (division,), strength, fate)


def _exchange(s: State, old: tuple[int, ...], new: tuple[int, ...], strength: int, fate: int) -> None:
    """Counters take the place of others, with what they remember of this round."""
    hex, gone = s.place[old[0]], collect(old)
    regained, owing = s.regained & gone, s.duties & gone
    for unit in old:
        remove(s, unit, fate)
    for unit in new:
        put(s, unit, hex)
        set_level(s, unit, strength)
        s.regained |= bool(regained) << unit  # [17.3b]
        s.duties |= bool(owing) << unit


# -- 18.0, 18.1, 18.2 one division, two brigades ----------------------------------------------------------------------


def halves(s: State, division: int) -> list[int]:
    """[18.0c, 18.1a, 18.2a] The brigades that wait for a division to be split (N-82)."""
    m = s.m
    found = m.pairs[division] if division in m.pairs else members(m.cavalry_brigades)
    return [unit for unit in found if s.place[unit] == BRIGADES]


def unsplit(s: State, command: int) -> Iterator[Bar]:
    """[6.2a, 18.0a, 18.0b, 18.0c, 19.1.2b] Divisions that cannot be split now (N-82)."""
    m = s.m
    yield from foes(s, command, "18.0a")
    yield off_map(s)
    yield Bar("19.1.2b", m.volunteer_divisions, named(s, "is never split"))
    cavalry = collect(m.cavalry_divisions_formed) if plays(s, "18.2") else 0
    yield only("18.0a", collect(m.pairs) | cavalry, named(s, "is not a division that splits into brigades"))
    yield Bar("18.0b", s.remnant, named(s, "is a Remnant and cannot be split"))
    yield recruiting(s)
    yield Bar("18.0c", lambda u: len(halves(s, u)) < 2, named(s, "has no two brigades in the Divisional Brigades box"))
    yield Bar("6.2a", lambda u: crowd(s, m.side[u], s.place[u]) >= limit(s, s.place[u]),
              lambda u: f"{m.hex_name(s.place[u])} has no room for one more unit")  # fmt: skip


def split(s: State, division: int, parts: tuple[int, ...]) -> None:
    """[18.0b, 18.0c] A division becomes two brigades of its level."""
    tell(s, "18.0a", "split", unit=division, units=list(parts), hex=s.place[division])
    _exchange(s, (division,), parts, level_of(s, division), BRIGADES)


# -- 19.1.3, 19.1.4 volunteers as recruits ----------------------------------------------------------------------------


def recruits_of(s: State, volunteer: int) -> list[int]:
    """[19.1.3a, 19.1.3b, 19.1.3c, 19.1.4b] The weakened regular units of its hex that a volunteer unit can fill."""
    m = s.m
    arm = m.cavalry if m.cavalry >> volunteer & 1 else m.infantry
    wanting = m.regular & arm & (s.reduced | s.remnant) & ~s.marked & ~s.regained
    return [unit for unit in units_at(s, POLAND, s.place[volunteer]) if wanting >> unit & 1]


def unfilled(s: State, command: int) -> Iterator[Bar]:
    """[19.1.3a, 19.1.4a] Units that cannot give themselves up to fill another one."""
    m = s.m
    yield from foes(s, command, "19.1.3a")
    yield off_map(s)
    givers = m.volunteer_regiments | m.volunteer_brigades | m.volunteer_cavalry
    yield only("19.1.3a", givers, named(s, "is not a volunteer regiment or brigade"))
    yield recruiting(s)
    yield Bar("19.1.3a", lambda u: not recruits_of(s, u),
              named(s, "has no weakened regular unit of its arm in its hex that it can fill"))  # fmt: skip


# -- 18.3 the Cavalry Operational Group -------------------------------------------------------------------------------


def no_group(s: State, command: int) -> Iterator[Bar]:
    """[18.3a, 18.3c] What keeps the Poles from forming the Operational Group."""
    yield Bar("18.3a", all(level(s, SOVIET, theater) < 2 for theater in (UKRAINE, POLISH)),
              "it is formed at Soviet Morale Level 2 in the Ukrainian or the Polish Theater")  # fmt: skip
    yield Bar("18.3a", s.pool[OWN] < 1, "it takes 1 Replacement, and there is none")
    riders = [u for u in members(s.m.cavalry_brigades) if s.place[u] >= 0]
    raw = _raw(s)
    able = any(partners(s, u, True) or not raw.held(u) for u in riders)
    yield Bar("18.3c", not able, f"no cavalry brigade that could form it is {GROUP_DISTANCE} hexes from the enemy")


def _raw(s: State) -> Bar:
    """[18.3b, 18.3c] Brigades that cannot become the 4th Cavalry Division."""
    ready, far = s.place[s.m.p4c] == BRIGADES, remote(s)
    words = f"cannot become the 4th Cavalry Division: only one Full brigade, {GROUP_DISTANCE} hexes from any enemy, can"
    return Bar("18.3b", lambda u: not ready or bool((s.reduced | s.marked) >> u & 1) or not far >> s.place[u] & 1,
               named(s, words))  # fmt: skip


def unraised(s: State, command: int) -> Iterator[Bar]:
    yield from foes(s, command, "18.3b")
    yield off_map(s)
    yield only("18.3b", s.m.cavalry_brigades, named(s, "is not a cavalry brigade"))
    yield _raw(s)


# -- the question -----------------------------------------------------------------------------------------------------


@procedure
class Reorganizing(Frame):
    """17.4, 18.0 A player merges and splits units in the Replacement Phase; the Poles also before the game [18.1a]."""

    command: int
    deploying: bool = False
    grouped: bool = False  # the Operational Group has been paid for [18.3a]
    unit: int = -1
    group: list[int] = []

    @choose("18.0a", "17.4a", who=asked, prompt="Reorganize units?", always=True)
    def reorganize(self, s: State) -> Choice:
        merging = unmerged(s, self.command, self.grouped, self.deploying)
        early = Bar("18.1a", self.deploying, "before the first turn brigades of one division merge, and nothing else")
        alone = Bar("18.3a", not self.grouped, "the Cavalry Operational Group has not been formed")
        formed = Bar("18.3a", self.grouped, "the Cavalry Operational Group has been formed already")
        simple = Bar("1.1a", not plays(s, "18.3"), "the introductory game has no Operational Group")
        group = [early, simple, formed, *no_group(s, self.command)]
        offers = [
            Offer("merge", "piece", merging, "Merge this brigade"),
            Offer("split", "piece", [early, *unsplit(s, self.command)], "Split this division"),
            Offer("fill", "piece", [early, *unfilled(s, self.command)], "Fill another unit with this one"),
            Offer("raise", "piece", [early, alone, *unraised(s, self.command)], "Make this the 4th Cavalry Division"),
            Offer("group", "button", group, "Form the Cavalry Operational Group (1 Replacement)"),
        ]
        if not any(offers):
            return DONE
        nowhere = Bar("18.0a", True, "choose a unit to merge or to split")
        return [*offers, Option("done", label="Change nothing more", publish=True), never("space", [nowhere])]

    reorganize.to("done", DONE)
    reorganize.to("merge", goto("partner"), into="unit")
    reorganize.to("fill", goto("filled"), into="unit")

    @reorganize.on("split")
    def _(self, s: State, division: int) -> Next:
        if division not in s.m.pairs:
            self.unit = division
            return goto("half")
        split(s, division, s.m.pairs[division])
        return AGAIN

    @reorganize.on("group")
    def _(self, s: State, _: int) -> Next:
        s.pool[OWN] -= 1
        self.grouped = True
        tell(s, "18.3a", "group_formed")
        return AGAIN

    @reorganize.on("raise")
    def _(self, s: State, brigade: int) -> Next:
        tell(s, "18.3b", "merged", units=[brigade], unit=s.m.p4c, hex=s.place[brigade])
        _exchange(s, (brigade,), (s.m.p4c,), REDUCED, REMOVED)
        return AGAIN

    @choose("18.0a", who=asked, prompt="Which brigade does {unit:piece} merge with?")
    def partner(self, s: State) -> Choice:
        able = only("18.0a", partners(s, self.unit, self.grouped), named(s, "cannot merge with it"))
        return [Offer("unit", "piece", [able], "Merge with this brigade")]

    @partner.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self.group = [self.unit, unit]
        return None

    @choose("18.2a", "17.4a", who=asked, prompt="Which division do they form?")
    def division(self, s: State) -> Choice:
        first, second = self.group
        able = only("18.2a", divisions_of(s, first, second, self.grouped), named(s, "cannot be formed of them"))
        return [Offer("form", "piece", [able], "Form this division")]

    @division.on("form")
    def _(self, s: State, division: int) -> Next:
        merge(s, (self.group[0], self.group[1]), division)
        return self._again()

    def _again(self) -> Next:
        self.unit, self.group = -1, []
        return goto("reorganize")

    @choose("18.2a", who=asked, prompt="Which brigades come out of {unit:piece}?")
    def half(self, s: State) -> Choice:
        able = [u for u in halves(s, self.unit) if u not in self.group]
        return [Offer("unit", "piece", [only("18.2a", able, named(s, "is not in the box"))], "This brigade comes out")]

    @half.on("unit")
    def _(self, s: State, brigade: int) -> Next:
        self.group = [*self.group, brigade]
        if len(self.group) < 2:
            return AGAIN
        split(s, self.unit, tuple(self.group))
        return self._again()

    @choose("19.1.3a", who=asked, prompt="Which unit does {unit:piece} fill?")
    def filled(self, s: State) -> Choice:
        able = only("19.1.3a", recruits_of(s, self.unit), named(s, "cannot be filled"))
        return [Offer("unit", "piece", [able], "Fill this unit")]

    @filled.on("unit")
    def _(self, s: State, unit: int) -> Next:
        tell(s, "19.1.3a", "filled", unit=self.unit, hex=s.place[unit])
        remove(s, self.unit, REMOVED)
        strengthen(s, unit, "19.1.3a")
        return self._again()
