"""Computer players: each is handed a masked seat and a source of chance, and nothing else."""

from vistula.players.captain import Captain
from vistula.players.chance import Chance
from vistula.players.greedy import Greedy, Recruit
from vistula.players.player import Player, chance_of

PLAYERS: dict[str, type[Player]] = {
    "random": Chance, "recruit": Recruit, "greedy": Greedy, "officer": Greedy, "captain": Captain,
}  # fmt: skip
"""The computer players by the names that the command line, the lab and the server use."""

__all__ = ["PLAYERS", "Captain", "Chance", "Greedy", "Player", "Recruit", "chance_of"]
