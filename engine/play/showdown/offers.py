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

# Players whose hands are equal, best first.
Groups = list[tuple[PlayerId, ...]]


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
    ranked = [_ranked(hand, share, scale) for share, scale in shares_at_stake(hand)]
    named: list[commands.NameWinners] = []
    for first in (None, *contenders(hand)):
        rankings = (_with_first(first, groups) if first in able else groups for able, groups in ranked)
        command = commands.NameWinners(rankings=tuple(_as_far_as_needed(night, hand, each) for each in rankings))
        if command not in named and is_accepted(name_winners, command, night):
            named.append(command)
            yield Offer(command)


def _ranked(hand: Hand, share: str, scale: AnyScale | HighestClosed | None) -> tuple[list[PlayerId], Groups]:
    """Who may win a share, and the groups of equal hands, best first.

    Before them come players whose cards are not all known, each alone, since nothing contradicts them.
    """
    able = [
        player
        for player in contenders(hand)
        if not hand.showdown.sides or hand.showdown.sides.get(player) in (share, "both")
    ]
    known = standings(hand, able, scale) if hand.stage == "showdown" else {}
    groups: Groups = [(player,) for player in able if player not in known and not whole_hand_known(hand, player)]
    while known:
        best = tuple(player for player, own in known.items() if not any(each.beats(own) for each in known.values()))
        groups.append(best)
        known = {player: own for player, own in known.items() if player not in best}
    return able, groups


def _with_first(first: PlayerId | None, groups: Groups) -> Groups:
    """The groups, with this player before all others."""
    others = (tuple(player for player in group if player != first) for group in groups)
    return [(first,), *filter(None, others)] if first is not None else groups


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
