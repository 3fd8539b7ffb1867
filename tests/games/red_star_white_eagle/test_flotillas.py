"""16.0 Flotillas, the canal, marines."""

from __future__ import annotations

import pytest
from clicks import asks, can, offered, play, roll

from vistula.board.hexes import Hex, bits, members
from vistula.games.red_star_white_eagle.rules.flotillas import (
    DNEPR,
    VISTULA,
    FlotillaRetreat,
    canal_open,
    channels,
    course,
    flotilla_targets,
    other_end,
    reach,
    waters,
)
from vistula.games.red_star_white_eagle.rules.supply import supplied
from vistula.games.red_star_white_eagle.rules.zoc import ignores_zoc, zoc
from vistula.games.red_star_white_eagle.state import COMBAT, put

from .desk import situation, table, where, why
from .fields import M, P, R, field, h, hs, u, us
from .marching import among, moves, moving, river_between

rule = pytest.mark.rule
KOBRYN, PINA = "2317", "2718"


def plain_sails(system: int, a: Hex, b: Hex) -> bool:
    """(A37) Two neighbours whose common corners are touched by navigable hexsides of both."""
    water = {frozenset(side) for side in M.navigable[system]}
    for third in set(M.grid.neighbours[a]) & set(M.grid.neighbours[b]):
        corner = [frozenset(pair) for pair in ((a, b), (a, third), (b, third))]
        wet = [side for side in corner if side in water]
        if any(a in side for side in wet) and any(b in side for side in wet):
            return True
    return False


@rule("16.0a", "16.0b", "16.0c", "16.0d")
def test_flotillas_sail_along_their_own_rivers() -> None:
    for system in (DNEPR, VISTULA):
        hexes = waters(M, system)
        assert all(M.land >> hex & 1 for hex in bits(hexes))
        inner = [hex for hex in bits(hexes) if all(M.grid.valid >> hex + step & 1 for step in M.grid.steps(hex))]
        for hex in inner:
            plain = {n for n in M.grid.neighbours[hex] if M.land >> n & 1 and plain_sails(system, hex, n)}
            assert set(members(channels(M, system)[hex])) == plain
    vistula = field({"1013": "P-Vist"})
    found = reach(vistula, u("P-Vist"))
    assert found >> h("0409") & 1
    assert found >> h("1122") & 1
    assert not found & waters(M, DNEPR) & ~waters(M, VISTULA)
    dnepr = field({"4120": "P-Pinsk"})
    assert reach(dnepr, u("P-Pinsk")) >> h("4528") & 1


@rule("16.0e")
def test_enemies_on_both_banks_close_a_river_and_on_one_do_not() -> None:
    """E20: Russians in 0711 and 0712 keep the Vistula flotilla from Toruń."""
    both = {"1013": "P-Vist", "0711": "R-53", "0712": "R-4"}
    assert not reach(field(both), u("P-Vist")) >> h("0409") & 1
    assert reach(field(both | {"0711": ""}), u("P-Vist")) >> h("0409") & 1
    game = moving(both, "P-Vist")
    assert why(game, "sail 0409") == "16.0e"
    assert "0712" not in offered(game, "sail")
    watched = field({"1013": "P-Vist", "0812": "R-K6"})  # zones do not matter
    assert reach(watched, u("P-Vist")) >> h("0409") & 1


@rule("16.0f", "16.0e")
def test_flotillas_have_no_zone_and_heed_none() -> None:
    s = field({"1013": "P-Vist"})
    assert zoc(s, P) == 0
    assert ignores_zoc(s, u("P-Vist"))
    assert supplied(s, u("P-Vist"))


@rule("16.1")
def test_the_books_targets() -> None:
    """E21: a flotilla in 4530."""
    s = field({"4530": "P-Pinsk"})
    found = flotilla_targets(s, u("P-Pinsk"))
    assert hs("4430 4529 4630 4631") & ~found == 0
    assert not found & hs("4531 4431")


@rule("16.0g")
def test_to_others_the_canal_is_a_river() -> None:
    assert all(river_between(a, b) for a, b in M.canal)
    assert {M.grid.number(hex) for hex in M.canal_ends} == {KOBRYN, PINA}


@rule("16.6a")
@pytest.mark.parametrize(("turn", "open_"), [("May I", True), ("June IV", True), ("July I", False), ("Oct IV", False)])
def test_the_season_of_the_canal(turn: str, open_: bool) -> None:
    s = situation({KOBRYN: "P-Vist"}, at=turn)
    assert canal_open(s, u("P-Vist"), h(KOBRYN)) is open_
    assert can(moving({KOBRYN: "P-Vist"}, "P-Vist", at=turn), "canal") is open_
    assert not canal_open(s, u("P-Vist"), h("1013"))
    assert M.grid.number(other_end(s, h(KOBRYN))) == PINA
    assert other_end(s, h("1013")) == -1


@rule("16.6a", "16.0e")
def test_the_far_end_must_be_free() -> None:
    game = moving({KOBRYN: "P-Vist", PINA: "R-4"}, "P-Vist", at="May I")
    assert not can(game, "canal")


@rule("16.6b")
def test_one_or_two_and_the_flotilla_is_through() -> None:
    for die, through in ((1, True), (2, True), (3, False), (6, False)):
        game = play(roll(moving({KOBRYN: "P-Vist"}, "P-Vist", at="May I"), die), "canal")
        if not through:
            assert where(game, "P-Vist") in ("pool", "dead")
            continue
        assert where(game, "P-Vist") == PINA
        assert not can(game, "canal")
        play(game, "sail 4528")  # and goes on
        assert where(game, "P-Vist") == "4528"


@rule("16.6c", "16.7.1a")
def test_marines_aboard_are_ashore_when_the_canal_takes_the_flotilla() -> None:
    game = moving({KOBRYN: "P-Vist P-MarP"}, "P-Vist", at="May I")
    play(roll(play(game, "board P-MarP"), 5), "canal")
    assert where(game, "P-MarP") == KOBRYN
    assert game.s.moved >> u("P-MarP") & 1
    game = moving({KOBRYN: "P-Vist P-MarP"}, "P-Vist", at="May I")
    play(roll(play(game, "board P-MarP"), 1), "canal", "stop")
    assert where(game, "P-MarP") == where(game, "P-Vist") == PINA


@rule("16.7.1a")
def test_marines_are_carried_and_landed_on_the_way() -> None:
    game = moving({"1013": "P-Vist P-MarP"}, "P-Vist")
    play(game, "board P-MarP")
    assert not can(game, "land P-MarP")
    play(game, "sail 0711", "land P-MarP", "sail 0409", "stop")
    assert (where(game, "P-MarP"), where(game, "P-Vist")) == ("0711", "0409")
    assert not offered(game, "unit")  # neither moves again
    alone = moves({"1013": "P-Vist", "0913": "P-MarP"})
    play(alone, "unit P-MarP", "step 1013", "stop", "unit P-Vist")
    assert not offered(alone, "board")
    assert why(alone, "board P-MarP") == "16.7.1a"


@rule("16.7.1a", "8.0c")
def test_marines_who_have_moved_or_a_flotilla_that_has_sailed() -> None:
    game = play(moving({"1013": "P-Vist P-MarP"}, "P-Vist"), "sail 0711")
    assert not offered(game, "board")
    assert not offered(game, "sail")
    play(game, "stop")
    assert offered(game, "unit") == {"P-MarP"}


@rule("16.3a", "16.3b", "16.7.1c")
def test_a_flotilla_retreats_anywhere_on_its_rivers() -> None:
    s = situation({"1013": "P-Vist P-MarP", "1112": "R-53"})
    s.phase = COMBAT
    game = table(s, FlotillaRetreat(unit=u("P-Vist"), marines=us("P-MarP")))
    assert asks(game).startswith("poland")
    assert offered(game, "place") == among(reach(s, u("P-Vist")) & ~M.interning)
    play(game, "board P-MarP", "place 0409")
    assert where(game, "P-Vist") == where(game, "P-MarP") == "0409"


@rule("16.3b")
def test_a_flotilla_without_a_way_out_is_lost() -> None:
    around = {M.grid.number(n): key for n, key in zip(members(channels(M, VISTULA)[h("1013")]), RUSSIANS, strict=False)}
    s = situation({"1013": "P-Vist"} | around)
    s.phase = COMBAT
    game = table(s, FlotillaRetreat(unit=u("P-Vist")))
    assert game.over
    assert where(game, "P-Vist") in ("pool", "dead")


RUSSIANS = [M.key[unit] for unit in M.units_of[R] if M.front[unit] == 0 and M.kind[unit] == 0]


@rule("16.3a", "16.6a")
def test_a_retreat_through_the_canal() -> None:
    s = situation({KOBRYN: "P-Vist"}, at="May I")
    s.phase = COMBAT
    game = play(roll(table(s, FlotillaRetreat(unit=u("P-Vist"))), 2), "canal")
    assert where(game, "P-Vist") == PINA


@rule("16.0d")
def test_the_course_is_the_shortest() -> None:
    s = field({"1013": "P-Vist"})
    for goal in ("0409", "1122", "0711"):
        path = course(s, u("P-Vist"), h(goal))
        assert path[-1] == h(goal)
        assert len(set(path)) == len(path)
        for a, b in zip([h("1013"), *path], path, strict=False):
            assert channels(M, VISTULA)[a] >> b & 1
    put(s, u("R-53"), h("0712"))
    assert h("0712") not in course(s, u("P-Vist"), h("0409"))


@rule("16.7.2a", "16.7.2b")
def test_marines_are_fed_by_a_flotilla_within_two_hexes() -> None:
    assert supplied(field({"1013": "P-Vist", "0912": "P-MarP"}), u("P-MarP"))
    assert not supplied(field({"1014": "P-MarP"}), u("P-MarP"))


@rule("16.7.1a")
def test_marines_board_the_flotilla_in_their_own_hex() -> None:
    game = moving({"1013": "P-Vist P-MarP", "4120": "P-Pinsk"}, "P-Pinsk")
    assert not offered(game, "board")
    assert why(game, "board P-MarP") == "16.7.1a"
    play(game, "cancel", "unit P-Vist")
    assert offered(game, "board") == {"P-MarP"}
    play(game, "board P-MarP")
    assert not can(game, "cancel")
    assert not can(game, "land P-MarP")
    play(game, "stop")
    assert game.s.moved == us("P-Vist P-MarP")
