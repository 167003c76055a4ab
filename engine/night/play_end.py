"""When play ends, if the table agreed on it beforehand: "a game without a clear-cut ending" (RULINGS R-W12)."""

from engine.state import Night, Person

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
