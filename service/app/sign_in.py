"""People sign in on their devices: by a link, as a guest at the table, or with a passkey."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.ids import ClubId, PlayerId
from engine.speech import phrase
from engine.spelling import called
from service.app import people
from service.app.book import Book
from service.app.night.witness import retire_phone
from service.app.people import add_player
from service.book.ids import fresh_id
from service.book.store.credentials import (
    Credential,
    add_credential,
    confirm_session,
    credentials_of,
    end_credential,
    find_credential,
    note_signature,
    open_session,
    use_once,
)
from service.errors import CredentialMissing, OutOfBounds, PasskeyRefused, PlayerMissing, RunsTheBank, SignInRefused
from service.language.local_time import later
from service.language.names import by_name
from service.language.payload_limits import text_fault
from service.language.shorthand.lines import must_be_a_name
from service.people.credentials import OF_THE_BOOK, Secret, name_of_browser, new_secret, read_secret
from service.people.passkeys import (
    Assertion,
    Creation,
    Site,
    challenge_in,
    check_assertion,
    check_creation,
    club_in,
    digest_of,
    new_challenge,
    options_to_create,
    options_to_use,
    passkey_digest,
    user_handle,
)
from service.people.rights import (
    BANK_ROLES,
    CHALLENGE_SECONDS,
    CHALLENGES_MAX,
    GUEST_SECONDS,
    GUESTS_MAX,
    PASSKEYS_MAX,
    SESSIONS_MAX,
    Who,
    session_end,
)
from service.reports.views.club import Device, Devices, Me, PasskeyOptions, PasskeyView, device_view, passkey_view

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
    _, result = good_link(book, link)
    with book.handler() as handler:
        club = handler.lists.club(result.club)
        names = handler.names.by_id(result.club)
        if result.player:
            if result.player not in names:
                raise SignInRefused
            banker = "banker" in handler.clubs.look(result.club).club.members[result.player].roles
            makes_banker = result.scope == MAKES_BANKER and not banker
            return Welcome(club_name=club.name, name=names[result.player], becomes_banker=makes_banker)
        seated = handler.load(result.night).people
    people = tuple(sorted((names[player] for player in seated if player in names), key=by_name))
    return Welcome(club_name=club.name, name="", people=people)


def join(book: Book, link: str, *, says: str = "", user_agent: str = "", instead_of: str | None = None) -> Session:
    """Signs a browser in with a link, which is used once by it. The session is always a new one.

    `says` is the name of a guest at the table's link; `instead_of` the cookie that the browser had, which is good no more.
    Refuses a link that is not good (SignInRefused), and a guest without a name (NameRefused).
    """
    _, result = good_link(book, link)
    if result.player:
        with book.handler() as handler:
            if result.player not in handler.names.by_id(result.club):
                raise SignInRefused
    else:
        must_be_a_name(says)
    if result.scope == MAKES_BANKER:
        make_banker(book, result.club, result.player)
    return open_for(
        book,
        result.club,
        player=result.player,
        says="" if result.player else says,
        night=result.night,
        user_agent=user_agent,
        with_link=result.digest,
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
    """Ends this session and the keys by which its browser signs. Nothing happens if it has ended already."""
    end_credential(book.database, session.club, "session", session.id)
    retire_phone(book, session.club, session.id)


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


def good_link(book: Book, text: str, kind: Literal["join", "found"] = "join") -> tuple[Secret, Credential]:
    """The secret of a link, and what the book keeps of it. Nothing is used up by looking. Refuses one that is not good (SignInRefused)."""
    secret = read_secret(text, kind)
    club = OF_THE_BOOK if kind == "found" or secret is None else secret.club
    result = find_credential(book.database, club, secret.digest) if secret else None
    if (
        secret is None
        or result is None
        or result.credential.kind != "link"
        or not result.credential.is_good(book.latest())
    ):
        raise SignInRefused
    return secret, result.credential


def devices(book: Book, club_id: str) -> Devices:
    """The browsers that are signed in to a club, and guests who wait."""
    with book.handler() as handler:
        handler.clubs.load(club_id)
        names = handler.names.by_id(club_id)
    credentials = credentials_of(book.database, club_id, "session", book.latest())
    return Devices(club=club_id, devices=tuple(device_view(one, names) for one in credentials))


def end_device(book: Book, club_id: str, device: str, *, player: PlayerId = "") -> None:
    """Signs a browser out, by its id, so that it signs nothing more; of this player, if one is named.

    Refuses an id of none (CredentialMissing).
    """
    _session(book, club_id, device, player=player)
    end_credential(book.database, club_id, "session", device)
    retire_phone(book, club_id, device)


def end_passkey(book: Book, club_id: str, passkey: str, *, player: PlayerId) -> None:
    """Forgets a passkey of a player, by its id. Refuses an id of none (CredentialMissing)."""
    credentials = credentials_of(book.database, club_id, "passkey", book.latest(), player=player)
    if all(one.id != passkey for one in credentials) or not end_credential(book.database, club_id, "passkey", passkey):
        raise CredentialMissing("passkey", passkey)


def guests(book: Book, club_id: str, night: str = "") -> tuple[Device, ...]:
    """The browsers of guests who wait to be confirmed, the oldest first; at this night, if one is named."""
    waiting = credentials_of(book.database, club_id, "session", book.latest())
    return tuple(device_view(one, {}) for one in waiting if not one.player and night in ("", one.night))


def send_guest_away(book: Book, night: str, device: str) -> None:
    """Ends the session of a guest who waits at this night. Refuses an id of none (CredentialMissing)."""
    club_id = book.club_of(night)
    _guest_at(book, club_id, night, device)
    end_credential(book.database, club_id, "session", device)


def let_in(book: Book, night: str, device: str, *, whoever: bool = False, looks_on: bool = False) -> Device:
    """Confirms that a guest at this night is who they say, as `confirm_guest` does.

    `looks_on`: somebody who is new in the club comes to look on, and is a viewer there.

    `whoever`: also somebody who runs the bank of the club. Otherwise that is refused (RunsTheBank): whoever has the bank
    of one night could make themself banker of the club by it.
    """
    club_id = book.club_of(night)
    guest = _guest_at(book, club_id, night, device)
    with book.handler() as handler:
        names = handler.names.by_id(club_id)
        club = handler.clubs.load(club_id).club
    meant = club.person(next(iter(called(guest.said, names)), ""))
    if not whoever and (member := club.member(meant)) and not member.roles.isdisjoint(BANK_ROLES):
        raise RunsTheBank(names.get(meant, meant))
    return confirm_guest(book, club_id, device, meant, looks_on=looks_on)


def _guest_at(book: Book, club_id: str, night: str, device: str) -> Credential:
    guest = _session(book, club_id, device)
    if guest.player or guest.night != night:
        raise CredentialMissing("guest", device)
    return guest


def confirm_guest(book: Book, club_id: str, device: str, player: PlayerId = "", *, looks_on: bool = False) -> Device:
    """Says who a guest is: the player that is named, else the member of the name they gave, who joins if there is none.

    `looks_on`: whoever joins is a viewer, not a player.
    Refuses a device on which no guest waits (CredentialMissing), and a person of no name here (PlayerMissing).
    """
    guest = _session(book, club_id, device)
    if guest.player:
        raise CredentialMissing("guest", device)
    with book.handler() as handler:
        names = handler.names.by_id(club_id)
        club = handler.clubs.load(club_id).club
    if player and player not in names:
        raise PlayerMissing(player)
    meant = club.person(player or next(iter(called(guest.said, names)), ""))
    if not meant:
        # Under a key of the device, so that a repeated confirmation admits nobody a second time.
        meant = add_player(book, club_id, guest.said, key=f"confirm:{device}", looks_on=looks_on).id
    if not confirm_session(book.database, club_id, device, meant, book.latest()):
        raise CredentialMissing("guest", device)
    with book.handler() as handler:
        names = handler.names.by_id(club_id)
    return device_view(guest._replace(player=meant, said=""), names)


def _session(book: Book, club_id: str, device: str, *, player: PlayerId = "") -> Credential:
    credentials = credentials_of(book.database, club_id, "session", book.latest(), player=player)
    for one in credentials:
        if one.id == device:
            return one
    raise CredentialMissing("device", device)


LABEL_MAX = 80

# The club of a challenge for somebody who has not said yet who they are.
NOBODYS = ""


def ask_to_make_passkey(book: Book, site: Site, club: ClubId, player: PlayerId) -> PasskeyOptions:
    """What the browser of a member is asked, so that it makes a passkey. The question is good once, for some minutes."""
    with book.handler() as handler:
        name = handler.names.member(club, player).name
    known = [one.key_id for one in credentials_of(book.database, club, "passkey", book.latest(), player=player)]
    challenge = _asked(book, club, player)
    handle = user_handle(club, player)
    return PasskeyOptions(options=options_to_create(site, challenge, name=name, handle=handle, known=known))


def make_passkey(book: Book, site: Site, club: ClubId, player: PlayerId, label: str, answer: Creation) -> PasskeyView:
    """Keeps the passkey that a browser made. Refuses an answer to no question of this member (PasskeyRefused)."""
    check_label(label)
    challenge = challenge_in(answer.client_data)
    _answered(book, club, player, challenge)
    made = check_creation(site, challenge, answer)
    kept = Credential(
        club=club,
        digest=passkey_digest(made.key_id),
        id=fresh_id("k"),
        kind="passkey",
        player=player,
        label=label,
        scope="bank",
        key_id=made.key_id,
        public_key=made.public_key,
        sign_count=made.sign_count,
        created_at=book.latest(),
    )
    if find_credential(book.database, club, kept.digest):
        raise PasskeyRefused
    add_credential(book.database, kept, most=PASSKEYS_MAX)
    return passkey_view(kept)


def ask_who_it_is(book: Book, site: Site) -> PasskeyOptions:
    """What any browser is asked, so that it offers a passkey of this site. The question is good once, for some minutes."""
    return PasskeyOptions(options=options_to_use(site, _asked(book, NOBODYS, "")))


def sign_in_by_passkey(
    book: Book, site: Site, answer: Assertion, *, user_agent: str, instead_of: str | None
) -> Session:
    """Signs in the member whose passkey this is. Refuses all that does not hold with one sentence (SignInRefused)."""
    try:
        challenge = challenge_in(answer.client_data)
        _answered(book, NOBODYS, "", challenge)
        result = find_credential(book.database, club_in(answer.user_handle), passkey_digest(answer.id))
        if result is None or result.credential.kind != "passkey":
            raise SignInRefused
        passkey = result.credential
        count = check_assertion(site, challenge, answer, public_key=passkey.public_key, sign_count=passkey.sign_count)
    except PasskeyRefused as refusal:
        raise SignInRefused from refusal
    if not note_signature(book.database, passkey, count, book.latest()):
        raise SignInRefused
    return open_for(book, passkey.club, player=passkey.player, user_agent=user_agent, instead_of=instead_of)


def _asked(book: Book, club: ClubId, player: PlayerId) -> bytes:
    """A new challenge, kept by its digest."""
    challenge, now = new_challenge(), book.latest()
    kept = Credential(
        club=club,
        digest=digest_of(challenge),
        id=fresh_id("q"),
        kind="challenge",
        player=player,
        uses_left=1,
        created_at=now,
        expires_at=later(now, CHALLENGE_SECONDS),
    )
    add_credential(book.database, kept, most=CHALLENGES_MAX)
    return challenge


def _answered(book: Book, club: ClubId, player: PlayerId, challenge: bytes) -> None:
    """Uses a challenge up. Refuses one that was not asked of this person, or is used or too old (PasskeyRefused)."""
    digest = digest_of(challenge)
    result = find_credential(book.database, club, digest)
    if result is None or result.credential.player != player:
        raise PasskeyRefused
    if not use_once(book.database, club, digest, "challenge", book.latest()):
        raise PasskeyRefused


def check_label(label: str) -> None:
    """Refuses a label that nobody could read in a list."""
    if not label.strip():
        raise OutOfBounds(phrase("the label is empty; say what it is for, as “score board”"))
    if fault := text_fault(label, LABEL_MAX):
        raise OutOfBounds(phrase("the label {fault}", fault=fault))
