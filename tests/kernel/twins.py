"""Twin worlds: games that a seat cannot tell apart look alike to it, now and after its next action."""

from __future__ import annotations

import random
from typing import Any

from kernel.comparing import Broken, Curiosity, Questions, differing, encode, imagined, knowledge, some_actions
from vistula.kernel import ONLOOKER, Action, Barrier, Decision, Game, Seat, SeatId
from vistula.kernel.barrier import LEARNING


def check_twins(game: Game[Any], seat: SeatId, curiosity: Curiosity) -> Barrier | None:
    """Two worlds made from what a seat knows, beside the true one. Returns what the seat's next action let it learn."""
    own = game.seat(seat)
    seed = curiosity.rng.getrandbits(32)
    worlds = [own.determinize(random.Random(seed + i)) for i in range(2)]
    ask = curiosity.questions(own)
    _look_alike(game, own, worlds, ask)
    if game.draft[0] != seat:
        _onlooker_knows_less(game, own, worlds)
    if own.decision is None:
        return None
    if game.draft[0] in (None, seat):  # otherwise a copy would have another seat's draft in it
        worlds.append(game.clone())
    return _act_alike(own, own.decision, worlds, ask, curiosity.rng.choice(some_actions(own.decision)))


def _look_alike(game: Game[Any], own: Seat[Any], worlds: list[Game[Any]], ask: Questions) -> None:
    known, sample = knowledge(own, ask), imagined(own)
    for world in worlds:
        difference = differing(known, knowledge(world.seat(own.id), ask))
        if difference:
            raise Broken(f"{_rules(game)} {own.id} can tell what is hidden: {difference}")
        if imagined(world.seat(own.id)) != sample:
            raise Broken(f"{_rules(game)} {own.id} imagines another game where something hidden differs")
        game.title.check(world.s, world.stack)


def _onlooker_knows_less(game: Game[Any], own: Seat[Any], worlds: list[Game[Any]]) -> None:
    """Whoever only watches knows nothing that any seat does not know."""
    known = knowledge(game.seat(ONLOOKER), Questions())
    for world in worlds:
        difference = differing(known, knowledge(world.seat(ONLOOKER), Questions()))
        if difference:
            raise Broken(f"{_rules(game)} an onlooker knows what {own.id} does not: {difference}")


def _act_alike(
    own: Seat[Any], decision: Decision, worlds: list[Game[Any]], ask: Questions, action: Action
) -> Barrier | None:
    """The same action shows the same in all worlds, unless something is rolled, drawn or disclosed in all of them."""
    learnt = [_first_learnt(world.listen(), own.id, action) for world in worlds]
    if any(barrier is not None and barrier.kind == "sealed" for barrier in learnt):
        return None  # another seat has answered in one world and not in another
    option = decision.option(action)
    name = own.title.name_of(option.kind, action.arg) if option is not None else ""
    did = f"after {action.verb} {name} under [{decision.rule}] {own.id}"
    if any(barrier != learnt[0] for barrier in learnt):
        told = next(barrier for barrier in learnt if barrier is not None)
        raise Broken(f"[{told.rule}] {told.kind} in one world and not in another tells by silence: {did} knows more")
    if learnt[0] is None:
        first = _after(worlds[0], own.id, ask)
        for world in worlds[1:]:
            difference = differing(first, _after(world, own.id, ask))
            if difference:
                raise Broken(f"[{decision.rule}] forgot to disclose: {did} sees what was hidden: {difference}")
    return learnt[0]


def _first_learnt(world: Game[Any], seat: SeatId, action: Action) -> Barrier | None:
    world.play(seat, action)
    return next((barrier for barrier in world.barriers if barrier.kind in LEARNING), None)


def _after(world: Game[Any], seat: SeatId, ask: Questions) -> dict[str, bytes]:
    own = world.seat(seat)
    return {**knowledge(own, ask, undo=True), "events": encode(own.events)}


def _rules(game: Game[Any]) -> str:
    return " ".join(f"[{d.rule}]" for d in game.decisions.values())
