"""One short sentence for piles arranged and turned, and for hands beaten or not."""

from engine import commands, events
from engine.cards.worth import with_article
from engine.registry import sentence_of
from engine.speech import say, to_say
from engine.state import UNKNOWN
from engine.wording import Voice, cards_text

# By what the player says of the card that was turned; None if nothing.
TURNED = {
    True: to_say("{player} turns {card} from the pile, and says that it beats."),
    False: to_say("{player} turns {card} from the pile, and says that it does not beat."),
    None: to_say("{player} turns {card} from the pile."),
}


@sentence_of(commands.ArrangeCards)
def cards_arranged(event: commands.ArrangeCards, voice: Voice) -> str:
    return say("{player} has arranged the pile.", player=voice.name(event.player))


@sentence_of(commands.RevealCards)
def cards_revealed(event: commands.RevealCards, voice: Voice) -> str:
    if set(event.cards) <= {UNKNOWN}:
        return say("Everyone turns the top card of the pile.")
    return say("The piles show {cards}.", cards=cards_text(event.cards))


@sentence_of(commands.TurnOwn)
def own_card_turned(event: commands.TurnOwn, voice: Voice) -> str:
    card = cards_text([event.card]) if event.card != "??" else say("a card")
    return say(TURNED[event.beats], player=voice.name(event.player), card=card)


@sentence_of(events.HandBeaten)
def hand_beaten(event: events.HandBeaten, voice: Voice) -> str:
    name, hand = voice.name(event.player), with_article(event.hand) if event.hand else ""
    if event.beaten:
        beaten = with_article(event.beaten)
        if hand:
            return say("{player} beats {beaten} with {hand}.", player=name, beaten=beaten, hand=hand)
        return say("{player} beats {beaten}.", player=name, beaten=beaten)
    if hand:
        return say("{player} has the hand to beat with {hand}.", player=name, hand=hand)
    return say("{player} has the hand to beat.", player=name)


@sentence_of(events.CouldNotBeat)
def could_not_beat(event: events.CouldNotBeat, voice: Voice) -> str:
    what = with_article(event.to_beat) if event.to_beat else say("the hand to beat")
    return say(
        "{player} has turned the whole pile without beating {hand} and is out of the hand.",
        player=voice.name(event.player),
        hand=what,
    )
