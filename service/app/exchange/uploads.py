"""Files brought into a club by the page and the API: kept, read, asked about, recorded and taken out again, each by a worker.

What is read and recorded is what the command line reads and records. An upload is read again with every answer; nothing of
it is kept in a process, so any worker goes on with it. Its files and answers go once it is recorded, or after a day.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import PurePath
from typing import Any, NamedTuple

import msgspec

from engine.errors import Refusal
from engine.ids import ClubId, NightId
from engine.speech import say, to_say
from engine.spelling import compared
from service.app.book import Book
from service.app.exchange.imports import (
    LogDraft,
    bring_log,
    look_at_ledger,
    look_at_phh,
    look_at_pokernow,
    take_out,
)
from service.app.exchange.questions import Open, question_of, questions_of
from service.app.exchange.results import Draft, bring, look, look_at_debts
from service.app.night.clock import on_the_wall
from service.app.refusals import (
    Declined,
    FilesTooLarge,
    HandsAreInTheBook,
    ImportIsNotThere,
    ImportNotAsIs,
    NoFileToBring,
    OneFileAtATime,
    Refused,
    TooManyImports,
)
from service.app.seeing import has_night
from service.book.job_kinds import IMPORT
from service.book.progress import Tick
from service.book.store import uploads
from service.book.store.event_store import JobDraft
from service.book.store.jobs import Job, Jobs
from service.book.store.uploads import EMPTIED, Upload
from service.errors import JobUnreadable, NameNotSayable, NameRefused, OutOfBounds
from service.exchange.imports.ledger import HEADERS as LEDGERS
from service.exchange.imports.pokernow_file import LOG_HEADER
from service.exchange.imports.pokernow_file import decoded as text_of
from service.exchange.imports.results.debts import HEADINGS as OF_DEBTS
from service.exchange.imports.results.sheet import encoding_of
from service.exchange.refused import ImportRefused
from service.language.languages import LANGUAGES, in_language, language_spoken
from service.language.local_time import later
from service.reports.views.exchange import ImportAnswers, ImportKind, ImportPreview, Imports, ImportView, NightMatch

# Of all files of an upload together, and how many.
BYTES_MAX = 8 * 2**20
FILES_MAX = 20
NAME_MAX = 80
# How long files lie there that nobody records.
KEPT_SECONDS = 24 * 60 * 60
# So many of a club are listed.
LISTED_MAX = 50

NO_ANSWERS = ImportAnswers()
Files = Sequence[tuple[str, bytes]]


class Read(NamedTuple):
    """What was read of an upload: the draft, unless something has to be answered first, and how it is told."""

    preview: ImportPreview
    draft: Draft | LogDraft | None = None


# What people do


def begin(
    book: Book,
    club: ClubId,
    files: Files,
    *,
    actor: str,
    key: str,
    kind: ImportKind | None = None,
    answers: ImportAnswers = NO_ANSWERS,
) -> ImportView:
    """Keeps the files and has them read. The same key gets what it got the first time.

    Refuses none, too many or too large files, and more than a few unfinished uploads.
    """
    import_id = "i" + sha256(f"{club} {key}".encode()).hexdigest()[:16]
    if before := uploads.upload_of(book.database, club, import_id):
        return _view(book, before)
    _insist_it_is_there(book, club)
    if not files:
        raise NoFileToBring
    if len(files) > FILES_MAX or sum(len(data) for _, data in files) > BYTES_MAX:
        raise FilesTooLarge(FILES_MAX, BYTES_MAX)
    drop_old(book)
    named = [(_sound_name(name, place), data) for place, (name, data) in enumerate(files, 1)]
    upload = Upload(
        club=club,
        id=import_id,
        kind=kind or kind_of(named),
        state="reading",
        actor=actor,
        language=language_spoken().code,
        created_at=book.now(),
        answers=_written(msgspec.structs.replace(answers, zone=answers.zone or book.zone)),
    )
    upload = upload._replace(job=_job_key(upload, 1))
    if not uploads.keep_upload(book.database, upload, msgspec.msgpack.encode(named)):
        raise TooManyImports(uploads.UNFINISHED_MAX)
    return _asked(book, upload)


def shown(book: Book, club: ClubId, import_id: str) -> ImportView:
    """How far it is, and what is asked, in the language spoken. Refuses one that is not there, or no more (ImportIsNotThere)."""
    upload = _upload(book, club, import_id)
    view = _view(book, upload)
    if upload.state in WAITING and upload.language != language_spoken().code:
        return msgspec.structs.replace(view, preview=read(book, upload).preview)
    return view


def nights_called(book: Book, club: ClubId, shown: ImportView, limit: int) -> dict[str, str]:
    """What people call the first nights of an import that are still in the book, by id."""
    kept = [one for one in shown.nights if one not in shown.taken_out]
    with book.handler() as handler:
        return {one: handler.lists.night(club, one).called for one in kept[:limit]}


def listed(book: Book, club: ClubId) -> Imports:
    """What was brought into the club, the newest first."""
    _insist_it_is_there(book, club)
    drop_old(book)
    return Imports(imports=tuple(_view(book, one) for one in uploads.uploads_in(book.database, club, most=LISTED_MAX)))


def answer(book: Book, club: ClubId, import_id: str, answers: ImportAnswers) -> ImportView:
    """Adds to what was said, and has the files read again with it. Said again, it is in place of what was said before."""
    upload = _upload(book, club, import_id, in_states=WAITING)
    before = _answers_of(upload)
    fresh = {name: value for name, value in msgspec.structs.asdict(answers).items() if value}
    merged = msgspec.structs.replace(before, **{**fresh, "mapped": {**before.mapped, **answers.mapped}})
    return _go_on(book, upload, state="reading", answers=_written(merged), language=language_spoken().code)


def record(book: Book, club: ClubId, import_id: str) -> ImportView:
    """Has it recorded, all of it or nothing. Asked again, it is on its way already. Refuses it while a question is open."""
    return _once(book, club, import_id, "ready", ("recording", "recorded"), language=language_spoken().code)


def undo(book: Book, club: ClubId, import_id: str, *, actor: str) -> ImportView:
    """Has the nights that it recorded taken out again, by an act in each that says that nothing of it counts.

    A night in which somebody has recorded something since stays, and asking again takes it out once that is taken back.
    """
    return _once(book, club, import_id, "recorded", ("undoing", "undone"), actor=actor)


def _once(book: Book, club: ClubId, import_id: str, before: str, states: tuple[str, str], **changed: str) -> ImportView:
    """Puts what is in the state before into the first of these, unless it is in one of them already."""
    upload = _upload(book, club, import_id)
    if upload.state in states:
        return _view(book, upload)
    _insist(upload, before)
    return _go_on(book, upload, state=states[0], **changed)


def drop(book: Book, club: ClubId, import_id: str) -> None:
    """Removes what is not recorded, with its files. Refuses what is, or is about to be."""
    _upload(book, club, import_id, in_states=uploads.UNFINISHED[:-1])
    uploads.drop(book.database, club, import_id)


def drop_old(book: Book) -> None:
    """Removes what nobody has recorded for a day."""
    uploads.drop_old(book.database, later(book.now(), -KEPT_SECONDS))


def _insist_it_is_there(book: Book, club: ClubId) -> None:
    """Refuses a club that is not there (ClubMissing): an import would found it."""
    with book.handler() as handler:
        handler.clubs.load(club)


def _upload(book: Book, club: ClubId, import_id: str, *, in_states: Sequence[str] = ()) -> Upload:
    upload = uploads.upload_of(book.database, club, import_id)
    if upload is None:
        raise ImportIsNotThere(import_id)
    if in_states:
        _insist(upload, *in_states)
    return upload


def _insist(upload: Upload, *states: str) -> None:
    if upload.state not in states:
        raise ImportNotAsIs(upload.id, say(STATE_TEXTS[upload.state]))


def _go_on(book: Book, upload: Upload, **changed: Any) -> ImportView:
    """Changes the row and asks for its next job. Refuses what somebody else has taken further meanwhile."""
    number = int(upload.job.rpartition(":")[2]) + 1
    following = upload._replace(**changed, job=_job_key(upload, number))
    if not uploads.change(book.database, upload, **changed, job=following.job):
        now = _upload(book, upload.club, upload.id)
        raise ImportNotAsIs(now.id, say(STATE_TEXTS[now.state]))
    return _asked(book, following)


def _job_key(upload: Upload, number: int) -> str:
    return f"import:{upload.id}:{number}"


def _asked(book: Book, upload: Upload) -> ImportView:
    draft = JobDraft(club=upload.club, key=upload.job, kind=IMPORT, due_at=book.now(), payload={"upload": upload.id})
    if Jobs(book.database).ask(draft) and book.tell is not None:
        book.tell([draft])
    return _view(book, upload)


def _view(book: Book, upload: Upload) -> ImportView:
    job = Jobs(book.database).one(upload.club, upload.job)
    if job is None and upload.state in AT_WORK:
        # Whoever asked was cut off between the row and its job.
        return _asked(book, upload)
    at_work = job is not None and upload.state in AT_WORK
    nights = tuple(json.loads(upload.nights))
    return ImportView(
        club=upload.club,
        id=upload.id,
        kind=upload.kind,  # type: ignore[arg-type]
        state=upload.state,
        created_at=upload.created_at,
        answers=_answers_of(upload),
        preview=msgspec.json.decode(upload.preview or "{}", type=ImportPreview),
        nights=nights if upload.state in AFTER else (),
        taken_out=_empty(book, upload.club, nights) if upload.state in AFTER else (),
        steps_done=job.steps_done if job and at_work else 0,
        steps=job.steps if job and at_work else 0,
        error=(job.error or "") if job and at_work else "",
    )


# What is wrong with the files, or with what was said beside them; anything else is a fault, and tried again.
REFUSED = (ImportRefused, Declined, Refused, Refusal, NameRefused, NameNotSayable, OutOfBounds)
STATE_TEXTS = {
    "reading": to_say("it is being read"),
    "asks": to_say("a question is open"),
    "ready": to_say("it is not recorded yet"),
    "refused": to_say("its files cannot be read"),
    "recording": to_say("it is being recorded"),
    "recorded": to_say("it is recorded"),
    "undoing": to_say("it is being taken out"),
    "undone": to_say("it is taken out again"),
}
AT_WORK = ("reading", "recording", "undoing")
# Its files have been read, and nothing of it is recorded.
WAITING = ("asks", "ready", "refused")
AFTER = ("recorded", "undoing", "undone")


def _empty(book: Book, club: ClubId, nights: Sequence[NightId]) -> tuple[NightId, ...]:
    with book.handler() as handler:
        return tuple(night for night in nights if handler.lists.is_empty(club, night))


def _answers_of(upload: Upload) -> ImportAnswers:
    return msgspec.json.decode(upload.answers, type=ImportAnswers)


def _written(answers: ImportAnswers) -> str:
    return msgspec.json.encode(answers).decode()


def _sound_name(name: str, place: int) -> str:
    """The name of a file as sentences repeat it."""
    plain = "".join(letter for letter in PurePath(name.replace("\\", "/")).name if letter.isprintable())
    return plain[-NAME_MAX:] or f"{place}"


# What kind of files they are


def kind_of(files: Files) -> ImportKind:
    """What they are, by how the first begins; results, if nothing says otherwise."""
    name, data = files[0]
    begins = data[:4096].decode(encoding_of(data), errors="replace").lstrip("\ufeff \t\r\n")
    first = begins.partition("\n")[0].strip()
    if name.casefold().endswith((".phh", ".phhs")) or first.startswith(("variant", "[1]")):
        return "phh"
    heads = {compared(one.strip(' "')) for one in first.replace(";", ",").replace("\t", ",").split(",")}
    if heads == set(LOG_HEADER):
        return "pokernow"
    if len(files) == 1 and any(heads == set(header) for header in LEDGERS):
        return "ledger"
    if begins[:1] in ("[", "{") or any(set(one) <= heads for one in OF_DEBTS):
        return "debts"
    return "results"


# What a worker does


def work(book: Book, job: Job, *, tick: Tick) -> None:
    """Does what the row waits for, if this is still the job that it waits for. Done again, it changes nothing more."""
    upload = uploads.upload_of(book.database, job.club, job.upload)
    if upload is None or upload.job != job.key or upload.state not in AT_WORK:
        return
    with in_language(LANGUAGES[upload.language]):
        if upload.state == "reading":
            _keep(book, upload, read(book, upload).preview)
        elif upload.state == "recording":
            _record_it(book, upload, tick=tick)
        else:
            _undo_it(book, upload, tick=tick)


def _keep(book: Book, upload: Upload, preview: ImportPreview) -> None:
    state = "refused" if preview.refused else "asks" if preview.questions else "ready"
    uploads.change(book.database, upload, state=state, preview=msgspec.json.encode(preview).decode())


def read(book: Book, upload: Upload) -> Read:
    """What its files tell, with what was said beside them, and what is still open; nothing is recorded."""
    packed = uploads.files_of(book.database, upload.club, upload.id)
    if packed is None:
        raise JobUnreadable(upload.job, say("its files are gone"))
    files = msgspec.msgpack.decode(packed, type=list[tuple[str, bytes]])
    try:
        draft = _draft(book, upload.club, upload.kind, files, _answers_of(upload))
        return _read_view(book, draft)
    except Open as refusal:
        return Read(ImportPreview(questions=(question_of(refusal),)))
    except REFUSED as refusal:
        return Read(ImportPreview(refused=str(refusal)))


def _draft(book: Book, club: ClubId, kind: str, files: Files, answers: ImportAnswers) -> Draft | LogDraft:
    if kind == "results":
        return look(book, club, files, answers)
    if kind == "debts":
        return look_at_debts(book, club, *_alone(files), answers)
    texts = [(name, text_of(name, data)) for name, data in files]
    if kind == "pokernow":
        return look_at_pokernow(book, club, texts, answers)
    if kind == "phh":
        return look_at_phh(book, club, texts, answers)
    return look_at_ledger(book, club, *_alone(texts), answers)


def _alone(files: Sequence[tuple[str, Any]]) -> tuple[str, Any]:
    """The one file of a kind that comes alone."""
    if len(files) > 1:
        raise OneFileAtATime(files[0][0])
    return files[0]


def _read_view(book: Book, draft: Draft | LogDraft) -> Read:
    """What a draft would record, as it is told."""
    questions = questions_of(draft)
    if isinstance(draft, Draft):
        view = draft.view
        preview = ImportPreview(
            nights=view.nights,
            people=view.people,
            currency=view.currency,
            questions=questions,
            notes=view.notes,
            sums=view.sums,
        )
        return Read(preview, draft)
    if draft.left_out or draft.tournament:
        return Read(ImportPreview(questions=questions, people=draft.people, left_out=draft.left_out), draft)
    played = bring_log(book, draft, dry_run=True)
    now = played.now
    night = NightMatch(
        night=played.night,
        date=on_the_wall(now.opened_at, now.zone).date().isoformat(),
        name=now.name,
        file="",
        line=0,
        players=len(now.players),
        brought=0,
        took=0,
        gap=now.gap,
        bearer="",
        already=played.already,
        settled=False,
    )
    preview = ImportPreview(
        nights=(night,),
        people=draft.people,
        currency=now.currency.currency,
        questions=questions,
        notes=played.notes,
        sums=dict(sorted(played.report["nets"].items(), key=lambda one: (-one[1], one[0]))),
        hands=played.report["hands"],
        holds=played.holds,
    )
    return Read(preview, draft)


def _record_it(book: Book, upload: Upload, *, tick: Tick) -> None:
    """Records what was read, in one transaction. The ids are noted first, so that a worker cut off after it finds them there."""
    noted = json.loads(upload.nights)
    if noted and all(has_night(book, night) for night in noted):
        uploads.change(book.database, upload, state="recorded", **EMPTIED)
        return
    result = read(book, upload)
    if result.draft is None or result.preview.questions or result.preview.left_out:
        # Something has come into the book since, such as another member of a name.
        _keep(book, upload, result.preview)
        return
    nights = [one.night for one in result.preview.fresh]
    if not uploads.change(book.database, upload, nights=json.dumps(nights)):
        return
    if isinstance(result.draft, Draft):
        bring(book, result.draft, tick=tick)
    else:
        try:
            bring_log(book, result.draft)
        except HandsAreInTheBook as refusal:
            _keep(book, upload, ImportPreview(refused=str(refusal)))
            return
    uploads.change(book.database, upload, state="recorded", **EMPTIED)


# Why nothing counts of a night any more, as its book says it.
TAKEN_OUT = to_say("The import that recorded it was taken back.")


def _undo_it(book: Book, upload: Upload, *, tick: Tick) -> None:
    nights = json.loads(upload.nights)
    for done, night in enumerate(nights, 1):
        take_out(book, upload.club, night, say(TAKEN_OUT), actor=upload.actor, key=upload.job)
        tick(done, len(nights))
    left = len(nights) - len(_empty(book, upload.club, nights))
    uploads.change(book.database, upload, state="recorded" if left else "undone")
