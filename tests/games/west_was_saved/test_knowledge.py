"""13.2 Fog of war: what a seat sees of enemy stacks and cards, and the worlds that it can imagine."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import collect
from vistula.games.west_was_saved.changes import conceal, hit, march, put_blanks, put_on_top, show_stack, take_blanks
from vistula.games.west_was_saved.invariants import check
from vistula.games.west_was_saved.knowledge import BLACK, fill, hidden_units, mask
from vistula.games.west_was_saved.model import LIT, POLAND, RUSSIA, UKR
from vistula.games.west_was_saved.rules.arrange import blanks_left
from vistula.games.west_was_saved.rules.queries import height, stacks, top_at
from vistula.games.west_was_saved.state import HOLDS_BLACK, NO_BLACK, State
from vistula.kernel import ONLOOKER, UNKNOWN, Game

from .campaigning import orders
from .table import TITLE, M, asked, at, hex, last, play, play_out, sees, start, unit, units

rule = pytest.mark.rule
STACK = """
    turn = 3
    phase = "depots"
    units.P-Art1 = { hex = "Minsk", weak = true }
    units.P-1Cav = "Minsk"
    units.P-8 = "Minsk"
    units.Sikorski = "Minsk"
    units.R-4 = "Smolensk"
    units.R-8 = "Smolensk"
    depots.poland = ["Brest"]
    dummies.Minsk = 2
"""


def minsk(**options: str) -> Game[State]:
    return at(STACK, **options)


# -- what is seen -------------------------------------------------------------------------------------------------


@rule("13.2a", "1.4b")
def test_of_an_enemy_stack_only_the_top_counter_is_seen_and_the_height_with_its_dummies() -> None:
    game = minsk()
    m = game.seat("russia").s
    assert sees(game, "russia", "P-8")
    assert not sees(game, "russia", "P-1Cav")
    assert not sees(game, "russia", "P-Art1")
    assert m.veiled == {hex("Minsk"): 4}
    assert height(m, POLAND, hex("Minsk")) == height(game.s, POLAND, hex("Minsk")) == 5
    assert top_at(m, POLAND, hex("Minsk")) == unit("P-8")
    assert not m.dummies
    assert not m.weak >> unit("P-Art1") & 1


@rule("13.2a")
def test_the_owner_sees_everything_of_his_own() -> None:
    game = minsk()
    m = game.seat("poland").s
    assert all(sees(game, "poland", name) for name in ("P-8", "P-1Cav", "P-Art1"))
    assert m.dummies == {hex("Minsk"): 2}
    assert not m.veiled.get(hex("Minsk"))


@rule("13.2a", "1.2c")
def test_facing_commands_depots_and_markers_are_open() -> None:
    game = minsk()
    m = game.seat("russia").s
    assert m.facing == game.s.facing
    assert sees(game, "russia", "Sikorski")
    assert m.depots == game.s.depots
    assert (m.occupied, m.commanded) == (game.s.occupied, game.s.commanded)


@rule("13.2a")
def test_a_lone_unit_is_open_unless_all_is_concealed() -> None:
    text = 'turn = 3\nphase = "depots"\nunits.P-8 = "Minsk"\nunits.R-4 = "Smolensk"'
    assert sees(at(text), "russia", "P-8")
    game = at(text, fog="full")
    assert not sees(game, "russia", "P-8")
    assert game.seat("russia").s.veiled == {hex("Minsk"): 1}


@rule("13.2a")
def test_with_full_concealment_nothing_but_height_facing_and_colour_is_seen() -> None:
    m = minsk(fog="full").seat("russia").s
    assert m.veiled == {hex("Minsk"): 5}
    assert [m.place[u] for u in units("P-8 P-1Cav P-Art1")] == [UNKNOWN] * 3


@rule("13.2a")
def test_an_onlooker_sees_no_more_than_either_player() -> None:
    m = minsk().seat(ONLOOKER).s
    assert m.veiled == {hex("Minsk"): 4, hex("Smolensk"): 1}
    assert m.hands == [[], []]


@rule("13.2a")
def test_what_is_shown_is_seen_with_its_dummies_until_it_is_covered_again() -> None:
    game = minsk()
    show_stack(game.s, hex("Minsk"), "13.2a")
    m = TITLE.mask(game.s, asked(game).seat)
    assert (sees(game, "russia", "P-Art1"), game.seat("russia").s.dummies) == (True, {hex("Minsk"): 2})
    assert m.weak >> unit("P-Art1") & 1 or asked(game).seat == "russia"
    assert sees(game, "russia", "P-1Cav")
    assert not game.seat("russia").s.veiled
    conceal(game.s)
    assert not sees(game, "russia", "P-1Cav")


@rule("13.2a")
def test_what_one_side_is_shown_the_onlooker_is_not() -> None:
    game = minsk()
    show_stack(game.s, hex("Minsk"), "13.2a")
    assert game.seat(ONLOOKER).s.place[unit("P-1Cav")] == UNKNOWN


@rule("13.2a")
def test_the_owner_puts_any_unit_on_top() -> None:
    game = minsk()
    put_on_top(game.s, unit("P-Art1"))
    assert sees(game, "russia", "P-Art1")
    assert not sees(game, "russia", "P-8")


@rule("13.2a")
def test_when_the_top_unit_is_gone_another_lies_open() -> None:
    game = minsk()
    for _ in range(2):
        hit(game.s, unit("P-8"), "9.4c")
    assert top_at(game.s, POLAND, hex("Minsk")) in units("P-1Cav P-Art1")
    assert height(game.s, POLAND, hex("Minsk")) == 4


@rule("1.4b")
def test_dummies_go_with_the_whole_stack_and_never_without_units() -> None:
    game = minsk()
    for names, left in (("P-8 P-1Cav", "Minsk"), ("P-Art1", "1306")):
        blanks = take_blanks(game.s, units(names))
        march(game.s, units(names), hex("1306"), "7.1f")
        put_blanks(game.s, units(names), hex("1306"), blanks)
        assert game.s.dummies == {hex(left): 2}
    assert top_at(game.s, POLAND, hex("1306")) == unit("P-8")
    for name in ("P-8", "P-8", "P-1Cav", "P-1Cav", "P-Art1"):
        hit(game.s, unit(name), "9.4c")
    assert not game.s.dummies


@rule("1.4b")
def test_players_rearrange_tops_and_dummies_when_they_are_asked_for_depots() -> None:
    game = minsk()
    play(game, "undummy Minsk", "dummy Minsk", "undummy Minsk", "top P-1Cav")
    assert asked(game).seat == "poland"
    assert game.s.dummies == {hex("Minsk"): 1}
    assert blanks_left(game.s, POLAND) == M.dummies - 1
    assert top_at(game.s, POLAND, hex("Minsk")) == unit("P-1Cav")


# -- cards --------------------------------------------------------------------------------------------------------

HANDS = """
    turn = 3
    phase = "depots"
    units.P-8 = "Minsk"
    units.R-4 = "Smolensk"
    hands.poland = [3]
    hands.russia = [5]
"""


@rule("3.1c")
def test_cards_in_hand_are_hidden_and_so_is_what_is_left_in_the_deck() -> None:
    game = at(HANDS)
    m = game.seat("poland").s
    assert m.hands == [[3], [UNKNOWN]]
    assert m.deck == game.s.deck | 1 << 5
    assert game.seat(ONLOOKER).s.hands == [[UNKNOWN], [UNKNOWN]]


@rule("3.2d")
def test_a_kept_card_is_never_imagined_as_a_single_instruction() -> None:
    seat = at(HANDS).seat("poland")
    drawn = {seat.determinize(random.Random(n)).s.hands[RUSSIA][0] for n in range(200)}
    assert not collect(drawn) & BLACK
    assert len(drawn) > 20


@rule("3.2d")
@pytest.mark.parametrize(("told", "black"), [(HOLDS_BLACK, True), (NO_BLACK, False)])
def test_what_is_known_of_a_fresh_card_is_kept_in_mind(told: int, black: bool) -> None:
    s = at(HANDS).s
    s.hands[RUSSIA] = [5, 7 if black else 9]
    s.deck &= ~collect(s.hands[RUSSIA])
    s.black[RUSSIA] = told
    m = TITLE.mask(s, TITLE.seats[POLAND])
    for n in range(60):
        world = TITLE.fill(m, TITLE.seats[POLAND], random.Random(n))
        kept, fresh = world.hands[RUSSIA]
        assert world.deck == m.deck & ~(1 << kept | 1 << fresh)
        assert not BLACK >> kept & 1
        assert bool(BLACK >> fresh & 1) == black


# -- worlds that agree --------------------------------------------------------------------------------------------


@rule("13.2a")
@pytest.mark.parametrize("fog", ["top", "full"])
def test_imagined_worlds_look_the_same_and_are_whole(fog: str) -> None:
    """Every few decisions of a random game, from both seats."""
    game = start(4, fog=fog)
    rng = random.Random(4)
    for n, now in enumerate(play_out(game, random.Random(9), 600)):
        if n % 20:
            continue
        for seat in TITLE.seats:
            m = TITLE.mask(now.s, seat)
            world = TITLE.fill(m, seat, rng)
            TITLE.check(world, now.stack)
            assert TITLE.mask(world, seat) == m


@rule("13.2a", "13.3h", "13.4a")
def test_hidden_units_are_imagined_only_where_they_can_be() -> None:
    """Ukrainians in the south, Lithuanians apart, artillery alone where nothing has a facing."""
    game = at("""
        turn = 5
        phase = "depots"
        lithuania = true
        units.P-8 = "Minsk"
        units.P-6 = "Minsk"
        units.P-18 = { hex = "Kamenets", top = true }
        units.U-3 = "Kamenets"
        units.P-Art1 = "Brest"
        units.P-Art2 = "Brest"
        units.R-4 = "Smolensk"
        units.R-8 = "Smolensk"
        units.L-1 = "Kaunas"
        units.L-2 = "Kaunas"
    """)
    for n in range(40):
        world = game.seat("russia").determinize(random.Random(n)).s
        assert world.place[unit("U-3")] == hex("Kamenets")
        assert world.place[unit("P-Art2")] == hex("Brest")
        world = game.seat("poland").determinize(random.Random(n)).s
        assert world.place[unit("L-2")] == hex("Kaunas")
        assert {M.nation[u] for u in stacks(world, RUSSIA)[hex("Smolensk")]} == {2}
    assert (LIT, UKR) == (3, 1)


@rule("13.2a", "7.2f")
def test_a_stack_is_imagined_with_as_many_units_as_it_has_markers() -> None:
    game = minsk()
    game.s.markers = {hex("Minsk"): 3}
    game.s.phase = 5
    m = TITLE.mask(game.s, TITLE.seats[RUSSIA])
    for n in range(30):
        world = TITLE.fill(m, TITLE.seats[RUSSIA], random.Random(n))
        assert len(stacks(world, POLAND)[hex("Minsk")]) == 3


@rule("13.2a")
def test_the_deal_differs_from_world_to_world() -> None:
    game = start(2)
    play(game, "done", seat="poland")
    play(game, "done", seat="russia")
    hidden = hidden_units(game.s, POLAND, onlooker=False)
    assert hidden.bit_count() > 10
    worlds = {tuple(game.seat("russia").determinize(random.Random(n)).s.place) for n in range(10)}
    assert len(worlds) == 10


@rule("13.2a")
def test_the_diary_names_no_unit_that_the_reader_may_not_see() -> None:
    game = minsk()
    hit(game.s, unit("P-1Cav"), "9.4c")
    told = game.events[-1]
    assert told.key == "weakened"
    assert told.refs["unit"] == unit("P-1Cav")
    seen = told.seen_by("russia")
    assert seen is not None
    assert seen.refs["unit"] == UNKNOWN


@rule("12.0b", "13.2a")
def test_whether_somebody_is_asked_where_to_arrive_tells_nothing_of_his_stacks() -> None:
    """A stack that may be full by its height: its owner is asked, whether or not there are dummies in it."""
    for blanks, units_there in ((2, "R-4 R-8"), (0, "R-4 R-8 R-10 R-16")):
        text = 'turn = 11\nphase = "reinforcements"\nunits.R-19 = "turn 11"\nunits.P-8 = "Warsaw"\n'
        text += "".join(f'units.{name} = "Smolensk"\n' for name in units_there.split())
        game = at(text + (f"dummies.Smolensk = {blanks}\n" if blanks else ""), fog="full")
        assert (asked(game).seat, asked(game).step) == ("russia", "where")
        for n in range(10):
            world = game.seat("poland").determinize(random.Random(n))
            assert world.seat("poland").s == game.seat("poland").s
            assert world.seat("poland").waiting == game.seat("poland").waiting


@rule("13.2a")
def test_where_only_covered_units_have_been_shown_an_unseen_one_lies_on_top() -> None:
    # In full fog Russia has seen P-8 of the stack in 1515; above it lie P-12 and a blank, elsewhere there is room.
    s = at('units.P-8 = "1515"\nunits.P-12 = "1515"\nunits.P-13 = "1613"\nunits.R-4 = "1804"\n').s
    s.full_fog = True
    put_on_top(s, unit("P-12"))
    s.shown[RUSSIA] = 1 << unit("P-8")
    s.dummies = {hex("1515"): 1, hex("1613"): 2}
    known = mask(s, "russia")
    for seed in range(30):
        world = fill(known, "russia", random.Random(seed))
        check(world, [])
        assert any(world.place[u] == hex("1515") and not world.under >> u & 1 for u in units("P-12 P-13"))


def heard(game: Game[State], key: str) -> list[int]:
    """The units that the latest event of this key names to Russia."""
    told = last(game, key).seen_by("russia")
    assert told is not None
    return list(told.refs["units"])


@rule("1.4b", "13.2a")
@pytest.mark.parametrize(("names", "blanks"), [("P-8 P-12", 2), ("P-8 P-12 P-13", 1), ("P-8", 3)])
def test_what_is_told_of_a_march_does_not_give_dummies_away(names: str, blanks: int) -> None:
    text = "".join(f'units.{name} = {{ hex = "1615", top = {"true" if name == "P-8" else "false"} }}\n'
                   for name in names.split())  # fmt: skip
    text += f'units.Pilsudski = "1615"\nunits.R-4 = "2014"\ndummies.1615 = {blanks}\n'
    game = orders(text + 'units.P-14 = "1714"\ndepots.poland = ["1714"]\n', poland="1615")
    play(game, "all" if " " in names else f"unit {names}", "step 1614")
    assert mask(game.s, "russia").unseen_moving == (" " in names)
    play(game, "order")
    assert heard(game, "order") == heard(game, "marches") == [unit("P-8"), UNKNOWN]
    assert height(mask(game.s, "russia"), POLAND, hex("1614")) == 4


@rule("1.4b", "13.2a")
def test_who_goes_without_the_dummies_is_named_alone() -> None:
    text = 'units.P-8 = { hex = "1615", top = true }\nunits.P-12 = "1615"\nunits.Pilsudski = "1615"\n'
    text += 'units.R-4 = "2014"\ndummies.1615 = 2\nunits.P-14 = "1714"\ndepots.poland = ["1714"]\n'
    game = play(orders(text, poland="1615"), "unit P-8", "step 1614", "order")
    assert heard(game, "order") == heard(game, "marches") == [unit("P-8")]


@rule("1.4b", "13.2a")
def test_worlds_agree_with_units_under_way_that_are_not_seen() -> None:
    text = "".join(f'units.{name} = "1615"\n' for name in ("P-8", "P-12", "P-13"))
    text += 'units.Pilsudski = "1615"\nunits.R-4 = "2014"\nunits.P-14 = "1714"\ndummies.1615 = 1\n'
    game = play(orders(text, poland="1615"), "all")
    known = mask(game.s, "russia")
    assert known.unseen_moving
    for seed in range(10):
        world = fill(known, "russia", random.Random(seed))
        assert mask(world, "russia") == known
