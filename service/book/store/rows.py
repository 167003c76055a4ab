"""The tables of the book, as SQLModel rows; queries use the plain tables at the end of this file.

Every key begins with the club, which is the unit of placement: a club's rows lie together, and no statement that records an
act needs the rows of another club. A row of `event` is written once: triggers, made by the migrations, refuse every later
change. Besides `event`, `player`, `handle`, `token` and `credential`, only what follows from no event cannot be made
again: jobs for a plan or a verification that somebody asked for, what a verification found, what was tried and sent, what
phones signed by themselves, and files that somebody is bringing in.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Connection,
    Index,
    Insert,
    Integer,
    LargeBinary,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.dialects import sqlite
from sqlmodel import Field, SQLModel

from service.book.db import KeptAsBytes


class ValidText(TypeDecorator[str]):
    """A column of text that refuses anything else.

    SQLite keeps any bytes it is given, and a name that is not text must not get through.
    """

    impl = Text
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> Any:
        """The text. Bytes are damage to the book and are refused."""
        if isinstance(value, bytes):
            raise KeptAsBytes
        return value


class EventRow(SQLModel, table=True):
    """One event; `body` is the exact text that was hashed, and the columns before it repeat its fields."""

    __tablename__ = "event"
    __table_args__ = (
        CheckConstraint("version > 0", name="event_version_counts_from_one"),
        {"sqlite_with_rowid": False},
    )

    club: str = Field(sa_type=Text, primary_key=True)
    stream: str = Field(sa_type=Text, primary_key=True)
    version: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    type: str = Field(sa_type=Text)
    schema_number: int = Field(sa_column=Column("schema", Integer, nullable=False))
    body: str = Field(sa_type=Text)
    prev_hash: str = Field(sa_type=Text)
    hash: str = Field(sa_type=Text)


class RequestRow(SQLModel, table=True):
    """What was asked under an idempotency key, and the events that answer it; it never expires."""

    __tablename__ = "request"

    club: str = Field(sa_type=Text, primary_key=True)
    key: str = Field(sa_type=Text, primary_key=True)
    digest: str = Field(sa_type=Text)
    stream: str = Field(sa_type=Text)
    first_version: int
    last_version: int


class OutcomeRow(SQLModel, table=True):
    """What a job came to, under its key. Nobody at the table did anything, so it is no event."""

    __tablename__ = "outcome"

    club: str = Field(sa_type=Text, primary_key=True)
    key: str = Field(sa_type=Text, primary_key=True)
    digest: str = Field(sa_type=Text)
    stream: str = Field(sa_type=Text)
    body: str = Field(sa_type=Text)


class JobRow(SQLModel, table=True):
    """A job that follows a commit, recorded in the same transaction. A long one says how far it is: so many of its `steps`."""

    __tablename__ = "job"
    __table_args__ = (
        CheckConstraint("state IN ('due', 'claimed', 'done', 'failed')", name="job_state"),
        Index("job_state_due_at", "state", "due_at"),
    )

    club: str = Field(sa_type=Text, primary_key=True)
    key: str = Field(sa_type=Text, primary_key=True)
    kind: str = Field(sa_type=Text)
    payload: str = Field(sa_type=Text)
    state: str = Field(sa_type=Text)
    attempts: int
    due_at: str = Field(sa_type=Text)
    claimed_at: str | None = Field(default=None, sa_type=Text)
    claimed_by: str | None = Field(default=None, sa_type=Text)
    done_at: str | None = Field(default=None, sa_type=Text)
    error: str | None = Field(default=None, sa_type=Text)
    steps_done: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    steps: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class JobTryRow(SQLModel, table=True):
    """How one try of a job ended: `again` is tried later, `failed` needs somebody to look, `died` ended without an answer.

    `took_ms` is unknown of a try whose worker died.
    """

    __tablename__ = "job_try"
    __table_args__ = (CheckConstraint("result IN ('done', 'again', 'failed', 'died')", name="job_try_result"),)

    club: str = Field(sa_type=Text, primary_key=True)
    key: str = Field(sa_type=Text, primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: str = Field(sa_type=Text)
    worker: str = Field(sa_type=Text)
    result: str = Field(sa_type=Text)
    sentence: str = Field(sa_type=Text)
    took_ms: int | None = None


class ClubRow(SQLModel, table=True):
    """A club in the list of clubs; its stream says everything else.

    `published`: what everybody may see of it, as words with spaces between them.
    """

    __tablename__ = "club"

    club: str = Field(sa_type=ValidText, primary_key=True)
    name: str = Field(sa_type=ValidText)
    founded_at: str = Field(sa_type=ValidText)
    published: str = Field(default="", sa_type=ValidText, sa_column_kwargs={"server_default": ""})


class PlayerRow(SQLModel, table=True):
    """A member and their name, which is in no event, so that a person can be renamed and forgotten.

    The club's stream holds the commitment, the SHA-256 of `salt` and `name`. `compared` is the form in which names are
    compared: no two members of a club have the same.
    """

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("club", "compared", name="player_club_compared"),)

    club: str = Field(sa_type=ValidText, primary_key=True)
    id: str = Field(sa_type=ValidText, primary_key=True)
    name: str = Field(sa_type=ValidText)
    compared: str = Field(sa_type=ValidText)
    salt: str = Field(sa_type=ValidText)


class HandleRow(SQLModel, table=True):
    """A way to pay a member, or an id of theirs at PokerNow: personal data like the name, in no event, and deleted with it."""

    __tablename__ = "handle"

    club: str = Field(sa_type=ValidText, primary_key=True)
    player: str = Field(sa_type=ValidText, primary_key=True)
    kind: str = Field(sa_type=ValidText, primary_key=True)
    handle: str = Field(sa_type=ValidText)


class NightRow(SQLModel, table=True):
    """A night in the list of nights, as far as its last change; its stream says everything else.

    `players` are ids by seat, as a JSON list. `accounts`: a JSON object of what a night that is over came to for each
    player's account; empty while it is played.
    """

    __tablename__ = "night"
    __table_args__ = (Index("night_id", "night"), Index("night_recorded_at", "recorded_at", "night"))

    club: str = Field(sa_type=Text, primary_key=True)
    night: str = Field(sa_type=Text, primary_key=True)
    recorded_at: str = Field(sa_type=Text)
    opened_at: str = Field(sa_type=Text)
    name: str = Field(sa_type=Text)
    zone: str = Field(sa_type=Text)
    currency: str = Field(sa_type=Text)
    exponent: int
    phase: str = Field(sa_type=Text)
    players: str = Field(sa_type=Text)
    hands: int
    unpaid_cents: int
    accounts: str = Field(sa_type=Text, sa_column_kwargs={"server_default": ""})


class NightResultRow(SQLModel, table=True):
    """What a night that is over came to for one player; its stream says everything else.

    `result_cents` is the player's result; `issued` and `left_with` are chips. `more` is a JSON object: the games, who won
    from whom, and what achievements are proven by.
    """

    __tablename__ = "night_result"

    club: str = Field(sa_type=Text, primary_key=True)
    night: str = Field(sa_type=Text, primary_key=True)
    player: str = Field(sa_type=Text, primary_key=True)
    opened_at: str = Field(sa_type=Text)
    ended_at: str = Field(sa_type=Text)
    unit: int
    result_cents: int = Field(sa_type=BigInteger)
    issued: int = Field(sa_type=BigInteger)
    left_with: int = Field(sa_type=BigInteger)
    minutes: int | None
    hands: int
    won: int
    more: str = Field(sa_type=Text)


class TokenRow(SQLModel, table=True):
    """A token that may write: its SHA-256, and until when it was valid. Tokens of the whole book have an empty club."""

    __tablename__ = "token"

    club: str = Field(sa_type=Text, primary_key=True)
    digest: str = Field(sa_type=Text, primary_key=True)
    role: str = Field(sa_type=Text)
    created_at: str = Field(sa_type=Text)
    revoked_at: str | None = Field(default=None, sa_type=Text)


class CredentialRow(SQLModel, table=True):
    """How somebody of a club proves who they are: a token, a browser session, a sign-in link, a passkey or a challenge.

    `digest` is the SHA-256 of the secret; of a passkey, that of its id, which is no secret. `player` is empty for a program
    of the club, and for a guest whom nobody has confirmed yet, who gave the name `said`. `uses_left` counts down for a link
    and a challenge. `key_id` and `public_key` are those of a passkey, in base64url. A challenge of somebody who is not signed in yet has an empty club.
    """

    __tablename__ = "credential"
    __table_args__ = (
        UniqueConstraint("club", "id", name="credential_club_id"),
        CheckConstraint("kind IN ('token', 'session', 'link', 'passkey', 'challenge')", name="credential_kind"),
    )

    club: str = Field(sa_type=Text, primary_key=True)
    digest: str = Field(sa_type=Text, primary_key=True)
    id: str = Field(sa_type=Text)
    kind: str = Field(sa_type=Text)
    player: str = Field(sa_type=Text)
    said: str = Field(sa_type=Text)
    label: str = Field(sa_type=Text)
    scope: str = Field(sa_type=Text)
    night: str = Field(sa_type=Text)
    key_id: str = Field(sa_type=Text)
    public_key: str = Field(sa_type=Text)
    sign_count: int = Field(sa_type=BigInteger)
    uses_left: int
    created_at: str = Field(sa_type=Text)
    expires_at: str | None = Field(default=None, sa_type=Text)
    used_at: str | None = Field(default=None, sa_type=Text)


class UploadRow(SQLModel, table=True):
    """Files that somebody brings into the book, and how far that is.

    `files` are there until it is recorded, for a day at most, and so are `answers` and `preview`, which name people: JSON of
    what was said beside the files, and of what would be recorded. `nights`: a JSON list of the ids that it records. `job` is
    the key of the last job for it.
    """

    __tablename__ = "upload"

    club: str = Field(sa_type=Text, primary_key=True)
    id: str = Field(sa_type=Text, primary_key=True)
    kind: str = Field(sa_type=Text)
    state: str = Field(sa_type=Text)
    actor: str = Field(sa_type=Text)
    language: str = Field(sa_type=Text)
    created_at: str = Field(sa_type=Text)
    answers: str = Field(sa_type=Text)
    files: bytes | None = Field(default=None, sa_type=LargeBinary)
    preview: str = Field(sa_type=Text)
    nights: str = Field(sa_type=Text)
    job: str = Field(sa_type=Text)


class ReceiverRow(SQLModel, table=True):
    """Where notifications of a club go; `address` is a secret, and `service` is what people call whose it is."""

    __tablename__ = "receiver"

    club: str = Field(sa_type=Text, primary_key=True)
    id: str = Field(sa_type=Text, primary_key=True)
    service: str = Field(sa_type=Text)
    address: str = Field(sa_type=Text)
    added_at: str = Field(sa_type=Text)


class CountersignatureRow(SQLModel, table=True):
    """What a phone has signed last of a night by itself: that it had this head after event `version`. It follows from no event.

    Whose phone it is, the club's stream says by the key. Of somebody forgotten it stays, as their acts do, and names nobody.
    """

    __tablename__ = "countersignature"

    club: str = Field(sa_type=ValidText, primary_key=True)
    night: str = Field(sa_type=ValidText, primary_key=True)
    key: str = Field(sa_type=ValidText, primary_key=True)
    version: int
    head: str = Field(sa_type=ValidText)
    signature: str = Field(sa_type=ValidText)


def _table(name: str) -> Table:
    return SQLModel.metadata.tables[name]


EVENT = _table("event")
REQUEST = _table("request")
OUTCOME = _table("outcome")
JOB = _table("job")
JOB_TRY = _table("job_try")
CLUB = _table("club")
PLAYER = _table("player")
HANDLE = _table("handle")
NIGHT = _table("night")
NIGHT_RESULT = _table("night_result")
TOKEN = _table("token")
CREDENTIAL = _table("credential")
UPLOAD = _table("upload")
RECEIVER = _table("receiver")
COUNTERSIGNATURE = _table("countersignature")


def columns_of(table: Table, kind: type[NamedTuple]) -> list[Column[Any]]:
    """The columns of a table that have the names of the fields, in their order."""
    return [table.c[name] for name in kind._fields]


def keep(
    connection: Connection,
    table: Table,
    rows: Sequence[dict[str, Any]],
    *,
    instead: Sequence[str] = (),
    if_higher: str = "",
) -> None:
    """Adds rows, in a transaction of the caller. A row whose key is there stays as it is, but for the columns named in `instead`.

    With `if_higher` those change too only if the new row has more in that column.
    """
    if rows:
        connection.execute(_keeping(table, connection.dialect.name, tuple(instead), if_higher), rows)


@cache
def _keeping(table: Table, dialect: str, instead: tuple[str, ...], if_higher: str) -> Insert:
    if dialect == "sqlite":
        insert = sqlite.insert
    else:
        # Imported here because a book in a file loads nothing of a server.
        from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment] # noqa: PLC0415
    new, key = insert(table), list(table.primary_key.columns.keys())
    if instead:
        return new.on_conflict_do_update(
            index_elements=key,
            set_={name: new.excluded[name] for name in instead},
            where=new.excluded[if_higher] > table.c[if_higher] if if_higher else None,
        )
    return new.on_conflict_do_nothing(index_elements=key)
