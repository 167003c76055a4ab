"""Refusals of disputes, their answers and how they end."""

from engine.errors.base import Impossible


class DisputeIsWordless(Impossible):
    code = "dispute_is_wordless"
    sentence = "A dispute is words and nothing else; say what is wrong."


class TooManyDisputes(Impossible):
    code = "too_many_disputes"
    sentence = "{player} has {most} open disputes, and one player has no more; resolve or withdraw one first."


class NightHasTooManyDisputes(Impossible):
    code = "night_has_too_many_disputes"
    sentence = "{most} disputes were raised tonight, and no more are taken; answer or resolve those there are."


class DisputeIsNumberedOtherwise(Impossible):
    code = "dispute_is_numbered_otherwise"
    sentence = "The next dispute of this night is number {next}, not {number}; leave the number out."


class TooManyAnswers(Impossible):
    code = "too_many_answers"
    sentence = "Dispute {number} has {most} answers, and no more are taken; resolve it, or let it be withdrawn."


class UnknownDispute(Impossible):
    code = "unknown_dispute"
    sentence = "There is no dispute {number} tonight; raised so far: {raised}."


class DisputeIsOver(Impossible):
    code = "dispute_is_over"
    sentence = "Dispute {number} is {state} already; raise a new one if it goes on."


class NotTheirDispute(Impossible):
    code = "not_their_dispute"
    sentence = "{raised_by} raised dispute {number}, so {player} cannot end it, but can answer it."


class WithdrawalIsNameless(Impossible):
    code = "withdrawal_is_nameless"
    sentence = "Only {raised_by}, who raised dispute {number}, can take it back; say that it is {raised_by} who does."
    typed = "That is typed “withdraw dispute {number} by {raised_by}”."


class NoWordToAgreeTo(Impossible):
    code = "no_word_to_agree_to"
    sentence = (
        "The bank has not said how dispute {number} ends, so there is nothing for {player} to agree to; {player} can "
        "withdraw the dispute."
    )


class BanksWordIsAnother(Impossible):
    code = "banks_word_is_another"
    sentence = "The bank's last word on dispute {number} is event {last}, not {version}; read it, and agree to that if it is right."


class SaidBySomebody(Impossible):
    code = "said_by_somebody"
    sentence = (
        "Event {version} is what {player} said in dispute {number}, and no strike, undo or correction makes it void; only "
        "{player} can withdraw the dispute, and what was said by mistake is answered."
    )
    typed = "Taking it back is typed “withdraw dispute {number} by {player}”."


class ResolutionIsMissing(Impossible):
    code = "resolution_is_missing"
    sentence = (
        "Say what ends dispute {number}: the number of a strike, a correction or a ruling, or in words what the table "
        "agreed on."
    )


class UnknownDisputedEvent(Impossible):
    code = "unknown_disputed_event"
    sentence = "This night has no event {version}, so nobody can dispute it; the last one is {last}."


class DisputedEventIsVoid(Impossible):
    code = "disputed_event_is_void"
    sentence = "Event {version} is void since event {since} and counts no more; dispute event {instead} instead."


class ResolvesNoDispute(Impossible):
    code = "resolves_no_dispute"
    sentence = (
        "Event {version} is no strike, correction or ruling in force made after dispute {number} was raised; name one, or "
        "say in words how it ends."
    )
