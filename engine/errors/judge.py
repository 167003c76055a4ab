"""Refusals of the rules lawyer: a case that is not as the game is played."""

from engine.errors.base import Impossible, said


class TrickCaseIsAnother(Impossible):
    code = "trick_case_is_another"
    sentence = (
        "{game} is judged trick by trick: say the one card that each has played, from the leader on, and the trump on the "
        "board where the game turns one; or for Tarok the cards that the bidder, who stands first, has taken, in threes, or "
        "how the whole deal was played."
    )


class NotScoredLikeTarok(Impossible):
    code = "not_scored_like_tarok"
    sentence = "{game} is not settled between a bidder and opponents; leave out how a deal of Tarok was played."


class BidderDoesNotPlay(Impossible):
    code = "bidder_does_not_play"
    sentence = "{player} cannot be the bidder; the bidder is one of {players}."


class BiddersPointsAreMissing(Impossible):
    code = "bidders_points_are_missing"
    sentence = (
        "Say either the points of {player}, the bidder, or the cards that {player} has taken and discarded, in threes, and "
        "no cards of others."
    )


class PointsMayHaveMoved(Impossible):
    code = "points_may_have_moved"
    sentence = (
        "Say the points of {player}: after ultimo the five points of the pagat may count for the other side, which the "
        "cards alone do not tell."
    )


class GameIsAmbiguous(Impossible):
    code = "game_is_ambiguous"
    sentence = "{game} may be {games}; type more of the name."


class UnknownOption(Impossible):
    code = "unknown_option"
    sentence = "{option} is no option; options are {known}."


class OptionSaysTooLittle(Impossible):
    code = "option_says_too_little"
    sentence = "The option “{option}” does not say enough; what it says is {wanted}."


class OptionSaysTooMuch(Impossible):
    code = "option_says_too_much"
    sentence = "The option “{option}” says too much; say {name} alone, and other options behind a comma."


class HoldsAnotherNumber(Impossible):
    code = "holds_another_number"
    sentence = "{player} has {closed} closed and {open} open cards, and {game} deals {down} closed and {up} open ones."


class CardsSaidTwice(Impossible):
    code = "cards_said_twice"
    sentence = "{player} has cards in the order dealt and closed or open ones besides; say one or the other."


class CardsAreNotKnown(Impossible):
    code = "cards_are_not_known"
    sentence = "Of {player} a card is not known; only known cards can be judged, or they may have folded."


class OpenedCardsAreNotSaid(Impossible):
    code = "opened_cards_are_not_said"
    sentence = "In {game} players choose which cards they open; say the closed and the open cards of {player} apart."


class OpenCardDecides(Impossible):
    code = "open_card_decides"
    sentence = "Of {player} an open card is not known, and what is wild in {game} hangs on it; say which card it was."


class UnknownSpot(Impossible):
    code = "unknown_spot"
    said_as = said(spots={"none": "no place, because it has none"})
    sentence = "{spot} is no place in {game}; its shared cards lie at {spots}."


class SharedCardsAreAnother(Impossible):
    code = "shared_cards_are_another"
    sentence = (
        "{given} shared cards were given, and {game} has {wanted}; they lie at {spots}, and one at least is open."
    )


class SharedCardIsSkipped(Impossible):
    code = "shared_card_is_skipped"
    sentence = (
        "The shared card at {spot} is missing, and later ones are given; {game} turns them in this order: {spots}."
    )


class OrderIsAnother(Impossible):
    code = "order_is_another"
    sentence = "The order names {order}, and cards were given of {players}; it names each of them once."


class NobodyIsLeft(Impossible):
    code = "nobody_is_left"
    sentence = "All players have folded; at least one must be in the hand."


class SidesAreMissing(Impossible):
    code = "sides_are_missing"
    sentence = "In {game} all declare high, low or both; say it of {players}."


class NoSidesHere(Impossible):
    code = "no_sides_here"
    sentence = "{player} declares {side}, and in {game} nobody declares; the option high-low brings it."


class CommonCardIsAnother(Impossible):
    code = "common_card_is_another"
    sentence = (
        "{given} shared cards were given, and {game} has one at most: the last card, where the pack has none for each "
        "and it is dealt once for all."
    )


class NotInADealOff(Impossible):
    code = "not_in_a_deal_off"
    sentence = "{player} is dealt no new cards, because {because}; leave out what they were dealt in a deal-off."


class CardsOfTheDealOff(Impossible):
    code = "cards_of_the_deal_off"
    sentence = (
        "{player} has {given} new cards, and a deal-off gives {up} open ones to each of {players}; say all of them."
    )


class DealOffIsOver(Impossible):
    code = "deal_off_is_over"
    sentence = "{player} has {left} new cards too many: deal-offs, {rounds} of them, have decided the pot."
