"""The words in which the tests of Strike of the Eagle speak: situations as position files, actions by printed names.

    game = at('''
        step = "orders"
        blocks.P-14 = "Charyshi 4"
        blocks.R-21 = "Rohachev 3"
    ''')
    play(game, "russia", "move-out Rohachev")
    assert where(game, "R-21") == "Rohachev"

Only the blocks listed are on the map, and no garrisons but those listed; the scenario is the first, if nothing else is
said. A click is a verb and, if it needs one, the name of what it is applied to: an area, a card ("P-43"), or a block by
its roster name ("P-14"), whatever wooden block it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from textwrap import dedent

from clicks import events, play_out

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.model import ORDERS, SIDES, card_side, command_side
from vistula.games.strike_of_the_eagle.rules.battle import Battles
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.orders import Muster, unplaceable
from vistula.games.strike_of_the_eagle.rules.queries import piece_of
from vistula.games.strike_of_the_eagle.rules.stacking import ExcessBlocks
from vistula.games.strike_of_the_eagle.rules.tokens import TOKEN
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.shown.position import FATES, STEPS
from vistula.games.strike_of_the_eagle.state import DUE, Order, State
from vistula.games.strike_of_the_eagle.title import StrikeOfTheEagle, load
from vistula.kernel import UNKNOWN, Action, Decision, Dice, Frame, Game, IllegalAction, Offer, Option, SeatId
from vistula.kernel.bars import first as first_bar
from vistula.kernel.dice import secret_of_seed
from vistula.kernel.game import begin
from vistula.kernel.views import Refusal

TITLE: StrikeOfTheEagle = load()
M = TITLE.m
SUPPLY = 'garrisons.poland = "Bobruisk; Mozyr"\ngarrisons.russia = "Gomel; Mogilev; Klintsy"\n'
"""Depots of both sides in the first scenario."""
CAMPAIGN = """
    scenario = "campaign"
    blocks.P-14 = "Minsk 4"
    blocks.P-1L = "Rovno 4"
    blocks.R-21 = "Mogilev 3"
    blocks.R-44 = "Kiev 2"
    garrisons.poland = "Warsaw; Minsk; Rovno; Brest-Litovsk; Kovel"
    garrisons.russia = "Mogilev; Kiev"
"""
"""Both fronts with a block of either side, and the depots that supply them."""
_FATES = {code: word for word, code in FATES.items()} | {DUE: "due"}


# -- situations -------------------------------------------------------------------------------------------------


def at(text: str, **options: str) -> Game[State]:
    """The game that a position file describes, with no other blocks and garrisons on the map than it lists."""
    return begin(TITLE, None, 1, None, options, bare(text), "position")


def bare(text: str) -> str:
    """A position file that clears everything which it does not list."""
    none = [f'garrisons.{side} = ""' for side in SIDES if f"garrisons.{side}" not in text]
    return "\n".join(["clear = true", *none, dedent(text)])


def running(text: str, *procedures: Frame, **options: str) -> Game[State]:
    """A situation in which only these procedures run, the last first; then the game stands still."""
    placed = TITLE.position(bare(text), "position")
    settled = TITLE.settle_options({**options, **placed.options})
    TITLE.agree(placed.s, settled)
    game = Game(TITLE, placed.s, list(procedures), Dice(secret_of_seed(1)), placed.scenario, settled)
    return game.listen().run()


def stage(step: str, text: str, *after: Frame, **options: str) -> Game[State]:
    """One step of execution and what is said to follow it, with both sides in supply if nothing else is said; every
    forced answer is given."""
    whole = f'step = "{step}"\n' + ("" if "garrisons" in text else SUPPLY) + dedent(text)
    return settle(running(whole, *after, ExecutionStep(stage=STEPS.index(step)), **options))


def battle(text: str, *cards: str, **options: str) -> Game[State]:
    """The battles of a phase, with these cards from the decks: of each battle the attacker's first."""
    game = running('step = "battles"\n' + ("" if "garrisons" in text else SUPPLY) + dedent(text), **options)
    draws(game, *cards)
    game.stack += [ExcessBlocks(), Battles()]
    return settle(game.run())


def start(scenario: str, seed: int = 1, **options: str) -> Game[State]:
    return TITLE.start(scenario, seed=seed, options=options)


def area(name: str) -> int:
    return M.area(name)


def names(areas: int) -> set[str]:
    """Names of a set of areas."""
    return {M.area_name[a] for a in members(areas)}


def unit(name: str) -> int:
    return M.unit(name)


def piece(game: Game[State], name: str) -> int:
    """The wooden block that is this block of the roster."""
    return piece_of(game.s, unit(name))


# -- playing ----------------------------------------------------------------------------------------------------


def asked(game: Game[State], seat: str = "") -> Decision:
    """The question that the table waits for; of several, that of one seat."""
    found = [d for d in game.decisions.values() if d.waits and (not seat or d.seat == seat)]
    assert found, f"nobody is asked but {[str(d.seat) for d in game.decisions.values()]}"
    assert len(found) == 1 or not seat, "several seats are asked: name one"
    return found[0]


def asks(game: Game[State]) -> str:
    """Who is asked, and by which step; "nobody" where everything has run out."""
    return "nobody" if game.over else f"{asked(game).seat}: {asked(game).step}"


def play(game: Game[State], seat: str, *clicks: str) -> Game[State]:
    """Clicks by one seat; IllegalAction if one is not offered."""
    for click in clicks:
        decision = game.decisions.get(SeatId(seat))
        if decision is None:
            raise IllegalAction("", f"{seat} is not asked, but {list(game.decisions)}")
        game.play(seat, action(game, decision, click))
    return game


def clicks(game: Game[State], seat: str, *each: str) -> Game[State]:
    """Clicks by one seat, with every forced answer after them; who has detached something is asked where he goes."""
    for click in each:
        play(game, seat, click)
        if not click.startswith("detach"):
            settle(game)
    return game


def settle(game: Game[State]) -> Game[State]:
    """Play on while whoever is asked has only one answer, whether or not he is asked all the same."""
    while not game.over:
        decision = asked(game)
        answers = [Action(o.verb, arg) for o in decision.options if not o.free and not o.beside for arg in o.args]
        if len(answers) != 1 or len(game.decisions) > 1:
            break
        game.play(decision.seat, answers[0])
    return game


def take_first(game: Game[State]) -> Game[State]:
    """Play to the end, whoever has a choice taking the first of what is offered."""
    while not game.over:
        decision = asked(game)
        game.play(decision.seat, Action(decision.options[0].verb, decision.options[0].args[0]))
    return game


def action(game: Game[State], decision: Decision, click: str) -> Action:
    verb, _, name = click.partition(" ")
    kind = next((o.kind for o in decision.options if o.verb == verb), None)
    if kind is None:
        offered = ", ".join(decision.verbs())
        raise IllegalAction(decision.rule, f"{verb} is not offered to {decision.seat}; offered: {offered}")
    return Action(verb, number(game, kind, name) if name else 0)


def number(game: Game[State], kind: str, name: str) -> int:
    if kind == "piece" and name in M.unit_by_key:
        return piece(game, name)
    if kind == "number" and name in ORDERS:
        return ORDERS.index(name)
    return TITLE.arg_of(kind, name)


def first(game: Game[State], side: str) -> Game[State]:
    """The holder of the initiative says who places, or executes, first."""
    return play(game, str(asked(game).seat), side)


def random_game(scenario: str, seed: int, **options: str) -> Iterable[Game[State]]:
    """A random game, handed out at every decision and once more at its end."""
    return play_out(start(scenario, seed, **options), random.Random(seed))


def draws(game: Game[State], *cards: str) -> Game[State]:
    """The cards that are drawn next from their decks, in this order, if nothing else is left to chance before."""
    left = [deck[:] for deck in game.s.deck]
    laid = []
    for name in cards:
        deck = left[card_side(card_number(name))]
        laid.append(deck.index(card_number(name)) + 1)
        deck.remove(card_number(name))
    game.dice.laid = laid
    return game


# -- what is offered --------------------------------------------------------------------------------------------


def offered(game: Game[State], seat: str, verb: str) -> set[str]:
    """The names of everything that a verb may be applied to now; blocks by their roster names."""
    decision = game.decisions.get(SeatId(seat))
    for option in decision.options if decision else []:
        if option.verb == verb:
            return {called(game, option.kind, arg) for arg in option.args}
    return set()


def called(game: Game[State], kind: str, arg: int) -> str:
    if kind == "space":
        return M.area_name[arg]
    if kind == "piece" and arg < TOKEN:
        return M.key[game.s.unit[arg]]
    return TITLE.name_of(kind, arg)


def verbs(game: Game[State], seat: str = "") -> set[str]:
    return set(asked(game, seat).verbs())


def option(game: Game[State], verb: str) -> Option:
    """What is offered under a verb to the seat that the table waits for."""
    return next(each for each in asked(game).options if each.verb == verb)


def barred(s: State, frame: Frame, step: str, kind: str) -> Callable[[int], Refusal | None]:
    """Why a thing cannot be chosen where a step of a procedure asks, as whoever sees this state is told; None if it
    can."""
    st = frame.steps.get(step) or next(beside for beside in frame.anytimes if beside.name == step)
    made = st.body(frame, s) if st.seats is None else st.body(frame, s, st.seats(frame, s)[0])
    offers = [offer for offer in made if isinstance(offer, Offer) and offer.kind == kind]
    assert offers, f"{step} says nothing of any {kind}: {made}"

    def why(arg: int) -> Refusal | None:
        refusals = [offer.refusal(arg) for offer in offers]
        return None if None in refusals else refusals[0]

    return why


def no_order(s: State, command: int, type: int, area: int) -> Refusal | None:
    """Why a command cannot place an order of a type on an area; None if it can."""
    return first_bar(unplaceable(s, command, type, Muster(s, command)), area)


def can(game: Game[State], seat: str, click: str) -> bool:
    decision = game.decisions.get(SeatId(seat))
    try:
        return decision is not None and action(game, decision, click) in decision
    except (IllegalAction, ValueError):
        return False


# -- what has become of things ----------------------------------------------------------------------------------


def where(game: Game[State], name: str) -> str:
    """The area of a block, or "pool", "gone", "due" or "absent"."""
    place = game.s.place[piece(game, name)]
    return M.area_name[place] if place >= 0 else _FATES[place]


def sp(game: Game[State], name: str) -> int:
    return game.s.sp[piece(game, name)]


def orders(game: Game[State], side: str) -> list[str]:
    """The orders of a side on the map: "move-out Zhlobin"."""
    return [order_name(o) for o in game.s.orders if SIDES[command_side(o.command)] == side]


def order_name(order: Order) -> str:
    kind = "unknown" if order.type == UNKNOWN else ORDERS[order.type]
    return f"{kind} {M.area_name[order.area]}"


def token(game: Game[State], text: str) -> str:
    """The name of an order on the map that is told by type and area."""
    (found,) = [o for o in game.s.orders if order_name(o) == text]
    return TITLE.name_of("piece", TOKEN + found.id)


def sees(game: Game[State], seat: str, name: str) -> bool:
    """Whether a seat can tell which wooden block this block of the roster is."""
    return unit(name) in game.seat(seat).s.unit


def values(game: Game[State]) -> list[tuple[int, int, int]]:
    """Of all battles: side, Combat Value and what it costs the other side."""
    return [(e.refs["side"], e.refs["value"], e.refs["losses"]) for e in events(game, "value")]


def diary(game: Game[State], seat: str = "") -> list[str]:
    return [TITLE.tale(event) for event in game.seat(seat).events]
