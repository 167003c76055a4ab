"""Payload limits: whether a command or event from outside is within the bounds that the book sets.

Structs check their bounds only when they are read, not when they are made. What is out of bounds must not get into
the book, because it could not be read back.
"""

import re
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec

from engine.speech import phrase, say
from engine.spelling import compared
from service.errors import NameRefused, OutOfBounds
from service.language.validation import printable, received, unseen_fault, validation_message

# From the first year of computer clocks to one that every time zone can still represent.
_TIME = re.compile(r"(19[7-9]\d|[2-8]\d{3})-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)
_DIGEST = re.compile("[0-9a-f]{64}")

# What Python counts as printable though it shows nothing: fillers and joiners of Unicode, and the blank of Braille.
_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159"
# What chooses how the sign before it is drawn shows nothing behind a letter, unless that is one of CJK.
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_CJK = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSEEN = re.compile(rf"[{_FILLERS}]|(?:^|(?<=[^\W\d{_CJK}])|(?<=\s))[{_SELECTORS}]")

# The longest actor (an id, or the program's name), idempotency key (as HTTP takes it) and name.
ACTOR_MAX = 80
KEY_MAX = 200
NAME_MAX = 80


@lru_cache(maxsize=4096)
def is_time(text: str) -> bool:
    """Whether this is a time as the book writes one: RFC 3339, UTC, such as 2026-11-20T19:30:00Z."""
    if not _TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_digest(text: str) -> bool:
    """Whether this is a SHA-256 as the book writes one: 64 hexadecimal digits, small letters."""
    return bool(_DIGEST.fullmatch(text))


def check_time(text: str) -> None:
    """Refuses a text that is not a time as the book writes it."""
    if not is_time(text):
        raise OutOfBounds(
            phrase("“{text}” is not a time of the book; write it as 2026-11-20T19:30:00Z", text=text[:40])
        )


def check_actor(actor: str) -> None:
    """Refuses an actor that is too long or not printable."""
    if fault := text_fault(actor, ACTOR_MAX):
        raise OutOfBounds(phrase("the actor {fault}", fault=fault))


def check_key(key: str) -> None:
    """Refuses an idempotency key that is too long or not printable."""
    if fault := text_fault(key, KEY_MAX):
        raise OutOfBounds(phrase("the key {fault}", fault=fault))


def text_fault(text: str, most: int) -> str:
    """What is wrong with a short text kept beside an event, such as its actor; empty if nothing is."""
    if len(text) > most:
        return phrase("has {length} characters, and at most {most} are kept", length=len(text), most=most)
    unseen = next((sign for sign in text if not sign.isprintable()), "")
    return unseen_fault(unseen) if unseen else ""


def check_payload(fields: Any, kind: type[Any]) -> None:
    """Refuses fields from which a struct of this kind could not be read back."""
    try:
        msgspec.convert(fields, kind)
    except msgspec.ValidationError as problem:
        raise OutOfBounds(validation_message(fields, kind, say("It")).rstrip(".")) from problem


def shows_nothing(text: str) -> bool:
    """Whether a text has no character that anybody sees."""
    return not _UNSEEN.sub("", text).strip()


def check_said(said: Any) -> None:
    """Refuses a command or waiver with a text that shows nothing where one has to be said, as what was paid for.

    So are the waivers of a command and the acts that a correction puts in.

    No text at all is for the rules to judge: a strike may come without a reason.
    """
    for field in msgspec.structs.fields(said):
        value = getattr(said, field.name)
        if field.required and isinstance(value, str) and value and shows_nothing(value):
            told = received(value)
            raise OutOfBounds(
                phrase("{name} must be a text that can be read; {value} shows nothing", name=field.name, value=told)
            )
    acts = (change.act for change in getattr(said, "changes", ()))
    for inner in (*getattr(said, "waived", ()), *filter(None, acts)):
        check_said(inner)


def check_new_name(name: str) -> None:
    """Refuses a text by which nobody may be called from now on (NameRefused): one that a book may hold, without what hides in it.

    Books of before have names with such characters.
    """
    check_name(name)
    if unseen := _UNSEEN.search(name):
        raise NameRefused(name, phrase("it {fault}; leave it out", fault=unseen_fault(unseen[0])))


def check_name(name: str) -> None:
    """Refuses a text that cannot name a club or player (NameRefused)."""
    fits = 1 <= len(name) <= NAME_MAX and name == name.strip()
    if fits and name.isprintable() and compared(name):
        return
    reason = phrase("a name has 1 to {most} printable characters and no space at its ends", most=NAME_MAX)
    if unseen := next((sign for sign in name if fits and not sign.isprintable()), ""):
        reason = phrase("it {fault}; leave it out", fault=unseen_fault(unseen))
    shown = printable(name)
    raise NameRefused(shown if len(shown) <= NAME_MAX else f"{shown[: NAME_MAX - 1]}…", reason)
