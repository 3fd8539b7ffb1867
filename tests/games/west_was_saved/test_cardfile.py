"""The file of event cards: what it must hold, and how a wrong one in a data pack is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vistula.board.data import DataError
from vistula.games.west_was_saved.cards.cardfile import CARDS, HELD_BACK, AnyEffect, Effect
from vistula.games.west_was_saved.model import Model
from vistula.games.west_was_saved.tables import SHIPPED

from .table import M

rule = pytest.mark.rule
TEXT = (SHIPPED / "cards.toml").read_text(encoding="utf8")


def effects() -> list[Effect]:
    return [effect for card in M.cards if card is not None for text in card.texts for effect in text.effects]


@rule("1.1a", "3.1a", "3.2a", "3.2d")
def test_forty_cards_with_two_texts_but_for_the_seven() -> None:
    cards = [card for card in M.cards if card is not None]
    assert [card.no for card in cards] == list(range(1, CARDS + 1))
    assert tuple(card.no for card in cards if card.single) == HELD_BACK == (2, 4, 7, 8, 13, 22, 32)
    assert all(card.russia and card.poland for card in cards if not card.single)


def test_every_card_says_what_it_does_and_where_it_comes_from() -> None:
    for card in M.cards[1:]:
        assert card is not None
        assert card.source
        for text in card.texts:
            assert text.effects
            assert text.says.endswith(".")
    assert len({card.title for card in M.cards[1:] if card}) == CARDS


def test_every_kind_of_effect_is_on_some_card() -> None:
    assert {type(effect) for effect in effects()} == set(AnyEffect.__args__)


@rule("1.1a", "3.1a")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("no = 12\n", "no = 13\n", "card: the cards are numbered from 1 to 40 in order"),
        ('near = "Pinsk"', 'near = "Paris"', "card 35: there is no place 'Paris' on the map"),
        ('{ do = "blind" }', '{ do = "deaf" }', "deaf"),
        ("add = 3 }]", 'add = "three" }]', "Expected `int`"),
        ("uses = 1, city_within = 1", "uses = 1, town_within = 1", "town_within"),
        ('[card.single]\nsays = "Lit', '[card.poland]\nsays = "Lit', "card 2: the single instruction cards are 2, 4"),
        ('[card.poland]\nsays = "Poland has 3', '[card.single]\nsays = "Poland has 3', "card 3: the single"),
        ('unit = "P-BB"', 'unit = "P-CC"', "card 35: there is no unit 'P-CC'"),
        ('units = ["R-4Cav"', 'units = ["R-5Cav"', "card 4: there is no unit 'R-5Cav'"),
        ('spare = ["R-4Cav"', 'spare = ["R-5Cav"', "card 13: there is no unit 'R-5Cav'"),
        ('"Narew"', '"Rhine"', "card 37: there is no river 'Rhine' on the map"),
        ("infantry = 1, cavalry = 3", "infantry = 2, cavalry = 1", "cavalry must move as far as infantry at least"),
        ('nation = "UKR"', 'nation = "FRA"', "Invalid enum value 'FRA'"),
    ],
)  # fmt: skip
def test_a_wrong_file_of_a_pack_is_refused_with_card_and_reason(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in TEXT
    (tmp_path / "cards.toml").write_text(TEXT.replace(old, new, 1), encoding="utf8")
    with pytest.raises(DataError) as refused:
        Model.load(tmp_path)
    assert str(refused.value).startswith("cards.toml: ")
    assert said in str(refused.value)


@rule("3.2d")
@pytest.mark.parametrize("side", ["poland", "russia"])
def test_a_single_instruction_has_no_text_for_a_player_beside_it(tmp_path: Path, side: str) -> None:
    mark = '[card.single]\nsays = "Lit'
    more = f'[card.{side}]\nsays = "More."\neffects = [{{ do = "blind" }}]\n{mark}'
    (tmp_path / "cards.toml").write_text(TEXT.replace(mark, more, 1), encoding="utf8")
    with pytest.raises(DataError, match=re.escape("card 2: a single instruction stands alone [3.2d]")):
        Model.load(tmp_path)


@rule("3.2a")
def test_a_missing_text_is_refused(tmp_path: Path) -> None:
    start = TEXT.index("[card.poland]", TEXT.index("no = 24\n"))
    end = TEXT.index("[[card]]", start)
    (tmp_path / "cards.toml").write_text(TEXT[:start] + TEXT[end:], encoding="utf8")
    with pytest.raises(DataError, match=re.escape("card 24: a text is missing: one for each player [3.2a]")):
        Model.load(tmp_path)


def test_a_pack_may_change_what_a_card_gives(tmp_path: Path) -> None:
    changed = TEXT.replace(
        '{ do = "points", side = "poland", add = 3 }]', '{ do = "points", side = "poland", add = 9 }]', 1
    )
    (tmp_path / "cards.toml").write_text(changed, encoding="utf8")
    other = Model.load(tmp_path)
    assert other.hash != M.hash
    card = other.cards[3]
    assert card is not None
    assert [effect.add for effect in card.text(0).effects] == [9]  # type: ignore[union-attr]
