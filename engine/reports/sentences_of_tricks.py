"""One short sentence for each event of trick games: tricks, bids, the widow, melds and the scores of Tarok."""

from engine import commands, events
from engine.cards.tarok import TRUMPS
from engine.reports.wording import Voice, cards_told, counted, listed

CHOICES = {
    1: "takes the first cards of the widow",
    2: "rejects the first cards of the widow and takes the others; the game counts double",
    3: "rejects all cards of the widow and goes back to the first ones; the game counts treble",
}
SCORED = {
    "game": "The game",
    "consolation": "The consolation",
    "meld": "The meld",
    "pagat": "The last trick, won with the pagat,",
    "ultimo": "Ultimo",
    "contra-ultimo": "Contra-ultimo",
    "passed out": "The deal, in which all have passed,",
}


def trump_turned(event: commands.TurnTrump, voice: Voice) -> str:
    return "The dealer shows the trump." if event.card == "??" else f"The trump is shown: {cards_told([event.card])}."


def card_played(event: commands.PlayCard, voice: Voice) -> str:
    card = "a card" if event.card == "??" else cards_told([event.card])
    return f"{voice.name(event.player)} plays {card}."


def trick_taken(event: commands.TakeTrick, voice: Voice) -> str:
    return f"{voice.name(event.player)} takes the trick."


def tricks_began(event: events.TricksBegan, voice: Voice) -> str:
    return f"{voice.name(event.leader)} leads to the first trick."


def trick_won(event: events.TrickWon, voice: Voice) -> str:
    return f"Trick {event.number} goes to {voice.name(event.player)}."


def stock_drawn(event: commands.DrawFromStock, voice: Voice) -> str:
    return "The winner of the trick draws a card."


def ran_out_of_cards(event: events.RanOutOfCards, voice: Voice) -> str:
    return f"{voice.name(event.player)} has no card left and is out."


def bid_made(event: commands.MakeBid, voice: Voice) -> str:
    return f"{voice.name(event.player)} bids {event.contract}."


def bid_passed(event: commands.PassBid, voice: Voice) -> str:
    return f"{voice.name(event.player)} passes."


def contract_won(event: events.ContractWon, voice: Voice) -> str:
    return f"{voice.name(event.player)} plays the {event.contract}."


def widow_taken(event: commands.TakeWidow, voice: Voice) -> str:
    shown = f", showing {cards_told(event.rejected)}" if event.rejected else ""
    return f"The bidder {CHOICES[event.choice]}{shown}."


def cards_discarded(event: commands.Discard, voice: Voice) -> str:
    trumps = [card for card in event.cards if card in TRUMPS]
    return f"The bidder discards and names {cards_told(trumps) if trumps else 'no trump'}."


def goal_announced(event: commands.AnnounceGoal, voice: Voice) -> str:
    return f"The bidder announces {event.goal}."


def goal_answered(event: commands.AnswerGoal, voice: Voice) -> str:
    return f"{voice.name(event.player)} answers contra."


def meld_declared(event: commands.DeclareMeld, voice: Voice) -> str:
    return f"{voice.name(event.player)} declares {cards_told(event.meld.split())}."


def score_named(event: commands.NameScore, voice: Voice) -> str:
    pagat = f"; {voice.name(event.pagat)} won the last trick with the pagat" if event.pagat else ""
    captured = "; the pagat was captured" if event.captured else ""
    return f"The bidder has {counted(event.points, 'point')}{pagat}{captured}."


def score_paid(event: events.ScorePaid, voice: Voice) -> str:
    points = f" with {counted(event.points, 'point')}" if event.points is not None else ""
    told = f"{SCORED[event.what]}{points} scores {event.value} for {voice.people(event.to)}"
    if event.on_paper:
        return f"{told}, on paper."
    return f"{told}: {listed([_paid(move, voice) for move in event.moves])}."


def _paid(move: events.ScoreMove, voice: Voice) -> str:
    """A payment of a score; what the payer lacks in chips goes on account."""
    payer, payee, owed = voice.name(move.payer), voice.name(move.payee), voice.money(move.cents)
    if not move.cents:
        return f"{payer} pays {payee} {move.chips}"
    if not move.chips:
        return f"{payer} has no chips and owes {payee} {owed}"
    return f"{payer} pays {payee} {move.chips}, the last chips, and owes {payee} {owed}"
