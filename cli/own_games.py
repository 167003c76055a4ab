"""Own games where they may be meant: the book, which takes most of a second to load, is opened only where there are some."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.own_games.shelf import OwnGame


def own_games(place: str = "", club: str = "") -> tuple[OwnGame, ...]:
    """The own games of the club of the newest night, or of the one that is named; no book is made to look for them."""
    if not place and _no_book_yet():
        return ()
    from cli.backend import shelf

    return shelf.own_games(place, club)


def own_unless_known(name: str, place: str = "", club: str = "") -> tuple[OwnGame, ...]:
    """The own games that a name may mean; a game of a rulebook is found without a book."""
    from engine.library import named

    return () if named(name) and not place and not club else own_games(place, club)


def _no_book_yet() -> bool:
    """Whether the book of the settings is a file that is not there."""
    from service import config

    url = config.load_settings(os.environ).database_url
    return url.startswith(config.SQLITE) and not Path(url.removeprefix(config.SQLITE)).exists()
