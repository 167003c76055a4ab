"""What may be done in a betting round, in turn and out of turn."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from engine import commands, errors
from engine.game.betting import FixedLimit, HouseLimit, PotLimit
from engine.ids import PlayerId
from engine.ledger.postings import ENDLESS
from engine.offer import Offer
from engine.play.betting.limits import (
    OneBet,
    fixed_size,
    may_not_raise,
    most_in_pot_limit,
    most_of_others,
    nobody_can_match_more,
    one_bet,
    to_bring_in,
)
from engine.play.betting.round import is_turn, owed
from engine.play.betting.rule import calls_with_what_is_in, may_check
from engine.play.betting.shadow import most_to_put_in
from engine.play.betting.turn_order import can_bet
from engine.registry import RULES
from engine.state import Hand, Night, Round


def betting_offers(night: Night, hand: Hand, betting: Round, player: PlayerId) -> Iterator[Offer]:
    raising = _raising(night, hand, betting, player)
    if not to_bring_in(hand):
        yield from _staying(night, hand, betting, player)
    if raising is not None:
        yield raising
    if to_bring_in(hand):
        return
    price, stack = owed(betting, player), night.stack(player)
    if hand.game.short == "shadow" and stack < price <= most_to_put_in(night, hand, player):
        yield Offer(commands.PullShadow(player=player, chips=price), player, owed=price - stack)
    yield Offer(commands.Fold(player=player), player)


def _staying(night: Night, hand: Hand, betting: Round, player: PlayerId) -> Iterator[Offer]:
    """The ways to stay in: a check, a call, or tapping out if everybody agrees."""
    price, stack = owed(betting, player), night.stack(player)
    if price > stack and hand.game.short == "tap-out":
        yield Offer(commands.Call(player=player, agreed=True), player, owed=stack)
    elif price and (hand.game.goes_all_in or price <= most_to_put_in(night, hand, player)):
        yield Offer(commands.Call(player=player), player, owed=price)
    elif not price and calls_with_what_is_in(betting, player):
        yield Offer(commands.Call(player=player), player)
    elif not price and may_check(hand):
        yield Offer(commands.Check(player=player), player)


def _raising(night: Night, hand: Hand, betting: Round, player: PlayerId) -> Offer | None:
    """The bet or raise the player may make, with its bounds; None if they may not bet or raise."""
    only = one_bet(night, hand, player)
    if only is not None:
        return _the_only(only, night, hand, betting, player)
    paid = betting.paid.get(player, 0)
    room = paid + most_to_put_in(night, hand, player) - betting.price
    if room < 1 or player in betting.ahead or any(may_not_raise(night, hand, betting, player)):
        return None
    if nobody_can_match_more(night, hand, player):
        return None
    least, most, once = _bounds(night, hand, betting, player, room)
    # A player who called with too many chips and was put right has to raise by more than that surplus.
    least = max(least, paid - betting.price + 1)
    if least > most:
        return None
    command: commands.Wager = commands.Bet(player=player, chips=least)
    if betting.price:
        command = commands.Raise(player=player, by=least)
    return Offer(command, player, least=least, most=most, once=once)


def _the_only(only: OneBet, night: Night, hand: Hand, betting: Round, player: PlayerId) -> Offer | None:
    """The one bet of the round; None if somebody has made it, or if the player may not or cannot."""
    if betting.price or player in betting.ahead or not 0 < only.chips <= most_to_put_in(night, hand, player):
        return None
    return Offer(only.command, player, owed=only.chips)


def _bounds(night: Night, hand: Hand, betting: Round, player: PlayerId, room: int) -> tuple[int, int, int]:
    """The least and the most a bet or raise may be within `room` chips, and the one larger amount allowed (0 if none).

    No bet or raise is possible if the least exceeds the most.
    """
    limit, bring_in = hand.game.limit, to_bring_in(hand)
    covers = _covering(night, hand, betting, player, room)
    if isinstance(limit, FixedLimit):
        size = fixed_size(hand, limit, betting.price)
        if bring_in is None:
            return min(size, covers), min(size, room), 0
        once = limit.small if bring_in.chips < limit.small <= room else 0
        least = min(bring_in.chips, covers)
        return least, min(bring_in.chips, room), once
    if isinstance(limit, HouseLimit):
        once = 0 if player in hand.stakes.once_used or (limit.once or 0) > room else limit.once or 0
        least = min(bring_in.chips, covers) if bring_in else 1
        most = room if limit.most is None else min(limit.most, room)
        return least, max(least, most) if bring_in else most, once
    least = min(bring_in.chips if bring_in else betting.raise_least, covers)
    most = min(room, most_in_pot_limit(night, betting, player)) if isinstance(limit, PotLimit) else room
    return least, max(least, most) if bring_in and least <= room else most, 0


def _covering(night: Night, hand: Hand, betting: Round, player: PlayerId, room: int) -> int:
    """The bet or raise, in chips, that is allowed even below the least: all the player has, or all anybody could match.

    Endless in a game without all-in: there the least always holds.
    """
    if not hand.game.goes_all_in:
        return ENDLESS
    return min(room, most_of_others(night, hand, player) - betting.price)


# The rules that an act out of turn breaks and that a table may set aside; any other stands in its way.
SET_ASIDE = frozenset({errors.NotYourTurn.code, errors.HasSpokenInThisRound.code})


class EarlyOffer(NamedTuple):
    """An act out of turn. `breaks`: the codes of the rules that must be waived for it; empty where the rulebook lets it count."""

    offer: Offer
    breaks: tuple[str, ...]


def offers_out_of_turn(night: Night, player: PlayerId) -> Iterator[EarlyOffer]:
    """The bets, calls, checks and folds of a player who is not asked; none for who is asked, or cannot bet any more.

    They are what the player could do in turn, as far as the rules accept it now.
    """
    hand = night.hand
    if hand is None or hand.round is None or player not in hand.still_in or is_turn(hand.round, player):
        return
    if not can_bet(night, hand, player):
        return
    for offer in betting_offers(night, hand, hand.round, player):
        breaks = _broken_by(offer.command, night)
        if breaks is not None:
            yield EarlyOffer(offer, breaks)


def _broken_by(command: commands.Command, night: Night) -> tuple[str, ...] | None:
    """The rules to be waived for the act; None if another rule, or more than a rule, stands in its way."""
    broken: tuple[str, ...] = ()
    rule = RULES[type(command)]
    while True:
        try:
            rule(replace(command, waived=tuple(commands.Waiver(code, "out of turn") for code in broken)), night)
        except errors.Refusal as refusal:
            if refusal.code not in SET_ASIDE or refusal.code in broken:
                return None
            broken = (*broken, refusal.code)
        else:
            return broken
