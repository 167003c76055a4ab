"""What may be done now: whose turn it is, what he owes, and how much he may put in."""

from typing import NamedTuple

from engine.game import steps
from engine.game.betting import FixedLimit, HouseLimit, PotLimit
from engine.hand.betting import owed
from engine.hand.dealing import any_card_left
from engine.hand.limits import fixed_size, most_in_pot_limit, to_bring_in
from engine.hand.order import turns_piles
from engine.hand.pile import unturned
from engine.hand.showdown import contenders
from engine.hand.strength import known_cards, shares_of
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


ANSWERS: dict[type[steps.Step], str] = {steps.Pass: "pass", steps.Arrange: "arrange", steps.DeclareSides: "declare"}


def choices(night: Night) -> tuple[Choice, ...]:
    """Everything that moves the hand on from where it stands; nothing between hands."""
    hand = night.hand
    if hand is None:
        return ()
    if hand.stage == "showdown":
        return _at_showdown(hand)
    if hand.round is not None:
        turns = hand.round.waiting if hand.round.anyone else hand.round.waiting[:1]
        return tuple(choice for player in turns for choice in _betting(night, hand, hand.round, player))
    if turns_piles(hand):
        return _turning(hand, hand.waiting[0])
    step = hand.steps[hand.cursor]
    if hand.lays_due:
        return (Choice("lay"), *(Choice("spit", player) for player in hand.still_in))
    if isinstance(step, steps.Pass | steps.Arrange | steps.DeclareSides):
        return tuple(Choice(ANSWERS[type(step)], player) for player in hand.waiting)
    if isinstance(step, steps.Draw):
        return tuple(Choice("exchange", player, most=step.up_to) for player in hand.waiting[:1])
    return (Choice(type(step).__name__.lower()),)


def _turning(hand: Hand, player: PlayerId) -> tuple[Choice, ...]:
    """He turns on while he has a pile, and answers an offer."""
    acts = [Choice("turn own", player)] if unturned(hand.own[player]) else []
    return (*acts, *_offered(hand, player), *([Choice("decline", player)] if player in hand.offers else []))


def _offered(hand: Hand, player: PlayerId) -> list[Choice]:
    buying = player in hand.offers and any_card_left(hand)
    return [Choice("buy", player, owed=hand.offers[player])] if buying else []


def _at_showdown(hand: Hand) -> tuple[Choice, ...]:
    silent = [player for player in contenders(hand) if player not in hand.shown or not known_cards(hand, player)]
    acts = [Choice(act, player) for player in silent for act in ("show", "muck")]
    return (*acts, *(Choice("win " + share if share != "all" else "win") for share, _ in shares_of(hand.game)))


def _betting(night: Night, hand: Hand, betting: Round, player: PlayerId) -> tuple[Choice, ...]:
    price, stack = owed(betting, player), night.stack(player)
    if to_bring_in(hand):
        brings = _raising(night, hand, betting, player)
        return (*([brings] if brings else []), *_offered(hand, player))
    acts: list[Choice] = [Choice("call", player, owed=price) if price else Choice("check", player)]
    if hand.game.short == "shadow" or stack > price:
        raising = _raising(night, hand, betting, player)
        if raising is not None:
            acts.append(raising)
    if price > stack and hand.game.short == "shadow":
        acts.append(Choice("shadow", player, owed=price - stack))
    return (*acts, *_offered(hand, player), Choice("fold", player))


def _raising(night: Night, hand: Hand, betting: Round, player: PlayerId) -> Choice | None:
    """How much the player may bet or raise; nothing when he may not."""
    answered = betting.answered_at.get(player)
    closed = answered is not None and betting.price - answered < betting.raise_least
    if player in betting.ahead or closed:
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
