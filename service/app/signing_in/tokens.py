"""Tokens of a club: for a program, or for a member who wants to script their own account. Made, listed and ended."""

from __future__ import annotations

from engine.speech import phrase
from service.app.book import Book
from service.book.ids import fresh_id
from service.book.store.credentials import Credential, Scope, add_credential, credentials_of, end_credential
from service.errors import CredentialMissing, OutOfBounds
from service.language.payload_limits import text_fault
from service.people.access.lifetimes import DAY, TOKENS_MAX, later
from service.people.access.secret import new_secret
from service.reports.views.club.access import NewToken, Tokens, token_view

LABEL_MAX = 80


def make_token(
    book: Book, club_id: str, label: str, *, scope: Scope = "read", player: str = "", days: int | None = None
) -> NewToken:
    """A new token of a club, or of one of its players; it ends after so many days, or never.

    Refuses a label that is empty, too long or not printable (OutOfBounds), and a person of no name here (PlayerMissing).
    """
    check_label(label)
    with book.handler() as handler:
        handler.clubs.load(club_id)
        names = {player: handler.names.member(club_id, player).name} if player else {}
    secret, now = new_secret("api", club_id), book.latest()
    made = Credential(
        club=club_id,
        digest=secret.digest,
        id=fresh_id("t"),
        kind="token",
        player=player,
        label=label,
        scope=scope,
        created_at=now,
        expires_at=None if days is None else later(now, days * DAY),
    )
    add_credential(book.database, made, most=TOKENS_MAX)
    return NewToken(token=secret.text, about=token_view(made, names))


def tokens(book: Book, club_id: str) -> Tokens:
    """The tokens of a club that are still good."""
    with book.handler() as handler:
        handler.clubs.load(club_id)
        names = handler.names.by_id(club_id)
    found = credentials_of(book.database, club_id, "token", book.latest())
    return Tokens(club=club_id, tokens=tuple(token_view(one, names) for one in found))


def end_token(book: Book, club_id: str, token: str) -> None:
    """Ends a token, by its id. Refuses an id of none (CredentialMissing)."""
    if not end_credential(book.database, club_id, "token", token):
        raise CredentialMissing("token", token)


def check_label(label: str) -> None:
    """Refuses a label that nobody could read in a list."""
    if not label.strip():
        raise OutOfBounds(phrase("the label is empty; say what it is for, as “score board”"))
    if fault := text_fault(label, LABEL_MAX):
        raise OutOfBounds(phrase("the label {fault}", fault=fault))
