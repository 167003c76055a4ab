"""Every rulebook the table knows; each is data in a file or a folder of its own."""

from collections.abc import Mapping

from engine.catalogue.aliases import (
    ENEMAERKE_ALIASES,
    MUNK_ALIASES,
    SCROKER_ALIASES,
    STANDARD_ALIASES,
    TAROK_ALIASES,
    WORDPOKER_ALIASES,
)
from engine.catalogue.enemaerke import ENEMAERKE_BOOK, ENEMAERKE_SWITCHED
from engine.catalogue.munk import MUNK_BOOK, MUNK_SWITCHED
from engine.catalogue.scroker import SCROKER_BOOK
from engine.catalogue.standard import STANDARD_BOOK
from engine.catalogue.tarok import TAROK_BOOK
from engine.catalogue.wordpoker import WORDPOKER_BOOK
from engine.game.definition import Game

RULEBOOKS = (ENEMAERKE_BOOK, MUNK_BOOK, SCROKER_BOOK, STANDARD_BOOK, TAROK_BOOK, WORDPOKER_BOOK)
ALIASES: dict[str, Mapping[str, tuple[str, ...]]] = {
    ENEMAERKE_BOOK.name: ENEMAERKE_ALIASES,
    MUNK_BOOK.name: MUNK_ALIASES,
    SCROKER_BOOK.name: SCROKER_ALIASES,
    STANDARD_BOOK.name: STANDARD_ALIASES,
    TAROK_BOOK.name: TAROK_ALIASES,
    WORDPOKER_BOOK.name: WORDPOKER_ALIASES,
}
SWITCHED: Mapping[str, Mapping[tuple[str, str], tuple[Game, ...]]] = {
    ENEMAERKE_BOOK.name: ENEMAERKE_SWITCHED,
    MUNK_BOOK.name: MUNK_SWITCHED,
}
