"""What an attack is worth, line by line, against the arithmetic of the rules on random attacks at telling places."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from vistula.games.warsaw_1920.model import ARTILLERY, POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.combat import Attack, CombatPhase
from vistula.games.warsaw_1920.rules.setup import new_state
from vistula.games.warsaw_1920.state import COMBAT, OUT_OF_SUPPLY, SUPPLIED, State, deploy, reveal
from vistula.kernel import Dice, Game

from .table import TITLE, M, altered, attack, hex, last, poles_attack, unit
from .test_brute_force import BOARD, PRUSSIA, RIVERS, neighbours

rule = pytest.mark.rule

# Clear, town, swamp, forest, forest and rivers, mountain, clear and rivers, major city, city and rivers, major city and
# rivers, twice clear behind a trench, city behind a trench.
TARGETS = ["0331", "0230", "1218", "2026", "2722", "0314", "0417", "0615", "1614", "1709", "2220", "2020"]

Line = tuple[str, str, str]  # what, how much, by which rule


def fights(seed: int, count: int) -> Iterator[tuple[State, list[int], list[int], int]]:
    """A state in a combat phase, attackers next to a hex, defenders in it."""
    rng = random.Random(seed)
    for number in range(count):
        s = new_state(M)
        s.side, s.phase, s.turn, s.operation = rng.choice([POLAND, RUSSIA]), COMBAT, 4, 1
        s.supplied = [rng.choice([SUPPLIED, OUT_OF_SUPPLY]) for _ in range(2)]
        target = hex(TARGETS[number % len(TARGETS)])
        near = [h for h in neighbours(target) if h not in PRUSSIA]
        camps = rng.sample(near, rng.randint(1, 2))
        own, foes = (M.polish, M.russian)[s.side], (M.polish, M.russian)[1 - s.side]
        front = rng.choice([0, 1])
        attackers = rng.sample(own, rng.randint(1, 6))
        line = [u for u in foes if M.front[u] in (-1, front) and M.kind[u] != ARTILLERY]
        defenders = rng.sample(line, rng.choice([1, 1, 2, 3]))
        if rng.random() < 0.4:
            guns = [unit("R-1art"), unit("R-2art")]
            attackers += [u for u in guns if s.side == RUSSIA and u not in attackers]
            defenders += [u for u in guns[:1] if s.side == POLAND and not front]
        if rng.random() < 0.1 and s.side == POLAND:
            defenders = [unit("R-1art")]
        for u in attackers:
            deploy(s, u, rng.choice(camps))
        for u in defenders:
            deploy(s, u, target)
        reveal(s, (1 << len(M.polish)) - 1)
        yield s, attackers, sorted(defenders), target


# -- the rules once more ----------------------------------------------------------------------------------------


def half(number: int) -> int:
    return number // 2 + number % 2


def hungry(s: State, u: int) -> bool:
    return M.side[u] == RUSSIA and s.supplied[M.front[u]] == OUT_OF_SUPPLY


def strengths(s: State, attackers: list[int], target: int, dug: bool) -> tuple[int, list[Line]]:
    """The attack: in full, across a trench, out of supply; each group is added up, then halved."""
    factors: dict[str, list[int]] = {"in full": [], "across a trench": [], "out of supply": []}
    for u in attackers:
        across = dug and (target, s.place[u]) in BOARD.trenches
        group = "out of supply" if hungry(s, u) else "across a trench" if across else "in full"
        factors[group].append(0 if M.kind[u] == ARTILLERY else M.cf[u])
    rules = {"in full": "11.3a", "across a trench": "11.6.2c", "out of supply": "8.2b"}
    total, lines = 0, []
    for group, found in factors.items():
        worth = sum(found) if group == "in full" else half(sum(found))
        text = "+".join(map(str, found))
        if worth:
            lines.append(
                (group, f"{text} = {worth}" if group == "in full" else f"({text}) / 2 = {worth}", rules[group])
            )
        total += worth
    return total, lines


def ground(target: int) -> tuple[int, str]:
    place = BOARD.place[target]
    kind = place.kind if place is not None and place.kind in ("major", "city") else BOARD.terrain[target]
    times = {"major": 3, "city": 2, "forest": 2, "mountain": 2}.get(kind, 1)
    return times, "major city" if kind == "major" else kind


def defences(s: State, attackers: list[int], defenders: list[int], target: int) -> tuple[int, int, list[Line]]:
    """The defence without terrain, what terrain multiplies it by, and the lines of the sum."""
    guns = [u for u in defenders if M.kind[u] == ARTILLERY]
    base = sum(M.cf[u] for u in defenders if u not in guns or len(defenders) == 1)
    lines = [("defenders", str(base), "11.2a")]
    if any(hungry(s, u) for u in defenders):
        lines.append(("out of supply", f"{base} / 2 = {half(base)}", "8.2d"))
        base = half(base)
    times, word = ground(target)
    wet = all((s.place[u], target) in RIVERS for u in attackers)
    if wet and times < 2:
        times, line = 2, ("all attackers cross a river", f"{base} × 2 = {base * 2}", "11.6.2b")
    else:
        line = (word, f"{base} × {times} = {base * times}", "11.6.2a")
    return base, times, lines + [line] * (times > 1)


def modifiers(s: State, attackers: list[int]) -> list[Line]:
    guns = any(M.kind[u] == ARTILLERY for u in attackers) and s.supplied[0] == SUPPLIED
    legion = any(M.label[u].startswith("PL") for u in attackers)
    return [("artillery support", "+1", "11.7b")] * guns + [("Legion shock", "+1", "11.8a")] * legion


def odds_of(attack: int, defence: int) -> str:
    return f"{attack // defence}:1" if attack >= defence else f"1:{-(-defence // attack)}"


def chances(odds: str, bonus: int) -> dict[str, Fraction]:
    if odds.startswith("1:") and odds not in M.columns:
        return {"AE": Fraction(1)}
    column = M.columns.index(odds if odds in M.columns else M.columns[-1])
    rolled = Counter(M.crt[min(die + bonus, len(M.crt) - 1)][column] for die in range(1, 7))
    return {result: Fraction(number, 6) for result, number in rolled.items()}


# -- what the table shows ---------------------------------------------------------------------------------------


@rule(
    "2.2.6a", "8.2b", "8.2c", "8.2d", "11.2a", "11.3a", "11.5a", "11.5b", "11.5c", "11.5d", "11.6.1a", "11.6.1b",
    "11.6.2a", "11.6.2b", "11.6.2c", "11.6.2d", "11.6.2e", "11.6.2f", "11.7a", "11.7b", "11.8a",
)  # fmt: skip
def test_every_line_of_an_attack() -> None:
    seen: Counter[str] = Counter()
    for s, attackers, defenders, target in fights(41, 300):
        frame = Attack(target=target, attackers=attackers, at="muster")
        game = Game(TITLE, s, [CombatPhase(at="declare"), frame], Dice(bytes(32)))
        found = game.seat(("poland", "russia")[s.side]).forecast()
        attack, attack_lines = strengths(s, attackers, target, dug=False)
        if not attack:  # guns alone
            assert found is None
            seen["guns alone"] += 1
            continue
        base, times, defence_lines = defences(s, attackers, defenders, target)
        defence = base * times
        dug, dug_lines = strengths(s, attackers, target, dug=True)
        if Fraction(dug, base) < Fraction(attack, defence):
            attack, attack_lines, defence = dug, dug_lines, base
            defence_lines = [line for line in defence_lines if line[2] in ("11.2a", "8.2d")]
        bonus = modifiers(s, attackers)
        odds = odds_of(attack, defence)
        assert found is not None
        assert found.title.split()[0] == odds
        ours, theirs = found.columns
        assert _lines(ours.terms) == [*attack_lines, ("attack", str(attack), "11.5a")]
        assert _lines(theirs.terms) == [*defence_lines, ("defence", str(defence), "11.5a")]
        below = ", below the table" if attack < defence and odds not in M.columns else ""
        assert _lines(found.terms) == [*bonus, ("odds", odds + below, "11.5a")]
        told = {outcome.label: Fraction(outcome.numerator, outcome.denominator) for outcome in found.outcomes}
        assert told == chances(odds, len(bonus))
        seen.update(line[0] for line in [*attack_lines, *defence_lines, *bonus])
        seen["beyond the table"] += odds not in M.columns and attack > defence
        seen["below the table"] += bool(below)
    telling = ("in full", "across a trench", "out of supply", "all attackers cross a river", "forest", "city",
               "major city", "mountain", "artillery support", "Legion shock", "beyond the table", "below the table",
               "guns alone")  # fmt: skip
    assert min(seen[what] for what in telling) >= 2, seen


def _lines(terms: list) -> list[Line]:  # type: ignore[type-arg]
    return [(term.label, term.value, term.rule) for term in terms]


@rule("11.5b", "11.8a")
def test_without_a_row_for_seven_the_last_row_serves() -> None:
    """A pack may have a table that ends with 6 (W-42)."""
    game = poles_attack('units.P-PL1 = "0331"\nunits.R-12 = "0332"')
    game.s.m = altered(M, crt=M.crt[:7])
    attack(game, "0332", "P-PL1", 6)
    assert last(game, "result").refs["result"] == M.crt[6][M.columns.index("2:1")]
