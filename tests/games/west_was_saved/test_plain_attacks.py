"""One attack from its declaration to its end, by either side and with every outcome: who is asked, hit, driven off."""

from __future__ import annotations

import random

import pytest

from vistula.games.west_was_saved.model import FACINGS, LIT, NORTH, POL, RUS, SEATS, UKR
from vistula.games.west_was_saved.rules.engagement import attackers, seem_ready, surely_ready
from vistula.games.west_was_saved.state import State
from vistula.kernel import Game

from .campaigning import combat
from .plain import ALL, commands, scattered, stack
from .table import M, asked, asks, at, events, hex, last, offered, play, unit, units, verbs, weak, where

rule = pytest.mark.rule

# Both stacks stand on open ground and face each other; each has its staff with it.
HEX = {"russia": "1615", "poland": "1715"}
STAFF = {"russia": "Uborevich", "poland": "Pilsudski"}
ONE = {"russia": "R-4", "poland": "P-8"}
THREE = {"russia": "R-4 R-5 R-6", "poland": "P-8 P-9 P-6"}
RIDERS = {"russia": "R-17Cav", "poland": "P-1Cav"}
GUNS = {"russia": "R-Art1", "poland": "P-Art1"}
SECOND = {"russia": ("R-25", "Budyonny", "1814", "SW"), "poland": ("P-PL3", "Szeptycki", "1614", "S")}
BEHIND = {"russia": ("1515", "1415"), "poland": ("1814", "1914")}
both = pytest.mark.parametrize("attacker", SEATS)


def other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


def field(attacker: str, mine: str, theirs: str, weakened: str = "", more: str = "") -> Game[State]:
    """The moment before an attack by these units on those."""
    text = 'facing.1615 = "NE"\nfacing.1715 = "SW"\nunits.R-29 = "Smolensk"\nunits.P-4 = "Lwow"\n'
    for seat, names in ((attacker, mine), (other(attacker), theirs)):
        for name in names.split():
            sort = ", weak = true" if name in weakened.split() else ""
            text += f'units.{name} = {{ hex = "{HEX[seat]}"{sort} }}\n'
        text += f'units.{STAFF[seat]} = "{HEX[seat]}"\n' if f"units.{STAFF[seat]} " not in more else ""
    return combat(text + more, first=attacker)


def fight(game: Game[State], attacker: str, *dice: int) -> Game[State]:
    game.dice.laid = list(dice)
    return play(game, f"attack {HEX[attacker]}", "alone")


def bits(names: str) -> int:
    return sum(1 << each for each in units(names))


def learnt(game: Game[State]) -> list[tuple[str, str]]:
    return [(barrier.kind, barrier.rule) for barrier in game.barriers]


def marks(game: Game[State]) -> tuple[int, int, int, int]:
    s = game.s
    return s.attacked, s.spent, s.fought, s.triumphed


# -- 9.2 the declaration --------------------------------------------------------------------------------


@rule("9.2a", "9.2d", "9.2h")
@both
def test_what_may_be_said_of_an_attack(attacker: str) -> None:
    name, staff, place, way = SECOND[attacker]
    second = f'units.{name} = "{place}"\nunits.{staff} = "{place}"\nfacing.{place} = "{way}"\n'
    for more, said in (("", {"alone"}), (second, {"alone", "second"})):
        game = field(attacker, ONE[attacker], ONE[other(attacker)], more=more)
        assert asks(game) == f"{attacker}: declare"
        assert (verbs(game), HEX[attacker] in offered(game, "attack")) == ({"attack", "pass"}, True)
        before = game.s.copy()
        play(game, f"attack {HEX[attacker]}")
        assert verbs(game) == said
        assert {option.verb for option in asked(game).options if option.free} == {"cancel"}
        play(game, "cancel")
        assert (asks(game), game.s) == (f"{attacker}: declare", before)
    assert offered(play(game, f"attack {HEX[attacker]}"), "second") == {place}


@rule("9.2a", "9.2f", "13.2a", "9.2c")
@both
def test_an_attack_alone_lays_both_stacks_open_and_uses_up_the_order(attacker: str) -> None:
    foe = other(attacker)
    game = fight(field(attacker, THREE[attacker], ONE[foe] + " " + RIDERS[foe]), attacker, 3, 6)
    told = last(game, "attack").refs
    assert (told["side"], told["hex"], told["to_hex"]) == (attacker, hex(HEX[attacker]), hex(HEX[foe]))
    assert game.s.attacked == bits(THREE[attacker])
    assert game.s.spent == 1 << hex(HEX[attacker])
    seen = {attacker: bits(ONE[foe] + " " + RIDERS[foe]), foe: bits(THREE[attacker])}
    assert game.s.shown == [seen[seat] for seat in SEATS]
    assert game.s.bared == [1 << hex(HEX[other(seat)]) for seat in SEATS]


@rule("9.2e", "9.2f", "9.2d", "13.2a", "9.3i")
@both
@pytest.mark.parametrize(
    ("dice", "key", "values"),
    [
        ([1], "attack_aborted", []),
        ([2], "attack_aborted", []),
        ([3, 2, 3], "support_fails", [3 + 1]),
        ([4, 2, 3], "support_fails", [3 + 1]),
        ([5, 1, 6], "support_comes", [3 + 1 + 4]),
        ([6, 1, 6], "support_comes", [3 + 1 + 4]),
    ],
)
def test_the_die_for_a_second_stack(attacker: str, dice: list[int], key: str, values: list[int]) -> None:
    foe, (name, staff, place, way) = other(attacker), SECOND[attacker]
    second = f'units.{name} = "{place}"\nunits.{staff} = "{place}"\nfacing.{place} = "{way}"\n'
    game = field(attacker, ONE[attacker], ONE[foe], more=second)
    game.dice.laid = dice[:]
    play(game, f"attack {HEX[attacker]}", f"second {place}")
    assert last(game, key).refs["die"] == dice[0]
    assert last(game, "attack").refs["to_hex"] == hex(HEX[foe])
    assert [event.refs["attack"] for event in events(game, "combat")] == values
    assert game.s.attacked == bits(f"{ONE[attacker]} {name}")
    assert game.s.spent == 1 << hex(HEX[attacker]) | 1 << hex(place)
    mine, theirs = (bits(ONE[attacker]), bits(ONE[foe])) if values else (0, 0)
    mine |= bits(name) if key == "support_comes" else 0
    assert game.s.shown == ([theirs, mine] if attacker == SEATS[0] else [mine, theirs])
    assert game.s.fought == mine | theirs
    assert asks(game) == f"{foe}: declare"  # it was the attack of this side


# -- 9.5.a nobody leaves --------------------------------------------------------------------------------


@rule("9.3h", "9.3j", "9.5.a", "9.4a", "9.2c", "9.2g", "9.3f")
@both
@pytest.mark.parametrize(("dice", "margin"), [((3, 3), 0), ((4, 3), 1), ((3, 4), -1), ((5, 3), 2), ((3, 5), -2)])
def test_up_to_a_difference_of_two_all_stay(attacker: str, dice: tuple[int, int], margin: int) -> None:
    foe = other(attacker)
    game = fight(field(attacker, ONE[attacker], ONE[foe]), attacker, *dice)
    told = last(game, "combat").refs
    assert (told["attack_total"], told["defence_total"]) == (3 + dice[0], 3 + dice[1])
    assert weak(game, ONE[foe]) == (margin == 2)
    assert weak(game, ONE[attacker]) == (margin == -2)
    for seat in SEATS:
        assert [where(game, name) for name in (ONE[seat], STAFF[seat])] == [HEX[seat]] * 2
    mine, all_ = bits(ONE[attacker]), bits(ONE[attacker] + " " + ONE[foe])
    assert marks(game) == (mine, 1 << hex(HEX[attacker]), all_, 0)
    assert asks(game) == f"{foe}: declare"  # in turn


@rule("9.6a", "9.5.a", "9.4c")
@both
@pytest.mark.parametrize("attacker_dies", [True, False])
def test_a_staff_leaves_with_the_last_unit_of_a_stack_that_need_not_retreat(attacker: str, attacker_dies: bool) -> None:
    dying = attacker if attacker_dies else other(attacker)
    game = field(attacker, ONE[attacker], ONE[other(attacker)], ONE[dying])
    fight(game, attacker, *((2, 3) if attacker_dies else (3, 2)))  # 2 against 3: a difference of two
    assert (where(game, ONE[dying]), where(game, STAFF[dying])) == ("eliminated", "turn 5")
    assert where(game, STAFF[other(dying)]) == HEX[other(dying)]
    assert game.s.left_hex == {unit(STAFF[dying]): hex(HEX[dying])}


# -- 9.5.b the loser retreats as he likes ---------------------------------------------------------------


@rule("9.5.b1", "9.5.b2", "9.5.b7", "9.4a", "9.4b", "9.6a", "9.2g", "9.3f")
@both
@pytest.mark.parametrize("attacker_wins", [True, False])
def test_from_a_difference_of_three_the_loser_retreats_by_his_own_choice(attacker: str, attacker_wins: bool) -> None:
    winner = attacker if attacker_wins else other(attacker)
    loser = other(winner)
    game = field(attacker, ONE[attacker], ONE[other(attacker)])
    fight(game, attacker, *((6, 3) if attacker_wins else (3, 6)))
    assert (weak(game, ONE[loser]), weak(game, ONE[winner])) == (True, False)  # half of one hit is none
    assert asks(game) == f"{loser}: through"
    assert ("disclose", "9.5.c1") not in learnt(game)
    first, second = BEHIND[loser]
    play(game, f"hex {first}", f"hex {second}")
    assert asks(game) == f"{loser}: which"  # his facing
    play(game, f"face {first}")
    assert [where(game, name) for name in (ONE[loser], STAFF[loser])] == [second] * 2
    assert asks(game) == f"{winner}: who_goes"
    assert offered(game, "unit") == {ONE[winner], STAFF[winner]}
    assert game.s.attacked == bits(ONE[attacker])
    assert (game.s.fought, game.s.triumphed) == (bits(f"{ONE[winner]} {ONE[loser]}"), 0)
    play(game, "all", f"face {first}")
    assert [where(game, name) for name in (ONE[winner], STAFF[winner])] == [HEX[loser]] * 2
    assert asked(game).step != "again"  # no further attack


@rule("9.4a", "9.4b", "9.4d")
@both
@pytest.mark.parametrize("attacker_wins", [True, False])
def test_hits_of_winner_and_loser_are_taken_by_the_other_stack(attacker: str, attacker_wins: bool) -> None:
    winner = attacker if attacker_wins else other(attacker)
    loser = other(winner)
    strong, beaten = THREE[winner], THREE[loser]
    game = field(attacker, THREE[attacker], THREE[other(attacker)])
    fight(game, attacker, *((6, 1) if attacker_wins else (1, 6)))  # five: two hits, one comes back
    for count in (2, 1):
        assert (asks(game), offered(game, "unit")) == (f"{loser}: which", set(beaten.split()))
        play(game, f"unit {beaten.split()[count]}")
    assert (asks(game), offered(game, "unit")) == (f"{winner}: which", set(strong.split()))
    play(game, f"unit {strong.split()[0]}")
    hurt = f"{beaten.split()[2]} {beaten.split()[1]} {strong.split()[0]}"
    assert game.s.weak & bits(f"{strong} {beaten}") == bits(hurt)
    assert asks(game) == f"{loser}: through"


@rule("9.5.b1", "9.6a", "9.4c")
@both
@pytest.mark.parametrize("attacker_wins", [True, False])
def test_guns_of_the_loser_are_lost_and_his_staff_with_the_last_unit(attacker: str, attacker_wins: bool) -> None:
    winner = attacker if attacker_wins else other(attacker)
    loser = other(winner)
    beaten = f"{ONE[loser]} {GUNS[loser]}"
    names = {winner: THREE[winner], loser: beaten}
    game = field(attacker, names[attacker], names[other(attacker)], beaten)
    ahead = 9 - (2 + 1 + 2)  # a weak division with guns, together worth two more
    fight(game, attacker, *((3, 3 + ahead - 3) if attacker_wins else (3 + ahead - 3, 3)))
    assert last(game, "combat").refs["attack"] + last(game, "combat").refs["defence"] == 9 + 5
    play(game, f"unit {ONE[loser]}")  # the one hit
    assert [where(game, name) for name in beaten.split()] == ["eliminated"] * 2
    assert where(game, STAFF[loser]) == "turn 5"
    assert asks(game) == f"{winner}: who_goes"
    assert offered(game, "unit") == {*THREE[winner].split(), STAFF[winner]}


# -- 9.5.c the winner directs the retreat ---------------------------------------------------------------


@rule("9.5.c1", "9.5.c2", "9.5.c3", "9.3f", "9.2g", "9.4a")
@both
@pytest.mark.parametrize("attacker_wins", [True, False])
def test_from_a_difference_of_seven_the_winner_directs_the_retreat(attacker: str, attacker_wins: bool) -> None:
    winner = attacker if attacker_wins else other(attacker)
    loser = other(winner)
    names = {winner: THREE[winner], loser: ONE[loser] + " " + RIDERS[loser]}  # 9 against 3 + 2 + 2
    game = field(attacker, names[attacker], names[other(attacker)])
    fight(game, attacker, *((6, 1) if attacker_wins else (1, 6)))
    play(game, f"unit {ONE[loser]}", f"unit {ONE[loser]}")
    assert (where(game, ONE[loser]), weak(game, RIDERS[loser])) == ("eliminated", True)  # the third hit
    assert game.s.weak & bits(THREE[winner]) == 0  # nothing comes back
    assert asks(game) == f"{winner}: through"
    assert ("disclose", "9.5.c1") in learnt(game)
    first, second = BEHIND[loser]
    play(game, f"hex {first}", f"hex {second}")
    assert asks(game) == f"{winner}: which"  # the facing of those who fled
    play(game, f"face {first}")
    assert where(game, STAFF[loser]) == second
    assert game.s.triumphed == bits(THREE[winner])
    play(game, "all", f"face {first}")
    assert {where(game, name) for name in THREE[winner].split()} == {HEX[loser]}


@rule("9.6a", "9.5.b5")
def test_a_staff_is_lost_with_units_that_find_no_room_on_their_retreat() -> None:
    text = "".join(f'units.{name} = "1814"\n' for name in ("P-9", "P-6", "P-10", "P-7"))
    text += 'units.R-5 = "1614"\nunits.R-6 = "1716"\nfacing.1614 = "N"\nfacing.1716 = "S"\n'
    game = fight(field("russia", "R-4", "P-8", more=text), "russia", 6, 1)
    while asked(game).step in ("through", "to"):
        assert "1814" in offered(game, "hex") or asked(game).step == "to"
        play(game, f"hex {min(offered(game, 'hex'))}")
    play(game, "unit P-8")
    assert (where(game, "P-8"), where(game, "Pilsudski")) == ("eliminated", "turn 5")
    assert game.s.left_hex == {unit("Pilsudski"): hex("1715")}


# -- 9.2 who seems ready to attack ----------------------------------------------------------------------


def leads(s: State, staff: int, place: int, sure: bool) -> bool:
    """[9.2a, 13.1a, 13.3d, 13.4f] Whether a command unit leads a stack, as far as its top counter tells."""
    here = stack(s, M.side[staff], place)
    if s.place[staff] < 0 or M.grid.distance(s.place[staff], place) > 1:
        return False
    if M.nation[staff] == UKR:
        tops = [u for u in here if not s.under >> u & 1 and not s.full_fog]
        alone = len(here) + s.dummies.get(place, 0) == 1
        return M.nation[tops[0]] == UKR and (alone or not sure) if tops else not sure
    if M.nation[staff] == RUS:
        zone = M.north if M.area[staff] == NORTH else M.south
        return bool(zone >> place & 1) and all(M.nation[u] != LIT for u in here)
    return M.nation[staff] == POL or all(M.nation[u] == LIT for u in here)


def looks_at_foe(s: State, side: int, place: int) -> bool:
    ahead = M.toward[place][s.facing[place]] if s.facing[place] >= 0 else -1
    return ahead >= 0 and bool(stack(s, 1 - side, ahead) or commands(s, 1 - side, ahead))


@rule("9.2a", "9.2f", "13.4f")
@pytest.mark.parametrize("place", ["Minsk", "Kiev", "Kaunas", "Kamenets", "Mozyr"])
def test_who_seems_ready_to_attack_and_who_surely_is(place: str) -> None:
    seen = set()
    for seed in range(6):
        s, rng = scattered(90 + seed, place, radius=3), random.Random(seed)
        s.full_fog = seed == 5
        held = [h for h in ALL for side in (0, 1) if stack(s, side, h)]
        s.attacked = sum(1 << u for u in M.combat if s.place[u] >= 0 and rng.random() < 0.4)
        s.spent = sum(1 << h for h in held if rng.random() < 0.3)
        s.dummies = {h: 1 for h in held if rng.random() < 0.2}
        for side in (0, 1):
            facing = [h for h in ALL if stack(s, side, h) and looks_at_foe(s, side, h)]
            staffs = M.commands_of[side]
            seem = [h for h in facing if not s.spent >> h & 1 and any(leads(s, c, h, False) for c in staffs)]
            tops = {h: next(u for u in stack(s, side, h) if not s.under >> u & 1) for h in facing}
            fresh = [h for h in facing if not s.full_fog and not s.attacked >> tops[h] & 1 and M.kind[tops[h]] < 2]
            sure = [h for h in fresh if any(leads(s, c, h, True) for c in staffs)]
            assert (seem_ready(s, side), surely_ready(s, side)) == (seem, sure)
            seen |= {(h in seem, h in sure) for h in facing}
    assert len(seen) > 2


# -- 9.5.b7 to 9.5.b9, 9.6b the advance -----------------------------------------------------------------


@rule("9.5.b7", "9.5.b8", "9.5.b9")
@both
def test_what_is_asked_of_the_winner(attacker: str) -> None:
    foe = other(attacker)
    mine = f"{ONE[attacker]} {RIDERS[attacker]}"
    game = fight(field(attacker, mine, ONE[foe]), attacker, 3, 4)  # 3 + 2 and two arms against 3
    first, second = BEHIND[foe]
    play(game, f"hex {first}", f"hex {second}", f"face {first}")
    assert [(o.verb, o.publish) for o in asked(game).options] == [("unit", False), ("all", False), ("done", True)]
    assert offered(game, "unit") == {*mine.split(), STAFF[attacker]}
    play(game, "all")
    assert (asks(game), offered(game, "unit")) == (f"{attacker}: charge", {RIDERS[attacker]})
    assert [(o.verb, o.publish) for o in asked(game).options] == [("unit", False), ("done", True)]
    play(game, "done")
    assert asks(game) == f"{attacker}: which"  # the facing in the hex that was won
    play(game, f"face {HEX[attacker]}")
    assert game.s.facing[hex(HEX[foe])] == M.grid.direction(hex(HEX[foe]), hex(HEX[attacker]))


@rule("9.5.b7", "9.5.b9")
@both
def test_who_does_not_advance_is_asked_for_no_facing(attacker: str) -> None:
    foe = other(attacker)
    game = fight(field(attacker, ONE[attacker], ONE[foe]), attacker, 6, 3)
    first, second = BEHIND[foe]
    play(game, f"hex {first}", f"hex {second}", f"face {first}")
    told = len(events(game, "faces"))
    play(game, "done")
    assert (len(events(game, "faces")), asked(game).step == "which") == (told, False)
    assert where(game, ONE[attacker]) == HEX[attacker]


@rule("9.5.b7")
@both
def test_one_alone_is_not_all(attacker: str) -> None:
    foe, place = other(attacker), {"russia": "1616", "poland": "1815"}[attacker]
    game = fight(
        field(attacker, ONE[attacker], ONE[foe], more=f'units.{STAFF[attacker]} = "{place}"\n'), attacker, 6, 3
    )
    first, second = BEHIND[foe]
    play(game, f"hex {first}", f"hex {second}", f"face {first}")
    assert (verbs(game), offered(game, "unit")) == ({"unit", "done"}, {ONE[attacker]})


@rule("9.6b", "2.2b")
def test_a_command_unit_that_is_driven_off_may_have_barred_the_way_of_supply() -> None:
    """Polish command units stand all around Warsaw, where a Russian division waits for its supply from Siedlce."""
    around = [h for h in ALL if M.grid.distance(h, M.warsaw) == 1 and M.open >> h & 1]
    staffs = ("Pilsudski", "Szeptycki", "Zygadlowicz", "Sikorski", "Rydz-Smigly", "Iwaszkiewicz")
    between = next(h for h in around if M.grid.distance(h, hex("Siedlce")) == 1)
    text = 'units.R-27 = "Warsaw"\nunits.R-5 = "Siedlce"\nunits.Budyonny = "Siedlce"\nunits.P-4 = "Lwow"\n'
    text += "".join(f'units.{name} = "{M.grid.number(h)}"\n' for name, h in zip(staffs, around, strict=False))
    text += 'depots.russia = ["Siedlce"]\nunits.Gai = "Siedlce"\n'
    way = FACINGS[M.toward[hex("Siedlce")].index(between)]
    game = combat(text + f'facing.0609 = "{way}"\n', turn=10)
    assert not game.over
    play(game, "attack 0609", "alone")
    assert (game.over, game.s.winner) == (True, SEATS.index("russia"))


# -- 9.3g cards in combat -------------------------------------------------------------------------------


@rule("9.3g")
@both
@pytest.mark.parametrize(("mine", "theirs"), [("card", "keep"), ("keep", "card"), ("card", "card"), ("keep", "keep")])
def test_both_players_may_use_a_card_in_a_combat_the_attacker_first(attacker: str, mine: str, theirs: str) -> None:
    foe = other(attacker)
    game = field(attacker, ONE[attacker], ONE[foe], more="laid = { poland = 9, russia = 9 }\n")
    game.dice.laid = [3, 3]
    play(game, f"attack {HEX[attacker]}", "alone")
    for seat, step, said in ((attacker, "attackers_card", mine), (foe, "defenders_card", theirs)):
        assert (asks(game), verbs(game)) == (f"{seat}: {step}", {"card", "keep"})
        play(game, said)
    told = last(game, "combat").refs
    assert (told["attack"], told["defence"]) == (3 + 2 * (mine == "card"), 3 + 2 * (theirs == "card"))
    used = {attacker: mine == "card", foe: theirs == "card"}
    assert game.s.card_uses == [1 - used[seat] for seat in SEATS]
    assert len(events(game, "card_declared")) == sum(used.values())


@rule("9.3g")
@both
def test_without_a_card_for_it_nobody_is_asked(attacker: str) -> None:
    game = field(attacker, ONE[attacker], ONE[other(attacker)], more="laid = { poland = 3, russia = 6 }\n")
    fight(game, attacker, 3, 3)
    assert last(game, "combat").refs["attack"] == 3


@rule("9.2a", "13.4f")
def test_nobody_can_tell_of_a_covered_stack_whether_the_ukrainian_command_leads_it() -> None:
    text = 'turn = 4\nphase = "depots"\nunits.U-3 = "1515"\nunits.Pavlenko = "1515"\nunits.R-4 = "1615"\n'
    text += 'facing.1515 = "SE"\nfacing.1615 = "S"\n'
    open_, covered = at(text), at(text, fog="full")
    assert (seem_ready(open_.s, 0), surely_ready(open_.s, 0)) == ([hex("1515")], [hex("1515")])
    assert (seem_ready(covered.s, 0), surely_ready(covered.s, 0)) == ([hex("1515")], [])
    two = at(text + 'units.U-1 = "1515"\n')
    assert (seem_ready(two.s, 0), surely_ready(two.s, 0)) == ([hex("1515")], []), "a Pole may lie under a Ukrainian"
    polish = at(text.replace("units.U-3", "units.P-8"), fog="full")
    assert (seem_ready(polish.s, 0), attackers(polish.s, 0)) == ([hex("1515")], [])
