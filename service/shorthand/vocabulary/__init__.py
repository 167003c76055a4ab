"""Everything that a line can say a player does, group by group in the order of `help`.

A new act is a `Said` in the group it belongs to, with a row of the guide.
"""

from service.shorthand.vocabulary.bank import BANK
from service.shorthand.vocabulary.betting import BETTING
from service.shorthand.vocabulary.cards import CARDS
from service.shorthand.vocabulary.disputes import DISPUTES
from service.shorthand.vocabulary.end import END
from service.shorthand.vocabulary.faults import FAULTS
from service.shorthand.vocabulary.requests import REQUESTS
from service.shorthand.vocabulary.showdown import SHOWDOWN
from service.shorthand.vocabulary.table import TABLE
from service.shorthand.vocabulary.tricks import TRICKS
from service.shorthand.vocabulary.word_games import WORDS

__all__ = ["GROUPS"]

GROUPS = (BANK, REQUESTS, BETTING, CARDS, SHOWDOWN, WORDS, TRICKS, FAULTS, TABLE, DISPUTES, END)
