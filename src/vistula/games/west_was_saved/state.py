"""The state of a game of How the West was Saved, and the only functions that change where pieces are.

One flat record. Sets of pieces and sets of hexes are ints used as bit sets; a piece's `place` is its hex, or a code
below zero for where else a counter can lie. `veiled` and what begins with `unseen` exist only in a player's knowledge:
counters of enemy stacks into which he may not look (13.2).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from vistula.games.west_was_saved.model import COMMAND, LIT, POLAND, RUS, RUSSIA, SEATS, UKR
from vistula.games.west_was_saved.tracing import border_distance, only_cavalry_is_supplied, rules_the_capital
from vistula.kernel import UNKNOWN, disclose, tell
from vistula.kernel import State as KernelState

if TYPE_CHECKING:
    from vistula.games.west_was_saved.model import Model

TRAY = -1  # in nobody's hand for a moment
ELIMINATED = -2
INTERNED = -3  # for the rest of the game [1.3f, 13.5a]
LOST = -4  # never arrived [12.0e], or a command unit gone for good [9.6d]
CARD = -5  # in play only if a card brings it
ABSENT = -6  # takes no part in the situation of a position file
CAMP = -7  # has entered East Prussia; the die for its return is still to be rolled [13.5b]
_BOX = -10

(
    SETUP, EVENTS, RESOURCES, DEPOTS, SUPPLY, MOVEMENT, COMMAND_MOVEMENT, COMBAT, RESTORATION, REDEPLOYMENT,
    REINFORCEMENTS,
) = range(11)  # fmt: skip
NOT_TOLD, HOLDS_BLACK, NO_BLACK = 0, 1, 2


def box(turn: int) -> int:
    """The place of a counter that waits in a box of the turn record track."""
    return _BOX - turn


def box_turn(place: int) -> int:
    """The turn in whose box a counter waits; 0 if it does not wait."""
    return _BOX - place if UNKNOWN < place < _BOX else 0


def _pair() -> list[int]:
    return [0, 0]


def _minus() -> list[int]:
    return [-1, -1]


def _hands() -> list[list[int]]:
    return [[], []]


class State(KernelState):
    """Everything that changes in a game. Sets by side stand in pairs: Poland, Russia."""

    place: list[int] = []
    turn: int = 1
    phase: int = SETUP
    facing: list[int] = []  # by hex; -1 where no cavalry or infantry stands [1.2c, 1.2n]
    weak: int = 0  # units on their reverse side [1.2f]
    under: int = 0  # units that lie beneath another
    occupied: list[int] = msgspec.field(default_factory=_pair)  # hexes with combat units
    commanded: list[int] = msgspec.field(default_factory=_pair)  # hexes with command units
    depots: list[int] = msgspec.field(default_factory=_pair)
    dummies: dict[int, int] = {}  # blank counters by hex [1.4b]
    shown: list[int] = msgspec.field(default_factory=_pair)  # enemy units that a side may look at now [13.2a]
    bared: list[int] = msgspec.field(default_factory=_pair)  # enemy hexes whose blanks a side may count now
    veiled: dict[int, int] = {}  # counters that the seat sees and may not look at, by hex
    unseen_nation: int = 0  # hexes of veiled stacks that are Lithuanian
    unseen_moving: int = 0  # units under way that the seat may not look at
    moving_hex: int = -1

    trp: list[int] = msgspec.field(default_factory=_pair)  # total resource points of the turn [4.0b]
    rp: list[int] = msgspec.field(default_factory=_pair)  # what is left of them

    unsupplied: int = 0  # units that the supply check of this turn found out of supply [7.3a, 7.4d]
    markers: dict[int, int] = {}  # activation markers by hex [7.1b]
    obeyed: int = 0  # hexes whose next order needs no die
    ordered: int = 0  # units that have had their order [7.2f]
    moved: int = 0  # units that have moved or turned in this phase
    promised: int = 0  # hexes of which a unit has promised to stay where it is [7.4b, 11.2c]
    moving: int = 0  # units that the order in hand is for
    led: int = 0  # command units that have moved [8.0b]
    attacked: int = 0  # units that have had their attack order [9.2f]
    fought: int = 0  # units that have been in combat [9.3f]
    triumphed: int = 0  # units that won under 9.5.c in their latest combat
    redeployed: int = 0  # pieces that have re-deployed [11.2a]
    redeployments: list[int] = msgspec.field(default_factory=_pair)

    deck: int = 0  # cards not drawn [3.1a]
    hands: list[list[int]] = msgspec.field(default_factory=_hands)  # the kept card first
    discards: list[int] = []
    laid: list[int] = msgspec.field(default_factory=_pair)  # card in force by side
    black: list[int] = msgspec.field(default_factory=_pair)  # whether it is known that a side drew a black card
    card_points: list[int] = msgspec.field(default_factory=_pair)
    card_uses: list[int] = msgspec.field(default_factory=_pair)
    card_hexes: int = 0  # hexes that a card names for the turn
    card_choice: list[int] = msgspec.field(default_factory=_minus)
    card_markers: int = 0
    card_muted: int = 0
    forgone: int = 0
    lithuania: bool = False  # at war [13.3a]

    camp: int = 0  # pieces in East Prussia whose die is to be rolled [13.5b]
    repatriated: int = 0  # pieces that return at Smolensk [13.5c]
    edge: int = 0  # units that return on the east edge
    left_hex: dict[int, int] = {}  # where a removed command unit stood [9.6c]

    full_fog: bool = False  # table option: not even the top counter of an enemy stack is seen
    edge_line: bool = False  # table option: hexes of the east edge are intervening hexes (H-1)
    winner: int = -1
    sudden: bool = False

    if TYPE_CHECKING:  # the static data, beside the record

        @property
        def m(self) -> Model: ...

        @m.setter
        def m(self, m: Model) -> None: ...

    def copy(self) -> State:
        poland, russia = self.hands
        twin = State(
            self.ended, self.place[:], self.turn, self.phase, self.facing[:], self.weak, self.under,
            self.occupied[:], self.commanded[:], self.depots[:], self.dummies.copy(), self.shown[:], self.bared[:],
            self.veiled.copy(), self.unseen_nation, self.unseen_moving, self.moving_hex, self.trp[:], self.rp[:],
            self.unsupplied, self.markers.copy(), self.obeyed, self.ordered, self.moved,
            self.promised, self.moving, self.led, self.attacked, self.fought, self.triumphed, self.redeployed,
            self.redeployments[:], self.deck, [poland[:], russia[:]], self.discards[:], self.laid[:], self.black[:],
            self.card_points[:], self.card_uses[:], self.card_hexes, self.card_choice[:], self.card_markers,
            self.card_muted, self.forgone, self.lithuania, self.camp, self.repatriated, self.edge,
            self.left_hex.copy(), self.full_fog, self.edge_line, self.winner, self.sudden,
        )  # fmt: skip
        twin.m = self.m
        return twin


def shadow(s: State) -> State:
    """A copy in which everything that fog may hide is its own; the rest is shared, so only for looking at."""
    twin = State(
        s.ended, s.place[:], s.turn, s.phase, s.facing, s.weak, s.under, s.occupied, s.commanded, s.depots,
        s.dummies.copy(), s.shown, s.bared, {}, 0, 0, s.moving_hex, s.trp, s.rp, s.unsupplied, s.markers, s.obeyed,
        s.ordered, s.moved, s.promised, s.moving, s.led, s.attacked, s.fought, s.triumphed, s.redeployed,
        s.redeployments, s.deck, s.hands[:], s.discards, s.laid, s.black, s.card_points, s.card_uses, s.card_hexes,
        s.card_choice, s.card_markers, s.card_muted, s.forgone, s.lithuania, s.camp, s.repatriated, s.edge, s.left_hex,
        s.full_fog, s.edge_line, s.winner, s.sudden,
    )  # fmt: skip
    twin.m = s.m
    return twin


def units_at(s: State, side: int, hex: int) -> list[int]:
    """The combat units of a side in a hex, as far as the state shows them; the top one last."""
    if not s.occupied[side] >> hex & 1:
        return []
    place = s.place
    here = [u for u in s.m.combat_of[side] if place[u] == hex]
    if len(here) > 1 and s.under >> here[-1] & 1:
        here.sort(key=lambda u: not s.under >> u & 1)
    return here


def commands_at(s: State, side: int, hex: int) -> list[int]:
    """The command units of a side in a hex."""
    if not s.commanded[side] >> hex & 1:
        return []
    place = s.place
    return [u for u in s.m.commands_of[side] if place[u] == hex]


# -- coming into hexes ----------------------------------------------------------------------------------


def enter(s: State, unit: int, hex: int, rule: str) -> None:
    """A piece comes into a hex, by whatever way, with everything that this brings about at once."""
    m = s.m
    if _leaves_the_war(s, unit, hex):
        return
    old = s.place[unit]
    way = s.facing[old] if old >= 0 else -1
    _lift(s, unit)
    _put(s, unit, hex, way)
    if m.kind[unit] != COMMAND:
        _overrun(s, m.side[unit], hex)
    if _beyond_limits(s, unit, hex):
        eliminate(s, unit, "13.4a" if m.nation[unit] == UKR else "13.3c")
    watch(s)


def march(s: State, units: Iterable[int], hex: int, rule: str) -> None:
    """Combat units of one stack come into a hex together: their top stays on top; blanks go along if nobody stays."""
    group = list(units)
    if not group:
        return
    side, old = s.m.side[group[0]], s.place[group[0]]
    stack = units_at(s, side, old) if old >= 0 else []
    blanks = s.dummies.get(old, 0) if len(stack) == len(group) else 0
    for unit in sorted(group, key=lambda u: s.under >> u & 1):
        enter(s, unit, hex, rule)
    if blanks and s.occupied[side] >> hex & 1 and any(s.place[u] == hex for u in group):
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


def watch(s: State) -> None:
    """[2.2a, 2.2b] A supplied combat unit in the enemy's capital ends the game."""
    m = s.m
    for side, capital in ((POLAND, m.smolensk), (RUSSIA, m.warsaw)):
        if s.occupied[side] >> capital & 1 and not s.ended and s.phase != SETUP:
            rule = "2.2a" if side == POLAND else "2.2b"
            won = rules_the_capital(s, side, capital)
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
    """[9.4c, 1.2f] One hit: a full-strength unit is weakened, a weakened one eliminated."""
    if s.weak >> unit & 1:
        eliminate(s, unit, rule)
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
    for other in units_at(s, s.m.side[unit], s.place[unit]):
        s.under |= 1 << other
    s.under &= ~(1 << unit)


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
    s.place[unit] = hex
    if m.kind[unit] == COMMAND:
        s.commanded[side] |= bit
        return
    if s.occupied[side] & bit:
        s.under |= 1 << unit
    s.occupied[side] |= bit
    if s.facing[hex] < 0 and m.fighters >> unit & 1:
        s.facing[hex] = max(facing, 0)  # as it came; whoever arrives is asked for his facing


def _lift(s: State, unit: int) -> None:
    hex = s.place[unit]
    s.place[unit] = TRAY
    if hex >= 0:
        _refresh(s, unit, hex)
    s.under &= ~(1 << unit)


def _refresh(s: State, unit: int, hex: int) -> None:
    """What the pieces that are left make of a hex which a piece has left."""
    m = s.m
    side, off, place = m.side[unit], ~(1 << hex), s.place
    if m.kind[unit] == COMMAND:
        if not any(place[u] == hex for u in m.commands_of[side]):
            s.commanded[side] &= off
        return
    here = [u for u in m.combat_of[side] if place[u] == hex]
    if not here:
        s.occupied[side] &= off
        s.facing[hex] = -1
        s.dummies.pop(hex, None)
        s.markers.pop(hex, None)
        s.obeyed &= off
        s.bared[1 - side] &= off
        return
    if not any(m.fighters >> u & 1 for u in here):
        s.facing[hex] = -1
    if all(s.under >> u & 1 for u in here):
        s.under &= ~(1 << here[0])


def on_map(s: State, side: int) -> list[int]:
    """The combat units of a side on the map, as far as the state shows them."""
    place = s.place
    return [u for u in s.m.combat_of[side] if place[u] >= 0]


def bits_of(units: Iterable[int]) -> int:
    total = 0
    for unit in units:
        total |= 1 << unit
    return total
