"""What the rules lawyer is asked: a game, the cards as they lie, and what was announced."""

from typing import Annotated, Literal

import msgspec

from engine.commands.base import CardText, GameName
from engine.game.options import AnyOption
from engine.ids import Name

CardsSaid = Annotated[str, msgspec.Meta(max_length=200)]
OptionSaid = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Side = Literal["", "high", "low", "both"]


class _Said(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Nothing but the fields that are known, so that a misspelt one is told and not passed over."""


class Seen(_Said, frozen=True, kw_only=True):
    """One player: `cards` are all of his in the order dealt, or else `closed` and `open` ones apart, each in that order.

    A card is closed or open as it was dealt; where players open closed cards of their choice, `open` are those opened,
    in that order. Where piles are turned, closed cards stand in the order in which they were turned. `folded`: his
    cards are out, as far as he was dealt any, and may still make others wild; who was sent out by a card needs no more
    than he was dealt. `deal_off`: the new open cards by which equal hands were dealt off, those of a second deal-off
    behind those of the first.
    """

    cards: CardsSaid = ""
    closed: CardsSaid = ""
    open: CardsSaid = ""
    announced: Annotated[str, msgspec.Meta(max_length=80)] = ""
    side: Side = ""
    folded: bool = False
    deal_off: CardsSaid = ""


class Case(_Said, frozen=True, kw_only=True):
    """One showdown. Players stand in order from the dealer's left, unless `order` says otherwise; the last one deals.

    `board`: the shared cards by place, or in the order laid; so is a card that was dealt once for all (Longhorn Stud),
    which then nobody has of his own. `options` as the dealer says them: "psychology",
    "high-low", "wild 2 Js", "exchange 4"; `wild` is what makes more cards wild: "2 Js", "at spit", "last card", "split pairs".
    `dictionary`: the word list the night has chosen ("wide").
    """

    game: GameName
    rulebook: Annotated[str, msgspec.Meta(max_length=80)] = ""
    options: Annotated[tuple[OptionSaid | AnyOption, ...], msgspec.Meta(max_length=8)] = ()
    wild: CardsSaid = ""
    dictionary: Annotated[str, msgspec.Meta(max_length=80)] = ""
    board: (
        Annotated[dict[str, CardText], msgspec.Meta(max_length=20)]
        | Annotated[tuple[CardText, ...], msgspec.Meta(max_length=20)]
        | CardsSaid
    ) = ()
    players: Annotated[dict[Name, Seen], msgspec.Meta(min_length=1, max_length=20)]
    order: Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)] = ()
    pot: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
