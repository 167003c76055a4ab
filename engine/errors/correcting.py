"""Refusals where a fault of the table is put right, and where New Deal is demanded for one."""

from engine.errors.base import AgainstTheRules, Impossible, said
from engine.speech import to_say


class NothingIsDealtYet(Impossible):
    code = "nothing_is_dealt_yet"
    sentence = "{player} has no cards yet, so there is no fault in the deal to put right."


class FirstDealIsNotOver(AgainstTheRules):
    code = "first_deal_is_not_over"
    title = "a missing card is given after the first deal"
    sentence = "{player} gets the missing card after the first deal, which is still going on."


class HasLookedAtClosedCards(AgainstTheRules):
    code = "has_looked_at_closed_cards"
    title = "the deal is not put right for a player who has looked at their cards"
    sentence = (
        "A player who has looked at their closed cards cannot have a fault of the first deal put right; {player}'s "
        "cards stay as they are."
    )


class NoCardIsMissing(Impossible):
    code = "no_card_is_missing"
    sentence = (
        "{player} has no unknown closed card that could be the missing one; a missing open card is recorded as skipped."
    )


class MoreFaultsThanCards(Impossible):
    code = "more_faults_than_cards"
    sentence = (
        "{player} was dealt {cards} closed cards, and that many missing or extra ones have been put right already; "
        "strike one that was recorded by mistake."
    )


class CardIsPutAside(Impossible):
    code = "card_is_put_aside"
    sentence = "{player} has already chosen {card} to pass on or to open; name another of their closed cards."


class CardsCannotBeMoved(Impossible):
    code = "cards_cannot_be_moved"
    sentence = (
        "The open cards cannot simply be moved to where they belong, because {because}; "
        "strike the deal, or demand New Deal."
    )


class ChoiceIsMade(AgainstTheRules):
    code = "choice_is_made"
    title = "whether a card is kept or changed is said once"
    sentence = (
        "{player} has chosen already; a player says only once whether they keep a closed card dealt open or change "
        "it for the next one."
    )


class ChoiceComesTooLate(AgainstTheRules):
    code = "choice_comes_too_late"
    title = "a card that fell open is kept or changed before the next bet"
    sentence = (
        "A closed card dealt open is kept, or changed for the next one, before anybody bets again; since {player}'s"
        " last closed card somebody has bet, checked or folded."
    )


class NoClosedCardWasDealt(Impossible):
    code = "no_closed_card_was_dealt"
    sentence = "{player} was last dealt only open cards, so no closed card of theirs can have fallen open."


class KeepsTheExposedCard(Impossible):
    code = "keeps_the_exposed_card"
    sentence = "{player} keeps {card} and cannot take {instead} as well; they do one or the other."


class NothingLiesAtTheSpot(Impossible):
    code = "nothing_lies_at_the_spot"
    said_as = said(spots={"none": to_say("no spot, because none is laid")})
    sentence = "No shared card lies at {spot} yet; cards lie at {spots}."


class CardLiesAtTheSpot(Impossible):
    code = "card_lies_at_the_spot"
    sentence = "The card at {spot} lies there already; name the spot it should lie at."


class ChipsAreRight(Impossible):
    code = "chips_are_right"
    sentence = (
        "{player} owes {owed}, so putting in {put_in} is not a wrong call; record it as the bet, call or raise it is."
    )


class SurplusGoesBack(Impossible):
    code = "surplus_goes_back"
    sentence = "In {game} chips that {player} puts in above {owed} by mistake go back to them; record the call."


class NothingWasForgotten(Impossible):
    code = "nothing_was_forgotten"
    sentence = "{player} cannot buy a forgotten card, because {because}."


class HarmsSomebodyElse(AgainstTheRules):
    code = "harms_somebody_else"
    title = "only a player who is harmed demands New Deal"
    sentence = "The fault harms {harmed}, not {player}; only {harmed} can demand New Deal."
