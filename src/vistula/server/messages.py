"""What each message of a client does at a table.

A taker gets the table, who speaks and the message; what it returns is sent to the speaker after the
changes have been written and told. `IllegalAction` and `Declined` refuse; both change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from vistula.kernel.decision import ONLOOKER, SeatId
from vistula.kernel.errors import IllegalAction
from vistula.kernel.game import Game
from vistula.kernel.record import where_began
from vistula.kernel.seat import Seat
from vistula.kernel.views import Refusal
from vistula.players.staff import carry_out
from vistula.server import departures, ledger, numbers
from vistula.server.greeting import handed_to
from vistula.server.guests import BackAsk, Declined, Listener
from vistula.server.ledger import Spoken
from vistula.server.limits import household
from vistula.server.names import arg_of, deeds, offered, refusal, way_of
from vistula.server.players import named
from vistula.server.table import Table
from vistula.server.wire import (
    Act,
    AllowBack,
    Answer,
    Ask,
    AskBack,
    AskComputer,
    AskWay,
    BackAsked,
    Chat,
    Deed,
    Go,
    Hello,
    Holiday,
    Learn,
    Leave,
    Look,
    Odds,
    OpenNumber,
    Paint,
    Path,
    Pointed,
    Resign,
    SealNumber,
    Staff,
    Stand,
    Take,
    Tell,
    Undo,
    Visible,
    Why,
)

Reply = Tell | Coroutine[Any, Any, Tell | None] | None
BACK = 100
"""How many actions it counts for to ask to go back: up to a turn is played once more, and everybody sees all anew."""
AT_ONCE = 10
"""Actions of one message that are done without leaving the event loop."""
STAFF, ODDS, LOOKING = 30, 3, 1
"""What it counts for to have an officer play a phase, to work out odds, and to find a path or paint an overlay."""


def answer(table: Table, listener: Listener, message: Ask) -> Reply:
    """Do what a message asks for; what takes long is to be awaited."""
    return TAKERS[type(message)](table, listener, message)


async def hello(table: Table, listener: Listener, m: Hello) -> None:
    game = table.game
    if game is not None and not (persp := table.perspectives[listener.seat]).body:  # all its lines are worded now
        await table.hall.beside(game.title, persp.refresh, game, table.names)
    table.audience.join(listener, m.id, m.heard)


# -- who may ----------------------------------------------------------------------------------------------


def _game(table: Table) -> Game[Any]:
    if table.waits:
        raise Declined("waiting", "the game begins when everyone has sat down")
    if table.game is None:
        raise Declined("frozen", f"this table can only be exported: {table.frozen}")
    return table.game


def _player(table: Table, listener: Listener) -> SeatId:
    """The seat that speaks; onlookers only look."""
    _game(table)
    if listener.seat == ONLOOKER:
        raise Declined("onlooker", "spectators can't play; take a seat by its invite link")
    return listener.seat


def _once(table: Table, seat: SeatId, m: Ask) -> Answer | None:
    """The answer to a message that has been carried out before."""
    done = table.answered.get((seat, m.id))
    return None if done is None else Answer(id=m.id, done=done)


def _stale(table: Table, listener: Listener, m: Act | Go | Undo | Staff) -> Answer | None:
    """A message made on an old view gets the fresh one."""
    if m.revision == table.perspectives[listener.seat].revision:
        return None
    table.audience.bring_up_to_date(listener)
    return Answer(id=m.id, stale=True)


def _may_act(table: Table, listener: Listener, cost: int = 1) -> None:
    if table.full:
        raise Declined("full", "this table has as many actions as we keep; resign to end it, or open another")
    tolls = table.hall.tolls
    own = tolls.of("actions", table.account(listener.seat))
    all_there = tolls.of("many_actions", household(listener.address))
    if not (own.take(cost) and all_there.take(cost)):
        raise Declined("too fast", "wait a moment before you act again")
    table.charged = [own, all_there]


def may_ask(table: Table, listener: Listener, cost: float) -> None:
    """What is only worked out changes nothing, and costs as much."""
    tolls = table.hall.tolls
    own = not listener.seat or tolls.take("work", f"seat {table.account(listener.seat)}", cost)
    if not (own and tolls.take("work", household(listener.address), cost)):
        raise Declined("too fast", "wait a moment before you ask again")


# -- playing ----------------------------------------------------------------------------------------------


def act(table: Table, listener: Listener, m: Act) -> Answer | Coroutine[Any, Any, Answer]:
    game, seat = _game(table), _player(table, listener)
    early = _once(table, seat, m) or _stale(table, listener, m)
    if early is not None:
        return early
    _may_act(table, listener)
    if len(m.actions) <= AT_ONCE:
        return Answer(id=m.id, done=game.play_each(seat, deeds(game, seat, m.actions)))
    return _many(table, game, seat, m)


async def _many(table: Table, game: Game[Any], seat: SeatId, m: Act) -> Answer:
    """So many actions take their time, and others do not wait for it."""
    done = await table.hall.beside(game.title, lambda: game.play_each(seat, deeds(game, seat, m.actions)))
    return Answer(id=m.id, done=done)


def go(table: Table, listener: Listener, m: Go) -> Answer:
    game, seat = _game(table), _player(table, listener)
    early = _once(table, seat, m) or _stale(table, listener, m)
    if early is not None:
        return early
    _may_act(table, listener)
    piece, space = arg_of(game.title, "piece", m.piece), arg_of(game.title, "space", m.space)
    others = [arg_of(game.title, "piece", other) for other in m.others]
    return Answer(id=m.id, done=game.go(seat, piece, space, m.ends, m.by, others))


def undo(table: Table, listener: Listener, m: Undo) -> Answer:
    game, seat = _game(table), _player(table, listener)
    early = _once(table, seat, m) or _stale(table, listener, m)
    if early is not None:
        return early
    _may_act(table, listener)
    if m.reset:
        game.reset(seat)
    else:
        game.undo(seat)
    return Answer(id=m.id, done=1)


async def staff(table: Table, listener: Listener, m: Staff) -> Answer:
    game, seat = _game(table), _player(table, listener)
    early = _once(table, seat, m) or _stale(table, listener, m)
    if early is not None:
        return early
    _may_act(table, listener)
    may_ask(table, listener, STAFF)
    orders = await table.hall.staff(game.seat(seat), m.group)
    return Answer(id=m.id, done=carry_out(game, seat, orders), note=orders.told)


def stand(table: Table, listener: Listener, m: Stand) -> Answer:
    game, seat = _game(table), _player(table, listener)
    early = _once(table, seat, m)
    if early is not None:
        return early
    _may_act(table, listener)
    game.stand(seat, m.kind, m.passes)
    return Answer(id=m.id, done=1)


def resign(table: Table, listener: Listener, m: Resign) -> Answer:
    seat = _player(table, listener)
    early = _once(table, seat, m)
    if early is not None:
        return early
    departures.give_up(table, seat)
    return Answer(id=m.id, done=1)


def holiday(table: Table, listener: Listener, m: Holiday) -> Answer:
    seat = _player(table, listener)
    clock = table.asked.clocks.get(seat)
    if clock is None or not table.stored.pace.holiday:
        raise IllegalAction("", "no holidays are agreed on at this table")
    if m.days and not clock.holiday and clock.away <= table.hall.clock.seconds():
        raise IllegalAction("", "you have no days of holiday left at this table")
    table.asked.go_away(seat, m.days)
    return Answer(id=m.id, done=1)


async def leave(table: Table, listener: Listener, m: Leave) -> Answer:
    seat = _player(table, listener)
    early = _once(table, seat, m)
    if early is not None:
        return early
    _may_speak(table, listener)
    if m.to == "computer":
        await departures.to_computer(table, seat)
    elif m.to == "anyone":
        departures.offer(table, seat)
    else:
        departures.stay(table, seat)
    return Answer(id=m.id, done=1)


async def take(table: Table, listener: Listener, m: Take) -> Answer:
    _player(table, listener)
    if m.seat not in handed_to(table, listener.seat):
        raise IllegalAction("", "only the seat of a partner who has resigned can be taken over")
    token, rows = await table.hall.token_for(table.id, m.seat, f"taken by {listener.seat}")
    player = table.stored.sitters[listener.seat].player or ledger.RESIGNED
    table.beside += [*rows, *ledger.player_rows(table.id, m.seat, player, "")]
    table.stored.sitters[m.seat] = msgspec.structs.replace(table.stored.sitters[m.seat], player=player)
    return Answer(id=m.id, done=1, table=table.id, token=token)


# -- asking -----------------------------------------------------------------------------------------------


def _own(table: Table, listener: Listener) -> Seat[Any]:
    return _game(table).seat(listener.seat)


def why(table: Table, listener: Listener, m: Why) -> Answer:
    own = _own(table, listener)
    arg = arg_of(own.title, m.kind, m.name)
    if listener.seat == ONLOOKER:
        return Answer(id=m.id, refusal=Refusal("", "Spectators can't make choices."))
    return Answer(id=m.id, refusal=own.why_not(m.kind, arg))


async def odds(table: Table, listener: Listener, m: Odds) -> Answer:
    may_ask(table, listener, ODDS)
    own = _own(table, listener)
    if not m.verb:
        return Answer(id=m.id, forecast=await table.hall.beside(own.title, own.forecast))
    deed = Deed(verb=m.verb, arg=m.arg)
    action = offered(own.title, own.decision, deed) if own.decision is not None else None
    if action is None:
        raise refusal(_game(table), listener.seat, deed)
    return Answer(id=m.id, forecast=await table.hall.beside(own.title, own.forecast, action))


def paint(table: Table, listener: Listener, m: Paint) -> Answer:
    may_ask(table, listener, LOOKING)
    own = _own(table, listener)
    piece = arg_of(own.title, "piece", m.name) if m.name else None
    try:
        return Answer(id=m.id, overlay=own.overlay(m.kind, piece))
    except KeyError:
        raise IllegalAction("", f"there is no overlay {m.kind!r} of {m.name or 'all'}; see the catalog") from None


def way(table: Table, listener: Listener, m: AskWay) -> Answer:
    may_ask(table, listener, LOOKING)
    own = _own(table, listener)
    piece, space = arg_of(own.title, "piece", m.piece), arg_of(own.title, "space", m.space)
    roads = own.roads(piece, space, [arg_of(own.title, "piece", other) for other in m.others])
    paths = [
        Path(spaces=way_of(own.title, road.clicks), by=road.by, label=road.label, price=road.price) for road in roads
    ]
    return Answer(id=m.id, paths=paths)


# -- talking ----------------------------------------------------------------------------------------------


def _may_speak(table: Table, listener: Listener) -> None:
    tolls = table.hall.tolls
    own = tolls.take("speech", f"{table.id} {listener.seat}")
    if not (own and tolls.take("much_speech", household(listener.address))):
        raise Declined("too fast", "wait a moment before you speak or point again")


def chat(table: Table, listener: Listener, m: Chat) -> Answer:
    seat = _player(table, listener)
    early = _once(table, seat, m)
    if early is not None:
        return early
    text = " ".join(m.text.split())
    if not text:
        raise Declined("empty", "there is nothing in it")
    _may_speak(table, listener)
    if len(table.talk) + len(table.spoken) >= table.hall.limits.words:
        raise Declined("full", "this table has as many messages as we keep")
    table.spoken.append(Spoken(len(table.talk), seat, m.id, text, table.hall.clock.text()))
    return Answer(id=m.id, done=1)


def look(table: Table, listener: Listener, m: Look) -> Answer:
    seat = _player(table, listener)
    arg_of(_game(table).title, "space", m.space)
    _may_speak(table, listener)
    table.audience.tell(Pointed(seat=seat, space=m.space))
    return Answer(id=m.id, done=1)


# -- going back by consent ----------------------------------------------------------------------------------


async def ask_back(table: Table, listener: Listener, m: AskBack) -> Answer:
    game, seat = _game(table), _player(table, listener)
    early = _once(table, seat, m)
    if early is not None:
        return early
    _may_act(table, listener, BACK)
    if game.over:
        raise IllegalAction("", "the game is over and its dice are opened")
    assert game.journal is not None
    target = where_began(game.journal, seat, table.unasked)
    if target is None:
        raise IllegalAction("", "you have not acted yet")
    others = {other for other in game.seats if other != seat and other not in table.computers}
    if not others:
        await _go_back(table, game, target)
        return Answer(id=m.id, done=1)
    table.back = BackAsk(seat, target, set(others))
    table.audience.tell(BackAsked(seat=seat), others)
    return Answer(id=m.id)


async def _go_back(table: Table, game: Game[Any], target: int) -> None:
    """Off the event loop: the game is played once more up to there, from the last snapshot on the way."""
    same = table.stored.same_dice and len(table.stored.people) == 1
    game.rewind(target, await table.hall.rebuild(game, target), same)


async def allow_back(table: Table, listener: Listener, m: AllowBack) -> Answer:
    game, seat = _game(table), _player(table, listener)
    early = _once(table, seat, m)
    if early is not None:
        return early
    asked = table.back
    if asked is None or seat not in asked.missing:
        raise IllegalAction("", "nobody has asked you for an undo")
    if not m.allow:
        table.drop_back(f"{table.names.get(seat) or named(seat)} did not agree to an undo.")
        return Answer(id=m.id, done=1)
    asked.missing.discard(seat)
    if not asked.missing:
        table.drop_back("Undone, as everyone agreed: you are back where your last move began.")
        await _go_back(table, game, asked.target)
    return Answer(id=m.id, done=1)


# -- before the game -----------------------------------------------------------------------------------------


async def seal_number(table: Table, listener: Listener, m: SealNumber) -> Answer:
    await numbers.seal(table, _sharer(table, listener), m.sealed)
    table.audience.tell_numbers()
    return Answer(id=m.id, done=1)


async def open_number(table: Table, listener: Listener, m: OpenNumber) -> Answer:
    waited = table.waits
    await numbers.open_(table, _sharer(table, listener), m.number)
    if waited and not table.waits:
        await table.begin()
    elif waited:
        table.audience.tell_numbers()
    return Answer(id=m.id, done=1)


def _sharer(table: Table, listener: Listener) -> SeatId:
    """The seat that adds to the dice."""
    if listener.seat not in table.stored.people:
        raise Declined("onlooker", "spectators add nothing to the dice")
    if not table.stored.together:
        raise IllegalAction("", numbers.TOO_LATE)
    return listener.seat


def ask_computer(table: Table, listener: Listener, m: AskComputer) -> Answer:
    _player(table, listener)
    may_ask(table, listener, STAFF)
    if not table.players.again():
        raise IllegalAction("", "no computer player is stuck")
    return Answer(id=m.id, done=1)


def visible(table: Table, listener: Listener, m: Visible) -> Answer:
    table.looking.shown(listener, m.shown)
    return Answer(id=m.id, done=1)


def learn(table: Table, listener: Listener, m: Learn) -> Answer:
    raise Declined("table", "that belongs to a lesson")


TAKERS: dict[type[Ask], Callable[[Table, Listener, Any], Reply]] = {
    Hello: hello,
    Act: act,
    Go: go,
    Undo: undo,
    Staff: staff,
    Stand: stand,
    Resign: resign,
    Holiday: holiday,
    Leave: leave,
    Take: take,
    Why: why,
    Odds: odds,
    Paint: paint,
    AskWay: way,
    Chat: chat,
    Look: look,
    AskBack: ask_back,
    AllowBack: allow_back,
    SealNumber: seal_number,
    OpenNumber: open_number,
    Visible: visible,
    AskComputer: ask_computer,
    Learn: learn,
}
"""`Rematch` is not among them: it opens another table, so the hall answers it."""
