"""Checks that the club's own games are still as they were added, and that hands played by one of them had these rules.

No hash seals a row. The text is compared with the declaration read from it, and both with the hands that froze the game
when they were announced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from engine import commands, errors
from engine.events import Recorded
from engine.folding import effective, evolve
from engine.game.definition import Game
from engine.game.scales import Words
from engine.library import letters
from engine.play.script.rule import as_announced
from engine.resolved import resolved
from engine.state import Night
from service.db import Database
from service.errors import BadGameFile, NotCanonical
from service.own_games.reading import read_game
from service.own_games.shelf import OWN, as_own
from service.store.chain import canonical
from service.store.own_games import COLUMNS, GameVersion, every_row


class Flaw(NamedTuple):
    """A fault. `version` is that of the game, or the number of the event that announces a hand."""

    version: int
    sentence: str


class Checked(NamedTuple):
    """Every version that can be read, with its game as its rulebook resolves it, and the faults of the others."""

    sound: tuple[tuple[GameVersion, Game], ...]
    flaws: tuple[Flaw, ...]


def checked_shelf(database: Database, club: str | None = None) -> Checked:
    """Checks every version of every own game of the club, or of all clubs."""
    sound: list[tuple[GameVersion, Game]] = []
    flaws: list[Flaw] = []
    for _, rows in groupby(every_row(database, club), key=lambda row: tuple(row[:2])):
        for number, row in enumerate(rows, start=1):
            kept, flaw = _kept(row)
            game, flaw = (None, flaw) if kept is None else _declared(kept, number)
            if kept is not None and game is not None:
                sound.append((kept, game))
            if flaw:
                flaws.append(flaw)
    return Checked(tuple(sound), tuple(flaws))


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
            versions = [
                game for kept, game in shelf.sound if kept.club == club and kept.compared == letters(event.game)
            ]
            if versions and not any(_is_as_declared(event, game, night) for game in versions):
                sentence = (
                    f"Event {record.version} announces the own game {event.game} with rules that no version of it "
                    "declares: one was changed, or the night comes from another book."
                )
                yield Flaw(record.version, sentence)
        evolve(night, event)


def hands_of_own_games(records: Iterable[Recorded], shelf: Checked) -> tuple[int, int]:
    """The number of hands in force played by an own game that is kept here, and of those played by one that is not."""
    kept_here = {kept.compared for kept, _ in shelf.sound}
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


def is_the_same_game(wanted: Game, frozen: Game) -> bool:
    """True if a hand froze this game; any edition of a dictionary may judge its words."""
    if isinstance(wanted.scale, Words) and isinstance(frozen.scale, Words):
        wanted = replace(wanted, scale=replace(wanted.scale, dictionary=frozen.scale.dictionary))
    return wanted == frozen


# One row of `own_game`.


def _kept(row: Sequence[Any]) -> tuple[GameVersion | None, Flaw | None]:
    """The row as a version, and its fault. A column that does not hold text or a number is a fault."""
    said: dict[str, Any] = {
        name: value if isinstance(value, int) else _text(value) for name, value in zip(COLUMNS, row, strict=True)
    }
    for name, value in said.items():
        wanted = int if name == "version" else str
        if not isinstance(value, wanted):
            game = said["name"] or said["compared"] or "without a name"
            what = "whole number" if wanted is int else "text"
            return None, Flaw(
                0, f"A version of the own game {game} of the club {said['club']}: its {name} is not a {what}."
            )
    return GameVersion(**said), None


def _text(raw: Any) -> str | None:
    if isinstance(raw, str):
        return raw
    try:
        return bytes(raw).decode()
    except (UnicodeDecodeError, TypeError):
        return None


def _declared(kept: GameVersion, number: int) -> tuple[Game | None, Flaw | None]:
    """The game that the version declares, or None if it cannot be read, and the fault of the version, or None."""
    if kept.retires:
        return None, _flaw(kept, wrong) if (wrong := _counts_on(kept, number)) else None
    try:
        game = msgspec.json.decode(kept.declaration, type=Game)
    except msgspec.DecodeError as problem:
        return None, _flaw(kept, f"its declaration cannot be read ({problem})")
    wrong = _counts_on(kept, number) or next((told for fault in FAULTS if (told := fault(kept, game))), "")
    return game, _flaw(kept, wrong) if wrong else None


def _flaw(kept: GameVersion, wrong: str) -> Flaw:
    return Flaw(kept.version, f"Version {kept.version} of the own game {kept.name} of the club {kept.club}: {wrong}.")


def _counts_on(kept: GameVersion, number: int) -> str:
    return "" if kept.version == number else f"version {number} is expected here, so one is missing"


def _has_one_name(kept: GameVersion, game: Game) -> str:
    if kept.name == game.name and kept.compared == letters(kept.name):
        return ""
    return f"it is filed under “{kept.compared}”, but its declaration is named {game.name}"


def _is_canonical(kept: GameVersion, game: Game) -> str:
    try:
        written = canonical(msgspec.json.decode(kept.declaration))
    except NotCanonical:
        written = ""
    return "" if kept.declaration == written else "its declaration is not in the book's canonical form"


def _says_what_it_declares(kept: GameVersion, game: Game) -> str:
    try:
        meant = read_game(kept.source, kept=game)
    except BadGameFile as problem:
        return f"its text can no longer be read ({str(problem).rstrip('.')})"
    if meant == game:
        return ""
    return "its text and its declaration differ: one was changed, or the rulebook it is based on has changed"


# The checks of every version that declares a game; the first fault is reported.
FAULTS: tuple[Callable[[GameVersion, Game], str], ...] = (
    _has_one_name,
    _is_canonical,
    _says_what_it_declares,
)
