"""23.0 Scenarios: what each begins with, and how long it lasts."""

from __future__ import annotations

import pytest

from vistula.games.red_star_white_eagle.rules import arrival, fronts, stacking, standdown
from vistula.games.red_star_white_eagle.rules.sequence import Campaign
from vistula.games.red_star_white_eagle.scenarios import EITHER
from vistula.games.red_star_white_eagle.state import ARRIVING, RALLY
from vistula.kernel import BadInput

from .desk import TITLE, asks, offered, phase, situation, staff, table, where, whole
from .fields import M, P, R, h, u

rule = pytest.mark.rule
ALL = ("gates", "belarus-short", "belarus-long", "campaign")


def scenario(id: str):  # type: ignore[no-untyped-def]
    return M.scenario(id)


@rule("23.1.1a", "23.1.1b", "23.2.1a", "23.3a", "23.4.1a", "23.4.1b", "23.0g")
@pytest.mark.parametrize(
    ("id", "first", "last", "turns", "begins"),
    [("gates", "Aug III", "Oct IV", 10, P), ("belarus-short", "July I", "Aug IV", 8, R),
     ("belarus-long", "July I", "Oct IV", 16, R), ("campaign", "April IV", "Oct IV", 25, P)],
)  # fmt: skip
def test_first_and_last_turn(id: str, first: str, last: str, turns: int, begins: int) -> None:
    sc = scenario(id)
    assert (sc.track[0].name, sc.track[-1].name, sc.turns, len(sc.track), sc.begins) == (
        first,
        last,
        turns,
        turns,
        begins,
    )
    game = table(whole(id), Campaign())
    assert (game.s.side, game.s.turn) == (begins, 1)


@rule("23.1", "23.2.1b", "23.4.1c")
def test_who_deploys_first() -> None:
    assert [scenario(id).deploys_first for id in ALL] == [EITHER, P, P, R]
    seats = [asks(table(whole(id, deployment="free"), Campaign())) for id in ALL]
    assert seats == ["poland: pick", "poland: pick", "poland: pick", "russia: pick"]


@rule("23.1.6", "23.2.5", "23.4.5")
@pytest.mark.parametrize("id", ALL)
def test_pools_are_empty(id: str) -> None:
    assert whole(id).pool == [0] * 6


@rule("23.1.2", "23.2.4", "23.4.4")
def test_the_rally_has_been_or_not() -> None:
    assert [whole(id).rally for id in ALL] == [3, 0, 0, 0]
    assert [whole(id).reserve_allowed for id in ALL] == [True, False, False, False]
    assert [whole(id).place[u("P-Wars")] == RALLY for id in ALL] == [False, True, True, True]


@rule("23.1.3", "23.0f")
def test_gates_begins_with_too_many_in_plock_and_modlin() -> None:
    s = whole("gates")
    assert sorted(M.grid.number(hex) for hex in stacking.overfull(s, P)) == ["0711", "1013"]
    assert not stacking.overfull(s, R)
    for id in ALL[1:]:
        assert not stacking.overfull(whole(id), P) + stacking.overfull(whole(id), R)


@rule("23.1.8", "7.0e", "23.0h", "6.0b")
def test_gates_has_a_track_of_its_own() -> None:
    campaign, gates = ({row.name: row for row in scenario(id).track} for id in ("campaign", "gates"))
    assert scenario("belarus-long").track == scenario("campaign").track[9:]
    assert campaign["Aug III"].arrivals[P] != gates["Aug III"].arrivals[P]
    assert where(whole("gates"), "P-PP11") == "Aug IV"


@rule("23.0a", "7.2.5")
def test_some_are_lost_before_it_begins() -> None:
    s = whole("gates")
    found = {key: where(s, key) for key in ("P-FG5", "R-cW3", "R-15", "P-PP9", "P-21M")}
    assert found == {"P-FG5": "pool", "R-cW3": "pool", "R-15": "dead", "P-PP9": "dead", "P-21M": "1418"}
    s.pool[2] = 9
    assert "R-cW3" not in offered(staff(s, R), "recreate")  # cavalry wants cavalry
    s.pool[3] = 1
    assert {"R-cW3", "R-cW4", "R-cS3"} <= offered(staff(s, R), "recreate")


@rule("23.0b")
def test_the_konarmiya_is_deployed_by_its_names() -> None:
    """Of others only kind and factors matter: who exchanges two of a kind has the same position under other names."""
    s = whole("gates")
    assert [where(s, f"R-K{n}") for n in (4, 6, 11, 14)] == ["2227", "2227", "2226", "2225"]


@rule("23.0i", "23.2.6", "21.6")
def test_special_rules_belong_to_one_scenario() -> None:
    s = whole("belarus-long")
    assert [sc.campaign for sc in M.scenarios] == [False, False, False, True]
    assert not standdown.can_declare(s)
    assert not phase(s, R).s.deficit


@rule("21.0b", "21.3", "24.2.3")
def test_allies_stack_with_those_who_command_them() -> None:  # (A26)
    s = situation({"2018": "P-1LB", "2118": "R-24", "1014": "R-4"})
    for key in ("P-U1", "P-Gal1", "P-Bel", "P-2LB"):
        assert not fronts.apart(s, u(key))
    for key in ("R-U1", "R-Gal1"):
        assert fronts.apart(s, u(key)) == 1 << h("1014")  # the other front, west of the Bug too
    assert not M.rivals[u("P-1LB")]


@rule("22.4a")
def test_rally_units_come_in_as_others_do() -> None:
    s = situation(boxes={ARRIVING: "P-Wars P-11"})
    assert arrival.entries(s, u("P-Wars")) == arrival.entries(s, u("P-11")) == 1 << M.warsaw


# -- 24.0 which options go with what ----------------------------------------------------------------------------------


def refused(scenario: str, **options: str) -> bool:
    try:
        TITLE.settle(scenario, options)
    except BadInput:
        return True
    return False


@rule("24.0", "24.9.3", "24.10b", "24.12.3", "24.11", "24.11.11", "24.2.4")
def test_options_and_scenarios_that_go_together() -> None:
    table_84 = {
        "fall-of-warsaw": (1, 1, 1, 1), "free-poland": (0, 1, 1, 0), "lithuania": (0, 1, 1, 1),
        "partisans": (0, 0, 0, 1), "nationalism": (0, 0, 0, 1), "squadron": (1, 1, 1, 1), "upper-silesia": (1, 1, 1, 1),
        "danzig": (0, 1, 1, 1), "plebiscite": (0, 1, 1, 1), "objective": (0, 1, 1, 1),
    }  # fmt: skip
    for option, fits in table_84.items():
        more = {"deployment": "free"} if option == "free-poland" else {}
        assert [not refused(id, **{option: "yes"}, **more) for id in ALL] == [bool(n) for n in fits], option
    assert refused("campaign", freikorps="yes")
    fall = {"freikorps": "yes", "fall-of-warsaw": "yes"}
    assert not any(refused(id, **fall) for id in ALL)
    assert refused("campaign", **fall, squadron="yes")
    assert refused("campaign", **fall, players="3")
    assert [refused(id, players="3") for id in ALL] == [True, True, False, False]
