"""The only functions that change where pieces are and what lies on the map, with all that follows at once.

Whatever moves, fights, starves or arrives comes through here: a piece that enters a hex overruns depots and command
units (7.5, 7.6), is interned (1.3, 13.5), dies beyond its limits (13.3, 13.4) or takes a capital (2.2).
"""

from __future__ import annotations

from collections.abc import Iterable

from vistula.kernel import disclose, tell
from vistula.parts.pieces import box

from .model import COMMAND, LIT, POLAND, RUS, RUSSIA, SEATS, UKR
from .rules.supply_lines import border_distance, only_cavalry_is_supplied, supplied_for
from .state import CAMP, ELIMINATED, INTERNED, LOST, SETUP, TRAY, State, commands_at, pile, units_at

# -- coming into hexes ----------------------------------------------------------------------------------


def enter(s: State, unit: int, hex: int, rule: str) -> None:
    """A piece comes into a hex by itself, by whatever way, with everything that this brings about at once."""
    come(s, unit, hex, rule)
    watch(s)


def come(s: State, unit: int, hex: int, rule: str) -> None:
    """[7.1g] A piece comes into a hex; others come with it, and only then is looked who holds the capitals."""
    m = s.m
    if _leaves_the_war(s, unit, hex):
        return
    _put(s, unit, hex, _lift(s, unit))
    if m.kind[unit] != COMMAND:
        _overrun(s, m.side[unit], hex)
    if _beyond_limits(s, unit, hex):
        eliminate(s, unit, "13.4a" if m.nation[unit] == UKR else "13.3c")


def march(s: State, units: Iterable[int], hex: int, rule: str) -> None:
    """[7.1g] Combat units of one stack come into a hex, in the order in which they lie (H-33).

    Whoever calls this brings the command units along and then watches the capitals.
    """
    group = list(units)
    if not group:
        return
    order = pile(s, s.m.side[group[0]], s.place[group[0]])
    for unit in sorted(group, key=order.index, reverse=True):
        come(s, unit, hex, rule)


def take_blanks(s: State, units: list[int]) -> int:
    """[1.4b] The blank counters that go along with these units: those of their stack, if nobody of it stays (H-32)."""
    hex = s.place[units[0]] if units else -1
    if hex < 0 or len(units_at(s, s.m.side[units[0]], hex)) != len(units):
        return 0
    return s.dummies.pop(hex, 0)


def put_blanks(s: State, units: list[int], hex: int, blanks: int) -> None:
    """[1.4b] They lie where the units have arrived, if any has."""
    if blanks and any(s.place[unit] == hex for unit in units):
        s.dummies[hex] = s.dummies.get(hex, 0) + blanks


def deploy(s: State, unit: int, hex: int, facing: int = -1) -> None:
    """Put a piece down during set-up."""
    _lift(s, unit)
    _put(s, unit, hex, facing)


def _leaves_the_war(s: State, unit: int, hex: int) -> bool:
    """[1.3e, 1.3g, 13.5a, 13.5b] Neutral ground: interned, or on the way home through East Prussia."""
    m = s.m
    if m.neutral >> hex & 1 or (m.lithuania >> hex & 1 and not s.lithuania):
        intern(s, unit, hex, "1.3e" if m.neutral >> hex & 1 else "1.3g")
        return True
    if not m.east_prussia >> hex & 1:
        return False
    if m.nation[unit] == RUS:
        tell(s, "13.5b", "east_prussia", unit=unit, hex=hex)
        remove(s, unit, CAMP)
        s.camp |= 1 << unit
    else:
        intern(s, unit, hex, "13.5a")  # Lithuanians too: they could not live at Smolensk (H-49)
    return True


def _overrun(s: State, side: int, hex: int) -> None:
    """[7.5a, 7.6a, 9.6b, 11.2d] What combat units find in the hex that they enter."""
    enemy, bit = 1 - side, 1 << hex
    if s.depots[enemy] & bit:
        remove_depot(s, enemy, hex, "7.5a")
    if s.commanded[enemy] & bit:
        for commander in commands_at(s, enemy, hex):
            remove_command(s, commander, "7.6a")


def _beyond_limits(s: State, unit: int, hex: int) -> bool:
    """[13.3c, 13.4a] Ukrainians north of the line, Lithuanians too far from home."""
    m = s.m
    if m.nation[unit] == UKR:
        return bool(m.north >> hex & 1)
    return m.nation[unit] == LIT and border_distance(m, hex) > m.lithuanian_hexes


def watch(s: State, arrived: bool = False) -> None:
    """[2.2a, 2.2b] A supplied combat unit in the enemy's capital ends the game, once it has arrived there (H-62)."""
    m, under_way = s.m, 0 if arrived else s.moving
    for side, capital in ((POLAND, m.smolensk), (RUSSIA, m.warsaw)):
        units = [unit for unit in units_at(s, side, capital) if not under_way >> unit & 1]
        if units and not s.ended and s.phase != SETUP:
            rule = "2.2a" if side == POLAND else "2.2b"
            won = any(supplied_for(s, unit) >> capital & 1 for unit in units)
            if only_cavalry_is_supplied(s, side, capital):
                disclose(s, rule, SEATS, won)  # whether there is cavalry in the stack
            if won:
                s.winner, s.sudden, s.ended = side, True, True
                tell(s, rule, "sudden_victory", side=side, hex=capital)


# -- leaving the map ------------------------------------------------------------------------------------


def remove(s: State, unit: int, fate: int) -> None:
    """Take a piece off the map: to a box of the turn track, or to one of the fates of a counter."""
    _lift(s, unit)
    s.place[unit] = fate
    off = ~(1 << unit)
    s.moving &= off
    s.shown[POLAND] &= off
    s.shown[RUSSIA] &= off


def eliminate(s: State, unit: int, rule: str) -> None:
    """A combat unit is removed from play; a command unit is gone for good."""
    tell(s, rule, "eliminated", unit=unit, hex=s.place[unit])
    remove(s, unit, LOST if s.m.kind[unit] == COMMAND else ELIMINATED)


def intern(s: State, unit: int, hex: int, rule: str) -> None:
    """[1.3f] Out of the game, in a neutral country."""
    tell(s, rule, "interned", unit=unit, hex=hex)
    remove(s, unit, INTERNED)


def remove_command(s: State, commander: int, rule: str) -> None:
    """[9.6a, 9.6b, 9.6c] A command unit leaves the map until the Reinforcement Phase of the next turn."""
    s.left_hex[commander] = s.place[commander]
    tell(s, rule, "command_removed", unit=commander, hex=s.place[commander], turn=s.turn + 1)
    remove(s, commander, box(s.turn + 1))


# -- hits and strength ----------------------------------------------------------------------------------


def hit(s: State, unit: int, rule: str) -> None:
    """[9.4c, 1.2f, 2.2a, 2.2b] One hit: a full-strength unit is weakened, a weakened one eliminated."""
    if s.weak >> unit & 1:
        eliminate(s, unit, rule)
        watch(s)  # its hex may have barred the enemy's supply (H-8)
    else:
        s.weak |= 1 << unit
        tell(s, rule, "weakened", unit=unit, hex=s.place[unit])


def weaken(s: State, unit: int) -> None:
    """Turn a unit to its reverse side."""
    s.weak |= 1 << unit


def restore(s: State, unit: int) -> None:
    """[10.0a, 10.0c] Turn a unit to its full-strength side; single-sided units have none."""
    if not s.m.single[unit]:
        s.weak &= ~(1 << unit)


# -- resource points, depots, facing ----------------------------------------------------------------------


def spend(s: State, side: int, points: int) -> None:
    """[4.0a] Points are paid."""
    s.rp[side] -= points


def gain(s: State, side: int, points: int) -> None:
    s.rp[side] += points


def establish(s: State, side: int, hex: int) -> None:
    """[5.2a] A new depot."""
    s.depots[side] |= 1 << hex
    tell(s, "5.2a", "depot", side=side, hex=hex)
    watch(s)


def remove_depot(s: State, side: int, hex: int, rule: str) -> None:
    """[5.4a, 5.4b, 5.4c, 7.5a] A depot goes; the others supply as before, with or without a link."""
    s.depots[side] &= ~(1 << hex)
    tell(s, rule, "depot_removed", side=side, hex=hex)


def face(s: State, hex: int, facing: int) -> None:
    """[1.2c, 1.2d] All cavalry and infantry in a hex point at one of its sides."""
    s.facing[hex] = facing


# -- what is seen -----------------------------------------------------------------------------------------


def put_on_top(s: State, unit: int) -> None:
    """The owner arranges his stack as he likes (H-33)."""
    side, hex = s.m.side[unit], s.place[unit]
    others = [other for other in pile(s, side, hex) if other != unit]
    for other in others:
        s.under |= 1 << other
    s.under &= ~(1 << unit)
    if others:
        s.piles[side][hex] = (*others, unit)


def show(s: State, units: Iterable[int], side: int, rule: str) -> None:
    """[13.2a] A side looks at these enemy units and at what else lies in their hexes."""
    seen = list(units)
    for unit in seen:
        s.shown[side] |= 1 << unit
        if s.place[unit] >= 0:
            s.bared[side] |= 1 << s.place[unit]
    disclose(s, rule, [SEATS[side]], seen)


def show_stack(s: State, hex: int, rule: str) -> None:
    """[13.2a] The stack in a hex is laid open to its enemy."""
    for side in (POLAND, RUSSIA):
        if s.occupied[side] >> hex & 1:
            show(s, units_at(s, side, hex), 1 - side, rule)


def conceal(s: State) -> None:
    """[13.2a] What was laid open is covered again."""
    s.shown, s.bared = [0, 0], [0, 0]


# -- bookkeeping ------------------------------------------------------------------------------------------


def _put(s: State, unit: int, hex: int, facing: int) -> None:
    m = s.m
    side, bit = m.side[unit], 1 << hex
    if m.kind[unit] == COMMAND:
        s.place[unit] = hex
        s.commanded[side] |= bit
        return
    if s.occupied[side] & bit:
        s.under |= 1 << unit
        s.piles[side][hex] = (unit, *pile(s, side, hex))
    if not s.attacked >> unit & 1:
        s.spent &= ~bit
    elif not s.occupied[side] & bit:
        s.spent |= bit
    s.place[unit] = hex
    s.occupied[side] |= bit
    if s.facing[hex] < 0 and m.fighters >> unit & 1:
        s.facing[hex] = max(facing, 0)  # as it came; whoever arrives is asked for his facing


def _lift(s: State, unit: int) -> int:
    """A piece leaves where it is; how it faced there, or -1."""
    hex = s.place[unit]
    s.place[unit] = TRAY
    facing = -1
    if hex >= 0:
        facing = s.facing[hex]
        _refresh(s, unit, hex)
    s.under &= ~(1 << unit)
    return facing


def _refresh(s: State, unit: int, hex: int) -> None:
    """What the pieces that are left make of a hex which a piece has left."""
    m = s.m
    side, off, place = m.side[unit], ~(1 << hex), s.place
    if m.kind[unit] == COMMAND:
        if not any(place[u] == hex for u in m.commands_of[side]):
            s.commanded[side] &= off
        return
    here = [u for u in m.combat_of[side] if place[u] == hex]
    if len(here) > 1:
        s.piles[side][hex] = tuple([u for u in s.piles[side].get(hex, here) if u != unit])
    else:
        s.piles[side].pop(hex, None)
    if not here:
        s.occupied[side] &= off
        s.facing[hex] = -1
        s.dummies.pop(hex, None)
        s.markers.pop(hex, None)
        s.obeyed &= off
        s.spent &= off
        s.bared[1 - side] &= off
        return
    if not any(m.fighters >> u & 1 for u in here):
        s.facing[hex] = -1
    if all(s.under >> u & 1 for u in here):
        s.under &= ~(1 << s.piles[side].get(hex, here)[-1])
