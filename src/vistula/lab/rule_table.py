"""The part of a report that says how often each rule took effect."""

from __future__ import annotations

from collections import Counter
from math import log10

from vistula.lab.page import paragraph, section, table
from vistula.lab.rules_seen import WORDS, Usage

ENOUGH = 1000  # games after which silence is worth a question

_KINDS = {"fired": "took effect", "ran": "at work", "data": "in the data", "shown": "in what is shown",
          "silent": "never", "unused": "never", "none": "not applicable"}  # fmt: skip


def rules_section(rules: list[Usage], games: int) -> str:
    if not rules:
        return ""
    counts = Counter(u.verdict for u in rules)
    heard = counts["fired"] + counts["silent"]
    words = (
        f"{counts['fired']} of the {heard} rules that ask, tell or roll took effect in these {games} games; "
        f"{counts['ran']} are arithmetic and were at work, {counts['data'] + counts['shown']} live in the data or in "
        "what players are shown."
    )
    return section("Use of the rules", paragraph(words), _doubtful(rules, games), _all(rules, games))


def _doubtful(rules: list[Usage], games: int) -> str:
    found = [u for u in rules if u.suspect]
    if not found:
        return paragraph("No rule is suspect.")
    enough = "" if games >= ENOUGH else f" In {games} games that may be chance; {ENOUGH:,} say more."
    head = f"<h3>Suspect: {len(found)} rules that never took effect</h3>"
    note = paragraph(f"Either these games do not lead there, or the rule is not carried out.{enough}", "faint")
    rows = [[u.rule.id, u.rule.title, WORDS[u.verdict], _places(u)] for u in found]
    return head + note + table(["rule", "", "why", "lives in"], rows) + "<br>"


def _places(u: Usage) -> str:
    shown = ", ".join(u.rule.code[:4]) or "no code cites it"
    return shown + (f" and {len(u.rule.code) - 4} more" if len(u.rule.code) > 4 else "")


def _all(rules: list[Usage], games: int) -> str:
    most = max((u.use.fired for u in rules), default=1)
    rows = [
        [
            u.rule.id, u.rule.title, _KINDS[u.verdict], _bar(u.use.fired, most), _number(u.use.fired),
            f"{u.games / games:.0%}" if games and u.use.fired else "", _number(u.use.told), _number(u.use.asked),
            _number(u.use.rolled), _number(u.use.ran), _number(u.use.called),
        ]
        for u in rules
    ]  # fmt: skip
    head = ["rule", "", "", "took effect", "times", "in games", "told", "asked", "rolled", "steps run", "calls"]
    marks = ["suspect" if u.suspect else "" for u in rules]
    note = (
        "told: something happened by the rule and stands in the diary. asked: it gave a player a choice. rolled: it "
        "called on chance. steps run: a step that carries it out was reached. calls: a function that knows it was "
        "asked. The bar is logarithmic."
    )
    body = table(head, rows, marks, "    nnnnnnn", tall=True)
    return f"<h3>All rules</h3>{body}" + paragraph(note, "faint")


def _number(count: int) -> str:
    return f"{count:,}" if count else ""


def _bar(count: int, most: int) -> str:
    if not count:
        return ""
    width = 4 + 116 * log10(1 + count) / log10(1 + max(most, 1))
    return f'<span class="bar" style="width:{width:.0f}px"></span>'
