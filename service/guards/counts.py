"""The count that cannot be: more chips than there are, or far from what the book says."""

from engine import commands
from engine.bank.accounts import to_be_counted
from engine.decider import decide
from engine.ids import PlayerId
from engine.state import Night
from service.guards.doubt import Asked, Doubt

# Off by more than so many chips and by more than half of what the book says is far.
CHIPS = 20


class LooksLikeAMiscount(Doubt):
    code = "looks_like_a_miscount"
    sentence = "The book says {book} for {player}, and the count says {chips}, of {in_play} chips in play."


def miscount_of(command: commands.Command, asked: Asked) -> LooksLikeAMiscount | None:
    """The doubt if a count is far from the book; a small difference is said with the count and asked nowhere."""
    if not isinstance(command, commands.CountChips | commands.LeaveNight):
        return None
    said = decide(command, asked.night)
    assert isinstance(said, commands.CountChips | commands.LeaveNight)
    chips = said.chips if isinstance(said, commands.CountChips) else said.counted
    if chips is None:
        return None
    book, in_play = to_be_counted(asked.night, said.player), _in_play(asked.night, said.player)
    off = abs(chips - book)
    if chips <= in_play and (off <= CHIPS or 2 * off <= book):
        return None
    return LooksLikeAMiscount(player=said.player, chips=chips, book=book, in_play=in_play)


def _in_play(night: Night, player: PlayerId) -> int:
    """All chips that can lie before the player: those the bank has handed out, or the whole box for who plays from it."""
    if player == night.from_box:
        return night.inventory
    return sum(chips for account, chips in night.balance.items() if account.startswith("chips:"))
