"""The PostgreSQL role with which the program works day by day: it can add to the book and change nothing in it.

The owner of the tables could drop the triggers; a login with this role cannot. Grant it to the login of the program: GRANT
chipbook_app TO the_login.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection
from sqlmodel import SQLModel

from engine.speech import say
from service.book.db import Database
from service.book.store import rows
from service.errors import BookUnreachable

ROLE = "chipbook_app"

# CREATE ROLE has no IF NOT EXISTS, and roles belong to the whole server: another book may be making it at this moment.
CREATE_ROLE = """
DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'chipbook_app') THEN
        CREATE ROLE chipbook_app NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$
"""

# Names and what can be made again from the events may be changed and deleted, so a table that a later migration brings has
# these rights too, unless it stands below.
RIGHTS = "SELECT, INSERT, UPDATE, DELETE"
RIGHTS_ON = {
    rows.EVENT.name: "SELECT, INSERT",
    # A token that was revoked is kept.
    rows.TOKEN.name: "SELECT, INSERT, UPDATE",
    rows.JOB_TRY.name: "SELECT, INSERT, DELETE",
    "alembic_version": "SELECT",
}
_SCHEMA = "SELECT quote_ident(current_schema())"
# To others PostgreSQL gives a warning at most, and grants nothing.
_OWNS = (
    "SELECT pg_has_role(current_user, relowner, 'MEMBER') FROM pg_class "
    "WHERE relnamespace = current_schema()::regnamespace AND relname = 'event'"
)


def grants() -> Iterator[str]:
    """The statements that give the role its rights on every table of this program, and no other."""
    for table in sorted({*SQLModel.metadata.tables, *RIGHTS_ON}):
        yield f"REVOKE ALL ON {table} FROM {ROLE}"
        yield f"GRANT {RIGHTS_ON.get(table, RIGHTS)} ON {table} TO {ROLE}"


def grant_application_role(database: Database) -> str | None:
    """Makes the role if it is missing and grants it its rights. Returns None, or the reason why it was skipped."""
    if database.dialect != "postgresql":
        return say("SQLite has no roles: everyone who may write the file may write the book.")
    try:
        with database.writing() as connection:
            if not connection.exec_driver_sql(_OWNS).scalar():
                return say("The role {role} was not granted: this login does not own the tables.", role=ROLE)
            _grant(connection)
    except BookUnreachable as refusal:
        return say("The role {role} was not granted: {because}.", role=ROLE, because=refusal.reason)
    return None


def _grant(connection: Connection) -> None:
    schema = connection.exec_driver_sql(_SCHEMA).scalar()
    for statement in (CREATE_ROLE, f"GRANT USAGE ON SCHEMA {schema} TO {ROLE}", *grants()):
        connection.exec_driver_sql(statement)
