"""Refusals of a betting round."""

from engine.errors.base import AgainstTheRules, Impossible, said
from engine.errors.hand import DOING
from engine.speech import to_say


class NoBettingNow(Impossible):
    code = "no_betting_now"
    said_as = said(doing=DOING)
    sentence = "There is no betting now; it is time to {doing}."


class NothingIsSaidSo(Impossible):
    code = "nothing_is_said_so"
    sentence = "Nothing is said as “{said}”; what a player said is one of {known}."


class NothingToCall(Impossible):
    code = "nothing_to_call"
    sentence = "{player} owes nothing and cannot call; they can check, bet or fold."


class ThereIsABet(Impossible):
    code = "there_is_a_bet"
    sentence = "There is a bet of {price} already; call it, raise it or fold."


class CallIsAnotherAmount(Impossible):
    code = "call_is_another_amount"
    sentence = "{player} owes {owed} and cannot call with {chips}; a call puts in what is owed, and more is a raise."
    typed = "“call” alone puts in what is owed."


class PutsInTooLittle(Impossible):
    code = "puts_in_too_little"
    sentence = "{player} owes {owed} to stay in, and {chips} are too few; they call, raise or fold."


class RaiseIsNoRaise(Impossible):
    code = "raise_is_no_raise"
    sentence = "A raise to {to} does not raise the bet of {price}; say more, or call."


class RaiseDoesNotAddUp(Impossible):
    code = "raise_does_not_add_up"
    sentence = "A raise by {by} above {price} is not a raise to {to}."


class BetExceedsStack(Impossible):
    code = "bet_exceeds_stack"
    sentence = "{player} cannot put in {chips} with a stack of {stack}."


class TapOutNeedsConsent(AgainstTheRules):
    code = "tap_out_needs_consent"
    title = "everybody agrees when somebody taps out"
    sentence = (
        "{player} has {stack} of the {owed} chips they owe; if all agree, they may tap out with them: record that all "
        "agreed."
    )


class NeedNotTapOut(Impossible):
    code = "need_not_tap_out"
    sentence = (
        "{player} has {stack} and owes {owed}; only a player who cannot pay taps out, and only in a game that has "
        "tapping out."
    )


class HasNoChips(Impossible):
    code = "has_no_chips"
    sentence = "{player} has no chips left to put in."


class NoShadowHere(Impossible):
    code = "no_shadow_here"
    said_as = said(short={"all-in": to_say("goes all-in"), "tap-out": to_say("taps out")})
    sentence = "{game} is not played with a shadow; a player short of chips {short}."


class BoxCannotCoverShadow(Impossible):
    code = "box_cannot_cover_shadow"
    sentence = "{player} would owe {debt} chips, but the box has only {left} left to sell them after the hand."


class NotShortOfChips(Impossible):
    code = "not_short_of_chips"
    sentence = "{player} needs no shadow for {chips} with a stack of {stack}."


class NotYourTurn(AgainstTheRules):
    code = "not_your_turn"
    title = "players act in turn"
    sentence = "It is not {player}'s turn; it is {turn}'s."


class HasSpokenInThisRound(AgainstTheRules):
    code = "has_spoken_in_this_round"
    title = "whoever has acted waits for another turn"
    sentence = "{player} has already acted in this round; it is {turn}'s turn."


class CheckAfterBet(AgainstTheRules):
    code = "check_after_bet"
    title = "nobody checks after a bet"
    sentence = "{player} owes {owed} and cannot check; after a bet they call, raise or fold."


class NoCheckInThisRound(AgainstTheRules):
    code = "no_check_in_this_round"
    title = "nobody checks in a round that has to be opened"
    sentence = "{player} cannot check in this round; they open or fold."


class BringInComesFirst(AgainstTheRules):
    code = "bring_in_comes_first"
    title = "the bring-in comes first"
    sentence = (
        "{player} brings it in: the first round opens with {chips} chips, and nobody checks or folds before that."
    )


class BringInIsAnother(AgainstTheRules):
    code = "bring_in_is_another"
    title = "the bring-in has its own amount"
    sentence = "{player} brings it in with {by}, but the bring-in is {accepted}."


class EarlyBetBinds(AgainstTheRules):
    code = "early_bet_binds"
    title = "a bet out of turn binds"
    sentence = (
        "{player} bet {chips} out of turn, and that binds; the price has gone up since, so they call the other "
        "{owed} or fold."
    )


class LostTheRightToRaise(AgainstTheRules):
    code = "lost_the_right_to_raise"
    title = "whoever bet out of turn does not raise"
    sentence = "{player} bet out of turn and may not raise in this round."


class BettingIsNotReopened(AgainstTheRules):
    code = "betting_is_not_reopened"
    title = "only a full raise opens the betting again"
    sentence = (
        "{player} has acted already, and a raise of {raised} is less than the {least} that would let them raise again."
    )


class RaisesAreCapped(AgainstTheRules):
    code = "raises_are_capped"
    title = "a round has so many raises and no more"
    sentence = (
        "{player} cannot raise: this round has had a bet and {raises} raises, the limit while more than two play. "
        "{player} calls or folds."
    )


class RaiseBelowMinimum(AgainstTheRules):
    code = "raise_below_minimum"
    title = "a bet or raise has a least amount"
    sentence = "{player} bets or raises {by}, but the least is {least} unless they go all-in."


class BetExceedsPot(AgainstTheRules):
    code = "bet_exceeds_pot"
    title = "a raise stays within the pot"
    sentence = "{player} raises {by}, but the pot limit is {most}."


class BetIsNotTheFixedSize(AgainstTheRules):
    code = "bet_is_not_the_fixed_size"
    title = "bets have a fixed size"
    sentence = "{player} bets or raises {by}, but the fixed size is {size}."


class LimitCannotBe(Impossible):
    code = "limit_cannot_be"
    sentence = "This limit is impossible: {because}."


class BetOverLimit(AgainstTheRules):
    code = "bet_over_limit"
    title = "a bet stays within the limit"
    sentence = "{player} bets or raises {by}; the limit is {accepted}."


class PederIsUsed(AgainstTheRules):
    code = "peder_is_used"
    title = "everybody has one large bet in each hand"
    sentence = "{player} has used the one bet of {once} they have in each hand; they may still call those of others."
