"""What is true of the showdown of a hand: what was shown and announced, what was judged, who is said to win."""

from collections import deque

from engine import commands, events
from engine.ids import PlayerId
from engine.state.part import Part


class Showdown(Part):
    """Who has shown, what they announced, and what became of it. `sides`: what each has declared, high, low or both.

    `foul`: whose words are foul; `fallen`: who has no right to the pot any more; `judged`: which words of whose hand
    have been judged, and whether they were good. `named`: whom the table names as winners, None until it does.
    `deal_offs`: the shares of the pot that equal hands play for with new cards, the first of them now; `shown_down`:
    who was at the showdown from which shares are dealt off, of whom not all play for those.
    """

    __slots__ = (
        *("challenge", "claimed", "deal_offs", "fallen", "foul", "judged", "mucked"),
        *("named", "shown", "shown_down", "sides", "words_accepted"),
    )

    def __init__(self) -> None:
        self.sides: dict[PlayerId, str] = {}
        self.shown: set[PlayerId] = set()
        self.mucked: set[PlayerId] = set()
        self.claimed: dict[PlayerId, str] = {}
        self.named: commands.NameWinners | None = None
        self.foul: set[PlayerId] = set()
        self.fallen: set[PlayerId] = set()
        self.judged: dict[tuple[PlayerId, str], bool] = {}
        self.challenge: commands.ChallengeWord | None = None
        self.words_accepted = False
        self.deal_offs: deque[events.DealOffStarted] = deque()
        self.shown_down: tuple[PlayerId, ...] = ()
