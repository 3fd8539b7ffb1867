"""The scenarios of Strike of the Eagle as tables: areas in play, set-up, arrivals, tracks, levels of victory."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vistula.board.data import DataError
from vistula.board.hexes import collect

from .tables import Data, DatedGarrisons, Garrisons, ScenarioRow

if TYPE_CHECKING:
    from .model import Model

FILE = "scenarios.toml"
_SIDES = ("poland", "russia")


@dataclass(frozen=True, slots=True)
class Slot:
    """A space of the arrival track [4.0g]: blocks that come in one phase at one area."""

    side: int
    round: int
    phase: int
    area: int


@dataclass(frozen=True, slots=True)
class Level:
    """What a lead of a side within these bounds means at the end; ``winner`` is -1 for a draw."""

    side: int
    low: int
    high: int
    winner: int
    level: str


@dataclass(frozen=True, slots=True)
class Scene:
    """One scenario sheet [4.0b, 5.0c]."""

    id: str
    title: str
    about: str
    fronts: tuple[int, ...]
    areas: int  # in play
    guarded: int  # that only the Poles may enter
    exits: int  # from which a way to Warsaw is taken for granted
    garrisons: tuple[int, int]
    reinforcements: bool  # False: neither cubes nor leaders nor Reinforcement Phase [7.9b]
    first: int
    last: int
    initiative: tuple[int, int]  # by front: the level, negative for the Soviets, 0 where the front is not in play
    lead: int  # on the VP track, negative for the Soviets
    pool: str
    players: tuple[int, ...]
    warsaw_decides: bool
    sudden_lead: int
    levels: tuple[Level, ...]
    setup: dict[int, tuple[int, int]]  # unit -> area and strength
    slots: tuple[Slot, ...]
    due: dict[int, tuple[int, int]]  # unit -> slot and strength

    @property
    def both(self) -> bool:
        """Whether both fronts are in play."""
        return len(self.fronts) == 2


Garrisoned = Garrisons | DatedGarrisons


def scenes(data: Data, m: Model) -> tuple[Scene, ...]:
    dated: dict[str, Garrisoned] = {row.date: row for row in data.scenarios.garrisons}
    return tuple(_Reader(row, m).scene(dated) for row in data.scenarios.scenario)


class _Reader:
    """One scenario of the file, with complaints that name it."""

    def __init__(self, row: ScenarioRow, m: Model) -> None:
        self.row, self.m = row, m

    def wrong(self, key: str, reason: str) -> DataError:
        return DataError(FILE, f"scenario {self.row.id} {key}".strip(), reason)

    def scene(self, dated: dict[str, Garrisoned]) -> Scene:
        row = self.row
        areas = self.in_play()
        setup = {
            unit: (self.area(place, side), sp)
            for side in _SIDES
            for place, blocks in getattr(row, side).items()
            for unit, sp in self.blocks(side, blocks)
        }
        slots, due = self.arrivals()
        self.once([*setup, *due], sum(len(b.split()) for side in _SIDES for b in getattr(row, side).values()))
        return Scene(
            id=row.id, title=row.title, about=row.about, fronts=(0, 1) if row.fronts == "both" else
            (("north", "south").index(row.fronts),), areas=areas, guarded=self.areas(row.guarded, "guarded"),
            exits=self.areas(row.exits, "exits"), garrisons=self.garrisons(dated, areas),
            reinforcements=row.reinforcements, first=row.rounds[0], last=row.rounds[1],
            initiative=(self.track(row.initiative.get("north", "")), self.track(row.initiative.get("south", ""))),
            lead=self.track(row.lead), pool=row.pool, players=tuple(row.players), warsaw_decides=row.warsaw_decides,
            sudden_lead=row.sudden_lead, levels=tuple(level for text in row.levels for level in self.level(text)),
            setup=setup, slots=tuple(slots), due=due,
        )  # fmt: skip

    def area(self, name: str, key: str) -> int:
        found = self.m.area_by_name.get(name.strip().casefold())
        if found is None:
            raise self.wrong(key, f"there is no area {name.strip()!r}")
        return found

    def areas(self, names: str, key: str) -> int:
        return collect(self.area(name, key) for name in names.split(";") if name.strip())

    def in_play(self) -> int:
        """Closed lands are out of play from the start; Lithuania comes in by a card."""
        found = 0
        for word in self.row.areas.split(";"):
            word = word.strip()
            if word in ("all", "north", "south"):
                wanted = {"all": (0, 1), "north": (0,), "south": (1,)}[word]
                found |= collect(a for a, side in enumerate(self.m.front) if side in wanted)
            else:
                found |= 1 << self.area(word, "areas")
        return found & ~self.m.never

    def blocks(self, side: str, text: str) -> list[tuple[int, int]]:
        """Blocks with their strength: "6(3) 14(4)"."""
        found = []
        for word in text.split():
            shape = re.fullmatch(r"([^()]+)\((\d)\)", word)
            key = f"{'P' if side == 'poland' else 'R'}-{shape[1]}" if shape else word
            if shape is None or key not in self.m.unit_by_key:
                raise self.wrong(side, f"{word!r} is no block with its strength, such as 14(4)")
            unit = self.m.unit_by_key[key]
            if not 1 <= int(shape[2]) <= self.m.max_sp[unit]:
                raise self.wrong(side, f"{word}: the strength is from 1 to {self.m.max_sp[unit]} [2.0a]")
            found.append((unit, int(shape[2])))
        return found

    def arrivals(self) -> tuple[list[Slot], dict[int, tuple[int, int]]]:
        slots: list[Slot] = []
        due: dict[int, tuple[int, int]] = {}
        for row in self.row.arrivals:
            slot = Slot(_SIDES.index(row.side), row.round, row.phase, self.area(row.area, "arrivals"))
            if slot in slots:
                raise self.wrong("arrivals", f"{row.area} in round {row.round} phase {row.phase} stands twice")
            for unit, sp in self.blocks(row.side, row.blocks):
                if unit in due:
                    raise self.wrong("arrivals", f"{self.m.key[unit]} comes twice")
                due[unit] = (len(slots), sp)
            slots.append(slot)
        return slots, due

    def once(self, units: list[int], stated: int) -> None:
        twice = {u for u in units if units.count(u) > 1}
        if twice or len(units) < stated:
            raise self.wrong("", f"a block stands twice: {self.m.key[min(twice)] if twice else 'in the set-up'}")

    def garrisons(self, dated: dict[str, Garrisoned], areas: int) -> tuple[int, int]:
        told = self.row.garrisons
        listed = told if isinstance(told, Garrisons) else dated.get(told)
        if listed is None:
            raise self.wrong("garrisons", f"{told!r} is no date of [[garrisons]]: {', '.join(dated)}")
        return self.areas(listed.poland, "garrisons") & areas, self.areas(listed.russia, "garrisons") & areas

    def track(self, text: str) -> int:
        """ "poland 2" is 2, "russia 2" is -2; nothing is 0."""
        if not text:
            return 0
        side, _, level = text.partition(" ")
        if side not in _SIDES or not level.isdigit() or level == "0":
            raise self.wrong("", f"{text!r} is no place on a track, such as 'poland 2'; there is no zero [6.1g, 7.8b]")
        return int(level) if side == "poland" else -int(level)

    def level(self, text: str) -> list[Level]:
        shape = re.fullmatch(r"(any|poland|russia) (\d+)(?:-(\d+)|(\+))?: (?:draw|(leader|poland|russia) (\w+))", text)
        if not shape:
            raise self.wrong("levels", f"{text!r} is not like 'poland 4-5: poland marginal'")
        who, low, high, more, winner, level = shape.groups()
        top = 10**6 if more else int(high or low)
        sides = (0, 1) if who == "any" else (_SIDES.index(who),)
        wins = [side if winner == "leader" else _SIDES.index(winner) if winner else -1 for side in sides]
        return [Level(s, int(low), top, w, level or "draw") for s, w in zip(sides, wins, strict=True)]
