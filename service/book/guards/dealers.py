"""The dealer who is not next: the deal passes to the left, and people may swap (RULINGS R-E13)."""

from engine import commands
from engine.decider import decide
from engine.play.betting.positions import whose_deal
from engine.state import Before
from service.book.guards.doubt import Asked, Doubt


class LooksLikeAnotherDealer(Doubt):
    code = "looks_like_another_dealer"
    sentence = "The deal passes to the left: it is {due}'s turn to deal, not {player}'s."


def another_dealer(command: commands.Command, asked: Asked) -> LooksLikeAnotherDealer | None:
    """The doubt if the named dealer is not the next one; None if nobody is named, or nobody has dealt yet."""
    if not isinstance(command, commands.AnnounceHand) or command.dealer is None:
        return None
    announced = decide(command, asked.night)
    assert isinstance(announced, commands.AnnounceHand)
    night = asked.night
    due = whose_deal(
        night, announced, Before(night.positions.last_button, night.positions.next_button, night.positions.last_big)
    )
    return LooksLikeAnotherDealer(player=announced.dealer, due=due) if due else None
