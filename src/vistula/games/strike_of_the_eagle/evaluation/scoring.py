"""Which thought of an officer belongs to which question: declared beside each."""

from vistula.players.kit.answers import Answers, Scores, always, by_thing, each

__all__ = ["Scores", "always", "answers", "by_thing", "each"]

answers = Answers()
