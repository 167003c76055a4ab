"""Refusals of the special words: calling, passing, psychology, declaring, piles, open cards, options."""

from engine.errors.base import AgainstTheRules, Impossible, said
from engine.errors.hand import DOING


class NobodyMayCallNow(Impossible):
    code = "nobody_may_call_now"
    sentence = (
        "{player} cannot call for a card now; a player calls where shared cards are laid on call, and in {game} "
        "none is waiting."
    )


class DealerCannotCall(AgainstTheRules):
    code = "dealer_cannot_call"
    title = "the dealer does not call"
    sentence = "{player} deals and cannot call; any other player may."


class HasChosenAlready(Impossible):
    code = "has_chosen_already"
    sentence = "{player} has chosen already; now the others choose."


class PassesWrongNumber(Impossible):
    code = "passes_wrong_number"
    sentence = "{player} passes {right} to the right and {left} to the left, but the game asks for {step_right} and {step_left}."


class NothingIsOffered(Impossible):
    code = "nothing_is_offered"
    sentence = "{player} is offered no card; only some open cards offer one, and only until betting begins."


class PriceOfCardIsAnother(Impossible):
    code = "price_of_card_is_another"
    sentence = "The card offered to {player} costs {price} chips, not {said}."


class NothingSendsOut(Impossible):
    code = "nothing_sends_out"
    sentence = (
        "No open card can send {player} out of {game} now; that takes a game with such cards and an open card of "
        "theirs that is not known."
    )


class NothingCostsAFee(Impossible):
    code = "nothing_costs_a_fee"
    sentence = (
        "No open card can cost {player} a fee in {game} now; that takes a game with such cards and an open card of "
        "theirs that is not known."
    )


class FeeIsAnother(Impossible):
    code = "fee_is_another"
    sentence = "An open card of this game costs one of these numbers of chips: {fees}; say which of them {player} pays."


class NoCardIsLeft(Impossible):
    code = "no_card_is_left"
    sentence = (
        "No card is left for {player}: all cards in the pack are still to be dealt, and too few have been folded."
    )


class NoPileIsTurned(Impossible):
    code = "no_pile_is_turned"
    said_as = said(doing=DOING)
    sentence = "{player} cannot turn a card of their pile now; it is time to {doing}."


class NotYourTurnToTurn(Impossible):
    code = "not_your_turn_to_turn"
    sentence = "It is not {player}'s turn to turn their pile; it is {turn}'s."


class PileIsTurned(Impossible):
    code = "pile_is_turned"
    sentence = "{player} has turned their whole pile; they take or decline the card they are offered."


class HandIsNotBeaten(AgainstTheRules):
    code = "hand_is_not_beaten"
    title = "only a better hand beats the one before"
    sentence = "{player} has {hand}, which does not beat {to_beat}."


class HandIsBeaten(AgainstTheRules):
    code = "hand_is_beaten"
    title = "a better hand beats the one before"
    sentence = "{player} has {hand}, which beats {to_beat}."


class OptionDoesNotFit(Impossible):
    code = "option_does_not_fit"
    sentence = "{option} does not fit {game}: {because}"
