"""The pages of a night afterwards, its report and any moment of it; and those of a season and of one's own account."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from markupsafe import Markup

from engine.ids import ClubId, PlayerId
from engine.reports.sources import Source
from engine.speech import say, to_say
from service.api.access import member
from service.api.context import context
from service.app import people
from service.app.looking_back import report as report_page
from service.app.looking_back import standings
from service.app.looking_back.standings import Question
from service.app.night.settling import account
from service.language.local_time import clock_in
from service.people.rights import STRANGER, Deed, may
from service.reports.views.movements import MoveView
from service.reports.views.replay import linked, replay, where_to_begin
from service.reports.views.visible_night import VisibleNight
from service.web.acting import Trouble, attempt, new_key, whole
from service.web.site import Room, day_text, on_to, packed, page

blueprint = Room("afterwards")


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What every page of a night says of it, and what its reader may do there.

    `people` are those who may dispute something, for whoever may raise it for others: themself first. `oneself` is the
    reader if they were there, else None.
    """

    id: str
    name: str
    day: str
    runs_bank: bool
    open_disputes: int
    oneself: PlayerId | None
    people: tuple[tuple[PlayerId, str], ...]

    @property
    def may_dispute(self) -> bool:
        """Whether the reader may raise a dispute."""
        return self.runs_bank or self.oneself is not None


def heading_of(view: VisibleNight) -> Heading:
    """The heading for whoever asks."""
    who, club = context.who, view.opened.club
    there = dict.fromkeys((*view.night.people, *view.night.bankers))
    here = who.known_in(view.night)
    oneself = here if may(who, Deed.SAY_FOR_ONESELF, club) and here in there else None
    first = view.records[0].occurred_at
    order = sorted(there, key=lambda player: player != oneself)
    return Heading(
        id=view.night_id,
        name=view.opened.name or day_text(first, view.opened.zone),
        day=day_text(first, view.opened.zone) if view.opened.name else "",
        runs_bank=view.sees_cards,
        open_disputes=len(view.night.open_disputes),
        oneself=oneself,
        people=tuple((player, view.name(player)) for player in order),
    )


def sentence_on_page(view: VisibleNight, sentence: str) -> Markup:
    """A sentence of the book with coloured cards; a number of an event leads to the table at that event."""
    return linked(view, sentence, at=f"/nights/{view.night_id}/replay/")


# The report


# Which parts of the report stand on which of its pages; the book of all events is the replay.
REPORT = {
    "report": ("summary", "stacks", "details", "proof"),
    "report/accounts": ("stacks", "accounts"),
    "report/hands": ("hands",),
}
ID = re.compile(r'\bid="([^"]+)"')
LINK = re.compile(r'(<a [^>]*?\bhref=")#([^"]+)')
EVENT = re.compile(r"event-(\d+)")


@blueprint.get("/nights/<night:night>/report", needs=Deed.SEE_REPORTS)
def report(night: str) -> Response:
    """The report: what the night comes to, and the files of it."""
    return _report(night, "report")


@blueprint.get("/nights/<night:night>/report/accounts", needs=Deed.SEE_REPORTS)
def report_accounts(night: str) -> Response:
    """Everybody's account, line by line."""
    return _report(night, "report/accounts")


@blueprint.get("/nights/<night:night>/report/hands", needs=Deed.SEE_REPORTS)
def report_hands(night: str) -> Response:
    """Every hand of the report."""
    return _report(night, "report/hands")


def _report(night: str, shown: str) -> Response:
    view = context.see_proven(night)
    parts = report_page.parts_for(context.book, view)
    places = {
        name: f"/nights/{night}/{one}"
        for one in reversed(REPORT)
        for part in REPORT[one]
        for name in ID.findall(parts[part])
    }
    here = {name for part in REPORT[shown] for name in ID.findall(parts[part])}

    def led(link: re.Match[str]) -> str:
        """A link within the report leads to the page on which its place stands, and an event to the table at that event."""
        start, name = link.groups()
        if name in here:
            return f"{start}#{name}"
        event = EVENT.fullmatch(name)
        replayed = f"/nights/{night}/replay" + (f"/{event[1]}" if event else "")
        return f"{start}{places[name]}#{name}" if name in places else f"{start}{replayed}"

    sections = "".join(LINK.sub(led, parts[part]) for part in REPORT[shown])
    # Made from parts that their template has escaped.
    return page(
        "afterwards/report.html",
        heading=heading_of(view),
        shown=shown,
        head=parts["head"],
        chat=report_page.for_chat(view),
        receipt=report_page.receipt_in_words(context.book, view),
        sections=Markup(sections),  # noqa: S704
        look="report",
    )


@blueprint.get("/pages/<any(report, season):look>.css", needs=Deed.ASK)
def style(look: str) -> Response:
    """The style of a report or of standings, as their files have it."""
    response = Response(report_page.style(look), mimetype="text/css", headers={"Cache-Control": "no-cache"})
    response.add_etag()
    return packed(response)


# The replay

# Where somebody is, as their seat says it; at the table and in the hand is where everybody is.
PLACES = {
    "in the hand": "",
    "at the table": "",
    "at the showdown": to_say("at the showdown"),
    "folded": to_say("folded"),
    "deals": to_say("deals"),
    "away": to_say("away"),
    "gone home": to_say("gone home"),
}


@blueprint.get("/nights/<night:night>/replay", needs=Deed.SEE_NIGHTS)
def replayed(night: str) -> Response:
    """Leads to the first hand of the night, or to the event that the form asks for."""
    view = context.see(night)
    at = whole(request.args.get("at", ""))
    at = where_to_begin(view) if at is None else at
    return on_to(f"/nights/{night}/replay/{min(max(at, 1), view.version)}")


@blueprint.get("/nights/<night:night>/replay/<version:version>", needs=Deed.SEE_NIGHTS)
def replayed_at(night: str, version: int) -> Response:
    """The table as it stood at an event, and why each chip moved."""
    return replay_page(context.see(night), version)


def replay_page(view: VisibleNight, version: int, *, trouble: Trouble | None = None) -> Response:
    """The same; with the trouble that a dispute raised from here has met."""
    result = replay(view, version)
    return page(
        "afterwards/replay.html",
        heading=heading_of(view),
        replay=result,
        moved=_by_rule(result.shown.moves),
        night_clock=clock_in(view.opened.zone),
        named=view.name,
        places=lambda place: say(PLACES[place]) if PLACES[place] else "",
        told=partial(sentence_on_page, view),
        key=new_key(),
        trouble=trouble,
        said=dict(trouble.said) if trouble else {},
    )


def _by_rule(moves: Sequence[MoveView]) -> list[tuple[Source, list[MoveView]]]:
    """The moves by their rule, which is said once even if it moved chips of several people."""
    results: dict[Source, list[MoveView]] = {}
    for move in moves:
        results.setdefault(move.why, []).append(move)
    return list(results.items())


# What may be asked for, by the name that the address has for it.
ASKED = {"from": "since", "to": "until", "rulebook": "rulebook", "game": "game"}


@blueprint.get("/standings", needs=Deed.ASK)
def own_standings() -> Response:
    """The standings of the reader's own club. A stranger is led to the only club that publishes its own, or to sign in."""
    club = context.who.club
    if club is not None:
        context.insist_in_club(Deed.SEE_STANDINGS, club)
        return _standings(club)
    published = [
        one.id for one in people.clubs_shown_to(context.book, context.who).clubs if "standings" in one.published
    ]
    if len(published) == 1:
        return on_to(f"/clubs/{published[0]}/standings")
    if context.who == STRANGER:
        return on_to("/sign-in")
    return page("afterwards/clubs.html", clubs=people.clubs_shown_to(context.book, context.who).clubs)


@blueprint.get("/clubs/<club:club>/standings", needs=Deed.SEE_STANDINGS)
def standings_of_club(club: str) -> Response:
    """The standings of a club, for its members and for everybody if it publishes them."""
    return _standings(club)


@blueprint.get("/clubs/<club:club>/standings.csv", needs=Deed.SEE_STANDINGS)
def standings_as_table(club: str) -> Response:
    """The same as one table for a spreadsheet."""
    table = standings.as_csv(context.book, club, _question())
    named = {"Content-Disposition": 'attachment; filename="standings.csv"'}
    return Response(table, content_type="text/csv; charset=utf-8", headers=named)


@blueprint.get("/me/account", needs=Deed.SEE_CLUB)
def own_account() -> Response:
    """What the reader has won, paid and still open over all nights of their club."""
    club, player = member()
    result = account(context.book, club, player)
    return page("afterwards/account.html", account=result)


def _standings(club: ClubId) -> Response:
    question = _question()
    parts = attempt(lambda: standings.as_parts(context.book, club, question))
    trouble = parts if isinstance(parts, Trouble) else None
    asked = {name: value for name in ASKED if (value := request.args.get(name, ""))}
    return page(
        "afterwards/standings.html",
        parts=None if trouble else parts,
        chat="" if trouble else standings.for_chat(context.book, club, question),
        trouble=trouble,
        club=people.club(context.book, club),
        played=standings.played(context.book, club),
        asked=asked,
        query=f"?{urlencode(asked)}" if asked else "",
        look="season",
    )


def _question() -> Question:
    stated: dict[str, Any] = {field: request.args.get(name, "").strip()[:120] for name, field in ASKED.items()}
    return Question(**stated)
