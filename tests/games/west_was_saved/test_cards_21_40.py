"""The forty event cards, one after another: 21 to 40. What a card of ours says, both players' texts of it."""

from __future__ import annotations

import pytest

from vistula.board.hexes import members
from vistula.games.west_was_saved.cards.combat import Fighting, attacks_allowed, combat_terms, coordination
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.strength import defence_lines
from vistula.games.west_was_saved.state import MOVEMENT, REDEPLOYMENT, State
from vistula.kernel import Action, Game
from vistula.parts.odds import total

from .hands import SOMETHING, card_bonus, fight, gained, laid, may_declare
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
    offered,
    play,
    points,
    roll,
    run_on,
    unit,
    units,
    verbs,
    weak,
    where,
)

rule = pytest.mark.rule


def phase(name: str, text: str, turn: int = 4, **cards: int) -> Game[State]:
    """A phase with these cards on the table, at its first question."""
    head = "".join(f"laid.{seat} = {card}\n" for seat, card in cards.items())
    return at(f'turn = {turn}\nphase = "{name}"\n{head}{text}')


# -- 21 Peasant Carts -----------------------------------------------------------------------------------------------


@rule("6.0a", "6.0b", "3.2a", "3.2c")
@pytest.mark.parametrize(
    ("seat", "key", "depot", "near", "far"),
    [
        ("russia", "R-4", "Zhytomyr", "1012", "0913"),
        ("russia", "R-4Cav", "Zhytomyr", "0712", "0713"),
        ("poland", "P-8", "Baranowicze", "1505", "1605"),
        ("poland", "U-3", "Rowne", "1515", "1615"),
    ],
)
def test_21_one_intervening_hex_more_in_the_supply_check(seat: str, key: str, depot: str, near: str, far: str) -> None:
    """`near` has one intervening hex too many, `far` two."""
    other = "units.P-6 = 'Warsaw'\n" if seat == "russia" else "units.R-6 = 'Smolensk'\n"
    for place, helped in ((near, True), (far, False)):
        text = f"{other}units.{key} = '{place}'\ndepots.{seat} = ['{depot}']\n"
        assert weak(phase("supply", text), key)
        assert weak(phase("supply", text, **{seat: 21}), key) is not helped
        enemy = "poland" if seat == "russia" else "russia"
        assert weak(phase("supply", text, **{enemy: 21}), key)


@rule("3.2a", "3.2c", "6.0a")
def test_21_means_the_supply_check_alone() -> None:
    text = "units.P-8 = { hex = '1113', weak = true }\nunits.R-6 = 'Smolensk'\ndepots.poland = ['Lublin']\n"
    game = phase("restoration", text + "total.poland = 30\n", poland=21)
    assert asks(game) == "poland: restoration"
    assert offered(game, "unit") == set()  # restoration asks for supply without the carts


# -- 22 The Bialystok Committee -------------------------------------------------------------------------------------


@rule("3.2a", "3.2c", "4.0c")
@pytest.mark.parametrize(
    ("places", "russia", "poland"),
    [((), 0, 2), (("Bialystok",), 2, 0), (("Brest", "Lwow", "Lublin"), 6, 0), (("Minsk",), 0, 2)],
)
def test_22_points_for_polish_cities_in_russian_hands(places: tuple[str, ...], russia: int, poland: int) -> None:
    numbers = ("R-5", "R-6", "R-7")
    text = SOMETHING + "".join(f"units.{key} = '{place}'\n" for key, place in zip(numbers, places, strict=False))
    game = laid(text, poland=22)
    assert (gained(game, RUSSIA), gained(game, POLAND)) == (russia, poland)


# -- 23 The Train of the Revolution ---------------------------------------------------------------------------------


@rule("3.2a", "3.2c", "4.0c")
def test_23_a_russian_command_goes_to_a_city_of_its_area() -> None:
    text = """
        units.Kork = "Smolensk"
        units.Uborevich = "Kiev"
        units.R-4 = "Vitebsk"
        units.R-5 = "Gomel"
        units.R-44 = "Cherkasy"
        units.R-45 = "1303"
        units.R-6 = "Lida"
        units.P-8 = "Warsaw"
        depots.russia = ["Vitebsk", "Gomel", "Cherkasy"]
    """
    game = laid(text, russia=23)
    assert gained(game, RUSSIA) == 2
    assert offered(game, "unit") == {"Kork", "Uborevich"}
    play(game, "unit Kork")
    assert offered(game, "hex") == {"1603", "1809"}  # north, a city, in supply
    play(game, "hex 1809")
    assert where(game, "Kork") == "1809"


@rule("3.2a", "3.2c", "4.0c")
def test_23_a_polish_command_may_also_stay() -> None:
    text = "units.Pilsudski = 'Warsaw'\nunits.P-8 = 'Lublin'\nunits.Pavlenko = 'Lublin'\nunits.R-4 = 'Smolensk'\n"
    game = laid(text, poland=23)
    assert offered(game, "unit") == {"Pilsudski"}  # the Ukrainian one is no Polish command unit
    play(game, "none")
    assert where(game, "Pilsudski") == "0409"


# -- 24 Appeal to Officers ------------------------------------------------------------------------------------------


@rule("10.0a", "3.2a", "3.2c")
@pytest.mark.parametrize("seat", ["poland", "russia"])
def test_24_two_units_are_restored_free(seat: str) -> None:
    keys, city = (("P-8", "P-7", "P-6"), "Warsaw") if seat == "poland" else (("R-4", "R-5", "R-6"), "Smolensk")
    text = "".join(f"units.{key} = {{ hex = '{city}', weak = true }}\n" for key in keys)
    text += (
        "units.R-10 = 'Vitebsk'\nunits.P-10 = 'Lublin'\n"
        "depots.russia = ['Smolensk']\npoints.poland = 1\npoints.russia = 1\n"
    )
    game = phase("restoration", text, **{seat: 24})
    while not asks(game).startswith(seat):
        play(game, "done")
    play(game, f"unit {keys[0]}", f"unit {keys[1]}")
    assert points(game, seat) == 1
    play(game, f"unit {keys[2]}")
    assert points(game, seat) == 0


# -- 25 Rival Fronts, 26 Rolling Stock ------------------------------------------------------------------------------


CROSSING = """
    units.R-4 = "Gomel"
    units.R-5 = "Gomel"
    units.R-6 = "Gomel"
    units.P-8 = "Warsaw"
    depots.russia = ["Gomel", "Chernigov"]
    total.russia = 20
    points.russia = 0
"""


def redeploy(game: Game[State], key: str, to: str = "") -> None:
    """One unit goes to a hex, or to the last one offered, and faces whatever comes first."""
    while asks(game).startswith("poland"):
        play(game, "pass")
    play(game, f"unit {key}")
    play(game, f"step {to or max(offered(game, 'step'))}", "stop")
    if "face" in verbs(game):
        play(game, f"face {min(offered(game, 'face'))}")


@rule("13.1b", "3.2a", "3.2c")
def test_25_two_russian_units_cross_free_of_charge() -> None:
    assert cannot(play(phase("redeployment", CROSSING), "unit R-4"), "step 1810")
    game = phase("redeployment", CROSSING, russia=25)
    redeploy(game, "R-4", "1810")
    redeploy(game, "R-5", "1810")
    assert where(game, "R-4") == where(game, "R-5") == "1810"
    assert points(game, "russia") == 0
    play(game, "unit R-6")
    assert cannot(game, "step 1810")


@rule("13.1b", "3.2a", "3.2c")
def test_25_poles_close_the_line_in_every_phase() -> None:
    game = phase("redeployment", CROSSING.replace("points.russia = 0", "points.russia = 5"), poland=25)
    assert cannot(play(game, "unit R-4"), "step 1810")
    game = phase(
        "movement", CROSSING.replace("points.russia = 0", "points.russia = 5") + "units.Kork = 'Gomel'\n", poland=25
    )
    run_on(game, "allocate")
    while asks(game) != "russia: allocate":
        play(game, "pass")
    play(game, "mark 1809")
    run_on(game, "plan")
    play(game, "unit R-4")
    assert can(game, "step 1808")
    assert cannot(game, "step 1810")


@rule("11.2a", "3.2a", "3.2c", "13.1b")
@pytest.mark.parametrize(("card", "limit"), [(0, 4), (26, 6)])
def test_26_six_units_may_redeploy(card: int, limit: int) -> None:
    keys = ("R-4", "R-5", "R-6", "R-7", "R-8", "R-10", "R-11")
    places = ("Gomel", "Gomel", "Smolensk", "Smolensk", "Vitebsk", "Vitebsk", "Orsha")
    text = "".join(f"units.{key} = '{place}'\n" for key, place in zip(keys, places, strict=True))
    text += (
        "units.P-8 = 'Warsaw'\ndepots.russia = ['Gomel', 'Smolensk', 'Vitebsk', 'Orsha']\n"
        "total.russia = 20\npoints.russia = 0\n"
    )
    game = phase("redeployment", text, **({"russia": card} if card else {}))
    moved = 0
    while moved < len(keys) and game.s.phase == REDEPLOYMENT and can_redeploy(game, keys[moved]):
        redeploy(game, keys[moved])
        moved += 1
    assert moved == limit


def can_redeploy(game: Game[State], key: str) -> bool:
    while game.s.phase == REDEPLOYMENT and asks(game).startswith("poland"):
        play(game, "pass")
    return game.s.phase == REDEPLOYMENT and can(game, f"unit {key}")


# -- 27 Forced March, 31 Raid ---------------------------------------------------------------------------------------


MARCH = """
    units.P-8 = "Lublin"
    units.P-1Cav = "Brest"
    units.Pilsudski = "Lublin"
    units.Sikorski = "Brest"
    units.R-4 = "Smolensk"
    depots.poland = ["Lublin", "Brest", "Baranowicze", "Kowel", "Rowne"]
    points.russia = 0
    points.poland = 3
"""


def ordered(game: Game[State], place: str, key: str) -> Game[State]:
    """The order to one unit begun: a marker on its hex, the unit chosen."""
    run_on(game, "allocate")
    play(game, f"mark {M.grid.number(hex(place))}", "pass")
    run_on(game, "plan")
    return play(game, f"unit {key}")


@rule("7.4e", "3.2a", "3.2c")
@pytest.mark.parametrize(("die", "tired"), [(5, False), (6, True)])
def test_27_a_forced_march_goes_two_hexes_further(die: int, tired: bool) -> None:
    game = ordered(phase("movement", MARCH, poland=27), "Lublin", "P-8")
    play(game, "forced_march")
    for place in ("0712", "0812", "0912", "1012"):
        play(game, f"step {place}")
    roll(game, die)
    play(game, "order")
    play(game, "face 1112")
    assert where(game, "P-8") == "1012"  # four hexes
    if tired:
        play(game, "unit P-8")
    assert weak(game, "P-8") is tired
    assert game.s.card_uses[POLAND] == 0


@rule("3.2c", "7.4e", "9.4c", "13.5b")
def test_27_nobody_dices_for_whoever_has_marched_into_east_prussia() -> None:
    text = (
        "units.R-4 = '0607'\nunits.Gai = '0607'\nunits.P-8 = '0409'\ndepots.russia = ['Bialystok']\npoints.russia = 1\n"
    )
    game = run_on(phase("movement", text, russia=27), "allocate")
    run_on(play(game, "mark 0607"), "plan")
    play(game, "unit R-4", "forced_march", "step 0606")
    roll(game, 3, 6)  # how long it waits; and the die that would tire a marcher
    play(game, "order")
    assert not events(game, "forced_march")
    assert (where(game, "R-4"), game.s.moving, game.s.phase > MOVEMENT) == ("turn 7", 0, True)


@rule("3.2c", "7.4a", "7.4e")
def test_27_leads_nobody_out_of_a_ring_of_enemies() -> None:
    russians = ("R-4", "R-5", "R-6", "R-7", "R-8", "R-10")
    text = "units.P-8 = 'Lublin'\nunits.Pilsudski = 'Lublin'\ndepots.poland = ['Lublin']\n"
    text += "points = { poland = 1, russia = 0 }\n"
    around = members(M.around[hex("Lublin")])
    text += "".join(f"units.{key} = '{M.grid.number(h)}'\n" for key, h in zip(russians, around, strict=True))
    game = run_on(phase("movement", text, poland=27), "allocate")
    run_on(play(game, "mark 0611"), "plan")
    assert "unit" not in verbs(game)
    refusal = game.seat("poland").refusal(Action("unit", unit("P-8")))
    assert (refusal.rule, "no hex to which the group could go" in refusal.why) == ("7.4a", True)


@rule("3.2a", "3.2c", "7.4e")
def test_27_is_not_for_cavalry() -> None:
    game = ordered(phase("movement", MARCH, poland=27), "Brest", "P-1Cav")
    assert "forced_march" not in verbs(game)


@rule("7.4e", "7.4g", "3.2a", "3.2c")
def test_31_a_raid_goes_six_hexes_without_a_die() -> None:
    game = ordered(phase("movement", MARCH, poland=31), "Brest", "P-1Cav")
    play(game, "raid")
    for place in ("0909", "1008", "1108", "1207", "1307", "1406"):
        play(game, f"step {place}")
    play(game, "order")
    assert where(game, "P-1Cav") == "1406"
    assert not events(game, "horses_tire")
    assert not events(game, "horses_hold")


@rule("3.2a", "3.2c", "7.4e", "7.4g")
def test_31_is_for_cavalry_alone() -> None:
    game = ordered(phase("movement", MARCH, poland=31), "Lublin", "P-8")
    assert "raid" not in verbs(game)


# -- 28 Old German Trenches -----------------------------------------------------------------------------------------


@rule("3.2a", "3.2c", "9.3g")
def test_28_poles_defend_behind_the_old_trenches() -> None:
    text = "units.P-8 = '1106'\nunits.R-4 = '1206'\nunits.P-7 = '1207'\nunits.R-5 = '1307'\n"
    game = phase("combat", text, poland=28)
    assert card_bonus(game, "R-4", "P-8") == (0, 2)
    assert card_bonus(game, "R-5", "P-7") == (0, 0)  # before the line
    assert card_bonus(game, "P-8", "R-4") == (0, 0)  # only in defence


@rule("9.3c", "3.2a", "3.2c", "9.3g")
def test_28_russian_sappers_take_the_defender_his_ground() -> None:
    text = (
        "units.P-8 = '1407'\nunits.R-4 = '1507'\nfacing.1507 = 'SW'\n"
        "units.Kork = '1507'\nunits.P-7 = '1506'\nunits.R-5 = '1505'\n"
    )
    game = at(f'turn = 4\nphase = "combat"\nlaid.russia = 28\ndice = [1, 6]\n{text}')
    fought = fight(game, "R-4", "P-8")
    plain = total(defence_lines(game.s, fought))
    roll(game, 1, 1)
    play(game, "attack 1507", "alone", "card")
    assert last(game, "combat").refs["defence"] == plain - 2
    assert game.s.card_uses[RUSSIA] == 0


# -- 29 Deserters ---------------------------------------------------------------------------------------------------


@rule("3.2a", "3.2c", "3.2b")
@pytest.mark.parametrize("seat", ["poland", "russia"])
def test_29_stacks_adrift_lose_men(seat: str) -> None:
    text = """
        units.P-8 = "Lwow"
        units.P-7 = "Minsk"
        units.P-6 = "Lublin"
        units.R-4 = "1306"
        units.R-5 = "1406"
        units.R-6 = "Kiev"
        units.R-10 = "1704"
        depots.poland = ["Lublin", "Minsk"]
        depots.russia = ["Vitebsk", "Borisov"]
    """
    game = laid(text, **{seat: 29})
    if seat == "russia":
        assert offered(game, "hex") == {"0814", "1307"}  # Lwów far from depots, Minsk between two enemies
        play(game, "hex 0814", "unit P-8")
        assert weak(game, "P-8")
    else:
        assert asks(game) == "russia: unit"
        play(game, "unit R-6")
        assert weak(game, "R-6")  # Kiev is the only one


@rule("3.2a", "3.2c", "3.2b")
def test_29_without_such_a_stack_the_enemy_loses_points() -> None:
    assert gained(laid(russia=29), POLAND) == -2
    game = laid("units.P-8 = 'Warsaw'\nunits.R-4 = '2005'\n", poland=29)
    assert gained(game, RUSSIA) == -2


# -- 30 Captured Stores ---------------------------------------------------------------------------------------------


STORES = """
    units.P-PL1 = "Minsk"
    units.P-PL2 = "Minsk"
    units.P-PL3 = "Minsk"
    units.Szeptycki = "Minsk"
    units.R-4 = { hex = "1406", weak = true }
    facing.Minsk = "NE"
    points.poland = 0
    points.russia = 0
"""


@rule("3.2a", "3.2c")
def test_30_an_attack_that_forces_a_retreat_brings_a_point() -> None:
    game = at(f'turn = 4\nphase = "combat"\nlaid.poland = 30\ndice = [6, 1]\n{STORES}')
    roll(game, 6, 1)
    play(game, "attack 1307", "alone")
    assert points(game, "poland") == 1
    assert game.s.card_uses[POLAND] == 2


@rule("3.2a", "3.2c")
def test_30_without_one_there_is_a_point_after_combat() -> None:
    game = at(f'turn = 4\nphase = "combat"\nlaid.poland = 30\ndice = [6, 1]\n{STORES}')
    run_on(game, "redeploy")
    assert game.s.phase > 7
    assert points(game, "poland") == 1


# -- 32 Armistice Talks ---------------------------------------------------------------------------------------------


@rule("9.2c", "3.2a", "3.2c")
@pytest.mark.parametrize(("turn", "attacks"), [(4, 1), (11, 1), (12, 0), (14, 0)])
def test_32_one_attack_each_and_none_from_turn_twelve(turn: int, attacks: int) -> None:
    game = phase("restoration", SOMETHING, turn, poland=32)
    assert attacks_allowed(game.s, POLAND) == attacks_allowed(game.s, RUSSIA) == attacks
    assert attacks_allowed(phase("restoration", SOMETHING, turn).s, POLAND) > 40


@rule("9.2c", "3.2a", "3.2c")
def test_32_ends_the_attacks_of_the_phase() -> None:
    text = STORES + "units.P-8 = '1405'\nunits.R-5 = '1505'\nfacing.1405 = 'NE'\nunits.Sikorski = '1405'\n"
    game = at(f'turn = 4\nphase = "combat"\nlaid.russia = 32\ndice = [6, 1]\n{text}')
    assert offered(game, "attack") == {"1307", "1405"}
    roll(game, 1, 6)
    play(game, "attack 1405", "alone")
    run_on(game, "redeploy")
    assert len(events(game, "combat")) == 1
    assert game.s.phase > 7


# -- 33 Shells, 37 River Flotillas ----------------------------------------------------------------------------------


@rule("3.2a", "3.2c", "9.3g", "4.0c")
@pytest.mark.parametrize("seat", ["poland", "russia"])
def test_33_guns_with_infantry_are_stronger(seat: str) -> None:
    text = """
        units.P-8 = "Minsk"
        units.P-Art1 = "Minsk"
        units.R-4 = "1406"
        units.R-Art1 = "1406"
        units.P-7 = "1407"
    """
    game = phase("combat", text, **{seat: 33})
    mine = (1, 0) if seat == "poland" else (0, 1)
    assert card_bonus(game, "P-8 P-Art1", "R-4 R-Art1") == mine
    assert card_bonus(game, "P-7", "R-4 R-Art1") == (0, mine[1])


@rule("3.2a", "3.2c", "9.3g")
@pytest.mark.parametrize(
    ("seat", "mine", "theirs", "bonus"),
    [
        ("russia", "Kiev", "1613", 1),  # the Dnieper
        ("russia", "Bobruisk", "1407", 1),  # the Berezina
        ("russia", "Pinsk", "1109", 1),  # the Pripet
        ("russia", "Minsk", "1306", 0),
        ("poland", "Warsaw", "0509", 1),  # the Vistula
        ("poland", "Brest", "0810", 1),  # the Bug
        ("poland", "Ostroleka", "0608", 1),  # the Narew
        ("poland", "Pinsk", "1109", 1),  # the Pripet
        ("poland", "Kiev", "1613", 0),
    ],
)
def test_37_flotillas_help_along_their_rivers(seat: str, mine: str, theirs: str, bonus: int) -> None:
    own, enemy = ("R-4", "P-8") if seat == "russia" else ("P-8", "R-4")
    game = phase("combat", f"units.{own} = '{mine}'\nunits.{enemy} = '{theirs}'\n", **{seat: 37})
    assert card_bonus(game, own, enemy)[0] == bonus
    side = RUSSIA if seat == "russia" else POLAND
    terms = combat_terms(game.s, Fighting(side, False, hex(mine), hex(theirs), units(own), units(enemy)))
    assert sum(term.value for term in terms) == bonus


# -- 34 Red Cossacks and Uhlans -------------------------------------------------------------------------------------


@rule("7.1b", "7.2a", "3.2a", "3.2c")
@pytest.mark.parametrize("seat", ["poland", "russia"])
def test_34_a_free_marker_for_cavalry(seat: str) -> None:
    text = """
        units.P-8 = "Lublin"
        units.P-1Cav = "Brest"
        units.R-4 = "Gomel"
        units.R-4Cav = "Kiev"
        depots.russia = ["Gomel", "Kiev"]
        depots.poland = ["Lublin", "Brest"]
        points.poland = 0
        points.russia = 0
    """
    game = run_on(phase("movement", text, **{seat: 34}), "allocate")
    assert asks(game) == f"{seat}: allocate"
    place, key, to = ("0809", "P-1Cav", "0909") if seat == "poland" else ("1713", "R-4Cav", "1613")
    assert offered(game, "free") == {place}
    play(game, f"free {place}")
    run_on(game, "plan")
    play(game, f"unit {key}", f"step {to}", "order")
    assert where(game, key) == to


# -- 35 Bulak-Balakhovich -------------------------------------------------------------------------------------------


@rule("3.2a", "3.2c", "3.2b")
def test_35_red_partisans_strike_around_the_marshes() -> None:
    text = (
        "units.P-8 = 'Pinsk'\nunits.P-7 = { hex = 'Pinsk', weak = true }\n"
        "units.P-6 = 'Warsaw'\nunits.R-4 = 'Smolensk'\n"
    )
    game = laid(text, russia=35)
    assert offered(game, "unit") == {"P-8", "P-7"}
    play(game, "unit P-7")
    assert where(game, "P-7") == "eliminated"


BALAKHOVICH = """
    units.P-BB = "card"
    units.P-8 = "Pinsk"
    units.R-4 = "1109"
    depots.poland = ["Brest", "Baranowicze", "Kowel"]
"""


@rule("3.2a", "3.2c", "3.2b")
def test_35_the_group_gathers_in_a_safe_city_near_pinsk() -> None:
    game = laid(BALAKHOVICH, poland=35)
    cities = offered(game, "hex")
    assert verbs(game) == {"hex"}, "somewhere it must gather"
    assert "1110" not in cities  # next to the Russians
    assert "1108" not in cities  # next to them too
    assert {"0809", "0912", "1113"} <= cities
    assert "0409" not in cities
    play(game, "hex 0912", "face 1011")
    assert where(game, "P-BB") == "0912"
    assert not weak(game, "P-BB")
    assert facing(game, "0912") == "NE"


@rule("3.2b", "3.2a", "3.2c")
def test_35_without_a_safe_city_the_card_is_spent() -> None:
    game = laid("units.P-BB = 'card'\nunits.P-8 = 'Krakow'\nunits.R-4 = 'Warsaw'\n", poland=35)
    assert events(game, "card_in_vain")
    assert where(game, "P-BB") == "card"


# -- 36 Staff Work --------------------------------------------------------------------------------------------------


@rule("9.2e", "3.2a", "3.2c", "9.3g")
def test_36_russian_support_comes_on_three_and_never_calls_off() -> None:
    game = phase("restoration", SOMETHING, russia=36)
    assert coordination(game.s, RUSSIA) == (3, 1)
    assert coordination(game.s, POLAND) == (5, 3)


@rule("3.2a", "3.2c", "9.3g", "9.2e")
def test_36_the_major_from_paris_helps_a_sheltered_defence() -> None:
    text = """
        units.P-8 = "Minsk"
        units.R-4 = "1306"
        units.P-7 = "0607"
        units.R-5 = "0608"
        units.P-6 = "1206"
        units.P-5 = "0609"
        units.R-6 = "0709"
        facing.1306 = "S"
    """
    game = phase("combat", text, poland=36)
    assert may_declare(game, "R-4", "P-8", attacking=False) == 3  # a city
    assert may_declare(game, "R-5", "P-7", attacking=False) == 3  # a fortification
    assert may_declare(game, "R-6", "P-5", attacking=False) == 3  # behind the Bug
    assert may_declare(game, "R-4", "P-6", attacking=False) == 0
    assert may_declare(game, "P-8", "R-4", attacking=True) == 0


# -- 38 Lost Orders -------------------------------------------------------------------------------------------------


LOST = """
    units.P-8 = "Lublin"
    units.Pilsudski = "Lublin"
    units.Sikorski = "Brest"
    units.R-4 = "Smolensk"
    units.Kork = "Smolensk"
    depots.poland = ["Lublin"]
    depots.russia = ["Smolensk"]
    points.poland = 3
    points.russia = 3
"""


@rule("7.2a", "8.0a", "7.1h", "3.2a", "3.2c")
def test_38_a_command_unit_is_silenced_for_the_turn() -> None:
    game = phase("movement", LOST, russia=38)
    assert offered(game, "unit") == {"Pilsudski", "Sikorski"}
    roll(game, 6, 1)
    play(game, "unit Pilsudski")
    run_on(game, "allocate")
    play(game, "mark 0611", "pass", "pass")
    run_on(game, "plan")
    play(game, "unit P-8")
    assert "lead" not in verbs(game)
    roll(game, 1)
    play(game, "step 0711", "order")
    assert events(game, "order_lost") or events(game, "out_of_reach")  # Brest is not next to Lublin
    run_on(game, "pick")
    while asks(game) != "poland: pick":
        play(game, "pass")
    assert offered(game, "commander") == {"Sikorski"}


@rule("3.2c", "7.2a")
def test_38_without_an_enemy_command_unit_on_the_map_nobody_is_asked() -> None:
    game = phase("movement", LOST.replace('    units.Kork = "Smolensk"\n', ""), poland=38)
    assert asks(game).endswith(": allocate")
    assert game.s.card_choice == [-1, -1]


@rule("3.2a", "3.2c", "7.2a", "8.0a")
def test_38_poles_silence_a_russian_command() -> None:
    game = phase("movement", LOST, poland=38)
    run_on(game, "pick")
    while asks(game) == "poland: pick":
        play(game, "pass")
    assert not offered(game, "commander")  # Kork was the only one


# -- 39 Feint -------------------------------------------------------------------------------------------------------


@rule("1.2e", "3.2a", "3.2c")
@pytest.mark.parametrize("seat", ["poland", "russia"])
def test_39_an_enemy_stack_is_turned_before_combat(seat: str) -> None:
    text = """
        units.P-8 = "Minsk"
        units.R-4 = "1405"
        units.P-Art1 = "1306"
        units.P-7 = "Warsaw"
        units.R-5 = "Kiev"
        facing.Minsk = "NE"
        facing.1405 = "SW"
    """
    game = phase("combat", text, **{seat: 39})
    place = "1405" if seat == "poland" else "1307"  # Warsaw and Kiev are far, guns alone have no facing
    assert asks(game) == f"{seat}: which"
    to = "1404" if seat == "poland" else "1308"
    play(game, f"face {to}")
    assert facing(game, place) == ("N" if seat == "poland" else "S")


# -- 40 Quiet Front -------------------------------------------------------------------------------------------------


@rule("9.2c", "3.2a", "3.2c", "4.0c")
@pytest.mark.parametrize(("seat", "side"), [("poland", POLAND), ("russia", RUSSIA)])
def test_40_points_or_more_points_and_no_attack(seat: str, side: int) -> None:
    game = laid(**{seat: 40})
    assert asks(game) == f"{seat}: which"
    few, many = game.clone(), game
    few.play(seat, next(a for a in few.decisions[seat].actions() if a.verb == "few"))
    assert gained(few, side) == 1
    assert attacks_allowed(few.s, side) > 40
    play(many, "many")
    assert gained(many, side) == 4
    assert attacks_allowed(many.s, side) == 0
    assert attacks_allowed(many.s, 1 - side) > 40
