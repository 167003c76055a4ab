"""What every rule asks first: is the night open, is the player there, is a hand played and at which step; is the rule waived.

And whether play is over, if the table agreed on its end beforehand: "a game without a clear-cut ending" (RULINGS R-W12).
"""

from typing import Any, TypeVar

from engine import errors, events
from engine.commands import Command, Waiver
from engine.events import Event
from engine.game import steps
from engine.ids import PlayerId
from engine.state import Hand, Night, Person


def opened(night: Night) -> None:
    """Refuses before the night is open; one that is closed has been."""
    if night.phase == "new":
        raise errors.NightIsNotOpen()


def in_play(night: Night) -> None:
    """Refuses when the night is not open for play."""
    opened(night)
    if night.phase != "open":
        raise errors.NightIsClosed()


def between_hands(night: Night) -> None:
    """Refuses when the night is not open for play, or a hand is played."""
    in_play(night)
    if night.hand is not None:
        raise errors.HandIsBeingPlayed(number=night.hand.number, game=night.hand.game.name)


def can_count(night: Night) -> None:
    """Refuses where the chips are in the book alone, because nothing lies on the table that could be counted."""
    if night.rules.chips == "none":
        raise errors.ChipsAreInTheBook()


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


def here(night: Night, player: PlayerId) -> Person:
    """The player of that id, who may be away for a while; refuses one who has gone home."""
    person = present(night, player)
    if person.left:
        raise errors.PlayerHasGoneHome(player=player)
    return person


def has_a_stack(night: Night, player: PlayerId) -> None:
    """Refuses a banker who plays from the box."""
    if player == night.from_box:
        raise errors.BankerPlaysFromTheBox(player=player)


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


def playing(night: Night) -> Hand:
    """The hand that is being played; refuses when there is none."""
    hand = night.hand
    if hand is None or night.phase != "open":
        in_play(night)
        raise errors.NoHandIsPlayed()
    return hand


def dealt_in(hand: Hand, player: PlayerId) -> None:
    """Refuses a player who has folded or was never in this hand."""
    if player in hand.still_in:
        return
    if player in hand.order:
        raise errors.PlayerHasFolded(player=player)
    raise errors.PlayerIsNotInTheHand(player=player, players=list(hand.order))


def playing_in(night: Night, player: PlayerId) -> Hand:
    """The hand that is being played; refuses when there is none, and a player who is not in it."""
    hand = playing(night)
    dealt_in(hand, player)
    return hand


def still_to_choose(hand: Hand, player: PlayerId) -> None:
    """Refuses a player who is not in the hand, and one who has chosen already at this step."""
    dealt_in(hand, player)
    if player not in hand.asked.waiting:
        raise errors.HasChosenAlready(player=player)


Step = TypeVar("Step", bound=steps.Step)


def at_step(night: Night, kind: type[Step], *, act: str = "") -> tuple[Hand, Step]:
    """The hand and the step it is at; refuses `act`, or what is done first at such a step, at any other one."""
    hand = playing(night)
    step: steps.AnyStep | None = hand.steps[hand.cursor] if hand.stage == "playing" else None
    if hand.cards.lays_due:
        # The cards are dealt, but the shared cards that could be called for during the deal are not laid yet.
        step = hand.cards.lays_due[0]
    if not isinstance(step, kind):
        wanted = _wanted_at(hand, step) if step else hand.stage
        raise errors.NotTheNextStep(act=act or kind.called(), wanted=wanted)
    return hand, step


def doing_now(hand: Hand) -> str:
    """The name of what the hand waits for: a step ("draw", "turn until beaten"), or else the stage ("showdown")."""
    if hand.stage == "playing" and hand.cursor >= 0:
        return _wanted_at(hand, hand.steps[hand.cursor])
    return hand.stage


def _wanted_at(hand: Hand, step: steps.AnyStep) -> str:
    """The name of what is done next at this step, of which one has two parts: after the widow is taken, the discard."""
    if isinstance(step, steps.TakeWidow) and hand.contract is not None and hand.contract.choice:
        return "discard"
    return step.called()


Follows = tuple[events.Event, ...]


# Codes with this beginning are doubts of the interface (clock, typing slips), which the engine cannot check. A waiver
# of one is in the book like any other, but only the service knows whether it was needed (`service.book.guards`).
ASKED_BACK = "looks_like_"


def rules_waived(event: Event) -> tuple[Waiver, ...]:
    """The rules that were waived for an act. Having meant what looked like a slip is no waiver worth telling."""
    if not isinstance(event, Command) or not event.waived:
        return ()
    return tuple(waiver for waiver in event.waived if not waiver.rule.startswith(ASKED_BACK))


def insist(command: Command, refusal: errors.AgainstTheRules) -> None:
    """Refuses, unless the banker has waived exactly this rule for this act."""
    if command.waived and any(waiver.rule == refusal.code for waiver in command.waived):
        return
    raise refusal
