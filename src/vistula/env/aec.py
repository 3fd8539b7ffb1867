"""A title as a PettingZoo environment: agents are seats, each asked in its turn.

A step is one action, as small as one click. What an agent does is its draft until the rules publish it: the other
agents observe the table as their seats would see it. Verbs that only take back or rearrange are masked out, so that
every choice leads on, unless `free_verbs` asks for them; actions that may be done at any time beside another seat's
decision are not offered.
"""

from __future__ import annotations

import random
from operator import index
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from vistula.env.actions import Actions
from vistula.env.observations import HIGH, LOW, Observations
from vistula.kernel.decision import Action
from vistula.kernel.errors import BadInput, IllegalAction
from vistula.kernel.game import Game
from vistula.kernel.seat import Seat
from vistula.kernel.title import title
from vistula.players.play import asked

LIMIT = 20_000
"""Steps after which a game is truncated, unless another limit is given."""


class VistulaEnv(AECEnv):
    """One title at one table. Options are those of the table: scenario, table options, a data pack."""

    def __init__(
        self,
        game: str,
        name: str,
        *,
        scenario: str | None = None,
        options: dict[str, Any] | None = None,
        pack: str | None = None,
        free_verbs: bool = False,
        limit: int = LIMIT,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise BadInput("render_mode", repr(render_mode), "there is only 'ansi'")
        if limit < 1:
            raise BadInput("limit", str(limit), "a game has at least one step")
        self.title = title(game, pack)
        self.scenario, self.limit = scenario, limit
        self.options = {key: str(value) for key, value in (options or {}).items()}
        self.free_verbs, self.render_mode = free_verbs, render_mode
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [str(seat) for seat in self.title.seated(self.title.settle_options(self.options))]
        self.encoding = Actions(self.title)
        self.observations = Observations(self.title, self.possible_agents)
        self.observations.settle(self._start(1).seat(self.possible_agents[0]))
        self._spaces = {agent: self._space() for agent in self.possible_agents}
        self._choices = {agent: gymnasium.spaces.Discrete(self.encoding.size) for agent in self.possible_agents}
        self._rng = random.Random()

    def _space(self) -> Any:
        vector = gymnasium.spaces.Box(LOW, HIGH, (self.observations.size,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, (self.encoding.size,), np.int8)
        return gymnasium.spaces.Dict({"observation": vector, "action_mask": mask})

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._choices[agent]

    # -- playing ------------------------------------------------------------------------------------

    def _start(self, seed: int) -> Game[Any]:
        return self.title.start(self.scenario, seed=seed, options=self.options, journal=False).listen()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. A seed fixes its dice and, for the games after it, theirs."""
        if seed is not None:
            self._rng = random.Random(f"vistula env {seed}")
        self.game = self._start(self._rng.getrandbits(48))
        self.steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn_to_asked()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = self._checked(agent, action)  # before anything is changed
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.play(agent, chosen)
        self.steps += 1
        self.infos = {agent: {} for agent in self.agents}
        if self.game.over:
            self._end()
        elif self._cut_off:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._turn_to_asked()
        self._accumulate_rewards()

    @property
    def _cut_off(self) -> bool:
        """Whether the game is truncated; PettingZoo forgets of each agent that has taken its leave."""
        return self.steps >= self.limit and not self.game.over

    def _checked(self, agent: str, number: Any) -> Action:
        """The action of an integer, if the mask lets it through."""
        decision = self.game.decision_of(agent)
        assert decision is not None
        try:
            chosen = index(number)
        except TypeError:
            raise IllegalAction(decision.rule, f"{agent} is asked for an integer, not for {number!r}") from None
        if chosen not in self.encoding.legal(decision, self.free_verbs):
            name = self.action_name(chosen) if 0 <= chosen < self.encoding.size else f"{chosen}, which is no action,"
            raise IllegalAction(decision.rule, f"{name} is masked out for {agent}")
        return self.encoding.decode(chosen)[0]

    def _turn_to_asked(self) -> None:
        """Select the agent that the table waits for, and tell it what it is asked."""
        self.agent_selection = str(asked(self.game))
        seat = self.seat(self.agent_selection)
        assert seat.decision is not None
        self.infos[self.agent_selection] = {"prompt": seat.prompt(), "rule": seat.decision.rule}

    def _end(self) -> None:
        result = self.game.result
        assert result is not None
        for agent in self.agents:
            self.rewards[agent] = 0.0 if not result.winners else 1.0 if agent in result.winners else -1.0
            self.infos[agent] = {
                "outcome": self.game.outcome,
                "winners": list(result.winners),
                "level": result.level,
                "score": dict(result.score),
            }
        self.terminations = dict.fromkeys(self.agents, True)

    # -- looking ------------------------------------------------------------------------------------

    def seat(self, agent: str) -> Seat[Any]:
        """What an agent's seat knows: all that a player of Vistula is ever handed."""
        return self.game.seat(agent)

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.seat(agent)
        waits = seat.decision is not None and seat.decision.waits and not self._cut_off
        mask = self.encoding.mask(seat.decision if waits else None, self.free_verbs)
        return {"observation": self.observations.vector(seat), "action_mask": mask}

    def action_name(self, number: int) -> str:
        return self.encoding.name(index(number))

    def action_number(self, agent: str, action: Action) -> int:
        """The integer of an action that the agent is offered."""
        decision = self.game.decision_of(agent)
        if decision is None:
            raise IllegalAction("", f"{agent} is not asked")
        return self.encoding.number_of(decision, action)

    def render(self) -> str | None:
        """Where the game stands and what is asked, in two lines; of a game that has ended, how, in one."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode='ansi'")
            return None
        if self.game.result is not None:
            return f"{self.title.name}: {self.game.outcome_in_words}"
        seat = self.seat(self.agent_selection)
        view = seat.view()
        asks = f"truncated at step {self.steps}" if self._cut_off else f"{seat.id}: {seat.prompt()}"
        return f"{self.title.name}, turn {view.turn}, {view.phase}\n{asks}"

    def close(self) -> None:
        return None

    def __str__(self) -> str:
        return str(self.metadata["name"])
