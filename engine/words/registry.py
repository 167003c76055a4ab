"""The dictionaries this process knows, by name and version; whoever reads word lists puts them in."""

from typing import Final

from engine import errors
from engine.words.dictionary import Dictionary

_ENGLISH: Final = "-english"
_known: Final[dict[str, Dictionary]] = {}


def register(dictionary: Dictionary) -> Dictionary:
    """Make a dictionary known. Older versions of it stay known, because books may have been judged by them."""
    # The latest of a name stands last.
    _known.pop(dictionary.reference, None)
    _known[dictionary.reference] = dictionary
    return dictionary


def known() -> tuple[str, ...]:
    """The name and version of every dictionary there is."""
    return tuple(_known)


def called(said: str) -> str:
    """The name of the dictionary that people call so: "wide" is wide-english, unless a club has a list of just that name."""
    names = {dictionary.name for dictionary in _known.values()}
    if said in names:
        return said
    if (english := f"{said.casefold()}{_ENGLISH}") in names:
        return english
    raise errors.DictionaryIsMissing(dictionary=said, known=sorted(names))


def find(said: str) -> Dictionary:
    """The dictionary of this name and version, "wide-english@0f3c…", or the latest of this name."""
    name, _, version = said.partition("@")
    for dictionary in reversed(_known.values()):
        if dictionary.name == name and version in ("", dictionary.version):
            return dictionary
    raise errors.DictionaryIsMissing(dictionary=said, known=list(known()))
