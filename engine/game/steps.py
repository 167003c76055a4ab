"""The steps of a script: what the dealer does and what the players are asked, in the order of the hand.

A script may be written in groups; it is played as its steps without them.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, TypeVar, cast

import msgspec

from engine.game.betting import Openers
from engine.registry import DOING
from engine.speech import to_say

CONTRACTS: Final = ("threesome", "solo")
"""What can be bid for, from low to high; the award of tarok says what each is worth."""
GOALS: Final = ("game", "consolation", "ultimo")
ANSWERS: Final = ("contra-ultimo",)

CALLS: Final = ("Spit", "Shit")
"""What a player says for the first shared card during the deal, and for another one."""

PLAYERS: Final = -99
"""Stands for as many cards as there are players in the hand."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """One step of a script; the cursor of a hand points at one of these."""

    @classmethod
    def called(cls) -> str:
        """The name of the step in a sentence: "turn trump"."""
        return "".join(f" {letter}" if letter.isupper() else letter for letter in cls.__name__).strip().lower()


Kind = TypeVar("Kind", bound=type[Step])


def in_words(*, doing: str) -> Callable[[Kind], Kind]:
    """What is done at a step, after "it is time to"; without it the step goes by its name."""

    def register(kind: Kind) -> Kind:
        name = kind.called()
        assert name not in DOING, f"{name} is said twice"
        DOING[name] = doing
        return kind

    return register


@in_words(doing=to_say("lay shared cards"))
class Lay(Step, frozen=True, kw_only=True):
    """The dealer lays shared cards on the next spots of the layout."""

    up: int = 0
    down: int = 0


@in_words(doing=to_say("deal cards"))
class Deal(Step, frozen=True, kw_only=True):
    """Each player in the hand gets `down` closed and then `up` open cards, `batch` at a time.

    `pile`: closed cards that stay unseen, in the order dealt. `on_call`: what the dealer lays, one after another, when
    a player calls during the deal, or after it if nobody calls. `common`: if the pack has too few cards for everyone,
    even with folded ones shuffled in, one open card is dealt for all (RULINGS R-S11).
    """

    down: int = 0
    up: int = 0
    pile: int = 0
    on_call: tuple[Lay, ...] = ()
    common: bool = False
    batch: int = 1

    @property
    def closed(self) -> int:
        """How many closed cards each player gets, with those of their pile."""
        return self.down + self.pile


@in_words(doing=to_say("turn a shared card"))
class Turn(Step, frozen=True):
    """The dealer turns the next closed shared card, in the order laid."""


@in_words(doing=to_say("burn a card"))
class Burn(Step, frozen=True):
    """The dealer puts the top card aside, unseen."""


class Bet(Step, frozen=True, kw_only=True):
    """One betting round; with `check=False` nobody may check before the first bet.

    `openers`: what the opener must hold, or None for anything; if nobody opens, the hand is over.
    """

    check: bool = True
    openers: Openers | None = None


@in_words(doing=to_say("double the stakes or let them stand"))
class Double(Step, frozen=True):
    """Each player in betting order may double the stakes; once one has, the others accept or fold, and nobody raises.

    Whoever doubles puts in as many chips as they have put into this pot so far, and the others the same to stay in.
    """


@in_words(doing=to_say("exchange cards"))
class Draw(Step, frozen=True, kw_only=True):
    """Each player in turn, from the dealer's left, exchanges up to `up_to` cards; if compulsory, exactly so many."""

    up_to: int
    compulsory: bool = False


@in_words(doing=to_say("pass cards on"))
class Pass(Step, frozen=True, kw_only=True):
    """All choose cards for their neighbours; then all pass at once (RULINGS R-D16)."""

    right: int = 0
    left: int = 0


@in_words(doing=to_say("open a closed card"))
class Expose(Step, frozen=True):
    """Each player opens one closed card of their choice; all choose before any is shown."""


@in_words(doing=to_say("arrange the piles"))
class Arrange(Step, frozen=True):
    """Each player lays their closed cards in one pile, in the order of their choice."""


@in_words(doing=to_say("turn the top cards of the piles"))
class Reveal(Step, frozen=True):
    """All players turn the top card of their piles at once."""


@in_words(doing=to_say("turn piles"))
class TurnUntilBeaten(Step, frozen=True):
    """One player after another turns their pile until they beat the hand to beat; then they open a betting round.

    A player who cannot is out; play goes round until one is left (RULINGS R-M7 to R-M11, D3 Midnight Baseball loop).
    """


@in_words(doing=to_say("declare high, low or both"))
class DeclareSides(Step, frozen=True):
    """All declare at once: low, both or high."""


@in_words(doing=to_say("name the game"))
class NameGame(Step, frozen=True):
    """The dealer names one of these games, with options; the hand goes on with its script (RULINGS A6)."""

    games: tuple[str, ...]


@in_words(doing=to_say("turn up the trump"))
class TurnTrump(Step, frozen=True):
    """The dealer shows their last card, or turns the top one of the stock and sets it aside: its suit is trumps."""

    of: Literal["dealer_last", "stock_top"] = "dealer_last"


@in_words(doing=to_say("play tricks"))
class Tricks(Step, frozen=True, kw_only=True):
    """Lead, follow suit, the winner leads; until at most one player holds cards.

    `must_trump`: a player who cannot follow suit plays a trump if they have one. `winner_draws`: how many cards the
    winner of each trick draws from the stock; a player without cards is out.
    """

    must_trump: bool = False
    winner_draws: int = 0


class Bid(Step, frozen=True):
    """One round of bids from forehand, each higher than the last; `contracts` from low to high ("threesome solo")."""

    contracts: str


@in_words(doing=to_say("take the widow"))
class TakeWidow(Step, frozen=True, kw_only=True):
    """The bidder takes this many cards of the widow, or takes the others, or goes back; then discards as many.

    `keep`: ranks or cards that may not be discarded. `under`: only with this contract; empty means with any.
    """

    cards: int
    keep: str = ""
    under: str = ""


@in_words(doing=to_say("announce the goal"))
class Announce(Step, frozen=True):
    """The bidder says one of `goals` ("game consolation"); if there is only one, they may say nothing.

    `answer`: what an opponent may answer; empty if nothing. `under`: only with this contract; empty means with any.
    """

    goals: str
    answer: str = ""
    under: str = ""


class Meld(Step, frozen=True):
    """Whoever holds one of these sets of cards declares it before the first lead ("joker XXI I", "Ks Kh Kd Kc")."""

    sets: tuple[str, ...]


AnyStep = (
    Lay
    | Deal
    | Turn
    | Burn
    | Bet
    | Double
    | Draw
    | Pass
    | Expose
    | Arrange
    | Reveal
    | TurnUntilBeaten
    | DeclareSides
    | NameGame
    | TurnTrump
    | Tricks
    | Bid
    | TakeWidow
    | Announce
    | Meld
)

ROUNDS: Final = (Bet, Double)
"""The steps at which players bet, one after another, until all have paid the same or folded."""

# A script is written with groups, `(Deal(up=1), Bet()) * 4` or another game's script, and kept flat: the type checker
# sees how it may be written, the decoder how it is kept.
if TYPE_CHECKING:
    Script = tuple["AnyStep | Script", ...]
else:
    Script = tuple[AnyStep, ...]


def flat(script: Script) -> tuple[AnyStep, ...]:
    """The steps of a script in the order they are played, without groups."""
    if tuple not in map(type, script):
        return cast("tuple[AnyStep, ...]", script)
    steps: list[AnyStep] = []
    for part in script:
        if isinstance(part, tuple):
            steps.extend(flat(part))
        else:
            steps.append(part)
    return tuple(steps)


def closed_at_the_end(steps: tuple[AnyStep, ...]) -> int:
    """How many own cards of each player still lie closed after the last step; 0 if that cannot be known beforehand."""
    if any(isinstance(step, TurnUntilBeaten) for step in steps):
        # The last player may have closed cards or none; nobody can say beforehand.
        return 0
    dealt = sum(step.closed for step in steps if isinstance(step, Deal))
    return max(0, dealt - sum(isinstance(step, Reveal | Expose) for step in steps))
