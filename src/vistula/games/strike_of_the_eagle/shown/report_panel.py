"""The last battle of a phase, laid out beside the map as everybody has seen it."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel.views import CardView, Column, Panel, Stage, Term

from ..model import ARMIES, PEOPLES, SIDES, foe
from ..state import NONE, Fight, Report, State
from .names import card_name


def last_battle(s: State, report: Report) -> Panel:
    """Both sides with their sums, what it cost them, and who won."""
    columns = [_column(s, report, side) for side in (report.attacker, foe(report.attacker))]
    title = f"The battle of {s.m.area_name[report.area]}"
    return Panel(title, "7.41", s.m.area_key[report.area], columns, verdict(s, report), list(_stages(s, report)))


def verdict(s: State, battle: Report | Fight) -> str:
    """[7.41.6a, 7.44a] Who has won, as soon as that is told."""
    if battle.winner == NONE:
        return ""
    great = battle.real[foe(battle.winner)] >= s.m.charts.combat.great_victory
    return f"{'Great ' if great else ''}{PEOPLES[battle.winner]} victory"


def _stages(s: State, report: Report) -> Iterator[Stage]:
    order = (report.attacker, foe(report.attacker))
    came = " and ".join(s.m.area_name[area] for area in report.directions)
    yield Stage("Attack", "7.34a", "done", f"The {ARMIES[report.attacker]} came from {came}." if came else "")
    values = ", ".join(f"{ARMIES[side]} {report.value[side]}" for side in order)
    yield Stage("Combat Values", "7.41.3b", "done", f"{values}.")
    lost = ", ".join(f"{ARMIES[side]} {report.taken[side]}" for side in order)
    yield Stage("Strength points lost", "7.41.5a", "done", f"{lost}.")
    yield Stage("Outcome", "7.41.6a", "done", f"{verdict(s, report)}.")


def _column(s: State, report: Report, side: int) -> Column:
    attacks = side == report.attacker
    terms = [*_blocks(s, report, side), *sum_terms(s, report, side)]
    terms.append(Term("Combat Value", str(report.value[side]), "7.41.3b"))
    if not attacks:
        found = zip(report.shelter, (("fortification", "1.2b"), ("Defend Area", "7.2aa")), strict=True)
        terms += [Term(f"fewer losses: {label}", "-1", rule) for on, (label, rule) in found if on]
    terms.append(Term("strength points to lose", str(report.chart[side]), "7.41.4a"))
    terms.append(Term("strength points lost", str(report.taken[side]), "7.41.5a"))
    role = "attacker" if attacks else "defender"
    return Column(f"{PEOPLES[side]} {role}", SIDES[side], [], terms, list(_cards(report, side)))


def _blocks(s: State, report: Report, side: int) -> Iterator[Term]:
    for unit, had, left in report.blocks[side]:
        now = str(left) if left else "lost"
        yield Term(s.m.full_name[unit], str(had) if left == had else f"{had} → {now}", "2.0a")


def sum_terms(s: State, report: Report, side: int) -> Iterator[Term]:
    """[7.41.3b] The lines of a Combat Value."""
    yield Term("blocks", f"{report.strength[side]:+d}", "7.41.3b")
    if report.garrisons[side]:
        yield Term("garrison", "+1", "3.0d")
    card = report.modifiers[side]
    if card >= 0:
        yield Term(s.m.cards[card].name, f"{s.m.cards[card].combat:+d}", "7.41.2c")
        if report.from_hand[side]:
            yield Term("Played from hand", "+1", "3.4f")
    if report.card_values[side]:
        yield Term(s.m.cards[report.cards[side]].name, f"{report.card_values[side]:+d}", "7.41.1")
    if report.flanks[side]:
        yield Term("flank attacks", str(report.flanks[side]), "7.34c")


def _cards(report: Report, side: int) -> Iterator[CardView]:
    for zone, cards in (("battle", report.cards), ("modifier", report.modifiers)):
        if cards[side] >= 0:
            name = card_name(cards[side])
            yield CardView(name, zone, SIDES[side], name)
