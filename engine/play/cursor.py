"""What every rule asks first: whether a hand is being played, whether the player is in it, and which step it is at."""

from typing import TypeVar

from engine import errors, events
from engine.game import steps
from engine.ids import PlayerId
from engine.night.preconditions import in_play
from engine.state import Hand, Night


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
