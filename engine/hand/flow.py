"""How a hand walks its script: the cursor, the steps that need nobody, and what the state of a hand demands next.

`follow_hand` looks only at the state: it returns the consequences that are due, or nothing when a person must act.
"""

from collections import deque
from collections.abc import Callable

from msgspec.structs import replace

from engine import events
from engine.game import steps
from engine.game.awards import TarokScore
from engine.hand.betting import open_round, round_is_over
from engine.hand.by_itself import follow_step
from engine.hand.deal_off import settled
from engine.hand.midnight import after_turning, begin_turning, next_turn
from engine.hand.open_cards import effect_due
from engine.hand.opening import passed_out
from engine.hand.order import note_all_in, turns_piles
from engine.hand.out_of_turn import early_bet_stands
from engine.hand.paying import carried, nobody_opened, seen, unseen
from engine.hand.shadow import divide_payment, pulled
from engine.hand.showdown import decided
from engine.hand.spellcheck import before_the_pot, judged
from engine.hand.tarok import passed_over
from engine.hand.tarok_paying import follow_bidding, follow_score, meld_paid
from engine.hand.tricks import begin_tricks
from engine.hand.uncalled import uncalled
from engine.ids import PlayerId
from engine.state import Hand, Night
from engine.trick_play import Contract


def follow_hand(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """What follows by the rules from where the hand stands."""
    if hand.passed_over is not None and hand.announced.dealer is not None:
        return (events.DealerIsAnother(player=hand.passed_over, dealer=hand.announced.dealer),)
    if hand.shadow_due:
        return (pulled(night, hand),)
    if hand.new_deal:
        return carried(night, hand)
    if hand.stage == "posting":
        carry = carry_due(night, hand)
        return (events.CarryAdded(chips=carry),) if carry else _next_post(night, hand)
    if len(hand.still_in) == 1:
        return unseen(night, hand)
    # A deal-off is no part of the game: its open cards have no effect.
    if hand.opened and not hand.deal_offs and (effect := effect_due(night, hand)) is not None:
        return (effect,)
    if hand.contract is not None and (due := _of_the_contract(night, hand)) is not None:
        return due
    if hand.stage == "playing" and hand.named is not None:
        return (events.StepsSkipped(steps=tuple(steps.name_of(type(step)) for step in hand.steps[hand.cursor :])),)
    if hand.stage == "showdown":
        return _of_the_showdown(night, hand)
    if hand.round is not None:
        if round_is_over(night, hand, hand.round):
            nobody = nobody_opened(night, hand) if passed_out(hand, hand.round) else ()
            return (*uncalled(night, hand, hand.round), events.RoundClosed(number=hand.rounds_closed + 1), *nobody)
        return early_bet_stands(hand, hand.round)
    if turns_piles(hand):
        drawn = after_turning(hand)
        return (drawn,) if drawn is not None else ()
    return follow_step(hand, night.rules.auto)


def _of_the_showdown(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    if hand.challenge is not None:
        return judged(night, hand)
    if not decided(hand):
        return ()
    if (due := before_the_pot(night, hand)) is not None:
        return due
    return settled(night, hand) if hand.deal_offs else seen(night, hand)


def carry_due(night: Night, hand: Hand) -> int:
    """What earlier hands left for this pot; a game without a pot leaves it for the next."""
    return 0 if type(hand.game.award) is TarokScore else night.balance.get("carry", 0)


def _of_the_contract(night: Night, hand: Hand) -> tuple[events.Event, ...] | None:
    """What a deal played for a contract demands besides its tricks; nothing where the script goes on."""
    if hand.stage == "showdown":
        return follow_score(night, hand)
    step = hand.steps[hand.cursor]
    if isinstance(step, steps.Bid):
        return follow_bidding(night, hand, step)
    return meld_paid(night, hand) or None


def _next_post(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    post = hand.posts_due[0]
    chips, shadow = divide_payment(night, hand, post.player, post.chips)
    return (events.ForcedBetPosted(player=post.player, kind=post.kind, chips=chips, shadow=shadow),)


def advance(night: Night, hand: Hand) -> None:
    """The step at the cursor is complete: the next one begins, or the showdown."""
    hand.cursor += 1
    hand.round = None
    hand.waiting = []
    script = hand.steps
    while (
        hand.cursor < len(script) and type(script[hand.cursor]) in AT_TIMES and passed_over(hand, script[hand.cursor])
    ):
        hand.cursor += 1
    if hand.cursor == len(script):
        hand.stage = "showdown"
        return
    hand.stage = "playing"
    begin = BEGIN.get(type(script[hand.cursor]))
    if begin is not None:
        begin(night, hand)


def _begin_bet(night: Night, hand: Hand) -> None:
    open_round(night, hand)
    if hand.opened:
        hand.opened = deque(entry for entry in hand.opened if _has_effect(hand, entry[1]))


def _ask_everyone(_: Night, hand: Hand) -> None:
    """Every player in the hand has something to choose."""
    hand.waiting = list(hand.still_in)


def _begin_bidding(_: Night, hand: Hand) -> None:
    hand.contract, hand.waiting = Contract(), list(hand.still_in)


def _ask_the_bidder(_: Night, hand: Hand) -> None:
    """The one who plays against the others has something to choose."""
    if hand.contract is not None and hand.contract.player is not None:
        hand.waiting = [hand.contract.player]


# How a step begins that is not just carried out.
BEGIN: dict[type[steps.AnyStep], Callable[[Night, Hand], None]] = {
    steps.Bet: _begin_bet,
    steps.Draw: _ask_everyone,
    steps.Pass: _ask_everyone,
    steps.Expose: _ask_everyone,
    steps.Arrange: _ask_everyone,
    steps.DeclareSides: _ask_everyone,
    steps.TurnUntilBeaten: lambda _, hand: begin_turning(hand),
    steps.Bid: _begin_bidding,
    steps.TakeWidow: _ask_the_bidder,
    steps.Announce: _ask_the_bidder,
    steps.Tricks: lambda _, hand: begin_tricks(hand),
}
# Steps that a hand may pass over.
AT_TIMES = frozenset({steps.Meld, steps.TakeWidow, steps.Announce})


def _has_effect(hand: Hand, card: str) -> bool:
    return any(effect.touches(card) for effect in hand.game.effects)


# What follows only copies facts.


def posted(night: Night, event: events.ForcedBetPosted) -> None:
    """An ante or blind lies in the pot; a missed small blind is dead and buys nothing."""
    hand = _hand(night)
    post = hand.posts_due.popleft()
    hand.posted.append(post if post.chips == event.chips else replace(post, chips=event.chips))
    if post.kind != "missed small blind":
        hand.put_in[event.player] += event.chips
    if event.shadow:
        hand.shadow_due = (event.player, event.shadow)
    note_all_in(night, hand, event.player)
    if not hand.posts_due:
        advance(night, hand)


def round_closed(night: Night, _: events.RoundClosed) -> None:
    """The betting round is over; within the loop of the piles the next one turns, and the cursor stays."""
    hand = _hand(night)
    hand.rounds_closed += 1
    betting = hand.round
    if betting is not None and betting.answered_at:
        # Who answered first stands first, and has opened the round if all checked.
        hand.shows_first = betting.bettor or next(iter(betting.answered_at))
    if turns_piles(hand):
        next_turn(hand)
    else:
        advance(night, hand)


def steps_skipped(night: Night, _: events.StepsSkipped) -> None:
    """The winner is named, and nobody is waited for any more."""
    hand = _hand(night)
    hand.stage, hand.cursor, hand.waiting = "showdown", len(hand.steps), []
    hand.sealed.clear()


def step_done(night: Night) -> None:
    """A dealer step was carried out, with what was to be laid during it; or the last one has answered."""
    hand = _hand(night)
    if not hand.lays_due:
        advance(night, hand)


def hand_ended(night: Night, _: events.HandEnded) -> None:
    """The hand is over; its cards may still be shown until the next one is announced."""
    hand = _hand(night)
    hand.stage = "over"
    if hand.game.next_dealer == "winner" and len(winners := _winners(hand)) == 1:
        night.next_button = night.people[winners[0]].seat
    night.last_hand, night.hand = hand, None


def _winners(hand: Hand) -> tuple[PlayerId, ...]:
    if hand.named is None:
        return tuple(hand.still_in)
    return next(best for best, *_ in filter(None, hand.named.rankings))


def _hand(night: Night) -> Hand:
    assert night.hand is not None
    return night.hand
