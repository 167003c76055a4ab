"""Who asks, and how long what they prove it by is good."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from engine.club.acts import Role
from engine.ids import ClubId, PlayerId
from service.book.store.credentials import Scope

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """The person or program that asks, with what they proved.

    `keeper` is true for the token of the whole book, which may do everything in every club. A member has a `club` and a
    `player`, with the `roles` that the player has in the club at this moment; a program of a club has a `club` and no
    `player`. A stranger has none of them. `credential` is the id of the token or session, for logs and limits; empty for a stranger.
    `by_cookie` is true if a browser sent the proof by itself, so that a write needs the proof that our page sent it.
    """

    keeper: bool = False
    club: ClubId | None = None
    player: PlayerId | None = None
    roles: frozenset[Role] = frozenset()
    scope: Scope = "bank"
    credential: str = ""
    by_cookie: bool = False

    @property
    def person(self) -> str:
        """What stands for whoever asks, whatever they prove themselves by; a program for itself, and nothing for a stranger."""
        return f"{self.club}/{self.player}" if self.player else self.credential

    @property
    def runs_the_bank(self) -> bool:
        """True for the keeper, and for people and programs who run the bank of their club; there may be nights besides."""
        is_program = self.club is not None and self.player is None
        return self.keeper or (self.scope == "bank" and (is_program or not BANK_ROLES.isdisjoint(self.roles)))


BANK_ROLES: frozenset[Role] = frozenset({"banker", "co_banker"})
STRANGER = Who()
KEEPER = Who(keeper=True, credential="book")
