"""How a hand walks its script: the cursor, the steps that need nobody, and what the state of a hand demands next.

`follow_hand` looks only at the state: it returns the consequences that are due, or nothing when a person must act.
"""

from collections import deque

from msgspec.structs import replace

from engine import commands, events
from engine.game import steps
from engine.game.awards import TarokScore
from engine.hand.betting import open_round, round_is_over, uncalled
from engine.hand.deal_off import settled
from engine.hand.dealing import dealt_for_all
from engine.hand.declaring import all_declared
from engine.hand.exposing import all_exposed, may_open_unseen
from engine.hand.midnight import after_turning, begin_turning, next_turn
from engine.hand.open_cards import effect_due
from engine.hand.opening import passed_out
from engine.hand.order import note_all_in, turns_piles
from engine.hand.out_of_turn import early_bet_stands
from engine.hand.passing import may_pass_unseen
from engine.hand.paying import carried, nobody_opened, seen, unseen
from engine.hand.pile import lies_on_top, top_cards
from engine.hand.shadow import divide_payment, pulled
from engine.hand.showdown import decided
from engine.hand.spellcheck import before_the_pot, judged
from engine.hand.tarok import passed_over
from engine.hand.tarok_paying import follow_bidding, follow_score, meld_paid
from engine.hand.tricks import begin_tricks, follow_tricks
from engine.ids import PlayerId
from engine.state import Contract, Hand, Night

# Steps at which every player in the hand has something to choose.
ASKS_EVERYONE = (steps.Draw, steps.Pass, steps.Expose, steps.Arrange, steps.DeclareSides)
# Steps at which the one who plays against the others is asked.
ASKS_THE_BIDDER = (steps.TakeWidow, steps.Announce)


def follow_hand(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """What follows by the rules from where the hand stands."""
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
    if hand.stage == "showdown" or hand.named is not None:
        return _of_the_showdown(night, hand)
    if hand.round is not None:
        if round_is_over(night, hand, hand.round):
            nobody = nobody_opened(night, hand) if passed_out(hand, hand.round) else ()
            return (*uncalled(night, hand, hand.round), events.RoundClosed(number=hand.rounds_closed + 1), *nobody)
        return early_bet_stands(hand, hand.round)
    if turns_piles(hand):
        drawn = after_turning(hand)
        return (drawn,) if drawn is not None else ()
    return _without_a_tap(night, hand, hand.steps[hand.cursor])


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
    return 0 if isinstance(hand.game.award, TarokScore) else night.balance.get("carry", 0)


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


def _without_a_tap(night: Night, hand: Hand, step: steps.AnyStep) -> tuple[events.Event, ...]:
    """A dealer step that the house lets run by itself: all of them, or those whose cards nobody sees."""
    auto = night.rules.auto
    if isinstance(step, steps.DeclareSides):
        return () if hand.waiting else (all_declared(hand),)
    if isinstance(step, steps.Pass) and not hand.waiting:
        return (events.CardsPassed(),)
    if isinstance(step, steps.Tricks):
        return follow_tricks(hand, step, auto=auto)
    if isinstance(step, steps.Expose) and not hand.waiting:
        return (all_exposed(hand),)
    if auto == "none":
        return ()
    if isinstance(step, steps.TakeWidow) and hand.contract is not None and hand.contract.choice:
        return (commands.Discard(),)
    if isinstance(step, steps.TurnTrump):
        return (commands.TurnTrump(),) if auto == "all" else ()
    if hand.lays_due:
        return (commands.Lay(),) if auto == "all" or hand.lays_due[0].up == 0 else ()
    if isinstance(step, steps.Pass):
        return (events.CardsPassed(),) if not hand.sealed and may_pass_unseen(hand) else ()
    if isinstance(step, steps.Expose):
        return (all_exposed(hand),) if not hand.sealed and may_open_unseen(hand) else ()
    if isinstance(step, steps.Arrange):
        return (commands.ArrangeCards(player=hand.waiting[0]),)
    if isinstance(step, steps.Reveal):
        unseen_cards = tuple(lies_on_top(hand.own[player], held) for player, held in top_cards(hand))
        return (commands.RevealCards(cards=unseen_cards),) if auto == "all" else ()
    if isinstance(step, steps.Deal):
        closed = step.up == 0 and not dealt_for_all(hand, step)
        return (commands.Deal(),) if auto == "all" or closed else ()
    if isinstance(step, steps.Burn):
        return (commands.Burn(),)
    if isinstance(step, steps.Lay):
        return (commands.Lay(),) if auto == "all" or step.up == 0 else ()
    if isinstance(step, steps.Turn):
        return (commands.Turn(),) if auto == "all" else ()
    return ()


def advance(night: Night, hand: Hand) -> None:
    """The step at the cursor is complete: the next one begins, or the showdown."""
    hand.cursor += 1
    hand.round = None
    hand.waiting = []
    while hand.cursor < len(hand.steps) and passed_over(hand, hand.steps[hand.cursor]):
        hand.cursor += 1
    if hand.cursor == len(hand.steps):
        hand.stage = "showdown"
        return
    hand.stage = "playing"
    kind = type(hand.steps[hand.cursor])
    if kind is steps.Bet:
        open_round(night, hand)
        if hand.opened:
            hand.opened = deque(entry for entry in hand.opened if _has_effect(hand, entry[1]))
    elif kind is steps.TurnUntilBeaten:
        begin_turning(hand)
    elif kind in ASKS_EVERYONE:
        hand.waiting = list(hand.still_in)
    elif kind is steps.Bid:
        hand.contract, hand.waiting = Contract(), list(hand.still_in)
    elif kind in ASKS_THE_BIDDER and hand.contract is not None and hand.contract.player is not None:
        hand.waiting = [hand.contract.player]
    elif kind is steps.Tricks:
        begin_tricks(hand)


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
    return hand.named.rankings[0][0] if hand.named else tuple(hand.still_in)


def _hand(night: Night) -> Hand:
    assert night.hand is not None
    return night.hand
