"""The showdown: who shows, who gives up, whom the table names, and what the cards say to that."""

from msgspec.structs import replace

from engine import commands, errors
from engine.game.scales import AnyScale
from engine.hand.dealing import fill_in, fits, read_cards
from engine.hand.pots import pots_of
from engine.hand.strength import known_cards, shares_of, standings
from engine.ids import PlayerId
from engine.rules import dealt_in, in_play, insist, playing
from engine.state import UNKNOWN, Hand, Night


def contenders(hand: Hand) -> list[PlayerId]:
    """Who can still win: in the hand and has not given up."""
    return [player for player in hand.still_in if player not in hand.mucked]


def decided(hand: Hand) -> bool:
    """Whether the showdown has an outcome: the table named it, one is left, or all cards lie open."""
    if hand.named is not None:
        return True
    left = contenders(hand)
    return len(left) == 1 or all(known_cards(hand, player) and player in hand.shown for player in left)


def show_hand(command: commands.ShowHand, night: Night) -> commands.ShowHand:
    """Cards are shown: in a hand by who is in it, and of a finished hand by anyone who was dealt in."""
    in_play(night)
    hand = night.hand or night.last_hand
    if hand is None:
        raise errors.NoHandIsPlayed()
    player = command.player
    if player not in hand.order:
        raise errors.PlayerIsNotInTheHand(player=player, players=list(hand.order))
    if night.hand is not None:
        dealt_in(hand, player)
    lying = hand.own[player]
    cards = read_cards(hand, command.cards, besides=(held.card for held in lying))
    if not cards or UNKNOWN in cards or len(cards) > len(lying):
        raise errors.WrongNumberOfCards(given=len(cards), wanted=len(lying), what="shown")
    if not fits(lying, cards):
        raise errors.CardsAreNotHeld(player=player, cards=list(cards))
    return replace(command, cards=cards)


def muck(command: commands.Muck, night: Night) -> commands.Muck:
    """Gives up at the showdown; somebody must win, so the last one cannot."""
    hand = _at_showdown(night, command.player)
    if contenders(hand) == [command.player]:
        raise errors.SomebodyMustWin(player=command.player)
    if command.player in hand.mucked:
        raise errors.PlayerHasFolded(player=command.player)
    return command


def name_winners(command: commands.NameWinners, night: Night) -> commands.NameWinners:
    """The table names the winners; cards that are known may not say otherwise."""
    hand = playing(night)
    if hand.stage != "showdown":
        raise errors.NotAtTheShowdown(waiting=list(hand.round.waiting[:1] if hand.round else hand.waiting[:1]))
    shares = shares_of(hand.game)
    if len(command.rankings) > len(shares):
        raise errors.TooManyShares(given=len(command.rankings), shares=[name for name, _ in shares])
    left = contenders(hand)
    for ranking in command.rankings:
        placed = [player for group in ranking for player in group]
        for player in placed:
            if player not in left:
                raise errors.CannotWin(player=player, players=left)
        if len(set(placed)) != len(placed):
            raise errors.NamedTwice(players=placed)
    if not command.rankings[0]:
        raise errors.NobodyNamed(players=left)
    for pot in pots_of(night, hand):
        rivals = [player for player in pot.eligible if player in left]
        if len(rivals) > 1 and not any(player in group for group in command.rankings[0] for player in rivals):
            raise errors.PotWithoutWinner(chips=pot.chips, players=rivals)
    for (share, scale), ranking in zip(shares, command.rankings, strict=False):
        _must_agree_with_cards(command, share, ranking, hand, scale)
    return command


def _must_agree_with_cards(
    command: commands.NameWinners,
    share: str,
    ranking: tuple[tuple[PlayerId, ...], ...],
    hand: Hand,
    scale: AnyScale | None,
) -> None:
    """Refuses where known cards contradict; what is not known contradicts nothing."""
    known = standings(hand, contenders(hand), scale)
    first = ranking[0] if ranking else ()
    for winner in first:
        for other, standing in known.items():
            if winner not in known or other == winner:
                continue
            own = known[winner]
            equal = not standing.beats(own) and not own.beats(standing)
            if standing.beats(own) or (equal and other not in first):
                refusal = errors.CardsSayOtherwise(
                    share=share, player=winner, hand=known[winner].name, other=other, other_hand=standing.name
                )
                insist(command, refusal)


def _at_showdown(night: Night, player: PlayerId) -> Hand:
    hand = playing(night)
    dealt_in(hand, player)
    if hand.stage != "showdown":
        raise errors.NotAtTheShowdown(waiting=list(hand.round.waiting[:1] if hand.round else hand.waiting[:1]))
    return hand


# What follows only copies facts.


def shown(night: Night, event: commands.ShowHand) -> None:
    """The cards are known; who has shown all of his has answered the showdown."""
    hand = night.hand or night.last_hand
    assert hand is not None
    lying = hand.own[event.player]
    fill_in(hand, lying, event.cards)
    if all(held.card != UNKNOWN for held in lying):
        hand.shown.add(event.player)


def mucked(night: Night, event: commands.Muck) -> None:
    """The player cannot win any more."""
    assert night.hand is not None
    night.hand.mucked.add(event.player)


def winners_named(night: Night, event: commands.NameWinners) -> None:
    """The table's word stands."""
    assert night.hand is not None
    night.hand.named = event
