"""3.4 and 8.0 as an officer sees them: what each of the six uses of a card is worth, when to keep it, and cubes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.board.hexes import bits
from vistula.kernel import Action

from ..cards.events import playable
from ..model import COLOURS, NORTH, ORDERS, PHASES, POLAND, RUSSIA, Type, command_front
from ..rules.depots import depots
from ..rules.orders import Muster, order_areas
from ..rules.queries import controlled, front_of, holder, level
from ..rules.seats import commands, player_of
from ..rules.victory import victor
from ..state import DUE, POOL, State
from .orders import Prospects
from .scoring import Scores, answers, by_thing, each
from .survey import Survey

CUBES = (0.22, 0.16, 0.12)
"""What a black, a white and a green cube are worth while a Reinforcement Phase is to come."""


def keeping(v: Survey, seat: Any, card: int) -> float:
    """What a card in hand is worth for later: much if the hand is short, little when the round ends."""
    s: State = seat.s
    player = player_of(s, seat.id)
    fronts = len(commands(s, player))
    phases = PHASES - s.phase
    spare = len(s.hands[player]) - 1 - phases * fronts
    face = s.m.cards[card]
    good = 0.12 * face.orders + 0.06 * max(0, face.combat - 2)
    if phases == 0:
        return 0.02 + (0.3 * good if v.rounds and spare < 2 else 0.0)
    return v.d.card * (good if spare <= 0 else 0.35 * good if spare == 1 else 0.1 * good) * 2


def cubes_worth(v: Survey, cubes: tuple[int, ...]) -> float:
    return sum(n * worth for n, worth in zip(cubes, CUBES, strict=True)) if v.rounds else 0.0


# -- 7.1 a card at the start of a phase ---------------------------------------------------------------


@answers("Commitment.commit")
@each("card")
def commit(o: Any, seat: Any, card: int) -> float:
    """[7.1a] The card whose best use brings most beyond what it is worth in hand."""
    v, command = o.survey(seat), seat.frame.command
    best = max(uses(v, seat, command, card, prospects(o, seat, command)).values())
    return best - keeping(v, seat, card) - 0.02


@answers("Commitment.use")
def use(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[7.1c] Orders, cubes or the event."""
    v, command = o.survey(seat), seat.frame.command
    return {Action(verb): worth for verb, worth in uses(v, seat, command, seat.s.committed[command], prospects(
        o, seat, command)).items()}  # fmt: skip


def prospects(o: Any, seat: Any, command: int) -> Prospects:
    """What the first, second ... order of this phase would bring."""
    found: Prospects = o.keep(
        "prospects",
        (seat.id, command, o.survey(seat)),
        lambda: Prospects(lambda more: o.scheme(seat, command, more=more), possible(seat.s, command)),
    )
    return found


def possible(s: State, command: int) -> list[Action]:
    """Every order that could be placed now, were as many allowed as one likes; no Recon."""
    bare = s.copy()
    bare.allowance[command] = 99
    muster = Muster(bare, command)
    found = []
    for type, verb in enumerate(ORDERS):
        if type != Type.RECON:
            found += [Action(verb, area) for area in bits(order_areas(bare, command, type, muster))]
    return found


def uses(v: Survey, seat: Any, command: int, card: int, gains: Prospects) -> dict[str, float]:
    """What each use of a card is worth."""
    s = seat.s
    face = s.m.cards[card]
    have = s.allowance[command] - 1
    found = {"orders": gains.of(have, face.orders)}
    if s.scene.reinforcements:
        found["cubes"] = cubes_worth(v, face.cubes)
    if playable(s, command, card):
        found["event"] = event_worth(v, s, command, card, gains)
    return found


def event_worth(v: Survey, s: State, command: int, card: int, gains: Prospects) -> float:
    """What an event gives in figures, and what else it does."""
    face, side, front = s.m.cards[card], v.me, command_front(command)
    have = s.allowance[command] - 1
    total = cubes_worth(v, face.taken) + face.gives.vp + 0.3 * face.gives.draw
    total += gains.of(have, face.gives.orders)
    if face.gives.initiative:
        total += v.d.initiative * min(1.0, v.left / 3)
    odd = _EVENTS.get(face.effect)
    return total + (odd(v, s, side, front) if odd is not None else 0.0)


def _northern(s: State, areas: int) -> int:
    return sum(front_of(s, area) == NORTH for area in bits(areas))


_EVENTS: dict[str, Callable[[Survey, State, int, int], float]] = {
    "desertions": lambda v, s, side, front: v.point * max(level(s, f, POLAND) for f in s.scene.fronts),
    "talks": lambda v, s, side, front: 3.0 if victor(s)[0] == side else -3.0,  # to end the war while it is won
    "resolve": lambda v, s, side, front: 0.2 if holder(s, front) == side and s.scene.both else 0.0,
    "jamming": lambda v, s, side, front: 0.5,
    "liberated": lambda v, s, side, front: cubes_worth(
        v, (max(1, min(4, (controlled(s, RUSSIA) & ~s.round_held[RUSSIA]).bit_count())), 0, 0)
    ),
    "sweep": lambda v, s, side, front: cubes_worth(v, (min(4, _northern(s, depots(s, RUSSIA)) // 2), 0, 0)),
    "columns": lambda v, s, side, front: v.d.hunger * (s.unsupplied >> 56).bit_count(),
    "lithuania": lambda v, s, side, front: 2.5,
    "siberians": lambda v, s, side, front: 4 * v.point,
    "mutiny": lambda v, s, side, front: 0.5 * v.point,
    "border": lambda v, s, side, front: 0.12,
    "shipments": lambda v, s, side, front: cubes_worth(v, (3, 0, 0)),
    "note": lambda v, s, side, front: 0.35,
    "rest": lambda v, s, side, front: 2 * v.point,
    "train": lambda v, s, side, front: cubes_worth(v, (2, 1, 0)),
    "strike": lambda v, s, side, front: cubes_worth(v, (2, 0, 0)) * bool(sum(map(sum, s.cubes))),
    "directive": lambda v, s, side, front: 0.05,
    "volunteers": lambda v, s, side, front: 4 * v.point,
    "balakhovich": lambda v, s, side, front: 2 * v.point,
    "makhno": lambda v, s, side, front: 2 * v.point if DUE in s.place else cubes_worth(v, (0, 2, 0)),
    "riflemen": lambda v, s, side, front: 2.5 * v.point if POOL in s.place else 0.0,
    "wieprz": lambda v, s, side, front: 0.25,
    "second-of-july": lambda v, s, side, front: 0.25,
}
"""What events are worth that figures cannot say, by their effect."""


# -- giving cards away --------------------------------------------------------------------------------


@answers("DiscardDown.discard", "CurzonsNote.answer")
@by_thing("discard", concede=-9.0)
def discard(v: Survey, s: State, card: int) -> float:
    """[6.0b] The card that is worth least; a note from Lord Curzon costs a card rather than a point."""
    face = s.m.cards[card]
    return -face.orders - 0.6 * face.combat - 0.3 * sum(face.cubes) - (face.kind == "historical")


# -- cubes --------------------------------------------------------------------------------------------


@answers("Shipments.take")
def take_cube(o: Any, seat: Any, offered: list[Action]) -> Scores:
    return {a: CUBES[COLOURS.index(a.verb)] for a in offered if a.verb in COLOURS}


@answers("DockStrike.give")
def give_cube(o: Any, seat: Any, offered: list[Action]) -> Scores:
    return {a: -worth for a, worth in take_cube(o, seat, offered).items()}


# -- events -------------------------------------------------------------------------------------------


@answers("Desertions.where")
@by_thing("area")
def desert(v: Survey, s: State, area: int) -> float:
    """[7.13a] Where the enemy is strong and near, and there is something to lose points."""
    points = min(level(s, front_of(s, area), POLAND), sum(v.sp(p) for p in v.theirs.get(area, ())))
    return points + 0.2 * v.field(area)


@answers("LatvianBorder.which")
@by_thing("block")
def hold_up(v: Survey, s: State, piece: int) -> float:
    """The strongest enemy block that is known, or the one nearest to what we hold."""
    return v.sp(piece) + 0.3 * v.field(s.place[piece])


@answers("Arrivals.where", "Directive.where", "Balakhovich.where", "LatvianRiflemen.where", "Spending.site")
@by_thing("site", "go", "arrive")
def where_best(v: Survey, s: State, area: int) -> float:
    """Where a block is wanted that comes onto the map."""
    return v.field(area) - 0.1 * len(v.mine.get(area, ()))


# -- 8.0 garrisons, combining, and what cubes are spent on; events that build blocks --------------------------------


@answers("Garrisoning.place")
@by_thing("garrison")
def garrison(v: Survey, s: State, area: int) -> float:
    """[8.1a] Everywhere, where much is to be kept first."""
    return 1.0 + v.worth(area)


@answers("VolunteerArmy.spend", "Spending.spend")
def spend(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[8.3, 8.4a] Points where they are wanted; a new brigade is as good as a point, and one block more."""
    v, s = o.survey(seat), seat.s
    found: Scores = {}
    home = max((v.field(area) for area in v.mine), default=1.0) or 1.0
    for a in offered:
        unit = s.unit[a.arg] if a.verb in ("strengthen", "build") else 0
        if a.verb == "strengthen":
            found[a] = 1.0 + v.field(s.place[a.arg]) / home + 0.05 * (s.m.max_sp[unit] - s.sp[a.arg])
        elif a.verb == "build":
            found[a] = 1.15 if s.m.brigade[unit] else 0.6
    return found


@answers("Spending.pay")
def pay(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[8.5b] Cubes of cities first: they cannot be kept."""
    return {a: float(a.verb == "strategic") for a in offered}


@answers("MakhnoQuiet.which", "LatvianRiflemen.which", "Combining.absorb")
@by_thing("block", "build")
def which_block(v: Survey, s: State, piece: int) -> float:
    """The largest block that an event offers; of own ones on the map, where it is wanted."""
    place = s.place[piece]
    return s.m.max_sp[s.unit[piece]] + 0.1 * (v.field(place) if place >= 0 else 0.0)


@answers("Directive.which")
@by_thing("block")
def send_away(v: Survey, s: State, piece: int) -> float:
    """[1.1c] A block goes to the other front that is missed least on this one."""
    place = s.place[piece]
    rest = [p for p in v.mine[place] if p != piece]
    return s.sp[piece] - 2.0 * v.field(place) + v.keep(place, rest) - v.keep(place, v.mine[place])
