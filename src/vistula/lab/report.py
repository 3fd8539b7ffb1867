"""The report of a study: report.html with every plot in it, and beside it the figures as files."""

from __future__ import annotations

import csv
import io
from html import escape
from itertools import cycle
from pathlib import Path
from shlex import quote
from typing import Any

import msgspec

from vistula.files import write_whole
from vistula.kernel.decision import SeatId
from vistula.kernel.title import Title, title
from vistula.lab import maps, plots
from vistula.lab.page import facts, figure, page, pair, paragraph, section, table
from vistula.lab.play import Plan, Row
from vistula.lab.rule_table import rules_section
from vistula.lab.rules_seen import Usage, usages
from vistula.lab.statistics import Fit, Interval, fit, mean, share
from vistula.lab.study import Study, about, crash_name, record_name, write_tables


def write_report(study: Study, folder: Path) -> list[Path]:
    """report.html, summary.json, games.csv and, if games were observed, rules.csv."""
    write_tables(study, folder)
    found = title(study.plan.game, study.plan.pack)
    rules = usages(found, study.sums, study.plan.pack) if study.sums else []
    if rules:
        write_whole(folder / "rules.csv", rules_csv(rules).encode())
    write_whole(folder / "report.html", Report(study, found, rules).page().encode())
    return [folder / name for name in ("report.html", "summary.json", "games.csv", *(["rules.csv"] if rules else []))]


def rules_csv(rules: list[Usage]) -> str:
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(["rule", "title", "verdict", "games", "told", "asked", "rolled", "ran", "called"])
    for u in rules:
        use = u.use
        counts = [u.games, use.told, use.asked, use.rolled, use.ran, use.called]
        out.writerow([u.rule.id, u.rule.title, u.verdict, *counts])
    return text.getvalue()


def side_name(found: Title[Any], side: str) -> str:
    """A side as the title calls it."""
    try:
        return found.say("side", side)
    except (KeyError, ValueError, TypeError):
        return side.capitalize()


def seat_name(found: Title[Any], seat: str) -> str:
    """A seat by its side, and by its part of it where a side has several: "Poland north"."""
    side = found.side_of(SeatId(seat))
    return side_name(found, side) + seat.removeprefix(side).replace("-", " ")


def agreed_on(found: Title[Any], plan: Plan) -> str:
    """What the table has agreed on other than the usual, in a paragraph; nothing if nothing."""
    usual = found.settle_options({})
    options = [f"{id}={value}" for id, value in found.settle_options(plan.options).items() if value != usual[id]]
    said = [f"Options: {', '.join(options)}."] if options else []
    said += [f"Captains think by {plan.playouts} playouts a decision."] if plan.playouts else []
    return paragraph(" ".join(said)) if said else ""


class Luck(msgspec.Struct, frozen=True):
    """The first side's luck and margin in one game."""

    luck: float
    margin: float
    outcome: str
    won: bool


class Report:
    """A study laid out as a page."""

    def __init__(self, study: Study, found: Title[Any], rules: list[Usage]) -> None:
        self.study, self.title, self.rules = study, found, rules
        self.sides = study.plan.sides()
        self.done = study.finished
        seen = sorted({row.outcome for row in self.done} - {*self.sides, "draw"})
        self.outcomes = [*self.sides, *seen, "draw"]  # some seats of a side may win without the others
        self.name = {side: side_name(found, side) for side in self.sides} | {"draw": "Draw"}
        self.name |= {some: " and ".join(seat_name(found, each) for each in some.split("+")) for some in seen}
        self.colour = dict(zip([*self.sides, *seen], cycle(plots.COLOURS), strict=False)) | {"draw": plots.DRAW}

    def page(self) -> str:
        wanted = self.study.sums is not None and any(self.study.sums.lines.values())
        ground = maps.ground(self.title) if wanted else ""
        body = [
            self.heading(), self.results(), self.by_turn(), self.front(bool(ground)), self.luck(),
            rules_section(self.rules, self.study.sums.games if self.study.sums else 0), self.crashes(), self.again(),
        ]  # fmt: skip
        return page(f"{self.title.name}: {len(self.done)} games", body, ground)

    # -- what was studied ---------------------------------------------------------------------------

    def heading(self) -> str:
        known, sums = about(self.study.plan), self.study.summary()
        seats = known["seats"]
        who = " · ".join(f"{seat_name(self.title, seat)}: {player}" for seat, player in seats.items())
        words = paragraph(f"{self.title.scenario(known['scenario']).title}. {who}.")
        words += agreed_on(self.title, self.study.plan)
        if self.study.interrupted:
            words += paragraph(f"Interrupted after {len(self.study.rows)} of {self.study.games} games.", "warn")
        shown = {
            "games finished": str(sums["finished"]),
            "failed": str(sums["failed"]),
            "turns a game, mean": f"{mean([row.turns for row in self.done]).value:.1f}",
            "decisions a game, mean": f"{mean([row.decisions for row in self.done]).value:,.0f}",
            "decisions a second": f"{sums['decisions_per_second']:,.0f}",
            "seconds": f"{sums['seconds']:,.0f}",
        }
        made_of = f"Seed {known['seed']} · rules version {known['rules']} · data {known['data'][:12]}"
        words += facts(shown) + paragraph(f"{made_of} · Vistula {known['version']}", "faint")
        return f"<h1>{escape(self.title.name)}: a study of {len(self.done)} games</h1>{words}"

    # -- results ------------------------------------------------------------------------------------

    def results(self) -> str:
        if not self.done:
            return section("Results", paragraph("No game was finished."))
        bars = [self._bar(outcome) for outcome in self.outcomes if outcome != "draw" or self._count("draw")]
        won = figure(plots.shares(bars, "Share of games won"), "Whiskers: 95 % intervals after Wilson.", "Games won")
        return section("Results", pair(won, self._margins()), self._result_table())

    def _count(self, outcome: str) -> int:
        return sum(row.outcome == outcome for row in self.done)

    def _bar(self, outcome: str) -> plots.Bar:
        count = self._count(outcome)
        found = share(count, len(self.done))
        note = f"{self.name[outcome]}: {count} of {len(self.done)}, {_percent(found)}"
        return plots.Bar(self.name[outcome], found, self.colour[outcome], note)

    def margin(self, row: Row) -> float | None:
        """The first side's score less that of the best other side."""
        first, *others = self.sides
        if first not in row.score or not others:
            return None
        return row.score[first] - max(row.score.get(side, 0) for side in others)

    def _margins(self) -> str:
        margins = {row.n: m for row in self.done if (m := self.margin(row)) is not None}
        if not margins:
            return ""
        heaps = [
            plots.Heap(f"{self.name[o]} won" if o != "draw" else "Draw", values, self.colour[o])
            for o in self.outcomes
            if (values := [margins[row.n] for row in self.done if row.outcome == o and row.n in margins])
        ]
        of = mean(list(margins.values()))
        name = f"Margin: {self.name[self.sides[0]]}'s points less the other side's"
        drawn = plots.histogram(heaps, "margin in points", of, name)
        return figure(drawn, f"{name}. Mean {_signed(of)}, 95 % interval.", "Victory margins")

    def _result_table(self) -> str:
        rows = []
        for outcome in self.outcomes:
            mine = [row for row in self.done if row.outcome == outcome]
            levels = ", ".join(f"{level} {sum(r.level == level for r in mine)}" for level in _levels(mine))
            by = mean([abs(m) for row in mine if (m := self.margin(row)) is not None])
            points = mean([float(row.score.get(outcome, 0)) for row in self.done]) if outcome in self.sides else None
            won = share(len(mine), len(self.done))
            rows.append([
                self.name[outcome], str(len(mine)), _percent(won), _signed(by, "") if mine and points else "–",
                _signed(points, "") if points else "–", levels or "–",
            ])  # fmt: skip
        head = ["", "won", "share (95 % interval)", "won by, mean (95 %)", "points in all games, mean (95 %)", "how"]
        return "<br>" + table(head, rows, numbers=" nnnn")

    # -- by turn ------------------------------------------------------------------------------------

    def by_turn(self) -> str:
        gauges, sums = self.title.tallies().gauges, self.study.sums
        if sums is None or not gauges:
            return ""
        figures = []
        for chart in dict.fromkeys(gauge.chart for gauge in gauges):
            lines = [self._curve(i) for i, gauge in enumerate(gauges) if gauge.chart == chart]
            lines = [c if i == 0 or c.colour != lines[0].colour else _other(c) for i, c in enumerate(lines)]
            figures.append(figure(plots.curves(lines, "end of turn", chart), heading=chart))
        words = (
            "Lines are means; bands leave out a tenth of the games at either end, so that at least eight of ten lie "
            "within. A game that ended early counts up to its last turn."
        )
        return section("Turn by turn", paragraph(words, "faint"), pair(*figures))

    def _curve(self, i: int) -> plots.Curve:
        assert self.study.sums is not None
        gauge = self.title.tallies().gauges[i]
        return plots.Curve(gauge.name, self.study.sums.course(i), self.colour.get(gauge.side, plots.COLOURS[5]))

    def front(self, drawable: bool) -> str:
        sums = self.study.sums
        if sums is None or not drawable:
            return ""
        board = maps.LineMap(self.title, self.title.catalog())
        ratio = f"aspect-ratio:{board.width:.0f}/{board.height:.0f}"
        figures = []
        for turn in sorted(turn for turn in sums.lines if turn):
            drawn = board.draw(turn, sums.front(turn), sums.line(turn))
            held = f'<div class="map" style="{ratio}"><div class="ground"></div>{drawn}</div>'
            figures.append(figure(held, f"{sums.games_at[turn]} games", f"End of turn {turn}"))
        words = (
            "In which share of the games a place lay at the line between the sides at the end of each turn; drawn out "
            f"where the line ran in more than {maps.MOSTLY:.0%} of them."
        )
        shown = f'<div class="maps">{"".join(figures)}</div>'
        return section("The front line", paragraph(words, "faint"), f"<p>{maps.legend()}</p>", shown)

    # -- luck ---------------------------------------------------------------------------------------

    def luck(self) -> str:
        tallies, first = self.title.tallies(), self.sides[0]
        own = [seat for seat in self.study.plan.players() if self.title.side_of(seat) == first]
        lucks = [Luck(row.more[f"luck_{first}"], m, row.outcome, row.points(own) == 1) for row in self.done
                 if f"luck_{first}" in row.more and (m := self.margin(row)) is not None]  # fmt: skip
        if not lucks or not tallies.luck_in_words:
            return ""
        clouds = [
            plots.Cloud(f"{self.name[o]} won" if o != "draw" else "Draw", some, self.colour[o])
            for o in self.outcomes
            if (some := [(luck.luck, luck.margin) for luck in lucks if luck.outcome == o])
        ]
        line = fit([(luck.luck, luck.margin) for luck in lucks])
        x_name, y_name = f"luck of {self.name[first]}", f"margin of {self.name[first]}"
        drawn = plots.scatter(clouds, x_name, y_name, line, "Luck against result")
        words = f"Luck: {tallies.luck_in_words}; the other side's luck counts against."
        figures = pair(figure(drawn, _explained(line)), self._won_by_luck(sorted(lucks, key=lambda luck: luck.luck)))
        return section("Luck against result", paragraph(words, "faint"), figures)

    def _won_by_luck(self, lucks: list[Luck]) -> str:
        """Games in fifths, from the unluckiest to the luckiest."""
        first, bars = self.sides[0], []
        for i in range(5):
            some = lucks[len(lucks) * i // 5 : len(lucks) * (i + 1) // 5]
            if some:
                name = f"{some[0].luck:+.1f} to {some[-1].luck:+.1f}".replace("-", "−")
                won = share(sum(luck.won for luck in some), len(some))
                bars.append(plots.Bar(name, won, self.colour[first], f"{len(some)} games, {_percent(won)}"))
        head = f"Games that {self.name[first]} won, by its luck"
        return figure(plots.shares(bars, head, 118.0), "Games in fifths by luck; 95 % intervals after Wilson.", head)

    # -- games --------------------------------------------------------------------------------------

    def crashes(self) -> str:
        plan = self.study.plan
        rows = [[str(row.n), str(row.seed), row.error, f"crashes/{crash_name(plan, row)}"] for row in self.study.failed]
        return section("Games that crashed", table(["game", "seed", "error", "record"], rows)) if rows else ""

    def again(self) -> str:
        plan = self.study.plan
        row = next(iter(sorted(self.done, key=lambda row: row.n)), None)
        if row is None:
            return ""
        seats = "".join(f" --seat {seat}={name}" for seat, name in plan.players().items())
        scenario = f" --scenario {plan.scenario}" if plan.scenario else ""
        options = "".join(f" --option {key}={value}" for key, value in plan.options.items())
        playouts = f" --playouts {plan.playouts}" if plan.playouts else ""
        pack = f" --pack {quote(plan.pack)}" if plan.pack else ""
        command = f"vistula play {plan.game}{scenario}{options}{pack}{seats} --seed {row.seed}{playouts} --json"
        said = "Every line of games.csv is a game that can be played again from its seed, as here the first."
        clock = "Players that think against the clock may then play otherwise; for them there are records, if kept."
        words = paragraph(said if plan.playouts else f"{said} {clock}")
        kept = self.study.kept
        commands = [command, *([f"vistula replay {kept.name}/{record_name(row)}{pack}"] if kept else [])]
        shown = "".join(f"<p><code>{escape(each)}</code></p>" for each in commands)
        return section("Playing a game again", words, shown)


def _other(curve: plots.Curve) -> plots.Curve:
    """A second line of the same side."""
    return plots.Curve(curve.name, curve.points, plots.COLOURS[2], "7 4")


def _explained(line: Fit | None) -> str:
    """How far one thing follows from the other: r² is a share of the variance, not of the thing itself."""
    if line is None:
        return ""
    return f"r = {line.r:+.2f}: luck explains {line.r**2:.0%} of the variance of the margin.".replace("-", "−")


def _levels(rows: list[Row]) -> list[str]:
    return list(dict.fromkeys(row.level for row in rows))


def _percent(found: Interval) -> str:
    return f"{found.value:.1%} ({found.low:.1%} – {found.high:.1%})"


def _signed(found: Interval, sign: str = "+") -> str:
    return f"{found.value:{sign}.1f} ({found.low:{sign}.1f} – {found.high:{sign}.1f})".replace("-", "−")
