"""The battle that is being resolved, laid out beside the map: what each side brings, step by step."""

from __future__ import annotations

from vistula.board.hexes import bits
from vistula.games.strike_of_the_eagle.model import SIDES
from vistula.games.strike_of_the_eagle.names import piece_name
from vistula.games.strike_of_the_eagle.queries import known
from vistula.games.strike_of_the_eagle.state import NONE, State
from vistula.games.strike_of_the_eagle.strength import value_lines
from vistula.kernel.views import Column, Panel, Term

_WORDS = ("Polish", "Soviet")


def panel(s: State) -> Panel | None:
    """[7.41] The running battle; None where there is none."""
    fight = s.fight
    if fight is None:
        return None
    columns = [_column(s, side) for side in (fight.attacker, 1 - fight.attacker)]
    result = f"{_WORDS[fight.winner]} victory" if fight.winner != NONE else ""
    return Panel(f"Battle of {s.m.area_name[fight.area]}", "7.41", s.m.area_key[fight.area], columns, result)


def _column(s: State, side: int) -> Column:
    fight = s.fight
    assert fight is not None
    role = "attacker" if side == fight.attacker else "defender"
    terms = [Term("directions", str(len(fight.directions)), "7.34b")] if side == fight.attacker else _defence(s)
    seen = all(known(s, p) for p in bits(fight.engaged[0] | fight.engaged[1]))
    if fight.revealed and seen and not any(fight.taken):  # afterwards blocks are weaker than they fought
        terms += [Term(line.label, f"{line.value:+d}", line.rule) for line in value_lines(s, fight, side)]
    if fight.revealed:
        terms.append(Term("Combat Value", str(fight.value[side]), "7.41.3b"))
        terms.append(Term("strength points to lose", str(fight.losses[side]), "7.41.4a"))
        terms.append(Term("strength points lost", str(fight.taken[side]), "7.41.5a"))
    pieces = [piece_name(p) for p in bits(fight.engaged[side])]
    return Column(f"{_WORDS[side]} {role}", SIDES[side], pieces, terms)


def _defence(s: State) -> list[Term]:
    fight = s.fight
    assert fight is not None
    found = [Term("supported from", str(len(fight.supports)), "7.34f")]
    if fight.fortified:
        found.append(Term("fortification", "1", "1.2b"))
    if fight.defended:
        found.append(Term("Defend Area", "1", "7.2aa"))
    if s.garrisons[1 - fight.attacker] >> fight.area & 1:
        found.append(Term("garrison", "1", "3.0d"))
    return found
