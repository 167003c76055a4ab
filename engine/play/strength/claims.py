"""Hands announced at the showdown, in games where the announcement counts (RULINGS E3, Announcing; R-E6).

If a player announces too low, the announced hand counts. If they announce a hand they do not hold, they lose the right
to the pot. High and low are announced and judged separately, "flush / seven-five"; if only one is announced, the cards
decide the other. Words that players show must be spelled by their cards (LANGUAGE 1.9).
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile
from types import MappingProxyType
from typing import Literal

from engine import errors, words
from engine.cards.announcement import Claim, read_high, read_low
from engine.cards.card import UNKNOWN
from engine.game.awards import AnyScale, Best, HighestClosed, Low, PlayersSpeak, Poker, Spellcheck, Split, Words
from engine.game.definition import Game
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


def words_stated(hand: Hand, player: PlayerId) -> WordClaim | None:
    """The words the player has shown; None if they left it to the cards, `NO_WORDS` if a word of theirs was foul."""
    if player in hand.showdown.foul:
        return NO_WORDS
    stated = hand.showdown.claimed.get(player, "")
    # The words shown count only in games in which they may be challenged.
    return words.read_word_claim(stated) if stated and isinstance(hand.game.claims, Spellcheck) else None


def must_be_seen(hand: Hand, announced: str, cards: Sequence[str]) -> None:
    """Refuses a text that claims no words, and words that everyone can see the player's `cards` do not spell."""
    scale = scale_of_words(hand.game)
    if not announced or scale is None or not isinstance(hand.game.claims, Spellcheck):
        return
    claim = words.read_word_claim(announced)
    if claim is None:
        raise errors.WordsAreUnclear(announced=announced, accepted=words.ACCEPTED)
    lying = [*cards, *(held.card for held in hand.cards.board)]
    if UNKNOWN in lying or hangs_on_the_deal(hand.game):
        return
    wild = wild_cards(hand.game, [held.card for held in hand.cards.board]).intersection(lying)
    words.claimed(words.reading_of(scale, hand.deck.name), lying, wild, claim)


def is_run(scale: Words, word: str) -> bool:
    """Whether the text shown is five letters in a row, a hand that no dictionary decides (RULINGS R-W1)."""
    row = sorted(word)
    in_a_row = len(row) == 5 and all(ord(later) - ord(earlier) == 1 for earlier, later in pairwise(row))
    return "run" in scale.kinds.split() and in_a_row


RULE = "enemaerke/announcing"
Kind = Literal["high", "low"]
SAME = frozenset({"same", "the same", "the very same", "samme", "det samme"})
_LABEL = re.compile(r"^\s*(?:(high|høj)|(low|lav))\s*:", re.IGNORECASE)
_LOW_SAID = re.compile(r"\b(low|lav)\b", re.IGNORECASE)


def kind_of(scale: AnyScale | HighestClosed | None) -> Kind | None:
    """Whether hands on the scale are announced as high or low hands; None if they are not announced."""
    if isinstance(scale, Low):
        return "low"
    return "high" if isinstance(scale, Poker) else None


def kinds_announced(game: Game) -> tuple[Kind, ...]:
    """The kinds of hand announced in this game, high or low or both; empty if the cards speak."""
    award = game.award
    if not isinstance(game.claims, PlayersSpeak) or award is None:
        return ()
    awards = (award.first, award.second) if isinstance(award, Split) else (award,)
    scales = [best.scale or game.scale for best in awards if isinstance(best, Best)]
    return tuple(dict.fromkeys(kind for scale in scales if (kind := kind_of(scale))))


@lru_cache(maxsize=512)
def read_claims(text: str, kinds: tuple[Kind, ...], side: str) -> Mapping[Kind, Claim] | None:
    """The hands a text announces for high and for low; None if it cannot be read."""
    parts = text.split("/")
    if len(parts) > len(kinds):
        return None
    claims: dict[Kind, Claim] = {}
    for place, part in enumerate(parts):
        kind = _kind_stated(part) or (kinds[place] if len(parts) > 1 or len(kinds) == 1 else _kind_meant(part, side))
        stated = _LABEL.sub("", part)
        claim = read_low(stated) if kind == "low" else read_high(stated)
        if claim is None or kind in claims or kind not in kinds:
            return None
        claims[kind] = claim
    return MappingProxyType(claims)


def _kind_stated(part: str) -> Kind | None:
    label = _LABEL.match(part)
    if label is None:
        return None
    return "high" if label[1] else "low"


def _kind_meant(part: str, side: str) -> Kind:
    """The kind an announcement without a label is for: the side declared, or else low if it sounds like a low hand."""
    if side in ("high", "low"):
        return "high" if side == "high" else "low"
    return "low" if _LOW_SAID.search(part) else "high"


def claim_in_full(hand: Hand, player: PlayerId, announced: str) -> str:
    """The announcement; "the same" is replaced by what the player before announced."""
    if not _is_the_same(announced):
        return announced
    earlier = takewhile(lambda claimed: claimed[0] != player, hand.showdown.claimed.items())
    return next((stated for _, stated in reversed(list(earlier)) if not _is_the_same(stated)), announced)


def _is_the_same(announced: str) -> bool:
    return announced.casefold().strip(" .!") in SAME


def claim_for(hand: Hand, player: PlayerId, scale: AnyScale | HighestClosed | None) -> Claim | WordClaim | None:
    """The hand the player announced for this share; None if they announced none or the cards speak."""
    if isinstance(scale, Words):
        return words_stated(hand, player)
    kind = kind_of(scale)
    text = claim_in_full(hand, player, hand.showdown.claimed[player]) if player in hand.showdown.claimed else ""
    if not text or kind is None:
        return None
    # A night under older rules may hold a text that cannot be read: then the cards decide.
    claims = read_claims(text, kinds_announced(hand.game), hand.showdown.sides.get(player, ""))
    return claims.get(kind) if claims else None
