"""People at a terminal: numbered choices, and words for all that is not a choice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.control import Control
from rich.panel import Panel
from rich.text import Text

from vistula.cli import screen
from vistula.cli.board import save
from vistula.cli.interrupts import Interrupts
from vistula.cli.words import Choice, Words
from vistula.files import check_writable
from vistula.kernel.codec import position_of
from vistula.kernel.decision import ASK_ANYWAY, Action, SeatId
from vistula.kernel.errors import BadInput, IllegalAction
from vistula.kernel.game import Game
from vistula.kernel.record import record_of, write
from vistula.players.staff import carry_out, plan

HELP = """\
a number, a name or a verb with a name answers the question; an empty line shows it again
go UNIT HEX     move a unit there, step by step
staff [GROUP]   let an officer play this phase for you, or one group of units; undo takes it back
why NAME        why a unit, hex or verb cannot be chosen now
odds [ANSWER]   the chances of the attack at hand, or of an answer
view [HEX|all]  the front, one stack, or the whole map as text
board FILE.png  the board as a picture (or FILE.svg)
log [N]         the last lines of the diary
undo, reset     undo the last action, or everything back to the last undo point
ask [off]       be asked even where you can only pass; off: let it be passed for you
record FILE     write the record of the game so far
position FILE   write down this moment; play --position FILE goes on from it
resign, quit    give the game up; leave the table"""


class Quit(Exception):
    """A person has left the table."""


class Humans:
    """All persons who play at this terminal; they see only what their seat knows, one after another."""

    def __init__(
        self,
        game: Game[Any],
        seats: tuple[SeatId, ...],
        console: Console,
        ask: Callable[[str], str],
        interrupts: Interrupts,
        names: dict[str, str],
    ) -> None:
        self.game = game
        self.seats = seats
        self.console = console
        self.catalog = game.title.catalog()
        self.names = names
        self._ask = ask
        self._interrupts = interrupts
        self.sitting: SeatId | None = None
        self._heard = dict.fromkeys(seats, 0)
        self._passed: dict[SeatId, list[str]] = {seat: [] for seat in seats}  # what each has yet to be told
        self._commands: dict[str, Callable[[Words, str], bool]] = {
            "help": self.help, "why": self.why, "odds": self.odds, "undo": self.undo, "reset": self.reset,
            "board": self.board, "go": self.go, "staff": self.staff, "log": self.log, "view": self.view,
            "record": self.record, "position": self.position, "ask": self.ask, "resign": self.resign, "quit": self.quit,
        }  # fmt: skip

    # -- a turn at the keyboard -------------------------------------------------------------------

    def turn(self, seat: SeatId) -> None:
        """Ask a seat until it has done something; one that has nothing to react with is not called."""
        if self.game.passes(seat):
            self._pass(seat)
            return
        self._hand_over(seat)
        self.tell(seat)
        words = Words(self.game.seat(seat), self.catalog)
        choices = words.choices()
        self._show(words, choices)
        while not self._answered(words, choices, self._read(seat)):
            pass

    def _pass(self, seat: SeatId) -> None:
        """Pass for a seat. It is told when nobody else looks: at once, or when it is next at the keyboard."""
        own = self.game.seat(seat)
        assert own.decision is not None
        only = own.decision.options[0]
        self._passed[seat].append(f"{own.prompt()} You have nothing to play here, so you pass.")
        if self.sitting == seat or len(self.seats) == 1:
            self._tell_passed(seat)
        self.game.play(seat, Action(only.verb, only.args[0]))

    def _tell_passed(self, seat: SeatId) -> None:
        for line in self._passed[seat]:
            self._say(f"{line} (Type ask to be asked anyway.)", "dim")
        self._passed[seat].clear()

    def _show(self, words: Words, choices: list[Choice]) -> None:
        view = words.seat.decision_view()
        warnings = {option.verb: option.warn for option in view.options} if view is not None else {}
        self.console.print(screen.question(words, choices, warnings))

    def _read(self, seat: SeatId) -> str:
        with self._interrupts.let_through():
            try:
                return self._ask(f"{seat}> ").strip()
            except EOFError:
                raise Quit from None

    def _answered(self, words: Words, choices: list[Choice], text: str) -> bool:
        """Do what a line says; True when the game has moved."""
        word, _, rest = text.partition(" ")
        try:
            if not text:
                self._show(words, choices)
                return False
            if word.casefold() in self._commands:
                return self._commands[word.casefold()](words, rest.strip())
            return self._choose(words, choices, text)
        except IllegalAction as error:
            self._say(str(error), "red")
        except (ValueError, BadInput, OSError) as error:
            self._say(str(error), "red")
        return False

    def _choose(self, words: Words, choices: list[Choice], text: str) -> bool:
        found = words.matching(text, choices)
        if len(found) == 1:
            self.game.play(words.seat.id, found[0].action)
            return True
        if found:
            verbs = ", ".join(dict.fromkeys(choice.option.verb for choice in found))
            raise ValueError(f"{text!r} may mean several things; put one of these before it: {verbs}")
        raise ValueError(f"{text!r} is no answer here; type help for what else can be typed")

    # -- curtain and diary ------------------------------------------------------------------------

    def _hand_over(self, seat: SeatId) -> None:
        """Between two persons, where something is hidden, an empty screen."""
        if self.sitting not in (None, seat) and self._hides():
            self.console.control(Control.clear(), Control.home())
            if self.console.is_terminal:
                self.console.file.write("\x1b[3J")  # and what can be scrolled back to
            self.console.print(Panel(f"hand over to {seat}, press Enter"))
            self._read(seat)
        self.sitting = seat

    def _hides(self) -> bool:
        game = self.game
        return any(game.title.mask(game.s, seat) is not game.s for seat in self.seats)

    def tell(self, seat: SeatId) -> None:
        """What a seat has heard since it was last told, and where it passed."""
        events = self.game.seat(seat).events
        for event in events[min(self._heard[seat], len(events)) :]:
            line = Text.assemble("  ", self.game.title.tale(event), (f"  [{event.rule}]", "dim"))
            self.console.print(line)
        self._heard[seat] = len(events)
        self._tell_passed(seat)

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))

    # -- words that are no choice -----------------------------------------------------------------

    def ask(self, words: Words, rest: str) -> bool:
        """Whether this seat is asked where it can only pass."""
        wanted = rest.casefold() != "off"
        self.game.stand(words.seat.id, ASK_ANYWAY, wanted)
        self._say("You are asked even where you can only pass." if wanted else "Where you can only pass, you pass.")
        return False

    def help(self, words: Words, rest: str) -> bool:
        self._say(HELP)
        return False

    def why(self, words: Words, name: str) -> bool:
        """Why something cannot be chosen now."""
        if not name:
            raise ValueError("why what? A hex, a unit or a verb")
        if words.matching(name, [choice for choice in words.choices() if not name.isdigit() or choice.key == name]):
            self._say(f"{name} can be chosen")
            return False
        refusal = words.title.refuse(words.seat, Action(name.casefold()))
        if refusal is None:
            kind, arg = self._thing(words, name)
            refusal = words.seat.why_not(kind, arg)
        self._say(f"[{refusal.rule}] {refusal.why}" if refusal is not None else f"{name} is not offered now")
        return False

    def _thing(self, words: Words, name: str) -> tuple[str, int]:
        for kind in ("space", "piece"):
            try:
                return kind, words.find(kind, name)
            except ValueError:
                continue
        raise ValueError(f"there is no hex, unit or verb {name!r}")

    def odds(self, words: Words, answer: str) -> bool:
        """The distribution of what would be rolled."""
        action = None
        if answer:
            found = words.matching(answer, words.choices())
            if len(found) != 1:
                raise ValueError(f"{answer!r} is {'several answers' if found else 'no answer'} here")
            action = found[0].action
        forecast = words.seat.forecast(action)
        if forecast is None:
            raise ValueError("nothing is about to be rolled for")
        self.console.print(screen.odds(forecast))
        return False

    def undo(self, words: Words, rest: str) -> bool:
        self.game.undo(words.seat.id)
        return True

    def reset(self, words: Words, rest: str) -> bool:
        self.game.reset(words.seat.id)
        return True

    def go(self, words: Words, rest: str) -> bool:
        """A unit to a hex by the way the rules' own route takes."""
        parts = rest.split()
        for cut in range(len(parts) - 1, 0, -1):
            try:
                unit, hex = words.find("piece", " ".join(parts[:cut])), words.find("space", " ".join(parts[cut:]))
            except ValueError:
                continue
            self.game.go(words.seat.id, unit, hex)
            return True
        raise ValueError("go wants a unit and a hex, such as: go P-1 Lwów")

    def staff(self, words: Words, rest: str) -> bool:
        """The officer plays on for this seat."""
        orders = plan(words.seat, rest)
        count = carry_out(self.game, words.seat.id, orders)
        self._say(
            f"{orders.told} {count} action{'s' if count > 1 else ''}; undo takes {'them' if count > 1 else 'it'} back."
        )
        return True

    def view(self, words: Words, rest: str) -> bool:
        if rest and rest != "all":
            id = words.title.name_of("space", words.find("space", rest))
            self.console.print(screen.stacks(words, [id]))
        else:
            self.console.print(screen.look(words, whole=rest == "all"))
        return False

    def board(self, words: Words, name: str) -> bool:
        path = Path(name or "board.png")
        if path.suffix.lower() not in (".svg", ".png"):
            raise ValueError("a picture is a file .png or .svg")
        check_writable(path)
        save(words.title.board(words.view), path)
        self._say(f"{path} written")
        return False

    def log(self, words: Words, rest: str) -> bool:
        """The last lines of the diary, as this seat heard them."""
        count = int(rest) if rest.isdigit() else 20
        for event in words.seat.events[-count:]:
            self._say(f"  {words.title.tale(event)}  [{event.rule}]")
        return False

    # -- leaving ----------------------------------------------------------------------------------

    def record(self, words: Words, name: str) -> bool:
        if not name:
            raise ValueError("record wants a file name")
        self.keep(Path(name))
        return False

    def position(self, words: Words, name: str) -> bool:
        if not name:
            raise ValueError("position wants a file name")
        path = Path(name)
        check_writable(path)
        path.write_text(position_of(self.game), encoding="utf8")
        self._say(f"{path}: this moment of the game; it holds every secret")
        return False

    def keep(self, path: Path) -> None:
        check_writable(path)
        write(path, record_of(self.game, self.names))
        self._say(f"{path}: the record of the game so far; it holds every secret")

    def resign(self, words: Words, rest: str) -> bool:
        if self._read_yes(words.seat.id, "resign"):
            for seat in (words.seat.id, *self.game.partners(words.seat.id)):  # who sits here speaks for all
                self.game.resign(seat)
            return True
        return False

    def quit(self, words: Words, rest: str) -> bool:
        raise Quit

    def _read_yes(self, seat: SeatId, what: str) -> bool:
        self._say(f"{what}: are you sure? (yes or no)")
        return self._read(seat).casefold() in ("y", "yes")
