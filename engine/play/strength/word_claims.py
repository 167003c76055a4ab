"""Announced words: the words players show, which their cards must spell (LANGUAGE 1.9)."""

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

# The claim of a foul hand: it holds no words.
NO_WORDS = WordClaim(kind="none")


def scale_of_words(game: Game) -> Words | None:
    """The scale of words by which the pot, or a share of it, is won; None if words do not count."""
    award = game.award
    for part in (award.first, award.second) if isinstance(award, Split) else (award,):
        if isinstance(part, Best):
            scale = part.scale or game.scale
            if isinstance(scale, Words):
                return scale
    return None


def words_said(hand: Hand, player: PlayerId) -> WordClaim | None:
    """The words the player has shown; None if they left it to the cards, `NO_WORDS` if a word of theirs was foul."""
    if player in hand.showdown.foul:
        return NO_WORDS
    said = hand.showdown.claimed.get(player, "")
    # The words shown count only in games in which they may be challenged.
    return words.read_word_claim(said) if said and isinstance(hand.game.claims, Spellcheck) else None


def must_be_seen(hand: Hand, announced: str, cards: Sequence[str]) -> None:
    """Refuses a text that claims no words, and words that everyone can see the player's `cards` do not spell."""
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
    """Whether the text shown is five letters in a row, a hand that no dictionary decides (RULINGS R-W1)."""
    row = sorted(word)
    in_a_row = len(row) == 5 and all(ord(later) - ord(earlier) == 1 for earlier, later in pairwise(row))
    return "run" in scale.kinds.split() and in_a_row
