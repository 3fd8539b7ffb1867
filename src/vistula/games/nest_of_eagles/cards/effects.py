"""23.3.1, 23.3.2 What each Event needs and does, by its number: Polish ones 0 to 9, Soviet ones 10 to 19."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vistula.board.hexes import members
from vistula.kernel import (
    DONE,
    UNKNOWN,
    Bar,
    Choice,
    Frame,
    Next,
    Offer,
    choose,
    goto,
    left,
    only,
    procedure,
    roll,
    step,
    tell,
)
from vistula.parts.layers import reach

from ..model import BELARUS, LITHUANIA, POLAND, POLISH, REDUCED, SOUTHWEST, SOVIET, UKRAINE
from ..rules.bars import named, off_map
from ..rules.boost import NEXT_TURN, pool_size
from ..rules.ground import enemy_lines, track
from ..rules.morale import level
from ..rules.operations import receive
from ..rules.queries import next_round
from ..rules.reveal import uncover_army
from ..rules.seats import POLES, army_of, asked, command_of, first_command
from ..rules.steps import lose, strengthen
from ..rules.theaters import review
from ..state import OFF, OWN, REMOVED, UKRAINIAN, State, box, level_of, remove, set_level, sp, stands

AWAY = 3
"""[23.3.1.4, 23.3.1.6, 23.3.1.7, 23.3.2.4] Rounds after which a unit that has been sent away comes back."""
DRAFT = 2
"""[23.3.1.1] Ukrainian Replacements."""
WORTHY = 2
"""[23.3.1.6] SP of a unit that is sent away against Makhno."""

Need = Callable[[State], object]
Effect = Callable[[State], Frame | None]
NEEDS: dict[int, Need] = {}
EFFECTS: dict[int, Effect] = {}


def event(side: int, number: int, need: Need) -> Callable[[Effect], Effect]:
    """Declare what an Event does, and what must be so for it to have an effect."""

    def declare(effect: Effect) -> Effect:
        card = side * 10 + number - 1
        NEEDS[card], EFFECTS[card] = need, effect
        return effect

    return declare


def highest(s: State, side: int) -> int:
    """[23.3.1.5, 23.3.2.6] The highest Morale Level of a side in any Theater."""
    return max(level(s, side, theater) for theater in (POLISH, BELARUS, UKRAINE))


def weak(s: State, unit: int) -> bool:
    """On the map, Reduced, and without a Replacement marker."""
    return stands(s, unit) >= 0 and bool(s.reduced & ~s.marked & 1 << unit)


def reinforce(s: State, unit: int, lowered: bool, rule: str) -> None:
    """[23.3.1.2, 23.3.2.3, 23.3.2.5] A unit on the map gets a Replacement marker (N-39), another one is due in its
    owner's next turn. A marker over it is taken away."""
    uncover_army(s, 1 << unit)
    if s.place[unit] >= 0:
        s.marked |= 1 << unit
        tell(s, rule, "marked", unit=unit, hex=s.place[unit])
        return
    round = next_round(s, s.m.side[unit])
    s.place[unit] = box(round)
    if lowered:
        set_level(s, unit, REDUCED)
    tell(s, rule, "expected_on", unit=unit, round=round)


def send_away(s: State, unit: int, rule: str) -> None:
    """A unit leaves the map as it is and comes back three rounds later; it has not been eliminated (N-83)."""
    hex, strong, round = s.place[unit], level_of(s, unit), s.round + AWAY
    tell(s, rule, "sent_away", unit=unit, hex=hex, round=round)
    s.marked &= ~(1 << unit)
    remove(s, unit, box(round))
    set_level(s, unit, strong)
    review(s, s.m.theater_of[hex])


# -- 23.3.1 Polish Events ---------------------------------------------------------------------------------------------


def joined_to_romania(s: State) -> bool:
    """[23.3.1.1] A railroad from Warszawa to Romania or Mohylów Podolski without enemies on it or LOF across it."""
    m = s.m
    line = track(m, enemy_lines(s, POLAND), s.occupied[SOVIET], 0)
    found = reach(line, 1 << m.warszawa & ~s.occupied[SOVIET], 0).within(0)
    return bool(found & (1 << m.romania_rail | 1 << m.mohylow))


@event(POLAND, 1, joined_to_romania)
def romania(s: State) -> None:
    receive(s, UKRAINIAN, DRAFT, "23.3.1.1")


def bulak_can_come(s: State) -> bool:
    """[23.3.1.2] Reduced on the map; or off it, and no Soviet unit in Mińsk."""
    bb = s.m.bb
    return weak(s, bb) if stands(s, bb) >= 0 else not s.occupied[SOVIET] >> s.m.minsk & 1


@event(POLAND, 2, bulak_can_come)
def belarusians(s: State) -> None:
    gone = s.place[s.m.bb] == REMOVED
    if stands(s, s.m.bb) < 0:
        s.invited |= 1 << s.m.bb
    reinforce(s, s.m.bb, gone, "23.3.1.2")


def lithuania_free(s: State) -> bool:
    """[23.3.1.3] Lithuania is in the war, nobody holds it back yet, and the Soviets do not have Wilno."""
    there = any(s.place[u] not in (OFF, REMOVED) for u in members(s.m.front_army[LITHUANIA]))
    return there and not s.entente and not s.held[SOVIET] >> s.m.wilno & 1


@event(POLAND, 3, lithuania_free)
def entente(s: State) -> None:
    s.entente = True


def stays(s: State, units: int, rule: str, words: str) -> Iterator[Bar]:
    """Units that are not sent away."""
    yield only(rule, units, named(s, words))
    yield off_map(s)


def unmoved(s: State, number: int) -> Iterator[Bar]:
    """[23.3.1.4, 23.3.1.6, 23.3.1.7] Units that an Event does not send away."""
    m = s.m
    if number == 4:
        yield from stays(s, m.front_army[LITHUANIA] & m.divisions, "23.3.1.4", "is not a Lithuanian division")
    elif number == 6:
        yield from stays(s, army_of(s, SOUTHWEST) & ~s.rebel, "23.3.1.6", "is not of the Southwestern Front")
        yield Bar("23.3.1.6", lambda u: sp(s, u) < WORTHY, named(s, f"has less than {WORTHY} SP"))
    else:
        yield from stays(s, m.trains & m.army[SOVIET], "23.3.1.7", "is not a Soviet armored train")


@procedure
class SentAway(Frame):
    """[23.3.1.4, 23.3.1.6, 23.3.1.7] The Soviets choose the unit that leaves."""

    number: int
    command: int

    @choose("23.3.1.4", "23.3.1.6", "23.3.1.7", who=asked, prompt="Which unit leaves for three rounds?",
            cites=lambda frame: f"23.3.1.{frame.number}")  # fmt: skip
    def pick(self, s: State) -> Choice:
        return [Offer("send", "piece", unmoved(s, self.number), "Send this unit away")]

    @pick.on("send")
    def _(self, s: State, unit: int) -> Next:
        send_away(s, unit, f"23.3.1.{self.number}")
        return DONE


def _leaving(number: int) -> Need:
    return lambda s: left(unmoved(s, number))


@event(POLAND, 4, _leaving(4))
def latvia(s: State) -> Frame:
    return SentAway(number=4, command=command_of(s, members(s.m.front_army[LITHUANIA])[0]))


@event(POLAND, 5, lambda s: highest(s, POLAND))
def cieszyn(s: State) -> None:
    receive(s, OWN, highest(s, POLAND), "23.3.1.5")


@event(POLAND, 6, _leaving(6))
def makhno(s: State) -> Frame:
    return SentAway(number=6, command=command_of(s, left(unmoved(s, 6))[0]))


@event(POLAND, 7, _leaving(7))
def karelia(s: State) -> Frame:
    return SentAway(number=7, command=first_command(s, SOVIET))


def on_foot(s: State) -> Iterator[Bar]:
    """[23.3.1.8] Units that Hungarian volunteers do not join."""
    yield only("23.3.1.8", s.m.cavalry_brigades, named(s, "is not a regular or volunteer cavalry brigade"))
    yield off_map(s)
    yield only("23.3.1.8", s.reduced, named(s, "is at full strength"))


@procedure
class Hungarians(Frame):
    """[23.3.1.8] A cavalry brigade is strengthened at once (N-39)."""

    command: int = POLES

    @choose("23.3.1.8", who=asked, prompt="Which cavalry brigade do the Hungarians join?")
    def pick(self, s: State) -> Choice:
        return [Offer("strengthen", "piece", on_foot(s), "Strengthen this brigade")]

    @pick.on("strengthen")
    def _(self, s: State, unit: int) -> Next:
        strengthen(s, unit, "23.3.1.8")
        return DONE


@event(POLAND, 8, lambda s: left(on_foot(s)))
def hungary(s: State) -> Frame:
    return Hungarians()


NEEDS[8] = lambda s: pool_size(s, POLAND)  # Escalation [23.3.1.9]
NEEDS[9] = lambda s: True  # Counteraction [23.3.1.10]


# -- 23.3.2 Soviet Events ---------------------------------------------------------------------------------------------


def ukrainian(s: State, number: int) -> int:
    """[23.3.2.1] The Ukrainian division of a number."""
    return s.m.unit_by_key[f"P-U{number}"]


def ally(s: State, die: int) -> int:
    """[23.3.2.2] The ally who loses a step by a roll; -1: nobody."""
    m = s.m
    found = {1: m.cr1, 2: m.bb, 3: m.unit_by_key["P-CJ"], 4: m.unit_by_key["P-CS"]}
    return found.get(die, -1)


@procedure
class Defections(Frame):
    """[23.3.2.1, 23.3.2.2] Rolls one after the other, each against the unit of its number if it is in play."""

    number: int
    count: int

    @step("23.3.2.1", "23.3.2.2")
    def more(self, s: State) -> Next:
        return None if self.count else DONE

    @roll("23.3.2.1", "23.3.2.2", "1d6")
    def fate(self, s: State, dice: tuple[int, ...]) -> Next:
        self.count -= 1
        rule = f"23.3.2.{self.number}"
        tell(s, rule, "defections", die=dice[0])
        unit = ukrainian(s, dice[0]) if self.number == 1 else ally(s, dice[0])
        if unit >= 0 and stands(s, unit) >= 0:
            uncover_army(s, 1 << unit)
            lose(s, unit, rule)
        return goto("more")


def in_play(s: State, unit: int) -> bool:
    """On the map, or perhaps under a marker that the enemy cannot look under."""
    return s.place[unit] == UNKNOWN or stands(s, unit) >= 0


@event(SOVIET, 1, lambda s: any(in_play(s, ukrainian(s, n)) for n in range(1, 7)))
def coup(s: State) -> Frame:
    return Defections(number=1, count=3)


@event(SOVIET, 2, lambda s: any(in_play(s, ally(s, n)) for n in range(1, 5)))
def melting(s: State) -> Frame:
    return Defections(number=2, count=2)


def second_division(s: State) -> int:
    return s.m.unit_by_key["L-2"]


def lithuania_can_send(s: State) -> bool:
    """[23.3.2.3] The 2nd Division is Reduced on the map, or off it while Lithuania is in the war."""
    unit, army = second_division(s), members(s.m.front_army[LITHUANIA])
    if s.place[unit] >= 0:
        return weak(s, unit)
    return any(s.place[each] not in (OFF, REMOVED) for each in army)


@event(SOVIET, 3, lithuania_can_send)
def alliance(s: State) -> None:
    unit = second_division(s)
    reinforce(s, unit, s.place[unit] == REMOVED, "23.3.2.3")


@event(SOVIET, 4, lambda s: s.place[s.m.air] >= 0)
def tachanka(s: State) -> None:
    hex, round = s.place[s.m.air], s.round + AWAY
    tell(s, "23.3.2.4", "shot_down", unit=s.m.air, hex=hex, round=round)
    remove(s, s.m.air, box(round))
    s.escorted = False


@event(SOVIET, 5, lambda s: s.place[s.m.prd] == OFF or weak(s, s.m.prd))
def red_flags(s: State) -> None:
    if stands(s, s.m.prd) < 0:
        s.invited |= 1 << s.m.prd
    reinforce(s, s.m.prd, True, "23.3.2.5")  # (N-65)


@event(SOVIET, 6, lambda s: highest(s, SOVIET) and s.pool[OWN])
def strike(s: State) -> None:
    lost = min(s.pool[OWN], highest(s, SOVIET))
    s.pool[OWN] -= lost
    tell(s, "23.3.2.6", "strike", number=lost, total=s.pool[OWN])


@event(SOVIET, 7, lambda s: not s.quarrels)
def officers(s: State) -> None:
    s.quarrels = NEXT_TURN


@event(SOVIET, 8, lambda s: not s.freikorps)
def prussians(s: State) -> None:
    s.freikorps = True


NEEDS[18] = lambda s: pool_size(s, SOVIET)  # Escalation [23.3.2.9]
NEEDS[19] = lambda s: True  # Counteraction [23.3.2.10]
