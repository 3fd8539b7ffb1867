"""Sums of battles at their edges: what each card, flank and shelter is worth, one more and one less."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.cards.battle_cards import (
    battle_value,
    card_losses,
    card_terms,
    counting_flanks,
    extra_flank,
    fort_everywhere,
    working,
)
from vistula.games.strike_of_the_eagle.cards.effects import DECK
from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.flanks import defender_of
from vistula.games.strike_of_the_eagle.rules.strength import (
    combat_value,
    defended,
    fighting_strength,
    fortified,
    losses_of,
    value_lines,
)
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import FROM_DECK, Fight, State

from .table import M, area, piece, running, start

rule = pytest.mark.rule


def battle(where: str = "Zhlobin", attacker: int = RUSSIA, poles: int = 1, soviets: int = 1, **fields: object) -> State:
    """A battle with so many blocks on each side, and nothing else that counts."""
    s = start("campaign").s
    s.fight = Fight(area(where), attacker, [(1 << poles) - 1, ((1 << soviets) - 1) << 56])
    s.fight.directions = [area("Gomel")]
    for name, value in fields.items():
        setattr(s.fight, name, value)
    return s


def fight(s: State) -> Fight:
    assert s.fight is not None
    return s.fight


def first(**wanted: object) -> int:
    """The first Battle Card of this description."""
    faces = [(c, M.cards[c].battle) for c in range(2 * DECK) if M.cards[c].kind == "battle"]
    return next(c for c, face in faces if all(getattr(face, key) == value for key, value in wanted.items()))


# -- Battle Cards ---------------------------------------------------------------------------------------------------


@rule("7.41.1")
def test_without_a_card_nothing_works_and_nothing_is_added():
    s = battle()
    for side in (POLAND, RUSSIA):
        assert working(s, side) is None
        assert battle_value(s, side) == 0
        assert card_terms(s, side) == []


@rule("7.41.1")
def test_a_card_that_adds_nothing_has_no_line_in_the_sum():
    s = battle(cards=[-1, first(does="full-march")])
    assert working(s, RUSSIA) is not None
    assert card_terms(s, RUSSIA) == []


@rule("7.41.1", "7.41.3b")
@pytest.mark.parametrize(("blocks", "value"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_a_card_that_counts_by_threes(blocks, value):
    assert battle_value(battle(soviets=blocks, cards=[-1, first(only="by-threes")]), RUSSIA) == value


@rule("7.41.1", "7.41.3b")
@pytest.mark.parametrize(("blocks", "value"), [(2, 1), (3, 1), (4, 2)])
def test_a_card_that_is_worth_more_with_more_blocks_than_the_enemy(blocks, value):
    assert battle_value(battle(poles=3, soviets=blocks, cards=[-1, first(only="numbers")]), RUSSIA) == value


@rule("7.41.1", "7.41.3b")
@pytest.mark.parametrize(("where", "value"), [("Zhlobin", 1), ("Kiev", 2)])
def test_a_card_that_is_worth_more_in_the_south(where, value):
    assert battle_value(battle(where, cards=[first(cv_south=2), -1]), POLAND) == value


@rule("7.41.1", "7.41.3b")
def test_a_card_without_conditions_is_worth_the_same_everywhere():
    card = first(cv=1, cv_south=0, only="", does="bloody")
    assert [battle_value(battle(where, cards=[card, -1]), POLAND) for where in ("Zhlobin", "Kiev")] == [1, 1]


@rule("7.41.1", "3.4f", "7.41.2c", "7.41.3b")
def test_modifiers_and_battle_cards_are_lines_of_their_own():
    card, modifier = first(does="bloody"), card_number("R-44")
    s = battle(cards=[card, -1], modifiers=[FROM_DECK, modifier], from_hand=[0, 1])
    assert card_terms(s, POLAND) == [(M.cards[card].name, 1, "7.41.1")]
    terms = [(M.cards[modifier].name, M.cards[modifier].combat, "7.41.2c"), ("Played from hand", 1, "3.4f")]
    assert card_terms(s, RUSSIA) == terms
    fight(s).from_hand = [0, 0]
    assert card_terms(s, RUSSIA) == terms[:1]


# -- flanks ---------------------------------------------------------------------------------------------------------


@rule("7.34a", "7.34c", "7.34d", "7.34f")
@pytest.mark.parametrize("directions", range(1, 6))
@pytest.mark.parametrize(
    "met", [{}, {"supports": [3]}, {"supports": [3, 4]}, {"fortified": True}, {"defended": True}, {"reactions": [34]}]
)
def test_each_direction_after_the_first_counts_less_what_the_defender_has_against_it(directions, met):
    s = battle(directions=list(range(10, 10 + directions)), **met)
    against = sum(len(value) if isinstance(value, list) else 1 for value in met.values())
    assert counting_flanks(s) == max(0, directions - 1 - against)


@rule("7.34e", "7.34g", "7.34c", "7.34f")
def test_all_that_the_defender_has_against_flanks_adds_up():
    s = battle("Warsaw", directions=list(range(10, 18)), supports=[3], fortified=True, defended=True, reactions=[34])
    assert counting_flanks(s) == 7 - 4
    fight(s).cards[POLAND] = first(does="no-flanks")
    assert counting_flanks(s) == 0


@rule("7.41.1", "7.34d", "7.34c", "7.41.4b")
def test_only_the_defender_is_flanked_and_a_card_makes_it_worse():
    s = battle(directions=[1, 2, 3], cards=[-1, first(does="deep-flank")])
    assert extra_flank(s) == M.charts.combat.flank
    assert [(line.value, line.rule) for line in value_lines(s, fight(s), POLAND)][1:] == [
        (-4, "7.34c"),
        (-2, "7.41.4b"),
    ]
    assert len(value_lines(s, fight(s), RUSSIA)) == 1
    fight(s).cards[RUSSIA] = -1
    assert extra_flank(s) == 0
    assert len(value_lines(s, fight(s), POLAND)) == 2


@rule("1.2b")
@pytest.mark.parametrize(("stormed", "works"), [(False, True), (True, False)])
def test_old_trenches_face_everywhere_until_somebody_storms_them(stormed, works):
    storm = first(does="no-fort") if stormed else -1
    s = battle("Pinsk", directions=[1, 2], cards=[first(does="trenches"), storm])
    assert fort_everywhere(s) == works
    assert fortified(s, fight(s)) == works
    fight(s).cards = [-1, storm]
    assert not fort_everywhere(s)


# -- losses ---------------------------------------------------------------------------------------------------------


@rule("7.41.4b")
def test_cards_change_losses_of_their_owner_never_below_none():
    spared, pursuit, bloody = first(own_losses=-1, role=""), first(does="pursuit"), first(does="bloody")
    for losses, left in ((0, 0), (1, 0), (2, 1)):
        assert card_losses(battle(cards=[spared, -1]), POLAND, losses) == left
        assert card_losses(battle(cards=[spared, -1]), RUSSIA, losses) == losses
        assert card_losses(battle(), POLAND, losses) == losses
        flanked = battle(directions=[1, 2], cards=[-1, pursuit])
        assert (card_losses(flanked, POLAND, losses), card_losses(flanked, RUSSIA, losses)) == (losses + 1, losses)
        plain = battle(cards=[-1, pursuit])
        assert card_losses(plain, POLAND, losses) == losses, "nobody is flanked"
        steel = battle(directions=[1, 2], cards=[bloody, -1])
        assert [card_losses(steel, side, losses) for side in (POLAND, RUSSIA)] == [losses + 1, losses + 1]


@rule("7.41.1", "7.41.4b")
@pytest.mark.parametrize(("directions", "more"), [(1, 0), (2, 1), (3, 1)])
def test_a_pursuit_costs_one_where_a_flank_attack_counts(directions, more):
    s = battle(directions=list(range(directions)), cards=[-1, first(does="pursuit")])
    assert card_losses(s, POLAND, 2) == 2 + more
    assert card_losses(s, RUSSIA, 2) == 2


@rule("7.41.3c", "7.41.4a", "7.41.4b")
@pytest.mark.parametrize(
    ("shelter", "left"), [((False, False), 2), ((True, False), 1), ((False, True), 1), ((True, True), 0)]
)
def test_shelter_saves_the_defender_a_point_each_and_the_attacker_nothing(shelter, left):
    s = battle(value=[8, 8], fortified=bool(shelter[0]), defended=bool(shelter[1]))
    assert (losses_of(s, fight(s), POLAND), losses_of(s, fight(s), RUSSIA)) == (left, 2)
    fight(s).value = [8, 4]
    assert losses_of(s, fight(s), POLAND) == max(0, 1 - sum(shelter))


# -- strength -------------------------------------------------------------------------------------------------------


@rule("7.2j", "7.2ae", "7.32g")
@pytest.mark.parametrize(("points", "half"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_who_marched_or_reorganizes_fights_with_half_rounded_down(points, half):
    s = battle(poles=3, soviets=3)
    s.sp = [points] * len(s.sp)
    s.marched, s.at_full, fight(s).reorganizing = 0b11 | 0b11 << 56, 0b10 | 0b10 << 56, 2
    assert [fighting_strength(s, fight(s), p) for p in (0, 1, 2, 56, 57, 58)] == [
        half, points, half, half, points, points,
    ]  # fmt: skip
    fight(s).cards[RUSSIA] = first(does="full-march")
    assert fighting_strength(s, fight(s), 56) == points
    assert fighting_strength(s, fight(s), 0) == half, "it is a Soviet card"


@rule("7.41.3b", "3.0d")
def test_a_garrison_adds_one_and_nothing_falls_below_none():
    s = battle("Gomel")
    s.garrisons = [0, 1 << area("Gomel")]
    s.sp[0] = s.sp[56] = 2
    assert [(line.label, line.value) for line in value_lines(s, fight(s), RUSSIA)] == [("blocks", 2), ("garrison", 1)]
    assert (combat_value(s, fight(s), RUSSIA), combat_value(s, fight(s), POLAND)) == (3, 2)
    fight(s).directions = [1, 2, 3]
    assert combat_value(s, fight(s), POLAND) == 0


# -- who defends, and with what -------------------------------------------------------------------------------------


@rule("7.32a", "7.32b")
def test_who_has_a_garrison_was_there_or_came_first_defends():
    text = 'scenario = "campaign"\ngarrisons.poland = "Warsaw"\nblocks.P-14 = "Zhlobin 4 from Charyshi"\n'
    s = running(text + 'blocks.R-21 = "Zhlobin 3 from Gomel"').s
    here = area("Zhlobin")
    s.began = [0, 0]
    assert defender_of(s, here) == s.entries[0].side
    s.entries.reverse()
    assert defender_of(s, here) == s.entries[0].side
    for side in (POLAND, RUSSIA):
        s.began = [0, 0]
        s.began[side] = 1 << here
        s.garrisons = [0, 0]
        assert defender_of(s, here) == side
        s.garrisons[1 - side] = 1 << here
        assert defender_of(s, here) == 1 - side, "a garrison before all"


@rule("7.2aa", "7.2ab")
@pytest.mark.parametrize(
    ("order", "marks", "helps"),
    [
        ("defend Zhlobin", {}, True),
        ("defend Charyshi", {}, False),
        ("withdraw Zhlobin", {}, False),
        ("defend Zhlobin", {"detached": "P-14"}, False),
        ("defend Zhlobin", {"gone": "P-14"}, False),
    ],
)
def test_when_a_defend_area_order_helps(order, marks, helps):
    text = f"""
        garrisons.poland = "Bobruisk; Mozyr"
        garrisons.russia = "Gomel; Mogilev; Klintsy"
        blocks.P-14 = "Zhlobin 4"
        blocks.P-6 = "Zhlobin 3 from Charyshi"
        blocks.P-9 = "Charyshi 3"
        blocks.R-21 = "Zhlobin 3 from Gomel"
        orders.poland-north = "{order}"
    """
    game = running(text)
    battle = Fight(area("Zhlobin"), RUSSIA, [1 << piece(game, "P-14") | 1 << piece(game, "P-6"), 0])
    game.s.fight = battle
    if "detached" in marks:
        game.s.detached = 1 << piece(game, "P-14")
    if "gone" in marks:
        battle.engaged[POLAND] = 1 << piece(game, "P-6")
    assert defended(game.s, battle) == helps
    battle.cards[RUSSIA] = first(does="no-defend")
    assert not defended(game.s, battle)


@rule("1.2b", "1.2c", "1.2d")
def test_a_fortification_helps_if_all_attacks_come_from_where_it_faces():
    s = battle()
    for place in M.areas:
        around = [a for a in M.areas if M.around[place] >> a & 1]
        fight(s).area = place
        for directions in [[a] for a in around] + [around]:
            fight(s).directions = directions
            assert fortified(s, fight(s)) == (M.faces[place] != 0 and all(M.faces[place] >> a & 1 for a in directions))
    fight(s).area = next(a for a in M.areas if M.faces[a])
    fight(s).directions = [a for a in M.areas if M.faces[fight(s).area] >> a & 1]
    assert fortified(s, fight(s))
    fight(s).cards[RUSSIA] = first(does="no-fort")
    assert not fortified(s, fight(s))
