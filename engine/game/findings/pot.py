"""What is unsound about what goes into the pot and who gets it: limits, blinds, the hands compared, the shares."""

from collections.abc import Iterator

from engine.cards.card import SUITS
from engine.cards.deck import LETTER_DECKS
from engine.game.awards import Best, HighestClosed, Low, Split, TarokScore
from engine.game.betting import Blinds, FixedLimit, HouseLimit, Limit
from engine.game.counts import own_cards, turns_until_beaten
from engine.game.definition import Game
from engine.game.findings.finding import Unsound, finding, hands_on, unsound
from engine.game.steps import DeclareSides
from engine.speech import phrase


def flaw_of_limit(limit: Limit) -> str:
    """Why the numbers of a limit contradict each other; empty if they do not."""
    match limit:
        case HouseLimit(most=most, once=once) if most is not None and once is not None and once <= most:
            return phrase(
                "the one large bet of {once} is not above the most of {most}; it is {least} or more",
                once=once,
                most=most,
                least=most + 1,
            )
        case FixedLimit(small=small) if small < 1:
            return phrase("the small bet is {small}; it is 1 or more", small=small)
        case FixedLimit(small=small, big=big) if big < small:
            return phrase(
                "the big bet of {big} is below the small one of {small}; it is {small} or more", big=big, small=small
            )
        case FixedLimit(big_from=begins) if begins < 1:
            return phrase("the big bet begins in round {round}; rounds are counted from 1", round=begins)
        case _:
            return ""


@finding(looks_at=("limit",))
def limit_cannot_be(game: Game) -> Iterator[Unsound]:
    """A limit whose numbers contradict each other."""
    if game.limit is not None and (flaw := flaw_of_limit(game.limit)):
        yield unsound("The limit of {game} is impossible: {flaw}.", game, flaw=flaw)


@finding(looks_at=("forced",))
def blinds_are_no_blinds(game: Game) -> Iterator[Unsound]:
    """A big blind below the small one, unless there is no big blind."""
    forced = game.forced
    if isinstance(forced, Blinds) and 0 < forced.big < forced.small:
        yield unsound(
            "The big blind of {game} is {big}, below the small one of {small}; it must be as much or more.",
            game,
            big=forced.big,
            small=forced.small,
        )


@finding()
def own_exceeds_hand(game: Game) -> Iterator[Unsound]:
    """More own cards that must count than a player is dealt, or fewer than one."""
    dealt = own_cards(game)
    if game.own is not None and not 1 <= game.own <= dealt:
        yield unsound(
            "{own} own cards count in {game}, which deals {dealt}; own is from 1 to {dealt}.",
            game,
            own=game.own,
            dealt=dealt,
        )


@finding()
def no_shares_when_beaten_hands_leave(game: Game) -> Iterator[Unsound]:
    """Two shares of the pot although only one player is left at the end."""
    if isinstance(game.award, Split) and turns_until_beaten(game):
        yield unsound("In {game} beaten hands leave until one is left, so the pot cannot be shared.", game)


@finding(looks_at=("scale", "award"))
def scale_has_no_low(game: Game) -> Iterator[Unsound]:
    """A low share on a scale that has no low hands."""
    if not isinstance(game.award, Split) or not isinstance(game.award.second, Best):
        return
    scale = game.award.second.scale or game.scale
    if not isinstance(scale, Low):
        yield unsound(
            "The second half of the pot of {game} goes by {hands}, which have no low hand; name a low scale, such as "
            '{{ type = "Low", most = 8 }}.',
            game,
            hands=hands_on(scale),
        )


@finding()
def no_such_suit(game: Game) -> Iterator[Unsound]:
    """A share for the highest closed card of a suit that the pack does not have."""
    second = game.award.second if isinstance(game.award, Split) else None
    if not isinstance(second, HighestClosed) or game.deck is None or not game.deck.is_known:
        return
    letters = game.deck.name in LETTER_DECKS
    suits = [] if letters else sorted({card[-1] for card in game.deck.cards} & set(SUITS))
    if second.suit not in suits:
        yield unsound(
            "{game} shares the pot by the suit {suit}; the pack has {suits}.",
            game,
            suit=second.suit,
            suits=", ".join(suits) or phrase("none of that kind"),
        )


@finding()
def no_sides_to_declare(game: Game) -> Iterator[Unsound]:
    """Sides declared without a high and a low share, or declared twice."""
    declared = sum(isinstance(step, DeclareSides) for step in game.steps)
    low = isinstance(game.award, Split) and isinstance(game.award.second, Best)
    if declared > 1 or (declared and not low):
        yield unsound(
            "{game} declares sides {times} times; it takes one high and one low share, declared once.",
            game,
            times=declared,
        )


@finding()
def levy_takes_nothing(game: Game) -> Iterator[Unsound]:
    """A rule that takes less than one chip of a pot, or takes it of a pot that nobody plays for."""
    levy = game.levy
    if levy is None:
        return
    name = type(levy).__name__
    if levy.chips < 1:
        yield unsound(
            "The {levy} of {game} takes {chips} chips of a pot; it takes 1 or more.", game, levy=name, chips=levy.chips
        )
    if isinstance(game.award, TarokScore):
        yield unsound(
            "{game} has a {levy} but no pot: TarokScore is paid between players; name another award.", game, levy=name
        )
