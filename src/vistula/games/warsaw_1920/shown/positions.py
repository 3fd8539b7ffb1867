"""Position files: any situation of the game, described by the names on board and counters. See docs/positions.md."""

from __future__ import annotations

from typing import NoReturn

from vistula.board.hexes import collect, members
from vistula.games.warsaw_1920.model import POLAND, RUSSIA, SEATS, Model
from vistula.games.warsaw_1920.rules.combat import CombatPhase
from vistula.games.warsaw_1920.rules.movement import MovementPhase
from vistula.games.warsaw_1920.rules.queries import legal_stack, most_points, zoc
from vistula.games.warsaw_1920.rules.sequence import Campaign, PlayerTurn, operations_allowed
from vistula.games.warsaw_1920.rules.setup import PolishDeployment, RussianDeployment, new_state, quick_setup, tray
from vistula.games.warsaw_1920.shown import positionfile
from vistula.games.warsaw_1920.shown.positionfile import PositionFile, UnitEntry
from vistula.games.warsaw_1920.shown.positiontext import FATES, FRONTS, KINDS, SUPPLIES, write_position
from vistula.games.warsaw_1920.state import (
    ABSENT,
    COMBAT,
    IDLE,
    MOVEMENT,
    OPERATION,
    OUT_OF_SUPPLY,
    REFIT,
    REINFORCEMENT,
    SETUP,
    SUPPLIED,
    TRAY,
    State,
    box,
    deploy,
    disrupt,
    put_on_top,
    remove,
    units_at,
)
from vistula.kernel import BadInput, Frame, Position

PHASES = {
    "deployment": SETUP, "resupply": REINFORCEMENT, "reinforcement": REINFORCEMENT, "operation": OPERATION,
    "movement": MOVEMENT, "combat": COMBAT, "refit": REFIT,
}  # fmt: skip

__all__ = ["position", "write_position"]


def position(m: Model, text: str, where: str) -> Position[State]:
    """The situation that a position file describes; BadInput says what is wrong in it, by key."""
    file = positionfile.read(text, where)
    return Position(file.scenario, *_Builder(m, file, where).build(), file.dice)


class _Builder:
    """Puts a position on the table, and complains by key of the file."""

    def __init__(self, m: Model, file: PositionFile, where: str) -> None:
        self.m, self.file, self.where = m, file, where
        self.side = SEATS.index(file.side)

    def bad(self, key: str, reason: str) -> NoReturn:
        raise BadInput(self.where, key, reason)

    def build(self) -> tuple[State, list[Frame]]:
        self.header()
        s = self.empty()
        entries = self.entries()
        for unit, (key, entry) in entries.items():
            self.put(s, unit, key, entry)
        self.arrange(s, entries)
        self.control(s)
        self.marks(s, entries)
        self.tracks(s)
        self.operations(s)
        self.check(s, entries)
        return s, self.stack(s)

    # -- turn and phase ---------------------------------------------------------------------------------

    def header(self) -> None:
        file, m = self.file, self.m
        if file.game != "warsaw-1920":
            self.bad("game", f"{file.game!r} is another game than warsaw-1920")
        ids = [scenario.id for scenario in m.scenarios]
        if file.scenario not in ids:
            self.bad("scenario", f"no scenario {file.scenario!r}; there are: {', '.join(ids)}")
        if not 1 <= file.turn <= m.turns:
            self.bad("turn", f"{file.turn} is no game turn: they run from 1 to {m.turns}")
        if self.side == POLAND and file.turn == 1 and file.phase != "deployment":
            self.bad("side", "there is no Polish player turn on turn 1 [5.1b]")
        if self.side == POLAND and file.phase == "resupply":
            self.bad("phase", "only the Russian player turn begins with resupply [8.3a]")
        if file.phase == "deployment" and file.turn != 1:
            self.bad("turn", "armies are deployed before turn 1 [3.0b]")
        for die in file.dice:
            if not 1 <= die <= m.die_sides:
                self.bad("dice", f"a die of {m.die_sides} sides does not show {die}")

    def empty(self) -> State:
        """The set-up that the listed units are put into."""
        file, m = self.file, self.m
        s = new_state(m)
        deploying = file.phase == "deployment"
        if file.clear:
            for unit in m.units:
                if not (deploying and s.place[unit] == TRAY):
                    s.place[unit] = ABSENT
        elif next(sc.setup for sc in m.scenarios if sc.id == file.scenario) == "quick":
            quick_setup(s)
        s.turn, s.side, s.phase = file.turn, self.side, PHASES[file.phase]
        return s

    # -- units --------------------------------------------------------------------------------------------

    def entries(self) -> dict[int, tuple[str, UnitEntry]]:
        names = {name.casefold(): u for u, name in enumerate(self.m.full_name)}
        found: dict[int, tuple[str, UnitEntry]] = {}
        for name, entry in self.file.units.items():
            key = f"units.{name}"
            unit = self.m.unit_by_key.get(name, names.get(name.casefold()))
            if unit is None:
                self.bad(key, f"there is no unit {name!r}")
            if unit in found:
                self.bad(key, f"is the same unit as {found[unit][0]}")
            found[unit] = key, entry if isinstance(entry, UnitEntry) else UnitEntry(entry)
        return found

    def put(self, s: State, unit: int, key: str, entry: UnitEntry) -> None:
        words = entry.hex.strip()
        if words in FATES:
            remove(s, unit, FATES[words])
        elif words.startswith("box "):
            remove(s, unit, self.box(key, words[4:]))
        else:
            deploy(s, unit, self.hex(key, words, self.m.side[unit]))

    def box(self, key: str, text: str) -> int:
        last = self.m.turns + self.m.reorganized_turns
        if not text.isdigit() or not 1 <= int(text) <= last:
            self.bad(key, f"there is no box {text!r} on the turn track: they run from 1 to {last}")
        return box(int(text))

    def hex(self, key: str, text: str, side: int | None = None) -> int:
        m = self.m
        try:
            hex = m.hex(text)
        except ValueError as error:
            fates = "" if side is None else f" (units may also be: box N, {', '.join(FATES)})"
            self.bad(key, f"{error}{fates}")
        if m.danzig >> hex & 1:
            self.bad(key, f"{m.hex_name(hex)} is Danzig, which nobody may enter [10.5a]")
        if not m.land >> hex & 1:
            self.bad(key, f"{m.hex_name(hex)} is not part of the game ({m.terrain[hex]})")
        if side is not None and m.east_prussia >> hex & 1:
            rule = "Polish units may not enter [10.5b]" if side == POLAND else "Russian units are interned [10.5c]"
            self.bad(key, f"{m.hex_name(hex)} is in East Prussia, where {rule}")
        return hex

    def arrange(self, s: State, entries: dict[int, tuple[str, UnitEntry]]) -> None:
        """[6.3b] Who lies on top: as marked, otherwise the unit listed last."""
        for unit, (key, entry) in entries.items():
            if (entry.under or entry.top) and (self.m.side[unit] != POLAND or s.place[unit] < 0):
                self.bad(key, "only in Polish stacks it matters who lies on top [6.3b]")
            if entry.top:
                put_on_top(s, unit)
        for unit, (key, entry) in entries.items():
            if entry.under and not s.under >> unit & 1:
                others = [u for u in units_at(s, POLAND, s.place[unit]) if u in entries and not entries[u][1].under]
                others = others or [u for u in units_at(s, POLAND, s.place[unit]) if u not in entries]
                if entry.top or not others:
                    self.bad(key, "lies under no other unit")
                put_on_top(s, others[0])

    def marks(self, s: State, entries: dict[int, tuple[str, UnitEntry]]) -> None:
        for unit, (key, entry) in entries.items():
            bit = 1 << unit
            if (entry.disrupted or entry.isolated) and s.place[unit] < 0:
                self.bad(key, "only a unit on the map is disrupted or isolated")
            if entry.disrupted:
                disrupt(s, unit)
            s.isolated |= bit * entry.isolated
            self.phase_mark(key, "moved", entry.moved, unit, s.phase == MOVEMENT and self.m.side[unit] == s.side)
            self.phase_mark(key, "fought", entry.fought, unit, s.phase == COMBAT and self.m.side[unit] == s.side)
            self.phase_mark(key, "attacked", entry.attacked, unit, s.phase == COMBAT and self.m.side[unit] != s.side)
            s.moved |= bit * entry.moved
            s.fought |= bit * entry.fought
            s.attacked |= bit * entry.attacked

    def phase_mark(self, key: str, mark: str, given: bool, unit: int, fits: bool) -> None:
        if given and not fits:
            self.bad(f"{key}.{mark}", f"{self.m.key[unit]} cannot have {mark} in this phase of this player turn")

    # -- control --------------------------------------------------------------------------------------------

    def control(self, s: State) -> None:
        """[3.4a, 3.4c] As at the start but for what the file lists and for where units stand."""
        m, given = self.m, self.file.control
        russian = self.held("russia", given.russia, s.occupied[POLAND], "Polish")
        polish = self.held("poland", given.poland, s.occupied[RUSSIA], "Russian")
        retaken = self.held("retaken", given.retaken, s.occupied[RUSSIA], "Russian")
        if twice := russian & (polish | retaken):
            self.bad("control.russia", f"{m.hex_name(members(twice)[0])} is listed for both sides [3.4a]")
        if mere := retaken & ~(m.city | m.major):
            self.bad("control.retaken", f"{m.hex_name(members(mere)[0])} is no city and gives no supply point [8.4a]")
        s.russian = (s.russian | russian | s.occupied[RUSSIA]) & ~polish & ~retaken & ~s.occupied[POLAND]
        s.paid |= (s.russian | retaken) & (m.city | m.major)
        if s.russian >> m.warsaw & 1 and not (
            self.file.tracks.west_resupplied or self.file.tracks.southwest_resupplied
        ):
            self.bad("control.russia", "Russian control of Warsaw before any resupply has ended the game [4.2a]")

    def held(self, key: str, places: list[str], foes: int, word: str) -> int:
        hexes = collect(self.hex(f"control.{key}", place) for place in places)
        if wrong := hexes & foes:
            hex = self.m.hex_name(members(wrong)[0])
            self.bad(f"control.{key}", f"a {word} unit stands in {hex} and controls it [3.4a]")
        return hexes

    # -- tracks ---------------------------------------------------------------------------------------------

    def tracks(self, s: State) -> None:
        given = self.file.tracks
        for front, name in enumerate(FRONTS):
            points = getattr(given, name)
            if points is not None:
                self.within(f"tracks.{name}", points, 0, most_points(s, front))
                s.points[front] = points
            s.resupplied[front] = self.within(
                f"tracks.{name}_resupplied", getattr(given, f"{name}_resupplied"), 0, s.turn
            )
            lost = getattr(given, f"{name}_lost")
            s.lost[front] = self.within(f"tracks.{name}_lost", lost, 0, 2)
            if lost and (s.side == POLAND or s.resupplied[front] != s.turn):
                self.bad(f"tracks.{name}_lost", "a Front loses operations only on the turn of its resupply [8.3.1c]")
        s.resupply_vp = self.within("tracks.resupply_vp", given.resupply_vp, 0, 99)
        self.counterattack(s)

    def within(self, key: str, value: int, low: int, high: int) -> int:
        if not low <= value <= high:
            self.bad(key, f"{value} is not between {low} and {high}")
        return value

    def counterattack(self, s: State) -> None:
        """[5.3a, 5.3b] Chosen on turn 3, shown on turn 5; an order that is past and not given is the later one."""
        m, given = self.m, self.file.tracks
        over = s.side == RUSSIA or s.phase not in (SETUP, REINFORCEMENT)
        chosen = s.turn > m.counterattack_chosen or (s.turn == m.counterattack_chosen and over)
        shown = s.turn > m.counterattack_revealed or (s.turn == m.counterattack_revealed and over)
        if given.counterattack is None:
            s.counterattack = m.counterattack_turns[1] if chosen else 0
        elif given.counterattack not in m.counterattack_turns:
            self.bad(
                "tracks.counterattack", f"{given.counterattack} is none of the turns {m.counterattack_turns} [5.3a]"
            )
        elif not chosen:
            self.bad("tracks.counterattack", f"the order is chosen on turn {m.counterattack_chosen} [5.3a]")
        else:
            s.counterattack = given.counterattack
        s.order_shown = shown if given.counterattack_shown is None else given.counterattack_shown

    # -- operations -----------------------------------------------------------------------------------------

    def operations(self, s: State) -> None:
        """[5.4c, 5.5a] What has been done in this player turn, and the operation phase that runs or comes now."""
        done = self.done()
        s.operations = [KINDS[kind] for kind in done]
        s.movements = done.count("movement") + (s.phase == MOVEMENT and s.moved > 0)
        s.statuses = self.statuses(s, done)
        number = len(done) + 1
        allowed = operations_allowed(s)
        if s.phase in (OPERATION, MOVEMENT, COMBAT):
            if number > allowed:
                self.bad("operation", f"{self.file.side} has {allowed} operation phases on turn {s.turn} [5.1c]")
            s.operation = number - (s.phase == OPERATION)
        elif len(done) > (allowed if s.phase == REFIT else 0):
            self.bad("operations", f"{len(done)} operation phases are too many for this phase [5.1a]")
        if s.phase in (MOVEMENT, COMBAT):
            s.supplied = [self.supplied(s, front) for front in (0, 1)]
            s.operations.append(s.phase)
            s.statuses += s.supplied
            if all(number <= lost for lost in s.lost):
                self.bad("operation", f"both Fronts lose operation {number} [8.3.1c]")

    def done(self) -> list[str]:
        """The operation phases before this one."""
        file = self.file
        if file.operations is None:
            before = (file.operation or 1) - 1
            movements = file.movements or 0
            if not 0 <= movements <= before:
                self.bad("movements", f"{movements} movement phases cannot have begun before operation {before + 1}")
            return ["movement"] * movements + ["combat"] * (before - movements)
        if file.operation not in (None, len(file.operations) + 1):
            self.bad("operation", f"{len(file.operations)} operations are listed before operation {file.operation}")
        if file.movements not in (None, file.operations.count("movement")):
            self.bad("movements", f"{file.operations.count('movement')} movement phases are listed in operations")
        return list(file.operations)

    def statuses(self, s: State, done: list[str]) -> list[int]:
        """[5.5a] The supply markers of the operations before this one."""
        if self.file.supply is not None:
            if len(self.file.supply) != len(done):
                self.bad("supply", f"{len(self.file.supply)} entries for {len(done)} operations")
            return [SUPPLIES[word] for pair in self.file.supply for word in pair]
        found = []
        for number, kind in enumerate(done, 1):
            idle = s.side == POLAND and kind == "movement"
            found += [IDLE if idle or number <= s.lost[front] else SUPPLIED for front in (0, 1)]
        return found

    def supplied(self, s: State, front: int) -> int:
        """The supply of a Front in the phase that runs; supplied where the file does not say."""
        key = f"{FRONTS[front]}_supplied"
        given = getattr(self.file.tracks, key)
        if s.side == POLAND and s.phase == MOVEMENT:
            return IDLE
        if s.side == RUSSIA and s.operation <= s.lost[front]:
            if given is not None:
                self.bad(
                    f"tracks.{key}", "a Front that loses the operation is neither supplied nor out of supply [8.3.1c]"
                )
            return IDLE
        return OUT_OF_SUPPLY if given is False else SUPPLIED

    # -- what cannot be -------------------------------------------------------------------------------------

    def check(self, s: State, entries: dict[int, tuple[str, UnitEntry]]) -> None:
        m = self.m
        if both := s.occupied[POLAND] & s.occupied[RUSSIA]:
            hex = members(both)[0]
            self.bad(self.listed(s, entries, hex), f"enemy units share {m.hex_name(hex)} [6.0c]")
        for side in (POLAND, RUSSIA):
            for hex in members(s.occupied[side]):
                units = units_at(s, side, hex)
                if not legal_stack(s, units) and not any((s.moved | s.fought) >> u & 1 for u in units):
                    reason = f"the stack in {m.hex_name(hex)} is not allowed: {self.why_stack(units)}"
                    self.bad(self.listed(s, entries, hex), reason)
            inside = zoc(s, 1 - side)
            for unit in members(s.disrupted):
                if m.side[unit] == side and inside >> s.place[unit] & 1:
                    self.bad(entries[unit][0], "is disrupted and in an enemy zone of control [10.4.2d]")
            if s.phase != SETUP and (left := tray(s, side)):
                self.bad(f"units.{m.key[left[0]]}", "is still in the tray; give it a place, or say clear = true")

    def listed(self, s: State, entries: dict[int, tuple[str, UnitEntry]], hex: int) -> str:
        """The key of the last listed unit in a hex."""
        return [key for unit, (key, _) in entries.items() if s.place[unit] == hex][-1]

    def why_stack(self, units: list[int]) -> str:
        m = self.m
        if m.side[units[0]] == POLAND:
            if len({m.nation[u] for u in units}) > 1:
                return "units of different nationality [6.0d]"
            return f"{len(units)} units, the limit is {m.stack_limit[POLAND]} [6.0a]"
        if len({m.front[u] for u in units}) > 1:
            return "units of both Fronts [6.0e]"
        guns = sum(bool(m.artillery >> u & 1) for u in units)
        if guns > m.artillery_limit:
            return f"{guns} artillery units, the limit is {m.artillery_limit} [6.2a]"
        return f"{len(units) - guns} units, the limit is {m.stack_limit[RUSSIA]} [6.0b]"

    # -- where play goes on ---------------------------------------------------------------------------------

    def stack(self, s: State) -> list[Frame]:
        free = self.file.scenario == "free"
        if self.file.phase == "deployment":
            after = "russian_deployment" if self.side == POLAND else "polish_turn"
            return [Campaign(free=True, at=after), PolishDeployment() if self.side == POLAND else RussianDeployment()]
        campaign = Campaign(free=free, at="russian_turn" if self.side == POLAND else "end_of_turn")
        steps = {"resupply": "resupply", "reinforcement": "reinforcement", "operation": "next_operation",
                 "refit": "refit_phase"}  # fmt: skip
        turn = PlayerTurn(side=self.side, at=steps.get(self.file.phase, "operation_over"))
        if s.phase == MOVEMENT:
            return [campaign, turn, MovementPhase(at="pick" if s.moved else "")]
        if s.phase == COMBAT:
            return [campaign, turn, CombatPhase(at="declare" if s.fought | s.attacked else "")]
        return [campaign, turn]
