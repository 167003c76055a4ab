"""The page on which nights of earlier years come in as files, and the book's own go out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from flask import Response, request

from engine.ids import ClubId
from service.api.bodies import body_as
from service.api.context import context
from service.api.exchange import OF_A_CLUB
from service.app import people
from service.app.exchange import exports, uploads
from service.app.permission import actor_of
from service.app.refusals import ImportIsNotThere
from service.language.payload_limits import NAME_MAX
from service.people.rights import Deed, may
from service.reports.views.exchange import ImportAnswers, ImportView
from service.web.acting import Trouble, go_on, key_given, new_key, number_if_any, text
from service.web.club import club_of_reader
from service.web.site import Room, on_to, page

blueprint = Room("in_and_out")
HERE = "/in-and-out"
# Of a long list the first are shown; the API has all.
NIGHTS_SHOWN = 60
# Fields of the answers that a form has once.
ANSWERED = ("gap", "dates", "decimals", "currency", "tournament", "name", "banker", "sheet")
# They are of nights that are over, in one currency.
OF_RESULTS = ("results.csv", "results.xlsx", "ledger.csv")
# A field that asks about somebody is called this, and then the name in the files.
WHO = "mapped:"


@blueprint.get(HERE, needs=Deed.RUN_BANK)
def everything() -> Response:
    """What can come in and go out, and what came in before."""
    return _everything(club_of_reader())


def _everything(club: ClubId, trouble: Trouble | None = None) -> Response:
    return page(
        "exchange/all.html",
        club=people.club(context.book, club),
        imports=uploads.listed(context.book, club).imports,
        exports=list(_exports(club)),
        trouble=trouble,
        key=new_key(),
    )


def _exports(club: ClubId) -> Iterator[tuple[str, str]]:
    """The files that the reader may have, and the currency of each of which there is one a currency."""
    currencies = exports.currencies_of(context.book, club)
    for name, one in OF_A_CLUB.items():
        if not may(context.who, one.deed, club):
            continue
        if name not in OF_RESULTS:
            yield name, ""
        elif len(currencies) < 2:
            yield from ((name, "") for _ in currencies)
        else:
            yield from ((name, currency) for currency in currencies)


@blueprint.post(f"{HERE}/imports", needs=Deed.RUN_BANK)
def bring() -> Response:
    """Takes the files that were chosen, and leads to where they are read."""
    club = club_of_reader()
    files = [(one.filename or "", one.read()) for one in request.files.getlist("files") if one.filename]
    return go_on(
        lambda: uploads.begin(context.book, club, files, actor=actor_of(context.who), key=key_given()),
        lambda begun: f"{HERE}/{begun.id}",
        partial(_everything, club),
    )


@blueprint.get(f"{HERE}/<upload:upload>", needs=Deed.RUN_BANK)
def one(upload: str) -> Response:
    """One import: what would be recorded, what is asked, and how far it is."""
    return _one(upload)


def _one(upload: str, trouble: Trouble | None = None) -> Response:
    shown = uploads.shown(context.book, club_of_reader(), upload)
    return page(
        "exchange/one.html",
        shown=shown,
        preview=shown.preview,
        nights_shown=NIGHTS_SHOWN,
        nights=uploads.nights_called(context.book, club_of_reader(), shown, NIGHTS_SHOWN),
        known=[one for one in shown.preview.people if one.how != "known"],
        of_name=WHO,
        trouble=trouble,
    )


@blueprint.post(f"{HERE}/<upload:upload>/answers", needs=Deed.RUN_BANK)
def answer(upload: str) -> Response:
    """Says what the buttons and fields of the form say, and has the files read again."""
    stated: dict[str, object] = {name: value[:NAME_MAX] for name in ANSWERED if (value := text(name))}
    mapped = {
        name.removeprefix(WHO): value.strip()
        for name, value in request.form.items()
        if name.startswith(WHO) and value.strip()
    }
    if unit := number_if_any("unit"):
        stated["unit"] = unit
    answers = {**stated, "mapped": mapped}
    return _done(
        upload, lambda: uploads.answer(context.book, club_of_reader(), upload, body_as(answers, ImportAnswers))
    )


@blueprint.post(f"{HERE}/<upload:upload>/recording", needs=Deed.RUN_BANK)
def record(upload: str) -> Response:
    """Has it recorded."""
    return _done(upload, lambda: uploads.record(context.book, club_of_reader(), upload))


@blueprint.post(f"{HERE}/<upload:upload>/undoing", needs=Deed.RUN_BANK)
def undo(upload: str) -> Response:
    """Has its nights taken out again."""
    return _done(upload, lambda: uploads.undo(context.book, club_of_reader(), upload, actor=actor_of(context.who)))


@blueprint.post(f"{HERE}/<upload:upload>/dropping", needs=Deed.RUN_BANK)
def drop(upload: str) -> Response:
    """Throws away what is not recorded, and leads back."""
    try:
        return go_on(lambda: uploads.drop(context.book, club_of_reader(), upload), HERE, partial(_one, upload))
    except ImportIsNotThere:
        return on_to(HERE)


def _done(upload: str, act: Callable[[], ImportView]) -> Response:
    return go_on(act, f"{HERE}/{upload}", partial(_one, upload))
