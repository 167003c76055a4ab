"""The tables of the book, as SQLModel rows; queries use the plain tables at the end of this file.

A row of `event`, `request` or `own_game` is written once: triggers, made by the migrations, refuse every later change.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Identity,
    Index,
    Integer,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

from service.db import KeptAsBytes

# SQLite numbers rows by itself only if the column type is exactly INTEGER.
COUNTER = BigInteger().with_variant(Integer, "sqlite")


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
        UniqueConstraint("stream", "version", name="event_stream_version"),
        UniqueConstraint("hash", name="event_hash"),
        CheckConstraint("position > 0", name="event_position_counts_from_one"),
        CheckConstraint("version > 0", name="event_version_counts_from_one"),
        {"sqlite_autoincrement": True},
    )

    position: int = Field(sa_column=Column(COUNTER, Identity(always=True), primary_key=True))
    stream: str = Field(sa_type=Text)
    version: int
    type: str = Field(sa_type=Text)
    schema_number: int = Field(sa_column=Column("schema", Integer, nullable=False))
    body: str = Field(sa_type=Text)
    prev_hash: str = Field(sa_type=Text)
    hash: str = Field(sa_type=Text)


class RequestRow(SQLModel, table=True):
    """What was asked under an idempotency key, which events it made and what was answered; it never expires."""

    __tablename__ = "request"

    club: str = Field(sa_type=Text, primary_key=True)
    key: str = Field(sa_type=Text, primary_key=True)
    digest: str = Field(sa_type=Text)
    stream: str = Field(sa_type=Text)
    first_version: int
    last_version: int
    answer: str = Field(sa_type=Text)


class JobRow(SQLModel, table=True):
    """A job that follows a commit, recorded in the same transaction."""

    __tablename__ = "job"
    __table_args__ = (
        UniqueConstraint("key", name="job_key"),
        CheckConstraint("state IN ('due', 'claimed', 'done', 'failed')", name="job_state"),
        Index("job_state_due_at", "state", "due_at"),
        {"sqlite_autoincrement": True},
    )

    id: int = Field(sa_column=Column(COUNTER, Identity(always=True), primary_key=True))
    key: str = Field(sa_type=Text)
    kind: str = Field(sa_type=Text)
    payload: str = Field(sa_type=Text)
    state: str = Field(sa_type=Text)
    attempts: int
    due_at: str = Field(sa_type=Text)
    claimed_at: str | None = Field(default=None, sa_type=Text)
    claimed_by: str | None = Field(default=None, sa_type=Text)
    done_at: str | None = Field(default=None, sa_type=Text)
    error: str | None = Field(default=None, sa_type=Text)


class ClubRow(SQLModel, table=True):
    """A club and its name, which may change."""

    __tablename__ = "club"

    id: str = Field(sa_type=ValidText, primary_key=True)
    name: str = Field(sa_type=ValidText)
    created_at: str = Field(sa_type=ValidText)


class PlayerRow(SQLModel, table=True):
    """A player and their name, which is not in the events, so that a person can be renamed.

    `compared` is the form in which names are compared: no two players of a club have the same.
    """

    __tablename__ = "player"
    __table_args__ = (
        UniqueConstraint("club", "name", name="player_club_name"),
        Index("player_club_compared", "club", "compared", unique=True),
    )

    id: str = Field(sa_type=ValidText, primary_key=True)
    club: str = Field(sa_type=ValidText, foreign_key="club.id")
    name: str = Field(sa_type=ValidText)
    created_at: str = Field(sa_type=ValidText)
    compared: str = Field(sa_column=Column(ValidText, nullable=False, server_default=""))


class OwnGameRow(SQLModel, table=True):
    """One version of a club's own game: its TOML as written, and the declaration read from it.

    `compared` is the form in which names are compared, so that one game has one name in every spelling. A row with neither
    TOML nor declaration retires the game.
    """

    __tablename__ = "own_game"
    __table_args__ = (CheckConstraint("version > 0", name="own_game_version_counts_from_one"),)

    club: str = Field(sa_type=Text, foreign_key="club.id", primary_key=True)
    compared: str = Field(sa_type=Text, primary_key=True)
    version: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    name: str = Field(sa_type=Text)
    source: str = Field(sa_type=Text)
    declaration: str = Field(sa_type=Text)
    added_at: str = Field(sa_type=Text)


class TokenRow(SQLModel, table=True):
    """A token that may write: its SHA-256, and until when it was valid."""

    __tablename__ = "token"

    digest: str = Field(sa_type=Text, primary_key=True)
    role: str = Field(sa_type=Text)
    created_at: str = Field(sa_type=Text)
    revoked_at: str | None = Field(default=None, sa_type=Text)


def _table(name: str) -> Table:
    return SQLModel.metadata.tables[name]


EVENT = _table("event")
REQUEST = _table("request")
JOB = _table("job")
CLUB = _table("club")
PLAYER = _table("player")
OWN_GAME = _table("own_game")
TOKEN = _table("token")
