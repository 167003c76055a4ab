"""What is unsound about the pack and the seats."""

from collections.abc import Iterator

from engine.cards.card import RANK
from engine.cards.deck import DECKS, LETTER_DECKS, SHIPPED, TAROK, UNUSABLE, flaw_of_pack
from engine.game.counts import FEWEST, deck_cards, own_cards, players_served, seats_the_deck_allows, shared_cards
from engine.game.definition import Game
from engine.game.findings.finding import Finding, finding
from engine.game.scales import SingleCard, TwentyOne
from engine.game.steps import Meld, TakeWidow, Tricks
from engine.game.wilds import Cards, Follower


def _known_deck(game: Game) -> bool:
    return game.deck is not None and game.deck.is_known


@finding(looks_at=("deck",))
def no_such_deck(game: Game) -> Iterator[Finding]:
    """A deck that is not known, or a pack that cannot be used."""
    if game.deck is not None and game.deck.pack:
        if flaw := flaw_of_pack(game.deck.pack.split()):
            yield Finding("no_such_deck", f"The pack of {game.name} cannot be used: {flaw}.")
        if game.deck.name in SHIPPED:
            sentence = f"{game.name} writes out a pack and calls it {game.deck.name}; give it a name of its own."
            yield Finding("no_such_deck", sentence)
    elif game.deck is not None and not _known_deck(game):
        why = UNUSABLE.get(game.deck.name) or f"the known decks are {', '.join(DECKS)}."
        yield Finding("no_such_deck", f"{game.name} is played with {game.deck.name}; {why}")


@finding(looks_at=("deck", "wild", "effects", "scale"))
def no_such_card(game: Game) -> Iterator[Finding]:
    """A card that the declaration names and the pack does not hold."""
    if game.deck is None or not _known_deck(game):
        return
    held = {*game.deck.cards, *(card[:-1] for card in game.deck.cards)}
    for name, says in _cards_spoken_of(game):
        if name not in held:
            accepted = 'a rank such as "3" or "J", or a card such as "Js"'
            if game.deck.name in LETTER_DECKS:
                first = game.deck.cards[0]
                accepted = f'a letter such as "{first[0]}", or a card such as "{first}"'
            sentence = f"{game.name} {says.format(name)}, which {game.deck.name} does not hold; name {accepted}."
            yield Finding("no_such_card", sentence)


def _cards_spoken_of(game: Game) -> Iterator[tuple[str, str]]:
    """Every card that the declaration names, with a template of what it says about the card."""
    for rule in game.wild_rules:
        match rule:
            case Cards(names=names):
                yield from ((name, "makes {} wild") for name in names.split())
            case Follower(of=names):
                yield from ((name, "makes the follower of {} wild") for name in names.split())
            case _:
                pass
    for effect in game.effects:
        yield from ((name, "has an effect for {}") for name in effect.cards.split())
    if isinstance(game.scale, SingleCard | TwentyOne):
        yield from ((name, "puts {} above all") for name in game.scale.top.split())
    for step in game.steps:
        match step:
            case Meld(sets=sets):
                yield from ((name, "declares melds of {}") for each in sets for name in each.split())
            case TakeWidow(keep=keep):
                yield from ((name, "never discards {}") for name in keep.split())
            case _:
                pass


@finding()
def wildcards_stand_for_nothing(game: Game) -> Iterator[Finding]:
    """Jokers or wildcards that are neither wild nor top cards, so hands with one cannot be compared (RULINGS R-M14)."""
    if game.deck is None or not _known_deck(game) or game.deck.name in LETTER_DECKS or not _compares_ranks(game):
        return
    above_all = game.scale.top.split() if isinstance(game.scale, SingleCard) else []
    wild = [name for rule in game.wild_rules if isinstance(rule, Cards) for name in rule.names.split()]
    for card in (card for card in game.deck.copies if card not in RANK):
        if game.deck.name == TAROK:
            sentence = f"{game.name} compares hands by rank, and trumps of {TAROK} have none; take another deck."
            yield Finding("wildcards_stand_for_nothing", sentence)
            return
        if card not in (*above_all, *wild):
            asked = f'say that they are wild, wild = "{card}", or above all cards, scale = {{ type = "SingleCard", top = "{card}" }}'
            sentence = f"{game.name} deals {card}s and does not say what they are worth; {asked}."
            yield Finding("wildcards_stand_for_nothing", sentence)


def _compares_ranks(game: Game) -> bool:
    """True if hands are compared; they are not if cards are played to tricks."""
    return not any(isinstance(step, Tricks) for step in game.steps)


@finding(looks_at=("seats",))
def seats_are_no_range(game: Game) -> Iterator[Finding]:
    """Seats for fewer than two players, or in the wrong order."""
    if not _is_range(game.seats):
        yield Finding("seats_are_no_range", f"{game.name} is for {_asked(game.seats)}.")


@finding(looks_at=("best", "seats"))
def best_is_no_range(game: Game) -> Iterator[Finding]:
    """A recommendation for fewer than two players, or in the wrong order."""
    if not _is_range(game.best):
        yield Finding("best_is_no_range", f"{game.name} is best with {_asked(game.best)}.")


def _is_range(players: tuple[int, int] | None) -> bool:
    return players is None or FEWEST <= players[0] <= players[1]


def _asked(players: tuple[int, int] | None) -> str:
    least, most = players or (0, 0)
    return f"{least} to {most} players; the lower number comes first and is {FEWEST} or more"


@finding()
def deck_cannot_suffice(game: Game) -> Iterator[Finding]:
    """A pack too small for the fewest players the game is for."""
    if not _known_deck(game):
        return
    least, room = players_served(game)[0], seats_the_deck_allows(game)
    if least > room:
        sentence = (
            f"{game.name} is for {least} players or more, but {deck_cards(game)} cards are enough for only {room}: "
            f"{own_cards(game)} for each and {shared_cards(game)} shared."
        )
        yield Finding("deck_cannot_suffice", sentence)
