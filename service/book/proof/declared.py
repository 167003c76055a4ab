"""Compares the rules that every hand froze with the rulebook game it claims to be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.adjudicate import DOES_NOT_FIT, Finding
from engine.commands import AnnounceHand, OpenNight
from engine.errors import OptionDoesNotFit
from engine.events import Recorded
from engine.folding import effective, evolve
from engine.game.definition import Game, book_title
from engine.library import named
from engine.night.table.rule import RULES_VERSION
from engine.play.script.rule import as_announced, is_the_same_game
from engine.speech import say
from engine.state import Night


def undeclared(records: Sequence[Recorded]) -> Iterator[Finding]:
    """The hands in force that bear the name of a rulebook game and were played by other rules.

    Only for a night played under today's rules: earlier rules may have declared the game differently.
    """
    opened = records[0].event if records else None
    if not isinstance(opened, OpenNight) or opened.rules_version != RULES_VERSION:
        return
    night = Night()
    try:
        for record in effective(records):
            event = record.event
            if isinstance(event, AnnounceHand) and not _is_as_the_rulebook_has_it(event, night):
                sentence = say(
                    "Event {version} announces {game} of the rulebook {rulebook} with rules that this game does not have.",
                    version=record.version,
                    game=event.game,
                    rulebook=book_title(event.rulebook),
                )
                yield Finding(record.version, "recorded otherwise", sentence)
            evolve(night, event)
    except DOES_NOT_FIT:
        # The check of the events reports an event that does not fit.
        return


def _is_as_the_rulebook_has_it(event: AnnounceHand, night: Night) -> bool:
    """True if the hand froze the game as this house plays it, or as the book prints it. Other games are not checked."""
    games = [game for game in named(event.game, event.rulebook) if (game.name, game.rulebook) == _title(event)]
    frozen = event.declaration
    return not games or frozen is None or any(_is_one_of(frozen, game, event, night) for game in games)


def _title(event: AnnounceHand) -> tuple[str, str]:
    return event.game, event.rulebook


def _is_one_of(frozen: Game, game: Game, event: AnnounceHand, night: Night) -> bool:
    players = len(event.players or ())
    try:
        of_the_house = as_announced(game, event, night).for_players(players)
    except OptionDoesNotFit:
        return False
    return any(is_the_same_game(wanted, frozen) for wanted in (of_the_house, game.for_players(players)))
