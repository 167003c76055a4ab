"""Who asks: the keeper of the book, a member of a club, or a stranger."""

from __future__ import annotations

from dataclasses import dataclass

from engine.club.acts import Role
from engine.ids import ClubId, PlayerId
from service.book.store.credentials import Scope


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
