"""What players say of hands that are words: the words they show, which the cards must spell (LANGUAGE 1.9)."""

from collections.abc import Sequence
from itertools import pairwise

from engine import errors, words
from engine.cards.card import UNKNOWN
from engine.game.awards import Best, Split
from engine.game.claims import Spellcheck
from engine.game.definition import Game
from engine.game.scales import Words
from engine.ids import PlayerId
from engine.play.strength.wild import hangs_on_the_deal, wild_cards
from engine.state import Hand
from engine.words import WordClaim

# What a foul hand is from then on.
NO_WORDS = WordClaim(kind="none")


def scale_of_words(game: Game) -> Words | None:
    """The scale of words by which the pot, or the first share of it that is, is won."""
    award = game.award
    parts = (award.first, award.second) if isinstance(award, Split) else (award,)
    scales = (part.scale or game.scale for part in parts if isinstance(part, Best))
    return next((scale for scale in scales if isinstance(scale, Words)), None)


def words_said(hand: Hand, player: PlayerId) -> WordClaim | None:
    """What the player has shown as words; nothing where they left it to the cards, and no words once they were foul."""
    if player in hand.showdown.foul:
        return NO_WORDS
    said = hand.showdown.claimed.get(player, "")
    # Words count as they are shown only where they may be challenged.
    return words.read_word_claim(said) if said and isinstance(hand.game.claims, Spellcheck) else None


def must_be_seen(hand: Hand, announced: str, cards: Sequence[str]) -> None:
    """Refuses what is no claim, and what everyone can see is not there; `cards` are all of the player's own."""
    scale = scale_of_words(hand.game)
    if not announced or scale is None or not isinstance(hand.game.claims, Spellcheck):
        return
    said = words.read_word_claim(announced)
    if said is None:
        raise errors.WordsAreUnclear(announced=announced, accepted=words.ACCEPTED)
    lying = [*cards, *(held.card for held in hand.cards.board)]
    if UNKNOWN in lying or hangs_on_the_deal(hand.game):
        return
    wild = wild_cards(hand.game, [held.card for held in hand.cards.board]).intersection(lying)
    words.claimed(words.reading_of(scale, hand.deck.name), lying, wild, said)


def is_run(scale: Words, word: str) -> bool:
    """Whether what is shown is five letters in a row, which are no word and stand in no dictionary (RULINGS R-W1)."""
    row = sorted(word)
    in_a_row = len(row) == 5 and all(ord(later) - ord(earlier) == 1 for earlier, later in pairwise(row))
    return "run" in scale.kinds.split() and in_a_row
