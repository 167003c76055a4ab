"""Why a pot of a real hand went where it went, and what kept better-looking hands from it, in the lawyer's words.

The hand is looked at as it was when its pots were divided. Only cards that were shown give reasons.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine import events
from engine.cards.standing import Standing
from engine.grammar import capital
from engine.ids import PlayerId
from engine.judge.judging import best_held, judged_hand
from engine.judge.reasons import (
    HALVES,
    LOST_BY,
    SAYS,
    TIES,
    Scale,
    advantage,
    best_of,
    both_declared,
    odd_chips_text,
    rivals_for,
    undeclared,
)
from engine.judge.text import claim_text
from engine.play.showdown.awarding import spellcheck_rule
from engine.play.showdown.odd_chip import halves
from engine.play.showdown.pots import pots_of
from engine.play.showdown.rule import contenders, with_a_right
from engine.play.strength.best_hand import (
    at_most,
    has_shown,
    known_cards,
    shares_at_stake,
    shares_of,
    shows_five,
    standings,
    unseen,
)
from engine.play.strength.claims import claim_for
from engine.speech import say, say_as, say_number, to_say
from engine.state import Hand, Night

Name = Callable[[PlayerId], str]
NOBODY_FOR = {
    "high": to_say("Nobody has a hand that counts for high: that half goes to the other side."),
    "low": to_say("Nobody has a hand that counts for low: that half goes to the other side."),
    "spade": to_say("Nobody holds a closed spade that counts: that half goes to the other side."),
}
CANNOT_WIN = {
    "all": to_say("{player} ({hand}) declared {side} and cannot win the pot."),
    "high": to_say("{player} ({hand}) declared {side} and cannot win high."),
    "low": to_say("{player} ({hand}) declared {side} and cannot win low."),
    "spade": to_say("{player} ({hand}) declared {side} and cannot win the high spade."),
}
TAPPED_OUT = to_say(
    "{player} ({hand}) had tapped out with {chips} in the pot and has no part in what others put in above that."
)
WAS_ALL_IN = to_say(
    "{player} ({hand}) was all-in with {chips} in the pot and has no part in what others put in above that."
)
UNDECLARED = "enemaerke/high-low/1"
BEST_ONLY_FOR = {"high": to_say("is best for high only"), "low": to_say("is best for low only")}


def why_awarded(night: Night, hand: Hand, awards: Sequence[events.PotAwarded], place: int, name: Name) -> str:
    """The reasons for this award; the first award of a hand also has those for all of them. Empty if there are none."""
    award = awards[place]
    if award.by != "cards" or award.rule == spellcheck_rule(hand):
        return ""
    awards = [other for other in awards if other.rule != spellcheck_rule(hand)]
    rivals = contenders(hand)
    left = with_a_right(hand, rivals)
    texts: list[str] = []
    if place == 0:
        texts += _of_claims(hand, rivals, name)
        texts += _of_sides(hand, left, name)
    texts += _of_the_other_share(hand, awards, award, left)
    result = _decided(hand, award, left)
    if result is not None:
        share, scale = result
        texts += _of_those_outside(night, hand, award, scale, left, name)
        texts += _of_other_sides(hand, award, share, scale, left, name)
        texts += _of_the_best(hand, award, share, scale, left)
        texts += _of_the_unseen(hand, award, share, scale, left, name)
    texts += _of_odd_chips(hand, awards, award)
    return " ".join(texts)


def why_carried(hand: Hand, name: Name) -> str:
    """The reasons nobody won: hands announced that are not there, and sides lost."""
    rivals = contenders(hand)
    texts = [*_of_claims(hand, rivals, name), *_of_sides(hand, with_a_right(hand, rivals), name)]
    return " ".join(texts)


def _of_claims(hand: Hand, rivals: Sequence[PlayerId], name: Name) -> Iterator[str]:
    """The announcements that mattered: too low although the cards would have won, or not there."""
    for share, scale in shares_at_stake(hand):
        counted = standings(hand, rivals, scale)
        best = max((own.value for own in counted.values()), default=None)
        for player in rivals:
            # Nothing can be said of players who have not shown or whose cards are not known.
            if player not in hand.showdown.claimed or not has_shown(hand, player) or known_cards(hand, player) is None:
                continue
            judged = judged_hand(hand, player, share, scale)
            won = player in counted and counted[player].value == best
            # A word that was found to be none has a sentence of its own.
            if judged.claim == "not there" or (
                judged.claim == "too low" and (won or _holds_more(hand, player, scale, best))
            ):
                announced = say("{player} announced “{hand}”.", player=name(player), hand=hand.showdown.claimed[player])
                yield f"{announced} {claim_text(judged)}"


def _holds_more(hand: Hand, player: PlayerId, scale: Scale, best: Any) -> bool:
    """Whether the player's cards, whatever was announced, are as good as the best hand that counts."""
    held = best_held(hand, player, scale)
    return held is not None and (best is None or held.value >= best)


def _of_sides(hand: Hand, left: Sequence[PlayerId], name: Name) -> Iterator[str]:
    """The rules of high/low with declaration that cost somebody something (RULINGS E3 High/low)."""
    sides = {player: side for player, side in hand.showdown.sides.items() if player in left}
    if not sides or hand.showdown.deal_offs or len(sides) < 2:
        return
    for side in undeclared(sides):
        yield say(LOST_BY[UNDECLARED], side=say_as("side", side))
    for player, best_for, rule in both_declared(hand, sides):
        if len(best_for) < 2:
            was = say(BEST_ONLY_FOR[best_for[0]]) if best_for else say("is best for neither side")
            yield say(LOST_BY[rule], player=name(player), was=was)


def _of_the_other_share(
    hand: Hand, awards: Sequence[events.PotAwarded], award: events.PotAwarded, left: Sequence[PlayerId]
) -> Iterator[str]:
    """Why one share took the whole pot in a game that divides it."""
    shares = shares_of(hand.game)
    won = [other for other in awards if other.pot == award.pot]
    if len(shares) < 2 or len(won) > 1 or hand.showdown.deal_offs:
        return
    for share, scale in shares:
        rivals = rivals_for(hand, share, left)
        if rivals and not standings(hand, rivals, scale):
            yield say(NOBODY_FOR[share])


def _decided(hand: Hand, award: events.PotAwarded, left: Sequence[PlayerId]) -> tuple[str, Scale] | None:
    """The share this award is for, found from the winners if the award is for the whole pot; None if none fits."""
    if hand.showdown.deal_offs:
        return shares_at_stake(hand)[0]
    winners = {share.player for share in award.shares}
    shares = shares_of(hand.game)
    for share, scale in [one for one in shares if one[0] == award.share] or shares:
        if winners <= set(standings(hand, rivals_for(hand, share, left), scale)):
            return share, scale
    return None


def _of_those_outside(
    night: Night, hand: Hand, award: events.PotAwarded, scale: Scale, left: Sequence[PlayerId], name: Name
) -> Iterator[str]:
    """Better hands of players without a part in this pot: they were all-in or tapped out and win only what they matched."""
    pots = pots_of(night, hand)
    if award.pot >= len(pots):
        return
    eligible = pots[award.pot].eligible
    outside = [player for player in left if player not in eligible and player in hand.stakes.all_in]
    text = TAPPED_OUT if hand.game.short == "tap-out" else WAS_ALL_IN
    for player, own in _better(hand, award, scale, outside):
        yield say(
            text,
            player=name(player),
            hand=own.name,
            chips=hand.stakes.put_in[player],
        )


def _of_other_sides(
    hand: Hand, award: events.PotAwarded, share: str, scale: Scale, left: Sequence[PlayerId], name: Name
) -> Iterator[str]:
    """Better hands of players who declared only the other side."""
    others = [player for player in left if player not in rivals_for(hand, share, left)]
    for player, own in _better(hand, award, scale, others):
        side = say_as("side", hand.showdown.sides[player])
        yield say(CANNOT_WIN[share], player=name(player), hand=own.name, side=side)


def _better(
    hand: Hand, award: events.PotAwarded, scale: Scale, players: Sequence[PlayerId]
) -> Iterator[tuple[PlayerId, Standing]]:
    """Those of the players who hold at least as good a hand as the winner."""
    winner = award.shares[0].player
    known = standings(hand, [winner, *players], scale)
    for player in players:
        if player in known and winner in known and not known[winner].beats(known[player]):
            yield player, known[player]


def _of_the_best(
    hand: Hand, award: events.PotAwarded, share: str, scale: Scale, left: Sequence[PlayerId]
) -> Iterator[str]:
    """What decided between hands of the same name, or that they are equal."""
    winners = [share.player for share in award.shares]
    if len(winners) > 1:
        yield say(SAYS[TIES])
        return
    known = standings(hand, rivals_for(hand, share, left), scale)
    best = known[winners[0]]
    alike = [own for player, own in known.items() if player not in winners and own.name == best.name]
    beaten = [own for own in alike if best.beats(own)]
    if beaten and winners[0] in best_of(known):
        because, _ = advantage(best, max(beaten, key=lambda own: own.value), scale)
        yield f"{capital(because)}."


def _of_the_unseen(
    hand: Hand, award: events.PotAwarded, share: str, scale: Scale, left: Sequence[PlayerId], name: Name
) -> Iterator[str]:
    """What the cards that a loser of this share has not shown could still have changed, where only the cards speak."""
    winner = award.shares[0].player
    won = standings(hand, [winner], scale).get(winner)
    winners = [share.player for share in award.shares]
    for player in rivals_for(hand, share, left):
        if player in winners or won is None or claim_for(hand, player, scale) or not shows_five(hand, player):
            continue
        best = at_most(hand, player, scale)
        if best is not None and not won.beats(best):
            number = len(unseen(hand, player))
            yield say_number(
                "{number} card that {player} has not shown could make a better hand, but what was shown counts.",
                "{number} cards that {player} has not shown could make a better hand, but what was shown counts.",
                number,
                player=name(player),
            )


def _of_odd_chips(hand: Hand, awards: Sequence[events.PotAwarded], award: events.PotAwarded) -> Iterator[str]:
    """The rule by which odd chips went, if there were any."""
    chips = [share.chips for share in award.shares]
    if len(set(chips)) > 1:
        yield odd_chips_text(hand.game)
    both = [sum(share.chips for share in other.shares) for other in awards if other.pot == award.pot]
    first = next(other for other in awards if other.pot == award.pot)
    if len(both) == 2 and both[0] != both[1] and award is first and tuple(both) == tuple(halves(sum(both), 2)):
        yield say(SAYS[HALVES])
