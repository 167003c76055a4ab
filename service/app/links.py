"""Sign-in links, tokens and the keeper's way in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from engine.ids import PlayerId
from engine.speech import say
from service.app.book import Book
from service.app.people import add_player, club_called, found_club, players
from service.app.running.addresses import Reach, Ways
from service.app.seeing import newest
from service.app.sign_in import MAKES_BANKER, Session, check_label, good_link, make_banker, open_for
from service.book.ids import fresh_id
from service.book.receipts.making import as_svg, for_terminal
from service.book.store.credentials import (
    Credential,
    Kind,
    Scope,
    add_credential,
    credentials_of,
    end_credential,
    use_once,
)
from service.errors import CredentialMissing, SignInRefused
from service.language.local_time import later
from service.language.payload_limits import check_new_name
from service.language.shorthand.lines import must_be_a_name
from service.people.credentials import OF_THE_BOOK, Secret, new_secret
from service.people.rights import DAY, HOUR, LINK_HOURS, LINKS_MAX, TABLE_LINK_HOURS, TABLE_LINK_USES, TOKENS_MAX
from service.reports.views.club import MemberView, NewSignInLink, NewToken, SignInLinks, Tokens, link_view, token_view

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
    return _made(book, book.club_of(night), at=at, hours=hours, uses=uses, night=night, names={})


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
    return _link(secret, made, at=at, names=names)


def _link(secret: Secret, link: Credential, *, at: str, names: dict[str, str]) -> NewSignInLink:
    url = f"{at.rstrip('/')}{JOIN}{secret.text}"
    return NewSignInLink(url=url, qr=as_svg(url), about=link_view(link, names))


def table_link_again(book: Book, night: str, secret: str, *, at: str) -> NewSignInLink:
    """The same link of a table once more, for a page that knows its secret, with the uses that are left of it.

    Refuses one that is not good any more, or is another night's (SignInRefused).
    """
    read, link = good_link(book, secret)
    if link.night != night:
        raise SignInRefused
    return _link(read, link, at=at, names={})


def sign_in_links(book: Book, club_id: str) -> SignInLinks:
    """The links of a club that can still be used."""
    credentials, names = _good(book, club_id, "link")
    return SignInLinks(club=club_id, links=tuple(link_view(one, names) for one in credentials))


def end_link(book: Book, club_id: str, link: str) -> None:
    """Ends a link, by its id; whoever signed in by it stays signed in. Refuses an id of none (CredentialMissing)."""
    _end(book, club_id, "link", link)


def without_names(ways: Ways, url: str) -> str:
    """A sentence with the same link by number, because not every phone finds names of this kind; empty if it has none."""
    number = ways.by_number_too(url)
    return number and say("A phone that does not find it (Android before 12) opens {address}.", address=number)


def to_scan(url: str) -> str:
    """The link as a code in half blocks, which a phone reads from a terminal."""
    return for_terminal(url)


def for_any_phone(link: NewSignInLink, reach: Reach) -> NewSignInLink:
    """The same link with a code that also a phone can scan which does not trust the house yet."""
    return replace(link, qr=as_svg(reach.door(link.url)))


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
    credentials, names = _good(book, club_id, "token")
    return Tokens(club=club_id, tokens=tuple(token_view(one, names) for one in credentials))


def end_token(book: Book, club_id: str, token: str) -> None:
    """Ends a token, by its id. Refuses an id of none (CredentialMissing)."""
    _end(book, club_id, "token", token)


def _good(book: Book, club_id: str, kind: Kind) -> tuple[Sequence[Credential], Mapping[PlayerId, str]]:
    """The credentials of this kind that a club has and that are still good, and the names of its people."""
    with book.handler() as handler:
        handler.clubs.load(club_id)
        names = handler.names.by_id(club_id)
    return credentials_of(book.database, club_id, kind, book.latest()), names


def _end(book: Book, club_id: str, kind: Kind, credential: str) -> None:
    if not end_credential(book.database, club_id, kind, credential):
        raise CredentialMissing(kind, credential)


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
    results = [one for one in everybody if "banker" in one.roles] or list(everybody)
    night = newest(book)
    kept = ""
    if night is not None and night.club == club_id:
        with book.handler() as handler:
            kept = handler.load(night.night).night.banker
    return next((one for one in results if one.id == kept), results[0] if results else None)


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
    secret, _ = good_link(book, link, "found")
    return secret


def found_club_by_link(
    book: Book, link: str, *, club_name: str, name: str, user_agent: str = "", instead_of: str | None = None
) -> Session:
    """Founds a club whose banker is the person of this name, and signs their browser in. The link is used up by it.

    What was begun and broken off is taken up again by the same names. Refuses a link that is not good (SignInRefused) and
    a name of a club or a person that is none (NameRefused, NameNotSayable).
    """
    secret = insist_it_founds(book, link)
    check_new_name(club_name)
    must_be_a_name(name)
    key = secret.digest[:32]
    club = found_club(book, club_name, key=f"found:{key}")
    founder = add_player(book, club.id, name, key=f"founder:{key}")
    make_banker(book, club.id, founder.id)
    if not use_once(book.database, OF_THE_BOOK, secret.digest, "link", book.latest()):
        raise SignInRefused
    return open_for(book, club.id, player=founder.id, user_agent=user_agent, instead_of=instead_of)
