"""Files brought into a club: read by a worker, asked about, recorded, and taken out again; and the files that it gives out."""

from __future__ import annotations

import base64
import io
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from typing import IO, Annotated, Any, NamedTuple

import msgspec
from flask import Response, request
from werkzeug.wsgi import FileWrapper

from engine.speech import say
from service.api.context import context
from service.api.parameters import KeyHeaders, OneCurrencySchema
from service.api.routes import Blueprint
from service.app import people, permission
from service.app.exchange import exports, uploads
from service.app.looking_back.report import beancount_for, tables_for, workbook_for
from service.errors.problems import ExportTooLarge, WrongBody
from service.people.rights import Deed
from service.reports.views.exchange import ImportAnswers, ImportKind, Imports, ImportView

# In base64, four characters are three bytes; the rest of the body is small.
BODY_MAX = uploads.BYTES_MAX // 3 * 4 + 256 * 1024

EXCHANGE = Blueprint("exchange", __name__, description="What comes from other programs, and goes to them.")


class FileSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200, description="What it is called: nights.xlsx.")]
    content: Annotated[str, msgspec.Meta(max_length=BODY_MAX, description="Its bytes, in base64.")]


class FilesSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Files that belong together, and what is known of them already."""

    files: Annotated[tuple[FileSent, ...], msgspec.Meta(min_length=1, max_length=uploads.FILES_MAX)]
    kind: Annotated[
        ImportKind | None,
        msgspec.Meta(
            description="results: a spreadsheet, or ledgers. pokernow: the logs of a night. ledger: that of a night. phh: hand "
            "histories. debts: from Splitwise or ihatemoney. Left out, the files show it."
        ),
    ] = None
    answers: ImportAnswers = ImportAnswers()


@EXCHANGE.get("/clubs/<club:club>/imports", needs=Deed.RUN_BANK, answers=Imports)
def all_imports(club: str) -> Imports:
    """What was brought into a club by files, the newest first; what nobody recorded for a day is gone."""
    return uploads.listed(context.book, club)


@EXCHANGE.post(
    "/clubs/<club:club>/imports",
    needs=Deed.RUN_BANK,
    headers=KeyHeaders,
    takes=FilesSent,
    answers=ImportView,
    status=202,
)
def begin_import(headers: dict[str, str], sent: FilesSent, club: str) -> Any:
    """Has a worker read files of earlier nights; nothing is recorded before that is asked for.

    At most 20 files of together 8 MiB (413), and five unfinished imports of a club (409).
    """
    files = [(one.name, _bytes_of(one.content, place)) for place, one in enumerate(sent.files)]
    made = uploads.begin(
        context.book,
        club,
        files,
        actor=permission.actor_of(context.who),
        kind=sent.kind,
        answers=sent.answers,
        key=headers["key"],
    )
    return made, {"Location": f"/api/v1/clubs/{club}/imports/{made.id}"}


@EXCHANGE.get("/clubs/<club:club>/imports/<upload:upload>", needs=Deed.RUN_BANK, answers=ImportView)
def one_import(club: str, upload: str) -> ImportView:
    """How far it is, what would be recorded, and the questions that are open."""
    return uploads.shown(context.book, club, upload)


@EXCHANGE.delete("/clubs/<club:club>/imports/<upload:upload>", needs=Deed.RUN_BANK, says="It is thrown away.")
def drop_import(club: str, upload: str) -> None:
    """Throws away what is not recorded, with its files. Refused once it is recorded (409)."""
    uploads.drop(context.book, club, upload)


@EXCHANGE.post(
    "/clubs/<club:club>/imports/<upload:upload>/answers",
    needs=Deed.RUN_BANK,
    takes=ImportAnswers,
    answers=ImportView,
    status=202,
)
def answer_import(answers: ImportAnswers, club: str, upload: str) -> ImportView:
    """Adds to what was said beside the files, and has them read again. Said again, it is in place of what was said."""
    return uploads.answer(context.book, club, upload, answers)


@EXCHANGE.post(
    "/clubs/<club:club>/imports/<upload:upload>/recording", needs=Deed.RUN_BANK, answers=ImportView, status=202
)
def record_import(club: str, upload: str) -> ImportView:
    """Has it recorded: all of it, or nothing. Asked again, it is done once. Refused while a question is open (409)."""
    return uploads.record(context.book, club, upload)


@EXCHANGE.post(
    "/clubs/<club:club>/imports/<upload:upload>/undoing", needs=Deed.RUN_BANK, answers=ImportView, status=202
)
def undo_import(club: str, upload: str) -> ImportView:
    """Has its nights taken out again: an act in each says that nothing of it counts, and nothing is erased.

    A night in which somebody has recorded something since stays. Asked again, nothing is done twice.
    """
    return uploads.undo(context.book, club, upload, actor=permission.actor_of(context.who))


def _bytes_of(content: str, place: int) -> bytes:
    try:
        return base64.b64decode(content, validate=True)
    except ValueError as problem:
        # A letter beyond ASCII is no `binascii.Error`, which is one kind of these.
        raise WrongBody([(f"files[{place}].content", say("It is not base64."))]) from problem


# Going out

# The most that is written into one file; who has more writes it on the machine itself.
EXPORT_MAX = 256 * 2**20
CHUNK = 64 * 1024
# So much is answered at once.
SMALL = 1024 * 1024
NDJSON, TEXT, CSV = "application/x-ndjson", "text/plain; charset=utf-8", "text/csv; charset=utf-8"
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# Any moment will do, as long as the same night makes the same file.
PACKED_AT = (1980, 1, 1, 0, 0, 0)
Parts = Iterable[str | bytes]


class Export(NamedTuple):
    """A file that can be had: what it takes, its content type, and what writes it of a club or a night."""

    deed: Deed
    kind: str
    written: Callable[[str], Parts]


def _results(club: str) -> exports.Results:
    return exports.results_of(context.book, club, currency=request.args.get("currency", ""))


def _packed(night: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in tables_for(context.see_proven(night)).items():
            archive.writestr(zipfile.ZipInfo(name, PACKED_AT), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _whole_club(club: str) -> Parts:
    permission.insist_nothing_is_closed(context.book, context.who, club)
    return exports.club_lines(context.book, club)


def _whole_night(night: str) -> Parts:
    permission.insist_nothing_is_closed(context.book, context.who, context.book.club_of(night), night)
    return exports.night_lines(context.book, night)


# By the name of the file. With its chain goes every card of a club, and the salts of its names.
OF_A_CLUB: Mapping[str, Export] = {
    "club.ndjson": Export(Deed.KEEP_CLUB, NDJSON, _whole_club),
    "results.csv": Export(Deed.RUN_BANK, CSV, lambda club: [_results(club).as_csv()]),
    "results.xlsx": Export(Deed.RUN_BANK, WORKBOOK, lambda club: [_results(club).as_workbook()]),
    "ledger.csv": Export(Deed.RUN_BANK, CSV, lambda club: [_results(club).as_ledger()]),
    "splitwise.csv": Export(Deed.RUN_BANK, CSV, lambda club: [exports.debts_as(context.book, "splitwise", club)[0]]),
    "ihatemoney.csv": Export(
        Deed.RUN_BANK, CSV, lambda club: [exports.debts_as(context.book, "ihatemoney-csv", club)[0]]
    ),
    "ihatemoney.json": Export(
        Deed.RUN_BANK, "application/json", lambda club: [exports.debts_as(context.book, "ihatemoney-json", club)[0]]
    ),
}
OF_A_NIGHT: Mapping[str, Export] = {
    "night.ndjson": Export(Deed.SEE_ALL_CARDS, NDJSON, _whole_night),
    "night.xlsx": Export(Deed.SEE_REPORTS, WORKBOOK, lambda night: [workbook_for(context.see_proven(night))]),
    "night.zip": Export(Deed.SEE_REPORTS, "application/zip", lambda night: [_packed(night)]),
    "night.beancount": Export(Deed.SEE_REPORTS, TEXT, lambda night: [beancount_for(context.see_proven(night))]),
    "ledger.csv": Export(Deed.SEE_REPORTS, CSV, lambda night: [exports.ledger_of_night(context.book, night)]),
}


def _kinds_of(files: Mapping[str, Export]) -> dict[str, Any]:
    """The content types of these files, for the document."""
    return {one.kind.partition(";")[0]: {"schema": {"type": "string", "format": "binary"}} for one in files.values()}


@EXCHANGE.get("/clubs/<club:club>/exports/<club_export:export>", needs=Deed.RUN_BANK, query=OneCurrencySchema)
@EXCHANGE.response(200, description="The file.")
@EXCHANGE.doc(responses={200: {"description": "The file.", "content": _kinds_of(OF_A_CLUB)}})
def club_export(asked: dict[str, str], club: str, export: str) -> Response:
    """A file of a whole club for another program, and `club.ndjson` for another book: all of it, with its chains.

    The latter is for a banker alone: it has every card, and the salts of all names (403). `currency`: of results, which
    nights, if they were played in several (409).
    """
    wanted = OF_A_CLUB[export]
    context.insist_in_club(wanted.deed, club)
    # What it is asked of goes by names too, and an id of no club is none.
    people.club(context.book, club)
    return as_file(export, wanted.kind, wanted.written(club))


@EXCHANGE.get("/nights/<night:night>/exports/<night_export:export>", needs=Deed.SEE_REPORTS)
@EXCHANGE.response(200, description="The file.")
@EXCHANGE.doc(responses={200: {"description": "The file.", "content": _kinds_of(OF_A_NIGHT)}})
def night_export(night: str, export: str) -> Response:
    """A file of a night: its report for a spreadsheet or for plain-text accounting, and `night.ndjson` for another book.

    The latter has every card, so it is for those who see them (403).
    """
    wanted = OF_A_NIGHT[export]
    context.insist_at_night(wanted.deed, night)
    ending = export.partition(".")[2]
    name = f"{night}.{ending}" if export.startswith("night.") else f"{night}-{export}"
    return as_file(name, wanted.kind, wanted.written(night))


def as_file(name: str, kind: str, parts: Parts) -> Response:
    """The parts as a file to keep. A large one is written to the disk and sent from there: no answer holds it in memory.

    Refuses one that grows too large (ExportTooLarge).
    """
    named = {"Content-Disposition": f'attachment; filename="{name}"'}
    # Closed with the answer, by whoever sends it.
    file = tempfile.SpooledTemporaryFile(SMALL)  # noqa: SIM115
    try:
        size = _write(file, parts)
    except BaseException:
        file.close()
        raise
    if size <= SMALL:
        with file:
            return Response(file.read(), content_type=kind, headers=named)
    answer = Response(FileWrapper(file, CHUNK), content_type=kind, headers=named, direct_passthrough=True)
    answer.content_length = size
    return answer


def _write(file: IO[bytes] | tempfile.SpooledTemporaryFile[bytes], parts: Parts) -> int:
    """Writes the parts, and returns how many bytes they are."""
    for part in parts:
        file.write(part.encode() if isinstance(part, str) else part)
        if file.tell() > EXPORT_MAX:
            raise ExportTooLarge(most=EXPORT_MAX)
    size = file.tell()
    file.seek(0)
    return size
