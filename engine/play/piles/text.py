"""One short sentence for piles arranged and turned, and for hands beaten or not."""

from engine import commands, events
from engine.cards.worth import with_article
from engine.registry import sentence_of
from engine.speech import say, to_say
from engine.state import UNKNOWN
from engine.wording import Voice, card_text, tells

# By what the player says of the card that was turned; None if nothing.
TURNED = {
    True: to_say("{player} turns {card} from the pile, and says that it beats."),
    False: to_say("{player} turns {card} from the pile, and says that it does not beat."),
    None: to_say("{player} turns {card} from the pile."),
}


tells(commands.ArrangeCards, "{player} has arranged the pile.")


@sentence_of(commands.RevealCards)
def cards_revealed(event: commands.RevealCards, voice: Voice) -> str:
    if set(event.cards) <= {UNKNOWN}:
        return say("Everyone turns the top card of the pile.")
    return voice.say("The piles show {cards}.", event)


@sentence_of(commands.TurnOwn)
def own_card_turned(event: commands.TurnOwn, voice: Voice) -> str:
    return voice.say(TURNED[event.beats], event, card=card_text(event.card))


@sentence_of(events.HandBeaten)
def hand_beaten(event: events.HandBeaten, voice: Voice) -> str:
    hand = with_article(event.hand) if event.hand else ""
    if event.beaten:
        beaten = with_article(event.beaten)
        if hand:
            return voice.say("{player} beats {beaten} with {hand}.", event, beaten=beaten, hand=hand)
        return voice.say("{player} beats {beaten}.", event, beaten=beaten)
    if hand:
        return voice.say("{player} has the hand to beat with {hand}.", event, hand=hand)
    return voice.say("{player} has the hand to beat.", event)


@sentence_of(events.CouldNotBeat)
def could_not_beat(event: events.CouldNotBeat, voice: Voice) -> str:
    what = with_article(event.to_beat) if event.to_beat else say("the hand to beat")
    return voice.say(
        "{player} has turned the whole pile without beating {hand} and is out of the hand.", event, hand=what
    )
