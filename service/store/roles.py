"""The PostgreSQL role with which the program works day by day: it can add to the book and change nothing in it.

The owner of the tables could drop the triggers; a login with this role cannot. Grant it to the login of the program: GRANT
chipbook_app TO the_login.
"""

from __future__ import annotations

from sqlalchemy import Connection

from service.db import Database
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

# Names and what can be made again from the events may be changed and deleted; events may not.
GRANTS = (
    f"GRANT SELECT, INSERT ON event TO {ROLE}",
    f"GRANT SELECT, INSERT, UPDATE, DELETE ON request, outcome, job, player, handle, club, night, night_result TO {ROLE}",
    f"GRANT SELECT, INSERT, UPDATE ON token TO {ROLE}",
    f"GRANT SELECT ON alembic_version TO {ROLE}",
)


def grant_application_role(database: Database) -> str | None:
    """Makes the role if it is missing and grants it its rights. Returns None, or the reason why it was skipped."""
    if database.dialect != "postgresql":
        return "SQLite has no roles: everyone who may write the file may write the book."
    try:
        with database.writing() as connection:
            _grant(connection)
    except BookUnreachable as refusal:
        return f"The role {ROLE} was not granted: {refusal.reason}."
    return None


def _grant(connection: Connection) -> None:
    for statement in (CREATE_ROLE, *GRANTS):
        connection.exec_driver_sql(statement)
