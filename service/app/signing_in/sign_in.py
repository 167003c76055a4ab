"""Signing in and out: what a link says, the session that it opens, and who asks."""

from __future__ import annotations

from dataclasses import dataclass, field

from service.app import people
from service.app.book import Book
from service.book.ids import fresh_id
from service.book.store.credentials import (
    Credential,
    credentials_of,
    end_credential,
    find_credential,
    open_session,
)
from service.errors import SignInRefused
from service.language.shorthand.lines import must_be_a_name
from service.people.access.secret import name_of_browser, new_secret, read_secret
from service.people.access.who import GUEST_SECONDS, GUESTS_MAX, SESSIONS_MAX, Who, later, session_end
from service.reports.views.club.club import Me, device_view, passkey_view

# The scope of a link of the keeper, who may make its player banker of the club.
MAKES_BANKER = "banker"


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """What a link says before it is used: into which club, and as whom.

    `name` is empty for a link of a table; then a guest says who they are, and `people` are the names that sit there.
    `becomes_banker`: whoever uses it is banker of the club from then on.
    """

    club_name: str
    name: str
    people: tuple[str, ...] = ()
    becomes_banker: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A browser session that was just opened: its secret for the cookie, told this once. A guest `waits` for the banker."""

    secret: str = field(repr=False)
    waits: bool


def welcome(book: Book, link: str) -> Welcome:
    """What a link says. Nothing is used up by looking. Refuses one that is not good (SignInRefused)."""
    found = _link(book, link)
    with book.handler() as handler:
        club = handler.lists.club(found.club)
        names = handler.names.by_id(found.club)
        if found.player:
            if found.player not in names:
                raise SignInRefused
            banker = "banker" in handler.clubs.look(found.club).club.members[found.player].roles
            makes_banker = found.scope == MAKES_BANKER and not banker
            return Welcome(club_name=club.name, name=names[found.player], becomes_banker=makes_banker)
        seated = handler.load(found.night).people
    people = tuple(sorted(names[player] for player in seated if player in names))
    return Welcome(club_name=club.name, name="", people=people)


def join(book: Book, link: str, *, says: str = "", user_agent: str = "", instead_of: str | None = None) -> Session:
    """Signs a browser in with a link, which is used once by it. The session is always a new one.

    `says` is the name of a guest at the table's link; `instead_of` the cookie that the browser had, which is good no more.
    Refuses a link that is not good (SignInRefused), and a guest without a name (NameRefused).
    """
    found = _link(book, link)
    if found.player:
        with book.handler() as handler:
            if found.player not in handler.names.by_id(found.club):
                raise SignInRefused
    else:
        must_be_a_name(says)
    if found.scope == MAKES_BANKER:
        make_banker(book, found.club, found.player)
    return open_for(
        book,
        found.club,
        player=found.player,
        says="" if found.player else says,
        night=found.night,
        user_agent=user_agent,
        with_link=found.digest,
        instead_of=instead_of,
    )


def open_for(
    book: Book,
    club_id: str,
    *,
    player: str,
    user_agent: str,
    instead_of: str | None,
    says: str = "",
    night: str = "",
    with_link: str = "",
) -> Session:
    """A new session of a player, or of a guest who waits. Refuses a link that was used up meanwhile (SignInRefused)."""
    secret, now = new_secret("web", club_id), book.latest()
    made = Credential(
        club=club_id,
        digest=secret.digest,
        id=fresh_id("d"),
        kind="session",
        player=player,
        said=says,
        label=name_of_browser(user_agent),
        scope="bank",
        night=night,
        created_at=now,
        expires_at=session_end(now, now) if player else later(now, GUEST_SECONDS),
    )
    old = read_secret(instead_of, "web") if instead_of else None
    opened = open_session(
        book.database,
        made,
        most=SESSIONS_MAX if player else GUESTS_MAX,
        with_link=with_link,
        instead_of=(old.club, old.digest) if old else None,
    )
    if not opened:
        raise SignInRefused
    return Session(secret=secret.text, waits=not player)


def make_banker(book: Book, club_id: str, player: str) -> None:
    """Gives a member the role of banker. Nothing happens if they have it."""
    if "banker" not in people.player(book, club_id, player).roles:
        people.change_role(book, club_id, player, "banker", held=True)


def sign_out(book: Book, session: Credential) -> None:
    """Ends this session. Nothing happens if it has ended already."""
    end_credential(book.database, session.club, "session", session.id)


def me(book: Book, who: Who, waiting: Credential | None = None) -> Me:
    """Who asks, with their devices and passkeys; `waiting` is the session of a guest, who is nobody yet."""
    if who.keeper:
        return Me(who="keeper", scope=who.scope, credential=who.credential)
    if who.club is None:
        return _guest(book, waiting) if waiting and not waiting.player else Me(who="stranger")
    with book.handler() as handler:
        club = handler.lists.club(who.club)
        names = handler.names.by_id(who.club)
    kept: dict[str, tuple[Credential, ...]] = {"session": (), "passkey": ()}
    if who.player is not None:
        now = book.latest()
        kept["session"] = tuple(credentials_of(book.database, who.club, "session", now, player=who.player))
        kept["passkey"] = tuple(credentials_of(book.database, who.club, "passkey", now, player=who.player))
    return Me(
        who="program" if who.player is None else "member",
        club=who.club,
        club_name=club.name,
        player=who.player,
        name=names.get(who.player or ""),
        roles=tuple(sorted(who.roles)),
        scope=who.scope,
        credential=who.credential,
        devices=tuple(device_view(one, names) for one in kept["session"]),
        passkeys=tuple(passkey_view(one) for one in kept["passkey"]),
    )


def _guest(book: Book, waiting: Credential) -> Me:
    with book.handler() as handler:
        club = handler.lists.club(waiting.club)
    return Me(who="guest", club=club.club, club_name=club.name, name=waiting.said, credential=waiting.id)


def _link(book: Book, text: str) -> Credential:
    secret = read_secret(text, "join")
    found = find_credential(book.database, secret.club, secret.digest) if secret else None
    if found is None or found.credential.kind != "link" or not found.credential.is_good(book.latest()):
        raise SignInRefused
    return found.credential
