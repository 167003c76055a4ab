"""Copies hands announced, begun and ended, their steps, antes and blinds, and who deals next."""

from msgspec.structs import replace

from engine import commands, events
from engine.game import steps
from engine.game.betting import Blinds
from engine.game.definition import Game
from engine.ledger.postings import Moves
from engine.registry import folds, folds_in_hand, moves
from engine.resolved import resolved
from engine.state import Before, Contract, Hand, Night, Piles


@folds(commands.AnnounceHand)
def announced(night: Night, event: commands.AnnounceHand) -> None:
    """The hand begins; without antes and blinds it is at its first step."""
    game = resolved(event.declaration)
    night.hands_played += 1
    night.last_hand = night.newcomer = None
    people, seats = night.people, night.positions
    before = Before(seats.last_button, seats.next_button, seats.last_big)
    night.hand = hand = Hand(night.hands_played, event, game, before)
    for player in hand.order:
        people[player].hands += 1
    _count_deal(night, event, 1)
    _remember_positions(night, event, game)
    if not hand.stakes.posts_due:
        hand.advance()


@folds_in_hand(events.DealerIsAnother)
def other_dealer_recorded(_: Night, hand: Hand, __: events.DealerIsAnother) -> None:
    """The event about another dealer is recorded, so it is not due again."""
    hand.other_dealer_recorded = True


@folds_in_hand(events.BlindsMissed)
def blinds_missed(night: Night, _: Hand, event: events.BlindsMissed) -> None:
    """These players owe both blinds."""
    for player in event.players:
        night.people[player].missed_big = night.people[player].missed_small = True


@folds_in_hand(events.CarryAdded)
def carry_added(_: Night, hand: Hand, __: events.CarryAdded) -> None:
    """The pot begins with the chips carried; this is the last event before the antes."""
    hand.just_announced = None


def _count_deal(night: Night, event: commands.AnnounceHand, deals: int) -> None:
    if event.dealer is not None:
        night.people[event.dealer].deals += deals


def _remember_positions(night: Night, event: commands.AnnounceHand, game: Game) -> None:
    seats = night.positions
    seats.last_button, seats.next_button = event.button, 0
    before, seats.last_small, seats.last_big = seats.last_big, 0, 0
    if type(game.forced) is not Blinds:
        # The deal moved on in hands without blinds, so the next blinds are counted from the dealer.
        return
    for post in event.posts or ():
        person, kind = night.people[post.player], post.kind
        if kind == "small blind":
            seats.last_small = person.seat
        elif kind == "big blind":
            seats.last_big = person.seat
        if person.missed_big and kind in ("big blind", "missed big blind"):
            person.missed_big = False
        if person.missed_small and kind in ("small blind", "big blind", "missed small blind"):
            person.missed_small = False
    seats.last_small = seats.last_small or before


@folds_in_hand(commands.NewDeal)
def new_deal_demanded(night: Night, hand: Hand, _: commands.NewDeal) -> None:
    """The hand stops here."""
    hand.new_deal = True
    _count_deal(night, hand.announced, -1)


@folds_in_hand(commands.NameTheGame)
def game_named(night: Night, hand: Hand, event: commands.NameTheGame) -> None:
    """The hand goes on with the steps of the game named."""
    hand.play(resolved(event.declaration))
    hand.advance()


@folds_in_hand(events.ForcedBetPosted)
def posted(_: Night, hand: Hand, event: events.ForcedBetPosted) -> None:
    """An ante or blind is in the pot; a missed small blind is dead and does not count as put in by the player."""
    stakes, player, chips = hand.stakes, event.player, event.chips
    post = stakes.posts_due.pop(0)
    stakes.posted.append(post if post.chips == chips else replace(post, chips=chips))
    if post.kind != "missed small blind":
        stakes.put_in[player] += chips
    if event.shadow:
        stakes.shadow_due = (player, event.shadow)
    hand.just_announced, stakes.paid_last = None, player
    if not stakes.posts_due:
        hand.advance()


@folds_in_hand(events.StepBegan)
def step_began(_: Night, hand: Hand, event: events.StepBegan) -> None:
    """These players are asked; with piles, the first of them has not turned a card yet."""
    before, step = hand.asked.waiting[:1], hand.steps[hand.cursor]
    hand.asked.begun, hand.asked.waiting = True, list(event.asked)
    if isinstance(step, steps.Bid) and hand.contract is None:
        hand.contract = Contract()
    elif isinstance(step, steps.TurnUntilBeaten) and hand.piles is None:
        hand.piles = Piles()
    elif hand.piles is not None and before != hand.asked.waiting[:1]:
        hand.piles.turned_now, hand.piles.says_beaten = 0, None


@folds_in_hand(events.StepPassedOver)
def step_passed_over(_: Night, hand: Hand, __: events.StepPassedOver) -> None:
    """The next step is due."""
    hand.advance()


@folds_in_hand(events.RoundClosed)
def round_closed(_: Night, hand: Hand, __: events.RoundClosed) -> None:
    """The betting round is over; while piles are turned, the cursor stays and the next player turns."""
    hand.rounds.closed += 1
    betting = hand.round
    if betting is not None and betting.answered_at:
        # The first player who answered counts as the opener if everybody checked.
        hand.rounds.shows_first = betting.bettor or next(iter(betting.answered_at))
    if type(hand.steps[hand.cursor]) is steps.TurnUntilBeaten:
        hand.round, hand.asked.begun = None, False
    else:
        hand.advance()


@folds_in_hand(events.StepsSkipped)
def steps_skipped(_: Night, hand: Hand, __: events.StepsSkipped) -> None:
    """The winner is named, and the hand waits for nobody any more."""
    hand.stage, hand.cursor, hand.asked.waiting = "showdown", len(hand.steps), []
    hand.asked.sealed.clear()


@folds_in_hand(events.HandEnded)
def hand_ended(night: Night, hand: Hand, event: events.HandEnded) -> None:
    """The hand is over; its cards may still be shown until the next one is announced."""
    hand.stage = "over"
    if event.next_dealer is not None:
        night.positions.next_button = night.people[event.next_dealer].seat
    night.last_hand, night.hand = hand, None


@moves(events.CarryAdded)
def carry_added_moves(event: events.CarryAdded) -> Moves:
    return (("carry", "pot", event.chips),)
