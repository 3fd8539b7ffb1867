"""A planner for wargames that knows no title: a title tells it facts, the planner makes plans. See docs/players.md."""

from vistula.players.kit.doctrine import Doctrine
from vistula.players.kit.facts import Attackers, Brief, Chance, Facts, Move, Scores, Unit
from vistula.players.kit.ground import Ground

__all__ = ["Attackers", "Brief", "Chance", "Doctrine", "Facts", "Ground", "Move", "Scores", "Unit"]
