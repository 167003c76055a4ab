"""A count of the box that is far from what the book says, as the bank is handed over."""

from engine import commands
from engine.decider import decide
from engine.ledger.box import in_the_box
from service.book.guards.counts import is_far
from service.book.guards.doubt import Asked, Doubt


class LooksLikeAMiscountedBox(Doubt):
    code = "looks_like_a_miscounted_box"
    sentence = "The book says {book} in the box, and the count says {chips}, of {all_chips} chips in all."


def miscounted_box(command: commands.Command, asked: Asked) -> LooksLikeAMiscountedBox | None:
    """The doubt if the box is handed over with a count far from the book, by the measure of a player's count."""
    if not isinstance(command, commands.PassBank):
        return None
    said = decide(command, asked.night)
    assert isinstance(said, commands.PassBank)
    book = in_the_box(asked.night)
    if said.chips is None or not is_far(said.chips, book):
        return None
    return LooksLikeAMiscountedBox(chips=said.chips, book=book, all_chips=asked.night.inventory)
