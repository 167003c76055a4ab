"""What guards the book in the database itself: triggers, rules and rights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Connection, UniqueConstraint, inspect, text
from sqlmodel import SQLModel

from engine.grammar import listed
from engine.speech import say
from service.book.db import Database
from service.book.store import rows
from service.book.store.chain import ChainDefect
from service.book.store.schema import is_newer
from service.errors import BookDamaged, BookUnreachable

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
_OWNS_THE_TABLE = (
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
            if not connection.exec_driver_sql(_OWNS_THE_TABLE).scalar():
                return say("The role {role} was not granted: this login does not own the tables.", role=ROLE)
            _grant(connection)
    except BookUnreachable as refusal:
        return say("The role {role} was not granted: {because}.", role=ROLE, because=refusal.details["reason"])
    return None


def _grant(connection: Connection) -> None:
    schema = connection.exec_driver_sql(_SCHEMA).scalar()
    for statement in (CREATE_ROLE, f"GRANT USAGE ON SCHEMA {schema} TO {ROLE}", *grants()):
        connection.exec_driver_sql(statement)


# What is only ever added to, and when a new row would take the place of an old one. The migrations make these guards.
ONLY_ADDED_TO = {"event": "club = NEW.club AND stream = NEW.stream AND version = NEW.version"}
# The parts of a table on PostgreSQL have the name of the table and a number.
PARTS = 8
_SAYS = "BEGIN SELECT RAISE(ABORT, 'The book is append-only: no {table} is ever {done}.'); END"
_ANOTHER = "SELECT 1 FROM {table} WHERE {condition}"
_ON_SQLITE = {
    "{table}_refuses_update": f"CREATE TRIGGER {{table}}_refuses_update BEFORE UPDATE ON {{table}} {_SAYS}",
    "{table}_refuses_delete": f"CREATE TRIGGER {{table}}_refuses_delete BEFORE DELETE ON {{table}} {_SAYS}",
    "{table}_refuses_replace": (
        f"CREATE TRIGGER {{table}}_refuses_replace BEFORE INSERT ON {{table}} WHEN EXISTS ({_ANOTHER}) {_SAYS}"
    ),
}
_DONE = {"update": "changed", "delete": "deleted", "replace": "replaced"}
_FUNCTION_ON_POSTGRESQL = """
BEGIN
    RAISE EXCEPTION 'The book is append-only: % of % is refused.', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
"""
# A bit each: before the statement, on DELETE, on UPDATE, on TRUNCATE.
_KIND_ON_POSTGRESQL = 2 + 8 + 16 + 32
# On a table that is whole, as a distributed database keeps it: before each row, on DELETE, on UPDATE. There TRUNCATE is
# refused by rights.
_KIND_WHEN_DISTRIBUTED = 1 + 2 + 8 + 16

_PARTS_OF = """
SELECT c.relname, array_remove(array_agg(part.relname::text), NULL) AS parts
FROM pg_class c LEFT JOIN pg_inherits ON inhparent = c.oid LEFT JOIN pg_class part ON part.oid = inhrelid
WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(:tables) AND c.relkind = 'p'
GROUP BY c.relname ORDER BY c.relname
"""
_TRIGGERS = """
SELECT c.relname, t.tgname, p.proname, p.prosrc,
       t.tgenabled = 'A' AND (t.tgtype = :kind OR t.tgtype = :distributed AND c.relkind = 'r' AND NOT c.relispartition) AND t.tgqual IS NULL AND t.tgattr = ''::int2vector AS sound
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(:tables)
ORDER BY c.relname, t.tgname
"""
_BENT = """
SELECT c.relname, 'rule ' || r.rulename AS what FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(:tables)
UNION ALL
SELECT relname, 'row security' FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relname = ANY(:tables) AND relrowsecurity
"""
_RIGHTS = """
WITH ours AS (SELECT oid, relname, relowner, relacl FROM pg_class
              WHERE relnamespace = current_schema()::regnamespace AND relname = ANY(:tables)),
     granted AS (SELECT relname, relowner, a.* FROM ours, aclexplode(relacl) a
                 UNION ALL
                 SELECT relname, relowner, a.* FROM ours JOIN pg_attribute ON attrelid = ours.oid, aclexplode(attacl) a)
SELECT relname, CASE grantee WHEN 0 THEN 'everybody' ELSE grantee::regrole::text END AS who, privilege_type
FROM granted WHERE grantee <> relowner AND privilege_type IN ('UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER')
UNION
SELECT relname, rolname, 'OWNERSHIP' FROM ours, pg_roles WHERE rolname = :role AND pg_has_role(rolname, relowner, 'MEMBER')
ORDER BY 1, 2, 3
"""
_OWNS = """
SELECT current_user FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relname = 'event' AND pg_has_role(current_user, relowner, 'MEMBER')
"""


def verify_protection(database: Database) -> list[ChainDefect]:
    """Everything in the schema that differs from the migrations; empty if the book is guarded."""
    if newer := is_newer(database):
        sentence = say(
            "The schema is of revision {revision}, newer than this program: it cannot say whether all guards are there.",
            revision=newer,
        )
        return [ChainDefect("", "", 0, "guard_missing", sentence)]
    try:
        with database.reading() as connection:
            found = list(_faults(database, connection))
    except BookDamaged as refusal:
        found = [str(refusal)]
    return [ChainDefect("", "", 0, "guard_missing", sentence) for sentence in found]


def missing_tables(database: Database) -> list[str]:
    """The tables of this program that the book lacks, though it is of its revision: somebody has removed them."""
    with database.reading() as connection:
        there = set(inspect(connection).get_table_names())
    return [table.name for table in SQLModel.metadata.sorted_tables if table.name not in there]


def who_could_drop_the_protection(database: Database) -> str:
    """The PostgreSQL role with which the program works, if it owns the tables; else empty."""
    if database.dialect != "postgresql":
        return ""
    with database.reading() as connection:
        return str(connection.scalar(text(_OWNS)) or "")


def _faults(database: Database, connection: Connection) -> Iterator[str]:
    yield from _of_tables(connection)
    yield from _on_sqlite(connection) if database.dialect == "sqlite" else _on_postgresql(connection)


def _of_tables(connection: Connection) -> Iterator[str]:
    """Missing columns, keys and unique constraints, compared with the row classes."""
    looking = inspect(connection)
    there = set(looking.get_table_names())
    for table in SQLModel.metadata.sorted_tables:
        if table.name not in there:
            yield say("The table {table} is missing.", table=table.name)
            continue
        if {column["name"] for column in looking.get_columns(table.name)} != set(table.columns.keys()):
            yield say("The table {table} has other columns than this program knows.", table=table.name)
        if set(looking.get_pk_constraint(table.name)["constrained_columns"]) != set(table.primary_key.columns.keys()):
            yield say("The table {table} has another key than this program knows.", table=table.name)
        unique = [one["column_names"] for one in looking.get_unique_constraints(table.name)]
        unique += [list(filter(None, one["column_names"])) for one in looking.get_indexes(table.name) if one["unique"]]
        for wanted in _unique(table):
            if wanted not in unique:
                yield say(
                    "The table {table} allows the same {columns} twice.", table=table.name, columns=listed(wanted)
                )


def _unique(table: Any) -> Iterator[list[str]]:
    for constraint in table.constraints:
        if isinstance(constraint, UniqueConstraint):
            yield list(constraint.columns.keys())
    for index in table.indexes:
        if index.unique:
            yield list(index.columns.keys())


def _on_sqlite(connection: Connection) -> Iterator[str]:
    rows = connection.execute(text("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")).all()
    found = {row.name: row for row in rows}
    for table, condition in ONLY_ADDED_TO.items():
        for name, statement in _ON_SQLITE.items():
            trigger = found.pop(name.format(table=table), None)
            done = _DONE[name.rpartition("_")[2]]
            if trigger is None:
                yield _missing(name.format(table=table), table)
            elif trigger.sql != statement.format(table=table, condition=condition, done=done):
                yield say("The trigger {trigger} was changed after the book was made.", trigger=trigger.name)
    for name, trigger in sorted(found.items()):
        yield _unknown(name, trigger.tbl_name)


def _on_postgresql(connection: Connection) -> Iterator[str]:
    every = {"tables": _with_parts(SQLModel.metadata.tables)}
    # A distributed database keeps its tables whole: what lies where is its own affair.
    found = connection.execute(text(_PARTS_OF), {"tables": list(SQLModel.metadata.tables)}).all()
    for row in found:
        if missing := sorted(set(_parts(row.relname)) - set(row.parts)):
            yield say(
                "{parts} no longer belongs to the table {table}: what lies there is not read.",
                parts=", ".join(missing),
                table=row.relname,
            )
    in_parts = {row.relname for row in found}
    guarded = [name for table in ONLY_ADDED_TO for name in (table, *(_parts(table) if table in in_parts else ()))]
    wanted = {f"{table}_refuses_change": table for table in sorted(guarded)}
    kinds = {"kind": _KIND_ON_POSTGRESQL, "distributed": _KIND_WHEN_DISTRIBUTED}
    for row in connection.execute(text(_TRIGGERS), {**every, **kinds}):
        if wanted.get(row.tgname) != row.relname:
            yield _unknown(row.tgname, row.relname)
            continue
        del wanted[row.tgname]
        says = row.proname == "chipbook_refuse_change" and row.prosrc == _FUNCTION_ON_POSTGRESQL
        if not (row.sound and says):
            yield say(
                "The trigger {trigger} is switched off or was changed after the book was made.", trigger=row.tgname
            )
    for name, table in wanted.items():
        yield _missing(name, table)
    for row in connection.execute(text(_BENT), every):
        yield say(
            "The table {table} has a {what}, which no migration makes: it may change what is read or written.",
            table=row.relname,
            what=row.what,
        )
    only_added_to = {"tables": _with_parts(ONLY_ADDED_TO), "role": ROLE}
    for row in connection.execute(text(_RIGHTS), only_added_to):
        yield say(
            "The role {who} has the right of {right} on {table}, to which rows may only be added.",
            who=row.who,
            right=row.privilege_type,
            table=row.relname,
        )


def _with_parts(tables: Iterable[str]) -> list[str]:
    return sorted(name for table in tables for name in (table, *_parts(table)))


def _parts(table: str) -> list[str]:
    return [f"{table}_{part}" for part in range(PARTS)]


def _missing(name: str, table: str) -> str:
    return say(
        "The trigger {trigger} is missing: rows of {table} could be changed, and may have been.",
        trigger=name,
        table=table,
    )


def _unknown(name: str, table: str) -> str:
    return say(
        "The trigger {trigger} on {table} was not made by this program; it may change what is written.",
        trigger=name,
        table=table,
    )
