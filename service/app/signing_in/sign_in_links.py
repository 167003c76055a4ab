"""Sign-in links: for one player, or for a table, where each guest says who they are. Made, listed and ended."""

from __future__ import annotations

from service.app.book import Book
from service.app.finding import club_of
from service.book.ids import fresh_id
from service.book.receipts.qr import as_svg, for_terminal
from service.book.store.credentials import Credential, add_credential, credentials_of, end_credential, find_credential
from service.errors import CredentialMissing, SignInRefused
from service.people.access.lifetimes import (
    HOUR,
    LINK_HOURS,
    LINKS_MAX,
    TABLE_LINK_HOURS,
    TABLE_LINK_USES,
    later,
)
from service.people.access.secret import Secret, new_secret, read_secret
from service.reports.views.club.access import NewSignInLink, SignInLinks, link_view

JOIN = "/join/"


def invite_player(
    book: Book, club_id: str, player: str, *, at: str, hours: int = LINK_HOURS, uses: int = 1
) -> NewSignInLink:
    """A link by which one player signs in; `at` is the address of the server. Refuses a person of no name here (PlayerMissing)."""
    with book.handler() as handler:
        handler.clubs.load(club_id)
        name = handler.names.member(club_id, player).name
    return _made(book, club_id, at=at, hours=hours, uses=uses, player=player, names={player: name})


def invite_table(
    book: Book, night: str, *, at: str, hours: int = TABLE_LINK_HOURS, uses: int = TABLE_LINK_USES
) -> NewSignInLink:
    """A link for everybody at the table of a night: each says who they are, and the banker confirms it once.

    Refuses a night that is not there (NightMissing).
    """
    return _made(book, club_of(book, night), at=at, hours=hours, uses=uses, night=night, names={})


def _made(
    book: Book,
    club_id: str,
    *,
    at: str,
    hours: int,
    uses: int,
    names: dict[str, str],
    player: str = "",
    night: str = "",
) -> NewSignInLink:
    secret, now = new_secret("join", club_id), book.latest()
    made = Credential(
        club=club_id,
        digest=secret.digest,
        id=fresh_id("l"),
        kind="link",
        player=player,
        night=night,
        uses_left=uses,
        created_at=now,
        expires_at=later(now, hours * HOUR),
    )
    add_credential(book.database, made, most=LINKS_MAX)
    return _told(secret, made, at=at, names=names)


def _told(secret: Secret, link: Credential, *, at: str, names: dict[str, str]) -> NewSignInLink:
    url = f"{at.rstrip('/')}{JOIN}{secret.text}"
    return NewSignInLink(url=url, qr=as_svg(url), about=link_view(link, names))


def table_link_again(book: Book, night: str, secret: str, *, at: str) -> NewSignInLink:
    """The same link of a table once more, for a page that knows its secret, with the uses that are left of it.

    Refuses one that is not good any more, or is another night's (SignInRefused).
    """
    read = read_secret(secret, "join")
    found = find_credential(book.database, read.club, read.digest) if read else None
    if read is None or found is None or found.credential.night != night or not found.credential.is_good(book.latest()):
        raise SignInRefused
    return _told(read, found.credential, at=at, names={})


def sign_in_links(book: Book, club_id: str) -> SignInLinks:
    """The links of a club that can still be used."""
    with book.handler() as handler:
        handler.clubs.load(club_id)
        names = handler.names.by_id(club_id)
    found = credentials_of(book.database, club_id, "link", book.latest())
    return SignInLinks(club=club_id, links=tuple(link_view(one, names) for one in found))


def end_link(book: Book, club_id: str, link: str) -> None:
    """Ends a link, by its id; whoever signed in by it stays signed in. Refuses an id of none (CredentialMissing)."""
    if not end_credential(book.database, club_id, "link", link):
        raise CredentialMissing("link", link)


def to_scan(url: str) -> str:
    """The link as a code in half blocks, which a phone reads from a terminal."""
    return for_terminal(url)
