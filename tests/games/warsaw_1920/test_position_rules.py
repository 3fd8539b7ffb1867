"""What a position file leaves unsaid, and what it may not say, against plain statements of the rules."""

from __future__ import annotations

import random
from itertools import product

import pytest

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import POLAND
from vistula.games.warsaw_1920.rules.setup import new_state
from vistula.games.warsaw_1920.state import COMBAT, IDLE, MOVEMENT, SUPPLIED, State
from vistula.kernel import BadInput

from .table import TITLE, M, at, hex, unit

rule = pytest.mark.rule

PHASES = ["resupply", "reinforcement", "operation", "movement", "combat", "refit"]


def read(text: str) -> State | None:
    """The position that a file describes, before play goes on; None if it is refused."""
    try:
        return TITLE.position(f"clear = true\n{text}", "a.toml").s
    except BadInput:
        return None


# -- 6.3 who lies on top ------------------------------------------------------------------------------------


MARKS = {"": "", "under": ", under = true", "top": ", top = true", "both": ", under = true, top = true"}


def stacked(first: str, last: str, marks: tuple[str, str]) -> State | None:
    entries = zip((first, last), marks, strict=True)
    return read("turn = 3\n[units]\n" + "\n".join(f'{u} = {{ hex = "1413"{MARKS[mark]} }}' for u, mark in entries))


@rule("6.3b")
@pytest.mark.parametrize("pair", ["P-14 P-21", "P-21 P-14"])
def test_the_marked_unit_lies_on_top_and_else_the_one_listed_last(pair: str) -> None:
    first, last = pair.split()
    below = {("top", ""): last, ("top", "under"): last, ("", "under"): last}
    refused = {("under", "under"), ("", "both"), ("both", ""), ("both", "under"), ("under", "both"), ("top", "both")}
    for marks in product(MARKS, MARKS):
        s = stacked(first, last, marks)
        if marks in refused or marks == ("both", "both"):
            assert s is None, marks
        else:
            assert s is not None, marks
            assert s.under == 1 << unit(below.get(marks, first)), marks


@rule("6.3b")
@pytest.mark.parametrize("mark", ["under", "top"])
def test_only_poles_on_the_map_lie_on_others(mark: str) -> None:
    assert read(f'turn = 3\n[units]\nP-8 = {{ hex = "eliminated", {mark} = true }}\nP-10 = "1413"') is None
    assert read(f'turn = 3\n[units]\nR-4 = {{ hex = "1413", {mark} = true }}\nR-11 = "1413"') is None
    assert read(f'turn = 3\n[units]\nR-11 = "1413"\nR-4 = {{ hex = "1413", {mark} = true }}') is None
    alone = read(f'turn = 3\n[units]\nP-8 = {{ hex = "1413", {mark} = true }}')
    assert (alone is None) == (mark == "under")


@rule("6.3b")
def test_a_listed_unit_may_lie_under_one_of_the_set_up() -> None:
    start = TITLE.start("quick").s
    full = next(h for h in members(start.occupied[POLAND]) if len(_poles(start, h)) == 2)
    for mine, other in (_poles(start, full), _poles(start, full)[::-1]):
        text = f'turn = 2\n[units]\n{M.key[mine]} = {{ hex = "{M.grid.number(full)}", under = true }}'
        s = TITLE.position(text, "a.toml").s
        assert s.under >> mine & 1
        assert not s.under >> other & 1


def _poles(s: State, h: int) -> list[int]:
    return [u for u in M.polish if s.place[u] == h]


# -- 3.4 control --------------------------------------------------------------------------------------------


@rule("3.4a", "3.4c", "4.2a", "8.4a")
def test_control_hex_by_hex() -> None:
    """As at the start, but for what is listed and for where units stand; contradictions are refused."""
    rng = random.Random(1)
    start = new_state(M).russian
    cities = set(members(M.city | M.major))
    places = [p.hex for p in M.board.places if M.enterable[POLAND] >> p.hex & 1]
    seen = {True: 0, False: 0}
    for _ in range(150):
        spots = rng.sample(places, 2 * rng.randint(0, 4))
        poles = dict(zip(rng.sample(list(M.polish), len(spots)), spots[::2], strict=False))
        russians = dict(zip(rng.sample(list(M.russian), len(spots)), spots[1::2], strict=False))
        lists = [rng.sample(places, rng.choice([0, 0, 1, 2])) for _ in range(3)]
        if rng.random() < 0.7:
            lists[2] = [h for h in lists[2] if h in cities]
        if rng.random() < 0.2:
            lists[0].append(hex("Warsaw"))
        resupplied = rng.choice([(0, 0), (0, 0), (2, 0), (0, 2)])
        s = read(_control_file(lists, {**poles, **russians}, resupplied))
        russia, poland, retaken = map(set, lists)
        wrong = (
            russia & (poland | retaken)
            or russia & set(poles.values())
            or (poland | retaken) & set(russians.values())
            or retaken - cities
        )
        red = (set(members(start)) - poland - retaken | russia | set(russians.values())) - set(poles.values())
        fallen = hex("Warsaw") in red and not any(resupplied)
        seen[s is None] += 1
        assert (s is None) == bool(wrong or fallen)
        if s is not None:
            assert set(members(s.russian)) == red
            assert set(members(s.paid)) == (set(members(new_state(M).paid)) | red | retaken) & cities
    assert min(seen.values()) >= 30


def _control_file(lists: list[list[int]], units: dict[int, int], resupplied: tuple[int, int]) -> str:
    names = ["russia", "poland", "retaken"]
    held = "\n".join(f"{name} = {[M.grid.number(h) for h in hexes]}" for name, hexes in zip(names, lists, strict=True))
    placed = "\n".join(f'{M.key[u]} = "{M.grid.number(h)}"' for u, h in units.items())
    tracks = f"west_resupplied = {resupplied[0]}\nsouthwest_resupplied = {resupplied[1]}"
    return f"turn = 3\n[control]\n{held}\n[tracks]\n{tracks}\n[units]\n{placed}"


# -- 5.3 the order to counterattack -------------------------------------------------------------------------


@rule("5.3a", "5.3b")
def test_the_order_is_chosen_on_turn_3_and_shown_on_turn_5() -> None:
    """In the Polish reinforcement phase, which is the first thing of a game turn."""
    for turn, side, phase in product(range(2, 9), ("poland", "russia"), PHASES):
        if (side, phase) == ("poland", "resupply"):
            continue
        later = side == "russia" or phase != "reinforcement"
        chosen, shown = (turn, later) > (3, False), (turn, later) > (5, False)
        for order, word in product((None, 4, 5, 6, 7), (None, True, False)):
            lines = [f"counterattack = {order}"] * (order is not None)
            lines += [f"counterattack_shown = {str(word).lower()}"] * (word is not None)
            s = read(f'turn = {turn}\nside = "{side}"\nphase = "{phase}"\n[tracks]\n' + "\n".join(lines))
            if order is not None and (order not in (5, 6) or not chosen):
                assert s is None
            else:
                assert s is not None
                assert s.counterattack == (order or (6 if chosen else 0))
                assert s.order_shown == (shown if word is None else word)


# -- 5.1, 5.5 operations ------------------------------------------------------------------------------------


POLISH = [0, 0, 1, 2, 2, 2, 3, 3, 3]  # by turn, without an order to counterattack on turn 5


@rule("5.1a", "5.1c", "5.4b", "5.4c", "5.5a", "8.3.1c")
def test_operations_one_by_one() -> None:
    """Every record of operations, in every phase, with and without operations lost to a resupply."""
    rng = random.Random(2)
    for length in range(5):
        for done in product(("movement", "combat"), repeat=length):
            for side, phase in product(("poland", "russia"), PHASES):
                lost = rng.choice([(0, 0), (1, 0), (0, 2), (1, 1), (2, 1), (2, 2)]) if side == "russia" else (0, 0)
                turn = rng.choice([2, 3, 4, 6, 8])
                if (side, phase) != ("poland", "resupply"):
                    _compare(turn, side, phase, list(done), lost, moved=rng.random() < 0.5)


def _compare(turn: int, side: str, phase: str, done: list[str], lost: tuple[int, int], moved: bool) -> None:
    runs = phase in ("movement", "combat")
    moved = moved and phase == "movement"
    allowed = 3 if side == "russia" else POLISH[turn]
    begun = len(done) + runs
    most = {"resupply": 0, "reinforcement": 0, "operation": allowed - 1}.get(phase, allowed)
    s = read(_operations_file(turn, side, phase, done, lost, moved))
    if begun > most or (runs and begun <= min(lost)):
        assert s is None, (turn, side, phase, done, lost)
        return
    assert s is not None, (turn, side, phase, done, lost)
    kinds = [*done, phase] if runs else done
    assert s.operations == [MOVEMENT if kind == "movement" else COMBAT for kind in kinds]
    assert s.movements == done.count("movement") + moved
    assert s.statuses == [_status(side, kind, n, gone) for n, kind in enumerate(kinds, 1) for gone in lost]
    assert s.operation == (begun if phase in ("operation", "movement", "combat") else 0)
    if runs:
        assert s.supplied == s.statuses[-2:]


def _status(side: str, kind: str, number: int, lost: int) -> int:
    """[5.5a, 8.3.1c] The marker of a Front in one operation, where nothing else is said."""
    return IDLE if number <= lost or (side, kind) == ("poland", "movement") else SUPPLIED


def _operations_file(turn: int, side: str, phase: str, done: list[str], lost: tuple[int, int], moved: bool) -> str:
    mover = {"poland": "P-8", "russia": "R-4"}[side]
    tracks = "".join(
        f"{name}_resupplied = {turn}\n{name}_lost = {gone}\n"
        for name, gone in zip(("west", "southwest"), lost, strict=True)
        if gone
    )
    unit = f'{mover} = {{ hex = "1413", moved = true }}' if moved else ""
    return f'turn = {turn}\nside = "{side}"\nphase = "{phase}"\noperations = {done}\n[tracks]\n{tracks}[units]\n{unit}'


@rule("5.4b", "5.4c", "5.5a")
@pytest.mark.parametrize("name", ["P-PL2", "P-8"])
def test_one_unit_that_has_moved_is_enough_to_have_begun_a_movement_phase(name: str) -> None:
    """The first of all units as well as any other."""
    game = at(f'turn = 4\nside = "poland"\nphase = "movement"\nunits.{name} = {{ hex = "1709", moved = true }}')
    assert game.s.movements == 1
