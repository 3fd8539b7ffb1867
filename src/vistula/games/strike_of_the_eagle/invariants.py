"""What must hold at every decision, in the rulebook's words; a failure is ours and names the rule."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import bits
from vistula.kernel import Frame, Violation
from vistula.parts.decks import in_two_places, left_over

from .cards.effects import vilna_order
from .model import BLOCKS, BOTH, CARDS_IN_ALL, COMMANDS, ORDERS, PIECES, SIDES, Stage, Type, card_side, piece_side
from .rules.flanks import rootless
from .rules.queries import inside, may_enter, open_areas, piles
from .rules.seats import side_of_player
from .state import DUE, NONE, State
from .witnessed import could_be


def check(s: State, stack: Sequence[Frame]) -> None:
    for test in (_roster, _places, _attackers, _stacks, _garrisons, _cards, _orders, _tracks, _faces):
        test(s)


def _roster(s: State) -> None:
    for side in BOTH:
        if sorted(s.unit[p] for p in PIECES[side]) != list(PIECES[side]):
            raise Violation("4.0e", f"side {side} has not each of its blocks once")
    for p in range(BLOCKS):
        on_table = s.place[p] >= 0 or s.place[p] == DUE
        most = s.m.max_sp[s.unit[p]]
        if on_table and not 1 <= s.sp[p] <= most:
            text = f"{s.m.key[s.unit[p]]} has {s.sp[p]} strength points, and they are from 1 to {most}"
            raise Violation("2.0a", text, piece=p)


def _places(s: State) -> None:
    for side in BOTH:
        enterable = may_enter(s, side)
        for p in PIECES[side]:
            if s.place[p] >= 0 and not enterable >> s.place[p] & 1:
                text = f"{s.m.key[s.unit[p]]} may not be in {s.m.area_name[s.place[p]]}"
                raise Violation("1.4b", text, piece=p)
            if s.on_link >> p & 1 and (s.origin[p] == NONE or not s.m.around[s.place[p]] >> s.origin[p] & 1):
                raise Violation("7.31b", f"{s.m.key[s.unit[p]]} is on a link that there is not", piece=p)


def _attackers(s: State) -> None:
    """Who attacks has come from somewhere: that is where he goes back to."""
    for p in rootless(s):
        where = s.m.area_name[s.place[p]]
        raise Violation("7.42f", f"enemies are in {where}, and {s.m.key[s.unit[p]]} has come from nowhere", piece=p)


def _stacks(s: State) -> None:
    limit = s.m.charts.stacking.area
    for side in BOTH:
        for area in {s.place[p] for p in PIECES[side] if s.place[p] >= 0}:
            crowd = len(inside(s, side, area))
            if crowd > limit and s.step <= Stage.PLACING and not s.m.eastern_links >> area & 1:
                text = f"{crowd} blocks of one side are in {s.m.area_name[area]}, the limit is {limit}"
                raise Violation("7.33a", text, space=area)


def _garrisons(s: State) -> None:
    polish, soviet = s.garrisons
    if polish & soviet:
        raise Violation("3.0a", "a key city has two garrisons", key="garrisons")
    outside = (polish | soviet) & ~(s.m.key_cities & open_areas(s))
    if outside:
        name = s.m.area_name[next(bits(outside))]
        raise Violation("3.0a", f"{name} is no key city in play and has no garrison", key="garrisons")


def _cards(s: State) -> None:
    reactions = s.fight.reactions if s.fight is not None else []
    if missing := left_over(range(CARDS_IN_ALL), [*piles(s), reactions]):
        raise Violation("4.0c", f"cards are missing: {missing}")
    if in_two_places([*s.hands, *s.deck]):
        raise Violation("4.0c", "a card is in two places", key="hands")
    for side in BOTH:
        if any(card_side(card) != side for pile in (s.deck, s.discards, s.removed) for card in pile[side]):
            raise Violation("4.0c", "a card is in the other side's deck")


def _orders(s: State) -> None:
    for side in BOTH:
        own = [o for o in s.orders if o.side == side]
        for type in range(len(ORDERS)):
            areas = [o.area for o in own if o.type == type and o.leader == NONE]
            if len(areas) > s.m.counters[type]:
                count = f"{len(areas)} orders {ORDERS[type]} on the map, of {s.m.counters[type]} counters"
                raise Violation("7.2d", f"{SIDES[side]} has {count}", key="orders")
            if len(areas) != len(set(areas)):
                raise Violation("7.2ah", f"{SIDES[side]} has two orders {ORDERS[type]} in one area", key="orders")
    if any(s.placed[c] > s.allowance[c] + vilna_order(s, c) for c in COMMANDS):
        raise Violation("7.2b", f"orders placed: {s.placed}, allowed: {s.allowance}", key="orders")
    for c in COMMANDS:
        others = sum(o.command == c and o.type != Type.RECON and o.leader == NONE for o in s.orders)
        if others and others >= s.allowance[c] + vilna_order(s, c):
            text = f"no Recon among the {others} orders of command {c}, allowed: {s.allowance}"
            raise Violation("7.2b", text, key="orders")


def _tracks(s: State) -> None:
    if not 1 <= abs(s.vp) <= s.m.charts.points.track:
        raise Violation("7.8b", f"the lead is {s.vp}", key="lead")
    for front in s.scene.fronts:
        if not 1 <= abs(s.initiative[front]) <= s.m.charts.initiative.track:
            raise Violation("6.1g", f"the initiative of front {front} is {s.initiative[front]}", key="initiative")
    if not s.scene.first <= s.round <= s.scene.last:
        text = f"{s.round} is not from {s.scene.first} to {s.scene.last}"
        raise Violation("4.0b", text, key="round")
    for player, seen in enumerate(s.seen):
        if any(piece_side(p) == side_of_player(s, player) for p in bits(seen)):
            raise Violation("2.0f", "a player follows blocks of his own side")


def _faces(s: State) -> None:
    for p in range(BLOCKS):
        if s.place[p] >= 0 and not could_be(s, p) >> s.unit[p] & 1:
            raise Violation("2.0f", f"{s.m.key[s.unit[p]]} cannot have done what it was seen to do", piece=p)
