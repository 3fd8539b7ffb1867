"""Rules at their edges: cards that are silenced, capitals, the last place in a stack, nobody at all."""

from __future__ import annotations

from collections import Counter

import pytest

from vistula.board.hexes import collect, members
from vistula.games.west_was_saved.cards.cardfile import CARDS as CARD_COUNT
from vistula.games.west_was_saved.cards.combat import Fighting, declarable
from vistula.games.west_was_saved.cards.effects import acting
from vistula.games.west_was_saved.changes import deploy, hit, march, watch
from vistula.games.west_was_saved.dealing import slots_of
from vistula.games.west_was_saved.invariants import check
from vistula.games.west_was_saved.model import LIT, POLAND, RUSSIA
from vistula.games.west_was_saved.rules.bars import off_map
from vistula.games.west_was_saved.rules.events import take
from vistula.games.west_was_saved.rules.facing import facing_offers
from vistula.games.west_was_saved.rules.losses import orphans
from vistula.games.west_was_saved.rules.queries import full_hexes, unshared_hexes
from vistula.games.west_was_saved.rules.redeployment import pay_crossing
from vistula.games.west_was_saved.rules.supply_lines import supplied_for
from vistula.games.west_was_saved.shown.forecast import strength_left
from vistula.games.west_was_saved.shown.position import _arrange
from vistula.games.west_was_saved.shown.why import refuse
from vistula.games.west_was_saved.state import SETUP, State, pile
from vistula.kernel import Action, IllegalAction, Violation, only

from .hands import SOMETHING, laid
from .plain import ALL, enterable, scattered, stack
from .table import M, asked, at, events, hex, numbers, offered, play, start, unit, units, verbs, where
from .test_retreat import FLANK, attack, combat

rule = pytest.mark.rule
CARDS = [number for number, card in enumerate(M.cards) if card is not None]


def table() -> State:
    return at('turn = 5\nphase = "depots"\n' + SOMETHING).s


# -- cards ------------------------------------------------------------------------------------------------------------


@rule("3.2a", "3.2e")
@pytest.mark.parametrize("muted", range(4))
def test_a_card_that_is_silenced_has_no_effect_and_the_other_has_all_of_its_own(muted):
    s = table()
    s.card_muted = muted
    for one in CARDS:
        s.laid = [one, CARDS[(CARDS.index(one) * 7 + 3) % len(CARDS)]]
        expected = Counter(
            (type(effect), side)
            for side in (POLAND, RUSSIA)
            if not muted >> side & 1
            for effect in M.cards[s.laid[side]].text(side).effects
        )
        for kind in {type(e) for card in s.laid for side in (0, 1) for e in M.cards[card].text(side).effects}:
            found = Counter((type(effect), side) for side, effect in acting(s, kind))
            assert found == {key: n for key, n in expected.items() if key[0] is kind}


@rule("9.3g")
def test_only_an_attacker_with_sappers_declares_them():
    s = table()
    for card in CARDS:
        for side in (POLAND, RUSSIA):
            effects = {type(e).__name__ for e in M.cards[card].text(side).effects}
            if "Bonus" in effects:
                continue
            for attacking in (False, True):
                for uses in (0, 1):
                    s.laid, s.card_uses = [card, card], [uses, uses]
                    f = Fighting(side, attacking, hex("0912"), hex("1011"), units("P-8"), units("R-4"))
                    found = declarable(s, f)
                    assert (found is not None) == ("Sappers" in effects and attacking and uses == 1)


@rule("3.2c", "9.4c", "3.2a")
def test_somebody_takes_the_hit_of_a_card_if_there_is_anybody():
    text = "units.P-8 = 'Pinsk'\nunits.P-7 = { hex = 'Pinsk', weak = true }\nunits.P-6 = 'Warsaw'\n"
    game = laid(text + "units.R-4 = 'Smolensk'\n", russia=35)
    assert verbs(game) == {"unit"}


@rule("3.2c", "1.2k")
@pytest.mark.parametrize(("there", "able"), [(2, True), (3, True), (4, False)])
def test_the_group_of_balakhovich_needs_one_place_in_a_stack(there, able):
    crowd = "".join(f'units.{name} = "Kowel"\n' for name in ("P-8", "P-7", "P-6", "P-5")[:there])
    text = crowd + 'units.P-BB = "card"\nunits.R-4 = "1109"\ndepots.poland = ["Brest", "Baranowicze", "Kowel"]\n'
    assert (min(numbers([hex("Kowel")])) in offered(laid(text, poland=35), "hex")) == able


# -- capitals ---------------------------------------------------------------------------------------------------------

CAPITALS = {POLAND: "Smolensk", RUSSIA: "Warsaw"}


def stormed(side: int, key: str) -> State:
    """A unit in the enemy's capital, in supply."""
    s = at('turn = 10\nphase = "movement"\nunits.P-8 = "Krakow"\nunits.R-4 = "2110"\n').s
    capital = hex(CAPITALS[side])
    s.depots[side] |= 1 << capital
    deploy(s, unit(key), capital, 0)
    assert supplied_for(s, unit(key)) >> capital & 1
    return s


@rule("2.2a", "2.2b")
@pytest.mark.parametrize("side", [POLAND, RUSSIA])
@pytest.mark.parametrize("first", [False, True])
def test_a_supplied_unit_in_the_enemys_capital_ends_the_game_once_it_has_arrived(side, first):
    """Also if it is the first of all units."""
    keys = {index: key for key, index in M.unit_by_key.items()}
    own = [keys[u] for u in M.combat_of[side] if keys[u] not in ("P-8", "R-4")]
    key = own[0] if first else own[5]
    s = stormed(side, key)
    s.moving = 1 << unit(key)
    watch(s)
    assert not s.ended, "it is still under way"
    watch(s, arrived=True)
    assert (s.ended, s.sudden, s.winner) == (True, True, side)
    s.winner = 1 - side
    watch(s, arrived=True)
    assert s.winner == 1 - side, "a game ends once"
    setup = stormed(side, key)
    setup.phase = SETUP
    watch(setup)
    assert not setup.ended
    alone = stormed(side, key)
    watch(alone)
    assert alone.ended


@rule("2.2a", "2.2b", "9.4c", "9.6a", "1.2f")
def test_who_is_hit_may_have_barred_the_supply_of_a_capital():
    """H-8: a weakened Pole stands between a Russian depot and the Russians in Warsaw."""
    found = still_shut = 0
    warsaw = hex("Warsaw")
    for depot in [h for h in ALL if M.cities >> h & 1 and M.grid.distance(h, warsaw) == 3][:6]:
        s = at('turn = 10\nphase = "movement"\nunits.P-8 = "Krakow"\nunits.R-4 = "Warsaw"\n').s
        s.depots[RUSSIA] |= 1 << depot
        if not supplied_for(s, unit("R-4")) >> warsaw & 1:
            continue
        for place in [h for h in ALL if M.grid.distance(h, warsaw) <= 3 and enterable(s, POLAND, h)]:
            twin = s.copy()
            if place in (warsaw, depot):
                continue
            deploy(twin, unit("P-7"), place, 0)
            if supplied_for(twin, unit("R-4")) >> warsaw & 1:
                continue
            twin.weak |= 1 << unit("P-7")
            led = twin.copy()
            hit(twin, unit("P-7"), "9.4c")
            assert (twin.ended, twin.winner) == (True, RUSSIA)
            deploy(led, unit("Pilsudski"), place)
            hit(led, unit("P-7"), "9.4c")
            still_shut += not led.ended  # by the command unit alone
            orphans(led, POLAND, place)
            assert (led.ended, led.winner) == (True, RUSSIA)
            found += 1
    assert found >= still_shut > 0


# -- stacks -----------------------------------------------------------------------------------------------------------


@rule("7.1g")
def test_nobody_marches_if_nobody_is_to():
    s = table()
    before = s.place[:]
    march(s, [], hex("Pinsk"), "7.1g")
    assert s.place == before


@rule("13.2a")
@pytest.mark.parametrize("covered", [0, 1, 2])
def test_a_stack_whose_top_is_seen_need_have_no_other_units(covered):
    game = at('turn = 5\nphase = "depots"\nunits.P-8 = "Pinsk"\nunits.P-7 = "Pinsk"\nunits.R-4 = "Smolensk"\n')
    s = game.s
    s.under = sum(1 << u for u in units("P-8 P-7")[:covered])
    s.veiled = [0] * M.grid.size
    s.veiled[hex("Pinsk")] = 2
    needed = [slot.needed for slot in slots_of(s, POLAND, hex("Pinsk"))]
    assert needed == [covered == 2, False], "the top unit is one that nobody sees"


@rule("1.4b")
def test_each_player_has_his_own_dummies():
    text = 'turn = 5\nphase = "depots"\nunits.P-8 = "Pinsk"\nunits.R-4 = "Smolensk"\n'
    s = at(text).s
    s.dummies = {hex("Pinsk"): M.dummies, hex("Smolensk"): M.dummies}
    check(s, [])
    s.dummies[hex("Pinsk")] += 1
    with pytest.raises(Violation, match="dummies"):
        check(s, [])


@rule("1.2c", "7.1f")
def test_a_stack_may_look_everywhere_but_where_it_looks():
    """At the rim of the map too, where some sides are off the map."""
    s = table()
    for place in [*[h for h in ALL if min(M.toward[h]) < 0][::3], hex("Pinsk")]:
        near = {to for to in M.toward[place] if to >= 0}
        rim = {side for side, to in enumerate(M.toward[place]) if to < 0}
        afar = only("1.2c", collect(near), "far")
        for now in range(-1, 6):
            spaces, sides = facing_offers(s, place, afar, without=now)
            ahead = M.toward[place][now] if now >= 0 else -1
            assert set(spaces.args) == near - {ahead}
            assert set(sides.args) == rim - {now}


@rule("1.2k")
def test_a_hex_is_full_with_four_units():
    for seed in range(3):
        s = scattered(seed)
        for side in (POLAND, RUSSIA):
            full = {h for h in ALL if len(stack(s, side, h)) >= 4}
            assert set(members(full_hexes(s, side))) == full


@rule("9.4c")
def test_how_many_hits_units_can_take():
    one, other = units("P-8 P-7")
    for weak in range(4):
        marks = (weak & 1) << one | (weak >> 1) << other
        assert strength_left(marks, [one, other]) == 4 - (weak & 1) - (weak >> 1)
    assert strength_left(1 << other, [one]) == 2


@rule("3.1a", "3.1c")
@pytest.mark.parametrize("card", [1, 2, 39, 40])
def test_no_card_is_nowhere(card):
    """But one may be, which leaves the game."""
    s = at('turn = 5\nphase = "depots"\n' + SOMETHING).s
    check(s, [])
    s.deck &= ~(1 << card)
    s.discards = [other for other in s.discards if other != card]
    if card == 2:
        check(s, [])
    else:
        with pytest.raises(Violation):
            check(s, [])


@rule("9.5.b1", "9.4d")
def test_neither_hits_nor_a_retreat_can_be_declined():
    game = attack(combat(FLANK + 'units.P-12 = "1715"\n', dice=[6, 1]), "1615")
    with pytest.raises(IllegalAction) as refused:
        game.play(asked(game).seat, Action("pass"))
    assert refused.value.rule == "9.4d"
    assert refuse(game.seat("russia"), Action("pass")) is None, "he is not asked"
    play(game, "unit P-8")
    with pytest.raises(IllegalAction) as refused:
        game.play(asked(game).seat, Action("pass"))
    assert refused.value.rule == "9.5.b1"


# -- positions --------------------------------------------------------------------------------------------------------


@rule("9.2f")
@pytest.mark.parametrize("seed", range(2))
def test_a_stack_is_spent_when_all_of_it_has_attacked(seed):
    s = scattered(seed)
    for number, one in enumerate(u for u in M.combat if s.place[u] >= 0):
        s.attacked |= (number % 3 != seed) << one
    _arrange(s, {})
    for place in ALL:
        here = stack(s, POLAND, place) + stack(s, RUSSIA, place)
        assert bool(s.spent >> place & 1) == (bool(here) and all(s.attacked >> u & 1 for u in here))


@rule("3.1a", "3.1c")
def test_a_position_leaves_every_card_in_the_deck_that_it_does_not_tell_of():
    s = at('turn = 5\nphase = "depots"\nhands.poland = [1]\nhands.russia = [40]\n' + SOMETHING).s
    assert set(members(s.deck)) == set(range(1, CARD_COUNT + 1)) - {1, 40} - set(s.discards) - {*s.laid}
    first = at('turn = 5\nphase = "depots"\n' + SOMETHING).s
    assert {1, 40} <= set(members(first.deck))


@rule("1.4a", "12.0a", "13.2a")
def test_of_a_piece_that_is_not_on_the_map_is_told_where_it_is():
    s = at('turn = 5\nphase = "depots"\nunits.P-7 = "eliminated"\nunits.P-6 = "turn 7"\n' + SOMETHING).s
    bar = off_map(s)
    for piece, place in enumerate(s.place):
        assert bar.held(piece) == (place < 0)
        assert off_map(s, M.side[piece]).held(piece) == (place < 0)
    assert "turn 7" in bar.refusal(unit("P-6")).why
    assert bar.refusal(unit("P-6")).rule == "12.0a"
    assert bar.refusal(unit("P-7")).rule != "12.0a"


@rule("3.1b", "3.1c")
@pytest.mark.parametrize(("turn", "id"), [(1, "3.1b"), (2, "3.1c"), (3, "3.1c")])
def test_by_which_rule_a_card_is_drawn(turn, id):
    game = at('turn = 5\nphase = "depots"\n' + SOMETHING)
    game.s.turn = turn
    take(game.s, POLAND, 7)
    assert [event.rule for event in events(game, "draws")] == [id]
    assert game.s.hands[POLAND][-1] == 7
    assert not game.s.deck >> 7 & 1


@rule("13.3h")
@pytest.mark.parametrize("seed", range(4))
def test_only_lithuanians_and_russians_keep_apart(seed):
    s = scattered(seed)
    for one in [*M.combat_of[POLAND]][:3] + [u for u in M.combat_of[RUSSIA] if s.place[u] >= 0][::5]:
        own = stack_places(s, M.side[one], M.nation[one] == LIT)
        expected = own if M.side[one] == RUSSIA and s.lithuania else set()
        assert set(members(unshared_hexes(s, one))) == expected


@rule("13.3h")
@pytest.mark.parametrize("war", [True, False])
def test_poles_keep_apart_from_nobody_and_russians_only_once_lithuania_is_at_war(war):
    s = at('turn = 5\nphase = "depots"\nlithuania = true\nunits.L-1 = "Kaunas"\n' + SOMETHING).s
    s.lithuania = war
    kept = {name: set(members(unshared_hexes(s, unit(name)))) for name in ("P-8", "U-3", "R-4")}
    assert kept == {"P-8": set(), "U-3": set(), "R-4": {hex("Kaunas")} if war else set()}


def stack_places(s: State, side: int, lithuanian: bool) -> set[int]:
    """Where units of the other sort stand."""
    return {s.place[u] for u in M.combat_of[side] if s.place[u] >= 0 and (M.nation[u] == LIT) != lithuanian}


@rule("13.1b")
def test_only_russian_combat_units_pay_for_crossing_the_line():
    s = at('turn = 5\nphase = "depots"\npoints.russia = 5\npoints.poland = 5\n' + SOMETHING).s
    before = s.rp[:]
    assert pay_crossing(s, unit("P-8"), hex("Warsaw")) is False
    assert s.rp == before
    assert pay_crossing(s, unit("R-4"), hex("Smolensk")) is True
    assert s.rp == [before[POLAND], before[RUSSIA] - 1]


@rule("13.2a", "9.2f")
@pytest.mark.parametrize("top", ["P-8", "P-7"])
def test_who_is_said_to_lie_on_top_does(top):
    marks = {name: f'{{ hex = "Pinsk", top = {str(name == top).lower()} }}' for name in ("P-8", "P-7")}
    text = "".join(f"units.{name} = {told}\n" for name, told in marks.items())
    s = at('turn = 5\nphase = "depots"\n' + text + "units.R-4 = 'Smolensk'\n").s
    assert pile(s, POLAND, hex("Pinsk"))[-1] == unit(top)


@rule("1.2h", "3.1a", "3.2c")
def test_units_that_only_a_card_brings_wait_for_it():
    game = start()
    assert where(game, "P-BB") == "card"
    assert where(game, "P-8") != "card"
