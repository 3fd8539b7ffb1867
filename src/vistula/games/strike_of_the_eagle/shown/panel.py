"""The battle that is being resolved, laid out beside the map: what each side brings, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vistula.board.hexes import bits
from vistula.kernel import UNKNOWN, Seat
from vistula.kernel.views import CardView, Column, Panel, Stage, Term
from vistula.parts.odds import terms

from ..cards.battle_cards import BattleCards, Modifiers, Reveal, counting_flanks
from ..cards.windows import BattleEnd
from ..model import ARMIES, BOTH, PEOPLES, POLAND, RUSSIA, SIDES, foe
from ..rules.advance import Advance
from ..rules.battle import Battle, TakeLosses
from ..rules.queries import known
from ..rules.retreat import AttackerRetreat, DefenderRetreat
from ..rules.strength import value_lines
from ..state import FROM_DECK, NONE, Fight, Report, State
from .names import card_name, piece_name

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
        return _both(fight, [f"{fight.taken[side]} of {fight.chart[side]}" for side in BOTH])
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
    return ["…" if side in open_ else _card_words(seat.s, cards[side]) for side in BOTH]


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
        terms += [Term("Combat Value", str(fight.value[side]), "7.41.3b"), *_lost(fight, side)]
    steps = zip((CARDS, MODIFIERS), _played(s, fight), strict=True)
    laid = [NONE if side in undecided(seat, fight, stage) else cards[side] for stage, cards in steps]
    return _headed(fight, side, [piece_name(p) for p in bits(fight.engaged[side])], terms, laid)


def _lost(battle: Report | Fight, side: int) -> list[Term]:
    """[7.41.4a, 7.41.5a] What a side has to lose, and has lost."""
    owed = Term("strength points to lose", str(battle.chart[side]), "7.41.4a")
    return [owed, Term("strength points lost", str(battle.taken[side]), "7.41.5a")]


def _headed(battle: Report | Fight, side: int, pieces: list[str], terms: list[Term], laid: Sequence[int]) -> Column:
    """A side with its blocks, its sum and its cards, face down until all are turned up."""
    role = "attacker" if side == battle.attacker else "defender"
    cards = []
    for zone, card in zip(("battle", "modifier"), laid, strict=True):
        if card != NONE:
            face = card_name(card) if card >= 0 else None
            cards.append(CardView(face or f"{zone}-{SIDES[side]}", zone, SIDES[side], face))
    return Column(f"{PEOPLES[side]} {role}", SIDES[side], pieces, terms, cards)


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


# -- the last battle of a phase, as everybody has seen it -----------------------------------------------------------


def last_battle(s: State, report: Report) -> Panel:
    """Both sides with their sums, what it cost them, and who won."""
    columns = [_last_column(s, report, side) for side in (report.attacker, foe(report.attacker))]
    title, space = f"The battle of {s.m.area_name[report.area]}", s.m.area_key[report.area]
    return Panel(title, "7.41", space, columns, verdict(s, report), list(_last_stages(s, report)))


def verdict(s: State, battle: Report | Fight) -> str:
    """[7.41.6a, 7.44a] Who has won, as soon as that is told."""
    if battle.winner == NONE:
        return ""
    great = battle.real[foe(battle.winner)] >= s.m.charts.combat.great_victory
    return f"{'Great ' if great else ''}{PEOPLES[battle.winner]} victory"


def _last_stages(s: State, report: Report) -> Iterator[Stage]:
    order = (report.attacker, foe(report.attacker))
    came = " and ".join(s.m.area_name[area] for area in report.directions)
    yield Stage("Attack", "7.34a", "done", f"The {ARMIES[report.attacker]} came from {came}." if came else "")
    values = ", ".join(f"{ARMIES[side]} {report.value[side]}" for side in order)
    yield Stage("Combat Values", "7.41.3b", "done", f"{values}.")
    lost = ", ".join(f"{ARMIES[side]} {report.taken[side]}" for side in order)
    yield Stage("Strength points lost", "7.41.5a", "done", f"{lost}.")
    yield Stage("Outcome", "7.41.6a", "done", f"{verdict(s, report)}.")


def _last_column(s: State, report: Report, side: int) -> Column:
    terms = [*_blocks(s, report, side), *sum_terms(s, report, side)]
    terms.append(Term("Combat Value", str(report.value[side]), "7.41.3b"))
    if side != report.attacker:
        found = zip(report.shelter, (("fortification", "1.2b"), ("Defend Area", "7.2aa")), strict=True)
        terms += [Term(f"fewer losses: {label}", "-1", rule) for on, (label, rule) in found if on]
    return _headed(report, side, [], [*terms, *_lost(report, side)], (report.cards[side], report.modifiers[side]))


def _blocks(s: State, report: Report, side: int) -> Iterator[Term]:
    for unit, had, left in report.blocks[side]:
        now = str(left) if left else "lost"
        yield Term(s.m.full_name[unit], str(had) if left == had else f"{had} → {now}", "2.0a")


def sum_terms(s: State, report: Report, side: int) -> Iterator[Term]:
    """[7.41.3b] The lines of a Combat Value."""
    yield Term("blocks", f"{report.strength[side]:+d}", "7.41.3b")
    if report.garrisons[side]:
        yield Term("garrison", "+1", "3.0d")
    card = report.modifiers[side]
    if card >= 0:
        yield Term(s.m.cards[card].name, f"{s.m.cards[card].combat:+d}", "7.41.2c")
        if report.from_hand[side]:
            yield Term("Played from hand", "+1", "3.4f")
    if report.card_values[side]:
        yield Term(s.m.cards[report.cards[side]].name, f"{report.card_values[side]:+d}", "7.41.1")
    if report.flanks[side]:
        yield Term("flank attacks", str(report.flanks[side]), "7.34c")
