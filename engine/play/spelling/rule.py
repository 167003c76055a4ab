"""What comes before a pot won with words: openers are proven, words are challenged, and the loser of that pays.

The hand waits while the winning hand shows words that a player announced and nobody has judged. Words the rules found
in the cards come from the dictionary, so a challenge of those could only be lost.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from engine import commands, errors, events, words
from engine.game.awards import Spellcheck, Words
from engine.ids import PlayerId
from engine.ledger.postings import left_in_the_box
from engine.play.betting.round import could_have_opened, fall
from engine.play.betting.turn_order import after
from engine.play.showdown.awarding import spellcheck_rule, winners_of
from engine.play.showdown.pots import pots_of
from engine.play.showdown.rule import contenders, decided, waited_for
from engine.play.strength.best_hand import known_cards, leading, shares_of
from engine.play.strength.claims import is_run, scale_of_words, words_stated
from engine.preconditions import dealt_in, insist, playing
from engine.registry import decides
from engine.resolved import resolved
from engine.speech import phrase, to_say
from engine.state import Hand, Night

BY_THE_TABLE = to_say("agreed by the table")
NO_WORD = to_say("no word")
NO_PLURALS = to_say("a plural made with S, which does not count")


def winning_now(night: Night, hand: Hand) -> list[PlayerId]:
    """The players who would now win a pot, or a share of one, that more than one player can win."""
    left = contenders(hand)
    if len(left) < 2:
        return left
    results: dict[PlayerId, None] = {}
    for pot in pots_of(night, hand):
        rivals = [player for player in pot.eligible if player in left]
        if len(rivals) > 1:
            for place, (_, scale) in enumerate(shares_of(hand.game)):
                results |= dict.fromkeys(winners_of(hand, place, rivals, leading(hand, rivals, scale), alone=False))
    return list(results)


def before_the_pot(night: Night, hand: Hand) -> tuple[events.Event, ...] | None:
    """The events due between a decided showdown and the pot; empty to wait for a challenge, None to pay the pot now."""
    if (
        hand.showdown.named is not None
        or hand.showdown.deal_offs
        or scale_of_words(hand.game) is None
        or len(contenders(hand)) < 2
    ):
        return None
    winners = winning_now(night, hand)
    for player in winners:
        if not could_have_opened(hand, player):
            return (fall(hand, player),)
    if hand.showdown.words_accepted or not any(to_challenge(hand, player) for player in winners):
        return None
    return ()


def shown_words(hand: Hand, player: PlayerId) -> tuple[str, ...]:
    """The words a player has shown, each once; five letters in a row are not a word."""
    scale, stated = scale_of_words(hand.game), words_stated(hand, player)
    if scale is None or stated is None:
        return ()
    return tuple(dict.fromkeys(word for word in stated.words if not is_run(scale, word)))


def to_challenge(hand: Hand, player: PlayerId) -> tuple[str, ...]:
    """The player's words that can still be challenged: each once, or one a hand (RULINGS R-S7, R-W8)."""
    claims = hand.game.claims
    if not isinstance(claims, Spellcheck) or (claims.once == "hand" and _hand_is_judged(hand, player)):
        return ()
    return tuple(word for word in shown_words(hand, player) if not _is_judged(hand, player, word))


def _hand_is_judged(hand: Hand, player: PlayerId) -> bool:
    return any(holder == player for holder, _ in hand.showdown.judged)


def _is_judged(hand: Hand, player: PlayerId, word: str) -> bool:
    """Whether the word was judged in this hand, or found good in any hand: then it stays good."""
    return any(judged == word and (good or holder == player) for (holder, judged), good in hand.showdown.judged.items())


def challengers(night: Night, hand: Hand) -> Iterator[tuple[PlayerId, PlayerId]]:
    """Each challenger with the holder they may challenge: those who stayed in, clockwise from the holder (R-S7)."""
    for holder in winning_now(night, hand):
        if to_challenge(hand, holder):
            yield from ((player, holder) for player in after(hand, holder, hand.still_in) if player != holder)


@decides(commands.ChallengeWord)
def challenge_word(command: commands.ChallengeWord, night: Night) -> commands.ChallengeWord:
    """Challenges a word of the winning hand; refuses a player who did not stay to the end."""
    hand = playing(night)
    claims, scale = hand.game.claims, scale_of_words(hand.game)
    if not isinstance(claims, Spellcheck) or scale is None:
        raise errors.NoChallengesHere(game=hand.game.name)
    if hand.stage != "showdown" or hand.showdown.named is not None:
        raise errors.NotAtTheShowdown(waiting=waited_for(hand))
    dealt_in(hand, command.player)
    if silent := [player for player in contenders(hand) if player not in hand.showdown.shown]:
        # Only the winning hand is challenged, and the winner is not known yet (RULINGS R-S18, R-W14).
        insist(command, errors.HandsAreNotAllShown(players=silent))
    stated = _read(command.word)
    holder = command.holder or _holder_meant(night, hand, command.player, stated)
    if holder == command.player:
        raise errors.OwnWord(player=command.player)
    left = contenders(hand)
    if holder not in left:
        raise errors.CannotWin(player=holder, players=left)
    if len(left) == 1:
        raise errors.OnlyHandLeft(holder=holder)
    if decided(hand) and holder not in (winners := winning_now(night, hand)):
        insist(command, errors.HandIsNotWinning(holder=holder, winners=winners))
    word = _word_meant(hand, claims, command.player, holder, stated)
    _must_agree_with_dictionary(command, scale, word)
    return replace(command, holder=holder, word=word)


def _read(text: str) -> str:
    """The word in capitals; empty if none is said. Refuses anything but one word."""
    if not text.strip():
        return ""
    claim = words.read_word_claim(text)
    if claim is None or len(claim.words) != 1:
        raise errors.WordsAreUnclear(announced=text, accepted=phrase("one word of two to five letters, such as “cat”"))
    return claim.words[0]


def _holder_meant(night: Night, hand: Hand, player: PlayerId, word: str) -> PlayerId:
    """The holder of the challenged word: the one player who shows it among those winning, or those who can win.

    Refuses a word that several show or nobody shows any more, and the player's own.
    """
    able = winning_now(night, hand) if decided(hand) else contenders(hand)
    others = [other for other in able if other != player]
    showing = [other for other in others if (word in shown_words(hand, other) if word else to_challenge(hand, other))]
    shown = [other for other in contenders(hand) if other != player and word and word in shown_words(hand, other)]
    if not showing and any(word == judged and other != player for other, judged in hand.showdown.judged):
        raise errors.WordIsJudged(word=word)
    if decided(hand) and not showing and len(shown) == 1:
        # The refusal then says that this hand is not winning.
        return shown[0]
    # If only one player could have shown the word, the refusal says that they did not.
    meant = showing or (others if decided(hand) else [])
    own = bool(word) and player in able and word in shown_words(hand, player)
    if able == [player] or (own and not showing):
        raise errors.OwnWord(player=player)
    if len(meant) != 1:
        raise errors.HolderIsMissing(player=player, word=word or phrase("a word"), players=others)
    return meant[0]


def _word_meant(hand: Hand, claims: Spellcheck, player: PlayerId, holder: PlayerId, text: str) -> str:
    """The challenged word, which the holder must have shown; if their cards are not known, the word said."""
    unseen = holder not in hand.showdown.shown or known_cards(hand, holder) is None
    if claims.once == "hand" and _hand_is_judged(hand, holder):
        raise errors.HandIsJudged(holder=holder)
    if text and _is_judged(hand, holder, text):
        raise errors.WordIsJudged(word=text)
    left = to_challenge(hand, holder)
    if not text:
        if len(left) != 1:
            raise errors.WordIsMissing(player=player, holder=holder, words=list(left))
        return left[0]
    silent = holder not in hand.showdown.claimed and holder not in hand.showdown.foul
    if text not in left and not (unseen and silent):
        raise errors.WordIsNotClaimed(word=text, holder=holder, words=list(left))
    return text


def _must_agree_with_dictionary(command: commands.ChallengeWord, scale: Words, word: str) -> None:
    """Refuses a table's word that the dictionary contradicts, and a challenge that has neither to decide it."""
    try:
        good = _in_dictionary(scale, word)
    except errors.DictionaryIsMissing:
        if command.good is None:
            raise
        return
    if command.good not in (None, good):
        judged = phrase("a word") if good else phrase(NO_PLURALS if is_refused_plural(scale, word) else NO_WORD)
        insist(
            command,
            errors.DictionarySaysOtherwise(dictionary=words.name_of(scale.dictionary), word=word, judged=judged),
        )


def _in_dictionary(scale: Words, word: str) -> bool:
    return words.find(scale.dictionary or words.HOUSE).has(word, plurals=scale.plurals)


def is_refused_plural(scale: Words, word: str) -> bool:
    """Whether the dictionary has the word only as a plural made with S, which does not count here (RULINGS R-W5)."""
    return not scale.plurals and words.find(scale.dictionary or words.HOUSE).is_plural_in_s(word)


def judge_all(hand: Hand) -> Iterator[events.WordJudged]:
    """The judgement of every shown word, as if somebody had challenged it, to tell what the cards are worth.

    Nobody pays, and the holder stands in for the challenger. Each judgement may put a player out of the hand, so it
    must be folded into the state before the next one is asked for. The last hand left is never out.
    """
    claims, scale = hand.game.claims, scale_of_words(hand.game)
    if not isinstance(claims, Spellcheck) or scale is None:
        return
    for player in list(contenders(hand)):
        for word in shown_words(hand, player):
            good = _in_dictionary(scale, word)
            yield events.WordJudged(
                player=player,
                challenger=player,
                word=word,
                good=good,
                out=not good and claims.foul == "out" and contenders(hand) != [player],
                plural=not good and is_refused_plural(scale, word),
                dictionary=scale.dictionary,
                rule=spellcheck_rule(hand),
            )


@decides(commands.AcceptHands)
def accept_hands(command: commands.AcceptHands, night: Night) -> commands.AcceptHands:
    """Accepts the winning hand's words; nobody challenges any more."""
    hand = playing(night)
    if hand.stage != "showdown" or not decided(hand) or before_the_pot(night, hand) != ():
        raise errors.NothingToAccept()
    return command


def judged(night: Night, hand: Hand, word: commands.ChallengeWord) -> tuple[events.Event, ...]:
    """The judgement of the challenge, and the penalty its loser pays."""
    claims, scale, holder = hand.game.claims, resolved(scale_of_words(hand.game)), resolved(word.holder)
    assert isinstance(claims, Spellcheck)
    good = _in_dictionary(scale, word.word) if word.good is None else word.good
    rule = spellcheck_rule(hand)
    event = events.WordJudged(
        player=holder,
        challenger=word.player,
        word=word.word,
        good=good,
        out=not good and claims.foul == "out",
        plural=word.good is None and is_refused_plural(scale, word.word),
        dictionary=BY_THE_TABLE if word.good is not None else scale.dictionary,
        rule=rule,
    )
    if good and claims.good_pays == "half pot":
        return (event, *_half_pot(night, hand, word.player, rule))
    if not good and claims.foul_pays == "nothing":
        return (event,)
    return (event, *_stake(night, hand, word.player if good else holder, claims, rule))


def costs(night: Night, hand: Hand, word: commands.ChallengeWord) -> tuple[int, int]:
    """The chips that a challenge costs: whoever makes it if the word is good, and its holder if it is none."""
    good, foul = (
        sum(
            event.chips
            for event in judged(night, hand, replace(word, good=verdict))
            if isinstance(event, events.PenaltyPaid)
        )
        for verdict in (True, False)
    )
    return good, foul


def _half_pot(night: Night, hand: Hand, player: PlayerId, rule: str) -> tuple[events.Event, ...]:
    """The penalty of half the pot, rounded up, or of all the challenger's chips if fewer (RULINGS R-W7).

    It lies in the pot until the last challenge is over (R-W14), and then goes to whoever wins the pot, but never back to
    the challenger (R-W15). Earlier penalties do not make later ones larger.
    """
    half = (night.pot_worth() - sum(penalty.chips for penalty in hand.stakes.penalties) + 1) // 2
    chips = max(0, min(half, night.stack(player)))
    return (events.PenaltyPaid(player=player, chips=chips, rule=rule),) if chips else ()


def _stake(night: Night, hand: Hand, player: PlayerId, claims: Spellcheck, rule: str) -> tuple[events.Event, ...]:
    """The penalty of as much as the player put into this hand, earlier penalties left out (RULINGS R-S5).

    The bank lends what they lack.
    """
    antes = sum(post.chips for post in hand.stakes.posted if post.player == player and post.kind == "ante")
    stake = hand.stakes.put_in[player] - (0 if claims.ante else antes)
    stack = max(0, night.stack(player))
    lent = max(0, min(stake - stack, 0 if player == night.from_box else left_in_the_box(night)))
    chips = min(stake, stack + lent)
    loan = (commands.GiveLoan(player=player, chips=lent, cents=lent * night.unit),) if lent else ()
    return (*loan, events.PenaltyPaid(player=player, chips=chips, rule=rule)) if chips > 0 else ()
