"""What is shown of battles, marches and positions, moment by moment and value by value."""

from __future__ import annotations

from collections import Counter

import pytest

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.possible_armies import modifiers
from vistula.games.strike_of_the_eagle.rules.battle import Battles
from vistula.games.strike_of_the_eagle.rules.queries import held_by
from vistula.games.strike_of_the_eagle.rules.strength import value_lines
from vistula.games.strike_of_the_eagle.shown.forecast import Odds, _values, certain_terms
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.shown.panel import CARDS, MODIFIERS, panel, sum_terms, undecided
from vistula.games.strike_of_the_eagle.shown.routes import halt, way
from vistula.kernel import Action
from vistula.kernel.errors import BadInput

from .situations import fought, laid_out
from .table import M, area, asked, at, draws, piece, play, running
from .test_moments import WHOLE_BATTLE
from .test_routes import marching

rule = pytest.mark.rule

# -- the running battle ---------------------------------------------------------------------------------------------


@rule("7.41.1", "7.41.2a", "7.41")
def test_who_has_still_to_lay_a_card_at_every_moment_of_a_battle():
    """The attacker lays first, a Battle Card and then a modifier."""
    game = running(WHOLE_BATTLE, Battles())
    draws(game, "R-42", "P-1")
    both, seen = {POLAND, RUSSIA}, []
    while not game.over:
        decision = next(d for d in game.decisions.values() if d.waits)
        kind, defends = type(game.stack[-1]).__name__, decision.seat == "poland"
        if game.s.fight is not None and kind in ("BattleStart", "BattleCards", "Modifiers", "BattleStepThree"):
            expected = {
                "BattleStart": (both, both),
                "BattleCards": ({POLAND} if defends else both, both),
                "Modifiers": (set(), {POLAND} if defends else both),
                "BattleStepThree": (set(), set()),
            }[kind]
            for seat in ("poland", "russia"):
                found = tuple(undecided(game.seat(seat), game.s.fight, step) for step in (CARDS, MODIFIERS))
                assert found == expected, (kind, decision.seat)
            seen.append((kind, defends))
        plain = next((o for o in decision.options if o.verb in ("pass", "none", "deck", "stay")), decision.options[0])
        game.play(decision.seat, Action(plain.verb, plain.args[0]))
    assert {("BattleCards", False), ("BattleCards", True), ("Modifiers", False), ("Modifiers", True)} <= {*seen}


@rule("7.41")
def test_before_the_first_battle_none_is_laid_out():
    assert panel(at('blocks.P-14 = "Slutsk 4"\nblocks.R-21 = "Rohachev 3"').seat("poland")) is None


@rule("7.41.3b", "3.4f")
@pytest.mark.parametrize("hand", [False, True])
def test_that_a_card_was_played_from_hand_is_told_of_that_card_only(hand):
    text = 'blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Rohachev"\n'
    game = fought(text + ('hands.poland = "P-43"' if hand else ""), "R-42", "P-1")
    while not game.over:
        verb = next((v for v in ("modifier", "none", "pass") if v in asked(game).verbs()), "")
        chosen = next((o for o in asked(game).options if o.verb == verb), asked(game).options[0])
        game.play(asked(game).seat, Action(chosen.verb, chosen.args[0]))
    report = game.s.report
    told = {side: [t.label for t in sum_terms(game.s, report, side)] for side in (POLAND, RUSSIA)}
    assert ("Played from hand" in told[POLAND]) == hand == bool(report.from_hand[POLAND])
    assert "Played from hand" not in told[RUSSIA]


# -- forecasts ------------------------------------------------------------------------------------------------------


@rule("7.41.3b", "7.41.2a", "7.34c")
@pytest.mark.parametrize("strength", [1, 2, 4])
def test_the_values_of_a_flanked_defender_never_fall_below_zero(strength):
    text = f'blocks.P-14 = "Zhlobin {strength}"\nblocks.R-21 = "Zhlobin 3 from Rohachev"\n'
    game = laid_out(text + 'blocks.R-17 = "Zhlobin 3 from Gomel"\nblocks.R-10 = "Zhlobin 3 from Kalenkovichi"')
    s, fight = game.s, game.s.fight
    certain = sum(int(t.value) for t in certain_terms(s, fight, POLAND))
    assert certain <= -4
    expected = Counter()
    for drawn, share in modifiers(s, fight, POLAND, -1).items():
        expected[max(0, strength + certain + drawn)] += share
    found = _values(s, fight, POLAND, -1, False, Odds(fight, Counter(), [set(), set()]))
    assert found == {(value, strength): share for value, share in expected.items()}
    assert (0, strength) in found or strength == 4


@rule("7.41.3b", "7.41.2c", "3.4f")
def test_what_is_certain_of_a_sum_is_all_but_blocks_and_modifier():
    game = laid_out('blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Rohachev"')
    s, fight = game.s, game.s.fight
    s.garrisons[POLAND] |= 1 << area("Zhlobin")
    fight.modifiers, fight.from_hand = [card_number("P-43"), -1], [1, 0]
    rules = [line.rule for line in value_lines(s, fight, POLAND)]
    assert {"7.41.2c", "3.4f"} <= set(rules)
    assert [(t.label, t.value) for t in certain_terms(s, fight, POLAND)] == [("garrison", "+1")]


@rule("7.31b")
def test_a_step_is_weighed_when_a_block_is_under_way_and_the_enemy_is_there():
    game = marching()
    assert game.seat("poland").forecast(Action("step", area("Rohachev"))) is None, "nobody is under way"
    play(game, "poland", "block P-14", "step Zhlobin")
    assert game.seat("poland").forecast(Action("step", area("Rohachev"))) is not None
    assert game.seat("poland").forecast(Action("step", area("Charyshi"))) is None, "nobody is there"


# -- dragging -------------------------------------------------------------------------------------------------------


@rule("7.31a", "7.31b")
def test_a_way_is_found_to_every_area_in_reach_and_through_no_enemy():
    game = marching()
    block = piece(game, "P-14")
    seat = game.seat("poland")
    assert way(seat, block, area("Zhlobin")) == [], "nobody is under way"
    assert halt(seat, block) is None
    play(game, "poland", "block P-14")
    seat, foes, start = game.seat("poland"), held_by(game.s, RUSSIA), area("Charyshi")
    assert halt(seat, block) is None, "it has not left"
    reached, edge = set(), {start}
    for _ in range(game.stack[-1].left):
        edge = {n for a in edge if a == start or not foes >> a & 1 for n in members(M.around[a])} - {start}
        reached |= edge
    open_ = {a for a in reached if game.s.scene.areas >> a & 1 and not M.eastern_links >> a & 1}
    for a in M.areas:
        path = [action.arg for action in way(seat, block, a)]
        assert bool(path) == (a in open_), M.area_name[a]
        if path:
            assert path[-1] == a
            assert not any(foes >> step & 1 for step in path[:-1])
    play(game, "poland", "step Zhlobin")
    assert halt(game.seat("poland"), block) == Action("halt")
    play(game, "poland", "halt")
    assert way(game.seat("poland"), piece(game, "P-6"), area("Zhlobin")) == [], "the next has not been chosen"


# -- positions ------------------------------------------------------------------------------------------------------


@rule("7.2a", "7.2b")
def test_a_position_knows_the_orders_of_the_game():
    text = 'blocks.P-14 = "Slutsk 4"\norders.poland-north = "{}"'
    assert [o.area for o in running(text.format("defend Slutsk")).s.orders] == [area("Slutsk")]
    with pytest.raises(BadInput, match="is none of"):
        running(text.format("fly Slutsk"))
    with pytest.raises(BadInput):
        running(text.format("defend Utopia"))


@rule("4.0e", "4.0h")
@pytest.mark.parametrize("fate", ["pool", "gone"])
def test_a_block_that_is_not_on_the_map_has_no_strength(fate):
    game = running(f'blocks.P-14 = "{fate}"\nblocks.P-6 = "Slutsk 3"')
    assert game.s.sp[piece(game, "P-14")] == 0
    assert game.s.sp[piece(game, "P-6")] == 3
