"""23.5 Political Priorities, an optional rule: each side chooses one of three in secret before the war begins.

The Polish marker lies on Kijów and works when the Poles take the city, the Soviet one on 20.VI. Until then a chosen
marker changes nothing; all questions are asked about markers that have been shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vistula.board.hexes import members
from vistula.kernel import (
    AGAIN,
    DONE,
    Bar,
    Choice,
    Frame,
    Next,
    Offer,
    SeatId,
    choose,
    disclose,
    goto,
    only,
    procedure,
    sealed,
    step,
    tell,
)

from ..model import BELARUS, FULL, POLAND, POLISH, SEATS, SOVIET, UKRAINE
from ..state import REMOVED, RESERVES, UKRAINE_BOX, State, box, remove, set_level, stands
from .bars import named, off_map
from .control import come
from .morale import marker_of, shift
from .seats import POLES, asked, everyone, first_command, seat_of
from .stacking import full
from .theaters import review

UPRISING, GALICIA, LETTER, THIRD_ARMY, NOTHING = 1, 2, 1, 2, 3
"""`State.priorities`, by side: the Silesian Uprising or the Division of Galicia; Stalin's letter or the Third Cavalry
Army; or None."""
CHOICES = (
    ("", "Silesian Uprising", "Division of Galicia", "None"),
    ("", "Letter from Comrade Stalin", "Third Cavalry Army", "None"),
)
SOVIET_DATE, REWARD_DATE = "20.VI", "4.VII"
LEVY = 2
"""[23.5.1a] Divisions that go to Silesia."""
JOY = 5
"""[23.5.1b] Boxes of morale in each Theater."""


# -- what other chapters ask ------------------------------------------------------------------------------------------


def in_force(s: State, side: int, which: int) -> bool:
    """Whether a priority of a side has been shown."""
    return bool(s.politics_shown[side]) and s.politics[side] == which


def turns_of_forming(s: State) -> int:
    """[23.5.1d] How many turns the Volunteer Army forms."""
    return 2 if in_force(s, POLAND, GALICIA) else 3


def ukrainian_draft(s: State) -> int:
    """[23.5.1c] What Kijów brings in Ukrainian Replacements instead of the usual one; 0 as usual."""
    return 2 if in_force(s, POLAND, GALICIA) and s.held[POLAND] >> s.m.kijow & 1 else 0


# -- 23.5 the choice --------------------------------------------------------------------------------------------------


def both(frame: Frame, s: State) -> Sequence[SeatId]:
    """The Poles, and whoever decides for the Soviets (N-92)."""
    return [seat_of(s, POLES), seat_of(s, first_command(s, SOVIET))]


@procedure
class Priorities(Frame):
    """[23.5a] Before the war each side chooses in secret."""

    @sealed("23.5a", seats=both, prompt="Which Political Priority does your side have?")
    def decide(self, s: State, seat: SeatId) -> Choice:
        listed = only("23.5a", (1, 2, 3), "each side has three markers")
        return [Offer("priority", "number", [listed], "Choose this priority", ends=True)]

    @decide.on("priority")
    def _(self, s: State, seat: SeatId, which: int) -> Next:
        s.politics[side_of(seat)] = which
        return None


def side_of(seat: str) -> int:
    return POLAND if seat == SEATS[POLAND] else SOVIET


def show(s: State, side: int) -> None:
    """[23.5b] A marker is turned over."""
    s.politics_shown[side] = 1
    disclose(s, "23.5b", everyone(s), s.politics[side])
    tell(s, "23.5b", "priority", side=side, priority=CHOICES[side][s.politics[side]])


# -- 23.5.2 Soviet priorities -----------------------------------------------------------------------------------------


def soviet_turn(s: State) -> None:
    """[23.5b, 23.5.2a, 23.5.2b] The marker of 20.VI is turned over when the Soviet turn begins."""
    if not s.politics[SOVIET] or s.politics_shown[SOVIET] or s.round < s.m.round_of[SOVIET_DATE]:
        return
    show(s, SOVIET)
    if in_force(s, SOVIET, NOTHING):  # [23.5.2c]
        return
    trade = s.m.letter if in_force(s, SOVIET, LETTER) else s.m.third_army
    rule = "23.5.2a" if in_force(s, SOVIET, LETTER) else "23.5.2b"
    for unit in members(trade.leave):
        tell(s, rule, "recalled", unit=unit)
        dismiss(s, unit)
    for unit in members(trade.come):
        called(s, unit, trade.round, rule)


def dismiss(s: State, unit: int) -> None:
    """[23.5.1a, 23.5.2a, 23.5.2b] A unit leaves the game wherever it is, without being eliminated; of a division the
    brigades in their box go along."""
    hex = s.place[unit]
    remove(s, unit, REMOVED)
    for brigade in s.m.pairs.get(unit, ()):
        s.place[brigade] = REMOVED
    review(s, s.m.theater_of[max(hex, 0)])


def called(s: State, unit: int, round: int, rule: str) -> None:
    """[23.5.2a, 23.5.2b] A unit is due in a round; of a cavalry division the other counter does not come, and one that
    is in play already stays what it is."""
    twin = s.m.twin.get(unit, unit)
    if max(stands(s, unit), stands(s, twin)) >= 0:
        return
    s.place[twin] = RESERVES
    s.place[unit] = box(round)
    tell(s, rule, "expected_on", unit=unit, round=round)


# -- 23.5.1 Polish priorities -----------------------------------------------------------------------------------------


def due(s: State) -> bool:
    """[23.5b] Whether the Poles have taken Kijów and their marker has not been turned over yet."""
    return s.kijow_taken and bool(s.politics[POLAND]) and not s.politics_shown[POLAND]


def kept(s: State) -> Iterator[Bar]:
    """[23.5.1a] Units that do not go to Silesia."""
    m = s.m
    divisions = m.regular & m.infantry & m.divisions
    yield only("23.5.1a", divisions, named(s, "is not a regular Polish infantry division"))
    yield off_map(s)
    yield Bar("23.5.1a", s.remnant, named(s, "is a Remnant"))


def stays_away(s: State) -> Iterator[Bar]:
    """[23.5.1c] Units that do not come to Stanisławów."""
    m = s.m
    yield only("23.5.1c", m.ukrainians & m.infantry, named(s, "is not a Ukrainian division"))
    yield Bar("23.5.1c", lambda u: s.place[u] != UKRAINE_BOX, named(s, "is not in the Ukraine box"))
    city = 1 << m.stanislawow
    yield Bar("23.5.1c", not city & s.held[POLAND] & ~s.occupied[SOVIET], "Stanisławów is not in Polish hands")
    yield Bar("6.0a", lambda u: bool(city & full(s, u)), "Stanisławów is full")


@procedure
class PolishPriority(Frame):
    """[23.5b, 23.5.1] Kijów is Polish: the marker on it is turned over and does its work."""

    command: int = POLES
    count: int = 0

    @step("23.5b", "23.5.1e")
    def revealed(self, s: State) -> Next:
        show(s, POLAND)
        if in_force(s, POLAND, UPRISING):
            self.count = LEVY
            return goto("levy")
        return goto("army") if in_force(s, POLAND, GALICIA) else DONE

    @choose("23.5.1a", who=asked, prompt="Silesia needs men: which division goes? {count} to send.", always=True)
    def levy(self, s: State) -> Choice:
        units = Offer("send", "piece", kept(s), "Send this division to Silesia")
        return [units] if units and self.count else DONE

    @levy.on("send")
    def _(self, s: State, unit: int) -> Next:
        self.count -= 1
        tell(s, "23.5.1a", "to_silesia", unit=unit, hex=s.place[unit])
        dismiss(s, unit)
        return AGAIN

    @choose("23.5.1c", who=asked, prompt="Which Ukrainian division forms in Stanisławów?")
    def army(self, s: State) -> Choice:
        units = Offer("unit", "piece", stays_away(s), "Form this division")
        return [units] if units else DONE

    @army.on("unit")
    def _(self, s: State, unit: int) -> Next:
        hex = s.m.stanislawow
        tell(s, "23.5.1c", "arrives", unit=unit, hex=hex)
        come(s, unit, hex)
        set_level(s, unit, FULL)
        return DONE


def rewarded(s: State) -> bool:
    """[23.5.1b] Whether Silesia pays: on 4.VII, if no volunteers have been called up until then."""
    return in_force(s, POLAND, UPRISING) and s.m.dates[s.round] == REWARD_DATE and not s.forming


def kept_brigades(s: State) -> Iterator[Bar]:
    """[19.2d] Reserve brigades whose place the 23rd Reserve Division does not take."""
    m, waiting = s.m, [u for u in members(s.m.reserves_polish & s.m.brigades) if s.place[u] == RESERVES]
    yield only("19.2d", waiting, named(s, "is not a Reserve brigade in its box"))
    seventh = m.p7r in waiting
    yield Bar(
        "19.2d",
        lambda u: seventh and u != m.p7r,
        "the 23rd Reserve Division takes the place of the 7th Reserve Brigade",
    )


@procedure
class SilesianReward(Frame):
    """[23.5.1b, 19.2d] The 23rd Reserve Division comes in the place of a Reserve brigade, and all Poland rejoices."""

    command: int = POLES

    @step("23.5.1b")
    def joy(self, s: State) -> None:
        m = s.m
        s.place[m.p23r] = box(s.round)
        tell(s, "23.5.1b", "expected_on", unit=m.p23r, round=s.round)
        for theater in (POLISH, BELARUS, UKRAINE):
            if marker_of(s, theater) == theater and not (theater == POLISH and s.linked):
                shift(s, POLAND, theater, JOY, "23.5.1b")

    @choose("19.2d", who=asked, prompt="In the place of which Reserve brigade does the 23rd Reserve Division come?")
    def instead(self, s: State) -> Choice:
        units = Offer("drop", "piece", kept_brigades(s), "In the place of this brigade")
        return [units] if units else DONE

    @instead.on("drop")
    def _(self, s: State, unit: int) -> Next:
        tell(s, "19.2d", "recalled", unit=unit)
        s.place[unit] = REMOVED
        return DONE
