"""11.0 Re-deployment, and 13.1 what crossing the Demarcation Line costs."""

from __future__ import annotations

import random
from heapq import heappop, heappush

import pytest

from vistula.board.hexes import flood, members
from vistula.games.west_was_saved.model import LIT, POLAND, RUSSIA
from vistula.games.west_was_saved.rules import redeployment as redeployment_rules
from vistula.games.west_was_saved.rules.queries import near_enemy
from vistula.games.west_was_saved.rules.redeployment import reach, ready, seems_mobile, way
from vistula.games.west_was_saved.rules.supply_lines import border_distance
from vistula.games.west_was_saved.shown.routes import halt
from vistula.games.west_was_saved.state import State
from vistula.kernel import Action, Game, only

from .table import (
    M,
    asks,
    at,
    can,
    cannot,
    depots,
    events,
    facing,
    hex,
    last,
    offered,
    play,
    play_out,
    points,
    sees,
    start,
    unit,
    verbs,
    where,
)

rule = pytest.mark.rule


def redeployment(text: str, turn: int = 4) -> Game[State]:
    """The re-deployment phase, at its first question."""
    return at(f'turn = {turn}\nphase = "redeployment"\n{text}')


def goes(game: Game[State], key: str, to: str, face: str = "") -> Game[State]:
    """One unit to a hex, with its facing where it is asked for."""
    play(game, f"unit {key}", f"step {to}", "stop")
    return play(game, f"face {face}") if face else game


RAIL = """
    units.P-8 = "Lublin"
    units.P-7 = { hex = "Brest", weak = true }
    units.P-6 = "Warsaw"
    units.Pilsudski = "Rowne"
    units.R-4 = "Smolensk"
    units.R-5 = "Gomel"
    depots.poland = ["Lublin", "Brest", "Kowel", "Baranowicze"]
    depots.russia = ["Smolensk", "Gomel"]
    total.poland = 9
    total.russia = 8
    points.poland = 0
    points.russia = 0
"""


# -- 11.1 procedure -------------------------------------------------------------------------------------------------


@rule("11.1a")
def test_players_alternate_with_single_units_until_they_decline() -> None:
    game = redeployment(RAIL)
    assert asks(game) == "poland: redeploy"
    goes(game, "P-8", "0809")
    assert asks(game) == "russia: redeploy"
    goes(game, "R-4", "1904", "1905")
    assert asks(game) == "poland: redeploy"
    play(game, "pass")
    goes(game, "R-5", "1909", "1910")
    assert asks(game) == "russia: redeploy"  # the Pole has declined
    play(game, "pass")
    assert game.s.phase != 9


@rule("11.1a")
def test_command_units_and_weakened_units_too() -> None:
    assert {M.key[u] for u in ready(redeployment(RAIL).s, POLAND)} == {"P-8", "P-7", "P-6", "Pilsudski"}


@rule("11.1c")
@pytest.mark.parametrize(("poland", "russia", "first"), [(9, 8, "poland"), (8, 9, "russia"), (8, 8, "poland")])
def test_who_begins(poland: int, russia: int, first: str) -> None:
    text = RAIL.replace("total.poland = 9", f"total.poland = {poland}").replace(
        "total.russia = 8", f"total.russia = {russia}"
    )
    assert asks(redeployment(text)) == f"{first}: redeploy"


@rule("11.1b")
def test_any_distance_over_supplied_ground_and_a_facing_on_arrival() -> None:
    game = play(redeployment(RAIL), "unit P-6")
    assert can(game, "step 1108")  # Warsaw to Baranowicze
    play(game, "step 1108", "stop", "face 1207")
    assert where(game, "P-6") == "1108"
    assert facing(game, "Baranowicze") == "NE"
    assert last(game, "redeploys").refs["to_hex"] == hex("Baranowicze")


@rule("11.1b")
def test_among_friends_a_unit_takes_their_facing() -> None:
    game = redeployment(RAIL + "facing.Brest = 'N'\n")
    goes(game, "P-8", "0809")
    assert facing(game, "Brest") == "N"
    assert asks(game) == "russia: redeploy"


@rule("11.1b")
def test_a_player_may_lead_his_unit_by_any_way() -> None:
    game = play(redeployment(RAIL), "unit P-8", "step 0712")
    assert cannot(game, "step 0611")  # no hex twice
    play(game, "step 0912", "stop", "face 1011")
    assert where(game, "P-8") == "0912"


@rule("11.1a")
def test_a_unit_may_be_put_back_before_it_moves() -> None:
    game = play(redeployment(RAIL), "unit P-8", "cancel")
    assert asks(game) == "poland: redeploy"
    assert game.s.redeployments == [0, 0]
    assert can(game, "unit P-8")


# -- 11.2 limitations -----------------------------------------------------------------------------------------------


@rule("11.2a")
def test_four_units_each_once() -> None:
    text = RAIL + "units.P-5 = 'Kowel'\nunits.P-4 = 'Kowel'\n"
    game = play(redeployment(text), "unit P-8", "step 0809", "stop", "pass")
    assert cannot(game, "unit P-8")
    for key, to in (("P-7", "0611"), ("P-6", "0609"), ("P-5", "0611")):
        play(game, f"unit {key}", f"step {to}", "stop")
        if "face" in verbs(game) and game.s.phase == 9:
            play(game, f"face {min(offered(game, 'face'))}")
    assert game.s.phase != 9  # four: the phase is over for the Pole, and the Russian has declined


@rule("11.2b")
def test_it_neither_begins_nor_goes_where_there_is_no_supply() -> None:
    """In Kraków supply begins with the next hex, and from 1515 no hex in supply is near."""
    assert cannot(redeployment(RAIL + "units.P-5 = 'Krakow'\n"), "unit P-5")
    assert can(redeployment(RAIL + "units.P-5 = '0212'\n"), "unit P-5")
    game = redeployment(RAIL + "units.P-5 = '1515'\n")
    assert cannot(game, "unit P-5")
    play(game, "unit P-8")
    assert cannot(game, "step 1515")
    assert cannot(game, "step 1216")


@rule("11.2b")
def test_command_units_need_no_supply_and_no_room() -> None:
    full = "".join(f"units.{key} = '1216'\n" for key in ("P-5", "P-4", "P-9", "P-10"))
    game = play(redeployment(RAIL + full), "unit Pilsudski")
    assert can(game, "step 1216")
    assert can(game, "step 1315")


@rule("11.2e")
def test_full_hexes_and_impassable_ones_are_closed() -> None:
    full = "".join(f"units.{key} = 'Kowel'\n" for key in ("P-5", "P-4", "P-9", "P-10"))
    game = play(redeployment(RAIL + full), "unit P-8")
    assert cannot(game, "step 0912")
    for closed in ("1111", "0506", "0415", "0404", "0804"):  # marsh, lake, neutral, East Prussia, Lithuania
        assert cannot(game, f"step {closed}")


@rule("11.2f")
def test_nobody_enters_a_hex_with_enemy_combat_units() -> None:
    game = play(redeployment(RAIL + "units.R-6 = '0810'\n"), "unit P-8")
    assert cannot(game, "step 0810")


BESIDE = """
    units.P-8 = "Brest"
    units.P-7 = "Brest"
    units.P-6 = "Warsaw"
    units.R-4 = "0910"
    units.P-5 = "0611"
    depots.poland = ["Lublin", "Brest"]
    total.poland = 20
"""


@rule("11.2c")
def test_a_hex_beside_the_enemy_is_left_only_if_a_friend_stays() -> None:
    alone = redeployment(BESIDE.replace('units.P-7 = "Brest"\n', ""))
    assert cannot(alone, "unit P-8")
    game = redeployment(BESIDE)
    goes(game, "P-8", "0708", "0808")
    assert where(game, "P-8") == "0708"
    play(game, "pass")  # the Russian
    assert cannot(game, "unit P-7")  # has promised to stay


@rule("11.2c")
def test_and_entered_only_where_a_friend_stays() -> None:
    game = play(redeployment(BESIDE), "unit P-6")
    assert can(game, "step 0809")  # two friends are there
    assert cannot(game, "step 0909")  # next to the Russians as well, and empty
    play(game, "step 0809", "stop", "pass")
    assert can(game, "unit P-8")  # one of the two may still go
    goes(game, "P-8", "0708", "0808")
    assert cannot(game, "unit P-7")


@rule("11.2c")
def test_whoever_came_in_this_phase_does_not_count_as_staying() -> None:
    text = BESIDE.replace('units.P-7 = "Brest"\n', "")
    game = redeployment(text)
    goes(game, "P-6", "0809")
    play(game, "pass")
    assert cannot(game, "unit P-8")  # P-6 has moved, P-8 is bound


@rule("11.2c")
def test_a_river_gives_no_exemption_here() -> None:
    """The Bug between 0812 and 0913 has no bridge."""
    assert M.unbridged[hex("0812")] >> hex("0913") & 1
    text = "units.P-8 = 'Lublin'\ndepots.poland = ['Lublin', 'Chelm', 'Zamosc']\ntotal.poland = 20\n"
    assert can(play(redeployment(text + "units.R-4 = 'Smolensk'\n"), "unit P-8"), "step 0812")
    assert cannot(play(redeployment(text + "units.R-4 = '0913'\n"), "unit P-8"), "step 0812")


@rule("11.2d", "7.5a", "7.6a")
def test_enemy_depots_and_lone_commands_on_the_way_are_overrun() -> None:
    text = RAIL.replace('depots.russia = ["Smolensk", "Gomel"]', 'depots.russia = ["Smolensk", "Gomel", "Lida"]')
    game = redeployment(text + "units.Kork = '1007'\n")
    play(game, "unit P-6", "step 1006")
    assert "1006" not in depots(game, "russia")
    play(game, "step 1007", "stop")
    assert where(game, "Kork") == "turn 5"
    assert where(game, "P-6") == "1007"


@rule("11.2d", "11.1b", "7.5a", "7.6a")
@pytest.mark.parametrize(("goal", "stands"), [("1106", "Kork"), ("1108", "1006")])
def test_what_lies_on_the_way_of_one_journey_is_overrun_too(goal: str, stands: str) -> None:
    """To 1106 the way leads over Lida (1006), to 1108 over 1007; the unit stops at neither."""
    text = RAIL.replace('depots.russia = ["Smolensk", "Gomel"]', 'depots.russia = ["Smolensk", "Gomel", "Lida"]')
    game = play(redeployment(text + "units.Kork = '1007'\n"), "unit P-6", f"step {goal}", "stop")
    assert where(game, "P-6") == goal
    kept = {"1006" if "1006" in depots(game, "russia") else "", "Kork" if where(game, "Kork") == "1007" else ""}
    assert kept == {"", stands}


@rule("11.2d")
def test_a_command_unit_overruns_nothing() -> None:
    game = play(redeployment(RAIL + "units.Kork = '1014'\n"), "unit Pilsudski")
    assert cannot(game, "step 1014")


# -- 13.1 the Demarcation Line --------------------------------------------------------------------------------------


LINE = """
    units.R-5 = "Gomel"
    units.R-4 = "Gomel"
    units.Kork = "Gomel"
    units.P-8 = "Warsaw"
    depots.russia = ["Gomel", "Chernigov"]
    total.russia = 20
    points.russia = 1
"""


@rule("13.1b")
def test_each_russian_combat_unit_that_crosses_costs_a_point() -> None:
    game = redeployment(LINE)
    goes(game, "R-5", "1810", "1811")
    assert points(game, "russia") == 0
    told = last(game, "crosses").refs
    assert set(told) == {"hex"}  # not who crosses: it may end covered by others, after it stood alone on its way
    assert M.grid.around[told["hex"]] & (M.north if M.south >> told["hex"] & 1 else M.south)
    play(game, "pass")
    play(game, "unit R-4")
    assert cannot(game, "step 1810")  # no point is left
    assert can(game, "step 1808")


@rule("13.1b")
def test_crossing_back_in_the_same_move_costs_nothing_more() -> None:
    game = play(redeployment(LINE), "unit R-5", "step 1810", "step 1909")
    assert points(game, "russia") == 0
    assert len(events(game, "crosses")) == 1


@rule("3.2c", "13.1b")
@pytest.mark.parametrize(("less", "more", "cited", "words"), [
    ("points.russia = 1", "points.russia = 0", "13.1b", "no point is left"),
    ("points.russia = 1", "points.russia = 1\nlaid.poland = 25", "3.2c", "a card closes"),
])  # fmt: skip
def test_a_line_closed_by_a_card_is_not_said_to_want_a_point(less: str, more: str, cited: str, words: str) -> None:
    told = play(redeployment(LINE.replace(less, more)), "unit R-4").seat("russia").why_not("space", hex("1810"))
    assert told is not None
    assert (told.rule, words in told.why) == (cited, True)


@rule("13.1b")
def test_command_units_and_poles_cross_free() -> None:
    game = play(redeployment(LINE), "unit Kork", "step 1810", "stop")
    assert points(game, "russia") == 1
    text = (
        "units.P-8 = 'Lublin'\ndepots.poland = ['Lublin', 'Brest']\n"
        "units.R-4 = 'Smolensk'\ntotal.poland = 20\npoints.poland = 0\n"
    )
    game = play(redeployment(text), "unit P-8", "step 0809", "stop")
    assert where(game, "P-8") == "0809"


@rule("13.4a")
def test_ukrainians_stay_south_of_the_line() -> None:
    text = "units.U-3 = 'Lublin'\ndepots.poland = ['Lublin', 'Brest']\nunits.R-4 = 'Smolensk'\ntotal.poland = 20\n"
    game = play(redeployment(text), "unit U-3")
    assert cannot(game, "step 0809")
    assert can(game, "step 0712")


@rule("13.3c", "13.3h")
def test_lithuanians_stay_near_home_and_apart_from_russians() -> None:
    text = """
        lithuania = true
        units.L-1 = "Kaunas"
        units.R-4 = "0904"
        units.P-8 = "Warsaw"
        total.russia = 20
    """
    game = redeployment(text)
    found = members(reach(game.s, unit("L-1"), 0, False))
    assert hex("0904") not in found
    assert found
    assert all(border_distance(M, h) <= 2 for h in found)


# -- what is hidden ---------------------------------------------------------------------------------------------------


@rule("13.2a")
def test_the_enemy_sees_a_counter_go_and_not_which() -> None:
    game = redeployment(RAIL + "units.P-5 = 'Warsaw'\nunits.P-4 = 'Baranowicze'\n")
    hidden = next(key for key in ("P-6", "P-5") if not sees(game, "russia", key))
    goes(game, hidden, "1108")
    assert not sees(game, "russia", hidden)
    assert last(game, "redeploys").seen_by("russia").refs["unit"] != unit(hidden)


def tried(s: State, start: int, goal: int, free: int, promises: int) -> tuple[int, ...]:
    """The best way by trying all, the cheapest first: promises, crossings, hexes, then the lowest numbers."""
    queue = [(0, 0, 0, (start,))]
    found = set[int]()
    while True:
        pledged, crossed, length, walked = heappop(queue)
        here = walked[-1]
        if here == goal:
            return walked
        if here in found:
            continue
        found.add(here)
        for to in (to for to in M.next[here] if free >> to & 1):
            over = M.north >> here & 1 != M.north >> to & 1
            heappush(queue, (pledged + (promises >> to & 1), crossed + over, length + 1, (*walked, to)))


@rule("11.1b")
@pytest.mark.parametrize("seed", range(4))
def test_the_way_found_quickly_is_the_one_found_by_trying_all(seed: int) -> None:
    rng = random.Random(seed)
    game = start(seed)
    *_, now = play_out(game, rng, 250)
    s = now.s
    for side in (POLAND, RUSSIA):
        for mover in ready(s, side)[:6]:
            hexes = reach(s, mover, 0, False)
            for goal in rng.sample(members(hexes), min(6, hexes.bit_count())):
                slow = tried(s, s.place[mover], goal, hexes, near_enemy(s, side))
                assert way(s, mover, goal, 0, False) == slow


@rule("11.2b", "13.4a")
def test_the_ukrainian_command_unit_goes_neither_north_nor_through_the_north() -> None:
    text = """
        units.Pavlenko = "Luck"
        units.U-3 = "0914"
        units.P-8 = "Brest"
        units.R-4 = "1213"
        units.R-5 = "1216"
        units.R-6 = "1315"
        units.R-7 = "1312"
        depots.poland = ["Brest", "Kowel"]
    """
    game = redeployment(text)
    while not asks(game).startswith("poland"):
        play(game, "pass")
    play(game, "unit Pavlenko")
    assert offered(game, "step")
    assert not [name for name in offered(game, "step") if M.north >> hex(name) & 1]
    assert cannot(game, "step 1413")  # behind the Russians, and only by the north


@rule("11.2b", "13.3c")
def test_the_lithuanian_command_unit_stays_near_home() -> None:
    text = 'lithuania = true\nunits.Zukauskas = "Kaunas"\nunits.L-1 = "Kaunas"\nunits.P-8 = "Warsaw"\n'
    command = next(M.key[c] for c in M.commands_of[RUSSIA] if M.nation[c] == LIT)
    game = redeployment(text.replace("Zukauskas", command))
    while not asks(game).startswith("russia"):
        play(game, "pass")
    play(game, f"unit {command}")
    assert offered(game, "step")
    assert all(border_distance(M, hex(name)) <= M.lithuanian_hexes for name in offered(game, "step"))


@rule("11.1b")
def test_a_drag_ends_the_re_deployment_and_a_click_may_go_on() -> None:
    dragged, clicked = redeployment(RAIL), redeployment(RAIL)
    seat = next(iter(dragged.decisions))
    dragged.go(seat, unit("P-8"), hex("Kowel"), ends=True)
    clicked.go(seat, unit("P-8"), hex("Kowel"))
    for game in (dragged, clicked):
        assert game.s.place[unit("P-8")] == hex("Kowel")
    assert (dragged.events[-1].key, "stop" in verbs(dragged)) == ("redeploys", False)
    assert "stop" in verbs(clicked)


@rule("11.1b", "11.2b")
def test_promises_weigh_more_than_crossings_and_crossings_more_than_hexes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over ground and beside enemies drawn by lot, so that every way has its price."""
    s = at('turn = 4\nphase = "redeployment"\nunits.P-8 = "Lublin"').s
    mover, rng, found = unit("P-8"), random.Random(1), 0
    for _ in range(150):
        free, near = (sum(1 << h for h in members(M.land) if rng.random() < share) for share in (0.75, 0.4))
        here, goal = rng.sample(members(free), 2)
        if not flood(M.grid, 1 << here, free) >> goal & 1:
            continue
        s.place[mover] = here
        monkeypatch.setattr(redeployment_rules, "near_enemy", lambda s, side, near=near: near)
        monkeypatch.setattr(redeployment_rules, "not_passable", lambda *_, free=free: [only("11.2b", free, "")])
        assert way(s, mover, goal, 0, False) == tried(s, here, goal, free, near)
        found += 1
    assert found > 100


@rule("11.1b", "1.2d", "1.2n")
@pytest.mark.parametrize(("who", "asked"), [("P-Art2", False), ("P-9", True)])
def test_only_fighters_that_arrive_are_asked_where_they_look(who: str, asked: bool) -> None:
    game = redeployment(RAIL + f"units.{who} = 'Lublin'\n")
    play(game, f"unit {who}", "step 0812", "stop")
    assert bool(offered(game, "face")) == asked


@rule("11.2a", "11.2c")
@pytest.mark.parametrize(("second", "able"), [("1615", False), ("2015", True)])
def test_a_command_unit_between_two_enemies_does_not_seem_able_to_go(second: str, able: bool) -> None:
    enemies = f"units.R-4 = '1613'\nunits.R-6 = '{second}'\ntotal.russia = 20\n"
    game = redeployment(f"units.Pilsudski = '1614'\ntotal.poland = 20\n{enemies}")
    assert seems_mobile(game.s, POLAND) == able
    assert asks(game).startswith("poland" if able else "russia")


@rule("11.1b")
def test_letting_go_ends_only_the_re_deployment_of_the_unit_that_is_under_way() -> None:
    game = redeployment(RAIL)
    held, other = unit("P-8"), unit("P-6")
    assert halt(game.seat("poland"), held) is None, "nobody is under way"
    play(game, "unit P-8")
    assert halt(game.seat("poland"), held) is None, "it stands where it stood"
    play(game, "step 0812")
    assert halt(game.seat("poland"), held) == Action("stop")
    assert halt(game.seat("poland"), other) is None
