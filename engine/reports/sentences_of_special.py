"""How the special words of the table are told; what is sealed until all have spoken stays sealed in its sentence."""

from engine import commands, events
from engine.reports.wording import Voice, cards_told, closed


def spit_called(event: commands.CallSpit, voice: Voice) -> str:
    laid = f": {cards_told([event.card])} is laid" if event.card != "??" else ", and a shared card is laid"
    return f"{voice.name(event.player)} calls Spit{laid}."


def cards_put_aside(event: commands.PassCards, voice: Voice) -> str:
    return f"{voice.name(event.player)} has put aside the cards to pass on."


def cards_passed(event: events.CardsPassed, voice: Voice) -> str:
    return "All pass their cards on."


def card_exposed(event: commands.ExposeCard, voice: Voice) -> str:
    return f"{voice.name(event.player)} has chosen a card to open."


def cards_exposed(event: events.CardsExposed, voice: Voice) -> str:
    return f"All open the card they have chosen: {cards_told(event.cards)}."


def cards_arranged(event: commands.ArrangeCards, voice: Voice) -> str:
    return f"{voice.name(event.player)} has arranged the pile."


def cards_revealed(event: commands.RevealCards, voice: Voice) -> str:
    return f"The piles show {cards_told(event.cards)}." if event.cards else "Everyone turns the top card of the pile."


def side_sealed(event: commands.DeclareSide, voice: Voice) -> str:
    return f"{voice.name(event.player)} has declared a side."


def sides_declared(event: events.SidesDeclared, voice: Voice) -> str:
    sides = (("low", event.low), ("both", event.both), ("high", event.high))
    told = "; ".join(f"{voice.people(players)} for {side}" for side, players in sides if players)
    return f"All sides are open: {told}." if told else "All sides are open."


def card_offered(event: events.CardOffered, voice: Voice) -> str:
    price = f"for {event.price}" if event.price else "for nothing"
    return f"{cards_told([event.card])} offers {voice.name(event.player)} one more card {price}."


def card_bought(event: commands.BuyCard, voice: Voice) -> str:
    shadow = f", {event.shadow} of it by shadow" if event.shadow else ""
    price = f" for {event.price}{shadow}" if event.price else ""
    return f"{voice.name(event.player)} takes one more card{price}."


def card_declined(event: commands.DeclineCard, voice: Voice) -> str:
    return f"{voice.name(event.player)} takes no more cards."


def sent_out_by_card(event: events.SentOutByCard, voice: Voice) -> str:
    return f"{cards_told([event.card])} sends {voice.name(event.player)} out of the hand."


def player_sent_out(event: commands.SendOut, voice: Voice) -> str:
    reason = f": {closed(event.reason)}" if event.reason.strip() else "."
    return f"{voice.name(event.player)} is sent out of the hand{reason}"
