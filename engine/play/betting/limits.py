"""How much may be bet or raised: house, fixed, pot and no limit, and rounds with one bet of a fixed size.

A bet that nobody raises belongs to the room of its step, which says what it is with `@sized`. Turns, calls, folds and
chips put in out of turn are as in any betting round.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine import commands, errors
from engine.game import steps
from engine.game.betting import BringIn, FixedLimit, HouseLimit, PotLimit
from engine.ids import PlayerId
from engine.preconditions import insist
from engine.registry import SIZED
from engine.speech import phrase
from engine.state import Hand, Night, Round, begun


class OneBet(NamedTuple):
    """The one bet of a round, as this player may make it: `command`, which comes to a bet of `chips`.

    `nothing`: the refusal if `chips` is 0. `another`: the refusal of a bet of so many chips more or fewer. `again`: the
    refusal of a raise once somebody has made the bet.
    """

    command: commands.Command
    chips: int
    nothing: errors.Impossible
    another: Callable[[int], errors.AgainstTheRules]
    again: errors.AgainstTheRules


AT_STEP: Mapping[type[steps.AnyStep], Callable[[Night, Hand, PlayerId], OneBet]] = SIZED


def has_one_bet(hand: Hand) -> bool:
    """Whether the hand is at a round with one bet in it."""
    return hand.stage == "playing" and type(hand.steps[hand.cursor]) in AT_STEP


def one_bet(night: Night, hand: Hand, player: PlayerId) -> OneBet | None:
    """The one bet that the player may make in this round; None where the limit of the game says what they may bet."""
    return AT_STEP[type(hand.steps[hand.cursor])](night, hand, player) if has_one_bet(hand) else None


def check_one_bet(command: commands.Wager, betting: Round, only: OneBet, by: int) -> None:
    """Refuses a second bet, one by a player who has nothing to bet, and one of another size."""
    if betting.price:
        insist(command, only.again)
    elif only.chips == 0:
        raise only.nothing
    elif by != only.chips:
        insist(command, only.another(by))


def check_limit(command: commands.Wager, night: Night, hand: Hand, *, by: int, chips: int) -> None:
    """Refuses a bet or raise of `by` chips outside the limit. `chips` go in; all a player has is always allowed."""
    limit = hand.game.limit
    betting = begun(hand.round)
    only = one_bet(night, hand, command.player)
    if only is not None:
        check_one_bet(command, betting, only, by)
        return
    bring_in = to_bring_in(hand)
    if bring_in is not None:
        _bring_in(command, night, hand, bring_in, by=by, chips=chips)
        if by == bring_in.chips:
            return
    if type(limit) is HouseLimit:
        _house_limit(command, hand, limit, by)
    elif type(limit) is FixedLimit:
        size = fixed_size(hand, limit, betting.price)
        if by != size and not (by < size and _is_all_in(night, hand, command.player, chips)):
            insist(command, errors.BetIsNotTheFixedSize(player=command.player, by=by, size=size))
    else:
        if by < betting.raise_least and not _is_all_in(night, hand, command.player, chips):
            insist(command, errors.RaiseBelowMinimum(player=command.player, by=by, least=betting.raise_least))
        if type(limit) is PotLimit:
            most = most_in_pot_limit(night, betting, command.player)
            if by > most:
                insist(command, errors.BetExceedsPot(player=command.player, by=by, most=most))


def to_bring_in(hand: Hand) -> BringIn | None:
    """The bring-in that the first round must open with; None if there is none or somebody has opened."""
    forced, betting = hand.game.forced, hand.round
    if type(forced) is not BringIn or hand.rounds.closed or betting is None or betting.price:
        return None
    return forced


def _bring_in(command: commands.Wager, night: Night, hand: Hand, bring_in: BringIn, *, by: int, chips: int) -> None:
    """Refuses an opening below the bring-in; at a fixed limit it is the bring-in or the whole small bet."""
    limit = hand.game.limit
    enough = by in (bring_in.chips, limit.small) if isinstance(limit, FixedLimit) else by >= bring_in.chips
    if not enough and not _is_all_in(night, hand, command.player, chips):
        if isinstance(limit, FixedLimit):
            accepted = phrase("{least}, or {bet} at once", least=bring_in.chips, bet=limit.small)
        else:
            accepted = phrase("at least {least}", least=bring_in.chips)
        insist(command, errors.BringInIsAnother(player=command.player, by=by, accepted=accepted))


def fixed_size(hand: Hand, limit: FixedLimit, price: int) -> int:
    """The exact size of a bet or raise, in chips; the first raise after a bring-in completes the small bet."""
    size = limit.big if hand.rounds.closed + 1 >= limit.big_from else limit.small
    completes = isinstance(hand.game.forced, BringIn) and not hand.rounds.closed and 0 < price < size
    return size - price if completes else size


def may_not_raise(night: Night, hand: Hand, betting: Round, player: PlayerId) -> Iterator[errors.AgainstTheRules]:
    """Why the player in turn may not raise.

    Only a short all-in has come since they acted, the round is capped, or it has one bet, which somebody has made.
    """
    only = one_bet(night, hand, player)
    if only is not None:
        if betting.price:
            yield only.again
        return
    limit, answered = hand.game.limit, betting.answered_at.get(player)
    if answered is not None:
        raised, least = betting.price - answered, betting.raise_least
        if type(limit) is FixedLimit:
            least = _reopens(limit, fixed_size(hand, limit, answered))
        if raised < least:
            yield errors.BettingIsNotReopened(player=player, raised=raised, least=least)
    if type(limit) is FixedLimit and limit.raises != "any" and _contesting(hand, betting) > 2:
        raises = bets_made(hand, betting, limit) - 1
        if raises >= limit.raises:
            yield errors.RaisesAreCapped(player=player, raises=raises)


def _contesting(hand: Hand, betting: Round) -> int:
    """How many players can bet at the present price, the bettor included unless they are all-in."""
    return betting.contested + (betting.bettor is not None and betting.bettor not in hand.stakes.all_in)


def _reopens(limit: FixedLimit, full: int) -> int:
    """The chips from which an all-in counts as a bet or raise: half of `full`, rounded up, or `full` itself."""
    return (full + 1) // 2 if limit.reopens == "half" else full


def bets_made(hand: Hand, betting: Round, limit: FixedLimit) -> int:
    """How many bets and raises the round has had, for a fixed limit.

    A big blind counts as one, and so does each straddle. A bring-in does not count until somebody completes it, and an
    all-in too short to let others raise again does not count at all.
    """
    first, *prices = betting.prices
    made = 1 + sum(post.kind == "straddle" for post in hand.stakes.posted) if first else 0
    brought_in = isinstance(hand.game.forced, BringIn) and not hand.rounds.closed
    before = first
    for price in prices:
        is_bring_in = brought_in and not before and price < fixed_size(hand, limit, 0)
        counts = _reopens(limit, fixed_size(hand, limit, before))
        made += price - before >= counts and not is_bring_in
        before = price
    return made


def _is_all_in(night: Night, hand: Hand, player: PlayerId, chips: int) -> bool:
    """Whether the player puts in all they have, or all that anybody else could match: more would come back."""
    if not hand.game.goes_all_in or hand.round is None:
        return False
    put_in = hand.round.paid.get(player, 0) + chips
    return chips == night.stack(player) or put_in >= most_of_others(night, hand, player)


def most_of_others(night: Night, hand: Hand, player: PlayerId) -> int:
    """The most chips, with what has been put in, that any other player still in can have in this round from their stack."""
    paid = begun(hand.round).paid
    return max(paid.get(other, 0) + night.stack(other) for other in hand.still_in if other != player)


def nobody_can_match_more(night: Night, hand: Hand, player: PlayerId) -> bool:
    """Whether every chip above the price would come back to the player uncalled: no other player has more to put in.

    Such a raise changes nothing. It is accepted, because nights are in the book that have one, but it is not offered.
    """
    return hand.game.goes_all_in and most_of_others(night, hand, player) <= begun(hand.round).price


def most_in_pot_limit(night: Night, betting: Round, player: str) -> int:
    """The largest raise at pot limit, in chips: what the pot holds once the player has called."""
    return night.pot_worth() + max(0, betting.price - betting.paid.get(player, 0))


def _house_limit(command: commands.Wager, hand: Hand, limit: HouseLimit, by: int) -> None:
    """Refuses more than the house limit, except for exactly one peder once a hand; a call may be any size (R-E2)."""
    player = command.player
    if uses_once(limit, by):
        if player in hand.stakes.once_used:
            insist(command, errors.PederIsUsed(player=player, once=limit.once))
    elif limit.most is not None and by > limit.most:
        accepted = (
            phrase("1 to {most}, or once a hand exactly {once}", most=limit.most, once=limit.once)
            if limit.once
            else phrase("1 to {most}", most=limit.most)
        )
        refusal = errors.BetOverLimit(player=player, by=by, most=limit.most, once=limit.once, accepted=accepted)
        insist(command, refusal)


def uses_once(limit: object, by: int) -> bool:
    """Whether a bet or raise of `by` chips is the one large bet a player has in each hand."""
    return type(limit) is HouseLimit and by == limit.once and (limit.most is None or by > limit.most)
