"""Hands of poker, high and low: what is the best of some cards, which of two is better, and what wild cards stand for.

Each rule stands above its examples: `=` says the hand's name, `>` which of two is better and `~` which are equal. Behind
a name stand the cards in their order, and behind `as` what they stand for. In brackets stand the scale and what is wild.
"""

import re
from itertools import pairwise

import pytest

from engine.cards.announcement import high_as, read_high
from engine.cards.card import parse_cards
from engine.cards.high import best_high, high_value
from engine.cards.low import best_low

HIGH = """
a straight does not go round from king over ace to two
    Js Qh Ks Ad 2c = ace high
    Qs Kh As 2d 3c = ace high
    Ks Ah 2s 3d 4c = ace high
the ace is low in five-high straights only
    2s 3h 4s 5d 6c > As 2h 3s 4d 5c
    As 2h 3s 4d 5c > As Ah Ac Kd Qc
suits never part equal hands without Munk's order
    As Kd 9c 4s 2s ~ Ah Kc 9d 4h 2c
side cards part hands of one category
    9s 9h Ad 4c 3d > 9c 9d Kd Qc Jd
    9s 9h 4d 4c 5d > 9c 9d 4s 4h 3d
    Kh Jh 9h 4h 2h > Ks Js 9s 3s 2s
the best five of seven stand in reading order
    4s Kc 10d 2h 10s Kd 4h = two pair, kings and tens (Kc Kd 10s 10d 4s)
three pairs count as two pairs with the best side card
    4s 4h 9c 9d Qs Qh Ah = two pair, queens and nines (Qs Qh 9c 9d Ah)
a low straight reads from the five down to the ace
    Ah 2s 3d 4c 5s Kd Qd = straight, five high (5s 4c 3d 2s Ah)
fewer than five cards make neither straights nor flushes
    As Ks Qs Js = ace high
    9s 9h 9d 9c = four of a kind, nines
    9s 9h 4d = pair of nines
    9s = nine high
a pair of open cards beats an ace and loses to a better pair
    2s 2h > As Kh Qd Jc
    3s 3h > 2s 2h
    As 2d > As
twelve cards are looked through for the best five
    2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ad = straight flush, queen high
Munk: the ace of spades beats the ace of hearts, whatever follows
    As 9d 7c 4s 2s > Ah Kd Qc Js 9c [suits]
Munk: single cards rank spades, hearts, clubs, diamonds
    As > Ah [suits]
    Ah > Ac [suits]
    Ac > Ad [suits]
    Ad > Ks [suits]
    Kh > 2d [suits]
Munk: the next card decides when the top card is shared
    As Kh 8s 6h 2c > As Kd 9s 7h 3c [suits]
Munk: suits do not part pairs or better
    9s 9h Ad 4c 3d ~ 9c 9d As 4h 3h [suits]
    As Ks 9s 4s 2s ~ Ad Kd 9d 4d 2d [suits]
"""
WILD = """
five of a kind beats the best straight flush
    2s 2h 2c 2d joker > As Ks Qs Js 10s [wild joker]
four aces and a wild card stay four where five of a kind is not played
    As Ah Ac Ad joker = four of a kind, aces as As Ah Ac Ad Ks [wild joker, no fives]
five wild cards are five aces, or else the best straight flush
    joker joker joker joker joker = five of a kind, aces [wild joker]
    joker joker joker joker joker = straight flush, ace high [wild joker, no fives]
a few wild cards alone are so many aces
    joker joker = pair of aces [wild joker]
    joker joker joker = three of a kind, aces [wild joker]
    joker joker joker joker = four of a kind, aces [wild joker]
a wild card in a flush takes the highest rank not already in it
    Ah Qh 9h 4h joker = flush, ace high (Ah joker Qh 9h 4h) as Ah Kh Qh 9h 4h [wild joker]
    Ah Qh 9h 4h joker ~ Ad Kd Qd 9d 4d [wild joker]
there is no flush with two aces
    Ah Kh 9h 4h joker ~ As Ks Qs 9s 4s [wild joker]
a wild card fills the gap of a straight
    5s 6h 8d 9c 2s = straight, nine high as 9c 8d 7s 6h 5s [wild 2s]
an open straight is filled at its upper end
    6h 7s 8d 9c 2s = straight, ten high [wild 2s]
two pairs and a wild card are a full house of the higher
    9s 9h 4d 4c 2s = full house, nines over fours [wild 2s]
a wild card may stand for itself
    3s 3h 4d Kc 3d = three of a kind, threes (3s 3h 3d Kc 4d) as 3s 3h 3d Kc 4d [wild 3d]
a wild card never makes two pair
    9s 9h 4d Kc joker = three of a kind, nines [wild joker]
ranks decide before natural cards
    9c joker joker 6c 4s > 9s 9h 9d 5c 4d [wild joker, naturals]
of equal three of a kind the one with more natural cards wins
    9s 9h 9d 6c 4d > 9s 9c joker 6d 4s [wild joker, naturals]
    9s 9c joker 6d 4s > 9c joker joker 6h 4c [wild joker, naturals]
of equal full houses the natural one wins
    9s 9h 9d 4c 4d > 9s 9c joker 4h 4s [wild joker, naturals]
of equal straights the higher natural cards win
    10s 8h 7d 6c joker = straight, ten high [wild joker, naturals]
    10s 8h 7d 6c joker > 9s 8c 7h 6d joker [wild joker, naturals]
one higher natural card outweighs more lower ones in a straight
    10s 7d 6c joker joker > 9s 8c 7h 6d joker [wild joker, naturals]
one higher natural card outweighs more lower ones in a flush
    Ah Kh 3h joker joker = flush, ace high as Ah Kh Qh Jh 3h [wild joker, naturals]
    Ah Kh 3h joker joker > Ad Qd Jd 3d joker [wild joker, naturals]
without the Danish tie-break wild and natural hands are equal
    9s 9h 9d 6c 4d ~ 9s 9c joker 6d 4s [wild joker]
of two equal selections the one with the higher natural cards is taken
    Ah Kh Jh As Qs 10s joker joker = straight flush, ace high as Ah Kh Qh Jh 10h [wild joker, naturals]
    As Ks Js Ah Qh 10h joker joker = straight flush, ace high as As Ks Qs Js 10s [wild joker, naturals]
    Ad Kd Jd Ac Qc 10c joker joker = straight flush, ace high as Ad Kd Qd Jd 10d [wild joker, naturals]
    Ad Kd Jd Ac Qc 10c joker joker ~ Ac Kc Jc joker joker [wild joker, naturals]
a natural card stands for itself, and five cards are five places
    As Ks 7d 7h 3c 2c 2d = four of a kind, sevens (7h 7d 2c 2d As) as 7h 7d 7s 7c As [wild 2c 2d, naturals]
naturals break ties after the side cards (RULINGS R-E7)
    Kc 2s 2h Qd 8c > Ks Kh Kd 7c 3h [wild 2s 2h, naturals]
    Kc 2s 2h Qd 8c > Ks Kh Kd 7c 3h [wild 2s 2h, naturals first alone]
naturals break ties before the side cards where the house says so, but after what makes the hand (R-E7)
    Ks Kh Kd 7c 3h > Kc 2s 2h Qd 8c [wild 2s 2h, naturals first]
    Ac 2s 2h Qd 8c > Ks Kh Kd 7c 3h [wild 2s 2h, naturals first]
    Ks Kh Kd 8c 3h > Kc Kh Kd 7c 3s [naturals first]
    Kc 2s 2h Qd 8c > Kd 2s 2h Qc 7c [wild 2s 2h, naturals first]
with Munk's suits a lone wild card is above every ace and below every pair
    3d = lone wild card as As [wild 3d, suits]
    3d > As [wild 3d, suits]
    3d > As Kd Qh [wild 3d, suits]
    2h 2d > 3d [wild 3d, suits]
elsewhere a lone wild card is an ace, and a natural one is better
    3d = ace high as As [wild 3d, naturals]
    3d > Kd [wild 3d, naturals]
    Ac > 3d [wild 3d, naturals]
a joker is wild only where it is declared so
    As joker = pair of aces [wild joker]
"""
LOW = """
each scale has its own best low
    5s 4s 3s 2s As = five-four low
    5s 4s 3s 2s As > 6s 4h 3d 2c As
    6s 4h 3d 2c As = six-four low [A-6]
    6s 4h 3d 2c As > 6s 5h 3d 2c As [A-6]
    7s 5h 4d 3c 2s = seven-five low [2-7]
    7s 5h 4d 3c 2s > 7s 6h 4d 3c 2s [2-7]
of many cards the best low is taken in each scale
    As 2h 3d 4c 5s 6h 7d 8c 9s 10h ~ 5s 4s 3s 2s As
    As 2h 3d 4c 5s 6h 7d 8c 9s 10h ~ 6s 4h 3d 2c As [A-6]
    As 2h 3d 4c 5s 6h 7d 8c 9s 10h ~ 7s 5h 4d 3c 2s [2-7]
the best low with ace low and runs is six high and not all of one suit
    6s 4h 3s 2s As > 6s 5h 3s 2s As [A-6]
    6s 4s 3s 2s As = low with a flush, six high [A-6]
    5s 4h 3s 2s As = low with a straight, five high [A-6]
    6s 4h 3s 2s As > 6s 4s 3s 2s As [A-6]
ace to five is a straight where the ace is low, and ace high where it is high
    5s 4h 3s 2s As = ace-five low [2-7]
    Ks Qh Js 10s 8s > 5s 4h 3s 2s As [2-7]
    Ks Qh Js 10s As = low with a straight, ace high [2-7]
    Ks Qh Js 10s As = king-queen low [A-6]
low hands compare from their highest card down
    7s 6h 5d 4c 3s > 8s 4h 3d 2c As
    7s 6h 4d 2c As > 7c 6s 4h 3d As
suits never part low hands
    7s 6h 4d 2c As ~ 7h 6d 4c 2s Ad
a low of seven cards reads from its highest card down
    Kd 7s 6h 4d 2c As 2h = seven-six low (7s 6h 4d 2h As) as 7s 6h 4d 2h As
a pair counts against a low that cannot avoid it
    2s 2h 3d 4c 5s = low with a pair of twos
    Ks Qh Jd 10c 9s > 2s 2h 3d 4c 5s
    As Ah 3d 4c 5s > 2s 2h 3d 4c 5s
    Ks Kh Qd Jc 10s > 2s 2h 3d 3c 5s
the lowest pair is kept when one must be
    Ks Kh 3d 3c Qs 8d 8h = low with a pair of threes (3c 3d Ks Qs 8h)
a pair is a better low than the only straight
    As 2h 3d 4c 5s 5h = low with a pair of fives [A-6]
    As 2h 3d 4c 5s 5h = five-four low
a higher card of another suit avoids a flush
    As 2s 3s 4s 6s Kh = king-four low [A-6]
    As 2s 3s 4s 6s 6h = six-four low (6h 4s 3s 2s As) [A-6]
seven cards of one suit are a flush, and the lowest one counts
    As 2s 3s 4s 5s 9s Ks = low with a flush, nine high [A-6]
eight or better takes five different ranks up to eight
    8s 7h 6d 5c 4s Kd Kh = eight-seven low [8]
    As 2h 3d 4c 5s = five-four low [8]
eight or better is no low at all without them
    9s 7h 6d 5c 4s = none [8]
    8s 8h 6d 5c 4s Kd Kh = none [8]
    As Ah 2d 2c 3s 4d Qh = none [8]
    8s 7h 6d 5c = none [8]
fewer than five cards still have a lowest hand
    7s 4h > 8s 2h
    8s 2h > 2s 2d
    As = ace low
a wild card in a low takes the lowest useful missing rank
    7s 6h 4d 2c joker = seven-six low (7s 6h 4d 2c joker) as 7s 6h 4d 2c As [wild joker]
    Ks 4h 3d 2c As joker = five-four low [wild joker]
a wild card in a low avoids the straight
    As 2h 3d 4c joker = six-four low [A-6, wild joker]
    3s 4h 5d 6c joker = eight-six low [2-7, wild joker]
wild cards may make eight or better
    8s 7h 2d joker joker Ks Qs = eight-seven low [8, wild joker]
    9s 7h 2d joker joker Ks Qs = none [8, wild joker]
of equal lows the one with more natural cards is better where naturals count (R-E16: P's six is a wild seven)
    7h Ah 2d 3c 5h Kd Kc = six-five low [A-6, wild 7h, naturals]
    As 2c 3d 5s 6d Ks Kh > 7h Ah 2d 3c 5h Kd Kc [A-6, wild 7h, naturals]
    6s 5h 3c 2d As ~ As 2c 3d 5s 6d Ks Kh [A-6, naturals]
    7h Ah 2d 3c 5h ~ As 2c 3d 5s 6d [A-6, wild 7h]
ranks come before natural cards (R-E16)
    7h Ah 2d 3c 5h Kd Kc > 7s 5h 3c 2d As [A-6, wild 7h, naturals]
the natural four is used, although the wild seven could stand for it (R-E16)
    7h 6s Ah 2d 3c 4h = six-four low (6s 4h 3c 2d Ah) [A-6, wild 7h, naturals]
    7h 6s Ah 2d 3c 4h ~ 6s 4h 3c 2d Ah [A-6, wild 7h, naturals]
"""
BEST_FIRST = [
    ("As Ks Qs Js 10s", "straight flush, ace high"),
    ("5h 4h 3h 2h Ah", "straight flush, five high"),
    ("8c 8s 8h 8d 2c", "four of a kind, eights"),
    ("10h 10s 10c 4d 4c", "full house, tens over fours"),
    ("Jh 7h 9h 2h Ah", "flush, ace high"),
    ("Ks 9s 8s 3s 2s", "flush, king high"),
    ("10s Jh Qs Kd Ac", "straight, ace high"),
    ("5s 6h 7s 8d 9c", "straight, nine high"),
    ("As 2h 3s 4d 5c", "straight, five high"),
    ("Qs Qh Qd 7c 2d", "three of a kind, queens"),
    ("Ks Kh 10d 10c 2d", "two pair, kings and tens"),
    ("6s 6h Ad Kc Qd", "pair of sixes"),
    ("Ks Qh Jd 10c 8d", "king high"),
]
SAID = {
    "suits": {"suits": True},
    "naturals": {"naturals": True},
    "naturals first": {"naturals": True, "naturals_first": True},
    # Asked for first, they are asked for at all only where natural cards count.
    "naturals first alone": {"naturals_first": True},
    "no fives": {"five_of_a_kind": False},
    "A-6": {"runs": True},
    "2-7": {"ace": "high", "runs": True},
    "8": {"most": 8},
}
EXAMPLE = re.compile(r"(?P<cards>.+?) (?P<sign>[=>~]) (?P<other>[^\[]+?)(?: \[(?P<how>.*)\])?")
NAMED = re.compile(r"(?P<name>[^(]+?)(?: \((?P<cards>.*)\))?(?: as (?P<roles>[^a-z]\S*(?: \S+)*))?")
RULES = [
    pytest.param(best, examples, id=rule)
    for best, table in ((best_high, HIGH), (best_high, WILD), (best_low, LOW))
    for rule, examples in re.findall(r"^(\S.*)\n((?:    .*\n)+)", table, re.MULTILINE)
]


@pytest.mark.parametrize(("best", "examples"), RULES)
def test_hands_of_poker(best, examples) -> None:
    for line in examples.splitlines():
        said = EXAMPLE.fullmatch(line.strip())
        wild, options = frozenset(), {}
        for how in (said["how"] or "").split(", ") if said["how"] else ():
            wild, options = (
                (frozenset(how.split()[1:]), options) if how.startswith("wild ") else (wild, options | SAID[how])
            )

        def made(cards, wild=wild, options=options):
            # A card that is wild in the one hand may stand for itself in the other.
            return best(parse_cards(cards), wild=wild, **options)

        hand = made(said["cards"])
        match said["sign"]:
            case "=" if said["other"] == "none":
                assert hand is None, line
            case "=":
                named = NAMED.fullmatch(said["other"])
                assert hand.name == named["name"], line
                assert not named["cards"] or hand.cards == tuple(named["cards"].split()), line
                assert not named["roles"] or hand.stands_for == tuple(named["roles"].split()), line
            case ">":
                assert hand.value > made(said["other"]).value, line
                assert not made(said["other"]).beats(hand), line
            case "~":
                assert hand.value == made(said["other"]).value, line


@pytest.mark.parametrize("suits", [False, True])
def test_the_categories_rank_from_straight_flush_down_to_high_card_in_munks_order_too(suits) -> None:
    hands = [best_high(parse_cards(cards), suits=suits) for cards, _ in BEST_FIRST]
    assert [hand.name for hand in hands] == [name for _, name in BEST_FIRST]
    assert all(better.value > worse.value for better, worse in pairwise(hands))


def test_high_value_says_the_same_as_best_high() -> None:
    for cards, _ in BEST_FIRST:
        hand = parse_cards(cards)
        for size in range(1, 6):
            assert high_value(hand[:size]) == best_high(hand[:size]).value
    assert high_value(["3d"], {"3d"}) == high_value(["Ac"])


@pytest.mark.parametrize("cards", ["As 2s 3s 4s joker", "As 2s 3s 4s 6s joker"])
def test_a_wild_card_in_a_low_stands_for_another_suit_and_so_avoids_the_flush(cards) -> None:
    standing = best_low(parse_cards(cards), wild=frozenset({"joker"}), runs=True)
    assert standing.name == "six-four low"
    assert "joker" in standing.cards
    assert len({card[-1] for card in standing.stands_for}) == 2


def test_a_wild_card_that_cannot_mend_a_low_takes_the_lowest_rank_beside_the_pair() -> None:
    standing = best_low(parse_cards("Ks Kh Qd Qc joker"), wild=frozenset({"joker"}))
    assert standing.name == "low with two pair, kings and queens"
    assert standing.stands_for[-1] == "As"


def test_an_announced_hand_is_compared_in_the_same_order() -> None:
    """Both announce three kings: the wild side card of the first does not count against its natural kings."""
    claim = read_high("three kings")
    options = {"wild": frozenset({"2s", "2h"}), "naturals": True, "naturals_first": True}
    natural = high_as(claim, ["Ks", "Kh", "Kd", "2s", "3h"], **options)
    wild = high_as(claim, ["Kc", "2s", "2h", "Qd", "Jc"], **options)
    assert natural.beats(wild)


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ([], "No cards were given; a hand that is to be compared has at least one."),
        (["As", "??"], "This hand holds a card nobody has seen (??); only known cards can be compared."),
        (["As", "Kd", "As"], "As is in this hand twice; a pack holds each natural card once."),
    ],
)
def test_what_cannot_be_compared_is_refused_with_a_reason(cards, sentence) -> None:
    with pytest.raises(ValueError) as refusal:
        best_high(cards)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("of", [best_high, high_value])
def test_a_joker_that_nobody_declared_wild_has_no_rank(of) -> None:
    with pytest.raises(ValueError, match="'joker' has no rank of its own"):
        of(["As", "joker"])
