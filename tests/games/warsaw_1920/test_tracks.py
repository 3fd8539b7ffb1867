"""The tracks beside the map, stated once more from what has happened, on random states."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.movement import MovementPhase
from vistula.games.warsaw_1920.state import COMBAT, IDLE, MOVEMENT, OPERATION, OUT_OF_SUPPLY, SUPPLIED, State
from vistula.kernel import UNKNOWN, Dice, Game

from .table import TITLE, M, at, hex, unit
from .test_brute_force import holds, positions
from .test_choices_by_brute_force import _layers

rule = pytest.mark.rule

Shown = tuple[int, int, int | None, str]  # value, low, high, flag
STATES = {SUPPLIED: "supplied", OUT_OF_SUPPLY: "out of supply", IDLE: ""}


def records(seed: int, count: int) -> list[tuple[State, dict[str, Shown], str]]:
    """States with all kinds of things on their tracks, what each seat must be shown, and the seat."""
    return [_record(rng, s) for rng, s in positions(seed, count, most=8)]


def _record(rng: random.Random, s: State) -> tuple[State, dict[str, Shown], str]:
    s.side, s.turn, s.phase = rng.choice([POLAND, RUSSIA]), rng.randint(2, 8), MOVEMENT
    s.operations = [rng.choice([MOVEMENT, COMBAT, *[OPERATION] * s.side]) for _ in range(rng.randint(0, 3))]
    s.operation = len(s.operations)
    asked = bool(s.operations) and rng.random() < 0.3  # the supply of the last operation is still being decided
    s.statuses = [rng.choice([SUPPLIED, OUT_OF_SUPPLY, IDLE]) for _ in range(2 * len(s.operations) - 2 * asked)]
    s.points, s.resupplied = [rng.randint(0, 14), rng.randint(0, 10)], [rng.choice([0, 3]), rng.choice([0, 2])]
    s.lost = [rng.choice([0, 1, 2]) for _ in range(2)]
    s.supplied = [rng.choice([SUPPLIED, OUT_OF_SUPPLY, IDLE]) for _ in range(2)]
    s.resupply_vp = rng.randint(0, 9)
    s.counterattack = rng.choice([0, 5, 6])
    s.order_shown = bool(s.counterattack) and rng.random() < 0.5
    seat = rng.choice(["poland", "russia"])
    return s, _stated(s, seat), seat


def _stated(s: State, seat: str) -> dict[str, Shown]:
    shown: dict[str, Shown] = {"turn": (s.turn, 1, 8, M.dates[s.turn])}
    for front, (id, most) in enumerate((("west", 12), ("southwest", 8))):
        flags = [f"resupplied on turn {s.resupplied[front]}"] * bool(s.resupplied[front])
        flags += [f"loses {s.lost[front]} operation{'s' * (s.lost[front] > 1)}"] * bool(s.lost[front])
        flags += [STATES[s.supplied[front]]] * bool(STATES[s.supplied[front]])
        points = s.points[front]
        shown[id] = (points, 0, points if points > most else most, ", ".join(flags))
    shown["vp-poland"], shown["vp-russia"] = (s.resupply_vp, 0, None, ""), (0, 0, None, "")
    secret = seat == "russia" and bool(s.counterattack) and not s.order_shown
    early = s.counterattack and s.counterattack <= s.turn and not secret
    polish = {2: 1, 3: 2, 4: 2, 5: 2}.get(s.turn, 3)
    shown["operation"] = (s.operation, 0, 3 if s.side == RUSSIA or early else polish, "")
    moved = 0
    for i, kind in enumerate(s.operations):
        moved += kind == MOVEMENT
        words = {OPERATION: "lost by resupply", MOVEMENT: "movement", COMBAT: "combat"}[kind]
        if s.side == POLAND and kind == MOVEMENT:
            words += ", full allowance" if moved == 1 else ", half allowance"
        codes = [*s.statuses, IDLE, IDLE][2 * i :]
        west, southwest = ({SUPPLIED: "supplied", OUT_OF_SUPPLY: "out"}.get(codes[front]) for front in (0, 1))
        known = [f"W {west}"] * bool(west) + [f"SW {southwest}"] * bool(southwest)
        shown[f"operation-{i + 1}"] = (i + 1, 1, None, f"{words}: {', '.join(known)}" if known else words)
    state = "shown" if s.order_shown else "chosen, not shown yet" if s.counterattack else "not chosen yet"
    shown["counterattack"] = (0 if secret else s.counterattack, 0, None, state)
    return shown


@rule("4.1.5a", "4.1.7b", "5.0a", "5.1c", "5.3a", "5.3b", "5.4c", "5.5a", "8.1a", "8.3.1d")
def test_the_tracks_show_what_has_happened() -> None:
    for s, stated, seat in records(81, 60):
        game = Game(TITLE, s, [MovementPhase(at="pick")], Dice(bytes(32)))
        tracks = {track.id: track for track in game.seat(seat).view().tracks}
        scores = {id: tracks.pop(id) for id in ("now-poland", "now-russia")}
        assert {id: (t.value, t.low, t.high, t.flag or "") for id, t in tracks.items()} == stated
        for i in range(len(s.operations)):
            assert tracks[f"operation-{i + 1}"].rule == ("5.4c" if s.side == POLAND else "5.5a")
        assert (tracks["vp-poland"].rule, tracks["vp-russia"].rule) == ("4.1.5a", "4.1.7b")
        for track in scores.values():
            assert track.value == sum(int(term.value) for term in track.terms)
            assert "0" not in [term.value for term in track.terms]


@rule("4.1a")
@pytest.mark.parametrize(("vp", "low"), [(0, -4), (4, 0), (9, 0)])
def test_a_score_below_zero_stretches_its_track(vp: int, low: int) -> None:
    """With every Polish city in Russian hands an early counterattack leaves less than nothing."""
    cities = ", ".join(repr(p.english or p.name) for p in M.board.places if p.kind in ("city", "major"))
    game = at(f"""
        turn = 6
        side = "russia"
        phase = "operation"
        tracks.counterattack = 5
        tracks.west_resupplied = 5
        tracks.resupply_vp = {vp}
        control.russia = [{cities}]
    """)
    track = next(track for track in game.seat("poland").view().tracks if track.id == "now-poland")
    assert (track.value, track.low) == (vp - 4, low)


@rule("8.1a", "12.3a", "12.3b")
def test_the_supply_of_both_sides_laid_over_the_map() -> None:
    for rng, s in positions(82, 12):
        s.side, s.phase = RUSSIA, MOVEMENT
        s.supplied = [rng.choice([SUPPLIED, OUT_OF_SUPPLY, IDLE]) for _ in range(2)]
        s.isolated = sum(1 << u for u in M.units if s.place[u] >= 0 and rng.random() < 0.3)
        game = Game(TITLE, s, [MovementPhase(at="pick")], Dice(bytes(32)))
        mine, theirs = _layers(game, "poland", "supply"), _layers(game, "russia", "supply")
        for own, other in (("own", "enemy"), ("enemy", "own")):
            assert mine[f"{own}-in-communication"] == theirs[f"{other}-in-communication"]
            assert mine[f"{own}-cut-off"] == theirs[f"{other}-cut-off"]
        for side, name in ((POLAND, "own"), (RUSSIA, "enemy")):
            hexes = {s.place[u] for u in M.units if M.side[u] == side and s.place[u] >= 0}
            assert mine[f"{name}-cut-off"] == hexes - mine[f"{name}-in-communication"]
        marked = {s.place[u] for u in members(s.isolated)}
        assert mine["isolated"] == theirs["isolated"] == marked
        fronts = {}
        for front, name in enumerate(("west", "southwest")):
            hexes = {s.place[u] for u in M.russian if M.front[u] == front and s.place[u] >= 0}
            fronts |= (
                {f"{name}-{STATES[s.supplied[front]].replace(' ', '-')}": hexes} if s.supplied[front] != IDLE else {}
            )
        assert {name: hexes for name, hexes in mine.items() if name.startswith(("west", "southwest"))} == fronts


@rule("4.1.1a", "4.1.1b", "4.1.1c", "4.1.2c")
def test_what_the_cities_would_give_laid_over_the_map() -> None:
    cities = {p.hex: p.kind for p in M.board.places if p.kind in ("city", "major")}
    for rng, s in positions(83, 8):
        s.side, s.phase = RUSSIA, MOVEMENT
        for h in rng.sample(sorted(cities), 5):
            s.russian ^= 1 << h
        game = Game(TITLE, s, [MovementPhase(at="pick")], Dice(bytes(32)))
        worth: dict[int, int] = {}
        shown = game.seat("russia").overlay("vp")
        for side, seat in enumerate(("poland", "russia")):
            joined = _layers(game, seat, "rail")["joined"]
            warsaw = hex("Warsaw") if side == POLAND else -1
            scoring = {h for h in cities if holds(s, side, h) and (h in joined or h == warsaw)}
            assert {M.hex(number) for number in shown.layers[seat]} == scoring
            worth |= {h: 4 if h == warsaw else 2 if cities[h] == "major" else 1 for h in scoring}
        assert {M.hex(number) for number in shown.layers["silent"]} == cities.keys() - worth.keys()
        assert {M.hex(number): int(label) for number, label in shown.labels.items()} == dict.fromkeys(cities, 0) | worth


@rule("7.0a")
@pytest.mark.parametrize("name", ["R-4", "P-8", "R-1art"])
def test_a_unit_beside_the_map_has_no_zone(name: str) -> None:
    game = at('side = "russia"\nturn = 4\nphase = "movement"\nunits.R-5 = "0332"')
    found = game.seat("poland").overlay("zoc", unit(name)).layers
    assert list(found.values()) == [[]]


@rule("5.3a", "6.3b", "6.3c")
@pytest.mark.parametrize("order", [5, 6])
def test_what_russia_does_not_know_of_the_order_and_of_piles(order: int) -> None:
    game = at(f"""
        turn = 4
        side = "russia"
        phase = "movement"
        tracks.counterattack = {order}
        units.R-4 = "0332"
    """)
    assert game.seat("russia").s.counterattack == UNKNOWN
    assert game.seat("poland").s.counterattack == order
    game.s.order_shown = True
    assert game.seat("russia").s.counterattack == order
    assert game.seat("russia").s.place[unit("R-4")] == hex("0332")
