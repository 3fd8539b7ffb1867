"""What a battle would bring: exact over cards that are drawn or lie face down and over blocks that a seat cannot see.

Values and losses come from `strength` and `battle_cards`, so that a forecast cannot disagree with the battle it
foretells. What players may still decide is not chance: cards that nobody has laid yet are left out, and a Combat
Modifier that is not laid yet is taken from the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product

import msgspec

from vistula.board.hexes import bits
from vistula.kernel import UNKNOWN, Action, Seat
from vistula.kernel.views import Column, Forecast, Outcome, Term
from vistula.parts.odds import terms
from vistula.parts.words import span

from ..cards.battle_cards import BattleCards, Modifiers, counts_full
from ..cards.effects import full_strength
from ..changes import advance, halt
from ..model import ARMIES, BOTH, CAVALRY, INFANTRY, MARCHING, PEOPLES, POLAND, RUSSIA, SIDES, foe
from ..possible_armies import Army, Trait, armies, battle_cards, modifiers
from ..rules.battle import Battle, Battles
from ..rules.flanks import lay_out_fight
from ..rules.movement import MoveOrder
from ..rules.queries import held_by, known
from ..rules.strength import defended, fortified, losses_kept, value_lines
from ..rules.tokens import order_by_id
from ..state import CHART_LOSSES, FROM_DECK, NONE, Fight, State
from .names import piece_name

NOTE = "Cards not played yet are left out; a missing Combat Modifier is drawn from the deck."
UNSEEN = " Every block that you have not seen counts as any unseen block of its side."
MANY = 10**12  # weights above this are rounded, so that every reader of numbers can hold them
_OF_MODIFIERS = ("7.41.2c", "3.4f")
"""The rules of the lines that a Combat Modifier card brings."""


class End(msgspec.Struct, frozen=True):
    """One end of a battle: who wins, and the strength points that both sides lose, garrisons included."""

    winner: int
    great: bool
    lost: tuple[int, int]


class Odds(msgspec.Struct):
    """All ends of a battle with their weights, and the figures that lead to them."""

    fight: Fight
    ends: Counter[End]
    values: list[set[int]]  # Combat Values, by side
    armies: dict[tuple[int, int, bool], dict[Army, int]] = {}
    """Those worked out before: by side, the Battle Card that asks for certain blocks, and whether forced marches count
    in full."""
    draws: dict[tuple[int, int], Counter[int]] = {}  # Combat Modifiers, by side and Battle Card


# -- which battle the question is about -------------------------------------------------------------------------


def forecast(seat: Seat[State], action: Action | None = None) -> Forecast | None:
    """The distribution of the battle that is being fought, would be chosen, or would come of a step."""
    planned = _planned(seat, action)
    return battle_forecast(*planned) if planned is not None else None


def _planned(seat: Seat[State], action: Action | None) -> tuple[State, Fight] | None:
    frame = seat.frame
    if seat.decision is None:
        return None
    if isinstance(frame, Battles) and action is not None and action.verb == "battle":
        return _chosen(seat.s, action.arg)
    if isinstance(frame, MoveOrder) and action is not None and action.verb == "step":
        return _after_step(seat.s, frame, action.arg)
    fight = seat.s.fight
    if fight is None or any(fight.chart) or fight.winner != NONE or seat.under(Battle) is None:
        return None
    return _with_card(seat, action)


def _chosen(s: State, area: int) -> tuple[State, Fight] | None:
    if not 0 <= area < len(s.m.areas) or not (held_by(s, POLAND) & held_by(s, RUSSIA)) >> area & 1:
        return None
    then = s.copy()
    then.fight = lay_out_fight(then, area)
    return then, then.fight


def _after_step(s: State, frame: MoveOrder, area: int) -> tuple[State, Fight] | None:
    """[7.31b] The battle in an area if this block went there and nobody came after it."""
    side = frame.command >> 1
    if frame.piece == NONE or not held_by(s, foe(side)) >> area & 1:
        return None
    then = s.copy()
    if order_by_id(s, frame.id).type in MARCHING:
        then.marched |= 1 << frame.piece
        if full_strength(s, order_by_id(s, frame.id)):
            then.at_full |= 1 << frame.piece
    advance(then, frame.piece, area)
    halt(then, frame.piece)
    return _chosen(then, area)


def _with_card(seat: Seat[State], action: Action | None) -> tuple[State, Fight] | None:
    """The running battle, with the card that is about to be laid."""
    then, frame = seat.s.copy(), seat.frame
    fight = then.fight
    assert fight is not None
    if action is None or action.verb == "pass":
        return then, fight
    if isinstance(frame, BattleCards) and action.verb == "battle-card":
        fight.cards[frame.side] = action.arg
    elif isinstance(frame, Modifiers) and action.verb == "modifier":
        fight.modifiers[frame.side], fight.from_hand[frame.side] = action.arg, 1
    elif isinstance(frame, Modifiers) and action.verb == "deck":
        fight.modifiers[frame.side] = FROM_DECK
    else:
        return None
    return then, fight


# -- the sum of all worlds --------------------------------------------------------------------------------------


def battle_odds(s: State, fight: Fight) -> Odds:
    """Every pair of Battle Cards, every army, every Combat Modifier, each with its exact weight."""
    odds = Odds(fight, Counter(), [set(), set()])
    for cards in product(*(battle_cards(s, fight, side) for side in BOTH)):
        _fight_out(*_world(s, fight, cards, odds), odds)
    return odds


Values = Counter[tuple[int, int]]
"""Combat Values and strength points of a side, with weights."""


def _world(s: State, fight: Fight, cards: Sequence[int], odds: Odds) -> tuple[State, Fight, list[Values]]:
    """Battle Cards that hang on unseen blocks are reckoned army by army, the others once for all."""
    hangs = [_hangs_on_blocks(s, fight, side, cards[side]) for side in BOTH]
    twin, own = _laid_out(s, fight, [NONE if hangs[side] else cards[side] for side in BOTH])
    values = [_values(twin, own, side, cards[side], hangs[side], odds) for side in BOTH]
    return twin, own, values


def _laid_out(s: State, fight: Fight, cards: list[int]) -> tuple[State, Fight]:
    """[1.2b, 7.2aa] The battle with these Battle Cards, and what the defender then has against it."""
    twin, own = s.copy(), fight.copy()
    twin.fight, own.cards = own, cards
    own.fortified, own.defended = fortified(twin, own), defended(twin, own)
    return twin, own


def _hangs_on_blocks(s: State, fight: Fight, side: int, card: int) -> bool:
    """Whether a Battle Card works only with certain blocks, while some are unseen. Such cards only add to the sum."""
    if card < 0 or all(known(s, p) for p in bits(fight.engaged[side])):
        return False
    found = s.m.cards[card].battle
    return bool(found.units) or found.only in ("mounted", "cavalry")


def _values(s: State, fight: Fight, side: int, card: int, hanging: bool, odds: Odds) -> Values:
    """[7.41.3b] Combat Value and strength points of a side, with weights."""
    certain = sum(int(term.value) for term in certain_terms(s, fight, side))
    found: Values = Counter()
    if (side, card) not in odds.draws:
        odds.draws[side, card] = modifiers(s, fight, side, card)
    full = counts_full(s, side)
    asked = side, card if hanging else NONE, full
    if asked not in odds.armies:
        odds.armies[asked] = armies(s, fight, side, _trait(s, card) if hanging else _no_trait, full)
    draws = odds.draws[side, card].items()
    for army, weight in odds.armies[asked].items():
        bonus = s.m.cards[card].battle.cv if hanging and _works(s, fight, side, card, army) else 0
        for drawn, share in draws:
            value = max(0, army.fighting + certain + bonus + drawn)
            found[value, army.points] += weight * share
    return found


def certain_terms(s: State, fight: Fight, side: int) -> list[Term]:
    """[7.41.3b] What is added to the strength of the blocks and the Combat Modifier, whatever they turn out to be."""
    return terms(line for line in value_lines(s, fight, side)[1:] if line.rule not in _OF_MODIFIERS)


def _no_trait(unit: int) -> bool:
    return False


def _trait(s: State, card: int) -> Trait:
    """What a Battle Card asks of a block."""
    m, found = s.m, s.m.cards[card].battle
    if found.units:
        return lambda unit: m.key[unit] in found.units
    return lambda unit: m.kind[unit] == CAVALRY if found.only == "cavalry" else m.kind[unit] != INFANTRY


def _works(s: State, fight: Fight, side: int, card: int, army: Army) -> bool:
    found = s.m.cards[card].battle
    role = "attacker" if fight.attacker == side else "defender"
    if found.role not in ("", role):
        return False
    if found.units:
        return army.trait >= found.of_them
    blocks = fight.engaged[side].bit_count()
    return army.trait > 0 if found.only == "cavalry" else 2 * army.trait >= blocks > 0


def _fight_out(s: State, fight: Fight, worth: list[Values], odds: Odds) -> None:
    """[7.41.4a, 7.41.5a, 7.41.6a] Losses on both sides and who wins, for every pair of Combat Values."""
    guard = [s.garrisons[side] >> fight.area & 1 for side in BOTH]
    values = [{value for value, _ in worth[side]} for side in BOTH]
    against = [_losses(s, fight, side, values[foe(side)]) for side in BOTH]
    polish, soviet = (_blows(worth[side], against[foe(side)], guard[side]) for side in BOTH)
    found: Counter[tuple[int, int, int, int]] = Counter()  # both losses by the chart, and what can be lost of them
    for (hit, most), share in polish.items():
        for (taken, their_most), other in soviet.items():
            lost, their_lost = (taken if taken < most else most), (hit if hit < their_most else their_most)
            found[taken, hit, lost, their_lost] += share * other
    for (taken, hit, lost, their_lost), weight in found.items():
        odds.ends[_end(s, fight, (taken, hit), (lost, their_lost), guard)] += weight
    for side in BOTH:
        odds.values[side] |= values[side]


def _blows(worth: Values, against: dict[int, int], guard: int) -> Values:
    """What a side inflicts by the chart and can lose itself, with weights: many Combat Values come to the same."""
    found: Values = Counter()
    for (value, points), weight in worth.items():
        found[against[value], points + guard] += weight
    return found


def _losses(s: State, fight: Fight, side: int, values: set[int]) -> dict[int, int]:
    """What a side has to lose to each of some Combat Values; many come to the same on the chart."""
    by_chart = {value: s.m.losses(value) for value in values}
    kept = {found: losses_kept(s, fight, side, found) for found in set(by_chart.values())}
    return {value: kept[found] for value, found in by_chart.items()}


def _end(s: State, fight: Fight, chart: tuple[int, int], lost: tuple[int, int], guard: list[int]) -> End:
    counted = chart if s.rulings & CHART_LOSSES else lost
    attacker, defender = fight.attacker, foe(fight.attacker)
    winner = attacker if counted[defender] > counted[attacker] else defender
    beaten = foe(winner)
    off_blocks = max(0, lost[beaten] - (guard[beaten] if lost[beaten] else 0))
    return End(winner, off_blocks >= s.m.charts.combat.great_victory, lost)


# -- in words ---------------------------------------------------------------------------------------------------


def battle_forecast(s: State, fight: Fight) -> Forecast:
    odds = battle_odds(s, fight)
    unseen = not all(known(s, p) for p in bits(fight.engaged[POLAND] | fight.engaged[RUSSIA]))
    face_down = UNKNOWN in (*fight.cards, *fight.modifiers)
    sides = (fight.attacker, foe(fight.attacker))
    title = " against ".join(span(odds.values[side]) for side in sides)
    place = s.m.area_name[fight.area]
    told = [NONE if _hangs_on_blocks(s, fight, side, card) else card for side, card in enumerate(fight.cards)]
    twin, own = _laid_out(s, fight, told)
    columns = [_column(twin, own, odds, side) for side in sides]
    return Forecast(
        f"{title} at {place}", outcomes(odds), columns, expected(odds), unseen or face_down, NOTE + UNSEEN * unseen
    )


def outcomes(odds: Odds) -> list[Outcome]:
    """Victories of both sides with their exact chances, worst for the attacker first."""
    attacker, defender = odds.fight.attacker, foe(odds.fight.attacker)
    whole = odds.ends.total()
    rows = []
    for winner, great in ((defender, True), (defender, False), (attacker, False), (attacker, True)):
        ends = {end: weight for end, weight in odds.ends.items() if (end.winner, end.great) == (winner, great)}
        if ends:
            label = f"great {PEOPLES[winner]} victory" if great else f"{PEOPLES[winner]} victory"
            rows.append((label, sum(ends.values()), _detail(ends, great)))
    if whole > MANY:
        rows = [(label, max(1, weight * MANY // whole), detail) for label, weight, detail in rows]
        whole = sum(weight for _, weight, _ in rows)
    return [Outcome(label, weight, whole, detail) for label, weight, detail in rows]


def _detail(ends: Iterable[End], great: bool) -> str:
    lost = [span({end.lost[side] for end in ends}) for side in BOTH]
    rule = "7.44a" if great else "7.41.6a"
    return f"{ARMIES[POLAND]} lose {lost[POLAND]}, {ARMIES[RUSSIA]} {lost[RUSSIA]} [{rule}]"


def expected(odds: Odds) -> list[Term]:
    whole = odds.ends.total()
    found = []
    for side in (odds.fight.attacker, foe(odds.fight.attacker)):
        mean = sum(end.lost[side] * weight for end, weight in odds.ends.items()) / whole
        found.append(Term(f"{PEOPLES[side]} losses to be expected", f"{mean:.1f}", "7.41.5a"))
    return found


def _column(s: State, fight: Fight, odds: Odds, side: int) -> Column:
    """A side with its blocks and every line of its sum."""
    full = counts_full(s, side)
    known = odds.armies.get((side, NONE, full)) or armies(s, fight, side, _no_trait, full)
    blocks = {army.fighting for army in known}
    card = fight.cards[side]
    drawn = set(odds.draws.get((side, card)) or modifiers(s, fight, side, card))
    terms = [Term("blocks", span(blocks), "7.41.3b"), Term("Combat Modifier", span(drawn), "7.41.2a")]
    terms += certain_terms(s, fight, side)
    if side != fight.attacker:
        shelter = (fight.fortified, "1.2b"), (fight.defended, "7.2aa")
        terms += [Term("fewer losses", "-1", rule) for on, rule in shelter if on]
    terms.append(Term("Combat Value", span(odds.values[side]), "7.41.3b"))
    role = "attacker" if side == fight.attacker else "defender"
    pieces = [piece_name(p) for p in bits(fight.engaged[side])]
    return Column(f"{PEOPLES[side]} {role}", SIDES[side], pieces, terms)
