"""Refusals of what players ask for and say themselves, and of the banker's answers."""

from engine.errors.base import Impossible, said
from engine.speech import to_say


class UnknownRequest(Impossible):
    code = "unknown_request"
    sentence = "There is no request {number} tonight; made so far: {made}."


class RequestIsOver(Impossible):
    code = "request_is_over"
    said_as = said(
        state={
            "approved": to_say("approved"),
            "declined": to_say("declined"),
            "withdrawn": to_say("withdrawn"),
            "lapsed": to_say("over since the close"),
        }
    )
    sentence = "Request {number} is {state} already; the player may ask again."


class RequestIsOfAnother(Impossible):
    code = "request_is_of_another"
    sentence = "{asked_by} made request {number}, so {player} cannot withdraw it."


class RequestIsNumberedOtherwise(Impossible):
    code = "request_is_numbered_otherwise"
    sentence = "The next request of this night is number {next}, not {number}; leave the number out."


class NightHasTooManyRequests(Impossible):
    code = "night_has_too_many_requests"
    sentence = "{most} requests were made tonight, and no more are taken; the banker records what is needed."


class AsksAlready(Impossible):
    code = "asks_already"
    said_as = said(what={"chips": to_say("chips"), "count": to_say("a count"), "payment": to_say("a payment")})
    sentence = "Request {number} of {player} ({what}) is open; withdraw it first, or wait for the banker."


class NotWhatWasAsked(Impossible):
    code = "not_what_was_asked"
    said_as = said(what={"chips": to_say("chips"), "count": to_say("a count"), "payment": to_say("a payment")})
    sentence = (
        "Request {number} of {player} ({what}) asks for something else; record this without it, or approve the request."
    )


class MoreThanWasAsked(Impossible):
    code = "more_than_was_asked"
    sentence = "{player} asks for {asked} chips in request {number}; {chips} are more. Approve as many or fewer."


class OnlyChipsCanBeFewer(Impossible):
    code = "only_chips_can_be_fewer"
    sentence = "Request {number} asks for no chips, so it is approved as it is or declined; leave the chips out."


class NothingIsCounted(Impossible):
    code = "nothing_is_counted"
    sentence = "{player} has no count that holds; say what you counted, and the banker accepts it."


class CountIsAnother(Impossible):
    code = "count_is_another"
    sentence = "{player} has {chips} chips counted, not {said}; confirm that, say your own count or dispute it."


class CountIsConfirmed(Impossible):
    code = "count_is_confirmed"
    sentence = "{player} has confirmed the count of {chips} chips already."


class NotThePayer(Impossible):
    code = "not_the_payer"
    sentence = "{payer} pays transfer {number}, so {player} cannot say that it was paid."


class NotThePayee(Impossible):
    code = "not_the_payee"
    sentence = "{payee} receives transfer {number}, so {player} cannot confirm it."


class TransferIsOfOthers(Impossible):
    code = "transfer_is_of_others"
    sentence = (
        "It speaks of transfer {number} from {payer} to {payee}, and that would be one from {now_payer} to {now_payee}."
    )


class PaymentIsConfirmed(Impossible):
    code = "payment_is_confirmed"
    sentence = "Transfer {number} is paid, and {payee} has confirmed it."


class ConfirmsTooMuch(Impossible):
    code = "confirms_too_much"
    sentence = "Of transfer {number}, {waiting} waits to be confirmed, and {cents} is more; confirm that first."
    money = ("waiting", "cents")


class ClaimsStand(Impossible):
    code = "claims_stand"
    sentence = "{player} says that transfer {transfer} is paid (request {number}); confirm or decline that before another plan."
