"""23.1 What the enemy knows of concealed units: masks, worlds that could be true, odds, refusals, files."""

from __future__ import annotations

import random

import pytest

from vistula.games.nest_of_eagles import invariants, knowledge
from vistula.games.nest_of_eagles.model import REMNANT, SEATS
from vistula.games.nest_of_eagles.rules.advance import Onward
from vistula.games.nest_of_eagles.rules.attack import Attacks
from vistula.games.nest_of_eagles.rules.groups import HALVES, halves
from vistula.games.nest_of_eagles.rules.patrols import is_dummy
from vistula.games.nest_of_eagles.rules.retreat import Retreats
from vistula.games.nest_of_eagles.rules.revolutionaries import Revolution
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    ATTACK_2,
    OFF,
    UNDER,
    State,
    beneath,
    put,
    set_level,
    units_under,
)
from vistula.kernel import ONLOOKER, UNKNOWN, Action, Game, Violation
from vistula.kernel.codec import position_of

from .positions import M, hex, unit, units
from .screens import screened
from .table import POLAND, SOVIET, TITLE, asks, moving, offered, play, rolled, table

rule = pytest.mark.rule
FIELD = "2926 P-17 P-10; 2726 P-4 P-6/r; 3026 S-58 S-41; 3226 S-44 S-FAS"
COVERS = ("P-GRA P-17 P-10", "P-PAT1 P-4 P-6", "P-PAT2 dummy 2526", "S-PAT1 S-58", "S-GRB S-44 S-FAS")


def field() -> State:
    return screened(FIELD, *COVERS)


@rule("23.1a", "3.1c")
def test_a_seat_knows_its_own_and_of_the_enemy_only_the_markers() -> None:
    s = field()
    mine, theirs = knowledge.mask(s, SEATS[POLAND]), knowledge.mask(s, SEATS[SOVIET])
    for key in ("P-17", "P-10", "P-4", "P-6"):
        assert mine.place[unit(key)] == s.place[unit(key)]
        assert theirs.place[unit(key)] == UNKNOWN
    assert not theirs.reduced >> unit("P-6") & 1
    assert mine.reduced >> unit("P-6") & 1
    assert theirs.place[unit("P-GRA")] == hex("2926")
    assert [theirs.place[unit(f"P-PAT{n}")] for n in (1, 2, 3, 8)] == [hex("2726"), hex("2526"), UNKNOWN, UNKNOWN]
    watching = knowledge.mask(s, ONLOOKER)
    assert watching.place[unit("P-17")] == watching.place[unit("S-58")] == UNKNOWN


@rule("23.1.1f", "23.1a")
def test_nobody_can_count_dummies_by_the_patrols_that_are_left() -> None:
    with_dummy = screened("2926 P-17; 3326 S-58", "P-PAT1 P-17", "P-PAT2 dummy 2526")
    without = screened("2926 P-17 P-10; 3326 S-58", "P-PAT1 P-17", "P-PAT2 P-10")
    seen = [knowledge.mask(s, SEATS[SOVIET]).place[M.count :] for s in (with_dummy, without)]
    places = [[place == UNKNOWN for place in places] for places in seen]
    assert places[0] == places[1]


@rule("23.1a")
def test_before_any_marker_is_laid_all_are_known_to_be_in_the_pool() -> None:
    s = screened("2926 P-17; 3326 S-58")
    assert knowledge.mask(s, SEATS[SOVIET]).place[M.count :] == [OFF] * 22


@rule("23.1a", "23.1.2c", "23.1.1e")
def test_worlds_agree_with_what_is_known_and_keep_the_rules() -> None:
    s, seen = field(), set()
    masked = knowledge.mask(s, SEATS[SOVIET])
    for seed in range(60):
        world = knowledge.fill(masked, SEATS[SOVIET], random.Random(seed))
        assert UNKNOWN not in world.place
        invariants.check(world, [])
        again = knowledge.mask(world, SEATS[SOVIET])
        assert again == masked
        assert halves(world, units_under(world, unit("P-GRA"))) <= HALVES
        assert units_under(world, unit("P-GRA"))
        seen.add(tuple(world.place))
        assert world.place[unit("S-58")] == s.place[unit("S-58")]
    assert len(seen) > 10
    dealt = [knowledge.fill(masked, SEATS[SOVIET], random.Random(seed)) for seed in range(60)]
    assert {is_dummy(world, unit("P-PAT1")) for world in dealt} == {True, False}


@rule("23.1a")
def test_the_same_chance_makes_the_same_world_whatever_is_true() -> None:
    one = screened("2926 P-17; 2726 P-10; 3326 S-58", "P-PAT1 P-17", "P-PAT2 P-10")
    other = screened("2726 P-17; 2926 P-10; 3326 S-58", "P-PAT1 P-10", "P-PAT2 P-17")
    masks = [knowledge.mask(s, SEATS[SOVIET]) for s in (one, other)]
    assert masks[0] == masks[1]
    worlds = [knowledge.fill(mask, SEATS[SOVIET], random.Random(7)) for mask in masks]
    assert worlds[0] == worlds[1]


def twins(phase: int = ATTACK_1) -> tuple[Game[State], Game[State]]:
    """Two tables that differ only in what is under the Soviet markers."""
    strong = screened("2926 P-17 P-10; 3026 S-58; 3226 S-41 S-FAS", "S-PAT1 S-58", "S-GRA S-41 S-FAS", phase=phase)
    weak = screened("2926 P-17 P-10; 3226 S-58 S-41; 3026 S-FAS", "S-PAT1 S-FAS", "S-GRA S-58 S-41", phase=phase)
    set_level(weak, unit("S-58"), 1)
    return table(strong, Attacks(command=POLES)), table(weak, Attacks(command=POLES))


@rule("23.1a", "23.1.2f")
def test_view_options_refusals_and_odds_do_not_tell_what_is_hidden() -> None:
    one, other = (game.seat(SEATS[POLAND]) for game in twins())
    assert one.view() == other.view()
    assert one.decision == other.decision
    for piece in range(len(M.key)):
        assert one.why_not("piece", piece) == other.why_not("piece", piece)
    for space in range(M.grid.size):
        assert one.why_not("space", space) == other.why_not("space", space)
    action = Action("attack", hex("3026"))
    assert one.forecast(action) == other.forecast(action)
    assert one.overlay("friction") == other.overlay("friction")


@rule("23.1a", "10.3a")
def test_odds_against_a_marker_say_that_they_are_an_estimate() -> None:
    game, _ = twins()
    seen = play(game, f"attack {M.grid.number(hex('3026'))}", "unit P-17").seat(SEATS[POLAND]).forecast()
    assert seen is not None
    assert seen.mixture
    assert "estimate" in seen.note
    assert sum(outcome.numerator for outcome in seen.outcomes) == seen.outcomes[0].denominator
    panel = game.seat(SEATS[POLAND]).view().panel
    assert panel is not None
    assert [term.value for term in panel.columns[1].terms] == ["?"]


@rule("23.1a")
def test_the_diary_names_no_concealed_unit() -> None:
    s = screened("3224 P-17; 2010 S-53", "P-PAT1 P-17")
    game = moving(s)
    play(game, "unit P-PAT1", "step 3225", "stop")
    play(game, "end")
    told = [TITLE.tale(event) for event in game.seat(SEATS[SOVIET]).events]
    assert any("Patrol 1" in line for line in told)
    assert not any("17th" in line for line in told)
    assert knowledge.veil(s, SEATS[SOVIET], "units", [unit("P-17"), unit("S-53")]) == [UNKNOWN, unit("S-53")]
    assert knowledge.veil(s, SEATS[POLAND], "unit", unit("P-17")) == unit("P-17")
    assert TITLE.say("piece", UNKNOWN) == "a concealed unit"


@rule("23.1a")
def test_position_files_tell_who_is_under_which_marker() -> None:
    game = TITLE.start("berezina", seed=1, options={"patrols": "yes", "groups": "yes"})
    while "patrol" not in [option.verb for option in next(iter(game.decisions.values())).options]:
        play(game, "done")
    key = M.key[next(o for o in next(iter(game.decisions.values())).options if o.verb == "patrol").args[0]]
    play(game, f"patrol {key}", "lay", "done")
    text = position_of(game)
    assert f"under {'P' if key.startswith('P') else 'S'}-PAT1" in text
    read = TITLE.codec.read(TITLE, text, "test")
    assert read.s == game.s
    assert read.s.m is game.s.m is TITLE.m.concealed


@rule("23.1.1e", "23.1.2c", "23.1.1f", "23.1.1a")
def test_what_must_not_be_is_found() -> None:
    s = field()
    invariants.check(s, [])
    wrong = s.copy()
    wrong.remnant |= 1 << unit("P-17")
    with pytest.raises(Violation, match=r"23\.1\.1e"):
        invariants.check(wrong, [])
    empty = s.copy()
    for piece in beneath(empty, unit("P-PAT2")):
        empty.place[piece] = OFF
    with pytest.raises(Violation, match=r"23\.1\.1f"):
        invariants.check(empty, [])
    large = s.copy()
    large.place[unit("P-4")] = UNDER - unit("P-GRA")
    with pytest.raises(Violation, match=r"23\.1\.2c"):
        invariants.check(large, [])
    lost = s.copy()
    lost.place[unit("P-4")] = UNDER - unit("P-PAT7")
    with pytest.raises(Violation, match=r"23\.1\.1a"):
        invariants.check(lost, [])


# -- what is asked ---

FOUR = "S-41 S-44 S-45 S-24"
"""As many as a hex holds."""


@rule("11.5a", "23.1a")
@pytest.mark.parametrize("hidden", ["S-41", FOUR])
def test_the_way_of_a_retreat_is_asked_whether_a_marker_beside_it_covers_one_unit_or_four(hidden: str) -> None:
    s = screened(f"2926 P-17; 3026 S-58; 3126 {hidden}", f"S-PAT1 {hidden}", phase=ATTACK_2)
    game = table(s, Retreats(units=[unit("S-58")]))
    assert asks(game) == "russia: way"
    assert offered(game, "hex") == ({"3127"} if hidden == FOUR else {"3126", "3127"})


@rule("12.1c", "23.1a")
@pytest.mark.parametrize("hidden", ["S-41", FOUR])
def test_an_advance_is_asked_further_whether_a_marker_beside_it_covers_one_unit_or_four(hidden: str) -> None:
    s = screened(f"2323 P-17; 3026 S-58; 3126 {hidden}", f"S-PAT1 {hidden}", side=SOVIET, phase=ATTACK_2)
    ring = [near for near in M.next[hex("3026")] if near != hex("3126")]
    for pole, near in zip(units("P-12 P-13 P-14 P-15 P-16"), ring, strict=True):
        put(s, pole, near)
        set_level(s, pole, REMNANT)  # no Line of Friction
    game = table(s, Onward(command=SOVIETS, unit=unit("S-58"), origin=hex("2926"), left=1))
    assert asks(game) == "russia: go"
    assert offered(game, "step") == (set() if hidden == FOUR else {"3126"})


@rule("20.3b", "23.1a")
@pytest.mark.parametrize("hidden", ["S-41", FOUR])
def test_the_city_of_the_revolution_is_asked_whatever_is_hidden_in_one(hidden: str) -> None:
    s = screened(f"2323 P-17; 1209 {hidden}", f"S-PAT1 {hidden}", side=SOVIET, soviet="1209 1016")
    game = rolled(s, Revolution(command=SOVIETS), 6)
    assert asks(game) == "russia: where"
