"""The dictionaries this process knows, by name and version; the code that reads word lists registers them."""

from typing import Final

from engine import errors
from engine.words.dictionary import Dictionary

_ENGLISH: Final = "-english"
_known: Final[dict[str, Dictionary]] = {}


def register(dictionary: Dictionary) -> Dictionary:
    """Makes a dictionary known and returns it; older versions stay known, because books may rest on them."""
    # The latest version of a name comes last.
    _known.pop(dictionary.reference, None)
    _known[dictionary.reference] = dictionary
    return dictionary


def known() -> tuple[str, ...]:
    """The name and version of every known dictionary."""
    return tuple(_known)


def called(said: str) -> str:
    """The full name of the dictionary that people call `said`; refuses a name that is not known.

    "wide" is wide-english, unless a club has a list with exactly that name.
    """
    names = {dictionary.name for dictionary in _known.values()}
    if said in names:
        return said
    if (english := f"{said.casefold()}{_ENGLISH}") in names:
        return english
    raise errors.DictionaryIsMissing(dictionary=said, known=sorted(names))


def find(said: str) -> Dictionary:
    """The dictionary of this name and version, "wide-english@0f3c…", or the latest of this name; refuses others."""
    name, _, version = said.partition("@")
    for dictionary in reversed(_known.values()):
        if dictionary.name == name and version in ("", dictionary.version):
            return dictionary
    raise errors.DictionaryIsMissing(dictionary=said, known=list(known()))


def name_of(reference: str) -> str:
    """The name that people read of a dictionary kept by name and version: "wide-english" for "wide-english@0f3c…"."""
    return reference.partition("@")[0]
