"""Who asks, how long what they prove it by is good, and what everybody may do: a line for each deed, with those who may do it.

A member is what their roles in the club say; whoever keeps the bank of a night may do on that night what `ON_THEIR_NIGHT`
says, whatever their role in the club. A token may do no more than its scope. The keeper of the book may do everything.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from engine import commands
from engine.club.acts import Publication, Role
from engine.club.nights import people_of
from engine.errors import ROLES
from engine.grammar import listed_later
from engine.ids import ClubId, PlayerId
from engine.speech import Phrase, phrase, to_say
from engine.state import Night
from service.book.store.credentials import Scope
from service.errors.problems import NoRole, NotAMember, Problem, RoleMayNot, TokenMayNot, TokenMissing
from service.language.local_time import later

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


def session_end(opened_at: str, used_at: str) -> str:
    """Until when a session is good that was opened and used at these times."""
    return min(later(used_at, SESSION_UNUSED_SECONDS), later(opened_at, SESSION_SECONDS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """The person or program that asks, with what they proved.

    `keeper` is true for the token of the whole book, which may do everything in every club. A member has a `club` and a
    `player`, with the `roles` that the player has in the club at this moment; `also` are the members who turned out to be
    this one, as whom they may have been at a night. A program of a club has a `club` and no `player`. A stranger has none of them. `credential` is the id of the token or session, for logs and limits; empty for a stranger.
    `by_cookie` is true if a browser sent the proof by itself, so that a write needs the proof that our page sent it.
    """

    keeper: bool = False
    club: ClubId | None = None
    player: PlayerId | None = None
    also: tuple[PlayerId, ...] = ()
    roles: frozenset[Role] = frozenset()
    scope: Scope = "bank"
    credential: str = ""
    by_cookie: bool = False

    @property
    def ids(self) -> tuple[PlayerId, ...]:
        """Every id of this person, the one of today first; none of a program, the keeper and a stranger."""
        return (self.player, *self.also) if self.player else ()

    def known_in(self, night: Night) -> PlayerId | None:
        """The id under which this person is in a night, of which nobody changes the ids; the one of today if they are not."""
        if not self.also:
            return self.player
        there = people_of(night)
        return next((one for one in self.ids if one in there), self.player)

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


Standing = Literal["keeper", "banker", "co_banker", "player", "viewer", "stranger"]


class Deed(Enum):
    """What somebody may want to do, as the sentence "to …" says it."""

    ASK = to_say("ask what everybody may ask")
    FIND_CLUB = to_say("see the club and its games")
    SEE_STANDINGS = to_say("see the standings")
    SEE_NIGHTS = to_say("see the nights")
    SEE_REPORTS = to_say("see the reports")
    SEE_CLUB = to_say("see the members of the club and their accounts")
    CHECK_NIGHT = to_say("have a night checked")
    SEE_OWN_HAND = to_say("see their own cards")
    SEE_ALL_CARDS = to_say("see everybody's cards")
    SAY_FOR_ONESELF = to_say("speak for oneself")
    SIGN_ONESELF_IN = to_say("look after their own devices")
    SAY = to_say("say something at a night")
    RECORD = to_say("record what happens at the table")
    RUN_BANK = to_say("run the bank")
    ADMIT = to_say("take somebody into the club")
    LET_IN = to_say("let somebody sit down at a night")
    KEEP_CLUB = to_say("change the club, its members and what it publishes")
    KEEP_KEYS = to_say("change the keys and the tokens of the club")
    CHECK_CLUB = to_say("have the whole club checked")
    FOUND_CLUB = to_say("found a club")
    OPERATE = to_say("look after the server")


TOLD: Mapping[str, str] = {**ROLES, "keeper": to_say("a keeper"), "stranger": to_say("a stranger")}
EVERYBODY: frozenset[Standing] = frozenset({"banker", "co_banker", "player", "viewer", "stranger"})
MEMBERS: frozenset[Standing] = frozenset({"banker", "co_banker", "player", "viewer"})
PLAYERS: frozenset[Standing] = frozenset({"banker", "co_banker", "player"})
BANK: frozenset[Standing] = frozenset({"banker", "co_banker"})
BANKER: frozenset[Standing] = frozenset({"banker"})
NOBODY: frozenset[Standing] = frozenset()

# Who may do it besides the keeper.
MAY: Mapping[Deed, frozenset[Standing]] = {
    Deed.ASK: EVERYBODY,
    Deed.FIND_CLUB: MEMBERS,
    Deed.SEE_STANDINGS: MEMBERS,
    Deed.SEE_NIGHTS: MEMBERS,
    Deed.SEE_REPORTS: MEMBERS,
    Deed.SEE_CLUB: MEMBERS,
    Deed.CHECK_NIGHT: MEMBERS,
    Deed.SEE_OWN_HAND: PLAYERS,
    Deed.SEE_ALL_CARDS: BANK,
    Deed.SAY_FOR_ONESELF: PLAYERS,
    Deed.SIGN_ONESELF_IN: MEMBERS,
    # What a command needs besides is decided command by command.
    Deed.SAY: MEMBERS,
    Deed.RECORD: BANK,
    Deed.RUN_BANK: BANK,
    Deed.ADMIT: BANK,
    Deed.LET_IN: BANK,
    Deed.KEEP_CLUB: BANKER,
    Deed.KEEP_KEYS: BANKER,
    Deed.CHECK_CLUB: BANK,
    Deed.FOUND_CLUB: NOBODY,
    Deed.OPERATE: NOBODY,
}
# What a club may open to everybody, and by publishing what.
OPENED_BY: Mapping[Deed, frozenset[Publication]] = {
    Deed.FIND_CLUB: frozenset({"standings", "nights", "reports"}),
    Deed.SEE_STANDINGS: frozenset({"standings"}),
    Deed.SEE_NIGHTS: frozenset({"nights"}),
    Deed.SEE_REPORTS: frozenset({"reports"}),
}
# Whoever has the bank of a night types what everybody holds, so nothing of that night is closed to them.
ON_THEIR_NIGHT = frozenset({Deed.RECORD, Deed.RUN_BANK, Deed.SEE_ALL_CARDS, Deed.LET_IN})

_LOOKING = frozenset(
    {
        Deed.ASK,
        Deed.FIND_CLUB,
        Deed.SEE_STANDINGS,
        Deed.SEE_NIGHTS,
        Deed.SEE_REPORTS,
        Deed.SEE_CLUB,
        Deed.CHECK_NIGHT,
    }
)
_PLAYING = _LOOKING | {Deed.SEE_OWN_HAND, Deed.SAY_FOR_ONESELF, Deed.SAY}
# A token for looking may hang on the wall as a screen, so it shows nobody's closed cards, not even its owner's.
WITHIN: Mapping[Scope, frozenset[Deed]] = {"read": _LOOKING, "play": _PLAYING, "bank": frozenset(Deed)}


def standings_of(who: Who, club: ClubId | None) -> frozenset[Standing]:
    """What somebody is in this club; without a club, in the book."""
    if who.keeper:
        return frozenset({"keeper"})
    if who.club is None or who.club != club:
        return frozenset({"stranger"})
    if who.player is None:
        # A program is nobody at the table: it records and runs the bank, or it looks; it changes neither club nor keys.
        return frozenset({"co_banker" if who.scope == "bank" else "viewer"})
    return frozenset(who.roles) or frozenset({"stranger"})


def is_without_role(who: Who, club: ClubId | None) -> bool:
    """Whether somebody is a person of this club who holds no role in it."""
    return not who.keeper and club is not None and who.club == club and who.player is not None and not who.roles


def may(who: Who, deed: Deed, club: ClubId | None, *, published: Collection[Publication] = ()) -> bool:
    """Whether somebody may do this in a club that publishes so much; without a club, in the book."""
    if who.keeper:
        return True
    if not OPENED_BY.get(deed, frozenset()).isdisjoint(published):
        return True
    # What everybody may do needs no proof, so no proof can stand in its way.
    return bool(standings_of(who, club) & MAY[deed]) and (deed in WITHIN[who.scope])


def may_on_their_night(who: Who, deed: Deed, club: ClubId) -> bool:
    """Whether a member may do this on a night of the club whose bank they have."""
    return who.club == club and bool(who.roles) and deed in ON_THEIR_NIGHT and deed in WITHIN[who.scope]


def deed_of(kind: type[commands.Command]) -> Deed:
    """What somebody does who has such an act recorded of others."""
    return Deed.RECORD if kind.__module__.startswith("engine.play.") else Deed.RUN_BANK


def refusal(who: Who, deed: Deed, club: ClubId | None) -> Problem:
    """Why somebody who may know of it may not do this, as the answer to them."""
    if who == STRANGER:
        return TokenMissing()
    standings = standings_of(who, club)
    if is_without_role(who, club):
        return NoRole(deed=deed.value, needed=_needed(deed))
    if "stranger" in standings and club is not None:
        return NotAMember(deed=phrase(deed.value))
    narrow = deed not in WITHIN[who.scope]
    scope = next(scope for scope, deeds in WITHIN.items() if deed in deeds)
    # The role first: to somebody whose role may not, another token is no help.
    if narrow and standings & MAY[deed]:
        return TokenMayNot(scope=who.scope, deed=phrase(deed.value), needed=scope)
    needed = _needed(deed)
    if narrow and MAY[deed]:
        needed = phrase("{who} with the scope {scope}", who=needed, scope=scope)
    return RoleMayNot(role=listed_later(_role_texts(standings)), deed=phrase(deed.value), needed=needed)


def _needed(deed: Deed) -> Phrase:
    """Who may do it, as "a banker, a co-banker or the banker of the night"."""
    text = _role_texts(MAY[deed]) or [phrase("the keeper of the book")]
    return listed_later([*text, phrase("the banker of the night")] if deed in ON_THEIR_NIGHT else text, "or")


def _role_texts(standings: Collection[Standing]) -> list[Phrase]:
    return [phrase(TOLD[standing]) for standing in sorted(standings)]
