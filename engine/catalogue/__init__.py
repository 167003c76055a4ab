"""Every rulebook the table knows; each is data in a file of its own."""

from engine.catalogue.enemaerke import ENEMAERKE_BOOK
from engine.catalogue.munk import MUNK_BOOK
from engine.catalogue.standard import STANDARD_BOOK
from engine.catalogue.tarok import TAROK_BOOK

RULEBOOKS = (ENEMAERKE_BOOK, MUNK_BOOK, STANDARD_BOOK, TAROK_BOOK)
