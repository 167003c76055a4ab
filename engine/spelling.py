"""How names of people and games are compared: in one form, whatever keyboard they were typed on."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

Id = TypeVar("Id", bound=str)

# Letters that Unicode does not decompose, with what people type who do not have them on the keyboard.
_TYPED = {"æ": "ae", "ø": "o", "å": "a", "œ": "oe", "ð": "d", "đ": "d", "þ": "th", "ł": "l", "\u0131": "i"}
# Cyrillic and Greek letters that look like a Latin one, large or small: two names that look the same are one name.
_LOOK_LIKE = str.maketrans("авекмнорстухіјѕαβεζηικμνορτυχ", "abekmhopctyxijsabezhikmnoptyx")
_WRITTEN = str.maketrans(_TYPED) | _LOOK_LIKE
# The marks above and below European letters. In other scripts a mark makes another letter.
_FIRST_MARK, _LAST_MARK = "\u0300", "\u036f"


def kept(name: str) -> str:
    """The name as it is kept and shown: as it was typed, however its accents were stored."""
    return unicodedata.normalize("NFC", name)


@lru_cache(maxsize=4096)
def compared(name: str) -> str:
    """The name in the form in which names are compared: Latin letters without case, accents or double spaces.

    Åse is `ase` however the letters are stored, Søren is `soren`, and a Cyrillic letter is the Latin one that it looks
    like.
    """
    apart = unicodedata.normalize("NFKD", kept(name).casefold().translate(_WRITTEN))
    bare = "".join(sign for sign in apart if not _FIRST_MARK <= sign <= _LAST_MARK)
    # Once more, because there may have been such a letter below the mark.
    return " ".join(kept(bare.casefold().translate(_WRITTEN)).split())


def called(spoken: str, names: Mapping[Id, str]) -> list[Id]:
    """The ids with this name; of several, only those spelled as it was typed, if there are any."""
    wanted, typed = compared(spoken), _spelt(spoken)
    results = [one for one, name in names.items() if wanted and compared(name) == wanted]
    return [one for one in results if _spelt(names[one]) == typed] or results


def called_or_begun(spoken: str, names: Mapping[Id, str]) -> list[Id]:
    """The ids with this name, or else with a name that begins so; those spelled as it was typed, if there are any."""
    if exact := called(spoken, names):
        return exact
    wanted, typed = compared(spoken), _spelt(spoken)
    results = [one for one, name in names.items() if wanted and compared(name).startswith(wanted)]
    return [one for one in results if _spelt(names[one]).startswith(typed)] or results


def _spelt(name: str) -> str:
    """The name without case but with its accents, however its letters are stored."""
    return kept(name).casefold()
