"""Numbers, amounts of money and lists as sentences have them, in the language that is spoken."""

from collections.abc import Sequence
from functools import reduce
from typing import Literal

from engine.speech import Phrase, phrase, say, say_as, say_number, speech, to_say, to_say_each

# As wide as the plus, and never a hyphen that ends a line.
MINUS = "\N{MINUS SIGN}"
NUMBERS = to_say_each("number", "no, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve")
ORDINALS = to_say_each("place", "first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth")
LISTS = {"and": to_say("{parts} and {last}"), "or": to_say("{parts} or {last}")}


def number_word(number: int) -> str:
    """The number in words from 0 to 12, else in digits."""
    return say_as("number", NUMBERS[number]) if 0 <= number < len(NUMBERS) else f"{number}"


def ordinal(number: int) -> str:
    """The place in a row, counted from one: "first", "11th"."""
    if 1 <= number <= len(ORDINALS):
        return say_as("place", ORDINALS[number - 1])
    return say_as("place", "{number}th", number=number)


def times_stated(times: int) -> str:
    """How often something happens, to begin a sentence: "Twice", "Three times"."""
    return say("Twice") if times == 2 else say("{number} times", number=capital(number_word(times)))


def counted(number: int, thing: str, things: str = "") -> str:
    """A number of things: "1 chip", "2 chips"; `things` is the plural if it is not formed with s.

    A translator is given both as one message, "{number} chip" and "{number} chips".
    """
    return say_number(f"{{number}} {thing}", f"{{number}} {things or thing + 's'}", number)


def event_called(kind: str) -> str:
    """What an event with this stored name is called: in English the name itself, elsewhere what the translator calls it."""
    return say_as("event", kind)


def whole_text(number: int, *, signed: bool = False) -> str:
    """A whole number as people read it, with a true minus sign; `signed` puts a plus before a gain, and zero has no sign."""
    return f"{number:{'+' if signed and number else ''}}".replace("-", MINUS)


def amount_text(cents: int, exponent: int, code: str = "", *, signed: bool = False) -> str:
    """An amount as people read it, with the currency's decimals: "−0.05", or "1,250" if it has none.

    The language spoken has its own marks, and its own way to write the currency of this `code`: "12.50 DKK", "12,50 kr.".
    Where the language calls the hundredths by a name, so does an amount of less than one of a currency: "25 øre".
    `signed` puts a plus before a gain, and keeps the decimals, as amounts are added up; zero has no sign.
    """
    spoken = speech()
    whole, part = divmod(abs(cents), 10**exponent)
    if 0 < cents == part and not signed and (hundredths := spoken.hundredths(code)):
        return f"{part} {hundredths}"
    sign = MINUS if cents < 0 else "+" if signed and cents else ""
    number = f"{whole:,}".replace(",", spoken.thousands) + (f"{spoken.decimal}{part:0{exponent}}" if exponent else "")
    return f"{sign}{number} {spoken.currency(code)}" if code else f"{sign}{number}"


def amount_plain(cents: int, exponent: int) -> str:
    """An amount as programs read it: "-0.05", or "1250" if the currency has no decimals."""
    whole, part = divmod(abs(cents), 10**exponent)
    return f"{'-' if cents < 0 else ''}{whole}{f'.{part:0{exponent}}' if exponent else ''}"


def one_of(parts: Sequence[str]) -> str:
    """The parts to choose one from: "a or b or c"; empty if there are none."""
    return reduce(lambda one, other: say("{one} or {other}", one=one, other=other), parts) if parts else ""


def all_of(parts: Sequence[str]) -> str:
    """The parts joined one by one: "a and b and c"; empty if there are none."""
    return reduce(lambda one, other: say("{one} and {other}", one=one, other=other), parts) if parts else ""


def quoted(text: object) -> str:
    """The text in the quotation marks of the language."""
    return say("“{word}”", word=text)


def in_brackets(parts: Sequence[str]) -> str:
    """The parts in brackets, with a space before; empty if there are none."""
    return f" ({'; '.join(parts)})" if parts else ""


def listed(parts: Sequence[str], last: str = "and") -> str:
    """The parts as a list: "a, b and c"; empty if there are none. `last` is one of `LISTS`."""
    texts = [f"{part}" for part in parts]
    return say(LISTS[last], parts=", ".join(texts[:-1]), last=texts[-1]) if len(texts) > 1 else "".join(texts)


def listed_later(parts: Sequence[str], last: Literal["and", "or"] = "and") -> Phrase:
    """The parts as a list that is said later, for the details of a refusal."""
    if len(parts) < 2:
        return phrase("{part}", part=parts[0] if parts else "")
    numbered = {f"part{number}": part for number, part in enumerate(parts[:-1])}
    first = ", ".join(f"{{{name}}}" for name in numbered)
    return phrase(LISTS[last], parts=phrase(first, **numbered), last=parts[-1])


def then(clauses: Sequence[str]) -> str:
    """The clauses in order: "a, b, then c"."""
    if len(clauses) < 2:
        return "".join(clauses)
    return say("{clauses}, then {last}", clauses=", ".join(clauses[:-1]), last=clauses[-1])


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
