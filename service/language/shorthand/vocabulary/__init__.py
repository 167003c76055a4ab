"""Everything that a line can say a player does, group by group in the order of `help`.

A new act is a `Said` in the group it belongs to, with a row of the guide.
"""

from service.language.shorthand.vocabulary.bank import BANK
from service.language.shorthand.vocabulary.betting import BETTING
from service.language.shorthand.vocabulary.cards import CARDS
from service.language.shorthand.vocabulary.disputes import DISPUTES
from service.language.shorthand.vocabulary.end import END
from service.language.shorthand.vocabulary.faults import FAULTS
from service.language.shorthand.vocabulary.requests import REQUESTS
from service.language.shorthand.vocabulary.showdown import SHOWDOWN
from service.language.shorthand.vocabulary.table import TABLE
from service.language.shorthand.vocabulary.tricks import TRICKS
from service.language.shorthand.vocabulary.word_games import WORDS

__all__ = ["GROUPS"]

GROUPS = (BANK, REQUESTS, BETTING, CARDS, SHOWDOWN, WORDS, TRICKS, FAULTS, TABLE, DISPUTES, END)
