"""What a form of a page says is recorded as the API records it; a refusal comes back to the place where it was said.

A form sends a key of its own (`key`), so that a second tap or a second sending of the same form does nothing twice, and for
an act of a hand the version of the night that its page showed (`version`). What waited to be sent was said after other acts that
waited: it sends the keys of those that went out (`after`), and holds if nobody else has done anything since.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from secrets import token_urlsafe
from typing import Any, TypeVar

from flask import g, request
from msgspec.structs import replace

from engine.commands import Command, Waiver
from engine.speech import say
from service.api.context import NEED_VERSION, context
from service.api.refusals import problem_of
from service.app.refusals import Refused
from service.app.seeing import gone_on_by
from service.app.take import IncomingCommand
from service.errors import VersionConflict
from service.errors.problems import WrongBody
from service.reports.views.events import Recording
from service.web.fields_told import in_words
from service.web.night.fields import whole

Result = TypeVar("Result")
# The fields of a form that are no fields of a command.
KEY, VERSION, AFTER, WAIVE, REASON = "key", "version", "after", "waive", "reason"
# So many acts may have gone out before one that waited.
AFTER_MOST = 60
# So many rules are set aside for one act, as in the engine.
WAIVED_MOST = 10
# The field of a form in which a line of shorthand is typed.
LINE = "line"
# What a page can tell where it was said; anything else is a page of its own.
_TOLD_IN_PLACE = (400, 409, 412, 422, 428)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Why something was not done, in a sentence. `waive` is the code of a rule that may be set aside, else empty.

    `said` are the fields of the form that was refused, to be sent again with the waiver. `is_doubt`: no rule forbids it,
    the page asks whether it is meant. `status` is that of the answer. `refusal` is what was raised: a refusal of the rules as
    the engine raised it.
    """

    sentence: str
    code: str
    waive: str
    is_doubt: bool
    status: int
    said: tuple[tuple[str, str], ...]
    refusal: Exception


def attempt(act: Callable[[], Result]) -> Result | Trouble:
    """Does it, or says why not. What is no refusal of what was said goes on its way."""
    try:
        return act()
    except Exception as error:
        problem = problem_of(error)
        if problem.status_code not in _TOLD_IN_PLACE:
            raise
        told: Any = problem.get_json()
        return Trouble(
            sentence=_sentence(error, told["detail"]),
            code=told["code"],
            waive=told["code"] if told.get("waivable") else "",
            is_doubt=bool(getattr(error, "is_doubt", False)),
            status=problem.status_code,
            said=tuple(request.form.items(multi=True)),
            refusal=error.refusal if isinstance(error, Refused) else error,
        )


def _sentence(error: Exception, detail: str) -> str:
    """Why something was not done. How to type it instead is told only of a line that was typed."""
    match error:
        case WrongBody():
            return in_words(error)
        case VersionConflict():
            return say("Something has happened meanwhile, so nothing was done: this is how it is now.")
        case Refused() if request.form.get(LINE):
            return error.whole
        case _:
            return detail


def record(
    night: str, said: Sequence[Command], *, exactly: bool = False, at: str = "", waives: bool = True
) -> Recording:
    """Records the commands of the form under its key, all or none, with the waivers that the form gives.

    `exactly`: only if the night is still at the version of the form (VersionConflict), because its page told an effect.
    `at` is the time of the book at which it happened; now, if none is given. Without `waives`, what the form sets aside is
    meant for another of its buttons.
    """
    waivers = _waivers_given() if waives else ()
    needs_version = exactly or any(type(command) in NEED_VERSION for command in said)
    return context.record(
        night,
        [IncomingCommand(replace(command, waived=(*command.waived, *waivers)), occurred_at=at) for command in said],
        key=_key(*(waiver.rule for waiver in waivers)),
        expected=_decided_on(night, exactly=exactly) if needs_version else None,
    )


def _decided_on(night: str, *, exactly: bool) -> int | None:
    """The version on which the act was decided: that of the page, and what the same device has done on it since."""
    version, before = whole(request.form.get(VERSION, "")), request.form.getlist(AFTER)[:AFTER_MOST]
    if version is None or exactly or not before:
        return version
    return gone_on_by(context.book, night, version, before)


def _waivers_given() -> tuple[Waiver, ...]:
    """The rules that the form sets aside, each with its reason.

    They are more than one where the page asked a second question once the first was answered. The form may have a reason
    of its own before them, as that of a strike.
    """
    waived = [*filter(None, request.form.getlist(WAIVE))][:WAIVED_MOST]
    reasons = request.form.getlist(REASON)[-len(waived) :] if waived else []
    return tuple(Waiver(rule, reason.strip()) for rule, reason in zip_longest(waived, reasons, fillvalue=""))


def new_key() -> str:
    """A key for one form of a page."""
    return token_urlsafe(12)


def key_given() -> str:
    """The key of the form, for what is done under no waiver."""
    return _key()


def _key(*waived: str) -> str:
    """The key of the form. What is said with a waiver is another request than without."""
    return "-".join((request.form.get(KEY) or f"request-{g.request_id}", *waived))
