"""What a seat is shown: blocks, orders, garrisons, cards, tracks and boxes, from its knowledge alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import groupby
from operator import or_
from typing import ClassVar

from vistula.board.hexes import bits
from vistula.kernel import UNKNOWN, Seat
from vistula.kernel.views import Arrow, Box, CardView, Mark, PieceView, Pile, Term, Track, View

from ..changes import MARKS
from ..model import BOTH, COMMANDS, FRONTS, ORDERS, PEOPLES, PHASES, SIDES, Model, Stage, command_front, command_side
from ..rules.arrivals import slot_of
from ..rules.queries import block_command, blocks_at, holder, known, level, open_areas
from ..rules.seats import commander, player_of, players, seat_of, side_of_player
from ..rules.tokens import TOKEN
from ..rules.victory import leader_of
from ..state import DUE, GONE, NONE, POOL, State
from .names import card_name, link_name, piece_name
from .panel import panel

_STEPS = (
    ("replenish cards", "6.0a"), ("arrivals", "4.0g"), ("cards", "7.1a"), ("placing orders", "7.2a"),
    ("forced marches", "7.3a"), ("recon", "7.3b"), ("moves", "7.3c"), ("withdrawals", "7.3d"), ("battles", "7.4a"),
    ("reorganization", "7.5"), ("rail transport", "7.6a"), ("supply", "7.7a"), ("victory points", "7.8a"),
    ("reinforcement", "8.0a"),
)  # fmt: skip


def view(seat: Seat[State]) -> View:
    s, found = seat.s, seat.head(*phase_of(seat))
    for plate, hand in zip(found.seats, s.hands, strict=True):
        plate.hand_count = len(hand)
    pictures = Pictures(s)
    found.pieces, found.marks = [*_blocks(pictures), *_orders(s)], list(_marks(s))
    found.cards, found.piles = list(_cards(seat)), list(_piles(s))
    found.tracks, found.boxes = list(_tracks(s)), list(_boxes(pictures))
    found.panel, found.arrows = panel(seat), _arrows(s)
    return found


def turn_of(s: State) -> int:
    """Operation Phases since the scenario began, the running one included."""
    return (s.round - s.scene.first) * PHASES + min(max(s.phase, 1), PHASES)


def phase_of(seat: Seat[State]) -> tuple[str, str]:
    """Where the game stands, in words, and the rule that this part of it follows."""
    s = seat.s
    if not seat.stack:
        return "The game is over", "5.0c"
    words, rule = _STEPS[s.step]
    if 1 <= s.phase <= PHASES:
        return f"Round {s.round}, operation phase {s.phase}: {words}", rule
    return f"Round {s.round}: {words}", rule


# -- the map ----------------------------------------------------------------------------------------------------


def _blocks(pictures: Pictures) -> Iterator[PieceView]:
    slots: dict[int, int] = {}
    for p, area in enumerate(pictures.s.place):
        if area >= 0:
            slot = slots[area] = slots.get(area, -1) + 1
            yield pictures.of(p, slot)


class Pictures:
    """Blocks as they are drawn in one view: most look as they did before the last action, on the map and beside it.

    What a block looks like follows from its key, from the data, and from whether both fronts are played.
    """

    KEPT = 50_000
    _drawn: ClassVar[dict[int, tuple[Model, dict[int, dict[tuple[int, ...], PieceView]]]]] = {}

    def __init__(self, s: State) -> None:
        self.s = s
        _, by_kind = self._drawn.setdefault(id(s.m), (s.m, {}))
        self.drawn = by_kind.setdefault(s.scene.both, {})
        self.marked = _marked(s)

    def of(self, p: int, slot: int = 0) -> PieceView:
        s, marks = self.s, 0
        if self.marked[0] >> p & 1:
            for n, bits_of_mark in enumerate(self.marked):
                marks |= (bits_of_mark >> p & 1) << n
        key = (p, s.unit[p], s.place[p], slot, s.sp[p], s.southern >> p & 1, _link(s, p), marks)
        picture = self.drawn.get(key)
        if picture is None:
            if len(self.drawn) >= self.KEPT:
                self.drawn.clear()
            picture = self.drawn[key] = _block(s, p, slot)
        return picture


def _link(s: State, piece: int) -> int:
    return s.origin[piece] if s.on_link >> piece & 1 else NONE


def _marked(s: State) -> list[int]:
    """Blocks by each mark that they may bear; first those that bear any."""
    names = MARKS if s.step != Stage.REINFORCEMENT else ("unsupplied",)
    leaders = 0
    if s.spent:
        for p, unit in enumerate(s.unit):
            if unit >= 0 and s.m.leader[unit] and s.spent >> unit & 1:
                leaders |= 1 << p
    found = [*(getattr(s, name) if name in names else 0 for name in MARKS), s.shown, leaders]
    return [reduce(or_, found), *found]


def _block(s: State, piece: int, slot: int) -> PieceView:
    m, area, face = s.m, s.place[piece], known(s, piece)
    link = _link(s, piece)
    return PieceView(
        piece_name(piece),
        SIDES[command_side(block_command(s, piece))],
        "leader" if face and m.leader[s.unit[piece]] else "block",
        m.key[s.unit[piece]] if face else None,
        m.area_key[area] if area >= 0 else None,
        link_name(m, area, link) if link != NONE else None,
        slot,
        strength=s.sp[piece] if face and area != POOL and area != GONE else None,
        nation=m.nation[s.unit[piece]] if face else "",
        marks=list(_block_marks(s, piece)),
    )


def _block_marks(s: State, piece: int) -> Iterator[str]:
    for name in MARKS if s.step != Stage.REINFORCEMENT else ("unsupplied",):
        if getattr(s, name) >> piece & 1:
            yield name
    if s.shown >> piece & 1:
        yield "open"
    if known(s, piece) and s.m.leader[s.unit[piece]] and s.spent >> s.unit[piece] & 1:
        yield "spent"
    if s.place[piece] >= 0 and s.scene.both and command_front(block_command(s, piece)) != s.m.front[s.place[piece]]:
        yield "crossed"  # [1.1c] still under the commander of the front it came from


def _orders(s: State) -> Iterator[PieceView]:
    """Tokens lie beside the blocks of their area, never among them."""
    for slot, order in enumerate(s.orders, len(s.place)):
        face = None if order.type == UNKNOWN else f"order-{ORDERS[order.type]}"
        marks = [name for name, on in (("open", order.shown), ("leader", order.leader != NONE)) if on]
        side = SIDES[order.side]
        area = s.m.area_key[order.area]
        yield PieceView(piece_name(TOKEN + order.id), side, "order", face, area, slot=slot, marks=marks)


def _marks(s: State) -> Iterator[Mark]:
    for side in BOTH:
        for area in bits(s.garrisons[side]):
            yield Mark(f"garrison-{SIDES[side]}", s.m.area_key[area])
    if s.fight is not None:
        yield Mark("target", s.m.area_key[s.fight.area])
    closed = ~open_areas(s)
    for area in s.m.areas:
        if closed >> area & 1:
            yield Mark("closed", s.m.area_key[area])


def _arrows(s: State) -> list[Arrow]:
    """The directions from which blocks came into areas in this phase [7.34a]."""
    if not Stage.MARCHES <= s.step <= Stage.BATTLES:
        return []
    key = s.m.area_key
    return [Arrow("attack", [key[e.origin], key[e.area]], SIDES[e.side]) for e in s.entries]


# -- cards ------------------------------------------------------------------------------------------------------


def _cards(seat: Seat[State]) -> Iterator[CardView]:
    s, me = seat.s, player_of(seat.s, seat.id)
    for player in players(s):
        for i, card in enumerate(s.hands[player]):
            if card == UNKNOWN:
                yield CardView(f"{seat_of(s, player)}-{i}", "hand", seat_of(s, player))
            else:
                yield CardView(card_name(card), "hand", seat_of(s, player), card_name(card))
        if me != NONE and me != player:
            for card in bits(s.peeked[me][player]):
                yield CardView(card_name(card), "known", seat_of(s, player), card_name(card))
    for zone, piles in (("discards", s.discards), ("removed", s.removed)):
        for card in (card for pile in piles for card in pile):
            yield CardView(card_name(card), zone, None, card_name(card))  # the piles lie open
    for zone, owner, card in _on_the_table(s):
        face = card_name(card) if card >= 0 else None
        yield CardView(face or f"{zone}-{owner}", zone, owner, face)


def _on_the_table(s: State) -> Iterator[tuple[str, str, int]]:
    """Cards that lie before their players: where, whose, which."""
    for c in COMMANDS:
        if s.committed[c] != NONE:
            yield f"committed-{FRONTS[command_front(c)]}", seat_of(s, commander(s, c)), s.committed[c]
    if s.fight is not None:
        for side in BOTH:
            for zone, cards in (("battle", s.fight.cards), ("modifier", s.fight.modifiers)):
                if cards[side] >= 0 or cards[side] == UNKNOWN:
                    yield zone, SIDES[side], cards[side]


def _piles(s: State) -> Iterator[Pile]:
    for side in BOTH:
        word, discards = PEOPLES[side], s.discards[side]
        top = card_name(discards[-1]) if discards else None
        yield Pile(f"deck-{SIDES[side]}", f"{word} deck", len(s.deck[side]), SIDES[side], rule="4.0c")
        yield Pile(f"discards-{SIDES[side]}", f"{word} discards", len(discards), SIDES[side], top, "3.4i")
        yield Pile(f"removed-{SIDES[side]}", f"{word} cards out of the game", len(s.removed[side]), SIDES[side])


# -- tracks and boxes -------------------------------------------------------------------------------------------


def _tracks(s: State) -> Iterator[Track]:
    points = s.m.charts.points.track
    last = (s.scene.last - s.scene.first + 1) * PHASES
    yield Track("turn", "Operation phase", turn_of(s), 1, last, rule="7.0", flag=s.m.rounds[s.round], kind="turn")
    ahead = leader_of(s)
    for side in BOTH:
        lead = abs(s.vp) if side == ahead else 0
        yield Track(f"vp-{SIDES[side]}", f"{PEOPLES[side]} lead", lead, 0, points, SIDES[side], "7.8b", kind="score")
    for front in s.scene.fronts:
        ahead = holder(s, front)
        title, top = f"{FRONTS[front].title()} initiative", s.m.charts.initiative.track
        yield Track(f"initiative-{FRONTS[front]}", title, level(s, front, ahead), 1, top, SIDES[ahead], "6.1a")
    for player in players(s):
        black, white, green = s.cubes[player]
        terms = [Term("black", str(black)), Term("white", str(white)), Term("green", str(green))]
        seat, own = seat_of(s, player), SIDES[side_of_player(s, player)]
        fronts = [FRONTS[command_front(c)] for c in COMMANDS if commander(s, c) == player]
        title = f"Cubes, {fronts[0]}" if len(fronts) == 1 and s.scene.both else "Cubes"
        yield Track(f"cubes-{seat}", title, sum(s.cubes[player]), 0, None, own, "3.2b", "", terms)
    if s.step >= Stage.PLACING and s.phase <= PHASES:
        for c in COMMANDS:
            if s.allowance[c]:
                title = f"{PEOPLES[command_side(c)]} orders, {FRONTS[command_front(c)]}"
                yield Track(f"orders-{c}", title, s.placed[c], 0, s.allowance[c], SIDES[command_side(c)], "7.2b")


def _boxes(pictures: Pictures) -> Iterator[Box]:
    s = pictures.s
    for side in BOTH:
        pool, gone = ([pictures.of(p) for p in blocks_at(s, side, fate)] for fate in (POOL, GONE))
        yield Box(f"pool-{SIDES[side]}", f"{PEOPLES[side]} Force Pool", pool)
        if gone:
            yield Box(f"eliminated-{SIDES[side]}", f"{PEOPLES[side]} blocks out of the game", gone, "losses")
    due = sorted((p for p, place in enumerate(s.place) if place == DUE), key=lambda p: (s.due[p], p))
    for slot, pieces in groupby(due, key=lambda p: s.due[p]):
        found = list(pieces)
        when = slot_of(s, found[0])
        title = f"Round {when.round}, phase {when.phase}: {s.m.area_name[when.area]}"
        yield Box(f"turn-{slot}", title, [pictures.of(p) for p in found], "arrivals")
