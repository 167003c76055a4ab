"""Who is answered at the same time: a few requests of one person or address, some of everybody, and those of the bank beside them.

A request takes its place once it is known who sent it, before anything of it is read; until there is one, it waits in its
thread. Threads are left for the bank, and for what the host asks, which takes no place at all.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable

from service.errors.problems import ServerBusy, TooManyAtOnce

# A person has a page, what it fetches again when something has happened, and a second device. As many more wait.
OF_A_PERSON = 3
# Behind one address without a proof are the guests of one table, or all who look on from one home: none of them is known.
OF_AN_ADDRESS = 4
# Of everybody together: more would only take the processor from one another, and from the bank.
OF_ALL = 6
# How many wait, in all, and how long, in seconds. With those above they leave a third of the server's threads to the bank.
WAITING = 16
WAIT_SECONDS = 10.0
# Of so many who had the bank of a night it is remembered that they had.
TRUSTED_MAX = 1000


class Lanes:
    """The places of one process."""

    def __init__(self, wait_seconds: float = WAIT_SECONDS) -> None:
        self._wait_seconds = wait_seconds
        self._changed = threading.Condition()
        self._answered: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()
        self._answered_of_all = self._waiting_of_all = 0
        self._trusted: OrderedDict[str, None] = OrderedDict()

    def trust(self, who: str) -> None:
        """Lets requests of this person take the places of the bank from now on, because they have the bank of a night."""
        with self._changed:
            self._trusted[who] = None
            if len(self._trusted) > TRUSTED_MAX:
                self._trusted.popitem(last=False)

    def enter(self, who: str, most: int, *, of_the_bank: bool = False) -> Callable[[], None]:
        """Takes a place for a request, of which this one may have so many; waits for it. Returns how to give it back.

        Refuses a request if as many of the same one wait already (TooManyAtOnce), or many of everybody, or it waited long
        (ServerBusy).
        """
        with self._changed:
            of_all = 0 if of_the_bank or who in self._trusted else 1

            def is_free() -> bool:
                return self._answered[who] < most and not (of_all and self._answered_of_all >= OF_ALL)

            if not is_free():
                if self._waiting[who] >= most:
                    raise TooManyAtOnce(most=most)
                if of_all and self._waiting_of_all >= WAITING:
                    raise ServerBusy
                self._count_waiting(who, of_all)
                try:
                    if not self._changed.wait_for(is_free, self._wait_seconds):
                        raise ServerBusy
                finally:
                    self._count_waiting(who, -of_all, times=-1)
            self._answered[who] += 1
            self._answered_of_all += of_all
        return lambda: self._leave(who, of_all)

    def _count_waiting(self, who: str, of_all: int, *, times: int = 1) -> None:
        self._waiting[who] += times
        self._waiting_of_all += of_all
        if not self._waiting[who]:
            del self._waiting[who]

    def _leave(self, who: str, of_all: int) -> None:
        with self._changed:
            self._answered[who] -= 1
            self._answered_of_all -= of_all
            if not self._answered[who]:
                del self._answered[who]
            self._changed.notify_all()
