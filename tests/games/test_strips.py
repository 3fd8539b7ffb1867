"""The strip of a turn: every phase of every title stands in it, in words that can be read in passing."""

from __future__ import annotations

import random

import pytest

import vistula
from vistula.games import TITLES
from vistula.kernel import ONLOOKER, Action, Game
from vistula.kernel.views import Catalog

WORDS = 30
DECISIONS = 400


def steps_of(catalog: Catalog) -> dict[str, set[str]]:
    return {step.id: {part.id for part in step.parts} for step in catalog.strip}


@pytest.mark.parametrize("id", TITLES)
def test_a_strip_is_told_in_words_and_sentences_with_their_rules(id):
    title = vistula.title(id)
    strip = title.catalog().strip
    assert len({step.id for step in strip}) == len(strip) > 2
    for step in [*strip, *(part for each in strip for part in each.parts)]:
        assert step.rule in title.checklist, f"{step.id} cites {step.rule!r}"
        assert len(step.word) <= 14
        assert step.says.endswith((".", "?"))
        assert len(step.says.split()) <= WORDS, step.says
    assert len(title.catalog().first.split()) <= 40


@pytest.mark.parametrize("id", TITLES)
def test_wherever_a_game_stands_it_stands_in_the_strip(id):
    title = vistula.title(id)
    known = steps_of(title.catalog())
    seen: set[str] = set()
    for scenario in title.scenarios[:2]:
        game = vistula.title(id).start(scenario.id, seed=5)
        for _ in walk(game, random.Random(5)):
            for seat in (*game.seats, ONLOOKER):
                at = title.place(game.seat(seat))
                assert at is not None
                assert at.step in known, f"{at.step} does not stand in the strip"
                assert not at.part or at.part in known[at.step], f"{at.step} has no part {at.part}"
                assert at.step not in at.skipped
                assert set(at.skipped) <= set(known)
                assert at.then
                seen.add(at.step)
    assert len(seen) > 2


def walk(game: Game, rng: random.Random):
    """At each of many decisions of a random game."""
    for _ in range(DECISIONS):
        if game.over:
            return
        yield
        seat, decision = rng.choice(sorted(game.decisions.items()))
        option = rng.choice([option for option in decision.options if not option.free] or decision.options)
        game.play(seat, Action(option.verb, rng.choice(option.args)))
