"""Rules restated plainly, with the number itself and its neighbours, for both sides and in all cases that are cheap."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest

from vistula.board.hexes import bits
from vistula.games.nest_of_eagles.model import FULL, REDUCED, REMNANT, SEATS
from vistula.games.nest_of_eagles.rules.operations import receive
from vistula.games.nest_of_eagles.rules.patrols import dummies, is_dummy
from vistula.games.nest_of_eagles.rules.reinforcements import arrive
from vistula.games.nest_of_eagles.rules.reorganization import Reorganizing, halves
from vistula.games.nest_of_eagles.rules.seats import POLES
from vistula.games.nest_of_eagles.rules.sequence import PlayerTurn
from vistula.games.nest_of_eagles.rules.stacking import full, other_army
from vistula.games.nest_of_eagles.rules.steps import Losses, rebuild, strengthen
from vistula.games.nest_of_eagles.rules.strength import Odds, modifiers, work_out
from vistula.games.nest_of_eagles.shown.forecast import outcomes
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    ATTACK_2,
    BRIGADES,
    INHERITED,
    OFF,
    REBUILD,
    REMOVED,
    REPLACEMENT,
    UNDER,
    State,
    box,
    cover,
    level_of,
    sp,
    uncover,
    units_under,
    weakest,
)

from .positions import M, hex, situation, unit, units
from .screens import screened
from .table import POLAND, SOVIET, asked, offered, replacing, table

rule = pytest.mark.rule


# -- 17.1.6 pools ---


@rule("17.1.6a")
@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("pool", range(4))
def test_as_many_replacements_as_are_received_go_into_their_pool(number: int, pool: int) -> None:
    s = situation()
    s.pool = [1, 2, 3, 4]
    receive(s, pool, number, "17.1.2a")
    assert s.pool == [held + number * (i == pool) for i, held in enumerate([1, 2, 3, 4])]


# -- 17.3, 17.2 steps regained ---


@rule("17.3b")
@pytest.mark.parametrize("key", ["P-17", "S-58"])
@pytest.mark.parametrize(("before", "after"), [(REMNANT, REDUCED), (REDUCED, FULL), (FULL, FULL)])
def test_a_strengthened_unit_regains_one_step(key: str, before: int, after: int) -> None:
    s = situation(f"2206 {key}" + ("", "/r", "/x")[before])
    strengthen(s, unit(key), "17.3b")
    assert level_of(s, unit(key)) == after
    assert s.regained == (1 << unit(key) if before != FULL else 0)


@rule("17.2c", "3.3b")
def test_a_unit_is_rebuilt_with_its_last_step() -> None:
    s = situation()
    for u in range(M.count):
        assert weakest(s, u) == (FULL, REDUCED, REMNANT)[M.steps[u] - 1]
    s.place[unit("P-17")] = REBUILD
    rebuild(s, unit("P-17"), "17.2c")
    assert level_of(s, unit("P-17")) == REMNANT


# -- 16.0h P-21 and its brigade; 18 brigades that wait ---


@rule("16.0h", "16.0a")
@pytest.mark.parametrize(("key", "fate"), [("P-21", REMOVED), ("P-17", None)])
def test_the_mountain_brigade_leaves_when_its_division_comes(key: str, fate: int | None) -> None:
    s = situation("2206 P-21b P-10; 3126 S-58")
    arrive(s, unit(key), hex("0612"), "16.0h")
    assert s.place[unit(key)] == hex("0612")
    assert s.place[unit("P-21b")] == (hex("2206") if fate is None else fate)
    assert s.place[unit("P-10")] == hex("2206")


@rule("16.0h")
@pytest.mark.parametrize("lost", [REBUILD, OFF])
def test_the_brigades_of_a_division_that_comes_wait_unless_they_are_on_the_map(lost: int) -> None:
    s = situation("2206 P-7.4; 3126 S-58")
    s.place[unit("P-8.4")] = lost
    arrive(s, unit("P-4"), hex("0612"), "16.0h")
    assert [s.place[u] for u in units("P-7.4 P-8.4")] == [hex("2206"), BRIGADES]


@rule("18.0c", "18.1a")
@pytest.mark.parametrize(("places", "splits"), [
    ((BRIGADES, BRIGADES), True), ((BRIGADES, REBUILD), False), ((REBUILD, BRIGADES), False), ((OFF, OFF), False),
])  # fmt: skip
def test_a_division_splits_only_into_two_brigades_that_wait(places: tuple[int, int], splits: bool) -> None:
    s = situation("2308 P-4; 2709 S-17", phase=REPLACEMENT)
    pair = units("P-7.4 P-8.4")
    for u, place in zip(pair, places, strict=True):
        s.place[u] = place
    assert halves(s, unit("P-4")) == [u for u, place in zip(pair, places, strict=True) if place == BRIGADES]
    game = table(s, Reorganizing(command=POLES))
    assert bool(game.stack) == splits
    assert not splits or offered(game, "split") == {"P-4"}


# -- 5.1 a turn begins ---


@rule("5.1a", "14.1c", "17.1.1a")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_a_turn_begins_with_nothing_done(side: int) -> None:
    s = situation("2308 P-17; 3126 S-58", side=1 - side)
    s.arrived, s.attacked, s.supplied_cars, s.left_theater = True, 6, 6, 6
    s.konarmiya_fought = s.konarmiya_held = True
    s.entered = s.reserve_triggers = 6
    s.attacks, s.assaults, s.orders = [6, 6, 6], [6, 6], [6, 6]
    s.fought_in, s.captured_in, s.asked_off = [6, 6], [6, 6], [6, 6]
    table(s, PlayerTurn(side=side))
    assert (s.side, s.active) == (side, side)
    assert (s.attacked, s.supplied_cars, s.left_theater, s.entered) == (0, 0, 0, 0)
    assert not s.konarmiya_fought
    assert not s.konarmiya_held
    assert (s.attacks, s.assaults, s.orders) == ([0, 0, 0], [0, 0], [0, 0])
    assert (s.fought_in, s.captured_in, s.asked_off) == ([0, 0], [0, 0], [0, 0])
    assert s.reserve_triggers == (0 if side == POLAND else 6)


# -- 3.1b armies that do not stack ---


@rule("3.1b", "21.1a")
def test_only_soviets_and_lithuanians_keep_out_of_each_others_hexes() -> None:
    s = situation("1804 L-1; 2206 S-58 S-41; 1904 P-17")
    lithuanian, soviet = 1 << hex("1804"), 1 << hex("2206")
    assert other_army(s, unit("L-1")) == soviet
    assert other_army(s, unit("S-58")) == lithuanian
    assert other_army(s, unit("P-17")) == other_army(s, unit("P-10")) == 0
    assert not full(s, unit("P-17"))
    assert full(s, unit("S-58")) == lithuanian
    assert full(s, unit("L-1")) == soviet
    without = situation("2206 S-58 S-41; 1904 P-17")
    assert other_army(without, unit("S-58")) == other_army(without, unit("P-17")) == full(without, unit("S-58")) == 0


# -- 3.3i who bears a loss ---


@rule("3.3i")
def test_a_step_loss_falls_on_a_unit_and_no_hex() -> None:
    s = situation("2206 P-17 P-10; 3126 S-58")
    game = table(s, Losses(command=POLES, units=units("P-17 P-10"), count=1, rule="3.3i"))
    assert offered(game, "lose") == {"P-17", "P-10"}
    (space,) = [each for each in game.seat(asked(game).seat).offers() if each.kind == "space"]
    for h in bits(M.land):
        refusal = space.refusal(h)
        assert refusal is not None
        assert refusal.rule == "3.3i"


# -- 10.7 modifiers ---


def inland(h: int) -> bool:
    return all(M.land >> n & 1 and not M.urban >> n & 1 for n in M.grid.neighbours[h])


def plain_modifiers(s: State, target: int) -> dict[str, int]:
    """What ground, phase and supply give to one attack."""
    return {
        "10.7a": -(M.difficult >> target & 1), "10.7b": -(M.cities >> target & 1),
        "10.7c": -2 * (M.fortresses >> target & 1),
        "10.7g": -3 if s.phase == ATTACK_2 else 0, "10.7i": 0, "10.7l": 0, "10.7k": 0, "3.4.2b": 0, "23.3.2.8": 0,
    }  # fmt: skip


@rule("10.7a", "10.7b", "10.7c", "10.7g", "10.7i", "10.7k", "10.7l", "3.4.2b", "23.3.2.8", "14.2a", "14.2c")
@pytest.mark.parametrize("phase", [ATTACK_1, ATTACK_2])
def test_a_plain_attack_has_the_modifiers_of_its_ground_and_phase_alone(phase: int) -> None:
    picked = [h for kind in (M.difficult, M.cities, M.fortresses, M.land & ~M.difficult & ~M.urban)
              for h in [h for h in bits(kind & M.theater[1]) if inland(h)][:6]]  # fmt: skip
    for target in picked:
        here = M.grid.neighbours[target][0]
        s = situation(f"{M.grid.number(here)} P-17; {M.grid.number(target)} S-58", phase=phase)
        found = {line.rule: line.value for line in modifiers(s, units("P-17"), target, 0, 0)}
        assert found == found | plain_modifiers(s, target)
        assert all(line.value for line in work_out(s, units("P-17"), target).lines)


# -- forecasts ---


def plainly(chance: int, extra: int, order: int, answer: int) -> Counter[tuple[str, int, int]]:
    """All 36 rolls: the result, the steps that attacker and defender lose."""
    found: Counter[tuple[str, int, int]] = Counter()
    for roll in (a + b for a, b in product(range(1, 7), repeat=2)):
        name = "Bloody fight" if roll in (2, 12) else "Success" if roll <= chance else "Failure"
        odd, each = roll % 2, 1 if name == "Bloody fight" else 0
        more = extra if name == "Success" and not odd else 0
        found[name, each + (odd if order == 1 else 0), each + (odd if answer == 3 else 0) + more] += 1
    return found


def told(who: str, detail: str) -> int:
    _, _, rest = detail.partition(f"the {who} loses ")
    return int({"one": "1", "two": "2", "three": "3"}.get(rest.split()[0], rest.split()[0])) if rest else 0


@rule("10.3c", "10.4a", "10.5b", "10.6a", "14.2a", "14.2c")
@pytest.mark.parametrize(("strong", "weak"), [(4, 4), (8, 1)])
@pytest.mark.parametrize("morale", [0, -24])
def test_the_forecast_counts_all_36_rolls(strong: int, weak: int, morale: int) -> None:
    s = situation("3125 P-17; 3126 S-58", phase=ATTACK_1)
    s.morale = [morale] * 3
    extra = M.very_favorable[strong][weak] + (morale == -24)
    for chance, order, answer in product(range(1, 14), (0, 1, 2), (0, 3, 4)):
        found: Counter[tuple[str, int, int]] = Counter()
        for each in outcomes(s, Odds(strong, weak, chance, ()), hex("3126"), POLAND, order, answer):
            found[each.label, told("attacker", each.detail), told("defender", each.detail)] += each.numerator
            assert each.denominator == 36
        assert found == plainly(chance, extra, order, answer)


# -- 23.1 what lies under markers ---


@rule("23.1.1f")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_any_two_patrols_are_a_dummy_and_a_patrol_on_anything_else_is_none(side: int) -> None:
    s = screened("")
    for marker, second in permutations(s.m.patrols[side], 2):
        s.place[marker], s.place[second] = hex("2206"), UNDER - marker
        assert is_dummy(s, marker)
        assert dummies(s) == 1 << marker
        s.place[marker] = s.place[second] = OFF
    marker = s.m.patrols[side][0]
    s.place[marker] = hex("2206")
    for piece in s.m.units_of[side]:
        if piece not in s.m.patrols[side]:
            s.place[piece] = UNDER - marker
            assert not is_dummy(s, marker), s.m.key[piece]
            s.place[piece] = OFF


@rule("23.1.2d", "3.2a")
def test_the_units_of_a_group_under_a_patrol_are_under_the_patrol_too() -> None:
    s = screened("2926 P-17 P-10 P-16/r; 3026 S-58", "P-GRA P-17 P-10", "P-PAT1 P-GRA P-16")
    assert sorted(units_under(s, unit("P-GRA"))) == sorted(units("P-17 P-10"))
    assert sorted(units_under(s, unit("P-PAT1"))) == sorted(units("P-17 P-10 P-16"))
    assert sp(s, unit("P-PAT1")) == sum(sp(s, u) for u in units("P-17 P-10 P-16"))
    dummy = screened("2926 P-17", "P-PAT1 dummy 3026")
    assert units_under(dummy, unit("P-PAT1")) == []


@rule("23.1.1a", "23.1.2a", "23.1.3a")
@pytest.mark.parametrize("field", INHERITED)
@pytest.mark.parametrize("marked", [[], ["P-17"], ["P-10"], ["P-17", "P-10"]])
def test_a_marker_has_done_what_any_of_its_units_has_done(field: str, marked: list[str]) -> None:
    s = screened("2926 P-17 P-10 P-16; 3026 S-58")
    beside = 1 << unit("P-16")
    setattr(s, field, sum(1 << unit(key) for key in marked) | beside)
    cover(s, units("P-17 P-10"), unit("P-PAT1"))
    assert getattr(s, field) == (1 << unit("P-PAT1") if marked else 0) | beside
    uncover(s, unit("P-PAT1"))
    both = sum(1 << u for u in units("P-17 P-10"))
    assert getattr(s, field) == (both if marked else 0) | beside


@rule("23.1.1a", "23.1.2a")
def test_in_the_replacement_phase_markers_are_laid_where_the_table_conceals() -> None:
    game = replacing(screened("2308 P-17 P-10; 3126 S-58 S-41"))
    assert asked(game).step == "conceal"
    assert {"P-17", "P-10"} <= offered(game, "patrol")
    assert not replacing(situation("2308 P-17 P-10; 3126 S-58 S-41")).stack


# -- what is shown beside the map ---


@rule("23.4a")
def test_markers_face_down_are_shown_from_their_round_on_back() -> None:
    s = situation("0612 P-17; 3126 S-58", round=4)
    s.alternatives, s.lying, s.markers = True, [3, 4, 6], [3, 4, 0, 0, 6]
    s.markers_shown = 1
    game = table(s, PlayerTurn(side=POLAND))
    seen = {side: [t for t in game.seat(SEATS[side]).view().tracks if t.id == "markers-russia"] for side in (0, 1)}
    assert [(t.value, t.flag) for t in seen[POLAND]] == [(2, f"{M.dates[4]}, {M.dates[6]}")]
    assert [(t.value, t.flag) for t in seen[SOVIET]] == [(2, f"{M.dates[4]} Konarmiya, {M.dates[6]} dummy")]


@rule("2.0d")
@pytest.mark.parametrize("late", [0, 1])
def test_arrivals_are_shown_with_their_date(late: int) -> None:
    s = situation("0612 P-17; 3126 S-58")
    s.place[unit("P-10")] = box(M.rounds + late)
    view = table(s, PlayerTurn(side=POLAND)).seat("poland").view()
    (shown,) = [each for each in view.boxes if each.id.startswith("round-")]
    date = "after the game" if late else M.dates[M.rounds]
    assert (shown.title, [piece.key for piece in shown.pieces]) == (f"Polish arrivals, {date}", ["P-10"])
