"""The melds players may declare, and those they must declare before the first lead (RULINGS R-T8, R-T19)."""

from engine import commands, errors
from engine.game import steps
from engine.ids import PlayerId
from engine.play.holdings.knowledge import may_name
from engine.play.holdings.lying import fits
from engine.preconditions import insist
from engine.state import Hand


def melds_of(hand: Hand) -> list[str]:
    """The sets of cards that can be melded in this game."""
    return [meld for step in hand.steps if isinstance(step, steps.Meld) for meld in step.sets]


def melds_open(hand: Hand, player: PlayerId) -> list[str]:
    """The undeclared melds that the player may hold, by the known cards."""
    return [meld for meld in melds_of(hand) if meld not in _declared(hand) and may_hold(hand, player, meld)]


def may_hold(hand: Hand, player: PlayerId, meld: str) -> bool:
    """Whether the player may hold all cards of the meld, by the known cards."""
    cards, own = meld.split(), hand.cards.own[player]
    return fits(own, cards) and not hand.cards.out.intersection(cards).difference(may_name(hand, player, own))


def meld_due(hand: Hand) -> tuple[PlayerId, str] | None:
    """A meld that a player is known to hold and must still declare before the first lead; None if there is none."""
    play = hand.tricks
    if hand.contract is None or play is None or play.gone or play.lying:
        return None
    return next(
        iter(melds_in(hand, {player: {held.card for held in hand.cards.own[player]} for player in hand.still_in})), None
    )


def melds_in(hand: Hand, known: dict[PlayerId, set[str]]) -> list[tuple[PlayerId, str]]:
    """The undeclared melds among these cards, each with its holder."""
    return [
        (player, meld)
        for player, cards in known.items()
        for meld in melds_of(hand)
        if meld not in _declared(hand) and cards.issuperset(meld.split())
    ]


def melds_come_to_light(hand: Hand) -> list[tuple[PlayerId, str]]:
    """The undeclared melds that cards named or played since have shown, each with its holder (RULINGS R-T19)."""
    play = hand.tricks
    if hand.contract is None or play is None:
        return []
    known = {player: {held.card for held in hand.cards.own[player]} for player in hand.still_in}
    for trick in play.gone:
        for player, card in trick.cards:
            known[player].add(card)
    for lost in play.lost_sight:
        known[lost.player] |= lost.cards
    return melds_in(hand, known)


def all_melds_declared(command: commands.Command, hand: Hand) -> None:
    """Refuses the first lead while a player is known to hold an undeclared meld (RULINGS R-T19)."""
    if (due := meld_due(hand)) is not None:
        player, meld = due
        insist(command, errors.MustMeld(player=player, meld=meld))


def _declared(hand: Hand) -> dict[str, PlayerId]:
    return hand.contract.melds if hand.contract else {}
