"""1.4, 2.0, 22.2 Victory Points while the game lasts, and who has won, as the scenario says."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.kernel import Result, SeatId, tell

from ..model import (
    BELARUS,
    BRIGADE,
    DIVISION,
    POLAND,
    POLISH,
    REGIMENT,
    SEATS,
    SEATS3,
    SOUTHWEST,
    SOVIET,
    UKRAINE,
    WEST,
)
from ..scenarios import Campaign, Claim, CountTowns, KeepCities, MoraleSum, Points
from ..state import State

LIMIT = 24
WORTH = {DIVISION: 2, BRIGADE: 1, REGIMENT: 1}
"""What an eliminated unit gives to the other side; support units give nothing."""
DRAW = -1
VICTORY, DECISIVE, SUDDEN = "victory", "decisive victory", "sudden death"
FRONT_THEATER = {WEST: BELARUS, SOUTHWEST: UKRAINE}


def score(s: State, side: int, theater: int, points: int, rule: str) -> None:
    """[2.0c] A side scores Victory Points in a Theater; the marker stops at its end."""
    if not points or not s.m.scenarios[s.scenario].points:
        return
    toward = -points if side == POLAND else points
    s.points[theater] += toward
    s.vp = max(-LIMIT, min(LIMIT, s.vp + toward))
    tell(s, rule, "scored", side=side, points=points, total=abs(s.vp), leader=s.vp > 0)


def sudden_death(s: State) -> None:
    """With Warszawa in Soviet hands at the end of a Polish turn the Soviets have won, where the scenario says so."""
    if s.m.scenarios[s.scenario].sudden_death and not s.held[POLAND] >> s.m.warszawa & 1:
        s.result, s.ended = "sudden", True
        tell(s, "5.2a", "sudden_death")


def conclude(s: State) -> None:
    """[5.2a] The last round is over."""
    s.ended = True
    tell(s, "5.2a", "concluded", vp=s.vp)


# -- what is counted at the end ---------------------------------------------------------------------------------------


def boxes(s: State, theater: int) -> int:
    """The Soviet boxes of a Theater; a discarded marker reads as the Polish one [13.4c, 13.5a]."""
    if s.unified:
        return s.morale[POLISH]
    return s.morale[theater] if theater != POLISH or s.polish_marker else 0


def balance_of_war(s: State) -> int:
    """F of the campaign: Polish boxes of both eastern Theaters, and the numbers of towns won less those lost."""
    start = s.m.scenarios[s.scenario].control[POLAND]
    towns = sum(s.m.value[hex] for hex in members(s.held[POLAND] & ~start))
    lost = sum(s.m.value[hex] for hex in members(start & ~s.held[POLAND]))
    return towns - lost - boxes(s, BELARUS) - boxes(s, UKRAINE)


def morale_sum(s: State, won: MoraleSum) -> int:
    """The Soviet boxes of both eastern Theaters, with what some cities add."""
    extra = sum(number for hexes, number in won.bonus if hexes & s.held[SOVIET])
    return boxes(s, BELARUS) + boxes(s, UKRAINE) + extra


def home_box(s: State) -> int:
    """The marker of the Polish Theater, or that of the northern one while it is off the track."""
    return boxes(s, POLISH if s.polish_marker else BELARUS)


def standing(s: State) -> int:
    """By what the scenario counts, how far the Soviets are ahead; below 0 the Poles."""
    won = s.m.scenarios[s.scenario].victory
    if isinstance(won, Campaign):
        return -balance_of_war(s)
    if isinstance(won, MoraleSum):
        return morale_sum(s, won)
    return s.vp if isinstance(won, Points) else home_box(s)


# -- two players ------------------------------------------------------------------------------------------------------


def verdict(s: State) -> tuple[int, str]:
    """[1.4a] The side that has won, or DRAW, and how."""
    won, soviets = s.m.scenarios[s.scenario].victory, s.held[SOVIET]
    if s.result == "sudden":
        return SOVIET, SUDDEN
    if isinstance(won, Points):
        net = s.vp if won.side == SOVIET else -s.vp
        whole = net >= won.win and not won.needed & ~s.held[won.side]
        return (won.side if whole else DRAW if net >= won.draw else 1 - won.side), VICTORY
    if isinstance(won, MoraleSum):
        total = morale_sum(s, won)
        return (SOVIET if total >= won.win else DRAW if total >= won.draw else POLAND), VICTORY
    if isinstance(won, KeepCities):
        if won.lost & soviets or boxes(s, POLISH) >= won.box:
            return SOVIET, VICTORY
        return (POLAND if not won.keep & ~s.held[POLAND] and boxes(s, POLISH) <= 0 else DRAW), VICTORY
    if isinstance(won, CountTowns):
        taken = (won.hexes & soviets).bit_count()
        if taken >= won.soviet and home_box(s) >= won.box:
            return SOVIET, VICTORY
        return (POLAND if taken <= won.poland and home_box(s) <= 0 else DRAW), VICTORY
    war = balance_of_war(s)
    side = POLAND if war >= won.poland else DRAW if war >= won.draw else SOVIET
    return side, DECISIVE if war >= won.decisive or war <= won.soviet_decisive else VICTORY


# -- 22.2 three players -----------------------------------------------------------------------------------------------


def claimed(s: State, front: int, claim: Claim) -> bool:
    """[22.2a] Whether a Soviet player has what his own victory asks for."""
    theater, held = FRONT_THEATER[front], s.held[SOVIET]
    if s.points[theater] < claim.points or (claim.box and boxes(s, theater) < claim.box):
        return False
    return not claim.all & ~held and (not claim.any or bool(claim.any & held))


def fronts_that_win(s: State) -> list[int]:
    """[22.2a, 22.2b] The Fronts whose players have won, none where the Poles have or nobody."""
    scene = s.m.scenarios[s.scenario]
    won, three = scene.victory, scene.three
    assert three is not None  # only scenarios for three are played by three
    side, _ = verdict(s)
    claims = [front for front in (WEST, SOUTHWEST) if claimed(s, front, three.claim[front])]
    if isinstance(won, Points) and not three.claim[WEST].points:  # by who has lost fewer points
        return [] if side == POLAND else _fewer(s, three.both)
    if isinstance(won, KeepCities):
        return claims or ([s.priority] if boxes(s, POLISH) >= won.box else [])
    if isinstance(won, CountTowns):
        return [] if side != SOVIET else claims if len(claims) == 1 else [WEST, SOUTHWEST]
    if isinstance(won, Campaign):
        return _of_the_campaign(s) if side == SOVIET else []
    return [WEST, SOUTHWEST] if s.result == "sudden" else claims


def _fewer(s: State, both: int) -> list[int]:
    north, south = -s.points[BELARUS], -s.points[UKRAINE]
    if max(north, south) <= both:
        return [WEST, SOUTHWEST]
    return [s.priority if north == south else WEST if north < south else SOUTHWEST]


def _of_the_campaign(s: State) -> list[int]:
    """Whoever took Warszawa or Lwów, if the Soviets hold it; else the better morale, else priority (N-51)."""
    cities = (1 << s.m.warszawa | 1 << s.m.lwow) & s.held[SOVIET]
    takers = [front for front in (WEST, SOUTHWEST) if cities & s.taken_by[front]]
    if cities.bit_count() == 2:
        return [WEST, SOUTHWEST]
    if takers:
        return takers
    north, south = boxes(s, BELARUS), boxes(s, UKRAINE)
    return [s.priority if north == south else WEST if north > south else SOUTHWEST]


def result(s: State) -> Result | None:
    """[1.4a, 22.2a, 22.2b] Who has won: seats, of the Soviet ones perhaps only one (N-94)."""
    if not s.ended:
        return None
    side, how = verdict(s)
    lead = standing(s)
    score: dict[str, int] = {SEATS[POLAND]: max(0, -lead), SEATS[SOVIET]: max(0, lead)}
    rule = "5.2a" if how == SUDDEN else "1.4a" if s.players == 2 else "22.2a"
    winners: tuple[SeatId, ...] = (SEATS[side],) if side != DRAW else ()
    if s.players == 3:
        fronts = fronts_that_win(s)
        winners = tuple(SEATS3[1 + front] for front in fronts) or _poles_of_three(s, side)
    return Result(winners, how if winners else "draw", rule, score)


def _poles_of_three(s: State, side: int) -> tuple[SeatId, ...]:
    """The Poles win where no Soviet player does, but for the draws of the long scenarios."""
    drawn = side == DRAW and isinstance(s.m.scenarios[s.scenario].victory, CountTowns | Campaign)
    return () if drawn else (SEATS[POLAND],)
