"""What a seat is shown: counters, markers, tracks, boxes and the running attack."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect, members
from vistula.kernel import UNKNOWN, Frame, Seat
from vistula.kernel.views import Arrow, Box, BoxKind, CardView, Column, Mark, Panel, Pile, Term, Track, View
from vistula.parts.odds import terms

from ..model import BELARUS, POLAND, POLISH, SEATS, SOUTHWEST, SOVIET, THEATERS, UKRAINE, WEST
from ..rules.advance import Advance, Onward
from ..rules.alternatives import MARKER_NAMES, ROUNDS, face_down
from ..rules.attack import Attack
from ..rules.boost import pool_size
from ..rules.cheka import Cheka
from ..rules.groups import Concealing
from ..rules.konarmiya import Transfer
from ..rules.morale import advantage, level, marker_of
from ..rules.movement import Move
from ..rules.operations import NAMES, polish_operation, soviet_operation
from ..rules.patrols import dummies
from ..rules.priorities import CHOICES
from ..rules.queries import plays, veiled
from ..rules.reactive import ReactivePhase
from ..rules.reinforcements import Arrivals
from ..rules.reorganization import Reorganizing
from ..rules.replacements import Attrition, ReplacementPhase, Spending
from ..rules.reserves import Reserves
from ..rules.retreat import Retreat
from ..rules.reveal import HiddenLoss, Scout
from ..rules.seats import seats_of
from ..rules.special_orders import NAMES as ORDERS
from ..rules.steps import Losses
from ..rules.strength import work_out
from ..rules.theaters import HOME, used
from ..rules.three_players import THREE
from ..rules.volunteers import FIRST, LAST
from ..state import (
    BRIGADES,
    OFF,
    OWN,
    REBUILD,
    REMOVED,
    RESERVES,
    SEALED,
    UKRAINE_BOX,
    UKRAINIAN,
    VOLUNTEERS,
    WEST_POOL,
    State,
    beneath,
    box_turn,
    stands,
    units_under,
)
from .pieces import in_a_box, on_the_map
from .words import FRONTS, box, card_name

SIDES = ("Polish", "Soviet")
_PHASES: tuple[tuple[type[Frame], str, str], ...] = (
    (Losses, "step losses", "3.3i"),
    (Retreat, "retreat", "11.0a"),
    (Advance, "advance", "12.0a"),
    (Attrition, "attrition", "15.3a"),
    (Spending, "replacements", "17.0a"),
    (Transfer, "the Konarmiya", "20.1.4b"),
    (Cheka, "the Cheka", "17.1.5a"),
    (Reserves, "reserves", "20.2.1a"),
    (Reorganizing, "reorganization", "18.0a"),
    (ReplacementPhase, "Replacement Phase", "5.1h"),
    (Arrivals, "reinforcements", "16.0a"),
    (Concealing, "concealment", "23.1a"),
    (Scout, "reconnaissance", "23.1.3b"),
    (HiddenLoss, "step losses", "3.3i"),
)
NAMED = {
    1: ("Reactive Movement", "8.1a"), 2: ("First Attack Phase", "10.1a"), 3: ("Reactive Movement", "8.1a"),
    4: ("Operational Movement", "7.0a"), 5: ("Reactive Movement", "8.1a"), 6: ("Second Attack Phase", "10.8a"),
    7: ("Replacement Phase", "5.1h"),
}  # fmt: skip


def view(seat: Seat[State]) -> View:
    s, found = seat.s, seat.head(*phase_of(seat))
    found.pieces = on_the_map(s, _chosen(seat))
    found.marks = list(_marks(seat))
    found.cards, found.piles = list(_cards(seat)), list(_piles(s))
    for plate in found.seats:
        plate.hand_count = sum(card.seat == plate.id for card in found.cards)
    found.tracks = list(_tracks(s))
    found.boxes = list(_boxes(seat))
    found.panel = _panel(seat)
    found.arrows = _arrows(seat)
    return found


def phase_of(seat: Seat[State]) -> tuple[str, str]:
    """Where the game stands, in words, and the rule that this part of it follows."""
    s = seat.s
    if not seat.stack or not s.phase:
        return ("The game is over", "5.2a") if not seat.stack else (f"{SIDES[s.side]} turn", "5.1a")
    name, rule = NAMED[s.phase]
    if s.active != s.side and seat.under(ReactivePhase) is not None:
        name = f"{SIDES[s.active]} {name}"
    running = {type(frame) for frame in seat.stack}
    inner = next(((words, cited) for kind, words, cited in _PHASES if kind in running and words != name), None)
    return (f"{SIDES[s.side]} turn: {name}, {inner[0]}", inner[1]) if inner else (f"{SIDES[s.side]} turn: {name}", rule)


# -- counters and markers ---------------------------------------------------------------------------------------------


def _chosen(seat: Seat[State]) -> dict[str, int]:
    """What is being done with units, as marks on them."""
    found = {"dummy": dummies(seat.s)} if seat.s.concealment else {}
    attack, retreat, advance = seat.under(Attack), seat.under(Retreat), seat.under(Advance)
    moving = seat.under(Move) or seat.under(Onward)
    if attack is not None:
        found["attacking"] = collect(attack.attackers)
    if retreat is not None:
        found["to-retreat"] = collect(retreat.units)
        found["retreating"] = collect(retreat.group)
    if moving is not None:
        found["moving"] = 1 << moving.unit
    elif advance is not None:
        found["may-advance"] = collect(advance.units)
    return found


def _marks(seat: Seat[State]) -> Iterator[Mark]:
    s, m = seat.s, seat.s.m
    number, start = m.grid.number, m.scenarios[s.scenario].control
    for owner, kind in enumerate(("control-poland", "control-russia", "control-lithuania")):
        for hex in members(s.held[owner] & ~start[owner]):
            yield Mark(kind, number(hex))  # [2.7a]
    for hex in members(s.cheka):
        yield Mark("cheka", number(hex))
    if attack := seat.under(Attack):
        yield Mark("target", number(attack.target))


def _arrows(seat: Seat[State]) -> list[Arrow]:
    """From where the attackers come."""
    s, attack = seat.s, seat.under(Attack)
    if attack is None or attack.rolled:
        return []
    number = s.m.grid.number
    hexes = sorted({s.place[u] for u in attack.attackers if s.place[u] >= 0})
    return [Arrow("attack", [number(hex), number(attack.target)], SEATS[s.side]) for hex in hexes]


# -- Events -----------------------------------------------------------------------------------------------------------


def _holder(seat: Seat[State], side: int) -> str:
    """In front of whom the Events of a side lie: of partners, the one who looks, or who has priority (N-92)."""
    own = seats_of(seat.s, side)
    return seat.id if seat.id in own else own[0]


def _cards(seat: Seat[State]) -> Iterator[CardView]:
    """[23.3c] Events in hand, those of the other side face down, and all that have been played."""
    s = seat.s
    for side in (POLAND, SOVIET):
        holder = _holder(seat, side)
        for i, card in enumerate(s.hands[side]):
            name = None if card == UNKNOWN else card_name(s.m, card)
            yield CardView(name or f"{holder}-{i}", "hand", holder, name)
    for card in members(s.spent):
        yield CardView(card_name(s.m, card), "played", None, card_name(s.m, card))


def _piles(s: State) -> Iterator[Pile]:
    for side in (POLAND, SOVIET) if s.has_events else ():
        yield Pile(f"events-{SEATS[side]}", f"{SIDES[side]} Events", pool_size(s, side), SEATS[side], rule="23.3a")


# -- tracks -----------------------------------------------------------------------------------------------------------


def _tracks(s: State) -> Iterator[Track]:
    m, scene = s.m, s.m.scenarios[s.scenario]
    flag = m.dates[s.round]
    number, last = s.round - scene.first + 1, scene.last - scene.first + 1
    yield Track("round", "Round", number, 1, last, rule="5.0a", flag=flag, kind="turn")
    if scene.points:
        for side in (POLAND, SOVIET):
            points = max(0, -s.vp if side == POLAND else s.vp)
            title = f"{SIDES[side]} victory points"
            yield Track(f"vp-{SEATS[side]}", title, points, 0, m.most_morale, SEATS[side], "2.0c", kind="score")
    if plays(s, "13"):
        yield from _morale(s)
    yield from _operations(s)
    yield from _politics(s)
    yield from _face_down(s)
    if s.players == THREE:
        yield Track(
            "priority", "Priority", s.priority, 0, None, SEATS[SOVIET], "22.1e", FRONTS[s.priority], kind="note"
        )
    for pool, name in ((OWN, "Polish Replacements"), (UKRAINIAN, "Ukrainian Replacements")):
        if pool == OWN or s.pool[pool]:
            yield Track(f"pool-{pool}", name, s.pool[pool], 0, None, SEATS[POLAND], "17.1.6a")
    for front in (WEST, SOUTHWEST):
        if used(s, HOME[front]):
            title = f"{FRONTS[front]}: Replacements"
            yield Track(
                f"pool-{WEST_POOL + front}", title, s.pool[WEST_POOL + front], 0, None, SEATS[SOVIET], "17.1.6a"
            )
    if plays(s, "8"):
        for side in (POLAND, SOVIET):
            state = "used" if s.reacted[side] else "ready"
            title = f"{SIDES[side]} Reactive Movement"
            yield Track(
                f"react-{SEATS[side]}", title, 1 - s.reacted[side], 0, 1, SEATS[side], "8.1b", state, kind="note"
            )


def _politics(s: State) -> Iterator[Track]:
    """[23.5a] The Political Priority of each side, by name where the seat knows it."""
    for side in (POLAND, SOVIET):
        if s.politics[side]:
            name = CHOICES[side][s.politics[side]] if s.politics[side] != UNKNOWN else "face down"
            title, shown = f"{SIDES[side]} Political Priority", s.politics_shown[side]
            yield Track(f"politics-{SEATS[side]}", title, shown, 0, None, SEATS[side], "23.5a", name, kind="note")


def _face_down(s: State) -> Iterator[Track]:
    """[23.4a] The rounds on which markers lie, with their names where the seat knows them."""
    m, waiting = s.m, [round for round in s.lying if round >= s.round]
    if hidden := [i for i in face_down(s) if s.markers[i] != UNKNOWN]:
        words = [f"{m.dates[s.markers[i]]} {MARKER_NAMES[i]}" for i in sorted(hidden, key=lambda i: s.markers[i])]
    else:
        words = [m.dates[round] for round in waiting]
    if waiting:
        title, flag = "Soviet markers face down", ", ".join(words)
        yield Track("markers-russia", title, len(waiting), 0, None, SEATS[SOVIET], "23.4a", flag, kind="note")
    if any(s.volunteer_markers) and s.forming <= LAST:
        flag = ", ".join(letters(s, turn) for turn in range(ROUNDS))
        title, left = "Volunteer markers", sum(s.volunteer_markers[s.forming - FIRST :])
        yield Track("markers-poland", title, left, 0, None, SEATS[POLAND], "23.4.1a", flag, kind="note")


def letters(s: State, turn: int) -> str:
    """The markers on a round of forming: "AAB", "3 face down", "none"."""
    number, a = s.volunteer_markers[turn], s.volunteers_a[turn]
    return "none" if not number else f"{number} face down" if a == UNKNOWN else "A" * a + "B" * (number - a)


def _morale(s: State) -> Iterator[Track]:
    """[13.1a] The marker of each Theater: Soviet boxes to the right, Polish ones to the left."""
    for theater in (POLISH, BELARUS, UKRAINE):
        if not used(s, theater) or marker_of(s, theater) != theater or (theater == POLISH and not s.polish_marker):
            continue
        now = advantage(s, theater)
        side = SEATS[SOVIET] if now > 0 else SEATS[POLAND] if now < 0 else ""
        levels = max(level(s, POLAND, theater), level(s, SOVIET, theater))
        title, flag = f"Morale, {THEATERS[theater]} Theater", f"{box(now)}, level {levels}"
        limit = s.m.most_morale
        yield Track(f"morale-{theater}", title, now, -limit, limit, side, "13.1a", flag)


def _operations(s: State) -> Iterator[Track]:
    """[17.1.1] What kind of operation the attacks of this turn make it so far."""
    if s.side == POLAND:
        for theater in (POLISH, BELARUS, UKRAINE):
            if used(s, theater):
                name = NAMES[polish_operation(s, theater)]
                title = f"Polish attacks, {THEATERS[theater]} Theater"
                value = s.attacks[theater]
                yield Track(f"operation-{theater}", title, value, 0, None, SEATS[POLAND], "17.1.1a", name)
        return
    for front in (WEST, SOUTHWEST):
        if used(s, HOME[front]):
            name = NAMES[soviet_operation(s, front)]
            title = f"Attacks of the {FRONTS[front]}"
            yield Track(f"front-{front}", title, s.assaults[front], 0, None, SEATS[SOVIET], "17.1.1a", name)


# -- boxes ------------------------------------------------------------------------------------------------------------


def _boxes(seat: Seat[State]) -> Iterator[Box]:
    """[2.0d] Counters beside the map."""
    s, m = seat.s, seat.s.m
    arriving = seat.under(Arrivals)
    chosen = arriving.unit if arriving is not None else -1
    beside: dict[tuple[int, int], list[int]] = {}
    for unit, place in enumerate(s.place):
        if place < 0:
            beside.setdefault((place, m.side[unit]), []).append(unit)
    rounds = sorted({box_turn(place) for place, _ in beside if box_turn(place)})
    found: list[tuple[str, str, list[int], BoxKind]] = []
    for round in rounds:
        for side in (POLAND, SOVIET):
            units = next((u for (place, whose), u in beside.items() if box_turn(place) == round and whose == side), [])
            date = m.dates[round] if round <= m.rounds else "after the game"
            found.append((f"round-{round}-{SEATS[side]}", f"{SIDES[side]} arrivals, {date}", units, "arrivals"))
    for marker in range(m.count, len(s.place)):
        if inside := [u for u in beneath(s, marker) if not m.all_patrols >> u & 1]:
            found.append((f"under-{m.key[marker]}", f"Under {_marker(s, marker)}", inside, "beside"))
    for place, id, title, kind in _HOLDING:
        for side in (POLAND, SOVIET):
            units = [u for u in beside.get((place, side), []) if u < m.count]
            found.append((f"{id}-{SEATS[side]}", f"{SIDES[side]} {title}", units, kind))
    for id, title, units, kind in found:
        if units:
            yield Box(id, title, in_a_box(s, units, chosen), kind)


def _marker(s: State, marker: int) -> str:
    """A marker of one's own, and where it is."""
    hex = stands(s, marker)
    return f"{s.m.full_name[marker]}, {s.m.hex_name(hex)}" if hex >= 0 else s.m.full_name[marker]


_HOLDING: tuple[tuple[int, str, str, BoxKind], ...] = (
    (REBUILD, "rebuild", "units to rebuild", "losses"),
    (BRIGADES, "brigades", "divisional brigades", "beside"),
    (VOLUNTEERS, "volunteers", "Volunteer Army", "beside"),
    (RESERVES, "reserves", "reserves and allies", "beside"),
    (UKRAINE_BOX, "ukraine", "Ukrainians", "beside"),
    (OFF, "off", "units off the board", "beside"),
    (SEALED, "sealed", "units under face-down markers", "beside"),
    (REMOVED, "removed", "units out of the game", "losses"),
)


# -- the attack -------------------------------------------------------------------------------------------------------


def _panel(seat: Seat[State]) -> Panel | None:
    """[10.3a, 10.7] Both sides, the base chance and every modifier with its rule."""
    s, attack = seat.s, seat.under(Attack)
    if attack is None:
        return None
    m, title = s.m, f"Attack on {s.m.hex_name(attack.target)}"
    space = m.grid.number(attack.target)
    defenders = attack.defenders or [u for u in m.units_of[1 - s.side] if s.place[u] == attack.target]
    columns = [
        Column("Attacker", SEATS[s.side], [m.key[u] for u in attack.attackers]),
        Column("Defender", SEATS[1 - s.side], [m.key[u] for u in defenders]),
    ]
    if attack.rolled:
        result = "Bloody fight" if attack.rolled in (2, 12) else "Success" if attack.won else "Failure"
        words = f"{attack.rolled} against {attack.chance}: {result}"
        return Panel(title, "10.3c", space, columns, words)
    alive = [u for u in attack.attackers if s.place[u] >= 0]
    strange = any(unit >= m.count and not units_under(s, unit) for unit in alive)  # markers of the other side
    if not alive or strange or not s.occupied[1 - s.side] >> attack.target & 1:
        return Panel(title, "10.3a", space, columns)
    if veiled(s, 1 - s.side) >> attack.target & 1:
        columns[1].terms = [Term("Concealed", "?", "23.1a")]
        return Panel(title, "10.3a", space, columns, "What is concealed there comes to light with the attack")
    odds = work_out(s, alive, attack.target, attack.order, attack.answer)
    columns[0].terms = [Term("Strength", str(odds.attack), "10.3a"), Term("Base chance", str(odds.base), "10.3a")]
    columns[0].terms += [*terms(odds.lines), Term("Chance", str(odds.chance), "10.7m")]
    columns[1].terms = [Term("Strength", str(odds.defence), "10.3a")]
    orders = [ORDERS[order] for order in (attack.order, attack.answer) if order]
    words = "; ".join([f"{odds.chance} or less on two dice", *orders])
    return Panel(title, "10.3a", space, columns, words)
