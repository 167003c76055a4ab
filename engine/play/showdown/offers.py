"""Showing, mucking, and the winners the table may name."""

from collections.abc import Iterator, Sequence

from engine import commands
from engine.game.awards import AnyScale, HighestClosed
from engine.ids import PlayerId
from engine.offer import Offer, is_accepted
from engine.play.showdown.pots import pots_of
from engine.play.showdown.rule import contenders, name_winners
from engine.play.sides.rule import able_to_win
from engine.play.strength.best_hand import has_shown, shares_at_stake, standings, whole_hand_known
from engine.state import Hand, Night


def shares_open(hand: Hand) -> tuple[str, ...]:
    """The shares for which the table may name winners: "all", "high" and "low", or only those that were declared."""
    return tuple(
        share
        for share, _ in shares_at_stake(hand)
        if not hand.showdown.sides or able_to_win(hand.showdown.sides, share)
    )


def showing(hand: Hand, player: PlayerId) -> Iterator[Offer]:
    """Showing all one's cards, and giving up.

    A player who has shown their hand while other cards are unknown may only give up or wait for the table's word.
    """
    shown = has_shown(hand, player)
    if shown and whole_hand_known(hand, player):
        return
    if not shown:
        cards = tuple(held.card for held in hand.cards.own[player])
        yield Offer(commands.ShowHand(player=player, cards=cards), player)
    if len(contenders(hand)) > 1:
        yield Offer(commands.Muck(player=player), player)


def winning(night: Night, hand: Hand) -> Iterator[Offer]:
    """Naming the winners: those the known cards name, and every other player they do not contradict, alone."""
    left = contenders(hand)
    named: list[commands.NameWinners] = []
    for first in (None, *left):
        rankings = tuple(_ranking(night, hand, share, scale, first) for share, scale in shares_at_stake(hand))
        command = commands.NameWinners(rankings=rankings)
        if command not in named and is_accepted(name_winners, command, night):
            named.append(command)
            yield Offer(command)


def _ranking(
    night: Night, hand: Hand, share: str, scale: AnyScale | HighestClosed | None, first: PlayerId | None
) -> tuple[tuple[PlayerId, ...], ...]:
    """The groups of equal hands for a share, best first, as many as the pots need.

    `first` comes before all others; then come players whose cards are not all known, since nothing contradicts them.
    """
    able = [
        player
        for player in contenders(hand)
        if not hand.showdown.sides or hand.showdown.sides.get(player) in (share, "both")
    ]
    known = standings(hand, able, scale) if hand.stage == "showdown" else {}
    groups: list[tuple[PlayerId, ...]] = [
        (player,) for player in able if player not in known and not whole_hand_known(hand, player)
    ]
    while known:
        best = tuple(player for player, own in known.items() if not any(each.beats(own) for each in known.values()))
        groups.append(best)
        known = {player: own for player, own in known.items() if player not in best}
    if first in able and first is not None:
        others = (tuple(player for player in group if player != first) for group in groups)
        groups = [(first,), *filter(None, others)]
    return _as_far_as_needed(night, hand, groups)


def _as_far_as_needed(
    night: Night, hand: Hand, groups: Sequence[tuple[PlayerId, ...]]
) -> tuple[tuple[PlayerId, ...], ...]:
    """The first groups, as many as it takes to name a winner of every pot that more than one player can win."""
    left = contenders(hand)
    contested = [rivals for pot in pots_of(night, hand) if len(rivals := {*pot.eligible}.intersection(left)) > 1]
    named: list[tuple[PlayerId, ...]] = []
    for group in groups:
        if named and all(any(rivals.intersection(each) for each in named) for rivals in contested):
            break
        named.append(group)
    return tuple(named)
