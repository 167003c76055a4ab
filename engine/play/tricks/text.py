"""One short sentence for each trump, card played and trick taken."""

from engine import commands, events
from engine.registry import always, told
from engine.wording import Voice, cards_told


@told(commands.TurnTrump)
def trump_turned(event: commands.TurnTrump, voice: Voice) -> str:
    return "The dealer shows the trump." if event.card == "??" else f"The trump is shown: {cards_told([event.card])}."


@told(commands.PlayCard)
def card_played(event: commands.PlayCard, voice: Voice) -> str:
    card = "a card" if event.card == "??" else cards_told([event.card])
    return f"{voice.name(event.player)} plays {card}."


@told(commands.TakeTrick)
def trick_taken(event: commands.TakeTrick, voice: Voice) -> str:
    return f"{voice.name(event.player)} takes the trick."


@told(events.TricksBegan, quiet=always)
def tricks_began(event: events.TricksBegan, voice: Voice) -> str:
    return f"{voice.name(event.leader)} leads to the first trick."


@told(events.TrickWon)
def trick_won(event: events.TrickWon, voice: Voice) -> str:
    return f"Trick {event.number} goes to {voice.name(event.player)}."


@told(commands.DrawFromStock)
def stock_drawn(event: commands.DrawFromStock, voice: Voice) -> str:
    return "The winner of the trick draws a card."


@told(events.RanOutOfCards)
def ran_out_of_cards(event: events.RanOutOfCards, voice: Voice) -> str:
    return f"{voice.name(event.player)} has no card left and is out."
