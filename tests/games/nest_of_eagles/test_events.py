"""23.3.1, 23.3.2 The twenty Events: what each needs and does. Answers to Events: test_boost."""

from __future__ import annotations

import re
from typing import Any

import pytest

from vistula.board.hexes import members
from vistula.games.nest_of_eagles.cards.effects import NEEDS, highest, joined_to_romania
from vistula.games.nest_of_eagles.cards.events import EventPlay, after_combat
from vistula.games.nest_of_eagles.model import BELARUS, POLISH, UKRAINE
from vistula.games.nest_of_eagles.rules.control import come
from vistula.games.nest_of_eagles.rules.fronts import off_limits
from vistula.games.nest_of_eagles.rules.ground import enemy_lines
from vistula.games.nest_of_eagles.rules.reactive import reactive_strength
from vistula.games.nest_of_eagles.rules.reinforcements import Arrivals, complete_strengthening
from vistula.games.nest_of_eagles.rules.replacements import endurance
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS
from vistula.games.nest_of_eagles.rules.sequence import PlayerTurn
from vistula.games.nest_of_eagles.rules.special_orders import exempt
from vistula.games.nest_of_eagles.rules.strength import counts_elite, work_out
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    ATTACK_2,
    OFF,
    OWN,
    REMOVED,
    REPLACEMENT,
    RESERVES,
    UKRAINIAN,
    State,
    box,
    put,
    set_level,
)
from vistula.kernel import Game, barred
from vistula.parts.sides import holds

from .positions import M, give, hex, unit, units
from .screens import screened
from .table import (
    POLAND,
    SOVIET,
    TITLE,
    asked,
    asks,
    attack,
    attacking,
    morale,
    offered,
    play,
    roll,
    strength,
    table,
    where,
)
from .test_boost import card, with_events

rule = pytest.mark.rule
LATE = M.round_of["4.VII"]
MINSK, KOWNO, WILNO = (M.grid.number(h) for h in (M.minsk, M.kowno, M.wilno))


def situated(stacks: str, **how: Any) -> State:
    return with_events(stacks, **{"phase": REPLACEMENT, "round": LATE, **how})


def played(s: State, name: str, *dice: int) -> Game[State]:
    """An Event is played and nobody answers."""
    s.hands = [[], []]
    game = table(s)
    roll(game, *dice)
    game.stack.append(EventPlay(card=card(name)))
    return game.run()


def needed(s: State, name: str) -> bool:
    return bool(NEEDS[card(name)](s))


# -- 23.3.1 Polish Events ---


def whole_railroad() -> State:
    s = situated("0612 P-17; 3003 S-4")
    s.held = [s.held[0] | s.held[1], 0, 0]
    return s


@rule("23.3.1.1")
def test_romania_helps_the_ukrainians_while_the_railroad_is_open() -> None:
    s = whole_railroad()
    assert needed(s, "P1")
    played(s, "P1")
    assert s.pool[UKRAINIAN] == 2


@rule("23.3.1.1")
def test_enemies_on_the_line_or_lof_across_it_cut_it() -> None:
    s = whole_railroad()
    (only_way,) = members(M.rail_next[M.mohylow])
    assert joined_to_romania(s)
    put(s, unit("S-53"), M.mohylow)
    assert joined_to_romania(s)  # by the other end
    for end in (M.mohylow, M.romania_rail):
        put(s, unit("S-45") if end == M.mohylow else unit("S-24"), end)
    assert not joined_to_romania(s)
    s = whole_railroad()
    put(s, unit("S-45"), only_way)
    put(s, unit("S-24"), M.romania_rail)
    assert not joined_to_romania(s)
    assert not needed(s, "P1")
    s = whole_railroad()
    put(s, unit("S-24"), M.warszawa)
    assert not joined_to_romania(s)


@rule("23.3.1.1")
def test_a_line_of_friction_cuts_it_too() -> None:
    """A division beside the last stretch to Mohylów, with Romania cut off already."""
    (last,) = members(M.rail_next[M.mohylow])
    beside = [h for h in M.next[M.mohylow] if M.around[last] >> h & 1 and M.land >> h & 1]
    crossed = []
    for place in beside:
        s = whole_railroad()
        put(s, unit("S-24"), M.romania_rail)
        assert joined_to_romania(s)
        put(s, unit("S-45"), place)
        crossed.append(holds(M.grid, enemy_lines(s, POLAND), last, M.mohylow))
        assert joined_to_romania(s) != crossed[-1]
    assert any(crossed)


@rule("23.3.1.2")
@pytest.mark.parametrize(("place", "level"), [(RESERVES, "full"), (REMOVED, "reduced")])
def test_bulak_balachowicz_comes_to_minsk(place: int, level: str) -> None:
    s = situated("2206 P-17; 3003 S-4")
    s.place[M.bb] = place
    give(s, POLAND, M.minsk)
    assert needed(s, "P2")
    game = played(s, "P2")
    assert where(game, "P-BB") == f"round {s.round + 1}"
    s.round, s.side = s.round + 1, POLAND
    game = table(s, Arrivals(command=POLES))
    if asked(game).step == "pick":
        play(game, "unit P-BB")
    assert offered(game, "place") == {MINSK}
    play(game, f"place {MINSK}")
    assert (where(game, "P-BB"), strength(game, "P-BB")) == (MINSK, level)
    assert not s.invited


@rule("23.3.1.2")
def test_on_the_map_and_reduced_it_is_strengthened() -> None:
    s = situated("2206 P-17 P-BB/r; 3003 S-4")
    game = played(s, "P2")
    assert s.marked == 1 << M.bb
    assert s.place[M.bb] == hex("2206")
    complete_strengthening(s, POLAND)
    assert strength(game, "P-BB") == "full"


@rule("23.3.1.2")
def test_not_while_soviets_are_in_minsk_or_it_is_full() -> None:
    s = situated(f"2206 P-17; {MINSK} S-4")
    s.place[M.bb] = RESERVES
    assert not needed(s, "P2")
    s = situated("2206 P-17 P-BB; 3003 S-4")
    assert not needed(s, "P2")
    set_level(s, M.bb, 1)
    assert needed(s, "P2")
    put(s, unit("S-5"), M.minsk)
    assert needed(s, "P2")  # it is on the board


@rule("23.3.1.3")
def test_the_entente_holds_lithuania_back_until_the_soviets_have_wilno() -> None:
    s = situated(f"2206 P-17; {KOWNO} L-1; 3003 S-4")
    give(s, POLAND, M.wilno)
    inside = barred(off_limits(s, unit("L-1")))
    assert needed(s, "P3")
    played(s, "P3")
    assert barred(off_limits(s, unit("L-1"))) >> M.wilno & 1
    assert not inside >> M.wilno & 1
    assert barred(off_limits(s, unit("L-1"))) & M.lithuania == inside & M.lithuania
    assert not needed(s, "P3")
    come(s, unit("S-5"), M.wilno)
    assert barred(off_limits(s, unit("L-1"))) == inside


@rule("23.3.1.3")
def test_who_is_over_the_line_already_is_not_called_back() -> None:
    s = situated("1704 L-1; 3003 S-4; 2206 P-17")
    s.lithuania_out = True
    over = next(h for h in members(M.aspired & ~M.lithuania) if M.land >> h & 1)
    put(s, unit("L-1"), over)
    before = barred(off_limits(s, unit("L-1")))
    s.entente = True
    assert barred(off_limits(s, unit("L-1"))) == before


@rule("23.3.1.3")
def test_with_wilno_in_soviet_hands_there_is_nothing_to_hold_back() -> None:
    s = situated(f"{KOWNO} L-1; {WILNO} S-4; 2206 P-17")
    assert not needed(s, "P3")
    s = situated("2206 P-17; 3003 S-4")
    give(s, POLAND, M.wilno)
    assert not needed(s, "P3")  # no Lithuania in the war


@rule("23.3.1.4")
def test_a_lithuanian_division_leaves_for_three_rounds() -> None:
    s = situated(f"{KOWNO} L-1/r L-3; 3003 S-4; 2206 P-17", side=SOVIET)
    game = played(s, "P4")
    assert asks(game) == "russia: pick"
    assert offered(game, "send") == {"L-1", "L-3"}
    play(game, "send L-1")
    assert where(game, "L-1") == f"round {LATE + 3}"
    assert strength(game, "L-1") == "reduced"
    assert morale(game) == (0, 0, 0)
    assert not needed(situated("3003 S-4"), "P4")


@rule("23.3.1.5")
@pytest.mark.parametrize(("boxes", "number"), [((0, -8, 0), 1), ((0, -8, -16), 2), ((0, 16, 0), 0)])
def test_cieszyn_brings_replacements_by_the_highest_level(boxes: tuple[int, int, int], number: int) -> None:
    s = situated("2206 P-17; 3003 S-4")
    s.morale = list(boxes)
    assert needed(s, "P5") == bool(number)
    played(s, "P5")
    assert s.pool[OWN] == number


@rule("23.3.1.6")
def test_makhno_draws_off_a_strong_unit_of_the_southwest() -> None:
    s = situated("3121 S-45 S-4K S-B; 3126 S-14K/x; 3003 S-4; 2206 P-17", side=SOVIET)
    game = played(s, "P6")
    assert asks(game) == "russia: pick"
    assert offered(game, "send") == {"S-45", "S-4K", "S-B"}  # of the Front, with 2 SP
    play(game, "send S-4K")
    assert where(game, "S-4K") == f"round {LATE + 3}"
    s = situated("3121 S-4K; 3003 S-4; 2206 P-17", side=SOVIET)
    assert needed(s, "P6")
    s.konarmiya_west = True
    assert not needed(s, "P6")


@rule("23.3.1.7")
def test_a_train_leaves_for_karelia() -> None:
    s = situated("3708 S-BPw S-5; 3121 S-45 S-BPs; 2206 P-17", side=SOVIET)
    game = played(s, "P7")
    assert offered(game, "send") == {"S-BPw", "S-BPs"}
    play(game, "send S-BPs")
    assert where(game, "S-BPs") == f"round {LATE + 3}"
    assert not needed(situated("3003 S-4; 2206 P-17"), "P7")


@rule("23.3.1.8")
def test_hungarians_join_a_cavalry_brigade_at_once() -> None:
    s = situated("2206 P-17/r P-4BJ/r P-5BJ; 2010 P-VC1/r; 3003 S-4")
    game = played(s, "P8")
    assert offered(game, "strengthen") == {"P-4BJ", "P-VC1"}
    play(game, "strengthen P-VC1")
    assert (strength(game, "P-VC1"), s.marked) == ("full", 0)
    assert not needed(situated("2206 P-17/r P-4BJ; 3003 S-4"), "P8")


# -- 23.3.2 Soviet Events ---


@rule("23.3.2.1")
def test_a_coup_costs_ukrainian_divisions_steps_by_their_numbers() -> None:
    s = situated("2206 P-17; 2320 P-U2 P-U4; 3003 S-4")
    game = played(s, "S1", 2, 5, 4)
    assert strength(game, "P-U5") == "full"  # not in play
    assert (strength(game, "P-U2"), strength(game, "P-U4")) == ("reduced", "reduced")
    s = situated("2206 P-17; 2320 P-U2 P-U4; 3003 S-4")
    game = played(s, "S1", 2, 2, 2)  # the third finds nobody
    assert (where(game, "P-U2"), strength(game, "P-U4")) == ("ukraine", "full")
    assert not needed(situated("2206 P-17"), "S1")


@rule("23.3.2.2")
@pytest.mark.parametrize(("dice", "hit"), [((1, 2), "P-CR1 P-BB"), ((3, 4), "P-CJ P-CS"), ((5, 6), "")])
def test_allies_melt_away(dice: tuple[int, int], hit: str) -> None:
    s = situated(f"2206 P-17 P-CR1 P-BB; 2010 P-CJ P-CS; 3003 S-4; {KOWNO} L-1 L-3")
    game = played(s, "S2", *dice)
    assert strength(game, "L-3") == "full"
    allies = ["P-CR1", "P-BB", "P-CJ", "P-CS"]
    weakened = {key for key in allies if strength(game, key) != "full" or where(game, key) == "removed"}
    assert weakened == set(hit.split())
    assert not needed(situated("2206 P-17"), "S2")


@rule("23.3.2.3")
def test_the_second_lithuanian_division_comes_early() -> None:
    s = situated(f"{KOWNO} L-1; 3003 S-4; 2206 P-17", side=SOVIET)
    s.place[unit("L-2")], s.place[unit("L-3")] = box(M.round_of["29.VIII"]), REMOVED
    assert needed(s, "S3")
    game = played(s, "S3")
    assert (where(game, "L-2"), strength(game, "L-2")) == (f"round {LATE + 1}", "full")
    s.round += 1
    game = table(s, Arrivals(command=SOVIETS))
    assert offered(game, "place") == {KOWNO}


@rule("23.3.2.3")
def test_removed_it_comes_reduced_and_reduced_it_is_strengthened() -> None:
    s = situated(f"{KOWNO} L-1; 3003 S-4; 2206 P-17", side=SOVIET)
    s.place[unit("L-2")] = REMOVED
    game = played(s, "S3")
    assert (where(game, "L-2"), strength(game, "L-2")) == (f"round {LATE + 1}", "reduced")
    s = situated(f"{KOWNO} L-1 L-2/r; 3003 S-4; 2206 P-17", side=SOVIET)
    played(s, "S3")
    assert s.marked == 1 << unit("L-2")
    assert not needed(s, "S3")
    s = situated(f"{KOWNO} L-1 L-2; 3003 S-4", side=SOVIET)
    assert not needed(s, "S3")


@rule("23.3.2.3")
def test_not_once_lithuania_is_out_of_the_war() -> None:
    s = situated("3003 S-4; 2206 P-17", side=SOVIET)
    for key in ("L-1", "L-2", "L-3"):
        s.place[unit(key)] = REMOVED
    assert not needed(s, "S3")


def flying() -> State:
    """The air unit takes part in an attack, and the Soviets hold their trap."""
    return with_events("2206 P-17 P-16 P-7E; 2306 S-4; 2010 P-13; 3003 S-5", soviet="S4 S1", phase=ATTACK_1)


@rule("23.3.2.4")
def test_after_an_attack_with_the_air_unit_it_can_be_shot_down() -> None:
    game = attack(attacking(flying()), "2306", "P-17 P-7E", 6, 5)
    assert asks(game) == "russia: play"
    assert offered(game, "event") == {"S4"}
    play(game, "event S4")
    assert where(game, "P-7E") == f"round {game.s.round + 3}"
    assert asks(game) == "poland: declare"


@rule("23.3.2.4")
def test_after_a_counter_attack_too() -> None:
    s = flying()
    game = attack(attacking(s), "2306", "P-17 P-16 P-7E", 6, 5, orders="none counter")
    while asks(game) not in ("russia: play", "poland: declare"):
        here = asked(game)
        verb = next(v for v in ("together", "done", "hex") if v in here.verbs())
        play(game, f"{verb} {min(offered(game, verb))}" if verb == "hex" else verb)
    assert asks(game) == "russia: play"


@rule("23.3.2.4")
def test_without_the_air_unit_nobody_is_asked() -> None:
    game = attack(attacking(flying()), "2306", "P-17", 6, 5)
    assert asks(game) == "poland: declare"
    s = flying()
    assert after_combat(s, units("P-17 P-7E")) is not None
    s.place[M.air] = box(s.round + 2)
    assert after_combat(s, units("P-17 P-7E")) is None
    s = flying()
    s.side = SOVIET
    assert after_combat(s, units("P-17 P-7E")) is None


@rule("23.3.2.5")
def test_the_revolutionary_division_rises_in_a_polish_city() -> None:
    """Reduced, in any city of the Polish Theater without a Polish unit, whoever holds it (N-65)."""
    lublin = M.grid.number(M.lublin)
    s = situated(f"{lublin} P-17; 3003 S-4", side=SOVIET)
    s.place[M.prd] = OFF
    game = played(s, "S5")
    assert (where(game, "S-PRD"), strength(game, "S-PRD")) == (f"round {LATE + 1}", "reduced")
    s.round += 1
    game = table(s, Arrivals(command=SOVIETS))
    cities = {M.grid.number(h) for h in members(M.cities & M.theater[POLISH])}
    assert offered(game, "place") == cities - {lublin}
    assert not offered(game, "enter") | offered(game, "rail")
    play(game, f"place {min(cities - {lublin})}")
    assert s.held[SOVIET] >> s.place[M.prd] & 1


@rule("23.3.2.5")
def test_reduced_on_the_map_it_is_strengthened() -> None:
    s = situated("1209 S-PRD/r; 3003 S-4; 2206 P-17", side=SOVIET)
    played(s, "S5")
    assert s.marked == 1 << M.prd
    assert not needed(s, "S5")
    assert not needed(situated("1209 S-PRD; 2206 P-17"), "S5")


@rule("23.3.2.6")
@pytest.mark.parametrize(("pool", "left"), [(5, 3), (1, 0)])
def test_strikers_stop_polish_replacements(pool: int, left: int) -> None:
    s = situated("2206 P-17; 3003 S-4")
    s.pool[OWN], s.morale[BELARUS], s.morale[UKRAINE] = pool, 16, 8
    assert highest(s, SOVIET) == 2
    played(s, "S6")
    assert s.pool[OWN] == left
    s.pool[OWN] = 0
    assert not needed(s, "S6")


@rule("23.3.2.7")
def test_in_the_next_polish_turn_no_pole_is_elite() -> None:
    s = situated("2206 P-1L P-4BJ P-1C; 2306 S-4K; 3003 S-5", side=SOVIET)
    legion = unit("P-1L")
    assert M.elite >> legion & 1
    strong = reactive_strength(s, POLAND, hex("2206"))
    played(s, "S7")
    assert s.quarrels == 1
    assert counts_elite(s, legion)  # not before
    assert reactive_strength(s, POLAND, hex("2206")) == strong
    s.hands = [[], []]
    table(s, PlayerTurn(side=POLAND))
    assert s.quarrels == 2
    assert not counts_elite(s, legion)
    assert not exempt(s, [legion])
    assert reactive_strength(s, POLAND, hex("2206")) == strong - 4
    assert counts_elite(s, unit("S-4K"))
    s.phase = ATTACK_2
    rider = unit("P-1C")
    assert not counts_elite(s, rider)
    hardy = endurance(s, legion)
    s.quarrels = 0
    assert counts_elite(s, rider)  # cavalry with LOF in the Second Attack Phase
    assert endurance(s, legion) == hardy + 1


@rule("23.3.2.7")
def test_after_that_turn_they_are_elite_again() -> None:
    s = situated("2206 P-1L; 3003 S-5")
    s.quarrels = 2
    table(s, PlayerTurn(side=POLAND, at="over"))
    assert s.quarrels == 0
    table(s, PlayerTurn(side=POLAND))
    assert s.quarrels == 0
    s.quarrels = 1
    table(s, PlayerTurn(side=SOVIET, at="over"))
    assert s.quarrels == 1
    table(s, PlayerTurn(side=SOVIET))
    assert s.quarrels == 1
    assert not needed(s, "S7")


@rule("23.3.2.8")
def test_freikorps_help_at_the_german_border_for_good() -> None:
    border = next(h for h in members(M.near_germany & M.theater[POLISH]) if M.land >> h & 1)
    beside = next(h for h in M.next[border] if M.land >> h & 1)
    s = situated(f"{M.grid.number(border)} P-17; {M.grid.number(beside)} S-4; 3003 S-5", side=SOVIET, phase=ATTACK_1)
    before = work_out(s, units("S-4"), border).chance
    played(s, "S8")
    odds = work_out(s, units("S-4"), border)
    assert odds.chance == before + 1
    assert "23.3.2.8" in {line.rule for line in odds.lines}
    assert not needed(s, "S8")
    s.side = POLAND
    assert "23.3.2.8" not in {line.rule for line in work_out(s, units("P-17"), beside).lines}
    s = situated("2206 P-17; 2306 S-4; 3003 S-5", side=SOVIET, phase=ATTACK_1)
    s.freikorps = True
    assert "23.3.2.8" not in {line.rule for line in work_out(s, units("S-4"), hex("2206")).lines}


# -- with concealment [23.1] ---


def covered(stacks: str, row: str) -> State:
    """A unit lies under a Patrol."""
    s = screened(stacks, row, phase=REPLACEMENT, round=LATE)
    s.has_events = True
    return s


@rule("23.3.2.1", "23.3.2.2")
@pytest.mark.parametrize(("key", "name", "dice"), [("P-U2", "S1", (2, 5, 6)), ("P-CR1", "S2", (1, 6))])
def test_a_loss_finds_units_under_markers_and_shows_them(key: str, name: str, dice: tuple[int, ...]) -> None:
    s = covered(f"2320 {key}; 2206 P-17; 3003 S-4", f"P-PAT1 {key}")
    assert needed(TITLE.mask(s, "russia"), name)
    game = played(s, name, *dice)
    assert (where(game, key), strength(game, key)) == ("2320", "reduced")


@rule("23.3.1.2", "23.3.2.5")
@pytest.mark.parametrize(("key", "name"), [("P-BB", "P2"), ("S-PRD", "S5")])
def test_who_is_under_a_marker_is_on_the_map(key: str, name: str) -> None:
    s = covered(f"1016 {key}/r; 2206 P-17; 3003 S-4", f"{key[0]}-PAT1 {key}")
    assert needed(s, name)
    game = played(s, name)
    assert (where(game, key), s.invited) == ("1016", 0)
    assert s.marked == 1 << unit(key)


def test_everything_that_is_told_has_a_line_in_the_diary() -> None:
    sources = [path.read_text(encoding="utf8") for path in TITLE.folder.rglob("*.py")]
    told = {key for text in sources for key in re.findall(r'tell\(\s*s,\s*[^,]+,\s*"(\w+)"', text)}
    assert told
    assert not told - TITLE.diary.keys()
