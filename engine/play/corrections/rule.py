"""Faults of the table and how they are put right (source: the chapter on errors; RULINGS E3, Misdeal, R-E14).

The book counts the cards the script deals. A card too few is therefore one of the unknown cards, and a card too many
is one the book has not counted. The cursor never moves. Faults that cannot simply be put right call for New Deal.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from engine import commands, errors
from engine.cards.card import pretty
from engine.game import steps
from engine.game.places import places
from engine.game.wilds import Costs, OffersCard
from engine.ids import PlayerId
from engine.play.around import dealt_to
from engine.play.betting.round import betting_round, in_turn, owed
from engine.play.betting.shadow import divide_payment
from engine.play.corrections.places import (
    chosen_already,
    dealt_again,
    dealt_from,
    first_deal_is_over,
    last_dealt,
    last_open_deal,
    later_dealt,
    open_deal,
    place_of,
)
from engine.play.effects.rule import price_unseen
from engine.play.holdings.knowledge import read_cards
from engine.play.holdings.lying import closed_cards, coming_again
from engine.preconditions import insist, playing, playing_in
from engine.registry import decides
from engine.speech import phrase
from engine.state import UNKNOWN, Hand, Held, Night

OfTheDeal = commands.GiveMissingCard | commands.TakeBackCard | commands.MoveDealtCards | commands.SettleExposedCard


@decides(commands.GiveMissingCard)
def give_missing_card(command: commands.GiveMissingCard, night: Night) -> commands.GiveMissingCard:
    """Gives the closed card the player was dealt too few; in the book it is one of the unknown ones."""
    hand = _with_cards(night, command.player)
    _not_after_looking(command, hand)
    if not first_deal_is_over(hand):
        insist(command, errors.FirstDealIsNotOver(player=command.player))
    if not any(held.card == UNKNOWN for held in closed_cards(hand, command.player)):
        raise errors.NoCardIsMissing(player=command.player)
    _not_more_faults_than_cards(hand, command.player)
    (card,) = read_cards(hand, (command.card,), besides=coming_again(hand, 0))
    return replace(command, card=card)


@decides(commands.TakeBackCard)
def take_back_card(command: commands.TakeBackCard, night: Night) -> commands.TakeBackCard:
    """Takes the closed card the player was dealt too many and puts it under the stock."""
    hand = _with_cards(night, command.player)
    _not_after_looking(command, hand)
    closed = [held.card for held in closed_cards(hand, command.player)]
    _not_more_faults_than_cards(hand, command.player)
    (card,) = read_cards(hand, (command.card,), besides=closed)
    if card in chosen_already(hand, command.player) - {UNKNOWN}:
        raise errors.CardIsPutAside(player=command.player, card=card)
    return replace(command, card=card)


@decides(commands.MoveDealtCards)
def move_dealt_cards(command: commands.MoveDealtCards, night: Night) -> commands.MoveDealtCards:
    """Moves open cards to the players they should have fallen to, as long as nobody has bet on them."""
    hand = _with_cards(night, command.player)
    _not_after_looking(command, hand)
    lying = [held.card for held in _movable(hand)]
    place = dealt_to(hand).index(command.player)
    own = lying[place]
    if command.fault == "skipped":
        # A known card in front of the player came too late and belongs to the last player of the deal.
        (card,) = read_cards(hand, (command.card,), besides={own, *coming_again(hand, 0)})
        if own != UNKNOWN and card not in (UNKNOWN, own):
            raise errors.CardsCannotBeMoved(
                because=phrase("{card} lies in front of a player who got none", card=pretty(own))
            )
        card = own if own != UNKNOWN else card
        moved = [*lying[:place], *lying[place + 1 :], card]
    else:
        (card,) = read_cards(hand, (command.card,), besides=coming_again(hand, 1))
        moved = [*lying[: place + 1], card, *lying[place + 1 :]][:-1]
    return replace(command, card=card, cards=tuple(moved), withdrawn=_withdrawn(hand, dealt_to(hand), moved))


def _withdrawn(hand: Hand, players: Sequence[PlayerId], cards: Sequence[str]) -> tuple[PlayerId, ...]:
    """Those of the players who lose the offer of a card, because the open card that made it is replaced."""
    offering = [effect for effect in hand.game.effects if isinstance(effect, OffersCard)]
    lies = {player: hand.cards.own[player][-1].card for player in players}
    return tuple(
        player
        for player, card in zip(players, cards, strict=True)
        if lies[player] != card and any(effect.touches(lies[player]) for effect in offering)
    )


@decides(commands.SettleExposedCard)
def settle_exposed_card(command: commands.SettleExposedCard, night: Night) -> commands.SettleExposedCard:
    """Settles a closed card dealt open: the player keeps it or takes the next, once, before anybody bets again (R-E14).

    In the first deal, a player who has looked at their closed cards has no choice any more.
    """
    player = command.player
    hand = _with_cards(night, player)
    _not_after_looking(command, hand)
    if player not in hand.cards.fresh:
        dealt = last_dealt(hand, player)
        if isinstance(dealt, steps.Deal) and not dealt.closed:
            raise errors.NoClosedCardWasDealt(player=player)
        insist(command, errors.ChoiceComesTooLate(player=player))
    (card,) = read_cards(hand, (command.card,), besides=[held.card for held in closed_cards(hand, player)])
    (instead,) = read_cards(hand, (command.instead,), besides=coming_again(hand, 1))
    if command.keeps and instead != UNKNOWN:
        raise errors.KeepsTheExposedCard(player=player, card=card, instead=instead)
    if instead != UNKNOWN and instead == card:
        raise errors.CardIsAlreadyOut(card=card)
    if hand.cards.fresh.get(player) == 0 or card in hand.cards.settled:
        insist(command, errors.ChoiceIsMade(player=player))
    if place_of(hand, player, card) is None:
        closed = [held.card for held in closed_cards(hand, player)]
        if card == UNKNOWN and closed:
            raise errors.ExposedCardIsNotSaid(player=player, cards=closed)
        raise errors.CardsAreNotHeld(player=player, cards=[card])
    if not command.keeps and card != UNKNOWN and card in chosen_already(hand, player):
        raise errors.CardIsPutAside(player=player, card=card)
    return replace(command, card=card, instead=instead)


@decides(commands.MoveBoardCard)
def move_board_card(command: commands.MoveBoardCard, night: Night) -> commands.MoveBoardCard:
    """Two shared cards change places; each stays open or closed."""
    hand = playing(night)
    spots, called = hand.game.spots, places(hand.game)
    for spot in (command.source, command.target):
        if spot not in spots:
            raise errors.UnknownSpot(spot=spot, game=hand.game.name, spots=called)
        if spots.index(spot) >= len(hand.cards.board):
            raise errors.NothingLiesAtTheSpot(spot=called[spots.index(spot)], spots=called[: len(hand.cards.board)])
    if command.source == command.target:
        raise errors.CardLiesAtTheSpot(spot=called[spots.index(command.target)])
    return command


@decides(commands.PutRight)
def put_right(command: commands.PutRight, night: Night) -> commands.PutRight:
    """A call with the wrong number of chips: the rest goes in; a surplus stays in games that keep chips once put in.

    "One has to pay what one puts into the pot" (source, betting round). A raise has to be announced, so a surplus
    raises nothing; R-E4 says what it counts for.
    """
    hand, betting = betting_round(night, command.player)
    player, put_in, stack = command.player, command.put_in, night.stack(command.player)
    in_turn(command, betting)
    due = owed(betting, player)
    if hand.game.goes_all_in:
        due = min(due, stack)
    if due in (0, put_in):
        raise errors.ChipsAreRight(player=player, owed=due, put_in=put_in)
    if put_in > stack:
        raise errors.BetExceedsStack(player=player, chips=put_in, stack=stack)
    if put_in > due and hand.game.out_of_turn != "stays":
        raise errors.SurplusGoesBack(game=hand.game.name, player=player, owed=due)
    chips, shadow = divide_payment(night, hand, player, max(put_in, due))
    return replace(command, chips=chips, shadow=shadow)


@decides(commands.BuyForgottenCard)
def buy_forgotten_card(command: commands.BuyForgottenCard, night: Night) -> commands.BuyForgottenCard:
    """A red four should have offered a card: the player buys the original card or the next one (source: Baseball)."""
    player = command.player
    hand = _with_cards(night, player)
    price = hand.effects.offers.get(player, hand.effects.forgotten.get(player))
    offered = price is not None
    if price is None:
        price = price_unseen(hand, player)
    if price is None:
        raise errors.NothingWasForgotten(player=player, because=phrase("no open card of theirs waits for an answer"))
    if command.price not in (None, price):
        raise errors.PriceOfCardIsAnother(player=player, price=price, said=command.price)
    if command.original:
        command = _the_original(command, hand)
    else:
        (card,) = read_cards(hand, (command.card,), besides=coming_again(hand, 1))
        command = replace(command, card=card, cards=())
    _, shadow = divide_payment(night, hand, player, price)
    withdrawn = _withdrawn(hand, dealt_again(hand, player), command.cards) if command.original else ()
    return replace(command, price=price, shadow=shadow, offered=offered, withdrawn=withdrawn)


def _the_original(command: commands.BuyForgottenCard, hand: Hand) -> commands.BuyForgottenCard:
    """The purchase of the card dealt open to the next player, who gets a new open card, as do those after them."""
    player = command.player
    dealt_since = phrase("other cards were dealt after the open one that offers it; the next card can be bought")
    if last_open_deal(hand) is None:
        raise errors.NothingWasForgotten(player=player, because=dealt_since)
    (own, *behind) = dealt_from(hand, player)
    offering = [effect for effect in hand.game.effects if isinstance(effect, OffersCard)]
    if own.card != UNKNOWN and not any(effect.touches(own.card) for effect in offering):
        raise errors.NothingWasForgotten(player=player, because=dealt_since)
    if not behind:
        because = phrase("no open card was dealt after that one; the next card can be bought")
        raise errors.NothingWasForgotten(player=player, because=because)
    _can_be_taken_back(hand, behind)
    lies = behind[0].card
    (card,) = read_cards(hand, (command.card,), besides=(lies,))
    if lies != UNKNOWN and card not in (UNKNOWN, lies):
        raise errors.NothingWasForgotten(
            player=player, because=phrase("the card dealt in its place is {card}", card=pretty(lies))
        )
    card = lies if lies != UNKNOWN else card
    anew = sum(held in hand.cards.own[other] for other in hand.still_in for held in behind)
    cards = read_cards(hand, command.cards, besides=coming_again(hand, anew)) or (UNKNOWN,) * anew
    if len(cards) != anew:
        raise errors.WrongNumberOfCards(given=len(cards), wanted=anew, what=phrase("dealt instead"))
    if card != UNKNOWN and card in cards:
        raise errors.CardIsAlreadyOut(card=card)
    return replace(command, card=card, cards=cards)


def _can_be_taken_back(hand: Hand, cards: Sequence[Held]) -> None:
    """Refuses if one of the open cards has already done something that cannot be undone."""
    holder = {id(held): player for player, own in hand.cards.own.items() for held in own}
    players = [holder[id(held)] for held in cards]
    if any(player in hand.sent_away for player in players):
        raise errors.CardsCannotBeMoved(because=phrase("one of them has sent its holder out"))
    if any(hand.cards.own[player][-1] is not held for player, held in zip(players, cards, strict=True)):
        raise errors.CardsCannotBeMoved(because=phrase("a card was bought since"))
    if any(_was_paid_for(hand, held) for held in cards):
        raise errors.CardsCannotBeMoved(because=phrase("one of them was paid for"))


def _was_paid_for(hand: Hand, held: Held) -> bool:
    return any(isinstance(effect, Costs) and effect.touches(held.card) for effect in hand.game.effects)


def _with_cards(night: Night, player: PlayerId) -> Hand:
    """The hand being played; refuses if the player is not in it or has no cards yet."""
    hand = playing_in(night, player)
    if not hand.cards.own[player]:
        raise errors.NothingIsDealtYet(player=player)
    return hand


def _not_after_looking(command: OfTheDeal, hand: Hand) -> None:
    if command.looked and not later_dealt(hand, command.player):
        insist(command, errors.HasLookedAtClosedCards(player=command.player))


def _not_more_faults_than_cards(hand: Hand, player: PlayerId) -> None:
    """Refuses more faults than the player has cards: each fault is about one card, so one of them was entered twice."""
    cards = len(closed_cards(hand, player))
    if hand.cards.faults.get(player, 0) >= cards:
        raise errors.MoreFaultsThanCards(player=player, cards=cards)


def _movable(hand: Hand) -> list[Held]:
    """The cards of the last open deal, one a player, from the dealer's left; refuses if one of them cannot be moved."""
    if open_deal(hand) is None:
        raise errors.CardsCannotBeMoved(
            because=phrase("no open card was dealt after the last betting, or betting has begun")
        )
    # Every open deal gives each player in it one card, so a player with as many as those still in was in this one.
    fell = {player: sum(held.up for held in own) for player, own in hand.cards.own.items()}
    if any(fell[player] == fell[hand.still_in[0]] for player in hand.order if player not in hand.still_in):
        raise errors.CardsCannotBeMoved(because=phrase("one of them has sent its holder out"))
    lying = [hand.cards.own[player][-1] for player in dealt_to(hand)]
    if not all(held.up for held in lying):
        raise errors.CardsCannotBeMoved(because=phrase("a card was bought since"))
    if any(_was_paid_for(hand, held) for held in lying):
        raise errors.CardsCannotBeMoved(because=phrase("one of them was paid for"))
    return lying
