"""Position files: what they describe, and how what is wrong in them is named."""

from __future__ import annotations

import random

import pytest

from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.setup import in_pool
from vistula.games.strike_of_the_eagle.state import ABSENT, POOL
from vistula.kernel import Action, BadInput
from vistula.kernel.codec import position_of
from vistula.kernel.game import begin

from .table import TITLE, area, asks, at, names, orders, piece, running, sees, sp, start, where

rule = pytest.mark.rule


@rule("4.0e")
def test_blocks_with_area_and_strength():
    game = at('blocks.P-14 = "Charyshi 3"\nblocks.P-6 = "pool"\nblocks.R-21 = "gone"')
    assert (where(game, "P-14"), sp(game, "P-14")) == ("Charyshi", 3)
    assert where(game, "P-6") == "pool"
    assert where(game, "R-21") == "gone"
    assert where(game, "R-10") == "pool", "everything else is off the map"


@rule("4.0e")
def test_what_is_not_told_stands_as_in_the_scenario():
    game = begin(TITLE, None, 1, None, {}, 'blocks.P-14 = "Zhlobin 2"', "position")
    assert where(game, "P-14") == "Zhlobin"
    assert where(game, "P-6") == "Charyshi"
    assert names(game.s.garrisons[POLAND]) == {"Bobruisk", "Mozyr"}


@rule("4.0e", "7.31b", "7.34a")
def test_blocks_that_have_come_in_this_phase():
    text = 'blocks.P-6 = "Zhlobin 3 from Charyshi marched"\nblocks.R-21 = "Zhlobin 3 from Rohachev"\n'
    game = at(text + 'blocks.P-9 = "Slutsk 3 from Bobruisk marched"\nblocks.P-8 = "pool"')
    first, second, third = piece(game, "P-6"), piece(game, "R-21"), piece(game, "P-9")
    assert game.s.marched == 1 << first | 1 << third
    assert game.s.executed == 1 << first | 1 << second | 1 << third
    assert (where(game, "P-9"), where(game, "R-21"), where(game, "P-8")) == ("Slutsk", "Zhlobin", "pool")
    assert game.s.start[first] == area("Charyshi")
    assert not game.s.on_link >> first & 1, "it came into an empty area"
    assert game.s.on_link >> second & 1
    zhlobin, slutsk = area("Zhlobin"), area("Slutsk")
    assert [(e.area, e.side) for e in game.s.entries] == [(zhlobin, POLAND), (zhlobin, RUSSIA), (slutsk, POLAND)]


@rule("4.0e")
def test_where_the_map_is_cleared_divisions_are_in_the_pool_and_others_where_the_scenario_has_them():
    game = at('blocks.P-14 = "Charyshi 3"')
    for unit in TITLE.m.units:
        pool = TITLE.m.division[unit] or in_pool(TITLE.m, game.s.scene, unit)
        place = game.s.place[game.s.unit.index(unit)]
        assert place == (area("Charyshi") if TITLE.m.key[unit] == "P-14" else POOL if pool else ABSENT)
    assert where(game, "P-Pilsudski") == "absent"
    assert sp(game, "P-6") == 0


@rule("7.2a")
@pytest.mark.parametrize(("step", "passed"), [("orders", 0), ("marches", 15), ("moves", 15)])
def test_orders_of_a_position_are_all_that_is_placed_once_they_are_executed(step, passed):
    text = f'step = "{step}"\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"\n'
    types = ("defend Charyshi", "rail Charyshi", "recon Gomel")
    game = running(text + f"orders.poland-north = {[*types]}")
    assert game.s.passed == passed
    assert (game.s.placed, game.s.allowance[0]) == ([3, 0, 0, 0], 3)
    assert game.s.allowance[2] == 2


@rule("7.2a")
def test_orders_are_counted_as_placed():
    game = at('blocks.P-14 = "Charyshi 4"\norders.poland-north = ["move-out Charyshi", "recon Zhlobin"]')
    assert game.s.placed[0] == game.s.allowance[0] == 2
    assert game.s.recons[0] == 1
    game = at('blocks.P-14 = "Charyshi 4"\norders.poland-north = "move-out Charyshi"')
    assert orders(game, "poland") == ["move-out Charyshi"]


def test_tracks_cards_and_knowledge():
    game = at(
        """
        scenario = "to-warsaw"
        round = 4
        phase = 3
        lead = "russia 3"
        initiative.north = "poland 2"
        blocks.P-14 = "Minsk 4"
        hands.poland = "P-43 P-7"
        discards.russia = "R-3"
        cubes.russia = "2B 1W"
        spent = "P-Haller"
        seen.russia = "P-14"
        """
    )
    s = game.s
    assert (s.round, s.phase, s.vp, s.initiative[NORTH]) == (4, 3, -3, 2)
    assert s.hands[0] == [6, 42]
    assert 6 not in s.deck[POLAND]
    assert s.discards[RUSSIA] == [57]
    assert s.cubes[1] == [2, 1, 0]
    assert s.spent == 1 << s.m.unit("P-Haller")
    assert sees(game, "russia", "P-14")


def test_a_position_for_four_players():
    game = at('scenario = "vistula"\noptions.players = "4"\nblocks.P-14 = "Deblin 4"\nhands.poland-south = "P-9"')
    assert list(game.seats) == ["poland-north", "poland-south", "russia-north", "russia-south"]
    assert game.s.hands[1] == [8]
    with pytest.raises(BadInput, match=r"option players: the position is for poland, russia"):
        at('scenario = "vistula"', players="4")


def test_the_options_of_a_table_reach_the_state():
    assert at("", losers="chart", rail="destination").s.rulings == 9
    assert at('options.cities = "twice"').s.rulings == 2


@pytest.mark.parametrize("step", ["arrivals", "cards", "orders"])
def test_a_game_may_start_at_a_step(step):
    game = at(f'step = "{step}"\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    assert not game.over
    assert asks(game)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('units.P-14 = "Minsk 4"', "units: is not known here; there are: game, scenario"),
        ('blocks.P-99 = "Charyshi 4"', r"blocks\.P-99: there is no block 'P-99'"),
        ('blocks.P-14 = "Charyshi"', r"blocks\.P-14: 'Charyshi' is not like 'Minsk 3'"),
        ('blocks.P-14 = "Charyshi 5"', r"blocks\.P-14: P-14 has 5 strength points, and they are from 1 to 4 \[2\.0a\]"),
        ('blocks.P-14 = "Warsaw 4"', "Warsaw is not in play"),
        ('blocks.P-14 = "Klintsy 4"', r"blocks\.P-14: P-14 may not be in Klintsy \[1\.4b\]"),
        ('blocks.P-14 = "Atlantis 4"', "there is no area 'Atlantis'"),
        ('blocks.P-14 = "Zhlobin 4 from Mogilev"', r"Mogilev is not next to Zhlobin \[1\.0b\]"),
        ('blocks.P-14 = "Gomel 4"', r"blocks\.P-14: enemies are in Gomel, and P-14 has come from nowhere \[7\.42f\]"),
        ('garrisons.poland = "Zhlobin"', r"garrisons: Zhlobin is no key city in play and has no garrison \[3\.0a\]"),
        ('step = "tea"', "step: 'tea' is none of replenish"),
        ("round = 2", r"round: 2 is not from 1 to 1 \[4\.0b\]"),
        ('step = "reinforcement"', r"step: the scenario is over after the Operation Phases of round 1 \[5\.0c\]"),
        ('scenario = "to-warsaw"\nround = 4\nstep = "reinforcement"', "step: the scenario is over after"),
        ('lead = "poland 0"', "'poland 0' is no place on the track"),
        ('initiative.south = "poland 1"', r"initiative\.south: this front is not in play"),
        ('orders.poland = ["recon Zhlobin"]', r"orders\.poland: 'poland' is none of poland-north, poland-south"),
        ('orders.poland-north = ["dance Zhlobin"]', "'dance' is none of march-to"),
        ('hands.poland = "P-99"', "there is no card 'P-99'"),
        ('hands.poland = "R-1"', r"hands\.poland: a card is of the other side, or told of twice"),
        ('hands.poland = "P-1 P-1"', r"hands\.poland: a card is of the other side, or told of twice"),
        ('hands.prussia = "P-1"', r"hands\.prussia: 'prussia' is none of poland, russia"),
        ('seen.poland = "P-14"', "P-14 is a block of its own side"),
        ('dice = ["six"]', "dice: a number is wanted, not 'six'"),
        ("scenario = 'kyiv'", "scenario: there is no scenario 'kyiv'; there are: zhlobin"),
        ("blocks = 3", "blocks: a table is wanted"),
        ("blocks.P-14 = 3", r"blocks\.P-14: a text is wanted"),
        ("= 3", "position"),
    ],
)
def test_what_is_wrong_is_named(text, reason):
    with pytest.raises(BadInput, match=reason):
        begin(TITLE, None, 1, None, {}, text, "position")


def test_two_counters_of_a_kind_that_has_one_are_refused():
    """[7.2d]"""
    text = 'blocks.P-14 = "Charyshi 4"\norders.poland-north = ["rail Charyshi", "rail Mozyr"]'
    with pytest.raises(BadInput, match=r"orders: poland has 2 orders rail on the map, of 1 counters \[7\.2d\]"):
        at(text)


@pytest.mark.parametrize(("scenario", "players"), [("zhlobin", "2"), ("campaign", "4")])
def test_every_moment_is_read_as_it_was_written(scenario, players):
    """By the wooden pieces, with all that a player has seen of them; in the middle of battles and of secret choices."""
    game, rng, told = TITLE.start(scenario, seed=3, options={"players": players}), random.Random(3), 0
    while not game.over and told < 25:
        seat = rng.choice([seat for seat, d in game.decisions.items() if d.waits])
        option = rng.choice([o for o in game.decisions[seat].options if not o.free])
        game.push(Action(option.verb, rng.choice(option.args)), seat)
        if not game.over and rng.random() < 0.05:
            placed = TITLE.position(position_of(game), "again.toml")
            assert (placed.s, placed.stack) == (game.s, game.stack)
            told += 1
    assert told > 5


@pytest.mark.parametrize("seat", ["poland", "russia"])
def test_a_seats_knowledge_is_no_position(seat):
    own = start("zhlobin").seat(seat)
    with pytest.raises(BadInput, match="no position"):
        TITLE.codec.write(TITLE, own.s, own.stack, "zhlobin")


def test_a_position_keeps_the_invariants():
    game = at('blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    TITLE.check(game.s, game.stack)
    TITLE.check(start("campaign").s, [])
