"""Every title as a game of OpenSpiel (extra `env-openspiel`): import this module and `pyspiel.load_game` knows them.

import pyspiel, vistula.env.spiel

game = pyspiel.load_game("vistula_warsaw_1920_v0", {"scenario": "free"})

Players are seats in their order, actions the integers of the environment. Dice are chance nodes, one for each die, with
their true chances: an action that comes upon a die that has not been thrown is put off, the die is asked of OpenSpiel,
and the action is carried out again from where it began. Secrets that lie in the position itself stay hidden: the
observation is made from the player's mask. `resample_from_infostate` draws a position that the player cannot tell from
the true one.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from vistula.env import PREFIX, game_of, names
from vistula.env.actions import Actions
from vistula.env.observations import Observations, Vector
from vistula.kernel.decision import Action, SeatId
from vistula.kernel.dice import Dice
from vistula.kernel.game import Game
from vistula.kernel.save import load, save
from vistula.kernel.title import title
from vistula.players.play import asked

LIMIT = 20_000


class Unthrown(Exception):
    """A die is needed that has not been thrown."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class OpenDice(Dice):
    """Dice that show only what has been laid out, and say which die is wanted next."""

    def copy(self) -> OpenDice:
        twin = OpenDice(self.secret, self.number)
        twin.laid = self.laid[:]
        return twin

    def roll(self, name: str, sides: Any) -> list[int]:
        if len(self.laid) < len(sides):
            raise Unthrown(sides[len(self.laid)])
        return super().roll(name, sides)


class Table:
    """A game that stops at every die."""

    def __init__(self, game: Game[Any], act: tuple[SeatId, Action] | None, thrown: list[int], steps: int = 0) -> None:
        self.game, self.act, self.thrown, self.steps = game, act, thrown, steps
        self.sides = 0  # of the die that is wanted; 0 if a player is

    @classmethod
    def opened(cls, game: str, scenario: str | None) -> Table:
        found = title(game)
        settled = found.settle_options({})
        id = found.scenario(scenario).id
        s, stack = found.setup(id, settled)
        table = cls(Game(found, s, stack, OpenDice(b""), id, settled), None, [])
        table.go_on()
        return table

    def __deepcopy__(self, memo: object) -> Table:
        twin = Table(self.game.clone(), self.act, self.thrown[:], self.steps)
        twin.sides = self.sides
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """A table that has not come to its first decision is opened anew; any other is put away as it stands."""
        game = self.game
        body = save(game) if game.decisions or game.over else b""
        return _restored, (game.title.id, game.scenario, body, self.act, self.thrown, self.steps, self.sides)

    def go_on(self) -> None:
        """Carry out what is to be done, as far as the dice that have been thrown allow."""
        trial = self.game.clone()
        trial.dice.laid = self.thrown[:]
        try:
            trial.run() if self.act is None else trial.push(self.act[1], self.act[0])
        except Unthrown as unthrown:
            self.sides = unthrown.sides
            return
        self.game, self.act, self.thrown, self.sides = trial, None, [], 0

    def throw(self, value: int) -> None:
        self.thrown.append(value)
        self.go_on()

    def play(self, seat: SeatId, action: Action) -> None:
        self.act = seat, action
        self.steps += 1
        self.go_on()

    @property
    def over(self) -> bool:
        return not self.sides and (self.game.over or self.steps >= LIMIT)


def _restored(
    game: str, scenario: str, body: bytes, act: tuple[SeatId, Action] | None, thrown: list[int], steps: int, sides: int
) -> Table:
    table = Table(load(body) if body else Table.opened(game, scenario).game, act, thrown, steps)
    table.game.dice, table.sides = OpenDice(b""), sides
    return table


class VistulaState(pyspiel.State):
    """A position."""

    def __init__(self, game: VistulaGame) -> None:
        super().__init__(game)
        self.table = game.opening.__deepcopy__(None)

    @property
    def _kept(self) -> VistulaGame:
        return self.get_game()  # type: ignore[no-any-return]

    def current_player(self) -> Any:
        if self.table.over:
            return pyspiel.PlayerId.TERMINAL
        if self.table.sides:
            return pyspiel.PlayerId.CHANCE
        return self._kept.seats.index(asked(self.table.game))

    def _legal_actions(self, player: int) -> list[int]:
        if self.table.sides or self.table.over:
            return []
        decision = self.table.game.decisions.get(self._kept.seats[player])
        return self._kept.actions.legal(decision) if decision is not None and decision.waits else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A die of n sides: 0 … n-1."""
        sides = self.table.sides
        return [(pip, 1 / sides) for pip in range(sides)]

    def _apply_action(self, action: int) -> None:
        if self.table.sides:
            self.table.throw(action + 1)
        else:
            self.table.play(asked(self.table.game), self._kept.actions.decode(action)[0])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"die {action + 1}"
        return self._kept.actions.name(action)

    def is_terminal(self) -> bool:
        return self.table.over

    def returns(self) -> list[float]:
        result = self.table.game.result if self.table.over else None
        if result is None or not result.winners:
            return [0.0] * len(self._kept.seats)
        return [1.0 if seat in result.winners else -1.0 for seat in self._kept.seats]

    def resample_from_infostate(self, player: int, probability: Callable[[], float]) -> VistulaState:
        """A position that this player, who is asked, cannot tell from this one."""
        if self.table.sides:
            raise ValueError("a position is resampled where a player is asked, not at a die")
        rng = random.Random(int(probability() * 2**53))
        drawn = self.table.game.seat(self._kept.seats[player]).determinize(rng)
        drawn.dice = OpenDice(b"")
        twin: VistulaState = self.clone()
        twin.table = Table(drawn, None, [], self.table.steps)
        return twin

    def __str__(self) -> str:
        game = self.table.game
        if game.result is not None:
            return f"{game.title.name}: {game.outcome_in_words}"
        waiting = f"die of {self.table.sides} sides" if self.table.sides else _question(game)
        return f"{game.title.name}, turn {game.title.turn(game.s)}: {waiting}"


def _question(game: Game[Any]) -> str:
    seat = asked(game)
    return f"{seat}: {game.seat(seat).prompt()}"


class Observer:
    """The observation of the environment, in OpenSpiel's form. It forgets: there is no perfect recall."""

    def __init__(self, game: VistulaGame, kind: Any) -> None:
        if kind.perfect_recall:
            raise ValueError("observations without perfect recall are all there are")
        self.game = game
        self.tensor: Vector = np.zeros(game.observations.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: VistulaState, player: int) -> None:
        self.tensor[:] = self.game.observations.vector(state.table.game.seat(self.game.seats[player]))

    def string_from(self, state: VistulaState, player: int) -> str:
        vector = self.game.observations.vector(state.table.game.seat(self.game.seats[player]))
        return " ".join(f"{i}:{vector[i]:g}" for i in np.flatnonzero(vector))


MOST_SIDES = 100
"""No die and no bag of any title has more."""


class VistulaGame(pyspiel.Game):
    """A title. Subclasses, made by `_register`, say which."""

    kind: Any
    game: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        scenario = (params or {}).get("scenario") or None
        found = title(self.game)
        self.seats = list(found.seated(found.settle_options({})))
        self.actions = Actions(found)
        self.observations = Observations(found, self.seats)
        self.observations.settle(found.start(scenario, journal=False).seat(self.seats[0]))
        self.opening = Table.opened(self.game, scenario)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=MOST_SIDES,
            num_players=len(self.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if len(self.seats) == 2 else None,
            max_game_length=LIMIT,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> VistulaState:
        return VistulaState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


def _register(name: str) -> None:
    game = game_of(name)
    seats = len(title(game).seats)
    zero_sum = pyspiel.GameType.Utility.ZERO_SUM if seats == 2 else pyspiel.GameType.Utility.GENERAL_SUM
    kind = pyspiel.GameType(
        short_name=f"vistula_{name.removeprefix(PREFIX)}",
        long_name=title(game).name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=zero_sum,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": ""},
    )
    pyspiel.register_game(kind, type("VistulaGame", (VistulaGame,), {"kind": kind, "game": game}))


for _name in names():
    _register(_name)
