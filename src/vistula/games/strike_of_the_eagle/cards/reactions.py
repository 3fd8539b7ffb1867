"""3.4h, 7.41.4c Reaction Cards: who is asked when, by what everybody knows.

At each moment at which a card could be played, every player is asked who by public knowledge could hold one: he has a
hand, the card lies in no open pile, and what it needs to see on the table is there. Nobody learns whether a player who
passes had anything to play. What the cards do is in `reactionplays`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from vistula.board.hexes import bits, collect
from vistula.games.strike_of_the_eagle.knowledge import fighter
from vistula.games.strike_of_the_eagle.model import (
    POLAND,
    RUSSIA,
    SIDE_SETS,
    Model,
    command_of,
    foe,
    piece_side,
)
from vistula.games.strike_of_the_eagle.rules.card_draw import play_from_hand
from vistula.games.strike_of_the_eagle.rules.queries import (
    block_command,
    blocks_at,
    clear_distance,
    commander,
    depots,
    front_of,
    held_by,
    occupied,
    player_of,
    players_of,
    seat_of,
)
from vistula.games.strike_of_the_eagle.state import CHART_LOSSES, NONE, State
from vistula.kernel import Choice, Next, Option, SeatId, tell, window
from vistula.kernel.procedure import Step

NO_RETREAT, NO_SUPPLY = range(2)
"""Why a block is eliminated."""

_BATTLE = ("battle-start", "battle-count", "answer", "after-losses", "battle-end")

Play = Callable[[Any, State, int, int], Next]
PLAYS: dict[str, Play] = {}
"""What a card does when it is played: by its effect; given the window, the state, the player and the card."""


def plays(effect: str) -> Callable[[Play], Play]:
    """Declare what a Reaction Card with this effect does."""

    def declare(play: Play) -> Play:
        PLAYS[effect] = play
        return play

    return declare


# -- what a card needs to see on the table ----------------------------------------------------------------------


def readable_hands(s: State, side: int) -> list[int]:
    """Enemy players with cards in hand."""
    return [player for player in players_of(s, foe(side)) if s.hands[player]]


def hidden_orders(s: State, command: int) -> list[int]:
    """Numbers of a command's orders that lie face down."""
    return [o.id for o in s.orders if o.command == command and not o.shown and o.leader == NONE]


def spied_areas(s: State, front: int) -> list[int]:
    return [a for a in bits(occupied(s, POLAND)) if front_of(s, a) == front]


def joining(s: State, side: int) -> list[int]:
    """[7.33b, 10.0d] Blocks that could join the battle: fresh, next to it, without a battle of their own, over a link
    that no enemy has used and that fewer than four have; of the player whose battle it is (S43)."""
    fight = s.fight
    assert fight is not None
    player = fighter(s, fight.area, side)
    used = {(e.area, e.origin) for e in s.entries if e.side == foe(side)}
    found = []
    foes = held_by(s, foe(side))
    came = [s.origin[p] for p in blocks_at(s, side, fight.area)]
    for area in s.m.next[fight.area]:
        if {(fight.area, area), (area, fight.area)} & used or came.count(area) >= s.m.charts.stacking.link:
            continue
        if not foes >> area & 1:
            found += [p for p in blocks_at(s, side, area) if not (s.executed | s.stuck | s.detached) >> p & 1]
    return [p for p in found if commander(s, block_command(s, p)) == player]


def flanked(s: State) -> bool:
    """The Poles defend against attacks from several directions."""
    return s.fight is not None and s.fight.attacker == RUSSIA and len(s.fight.directions) > 1


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


def wounded(s: State) -> list[int]:
    """Polish blocks that have lost a point in the battle and survive, wherever they have gone since."""
    return [p for p in bits(s.fight.hurt & SIDE_SETS[POLAND]) if s.place[p] >= 0] if s.fight is not None else []


def interned(frame: Any, s: State, card: int) -> bool:
    """A Soviet block is eliminated near the Prussian border."""
    areas = collect(s.m.area(name) for name in s.m.cards[card].areas)
    return piece_side(frame.piece) == RUSSIA and bool(areas >> s.place[frame.piece] & 1)


def bare_cities(s: State) -> list[int]:
    """Polish depots with a block and without a garrison."""
    return list(bits(depots(s, POLAND) & occupied(s, POLAND) & ~s.garrisons[POLAND]))


def remote_blocks(s: State) -> list[int]:
    """Soviet blocks three or more clear areas from a depot, or cut off, whoever they are."""
    sources = depots(s, RUSSIA)
    areas = [a for a in bits(occupied(s, RUSSIA)) if clear_distance(s, RUSSIA, a, sources) >= 3]
    return [p for a in areas for p in blocks_at(s, RUSSIA, a)]


def hungry_areas(s: State) -> list[int]:
    return sorted({s.place[p] for p in bits(s.unsupplied & SIDE_SETS[POLAND])})


_NEEDS: dict[str, Callable[[Any, State, int], Any]] = {
    "read-hand": lambda frame, s, card: readable_hands(s, s.m.cards[card].side),
    "other-order": lambda frame, s, card: hidden_orders(s, command_of(s.m.cards[card].side, frame.front)),
    "spies": lambda frame, s, card: spied_areas(s, frame.front),
    "fog": lambda frame, s, card: frame.side != s.m.cards[card].side,
    "rearguard": lambda frame, s, card: frame.side == s.m.cards[card].side,
    "again": lambda frame, s, card: s.m.unit(s.m.cards[card].leader) == frame.unit,
    "reserves": lambda frame, s, card: joining(s, s.m.cards[card].side),
    "bridge": lambda frame, s, card: flanked(s),
    "answer": lambda frame, s, card: True,
    "commissars": lambda frame, s, card: barely_lost(s),
    "spoils": lambda frame, s, card: rich_victory(s),
    "hospitals": lambda frame, s, card: wounded(s),
    "stores": lambda frame, s, card: s.fight is not None and s.fight.winner == POLAND,
    "interned": interned,
    "trophies": lambda frame, s, card: piece_side(frame.piece) == POLAND and frame.cause == NO_RETREAT,
    "garrison": lambda frame, s, card: bare_cities(s),
    "partisans": lambda frame, s, card: remote_blocks(s),
    "carts": lambda frame, s, card: hungry_areas(s),
}

# -- who is asked -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _cards_for(m: Model, moment: str, side: int) -> tuple[int, ...]:
    return tuple(c for c, card in enumerate(m.cards) if card.window == moment and card.side == side)


def timely(frame: Any, s: State, moment: str, side: int) -> list[int]:
    """Cards of a side that could be played now, whoever has them: by public facts only."""
    return [
        c
        for c in _cards_for(s.m, moment, side)
        if (s.scene.reinforcements or not s.m.cards[c].raises) and _NEEDS[s.m.cards[c].effect](frame, s, c)
    ]


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
        for side in (POLAND, RUSSIA):
            if _cards_for(s.m, moment, side):
                gone = {*s.discards[side], *s.removed[side]}
                if any(card not in gone for card in timely(frame, s, moment, side)):
                    found += [seat_of(s, player) for player in may_react(frame, s, moment, side) if s.hands[player]]
        return found

    return asked


def reacting(moment: str, prompt: str) -> Step:
    """A window for the Reaction Cards of one moment."""

    @window("7.41.4c", "3.4h", kind=moment, seats=seats_asked(moment), prompt=prompt)
    def react(frame: Any, s: State, seat: SeatId) -> Choice:
        player = player_of(s, seat)
        cards = timely(frame, s, moment, s.m.cards[s.hands[player][0]].side) if s.hands[player] else []
        return [Option("react", [c for c in s.hands[player] if c in cards], "card", "Play", ends=True)]

    @react.on("react")
    def _(frame: Any, s: State, seat: SeatId, card: int) -> Next:
        player = player_of(s, seat)
        play_from_hand(s, player, card)
        frame.played += 1
        if s.fight is not None:
            s.fight.reactions.append(card)
        tell(s, "3.4h", "reaction", side=s.m.cards[card].side, card=card)
        return PLAYS[s.m.cards[card].effect](frame, s, player, card)

    return react
