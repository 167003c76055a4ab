"""A game tried before it is kept: its faults line by line, its rules, and a hand of it played at random."""

from __future__ import annotations

from engine import commands
from engine.events import HandEnded
from engine.game.definition import Game
from engine.reports.sentences import is_quiet, tell
from engine.simulate import playing
from engine.simulate.menu import seats_of
from engine.speech import speech
from service.app.games.simulate import PEOPLE, OnScratchPaper, SeededChance, Wanted, games_for
from service.book.cache import Flights
from service.book.own_games.adding import checked
from service.errors import BadGameFile, GameExists
from service.reports.views.games.games import Fault, TriedGame, tried_game

# So many players make a hand that one can follow.
PLAYERS = 4


_TRIED: Flights[tuple[str, str, int], TriedGame] = Flights()


def try_game(toml: str, *, seed: int = 1) -> TriedGame:
    """The faults of the text; without any, its rules and one hand of it. The same seed gives the same hand.

    Tried once for all who ask for the same at the same time.
    """
    return _TRIED.get((speech().code, toml, seed), lambda: _tried(toml, seed))


def _tried(toml: str, seed: int) -> TriedGame:
    try:
        game = checked(toml)
    except BadGameFile as problem:
        faults = ((problem.line, problem.key, problem.problem), *problem.others)
        return TriedGame(faults=tuple(Fault(line=line, key=f"{key}", problem=f"{said}") for line, key, said in faults))
    except GameExists as problem:
        return TriedGame(faults=(Fault(line=1, key="name", problem=str(problem)),))
    return tried_game(game, _one_hand(game, seed))


def _one_hand(game: Game, seed: int) -> tuple[str, ...]:
    """The sentences of a hand in which every card is known."""
    least, most = seats_of(game)
    games, house, players = games_for("", (game.name,), max(least, min(PLAYERS, most)), (game,))
    wanted = Wanted(
        games=games,
        rulebook=house,
        players=players,
        hands=1,
        nights=1,
        seed=seed,
        depth="cards",
        options=False,
        own=(game,),
    )
    paper = OnScratchPaper(wanted)
    faults = playing.play(paper.plan, SeededChance(seed), paper)
    events = [record.event for record in paper.records()]
    kinds = [type(event) for event in events]
    begins = kinds.index(commands.AnnounceHand) if commands.AnnounceHand in kinds else len(kinds)
    names = {name.casefold(): name for name in PEOPLE}
    # What follows its end is the close of the scratch night, and no part of the game.
    ends = kinds.index(HandEnded, begins) if HandEnded in kinds[begins:] else len(kinds)
    return (*(tell(event, names) for event in events[begins:ends] if not is_quiet(event)), *faults)
