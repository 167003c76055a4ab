"""What is said to people, in the language they read.

Every sentence is a template: `say("{player} folds.", player=name)`. The template is the key of its translation, and a
translator may put its fields in another order. English needs no translation; another language is chosen by the service
for as long as it says something (`speaking`), so that nothing in the engine is handed a language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Speech(Protocol):
    """One language: how a template is said and an amount is written. Templates are said by the methods of
    `gettext.NullTranslations`; `code` is its ISO 639 code, `decimal` and `thousands` are the marks within a number.
    """

    code: str
    decimal: str
    thousands: str

    def currency(self, code: str) -> str:
        """What stands behind an amount in the currency of this ISO 4217 code."""
        ...

    def hundredths(self, code: str) -> str:
        """What stands behind an amount of less than one in this currency; empty where it is written with decimals."""
        ...

    def ended(self, text: str) -> str:
        """The text with one full stop where an abbreviation ends a sentence."""
        ...

    def gettext(self, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...

    def pgettext(self, context: str, message: str) -> str: ...

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str: ...

    def __hash__(self) -> int: ...


class English:
    """The language in which everything is written down: nothing is translated."""

    code, decimal, thousands = "en", ".", ","

    def currency(self, code: str) -> str:
        return code

    def hundredths(self, code: str) -> str:
        return ""

    def ended(self, text: str) -> str:
        return text

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        return message

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if n == 1 else msgid2


ENGLISH = English()
_SPEECH: ContextVar[Speech] = ContextVar("speech", default=ENGLISH)


def speech() -> Speech:
    """The language that is spoken now."""
    return _SPEECH.get()


@contextmanager
def speaking(language: Speech) -> Iterator[None]:
    """Says everything in this language until it ends."""
    before = _SPEECH.set(language)
    try:
        yield
    finally:
        _SPEECH.reset(before)


def speak(language: Speech) -> None:
    """Says everything in this language from here on, until the `speaking` around it ends."""
    _SPEECH.set(language)


def say(template: str, /, **parts: object) -> str:
    """The template in the language spoken now, with its fields filled in. A template without parts is said as it is."""
    spoken = _SPEECH.get()
    text = spoken.gettext(template)
    return spoken.ended(text.format_map(parts)) if parts else text


def say_number(one: str, many: str, number: int, /, **parts: object) -> str:
    """The template for so many: `{number}` stands for the number itself."""
    spoken = _SPEECH.get()
    return spoken.ended(spoken.ngettext(one, many, number).format(number=number, **parts))


def say_as(context: str, template: str, /, **parts: object) -> str:
    """A short word that means different things in different places; `context` tells the translator which."""
    spoken = _SPEECH.get()
    text = spoken.pgettext(context, template)
    return spoken.ended(text.format(**parts)) if parts else text


def to_say(template: str) -> str:
    """Marks a template that is said later, such as an entry of a table; says nothing yet."""
    return template


def to_say_as(context: str, template: str) -> str:
    """Marks a word that `say_as` says later in this context."""
    return template


def to_say_each(context: str, words: str) -> tuple[str, ...]:
    """Marks words, with commas between them, that `say_as` says later in this context."""
    return tuple(words.split(", "))


class Phrase(str):
    """A part of a sentence, kept in English and said wherever a template names it: in the language spoken then.

    As a text it is its English, so that programs read the same in every language.
    """

    __slots__ = ("parts", "template")
    template: str
    parts: Mapping[str, object]

    def __format__(self, _spec: str) -> str:
        return say(self.template, **self.parts)

    def __reduce__(self) -> tuple[Callable[..., Phrase], tuple[str, Mapping[str, object]]]:
        return _phrase, (self.template, self.parts)


def phrase(template: str, /, **parts: object) -> Phrase:
    """A part of a sentence that is said later."""
    return _phrase(template, parts)


def _phrase(template: str, parts: Mapping[str, object]) -> Phrase:
    if parts:
        with speaking(ENGLISH):
            made = Phrase(template.format(**parts))
    else:
        made = Phrase(template)
    made.template, made.parts = template, parts
    return made
