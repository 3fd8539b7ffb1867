"""7.13 Historical Events: one executor for what the cards give in figures; the rest is in `odd_events`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vistula.board.hexes import bits
from vistula.kernel import Bar, Frame, Next, disclose, left, procedure, step

from ..model import BLACK, FRONTS, NORTH, POLAND, RUSSIA, SIDE_SETS, command_front, command_of, command_side
from ..rules.card_draw import DrawCards
from ..rules.depots import depots, out_of_supply
from ..rules.initiative import win_initiative
from ..rules.queries import afield, controlled, controls, front_of, holder, open_areas
from ..rules.seats import all_seats, commander
from ..rules.victory import leader_of, score
from ..state import Effect, State
from . import block_events, odd_events
from .decks import ANY_FRONT, OWN_FRONT
from .effects import RIDERS, jammed

# -- what events give -------------------------------------------------------------------------------------------


def add_orders(s: State, command: int, count: int) -> None:
    """[7.11a] A command may place so many orders more in this phase, unless its messages are jammed (card P-5)."""
    if not jammed(s, command):
        s.allowance[command] += count


def add_cubes(s: State, player: int, cubes: tuple[int, int, int]) -> None:
    """[7.12, 3.2b] A player takes cubes and keeps them before him."""
    s.cubes[player] = [have + more for have, more in zip(s.cubes[player], cubes, strict=True)]


def playable(s: State, command: int, card: int) -> bool:
    """[7.13a, 10.0d] Whether a card may be used for its event, for this front, as its owner knows things."""
    return not any(bar.held(0) for bar in without_event(s, command, card))


def without_event(s: State, command: int, card: int) -> Iterator[Bar]:
    """[3.4d, 7.13a, 7.9b, 10.0d] What keeps a card from being used for its event now."""
    face, side = s.m.cards[card], command_side(command)
    yield Bar("3.4d", face.kind != "historical", lambda _: f"{face.name} is no Historical Event.")
    fronts = (command_front(command), OWN_FRONT, ANY_FRONT)
    yield Bar("10.0d", face.front not in fronts, lambda _: f"{face.name} is for the other front.")
    barren = face.raises and not s.scene.reinforcements
    yield Bar("7.9b", barren, "In this scenario no event brings cubes, blocks or leaders.")
    lost = bool(face.control) and not controls(s, side, s.m.area(face.control))
    yield Bar("7.13a", lost, lambda _: f"You do not control {face.control}.")
    needed = _CONDITIONS.get(face.effect)
    yield Bar(
        "7.13a",
        lambda _: needed is not None and not needed(s, command),
        lambda _: f"{face.name} would have no effect now.",
    )


@procedure
class EventCard(Frame):
    """[7.13a, 3.4d] One Historical Event."""

    card: int
    command: int

    @step("7.13a")
    def lasts(self, s: State) -> None:
        if s.m.cards[self.card].lasting:
            s.effects.append(Effect(self.card, self.command))

    @step("7.13a")
    def at_once(self, s: State) -> None:
        """What nobody has to decide."""
        found = _AT_ONCE.get(s.m.cards[self.card].effect)
        if found is not None:
            found(s, self.command)

    @step("7.13a", "6.1h", "7.8a")
    def gives(self, s: State) -> None:
        face, side, front = s.m.cards[self.card], command_side(self.command), command_front(self.command)
        if face.gives.initiative:
            named = face.gives.initiative
            win_initiative(s, front if named == "own" else FRONTS.index(named), side, "6.1h")
        if face.gives.vp:
            score(s, side, face.gives.vp, "7.8a")
        add_orders(s, self.command, face.gives.orders)
        add_cubes(s, commander(s, self.command), face.taken)

    @step("7.13a")
    def draws(self, s: State) -> Next:
        count = s.m.cards[self.card].gives.draw
        return DrawCards(player=commander(s, self.command), count=count, limited=True) if count else None

    @step("7.13a")
    def odd(self, s: State) -> Next:
        found = PROCEDURES.get(s.m.cards[self.card].effect)
        return found(card=self.card, command=self.command) if found is not None else None


# -- events that nobody has to decide anything in ---------------------------------------------------------------


def resolve(s: State, command: int) -> None:
    """Polish card 1: who already holds the initiative wins a step on the other front as well."""
    front, side = command_front(command), command_side(command)
    if holder(s, front) == side and len(s.scene.fronts) == 2:
        win_initiative(s, 1 - front, side, "6.1h")


def jamming(s: State, command: int) -> None:
    """Polish card 5: what a card has already given is lost."""
    north = command_of(RUSSIA, NORTH)
    s.allowance[north] = min(s.allowance[north], s.m.charts.orders.allowed)


def liberated(s: State, command: int) -> None:
    """Soviet card 9: a cube for each city gained since the round began, one at least, four at most."""
    gained = (controlled(s, RUSSIA) & ~s.round_held[RUSSIA]).bit_count()
    s.cubes[commander(s, command)][BLACK] += max(1, min(4, gained))


def sweep(s: State, command: int) -> None:
    """Soviet card 20: cubes for northern cities."""
    s.cubes[commander(s, command)][BLACK] += swept(s)


def swept(s: State) -> int:
    """A cube for every two northern cities in supply, four at most."""
    cities = [a for a in bits(depots(s, RUSSIA) & ~s.m.eastern_links) if front_of(s, a) == NORTH]
    return min(4, len(cities) // 2)


def columns(s: State, command: int) -> None:
    """[7.7b] Soviet card 10: who is within the longer reach counts as having begun the phase in supply."""
    disclose(s, "7.7b", all_seats(s), None)
    cut_off = out_of_supply(s, RUSSIA)
    s.unsupplied &= SIDE_SETS[POLAND] | cut_off


def talks(s: State, command: int) -> None:
    """[5.0c] Polish and Soviet card 55: the scenario ends with this phase."""
    s.closing = True


def any_afield(*keys: str) -> Callable[[State, int], bool]:
    """Whether one of these blocks is on the map, so that there is something to apply the card to (S82)."""
    return lambda s, command: any(afield(s, s.m.unit(key)) for key in keys)


_AT_ONCE: dict[str, Callable[[State, int], None]] = {
    "resolve": resolve,
    "jamming": jamming,
    "liberated": liberated,
    "sweep": sweep,
    "columns": columns,
    "talks": talks,
    "lithuania": block_events.join_russia,
    "siberians": block_events.siberians,
}
_CONDITIONS: dict[str, Callable[[State, int], bool]] = {  # [7.13a, 8.5e]
    "talks": lambda s, command: s.round == s.scene.last and s.phase >= 3 and leader_of(s) == command_side(command),
    "lithuania": lambda s, command: not s.lithuania and not s.m.lithuania & ~(open_areas(s) | s.scene.areas),
    "siberians": block_events.may_send_siberians,
    "desertions": lambda s, command: bool(left(odd_events.unshaken(s))),
    "volunteers": block_events.warsaw_in_danger,
    "balakhovich": block_events.may_take_the_field,
    "border": lambda s, command: bool(left(odd_events.off_the_border(s))),
    "rest": lambda s, command: bool(left(odd_events.restless(s, command))),
    "riflemen": lambda s, command: bool(left(block_events.no_riflemen(s)) and s.m.eastern_links & s.scene.areas),
    "mutiny": lambda s, command: any(s.m.nation[u] == "Galicia" and afield(s, u) for u in s.m.units),
    "strike": lambda s, command: any(s.cubes[commander(s, command_of(POLAND, command_front(command)))]),
    "sweep": lambda s, command: swept(s) > 0,
    "raid": any_afield(*RIDERS),
    "cossacks": any_afield("R-8K"),
    "zeligowski": lambda s, command: bool(open_areas(s) >> s.m.area("Vilna") & 1),
    "directive": lambda s, command: bool(left(odd_events.not_transferable(s, command))),
}
PROCEDURES: dict[str, type[odd_events.HistoricalEvent]] = {
    "desertions": odd_events.Desertions,
    "mutiny": odd_events.Mutiny,
    "border": odd_events.LatvianBorder,
    "shipments": odd_events.Shipments,
    "note": odd_events.CurzonsNote,
    "rest": odd_events.RestedTroops,
    "train": odd_events.TrotskysTrain,
    "strike": odd_events.DockStrike,
    "directive": odd_events.Directive,
    "volunteers": block_events.VolunteerArmy,
    "balakhovich": block_events.Balakhovich,
    "makhno": block_events.MakhnoQuiet,
    "riflemen": block_events.LatvianRiflemen,
}
"""Events in which somebody decides something."""
