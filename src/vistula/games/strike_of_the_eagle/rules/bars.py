"""What keeps blocks, orders and areas from being chosen, where several chapters say the same.

Everything is worked out from what a seat knows: whose a block is and where it stands is public, its name only if it has
been seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from vistula.kernel import Bar, Offer, left, never, only
from vistula.kernel.bars import Words
from vistula.kernel.views import Refusal
from vistula.parts.traces import NO_WAY
from vistula.parts.words import count

from ..model import BLOCKS, PIECES, POLAND, Model, command_of, command_side, foe, piece_side
from ..state import ABSENT, DUE, GONE, POOL, State
from .depots import clear_distance, depots, out_of_supply
from .executors import exits, pieces_of
from .queries import block_command, front_of, held_by, known, may_enter, on_map, open_areas, room, space_inside
from .seats import commander, side_of_player
from .tokens import tokens

_AWAY = {
    POOL: ("4.0h", "It lies in the Force Pool."),
    GONE: ("11.0a", "It is out of the game."),
    DUE: ("4.0g", "It has not arrived yet."),
    ABSENT: ("4.0e", "It takes no part in this scenario."),
}
ALL_BLOCKS = (1 << BLOCKS) - 1
SOMEBODY_MUST = "At least one block must carry out an order that can be carried out."
"""[7.3i] Why nobody cannot be the answer."""


def unavoidable(rule: str, words: str) -> Offer:
    """What cannot be declined, and why."""
    return never("button", [Bar(rule, True, words)], "pass")


# -- blocks -----------------------------------------------------------------------------------------------------


def name(s: State, piece: int) -> str:
    """A block by its name, for those who may know it."""
    return s.m.full_name[s.unit[piece]] if known(s, piece) else "This block"


def named(s: State, words: str) -> Callable[[int], str]:
    """A sentence about a block, its name first."""
    return lambda piece: f"{name(s, piece)} {words}"


def foreign(s: State, side: int) -> Bar:
    """[2.0f, 4.0e, 4.0g, 4.0h, 11.0a] Pieces that are no blocks of a side on the map."""
    return only("2.0f", on_map(s, side), lambda piece: whereabouts(s, side, piece))


def whereabouts(s: State, side: int, piece: int) -> Refusal:
    """Whose a piece is, or where, that is no block of a side on the map."""
    if piece >= BLOCKS:
        return Refusal("7.3a", "That is an order; a block is asked for.")
    if piece_side(piece) != side:
        return Refusal("2.0f", "It is a block of the enemy.")
    return Refusal(*_AWAY[s.place[piece]])


def strangers(s: State, command: int) -> Bar:
    """[1.1c, 2.0f, 10.0d] Pieces to which a command may give no orders."""
    return only("10.0d", pieces_of(s, command), lambda piece: strange(s, command, piece))


def strange(s: State, command: int, piece: int) -> Refusal:
    """[1.1c, 10.0d] Why a piece is none to which a command may give orders."""
    if piece >= BLOCKS or piece_side(piece) != command_side(command) or s.place[piece] < 0:
        return whereabouts(s, command_side(command), piece)
    if (block_command(s, piece) & 1) != s.m.front[s.place[piece]]:
        return Refusal("1.1c", "It crossed the line between the fronts and is still under its old commander.")
    return Refusal("10.0d", "It stands on the other front.")


def uncommanded(s: State, player: int) -> Iterator[Bar]:
    """[1.1c, 2.0f, 10.0d] Pieces that are no blocks of a player on the map."""
    yield foreign(s, side_of_player(s, player))
    yield Bar(
        "10.0d",
        lambda piece: commander(s, block_command(s, piece)) != player,
        lambda piece: strange(s, block_command(s, piece), piece),
    )


def not_pooled(s: State, side: int) -> Bar:
    """[2.0f, 4.0h, 8.4c] Pieces that are no blocks of a side in the Force Pool."""

    def why(piece: int) -> Refusal:
        if piece not in PIECES[side] or s.place[piece] in (DUE, ABSENT):
            return whereabouts(s, side, piece)
        if s.place[piece] == GONE:
            return Refusal("8.4c", "Eliminated blocks are never rebuilt.")
        return Refusal("4.0h", "It is on the map: a block of the Force Pool is asked for.")

    return only("4.0h", [p for p in PIECES[side] if s.place[p] == POOL], why)


def not_enemy(s: State, side: int) -> Bar:
    """[2.0f] Pieces that are no blocks on the map of a side's enemy, where one of these is asked for."""

    def why(piece: int) -> Refusal:
        if piece < BLOCKS and piece_side(piece) == side:
            return Refusal("2.0f", "It is a block of your own: one of the enemy's is asked for.")
        return whereabouts(s, foe(side), piece)

    return only("2.0f", on_map(s, foe(side)), why)


def whole(s: State, rule: str, leader: str = "9.0a") -> Bar:
    """[9.0a] Blocks that can gain no strength point: at their maximum, as leaders always are."""

    def why(piece: int) -> Refusal:
        if s.m.leader[s.unit[piece]]:
            return Refusal(leader, "A leader has one strength point and cannot have more.")
        return Refusal(rule, f"{name(s, piece)} is at its full strength of {s.sp[piece]}.")

    return Bar(rule, lambda piece: s.sp[piece] >= s.m.max_sp[s.unit[piece]], why)


def unfed(s: State, side: int, rule: str, pieces: Sequence[int] | None = None) -> Bar:
    """[7.7a] Blocks of a side that are out of supply now."""
    return Bar(rule, out_of_supply(s, side, pieces), named(s, "is out of supply."))


def weaker(s: State, blocks: Iterable[int], rule: str) -> Bar:
    """[7.41.5a] Blocks with fewer strength points than the strongest of some."""
    sp = s.sp
    most = max((sp[p] for p in blocks), default=0)
    first = f"the strongest, with {most}, loses first."
    return Bar(
        rule, lambda piece: sp[piece] < most, lambda piece: f"It has {count(sp[piece], 'strength point')}; {first}"
    )


def tired(s: State) -> Iterator[Bar]:
    """[2.2c, 7.13a, 7.3n] Blocks that may execute no more orders in this phase."""
    yield Bar("7.3n", s.executed, named(s, "has executed an order in this phase."))
    yield Bar("2.2c", s.detached, "A brigade may not move in the phase in which it was detached.")
    yield Bar("7.13a", s.stuck, "A card holds it where it is until the phase is over.")


def elsewhere(s: State, area: int, rule: str) -> Bar:
    """Blocks on the map that do not stand in the area that is meant."""
    place, names = s.place, s.m.area_name
    return Bar(
        rule,
        lambda piece: place[piece] != area,
        lambda piece: f"It stands at {names[place[piece]]}, not at {names[area]}.",
    )


def not_at(s: State, side: int, area: int, rule: str) -> Iterator[Bar]:
    """Pieces that are no blocks of a side in the area that is meant."""
    yield foreign(s, side)
    yield elsewhere(s, area, rule)


# -- orders -----------------------------------------------------------------------------------------------------


def no_orders(s: State, side: int, rule: str, words: Words) -> Iterator[Bar]:
    """[7.3a, 7.3k] Pieces that are no orders of a side on the map; what is said of blocks is said by who asks."""
    yield Bar(rule, ALL_BLOCKS, words)
    yield only("7.3k", tokens(s.orders), "That order is no longer on the map.")
    yield only("7.3a", tokens(o for o in s.orders if o.side == side), "It is an order of the enemy.")


# -- areas ------------------------------------------------------------------------------------------------------


def areas(number: int) -> str:
    return count(number, "area")


def there(s: State, before: str, after: str = ".") -> Callable[[int], str]:
    """A sentence about an area, with its name in the midst."""
    return lambda area: f"{before}{s.m.area_name[area]}{after}"


def out_of_play(s: State) -> Bar:
    """[4.0a] Areas that this scenario does without."""
    return _out_of_play(s.m, open_areas(s))


def far(s: State, here: int, rule: str) -> Bar:
    """Areas that no road or rail joins to this one."""
    return _far(s.m, here, rule)


def shut(s: State, side: int) -> Bar:
    """[1.4b, 4.0a] Areas in play that no block of a side may enter."""
    return _shut(s.m, side, may_enter(s, side))


@lru_cache(maxsize=64)
def _out_of_play(m: Model, open_: int) -> Bar:
    return only("4.0a", open_, lambda area: f"{m.area_name[area]} is not in play.")


@lru_cache(maxsize=1024)
def _far(m: Model, here: int, rule: str) -> Bar:
    def why(area: int) -> str:
        if here == area:
            return f"It is at {m.area_name[area]} already."
        return f"No road or rail leads from {m.area_name[here]} to {m.area_name[area]}."

    return only(rule, m.around[here], why)


@lru_cache(maxsize=64)
def _shut(m: Model, side: int, enterable: int) -> Bar:
    def why(area: int) -> Refusal:
        if side == POLAND and m.eastern_links >> area & 1:
            return Refusal("1.4b", f"No Pole may enter {m.area_name[area]}, an Eastern Link.")
        return Refusal("4.0a", f"{m.area_name[area]} is closed to this side in this scenario.")

    return only("1.4b", enterable, why)


def over_enemies(s: State, side: int, here: int, rule: str = "7.32d") -> Bar:
    """[7.32d, 7.42c] Neighbours over links on which enemy blocks stand."""
    return only(rule, exits(s, side, here), there(s, "Enemies came in over the link to "))


def no_standing(s: State, side: int, rule: str, full: str = "7.33a") -> Iterator[Bar]:
    """[1.4b, 7.33a] Areas in which a block of a side cannot go to stand: closed, the enemy's, or full."""
    yield shut(s, side)
    yield Bar(rule, held_by(s, foe(side)), there(s, "The enemy is at "))
    yield crowded(s, side, full)


def crowded(s: State, side: int, rule: str = "7.33a") -> Bar:
    """[7.33a, 7.33h] Areas with as many blocks of a side as may stand there."""
    return Bar(rule, lambda area: space_inside(s, side, area) <= 0, there(s, "Four blocks stand at ", " already."))


def no_room(s: State, side: int) -> Bar:
    """[7.33a, 7.33h] Areas in which no more block of a side may end the phase."""
    return Bar("7.33a", lambda area: room(s, side, area) <= 0, there(s, "Four blocks stand at ", " already."))


def no_depot(s: State, side: int, more: int = 0) -> Iterator[Bar]:
    """[1.31a, 7.33a] Areas that are no depots of a side with room for a block; some may count as depots besides."""
    yield out_of_play(s)
    yield only("8.4a", depots(s, side) | more, there(s, "", " is no Supply Depot of yours."))
    yield no_room(s, side)


def across(s: State, player: int) -> Bar:
    """[10.0d] Areas on a front that a player does not command."""
    side = side_of_player(s, player)
    return Bar(
        "10.0d",
        lambda area: commander(s, command_of(side, front_of(s, area))) != player,
        there(s, "", " is on the other front."),
    )


def no_refuge(s: State, side: int, here: int, goals: int, goal: str, rule: str, cut: str) -> Iterator[Bar]:
    """[7.33g, 7.42a, 7.42b, 7.42c, 7.42d] Areas to which blocks cannot go from here by the shortest clear path to a
    goal."""
    closed = (
        out_of_play(s),
        far(s, here, rule),
        *no_standing(s, side, "7.42b", "7.42d"),
        over_enemies(s, side, here, "7.42c"),
    )
    yield from closed
    away = {area: clear_distance(s, side, area, goals) for area in left(closed)}
    nearest = min(away.values(), default=0)
    yield Bar(cut, lambda area: away[area] >= NO_WAY, there(s, "No clear path leads from ", f" to a {goal}."))
    nearer = "away: another neighbour is nearer to one."
    yield Bar(
        rule, lambda area: away[area] > nearest, lambda area: f"From there a {goal} is {areas(away[area])} {nearer}"
    )
