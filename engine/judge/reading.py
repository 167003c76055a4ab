"""Reads the cards of a case: the shared ones, and those each player was dealt closed or open, opened or bought."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from engine import errors
from engine.game.awards import HighestClosed
from engine.game.counts import turns_until_beaten
from engine.game.definition import Game
from engine.game.steps import ROUNDS, Deal, Expose, Reveal
from engine.game.wilds import OffersCard
from engine.ids import PlayerId
from engine.judge.case import Case, CasePlayer, words_of
from engine.play.holdings.knowledge import read_cards
from engine.play.strength.best_hand import HAND_SIZE, beside_a_line, shares_of, takes_five_shown
from engine.play.strength.wild import hangs_on_the_deal
from engine.speech import phrase
from engine.state import UNKNOWN, Hand


class Own(NamedTuple):
    """The cards of one player.

    `closed` and `up`: as they were dealt, each in that order; `exposed`: the closed ones the player opened by choice;
    `bought`: extra cards; `turned`: the cards turned of a pile, in games that turn until a hand is beaten. `stated`: all
    of them in the order the lawyer repeats them. `five`: `stated` are the five or more of them that the player shows, shared
    ones included, and nobody says how the others lie.
    """

    stated: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    up: tuple[str, ...] = ()
    exposed: tuple[str, ...] = ()
    bought: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()
    five: bool = False


class Lying(NamedTuple):
    """The cards of a case. `common`: one shared card was dealt for all instead of one for each (RULINGS R-S11)."""

    board: tuple[str, ...]
    own: dict[PlayerId, Own]
    common: bool = False


def read(case: Case, game: Game, hand: Hand) -> Lying:
    """The cards as they lie at the end. Refuses a card not in the pack or said twice, and any deal but the game's."""
    common = bool(case.board) and not game.spots and any(step.common for step in _deals(game))
    stated = case.board_texts() if common else tuple(_in_order_laid(game, case))
    shown = _five_shown(case, game, hand)
    shared = {*read_cards(hand, stated)} - hand.deck.several - {UNKNOWN} if shown else set()
    texts = [stated]
    for player, one in case.players.items():
        # A shared card among those that somebody shows is not said twice.
        texts.append(tuple(card for card in shown.get(player, words_of(one.cards)) if card not in shared))
        texts += [tuple(words_of(text)) for text in (one.closed, one.open)]
    cards = iter(read_cards(hand, [text for part in texts for text in part]))
    board, *rest = [tuple(next(cards) for _ in part) for part in texts]
    board = _common_laid(game, board) if common else _laid(game, board)
    parts = iter(rest)
    own: dict[PlayerId, Own] = {}
    for player, one in case.players.items():
        parts_of_own = (next(parts), next(parts), next(parts))
        goes_together = len(shown.get(player, ())) - beside_a_line(game, board, shown.get(player, ())) >= HAND_SIZE
        if goes_together and _are_part(game, parts_of_own[0], common=common):
            own[player] = Own(stated=shown[player], five=True)
        else:
            own[player] = _own(game, player, one, parts_of_own, common=common)
    return Lying(board, own, common)


def _five_shown(case: Case, game: Game, hand: Hand) -> dict[PlayerId, tuple[str, ...]]:
    """The cards of each player who may show only five of more, shared ones among them (RULINGS R-D23)."""
    if turns_until_beaten(game) or not takes_five_shown(game) or hangs_on_the_deal(game) or _takes_closed(game):
        return {}
    stated = {player: words_of(one.cards) for player, one in case.players.items() if not one.folded}
    return {player: read_cards(hand, words) for player, words in stated.items() if len(words) >= HAND_SIZE}


def _takes_closed(game: Game) -> bool:
    """Whether the highest closed card takes half the pot, so that every closed card matters."""
    return any(isinstance(scale, HighestClosed) for _, scale in shares_of(game))


def _are_part(game: Game, cards: Sequence[str], *, common: bool) -> bool:
    """Whether these are fewer cards than the game deals a player who is not sent out by one of them."""
    faces = _faces(game, common=common)
    opened = [card for card, is_up in zip(cards, faces, strict=False) if is_up]
    return len(cards) < len(faces) and not any(game.sends_out(card) for card in opened)


# The shared cards.


def _in_order_laid(game: Game, case: Case) -> Sequence[str]:
    """The texts of the shared cards in the order of the spots; `spit 5h` names the spot before the card."""
    stated = case.board
    if isinstance(stated, tuple):
        return stated
    if isinstance(stated, str):
        words = words_of(stated)
        if not words or words[0] not in game.spots:
            return words
        stated = dict(zip(words[::2], [*words[1::2], UNKNOWN], strict=False))
    for spot in stated:
        if spot not in game.spots:
            raise errors.UnknownSpot(spot=spot, game=game.name, spots=list(game.spots))
    return [stated.get(spot, UNKNOWN) for spot in game.spots]


def _laid(game: Game, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The shared cards turned so far, because one that nobody has turned makes nothing wild."""
    spots, known = game.spots, list(cards)
    while known and known[-1] == UNKNOWN:
        known.pop()
    if UNKNOWN in known:
        raise errors.SharedCardIsSkipped(spot=spots[known.index(UNKNOWN)], game=game.name, spots=list(spots))
    if len(known) > len(spots) or (spots and not known):
        raise errors.SharedCardsAreAnother(given=len(known), wanted=len(spots), game=game.name, spots=list(spots))
    return tuple(known)


def _common_laid(game: Game, cards: tuple[str, ...]) -> tuple[str, ...]:
    if len(cards) != 1 or UNKNOWN in cards:
        raise errors.CommonCardIsAnother(given=sum(card != UNKNOWN for card in cards), game=game.name)
    return cards


# A player's own cards.


def _deals(game: Game, *, common: bool = False) -> list[Deal]:
    """The steps that deal players their own cards; not a step whose card was dealt once for all."""
    deals = [step for step in game.steps if isinstance(step, Deal)]
    return [step for step in deals if not (step.common and common)]


def _faces(game: Game, *, common: bool) -> list[bool]:
    """For each card a player is dealt, in the order of the script, whether it falls open; piles fall closed."""
    return [face for step in _deals(game, common=common) for face in (*(False,) * step.closed, *(True,) * step.up)]


def _exposes(game: Game) -> int:
    """How many of their closed cards each player opens by choice."""
    return sum(isinstance(step, Expose) for step in game.steps)


def offers_card(game: Game, card: str) -> bool:
    """Whether the card, if open, offers its holder another one."""
    return any(isinstance(effect, OffersCard) and effect.touches(card) for effect in game.effects)


def _own(game: Game, player: PlayerId, one: CasePlayer, stated: tuple[tuple[str, ...], ...], *, common: bool) -> Own:
    cards, closed, opened = stated
    if cards and (closed or opened):
        raise errors.CardsSaidTwice(player=player)
    if turns_until_beaten(game):
        return _turned(game, player, cards or opened, len(closed), folded=one.folded)
    if cards and not one.folded and _exposes(game):
        raise errors.OpenedCardsAreNotSaid(player=player, game=game.name)
    faces = _faces(game, common=common)
    if cards:
        opened = tuple(card for card, is_up in zip(cards, faces, strict=False) if is_up)
        closed = (*(card for card, is_up in zip(cards, faces, strict=False) if not is_up), *cards[len(faces) :])
    up = faces.count(True) + _exposes(game)
    down = len(faces) - up
    if one.folded:
        closed += (UNKNOWN,) * (down - len(closed))
    else:
        _must_be_as_many(game, player, closed, opened, down, up)
    texts = tuple(_in_dealing_order(faces, closed, opened)) if not _exposes(game) else (*opened, *closed)
    own = _split(game, closed[:down], opened, closed[down:])
    # A player who was sent out got no more cards, and theirs decide nothing.
    if UNKNOWN in texts and not one.folded and not any(game.sends_out(card) for card in opened):
        raise errors.CardsAreNotKnown(player=player)
    return own._replace(stated=texts)


def _must_be_as_many(
    game: Game, player: PlayerId, closed: Sequence[str], opened: Sequence[str], down: int, up: int
) -> None:
    """Refuses another number of cards than the game deals; a player sent out has fewer, one who bought has more."""
    turned = sum(isinstance(step, Reveal) for step in game.steps)
    bought = sum(offers_card(game, card) for card in (*opened, *closed[:turned]))
    sent_out = any(game.sends_out(card) for card in opened)
    too_few = len(opened) < up or len(closed) < down
    if (too_few and not sent_out) or len(opened) > up or len(closed) > down + bought:
        raise errors.HoldsAnotherNumber(
            player=player, closed=len(closed), open=len(opened), game=game.name, down=down, up=up
        )


def _split(game: Game, closed: Sequence[str], opened: Sequence[str], bought: Sequence[str]) -> Own:
    """The cards divided as the script has them: open ones were dealt open or, the first of them, opened by choice."""
    fell_open = [
        not isinstance(step, Expose)
        for step in game.steps
        for _ in range(step.up if isinstance(step, Deal) else isinstance(step, Expose))
    ]
    fell_open += [False] * (len(opened) - len(fell_open))
    exposed = tuple(card for card, fell in zip(opened, fell_open, strict=False) if not fell)
    up = tuple(card for card, fell in zip(opened, fell_open, strict=False) if fell)
    return Own(closed=(*exposed, *closed), up=up, exposed=exposed, bought=tuple(bought))


def _in_dealing_order(faces: Sequence[bool], closed: Sequence[str], opened: Sequence[str]) -> Iterator[str]:
    """The cards in dealing order, extra ones at the end."""
    left = {False: list(closed), True: list(opened)}
    for face in faces:
        if left[face]:
            yield left[face].pop(0)
    yield from left[True]
    yield from left[False]


def _turned(game: Game, player: PlayerId, cards: tuple[str, ...], closed: int, *, folded: bool) -> Own:
    """The cards a player has turned of their pile: from one to all of it, and one more for each card given."""
    pile = sum(step.pile for step in game.steps if isinstance(step, Deal))
    # A card that the last one turned gives is not turned yet.
    pile += sum(offers_card(game, card) for card in cards[:-1])
    if closed or len(cards) > pile or not (cards or folded):
        raise errors.HoldsAnotherNumber(
            player=player, closed=closed, open=len(cards), game=game.name, down=0, up=phrase("1 to {most}", most=pile)
        )
    if UNKNOWN in cards and not folded:
        raise errors.CardsAreNotKnown(player=player)
    return Own(stated=cards, turned=cards)


# When players who folded left the hand.


def leaves_at(game: Game, own: Own) -> int | None:
    """The betting round in which a player who folded can have done so, as its place in the script.

    It is the first in which they held as many cards as the case says, and no more open ones. None if there is no such
    round: then they stayed to the end and gave up there.
    """
    known = sum(card != UNKNOWN for card in own.closed)
    opened = len(own.up) + len(own.exposed)
    closed = up = 0
    result: tuple[int, int] | None = None
    for place, step in enumerate(game.steps):
        if isinstance(step, Deal):
            closed, up = closed + step.closed, up + step.up
        elif isinstance(step, Expose):
            closed, up = closed - 1, up + 1
        elif isinstance(step, ROUNDS):
            if result is not None and up > result[1]:
                break
            if up >= opened:
                result = (place, up)
                if closed >= known - len(own.exposed):
                    break
    return result[0] if result else None


def was_dealt_in(game: Game, own: Own) -> bool:
    """Whether a player who folded was dealt in: not without an open card, if the first deal gives everybody one."""
    if turns_until_beaten(game):
        return bool(own.turned)
    first_deal = takewhile(lambda step: not isinstance(step, ROUNDS), game.steps)
    return bool(own.up) or not any(isinstance(step, Deal) and step.up for step in first_deal)
