"""Putting units down, lifting and turning them, against a table with piles of counters on it."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import ARTILLERY, POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.setup import new_state
from vistula.games.warsaw_1920.state import (
    COMBAT,
    ELIMINATED,
    INTERNED,
    TRAY,
    State,
    covered_by,
    deploy,
    disrupt,
    enter,
    hide,
    in_the_open,
    put_on_top,
    refit,
    remove,
    reorganize,
    reveal,
)
from vistula.parts.pieces import box

from .table import M, hex, unit
from .test_brute_force import DANZIG, PLAY, PRUSSIA

rule = pytest.mark.rule

PLACES = {p.hex for p in M.board.places if p.kind != "name"}
FIELD = [hex(name) for name in ("Warsaw", "Siedlce", "Brest", "Minsk", "1413", "2410", "Tarnopol")]


class Desk:
    """Hears what Russia learns and what is told."""

    def __init__(self) -> None:
        self.learnt: list[object] = []
        self.told: list[tuple[str, str]] = []

    def tell(self, s: State, rule: str, key: str, to: object, refs: dict[str, object]) -> None:
        self.told.append((rule, key))

    def disclose(self, rule: str, seats: list[str], fact: object) -> None:
        self.learnt.append((rule, tuple(seats), fact))

    def settle(self, rule: str) -> None: ...


class Table:
    """The same as the state says, with piles from bottom to top and turned counters."""

    def __init__(self) -> None:
        self.piles: dict[int, list[int]] = {}
        self.turned: set[int] = set()

    def lift(self, u: int) -> None:
        for pile in self.piles.values():
            if u in pile:
                pile.remove(u)

    def put(self, u: int, h: int) -> None:
        self.lift(u)
        self.piles.setdefault(h, []).append(u)

    def depth(self, u: int) -> int:
        pile = next((pile for pile in self.piles.values() if u in pile), [u])
        return 0 if M.side[u] == RUSSIA else len(pile) - 1 - pile.index(u)


def bare() -> State:
    s = new_state(M)
    for u in M.units:
        s.place[u] = ELIMINATED
    s.desk = Desk()  # type: ignore[assignment]
    return s


def check(s: State, table: Table) -> None:
    on_table = {u: h for h, pile in table.piles.items() for u in pile}
    assert {u: s.place[u] for u in M.units if s.place[u] >= 0} == on_table
    for u in on_table:
        assert covered_by(s, u) == table.depth(u)
    for side in (POLAND, RUSSIA):
        own = {u: h for u, h in on_table.items() if M.side[u] == side}
        assert set(members(s.occupied[side])) == set(own.values())
        strong = {h for u, h in own.items() if u not in table.turned and M.kind[u] != ARTILLERY}
        assert set(members(s.zoc_from[side])) == strong
    assert all(s.deep)
    order = in_the_open(s, on_table)
    assert order == sorted(on_table, key=lambda u: (on_table[u], table.depth(u)))


@rule("6.3b", "6.3c", "7.0a", "7.0b", "2.2.8a", "11.10g", "12.2a")
def test_piles_lie_as_they_were_laid() -> None:
    """Random handling of few units in few hexes, so that piles grow to four and more."""
    rng = random.Random(1)
    highest = shown = 0
    for _ in range(40):
        s, table = bare(), Table()
        camps = {POLAND: [hex("Brest"), hex("1413")], RUSSIA: [hex("Minsk"), hex("Tarnopol")]}
        band = rng.sample(list(M.polish), 6) + rng.sample(list(M.russian), 4) + [unit("R-1art")]
        for _ in range(30):
            u = rng.choice(band)
            s.side = rng.choice([POLAND, RUSSIA])
            s.desk.learnt.clear()  # type: ignore[union-attr]
            lay_on_top = s.place[u] >= 0 and M.side[u] == POLAND and not table.depth(u)
            action = rng.choice(["put", "put", "remove", "turn", "arrange"])
            old = s.place[u]
            if action == "put":
                target = rng.choice(camps[M.side[u]])
                deploy(s, u, target)
                table.put(u, target)
            elif s.place[u] < 0:
                continue
            elif action == "remove":
                remove(s, u, ELIMINATED)
                table.lift(u)
                table.turned.discard(u)
            elif action == "turn":
                (refit if u in table.turned else disrupt)(s, u)
                table.turned ^= {u}
            elif M.side[u] == POLAND:
                put_on_top(s, u)
                table.put(u, s.place[u])
            check(s, table)
            assert set(members(s.disrupted)) == table.turned
            if action in ("put", "remove") and old >= 0 and M.side[u] == POLAND:
                rest = [v for v in table.piles[old] if v != u] if lay_on_top else []
                seen = [fact for _, _, fact in s.desk.learnt]  # type: ignore[union-attr]
                assert seen == rest[-1:] * (s.side == RUSSIA)
                shown += bool(seen)
            highest = max(highest, *(len(pile) for pile in table.piles.values()))
    assert highest >= 4
    assert shown >= 20


@rule("3.4a", "3.4b", "4.2a", "4.2b", "8.4a", "8.4b", "10.5c")
def test_control_follows_whoever_enters() -> None:
    """And a city gives a supply point to the first Front that takes it from the Poles."""
    rng = random.Random(2)
    ended = paid = interned = 0
    for _ in range(60):
        s = bare()
        s.resupplied = rng.choice([[0, 0], [0, 3], [2, 0]])
        s.paid *= rng.random() < 0.7  # cities that the Russians hold and that still could pay: no Pole may be paid
        owner = {h: RUSSIA if s.russian >> h & 1 else POLAND for h in FIELD}
        spent = {h for h in FIELD if s.paid >> h & 1}
        points = list(s.points)
        for _ in range(8):
            u = rng.choice(list(M.units))
            h = rng.choice(FIELD[:6] if M.side[u] == RUSSIA else [h for h in FIELD if h != hex("2410")])
            s.desk.told.clear()  # type: ignore[union-attr]
            enter(s, u, h, "10.3a")
            told = s.desk.told  # type: ignore[union-attr]
            if h == hex("2410"):
                interned += 1
                assert s.place[u] == INTERNED
                assert told == [("10.5c", "interned")]
                continue
            assert s.place[u] == h
            taken = owner[h] != M.side[u]
            named = h != hex("1413")
            assert (("3.4a", "control") in told) == (taken and named)
            fallen = taken and M.side[u] == RUSSIA and h == hex("Warsaw") and not any(s.resupplied)
            city = taken and M.side[u] == RUSSIA and h in members(M.city | M.major) and not fallen
            assert (("4.2a", "sudden_death") in told) == fallen == s.sudden == s.ended
            assert (("8.4a", "liberated") in told) == (city and h not in spent)
            if city and h not in spent:
                points[M.front[u]] += 1
                spent.add(h)
                paid += 1
            owner[h] = M.side[u]
            assert s.points == points
            for side in (POLAND, RUSSIA):
                assert set(members(s.occupied[side])) == {s.place[v] for v in M.units if M.side[v] == side} - {
                    ELIMINATED,
                    INTERNED,
                }
            assert {h for h in FIELD if s.russian >> h & 1} == {h for h in FIELD if owner[h] == RUSSIA}
            assert {h for h in FIELD if s.paid >> h & 1} == spent
            if fallen:
                ended += 1
                break
    assert min(ended, paid, interned) >= 5


@rule("3.4a", "3.4b", "10.5c")
def test_whoever_enters_a_hex_takes_that_hex_and_no_other() -> None:
    """Hex by hex: East Prussia interns, everything else changes hands."""
    for h in sorted(PLAY - DANZIG):
        for name, mine in (("R-4", True), ("P-8", False)):
            s = bare()
            s.resupplied = [1, 1]
            s.russian = s.m.land * (not mine)
            enter(s, unit(name), h, "10.3a")
            interned = h in PRUSSIA
            assert s.place[unit(name)] == (INTERNED if interned else h)
            assert s.russian == (s.m.land * (not mine) if interned else s.m.land * (not mine) ^ 1 << h)
            told = ("3.4a", "control") in s.desk.told  # type: ignore[union-attr]
            assert told == (h in PLACES and not interned)


@rule("10.5c", "6.3b", "12.3c")
def test_a_unit_off_the_map_has_no_marks() -> None:
    s = bare()
    u, other = unit("R-4"), unit("P-8")
    for each, where in ((u, "Minsk"), (other, "Brest")):
        deploy(s, each, hex(where))
        disrupt(s, each)
        for marks in ("isolated", "moving", "revealed"):
            setattr(s, marks, getattr(s, marks) | 1 << each)
    remove(s, u, INTERNED)
    assert (s.disrupted, s.isolated, s.moving, s.revealed) == (1 << other,) * 4
    assert s.place[u] == INTERNED


@rule("9.2a", "10.4.2c", "6.3b")
@pytest.mark.parametrize(
    ("side", "name", "shown"), [(RUSSIA, "P-8", True), (POLAND, "P-8", False), (RUSSIA, "R-4", False)]
)
def test_reorganized_units_wait_two_turns_and_a_pole_is_seen_by_the_russian_who_drove_it(
    side: int, name: str, shown: bool
) -> None:
    s = bare()
    s.turn, s.side, s.phase = 3, side, COMBAT
    deploy(s, unit(name), hex("Brest"))
    disrupt(s, unit(name))
    reorganize(s, unit(name), "10.4.2c")
    assert s.place[unit(name)] == box(5)
    assert s.desk.learnt == [("10.4.2c", ("russia",), unit(name))] * shown  # type: ignore[union-attr]


@rule("6.3b", "5.4b", "5.5a", "5.4c", "8.3.1c")
def test_a_new_game_has_nothing_shown_and_nothing_done() -> None:
    s = new_state(M)
    assert (s.revealed, s.under, s.deep, s.movements, s.operations, s.statuses) == (0, 0, [], 0, [], [])
    assert s.lost == [0, 0]
    assert State().revealed == State().movements == 0
    assert State().lost == [0, 0]
    assert s.place.count(TRAY) > 0


@rule("6.3b")
def test_what_a_combat_shows_is_hidden_again() -> None:
    s = bare()
    reveal(s, 1 << unit("P-8"))
    reveal(s, 1 << unit("P-10"))
    assert s.revealed == 1 << unit("P-8") | 1 << unit("P-10")
    hide(s)
    assert s.revealed == 0
