"""12.0 Reinforcements, 9.6 command units that return, 13.5 Russians from East Prussia."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.model import RUSSIA
from vistula.games.west_was_saved.rules.reinforcements import due, entry_hexes
from vistula.games.west_was_saved.rules.setup import new_state, set_up
from vistula.games.west_was_saved.state import State
from vistula.kernel import Game

from .table import (
    M,
    asks,
    at,
    can,
    cannot,
    events,
    facing,
    hex,
    last,
    numbers,
    offered,
    play,
    run_on,
    unit,
    weak,
    where,
)

rule = pytest.mark.rule


def arriving(text: str, turn: int) -> Game[State]:
    """The reinforcements phase of a turn."""
    return at(f'turn = {turn}\nphase = "reinforcements"\n{text}')


# -- 12.0 where and when ------------------------------------------------------------------------------------------


@rule("12.0a")
def test_the_schedule_of_the_set_up_card() -> None:
    s = new_state(M)
    set_up(s)
    expected = {2: {"R-25", "R-Bashkir", "R-4", "R-16", "Tukhachevsky"}, 7: {"R-164"}, 8: set(), 11: {"R-19"}}
    for turn, keys in expected.items():
        s.turn = turn
        assert {M.key[u] for u in due(s, RUSSIA)} == keys


@rule("12.0a", "12.0d")
def test_a_unit_arrives_at_its_city_and_shows_its_facing() -> None:
    game = arriving("units.P-11 = 'turn 3'\nunits.R-4 = 'Smolensk'\n", 3)
    assert where(game, "P-11") == "0409"
    play(game, "face 0510")
    assert facing(game, "Warsaw") == "SE"


@rule("12.0f", "12.0a")
def test_among_friends_a_unit_takes_their_facing() -> None:
    game = arriving("units.P-11 = 'turn 3'\nunits.P-8 = 'Warsaw'\nfacing.Warsaw = 'NE'\nunits.R-4 = 'Smolensk'\n", 3)
    assert where(game, "P-11") == "0409"
    assert facing(game, "Warsaw") == "NE"
    assert game.s.turn == 4  # nobody was asked


@rule("12.0a", "1.2n")
def test_artillery_shows_none() -> None:
    game = arriving("units.P-Art3 = 'turn 8'\nunits.R-4 = 'Smolensk'\n", 8)
    assert where(game, "P-Art3") == "0409"
    assert facing(game, "Warsaw") == ""


@rule("12.0a")
def test_reinforcements_come_at_the_end_of_their_turn_and_not_before() -> None:
    game = at("turn = 3\nphase = 'restoration'\nunits.P-11 = 'turn 3'\nunits.P-7R = 'turn 4'\nunits.R-4 = 'Smolensk'\n")
    assert where(game, "P-11") == "turn 3"
    run_on(game, "card")
    assert where(game, "P-11") == "0409"
    assert where(game, "P-7R") == "turn 4"


BLOCKED = {
    "an enemy": "units.R-4 = 'Torun'\nunits.P-8 = 'Warsaw'\n",
    "an enemy command unit": "units.Kork = 'Torun'\nunits.R-4 = 'Smolensk'\nunits.P-8 = 'Warsaw'\n",
    "a full hex": "".join(f"units.{key} = 'Torun'\n" for key in ("P-8", "P-7", "P-6", "P-5"))
    + "units.R-4 = 'Smolensk'\n",
}


@rule("12.0b", "12.0a")
@pytest.mark.parametrize("why", list(BLOCKED))
def test_a_blocked_arrival_may_use_an_adjacent_hex(why: str) -> None:
    game = arriving("units.P-Sib = 'turn 8'\ndepots.poland = ['Plock']\n" + BLOCKED[why], 8)
    assert asks(game) == "poland: where"
    beside = offered(game, "hex")
    assert beside
    assert "0108" not in beside
    assert all(M.grid.distance(hex(number), hex("Torun")) == 1 for number in beside)
    play(game, f"hex {min(beside)}")
    assert where(game, "P-Sib") == min(beside)


@rule("12.0b", "12.0a")
def test_a_hex_out_of_supply_is_blocked_too() -> None:
    """A Russian in 0510 cuts Lublin off from the depot in Radom, and not all of the hexes beside it."""
    text = "units.P-21 = 'turn 9'\nunits.P-8 = 'Warsaw'\ndepots.poland = ['Radom']\n"
    assert where(arriving(text + "units.R-4 = 'Smolensk'\n", 9), "P-21") == "0611"
    game = arriving(text + "units.R-4 = '0510'\n", 9)
    assert asks(game) == "poland: where"
    assert offered(game, "hex") == {"0511", "0512", "0612"}


@rule("12.0e", "12.0a")
def test_what_finds_no_hex_never_arrives() -> None:
    """Lwów cut off: no depot and Warsaw far away."""
    game = arriving("units.P-3R = 'turn 7'\nunits.P-8 = 'Warsaw'\nunits.R-4 = 'Smolensk'\n", 7)
    assert where(game, "P-3R") == "lost"
    assert last(game, "never_arrives").refs["unit"] == unit("P-3R")


# -- 12.0 Uman ------------------------------------------------------------------------------------------------------


UMAN = "".join(f'units.{key} = "turn 4"\n' for key in ("R-4Cav", "R-6Cav", "R-11Cav", "R-14Cav", "Budyonny"))


@rule("12.0a", "12.0d")
def test_the_cavalry_army_fits_into_uman() -> None:
    game = arriving(UMAN + "units.P-8 = 'Warsaw'\n", 4)
    for _ in range(20):
        if game.s.turn == 5:
            break
        play(
            game,
            f"unit {min(offered(game, 'unit'))}" if offered(game, "unit") else f"face {min(offered(game, 'face'))}",
        )
    assert {where(game, key) for key in ("R-4Cav", "R-6Cav", "R-11Cav", "R-14Cav", "Budyonny")} == {"1716"}


AROUND_UMAN = ("1716", "1616", "1717", "1815", "1816", "1615", "1715")


@rule("12.0c", "12.0a", "12.0d")
def test_if_uman_and_its_surroundings_are_lost_they_come_on_the_edge() -> None:
    poles = ("P-8", "P-7", "P-6", "P-5", "P-4", "P-9", "P-10")
    text = UMAN + "".join(f"units.{key} = '{place}'\n" for key, place in zip(poles, AROUND_UMAN, strict=True))
    game = arriving(text + "units.R-24 = 'turn 4'\n", 4)
    play(game, "unit R-4Cav")
    assert offered(game, "hex") == {f"21{row}" for row in range(11, 18)} & numbers(entry_hexes(game.s, unit("R-4Cav")))
    assert "2111" in offered(game, "hex")
    assert "2110" not in offered(game, "hex")  # north of the Sejm
    play(game, "hex 2114", "face 2014")
    assert where(game, "R-4Cav") == "2114"
    play(game, "unit Budyonny", "hex 2111")  # on any hex or hexes
    assert where(game, "Budyonny") == "2111"


@rule("12.0c", "12.0e", "12.0a")
def test_the_edge_is_for_that_group_alone() -> None:
    poles = ("P-8", "P-7", "P-6", "P-5", "P-4", "P-9", "P-10")
    text = "units.R-8Cav = 'turn 5'\n" + "".join(
        f"units.{key} = '{place}'\n" for key, place in zip(poles, AROUND_UMAN, strict=True)
    )
    assert where(arriving(text, 5), "R-8Cav") == "lost"


# -- 9.6 command units return ---------------------------------------------------------------------------------------


def removed(who: str, left: str, text: str, turn: int = 4) -> Game[State]:
    """The phase in which a command unit that was removed the turn before may return."""
    return arriving(f"units.{who} = {{ hex = 'turn {turn}', left = '{left}' }}\n{text}", turn)


def returned(who: str, left: str, text: str) -> str:
    """Where a command unit is after the phase, if there was one place for it or none."""
    game = removed(who, left, text)
    if asks(game).endswith(": where"):
        (only,) = offered(game, "hex")
        play(game, f"hex {only}")
    return where(game, who)


@rule("9.6c", "12.0a")
def test_a_command_unit_returns_in_a_city_of_its_own_within_five_hexes() -> None:
    text = (
        "units.P-8 = 'Minsk'\nunits.P-7 = '1306'\n"
        "units.P-6 = 'Baranowicze'\nunits.P-5 = 'Warsaw'\nunits.R-4 = 'Borisov'\n"
    )
    game = removed("Sikorski", "1406", text)
    assert asks(game) == "poland: where"
    assert offered(game, "hex") == {"1307", "1108"}  # cities; Warsaw is too far
    play(game, "hex 1108")
    assert where(game, "Sikorski") == "1108"


@rule("9.6c", "12.0a")
def test_five_hexes_count_the_city_itself() -> None:
    text = "units.P-8 = 'Minsk'\nunits.R-4 = 'Smolensk'\n"
    assert [M.grid.distance(hex(left), hex("Minsk")) for left in ("1809", "1909")] == [5, 6]
    assert returned("Sikorski", "1809", text) == "1307"
    assert returned("Sikorski", "1909", text) == "lost"


@rule("9.6c", "12.0a")
def test_a_command_unit_alone_holds_no_city() -> None:
    text = "units.Pilsudski = 'Minsk'\nunits.R-4 = 'Smolensk'\nunits.P-8 = 'Warsaw'\n"
    assert returned("Sikorski", "1406", text) == "lost"


@rule("9.6c", "12.0a")
def test_any_combat_unit_of_the_side_is_a_friend() -> None:
    """H-36, whatever its nation; an enemy is none."""
    assert returned("Pavlenko", "1315", "units.P-8 = 'Kamenets'\nunits.R-4 = 'Kiev'\n") == "1216"
    assert returned("Sikorski", "1315", "units.U-3 = 'Kamenets'\nunits.R-4 = 'Kiev'\n") == "1216"
    assert returned("Sikorski", "1315", "units.P-8 = 'Warsaw'\nunits.R-4 = 'Kamenets'\n") == "lost"
    lithuania = "lithuania = true\nunits.P-8 = 'Warsaw'\n"
    assert returned("Zukauskas", "1006", lithuania + "units.R-4 = 'Wilno'\n") == M.grid.number(hex("Wilno"))


@rule("9.6d", "12.0a")
def test_without_such_a_city_it_is_gone_for_good() -> None:
    game = removed("Sikorski", "1406", "units.P-8 = '1306'\nunits.R-4 = 'Minsk'\n")
    assert where(game, "Sikorski") == "lost"
    assert last(game, "never_returns").rule == "9.6d"


# -- 13.5 from East Prussia, and units that a card called away ---------------------------------------------------------


@rule("13.5c", "12.0a")
def test_interned_russians_return_weakened_at_smolensk() -> None:
    game = arriving("units.R-4 = { hex = 'turn 6', weak = true, repatriated = true }\nunits.P-8 = 'Warsaw'\n", 6)
    assert where(game, "R-4") == "1804"
    assert weak(game, "R-4")
    assert not game.s.repatriated


@rule("13.5c", "12.0b", "12.0a")
def test_if_smolensk_is_full_they_come_beside_it() -> None:
    full = "".join(f"units.{key} = 'Smolensk'\n" for key in ("R-5", "R-6", "R-7", "R-8"))
    game = arriving(f"units.R-4 = {{ hex = 'turn 6', repatriated = true }}\n{full}units.P-8 = 'Warsaw'\n", 6)
    assert "1804" not in offered(game, "hex")
    assert can(game, "hex 1904")


@rule("12.0a", "12.0d")
def test_units_called_away_return_on_the_edge_as_they_left() -> None:
    game = arriving("units.R-45 = { hex = 'turn 6', weak = true, edge = true }\nunits.P-8 = 'Warsaw'\n", 6)
    assert offered(game, "hex") == {f"21{row}" for row in range(11, 18)}
    play(game, "hex 2112", "face 2012")
    assert weak(game, "R-45")
    assert cannot(game, "hex 2112")


@rule("12.0a")
def test_the_owner_says_who_comes_first() -> None:
    """Five units for Warsaw and room for two: the owner chooses who gets it (H-59)."""
    text = (
        "units.P-8 = 'Warsaw'\nunits.P-7 = 'Warsaw'\n"
        "units.P-2R = 'turn 7'\nunits.P-8Cav = 'turn 7'\nunits.P-Vol = 'turn 7'\n"
    )
    game = arriving(text + "units.R-4 = 'Smolensk'\n", 7)
    assert offered(game, "unit") == {"P-2R", "P-8Cav", "P-Vol"}
    play(game, "unit P-Vol", "unit P-8Cav")
    assert where(game, "P-Vol") == where(game, "P-8Cav") == "0409"
    assert "0409" not in offered(game, "hex")
    assert len(events(game, "arrives")) == 2


@rule("12.0c", "6.0d", "12.0a", "12.0d")
@pytest.mark.parametrize("first", ["Budyonny", "R-4Cav"])
def test_budyonny_may_go_along_where_his_cavalry_has_to_come_on_the_edge(first: str) -> None:
    poles = dict(zip(("P-8", "P-12", "P-13", "P-14", "P-15"), ("1716", "1914", "1916", "1912", "1917"), strict=True))
    riders = ("R-4Cav", "R-6Cav", "R-11Cav", "R-14Cav")
    text = "".join(f"units.{key} = '{place}'\n" for key, place in poles.items())
    text += "".join(f"units.{key} = 'turn 4'\n" for key in ("Budyonny", *riders))
    game = arriving(text + "units.R-4 = 'Smolensk'\n", 4)
    edge = {f"21{row}" for row in range(11, 18)}
    if first == "R-4Cav":
        play(game, "unit R-4Cav")
        assert offered(game, "hex") == edge
        play(game, "hex 2112", "face 2012")
    play(game, "unit Budyonny")
    assert edge < offered(game, "hex")
    assert "1715" in offered(game, "hex")  # a command unit needs no supply


@rule("9.6c", "13.4a", "12.0a")
def test_the_ukrainian_command_unit_does_not_return_in_the_north() -> None:
    assert returned("Pavlenko", "1312", "units.P-8 = 'Mozyr'\nunits.P-12 = '1313'\nunits.R-4 = 'Smolensk'\n") == "1313"
    assert returned("Pavlenko", "1312", "units.P-8 = 'Mozyr'\nunits.R-4 = 'Smolensk'\n") == "lost"


@rule("12.0b", "12.0a")
@pytest.mark.parametrize(("due", "told"), [("turn 3", True), ("Warsaw", False)])
def test_that_somebody_arrives_cannot_be_undone(due: str, told: bool) -> None:
    """Who finds room tells something of the stacks."""
    game = arriving(f"units.P-11 = '{due}'\nunits.R-4 = 'Smolensk'\n", 3)
    assert (("disclose", "12.0b") in [(barrier.kind, barrier.rule) for barrier in game.barriers]) == told
