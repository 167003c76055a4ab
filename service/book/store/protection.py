"""What guards the book in the database itself: triggers, rules and rights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import (
    Connection,
    Table,
    Text,
    UniqueConstraint,
    and_,
    case,
    cast,
    column,
    func,
    inspect,
    not_,
    or_,
    select,
    table,
)
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
RIGHTS = ("select", "insert", "update", "delete")
RIGHTS_ON = {
    rows.EVENT.name: ("select", "insert"),
    # A token that was revoked is kept.
    rows.TOKEN.name: ("select", "insert", "update"),
    rows.JOB_TRY.name: ("select", "insert", "delete"),
    "alembic_version": ("select",),
}

# The catalogue of PostgreSQL, as far as it is looked at.
_CLASS = table(
    "pg_class",
    *map(
        column,
        ("oid", "relname", "relnamespace", "relowner", "relkind", "relispartition", "relrowsecurity", "relacl"),
    ),
)
_HERE = _CLASS.c.relnamespace == func.to_regnamespace(func.current_schema())
_INHERITS = table("pg_inherits", column("inhparent"), column("inhrelid"))
_TRIGGER = table(
    "pg_trigger",
    *map(column, ("tgrelid", "tgfoid", "tgname", "tgenabled", "tgtype", "tgqual", "tgattr", "tgisinternal")),
)
_FUNCTION = table("pg_proc", column("oid"), column("proname"), column("prosrc"))
_RULE = table("pg_rewrite", column("ev_class"), column("rulename"))
_COLUMN = table("pg_attribute", column("attrelid"), column("attacl"))
_ROLES = table("pg_roles", column("rolname"))
_OWNS = func.pg_has_role(func.current_user(), _CLASS.c.relowner, "MEMBER")


def grants() -> Iterator[str]:
    """The statements that give the role its rights on every table of this program, and no other."""
    # SQLAlchemy has no words for rights.
    for name in sorted({*SQLModel.metadata.tables, *RIGHTS_ON}):
        yield f"REVOKE ALL ON {name} FROM {ROLE}"
        yield f"GRANT {', '.join(RIGHTS_ON.get(name, RIGHTS))} ON {name} TO {ROLE}"


def grant_application_role(database: Database) -> str | None:
    """Makes the role if it is missing and grants it its rights. Returns None, or the reason why it was skipped."""
    if database.dialect != "postgresql":
        return say("SQLite has no roles: everyone who may write the file may write the book.")
    try:
        with database.writing() as connection:
            # To others PostgreSQL gives a warning at most, and grants nothing.
            if not connection.scalar(select(_OWNS).where(_HERE, _CLASS.c.relname == "event")):
                return say("The role {role} was not granted: this login does not own the tables.", role=ROLE)
            _grant(connection)
    except BookUnreachable as refusal:
        return say("The role {role} was not granted: {because}.", role=ROLE, because=refusal.details["reason"])
    return None


def _grant(connection: Connection) -> None:
    schema = connection.scalar(select(func.quote_ident(func.current_schema())))
    for statement in (CREATE_ROLE, f"GRANT USAGE ON SCHEMA {schema} TO {ROLE}", *grants()):
        connection.exec_driver_sql(statement)


# What is only ever added to, and when a new row would take the place of an old one. The migrations make these guards.
ONLY_ADDED_TO = {"event": "club = NEW.club AND stream = NEW.stream AND version = NEW.version"}
# The parts of a table on PostgreSQL have the name of the table and a number.
PARTS = 8
# SQLite keeps the text of a trigger as it was made, and SQLAlchemy has no words for one.
_ON_SQLITE = (
    "CREATE TRIGGER {table}_refuses_{what} BEFORE {before} "
    "BEGIN SELECT RAISE(ABORT, 'The book is append-only: no {table} is ever {done}.'); END"
)
_BEFORE = {
    "update": ("changed", "UPDATE ON {table}"),
    "delete": ("deleted", "DELETE ON {table}"),
    "replace": ("replaced", "INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE {condition})"),
}
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
            results = list(_faults(database, connection))
    except BookDamaged as refusal:
        results = [str(refusal)]
    return [ChainDefect("", "", 0, "guard_missing", sentence) for sentence in results]


def missing_tables(database: Database) -> list[str]:
    """The tables of this program that the book lacks, though it is of its revision: somebody has removed them."""
    with database.reading() as connection:
        there = set(inspect(connection).get_table_names())
    return [table.name for table in SQLModel.metadata.sorted_tables if table.name not in there]


def who_could_drop_the_protection(database: Database) -> str:
    """The PostgreSQL role with which the program works, if it owns the tables; else empty."""
    if database.dialect != "postgresql":
        return ""
    mine = select(func.current_user()).where(_HERE, _CLASS.c.relname == "event", _OWNS)
    return next((str(role) for (role,) in database.rows(mine)), "")


def _faults(database: Database, connection: Connection) -> Iterator[str]:
    yield from _of_tables(connection)
    yield from _on_sqlite(connection) if database.dialect == "sqlite" else _on_postgresql(connection)


def _of_tables(connection: Connection) -> Iterator[str]:
    """Missing columns, keys and unique constraints, compared with the row classes."""
    looking = inspect(connection)
    there = set(looking.get_table_names())
    for one in SQLModel.metadata.sorted_tables:
        if one.name not in there:
            yield say("The table {table} is missing.", table=one.name)
            continue
        if {column["name"] for column in looking.get_columns(one.name)} != set(one.columns.keys()):
            yield say("The table {table} has other columns than this program knows.", table=one.name)
        if set(looking.get_pk_constraint(one.name)["constrained_columns"]) != set(one.primary_key.columns.keys()):
            yield say("The table {table} has another key than this program knows.", table=one.name)
        unique = [result["column_names"] for result in looking.get_unique_constraints(one.name)]
        unique += [
            list(filter(None, result["column_names"])) for result in looking.get_indexes(one.name) if result["unique"]
        ]
        for wanted in _unique(one):
            if wanted not in unique:
                yield say("The table {table} allows the same {columns} twice.", table=one.name, columns=listed(wanted))


def _unique(one: Table) -> Iterator[list[str]]:
    for constraint in one.constraints:
        if isinstance(constraint, UniqueConstraint):
            yield list(constraint.columns.keys())
    for index in one.indexes:
        if index.unique:
            yield list(index.columns.keys())


def _on_sqlite(connection: Connection) -> Iterator[str]:
    made = table("sqlite_master", column("type"), column("name"), column("tbl_name"), column("sql"))
    query = select(made.c.name, made.c.tbl_name, made.c.sql).where(made.c.type == "trigger")
    results = {row.name: row for row in connection.execute(query)}
    for name, condition in ONLY_ADDED_TO.items():
        for what, (done, before) in _BEFORE.items():
            wanted = f"{name}_refuses_{what}"
            trigger = results.pop(wanted, None)
            before_what = before.format(table=name, condition=condition)
            if trigger is None:
                yield _missing(wanted, name)
            elif trigger.sql != _ON_SQLITE.format(table=name, what=what, before=before_what, done=done):
                yield say("The trigger {trigger} was changed after the book was made.", trigger=wanted)
    for name, trigger in sorted(results.items()):
        yield _unknown(name, trigger.tbl_name)


def _on_postgresql(connection: Connection) -> Iterator[str]:
    parts = _parts_in(connection)
    for name, there in parts.items():
        if missing := sorted(set(_parts(name)) - there):
            yield say(
                "{parts} no longer belongs to the table {table}: what lies there is not read.",
                parts=", ".join(missing),
                table=name,
            )
    guarded = [name for one in ONLY_ADDED_TO for name in (one, *(_parts(one) if one in parts else ()))]
    every = _with_parts(SQLModel.metadata.tables)
    yield from _triggers(connection, every, {f"{name}_refuses_change": name for name in sorted(guarded)})
    for name, what in _bent(connection, every):
        yield say(
            "The table {table} has a {what}, which no migration makes: it may change what is read or written.",
            table=name,
            what=what,
        )
    for name, who, right in _rights(connection, _with_parts(ONLY_ADDED_TO)):
        yield say(
            "The role {who} has the right of {right} on {table}, to which rows may only be added.",
            who=who,
            right=right,
            table=name,
        )


def _parts_in(connection: Connection) -> dict[str, set[str]]:
    """The parts of every table that has some. A distributed database keeps its tables whole: what lies where is its own affair."""
    part = _CLASS.alias("part")
    query = (
        select(_CLASS.c.relname, part.c.relname)
        .outerjoin(_INHERITS, _INHERITS.c.inhparent == _CLASS.c.oid)
        .outerjoin(part, part.c.oid == _INHERITS.c.inhrelid)
        .where(_HERE, _CLASS.c.relname.in_(list(SQLModel.metadata.tables)), _CLASS.c.relkind == "p")
        .order_by(_CLASS.c.relname)
    )
    parts: dict[str, set[str]] = {}
    for name, of_it in connection.execute(query):
        parts.setdefault(name, set()).update(filter(None, [of_it]))
    return parts


def _triggers(connection: Connection, every: Sequence[str], wanted: dict[str, str]) -> Iterator[str]:
    one = _TRIGGER.c
    is_whole = and_(_CLASS.c.relkind == "r", not_(_CLASS.c.relispartition))
    kind = or_(one.tgtype == _KIND_ON_POSTGRESQL, and_(one.tgtype == _KIND_WHEN_DISTRIBUTED, is_whole))
    always = and_(one.tgenabled == "A", kind, one.tgqual.is_(None), cast(one.tgattr, Text) == "")
    query = (
        select(_CLASS.c.relname, one.tgname, _FUNCTION.c.proname, _FUNCTION.c.prosrc, always.label("sound"))
        .join(_CLASS, _CLASS.c.oid == one.tgrelid)
        .join(_FUNCTION, _FUNCTION.c.oid == one.tgfoid)
        .where(not_(one.tgisinternal), _HERE, _CLASS.c.relname.in_(every))
        .order_by(_CLASS.c.relname, one.tgname)
    )
    for row in connection.execute(query):
        if wanted.get(row.tgname) != row.relname:
            yield _unknown(row.tgname, row.relname)
            continue
        del wanted[row.tgname]
        says = row.proname == "chipbook_refuse_change" and row.prosrc == _FUNCTION_ON_POSTGRESQL
        if not (row.sound and says):
            yield say(
                "The trigger {trigger} is switched off or was changed after the book was made.", trigger=row.tgname
            )
    for name, of_table in wanted.items():
        yield _missing(name, of_table)


def _bent(connection: Connection, every: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The rules of tables, and which of them show only some rows."""
    ours = (_HERE, _CLASS.c.relname.in_(every))
    ruled = select(_CLASS.c.relname, _RULE.c.rulename).join(_RULE, _RULE.c.ev_class == _CLASS.c.oid).where(*ours)
    for name, rule in connection.execute(ruled):
        yield name, f"rule {rule}"
    for (name,) in connection.execute(select(_CLASS.c.relname).where(*ours, _CLASS.c.relrowsecurity)):
        yield name, "row security"


def _rights(connection: Connection, tables: Sequence[str]) -> list[tuple[str, str, str]]:
    """Which role has a right to change or to empty one of these tables, or a column of it, and who owns one though it should not."""
    ours = (_HERE, _CLASS.c.relname.in_(tables))
    results: set[tuple[str, str, str]] = set()
    of_columns = _CLASS.join(_COLUMN, _COLUMN.c.attrelid == _CLASS.c.oid)
    for granted_on, kept in ((_CLASS, _CLASS.c.relacl), (of_columns, _COLUMN.c.attacl)):
        granted = func.aclexplode(kept).table_valued("grantee", "privilege_type")
        who = case((granted.c.grantee == 0, "everybody"), else_=func.pg_get_userbyid(granted.c.grantee))
        query = (
            select(_CLASS.c.relname, who, granted.c.privilege_type)
            .select_from(granted_on, granted)
            .where(
                *ours,
                granted.c.grantee != _CLASS.c.relowner,
                granted.c.privilege_type.in_(("UPDATE", "DELETE", "TRUNCATE", "TRIGGER")),
            )
        )
        results |= {(name, str(role), right) for name, role, right in connection.execute(query)}
    member = func.pg_has_role(_ROLES.c.rolname, _CLASS.c.relowner, "MEMBER")
    owners = select(_CLASS.c.relname, _ROLES.c.rolname).join(_ROLES, member).where(*ours, _ROLES.c.rolname == ROLE)
    return sorted(results | {(name, str(who), "OWNERSHIP") for name, who in connection.execute(owners)})


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
