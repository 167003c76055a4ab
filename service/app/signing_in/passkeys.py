"""Passkeys of a member: made by somebody who is signed in, and used to sign in again."""

from __future__ import annotations

from engine.ids import ClubId, PlayerId
from service.app.book import Book
from service.app.signing_in.links import check_label
from service.app.signing_in.sign_in import Session, open_for
from service.book.ids import fresh_id
from service.book.store.credentials import (
    Credential,
    add_credential,
    credentials_of,
    find_credential,
    note_signature,
    use_once,
)
from service.errors import PasskeyRefused, SignInRefused
from service.people.access.passkeys import (
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
from service.people.access.who import CHALLENGE_SECONDS, CHALLENGES_MAX, PASSKEYS_MAX, later
from service.reports.views.club.club import PasskeyOptions, PasskeyView, passkey_view

# The club of a challenge for somebody who has not said yet who they are.
NOBODYS = ""


def ask_to_make(book: Book, site: Site, club: ClubId, player: PlayerId) -> PasskeyOptions:
    """What the browser of a member is asked, so that it makes a passkey. The question is good once, for some minutes."""
    with book.handler() as handler:
        name = handler.names.member(club, player).name
    known = [one.key_id for one in credentials_of(book.database, club, "passkey", book.latest(), player=player)]
    challenge = _asked(book, club, player)
    handle = user_handle(club, player)
    return PasskeyOptions(options=options_to_create(site, challenge, name=name, handle=handle, known=known))


def make(book: Book, site: Site, club: ClubId, player: PlayerId, label: str, answer: Creation) -> PasskeyView:
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


def sign_in(book: Book, site: Site, answer: Assertion, *, user_agent: str, instead_of: str | None) -> Session:
    """Signs in the member whose passkey this is. Refuses all that does not hold with one sentence (SignInRefused)."""
    try:
        challenge = challenge_in(answer.client_data)
        _answered(book, NOBODYS, "", challenge)
        found = find_credential(book.database, club_in(answer.user_handle), passkey_digest(answer.id))
        if found is None or found.credential.kind != "passkey":
            raise SignInRefused
        passkey = found.credential
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
    found = find_credential(book.database, club, digest)
    if found is None or found.credential.player != player:
        raise PasskeyRefused
    if not use_once(book.database, club, digest, "challenge", book.latest()):
        raise PasskeyRefused
