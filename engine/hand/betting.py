"""A betting round: check, bet, call, raise, fold, all-in, and what becomes of chips put in out of turn."""

from typing import TypeVar

from msgspec.structs import replace

from engine import commands, errors, events
from engine.game import steps
from engine.game.betting import Blinds, HouseLimit
from engine.game.steps import Bet as BetStep
from engine.hand.limits import check_limit, may_not_raise, to_bring_in, uses_once
from engine.hand.opening import note_opener, openers_now
from engine.hand.order import able_to_bet, beginning_with, opener
from engine.hand.positions import LIVE
from engine.hand.shadow import divide_payment
from engine.ids import PlayerId
from engine.resolved import resolved
from engine.rules import dealt_in, insist, playing
from engine.state import Hand, Night, Round, begun

W = TypeVar("W", bound=commands.Wager)


def betting_round(night: Night, player: PlayerId) -> tuple[Hand, Round]:
    """The hand and its open betting round, for a player who is in it."""
    hand = playing(night)
    if player not in hand.still_in:
        dealt_in(hand, player)
    if hand.round is None:
        raise errors.NoBettingNow(doing=doing_now(hand))
    return hand, hand.round


def doing_now(hand: Hand) -> str:
    """What the hand waits for, in a word or two: "draw", "turn until beaten"."""
    if hand.stage == "playing" and hand.cursor >= 0:
        return steps.name_of(type(hand.steps[hand.cursor]))
    return hand.stage


def is_turn(betting: Round, player: PlayerId) -> bool:
    """Whether the player may act now; while nobody knows who opens, anyone may."""
    return bool(betting.waiting) and (betting.anyone or betting.waiting[0] == player)


def counts_out_of_turn(hand: Hand, betting: Round, player: PlayerId) -> bool:
    """Whether the player is not at turn, and the rulebook says what becomes of chips they put in all the same."""
    return hand.game.out_of_turn != "refused" and not is_turn(betting, player)


def owed(betting: Round, player: PlayerId) -> int:
    """What the player must put in to stay in the hand."""
    return max(0, betting.price - betting.paid.get(player, 0))


def in_turn(command: commands.Wager | commands.Check | commands.Fold, betting: Round) -> None:
    """Refuses an act out of turn."""
    waiting = betting.waiting
    if waiting and waiting[0] == command.player:
        return
    if not is_turn(betting, command.player):
        insist(command, errors.NotYourTurn(player=command.player, turn=betting.waiting[:1]))


def put_in(command: commands.PutIn, night: Night) -> commands.Command:
    """Chips put in are a bet, a call or a raise, by what is owed."""
    hand, _ = betting_round(night, command.player)
    return _wager(command, night, hand, command.chips, said="put_in")


def go_all_in(command: commands.GoAllIn, night: Night) -> commands.Command:
    """All a player has is a bet, a call or a raise, by what is owed."""
    hand, _ = betting_round(night, command.player)
    chips = night.stack(command.player)
    if chips == 0:
        raise errors.HasNoChips(player=command.player)
    return _wager(command, night, hand, chips, said="all_in", agreed=command.agreed)


def pull_shadow(command: commands.PullShadow, night: Night) -> commands.Command:
    """A bet, call or raise for which the player is short of chips."""
    hand, _ = betting_round(night, command.player)
    stack = night.stack(command.player)
    if hand.game.short != "shadow":
        raise errors.NoShadowHere(game=hand.game.name, short=hand.game.short)
    if stack >= command.chips:
        raise errors.NotShortOfChips(player=command.player, stack=stack, chips=command.chips)
    return _wager(command, night, hand, command.chips, said="shadow")


def _wager(
    command: commands.PutIn | commands.GoAllIn | commands.PullShadow,
    night: Night,
    hand: Hand,
    chips: int,
    *,
    said: commands.Said,
    agreed: bool = False,
) -> commands.Command:
    player, betting = command.player, begun(hand.round)
    price = owed(betting, player)
    if betting.price == 0 or counts_out_of_turn(hand, betting, player):
        return bet(commands.Bet(player=player, chips=chips, said=said, waived=command.waived), night)
    if chips == price or (chips < price and chips == night.stack(player)):
        return call(commands.Call(player=player, agreed=agreed, said=said, waived=command.waived), night)
    if chips < price:
        raise errors.PutsInTooLittle(player=player, chips=chips, owed=price)
    to = betting.paid.get(player, 0) + chips
    return raise_(commands.Raise(player=player, to=to, said=said, waived=command.waived), night)


def bet(command: commands.Bet, night: Night) -> commands.Bet:
    """The first bet of the round; out of turn the chips stay, where the rulebook says so (RULINGS E3, R-S15)."""
    hand, betting = betting_round(night, command.player)
    player, chips = command.player, command.chips
    if not chips:
        raise errors.AmountIsMissing(act="bet")
    if counts_out_of_turn(hand, betting, player):
        if player in betting.answered_at or player in betting.ahead:
            # Who has spoken in this round and puts in more is rarely out of turn: most often it was said twice.
            insist(command, errors.HasSpokenInThisRound(player=player, turn=betting.waiting[:1]))
        paid, shadow = divide_payment(night, hand, player, chips)
        above = betting.paid.get(player, 0) + chips - betting.price
        if above > 0:
            check_limit(command, night, hand, by=above, chips=chips)
        return _weighed(hand, replace(command, chips=paid, shadow=shadow, ahead=True))
    if betting.price:
        raise errors.ThereIsABet(price=betting.price)
    in_turn(command, betting)
    if player in betting.ahead:
        insist(command, _said_early(hand, betting, player))
    chips, shadow = divide_payment(night, hand, player, chips)
    check_limit(command, night, hand, by=betting.paid.get(player, 0) + chips, chips=chips)
    if command.chips != chips or command.shadow != shadow or command.ahead:
        command = replace(command, chips=chips, shadow=shadow, ahead=False)
    return _weighed(hand, command)


def call(command: commands.Call, night: Night) -> commands.Call | commands.Bet | commands.Check:
    """Pays what is owed, all they have if that is less, or the missing part by shadow.

    Chips put in out of turn may cover the price; where there is none, whoever says so checks.
    """
    hand, betting = betting_round(night, command.player)
    player = command.player
    price = owed(betting, player)
    if price == 0:
        in_turn(command, betting)
    if price == 0 and player not in betting.ahead:
        raise errors.NothingToCall(player=player)
    if betting.price == 0:
        return check(commands.Check(player=player, said=command.said or "call", waived=command.waived), night)
    if price and counts_out_of_turn(hand, betting, player):
        early = commands.Bet(player=player, chips=price, said=command.said or "call", waived=command.waived)
        return bet(early, night)
    in_turn(command, betting)
    agreed = _taps_out(command, night, hand, price)
    if hand.game.goes_all_in:
        price = min(price, night.stack(player))
    if command.chips is not None and command.chips != price:
        raise errors.CallIsAnotherAmount(player=player, chips=command.chips, owed=price)
    chips, shadow = divide_payment(night, hand, player, price)
    if command.chips != chips or command.shadow != shadow or command.agreed != agreed:
        command = replace(command, chips=chips, shadow=shadow, agreed=agreed)
    return _weighed(hand, command)


def _taps_out(command: commands.Call, night: Night, hand: Hand, price: int) -> bool:
    """Whether they pay less than they owe because all let them tap out (RULINGS R-S10); without their consent they cannot."""
    stack = night.stack(command.player)
    short = hand.game.short == "tap-out" and stack < price
    if short and not command.agreed:
        insist(command, errors.TapOutNeedsConsent(player=command.player, stack=stack, owed=price))
    if command.agreed and not short:
        raise errors.NeedNotTapOut(player=command.player, stack=stack, owed=price)
    return short and command.agreed


def raise_(command: commands.Raise, night: Night) -> commands.Raise | commands.Bet:
    """Pays what is owed and more: `by` above the price, to `to` in this round."""
    hand, betting = betting_round(night, command.player)
    player = command.player
    by = command.by if command.by is not None else (command.to or 0) - betting.price
    to = betting.price + by
    if command.to is not None and command.to != to:
        raise errors.RaiseDoesNotAddUp(by=by, to=command.to, price=betting.price)
    said = command.said or ("raise_to" if command.by is None else None)
    if betting.price == 0 and command.chips is None:
        return bet(commands.Bet(player=player, chips=to, said=said or "raise_by", waived=command.waived), night)
    if by <= 0:
        raise errors.RaiseIsNoRaise(player=player, to=to, price=betting.price)
    paid = betting.paid.get(player, 0)
    chips = to - paid
    if chips <= 0:
        # Out of turn they have put in more than the raise would take.
        raise errors.RaiseIsNoRaise(player=player, to=to, price=paid)
    if counts_out_of_turn(hand, betting, player):
        return bet(commands.Bet(player=player, chips=chips, said="put_in", waived=command.waived), night)
    in_turn(command, betting)
    _may_raise(command, hand, betting)
    chips, shadow = divide_payment(night, hand, player, chips)
    check_limit(command, night, hand, by=by, chips=chips)
    if (command.chips, command.shadow, command.by, command.to, command.said) != (chips, shadow, by, to, said):
        command = replace(command, by=by, to=to, chips=chips, shadow=shadow, said=said)
    return _weighed(hand, command)


def _may_raise(command: commands.Raise, hand: Hand, betting: Round) -> None:
    """Who bet out of turn may not raise; nor who has no right to, by what was raised before."""
    player = command.player
    if player in betting.ahead:
        insist(command, _said_early(hand, betting, player))
    for refusal in may_not_raise(hand, betting, player):
        insist(command, refusal)


def _said_early(hand: Hand, betting: Round, player: PlayerId) -> errors.AgainstTheRules:
    if hand.game.out_of_turn == "binds":
        return errors.EarlyBetBinds(player=player, chips=betting.paid[player], owed=owed(betting, player))
    return errors.LostTheRightToRaise(player=player)


def check(command: commands.Check, night: Night) -> commands.Check | commands.Call | commands.Bet:
    """Stays in for nothing; impossible once somebody has bet (RULINGS E2).

    Where their chips put in out of turn cover that bet, they call it with them.
    """
    hand, betting = betting_round(night, command.player)
    in_turn(command, betting)
    if calls_with_what_is_in(betting, command.player):
        return call(commands.Call(player=command.player, said=command.said or "check", waived=command.waived), night)
    _must_bring_in(command, hand)
    price = owed(betting, command.player)
    if price:
        insist(command, errors.CheckAfterBet(player=command.player, owed=price))
    if not may_check(hand):
        insist(command, errors.NoCheckInThisRound(player=command.player))
    return command


def calls_with_what_is_in(betting: Round, player: PlayerId) -> bool:
    """Whether chips they put in out of turn cover what was bet, so that they call it for nothing (RULINGS R-E4)."""
    return betting.price > 0 and _is_covered(betting, player)


def _is_covered(betting: Round, player: PlayerId) -> bool:
    return player in betting.ahead and betting.paid.get(player, 0) >= betting.price


def may_check(hand: Hand) -> bool:
    """Whether the first to speak may check in this round; they open or fold where not (Longhorn Stud, RULINGS R-S14)."""
    step = hand.steps[hand.cursor]
    return type(step) is not BetStep or step.check or hand.round is None or hand.round.bettor is not None


def fold(command: commands.Fold, night: Night) -> commands.Fold:
    """Leaves the hand, in turn."""
    hand, betting = betting_round(night, command.player)
    in_turn(command, betting)
    _must_bring_in(command, hand)
    return command


def _must_bring_in(command: commands.Check | commands.Fold, hand: Hand) -> None:
    """Nobody checks or folds before the bring-in, as in every card room."""
    bring_in = to_bring_in(hand)
    if bring_in is not None:
        insist(command, errors.BringInComesFirst(player=command.player, chips=bring_in.chips))


def opening_of(night: Night, hand: Hand) -> events.RoundOpened:
    """How the betting round at the cursor begins: who is asked in which order, the price, the least bet; live blinds count."""
    first, opens = opener(hand)
    lead = first if first is not None else next(player for player in hand.betting_order if player in hand.still_in)
    forced, house = hand.game.forced, type(hand.game.limit) is HouseLimit
    blinds = forced if type(forced) is Blinds else None
    least, price = blinds.big if blinds and not house else 1, 0
    if blinds and hand.rounds.closed == 0 and (paid := live_bets(hand)):
        price = max(blinds.big, *paid.values())
        least = least if house else max(price, least)
    return events.RoundOpened(
        asked=tuple(beginning_with(hand, lead, able_to_bet(night, hand))),
        opens=opens,
        price=price,
        least=least,
        anyone=first is None,
        openers=openers_now(hand) is not None,
    )


def round_is_over(night: Night, hand: Hand, betting: Round) -> bool:
    """Nobody owes an answer, or the only one with chips left has already paid as much as anybody."""
    if not betting.waiting:
        return True
    # Most often the first two have chips left, and nobody else has to be looked at.
    able: list[PlayerId] = []
    all_in, by_shadow = hand.stakes.all_in, hand.game.short == "shadow"
    for player in hand.still_in:
        if by_shadow or (player not in all_in and night.stack(player) > 0):
            if able:
                return False
            able.append(player)
    most = max((betting.paid.get(player, 0) for player in hand.still_in if player not in able), default=0)
    return all(betting.paid.get(player, 0) >= most for player in able)


def not_asked(night: Night, hand: Hand, betting: Round) -> events.NotAsked | None:
    """Those asked to answer a new price who have no answer to give; None when there are none.

    They cannot bet, or they may not raise and have already paid the price (RULINGS E3, R-E4). Who bet their last chip
    early where that binds has nothing to put in, but their bet to make, or to tap out with it.
    """
    mode, able = hand.game.out_of_turn, able_to_bet(night, hand)
    bound = betting.ahead if mode == "binds" else ()
    unable = [player for player in betting.waiting if player not in able and player not in bound]
    covered = [player for player in betting.waiting if mode == "stays" and _is_covered(betting, player)]
    skipped = tuple(player for player in betting.waiting if player in unable or player in covered)
    return events.NotAsked(players=skipped, contested=betting.contested - len(unable)) if skipped else None


def _weighed(hand: Hand, event: W) -> W:
    """The wager with what else follows from its amount: see `commands.Wager`."""
    betting, player = begun(hand.round), event.player
    ahead = isinstance(event, commands.Bet) and event.ahead
    is_call = isinstance(event, commands.Call)
    freed = not ahead and hand.game.out_of_turn == "binds" and player in betting.ahead
    by = betting.paid.get(player, 0) + resolved(event.chips) - betting.price
    once = not is_call and uses_once(hand.game.limit, by)
    least = None if ahead or is_call else new_least(hand, betting, by)
    if (event.once, event.freed, event.least) == (once, freed, least):
        return event
    return replace(event, once=once, freed=freed, least=least)


def new_least(hand: Hand, betting: Round, by: int) -> int | None:
    """The least raise after the price has gone up by so much; None where it stays.

    A house limit knows no least raise: after a peder, one chip is a raise again.
    """
    return by if by > betting.raise_least and type(hand.game.limit) is not HouseLimit else None


def as_said(event: commands.Wager | commands.Check) -> commands.Command:
    """What the player said that came to this bet, call, raise or check, to be resolved anew where the round has changed."""
    player, waived, said = event.player, event.waived, event.said
    chips = event.chips if isinstance(event, commands.Wager) and event.chips else 0
    agreed = isinstance(event, commands.Call) and event.agreed
    match event, said:
        case _, "put_in":
            return commands.PutIn(player=player, chips=chips, waived=waived)
        case _, "shadow":
            return commands.PullShadow(player=player, chips=chips, waived=waived)
        case _, "all_in":
            return commands.GoAllIn(player=player, agreed=agreed, waived=waived)
        case commands.Raise(to=to), "raise_to":
            return commands.Raise(player=player, to=to, waived=waived)
        case commands.Raise(by=by), _:
            return commands.Raise(player=player, by=by, waived=waived)
        case commands.Bet(), "raise_by":
            return commands.Raise(player=player, by=chips, waived=waived)
        case commands.Bet(), "raise_to":
            return commands.Raise(player=player, to=chips, waived=waived)
        case commands.PutRight(put_in=put_in), _:
            return commands.PutRight(player=player, put_in=put_in, waived=waived)
        case (commands.Call(), None) | (_, "call"):
            return commands.Call(player=player, agreed=agreed, waived=waived)
        case commands.Bet(), None:
            return commands.Bet(player=player, chips=chips, waived=waived)
        case _:
            return commands.Check(player=player, waived=waived)


# What follows only copies facts; every rule was asked above.


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
