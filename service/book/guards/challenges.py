"""The challenge that jumps the queue: the right to doubt a word goes clockwise from the winning hand (RULINGS R-S7, R-W8)."""

from engine import commands, events
from engine.decider import decide
from engine.folding import effective
from engine.ids import PlayerId
from engine.play.betting.turn_order import after
from engine.resolved import resolved
from service.book.guards.doubt import Asked, Doubt


class LooksLikeAChallengeOutOfOrder(Doubt):
    code = "looks_like_a_challenge_out_of_order"
    sentence = "The right to challenge {holder} goes clockwise; before {player} it belongs to {before}, and none of them has challenged."


def out_of_order(command: commands.Command, asked: Asked) -> LooksLikeAChallengeOutOfOrder | None:
    """The doubt if somebody between holder and challenger still has the right to challenge first; else None."""
    hand = asked.night.hand
    if not isinstance(command, commands.ChallengeWord) or hand is None:
        return None
    # The rule fills in whose word is meant.
    said = decide(command, asked.night)
    assert isinstance(said, commands.ChallengeWord)
    holder = resolved(said.holder)
    in_order = [player for player in after(hand, holder, hand.still_in) if player != holder]
    earlier = [in_order.index(player) for player in _have_challenged(asked, holder) if player in in_order]
    first = max(earlier, default=-1) + 1
    before = in_order[first : in_order.index(said.player)]
    return LooksLikeAChallengeOutOfOrder(holder=holder, before=before, player=said.player) if before else None


def _have_challenged(asked: Asked, holder: PlayerId) -> list[PlayerId]:
    """The challengers of this player's words in this hand, the last first."""
    found: list[PlayerId] = []
    for record in reversed(effective(asked.records)):
        if isinstance(record.event, commands.AnnounceHand):
            break
        if isinstance(record.event, events.WordJudged) and record.event.player == holder:
            found.append(record.event.challenger)
    return found
