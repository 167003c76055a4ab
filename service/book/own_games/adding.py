"""Adds games to the club's shelf from TOML, each text of the same name as the next version, and retires them.

A hand keeps the declaration it was played under, so a new version is for new hands only.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from engine.club import acts
from engine.errors import GameHasNoName, GameIsTheSame, OwnGameIsRetired, UnknownOwnGame
from engine.game.definition import Game
from engine.library import letters, named
from engine.sample.table import trial
from engine.speech import phrase
from service.book.club_handler import ClubHandler
from service.book.own_games.reading import read_game
from service.book.own_games.shelf import OwnGame, all_versions, as_own
from service.book.store.chain import envelope_of, stream_of_club
from service.errors import BadGameFile, GameExists
from service.language.toml_mistakes import straightened


class Added(NamedTuple):
    """The result of adding a text; `new` is false if the newest version already says the same."""

    game: OwnGame
    new: bool


class Retired(NamedTuple):
    """A game that was taken off the shelf, under the name it had last, and when."""

    name: str
    at: str


def retire_game(clubs: ClubHandler, club: str, name: str, *, key: str = "") -> Retired | None:
    """Takes the game off the club's shelf. Returns None if the shelf has no game of this name, or it is retired already.

    A repeated `key` gets the first answer. The game can no longer be announced and is no longer offered. Hands played by it
    keep their rules, and its name may be added again.
    """
    known = clubs.load(club).club.games.get(letters(name), ())
    try:
        act = acts.RetireOwnGame(name=known[-1].name if known else name)
        # Compared as it was asked for: a later version may spell the name otherwise.
        (record,) = clubs.take(club, act, asked={"retire": name}, key=key)
    except (UnknownOwnGame, OwnGameIsRetired, GameHasNoName):
        return None
    assert isinstance(record.act, acts.RetireOwnGame), "The key of a retirement answers with one."
    return Retired(record.act.name, record.recorded_at)


def checked(text: str) -> Game:
    """The game that the text declares, after a trial. Refuses an unsound game and the name of a rulebook's game."""
    game = read_game(text)
    for known in named(game.name):
        raise GameExists(name=game.name, game=known.name, rulebook=known.rulebook)
    for finding in trial(as_own(game)):
        raise BadGameFile(
            line=1,
            key=phrase("the game"),
            problem=finding.sentence,
        )
    return game


def add_game(clubs: ClubHandler, club: str, text: str, *, key: str = "") -> Added:
    """Puts the game that the text declares on the club's shelf, or refuses it. A repeated `key` gets the first answer.

    Refuses the name of a game in a rulebook, and every other name by which people call it.
    """
    game = checked(text)
    # Kept as it is read: a phone writes quotation marks that TOML does not have.
    text = straightened(text)
    clubs.load(club)
    asked = {"game": sha256(text.encode()).hexdigest()}
    try:
        act = acts.AddOwnGame(name=game.name, source=text, declaration=game)
        (record,) = clubs.take(club, act, asked=asked, key=key)
        new = not key or _recorded_under(clubs, club, record.version, key)
    except GameIsTheSame:
        since = clubs.load(club).club.games[letters(game.name)][-1].since
        record, new = clubs.answer_with(club, since, asked=asked, key=key), False
    assert isinstance(record.act, acts.AddOwnGame), "The key of an addition answers with one."
    added, version = record.act, record.act.version
    return Added(next(one for one in all_versions(clubs.load(club), added.compared) if one.version == version), new)


def _recorded_under(clubs: ClubHandler, club: str, version: int, key: str) -> bool:
    """True if the act was recorded under this key; false if it was there before and only answers the key."""
    (stored,) = clubs.store.read(stream_of_club(club), after=version - 1, up_to=version)
    return envelope_of(stored).request_id == key
