"""The battle that is being resolved, laid out beside the map: what each side brings, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vistula.board.hexes import bits
from vistula.kernel import UNKNOWN, Seat
from vistula.kernel.views import CardView, Column, Panel, Stage, Term
from vistula.parts.odds import terms

from ..cards.battle_cards import BattleCards, Modifiers, Reveal, counting_flanks
from ..cards.windows import BattleEnd
from ..model import ARMIES, PEOPLES, POLAND, RUSSIA, SIDES, foe
from ..rules.advance import Advance
from ..rules.battle import Battle
from ..rules.losses import TakeLosses
from ..rules.queries import known
from ..rules.retreat import AttackerRetreat, DefenderRetreat
from ..rules.strength import value_lines
from ..state import FROM_DECK, NONE, Fight, State
from .names import card_name, piece_name
from .report_panel import last_battle, sum_terms, verdict

SIDES_MEET, CARDS, MODIFIERS, VALUES, LOSSES, VERDICT, RETREATS, ADVANCE = range(8)
STAGES = (
    ("The sides and their directions", "7.34a"),
    ("Battle Cards, the attacker first", "7.41.1"),
    ("Combat Modifier cards", "7.41.2a"),
    ("Cards and blocks are turned up; Combat Values", "7.41.3b"),
    ("Losses, from the strongest block", "7.41.5a"),
    ("Who has lost more is beaten", "7.41.6a"),
    ("The beaten retreat", "7.42a"),
    ("The victor's blocks stay or go back", "7.43a"),
)
_PARTS: tuple[tuple[type, int], ...] = (
    (BattleCards, CARDS), (Modifiers, MODIFIERS), (Reveal, VALUES), (TakeLosses, LOSSES),
    (DefenderRetreat, RETREATS), (AttackerRetreat, RETREATS), (Advance, ADVANCE), (BattleEnd, ADVANCE + 1),
)  # fmt: skip


def panel(seat: Seat[State]) -> Panel | None:
    """[7.41] The running battle, or else the last one of the phase; None where there is none."""
    s, fight = seat.s, seat.s.fight
    if fight is None:
        return last_battle(s, s.report) if s.report is not None else None
    columns = [_column(seat, fight, side) for side in (fight.attacker, foe(fight.attacker))]
    title, space = f"Battle of {s.m.area_name[fight.area]}", s.m.area_key[fight.area]
    return Panel(title, "7.41", space, columns, verdict(s, fight), _stages(seat, fight))


# -- how far it has come ----------------------------------------------------------------------------------------


def stage_of(seat: Seat[State], fight: Fight) -> int:
    """The step of the battle that is being carried out."""
    battle = seat.under(Battle)
    running = [at for kind, at in _PARTS if battle is not None and seat.under(kind) is not None]
    if running:
        return running[-1]
    if fight.winner != NONE:
        return RETREATS
    return VALUES if fight.revealed else SIDES_MEET


def _stages(seat: Seat[State], fight: Fight) -> list[Stage]:
    now = stage_of(seat, fight)
    return [
        Stage(title, rule, "done" if n < now else "now" if n == now else "ahead", _told(seat, fight, n, n <= now))
        for n, (title, rule) in enumerate(STAGES)
    ]


def undecided(seat: Seat[State], fight: Fight, stage: int) -> set[int]:
    """[7.41.1, 7.41.2a] Sides that have still to lay a card of this step, the attacker being first."""
    running = seat.under(BattleCards) if stage == CARDS else seat.under(Modifiers)
    if stage_of(seat, fight) < stage:
        return {POLAND, RUSSIA}
    if running is None or seat.under(Battle) is None:
        return set()
    return {POLAND, RUSSIA} if running.side == fight.attacker else {foe(fight.attacker)}


def _told(seat: Seat[State], fight: Fight, stage: int, come: bool) -> str:
    """What has come of a step."""
    s = seat.s
    if stage == SIDES_MEET:
        came = " and ".join(s.m.area_name[area] for area in fight.directions)
        return f"The {ARMIES[fight.attacker]} attack from {came}." if came else ""
    if not come:
        return ""
    if stage in (CARDS, MODIFIERS):
        return _both(fight, _laid(seat, fight, stage, _played(s, fight)[stage == MODIFIERS]))
    if stage == VALUES and any(fight.value):
        return _both(fight, [str(value) for value in fight.value])
    if stage == LOSSES and any(fight.chart):
        return _both(fight, [f"{fight.taken[side]} of {fight.chart[side]}" for side in (POLAND, RUSSIA)])
    return verdict(s, fight) if stage == VERDICT else ""


def _played(s: State, fight: Fight) -> tuple[Sequence[int], Sequence[int]]:
    """The Battle Cards and Combat Modifier cards of both sides, also when they have gone to their piles."""
    if s.report is not None and s.report.area == fight.area and any(fight.value):
        return s.report.cards, s.report.modifiers
    return fight.cards, fight.modifiers


def _both(fight: Fight, words: list[str]) -> str:
    order = (fight.attacker, foe(fight.attacker))
    return ", ".join(f"{ARMIES[side]}: {words[side]}" for side in order) + "."


def _laid(seat: Seat[State], fight: Fight, stage: int, cards: Sequence[int]) -> list[str]:
    """The cards of a step in words, by side."""
    open_ = undecided(seat, fight, stage)
    return ["…" if side in open_ else _card_words(seat.s, cards[side]) for side in (POLAND, RUSSIA)]


def _card_words(s: State, card: int) -> str:
    if card == FROM_DECK:
        return "from the deck"
    if card == UNKNOWN:
        return "face down"
    return s.m.cards[card].name if card >= 0 else "none"


# -- what each side brings --------------------------------------------------------------------------------------


def _column(seat: Seat[State], fight: Fight, side: int) -> Column:
    s, attacks = seat.s, side == fight.attacker
    directions = [Term("directions", str(len(fight.directions)), "7.34b")]
    terms = directions if attacks else list(_defence(s, fight))
    terms += _sum(s, fight, side)
    if fight.revealed:
        terms.append(Term("Combat Value", str(fight.value[side]), "7.41.3b"))
        terms.append(Term("strength points to lose", str(fight.chart[side]), "7.41.4a"))
        terms.append(Term("strength points lost", str(fight.taken[side]), "7.41.5a"))
    pieces = [piece_name(p) for p in bits(fight.engaged[side])]
    role = "attacker" if attacks else "defender"
    return Column(f"{PEOPLES[side]} {role}", SIDES[side], pieces, terms, list(_cards(seat, fight, side)))


def _sum(s: State, fight: Fight, side: int) -> list[Term]:
    """The lines of a Combat Value, as they were before anybody lost anything."""
    if s.report is not None and s.report.area == fight.area and any(fight.value):
        return list(sum_terms(s, s.report, side))
    seen = all(known(s, p) for p in bits(fight.engaged[POLAND] | fight.engaged[RUSSIA]))
    if not fight.revealed or not seen or any(fight.taken):
        return []
    return terms(value_lines(s, fight, side))


def _defence(s: State, fight: Fight) -> Iterator[Term]:
    """What the defender has against flank attacks, and what is left of them."""
    yield Term("supported from", str(len(fight.supports)), "7.34f")
    if fight.fortified:
        yield Term("fortification", "1", "1.2b")
    if fight.defended:
        yield Term("Defend Area", "1", "7.2aa")
    if fight.revealed and len(fight.directions) > 1:
        yield Term("flank attacks that count", str(counting_flanks(s)), "7.34d")
    if s.garrisons[foe(fight.attacker)] >> fight.area & 1 and not fight.revealed:  # then it is a line of the sum
        yield Term("garrison", "1", "3.0d")


def _cards(seat: Seat[State], fight: Fight, side: int) -> Iterator[CardView]:
    """Cards that lie before a side, face down until all are turned up."""
    for stage, zone, cards in zip((CARDS, MODIFIERS), ("battle", "modifier"), _played(seat.s, fight), strict=True):
        card = cards[side]
        if card != NONE and side not in undecided(seat, fight, stage):
            face = card_name(card) if card >= 0 else None
            yield CardView(face or f"{zone}-{SIDES[side]}", zone, SIDES[side], face)
