"""The club's own games. The book, which takes most of a second to open, is opened only if it may have some."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.app.own_games import OwnGame


def own_games(place: str = "", club: str = "") -> tuple[OwnGame, ...]:
    """The own games of the named club, else of the club of the newest night. Makes no book to look for them."""
    if not place and _no_book_yet():
        return ()
    from service.app.own_games import kept

    return kept(place, club)


def own_unless_known(name: str, place: str = "", club: str = "") -> tuple[OwnGame, ...]:
    """The own games that a name may mean; () if a rulebook has a game of that name."""
    from engine.library import named

    return () if named(name) and not place and not club else own_games(place, club)


def _no_book_yet() -> bool:
    """True if the book of the settings is a file that does not exist."""
    from service import config

    file = config.file_of(config.load_settings(os.environ).database_url)
    return file is not None and not file.exists()
