"""The PettingZoo environment: its own tests, its course, what it shows and what it hides."""

from __future__ import annotations

import random
from typing import Any

import pytest

from env.conftest import NAME
from vistula.kernel import BadInput, IllegalAction, Result

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

import vistula.env  # noqa: E402

EAGLE = "vistula/strike_of_the_eagle_v0"


def take(env: Any, verb: str) -> None:
    """Do the first thing that a verb is offered for."""
    decision = env.seat(env.agent_selection).decision
    option = next(option for option in decision.options if option.verb == verb)
    env.step(env.encoding.encode(verb, option.kind, option.args[0]))


def at_random(env: Any, draw: random.Random) -> None:
    env.step(draw.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()))


def play_out(env: Any, seed: int) -> None:
    draw = random.Random(seed)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        at_random(env, draw)


# -- PettingZoo's own tests -------------------------------------------------------------------------------------

RECOMMENDED = "ignore:(Observation space for each agent|We recommend agents|Observation is not a NumPy):UserWarning"


@pytest.mark.filterwarnings(RECOMMENDED)
def test_the_api_test_passes() -> None:
    from pettingzoo.test import api_test

    api_test(vistula.env.make(NAME), num_cycles=300)


def test_the_seed_test_passes() -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: vistula.env.make(NAME), num_cycles=80)


# -- names ------------------------------------------------------------------------------------------------------


def test_every_title_has_an_environment_with_a_version() -> None:
    assert vistula.env.names() == [vistula.env.name_of(game) for game in vistula.kernel.registered()]
    assert vistula.env.name_of("warsaw-1920") == NAME
    assert vistula.title("warsaw-1920").lexicon().verbs


@pytest.mark.parametrize("name", ["vistula/warsaw_1920_v99", "warsaw_1920_v0", "vistula/poznan_1920_v0", "", "_v"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(BadInput, match="no such environment; there are: vistula/"):
        vistula.env.make(name)


# -- course -----------------------------------------------------------------------------------------------------


def test_a_game_ends_with_a_winner_and_a_loser(env: Any) -> None:
    play_out(env, 3)
    assert env.terminations == {"poland": True, "russia": True}
    assert sum(env.rewards.values()) == 0
    winner = env.infos["poland"]["outcome"]
    assert winner == "draw" or env.rewards[winner] == 1
    assert env.infos["poland"]["score"] == env.game.result.score


def test_each_seat_is_rewarded_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    env = vistula.env.make(EAGLE, scenario="vistula", options={"players": "3"})
    env.reset(seed=1)
    monkeypatch.setattr(env.unwrapped.title, "result", lambda s: Result(("russia-south",), "decisive", "5.0c"))
    env.unwrapped.game.stack.clear()
    env.unwrapped._end()
    assert env.unwrapped.rewards == {"poland": -1, "russia-north": -1, "russia-south": 1}
    assert env.unwrapped.infos["poland"]["outcome"] == "russia-south"
    assert env.unwrapped.infos["poland"]["winners"] == ["russia-south"]


def test_a_game_that_grows_too_long_is_truncated(env: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env, "limit", 5)
    play_out(env, 1)
    assert env.steps == 5
    assert env.truncations == {"poland": True, "russia": True}
    assert env.terminations == {"poland": False, "russia": False}
    assert not env.observe("poland")["action_mask"].any()
    assert env.infos == {"poland": {}, "russia": {}}  # nothing is asked any more


def test_a_truncated_game_stays_so_when_its_agents_have_left(env: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env, "limit", 1)
    monkeypatch.setattr(env, "render_mode", "ansi")
    play_out(env, 1)
    for _ in env.possible_agents:
        env.step(None)
    assert env.agents == []
    assert env.render().splitlines()[0].startswith("Warsaw 1920, turn 1, ")
    assert env.render().splitlines()[1] == "truncated at step 1"
    assert not env.observe("russia")["action_mask"].any()


def test_the_agent_that_is_asked_is_told_what(env: Any) -> None:
    assert env.agent_selection == "russia"
    assert env.infos["russia"] == {"prompt": "Operation 1: movement or combat?", "rule": "5.2a"}
    assert env.infos["poland"] == {}


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (3, "end is masked out for russia"),
        (99999, "99999, which is no action, is masked out"),
        (-1, "-1, which is no action, is masked out"),
        (None, "russia is asked for an integer, not for None"),
        (0.7, "not for 0.7"),
        (np.float32(1.0), "is asked for an integer"),
        ("0", "not for '0'"),
    ],
)
def test_an_action_that_is_masked_out_is_refused_and_changes_nothing(env: Any, number: Any, why: str) -> None:
    before, infos = env.observe("russia"), dict(env.infos)
    env.rewards["poland"] = 0.5
    with pytest.raises(IllegalAction, match=why):
        env.step(number)
    after = env.observe("russia")
    assert (before["observation"] == after["observation"]).all()
    assert (before["action_mask"] == after["action_mask"]).all()
    assert (env.agent_selection, env.steps, env.infos, env.rewards["poland"]) == ("russia", 0, infos, 0.5)


@pytest.mark.parametrize("kind", [int, np.int64, np.uint16, np.array])
def test_an_integer_may_be_numpy_s(env: Any, kind: Any) -> None:
    env.step(kind(0))
    assert env.steps == 1


def test_wrapped_environments_assert_that_an_action_is_in_its_space() -> None:
    env = vistula.env.make(NAME)
    env.reset(seed=1)
    for number in (99999, -1, 0.7, None):
        with pytest.raises(AssertionError, match="not in action space"):
            env.step(number)
    with pytest.raises(IllegalAction, match="end is masked out"):
        env.step(3)


def test_only_an_integer_has_a_name(env: Any) -> None:
    assert env.action_name(np.int64(3)) == "end"
    with pytest.raises(TypeError):
        env.action_name(3.7)


def test_a_seed_fixes_the_dice_of_this_game_and_of_the_next(env: Any) -> None:
    def secrets(seed: int) -> list[bytes]:
        env.reset(seed=seed)
        first = env.game.dice.secret
        env.reset()
        return [first, env.game.dice.secret]

    assert secrets(7) == secrets(7)
    assert len({*secrets(7), *secrets(8)}) == 4


def test_a_table_may_have_another_scenario() -> None:
    env = vistula.env.raw(NAME, scenario="free")
    env.reset(seed=1)
    assert env.game.scenario == "free"
    with pytest.raises(BadInput, match="no scenario"):
        vistula.env.raw(NAME, scenario="lost")


def test_a_table_may_have_more_seats() -> None:
    env = vistula.env.raw(EAGLE, scenario="vistula", options={"players": 4})
    assert env.possible_agents == ["poland-north", "poland-south", "russia-north", "russia-south"]
    assert env.observations.size == vistula.env.raw(EAGLE).observations.size + 2
    with pytest.raises(BadInput, match="'5' is none of 2, 3, 4"):
        vistula.env.raw(EAGLE, options={"players": 5})


@pytest.mark.parametrize(
    ("given", "why"),
    [({"render_mode": "human"}, "'human': there is only 'ansi'"), ({"limit": 0}, "limit: 0: a game has at least")],
)
def test_what_cannot_be_drawn_or_played_is_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        vistula.env.make(NAME, **given)


def test_a_table_can_be_read(env: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env, "render_mode", "ansi")
    assert env.render().splitlines()[1] == "russia: Operation 1: movement or combat?"
    play_out(env, 1)
    poland, russia = env.game.result.score.values()
    assert env.render() == f"Warsaw 1920: Poland wins (points), poland {poland} : russia {russia} [4.1a]"


# -- what is offered --------------------------------------------------------------------------------------------


def test_the_mask_is_what_the_decision_offers_without_free_verbs(env: Any) -> None:
    take(env, "movement")
    while env.infos[env.agent_selection]["rule"] != "10.1a":
        take(env, "spend")
    take(env, "unit")
    decision = env.seat("russia").decision
    offered = {env.action_name(n).split()[0] for n in np.flatnonzero(env.observe("russia")["action_mask"])}
    assert {option.verb for option in decision.options if option.free} == {"cancel"}
    assert offered == {option.verb for option in decision.options} - {"cancel"}


def test_free_verbs_are_offered_where_they_are_wanted(env: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env, "free_verbs", True)
    take(env, "movement")
    while env.infos[env.agent_selection]["rule"] != "10.1a":
        take(env, "spend")
    take(env, "unit")
    cancel = env.encoding.encode("cancel", "button", 0)
    assert env.observe("russia")["action_mask"][cancel]
    env.step(cancel)
    assert env.infos["russia"]["rule"] == "10.1a"


def test_who_is_not_asked_has_nothing_to_choose(env: Any) -> None:
    assert env.observe("russia")["action_mask"].any()
    assert not env.observe("poland")["action_mask"].any()


# -- what is seen -----------------------------------------------------------------------------------------------


def test_what_an_agent_does_is_its_draft_until_it_is_published(env: Any) -> None:
    take(env, "movement")
    while env.infos[env.agent_selection]["rule"] != "10.1a":
        take(env, "save")
    before = env.observe("poland")["observation"]
    take(env, "unit")
    take(env, "step")
    assert (env.observe("poland")["observation"] == before).all()
    while env.infos["russia"]["rule"] != "10.1a":
        take(env, "stop")
    take(env, "end")
    assert not (env.observe("poland")["observation"] == before).all()


def test_worlds_that_russia_cannot_tell_apart_look_alike(env: Any) -> None:
    draw, told_apart = random.Random(5), False
    for _ in range(150):
        seat = env.seat("russia")
        other = seat.determinize(draw).seat("russia")
        assert (env.observations.vector(seat) == env.observations.vector(other)).all()
        told_apart |= seat.determinize(draw).s.place != env.game.s.place
        at_random(env, draw)
    assert told_apart  # there was something to hide


def test_an_observation_lies_within_its_space_and_has_names(env: Any) -> None:
    play_out(env, 4)
    for agent in env.possible_agents:
        assert env.observation_space(agent).contains(env.observe(agent))
    assert len(list(env.observations.names())) == env.observations.size


def test_an_observation_says_where_counters_are(env: Any) -> None:
    named = dict(zip(env.observations.names(), env.observe("russia")["observation"].tolist(), strict=True))
    assert named["seat russia"] == named["asked PlayerTurn.kind"] == named["turn"] == 1
    assert named["seat poland"] == 0
    on_map = [name for name in named if name.endswith(" on the map") and named[name]]
    pieces = [piece for piece in env.seat("russia").view().pieces if piece.face]
    assert len(on_map) == len(pieces)
    piece = pieces[0]
    assert named[f"space {piece.space} {piece.side}"] >= 1
    assert 0 < named[f"counter {piece.face} x"] < 1


# -- the example ------------------------------------------------------------------------------------------------


def test_the_example_plays(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import runpy
    from pathlib import Path

    path = Path(__file__).parents[2] / "docs" / "examples" / "random_vs_greedy.py"
    example = runpy.run_path(str(path))
    found = example["play"](vistula.env.make(NAME, limit=25), "russia", 1)
    assert found == {"poland": 0.0, "russia": 0.0}
