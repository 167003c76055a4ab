"""Refusals of the rules lawyer: a case that does not fit how the game is played."""

from engine.errors.base import Impossible, said
from engine.speech import to_say


class TrickCaseIsAnother(Impossible):
    code = "trick_case_is_another"
    sentence = (
        "{game} is judged trick by trick. Say the one card each player has played, from the leader on, and put the "
        "turned trump on the board if the game turns one. For Tarok, put the bidder first and say the cards the "
        "bidder has taken, in threes, or how the whole deal was played."
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
        "Say either the points of {player}, the bidder, or the cards that {player} has taken and discarded, in "
        "threes, without the cards of others."
    )


class PointsMayHaveMoved(Impossible):
    code = "points_may_have_moved"
    sentence = (
        "Say the points of {player}: after ultimo the five points of the pagat may count for the other side, which the "
        "cards alone do not tell."
    )


class GameIsAmbiguous(Impossible):
    code = "game_is_ambiguous"
    sentence = "{game} may mean {games}; type more of the name."


class UnknownOption(Impossible):
    code = "unknown_option"
    sentence = "{option} is not an option; the options are {known}."


class OptionSaysTooLittle(Impossible):
    code = "option_says_too_little"
    sentence = "The option “{option}” does not say enough; say {wanted}."


class OptionSaysTooMuch(Impossible):
    code = "option_says_too_much"
    sentence = "The option “{option}” says too much; say {name} alone, and other options after a comma."


class HoldsAnotherNumber(Impossible):
    code = "holds_another_number"
    sentence = "{player} has {closed} closed and {open} open cards, but {game} deals {down} closed and {up} open ones."


class CardsSaidTwice(Impossible):
    code = "cards_said_twice"
    sentence = "{player} has cards in the order dealt and also closed or open ones; say one or the other."


class CardsAreNotKnown(Impossible):
    code = "cards_are_not_known"
    sentence = "Not every card of {player} is known; say all of them, or say that {player} has folded."


class OpenedCardsAreNotSaid(Impossible):
    code = "opened_cards_are_not_said"
    sentence = (
        "In {game} players choose which cards they open; say the closed and the open cards of {player} separately."
    )


class OpenCardDecides(Impossible):
    code = "open_card_decides"
    sentence = "An open card of {player} is not known, and it decides what is wild in {game}; say which card it was."


class UnknownSpot(Impossible):
    code = "unknown_spot"
    said_as = said(spots={"none": to_say("no place, because it has none")})
    sentence = "{spot} is not a place in {game}; its shared cards lie at {spots}."


class SharedCardsAreAnother(Impossible):
    code = "shared_cards_are_another"
    sentence = (
        "{given} shared cards were given, but {game} has {wanted}; they lie at {spots}, and at least one is open."
    )


class SharedCardIsSkipped(Impossible):
    code = "shared_card_is_skipped"
    sentence = (
        "The shared card at {spot} is missing, but later ones are given; {game} turns them in this order: {spots}."
    )


class OrderIsAnother(Impossible):
    code = "order_is_another"
    sentence = "The order names {order}, but cards were given for {players}; name each of them once."


class NobodyIsLeft(Impossible):
    code = "nobody_is_left"
    sentence = "All players have folded; at least one must be in the hand."


class SidesAreMissing(Impossible):
    code = "sides_are_missing"
    sentence = "In {game} everyone declares high, low or both; say what these declared: {players}."


class NoSidesHere(Impossible):
    code = "no_sides_here"
    sentence = "{player} declares {side}, but in {game} nobody declares; the option high-low adds that."


class CommonCardIsAnother(Impossible):
    code = "common_card_is_another"
    sentence = (
        "{given} shared cards were given, but {game} has at most one: the last card, dealt once for all when the "
        "pack has none for each player."
    )


class NotInADealOff(Impossible):
    code = "not_in_a_deal_off"
    sentence = "{player} is dealt no new cards, because {because}; leave out what they were dealt in a deal-off."


class CardsOfTheDealOff(Impossible):
    code = "cards_of_the_deal_off"
    sentence = (
        "{player} has {given} new cards, but a deal-off gives {up} open ones to each of {players}; say all of them."
    )


class DealOffIsOver(Impossible):
    code = "deal_off_is_over"
    sentence = "{player} has {left} new cards too many; the pot was decided before them (deal-offs: {rounds})."
