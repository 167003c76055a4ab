"""What may have gone wrong at the table, and by which taps it is put right: everything that the rules offer about faults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine import commands
from engine.cards.card import UNKNOWN
from engine.decider import decide
from engine.game.definition import book_title
from engine.game.places import label
from engine.offer import AMOUNTS, Offer
from engine.play.corrections.offers import AFTER_LOOKING, Fault, Way
from engine.play.holdings.lying import closed_cards
from engine.play.script.offers import faults
from engine.speech import say, to_say
from service.reports.views.play.controls import controls_out_of_turn, keypad
from service.reports.views.play.controls.by_act import Moment, control_of
from service.reports.views.play.controls.form import CardsAsked, Control, Keypad, Option, Pick
from service.reports.views.visible_night import VisibleNight

# The cards in an act about a fault, by the field that names them.
ABOUT = to_say("the card it is about")
CARDS = {"card": ABOUT, "instead": to_say("the next card")}
OF_BOOK = "enemaerke"


class Tap(msgspec.Struct, frozen=True, kw_only=True):
    """A button that puts a fault right: whose card or which cards it is about, and the command."""

    label: str
    command: dict[str, Any]


class WayOut(msgspec.Struct, frozen=True, kw_only=True):
    """One way to put a fault right. `called`: what it is called beside the others, or what is asked if it is the only one.

    `taps`: for whom it can be done, the cards in it being any; they may be named in `cards`. `amounts`: how many chips it is
    about, if it is about chips. `own`: of a player all of whose closed cards are known, which of them it is about. `picks`:
    what else is said of it.
    """

    called: str
    taps: tuple[Tap, ...]
    cards: tuple[CardsAsked, ...]
    amounts: tuple[Control, ...]
    own: tuple[Control, ...]
    picks: tuple[Pick, ...]


class WhatWentWrong(msgspec.Struct, frozen=True, kw_only=True):
    """`what` went wrong, and the `rule` of it in the words of its source. `looked`: the rule by which it counts whether the
    player has looked at their closed cards; empty where that does not matter."""

    what: str
    rule: str
    looked: str
    ways: tuple[WayOut, ...]


class Faults(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that may have gone wrong in the hand being played. `book`: which rulebook says how it is put right.

    `early`: who may act although `turn` is asked, and what the rulebook of the game says of that in `out_of_turn`; nobody
    outside a betting round.
    """

    book: str
    wrong: tuple[WhatWentWrong, ...]
    early: tuple[Option, ...]
    turn: str
    out_of_turn: str
    keypad: Keypad | None


def what_went_wrong(view: VisibleNight) -> Faults:
    """The faults of the hand being played; none between hands."""
    hand = view.night.hand
    early = {player: controls_out_of_turn(view, player) for player in (hand.still_in if hand else ())}
    stated = next(filter(None, early.values()), None)
    return Faults(
        book=book_title(OF_BOOK),
        wrong=tuple(_fault_view(view, fault) for fault in faults(view.night)),
        early=tuple(Option(value=player, label=view.name(player)) for player, can in early.items() if can),
        turn=stated.turn if stated else "",
        out_of_turn=stated.rule if stated else "",
        # A card that lies somewhere may be the one that lies wrongly.
        keypad=msgspec.structs.replace(keypad(hand), gone=()) if hand else None,
    )


def _fault_view(view: VisibleNight, fault: Fault) -> WhatWentWrong:
    return WhatWentWrong(
        what=say(fault.what),
        rule=say(fault.rule),
        looked="" if fault.after_looking else say(AFTER_LOOKING),
        ways=tuple(_way(view, way) for way in fault.ways),
    )


def _way(view: VisibleNight, way: Way) -> WayOut:
    bounded = [offer for offer in way.offers if type(offer.command) in AMOUNTS]
    known = [offer for offer in way.offers if getattr(offer.command, "card", UNKNOWN) != UNKNOWN]
    ready = [offer for offer in way.offers if offer not in bounded and offer not in known]
    return WayOut(
        called=say(way.called) if way.called else say("Who"),
        taps=tuple(
            Tap(label=_whose(view, offer), command=msgspec.to_builtins(offer.command))
            for offer in ready
            if getattr(offer.command, "harmed", None) is None
        ),
        cards=tuple(_cards(view, ready)),
        amounts=tuple(control_of(Moment(view, offer)) for offer in bounded),
        own=tuple(_one_of_own(view, offer) for offer in {offer.player: offer for offer in known}.values()),
        picks=tuple(_picks(view, ready)),
    )


def _whose(view: VisibleNight, offer: Offer) -> str:
    match offer.command:
        case commands.MoveBoardCard(source=source, target=target):
            hand = view.night.hand
            assert hand is not None
            board = hand.game.board
            return " ⇄ ".join(label(spot, board) if board else spot for spot in (source, target))
        case _:
            return view.name(offer.player) if offer.player else say("the whole table")


def _picks(view: VisibleNight, offers: Sequence[Offer]) -> Iterator[Pick]:
    """Whom the fault harms, and why the hand is broken off."""
    said = (getattr(offer.command, "harmed", None) for offer in offers)
    harmed = dict.fromkeys(player for player in said if player is not None)
    if harmed:
        others = (Option(value=player, label=view.name(player)) for player in harmed)
        anybody = Option(value="", label=say("whoever demands it"))
        yield Pick(field="harmed", label=say("Who is harmed"), options=(anybody, *others))
        reasons = (say("misdeal"), say("a card was seen"), say("the wrong number of cards"))
        yield Pick(field="reason", label=say("Why"), options=tuple(Option(value=one, label=one) for one in reasons))


def _cards(view: VisibleNight, offers: Sequence[Offer]) -> Iterator[CardsAsked]:
    """The cards that may be named in these acts, which are all of one kind."""
    if not offers:
        return
    for field in offers[0].command.__struct_fields__:
        if field in CARDS and not (field == "instead" and getattr(offers[0].command, "keeps", False)):
            yield CardsAsked(field=field, least=1, most=1, single=True, label=say(CARDS[field]))
    if getattr(offers[0].command, "original", False):
        anew = max(len(getattr(decide(offer.command, view.night), "cards", ())) for offer in offers)
        if anew:
            yield CardsAsked(field="cards", least=1, most=anew, label=say("dealt again to those behind"))


def _one_of_own(view: VisibleNight, offer: Offer) -> Control:
    """The act about one of the player's closed cards, which are all known."""
    hand = view.night.hand
    assert hand is not None
    own = tuple(held.card for held in closed_cards(hand, offer.player or ""))
    control = control_of(Moment(view, offer._replace(command=msgspec.structs.replace(offer.command, card=UNKNOWN))))
    asked = CardsAsked(field="card", least=1, most=1, single=True, own=own, label=say(ABOUT))
    return msgspec.structs.replace(control, label=view.name(offer.player), cards=(asked,), ready=False)
