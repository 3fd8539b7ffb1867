"""Refusals where event cards make players choose, hex by hex and piece by piece, in plain words."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.cards.actions import guarded, unmoved
from vistula.games.west_was_saved.cards.cardfile import Hit
from vistula.games.west_was_saved.cards.odd import needed_here, no_rally, no_train, spared, unhurt
from vistula.games.west_was_saved.model import ARTILLERY, COMMAND, INFANTRY, LIT, NORTH, POL, POLAND, RUS, RUSSIA, UKR
from vistula.games.west_was_saved.state import State
from vistula.kernel import first

from .plain import ALL, commands, fed_hexes, neighbours, scattered, stack, touches_enemy
from .table import M, hex, unit
from .test_plain_front import held
from .test_plain_refusals import Reasons, absent, each
from .test_plain_refusals_fighting import agrees

rule = pytest.mark.rule
HITS = [
    Hit(full=True, spare=["Warsaw"]),
    Hit(nation="UKR", outside_cities=True, area="south"),
    Hit(arm="infantry", area="north", beside_enemy=True),
    Hit(adrift=3),
    Hit(marsh_within=2),
]


def near(place: int, others: list[int], most: int) -> bool:
    return any(M.grid.distance(place, other) <= most for other in others)


def spares(s: State, side: int, effect: Hit, place: int) -> Reasons:
    enemy, marshes = 1 - side, [h for h in ALL if M.deep_marsh >> h & 1]
    source = [M.warsaw] if enemy == POLAND else [h for h in ALL if M.east_edge >> h & 1]
    fed = near(place, source + [h for h in ALL if s.depots[enemy] >> h & 1], effect.adrift)
    yield not stack(s, enemy, place), "3.2c", "no enemy combat unit"
    yield "Warsaw" in effect.spare and place == M.warsaw, "3.2c", "the card spares"
    yield bool(effect.area) and not (M.north if effect.area == "north" else M.south) >> place & 1, "3.2c", "of the Dem"
    yield effect.beside_enemy and not touches_enemy(s, enemy, place), "3.2c", "none of your combat units"
    yield effect.outside_cities and bool(M.cities >> place & 1), "3.2c", "is a city"
    yield effect.marsh_within > 0 and not near(place, marshes, effect.marsh_within), "3.2c", "from the marshes"
    around = sum(bool(stack(s, side, to)) for to in neighbours(place))
    yield effect.adrift > 0 and fed and around < 2, "3.2c", "has a depot or source near"


@rule("3.2c")
@pytest.mark.parametrize("effect", HITS, ids=lambda effect: effect.arm or effect.nation or str(effect.adrift))
def test_stacks_and_units_that_a_card_does_not_hit(effect: Hit) -> None:
    for s, side, rng in each(44):
        enemy = 1 - side
        for place in ALL:
            agrees(first(spared(s, side, effect), place), spares(s, side, effect, place))
        for place in rng.sample(held(s, enemy), 4):
            for piece in M.units:
                agrees(first(unhurt(s, enemy, place, effect), piece), [
                    *absent(s, enemy, piece, "3.2c"), (s.place[piece] != place, "3.2c", "stands in"),
                    (M.kind[piece] == COMMAND, "3.2c", "is an HQ"),
                    (bool(effect.arm) and M.kind[piece] != INFANTRY, "3.2c", "is no infantry"),
                    (bool(effect.nation) and M.nation[piece] != UKR, "3.2c", "nation"),
                    (effect.full and bool(s.weak >> piece & 1), "3.2c", "is weakened")])  # fmt: skip


@rule("3.2c", "1.2e", "5.3a")
def test_depots_that_partisans_leave_alone_and_stacks_that_no_feint_turns() -> None:
    for s, side, _ in each(45):
        mine = held(s, side)
        for place in ALL:
            agrees(first(guarded(s, side), place), [
                (not s.depots[side] >> place & 1, "3.2c", "no enemy depot"),
                (bool(stack(s, side, place)), "3.2c", "guard the depot")])  # fmt: skip
            agrees(first(unmoved(s, side, 2), place), [
                (not stack(s, 1 - side, place), "3.2c", "no enemy combat unit"),
                (not near(place, mine, 2), "3.2c", "within 2 hexes"),
                (all(M.kind[u] == ARTILLERY for u in stack(s, 1 - side, place)), "1.2e", "no facing")])  # fmt: skip


@rule("3.2c", "13.1a", "1.2k")
@pytest.mark.parametrize("place", ["Pinsk", "Minsk", "Kiev", "Kaunas"])
def test_where_no_command_train_goes_where_nobody_gathers_and_who_is_not_called_away(place: str) -> None:
    s = scattered(46, place, radius=6)
    fed = {u: fed_hexes(s, u) for u in M.combat if s.place[u] >= 0 and M.cities >> s.place[u] & 1}
    for staff in (c for c in M.commands if s.place[c] >= 0):
        own = {s.place[u] for u in fed if M.nation[u] == M.nation[staff] and s.place[u] in fed[u]}
        area = {-1: -1, NORTH: M.north}.get(M.area[staff], M.south)
        for to in ALL:
            agrees(first(no_train(s, staff), to), [
                (M.nation[staff] not in (POL, RUS), "3.2c", "only Polish and Russian"),
                (not M.cities >> to & 1, "3.2c", "is no city"), (not area >> to & 1, "13.1a", "beyond"),
                (to == s.place[staff], "3.2c", "already"), (to not in own, "3.2c", "in supply")])  # fmt: skip
    s.laid = [35, 0]
    group = fed_hexes(s, unit("P-BB"))
    riders = [unit(f"R-{key}") for key in ("4Cav", "6Cav", "11Cav", "14Cav", "Special")]
    for to in ALL:
        agrees(first(no_rally(s), to), [
            (not M.cities >> to & 1, "3.2c", "is no city"),
            (M.grid.distance(to, hex("Pinsk")) > 4, "3.2c", "more than 4 hexes from"),
            (bool(stack(s, RUSSIA, to)), "3.2c", "enemy combat units"),
            (bool(commands(s, RUSSIA, to)), "3.2c", "an enemy HQ"),
            (touches_enemy(s, POLAND, to), "3.2c", "next to a Russian"), (to not in group, "3.2c", "out of supply"),
            (len(stack(s, POLAND, to)) > 3, "1.2k", "1 more would make 5")])  # fmt: skip
    s.laid = [13, 0]
    for piece in M.units:
        agrees(first(needed_here(s), piece), [
            *absent(s, RUSSIA, piece, "3.2c"),
            (M.kind[piece] == COMMAND or M.nation[piece] == LIT, "3.2c", "no Russian"),
            (M.kind[piece] == ARTILLERY, "3.2c", "artillery"), (piece in riders, "3.2c", "Cavalry Army"),
            (s.place[piece] >= 0 and not M.south >> s.place[piece] & 1, "3.2c", "is not south")])  # fmt: skip
