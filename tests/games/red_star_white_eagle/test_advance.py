"""9.15 Advance after combat: who, where to, how far, on either side."""

from __future__ import annotations

import random
from heapq import heappop, heappush

import pytest

from vistula.board.hexes import Hex, bits
from vistula.games.red_star_white_eagle.rules.advance import Advance
from vistula.games.red_star_white_eagle.rules.seats import command_of
from vistula.games.red_star_white_eagle.rules.zoc import zoc
from vistula.games.red_star_white_eagle.state import COMBAT, State, name_overstacked, units_at
from vistula.games.red_star_white_eagle.units import POLAND, RUSSIA
from vistula.kernel import Game

from .desk import asked, asks, can, last, offered, play, said, situation, table, turn, where, why
from .fields import M, h, u, us
from .fighting import attack, die_for, odds
from .marching import standard

rule = pytest.mark.rule


def advancing(stands: dict[str, str], keys: str, vacated: str, points: int, **how: object) -> Game[State]:
    """Units that may advance into hexes that a battle has emptied."""
    side = M.side[u(keys.split()[0])]
    s = situation(stands, side=side, **how)  # type: ignore[arg-type]
    s.phase = COMBAT
    units = [u(key) for key in keys.split()]
    frame = Advance(
        command=command_of(s, units[0]), units=units, vacated=[h(n) for n in vacated.split()], points=points
    )
    return table(s, frame)


@rule("9.15.1", "9.15.3", "9.15.8")
def test_all_some_or_none_advance_one_by_one() -> None:
    game = advancing({"1717": "P-14 P-4", "1618": "P-5", "1719": "P-6"}, "P-14 P-4 P-5 P-6", "1718", 1)
    assert offered(game, "unit") == {"P-14", "P-4", "P-5", "P-6"}
    play(game, "unit P-14")
    assert where(game, "P-14") == "1718"
    assert offered(game, "unit") == {"P-4", "P-5", "P-6"}
    play(game, "done")
    assert where(game, "P-4") == "1717"
    assert game.over


@rule("9.15.3")
def test_bystanders_do_not_advance() -> None:
    game = advancing({"1717": "P-14 P-4"}, "P-14", "1718", 1)
    assert why(game, "unit P-4") == "9.15.3"


@rule("9.15.7a")
def test_the_first_hex_is_a_vacated_one() -> None:
    game = play(advancing({"1717": "P-14"}, "P-14", "1718 1817", 3), "unit P-14")
    assert offered(game, "step") == {"1718", "1817"}
    assert why(game, "step 1716") == "9.15.7a"
    far = advancing({"1717": "P-14", "2020": "P-4"}, "P-14 P-4", "1718", 3)
    assert why(far, "unit P-4") == "9.15.7a"


@rule("9.15.5", "9.15.6")
def test_points_are_spent_as_in_standard_movement_but_no_more_than_the_factor() -> None:
    game = play(advancing({"1717": "P-14"}, "P-14", "1718", 3), "unit P-14")
    assert where(game, "P-14") == "1718"
    s = game.s
    left = 3 - standard(s, POLAND, h("1717"), h("1718"))
    costs = {hex: standard(s, POLAND, h("1718"), hex) for hex in bits(M.around[h("1718")])}
    assert offered(game, "step") == {M.grid.number(hex) for hex, cost in costs.items() if cost <= left}
    assert why(game, "step 2020") == "9.15.5"


@rule("9.15.7b", "4.3.1", "4.3.5a")
def test_a_vacated_hex_is_entered_even_with_too_few_points() -> None:
    """It takes all that there is."""
    stands = {"1717": "P-14", "1719": "R-K14"}
    assert standard(situation(stands), POLAND, h("1717"), h("1718")) > 1
    game = play(advancing(stands, "P-14", "1718", 1), "unit P-14")
    assert where(game, "P-14") == "1718"
    assert game.over


@rule("9.15.4", "5.1.3c")
def test_an_advance_may_pass_a_full_hex_but_not_end_there() -> None:
    stands = {"1717": "P-14", "1718": "P-4 P-5 P-6"}
    stuck = advancing(stands, "P-14", "1718", 1)
    assert stuck.over
    game = play(advancing(stands, "P-14", "1718", 4), "unit P-14")
    assert where(game, "P-14") == "1718"
    assert not can(game, "stop")
    assert why(game, "stop") in ("5.1.3c", "5.1.1a")
    play(game, f"step {sorted(offered(game, 'step'))[0]}")
    full = {"1717": "P-14", "1718": "P-4 P-5 P-6", "1719": "P-7 P-8 P-9"}
    passing = play(advancing(full, "P-14", "1718", 3), "unit P-14")
    left = 3 - standard(passing.s, POLAND, h("1717"), h("1718"))
    dead_end = standard(passing.s, POLAND, h("1718"), h("1719")) == left
    assert not dead_end or "1719" not in offered(passing, "step")


@rule("16.4", "5.1.5c", "19.0b", "18.2b")
def test_who_never_advances() -> None:
    game = advancing({"1114": "P-14 P-Vist", "1014": "P-Mil1"}, "P-14 P-Vist P-Mil1", "1214 1113", 3)
    assert offered(game, "unit") == {"P-14", "P-Mil1"}
    assert why(game, "unit P-Vist") == "16.4"
    play(game, "unit P-Mil1")
    assert where(game, "P-Mil1") == "1113"  # within the fortified zone
    lwow = advancing({"2028": "P-G-Lwow P-14"}, "P-G-Lwow P-14", "2029", 3)
    assert why(lwow, "unit P-G-Lwow") == "19.0b"
    s = situation({"1717": "P-14 P-4"})
    s.phase = COMBAT
    name_overstacked(s, us("P-14"))
    game = table(s, Advance(command=0, units=[u("P-14"), u("P-4")], vacated=[h("1718")], points=2))
    assert why(game, "unit P-14") == "5.1.5c"


@rule("14.7b", "14.5b")
def test_trains_advance_by_rail_and_unwatched_on_their_own_net() -> None:
    game = advancing({"1014": "P-PP1 P-14"}, "P-PP1 P-14", "1015", 4)
    assert why(game, "unit P-PP1") == "14.7b"
    stands = {"1014": "P-PP1", "1214": "R-K14"}
    game = play(advancing(stands, "P-PP1", "1113", 2), "unit P-PP1")
    assert zoc(game.s, RUSSIA) >> h("1113") & 1
    river = (h("1014"), h("1113")) in M.board.river
    assert where(game, "P-PP1") == "1113"
    left = 2 - 1 - river
    assert game.over == (left < 1) or offered(game, "step")


@rule("12.3.2a", "23.4.9.1a", "23.4.9.1b")
def test_no_advance_out_of_command_nor_into_the_quiet_of_the_north() -> None:
    """(A51)"""
    out = M.out_of_command[0]
    edge = next(hex for hex in bits(M.land & ~out) if M.around[hex] & out & ~M.interning and not M.interning >> hex & 1)
    beyond = next(iter(bits(M.around[edge] & out & ~M.interning)))
    game = advancing({M.grid.number(edge): "R-57 R-R1"}, "R-57 R-R1", M.grid.number(beyond), 2)
    assert why(game, "unit R-57") == "12.3.2a"
    assert can(game, "unit R-R1")
    quiet = {"4010": "P-14 P-4", "4212": "R-57"}
    game = advancing(quiet, "P-14 P-4", "4111", 3, at="April IV")
    assert turn("April IV") == 1
    assert game.over  # nobody can advance: the question does not come up


@rule("9.15.2", "9.15.7a")
def test_defenders_advance_into_what_the_attackers_left() -> None:
    """(A9)"""
    stands = {"1717": "P-14 P-4", "1718": "R-57 R-17 R-8"}
    die = die_for(odds(stands, "1718", "P-14 P-4"), "A1", "A2")
    game = attack(stands, "1718", POLAND, die, 6, 6)
    result = last(game, "rolled").refs["result"]
    while asks(game).startswith("poland"):
        verb = next(verb for verb in ("unit", "retreat", "lose") if offered(game, verb))
        play(game, f"{verb} {sorted(offered(game, verb))[0]}")
    assert asks(game) == "russia: who"
    assert offered(game, "unit") == {"R-57", "R-17", "R-8"}
    play(game, "unit R-57")
    assert where(game, "R-57") == "1717"
    assert M.advance[result] == int(result[1])


@rule("9.15.2")
def test_defenders_stay_where_somebody_of_the_attackers_is_left() -> None:
    """(A31)"""
    stands = {"1717": "P-14 P-4 P-5", "1718": "R-57 R-17 R-8"}
    die = die_for(odds(stands, "1718", "P-14 P-4"), "A1", "A2")
    game = attack(stands, "1718", POLAND, die, 6, 6, who="P-14 P-4")
    while "declare" not in asks(game):
        assert asks(game).startswith("poland")
        verb = next(verb for verb in ("unit", "retreat", "lose") if offered(game, verb))
        play(game, f"{verb} {sorted(offered(game, verb))[0]}")
    assert where(game, "P-5") == "1717"


@rule("3.1", "9.15.1")
def test_an_advance_into_warsaw_ends_the_game_at_once() -> None:
    game = play(advancing({"1015": "R-57"}, "R-57", "1014", 2), "unit R-57")
    assert game.s.over
    assert game.s.ended


@rule("9.15.5", "9.15.6", "9.15.7b", "4.3.1")
@pytest.mark.parametrize("seed", range(6))
def test_reach_of_an_advance_against_plain_code(seed: int) -> None:
    rng = random.Random(seed)
    stands = {"1717": "P-14"}
    free = [M.grid.number(hex) for hex in bits(M.land & ~M.interning) if 1 < M.distance(hex, h("1717")) < 6]
    for key in rng.sample(["R-57", "R-17", "R-8", "R-K14", "R-K4", "R-10", "R-2", "P-4", "P-5"], 6):
        stands[free.pop(rng.randrange(len(free)))] = key
    s = situation(stands)
    points, first = rng.randint(1, 5), rng.choice(list(bits(M.around[h("1717")])))
    left = max(0, points - standard(s, POLAND, h("1717"), first))
    queue, wanted = [(0, first)], dict[Hex, int]()
    while queue:
        spent, here = heappop(queue)
        if here not in wanted:
            wanted[here] = spent
            for to in bits(M.around[here]):
                if not units_at(s, RUSSIA, to) and spent + standard(s, POLAND, here, to) <= left:
                    heappush(queue, (spent + standard(s, POLAND, here, to), to))
    game = play(advancing(stands, "P-14", M.grid.number(first), points), "unit P-14")
    found, todo = {first}, [game] if not game.over else []
    while todo:
        now = todo.pop()
        for number in offered(now, "step"):
            if h(number) not in found or len(todo) < 40:
                found.add(h(number))
                onward = play(now.clone(), f"step {number}")
                if not onward.over and len(todo) < 40:
                    todo.append(onward)
    assert found <= set(wanted) | {h("1717")}
    near = {hex for hex in wanted if M.distance(hex, first) <= 1}
    assert near <= found | {h("1717")}


@rule("9.15.3")
def test_the_question_names_what_can_be_clicked() -> None:
    game = advancing({"1717": "P-14", "2512": "R-57"}, "P-14", "1718", 2)
    assert said(game, "R-57") == "9.15.3"
    assert asked(game).seat == "poland"
