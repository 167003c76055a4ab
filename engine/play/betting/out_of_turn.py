"""What a player may do in a betting round although it is another player's turn, and which rules the table sets aside for it."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from engine import commands, errors
from engine.ids import PlayerId
from engine.offer import Offer
from engine.play.betting.offers import betting_offers
from engine.play.betting.round import is_turn
from engine.play.betting.turn_order import can_bet
from engine.registry import RULES
from engine.state import Night

# The rules that an act out of turn breaks and that a table may set aside; any other stands in its way.
SET_ASIDE = frozenset({errors.NotYourTurn.code, errors.HasSpokenInThisRound.code})


class EarlyOffer(NamedTuple):
    """An act out of turn. `breaks`: the codes of the rules that must be waived for it; empty where the rulebook lets it count."""

    offer: Offer
    breaks: tuple[str, ...]


def offers_out_of_turn(night: Night, player: PlayerId) -> Iterator[EarlyOffer]:
    """The bets, calls, checks and folds of a player who is not asked; none for who is asked, or cannot bet any more.

    They are what the player could do in turn, as far as the rules accept it now.
    """
    hand = night.hand
    if hand is None or hand.round is None or player not in hand.still_in or is_turn(hand.round, player):
        return
    if not can_bet(night, hand, player):
        return
    for offer in betting_offers(night, hand, hand.round, player):
        breaks = _broken_by(offer.command, night)
        if breaks is not None:
            yield EarlyOffer(offer, breaks)


def _broken_by(command: commands.Command, night: Night) -> tuple[str, ...] | None:
    """The rules to be waived for the act; None if another rule, or more than a rule, stands in its way."""
    broken: tuple[str, ...] = ()
    rule = RULES[type(command)]
    while True:
        try:
            rule(replace(command, waived=tuple(commands.Waiver(code, "out of turn") for code in broken)), night)
        except errors.Refusal as refusal:
            if refusal.code not in SET_ASIDE or refusal.code in broken:
                return None
            broken = (*broken, refusal.code)
        else:
            return broken
