"""10.1 Who may attack what."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect
from vistula.kernel import Bar, left, only
from vistula.kernel.views import Refusal
from vistula.parts.sides import holds

from ..model import AIR, CARS, LITHUANIA, SOVIET, TANK, TRAIN
from ..state import State, sp
from .bars import foes, named, off_map
from .ground import rivers
from .patrols import fixed, is_dummy
from .queries import in_play
from .seats import SOVIETS, side_of


def unfit(s: State, command: int) -> Iterator[Bar]:
    """[10.1c, 10.1d, 19.4a, 20.1.4c] Units that cannot attack in this phase."""
    m = s.m
    yield from foes(s, command, "10.1a")
    yield off_map(s)
    yield Bar("10.1c", s.fought, named(s, "has attacked already in this phase"))
    yield Bar("10.1d", s.barred, named(s, "crossed an enemy LOF over a river or into difficult terrain"))
    yield Bar("19.4a", 1 << m.lwow_unit | fixed(s), named(s, "never attacks"))
    yield Bar("20.4.1f", s.negotiating, named(s, "negotiates and does not attack"))
    held = m.konarmiya if s.konarmiya_held else 0
    yield Bar("20.1.4c", held, named(s, "does not attack in the turn of its transfer"))
    dummies = Bar("23.1.1f", lambda u: u >= m.count and is_dummy(s, u), named(s, "is a dummy and cannot attack"))
    if s.concealment:
        yield dummies
    yield Bar("3.4.3h", s.left_theater, named(s, "moved to another Theater in this turn, so it cannot attack"))


def targets_of(s: State, side: int) -> int:
    """[10.1a, 17.1.5e, 21.1e, 21.2b] Hexes that a side could attack if it had units next to them."""
    held = s.occupied[1 - side]
    if side == SOVIET:
        return held
    if not s.lithuania_out:
        held &= ~s.lithuanian  # [21.1e]
    return (held & ~(1 << s.m.kowno) | s.cheka) & in_play(s)


def out_of_attack(s: State, command: int, target: int, joined: list[int], alone: bool = True) -> Iterator[Bar]:
    """[10.1a, 3.4.2c, 3.4.3f, 3.4.4e, 3.4.6b, 21.1a, 21.4c] Units that cannot join an attack on a hex. Unless it is
    made alone, units of the other Front follow one of its own (N-91)."""
    m, place, where = s.m, s.place, s.m.hex_name(target)
    yield from unfit(s, command if alone or not joined else SOVIETS)
    yield Bar("10.1a", collect(joined), named(s, f"attacks {where} already"))
    around = m.around[target]
    yield Bar(
        "10.1a",
        lambda u: not around >> place[u] & 1,
        lambda u: f"{m.full_name[u]} stands in {m.hex_name(place[u])}, not next to {where}",
    )
    yield Bar("3.4.3f", lambda u: m.kind[u] == TRAIN and not holds(m.grid, m.rails, place[u], target),
              named(s, f"attacks along a railroad only, and none leads to {where}"))  # fmt: skip
    yield Bar("3.4.4e", lambda u: m.kind[u] in (CARS, TANK) and over_large(s, u, target),
              named(s, "does not attack across a large river"))  # fmt: skip
    yield Bar("3.4.7b", lambda u: m.kind[u] == AIR and not any(place[v] == place[u] for v in joined),
              named(s, "supports units of its own hex: choose one of them first"))  # fmt: skip
    if joined:
        lithuanian = m.front[joined[0]] == LITHUANIA
        yield Bar("21.1a", lambda u: (m.front[u] == LITHUANIA) != lithuanian,
                  named(s, "does not attack together with these: Soviets and Lithuanians fight apart"))  # fmt: skip
    if target == m.wilno and s.lithuanian >> target & 1:
        words = "only Lithuanian-Belarusian units attack Wilno in Lithuanian hands"
        # [19.3d] brigades of a split division too (N-74)
        yield only("21.4c", m.lith_belarus, words)
    helpers = sum(m.support >> u & 1 for u in joined)
    strength = sum(sp(s, u) for u in joined)
    over = m.support if helpers >= strength else 0
    yield Bar("3.4.2c", over, f"as many support units as SP may attack, and {strength} SP have {helpers}")


def over_large(s: State, unit: int, target: int) -> bool:
    view = rivers(s.m, s.m.side[unit])
    here = s.place[unit]
    return holds(s.m.grid, view.bridge, here, target) or holds(s.m.grid, view.wide, here, target)


def attackers_of(s: State, command: int, target: int) -> list[int]:
    """Units with strength that may attack a hex."""
    return [u for u in left(out_of_attack(s, command, target, [])) if sp(s, u)]


def out_of_reach(s: State, command: int) -> Iterator[Bar]:
    """[10.1a] Hexes that cannot be attacked now."""
    m, side = s.m, side_of(command)
    name = m.hex_name
    yield only("10.1a", targets_of(s, side), lambda hex: _no_target(s, side, hex))
    ready = [u for u in left(unfit(s, command)) if sp(s, u)]
    near = m.grid.dilate(collect(s.place[u] for u in ready))
    yield only("10.1a", near, lambda hex: f"none of your units next to {name(hex)} can attack")
    # Regular units can attack whatever is next to them, but for Wilno in Lithuanian hands.
    sure = 0
    for hex in {s.place[u] for u in ready if not m.support >> u & 1}:
        sure |= m.around[hex]
    sure &= ~(1 << m.wilno)
    yield Bar(
        "10.1a",
        lambda hex: not sure >> hex & 1 and not attackers_of(s, command, hex),
        lambda hex: f"none of your units next to {name(hex)} can attack it",
    )


def _no_target(s: State, side: int, hex: int) -> Refusal:
    name = s.m.hex_name(hex)
    if s.lithuanian >> hex & 1:
        rule, words = (
            ("21.2b", "Kowno is") if hex == s.m.kowno and s.lithuania_out else ("21.1e", "Lithuanian units are")
        )
        late = "" if s.lithuania_out else " before one has crossed the Demarcation Line"
        return Refusal(rule, f"{words} not attacked{late}")
    return Refusal("10.1a", f"no enemy unit is in {name}")


def targets(s: State, command: int) -> list[int]:
    """Hexes that can be attacked now."""
    return left(out_of_reach(s, command))
