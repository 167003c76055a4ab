"""The games of the Enemærke family, a file for each chapter of the source; names are spelled as there."""

from engine.catalogue.enemaerke.book import ENEMAERKE_BOOK
from engine.catalogue.enemaerke.switched import ENEMAERKE_SWITCHED

__all__ = ["ENEMAERKE_BOOK", "ENEMAERKE_SWITCHED"]
