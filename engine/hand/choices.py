"""What may be done now: whose turn it is, what he owes, and how much he may put in."""

from typing import NamedTuple

from engine.game import steps
from engine.game.betting import FixedLimit, HouseLimit, PotLimit
from engine.hand.betting import owed
from engine.hand.limits import most_in_pot_limit
from engine.hand.showdown import contenders
from engine.hand.strength import known_cards, shares_at_stake
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
    step = hand.steps[hand.cursor]
    if hand.lays_due:
        return (Choice("lay"), *(Choice("spit", player) for player in hand.still_in))
    if isinstance(step, steps.Pass | steps.Arrange | steps.DeclareSides):
        return tuple(Choice(ANSWERS[type(step)], player) for player in hand.waiting)
    if isinstance(step, steps.Draw):
        return tuple(Choice("exchange", player, most=step.up_to) for player in hand.waiting[:1])
    return (Choice(type(step).__name__.lower()),)


def _at_showdown(hand: Hand) -> tuple[Choice, ...]:
    silent = [player for player in contenders(hand) if player not in hand.shown or not known_cards(hand, player)]
    acts = [Choice(act, player) for player in silent for act in ("show", "muck")]
    return (*acts, *(Choice("win " + share if share != "all" else "win") for share, _ in shares_at_stake(hand)))


def _betting(night: Night, hand: Hand, betting: Round, player: PlayerId) -> tuple[Choice, ...]:
    price, stack = owed(betting, player), night.stack(player)
    acts: list[Choice] = [Choice("call", player, owed=price) if price else Choice("check", player)]
    if hand.game.short == "shadow" or stack > price:
        raising = _raising(night, hand, betting, player)
        if raising is not None:
            acts.append(raising)
    if price > stack and hand.game.short == "shadow":
        acts.append(Choice("shadow", player, owed=price - stack))
    if player in hand.offers:
        acts.append(Choice("buy", player, owed=hand.offers[player]))
    return (*acts, Choice("fold", player))


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
    if isinstance(limit, HouseLimit):
        once = 0 if player in hand.once_used else limit.once or 0
        most = min(limit.most or max(1, own), room)
        return Choice(act, player, least=1, most=most, once=once if once <= room else 0)
    if isinstance(limit, FixedLimit):
        size = min(limit.big if hand.rounds_closed + 1 >= limit.big_from else limit.small, room)
        return Choice(act, player, least=size, most=size)
    least = betting.raise_least if hand.game.short == "shadow" else min(betting.raise_least, room)
    most = min(room, most_in_pot_limit(night, betting, player)) if isinstance(limit, PotLimit) else max(least, own)
    return Choice(act, player, least=least, most=most) if least <= most else None
