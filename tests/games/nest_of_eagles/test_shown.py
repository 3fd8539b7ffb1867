"""What the table shows: overlays, tracks, boxes, the attack panel and forecasts, by plain code or exact words."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits
from vistula.games.nest_of_eagles.model import BELARUS, POLAND, POLISH, SEATS, SEATS3, SOUTHWEST, SOVIET, UKRAINE, WEST
from vistula.games.nest_of_eagles.rules.movement import Marches, Move
from vistula.games.nest_of_eagles.shown.routes import halt
from vistula.games.nest_of_eagles.shown.view import phase_of
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    ATTACK_2,
    OPERATIONAL,
    REACTIVE_1,
    REACTIVE_2,
    REACTIVE_3,
    REPLACEMENT,
    UKRAINIAN,
    State,
)
from vistula.kernel import Action, Game, IllegalAction
from vistula.kernel.options import UNDO
from vistula.kernel.views import Overlay, Track

from .plain import LAND, URBAN, numbers
from .positions import M, give, hex, situation, unit
from .screens import screened
from .table import attacking, attacks, can, declare, moves, moving, play, roll, table
from .test_plainly import somewhere

rule = pytest.mark.rule


def shown(game: Game[State], kind: str, key: str = "", seat: int = POLAND) -> Overlay:
    return game.seat(SEATS[seat]).overlay(kind, unit(key) if key else None)


def tracks(game: Game[State], seat: int = POLAND) -> dict[str, Track]:
    return {track.id: track for track in game.seat(SEATS[seat]).view().tracks}


def at_rest(s: State) -> Game[State]:
    """A table on which a Movement Phase is under way."""
    return table(s, Marches(command=s.side))


# -- overlays ---------------------------------------------------------------------------------------------------------


@rule("4.0a", "4.1a", "15.0a", "2.7a")
@pytest.mark.parametrize("seed", range(700, 705))
def test_overlays_show_what_plain_code_finds(seed: int) -> None:
    s, plain, rng = somewhere(seed)
    s.side = rng.choice((POLAND, SOVIET))
    game = at_rest(s)
    for side in (POLAND, SOVIET):
        lines = shown(game, "friction", seat=side).sides
        assert {frozenset(pair) for pair in lines["own"]} == plain.lines(side)
        assert {frozenset(pair) for pair in lines["enemy"]} == plain.lines(1 - side)
        ringed = shown(game, "encircled", seat=side).layers
        for name, who in (("own", side), ("enemy", 1 - side)):
            assert set(ringed[name]) == {h for h in plain.hexes(who) if plain.encircled(h, who)}
        fed = shown(game, "supply", seat=side).layers
        cut = {who: {plain.at[k] for k in plain.at if plain.army(k) == who and not plain.supplied(k)} for who in (0, 1)}
        assert (set(fed["cut-off"]), set(fed["enemy-cut-off"])) == (cut[side], cut[1 - side])
        assert plain.hexes(side) - cut[side] <= set(fed["supplied"]) <= LAND
        assert not cut[side] & set(fed["supplied"])
        assert set(fed["joined"]) == plain.connected(side) & URBAN
    held = shown(game, "control")
    assert [set(held.layers[name]) for name in ("poland", "russia", "lithuania")] == plain.held
    assert held.labels == {M.grid.number(h): str(M.value[h]) for h in bits(M.urban) if M.value[h]}


@rule("2.4a")
def test_the_theaters_are_shown_by_name() -> None:
    layers = shown(at_rest(situation("2506 P-16")), "theaters").layers
    names = {"Polish": POLISH, "Lithuanian-Belarusian": BELARUS, "Ukrainian": UKRAINE}
    assert {name: set(hexes) for name, hexes in layers.items()} == {n: numbers(M.theater[t]) for n, t in names.items()}


@rule("7.1p")
@pytest.mark.parametrize("seed", range(710, 714))
def test_reach_shows_the_points_that_are_left(seed: int) -> None:
    s, plain, _ = somewhere(seed)
    s.side = POLAND
    game = moving(s)
    walkers = [key for key in plain.at if M.side[unit(key)] == POLAND and not M.support >> unit(key) & 1]
    for key in walkers[:6]:
        others = {at for k, at in plain.at.items() if k != key and plain.army(k) == POLAND}
        found = shown(game, "reach", key)
        walked = plain.walk(key, others)
        if set(found.layers["reach"]) == set(walked):  # else the ground is closed to it by other chapters
            assert found.labels == {number: str(left) for number, left in walked.items()}


@rule("7.1p", "9.1a")
def test_reach_follows_a_unit_on_its_way_and_names_towns_by_rail() -> None:
    game = moves("2206 P-17; 2906 S-4", poland="2308")
    still = shown(game, "reach", "P-17")
    assert "2206" not in still.layers["reach"]
    assert "2308" in still.layers["rail"] or "2308" in still.layers["reach"]
    assert max(int(left) for left in still.labels.values()) == M.mp[unit("P-17")] - 1
    step = min(n for n, left in still.labels.items() if int(left) == M.mp[unit("P-17")] - 1)
    onward = shown(play(game, "unit P-17", f"step {step}"), "reach", "P-17")
    assert max(int(left) for left in onward.labels.values()) == M.mp[unit("P-17")] - 2
    assert not shown(game, "reach", "P-10").layers  # it is not on the map


@rule("7.1p", "9.1a")
def test_reach_of_a_train_has_no_points() -> None:
    found = shown(moves("2206 P-PP2; 2906 S-4"), "reach", "P-PP2")
    assert found.layers["reach"]
    assert not found.labels
    assert not found.layers["rail"]


# -- where the game stands --------------------------------------------------------------------------------------------


@rule("8.1a", "10.1a", "7.0a", "10.8a", "5.1h")
@pytest.mark.parametrize(
    ("phase", "words", "cited"),
    [
        (REACTIVE_1, "Soviet turn: Reactive Movement", "8.1a"),
        (ATTACK_1, "Soviet turn: First Attack Phase", "10.1a"),
        (REACTIVE_2, "Soviet turn: Reactive Movement", "8.1a"),
        (OPERATIONAL, "Soviet turn: Operational Movement", "7.0a"),
        (REACTIVE_3, "Soviet turn: Reactive Movement", "8.1a"),
        (ATTACK_2, "Soviet turn: Second Attack Phase", "10.8a"),
        (REPLACEMENT, "Soviet turn: Replacement Phase", "5.1h"),
    ],
)
def test_every_phase_has_its_name(phase: int, words: str, cited: str) -> None:
    s = situation("2506 S-4; 2206 P-17", side=SOVIET, phase=phase)
    s.eligible = 1 << unit("S-4")
    assert phase_of(table(s, Marches(command=SOVIET)).seat(SEATS[SOVIET])) == (words, cited)


@rule("5.1a", "5.2a")
def test_before_the_first_phase_and_after_the_last() -> None:
    s = situation("2506 S-4; 2206 P-17", side=SOVIET)
    s.phase = 0
    assert phase_of(table(s, Marches(command=SOVIET)).seat(SEATS[SOVIET])) == ("Soviet turn", "5.1a")
    assert phase_of(table(situation("2506 S-4")).seat(SEATS[SOVIET])) == ("The game is over", "5.2a")


@rule("5.0a", "2.0c", "17.1.6a", "8.1b", "13.1a", "17.1.1a")
def test_tracks_say_how_things_stand() -> None:
    s = situation("2506 S-4; 2206 P-17", side=SOVIET, scenario="counteroffensive")
    s.vp, s.pool, s.reacted, s.assaults = 5, [2, 3, 4, 6], [1, 0], [1, 3]
    s.morale = [0, 7, -9]
    scene = M.scenarios[s.scenario]
    s.round = scene.first + 2
    found = tracks(at_rest(s))
    assert (found["round"].value, found["round"].flag) == (3, M.dates[s.round])
    assert found["round"].high == scene.last - scene.first + 1
    assert (found["vp-poland"].value, found["vp-russia"].value) == (0, 5)
    assert [found[f"pool-{pool}"].value for pool in range(4)] == [2, 3, 4, 6]
    assert (found["react-poland"].flag, found["react-russia"].flag) == ("used", "ready")
    assert (found["react-poland"].value, found["react-russia"].value) == (0, 1)
    assert [(found[f"morale-{t}"].value, found[f"morale-{t}"].side) for t in (BELARUS, UKRAINE)] == [
        (7, SEATS[SOVIET]),
        (-9, SEATS[POLAND]),
    ]
    assert "morale-0" not in found  # the marker of the Polish Theater is off the track
    assert [found[f"front-{front}"].value for front in (WEST, SOUTHWEST)] == [1, 3]
    s.vp, s.pool[UKRAINIAN] = -7, 0
    found = tracks(at_rest(s))
    assert (found["vp-poland"].value, found["vp-russia"].value) == (7, 0)
    assert "pool-3" not in found


@rule("17.1.1a")
def test_polish_operations_are_shown_by_theater_in_the_polish_turn() -> None:
    s = situation("2506 S-4; 2206 P-17", side=POLAND)
    s.attacks = [0, 1, 3]
    found = tracks(at_rest(s))
    assert [found[f"operation-{t}"].value for t in (POLISH, BELARUS, UKRAINE)] == [0, 1, 3]
    assert len({found[f"operation-{t}"].flag for t in (POLISH, BELARUS, UKRAINE)}) == 3
    assert not any(id.startswith("front-") for id in found)


@rule("22.1e")
def test_priority_is_shown_to_three_players_only() -> None:
    s = situation("2506 S-4; 2206 P-17", side=POLAND)
    assert "priority" not in tracks(at_rest(s))
    s.players, s.priority = 3, SOUTHWEST
    view = at_rest(s).seat(SEATS3[1]).view()
    assert next(t.flag for t in view.tracks if t.id == "priority") == "Southwestern Front"


@rule("13.1a", "13.4b")
def test_the_polish_marker_is_shown_while_it_is_on_the_track_and_its_own() -> None:
    s = situation("2506 S-4; 2206 P-17", scenario="war-of-1920")
    s.polish_marker, s.morale = True, [4, 2, 0]
    found = tracks(at_rest(s))
    assert {id: found[id].value for id in found if id.startswith("morale")} == {
        "morale-0": 4,
        "morale-1": 2,
        "morale-2": 0,
    }
    assert [found[f"morale-{t}"].side for t in (0, 2)] == [SEATS[SOVIET], ""]


@rule("23.5a")
def test_political_priorities_are_named_to_who_chose_them() -> None:
    s = situation("2506 S-4; 2206 P-17")
    s.has_priorities, s.politics, s.politics_shown = True, [1, 2], [0, 1]
    own = tracks(at_rest(s))
    assert own["politics-poland"].value == 0
    assert own["politics-russia"].value == 1
    assert own["politics-poland"].flag not in ("", "face down")
    s.politics = [0, 0]
    assert not [id for id in tracks(at_rest(s)) if id.startswith("politics")]


@rule("2.0d", "2.7a", "3.1c", "17.1.5a")
def test_boxes_and_marks_beside_and_on_the_map() -> None:
    s = situation("2506 S-4; 2206 P-17", side=SOVIET)
    for key, place in (("P-10", -1), ("P-16", -4), ("S-5", -7), ("S-6", -2)):
        s.place[unit(key)] = place
    s.cheka = 1 << hex("2308")
    give(s, SOVIET, hex("2308"))
    give(s, POLAND, hex("3121"))
    view = at_rest(s).seat(SEATS[POLAND]).view()
    boxes = {box.id: {piece.key for piece in box.pieces} for box in view.boxes}
    assert boxes["rebuild-poland"] == {"P-10"}
    assert boxes["reserves-poland"] == {"P-16"}
    assert "S-5" in boxes["removed-russia"]
    assert boxes["brigades-russia"] == {"S-6"}
    assert not any("selected" in piece.marks for box in view.boxes for piece in box.pieces)
    marks = {(mark.kind, mark.space) for mark in view.marks}
    assert ("cheka", "2308") in marks
    start = M.scenarios[s.scenario].control
    changed = {("control-russia", "2308")} if start[POLAND] >> hex("2308") & 1 else set()
    assert changed <= marks
    assert (("control-poland", "3121") in marks) == bool(not start[POLAND] >> hex("3121") & 1)


# -- the attack -------------------------------------------------------------------------------------------------------


@rule("10.3a", "10.3c", "10.7m")
def test_the_panel_of_an_attack() -> None:
    game = attacks("2316 S-58; 2317 P-16 P-4BJ/r; 2416 P-17")
    play(game, "attack 2316", "unit P-16", "unit P-17")
    view = game.seat(SEATS[POLAND]).view()
    assert view.panel is not None
    attacker, defender = view.panel.columns
    assert (attacker.side, attacker.pieces) == (SEATS[POLAND], ["P-16", "P-17"])
    assert (defender.side, defender.pieces) == (SEATS[SOVIET], ["S-58"])
    named = {term.label: term.value for term in (*attacker.terms, *defender.terms)}
    assert "Chance" in named
    assert {(arrow.spaces[0], arrow.spaces[1]) for arrow in view.arrows} == {("2317", "2316"), ("2416", "2316")}
    assert {mark.space for mark in view.marks if mark.kind == "target"} == {"2316"}
    marked = {piece.key for piece in view.pieces if "attacking" in piece.marks}
    assert marked == {"P-16", "P-17"}


@rule("11.5a", "11.0a")
def test_the_forecast_says_where_the_defenders_would_go() -> None:
    game = attacks("2316 S-58; 2317 P-16 P-4BJ/r")
    seen = play(game, "attack 2316", "unit P-16").seat(SEATS[POLAND]).forecast()
    assert seen is not None
    assert seen.note.startswith("Together the defenders would retreat to ")
    assert seen.note.endswith("[11.5a].")
    cornered = attacks("3706 S-58; 3606 P-16 P-4BJ/r")
    seen = play(cornered, "attack 3706", "unit P-16").seat(SEATS[POLAND]).forecast()
    assert seen is not None
    assert "off the map" in seen.note


# -- words of another phase -------------------------------------------------------------------------------------------


@rule("5.0b", "7.0b", "10.2a", "17.0a")
def test_what_belongs_to_another_phase_is_refused_by_its_rule() -> None:
    marching = moves("2206 P-17 P-16; 2906 S-4")

    def why(game: Game[State], verb: str, arg: int = 0) -> str:
        with pytest.raises(IllegalAction) as refused:
            game.play(SEATS[POLAND], Action(verb, arg))
        return refused.value.rule

    assert [why(marching, verb) for verb in ("attack", "resolve", "rebuild", "strengthen")] == [
        "5.0b",
        "5.0b",
        "17.0a",
        "17.0a",
    ]
    play(marching, "unit P-17")
    assert why(marching, "attack") == "5.0b"
    assert why(marching, "end") != "7.0b"
    near = next(M.grid.number(h) for h in bits(M.around[hex("2206")] & M.land & ~M.urban))
    play(marching, f"step {near}")
    assert isinstance(marching.stack[-1], Move)
    assert [why(marching, "end"), why(marching, "unit", unit("P-16"))] == ["7.0b", "7.0b"]
    fighting = attacks("2316 S-58; 2317 P-16 P-17")
    assert [why(fighting, verb) for verb in ("step", "rail", "rebuild")] == ["5.0b", "5.0b", "17.0a"]
    play(fighting, "attack 2316")
    assert [why(fighting, verb) for verb in ("attack", "end", "step")] == ["10.2a", "10.2a", "5.0b"]


@rule("10.3c")
def test_the_panel_tells_the_roll() -> None:
    game = attacks("2316 S-58 S-5; 2317 P-16 P-4BJ")
    roll(game, 1, 2)
    declare(game, "2316", "P-16 P-4BJ")
    while can(game, "none"):
        play(game, "none")
    view = game.seat(SEATS[SOVIET]).view()
    assert view.panel is not None
    assert view.panel.result.startswith("3 against ")
    assert view.panel.result.endswith(": Success")
    assert not view.arrows


@rule("10.3a", "10.1a")
def test_the_panel_of_a_soviet_attack_has_the_poles_as_defenders() -> None:
    game = attacks("2316 P-17; 2317 S-58 S-5", side=SOVIET)
    play(game, "attack 2316", "unit S-58")
    view = game.seat(SEATS[SOVIET]).view()
    assert view.panel is not None
    assert [(column.side, column.pieces) for column in view.panel.columns] == [
        (SEATS[SOVIET], ["S-58"]),
        (SEATS[POLAND], ["P-17"]),
    ]
    assert view.panel.columns[0].terms
    assert {arrow.side for arrow in view.arrows} == {SEATS[SOVIET]}


@rule("23.1a", "10.3a")
@pytest.mark.parametrize("army", [POLAND, SOVIET])
def test_odds_against_markers_of_either_side_are_an_estimate(army: int) -> None:
    own, other = ("P-17", "S-58") if army == POLAND else ("S-58", "P-17")
    marker = "S-PAT1" if army == POLAND else "P-PAT1"
    s = screened(f"2926 {own}; 3026 {other}", f"{marker} {other}", side=army, phase=ATTACK_1)
    game = play(attacking(s), "attack 3026", f"unit {own}")
    seen = game.seat(SEATS[army]).forecast()
    assert seen is not None
    assert seen.mixture
    panel = game.seat(SEATS[army]).view().panel
    assert panel is not None
    assert [term.value for term in panel.columns[1].terms] == ["?"]


@rule("11.5a", "19.4c")
def test_who_never_retreats_has_no_way_in_the_forecast() -> None:
    game = attacks("1322 P-LWOW; 1321 S-58 S-5", side=SOVIET, scenario="warsaw")
    seen = play(game, "attack 1322", "unit S-58").seat(SEATS[SOVIET]).forecast()
    assert seen is not None
    assert seen.note == ""


@rule("7.1p")
def test_a_dragged_unit_stays_where_it_was_let_go() -> None:
    game = play(moves("2206 P-17; 2906 S-4"), "unit P-17")
    game.options["undo"] = UNDO.default
    assert halt(game.seat(SEATS[POLAND]), unit("P-17")) is None  # it has not moved
    step = next(M.grid.number(h) for h in bits(M.around[hex("2206")]) if can(game, f"step {M.grid.number(h)}"))
    play(game, f"step {step}")
    assert halt(game.seat(SEATS[POLAND]), unit("P-17")) == Action("stop")
    assert halt(game.seat(SEATS[POLAND]), unit("P-16")) is None
