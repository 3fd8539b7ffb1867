"""11.0 Withdrawals, 13.0 substitution."""

from __future__ import annotations

import pytest

from vistula.games.red_star_white_eagle.rules import income
from vistula.games.red_star_white_eagle.rules.withdrawal import Withdrawal
from vistula.games.red_star_white_eagle.state import ARRIVING, ASIDE, DEAD, OFF_EDGE, POOL, State
from vistula.kernel import Game

from .desk import asks, can, events, inverted, last, offered, phase, play, situation, staff, table, where, why
from .fields import M, P, R, u

rule = pytest.mark.rule


def leaving(at: str, stands: dict[str, str], boxes: dict[int, str] | None = None, **how: object) -> Game[State]:
    """The withdrawals of a turn."""
    return table(situation(stands, at, R, boxes=boxes, **how), Withdrawal())  # type: ignore[arg-type]


# -- 11.1 June --------------------------------------------------------------------------------------------------------


@rule("11.0a", "11.1a", "11.3a")
def test_two_divisions_leave_on_june_i() -> None:
    game = leaving("June I", {"4606": "R-15", "4207": "R-29 R-4", "4528": "R-tS1"})
    assert not game.stack
    assert [where(game, key) for key in ("R-15", "R-29", "R-4")] == ["dead", "dead", "4207"]
    assert last(game, "withdrawn_units").refs["count"] == 15


@rule("11.0a")
@pytest.mark.parametrize("at", ["May IV", "June II", "Sept III", "Oct I"])
def test_nobody_leaves_on_other_turns(at: str) -> None:
    game = leaving(at, {"4606": "R-15", "4207": "R-29", "4018": "R-K4"})
    assert not game.stack
    assert not events(game, "withdrawn_units")
    assert where(game, "R-15") == "4606"


@rule("11.0b")
def test_surrounded_units_leave_and_so_do_those_off_the_map() -> None:  # (A25)
    ring = dict.fromkeys(("4605", "4607", "4505", "4506", "4705", "4706"), "")
    stands = {
        **{hex: f"P-{key}" for hex, key in zip(ring, ("14", "4", "5", "6", "7", "8"), strict=True)},
        "4606": "R-15",
    }
    game = leaving("June I", stands, {OFF_EDGE: "R-29"})
    assert [where(game, key) for key in ("R-15", "R-29")] == ["dead", "dead"]
    assert not game.stack


@rule("11.0a", "11.0b", "11.1b", "11.1c", "11.3a", "11.3b")
def test_what_they_lack_other_units_of_the_west_front_pay() -> None:
    game = leaving("June I", {"4606": "R-15*", "4207": "R-4 R-8", "5123": "R-24", "4104": "R-tW1"}, {POOL: "R-29"})
    assert asks(game) == "russia: factors"  # 4 of 15 factors
    assert offered(game, "withdraw") == {"R-4", "R-8", "R-tW1"}
    assert offered(game, "invert") == {"R-4"}
    assert why(game, "withdraw R-24") == "11.1b"
    play(game, "invert R-4", "withdraw R-8")
    assert game.stack[-1].missing == 3  # type: ignore[attr-defined]
    assert (inverted(game, "R-4"), where(game, "R-8"), where(game, "R-29")) == (True, "pool", "dead")
    play(game, "withdraw R-4")
    assert not game.stack
    assert where(game, "R-tW1") == "4104"
    assert events(game, "withdrawn_units")[0].refs["units"] == [u("R-15")]
    assert not inverted(game, "R-4")


@rule("11.1b")
def test_in_june_nothing_is_owed() -> None:  # (A24)
    game = leaving("June I", {"5123": "R-24"}, {POOL: "R-15 R-29"})
    assert not game.stack
    assert game.s.deficit == 0


# -- 11.2 September ---------------------------------------------------------------------------------------------------

KONARMIYA = "R-K4 R-K6 R-K11 R-K14 R-KSp R-KCauc R-KRgt R-KInf R-KAC"


@rule("11.2a", "11.2c", "11.2e", "11.3a")
def test_the_konarmiya_leaves() -> None:
    game = leaving("Sept IV", {"2227": "R-K4 R-K6 R-KAC", "2226": "R-K11 R-KSp", "2225": "R-K14"},
                   {ARRIVING: "R-KInf", POOL: "R-KRgt", DEAD: "R-KTr1 R-KTr2 R-KTr3 R-tS1"})  # fmt: skip
    assert not game.stack
    assert {where(game, key) for key in KONARMIYA.split() if key != "R-KCauc"} == {"dead"}
    assert game.s.deficit == 0


@rule("11.0a", "11.2a", "11.2b", "11.2c", "11.3b")
def test_other_cavalry_of_the_southwest_front_makes_up_for_it() -> None:
    stands = {"2227": "R-K4* R-KInf R-KAC", "2228": "R-8K R-17K R-24", "4207": "R-15K", "4528": "R-cS1"}
    game = leaving("Sept IV", stands, {DEAD: "R-tS1 R-tS2 R-tS3 R-tS4"})
    assert offered(game, "withdraw") == {"R-8K", "R-17K", "R-cS1"}  # 14 factors
    assert why(game, "withdraw R-15K") == "11.2b"
    assert not offered(game, "invert")
    play(game, "withdraw R-8K", "withdraw R-17K")  # the regiment is left and goes by itself
    assert game.s.deficit == 18 - 4 - 5 - 3 - 1
    assert where(game, "R-8K") == "pool"


@rule("11.2b")
def test_cavalry_points_of_later_turns_pay_what_is_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(income, "points_of", lambda s, side, doubled: (6, 2))
    s = situation({"5123": "R-24"}, "Oct I")
    s.deficit = 3
    for infantry, cavalry, owed in ((6, 0, 1), (12, 1, 0), (18, 3, 0)):
        phase(s, R)
        assert (s.deficit, s.pool[2:4]) == (owed, [infantry, cavalry])
        s.turn += 1


@rule("11.0b", "11.2d")
def test_trains_lost_before_count() -> None:  # E18
    stands = {"4528": "R-tS1", "3434": "R-KTr1", "4104": "R-tW1", "2227": "R-K4 R-K6 R-K14"}
    game = leaving("Sept IV", stands, {DEAD: "R-tS2 R-tS3 R-KTr2"})
    assert asks(game) == "russia: which_train"
    assert offered(game, "withdraw") == {"R-tS1", "R-KTr1"}
    assert why(game, "withdraw R-tW1") == "11.2d"
    play(game, "withdraw R-tS1")
    assert not game.stack
    assert [where(game, key) for key in ("R-tS1", "R-KTr1")] == ["dead", "3434"]


@rule("11.2d")
def test_without_trains_none_leave() -> None:
    assert not leaving("Sept IV", {"2227": "R-K4 R-K6 R-K14", "4104": "R-tW1"}).stack


@rule("11.0b", "11.2a", "21.1.2c", "21.1.3")
def test_who_leaves_lwow_leaves_the_ukrainians() -> None:
    s = situation({"2028": "R-K4", "2227": "R-K6 R-K14", "4528": "P-8"}, "Sept IV", R)
    s.held, s.ukrainians = [1 << M.kiev, 0], R
    table(s, Withdrawal())
    assert s.ukrainians == P
    s = situation({"2028": "R-8K", "2227": "R-K6 R-17K", "4528": "P-8"}, "Sept IV", R)
    s.held, s.ukrainians = [1 << M.kiev, 0], R
    play(table(s, Withdrawal()), "withdraw R-8K")
    assert s.ukrainians == P


@rule("24.1.4")
def test_the_konarmiya_stays_where_warsaw_fell_in_time() -> None:
    s = situation({"1014": "R-K4", "2227": "R-K6"}, "Sept IV", R, options="fall-of-warsaw")
    s.konarmiya_stays = True
    game = table(s, Withdrawal())
    assert not game.stack
    assert where(game, "R-K4") == "1014"


@rule("11.3a", "7.2.3.1a")
def test_withdrawn_units_are_never_recreated() -> None:
    s = situation({"5101": "R-4"}, boxes={DEAD: "R-15", POOL: "R-10"})
    s.pool[2] = 20
    assert offered(staff(s, R), "recreate") == {"R-10"}


# -- 13.0 the 21st Mountain Division ----------------------------------------------------------------------------------


@rule("7.0a", "13.1", "13.2", "13.3", "13.4")
def test_brigade_and_regiment_become_the_21st_division() -> None:
    s = situation({"3721": "P-Ryb P-4M", "3821": "R-24"}, "July II", boxes={ASIDE: "P-21M"})
    game = play(staff(s, P), "substitute")
    assert [where(game, key) for key in ("P-21M", "P-Ryb", "P-4M")] == ["3721", "dead", "dead"]
    assert not inverted(game, "P-21M")
    assert not (s.moved | s.rebuilt | s.fresh) >> u("P-21M") & 1


@rule("13.1", "13.4")
def test_when_it_is_not_formed() -> None:
    def ready(stands: dict[str, str], at: str = "July II", boxed: str = "P-21M") -> bool:
        game = staff(situation({**stands, "1014": "P-I1a"}, at, boxes={ASIDE: boxed}), P)
        return can(game, "substitute")

    together = {"3721": "P-Ryb P-4M"}
    assert ready(together)
    assert not ready(together, "July I")
    assert ready(together, "Oct IV")
    assert not ready({"3721": "P-Ryb* P-4M"})
    assert not ready({"3721": "P-Ryb", "3722": "P-4M"})
    assert not ready({"3721": "P-4M"})
    assert not ready({**together, "3820": "P-21M"}, boxed="")
