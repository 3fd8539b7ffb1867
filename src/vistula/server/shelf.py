"""The shelf: the games, what can be played of them, and the quickest way to begin."""

from __future__ import annotations

import logging
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from vistula.kernel.options import GROUPS, unfit
from vistula.kernel.title import Scenario, Title, registered
from vistula.lessons.lesson import lessons
from vistula.server.documents import Documents, edition
from vistula.server.newtable import levels, ordinary
from vistula.server.wire import (
    Agreement,
    GameCard,
    LessonCard,
    NewTable,
    OptionCard,
    OptionDraft,
    OptionGroupCard,
    OptionRefusal,
    ScenarioCard,
    SeatCard,
    SeatPlan,
    Shelf,
)

log = logging.getLogger("vistula.server")


class Quick(msgspec.Struct):
    """The table that the big button opens: my seat; the computer takes the others."""

    scenario: str
    me: str


class Blurb(msgspec.Struct):
    """A game in words."""

    id: str
    name: str
    about: str
    length: str = ""
    seats: list[SeatCard] = []
    quick: Quick | None = None
    briefings: dict[str, dict[str, str]] = {}  # by scenario, then by seat


@cache
def blurbs() -> list[Blurb]:
    raw = tomllib.loads((Path(__file__).parent / "shelf.toml").read_text(encoding="utf8"))
    return msgspec.convert(raw["game"], type=list[Blurb])


async def shelf(documents: Documents) -> Shelf:
    known = [blurb.id for blurb in blurbs()]
    others = [Blurb(id, id, "") for id in registered() if id not in known]
    cards = [await _card(blurb, documents) for blurb in [*blurbs(), *others]]
    return Shelf(games=cards, quick=_quick({card.id: card for card in cards}))


async def _card(blurb: Blurb, documents: Documents) -> GameCard:
    """A game on the shelf. One that cannot be read stands there unplayable and does not take the others with it."""
    if blurb.id in registered():
        try:
            return _playable(blurb, await documents.title(blurb.id))
        except Exception:
            log.exception("title failed", extra={"game": blurb.id})
    return GameCard(id=blurb.id, name=blurb.name, about=blurb.about, length=blurb.length)


def _playable(blurb: Blurb, found: Title[Any]) -> GameCard:
    return GameCard(
        id=blurb.id,
        name=found.name,
        about=blurb.about,
        length=blurb.length,
        seats=_seats(blurb, found),
        seatings=_seatings(found),
        scenarios=[_scenario(blurb, scenario) for scenario in found.scenarios],
        options=[
            OptionCard(
                id=option.id,
                title=option.title,
                choices=list(option.choices),
                ruling=option.ruling,
                words=list(option.words),
                group=option.group,
            )
            for option in found.options
        ],
        groups=[
            OptionGroupCard(id=group.id, title=group.title, says=group.says)
            for group in GROUPS
            if any(option.group == group.id for option in found.options)
        ],
        levels=(known := levels(found)),
        level=ordinary(known),
        lessons=[
            LessonCard(id=each.id, title=each.title, goal=each.goal, minutes=each.minutes, seat=each.seat)
            for each in lessons(found)
        ],
        rules_total=len(found.checklist),
        rules_done=len(found.checklist) - found.checklist.count("open"),
        hash=edition(found),
    )


def agreement(found: Title[Any], draft: OptionDraft) -> Agreement:
    """What a draft of options comes to; BadInput for an option or a scenario that does not exist."""
    scenario, options = found.scenario(draft.scenario).id, found.settle_options(draft.options)
    refusals = [
        OptionRefusal(option=u.option, choice=u.choice, why=u.why, rule=u.rule) for u in unfit(found, scenario, options)
    ]
    return Agreement(options=options, seats=[str(seat) for seat in found.seated(options)], refusals=refusals)


def _seatings(found: Title[Any]) -> dict[str, list[str]]:
    """Who sits there, for each number of players that can be agreed on; empty where that is no question."""
    players = next((option for option in found.options if option.id == "players"), None)
    if players is None:
        return {}
    return {choice: list(found.seated(found.settle_options({"players": choice}))) for choice in players.choices}


def _seats(blurb: Blurb, found: Title[Any]) -> list[SeatCard]:
    told = {seat.id: seat for seat in blurb.seats}
    seats = dict.fromkeys([*found.seats, *(seat for seating in _seatings(found).values() for seat in seating)])
    return [told.get(seat, SeatCard(id=seat, name=seat.replace("-", " ").title())) for seat in seats]


def _scenario(blurb: Blurb, scenario: Scenario) -> ScenarioCard:
    return ScenarioCard(
        id=scenario.id,
        title=scenario.title,
        about=scenario.about,
        turns=scenario.turns,
        briefings=blurb.briefings.get(scenario.id, {}),
    )


def _quick(cards: dict[str, GameCard]) -> NewTable | None:
    """The quickest good game among those that can be played."""
    for blurb in blurbs():
        card = cards[blurb.id]
        if blurb.quick is not None and card.scenarios:
            at_table = next(iter(card.seatings.values()), [seat.id for seat in card.seats])
            seats = {seat: SeatPlan(who="computer", level=ordinary(card.levels)) for seat in at_table}
            seats[blurb.quick.me] = SeatPlan(who="me")
            return NewTable(game=blurb.id, scenario=blurb.quick.scenario, seats=seats)
    return None
