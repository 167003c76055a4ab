"""One short sentence for bids, the widow, goals, melds and scores."""

from engine import commands, events
from engine.cards.tarok import TRUMPS
from engine.grammar import counted, listed
from engine.registry import told
from engine.wording import Voice, cards_told

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


@told(commands.MakeBid)
def bid_made(event: commands.MakeBid, voice: Voice) -> str:
    return f"{voice.name(event.player)} bids {event.contract}."


@told(commands.PassBid)
def bid_passed(event: commands.PassBid, voice: Voice) -> str:
    return f"{voice.name(event.player)} passes."


@told(events.ContractWon)
def contract_won(event: events.ContractWon, voice: Voice) -> str:
    return f"{voice.name(event.player)} plays the {event.contract}."


@told(commands.TakeWidow)
def widow_taken(event: commands.TakeWidow, voice: Voice) -> str:
    shown = f", showing {cards_told(event.rejected)}" if event.rejected else ""
    return f"The bidder {CHOICES[event.choice]}{shown}."


@told(commands.Discard)
def cards_discarded(event: commands.Discard, voice: Voice) -> str:
    trumps = [card for card in event.cards if card in TRUMPS]
    return f"The bidder discards and names {cards_told(trumps) if trumps else 'no trump'}."


@told(commands.AnnounceGoal)
def goal_announced(event: commands.AnnounceGoal, voice: Voice) -> str:
    return f"The bidder announces {event.goal}."


@told(commands.AnswerGoal)
def goal_answered(event: commands.AnswerGoal, voice: Voice) -> str:
    return f"{voice.name(event.player)} answers contra."


@told(commands.DeclareMeld)
def meld_declared(event: commands.DeclareMeld, voice: Voice) -> str:
    return f"{voice.name(event.player)} declares {cards_told(event.meld.split())}."


@told(commands.NameScore)
def score_named(event: commands.NameScore, voice: Voice) -> str:
    pagat = f"; {voice.name(event.pagat)} won the last trick with the pagat" if event.pagat else ""
    captured = "; the pagat was captured" if event.captured else ""
    return f"The bidder has {counted(event.points, 'point')}{pagat}{captured}."


@told(events.ScorePaid)
def score_paid(event: events.ScorePaid, voice: Voice) -> str:
    points = f" with {counted(event.points, 'point')}" if event.points is not None else ""
    told = f"{SCORED[event.what]}{points} scores {event.value} for {voice.people(event.to)}"
    if event.on_paper:
        return f"{told}, on paper."
    return f"{told}: {listed([_paid(move, voice) for move in event.moves]) or 'nobody'}."


def _paid(move: events.ScoreMove, voice: Voice) -> str:
    """A payment of a score; what the payer lacks in chips goes on account."""
    payer, payee, owed = voice.name(move.payer), voice.name(move.payee), voice.money(move.cents)
    if not move.cents:
        return f"{payer} pays {payee} {move.chips}"
    if not move.chips:
        return f"{payer} has no chips and owes {payee} {owed}"
    return f"{payer} pays {payee} {move.chips}, the last chips, and owes {payee} {owed}"
