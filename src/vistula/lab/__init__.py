"""The laboratory: many games at once, and what they tell.

from vistula.lab import Plan, run

study = run(Plan("warsaw-1920", seed=7), games=1000, jobs=2)
study.summary()["outcomes"]
"""

from vistula.lab.play import Accumulator, Orders, Plan, Row, play_one
from vistula.lab.study import Study, run

__all__ = ["Accumulator", "Orders", "Plan", "Row", "Study", "play_one", "run"]
