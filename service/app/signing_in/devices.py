"""The browsers that are signed in to a club: listed, ended, and guests confirmed by the banker."""

from __future__ import annotations

from engine.ids import PlayerId
from engine.spelling import called
from service.app.book import Book
from service.app.finding import club_of
from service.app.people import add_player
from service.book.store.credentials import Credential, confirm_session, credentials_of, end_credential
from service.errors import CredentialMissing, PlayerMissing, RunsTheBank
from service.people.access.who import BANK_ROLES
from service.reports.views.club.club import Device, Devices, device_view


def devices(book: Book, club_id: str) -> Devices:
    """The browsers that are signed in to a club, and guests who wait."""
    with book.handler() as handler:
        handler.clubs.load(club_id)
        names = handler.names.by_id(club_id)
    found = credentials_of(book.database, club_id, "session", book.latest())
    return Devices(club=club_id, devices=tuple(device_view(one, names) for one in found))


def end_device(book: Book, club_id: str, device: str, *, player: PlayerId = "") -> None:
    """Signs a browser out, by its id; of this player, if one is named. Refuses an id of none (CredentialMissing)."""
    _session(book, club_id, device, player=player)
    end_credential(book.database, club_id, "session", device)


def end_passkey(book: Book, club_id: str, passkey: str, *, player: PlayerId) -> None:
    """Forgets a passkey of a player, by its id. Refuses an id of none (CredentialMissing)."""
    found = credentials_of(book.database, club_id, "passkey", book.latest(), player=player)
    if all(one.id != passkey for one in found) or not end_credential(book.database, club_id, "passkey", passkey):
        raise CredentialMissing("passkey", passkey)


def guests(book: Book, club_id: str, night: str = "") -> tuple[Device, ...]:
    """The browsers of guests who wait to be confirmed, the oldest first; at this night, if one is named."""
    waiting = credentials_of(book.database, club_id, "session", book.latest())
    return tuple(device_view(one, {}) for one in waiting if not one.player and night in ("", one.night))


def send_guest_away(book: Book, night: str, device: str) -> None:
    """Ends the session of a guest who waits at this night. Refuses an id of none (CredentialMissing)."""
    club_id = club_of(book, night)
    _guest_at(book, club_id, night, device)
    end_credential(book.database, club_id, "session", device)


def let_in(book: Book, night: str, device: str, *, whoever: bool = False) -> Device:
    """Confirms that a guest at this night is who they say, as `confirm_guest` does.

    `whoever`: also somebody who runs the bank of the club. Otherwise that is refused (RunsTheBank): whoever has the bank
    of one night could make themself banker of the club by it.
    """
    club_id = club_of(book, night)
    guest = _guest_at(book, club_id, night, device)
    with book.handler() as handler:
        names = handler.names.by_id(club_id)
        members = handler.clubs.load(club_id).club.members
    meant = next(iter(called(guest.said, names)), "")
    if meant in members and not whoever and not members[meant].roles.isdisjoint(BANK_ROLES):
        raise RunsTheBank(names.get(meant, meant))
    return confirm_guest(book, club_id, device, meant)


def _guest_at(book: Book, club_id: str, night: str, device: str) -> Credential:
    guest = _session(book, club_id, device)
    if guest.player or guest.night != night:
        raise CredentialMissing("guest", device)
    return guest


def confirm_guest(book: Book, club_id: str, device: str, player: PlayerId = "") -> Device:
    """Says who a guest is: the player that is named, else the member of the name they gave, who joins if there is none.

    Refuses a device on which no guest waits (CredentialMissing), and a person of no name here (PlayerMissing).
    """
    guest = _session(book, club_id, device)
    if guest.player:
        raise CredentialMissing("guest", device)
    with book.handler() as handler:
        names = handler.names.by_id(club_id)
    if player and player not in names:
        raise PlayerMissing(player)
    meant = player or next(iter(called(guest.said, names)), "")
    if not meant:
        # Under a key of the device, so that a repeated confirmation admits nobody a second time.
        meant = add_player(book, club_id, guest.said, key=f"confirm:{device}").id
    if not confirm_session(book.database, club_id, device, meant, book.latest()):
        raise CredentialMissing("guest", device)
    with book.handler() as handler:
        names = handler.names.by_id(club_id)
    return device_view(guest._replace(player=meant, said=""), names)


def _session(book: Book, club_id: str, device: str, *, player: PlayerId = "") -> Credential:
    found = credentials_of(book.database, club_id, "session", book.latest(), player=player)
    for one in found:
        if one.id == device:
            return one
    raise CredentialMissing("device", device)
