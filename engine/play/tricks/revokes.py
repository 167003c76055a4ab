"""Revokes that later plays prove: a card was thrown off or trumped although the player could follow (RULINGS R-L7).

Nothing that was scored moves by itself. The table is told at once, and may correct the play or make a ruling.
"""

from collections.abc import Iterator

from engine import errors, events
from engine.cards.tricks import Pack
from engine.game import steps
from engine.ids import PlayerId
from engine.state import UNKNOWN, Hand, TrickPlay, begun


def revokes_proved(hand: Hand, pack: Pack, step: steps.Tricks) -> Iterator[events.RevokeProved]:
    """Each revoke that the cards played since prove and that the table has neither waived nor been told of."""
    play = begun(hand.tricks)
    for number, trick in enumerate(play.gone, start=1):
        led = pack.suit.get(trick.cards[0][1])
        for player, card in trick.cards[1:]:
            if led is None or card == UNKNOWN or pack.suit[card] == led or _is_known(play, number, player):
                continue
            since, drawn = _played_since(play, player, number)
            held = [other for other in since if pack.suit[other] == led]
            rule = "tarok/follow-suit"
            if len(held) <= drawn and step.must_trump and pack.suit[card] != play.trump:
                held += [other for other in since if pack.suit[other] == play.trump]
                rule = "tarok/must-trump"
            if len(held) > drawn:
                # Without a draw in between the first of them is enough.
                shown = tuple(held if drawn else held[:1])
                yield events.RevokeProved(player=player, trick=number, card=card, led=led, held=shown, rule=rule)


def _is_known(play: TrickPlay, number: int, player: PlayerId) -> bool:
    rules = (errors.MustFollowSuit.code, errors.MustTrump.code)
    return (number, player) in play.revokes_told or any((number, player, rule) in play.waived for rule in rules)


def _played_since(play: TrickPlay, player: PlayerId, number: int) -> tuple[list[str], int]:
    """The known cards the player has played after this trick and was not seen to draw, and how many unseen ones they drew."""
    later = [*(trick.cards for trick in play.gone[number:]), play.lying]
    drawn = [card for trick, who, card in play.drawn if who == player and trick >= number]
    played = [card for cards in later for who, card in cards if who == player and card != UNKNOWN]
    return [card for card in played if card not in drawn], drawn.count(UNKNOWN)
