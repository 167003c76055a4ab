"""The addresses that clubs want to be told at, as they are kept beside the events."""

from __future__ import annotations

from typing import Any, NamedTuple

from service.db import Database
from service.store.streams import stream_of_club

_COLUMNS = "club, id, url, events, state, created_at, generation, fingerprint, failing_since, off_because, renewed_at"
_OF_A_CLUB = f"SELECT {_COLUMNS} FROM webhook WHERE club = ? ORDER BY created_at, id"  # noqa: S608 - our own names.
_LISTENING = "SELECT id, events FROM webhook WHERE club = ? AND state = 'on'"
_NUMBER = "SELECT COUNT(*) FROM webhook WHERE club = ?"
_ADD = f"INSERT INTO webhook ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - our own names.
_DROP = "DELETE FROM webhook WHERE club = ? AND id = ?"
_TURN_ON = "UPDATE webhook SET state = 'on', off_because = NULL, failing_since = NULL WHERE club = ? AND id = ?"
_TURN_OFF = "UPDATE webhook SET state = 'off', off_because = ? WHERE club = ? AND id = ?"
_RENEW = (
    "UPDATE webhook SET generation = ?, fingerprint = ?, renewed_at = ? WHERE club = ? AND id = ? AND generation = ?"
)
_FAILING = "UPDATE webhook SET failing_since = ? WHERE club = ? AND id = ?"


class Webhook(NamedTuple):
    """One address; `events` are names with spaces between them, and `fingerprint` is that of the present secret.

    `renewed_at` is since when that secret is the present one; None for the first.
    """

    club: str
    id: str
    url: str
    events: str
    state: str
    created_at: str
    generation: int
    fingerprint: str
    failing_since: str | None = None
    off_because: str | None = None
    renewed_at: str | None = None


def webhooks_of(database: Database, club: str) -> list[Webhook]:
    """Every webhook of a club, the oldest first."""
    return database.rows(database.statement(_OF_A_CLUB), (club,), read=Webhook._make)


def webhook_with(database: Database, club: str, webhook: str) -> Webhook | None:
    """The webhook of this id; None if the club has none."""
    return next((one for one in webhooks_of(database, club) if one.id == webhook), None)


def who_listens(database: Database, club: str) -> list[tuple[str, frozenset[str]]]:
    """The ids of a club's webhooks that are on, with the names of the events that each wants."""
    found = database.rows(database.statement(_LISTENING), (club,))
    return [(str(webhook), frozenset(str(events).split())) for webhook, events in found]


def add_webhook(database: Database, webhook: Webhook, *, most: int) -> bool:
    """Keeps a new webhook; false if the club has as many as it may, and then nothing is kept."""
    # In the club's turn, so that two at once are not one too many.
    with database.writing_directly(stream_of_club(webhook.club).lock) as cursor:
        cursor.execute(database.statement(_NUMBER), (webhook.club,))
        ((number,),) = cursor.fetchall()
        if number >= most:
            return False
        cursor.execute(database.statement(_ADD), webhook)
    return True


def drop_webhook(database: Database, club: str, webhook: str) -> bool:
    """Deletes a webhook; false if there was none."""
    return _changed(database, club, _DROP, club, webhook)


def switch(database: Database, club: str, webhook: str, *, off_because: str = "") -> bool:
    """Turns a webhook on, or off for a reason; false if there is none."""
    if off_because:
        return _changed(database, club, _TURN_OFF, off_because, club, webhook)
    return _changed(database, club, _TURN_ON, club, webhook)


def renew_secret(database: Database, before: Webhook, renewed: Webhook) -> bool:
    """Keeps the next secret of a webhook; false if somebody else has renewed it meanwhile, or it is gone."""
    new = (renewed.generation, renewed.fingerprint, renewed.renewed_at)
    return _changed(database, before.club, _RENEW, *new, before.club, before.id, before.generation)


def note_delivered(database: Database, webhook: Webhook) -> None:
    """Something has got through."""
    if webhook.failing_since:
        _changed(database, webhook.club, _FAILING, None, webhook.club, webhook.id)


def note_failing(database: Database, webhook: Webhook, now: str) -> None:
    """Something has not got through: the first such time is kept until something does."""
    if not webhook.failing_since:
        _changed(database, webhook.club, _FAILING, now, webhook.club, webhook.id)


def _changed(database: Database, club: str, statement: str, *values: Any) -> bool:
    with database.writing_directly(stream_of_club(club).lock) as cursor:
        cursor.execute(database.statement(statement), values)
        return int(cursor.rowcount) == 1
