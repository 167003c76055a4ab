"""A Tarok score named in the middle of a deal that is recorded card by card."""

from engine import commands
from engine.play.tricks.rule import all_played
from engine.state import UNKNOWN
from service.book.guards.doubt import Asked, Doubt


class LooksLikeAnEarlyScore(Doubt):
    code = "looks_like_an_early_score"
    sentence = "There are tricks left to play (cards played so far: {played}); a score ends the deal."


def early_score(command: commands.Command, asked: Asked) -> LooksLikeAnEarlyScore | None:
    """The doubt while tricks are left and played cards are known; None if no known card was played."""
    hand = asked.night.hand
    if not isinstance(command, commands.NameScore) or hand is None or hand.tricks is None or all_played(hand):
        return None
    cards = [card for trick in hand.tricks.gone for _, card in trick.cards] + [card for _, card in hand.tricks.lying]
    played = sum(card != UNKNOWN for card in cards)
    return LooksLikeAnEarlyScore(played=played) if played else None
