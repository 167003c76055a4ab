"""What may be done now: whose turn it is, what they owe, and how much they may put in."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.game import steps
from engine.game.awards import LastHolding
from engine.game.betting import FixedLimit, HouseLimit, PotLimit
from engine.hand.antes import loans_offered
from engine.hand.betting import calls_with_what_is_in, may_check, owed
from engine.hand.dealing import cards_wanted, has_card_to_spare, left_to_deal
from engine.hand.declaring import able_to_win
from engine.hand.limits import fixed_size, may_not_raise, most_in_pot_limit, to_bring_in
from engine.hand.order import turns_piles
from engine.hand.pile import unturned
from engine.hand.showdown import decided, may_end_now, order_of_showing
from engine.hand.spellcheck import before_the_pot, challengers
from engine.hand.strength import shares_at_stake, whole_hand_known
from engine.hand.tarok import goals_open, higher_bids
from engine.hand.tarok_melds import meld_due, melds_open
from engine.hand.tarok_paying import points_in_reach
from engine.hand.tricks import to_play
from engine.ids import PlayerId
from engine.state import BOTTOMLESS, Hand, Night, Round


class Choice(NamedTuple):
    """One act open to a player (or, without one, to the table): `least` to `most` chips or cards, or `once` exactly."""

    act: str
    player: PlayerId | None = None
    owed: int = 0
    least: int = 0
    most: int = 0
    once: int = 0


def _of_tricks(hand: Hand, step: steps.Tricks) -> tuple[Choice, ...]:
    """A card is played, or the trick simply taken; before the first one, what may still be said of the contract."""
    play = hand.tricks
    assert play is not None
    if play.draws_due:
        return (Choice("draw_stock"),)
    acts = [Choice("play", player) for player in to_play(hand)[:1]]
    acts += [Choice("take", player) for player in hand.still_in]
    if isinstance(hand.game.award, LastHolding):
        return (*acts, Choice("win"))
    score = _score(hand) if hand.contract else ()
    if play.number or play.lying:
        return (*acts, *score)
    announced = [Choice("meld", player) for player in hand.still_in if melds_open(hand, player)]
    announced += [Choice(goal, player) for goal, player in goals_open(hand)]
    # A meld that is known comes before the first lead (RULINGS R-T19).
    return tuple(announced) if meld_due(hand) else (*acts, *announced, *score)


def _score(hand: Hand) -> tuple[Choice, ...]:
    """The table says how a deal played for a contract ended, with points that the known cards allow."""
    least, most = points_in_reach(hand)
    return (Choice("score", least=least, most=most),)


def _of_the_bidder(hand: Hand, step: steps.TakeWidow | steps.Announce) -> tuple[Choice, ...]:
    contract = hand.contract
    assert contract is not None
    if isinstance(step, steps.Announce):
        return tuple(Choice(goal, contract.player) for goal in step.goals.split())
    if contract.choice:
        return (Choice("discard", contract.player, least=step.cards, most=step.cards),)
    return (Choice("widow", contract.player, least=1, most=3),)


ANSWERS: dict[type[steps.Step], str] = {
    steps.Pass: "pass",
    steps.Expose: "expose",
    steps.Arrange: "arrange",
    steps.DeclareSides: "declare",
}


def choices(night: Night) -> tuple[Choice, ...]:
    """Everything that moves the hand on from where it stands, and the cards on offer.

    Between hands the loans for those who lack the next ante (RULINGS R-E12), and nothing else.
    """
    hand = night.hand
    if hand is None:
        return tuple(Choice("lend", player, least=lacks, most=chips) for player, lacks, chips in loans_offered(night))
    return (*_waited_for(night, hand), *_on_offer(night, hand))


def _on_offer(night: Night, hand: Hand) -> Iterator[Choice]:
    """A card that is offered may be had or declined by its player, whoever's turn it is, until betting begins."""
    for player, price in hand.offers.items():
        if has_card_to_spare(hand) and (hand.game.short == "shadow" or night.stack(player) >= price):
            yield Choice("buy", player, owed=price)
        yield Choice("decline", player)


def _waited_for(night: Night, hand: Hand) -> tuple[Choice, ...]:
    if hand.stage == "showdown":
        return _score(hand) if hand.contract else _at_showdown(night, hand)
    if hand.round is not None:
        turns = hand.round.waiting if hand.round.anyone else hand.round.waiting[:1]
        return tuple(choice for player in turns for choice in _betting(night, hand, hand.round, player))
    if turns_piles(hand):
        return _turning(hand, hand.waiting[0])
    step = hand.steps[hand.cursor]
    if hand.lays_due:
        # The dealer lays, and only the others may call.
        dealer = hand.announced.dealer
        return (Choice("lay"), *(Choice("spit", player) for player in hand.still_in if player != dealer))
    if type(step) in ANSWERS:
        return tuple(Choice(ANSWERS[type(step)], player) for player in hand.waiting)
    if isinstance(step, steps.NameGame):
        return (Choice("name"),)
    if isinstance(step, steps.Bid):
        higher = higher_bids(hand, step)
        return tuple(Choice(act, player) for player in hand.waiting[:1] for act in (*higher, "pass_bid"))
    if isinstance(step, steps.TakeWidow | steps.Announce):
        return _of_the_bidder(hand, step)
    if isinstance(step, steps.Tricks):
        return _of_tricks(hand, step)
    if isinstance(step, steps.Draw):
        return tuple(
            Choice("exchange", player, least=step.up_to if step.compulsory else 0, most=step.up_to)
            for player in hand.waiting[:1]
        )
    if isinstance(step, steps.Deal) and cards_wanted(hand, step) > left_to_deal(hand):
        return (Choice("new_deal"),)
    return (Choice(type(step).__name__.lower()),)


def _turning(hand: Hand, player: PlayerId) -> tuple[Choice, ...]:
    """They turn on while they have a pile."""
    return (Choice("turn own", player),) if unturned(hand.own[player]) else ()


def _at_showdown(night: Night, hand: Hand) -> tuple[Choice, ...]:
    if decided(hand) and before_the_pot(night, hand) == ():
        doubted = tuple(
            Choice("challenge", player) for player in dict.fromkeys(who for who, _ in challengers(night, hand))
        )
        return (*doubted, Choice("accept"), *_wins(hand))
    silent = [
        player for player in order_of_showing(hand) if player not in hand.shown or not whole_hand_known(hand, player)
    ]
    # Who has shown all of theirs while another card is not known may only give up, or wait for the table's word.
    acts = [
        Choice(act, player) for player in silent for act in (("muck",) if player in hand.shown else ("show", "muck"))
    ]
    return (*acts, *_wins(hand))


def ending_early(hand: Hand) -> tuple[Choice, ...]:
    """How a table that writes no cards down may end the hand before its last step; none where it may not, or at the showdown."""
    named = hand.stage == "playing" and may_end_now(hand) and not isinstance(hand.steps[hand.cursor], steps.Tricks)
    return tuple(_wins(hand)) if named else ()


def _wins(hand: Hand) -> Iterator[Choice]:
    at_stake = [share for share, _ in shares_at_stake(hand)]
    if hand.sides:
        at_stake = [share for share in at_stake if able_to_win(hand.sides, share)]
    return (Choice("win " + share if share != "all" else "win") for share in at_stake)


def _betting(night: Night, hand: Hand, betting: Round, player: PlayerId) -> tuple[Choice, ...]:
    price, stack = owed(betting, player), night.stack(player)
    if to_bring_in(hand):
        brings = _raising(night, hand, betting, player)
        return (brings,) if brings else ()
    taps_out = price > stack and hand.game.short == "tap-out"
    calling = Choice("tap out", player, owed=stack) if taps_out else Choice("call", player, owed=price)
    covered = calls_with_what_is_in(betting, player)
    acts: list[Choice] = [calling] if price or covered else []
    acts += [Choice("check", player)] if not price and not covered and may_check(hand) else []
    if hand.game.short == "shadow" or stack > price:
        raising = _raising(night, hand, betting, player)
        if raising is not None:
            acts.append(raising)
    if price > stack and hand.game.short == "shadow":
        acts.append(Choice("shadow", player, owed=price - stack))
    return (*acts, Choice("fold", player))


def _raising(night: Night, hand: Hand, betting: Round, player: PlayerId) -> Choice | None:
    """How much the player may bet or raise; nothing when they may not."""
    if player in betting.ahead or any(may_not_raise(hand, betting, player)):
        return None
    act = "raise" if betting.price else "bet"
    limit, own = hand.game.limit, night.stack(player) - owed(betting, player)
    # Who may bet by shadow is bound by the limit alone.
    room = BOTTOMLESS if hand.game.short == "shadow" else own
    bring_in = to_bring_in(hand)
    if bring_in is not None and isinstance(limit, FixedLimit):
        once = limit.small if bring_in.chips < limit.small <= room else 0
        least = min(bring_in.chips, room)
        return Choice(act, player, least=least, most=least, once=once)
    if isinstance(limit, HouseLimit):
        once = 0 if player in hand.once_used else limit.once or 0
        most = min(limit.most or max(1, own), room)
        least = min(bring_in.chips, room) if bring_in else 1
        return Choice(act, player, least=least, most=max(least, most), once=once if once <= room else 0)
    if isinstance(limit, FixedLimit):
        size = min(fixed_size(hand, limit, betting.price), room)
        return Choice(act, player, least=size, most=size)
    least = bring_in.chips if bring_in else betting.raise_least
    least = least if hand.game.short == "shadow" else min(least, room)
    most = min(room, most_in_pot_limit(night, betting, player)) if isinstance(limit, PotLimit) else max(least, own)
    most = max(least, most) if bring_in else most
    return Choice(act, player, least=least, most=most) if least <= most else None
