"""Refusals, named after the broken rule; each has a stable code, a sentence and details for machines.

    Refusal
      Impossible       would break the book; never waived
      AgainstTheRules  breaks a rule of the house or the game; the banker may waive it by code, with a reason

A sentence is a template: `{player}` and other ids are replaced by names where names are known (the service), and
chips stay numbers. The details of a refusal that names money hold the night's `currency` and its `exponent`.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.grammar import amount_told


class Refusal(Exception):
    """The engine says no, and why. `details` hold every value the sentence names."""

    code: ClassVar[str] = ""
    sentence: ClassVar[str] = ""
    # By detail: the words in a sentence for a value that programs get as it is; "none" is the word for an empty list.
    said_as: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    waivable: ClassVar[bool] = False
    money: ClassVar[tuple[str, ...]] = ()
    """Which details are cents."""
    nights: ClassVar[tuple[str, ...]] = ()
    """Which details are nights: people know them by name and day."""
    in_order: ClassVar[tuple[str, ...]] = ()
    """Which details are players in their order, the best first: “Anna > Bo”."""

    def __init__(self, **details: Any) -> None:
        super().__init__(details)
        self.details = details

    def __str__(self) -> str:
        return self.say()

    def say(self, names: dict[str, str] | None = None) -> str:
        """The sentence, with ids replaced by names where given."""
        known = names or {}
        said = {key: {**words, **known} for key, words in self.said_as.items()}
        spoken = {key: _spoken(value, said.get(key, known)) for key, value in self.details.items()}
        spoken |= {key: self._in_money(self.details[key]) for key in self.money}
        spoken |= {key: " > ".join(_spoken(part, known) for part in self.details[key]) for key in self.in_order}
        return self.sentence.format(**spoken)

    def _in_money(self, cents: int) -> str:
        return f"{amount_told(cents, self.details['exponent'])} {self.details['currency']}"


def _spoken(value: Any, names: dict[str, str]) -> str:
    if isinstance(value, Refusal):
        return value.say(names)
    if isinstance(value, list | tuple):
        return ", ".join(_spoken(part, names) for part in value) or names.get("none", "none")
    text = str(value)
    return names.get(text, text)


def said(**by_detail: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    """The value of `said_as`: for each detail, the words that a sentence uses for some of its values."""
    return by_detail


class Impossible(Refusal):
    """An act that would break the book; never waived."""


class AgainstTheRules(Refusal):
    """An act that breaks a rule the banker may waive."""

    waivable = True
