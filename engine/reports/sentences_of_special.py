"""One short sentence for each special step. What is sealed until all have chosen stays sealed in its sentence."""

from engine import commands, events
from engine.reports.wording import Voice, cards_told, closed, hand_told


def spit_called(event: commands.CallSpit, voice: Voice) -> str:
    laid = f": {cards_told([event.card])} is laid" if event.card != "??" else ", and a shared card is laid"
    return f"{voice.name(event.player)} calls Spit{laid}."


def cards_put_aside(event: commands.PassCards, voice: Voice) -> str:
    return f"{voice.name(event.player)} has chosen the cards to pass."


def cards_passed(event: events.CardsPassed, voice: Voice) -> str:
    return "All pass their cards on."


def card_exposed(event: commands.ExposeCard, voice: Voice) -> str:
    return f"{voice.name(event.player)} has chosen a card to open."


def cards_exposed(event: events.CardsExposed, voice: Voice) -> str:
    return f"Everyone opens the chosen card: {cards_told(event.cards)}."


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


def card_given(event: events.CardGiven, voice: Voice) -> str:
    if not event.number:
        return f"{cards_told([event.card])} gives {voice.name(event.player)} no card, because none is left."
    return f"{cards_told([event.card])} gives {voice.name(event.player)} one more card."


def fee_paid(event: events.FeePaid, voice: Voice) -> str:
    shadow = f", {event.shadow} of it by shadow" if event.shadow else ""
    return f"{cards_told([event.card])} costs {voice.name(event.player)} {event.chips}{shadow}."


def fee_paid_unseen(event: commands.PayFee, voice: Voice) -> str:
    shadow = f", {event.shadow} of it by shadow" if event.shadow else ""
    reason = f": {closed(event.reason)}" if event.reason.strip() else "."
    return f"{voice.name(event.player)} pays {event.chips or 0} for an open card{shadow}{reason}"


def own_card_turned(event: commands.TurnOwn, voice: Voice) -> str:
    card = cards_told([event.card]) if event.card != "??" else "a card"
    says = {True: ", and says that it beats", False: ", and says that it does not beat", None: ""}[event.beats]
    return f"{voice.name(event.player)} turns {card} from the pile{says}."


def hand_beaten(event: events.HandBeaten, voice: Voice) -> str:
    with_what = f" with {hand_told(event.hand)}" if event.hand else ""
    if event.beaten:
        return f"{voice.name(event.player)} beats {hand_told(event.beaten)}{with_what}."
    return f"{voice.name(event.player)} has the hand to beat{with_what}."


def could_not_beat(event: events.CouldNotBeat, voice: Voice) -> str:
    what = hand_told(event.to_beat) if event.to_beat else "the hand to beat"
    return f"{voice.name(event.player)} has turned the whole pile without beating {what} and is out of the hand."
