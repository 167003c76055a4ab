"""The rules of check, bet, call, raise, fold and all-in, in turn and out of turn."""

from typing import TypeVar

from msgspec.structs import replace

from engine import commands, errors, events
from engine.game import steps
from engine.game.betting import Blinds, BringIn
from engine.game.steps import Bet as BetStep
from engine.ids import PlayerId
from engine.play.betting.limits import OneBet, check_limit, has_one_bet, may_not_raise, to_bring_in, uses_once
from engine.play.betting.round import (
    betting_round,
    counts_out_of_turn,
    in_turn,
    is_covered,
    new_least,
    opening_of,
    owed,
)
from engine.play.betting.shadow import divide_payment
from engine.preconditions import at_step, insist
from engine.registry import SAID, SHORTHAND, begins, decides, sized
from engine.resolved import resolved
from engine.speech import phrase
from engine.state import Hand, Night, Round, begun

W = TypeVar("W", bound=commands.Wager)


@decides(commands.PutIn)
def put_in(command: commands.PutIn, night: Night) -> commands.Command:
    """A bet, a call or a raise, depending on what the player owes."""
    hand, _ = betting_round(night, command.player)
    return _wager(command, night, hand, command.chips, stated_as="put_in")


@decides(commands.GoAllIn)
def go_all_in(command: commands.GoAllIn, night: Night) -> commands.Command:
    """All the player has: a bet, a call or a raise, depending on what they owe."""
    hand, _ = betting_round(night, command.player)
    chips = night.stack(command.player)
    if chips == 0:
        raise errors.HasNoChips(player=command.player)
    return _wager(command, night, hand, chips, stated_as="all_in", agreed=command.agreed)


@decides(commands.PullShadow)
def pull_shadow(command: commands.PullShadow, night: Night) -> commands.Command:
    """A bet, a call or a raise for which the player is short of chips."""
    hand, _ = betting_round(night, command.player)
    stack = night.stack(command.player)
    if hand.game.short != "shadow":
        raise errors.NoShadowHere(game=hand.game.name, short=hand.game.short)
    if stack >= command.chips:
        raise errors.NotShortOfChips(player=command.player, stack=stack, chips=command.chips)
    return _wager(command, night, hand, command.chips, stated_as="shadow")


def _wager(
    command: commands.PutIn | commands.GoAllIn | commands.PullShadow,
    night: Night,
    hand: Hand,
    chips: int,
    *,
    stated_as: commands.StatedAs,
    agreed: bool = False,
) -> commands.Command:
    player, betting = command.player, begun(hand.round)
    price = owed(betting, player)
    if betting.price == 0 or counts_out_of_turn(hand, betting, player):
        return bet(commands.Bet(player=player, chips=chips, said=stated_as, waived=command.waived), night)
    if chips == price or (chips < price and chips == night.stack(player)):
        return call(commands.Call(player=player, agreed=agreed, said=stated_as, waived=command.waived), night)
    if chips < price:
        raise errors.PutsInTooLittle(player=player, chips=chips, owed=price)
    to = betting.paid.get(player, 0) + chips
    return raise_(commands.Raise(player=player, to=to, said=stated_as, waived=command.waived), night)


@decides(commands.Bet)
def bet(command: commands.Bet, night: Night) -> commands.Bet:
    """The first bet of the round; chips put in out of turn stay if the rulebook says so (RULINGS E3, R-S15)."""
    hand, betting = betting_round(night, command.player)
    player, chips = command.player, command.chips
    if not chips:
        raise errors.AmountIsMissing(act=phrase("bet"))
    if counts_out_of_turn(hand, betting, player):
        if player in betting.answered_at or player in betting.ahead:
            # Chips from a player who has already spoken in this round are usually the same act entered twice.
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
        insist(command, _early_refusal(hand, betting, player))
    chips, shadow = divide_payment(night, hand, player, chips)
    check_limit(command, night, hand, by=betting.paid.get(player, 0) + chips, chips=chips)
    if command.chips != chips or command.shadow != shadow or command.ahead:
        command = replace(command, chips=chips, shadow=shadow, ahead=False)
    return _weighed(hand, command)


@decides(commands.Call)
def call(command: commands.Call, night: Night) -> commands.Call | commands.Bet | commands.Check:
    """Pays what the player owes: all they have if that is less, or the missing part by shadow.

    Chips put in out of turn may cover the price. With nothing to pay, a call by a player who bet early is a check.
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
    stack, agreed = night.stack(player), False
    if command.agreed or stack < price:
        agreed = _taps_out(command, night, hand, price)
    if stack < price and hand.game.goes_all_in:
        price = stack
    if command.chips is not None and command.chips != price:
        raise errors.CallIsAnotherAmount(player=player, chips=command.chips, owed=price)
    chips, shadow = (price, 0) if price <= stack else divide_payment(night, hand, player, price)
    if command.chips != chips or command.shadow != shadow or command.agreed != agreed:
        command = replace(command, chips=chips, shadow=shadow, agreed=agreed)
    return _weighed(hand, command)


def _taps_out(command: commands.Call, night: Night, hand: Hand, price: int) -> bool:
    """Whether the player pays less than they owe because everybody lets them tap out (RULINGS R-S10).

    Refuses a short call to which the others have not agreed, and an agreement that is not needed.
    """
    stack = night.stack(command.player)
    short = hand.game.short == "tap-out" and stack < price
    if short and not command.agreed:
        insist(command, errors.TapOutNeedsConsent(player=command.player, stack=stack, owed=price))
    if command.agreed and not short:
        raise errors.NeedNotTapOut(player=command.player, stack=stack, owed=price)
    return short and command.agreed


@decides(commands.Raise)
def raise_(command: commands.Raise, night: Night) -> commands.Raise | commands.Bet:
    """Pays what the player owes and more: `by` chips above the price, to `to` in this round."""
    hand, betting = betting_round(night, command.player)
    player = command.player
    if command.by is None and command.to is None:
        raise errors.AmountIsMissing(act=phrase("raise"))
    by = command.by if command.by is not None else (command.to or 0) - betting.price
    to = betting.price + by
    if command.to is not None and command.to != to:
        raise errors.RaiseDoesNotAddUp(by=by, to=command.to, price=betting.price)
    stated = command.said or ("raise_to" if command.by is None else None)
    if betting.price == 0 and command.chips is None:
        return bet(commands.Bet(player=player, chips=to, said=stated or "raise_by", waived=command.waived), night)
    if by <= 0:
        raise errors.RaiseIsNoRaise(player=player, to=to, price=betting.price)
    paid = betting.paid.get(player, 0)
    chips = to - paid
    if chips <= 0:
        # The player has already put in more than the raise takes, out of turn.
        raise errors.RaiseIsNoRaise(player=player, to=to, price=paid)
    if counts_out_of_turn(hand, betting, player):
        return bet(commands.Bet(player=player, chips=chips, said="put_in", waived=command.waived), night)
    in_turn(command, betting)
    _may_raise(command, night, hand, betting)
    chips, shadow = divide_payment(night, hand, player, chips)
    check_limit(command, night, hand, by=by, chips=chips)
    if (command.chips, command.shadow, command.by, command.to, command.said) != (chips, shadow, by, to, stated):
        command = replace(command, by=by, to=to, chips=chips, shadow=shadow, said=stated)
    return _weighed(hand, command)


def _may_raise(command: commands.Raise, night: Night, hand: Hand, betting: Round) -> None:
    """Refuses a raise by a player who bet out of turn, or whom the raises so far leave no right to raise."""
    player = command.player
    if player in betting.ahead:
        insist(command, _early_refusal(hand, betting, player))
    for refusal in may_not_raise(night, hand, betting, player):
        insist(command, refusal)


def _early_refusal(hand: Hand, betting: Round, player: PlayerId) -> errors.AgainstTheRules:
    if hand.game.out_of_turn == "binds":
        return errors.EarlyBetBinds(player=player, chips=betting.paid[player], owed=owed(betting, player))
    return errors.LostTheRightToRaise(player=player)


@decides(commands.Check)
def check(command: commands.Check, night: Night) -> commands.Check | commands.Call | commands.Bet:
    """Stays in without paying; refused once somebody has bet (RULINGS E2).

    If the player's chips put in out of turn cover that bet, the check is a call.
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
    _must_be_stated(command)
    return command


def calls_with_what_is_in(betting: Round, player: PlayerId) -> bool:
    """Whether the chips the player put in out of turn cover the price, so that calling costs nothing (RULINGS R-E4)."""
    return betting.price > 0 and is_covered(betting, player)


def may_check(hand: Hand) -> bool:
    """Whether a player may check before anybody bets; if not, they open or fold (Longhorn Stud, RULINGS R-S14)."""
    step = hand.steps[hand.cursor]
    return type(step) is not BetStep or step.check or hand.round is None or hand.round.bettor is not None


@decides(commands.Fold)
def fold(command: commands.Fold, night: Night) -> commands.Fold:
    """Leaves the hand; refused out of turn and before the bring-in."""
    hand, betting = betting_round(night, command.player)
    in_turn(command, betting)
    _must_bring_in(command, hand)
    return command


def _must_bring_in(command: commands.Check | commands.Fold, hand: Hand) -> None:
    """Refuses a check or fold before the bring-in, as every card room does."""
    bring_in = to_bring_in(hand)
    if bring_in is not None:
        insist(command, errors.BringInComesFirst(player=command.player, chips=bring_in.chips))


def _weighed(hand: Hand, event: W) -> W:
    """The wager with `once`, `freed` and `least` filled in; `commands.Wager` says what they mean."""
    _must_be_stated(event)
    betting, player = begun(hand.round), event.player
    once, least = False, None
    ahead = isinstance(event, commands.Bet) and event.ahead
    freed = player in betting.ahead and not ahead and hand.game.out_of_turn == "binds"
    if not isinstance(event, commands.Call):
        by = betting.paid.get(player, 0) + resolved(event.chips) - betting.price
        once = not has_one_bet(hand) and uses_once(hand.game.limit, by)
        least = None if ahead else new_least(hand, betting, by)
    if event.once is once and event.freed is freed and event.least == least:
        return event
    return replace(event, once=once, freed=freed, least=least)


def _must_be_stated(command: commands.Wager | commands.Check) -> None:
    """Refuses what no command says, so that every act in the book can be said again."""
    if command.said is not None and command.said not in SAID:
        raise errors.NothingIsSaidSo(said=command.said, known=list(SAID))


def command_behind(event: commands.Wager | commands.Check) -> commands.Command:
    """The command behind this bet, call, raise or check, ready to be resolved again when the round has changed."""
    player, waived, stated = event.player, event.waived, event.said
    kind = SAID.get(stated) if stated is not None else None
    if isinstance(event, commands.Wager) and kind in SHORTHAND:
        return _declared_again(resolved(kind), event)
    chips = event.chips if isinstance(event, commands.Wager) and event.chips else 0
    agreed = isinstance(event, commands.Call) and event.agreed
    match event, stated:
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


def _declared_again(kind: type[commands.Command], event: commands.Wager) -> commands.Command:
    """The shorthand, with each of its fields as it stands in the wager that it came to."""
    shared = set(kind.__struct_fields__).intersection(event.__struct_fields__)
    return kind(**{field: getattr(event, field) for field in shared})


@begins(steps.Bet)
def betting_begins(night: Night, hand: Hand, _: steps.Bet) -> events.Event | None:
    return opening_of(night, hand)


NOTHING_TO_DOUBLE = "double/nothing-at-stake"


@decides(commands.DoubleStakes)
def double_stakes(command: commands.DoubleStakes, night: Night) -> commands.Wager:
    """The bet that the doubling comes to; chips put in out of turn stay if the rulebook says so.

    Refuses a player with nothing at stake, and a second doubling.
    """
    at_step(night, steps.Double)
    player, waived = command.player, command.waived
    hand, betting = betting_round(night, player)
    stake = _stake_before(night, hand, player)
    if stake == 0:
        raise errors.HasNothingToDouble(player=player)
    if betting.price:
        return raise_(commands.Raise(player=player, by=stake, said="double", waived=waived), night)
    missing = stake - betting.paid.get(player, 0)
    # Chips put in out of turn may be the doubling already; said again, it is once more the whole stake.
    chips = missing if missing > 0 else stake
    return bet(commands.Bet(player=player, chips=chips, said="double", waived=waived), night)


@sized(steps.Double)
def the_doubling(night: Night, hand: Hand, player: PlayerId) -> OneBet:
    """The only bet of the round: exactly the stake, whatever the limit on bets is."""
    stake = _stake_before(night, hand, player)
    return OneBet(
        commands.DoubleStakes(player=player),
        chips=stake,
        nothing=errors.HasNothingToDouble(player=player),
        another=lambda by: errors.IsNotTheDoubling(player=player, by=by, stake=stake),
        again=errors.StakesAreDoubledOnce(player=player),
    )


def _stake_before(night: Night, hand: Hand, player: PlayerId) -> int:
    """The chips it takes the player to double: as many as they had put in before this round, or all they have."""
    paid = hand.round.paid.get(player, 0) if hand.round is not None else 0
    stake = hand.stakes.put_in[player] - paid
    return min(stake, paid + night.stack(player)) if hand.game.goes_all_in else stake


@begins(steps.Double)
def doubling_begins(night: Night, hand: Hand, step: steps.Double) -> events.Event:
    """Asks the players still in, as a betting round does, or passes the step over if nobody has anything to double.

    Blinds and a bring-in are not stakes before the first round is over, because not everybody has paid them.
    """
    opening = opening_of(night, hand)
    unequal = hand.rounds.closed == 0 and isinstance(hand.game.forced, Blinds | BringIn)
    if unequal or not any(_stake_before(night, hand, player) for player in opening.asked):
        return events.StepPassedOver(step=step.called(), rule=NOTHING_TO_DOUBLE)
    return opening
