"""22 Three players: who sits where, who has priority, who answers for what, and attacks of both Fronts."""

from __future__ import annotations

import pytest

from vistula.board.hexes import members
from vistula.games.nest_of_eagles.knowledge import mask
from vistula.games.nest_of_eagles.model import SOUTHWEST, WEST
from vistula.games.nest_of_eagles.rules.attack import Attacks
from vistula.games.nest_of_eagles.rules.cheka import Cheka
from vistula.games.nest_of_eagles.rules.konarmiya import Transfer
from vistula.games.nest_of_eagles.rules.movement import Marches, begin_movement
from vistula.games.nest_of_eagles.rules.reactive import ReactivePhase
from vistula.games.nest_of_eagles.rules.rebellion import Emissaries, Return
from vistula.games.nest_of_eagles.rules.replacements import ReplacementPhase
from vistula.games.nest_of_eagles.rules.reserves import EitherFront, Reserves
from vistula.games.nest_of_eagles.rules.revolutionaries import Revolution
from vistula.games.nest_of_eagles.rules.seats import (
    POLES,
    SOUTHWESTERN,
    WESTERN,
    command_of,
    commands,
    everyone,
    front_of,
    seat_of,
    troops,
)
from vistula.games.nest_of_eagles.rules.sequence import PlayerTurn
from vistula.games.nest_of_eagles.rules.three_players import first_front, forces, review_priority, weight
from vistula.games.nest_of_eagles.rules.victory import conclude
from vistula.games.nest_of_eagles.state import ATTACK_1, REACTIVE_1, REPLACEMENT, RESERVES, WEST_POOL, State, box
from vistula.kernel import BadInput, Game, SeatId

from .positions import M, give, hex, situation, unit
from .table import (
    POLAND,
    SOVIET,
    TITLE,
    asked,
    asks,
    can,
    events,
    offered,
    play,
    roll,
    rolled,
    strength,
    table,
    where,
)

rule = pytest.mark.rule
POLISH_SEAT, WESTERN_SEAT, SOUTHWESTERN_SEAT = "poland", "russia-west", "russia-southwest"
BEYOND = "2206 P-17; 1920 P-13"


def of_three(stacks: str, priority: int = WEST, side: int = SOVIET, **how: object) -> State:
    s = situation(f"{stacks}; {BEYOND}", side=side, **how)  # type: ignore[arg-type]
    s.players, s.priority = 3, priority
    return s


def attack_phase(stacks: str, priority: int = WEST, command: int = -1) -> Game[State]:
    s = of_three(stacks, priority, phase=ATTACK_1)
    return table(s, Attacks(command=commands(s, SOVIET)[0] if command < 0 else command))


# -- 22.0, 22.2 the table ---


@rule("22.0a", "22.2a")
def test_six_scenarios_are_for_three() -> None:
    for scene in TITLE.scenes():
        seatings = [list(variant) for variant in scene.variants]
        both = [["poland", "russia"], [POLISH_SEAT, WESTERN_SEAT, SOUTHWESTERN_SEAT]]
        assert seatings == (both[:1] if scene.id in ("berezina", "kiev", "niemen") else both)


@rule("22.0a")
def test_a_game_of_three_has_a_player_for_each_front() -> None:
    game = TITLE.start("warsaw", seed=1, options={"players": "3"})
    assert game.s.players == 3
    assert set(TITLE.seated({"players": "3"})) == set(everyone(game.s)) == set(game.seats)
    assert asks(game).startswith(("poland:", WESTERN_SEAT, SOUTHWESTERN_SEAT))


@rule("22.2a")
@pytest.mark.parametrize("scenario", ["berezina", "kiev", "niemen"])
def test_three_are_refused_where_the_scenario_is_for_two(scenario: str) -> None:
    with pytest.raises(BadInput, match=r"22\.2a|three players"):
        TITLE.start(scenario, seed=1, options={"players": "3"})
    assert [misfit.rule for misfit in TITLE.agreeable(scenario, {"players": "3"})] == ["22.2a"]


@rule("1.1a", "22.0a")
def test_the_introductory_rules_are_for_two() -> None:
    assert not TITLE.agreeable("spring", {"introductory": "yes"})
    assert TITLE.agreeable("spring", {"introductory": "yes", "players": "3"})


@rule("22.0a")
@pytest.mark.parametrize(
    ("key", "command"),
    [
        ("P-16", POLES), ("S-27", WESTERN), ("S-24", SOUTHWESTERN), ("S-4K", SOUTHWESTERN), ("S-G1", SOUTHWESTERN),
        ("S-PRD", WESTERN), ("L-1", WESTERN), ("S-8Kw", WESTERN), ("S-8Ks", SOUTHWESTERN),
    ],
)  # fmt: skip
def test_who_commands_what(key: str, command: int) -> None:
    s = of_three(f"1311 {key}" if key.startswith("S") else "1311 S-27")
    assert command_of(s, unit(key)) == command
    assert [c for c in (POLES, WESTERN, SOUTHWESTERN) if troops(s, c) >> unit(key) & 1] == [command]


@rule("22.0a", "20.1.4a")
def test_after_its_transfer_konarmiya_obeys_the_western_front() -> None:
    s = of_three("1311 S-4K")
    s.konarmiya_west = True
    assert command_of(s, unit("S-4K")) == WESTERN
    assert not troops(s, SOUTHWESTERN) >> unit("S-4K") & 1


@rule("22.0a")
def test_nobody_moves_or_attacks_with_the_other_fronts_units() -> None:
    s = of_three("1411 S-27; 1516 S-24")
    begin_movement(s, SOVIET)
    game = table(s, Marches(command=WESTERN))
    assert offered(game, "unit") == {"S-27"}
    refusal = game.seat(SeatId(WESTERN_SEAT)).why_not("piece", unit("S-24"))
    assert refusal is not None
    assert refusal.rule == "22.0a"


# -- 22.1 priority ---


@rule("22.1a")
@pytest.mark.parametrize(
    ("north", "south", "first"), [(3, 5, WEST), (5, 3, SOUTHWEST), (-2, -4, SOUTHWEST), (4, 4, WEST)]
)
def test_the_front_of_the_lower_soviet_morale_goes_first(north: int, south: int, first: int) -> None:
    s = of_three("1411 S-27; 1516 S-24")
    s.morale = [0, north, south]
    assert first_front(s) == first


@rule("22.1b")
@pytest.mark.parametrize(
    ("key", "counts"),
    [("S-27", 1), ("S-27/r", 1), ("S-27/x", 0), ("S-8Ks", 2), ("S-4K", 3), ("S-4K/r", 3), ("S-2K", 1), ("S-BPw", 1)],
)
def test_what_a_unit_counts_west_of_the_line(key: str, counts: int) -> None:
    s = of_three(f"1311 {key}")
    assert weight(s, unit(key.partition("/")[0])) == counts


@rule("22.1b")
def test_in_the_polish_theater_the_front_with_fewer_units_west_of_the_line_goes_first() -> None:
    s = of_three("1311 S-27 S-5; 1317 S-4K; 1411 S-6; 1510 S-8")
    s.polish_marker, s.morale = True, [0, 20, -20]
    assert (forces(s, WEST), forces(s, SOUTHWEST)) == (3, 3)  # 1411 lies west of the line, Wołkowysk does not
    assert first_front(s) == WEST
    s = of_three("1311 S-27 S-5; 1317 S-24; 1411 S-6")
    s.polish_marker, s.morale = True, [0, -20, 20]
    assert first_front(s) == SOUTHWEST
    s.polish_marker = False
    assert first_front(s) == WEST


@rule("22.1e")
def test_priority_is_set_when_the_soviet_turn_begins_and_kept() -> None:
    s = of_three("1411 S-27; 1516 S-24", SOUTHWEST)
    s.morale = [0, 1, 5]
    game = table(s, PlayerTurn(side=SOVIET))
    assert game.s.priority == WEST
    assert asks(game) == f"{WESTERN_SEAT}: activate"
    assert events(game, "goes_first")[-1].refs["front"] == WEST
    game.s.morale = [0, 9, 5]
    play(game, "pass")
    play(game, "pass")
    assert (game.s.priority, asks(game)) == (WEST, f"{WESTERN_SEAT}: declare")


@rule("22.1e")
def test_a_polish_turn_does_not_look_at_it() -> None:
    s = of_three("1411 S-27; 1516 S-24", SOUTHWEST, side=POLAND)
    s.morale = [0, 1, 5]
    table(s, PlayerTurn(side=POLAND))
    assert s.priority == SOUTHWEST


@rule("22.1e")
def test_two_players_have_no_priority_to_talk_about() -> None:
    s = situation(f"1411 S-27; {BEYOND}", side=SOVIET)
    game = table(s)
    review_priority(game.s)
    assert not events(game, "goes_first")


@rule("22.1e")
def test_it_is_known_before_the_first_turn() -> None:
    assert TITLE.start("july", seed=1, options={"players": "3"}).s.priority == WEST  # 2 against 14
    assert TITLE.setup("warsaw", {"players": "3"})[0].priority == SOUTHWEST


@rule("22.2a")
@pytest.mark.parametrize(("last", "front"), [(False, WEST), (True, SOUTHWEST)])
def test_at_the_end_of_their_last_turn_it_is_looked_at_once_more(last: bool, front: int) -> None:
    s = of_three("1411 S-27; 1516 S-24", WEST)
    s.round = M.scenario("war-of-1920").last - (not last)
    s.morale = [0, 5, 1]
    table(s, PlayerTurn(side=SOVIET, at="over"))
    assert s.priority == front


@rule("22.1f")
@pytest.mark.parametrize(
    ("priority", "order"),
    [(WEST, [WESTERN_SEAT, SOUTHWESTERN_SEAT]), (SOUTHWEST, [SOUTHWESTERN_SEAT, WESTERN_SEAT])],
)
def test_who_has_priority_attacks_and_moves_first(priority: int, order: list[str]) -> None:
    s = of_three("1411 S-27; 1516 S-24")
    s.morale = [0, 1, 5] if priority == WEST else [0, 5, 1]
    game = table(s, PlayerTurn(side=SOVIET))
    seen: dict[str, list[str]] = {}
    while asked(game).step in ("activate", "declare", "pick") and game.s.phase < 6:
        seen.setdefault(asked(game).step, []).append(asked(game).seat)
        play(game, "pass" if asked(game).step == "activate" else "end")
    assert (seen["declare"], seen["pick"]) == (order, order)
    assert order[1] not in seen["activate"]


@rule("22.1c", "22.1f")
def test_one_activation_moves_both_fronts() -> None:
    s = of_three("1411 S-27; 1516 S-24", SOUTHWEST, phase=REACTIVE_1)
    game = table(s, ReactivePhase(side=SOVIET))
    assert asks(game) == f"{SOUTHWESTERN_SEAT}: activate"
    play(game, "react")
    seen = []
    while game.stack and asked(game).step == "pick":
        seen.append((asked(game).seat, offered(game, "unit")))
        play(game, "end")
    assert seen == [(SOUTHWESTERN_SEAT, {"S-24"}), (WESTERN_SEAT, {"S-27"})]
    assert game.s.reacted == [0, 1]


@rule("22.1d")
@pytest.mark.parametrize(("priority", "seat"), [(WEST, WESTERN_SEAT), (SOUTHWEST, SOUTHWESTERN_SEAT)])
def test_who_has_priority_gives_out_the_bonus_and_the_reserves(priority: int, seat: str) -> None:
    s = of_three("3003 S-27; 3121 S-24", priority, phase=REPLACEMENT)
    s.reserves = [1, 1]
    for key in ("S-19", "S-48", "S-3", "S-46"):
        s.place[unit(key)] = RESERVES
    game = table(s, ReplacementPhase())
    assert asks(game) == f"{seat}: bonus"
    play(game, "front 1")
    assert game.s.pool[WEST_POOL : WEST_POOL + 2] == [2, 3]
    game = table(s, Reserves())
    assert asks(game) == f"{seat}: infantry"
    play(game, "unit S-48")
    assert (asks(game), offered(game, "unit")) == (f"{seat}: infantry", {"S-3", "S-46"})  # for the other Front too


@rule("22.1d", "20.2.1d")
def test_who_has_priority_takes_a_reserve_division_instead_of_replacements() -> None:
    s = of_three("3003 S-27; 3121 S-24", SOUTHWEST, phase=REPLACEMENT)
    s.forming, s.place[unit("S-19")] = 2, RESERVES
    assert asks(table(s, ReplacementPhase())) == f"{SOUTHWESTERN_SEAT}: exchange"


@rule("22.1d", "20.2.2c")
def test_who_has_priority_says_for_which_front_reserve_cavalry_comes() -> None:
    s = of_three("3003 S-27; 3121 S-24", WEST)
    s.place[unit("S-8Ks")], s.place[unit("S-8Kw")] = box(s.round), RESERVES
    assert asks(table(s, EitherFront(unit=unit("S-8Ks")))) == f"{WESTERN_SEAT}: decide"


@rule("22.1f", "20.1.4b")
def test_who_has_priority_decides_on_the_transfer() -> None:
    s = of_three("1317 S-4K; 1318 S-6K", WEST)
    assert asks(table(s, Transfer())) == f"{WESTERN_SEAT}: decide"


@rule("22.1e")
def test_everybody_sees_who_has_priority() -> None:
    game = TITLE.start("warsaw", seed=1, options={"players": "3"})
    for seat in (POLISH_SEAT, WESTERN_SEAT, SOUTHWESTERN_SEAT):
        shown = {track.id: track.flag for track in game.seat(SeatId(seat)).view().tracks}
        assert shown["priority"] == "Southwestern Front"
    assert "priority" not in {track.id for track in TITLE.start("warsaw", seed=1).seat(SeatId("poland")).view().tracks}


# -- N-92, N-93 who is asked ---


@rule("22.0a", "20.4.1a")
def test_the_southwestern_player_sends_the_commissars() -> None:
    s = of_three("2523 S-G1; 2424 S-G2; 2326 S-G3", WEST, side=POLAND)
    s.rebellion = 1
    game = table(s, Emissaries())
    assert {decision.seat for decision in game.decisions.values()} == {POLISH_SEAT, SOUTHWESTERN_SEAT}


@rule("22.0a", "20.4.3a")
def test_the_southwestern_player_raises_ukrainian_brigades() -> None:
    s = of_three("3121 S-24", WEST, phase=REPLACEMENT, soviet="1322 2523 2525")
    game = rolled(s, Return(), 6)
    assert asks(game) == f"{SOUTHWESTERN_SEAT}: where"


@rule("22.0a", "17.1.5a")
def test_the_western_player_places_the_cheka_and_the_revolutionary_division() -> None:
    s = of_three("3003 S-27", SOUTHWEST, phase=REPLACEMENT)
    s.offensive = True
    assert asks(table(s, Cheka(hexes=[]))) == f"{WESTERN_SEAT}: place"
    s = of_three("3003 S-27", SOUTHWEST, phase=REPLACEMENT, soviet="1209 1016")
    s.forming, s.polish_marker = 5, True
    game = rolled(s, Revolution(command=command_of(s, M.prd)), 6)
    assert asks(game) == f"{WESTERN_SEAT}: where"


@rule("22.0a", "17.0a")
def test_each_player_spends_the_replacements_of_their_own_front() -> None:
    s = of_three("3003 S-27/r; 3121 S-24/r", WEST, phase=REPLACEMENT)
    s.pool = [0, 2, 2, 0]
    game = play(table(s, ReplacementPhase()), "front 0")
    assert (asks(game), offered(game, "strengthen")) == (f"{WESTERN_SEAT}: spend", {"S-27"})
    play(game, "done")
    assert (asks(game), offered(game, "strengthen")) == (f"{SOUTHWESTERN_SEAT}: spend", {"S-24"})


# -- N-91 attacks of both Fronts ---

JOINT = "1313 P-16; 1312 S-27 S-4; 1413 S-24 S-25"


@rule("22.0a", "10.1b")
def test_units_of_the_other_front_follow_one_of_ones_own_and_their_player_agrees() -> None:
    game = play(attack_phase(JOINT), "attack 1313")
    assert offered(game, "unit") == {"S-27", "S-4"}
    play(game, "unit S-27")
    assert offered(game, "unit") == {"S-4", "S-24", "S-25"}
    play(game, "unit S-24", "resolve")
    assert asks(game) == f"{SOUTHWESTERN_SEAT}: join"
    assert not events(game, "attack")
    play(game, "agree")
    assert asks(game) == f"{WESTERN_SEAT}: orders"  # the order is the declarer's
    assert game.s.assaults == [1, 1]  # it counts for both Fronts
    assert game.s.fought == 1 << unit("S-27") | 1 << unit("S-24")


@rule("22.0a", "10.1b")
def test_who_refuses_is_not_asked_again_in_this_attack() -> None:
    game = play(attack_phase(JOINT), "attack 1313", "unit S-27", "unit S-24", "resolve", "refuse")
    assert asks(game) == f"{WESTERN_SEAT}: muster"
    play(game, "unit S-27")
    assert offered(game, "unit") == {"S-4"}
    play(game, "resolve")
    assert asks(game) == f"{WESTERN_SEAT}: orders"
    assert game.s.assaults == [1, 0]


@rule("22.0a")
def test_without_the_other_front_nobody_is_asked() -> None:
    game = play(attack_phase(JOINT), "attack 1313", "unit S-27", "unit S-4", "resolve")
    assert asks(game) == f"{WESTERN_SEAT}: orders"


@rule("22.0a")
def test_an_attack_keeps_a_unit_of_who_declared_it() -> None:
    game = play(attack_phase(JOINT), "attack 1313", "unit S-27", "unit S-24")
    assert offered(game, "drop") == {"S-24"}
    assert not can(game, "drop S-27")


@rule("22.0a", "3.3i")
def test_the_declarer_picks_the_losses_and_each_player_advances() -> None:
    game = play(attack_phase(JOINT, SOUTHWEST), "attack 1313", "unit S-24", "unit S-27", "resolve", "agree")
    roll(game, 1, 1)
    play(game, "none")
    if asked(game).step == "answers":
        play(game, "none")
    assert asks(game) == f"{SOUTHWESTERN_SEAT}: who_loses"
    assert offered(game, "lose") == {"S-24", "S-27"}
    play(game, "lose S-27")
    assert strength(game, "S-27") == "reduced"
    game = play(attack_phase(JOINT, SOUTHWEST), "attack 1313", "unit S-24", "unit S-27", "resolve", "agree")
    roll(game, 1, 2)
    play(game, "none")
    while asked(game).step in ("answers", "part", "way"):
        verbs = asked(game).verbs()
        play(game, "none" if "none" in verbs else f"hex {min(offered(game, 'hex'))}")
    assert (asks(game), offered(game, "unit")) == (f"{SOUTHWESTERN_SEAT}: who_goes", {"S-24"})
    play(game, "done")
    assert (asks(game), offered(game, "unit")) == (f"{WESTERN_SEAT}: who_goes", {"S-27"})


@rule("22.0a", "14.1a", "3.3i")
@pytest.mark.parametrize(
    ("stack", "priority", "seat"),
    [
        ("S-27 S-24 S-4", SOUTHWEST, WESTERN_SEAT), ("S-27/x S-24 S-25", WEST, SOUTHWESTERN_SEAT),
        ("S-12 S-45", WEST, WESTERN_SEAT), ("S-12 S-45", SOUTHWEST, SOUTHWESTERN_SEAT),
    ],
)  # fmt: skip
def test_a_hex_of_both_fronts_is_defended_by_the_stronger(stack: str, priority: int, seat: str) -> None:
    s = of_three(f"1313 {stack}; 1312 P-16 P-14 P-15 P-12", priority, side=POLAND, phase=ATTACK_1)
    game = table(s, Attacks(command=POLES))
    play(game, "attack 1313", "unit P-16", "resolve")
    while asked(game).seat == POLISH_SEAT:
        play(game, "theater 0" if asked(game).step == "theater" else "none")
    assert asks(game) == f"{seat}: answers"
    roll(game, 6, 6)
    play(game, "none")
    while asked(game).seat == POLISH_SEAT:
        play(game, f"lose {min(offered(game, 'lose'))}")
    assert asks(game) == f"{seat}: who_loses"


@rule("22.0a", "11.2b")
def test_each_player_leads_their_own_units_back() -> None:
    s = of_three("1313 S-27 S-24; 1312 P-16 P-14 P-15 P-12; 0612 P-18", WEST, side=POLAND, phase=ATTACK_1)
    game = table(s, Attacks(command=POLES))
    play(game, "attack 1313", "unit P-16", "unit P-14", "unit P-15", "resolve")
    roll(game, 1, 2)
    seen = []
    while asked(game).step != "who_goes":
        decision = asked(game)
        if decision.step in ("part", "way"):
            seen.append(decision.seat)
        verbs = decision.verbs()
        verb = next(verb for verb in ("theater", "none", "hex", "lose") if verb in verbs)
        play(game, verb if verb == "none" else f"{verb} {max(offered(game, verb))}")
    assert set(seen) <= {WESTERN_SEAT, SOUTHWESTERN_SEAT}
    assert where(game, "S-27") != "1313" != where(game, "S-24")


# -- what partners know ---


@rule("22.0a", "9.4a", "20.4.1a")
def test_partners_know_the_same_and_the_poles_less() -> None:
    s = of_three("2523 S-G1; 2424 S-G2; 2326 S-G3")
    s.rebellion, s.emissaries = 1, [1, 2]
    s.transit, s.destination, s.could = [0, 1 << unit("S-27"), 0], [0, hex("2308"), 0], [0, 1 << hex("2308"), 0]
    west, southwest, poland = (mask(s, SeatId(seat)) for seat in (WESTERN_SEAT, SOUTHWESTERN_SEAT, POLISH_SEAT))
    assert (west.emissaries, west.destination) == (southwest.emissaries, southwest.destination)
    assert west.destination[1] == hex("2308")
    assert poland.destination[1] != hex("2308")
    assert seat_of(s, WESTERN) == WESTERN_SEAT


@rule("22.2b", "22.2a")
def test_a_game_of_three_names_the_seats_that_have_won() -> None:
    s = TITLE.setup("warsaw", {"players": "3"})[0]
    give(s, SOVIET, M.lwow)
    conclude(s)
    found = table(s).result
    assert found is not None
    assert list(found.winners) == [SOUTHWESTERN_SEAT]


@rule("2.5a")
def test_poles_are_grouped_by_theater_and_soviets_by_front() -> None:
    m = TITLE.m
    game = TITLE.start("war-of-1920", seed=1)
    poles, soviets = (TITLE.groups(game.seat(SeatId(seat))) for seat in ("poland", "russia"))
    assert [group.id for group in poles] == ["polish", "lithuanian-belarusian", "ukrainian"]
    assert all(m.theater_of[game.s.place[u]] == 2 for u in members(poles[2].pieces))
    assert sum(group.pieces.bit_count() for group in poles) == len(
        [u for u in members(m.army[POLAND]) if game.s.place[u] >= 0]
    )
    assert [group.title for group in soviets] == ["Western Front", "Southwestern Front"]
    assert all(front_of(game.s, u) == n for n, group in enumerate(soviets) for u in members(group.pieces))
    three = TITLE.start("war-of-1920", seed=1, options={"players": "3"})
    assert TITLE.groups(three.seat(SeatId("russia-west"))) == []
