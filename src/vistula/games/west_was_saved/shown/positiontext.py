"""Position files written: the situation of a game as the text that `positions` reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vistula.board.hexes import members
from vistula.games.west_was_saved.cards.effects import silent_command
from vistula.games.west_was_saved.model import COMMAND, FACINGS, POLAND, RUSSIA, SEATS
from vistula.games.west_was_saved.state import (
    ABSENT,
    CAMP,
    CARD,
    ELIMINATED,
    INTERNED,
    LOST,
    State,
    box_turn,
    pile,
)

PHASES = (
    "setup", "events", "resources", "depots", "supply", "movement", "command", "combat", "restoration", "redeployment",
    "reinforcements",
)  # fmt: skip
FATES = {"eliminated": ELIMINATED, "interned": INTERNED, "lost": LOST, "card": CARD, "absent": ABSENT}
SETS = ("unsupplied", "ordered", "moved", "attacked", "fought", "triumphed")
_FATE_WORDS = {code: word for word, code in FATES.items()}


def write_position(s: State, dice: Sequence[int] = ()) -> str:
    """The true state as a position file: exact at the start of a phase, the situation on the map within one."""
    if s.veiled or any(card < 0 for hand in s.hands for card in hand):
        raise ValueError("a seat's knowledge is no position: units and cards that it cannot see have no place in it")
    lines = [*_head(s, dice), *_tracks(s), *_cards(s), "", "[facing]", *_facing(s), *_dummies(s), "", "[units]"]
    return "\n".join([*lines, *_units(s)]) + "\n"


def _head(s: State, dice: Sequence[int]) -> Iterator[str]:
    yield 'game = "west-was-saved"'
    yield "clear = true"
    yield f"turn = {s.turn}"
    yield f'phase = "{PHASES[s.phase]}"'
    if s.lithuania:
        yield "lithuania = true"
    agreed = {"fog": "full"} if s.full_fog else {}
    agreed |= {} if s.edge_line else {"edge": "hexes"}
    for option, choice in agreed.items():
        yield f'options.{option} = "{choice}"'
    if dice:
        yield f"dice = {list(dice)}"


def _tracks(s: State) -> Iterator[str]:
    for side in (POLAND, RUSSIA):
        yield f"total.{SEATS[side]} = {s.trp[side]}"
        yield f"points.{SEATS[side]} = {s.rp[side]}"
        yield f"depots.{SEATS[side]} = {_list(map(s.m.grid.number, members(s.depots[side])))}"


def _cards(s: State) -> Iterator[str]:
    """Hands, what is laid with what is left of it, and the discards."""
    for side, seat in enumerate(SEATS):
        yield f"hands.{seat} = {s.hands[side]}"
        if s.laid[side]:
            yield f"laid.{seat} = {s.laid[side]}"
            yield f"uses.{seat} = {s.card_uses[side]}"
        if s.card_points[side]:
            yield f"extra.{seat} = {s.card_points[side]}"
    yield f"discards = {[card for card in s.discards if card not in s.laid]}"
    if (silent := silent_command(s)) >= 0:
        yield f'silent = "{s.m.key[silent]}"'
    if s.forgone:
        yield f"forgone = {_list(SEATS[side] for side in members(s.forgone))}"


def _facing(s: State) -> Iterator[str]:
    for hex in members(s.m.land):
        if s.facing[hex] >= 0:
            yield f'{s.m.grid.number(hex)} = "{FACINGS[s.facing[hex]]}"'


def _dummies(s: State) -> Iterator[str]:
    if s.dummies:
        yield ""
        yield "[dummies]"
        for hex, count in sorted(s.dummies.items()):
            yield f"{s.m.grid.number(hex)} = {count}"


def _list(words: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


def _units(s: State) -> Iterator[str]:
    """Each piece with its full name; those of a stack from the top down, as they are put beneath each other."""
    done: set[int] = set()
    for unit in s.m.units:
        place = s.place[unit]
        if unit in done or place == ABSENT:
            continue
        combat = s.m.kind[unit] != COMMAND and place >= 0
        for each in reversed(pile(s, s.m.side[unit], place)) if combat else [unit]:
            done.add(each)
            yield f'"{s.m.key[each]}" = {_unit(s, each)}  # {s.m.full_name[each]}'


def _unit(s: State, unit: int) -> str:
    m, place = s.m, s.place[unit]
    if place == CAMP:
        raise ValueError(f"{m.key[unit]} is on its way through East Prussia: its die is still to be rolled")
    where = m.grid.number(place) if place >= 0 else f"turn {turn}" if (turn := box_turn(place)) else _FATE_WORDS[place]
    marks = [f"{mark} = true" for mark in ("weak", *SETS, "repatriated", "edge") if getattr(s, mark) >> unit & 1]
    if m.single[unit]:
        marks.remove("weak = true")  # it has no other side
    if place >= 0 and m.kind[unit] != COMMAND and not s.under >> unit & 1:
        marks.append("top = true")
    if unit in s.left_hex:
        marks.append(f'left = "{m.grid.number(s.left_hex[unit])}"')
    return "{ " + ", ".join([f'hex = "{where}"', *marks]) + " }" if marks else f'"{where}"'
