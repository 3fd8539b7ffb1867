"""3.4h What each Reaction Card does when it is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vistula.board.hexes import collect
from vistula.kernel.bars import Bar, Offer, only
from vistula.kernel.decision import Option
from vistula.kernel.procedure import DONE, Call, Choice, Frame, Next, choose, procedure, step
from vistula.kernel.state import disclose, tell

from ..changes import enter, gain, look, look_into, place_garrison
from ..model import FRONTS, NORTH, POLAND, RUSSIA, SOUTH, command_of, foe
from ..rules.bars import not_at, out_of_play, there, weaker
from ..rules.card_draw import DrawCards
from ..rules.flanks import refresh_fight
from ..rules.queries import fighters, front_of, is_leader, known
from ..rules.reinforcement import no_garrison
from ..rules.seats import all_seats, commander, player_asked, players_of, seat_of, side_of_player
from ..rules.victory import score
from ..state import Effect, State
from .battle_cards import the_fight
from .events import add_cubes
from .odd_events import lose_outside_battle
from .other_order import OtherOrder
from .reactions import close_by, hungry_areas, moment, not_joining, plays, readable_hands, unhurt, unspied

# -- without a further decision ---------------------------------------------------------------------------------


@plays("fog", "rearguard", "interned", "answer")
def _spare(frame: Any, s: State, player: int, card: int) -> Next:
    """A Recon shows nothing, a Withdraw costs nothing, a block goes to the pool, a card has no effect."""
    frame.result = 1
    return None


@plays("again")
def _again(frame: Any, s: State, player: int, card: int) -> Next:
    """[9.0e] A leader may be used once more in this round."""
    s.spent &= ~(1 << frame.unit)
    return None


@plays("spoils")
def _spoils(frame: Any, s: State, player: int, card: int) -> Next:
    """[3.4l] Polish card 3: three cards, to a hand of seven."""
    return DrawCards(player=player, count=3, limited=True)


@plays("stores")
def _stores(frame: Any, s: State, player: int, card: int) -> Next:
    add_cubes(s, player, s.m.cards[card].taken)
    return None


@plays("trophies")
def _trophies(frame: Any, s: State, player: int, card: int) -> Next:
    score(s, RUSSIA, s.m.cards[card].gives.vp, "7.8a")
    return None


@plays("other-order")
def _other_order(frame: Any, s: State, player: int, card: int) -> Next:
    return OtherOrder(command=command_of(s.m.cards[card].side, frame.front), stage=frame.stage)


# -- looking ----------------------------------------------------------------------------------------------------


@plays("read-hand")
@procedure(who=player_asked)
class ReadHand(Frame):
    """Polish card 4, Soviet card 14: one player, and only he, looks at an enemy hand."""

    player: int

    @choose("3.4h", prompt="Whose hand do you look at?")
    def whose(self, s: State) -> Choice:
        able = readable_hands(s, side_of_player(s, self.player))
        fronts = {
            commander(s, command_of(foe(side_of_player(s, self.player)), front)): front for front in (SOUTH, NORTH)
        }
        return [Option(FRONTS[fronts[p]], label=f"The commander in the {FRONTS[fronts[p]]}") for p in able]

    @whose.each(FRONTS)
    def _(self, s: State, _: int, front: int) -> None:
        other = commander(s, command_of(foe(side_of_player(s, self.player)), front))
        s.peeked[self.player][other] |= collect(s.hands[other])
        disclose(s, "3.4h", [seat_of(s, self.player)], None)
        tell(s, "3.4h", "hand_read", to=[seat_of(s, self.player)], cards=s.hands[other][:])


@plays("spies")
@procedure(who=player_asked)
class Spies(Frame):
    """Soviet card 39: all Polish blocks in one area of the front."""

    player: int
    front: int

    @choose("3.4h", prompt="Which area have your spies been to?")
    def where(self, s: State) -> Choice:
        return [Offer("area", "space", unspied(s, self.front), "Look here")]

    @where.on("area")
    def _(self, s: State, area: int) -> None:
        look_into(s, self.player, area, "3.4h")


# -- in battle --------------------------------------------------------------------------------------------------


@moment("answer", "The Poles play {card:card}. Do you answer it?")
class Answer(Frame):
    """Soviet card 36: the Poles have played Reserves Arrive or Bridge Blown. Returns 1 if it has no effect."""

    card: int
    played: int = 0
    result: int = 0


@plays("bridge")
@procedure
class BridgeBlown(Frame):
    """[3.4h] Polish card 35: one flank attack does not count, unless the bridge is saved."""

    card: int
    foiled: int = 0

    @step("7.41.4c")
    def ask(self, s: State) -> Next:
        return Call(Answer(card=self.card), None, "foiled")

    @step("7.34c", "7.41.4c")
    def effect(self, s: State) -> None:
        if self.foiled:
            the_fight(s).reactions.remove(self.card)


@plays("reserves")
@procedure(who=player_asked)
class Reserves(Frame):
    """[7.34a, 7.34f] Polish card 34, Soviet card 40: a block next to the battle joins in, at full strength."""

    card: int
    player: int
    foiled: int = 0

    @step("7.41.4c")
    def ask(self, s: State) -> Next:
        if s.m.cards[self.card].side == RUSSIA:
            return None
        return Call(Answer(card=self.card), None, "foiled")

    @choose("7.41.4c", prompt="Which block joins the battle?", always=True)
    def which(self, s: State) -> Choice:
        able = Offer("block", "piece", not_joining(s, side_of_player(s, self.player)), "Joins in")
        return [able] if not self.foiled and able else DONE

    @which.on("block")
    def _(self, s: State, piece: int) -> None:
        fight, origin = the_fight(s), s.place[piece]
        piece = enter(s, piece, fight.area)
        s.executed |= 1 << piece
        refresh_fight(s, fight)
        tell(s, "7.41.4c", "moves", block=piece, unit=s.unit[piece], area=origin, to_area=fight.area)


def unpunished(s: State) -> Iterator[Bar]:
    """[7.41.6a] Blocks that do not pay for the commissars: the strongest Soviet one in battle does, and no leader."""
    men = [p for p in fighters(s, RUSSIA, the_fight(s).area) if not is_leader(s, p)]
    yield from not_at(s, RUSSIA, the_fight(s).area, "7.41.6a")
    yield Bar("7.33b", s.behind, "It came behind four others and is not in the battle.")
    yield Bar("7.41.6a", lambda p: is_leader(s, p), "A leader is spared.")
    yield weaker(s, men, "7.41.6a")


@procedure(who=player_asked)
class Commissars(Frame):
    """[7.41.6a] Soviet card 6: losses count as equal, the attacker loses; the strongest Soviet block pays for it."""

    player: int

    @choose("7.41.6a", prompt="Which of your strongest blocks loses a point more?")
    def which(self, s: State) -> Choice:
        able = Offer("lose", "piece", unpunished(s), "Loses a point")
        return [able] if able else DONE

    @which.on("lose")
    def _(self, s: State, piece: int) -> None:
        the_fight(s).hurt |= 1 << piece
        lose_outside_battle(s, piece, "7.41.6a")


@plays("commissars")
def _commissars(frame: Any, s: State, player: int, card: int) -> Next:
    the_fight(s).winner = RUSSIA
    return Commissars(player=player)


@plays("hospitals")
@procedure(who=player_asked)
class Hospitals(Frame):
    """Polish card 39: a block regains a point that it lost in this battle."""

    player: int

    @choose("3.4h", prompt="Which block regains a strength point?")
    def which(self, s: State) -> Choice:
        return [Offer("block", "piece", unhurt(s), "Regains a point")]

    @which.on("block")
    def _(self, s: State, piece: int) -> None:
        the_fight(s).hurt &= ~(1 << piece)
        gain(s, piece)
        tell(s, "3.4h", "strengthened", block=piece, unit=s.unit[piece], area=s.place[piece])


# -- after battles ----------------------------------------------------------------------------------------------


@plays("garrison")
@procedure(who=player_asked)
class WomensLegion(Frame):
    """[3.0a] Polish card 12: a garrison in a key city."""

    player: int

    @choose("3.4h", prompt="Which city gets a garrison?")
    def where(self, s: State) -> Choice:
        return [Offer("site", "space", no_garrison(s, POLAND), "Garrison")]

    @where.on("site")
    def _(self, s: State, area: int) -> None:
        place_garrison(s, POLAND, area)
        tell(s, "3.4h", "garrison", side=POLAND, area=area)


@plays("partisans")
@procedure(who=player_asked)
class Partisans(Frame):
    """Polish card 21: a remote Soviet block, face unseen, loses a point; a leader shows himself and loses nothing."""

    player: int

    @choose("3.4h", prompt="Which block do the partisans raid?", always=True)
    def which(self, s: State) -> Choice:
        """Of leaders the Poles may know: then these are no aim."""
        leader = Bar("3.4h", lambda p: known(s, p) and is_leader(s, p), "It is a leader, who would lose nothing.")
        able = Offer("block", "piece", [*close_by(s), leader], "Raid")
        return [able] if able else DONE

    @which.on("block")
    def _(self, s: State, piece: int) -> None:
        disclose(s, "3.4h", all_seats(s), is_leader(s, piece))
        if not is_leader(s, piece):
            lose_outside_battle(s, piece, "3.4h")
            return
        for player in players_of(s, POLAND):
            look(s, player, 1 << piece, "3.4h")


@plays("carts")
@procedure(who=player_asked)
class PeasantCarts(Frame):
    """[7.71a] Polish card 28: the blocks of one area lose nothing this time."""

    player: int
    card: int

    @choose("7.71a", prompt="Which area do the carts reach?")
    def where(self, s: State) -> Choice:
        fed = only("7.71a", hungry_areas(s), there(s, "No Polish block is out of supply at "))
        return [Offer("area", "space", [out_of_play(s), fed], "Bring bread here")]

    @where.on("area")
    def _(self, s: State, area: int) -> None:
        s.effects.append(Effect(self.card, command_of(POLAND, front_of(s, area)), area))
        tell(s, "7.71a", "carts", area=area)
