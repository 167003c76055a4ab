"""The banker's token: shown once, kept as a digest, replaced when it is lost."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select, text

from service.book.store.protection import grant_application_role
from service.book.store.rows import TOKEN
from service.errors import BookError
from service.people.auth import Tokens

AT = "2026-11-20T19:30:00Z"


def kept(database) -> list[tuple[object, ...]]:
    with database.reading() as connection:
        return [tuple(row) for row in connection.execute(select(TOKEN))]


def test_the_first_start_makes_a_token_and_the_second_none(database):
    token = Tokens(database).first(AT)
    assert token is not None
    assert len(token) >= 32
    assert Tokens(database).first(AT) is None
    assert Tokens(database).is_bankers(token)


def test_only_the_digest_is_kept(database):
    token = Tokens(database).first(AT)
    ((club, digest, role, created_at, revoked_at),) = kept(database)
    assert club == ""
    assert re.fullmatch(r"[0-9a-f]{64}", digest)
    assert token not in digest
    assert (role, created_at, revoked_at) == ("banker", AT, None)


@pytest.mark.parametrize("wrong", ["", "x", "æ" * 40])
def test_another_token_is_not_the_bankers(sqlite_database, wrong):
    tokens = Tokens(sqlite_database)
    token = tokens.first(AT)
    assert not tokens.is_bankers(wrong)
    assert not tokens.is_bankers(token[:-1])
    assert not tokens.is_bankers(kept(sqlite_database)[0][1])


def test_without_any_token_nobody_is_the_banker(sqlite_database):
    assert not Tokens(sqlite_database).is_bankers("")


def test_a_new_token_ends_the_old_one(database):
    tokens = Tokens(database)
    old = tokens.first(AT)
    new = tokens.renew(AT)
    assert tokens.is_bankers(new)
    assert not tokens.is_bankers(old)
    assert tokens.first(AT) is None


def test_a_token_that_is_set_is_the_only_one(sqlite_database):
    made = Tokens(sqlite_database).first(AT)
    tokens = Tokens(sqlite_database, "the-one-that-is-set")
    assert tokens.first(AT) is None
    assert tokens.is_bankers("the-one-that-is-set")
    assert not tokens.is_bankers(made)


def test_the_role_of_the_program_may_make_and_end_tokens_and_erase_none(postgresql_database):
    grant_application_role(postgresql_database)
    with postgresql_database.reading() as connection:
        rights = connection.scalars(
            text(
                "SELECT privilege_type FROM information_schema.role_table_grants WHERE table_name = 'token' AND grantee = 'chipbook_app'"
            )
        )
        assert set(rights) == {"SELECT", "INSERT", "UPDATE"}


def test_a_book_that_cannot_be_read_lets_nobody_in(sqlite_database, monkeypatch):
    def locked(*_: object) -> None:
        raise BookError

    tokens = Tokens(sqlite_database)
    token = tokens.first(AT)
    monkeypatch.setattr("service.book.db.Database.reading", locked)
    with pytest.raises(BookError):
        tokens.is_bankers(token)
