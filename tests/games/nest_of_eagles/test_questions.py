"""What is asked, in which words, and what each answer does: questions of attack, retreat, reaction and markers."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits
from vistula.games.nest_of_eagles.model import BELARUS, LITHUANIA, SOUTHWEST, UKRAINE, WEST
from vistula.games.nest_of_eagles.rules.cheka import Cheka
from vistula.games.nest_of_eagles.rules.groups import Concealing
from vistula.games.nest_of_eagles.rules.patrols import AT_REST, ON_ARRIVAL, coverable, is_dummy, spare, together
from vistula.games.nest_of_eagles.rules.priorities import NOTHING, PolishPriority
from vistula.games.nest_of_eagles.rules.reactive import ReactivePhase
from vistula.games.nest_of_eagles.rules.reorganization import Reorganizing, merge, split
from vistula.games.nest_of_eagles.rules.replacements import ReplacementPhase, Spending, not_strengthened
from vistula.games.nest_of_eagles.rules.retreat import Retreat, Retreats
from vistula.games.nest_of_eagles.rules.reveal import Scout, eyes, lay_open, reveal, uncover_attackers
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS
from vistula.games.nest_of_eagles.rules.sequence import Campaign
from vistula.games.nest_of_eagles.rules.steps import lone_remnant, lose
from vistula.games.nest_of_eagles.rules.victory import score
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    BRIGADES,
    OFF,
    OPERATIONAL,
    OWN,
    REACTIVE_1,
    REACTIVE_2,
    REACTIVE_3,
    REBUILD,
    REMOVED,
    REPLACEMENT,
    UNDER,
    State,
    box,
    level_of,
    lift,
    set_level,
)
from vistula.kernel import Bar, Game, left

from .positions import M, hex, numbers, situation, unit, units
from .screens import screened, under
from .table import (
    POLAND,
    SOVIET,
    asked,
    attacking,
    attacks,
    can,
    declare,
    events,
    offered,
    play,
    roll,
    rolled,
    table,
    where,
)
from .test_plainly import somewhere

rule = pytest.mark.rule
FRIENDS = "2206 P-17; 1920 P-13"
FOES = "3005 S-4; 3121 S-45"
OTHERS = "3005 S-6; 3121 S-45"


def waiting(game: Game[State]) -> str:
    return next((d.step for d in game.decisions.values() if d.waits), "")


def why(game: Game[State], kind: str, name: str) -> tuple[str, str]:
    arg = hex(name) if kind == "space" else unit(name)
    refusal = game.seat(asked(game).seat).why_not(kind, arg)
    assert refusal is not None
    return refusal.rule, refusal.why


def held_by(bars: list[Bar], thing: int) -> str:
    return next((bar.refusal(thing).rule for bar in bars if bar.held(thing)), "")


# -- 3.3 steps under markers ---


@rule("3.3g", "3.3h", "3.3i", "23.1.1e", "23.1.2e")
def test_a_concealed_unit_lies_open_once_it_is_a_remnant() -> None:
    s = screened("2926 P-17 P-10; 3326 S-58", "P-PAT1 P-17 P-10")
    game = table(s)
    lose(s, unit("P-17"), "3.3g")
    assert (under(game, "P-17"), level_of(s, unit("P-17"))) == ("P-PAT1", 1)
    assert not events(game, "uncovered")
    lose(s, unit("P-17"), "3.3g")
    assert (where(game, "P-17"), level_of(s, unit("P-17"))) == ("2926", 2)
    assert under(game, "P-10") == "P-PAT1"
    assert [event.refs["units"] for event in events(game, "uncovered")] == [[unit("P-17")]]
    assert [event.refs["level"] for event in events(game, "loses")] == [1, 2]


@rule("3.3d", "3.3e")
@pytest.mark.parametrize(
    ("stacks", "lives"),
    [
        ("3126 P-12/x; 3127 S-4", False), ("3126 P-12/r; 3127 S-4", True), ("3126 P-12; 3127 S-4", True),
        ("3126 P-12/x P-10/x; 3127 S-4", False), ("3126 P-12/x P-10/r; 3127 S-4", True),
        ("3126 P-12/x P-ART; 3127 S-4", True), ("3126 P-12/x; 3128 S-4", True),
    ],
)  # fmt: skip
def test_only_a_remnant_without_whole_friends_beside_an_enemy_is_lost(stacks: str, lives: bool) -> None:
    s = situation(f"{stacks}; {FRIENDS}")
    table(s)
    lone_remnant(s, unit("P-12"))
    assert (s.place[unit("P-12")] >= 0) == lives


# -- 10 the attack ---


@rule("10.1a", "10.2a", "3.4.2c")
def test_what_the_questions_of_an_attack_say_about_hexes_and_units() -> None:
    s = situation(f"3126 P-12 P-ART; 3127 S-4; {FRIENDS}", phase=ATTACK_1)
    game = attacking(s)
    assert why(game, "piece", "P-12") == ("10.1a", "choose the hex that is attacked first")
    play(game, "attack 3127")
    rule_, words = why(game, "space", "3126")
    assert rule_ == "10.1a"
    assert words.startswith("an attack is made on one hex, and this one is on ")
    assert not can(game, "resolve")
    cancel = next(option for option in asked(game).options if option.verb == "cancel")
    assert cancel.free
    play(game, "unit P-12", "unit P-ART")
    drop = next(option for option in asked(game).options if option.verb == "drop")
    assert drop.free
    assert offered(game, "drop") == {"P-ART"}  # without P-12 the guns would be alone
    play(game, "drop P-ART")
    assert game.stack[-1].attackers == units("P-12")  # type: ignore[attr-defined]
    assert offered(game, "drop") == {"P-12"}


@rule("20.4.1f", "10.2a", "10.1c", "5.1f")
@pytest.mark.parametrize("target", ["S-G1", "S-4"])
def test_only_an_attack_on_the_negotiators_ends_their_talks(target: str) -> None:
    s = situation(f"2317 P-16 P-12; 2316 {target}; 2616 S-G2; {FRIENDS}; {OTHERS}", phase=ATTACK_1)
    s.rebellion, s.negotiating = 2, 1 << unit("S-G1") | 1 << unit("S-G2")
    game = roll(attacking(s), 5, 6)
    declare(game, "2316", "P-16 P-12")
    assert s.negotiating == 1 << unit("S-G2") | (0 if target == "S-G1" else 1 << unit("S-G1"))
    assert s.attacked == s.fought == 1 << unit("P-16") | 1 << unit("P-12")


@rule("3.4.5a", "3.4.6c", "3.4.7d", "17.1.5e")
@pytest.mark.parametrize(("key", "fate"), [("P-ART", REMOVED), ("P-TANK", REMOVED), ("P-7E", None)])
def test_support_units_alone_are_overrun_and_aircraft_come_back(key: str, fate: int | None) -> None:
    s = situation(f"2317 {key}; 2316 S-4; {FRIENDS}; 3121 S-45", side=SOVIET, phase=ATTACK_1)
    game = declare(attacking(s), "2317", "S-4")
    place = s.place[unit(key)]
    assert place == fate if fate is not None else place < UNDER or -1000 < place < -10
    assert [e.refs["unit"] for e in events(game, "overrun")] == ([unit(key)] if fate is not None else [])
    assert [e.refs["unit"] for e in events(game, "eliminated")] == ([] if fate is not None else [unit(key)])


@rule("2.0c", "3.6a")
@pytest.mark.parametrize(("side", "sign"), [(POLAND, -1), (SOVIET, 1)])
def test_points_are_kept_by_theater_and_stop_at_24(side: int, sign: int) -> None:
    s = situation("2206 P-17; 3005 S-4", scenario="spring")
    game = table(s)
    score(s, side, UKRAINE, 5, "2.0c")
    score(s, side, BELARUS, 0, "2.0c")
    assert (s.points, s.vp) == ([0, 0, 5 * sign], 5 * sign)
    assert len(events(game, "scored")) == 1
    score(s, side, BELARUS, 30, "2.0c")
    assert (s.points, s.vp) == ([0, 30 * sign, 5 * sign], 24 * sign)
    s = situation("2206 P-17; 3005 S-4", scenario="july")
    table(s)
    score(s, side, UKRAINE, 5, "2.0c")
    assert (s.points, s.vp) == ([0, 0, 0], 0)


# -- 11 retreat ---


@rule("11.2a", "11.2b")
def test_who_retreats_together_is_chosen_by_units() -> None:
    s = situation(f"2317 P-16 P-12 P-10; 2216 S-4; {FRIENDS}; {OTHERS}", side=SOVIET, phase=ATTACK_1)
    game = table(s, Retreat(command=POLES, units=units("P-16 P-12 P-10")))
    assert why(game, "space", "2316") == ("11.2a", "choose who goes together first")
    assert not can(game, "go")
    play(game, "unit P-16")
    assert why(game, "piece", "P-16")[0] == "11.2a"
    assert why(game, "piece", "P-17")[0] == "11.2b"
    play(game, "unit P-12")
    assert can(game, "go")
    assert game.stack[-1].group == units("P-16 P-12")  # type: ignore[attr-defined]
    s = situation(f"2317 P-16 P-12 P-10; 2216 S-4; {FRIENDS}; {OTHERS}", side=SOVIET, phase=ATTACK_1)
    game = play(table(s, Retreat(command=POLES, units=units("P-16 P-12 P-10"))), "together")
    while game.stack:
        verb = "hex" if offered(game, "hex") else "lose"
        play(game, f"{verb} {min(offered(game, verb))}")
    places = {s.place[unit(key)] for key in ("P-16", "P-12", "P-10")}
    assert len(places) == 1
    assert places != {hex("2317")}


@rule("11.2a", "11.2b")
def test_who_is_gone_does_not_retreat_with_the_others() -> None:
    s = situation(f"2317 P-16 P-12 P-10; 2216 S-4; {FRIENDS}; {OTHERS}", side=SOVIET, phase=ATTACK_1)
    game = table(s, Retreat(command=POLES, units=units("P-16 P-12 P-10")))
    lift(s, unit("P-10"), REBUILD)
    play(game, "together")
    retreat = next(frame for frame in game.stack if isinstance(frame, Retreat))
    assert retreat.group == units("P-16 P-12")


@rule("11.0a", "19.4c", "3.4.7c", "17.3c")
@pytest.mark.parametrize("lwow", [True, False])
def test_of_the_beaten_only_the_unit_of_lwow_is_lost_for_good(lwow: bool) -> None:
    s = situation(f"2317 P-16 P-12; 2216 S-4; {FRIENDS}; 3005 S-6; 1322 P-LWOW", side=SOVIET, phase=ATTACK_1)
    s.marked = 1 << unit("P-16") | 1 << unit("P-13")
    keys = ["P-16", *(["P-LWOW"] if lwow else [])]
    game = table(s, Retreats(units=units(" ".join(keys))))
    assert (s.place[M.lwow_unit] == REMOVED) == lwow
    assert len(events(game, "eliminated")) == lwow
    assert s.marked == 1 << unit("P-13")


@rule("11.0a", "11.2b", "22.1f")
def test_with_three_players_each_parts_his_own_beaten_units() -> None:
    s = situation(f"2317 S-4 S-45 S-6; 2418 S-44; {FRIENDS}", side=POLAND, phase=ATTACK_1)
    s.players = 3
    game = table(s, Retreats(units=units("S-4 S-45 S-6 S-44")))
    seen = []
    while game.stack:
        decision = asked(game)
        if decision.step == "part":
            seen.append((decision.seat, tuple(sorted(offered(game, "unit")))))
            play(game, "together")
        else:
            if not seen or seen[-1][0] != decision.seat:
                seen.append((decision.seat, ()))
            play(game, f"hex {min(offered(game, 'hex'))}" if offered(game, "hex") else "leave")
    assert {seat: keys for seat, keys in seen if keys} == {"russia-west": ("S-4", "S-6")}
    assert all(s.place[unit(key)] not in (hex("2317"), hex("2418")) for key in ("S-4", "S-45", "S-6", "S-44"))


# -- 8, 5.1 reaction ---


@rule("8.1a", "8.1b", "5.1b", "5.1c")
@pytest.mark.parametrize("phase", [REACTIVE_1, REACTIVE_2, REACTIVE_3])
def test_who_wants_no_question_in_this_turn_says_so_once(phase: int) -> None:
    s = situation(f"{FRIENDS}; {FOES}", phase=phase)
    game = table(s, ReactivePhase(side=POLAND))
    verbs = {option.verb for option in asked(game).options}
    assert verbs == ({"react", "pass"} if phase == REACTIVE_3 else {"react", "pass", "off"})
    if phase == REACTIVE_3:
        assert not play(game, "pass").stack
        return
    play(game, "off")
    assert s.asked_off == [1, 0]
    assert asked(game).seat == "russia"
    play(game, "pass")
    assert not game.stack
    assert waiting(table(s, ReactivePhase(side=POLAND))) == "activate"
    assert asked(table(s, ReactivePhase(side=POLAND))).seat == "russia"


@rule("5.0c", "5.1b", "5.1c", "8.1c")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
@pytest.mark.parametrize("phase", [REACTIVE_1, REACTIVE_2, REACTIVE_3])
def test_the_phasing_player_is_asked_first_and_in_the_third_phase_alone(side: int, phase: int) -> None:
    s = situation(f"{FRIENDS}; {FOES}", side=side, phase=phase)
    game = table(s, ReactivePhase(side=side))
    seen = []
    while game.stack:
        seen.append(asked(game).seat)
        play(game, "pass")
    order = ["poland", "russia"] if side == POLAND else ["russia", "poland"]
    assert seen == (order[:1] if phase == REACTIVE_3 else order)


@rule("8.1b", "8.1a")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_whose_marker_lies_on_the_track_is_not_asked(side: int) -> None:
    s = situation(f"{FRIENDS}; {FOES}", phase=REACTIVE_1)
    s.reacted[side] = 1
    game = table(s, ReactivePhase(side=POLAND))
    assert asked(game).seat == ("russia" if side == POLAND else "poland")


@rule("8.2c", "7.1j", "9.1d", "7.0b")
def test_a_reaction_begins_with_a_look_at_who_stands_where() -> None:
    s = situation(f"2010 P-16; 2110 S-B; {FOES}; 1920 P-13", phase=REACTIVE_1)
    s.started = s.started_two = s.foreign = s.moved = M.land
    game = play(table(s, ReactivePhase(side=POLAND)), "react")
    assert waiting(game) == "pick"
    assert (s.started, s.started_two) == (1 << hex("2010") | 1 << hex("1920"), 0)
    assert s.foreign == M.urban & ~s.held[POLAND]
    assert s.moved == 0
    assert s.active == POLAND
    assert s.reacted == [1, 0]
    play(game, "end")
    assert (s.started, s.eligible, s.moved) == (0, 0, 0)


# -- 17 replacements ---


@rule("17.1.3a", "17.1.2a")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_income_goes_into_its_own_pools(side: int) -> None:
    s = situation(f"{FRIENDS}; {FOES}", side=side, phase=REPLACEMENT)
    s.attacks, s.assaults = [0, 1, 3], [0, 1]
    game = table(s, ReplacementPhase(at="income"))
    while waiting(game) == "bonus":
        play(game, f"front {WEST}")
    assert s.pool == ([1, 0, 0, 0] if side == POLAND else [0, 3, 1, 0])


@rule("13.3f", "13.3.3a")
@pytest.mark.parametrize(("side", "box"), [(POLAND, -20), (SOVIET, -18)])
def test_kijow_weighs_on_the_poles_in_the_soviet_replacement_phase(side: int, box: int) -> None:
    s = situation(f"{FRIENDS}; 3017 S-5; 3005 S-4", side=side, phase=REPLACEMENT)
    s.kijow_drain, s.morale = True, [0, 0, -20]
    table(s, ReplacementPhase(at="morale"))
    assert s.morale[UKRAINE] == box


@rule("17.3a", "17.3b", "17.1.6a")
@pytest.mark.parametrize("seed", range(900, 906))
def test_who_can_be_strengthened(seed: int) -> None:
    s, plain, rng = somewhere(seed)
    s.side, s.phase = rng.choice((POLAND, SOVIET)), REPLACEMENT
    s.pool = [3, 3, 0, 3]
    s.marked = sum(1 << u for u in M.units if rng.random() < 0.1)
    command = POLES if s.side == POLAND else SOVIETS
    bars = list(not_strengthened(s, command))
    barred_kinds = M.whites | 1 << M.prd
    wanted = {
        key
        for key, at in plain.at.items()
        if plain.army(key) == s.side
        and plain.level[key]
        and not (barred_kinds | s.marked) >> unit(key) & 1
        and M.front[unit(key)] not in (SOUTHWEST, LITHUANIA)
        and not plain.hexes(1 - s.side) & {at, *_around(at)}
        and plain.supplied(key)
    }
    found = {M.key[u] for u in left(bars) if M.front[u] != LITHUANIA}
    assert found == wanted


def _around(number: str) -> set[str]:
    return numbers(M.around[hex(number)])


@rule("17.0a", "17.2a")
def test_a_hex_is_no_answer_to_spending() -> None:
    s = situation(f"2206 P-17/r; 1920 P-13; {FOES}", phase=REPLACEMENT)
    s.pool[OWN] = 1
    game = table(s, Spending(command=POLES))
    assert why(game, "space", "2206") == ("17.0a", "choose a unit to rebuild or to strengthen")


@rule("17.1.5c", "17.1.5a", "17.1.5f")
@pytest.mark.parametrize("die", [1, 6])
def test_what_the_cheka_finds_goes_to_the_western_front(die: int) -> None:
    town = next(iter(bits(M.urban & M.cheka_band[0])))
    s = situation(f"{FRIENDS}; {FOES}", side=SOVIET, phase=REPLACEMENT)
    s.cheka = 1 << town
    game = rolled(s, Cheka(hexes=[town]), die)
    assert s.pool == [0, int(die == 1), 0, 0]
    assert s.cheka_paid == (die == 1)
    assert len(events(game, "cheka_searches")) == 1


@rule("18.3a", "18.0a", "17.4a")
def test_the_operational_group_costs_a_replacement() -> None:
    s = situation(f"2206 P-1BJ P-4BJ; 1920 P-13; {FOES}", phase=REPLACEMENT)
    s.morale = [0, 0, 20]
    s.pool[OWN] = 2
    for key in ("P-1C", "P-2C", "P-3C", "P-4C"):
        s.place[unit(key)] = BRIGADES
    game = play(table(s, Reorganizing(command=POLES)), "group")
    assert s.pool[OWN] == 1
    assert not can(game, "group")


@rule("18.1a")
@pytest.mark.parametrize("deploying", [True, False])
def test_before_the_first_turn_only_brigades_of_one_division_merge(deploying: bool) -> None:
    s = situation(f"2206 P-7.4 P-8.4 P-1BJ P-4BJ; 1920 P-13; {FOES}", phase=REPLACEMENT)
    s.forming = 2
    for key in ("P-4", "P-1C", "P-2C", "P-3C"):
        s.place[unit(key)] = BRIGADES
    game = table(s, Reorganizing(command=POLES, deploying=deploying))
    assert offered(game, "merge") == {"P-7.4", "P-8.4"} | (set() if deploying else {"P-1BJ", "P-4BJ"})
    game = table(s, Campaign(at="deploy"))
    assert offered(game, "merge") == {"P-7.4", "P-8.4"}


@rule("18.0b", "18.0c", "17.3b")
def test_what_a_division_was_told_its_brigades_remember() -> None:
    for field in ("regained", "duties"):
        for flagged in (True, False):
            s = situation(f"2206 P-4; 1920 P-13; {FOES}")
            s.place[unit("P-7.4")] = s.place[unit("P-8.4")] = BRIGADES
            setattr(s, field, flagged << unit("P-4") | 1 << unit("P-13"))
            table(s)
            split(s, unit("P-4"), (unit("P-7.4"), unit("P-8.4")))
            both = 1 << unit("P-7.4") | 1 << unit("P-8.4")
            assert getattr(s, field) & both == (both if flagged else 0)
            assert s.place[unit("P-4")] == BRIGADES
            merge(s, (unit("P-7.4"), unit("P-8.4")), unit("P-4"))
            assert bool(getattr(s, field) >> unit("P-4") & 1) == flagged


# -- 23.5 ---


@rule("23.5b", "23.5.1e", "23.5.1c")
def test_a_priority_of_none_is_shown_and_does_nothing() -> None:
    s = situation(f"{FRIENDS}; {FOES}")
    s.politics = [NOTHING, 0]
    s.place[unit("P-U1")] = -5
    game = table(s, PolishPriority())
    assert not game.stack
    assert s.politics_shown == [1, 0]
    assert len(events(game, "priority")) == 1


@rule("23.5b")
def test_at_a_table_without_priorities_none_is_shown_by_an_advance() -> None:
    game = attacks(f"2317 P-16 P-12 P-14; 2316 S-164; {FRIENDS}; {FOES}")
    roll(game, 1, 2)
    declare(game, "2316", "P-16 P-12 P-14")
    while game.stack:
        decision = asked(game)
        verbs = [option.verb for option in decision.options if option.args or option.kind == "button"]
        verb = next(v for v in ("hex", "unit", "stop", "none", "end", "done", "leave") if v in verbs)
        play(game, f"{verb} {min(offered(game, verb))}" if verb in ("hex", "unit") else verb)
    assert not events(game, "priority")


# -- 23.1 markers ---


@rule("23.1.3a", "10.2a")
@pytest.mark.parametrize("covers", [("P-PAT1 P-17 P-10",), ("P-GRA P-17 P-10",), ("P-GRA P-17 P-10", "P-PAT1 P-GRA")])
def test_who_attacks_comes_to_light_and_it_is_told(covers: tuple[str, ...]) -> None:
    s = screened("2926 P-17 P-10; 3026 S-58", *covers, phase=ATTACK_1)
    game = table(s)
    found = uncover_attackers(s, [unit(covers[-1].split()[0])])
    assert found == units("P-10 P-17") or found == units("P-17 P-10")
    assert [where(game, key) for key in ("P-17", "P-10")] == ["2926", "2926"]
    assert [sorted(event.refs["units"]) for event in events(game, "uncovered")] == [sorted(found)]


@rule("23.1.3a", "23.1.2f", "23.1.3e", "23.1.1f")
def test_a_dummy_that_is_found_was_dust_and_an_open_hex_tells_nothing() -> None:
    s = screened("2926 P-17; 3326 S-58; 2206 P-10", "S-PAT1 dummy 3026")
    game = table(s)
    assert is_dummy(s, unit("S-PAT1"))
    assert lay_open(s, SOVIET, hex("3326"), "23.1.3a") == units("S-58")
    assert not events(game, "only_dust") + events(game, "uncovered")
    assert not reveal(s, unit("P-17"), hex("3026"))
    assert len(events(game, "only_dust")) == 1
    assert len(spare(s, SOVIET)) == 8


@rule("23.1.3a", "23.1.2d", "23.1.2f")
def test_of_what_comes_to_light_only_units_are_named() -> None:
    s = screened("2926 P-17 P-10; 3026 S-58; 2206 P-16", "P-GRA P-17 P-10", "P-PAT1 P-GRA")
    game = table(s)
    assert set(lay_open(s, POLAND, hex("2926"), "23.1.3a")) == set(units("P-17 P-10"))
    assert [set(event.refs["units"]) for event in events(game, "uncovered")] == [set(units("P-17 P-10"))]
    assert [under(game, key) for key in ("P-17", "P-10", "P-GRA")] == ["", "", ""]
    assert s.place[unit("P-GRA")] == s.place[unit("P-PAT1")] == OFF


@rule("23.1.3d", "23.1.3h", "23.1.3e")
def test_who_has_revealed_nothing_yet_may_still_turn_back() -> None:
    s = screened("2926 P-10 P-17; 3026 S-41; 2825 S-44; 2010 S-53", "S-PAT1 S-41", "S-PAT2 S-44", phase=REACTIVE_1)
    game = table(s, Scout(command=POLES, unit=unit("P-10"), left=2))
    verbs = {option.verb: option for option in asked(game).options}
    assert set(verbs) == {"reveal", "back"}
    assert verbs["back"].free
    assert offered(game, "reveal") == {"3026", "2825"}
    assert why(game, "space", "2010")[0] == "23.1.3h"
    play(game, "reveal 3026")
    assert {option.verb for option in asked(game).options} == {"reveal", "done"}
    assert offered(game, "reveal") == {"2825"}
    play(game, "reveal 2825")
    assert not game.stack  # two hexes are all that it reveals


@rule("23.1.3d", "23.1.3g")
@pytest.mark.parametrize(
    ("key", "level", "number"),
    [
        ("P-12", 0, 2), ("P-12", 1, 2), ("P-12", 2, 1), ("P-41", 0, 1), ("P-1L", 0, 2), ("P-1C", 0, 3), ("P-2BJ", 0, 2),
        ("S-4K", 0, 6), ("S-4K", 1, 6), ("P-CARS", 0, 1), ("P-PP1", 0, 1), ("P-TANK", 0, 0), ("P-ART", 0, 0),
        ("P-7E", 0, 0),
    ],
)  # fmt: skip
def test_how_many_hexes_each_kind_reveals(key: str, level: int, number: int) -> None:
    s = situation(f"2308 {key}; {FRIENDS}; {FOES}")
    set_level(s, unit(key), level)
    if key[0] == "P" and M.elite >> unit(key) & 1:
        number = 6 if M.cavalry >> unit(key) & 1 else 3
    assert eyes(s, unit(key)) == number


@rule("23.1.1a", "23.1.1c", "23.1.1f")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_a_dummy_comes_in_as_two_patrols(side: int) -> None:
    s = screened(f"{FRIENDS}; {FOES}", side=side, phase=OPERATIONAL)
    command = POLES if side == POLAND else SOVIETS
    game = table(s, Concealing(command=command, occasion=ON_ARRIVAL))
    play(game, "dummy" if side == POLAND else f"decoy {SOUTHWEST}")
    top, below = M.patrols[side][:2]
    assert s.place[below] == UNDER - top
    assert where(game, M.key[top]) == f"round {s.round}"
    assert is_dummy(s, top)
    assert bool(s.western >> top & 1) is False
    assert waiting(game) == "conceal"
    game = table(s, Concealing(command=command, occasion=AT_REST))
    assert not can(game, "dummy") if side == POLAND else not offered(game, "decoy")


@rule("23.1.1a", "23.1.2a", "23.1.2c")
@pytest.mark.parametrize(("verb", "least"), [("patrol", 1), ("assemble", 2)])
def test_a_marker_is_laid_unit_by_unit_or_not_at_all(verb: str, least: int) -> None:
    s = screened(f"2926 P-17 P-10 P-2BJ; {FOES}; 1920 P-13", phase=REPLACEMENT)
    game = play(table(s, Concealing(command=POLES, occasion=AT_REST)), f"{verb} P-17")
    back = next(option for option in asked(game).options if option.verb == "back")
    assert back.free
    assert can(game, "lay") == (least == 1)
    play(game, "unit P-10")
    assert game.stack[-1].group == units("P-17 P-10")  # type: ignore[attr-defined]
    assert can(game, "lay")
    play(game, "back")
    assert waiting(game) == "conceal"
    assert game.stack[-1].group == []  # type: ignore[attr-defined]
    assert not under(game, "P-17")
    play(game, f"{verb} P-10", "unit P-17", "lay")
    assert under(game, "P-17") == under(game, "P-10") == ("P-PAT1" if verb == "patrol" else "P-GRA")
    assert waiting(game) == "conceal"
    assert not play(game, "done").stack


@rule("23.1.1a", "23.1.1c", "23.1.2d")
def test_who_lies_under_one_marker_stands_in_one_hex_or_comes_the_same_way() -> None:
    s = screened(f"2926 P-17 P-10; 2825 P-16; {FOES}; 1920 P-13")
    bars = list(together(s, POLES, AT_REST, units("P-17")))
    assert left(bars) == units("P-10")
    assert held_by(bars, unit("P-17")) == "23.1.1a"
    assert held_by(bars, unit("P-16")) == "23.1.1a"
    for key in ("P-11", "P-12"):
        lift(s, unit(key), box(s.round))
    s.home_open = True
    bars = list(together(s, POLES, ON_ARRIVAL, units("P-11")))
    assert left(bars) == units("P-12")
    assert held_by(bars, unit("P-16")) == "23.1.1c"


@rule("23.1.1a", "23.1.1e", "23.1.2e")
def test_who_is_covered_at_rest() -> None:
    s = screened("2926 P-17 P-10/x P-ART; 2425 P-16; 2426 S-44; 3326 S-45 S-G1; 2206 P-11; 1920 P-13; 3005 S-4")
    assert set(left(coverable(s, POLES, AT_REST))) == set(units("P-17 P-11 P-13"))
    assert set(left(coverable(s, SOVIETS, AT_REST))) == set(units("S-45 S-4"))
    for key, cited in (("P-10", "23.1.1e"), ("P-ART", "23.1.1e"), ("P-16", "23.1.1a"), ("S-4", "23.1.1a")):
        assert held_by(list(coverable(s, POLES, AT_REST)), unit(key)) == cited
    assert held_by(list(coverable(s, SOVIETS, AT_REST)), unit("S-G1")) == "23.1.1e"
