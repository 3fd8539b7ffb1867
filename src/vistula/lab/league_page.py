"""What came of a league: league.json, and league.html to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from vistula.files import write_whole
from vistula.kernel.title import title
from vistula.lab import plots
from vistula.lab.league import League
from vistula.lab.page import figure, page, paragraph, section, table
from vistula.lab.report import agreed_on, side_name
from vistula.lab.statistics import Interval


def write_league(league: League, folder: Path) -> list[Path]:
    found = league.table()
    body = msgspec.json.format(msgspec.json.encode(found), indent=1)
    write_whole(folder / "league.json", body + b"\n")
    write_whole(folder / "league.html", league_page(league, found).encode())
    return [folder / "league.html", folder / "league.json"]


def league_page(league: League, found: dict[str, Any]) -> str:
    game = title(league.plan.game, league.plan.pack)
    names = [side_name(game, side) for side in league.sides]
    heading = f"{game.name}: a league of {len(league.players)} players"
    words = (
        f"{game.scenario(league.plan.scenario).title}. {league.games} games of each pairing, every pairing on the same "
        f"seeds (seed {found['seed']}); {found['finished']} finished, {found['failed']} failed. Rules version "
        f"{found['rules']}, data {found['data'][:12]}."
    )
    stopped = paragraph("Interrupted; what was played is counted.", "warn") if league.interrupted else ""
    above = [f"<h1>{heading}</h1>", paragraph(words), agreed_on(game, league.plan), stopped]
    return page(heading, [*above, _ratings(found, names), _cross(found, names)])


def _ratings(found: dict[str, Any], names: list[str]) -> str:
    bars = [
        plots.Bar(line["player"], Interval(line["elo"], line["low"], line["high"]), plots.COLOURS[0])
        for line in found["players"]
    ]
    drawn = figure(plots.intervals(bars, "Elo", "Ratings"), "95 % intervals; the mean of all players is 1,500.")
    rows = [
        [str(i), line["player"], _elo(line), str(line["games"]), f"{line['points']:g}", f"{line['share'] or 0:.1%}"]
        for i, line in enumerate(found["players"], 1)
    ]
    of = found["advantage"]
    worth = paragraph(f"To play {names[0]} is worth {_difference(of)}.")
    head = ["", "player", "Elo (95 %)", "games", "points", "share"]
    return section("Ratings", drawn, "<br>", table(head, rows, numbers="n nnnn"), worth)


def _elo(line: dict[str, Any]) -> str:
    return f"{line['elo']:.0f} ({line['low']:.0f} – {line['high']:.0f})"


def _difference(of: dict[str, Any]) -> str:
    return f"{round(of['elo']):+d} Elo ({round(of['low']):+d} to {round(of['high']):+d})"


def _cross(found: dict[str, Any], names: list[str]) -> str:
    rows = []
    for pairing in found["pairings"]:
        (one, other), wins = pairing["seats"].items(), pairing["outcomes"]
        counts = [str(wins[one[0]]), str(wins[other[0]]), str(wins["draw"]), str(pairing["failed"])]
        rows.append([one[1], other[1], *counts])
    head = [*names, *(f"{name} won" for name in names), "draws", "failed"]
    return section("Pairings", table(head, rows, numbers="  nnnn"))


def league_lines(found: dict[str, Any]) -> list[str]:
    """The table for a terminal."""
    wide = max(len(line["player"]) for line in found["players"])
    lines = [f"{'':>3} {'player':<{wide}} {'Elo':>6}  {'95 %':^13} {'games':>6} {'points':>7} {'share':>7}"]
    for i, line in enumerate(found["players"], 1):
        reach = f"{line['low']:>6.0f} –{line['high']:>5.0f}"
        share = f"{line['share']:.1%}" if line["share"] is not None else "–"
        lines.append(f"{i:>3} {line['player']:<{wide}} {line['elo']:>6.0f}  {reach:^13} {line['games']:>6} "
                     f"{line['points']:>7g} {share:>7}")  # fmt: skip
    of = found["advantage"]
    lines.append(f"to play {of['side']} is worth {_difference(of)}")
    for pairing in found["pairings"]:
        seats = ", ".join(f"{side}={player}" for side, player in pairing["seats"].items())
        wins = ", ".join(f"{outcome} {count}" for outcome, count in pairing["outcomes"].items())
        lines.append(f"  {seats}: {wins}" + (f", failed {pairing['failed']}" if pairing["failed"] else ""))
    return lines
