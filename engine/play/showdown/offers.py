"""What may be done at a showdown (show, muck, name the winners), and what is lacking for the cards to name them."""

from collections.abc import Callable, Iterator, Sequence

from engine import commands
from engine.game.awards import AnyScale, HighestClosed
from engine.grammar import capital
from engine.ids import PlayerId
from engine.offer import Offer, is_accepted
from engine.play.showdown.pots import pots_of
from engine.play.showdown.rule import contenders, decided, name_winners, somebody_has_shown
from engine.play.sides.rule import able_to_win
from engine.play.strength.best_hand import (
    HAND_SIZE,
    has_shown,
    known_cards,
    number_shown,
    shares_at_stake,
    shown_in_vain,
    shows_five,
    standings,
    takes_five_shown,
    unseen,
    whole_hand_known,
)
from engine.play.strength.wild import hangs_on_own_cards
from engine.speech import say, say_number
from engine.state import UNKNOWN, Hand, Night

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


Name = Callable[[PlayerId], str]


def what_is_lacking(hand: Hand, name: Name) -> str:
    """Why the cards shown do not name the winner, as a sentence; empty before anybody has shown and once they do.

    Players who have shown nothing are not named: they are asked to show.
    """
    if hand.stage != "showdown" or hand.showdown.deal_offs or decided(hand) or not somebody_has_shown(hand):
        return ""
    reasons = list(_reasons(hand, name))
    return f"{capital('; '.join(reasons))}." if reasons else ""


def _reasons(hand: Hand, name: Name) -> Iterator[str]:
    board_unknown = UNKNOWN in [held.card for held in hand.cards.board]
    if board_unknown:
        yield say("not all shared cards are known")
    for player in contenders(hand):
        shown = number_shown(hand, player)
        if not has_shown(hand, player):
            if shown:
                yield _of_the_unseen(hand, player, shown, name)
        elif not whole_hand_known(hand, player) and not board_unknown:
            yield _of_the_order(hand, player, name)


def _of_the_unseen(hand: Hand, player: PlayerId, shown: int, name: Name) -> str:
    """What the cards that the player has not shown could still change."""
    closed = len(unseen(hand, player))
    if shows_five(hand, player):
        return say_number(
            "{number} unseen card of {player} may be the highest that takes half the pot",
            "one of {number} unseen cards of {player} may be the highest that takes half the pot",
            closed,
            player=name(player),
        )
    if shown >= HAND_SIZE and shown_in_vain(hand, player):
        return say("the shared cards that {player} has shown do not all go into one hand", player=name(player))
    if shown >= HAND_SIZE and takes_five_shown(hand.game) and hangs_on_own_cards(hand.game):
        return say_number(
            "{number} unseen card of {player} may decide what is wild",
            "{number} unseen cards of {player} may decide what is wild",
            closed,
            player=name(player),
        )
    if takes_five_shown(hand.game) and closed + shown > HAND_SIZE:
        return say_number(
            "{player} has shown {number} card, and a hand is five",
            "{player} has shown {number} cards, and a hand is five",
            shown,
            player=name(player),
        )
    return say_number(
        "{number} card of {player} is not known",
        "{number} cards of {player} are not known",
        closed,
        player=name(player),
    )


def _of_the_order(hand: Hand, player: PlayerId, name: Name) -> str:
    """All cards are known, but not which of them lay where."""
    if known_cards(hand, player) is None:
        return say("it is not known how the cards of {player} lay, which decides what is wild", player=name(player))
    return say(
        "it is not known which cards of {player} lay closed, which decides half the pot",
        player=name(player),
    )
