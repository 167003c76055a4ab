"""What players asked for and said themselves, and what became of it, as a spreadsheet reads it."""

from service.reports.forms.column import CSV, Column, Table
from service.reports.forms.kinds import CURRENCY_BESIDE, MONEY, NUMBER, PLAYER, TIME, WORDS
from service.reports.requests import RequestLine, request_kind_told, request_state_told


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
        Column("kind", WORDS, request_kind_told, CSV),
        Column("what", WORDS, lambda request: request.told, CSV),
        Column("chips", NUMBER, lambda request: request.chips, CSV),
        Column("transfer", NUMBER, lambda request: request.transfer, CSV),
        CURRENCY_BESIDE,
        Column("amount", MONEY, lambda request: request.cents, CSV),
        Column("state", WORDS, lambda request: request_state_told(request.state), CSV),
        Column("ended in event", NUMBER, lambda request: request.ended_in, CSV),
        Column("chips given", NUMBER, _chips_given, CSV),
        Column("amount recorded", MONEY, _cents_given, CSV),
        Column("outcome", WORDS, lambda request: request.end, CSV),
    )
)
