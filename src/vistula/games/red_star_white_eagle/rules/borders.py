"""17.4 Borders: foreign lands that intern whoever enters them, and Lithuania, where nobody stays."""

from __future__ import annotations

from vistula.board.hexes import Hex, HexSet, members
from vistula.kernel import tell

from ..state import DEAD, POOL, State, eliminate, lift
from .options import freikorps, plebiscite, silesia


def interning(s: State, side: int) -> HexSet:
    """[17.4.1a] (A67) Foreign lands, without what optional rules make Polish or open to Poles on the rails
    [24.8, 24.10a, 24.11.1]."""
    opened = plebiscite.polish(s) | freikorps.polish(s) | silesia.transit(s, side)
    return s.m.interning & ~opened


def interned(s: State, piece: int, hex: Hex) -> bool:
    """[17.4.1a] Whether a piece that comes into a hex leaves the game for good."""
    return bool(interning(s, s.m.side[piece]) >> hex & 1)


def intern(s: State, piece: int, hex: Hex) -> None:
    """[17.4.1a] A piece has entered a foreign land."""
    lift(s, piece, POOL if s.m.all_rcs >> piece & 1 else DEAD)
    tell(s, "17.4.1a", "interned", unit=piece, hex=hex)


def end_of_combat_phase(s: State) -> None:
    """[17.4.2b] Whoever is in Lithuania at the end of a combat phase and is no Lithuanian is lost; replacement counters
    too (A87)."""
    m = s.m
    for piece in members((m.army[0] | m.army[1] | m.all_rcs) & ~m.lithuanians):
        hex = s.place[piece]
        if hex >= 0 and m.lithuania >> hex & 1:
            tell(s, "17.4.2b", "lost_in_lithuania", unit=piece, hex=hex)
            eliminate(s, piece)
