"""Numbers, amounts of money and lists as English sentences have them."""

from collections.abc import Sequence

# As wide as the plus, and never a hyphen that ends a line.
MINUS = "\N{MINUS SIGN}"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def number_word(number: int) -> str:
    """The number in words from 0 to 12, else in digits."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number}"


def ordinal(number: int) -> str:
    """The place in a row, counted from one: "first", "11th"."""
    return ORDINALS[number - 1] if 1 <= number <= len(ORDINALS) else f"{number}th"


def times_said(times: int) -> str:
    """How often something happens, to begin a sentence: "Twice", "Three times"."""
    return "Twice" if times == 2 else f"{capital(number_word(times))} times"


def counted(number: int, thing: str, things: str = "") -> str:
    """A number of things: "1 chip", "2 chips"; `things` is the plural if it is not formed with s."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def whole_told(number: int, *, signed: bool = False) -> str:
    """A whole number as people read it, with a true minus sign; `signed` puts a plus before a gain, and zero has no sign."""
    return f"{number:{'+' if signed and number else ''}}".replace("-", MINUS)


def amount_told(cents: int, exponent: int, code: str = "", *, signed: bool = False) -> str:
    """An amount as people read it, with the currency's decimals: "−0.05", or "1250" if it has none.

    `code` is written after it: "12.50 DKK". `signed` puts a plus before a gain; zero has no sign.
    """
    told = amount_plain(cents, exponent).replace("-", MINUS)
    return f"{'+' if signed and cents > 0 else ''}{told}{f' {code}' if code else ''}"


def amount_plain(cents: int, exponent: int) -> str:
    """An amount as programs read it: "-0.05", or "1250" if the currency has no decimals."""
    whole, part = divmod(abs(cents), 10**exponent)
    return f"{'-' if cents < 0 else ''}{whole}{f'.{part:0{exponent}}' if exponent else ''}"


def in_brackets(parts: Sequence[str]) -> str:
    """The parts in brackets, with a space before; empty if there are none."""
    return f" ({'; '.join(parts)})" if parts else ""


def listed(parts: Sequence[str], last: str = "and") -> str:
    """The parts as a list: "a, b and c"; empty if there are none."""
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def then(clauses: Sequence[str]) -> str:
    """The clauses in order: "a, b, then c"."""
    return f"{', '.join(clauses[:-1])}, then {clauses[-1]}" if len(clauses) > 1 else "".join(clauses)


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
