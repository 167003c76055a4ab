"""Tables of requests and disputes."""

from engine.reports.disputes import end_text, word_text
from engine.speech import say_as
from engine.wording import Voice
from service.reports.disputes import DisputeLine, dispute_state_text
from service.reports.forms.column import (
    CSV,
    CURRENCY_BESIDE,
    MONEY,
    NUMBER,
    PLAYER,
    TIME,
    WORDS,
    Column,
    Setting,
    Table,
    worded,
)
from service.reports.requests import RequestLine, request_kind_text, request_state_text


def _chips_given(request: RequestLine) -> int | None:
    return None if request.kind == "payment" else request.given


def _cents_given(request: RequestLine) -> int | None:
    return request.given if request.kind == "payment" else None


REQUESTS: Table[RequestLine] = Table(
    columns=(
        Column("request", NUMBER, lambda request: request.number, CSV),
        Column("asked in event", NUMBER, lambda request: request.version, CSV),
        Column("time", TIME, lambda request: request.occurred_at, CSV),
        Column("player", PLAYER, lambda request: request.player, CSV),
        Column("kind", WORDS, request_kind_text, CSV),
        Column("what", WORDS, lambda request: request.told, CSV),
        Column("chips", NUMBER, lambda request: request.chips, CSV),
        Column("transfer", NUMBER, lambda request: request.transfer, CSV),
        CURRENCY_BESIDE,
        Column("amount", MONEY, lambda request: request.cents, CSV),
        Column("state", WORDS, lambda request: request_state_text(request.state), CSV),
        Column("ended in event", NUMBER, lambda request: request.ended_in, CSV),
        Column("chips given", NUMBER, _chips_given, CSV),
        Column("amount recorded", MONEY, _cents_given, CSV),
        Column("outcome", WORDS, lambda request: request.end, CSV),
    )
)


def _answers(dispute: DisputeLine, setting: Setting) -> str:
    return " / ".join(f"{setting.name(answer.by)}: {answer.words}" for answer in dispute.answers)


def _words_of_bank(dispute: DisputeLine, setting: Setting) -> str:
    return " / ".join(word_text(word, Voice(setting.names)) for word in dispute.words_of_bank)


def _end(dispute: DisputeLine, setting: Setting) -> str:
    return end_text(dispute, Voice(setting.names, setting.currency))


DISPUTES: Table[DisputeLine] = Table(
    columns=(
        Column("dispute", NUMBER, lambda dispute: dispute.number, CSV),
        Column("raised in event", NUMBER, lambda dispute: dispute.version, CSV),
        Column("time", TIME, lambda dispute: dispute.occurred_at, CSV),
        Column("player", PLAYER, lambda dispute: dispute.by, CSV),
        Column("about event", NUMBER, lambda dispute: dispute.event, CSV),
        Column(
            "missing after it",
            WORDS,
            lambda dispute: say_as("an event of a dispute", "missing") if dispute.missing else "",
            CSV,
        ),
        Column("what", WORDS, lambda dispute: dispute.about, CSV),
        Column("words", WORDS, lambda dispute: dispute.words, CSV),
        Column("answers", worded(_answers), lambda dispute: dispute, CSV),
        Column("the bank's word", worded(_words_of_bank), lambda dispute: dispute, CSV),
        Column("state", WORDS, lambda dispute: dispute_state_text(dispute.state), CSV),
        Column("ended in event", NUMBER, lambda dispute: dispute.ended_in, CSV),
        Column("outcome", worded(_end), lambda dispute: dispute, CSV),
    )
)
