"""How cards are put into words."""

from engine.cards.card import RANK, RANKS, SUIT
from engine.grammar import counted, number_word

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
