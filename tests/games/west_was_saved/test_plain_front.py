"""Movement, command and combat in scattered positions, against the rules told in plain words."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from vistula.games.west_was_saved.model import ARTILLERY, CAVALRY, INFANTRY, LIT, POL, POLAND, RUS, RUSSIA, UKR
from vistula.games.west_was_saved.rules.activation import marker_cost, out_of_sight, unmarkable
from vistula.games.west_was_saved.rules.advance import Advance, charge_hexes, staying
from vistula.games.west_was_saved.rules.avoidance import faced_by_one, stuck
from vistula.games.west_was_saved.rules.command import (
    command_reach,
    in_command,
    movable_commands,
    order_distance,
    serves,
)
from vistula.games.west_was_saved.rules.engagement import attackers, no_supporters, target_of
from vistula.games.west_was_saved.rules.movement import Plan, covers, next_hexes, no_end
from vistula.games.west_was_saved.rules.retreat import ABROAD, COSTLY, SAFE, harmless, own_choice, ways, winners_choice
from vistula.games.west_was_saved.rules.strength import (
    Fight,
    attack_lines,
    attacking_units,
    defence_lines,
)
from vistula.games.west_was_saved.state import State
from vistula.kernel import barred, left
from vistula.parts.odds import terms, total

from .plain import (
    ALL,
    abroad,
    at_home,
    beside_enemy,
    commands,
    enterable,
    fed_hexes,
    fighters,
    fits,
    neighbours,
    passable,
    scattered,
    stack,
)
from .table import M

rule = pytest.mark.rule
SIDES = (POLAND, RUSSIA)
PLACES = ["Minsk", "Kiev", "Warsaw", "Wilno", "Lwow", "Kaunas", "Mozyr", "Korosten", "Kamenets"]


def held(s: State, side: int) -> list[int]:
    return [h for h in ALL if stack(s, side, h)]


# -- 7.2, 8.0, 13.1, 13.3, 13.4 whom a command unit commands -----------------------------------------------------------


def commands_them(commander: int, hex: int, units: list[int]) -> bool:
    nations = {M.nation[u] for u in units}
    if M.nation[commander] == POL:
        return True
    if M.nation[commander] == RUS:
        mine = M.north if M.area[commander] == 0 else M.south
        return LIT not in nations and bool(mine >> hex & 1)
    return nations == {M.nation[commander]}


def led(s: State, side: int, hex: int, units: list[int]) -> bool:
    """[7.2a, 9.2a] A command unit in the hex or the next one that commands them."""
    return any(commands_them(c, hex, units) for h in (hex, *neighbours(hex)) for c in commands(s, side, h))


@rule("7.2a", "9.2a", "13.1a", "13.3d", "13.3g", "13.4c", "13.4e", "13.4f")
@pytest.mark.parametrize("place", PLACES)
def test_who_is_in_command(place: str) -> None:
    s = scattered(11, place)
    for side in SIDES:
        for hex in held(s, side):
            units = stack(s, side, hex)
            assert in_command(s, side, hex, units) == led(s, side, hex, units)
            assert (order_distance(s, side, hex, units) == 0) == led(s, side, hex, units)
            for commander in M.commands_of[side]:
                assert serves(s, commander, hex, units) == commands_them(commander, hex, units)


@rule("8.0b", "8.0d", "13.3c", "13.4a", "13.5b")
@pytest.mark.parametrize("place", [*PLACES, "Lomza", "Suwalki"])
def test_where_command_units_move(place: str) -> None:
    s, rng = scattered(12, place), random.Random(12)
    s.led = sum(1 << c for c in M.commands if rng.random() < 0.3)
    for side in SIDES:
        for commander in (c for c in M.commands_of[side] if s.place[c] >= 0):

            def free(to: int, commander: int = commander, side: int = side) -> bool:
                if not passable(s, side, to) or not at_home(commander, to):
                    return False
                return not stack(s, 1 - side, to) and not commands(s, 1 - side, to)

            start = s.place[commander]
            reached, edge = {start}, [start]
            for _ in range(5):
                onward = {to for here in edge if not M.east_prussia >> here & 1 for to in neighbours(here) if free(to)}
                edge = [to for to in onward if to not in reached]
                reached |= onward
            assert set(command_reach(s, commander)) == reached - {start}
            movable = not s.led >> commander & 1 and any(free(to) for to in neighbours(start))
            assert (commander in movable_commands(s, side)) == movable


# -- 7.1, 7.2, 7.3 markers, 7.4 moves, 13.2 inspection ----------------------------------------------------------------


@rule("7.1b", "7.2f", "7.3a")
@pytest.mark.parametrize("place", PLACES)
def test_where_markers_go_and_what_they_cost(place: str) -> None:
    s, rng = scattered(13, place), random.Random(13)
    s.unsupplied = sum(1 << u for u in M.combat if s.place[u] >= 0 and rng.random() < 0.3)
    s.markers = {
        h: rng.randint(1, len(stack(s, side, h))) for side in SIDES for h in held(s, side) if rng.random() < 0.5
    }
    for side in SIDES:
        for points in (0, 1, 2):
            s.rp[side] = points
            found = set()
            for hex in held(s, side):
                cost = 2 if any(s.unsupplied >> u & 1 for u in stack(s, side, hex)) else 1
                assert marker_cost(s, side, hex) == cost
                if s.markers.get(hex, 0) < len(stack(s, side, hex)) and cost <= points:
                    found.add(hex)
            assert set(left(unmarkable(s, side))) == found


@rule("7.1a", "13.2b")
@pytest.mark.parametrize("place", PLACES[:4])
def test_what_the_poles_may_inspect(place: str) -> None:
    s = scattered(14, place)
    own = [h for h in ALL if stack(s, POLAND, h) or commands(s, POLAND, h)]
    near = [h for h in held(s, RUSSIA) if any(M.grid.distance(h, o) <= 3 for o in own)]
    assert left(out_of_sight(s, POLAND, [])) == near
    assert left(out_of_sight(s, POLAND, near[:1])) == near[1:]


def can_stay(s: State, plan: Plan, hex: int) -> bool:
    """[7.4b] Whether somebody who has not moved can promise to stay in a hex (H-13)."""
    left = [u for u in stack(s, plan.side, hex) if u not in plan.group and not s.moved >> u & 1]
    free = [u for u in left if not s.ordered >> u & 1]
    orders = s.markers.get(hex, 0) - (1 if hex == plan.start and not plan.issued else 0)
    to = M.toward[hex][s.facing[hex]] if s.facing[hex] >= 0 else -1
    sees_enemy = to >= 0 and bool(stack(s, 1 - plan.side, to))
    return bool(left) and (len(free) < len(left) or len(free) > orders or sees_enemy)


def one_hex_on(s: State, plan: Plan) -> set[int]:
    """[7.4a, 7.4b, 7.4c, 7.4e, 7.4f] Where a group may go next."""
    here, found = plan.here, set()
    if plan.path and M.east_prussia >> here & 1:
        return found
    for to in neighbours(here):
        path = [*plan.path, to]
        if stack(s, 1 - plan.side, to) or not passable(s, plan.side, to):
            continue
        if not all(at_home(p, to) for p in (*plan.group, *plan.companions)):
            continue
        length, cost = len(path), sum(2 if M.difficult >> h & 1 else 1 for h in path)
        if any((length if M.kind[u] == CAVALRY else cost) > M.allowance[M.kind[u]] for u in plan.group):
            continue
        others = [u for u in stack(s, plan.side, to) if u not in plan.group]
        if len(others) + len(plan.group) > 4:
            continue
        if any((M.nation[a] == LIT) != (M.nation[b] == LIT) for a in others for b in plan.group):
            continue
        slow = any(M.kind[u] != CAVALRY for u in plan.group)
        slips = slow and beside_enemy(s, plan.side, here) and beside_enemy(s, plan.side, to)
        if not slips or can_stay(s, plan, here) or can_stay(s, plan, to):
            found.add(to)
    return found


def plans(s: State, rng: random.Random) -> Iterator[Plan]:
    """Groups under way, some hexes from where they began."""
    for side in SIDES:
        for hex in held(s, side):
            units = [u for u in stack(s, side, hex) if not s.ordered >> u & 1]
            if not units:
                continue
            group = rng.sample(units, rng.randint(1, len(units)))
            staff = [c for c in commands(s, side, hex) if rng.random() < 0.5]
            plan = Plan(side, hex, [], group, staff, issued=rng.random() < 0.3)
            for _ in range(rng.randrange(3)):
                if onward := sorted(one_hex_on(s, plan)):
                    plan = plan.onward(rng.choice(onward))
            yield plan


@rule(
    "7.4a", "7.4b", "7.4c", "7.4d", "7.4e", "7.4f", "7.1g", "1.2k", "1.3b", "1.3h", "13.3c", "13.3h", "13.4a", "13.5b"
)
@pytest.mark.parametrize("place", [*PLACES, "Lomza", "Suwalki"])
def test_every_hex_of_a_march(place: str) -> None:
    s, rng = scattered(15, place), random.Random(15)
    s.moved = sum(1 << u for u in M.combat if rng.random() < 0.2)
    s.ordered = s.moved | sum(1 << u for u in M.combat if rng.random() < 0.2)
    for hex in ALL:
        free = [u for side in SIDES for u in stack(s, side, hex) if not s.ordered >> u & 1]
        if free and rng.random() < 0.6:
            s.markers[hex] = rng.randint(1, len(free))
    s.unsupplied = sum(1 << u for u in M.combat if rng.random() < 0.2)
    for plan in plans(s, rng):
        assert set(next_hexes(s, plan)) == one_hex_on(s, plan)
        for hex in (plan.here, *neighbours(plan.here)):
            assert covers(s, plan, hex) == can_stay(s, plan, hex)
        hungry = [u for u in plan.group if s.unsupplied >> u & 1]
        ends = plan.here != plan.start and all(plan.here in fed_hexes(s, u) for u in hungry)
        assert (not barred(no_end(s, plan)) & 1) == ends


# -- 9.1 avoidance, 9.2 who attacks ------------------------------------------------------------------------------------


def looks_at(s: State, hex: int) -> int:
    return M.toward[hex][s.facing[hex]] if s.facing[hex] >= 0 else -1


@rule("9.1a", "9.1b", "9.1e")
@pytest.mark.parametrize("place", PLACES)
def test_who_may_avoid_combat(place: str) -> None:
    s = scattered(16, place)
    for side in SIDES:
        facing = {h: [f for f in neighbours(h) if stack(s, 1 - side, f) and looks_at(s, f) == h] for h in held(s, side)}
        assert faced_by_one(s, side) == {h: foes[0] for h, foes in facing.items() if len(foes) == 1}
        for hex, foes in facing.items():
            units = stack(s, side, hex)
            riders = all(M.kind[u] == CAVALRY for u in units)
            if len(foes) == 1:
                s.moving = sum(1 << u for u in units)
                chased = any(M.kind[u] == CAVALRY for u in stack(s, 1 - side, foes[0]))
                safe = any(kind == SAFE for kind, _ in plain_ways(s, side, hex, units).values())
                assert (hex in left(stuck(s, side, []))) == (riders and not chased and safe)


def sent(s: State, side: int, hex: int) -> list[int]:
    """[9.2b, 9.2f] The units of a stack that can attack."""
    units = [u for u in stack(s, side, hex) if not s.attacked >> u & 1]
    foot = any(M.kind[u] == INFANTRY for u in units)
    return [u for u in units if foot or M.kind[u] != ARTILLERY]


@rule("9.2a", "9.2b", "9.2d", "9.2f", "9.2i", "13.4f")
@pytest.mark.parametrize("place", PLACES)
def test_who_may_attack_whom_and_with_whom(place: str) -> None:
    s, rng = scattered(17, place), random.Random(17)
    s.attacked = sum(1 << u for u in M.combat if rng.random() < 0.3)
    for side in SIDES:
        able = {}
        for hex in held(s, side):
            to = looks_at(s, hex)
            aimed = to >= 0 and bool(stack(s, 1 - side, to) or commands(s, 1 - side, to))
            assert target_of(s, side, hex) == (to if aimed else -1)
            assert sorted(attacking_units(s, side, hex)) == sorted(sent(s, side, hex))
            ready = bool(fighters(sent(s, side, hex))) and led(s, side, hex, stack(s, side, hex))
            if ready:
                able[hex] = to if aimed else -1
        assert set(attackers(s, side)) == {hex for hex, to in able.items() if to >= 0}
        for hex, to in able.items():
            if to >= 0:
                wet = [h for h in able if able[h] == to and M.unbridged[h] >> to & 1]
                others = {h for h in able if able[h] == to} - {hex, *wet} if stack(s, 1 - side, to) else set()
                assert set(left(no_supporters(s, side, hex, to))) == others


# -- 9.3 values ------------------------------------------------------------------------------------------------------


def worth(s: State, units: list[int], front: bool) -> int:
    """[1.2g, 1.2i, 9.3a]"""
    foot, total = any(M.kind[u] == INFANTRY for u in units), 0
    for unit in units:
        weak = bool(s.weak >> unit & 1)
        if M.kind[unit] == ARTILLERY:
            total += 1 if foot or not weak else 0
        else:
            full_front, full_other, weak_front, weak_other = M.cv[unit]
            total += (weak_front if front else weak_other) if weak else (full_front if front else full_other)
    return total


def arms(units: list[int]) -> int:
    """[9.3d]"""
    kinds = {M.kind[u] for u in units}
    return 2 * len(kinds & {CAVALRY, ARTILLERY}) if INFANTRY in kinds else 0


@rule("9.3a", "9.3b", "9.3c", "9.3d", "9.3e", "9.3f", "9.3i", "9.3k", "1.2f", "1.2g", "1.2i")
@pytest.mark.parametrize("place", [*PLACES, "Lomza", "Smolensk"])
def test_what_stacks_are_worth_in_combat(place: str) -> None:
    s, rng = scattered(18, place), random.Random(18)
    s.fought = sum(1 << u for u in M.combat if rng.random() < 0.4)
    s.triumphed = sum(1 << u for u in M.combat if rng.random() < 0.3)
    tried = 0
    for side in SIDES:
        for hex in held(s, side):
            for target in (h for h in neighbours(hex) if stack(s, 1 - side, h)):
                mine, theirs = sent(s, side, hex), stack(s, 1 - side, target)
                helpers = next((sent(s, side, h) for h in neighbours(target) if h != hex and stack(s, side, h)), [])
                helpers = helpers if rng.random() < 0.5 else []
                if not fighters(mine):
                    continue
                tried += 1
                fight = Fight(side, hex, target, mine, theirs, helpers)
                beside = sum(bool(stack(s, side, h)) for h in neighbours(target) if h != hex)
                attack = worth(s, mine, True) + beside + arms(mine) + worth(s, helpers, True)
                guns = any(M.kind[u] == ARTILLERY for u in mine)
                front = looks_at(s, target) == hex or (not guns and bool((M.cities | M.forts) >> target & 1))
                defence = worth(s, theirs, front) + arms(theirs)
                defence += sum(bool(stack(s, 1 - side, h)) for h in neighbours(target))
                defence += 2 if M.difficult >> target & 1 or M.river[target] >> hex & 1 else 0
                defence -= sum(s.fought >> u & 1 and not s.triumphed >> u & 1 for u in theirs)
                sums = attack_lines(s, fight), defence_lines(s, fight)
                assert [total(found) for found in sums] == [attack, defence]
                told = [sum(int(t.value.split("=")[-1]) for t in terms(found)) for found in sums]
                assert told == [attack, defence]
    assert tried > 10


# -- 9.5 retreat and advance -------------------------------------------------------------------------------------------


def plain_ways(s: State, side: int, hex: int, group: list[int]) -> dict[tuple[int, int], tuple[int, int]]:
    """[9.5.b1, 9.5.b3, 9.5.b5] Ways of two hexes with their kind and the pieces lost."""
    staff = commands(s, side, hex)
    russians = all(M.nation[u] == RUS for u in group)

    def free(to: int) -> bool:
        if stack(s, 1 - side, to) or not (passable(s, side, to) or abroad(s, to)):
            return False
        return bool(stack(s, side, to) or commands(s, side, to)) or not beside_enemy(s, side, to)

    def shared(to: int) -> bool:
        return all(
            (M.nation[a] == LIT) == (M.nation[b] == LIT) for a in stack(s, side, to) for b in group if a not in group
        )

    def gone_for_good(to: int) -> bool:
        return abroad(s, to) and not (russians and M.east_prussia >> to & 1)

    def live(units: list[int], to: int) -> list[int]:
        room = 4 - len([u for u in stack(s, side, to) if u not in group])
        return [u for u in units if at_home(u, to)][: max(room, 0)]

    found = {}
    for first in (h for h in neighbours(hex) if free(h)):
        if abroad(s, first):
            found[first, -1] = (ABROAD if gone_for_good(first) else SAFE, len(group) + len(staff))
            continue
        if not shared(first):
            continue
        for second in (h for h in neighbours(first) if M.grid.distance(h, hex) == 2 and free(h)):
            if not abroad(s, second) and not shared(second):
                continue
            left = live(group, first)
            if abroad(s, second):
                dear = len(left) < len(group) or any(not at_home(c, first) for c in staff)
                kind = ABROAD if gone_for_good(second) else COSTLY if dear else SAFE
                found[first, second] = (kind, len(group) + len(staff))
                continue
            last = live(left, second)
            strays = sum(bool((left and not at_home(c, first)) or (last and not at_home(c, second))) for c in staff)
            lost = len(group) - len(last) + strays
            found[first, second] = (COSTLY if lost else SAFE, lost)
    return found


@rule(
    "9.5.b1",
    "9.5.b2",
    "9.5.b3",
    "9.5.b5",
    "9.5.c1",
    "9.1e",
    "1.3e",
    "1.3g",
    "13.3c",
    "13.3h",
    "13.4a",
    "13.5a",
    "13.5b",
)
@pytest.mark.parametrize("place", [*PLACES, "Lomza", "Suwalki", "Glebokie"])
def test_every_way_of_a_retreat(place: str) -> None:
    s = scattered(19, place)
    for side in SIDES:
        for hex in held(s, side):
            group = fighters(stack(s, side, hex))
            if not group:
                continue
            s.moving = sum(1 << u for u in group)
            found, told = ways(s, side, hex, group), plain_ways(s, side, hex, group)
            assert {(way.first, way.second): (way.kind, way.lost) for way in found} == told
            best, fewest = min((k for k, _ in told.values()), default=0), min((n for _, n in told.values()), default=0)
            assert {way[:2] for way in own_choice(found)} == {way for way, (kind, _) in told.items() if kind == best}
            assert {way[:2] for way in winners_choice(found)} == {way for way, (_, n) in told.items() if n == fewest}
            assert {way[:2] for way in harmless(found)} == {way for way, (kind, _) in told.items() if kind == SAFE}


@rule("9.5.b7", "9.5.b8", "9.1c", "9.6b", "13.3c", "13.3h", "13.4a", "1.2k")
@pytest.mark.parametrize("place", PLACES)
def test_who_may_advance_and_where_cavalry_goes_on(place: str) -> None:
    s, rng = scattered(20, place), random.Random(20)
    for side in SIDES:
        for hex in held(s, side):
            for to in (h for h in neighbours(hex) if enterable(s, side, h) and not stack(s, 1 - side, h)):
                among = sum(1 << u for u in stack(s, side, hex) if rng.random() < 0.7)
                overrun = rng.random() < 0.3
                frame = Advance(side=side, start=hex, hex=to, among=among, overrun=overrun)
                sent_on = [u for u in stack(s, side, hex) if among >> u & 1]
                if not overrun:
                    sent_on = [*fighters(sent_on), *commands(s, side, hex)]
                assert set(left(staying(s, frame))) == {p for p in sent_on if at_home(p, to)}
            for unit in (u for u in stack(s, side, hex) if M.kind[u] == CAVALRY):
                onward = [h for h in neighbours(hex) if passable(s, side, h) and at_home(unit, h) and fits(s, unit, h)]
                free = {h for h in onward if not stack(s, 1 - side, h) and not commands(s, 1 - side, h)}
                assert set(charge_hexes(s, unit)) == free


def test_the_positions_hold_what_these_tests_are_about() -> None:
    found = [scattered(seed, place) for seed in (12, 15, 17, 19) for place in PLACES]
    assert {M.nation[u] for s in found for u in M.units if s.place[u] >= 0} == {POL, UKR, RUS, LIT}
    mixed = [{M.nation[u] for u in stack(s, POLAND, h)} for s in found for h in held(s, POLAND)]
    assert {POL, UKR} in mixed
