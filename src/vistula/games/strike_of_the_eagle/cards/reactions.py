"""3.4h, 7.41.4c Reaction Cards: who is asked when, by what everybody knows.

At each moment at which a card could be played, every player is asked who by public knowledge could hold one: he has a
hand, the card lies in no open pile, and what it needs to see on the table is there. Nobody learns whether a player who
passes had anything to play. What the cards do is in `reaction_plays`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from vistula.board.hexes import bits, collect
from vistula.kernel.bars import Bar, Offer, left, only
from vistula.kernel.decision import SeatId
from vistula.kernel.procedure import Choice, Frame, Next, Return, goto, procedure, step, window
from vistula.kernel.state import tell

from ..model import BOTH, POLAND, RUSSIA, SIDE_SETS, Model, command_of, foe, piece_side
from ..rules.bars import foreign, not_enemy, out_of_play, there, tired, uncommanded
from ..rules.card_draw import of_another_kind, out_of_hand, play_from_hand
from ..rules.depots import clear_from, depots, passable
from ..rules.queries import blocks_at, front_of, held_by, occupied, on_map
from ..rules.reinforcement import no_garrison
from ..rules.seats import commander, fighter, player_of, players_of, seat_of
from ..rules.tokens import hidden_orders
from ..state import CHART_LOSSES, NONE, State
from .battle_cards import the_fight

NO_RETREAT, NO_SUPPLY = range(2)
"""Why a block is eliminated."""

_BATTLE = ("battle-start", "battle-count", "answer", "after-losses", "battle-end")
_MOMENTS = {
    "phase-start": "when a phase begins", "step-start": "before orders are executed", "recon": "against a Recon",
    "withdrawal": "as you withdraw", "battle-start": "as a battle begins", "answer": "in answer to a Polish card",
    "battle-count": "as Combat Values are counted", "after-losses": "after losses", "battle-end": "as a battle ends",
    "elimination": "as a block is eliminated", "after-battles": "after all battles", "supply": "as supply is checked",
}  # fmt: skip

Play = Callable[[Any, State, int, int], Next]
PLAYS: dict[str, Play] = {}
"""What a card does when it is played: by its effect; given the window, the state, the player and the card."""


P = TypeVar("P", bound=Callable[..., Any])


def plays(*effects: str) -> Callable[[P], P]:
    """Declare what a Reaction Card with one of these effects does: a Play, or a procedure that it begins."""

    def declare(play: P) -> P:
        PLAYS.update(dict.fromkeys(effects, _beginning(play) if isinstance(play, type) else play))
        return play

    return declare


def _beginning(cls: type[Frame]) -> Play:
    """Begin a procedure that wants to know the player, the card or the front of the window."""
    wanted = [field.name for field in msgspec.structs.fields(cls) if field.required]
    make: Callable[..., Frame] = cls

    def begin(frame: Any, s: State, player: int, card: int) -> Next:
        given = {"player": player, "card": card, "front": getattr(frame, "front", NONE)}
        begun: Frame = make(**{name: given[name] for name in wanted})
        return begun

    return begin


# -- what a card needs to see on the table ----------------------------------------------------------------------


def readable_hands(s: State, side: int) -> list[int]:
    """Enemy players with cards in hand."""
    return [player for player in players_of(s, foe(side)) if s.hands[player]]


def unspied(s: State, front: int) -> Iterator[Bar]:
    """[3.4h] Areas to which no spies of a front have been: there are no Polish blocks, or it is on the other front."""
    yield out_of_play(s)
    yield only("3.4h", occupied(s, POLAND), there(s, "No Polish block is at "))
    yield Bar("3.4h", lambda area: front_of(s, area) != front, there(s, "", " is on the other front."))


def not_joining(s: State, side: int) -> Iterator[Bar]:
    """[3.4h, 7.32d, 7.33b, 10.0d] Blocks that cannot join the battle: it wants fresh ones of the player whose battle it
    is (S43), next to it, without a battle of their own, over a link that no enemy has used and fewer than four have."""
    fight, place = the_fight(s), s.place
    around, foes = s.m.around[fight.area], held_by(s, foe(side))
    entries = [{e.area, e.origin} for e in s.entries if e.side == foe(side)]
    used = {area for link in entries if fight.area in link for area in link}
    came = [s.origin[p] for p in blocks_at(s, side, fight.area)]
    yield from uncommanded(s, fighter(s, fight.area, side))
    yield only("3.4h", [p for p in on_map(s, side) if around >> place[p] & 1], "It is not next to the battle.")
    yield from tired(s)
    yield Bar("3.4h", lambda p: foes >> place[p] & 1, "It has enemies before it in its own area.")
    yield Bar("7.32d", lambda p: place[p] in used, "The enemy has used the link between it and the battle.")
    four = s.m.charts.stacking.link
    yield Bar("7.33b", lambda p: came.count(place[p]) >= four, "Four blocks have come over its link already.")


def joining(s: State, side: int) -> list[int]:
    """Blocks that could join the battle."""
    return left(not_joining(s, side))


def barely_lost(s: State) -> bool:
    """The Soviets defend and have lost one point more than the Poles (S1: as the table counts losses)."""
    fight = s.fight
    if fight is None or fight.attacker != POLAND:
        return False
    lost = fight.chart if s.rulings & CHART_LOSSES else fight.taken
    return lost[RUSSIA] - lost[POLAND] == 1


def rich_victory(s: State) -> bool:
    """The Poles have won in a key city and cost the enemy three points, the garrison's included (S63)."""
    fight = s.fight
    return fight is not None and fight.winner == POLAND and s.m.vp[fight.area] >= 0 and fight.taken[RUSSIA] >= 3


def unhurt(s: State) -> Iterator[Bar]:
    """[3.4h] Blocks that are no Polish ones which have lost a point in the battle and survive, wherever they have gone
    since."""
    yield foreign(s, POLAND)
    yield only("3.4h", the_fight(s).hurt, "It has lost no strength point in this battle that it could regain.")


def interned(frame: Any, s: State, card: int) -> bool:
    """A Soviet block is eliminated near the Prussian border."""
    areas = collect(s.m.area(name) for name in s.m.cards[card].areas)
    return piece_side(frame.piece) == RUSSIA and bool(areas >> s.place[frame.piece] & 1)


def bare_cities(s: State) -> list[int]:
    """Polish depots with a block and without a garrison."""
    return left(no_garrison(s, POLAND))


def close_by(s: State) -> Iterator[Bar]:
    """[3.4h] Blocks that are no Soviet ones three or more clear areas from a depot, or cut off, whoever they are."""
    near = clear_from(s, RUSSIA, depots(s, RUSSIA) & passable(s, RUSSIA), 2)
    yield not_enemy(s, POLAND)
    safe = "It is within two clear areas of a Soviet Supply Depot: partisans raid far from one."
    yield Bar("3.4h", lambda p: near >> s.place[p] & 1, safe)


def hungry_areas(s: State) -> list[int]:
    return sorted({s.place[p] for p in bits(s.unsupplied & SIDE_SETS[POLAND])})


_NEEDS: dict[str, Callable[[Any, State, int], Any]] = {
    "read-hand": lambda frame, s, card: readable_hands(s, s.m.cards[card].side),
    "other-order": lambda frame, s, card: hidden_orders(s, command_of(s.m.cards[card].side, frame.front)),
    "spies": lambda frame, s, card: left(unspied(s, frame.front)),
    "fog": lambda frame, s, card: frame.side != s.m.cards[card].side,
    "rearguard": lambda frame, s, card: frame.side == s.m.cards[card].side,
    "again": lambda frame, s, card: s.m.unit(s.m.cards[card].leader) == frame.unit,
    "reserves": lambda frame, s, card: joining(s, s.m.cards[card].side),
    "bridge": lambda frame, s, card: s.fight is not None and s.fight.attacker == RUSSIA and s.fight.directions[1:],
    "answer": lambda frame, s, card: True,
    "commissars": lambda frame, s, card: barely_lost(s),
    "spoils": lambda frame, s, card: rich_victory(s),
    "hospitals": lambda frame, s, card: s.fight is not None and left(unhurt(s)),
    "stores": lambda frame, s, card: s.fight is not None and s.fight.winner == POLAND,
    "interned": interned,
    "trophies": lambda frame, s, card: piece_side(frame.piece) == POLAND and frame.cause == NO_RETREAT,
    "garrison": lambda frame, s, card: bare_cities(s),
    "partisans": lambda frame, s, card: left(close_by(s)),
    "carts": lambda frame, s, card: hungry_areas(s),
}

# -- who is asked -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _cards_for(m: Model, moment: str, side: int) -> tuple[int, ...]:
    return tuple(c for c, card in enumerate(m.cards) if card.window == moment and card.side == side)


def timely(frame: Any, s: State, moment: str, side: int) -> bool:
    """Whether some card of a side could be played now, whoever has it: by public facts only."""
    discards, removed, cards = s.discards[side], s.removed[side], s.m.cards
    for card in _cards_for(s.m, moment, side):
        if not (_barren(s, card) or card in discards or card in removed) and _NEEDS[cards[card].effect](frame, s, card):
            return True
    return False


def _barren(s: State, card: int) -> bool:
    """[7.9b] Whether a card brings what this scenario does without."""
    return s.m.cards[card].raises and not s.scene.reinforcements


def untimely(frame: Any, s: State, moment: str, player: int) -> Iterator[Bar]:
    """[3.4h, 7.41.4c, 7.9b] Cards that a player cannot play in answer to this moment."""
    cards = s.m.cards
    yield out_of_hand(s, player)
    yield of_another_kind(s, "reaction")
    yield Bar("7.41.4c", lambda card: cards[card].window != moment, lambda card: _when(s, card))
    yield Bar("7.9b", lambda card: _barren(s, card), "In this scenario no card brings cubes, blocks or leaders.")
    yield Bar(
        "7.41.4c",
        lambda card: not _NEEDS[cards[card].effect](frame, s, card),
        lambda card: _when(s, card) if cards[card].leader else f"{cards[card].name} would have no effect now.",
    )


def _when(s: State, card: int) -> str:
    face = s.m.cards[card]
    if face.leader:
        return f"{face.name}: play it right after you use {s.m.full_name[s.m.unit(face.leader)]}."
    return f"{face.name}: it is played {_MOMENTS[face.window]}."


def may_react(frame: Any, s: State, moment: str, side: int) -> list[int]:
    """The players of a side who could play a card now: in a battle who plays its cards (S43, S75), before a step the
    commander of the front, otherwise all."""
    if s.fight is not None and (moment in _BATTLE or moment == "elimination"):
        return [fighter(s, s.fight.area, side)]
    if moment == "step-start":
        return [commander(s, command_of(side, frame.front))]
    return players_of(s, side)


def seats_asked(moment: str) -> Callable[[Any, State], list[SeatId]]:
    """Everybody who by public knowledge could hold a card for this moment."""

    def asked(frame: Any, s: State) -> list[SeatId]:
        found = []
        for side in BOTH:
            if timely(frame, s, moment, side):
                found += [seat_of(s, player) for player in may_react(frame, s, moment, side) if s.hands[player]]
        return found

    return asked


class Moment(Frame):
    """What ends with a window for Reaction Cards, and counts those played."""

    played: int = 0


F = TypeVar("F", bound=Frame)


def moment(kind: str, prompt: str, again: bool = False) -> Callable[[type[F]], type[F]]:
    """Make a procedure that ends with a window for Reaction Cards. It counts those `played`; where players may hold
    several they are asked `again` after each; a `result` that a card has brought about is returned."""

    @window("7.41.4c", "3.4h", kind=kind, seats=seats_asked(kind), prompt=prompt)
    def react(frame: Any, s: State, seat: SeatId) -> Choice:
        return [Offer("react", "card", untimely(frame, s, kind, player_of(s, seat)), "Play", ends=True)]

    @react.on("react")
    def _(frame: Any, s: State, seat: SeatId, card: int) -> Next:
        player = player_of(s, seat)
        play_from_hand(s, player, card)
        frame.played += 1
        if s.fight is not None:
            s.fight.reactions.append(card)
        tell(s, "3.4h", "reaction", side=s.m.cards[card].side, card=card)
        return PLAYS[s.m.cards[card].effect](frame, s, player, card)

    @step("7.41.4c")
    def over(frame: Any, s: State) -> Next:
        if again and frame.played:
            frame.played = 0
            return goto("react")
        return Return(getattr(frame, "result", None))

    def declare(cls: type[F]) -> type[F]:
        for st in (react, over):
            setattr(cls, st.name, st)
        return procedure(cls)

    return declare
