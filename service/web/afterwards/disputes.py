"""The disputes of a night: raised from any event, answered, resolved and withdrawn, with both sides' words."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Response, request

from service.api.bodies import command_from
from service.api.context import context
from service.api.routes import needs
from service.people.access.rights import Deed
from service.reports.views.events import Recording, one_event
from service.reports.views.looking_back.disputes import disputes_so_far
from service.reports.views.visible_night import VisibleNight
from service.web.acting import Trouble, attempt, new_key, record
from service.web.afterwards.looking_back import heading_of, replay_page, told_on_page
from service.web.night.fields import whole
from service.web.site import on_to, page, room

blueprint = room("disputes")

# What may be said of a dispute, by the type of the command: its fields.
FIELDS: dict[str, tuple[str, ...]] = {
    "raise_dispute": ("by", "event", "missing", "words"),
    "answer_dispute": ("dispute", "by", "words"),
    "resolve_dispute": ("dispute", "event", "words"),
    "agree_to_banks_word": ("dispute", "by", "word"),
    "withdraw_dispute": ("dispute", "by", "words"),
}
NUMBERS = ("dispute", "event", "word")


@blueprint.get("/nights/<night:night>/disputes")
@needs(Deed.SEE_NIGHTS)
def disputes(night: str) -> Response:
    """Every dispute of the night, the open ones first."""
    return disputes_page(context.see(night))


@blueprint.post("/nights/<night:night>/disputes")
@needs(Deed.SAY)
def say(night: str) -> Response:
    """Records what the form says of a dispute. Who may say it is decided when it is known what it is."""
    # The page that says why something was not done shows the night.
    context.insist_at_night(Deed.SEE_NIGHTS, night)
    done = attempt(lambda: record(night, [command_from(_said())]))
    if not isinstance(done, Trouble):
        return on_to(f"/nights/{night}/disputes#dispute-{_number(done)}")
    seen, shown = context.see(night), whole(request.form.get("shown", ""))
    if shown is not None and 1 <= shown <= seen.version:
        return replay_page(seen, shown, trouble=done)
    return disputes_page(seen, trouble=done)


def disputes_page(seen: VisibleNight, *, trouble: Trouble | None = None) -> Response:
    """The page; with the trouble that something said of a dispute has met."""
    said = dict(trouble.said) if trouble else {}
    return page(
        "afterwards/disputes.html",
        heading=heading_of(seen),
        version=seen.version,
        found=disputes_so_far(seen),
        named=seen.name,
        told=partial(told_on_page, seen),
        key=new_key,
        trouble=trouble,
        said=said,
        asked=_asked(seen),
    )


def _asked(seen: VisibleNight) -> int | None:
    """The event that a new dispute is about, as the address asks for it; None for the night as a whole."""
    asked = request.args.get("event", "")
    if not (asked.isascii() and asked.isdecimal() and len(asked) <= 9):
        return None
    return one_event(seen, int(asked)).version


def _said() -> dict[str, Any]:
    """The command as the form says it; a field that is empty is not said."""
    kind = request.form.get("type", "")
    said: dict[str, Any] = {"type": kind}
    for name in FIELDS.get(kind, ()):
        value = request.form.get(name, "").strip()
        if value:
            said[name] = int(value) if name in NUMBERS and value.isdecimal() and len(value) <= 9 else value
    if "missing" in said:
        said["missing"] = True
    if kind == "resolve_dispute":
        said["agreed_by"] = request.form.getlist("agreed_by")
    return said


def _number(recorded: Recording) -> int:
    data = recorded.events[0].data
    return int(data.get("number") or data["dispute"])
