"""What may be done now, as commands that are ready to send, each with the bounds of what may be said in it.

Whoever proposes an act reads `offers` and nothing else. What is offered is accepted, and what is accepted without a
waiver was offered; a test plays nights at random to see that. The acts of the bank and of the table, and what only
people can know (a fault, a card the book has not seen), may be said besides.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine import commands, errors
from engine.commands.special import Side
from engine.game import steps
from engine.game.awards import HighestClosed, LastHolding
from engine.game.betting import FixedLimit, HouseLimit, PotLimit
from engine.game.scales import AnyScale
from engine.hand.antes import loans_offered
from engine.hand.betting import calls_with_what_is_in, may_check, owed
from engine.hand.dealing import cards_wanted, has_card_to_spare, left_to_deal
from engine.hand.declaring import able_to_win
from engine.hand.limits import fixed_size, may_not_raise, most_in_pot_limit, to_bring_in
from engine.hand.naming import name_the_game
from engine.hand.order import turns_piles
from engine.hand.pile import unturned
from engine.hand.pots import pots_of
from engine.hand.shadow import most_to_put_in
from engine.hand.showdown import contenders, decided, may_end_now, name_winners, order_of_showing
from engine.hand.spellcheck import before_the_pot, challengers, to_challenge
from engine.hand.strength import shares_at_stake, standings, whole_hand_known
from engine.hand.tarok import discard_of_trumps, goals_open, higher_bids
from engine.hand.tarok_melds import meld_due, melds_open
from engine.hand.tarok_pagat import possible_ends
from engine.hand.tarok_paying import points_in_reach
from engine.hand.tricks import take_trick, to_play
from engine.ids import PlayerId
from engine.rules import ENDLESS
from engine.state import UNKNOWN, Hand, Night, Round, begun

# In which field of a command the amount stands that an offer has bounds for.
AMOUNTS: Mapping[type[commands.Command], str] = MappingProxyType(
    {
        commands.Bet: "chips",
        commands.Raise: "by",
        commands.GiveLoan: "chips",
        commands.Exchange: "number",
        commands.TakeWidow: "choice",
        commands.NameScore: "points",
    }
)
SIDES: tuple[Side, ...] = ("low", "both", "high")


class Offer(NamedTuple):
    """One act that may be done now. `command` is ready to send; `player` does it, or without one the table.

    `least` to `most` chips, cards or points may be said in it, or `once` exactly; the command says `least`. `owed` is
    what the act costs. All are 0 where they mean nothing.
    """

    command: commands.Command
    player: PlayerId | None = None
    owed: int = 0
    least: int = 0
    most: int = 0
    once: int = 0

    @property
    def needs_cards(self) -> bool:
        """Whether people must say cards before the command can be sent: a hand is not shown as `??`."""
        return isinstance(self.command, commands.ShowHand) and UNKNOWN in self.command.cards

    def of(self, amount: int) -> commands.Command:
        """The command with this amount in it, which is `once` or lies between `least` and `most`."""
        assert self.least <= amount <= self.most or (self.once and amount == self.once), (self, amount)
        field = AMOUNTS.get(type(self.command))
        # Where the number of cards is fixed, there is nothing to fill in.
        return self.command if field is None else replace(self.command, **{field: amount})


def offers(night: Night) -> tuple[Offer, ...]:
    """Everything that moves the hand on from where it stands, and the cards on offer.

    Between hands the loans for those who lack the next ante (RULINGS R-E12), and nothing else. None before the first
    step of a hand.
    """
    hand = night.hand
    if hand is None:
        return tuple(
            Offer(commands.GiveLoan(player=player, chips=lacks), player, least=lacks, most=chips)
            for player, lacks, chips in loans_offered(night)
        )
    if hand.stage not in ("playing", "showdown"):
        return ()
    return (*_waited_for(night, hand), *_open_cards_offer(night, hand))


def asked(night: Night) -> tuple[PlayerId, ...]:
    """Everybody who may act, each once, in the order of the offers."""
    return tuple(dict.fromkeys(offer.player for offer in offers(night) if offer.player is not None))


def ending_early(night: Night) -> tuple[Offer, ...]:
    """How a table that writes no cards down may end the hand before its last step; none at the showdown, or where it may not.

    In the middle of the tricks that decide, naming the winner is among `offers`.
    """
    hand = night.hand
    if hand is None or hand.stage != "playing" or isinstance(hand.steps[hand.cursor], steps.Tricks):
        return ()
    return tuple(_wins(night, hand)) if may_end_now(hand) else ()


def shares_open(hand: Hand) -> tuple[str, ...]:
    """The shares of the pot for which the table may name winners: "all", or "high" and "low", or one that is declared."""
    return tuple(
        share
        for share, _ in shares_at_stake(hand)
        if not hand.showdown.sides or able_to_win(hand.showdown.sides, share)
    )


def _open_cards_offer(night: Night, hand: Hand) -> Iterator[Offer]:
    """A card that is offered may be had or declined by its player, whoever's turn it is, until betting begins."""
    for player, price in hand.effects.offers.items():
        if has_card_to_spare(hand) and price <= most_to_put_in(night, hand, player):
            yield Offer(commands.BuyCard(player=player), player, owed=price)
        yield Offer(commands.DeclineCard(player=player), player)


def _waited_for(night: Night, hand: Hand) -> tuple[Offer, ...]:
    if hand.stage == "showdown":
        return tuple(_score(hand)) if hand.contract else tuple(_at_showdown(night, hand))
    if hand.round is not None:
        turns = hand.round.waiting if hand.round.anyone else hand.round.waiting[:1]
        open_to_them = tuple(offer for player in turns for offer in _betting(night, hand, hand.round, player))
        # Nobody folds before the bring-in: who cannot pay it, nor owe it to an empty box, leaves only New Deal.
        return open_to_them or (Offer(commands.NewDeal()),)
    if turns_piles(hand):
        return tuple(_turning(hand, hand.asked.waiting[0]))
    if hand.cards.lays_due:
        return tuple(_laying(hand))
    step = hand.steps[hand.cursor]
    return tuple(AT_STEP[type(step)](night, hand, step))


# The steps of a script


def _laying(hand: Hand) -> Iterator[Offer]:
    """The dealer lays what may be called for during the deal, and only the others may call."""
    yield Offer(commands.Lay())
    for player in hand.still_in:
        if player != hand.announced.dealer:
            yield Offer(commands.CallSpit(player=player), player)


def _deal(_: Night, hand: Hand, step: steps.Deal) -> Iterator[Offer]:
    """The next cards, or New Deal where the pack has too few (RULINGS R-M13)."""
    yield Offer(commands.NewDeal() if cards_wanted(hand, step) > left_to_deal(hand) else commands.Deal())


def _of_each(kind: Callable[..., commands.Command]) -> Callable[[Night, Hand, Any], Iterator[Offer]]:
    """Everybody who has not chosen yet may; which cards they choose may stay unknown."""

    def offered(_: Night, hand: Hand, __: steps.AnyStep) -> Iterator[Offer]:
        return (Offer(kind(player=player), player) for player in hand.asked.waiting)

    return offered


def _of_the_table(command: commands.Command) -> Callable[[Night, Hand, Any], Iterator[Offer]]:
    """One act of the dealer; which card falls may stay unknown."""

    def offered(_: Night, __: Hand, ___: steps.AnyStep) -> Iterator[Offer]:
        return iter((Offer(command),))

    return offered


def _declaring(_: Night, hand: Hand, __: steps.DeclareSides) -> Iterator[Offer]:
    for player in hand.asked.waiting:
        for side in SIDES:
            yield Offer(commands.DeclareSide(player=player, side=side), player)


def _exchanging(_: Night, hand: Hand, step: steps.Draw) -> Iterator[Offer]:
    for player in hand.asked.waiting[:1]:
        most = min(step.up_to, len(hand.cards.own[player]))
        least = most if step.compulsory else 0
        yield Offer(commands.Exchange(player=player, number=least), player, least=least, most=most)


def _naming(night: Night, _: Hand, step: steps.NameGame) -> Iterator[Offer]:
    """Each game of the step that so many can play."""
    for game in step.games:
        command = commands.NameTheGame(game=game)
        if _is_accepted(name_the_game, command, night):
            yield Offer(command)


def _bidding(_: Night, hand: Hand, step: steps.Bid) -> Iterator[Offer]:
    for player in hand.asked.waiting[:1]:
        for contract in higher_bids(hand, step):
            yield Offer(commands.MakeBid(player=player, contract=contract), player)
        yield Offer(commands.PassBid(player=player), player)


def _widow(_: Night, hand: Hand, step: steps.TakeWidow) -> Iterator[Offer]:
    """The cards of the widow, and then those that are put aside for them."""
    contract = begun(hand.contract)
    if contract.choice:
        yield Offer(discard_of_trumps(hand, step), contract.player, least=step.cards, most=step.cards)
    else:
        yield Offer(commands.TakeWidow(), contract.player, least=1, most=3)


def _goals(_: Night, hand: Hand, step: steps.Announce) -> Iterator[Offer]:
    contract = begun(hand.contract)
    for goal in step.goals.split():
        yield Offer(commands.AnnounceGoal(goal=goal), contract.player)


def _tricks(night: Night, hand: Hand, _: steps.Tricks) -> Iterator[Offer]:
    """A card is played, or the trick simply taken; before the first one, what may still be said of the contract."""
    play = begun(hand.tricks)
    if play.draws_due:
        yield Offer(commands.DrawFromStock())
    elif not meld_due(hand):
        for player in to_play(hand)[:1]:
            yield Offer(commands.PlayCard(player=player), player)
        for player in hand.still_in:
            command = commands.TakeTrick(player=player)
            if _is_accepted(take_trick, command, night):
                yield Offer(command, player)
    if isinstance(hand.game.award, LastHolding):
        yield from _wins(night, hand)
    if hand.contract is None:
        return
    if not play.number and not play.lying:
        yield from _before_the_first_lead(hand)
    # A meld that is known comes before the first lead (RULINGS R-T19).
    if not meld_due(hand):
        yield from _score(hand)


def _before_the_first_lead(hand: Hand) -> Iterator[Offer]:
    for player in hand.still_in:
        for meld in melds_open(hand, player):
            yield Offer(commands.DeclareMeld(player=player, meld=meld), player)
    for goal, player in goals_open(hand):
        answers = hand.contract is not None and hand.contract.player != player
        yield Offer(commands.AnswerGoal(player=player) if answers else commands.AnnounceGoal(goal=goal), player)


def _score(hand: Hand) -> Iterator[Offer]:
    """The table says how a deal played for a contract ended, with points that the known cards allow."""
    least, most = points_in_reach(hand)
    for end in possible_ends(hand, begun(hand.contract))[:1]:
        command = commands.NameScore(points=least, pagat=end.won_by, captured=end.captured)
        yield Offer(command, least=least, most=most)


def _turning(hand: Hand, player: PlayerId) -> Iterator[Offer]:
    """They turn on while they have a pile."""
    if unturned(hand.cards.own[player]):
        yield Offer(commands.TurnOwn(player=player), player)


# What may be done at each step of a script; a betting round and a row of piles ask their own questions.
AT_STEP: Mapping[type[steps.AnyStep], Callable[[Night, Hand, Any], Iterator[Offer]]] = MappingProxyType(
    {
        steps.Deal: _deal,
        steps.Lay: _of_the_table(commands.Lay()),
        steps.Turn: _of_the_table(commands.Turn()),
        steps.Burn: _of_the_table(commands.Burn()),
        steps.Reveal: _of_the_table(commands.RevealCards()),
        steps.TurnTrump: _of_the_table(commands.TurnTrump()),
        steps.Pass: _of_each(commands.PassCards),
        steps.Expose: _of_each(commands.ExposeCard),
        steps.Arrange: _of_each(commands.ArrangeCards),
        steps.DeclareSides: _declaring,
        steps.Draw: _exchanging,
        steps.NameGame: _naming,
        steps.Bid: _bidding,
        steps.TakeWidow: _widow,
        steps.Announce: _goals,
        steps.Tricks: _tricks,
    }
)


# The showdown


def _at_showdown(night: Night, hand: Hand) -> Iterator[Offer]:
    if decided(hand) and before_the_pot(night, hand) == ():
        for player, holder in challengers(night, hand):
            for word in to_challenge(hand, holder):
                yield Offer(commands.ChallengeWord(player=player, holder=holder, word=word), player)
        yield Offer(commands.AcceptHands())
    else:
        for player in order_of_showing(hand):
            yield from _showing(hand, player)
    yield from _wins(night, hand)


def _showing(hand: Hand, player: PlayerId) -> Iterator[Offer]:
    """A player shows all of their cards, or gives up.

    Who has shown all of theirs while another card is not known may only give up, or wait for the table's word.
    """
    if player in hand.showdown.shown and whole_hand_known(hand, player):
        return
    if player not in hand.showdown.shown:
        cards = tuple(held.card for held in hand.cards.own[player])
        yield Offer(commands.ShowHand(player=player, cards=cards), player)
    if len(contenders(hand)) > 1:
        yield Offer(commands.Muck(player=player), player)


def _wins(night: Night, hand: Hand) -> Iterator[Offer]:
    """The table says who has won: whom the known cards name, and everybody else alone whom they do not contradict."""
    left = contenders(hand)
    told: list[commands.NameWinners] = []
    for first in (None, *left):
        rankings = tuple(_ranking(night, hand, share, scale, first) for share, scale in shares_at_stake(hand))
        command = commands.NameWinners(rankings=rankings)
        if command not in told and _is_accepted(name_winners, command, night):
            told.append(command)
            yield Offer(command)


def _ranking(
    night: Night, hand: Hand, share: str, scale: AnyScale | HighestClosed | None, first: PlayerId | None
) -> tuple[tuple[PlayerId, ...], ...]:
    """Groups of equal hands for a share, best first, as far as a pot needs them.

    `first` comes before all others. Then come those whose cards are not all known: nothing contradicts them.
    """
    able = [
        player
        for player in contenders(hand)
        if not hand.showdown.sides or hand.showdown.sides.get(player) in (share, "both")
    ]
    known = standings(hand, able, scale) if hand.stage == "showdown" else {}
    groups: list[tuple[PlayerId, ...]] = [
        (player,) for player in able if player not in known and not whole_hand_known(hand, player)
    ]
    while known:
        best = tuple(player for player, own in known.items() if not any(each.beats(own) for each in known.values()))
        groups.append(best)
        known = {player: own for player, own in known.items() if player not in best}
    if first in able and first is not None:
        others = (tuple(player for player in group if player != first) for group in groups)
        groups = [(first,), *filter(None, others)]
    return _as_far_as_needed(night, hand, groups)


def _as_far_as_needed(
    night: Night, hand: Hand, groups: Sequence[tuple[PlayerId, ...]]
) -> tuple[tuple[PlayerId, ...], ...]:
    """The first groups that name a winner of every pot that more than one can win."""
    left = contenders(hand)
    contested = [rivals for pot in pots_of(night, hand) if len(rivals := {*pot.eligible}.intersection(left)) > 1]
    named: list[tuple[PlayerId, ...]] = []
    for group in groups:
        if named and all(any(rivals.intersection(each) for each in named) for rivals in contested):
            break
        named.append(group)
    return tuple(named)


def _is_accepted(rule: Callable[[Any, Night], commands.Command], command: commands.Command, night: Night) -> bool:
    """Whether the rule takes the act as it stands."""
    try:
        rule(command, night)
    except errors.Refusal:
        return False
    return True


# Betting


def _betting(night: Night, hand: Hand, betting: Round, player: PlayerId) -> Iterator[Offer]:
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
    """What it takes to stay in: a call, all a player has where all agree to it, or nothing."""
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
    """How much the player may bet or raise; None when they may not."""
    paid = betting.paid.get(player, 0)
    room = paid + most_to_put_in(night, hand, player) - betting.price
    if room < 1 or player in betting.ahead or any(may_not_raise(hand, betting, player)):
        return None
    least, most, once = _bounds(night, hand, betting, player, room)
    # Who has put in more than the price, which was put right, raises by more than that.
    least = max(least, paid - betting.price + 1)
    if least > most:
        return None
    command: commands.Wager = commands.Bet(player=player, chips=least)
    if betting.price:
        command = commands.Raise(player=player, by=least)
    return Offer(command, player, least=least, most=most, once=once)


def _bounds(night: Night, hand: Hand, betting: Round, player: PlayerId, room: int) -> tuple[int, int, int]:
    """The least and the most a bet or raise may be within `room` chips, and the one amount besides; none if least > most."""
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
    """The smallest bet or raise that no least bet forbids: all the player has, or as much as anybody could match.

    Endless where nobody goes all-in, so that every least bet holds.
    """
    if not hand.game.goes_all_in:
        return ENDLESS
    most = max(betting.paid.get(other, 0) + night.stack(other) for other in hand.still_in if other != player)
    return max(1, min(room, most - betting.price))
