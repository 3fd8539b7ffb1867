"""What the table shows: tracks, boxes, overlays, battles and forecasts, by plain code or exact words."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from vistula.board.hexes import bits, members
from vistula.games.red_star_white_eagle.model import ODDS
from vistula.games.red_star_white_eagle.rules.combat import Attacks
from vistula.games.red_star_white_eagle.rules.control import controls
from vistula.games.red_star_white_eagle.rules.supply import supplied
from vistula.games.red_star_white_eagle.rules.zoc import delay_at
from vistula.games.red_star_white_eagle.state import COMBAT, RESERVE, State
from vistula.games.red_star_white_eagle.units import POLAND, RUSSIA
from vistula.kernel import Action, Game
from vistula.kernel.foresight import foresee
from vistula.kernel.views import Overlay

from .desk import TITLE, phase, play, situation, table, whole
from .fields import M, h, u
from .fighting import fight
from .marching import moves, moving

rule = pytest.mark.rule
SEATS = ("poland", "russia")


def painted(game: Game[State], kind: str, key: str = "", seat: int = POLAND) -> Overlay:
    return game.seat(SEATS[seat]).overlay(kind, u(key) if key else None)


# -- tracks and boxes -------------------------------------------------------------------------------------------------


@rule("3.2a", "7.2a")
def test_the_gates_of_warsaw_open_with_twenty_points_to_eighteen() -> None:
    view = TITLE.start("gates", journal=False).seat("poland").view()
    tracks = {track.id: track for track in view.tracks}
    assert (tracks["vp-poland"].value, tracks["vp-russia"].value) == (20, 18)
    assert (tracks["turn"].value, tracks["turn"].high, tracks["turn"].flag) == (1, 10, "August III")
    points = M.scenario("gates").track[0].points[POLAND]
    assert (tracks["pool-0"].value, tracks["pool-1"].value) == (points.infantry, points.cavalry)
    assert view.phase == "Polish turn: Reinforcements"


@rule("5.0c")
@pytest.mark.parametrize("scene", ["gates", "belarus-long", "campaign"])
def test_every_unit_lies_open_on_the_map_or_in_a_box(scene: str) -> None:
    s = whole(scene)
    view = table(s, Attacks(command=0)).seat("russia").view()
    shown = [piece.key for piece in view.pieces] + [piece.key for box in view.boxes for piece in box.pieces]
    assert max(Counter(shown).values()) == 1
    absent = {M.key[unit] for unit in M.units if s.place[unit] == -8}
    assert set(shown) == {M.key[unit] for unit in M.units} - absent
    assert all(piece.face == piece.key for piece in view.pieces)


@rule("22.7.1a")
def test_the_reserve_has_a_box_of_its_own() -> None:
    game = phase(situation({"1515": "P-14"}, boxes={RESERVE: "P-5"}), POLAND)
    boxes = {box.id: box for box in game.seat("poland").view().boxes}
    assert [piece.key for piece in boxes["reserve-poland"].pieces] == ["P-5"]
    assert boxes["reserve-poland"].title == "Polish railroad reserve"


@rule("7.2b")
def test_replacement_counters_lie_ready_while_they_can_be_had() -> None:
    s = situation({"1515": "P-14"})
    s.pool[0] = 2
    game = phase(s, POLAND)
    assert any(box.id == "counters" for box in game.seat("poland").view().boxes)
    play(game, "done")
    assert not any(box.id == "counters" for box in game.seat("poland").view().boxes)


@rule("3.2.3d")
def test_a_city_that_has_changed_hands_has_a_flag() -> None:
    s = situation({"4528": "P-14"}, at="May III")
    s.held = [s.held[0] | 1 << M.kiev, s.held[1] & ~(1 << M.kiev)]
    marks = {mark.space: mark.kind for mark in table(s, Attacks(command=0)).seat("poland").view().marks}
    assert marks["4528"] == "control-poland"


# -- overlays ---------------------------------------------------------------------------------------------------------


@rule("4.3.1", "4.3.2")
@pytest.mark.parametrize("seat", [POLAND, RUSSIA])
def test_zones_are_painted_with_their_greatest_delay(seat: int) -> None:
    s = whole("gates")
    found = painted(table(s, Attacks(command=0)), "zoc", seat=seat)
    foe = 1 - seat
    plain = {h_ for h_ in bits(M.land & ~s.occupied[foe]) if delay_at(s, foe, h_)}
    assert set(found.layers["enemy"]) == {M.grid.number(h_) for h_ in plain}
    assert found.labels == {M.grid.number(h_): str(delay_at(s, foe, h_)) for h_ in plain}


@rule("10.0b", "10.3a", "10.5.5")
def test_supply_names_the_source_and_what_is_left_of_it() -> None:
    game = fight({"1515": "P-14 P-2R", "1616": "R-54"})
    found = painted(game, "supply", "P-14")
    (source,) = found.layers["source"]
    left = M.capacity[h(source)] - 1
    assert found.labels[source] in (str(left), f"{left - 1}½")
    cut = [M.grid.number(game.s.place[unit]) for unit in M.units_of[POLAND] if game.s.place[unit] >= 0
           and not supplied(game.s, unit)]  # fmt: skip
    assert found.layers["cut-off"] == sorted(set(cut))


@rule("3.2a")
def test_control_is_painted_with_victory_points() -> None:
    s = whole("gates")
    found = painted(table(s, Attacks(command=0)), "control")
    assert found.labels == {M.grid.number(h_): str(points) for h_, points in M.vp.items()}
    for side, name in enumerate(SEATS):
        assert {h(number) for number in found.layers[name]} >= {h_ for h_ in M.vp if controls(s, side, h_)}


@rule("8.4.7b")
def test_a_cut_net_is_painted_in_two() -> None:
    """[8.4.7a] With Jarosław and Lwów held by the Russians, Przemyśl is cut off."""
    found = painted(fight({"1426": "R-54", "2028": "R-27", "1014": "P-14"}), "rail")
    assert "1527" in found.layers["apart"]
    assert "1014" in found.layers["joined"]


@rule("8.3.1", "8.4.1a")
def test_reach_is_on_foot_strategic_and_by_rail() -> None:
    found = painted(moves({"1515": "P-14", "3611": "R-27"}), "reach", "P-14")
    assert found.labels["1514"] == "5"
    assert "1014" in found.layers["rail"] + found.layers["reach"] + found.layers["strategic"]
    assert not set(found.layers["reach"]) & set(found.layers["strategic"])


# -- gestures ---------------------------------------------------------------------------------------------------------


@rule("8.0a", "8.4.5a")
def test_a_drag_says_what_each_way_costs() -> None:
    game = moves({"1515": "P-14", "3611": "R-27"})
    roads = game.seat("poland").roads(u("P-14"), h("1514"))
    assert [road.by for road in roads] == ["march", "rail", "strategic"]
    assert [road.price for road in roads][:2] == ["2 of 7 movement points", "4 quarters of a division"]
    assert [road.clicks[0] for road in roads] == [Action("unit", u("P-14"))] * 3


@rule("8.1.2")
def test_a_drag_that_is_too_far_says_why() -> None:
    game = moves({"4013": "P-14", "3611": "R-27"})
    refusal = TITLE.no_way(game.seat("poland"), u("P-14"), h("4004"))
    assert refusal is not None
    assert refusal.rule == "8.0c"


@rule("8.0c")
def test_a_dragged_unit_stays_where_it_was_let_go() -> None:
    game = moving({"1515": "P-14", "3611": "R-27"}, "P-14")
    game.options = TITLE.settle_options({})
    assert TITLE.halt(game.seat("poland"), u("P-14")) is None
    play(game, "step 1514")
    assert TITLE.halt(game.seat("poland"), u("P-14")) == Action("stop")


# -- battles ----------------------------------------------------------------------------------------------------------

BATTLE = {"1515": "P-14", "1516": "P-1L P-2C", "1616": "R-54", "1716": "R-27"}


@rule("9.11a", "9.12")
@pytest.mark.parametrize("who", ["P-14", "P-14 P-1L", "P-14 P-1L P-2C"])
def test_a_forecast_has_the_chances_of_the_rules_themselves(who: str) -> None:
    game = play(fight(BATTLE), "attack 1616", *(f"unit {key}" for key in who.split()))
    told = TITLE.forecast(game.seat("poland"))
    assert told is not None

    def result(events: object) -> str | None:
        return next((event.refs["result"] for event in events if event.key == "rolled"), None)  # type: ignore[attr-defined]

    exact = foresee([game.clone()], [Action("resolve")], result)
    labels = {code: "Contact" if code == "-" else code.replace("1/2", "½").replace("+", " ") for code in exact}
    assert {o.label: o.numerator / o.denominator for o in told.outcomes} == {
        labels[code]: float(chance) for code, chance in exact.items()
    }


@rule("9.0h", "9.10.1a")
def test_a_forecast_is_told_before_anybody_has_joined() -> None:
    game = fight(BATTLE)
    told = TITLE.forecast(game.seat("poland"), Action("attack", h("1616")))
    assert told is not None
    assert told.title == "7:1 against 1616"
    assert [term.value for term in told.columns[0].terms] == ["+8", "+8", "+6", "22"]
    assert "2nd Cavalry Brigade, charging" in [term.label for term in told.columns[0].terms]
    assert told.note.startswith("Retreating three hexes, 54th Infantry Division would come to")
    assert TITLE.forecast(game.seat("poland"), Action("end")) is None


@rule("9.2", "9.3", "9.0h")
def test_the_panel_adds_up() -> None:
    game = play(fight({"1812": "P-14", "1912": "R-54"}), "attack 1912", "everyone")
    panel = game.seat("poland").view().panel
    assert panel is not None
    assert panel.result == "8 against 3: column 2:1, -2 on the die"
    assert [term.rule for term in panel.columns[0].terms] == ["9.0h", "9.0h"]
    changed = [(term.value, term.rule) for term in panel.columns[2].terms]
    assert changed == [("-1", "9.2"), ("-1", "9.3"), ("-2", "9.0j")]
    odds = game.stack[-1].odds(game.s)  # type: ignore[attr-defined]
    assert ODDS[odds.column] == "2:1"


@rule("9.11d")
def test_the_panel_follows_the_course_of_an_attack() -> None:
    game = play(fight(BATTLE, POLAND, 3), "attack 1616", "everyone", "resolve")
    panel = game.seat("russia").view().panel
    assert panel is not None
    assert panel.result == "the defender retreats 3 hexes"
    assert [(stage.title, stage.state) for stage in panel.stages] == [
        ("Losses", "done"), ("Retreat", "now"), ("Advance", "ahead")
    ]  # fmt: skip


# -- words ------------------------------------------------------------------------------------------------------------


def test_every_event_has_a_line_in_the_diary_and_every_line_an_event() -> None:
    rules = Path(TITLE.folder) / "rules"
    code = "\n".join(path.read_text(encoding="utf8") for path in sorted(rules.rglob("*.py")))
    told = set()
    for call in re.findall(r"\btell\(\s*s,\s*[^,]+,\s*((?:[^,()]|\([^()]*\))*)", code):
        told |= set(re.findall(r'"(\w+)"', call))
    assert told - TITLE.diary.keys() == set()
    assert TITLE.diary.keys() - told == set()


@rule("6.1b", "6.1c")
def test_what_belongs_to_another_phase_is_said_so() -> None:
    game = moves({"1515": "P-14", "1616": "R-54"})
    assert game.seat("poland").title.refuse(game.seat("poland"), Action("attack", h("1616"))).rule == "6.1c"  # type: ignore[union-attr]
    game = fight({"1515": "P-14", "1616": "R-54"})
    assert game.seat("poland").title.refuse(game.seat("poland"), Action("step", h("1514"))).rule == "6.1b"  # type: ignore[union-attr]


@rule("8.0c", "9.0f")
def test_ending_a_phase_says_what_is_left_undone() -> None:
    for game, words in ((moves(BATTLE), "3 units could still move"), (fight(BATTLE), "could still be attacked")):
        (end,) = (o for o in game.seat("poland").view().decision.options if o.verb == "end")  # type: ignore[union-attr]
        assert words in end.warn


def test_the_catalog_has_every_counter_and_hex() -> None:
    catalog = TITLE.catalog()
    assert [face.id for face in catalog.counters] == list(M.key)
    assert len(catalog.spaces) == M.board.play.bit_count()
    faces = {face.id: face for face in catalog.counters}
    assert (faces["R-K14"].factors, faces["R-K14"].corner, faces["R-K14"].band) == ("8(12)-8-9", "3", "Kon")
    assert faces["P-4"].reverse == "4-2-7"
    chart = {chart.id: chart for chart in catalog.charts}["crt"]
    assert chart.rows[5][4] == "X (3)"  # [9.12] 2:1 with a six
    assert len(members(M.land)) > 1700
    assert COMBAT == 3
