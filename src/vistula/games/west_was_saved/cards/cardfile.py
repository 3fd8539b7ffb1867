"""The forty random event cards as data: data/cards.toml, its tables and keys, read with their types and checked (3.0).

A card has a text for each player, or one single instruction for both. A text says in words what it does, and has the
same as a list of effects. Each kind of effect is a record here; `effects` has what they mean for the rest of the rules,
`card_actions` those by which a player must choose something.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import ClassVar, Literal

import msgspec

from vistula.board.data import DataError, Datum

FILE = "cards.toml"
CARDS = 40
TREATY = 2  # the card by which Lithuania joins the war [13.3a]
HELD_BACK = (2, 4, 7, 8, 13, 22, 32)  # out of the first draw [3.1a]; the single instruction cards (H-38)

SideName = Literal["poland", "russia"]
Arm = Literal["infantry", "cavalry", "artillery"]
NationName = Literal["POL", "UKR", "RUS", "LIT"]
Turns = tuple[int, int]
ALWAYS: Turns = (1, 14)


class Effect(Datum, tag_field="do"):
    """What a text does; `do` in the file says which kind of effect it is. `uses` is how often it may be used, where
    it says so."""


class Points(Effect, tag="points"):
    """[4.0c] Resource points for a side, right after the dice.

    `held` and `by`: cities that must hold a combat unit of that side: any of them, each (the points are counted for
    each), or none. `enemy_within`: so near to `near` an enemy combat unit must stand. `unless_restored`: only if no
    unit of this nationality can be restored.
    """

    side: SideName
    add: int
    turns: Turns = ALWAYS
    held: list[str] = []
    by: SideName = "russia"
    count: Literal["any", "each", "none"] = "any"
    near: str = ""
    enemy_within: int = 0
    unless_restored: NationName | Literal[""] = ""


class Hit(Effect, tag="hit"):
    """A hit on a stack of the other side; the owner chooses the unit.

    Only units of `arm` or `nation` are meant, and with `full` only those at full strength. Which hexes can be chosen:
    `area` of the Demarcation Line, next to an enemy, outside cities, so near to the closed Pripet marshes, `adrift`
    (far from depots or between two enemy stacks), never those in `spare`. If there is no such hex the other side has
    so many points less: `otherwise`.
    """

    arm: Arm | Literal[""] = ""
    nation: NationName | Literal[""] = ""
    full: bool = False
    area: Literal["north", "south", ""] = ""
    beside_enemy: bool = False
    outside_cities: bool = False
    marsh_within: int = 0
    adrift: int = 0
    spare: list[str] = []
    turns: Turns = ALWAYS
    phase: Literal["events", "restoration"] = "events"
    otherwise: int = 0


class Bonus(Effect, tag="bonus"):
    """[9.3g] Combat value for a stack of the side; `uses` 0: in every combat, without being declared.

    `role`: as attacker, defender, or both. `own` and `enemy`: arms that the stack and its enemy must have; `only`: the
    stack has no other. The stack stands so near to a city or to `near`, in a `zone` of the board, or at one of these
    `rivers`. Of the hex that is attacked: `clear` terrain, so near to own depots or source, in `shelter` (city,
    fortification, or river between).
    """

    add: int
    uses: int = 0
    side: SideName | Literal[""] = ""
    role: Literal["attack", "defence", "both"] = "both"
    own: list[Arm] = []
    only: Arm | Literal[""] = ""
    enemy: list[Arm] = []
    city_within: int = -1
    near: str = ""
    within: int = 0
    zone: Literal["old-trenches", ""] = ""
    rivers: list[str] = []
    clear: bool = False
    depot_within: int = 0
    shelter: bool = False


class Sappers(Effect, tag="sappers"):
    """In so many attacks the defender has nothing for terrain or river."""

    uses: int


class Restore(Effect, tag="restore"):
    """[10.0a] Free restoration: `count` units, or all of them; of a nationality, so near to `near`."""

    side: SideName | Literal[""] = ""
    count: int = 0
    nation: NationName | Literal[""] = ""
    near: str = ""
    within: int = 0


class Inspect(Effect, tag="inspect"):
    """[13.2b] The player inspects so many enemy stacks (0: every one), so near to own units (0: at any distance)."""

    stacks: int
    within: int = 0


class Blind(Effect, tag="blind"):
    """[13.2b] The other player inspects nothing this turn."""


class Starts(Effect, tag="starts"):
    """[7.1b] The player chooses who begins both sequences of the movement phase."""


class FreeMarker(Effect, tag="free-marker"):
    """[7.1b] One activation marker without cost for a stack in the area, or with the arm; its order is obeyed."""

    uses: ClassVar[int] = 1
    area: Literal["north", "south", ""] = ""
    arm: Arm | Literal[""] = ""


class MarkerLimit(Effect, tag="marker-limit"):
    """[7.1b] In the area that the player names the other may place only so many markers."""

    markers: int


class MarkerCost(Effect, tag="marker-cost"):
    """[7.3a] So many markers of the other side in the area cost more."""

    area: Literal["north", "south"]
    first: int
    add: int


class Obeyed(Effect, tag="obeyed"):
    """[7.2a] Orders to stacks of a side so near to a place need no die."""

    side: SideName
    near: str
    within: int


class Distance(Effect, tag="distance"):
    """[7.2b] The other side's order dice count so many hexes more."""

    add: int


class Reroll(Effect, tag="reroll"):
    """[7.2b] So many failed order dice may be rolled again, once each."""

    uses: int = msgspec.field(name="times")


class Rain(Effect, tag="rain"):
    """[7.4e] So many enemy stacks have smaller movement allowances."""

    stacks: int
    infantry: int
    cavalry: int


class March(Effect, tag="march"):
    """[7.4e] One activated stack without cavalry goes further; then a die, on which one of its units may be hit."""

    uses: ClassVar[int] = 1
    add: int
    hit_on: int


class Raid(Effect, tag="raid"):
    """[7.4e, 7.4g] One activated stack of cavalry alone goes so far, without a die for its horses."""

    uses: ClassVar[int] = 1
    hexes: int


class Silence(Effect, tag="silence"):
    """[7.2a, 8.0a] One enemy command unit neither moves nor commands orders."""


class CavalryArmy(Effect, tag="cavalry-army"):
    """The group due at Uman comes on turn `early`, or has an extra order from the turn after on."""

    units: list[str]
    early: int


class Supply(Effect, tag="supply"):
    """[6.0a] In the supply check the player's units may have so many intervening hexes more."""

    add: int
    nations: list[NationName]


class Partisans(Effect, tag="partisans"):
    """[5.3a] An enemy depot without combat units is removed, or its owner pays for it."""

    cost: int


class Crossings(Effect, tag="crossings"):
    """[13.1b] So many Russian combat units cross the Demarcation Line free of charge when they re-deploy."""

    uses: int = msgspec.field(name="free")


class ClosedLine(Effect, tag="closed-line"):
    """[13.1b] No Russian combat unit crosses the Demarcation Line, except in retreat."""


class Redeployments(Effect, tag="redeployments"):
    """[11.2a] So many units may re-deploy."""

    limit: int


class Coordination(Effect, tag="coordination"):
    """[9.2e] The second stack comes on this number or more; on less the attack goes on without it."""

    support: int


class AttackLimit(Effect, tag="attack-limit"):
    """[9.2c] Each player may attack so often; on and after the turn `none_from` not at all."""

    attacks: int
    none_from: int


class Stores(Effect, tag="stores"):
    """A point for each own attack that forces a retreat, so many at most and at least so many."""

    uses: int = msgspec.field(name="most")
    least: int


class Feint(Effect, tag="feint"):
    """[1.2e] Before combat one enemy stack so near to own combat units is turned to any facing."""

    within: int


class Rest(Effect, tag="rest"):
    """The player chooses: few points, or many and no attack this turn."""

    few: int
    many: int


class MoveCommand(Effect, tag="move-command"):
    """An own command unit goes at once to a city with an own combat unit in supply, within its command area."""


class Treaty(Effect, tag="treaty"):
    """[13.3a] Lithuania joins the war; the card leaves the game."""


class Wrangel(Effect, tag="wrangel"):
    """Russian units of the south are called away and come back later on the edge; what is missing costs points."""

    units: int
    turns: int
    missing: int
    spare: list[str]


class Partner(Effect, tag="partner"):
    """A unit that only this card brings into play, in a city in supply so near to a place and away from the enemy."""

    unit: str
    near: str
    within: int


class Needs(Effect, tag="needs"):
    """Without an enemy of `side` so near to a place the card does nothing and goes back into the deck."""

    side: SideName
    near: str
    enemy_within: int


AnyEffect = (
    Points | Hit | Bonus | Sappers | Restore | Inspect | Blind | Starts | FreeMarker | MarkerLimit | MarkerCost
    | Obeyed | Distance | Reroll | Rain | March | Raid | Silence | CavalryArmy | Supply | Partisans | Crossings
    | ClosedLine | Redeployments | Coordination | AttackLimit | Stores | Feint | Rest | MoveCommand | Treaty | Wrangel
    | Partner | Needs
)  # fmt: skip


class Text(Datum):
    """What a card says to one player, or as a single instruction to both."""

    says: str
    effects: list[AnyEffect]
    title: str = ""  # of its own, where the two texts are about different things


class Card(Datum):
    no: int
    title: str
    source: str
    russia: Text | None = None
    poland: Text | None = None
    single: Text | None = None

    @property
    def texts(self) -> list[Text]:
        return [text for text in (self.russia, self.poland, self.single) if text is not None]

    def text(self, side: int) -> Text:
        """[3.2a, 3.2d] The text that counts for whoever lays the card: 0 Poland, 1 Russia."""
        found = self.single or (self.russia if side else self.poland)
        assert found is not None
        return found


class CardFile(Datum):
    card: list[Card]


def card_places(file: CardFile, hexes: Mapping[str, int]) -> dict[str, int]:
    """The hexes of all places that cards name."""
    found = {}
    for card in file.card:
        for name in (name for text in card.texts for effect in text.effects for name in _places(effect)):
            if name.casefold() not in hexes:
                raise DataError(FILE, f"card {card.no}", f"there is no place {name!r} on the map")
            found[name] = hexes[name.casefold()]
    return found


def check_cards(file: CardFile) -> None:
    """[1.1a, 3.1a, 3.2a, 3.2d] Forty cards by number; the seven held back are the single instruction cards (H-38)."""
    if [card.no for card in file.card] != list(range(1, CARDS + 1)):
        raise DataError(FILE, "card", f"the cards are numbered from 1 to {CARDS} in order")
    for card in file.card:
        if (card.single is not None) != (card.no in HELD_BACK):
            held = ", ".join(map(str, HELD_BACK))
            raise DataError(FILE, f"card {card.no}", f"the single instruction cards are {held} [3.1a]")
        if card.single is None and (card.russia is None or card.poland is None):
            raise DataError(FILE, f"card {card.no}", "a text is missing: one for each player [3.2a]")
        if card.single is not None and (card.russia or card.poland):
            raise DataError(FILE, f"card {card.no}", "a single instruction stands alone [3.2d]")


def _places(effect: Effect) -> list[str]:
    """The names of places in an effect."""
    near = getattr(effect, "near", "")
    return [*([near] if near else []), *getattr(effect, "held", []), *(effect.spare if isinstance(effect, Hit) else [])]


def check_names(file: CardFile, units: Container[str], rivers: Container[str]) -> None:
    """Units and rivers that cards name are those of the game; no rain makes cavalry the slowest of a stack."""
    for card in file.card:
        for effect in (effect for text in card.texts for effect in text.effects):
            for key in _units(effect):
                if key not in units:
                    raise DataError(FILE, f"card {card.no}", f"there is no unit {key!r}")
            if isinstance(effect, Rain) and effect.cavalry < effect.infantry:
                raise DataError(FILE, f"card {card.no}", "cavalry must move as far as infantry at least [7.4e]")
            for river in effect.rivers if isinstance(effect, Bonus) else []:
                if river.casefold() not in rivers:
                    raise DataError(FILE, f"card {card.no}", f"there is no river {river!r} on the map")


def _units(effect: Effect) -> list[str]:
    """The keys of units in an effect."""
    if isinstance(effect, CavalryArmy):
        return effect.units
    if isinstance(effect, Wrangel):
        return effect.spare
    return [effect.unit] if isinstance(effect, Partner) else []
