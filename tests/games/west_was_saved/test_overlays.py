"""What can be laid over the map, and what studies follow."""

from __future__ import annotations

import random

import pytest

from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.overlays import KINDS
from vistula.games.west_was_saved.state import State
from vistula.games.west_was_saved.tallies import expected, grounds, lost, weakened, worth
from vistula.kernel import ONLOOKER, Game

from .campaigning import combat, orders
from .table import TITLE, M, at, hex, last, numbers, play, play_out, start, unit

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
    assert shown(at(f"phase = 'restoration'\n{TWO}"), "poland", "fronts")["before-own-stacks"] == {"0712"}


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
    assert "0409" in shown(rail, "poland", "reach", unit("P-8"))["reach"]
    play(rail, "unit P-8", "step 0409")
    assert "0611" not in shown(rail, "poland", "reach", unit("P-8"))["reach"]


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
