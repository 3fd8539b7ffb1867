"""What the cards of the turn mean for the rest of the rules (3.2, 4.0, 5.3, 6.0, 7.x, 9.x, 10.0, 11.2).

The other chapters ask here; nothing in them knows a card by its number. Of the two cards laid, each acts by the text of
the player who laid it [3.2a], a single instruction by its own. Where cards contradict each other a single instruction
goes first [3.2e], then what forbids, then what allows (H-53).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from vistula.board.hexes import HexSet, collect

from ..model import ARTILLERY, CAVALRY, INFANTRY, LIT, POL, POLAND, RUS, RUSSIA, UKR
from ..state import State, on_map
from .cardfile import (
    Blind,
    Card,
    CavalryArmy,
    ClosedLine,
    Distance,
    Effect,
    FreeMarker,
    Inspect,
    March,
    MarkerCost,
    MarkerLimit,
    Obeyed,
    Raid,
    Rain,
    Redeployments,
    Silence,
    Supply,
)

if TYPE_CHECKING:
    from ..model import Model

NO_LIMIT = 99
POINTS = 0  # the choice of a card that gives points because there was nobody to restore
SIDES = {"poland": POLAND, "russia": RUSSIA}
NATIONS = {"POL": POL, "UKR": UKR, "RUS": RUS, "LIT": LIT}
ARMS = {"infantry": INFANTRY, "cavalry": CAVALRY, "artillery": ARTILLERY}
E = TypeVar("E", bound=Effect)


@lru_cache(maxsize=128)
def _by_kind(m: Model, card: int, side: int) -> dict[type[Effect], tuple[Any, ...]]:
    """[3.2a] What a card does for the player who lays it, by kinds of effects."""
    found: dict[type[Effect], tuple[Any, ...]] = {}
    laid = m.cards[card]
    assert laid is not None
    for effect in laid.text(side).effects:
        found[type(effect)] = (*found.get(type(effect), ()), effect)
    return found


@lru_cache(maxsize=4096)
def _in_force(m: Model, kind: type[Effect], poland: int, russia: int) -> tuple[tuple[int, Any], ...]:
    """The effects of a kind on two cards, with the side that laid each; 0 for a card that does not act."""
    cards = [(side, card) for side, card in ((POLAND, poland), (RUSSIA, russia)) if card]
    return tuple((side, effect) for side, card in cards for effect in _by_kind(m, card, side).get(kind, ()))


def acting(s: State, kind: type[E]) -> tuple[tuple[int, E], ...]:
    """[3.2a, 3.2e] The effects of a kind on the cards of the turn, with the side that laid each."""
    poland, russia = s.laid
    if s.card_muted:
        poland, russia = (0 if s.card_muted & 1 else poland), (0 if s.card_muted & 2 else russia)
    return _in_force(s.m, kind, poland, russia)


def of(s: State, kind: type[E], by: int) -> E | None:
    """The effect of a kind that the card of one player has, if it has one."""
    card = s.laid[by]
    found = _by_kind(s.m, card, by).get(kind) if card and not s.card_muted >> by & 1 else None
    return found[0] if found else None


def acting_effect(s: State, kind: type[E], by: int) -> E:
    """The effect of a kind that the card of one player is known to have."""
    found = of(s, kind, by)
    assert found is not None
    return found


def laid_by(s: State, kind: type[Effect]) -> int:
    """The side that laid the card with this effect, or -1."""
    return next((side for side, _ in acting(s, kind)), -1)


def uses_of(s: State, side: int) -> int:
    """How often the card that a side has laid allows what it allows, where it says so."""
    effects = card_of(s, s.laid[side]).text(side).effects if s.laid[side] else []
    return max((getattr(effect, "uses", 0) for effect in effects), default=0)


def card_of(s: State, number: int) -> Card:
    card = s.m.cards[number]
    assert card is not None
    return card


def use_card(s: State, side: int) -> None:
    """What a card allows a stated number of times has been done once more."""
    s.card_uses[side] -= 1


def left_of(s: State, kind: type[Effect], side: int) -> int:
    """How often a side may still do what its card allows by an effect of this kind."""
    return s.card_uses[side] if of(s, kind, side) is not None else 0


# -- 6.0 supply -------------------------------------------------------------------------------------------------


def supply_bonus(s: State, nation: int) -> int:
    """[6.0a] Intervening hexes more that a unit of a nation may have in the supply check."""
    effect = of(s, Supply, POLAND if nation in (POL, UKR) else RUSSIA)
    return effect.add if effect is not None and nation in [NATIONS[name] for name in effect.nations] else 0


# -- 7.1, 13.2 reconnaissance -----------------------------------------------------------------------------------


class Inspection(msgspec.Struct, frozen=True):
    """[13.2b] How many enemy stacks may be inspected, and how near to own units they must be (0: at any distance)."""

    count: int
    within: int


def inspections(s: State, side: int) -> Inspection:
    """[7.1a, 13.2b] What a side may inspect at the start of the movement phase."""
    if of(s, Blind, 1 - side) is not None:
        return Inspection(0, 0)
    effect = of(s, Inspect, side)
    if effect is not None:
        return Inspection(effect.stacks or NO_LIMIT, effect.within)
    return Inspection(s.m.recon_stacks, s.m.recon_hexes) if side == POLAND else Inspection(0, 0)


# -- 7.1 to 7.4 markers, orders, allowances ---------------------------------------------------------------------


def _named_area(s: State, name: str) -> HexSet:
    return {"north": s.m.north, "south": s.m.south}.get(name, s.m.north | s.m.south)


def no_more_markers(s: State, side: int) -> HexSet:
    """[7.1b] Hexes in the area in which the opponent's card leaves no room for one more marker."""
    effect = of(s, MarkerLimit, 1 - side)
    if effect is None or s.card_markers < effect.markers:
        return 0
    return s.m.areas[s.card_choice[1 - side]]


def dear_markers(s: State, side: int) -> tuple[HexSet, int]:
    """[7.3a] Where a marker costs more with the opponent's card, and how much more."""
    effect = of(s, MarkerCost, 1 - side)
    if effect is None or s.card_markers >= effect.first:
        return 0, 0
    return _named_area(s, effect.area), effect.add


def marker_placed(s: State, side: int, hex: int) -> None:
    """Count the markers that the opponent's card speaks of."""
    limit, cost = of(s, MarkerLimit, 1 - side), of(s, MarkerCost, 1 - side)
    if limit is not None and s.m.areas[s.card_choice[1 - side]] >> hex & 1:
        s.card_markers += 1
    if cost is not None and _named_area(s, cost.area) >> hex & 1:
        s.card_markers += 1


def free_marker_hexes(s: State, side: int) -> HexSet:
    """[7.1b] Own stacks on which a marker may be placed without cost."""
    effect = of(s, FreeMarker, side)
    if effect is None or s.card_uses[side] < 1:
        return 0
    hexes = s.occupied[side] & _named_area(s, effect.area)
    if effect.arm:
        armed = [unit for unit in on_map(s, side) if s.m.kind[unit] == ARMS[effect.arm]]
        hexes &= collect(s.place[unit] for unit in armed)
    return hexes


def use_free_marker(s: State, side: int, hex: int) -> None:
    """[7.2a] The order that comes with it is obeyed."""
    use_card(s, side)
    s.obeyed |= 1 << hex


def obeyed(s: State, side: int, hex: int) -> bool:
    """[7.2a] Whether an order to the stack in this hex needs no die because of a card."""
    near = [e for _, e in acting(s, Obeyed) if SIDES[e.side] == side]
    return bool(s.obeyed >> hex & 1) or any(s.m.near(s.m.card_places[e.near], e.within) >> hex & 1 for e in near)


def order_distance(s: State, side: int, distance: int) -> int:
    """[7.2b] The distance that an order die has to beat."""
    effect = of(s, Distance, 1 - side)
    return distance + effect.add if effect is not None else distance


def silent_command(s: State) -> int:
    """[7.2a, 8.0a] The command unit that neither moves nor commands orders this turn, or -1."""
    found = acting(s, Silence)
    return s.card_choice[found[0][0]] if found else -1


def allowance(s: State, unit: int, hex: int, base: int) -> int:
    """[7.4e] The movement allowance of a unit whose order began in this hex."""
    effect = of(s, Rain, 1 - s.m.side[unit])
    if effect is None or not s.card_hexes >> hex & 1:
        return base
    return min(base, effect.cavalry if s.m.kind[unit] == CAVALRY else effect.infantry)


def further(s: State, side: int, units: Sequence[int]) -> tuple[str, int]:
    """[7.4e, 7.4g] How the card of a side takes these units further, and how many hexes; 0 where it does not.

    A raid is for cavalry alone, which rides without a die for its horses, a forced march for units on foot.
    """
    march, raid = of(s, March, side), of(s, Raid, side)
    riders = sum(s.m.kind[u] == CAVALRY for u in units)
    if not units or s.card_uses[side] < 1:
        return "", 0
    if raid is not None and riders == len(units):
        return "raid", raid.hexes - s.m.allowance[CAVALRY]
    return ("forced_march", march.add) if march is not None and not riders else ("", 0)


def line_closed(s: State, side: int) -> bool:
    """[13.1b] Whether combat units of a side may not cross the Demarcation Line this turn, except in retreat."""
    return side == RUSSIA and bool(acting(s, ClosedLine))


def extra_order_units(s: State) -> int:
    """The units of which a stack must consist to get the extra order of the Cavalry Army; none where there is none."""
    found = next((effect for _, effect in acting(s, CavalryArmy)), None)
    if found is None or s.turn <= found.early:
        return 0
    return sum(1 << s.m.unit_by_key[key] for key in found.units)


# -- 11.2 re-deployment -----------------------------------------------------------------------------------------


def redeployment_limit(s: State, side: int) -> int:
    """[11.2a] How many units a side may re-deploy this turn."""
    effect = of(s, Redeployments, side)
    return effect.limit if effect is not None else s.m.redeployments
