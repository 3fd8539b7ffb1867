"""What the cards of the turn change in the other rules, hex by hex and unit by unit, in plain words."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.cards import combat as card_combat
from vistula.games.west_was_saved.cards import effects
from vistula.games.west_was_saved.cards.cardfile import Crossings, Reroll, Starts
from vistula.games.west_was_saved.cards.odd import no_train
from vistula.games.west_was_saved.model import (
    ARTILLERY,
    CAVALRY,
    INFANTRY,
    NORTH,
    POL,
    POLAND,
    RUS,
    RUSSIA,
    SEATS,
    SOUTH,
    UKR,
)
from vistula.games.west_was_saved.rules.activation import marker_cost, unmarkable
from vistula.games.west_was_saved.state import COMBAT, HOLDS_BLACK, State
from vistula.kernel import Game, barred, left

from .hands import dealt
from .plain import ALL, fed_hexes, scattered, stack
from .table import M, asked, asks, at, events, hex, last, offered, play, unit

rule = pytest.mark.rule
SIDES = (POLAND, RUSSIA)
sides = pytest.mark.parametrize("side", SIDES)


def laid(side: int, card: int, place: str = "Kiev") -> State:
    """A scattered position in which one side has laid a card, with all that it allows still to be used."""
    s = scattered(81, place)
    s.laid[side] = card
    s.card_uses[side] = effects.uses_of(s, side)
    return s


def south(hex: int) -> bool:
    return bool(M.south >> hex & 1)


# -- markers --------------------------------------------------------------------------------------------------------


@rule("7.3a")
@pytest.mark.parametrize(("card", "dearer"), [(18, 1), (3, 0)])
def test_the_first_markers_of_an_area_may_cost_more(card: int, dearer: int) -> None:
    s = laid(POLAND, card)
    held = [s.place[u] for u in M.combat_of[RUSSIA] if s.place[u] >= 0]
    s.unsupplied = sum(1 << u for u in M.combat_of[RUSSIA][::2])
    hungry = {s.place[u] for u in M.combat_of[RUSSIA][::2]}
    for s.card_markers in range(5):
        cost = {h: 1 + (h in hungry) + (dearer if south(h) and s.card_markers < 3 else 0) for h in ALL}
        assert all(marker_cost(s, RUSSIA, h) == cost[h] for h in ALL)
        assert all(marker_cost(s, POLAND, h) == 1 for h in ALL)  # it is the enemy's card that counts
        for s.rp[RUSSIA] in range(4):
            assert set(left(unmarkable(s, RUSSIA))) == {h for h in held if cost[h] <= s.rp[RUSSIA]}


@rule("7.1b")
@pytest.mark.parametrize("area", [NORTH, SOUTH])
def test_a_card_may_leave_room_for_three_markers_in_one_area(area: int) -> None:
    s = laid(POLAND, 6)
    s.card_choice[POLAND] = area
    for s.card_markers in range(5):
        for place in ALL:
            free = south(place) != (area == SOUTH) or s.card_markers < 3
            assert free != bool(effects.no_more_markers(s, RUSSIA) >> place & 1)
            assert not effects.no_more_markers(s, POLAND)


@rule("7.1b", "3.2c")
@pytest.mark.parametrize(("card", "area"), [(6, NORTH), (6, SOUTH), (18, SOUTH), (3, -1)])
def test_markers_are_counted_where_the_enemys_card_speaks_of_them(card: int, area: int) -> None:
    s = laid(POLAND, card)
    s.card_choice[POLAND] = area
    counted = 0
    for place in ALL[::7]:
        effects.marker_placed(s, RUSSIA, place)
        counted += area >= 0 and south(place) == (area == SOUTH)
        assert s.card_markers == counted
        effects.marker_placed(s, POLAND, place)
        assert s.card_markers == counted


@rule("7.1b", "7.2a")
@pytest.mark.parametrize(("side", "card", "arm"), [(RUSSIA, 18, -1), (RUSSIA, 34, CAVALRY), (POLAND, 34, CAVALRY)])
def test_where_a_card_gives_a_marker(side: int, card: int, arm: int) -> None:
    s = laid(side, card, "Mozyr")
    fits = {h for h in ALL if stack(s, side, h) and (south(h) if arm < 0 else arm_in(s, side, h, arm))}
    assert s.card_uses[side] == 1
    assert hexes_of(effects.free_marker_hexes(s, side)) == fits
    assert not effects.free_marker_hexes(s, 1 - side)
    s.obeyed = 1 << hex("Minsk")
    effects.use_free_marker(s, side, hex("Kiev"))
    assert (s.obeyed, s.card_uses[side]) == (1 << hex("Minsk") | 1 << hex("Kiev"), 0)
    assert not effects.free_marker_hexes(s, side)


def arm_in(s: State, side: int, hex: int, arm: int) -> bool:
    return any(M.kind[u] == arm for u in stack(s, side, hex))


def hexes_of(found: int) -> set[int]:
    return {h for h in ALL if found >> h & 1}


FRONT = """
    units.P-8 = "1515"
    units.P-9 = "1514"
    units.P-6 = "1414"
    units.Pilsudski = "1515"
    units.R-4 = "1715"
    units.R-5 = "1815"
    units.R-6 = "1716"
    units.Szeptycki = "1514"
    units.Uborevich = "1715"
    units.Budyonny = "1815"
    facing.1515 = "SE"
    facing.1715 = "NW"
"""


def before_movement(cards: tuple[int, int], turn: int = 4) -> Game[State]:
    return at(f'turn = {turn}\nphase = "movement"\nlaid = {{ poland = {cards[0]}, russia = {cards[1]} }}\n{FRONT}')


@rule("3.1d", "3.2c", "7.4e")
@pytest.mark.parametrize(("turn", "first"), [(2, RUSSIA), (7, RUSSIA), (8, POLAND), (14, POLAND)])
def test_the_leader_of_the_turn_is_the_first_to_choose_by_his_card(turn: int, first: int) -> None:
    game = before_movement((15, 15), turn)
    hexes = [{"1515", "1514", "1414"}, {"1715", "1815", "1716"}]
    fallen = 0
    for side in (first, 1 - first):
        theirs = set(hexes[1 - side])
        for _ in range(2):
            assert (asks(game), offered(game, "hex")) == (f"{SEATS[side]}: rain", theirs)
            wet = min(theirs)
            play(game, f"hex {wet}")
            theirs.remove(wet)
            fallen |= 1 << hex(wet)
            assert game.s.card_hexes == fallen
    assert asked(game).step not in ("rain", "silence", "area")


@rule("3.2c", "7.1b")
@pytest.mark.parametrize(("word", "area"), [("north", NORTH), ("south", SOUTH)])
def test_a_card_names_the_area_of_its_limit(word: str, area: int) -> None:
    game = before_movement((6, 3))
    assert (asks(game), {o.verb for o in asked(game).options}) == ("poland: area", {"north", "south"})
    play(game, word)
    assert (game.s.card_choice, last(game, "area_named").refs["area"]) == ([area, -1], area)
    assert not asks(game).endswith("area")


@rule("3.2c", "7.2a")
@sides
def test_a_card_silences_a_command_unit_of_the_enemy(side: int) -> None:
    cards = (38, 3) if side == POLAND else (3, 38)
    game = before_movement(cards)
    theirs = [["Pilsudski", "Szeptycki"], ["Uborevich", "Budyonny"]][1 - side]
    assert (asks(game), offered(game, "unit")) == (f"{SEATS[side]}: silence", {*theirs})
    play(game, f"unit {theirs[1]}")
    assert game.s.card_choice[side] == unit(theirs[1])
    assert effects.silent_command(game.s) == unit(theirs[1])


@rule("3.2c", "1.2e")
@sides
def test_a_feint_turns_an_enemy_stack_in_reach(side: int) -> None:
    laid_by = ["poland", "russia"][side]
    game = at(f'turn = 4\nphase = "combat"\nlaid.{laid_by} = 39\n{FRONT}units.P-4 = "0808"\nunits.R-7 = "2003"\n')
    mine, theirs = (["1515", "1514", "1414"], ["1715", "1815", "1716"])[:: 1 if side == POLAND else -1]
    near = {h for h in theirs if any(M.grid.distance(hex(h), hex(own)) <= 2 for own in mine)}
    assert (asks(game), offered(game, "hex")) == (f"{laid_by}: which", near)
    target = min(near)
    play(game, f"hex {target}", f"face {min(offered_after(game, target))}")
    assert last(game, "faces").refs["hex"] == hex(target)


def offered_after(game: Game[State], target: str) -> set[str]:
    """The hexes that a stack can be turned to."""
    return {M.grid.number(h) for h in M.toward[hex(target)] if h >= 0}


# -- orders ---------------------------------------------------------------------------------------------------------


@rule("7.2a")
def test_orders_near_warsaw_need_no_die_by_a_card() -> None:
    s = laid(POLAND, 8)
    s.obeyed = 1 << hex("Kiev")
    for place in ALL:
        near = M.grid.distance(place, M.warsaw) <= 5
        assert effects.obeyed(s, POLAND, place) == (near or place == hex("Kiev"))
        assert effects.obeyed(s, RUSSIA, place) == (place == hex("Kiev"))


@rule("7.2b")
def test_a_card_makes_the_way_of_russian_orders_longer_or_lets_them_be_rolled_again() -> None:
    s = laid(POLAND, 14)
    assert [effects.order_distance(s, RUSSIA, n) for n in range(4)] == [1, 2, 3, 4]
    assert [effects.order_distance(s, POLAND, n) for n in range(4)] == [0, 1, 2, 3]
    s = laid(RUSSIA, 14)
    assert (effects.left_of(s, Reroll, RUSSIA), effects.left_of(s, Reroll, POLAND)) == (3, 0)
    effects.use_card(s, RUSSIA)
    assert effects.left_of(s, Reroll, RUSSIA) == 2
    assert effects.left_of(laid(RUSSIA, 25), Reroll, RUSSIA) == 0  # another card is used otherwise


@rule("7.2a", "8.0a")
@sides
def test_one_command_unit_is_silent_by_a_card(side: int) -> None:
    s = laid(side, 38)
    s.card_choice[side] = M.commands_of[1 - side][2]
    assert effects.silent_command(s) == M.commands_of[1 - side][2]
    s.laid[side] = 3
    assert effects.silent_command(s) == -1


@rule("7.1b", "7.1i")
def test_one_card_lets_its_player_say_who_begins() -> None:
    assert effects.laid_by(laid(POLAND, 1), Starts) == POLAND
    assert effects.laid_by(laid(RUSSIA, 1), Starts) == -1


@rule("7.4e")
@sides
def test_rain_slows_the_stacks_it_falls_on(side: int) -> None:
    s = laid(side, 15)
    s.card_hexes = 1 << hex("Kiev")
    for each in [u for u in M.combat if M.side[u] != side]:
        wet = {CAVALRY: 3, INFANTRY: 1, ARTILLERY: 1}[M.kind[each]]
        for base in range(1, 6):
            assert effects.allowance(s, each, hex("Kiev"), base) == min(base, wet)
            assert effects.allowance(s, each, hex("Minsk"), base) == base
    mine = M.combat_of[side][0]
    assert effects.allowance(s, mine, hex("Kiev"), 3) == 3


@rule("7.4e", "7.4g")
@sides
def test_forced_marches_are_for_those_on_foot_and_raids_for_riders(side: int) -> None:
    foot, guns, horse = (next(u for u in M.combat_of[side] if M.kind[u] == k) for k in (INFANTRY, ARTILLERY, CAVALRY))
    marching, riding, no = ("forced_march", 2), ("raid", 1), ("", 0)  # a sixth hex for cavalry, which has five
    groups = {(foot,): (marching, no), (foot, guns): (marching, no), (horse,): (no, riding), (horse, foot): (no, no)}
    march, raid = laid(side, 27), laid(side, 31)
    for group, (on_foot, ridden) in groups.items():
        assert effects.further(march, side, group) == on_foot
        assert effects.further(raid, side, group) == ridden
        assert effects.further(march, 1 - side, group) == effects.further(raid, 1 - side, group) == no
    for s in (march, raid):
        assert effects.further(s, side, []) == no
        effects.use_card(s, side)
        assert effects.further(s, side, [foot]) == effects.further(s, side, [horse]) == no


# -- the other phases -------------------------------------------------------------------------------------------------


@rule("6.0a")
@sides
def test_lines_of_supply_are_longer_by_a_card(side: int) -> None:
    s = laid(side, 21)
    helped = {POLAND: (POL, UKR), RUSSIA: (RUS,)}[side]
    assert [effects.supply_bonus(s, nation) for nation in range(4)] == [int(nation in helped) for nation in range(4)]


@rule("7.1a", "13.2b")
@pytest.mark.parametrize(
    ("cards", "poland", "russia"),
    [
        ((3, 3), (2, 3), (0, 0)),
        ((1, 3), (effects.NO_LIMIT, 0), (0, 0)),
        ((10, 3), (4, 0), (0, 0)),
        ((3, 1), (0, 0), (0, 0)),
        ((10, 1), (0, 0), (0, 0)),
        ((3, 10), (0, 0), (2, 3)),
    ],
)
def test_who_may_look_into_how_many_stacks(
    cards: tuple[int, int], poland: tuple[int, int], russia: tuple[int, int]
) -> None:
    s = laid(POLAND, cards[0])
    s.laid[RUSSIA] = cards[1]
    for side, wanted in ((POLAND, poland), (RUSSIA, russia)):
        found = effects.inspections(s, side)
        assert (found.count, found.within) == wanted


@rule("11.2a", "13.1b")
def test_how_many_re_deploy_and_who_crosses_free() -> None:
    plain, more, closed, free = laid(RUSSIA, 3), laid(RUSSIA, 26), laid(POLAND, 25), laid(RUSSIA, 25)
    assert [effects.redeployment_limit(s, RUSSIA) for s in (plain, more, closed, free)] == [4, 6, 4, 4]
    assert [effects.redeployment_limit(s, POLAND) for s in (plain, more, closed, free)] == [4, 4, 4, 4]
    assert [effects.left_of(s, Crossings, RUSSIA) for s in (plain, more, closed, free)] == [0, 6, 0, 2]
    assert [effects.line_closed(s, RUSSIA) for s in (plain, more, closed, free)] == [False, False, True, False]
    assert not effects.line_closed(closed, POLAND)


@rule("3.2c")
@pytest.mark.parametrize(("turn", "gives"), [(3, False), (4, True), (5, True)])
def test_one_order_more_for_the_cavalry_army_once_it_has_come(turn: int, gives: bool) -> None:
    s = laid(RUSSIA, 4)
    s.turn = turn
    army = sum(1 << unit(name) for name in ("R-4Cav", "R-6Cav", "R-11Cav", "R-14Cav", "R-Special"))
    assert effects.extra_order_units(s) == (army if gives else 0)
    assert effects.extra_order_units(laid(RUSSIA, 3)) == 0


@rule("3.2e", "3.2a")
@sides
def test_a_card_that_is_overridden_does_nothing_for_a_while(side: int) -> None:
    s = laid(side, 15)
    s.card_hexes = 1 << hex("Kiev")
    rider = next(u for u in M.combat_of[1 - side] if M.kind[u] == CAVALRY)
    for muted, points in ((1 - side, 3), (side, 5)):
        s.card_muted = 1 << muted
        assert effects.allowance(s, rider, hex("Kiev"), 5) == points


# -- combat -----------------------------------------------------------------------------------------------------------


@rule("9.2e")
def test_from_which_die_a_second_stack_comes() -> None:
    assert card_combat.coordination(laid(RUSSIA, 3), RUSSIA) == (5, 3)
    assert card_combat.coordination(laid(RUSSIA, 36), RUSSIA) == (3, 1)
    assert card_combat.coordination(laid(RUSSIA, 36), POLAND) == (5, 3)


@rule("9.2c", "3.2c")
@pytest.mark.parametrize(("turn", "attacks"), [(5, 1), (11, 1), (12, 0), (13, 0)])
def test_how_many_attacks_cards_leave(turn: int, attacks: int) -> None:
    s = laid(POLAND, 32)
    s.turn = turn
    assert [card_combat.attacks_allowed(s, side) for side in SIDES] == [attacks, attacks]
    s.laid[POLAND] = 3
    assert [card_combat.attacks_allowed(s, side) for side in SIDES] == [effects.NO_LIMIT] * 2
    s.forgone = 1 << RUSSIA
    assert [card_combat.attacks_allowed(s, side) for side in SIDES] == [effects.NO_LIMIT, 0]


@rule("9.3g")
@sides
@pytest.mark.parametrize(
    ("card", "attacking", "value"),
    [(9, True, 2), (9, False, 2), (12, True, None), (36, False, None), (28, True, None), (3, True, None)],
)
def test_what_may_be_declared_in_a_city_and_how_often(side: int, card: int, attacking: bool, value: int | None) -> None:
    """Kiev against a hex beside it; 12, 28 and 36 have conditions of their own."""
    s = laid(side, card)
    mine, theirs = [M.combat_of[side][0]], [M.combat_of[1 - side][0]]
    own, other = hex("Kiev"), next(h for h in ALL if M.grid.distance(h, hex("Kiev")) == 1 and not M.difficult >> h & 1)
    fighting = card_combat.Fighting(side, attacking, own, other, mine, theirs)
    term = card_combat.declarable(s, fighting)
    by_hand = {
        12: (3 if side == POLAND else 2) if side == RUSSIA or depot_near(s, side, other) else None,
        28: 0 if side == RUSSIA else None,
        36: 3 if side == POLAND else None,
    }
    assert (term.value if term else None) == by_hand.get(card, value)
    s.card_uses[side] = 0
    assert card_combat.declarable(s, fighting) is None


def depot_near(s: State, side: int, place: int) -> bool:
    points = [h for h in ALL if s.depots[side] >> h & 1]
    points += [M.warsaw] if side == POLAND else [h for h in ALL if M.grid.number(h).startswith("21")]
    return any(M.grid.distance(place, h) <= 5 for h in points)


# -- odd cards ---------------------------------------------------------------------------------------------------------


@rule("3.2c", "13.1a")
@pytest.mark.parametrize("place", ["Minsk", "Kiev", "Mozyr"])
def test_the_cities_to_which_a_command_train_goes(place: str) -> None:
    s = scattered(82, place, radius=6)
    fed = {u: fed_hexes(s, u) for u in M.combat if s.place[u] >= 0 and M.cities >> s.place[u] & 1}
    for staff in M.commands:
        area = {NORTH: M.north, SOUTH: M.south}.get(M.area[staff], M.north | M.south)
        held = {s.place[u] for u in fed if M.nation[u] == M.nation[staff] and s.place[u] in fed[u]}
        goes = M.nation[staff] in (POL, RUS) and s.place[staff] >= 0
        wanted = {h for h in held if area >> h & 1 and h != s.place[staff]} if goes else set()
        assert hexes_of(~barred(no_train(s, staff))) == wanted


BARRED = "".join(f'units.{name} = "{city}"\n' for name, city in (("R-5", "Brest"), ("R-6", "0708"), ("R-7", "0712")))


@rule("3.2b", "3.2c")
@pytest.mark.parametrize(("more", "told"), [('depots.poland = ["Pinsk"]\n', 0), (BARRED, 1)])
def test_whether_there_is_a_city_for_balakhovich_is_learnt_by_all(more: str, told: int) -> None:
    text = f'units.P-8 = "Warsaw"\nunits.R-4 = "Smolensk"\n{more}'
    game = dealt(text, poland=(25, 35), russia=(3, 26))
    play(game, "lay 26", "lay 35")
    assert ("disclose", "3.2b") in {(barrier.kind, barrier.rule) for barrier in game.barriers}
    assert len(events(game, "card_in_vain")) == told


@rule("3.2c")
@sides
@pytest.mark.parametrize(("left", "gained"), [(3, 1), (2, 0), (1, 0), (0, 0)])
def test_captured_stores_give_one_point_in_any_case(side: int, left: int, gained: int) -> None:
    """Of three uses none, one, two or all have been made in combat."""
    seat = SEATS[side]
    game = at(f'turn = 4\nphase = "command"\nlaid.{seat} = 30\npoints = {{ {seat} = 2 }}\n{FRONT}')
    game.s.card_uses[side] = left
    while game.s.phase <= COMBAT:
        play(game, "pass")
    assert (game.s.rp[side], game.s.card_uses[side]) == (2 + gained, left - gained * 3)
    assert len(events(game, "stores")) == gained


@rule("7.1b", "7.1i", "3.2c")
@sides
def test_who_begins_by_a_card_begins_with_markers_and_with_orders(side: int) -> None:
    seat, dice = SEATS[side], [6, 1] if side == RUSSIA else [1, 6]
    game = at(f'turn = 4\nphase = "movement"\nlaid.poland = 1\ndice = {dice * 2}\n{FRONT}')
    play(game, "done")
    for step in ("allocate", "which"):
        assert (asks(game), {o.verb for o in asked(game).options}) == ("poland: by_card", {"poland", "russia"})
        play(game, seat)
        assert asks(game) == f"{seat}: {step}"
        assert last(game, "begins_by_card").refs["side"] == seat
        marks = {"poland": ["1515", "1514"], "russia": ["1715", "1815"]}
        for _ in range(4 if step == "allocate" else 0):
            play(game, f"mark {marks[asked(game).seat].pop()}")
        while asked(game).step == "allocate":
            play(game, "pass")


@rule("9.2c", "3.2c")
def test_who_attacks_first_is_diced_for_whatever_card_says_who_marches_first() -> None:
    text = 'units.R-4 = "1615"\nunits.Uborevich = "1615"\nunits.P-8 = "1715"\nunits.Pilsudski = "1714"\n'
    text += 'facing.1615 = "NE"\nfacing.1715 = "SW"\n'
    for dice, seat in (([1, 6], "russia"), ([6, 1], "poland")):
        game = at(f'turn = 4\nphase = "combat"\nlaid.poland = 1\ndice = {dice}\n{text}')
        assert [e.refs["dice"] for e in events(game, "initiative")] == [dice]
        assert asks(game) == f"{seat}: declare"


@rule("3.2d", "3.1d")
def test_who_must_lay_first_because_the_leader_drew_a_single_instruction_knows_it() -> None:
    game = dealt(poland=(3, 5), russia=(9, 7))
    assert (asks(game), game.s.black[RUSSIA]) == ("poland: card", HOLDS_BLACK)
    assert ("disclose", "3.2d") in {(barrier.kind, barrier.rule) for barrier in game.barriers}
