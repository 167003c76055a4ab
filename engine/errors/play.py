"""Refusals of a hand: announcing, dealing, betting, exchanging, the special words, tricks, showing, winning."""

from collections import ChainMap
from collections.abc import Mapping

from engine.errors.base import against, impossible
from engine.registry import DOING as AT_STEPS
from engine.speech import to_say

# Announcing, dealing, exchanging, showing, winning.

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

NoHandIsPlayed = impossible("no_hand_is_played", "No hand is being played; announce one first.")
UnknownGame = impossible(
    "unknown_game",
    "There is no game {game}; names like it: {close}.",
    in_words={"close": {"none": to_say("none, but the list of games has them all")}},
)
GameIsIncomplete = impossible("game_is_incomplete", "The declaration of {game} does not say: {missing}.")
GameIsUnsound = impossible("game_is_unsound", "{game} cannot be played as it is declared: {because}")
DealerIsNotDealtIn = impossible(
    "dealer_is_not_dealt_in", "{player} deals but is not dealt in; they are away or have no chips."
)
ButtonIsElsewhere = impossible(
    "button_is_elsewhere", "{player} deals, so the button is at seat {seat} and not at seat {button}; leave it out."
)
PlayerIsNotInTheHand = impossible("player_is_not_in_the_hand", "{player} is not in this hand; in it: {players}.")
PlayerHasFolded = impossible("player_has_folded", "{player} is out of this hand and takes part again in the next one.")
TooFewToPlay = impossible(
    "too_few_to_play", "{game} needs at least {least} players with chips at the table; with chips now: {players}."
)
DeckIsTooSmall = impossible("deck_is_too_small", "The deck has cards for {room} players of {game}, not for {players}.")
AntesAreLacking = against(
    "antes_are_lacking",
    "all antes are paid before the deal",
    "Nobody antes by shadow, and the game begins when all antes are paid. Too few chips for the ante: {players}. Lend "
    "them chips first, or deal this hand without them.",
)
PackIsUsedUp = impossible(
    "pack_is_used_up",
    "{wanted} cards are to be dealt, but the pack has {left} left, folded hands shuffled in; demand New Deal, or "
    "strike the step that dealt too many.",
)
NotTheNextStep = impossible(
    "not_the_next_step",
    "It is not time to {act}; now it is time to {wanted}.",
    in_words={"act": DOING, "wanted": DOING},
)
WrongNumberOfCards = impossible("wrong_number_of_cards", "The number of cards {what} is {wanted}, not {given}.")
NoCardIsUnknown = impossible(
    "no_card_is_unknown",
    "{player} has no card left to name; only an unknown card that somebody may have seen can be named.",
)
DealerDoesNotChoose = impossible(
    "dealer_does_not_choose",
    "The first card of this deal goes to {first}, not to {player}; the dealer says who gets it only when equal hands "
    "are dealt off.",
)
FaceIsMissing = impossible(
    "face_is_missing",
    "A card that is shown or named needs a face, and ?? is not one; leave out the cards that nobody has seen.",
)
NotACard = impossible("not_a_card", "{text} is not a card; a card is {accepted}.")
CardIsNotInTheDeck = impossible(
    "card_is_not_in_the_deck", "{card} is not in the deck {deck}; name a card of the deck in play."
)
CardIsAlreadyOut = impossible(
    "card_is_already_out",
    "{card} is out already and cannot be there twice; name another card, or strike what named it wrongly.",
)
SharedCardsAreNotKnown = impossible(
    "shared_cards_are_not_known",
    "{player} has {own} cards of their own, and {given} were named. Shared cards may be shown among them once the book "
    "knows which they are.",
    typed="Say which cards lie on the board first: “board CARDS”.",
)
CardLiesThere = impossible("card_lies_there", "{lies} lies there, so {card} cannot be turned; name {lies}, or no card.")
CardsAreNotHeld = impossible(
    "cards_are_not_held",
    "{player} cannot have {cards}, going by the cards they were dealt; name cards that they may hold.",
)
KeptFewerOfThem = impossible(
    "kept_fewer_of_them",
    "{player} has thrown {thrown} cards unseen since they held {cards}, and cannot have kept more than {most} of them; "
    "the others they name must be cards they have drawn since.",
)
KeptMoreOfThem = impossible(
    "kept_more_of_them",
    "{player} has held {cards} and must still have at least {least} of them, but with {others} there is room for only "
    "{room}; name more of the old cards in place of new ones.",
)
NotYourTurnToDraw = impossible("not_your_turn_to_draw", "It is not {player}'s turn to exchange; it is {turn}'s.")
ExchangesTooMany = against(
    "exchanges_too_many",
    "only so many cards are exchanged",
    "{player} exchanges {number} cards, but at most {most} may be exchanged.",
)
ExchangesTooFew = against(
    "exchanges_too_few",
    "so many cards have to be exchanged",
    "{player} exchanges {number} cards, but {least} must be exchanged.",
)
FewerThanTheGameIsFor = against(
    "fewer_than_the_game_is_for",
    "the game needs more players",
    "{game} is for {least} players or more, but {players} are dealt in.",
)
MoreThanTheGameIsFor = against(
    "more_than_the_game_is_for",
    "the game is for fewer players",
    "{game} is for at most {most} players, but {players} are dealt in.",
)
AnnouncedTooSoon = against(
    "announced_too_soon",
    "hands are announced at the showdown",
    "{player} can show cards now, but an announced hand counts only at the showdown; the hand waits for: {waiting}.",
)
NotAtTheShowdown = impossible("not_at_the_showdown", "The hand is not at the showdown; it waits for {waiting}.")
BettingIsNotOver = impossible(
    "betting_is_not_over",
    "The hand is not at the showdown; betting goes on and waits for {waiting}. Whoever gives up folds, and the others "
    "bet on, check or call before anybody shows.",
    typed="If nobody bets more, say “{line}”.",
)
HasShownAlready = impossible(
    "has_shown_already", "{player} has shown their hand, and it decides; strike the showing if it was recorded wrongly."
)
HasAnnounced = impossible(
    "has_announced",
    "{player} has announced “{announced}” already, and that counts; strike the showing if it was recorded wrongly.",
)
SomebodyMustWin = impossible("somebody_must_win", "{player} is the last one in the hand and takes the pot.")
CannotWin = impossible("cannot_win", "{player} cannot win, because they are out of the hand; still in it: {players}.")
NobodyNamed = impossible("nobody_named", "Name at least one winner out of {players}.")
TooManyShares = impossible(
    "too_many_shares",
    "Winners were named for {given} parts of the pot, but there is only this to win: {shares}.",
    in_words={"shares": SHARES},
)
DeclaredTheOtherSide = impossible(
    "declared_the_other_side",
    "{player} has declared {declared} and cannot win the {share} share; one of {players} wins it.",
)
SideWithoutWinner = impossible(
    "side_without_winner", "Nobody is named for the {share} share; say who of {players} has won it."
)
PotWithoutWinner = impossible(
    "pot_without_winner",
    "Nobody named can win the side pot of {chips}; name who comes next as well, the best first: {order}.",
    typed="Say “{order} win”, where > is better and a comma would be a tie.",
    in_order=("order",),
)
HandDoesNotQualify = against(
    "hand_does_not_qualify",
    "a hand wins only with what the game asks for",
    "{player} cannot win {share}; their cards do not qualify for it, so somebody else wins it.",
    in_words={"share": SHARES},
)
AnnouncementIsUnclear = impossible(
    "announcement_is_unclear", "{player} announces “{announced}”, which is not a hand. An announcement is {accepted}."
)
AnnouncedIsNotThere = against(
    "announced_is_not_there",
    "an announced hand lies in the cards",
    "{player} cannot win {share}; they announced {announced}, which is not in their cards.",
    in_words={"share": SHARES},
)
ShareHasAWinner = against(
    "share_has_a_winner",
    "a hand that qualifies wins its share",
    "{player} qualifies for {share} with {hand}; name who wins it.",
    in_words={"share": SHARES},
)
CardsSayOtherwise = against(
    "cards_say_otherwise",
    "the best hand wins",
    "{player} cannot win {share} with {hand} against {other}'s {other_hand}.",
    in_words={"share": SHARES},
)

# A betting round.

NoBettingNow = impossible(
    "no_betting_now", "There is no betting now; it is time to {doing}.", in_words={"doing": DOING}
)
NothingIsSaidSo = impossible("nothing_is_said_so", "Nothing is said as “{said}”; what a player said is one of {known}.")
NothingToCall = impossible("nothing_to_call", "{player} owes nothing and cannot call; they can check, bet or fold.")
ThereIsABet = impossible("there_is_a_bet", "There is a bet of {price} already; call it, raise it or fold.")
CallIsAnotherAmount = impossible(
    "call_is_another_amount",
    "{player} owes {owed} and cannot call with {chips}; a call puts in what is owed, and more is a raise.",
    typed="“call” alone puts in what is owed.",
)
PutsInTooLittle = impossible(
    "puts_in_too_little", "{player} owes {owed} to stay in, and {chips} are too few; they call, raise or fold."
)
RaiseIsNoRaise = impossible(
    "raise_is_no_raise", "A raise to {to} does not raise the bet of {price}; say more, or call."
)
RaiseDoesNotAddUp = impossible("raise_does_not_add_up", "A raise by {by} above {price} is not a raise to {to}.")
BetExceedsStack = impossible("bet_exceeds_stack", "{player} cannot put in {chips} with a stack of {stack}.")
TapOutNeedsConsent = against(
    "tap_out_needs_consent",
    "everybody agrees when somebody taps out",
    "{player} has {stack} of the {owed} chips they owe; if all agree, they may tap out with them: record that all "
    "agreed.",
)
NeedNotTapOut = impossible(
    "need_not_tap_out",
    "{player} has {stack} and owes {owed}; only a player who cannot pay taps out, and only in a game that has tapping "
    "out.",
)
HasNoChips = impossible("has_no_chips", "{player} has no chips left to put in.")
NoShadowHere = impossible(
    "no_shadow_here",
    "{game} is not played with a shadow; a player short of chips {short}.",
    in_words={"short": {"all-in": to_say("goes all-in"), "tap-out": to_say("taps out")}},
)
BoxCannotCoverShadow = impossible(
    "box_cannot_cover_shadow",
    "{player} would owe {debt} chips, but the box has only {left} left to sell them after the hand.",
)
NotShortOfChips = impossible("not_short_of_chips", "{player} needs no shadow for {chips} with a stack of {stack}.")
NotYourTurn = against("not_your_turn", "players act in turn", "It is not {player}'s turn; it is {turn}'s.")
HasSpokenInThisRound = against(
    "has_spoken_in_this_round",
    "whoever has acted waits for another turn",
    "{player} has already acted in this round; it is {turn}'s turn.",
)
CheckAfterBet = against(
    "check_after_bet",
    "nobody checks after a bet",
    "{player} owes {owed} and cannot check; after a bet they call, raise or fold.",
)
NoCheckInThisRound = against(
    "no_check_in_this_round",
    "nobody checks in a round that has to be opened",
    "{player} cannot check in this round; they open or fold.",
)
BringInComesFirst = against(
    "bring_in_comes_first",
    "the bring-in comes first",
    "{player} brings it in: the first round opens with {chips} chips, and nobody checks or folds before that.",
)
BringInIsAnother = against(
    "bring_in_is_another",
    "the bring-in has its own amount",
    "{player} brings it in with {by}, but the bring-in is {accepted}.",
)
EarlyBetBinds = against(
    "early_bet_binds",
    "a bet out of turn binds",
    "{player} bet {chips} out of turn, and that binds; the price has gone up since, so they call the other {owed} or "
    "fold.",
)
LostTheRightToRaise = against(
    "lost_the_right_to_raise",
    "whoever bet out of turn does not raise",
    "{player} bet out of turn and may not raise in this round.",
)
BettingIsNotReopened = against(
    "betting_is_not_reopened",
    "only a full raise opens the betting again",
    "{player} has acted already, and a raise of {raised} is less than the {least} that would let them raise again.",
)
RaisesAreCapped = against(
    "raises_are_capped",
    "a round has so many raises and no more",
    "{player} cannot raise: this round has had a bet and {raises} raises, the limit while more than two play. {player} "
    "calls or folds.",
)
RaiseBelowMinimum = against(
    "raise_below_minimum",
    "a bet or raise has a least amount",
    "{player} bets or raises {by}, but the least is {least} unless they go all-in.",
)
BetExceedsPot = against(
    "bet_exceeds_pot", "a raise stays within the pot", "{player} raises {by}, but the pot limit is {most}."
)
BetIsNotTheFixedSize = against(
    "bet_is_not_the_fixed_size", "bets have a fixed size", "{player} bets or raises {by}, but the fixed size is {size}."
)
FeeCannotBe = impossible(
    "fee_cannot_be",
    "A fee is money or chips per hand, money per hour, chips per pot, or a part of each pot, at most so many chips; the one "
    "for {purpose} is something else.",
)
LimitCannotBe = impossible("limit_cannot_be", "This limit is impossible: {because}.")
BetOverLimit = against(
    "bet_over_limit", "a bet stays within the limit", "{player} bets or raises {by}; the limit is {accepted}."
)
PederIsUsed = against(
    "peder_is_used",
    "everybody has one large bet in each hand",
    "{player} has used the one bet of {once} they have in each hand; they may still call those of others.",
)

# Doubling the stakes.

HasNothingToDouble = impossible(
    "has_nothing_to_double", "{player} has put nothing into this pot and cannot double it; they check or fold."
)
IsNotTheDoubling = against(
    "is_not_the_doubling",
    "the stakes are doubled or left as they are",
    "{player} bets {by}, but in this round a player doubles the stakes, with {stake}, or checks.",
)
StakesAreDoubledOnce = against(
    "stakes_are_doubled_once",
    "the stakes are doubled once",
    "{player} cannot raise: the stakes are doubled, and nobody raises that. {player} calls or folds.",
)

# The special words: calling, passing, psychology, declaring, piles, open cards, options.

NobodyMayCallNow = impossible(
    "nobody_may_call_now",
    "{player} cannot call for a card now; a player calls where shared cards are laid on call, and in {game} none is "
    "waiting.",
)
DealerCannotCall = against(
    "dealer_cannot_call", "the dealer does not call", "{player} deals and cannot call; any other player may."
)
HasChosenAlready = impossible("has_chosen_already", "{player} has chosen already; now the others choose.")
PassesWrongNumber = impossible(
    "passes_wrong_number",
    "{player} passes {right} to the right and {left} to the left, but the game asks for {step_right} and {step_left}.",
)
NothingIsOffered = impossible(
    "nothing_is_offered",
    "{player} is offered no card; only some open cards offer one, and only until betting begins.",
    typed="Chips are bought so: “{player} +150”, or “{player} +150 cash” for money.",
)
PriceOfCardIsAnother = impossible(
    "price_of_card_is_another", "The card offered to {player} costs {price} chips, not {said}."
)
NothingSendsOut = impossible(
    "nothing_sends_out",
    "No open card can send {player} out of {game} now; that takes a game with such cards and an open card of theirs "
    "that is not known.",
)
NothingCostsAFee = impossible(
    "nothing_costs_a_fee",
    "No open card can cost {player} a fee in {game} now; that takes a game with such cards and an open card of theirs "
    "that is not known.",
)
FeeIsAnother = impossible(
    "fee_is_another",
    "An open card of this game costs one of these numbers of chips: {fees}; say which of them {player} pays.",
)
NoCardIsLeft = impossible(
    "no_card_is_left",
    "No card is left for {player}: all cards in the pack are still to be dealt, and too few have been folded.",
)
NoPileIsTurned = impossible(
    "no_pile_is_turned",
    "{player} cannot turn a card of their pile now; it is time to {doing}.",
    in_words={"doing": DOING},
)
NotYourTurnToTurn = impossible("not_your_turn_to_turn", "It is not {player}'s turn to turn their pile; it is {turn}'s.")
PileIsTurned = impossible(
    "pile_is_turned", "{player} has turned their whole pile; they take or decline the card they are offered."
)
HandIsNotBeaten = against(
    "hand_is_not_beaten",
    "only a better hand beats the one before",
    "{player} has {hand}, which does not beat {to_beat}.",
)
HandIsBeaten = against(
    "hand_is_beaten", "a better hand beats the one before", "{player} has {hand}, which beats {to_beat}."
)
OptionDoesNotFit = impossible("option_does_not_fit", "{option} does not fit {game}: {because}")

# Trick games: playing out of turn, not following suit, bidding, the widow, melds, the score.

SUITS = {
    "s": to_say("spades"),
    "h": to_say("hearts"),
    "d": to_say("diamonds"),
    "c": to_say("clubs"),
    "trump": to_say("trumps"),
}

NotYourTurnToPlay = impossible("not_your_turn_to_play", "It is not {player}'s turn to play a card; it is {turn}'s.")
DrawsFirst = impossible(
    "draws_first", "{player} has won the trick and draws from the stock before the next one is played."
)
MustFollowSuit = against(
    "must_follow_suit",
    "everybody follows suit",
    "{player} holds {able} and must follow suit: trick {trick} began with {led}, and {card} does not follow.",
    in_words={"led": SUITS},
)
MustTrump = against(
    "must_trump",
    "whoever cannot follow suit plays a trump",
    "{player} cannot follow the {led} with which trick {trick} began and must play a trump: {able}, not {card}.",
    in_words={"led": SUITS},
)
CardsWinOtherwise = against(
    "cards_win_otherwise",
    "the best card takes the trick",
    "The trick goes to {winner}, who played {card}, not to {player}.",
)
NothingToDrawNow = impossible(
    "nothing_to_draw_now",
    "Nobody draws from the stock now; the winner of a trick draws before the next one if the game says so, and {game} "
    "is not waiting for a draw.",
)
NotYourTurnToBid = impossible(
    "not_your_turn_to_bid",
    "It is not {player}'s turn to bid; it is {turn}'s, and a player who has passed does not bid again.",
)
UnknownContract = impossible(
    "unknown_contract", "There is no contract {contract}; from low to high there are {contracts}."
)
BidIsTooLow = impossible(
    "bid_is_too_low", "{contract} is not higher than {bid}, which has been bid; higher would be {higher}."
)
WidowIsAnother = impossible("widow_is_another", "The widow holds {lying} there, not {card}.")
MayNotBeDiscarded = against(
    "may_not_be_discarded", "some cards are never discarded", "{card} may not be discarded; every card but {keep} may."
)
GoalNeedsTheWidow = impossible(
    "goal_needs_the_widow", "In a {contract} nobody announces {goal}: that is for a bidder who has seen the widow."
)
BiddingIsOver = impossible("bidding_is_over", "The bidding is over: {player} has won it with {contract}.")
UnknownGoal = impossible(
    "unknown_goal",
    "{goal} cannot be announced here; what can be announced: {goals}.",
    in_words={"goals": {"none": to_say("nothing any more")}},
)
NothingToAnswer = impossible(
    "nothing_to_answer", "{player} has nothing to answer; an opponent answers what the bidder has announced, once."
)
TooLateToAnnounce = impossible(
    "too_late_to_announce",
    "That cannot be said now; melds, ultimo and the answer to it are said between the bidding and the first lead.",
)
UnknownMeld = impossible("unknown_meld", "{meld} is not a meld; the melds are {melds}.")
MeldIsDeclared = impossible("meld_is_declared", "{meld} has been declared already, by {player}.")
NobodyPlaysAContract = impossible(
    "nobody_plays_a_contract",
    "Nobody plays a contract, so there is nothing to announce and no score to name; name who wins.",
    typed="Say who wins: “NAME wins”.",
)
BiddingIsNotOver = impossible(
    "bidding_is_not_over", "The bidding is not over, so there is no contract yet; it is {player}'s turn to bid or pass."
)
PointsAreImpossible = impossible(
    "points_are_impossible", "{points} points are impossible: the whole pack counts {all}."
)
CardsCountOtherwise = against(
    "cards_count_otherwise",
    "the cards say how many points there are",
    "The bidder has {counted} points by the cards, not {points}.",
)
PointsAreOutOfReach = against(
    "points_are_out_of_reach",
    "the known cards say how many points there can be",
    "By the cards that are known the bidder has {least} to {most} points, not {points}.",
)
PagatWasCaptured = impossible(
    "pagat_was_captured",
    "Nobody wins the last trick with a pagat that was captured; it is one or the other.",
    typed="Say either “pagat {player}” or “captured”, not both.",
)
PagatEndedOtherwise = against(
    "pagat_ended_otherwise",
    "the known cards say what became of the pagat",
    "The pagat cannot have ended that way: by the known cards {because}.",
)
UltimoWithoutPagat = against(
    "ultimo_without_pagat",
    "ultimo is for whoever holds the pagat",
    "{player} does not hold the pagat (I), as the known cards show, and cannot win the last trick with it.",
)
MustMeld = against(
    "must_meld",
    "melds are declared before the first lead",
    "{player} holds {meld} and must declare the meld before the first lead.",
    typed="Say “{player} melds {meld}”.",
)
TrumpIsNotNamed = against(
    "trump_is_not_named",
    "discarded trumps are named",
    "A discarded trump must be named: only {plain} unnamed cards can be something else, and {wanted} are unnamed.",
    typed="Say “discard” and the trumps among the cards.",
)
PagatCannotBe = impossible(
    "pagat_cannot_be", "{player} did not play this deal and cannot have won the last trick; {players} did."
)

# Where a fault of the table is put right, and where New Deal is demanded for one.

NothingIsDealtYet = impossible(
    "nothing_is_dealt_yet", "{player} has no cards yet, so there is no fault in the deal to put right."
)
FirstDealIsNotOver = against(
    "first_deal_is_not_over",
    "a missing card is given after the first deal",
    "{player} gets the missing card after the first deal, which is still going on.",
)
HasLookedAtClosedCards = against(
    "has_looked_at_closed_cards",
    "the deal is not put right for a player who has looked at their cards",
    "A player who has looked at their closed cards cannot have a fault of the first deal put right; {player}'s cards "
    "stay as they are.",
)
NoCardIsMissing = impossible(
    "no_card_is_missing",
    "{player} has no unknown closed card that could be the missing one; a missing open card is recorded as skipped.",
)
MoreFaultsThanCards = impossible(
    "more_faults_than_cards",
    "{player} was dealt {cards} closed cards, and that many missing or extra ones have been put right already; strike "
    "one that was recorded by mistake.",
)
CardIsPutAside = impossible(
    "card_is_put_aside", "{player} has already chosen {card} to pass on or to open; name another of their closed cards."
)
CardsCannotBeMoved = impossible(
    "cards_cannot_be_moved",
    "The open cards cannot simply be moved to where they belong, because {because}; strike the deal, or demand New "
    "Deal.",
)
ChoiceIsMade = against(
    "choice_is_made",
    "whether a card is kept or changed is said once",
    "{player} has chosen already; a player says only once whether they keep a closed card dealt open or change it for "
    "the next one.",
)
ChoiceComesTooLate = against(
    "choice_comes_too_late",
    "a card that fell open is kept or changed before the next bet",
    "A closed card dealt open is kept, or changed for the next one, before anybody bets again; since {player}'s last "
    "closed card somebody has bet, checked or folded.",
)
NoClosedCardWasDealt = impossible(
    "no_closed_card_was_dealt",
    "{player} was last dealt only open cards, so no closed card of theirs can have fallen open.",
)
ExposedCardIsNotSaid = impossible(
    "exposed_card_is_not_said", "All closed cards of {player} are known; say which of them was dealt open: {cards}."
)
KeepsTheExposedCard = impossible(
    "keeps_the_exposed_card", "{player} keeps {card} and cannot take {instead} as well; they do one or the other."
)
NothingLiesAtTheSpot = impossible(
    "nothing_lies_at_the_spot",
    "No shared card lies at {spot} yet; cards lie at {spots}.",
    in_words={"spots": {"none": to_say("no spot, because none is laid")}},
)
CardLiesAtTheSpot = impossible(
    "card_lies_at_the_spot", "The card at {spot} lies there already; name the spot it should lie at."
)
ChipsAreRight = impossible(
    "chips_are_right",
    "{player} owes {owed}, so putting in {put_in} is not a wrong call; record it as the bet, call or raise it is.",
)
SurplusGoesBack = impossible(
    "surplus_goes_back",
    "In {game} chips that {player} puts in above {owed} by mistake go back to them; record the call.",
)
NothingWasForgotten = impossible("nothing_was_forgotten", "{player} cannot buy a forgotten card, because {because}.")
HarmsSomebodyElse = against(
    "harms_somebody_else",
    "only a player who is harmed demands New Deal",
    "The fault harms {harmed}, not {player}; only {harmed} can demand New Deal.",
)
