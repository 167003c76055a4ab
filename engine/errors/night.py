"""Refusals of the evening: opening, seats, rulings, waivers and strikes."""

from collections.abc import Mapping
from typing import Any

from engine.errors.base import AgainstTheRules, Impossible, said
from engine.grammar import event_called
from engine.speech import say, to_say


class NightIsNotOpen(Impossible):
    code = "night_is_not_open"
    sentence = "No night is open; open one first."


class NightIsOpenAlready(Impossible):
    code = "night_is_open_already"
    sentence = "This night is open already."


class NightIsClosed(Impossible):
    code = "night_is_closed"
    sentence = (
        "The night is closed; chips and cards no longer move. What was mistyped is put right by a correction; as long as "
        "nothing is paid, the close can be struck."
    )


class NightIsNotClosed(Impossible):
    code = "night_is_not_closed"
    said_as = said(act={"settle": to_say("settle"), "resolve the gap": to_say("resolve the gap")})
    sentence = "The night is still open; close it before you {act}."


class PlayIsOver(AgainstTheRules):
    code = "play_is_over"
    title = "play ends when the table agreed that it would"
    said_as = said(
        ends={
            "one_bankrupt": to_say("one player has no chips left"),
            "one_left": to_say("all players but one have no chips left"),
            "three_deals": to_say("everyone has dealt three times"),
        }
    )
    sentence = "This table agreed that play ends when {ends}, and now it is so; close the night."


class UnknownRulebook(Impossible):
    code = "unknown_rulebook"
    sentence = "There is no rulebook {rulebook}; there are {known}."


class PlayerIsNotSeated(Impossible):
    code = "player_is_not_seated"
    said_as = said(seated={"none": to_say("nobody yet")})
    sentence = "{player} has not sat down tonight; at the table: {seated}."


class PlayerHasGoneHome(Impossible):
    code = "player_has_gone_home"
    sentence = "{player} has gone home; seat them again first."


class PlayerIsAway(Impossible):
    code = "player_is_away"
    sentence = "{player} is away from the table and takes no part until they are back."


class AlreadySeated(Impossible):
    code = "already_seated"
    sentence = "{player} sits at the table already, on seat {seat}."


class SeatIsTaken(Impossible):
    code = "seat_is_taken"
    sentence = "Seat {seat} is taken by {player}."


class BankerCannotLeave(Impossible):
    code = "banker_cannot_leave"
    sentence = "{player} keeps the bank and stays until the night is closed or the bank passes to another player."


class NamedTwice(Impossible):
    code = "named_twice"
    sentence = "Each may be named only once: {players}."


class NotAnAccountOfARuling(Impossible):
    code = "not_an_account_of_a_ruling"
    sentence = "A ruling cannot move chips from or to {account}; use pot, carry, box or chips:<player>."


class MovesNowhere(Impossible):
    code = "moves_nowhere"
    sentence = "A ruling that moves chips from {account} to {account} moves none; name two different accounts."


class AccountHoldsLess(Impossible):
    code = "account_holds_less"
    sentence = "{account} is {chips} chips short of what the ruling takes from it; move {chips} fewer."


class NothingToWaive(Impossible):
    code = "nothing_to_waive"
    sentence = "The rule “{rule}” is not broken here, so there is nothing to waive."

    def spoken(self, names: Mapping[str, str]) -> dict[str, str]:
        """The details, with the rule in words."""
        return {**super().spoken(names), "rule": AgainstTheRules.told(self.details["rule"])}


class NotAStrike(Impossible):
    code = "not_a_strike"
    sentence = "Strikes are decided over the whole book, not on the night alone."


# How a result is put right where an act has to stand: between hands, during one, and once the night is closed.
WAYS_OUT = {
    "chips": to_say(
        "put the result right, with chips that are passed on or handed back, or with a ruling of the table"
    ),
    "ruling": to_say("put the result right with a ruling of the table"),
    "players": to_say("settle the difference between the players"),
}
WAYS_OUT_TYPED = {
    "chips": to_say(
        "“anna gives bo 1” moves chips between two players, “anna -60” hands them back to the bank, and "
        '“ruling "why" move 1 from bo to anna agreed by anna, bo” does whatever the table decides.'
    ),
    "ruling": to_say('“ruling "why" move 1 from bo to anna agreed by anna, bo” does whatever the table decides.'),
}


class PaymentStands(Impossible):
    code = "payment_stands"
    sentence = (
        "{payer} has paid {payee} {cents} of transfer {transfer} (event {version}), so event {struck} stands. Strike the "
        "payment first if it was never made; else leave everything as it is and settle the difference between the players."
    )
    money = ("cents",)


class UnknownEvent(Impossible):
    code = "unknown_event"
    sentence = "There is no event {version}; the last one is {last}."


class NotAPrimaryEvent(Impossible):
    code = "not_a_primary_event"
    sentence = "Event {version} follows from event {caused_by}; name that one."


class AlreadyVoid(Impossible):
    code = "already_void"
    sentence = "Event {version} is void already, by event {since}; whoever strikes {since} takes that back."


class NothingStandsThere(Impossible):
    code = "nothing_stands_there"
    sentence = "Event {version} is void. The last act before it is event {before}; put it in after that one."
    typed = 'That is typed so: insert after {before} "anna gives bo 1".'


class WasCorrected(Impossible):
    code = "was_corrected"
    sentence = "Event {version} was corrected; event {instead} stands in its place."


class CannotBeCorrected(Impossible):
    code = "cannot_be_corrected"
    sentence = "Event {version} ({kind}) puts no act in its place; strike it, or correct the act itself."

    def say(self, names: dict[str, str] | None = None) -> str:
        """The sentence, with the event's stored name in words."""
        return super().say({**(names or {}), self.details["kind"]: _in_words(self.details["kind"])})


class CannotStandThere(Impossible):
    code = "cannot_stand_there"
    sentence = "A correction puts in what happened at the table; “{kind}” is not among that."

    def say(self, names: dict[str, str] | None = None) -> str:
        """The sentence, with the event's stored name in words."""
        return super().say({**(names or {}), self.details["kind"]: _in_words(self.details["kind"])})


class NothingToPutIn(Impossible):
    code = "nothing_to_put_in"
    sentence = "Say what happened after event {version}; a correction there puts in an act."


class CorrectedTwice(Impossible):
    code = "corrected_twice"
    sentence = "Event {version} is corrected twice here; say once what happened instead."


class PaidByAnotherPlan(Impossible):
    code = "paid_by_another_plan"
    sentence = (
        "With this correction the plan would come out otherwise, and event {version} is a payment by the plan as it is. "
        "Strike the payments first, or settle the difference between the players."
    )


class CannotBeStruck(Impossible):
    code = "cannot_be_struck"
    sentence = "Event {version} ({kind}) cannot be struck; record what is right instead."

    def say(self, names: dict[str, str] | None = None) -> str:
        """The sentence, with the event's stored name in words."""
        return super().say({**(names or {}), self.details["kind"]: _in_words(self.details["kind"])})


class NobodyPlaysHere(Impossible):
    code = "nobody_plays_here"
    sentence = (
        "This night only settles what people owe each other from elsewhere: nobody else sits down, no hand is played, and it "
        "stays closed. Strike its plan to take it back, or correct the numbers."
    )


class StrikeConflicts(Impossible):
    code = "strike_conflicts"
    said_as = said(way=WAYS_OUT)
    sentence = (
        "Without the struck events, event {version} ({kind}) would not be possible: {because} Strike it as "
        "well, or leave everything as it is and {way}."
    )
    sentence_of_several = (
        "Without the struck events, event {version} ({kind}) would not be possible: {because} Nor would {listed}. "
        "Strike them all as well, or leave everything as it is and {way}."
    )
    told_at_most = 5

    def say(self, names: dict[str, str] | None = None) -> str:
        """The sentence with the first events that would no longer be possible; the details hold all of them."""
        others = self.details.get("others", ())
        if not others:
            return super().say({**(names or {}), self.details["kind"]: _in_words(self.details["kind"])})
        listed = ", ".join(_event_told(other, names or {}) for other in others[: self.told_at_most])
        left = len(others) - self.told_at_most
        return say(
            self.sentence_of_several,
            **self.spoken(names or {})
            | {
                "kind": _in_words(self.details["kind"]),
                "listed": say("{events} and {left} more", events=listed, left=left) if left > 0 else listed,
            },
        )

    def how_typed(self, names: dict[str, str] | None = None) -> str:
        """How the result is put right as lines, where the night still takes them."""
        typed = self.typed or WAYS_OUT_TYPED.get(self.details["way"], "")
        return say(typed, **self.spoken(names or {})) if typed else ""


class CorrectionConflicts(StrikeConflicts):
    code = "correction_conflicts"
    sentence = (
        "After this correction, event {version} ({kind}) would not be possible: {because} Say also what "
        "happened instead, strike it too, or let nothing count from there on."
    )
    sentence_of_several = (
        "After this correction, event {version} ({kind}) would not be possible: {because} Nor would {listed}. Say "
        "also what happened instead, strike them too, or let nothing count from there on."
    )
    typed = (
        'In the same line: what happened instead (and {version} to "…"), a strike (and strike {version}), or nothing from '
        "there on (and stop at {version})."
    )


def _event_told(event: Mapping[str, Any], names: Mapping[str, str]) -> str:
    player = event["player"]
    inside = [_in_words(event["kind"]), *([names.get(player, player)] if player else [])]
    return f"{event['version']} ({', '.join(inside)})"


def _in_words(kind: str) -> str:
    """The stored name of an event in words: `bet_called` is “bet called”."""
    return event_called(kind).replace("_", " ")
