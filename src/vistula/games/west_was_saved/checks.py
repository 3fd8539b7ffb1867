"""What the rulebook of How the West was Saved states about counters and tracks, checked whenever the data is loaded.

Only what the rulebook states is demanded, so that an owner of the printed game can put in every other value. What it
states about the map is in ``board_checks``.
"""

from __future__ import annotations

from pathlib import Path

from vistula.board.data import demand, equal
from vistula.board.hexes import Hex, members
from vistula.games.stated import check_stated

from .cards.cardfile import CARDS, FILE, check_names
from .model import (
    ARTILLERY,
    CAVALRY,
    COMMAND,
    COMMANDS,
    INFANTRY,
    LIT,
    POL,
    POLAND,
    RUS,
    RUSSIA,
    TRACKS,
    UKR,
    UNITS,
    Model,
)
from .scenarios import check_part
from .tables import Data

NATIONS = ((POL, "Polish"), (UKR, "Ukrainian"), (RUS, "Russian"), (LIT, "Lithuanian"))
SINGLE_SIDED = ("13th Cavalry Regiment", "41st Infantry Regiment", "6th Ukrainian Division")


def check(m: Model, data: Data) -> None:
    """Raise a DataError for the first thing in which the data differs from the rulebook."""
    check_stated(Path(__file__).parent, tracks=data.tracks)
    check_components(m, data)
    check_tracks(m)
    check_units(m)
    check_commands(m)
    check_setup(m)
    check_arrivals(m)
    check_names(data.cards, m.unit_by_key, m.rivers)
    for row in data.scenarios:
        if row.part is not None:
            check_part(m.scene(row.id), row.part)


# -- components and tracks


def check_components(m: Model, data: Data) -> None:
    """[1.1a] 216 counters and markers, forty cards, two six-sided dice."""
    k = data.tracks.counters
    markers = k.depots + k.activation + k.attacker + k.defender + k.force + k.turn + k.resources + k.blank
    equal(TRACKS, "counters", len(m.units) + markers, 216, "1.1a")
    demand(min(k.activation, k.attacker, k.defender, k.force, k.turn) > 0, TRACKS, "counters", "a marker is missing")
    equal(FILE, "card", len(m.cards) - 1, CARDS, "1.1a")


def check_tracks(m: Model) -> None:
    """[3.1d, 4.0b] Who leads, and the base points."""
    equal(TRACKS, "turn lead", m.lead[2:], (RUSSIA,) * 6 + (POLAND,) * 7, "3.1d")
    demand(12 in m.base[RUSSIA], TRACKS, "turn russia", "on no turn 12, as in the example [4.0b]")
    demand(min(m.base[POLAND][1:] + m.base[RUSSIA][1:]) > 0, TRACKS, "turn", "base points must be above 0 [4.0b]")


# -- counters


def check_units(m: Model) -> None:
    """[1.2a, 1.2b, 1.2f, 1.2g, 1.2h, 1.2i] Nationalities, arms, the two sides of a counter, artillery."""
    for nation, name in NATIONS:
        demand(m.of_nation[nation] != 0, UNITS, "nation", f"a {name} unit is missing [1.2a]")
    for kind, name in ((INFANTRY, "infantry"), (CAVALRY, "cavalry"), (ARTILLERY, "artillery")):
        demand(kind in m.kind, UNITS, "type", f"{name} is missing [1.2b]")
    single = sorted(m.full_name[u] for u in m.combat if m.single[u])
    equal(UNITS, "single-sided units", single, sorted(SINGLE_SIDED), "1.2h")
    for u in m.combat:
        front, other, weak_front, weak_other = m.cv[u]
        if m.kind[u] == ARTILLERY:
            equal(UNITS, m.key[u], m.cv[u], (1, 1, 0, 0), "1.2i")
        else:
            falling = front >= other >= 0 and weak_front >= weak_other >= 0 and front >= weak_front
            demand(falling, UNITS, m.key[u], "values must fall from front to rear and from full to weakened [1.2g]")
    check_example(m)


def check_example(m: Model) -> None:
    """[9.3a] The counters of the combat example: defenders of together 5, attackers of 3, 3, 3 and 1."""
    named = {name: u for u, name in reversed(list(enumerate(m.full_name)))}
    defenders = ("7th Cavalry Brigade", "12th Infantry Division")
    for name in (*defenders, "8th Cavalry Division", "11th Cavalry Division (1st Cavalry Army)", "6th Rifle Division",
                 "18th Rifle Division", "58th Rifle Division", "2nd Lithuanian-Byelorussian Division",
                 "15th Infantry Division"):  # fmt: skip
        demand(name in named, UNITS, "name", f"{name} of the examples is missing")
    equal(UNITS, "front values of the defenders", sum(m.cv[named[name]][0] for name in defenders), 5, "9.3a")
    cavalry = named["11th Cavalry Division (1st Cavalry Army)"]
    rifles = [u for u in m.combat if m.nation[u] == RUS and m.kind[u] == INFANTRY and m.cv[u][0] == 3]
    demand(m.cv[cavalry][0] == 3 and len(rifles) > 1, UNITS, "front values of the attackers", "must be 3, 3, 3 [9.3a]")


def check_commands(m: Model) -> None:
    """[13.1a, 13.3d, 13.4e] Every nationality has command units; Russian ones are marked N or S, others are not."""
    for nation, name in NATIONS:
        owned = [u for u in m.commands if m.nation[u] == nation]
        demand(bool(owned), COMMANDS, "nation", f"a {name} command unit is missing [1.2b]")
        for u in owned:
            demand((m.area[u] >= 0) == (nation == RUS), COMMANDS, m.key[u], "N and S mark Russian commands [13.1a]")
    for area in (0, 1):
        demand(area in m.area, COMMANDS, "area", "the Russians have commands of both areas [13.1a]")


# -- set-up and arrivals


def check_setup(m: Model) -> None:
    """[1.2d, 1.2k, 1.4a, 5.2h, 13.3f, 13.4a] Stacks, facings and depots of the set-up card."""
    stacks: dict[Hex, list[int]] = {}
    for u in m.combat:
        if m.start[u] >= 0:
            stacks.setdefault(m.start[u], []).append(u)
    for h, units in stacks.items():
        check_stack(m, h, units)
    for u in m.units:
        if m.start[u] >= 0:
            place = f"{m.key[u]} hex"
            demand(bool(m.open >> m.start[u] & 1), UNITS, place, "no unit can stand there at the start [1.3d]")
            demand(m.nation[u] != UKR or m.south >> m.start[u] & 1 == 1, UNITS, place, "is north of the line [13.4a]")
    for side, name in ((POLAND, "poland"), (RUSSIA, "russia")):
        wrong = m.depots[side] & ~m.cities
        demand(not wrong, TRACKS, f"depots {name}", f"{_numbers(m, wrong)} is no city [5.2a]")
    kiev = m.hexes_by_name["kiev"]
    demand(bool(m.depots[RUSSIA] >> kiev & 1), TRACKS, "depots russia", "Kiev has one in the example [5.4a]")


def check_stack(m: Model, hex: Hex, units: list[int]) -> None:
    key = f"set-up {m.grid.number(hex)}"
    demand(len(units) <= m.stack_limit, UNITS, key, "more than four combat units [1.2k]")
    demand(len({m.side[u] for u in units}) == 1, UNITS, key, "enemies share the hex [7.4a]")
    facings = {m.start_facing[u] for u in units if m.kind[u] != ARTILLERY}
    demand(len(facings) <= 1 and -1 not in facings, UNITS, key, "one facing for cavalry and infantry [1.2d]")
    guns = [u for u in units if m.kind[u] == ARTILLERY]
    demand(all(m.start_facing[u] < 0 for u in guns), UNITS, key, "artillery has no facing [1.2n]")


def check_arrivals(m: Model) -> None:
    """[12.0a, 12.0c, 13.3f] A command and cavalry at Uman on turn 4; Lithuanians in Lithuania by card 2."""
    uman = members(m.uman_group)
    kinds = [m.kind[u] for u in uman]
    demand(COMMAND in kinds and CAVALRY in kinds, UNITS, "turn 4 Uman", "a command unit and cavalry arrive [12.0c]")
    for u in m.units:
        if m.entry[u]:
            demand(2 <= m.entry[u] <= m.turns or m.entry[u] == 1, UNITS, m.key[u], "arrives on no turn [12.0a]")
        if m.nation[u] == LIT:
            home = m.arrival[u] >= 0 and m.lithuania >> m.arrival[u] & 1
            demand(m.by_card[u] == 2 and bool(home), UNITS, m.key[u], "comes into Lithuania by card 2 [13.3f]")


def _numbers(m: Model, hexes: int) -> str:
    return " ".join(m.grid.number(h) for h in members(hexes))
