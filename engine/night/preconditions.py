"""What every rule of a night asks first: whether it is open, and whether the player has sat down."""

from typing import Any

from engine import errors
from engine.ids import PlayerId
from engine.state import Night, Person


def in_play(night: Night) -> None:
    """Refuses when the night is not open for play."""
    if night.phase == "new":
        raise errors.NightIsNotOpen()
    if night.phase != "open":
        raise errors.NightIsClosed()


def money_of(night: Night) -> dict[str, Any]:
    """The fields a refusal needs to name money: the code of the night's currency, and its decimals."""
    currency = night.terms.currency
    return {"currency": currency.code, "exponent": currency.exponent}


def present(night: Night, player: PlayerId) -> Person:
    """The player of that id; refuses one who has not sat down tonight."""
    person = night.people.get(player)
    if person is None:
        raise errors.PlayerIsNotSeated(player=player, seated=list(night.people))
    return person
