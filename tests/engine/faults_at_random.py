"""What goes wrong at a table in a night at random, and how it is put right."""

from engine import commands
from engine.state import UNKNOWN


def put_right(walk) -> commands.Command | None:
    """A fault of the table, and what is done about it; most of the time one that can be."""
    hand = walk.night.hand
    player, looked = walk.chance.choice(hand.still_in), walk.chance.random() < 0.1
    (card,) = walk.fresh(hand, 1)
    own = walk.chance.choice([held.card for held in hand.cards.own[player]] or [UNKNOWN])
    keeps = walk.chance.random() < 0.5
    kinds: list[commands.Command] = [
        commands.GiveMissingCard(player=player, card=card, looked=looked),
        commands.TakeBackCard(player=player, card=walk.chance.choice((card, own)), looked=looked),
        commands.MoveDealtCards(player=player, fault="skipped", card=card, looked=looked),
        commands.MoveDealtCards(player=player, fault="twice", card=card, looked=looked),
        commands.SettleExposedCard(
            player=player, card=own, keeps=keeps, instead=UNKNOWN if keeps else card, looked=looked
        ),
        commands.NewDeal(player=player, harmed=walk.somebody(), looked=True),
        commands.BuyForgottenCard(player=player, card=card),
    ]
    if len(hand.cards.board) > 1:
        source, target = walk.chance.sample(hand.game.spots[: len(hand.cards.board)], 2)
        kinds.append(commands.MoveBoardCard(source=source, target=target))
    if hand.round is not None and hand.round.price:
        turn = hand.round.waiting[0]
        kinds += [commands.PutRight(player=turn, put_in=walk.chance.randint(1, 9))] * 2
    waiting = [other for other in (*hand.effects.offers, *hand.effects.forgotten) if other in hand.still_in]
    if waiting:
        buyer = walk.chance.choice(waiting)
        behind = len(hand.still_in) - hand.still_in.index(buyer) - 1
        kinds.append(commands.BuyForgottenCard(player=buyer, original=True, cards=walk.fresh(hand, behind)))
    # New Deal ends what could still go wrong.
    return walk.chance.choices(kinds, [1 if isinstance(kind, commands.NewDeal) else 6 for kind in kinds])[0]
