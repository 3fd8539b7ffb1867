"""Marches in scattered positions: promises, ways that can be completed, refusals, and what is foretold of an order."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from vistula.board.hexes import members
from vistula.games.west_was_saved.model import CAVALRY, COMMAND, INFANTRY, LIT, POLAND, RUSSIA, SEATS
from vistula.games.west_was_saved.rules.activation import Orders
from vistula.games.west_was_saved.rules.command import CommandPhase, order_distance
from vistula.games.west_was_saved.rules.movement import (
    Plan,
    breaks_promise,
    field,
    points_left,
    promise,
    relied_on,
    steps,
)
from vistula.games.west_was_saved.rules.ordering import left_behind, may_turn, not_leading, ready, spare, whole_stack
from vistula.games.west_was_saved.rules.orders import ExtraOrder, Order
from vistula.games.west_was_saved.shown.forecast import order_forecast
from vistula.games.west_was_saved.shown.routes import no_way, ways_of
from vistula.games.west_was_saved.state import State
from vistula.kernel import Action, Decision, Seat, left
from vistula.parts.layers import next_hexes

from .campaigning import orders
from .plain import ALL, beside_enemy, commands, fed_hexes, neighbours, scattered, stack
from .table import TITLE, M, at, can
from .test_plain_front import can_stay, held, one_hex_on, plans
from .test_plain_refusals import Reason, absent, agrees, astray, closed, each, foreign, offer

rule = pytest.mark.rule
SIDES = (POLAND, RUSSIA)
PLACES = ["Minsk", "Kiev", "Kaunas", "Mozyr", "Kamenets"]


def under_orders(seed: int, place: str) -> tuple[State, random.Random]:
    """A scattered position in the middle of a movement phase."""
    s, rng = scattered(seed, place), random.Random(seed)
    s.moved = sum(1 << u for u in M.combat if rng.random() < 0.15)
    s.ordered = s.moved | sum(1 << u for u in M.combat if rng.random() < 0.15)
    for hex in ALL:
        free = [u for side in SIDES for u in stack(s, side, hex) if not s.ordered >> u & 1]
        if free and rng.random() < 0.6:
            s.markers[hex] = rng.randint(1, len(free))
    return s, rng


def slow(plan: Plan) -> bool:
    return any(M.kind[u] != CAVALRY for u in plan.group)


# -- 7.4b promises ------------------------------------------------------------


def leans_on(s: State, plan: Plan) -> list[set[int]]:
    """For each step of a march from enemy to enemy, the hexes of one of which a friend must stay."""
    found, here = [], plan.start
    for number, to in enumerate(plan.path):
        walked = Plan(plan.side, plan.start, plan.path[:number], plan.group, issued=plan.issued)
        if slow(plan) and beside_enemy(s, plan.side, here) and beside_enemy(s, plan.side, to):
            able = {h for h in (here, to) if can_stay(s, walked, h)}
            found.append({h for h in able if s.promised >> h & 1} or able)
        here = to
    return found


def sets(pairs: list[int]) -> list[set[int]]:
    return [{h for h in ALL if pair >> h & 1} for pair in pairs]


@rule("7.4b", "7.4c")
@pytest.mark.parametrize("place", PLACES)
def test_who_is_relied_on_and_which_promises_are_given(place: str) -> None:
    s, rng = under_orders(61, place)
    mine = {h for side in SIDES for h in held(s, side)}
    s.promised = sum(1 << h for h in sorted(mine) if rng.random() < 0.3)
    for plan in plans(s, rng):
        assert sets(relied_on(s, plan)) == leans_on(s, plan)
        s.pledges = [1 << plan.start | 1 << h for h in neighbours(plan.start) if stack(s, plan.side, h)][:2]
        s.pledges += [1 << a | 1 << b for a, b in [rng.sample(sorted(mine), 2)]]
        pledged = [pair for pair in sets(s.pledges) if plan.start in pair]
        others = {h for pair in pledged for h in pair} - {plan.start}
        given, stays = bool(s.promised >> plan.start & 1), can_stay(s, plan, plan.start)
        broken = not stays and (given or any(not can_stay(s, plan, h) for h in others))
        assert breaks_promise(s, plan) == ((given or bool(pledged)) and broken)
        then = s.copy()
        promise(then, plan)
        promised = {h for h in ALL if s.promised >> h & 1} | (set() if stays else others)
        middle = s.copy()
        middle.promised = sum(1 << h for h in promised)
        pairs = sets(s.pledges)
        for hexes in leans_on(middle, plan):
            if len(hexes) == 2:
                pairs.append(hexes)
            else:
                promised |= hexes
        assert {h for h in ALL if then.promised >> h & 1} == promised
        assert sets(then.pledges) == [pair for pair in pairs if not pair & promised]


# -- 7.1g, 7.4d ways that can be completed -------------------------------------------------------------------------


def ends_somewhere(s: State, plan: Plan, fed: set[int], seen: dict[tuple[int, int, int], bool]) -> bool:
    """Whether a march can end here or further on."""
    if plan.here != plan.start and plan.here in fed:
        return True
    key = plan.here, len(plan.path), sum(M.difficult >> h & 1 for h in plan.path)
    if key not in seen:
        onward = sorted(one_hex_on(s, plan))
        seen[key] = any(ends_somewhere(s, plan.onward(to), fed, seen) for to in onward)
    return seen[key]


@rule("7.4d", "7.4e", "7.4f", "7.1g")
@pytest.mark.parametrize("place", PLACES)
def test_no_step_is_offered_from_which_no_march_can_be_completed(place: str) -> None:
    s, rng = under_orders(62, place)
    s.unsupplied = sum(1 << u for u in M.combat if rng.random() < 0.25)
    for plan in plans(s, rng):
        fed = set(ALL)
        for unit in plan.group:
            fed &= fed_hexes(s, unit) if s.unsupplied >> unit & 1 else fed
        wanted = {to for to in one_hex_on(s, plan) if ends_somewhere(s, plan.onward(to), fed, {})}
        assert set(steps(s, plan)) == wanted


@rule("7.4a", "7.4b", "7.4c", "7.4e", "7.4f", "1.2k", "13.3h", "13.5b")
@pytest.mark.parametrize("place", [*PLACES, "Lomza", "Suwalki"])
def test_the_ground_of_a_march_says_of_all_hexes_what_is_said_of_the_next(place: str) -> None:
    s, rng = under_orders(64, place)
    for plan in plans(s, rng):
        onward = next_hexes(field(s, plan), plan.here, points_left(s, plan))
        assert set(members(onward)) == one_hex_on(s, plan)


@rule("7.4e", "7.1g")
@pytest.mark.parametrize("place", PLACES)
def test_the_way_of_a_march_is_the_cheapest_and_shortest(place: str) -> None:
    s, rng = under_orders(65, place)
    for plan in plans(s, rng):
        best: dict[int, tuple[int, int, tuple[int, ...]]] = {}
        queue: list[tuple[int, ...]] = [()]
        while queue:
            way = queue.pop()
            walked = Plan(plan.side, plan.start, [*plan.path, *way], plan.group, plan.companions, issued=plan.issued)
            for to in one_hex_on(s, walked) - {plan.here, *way}:
                there = (*way, to)
                cost = len(there) + sum(M.difficult >> h & 1 for h in there if slow(plan))
                best[to] = min(best.get(to, (99, 0, ())), (cost, len(there), there))
                queue.append(there)
        assert ways_of(s, plan) == {to: way for to, (_, _, way) in best.items() if to != plan.start}


# -- refusals ------------------------------------------------------------


@rule("7.1e", "7.1f", "7.1h", "7.1j", "7.2f", "7.2g", "7.4a", "7.4b", "7.4d", "7.4i")
def test_pieces_that_are_not_sent_off() -> None:
    for _, side, rng in each(63):
        s, _ = under_orders(63, rng.choice(PLACES))
        s.unsupplied = sum(1 << u for u in M.combat if rng.random() < 0.2)
        s.moved |= sum(1 << c for c in M.commands if rng.random() < 0.4)
        s.promised = sum(1 << h for h in held(s, side) if rng.random() < 0.3)
        for hex in held(s, side):
            free = [u for u in stack(s, side, hex) if not s.ordered >> u & 1]
            group = rng.sample(free, rng.randint(0, len(free)))
            s.moving = sum(1 << u for u in group)
            path = neighbours(hex)[:1] if group and rng.random() < 0.2 else []
            spare = len(free) - max(s.markers.get(hex, 0) - 1, 0)
            units = offer(s, Order(side=side, hex=hex, path=path), "plan", "unit")
            for piece in [*stack(s, side, hex), *commands(s, side, hex), *rng.sample(list(M.units), 6)]:

                def reasons(piece: int = piece, s: State = s, side: int = side, hex: int = hex, path: list[int] = path,
                            group: list[int] = group, spare: int = spare) -> Iterator[Reason]:  # fmt: skip
                    yield from absent(s, side, piece, "7.1e")
                    yield s.place[piece] != hex, "7.1f", "stands in"
                    staff = M.kind[piece] == COMMAND
                    yield staff and bool(s.moved >> piece & 1), "7.1h", "has gone along with other units"
                    yield staff and not group, "7.1h", "choose the units first"
                    yield staff and bool(path), "7.1h", "from the start or not at all"
                    yield staff, "7.1h", "leads the units that go"
                    yield piece in group, "7.1f", "goes already"
                    yield bool(path), "7.4i", "nobody is picked up"
                    yield bool(s.ordered >> piece & 1), "7.2f", "has had its order"
                    others = max(s.markers.get(hex, 0) - 1, -1)
                    yield len(group) >= spare, "7.2g", f"{others} other marker"
                    more = Plan(side, hex, [], [*group, piece])
                    kept = can_stay(s, more, hex) or not s.promised >> hex & 1
                    yield not kept, "7.4b", "relied on a unit here"
                    hungry = [u for u in more.group if s.unsupplied >> u & 1]
                    fed = set(ALL).intersection(*(fed_hexes(s, u) for u in hungry))
                    yield bool(hungry) and not ends_somewhere(s, more, fed, {}), "7.4d", "out of supply"
                    yield not one_hex_on(s, more), "7.4a", "there is no hex"

                agrees(units.refusal(piece), reasons())


def misfits(s: State, plan: Plan, hex: int) -> Iterator[Reason]:
    """Why a group does not go to a hex next, first things first."""
    side, here = plan.side, plan.here
    yield from closed(s, side, hex)
    yield bool(stack(s, 1 - side, hex)), "7.4a", "enemy combat units hold"
    far = M.grid.distance(hex, here)
    yield far == 0, "7.1g", "is where they stand"
    yield far > 1, "7.1g", f"is {far} hexes from"
    for piece in (*plan.group, *plan.companions):
        yield from astray(piece, hex)
    spent, dear = sum(2 if M.difficult >> h & 1 else 1 for h in plan.path), 2 if M.difficult >> hex & 1 else 1
    feet = [M.allowance[M.kind[u]] for u in plan.group if M.kind[u] != CAVALRY]
    left = min(feet, default=99) - spent
    yield bool(plan.path) and bool(M.east_prussia >> here & 1), "13.5b", "leaves the map"
    yield dear > left, "7.4e", f"counts {dear}, and"
    riders = any(M.kind[u] == CAVALRY for u in plan.group)
    yield riders and len(plan.path) >= 5, "7.4e", "the cavalry has no hexes left"
    others = [u for u in stack(s, side, hex) if u not in plan.group]
    total = len(others) + len(plan.group)
    yield total > 4, "1.2k", f"{len(plan.group)} more would make {total} of 4 allowed"
    mixed = any((M.nation[a] == LIT) != (M.nation[b] == LIT) for a in others for b in plan.group)
    yield mixed, "13.3h", "do not share"
    slips = slow(plan) and beside_enemy(s, side, here) and beside_enemy(s, side, hex)
    yield slips and not can_stay(s, plan, here) and not can_stay(s, plan, hex), "7.4b", "no friend covers the step"
    hungry = [u for u in plan.group if s.unsupplied >> u & 1]
    fed = set(ALL).intersection(*(fed_hexes(s, u) for u in hungry))
    lost = not ends_somewhere(s, plan.onward(hex), fed, {})
    yield bool(hungry) and lost, "7.4d", "must end in supply"
    yield lost, "7.1g", "cannot end where it began"


@rule("7.1g", "7.4a", "7.4b", "7.4d", "7.4e", "7.4f", "7.1f", "1.2k", "13.3h", "13.3c", "13.4a", "1.3d", "1.3e", "1.3g",
      "13.5a")  # fmt: skip
@pytest.mark.parametrize("place", [*PLACES, "Lomza"])
def test_hexes_to_which_a_group_does_not_march(place: str) -> None:
    s, rng = under_orders(64, place)
    s.unsupplied = sum(1 << u for u in M.combat if rng.random() < 0.2)
    for plan in plans(s, rng):
        s.moving = sum(1 << u for u in plan.group)
        stops = [-1] * len(plan.companions)
        frame = Order(
            side=plan.side, hex=plan.start, path=plan.path, companions=plan.companions, stops=stops, at="plan"
        )
        asked = Plan(plan.side, plan.start, plan.path, sorted(plan.group), plan.companions)
        hexes = offer(s, frame, "plan", "step")
        for hex in [plan.here, *neighbours(plan.here), *rng.sample(ALL, 12)]:
            agrees(hexes.refusal(hex), misfits(s, asked, hex))
        ends = all(plan.here in fed_hexes(s, u) for u in plan.group if s.unsupplied >> u & 1)
        told = [(not plan.path, "7.1g", "no march has been laid down"),
                (plan.here == plan.start, "7.1g", "where it began"),
                (not ends, "7.4d", "is out of supply for a unit")]  # fmt: skip
        agrees(offer(s, frame, "plan", "order").refusal(0), told)


@rule("7.1f", "7.2k", "1.2n")
@pytest.mark.parametrize("place", PLACES[:3])
def test_hexes_to_which_a_stack_does_not_turn(place: str) -> None:
    s, rng = under_orders(65, place)
    for side in SIDES:
        for place_ in held(s, side):
            units = stack(s, side, place_)
            fighting = [u for u in units if M.fighters >> u & 1]
            spare = len([u for u in units if not s.ordered >> u & 1]) - max(s.markers.get(place_, 0) - 1, 0)
            able = not any(s.ordered >> u & 1 for u in fighting) and len(fighting) <= spare
            way = M.toward[place_][s.facing[place_]] if fighting else -1
            hexes = offer(s, Order(side=side, hex=place_), "plan", "turn")
            for hex in [place_, *neighbours(place_), *rng.sample(ALL, 6)]:
                far = M.grid.distance(hex, place_) != 1
                told = [(far, "7.1f", "choose the units first"), (hex == way, "7.1f", "faces"),
                        (not fighting, "1.2n", "no facing"), (not able, "7.2k", "not all may take it")]  # fmt: skip
                agrees(hexes.refusal(hex), told)
            rim = offer(s, Order(side=side, hex=place_), "plan", "rim")
            for number, hex in enumerate(M.toward[place_]):
                told = [(hex >= 0, "1.2c", "has no rim of the map on side"),
                        (number == s.facing[place_], "7.1f", "faces that way"),
                        (not fighting, "1.2n", "no facing"), (not able, "7.2k", "not all may take it")]  # fmt: skip
                agrees(rim.refusal(number), told)


DECISION = Decision(SEATS[POLAND], "7.1e", "", [], "which")


def spares_one(s: State, plan: Plan) -> bool:
    """[7.2g] Whether an order may take a unit and leave one for every other marker."""
    free = [u for u in stack(s, plan.side, plan.start) if not s.ordered >> u & 1]
    return len(free) > s.markers.get(plan.start, 0) - 1


@rule("7.1e", "7.2f", "7.2g", "7.4a", "7.4e", "1.3d", "1.3e", "1.3g", "13.5a")
@pytest.mark.parametrize("place", PLACES)
def test_where_a_unit_cannot_be_dragged(place: str) -> None:
    s, rng = under_orders(66, place)
    for side in SIDES:
        for unit in rng.sample(list(M.combat), 25):
            plan = Plan(side, s.place[unit], [], [unit])
            on_map = s.place[unit] >= 0 and M.side[unit] == side
            near = neighbours(s.place[unit]) if on_map else []
            for hex in [*near, *rng.sample(ALL, 4)]:

                def reasons(unit: int = unit, hex: int = hex, side: int = side, plan: Plan = plan) -> Iterator[Reason]:
                    yield from absent(s, side, unit, "7.1e")
                    yield from closed(s, side, hex)
                    yield bool(stack(s, 1 - side, hex)), "7.4a", "enemy combat units hold"
                    yield not s.markers.get(s.place[unit]), "7.1e", "no activation marker"
                    yield bool(s.ordered >> unit & 1), "7.2f", "has had its order"
                    yield not spares_one(s, plan), "7.2g", "must find units of their own"
                    yield not one_hex_on(s, plan), "7.4a", "there is no hex"
                    if M.grid.distance(hex, s.place[unit]) == 1:
                        yield from misfits(s, plan, hex)
                    yield True, "7.4e", f"moves {M.allowance[M.kind[unit]]} hexes"

                seat = Seat(TITLE, SEATS[side], s, [Orders(side=side)], DECISION, [])
                agrees(no_way(seat, unit, hex), reasons())


# -- what is foretold ------------------------------------------------------------


@rule("7.2b", "7.4g", "7.2a")
@pytest.mark.parametrize("place", PLACES)
def test_what_is_foretold_of_an_order(place: str) -> None:
    s, rng = under_orders(67, place)
    for plan in plans(s, rng):
        s.moving = sum(1 << u for u in plan.group)
        path = [plan.start] * rng.randint(3, 6)
        extra, bonus, obeyed = rng.random() < 0.2, rng.choice((0, 0, 1)), rng.random() < 0.2
        s.obeyed = 1 << plan.start if obeyed else 0
        frame = Order(side=plan.side, hex=plan.start, path=path, extra=extra, bonus=bonus, at="plan")
        between = order_distance(s, plan.side, plan.start, sorted(plan.group))
        heard = [die for die in range(1, 7) if extra or obeyed or between <= 0 or die > between]
        for verb in ("", "order", "step"):
            told = order_forecast(s, frame, Action(verb, 0) if verb else None)
            assert told is not None
            chances = {row.label: (row.numerator, row.denominator) for row in told.outcomes}
            wanted = {"carried out": (len(heard), 6), "not received": (6 - len(heard), 6)}
            assert chances == {label: chance for label, chance in wanted.items() if chance[0]}
            riders = [u for u in plan.group if M.kind[u] == CAVALRY]
            long = len(path) + (verb == "step") >= 5
            tired = [f"5–6 for each of {len(riders)}"] if riders and long and not bonus else []
            assert [term.value for term in told.terms[1:]] == tired
            sure = extra or obeyed or between <= 0
            assert told.terms[0].value == ("none" if sure else "no way" if between > 50 else str(between))
        assert order_forecast(s, frame, Action("drop", 0)) is None
        frame.at = "again"
        assert order_forecast(s, frame, None) is None
    s.moving = 0
    assert order_forecast(s, Order(side=POLAND, hex=ALL[0], at="plan"), None) is None


@rule("1.2j", "3.2c", "8.0b")
def test_stacks_are_chosen_by_their_hex_and_a_card_keeps_a_command_unit_where_it_is() -> None:
    s = scattered(68, "Kiev")
    for piece in M.units:
        told = [(s.place[piece] < 0, "1.4a", "takes no part"), (True, "1.2j", "by its hex")]
        agrees(offer(s, Orders(side=POLAND), "which", "").refusal(piece), told)
    stacks = offer(s, ExtraOrder(), "which", "stack")
    for hex in ALL:
        wrong = [*foreign(s, RUSSIA, hex, "3.2c"), (True, "3.2c", "the card speaks of other units")]
        agrees(stacks.refusal(hex), wrong)
    text = 'turn = 4\nphase = "command"\nlaid.poland = 38\nsilent = "Mezheninov"\nunits.Mezheninov = "1715"\n'
    game = at(text + 'units.Gai = "1715"\nunits.P-8 = "Warsaw"\nunits.R-4 = "1715"\n')
    movers = offer(game.s, CommandPhase(side=RUSSIA), "pick", "commander")
    agrees(movers.refusal(M.unit_by_key["Mezheninov"]), [(True, "3.2c", "a card keeps Mezheninov where it is")])
    agrees(movers.refusal(M.unit_by_key["Gai"]), [])


# -- 7.1, 7.2 who may be ordered what ----------------------------------------------------------------------------------


@rule("7.2e", "7.2f", "7.2g", "7.2i", "7.1j", "7.1h", "7.1f", "7.2d", "7.2k")
@pytest.mark.parametrize("place", PLACES)
def test_who_may_be_ordered_to_go_along_or_to_turn(place: str) -> None:
    s, rng = under_orders(66, place)
    s.moved |= sum(1 << c for c in M.commands if rng.random() < 0.4)
    for side in SIDES:
        for start in held(s, side):
            fresh = [u for u in stack(s, side, start) if not s.ordered >> u & 1]
            free = len(fresh) - max(s.markers.get(start, 0) - 1, 0)
            assert (sorted(ready(s, side, start)), spare(s, side, start)) == (fresh, free)
            for size in range(len(fresh) + 1):
                group = fresh[:size]
                goes = [u for u in fresh[size:] if size < free and steps(s, Plan(side, start, [], [*group, u]))]
                assert sorted(left(left_behind(s, Plan(side, start, [], group)))) == goes
            all_go = 1 < len(fresh) <= free and bool(steps(s, Plan(side, start, [], fresh)))
            assert sorted(whole_stack(s, Plan(side, start, [], []))) == (fresh if all_go else [])
            turning = [u for u in stack(s, side, start) if M.kind[u] in (INFANTRY, CAVALRY)]
            may = bool(turning) and len(turning) <= free and not any(s.ordered >> u & 1 for u in turning)
            assert may_turn(s, side, start) == may
            staffs = [c for c in commands(s, side, start) if not s.moved >> c & 1]
            plan = Plan(side, start, [], fresh[:1])
            assert left(not_leading(s, plan)) == (staffs if fresh else [])
            assert left(not_leading(s, plan, staffs[:1])) == (staffs[1:] if fresh else [])
            s.laid[POLAND], s.card_choice[POLAND] = 38, staffs[0] if staffs else -1
            assert left(not_leading(s, plan)) == (staffs[1:] if fresh else [])
            s.laid[POLAND] = 0


@rule("7.4e")
@pytest.mark.parametrize(("card", "goes"), [(3, False), (27, True)])
def test_who_gets_into_supply_by_a_forced_march_alone_may_be_ordered(card: int, goes: bool) -> None:
    """From 1914 it is more than three hexes to the nearest hex that is in supply from Tarnopol."""
    text = f"""
        laid.poland = {card}
        units.P-8 = {{ hex = "1914", unsupplied = true }}
        units.Pilsudski = "1914"
        units.R-4 = "2016"
        depots.poland = ["Tarnopol"]
    """
    game = orders(text, "1914")
    assert can(game, "unit P-8") == goes
