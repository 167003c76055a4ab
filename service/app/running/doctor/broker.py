"""Whether Redis answers, is new enough, and keeps what it is given."""

from __future__ import annotations

from typing import Any

import redis

from engine.speech import say
from service.config import Settings
from service.reports.views.running.examination import Finding, good, note, wrong

ANSWER_SECONDS = 3
# What the program uses of Redis came with this version.
VERSION_LEAST = (6, 2)


def of_the_broker(settings: Settings) -> list[Finding]:
    """Findings of the Redis in the settings; one that there is none, if there is none."""
    if not settings.redis_url:
        return [good("redis", say("No Redis is set: the server does the jobs itself, and counts requests for itself."))]
    try:
        client = redis.Redis.from_url(
            settings.redis_url, socket_timeout=ANSWER_SECONDS, socket_connect_timeout=ANSWER_SECONDS
        )
        try:
            told: Any = client.info()
        finally:
            client.close()
    except (redis.RedisError, OSError, ValueError) as problem:
        sentence = say("The Redis of CHIPBOOK_REDIS_URL does not answer ({because}).", because=_why(problem))
        return [wrong("redis", sentence, say("Start it, and check address and password; jobs wait until it answers."))]
    return _of_what_it_says(told)


def _of_what_it_says(told: dict[str, Any]) -> list[Finding]:
    version = str(told.get("redis_version", "0"))
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    if numbers < VERSION_LEAST:
        least = ".".join(map(str, VERSION_LEAST))
        return [
            wrong(
                "redis",
                say("Redis is of version {version}.", version=version),
                say("Install version {least} or a later one.", least=least),
            )
        ]
    if told.get("maxmemory") and told.get("maxmemory_policy") != "noeviction":
        sentence = say(
            "Redis forgets messages when its memory is full ({policy}).", policy=told.get("maxmemory_policy")
        )
        return [
            note(
                "redis",
                sentence,
                say("Set maxmemory-policy to noeviction; what was forgotten is sent again, but late."),
            )
        ]
    return [good("redis", f"Redis {version} answers.")]


def _why(problem: Exception) -> str:
    # The text of some of these errors holds the address, which may hold a password.
    return type(problem).__name__
