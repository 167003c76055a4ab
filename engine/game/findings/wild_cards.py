"""What is unsound about wild cards, about what open cards do, and about closed ones that decide something."""

from collections.abc import Iterator

from engine.cards.deck import LETTER_DECKS
from engine.game.awards import Badugi, HighestClosed, SingleCard, Split, TwentyOne
from engine.game.counts import own_card_opens, shared_cards
from engine.game.definition import Game
from engine.game.findings.finding import Unsound, finding, hands_on, unsound
from engine.game.steps import Deal, Expose, closed_at_the_end
from engine.game.wilds import Follower, Personal, RiskyPairs, SplitPairs

# On these scales a card is what it is and stands for no other.
WITHOUT_WILD_CARDS = (SingleCard, TwentyOne, Badugi)


@finding(looks_at=("scale", "wild"))
def scale_knows_no_wild_cards(game: Game) -> Iterator[Unsound]:
    """Wild cards on a scale where a card cannot stand for another."""
    if game.wild_rules and isinstance(game.scale, WITHOUT_WILD_CARDS):
        yield unsound(
            "{game} compares {hands}, which know no wild cards; wild cards go with poker hands.",
            game,
            hands=hands_on(game.scale),
        )


@finding()
def no_closed_card_at_the_end(game: Game) -> Iterator[Unsound]:
    """A share or a wild rule for a closed card although every card is open at the end."""
    if closed_at_the_end(game.steps):
        return
    second = game.award.second if isinstance(game.award, Split) else None
    if isinstance(second, HighestClosed):
        yield unsound("In {game} no own card is closed at the end, so none can be the highest closed one.", game)
    if any(isinstance(rule, Personal) and rule.which == "lowest closed" for rule in game.wild_rules):
        yield unsound("In {game} no own card is closed at the end, so none can be the lowest closed one.", game)


@finding()
def no_open_deal_to_follow(game: Game) -> Iterator[Unsound]:
    """A wild card that follows an open card, although none is dealt open."""
    follows = any(isinstance(rule, Follower) for rule in game.wild_rules)
    if follows and not any(isinstance(step, Deal) and step.up for step in game.steps):
        yield unsound(
            "In {game} no card is dealt open, so none can follow an open one; deal at least one card open.", game
        )


@finding()
def no_last_card(game: Game) -> Iterator[Unsound]:
    """A wild last card to be opened, although no own card is ever opened."""
    last = any(isinstance(rule, Personal) and rule.which == "last" for rule in game.wild_rules)
    if last and not own_card_opens(game):
        yield unsound("In {game} no own card is ever opened, so none is the last to be opened.", game)


@finding()
def nothing_open_to_pair_with(game: Game) -> Iterator[Unsound]:
    """Split pairs, although no own card lies closed beside an open or shared one; psychology opens none (RULINGS D3)."""
    if shared_cards(game) or not any(isinstance(rule, SplitPairs) for rule in game.wild_rules):
        return
    exposed = sum(isinstance(step, Expose) for step in game.steps)
    if not exposed and not any(isinstance(step, Deal) and step.up for step in game.steps):
        yield unsound("In {game} no card lies open beside closed ones, own or shared, so no pair can be split.", game)
    elif sum(step.closed for step in game.steps if isinstance(step, Deal)) <= exposed:
        yield unsound("In {game} every own card is open and none is shared, so no pair can be split.", game)


@finding()
def cards_have_no_ranks(game: Game) -> Iterator[Unsound]:
    """Cards wild by their rank, although the cards have letters."""
    if game.deck is None or game.deck.name not in LETTER_DECKS:
        return
    for rule in game.wild_rules:
        lowest = isinstance(rule, Personal) and rule.which == "lowest closed"
        if isinstance(rule, SplitPairs | RiskyPairs) or lowest or getattr(rule, "scope", "card") == "rank":
            yield unsound(
                "In {game} cards have letters and no ranks, so none is wild by its rank; name letters or cards, or one card "
                "alone.",
                game,
            )
            return


@finding()
def no_open_card_to_take_effect(game: Game) -> Iterator[Unsound]:
    """Effects of open cards, although no own card ever lies open."""
    if game.effects and not own_card_opens(game):
        yield unsound("In {game} no own card ever lies open, so none can take effect.", game)
