"""Copies what players asked for and said, what became of it, and what they confirmed."""

from engine import commands
from engine.registry import folds
from engine.resolved import resolved
from engine.state import Night, Request


@folds(commands.AskForChips, commands.SayCount, commands.SayPayment)
def asked(night: Night, event: commands.AskForChips | commands.SayCount | commands.SayPayment) -> None:
    """The request is open."""
    night.requests[resolved(event.number)] = Request(event)


@folds(commands.DeclineRequest)
def declined(night: Night, event: commands.DeclineRequest) -> None:
    """The request is over."""
    night.requests[event.request].state = "declined"


@folds(commands.WithdrawRequest)
def withdrawn(night: Night, event: commands.WithdrawRequest) -> None:
    """The request is over."""
    night.requests[event.request].state = "withdrawn"


@folds(commands.ConfirmCount)
def count_confirmed(night: Night, event: commands.ConfirmCount) -> None:
    """The player agrees with the count."""
    night.confirmed[event.player] = resolved(event.chips)


@folds(commands.ConfirmPayment)
def payment_confirmed(night: Night, event: commands.ConfirmPayment) -> None:
    """The payee has received what was recorded."""
    night.closing.confirmed[event.transfer - 1] += resolved(event.cents)


def approved(night: Night, request: int | None) -> None:
    """The request of this number is over, because what it asked for is done; None: nobody had asked."""
    if request is not None:
        night.requests[request].state = "approved"


def own_count_is_over(night: Night, request: int, chips: int) -> None:
    """The player's own count is over. If the same was counted, the player has said so already."""
    stated = night.requests[request]
    if isinstance(stated.asked, commands.SayCount) and stated.asked.chips == chips:
        stated.state = "approved"
        night.confirmed[stated.asked.player] = chips
    else:
        stated.state = "declined"
