"""What the cards of the turn mean for combat (9.2, 9.3): what they add, allow and forbid.

Attack and defence ask here; `effects` says which cards act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vistula.board.hexes import HexSet
from vistula.games.west_was_saved.cards.cardfile import AttackLimit, Bonus, Coordination, Sappers, Stores
from vistula.games.west_was_saved.cards.effects import ARMS, NO_LIMIT, SIDES, acting, card_of, of, use_card
from vistula.games.west_was_saved.changes import gain
from vistula.games.west_was_saved.model import RUSSIA
from vistula.games.west_was_saved.state import State, units_at
from vistula.kernel import tell


class CardTerm(NamedTuple):
    """[9.3g] What a card adds to a stack's combat value; `ground`: the defender's terrain and river count nothing."""

    label: str
    value: int
    card: int
    ground: bool = False


def combat_terms(
    s: State, side: int, attacking: bool, own_hex: int, other_hex: int, units: Sequence[int], foes: Sequence[int]
) -> list[CardTerm]:
    """[9.3g] What cards give a stack in this combat without anybody having to declare it."""
    return [
        CardTerm(title_of(s, by), effect.add, s.laid[by])
        for by, effect in acting(s, Bonus)
        if not effect.uses
        and (SIDES[effect.side] if effect.side else by) == side
        and _applies(s, effect, side, attacking, own_hex, other_hex, units, foes)
    ]


def declarable(
    s: State, side: int, attacking: bool, own_hex: int, other_hex: int, units: Sequence[int], foes: Sequence[int]
) -> CardTerm | None:
    """[9.3g] What a player may declare before the combat dice (H-56); `use_card` when he does."""
    if s.card_uses[side] < 1:
        return None
    effect = of(s, Bonus, side)
    if effect and effect.uses and _applies(s, effect, side, attacking, own_hex, other_hex, units, foes):
        return CardTerm(title_of(s, side), effect.add, s.laid[side])
    if attacking and of(s, Sappers, side) is not None:
        return CardTerm(title_of(s, side), 0, s.laid[side], ground=True)
    return None


def title_of(s: State, by: int) -> str:
    """The title over the text of the card that a side has laid."""
    card = card_of(s, s.laid[by])
    return card.text(by).title or card.title


def _applies(
    s: State, effect: Bonus, side: int, attacking: bool, own: int, other: int, units: Sequence[int], foes: Sequence[int]
) -> bool:
    if effect.role != "both" and (effect.role == "attack") != attacking:
        return False
    return (
        _arms_fit(s, effect, units, foes)
        and _alone_fits(s, effect, side, own, units)
        and _place_fits(s, effect, own)
        and _ground_fits(s, effect, side, own, other, attacking)
    )


def _arms_fit(s: State, effect: Bonus, units: Sequence[int], foes: Sequence[int]) -> bool:
    mine, theirs = {s.m.kind[u] for u in units}, {s.m.kind[u] for u in foes}
    return all(ARMS[arm] in mine for arm in effect.own) and all(ARMS[arm] in theirs for arm in effect.enemy)


def _alone_fits(s: State, effect: Bonus, side: int, own: int, units: Sequence[int]) -> bool:
    """Whether nobody of another arm is in the stack, those included who take no part in the combat."""
    return not effect.only or all(s.m.kind[u] == ARMS[effect.only] for u in (*units, *units_at(s, side, own)))


def _place_fits(s: State, effect: Bonus, own: int) -> bool:
    m = s.m
    if effect.city_within >= 0 and not m.near(own, effect.city_within) & m.cities:
        return False
    if effect.near and not m.near(m.card_places[effect.near], effect.within) >> own & 1:
        return False
    if effect.zone and not m.trenches >> own & 1:
        return False
    return not effect.rivers or any(m.rivers[name.casefold()] >> own & 1 for name in effect.rivers)


def _ground_fits(s: State, effect: Bonus, side: int, own: int, other: int, attacking: bool) -> bool:
    """What a card asks of the hex that is attacked."""
    m = s.m
    target = other if attacking else own
    if effect.clear and m.difficult >> target & 1:
        return False
    if effect.depot_within and not m.near(target, effect.depot_within) & supply_points(s, side):
        return False
    return not effect.shelter or bool((m.cities | m.forts | m.river[other]) >> own & 1)


def supply_points(s: State, side: int) -> HexSet:
    """The depots of a side and its primary source."""
    return s.depots[side] | (s.m.east_edge if side == RUSSIA else 1 << s.m.warsaw)


def coordination(s: State, side: int) -> tuple[int, int]:
    """[9.2e] The numbers from which the second stack comes, and from which the attack goes on at all."""
    effect = of(s, Coordination, side)
    return (effect.support, 1) if effect is not None else (5, 3)


def attacks_allowed(s: State, side: int) -> int:
    """[9.2c] How many attacks a side may undertake this turn."""
    if s.forgone >> side & 1:
        return 0
    for _, effect in acting(s, AttackLimit):  # one card at most: it is a single instruction
        return 0 if s.turn >= effect.none_from else effect.attacks
    return NO_LIMIT


def retreat_forced(s: State, side: int) -> None:
    """An attack has forced a retreat: captured stores."""
    if of(s, Stores, side) is not None and s.card_uses[side] > 0:
        use_card(s, side)
        gain(s, side, 1)
        tell(s, "3.2c", "stores", side=side, card=s.laid[side])
