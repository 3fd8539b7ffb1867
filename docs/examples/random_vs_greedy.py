"""Random against greedy through the PettingZoo environment. Trains nothing; shows how a player sits down at it.

python docs/examples/random_vs_greedy.py --games 2

Random draws from the action mask and needs nothing else. Greedy is one of Vistula's own players: it is handed its seat,
which is what the observation is made from, and its action goes back as an integer.
"""

from __future__ import annotations

import argparse
import random

import numpy as np

import vistula.env
from vistula.players import PLAYERS


def play(env, greedy_agent: str, seed: int) -> dict[str, float]:
    """One game; returns each agent's reward."""
    env.reset(seed=seed)
    table = env.unwrapped
    greedy, chance = PLAYERS["greedy"](), random.Random(seed)
    draw = np.random.default_rng(seed)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        if agent == greedy_agent:
            _, reward, terminated, truncated, _ = env.last(observe=False)
        else:
            observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        if terminated or truncated:
            env.step(None)
        elif agent == greedy_agent:
            env.step(table.action_number(agent, greedy.choose(table.seat(agent), chance)))
        else:
            env.step(int(draw.choice(np.flatnonzero(observation["action_mask"]))))
    return rewards


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--env", default="vistula/warsaw_1920_v0")
    parser.add_argument("--games", type=int, default=2, help="from each side")
    args = parser.parse_args()
    env = vistula.env.make(args.env)
    for agent in env.possible_agents:
        won = sum(play(env, agent, seed)[agent] > 0 for seed in range(args.games))
        print(f"greedy as {agent}: {won} of {args.games} won against random")


if __name__ == "__main__":
    main()
