"""How names of people and games are compared: in one form, whoever types them, on whatever keyboard."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

Id = TypeVar("Id", bound=str)

# Letters that no decomposition takes apart; people without them on the keyboard write what stands behind.
_TYPED = {"æ": "ae", "ø": "o", "å": "a", "œ": "oe", "ð": "d", "đ": "d", "þ": "th", "ł": "l", "\u0131": "i"}
# Cyrillic and Greek letters that look like a Latin one, as a capital or small: two names that look the same are one.
_LOOK_LIKE = str.maketrans("авекмнорстухіјѕαβεζηικμνορτυχ", "abekmhopctyxijsabezhikmnoptyx")
_WRITTEN = str.maketrans(_TYPED) | _LOOK_LIKE
# The marks that stand above and below European letters. Those of other scripts make another letter.
_FIRST_MARK, _LAST_MARK = "\u0300", "\u036f"


@lru_cache(maxsize=4096)
def compared(name: str) -> str:
    """The one form in which names are compared: without case, accents and double spaces, in Latin letters.

    Åse is `ase` however the letters are stored, Søren is `soren`, and a Cyrillic letter is the Latin one that it looks
    like.
    """
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", name).casefold().translate(_WRITTEN))
    bare = "".join(sign for sign in apart if not _FIRST_MARK <= sign <= _LAST_MARK)
    # Once more, because a letter may have stood below the mark.
    return " ".join(unicodedata.normalize("NFC", bare.casefold().translate(_WRITTEN)).split())


def called(spoken: str, names: Mapping[Id, str]) -> list[Id]:
    """Everybody of this name; of several, those who are spelt as it was typed."""
    wanted, typed = compared(spoken), _spelt(spoken)
    found = [one for one, name in names.items() if wanted and compared(name) == wanted]
    return [one for one in found if _spelt(names[one]) == typed] or found


def called_or_begun(spoken: str, names: Mapping[Id, str]) -> list[Id]:
    """Everybody of this name; where nobody is, everybody whose name begins so, as it was typed or at least as compared."""
    if exact := called(spoken, names):
        return exact
    wanted, typed = compared(spoken), _spelt(spoken)
    found = [one for one, name in names.items() if wanted and compared(name).startswith(wanted)]
    return [one for one in found if _spelt(names[one]).startswith(typed)] or found


def _spelt(name: str) -> str:
    """The name with its accents, however its letters are stored."""
    return unicodedata.normalize("NFC", name).casefold()
