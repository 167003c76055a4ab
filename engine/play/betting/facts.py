"""Copies what bets, calls, checks and folds did into the round, the stakes and the ledger."""

from engine import commands, events
from engine.ids import PlayerId
from engine.ledger.postings import Moves
from engine.play.around import behind
from engine.play.betting.acts import LIVE
from engine.registry import copies_nothing, folds, folds_in_hand, moves
from engine.resolved import resolved
from engine.state import Hand, Held, Night, Round, begun


def live_bets(hand: Hand) -> dict[PlayerId, int]:
    """The chips each player has posted that count as a bet: straddles and all blinds but a missed small blind."""
    paid: dict[PlayerId, int] = {}
    for post in hand.stakes.posted:
        if post.kind in LIVE:
            paid[post.player] = paid.get(post.player, 0) + post.chips
    return paid


def asked_again(hand: Hand, betting: Round, player: PlayerId) -> list[PlayerId]:
    """Everybody else still in who is not all-in or whose early bet still has to count, in order behind the player."""
    still_in, all_in = hand.still_in, hand.stakes.all_in
    if hand.betting_order is hand.order and not all_in and player in still_in:
        # Most often nothing but the seats decides, and those still in keep that order.
        place = still_in.index(player)
        return still_in[place + 1 :] + still_in[:place]
    out = all_in - betting.ahead
    return [other for other in behind(hand.betting_order, player) if other in still_in and other not in out]


@folds_in_hand(events.RoundOpened)
def round_opened(_: Night, hand: Hand, event: events.RoundOpened) -> None:
    """The round begins: opened cards have taken effect, and the live blinds count as paid."""
    hand.just_announced = None
    effects = hand.effects
    if effects.due or effects.acted:
        effects.due.clear()
        effects.acted.clear()
    hand.round = betting = Round(event)
    if betting.price:
        betting.paid = live_bets(hand)


@folds_in_hand(commands.Bet)
def bet(_: Night, hand: Hand, event: commands.Bet) -> None:
    """The price goes up, unless the turn of the player is still to come."""
    betting = _put_in(hand, event)
    if event.ahead:
        betting.ahead |= {event.player}
    else:
        lead(hand, betting, event)


@folds_in_hand(commands.Raise)
def raised(_: Night, hand: Hand, event: commands.Raise) -> None:
    """The price goes up."""
    lead(hand, _put_in(hand, event), event)


@folds_in_hand(commands.Call, commands.PutRight)
def called(_: Night, hand: Hand, event: commands.Call) -> None:
    """The player has answered."""
    _has_answered(_put_in(hand, event), event.player)


def _put_in(hand: Hand, event: commands.Wager) -> Round:
    """Chips have gone in; the round in which they did, and what the player can no longer do."""
    betting, player, chips = _spoken(hand), event.player, resolved(event.chips)
    stakes = hand.stakes
    betting.paid[player] = betting.paid.get(player, 0) + chips
    stakes.put_in[player] += chips
    stakes.paid_last = player
    if event.shadow:
        stakes.shadow_due = (player, event.shadow)
    if event.once:
        stakes.once_used |= {player}
    if betting.anyone:
        _begin_with(hand, betting, player)
    if event.freed:
        betting.ahead -= {player}
    return betting


def lead(hand: Hand, betting: Round, event: commands.Wager | events.EarlyBetStands) -> None:
    """The price is now what the player has paid, and everybody else must answer it."""
    player = event.player
    if betting.bettor is None:
        note_opener(hand, betting, player)
    if event.least is not None:
        betting.raise_least = event.least
    betting.price = price = betting.paid[player]
    betting.prices.append(price)
    betting.answered_at[player] = price
    betting.bettor = player
    betting.waiting = waiting = asked_again(hand, betting, player)
    betting.contested, betting.led = len(waiting), True


@folds_in_hand(events.NotAsked)
def others_not_asked(_: Night, hand: Hand, event: events.NotAsked) -> None:
    """The players named owe no answer to this price."""
    betting = begun(hand.round)
    betting.waiting = [player for player in betting.waiting if player not in event.players]
    betting.contested, betting.led = event.contested, False


def _begin_with(hand: Hand, betting: Round, player: PlayerId) -> None:
    """The players who owe an answer, now that the player has acted first where nobody knew who opens."""
    betting.anyone = False
    betting.waiting = [player, *(other for other in behind(hand.betting_order, player) if other in betting.waiting)]


def _has_answered(betting: Round, player: PlayerId) -> None:
    """The player has answered the price. Who is all-in owes no answer; their turn may have been waived all the same."""
    betting.answered_at[player] = betting.price
    waiting = betting.waiting
    if waiting and waiting[0] == player:
        del waiting[0]
    elif player in waiting:
        waiting.remove(player)


@folds_in_hand(commands.Check, commands.Fold)
def answered(_: Night, hand: Hand, event: commands.Check | commands.Fold) -> None:
    """After a check or a fold the player owes no answer; a player who folds is out of the hand."""
    betting, player = _spoken(hand), event.player
    if betting.anyone:
        _begin_with(hand, betting, player)
    _has_answered(betting, player)
    if type(event) is commands.Fold:
        hand.still_in.remove(player)


def _spoken(hand: Hand) -> Round:
    """The round in which somebody has spoken.

    Unanswered offers of a card are forgotten, and the last deal can no longer be moved.
    """
    effects, cards = hand.effects, hand.cards
    if effects.offers:
        effects.forgotten.update(effects.offers)
        effects.offers.clear()
    if cards.fresh:
        cards.fresh.clear()
        cards.settled = frozenset()
    betting = begun(hand.round)
    betting.led = False
    return betting


@folds_in_hand(events.UncalledReturned)
def returned(_: Night, hand: Hand, event: events.UncalledReturned) -> None:
    """The part of a bet that nobody matched counts neither in the round nor in the pots."""
    hand.stakes.put_in[event.player] -= event.chips
    hand.stakes.all_in -= {event.player}
    if hand.round is not None:
        hand.round.paid[event.player] -= event.chips


@folds_in_hand(events.EarlyBetStands)
def stood(_: Night, hand: Hand, event: events.EarlyBetStands) -> None:
    """The early bet counts from now on, and the player is free to raise when asked again."""
    betting, player = begun(hand.round), event.player
    betting.ahead -= {player}
    if event.by:
        lead(hand, betting, event)
        return
    betting.waiting.remove(player)
    betting.answered_at[player] = betting.price


@folds_in_hand(events.WentAllIn)
def went_all_in(_: Night, hand: Hand, event: events.WentAllIn) -> None:
    """The player is not asked any more, unless their early bet is still to be made."""
    hand.stakes.all_in |= {event.player}
    betting = hand.round
    if betting is not None and event.player in betting.waiting and event.player not in betting.ahead:
        betting.waiting.remove(event.player)


@folds_in_hand(events.ShadowPulled)
def shadow_pulled(_: Night, hand: Hand, __: events.ShadowPulled) -> None:
    """The marker lies in front of the player; the ledger holds marker and debt."""
    hand.stakes.shadow_due = None


def note_opener(hand: Hand, betting: Round, player: PlayerId) -> None:
    """The first player to bet has opened the round; their cards are kept as they lie now, known or not."""
    hand.rounds.opened_by = player
    if hand.rounds.opener is None and betting.openers:
        hand.rounds.opener = player
        hand.rounds.opener_held = [*hand.cards.own[player], *hand.cards.board]


def keep_as_opened(hand: Hand, player: PlayerId) -> None:
    """The opener throws away unseen cards, so nothing more can become known about the cards they opened with."""
    if player == hand.rounds.opener:
        hand.rounds.opener_held = [Held(held.card, up=held.up) for held in hand.rounds.opener_held]


@moves(commands.Bet, commands.Call, commands.Raise, commands.PutRight, events.ForcedBetPosted)
def wagered_moves(event: commands.Wager | events.ForcedBetPosted) -> Moves:
    return (("chips:" + event.player, "pot", (event.chips or 0) - event.shadow),)


@moves(events.ShadowPulled)
def pulled_moves(event: events.ShadowPulled) -> Moves:
    return (("pot", "shadow:" + event.player, event.marker), ("owed:" + event.player, "due", event.debt))


@moves(events.UncalledReturned)
def returned_moves(event: events.UncalledReturned) -> Moves:
    return (("pot", "chips:" + event.player, event.chips),)


@moves(events.MarkerReturned)
def marker_back_moves(event: events.MarkerReturned) -> Moves:
    return (("shadow:" + event.player, "pot", event.chips),)


@moves(events.DebtPaid)
def debt_paid_moves(event: events.DebtPaid) -> Moves:
    return (("chips:" + event.player, "pot", event.chips), ("due", "owed:" + event.player, event.chips))


folds(events.MarkerReturned, events.DebtPaid)(copies_nothing)
