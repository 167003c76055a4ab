"""What may be done about a fault of the table now: each fault with the rule that puts it right, and the acts that do."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from engine import commands
from engine.game.wilds import OffersCard
from engine.offer import Offer, is_accepted
from engine.play.betting.round import owed
from engine.play.corrections.places import place_of
from engine.play.holdings.lying import closed_cards
from engine.registry import RULES
from engine.speech import to_say
from engine.state import UNKNOWN, Hand, Night


class Way(NamedTuple):
    """One way to put a fault right: what it is called beside the others, empty if it is the only one, and its acts."""

    called: str
    offers: tuple[Offer, ...]


class Fault(NamedTuple):
    """`what` went wrong and the `rule` of it, both to be said. `after_looking`: who has looked may demand it all the same."""

    what: str
    rule: str
    ways: tuple[Way, ...]
    after_looking: bool


Acts = Callable[[Night, Hand], Iterator[Offer]]


def faults_of(night: Night, hand: Hand) -> Iterator[Fault]:
    """Every fault about which something can be done without a waiver; the cards in it may stay unknown."""
    for what, rule, ways in _FAULTS:
        accepted = (Way(called, tuple(_accepted(acts(night, hand), night))) for called, acts in ways)
        can = tuple(way for way in accepted if way.offers)
        if can:
            yield Fault(what, rule, can, all(_after_looking(offer, night) for way in can for offer in way.offers))


def _accepted(offers: Iterator[Offer], night: Night) -> Iterator[Offer]:
    return (offer for offer in offers if is_accepted(RULES[type(offer.command)], offer.command, night))


def _after_looking(offer: Offer, night: Night) -> bool:
    command = offer.command
    if "looked" not in command.__struct_fields__:
        return True
    return is_accepted(RULES[type(command)], replace(command, looked=True), night)


def _of_each(act: Callable[..., commands.Command]) -> Acts:
    return lambda _, hand: (Offer(act(player=player), player) for player in hand.still_in)


def _exposed(*, keeps: bool) -> Acts:
    """Which closed card fell open need not be said, unless all closed cards of the player are known."""

    def offered(_: Night, hand: Hand) -> Iterator[Offer]:
        for player in hand.still_in:
            unsaid = place_of(hand, player, UNKNOWN) is not None
            for card in (UNKNOWN,) if unsaid else [held.card for held in closed_cards(hand, player)]:
                yield Offer(commands.SettleExposedCard(player=player, card=card, keeps=keeps), player)

    return offered


def _misplaced(_: Night, hand: Hand) -> Iterator[Offer]:
    """Each pair once: the two cards change places."""
    pairs = combinations(hand.game.spots[: len(hand.cards.board)], 2)
    return (Offer(commands.MoveBoardCard(source=one, target=other)) for one, other in pairs)


def _forgotten(*, original: bool) -> Acts:
    def offered(_: Night, hand: Hand) -> Iterator[Offer]:
        if any(isinstance(effect, OffersCard) for effect in hand.game.effects):
            yield from _of_each(partial(commands.BuyForgottenCard, original=original))(_, hand)

    return offered


def _called_with(*, too_many: bool) -> Acts:
    """The chips that somebody put in who meant to call: fewer than they owe, or more."""

    def offered(night: Night, hand: Hand) -> Iterator[Offer]:
        if hand.round is None or not hand.round.waiting:
            return
        player = hand.round.waiting[0]
        stack, due = night.stack(player), owed(hand.round, player)
        due = min(due, stack) if hand.game.goes_all_in else due
        least, most = (due + 1, stack) if too_many else (1, min(due - 1, stack))
        if due and least <= most:
            yield Offer(commands.PutRight(player=player, put_in=least), player, owed=due, least=least, most=most)

    return offered


def _new_deals(_: Night, hand: Hand) -> Iterator[Offer]:
    anybody = (None, *hand.order)
    return (Offer(commands.NewDeal(player=player, harmed=harmed), player) for player in anybody for harmed in anybody)


# Said of every fault that nobody may have put right `after_looking`.
AFTER_LOOKING = to_say(
    "A player cannot demand that a mistake of the first deal is put right after looking at their closed cards."
)
_OPEN_CARDS = to_say(
    "If a player was dealt an open card too few, too late or too many, the right cards are moved to where they should have "
    "been dealt. If that does not simply put it right, any player may demand New Deal."
)
# What went wrong, the rule of it (source text 004, the chapter on errors), and by what it is put right in which ways.
_FAULTS: tuple[tuple[str, str, tuple[tuple[str, Acts], ...]], ...] = (
    (
        to_say("A closed card too few"),
        to_say("If a player was dealt a card too few, one more can be given after the first deal."),
        (("", _of_each(commands.GiveMissingCard)),),
    ),
    (
        to_say("A closed card too many"),
        to_say(
            "If a player was dealt a card too many, the dealer draws a card from the player and puts it at the bottom of the "
            "stock."
        ),
        (("", _of_each(commands.TakeBackCard)),),
    ),
    (
        to_say("A closed card was dealt open"),
        to_say(
            "If a closed card is dealt open by mistake, the player may take it or have the next card of the stock; the card "
            "dealt wrongly is then put at the bottom of the stock."
        ),
        ((to_say("Who keeps it"), _exposed(keeps=True)), (to_say("Who takes the next card"), _exposed(keeps=False))),
    ),
    (
        to_say("A player was skipped, or got an open card too late"),
        _OPEN_CARDS,
        (("", _of_each(partial(commands.MoveDealtCards, fault="skipped"))),),
    ),
    (
        to_say("An open card too many"),
        _OPEN_CARDS,
        (("", _of_each(partial(commands.MoveDealtCards, fault="twice"))),),
    ),
    (
        to_say("A shared card lies at the wrong spot"),
        to_say("When a mistake happens, it is simply put right as long as no player is harmed by that."),
        ((to_say("Which two change places"), _misplaced),),
    ),
    (
        to_say("A card to buy was not offered"),
        to_say(
            "The player may buy the original card as a closed one, even if the others know it by now; cards dealt wrongly "
            "after it are put at the bottom of the stock. Or the player buys the next card of the stock, and the cards dealt "
            "wrongly stay in play."
        ),
        (
            (to_say("Who buys the original card"), _forgotten(original=True)),
            (to_say("Who buys the next card"), _forgotten(original=False)),
        ),
    ),
    (
        to_say("A call with too few chips"),
        to_say("The latest bet is followed by paying the same number of chips, so the rest goes in."),
        (("", _called_with(too_many=False)),),
    ),
    (
        to_say("A call with too many chips"),
        to_say(
            "One has to pay what one puts into the pot, and a raise has to be announced: the chips stay in the pot and raise "
            "nothing."
        ),
        (("", _called_with(too_many=True)),),
    ),
    (
        to_say("New Deal"),
        to_say(
            "If a mistake harms a player, that player may demand New Deal: the hand is broken off, and the pot goes on to the "
            "next one, which the next player announces and deals. All ante again."
        ),
        ((to_say("Who demands it"), _new_deals),),
    ),
)
