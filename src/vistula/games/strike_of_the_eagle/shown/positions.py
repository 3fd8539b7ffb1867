"""Position files: any situation described by the names on the board and on the blocks.

    scenario = "zhlobin"
    step = "moves"
    clear = true
    blocks.P-6 = "Zhlobin 3 from Charyshi marched"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    blocks.R-8 = "Mogilev 3"
    orders.russia-north = ["move-to Zhlobin"]
    hands.poland = "P-43 P-7"
    initiative.north = "russia 1"

A block is told with its area and strength, or with "pool", "gone" or "absent"; "from" says over which link it has come
in this phase, "marched" that it force marched. Entries happen in the order of the file. What is not told stands as in
the scenario; with `clear`, all other blocks lie in the Force Pool.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from vistula.games.strike_of_the_eagle.changes import deploy, enter, place_garrison
from vistula.games.strike_of_the_eagle.model import (
    ARRIVALS,
    CARDS,
    FRONTS,
    MARCHES,
    ORDERS,
    PHASES,
    POLAND,
    REINFORCEMENT,
    REPLENISH,
    RUSSIA,
    SIDES,
    Model,
    command_of,
    foe,
)
from vistula.games.strike_of_the_eagle.rules.orders import count_order
from vistula.games.strike_of_the_eagle.rules.queries import controlled, may_enter, open_areas, player_of, seating
from vistula.games.strike_of_the_eagle.rules.sequence import Campaign, OperationPhase, Round, begin_phase
from vistula.games.strike_of_the_eagle.rules.setup import in_pool, new_state
from vistula.games.strike_of_the_eagle.rules.strength import rootless
from vistula.games.strike_of_the_eagle.rules.tokens import place_order
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import ABSENT, GONE, NONE, POOL, State
from vistula.kernel import BadInput, Frame, Position

STEPS = (
    "replenish", "arrivals", "cards", "orders", "marches", "recons", "moves", "withdrawals", "battles",
    "reorganizations", "railways", "supply", "points", "reinforcement",
)  # fmt: skip
FATES = {"pool": POOL, "gone": GONE, "absent": ABSENT}
KEYS = (
    "scenario", "options", "round", "phase", "step", "clear", "lead", "initiative", "blocks", "garrisons", "orders",
    "allowance", "hands", "discards", "removed", "cubes", "spent", "seen", "lithuania", "dice",
)  # fmt: skip
_BLOCK = re.compile(r"(?P<area>.+?) (?P<sp>\d)(?: from (?P<origin>.+?))?(?P<marched> marched)?")


def position(m: Model, text: str, where: str) -> Position[State]:
    """[4.0e] The state that a file describes, and the procedures that lead on from there."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(where, "", str(error)) from None
    return _Reader(m, told, where).position()


class _Reader:
    """One position file, with complaints that name its keys."""

    def __init__(self, m: Model, told: dict[str, Any], where: str) -> None:
        self.m, self.told, self.where = m, told, where
        for key in told:
            if key not in KEYS:
                raise self.wrong(key, f"is not known here; there are: {', '.join(KEYS)}")
        self.scenario = self.one_of("scenario", told.get("scenario", m.scenes[0].id), [sc.id for sc in m.scenes])
        self.options = self.strings("options")
        self.s = new_state(m, self.scenario, self.options)

    def wrong(self, key: str, reason: str) -> BadInput:
        return BadInput(self.where, key, reason)

    def position(self) -> Position[State]:
        s = self.s
        step = STEPS.index(self.one_of("step", self.told.get("step", "orders"), STEPS))
        s.round = self.number("round", s.scene.first, range(s.scene.first, s.scene.last + 1))
        s.phase = self.number("phase", 1, range(1, PHASES + 1))
        s.lithuania = self.told.get("lithuania", False) is True
        self.tracks()
        self.garrisons()
        came = self.blocks()
        s.held = [controlled(s, POLAND), controlled(s, RUSSIA)]
        s.round_held = s.held[:]
        begin_phase(s)
        self.cards()
        self.knowledge()
        self.entries(came)
        self.orders(step)
        s.step = step
        return Position(self.scenario, s, self.stack(step), self.dice(), self.options)

    def stack(self, step: int) -> list[Frame]:
        s = self.s
        if step == REPLENISH:
            s.phase = 0
            return [Campaign(at="next_round"), Round(at="replenish")]
        if step == REINFORCEMENT:
            if s.round == s.scene.last:
                raise self.wrong("step", f"the scenario is over after the Operation Phases of round {s.round} [5.0c]")
            return [Campaign(at="next_round"), Round(at="reinforcement")]
        at = "arrivals" if step == ARRIVALS else "counters" if step == CARDS + 1 else STEPS[step]
        return [Campaign(at="next_round"), Round(at="phase"), OperationPhase(at=at)]

    # -- single values ----------------------------------------------------------------------------------------

    def one_of(self, key: str, value: Any, known: Any) -> str:
        if value not in known:
            raise self.wrong(key, f"{value!r} is none of {', '.join(known)}")
        return str(value)

    def number(self, key: str, default: int, known: range) -> int:
        value = self.told.get(key, default)
        if type(value) is not int or value not in known:
            raise self.wrong(key, f"{value!r} is not from {known.start} to {known.stop - 1}")
        return value

    def table(self, key: str) -> dict[str, Any]:
        value = self.told.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, "a table is wanted")
        return value

    def strings(self, key: str) -> dict[str, str]:
        found = self.table(key)
        for name, value in found.items():
            if not isinstance(value, str):
                raise self.wrong(f"{key}.{name}", "a text is wanted")
        return found

    def area(self, key: str, name: str) -> int:
        try:
            found = self.m.area(name)
        except ValueError as error:
            raise self.wrong(key, str(error)) from None
        if not open_areas(self.s) >> found & 1:
            raise self.wrong(key, f"{self.m.area_name[found]} is not in play")
        return found

    def areas(self, key: str, names: str) -> list[int]:
        return [self.area(key, name) for name in names.split(";") if name.strip()]

    def unit(self, key: str, name: str) -> int:
        try:
            return self.m.unit(name)
        except ValueError as error:
            raise self.wrong(key, str(error)) from None

    def track(self, key: str, text: Any, top: int) -> int:
        side, _, level = str(text).partition(" ")
        if side not in SIDES or not level.isdigit() or not 1 <= int(level) <= top:
            raise self.wrong(key, f"{text!r} is no place on the track, such as 'poland 2'")
        return int(level) if side == SIDES[POLAND] else -int(level)

    def dice(self) -> list[int]:
        found = self.told.get("dice", [])
        if not isinstance(found, list) or any(type(value) is not int for value in found):
            raise self.wrong("dice", "a list of numbers is wanted")
        return found

    # -- the table --------------------------------------------------------------------------------------------

    def tracks(self) -> None:
        s = self.s
        if "lead" in self.told:
            s.vp = self.track("lead", self.told["lead"], self.m.charts.points.track)
        for front, text in self.strings("initiative").items():
            number = FRONTS.index(self.one_of("initiative", front, FRONTS))
            if number not in s.scene.fronts:
                raise self.wrong(f"initiative.{front}", "this front is not in play")
            s.initiative[number] = self.track(f"initiative.{front}", text, self.m.charts.initiative.track)

    def garrisons(self) -> None:
        s = self.s
        for name, text in self.strings("garrisons").items():
            side = SIDES.index(self.one_of("garrisons", name, SIDES))
            s.garrisons[side] = 0
            for area in self.areas(f"garrisons.{name}", text):
                if not self.m.key_cities >> area & 1:
                    raise self.wrong(f"garrisons.{name}", f"{self.m.area_name[area]} is no key city [3.0a]")
                place_garrison(s, side, area)

    def blocks(self) -> list[tuple[int, int, bool]]:
        """[4.0e] Put the blocks down; those that have come in this phase stand where they came from. Returns them."""
        s = self.s
        if self.told.get("clear", False):
            for unit in self.m.units:
                s.place[unit] = POOL if in_pool(self.m, s.scene, unit) or self.m.division[unit] else ABSENT
                s.sp[unit], s.due[unit] = 0, NONE
        came = []
        for name, text in self.strings("blocks").items():
            unit, key = self.unit("blocks", name), f"blocks.{name}"
            s.due[unit] = NONE
            if text in FATES:
                s.place[unit], s.sp[unit] = FATES[text], 0
                continue
            area, origin, marched = self.block(unit, key, text)
            deploy(s, unit, area if origin == NONE else origin)
            if origin != NONE:
                came.append((unit, area, marched))
        return came

    def block(self, unit: int, key: str, text: str) -> tuple[int, int, bool]:
        shape = _BLOCK.fullmatch(text)
        if shape is None:
            raise self.wrong(key, f"{text!r} is not like 'Minsk 3', 'Minsk 3 from Borisov marched' or 'pool'")
        area, sp = self.area(key, shape["area"]), int(shape["sp"])
        if not 1 <= sp <= self.m.max_sp[unit]:
            raise self.wrong(key, f"the strength is from 1 to {self.m.max_sp[unit]} [2.0a]")
        if not may_enter(self.s, self.m.side[unit]) >> area & 1:
            raise self.wrong(key, f"it may not be in {self.m.area_name[area]} [1.4b]")
        origin = self.area(key, shape["origin"]) if shape["origin"] else NONE
        if origin != NONE and not self.m.around[area] >> origin & 1:
            raise self.wrong(key, f"{self.m.area_name[origin]} is not next to {self.m.area_name[area]} [1.0b]")
        self.s.sp[unit] = sp
        return area, origin, bool(shape["marched"])

    def entries(self, came: list[tuple[int, int, bool]]) -> None:
        """[7.31b, 7.34a] Blocks come in, one after the other, each under an order of its own."""
        s = self.s
        for unit, area, marched in came:
            piece = enter(s, s.unit.index(unit), area)
            s.executed |= 1 << piece
            if marched:
                s.marched |= 1 << piece
        for piece in rootless(s):
            key, where = self.m.key[s.unit[piece]], self.m.area_name[s.place[piece]]
            raise self.wrong(f"blocks.{key}", f"enemies are in {where}: say from where it has come [7.42f]")

    def orders(self, step: int) -> None:
        """[7.2a] Orders on the map, counted as placed; a step that has passed leaves none of its types."""
        s = self.s
        for name, value in self.table("allowance").items():
            s.allowance[self.command("allowance", name)] = int(value)
        for name, listed in self.table("orders").items():
            command, key = self.command("orders", name), f"orders.{name}"
            for text in listed if isinstance(listed, list) else [listed]:
                verb, _, area = str(text).partition(" ")
                order = ORDERS.index(self.one_of(key, verb, ORDERS))
                count_order(s, place_order(s, command, self.area(key, area), order), 1)
            s.allowance[command] = max(s.allowance[command], s.placed[command])
        if step >= MARCHES:
            s.passed = 15

    def command(self, key: str, name: str) -> int:
        side, _, front = name.partition("-")
        if side not in SIDES or front not in FRONTS or FRONTS.index(front) not in self.s.scene.fronts:
            raise self.wrong(f"{key}.{name}", "a command such as poland-north, on a front in play, is wanted")
        return command_of(SIDES.index(side), FRONTS.index(front))

    # -- cards and knowledge ----------------------------------------------------------------------------------

    def player(self, key: str, name: str) -> int:
        found = player_of(self.s, name)
        if found == NONE:
            raise self.wrong(f"{key}.{name}", f"there is no such seat; there are: {', '.join(seating(self.s).seats)}")
        return found

    def cards(self) -> None:
        """Cards that are told of leave their deck."""
        s = self.s
        for name, text in self.strings("hands").items():
            player = self.player("hands", name)
            s.hands[player] = sorted(self.take(f"hands.{name}", text, seating(s).side[player]))
        for pile in ("discards", "removed"):
            for name, text in self.strings(pile).items():
                side = SIDES.index(self.one_of(pile, name, SIDES))
                getattr(s, pile)[side] = self.take(f"{pile}.{name}", text, side)
        for name, text in self.strings("cubes").items():
            player = self.player("cubes", name)
            s.cubes[player] = [sum(int(w[:-1]) for w in text.split() if w[-1] == colour) for colour in "BWG"]

    def take(self, key: str, text: str, side: int) -> list[int]:
        found = []
        for word in text.split():
            try:
                card = card_number(word)
            except ValueError as error:
                raise self.wrong(key, str(error)) from None
            if card not in self.s.deck[side]:
                raise self.wrong(key, f"card {word} is of the other side, or told of twice")
            self.s.deck[side].remove(card)
            found.append(card)
        return found

    def knowledge(self) -> None:
        """Leaders that are spent; blocks whose faces a seat has seen."""
        s = self.s
        for name in str(self.told.get("spent", "")).split():
            s.spent |= 1 << self.unit("spent", name)
        for name, text in self.strings("seen").items():
            player = self.player("seen", name)
            for key in text.split():
                unit = self.unit(f"seen.{name}", key)
                if self.m.side[unit] != foe(seating(s).side[player]):
                    raise self.wrong(f"seen.{name}", f"{key} is a block of its own side")
                s.seen[player] |= 1 << s.unit.index(unit)
