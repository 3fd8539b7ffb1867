"""4.0 Game set-up: who plays what, tracks, garrisons, blocks, arrivals, Force Pool, decks."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.model import (
    NORTH,
    PIECES,
    POLAND,
    RUSSIA,
    SOUTH,
    command_of,
)
from vistula.games.strike_of_the_eagle.rules.seats import commander_seat, commands
from vistula.games.strike_of_the_eagle.state import ABSENT, DUE, POOL
from vistula.kernel import BadInput

from .table import TITLE, M, area, names, sp, start, unit, where

rule = pytest.mark.rule


@rule("4.0a", "10.0a", "10.1a")
@pytest.mark.parametrize(
    ("options", "commanders"),
    [
        ({}, ["poland", "poland", "russia", "russia"]),
        ({"players": "3"}, ["poland", "poland", "russia-north", "russia-south"]),
        ({"players": "3", "paired": "poland"}, ["poland-north", "poland-south", "russia", "russia"]),
        ({"players": "4"}, ["poland-north", "poland-south", "russia-north", "russia-south"]),
    ],
)
def test_each_player_commands_a_side_on_one_front_or_on_both(options, commanders):
    game = start("campaign", **options)
    assert [commander_seat(game.s, command) for command in range(4)] == commanders
    assert list(game.seats) == list(dict.fromkeys(commanders))


@rule("4.0a")
def test_where_one_front_is_in_play_a_player_has_one_command():
    s = start("kiev").s
    assert commands(s, 0) == [command_of(POLAND, SOUTH)]
    assert commands(s, 1) == [command_of(RUSSIA, SOUTH)]
    assert commands(start("campaign").s, 0) == [command_of(POLAND, NORTH), command_of(POLAND, SOUTH)]


@rule("0.0a")
def test_a_scenario_for_two_is_not_played_by_four():
    with pytest.raises(
        BadInput, match=r"option players=4: .* is played by poland, russia, not by poland-north, .*\[0\.0a\]"
    ):
        start("kiev", players="4")


@rule("10.0a", "10.2c")
@pytest.mark.parametrize(
    ("options", "refused"),
    [
        ({"players": "3", "paired": "poland", "supreme": "south"}, []), ({"players": "4", "supreme": "south"}, []),
        ({"paired": "poland"}, ["10.0a"]), ({"players": "4", "paired": "poland"}, ["10.0a"]),
        ({"supreme": "south"}, ["10.2c"]), ({"players": "3", "supreme": "south"}, ["10.2c"]),
    ],
)  # fmt: skip
def test_what_concerns_commanders_who_are_not_there_is_not_agreed_on(options, refused):
    found = TITLE.agreeable("campaign", TITLE.settle_options(options))
    assert [misfit.rule for misfit in found] == refused
    assert all(misfit.why and set(misfit.options) <= {"players", "paired", "supreme"} for misfit in found)


@rule("4.0b")
@pytest.mark.parametrize(
    ("scenario", "round_", "initiative", "vp"),
    [
        ("zhlobin", 1, [-1, 0], 1), ("kiev", 1, [0, 1], -2), ("budyonny", 2, [0, 1], 5), ("to-warsaw", 3, [-1, 0], 10),
        ("vistula", 4, [-1, -1], -2), ("niemen", 6, [1, 0], 2), ("lwow", 4, [0, 1], 1), ("campaign", 1, [1, 1], 6),
    ],
)  # fmt: skip
def test_markers_stand_where_the_scenario_says(scenario, round_, initiative, vp):
    s = start(scenario).s
    assert (s.round, s.phase) == (round_, 1)
    assert s.initiative == initiative
    assert s.vp == vp


@rule("4.0d", "3.0a")
def test_every_key_city_in_play_has_the_garrison_of_who_controls_it():
    s = start("zhlobin").s
    assert names(s.garrisons[POLAND]) == {"Bobruisk", "Mozyr"}
    assert names(s.garrisons[RUSSIA]) == {"Mogilev", "Gomel", "Klintsy"}
    s = start("niemen").s
    neutral = M.key_cities & s.scene.areas & ~(s.garrisons[POLAND] | s.garrisons[RUSSIA])
    assert names(neutral) == {"Vilna", "Kaunas"}


@rule("4.0e")
def test_blocks_stand_where_the_scenario_lists_them():
    game = start("zhlobin")
    assert (where(game, "P-14"), sp(game, "P-14")) == ("Charyshi", 4)
    assert (where(game, "R-57"), sp(game, "R-57")) == ("Kalenkovichi", 2)
    on_map = [p for p in range(110) if game.s.place[p] >= 0]
    assert len(on_map) == 12


@rule("4.0e", "2.0f")
def test_the_key_of_a_block_tells_nothing_about_its_face():
    """The same scenario with other dice stands the blocks up under other keys."""
    one, other = start("zhlobin", seed=1).s, start("zhlobin", seed=2).s
    assert one.unit != other.unit
    for s in (one, other):
        for side in (POLAND, RUSSIA):
            assert sorted(s.unit[p] for p in PIECES[side]) == list(PIECES[side])


@rule("4.0g")
def test_late_arrivals_wait_on_the_track():
    game = start("kiev")
    for name in ("P-U1", "R-4K", "R-Budyonny", "R-24"):
        assert where(game, name) == "due"
    assert sp(game, "R-4K") == 4


@rule("4.0h")
def test_all_other_blocks_lie_in_the_force_pool():
    s = start("campaign").s
    listed = {*s.scene.setup, *s.scene.due}
    for p, u in enumerate(s.unit):
        outside = M.leader[u] or M.nation[u] == "Lithuania"
        if u not in listed:
            assert s.place[p] == (ABSENT if outside else POOL)
        else:
            assert s.place[p] not in (ABSENT, POOL)


@rule("4.0h")
def test_with_one_front_only_brigades_lie_in_it():
    s = start("kiev").s
    pool = [s.unit[p] for p in range(110) if s.place[p] == POOL]
    assert pool
    assert all(M.brigade[u] for u in pool)
    assert where(start("kiev"), "P-2L") == "absent"


@rule("4.0c")
def test_decks_are_separate_and_shared_by_allies():
    s = start("campaign", players="4").s
    assert len(s.hands) == 4
    assert len(s.deck) == 2
    for side in (POLAND, RUSSIA):
        held = [card for player, hand in enumerate(s.hands) if player // 2 == side for card in hand]
        assert sorted(s.deck[side] + held) == list(range(side * 55, side * 55 + 55))


def test_the_title_knows_its_scenarios():
    assert [(sc.id, sc.turns) for sc in TITLE.scenarios] == [
        ("zhlobin", 5), ("kiev", 10), ("budyonny", 10), ("to-warsaw", 10), ("vistula", 10), ("niemen", 5),
        ("lwow", 10), ("campaign", 30),
    ]  # fmt: skip


def test_a_block_that_is_due_is_not_on_the_map():
    s = start("campaign").s
    assert sum(place == DUE for place in s.place) == len(s.scene.due) - 1, "one arrives with the first phase"
    assert s.place[s.unit.index(unit("R-4"))] == area("Yartsevo")
