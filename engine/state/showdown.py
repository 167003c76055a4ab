"""The state of a showdown: cards shown and hands announced, words judged, winners named."""

from engine import commands, events
from engine.ids import PlayerId
from engine.state.part import NOBODY, Part


class Showdown(Part):
    """The players who have shown and what they announced. `sides`: what each declared, high, low or both.

    `shown`: players all of whose cards were known as they showed; `of_the_board`: the shared cards that a player showed
    among their own, as a part of the hand.

    `foul`: players with a bad word; `fallen`: players without a right to the pot; `judged`: by player and word, whether
    the word was good. `named`: the winners the table names, None until it does. `deal_offs`: the shares that equal
    hands play for with new cards, the current one first; `shown_down`: the players at the showdown before, not all of
    whom play for those.
    """

    __slots__ = (
        *("challenge", "claimed", "deal_offs", "fallen", "foul", "judged", "mucked"),
        *("named", "of_the_board", "shown", "shown_down", "sides", "words_accepted"),
    )

    def __init__(self) -> None:
        self.sides: dict[PlayerId, str] = {}
        self.shown: frozenset[PlayerId] = NOBODY
        self.of_the_board: dict[PlayerId, frozenset[str]] = {}
        self.mucked: frozenset[PlayerId] = NOBODY
        self.claimed: dict[PlayerId, str] = {}
        self.named: commands.NameWinners | None = None
        self.foul: frozenset[PlayerId] = NOBODY
        self.fallen: frozenset[PlayerId] = NOBODY
        self.judged: dict[tuple[PlayerId, str], bool] = {}
        self.challenge: commands.ChallengeWord | None = None
        self.words_accepted = False
        self.deal_offs: list[events.DealOffStarted] = []
        self.shown_down: tuple[PlayerId, ...] = ()
