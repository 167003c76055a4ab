"""The dealer names the game of a hand that was announced without one: its script is played, the antes stay (RULINGS A6)."""

from msgspec.structs import replace

from engine import commands, errors
from engine.game.definition import Game
from engine.game.steps import NameGame
from engine.hand.announcing import check_number, judged_by, pinned, said_in_full, with_options
from engine.hand.dealing import at_step
from engine.library import BOOK_NAMES, as_switched, close_to, game_called
from engine.resolved import resolved
from engine.rules import insist, playing
from engine.state import Hand, Night


def name_the_game(command: commands.NameTheGame, night: Night) -> commands.NameTheGame:
    """One of the games the step offers, as the house plays it and with the dealer's options, for this hand only."""
    hand, step = at_step(night, NameGame)
    command, game = _declared(command, night, hand)
    if any(isinstance(each, NameGame) for each in game.steps):
        raise errors.NamesNoGame(game=game.name, games=list(step.games))
    if game.rulebook in BOOK_NAMES and not _is_offered(hand, step, game):
        # A club may have invented the game (source text 000: "even a game of pure invention").
        insist(command, errors.GameIsNotOffered(game=game.name, games=list(step.games)))
    players = len(hand.order)
    game = pinned(game.for_players(players))
    check_number(command, game, players)
    return replace(command, game=game.name, declaration=game)


def _is_offered(hand: Hand, step: NameGame, game: Game) -> bool:
    """Whether the step names the game; a game of the club's own may name those of any rulebook."""
    of_the_book = hand.game.rulebook in BOOK_NAMES
    return game.name in step.games and not (of_the_book and game.rulebook != hand.game.rulebook)


def _declared(command: commands.NameTheGame, night: Night, hand: Hand) -> tuple[commands.NameTheGame, Game]:
    """The declaration, and the command with the options that the name has said."""
    if command.declaration:
        return command, said_in_full(command.declaration)
    found, options = game_called(command.game, hand.game.rulebook)
    if not found:
        raise errors.UnknownGame(game=command.game, close=list(close_to(command.game)))
    command = replace(command, options=(*options, *command.options))
    return command, as_named(found[0], command, night)


def as_named(game: Game, command: commands.NameTheGame, night: Night) -> Game:
    """The game as it is played in this hand: what was put in and how much may be bet is as it was announced."""
    hand = playing(night)
    game = as_switched(game, night.rules.switches)
    game = judged_by(replace(game, forced=hand.game.forced, limit=hand.game.limit), night.rules.dictionary)
    return with_options(game, command.options)


# What follows only copies facts.


def game_named(night: Night, hand: Hand, event: commands.NameTheGame) -> None:
    """The hand goes on by the script of the game named."""
    hand.play(resolved(event.declaration))
    hand.advance()
