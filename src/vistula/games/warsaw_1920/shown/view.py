"""What a seat is shown: counters, markers, tracks, boxes and the running battle, from its knowledge alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from vistula.board.hexes import collect, members
from vistula.kernel import UNKNOWN, Frame, Seat
from vistula.kernel.views import Arrow, Box, BoxKind, Column, Mark, Panel, ScoreLine, Term, Track, View
from vistula.parts.pieces import box
from vistula.parts.words import count

from ..model import POLAND, RUSSIA, SEATS, Model
from ..rules import victory
from ..rules.combat import Advance, Attack, Charge, CombatPhase
from ..rules.movement import MovementPhase
from ..rules.refit import RefitPhase
from ..rules.reinforcements import Placement, ReinforcementPhase
from ..rules.retreat import Retreat, Retreats
from ..rules.sequence import PlayerTurn, operations_allowed
from ..rules.setup import PolishDeployment, RussianDeployment, uncovered
from ..rules.supply import DefenceSupply, OperationSupply, Resupply
from ..state import (
    ELIMINATED,
    INTERNED,
    MOVEMENT,
    OPERATION,
    OUT_OF_SUPPLY,
    OVERSTACKED,
    SUPPLIED,
    SURRENDERED,
    TRAY,
    State,
)
from .forecast import battle, columns, odds_term, odds_text
from .pieces import in_a_box, keys_at, on_the_map
from .words import FRONTS

SIDES = ("Polish", "Russian")


def view(seat: Seat[State]) -> View:
    s, found = seat.s, seat.head(*phase_of(seat))
    found.pieces = on_the_map(s, _chosen(seat))
    found.marks = list(_marks(seat))
    found.tracks = list(_tracks(s))
    found.boxes = list(_boxes(seat))
    found.panel = _panel(seat)
    found.arrows = _arrows(seat)
    if seat.result is not None:  # [4.1a] every line of the count
        lines = [line for line in victory.count(s) if line.points]
        found.result = seat.verdict([ScoreLine(SEATS[x.side], x.what, x.points, x.rule) for x in lines])
    return found


# -- phase ------------------------------------------------------------------------------------------------------

_PHASES: tuple[tuple[type[Frame], str, str], ...] = (
    (PolishDeployment, "Polish deployment", "3.1b"),
    (RussianDeployment, "Russian deployment", "3.2a"),
    (Resupply, "resupply", "8.3a"),
    (ReinforcementPhase, "reinforcement and reorganization", "9.0a"),
    (MovementPhase, "movement phase", "10.1a"),
    (CombatPhase, "combat phase", "11.0a"),
    (RefitPhase, "refit phase", "12.2a"),
    (OperationSupply, "supply of the Fronts", "8.1a"),
    (DefenceSupply, "supply of the Fronts", "8.1c"),
    (PlayerTurn, "choice of operation", "5.2a"),
)


def phase_of(seat: Seat[State]) -> tuple[str, str]:
    """Where the game stands, in words, and the rule that this part of it follows."""
    s = seat.s
    if not seat.stack:
        return "The game is over", "4.1a"
    running = {type(frame) for frame in seat.stack}
    for kind, words, rule in _PHASES:
        if kind not in running:
            continue
        if kind in (PolishDeployment, RussianDeployment):
            return words, rule
        numbered = f", operation {s.operation}" if s.operation else ""
        return f"{SIDES[s.side]} player turn{numbered}: {words}", rule
    return f"{SIDES[s.side]} player turn", "5.1a"


# -- counters and markers ---------------------------------------------------------------------------------------


def _chosen(seat: Seat[State]) -> dict[str, int]:
    """What is being done with units, as marks on them."""
    found = {}
    attack, retreats, retreat = seat.under(Attack), seat.under(Retreats), seat.under(Retreat)
    advance, charge = seat.under(Advance), seat.under(Charge)
    if attack is not None and (attack.result or _mine(seat)):
        found["attacking"] = collect(attack.attackers)
    if retreats is not None:
        found["to-retreat"] = collect(retreats.units)
    if retreat is not None:
        found["retreating"] = 1 << retreat.unit
    if charge is not None:
        found["selected"] = 1 << charge.unit
    elif advance is not None:
        found["may-advance"] = collect(advance.units)
    return found


def _mine(seat: Seat[State]) -> bool:
    return bool(seat.id == SEATS[seat.s.side])


def _marks(seat: Seat[State]) -> Iterator[Mark]:
    s, m = seat.s, seat.s.m
    number = m.grid.number
    places = m.town | m.city | m.major | m.sources[POLAND] | m.sources[RUSSIA]
    for hex in members(places & s.russian):
        yield Mark("control-russia", number(hex))  # [3.4d]
    retaken = (m.city | m.major) & s.paid | places & ~m.polish_start
    for hex in members(retaken & ~s.russian):
        yield Mark("control-poland", number(hex))  # [3.4c]
    attack = seat.under(Attack)
    if attack is not None and (attack.result or _mine(seat)):
        yield Mark("target", number(attack.target))
    if seat.under(PolishDeployment) is not None and _mine(seat):
        for group in range(len(m.frontline)):
            for hex in members(uncovered(s, group)):
                yield Mark("uncovered", number(hex))


def _arrows(seat: Seat[State]) -> list[Arrow]:
    """From where the attackers come."""
    s, attack = seat.s, seat.under(Attack)
    if attack is None or attack.result or not _mine(seat):
        return []
    number = s.m.grid.number
    hexes = sorted({s.place[u] for u in attack.attackers})
    return [Arrow("attack", [number(hex), number(attack.target)], SEATS[s.side]) for hex in hexes]


# -- tracks -----------------------------------------------------------------------------------------------------


def _tracks(s: State) -> Iterator[Track]:
    m, mine = s.m, SEATS[s.side]
    yield Track("turn", "Turn", s.turn, 1, m.turns, rule="5.0a", flag=m.dates[s.turn], kind="turn")
    for front, id in enumerate(("west", "southwest")):  # [8.1a]
        points, most = s.points[front], m.supply[front].maximum
        title, flag = f"{FRONTS[front]} supply", ", ".join(_fares(s, front))
        yield Track(id, title, points, 0, max(points, most), SEATS[RUSSIA], "8.1a", flag)
    entered = ((POLAND, s.resupply_vp, "4.1.5a"), (RUSSIA, 0, "4.1.7b"))  # on the record track while the game lasts
    for side, points, rule in entered:
        id, title = f"vp-{SEATS[side]}", f"{SIDES[side]} VP entered"
        yield Track(id, title, points, 0, None, SEATS[side], rule, kind="entered")
    hidden = "the counterattack order not counted" if s.counterattack == UNKNOWN else ""
    lines = victory.count(s)
    for side in (POLAND, RUSSIA):
        yield _score(side, tuple([line for line in lines if line.side == side]), hidden if side == POLAND else "")
    allowed = operations_allowed(s) if s.turn > 1 or s.side == RUSSIA else 0  # [5.1c]
    yield Track("operation", "Operation", s.operation, 0, allowed, mine, "5.1c")
    for i, flag in enumerate(_operations(s), 1):  # [5.4c, 5.5a] the markers in the operation boxes
        rule = "5.4c" if s.side == POLAND else "5.5a"
        yield Track(f"operation-{i}", f"Operation {i}", i, 1, None, mine, rule, flag, kind="note")
    order = ("shown" if s.order_shown else "chosen, not shown yet") if s.counterattack else "not chosen yet"
    title = "Polish counterattack on turn"  # [5.3a, 5.3b]
    yield Track("counterattack", title, max(s.counterattack, 0), 0, None, SEATS[POLAND], "5.3a", order)


def _fares(s: State, front: int) -> Iterator[str]:
    """How a Front fares."""
    if turn := s.resupplied[front]:
        yield f"resupplied on turn {turn}"  # [8.3.1d]
    if lost := s.lost[front]:
        yield f"loses {count(lost, 'operation')}"
    if state := {SUPPLIED: "supplied", OUT_OF_SUPPLY: "out of supply"}.get(s.supplied[front]):
        yield state


@lru_cache(maxsize=512)
def _score(side: int, lines: tuple[victory.Score, ...], flag: str) -> Track:
    """[4.1a] The count of one side if the game ended now; few actions change it."""
    terms = [Term(line.what, str(line.points), line.rule) for line in lines if line.points]
    points = sum(line.points for line in lines)
    id, title = f"now-{SEATS[side]}", f"{SIDES[side]} VP if the game ended now"
    return Track(id, title, points, min(points, 0), None, SEATS[side], "4.1a", flag, terms, "score")


def _operations(s: State) -> Iterator[str]:
    """[5.4c, 5.5a] What the operations of this player turn were: movement at what allowance, and how supplied."""
    movements = 0
    for i, kind in enumerate(s.operations):
        movements += kind == MOVEMENT
        words = "lost by resupply" if kind == OPERATION else "movement" if kind == MOVEMENT else "combat"
        if s.side == POLAND and kind == MOVEMENT:
            words += ", full allowance" if movements == 1 else ", half allowance"
        supply = [{SUPPLIED: "supplied", OUT_OF_SUPPLY: "out"}.get(code) for code in s.statuses[2 * i :]]
        known = [f"{letters} {state}" for letters, state in zip(("W", "SW"), supply, strict=False) if state]
        yield f"{words}: {', '.join(known)}" if known else words


# -- boxes ------------------------------------------------------------------------------------------------------


def _boxes(seat: Seat[State]) -> tuple[Box, ...]:
    """Counters beside the map; all of them lie open (W-46)."""
    s = seat.s
    placing, deploying = seat.under(Placement), seat.under(PolishDeployment) or seat.under(RussianDeployment)
    chosen = placing or deploying
    beside = tuple([(place, unit) for unit, place in enumerate(s.place) if place < 0])
    return _boxes_of(s.m, beside, chosen.unit if chosen is not None else -1)


@lru_cache(maxsize=512)
def _boxes_of(m: Model, beside: tuple[tuple[int, int], ...], chosen: int) -> tuple[Box, ...]:
    """Few actions bring a counter to the boxes or away from them."""
    found: list[tuple[str, str, list[int], BoxKind]] = []
    for turn in range(1, m.turns + m.operations.reorganized + 1):
        title = f"Turn {turn}" if turn <= m.turns else "After the game"
        found.append((f"turn-{turn}", title, [u for place, u in beside if place == box(turn)], "arrivals"))
    fates = (("eliminated", (ELIMINATED, OVERSTACKED)), ("surrendered", (SURRENDERED,)), ("interned", (INTERNED,)))
    for name, codes in fates:
        for side in (POLAND, RUSSIA):
            units = [u for place, u in beside if place in codes and m.side[u] == side]
            found.append((f"{name}-{SEATS[side]}", f"{SIDES[side]} units {name}", units, "losses"))
    for side in (POLAND, RUSSIA):
        units = [u for place, u in beside if place == TRAY and m.side[u] == side]
        found.append((f"tray-{SEATS[side]}", f"{SIDES[side]} units to deploy", units, "tray"))
    return tuple(Box(id, title, in_a_box(m, units, chosen), kind) for id, title, units, kind in found if units)


# -- the battle -------------------------------------------------------------------------------------------------


def _panel(seat: Seat[State]) -> Panel | None:
    s, attack = seat.s, seat.under(Attack)
    if attack is None or not (attack.result or _mine(seat)):
        return None
    title, space = f"Attack on {s.m.hex_name(attack.target)}", s.m.grid.number(attack.target)
    if attack.result:
        sides = _fought(s, attack)
        return Panel(title, "11.5d", space, sides, f"{attack.odds}: {attack.result}")
    laid_out = battle(s, attack.target, attack.attackers)
    if laid_out is None:
        return Panel(title, "11.5d", space, _mustering(s, attack))
    sides = columns(laid_out)
    sides[0].terms += [*laid_out.odds[0].die_terms, odds_term(laid_out)]
    return Panel(title, "11.5d", space, sides, odds_text(laid_out))


def _mustering(s: State, attack: Attack) -> list[Column]:
    """Before anybody with a factor has joined."""
    keys = [s.m.key[u] for u in attack.attackers]
    return [
        Column("Attacker", SEATS[s.side], keys),
        Column("Defender", SEATS[1 - s.side], keys_at(s, 1 - s.side, attack.target)),
    ]


def _fought(s: State, attack: Attack) -> list[Column]:
    """After the die: those who took part lie open until the combat is over [6.3b]."""
    # Where the odds are hopeless no die is rolled, and all is over before anybody looks [11.9a].
    die = Term("die", f"{attack.die} + {attack.bonus}" if attack.bonus else str(attack.die), "11.5b")
    ours = [Term("attack", str(attack.attack), "11.5a"), die, Term("odds", attack.odds, "11.5a")]
    theirs = [Term("defence", str(attack.defence), "11.5a")]
    sides = ((s.side, "Attacker", attack.attackers, ours), (1 - s.side, "Defender", attack.defenders, theirs))
    return [Column(title, SEATS[side], [s.m.key[u] for u in units], terms) for side, title, units, terms in sides]
