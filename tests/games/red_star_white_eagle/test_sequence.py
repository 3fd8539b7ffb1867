"""6.0, 23.0 Sequence of play, set-up, and who is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from clicks import asked, asks, events, play, play_out

from vistula.board.hexes import members
from vistula.games.red_star_white_eagle import invariants, knowledge
from vistula.games.red_star_white_eagle.model import SEATS, SEATS3
from vistula.games.red_star_white_eagle.rules import seats
from vistula.games.red_star_white_eagle.rules.combat import CombatPhase
from vistula.games.red_star_white_eagle.rules.control import asked_for
from vistula.games.red_star_white_eagle.rules.movement import MovementPhase
from vistula.games.red_star_white_eagle.rules.queries import month, scene, turn_of
from vistula.games.red_star_white_eagle.rules.reinforcement import ReinforcementPhase
from vistula.games.red_star_white_eagle.rules.sequence import Campaign, PlayerTurn
from vistula.games.red_star_white_eagle.rules.setup import new_state
from vistula.games.red_star_white_eagle.rules.standdown import post_supply, zoc_free
from vistula.games.red_star_white_eagle.state import (
    ASIDE,
    COMBAT,
    DEAD,
    GARRISON_BOX,
    MOVEMENT,
    POOL,
    RALLY,
    REINFORCEMENT,
    State,
    attack,
    box_turn,
    on_map,
    replacements_at,
)
from vistula.games.red_star_white_eagle.units import POLAND, RUSSIA
from vistula.kernel import Action, Game, Violation

from .desk import TITLE, table, where
from .fields import SCENARIOS, M, P, R, field, h, u, us

rule = pytest.mark.rule
PHASES = {ReinforcementPhase: REINFORCEMENT, MovementPhase: MOVEMENT, CombatPhase: COMBAT}


def quickly(scenario: str, players: int = 2) -> Game[State]:
    """A game at its first question."""
    return table(new_state(M, scenario, {"players": str(players)}), Campaign())


def course(game: Game[State]) -> Iterator[tuple[int, int, int]]:
    """(turn, side, phase) as they change, in a game in which nobody does anything."""
    seen: tuple[int, int, int] | None = None
    for _ in range(20_000):
        if game.over:
            return
        now = (game.s.turn, game.s.side, game.s.phase)
        if now != seen:
            seen = now
            yield now
        decision = next(iter(game.decisions.values()))
        verbs = decision.verbs()
        verb = next((v for v in ("end", "done", "pass", "usual") if v in verbs), None) or next(iter(verbs))
        game.play(decision.seat, Action(verb, verbs[verb][0]))


# -- 6.0 --------------------------------------------------------------------------------------------------------------


@rule("6.0a", "6.1a", "6.1b", "6.1c", "6.1d", "6.1e", "6.1f", "6.1g", "7.0a", "6.0c")
def test_russia_then_poland_each_with_three_phases() -> None:
    game = quickly("belarus-short")
    found = [row for row in course(game) if row[2]]
    turn = [(side, phase) for number, side, phase in found if number == 2]
    assert turn == [(side, phase) for side in (R, P) for phase in (REINFORCEMENT, MOVEMENT, COMBAT)] or set(turn) <= {
        (side, phase) for side in (R, P) for phase in (REINFORCEMENT, MOVEMENT, COMBAT)
    }
    assert [side for side, _ in turn] == sorted((side for side, _ in turn), reverse=True)
    assert [phase for side, phase in turn if side == R] == sorted(phase for side, phase in turn if side == R)


@rule("23.1.1a", "23.1.1b", "23.4.1a", "23.4.1b", "23.2.1a", "23.3a", "6.0b")
@pytest.mark.parametrize(
    ("scenario", "first", "side", "turns", "last_turn", "last_side"),
    [
        ("gates", "Aug III", P, 10, "Oct IV", P),
        ("belarus-short", "July I", R, 8, "Aug IV", R),
        ("belarus-long", "July I", R, 16, "Oct IV", P),
        ("campaign", "April IV", P, 25, "Oct IV", P),
    ],
)
def test_how_scenarios_begin_and_end(
    scenario: str, first: str, side: int, turns: int, last_turn: str, last_side: int
) -> None:
    game = quickly(scenario)
    assert (turn_of(game.s).name, scene(game.s).turns) == (first, turns)
    turns_begun = [(event.refs["turn"], event.refs["side"]) for event in _player_turns(game)]
    assert turns_begun[0] == (first, side)
    assert turns_begun[-1] == (last_turn, last_side)
    assert len(turns_begun) == 2 * turns - (scenario != "belarus-long")
    assert game.result is not None


def _player_turns(game: Game[State]) -> list:  # type: ignore[type-arg]
    for _ in course(game):
        pass
    return events(game, "player_turn")


@rule("6.0d")
def test_only_the_phasing_side_is_asked_to_move() -> None:
    game = quickly("gates")
    rng = random.Random(3)
    for now in play_out(game, rng, 400):
        if now.over:
            break
        frame = now.stack[-1]
        if isinstance(frame, MovementPhase):
            assert {d.seat for d in now.decisions.values() if d.waits} == {SEATS[now.s.side]}


@rule("6.0a")
def test_what_a_phase_forgets() -> None:
    s = new_state(M, "gates", {})
    s.fresh = s.rebuilt = s.reserve_in = us("P-14")
    game = table(s, Campaign())
    assert game.s.fresh & us("P-14") == 0
    assert (game.s.side, game.s.phase) == (P, REINFORCEMENT)


# -- 23.0 -------------------------------------------------------------------------------------------------------------


@rule("23.0a", "23.1", "2.6", "23.0g", "23.0h", "22.2", "22.5a", "17.2.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_unit_of_the_set_up_is_where_its_chart_says(scenario: str) -> None:
    s = new_state(M, scenario, {})
    started = scene(s)
    for stand in (*started.fixed, *started.historical):
        assert s.place[stand.unit] == stand.hex
        assert s.reduced >> stand.unit & 1 == stand.face
    for unit in members(started.lost):
        assert s.place[unit] == POOL
    for unit in members(started.gone):
        assert s.place[unit] == DEAD
    for turn, row in enumerate(started.track, 1):
        for unit in members(row.arrivals[P] | row.arrivals[R]):
            assert box_turn(s.place[unit]) == turn or s.place[unit] in (RALLY, GARRISON_BOX)
    rallying = {M.unit_by_key[key] for row in M.rally for key in row}
    assert {unit for unit in M.units if s.place[unit] == RALLY} == (set() if started.gates else rallying)
    aside = {unit for unit in M.units if s.place[unit] == ASIDE}
    may_come = M.ukrainians[P] | M.ukrainians[R] | 1 << M.mountain_division
    if started.campaign:
        may_come |= M.galicians[P] | M.galicians[R]
    assert aside == {unit for unit in members(may_come) if s.place[unit] < 0}
    invariants.check(s, [])


@rule("23.1.3", "23.0f")
def test_the_gates_begin_with_two_overstacks() -> None:
    s = new_state(M, "gates", {})
    crowds = {}
    for unit in on_map(s, P) + on_map(s, R):
        kind = M.primary >> unit & 1
        crowds[s.place[unit], kind] = crowds.get((s.place[unit], kind), 0) + 1
    assert {(M.grid.number(hex), kind, count) for (hex, kind), count in crowds.items() if count > 3} == {
        ("0711", 0, 5), ("1013", 1, 4),
    }  # fmt: skip


@rule("23.1.4", "23.2.2", "23.4.2", "23.1.6", "23.2.5", "23.4.5", "23.1.2", "23.2.4", "23.4.4", "23.1.5a", "23.2.3")
@rule("23.1.5b", "23.4.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_so_at_the_start(scenario: str) -> None:
    s, gates = new_state(M, scenario, {}), scenario == "gates"
    assert s.ukrainians == P
    assert s.held[R] == scene(s).russian & asked_for(s)
    assert s.held[P] == asked_for(s) & ~s.held[R]
    assert new_state(M, scenario, {"players": "3", "squadron": "yes"}).players == 3
    assert s.pool == [0] * 6
    assert s.reserve_allowed is gates
    assert s.guards_released == (M.guards if gates else 0)
    assert not s.latvians_released
    garrison = {M.key[unit] for unit in members(M.latvian) if s.place[unit] == GARRISON_BOX}
    assert garrison == ({"R-43"} if gates else {"R-43", "R-48", "R-55"})
    assert bool([unit for unit in M.units if s.place[unit] == RALLY]) is not gates
    assert not any(replacements_at(s, side, hex) for side in (P, R) for hex in members(s.occupied[side]))


@rule("23.2.6")
def test_belarus_begins_after_the_standdown() -> None:
    s = new_state(M, "belarus-long", {})
    assert post_supply(s)
    for turn, free in ((2, True), (5, True), (6, False)):
        s.turn = turn
        assert zoc_free(s) is free
        assert not post_supply(s)
    assert not post_supply(new_state(M, "campaign", {}))


@rule("21.6", "23.0i", "23.4.8.1", "23.0e")
def test_galicians_are_in_the_campaign_only() -> None:
    for scenario in SCENARIOS:
        s = new_state(M, scenario, {})
        present = [unit for unit in members(M.galicians[R]) if s.place[unit] >= 0]
        assert len(present) == (3 if scenario == "campaign" else 0)
        for unit in present:
            assert [other for other in on_map(s, R) if s.place[other] == s.place[unit]] == [unit]


@rule("24.11.7", "24.7.2a")
def test_what_options_bring() -> None:
    with_them = new_state(M, "campaign", {"freikorps": "yes", "squadron": "yes"})
    without = new_state(M, "campaign", {})
    for unit in (*members(M.freikorps), M.squadron):
        assert with_them.place[unit] < 0
        assert without.place[unit] < 0
        assert with_them.place[unit] != without.place[unit]


# -- seats ------------------------------------------------------------------------------------------------------------


@rule("24.2", "24.2.1", "12.1")
def test_three_players() -> None:
    """(A93, A94, A95, A97)"""
    two, three = field(), field()
    three.players = 3
    assert seats.commands(two, R) == [seats.RUSSIANS]
    assert seats.commands(three, R) == [seats.WESTERN, seats.SOUTHWESTERN]
    assert seats.commands(two, P) == seats.commands(three, P) == [seats.POLES]
    for key, command in (
        ("R-4", seats.WESTERN), ("R-44", seats.SOUTHWESTERN), ("L-1", seats.WESTERN), ("R-U1", seats.SOUTHWESTERN),
        ("R-Gal1", seats.SOUTHWESTERN), ("R-R1", seats.WESTERN), ("R-R2", seats.SOUTHWESTERN),
        ("R-R5", seats.WESTERN), ("R-K4", seats.SOUTHWESTERN), ("P-14", seats.POLES),
    ):  # fmt: skip
        assert seats.command_of(three, u(key)) == command
        assert seats.command_of(two, u(key)) == (seats.POLES if key[0] == "P" else seats.RUSSIANS)
    assert seats.owner(three, u("R-4")) == SEATS3[1]
    assert seats.owner(three, u("R-44")) == SEATS3[2]
    assert seats.owner(two, u("R-44")) == SEATS[R]
    assert seats.owner(three, u("P-14")) == SEATS3[0]
    three.owners = us("R-I2a")
    assert seats.command_of(three, u("R-I2a")) == seats.SOUTHWESTERN
    assert seats.command_of(three, u("R-I2b")) == seats.WESTERN
    assert seats.troops(three, seats.WESTERN) | seats.troops(three, seats.SOUTHWESTERN) == M.army[R] | M.rcs[R]
    assert seats.troops(three, seats.WESTERN) & seats.troops(three, seats.SOUTHWESTERN) == 0
    assert seats.seats_of(three, R) == list(SEATS3[1:])


@rule("24.2", "24.2.4")
def test_west_moves_before_southwest() -> None:
    s = new_state(M, "belarus-long", {"players": "3"})
    game = table(s, PlayerTurn(side=R))
    seen = []
    while not game.over and len(seen) < 40:
        seen.append(asks(game))
        play(game, next(verb for verb in ("done", "end", "pass") if verb in asked(game).verbs()))
    west, southwest = "russia-west", "russia-southwest"
    assert [row for row in seen if row.endswith(": pick")] == [f"{west}: pick", f"{southwest}: pick"]
    menus = [row for row in seen if row.endswith(": menu")]  # only of those who have anything to decide
    assert menus == [row for row in (f"{west}: menu", f"{southwest}: menu") if row in menus]


# -- nothing is hidden ------------------------------------------------------------------------------------------------


@rule("5.0c")
def test_everybody_sees_everything() -> None:
    s = new_state(M, "gates", {})
    for seat in (*SEATS, *SEATS3):
        assert knowledge.mask(s, seat) is s
        assert knowledge.fill(s, seat, random.Random(1)) is s
    assert knowledge.veil(s, SEATS[P], "unit", 7) == 7


@rule("2.8", "6.0b")
def test_months_and_turns() -> None:
    s = new_state(M, "campaign", {})
    assert (month(s), turn_of(s).name) == ("April", "April IV")
    s.turn = 25
    assert (month(s), turn_of(s).name) == ("Oct", "Oct IV")
    assert TITLE.turn(s) == 25


# -- invariants -------------------------------------------------------------------------------------------------------


def broken(change) -> str:  # type: ignore[no-untyped-def]
    """The rule that a changed state is found to break."""
    s = new_state(M, "gates", {})
    change(s)
    with pytest.raises(Violation) as caught:
        invariants.check(s, [])
    return caught.value.rule


def _place(key: str, where: int):  # type: ignore[no-untyped-def]
    def change(s: State) -> None:
        s.place[u(key)] = where

    return change


@rule("8.2.1", "4.1a", "7.2.5", "9.12", "3.2b", "3.1", "6.0b", "7.2a", "8.4.5a", "21.1.1a", "17.4.1a", "8.2.4")
def test_invariants_bite() -> None:
    def attr(name: str, value: object):  # type: ignore[no-untyped-def]
        return lambda s: setattr(s, name, value)

    assert broken(_place("R-I2a", h("1014"))) == "7.2.1c"
    assert broken(_place("P-2L", next(iter(members(M.sea))))) == "8.2.4"
    assert broken(_place("P-2L", -77777)) == "23.0a"
    assert broken(_place("P-2L", h("1318"))) == "4.0"
    assert broken(attr("occupied", [0, 0])) == "4.0"
    assert broken(attr("sources", [0] * 14)) == "4.1a"
    assert broken(attr("reduced", -1 & (1 << M.count) - 1)) == "9.12"
    assert broken(attr("held", [0, 0])) == "3.2b"
    assert broken(attr("turn", 11)) == "6.0b"
    assert broken(attr("pool", [0, -1, 0, 0, 0, 0])) == "7.2a"
    assert broken(attr("rail_used", 9)) == "8.4.5a"
    assert broken(attr("ukrainians", R)) == "21.1.1a"


def test_the_sides_are_two() -> None:
    assert (POLAND, RUSSIA) == (P, R)
    assert attack(field({"1014": "P-14"}), u("P-14")) > 0
    assert where(field({"1014": "P-14"}), "P-14") == "1014"
