"""How long what people sign in with is good, and how many of each there may be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

FORM = "%Y-%m-%dT%H:%M:%SZ"
MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR

# A last use is noted once in this time, so that a request for reading is no write.
NOTED_EVERY_SECONDS = MINUTE
# A browser stays signed in as long as it is used once in this time, at most for the second.
SESSION_UNUSED_SECONDS = 30 * DAY
SESSION_SECONDS = 365 * DAY
# How long a guest may wait for the banker's word.
GUEST_SECONDS = DAY
CHALLENGE_SECONDS = 5 * MINUTE
LINK_HOURS = 48
LINK_HOURS_MAX = 30 * 24
TABLE_LINK_HOURS = 12
TABLE_LINK_USES = 30
LINK_USES_MAX = 200
TOKEN_DAYS_MAX = 3650

# For each player; for a club, of those that belong to no player.
TOKENS_MAX = 50
SESSIONS_MAX = 50
GUESTS_MAX = 200
LINKS_MAX = 50
PASSKEYS_MAX = 20
# Of the whole book: people who are about to sign in at this moment.
CHALLENGES_MAX = 10_000


def later(moment: str, seconds: int) -> str:
    """The time of the book this many seconds after another; before it, if they are negative."""
    return (datetime.fromisoformat(moment).astimezone(UTC) + timedelta(seconds=seconds)).strftime(FORM)


def session_end(opened_at: str, used_at: str) -> str:
    """Until when a session is good that was opened and used at these times."""
    return min(later(used_at, SESSION_UNUSED_SECONDS), later(opened_at, SESSION_SECONDS))
