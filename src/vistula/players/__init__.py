"""Computer players: each is handed a masked seat and a source of chance, and nothing else."""

from vistula.players.captain import Captain
from vistula.players.chance import Chance
from vistula.players.greedy import Greedy, Recruit
from vistula.players.kit.player import KitCaptain, KitOfficer, KitRecruit
from vistula.players.player import Player, chance_of

PLAYERS: dict[str, type[Player]] = {
    "random": Chance, "recruit": Recruit, "greedy": Greedy, "officer": Greedy, "captain": Captain,
}  # fmt: skip
"""The computer players by the names that the command line, the lab and the server use."""
TRIAL: dict[str, type[Player]] = {"kit": KitOfficer, "kit-recruit": KitRecruit, "kit-captain": KitCaptain}
"""Players that the lab alone knows; not every title has what they judge by."""


def lab_players() -> dict[str, type[Player]]:
    return PLAYERS | TRIAL


__all__ = ["PLAYERS", "TRIAL", "Captain", "Chance", "Greedy", "Player", "Recruit", "chance_of", "lab_players"]
