"""Vistula: a table for the board wargames of the Polish-Soviet War of 1920."""

from vistula import games as games
from vistula.kernel import title as title

__version__ = "0.1.0"
__all__ = ["title"]
