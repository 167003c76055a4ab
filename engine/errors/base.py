"""Refusals, named after the broken rule; each has a stable code, a sentence and details for machines.

    Refusal
      Impossible       would break the book; never waived
      AgainstTheRules  breaks a rule of the house or the game; the banker may waive it by code, with a reason

A refusal is a row of its room's table, made by `impossible` or `against`. The row is a class: it is raised with its details,
`errors.BetOverLimit(player=…, by=…, accepted=…)`, and caught and matched by its name.

A sentence is a template: `{player}` and other ids are replaced by names where names are known (the service), and
chips stay numbers. It is said in the language spoken when it is told; the details are the same in every language: a detail
in words is a `Phrase`, and the words of `in_words` are marked with `to_say`. The details of a refusal that names money
hold the night's `currency` and its `exponent`.
"""

import sys
from collections.abc import Mapping
from typing import Any, ClassVar, TypedDict, TypeVar, Unpack

from engine.grammar import amount_text, event_called
from engine.speech import say, say_as

Kind = TypeVar("Kind", bound=Exception)


class Refusal(Exception):
    """The engine says no, and why. `details` hold every value the sentence names."""

    code: ClassVar[str] = ""
    sentence: ClassVar[str] = ""
    typed: ClassVar[str] = ""
    """How to go on, as a line is typed; only where lines are typed is it told."""
    # By detail: the words in a sentence for a value that programs get as it is; "none" is the word for an empty list.
    in_words: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    waivable: ClassVar[bool] = False
    money: ClassVar[tuple[str, ...]] = ()
    """Which details are cents."""
    nights: ClassVar[tuple[str, ...]] = ()
    """Which details are nights: people know them by name and day."""
    in_order: ClassVar[tuple[str, ...]] = ()
    """Which details are players in their order, the best first: “Anna > Bo”."""
    events: ClassVar[tuple[str, ...]] = ()
    """Which details are stored names of events: `bet_called` is said as “bet called”."""

    def __init__(self, **details: Any) -> None:
        super().__init__(details)
        self.details = details

    def __str__(self) -> str:
        return self.say()

    def say(self, names: dict[str, str] | None = None) -> str:
        """The sentence, with ids replaced by names where given."""
        return say(self.sentence, **self.spoken(names or {}))

    def how_typed(self, names: dict[str, str] | None = None) -> str:
        """How to go on as it is typed, with ids replaced by names where given; empty if nothing has to be typed."""
        return say(self.typed, **self.spoken(names or {})) if self.typed else ""

    def spoken(self, names: Mapping[str, str]) -> dict[str, str]:
        """The details as a sentence says them."""
        words = {
            key: {**{value: say(word) for value, word in by_value.items()}, **names}
            for key, by_value in self.in_words.items()
        }
        spoken = {key: _spoken(value, words.get(key, names)) for key, value in self.details.items()}
        spoken |= {key: self._in_money(self.details[key]) for key in self.money}
        spoken |= {key: " > ".join(_spoken(part, names) for part in self.details[key]) for key in self.in_order}
        spoken |= {key: event_in_words(self.details[key]) for key in self.events}
        return spoken

    def _in_money(self, cents: int) -> str:
        return amount_text(cents, self.details["exponent"], self.details["currency"])


def _spoken(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, Refusal):
        return value.say(dict(names))
    if isinstance(value, list | tuple):
        return ", ".join(_spoken(part, names) for part in value) or names.get("none") or say_as("of a list", "none")
    text = f"{value}"
    return names.get(text, text)


def event_in_words(kind: str) -> str:
    """The stored name of an event in words: `bet_called` is “bet called”."""
    return event_called(kind).replace("_", " ")


class Impossible(Refusal):
    """An act that would break the book; never waived."""


class AgainstTheRules(Refusal):
    """An act that breaks a rule the banker may waive. `title`: the rule itself, as a clause that needs no details."""

    waivable = True
    title: ClassVar[str] = ""
    _titles: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._titles[cls.code] = cls.title

    @classmethod
    def title_of(cls, code: str) -> str:
        """The rule of this code in words: its title, or the code itself, spelled out, if no rule has it."""
        title = cls._titles.get(code, "")
        return say(title) if title else code.replace("_", " ")


class Options(TypedDict, total=False):
    """What a row may say besides its code and its sentence; the attributes of `Refusal` say what each means."""

    typed: str
    in_words: Mapping[str, Mapping[str, str]]
    money: tuple[str, ...]
    nights: tuple[str, ...]
    in_order: tuple[str, ...]
    events: tuple[str, ...]


def impossible(code: str, sentence: str, **options: Unpack[Options]) -> type[Impossible]:
    """The row of an act that would break the book."""
    return row(Impossible, code, sentence=sentence, **options)


def against(code: str, title: str, sentence: str, **options: Unpack[Options]) -> type[AgainstTheRules]:
    """The row of an act that breaks a rule which the banker may waive; `title` is the rule itself."""
    return row(AgainstTheRules, code, title=title, sentence=sentence, **options)


def row(base: type[Kind], code: str, **attributes: object) -> type[Kind]:
    """A class below `base` that is named after its code, has these attributes and is of the module with the table."""
    of = sys._getframe(2).f_globals["__name__"]  # noqa: SLF001 - as a namedtuple finds its own.
    return type(code.title().replace("_", ""), (base,), {"__module__": of, "code": code, **attributes})
