"""The count that cannot be: more chips than there are, or far from what the book says."""

from engine import commands
from engine.decider import decide
from engine.ids import PlayerId
from engine.ledger.box import to_be_counted
from engine.state import Night
from service.book.guards.doubt import Asked, Doubt

# A count is far from the book if it is off by more than this and by more than half of what the book says.
CHIPS = 20


class LooksLikeAMiscount(Doubt):
    code = "looks_like_a_miscount"
    sentence = "The book says {book} for {player}, and the count says {chips}, of {in_play} chips in play."


def miscount_of(command: commands.Command, asked: Asked) -> LooksLikeAMiscount | None:
    """The doubt if a count is far from the book, or more than all chips in play; None for a small difference."""
    if not isinstance(command, commands.CountChips | commands.LeaveNight):
        return None
    said = decide(command, asked.night)
    assert isinstance(said, commands.CountChips | commands.LeaveNight)
    chips = said.chips if isinstance(said, commands.CountChips) else said.counted
    if chips is None:
        return None
    book, in_play = to_be_counted(asked.night, said.player), _in_play(asked.night, said.player)
    if chips <= in_play and not is_far(chips, book):
        return None
    return LooksLikeAMiscount(player=said.player, chips=chips, book=book, in_play=in_play)


def is_far(counted: int, book: int) -> bool:
    """Whether a count is so far from the book that it may be a slip."""
    off = abs(counted - book)
    return off > CHIPS and 2 * off > book


def _in_play(night: Night, player: PlayerId) -> int:
    """All chips that can lie in front of the player: those handed out, or the whole box if the player plays from it."""
    if player == night.from_box:
        return night.inventory
    return sum(chips for account, chips in night.balance.items() if account.startswith("chips:"))
