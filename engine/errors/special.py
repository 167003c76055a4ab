"""Refusals of the special words: calling, passing, psychology, declaring, bought cards, options."""

from engine.errors.base import AgainstTheRules, Impossible


class NobodyMayCallNow(Impossible):
    code = "nobody_may_call_now"
    sentence = "{player} cannot call a card now; cards are called while {game} is dealt, and none is left to lay."


class DealerCannotCall(AgainstTheRules):
    code = "dealer_cannot_call"
    sentence = "{player} deals and cannot call; any other player may."


class HasChosenAlready(Impossible):
    code = "has_chosen_already"
    sentence = "{player} has chosen already; the others are asked."


class PassesWrongNumber(Impossible):
    code = "passes_wrong_number"
    sentence = "{player} passes {right} to the right and {left} to the left, and the game asks for {step_right} and {step_left}."


class NothingIsOffered(Impossible):
    code = "nothing_is_offered"
    sentence = "{player} is offered no card; only an open card that offers one does, until betting begins."


class PriceOfCardIsAnother(Impossible):
    code = "price_of_card_is_another"
    sentence = "The card offered to {player} costs {price} chips, not {said}."


class NothingSendsOut(Impossible):
    code = "nothing_sends_out"
    sentence = "No open card can send {player} out of {game}."


class OptionDoesNotFit(Impossible):
    code = "option_does_not_fit"
    sentence = "{option} does not fit {game}: {because}"
