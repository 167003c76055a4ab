"""One hand as a hand history tells it, whatever the format: who sat where, what was forced, and every act in its order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.play.betting.acts import PostKind
from service.exchange.histories.variants import Variant

Kind = Literal["deals", "lays", "brings in", "folds", "stays", "raises", "draws", "shows", "mucks"]
BETTING: tuple[Kind, ...] = ("brings in", "folds", "stays", "raises")


@dataclass(frozen=True, slots=True)
class Act:
    """What one player does, or the dealer for them. `player` is their place, counted from 0; the board has none.

    `chips` is the price a raise goes to. `where` and `text` quote the file.
    """

    kind: Kind
    player: int = -1
    cards: tuple[str, ...] = ()
    chips: int = 0
    where: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldHand:
    """A hand in chips. Players stand in order from the dealer's left; the last one has the button.

    `antes` and `blinds` are what each player is asked for. Without a fixed limit, `small_bet` is the least bet. `finishing`
    and `winnings` are empty if they are not known, and so is `at`, the time.
    """

    variant: Variant
    players: tuple[str, ...]
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    acts: tuple[Act, ...]
    number: str
    where: str
    at: str = ""
    seats: tuple[int, ...] = ()
    table: str = ""
    finishing: tuple[int, ...] = ()
    winnings: tuple[int, ...] = ()

    def blind_of(self, place: int) -> PostKind:
        """What the blind at this place is called: the first two after the dealer have blinds, the others straddle.

        Between two, the dealer has the small blind. Without a big blind there, the largest one is it.
        """
        blinds = self.blinds
        small, big = (1, 0) if len(blinds) == 2 else (0, 1)
        if not blinds[big]:
            big = max(range(len(blinds)), key=lambda one: (blinds[one], -one))
            return "big blind" if place == big else "straddle"
        return "small blind" if place == small else "big blind" if place == big else "straddle"


@dataclass(frozen=True, slots=True)
class Told:
    """The hands of a file in chips. `places` is how many decimals a chip has in the file.

    `unit` is the worth of a chip in cents, and None if the file does not say it.
    """

    file: str
    hands: tuple[ToldHand, ...]
    places: int
    currency: str = ""
    unit: int | None = None
