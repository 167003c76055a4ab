"""The beginning and the end of a hand, and its way from step to step."""

from typing import Annotated

import msgspec

from engine.acts import Command, Consequence, GameName, Players
from engine.game.betting import Forced, Limit
from engine.game.definition import Game
from engine.game.options import AnyOption
from engine.ids import AnyPlayerId, PlayerId, Text
from engine.money import Chips
from engine.play.betting.acts import Post
from engine.registry import drawn, stored_as


@stored_as("hand_announced")
class AnnounceHand(Command, frozen=True, kw_only=True, tag="announce_hand"):
    """The dealer names the game. Everything but the name may be left out and is filled in by the rules.

    `players` are in the hand, in order from the dealer's left; `dealer` is nobody when the button is dead;
    `posts` are the antes and blinds; `declaration` is the game, frozen.
    """

    game: GameName
    rulebook: Annotated[str, msgspec.Meta(max_length=80)] = ""
    dealer: PlayerId | None = None
    button: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    players: Players | None = None
    posts: Annotated[tuple[Post, ...], msgspec.Meta(max_length=200)] | None = None
    straddle: Annotated[tuple[AnyPlayerId, ...], msgspec.Meta(max_length=60)] = ()
    options: Annotated[tuple[AnyOption, ...], msgspec.Meta(max_length=8)] = ()
    forced: Forced | None = None
    limit: Limit | None = None
    declaration: Game | None = None


@stored_as("new_deal_demanded")
class NewDeal(Command, frozen=True, kw_only=True, tag="new_deal"):
    """A harmed player, or the whole table, demands New Deal: the hand stops and the pot is carried to the next.

    `harmed`: whom the fault harms, where it is not the one who demands it. `looked`: they have looked at their closed cards.
    """

    player: PlayerId | None = None
    reason: Text = ""
    harmed: PlayerId | None = None
    looked: bool = False


@stored_as("game_named")
class NameTheGame(Command, frozen=True, kw_only=True, tag="name_the_game"):
    """The dealer names the game of this hand, with options; `declaration` is the game, frozen, filled in by the rules."""

    game: GameName
    options: Annotated[tuple[AnyOption, ...], msgspec.Meta(max_length=8)] = ()
    declaration: Game | None = None


@drawn
class DealerIsAnother(Consequence, frozen=True, kw_only=True, tag="dealer_is_another"):
    """The deal passes to the left and was `player`'s, but `dealer` has dealt (RULINGS R-E13)."""

    player: PlayerId
    dealer: PlayerId
    rule: str = "enemaerke/whose-deal"


@drawn
class CarryAdded(Consequence, frozen=True, kw_only=True, tag="carry_added"):
    """What the last hand left goes into the pot of this one."""

    chips: Chips


@drawn
class BlindsMissed(Consequence, frozen=True, kw_only=True, tag="blinds_missed"):
    """These players are away while the big blind passes their seats: they owe both blinds when they come back."""

    players: tuple[PlayerId, ...]
    rule: str = "standard/missed-blinds"


@drawn
class StepBegan(Consequence, frozen=True, kw_only=True, tag="step_began"):
    """A step begins at which players choose or act: these, in this order."""

    asked: tuple[PlayerId, ...]


@drawn
class StepPassedOver(Consequence, frozen=True, kw_only=True, tag="step_passed_over"):
    """Nobody is asked at this step: it belongs to another contract, or may still be said until the first lead."""

    step: str
    rule: str = "tarok/contracts"


@drawn
class StepsSkipped(Consequence, frozen=True, kw_only=True, tag="steps_skipped"):
    """The table has named the winner before the showdown: what was left of the hand is not written down.

    `steps` in their order, beginning with the one that was waited for: "draw", "bet".
    """

    steps: tuple[str, ...]


@drawn
class HandEnded(Consequence, frozen=True, kw_only=True, tag="hand_ended"):
    """The hand is over and the deal passes on: to the left, or to `next_dealer` where the winner deals."""

    number: int
    next_dealer: PlayerId | None = None
