"""1.0 Components: counters, tracks and map are what the rulebook says; wrong data is refused with a reason."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from vistula.board.data import DataError
from vistula.board.hexes import members
from vistula.games.west_was_saved.model import (
    ARTILLERY,
    CAVALRY,
    COMMAND,
    FACINGS,
    INFANTRY,
    LIT,
    POL,
    POLAND,
    RUS,
    RUSSIA,
    UKR,
    Model,
)
from vistula.games.west_was_saved.rules.bars import far
from vistula.games.west_was_saved.rules.facing import asks_facing, facing_offers
from vistula.games.west_was_saved.rules.queries import can_share, open_to
from vistula.games.west_was_saved.tables import SHIPPED, Data

from .table import TITLE, M, at, hex, hexes, play, unit

rule = pytest.mark.rule


# -- 1.1, 1.2 counters ------------------------------------------------------------------------------------------


@rule("1.1a")
def test_there_are_216_counters_forty_cards_and_two_dice() -> None:
    k = Data.read().tracks.counters
    markers = (k.depots, k.activation, k.attacker, k.defender, k.force, k.turn, k.resources, k.blank)
    assert len(M.units) + sum(markers) == 216
    assert len([card for card in M.cards if card]) == 40
    assert k.resources == 2


@rule("1.2a", "13.3i")
def test_lithuanians_are_of_the_russian_side_and_ukrainians_of_the_polish() -> None:
    assert {M.side[u] for u in M.units if M.nation[u] in (POL, UKR)} == {POLAND}
    assert {M.side[u] for u in M.units if M.nation[u] in (RUS, LIT)} == {RUSSIA}
    s = at('turn = 5\nphase = "depots"\nlithuania = true\nunits.L-1 = "Wilno"\nunits.P-8 = "Warsaw"').s
    assert s.occupied[RUSSIA] == hexes("Wilno")  # blocks Poles, holds a victory city for the Russians


@rule("1.2b")
def test_there_are_command_units_three_arms_and_depots() -> None:
    assert {M.kind[u] for u in M.combat} == {INFANTRY, CAVALRY, ARTILLERY}
    assert {M.kind[u] for u in M.commands} == {COMMAND}
    assert all(M.depots)


@rule("1.2c")
def test_a_facing_is_one_of_the_six_sides_of_a_hex() -> None:
    minsk = hex("Minsk")
    assert len(FACINGS) == len(M.toward[minsk]) == 6
    assert set(M.toward[minsk]) == set(M.grid.neighbours[minsk])
    assert M.grid.number(M.toward[minsk][FACINGS.index("N")]) == "1306"
    assert M.grid.number(M.toward[minsk][FACINGS.index("SE")]) == "1407"
    for h in members(M.land):
        for facing, to in enumerate(M.toward[h]):
            assert to < 0 or M.grid.direction(h, to) == facing


@rule("1.2g", "1.2i")
def test_counters_have_a_front_and_an_other_value_on_both_sides() -> None:
    assert M.cv[unit("P-PL1")] == (4, 2, 2, 1)
    assert M.cv[unit("R-Art1")] == (1, 1, 0, 0)
    assert M.cv[unit("P-41Rgt")] == (1, 1, 1, 1)
    assert all(len(M.cv[u]) == 4 for u in M.combat)


@rule("1.2j", "13.4b")
def test_a_stack_is_made_of_friends_poles_with_ukrainians() -> None:
    s = at('turn = 5\nphase = "depots"\nunits.P-18 = "Kamenets"\nunits.U-3 = "Kamenets"\nunits.R-4 = "Smolensk"').s
    assert s.occupied[POLAND] == hexes("Kamenets")
    assert can_share(s, unit("U-6"), hex("Kamenets"))
    assert can_share(s, unit("P-8"), hex("Kamenets"))


@rule("1.2h")
def test_three_units_are_single_sided() -> None:
    assert sorted(M.key[u] for u in members(M.single_sided)) == ["P-13CavRgt", "P-41Rgt", "U-6"]


# -- 1.3 map ------------------------------------------------------------------------------------------------------


@rule("1.3a", "1.3b", "1.3d")
def test_passable_ground_and_closed_ground() -> None:
    terrain = {M.board.terrain[h] for h in members(M.land)}
    assert terrain <= {"clear", "forest", "marsh", "rough"}
    assert {M.board.terrain[h] for h in members(M.difficult)} == {"forest", "marsh", "rough"}
    assert len(members(M.deep_marsh)) == 5
    assert not M.deep_marsh & M.land


@rule("1.3e", "1.3g", "13.5b")
def test_neutral_lands_are_closed_and_only_russians_may_enter_east_prussia() -> None:
    s = at('turn = 5\nphase = "depots"\nunits.P-8 = "Warsaw"\nunits.R-4 = "Smolensk"').s
    for side in (POLAND, RUSSIA):
        assert not open_to(s, side) & (M.neutral | M.lithuania)
    assert not open_to(s, POLAND) & M.east_prussia
    assert open_to(s, RUSSIA) & M.east_prussia
    s.lithuania = True
    assert open_to(s, POLAND) & M.lithuania == M.lithuania


def test_crossing_a_set_of_hexes_is_crossing_each_of_them() -> None:
    """The shifts that spread whole sets agree with the neighbours of single hexes."""
    dry = {h: M.around[h] & ~M.unbridged[h] for h in members(M.land)}
    for h, near in dry.items():
        assert M.cross(1 << h) == near
    assert M.cross(M.cities & M.land) == sum(1 << h for h, near in dry.items() if near & M.cities)


CLOSED = ("deep marsh", "lake", "mountain", "sea", "abroad")
ALIEN = ("czechoslovakia", "latvia", "romania", "germany", "danzig", "memel")


@rule("1.3a", "1.3b", "1.3d", "1.3e", "1.3g", "13.5a")
def test_what_each_hex_is() -> None:
    """The sets of the map, hex by hex, by the terrain and the country that the board gives it."""
    for h in members(M.grid.valid):
        terrain, country = M.board.terrain[h], M.board.region[h]
        shut, abroad = terrain in CLOSED, country in (*ALIEN, "lithuania", "east-prussia")
        entered = (not shut and country not in ALIEN) or country == "lithuania"
        assert M.impassable >> h & 1 == shut
        assert M.open >> h & 1 == (not shut and not abroad)
        assert M.land >> h & 1 == entered
        assert M.difficult >> h & 1 == (entered and terrain in ("forest", "marsh", "rough"))
        assert (M.neutral >> h & 1, M.lithuania >> h & 1) == (country in ALIEN, country == "lithuania")
        assert M.east_prussia >> h & 1 == (country == "east-prussia")
        assert M.deep_marsh >> h & 1 == (terrain == "deep marsh")
        near = {n for n in M.grid.neighbours[h] if M.land >> n & 1} if entered or country in ALIEN else set()
        assert set(M.next[h]) == set(members(M.around[h])) == near
        assert {n for n in M.toward[h] if n >= 0} == set(M.grid.neighbours[h])


# -- data packs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("tracks.toml", "limit = 4", "limit = 5", "1.2k"),
        ("tracks.toml", "russian_cavalry = 6", "russian_cavalry = 7", "6.0b"),
        ("tracks.toml", "blank = 10", "blank = 12", "1.1a"),
        ("tracks.toml", 'russia = "1912', 'russia = "1911', "5.2a"),
        ("tracks.toml", "number = 14", "number = 15", "turn 14"),
        ("units.csv", "POL,inf,III,,,1,1,0707", "POL,inf,III,2,1,1,1,0707", "1.2h"),
        ("units.csv", "RUS,art,,1,1,0,0", "RUS,art,,2,1,0,0", "1.2i"),
        ("units.csv", "XX,3,2,2,1,1304,NE", "XX,3,2,2,1,1304,N", "1.2d"),
        ("units.csv", "XX,3,2,2,1,1304,NE", "XX,3,2,2,1,9901,NE", "9901"),
        ("units.csv", "XX,3,2,2,1,1304,NE", "XX,3,4,2,1,1304,NE", "1.2g"),
        ("commands.csv", "Kork,Kork,RUS,N", "Kork,Kork,RUS,", "13.1a"),
    ],
)  # fmt: skip
def test_data_against_the_rulebook_is_refused(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    text = (SHIPPED / file).read_text(encoding="utf8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf8")
    with pytest.raises(DataError) as error:
        Model.load(tmp_path)
    assert said in str(error.value)
    assert str(error.value).startswith(file)


@rule("12.0c")
def test_infantry_that_comes_to_uman_beside_the_riders_is_none_of_their_group(tmp_path: Path) -> None:
    text = (SHIPPED / "units.csv").read_text(encoding="utf8")
    (tmp_path / "units.csv").write_text(text.replace("1,,,2,2014", "1,,,4,1716"), encoding="utf8")
    m = Model.load(tmp_path)
    assert (m.entry[unit("R-25")], m.arrival[unit("R-25")]) == (4, hex("Uman"))
    assert m.uman_group == M.uman_group


def test_a_pack_may_change_what_is_only_reconstructed(tmp_path: Path) -> None:
    shutil.copy(SHIPPED / "units.csv", tmp_path)
    path = tmp_path / "units.csv"
    text = path.read_text(encoding="utf8").replace(
        "P-PL1,PL 1,1st Legions Division,POL,inf,XX,4,", "P-PL1,PL 1,1st Legions Division,POL,inf,XX,5,"
    )
    path.write_text(text, encoding="utf8")
    changed = Model.load(tmp_path)
    assert changed.cv[unit("P-PL1")][0] == 5
    assert changed.hash != M.hash


def test_every_piece_has_a_source_and_a_name_that_leads_back() -> None:
    for u in M.units:
        assert M.source[u]
        assert TITLE.arg_of("piece", TITLE.name_of("piece", u)) == u
    with pytest.raises(ValueError, match="no unit"):
        TITLE.arg_of("piece", "P-99")
    with pytest.raises(ValueError, match="no card"):
        TITLE.arg_of("card", "41")


# -- 1.2 facing --------------------------------------------------------------------------------------------------------


@rule("1.2c", "1.2d", "1.2n", "7.2j", "7.4h", "9.5.b6", "9.5.b9")
def test_who_comes_into_an_empty_hex_says_which_way_it_faces() -> None:
    s = at('turn = 5\nphase = "depots"\nunits.P-8 = "2101"\nunits.P-Art1 = "Minsk"\nunits.R-4 = "Smolensk"').s
    rider, guns = unit("P-8"), unit("P-Art1")
    assert asks_facing(s, hex("2101"), [rider], -1)
    assert not asks_facing(s, hex("2101"), [rider], 2)  # somebody was there
    assert not asks_facing(s, hex("Minsk"), [rider], -1)  # it never came
    assert not asks_facing(s, hex("Minsk"), [guns], -1)
    assert asks_facing(s, hex("2101"), [guns, rider], -1)
    offers = facing_offers(s, hex("2101"), far(s, "1.2c", hex("2101")))
    seen = {offer.verb: set(offer.args) for offer in offers}
    on_map = [to for to in M.toward[hex("2101")] if to >= 0]
    assert seen == {"face": set(on_map), "rim": {f for f, to in enumerate(M.toward[hex("2101")]) if to < 0}}
    inland = facing_offers(s, hex("Minsk"), far(s, "1.2c", hex("Minsk")), without=0)
    assert [set(option.args) for option in inland] == [set(M.toward[hex("Minsk")][1:]), set()]


@rule("1.2c", "12.0d")
def test_a_stack_at_the_edge_may_look_off_the_map() -> None:
    game = at(
        "turn = 6\nphase = 'reinforcements'\nunits.R-45 = { hex = 'turn 6', edge = true }\nunits.P-8 = 'Warsaw'\n"
    )
    play(game, "hex 2112", "rim 1")
    assert game.s.facing[hex("2112")] == 1


@rule("1.3a")
def test_how_far_hexes_lie_apart_does_not_depend_on_the_ground() -> None:
    places = [h for h in range(M.grid.size) if M.grid.valid >> h & 1]
    some = hexes("0501 1715 Warsaw")
    for distance in range(5):
        near = {h for h in places if any(M.grid.distance(h, each) <= distance for each in members(some))}
        assert set(members(M.within(some, distance) & M.grid.valid)) == near
