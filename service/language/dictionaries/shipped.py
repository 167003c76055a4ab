"""The word lists that come with the program; importing this module makes them known to the engine.

Their words are read when one of them is first asked for, because most nights judge none.
"""

from importlib.resources import files
from typing import Final

from engine.words.dictionary import Dictionary, UnreadDictionary
from engine.words.registry import register
from engine.words.word_list import read_word_list


def _shipped(name: str, version: str) -> Dictionary:
    def read() -> Dictionary:
        return read_word_list(name, (files(__package__) / f"{name}.txt").read_bytes())

    return register(UnreadDictionary(name, version, read))


# Books name these versions: whoever changes the words keeps the old lists beside the new ones.
COMMON_ENGLISH: Final = _shipped("common-english", "d28c020e42cd")
WIDE_ENGLISH: Final = _shipped("wide-english", "10a2fe684f53")
