"""What is unsound about the pack and the seats."""

from collections.abc import Iterator

from engine.cards.card import RANK
from engine.cards.deck import DECKS, LETTER_DECKS, SHIPPED, TAROK, UNUSABLE, flaw_of_pack
from engine.game.awards import SingleCard, TwentyOne
from engine.game.counts import FEWEST, deck_cards, own_cards, players_served, seats_the_deck_allows, shared_cards
from engine.game.definition import Deck, Game
from engine.game.findings.finding import Unsound, finding, unsound
from engine.game.steps import Meld, TakeWidow, Tricks
from engine.game.wilds import Cards, Follower
from engine.game.words_stated import ALL_OF
from engine.speech import phrase, to_say


def _known_deck(game: Game) -> bool:
    return game.deck is not None and game.deck.is_known


@finding(looks_at=("deck",))
def no_such_deck(game: Game) -> Iterator[Unsound]:
    """A deck that is not known, or a pack that cannot be used."""
    if game.deck is not None and game.deck.pack:
        if flaw := flaw_of_pack(game.deck.pack.split()):
            yield unsound("The pack of {game} cannot be used: {flaw}.", game, flaw=flaw)
        if game.deck.name in SHIPPED:
            yield unsound(
                "{game} writes out a pack and calls it {deck}; give it a name of its own.", game, deck=game.deck.name
            )
    elif game.deck is not None and not _known_deck(game):
        why = UNUSABLE.get(game.deck.name) or phrase("the known decks are {decks}.", decks=", ".join(DECKS))
        yield unsound("{game} is played with {deck}; {why_not}", game, deck=game.deck.name, why_not=why)


@finding(looks_at=("deck", "wild", "effects", "scale"))
def no_such_card(game: Game) -> Iterator[Unsound]:
    """A card that the declaration names and the pack does not hold."""
    if game.deck is None or not _known_deck(game):
        return
    held = {*game.deck.cards, *(card[:-1] for card in game.deck.cards)}
    for name, says in _cards_spoken_of(game):
        if name not in held:
            accepted = _accepted_in(game.deck)
            yield unsound(says, game, card=name, accepted=accepted)


def _accepted_in(deck: Deck) -> str:
    """How the cards of the deck are named in a declaration."""
    if deck.name not in LETTER_DECKS:
        return phrase('a rank such as "3" or "J", or a card such as "Js"')
    first = deck.cards[0]
    return phrase('a letter such as "{letter}", or a card such as "{card}"', letter=first[0], card=first)


WILD = to_say("{game} makes {card} wild, which its pack does not hold; name {accepted}.")
FOLLOWED = to_say("{game} makes the follower of {card} wild, which its pack does not hold; name {accepted}.")
EFFECTIVE = to_say("{game} has an effect for {card}, which its pack does not hold; name {accepted}.")
ABOVE_ALL = to_say("{game} puts {card} above all, which its pack does not hold; name {accepted}.")
MELDED = to_say("{game} declares melds of {card}, which its pack does not hold; name {accepted}.")
KEPT_BACK = to_say("{game} never discards {card}, which its pack does not hold; name {accepted}.")


def _cards_spoken_of(game: Game) -> Iterator[tuple[str, str]]:
    """Every card that the declaration names, with the sentence about it if the pack does not hold it."""
    for rule in game.wild_rules:
        match rule:
            case Cards(names=names):
                yield from ((name, WILD) for name in names.split())
            case Follower(of=names):
                yield from ((name, FOLLOWED) for name in names.split())
            case _:
                pass
    for effect in game.effects:
        yield from ((name, EFFECTIVE) for name in effect.cards.split())
    if isinstance(game.scale, SingleCard | TwentyOne):
        yield from ((name, ABOVE_ALL) for name in game.scale.top.split())
    for step in game.steps:
        match step:
            case Meld(sets=sets):
                yield from ((name, MELDED) for each in sets for name in each.split())
            case TakeWidow(keep=keep):
                yield from ((name, KEPT_BACK) for name in keep.split())
            case _:
                pass


@finding()
def wildcards_stand_for_nothing(game: Game) -> Iterator[Unsound]:
    """Jokers or wildcards that are neither wild nor top cards, so hands with one cannot be compared (RULINGS R-M14)."""
    if game.deck is None or not _known_deck(game) or game.deck.name in LETTER_DECKS or not _compares_ranks(game):
        return
    above_all = game.scale.top.split() if isinstance(game.scale, SingleCard) else []
    wild = [name for rule in game.wild_rules if isinstance(rule, Cards) for name in rule.names.split()]
    for card in (card for card in game.deck.copies if card not in RANK):
        if game.deck.name == TAROK:
            yield unsound(
                "{game} compares hands by rank, and trumps of {deck} have none; take another deck.", game, deck=TAROK
            )
            return
        if card not in (*above_all, *wild):
            yield unsound(
                '{game} deals {cards} and does not say what they are worth; say that they are wild, wild = "{card}", or '
                'above all cards, scale = {{ type = "SingleCard", top = "{card}" }}.',
                game,
                cards=phrase(ALL_OF[card]) if card in ALL_OF else f"{card}s",
                card=card,
            )


def _compares_ranks(game: Game) -> bool:
    """True if hands are compared; they are not if cards are played to tricks."""
    return not any(isinstance(step, Tricks) for step in game.steps)


@finding(looks_at=("seats",))
def seats_are_no_range(game: Game) -> Iterator[Unsound]:
    """Seats for fewer than two players, or in the wrong order."""
    if not _is_range(game.seats):
        least, most = game.seats or (0, 0)
        yield unsound(
            "{game} is for {least} to {most} players; the lower number comes first and is {fewest} or more.",
            game,
            least=least,
            most=most,
            fewest=FEWEST,
        )


@finding(looks_at=("best", "seats"))
def best_is_no_range(game: Game) -> Iterator[Unsound]:
    """A recommendation for fewer than two players, or in the wrong order."""
    if not _is_range(game.best):
        least, most = game.best or (0, 0)
        yield unsound(
            "{game} is best with {least} to {most} players; the lower number comes first and is {fewest} or more.",
            game,
            least=least,
            most=most,
            fewest=FEWEST,
        )


def _is_range(players: tuple[int, int] | None) -> bool:
    return players is None or FEWEST <= players[0] <= players[1]


@finding()
def deck_cannot_suffice(game: Game) -> Iterator[Unsound]:
    """A pack too small for the fewest players the game is for."""
    if not _known_deck(game):
        return
    least, room = players_served(game)[0], seats_the_deck_allows(game)
    if least > room:
        yield unsound(
            "{game} is for {least} players or more, but {cards} cards are enough for only {room}: {own} for each and {shared} "
            "shared.",
            game,
            least=least,
            cards=deck_cards(game),
            room=room,
            own=own_cards(game),
            shared=shared_cards(game),
        )
