"""What can be laid over the map, and what studies follow."""

from __future__ import annotations

import random

import pytest

from vistula.games.west_was_saved.model import CAVALRY, POL, POLAND, RUS, RUSSIA
from vistula.games.west_was_saved.rules.bars import astray
from vistula.games.west_was_saved.rules.queries import height
from vistula.games.west_was_saved.shown.overlays import KINDS
from vistula.games.west_was_saved.shown.tallies import expected, grounds, lost, weakened, worth
from vistula.games.west_was_saved.shown.view import panel
from vistula.games.west_was_saved.state import State
from vistula.kernel import ONLOOKER, Game, first

from .campaigning import combat, orders
from .plain import ALL, beside_enemy, commands, fed_hexes, intervenes, scattered, stack, touches_enemy
from .table import TITLE, M, at, hex, last, numbers, offered, play, play_out, start, unit

rule = pytest.mark.rule


def shown(game: Game[State], who: str, kind: str, arg: int | None = None) -> dict[str, set[str]]:
    return {layer: set(names) for layer, names in game.seat(who).overlay(kind, arg).layers.items()}


TWO = """
    units.P-8 = "Lublin"
    units.R-4 = "0713"
    units.R-4Cav = "Kiev"
    units.Pilsudski = "Lublin"
    depots.poland = ["Lublin", "Minsk"]
    depots.russia = ["Kiev"]
    facing.Lublin = "SE"
"""


@rule("6.0a", "6.0b", "6.0e")
def test_supply_of_both_sides_and_of_one_unit() -> None:
    game = at(f"phase = 'restoration'\n{TWO}")
    both = shown(game, "poland", "supply")
    assert "0611" in both["own-in-supply"]
    assert "1713" in both["enemy-in-supply"]
    assert both["own-in-supply"] == shown(game, "russia", "supply")["enemy-in-supply"]
    rider, rifles = (shown(game, "russia", "supply", unit(key))["own-in-supply"] for key in ("R-4Cav", "R-4"))
    assert rifles < rider
    assert rider - rifles >= both["in-supply-for-Russian-cavalry-only"] - rifles


@rule("5.2a", "5.2b")
def test_depots_linked_and_not_and_where_new_ones_may_be() -> None:
    found = shown(at(f"phase = 'restoration'\n{TWO}units.P-7 = 'Siedlce'\nunits.P-6 = '0609'\n"), "poland", "depots")
    assert found["linked-depots"] == {"0611"}
    assert found["depots-without-a-link"] == {"1307"}
    assert found["cities-for-a-new-depot"] == {"0609"}
    assert "0713" in found["closed-to-the-chain"]


@rule("7.4b")
def test_hexes_beside_the_enemy() -> None:
    found = shown(at(f"phase = 'restoration'\n{TWO}"), "poland", "enemy")
    around = numbers(M.grid.around[hex("0713")] & M.land) | numbers(M.grid.around[hex("Kiev")] & M.land)
    assert found["next-to-the-enemy"] | found["behind-an-unbridged-river"] == around
    assert found["behind-an-unbridged-river"]
    assert not found["next-to-the-enemy"] & found["behind-an-unbridged-river"]


@rule("1.2c")
def test_where_stacks_look() -> None:
    game = at(f"phase = 'restoration'\n{TWO}")
    assert shown(game, "poland", "fronts")["before-own-stacks"] == {"0712"}
    assert game.seat("poland").overlay("fronts").sides["before-own-stacks"] == [("0611", "0712")]
    assert game.seat("russia").overlay("fronts").sides["before-enemy-stacks"] == [("0611", "0712")]


@rule("7.2a", "9.2a")
def test_what_command_units_reach() -> None:
    found = shown(at(f"phase = 'restoration'\n{TWO}"), "poland", "command")["with-or-next-to-a-command-unit"]
    assert found == {"0611"} | numbers(M.around[hex("Lublin")])


@rule("2.2c")
def test_who_holds_the_green_cities() -> None:
    found = shown(at(f"phase = 'restoration'\n{TWO}"), ONLOOKER, "cities")
    assert found["russia"] == {"1713"}
    assert found["poland"] == set()
    assert len(found["held-by-nobody"]) == 10


@rule("7.4e", "7.2f")
def test_reach_of_a_unit_under_orders() -> None:
    text = "units.P-8 = 'Lublin'\nunits.Pilsudski = 'Lublin'\nunits.R-4 = 'Smolensk'\ndepots.poland = ['Lublin']\n"
    game = orders(text + "units.P-7 = 'Brest'\npoints.poland = 4\npoints.russia = 0\n", poland="0611 0809")
    play(game, "stack 0611")
    before = game.seat("poland").overlay("reach", unit("P-8"))
    assert before.labels["0712"] == "1"
    assert max(int(label) for label in before.labels.values()) == 3
    play(game, "unit P-8", "step 0712")
    assert set(shown(game, "poland", "reach", unit("P-8"))["reach"]) < set(before.layers["reach"])
    play(game, "order", "face 0812")
    assert shown(game, "poland", "reach", unit("P-8")) == {}  # it has had its order


@rule("8.0b", "11.1b")
def test_reach_of_command_units_and_by_rail() -> None:
    text = "units.P-8 = 'Lublin'\nunits.Pilsudski = 'Lublin'\nunits.R-4 = 'Smolensk'\ndepots.poland = ['Lublin']\n"
    game = at(f"phase = 'command'\n{text}")
    found = shown(game, "poland", "reach", unit("Pilsudski"))["reach"]
    assert found
    assert all(M.grid.distance(hex(number), hex("Lublin")) <= 5 for number in found)
    rail = at(f"phase = 'redeployment'\ntotal.poland = 20\n{text}")
    cut_off = at(f"phase = 'redeployment'\ntotal.poland = 20\nunits.P-9 = '2007'\n{text}")
    assert shown(cut_off, "poland", "reach", unit("P-9"))["reach"] == set()
    assert "0409" in shown(rail, "poland", "reach", unit("P-8"))["reach"]
    play(rail, "unit P-8", "step 0409")
    assert "0611" not in shown(rail, "poland", "reach", unit("P-8"))["reach"]


@rule("11.2b", "11.1b")
def test_where_the_unit_in_hand_has_been_is_open_to_others() -> None:
    text = "units.P-8 = 'Lublin'\nunits.P-7 = 'Lublin'\nunits.R-4 = 'Smolensk'\ndepots.poland = ['Lublin']\n"
    game = play(at(f"phase = 'redeployment'\ntotal.poland = 20\n{text}"), "unit P-8", "step 0510")
    assert "0510" in shown(game, "poland", "reach", unit("P-7"))["reach"]
    assert M.grid.number(hex("Lublin")) not in shown(game, "poland", "reach", unit("P-8"))["reach"]


def test_every_overlay_for_everyone_at_any_moment() -> None:
    game = start(4)
    for n, _ in enumerate(play_out(game, random.Random(4))):
        if n % 25 == 0 and not game.over:
            for who in ("poland", "russia", ONLOOKER):
                for kind in KINDS:
                    assert game.seat(who).overlay(kind).kind == kind
                own = next((u for u in M.combat_of[who == "russia"] if game.s.place[u] >= 0), None)
                assert game.seat(who).overlay("reach", own if who else None).kind == "reach"
    with pytest.raises(KeyError):
        game.seat("poland").overlay("weather")


# -- what studies follow ----------------------------------------------------------------------------------------------


def test_gauges_have_a_value_each() -> None:
    tallies = TITLE.tallies()
    game = at("""
        phase = "restoration"
        units.P-8 = { hex = "Warsaw", weak = true }
        units.P-41Rgt = { hex = "Warsaw", weak = true }
        units.P-PL1 = "eliminated"
        units.R-4 = "interned"
        units.R-5 = "Kiev"
        depots.poland = ["Lublin"]
    """)
    values = dict(zip((gauge.id for gauge in tallies.gauges), tallies.measure(game.s), strict=True))
    assert values == {
        "cities_poland": 1, "cities_russia": 1, "lost_poland": 4, "lost_russia": 3, "weak_poland": 1, "weak_russia": 0,
        "depots_poland": 1, "depots_russia": 0, "units_poland": 2, "units_russia": 1,
    }  # fmt: skip
    assert (lost(game.s, POLAND), weakened(game.s, POLAND), lost(game.s, RUSSIA)) == (4, 1, 3)


def test_the_line_parts_what_each_side_is_nearer_to() -> None:
    game = start(1)
    polish, russian = grounds(game.s)
    assert polish | russian == M.open
    assert not polish & russian
    assert polish >> M.warsaw & 1
    assert russian >> M.smolensk & 1
    line = TITLE.tallies().line(game.s)
    assert all(polish >> a & 1 and russian >> b & 1 and M.grid.distance(a, b) == 1 for a, b in line)
    assert len(line) > 20


@rule("9.5.a", "9.5.b1", "9.5.c1")
def test_luck_is_what_came_of_a_combat_less_what_was_to_be_expected() -> None:
    assert [worth(d) for d in (0, 1, 2, 3, 6, 7, -2, -7)] == [0, 1, 1, 2, 2, 3, -1, -3]
    assert expected(0) == 0
    assert expected(20) == 3
    assert expected(4) == -expected(-4) > 0
    text = "units.P-8 = '1307'\nunits.Szeptycki = '1307'\nunits.R-4 = '1406'\nfacing.1307 = 'NE'\n"
    game = combat(text, first="poland", dice=(6, 1))
    play(game, "attack 1307", "alone")
    event = last(game, "combat")
    side, luck = TITLE.tallies().luck(game.s, "combat", event.refs)  # type: ignore[misc]
    assert side == "poland"
    assert luck > 0
    assert TITLE.tallies().luck(game.s, "turn", {}) is None


# -- every overlay in plain words --------------------------------------------------------------------------------------


def layers_of(seat: str, kind: str, place: str, arg: int | None = None) -> tuple[State, dict[str, set[int]]]:
    """A scattered position and what an overlay lays over it, as sets of hexes."""
    game = at('turn = 5\nphase = "depots"\nunits.P-8 = "Warsaw"\nunits.R-4 = "2110"\n')
    game.s = scattered(95, place)
    found = shown(game, seat, kind, arg)
    return game.s, {name: {hex(number) for number in layer} for name, layer in found.items()}


seats = pytest.mark.parametrize(("seat", "side"), [("poland", POLAND), ("russia", RUSSIA)])
places = pytest.mark.parametrize("place", ["Minsk", "Kiev", "Kaunas"])


def units_with(side: int, rider: bool) -> int:
    return next(u for u in M.combat_of[side] if (M.kind[u] == CAVALRY) == rider and M.nation[u] in (POL, RUS))


@rule("6.0a", "6.0b")
@seats
@places
def test_the_supply_of_both_sides_is_laid_over_the_map(seat: str, side: int, place: str) -> None:
    s, found = layers_of(seat, "supply", place)
    own, enemy = (fed_hexes(s, units_with(each, False)) for each in (side, 1 - side))
    riders = fed_hexes(s, units_with(RUSSIA, True)) - (own if side == RUSSIA else enemy)
    assert [*found.values()] == [own, enemy, riders]
    for one in (units_with(side, True), units_with(1 - side, False)):
        assert [*layers_of(seat, "supply", place, one)[1].values()] == [fed_hexes(s, one)]
    for none in (len(M.units), M.commands_of[side][0]):
        assert layers_of(seat, "supply", place, none)[1] == found


@rule("1.2c", "9.2a")
@seats
@places
def test_the_hexes_at_which_stacks_look(seat: str, side: int, place: str) -> None:
    s, found = layers_of(seat, "fronts", place)
    for each, ahead in zip((side, 1 - side), found.values(), strict=True):
        looking = [M.toward[h][s.facing[h]] for h in ALL if stack(s, each, h) and s.facing[h] >= 0]
        assert ahead == {h for h in looking if h >= 0 and M.land >> h & 1}


@rule("2.2c", "7.2a", "7.4b", "5.2a", "5.2b")
@seats
@places
def test_cities_commands_enemies_and_depots(seat: str, side: int, place: str) -> None:
    s, cities = layers_of(seat, "cities", place)
    green = [h for h in ALL if M.victory >> h & 1]
    held = [{h for h in green if stack(s, each, h)} for each in (POLAND, RUSSIA)]
    assert [*cities.values()] == [*held, {*green} - held[0] - held[1]]
    _, led = layers_of(seat, "command", place)
    staffs = [h for h in ALL if commands(s, side, h)]
    near = {h for h in ALL if M.land >> h & 1 and any(M.grid.distance(h, c) <= 1 for c in staffs)}
    assert [*led.values()] == [near]
    _, foes = layers_of(seat, "enemy", place)
    close, behind = foes.values()
    assert {h for h in close if M.land >> h & 1} == {h for h in ALL if M.land >> h & 1 and beside_enemy(s, side, h)}
    assert behind == {h for h in ALL if M.land >> h & 1 and touches_enemy(s, side, h)} - close
    _, chain = layers_of(seat, "depots", place)
    linked, loose, reach, sites, shut = chain.values()
    assert linked | loose == {h for h in ALL if s.depots[side] >> h & 1}
    assert not linked & loose
    assert sites == {h for h in reach if M.cities >> h & 1 and stack(s, side, h) and not s.depots[side] >> h & 1}
    assert shut == {h for h in ALL if M.land >> h & 1 and not intervenes(s, side, h)}


@rule("11.1b", "11.2b", "7.4e", "8.0b")
def test_where_a_piece_can_get_by_the_phase() -> None:
    text = """
        turn = 4
        units.P-8 = "Lublin"
        units.P-7 = "Lublin"
        units.P-5 = "1515"
        units.Pilsudski = "Lublin"
        units.R-4 = "Smolensk"
        depots.poland = ["Lublin", "Brest"]
        total = { poland = 9, russia = 8 }
    """
    rail = at(text + 'phase = "redeployment"\n')

    def reached(game: Game[State], key: str) -> set[str]:
        return shown(game, "poland", "reach", unit(key)).get("reach", set())

    play(rail, "unit P-8")
    whole = offered(rail, "step")
    assert reached(rail, "P-8") == whole
    assert reached(rail, "P-7") == whole
    assert reached(rail, "P-5") == set()  # out of supply
    play(rail, "step 0809")
    assert reached(rail, "P-8") == offered(rail, "step")
    assert "0611" not in reached(rail, "P-8")
    play(rail, "stop", "face 0808")
    assert reached(rail, "P-8") == set()  # it has had its turn
    command = at(text + 'phase = "command"\n')
    play(command, "commander Pilsudski")
    assert reached(command, "Pilsudski") == offered(command, "hex")
    assert command.seat("poland").overlay("reach", None).layers == {}


@rule("9.3a", "9.2a")
def test_who_is_not_asked_is_shown_no_sums_of_an_attack_that_is_thought_over() -> None:
    text = 'units.R-4 = "1615"\nunits.P-8 = "1715"\nunits.Uborevich = "1615"\nfacing.1615 = "NE"\nfacing.1715 = "SW"\n'
    game = play(combat(text + "laid.russia = 9\n"), "attack 1615", "alone")
    mine, theirs = (panel(game.seat(seat)) for seat in ("russia", "poland"))
    assert mine is not None
    assert theirs is not None
    assert ((mine.rule, len(mine.columns)), (theirs.rule, len(theirs.columns))) == (("9.3a", 2), ("9.2a", 0))


@rule("1.4b")
def test_blanks_heighten_the_stack_in_which_they_lie() -> None:
    s = at('turn = 4\nphase = "depots"\nunits.P-8 = "Minsk"\nunits.R-4 = "Smolensk"\ndummies.Smolensk = 2\n').s
    heights = [[height(s, side, hex(city)) for city in ("Minsk", "Smolensk", "Kiev")] for side in (POLAND, RUSSIA)]
    assert heights == [[1, 0, 0], [0, 3, 0]]


@rule("13.3c", "13.4a")
@pytest.mark.parametrize(("key", "place", "cited"), [("L-1", "Minsk", "13.3c"), ("L-1", "Kaunas", ""),
                                                     ("U-3", "Minsk", "13.4a"), ("U-3", "Kiev", "")])  # fmt: skip
def test_why_an_ally_goes_no_further(key: str, place: str, cited: str) -> None:
    s = at('turn = 4\nphase = "depots"\nunits.P-8 = "Warsaw"\nunits.R-4 = "Smolensk"\nlithuania = true\n').s
    refusal = first(astray(s, [unit("P-8"), unit(key)]), hex(place))
    assert (refusal.rule if refusal else "") == cited
