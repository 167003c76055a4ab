"""The cards of a case laid out as they lie in a hand at its showdown, so that the rules of the hand judge them."""

from collections.abc import Sequence

from engine import commands, errors
from engine.cards.announcement import ACCEPTED
from engine.game.definition import Game
from engine.game.effects import OffersCard, SendsOut
from engine.game.steps import Deal, DeclareSides, Reveal
from engine.hand.claims import kinds_announced, read_claims, said_in_full
from engine.hand.dealing import read_cards
from engine.ids import PlayerId
from engine.judge.case import Case, Seen
from engine.judge.options import game_of
from engine.state import UNKNOWN, Hand, Held, Night


def laid_out(case: Case, own: Sequence[Game] = ()) -> tuple[Night, dict[PlayerId, str]]:
    """A night whose hand is at its showdown, and who is out of it by what card."""
    game = game_of(case, own)
    order = case.order or tuple(case.players)
    if sorted(order) != sorted(case.players):
        raise errors.OrderIsAnother(order=list(order), players=list(case.players))
    announced = commands.AnnounceHand(game=game.name, players=order, dealer=order[-1], declaration=game)
    hand = Hand(1, announced, game)
    _lay_board(hand, case)
    for player in order:
        hand.own[player] = _own_cards(hand, player, case.players[player])
    hand.still_in = [player for player in order if not case.players[player].folded]
    if not hand.still_in:
        raise errors.NobodyIsLeft()
    sent_out = _sent_out(hand)
    hand.still_in = [player for player in hand.still_in if player not in sent_out]
    hand.stage = "showdown"
    hand.shown = set(hand.still_in)
    _take_sides(hand, case)
    _hear_claims(hand, case)
    night = Night()
    night.hand = hand
    night.balance["pot"] = case.pot
    return night, sent_out


def _read(hand: Hand, words: Sequence[str]) -> list[str]:
    cards = read_cards(hand, words)
    hand.out_cards.update(card for card in cards if card != UNKNOWN)
    return list(cards)


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


# The shared cards.


def _lay_board(hand: Hand, case: Case) -> None:
    spots = hand.game.spots
    cards = _read(hand, _in_order_laid(hand.game, case.board))
    known = sum(card != UNKNOWN for card in cards)
    if len(cards) != len(spots) or known < len(spots):
        raise errors.SharedCardsAreAnother(given=known, wanted=len(spots), game=hand.game.name, spots=list(spots))
    hand.board = [Held(card, up=True) for card in cards]


def _in_order_laid(game: Game, said: dict[str, str] | tuple[str, ...] | str) -> Sequence[str]:
    """The texts of the cards in the order of the spots; `spit 5h` names the spot before the card."""
    if isinstance(said, tuple):
        return said
    if isinstance(said, str):
        words = _words(said)
        if not words or words[0] not in game.spots:
            return words
        said = dict(zip(words[::2], [*words[1::2], UNKNOWN], strict=False))
    for spot in said:
        if spot not in game.spots:
            raise errors.UnknownSpot(spot=spot, game=game.name, spots=list(game.spots))
    return [said.get(spot, UNKNOWN) for spot in game.spots]


# A player's own cards, in the order in which the script deals them.


def _own_cards(hand: Hand, player: PlayerId, seen: Seen) -> list[Held]:
    if seen.cards and (seen.closed or seen.open):
        raise errors.CardsSaidTwice(player=player)
    down, up = _dealt(hand.game)
    faces = _faces(hand.game)
    if seen.cards:
        cards = _read(hand, _words(seen.cards))
        closed = [card for card, is_up in zip(cards, faces, strict=False) if not is_up] + cards[len(faces) :]
        opened = [card for card, is_up in zip(cards, faces, strict=False) if is_up]
    else:
        closed, opened = _read(hand, _words(seen.closed)), _read(hand, _words(seen.open))
    if seen.folded:
        closed += [UNKNOWN] * (down - len(closed))
    own = _in_dealing_order(hand.game, faces, closed, opened)
    if seen.folded:
        return own
    bought = sum(held.up and _offers(hand.game, held.card) for held in own)
    if len(opened) != up or not down <= len(closed) <= down + bought:
        raise errors.HoldsAnotherNumber(
            player=player, closed=len(closed), open=len(opened), game=hand.game.name, down=down, up=up
        )
    if any(held.card == UNKNOWN for held in own):
        raise errors.CardsAreNotKnown(player=player)
    return own


def _faces(game: Game) -> list[bool]:
    """Whether each card a player is dealt falls open, in the order of the script."""
    return [
        face for step in game.steps if isinstance(step, Deal) for face in (*(False,) * step.down, *(True,) * step.up)
    ]


def _dealt(game: Game) -> tuple[int, int]:
    """How many closed and how many open cards each player is dealt."""
    faces = _faces(game)
    return faces.count(False), faces.count(True)


def _in_dealing_order(game: Game, faces: list[bool], closed: list[str], opened: list[str]) -> list[Held]:
    """As the cards fell, extra ones at the end; then the top cards of the pile lie open."""
    left = {False: list(closed), True: list(opened)}
    own = [Held(left[face].pop(0), up=face) for face in faces if left[face]]
    own += [Held(card, up=face) for face in (True, False) for card in left[face]]
    for _ in (step for step in game.steps if isinstance(step, Reveal)):
        top = next((held for held in own if not held.up), None)
        if top is not None:
            top.up = True
    return own


def _offers(game: Game, card: str) -> bool:
    return any(isinstance(effect, OffersCard) and effect.touches(card) for effect in game.effects)


def _sent_out(hand: Hand) -> dict[PlayerId, str]:
    """Who left the hand by a card that fell open, in the order in which they fell; the last one stays."""
    out: dict[PlayerId, str] = {}
    longest = max(len(cards) for cards in hand.own.values())
    for place in range(longest):
        for player in hand.still_in:
            held = hand.own[player][place] if place < len(hand.own[player]) else None
            if held is None or not held.up or player in out or len(out) + 1 == len(hand.still_in):
                continue
            if any(isinstance(effect, SendsOut) and effect.touches(held.card) for effect in hand.game.effects):
                out[player] = held.card
    return out


# What was said.


def _take_sides(hand: Hand, case: Case) -> None:
    declares = any(isinstance(step, DeclareSides) for step in hand.steps)
    for player in hand.still_in:
        side = case.players[player].side
        if side and not declares:
            raise errors.NoSidesHere(player=player, side=side, game=hand.game.name)
        hand.sides |= {player: side} if side else {}
    silent = [player for player in hand.still_in if player not in hand.sides]
    if declares and silent:
        raise errors.SidesAreMissing(game=hand.game.name, players=silent)


def _hear_claims(hand: Hand, case: Case) -> None:
    kinds = kinds_announced(hand.game)
    for player in hand.still_in:
        announced = case.players[player].announced
        if not announced or not kinds:
            continue
        said = said_in_full(hand, player, announced)
        if read_claims(said, kinds, hand.sides.get(player, "")) is None:
            raise errors.AnnouncementIsUnclear(player=player, announced=announced, accepted=ACCEPTED)
        hand.claimed[player] = announced
