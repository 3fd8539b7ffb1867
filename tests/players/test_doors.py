"""Open doors in Warsaw 1920: the Russians walk through them, the Poles shut them [4.2a]."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from players.positions import TITLE, M, act, at, choice, where
from vistula.games.warsaw_1920.evaluation.choices import Officer
from vistula.games.warsaw_1920.evaluation.doctrine import ORDINARY
from vistula.games.warsaw_1920.evaluation.doors import Ride
from vistula.games.warsaw_1920.state import State
from vistula.kernel import Action, Game, SeatId
from vistula.kernel.game import begin
from vistula.players import Greedy
from vistula.players.appraisal import best

POLAND, RUSSIA = SeatId("poland"), SeatId("russia")

RIDE = """
    turn = 4
    side = "russia"
    phase = "operation"
    tracks.west = 6
    units.R-10cav = "2216"
    units.R-4 = "2718"
    units.P-8 = "1413"
    units.P-10 = "0615"
"""


def ride(game: Game[State]) -> Ride | None:
    return Officer().marches(game.seat(RUSSIA), (True, True)).ride


def poles(game: Game[State]) -> bool:
    """Whether Russia, if it were its turn now, could walk into Warsaw."""
    seat = game.seat(POLAND)
    officer = Officer()
    return officer.posture(officer.survey(seat)).way_to_warsaw()


def real(name: str, old: str = "", new: str = "") -> Game[State]:
    """A position of a game that was played, with one thing changed."""
    path = Path(__file__).parent / "puzzles" / "warsaw-1920" / "positions" / f"{name}.toml"
    text = path.read_text(encoding="utf8")
    assert old in text
    return begin(TITLE, None, 1, None, {}, text.replace(old, new) if old else text, name)


# -- walking through --------------------------------------------------------------------------------------


def test_a_rider_is_found_with_the_phases_it_needs() -> None:
    found = ride(at(RIDE))
    assert found is not None
    assert M.key[found.unit] == "R-10cav"
    assert found.more == 1
    later = ride(at(RIDE.replace('"operation"', '"operation"\n    operations = ["combat", "combat"]')))
    assert later is None  # one movement phase is not enough


@pytest.mark.parametrize(
    "shut",
    [
        'units.P-1R = "Warszawa"',  # somebody is there
        "tracks.west_resupplied = 2",  # no sudden death any more
        'units.P-1R = "1710"\n    units.P-2R = "1708"',  # zones of control all round
    ],
)
def test_a_door_that_is_shut_is_no_way(shut: str) -> None:
    assert ride(at(f"{RIDE}\n    {shut}")) is None


def test_supply_points_are_counted_for_the_whole_way() -> None:
    """At half their allowance cavalry goes three points a phase: 6 and 3 and 3 are not enough from there."""
    far = RIDE.replace('"2216"', '"2618"')
    assert ride(at(far)) is not None
    assert ride(at(far.replace("west = 6", "west = 1"))) is None


def test_the_rider_goes_on_from_phase_to_phase() -> None:
    game = at(RIDE)
    act(game, Greedy(), until="nothing", limit=60)
    assert game.s.sudden


def test_the_last_supply_points_are_spent_on_the_ride() -> None:
    game = at(RIDE.replace('"2216"', '"1815"').replace("west = 6", 'west = 2\n    operations = ["movement"]'))
    act(game, Greedy(), until="spend")
    assert choice(game, Greedy()) == Action("spend")


LOSSES = "".join(f'    units.R-{n} = "eliminated"\n' for n in (2, 8, 17, 5, 6, 21, 56, 57))


def test_no_resupply_before_the_ride() -> None:
    """It would end the sudden death; with the city guarded it is welcome."""
    hungry = RIDE.replace('"operation"', '"resupply"').replace("west = 6", "west = 3") + LOSSES
    assert choice(at(hungry), Greedy()) == Action("decline")
    assert choice(at(hungry + '    units.P-1R = "Warszawa"\n'), Greedy()).verb == "resupply"


# -- shutting ---------------------------------------------------------------------------------------------

OPEN = """
    turn = 3
    side = "poland"
    phase = "movement"
    operation = 2
    movements = 0
    units.P-8 = "1512"
    units.P-10 = "1718"
    units.P-15 = "1219"
    units.R-10cav = "2216"
    units.R-15cav = "2216"
    units.R-4 = "1820"
    units.R-11 = "1820"
"""


def test_somebody_goes_back_to_an_open_warsaw() -> None:
    game = at(OPEN)
    assert poles(game)
    act(game, Greedy(), until="declare")
    assert where(game, "P-8") == "1709"


def test_where_nobody_gets_into_the_city_screens_bar_the_ways() -> None:
    """Riders come from the north and from the south, and the Poles have but half their movement left."""
    game = real("bashkirs-at-the-bug")
    assert poles(game)
    act(game, Greedy(), until="declare")
    assert not poles(game)
    assert not game.s.occupied[0] >> M.warsaw & 1


ATTACKS = """
    turn = 3
    side = "poland"
    phase = "operation"
    operations = ["combat"]
    units.P-1R = "1607"
    units.P-PL1 = "0717"
    units.P-PL3 = "0717"
    units.P-18 = "0818"
    units.R-4cav = { hex = "0718", isolated = true }
    units.P-PL2 = "1117"
    units.P-14 = "1117"
    units.P-15 = "1218"
    units.R-6cav = { hex = "1118", isolated = true }
    units.R-10cav = "2216"
    units.R-15cav = "2216"
"""


def test_the_last_operation_is_for_the_door_and_not_for_an_attack() -> None:
    """Two cavalry divisions could be beaten, but then nobody would get to Warsaw."""
    eager = Officer((msgspec.structs.replace(ORDINARY[0], patience=(0.0, 0.0, 0.0)), ORDINARY[1]))
    game = at(ATTACKS)
    assert poles(game)
    assert best(eager.scores(game.seat(POLAND))) == Action("movement")
    guarded = at(ATTACKS.replace('"1607"', '"Warszawa"'))
    assert best(eager.scores(guarded.seat(POLAND))) == Action("combat")


# -- the worth of a position ------------------------------------------------------------------------------


def test_a_position_with_an_open_door_is_lost() -> None:
    """A captain had rated his chance at 0.86 with a rider on the way to an empty Warsaw."""
    lost, safe = real("ride-from-wilno"), real("ride-from-wilno", 'P-3R = "2013"', 'P-3R = "Warszawa"')
    officer = Officer()
    assert officer.worth(lost.s, POLAND) < 0.05
    assert officer.worth(lost.s, RUSSIA) > 0.95
    assert 0.3 < officer.worth(safe.s, POLAND) < 0.9
