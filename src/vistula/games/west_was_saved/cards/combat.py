"""What the cards of the turn mean for combat (9.2, 9.3): what they add, allow and forbid.

Attack and defence ask here; `effects` says which cards act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vistula.board.hexes import HexSet
from vistula.kernel import tell

from ..changes import gain
from ..model import RUSSIA
from ..state import State, units_at
from .cardfile import AttackLimit, Bonus, Coordination, Sappers, Stores
from .effects import ARMS, NO_LIMIT, SIDES, acting, card_of, left_of, of, use_card


class CardTerm(NamedTuple):
    """[9.3g] What a card adds to a stack's combat value; `ground`: the defender's terrain and river count nothing."""

    label: str
    value: int
    card: int
    ground: bool = False


class Fighting(NamedTuple):
    """One of the two stacks in a combat, as cards look at it."""

    side: int
    attacking: bool
    hex: int
    other: int  # the hex of its enemy
    units: Sequence[int]
    foes: Sequence[int]

    @property
    def target(self) -> int:
        """The hex that is attacked."""
        return self.other if self.attacking else self.hex


def combat_terms(s: State, f: Fighting) -> list[CardTerm]:
    """[9.3g] What cards give a stack in this combat without anybody having to declare it."""
    standing = [(by, effect) for by, effect in acting(s, Bonus) if not effect.uses]
    meant = [(by, effect) for by, effect in standing if (SIDES[effect.side] if effect.side else by) == f.side]
    return [CardTerm(title_of(s, by), effect.add, s.laid[by]) for by, effect in meant if _applies(s, effect, f)]


def declarable(s: State, f: Fighting) -> CardTerm | None:
    """[9.3g] What a player may declare before the combat dice (H-56); `use_card` when he does."""
    if s.card_uses[f.side] < 1:
        return None
    effect = of(s, Bonus, f.side)
    if effect and effect.uses and _applies(s, effect, f):
        return CardTerm(title_of(s, f.side), effect.add, s.laid[f.side])
    if f.attacking and of(s, Sappers, f.side) is not None:
        return CardTerm(title_of(s, f.side), 0, s.laid[f.side], ground=True)
    return None


def title_of(s: State, by: int) -> str:
    """The title over the text of the card that a side has laid."""
    card = card_of(s, s.laid[by])
    return card.text(by).title or card.title


def _applies(s: State, effect: Bonus, f: Fighting) -> bool:
    if effect.role != "both" and (effect.role == "attack") != f.attacking:
        return False
    return _arms_fit(s, effect, f) and _place_fits(s, effect, f.hex) and _ground_fits(s, effect, f)


def _arms_fit(s: State, effect: Bonus, f: Fighting) -> bool:
    """Where a card is about one arm alone, those of the stack are asked too who take no part in the combat."""
    mine, theirs = {s.m.kind[u] for u in f.units}, {s.m.kind[u] for u in f.foes}
    if effect.only and (mine | {s.m.kind[u] for u in units_at(s, f.side, f.hex)}) - {ARMS[effect.only]}:
        return False
    return all(ARMS[arm] in mine for arm in effect.own) and all(ARMS[arm] in theirs for arm in effect.enemy)


def _place_fits(s: State, effect: Bonus, own: int) -> bool:
    m = s.m
    if effect.city_within >= 0 and not m.near(own, effect.city_within) & m.cities:
        return False
    if effect.near and not m.near(m.card_places[effect.near], effect.within) >> own & 1:
        return False
    if effect.zone and not m.trenches >> own & 1:
        return False
    return not effect.rivers or any(m.rivers[name.casefold()] >> own & 1 for name in effect.rivers)


def _ground_fits(s: State, effect: Bonus, f: Fighting) -> bool:
    """What a card asks of the hex that is attacked."""
    m = s.m
    if effect.clear and m.difficult >> f.target & 1:
        return False
    if effect.depot_within and not m.near(f.target, effect.depot_within) & supply_points(s, f.side):
        return False
    return not effect.shelter or bool((m.cities | m.forts | m.river[f.other]) >> f.hex & 1)


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
    if left_of(s, Stores, side) > 0:
        use_card(s, side)
        gain(s, side, 1)
        tell(s, "3.2c", "stores", side=side, card=s.laid[side])
