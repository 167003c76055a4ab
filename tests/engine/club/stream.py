"""A club for tests: acts accepted one by one, and refusals that must change nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import errors
from engine.club import acts
from engine.club.facts import evolve, fold
from engine.club.rule import decide
from engine.club.state import Club
from engine.house.agreements import Currency

KRONER = Currency()
EUROS = Currency("EUR", 2)


class Stream:
    """A club and its events, as the book holds them."""

    def __init__(self) -> None:
        self.club = Club()
        self.events: list[acts.ClubAct] = []

    def do(self, *said: acts.ClubAct) -> Stream:
        """Accepts every act in turn. What stands in the book, decided again, comes to the same."""
        for act in said:
            before = self.club.copy()
            event = decide(act, self.club)
            assert decide(event, self.club) == event
            assert self.club == before
            evolve(self.club, event)
            self.events.append(event)
        assert fold(map(read_back, self.events)) == self.club
        return self

    def refuses(self, act: acts.ClubAct, reason: type[errors.Refusal], **details: Any) -> errors.Refusal:
        """Asserts that the act is refused for this reason, with at least these details, and that nothing has changed."""
        before = self.club.copy()
        with pytest.raises(errors.Refusal) as caught:
            decide(act, self.club)
        assert type(caught.value) is reason
        assert details.items() <= caught.value.details.items()
        assert self.club == before
        return caught.value

    @property
    def latest(self) -> Any:
        """The event recorded last."""
        return self.events[-1]


def read_back(event: acts.ClubAct) -> acts.ClubAct:
    """The event as a book gives it back: written under its stored name, and read by it."""
    name = acts.NAME_OF[type(event)]
    return msgspec.json.decode(msgspec.json.encode(event), type=acts.TYPE_NAMED[name])


def digest(number: int) -> str:
    """A SHA-256 as good as any."""
    return f"{number:064x}"


def founded() -> Stream:
    """A club with Anna, its banker, and Bo."""
    return Stream().do(
        acts.FoundClub(club="club", name="Friday"),
        *admits("anna"),
        acts.GrantRole(player="anna", role="banker"),
        *admits("bo"),
    )


def admits(*players: str) -> tuple[acts.AdmitMember, ...]:
    """The players join."""
    return tuple(acts.AdmitMember(player=player, name_commitment=digest(1)) for player in players)


def night(
    name: str,
    version: int = 1,
    phase: acts.NightPhase = "open",
    *unpaid: tuple[str, str, int],
    currency: Currency = KRONER,
) -> acts.RecordNight:
    """The night has come to this version."""
    return acts.RecordNight(
        night=name,
        version=version,
        head=digest(version),
        phase=phase,
        currency=currency,
        unpaid=tuple(acts.Debt(*debt) for debt in unpaid),
    )


def nets(into: str, *debts: tuple[str, str, str, int]) -> acts.NetDebts:
    """Debts of these nights are carried into the settlement of another."""
    return acts.NetDebts(
        night=into,
        debts=tuple(
            acts.NettedDebt(night=name, payer=payer, payee=payee, cents=cents) for name, payer, payee, cents in debts
        ),
    )
