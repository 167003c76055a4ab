"""How the keeper of the book gets in with a browser: a link that whoever starts the server is shown, good once, for an hour.

On a book without a club it founds the first one; afterwards it signs in a banker. A new link ends the one before.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from service.app.book import Book
from service.app.finding import newest
from service.app.people import add_player, club_called, found_club, players
from service.app.signing_in.sign_in import MAKES_BANKER, Session, make_banker, open_for
from service.app.signing_in.sign_in_links import JOIN
from service.book.ids import fresh_id
from service.book.store.credentials import (
    Credential,
    add_credential,
    credentials_of,
    end_credential,
    find_credential,
    use_once,
)
from service.errors import SignInRefused
from service.language.payload_limits import check_name
from service.language.shorthand.lines import must_be_a_name
from service.people.access.lifetimes import HOUR, LINKS_MAX, later
from service.people.access.secret import Secret, new_secret, read_secret
from service.people.auth import OF_THE_BOOK
from service.reports.views.club.people import MemberView

FOUND = "/found/"
# What a secret says in the place of a club if it belongs to none.
_THE_BOOKS = "book"
_GOOD_SECONDS = HOUR


@dataclass(frozen=True, slots=True, kw_only=True)
class WayIn:
    """The link that is shown. It signs in the person of this name, or founds a club if the `name` is empty."""

    url: str = field(repr=False)
    name: str = ""
    club_name: str = ""


def way_in(book: Book, *, at: str, uses: int = 1) -> WayIn | None:
    """The link by which a banker signs in, or by which the first club is founded; `at` is the address of the server.

    It signs in so many browsers as it has `uses`; a club is founded once.

    The banker is one of the club of the newest night: whoever kept its bank if they may, else the first by name. If the
    club has no banker, whoever kept the bank of the newest night becomes one. None if a club has nobody in it.
    """
    club = club_called(book)
    if club is None:
        secret = new_secret("found", _THE_BOOKS)
        _keep(book, secret, club="", player="")
        return WayIn(url=at.rstrip("/") + FOUND + secret.text)
    banker = _banker(book, club.id)
    if banker is None:
        return None
    secret = new_secret("join", club.id)
    _keep(book, secret, club=club.id, player=banker.id, uses=uses)
    return WayIn(url=at.rstrip("/") + JOIN + secret.text, name=banker.name, club_name=club.name)


def _banker(book: Book, club_id: str) -> MemberView | None:
    everybody = players(book, club_id).players
    found = [one for one in everybody if "banker" in one.roles] or list(everybody)
    night = newest(book)
    kept = ""
    if night is not None and night.club == club_id:
        with book.handler() as handler:
            kept = handler.load(night.night).night.banker
    return next((one for one in found if one.id == kept), found[0] if found else None)


def _keep(book: Book, secret: Secret, *, club: str, player: str, uses: int = 1) -> None:
    """Keeps the link, and ends the one that was shown before."""
    now = book.latest()
    for earlier in credentials_of(book.database, club, "link", now):
        if earlier.scope == MAKES_BANKER:
            end_credential(book.database, club, "link", earlier.id)
    made = Credential(
        club=club,
        digest=secret.digest,
        id=fresh_id("l"),
        kind="link",
        player=player,
        scope=MAKES_BANKER,
        uses_left=uses,
        created_at=now,
        expires_at=later(now, _GOOD_SECONDS),
    )
    add_credential(book.database, made, most=LINKS_MAX)


def insist_it_founds(book: Book, link: str) -> Secret:
    """The secret of a link that founds a club. Nothing is used up by looking. Refuses one that is not good (SignInRefused)."""
    secret = read_secret(link, "found")
    found = find_credential(book.database, OF_THE_BOOK, secret.digest) if secret else None
    if (
        secret is None
        or found is None
        or found.credential.kind != "link"
        or not found.credential.is_good(book.latest())
    ):
        raise SignInRefused
    return secret


def found_by_link(
    book: Book, link: str, *, club_name: str, name: str, user_agent: str = "", instead_of: str | None = None
) -> Session:
    """Founds a club whose banker is the person of this name, and signs their browser in. The link is used up by it.

    What was begun and broken off is taken up again by the same names. Refuses a link that is not good (SignInRefused) and
    a name of a club or a person that is none (NameRefused, NameNotSayable).
    """
    secret = insist_it_founds(book, link)
    check_name(club_name)
    must_be_a_name(name)
    key = secret.digest[:32]
    club = found_club(book, club_name, key=f"found:{key}")
    founder = add_player(book, club.id, name, key=f"founder:{key}")
    make_banker(book, club.id, founder.id)
    if not use_once(book.database, OF_THE_BOOK, secret.digest, "link", book.latest()):
        raise SignInRefused
    return open_for(book, club.id, player=founder.id, user_agent=user_agent, instead_of=instead_of)
