"""The shelf: the games, what can be played of them, and the quickest way to begin."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from vistula.kernel.title import Scenario, Title, registered, title
from vistula.server.documents import Documents
from vistula.server.newtable import levels
from vistula.server.wire import GameCard, NewTable, OptionCard, ScenarioCard, SeatCard, SeatPlan, Shelf


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


@cache
def blurbs() -> list[Blurb]:
    raw = tomllib.loads((Path(__file__).parent / "shelf.toml").read_text(encoding="utf8"))
    return msgspec.convert(raw["game"], type=list[Blurb])


async def shelf(documents: Documents) -> Shelf:
    known = [blurb.id for blurb in blurbs()]
    others = [Blurb(id, title(id).name, "") for id in registered() if id not in known]
    cards = [await _card(blurb, documents) for blurb in [*blurbs(), *others]]
    return Shelf(games=cards, quick=_quick())


async def _card(blurb: Blurb, documents: Documents) -> GameCard:
    if blurb.id not in registered():
        return GameCard(id=blurb.id, name=blurb.name, about=blurb.about, length=blurb.length)
    found = title(blurb.id)
    return GameCard(
        id=blurb.id,
        name=found.name,
        about=blurb.about,
        length=blurb.length,
        seats=_seats(blurb, found),
        scenarios=[_scenario(scenario) for scenario in found.scenarios],
        options=[
            OptionCard(id=option.id, title=option.title, choices=list(option.choices), ruling=option.ruling)
            for option in found.options
        ],
        levels=levels(),
        rules_total=len(found.checklist),
        rules_done=len(found.checklist) - found.checklist.count("open"),
        hash=await documents.hash(found),
    )


def _seats(blurb: Blurb, found: Title[Any]) -> list[SeatCard]:
    told = {seat.id: seat for seat in blurb.seats}
    return [told.get(seat, SeatCard(id=seat, name=seat.replace("-", " ").title())) for seat in found.seats]


def _scenario(scenario: Scenario) -> ScenarioCard:
    return ScenarioCard(id=scenario.id, title=scenario.title, about=scenario.about, turns=scenario.turns)


def _quick() -> NewTable | None:
    for blurb in blurbs():
        if blurb.quick is not None and blurb.id in registered():
            seats = {str(seat): SeatPlan(who="computer", level=levels()[-1]) for seat in title(blurb.id).seats}
            seats[blurb.quick.me] = SeatPlan(who="me")
            return NewTable(game=blurb.id, scenario=blurb.quick.scenario, seats=seats)
    return None
