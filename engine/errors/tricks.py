"""Refusals of trick games: playing out of turn, not following suit, bidding, the widow, melds, the score."""

from engine.errors.base import AgainstTheRules, Impossible, said
from engine.speech import to_say

SUITS = {
    "s": to_say("spades"),
    "h": to_say("hearts"),
    "d": to_say("diamonds"),
    "c": to_say("clubs"),
    "trump": to_say("trumps"),
}


class NotYourTurnToPlay(Impossible):
    code = "not_your_turn_to_play"
    sentence = "It is not {player}'s turn to play a card; it is {turn}'s."


class DrawsFirst(Impossible):
    code = "draws_first"
    sentence = "{player} has won the trick and draws from the stock before the next one is played."


class MustFollowSuit(AgainstTheRules):
    code = "must_follow_suit"
    title = "everybody follows suit"
    said_as = said(led=SUITS)
    sentence = "{player} holds {able} and must follow suit: trick {trick} began with {led}, and {card} does not follow."


class MustTrump(AgainstTheRules):
    code = "must_trump"
    title = "whoever cannot follow suit plays a trump"
    said_as = said(led=SUITS)
    sentence = (
        "{player} cannot follow the {led} with which trick {trick} began and must play a trump: {able}, not {card}."
    )


class CardsWinOtherwise(AgainstTheRules):
    code = "cards_win_otherwise"
    title = "the best card takes the trick"
    sentence = "The trick goes to {winner}, who played {card}, not to {player}."


class NothingToDrawNow(Impossible):
    code = "nothing_to_draw_now"
    sentence = (
        "Nobody draws from the stock now; the winner of a trick draws before the next one if the game says so, and "
        "{game} is not waiting for a draw."
    )


class NotYourTurnToBid(Impossible):
    code = "not_your_turn_to_bid"
    sentence = "It is not {player}'s turn to bid; it is {turn}'s, and a player who has passed does not bid again."


class UnknownContract(Impossible):
    code = "unknown_contract"
    sentence = "There is no contract {contract}; from low to high there are {contracts}."


class BidIsTooLow(Impossible):
    code = "bid_is_too_low"
    sentence = "{contract} is not higher than {bid}, which has been bid; higher would be {higher}."


class WidowIsAnother(Impossible):
    code = "widow_is_another"
    sentence = "The widow holds {lying} there, not {card}."


class MayNotBeDiscarded(AgainstTheRules):
    code = "may_not_be_discarded"
    title = "some cards are never discarded"
    sentence = "{card} may not be discarded; every card but {keep} may."


class GoalNeedsTheWidow(Impossible):
    code = "goal_needs_the_widow"
    sentence = "In a {contract} nobody announces {goal}: that is for a bidder who has seen the widow."


class BiddingIsOver(Impossible):
    code = "bidding_is_over"
    sentence = "The bidding is over: {player} has won it with {contract}."


class UnknownGoal(Impossible):
    code = "unknown_goal"
    said_as = said(goals={"none": to_say("nothing any more")})
    sentence = "{goal} cannot be announced here; what can be announced: {goals}."


class NothingToAnswer(Impossible):
    code = "nothing_to_answer"
    sentence = "{player} has nothing to answer; an opponent answers what the bidder has announced, once."


class TooLateToAnnounce(Impossible):
    code = "too_late_to_announce"
    sentence = (
        "That cannot be said now; melds, ultimo and the answer to it are said between the bidding and the first lead."
    )


class UnknownMeld(Impossible):
    code = "unknown_meld"
    sentence = "{meld} is not a meld; the melds are {melds}."


class MeldIsDeclared(Impossible):
    code = "meld_is_declared"
    sentence = "{meld} has been declared already, by {player}."


class NobodyPlaysAContract(Impossible):
    code = "nobody_plays_a_contract"
    sentence = "Nobody plays a contract, so there is nothing to announce and no score to name; name who wins."
    typed = "Say who wins: “NAME wins”."


class BiddingIsNotOver(Impossible):
    code = "bidding_is_not_over"
    sentence = "The bidding is not over, so there is no contract yet; it is {player}'s turn to bid or pass."


class PointsAreImpossible(Impossible):
    code = "points_are_impossible"
    sentence = "{points} points are impossible: the whole pack counts {all}."


class CardsCountOtherwise(AgainstTheRules):
    code = "cards_count_otherwise"
    title = "the cards say how many points there are"
    sentence = "The bidder has {counted} points by the cards, not {points}."


class PointsAreOutOfReach(AgainstTheRules):
    code = "points_are_out_of_reach"
    title = "the known cards say how many points there can be"
    sentence = "By the cards that are known the bidder has {least} to {most} points, not {points}."


class PagatWasCaptured(Impossible):
    code = "pagat_was_captured"
    sentence = "Nobody wins the last trick with a pagat that was captured; it is one or the other."
    typed = "Say either “pagat {player}” or “captured”, not both."


class PagatEndedOtherwise(AgainstTheRules):
    code = "pagat_ended_otherwise"
    title = "the known cards say what became of the pagat"
    sentence = "The pagat cannot have ended that way: by the known cards {because}."


class UltimoWithoutPagat(AgainstTheRules):
    code = "ultimo_without_pagat"
    title = "ultimo is for whoever holds the pagat"
    sentence = "{player} does not hold the pagat (I), as the known cards show, and cannot win the last trick with it."


class MustMeld(AgainstTheRules):
    code = "must_meld"
    title = "melds are declared before the first lead"
    sentence = "{player} holds {meld} and must declare the meld before the first lead."
    typed = "Say “{player} melds {meld}”."


class TrumpIsNotNamed(AgainstTheRules):
    code = "trump_is_not_named"
    title = "discarded trumps are named"
    sentence = (
        "A discarded trump must be named: only {plain} unnamed cards can be something else, and {wanted} are unnamed."
    )
    typed = "Say “discard” and the trumps among the cards."


class PagatCannotBe(Impossible):
    code = "pagat_cannot_be"
    sentence = "{player} did not play this deal and cannot have won the last trick; {players} did."
