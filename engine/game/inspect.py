"""What makes a declaration unsound: one small function a finding, for the catalogue and for the club's own games alike.

A new word brings its findings with it: write the function and name it in `CHECKS`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from engine.cards.card import SUITS
from engine.cards.deck import DECKS, LETTER_DECKS
from engine.cards.letter_card import LetterDeck
from engine.game.awards import Best, HighestClosed, Split
from engine.game.definition import SHARED, Game
from engine.game.scales import WORD_KINDS, WORD_TIES, AnyScale, Low, Words
from engine.game.steps import Arrange, Bet, Burn, Deal, DeclareSides, Draw, Lay, Pass, Reveal, Turn, closed_at_the_end
from engine.game.wilds import Cards, Spots

# A hand without one of these decides nothing: the winner is whoever was dealt the best cards.
DECISIONS = (Bet,)
WILDCARD = "wildcard"
# A night announces few games, and each of them often.
KEPT = 1024


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason why a game cannot be played as it is declared, by a code that stays the same."""

    code: str
    sentence: str


Check = Callable[[Game], Iterator[Finding]]


@lru_cache(maxsize=KEPT)
def findings(game: Game) -> tuple[Finding, ...]:
    """Everything unsound about a game that its rulebook has resolved; a sound game has none."""
    assert all(getattr(game, field) is not None for field in SHARED), "Ask after Rulebook.resolve."
    return tuple(finding for check in CHECKS for finding in check(game))


def own_cards(game: Game) -> int:
    """How many cards each player is dealt in the whole hand."""
    return sum(step.down + step.up for step in game.steps if isinstance(step, Deal))


def shared_cards(game: Game) -> int:
    """How many cards are laid for everyone."""
    return len(game.spots)


def deck_cards(game: Game) -> int:
    """How many cards the pack holds, extra wildcards included."""
    assert game.deck is not None
    return len(DECKS[game.deck.name]) + game.deck.wildcards


@lru_cache(maxsize=KEPT)
def seats_the_deck_allows(game: Game) -> int:
    """(pack - shared and burned cards) / own cards: nothing is reshuffled during the deal (LANGUAGE 5)."""
    burned = sum(isinstance(step, Burn) for step in game.steps)
    return max(0, deck_cards(game) - shared_cards(game) - burned) // max(1, own_cards(game))


def _known_deck(game: Game) -> bool:
    return game.deck is not None and game.deck.name in DECKS


def no_such_deck(game: Game) -> Iterator[Finding]:
    """The deck is none of those kept as data."""
    if game.deck is not None and not _known_deck(game):
        known = ", ".join(DECKS)
        yield Finding("no_such_deck", f"{game.name} is played with {game.deck.name}; the known decks are {known}.")


def no_such_card(game: Game) -> Iterator[Finding]:
    """A wild card that the pack does not hold."""
    if game.deck is None or not _known_deck(game):
        return
    pack = DECKS[game.deck.name]
    held = {*pack, *(card[:-1] for card in pack), *((WILDCARD,) if game.deck.wildcards else ())}
    for rule in game.wild_rules:
        for name in rule.names.split() if isinstance(rule, Cards) else ():
            if name not in held:
                accepted = 'a rank such as "3" or "J", or a card such as "Js"'
                if game.deck.name in LETTER_DECKS:
                    accepted = f'a letter such as "{pack[0][0]}", or a card such as "{pack[0]}"'
                sentence = f"{game.name} makes {name} wild, which {game.deck.name} does not hold; name {accepted}."
                yield Finding("no_such_card", sentence)


def seats_are_no_range(game: Game) -> Iterator[Finding]:
    """A hand is played by two or more."""
    least, most = game.seats or (0, 0)
    if not 2 <= least <= most:
        asked = "the least number comes first and is 2 or more"
        yield Finding("seats_are_no_range", f"{game.name} is for {least} to {most} players; {asked}.")


def deck_cannot_suffice(game: Game) -> Iterator[Finding]:
    """Not even the fewest players can all be dealt their cards."""
    if not _known_deck(game) or game.seats is None:
        return
    least, room = game.seats[0], seats_the_deck_allows(game)
    if least > room:
        sentence = (
            f"{game.name} is for {least} players or more, but {deck_cards(game)} cards suffice for {room}: "
            f"{own_cards(game)} for each and {shared_cards(game)} shared."
        )
        yield Finding("deck_cannot_suffice", sentence)


def step_without_cards(game: Game) -> Iterator[Finding]:
    """A deal, a lay or an exchange of no card at all."""
    for place, step in enumerate(game.steps, start=1):
        match step:
            case Deal(down=down, up=up) | Lay(down=down, up=up):
                empty = min(down, up) < 0 or down + up == 0
            case Draw(up_to=up_to):
                empty = up_to < 1
            case _:
                empty = False
        if empty:
            what = type(step).__name__
            sentence = f"Step {place} of {game.name}, {what}, moves no card; {what} moves one or more."
            yield Finding("step_without_cards", sentence)


def no_own_cards(game: Game) -> Iterator[Finding]:
    """Without own cards all hands are the same."""
    if own_cards(game) < 1:
        yield Finding("no_own_cards", f"{game.name} deals nobody a card of his own; it needs a Deal.")


def draw_exceeds_hand(game: Game) -> Iterator[Finding]:
    """An exchange of more cards than a player holds at that point."""
    held = 0
    for place, step in enumerate(game.steps, start=1):
        if isinstance(step, Deal):
            held += step.down + step.up
        elif isinstance(step, Draw) and step.up_to > held:
            sentence = (
                f"Step {place} of {game.name} exchanges up to {step.up_to} cards where a player holds {held}; "
                f"{held} is the most."
            )
            yield Finding("draw_exceeds_hand", sentence)


def more_turned_than_laid(game: Game) -> Iterator[Finding]:
    """A turn where no shared card lies closed."""
    closed = 0
    for place, step in enumerate(game.steps, start=1):
        if isinstance(step, Lay):
            closed += step.down
        elif isinstance(step, Deal):
            closed += sum(lay.down for lay in step.on_call)
        elif isinstance(step, Turn):
            if closed < 1:
                sentence = (
                    f"Step {place} of {game.name} turns a shared card where none lies closed; "
                    "lay it first, Lay(down=1)."
                )
                yield Finding("more_turned_than_laid", sentence)
            closed = max(0, closed - 1)


def own_exceeds_hand(game: Game) -> Iterator[Finding]:
    """More own cards must count than a player is dealt."""
    dealt = own_cards(game)
    if game.own is not None and not 1 <= game.own <= dealt:
        sentence = f"{game.own} own cards count in {game.name}, which deals {dealt}; own is from 1 to {dealt}."
        yield Finding("own_exceeds_hand", sentence)


def scale_has_no_low(game: Game) -> Iterator[Finding]:
    """A low share where the scale knows no low hand."""
    if not isinstance(game.award, Split) or not isinstance(game.award.second, Best):
        return
    scale = game.award.second.scale or game.scale
    if not isinstance(scale, Low):
        sentence = (
            f"The second half of the pot of {game.name} goes by {type(scale).__name__}, which has no low hand; "
            "name a low scale, such as Best(Low(most=8))."
        )
        yield Finding("scale_has_no_low", sentence)


def _scales(game: Game) -> list[AnyScale]:
    """Every scale by which a share of the pot is won."""
    award = game.award
    parts = [award.first, award.second] if isinstance(award, Split) else [award]
    scales = [part.scale or game.scale for part in parts if isinstance(part, Best)]
    return [scale for scale in scales if scale is not None]


def _letter_deck(game: Game) -> LetterDeck | None:
    return LETTER_DECKS.get(game.deck.name) if game.deck is not None else None


def scale_does_not_fit_deck(game: Game) -> Iterator[Finding]:
    """Words take cards with letters, all other scales cards with ranks."""
    if not _known_deck(game) or game.deck is None:
        return
    for scale in _scales(game):
        words, letters = isinstance(scale, Words), _letter_deck(game) is not None
        if words != letters:
            sentence = (
                f"{game.name} compares by {type(scale).__name__}, which asks for cards with "
                f"{'letters' if words else 'ranks'}; those of {game.deck.name} have {'letters' if letters else 'ranks'}."
            )
            yield Finding("scale_does_not_fit_deck", sentence)


def scale_has_no_suits_of_letters(game: Game) -> Iterator[Finding]:
    """Clean words take a deck with suits."""
    deck = _letter_deck(game)
    if deck is not None and not deck.suits and any(isinstance(scale, Words) and scale.clean for scale in _scales(game)):
        sentence = f"{game.name} asks for clean words, and {deck.name} has no suits; leave `clean` out."
        yield Finding("scale_has_no_suits_of_letters", sentence)


def no_such_words(game: Game) -> Iterator[Finding]:
    """Kinds of hands or ways of breaking ties that words do not know; everyone holds at least `none`."""
    for scale in _scales(game):
        if not isinstance(scale, Words):
            continue
        kinds, ties = scale.kinds.split(), scale.ties.split()
        for what, said, known in (("kind of hand", kinds, WORD_KINDS), ("way to break ties", ties, WORD_TIES)):
            for name in dict.fromkeys(said):
                if name not in known or said.count(name) > 1:
                    names = ", ".join(known)
                    yield Finding(
                        "no_such_words", f"{name} is no {what} of {game.name}, or named twice; there are {names}."
                    )
        if kinds[:1] != ["none"]:
            yield Finding("no_such_words", f"The lowest hand of {game.name} is not none, which everyone holds.")
        if scale.borrowed is not None and scale.borrowed < 0:
            sentence = f"A word of {game.name} borrows at most {scale.borrowed} peppers; 0 is the least."
            yield Finding("no_such_words", sentence)


def no_such_ruling_card(game: Game) -> Iterator[Finding]:
    """Cards above all others that the deck does not hold."""
    deck = _letter_deck(game)
    for scale in _scales(game):
        for name in scale.ruling.split() if isinstance(scale, Words) and deck is not None else ():
            if deck is not None and not deck.called(name):
                known = f"a card, a letter or a suit of {deck.name}, such as {' or '.join(deck.texts[:2])}"
                yield Finding("no_such_ruling_card", f"{name} cannot rule in {game.name}; name {known}.")


def no_such_suit(game: Game) -> Iterator[Finding]:
    """A share for the highest card of a suit that the deck lacks."""
    second = game.award.second if isinstance(game.award, Split) else None
    if game.deck is None or not isinstance(second, HighestClosed):
        return
    if game.deck.name in LETTER_DECKS or second.suit not in SUITS:
        sentence = f"Half the pot of {game.name} goes by the suit {second.suit}, which {game.deck.name} does not hold."
        yield Finding("no_such_suit", sentence)


def no_such_spot(game: Game) -> Iterator[Finding]:
    """A wild spot or a line that the layout does not have."""
    lines = game.board.lines or () if game.board is not None else ()
    wild = [name for rule in game.wild_rules if isinstance(rule, Spots) for name in rule.names.split()]
    for name in (*wild, *(spot for line in lines for spot in line.split())):
        if name not in game.spots:
            sentence = (
                f"{game.name} speaks of the spot {name}; its shared cards lie at {', '.join(game.spots) or 'none'}."
            )
            yield Finding("no_such_spot", sentence)


def spots_do_not_match_cards_laid(game: Game) -> Iterator[Finding]:
    """A layout with more or fewer spots than cards are laid."""
    if game.board is None:
        return
    laid = sum(step.up + step.down for step in game.steps if isinstance(step, Lay))
    laid += sum(lay.up + lay.down for step in game.steps if isinstance(step, Deal) for lay in step.on_call)
    if laid != len(game.board.names):
        sentence = f"{game.name} lays {laid} shared cards on {len(game.board.names)} spots; there must be as many."
        yield Finding("spots_do_not_match_cards_laid", sentence)


def pass_exceeds_hand(game: Game) -> Iterator[Finding]:
    """More cards passed on than a player holds at that point."""
    held = 0
    for step in game.steps:
        if isinstance(step, Deal):
            held += step.down + step.up
        elif isinstance(step, Pass) and not 1 <= step.right + step.left <= held:
            passed = step.right + step.left
            sentence = f"{game.name} passes {passed} cards where a player holds {held}; from 1 to {held} can be passed."
            yield Finding("pass_exceeds_hand", sentence)


def nothing_closed_to_arrange(game: Game) -> Iterator[Finding]:
    """Psychology with fewer than two own closed cards, or asked for a second time."""
    closed = 0
    for step in game.steps:
        if isinstance(step, Deal):
            closed += step.down
        elif isinstance(step, Reveal):
            closed -= 1
        elif isinstance(step, Arrange) and closed < 2:
            sentence = f"{game.name} arranges closed cards where a player holds {max(0, closed)}; it takes two or more."
            yield Finding("nothing_closed_to_arrange", sentence)


def no_pile_to_reveal(game: Game) -> Iterator[Finding]:
    """More cards turned from the piles than lie in them."""
    dealt = sum(step.down for step in game.steps if isinstance(step, Deal))
    turned = sum(isinstance(step, Reveal) for step in game.steps)
    if turned > dealt:
        sentence = f"{game.name} turns {turned} own cards where a player holds {dealt} closed; {dealt} is the most."
        yield Finding("no_pile_to_reveal", sentence)


def no_closed_card_at_the_end(game: Game) -> Iterator[Finding]:
    """A share for a closed card where every card is open at the end."""
    second = game.award.second if isinstance(game.award, Split) else None
    if isinstance(second, HighestClosed) and closed_at_the_end(game.steps) == 0:
        sentence = f"In {game.name} no own card is closed at the end, so that none can be the highest closed one."
        yield Finding("no_closed_card_at_the_end", sentence)


def no_open_card_to_take_effect(game: Game) -> Iterator[Finding]:
    """Effects of open cards where no own card ever lies open."""
    opens = any((isinstance(step, Deal) and step.up) or isinstance(step, Reveal) for step in game.steps)
    if game.effects and not opens:
        sentence = f"In {game.name} no own card ever lies open, so that none can take effect."
        yield Finding("no_open_card_to_take_effect", sentence)


def no_sides_to_declare(game: Game) -> Iterator[Finding]:
    """Sides declared without a high and a low share, or declared twice."""
    declared = sum(isinstance(step, DeclareSides) for step in game.steps)
    low = isinstance(game.award, Split) and isinstance(game.award.second, Best)
    if declared > 1 or (declared and not low):
        sentence = f"{game.name} declares sides {declared} times; it takes one high and one low share, declared once."
        yield Finding("no_sides_to_declare", sentence)


def nothing_to_decide(game: Game) -> Iterator[Finding]:
    """No player is ever asked for a bet."""
    if not any(isinstance(step, DECISIONS) for step in game.steps):
        wanted = " or ".join(decision.__name__ for decision in DECISIONS)
        yield Finding("nothing_to_decide", f"{game.name} leaves the players nothing to decide; it needs a {wanted}.")


CHECKS: tuple[Check, ...] = (
    no_such_deck,
    no_such_card,
    seats_are_no_range,
    deck_cannot_suffice,
    step_without_cards,
    no_own_cards,
    draw_exceeds_hand,
    more_turned_than_laid,
    own_exceeds_hand,
    scale_has_no_low,
    scale_does_not_fit_deck,
    scale_has_no_suits_of_letters,
    no_such_words,
    no_such_ruling_card,
    no_such_suit,
    no_such_spot,
    spots_do_not_match_cards_laid,
    pass_exceeds_hand,
    nothing_closed_to_arrange,
    no_pile_to_reveal,
    no_closed_card_at_the_end,
    no_open_card_to_take_effect,
    no_sides_to_declare,
    nothing_to_decide,
)
