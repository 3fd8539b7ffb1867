"""3.0 Set-up: the quick set-up, and free deployment under the coverage rule."""

from __future__ import annotations

from vistula.board.hexes import collect, members
from vistula.games.warsaw_1920.model import POLAND, RUSSIA, Model
from vistula.games.warsaw_1920.queries import full_for
from vistula.games.warsaw_1920.seats import phasing
from vistula.games.warsaw_1920.state import TRAY, State, box, deploy, remove
from vistula.kernel import AGAIN, Choice, Frame, Next, Option, choose, procedure, step, tell
from vistula.kernel.procedure import Step


def new_state(m: Model) -> State:
    """[3.0a, 3.1a, 3.3a, 3.3b] Markers and control as at the start; arrivals on the turn track, the rest in trays."""
    s = State(
        place=[box(m.entry[u]) if m.entry[u] else TRAY for u in m.units],
        side=POLAND,
        russian=m.land & ~m.polish_start,
        points=list(m.sp_start),
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
    return [u for u in (s.m.polish if side == POLAND else s.m.russian) if s.place[u] == TRAY]


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


def russian_hexes(s: State, unit: int) -> int:
    """[3.2a, 3.2b] Any hex east of the line in the part of the unit's Front, Polish zones or not (W-39)."""
    m = s.m
    return m.front_area[m.front[unit]] & m.enterable[RUSSIA] & ~s.occupied[POLAND] & ~full_for(s, unit)


def start_hexes(s: State, unit: int) -> int:
    return deployment_hexes(s, unit) if s.m.side[unit] == POLAND else russian_hexes(s, unit)


def fill_up(s: State, side: int) -> None:
    """Deploy what is left in the tray: at its hex of the quick set-up if that is legal, else where it covers most."""
    m = s.m
    for unit in tray(s, side):
        places = start_hexes(s, unit)
        if m.quick[unit] >= 0 and places >> m.quick[unit] & 1:
            deploy(s, unit, m.quick[unit])
        elif places:
            open_line = uncovered(s, m.group[unit]) if side == POLAND else 0
            deploy(s, unit, max(members(places), key=lambda h: ((open_line & (m.around[h] | 1 << h)).bit_count(), -h)))


def deployment_options(s: State, unit: int) -> list[Option]:
    """One question for the whole deployment: pick, place, lift, fill, done."""
    waiting = tray(s, s.side)
    placed = [u for u in (s.m.polish if s.side == POLAND else s.m.russian) if s.place[u] >= 0]
    options = []
    if waiting:
        options.append(Option("pick", waiting, "piece", "Take this unit"))
        if unit >= 0 and s.place[unit] == TRAY:
            options.append(Option("place", members(start_hexes(s, unit)), "space", "Deploy here"))
        options.append(Option("fill", label="Deploy the rest for me" if placed else "Start from the quick set-up"))
    elif s.side == RUSSIA or not any(uncovered(s, group) for group in range(3)):
        options.append(Option("done", label="Deployment complete", publish=True))
    return [*options, Option("lift", placed, "piece", "Take back into the tray", free=True)]


def deploying(st: Step) -> Step:
    """What the verbs of a deployment do: both sides deploy alike."""

    @st.on("pick")
    def _(frame: Deployment, s: State, unit: int) -> Next:
        frame.unit = unit
        return AGAIN

    @st.on("place")
    def _(frame: Deployment, s: State, hex: int) -> Next:
        deploy(s, frame.unit, hex)
        frame.unit = -1
        return AGAIN

    @st.on("lift")
    def _(frame: Deployment, s: State, unit: int) -> Next:
        remove(s, unit, TRAY)
        frame.unit = unit
        return AGAIN

    @st.on("fill")
    def _(frame: Deployment, s: State, _: int) -> Next:
        fill_up(s, s.side)
        return AGAIN

    return st


@procedure
class PolishDeployment(Frame):
    """3.1 The Poles deploy first [3.0b], each group in its area, every frontline hex covered by its group."""

    unit: int = -1

    @deploying
    @choose("3.1b", "3.1c", "3.1d", "3.1e", who=phasing, prompt="Deploy the Polish army.", always=True)
    def deployment(self, s: State) -> Choice:
        return deployment_options(s, self.unit)

    @deployment.on("done")
    def _(self, s: State, _: int) -> Next:
        tell(s, "3.1b", "deployed", side=POLAND)
        return None


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

    @deployment.on("done")
    def _(self, s: State, _: int) -> Next:
        tell(s, "3.2a", "deployed", side=RUSSIA)
        return None


Deployment = PolishDeployment | RussianDeployment
