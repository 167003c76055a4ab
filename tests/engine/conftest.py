"""The engine's tests play games of words too: the word lists of the house are known to them."""

from service.words import shipped

DICTIONARIES = (shipped.COMMON_ENGLISH, shipped.WIDE_ENGLISH)
