"""Where words decide: the game is named, shown words are challenged, or nobody challenges them any more."""

from typing import Annotated

import msgspec

from engine.commands.base import Command, GameName
from engine.game.definition import Game
from engine.game.options import AnyOption
from engine.ids import PlayerId


class NameTheGame(Command, frozen=True, kw_only=True, tag="name_the_game"):
    """The dealer names the game of this hand, with options; `declaration` is the game, frozen, filled in by the rules."""

    game: GameName
    options: Annotated[tuple[AnyOption, ...], msgspec.Meta(max_length=8)] = ()
    declaration: Game | None = None


class ChallengeWord(Command, frozen=True, kw_only=True, tag="challenge_word"):
    """A player who stayed to the end doubts a word of the winning hand.

    `holder` and `word` are filled in where only one can be meant. `good`: what the table says where no dictionary
    decides; without it the dictionary does.
    """

    player: PlayerId
    holder: PlayerId | None = None
    word: Annotated[str, msgspec.Meta(max_length=20)] = ""
    good: bool | None = None


class AcceptHands(Command, frozen=True, kw_only=True, tag="accept_hands"):
    """Nobody challenges the words of the winning hand any more: the pot is paid."""
