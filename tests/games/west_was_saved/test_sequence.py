"""1.4, 2.0 Set-up, sequence of play and winning."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.west_was_saved.changes import enter, establish
from vistula.games.west_was_saved.model import ARTILLERY, POLAND, RUSSIA
from vistula.games.west_was_saved.rules.queries import stacks
from vistula.games.west_was_saved.rules.sequence import PHASES
from vistula.games.west_was_saved.rules.victory import cities_held, leader
from vistula.games.west_was_saved.state import ABSENT, CAMP, CARD, ELIMINATED, INTERNED, LOST, TRAY, State
from vistula.kernel import Game

from .table import (
    TITLE,
    M,
    asked,
    asks,
    at,
    events,
    facing,
    hex,
    last,
    play,
    play_out,
    result,
    run_on,
    start,
    unit,
    where,
)

rule = pytest.mark.rule


# -- 1.4 set-up -----------------------------------------------------------------------------------------------


@rule("1.4a")
def test_units_depots_and_facings_are_as_the_set_up_card_has_them() -> None:
    game = start()
    for u in M.units:
        if M.start[u] >= 0:
            assert game.s.place[u] == M.start[u]
        if M.start_facing[u] >= 0 and M.start[u] >= 0:
            assert game.s.facing[M.start[u]] == M.start_facing[u]
    assert game.s.depots == list(M.depots)
    assert where(game, "P-PL3") == "1104"
    assert facing(game, "Kiev") == "NW"


@rule("1.2d", "1.2n")
def test_stacks_have_one_facing_and_artillery_none() -> None:
    game = start()
    for side in (POLAND, RUSSIA):
        for h, units in stacks(game.s, side).items():
            assert (game.s.facing[h] >= 0) == any(M.kind[u] != ARTILLERY for u in units)
    alone = at('turn = 2\nphase = "depots"\nunits.P-Art1 = "Minsk"\nunits.R-4 = "Smolensk"')
    assert facing(alone, "Minsk") == ""


@rule("1.2f", "1.2h")
def test_only_single_sided_units_start_weakened() -> None:
    assert start().s.weak == M.single_sided


@rule("1.4b")
def test_both_players_place_dummies_before_the_first_turn_unseen_by_the_other() -> None:
    game = start()
    assert {d.step for d in game.decisions.values()} == {"dummies"}
    play(game, "dummy 1304", "dummy 1304", "done", seat="poland")
    assert game.seat("russia").view() == start().seat("russia").view()
    play(game, "dummy Kiev", "done", seat="russia")
    assert game.s.dummies == {hex("1304"): 2, hex("Kiev"): 1}
    assert game.s.phase > 0


@rule("1.4b")
def test_there_are_only_so_many_dummies_and_each_lies_with_a_unit() -> None:
    game = start()
    option = asked(game, "poland").options[0]
    assert option.args == tuple(sorted(stacks(game.s, POLAND)))
    play(game, *["dummy 1304"] * M.dummies, seat="poland")
    assert [o.verb for o in asked(game, "poland").options] == ["done"]


# -- 2.1 sequence ---------------------------------------------------------------------------------------------


@rule("2.1c")
def test_the_phases_come_in_the_order_of_the_rulebook() -> None:
    assert [kind.__name__ for kind in PHASES.values()] == [
        "EventsPhase",
        "ResourcePhase",
        "DepotPhase",
        "SupplyCheck",
        "MovementPhase",
        "CommandPhase",
        "CombatPhase",
        "RestorationPhase",
        "RedeploymentPhase",
        "ReinforcementsPhase",
    ]
    assert list(PHASES) == sorted(PHASES)


@rule("2.1b", "2.1c", "2.1d")
def test_a_turn_runs_through_all_its_phases_and_the_next_begins() -> None:
    game = start()
    seen = []
    for now in play_out(game, random.Random(5), 3000):
        if not seen or seen[-1] != (now.s.turn, now.s.phase):
            seen.append((now.s.turn, now.s.phase))
        if now.s.turn == 4:
            break
    assert seen == sorted(seen)
    assert {turn for turn, _ in seen} == {1, 2, 3, 4}
    asked_in = {phase for turn, phase in seen if turn == 3}
    assert asked_in >= {1, 3, 5, 6, 7, 9}  # cards, depots, movement, commands, combat, re-deployment always ask


@rule("2.1a")
@pytest.mark.parametrize("seed", range(3))
def test_a_game_lasts_at_most_fourteen_turns(seed: int) -> None:
    game = start(seed)
    for now in play_out(game, random.Random(seed)):
        TITLE.check(now.s, now.stack)
    assert game.over
    assert game.s.turn <= 14
    assert len(events(game, "turn")) == game.s.turn


@rule("2.1d", "9.7a")
def test_nothing_that_lasts_for_a_turn_is_left_in_the_next() -> None:
    game = at("""
        turn = 3
        phase = "reinforcements"
        units.P-8 = { hex = "Minsk", fought = true, attacked = true, moved = true, ordered = true, unsupplied = true }
        units.R-4 = "Smolensk"
        hands.poland = [3]
        hands.russia = [5]
        laid.poland = 21
    """)
    assert asks(game) == "russia: card"
    s = game.s
    assert s.turn == 4
    assert not s.fought | s.attacked | s.moved | s.ordered | s.unsupplied
    assert s.laid == [0, 0]
    assert 21 in s.discards


# -- 2.2 winning ----------------------------------------------------------------------------------------------


def near_capital(text: str) -> Game[State]:
    return at('turn = 5\nphase = "movement"\n' + "\n".join(line.strip() for line in text.splitlines()))


@rule("2.2a")
def test_the_poles_win_at_once_with_a_supplied_unit_in_smolensk() -> None:
    game = near_capital('units.P-8 = "1704"\nunits.R-4 = "2005"\ndepots.poland = ["Orsha"]')
    enter(game.s, unit("P-8"), hex("Smolensk"), "7.1f")
    game.run()
    assert game.over
    assert (result(game).winners, result(game).level, result(game).rule) == (("poland",), "sudden", "2.2a")


@rule("2.2a")
def test_a_unit_out_of_supply_in_smolensk_does_not_win() -> None:
    game = near_capital('units.P-8 = "1704"\nunits.R-4 = "2005"')
    enter(game.s, unit("P-8"), hex("Smolensk"), "7.1f")
    assert not game.s.ended


@rule("2.2a", "6.0d")
def test_a_command_unit_in_smolensk_does_not_win() -> None:
    game = near_capital('units.Sikorski = "1704"\nunits.P-8 = "Orsha"\nunits.R-4 = "2005"\ndepots.poland = ["Orsha"]')
    enter(game.s, unit("Sikorski"), hex("Smolensk"), "8.0a")
    assert not game.s.ended


@rule("2.2b")
def test_the_russians_win_at_once_with_a_supplied_unit_in_warsaw() -> None:
    game = near_capital('units.R-4 = "0509"\nunits.P-8 = "Lodz"\ndepots.russia = ["Siedlce"]')
    enter(game.s, unit("R-4"), hex("Warsaw"), "7.1f")
    assert (game.s.winner, game.s.ended, game.s.sudden) == (RUSSIA, True, True)


@rule("2.2b", "2.1b", "2.1c")
@pytest.mark.parametrize("weak", [True, False])
def test_supply_that_a_starving_enemy_no_longer_bars_wins_with_the_next_phase(weak: bool) -> None:
    """A Pole in 0510 cuts Warsaw off from Lublin; the check eliminates him if he is weakened already."""
    pole = f'units.P-8 = {{ hex = "0510", weak = {str(weak).lower()} }}\n'
    game = at(f'turn = 4\nphase = "supply"\nunits.R-4 = "Warsaw"\n{pole}depots.russia = ["Lublin"]\n')
    assert (where(game, "P-8") == "eliminated") == game.over == weak
    assert (game.s.sudden, game.s.winner) == ((True, 1) if weak else (False, -1))


@rule("2.2b", "6.0b")
def test_cavalry_may_be_further_from_its_depot_when_it_takes_warsaw() -> None:
    text = 'units.{} = "0509"\nunits.P-8 = "Lodz"\ndepots.russia = ["Kowel"]'
    for name, won in (("R-4Cav", True), ("R-4", False)):
        game = near_capital(text.format(name))
        enter(game.s, unit(name), hex("Warsaw"), "7.1f")
        assert game.s.ended == won


@rule("2.2b", "5.2a")
def test_supply_that_comes_later_wins_as_well() -> None:
    """A depot established beside Warsaw brings the unit that stands there into supply."""
    game = at("""
        turn = 5
        phase = "depots"
        units.R-4 = "Warsaw"
        units.R-8 = "Siedlce"
        units.P-8 = "Krakow"
        depots.russia = ["Kowel"]
        total.russia = 20
    """)
    assert not game.over
    establish(game.s, RUSSIA, hex("Siedlce"))
    assert game.s.winner == RUSSIA


def last_phase(cities: str) -> Game[State]:
    """The last phase of turn 14, with Poles in these cities."""
    poles = ("P-8", "P-6", "P-4", "P-7", "P-9", "P-12")
    held = [f'units.{name} = "{city}"' for name, city in zip(poles, cities.split(), strict=False)]
    return at("\n".join(["turn = 14", 'phase = "reinforcements"', *held, 'units.R-4 = "Smolensk"']))


@rule("2.2c")
def test_six_green_cities_win_after_the_last_turn() -> None:
    names = ("Minsk", "Wilno", "Brest", "Lwow", "Bialystok", "Ostroleka")
    held = "".join(
        f'units.{u} = "{name}"\n' for u, name in zip(("P-8", "P-6", "P-4", "P-7", "P-9", "P-12"), names, strict=True)
    )
    text = f'turn = 14\nphase = "reinforcements"\n{held}units.R-4 = "Smolensk"\n'
    game = at(text)
    assert game.over
    assert (result(game).winners, result(game).level, result(game).rule) == (("poland",), "cities", "2.2c")
    assert result(game).score == {"poland": 6, "russia": 1}
    assert last(game, "final_count").refs["poland"] == 6


@rule("2.2d")
def test_with_five_the_game_is_drawn() -> None:
    names = ("Minsk", "Wilno", "Brest", "Lwow", "Bialystok")
    held = "".join(
        f'units.{u} = "{name}"\n' for u, name in zip(("P-8", "P-6", "P-4", "P-7", "P-9"), names, strict=True)
    )
    game = at(f'turn = 14\nphase = "reinforcements"\n{held}units.R-4 = "Smolensk"\n')
    assert (result(game).winners, result(game).rule) == ((), "2.2d")


@rule("2.2c")
def test_a_city_counts_only_while_a_combat_unit_stands_in_it() -> None:
    """H-9: command units and depots hold nothing."""
    s = at('turn = 5\nphase = "depots"\nunits.Sikorski = "Minsk"\nunits.P-8 = "Warsaw"\ndepots.poland = ["Brest"]').s
    assert (cities_held(s, POLAND), cities_held(s, RUSSIA)) == (1, 0)
    assert leader(s) == -1


@rule("1.1b", "1.3c")
def test_ostroleka_is_a_victory_city_and_there_are_eleven() -> None:
    assert M.victory >> hex("Ostroleka") & 1
    assert len(members(M.victory)) == 11


def test_a_game_that_nobody_plays_ends_in_a_draw_after_turn_14() -> None:
    game = start()
    run_on(game, "never", limit=20_000)
    assert game.over
    assert game.s.turn == 14


@rule("2.2b", "6.0b")
@pytest.mark.parametrize(
    ("depot", "told"), [("Kowel", True), ("Siedlce", False), ("Smolensk", False)], ids=["six", "three", "none"]
)
def test_whether_cavalry_took_warsaw_is_told_only_where_it_decides(depot: str, told: bool) -> None:
    """Where only cavalry would be in supply, that the game goes on tells the enemy that there is none in the stack."""
    game = near_capital(f'units.R-4 = "0509"\nunits.P-8 = "Lodz"\ndepots.russia = ["{depot}"]')
    game.barriers = []
    enter(game.s, unit("R-4"), hex("Warsaw"), "7.1f")
    assert [barrier.rule for barrier in game.barriers] == ["2.2b"] * told


@rule("1.2f", "3.1a", "7.3a", "7.2f", "11.2c", "7.4b", "8.0b", "9.2f", "9.3f", "11.2a", "13.3a", "13.5b", "13.5c")
def test_at_the_beginning_of_the_game_nothing_has_happened_yet() -> None:
    s = start().s
    nothing = ("unsupplied", "ordered", "moved", "promised", "moving", "led", "attacked", "spent", "fought",
               "triumphed", "redeployed", "declined", "camp", "repatriated", "edge", "obeyed", "forgone")  # fmt: skip
    assert {name: getattr(s, name) for name in nothing} == dict.fromkeys(nothing, 0)
    assert (s.weak, s.lithuania, s.turn, s.winner) == (M.single_sided, False, 1, -1)
    assert s.deck == sum(1 << card for card in range(1, 41) if card not in (2, 4, 7, 8, 13, 22, 32))
    assert len({CAMP, INTERNED, LOST, ELIMINATED, CARD, ABSENT, TRAY}) == 7
