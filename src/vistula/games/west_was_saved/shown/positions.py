"""Position files: any situation of How the West was Saved by the names on board and counters; see docs/positions.md."""

from __future__ import annotations

import re
import tomllib
from typing import Literal

import msgspec

from vistula.board.data import DataError, Record, convert
from vistula.board.hexes import Hex, collect, members
from vistula.games.west_was_saved.cards import effects
from vistula.games.west_was_saved.cards.cardfile import CARDS, HELD_BACK, Silence
from vistula.games.west_was_saved.cards.effects import uses_of
from vistula.games.west_was_saved.cards.odd import TREATY
from vistula.games.west_was_saved.changes import deploy, put_on_top, remove
from vistula.games.west_was_saved.model import COMMAND, FACINGS, LIT, POLAND, RUSSIA, SEATS, UKR, Model
from vistula.games.west_was_saved.rules.arrange import blanks_left
from vistula.games.west_was_saved.rules.queries import can_share, open_to, theatre
from vistula.games.west_was_saved.rules.sequence import Campaign, Turn
from vistula.games.west_was_saved.rules.setup import new_state, set_up
from vistula.games.west_was_saved.shown.positiontext import FATES, PHASES, SETS, write_position
from vistula.games.west_was_saved.state import ABSENT, State, bits_of, box
from vistula.kernel import BadInput, Position
from vistula.kernel.procedure import END

__all__ = ["FATES", "position", "write_position"]
FRONT = (2, 5)  # where a stack looks whose facing is not given: Poles south-east, Russians north-west
Phase = Literal[
    "setup", "events", "resources", "depots", "supply", "movement", "command", "combat", "restoration", "redeployment",
    "reinforcements",
]  # fmt: skip


class UnitEntry(Record):
    """One piece: where it is, on which side it lies, which marks it bears."""

    hex: str
    weak: bool = False
    top: bool = False
    unsupplied: bool = False
    ordered: bool = False
    moved: bool = False
    attacked: bool = False
    fought: bool = False
    triumphed: bool = False
    left: str = ""  # where a removed command unit stood [9.6c]
    repatriated: bool = False
    edge: bool = False


class Pair(Record):
    poland: int | None = None
    russia: int | None = None


class Places(Record):
    poland: list[str] | None = None
    russia: list[str] | None = None


class Cards(Record):
    poland: list[int] = []
    russia: list[int] = []


class PositionFile(Record):
    game: str = "west-was-saved"
    scenario: str = "campaign"
    clear: bool = False
    turn: int = 1
    phase: Phase = "events"
    units: dict[str, str | UnitEntry] = {}
    facing: dict[str, Literal["N", "NE", "SE", "S", "SW", "NW"]] = {}
    depots: Places = msgspec.field(default_factory=Places)
    dummies: dict[str, int] = {}
    total: Pair = msgspec.field(default_factory=Pair)
    points: Pair = msgspec.field(default_factory=Pair)
    hands: Cards = msgspec.field(default_factory=Cards)
    laid: Pair = msgspec.field(default_factory=Pair)
    uses: Pair = msgspec.field(default_factory=Pair)
    extra: Pair = msgspec.field(default_factory=Pair)
    silent: str = ""
    forgone: list[Literal["poland", "russia"]] = []
    discards: list[int] = []
    lithuania: bool = False
    options: dict[str, str] = {}
    dice: list[int] = []


def position(m: Model, text: str, where: str) -> Position[State]:
    """The situation that a position file describes; BadInput with file, key and reason for a wrong one."""
    told = _read(text, where)
    try:
        s = _placed(m, told)
    except ValueError as error:
        key, _, reason = str(error).partition(": ")
        raise BadInput(where, key, reason) from None
    stack = [Campaign()] if s.phase == 0 else [Campaign(at=END), Turn(at="phase")]
    return Position(told.scenario, s, list(stack), told.dice, told.options)


def _read(text: str, where: str) -> PositionFile:
    try:
        return convert(where, tomllib.loads(text), PositionFile)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(where, "", str(error)) from None
    except DataError as error:
        raise BadInput(where, error.key, error.reason) from None


def _placed(m: Model, told: PositionFile) -> State:
    if told.scenario not in [scenario.id for scenario in m.scenarios]:
        raise ValueError(f"scenario: there is no scenario {told.scenario!r}")
    if not 1 <= told.turn <= m.turns:
        raise ValueError(f"turn: there are turns 1 to {m.turns}")
    s = new_state(m)
    s.turn, s.lithuania = told.turn, told.lithuania
    if told.clear:
        for unit in m.units:
            s.place[unit] = ABSENT
    else:
        set_up(s)
    for key, entry in told.units.items():
        _put(m, s, key, UnitEntry(entry) if isinstance(entry, str) else entry)
    for number, facing in told.facing.items():
        s.facing[_held(m, s, f"facing {number}", number)] = FACINGS.index(facing)
    _depots(m, s, told)
    for number, count in told.dummies.items():
        s.dummies[_held(m, s, f"dummies {number}", number)] = count
    _tracks(m, s, told)
    _cards(m, s, told)
    _agrees(m, s)
    s.spent = collect(s.place[u] for u in members(s.attacked) if s.place[u] >= 0) & ~collect(
        s.place[u] for u in m.combat if s.place[u] >= 0 and not s.attacked >> u & 1
    )
    s.phase = PHASES.index(told.phase)
    return s


def _put(m: Model, s: State, key: str, entry: UnitEntry) -> None:
    if key not in m.unit_by_key:
        raise ValueError(f"units {key}: there is no such piece")
    unit, where = m.unit_by_key[key], entry.hex
    waits = re.fullmatch(r"turn (\d+)", where)
    if waits or where in FATES:
        remove(s, unit, box(int(waits[1])) if waits else FATES[where])
    else:
        hex = _hex(m, f"units {key}", where)
        if not m.land >> hex & 1:
            raise ValueError(f"units {key}: no unit can stand in {m.hex_name(hex)}")
        deploy(s, unit, hex, FRONT[m.side[unit]])
        if entry.top and m.kind[unit] != COMMAND:
            put_on_top(s, unit)
    if entry.weak:
        s.weak |= 1 << unit
    if entry.left:
        s.left_hex[unit] = _hex(m, f"units {key} left", entry.left)
    for name in (*SETS, "repatriated", "edge"):
        if getattr(entry, name):
            setattr(s, name, getattr(s, name) | 1 << unit)


def _depots(m: Model, s: State, told: PositionFile) -> None:
    for side, names in ((POLAND, told.depots.poland), (RUSSIA, told.depots.russia)):
        if names is not None or told.clear:
            s.depots[side] = collect(_hex(m, "depots", name) for name in names or [])
    if wrong := (s.depots[POLAND] | s.depots[RUSSIA]) & ~m.cities:
        raise ValueError(f"depots: {m.hex_name(wrong.bit_length() - 1)} is no city [5.2a]")


def _tracks(m: Model, s: State, told: PositionFile) -> None:
    for side, total, points in (
        (POLAND, told.total.poland, told.points.poland),
        (RUSSIA, told.total.russia, told.points.russia),
    ):
        s.trp[side] = m.base[side][s.turn] if total is None else total
        s.rp[side] = s.trp[side] if points is None else points
        if s.rp[side] < 0 or s.trp[side] < 0:
            raise ValueError("points: resource points are never below 0 [4.0b]")


def _cards(m: Model, s: State, told: PositionFile) -> None:
    s.hands = [list(told.hands.poland), list(told.hands.russia)]
    s.laid = [told.laid.poland or 0, told.laid.russia or 0]
    s.discards = list(told.discards)
    used = [*s.hands[0], *s.hands[1], *s.discards]
    for card in [*used, *s.laid]:
        if not 0 <= card <= CARDS or (card == 0 and card in used):
            raise ValueError(f"hands: there is no card {card} [3.1a]")
    if len(set(used)) != len(used):
        raise ValueError("hands: a card stands twice [3.1a]")
    if s.turn > 1 or told.phase != "events":
        s.deck = bits_of(range(1, CARDS + 1))
    s.deck &= ~bits_of([*used, *(card for card in s.laid if card)])
    s.discards += [card for card in s.laid if card not in (0, TREATY, *s.discards)]
    if told.lithuania:
        s.deck &= ~(1 << TREATY)  # it has left the game
    given = (told.uses.poland, told.uses.russia)
    s.card_uses = [uses_of(s, side) if uses is None else uses for side, uses in enumerate(given)]
    s.card_points = [told.extra.poland or 0, told.extra.russia or 0]
    s.forgone = bits_of(SEATS.index(seat) for seat in told.forgone)
    _silent(m, s, told.silent)
    for hand in s.hands:
        if hand and hand[0] in HELD_BACK:
            raise ValueError(f"hands: card {hand[0]} cannot be kept [3.2d]")


def _silent(m: Model, s: State, name: str) -> None:
    """[3.2c] The command unit that a card has silenced for the turn."""
    if not name:
        return
    if name not in m.unit_by_key or m.kind[m.unit_by_key[name]] != COMMAND:
        raise ValueError(f"silent: there is no command unit {name!r}")
    unit = m.unit_by_key[name]
    if effects.of(s, Silence, 1 - m.side[unit]) is None:
        raise ValueError("silent: the other side has laid no card that silences a command unit [3.2c]")
    s.card_choice[1 - m.side[unit]] = unit


def _agrees(m: Model, s: State) -> None:
    """What no situation of the game can have."""
    if both := s.occupied[POLAND] & s.occupied[RUSSIA]:
        raise ValueError(f"units: enemies share {m.hex_name(both.bit_length() - 1)} [7.4a]")
    for side in (POLAND, RUSSIA):
        counts: dict[Hex, int] = {}
        for unit in m.combat_of[side]:
            if s.place[unit] >= 0:
                counts[s.place[unit]] = counts.get(s.place[unit], 0) + 1
        for hex, count in counts.items():
            if count > m.stack_limit:
                raise ValueError(f"units: {count} combat units in {m.hex_name(hex)} [1.2k]")
        if lost := s.depots[side] & s.occupied[1 - side]:
            raise ValueError(f"depots: an enemy stands in {m.hex_name(lost.bit_length() - 1)} [7.5a]")
        if blanks_left(s, side) < 0:
            raise ValueError(f"dummies: a player has no more than {m.dummies} [1.4b]")
    for unit in m.units:
        if s.place[unit] >= 0 and (why := _forbidden(s, unit)):
            raise ValueError(f"units {m.key[unit]}: {why}")


def _forbidden(s: State, unit: int) -> str:
    """Why a piece cannot be where it is said to be, by the rules on lands and armies."""
    m, hex = s.m, s.place[unit]
    if not open_to(s, m.side[unit]) >> hex & 1 or m.east_prussia >> hex & 1:
        return f"{m.hex_name(hex)} is neutral ground [1.3e]"
    if m.nation[unit] == LIT and not s.lithuania:
        return "Lithuania is not at war [13.3a]"
    if not theatre(m, m.nation[unit]) >> hex & 1:
        rule = "13.4a" if m.nation[unit] == UKR else "13.3c"
        return f"it may not be as far from home as {m.hex_name(hex)} [{rule}]"
    if unit in m.combat and not can_share(s, unit, hex):
        return "Lithuanians and Russians do not stack [13.3h]"
    return ""


def _hex(m: Model, key: str, name: str) -> Hex:
    try:
        return m.hex(name)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None


def _held(m: Model, s: State, key: str, name: str) -> Hex:
    hex = _hex(m, key, name)
    if not (s.occupied[POLAND] | s.occupied[RUSSIA]) >> hex & 1:
        raise ValueError(f"{key}: no combat unit stands there")
    return hex
