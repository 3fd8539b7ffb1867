"""What the rulebook of Strike of the Eagle states about blocks, counters and scenarios, checked when data is read.

Only what the rulebook states is demanded, and what a scenario needs to be playable, so that an owner of the printed
game can put in every other value. What it states about the map is in `board_checks`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from vistula.board.data import DataError, demand, equal
from vistula.board.hexes import bits
from vistula.games.stated import check_stated

from .cards.decks import check_names
from .model import BOTH, LEADER, PHASES, POLAND, RUSSIA, SIDES, Model
from .rules.depots import connected, out_of_supply
from .rules.setup import new_state
from .scenarios import FILE, Scene
from .tables import Data

CHARTS, BLOCKS = "charts.toml", "blocks.csv"
LEADERS = {"P-Pilsudski", "P-Sikorski", "P-Haller", "R-Tukhachevsky", "R-Budyonny", "R-Stalin"}


def check(m: Model, data: Data) -> None:
    """Raise a DataError for the first thing in which the data differs from the rulebook."""
    for number, row in enumerate(m.charts.round, 1):
        demand(row.number == number, CHARTS, f"round {row.number}", f"round {number} is expected here")
    check_stated(Path(__file__).parent, charts=m.charts)
    check_combat(m)
    check_blocks(m)
    check_names(m.cards, m.area_by_name, m.unit_by_key)
    for scene in m.scenes:
        check_scene(m, scene)


# -- charts and blocks ----------------------------------------------------------------------------------------


def check_combat(m: Model) -> None:
    """[7.41.3c] The values of the Combat Chart that the text shows."""
    for value, losses in ((3, 0), (4, 1), (6, 1), (10, 3), (13, 4)):
        equal(CHARTS, f"combat.losses {value}", m.losses(value), losses, "7.41.3c")
    losing = m.charts.combat.losses
    demand(losing == sorted(set(losing)), CHARTS, "combat.losses", "must rise")


def check_blocks(m: Model) -> None:
    """[9.0a, 2.0c, 2.1] Six leaders with their abilities; infantry, cavalry and allies, divisions and brigades."""
    equal(BLOCKS, "leaders", {m.key[u] for u in m.units if m.kind[u] == LEADER}, LEADERS, "9.0a")
    for side in BOTH:
        kinds = {(m.colour[u], m.brigade[u]) for u in m.units if m.side[u] == side and not m.leader[u]}
        demand(
            {(0, True), (0, False), (1, True)} <= kinds, BLOCKS, SIDES[side], "divisions and brigades are wanted [2.1]"
        )
        demand(any(colour == 2 for colour, _ in kinds), BLOCKS, SIDES[side], "allied infantry is wanted [2.0c]")


# -- scenarios --------------------------------------------------------------------------------------------------


def check_scene(m: Model, scene: Scene) -> None:
    """[3.3, 4.0b, 4.0d, 4.0e, 5.0c] A scenario that can be set up: no area shared or overfull, all in supply."""
    key = f"scenario {scene.id}"
    demand(1 <= scene.first <= scene.last < len(m.rounds), FILE, f"{key} rounds", "are not on the round track [4.0b]")
    for front in (0, 1):
        used = bool(scene.initiative[front])
        demand(used == (front in scene.fronts), FILE, f"{key} initiative", "is for the fronts in play [6.1a]")
        demand(abs(scene.initiative[front]) <= m.charts.initiative.track, FILE, f"{key} initiative", "is off the track")
    demand(1 <= abs(scene.lead) <= m.charts.points.track, FILE, f"{key} lead", "is not on the track [7.8b]")
    demand(len(scene.players) == 1 or scene.both, FILE, f"{key} players", "more than two need two fronts [10.0a]")
    check_places(m, scene, key)
    check_arrivals(m, scene, key)  # [1.4c, 4.0g]
    check_levels(m, scene, key)
    check_supply(m, scene, key)  # [1.31b, 7.7b]


def check_places(m: Model, scene: Scene, key: str) -> None:
    stacks = Counter((m.side[unit], area) for unit, (area, _) in scene.setup.items())
    for unit, (area, _) in scene.setup.items():
        where = f"{key} {SIDES[m.side[unit]]} {m.area_name[area]}"
        closed = ~scene.areas | m.lithuania | (m.eastern_links if m.side[unit] == POLAND else scene.guarded)
        demand(not closed >> area & 1, FILE, where, "is closed to these blocks [1.4b]")
        demand(not m.leader[unit] or scene.reinforcements, FILE, where, "there are no leaders here [7.9b]")
        demand((1 - m.side[unit], area) not in stacks, FILE, where, "both sides stand there")
        demand(not scene.garrisons[1 - m.side[unit]] >> area & 1, FILE, where, "the enemy has a garrison there")
        full = stacks[m.side[unit], area] > m.charts.stacking.area and not m.eastern_links >> area & 1
        demand(not full, FILE, where, "more than four blocks [1.0d]")
    for side in BOTH:
        for area in bits(scene.garrisons[side] & ~m.key_cities):
            raise DataError(FILE, f"{key} garrisons {m.area_name[area]}", "is no key city [3.0a]")


def check_arrivals(m: Model, scene: Scene, key: str) -> None:
    """[1.4c, 4.0g] Soviets come in at Eastern Links, everybody within the scenario."""
    for slot in scene.slots:
        where = f"{key} arrivals {m.area_name[slot.area]}"
        within = scene.first <= slot.round <= scene.last and 1 <= slot.phase <= PHASES
        demand(within, FILE, where, f"round {slot.round} phase {slot.phase} is not in the scenario [4.0g]")
        link = bool(m.eastern_links >> slot.area & 1)
        demand(link == (slot.side == RUSSIA), FILE, where, "Soviets arrive at Eastern Links, Poles do not [1.4c]")
        demand(bool(scene.areas >> slot.area & 1), FILE, where, "is not in play")
    demand(not scene.slots or scene.reinforcements, FILE, f"{key} arrivals", "there are no reinforcements here [7.9b]")


def check_levels(m: Model, scene: Scene, key: str) -> None:
    """[5.0c] Every lead means one thing."""
    for side in BOTH:
        for lead in range(1, m.charts.points.track + 1):
            fitting = [row for row in scene.levels if row.side == side and row.low <= lead <= row.high]
            where = f"a lead of {lead} for {SIDES[side]}"
            demand(len(fitting) == 1, FILE, f"{key} levels", f"{where} means {len(fitting)} things [5.0c]")


def check_supply(m: Model, scene: Scene, key: str) -> None:
    """[1.31b, 7.7b] Everything is in supply before the first phase."""
    s = new_state(m, scene.id, {})
    for side in BOTH:
        for p in bits(out_of_supply(s, side)):
            raise DataError(
                FILE, f"{key} {SIDES[side]} {m.area_name[s.place[p]]}", f"{m.key[p]} is out of supply [7.7b]"
            )
        for area in bits(s.garrisons[side] & ~connected(s, side)):
            raise DataError(FILE, f"{key} garrisons {m.area_name[area]}", "is cut off [7.71e]")
