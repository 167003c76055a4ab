"""Refusals where a fault of the table is put right, and where New Deal is demanded for one."""

from engine.errors.base import AgainstTheRules, Impossible, said


class NothingIsDealtYet(Impossible):
    code = "nothing_is_dealt_yet"
    sentence = "{player} has no cards yet, so that there is no fault of the deal to be put right."


class FirstDealIsNotOver(AgainstTheRules):
    code = "first_deal_is_not_over"
    sentence = "{player} gets the missing card after the first deal, and it is still going on."


class HasLookedAtClosedCards(AgainstTheRules):
    code = "has_looked_at_closed_cards"
    sentence = (
        "Who has looked at their closed cards cannot demand that a fault of the first deal is put right; "
        "{player}'s cards stay as they are."
    )


class NoCardIsMissing(Impossible):
    code = "no_card_is_missing"
    sentence = "No closed card of {player} is unknown and can be the missing one; an open one is told as skipped."


class MoreFaultsThanCards(Impossible):
    code = "more_faults_than_cards"
    sentence = (
        "{player} was dealt {cards} closed cards, and as many cards missing or too many are put right already; strike one "
        "that was told by mistake."
    )


class CardIsPutAside(Impossible):
    code = "card_is_put_aside"
    sentence = "{player} has chosen {card} already, to pass it on or to open it; name another of their closed cards."


class CardsCannotBeMoved(Impossible):
    code = "cards_cannot_be_moved"
    sentence = (
        "The open cards cannot simply be moved to where they belong, because {because}; "
        "strike the deal, or demand New Deal."
    )


class ChoiceIsMade(AgainstTheRules):
    code = "choice_is_made"
    sentence = "{player} has chosen already; whether a closed card dealt open is kept or changed for the next one is said once."


class ChoiceComesTooLate(AgainstTheRules):
    code = "choice_comes_too_late"
    sentence = (
        "A closed card dealt open is kept, or changed for the next one, before anybody bets again; since {player} was "
        "last dealt one, somebody has bet, checked or folded."
    )


class NoClosedCardWasDealt(Impossible):
    code = "no_closed_card_was_dealt"
    sentence = "{player} was last dealt open cards only, and no closed one that can have fallen open."


class KeepsTheExposedCard(Impossible):
    code = "keeps_the_exposed_card"
    sentence = "{player} keeps {card} and cannot take {instead} as well; they do one or the other."


class NothingLiesAtTheSpot(Impossible):
    code = "nothing_lies_at_the_spot"
    said_as = said(spots={"none": "no spot, because none is laid"})
    sentence = "No shared card lies at {spot} yet; cards lie at {spots}."


class CardLiesAtTheSpot(Impossible):
    code = "card_lies_at_the_spot"
    sentence = "The card at {spot} lies there already; name the spot it should lie at."


class ChipsAreRight(Impossible):
    code = "chips_are_right"
    sentence = "{player} owes {owed}, and {put_in} are no wrong call; record them as the bet, call or raise they are."


class SurplusGoesBack(Impossible):
    code = "surplus_goes_back"
    sentence = "In {game} what {player} puts in above {owed} by mistake goes back to them; record the call."


class NothingWasForgotten(Impossible):
    code = "nothing_was_forgotten"
    sentence = "{player} cannot buy a forgotten card, because {because}."


class HarmsSomebodyElse(AgainstTheRules):
    code = "harms_somebody_else"
    sentence = "The fault harms {harmed} and not {player}; New Deal is {harmed}'s to demand."
