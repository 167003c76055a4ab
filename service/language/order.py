"""The order of names by the alphabet of whoever reads them: with Danes Zenia stands before Ærling, and both before Åse.

No library that comes without a compiler knows collation by language: PyICU has no wheels, icu4py has no collator, pyuca
has only the order of no language, and Babel has none of CLDR's collation data. So what CLDR says of Danish
(common/collation/da.xml) stands here.
"""

from __future__ import annotations

from functools import lru_cache

from engine.speech import speech
from engine.spelling import compared, kept

# Letters that stand after z, and others that are told from one of them only where all else is equal.
_AFTER_Z = {"da": {"æ": "{", "ä": "{", "ø": "|", "ö": "|", "ő": "|", "å": "}", "aa": "}", "ü": "y", "ű": "y"}}


def by_name(name: str) -> tuple[str, str, str]:
    """What names are sorted by, in the language that is spoken."""
    return _key(kept(name), speech().code)


@lru_cache(maxsize=4096)
def _key(name: str, language: str) -> tuple[str, str, str]:
    written = name.casefold()
    for letter, place in _AFTER_Z.get(language, {}).items():
        written = written.replace(letter, place)
    # Aage stands behind Åge.
    return compared(written), name.casefold().replace("aa", "å~"), name
