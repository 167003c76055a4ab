"""Lines about one player: `anna 3`, `bo r2`, `carl s5`, `dora = 2p 17`, `eva shows As Kd`."""

import re

from engine import commands
from engine.commands import Command
from engine.ids import PlayerId
from engine.speech import phrase
from service.language.shorthand.hints import said_by
from service.language.shorthand.tokens import Tokens
from service.language.shorthand.vocabulary import GROUPS
from service.language.shorthand.vocabulary.act import Reader
from service.language.shorthand.vocabulary.bank import with_the_bank
from service.language.shorthand.vocabulary.betting import WAGERS
from service.language.shorthand.vocabulary.showdown import SIDES, sides_are_declared

SHORT = re.compile(r"(?P<verb>[brs])\d{1,12}[^\W\d]*")
_ACTS = tuple(said for group in GROUPS for said in group.acts)
VERBS: dict[str, Reader] = {verb: said.read for said in _ACTS for verb in said.verbs}
# What anybody may do, with or without a hand being played.
AT_ANY_TIME = frozenset(verb for said in _ACTS if said.at_any_time for verb in said.verbs)


def act(words: Tokens, player: PlayerId) -> Command:
    """The command for what this line says about the player."""
    if not words:
        words.wrong(_expected(words, player))
    text = words.words[0].text
    if text[0] in "+-" and (len(text) > 1 or len(words.words) > 1):
        return with_the_bank(words, player)
    short = SHORT.fullmatch(words.key)
    if short:
        word = words.take()
        words.words.insert(0, type(word)(word.text[1:], word.column + 1))
        return WAGERS[short["verb"]](player, words.chips())
    verb = VERBS.get(words.key)
    if verb is not None:
        if len(words.take().key) == 1 and VERBS.get(words.key) is verb:
            # A hint writes `c call 3`.
            words.take()
        return verb(words, player)
    if not words.is_amount():
        words.wrong(_expected(words, player))
    if words.key in SIDES and sides_are_declared(words):
        return commands.DeclareSide(player=player, side=SIDES[words.take().key])
    return commands.PutIn(player=player, chips=words.chips())


def _expected(words: Tokens, player: PlayerId) -> str:
    """What this player may do now: first what the hand waits for, else how chips are put in, and what the bank does."""
    night = words.night
    betting = phrase("a number of chips, c (call), x (check), f (fold), r2 (raise by 2)")
    hand = said_by(night, player) or (betting if night.hand is not None and night.hand.round is not None else "")
    bank = phrase("+150 (loan), +40 cash, -80, = 117 (count), gives, pays, sits, stands, back or leaves")
    if not hand:
        return phrase("what the player does: {bank}", bank=bank)
    return phrase("what the player does: {hand}; or with the bank {bank}", hand=hand, bank=bank)
