"""The word lists that come with the program; importing this module loads them into the engine."""

from importlib.resources import files
from typing import Final

from engine.words.dictionary import Dictionary
from engine.words.registry import register
from engine.words.word_list import read_word_list


def _shipped(name: str) -> Dictionary:
    return register(read_word_list(name, (files(__package__) / f"{name}.txt").read_bytes()))


COMMON_ENGLISH: Final = _shipped("common-english")
WIDE_ENGLISH: Final = _shipped("wide-english")
