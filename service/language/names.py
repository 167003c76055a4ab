"""Names where people read them: put for ids into what the engine refuses, and sorted by the alphabet of whoever reads."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.cards.card import RANK, pretty
from engine.errors import Refusal
from engine.grammar import capital
from engine.ids import PlayerId
from engine.speech import say, speech
from engine.spelling import compared, kept

# Cards as people read them.
CARDS = {card: pretty(card) for card in RANK}


def refusal_text(refusal: Refusal, names: Mapping[PlayerId, str]) -> str:
    """The sentence of the refusal, with names for ids, also in a refusal that it quotes."""
    quoted = [value for value in refusal.details.values() if isinstance(value, Refusal)]
    sentence = refusal.say(_known(names) | {str(inner): refusal_text(inner, names) for inner in quoted})
    # It may begin with “the night of 3 July”.
    return capital(sentence) if refusal.nights else sentence


def typed_text(refusal: Refusal, names: Mapping[PlayerId, str]) -> str:
    """What to type instead, with names for ids, for faces where lines are typed; empty if nothing has to be typed."""
    return refusal.how_typed(_known(names))


def _known(names: Mapping[PlayerId, str]) -> dict[str, str]:
    return {
        **CARDS,
        **names,
        **{"chips:" + player: say("{player}'s stack", player=name) for player, name in names.items()},
    }


# With Danes Zenia stands before Ærling, and both before Åse. No library that comes without a compiler knows collation by
# language: PyICU has no wheels, icu4py has no collator, pyuca has only the order of no language, and Babel has none of CLDR's
# collation data. So what CLDR says of Danish (common/collation/da.xml) stands here: letters behind z, and others that are told
# from one of them only where all else is equal.
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
