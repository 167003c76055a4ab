"""What players announce at the showdown, where that counts (RULINGS E3, Announcing; R-E6).

Too low: the announced hand counts. Not there: the right to the pot is lost. High and low are announced and judged
separately, "flush / seven-five"; where only one is announced, the cards count as they are for the other.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import takewhile
from types import MappingProxyType
from typing import Literal

from engine.cards.announcement import Claim, read_high, read_low
from engine.game.awards import Best, HighestClosed, Split
from engine.game.claims import PlayersSpeak
from engine.game.definition import Game
from engine.game.scales import AnyScale, Low, Poker, Words
from engine.ids import PlayerId
from engine.play.strength.word_claims import words_said
from engine.state import Hand
from engine.words import WordClaim

RULE = "enemaerke/announcing"
Kind = Literal["high", "low"]
SAME = frozenset({"same", "the same", "the very same", "samme", "det samme"})
_LABEL = re.compile(r"^\s*(?:(high|høj)|(low|lav))\s*:", re.IGNORECASE)
_LOW_SAID = re.compile(r"\b(low|lav)\b", re.IGNORECASE)


def kind_of(scale: AnyScale | HighestClosed | None) -> Kind | None:
    """Whether hands on the scale are announced as high or as low ones, if at all."""
    if isinstance(scale, Low):
        return "low"
    return "high" if isinstance(scale, Poker) else None


def kinds_announced(game: Game) -> tuple[Kind, ...]:
    """What is announced in this game: high, low, both, or nothing where the cards speak."""
    award = game.award
    if not isinstance(game.claims, PlayersSpeak) or award is None:
        return ()
    awards = (award.first, award.second) if isinstance(award, Split) else (award,)
    scales = [best.scale or game.scale for best in awards if isinstance(best, Best)]
    return tuple(dict.fromkeys(kind for scale in scales if (kind := kind_of(scale))))


@lru_cache(maxsize=512)
def read_claims(text: str, kinds: tuple[Kind, ...], side: str) -> Mapping[Kind, Claim] | None:
    """What a text announces for high and for low; nothing when it cannot be read."""
    parts = text.split("/")
    if len(parts) > len(kinds):
        return None
    claims: dict[Kind, Claim] = {}
    for place, part in enumerate(parts):
        kind = _kind_said(part) or (kinds[place] if len(parts) > 1 or len(kinds) == 1 else _kind_meant(part, side))
        said = _LABEL.sub("", part)
        claim = read_low(said) if kind == "low" else read_high(said)
        if claim is None or kind in claims or kind not in kinds:
            return None
        claims[kind] = claim
    return MappingProxyType(claims)


def _kind_said(part: str) -> Kind | None:
    label = _LABEL.match(part)
    if label is None:
        return None
    return "high" if label[1] else "low"


def _kind_meant(part: str, side: str) -> Kind:
    """An announcement without a label is for the side declared, or for low where it says so."""
    if side in ("high", "low"):
        return "high" if side == "high" else "low"
    return "low" if _LOW_SAID.search(part) else "high"


def said_in_full(hand: Hand, player: PlayerId, announced: str) -> str:
    """What was announced; "the same" is what the one before them announced."""
    if not _is_the_same(announced):
        return announced
    earlier = takewhile(lambda claimed: claimed[0] != player, hand.showdown.claimed.items())
    return next((said for _, said in reversed(list(earlier)) if not _is_the_same(said)), announced)


def _is_the_same(announced: str) -> bool:
    return announced.casefold().strip(" .!") in SAME


def claim_for(hand: Hand, player: PlayerId, scale: AnyScale | HighestClosed | None) -> Claim | WordClaim | None:
    """What the player announced for this share; nothing where they announced nothing or the cards speak."""
    if isinstance(scale, Words):
        return words_said(hand, player)
    kind = kind_of(scale)
    text = said_in_full(hand, player, hand.showdown.claimed[player]) if player in hand.showdown.claimed else ""
    if not text or kind is None:
        return None
    # An older rule may have let stand what cannot be read: then the cards count as they are.
    claims = read_claims(text, kinds_announced(hand.game), hand.showdown.sides.get(player, ""))
    return claims.get(kind) if claims else None
