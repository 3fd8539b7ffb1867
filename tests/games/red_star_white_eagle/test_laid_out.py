"""What is laid over the map and beside it, by plain code: overlays, tracks, the panel, forecasts, ways of a drag."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits
from vistula.games.red_star_white_eagle.rules.combat import Attacks, CombatPhase
from vistula.games.red_star_white_eagle.rules.deployment import Deployment
from vistula.games.red_star_white_eagle.rules.movement import begin_movement
from vistula.games.red_star_white_eagle.rules.retreat import taken
from vistula.games.red_star_white_eagle.rules.routes import danger, plan
from vistula.games.red_star_white_eagle.rules.sequence import Campaign, PlayerTurn
from vistula.games.red_star_white_eagle.rules.supply import supplied, supply_area
from vistula.games.red_star_white_eagle.rules.zoc import delay_at
from vistula.games.red_star_white_eagle.shown.catalog import band_of, corner_of, factors
from vistula.games.red_star_white_eagle.shown.forecast import toll, way_out
from vistula.games.red_star_white_eagle.state import MOVEMENT, POOL, State
from vistula.games.red_star_white_eagle.tables import Data
from vistula.games.red_star_white_eagle.units import POLAND, SOUTHWEST, WEST
from vistula.kernel import Action, Game
from vistula.kernel.views import Overlay, Track

from .desk import TITLE, asked, can, offered, phase, play, situation, table, turn, whole
from .fields import M, P, R, field, h, u
from .fighting import fight
from .marching import marching, moves, reached

rule = pytest.mark.rule
SEATS = ("poland", "russia")
CUT = {"1426": "R-4", "2028": "R-44", "1014": "P-14"}


def painted(game: Game[State], kind: str, key: str = "", seat: int = POLAND) -> Overlay:
    return game.seat(SEATS[seat]).overlay(kind, u(key) if key else None)


def quiet(s: State) -> Game[State]:
    return table(s, Attacks(command=0))


def hexes(found: Overlay, layer: str) -> set[int]:
    return {h(number) for number in found.layers[layer]}


# -- overlays ---------------------------------------------------------------------------------------------------------


@rule("4.3.1", "4.3.2")
@pytest.mark.parametrize("seat", [P, R])
def test_zones_of_both_sides_without_the_hexes_where_they_stand(seat: int) -> None:
    s = whole("belarus-long")
    found = painted(quiet(s), "zoc", seat=seat)
    for whose, layer in ((seat, "own"), (1 - seat, "enemy")):
        wanted = {hex for hex in bits(M.land & ~s.occupied[whose]) if delay_at(s, whose, hex)}
        assert wanted
        assert hexes(found, layer) == wanted
    assert set(found.labels) == set(found.layers["enemy"])


@rule("10.0b", "10.3a", "10.5.5")
@pytest.mark.parametrize("seat", [P, R])
def test_who_is_cut_off_on_either_side_and_what_sources_have_left(seat: int) -> None:
    ring = {"4706": "R-4", "4708": "R-5", "4607": "R-6", "4608": "R-8", "4807": "R-10", "4808": "R-11"}
    s = situation({**ring, "1014": "P-14 P-7R P-LegC1", "4707": "P-8", "1310": "R-53"}, boxes={POOL: "P-4"})
    found = painted(quiet(s), "supply", seat=seat)
    assert hexes(found, "supplied") == set(bits(supply_area(s, seat) & M.land))
    for whose, layer in ((seat, "cut-off"), (1 - seat, "enemy-cut-off")):
        units = [unit for unit in M.units_of[whose] if s.place[unit] >= 0]
        assert hexes(found, layer) == {s.place[unit] for unit in units if not supplied(s, unit)}
    assert ("4707" in found.layers["cut-off"]) == (seat == P)
    assert bool(found.labels) == (seat == P)
    if seat == P:
        assert (found.labels["1014"], found.labels["1520"]) == ("6¼", "4")
    assert "source" not in found.layers
    for key, fed in (("P-14", True), ("P-8", False), ("P-4", False)):
        assert ("source" in painted(quiet(s), "supply", key, seat).layers) == fed


@rule("12.2a", "12.2b", "12.2c")
def test_where_each_front_is_in_command() -> None:
    found = painted(quiet(field({"1014": "P-14"})), "command")
    west, southwest = (set(bits(M.out_of_command[front] & M.land)) for front in (WEST, SOUTHWEST))
    assert hexes(found, "southwest") == west
    assert hexes(found, "west") == southwest
    assert hexes(found, "either") == set(bits(M.land)) - west - southwest


def _pieces(side: int, held: int) -> list[set[int]]:
    """What is left of a net, by walking along it."""
    links = (M.polish_net, M.russian_net)[side].links
    left, found = {hex for hex in links if not held >> hex & 1}, []
    while left:
        piece, edge = set[int](), {min(left)}
        while edge:
            piece |= edge
            edge = {to for hex in edge for to in links[hex] if to in left} - piece
        found.append(piece)
        left -= piece
    return sorted(found, key=len, reverse=True)


@rule("8.4.7b", "8.4.7a")
@pytest.mark.parametrize(("seat", "stands"), [(P, CUT), (P, {"1014": "P-14"}), (R, {"4104": "P-14", "4626": "P-4"})])
def test_the_greatest_piece_of_a_net_and_all_others(seat: int, stands: dict[str, str]) -> None:
    s = field(stands)
    wanted = _pieces(seat, s.occupied[1 - seat])
    found = painted(quiet(s), "rail", seat=seat)
    assert hexes(found, "joined") == wanted[0]
    assert hexes(found, "apart") == set().union(*wanted[1:])


@rule("8.4.7b")
def test_a_net_that_is_held_altogether_has_no_pieces() -> None:
    s = field({"1014": "P-14"})
    s.occupied[R] |= M.polish_net.spaces
    found = painted(quiet(s), "rail")
    assert (found.layers["joined"], found.layers["apart"]) == ([], [])


@rule("3.2a")
def test_every_city_is_painted_for_who_controls_it() -> None:
    s = field({"4528": "P-14", "2028": "R-44"})
    s.held = [1 << M.kiev, M.vp_cities & ~(1 << M.kiev)]
    found = painted(quiet(s), "control")
    assert "4528" in found.layers["poland"]
    assert "4528" not in found.layers["russia"]
    assert "2028" in found.layers["russia"]
    assert not set(found.layers["poland"]) & set(found.layers["russia"])


@rule("8.1.1", "8.3.1", "8.4.1a", "16.0d")
def test_reach_of_a_unit_before_and_under_way() -> None:
    stands = {"1515": "P-14 P-5", "3611": "R-27", "1013": "P-Vist", "1310": "P-4"}
    s = situation(stands, boxes={POOL: "P-6"})
    begin_movement(s, P)
    foot, far = reached(s, u("P-14"), 7, "standard"), reached(s, u("P-14"), 14, "strategic")
    here = h("1515")
    game = marching(s, P)
    found = painted(game, "reach", "P-14")
    assert hexes(found, "reach") == set(foot) - {here}
    assert found.labels == {M.grid.number(hex): str(7 - cost) for hex, cost in foot.items() if hex != here}
    assert hexes(found, "strategic") == set(far) - set(foot)
    net = set(bits(M.polish_net.spaces))
    assert hexes(found, "rail") == net - set(foot) - set(far)
    assert not painted(game, "reach").layers
    assert not painted(game, "reach", "P-6").layers
    assert hexes(painted(game, "reach", "P-Vist"), "reach") > {h("0711")}
    assert "rail" not in painted(game, "reach", "P-4").layers
    play(game, "unit P-14")
    assert set(painted(game, "reach", "P-14").layers) == {"reach", "strategic", "rail"}
    play(game, "step 1514")
    under_way = painted(game, "reach", "P-14")
    assert set(under_way.layers) == {"reach"}
    left = 7 - foot[h("1514")]
    assert set(under_way.layers["reach"]) <= {
        M.grid.number(hex) for hex in bits(M.land) if M.distance(hex, h("1514")) <= left
    }
    assert max(map(int, under_way.labels.values())) == left - 1
    assert set(painted(game, "reach", "P-5").layers) == {"reach", "strategic", "rail"}
    other = play(moves(stands), "unit P-14", "strategic 1514")
    assert set(painted(other, "reach", "P-14").layers) == {"strategic"}
    assert not painted(other, "reach", "P-14").labels


# -- tracks and boxes -------------------------------------------------------------------------------------------------


def tracks(s: State, seat: str = "poland") -> dict[str, Track]:
    return {track.id: track for track in quiet(s).seat(seat).view().tracks}


@rule("7.2a", "24.11.5a", "6.0b", "3.2a", "22.1", "21.1.2a", "23.4.7.2a", "11.2b", "24.9.2", "24.12.1a", "8.4.5a")
def test_every_track_has_its_name_and_bounds() -> None:
    s = situation({"1014": "P-14"}, options="danzig objective")
    s.pool, s.deficit, s.assault, s.strike, s.standdown = [5, 4, 3, 2, 1, 9], 7, 12, 3, 2
    found = tracks(s)
    pools = [(track.title, track.value, track.low, track.high, track.side) for track in found.values()
             if track.id.startswith("pool")]  # fmt: skip
    assert pools == [
        ("Polish infantry replacements", 5, 0, None, "poland"), ("Polish cavalry replacements", 4, 0, None, "poland"),
        ("Russian infantry replacements", 3, 0, None, "russia"), ("Russian cavalry replacements", 2, 0, None, "russia"),
    ]  # fmt: skip
    bounds = {id: (track.value, track.low, track.high) for id, track in found.items()}
    assert bounds["turn"] == (s.turn, 1, 25)
    assert (bounds["vp-poland"][1:], bounds["vp-russia"][1:]) == ((0, 38), (0, 38))
    assert bounds["rally"] == (0, 0, 3)
    assert (bounds["ukrainians"], bounds["standdown"]) == ((0, 0, None), (2, 0, None))
    assert (bounds["deficit"], bounds["strike"], bounds["objective"]) == ((7, 0, None), (3, 0, None), (12, 0, 30))
    s.phase, s.rail_used = MOVEMENT, 3
    net = tracks(s)["net"]
    assert (net.value, net.low, net.high, net.side) == (3, 0, 8, "poland")


@rule("7.2a", "24.2")
def test_three_players_see_the_pools_of_both_fronts() -> None:
    s = situation({"1014": "P-14"}, players=3)
    s.pool = [5, 4, 3, 2, 1, 9]
    pools = [track for track in tracks(s).values() if track.id.startswith("pool")]
    assert [track.value for track in pools] == s.pool
    assert [track.side for track in pools] == ["poland"] * 2 + ["russia"] * 4
    assert [track.title.split()[0] for track in pools] == ["Polish", "Polish", "West", "West", "Southwest", "Southwest"]
    assert [track.title.split()[-2] for track in pools] == ["infantry", "cavalry"] * 3


@rule("7.2a", "24.11.5a")
@pytest.mark.parametrize(("options", "points", "there"), [("", 0, False), ("", 3, True), ("freikorps", 0, True)])
def test_freikorps_factors_have_a_track_where_there_can_be_any(options: str, points: int, there: bool) -> None:
    s = situation({"1014": "P-14"}, options=options)
    s.freikorps_points = points
    found = tracks(s)
    assert ("pool-freikorps" in found) == there
    if there:
        assert (found["pool-freikorps"].value, found["pool-freikorps"].low) == (points, 0)


@rule("3.2.3d")
def test_flags_stand_only_where_a_city_has_changed_hands() -> None:
    s = whole("campaign")

    def flags() -> dict[str, str]:
        marks = quiet(s).seat("poland").view().marks
        return {mark.space: mark.kind for mark in marks if mark.kind.startswith("control")}

    assert not flags()
    s.held = [s.held[0] ^ 1 << M.kiev, s.held[1] ^ 1 << M.kiev]
    assert flags() == {"4528": "control-poland"}
    game = play(fight({"1717": "P-14", "1718": "R-57"}), "attack 1718")
    assert [mark.space for mark in game.seat("poland").view().marks if mark.kind == "target"] == ["1718"]


@rule("7.2b")
def test_the_counters_that_can_be_had_lie_ready_and_no_others() -> None:
    s = situation({"1515": "P-14 P-I1a"})
    s.pool[0] = 1
    game = phase(s, P)

    def ready(seat: str) -> list[str]:
        return [piece.key for box in game.seat(seat).view().boxes if box.id == "counters" for piece in box.pieces]

    assert set(ready("poland")) == offered(game, "counter")
    assert len(ready("poland")) == len(offered(game, "counter")) > 1
    assert not ready("russia")
    play(game, "done")
    assert not ready("poland")


# -- where the turn stands --------------------------------------------------------------------------------------------


@rule("6.0a", "23.3a")
@pytest.mark.parametrize(("scenario", "at", "side", "then"), [
    ("campaign", "July III", R, "Poland’s turn"), ("campaign", "July III", P, "the next turn"),
    ("campaign", "Oct IV", R, "Poland’s turn"), ("campaign", "Oct IV", P, "the count"),
    ("belarus-short", "Aug III", R, "Poland’s turn"), ("belarus-short", "Aug IV", R, "the count"),
])  # fmt: skip
def test_what_comes_after_this_player_turn(scenario: str, at: str, side: int, then: str) -> None:
    s = situation({"1515": "P-14", "2512": "R-57"}, at, side, scenario)
    game = table(s, PlayerTurn(side=side))
    strip = game.seat("poland").view().strip
    assert strip is not None
    assert (strip.side, strip.then) == (SEATS[side], then)


@rule("6.0a", "23.0a")
def test_the_set_up_and_the_beginning_of_a_turn_have_a_place_too() -> None:
    game = table(whole("campaign", deployment="free"), Deployment(side=P))
    strip = game.seat("poland").view().strip
    assert strip is not None
    assert strip.step == "set-up"
    s = whole("campaign")
    s.turn = turn("May I")
    game = table(s, Campaign(at="begin"))
    strip = game.seat("russia").view().strip
    assert strip is not None
    assert (strip.step, game.s.phase) == ("opening", 0)


# -- the panel --------------------------------------------------------------------------------------------------------


@rule("9.0h", "9.0j", "9.2")
def test_the_panel_before_anybody_has_joined_and_against_replacements_alone() -> None:
    game = fight({"1717": "P-14 P-4", "1718": "R-57"}, P)
    assert game.seat("poland").view().panel is None
    play(game, "attack 1718")
    panel = game.seat("poland").view().panel
    assert panel is not None
    assert [(column.side, column.pieces) for column in panel.columns] == [("poland", []), ("russia", ["R-57"])]
    assert not any(column.terms for column in panel.columns)
    assert (panel.result, panel.rule) == ("", "9.0h")
    play(game, "unit P-14")
    panel = game.seat("poland").view().panel
    assert panel is not None
    assert [column.pieces for column in panel.columns[:2]] == [["P-14"], ["R-57"]]
    assert all(column.terms for column in panel.columns)
    alone = play(fight({"1717": "P-14", "1718": "R-I1a"}), "attack 1718", "unit P-14")
    panel = alone.seat("poland").view().panel
    assert panel is not None
    assert len(panel.columns) == 2
    assert (panel.columns[1].pieces, panel.result) == ([], "")


@rule("9.0h", "9.0j", "9.2")
def test_the_panel_in_the_russian_turn_and_without_a_modifier() -> None:
    plain = next(
        (a, b) for a in bits(M.land & ~M.defensible & ~M.interning) for b in bits(M.around[a] & ~M.interning)
        if (a, b) not in M.board.river and M.distance(a, h("4606")) < 6
    )  # fmt: skip
    target, origin = (M.grid.number(hex) for hex in plain)
    game = play(fight({target: "P-14", origin: "R-57"}, R), f"attack {target}", "unit R-57")
    panel = game.seat("russia").view().panel
    assert panel is not None
    assert [(column.side, column.pieces) for column in panel.columns[:2]] == [
        ("russia", ["R-57"]),
        ("poland", ["P-14"]),
    ]
    shift = game.stack[-1].odds(game.s).shift  # type: ignore[attr-defined]
    assert (len(panel.columns) == 3) == bool(game.stack[-1].odds(game.s).modifiers)  # type: ignore[attr-defined]
    if len(panel.columns) == 3:
        assert panel.columns[2].terms[-1].value == f"{shift:+d}"


# -- forecasts --------------------------------------------------------------------------------------------------------


@rule("9.12.1a", "9.12.2c", "9.11b")
@pytest.mark.parametrize("keys", ["P-14", "P-4", "P-14 P-4", "P-LegC1", "P-14* P-4 P-LegC1"])
def test_half_a_force_costs_what_is_least(keys: str) -> None:
    """Turning all over may cost less than half, and steps may cost less than that."""
    s = field({"1717": keys, "1718": "R-57"})
    units = [u(key.rstrip("*")) for key in keys.split()]
    assert toll(s, "A1/2E", units, [u("R-57")], 0) == (_least_half(s, units), 0)


def _least_half(s: State, units: list[int]) -> int:
    """[9.12.1, 9.12.2] Every way of losing at least half, and turning over all."""
    ways, total, turned = {0}, 0, 0
    for unit in units:
        now = M.attack[s.reduced >> unit & 1][unit]
        two = M.two_steps >> unit & 1 and not s.reduced >> unit & 1
        first = now - M.attack[1][unit] if two else now
        ways = {lost + step for lost in ways for step in (0, first, now)}
        total, turned = total + now, turned + first
    return min([lost for lost in ways if lost >= (total + 1) // 2] + [turned])


@rule("9.12.1a", "9.12.2c", "9.11h")
def test_an_exchange_is_paid_to_the_full() -> None:
    """It is no loss of half a force: turning over all would not do."""
    s = field({"1717": "P-14", "1718": "R-57 R-17"})
    theirs = M.defence[0][u("R-57")] + M.defence[0][u("R-17")]
    assert toll(s, "X", [u("P-14")], [u("R-57"), u("R-17")], 0) == (M.attack[0][u("P-14")], theirs)
    strong = [u("P-14"), u("P-4")]
    s = field({"1717": "P-14 P-4", "1718": "R-57"})
    paid, lost = toll(s, "X", strong, [u("R-57")], 0)
    assert lost == M.defence[0][u("R-57")]
    assert paid >= lost


@rule("9.13.1", "9.14.2")
def test_where_the_strongest_defender_would_go_and_at_what_risk() -> None:
    s = field({"2512": "P-14 P-4", "2613": "R-57"})
    strongest = max((u("P-14"), u("P-4")), key=lambda unit: (M.defence[0][unit], -unit))
    dangers = {way: danger(s, strongest, way) for way in plan(s, strongest, 3).ways}
    assert min(dangers.values()) == 0
    ends = sorted({way[-1] for way, passed in dangers.items() if not passed})
    told = way_out(s, [u("P-14"), u("P-4")])
    assert told.startswith(f"Retreating three hexes, {M.full_name[strongest]} would come to {M.hex_name(ends[0])}")
    assert told.endswith("without a roll [9.14.2].")
    assert told.count(",") + told.count(" or ") == min(len(ends), 3)
    assert way_out(s, [u("P-14")]).count(M.full_name[u("P-14")]) == 1


@rule("9.13.1", "9.14.2")
def test_who_must_pass_the_enemy_hears_of_the_least_risk() -> None:
    ring = {"2511": "R-57", "2412": "R-17", "2613": "R-8", "2513": "R-10"}
    s = field({"2512": "P-14"} | ring)
    dangers = {way: danger(s, u("P-14"), way) for way in plan(s, u("P-14"), 3).ways}
    least = min(dangers.values())
    assert 0 < least < max(dangers.values())
    harmed = sum(cell != "-" for cell in taken(s, least))
    ends = {way[-1] for way, passed in dangers.items() if passed == least}
    told = way_out(s, [u("P-14")])
    assert f"passing {least} delay factor" in told
    assert f"{harmed} in 6" in told
    assert all(M.hex_name(hex) in told for hex in sorted(ends)[:3])
    assert not any(M.hex_name(hex) in told for hex in {way[-1] for way in dangers} - ends)


@rule("9.13.1", "9.14.2")
def test_who_does_not_retreat_over_land_or_cannot_at_all() -> None:
    assert way_out(field({"1014": "P-Mil1 P-Vist"}), [u("P-Mil1"), u("P-Vist")]) == ""
    assert way_out(field({"1014": "P-Mil1 P-Vist P-14"}), us_list("P-Mil1 P-Vist P-14")).count("14th") == 1
    keys = [M.key[unit] for unit in M.units_of[R] if M.front[unit] == WEST and M.infantry >> unit & 1]
    ring = dict(zip((M.grid.number(hex) for hex in M.grid.neighbours[h("2512")]), keys, strict=False))
    assert "would be eliminated" in way_out(field({"2512": "P-14"} | ring), [u("P-14")])


def us_list(keys: str) -> list[int]:
    return [u(key) for key in keys.split()]


# -- drags ------------------------------------------------------------------------------------------------------------


@rule("8.0a", "8.4.5a")
def test_the_ways_of_a_drag_before_and_under_way() -> None:
    game = moves({"1515": "P-14", "3611": "R-27", "1310": "P-4"})
    seat = game.seat("poland")
    assert not TITLE.ways(seat, u("P-14"), h("1514"))  # nobody is on the move
    play(game, "unit P-14")
    seat = game.seat("poland")
    assert [road.by for road in TITLE.ways(seat, u("P-14"), h("1514"))] == ["march", "rail", "strategic"]
    assert [road.by for road in TITLE.ways(seat, u("P-14"), h("0208"))] == ["rail"]
    off = next(to for to in offered(game, "step") if not M.polish_net.spaces >> h(to) & 1)
    assert [road.by for road in TITLE.ways(seat, u("P-14"), h(off))] == ["march", "strategic"]
    assert not TITLE.ways(seat, u("P-14"), h("4013"))
    marched = play(game.clone(), "step 1514").seat("poland")
    assert [road.by for road in TITLE.ways(marched, u("P-14"), h("1515"))] == ["march"]
    ridden = play(game.clone(), "strategic 1514").seat("poland")
    assert [road.by for road in TITLE.ways(ridden, u("P-14"), h("1515"))] == ["strategic"]


@rule("8.0c")
def test_when_a_dragged_counter_stays_where_it_was_let_go() -> None:
    game = moves({"1515": "P-14 P-5", "1013": "P-Vist P-MarP"})
    game.options = TITLE.settle_options({})

    def halt(key: str) -> Action | None:
        return TITLE.halt(game.seat("poland"), u(key))

    assert halt("P-14") is None
    play(game, "unit P-14", "step 1514")
    assert (halt("P-14"), halt("P-5")) == (Action("stop"), None)
    game.options["undo"] = "move"
    assert halt("P-14") is None
    game.options = TITLE.settle_options({})
    play(game, "stop", "unit P-Vist", "board P-MarP")
    assert halt("P-Vist") is None
    play(game, "sail 0711")
    assert halt("P-Vist") is None  # marines are aboard
    play(game, "land P-MarP")
    assert halt("P-Vist") is None
    play(game, "sail 0409")
    assert (halt("P-Vist"), halt("P-MarP")) == (Action("stop"), None)


# -- what belongs elsewhere -------------------------------------------------------------------------------------------


@rule("6.1a", "6.1b", "6.1c")
def test_verbs_of_another_phase_are_refused_by_its_rule() -> None:
    stands = {"1515": "P-14", "1616": "R-54"}
    s = situation(stands)
    s.pool[0] = 2
    games = {"arrivals": phase(s, P), "movement": moves(stands), "combat": fight(stands)}
    arrivals = ("enter", "recreate", "rebuild", "counter", "split", "join", "withdraw")
    for name, game in games.items():
        seat = game.seat("poland")
        for verb in ("step", "strategic", "rail", "sail", "attack", "end", *arrivals):
            told = TITLE.refuse(seat, Action(verb, 0))
            wanted = "6.1b" if verb in ("step", "strategic", "rail", "sail") and name != "movement" else ""
            wanted = "6.1c" if verb == "attack" and name != "combat" else wanted
            wanted = "6.1a" if verb in arrivals and name != "arrivals" else wanted
            if verb in asked(game).verbs():
                wanted = ""
            assert (told.rule if told else "") == wanted, (name, verb)
        assert TITLE.refuse(game.seat("russia"), Action("attack", 0)) is None  # who is not asked hears that


# -- counters ---------------------------------------------------------------------------------------------------------


@rule("12.1", "21.4", "2.4.2a", "4.1a", "2.4.2b")
def test_what_is_printed_on_every_counter() -> None:
    rows = {row.id: row for row in Data.read(None).units}
    for unit in M.units:
        row, tags = rows[M.key[unit]], rows[M.key[unit]].tags.split()
        band = next((word for tag, word in (("konarmiya", "Kon"), ("reserve", "Res"), ("ukrainian", "Ukr"),
                                            ("legion", "Leg")) if tag in tags), "")  # fmt: skip
        assert band_of(M, unit) == (band or (row.front if row.front in ("W", "SW") else ""))
        assert corner_of(M, unit) == (str(row.delay) if row.delay else "")
        moves_ = "r" if row.kind == "flot" else str(int(row.mf or 0))
        charge = f"({row.charge})" if int(row.charge or 0) else ""
        assert factors(M, unit, 0) == f"{int(row.attack or 0)}{charge}-{int(row.defence or 0)}-{moves_}"
    for rc in range(M.count, M.pieces):
        assert factors(M, rc, 0) == str(M.factor[rc])
        assert band_of(M, rc) == ""


@rule("9.0a")
def test_the_panel_is_there_for_both_and_only_while_an_attack_is_made() -> None:
    s = situation({"1717": "P-14", "1718": "R-57"})
    game = table(s, CombatPhase(side=P))
    assert all(game.seat(seat).view().panel is None for seat in SEATS)
    play(game, "attack 1718")
    assert game.seat("poland").view().panel is not None
    assert game.seat("russia").view().panel is None  # nothing of the move is published yet
    assert can(play(game, "cancel"), "end")
    assert game.seat("poland").view().panel is None
