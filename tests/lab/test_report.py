"""The page of a report: whole, self-contained, right in its figures."""

from __future__ import annotations

import csv
import re
import shlex
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import vistula
from vistula.kernel.tallies import Tallies
from vistula.lab import Plan, Row, Study, maps, plots, run
from vistula.lab.axes import axis, columns, counts
from vistula.lab.report import Report, write_report
from vistula.lab.statistics import Interval, Spread, fit

PLAN = Plan("warsaw-1920", seed=7)


@pytest.fixture(scope="module")
def study() -> Study:
    return run(PLAN, 6, jobs=1, observe=True)


@pytest.fixture(scope="module")
def folder(study: Study, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("report")
    write_report(study, found)
    return found


@pytest.fixture(scope="module")
def page(folder: Path) -> str:
    return (folder / "report.html").read_text(encoding="utf8")


def test_the_page_has_all_its_parts(page: str) -> None:
    headings = re.findall(r"<h2>(.*?)</h2>", page)
    assert headings == [
        "Results", "Turn by turn", "The front line", "Luck against result", "Use of the rules", "Playing a game again",
    ]  # fmt: skip
    for words in (
        "Games won",
        "Victory margins",
        "Victory points if",
        "factors lost",
        "Supply points",
        "End of turn 8",
    ):
        assert words in page


def test_the_page_stands_alone(page: str) -> None:
    assert not re.search(r"""(src|href)\s*=\s*["'](?!#)""", page)
    assert "http" not in re.sub(r"http://www\.w3\.org/\S+", "", page)
    assert "<script" not in page
    assert set(re.findall(r"url\(([a-z]+):", page)) <= {"data"}


def test_sides_are_called_as_the_title_calls_them(page: str) -> None:
    assert "Poland" in page
    assert "Western Front" in page
    assert "Quick set-up" in page


def test_every_drawing_is_well_formed(page: str) -> None:
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawings) == 2 + 4 + 8 + 2  # results, gauges, maps, luck
    for drawing in drawings:
        ElementTree.fromstring(drawing)


def test_an_id_stands_once(page: str) -> None:
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == 8  # the glow of each map
    assert len(set(ids)) == len(ids)
    assert re.findall(r"url\(#(.*?)\)", page) == ids


def test_wide_things_scroll_in_boxes_of_their_own(page: str) -> None:
    assert all(int(least) <= 140 for least in re.findall(r"minmax\((\d+)px", page))  # others: no wider than the page
    boxes = re.findall(r'<div class="(?:wide|tall)"><table>', page)
    assert len(boxes) == page.count("<table>") == 3


def test_luck_explains_a_share_of_the_variance(page: str) -> None:
    assert re.search(r"r = [+−]\d\.\d\d: luck explains \d+% of the variance of the margin\.", page)


def test_a_dashed_line_is_dashed_in_the_legend() -> None:
    points = [(0, Spread(1, 0, 0, 0, 0)), (1, Spread(1, 2, 1, 2, 3))]
    drawn = plots.curves([plots.Curve("a", points, "#111"), plots.Curve("b", points, "#222", "7 4")], "x", "")
    strokes = re.findall(r"<path [^>]*h29[^>]*>", drawn)
    assert ["dasharray" in each for each in strokes] == [False, True]
    assert drawn.count('stroke-dasharray="7 4"') == 2  # in the plot and in its legend


def test_figures_of_the_page_are_those_of_the_study(study: Study, page: str) -> None:
    won = sum(row.outcome == "poland" for row in study.rows)
    assert f'<td>Poland</td><td class="n">{won}</td>' in page
    assert str(PLAN.seed_of(0)) in page


def test_rules_stand_in_a_file_too(folder: Path) -> None:
    rows = list(csv.DictReader((folder / "rules.csv").read_text(encoding="utf8").splitlines()))
    assert [row["rule"] for row in rows] == [rule.id for rule in vistula.title("warsaw-1920").checklist]
    asked = next(row for row in rows if row["rule"] == "5.2a")
    assert (asked["verdict"], asked["games"]) == ("fired", "6")


def test_gauges_are_counted_by_turn(study: Study) -> None:
    assert study.sums is not None
    assert study.sums.games == study.sums.games_at[0] == 6
    gauges = [gauge.id for gauge in vistula.title("warsaw-1920").tallies().gauges]
    points = dict(study.sums.course(gauges.index("vp_poland")))
    assert points[0].tenth == points[0].ninth == 26  # all begin alike
    last = study.sums.gauges[8][gauges.index("vp_russia")]
    assert sorted(last.elements()) == sorted(row.score["russia"] for row in study.rows if row.turns == 8)


def test_the_line_begins_at_the_printed_front(study: Study) -> None:
    assert study.sums is not None
    m = vistula.title("warsaw-1920").m
    start = study.sums.line(0)
    assert set(start.values()) == {1.0}
    printed = {frozenset(side) for side in m.front_sides}
    assert len({frozenset(pair) for pair in start} & printed) > 0.8 * len(printed)


def test_luck_of_both_sides_is_the_same_with_another_sign(study: Study) -> None:
    for row in study.rows:
        assert row.more["luck_poland"] == -row.more["luck_russia"]


def test_games_of_captains_who_count_playouts_can_be_played_again(study: Study) -> None:
    found: Any = vistula.title("warsaw-1920")
    counted = Study(msgspec.structs.replace(PLAN, playouts=7), study.games, study.rows, study.seconds)
    assert f"--seed {PLAN.seed_of(0)} --playouts 7 " in Report(counted, found, []).again()
    assert "against the clock" not in Report(counted, found, []).again()
    assert "against the clock" in Report(study, found, []).again()


def test_a_game_with_a_data_pack_is_played_again_with_it(study: Study, tmp_path: Path) -> None:
    pack = tmp_path / "my pack"
    pack.mkdir()
    plan = msgspec.structs.replace(PLAN, pack=str(pack))
    kept = Study(plan, study.games, study.rows, study.seconds, kept=tmp_path / "records")
    commands = re.findall(r"<code>(.*?)</code>", Report(kept, vistula.title("warsaw-1920"), []).again())
    assert [shlex.split(unescape(each))[:2] for each in commands] == [["vistula", "play"], ["vistula", "replay"]]
    for command in commands:
        words = shlex.split(unescape(command))
        assert words[words.index("--pack") + 1] == str(pack)


def test_the_heading_says_what_was_agreed_on(study: Study) -> None:
    found: Any = vistula.title("strike-of-the-eagle")
    plan = Plan(found.id, "vistula", options={"players": "4", "losers": "chart", "undo": "free"}, playouts=9)
    heading = Report(Study(plan, 1), found, []).heading()
    assert "Options: players=4, losers=chart. Captains think by 9 playouts a decision." in heading
    assert "Poland north: random · Poland south: random · Russia north: random · Russia south: random." in heading
    assert "Options" not in Report(study, vistula.title("warsaw-1920"), []).heading()
    assert "playouts" not in Report(study, vistula.title("warsaw-1920"), []).heading()


def test_a_title_without_tallies_has_a_shorter_page(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    found: Any = vistula.title("warsaw-1920")
    monkeypatch.setattr(type(found), "tallies", lambda self: Tallies())
    bare = run(PLAN, 2, jobs=1, observe=True)
    headings = re.findall(r"<h2>(.*?)</h2>", Report(bare, found, []).page())
    assert headings == ["Results", "Playing a game again"]


def test_crashes_and_interrupts_stand_on_the_page() -> None:
    study = Study(PLAN, 5, [Row(n=0, seed=11, error="ZeroDivisionError: <oh>")], interrupted=True)
    page = Report(study, vistula.title("warsaw-1920"), []).page()
    assert "Interrupted after 1 of 5 games." in page
    assert "ZeroDivisionError: &lt;oh&gt;" in page
    assert "crashes/warsaw-1920-11.txt" in page  # of a game that was not even set up there is no record
    assert "No game was finished." in page


# -- drawing ----------------------------------------------------------------------------------------------------


def test_axes_have_round_ticks_around_all_values() -> None:
    found = axis([3, 97])
    assert found.low <= 3 < 97 <= found.high
    assert found.ticks == [0, 20, 40, 60, 80, 100]
    assert axis([5, 5]).low < 5 < axis([5, 5]).high
    assert axis([-0.3, 0.4], zero=True).ticks[0] == -0.4
    assert counts(2).ticks == [0, 1, 2]


def test_columns_hold_whole_numbers() -> None:
    found, width = columns([-3, 4])
    assert (found.low, found.high, width) == (-3.5, 4.5, 1)
    found, width = columns([-100, 100])
    assert width == 10
    assert found.low <= -100 < 100 <= found.high


@pytest.mark.parametrize("values", [[], [0.0], [4.0, 4.0], [-7.0, 30.0, 2.0]])
def test_plots_bear_any_values(values: list[float]) -> None:
    drawn = [
        plots.histogram([plots.Heap("a", values, "#000")], "x", Interval(0, -1, 1), "name"),
        plots.scatter(
            [plots.Cloud("a", [(v, v) for v in values], "#000")], "x", "y", fit([(v, v) for v in values]), ""
        ),
        plots.curves([plots.Curve("a", [(0, Spread(1, 0, 0, 0, 0)), (1, Spread(1, 2, 1, 2, 3))], "#000")], "x", ""),
        plots.shares([plots.Bar("a & b", Interval(0, 0, 0.3), "#000", "<note>")], "name"),
        plots.intervals([plots.Bar("a", Interval(1500, 1400, 1600), "#000")], "x", "name"),
    ]
    for each in drawn:
        ElementTree.fromstring(each)


def test_heat_runs_from_pale_to_dark() -> None:
    assert maps.heat(0.0) == "#facc5c"
    assert maps.heat(1.0) == maps.heat(1.5) == "#560c48"
    assert len({maps.heat(i / 10) for i in range(11)}) == 11
