"""Titles: the register, scenarios, options, texts, positions."""

from __future__ import annotations

from importlib import import_module

import pytest

import vistula
from kernel.small import A, Pad, Small, a, table, yes_no
from kernel.toy import TOY
from kernel.toy_rules import SEATS
from vistula.kernel import (
    UNKNOWN,
    Action,
    BadInput,
    Choice,
    Frame,
    Result,
    SeatId,
    Title,
    choose,
    procedure,
    register,
    registered,
    step,
    window,
)


@procedure
class Plain(Frame):
    @choose("1.1", who=a)
    def ask(self, s: Pad) -> Choice:
        return yes_no()

    @ask.on("yes")
    def _(self, s: Pad, _: int) -> None: ...


@pytest.fixture
def register_only(monkeypatch):
    """Registers a title for one test."""
    module = import_module("vistula.kernel.title")
    monkeypatch.setattr(module, "_register", {})
    monkeypatch.setattr(module, "_loaded", {})

    def make(found: Title) -> None:
        register("small", lambda pack: found)

    return make


def small(*procedures: type[Frame]) -> Small:
    made = Small([])
    made.procedures = procedures
    return made


def test_a_title_is_found_by_its_name(register_only):
    found = small(Plain)
    register_only(found)
    assert registered() == ["small"]
    assert vistula.title("small") is found


def test_a_title_is_loaded_once(register_only):
    made = []
    register_only(small(Plain))
    register("counted", lambda pack: made.append(pack) or small(Plain))
    assert vistula.title("counted") is vistula.title("counted")
    assert made == [None]


def test_a_pack_makes_another_title(register_only, tmp_path):
    packs = []
    register("packed", lambda pack: packs.append(pack) or small(Plain))
    assert vistula.title("packed") is not vistula.title("packed", tmp_path)
    assert packs == [None, tmp_path.resolve()]


def test_an_unknown_title_is_refused_with_those_there_are(register_only):
    register_only(small(Plain))
    with pytest.raises(BadInput, match="chess: no such game; there are: small"):
        vistula.title("chess")


def test_a_step_that_cites_a_rule_that_does_not_exist_stops_the_title(register_only):
    @procedure
    class Wrong(Frame):
        @step("1.1", "99.9")
        def one(self, s: Pad) -> None: ...

    register_only(small(Wrong))
    with pytest.raises(LookupError, match=r"step Wrong\.one \[1\.1\] cites '99\.9', which is not in rules\.toml"):
        vistula.title("small")


def test_a_window_of_a_kind_that_is_not_listed_stops_the_title(register_only):
    @procedure
    class Wrong(Frame):
        @window("1.1", kind="nap", seats=lambda f, s: [A])
        def one(self, s: Pad, seat: SeatId) -> Choice:
            return []

    register_only(small(Wrong))
    with pytest.raises(LookupError, match=r"Wrong\.one \[1\.1\] is a window 'nap', which the title does not list"):
        vistula.title("small")


def test_a_choice_that_nothing_answers_stops_the_title(register_only):
    @procedure
    class Wrong(Frame):
        @choose("1.1", who=a)
        def one(self, s: Pad) -> Choice:
            return []

    register_only(small(Wrong))
    with pytest.raises(LookupError, match=r"Wrong\.one \[1\.1\] asks and has nothing that carries an answer out"):
        vistula.title("small")


# -- scenarios and options --------------------------------------------------------------------------------------


def test_the_first_scenario_is_the_default():
    assert TOY.start().scenario == "short"
    assert TOY.start("long").scenario == "long"


def test_an_unknown_scenario_is_refused_with_those_there_are():
    with pytest.raises(BadInput, match="toy: scenario: no scenario 'huge'; there are: short, long"):
        TOY.start("huge")


def test_options_are_settled_with_their_defaults():
    assert TOY.start(options={"players": "2"}).options == {"undo": "free", "players": "2"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"speed": "fast"}, "toy: option speed: no such option; there are: undo, players"),
        ({"undo": "never"}, "toy: option undo: 'never' is none of free, move, consent"),
    ],
)
def test_options_that_do_not_exist_are_refused(options, message):
    with pytest.raises(BadInput, match=message):
        TOY.start(options=options)


def test_an_option_may_change_the_seats():
    game = TOY.start(options={"players": "2"})
    assert game.seats == ("red", "green")
    assert list(game.decisions) == ["red", "green"]


def test_the_same_seed_is_the_same_game():
    assert TOY.start(seed=5).s == TOY.start(seed=5).s
    assert TOY.start(seed=5).s != TOY.start(seed=6).s


def test_a_secret_takes_the_place_of_a_seed():
    assert TOY.start(secret=b"x" * 32).dice.secret == b"x" * 32


def test_a_game_without_a_journal():
    game = TOY.start(journal=False)
    assert game.journal is None
    game.play("red", Action("ready"))


# -- positions ----------------------------------------------------------------------------------------------------


def test_a_position_is_read_from_its_file(tmp_path):
    path = tmp_path / "fog.toml"
    path.write_text('watch = "green"\ndice = [3]\n', encoding="utf8")
    game = TOY.start(position=path)
    assert "green" in game.decisions
    assert game.dice.laid == [3]
    assert game.journal.position == path.read_text(encoding="utf8")


def test_a_position_may_say_what_its_table_has_agreed_on(tmp_path):
    path = tmp_path / "agreed.toml"
    path.write_text('options.undo = "consent"', encoding="utf8")
    assert TOY.start(position=path, options={"undo": "move"}).options == {"undo": "consent", "players": "3"}


def test_a_table_cannot_agree_on_what_its_position_does_not_fit(tmp_path):
    path = tmp_path / "three.toml"
    path.write_text("", encoding="utf8")
    with pytest.raises(BadInput, match="toy: option players: the position is for 3 smugglers"):
        TOY.start(position=path, options={"players": "2"})


def test_a_position_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(BadInput, match=r"none\.toml: cannot be read \(No such file"):
        TOY.start(position=tmp_path / "none.toml")


def test_a_position_that_is_no_text_is_named(tmp_path):
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match=r"bad\.toml: is not UTF-8 text"):
        TOY.start(position=tmp_path / "bad.toml")


def test_what_is_wrong_in_a_position_is_named_with_its_file(tmp_path):
    (tmp_path / "bad.toml").write_text('boats = { red-9 = "fog" }')
    with pytest.raises(BadInput, match=r"bad\.toml: boats\.red-9: there is no piece 'red-9'"):
        TOY.start(position=tmp_path / "bad.toml")


def test_a_title_may_take_no_positions(tmp_path):
    (tmp_path / "any.toml").write_text("")
    with pytest.raises(BadInput, match=r"any\.toml: Small takes no position files"):
        Small([Plain()]).start(position=tmp_path / "any.toml")


# -- texts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("template", "refs", "text"),
    [
        ("{n} coins", {"n": 3}, "3 coins"),
        ("{boat} waits", {"boat": 0}, "red-1 waits"),
        ("{a:space} to {b:space}", {"a": 3, "b": 8}, "north to market"),
        ("{boats} wait", {"boats": [0, 4, 8]}, "red-1, green-2 and blue-3 wait"),
        ("{boats} wait", {"boats": [0, 4]}, "red-1 and green-2 wait"),
        ("{boats} waits", {"boats": [0]}, "red-1 waits"),
        ("{boats} waits", {"boats": []}, "nothing waits"),
        ("{sea} is safe", {"sea": UNKNOWN}, "something is safe"),
        ("{n} coins", {"n": UNKNOWN}, "unknown coins"),
        ("no names", {}, "no names"),
    ],
)
def test_texts_call_things_by_their_names(template, refs, text):
    assert TOY.text(template, refs) == text


def test_a_side_is_its_seat_unless_a_title_says_otherwise():
    assert TOY.side_of(SeatId("red")) == "red"


ALLIES = ("poland", "russia-west", "russia-southwest")


@pytest.mark.parametrize(
    ("winners", "victors", "outcome"),
    [
        ((), [], "draw"),
        (("poland",), ["poland"], "poland"),
        (("russia-west",), ["russia-west"], "russia-west"),
        (("russia-west", "russia-southwest"), ["russia"], "russia"),
        (("poland", "russia-southwest"), ["poland", "russia-southwest"], "poland+russia-southwest"),
    ],
)
def test_winners_are_seats_and_are_named_by_their_side_where_all_of_it_has_won(winners, victors, outcome):
    game = table(Plain(), seats=tuple(SeatId(seat) for seat in ALLIES))
    game.title.side_of = lambda seat: seat.partition("-")[0]
    game.title.result = lambda s: Result(winners, "points", "1.1")
    assert (game.outcome, game.seat("poland").verdict()) == ("draw", None), "nothing is won before the end"
    game.stack.clear()
    assert game.outcome == outcome
    shown = game.seat("poland").verdict()
    assert (shown.winners, shown.victors) == (list(winners), victors)


@pytest.mark.parametrize(
    ("result", "victors", "words"),
    [
        (Result(("white",), "points", "4.1a", {"white": 29, "black": 10}), ["white"],
         "White wins (points), white 29 : black 10 [4.1a]"),
        (Result(("black",), "resignation", ""), ["black"], "Black wins (resignation)"),
        (Result(("black-west",), "points", ""), ["black-west"], "Black west wins (points)"),
        (Result(("white", "black-west"), "points", ""), ["white", "black-west"], "White and Black west win (points)"),
        (Result((), "draw", "2.2d", {"white": 1, "black": 1}), [], "a draw, white 1 : black 1 [2.2d]"),
    ],
)  # fmt: skip
def test_a_result_in_words(result, victors, words):
    assert result.in_words(victors) == words


# -- seats ------------------------------------------------------------------------------------------------------


def test_a_scenario_is_played_by_the_seats_that_it_is_for():
    assert TOY.start("short", options={"players": "2"}).seats == SEATS[:2]
    assert TOY.start("crowded").seats == SEATS


def test_other_seats_are_refused_with_those_that_may_play():
    why = "toy: option players=2: .* is played by red, green, blue, not by red, green"
    with pytest.raises(BadInput, match=why):
        TOY.start("crowded", options={"players": "2"})
