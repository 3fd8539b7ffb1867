"""3.0 Set-up: the quick set-up, and free deployment under the coverage rule."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect, members
from vistula.kernel import AGAIN, Bar, Choice, Frame, Offer, Option, barred, choose, only, procedure, step, tell
from vistula.kernel.procedure import Step
from vistula.parts.pieces import box, box_turn

from ..model import POLAND, RUSSIA, Model
from ..shown.words import FRONTS
from ..state import TRAY, State, deploy, remove
from .bars import closed, crowded, foes, named, whereabouts
from .queries import full_for
from .seats import phasing

GROUPS = ("Northern Group", "Polesie Group", "Southern Group")
COVERAGE = ("3.1b", "3.1c", "3.1d")


def new_state(m: Model) -> State:
    """[3.0a, 3.1a, 3.3a, 3.3b] Markers and control as at the start; arrivals on the turn track, the rest in trays."""
    s = State(
        place=[box(m.entry[u]) if m.entry[u] else TRAY for u in m.units],
        side=POLAND,
        russian=m.land & ~m.polish_start,
        points=[track.start for track in m.supply],
    )
    s.paid = s.russian & (m.city | m.major)  # [8.4a] W-16
    s.m = m
    return s


def quick_setup(s: State) -> None:
    """[3.0c] The fixed set-up."""
    for unit in s.m.units:
        if s.m.quick[unit] >= 0:
            deploy(s, unit, s.m.quick[unit])


def tray(s: State, side: int) -> list[int]:
    return [u for u in s.m.units_of[side] if s.place[u] == TRAY]


# -- 3.1 Polish coverage ------------------------------------------------------------------------------------


def group_hexes(m: Model, group: int) -> int:
    """[3.1e, 3.1f] Where a Polish group may start: front line, one hex behind it, cities of its area (W-37)."""
    front = m.frontline[group]
    return m.area[group] & m.enterable[POLAND] & (front | m.grid.dilate(front) | m.city | m.major)


def uncovered(s: State, group: int) -> int:
    """[3.1b, 3.1c, 3.1d] Frontline hexes of a group neither occupied by nor in the zone of one of its units."""
    m = s.m
    held = collect(s.place[u] for u in m.polish if m.group[u] == group and s.place[u] >= 0)
    return m.frontline[group] & ~held & ~m.grid.dilate(held)


def units_needed(s: State, group: int, left: int) -> int:
    """How many units on empty hexes would cover these frontline hexes, walking along the front from one end."""
    m = s.m
    line = [hex for hex in front_order(m) if m.frontline[group] >> hex & 1]
    free = group_hexes(m, group) & ~s.occupied[POLAND]
    needed = 0
    for hex in line:
        if left >> hex & 1:
            left &= ~_best_cover(m, line, left, (1 << hex | m.around[hex]) & free)
            left &= ~(1 << hex)
            needed += 1
    return needed


def _best_cover(m: Model, line: list[int], left: int, places: int) -> int:
    """The coverage of the place that leaves the longest stretch of the line done."""

    def stretch(cover: int) -> int:
        for i, hex in enumerate(line):
            if left >> hex & 1 and not cover >> hex & 1:
                return i
        return len(line)

    covers = [1 << place | m.around[place] for place in members(places)]
    return max(covers, key=stretch, default=0)


def front_order(m: Model) -> list[int]:
    """The Polish frontline hexes from north to south, as the line runs."""
    return list(dict.fromkeys(pole for pole, _ in m.front_sides))


def deployment_hexes(s: State, unit: int) -> int:
    """[3.1e] Where this Polish unit may go so that the units left in the tray can still cover the front line."""
    m, group = s.m, s.m.group[unit]
    places = group_hexes(m, group) & ~full_for(s, unit)
    open_line = uncovered(s, group)
    left = sum(m.group[u] == group for u in tray(s, POLAND)) - 1
    needed = units_needed(s, group, open_line)
    if needed <= left:
        return places
    helpful = [
        hex for hex in members(places) if units_needed(s, group, open_line & ~(1 << hex | m.around[hex])) < needed
    ]
    return sum(1 << hex for hex in helpful) or places


def fill_up(s: State, side: int) -> None:
    """Deploy what is left in the tray: at its hex of the quick set-up if that is legal, else where it covers most."""
    m = s.m
    for unit in tray(s, side):
        places = ~barred(no_start(s, unit))
        if m.quick[unit] >= 0 and places >> m.quick[unit] & 1:
            deploy(s, unit, m.quick[unit])
        elif places:
            open_line = uncovered(s, m.group[unit]) if side == POLAND else 0
            deploy(s, unit, max(members(places), key=lambda h: ((open_line & (m.around[h] | 1 << h)).bit_count(), -h)))


def not_in_tray(s: State, side: int) -> Iterator[Bar]:
    """[3.0a, 3.0b] Units that cannot be deployed now."""
    m, place = s.m, s.place
    yield foes(s, side, "3.0b")
    yield Bar(
        "3.0a",
        lambda u: box_turn(place[u]),
        lambda u: f"{m.full_name[u]} is a reinforcement of turn {box_turn(place[u])}",
    )
    yield Bar("3.0b", lambda u: place[u] >= 0, named(s, "is deployed already"))
    yield Bar("3.0b", lambda u: place[u] != TRAY, lambda u: whereabouts(s, u))


def no_start(s: State, unit: int) -> Iterator[Bar]:
    """[3.1a, 3.1e, 3.2a, 3.2b] Hexes where the unit in hand cannot start; Russians may in Polish zones (W-39)."""
    if unit < 0 or s.place[unit] != TRAY:
        yield Bar("3.0b", True, lambda hex: f"choose a unit from the tray for {s.m.hex_name(hex)} first")
        return
    yield closed(s.m, s.m.side[unit])
    yield from _no_russian_start(s, unit) if s.m.side[unit] == RUSSIA else _no_polish_start(s, unit)


def _no_polish_start(s: State, unit: int) -> Iterator[Bar]:
    m, group, name = s.m, s.m.group[unit], s.m.hex_name
    yield only("3.1a", m.polish_start, lambda hex: f"{name(hex)} is east of the front line, under Russian control")
    yield only(
        "3.1e",
        m.area[group],
        lambda hex: f"{name(hex)} is in the area of {_area(m, hex)}, the unit belongs to the {GROUPS[group]}",
    )
    line = "is neither on the front line nor one hex behind it, and is no city"
    yield only("3.1e", group_hexes(m, group), lambda hex: f"{name(hex)} {line}")
    yield crowded(s, unit)
    yield only(COVERAGE[group], deployment_hexes(s, unit), lambda hex: _coverage(s, unit, hex))


def _area(m: Model, hex: int) -> str:
    return next((f"the {GROUPS[group]}" for group, area in enumerate(m.area) if area >> hex & 1), "no group")


def _coverage(s: State, unit: int, hex: int) -> str:
    """[3.1b, 3.1c, 3.1d] The units left could not cover what would stay open."""
    m, group = s.m, s.m.group[unit]
    open_line = uncovered(s, group) & ~(1 << hex | m.around[hex])
    left = sum(m.group[u] == group for u in tray(s, POLAND)) - 1
    needed = units_needed(s, group, open_line)
    words = f"{open_line.bit_count()} frontline hexes of the {GROUPS[group]} would stay uncovered"
    return f"{words}; they need {needed} units, {left} would be left"


def _no_russian_start(s: State, unit: int) -> Iterator[Bar]:
    m, front, name = s.m, s.m.front[unit], s.m.hex_name
    rule = ("3.2a", "3.2b")[front]
    yield Bar(rule, m.polish_start, lambda hex: f"{name(hex)} is west of the front line, under Polish control")
    other = f"is in the part of the {FRONTS[1 - front]}, the unit belongs to the {FRONTS[front]}"
    yield only(rule, m.front_area[front], lambda hex: f"{name(hex)} {other}")
    yield Bar("6.0c", s.occupied[POLAND], lambda hex: f"{name(hex)} is held by Polish units")
    yield crowded(s, unit)


def incomplete(s: State) -> Iterator[Bar]:
    """[3.1b, 3.1c, 3.1d] Why a deployment is not complete: hexes without cover, units in the tray."""
    bare = [group for group in range(3) if s.side == POLAND and uncovered(s, group)]
    waiting = tray(s, s.side)

    def why(_: int) -> str:
        words = [
            f"uncovered frontline hexes of the {GROUPS[g]}: {' '.join(s.m.numbers(uncovered(s, g)))}" for g in bare
        ]
        if waiting:
            words.append(f"{len(waiting)} units in the tray: {', '.join(s.m.key[u] for u in waiting)}")
        return "; ".join(words)

    yield Bar(COVERAGE[bare[0]] if bare else "3.0b", bool(bare or waiting), why)


def deployment_options(s: State, unit: int) -> Choice:
    """One question for the whole deployment: pick, place, lift, fill, done."""
    placed = [u for u in s.m.units_of[s.side] if s.place[u] >= 0]
    pick = Offer("pick", "piece", not_in_tray(s, s.side), "Take this unit")
    rest = "Deploy the rest for me" if placed else "Start from the quick set-up"
    return [
        pick,
        Offer("place", "space", no_start(s, unit), "Deploy here"),
        Offer("fill", "button", [Bar("3.0b", not pick, "no unit is left in the tray")], rest),
        Offer("done", "button", incomplete(s), "Deployment complete", publish=True),
        Option("lift", placed, "piece", "Take back into the tray", free=True),
    ]


def deploying(st: Step) -> Step:
    """What the verbs of a deployment do: both sides deploy alike."""
    st.to("pick", AGAIN, into="unit")

    @st.on("place", AGAIN)
    def _(frame: Deployment, s: State, hex: int) -> None:
        deploy(s, frame.unit, hex)
        frame.unit = -1

    @st.on("lift", AGAIN)
    def _(frame: Deployment, s: State, unit: int) -> None:
        remove(s, unit, TRAY)
        frame.unit = unit

    @st.on("fill", AGAIN)
    def _(frame: Deployment, s: State, _: int) -> None:
        fill_up(s, s.side)

    @st.on("done")
    def _(frame: Deployment, s: State, _: int) -> None:
        tell(s, st.rule, "deployed", side=s.side)

    return st


@procedure
class PolishDeployment(Frame):
    """3.1 The Poles deploy first [3.0b], each group in its area, every frontline hex covered by its group."""

    unit: int = -1

    @deploying
    @choose("3.1b", "3.1c", "3.1d", "3.1e", who=phasing, prompt="Deploy the Polish army.", always=True)
    def deployment(self, s: State) -> Choice:
        return deployment_options(s, self.unit)


@procedure
class RussianDeployment(Frame):
    """3.2 Then the Russians, each Front in its part, without any duty to cover."""

    unit: int = -1

    @step("3.0b")
    def begin(self, s: State) -> None:
        s.side = RUSSIA

    @deploying
    @choose("3.2a", "3.2b", who=phasing, prompt="Deploy the Red Army.", always=True)
    def deployment(self, s: State) -> Choice:
        return deployment_options(s, self.unit)


Deployment = PolishDeployment | RussianDeployment
