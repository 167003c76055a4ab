"""Refusals of a hand: announcing, dealing, exchanging, showing, winning."""

from collections import ChainMap
from collections.abc import Mapping

from engine.errors.base import AgainstTheRules, Impossible, said
from engine.registry import DOING as AT_STEPS
from engine.speech import to_say

SHARES = {
    "all": to_say("the pot"),
    "high": to_say("the high half"),
    "low": to_say("the low half"),
    "spade": to_say("the half of the highest spade"),
}
# What is done at a step, or at a stage that is none, as a sentence says it: "it is time to …".
DOING: Mapping[str, str] = ChainMap(
    AT_STEPS,
    {
        "widow": to_say("take the widow"),
        "bet": to_say("bet"),
        "bid": to_say("bid"),
        "discard": to_say("discard"),
        "meld": to_say("meld"),
        "posting": to_say("post the antes and blinds"),
        "showdown": to_say("show hands and say who wins"),
    },
)


class NoHandIsPlayed(Impossible):
    code = "no_hand_is_played"
    sentence = "No hand is being played; announce one first."


class UnknownGame(Impossible):
    code = "unknown_game"
    said_as = said(close={"none": to_say("none, but the list of games has them all")})
    sentence = "There is no game {game}; names like it: {close}."


class GameIsIncomplete(Impossible):
    code = "game_is_incomplete"
    sentence = "The declaration of {game} does not say: {missing}."


class GameIsUnsound(Impossible):
    code = "game_is_unsound"
    sentence = "{game} cannot be played as it is declared: {because}"


class DealerIsNotDealtIn(Impossible):
    code = "dealer_is_not_dealt_in"
    sentence = "{player} deals but is not dealt in; they are away or have no chips."


class PlayerIsNotInTheHand(Impossible):
    code = "player_is_not_in_the_hand"
    sentence = "{player} is not in this hand; in it: {players}."


class PlayerHasFolded(Impossible):
    code = "player_has_folded"
    sentence = "{player} is out of this hand and takes part again in the next one."


class TooFewToPlay(Impossible):
    code = "too_few_to_play"
    sentence = "{game} needs at least {least} players with chips at the table; with chips now: {players}."


class DeckIsTooSmall(Impossible):
    code = "deck_is_too_small"
    sentence = "The deck has cards for {room} players of {game}, not for {players}."


class AntesAreLacking(AgainstTheRules):
    code = "antes_are_lacking"
    title = "all antes are paid before the deal"
    sentence = (
        "Nobody antes by shadow, and the game begins when all antes are paid. Too few chips for the ante: "
        "{players}. Lend them chips first, or deal this hand without them."
    )


class PackIsUsedUp(Impossible):
    code = "pack_is_used_up"
    sentence = (
        "{wanted} cards are to be dealt, but the pack has {left} left, folded hands shuffled in; demand New Deal, "
        "or strike the step that dealt too many."
    )


class NotTheNextStep(Impossible):
    code = "not_the_next_step"
    said_as = said(act=DOING, wanted=DOING)
    sentence = "It is not time to {act}; now it is time to {wanted}."


class WrongNumberOfCards(Impossible):
    code = "wrong_number_of_cards"
    said_as = said(
        what={
            "dealt": to_say("dealt"),
            "dealt instead": to_say("dealt instead"),
            "discarded": to_say("discarded"),
            "exchanged": to_say("exchanged"),
            "held": to_say("held"),
            "laid": to_say("laid"),
            "laid in the pile": to_say("laid in the pile"),
            "lying there": to_say("lying there"),
            "shown": to_say("shown"),
            "turned": to_say("turned"),
            "unknown and to be named": to_say("unknown and to be named"),
        }
    )
    sentence = "The number of cards {what} is {wanted}, not {given}."


class NoCardIsUnknown(Impossible):
    code = "no_card_is_unknown"
    sentence = "{player} has no card left to name; only an unknown card that somebody may have seen can be named."


class DealerDoesNotChoose(Impossible):
    code = "dealer_does_not_choose"
    sentence = (
        "The first card of this deal goes to {first}, not to {player}; the dealer says who gets it only when equal "
        "hands are dealt off."
    )


class FaceIsMissing(Impossible):
    code = "face_is_missing"
    sentence = (
        "A card that is shown or named needs a face, and ?? is not one; leave out the cards that nobody has seen."
    )


class NotACard(Impossible):
    code = "not_a_card"
    sentence = "{text} is not a card; a card is {accepted}."


class CardIsNotInTheDeck(Impossible):
    code = "card_is_not_in_the_deck"
    sentence = "{card} is not in the deck {deck}; name a card of the deck in play."


class CardIsAlreadyOut(Impossible):
    code = "card_is_already_out"
    sentence = "{card} is out already and cannot be there twice; name another card, or strike what named it wrongly."


class SharedCardsAreNotKnown(Impossible):
    code = "shared_cards_are_not_known"
    sentence = (
        "{player} has {own} cards of their own, and {given} were named. Shared cards may be shown among them once the book "
        "knows which they are."
    )
    typed = "Say which cards lie on the board first: “board CARDS”."


class CardLiesThere(Impossible):
    code = "card_lies_there"
    sentence = "{lies} lies there, so {card} cannot be turned; name {lies}, or no card."


class CardsAreNotHeld(Impossible):
    code = "cards_are_not_held"
    sentence = "{player} cannot have {cards}, going by the cards they were dealt; name cards that they may hold."


class KeptFewerOfThem(Impossible):
    code = "kept_fewer_of_them"
    sentence = (
        "{player} has thrown {thrown} cards unseen since they held {cards}, and cannot have kept more than {most} of "
        "them; the others they name must be cards they have drawn since."
    )


class KeptMoreOfThem(Impossible):
    code = "kept_more_of_them"
    sentence = (
        "{player} has held {cards} and must still have at least {least} of them, but with {others} there is room "
        "for only {room}; name more of the old cards in place of new ones."
    )


class NotYourTurnToDraw(Impossible):
    code = "not_your_turn_to_draw"
    sentence = "It is not {player}'s turn to exchange; it is {turn}'s."


class ExchangesTooMany(AgainstTheRules):
    code = "exchanges_too_many"
    title = "only so many cards are exchanged"
    sentence = "{player} exchanges {number} cards, but at most {most} may be exchanged."


class ExchangesTooFew(AgainstTheRules):
    code = "exchanges_too_few"
    title = "so many cards have to be exchanged"
    sentence = "{player} exchanges {number} cards, but {least} must be exchanged."


class FewerThanTheGameIsFor(AgainstTheRules):
    code = "fewer_than_the_game_is_for"
    title = "the game needs more players"
    sentence = "{game} is for {least} players or more, but {players} are dealt in."


class MoreThanTheGameIsFor(AgainstTheRules):
    code = "more_than_the_game_is_for"
    title = "the game is for fewer players"
    sentence = "{game} is for at most {most} players, but {players} are dealt in."


class AnnouncedTooSoon(AgainstTheRules):
    code = "announced_too_soon"
    title = "hands are announced at the showdown"
    sentence = (
        "{player} can show cards now, but an announced hand counts only at the showdown; the hand waits for: {waiting}."
    )


class NotAtTheShowdown(Impossible):
    code = "not_at_the_showdown"
    sentence = "The hand is not at the showdown; it waits for {waiting}."


class BettingIsNotOver(Impossible):
    code = "betting_is_not_over"
    sentence = (
        "The hand is not at the showdown; betting goes on and waits for {waiting}. Whoever gives up folds, and the "
        "others bet on, check or call before anybody shows."
    )
    typed = "If nobody bets more, say “{line}”."


class HasShownAlready(Impossible):
    code = "has_shown_already"
    sentence = "{player} has shown their hand, and it decides; strike the showing if it was recorded wrongly."


class HasAnnounced(Impossible):
    code = "has_announced"
    sentence = (
        "{player} has announced “{announced}” already, and that counts; strike the showing if it was recorded wrongly."
    )


class SomebodyMustWin(Impossible):
    code = "somebody_must_win"
    sentence = "{player} is the last one in the hand and takes the pot."


class CannotWin(Impossible):
    code = "cannot_win"
    sentence = "{player} cannot win, because they are out of the hand; still in it: {players}."


class NobodyNamed(Impossible):
    code = "nobody_named"
    sentence = "Name at least one winner out of {players}."


class TooManyShares(Impossible):
    code = "too_many_shares"
    said_as = said(shares=SHARES)
    sentence = "Winners were named for {given} parts of the pot, but there is only this to win: {shares}."


class DeclaredTheOtherSide(Impossible):
    code = "declared_the_other_side"
    sentence = "{player} has declared {declared} and cannot win the {share} share; one of {players} wins it."


class SideWithoutWinner(Impossible):
    code = "side_without_winner"
    sentence = "Nobody is named for the {share} share; say who of {players} has won it."


class PotWithoutWinner(Impossible):
    code = "pot_without_winner"
    sentence = "Nobody named can win the side pot of {chips}; name who comes next as well, the best first: {order}."
    typed = "Say “{order} win”, where > is better and a comma would be a tie."
    in_order = ("order",)


class HandDoesNotQualify(AgainstTheRules):
    code = "hand_does_not_qualify"
    title = "a hand wins only with what the game asks for"
    said_as = said(share=SHARES)
    sentence = "{player} cannot win {share}; their cards do not qualify for it, so somebody else wins it."


class AnnouncementIsUnclear(Impossible):
    code = "announcement_is_unclear"
    sentence = "{player} announces “{announced}”, which is not a hand. An announcement is {accepted}."


class AnnouncedIsNotThere(AgainstTheRules):
    code = "announced_is_not_there"
    title = "an announced hand lies in the cards"
    said_as = said(share=SHARES)
    sentence = "{player} cannot win {share}; they announced {announced}, which is not in their cards."


class ShareHasAWinner(AgainstTheRules):
    code = "share_has_a_winner"
    title = "a hand that qualifies wins its share"
    said_as = said(share=SHARES)
    sentence = "{player} qualifies for {share} with {hand}; name who wins it."


class CardsSayOtherwise(AgainstTheRules):
    code = "cards_say_otherwise"
    title = "the best hand wins"
    said_as = said(share=SHARES)
    sentence = "{player} cannot win {share} with {hand} against {other}'s {other_hand}."
