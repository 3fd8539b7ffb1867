"""A battle beside the map, figure by figure: while it runs, when it is over, and what is foretold of it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.battle import Battle
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.shown.forecast import battle_forecast
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.shown.panel import last_battle, verdict
from vistula.games.strike_of_the_eagle.state import NONE, Report, State
from vistula.kernel import Game
from vistula.kernel.views import Column, Panel

from .table import M, area, at, running, start

rule = pytest.mark.rule

FRONT = """
    blocks.P-14 = "Zhlobin 4"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    blocks.R-10 = "Zhlobin 4 from Gomel"
    garrisons.poland = "Mozyr"
    garrisons.russia = "Gomel"
"""
MOZYR = """
    blocks.P-14 = "Mozyr 1"
    blocks.R-21 = "Mozyr 3 from Kalenkovichi"
    garrisons.poland = "Mozyr"
    garrisons.russia = "Gomel"
"""
P_CARD, R_CARD = card_number("P-1"), card_number("R-41")


def lines(column: Column) -> list[tuple[str, str, str]]:
    return [(term.label, term.value, term.rule) for term in column.terms]


def signed(number: int) -> str:
    return f"{number:+d}"


# -- while it runs ----------------------------------------------------------------------------------------------


def fighting() -> Game[State]:
    game = at(FRONT)
    game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    return game


def shown(game: Game[State]) -> Panel:
    found = game.seat("poland").view().panel
    assert found is not None
    return found


@rule("7.41.3b", "7.41.4a", "7.41.5a", "7.44b")
def test_a_battle_begins_with_nothing_counted():
    game = fighting()
    fight = game.s.fight
    for field in ("value", "losses", "chart", "taken", "real", "from_hand"):
        assert getattr(fight, field) == [0, 0]
    assert (fight.winner, fight.cards, fight.modifiers) == (NONE, [NONE, NONE], [NONE, NONE])
    attack, defence = shown(game).columns
    assert lines(attack) == [("directions", "2", "7.34b")]
    assert lines(defence) == [("supported from", "0", "7.34f")]
    assert [stage.told for stage in shown(game).stages[1:]] == [""] * 7


@rule("7.41.3b", "7.41.4a", "7.41.5a", "7.34d")
def test_when_blocks_lie_open_every_figure_of_a_side_is_its_own():
    game = fighting()
    fight = game.s.fight
    fight.revealed, fight.value, fight.chart = True, [4, 9], [3, 1]
    fight.modifiers = [P_CARD, R_CARD]
    game.s.shown = sum(fight.engaged)
    attack, defence = shown(game).columns
    ours, theirs = M.cards[P_CARD], M.cards[R_CARD]
    assert (attack.title, attack.side, defence.title, defence.side) == (
        "Soviet attacker", "russia", "Polish defender", "poland",
    )  # fmt: skip
    assert lines(attack) == [
        ("directions", "2", "7.34b"),
        ("blocks", "+7", "7.41.3b"),
        (theirs.name, signed(theirs.combat), "7.41.2c"),
        ("Combat Value", "9", "7.41.3b"),
        ("strength points to lose", "1", "7.41.4a"),
        ("strength points lost", "0", "7.41.5a"),
    ]
    assert lines(defence) == [
        ("supported from", "0", "7.34f"),
        ("flank attacks that count", "1", "7.34d"),
        ("blocks", "+4", "7.41.3b"),
        (ours.name, signed(ours.combat), "7.41.2c"),
        ("flank attacks", "-2", "7.34c"),
        ("Combat Value", "4", "7.41.3b"),
        ("strength points to lose", "3", "7.41.4a"),
        ("strength points lost", "0", "7.41.5a"),
    ]


@rule("7.41.3b", "7.41.4a", "7.41.5a", "7.41.6a")
def test_each_step_of_a_battle_tells_what_came_of_it():
    game = fighting()
    fight = game.s.fight
    fight.revealed, fight.value, fight.chart, fight.taken = True, [4, 9], [3, 1], [2, 1]
    fight.winner = RUSSIA
    told = {(stage.title, stage.rule): stage.told for stage in shown(game).stages}
    assert told["The sides and their directions", "7.34a"] == "The Soviets attack from Rohachev and Gomel."
    assert told["Cards and blocks are turned up; Combat Values", "7.41.3b"] == "Soviets: 9, Poles: 4."
    assert told["Losses, from the strongest block", "7.41.5a"] == "Soviets: 1 of 1, Poles: 2 of 3."
    assert told["Who has lost more is beaten", "7.41.6a"] == "Soviet victory"
    assert [stage.state for stage in shown(game).stages] == ["done"] * 6 + ["now", "ahead"]


@rule("7.41.6a", "7.44a", "7.44b")
@pytest.mark.parametrize("winner", [POLAND, RUSSIA])
@pytest.mark.parametrize(("points", "great"), [(0, ""), (3, ""), (4, "Great "), (5, "Great ")])
def test_a_victory_is_called_great_from_four_points_of_the_beaten_on(winner, points, great):
    game = fighting()
    fight = game.s.fight
    assert verdict(game.s, fight) == ""
    fight.winner, fight.real = winner, [9, 9]
    fight.real[1 - winner] = points
    assert verdict(game.s, fight) == great + ("Polish", "Soviet")[winner] + " victory"


def told(game: Game[State], step: str) -> list[tuple[str, str, dict[str, object]]]:
    """What one step of the battle tells."""
    before = len(game.listen().events)
    Battle.steps[step].body(Battle(area=area("Zhlobin")), game.s)
    return [(event.rule, event.key, event.refs) for event in game.events[before:]]


@rule("7.41.6a", "7.42i")
@pytest.mark.parametrize("attacker", [POLAND, RUSSIA])
@pytest.mark.parametrize(("lost", "beaten"), [((2, 1), POLAND), ((1, 2), RUSSIA), ((2, 2), None), ((0, 0), None)])
def test_who_has_lost_more_is_beaten_and_of_equals_the_attacker(attacker, lost, beaten):
    game = fighting()
    game.s.fight.attacker, game.s.fight.taken = attacker, list(lost)
    winner = 1 - (attacker if beaten is None else beaten)
    assert told(game, "result") == [("7.41.6a", "victory", {"side": winner, "area": area("Zhlobin")})]
    assert game.s.fight.winner == winner


@rule("7.41.6a")
@pytest.mark.parametrize("winner", [POLAND, RUSSIA])
def test_who_wins_by_a_card_wins_whatever_was_lost(winner):
    game = fighting()
    game.s.fight.winner, game.s.fight.taken = winner, [5 * (winner == POLAND), 5 * (winner == RUSSIA)]
    assert told(game, "result") == [("7.41.6a", "victory", {"side": winner, "area": area("Zhlobin")})]
    assert game.s.fight.winner == winner


@rule("7.44a", "7.44b")
@pytest.mark.parametrize("winner", [POLAND, RUSSIA])
@pytest.mark.parametrize("points", [3, 4, 7])
def test_a_great_victory_is_told_and_scored_once(winner, points):
    game = fighting()
    fight = game.s.fight
    fight.winner, fight.real = winner, [9, 9]
    fight.real[1 - winner] = points
    game.s.vp = 5
    found = [row for row in told(game, "reward") if row[1] != "initiative"]
    scored = {"side": winner, "points": 1, "leader": POLAND, "lead": 6 if winner == POLAND else 4}
    great = [
        ("7.44a", "great_victory", {"side": winner, "area": area("Zhlobin")}),
        ("7.44a", "points", scored),
    ]
    assert found == (great if points >= 4 else [])
    assert game.s.vp == (scored["lead"] if points >= 4 else 5)


# -- when it is over --------------------------------------------------------------------------------------------


def report(**changed: object) -> Report:
    fields: dict[str, object] = {
        "area": area("Zhlobin"),
        "attacker": RUSSIA,
        "blocks": (((M.unit("P-14"), 4, 1),), ((M.unit("R-21"), 3, 3), (M.unit("R-10"), 4, 0))),
        "strength": (4, 5),
        "garrisons": (1, 0),
        "cards": (NONE, card_number("R-33")),
        "card_values": (0, 2),
        "modifiers": (P_CARD, NONE),
        "from_hand": (1, 0),
        "flanks": (-2, 0),
        "shelter": (True, True),
        "directions": (area("Rohachev"), area("Gomel")),
        "value": (6, 8),
        "chart": (3, 2),
        "taken": (3, 4),
        "real": (2, 4),
        "winner": POLAND,
    }
    return Report(**(fields | changed))


@rule("7.41.3b", "7.41.4a", "7.41.5a", "7.34c", "2.0a", "3.4f", "7.41.2c", "7.41.1")
def test_the_last_battle_has_every_figure_of_both_sides():
    s = at(FRONT).s
    attack, defence = last_battle(s, report()).columns
    modifier = M.cards[P_CARD]
    assert lines(attack) == [
        (M.full_name[M.unit("R-21")], "3", "2.0a"),
        (M.full_name[M.unit("R-10")], "4 → lost", "2.0a"),
        ("blocks", "+5", "7.41.3b"),
        (M.cards[card_number("R-33")].name, "+2", "7.41.1"),
        ("Combat Value", "8", "7.41.3b"),
        ("strength points to lose", "2", "7.41.4a"),
        ("strength points lost", "4", "7.41.5a"),
    ]
    assert lines(defence) == [
        (M.full_name[M.unit("P-14")], "4 → 1", "2.0a"),
        ("blocks", "+4", "7.41.3b"),
        ("garrison", "+1", "3.0d"),
        (modifier.name, signed(modifier.combat), "7.41.2c"),
        ("Played from hand", "+1", "3.4f"),
        ("flank attacks", "-2", "7.34c"),
        ("Combat Value", "6", "7.41.3b"),
        ("fewer losses: fortification", "-1", "1.2b"),
        ("fewer losses: Defend Area", "-1", "7.2aa"),
        ("strength points to lose", "3", "7.41.4a"),
        ("strength points lost", "3", "7.41.5a"),
    ]
    assert [(card.zone, card.face) for column in (attack, defence) for card in column.cards] == [
        ("battle", "R-33"), ("modifier", "P-1"),
    ]  # fmt: skip


@rule("7.41.3b", "7.41.5a", "7.41.6a", "7.44a", "7.34a")
def test_the_last_battle_is_told_step_by_step():
    s = at(FRONT).s
    found = last_battle(s, report())
    assert [(stage.title, stage.rule, stage.state, stage.told) for stage in found.stages] == [
        ("Attack", "7.34a", "done", "The Soviets came from Rohachev and Gomel."),
        ("Combat Values", "7.41.3b", "done", "Soviets 8, Poles 6."),
        ("Strength points lost", "7.41.5a", "done", "Soviets 4, Poles 3."),
        ("Outcome", "7.41.6a", "done", "Great Polish victory."),
    ]
    assert (found.title, found.result) == ("The battle of Zhlobin", "Great Polish victory")
    other = last_battle(s, report(attacker=POLAND, winner=RUSSIA, directions=(), shelter=(False, True)))
    assert [stage.told for stage in other.stages][:2] == ["", "Poles 6, Soviets 8."]
    assert other.result == "Soviet victory"
    sheltered = [label for label, _, _ in lines(other.columns[1]) if label.startswith("fewer")]
    assert [column.title for column in other.columns] == ["Polish attacker", "Soviet defender"]
    assert sheltered == ["fewer losses: Defend Area"]


# -- what is foretold -------------------------------------------------------------------------------------------


def losses(value: int) -> int:
    """The Combat Chart, row by row: its last step goes on beyond the printed ones."""
    first = M.charts.combat.losses
    return sum(value >= low for low in (*first, *range(first[-1] + M.charts.combat.beyond, 60, M.charts.combat.beyond)))


@rule("7.41.2a", "7.41.3b", "7.41.3c", "7.41.4a", "7.41.5a", "7.41.6a", "7.44a", "7.34c")
@pytest.mark.parametrize(
    ("text", "place", "guard", "shelter", "flanks"),
    [
        (FRONT, "Zhlobin", 0, 0, 1),
        (FRONT + 'orders.poland-north = ["defend Zhlobin"]', "Zhlobin", 0, 1, 0),
        (FRONT + 'blocks.P-6 = "Zhlobin 3"', "Zhlobin", 0, 0, 1),
        (MOZYR, "Mozyr", 1, 1, 0),  # its works face Kalenkovichi
    ],
)
def test_a_forecast_is_what_all_pairs_of_cards_come_to(text, place, guard, shelter, flanks):
    game = running('step = "battles"\n' + text)
    game.s.fight = lay_out_fight(game.s, area(place))
    points = [sum(game.s.sp[p] for p in range(110) if game.s.fight.engaged[side] >> p & 1) for side in (0, 1)]
    ends: Counter[tuple[int, bool, int, int]] = Counter()
    for ours in (card.combat for card in M.cards if card.side == POLAND):
        for theirs in (card.combat for card in M.cards if card.side == RUSSIA):
            value = [max(0, points[POLAND] + guard + ours - 2 * flanks), points[RUSSIA] + theirs]
            polish = min(points[POLAND] + guard, max(0, losses(value[RUSSIA]) - shelter))
            soviet = min(points[RUSSIA], losses(value[POLAND]))
            winner = RUSSIA if polish > soviet else POLAND
            real = soviet if winner == POLAND else polish - min(guard, polish)
            ends[winner, real >= 4, polish, soviet] += 1
    found = battle_forecast(game.s, game.s.fight)
    rows = {}
    for winner, great in ((POLAND, True), (POLAND, False), (RUSSIA, False), (RUSSIA, True)):
        own = {end: n for end, n in ends.items() if end[:2] == (winner, great)}
        if own:
            word = ("Polish", "Soviet")[winner]
            label = f"great {word} victory" if great else f"{word} victory"
            lost = [_span({end[2 + side] for end in own}) for side in (POLAND, RUSSIA)]
            words = f"Poles lose {lost[0]}, Soviets {lost[1]} [{'7.44a' if great else '7.41.6a'}]"
            rows[label] = Fraction(sum(own.values()), ends.total()), words
    assert {o.label: (Fraction(o.numerator, o.denominator), o.detail) for o in found.outcomes} == rows
    means = [sum(end[2 + side] * n for end, n in ends.items()) / ends.total() for side in (POLAND, RUSSIA)]
    assert [(t.label, t.value, t.rule) for t in found.terms] == [
        ("Soviet losses to be expected", f"{means[1]:.1f}", "7.41.5a"),
        ("Polish losses to be expected", f"{means[0]:.1f}", "7.41.5a"),
    ]


def _span(values: set[int]) -> str:
    return str(min(values)) if len(values) == 1 else f"{min(values)}–{max(values)}"


# -- tracks -----------------------------------------------------------------------------------------------------


@rule("6.1a")
@pytest.mark.parametrize("south", [3, -2])
@pytest.mark.parametrize("north", [1, -4])
def test_the_initiative_of_each_front_is_shown_with_its_holder(north, south):
    game = at('scenario = "campaign"\nblocks.P-14 = "Minsk 4"\nblocks.R-21 = "Mogilev 3"')
    game.s.initiative = [north, south]
    tracks = {track.id: track for track in game.seat("poland").view().tracks}
    for name, level in (("north", north), ("south", south)):
        track = tracks[f"initiative-{name}"]
        assert (track.title, track.value, track.rule) == (f"{name.title()} initiative", abs(level), "6.1a")
        assert (track.low, track.high, track.side) == (
            1,
            M.charts.initiative.track,
            "poland" if level > 0 else "russia",
        )


@rule("6.1a")
@pytest.mark.parametrize("scene", M.scenes, ids=lambda scene: scene.id)
def test_a_scenario_begins_with_its_initiative_and_only_on_its_fronts(scene):
    game = start(scene.id)
    assert game.s.initiative == list(scene.initiative)
    assert [front for front in (0, 1) if game.s.initiative[front]] == list(scene.fronts)
    shown = [track.id for track in game.seat("poland").view().tracks if track.id.startswith("initiative")]
    assert shown == [f"initiative-{('north', 'south')[front]}" for front in scene.fronts]
