"""7.4 Why a battle, a block, a card or an area cannot be chosen while battles are fought and the beaten retreat."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.cards.battle_cards import the_fight
from vistula.games.strike_of_the_eagle.model import foe
from vistula.games.strike_of_the_eagle.rules.advance import Advance
from vistula.games.strike_of_the_eagle.rules.battle import Battle, Battles, battle_areas, size, smallest
from vistula.games.strike_of_the_eagle.rules.losses import TakeLosses, strongest
from vistula.games.strike_of_the_eagle.rules.queries import (
    UNLIMITED,
    clear_distance,
    depots,
    front_of,
    held_by,
    link_taken,
    may_enter,
    own_depot,
    space_inside,
)
from vistula.games.strike_of_the_eagle.rules.retreat import AttackerRetreat, DefenderRetreat, goals_of_beaten
from vistula.games.strike_of_the_eagle.rules.stacking import ExcessBlocks, Occupation, may_stand
from vistula.games.strike_of_the_eagle.shown.why_common import (
    areas,
    elsewhere,
    name,
    not_in_play,
    not_mine,
    not_next_to,
    tired,
)
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel.views import Refusal

_FRONTS = ("northern", "southern")


def battle_to_fight(s: State, frame: Battles, area: int) -> Refusal | None:
    """[7.4a, 7.4b] Why another battle comes first, or none is fought there."""
    there = s.m.area_name[area]
    found = not_in_play(s, area)
    if found is not None:
        return found
    if front_of(s, area) != frame.front and area in battle_areas(s, front_of(s, area)):
        return Refusal("10.0b", f"{there} is on the {_FRONTS[front_of(s, area)]} front: battles go front by front.")
    if area not in battle_areas(s, frame.front):
        return Refusal("7.4a", f"There are not blocks of both sides at {there}.")
    least = size(s, smallest(s, frame.front)[0])
    return Refusal("7.4b", f"{size(s, area)} blocks are engaged at {there}; battles with fewer, {least}, come first.")


def block_in_battle(s: State, frame: Battle, piece: int) -> Refusal | None:
    """[7.2ae] Why a block cannot be named as the one that was to reorganize."""
    side = foe(the_fight(s).attacker)
    found = not_mine(s, side, piece) or elsewhere(s, piece, frame.area, "7.2ae") or tired(s, piece)
    if found is not None:
        return found
    if s.moved >> piece & 1 or s.unsupplied >> piece & 1:
        return Refusal("7.2ac", "Only a block that began the phase there in supply, and has not moved, reorganizes.")
    return Refusal("7.2ad", f"{name(s, piece)} is at its full strength.")


def block_to_lose(s: State, frame: TakeLosses, piece: int) -> Refusal | None:
    """[7.41.5a] Losses come off whichever block is strongest at the moment."""
    fight = the_fight(s)
    found = not_mine(s, frame.side, piece)
    if found is not None:
        return found
    if not fight.engaged[frame.side] >> piece & 1:
        return Refusal("7.41.5a", f"It is not in the battle of {s.m.area_name[fight.area]}.")
    most = s.sp[strongest(s, frame.side)[0]]
    return Refusal("7.41.5a", f"It has {s.sp[piece]} strength points; the strongest, with {most}, loses first.")


# -- retreats and advances --------------------------------------------------------------------------------------


def retreat_area(s: State, frame: DefenderRetreat, area: int) -> Refusal | None:
    """[7.42a, 7.42b, 7.42c, 7.42h] Why the beaten cannot retreat there."""
    here = the_fight(s).area
    found = not_in_play(s, area) or not_next_to(s, here, area, "7.42a") or _no_refuge(s, frame.side, here, area)
    if found is not None:
        return found
    far = clear_distance(s, frame.side, area, goals_of_beaten(s, frame.side, here))
    if far >= UNLIMITED:
        return Refusal("7.42h", f"No clear path leads from {s.m.area_name[area]} to a key city of one's own.")
    return Refusal("7.42a", f"From there a key city is {areas(far)} away: another neighbour is nearer to one.")


def _no_refuge(s: State, side: int, here: int, area: int) -> Refusal | None:
    there = s.m.area_name[area]
    if not may_enter(s, side) >> area & 1:
        return Refusal("1.4b", f"{there} is closed to this side.")
    if held_by(s, foe(side)) >> area & 1:
        return Refusal("7.42b", f"The enemy is at {there}.")
    if link_taken(s, side, here, area):
        return Refusal("7.42c", f"Enemy blocks stand on the link to {there}.")
    if space_inside(s, side, area) <= 0:
        return Refusal("7.42d", f"Four blocks stand at {there} already.")
    return None


def block_to_retreat(s: State, frame: DefenderRetreat | AttackerRetreat, piece: int) -> Refusal | None:
    fight = the_fight(s)
    found = not_mine(s, frame.side, piece)
    if found is not None:
        return found
    if not fight.engaged[frame.side] >> piece & 1:
        return Refusal("7.42a", f"It is not among the beaten of {s.m.area_name[fight.area]}, or is safe already.")
    if isinstance(frame, AttackerRetreat):
        return Refusal("7.42f", f"It came from {s.m.area_name[s.origin[piece]]} and goes back there in its turn.")
    return None


def block_to_return(s: State, frame: Advance, piece: int) -> Refusal | None:
    """[7.43a, 7.43b, 7.43d] Why a victor's block cannot go back."""
    fight = the_fight(s)
    found = not_mine(s, frame.side, piece)
    if found is not None:
        return found
    if not fight.engaged[frame.side] >> piece & 1:
        return Refusal("7.43d", "Only blocks that fought here may choose.")
    if fight.engaged[frame.side].bit_count() == 1:
        return Refusal("7.43b", "One block must stay.")
    origin = s.origin[piece]
    if not may_stand(s, frame.side, origin):
        return Refusal("7.43a", f"{s.m.area_name[origin]}, from where it came, is held by the enemy or full.")
    return None


def block_to_come_in(s: State, frame: Occupation, piece: int) -> Refusal | None:
    """[7.33e] Why a block is not among those that wait on the links of an area."""
    found = not_mine(s, frame.side, piece) or elsewhere(s, piece, frame.area, "7.33e")
    return found or _not_waiting(s, piece)


def _not_waiting(s: State, piece: int) -> Refusal | None:
    if s.on_link >> piece & 1:
        return None
    return Refusal("7.33e", "It stands inside the area: only who waits is asked for.")


def block_too_many(s: State, frame: ExcessBlocks, piece: int) -> Refusal | None:
    """[7.33f, 7.33g] Why a block is not among those that compete for a place."""
    found = not_mine(s, frame.side, piece) or _not_waiting(s, piece)
    if found is not None:
        return found
    rule = "7.33f" if may_stand(s, frame.side, frame.origin) else "7.33g"
    return Refusal(rule, "It takes nobody's place and goes in its turn.")


def area_for_excess(s: State, frame: ExcessBlocks, area: int) -> Refusal | None:
    """[7.33g] Why a block that can neither stay nor go back cannot go there."""
    found = not_in_play(s, area) or not_next_to(s, frame.area, area, "7.33g")
    found = found or _no_refuge(s, frame.side, frame.area, area)
    if found is not None:
        return found
    far = clear_distance(s, frame.side, area, depots(s, frame.side) | own_depot(s, frame.piece))
    if far >= UNLIMITED:
        return Refusal("7.33g", f"No clear path leads from {s.m.area_name[area]} to a Supply Depot.")
    return Refusal("7.33g", f"From there a Supply Depot is {areas(far)} away: another neighbour is nearer to one.")
