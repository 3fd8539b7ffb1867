"""23.4 Alternative Reinforcements, an optional rule: markers face down on the Round Track say when some units come.

Everybody sees how many markers lie on each round (`State.lying`, `State.volunteer_markers`), and which units are under
them all; which marker lies where is a secret of its side until the round begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, pairwise

from vistula.board.hexes import members
from vistula.kernel import DONE, Choice, Frame, Next, Offer, Option, choose, disclose, only, procedure, step, tell

from ..model import SOVIET, Model
from ..state import SEALED, State, box
from .seats import POLES, asked, everyone, first_command

KONARMIYA, DUMMY = 1, 4
"""Markers, in the order of the dates on them [23.4.2e]; the last is blank."""
MARKER_NAMES = ("25th and Bashkirs", "Konarmiya", "24th", "8th Cavalry", "dummy")
LATER, EARLIER, GATHERED = "30.V", "16.V", "16.V"
TOTAL = 7
"""[23.4.2b] Rounds by which the others are late when the Konarmiya is early."""
ROUNDS = 3
"""[23.4.1a] The rounds of forming, each with a set of two markers."""


# -- 23.4.2 Soviet markers --------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def schedules(m: Model) -> tuple[tuple[int, ...], ...]:
    """[23.4.2a, 23.4.2b] Every way in which the four markers may lie, that of history first: rounds, by marker."""
    usual = tuple(round for round, _ in m.dated)
    late = tuple(m.round_of[LATER if i == KONARMIYA else GATHERED] for i in range(len(usual)))
    found = [usual, late]
    for cuts in combinations(range(1, TOTAL), len(usual) - 2):  # the others share their seven rounds
        delays = [b - a for a, b in pairwise((0, *cuts, TOTAL))]
        delays.insert(KONARMIYA, m.round_of[EARLIER] - usual[KONARMIYA])
        found.append(tuple(round + more for round, more in zip(usual, delays, strict=True)))
    return tuple(found)


def schedule_words(m: Model, number: int) -> str:
    """A way to lay the markers in words, the Konarmiya first."""
    rounds = schedules(m)[number]
    order = sorted(range(len(rounds)), key=lambda marker: marker != KONARMIYA)
    words = ", ".join(f"{MARKER_NAMES[marker]} {m.dates[rounds[marker]]}" for marker in order)
    return words if number else f"As in history: {words}"


def under_markers(m: Model) -> int:
    """[23.4.2e] All units that date markers stand for."""
    return sum(units for _, units in m.dated)


def face_down(s: State) -> list[int]:
    """The Soviet markers that nobody but their side can tell apart."""
    return [i for i, round in enumerate(s.markers) if round and not s.markers_shown >> i & 1]


def konarmiya_comes(s: State) -> int:
    """The round in which a marker has brought the Konarmiya; 0 without markers, far away while it lies face down."""
    if not s.alternatives or not any(s.lying):
        return 0
    return s.markers[KONARMIYA] if s.markers_shown >> KONARMIYA & 1 else s.m.rounds + 1


def fitting(s: State) -> Iterator[list[int]]:
    """All ways in which markers may lie for who sees how many are where, and those that have been turned over."""
    for rounds in schedules(s.m):
        spare = sorted(s.lying)
        try:
            for round in rounds:
                spare.remove(round)
        except ValueError:
            continue
        laid = [*rounds, spare[0] if spare else 0]
        if all(laid[i] == s.markers[i] for i in range(DUMMY + 1) if s.markers_shown >> i & 1):
            yield laid


@procedure
class SovietMarkers(Frame):
    """[23.4.2] At the start of the game the Soviets lay their markers face down."""

    command: int

    @choose("23.4.2a", "23.4.2b", who=asked, prompt="When do your marked reinforcements come?", always=True)
    def schedule(self, s: State) -> Choice:
        listed = only("23.4.2a", range(len(schedules(s.m))), "that is no way to lay the markers")
        return [Offer("schedule", "number", [listed], "Lay the markers so")]

    @schedule.on("schedule")
    def _(self, s: State, number: int) -> Next:
        s.markers = [*schedules(s.m)[number], 0]
        return None

    @choose("23.4.2c", who=asked, prompt="Where does your dummy marker lie?", always=True)
    def dummy(self, s: State) -> Choice:
        scene = s.m.scenarios[s.scenario]
        track = only("23.4.2c", range(scene.first, scene.last + 1), "the Round Track has no such round")
        return [Offer("round", "number", [track], "Lay the dummy there"), Option("none", label="No dummy")]

    dummy.to("none")

    @dummy.on("round")
    def _(self, s: State, round: int) -> Next:
        s.markers[DUMMY] = round
        return None

    @step("23.4a", "23.4.2e", "23.4.2d")
    def laid(self, s: State) -> None:
        """Units under markers are nowhere yet; of the 8th Cavalry Division only the Southwestern counter comes."""
        s.lying = sorted(round for round in s.markers if round)
        for unit in members(under_markers(s.m)):
            s.place[unit] = SEALED
        tell(s, "23.4a", "markers_laid", number=len(s.lying))


def turn_over(s: State) -> None:
    """[23.4a] A round begins: the Soviet markers on it are turned over."""
    for marker in face_down(s):
        if s.markers[marker] == s.round:
            s.markers_shown |= 1 << marker
            _bring(s, marker)
    if s.round in s.lying:
        disclose(s, "23.4a", everyone(s), s.markers_shown)


def _bring(s: State, marker: int) -> None:
    if marker == DUMMY:
        tell(s, "23.4.2c", "dummy_shown", round=s.round)
        return
    units = members(s.m.dated[marker][1])
    for unit in units:
        s.place[unit] = box(s.round)
    tell(s, "23.4.2e", "marker_shown", units=units)


# -- 23.4.1 Polish markers --------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def sets() -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """[23.4.1a, 23.4.1b] Every way to lay three markers A and three B on three rounds, how many of each: as many
    rounds of delay as rounds of haste. The usual way comes first."""
    ways = [tuple(laid.count(turn) for turn in range(ROUNDS)) for laid in
            combinations_with_replacement(range(ROUNDS), ROUNDS)]  # fmt: skip
    even = 2 * sum(range(ROUNDS))
    found = [(a, b) for a in ways for b in ways if sum(turn * (a[turn] + b[turn]) for turn in range(ROUNDS)) == even]
    return tuple(sorted(found, key=lambda way: way != ((1,) * ROUNDS, (1,) * ROUNDS)))


def set_words(dates: list[str], number: int) -> str:
    """A way to lay the volunteers' markers in words, by round."""
    a, b = sets()[number]
    return "; ".join(f"{date}: {'A' * a[i] + 'B' * b[i] or 'none'}" for i, date in enumerate(dates))


def batch(s: State, turn: int) -> tuple[int, int]:
    """[23.4.1a] How many markers A and B work in a turn of forming, 0 to 2; one each without this option."""
    if not s.alternatives or not any(s.volunteer_markers):
        return 1, 1
    return s.volunteers_a[turn], s.volunteer_markers[turn] - s.volunteers_a[turn]


@procedure
class VolunteerMarkers(Frame):
    """[23.4.1] Forming has begun: the Poles lay their six markers on this round and the next two."""

    command: int = POLES

    @choose("23.4.1a", "23.4.1b", who=asked, prompt="Which volunteers come when?", always=True)
    def lay(self, s: State) -> Choice:
        listed = only("23.4.1b", range(len(sets())), "what is delayed must be brought forward elsewhere")
        return [Offer("volunteers", "number", [listed], "Lay the markers so")]

    @lay.on("volunteers")
    def _(self, s: State, number: int) -> Next:
        a, b = sets()[number]
        s.volunteers_a = list(a)
        s.volunteer_markers = [x + y for x, y in zip(a, b, strict=True)]
        return None

    @step("23.4a")
    def shown(self, s: State) -> Next:
        show_volunteers(s, 0)
        return DONE


def show_volunteers(s: State, turn: int) -> None:
    """[23.4a] The markers of a turn of forming are turned over."""
    if any(s.volunteer_markers):
        a, b = batch(s, turn)
        disclose(s, "23.4a", everyone(s), (a, b))
        tell(s, "23.4a", "volunteers_shown", a=a, b=b)


def soviets(s: State) -> SovietMarkers:
    return SovietMarkers(command=first_command(s, SOVIET))
