"""The dealer names the game of a hand that was announced without one: its script is played, the antes stay (RULINGS A6)."""

from msgspec.structs import replace

from engine import commands, errors
from engine.game.definition import Game
from engine.game.steps import NameGame
from engine.hand.announcing import check_number, pinned, said_in_full, with_options
from engine.hand.dealing import at_step
from engine.hand.flow import advance
from engine.library import as_switched, close_to, named
from engine.rules import insist
from engine.state import Hand, Night


def name_the_game(command: commands.NameTheGame, night: Night) -> commands.NameTheGame:
    """One of the games the step offers, as the house plays it and with the dealer's options, for this hand only."""
    hand, step = at_step(night, NameGame)
    game = said_in_full(command.declaration) if command.declaration else _declared(command, night, hand)
    if any(isinstance(each, NameGame) for each in game.steps):
        raise errors.NamesNoGame(game=game.name, games=list(step.games))
    if game.rulebook != hand.game.rulebook or game.name not in step.games:
        insist(command, errors.GameIsNotOffered(game=game.name, games=list(step.games)))
    players = len(hand.order)
    game = pinned(game.for_players(players))
    check_number(command, game, players)
    return replace(command, game=game.name, declaration=game)


def _declared(command: commands.NameTheGame, night: Night, hand: Hand) -> Game:
    """What was put in and how much may be bet is as it was announced."""
    found = named(command.game, hand.game.rulebook)
    if not found:
        raise errors.UnknownGame(game=command.game, close=list(close_to(command.game)))
    game = as_switched(found[0], night.rules.switches)
    return with_options(replace(game, forced=hand.game.forced, limit=hand.game.limit), command.options)


# What follows only copies facts.


def game_named(night: Night, event: commands.NameTheGame) -> None:
    """The hand goes on by the script of the game named."""
    hand = night.hand
    assert hand is not None
    assert event.declaration is not None
    hand.play(event.declaration)
    advance(night, hand)
