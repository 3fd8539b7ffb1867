"""The March on Kiev: a part of the campaign as data, closed to the north, with its own points, arrivals and end."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from vistula.board.data import DataError
from vistula.board.hexes import members
from vistula.games.west_was_saved.evaluation.survey import Survey
from vistula.games.west_was_saved.evaluation.worth import chance_to_win
from vistula.games.west_was_saved.model import POLAND, RUSSIA, Model
from vistula.games.west_was_saved.rules.depots import depot_cost
from vistula.games.west_was_saved.rules.supply_lines import linked_depots, supplied_hexes
from vistula.games.west_was_saved.scenarios import first_places
from vistula.games.west_was_saved.state import ABSENT, CARD, State
from vistula.games.west_was_saved.tables import SHIPPED
from vistula.kernel import Action, Game
from vistula.kernel.errors import BadInput
from vistula.kernel.game import begin
from vistula.kernel.save import load, save
from vistula.parts.pieces import box

from .table import TITLE, M, events, hex, hexes, play, result, unit

rule = pytest.mark.rule

K = M.scene("kiev")
SET_UP = {
    "1312": "P-4 P-Rybak P-7Cav", "1313": "P-PL1 P-7 P-3Cav Rydz-Smigly", "1213": "P-13 P-4Cav P-5Cav U-6",
    "1314": "P-15 P-Art2", "1315": "P-12 P-5 P-6Cav Iwaszkiewicz", "1216": "P-18 U-3 Pavlenko", "1113": "Pilsudski",
    "1511": "R-47", "1512": "R-7", "1513": "R-44 Mezheninov", "1514": "R-45 R-17Cav", "1415": "R-41",
    "1515": "R-60 Uborevich", "1516": "R-Kotovski", "1713": "R-58 R-Art1",
}  # fmt: skip
ARRIVALS = {2: "U-1 R-25 R-Bashkir", 3: "U-5 R-4Cav R-6Cav R-11Cav R-14Cav Budyonny"}


def kiev(seed: int = 1) -> Game[State]:
    return TITLE.start("kiev", seed=seed)


def at(text: str) -> Game[State]:
    """A situation of the scenario, with nothing on the map that it does not list."""
    return begin(TITLE, None, 1, None, {}, f'scenario = "kiev"\nclear = true\n{text}', "position")


# -- what is in play -------------------------------------------------------------------------------------------------


@rule("1.4a")
def test_everyone_stands_where_the_set_up_card_has_them_and_nobody_else_is_there() -> None:
    s = kiev().s
    there = {number: {K.key[u] for u in K.units if s.place[u] == hex(number)} for number in SET_UP}
    assert there == {number: set(keys.split()) for number, keys in SET_UP.items()}
    for turn, keys in ARRIVALS.items():
        assert {K.key[u] for u in K.units if s.place[u] == box(turn)} == set(keys.split())
    known = {unit(key) for keys in (*SET_UP.values(), *ARRIVALS.values()) for key in keys.split()}
    others = {s.place[u] for u in K.units if u not in known}
    assert others == {ABSENT, CARD}
    assert [K.key[u] for u in K.units if s.place[u] == CARD] == ["P-BB"]  # by card 35, which is in the deck


@rule("5.2h", "5.3a")
def test_five_depots_and_two_all_of_them_linked() -> None:
    s = kiev().s
    assert s.depots == [hexes("0611 0814 0912 1113 1115"), hexes("1713 1515")]
    assert [linked_depots(s, side) for side in (POLAND, RUSSIA)] == s.depots
    assert [depot_cost(s, side) for side in (POLAND, RUSSIA)] == [5, 2]


@rule("5.2b")
def test_a_way_taken_for_granted_ends_where_an_enemy_stands() -> None:
    s = at('turn = 1\nphase = "depots"\nunits.P-7 = "0912"\nunits.R-44 = "2014"\ndepots.russia = ["1713", "1515"]').s
    assert linked_depots(s, RUSSIA) == hexes("1713 1515")
    s.depots[RUSSIA] = hexes("1515")
    s.occupied[POLAND] |= hexes("1713")
    assert linked_depots(s, RUSSIA) == 0
    assert not supplied_hexes(s, RUSSIA, 3) >> hex("1713") & 1


@rule("4.0b")
def test_base_points_are_half_of_the_track() -> None:
    assert K.base == tuple((0, *(points // 2 for points in M.base[side][1:5])) for side in (POLAND, RUSSIA))
    assert K.base == ((0, 9, 10, 9, 8), (0, 5, 6, 6, 6))


@rule("3.1a")
def test_seven_cards_stay_out_for_good() -> None:
    game = kiev()
    for _ in range(400):
        if game.over:
            break
        asked = next(iter(game.decisions.values()))
        verbs = asked.verbs()
        verb = next((each for each in ("pass", "done", "lay", "none") if each in verbs), next(iter(verbs)))
        game.play(asked.seat, Action(verb, verbs[verb][0]))
        cards = {*game.s.hands[0], *game.s.hands[1], *game.s.discards}
        assert not cards & {2, 4, 7, 8, 13, 22, 32}
        assert game.s.deck.bit_count() + len(cards) == 33
    assert game.over
    assert not events(game, "deck_whole")


@rule("1.4b")
def test_nobody_is_asked_for_dummies_that_there_are_not() -> None:
    game = kiev()
    assert not events(game, "ready")
    assert not any("dummy" in decision.verbs() for decision in game.decisions.values())
    assert "dummies" not in {track.id for track in game.seat("poland").view().tracks}


@rule("1.3d", "7.4a")
def test_the_north_is_closed() -> None:
    game = at(
        'turn = 1\nphase = "movement"\npoints.poland = 3\npoints.russia = 0\nunits.P-4 = "1511"\nfacing.1511 = "SE"\n'
        'units.Rydz-Smigly = "1511"\nunits.R-47 = "1716"\ndepots.poland = ["1113", "0912", "0611", "1313", "1512"]'
    )
    assert M.around[hex("1511")] & K.closed & M.open, "the place is at the edge of what is in play"
    play(game, "mark 1511", "pass", "unit P-4")
    steps = hexes(" ".join(M.grid.number(h) for h in game.decisions["poland"].verbs()["step"]))
    assert steps == K.around[hex("1511")] == M.around[hex("1511")] & ~K.closed
    north = members(M.around[hex("1511")] & K.closed & M.open)[0]
    refusal = game.seat("poland").why_not("space", north)
    assert refusal is not None
    assert (refusal.rule, refusal.why) == ("1.4a", f"{M.hex_name(north)} is out of play in this scenario")


def test_what_is_closed_is_marked_on_the_map_and_no_unit_can_be_put_there() -> None:
    marks = {mark.space for mark in kiev().seat("russia").view().marks if mark.kind == "closed"}
    assert marks == set(M.numbers(K.closed & M.board.play))
    assert "0409" in marks
    assert "0611" not in marks
    with pytest.raises(BadInput, match="no unit can be in Warszawa"):
        at('units.P-4 = "0409"')


def test_the_campaign_is_as_it_was() -> None:
    assert (M.closed, M.left_out, M.given, M.decisive, M.turns) == (0, 0, (0, 0), (), 14)
    assert M.victory == M.green
    assert K.victory == hexes("1513")
    places = first_places(M)
    assert all(places[u] == M.start[u] for u in M.units if M.start[u] >= 0)
    assert all(places[u] == box(M.entry[u]) for u in M.units if M.entry[u])


def test_a_game_read_back_is_still_in_the_south() -> None:
    game = load(save(kiev(5)), TITLE)
    assert game.s.m is K
    assert game.seat("poland").s.m.turns == 4
    assert load(save(TITLE.start("campaign", seed=5)), TITLE).s.m is M


def test_a_turn_that_the_scenario_does_not_have_is_refused() -> None:
    with pytest.raises(BadInput, match="kiev has 4 turns"):
        at("turn = 5")


# -- the end ---------------------------------------------------------------------------------------------------------


@rule("2.2c", "2.2d")
@pytest.mark.parametrize(
    ("poles", "russians", "winner", "level"),
    [
        ("1513", "2014", "poland", "cities"),
        ("1513 1713", "2014", "poland", "decisive"),
        ("1713", "2014", "", "draw"),
        ("1513", "1713", "poland", "cities"),
        ("1413", "1513", "russia", "cities"),
        ("1313", "1513", "russia", "decisive"),
        ("1313 1216", "1513 1415", "russia", "decisive"),
        ("1313 2016", "1513", "russia", "cities"),
        ("1413", "1515", "", "draw"),
    ],
)
def test_who_has_won_and_how(poles: str, russians: str, winner: str, level: str) -> None:
    units = [f'units.{id} = "{number}"' for id, number in zip(("P-4", "U-3"), poles.split(), strict=False)]
    units += [f'units.{id} = "{number}"' for id, number in zip(("R-44", "R-41"), russians.split(), strict=False)]
    game = at("\n".join(["turn = 4", 'phase = "reinforcements"', *units]))
    assert game.over
    found = result(game)
    assert (found.winners, found.level) == ((winner,) if winner else (), level)
    assert found.rule == ("2.2c" if winner else "2.2d")


@rule("2.2c")
def test_an_hq_or_a_depot_in_the_city_wins_nothing() -> None:
    game = at('turn = 4\nphase = "reinforcements"\nunits.Pilsudski = "1513"\nunits.P-4 = "1413"\nunits.R-44 = "1713"')
    assert result(game).winners == ()


@rule("2.2c")
def test_the_card_beside_the_map_says_which_city_wins() -> None:
    titles = [track.title for track in kiev().seat("poland").view().tracks]
    assert "Polish victory cities, Żytomierz (1513) wins" in titles


# -- the computer knows what it is about -----------------------------------------------------------------------------


def test_officers_march_for_the_city_and_think_little_of_kijow() -> None:
    s = kiev().s
    for side in (POLAND, RUSSIA):
        survey = Survey(s, side, TITLE.appraiser().doctrines[side])
        assert survey.weight(hex("1513")) > 2 * survey.weight(hex("1713")) > 0
        assert survey.goal[hex("1313" if side == POLAND else "1513")] == hex("1513")


def test_who_is_in_the_city_is_likely_to_win() -> None:
    text = 'turn = {}\nphase = "depots"\nunits.P-4 = "{}"\nunits.R-44 = "{}"'
    ahead, behind = (at(text.format(4, *places)).s for places in (("1513", "1713"), ("1313", "1513")))
    assert chance_to_win(ahead, POLAND) > 0.8 > 0.2 > chance_to_win(behind, POLAND)


# -- data ------------------------------------------------------------------------------------------------------------


@rule("2.2c", "4.0b", "5.2a", "12.0a")
@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("poland = [9, 10, 9, 8]", "poland = [9, 10, 9]", "base points for 4 turns are wanted"),
        ('poland = "0611 0814', 'poland = "0611 0409', "is no city in play [5.2a]"),
        ('given = { poland = "0611"', 'given = { poland = "0610"', "is no city in play [5.2a]"),
        ("needed = 1", "needed = 2", "more cities are needed than are counted [2.2c]"),
        ("U-1 R-25", "U-1 R-16", "R-16 arrives outside of what is in play [12.0a]"),
        ("U-1 R-25", "U-1 R-Nobody", "R-Nobody arrives nowhere, or twice"),
        ("U-1 R-25", "U-1 U-5", "U-5 arrives nowhere, or twice"),
        ("turn = 3", "turn = 5", "somebody arrives on no turn [12.0a]"),
        ("turn = 3", "turn = 0", "somebody arrives on no turn [12.0a]"),
    ],
)
def test_a_part_that_does_not_hold_together_is_refused(tmp_path: Path, before: str, after: str, said: str) -> None:
    shutil.copytree(SHIPPED, tmp_path / "pack")
    path = tmp_path / "pack" / "scenarios.toml"
    text = path.read_text(encoding="utf8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf8")
    with pytest.raises(DataError) as caught:
        Model.load(tmp_path / "pack")
    assert said in str(caught.value)


@rule("12.0a")
@pytest.mark.parametrize("turn", [1, 4])
def test_somebody_may_arrive_on_the_first_turn_and_on_the_last(tmp_path: Path, turn: int) -> None:
    shutil.copytree(SHIPPED, tmp_path / "pack")
    path = tmp_path / "pack" / "scenarios.toml"
    path.write_text(path.read_text(encoding="utf8").replace("turn = 3", f"turn = {turn}", 1), encoding="utf8")
    assert Model.load(tmp_path / "pack").hash != M.hash, "the pack is accepted"
