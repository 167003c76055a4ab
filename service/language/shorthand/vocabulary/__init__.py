"""Everything that a line can say a player does, group by group in the order of `help`.

A new act is a `SpokenAct` in the group it belongs to, with a row of the guide.
"""

from service.language.shorthand.vocabulary.bank import BANK, END, TABLE
from service.language.shorthand.vocabulary.betting import BETTING
from service.language.shorthand.vocabulary.cards import CARDS, TRICKS, WORDS
from service.language.shorthand.vocabulary.putting_right import DISPUTES, FAULTS
from service.language.shorthand.vocabulary.requests import REQUESTS
from service.language.shorthand.vocabulary.showdown import SHOWDOWN

__all__ = ["GROUPS"]

GROUPS = (BANK, REQUESTS, BETTING, CARDS, SHOWDOWN, WORDS, TRICKS, FAULTS, TABLE, DISPUTES, END)
