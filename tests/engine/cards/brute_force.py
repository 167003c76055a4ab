"""Poker judged the slow way, written apart from the engine: every card is tried for every wild card."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

RANK_ORDER = [*map(str, range(2, 11)), "J", "Q", "K", "A"]
DECK = [rank + suit for rank in RANK_ORDER for suit in "shdc"]

Judged = tuple[int, list[int], list[int]]


def rank_of(card: str, *, ace_low: bool = False) -> int:
    rank = RANK_ORDER.index(card[:-1]) + 2
    return 1 if ace_low and rank == 14 else rank


def judge_high(cards: Sequence[str], are_natural: Sequence[bool]) -> Judged:
    """Category, ranks in order of weight, and the tie-break in favour of natural cards."""
    ranks = [rank_of(card) for card in cards]
    ordered = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    alike = sorted(Counter(ranks).values(), reverse=True)
    flush = len(cards) == 5 and len(set(ranks)) == 5 and len({card[-1] for card in cards}) == 1
    straight = len(set(ranks)) == 5 and max(ranks) - min(ranks) == 4
    if sorted(ranks) == [2, 3, 4, 5, 14]:
        straight, ordered, ranks = True, [5, 4, 3, 2, 1], [1 if rank == 14 else rank for rank in ranks]
    if not flush and not straight:
        category = [[1], [2], [2, 2], [3], [], [], [3, 2], [4], [], [5]].index([n for n in alike if n > 1] or [1])
        return category, ordered, [sum(are_natural)]
    category = 8 if flush and straight else 5 if flush else 4
    natural_ranks = sorted((rank for rank, natural in zip(ranks, are_natural, strict=True) if natural), reverse=True)
    return category, ordered, natural_ranks


def judge_low(cards: Sequence[str], *, ace_low: bool, runs: bool) -> tuple[int, list[int]]:
    ranks = [rank_of(card, ace_low=ace_low) for card in cards]
    ordered = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    alike = sorted((n for n in Counter(ranks).values() if n > 1), reverse=True)
    category = [[], [2], [2, 2], [3], None, None, [3, 2], [4], None, [5]].index(alike)
    if runs and not alike and len(cards) == 5:
        flush = len({card[-1] for card in cards}) == 1
        straight = max(ranks) - min(ranks) == 4
        category = {(False, False): 0, (False, True): 4, (True, False): 5, (True, True): 8}[flush, straight]
    return category, ordered


def possible_hands(cards: Sequence[str], wild: Sequence[str]) -> Iterator[tuple[list[str], list[bool]]]:
    """Every choice of five cards with every card in the place of every wild one, and which of them are natural."""
    natural = [card for card in cards if card not in wild]
    wilds = len(cards) - len(natural)
    size = min(5, len(cards))
    for substituted in range(wilds + 1):
        if substituted > size or size - substituted > len(natural):
            continue
        for held in combinations(natural, size - substituted):
            for standing_in in combinations_with_replacement(DECK, substituted):
                yield [*held, *standing_in], [True] * len(held) + [False] * substituted


def telling_hands(cards: Sequence[str], wild: Sequence[str]) -> Iterator[tuple[list[str], list[bool]]]:
    """The same for many cards and wild cards: of all suits only whether the five are of one suit can ever matter.

    So every rank is tried for every wild card, once in the suit of a natural card beside it and once in another.
    """
    natural = [card for card in cards if card not in wild]
    wilds = len(cards) - len(natural)
    for substituted in range(wilds + 1):
        if 5 - substituted > len(natural):
            continue
        for held in combinations(natural, 5 - substituted):
            own = held[0][-1]
            for ranks in combinations_with_replacement(RANK_ORDER, substituted):
                for suit in (own, "h" if own == "s" else "s")[: 1 + (substituted > 0)]:
                    are_natural = [True] * len(held) + [False] * substituted
                    yield [*held, *(rank + suit for rank in ranks)], are_natural


def naturals_before_kickers(
    cards: Sequence[str], are_natural: Sequence[bool]
) -> tuple[int, list[int], int, list[int], list[int]]:
    """The other order: the ranks alike, how many of those cards are natural, the side cards, then all naturals."""
    category, ordered, naturals = judge_high(cards, are_natural)
    ranks = [rank_of(card) for card in cards]
    alike = {rank for rank in ranks if ranks.count(rank) > 1}
    made = sum(rank in alike for rank in ranks)
    natural_made = sum(natural and rank_of(card) in alike for card, natural in zip(cards, are_natural, strict=True))
    return category, ordered[:made], natural_made, ordered[made:], naturals


def judge_by_suits(cards: Sequence[str], are_natural: Sequence[bool]) -> tuple[int, list[int], list[int]]:
    """Munk's order: natural and wild cards are the same, and without a pair every card counts with its suit."""
    return judge_munk(cards)


def best_badugi_by_force(cards: Sequence[str]) -> tuple[int, list[int]]:
    """Every choice of cards: how many, if suits and ranks all differ, and the ranks from the highest, negative."""
    judged = []
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            ranks = sorted((rank_of(card, ace_low=True) for card in chosen), reverse=True)
            if len(set(ranks)) == len({card[-1] for card in chosen}) == size:
                judged.append((size, [-rank for rank in ranks]))
    return max(judged)


def best_21_by_force(cards: Sequence[str], top: Sequence[str]) -> tuple[int, int]:
    """Every ace as one and as eleven: crowned, counted or busted, and the sum that counts."""
    if top and all(card in cards for card in top):
        return 2, 0
    totals = [0]
    for card in cards:
        rank = rank_of(card)
        worth = (1, 11) if rank == 14 else (min(rank, 10),)
        totals = [total + each for total in totals for each in worth]
    return max(((1, total) for total in totals if total <= 21), default=(0, 0))


def judge_single(cards: Sequence[str], top: Sequence[str]) -> list[int]:
    """Every card from the best down, by its place in the order of single cards."""
    order = [rank + suit for rank in RANK_ORDER for suit in "dchs"]
    return sorted((99 if card in top else order.index(card) for card in cards), reverse=True)


def best_high_by_force(cards: Sequence[str], wild: Sequence[str]) -> Judged:
    return max(judge_high(*hand) for hand in possible_hands(cards, wild))


def judge_munk(cards: Sequence[str]) -> tuple[int, list[int], list[int]]:
    """Natural cards: without a pair the suits are compared too, each right after its card."""
    category, ranks, _ = judge_high(cards, [True] * len(cards))
    if category != 0:
        return category, ranks, []
    return category, sorted(((rank_of(card) * 10 + "dchs".index(card[-1])) for card in cards), reverse=True), []
