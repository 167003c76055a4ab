"""Every rulebook the table knows; each is data in a file or a folder of its own."""

from engine.catalogue.enemaerke import ENEMAERKE_BOOK, ENEMAERKE_SWITCHED
from engine.catalogue.munk import MUNK_BOOK
from engine.catalogue.standard import STANDARD_BOOK

RULEBOOKS = (ENEMAERKE_BOOK, MUNK_BOOK, STANDARD_BOOK)
SWITCHED = {ENEMAERKE_BOOK.name: ENEMAERKE_SWITCHED}
