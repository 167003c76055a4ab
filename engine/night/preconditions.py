"""What every rule asks first: is the night open, has the player sat down."""

from typing import Any

from engine import errors
from engine.game.betting import Limit, flaw_of_limit
from engine.ids import PlayerId
from engine.state import Night, Person


def sound_limit(limit: Limit | None) -> None:
    """Refuses a limit on bets whose numbers contradict each other."""
    if limit is not None and (flaw := flaw_of_limit(limit)):
        raise errors.LimitCannotBe(because=flaw)


def in_play(night: Night) -> None:
    """Refuses when the night is not open for play."""
    if night.phase == "new":
        raise errors.NightIsNotOpen()
    if night.phase != "open":
        raise errors.NightIsClosed()


def money_of(night: Night) -> dict[str, Any]:
    """What a refusal needs to speak of money: the night's currency, and how many decimals it has."""
    currency = night.terms.currency
    return {"currency": currency.code, "exponent": currency.exponent}


def present(night: Night, player: PlayerId) -> Person:
    """The player of that id, who must have sat down tonight."""
    person = night.people.get(player)
    if person is None:
        raise errors.PlayerIsNotSeated(player=player, seated=list(night.people))
    return person
