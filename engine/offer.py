"""One act that may be done now: a command ready to send, and its bounds."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine import commands, errors
from engine.game import steps
from engine.ids import PlayerId
from engine.registry import BOUNDED
from engine.state import UNKNOWN, Hand, Night

AMOUNTS: Mapping[type[commands.Command], str] = BOUNDED


class Offer(NamedTuple):
    """One act that may be done now. `command` is ready to send; `player` does it, or the table if that is None.

    The amount in it (chips, cents, cards or points) may be anything from `least` to `most`, or exactly `once`; `command`
    holds `least`, or leaves the amount out where that means all there is. `owed` is what the act costs in chips. Each of the four is 0 if it does not apply.
    """

    command: commands.Command
    player: PlayerId | None = None
    owed: int = 0
    least: int = 0
    most: int = 0
    once: int = 0

    @property
    def needs_cards(self) -> bool:
        """Whether people must name cards before the command can be sent: a hand is never shown as `??`."""
        return isinstance(self.command, commands.ShowHand) and UNKNOWN in self.command.cards

    def of(self, amount: int) -> commands.Command:
        """The command with this amount, which must be `once` or lie between `least` and `most`."""
        assert self.least <= amount <= self.most or (self.once and amount == self.once), (self, amount)
        field = AMOUNTS.get(type(self.command))
        # An act with a fixed number of cards has no amount to fill in.
        return self.command if field is None else replace(self.command, **{field: amount})


def of_each(kind: Callable[..., commands.Command]) -> Callable[[Night, Hand, Any], Iterator[Offer]]:
    """One offer for each player who has not chosen yet; the cards they choose may stay unknown."""

    def offered(_: Night, hand: Hand, __: steps.AnyStep) -> Iterator[Offer]:
        return (Offer(kind(player=player), player) for player in hand.asked.waiting)

    return offered


def of_the_table(command: commands.Command) -> Callable[[Night, Hand, Any], Iterator[Offer]]:
    """A single offer, for the dealer; the card that falls may stay unknown."""

    def offered(_: Night, __: Hand, ___: steps.AnyStep) -> Iterator[Offer]:
        return iter((Offer(command),))

    return offered


def is_accepted(rule: Callable[[Any, Night], commands.Command], command: commands.Command, night: Night) -> bool:
    """Whether the rule accepts the command as it stands."""
    try:
        rule(command, night)
    except errors.Refusal:
        return False
    return True
