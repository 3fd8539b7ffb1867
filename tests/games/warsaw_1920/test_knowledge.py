"""6.3 Fog of war and 5.3 the secret order: what Russia may not know is in nothing that he is given."""

from __future__ import annotations

import random

import msgspec
import pytest

from vistula.games.warsaw_1920.knowledge import fill, hidden_units, mask
from vistula.games.warsaw_1920.shown.overlays import KINDS
from vistula.games.warsaw_1920.state import covered_by
from vistula.kernel import ONLOOKER, UNKNOWN, Action, Dice, Game, IllegalAction

from .situations import any_action
from .table import (  # fmt: skip
    TITLE,
    M,
    asked,
    at,
    attack,
    events,
    play,
    poles_attack,
    poles_move,
    roll,
    russians_attack,
    russians_move,
    seat,
    unit,
    where,
)

SPACES = [h for h in range(M.grid.size) if M.grid.valid >> h & 1]


def played(seed, scenario="quick"):
    """A random game as people play it, with drafts, at every decision."""
    rng = random.Random(seed)
    game = TITLE.start(scenario, seed=seed, journal=False).listen()
    while not game.over:
        yield game, rng
        game.play(seat(game), any_action(asked(game), rng))


def twin_of(game, who, rng):
    """Another world that this seat cannot tell from the real one."""
    s, stack, _, heard = game._seen_by(who)
    other = Game(TITLE, fill(mask(s, who), who, rng), [frame.copy() for frame in stack], Dice(b"1" * 32), game.scenario)
    other.options = game.options
    other.run()
    other.events = game.events[:heard]
    return other


def everything(mine, rng):
    """All that a seat can be told, as one text."""
    view = mine.view()
    view.undo = type(view.undo)()
    told = [view, mine.decision]
    told += [mine.why_not("piece", u) for u in M.units]
    told += [mine.why_not("space", h) for h in rng.sample(SPACES, 8)]
    told += [mine.overlay(kind) for kind in KINDS if kind != "reach"]
    told += [mine.overlay("reach", u) for u in rng.sample(M.units, 5)]
    told += [mine.route(u, h) for u in rng.sample(M.units, 5) for h in rng.sample(SPACES, 3)]
    told.append(mine.forecast())
    if mine.decision is not None:
        actions = [Action(o.verb, arg) for o in mine.decision.options for arg in o.args]
        told += [mine.forecast(action) for action in actions]
        told += [TITLE.refuse(mine, Action(verb, arg)) for verb in ("done", "end", "unit", "hex") for arg in (0, 40)]
    told += [TITLE.tale(event) for event in mine.events[-20:]]
    return msgspec.json.encode(told)


# -- twin worlds ------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.3a", "6.3b", "6.3c", "6.3d", "5.3a")
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("who", ["russia", ONLOOKER])
def test_twin_worlds_look_the_same(seed, who):
    tried = 0
    for game, rng in played(seed):
        if rng.random() > 0.15:
            continue
        mine = game.seat(who)
        twin = twin_of(game, who, rng).seat(who)
        assert msgspec.to_builtins(twin.s) == msgspec.to_builtins(mine.s)
        same = rng.random()
        assert everything(mine, random.Random(same)) == everything(twin, random.Random(same))
        tried += 1
    assert tried > 10


@pytest.mark.rule("6.3b", "6.3c")
@pytest.mark.parametrize("seed", range(5))
def test_the_name_of_no_hidden_unit_is_in_what_russia_is_shown(seed):
    for game, _ in played(seed):
        mine = game.seat("russia")
        s = game._seen_by("russia")[0]
        view = msgspec.json.encode(mine.view()).decode()
        for u in M.polish:
            if hidden_units(s) >> u & 1 and s.place[u] >= 0:
                assert f'"{M.key[u]}"' not in view
                assert mine.s.place[u] == UNKNOWN


@pytest.mark.rule("6.3a")
def test_poland_sees_everything():
    game = russians_move("""
        units.P-8 = { hex = "0330", under = true }
        units.P-10 = "0330"
        units.R-4 = { hex = "2832", disrupted = true }
        units.R-27 = "2832"
    """)
    assert game.seat("poland").s is game.s
    pieces = {piece.key: piece for piece in game.seat("poland").view().pieces}
    assert all(pieces[key].face == key for key in ("P-8", "P-10", "R-4", "R-27"))


# -- what Russia sees of a Polish stack -------------------------------------------------------------------------


def seen_by_russia(game, hex):
    """Faces from bottom to top; None where Russia may not look."""
    return [piece.face for piece in game.seat("russia").view().pieces if piece.space == hex]


@pytest.mark.rule("6.3b")
def test_only_the_top_unit_is_seen():
    game = russians_move("units.P-8 = '0330'\nunits.P-10 = '0330'\nunits.R-4 = '2832'")
    assert seen_by_russia(game, "0330") == [None, "P-10"]


@pytest.mark.rule("6.3d", "12.3e")
def test_markers_hide_nothing():
    game = russians_move("""
        units.P-8 = "0330"
        units.P-10 = { hex = "0330", isolated = true }
        units.R-4 = "2832"
    """)
    assert seen_by_russia(game, "0330") == [None, "P-10"]
    isolated = [p for p in game.seat("russia").view().pieces if "isolated" in p.marks]
    assert [piece.key for piece in isolated] == ["P-10"]


@pytest.mark.rule("6.3c")
def test_a_disrupted_unit_is_never_seen():
    game = russians_move("""
        units.P-8 = { hex = "0330", disrupted = true }
        units.P-10 = { hex = "0615", disrupted = true }
        units.P-14 = "0615"
        units.R-4 = "2832"
    """)
    assert seen_by_russia(game, "0330") == [None]
    assert seen_by_russia(game, "0615") == [None, "P-14"]
    marks = {piece.key: piece.marks for piece in game.seat("russia").view().pieces}
    assert marks["0330.0"] == ["disrupted"]


@pytest.mark.rule("6.3b")
def test_the_pole_arranges_his_stack():
    game = poles_move("units.P-8 = '0330'\nunits.P-10 = '0330'\nunits.R-4 = '2832'")
    play(game, "top P-8", "end")
    assert seen_by_russia(game, "0330") == [None, "P-8"]


# A third unit comes through a stack in 0331 whose lower unit Russia has never seen.
COVERED = "units.P-PL2 = { hex = '0331', under = true }\nunits.P-12 = '0331'\n"


def by_retreat(lines):
    game = russians_attack(lines + "units.P-3cav = '0332'\nunits.R-27 = '0333'\nunits.R-4 = '0333'")
    attack(game, "0332", "R-27 R-4", 2)
    assert seat(game) == "russia"
    return play(game, "hex 0331", "hex 0330", "done")


def by_rout(lines):
    lines += "units.P-3cav = { hex = '0332', disrupted = true }\nunits.R-4 = '0334'\n"
    game = play(russians_move(lines + "units.R-33 = '0531'\nunits.R-5 = '0131'"), "unit R-4", "step 0333")
    assert [event.refs["to_hex"] for event in events(game, "routs")] == [M.hex("0331"), M.hex("0330")]
    return game


def by_march(lines):
    game = poles_move(lines + "units.P-3cav = '0332'\nunits.R-4 = '2832'")
    return play(game, "unit P-3cav", "step 0331", "step 0330", "stop", "end")


@pytest.mark.rule("6.3b")
@pytest.mark.parametrize("passing", [by_retreat, by_rout, by_march])
def test_a_unit_that_only_passes_leaves_a_stack_as_it_lay(passing):
    game = passing(COVERED)
    assert game.s.place[unit("P-3cav")] == M.hex("0330")
    assert seen_by_russia(game, "0331") == [None, "P-12"]
    assert game.s.under == 1 << unit("P-PL2")


@pytest.mark.rule("6.3b")
@pytest.mark.parametrize("order", ["P-8 P-17 P-10", "P-17 P-8 P-10", "P-10 P-17 P-8", "P-17 P-10 P-8"])
def test_who_lies_open_when_the_top_is_taken_off_follows_from_the_order_of_the_stack(order):
    lowest, middle, top = order.split()
    game = poles_move(f"units.{lowest} = '0332'\nunits.{middle} = '0331'\nunits.{top} = '0331'\nunits.R-4 = '2832'")
    for mover in (middle, top):
        play(game, f"unit {mover}", "step 0332", "stop")
    play(game, "end", f"unit {top}", "stop")
    assert seen_by_russia(game, "0332") == [None, middle]


@pytest.mark.rule("6.3b")
def test_a_unit_put_on_top_leaves_the_others_in_their_order():
    lines = [f"units.{name} = {{ hex = '0332', moved = true }}" for name in ("P-8", "P-10", "P-17")]
    game = play(poles_move("\n".join([*lines, "units.R-4 = '2832'"])), "top P-8")
    assert [covered_by(game.s, unit(name)) for name in ("P-8", "P-17", "P-10")] == [0, 1, 2]
    play(game, "top P-10", "end", "unit P-10", "stop")
    assert seen_by_russia(game, "0332") == [None, "P-8"]


@pytest.mark.rule("6.3b", "9.2a", "5.2a")
@pytest.mark.parametrize(
    ("phase", "more", "step"),
    [
        ("reinforcement", "units.P-11 = { hex = '0615', disrupted = true }", "reorganization"),
        ("reinforcement", "units.P-2K = 'box 4'", "arrivals"),
        ("operation", "", "kind"),
    ],
)
def test_the_pole_arranges_his_stacks_whenever_he_is_asked_in_his_turn(phase, more, step):
    lines = "units.P-8 = '0330'\nunits.P-10 = '0330'\nunits.R-4 = '2832'\n" + more
    game = at(f"turn = 4\nside = 'poland'\nphase = '{phase}'\n{lines}")
    play(game, "top P-8")
    assert asked(game).step == step
    assert game.s.under == 1 << unit("P-10")


CLOSE = "units.R-4 = '0334'\nunits.R-33 = '0531'\nunits.R-5 = '0131'\n"  # but for 0331 there is no way out of 0332


@pytest.mark.rule("6.3b", "6.3c")
@pytest.mark.parametrize(
    ("more", "fate"),
    [
        ("units.P-PL2 = { hex = '0332', under = true }", "0331"),  # routs off a stack and lays P-PL2 open
        ("units.R-11 = '0329'\nunits.R-12 = '0330'", "box 6"),  # cornered: on the turn track it lies open itself
    ],
)
def test_what_a_march_lays_open_cannot_be_taken_back(more, fate):
    game = russians_move(CLOSE + "units.P-3cav = { hex = '0332', disrupted = true }\n" + more)
    play(game, "unit R-4", "step 0333")
    assert where(game, "P-3cav") == fate
    with pytest.raises(IllegalAction):
        game.undo("russia")


@pytest.mark.rule("6.3b")
def test_the_russian_is_offered_no_stack_to_arrange():
    game = at("turn = 4\nphase = 'operation'\nunits.P-8 = '0330'\nunits.P-10 = '0330'\nunits.R-4 = '2832'")
    assert "top" not in asked(game).verbs()


# -- the order of what happens at once --------------------------------------------------------------------------


def told(lines, key, below, turn=4):
    """What Russia hears in a Polish refit phase, with this unit beneath P-10."""
    game = at(f"turn = {turn}\nside = 'poland'\nphase = 'operation'\n" + lines.replace("BELOW", below)).listen()
    play(game, "stop")
    return [event.seen_by("russia").refs for event in events(game, key)]


@pytest.mark.rule("6.3b", "12.3e", "12.3f")
@pytest.mark.parametrize(
    ("key", "lines"),
    [
        ("isolated", "units.BELOW = { hex = '0332', under = true }\nunits.P-10 = '0332'\nunits.R-4 = '0333'\n"
                     "units.R-11 = '0331'\nunits.R-33 = '0533'\nunits.R-5 = '0132'"),
        ("relieved", "units.BELOW = { hex = '0615', under = true, isolated = true }\n"
                     "units.P-10 = { hex = '0615', isolated = true }\nunits.R-4 = '2832'"),
    ],
)  # fmt: skip
def test_the_order_of_markers_says_nothing_about_covered_units(key, lines):
    one, other = told(lines, key, "P-8"), told(lines, key, "P-17")
    assert one == other
    assert [refs["unit"] for refs in one] == [unit("P-10"), UNKNOWN]


@pytest.mark.rule("6.3c", "10.4.2b", "10.4.2e")
def test_the_order_of_routs_says_nothing_about_hidden_units():
    """Two worlds in which the counters of a stack have changed places: Russia sees the same until the Pole chooses."""
    views = []
    for top, below in (("P-8", "P-17"), ("P-17", "P-8")):
        game = russians_move(f"""
            units.{below} = {{ hex = "0332", disrupted = true, under = true }}
            units.{top} = {{ hex = "0332", disrupted = true }}
            units.R-4 = "0335"
        """)
        play(game, "unit R-4", "step 0334", "step 0333")
        views.append([msgspec.json.encode(game.seat("russia").view().pieces)])
        play(game, f"unit {below}")
        views[-1].append(msgspec.json.encode(game.seat("russia").view().pieces))
    assert views[0] == views[1]


@pytest.mark.rule("6.3b", "11.2a")
def test_defenders_are_shown_in_combat_and_hidden_after_it():
    game = russians_attack("""
        units.R-4 = "0331"
        units.R-11 = "0331"
        units.P-8 = "0330"
        units.P-10 = "0330"
        units.P-14 = "0615"
        units.P-9 = "0615"
    """)
    attack(game, "0330", "R-4 R-11", 3)
    assert events(game, "result")[-1].refs["result"] == "C"
    assert events(game, "attack")[-1].seen_by("russia").refs["defenders"] == [unit("P-8"), unit("P-10")]
    assert seen_by_russia(game, "0330") == [None, "P-10"]


@pytest.mark.rule("6.3b", "6.3c")
def test_beaten_attackers_are_named_while_they_retreat_and_hidden_after_it():
    game = poles_attack("units.P-8 = '0330'\nunits.P-10 = '0330'\nunits.R-4 = '0331'\nunits.R-11 = '0331'")
    play(game, "attack 0331", "unit P-8", "unit P-10")
    assert seen_by_russia(game, "0330") == [None, "P-10"]
    roll(game, 2)
    play(game, "resolve")
    assert events(game, "result")[-1].refs["result"] == "AR"
    assert asked(game).step == "next_unit"
    assert set(seen_by_russia(game, "0330")) == {"P-8", "P-10"}
    while asked(game).step != "declare":
        decision = asked(game)
        game.play(decision.seat, Action(decision.options[0].verb, decision.options[0].args[0]))
    heard = {u for event in events(game, "retreats") for u in [event.seen_by("russia").refs["unit"]]}
    assert heard == {unit("P-8"), unit("P-10")}
    play(game, "end")
    polish = [piece for piece in game.seat("russia").view().pieces if piece.side == "poland"]
    assert [piece.face for piece in polish] == [None, None]
    assert all("disrupted" in piece.marks for piece in polish)


@pytest.mark.rule("6.3c", "10.4.2a")
def test_a_rout_has_no_name_for_russia():
    game = russians_move("units.R-4 = '0332'\nunits.P-8 = { hex = '0330', disrupted = true }")
    play(game, "unit R-4", "step 0331")
    assert seat(game) == "poland"
    assert "routing" in [m for p in game.seat("russia").view().pieces for m in p.marks]
    play(game, f"hex {M.grid.number(asked(game).options[0].args[0])}")
    event = events(game, "routs")[-1]
    assert event.refs["unit"] == unit("P-8")
    assert event.seen_by("russia").refs["unit"] == UNKNOWN
    assert event.seen_by(ONLOOKER).refs["unit"] == UNKNOWN


@pytest.mark.rule("6.3b")
def test_keys_follow_the_place_and_not_the_piece():
    """Two worlds that differ only in what lies covered have the same keys in the same places."""
    text = "units.%s = { hex = '0330', under = true }\nunits.P-10 = '0330'\nunits.%s = { hex = '0615', under = true }\n"
    text += "units.P-14 = '0615'\nunits.R-4 = '2832'"
    one, other = russians_move(text % ("P-8", "P-PL1")), russians_move(text % ("P-PL1", "P-8"))
    assert msgspec.json.encode(one.seat("russia").view()) == msgspec.json.encode(other.seat("russia").view())
    assert msgspec.json.encode(one.seat("poland").view()) != msgspec.json.encode(other.seat("poland").view())


# -- the counterattack order ------------------------------------------------------------------------------------


def order(game, who):
    return next(track for track in game.seat(who).view().tracks if track.id == "counterattack")


@pytest.mark.rule("5.3a", "4.1.6a")
def test_the_order_is_secret_until_it_is_shown():
    game = at('turn = 3\nside = "poland"\nphase = "reinforcement"\nunits.R-4 = "2832"')
    assert order(game, "russia").flag == "not chosen yet"
    play(game, "order 5")
    play(game, "stop")
    assert order(game, "poland").value == 5
    assert (order(game, "russia").value, order(game, "russia").flag) == (0, "chosen, not shown yet")
    assert game.seat("russia").s.counterattack == UNKNOWN
    now = {who: {t.id: t.value for t in game.seat(who).view().tracks} for who in ("poland", "russia")}
    assert now["russia"]["now-poland"] == now["poland"]["now-poland"] + M.counterattack.cost


@pytest.mark.rule("5.3a")
def test_either_order_looks_the_same_to_russia():
    views = []
    for turn in (5, 6):
        game = at(f'turn = 4\nphase = "operation"\ntracks.counterattack = {turn}\nunits.R-4 = "2832"')
        views.append(everything(game.seat("russia"), random.Random(1)))
    assert views[0] == views[1]


@pytest.mark.rule("5.3b")
def test_the_order_is_shown_on_turn_five():
    game = at("""
        turn = 5
        side = "poland"
        phase = "reinforcement"
        tracks.counterattack = 5
        units.R-4 = "2832"
        units.P-Sib = "box 5"
        units.P-9cav = "box 5"
    """)
    assert order(game, "russia").value == 0
    play(game, "delay")
    assert (order(game, "russia").value, order(game, "russia").flag) == (5, "shown")
    assert events(game, "order_shown")[-1].seen_by("russia").refs["turn"] == 5
