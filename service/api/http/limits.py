"""How much of the server anybody gets: so many requests a minute, and so many that are answered at the same time.

Whoever sends more in a minute waits until it is over; the library `limits` counts, in this process or, for several servers, in
the Redis of the settings. A request takes its place once it is known who sent it, before anything of it is read; until there is
one, it waits in its thread. Threads are left for the bank, and for what the host asks, which takes no place at all.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Network, ip_address

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.errors import StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter

from engine.speech import phrase
from service.config import Settings
from service.errors.problems import ServerBusy, TooManyAtOnce, TooManyRequests

# A Redis that does not answer must not hold up the table; until it is asked again, this process counts alone.
REDIS_SECONDS = 0.5
ALONE_SECONDS = 30.0
PREFIX = "chipbook"
# A home or a hired server has this much of the addresses of IPv6 for itself.
NETWORK_OF_ONE = 64

# So many cards of a hand may be mistyped by a player who enters their own; more would tell what the others hold.
WRONG_CARDS = RateLimitItemPerMinute(3, 10, namespace=PREFIX)

_log = logging.getLogger("chipbook.limits")


class RateLimits:
    """The counts of one application. A `most` of 0 is any number."""

    def __init__(self, *, most: int, most_with_token: int, most_sign_ins: int = 0, redis_url: str = "") -> None:
        self._without_token = _a_minute(most)
        self._with_token = _a_minute(most_with_token)
        self._sign_ins = _a_minute(most_sign_ins)
        self._alone = FixedWindowRateLimiter(MemoryStorage())
        self._together = _counting_in(redis_url) if redis_url else None
        self._alone_until = 0.0

    @classmethod
    def of(cls, settings: Settings) -> RateLimits:
        """The limits that the settings name."""
        return cls(
            most=settings.requests_max,
            most_with_token=settings.token_requests_max,
            most_sign_ins=settings.sign_ins_max,
            redis_url=settings.redis_url,
        )

    def count(self, address: str, token: str | None) -> None:
        """Counts a request, by its token or cookie if that is good. Refuses what is too many (TooManyRequests)."""
        if token is None:
            what = phrase("requests came from one address without a token")
            self._count(self._without_token, "address", one_address(address), what)
        else:
            self._count(
                self._with_token, "token", sha256(token.encode()).hexdigest(), phrase("requests came with one token")
            )

    def count_sign_in(self, address: str) -> None:
        """Counts an attempt to sign in that came to nothing, or asked for a question. Refuses what is too many.

        No club has a count: a secret of 128 bits is not guessed, and strangers could lock out its members by their failures.
        """
        what = phrase("attempts to sign in came from one address")
        self._count(self._sign_ins, "sign-in address", one_address(address), what)

    def insist_on_naming_cards(self, person: str) -> None:
        """Refuses whoever has named too many cards lately that lie elsewhere (TooManyRequests): so they could find out which."""
        seconds = self._asked(lambda limiter: _full(limiter, WRONG_CARDS, "wrong cards", person))
        if seconds:
            what = phrase("cards that lie elsewhere were named by one player")
            raise TooManyRequests(most=WRONG_CARDS.amount, what=what, seconds=seconds)

    def count_wrong_card(self, person: str) -> None:
        """Counts a card that a player named as their own, and that lies elsewhere."""
        self._asked(lambda limiter: _counted(limiter, WRONG_CARDS, "wrong cards", person))

    def _count(self, item: RateLimitItem | None, kind: str, who: str, what: str) -> None:
        if item is not None and (seconds := self._seconds_to_wait(item, kind, who)):
            raise TooManyRequests(most=item.amount, what=what, seconds=seconds)

    def _seconds_to_wait(self, item: RateLimitItem, kind: str, who: str) -> int:
        """0 if the request may pass, else how long until the next one may."""
        return self._asked(lambda limiter: _counted(limiter, item, kind, who))

    def _asked(self, question: Callable[[FixedWindowRateLimiter], int]) -> int:
        """What the counts of all servers say; while they do not answer, those of this process."""
        if self._together is not None and time.monotonic() >= self._alone_until:
            try:
                return question(self._together)
            except StorageError as away:
                self._alone_until = time.monotonic() + ALONE_SECONDS
                _log.warning("limits_alone", extra={"kind": type(away.storage_error).__name__})
        return question(self._alone)


def one_address(address: str) -> str:
    """What counts as one address: that of IPv4 itself, of IPv6 the network of whoever has it."""
    try:
        result = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(result, IPv4Address) or result.ipv4_mapped:
        return str(getattr(result, "ipv4_mapped", None) or result)
    return str(IPv6Network((result, NETWORK_OF_ONE), strict=False))


def _a_minute(most: int) -> RateLimitItem | None:
    return RateLimitItemPerMinute(most, namespace=PREFIX) if most else None


def _counting_in(redis_url: str) -> FixedWindowRateLimiter:
    options = {"socket_timeout": REDIS_SECONDS, "socket_connect_timeout": REDIS_SECONDS}
    storage = storage_from_string(redis_url, wrap_exceptions=True, key_prefix=PREFIX, **options)
    return FixedWindowRateLimiter(storage)


def _counted(limiter: FixedWindowRateLimiter, item: RateLimitItem, kind: str, who: str) -> int:
    return 0 if limiter.hit(item, kind, who) else _seconds_left(limiter, item, kind, who)


def _full(limiter: FixedWindowRateLimiter, item: RateLimitItem, kind: str, who: str) -> int:
    """The same, and nothing is counted."""
    return 0 if limiter.test(item, kind, who) else _seconds_left(limiter, item, kind, who)


def _seconds_left(limiter: FixedWindowRateLimiter, item: RateLimitItem, kind: str, who: str) -> int:
    ends_at = limiter.get_window_stats(item, kind, who).reset_time
    # The window may have ended since.
    return max(1, math.ceil(ends_at - time.time()))


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
