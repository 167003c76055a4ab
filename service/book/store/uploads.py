"""Files on their way into the book: kept beside it until they are recorded, for a day at most."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from sqlalchemy import delete, insert, select, update

from service.book.db import Database
from service.book.store.rows import UPLOAD, columns_of

# Being read; a question is open; nothing is open; cannot be read; being recorded; recorded; being taken out; taken out.
State = Literal["reading", "asks", "ready", "refused", "recording", "recorded", "undoing", "undone"]
# So many of a club may lie there unfinished.
UNFINISHED_MAX = 5
UNFINISHED: tuple[State, ...] = ("reading", "asks", "ready", "refused", "recording")


class Upload(NamedTuple):
    """What somebody brings, as the row has it, but for the files themselves."""

    club: str
    id: str
    kind: str
    state: State
    actor: str
    language: str
    created_at: str
    answers: str = "{}"
    preview: str = ""
    nights: str = "[]"
    job: str = ""


_UPLOADS = select(*columns_of(UPLOAD, Upload))


def keep_upload(database: Database, upload: Upload, files: bytes) -> bool:
    """Keeps files that somebody brings; False if as many of the club lie there unfinished as may."""
    unfinished = select(UPLOAD.c.id).where(UPLOAD.c.club == upload.club, UPLOAD.c.state.in_(UNFINISHED))
    with database.writing() as connection:
        if len(connection.execute(unfinished).all()) >= UNFINISHED_MAX:
            return False
        connection.execute(insert(UPLOAD), {**upload._asdict(), "files": files})
    return True


def upload_of(database: Database, club: str, upload: str) -> Upload | None:
    """The one with this id; None if the club has none."""
    return next(map(Upload._make, database.rows(_UPLOADS.where(*_is(club, upload)))), None)


def uploads_in(database: Database, club: str, *, most: int) -> list[Upload]:
    """Those of a club, the newest first."""
    newest_first = _UPLOADS.where(UPLOAD.c.club == club).order_by(UPLOAD.c.created_at.desc(), UPLOAD.c.id).limit(most)
    return list(map(Upload._make, database.rows(newest_first)))


def files_of(database: Database, club: str, upload: str) -> bytes | None:
    """The files as they were kept; None once they are gone."""
    rows = database.rows(select(UPLOAD.c.files).where(*_is(club, upload)))
    return next((bytes(content) for (content,) in rows if content is not None), None)


def change(database: Database, before: Upload, **changed: Any) -> bool:
    """Changes what the row says; False if it is no longer in the same state with the same job."""
    same = (*_is(before.club, before.id), UPLOAD.c.state == before.state, UPLOAD.c.job == before.job)
    with database.writing() as connection:
        return connection.execute(update(UPLOAD).where(*same).values(**changed)).rowcount == 1


# What a row without its files says.
EMPTIED: dict[str, Any] = {"files": None, "answers": "{}", "preview": ""}


def drop(database: Database, club: str, upload: str = "") -> None:
    """Removes what is unfinished of a club, or one of it, with its files. What is being recorded stays."""
    which = [UPLOAD.c.id == upload] if upload else []
    removable = UPLOAD.c.state.in_(UNFINISHED[:-1])
    with database.writing() as connection:
        connection.execute(delete(UPLOAD).where(UPLOAD.c.club == club, removable, *which))


def drop_old(database: Database, created_before: str) -> None:
    """Removes, in all clubs, what was left unfinished since that time. Looks first, because most of the time there is nothing."""
    old = (UPLOAD.c.created_at < created_before, UPLOAD.c.state.in_(UNFINISHED[:-1]))
    if database.rows(select(UPLOAD.c.id).where(*old).limit(1)):
        with database.writing() as connection:
            connection.execute(delete(UPLOAD).where(*old))


def _is(club: str, upload: str) -> tuple[Any, Any]:
    return UPLOAD.c.club == club, UPLOAD.c.id == upload
