"""What every rule of a night asks first: whether it is open, and whether the player has sat down.

And whether play is over, if the table agreed on its end beforehand: "a game without a clear-cut ending" (RULINGS R-W12).
"""

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


DEALS = 3


def is_over(night: Night) -> bool:
    """Whether the agreed end has come; never before a hand has been played."""
    ends = night.rules.play_ends
    if ends == "agreed":
        return False
    played = {player: person for player, person in night.people.items() if person.hands}
    if not played:
        return False
    here = [player for player, person in played.items() if not person.left]
    if ends == "three_deals":
        return all(person.deals >= DEALS for person in night.people.values() if _sits(person))
    with_chips = [player for player in here if night.stack(player) > 0]
    return len(with_chips) < len(here) if ends == "one_bankrupt" else len(with_chips) <= 1 < len(played)


def _sits(person: Person) -> bool:
    return person.sitting and not person.left
