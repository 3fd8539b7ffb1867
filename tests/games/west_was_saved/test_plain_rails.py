"""Re-deployment: who seems able to, what the phase remembers, every hex of a way, in plain words."""

from __future__ import annotations

import random

import pytest

from vistula.games.west_was_saved.changes import remove
from vistula.games.west_was_saved.model import COMMAND, POLAND, RUSSIA, SEATS
from vistula.games.west_was_saved.rules.redeployment import ready, seems_mobile, surely_mobile
from vistula.games.west_was_saved.state import ABSENT, State
from vistula.kernel import Game

from .plain import ALL, across, at_home, commands, enterable, fed_hexes, neighbours, scattered, stack, touches_enemy
from .table import M, asked, asks, at, can, cannot, events, hex, last, offered, play, points, unit, verbs, where
from .test_plain_rear import leaves, rail

rule = pytest.mark.rule
SIDES = (POLAND, RUSSIA)


# -- what everyone can tell ------------------------------------------------------------------------------------------


def crowd(seed: int, place: str) -> State:
    """Both sides crowded together, so that many have nowhere to go."""
    s, rng = scattered(seed, place, radius=2), random.Random(f"{seed} {place} crowd")
    for name in ("P-8", "R-4"):
        remove(s, unit(name), ABSENT)
    s.full_fog = rng.random() < 0.2
    s.redeployments = [rng.choice((0, 0, 1, 3, 4)) for _ in SIDES]
    s.redeployed = sum(1 << u for u in M.units if s.place[u] >= 0 and rng.random() < 0.4)
    for side in SIDES:
        for each in [u for u in M.commands_of[side] if s.place[u] >= 0 and rng.random() < 0.7]:
            remove(s, each, ABSENT)
    return s


def may_seem(s: State, side: int) -> bool:
    """[11.2a, 11.2c, 11.2f] Somebody is next to a hex that is not closed to all of the side."""
    held = [h for h in ALL if stack(s, side, h) or commands(s, side, h)]
    around = {to for h in held for to in neighbours(h) if enterable(s, side, to) and not stack(s, 1 - side, to)}
    onward = [h for h in around if not touches_enemy(s, side, h) or stack(s, side, h)]
    return s.redeployments[side] < 4 and bool(onward)


def in_sight(s: State, side: int) -> list[int]:
    """Pieces of which all know that they have not re-deployed: staffs, and before anyone has gone the top units."""
    tops = [] if s.full_fog or s.redeployments[side] else [u for u in M.combat_of[side] if not s.under >> u & 1]
    return [u for u in (*M.commands_of[side], *tops) if s.place[u] >= 0 and not s.redeployed >> u & 1]


def surely_goes(s: State, piece: int) -> bool:
    """[11.2a, 11.2b, 11.2c] Away from the enemy, in supply, into an empty hex on this side of the line."""
    side, here = M.side[piece], s.place[piece]
    fed = set(ALL) if M.kind[piece] == COMMAND else fed_hexes(s, piece)
    if touches_enemy(s, side, here) or here not in fed:
        return False
    for to in neighbours(here):
        held = stack(s, side, to) or stack(s, 1 - side, to) or commands(s, 1 - side, to)
        line = M.kind[piece] != COMMAND and across(here, to)
        near = held or line or touches_enemy(s, side, to)
        if enterable(s, side, to) and at_home(piece, to) and to in fed and not near:
            return True
    return False


@rule("11.2a", "11.2b", "11.2c", "11.2f")
@pytest.mark.parametrize("place", ["Minsk", "Kiev", "Kaunas", "Lomza", "1610", "2003"])
def test_who_seems_able_to_re_deploy_and_who_surely_is(place: str) -> None:
    seen = set()
    for seed in range(24):
        s = crowd(seed, place)
        for side in SIDES:
            sure = s.redeployments[side] < 4 and any(surely_goes(s, u) for u in in_sight(s, side))
            assert (seems_mobile(s, side), surely_mobile(s, side)) == (may_seem(s, side), sure)
            seen.add((may_seem(s, side), sure))
    assert len(seen) == 3  # nobody, perhaps, surely


@rule("11.1b", "13.1b", "11.1a", "11.2a")
@pytest.mark.parametrize("place", ["1610", "Gomel", "1310"])
def test_without_a_point_nobody_re_deploys_who_could_only_cross_the_line(place: str) -> None:
    for seed in (0, 1):
        s = crowd(seed, place)
        s.rp, s.redeployments = [0, 0], [0, 0]
        for side in SIDES:
            able = set(ready(s, side))
            for piece in [u for u in (*M.combat_of[side], *M.commands_of[side]) if s.place[u] >= 0]:
                fed = fed_hexes(s, piece) if piece in M.combat else set()
                goes = leaves(s, piece, fed) and bool(rail(s, piece, {s.place[piece]}, False, fed))
                assert (piece in able) == goes


# -- the phase -------------------------------------------------------------------------------------------------------

BOTH = """
    units.P-8 = "Lublin"
    units.P-7 = "Lublin"
    units.P-Art1 = "Brest"
    units.Pilsudski = "Rowne"
    units.R-4 = "Smolensk"
    units.R-5 = "Gomel"
    units.R-Art1 = "Gomel"
    units.Kork = "Smolensk"
    depots.poland = ["Lublin", "Brest", "Kowel"]
    depots.russia = ["Smolensk", "Gomel"]
"""
MOVES = {"poland": ("P-8", "0711", "0712"), "russia": ("R-5", "1909", "1910")}
GUNS = {"poland": ("P-Art1", "0708"), "russia": ("R-Art1", "1808")}
sides = pytest.mark.parametrize("seat", SEATS)


def phase(seat: str, more: str = "", before: bool = False) -> Game[State]:
    """The first question of the phase, put to this seat."""
    totals = "total = { poland = 9, russia = 8 }\n" if seat == "poland" else "total = { poland = 8, russia = 9 }\n"
    name = "restoration" if before else "redeployment"
    return at(f'turn = 4\nphase = "{name}"\n{totals}{BOTH}{more}')


@rule("11.1a", "11.1c")
@sides
def test_the_phase_begins_with_nothing_promised_and_nobody_gone(seat: str) -> None:
    game = phase(seat, before=True)
    game.s.promised, game.s.redeployed, game.s.redeployments = 6, 6, [2, 3]
    play(game, "done", "done")
    assert asks(game) == f"{seat}: redeploy"
    assert (game.s.promised, game.s.redeployed, game.s.redeployments) == (0, 0, [0, 0])
    assert [(o.verb, o.publish) for o in asked(game).options] == [("unit", False), ("pass", True)]


@rule("11.1a", "11.1b", "11.2a", "13.1b")
@sides
def test_one_unit_from_hand_to_hex(seat: str) -> None:
    side, (name, to, beyond) = SEATS.index(seat), MOVES[seat]
    game = phase(seat)
    before = game.s.copy()
    play(game, f"unit {name}")
    assert (game.s.moving, game.s.moving_hex) == (1 << unit(name), before.place[unit(name)])
    assert game.s.redeployments == [int(each == side) for each in SIDES]
    assert [(o.verb, o.free) for o in asked(game).options] == [("step", False), ("cancel", True)]
    play(game, "cancel")
    assert (asks(game), game.s) == (f"{seat}: redeploy", before)
    play(game, f"unit {name}", f"step {to}")
    assert (where(game, name), game.s.moving_hex) == (to, hex(to))
    assert [(o.verb, o.free) for o in asked(game).options] == [("step", False), ("stop", False)]
    assert to not in offered(game, "step")
    play(game, "stop")
    assert asks(game) == f"{seat}: which"  # its facing
    play(game, f"face {beyond}")
    assert (game.s.redeployed, game.s.moving, game.s.moving_hex) == (1 << unit(name), 0, -1)
    told = last(game, "redeploys").refs
    assert (told["unit"], told["hex"], told["to_hex"]) == (unit(name), before.place[unit(name)], hex(to))
    assert asks(game) == f"{SEATS[1 - side]}: redeploy"


@rule("11.1b", "11.2a", "1.2n")
@sides
def test_guns_show_no_facing_and_take_none_over(seat: str) -> None:
    (name, to), (rifles, *_) = GUNS[seat], MOVES[seat]
    game = play(phase(seat), f"unit {name}", f"step {to}", "stop")
    assert asks(game) == f"{SEATS[1 - SEATS.index(seat)]}: redeploy"
    play(game, "pass", f"unit {rifles}", f"step {to}", "stop")
    assert asks(game) == f"{seat}: which"  # only guns are there


@rule("11.1a", "11.2a")
@sides
def test_who_has_declined_is_asked_no_more(seat: str) -> None:
    game = phase(seat)
    other = SEATS[1 - SEATS.index(seat)]
    play(game, "pass")
    assert (asks(game), len(events(game, "redeployment_ends"))) == (f"{other}: redeploy", 1)
    name, to, beyond = MOVES[other]
    play(game, f"unit {name}", f"step {to}", "stop", f"face {beyond}")
    assert asks(game) == f"{other}: redeploy"
    play(game, "pass")
    assert game.s.phase != 9


@rule("11.1b")
def test_a_re_deployment_is_complete_where_undo_is_agreed_for_the_move_alone() -> None:
    game = at(f'turn = 4\nphase = "redeployment"\ntotal = {{ poland = 9, russia = 8 }}\n{BOTH}', undo="move")
    play(game, "unit P-8", "step 0711", "stop")
    assert ("settle", "11.1b") in [(barrier.kind, barrier.rule) for barrier in game.barriers]


@rule("11.1b", "11.2a", "2.2b", "11.2d")
def test_a_unit_that_takes_the_capital_or_lets_supply_in_ends_the_game() -> None:
    text = 'turn = 10\nphase = "redeployment"\ntotal = { poland = 8, russia = 9 }\nunits.P-8 = "Lwow"\n'
    text += 'units.R-4 = "Brest"\ndepots.russia = ["Brest", "Siedlce"]\n'
    game = play(at(text), "unit R-4", "step Warsaw")
    assert not game.over  # it is still under way
    play(game, "stop")
    assert (game.over, game.s.winner) == (True, RUSSIA)


# -- 11.2c promises, 11.2d, 13.1b the way ----------------------------------------------------------------------------


@rule("11.2c", "11.2d", "13.1b")
@sides
def test_promises_are_given_next_to_the_enemy_alone(seat: str) -> None:
    name, to, _ = MOVES[seat]
    foe, friend, start = {"poland": ("R-29", "P-9", "Lublin"), "russia": ("P-4", "R-6", "Gomel")}[seat]
    apart = [h for h in neighbours(hex(to)) if M.grid.distance(h, hex(start)) > 1 and M.open >> h & 1]
    game = phase(seat, f'units.{foe} = "{M.grid.number(apart[0])}"\nunits.{friend} = "{to}"\n')
    play(game, f"unit {name}", f"step {to}")
    assert game.s.promised == 1 << hex(to)
    play(game, "step " + next(iter(offered(game, "step"))))
    assert game.s.promised & (1 << hex(start) | 1 << hex(to)) == 1 << hex(to)


@rule("11.2c")
@sides
def test_who_leaves_the_enemys_side_promises_too(seat: str) -> None:
    name, to, _ = MOVES[seat]
    foe, start = {"poland": ("R-29", "Lublin"), "russia": ("P-4", "Gomel")}[seat]
    apart = [h for h in neighbours(hex(start)) if M.grid.distance(h, hex(to)) > 1 and M.open >> h & 1]
    game = play(phase(seat, f'units.{foe} = "{M.grid.number(apart[0])}"\n'), f"unit {name}", f"step {to}")
    assert game.s.promised == 1 << hex(start)


CROSSING = """
    units.R-5 = "Gomel"
    units.R-4 = "Gomel"
    units.R-6 = "Gomel"
    units.Kork = "Gomel"
    units.P-8 = "Warsaw"
    depots.russia = ["Gomel", "Chernigov"]
    total.russia = 20
"""


@rule("13.1b")
@pytest.mark.parametrize(
    ("card", "rp", "crosses", "left"),
    [("", 0, 0, 0), ("", 1, 1, 0), ("", 2, 2, 0), ("25", 0, 2, 0), ("25", 1, 3, 0), ("25", 3, 3, 2)],
)
def test_how_many_cross_the_line(card: str, rp: int, crosses: int, left: int) -> None:
    crossings = next(c.no for c in M.cards if c and "up to two units may cross" in c.text(RUSSIA).says.casefold())
    laid = f"laid.russia = {crossings}\n" if card else ""
    game = at(f'turn = 4\nphase = "redeployment"\n{laid}{CROSSING}points.russia = {rp}\n')
    for count, name in enumerate(("R-5", "R-4", "R-6")):
        play(game, f"unit {name}")
        assert can(game, "step 1810") == (count < crosses)
        play(game, *(["step 1810", "stop"] if count < crosses else ["cancel"]))
        play(game, *[f"face {to}" for to in ("1811",) if "face" in verbs(game)])
        play(game, *["pass"] * (asks(game) == "poland: redeploy"))
    assert (points(game, "russia"), len(events(game, "crosses"))) == (left, crosses)
    assert cannot(game, "unit R-5") or crosses == 0
