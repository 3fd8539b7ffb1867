"""What a seat is shown: counters, markers, tracks, boxes and the running battle, from its knowledge alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import POLAND, RUSSIA, SEATS, Model
from vistula.games.warsaw_1920.rules import victory
from vistula.games.warsaw_1920.rules.combat import Advance, Attack, Charge, CombatPhase
from vistula.games.warsaw_1920.rules.movement import MovementPhase
from vistula.games.warsaw_1920.rules.refit import RefitPhase
from vistula.games.warsaw_1920.rules.reinforcements import Placement, ReinforcementPhase
from vistula.games.warsaw_1920.rules.retreat import Retreat, Retreats
from vistula.games.warsaw_1920.rules.sequence import PlayerTurn, operations_allowed
from vistula.games.warsaw_1920.rules.setup import PolishDeployment, RussianDeployment, uncovered
from vistula.games.warsaw_1920.rules.supply import DefenceSupply, OperationSupply, Resupply
from vistula.games.warsaw_1920.shown.forecast import battle, columns, odds_term, odds_text
from vistula.games.warsaw_1920.shown.pieces import in_a_box, keys_at, on_the_map
from vistula.games.warsaw_1920.shown.words import FRONTS
from vistula.games.warsaw_1920.state import (
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
    bits_of,
    box,
)
from vistula.kernel import UNKNOWN, Frame, Seat
from vistula.kernel.views import Arrow, Box, BoxKind, Column, Mark, Panel, SeatView, Term, Track, View

SIDES = ("Polish", "Russian")


def view(seat: Seat[State]) -> View:
    s = seat.s
    phase, rule = phase_of(seat)
    return View(
        seat.title.id,
        seat.id,
        s.turn,
        phase,
        rule,
        seats=_seats(seat),
        pieces=on_the_map(s, _chosen(seat)),
        marks=list(_marks(seat)),
        tracks=list(_tracks(s)),
        boxes=list(_boxes(seat)),
        panel=_panel(seat),
        arrows=_arrows(seat),
        decision=seat.decision_view(),
        waiting=seat.waiting,
        undo=seat.undo,
        result=_result(seat),
    )


def _seats(seat: Seat[State]) -> list[SeatView]:
    asked = {waiting.seat for waiting in seat.waiting}
    return [SeatView(side, side, on_move=side in asked) for side in SEATS]


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
        found["attacking"] = bits_of(attack.attackers)
    if retreats is not None:
        found["to-retreat"] = bits_of(retreats.units)
    if retreat is not None:
        found["retreating"] = 1 << retreat.unit
    if charge is not None:
        found["selected"] = 1 << charge.unit
    elif advance is not None:
        found["may-advance"] = bits_of(advance.units)
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
    """Few actions change a track, so each is kept as it was for what it shows."""
    m = s.m
    yield _turn(m, s.turn)
    for front in range(2):
        yield _front(m, front, s.points[front], s.resupplied[front], s.lost[front], s.supplied[front])
    yield _entered(POLAND, s.resupply_vp)
    yield _entered(RUSSIA, 0)
    hidden = "the counterattack order not counted" if s.counterattack == UNKNOWN else ""
    lines = victory.count(s)
    for side in (POLAND, RUSSIA):
        yield _score(side, tuple([line for line in lines if line.side == side]), hidden if side == POLAND else "")
    yield _operation(s.operation, operations_high(s), s.side)
    yield from _operations(s.side, tuple(s.operations), tuple(s.statuses))
    yield _order(s.counterattack, s.order_shown)


@lru_cache(maxsize=64)
def _turn(m: Model, turn: int) -> Track:
    return Track("turn", "Turn", turn, 1, m.turns, rule="5.0a", flag=m.dates[turn], kind="turn")


@lru_cache(maxsize=512)
def _front(m: Model, front: int, points: int, resupplied: int, lost: int, supplied: int) -> Track:
    """[8.1a] The supply points of one Front, and how it fares."""
    flags = []
    if resupplied:
        flags.append(f"resupplied on turn {resupplied}")  # [8.3.1d]
    if lost:
        flags.append(f"loses {lost} operations")
    if state := {SUPPLIED: "supplied", OUT_OF_SUPPLY: "out of supply"}.get(supplied):
        flags.append(state)
    id, title = ("west", "southwest")[front], f"{FRONTS[front]} supply"
    return Track(id, title, points, 0, max(points, m.sp_max[front]), SEATS[RUSSIA], "8.1a", ", ".join(flags))


@lru_cache(maxsize=64)
def _entered(side: int, points: int) -> Track:
    """[4.1.5a, 4.1.7b] What stands on the record track while the game lasts."""
    rule = "4.1.5a" if side == POLAND else "4.1.7b"
    return Track(f"vp-{SEATS[side]}", f"{SIDES[side]} VP entered", points, 0, None, SEATS[side], rule, kind="entered")


@lru_cache(maxsize=64)
def _operation(operation: int, high: int, side: int) -> Track:
    return Track("operation", "Operation", operation, 0, high, SEATS[side], "5.1c")


@lru_cache(maxsize=512)
def _score(side: int, lines: tuple[victory.Score, ...], flag: str) -> Track:
    """[4.1a] The count of one side if the game ended now; few actions change it."""
    terms = [Term(line.what, str(line.points), line.rule) for line in lines if line.points]
    points = sum(line.points for line in lines)
    id, title = f"now-{SEATS[side]}", f"{SIDES[side]} VP if the game ended now"
    return Track(id, title, points, min(points, 0), None, SEATS[side], "4.1a", flag, terms, "score")


def operations_high(s: State) -> int:
    """[5.1c] How many operations the running player turn has, as far as it is known."""
    return operations_allowed(s) if s.turn > 1 or s.side == RUSSIA else 0


@lru_cache(maxsize=512)
def _operations(side: int, operations: tuple[int, ...], statuses: tuple[int, ...]) -> tuple[Track, ...]:
    """[5.4c, 5.5a] The markers in the operation boxes of the player whose turn it is."""
    movements, found = 0, []
    for i, kind in enumerate(operations):
        movements += kind == MOVEMENT
        words = "lost by resupply" if kind == OPERATION else "movement" if kind == MOVEMENT else "combat"
        if side == POLAND and kind == MOVEMENT:
            words += ", full allowance" if movements == 1 else ", half allowance"
        supply = [_STATUS.get(code, "") for code in statuses[2 * i : 2 * i + 2]]
        known = [f"{letters} {state}" for letters, state in zip(("W", "SW"), supply, strict=False) if state]
        flag = f"{words}: {', '.join(known)}" if known else words
        rule = "5.4c" if side == POLAND else "5.5a"
        title = f"Operation {i + 1}"
        found.append(Track(f"operation-{i + 1}", title, i + 1, 1, None, SEATS[side], rule, flag, kind="note"))
    return tuple(found)


_STATUS = {SUPPLIED: "supplied", OUT_OF_SUPPLY: "out"}


@lru_cache(maxsize=64)
def _order(counterattack: int, shown: bool) -> Track:
    """[5.3a, 5.3b] The counterattack order: chosen or not, and what it says to those who may know."""
    flag = "not chosen yet"
    if counterattack:
        flag = "shown" if shown else "chosen, not shown yet"
    value = max(counterattack, 0)
    return Track("counterattack", "Polish counterattack on turn", value, 0, None, SEATS[POLAND], "5.3a", flag)


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
    for turn in range(1, m.turns + m.reorganized_turns + 1):
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
        return Panel(title, "11.5d", space, _gathering(s, attack))
    sides = columns(laid_out)
    sides[0].terms += [*laid_out.odds[0].die_terms, odds_term(laid_out)]
    return Panel(title, "11.5d", space, sides, odds_text(laid_out))


def _gathering(s: State, attack: Attack) -> list[Column]:
    """Before anybody with a factor has joined."""
    keys = [s.m.key[u] for u in attack.attackers]
    return [
        Column("Attacker", SEATS[s.side], keys),
        Column("Defender", SEATS[1 - s.side], keys_at(s, 1 - s.side, attack.target)),
    ]


def _fought(s: State, attack: Attack) -> list[Column]:
    """After the die: those who took part lie open until the combat is over [6.3b]."""
    ours = [Term("attack", str(attack.attack), "11.5a"), *_die(attack), Term("odds", attack.odds, "11.5a")]
    theirs = [Term("defence", str(attack.defence), "11.5a")]
    sides = ((s.side, "Attacker", attack.attackers, ours), (1 - s.side, "Defender", attack.defenders, theirs))
    return [Column(title, SEATS[side], [s.m.key[u] for u in units], terms) for side, title, units, terms in sides]


def _die(attack: Attack) -> list[Term]:
    """The die as it fell. Where the odds are hopeless none is rolled, and all is over before anybody looks [11.9a]."""
    return [Term("die", f"{attack.die} + {attack.bonus}" if attack.bonus else str(attack.die), "11.5b")]


# -- the end ----------------------------------------------------------------------------------------------------


def _result(seat: Seat[State]) -> dict[str, Any] | None:
    """[4.1a] How the game ended, with every line of the count."""
    end = seat.result
    if end is None:
        return None
    lines = [{"side": SEATS[line.side], "what": line.what, "points": line.points, "rule": line.rule}
             for line in victory.count(seat.s) if line.points]  # fmt: skip
    return {"winner": end.winner, "level": end.level, "rule": end.rule, "score": end.score, "lines": lines}
