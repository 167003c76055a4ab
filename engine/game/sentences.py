"""One sentence for each word of the language, in tables by type; a new word adds its own to the part it belongs to."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from engine.cards.card import RANKS
from engine.game.awards import (
    AnyScale,
    Badugi,
    Best,
    CardsSpeak,
    DealOff,
    HighestClosed,
    Low,
    PlayersSpeak,
    Poker,
    SingleCard,
    Spellcheck,
    Split,
    TwentyOne,
    Words,
)
from engine.game.counts import own_cards, shared_cards, turns_until_beaten, usable_shared_cards
from engine.game.definition import Game, Kitty
from engine.game.places import in_words, places_called
from engine.game.sentences_of_play import BETTING, STEPS, TRICKS, in_any_game
from engine.game.steps import Deal, DeclareSides, Expose, Reveal
from engine.game.wilds import (
    ONE_EYED,
    AnyEffect,
    AnyWildRule,
    Cards,
    Costs,
    Follower,
    OffersCard,
    Personal,
    RiskyPairs,
    SendsOut,
    SplitPairs,
    Spots,
)
from engine.game.words_stated import all_of, card_of, one_of, place_word, rank_word, suit_word, words_stated
from engine.grammar import capital, in_brackets, listed, number_word
from engine.resolved import resolved
from engine.speech import say, say_as, say_number, to_say


def _cards(rule: Cards, game: Game) -> str:
    names = listed([card_of(name, game) for name in rule.names.split()])
    if rule.names == ONE_EYED:
        names = say("one-eyed picture cards ({cards})", cards=names)
    if not rule.unless_at:
        return names
    return say(
        "{cards}, but a rank stops being wild when a card of it is opened as {places}",
        cards=names,
        places=_one_of_places(rule.unless_at.split(), game),
    )


def _spots(rule: Spots, game: Game) -> str:
    places = _places(rule.names.split(), game)
    if rule.scope == "rank":
        return say("{cards}, with every card of its rank", cards=places)
    cancelled = [other.names for other in game.wild_rules if isinstance(other, Cards) and other.unless_at]
    if not cancelled:
        return places
    return say("{places} ({cards} too)", places=places, cards=listed([all_of(name) for name in cancelled[0].split()]))


def _places(spots: Sequence[str], game: Game) -> str:
    """The shared cards that lie there: all of them, by number in a plain row, by name in a layout."""
    if set(spots) == set(game.spots):
        return _all_places(len(spots))
    if game.board is not None:
        names = listed(places_called(spots, game.board))
        if in_words(game.board).names:
            return names
        return say_number("the shared card at {spots}", "the shared cards at {spots}", len(spots), spots=names)
    if tuple(spots) == game.spots[-1:]:
        return say("the last shared card")
    numbers = listed([place_word(int(spot)) for spot in spots])
    return say_number("the {places} shared card", "the {places} shared cards", len(spots), places=numbers)


def _one_of_places(spots: Sequence[str], game: Game) -> str:
    """One of the shared cards that lie there."""
    if set(spots) == set(game.spots):
        return _all_places(len(spots))
    if game.board is not None:
        return say("the shared card at {spots}", spots=listed(places_called(spots, game.board), "or"))
    return say_as(
        "one of them", "the {places} shared card", places=listed([place_word(int(spot)) for spot in spots], "or")
    )


def _all_places(cards: int) -> str:
    if cards == 2:
        return say("both shared cards")
    return say_number("the shared card", "all shared cards", cards)


def _personal(rule: Personal, game: Game) -> str:
    card = _last(game) if rule.which == "last" else say(WHICH[rule.which])
    if rule.scope == "rank":
        return say("for each player a personal wild card: {card}, with every card of its rank in their hand", card=card)
    return say("for each player a personal wild card: {card}", card=card)


WHICH = {
    "lowest closed": to_say(
        "the lowest of their closed cards, or all of those that are equally low (an ace is high or low as they like)"
    ),
    "chosen": to_say("one of their own cards, which they name at the showdown"),
}


def _last(game: Game) -> str:
    if turns_until_beaten(game):
        return say("the bottom card of their pile")
    if any(isinstance(step, Expose) for step in game.steps):
        return say("the card that they keep closed to the end")
    if any(isinstance(step, Reveal) for step in game.steps):
        return say("the last of their own cards to be turned")
    if not any(isinstance(step, Deal) and step.closed for step in game.steps):
        return say("the last of their own cards")
    return say("the last of their own cards to be opened")


def _follower(rule: Follower, game: Game) -> str:
    cards = _one_of_cards(rule.of)
    if rule.scope == "rank":
        return say(
            "an open card that follows an open {cards}, with every card of its rank, until another {cards} is opened",
            cards=cards,
        )
    return say("an open card that follows an open {cards}, until another {cards} is opened", cards=cards)


def last_one_follows(rule: Follower, game: Game) -> str:
    """What is wild if no open card follows the last one that would make it wild (RULINGS R-D27)."""
    others = [other for other in game.wild_rules if other is not rule]
    card = _one_of_cards(rule.of)
    if not others or not all(isinstance(other, Cards) for other in others):
        return say("If an open {card} comes last, no card follows it.", card=card)
    cards = listed([in_short(other, game) for other in others])
    return say("If an open {card} comes last, {cards} are the only wild cards.", card=card, cards=cards)


def _split_pairs(rule: SplitPairs, game: Game) -> str:
    if not shared_cards(game):
        if any(isinstance(step, Expose) for step in game.steps):
            return say(
                "split pairs (for each player both cards of a pair if one stayed closed and the other was opened)"
            )
        return say("split pairs (for each player both cards of a pair if one was dealt closed and the other open)")
    if game.board is not None and game.board.lines:
        return say(
            "split pairs (for each player both cards of a pair if one is their own, dealt closed, and the other is a shared "
            "card of their line)"
        )
    return say(
        "split pairs (for each player both cards of a pair if one is their own, dealt closed, and the other is a shared card)"
    )


def _sends_out(effect: SendsOut, game: Game) -> str:
    return say("{a_card} sends its holder out of the hand; their bets stay.", a_card=_lying_open(effect, game))


def _offers_card(effect: OffersCard, game: Game) -> str:
    taken = say("one more closed card on top of their pile") if _piled(game) else say("one more closed card")
    if not effect.price:
        return say(
            "{a_card} gives its holder {one_more}, free of charge.", a_card=_lying_open(effect, game), one_more=taken
        )
    return say_number(
        "{a_card} offers its holder {one_more} for {number} chip to the pot.",
        "{a_card} offers its holder {one_more} for {number} chips to the pot.",
        effect.price,
        a_card=_lying_open(effect, game),
        one_more=taken,
    )


def _costs(effect: Costs, game: Game) -> str:
    return say_number(
        "{a_card} makes its holder pay {number} chip to the pot.",
        "{a_card} makes its holder pay {number} chips to the pot.",
        effect.chips,
        a_card=_lying_open(effect, game),
    )


def _lying_open(effect: AnyEffect, game: Game) -> str:
    """The card that has the effect, as it comes to lie open: turned from a pile, or dealt so."""
    cards = _one_of_cards(effect.cards)
    return say("A turned {cards}", cards=cards) if _piled(game) else say("An open {cards}", cards=cards)


def _piled(game: Game) -> bool:
    """True if players turn cards of a pile that nobody has seen."""
    return any(isinstance(step, Deal) and step.pile for step in game.steps)


def _one_of_cards(cards: str) -> str:
    names = cards.split()
    alike = {name[:-1] for name in names}
    colour = COLOURS.get(frozenset(name[-1] for name in names))
    if colour is not None and len(names) == 2 and len(alike) == 1 and "".join(alike).isdigit():
        return say(colour, rank="".join(alike))
    return listed([one_of(name) for name in names], "or")


# For translators: one card of either suit of a colour, as in “an open black 7”.
COLOURS = {frozenset("sc"): to_say("black {rank}"), frozenset("hd"): to_say("red {rank}")}


def in_short(rule: AnyWildRule, game: Game) -> str:
    """What a rule makes wild, in a few words for a list."""
    match rule:
        case Cards():
            if rule.names == ONE_EYED:
                return say("one-eyed picture cards")
            cards = listed([all_of(name) for name in rule.names.split()])
            return say("{cards} unless opened", cards=cards) if rule.unless_at else cards
        case Follower():
            return say("what follows an open {cards}", cards=_one_of_cards(rule.of))
        case Personal():
            return say(IN_SHORT[rule.which])
        case Spots():
            # Lord Nelson is told by the place: the centre card, as in any cross.
            plain = game.board.but(lines=None) if game.board else None
            return _places(rule.names.split(), game.but(board=plain))
        case SplitPairs():
            return say("split pairs")
        case RiskyPairs():
            return say("exact pairs")


IN_SHORT = {
    "last": to_say("each player's last card"),
    "lowest closed": to_say("each player's lowest closed card"),
    "chosen": to_say("one card of each player's choice"),
}

CARDS: dict[type[Any], Callable[[Any, Game], str]] = {
    Cards: _cards,
    Personal: _personal,
    Spots: _spots,
    Follower: _follower,
    SplitPairs: _split_pairs,
    RiskyPairs: in_any_game(
        "pairs and only pairs (for each player both cards of every rank that they hold exactly twice)"
    ),
    SendsOut: _sends_out,
    OffersCard: _offers_card,
    Costs: _costs,
}


HAND_SIZE = 5


def _poker(scale: Poker, game: Game) -> str:
    fine = [say("five of a kind is the best of all")] if game.wild_rules else []
    if scale.flush_over_house:
        fine.append(say("a flush beats a full house"))
    if scale.three_over_straight:
        fine.append(say("three of a kind beats a straight"))
    fine += _straight_below(game)
    if scale.suits:
        fine.append(say("hands without a pair compare by suit too: spades, hearts, clubs, diamonds"))
    size = _hand_size(game)
    hand = say_number(
        "the highest poker hand of one card",
        "the highest poker hand of {cards} cards",
        size,
        cards=number_word(size),
    )
    return f"{hand}{in_brackets(fine)}"


def _straight_below(game: Game) -> list[str]:
    """The straight in which the ace counts low, if the pack does not begin at two; else none."""
    lowest = resolved(game.deck).lowest
    if lowest == 2 or lowest + HAND_SIZE - 2 > len(RANKS):
        return []
    return [say("{cards} is a straight", cards="-".join(("A", *RANKS[lowest - 2 : lowest + HAND_SIZE - 3])))]


def _low(scale: Low, game: Game) -> str:
    if scale.most is None:
        size = _hand_size(game)
        hand = say_number(
            "the lowest hand of one card", "the lowest hand of {cards} cards", size, cards=number_word(size)
        )
    else:
        hand = say(
            "the lowest hand of {cards} different ranks, none above {rank}",
            cards=number_word(HAND_SIZE),
            rank=rank_word(scale.most),
        )
    ace = say("aces are low") if scale.ace == "low" else say("aces are high")
    runs = say("straights and flushes count against it") if scale.runs else say("straights and flushes do not count")
    lowest = [say("the lowest of all is A-2-3-4-6, not all of one suit")] if _is_ace_to_six(scale, game) else []
    return f"{hand}{in_brackets([ace, runs, *lowest])}"


def _is_ace_to_six(scale: Low, game: Game) -> bool:
    """True if the ace is low and A-2-3-4-5 is a straight that counts against the hand."""
    five_of_a_full_pack = _hand_size(game) == HAND_SIZE and resolved(game.deck).lowest == 2
    return five_of_a_full_pack and scale.ace == "low" and scale.runs and scale.most is None


def _single_card(scale: SingleCard, game: Game) -> str:
    if not scale.top:
        return say("the highest single card (by rank, then spades, hearts, clubs, diamonds)")
    return say(
        "the highest single card (by rank, then spades, hearts, clubs, diamonds; {top} are above all others and equal, and "
        "after them the next card decides)",
        top=listed([all_of(name) for name in scale.top.split()]),
    )


def _twenty_one(scale: TwentyOne, game: Game) -> str:
    fine = [say("aces count 1 or 11, kings, queens and jacks 10"), say("busted hands are equal and below all others")]
    if scale.top:
        top = listed([all_of(name) for name in scale.top.split()])
        fine.append(say("a hand with {top} is above all others", top=top))
    return say("the hand nearest to 21 with all its cards and not over") + in_brackets(fine)


def _hand_size(game: Game) -> int:
    return min(HAND_SIZE, own_cards(game) + usable_shared_cards(game))


SCALES: dict[type[Any], Callable[[Any, Game], str]] = {
    Poker: _poker,
    Low: _low,
    Badugi: in_any_game(
        "the hand with the most cards of different suit and rank (if equally many, the lowest; aces are low)"
    ),
    SingleCard: _single_card,
    TwentyOne: _twenty_one,
    Words: words_stated,
}


def _scale(scale: AnyScale | None, game: Game) -> str:
    return SCALES[type(scale)](scale, game)


def _deal_off(ties: DealOff, game: Game) -> str:
    return say_number(
        "players with equal hands are each dealt {number} new open card, without betting, by the same dealer, who says who "
        "gets the first (if too few are left, all cards are gathered and shuffled again), and the best of those poker hands "
        "takes it",
        "players with equal hands are each dealt {number} new open cards, without betting, by the same dealer, who says who "
        "gets the first (if too few are left, all cards are gathered and shuffled again), and the best of those poker hands "
        "takes it",
        ties.up,
    )


Ties = Literal["plain", "naturals", "naturals first"]


def _ties(scale: AnyScale | None, game: Game) -> Ties:
    """What makes hands equal on this scale: all their cards, or natural cards too, after the side cards or before them."""
    if not (game.by_naturals(scale) and game.wild_rules):
        return "plain"
    return "naturals first" if isinstance(scale, Poker) and scale.naturals_first else "naturals"


EQUALS_SPLIT_IT: dict[Ties, str] = {
    "plain": to_say("{hand} takes the pot; equal hands split it."),
    "naturals": to_say(
        "{hand} takes the pot; of equal hands the one with the better natural cards wins, and hands still equal split it."
    ),
    "naturals first": to_say(
        "{hand} takes the pot; of hands of the same kind and rank the one with the better natural cards wins, then the one "
        "with the better side cards, and hands equal in all of these split it."
    ),
}
EQUALS_SPLIT_THEIR_HALF: dict[Ties, str] = {
    "plain": to_say("equal hands split their half"),
    "naturals": to_say(
        "of equal hands the one with the better natural cards wins, and hands still equal split their half"
    ),
    "naturals first": to_say(
        "of hands of the same kind and rank the one with the better natural cards wins, then the one with the better side "
        "cards, and hands equal in all of these split their half"
    ),
}


def _best(award: Best, game: Game) -> str:
    scale = award.scale or game.scale
    hand = _scale(scale, game)
    if turns_until_beaten(game):
        return say(
            "The last player left takes the pot. Hands are compared by {hand}, or as much of it as lies open.",
            hand=hand,
        )
    if isinstance(award.ties, DealOff):
        text = say("{hand} takes the pot; {deal_off}.", hand=hand, deal_off=_deal_off(award.ties, game))
    else:
        text = say(EQUALS_SPLIT_IT[_ties(scale, game)], hand=hand)
    return capital(text)


def _highest_closed(award: HighestClosed, game: Game) -> str:
    return say("the highest closed card of {suit}", suit=suit_word(award.suit))


def _split(award: Split, game: Game) -> str:
    second = award.second
    halves = say(
        "{first} takes half the pot, {second} the other half; {if_equal}.",
        first=_scale(award.first.scale or game.scale, game),
        second=_highest_closed(second, game)
        if isinstance(second, HighestClosed)
        else _scale(second.scale or game.scale, game),
        if_equal=_halves_of_equals(award, game),
    )
    rest = [say("A half that nobody can win is added to the other; an odd chip goes to the first half.")]
    if any(isinstance(step, DeclareSides) for step in game.steps):
        rest.append(
            say(
                "Whoever declares both may choose different cards for each, and wins only if no hand beats them on either "
                "side. If they are best on one side only, they win nothing, and neither does the next best on that side: "
                "whoever wins the other side takes the whole pot. If nobody wins, the pot is carried."
            )
        )
    return " ".join((capital(halves), *rest))


def _halves_of_equals(award: Split, game: Game) -> str:
    """How each half is divided if hands are equal; the highest closed card has no equal."""
    halves = {"first": award.first, "second": award.second}
    compared = {which: best for which, best in halves.items() if isinstance(best, Best)}
    if not any(isinstance(best.ties, DealOff) for best in compared.values()):
        return say(EQUALS_SPLIT_THEIR_HALF[_ties(award.first.scale or game.scale, game)])
    texts = []
    for which, best in compared.items():
        tied = _deal_off(best.ties, game) if isinstance(best.ties, DealOff) else say("equal hands split")
        texts.append(say(IN_THE_HALF[which], what_follows=tied))
    return "; ".join(texts)


IN_THE_HALF = {
    "first": to_say("in the first half {what_follows}"),
    "second": to_say("in the second half {what_follows}"),
}


# The pot that nobody has a right to: RULINGS R-E18.
ANNOUNCED_COUNTS = to_say(
    "What a player announces counts: a hand announced too low counts as announced, and one that is not there loses the "
    "pot. If nobody announced a hand that is there, the pot is carried to the next hand."
)


def _players_speak(claims: PlayersSpeak, game: Game) -> str:
    """Nothing where the last player left takes the pot: nobody announces a hand there."""
    return "" if turns_until_beaten(game) else say(ANNOUNCED_COUNTS)


# By what a hand with an invalid word counts as, and whether its holder pays.
FOUL_HANDS = {
    ("no words", "nothing"): to_say("a hand with an invalid word has no words at all"),
    ("no words", "stake"): to_say(
        "a hand with an invalid word has no words at all, and its holder puts as much into the pot as they have put in so far"
    ),
    ("out", "nothing"): to_say("a hand with an invalid word is out"),
    ("out", "stake"): to_say(
        "a hand with an invalid word is out, and its holder puts as much into the pot as they have put in so far"
    ),
}
GOOD_PAYS = {
    "stake": to_say("whoever challenged a valid word puts as much into the pot as they have put in so far"),
    "half pot": to_say(
        "whoever challenged a valid word pays half the pot, rounded up, from their own chips to whoever wins it, "
        "and gets nothing of that back if they win a share themselves"
    ),
}
CHALLENGED = {
    "hand": to_say(
        "Words count as they are shown. Players who stayed to the end may challenge those of the winning hand when all hands "
        "are shown and before the pot is taken, each hand once, clockwise from its holder: {if_foul}; {if_good}."
    ),
    "word": to_say(
        "Words count as they are shown. Players who stayed to the end may challenge those of the winning hand when all hands "
        "are shown and before the pot is taken, each word once, clockwise from its holder: {if_foul}; {if_good}."
    ),
}


def _spellcheck(claims: Spellcheck, game: Game) -> str:
    return say(
        CHALLENGED[claims.once],
        if_foul=say(FOUL_HANDS[claims.foul, claims.foul_pays]),
        if_good=say(GOOD_PAYS[claims.good_pays]),
    )


def _kitty(kitty: Kitty, game: Game) -> str:
    return say_number(
        "Of every pot that is won {number} chip goes to the kitty before it is shared; at the end of the night all who were "
        "dealt a hand share the kitty equally.",
        "Of every pot that is won {number} chips go to the kitty before it is shared; at the end of the night all who were "
        "dealt a hand share the kitty equally.",
        kitty.chips,
    )


POTS: dict[type[Any], Callable[[Any, Game], str]] = {
    **SCALES,
    HighestClosed: _highest_closed,
    DealOff: _deal_off,
    Best: _best,
    Split: _split,
    Kitty: _kitty,
    CardsSpeak: in_any_game("Cards shown count as what they are."),
    PlayersSpeak: _players_speak,
    Spellcheck: _spellcheck,
}


# By type, because words are data without methods; the type of each function says which word it is for.
SENTENCES: dict[type[Any], Callable[[Any, Game], str]] = {**STEPS, **TRICKS, **CARDS, **POTS, **BETTING}


def sentence(word: object, game: Game) -> str:
    """The sentence or clause for this word, as it reads in this game."""
    return SENTENCES[type(word)](word, game)
