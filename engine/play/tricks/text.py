"""One short sentence for each trump, card played and trick taken."""

from engine import commands, events
from engine.errors import SUITS
from engine.registry import always, sentence_of
from engine.speech import say, to_say
from engine.wording import Voice, cards_text

BY_RULE = {
    "tarok/follow-suit": to_say(
        "{player} revoked in trick {trick}: {card} was played to {led} while {held} was in hand. Everybody follows suit."
    ),
    "tarok/must-trump": to_say(
        "{player} revoked in trick {trick}: {card} was played to {led} while {held} was in hand. Whoever cannot follow suit "
        "plays a trump."
    ),
}


@sentence_of(commands.TurnTrump)
def trump_turned(event: commands.TurnTrump, voice: Voice) -> str:
    if event.card == "??":
        return say("The dealer shows the trump.")
    return say("The trump is shown: {card}.", card=cards_text([event.card]))


@sentence_of(commands.PlayCard)
def card_played(event: commands.PlayCard, voice: Voice) -> str:
    card = say("a card") if event.card == "??" else cards_text([event.card])
    return say("{player} plays {card}.", player=voice.name(event.player), card=card)


@sentence_of(commands.TakeTrick)
def trick_taken(event: commands.TakeTrick, voice: Voice) -> str:
    return say("{player} takes the trick.", player=voice.name(event.player))


@sentence_of(events.TricksBegan, quiet=always)
def tricks_began(event: events.TricksBegan, voice: Voice) -> str:
    return say("{player} leads to the first trick.", player=voice.name(event.leader))


@sentence_of(events.TrickWon)
def trick_won(event: events.TrickWon, voice: Voice) -> str:
    return say("Trick {number} goes to {player}.", number=event.number, player=voice.name(event.player))


@sentence_of(commands.DrawFromStock)
def stock_drawn(event: commands.DrawFromStock, voice: Voice) -> str:
    return say("The winner of the trick draws a card.")


@sentence_of(events.RevokeProved)
def revoke_proved(event: events.RevokeProved, voice: Voice) -> str:
    held = cards_text(event.held)
    return say(
        BY_RULE[event.rule],
        player=voice.name(event.player),
        trick=event.trick,
        card=cards_text([event.card]),
        led=say(SUITS[event.led]),
        held=say("one of {cards}", cards=held) if len(event.held) > 1 else held,
    )


@sentence_of(events.RanOutOfCards)
def ran_out_of_cards(event: events.RanOutOfCards, voice: Voice) -> str:
    return say("{player} has no card left and is out.", player=voice.name(event.player))
