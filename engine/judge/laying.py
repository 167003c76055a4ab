"""The cards of a case laid out as they lie in a hand at its showdown, so that the rules of the hand judge them."""

from collections.abc import Iterator, Sequence

from engine import commands, errors
from engine.cards.announcement import ACCEPTED
from engine.game.claims import Spellcheck
from engine.game.definition import Game
from engine.game.effects import OffersCard, sends_out
from engine.game.steps import Deal, DeclareSides, Expose, NameGame, Reveal, TurnUntilBeaten
from engine.hand.claims import kinds_announced, read_claims, said_in_full
from engine.hand.dealing import read_cards
from engine.hand.spellcheck import judge_all
from engine.hand.strength import known_cards
from engine.hand.word_claims import must_be_seen
from engine.ids import PlayerId
from engine.judge.case import Case, Seen
from engine.state import UNKNOWN, Hand, Held, Night

# A pot that divides evenly among any who may share it.
NOT_SAID = 5040


def laid_out(case: Case, game: Game) -> tuple[Night, dict[PlayerId, str]]:
    """A night whose hand is at its showdown, and who is out of it by what card."""
    for step in game.steps:
        if isinstance(step, NameGame):
            raise errors.NamesNoGame(game=game.name, games=list(step.games))
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
    opening = tuple(_opening(hand))
    hand.turned_up = [held for _, held in opening]
    _must_know_what_is_wild(hand)
    sent_out = _sent_out(hand, opening)
    hand.still_in = [player for player in hand.still_in if player not in sent_out]
    hand.stage = "showdown"
    hand.shown = set(hand.still_in)
    _take_sides(hand, case)
    _hear_claims(hand, case)
    night = Night()
    night.hand = hand
    # Who wins does not hang on how much there is to win: where nobody says, the shares are told without chips.
    night.balance["pot"] = case.pot or NOT_SAID
    return night, sent_out


def _read(hand: Hand, words: Sequence[str]) -> list[str]:
    cards = read_cards(hand, words)
    hand.out_cards.update(card for card in cards if card != UNKNOWN)
    return list(cards)


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


# The shared cards.


def _lay_board(hand: Hand, case: Case) -> None:
    """As many shared cards as lie open by now; one that nobody has turned yet makes nothing wild."""
    spots = hand.game.spots
    if not spots and case.board and any(step.common for step in _deals(hand)):
        _lay_common(hand, case.board)
        return
    cards = _read(hand, _in_order_laid(hand.game, case.board))
    while cards and cards[-1] == UNKNOWN:
        cards.pop()
    if UNKNOWN in cards:
        raise errors.SharedCardIsSkipped(spot=spots[cards.index(UNKNOWN)], game=hand.game.name, spots=list(spots))
    if len(cards) > len(spots) or (spots and not cards):
        raise errors.SharedCardsAreAnother(given=len(cards), wanted=len(spots), game=hand.game.name, spots=list(spots))
    hand.board = [Held(card, up=True) for card in cards]


def _lay_common(hand: Hand, said: dict[str, str] | tuple[str, ...] | str) -> None:
    """The card that was dealt once for all, because the pack had none for each (RULINGS R-S11)."""
    words = _words(said) if isinstance(said, str) else list(said.values() if isinstance(said, dict) else said)
    cards = _read(hand, words)
    if len(cards) != 1 or UNKNOWN in cards:
        known = sum(card != UNKNOWN for card in cards)
        raise errors.CommonCardIsAnother(given=known, game=hand.game.name)
    hand.board = [Held(cards[0], up=True)]


def _deals(hand: Hand) -> list[Deal]:
    """The steps that deal; one whose card was dealt once for all gives nobody any of their own."""
    deals = [step for step in hand.game.steps if isinstance(step, Deal)]
    return [step for step in deals if not (step.common and hand.board and not hand.game.spots)]


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
    if any(isinstance(step, TurnUntilBeaten) for step in hand.steps):
        return _turned_cards(hand, player, seen)
    game, faces = hand.game, _faces(hand)
    if seen.cards and not seen.folded and _exposes(game):
        raise errors.OpenedCardsAreNotSaid(player=player, game=game.name)
    closed, opened = _closed_and_open(hand, seen)
    up = faces.count(True) + _exposes(game)
    down = len(faces) - up
    if seen.folded:
        closed += [UNKNOWN] * (down - len(closed))
    own = _in_order_opened(game, closed, opened) if _exposes(game) else _in_dealing_order(faces, closed, opened)
    if seen.folded:
        return own
    turned = sum(isinstance(step, Reveal) for step in game.steps)
    lying_open = [held for held in own if held.up] + [held for held in own if not held.up][:turned]
    bought = sum(_offers(game, held.card) for held in lying_open)
    # Who was sent out was dealt no more cards, and what they hold decides nothing.
    sent_out = any(sends_out(game.effects, card) for card in opened)
    too_few = len(opened) < up or len(closed) < down
    if (too_few and not sent_out) or len(opened) > up or len(closed) > down + bought:
        raise errors.HoldsAnotherNumber(
            player=player, closed=len(closed), open=len(opened), game=game.name, down=down, up=up
        )
    if not sent_out and any(held.card == UNKNOWN for held in own):
        raise errors.CardsAreNotKnown(player=player)
    return own


def _closed_and_open(hand: Hand, seen: Seen) -> tuple[list[str], list[str]]:
    if not seen.cards:
        return _read(hand, _words(seen.closed)), _read(hand, _words(seen.open))
    cards, faces = _read(hand, _words(seen.cards)), _faces(hand)
    closed = [card for card, is_up in zip(cards, faces, strict=False) if not is_up] + cards[len(faces) :]
    return closed, [card for card, is_up in zip(cards, faces, strict=False) if is_up]


def _turned_cards(hand: Hand, player: PlayerId, seen: Seen) -> list[Held]:
    """Where piles are turned, the cards a player has turned: from one to their whole pile, and one more for each given."""
    cards = _read(hand, _words(seen.cards or seen.open))
    pile = sum(step.pile for step in hand.steps if isinstance(step, Deal))
    pile += sum(_offers(hand.game, card) for card in cards)
    if seen.closed or len(cards) > pile or not (cards or seen.folded):
        closed = len(_words(seen.closed))
        raise errors.HoldsAnotherNumber(
            player=player, closed=closed, open=len(cards), game=hand.game.name, down=0, up=f"1 to {pile}"
        )
    if UNKNOWN in cards and not seen.folded:
        raise errors.CardsAreNotKnown(player=player)
    given = [False, *(_offers(hand.game, card) for card in cards)]
    turned = [Held(card, up=True, pile=True, bought=extra) for card, extra in zip(cards, given, strict=False)]
    if len(cards) == pile:
        return turned
    # Where only the card is left that the bottom one gave, the bottom one is turned.
    return [*turned, Held(UNKNOWN, up=False, pile=True, bought=given[-1] and len(cards) + 1 == pile)]


def _faces(hand: Hand) -> list[bool]:
    """Whether each card a player is dealt falls open, in the order of the script; piles fall closed."""
    return [face for step in _deals(hand) for face in (*(False,) * step.closed, *(True,) * step.up)]


def _exposes(game: Game) -> int:
    """How many of their closed cards each player opens by their own choice."""
    return sum(isinstance(step, Expose) for step in game.steps)


def _in_dealing_order(faces: list[bool], closed: list[str], opened: list[str]) -> list[Held]:
    """As the cards fell, extra ones at the end; a pile lies in the order in which it is turned."""
    left = {False: list(closed), True: list(opened)}
    own = [Held(left[face].pop(0), up=face, dealt_up=face) for face in faces if left[face]]
    extra = [Held(card, up=False, bought=True) for card in left[False]]
    return own + [Held(card, up=True, dealt_up=True) for card in left[True]] + extra


def _in_order_opened(game: Game, closed: list[str], opened: list[str]) -> list[Held]:
    """Open cards as they were dealt open or opened by choice, and those that stayed closed behind them."""
    dealt_up = [
        not isinstance(step, Expose)
        for step in game.steps
        for _ in range(step.up if isinstance(step, Deal) else isinstance(step, Expose))
    ]
    dealt_up += [False] * (len(opened) - len(dealt_up))
    own = [Held(card, up=True, dealt_up=fell_open) for card, fell_open in zip(opened, dealt_up, strict=False)]
    return own + [Held(card, up=False) for card in closed]


def _opening(hand: Hand) -> Iterator[tuple[PlayerId, Held]]:
    """The own cards that came to lie open in the order in which they did; the piles are turned on the way."""
    fallen = {player: [held for held in own if held.dealt_up] for player, own in hand.own.items()}
    chosen = {player: [held for held in own if held.up and not held.dealt_up] for player, own in hand.own.items()}
    piles = {player: [held for held in own if not held.up] for player, own in hand.own.items()}
    for step in hand.steps:
        match step:
            case Deal(up=up):
                rounds, lying = up, fallen
            case Expose():
                rounds, lying = 1, chosen
            case Reveal():
                rounds, lying = 1, piles
            case TurnUntilBeaten():
                rounds, lying = max(map(len, chosen.values())), chosen
            case _:
                continue
        for player in hand.order * rounds:
            if lying[player]:
                held = lying[player].pop(0)
                held.up = True
                yield player, held


def _offers(game: Game, card: str) -> bool:
    return any(isinstance(effect, OffersCard) and effect.touches(card) for effect in game.effects)


def _sent_out(hand: Hand, opening: Sequence[tuple[PlayerId, Held]]) -> dict[PlayerId, str]:
    """Who left the hand by a card that came to lie open, in that order; the last one stays."""
    out: dict[PlayerId, str] = {}
    for player, held in opening:
        if player not in hand.still_in or player in out or len(out) + 1 == len(hand.still_in):
            continue
        if sends_out(hand.game.effects, held.card):
            out[player] = held.card
    return out


def _must_know_what_is_wild(hand: Hand) -> None:
    """All cards of those who are in the hand are known here, but one who has folded may have made others wild."""
    if all(known_cards(hand, player) for player in hand.still_in):
        return
    for player in hand.order:
        if any(held.up and held.card == UNKNOWN for held in hand.own[player]):
            raise errors.OpenCardDecides(player=player, game=hand.game.name)


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
        if announced and isinstance(hand.game.claims, Spellcheck):
            must_be_seen(hand, announced, [held.card for held in hand.own[player]])
            hand.claimed[player] = announced
        if not announced or not kinds:
            continue
        said = said_in_full(hand, player, announced)
        if read_claims(said, kinds, hand.sides.get(player, "")) is None:
            raise errors.AnnouncementIsUnclear(player=player, announced=announced, accepted=ACCEPTED)
        hand.claimed[player] = announced
    judge_all(hand)
