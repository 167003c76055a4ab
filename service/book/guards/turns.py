"""A wrong name: a bet by somebody whose turn it is not."""

from engine import commands, errors
from engine.play.betting.round import is_turn
from service.book.guards.doubt import Asked, Doubt


class LooksLikeTheWrongPlayer(Doubt):
    code = "looks_like_the_wrong_player"
    sentence = "It is {turn}'s turn, not {player}'s; {player}'s chips would stay in the pot."


def wrong_player(command: commands.Command, asked: Asked) -> LooksLikeTheWrongPlayer | None:
    """The doubt if it is another player's turn to bet; None if the command waives `not_your_turn` already."""
    if not isinstance(command, commands.BettingAct) or any(w.rule == errors.NotYourTurn.code for w in command.waived):
        return None
    hand = asked.night.hand
    betting = hand.round if hand is not None else None
    if betting is None or not betting.waiting or is_turn(betting, command.player):
        return None
    return LooksLikeTheWrongPlayer(player=command.player, turn=betting.waiting[0])
