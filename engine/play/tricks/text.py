"""One short sentence for each trump, card played and trick taken."""

from engine import commands, events
from engine.errors import SUITS
from engine.registry import always, sentence_of
from engine.speech import say, to_say
from engine.wording import Voice, card_text, cards_text, tells

BY_RULE = {
    "tarok/follow-suit": to_say(
        "{player} revoked in trick {trick}: {card} was played to {led} while {held} was in hand. Everybody follows suit."
    ),
    "tarok/must-trump": to_say(
        "{player} revoked in trick {trick}: {card} was played to {led} while {held} was in hand. Whoever cannot follow suit "
        "plays a trump."
    ),
}


tells(commands.TakeTrick, "{player} takes the trick.")
tells(events.TrickWon, "Trick {number} goes to {player}.")
tells(commands.DrawFromStock, "The winner of the trick draws a card.")
tells(events.RanOutOfCards, "{player} has no card left and is out.")


@sentence_of(commands.TurnTrump)
def trump_turned(event: commands.TurnTrump, voice: Voice) -> str:
    if event.card == "??":
        return say("The dealer shows the trump.")
    return voice.say("The trump is shown: {card}.", event)


@sentence_of(commands.PlayCard)
def card_played(event: commands.PlayCard, voice: Voice) -> str:
    return voice.say("{player} plays {card}.", event, card=card_text(event.card))


@sentence_of(events.TricksBegan, quiet=always)
def tricks_began(event: events.TricksBegan, voice: Voice) -> str:
    return say("{player} leads to the first trick.", player=voice.name(event.leader))


@sentence_of(events.RevokeProved)
def revoke_proved(event: events.RevokeProved, voice: Voice) -> str:
    held = cards_text(event.held)
    return voice.say(
        BY_RULE[event.rule],
        event,
        led=say(SUITS[event.led]),
        held=say("one of {cards}", cards=held) if len(event.held) > 1 else held,
    )
