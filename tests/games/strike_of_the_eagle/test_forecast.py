"""Forecasts: every end of a battle with its exact chance, by what a seat knows of cards and blocks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product

import pytest

from vistula.board.hexes import bits
from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA, Type
from vistula.games.strike_of_the_eagle.possible_armies import WHOLE, armies, battle_cards, chances, listed, modifiers
from vistula.games.strike_of_the_eagle.rules.battle import Battles
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.rules.movement import MoveOrder
from vistula.games.strike_of_the_eagle.shown.forecast import battle_forecast, battle_odds
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import FROM_DECK, NONE, Effect, State
from vistula.kernel import UNKNOWN, Action, Event, Game, SeatId
from vistula.kernel.foresight import foresee
from vistula.kernel.views import Forecast

from .table import TITLE, M, area, asked, at, first, piece, play, running, settle, token

rule = pytest.mark.rule

ZHLOBIN = """
    step = "battles"
    garrisons.poland = "Bobruisk; Mozyr"
    blocks.P-14 = "Zhlobin 4"
    blocks.P-6 = "Zhlobin 2"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    blocks.R-10 = "Zhlobin 4 from Gomel"
    blocks.R-57 = "Mogilev 2"
    blocks.R-8 = "Gomel 1"
"""
DECKS = ("P-1", "P-43", "P-41"), ("R-2", "R-26", "R-12")


def stacked(game: Game[State]) -> Game[State]:
    """Both decks hold three cards, all others lie open."""
    for side, names in enumerate(DECKS):
        kept = [card_number(name) for name in names]
        game.s.discards[side] += [card for card in game.s.deck[side] if card not in kept]
        game.s.deck[side] = sorted(kept)
    return game


def share(found: Forecast, label: str) -> Fraction:
    return sum((Fraction(o.numerator, o.denominator) for o in found.outcomes if o.label == label), Fraction(0))


def laid_out(text: str, **more: str) -> Game[State]:
    """A battle at Zhlobin before its first card."""
    game = running(text, **more)
    game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    return game


def plain(unit: int) -> bool:
    return False


# -- known blocks: only the cards are left to chance ------------------------------------------------------------


def end_of(heard: Sequence[Event]) -> tuple[int, int, int] | None:
    """The winner and both sides' losses, once they have been told."""
    won = [event for event in heard if event.key == "victory"]
    if not won:
        return None
    lost = Counter(M.side[event.refs["unit"]] for event in heard if event.key in ("loses", "destroyed"))
    return won[0].refs["side"], lost[POLAND], lost[RUSSIA]


def first_choice(game: Game[State]) -> tuple[SeatId, Action]:
    decision = asked(game)
    option = next(o for o in decision.options if o.verb == "pass" or o.kind == "piece")
    return decision.seat, Action(option.verb, option.args[0])


@rule("7.41.2a", "7.41.3b", "7.41.3c", "7.41.6a")
def test_a_forecast_with_known_blocks_is_what_playing_all_cards_gives():
    game = stacked(laid_out(ZHLOBIN))
    odds = battle_odds(game.s, game.s.fight)
    total = sum(odds.ends.values())
    foretold = {(end.winner, *end.lost): Fraction(weight, total) for end, weight in odds.ends.items()}
    played = stacked(running(ZHLOBIN))
    played.stack.append(Battles())
    assert foretold == foresee([played], [], end_of, first_choice)


@rule("7.34c", "1.2b", "7.2aa", "7.41.3b", "7.41.4a")
def test_every_line_of_the_sums_has_its_rule():
    game = stacked(laid_out(ZHLOBIN))
    found = battle_forecast(game.s, game.s.fight)
    attack, defence = found.columns
    assert [column.side for column in found.columns] == ["russia", "poland"]
    assert [(t.label, t.value) for t in attack.terms] == [
        ("blocks", "7"), ("Combat Modifier", f"{low(RUSSIA)}–{high(RUSSIA)}"),
        ("Combat Value", f"{7 + low(RUSSIA)}–{7 + high(RUSSIA)}"),
    ]  # fmt: skip
    assert ("flank attacks", "-2", "7.34c") in [(t.label, t.value, t.rule) for t in defence.terms]
    terms = [term for column in found.columns for term in column.terms] + found.terms
    assert all(term.rule in TITLE.checklist for term in terms)
    assert not found.mixture


def combats(side: int) -> list[int]:
    return [M.cards[card_number(name)].combat for name in DECKS[side]]


def low(side: int) -> int:
    return min(combats(side))


def high(side: int) -> int:
    return max(combats(side))


@rule("7.2aa", "7.34f", "7.41.3c")
def test_a_defend_area_order_saves_a_point_and_meets_a_flank():
    plainly = stacked(laid_out(ZHLOBIN))
    dug_in = stacked(laid_out(ZHLOBIN + 'orders.poland-north = ["defend Zhlobin"]'))
    assert dug_in.s.orders[0].type == Type.DEFEND
    before, after = (battle_forecast(game.s, game.s.fight) for game in (plainly, dug_in))
    assert "flank attacks" not in [term.label for term in after.columns[1].terms]
    assert ("fewer losses", "7.2aa") in [(term.label, term.rule) for term in after.columns[1].terms]
    assert share(after, "Polish victory") > share(before, "Polish victory")


@rule("3.4f")
def test_a_card_from_hand_counts_one_more():
    game = running(ZHLOBIN + 'hands.russia = "R-26"', Battles())
    settle(game)
    while "modifier" not in asked(game).verbs():
        play(game, str(asked(game).seat), "pass")
    seat = game.seat("russia")
    card = card_number("R-26")
    found = seat.forecast(Action("modifier", card))
    assert ("Combat Modifier", str(M.cards[card].combat + 1)) in [(t.label, t.value) for t in found.columns[0].terms]
    deck = seat.forecast(Action("deck"))
    assert "–" in next(term.value for term in deck.columns[0].terms if term.label == "Combat Modifier")
    assert seat.forecast(Action("nonsense")) is None


@rule("7.41.5a")
def test_a_resolved_battle_has_no_forecast():
    game = laid_out(ZHLOBIN)
    assert game.seat("poland").forecast() is None, "nobody is asked"


# -- unseen blocks ----------------------------------------------------------------------------------------------


def brute(s: State, pieces: list[int], side: int) -> Counter[tuple[int, int]]:
    """Points and fighting strength of unseen blocks over every way to deal the unseen roster to them."""
    unseen = [u for u in M.units if M.side[u] == side and u not in s.unit]
    found: Counter[tuple[int, int]] = Counter()
    for units in permutations(unseen, len(pieces)):
        for dealt in product(
            *(chances(s.m.max_sp[u], s.turned[p], listed(s, u)).items() for p, u in zip(pieces, units, strict=True))
        ):
            weight = 1
            points = fighting = 0
            for p, (sp, chance) in zip(pieces, dealt, strict=True):
                weight *= chance
                points += sp
                fighting += sp // 2 if s.marched >> p & 1 else sp
            found[points, fighting] += weight
    return found


@rule("2.0f")
@pytest.mark.parametrize("marched", ["", " marched"])
def test_unseen_blocks_may_be_any_unseen_block_of_their_side(marched):
    text = ZHLOBIN.replace("3 from Rohachev", f"3 from Rohachev{marched}")
    seat = laid_out(text).seat("poland")
    dark = list(bits(seat.s.fight.engaged[RUSSIA]))
    assert [seat.s.unit[p] for p in dark] == [UNKNOWN, UNKNOWN]
    found = Counter[tuple[int, int]]()
    for army, weight in armies(seat.s, seat.s.fight, RUSSIA, plain).items():
        found[army.points, army.fighting] += weight
    assert found == brute(seat.s, dark, RUSSIA)
    assert battle_forecast(seat.s, seat.s.fight).mixture


def test_the_chances_of_a_strength_add_up():
    s = running(ZHLOBIN).s
    for unit in M.units:
        for turned in (-1, 0, 1):
            assert sum(chances(s.m.max_sp[unit], turned, listed(s, unit)).values()) == WHOLE


@rule("2.0f")
def test_a_forecast_tells_nothing_that_the_seat_does_not_know():
    one, other = laid_out(ZHLOBIN), laid_out(ZHLOBIN)
    a, b = piece(other, "R-21"), piece(other, "R-8")
    for row in (other.s.unit, other.s.sp):
        row[a], row[b] = row[b], row[a]
    found = [battle_forecast(game.seat("poland").s, game.s.fight) for game in (one, other)]
    assert found[0] == found[1]
    known = [battle_forecast(game.seat("russia").s, game.s.fight) for game in (one, other)]
    assert known[0] != known[1]


def test_a_forecast_reckons_like_the_worlds_that_are_dealt():
    """The mean over dealt worlds of the chance that each gives is about the forecast's own."""
    game = laid_out(ZHLOBIN)
    seat = game.seat("poland")
    foretold = float(share(battle_forecast(seat.s, seat.s.fight), "Polish victory"))
    rng, mean, worlds = random.Random(1920), 0.0, 200
    for _ in range(worlds):
        s = TITLE.fill(seat.s, seat.id, rng)
        s.deck = [[UNKNOWN] * len(deck) for deck in s.deck]
        mean += float(share(battle_forecast(s, s.fight), "Polish victory")) / worlds
    assert abs(mean - foretold) < 0.05


# -- cards that lie face down -----------------------------------------------------------------------------------


@rule("7.41.1", "7.41.2b", "3.4f", "7.41.2a")
def test_a_card_face_down_may_be_any_unseen_one():
    game = laid_out(ZHLOBIN + 'hands.russia = "R-30 R-2"')
    fight = game.s.fight
    fight.cards[RUSSIA], fight.modifiers[RUSSIA], fight.from_hand[RUSSIA] = card_number("R-30"), card_number("R-2"), 1
    game.s.hands[1] = []
    s = game.seat("poland").s
    able = battle_cards(s, s.fight, RUSSIA)
    assert len(able) == sum(card.kind == "battle" and card.side == RUSSIA for card in M.cards)
    drawn = modifiers(s, s.fight, RUSSIA, able[0])
    assert sum(drawn.values()) == 54, "all but the Battle Card beside it"
    assert min(drawn) == 1, "from hand, it counts one more"
    found = battle_forecast(s, s.fight)
    assert found.mixture
    assert sum((Fraction(o.numerator, o.denominator) for o in found.outcomes), Fraction(0)) == 1
    own = game.seat("russia").s
    assert battle_cards(own, own.fight, RUSSIA) == [card_number("R-30")]


@rule("7.41.1", "7.41.3b")
def test_a_battle_card_that_needs_certain_blocks_is_reckoned_army_by_army():
    seat = laid_out(ZHLOBIN).seat("poland")
    seat.s.fight.cards[RUSSIA] = card_number("R-18")  # Chapaev's division, the 25th, which is not there
    seat.s.fight.modifiers[RUSSIA] = card_number("R-2")
    without = battle_odds(seat.s, seat.s.fight)
    seat.s.fight.cards[RUSSIA] = card_number("R-4")  # needs cavalry: nobody unseen has a horse
    assert battle_odds(seat.s, seat.s.fight).ends == without.ends
    mounted = laid_out(ZHLOBIN.replace("R-8 =", "R-10K ="))
    s = mounted.seat("poland").s
    s.fight.cards[RUSSIA] = card_number("R-4")
    assert max(battle_odds(s, s.fight).values[RUSSIA]) == 14, "horse 3, foot 4, a modifier of 5, and 2 for the card"
    s.fight.cards[RUSSIA] = NONE
    assert max(battle_odds(s, s.fight).values[RUSSIA]) == 13, "4 and 4 on foot, and a modifier of 5"


@rule("3.4j", "7.41.2a")
def test_an_empty_deck_is_reckoned_with_its_discards():
    game = laid_out(ZHLOBIN)
    s = game.s
    s.discards[POLAND], s.deck[POLAND] = [card_number("P-41")], []
    assert dict(modifiers(s, s.fight, POLAND, NONE)) == {5: 1}
    s.discards[POLAND] = []
    assert dict(modifiers(s, s.fight, POLAND, NONE)) == {0: 1}
    s.fight.modifiers[POLAND] = FROM_DECK
    assert dict(modifiers(s, s.fight, POLAND, NONE)) == {0: 1}


# -- battles that are only thought of ---------------------------------------------------------------------------

MARCH = """
    step = "moves"
    garrisons.poland = "Bobruisk; Mozyr"
    blocks.P-14 = "Charyshi 4"
    blocks.P-6 = "Charyshi 2"
    blocks.R-21 = "Rohachev 3"
    orders.poland-north = ["march-out Charyshi", "move-out Charyshi"]
"""


@rule("7.31b", "7.2j")
def test_a_step_to_the_enemy_shows_the_battle_that_would_come_of_it():
    game = at(MARCH.replace('step = "moves"', 'step = "marches"'))
    settle(game)
    while "step" not in asked(game).verbs():
        seat = str(asked(game).seat)
        if "order" in asked(game).verbs():
            play(game, seat, f"order {token(game, 'march-out Charyshi')}")
        elif "block" in asked(game).verbs():
            play(game, seat, "block P-14")
        elif "poland" in asked(game).verbs():
            first(game, "poland")
        else:
            play(game, seat, "pass")
    seat = game.seat("poland")
    play_on = area("Zhlobin")
    assert seat.forecast(Action("step", play_on)) is None, "nobody is there"
    play(game, "poland", "step Zhlobin")
    found = game.seat("poland").forecast(Action("step", area("Rohachev")))
    assert found.title.endswith("at Rohachev")
    assert ("blocks", "2") in [(t.label, t.value) for t in found.columns[0].terms], "a forced march halves it"


@rule("7.31b", "7.2j", "7.2s")
@pytest.mark.parametrize(
    ("type", "named", "value"), [("move-out", False, "4"), ("march-out", False, "2"), ("march-out", True, "4")]
)
def test_the_first_step_of_a_march_is_weighed_like_the_others(type, named, value):
    """Of a forced march that is halved, unless a card says otherwise; another block stands by."""
    text = f'blocks.P-14 = "Zhlobin 4"\nblocks.P-6 = "Zhlobin 2"\norders.poland-north = "{type} Zhlobin"\n'
    game = running('garrisons.poland = "Bobruisk; Mozyr"\nblocks.R-21 = "Rohachev 3"\n' + text)
    order = game.s.orders[0]
    game.s.effects = [Effect(card_number("P-15"), 0, order.id)] if named else []
    game.stack.append(MoveOrder(id=order.id, command=0, piece=piece(game, "P-14"), left=1, at="way"))
    found = game.run().seat("poland").forecast(Action("step", area("Rohachev")))
    assert ("blocks", value) in [(t.label, t.value) for t in found.columns[0].terms]
    assert game.seat("poland").forecast(Action("step", area("Charyshi"))) is None, "nobody is there"


@rule("7.31b", "7.34c")
def test_a_step_from_another_side_is_weighed_as_a_flank_attack():
    text = 'blocks.P-14 = "Zhlobin 4"\nblocks.P-9 = "Rohachev 2 from Bobruisk"\n'
    text += 'orders.poland-north = "move-out Zhlobin"\n'
    game = running('garrisons.poland = "Bobruisk; Mozyr"\nblocks.R-21 = "Rohachev 3"\n' + text)
    frame = MoveOrder(id=game.s.orders[0].id, command=0, piece=piece(game, "P-14"), left=1, at="way")
    game.stack.append(frame)
    found = game.run().seat("poland").forecast(Action("step", area("Rohachev")))
    assert ("blocks", "6") in [(t.label, t.value) for t in found.columns[0].terms]
    assert ("flank attacks", "-2") in [(t.label, t.value) for t in found.columns[1].terms]


@rule("7.41.4a", "7.41.5a", "7.41.6a")
@pytest.mark.parametrize(("garrison", "most"), [("Bobruisk", 1), ("Bobruisk; Mozyr", 2)])
def test_nobody_loses_more_than_he_has_a_garrison_included(garrison, most):
    text = f'garrisons.poland = "{garrison}"\nblocks.P-6 = "Mozyr 1"\n'
    text += "".join(f'blocks.{name} = "Mozyr 4 from Kalenkovichi"\n' for name in ("R-10", "R-27", "R-56"))
    game = running(text)
    game.s.fight = lay_out_fight(game.s, area("Mozyr"))
    odds = battle_odds(game.s, game.s.fight)
    assert {end.lost[POLAND] for end in odds.ends} == {most}
    assert min(odds.ends.values()) > 0, "what can happen"


@rule("7.4b")
def test_the_next_battle_is_weighed_before_it_is_chosen():
    text = (
        ZHLOBIN
        + 'blocks.P-8 = "Rechitsa 2 from Kalenkovichi"\nblocks.R-17 = "Rechitsa 3"\nblocks.R-16 = "Rechitsa 1"\n'
    )
    game = running(text + 'blocks.P-16 = "Rechitsa 2 from Kalenkovichi"', Battles())
    settle(game)
    while "battle" not in asked(game).verbs():
        play(game, str(asked(game).seat), "pass")
    seat = game.seat(str(asked(game).seat))
    found = seat.forecast(Action("battle", area("Zhlobin")))
    assert found.title.endswith("at Zhlobin")
    assert seat.forecast(Action("battle", area("Gomel"))) is None
