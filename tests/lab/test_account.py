"""The account of a game: figures that must agree with the game itself, for every title."""

from __future__ import annotations

from pathlib import Path

import pytest

from vistula.kernel.record import journal_of, prove, read
from vistula.kernel.tallies import Throw
from vistula.kernel.title import title
from vistula.lab.account import Said, account, account_of
from vistula.lab.fortune import distribution, fortunes

RECORDS = Path(__file__).parents[1] / "games"
GAMES = (
    "warsaw_1920/records/officers", "west_was_saved/records/chance", "strike_of_the_eagle/records/zhlobin",
    "nest_of_eagles/records/kiev", "red_star_white_eagle/records/belarus",
)  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_an_account_agrees_with_its_game(name: str) -> None:
    where = str(RECORDS / f"{name}.json.gz")
    record = read(where)
    done: list[float] = []
    found = title(record.header.game)
    made = account(found, journal_of(record, where), progress=done.append)
    game = prove(record, where)
    assert made.turns == list(range(found.turn(game.s) + 1))
    gauges = found.tallies().gauges
    last = {gauge.id: value for gauge, value in zip(gauges, found.tallies().measure(game.s), strict=True)}
    by_chart = {curve.name: curve.values[-1] for curve in made.charts[0].curves}
    assert by_chart == {gauge.name: last[gauge.id] for gauge in gauges if gauge.chart == made.charts[0].title}
    assert all(len(curve.values) == len(made.turns) for chart in made.charts for curve in chart.curves)
    told = [n for n, event in enumerate(game.events) if any(battle.line == n for battle in made.battles)]
    assert [battle.line for battle in made.battles] == told
    assert all(battle.text == found.tale(game.events[battle.line]) for battle in made.battles)
    assert made.fronts
    assert {fortune.side for fortune in made.fortunes} == {game.title.side_of(seat) for seat in game.seats}
    assert sum(fortune.luck for fortune in made.fortunes) == pytest.approx(0, abs=0.01)
    assert sum(fortune.throws for fortune in made.fortunes) == len(made.battles) > 0
    assert made.turnings
    assert made.ended == game.outcome_in_words
    assert done == sorted(done)
    assert done[-1] == 1.0


def test_what_came_is_one_of_the_ways_and_luck_is_nothing_on_the_average() -> None:
    throw = Throw("poland", {0.0: 3, 1.0: 1}, 1.0)
    assert throw.expected == 0.25
    assert throw.luck == 0.75
    even = Throw("russia", {-1.0: 1, 1.0: 1}, 1.0)
    chances = distribution([throw, even], "poland")
    assert chances == {-1.0: 0.375, 1.0: 0.375, 0.0: 0.125, 2.0: 0.125}
    poland, russia = fortunes([throw, even], ["poland", "russia"])
    assert (poland.luck, russia.luck) == (-0.25, 0.25)
    assert (poland.likely, poland.least) == (0.625, 0.5)  # what came is 0: 1/8 + 3/8 + 1/8, and 3/8 + 1/8
    assert fortunes([], ["poland", "russia"]) == []


def test_the_longest_thoughts_are_those_of_people() -> None:
    where = str(RECORDS / "strike_of_the_eagle/records/zhlobin.json.gz")
    record = read(where)
    count = len(record.entries)
    said = [Said("poland" if n % 2 else "", f"m{n}", float(n)) for n in range(count)]
    said[11] = Said("poland", "m11", 70.0)
    said[12:] = [Said(each.seat, each.message, each.at + 900) for each in said[12:]]
    made = account(title(record.header.game), journal_of(record, where), said)
    assert [(thought.seat, thought.seconds) for thought in made.thoughts][:1] == [("poland", 60.0)]
    assert made.thoughts[0].turn >= 1


def test_a_record_of_a_table_names_who_played() -> None:
    where = str(RECORDS / "strike_of_the_eagle/records/zhlobin.json.gz")
    record = read(where)
    record.header.seats = {"poland": "Ada"}
    assert account_of(record, where).seats == {"poland": "Ada"}
