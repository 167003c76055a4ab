"""A showdown settled without the engine: the pots from what was put in, the hands by PokerKit's own evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.state import Hand, Night


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """A hand before its pots are shared. `hands` are how PokerKit compares the high hands and, if there are any, the lows."""

    hands: tuple[Any, ...]
    order: tuple[str, ...]
    before: Mapping[str, int]
    put_in: Mapping[str, int]
    own: Mapping[str, Sequence[str]]
    laid: Sequence[str]

    @classmethod
    def of(cls, night: Night, hand: Hand, hands: tuple[Any, ...]) -> Settlement:
        """The hand as it stands."""
        return cls(
            hands=hands,
            order=tuple(hand.order),
            before={player: night.stack(player) for player in hand.order},
            put_in=dict(hand.stakes.put_in),
            own={player: [held.card for held in hand.cards.own[player]] for player in hand.still_in},
            laid=[held.card for held in hand.cards.board],
        )

    def stacks(self) -> dict[str, int]:
        """What everybody has once the pots are shared."""
        settled = Counter(self.before)
        for chips, rivals in self.pots():
            settled.update(self._shares(chips, rivals))
        return dict(settled)

    def pots(self) -> Iterator[tuple[int, list[str]]]:
        """What is in each pot, and who may win it."""
        reached = 0
        for level in sorted({self.put_in[player] for player in self.own}):
            chips = sum(min(paid, level) - min(paid, reached) for paid in self.put_in.values())
            yield chips, [player for player in self.own if self.put_in[player] >= level]
            reached = level

    def some_lack_a_low(self) -> bool:
        """Whether a pot has rivals of whom some have a low hand and some have none."""
        return any(0 < len(self._best(1, rivals)[1]) < len(rivals) for _, rivals in self.pots())

    def _shares(self, chips: int, rivals: Sequence[str]) -> Counter[str]:
        high, low = self._best(0, rivals)[0], self._best(1, rivals)[0]
        halves = [(chips - chips // 2, high), (chips // 2, low)] if low else [(chips, high)]
        shares: Counter[str] = Counter()
        for half, winners in halves:
            # An odd chip goes to the first winner from the dealer's left.
            for place, player in enumerate(winners):
                shares[player] += half // len(winners) + (place < half % len(winners))
        return shares

    def _best(self, which: int, rivals: Sequence[str]) -> tuple[list[str], list[str]]:
        """Who has the best hand, and who has one at all."""
        if which >= len(self.hands):
            return [], []
        found = {}
        for player in rivals:
            try:
                hand = self.hands[which].from_game(in_ascii(self.own[player]), in_ascii(self.laid))
            except ValueError:
                continue
            found[player] = hand
        best = max(found.values(), default=None)
        return [player for player in self.order if player in found and found[player] == best], list(found)


def in_ascii(cards: Sequence[str]) -> str:
    """The cards as PokerKit writes them."""
    return "".join(card.replace("10", "T") for card in cards)
