"""The words on which encodings are built: every word that random games use stands in the lexicon."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.shown.names import piece_name

from .table import TITLE, random_game, start

WORDS = TITLE.lexicon()


def test_no_word_stands_twice():
    for words in (WORDS.verbs, WORDS.marks, WORDS.signs, WORDS.boxes, WORDS.names["piece"], WORDS.names["card"]):
        assert len(set(words)) == len(words)


def test_every_answer_of_every_procedure_has_a_word():
    verbs = {verb for procedure in TITLE.procedures for st in procedure.steps.values() for verb in st.takers}
    verbs |= {verb for procedure in TITLE.procedures for st in procedure.anytimes for verb in st.takers}
    assert {verb for verb, _ in WORDS.verbs} == verbs | {"pass"}


@pytest.mark.parametrize(
    ("scenario", "options"), [("kiev", {}), ("niemen", {}), ("vistula", {"players": "4", "supreme": "south"})]
)
def test_a_random_game_uses_only_words_of_the_lexicon(scenario, options):
    for n, game in enumerate(random_game(scenario, 5, **options)):
        for decision in game.decisions.values():
            for option in decision.options:
                assert (option.verb, option.kind) in WORDS.verbs
                if option.kind == "number":
                    assert set(option.args) <= set(WORDS.numbers)
                if option.kind == "piece":
                    assert {piece_name(arg) for arg in option.args} <= set(WORDS.names["piece"])
        if n % 20 == 0:
            view = game.seat(game.seats[0]).view()
            assert {mark for piece in view.pieces for mark in piece.marks} <= set(WORDS.marks)
            assert {mark.kind for mark in view.marks} <= set(WORDS.signs)
            assert {box.id for box in view.boxes} <= set(WORDS.boxes)


def test_features_are_always_the_same():
    names = [list(WORDS.features(start(id).seat(seat))) for id in ("zhlobin", "campaign") for seat in ("poland", "")]
    assert all(each == names[0] for each in names)
