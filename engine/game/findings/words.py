"""What is unsound about a game of words: cards without letters, unknown kinds of hands, unknown ways to break ties."""

from collections.abc import Iterator

from engine.cards.deck import LETTER_DECKS
from engine.cards.letter_card import LetterDeck
from engine.game.awards import WORD_KINDS, WORD_TIES, AnyScale, Best, Spellcheck, Split, Words
from engine.game.betting import HOLDINGS, BestShowing
from engine.game.definition import Game
from engine.game.findings.finding import Unsound, finding, hands_on, unsound
from engine.game.steps import Bet
from engine.grammar import listed_later
from engine.speech import phrase, to_say


def _scales(game: Game) -> list[AnyScale]:
    """Every scale that decides a share of the pot."""
    award = game.award
    parts = [award.first, award.second] if isinstance(award, Split) else [award]
    scales = [part.scale or game.scale for part in parts if isinstance(part, Best)]
    return [scale for scale in scales if scale is not None]


def _letter_deck(game: Game) -> LetterDeck | None:
    return LETTER_DECKS.get(game.deck.name) if game.deck is not None else None


@finding()
def scale_does_not_fit_deck(game: Game) -> Iterator[Unsound]:
    """Words compared with cards that have ranks, or another scale with cards that have letters."""
    if game.deck is None or not game.deck.is_known:
        return
    for scale in _scales(game):
        words, letters = isinstance(scale, Words), _letter_deck(game) is not None
        if words != letters:
            says = NO_LETTERS if words else NO_RANKS
            yield unsound(says, game, hands=hands_on(scale), deck=game.deck.name)


NO_LETTERS = to_say("{game} compares {hands}, which need cards with letters; those of {deck} have ranks.")
NO_RANKS = to_say("{game} compares {hands}, which need cards with ranks; those of {deck} have letters.")


@finding()
def scale_has_no_suits_of_letters(game: Game) -> Iterator[Unsound]:
    """Clean words with a deck that has no suits."""
    deck = _letter_deck(game)
    if deck is not None and not deck.suits and any(isinstance(scale, Words) and scale.clean for scale in _scales(game)):
        yield unsound("{game} asks for clean words, but {deck} has no suits; leave `clean` out.", game, deck=deck.name)


@finding()
def no_such_words(game: Game) -> Iterator[Unsound]:
    """Kinds of hands or ways of breaking ties that words do not know; everyone holds at least `none`."""
    for scale in _scales(game):
        if not isinstance(scale, Words):
            continue
        kinds, ties = scale.kinds.split(), scale.ties.split()
        for says, stated, known in ((NO_KIND, kinds, WORD_KINDS), (NO_TIE, ties, WORD_TIES)):
            for name in dict.fromkeys(stated):
                if name not in known or stated.count(name) > 1:
                    yield unsound(says, game, name=name, names=", ".join(known))
        if kinds[:1] != ["none"]:
            yield unsound("The lowest kind of hand in {game} is not “none”, which everyone holds.", game)
        if scale.borrowed is not None and scale.borrowed < 0:
            yield unsound(
                "A word of {game} borrows at most {peppers} peppers; 0 is the least.", game, peppers=scale.borrowed
            )


NO_KIND = to_say("{name} is no kind of hand of {game}, or is named twice; there are {names}.")
NO_TIE = to_say("{name} is no way to break ties of {game}, or is named twice; there are {names}.")


@finding()
def no_such_ruling_card(game: Game) -> Iterator[Unsound]:
    """Ruling cards that the deck does not hold."""
    deck = _letter_deck(game)
    for scale in _scales(game):
        for name in scale.ruling.split() if isinstance(scale, Words) and deck is not None else ():
            if deck is not None and not deck.called(name):
                yield unsound(
                    "{name} cannot rule in {game}; name a card, a letter or a suit of {deck}, such as {cards}.",
                    game,
                    name=name,
                    deck=deck.name,
                    cards=listed_later(deck.texts[:2], "or"),
                )


@finding()
def no_such_openers(game: Game) -> Iterator[Unsound]:
    """Openers that nobody can hold."""
    deck = _letter_deck(game)
    known = HOLDINGS if deck is not None and deck.suits else HOLDINGS[1:] if deck is not None else ()
    for place, step in enumerate(game.steps, start=1):
        if not isinstance(step, Bet) or step.openers is None:
            continue
        for what in step.openers.any_of or (phrase("nothing"),):
            if what not in known:
                names = listed_later(known, "or") or phrase("no openers at all with cards that have no letters")
                yield unsound(
                    "{holding} opens no betting in {game}; there is {known}.",
                    game,
                    holding=what,
                    known=names,
                    step=place,
                )


@finding()
def no_clean_pairs(game: Game) -> Iterator[Unsound]:
    """Open cards compared by clean pairs, with a deck that has no suits of letters."""
    deck = _letter_deck(game)
    asks = isinstance(game.opens, BestShowing) and game.opens.by == "clean pair"
    if asks and (deck is None or not deck.suits):
        yield unsound(
            "In {game} the best clean pair opens, but its deck has no suits of letters; say BestShowing().", game
        )


@finding()
def no_words_to_check(game: Game) -> Iterator[Unsound]:
    """A spellcheck in a game whose hands are not words."""
    if isinstance(game.claims, Spellcheck) and not any(isinstance(scale, Words) for scale in _scales(game)):
        yield unsound("Words are challenged in {game}, whose hands are not words; say CardsSpeak().", game)
