"""What a bet, a call or a fold leaves in the round and in the ledger, copied from its event."""

from engine import commands, events
from engine.ids import PlayerId
from engine.ledger.postings import Moves
from engine.play.betting.acts import LIVE
from engine.registry import copies_nothing, folds, folds_in_hand, moves
from engine.resolved import resolved
from engine.state import Hand, Held, Night, Round, begun


def live_bets(hand: Hand) -> dict[PlayerId, int]:
    """What each player has posted that counts as a bet."""
    paid: dict[PlayerId, int] = {}
    for post in hand.stakes.posted:
        if post.kind in LIVE:
            paid[post.player] = paid.get(post.player, 0) + post.chips
    return paid


def asked_again(hand: Hand, betting: Round, player: PlayerId) -> list[PlayerId]:
    """Everybody else still in who is not all-in, or whose early bet is still to be made, in order behind the player."""
    order, place = hand.betting_order, hand.betting_order.index(player)
    around = order[place + 1 :] + order[:place]
    if not hand.stakes.all_in:
        return [other for other in around if other in hand.still_in]
    out = hand.stakes.all_in - betting.ahead
    return [other for other in around if other in hand.still_in and other not in out]


@folds_in_hand(events.RoundOpened)
def round_opened(_: Night, hand: Hand, event: events.RoundOpened) -> None:
    """The round begins; what opened cards had to do is done, and the live blinds are paid already."""
    hand.asked.begun, hand.just_announced = True, None
    hand.effects.due.clear()
    hand.effects.acted.clear()
    hand.round = betting = Round(
        list(event.asked), raise_least=event.least, price=event.price, anyone=event.anyone, openers=event.openers
    )
    if event.price:
        betting.paid = live_bets(hand)


@folds_in_hand(commands.Bet, commands.Call, commands.Raise, commands.PutRight)
def wagered(_: Night, hand: Hand, event: commands.Wager) -> None:
    """Chips have gone in: the price, who must answer, and what the player can no longer do."""
    betting, player, chips = begun(hand.round), event.player, resolved(event.chips)
    _spoken(hand)
    betting.paid[player] = betting.paid.get(player, 0) + chips
    hand.stakes.put_in[player] += chips
    if event.shadow:
        hand.stakes.shadow_due = (player, event.shadow)
    hand.stakes.paid_last = player
    betting.led = False
    if event.once:
        hand.stakes.once_used.add(player)
    if type(event) is commands.Bet and event.ahead:
        betting.ahead.add(player)
        return
    began = _begin_with(hand, betting, player) if betting.anyone else betting.waiting
    if event.freed:
        betting.ahead.discard(player)
    if isinstance(event, commands.Call):
        betting.answered_at[player] = betting.price
        # Who is all-in owes no answer; their turn may have been waived all the same.
        if player in began:
            began.remove(player)
        return
    lead(hand, betting, event)


def lead(hand: Hand, betting: Round, event: commands.Wager | events.EarlyBetStands) -> None:
    """What the player has paid is the price now, and everybody else must answer it."""
    player = event.player
    note_opener(hand, betting, player)
    if event.least is not None:
        betting.raise_least = event.least
    betting.price = betting.paid[player]
    betting.prices.append(betting.price)
    betting.answered_at[player] = betting.price
    betting.bettor = player
    betting.waiting = asked_again(hand, betting, player)
    betting.contested, betting.led = len(betting.waiting), True


@folds_in_hand(events.NotAsked)
def others_not_asked(_: Night, hand: Hand, event: events.NotAsked) -> None:
    """They owe no answer to this price."""
    betting = begun(hand.round)
    betting.waiting = [player for player in betting.waiting if player not in event.players]
    betting.contested, betting.led = event.contested, False


def _begin_with(hand: Hand, betting: Round, player: PlayerId) -> list[PlayerId]:
    """Those who owe an answer once the first to act, where nobody knew the opener, has become it."""
    betting.anyone = False
    order, place = hand.betting_order, hand.betting_order.index(player)
    around = order[place + 1 :] + order[:place]
    betting.waiting = [player, *(other for other in around if other in betting.waiting)]
    return betting.waiting


@folds_in_hand(commands.Check, commands.Fold)
def answered(_: Night, hand: Hand, event: commands.Check | commands.Fold) -> None:
    """A check or a fold: the player owes no answer any more, and who folds is out."""
    betting = begun(hand.round)
    betting.led = False
    _spoken(hand)
    player = event.player
    waiting = _begin_with(hand, betting, player) if betting.anyone else betting.waiting
    if player in waiting:
        waiting.remove(player)
    betting.answered_at[player] = betting.price
    if type(event) is commands.Fold:
        hand.still_in.remove(player)


def _spoken(hand: Hand) -> None:
    """Somebody has bet, checked or folded: an offer nobody answered was forgotten, and the cards dealt lie as they fell."""
    if hand.effects.offers:
        hand.effects.forgotten.update(hand.effects.offers)
        hand.effects.offers.clear()
    if hand.cards.fresh:
        hand.cards.fresh.clear()
        hand.cards.settled.clear()


@folds_in_hand(events.UncalledReturned)
def returned(_: Night, hand: Hand, event: events.UncalledReturned) -> None:
    """The unmatched part of a bet counts neither in the round nor in the pots."""
    hand.stakes.put_in[event.player] -= event.chips
    hand.stakes.all_in.discard(event.player)
    if hand.round is not None:
        hand.round.paid[event.player] -= event.chips


@folds_in_hand(events.EarlyBetStands)
def stood(_: Night, hand: Hand, event: events.EarlyBetStands) -> None:
    """Their bet counts from now on, and they are as free as anybody when they are asked again."""
    betting, player = begun(hand.round), event.player
    betting.ahead.remove(player)
    if event.by:
        lead(hand, betting, event)
        return
    betting.waiting.remove(player)
    betting.answered_at[player] = betting.price


@folds_in_hand(events.ShadowPulled)
def shadow_pulled(_: Night, hand: Hand, __: events.ShadowPulled) -> None:
    """The marker lies in front of the player; the ledger holds marker and debt."""
    hand.stakes.shadow_due = None


def note_opener(hand: Hand, betting: Round, player: PlayerId) -> None:
    """The first player to bet has opened the round; the cards they could use are kept as they lie, known or not."""
    if betting.bettor is not None:
        return
    hand.rounds.opened_by = player
    if hand.rounds.opener is None and betting.openers:
        hand.rounds.opener = player
        hand.rounds.opener_held = [*hand.cards.own[player], *hand.cards.board]


def keep_as_opened(hand: Hand, player: PlayerId) -> None:
    """The opener throws cards away that nobody has seen: what is known of those they opened with is known by now."""
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


@folds_in_hand(events.WentAllIn)
def went_all_in(_: Night, hand: Hand, event: events.WentAllIn) -> None:
    """The player is not asked any more, unless their early bet is still to be made."""
    hand.stakes.all_in.add(event.player)
    betting = hand.round
    if betting is not None and event.player in betting.waiting and event.player not in betting.ahead:
        betting.waiting.remove(event.player)
