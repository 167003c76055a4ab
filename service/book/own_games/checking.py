"""Checks that the texts of the club's own games still declare them, and that hands played by one of them had these rules.

The club's stream seals text and declaration. They are compared with each other, and with the hands that froze the game when
they were announced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine import commands, errors
from engine.events import Recorded
from engine.folding import effective, evolve
from engine.game.definition import Game
from engine.library import OWN, letters
from engine.play.script.rule import as_announced, is_the_same_game
from engine.resolved import resolved
from engine.speech import say
from engine.state import Night
from service.book.club_handler import LoadedClub
from service.book.own_games.reading import read_game
from service.book.own_games.shelf import Checked, Flaw, OwnGame, all_versions, as_own
from service.errors import BadGameFile


def checked_shelf(loaded: LoadedClub) -> Checked:
    """Checks every version of every own game of the club."""
    sound = [one for name in sorted(loaded.club.games) for one in all_versions(loaded, name)]
    wrong = [(one, _wrong_in(one)) for one in sound]
    return Checked(tuple(sound), tuple(_flaw(one, text) for one, text in wrong if text))


def flaws_of_hands(records: Sequence[Recorded], shelf: Checked) -> Iterator[Flaw]:
    """The hands in force that were played by rules which no version of their game declares.

    A game without any version in this club came with a night from another book, and its hands carry the rules with them.
    """
    if not any(_is_own(record.event) for record in records):
        return
    night = Night()
    for record in effective(records):
        event = record.event
        if isinstance(event, commands.AnnounceHand) and _is_own(event) and night.opened is not None:
            club = night.opened.club
            versions = [one.resolved for one in shelf.sound if one.club == club and one.compared == letters(event.game)]
            if versions and not any(_is_as_declared(event, game, night) for game in versions):
                sentence = say(
                    "Event {event} announces the own game {game} with rules that no version of it declares: one was "
                    "changed, or the night comes from another book.",
                    event=record.version,
                    game=event.game,
                )
                yield Flaw(record.version, sentence)
        evolve(night, event)


def hands_of_own_games(records: Iterable[Recorded], shelf: Checked) -> tuple[int, int]:
    """The number of hands in force played by an own game that is kept here, and of those played by one that is not."""
    kept_here = {one.compared for one in shelf.sound}
    games = [
        letters(record.event.game)
        for record in effective(records)
        if isinstance(record.event, commands.AnnounceHand) and _is_own(record.event)
    ]
    here = sum(game in kept_here for game in games)
    return here, len(games) - here


def _is_own(event: object) -> bool:
    return isinstance(event, commands.AnnounceHand) and event.rulebook == OWN


def _is_as_declared(event: commands.AnnounceHand, game: Game, night: Night) -> bool:
    """True if the hand froze the game as the house plays it, whatever words its dictionary held at that time."""
    frozen = resolved(event.declaration)
    try:
        wanted = as_own(as_announced(game, event, night)).for_players(len(event.players or ()))
    except errors.OptionDoesNotFit:
        return False
    return is_the_same_game(wanted, frozen)


def _flaw(one: OwnGame, wrong: str) -> Flaw:
    return Flaw(
        one.version,
        say(
            "Version {version} of the own game {game} of the club {club}: {wrong}.",
            version=one.version,
            game=one.name,
            club=one.club,
            wrong=wrong,
        ),
    )


def _wrong_in(one: OwnGame) -> str:
    """The first fault of a version; empty if it has none."""
    if one.name != one.resolved.name:
        declared = one.resolved.name
        return say(
            "it is filed under “{filed}”, but its declaration is named {name}", filed=one.compared, name=declared
        )
    try:
        meant = read_game(one.source, kept=one.resolved)
    except BadGameFile as problem:
        return say("its text can no longer be read ({problem})", problem=str(problem).rstrip("."))
    if meant == one.resolved:
        return ""
    return say("its text and its declaration differ: one was changed, or the rulebook it is based on has changed")
