"""9.5.b, 9.5.c Retreats: how far, by whose choice, where, and what they cost."""

from __future__ import annotations

import msgspec
import pytest

from vistula.board.hexes import collect, members
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.retreat import (
    ABROAD,
    COSTLY,
    SAFE,
    Flight,
    Retreat,
    own_choice,
    ways,
    winners_choice,
)
from vistula.games.west_was_saved.state import COMBAT, ELIMINATED, LOST, State
from vistula.kernel import Game

from .campaigning import attack, combat
from .table import M, asked, asks, at, depots, events, facing, hex, numbers, offered, play, unit, units, weak, where

rule = pytest.mark.rule

# One strong Russian division in 1615 takes a Polish one in 1715 in the flank: 4 against 2, and one hit at most.
FLANK = """
    units.R-25 = "1615"
    units.P-8 = "1715"
    units.Uborevich = "1615"
    units.Pilsudski = "1912"
    facing.1615 = "NE"
    facing.1715 = "N"
"""


def beaten(text: str = FLANK, difference: int = 3) -> Game[State]:
    """The Poles have lost by so much, if nobody else stands beside them."""
    return attack(combat(text, dice=[difference - 1, 1]), "1615")


def found(text: str, side: int, place: str, names: str) -> tuple[State, list[Flight]]:
    """All ways of these units out of a hex."""
    s = at(f'turn = 4\nphase = "combat"\n{text}').s
    s.moving = collect(units(names))
    return s, ways(s, side, hex(place), units(names))


def firsts(some: list[Flight]) -> set[str]:
    return numbers({way.first for way in some})


# -- 9.5.b1, 9.5.b2 ------------------------------------------------------------


@rule("9.5.b1", "9.5.b2", "9.5.b6", "9.2a", "9.3h")
def test_the_loser_retreats_two_hexes_where_he_likes() -> None:
    game = beaten()
    assert weak(game, "P-8")
    assert asks(game) == "poland: through"
    assert offered(game, "hex") == {"1714", "1814", "1815"}
    play(game, "hex 1814", "hex 1914", "face 1814")
    assert where(game, "P-8") == "1914"
    assert facing(game, "1914") == "SW"


@rule("9.5.a", "9.2a", "9.3h", "9.5.b1")
def test_by_two_nobody_moves() -> None:
    game = beaten(difference=2)
    assert where(game, "P-8") == "1715"
    assert game.s.phase > COMBAT  # no Pole faces an enemy, and the Russians have attacked


@rule("9.5.b1", "9.2a", "9.3h")
def test_a_beaten_attacker_retreats_as_well() -> None:
    game = attack(combat(FLANK, dice=[1, 6]), "1615")  # 5 against 8
    assert asks(game) == "russia: through"
    assert weak(game, "R-25")


@rule("9.5.b1", "9.2a", "9.3h", "9.5.b2")
def test_command_units_go_along() -> None:
    game = beaten(FLANK.replace('units.Pilsudski = "1912"', 'units.Pilsudski = "1715"'))
    play(game, "hex 1814", "hex 1914", "face 1814")
    assert where(game, "Pilsudski") == "1914"


@rule("9.5.b1", "9.2a", "9.3h", "9.5.b2")
def test_artillery_is_lost() -> None:
    game = attack(combat(FLANK + 'units.P-Art1 = "1715"\n', dice=[6, 2]), "1615")  # 10 against 2 + 1 + 2 + 2
    play(game, "unit P-8")
    assert where(game, "P-Art1") == "eliminated"
    play(game, "hex 1814", "hex 1914", "face 1814")
    assert where(game, "P-8") == "1914"


@rule("9.5.b1", "9.6a", "9.2a", "9.3h")
def test_guns_alone_are_gone_and_their_command_with_them() -> None:
    text = FLANK.replace("units.P-8", "units.P-Art1").replace('facing.1715 = "N"', "")
    text = text.replace('units.Pilsudski = "1912"', 'units.Pilsudski = "1715"')
    stays = attack(combat(text, dice=[1, 3]), "1615")  # 5 against 4
    assert where(stays, "P-Art1") == "1715"
    lost = attack(combat(text, dice=[1, 1]), "1615")
    assert where(lost, "P-Art1") == "eliminated"
    assert where(lost, "Pilsudski") == "turn 5"
    assert not events(lost, "cut_off")  # nobody was left to retreat


# -- 9.5.b3 where ------------------------------------------------------------


@rule("9.5.b3", "9.2a", "9.3h", "9.5.b1")
def test_not_next_to_the_enemy() -> None:
    assert offered(beaten(FLANK + 'units.R-44 = "1914"\n'), "hex") == {"1714", "1815"}
    assert offered(beaten(FLANK + 'units.R-44 = "1613"\n'), "hex") == {"1814", "1815"}


@rule("9.5.b3", "9.2a", "9.3h", "9.5.b1")
def test_a_friend_or_an_unbridged_river_guards_a_hex() -> None:
    command = beaten(FLANK + 'units.R-44 = "1914"\nunits.Sikorski = "1814"\n')
    assert "1814" in offered(command, "hex")  # any unit does (H-3)
    river = beaten(FLANK + 'units.R-44 = "1813"\n')
    assert {"1714", "1814"} <= offered(river, "hex")  # the Dnieper parts them from 1813


@rule("9.5.b3", "9.2a", "9.3h", "9.5.b1", "9.5.b2")
def test_the_end_is_two_hexes_away_and_not_the_vacated_hex() -> None:
    game = play(beaten(), "hex 1814")
    assert offered(game, "hex") == {"1813", "1914", "1915"}


@rule("9.5.b6", "7.4h", "9.2a", "9.3h", "9.5.b1", "9.5.b2")
def test_who_joins_friends_takes_their_facing() -> None:
    game = beaten(FLANK + 'units.P-12 = "1914"\nfacing.1914 = "N"\n')
    play(game, "hex 1814", "hex 1914")
    assert where(game, "P-8") == "1914"
    assert facing(game, "1914") == "N"


@rule("7.5a", "7.6a", "9.2a", "9.3h", "9.5.b1", "9.5.b2")
def test_retreating_units_overrun_depots_and_lone_commands() -> None:
    text = FLANK + 'depots.russia = ["1714"]\nunits.Budyonny = "1713"\nunits.R-44 = "2016"\n'
    game = play(beaten(text), "hex 1714", "hex 1713", "face 1714")
    assert depots(game, "russia") == set()
    assert where(game, "Budyonny") == "turn 5"


# -- 9.5.b4, 9.5.b5 nowhere to go, no room ------------------------------------------------------------

# Russians all around 1715, so that every hex next to it is beside one of them.
RING = 'units.R-44 = "1613"\nunits.R-58 = "1914"\nunits.R-24 = "1816"\n'


@rule("9.5.b4", "9.6a", "9.2a", "9.3h", "9.5.b1")
def test_who_cannot_retreat_is_eliminated() -> None:
    text = FLANK.replace('units.Pilsudski = "1912"', 'units.Pilsudski = "1715"') + RING
    game = attack(combat(text, dice=[2, 1]), "1615")
    assert where(game, "P-8") == "eliminated"
    assert where(game, "Pilsudski") == "turn 5"
    assert (game.s.moving, game.s.moving_hex) == (0, -1)
    assert asks(game) == "russia: who_goes"


@rule("9.5.b5", "1.2k", "9.2a", "9.3h", "9.5.b1", "9.5.b2")
def test_where_there_is_no_room_some_are_lost_by_their_owners_choice() -> None:
    # Three friends hold 1814, the only way out for two units.
    friends = "".join(f'units.{name} = "1814"\n' for name in ("P-4", "P-5", "P-6"))
    text = FLANK + RING + friends + 'units.P-12 = "1715"\n'
    game = attack(combat(text, dice=[6, 1]), "1615", "unit P-8")  # 10 against 2 + 2 + 1 + 1
    while asks(game) in ("poland: through", "poland: to"):
        play(game, f"hex {min(offered(game, 'hex'))}")
    assert offered(game, "unit") == {"P-8", "P-12"}
    play(game, "unit P-12")
    assert where(game, "P-12") == "eliminated"
    assert where(game, "P-8") not in ("eliminated", "1715")


@rule("9.5.b5", "1.2k", "9.5.b1", "9.5.b2")
def test_in_the_second_hex_as_well() -> None:
    # One friend opens 1814; behind it only 1813 is left, and three friends hold it.
    friends = "".join(f'units.{name} = "1813"\n' for name in ("P-5", "P-6", "P-7"))
    text = FLANK + RING + friends + 'units.P-4 = "1814"\nunits.P-12 = "1715"\n'
    game = attack(combat(text, dice=[6, 1]), "1615", "unit P-8")
    while asks(game) in ("poland: through", "poland: to"):
        play(game, f"hex {min(offered(game, 'hex'))}")
    assert {where(game, "P-8"), where(game, "P-12")} == {"1814"}
    assert offered(game, "unit") == {"P-8", "P-12"}
    play(game, "unit P-12")
    assert (where(game, "P-8"), where(game, "P-12")) == ("1813", "eliminated")


@rule("9.5.b5")
def test_a_way_with_room_goes_before_one_without() -> None:
    friends = "".join(f'units.P-{name} = "1814"\n' for name in (4, 5, 6))
    text = 'units.P-8 = "1715"\nunits.P-12 = "1715"\nunits.R-4 = "1615"\nfacing.1615 = "NE"\n' + friends
    _, some = found(text, POLAND, "1715", "P-8 P-12")
    full = [way for way in some if way.first == hex("1814")]
    assert full
    assert all((way.kind, way.lost) == (COSTLY, 1) for way in full)
    assert firsts(own_choice(some)) == {"1714", "1815"}


@rule("9.5.b3", "9.5.c1", "9.1e")
@pytest.mark.parametrize(("difference", "directed"), [(3, False), (7, True)])
def test_only_a_winner_who_directs_the_retreat_learns_its_ways(difference: int, directed: bool) -> None:
    game = beaten(difference=difference)
    frame = game.stack[-1]
    assert isinstance(frame, Retreat)
    assert bool(frame.ways) == directed
    assert (("disclose", "9.5.c1") in [(barrier.kind, barrier.rule) for barrier in game.barriers]) == directed


@rule("9.5.b2", "13.2a", "9.2a", "9.3h", "9.5.b1")
def test_where_the_loser_may_go_tells_the_winner_nothing() -> None:
    """Which hexes have room shows how many of the counters in them are units (a random game found it out)."""
    roomy = beaten()
    full = beaten(FLANK + "".join(f'units.P-{name} = "1914"\n' for name in (4, 5, 6, 7)))
    assert msgspec.json.encode(roomy.stack[-1]) == msgspec.json.encode(full.stack[-1])
    assert offered(play(roomy, "hex 1814"), "hex") - offered(play(full, "hex 1814"), "hex") == {"1914"}


@rule("13.3h", "9.5.b3")
def test_lithuanians_do_not_retreat_onto_russians() -> None:
    text = 'lithuania = true\nunits.L-1 = "0804"\nunits.R-4 = "0803"\nunits.P-8 = "0805"\n'
    _, some = found(text, RUSSIA, "0804", "L-1")
    assert some
    assert "0803" not in firsts(some)


# -- 9.5.c1 the winner directs ------------------------------------------------------------


@rule("9.5.c1", "9.2a", "9.3h", "9.5.b1", "9.5.b2")
def test_by_seven_the_winner_chooses_way_and_facing() -> None:
    game = beaten(difference=7)
    assert asks(game) == "russia: through"
    play(game, "hex 1814", "hex 1914")
    assert asks(game) == "russia: which"
    play(game, "face 2013")
    assert facing(game, "1914") == "NE"
    assert where(game, "P-8") == "1914"


@rule("9.5.c1")
def test_he_must_take_a_way_that_costs_the_fewest_units() -> None:
    friends = "".join(f'units.P-{name} = "1814"\n' for name in (4, 5, 6, 7))
    text = 'units.P-8 = "1715"\nunits.P-12 = "1715"\nunits.R-4 = "1615"\nfacing.1615 = "NE"\n' + friends
    _, some = found(text, POLAND, "1715", "P-8 P-12")
    assert {way.lost for way in some} == {0, 2}
    assert "1814" not in firsts(winners_choice(some))


@rule("9.5.c1", "13.5b")
def test_internment_counts_as_a_loss_when_the_winner_chooses() -> None:
    _, some = found('units.R-4 = "0607"\nunits.P-8 = "0608"\n', RUSSIA, "0607", "R-4")
    prussian = [way for way in some if way.second < 0]
    assert prussian
    assert all((way.kind, way.lost) == (SAFE, 1) for way in prussian)  # the Russian himself may choose it (H-27)
    assert not set(winners_choice(some)) & set(prussian)
    assert set(prussian) <= set(own_choice(some))


@rule("1.3e", "1.3f", "13.5a")
def test_poles_are_interned_only_as_a_last_resort() -> None:
    text = 'units.P-8 = "0607"\nunits.R-4 = "0608"\n'
    _, some = found(text, POLAND, "0607", "P-8")
    assert any(way.kind == ABROAD for way in some)
    assert all(way.kind == SAFE for way in own_choice(some))
    ring = 'units.R-5 = "0707"\nunits.R-6 = "0509"\nunits.R-7 = "0706"\n'
    _, left = found(text + ring, POLAND, "0607", "P-8")
    assert {way.kind for way in own_choice(left)} == {ABROAD}


@rule("13.5a", "1.3f", "9.2a", "9.3h", "9.5.b1", "9.5.b2")
def test_poles_who_retreat_to_east_prussia_are_out_of_the_war() -> None:
    text = """
        units.P-8 = "0607"
        units.Pilsudski = "0607"
        units.R-25 = "0608"
        units.Kork = "0608"
        units.R-5 = "0707"
        units.R-6 = "0509"
        units.R-7 = "0706"
        facing.0608 = "N"
        facing.0607 = "SE"
    """
    game = attack(combat(text, dice=[6, 3]), "0608")
    while asks(game) in ("poland: through", "poland: to", "russia: through", "russia: to"):
        play(game, f"hex {min(offered(game, 'hex'))}")
    assert where(game, "P-8") == "interned"
    assert where(game, "Pilsudski") == "interned"


@rule("13.4a", "9.5.b3")
def test_ukrainians_driven_north_are_lost() -> None:
    s, some = found('units.U-3 = "1511"\nunits.R-4 = "1512"\n', POLAND, "1511", "U-3")
    north = [way for way in some if s.m.north >> way.first & 1]
    assert north
    assert all((way.kind, way.lost) == (COSTLY, 1) for way in north)


@rule("13.3c")
def test_lithuanians_driven_too_far_are_lost() -> None:
    text = 'lithuania = true\nunits.L-1 = "0807"\nunits.P-8 = "0806"\n'
    _, some = found(text, RUSSIA, "0807", "L-1")
    far = [way for way in some if way.second == hex("0809")]
    assert far
    assert all(way.lost == 1 for way in far)


# -- H-16 who takes part ------------------------------------------------------------


@rule("9.2f", "9.5.b1", "9.2a", "9.3h", "9.5.b2")
def test_units_that_did_not_attack_do_not_retreat_either() -> None:
    text = FLANK + 'units.R-4 = { hex = "1615", attacked = true }\n'
    game = attack(combat(text, dice=[1, 6]), "1615")  # 5 against 8
    play(game, f"hex {min(offered(game, 'hex'))}")
    play(game, f"hex {min(offered(game, 'hex'))}")
    assert where(game, "R-4") == "1615"
    assert where(game, "R-25") != "1615"


@rule("9.5.b7", "9.2f")
@pytest.mark.parametrize("stays", ["", 'units.R-4 = { hex = "1615", attacked = true }\n'])
def test_a_hex_where_somebody_stays_is_not_vacated(stays: str) -> None:
    game = attack(combat(FLANK + stays, dice=[1, 6]), "1615")
    while asks(game) in ("russia: through", "russia: to", "russia: which"):
        verb = next(iter(asked(game).verbs()))
        play(game, f"{verb} {min(offered(game, verb))}")
    assert (asks(game) == "poland: who_goes") == (not stays)


@rule("9.5.c1", "13.4a", "9.2a", "9.3h", "9.5.b1", "9.5.b2")
def test_the_winner_chooses_no_route_that_costs_a_command_unit_if_another_costs_nobody() -> None:
    text = """
        units.R-4Cav = "1512"
        units.R-44 = "1412"
        units.Mezheninov = "1512"
        units.P-Rybak = "1411"
        units.Pavlenko = "1411"
        facing.1512 = "NW"
        facing.1411 = "N"
    """
    game = attack(combat(text, dice=[6, 1]), "1512")
    while asks(game) in ("russia: through", "russia: to"):
        assert "1410" not in offered(game, "hex")  # north of the line
        play(game, f"hex {min(offered(game, 'hex'))}")
    assert where(game, "Pavlenko") == where(game, "P-Rybak") != "1411"


@rule("9.1e", "13.4a")
def test_a_command_unit_lost_on_the_way_is_a_loss() -> None:
    text = 'units.P-1Cav = "1411"\nunits.Pavlenko = "1411"\nunits.R-44 = "1412"\nfacing.1411 = "N"\n'
    s, some = found(text, POLAND, "1411", "P-1Cav")
    north = [way for way in some if (s.m.north >> way.first | s.m.north >> way.second) & 1]
    assert north
    assert all((way.lost, way.kind) == (1, COSTLY) for way in north)
    assert all(way.lost == 0 for way in some if way not in north)


@rule("9.6a", "9.5.b1", "13.4a")
def test_a_command_unit_does_not_come_where_nobody_lives_on() -> None:
    """The Ukrainians are lost in the second hex, north of the line; their commander is left behind and comes back."""
    s, some = found('units.U-3 = "0112"\nunits.Pavlenko = "0112"\nunits.R-4 = "2014"\n', POLAND, "0112", "U-3")
    across = [way for way in some if way.second >= 0 and s.m.south >> way.first & s.m.north >> way.second & 1]
    assert across
    assert all((way.lost, way.kind) == (1, COSTLY) for way in across)


# A Pole in 1116 with his back to Romania; 1117 there lies across a river from 1216 and beside 1016.
CORNER = """
    units.P-8 = "1116"
    units.Pilsudski = "1116"
    units.R-25 = "1115"
    units.Uborevich = "1115"
    units.R-5 = "1216"
    facing.1115 = "S"
    facing.1116 = "S"
"""


@rule("1.3e", "9.5.b3", "9.5.b4", "9.6a", "9.2a", "9.3h", "9.5.b1")
@pytest.mark.parametrize(
    ("third", "fate", "command"), [("0916", "interned", "interned"), ("1016", "eliminated", "turn 5")]
)
def test_a_hex_abroad_next_to_an_enemy_is_no_way_out(third: str, fate: str, command: str) -> None:
    """Who is interned is gone for good; of a stack that is eliminated the command unit returns (H-63)."""
    game = attack(combat(CORNER + f'units.R-6 = "{third}"\n', dice=[3, 3]), "1115")
    assert (where(game, "P-8"), where(game, "Pilsudski")) == (fate, command)


# -- one hex of a retreat ------------------------------------------------------------


def along(text: str, names: str, commander: str, *path: int) -> State:
    """The state after beaten units have gone along these hexes with the command unit of their stack."""
    s = at(f'turn = 4\nphase = "combat"\n{text}').s
    s.moving, s.moving_hex = collect(units(names)), path[0]
    frame = Retreat(side=POLAND, hex=path[0], by=POLAND, commanders=[unit(commander)])
    for to in path[1:]:
        frame._go(s, to)
    return s


@rule("9.5.b1", "9.6a", "13.4a")
def test_a_command_unit_goes_with_those_who_live_on_and_not_without_them() -> None:
    plain = M.open & ~M.cities
    north = next(h for h in members(M.north & plain) if (M.around[h] & M.south & plain).bit_count() > 1)
    south, back = members(M.around[north] & M.south & plain)[:2]
    text = 'units.U-3 = "X"\nunits.P-8 = "X"\nunits.Pilsudski = "X"\nunits.Pavlenko = "X"\nunits.R-4 = "Smolensk"\n'
    text = text.replace("X", M.grid.number(south))
    s = along(text.replace("units.P-8", "units.P-12"), "U-3", "Pilsudski", south, north)
    assert s.place[unit("U-3")] == ELIMINATED
    assert s.place[unit("Pilsudski")] == south  # with the 12th Division, which did not fight
    s = along(text, "U-3 P-8", "Pilsudski", south, north)
    assert (s.place[unit("P-8")], s.place[unit("Pilsudski")]) == (north, north)
    assert (s.moving, s.moving_hex) == (1 << unit("P-8"), north)
    s = along(text, "U-3 P-8", "Pavlenko", south, north, back)
    assert s.place[unit("P-8")] == back
    assert s.place[unit("Pavlenko")] == LOST  # north of the line; the second hex does not bring it back


@rule("9.5.b1", "9.1e")
def test_after_a_retreat_nobody_is_under_way_and_none_is_found_for_nobody() -> None:
    game = play(beaten(), "hex 1814", "hex 1914", "face 1814")
    assert (game.s.moving, game.s.moving_hex) == (0, -1)
    assert ways(game.s, POLAND, hex("1715"), []) == []
