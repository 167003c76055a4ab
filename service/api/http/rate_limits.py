"""How many requests one address or one token may send in a minute; whoever sends more waits until the minute is over.

The library `limits` counts, in this process or, for several servers, in the Redis of the settings.
"""

from __future__ import annotations

import logging
import math
import time
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Network, ip_address

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.errors import StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter

from engine.speech import phrase
from service.config import Settings
from service.errors.problems import TooManyRequests

# A Redis that does not answer must not hold up the table; until it is asked again, this process counts alone.
REDIS_SECONDS = 0.5
ALONE_SECONDS = 30.0
PREFIX = "chipbook"
# A home or a hired server has this much of the addresses of IPv6 for itself.
NETWORK_OF_ONE = 64

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

    def _count(self, item: RateLimitItem | None, kind: str, who: str, what: str) -> None:
        if item is not None and (seconds := self._seconds_to_wait(item, kind, who)):
            raise TooManyRequests(most=item.amount, what=what, seconds=seconds)

    def _seconds_to_wait(self, item: RateLimitItem, kind: str, who: str) -> int:
        """0 if the request may pass, else how long until the next one may."""
        if self._together is not None and time.monotonic() >= self._alone_until:
            try:
                return _counted(self._together, item, kind, who)
            except StorageError as away:
                self._alone_until = time.monotonic() + ALONE_SECONDS
                _log.warning("limits_alone", extra={"kind": type(away.storage_error).__name__})
        return _counted(self._alone, item, kind, who)


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
    if limiter.hit(item, kind, who):
        return 0
    ends_at = limiter.get_window_stats(item, kind, who).reset_time
    # The window may have ended since.
    return max(1, math.ceil(ends_at - time.time()))
