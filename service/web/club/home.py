"""The first page, and how a night is opened: for a member their club's nights, for a stranger what clubs publish."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from babel.dates import format_date
from flask import Response, request

from engine.grammar import capital
from engine.ids import ClubId
from engine.library import BOOK_NAMES
from service.api.access import me
from service.api.context import context, cookie_given, insist_on_our_page
from service.api.routes import needs
from service.app import club as use_case
from service.app.night.open_night import WAYS_TO_SETTLE, Usual, head_of, open_night, usual_opening
from service.app.permission import actor_of
from service.app.refusals import OpeningRefused
from service.errors.problems import SignInNeeded
from service.language.languages import LANGUAGES, language_spoken
from service.language.local_time import clock_in
from service.people.access.rights import Deed, may
from service.people.access.who import SESSION_SECONDS
from service.reports.views.visible_night import VisibleNight
from service.web.acting import KEY, Trouble, attempt, new_key
from service.web.site import SCHEMES, on_to, page, room

blueprint = room("home")
# A browser would take what begins with two slashes, or with a slash and a backslash, for the address of another site.
OUR_PATH = re.compile(r"/(?![/\\]).{0,300}")
# The fields of the form by which a night is opened, in its order, each with its key in the head of a night.
IN_THE_HEAD = {
    "night": "night",
    "newcomers": "players",
    "bank": "bank",
    "money": "money",
    "loan": "loan",
    "rulebook": "rulebook",
    "settles": "settles",
}
# What the page of a guest who waits says of itself when it looks again.
WAITED = "waited"


@blueprint.get("/")
@needs(Deed.ASK)
def home() -> Response:
    """The nights of a member's club, with the one that is played first; else what clubs publish, and how to sign in."""
    who = context.who
    if who.club is None or not may(who, Deed.SEE_NIGHTS, who.club):
        known = me()
        return page(
            "people/welcome.html",
            me=known,
            # The page of a guest who waits looks again by itself; whoever waits no more is in, or was sent away.
            sent_away=known.who == "stranger" and bool(request.args.get(WAITED)),
            clubs=use_case.published(context.book),
            languages=LANGUAGES.values(),
            schemes=SCHEMES,
        )
    shown = use_case.home(context.book, who.club, who.player, cursor=request.args.get("after"))
    if request.args.get(WAITED) and (night := _came_to()):
        return on_to(f"/nights/{night}")
    usual = None
    if may(who, Deed.RUN_BANK, who.club) and not shown.now and shown.past:
        usual = usual_opening(context.book, who.club)
    return page(
        "people/home.html",
        shown=shown,
        usual=usual,
        called=_called(usual) if usual else "",
        key=new_key(),
        languages=LANGUAGES.values(),
        schemes=SCHEMES,
    )


def _came_to() -> str:
    """The night whose code this browser came in by; empty for one that came by another way."""
    session = context.credentials.session(cookie_given())
    return session.night if session else ""


def _called(usual: Usual) -> str:
    """What a night is called if nobody says otherwise: as the last one, or after the day of the week."""
    today = clock_in(usual.zone).moment(context.book.now())
    return usual.name or capital(format_date(today, "EEEE", locale=language_spoken().locale))


@blueprint.get("/open")
@needs(Deed.RUN_BANK)
def opening_page() -> Response:
    """What has to be said of a night before it is opened, filled in as usual."""
    usual = usual_opening(context.book, club_of_reader())
    said = {
        "night": _called(usual),
        "money": usual.money,
        "loan": str(usual.loan),
        "rulebook": usual.rulebook,
        "settles": usual.settles,
        "bank": usual.bank or _own_name(),
    }
    return _opening_page(usual, said, usual.players)


@blueprint.post("/open")
@needs(Deed.RUN_BANK)
def open_one() -> Response:
    """Opens the night and leads to its table; refused, the same page again with what was said."""
    club, key = club_of_reader(), request.form.get(KEY, "")
    usual = usual_opening(context.book, club)
    said = {name: request.form.get(name, "") for name in IN_THE_HEAD if name != "newcomers"}
    playing = [*request.form.getlist("player"), *_listed(request.form.get("newcomers", ""))]
    # Whoever keeps the bank plays, so that is not said twice.
    players = dict.fromkeys([*playing, *([said["bank"]] if said["bank"] else [])])

    def begin() -> VisibleNight:
        head = head_of(usual, {**_without_price(said), "players": ", ".join(players)})
        return open_night(context.book, head, key=key, actor=actor_of(context.who))

    opened = attempt(begin)
    if isinstance(opened, Trouble):
        return _opening_page(usual, said, playing, opened)
    return on_to(f"/nights/{opened.night_id}")


@blueprint.post("/preferences")
@needs(Deed.ASK)
def prefer() -> Response:
    """Keeps the language of this browser, or how its pages are lit, and leads back."""
    insist_on_our_page()
    response = on_to(way_back())
    for name, choices in (("language", LANGUAGES), ("scheme", SCHEMES)):
        said = request.form.get(name, "")
        if said in choices:
            response.set_cookie(name, said, max_age=SESSION_SECONDS, path="/", samesite="Lax")
    return response


def way_back(otherwise: str = "/") -> str:
    """The page of ours that a form names to lead back to; the other one if it names none."""
    said = request.form.get("back", "")
    return said if OUR_PATH.fullmatch(said) and said.isprintable() else otherwise


def _opening_page(
    usual: Usual, said: Mapping[str, str], playing: Sequence[str], trouble: Trouble | None = None
) -> Response:
    known = dict.fromkeys(usual.members)
    refusal = trouble.refusal if trouble else None
    wrong = (
        dict(zip(refusal.details["at"], refusal.details["why"], strict=True))
        if isinstance(refusal, OpeningRefused)
        else {}
    )
    return page(
        "people/open.html",
        usual=usual,
        said=said,
        playing=playing,
        newcomers=", ".join(name for name in playing if name not in known),
        rulebooks=BOOK_NAMES,
        ways=WAYS_TO_SETTLE,
        # Told beside the field, where the form has one for it.
        trouble=None if wrong and wrong.keys() <= {*IN_THE_HEAD.values()} else trouble,
        faults={name: wrong[key] for name, key in IN_THE_HEAD.items() if key in wrong},
        status=trouble.status if trouble else 200,
        key=request.form.get(KEY) or new_key(),
    )


def _without_price(said: Mapping[str, str]) -> dict[str, str]:
    """What is said, by the keys of a head; a comma in a price is a point, as people here type it."""
    return {**said, "money": said["money"].replace(",", ".")}


def _listed(text: str) -> list[str]:
    return [name for one in text.split(",") if (name := " ".join(one.split()))]


def _own_name() -> str:
    return me().name or ""


def club_of_reader() -> ClubId:
    """The club of whoever asks. Refuses whoever has none, as the keeper of the book (SignInNeeded)."""
    if context.who.club is None:
        raise SignInNeeded
    return context.who.club
