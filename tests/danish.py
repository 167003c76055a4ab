"""Finds the English words in a Danish text, for every test that walks what a Dane reads.

An English word is one of the word lists that judge English words, unless it is Danish too. A Danish word that is taken
for English here belongs in `DANISH_TOO`; what is typed, or is named as it is in every language, is given as `besides`.
"""

import re
from collections.abc import Collection
from functools import cache

from engine.game.definition import BOOKS
from engine.library import GAMES
from tests.messages import ROOT

WORD = re.compile(r"[^\W\d_]{2,}")
LISTS = ("common-english.txt", "wide-english.txt")
# Words that both languages spell alike.
DANISH_TOO = frozenset(
    WORD.findall("""
    ad alarm album an ante antes april ark arm art at august bad bag band bank bar bare base bed bid bit bits blind blot bog bogs bold
    bonus bort brand bring bud byte cent check chili chip chips data dato de december dele den dens dig din dine disk dit
    drop em en end ens er et fag far fast fat felt filer film find finger fire firer fold folk folks for form fort frit fund gang gem
    give giver gives glad god grad gram haft hal halve hat have hen hent her hold hos host hotel hun id info ja job jobs joker
    kan kat knap kors kraft lad lade lager land lav lave laver laves leg let lid lift link links liter live log login lover mad mail
    man mange mark marts mask match meld men menu mere meter mild mine minus mist mod net ni nord note normal november nu om
    oven over par part pas pause pin pipe pizza plan plus point poker port pose post print proxy radio rang rap rede rent ret
    ring rude ruder sag sal salt sang sat scan send sender sent september server service set side sin sine sit sko slags slap slip
    slut smart som sort spar spil spring sprog stand start stik still stop stor store stud sum svar syne tab tag tale taler taxa
    tales talon tank tap tast test ti tide tier til time timer ting to tog token tom tone top trap tre trick type under
    union valg van vase vend vent ver vi vide vin vise vises zone
    """)
)
# English that the family speaks, and the poker words that Danish has taken over.
FAMILY = (
    "all-in",
    "flush",
    "high",
    "hot",
    "low",
    "New Deal",
    "Shit",
    "Spit",
    "Split pairs",
    "straight",
    "wild stay",
    "wild",
)
# Names, typed lines, options, settings, addresses, cards and codes.
OPTION = re.compile("--[a-z-]+")
AS_IT_IS = re.compile(
    r"`[^`]*`|\bCHIPBOOK_[A-Z_]+|\w+://\S+|(?<!\w)/\S+|\S+@\S+|\b\w+\.\w{2,}\b|\b(?:10|[2-9TJQKA]|Kn|Da|Ko|Es)[shdcrk]\b|\S*\d\S*"
)


@cache
def _english() -> frozenset[str]:
    folder = ROOT / "service" / "language" / "dictionaries"
    return frozenset(word for one in LISTS for word in (folder / one).read_text(encoding="utf-8").split()) - DANISH_TOO


@cache
def _named(besides: frozenset[str]) -> re.Pattern[str]:
    names = sorted({*FAMILY, *BOOKS.values(), *(game.name for game in GAMES), *besides}, key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w|\.\w)" for name in names), re.IGNORECASE)


def english_words(text: str, *, besides: Collection[str] = ()) -> list[str]:
    """The English words in a Danish text, each once, in their order; empty if there is none."""
    # A name may hold digits, and an option a name.
    plain = AS_IT_IS.sub(" ", _named(frozenset(besides)).sub(" ", OPTION.sub(" ", text)))
    return list(dict.fromkeys(word for word in WORD.findall(plain) if word.casefold() in _english()))
