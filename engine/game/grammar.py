"""How numbers, cards and lists are put into words."""

from collections.abc import Sequence

from engine.cards.card import RANK, RANKS, SUIT

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
RANK_WORDS = dict(
    zip(
        RANKS,
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
        strict=True,
    )
)
SUIT_WORDS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def faces(*dealt: tuple[str, int], of: str) -> str:
    """How many cards of each face: "2 cards closed and 1 open"; "no cards" if none."""
    there = [(face, cards) for face, cards in dealt if cards]
    if not there:
        return f"no {of}s"
    (face, cards), *others = there
    return " and ".join([f"{counted(cards, of)} {face}", *(f"{cards} {face}" for face, cards in others)])


def all_of(name: str) -> str:
    """All cards of a name: a rank is "twos", a card "the jack of spades", any other name a kind of card."""
    if name in RANK:
        return f"the {one_of(name)}"
    rank = one_of(name)
    return f"{rank}es" if rank.endswith("x") else f"{rank}s"


def one_of(name: str) -> str:
    """One card of a name: a rank is "two", a card "jack of spades"."""
    if name in RANK:
        return f"{RANK_WORDS[name.removesuffix(SUIT[name])]} of {SUIT_WORDS[SUIT[name]]}"
    return RANK_WORDS.get(name, name)


def rank_word(number: int) -> str:
    """The word for a rank by its number, 2 to 14; any other number as a number."""
    return RANK_WORDS[RANKS[number - 2]] if 2 <= number <= 14 else number_word(number)


def number_word(number: int) -> str:
    """The number in words from 0 to 12, else in digits."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number}"


def ordinal(number: int) -> str:
    """The place in a row, counted from one: "first", "11th"."""
    return ORDINALS[number - 1] if 1 <= number <= len(ORDINALS) else f"{number}th"


def times_said(times: int) -> str:
    """How often something happens, to begin a sentence: "Twice", "Three times"."""
    return "Twice" if times == 2 else f"{capital(number_word(times))} times"


def counted(number: int, thing: str) -> str:
    """A number of things: "1 card", "2 cards"."""
    return f"{number} {thing if number == 1 else thing + 's'}"


def in_brackets(parts: Sequence[str]) -> str:
    """The parts in brackets, with a space before; empty if there are none."""
    return f" ({'; '.join(parts)})" if parts else ""


def listed(parts: Sequence[str], last: str = "and") -> str:
    """The parts as a list: "a, b and c"."""
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def then(clauses: Sequence[str]) -> str:
    """The clauses in order: "a, b, then c"."""
    return f"{', '.join(clauses[:-1])}, then {clauses[-1]}" if len(clauses) > 1 else "".join(clauses)


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
