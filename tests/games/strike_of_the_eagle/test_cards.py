"""6.0 Replenish Cards, 3.4 the uses of a card, 7.1 cards at the start of a phase, 10.x cards of several players."""

from __future__ import annotations

import pytest

from vistula.board.data import DataError
from vistula.games.strike_of_the_eagle.cards.decks import CardRow, Cards, Gives, card_tables, check_names
from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, RUSSIA, SOUTH, Stage, command_of
from vistula.games.strike_of_the_eagle.rules.card_draw import DrawCards, ExtraCards, Replenish, play_from_hand, put_away
from vistula.games.strike_of_the_eagle.rules.commitment import Commitment
from vistula.games.strike_of_the_eagle.rules.sequence import OperationPhase
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.tables import Data
from vistula.kernel import UNKNOWN

from .situations import laid
from .table import M, asked, asks, at, draws, events, offered, play, running, verbs

rule = pytest.mark.rule

FRONTS = """
    scenario = "campaign"
    blocks.P-14 = "Bobruisk 4"
    blocks.P-1L = "Rovno 4"
    blocks.R-21 = "Rohachev 3"
    blocks.R-44 = "Kiev 3"
    garrisons.poland = "Warsaw; Bobruisk; Rovno"
    garrisons.russia = "Mogilev; Kiev"
    initiative.north = "poland 1"
    initiative.south = "russia 2"
"""


def cards(text: str, **options: str):
    return at(FRONTS + 'step = "cards"\n' + text, **options)


# -- drawing --------------------------------------------------------------------------------------------------------


@rule("6.0a", "10.0c")
@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_each_player_draws_six(players):
    game = running(f'{FRONTS}\noptions.players = "{players}"', Replenish(), players=players)
    assert [len(hand) for hand in game.s.hands] == [6] * int(players)
    held = [card for hand in game.s.hands for card in hand]
    assert len(set(held)) == len(held), "a card is in one hand only"


@rule("6.0b")
def test_down_to_seven():
    game = running('hands.poland = "P-41 P-42 P-43"', Replenish())
    assert asks(game) == "poland: discard"
    assert len(offered(game, "poland", "discard")) == 9
    play(game, "poland", "discard P-41", "discard P-42")
    assert len(game.s.hands[0]) == 7
    assert asks(game) == "nobody", "seven may be kept, and the Soviets have six"
    assert game.s.discards[POLAND] == [card_number("P-41"), card_number("P-42")]
    assert [e.refs["card"] for e in events(game, "discards")] == [card_number("P-41"), card_number("P-42")]


@rule("3.4j")
def test_an_empty_deck_is_made_of_the_discards_at_once():
    game = running('discards.poland = "P-1 P-2 P-3"')
    game.s.hands[0] = game.s.deck[POLAND][:-1]
    game.s.deck[POLAND] = game.s.deck[POLAND][-1:]
    before = len(game.s.hands[0])
    game.stack.append(DrawCards(player=0, count=3))
    game.run()
    assert len(game.s.hands[0]) == before + 3
    assert game.s.discards[POLAND] == []
    assert len(game.s.deck[POLAND]) == 1
    assert len(events(game, "reshuffled")) == 1
    assert ("disclose", "3.4j") in [(barrier.kind, barrier.rule) for barrier in game.barriers], "they lay open till now"


@rule("3.4j")
def test_with_nothing_to_draw_nothing_is_drawn():
    game = running("")
    game.s.hands[0], game.s.deck[POLAND] = game.s.deck[POLAND], []
    game.stack.append(DrawCards(player=0, count=1))
    game.run()
    assert len(game.s.hands[0]) == 55


@rule("10.1a", "10.1b")
@pytest.mark.parametrize(("phase", "drawn"), [(1, 0), (2, 2), (3, 2), (4, 2), (5, 0)])
def test_two_more_cards_for_a_player_of_two_fronts(phase, drawn):
    game = running(f"{FRONTS}\nphase = {phase}", ExtraCards())
    assert [len(hand) for hand in game.s.hands] == [drawn, drawn]


@rule("10.1b")
def test_they_draw_before_anything_else_is_done_with_cards():
    game = running(f"{FRONTS}\nphase = 2", OperationPhase())
    assert game.s.step == Stage.CARDS
    assert [len(hand) for hand in game.s.hands] == [2, 2]


@rule("10.1b")
def test_the_side_with_two_players_draws_none_more():
    game = running(f'{FRONTS}\nphase = 2\noptions.players = "3"', ExtraCards(), players="3")
    assert [len(hand) for hand in game.s.hands] == [2, 0, 0], "the lone Pole has both fronts"


@rule("10.1b")
def test_nobody_of_a_single_front_scenario_draws_more():
    game = running("phase = 2", ExtraCards())
    assert [len(hand) for hand in game.s.hands] == [0, 0]


@rule("10.1b")
def test_never_more_than_seven_in_the_end():
    game = running(FRONTS + 'phase = 2\nhands.poland = "P-41 P-42 P-43 P-44 P-45 P-46 P-47"', ExtraCards())
    assert asks(game) == "poland: discard"
    play(game, "poland", "discard P-41", "discard P-42")
    assert len(game.s.hands[0]) == 7


# -- committing -----------------------------------------------------------------------------------------------------


HANDS = 'hands.poland = "P-6 P-41 P-43"\nhands.russia = "R-8 R-44 R-54"'


@rule("7.1b")
def test_the_side_without_initiative_lays_first():
    game = cards(HANDS)
    assert asks(game) == "russia: commit"
    play(game, "russia", "card R-44")
    assert asks(game) == "poland: commit"
    assert game.s.committed[command_of(RUSSIA, NORTH)] == card_number("R-44")
    assert game.seat("poland").s.committed[command_of(RUSSIA, NORTH)] == UNKNOWN, "face down"
    assert card_number("R-44") not in game.s.hands[1]


@rule("7.1c")
def test_the_second_sees_the_first_before_he_names_his_use():
    game = cards(HANDS)
    play(game, "russia", "card R-44")
    play(game, "poland", "card P-43")
    assert asks(game) == "russia: use"
    assert game.seat("poland").s.committed[command_of(RUSSIA, NORTH)] == card_number("R-44")
    assert game.seat("russia").s.committed[command_of(POLAND, NORTH)] == UNKNOWN
    play(game, "russia", "orders")
    assert asks(game) == "poland: use"


@rule("7.1a", "7.1d", "10.1c")
def test_one_card_for_each_front_or_none():
    game = cards(HANDS)
    play(game, "russia", "none")
    play(game, "poland", "card P-43", "orders")
    assert asks(game) == "poland: commit", "in the south the Soviets lead, so the Poles lay first"
    assert asked(game).prompt
    play(game, "poland", "card P-41")
    play(game, "russia", "none")
    play(game, "poland", "orders")
    assert game.s.allowance[command_of(POLAND, NORTH)] == 2 + 4
    assert game.s.allowance[command_of(POLAND, SOUTH)] == 2 + 4
    assert game.s.allowance[command_of(RUSSIA, SOUTH)] == 2


@rule("7.1a")
def test_who_has_no_cards_is_not_asked():
    game = cards('hands.poland = "P-43"')
    assert asks(game) == "poland: commit"


@rule("3.4a", "3.4b", "7.11a", "7.11b")
def test_a_card_for_orders():
    game = cards('hands.poland = "P-42"')
    play(game, "poland", "card P-42", "orders")
    assert game.s.allowance[command_of(POLAND, NORTH)] == 2 + 3
    assert game.s.cubes[0] == [0, 0, 0], "no other use of the same card"
    assert game.s.discards[POLAND] == [card_number("P-42")]


@rule("3.4c", "7.12", "3.2b")
def test_a_card_for_cubes():
    game = cards('hands.poland = "P-50"\ncubes.poland = "1B"')
    play(game, "poland", "card P-50", "cubes")
    assert game.s.cubes[0] == [2, 1, 0]
    assert game.s.allowance[command_of(POLAND, NORTH)] == 2
    assert game.s.discards[POLAND] == [card_number("P-50")]


@rule("3.4d", "7.13a", "7.13b")
def test_a_card_for_its_event_leaves_the_game():
    game = cards('hands.poland = "P-6"')
    play(game, "poland", "card P-6", "event")
    assert game.s.cubes[0] == [2, 2, 0]
    assert game.s.removed[POLAND] == [card_number("P-6")]
    assert not game.s.discards[POLAND]


@rule("7.13b", "3.4i")
def test_the_same_card_used_otherwise_is_discarded():
    game = cards('hands.poland = "P-6"')
    play(game, "poland", "card P-6", "orders")
    assert game.s.discards[POLAND] == [card_number("P-6")]
    assert not game.s.removed[POLAND]


@rule("3.4a")
@pytest.mark.parametrize("name", ["P-41", "P-7", "P-36"])
def test_staff_battle_and_reaction_cards_are_no_events(name):
    game = cards(f'hands.poland = "{name}"')
    play(game, "poland", f"card {name}")
    assert verbs(game) == {"orders", "cubes"}


@rule("7.9b")
def test_without_reinforcements_there_are_no_cubes_and_no_such_events():
    game = at('step = "cards"\nblocks.P-14 = "Bobruisk 4"\nhands.poland = "P-6 P-41"')
    play(game, "poland", "card P-6")
    assert verbs(game) == {"orders"}


@rule("10.0d")
def test_events_of_the_other_front_cannot_be_played():
    text = FRONTS + 'step = "cards"\noptions.players = "4"\nhands.poland-north = "P-18"\nhands.poland-south = "P-18"'
    north = at(text.replace('hands.poland-south = "P-18"', ""), players="4")
    play(north, "poland-north", "card P-18")
    assert verbs(north) == {"orders", "cubes"}
    south = at(text.replace('hands.poland-north = "P-18"', ""), players="4")
    play(south, "poland-south", "card P-18")
    assert verbs(south) == {"orders", "cubes", "event"}


@rule("7.1c", "6.1h")
def test_who_reveals_first_does_not_change_with_the_initiative():
    """Soviet card 1 turns the northern initiative while the Polish card is still covered."""
    game = cards('hands.russia = "R-1"\nhands.poland = "P-43"')
    play(game, "russia", "card R-1")
    play(game, "poland", "card P-43")
    play(game, "russia", "event")
    assert game.s.initiative[NORTH] == -1
    assert asks(game) == "poland: use"


@rule("3.4i")
def test_what_was_seen_of_a_hand_is_forgotten_when_the_card_is_played():
    game = running('hands.poland = "P-1 P-43"')
    game.s.peeked[1][0] = 1 << card_number("P-43") | 1 << card_number("P-1")
    game.s.hands[0].remove(card_number("P-43"))
    put_away(game.s, card_number("P-43"))
    assert game.s.peeked[1][0] == 1 << card_number("P-1")


@rule("7.1b")
def test_a_front_is_played_by_its_own_commanders():
    game = running(
        FRONTS + 'options.players = "4"\nhands.russia-north = "R-44"\nhands.russia-south = "R-45"',
        Commitment(front=SOUTH),
        players="4",
    )
    assert asks(game) == "russia-south: commit"


# -- the tables of the cards ----------------------------------------------------------------------------------------


def _rows() -> list[CardRow]:
    return Data.read().cards.card


def test_blind_draws_can_be_told_in_tests():
    game = running("")
    draws(game, "P-43", "P-1")
    game.stack.append(DrawCards(player=0, count=2))
    game.run()
    assert game.s.hands[0] == sorted([card_number("P-43"), card_number("P-1")])


@pytest.mark.parametrize(
    ("number", "key", "value", "reason"),
    [
        (0, "cubes", "2X", "are no cubes"),
        (0, "out", False, "leaves the game"),
        (0, "window", "supply", "has a window"),
        (3, "window", "", "has a window"),
        (3, "window", "teatime", "has a window"),
        (6, "battle", None, "table battle"),
        (3, "effect", "", "gives something"),
        (0, "no", 2, "numbers 1 to 55"),
    ],
)
def test_a_card_that_says_too_little_or_too_much_is_refused(number, key, value, reason):
    rows = _rows()
    setattr(rows[number], key, value)
    with pytest.raises(DataError, match=reason):
        card_tables(Cards(rows), 55)


@pytest.mark.parametrize(("key", "value"), [("control", "Atlantis"), ("areas", ["Atlantis"]), ("leader", "P-Nobody")])
def test_cards_speak_of_known_areas_and_blocks(key, value):
    rows = _rows()
    setattr(rows[0], key, value)
    with pytest.raises(DataError, match="there is no"):
        check_names(card_tables(Cards(rows), 55), M.area_by_name, M.unit_by_key)


def test_cubes_of_an_event_are_read_like_those_of_a_card():
    rows = _rows()
    rows[0].gives = Gives(cubes="1B 2G")
    assert card_tables(Cards(rows), 55)[0].taken == (1, 0, 2)


def test_every_card_has_words_of_its_own():
    for card in M.cards:
        assert 15 < len(card.text) < 240
        assert card.text.endswith(".")


@rule("3.4a", "3.4b", "3.4c", "3.4i", "7.11a", "7.12", "7.13b")
@pytest.mark.parametrize(("use", "gone"), [("orders", False), ("cubes", False), ("event", True)])
def test_a_card_leaves_the_game_only_if_it_is_used_for_its_event(use, gone):
    card = "P-38"
    number = card_number(card)
    assert M.cards[number].out
    game = laid(card, 'blocks.P-14 = "Warsaw 2"\nblocks.P-6 = "Warsaw 2"\n')
    play(game, "poland", use)
    assert (number in game.s.removed[POLAND]) == gone
    assert (number in game.s.discards[POLAND]) == (not gone)
    assert number not in game.s.committed


@rule("3.4b", "3.4h", "3.4i", "7.13b")
@pytest.mark.parametrize(("card", "out"), [("P-38", True), ("P-36", False)])
def test_a_card_that_is_played_from_hand_goes_to_its_pile(card, out):
    number = card_number(card)
    game = running(f'hands.poland = "{card} P-44"')
    game.s.peeked[1][0] = 1 << number | 1 << card_number("P-44")
    play_from_hand(game.s, 0, number)
    assert game.s.hands[0] == [card_number("P-44")]
    assert (game.s.removed[POLAND], game.s.discards[POLAND]) == (([number], []) if out else ([], [number]))
    assert game.s.peeked[1][0] == 1 << card_number("P-44"), "who had seen it in the hand sees where it lies"


@rule("7.1a", "7.1b", "7.1c", "7.1d", "3.4a", "7.11a", "7.12", "7.9b")
@pytest.mark.parametrize(("scenario", "uses"), [("campaign", {"orders", "cubes"}), ("zhlobin", {"orders"})])
def test_both_sides_lay_a_card_and_reveal_it_who_lacks_the_initiative_first(scenario, uses):
    text = f'scenario = "{scenario}"\nstep = "cards"\ninitiative.north = "poland 1"\nhands.poland = "P-44 P-45"\n'
    text += 'hands.russia = "R-44"\nblocks.P-14 = "Bobruisk 4"\nblocks.R-21 = "Rohachev 3"\n'
    game = running(text, Commitment(front=NORTH))
    assert asks(game) == "russia: commit"
    assert verbs(game) == {"card", "none"}
    play(game, "russia", "card R-44")
    assert asks(game) == "poland: commit"
    assert game.s.committed == [-1, -1, card_number("R-44"), -1]
    play(game, "poland", "card P-44")
    assert asks(game) == "russia: use"
    assert game.s.uncovered == 1 << command_of(RUSSIA, NORTH)
    assert verbs(game) == uses
    before = game.s.allowance[command_of(RUSSIA, NORTH)]
    play(game, "russia", "orders")
    assert game.s.allowance[command_of(RUSSIA, NORTH)] == before + M.cards[card_number("R-44")].orders
    assert asks(game) == "poland: use"
    assert game.s.uncovered == 1 << command_of(RUSSIA, NORTH) | 1 << command_of(POLAND, NORTH)
    assert verbs(game) == uses
    play(game, "poland", "orders")
    assert asks(game) == "nobody"
    assert game.s.committed == [-1] * 4
    assert [e.refs["side"] for e in events(game, "commits")] == [RUSSIA, POLAND]
    assert [e.refs["side"] for e in events(game, "uncovers")] == [RUSSIA, POLAND]


@rule("7.1a", "7.1c", "7.1d")
def test_who_lays_no_card_reveals_none():
    text = 'scenario = "campaign"\nstep = "cards"\ninitiative.north = "russia 1"\nhands.poland = "P-44"\n'
    game = running(text + 'hands.russia = "R-44"', Commitment(front=NORTH))
    play(game, "poland", "none")
    play(game, "russia", "card R-44")
    assert asks(game) == "russia: use"
    play(game, "russia", "cubes")
    assert asks(game) == "nobody"
    assert tuple(game.s.cubes[1]) == M.cards[card_number("R-44")].cubes
    assert [e.refs["side"] for e in events(game, "commits_none")] == [POLAND]
