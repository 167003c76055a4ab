"""The acts that begin and end a hand, and the events that lead it from step to step."""

from typing import Annotated

import msgspec

from engine.acts import Command, Consequence, GameName, Players
from engine.game.betting import Forced, Limit
from engine.game.definition import Game
from engine.game.options import AnyOption
from engine.ids import AnyPlayerId, PlayerId, Text
from engine.money import Chips
from engine.play.betting.acts import Post
from engine.registry import asked_to, consequence, dealers_act, listed_as, rests_on, stored_as
from engine.speech import to_say


@dealers_act
@stored_as("hand_announced")
class AnnounceHand(Command, frozen=True, kw_only=True, tag="announce_hand"):
    """The dealer names the game. The rules fill in everything that is left out; only the name is required.

    `players` are in the hand, in order from the dealer's left; `dealer` is None if the button is dead; `posts` are the
    antes and blinds; `declaration` is the game as it stands tonight, kept for ever.
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

    `harmed`: the player the fault harms, if not `player`. `looked`: the harmed player has looked at their closed cards.
    """

    player: PlayerId | None = None
    reason: Text = ""
    harmed: PlayerId | None = None
    looked: bool = False


@dealers_act
@asked_to(to_say("to name the game"))
@listed_as("name")
@stored_as("game_named")
class NameTheGame(Command, frozen=True, kw_only=True, tag="name_the_game"):
    """The dealer names the game of this hand, with options; the rules fill in `declaration`, the game kept for ever."""

    game: GameName
    options: Annotated[tuple[AnyOption, ...], msgspec.Meta(max_length=8)] = ()
    declaration: Game | None = None


@consequence
class DealerIsAnother(Consequence, frozen=True, kw_only=True, tag="dealer_is_another"):
    """It was the deal of `player`, the next to the left, but `dealer` has dealt (RULINGS R-E13)."""

    player: PlayerId
    dealer: PlayerId
    rule: str = "enemaerke/whose-deal"


@rests_on("all/carried-pot")
@consequence
class CarryAdded(Consequence, frozen=True, kw_only=True, tag="carry_added"):
    """The chips carried from the last hand go into the pot of this one."""

    chips: Chips


@consequence
class BlindsMissed(Consequence, frozen=True, kw_only=True, tag="blinds_missed"):
    """The big blind has passed these players while they were away: they owe both blinds when they come back."""

    players: tuple[PlayerId, ...]
    rule: str = "standard/missed-blinds"


@consequence
class StepBegan(Consequence, frozen=True, kw_only=True, tag="step_began"):
    """A step begins, and these players are asked, in this order."""

    asked: tuple[PlayerId, ...]


@consequence
class StepPassedOver(Consequence, frozen=True, kw_only=True, tag="step_passed_over"):
    """Nobody is asked at this step, as the rule that passes it over says."""

    step: str
    rule: str


@consequence
class StepsSkipped(Consequence, frozen=True, kw_only=True, tag="steps_skipped"):
    """The table has named the winner before the showdown; the rest of the hand is not written down.

    `steps` are named in their order, beginning with the one the hand waited for: "draw", "bet".
    """

    steps: tuple[str, ...]


@consequence
class HandEnded(Consequence, frozen=True, kw_only=True, tag="hand_ended"):
    """The hand is over. The deal passes to `next_dealer` in a game that lets the winner deal, otherwise to the left."""

    number: int
    next_dealer: PlayerId | None = None
