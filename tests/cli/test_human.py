"""People at a terminal: answers, commands, curtain, and whole games from set-up to victory."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import vistula
from vistula.cli import screen
from vistula.cli.human import Humans, Quit
from vistula.cli.interrupts import Interrupts
from vistula.cli.words import Words
from vistula.kernel import Game, SeatId
from vistula.kernel.record import record_of, replay
from vistula.players import Chance
from vistula.players.play import asked, play_out, seat_players

POLAND, RUSSIA = SeatId("poland"), SeatId("russia")


class Keyboard:
    """Types prepared lines; then leaves."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


class Table:
    """People at an injected terminal."""

    def __init__(
        self, game: Game[Any], ask: Callable[[str], str], seats: tuple[SeatId, ...] = (POLAND, RUSSIA)
    ) -> None:
        self.game = game
        self.paper = io.StringIO()
        console = Console(file=self.paper, width=160, force_terminal=False)
        self.people = Humans(game, seats, console, ask, Interrupts(), {})

    def play(self) -> str:
        """Until the keyboard is left or the game is over; returns what stands on the screen."""
        try:
            while not self.game.over and asked(self.game) in self.people.seats:
                self.people.turn(asked(self.game))
        except Quit:
            pass
        return self.paper.getvalue()


def typed(*lines: str, scenario: str = "quick", position: str | None = None) -> tuple[str, Game[Any]]:
    """What one person sees who types these lines, and the game after them."""
    game = vistula.title("warsaw-1920").start(scenario, seed=1, position=position)
    return Table(game, Keyboard(*lines), (RUSSIA,)).play(), game


MOVEMENT = ("movement", "spend", "spend")


def at(folder: Path, text: str) -> str:
    path = folder / "position.toml"
    path.write_text(text, encoding="utf8")
    return str(path)


# -- questions and answers --------------------------------------------------------------------------------


def test_a_question_shows_its_rule_its_answers_and_what_they_cost() -> None:
    text, _ = typed()
    assert "Operation 1: movement or combat? [5.2a]" in text
    assert re.search(r"1  Movement phase\n +2  Combat phase", text)
    assert "No more operations  (3 operation phases are given up" in text


def test_units_are_named_with_factors_and_places() -> None:
    text, _ = typed(*MOVEMENT)
    assert "R-27 27th (Omsk) Rifle Division 5-4 W · Borysów 2525" in text


@pytest.mark.parametrize("answer", ["1", "movement", "MOVEMENT", "  movement "])
def test_an_answer_by_number_or_verb(answer: str) -> None:
    _, game = typed(answer)
    assert game.decisions[RUSSIA].rule == "8.1a"


@pytest.mark.parametrize("answer", ["R-27", "r-27", "unit R-27", "27th (omsk) rifle division", "unit 27"])
def test_an_answer_by_name(answer: str) -> None:
    _, game = typed(*MOVEMENT, answer)
    assert game.decisions[RUSSIA].rule == "10.3a"


def test_a_hex_by_number_or_by_name() -> None:
    for answer in ("3125", "Dzisna", "step Dzisna"):
        _, game = typed(*MOVEMENT, "R-10cav", answer)
        assert game.title.name_of("space", game.s.place[game.title.arg_of("piece", "R-10cav")]) == "3125"


def test_a_name_that_may_mean_two_things_wants_its_verb() -> None:
    text, game = typed(*MOVEMENT, "unit", "stack")
    assert text.count("may mean several things; put one of these before it: ") == 2
    assert game.decisions[RUSSIA].rule == "10.1a"


@pytest.mark.parametrize("answer", ["0", "999", "P-99", "Atlantis", "surrender", "-1", "movement twice"])
def test_nonsense_is_told_and_asked_again(answer: str) -> None:
    text, game = typed(answer)
    assert "is no answer here" in text
    assert game.decisions[RUSSIA].rule == "5.2a"


def test_an_empty_line_shows_the_question_again() -> None:
    assert typed("", "")[0].count("movement or combat?") == 3


# -- commands -----------------------------------------------------------------------------------------------


def test_help() -> None:
    text, _ = typed("help")
    for word in ("go UNIT HEX", "why NAME", "odds", "undo", "reset", "board FILE", "log", "view", "quit"):
        assert word in text


def test_undo_and_reset_go_back_and_a_barrier_stops_them() -> None:
    _, game = typed("movement", "undo")
    assert game.decisions[RUSSIA].rule == "5.2a"
    _, game = typed(*MOVEMENT, "R-27", "reset")
    assert game.decisions[RUSSIA].rule == "5.2a"
    text, _ = typed("undo")
    assert "can't undo" in text


def test_go_moves_a_unit_step_by_step() -> None:
    _, game = typed(*MOVEMENT, "go R-10cav Połock")
    unit = game.title.arg_of("piece", "R-10cav")
    assert game.title.say("space", game.s.place[unit]) == "Połock (3025)"
    assert game.journal is not None
    assert [entry.verb for entry in game.journal.entries[3:]] == ["unit", "step", "step"]


def test_go_by_the_names_of_counters_and_places() -> None:
    _, game = typed(*MOVEMENT, "go 10th (Kuban) Cavalry Division Dzisna")
    assert game.title.name_of("space", game.s.place[game.title.arg_of("piece", "R-10cav")]) == "3125"


@pytest.mark.parametrize("line", ["go", "go R-27", "go R-27 Atlantis", "go Budyonny Minsk"])
def test_go_without_a_unit_or_a_hex(line: str) -> None:
    assert "go wants a unit and a hex" in typed(*MOVEMENT, line)[0]


def test_go_where_there_is_no_way() -> None:
    text, game = typed(*MOVEMENT, "go R-27 Warszawa")
    assert "there is no way for" in text
    assert game.decisions[RUSSIA].rule == "10.1a"


def test_the_staff_moves_a_front_and_undo_takes_it_back() -> None:
    text, game = typed(*MOVEMENT, "staff nowhere", "staff west")
    assert "there is no group 'nowhere'; there are: west, southwest" in text
    said = " ".join(text.split())
    assert re.search(r"Your staff has done all it would in this phase\..* \d+ actions; undo takes them back\.", said)
    assert len(game.draft[1][-1]) > 3, "one message"
    _, before = typed(*MOVEMENT)
    _, after = typed(*MOVEMENT, "staff west", "undo")
    assert (before.s, before.stack) == (after.s, after.stack)
    assert game.s.place != before.s.place


def test_why_tells_the_rule() -> None:
    text, _ = typed(*MOVEMENT, "R-27", "why Mińsk", "why P-8", "why 2526", "why", "why Atlantis")
    assert re.search(r"\[\d+\.[\w.]+\] ", text.split("Choose another unit")[1])
    assert "2526 can be chosen" in text
    assert "why what?" in text
    assert "there is no hex, unit or verb 'Atlantis'" in text


def test_odds_of_an_attack_before_it_is_committed() -> None:
    text, game = typed("combat", "spend", "spend", "odds 2924", "attack 2924", "1", "odds", "odds 99", "odds resolve")
    assert "%" in text
    assert "'99' is no answer here" in text
    assert game.dice.number == 1  # nothing was rolled


def test_odds_where_nothing_is_rolled() -> None:
    assert "nothing is about to be rolled for" in typed("odds")[0]


def test_view_shows_the_front_a_stack_and_the_tracks() -> None:
    text, _ = typed("view")
    assert "Western Front supply" in text
    assert re.search(r"2525 +.*|Borysów 2525 +R", text)
    assert re.search(r" R4", text)
    assert "an unseen unit" in text
    one, _ = typed("view Borysów")
    assert re.search(r"Borysów 2525 +R +3rd Heavy Artillery Brigade", one)
    whole, _ = typed("view all")
    assert whole.count("\n") > text.count("\n") - 40


def test_answers_are_marked_on_the_text_map() -> None:
    text, _ = typed(*MOVEMENT, "R-27", "view")
    assert "*" in text.split("Choose another unit")[1]


def test_log_tells_the_last_lines() -> None:
    text, _ = typed(*MOVEMENT, "log 2")
    assert text.rstrip().splitlines()[-1].endswith("[10.1a]")


def test_board_writes_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text, _ = typed("board now.svg", "board now.gif", "board none/now.svg")
    assert (tmp_path / "now.svg").read_text(encoding="utf8").startswith("<svg")
    assert "a file .png or .svg" in text
    assert "no folder none" in text


def test_record_writes_the_game_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text, _ = typed(*MOVEMENT, "undo", "record so-far.json", "record")
    assert "holds every secret" in text
    assert "record wants a file name" in text
    assert (tmp_path / "so-far.json").exists()


def test_position_writes_this_moment_and_play_goes_on_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text, game = typed(*MOVEMENT, "unit R-4", "position now.toml", "position")
    assert "now.toml: this moment of the game; it holds every secret" in text
    assert "position wants a file name" in text
    again = vistula.title("warsaw-1920").start(position=tmp_path / "now.toml")
    assert (again.s, again.stack, again.decisions) == (game.s, game.stack, game.decisions)
    assert again.decisions[RUSSIA].step == "way"


def test_resign_asks_once_more() -> None:
    _, game = typed("resign", "no")
    assert not game.over
    _, game = typed("resign", "yes")
    assert game.result is not None
    assert (game.result.winners, game.result.level) == (("poland",), "resignation")


# -- what is hidden -----------------------------------------------------------------------------------------


def middle() -> Iterator[Game[Any]]:
    game = vistula.title("warsaw-1920").start("quick", seed=2)
    for n, _ in enumerate(play_out(game, seat_players(dict.fromkeys(game.seats, "random"), 2))):
        if not game.over and asked(game) == RUSSIA and n % 9 == 0:
            yield game


def shown(game: Game[Any], seat: SeatId) -> str:
    """All that the screen shows a seat at one decision."""
    paper = io.StringIO()
    console = Console(file=paper, width=160)
    words = Words(game.seat(seat), game.title.catalog())
    console.print(screen.question(words, words.choices(), {}), screen.look(words, whole=True))
    return paper.getvalue()


def test_the_screen_is_the_same_in_worlds_that_a_seat_cannot_tell_apart() -> None:
    compared = 0
    for game in middle():
        own = game.seat(RUSSIA)
        if own.s is not game.s:
            twin = own.determinize(random.Random(compared))
            assert shown(twin, RUSSIA) == shown(game, RUSSIA)
            compared += 1
    assert compared > 5


def test_between_two_people_falls_a_curtain(tmp_path: Path) -> None:
    position = at(tmp_path, 'turn = 4\nside = "poland"\nphase = "operation"\n')
    game = vistula.title("warsaw-1920").start(position=position)
    keys = Keyboard("combat", "", "spend", "spend", "")
    text = Table(game, keys).play()
    assert "hand over to russia, press Enter" in text
    assert "hand over to poland, press Enter" in text
    assert text.index("hand over to russia") < text.index("The Poles attack.")
    assert not keys.lines


def test_a_person_alone_sees_no_curtain() -> None:
    game = vistula.title("warsaw-1920").start("quick", seed=1)
    text = Table(game, Keyboard("stop", "stop"), (RUSSIA,)).play()
    assert "hand over" not in text


# -- questions with one answer ------------------------------------------------------------------------------

ONLY = "New phase. Play a Reaction Card? You have nothing to play here, so you pass."


def dealt(*lines: str, seats: tuple[SeatId, ...] = (POLAND, RUSSIA), ask: bool = False) -> tuple[str, Game[Any]]:
    """A game of blocks at whose first question Poland can only pass and Russia has something to play."""
    game = vistula.title("strike-of-the-eagle").start("zhlobin", seed=1)
    assert [game.passes(seat) for seat in (POLAND, RUSSIA)] == [True, False]
    if ask:
        game.stand(POLAND, "ask")
    return Table(game, Keyboard(*lines), seats).play(), game


def test_where_one_can_only_pass_it_is_passed_and_said() -> None:
    text, game = dealt(seats=(POLAND,))
    assert ONLY in text
    assert "Pass" not in text.split(ONLY)[0]
    assert asked(game) == RUSSIA


def test_whoever_passes_unasked_is_not_called_and_is_told_when_alone() -> None:
    """The other at this keyboard reads nothing of it, and no curtain falls for it."""
    text, game = dealt()
    assert asked(game) == RUSSIA
    assert ONLY not in text
    assert "hand over" not in text
    text, _ = dealt("pass", "")
    assert text.index("hand over to poland") < text.index(ONLY)


def test_whoever_wants_to_be_asked_anyway_is_asked() -> None:
    text, game = dealt(seats=(POLAND,), ask=True)
    assert ONLY not in text
    assert "1  Pass" in text
    assert asked(game) == POLAND
    text, game = dealt("ask off", "pass", seats=(POLAND,), ask=True)
    assert "Where you can only pass, you pass." in text
    assert game.standing[POLAND] == []
    _, game = dealt("ask", seats=(RUSSIA,))
    assert game.standing == {}
    _, game = dealt("ask")
    assert game.standing[RUSSIA] == ["ask"]


# -- whole games --------------------------------------------------------------------------------------------


class Player:
    """Answers as chance would, by number, name or verb, and asks things in between."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.asked = 0
        self.table: Table

    def __call__(self, prompt: str) -> str:
        self.asked += 1
        if "press Enter" in self.table.paper.getvalue()[-400:]:
            return ""
        if self.asked % 5 == 0:
            return self.rng.choice(
                ["view", "log", "odds", "why Warszawa", "why P-8", "", "help", "undo", "go P-8 Lublin"]
            )
        seat = SeatId(prompt.removesuffix("> "))
        action = Chance().choose(self.game.seat(seat), self.rng)
        choices = Words(self.game.seat(seat), self.table.people.catalog).choices()
        choice = next(choice for choice in choices if choice.action == action)
        named = f"{choice.option.verb} {choice.key}" if choice.option.kind != "button" else choice.option.verb
        return self.rng.choice([str(choice.number), named])


@pytest.mark.parametrize("scenario", ["quick", "free"])
def test_two_people_play_a_whole_game(scenario: str) -> None:
    game = vistula.title("warsaw-1920").start(scenario, seed=8)
    player = Player(game, 8)
    player.table = Table(game, player)
    text = player.table.play()
    assert game.over
    assert game.result is not None
    assert "is no answer here" not in text
    record = record_of(game)
    assert list(replay(record, "game", check=True))[-1].result == game.result
