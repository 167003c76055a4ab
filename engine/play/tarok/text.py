"""One short sentence for bids, the widow, goals, melds and scores."""

from engine import commands, events
from engine.cards.tarok import TRUMPS
from engine.grammar import counted, listed
from engine.registry import sentence_of
from engine.speech import say, say_as, to_say, to_say_each
from engine.wording import Voice, cards_text, tells

# Contracts, and goals.
to_say_each("tarok", "threesome, solo, game, consolation, ultimo")
CHOICES = {
    1: to_say("The bidder takes the first cards of the widow"),
    2: to_say("The bidder rejects the first cards of the widow and takes the others; the game counts double"),
    3: to_say("The bidder rejects all cards of the widow and goes back to the first ones; the game counts treble"),
}
SCORED = {
    "game": to_say("The game scores {value} for {players}"),
    "consolation": to_say("The consolation scores {value} for {players}"),
    "meld": to_say("The meld scores {value} for {players}"),
    "pagat": to_say("The last trick, won with the pagat, scores {value} for {players}"),
    "ultimo": to_say("Ultimo scores {value} for {players}"),
    "contra-ultimo": to_say("Contra-ultimo scores {value} for {players}"),
    "passed out": to_say("The deal, in which all have passed, scores {value} for {players}"),
}
# The same for a score that was counted.
SCORED_WITH_POINTS = {
    "game": to_say("The game with {points} scores {value} for {players}"),
    "consolation": to_say("The consolation with {points} scores {value} for {players}"),
}


tells(commands.PassBid, "{player} passes.")
tells(commands.AnswerGoal, "{player} answers contra.")


@sentence_of(commands.MakeBid)
def bid_made(event: commands.MakeBid, voice: Voice) -> str:
    return voice.say("{player} bids {contract}.", event, contract=say_as("tarok", event.contract))


@sentence_of(events.ContractWon)
def contract_won(event: events.ContractWon, voice: Voice) -> str:
    return voice.say("{player} plays the {contract}.", event, contract=say_as("tarok", event.contract))


@sentence_of(commands.TakeWidow)
def widow_taken(event: commands.TakeWidow, voice: Voice) -> str:
    text = say(CHOICES[event.choice])
    if event.rejected:
        return say("{taken}, showing {cards}.", taken=text, cards=cards_text(event.rejected))
    return f"{text}."


@sentence_of(commands.Discard)
def cards_discarded(event: commands.Discard, voice: Voice) -> str:
    trumps = [card for card in event.cards if card in TRUMPS]
    if not trumps:
        return say("The bidder discards and names no trump.")
    return say("The bidder discards and names {cards}.", cards=cards_text(trumps))


@sentence_of(commands.AnnounceGoal)
def goal_announced(event: commands.AnnounceGoal, voice: Voice) -> str:
    return say("The bidder announces {goal}.", goal=say_as("tarok", event.goal))


@sentence_of(commands.DeclareMeld)
def meld_declared(event: commands.DeclareMeld, voice: Voice) -> str:
    return voice.say("{player} declares {cards}.", event, cards=cards_text(event.meld.split()))


@sentence_of(commands.NameScore)
def score_named(event: commands.NameScore, voice: Voice) -> str:
    points = counted(event.points or 0, "point")
    if not event.pagat:
        if event.captured:
            return say("The bidder has {points}; the pagat was captured.", points=points)
        return say("The bidder has {points}.", points=points)
    name = voice.name(event.pagat)
    if event.captured:
        return say(
            "The bidder has {points}; {player} won the last trick with the pagat; the pagat was captured.",
            points=points,
            player=name,
        )
    return say("The bidder has {points}; {player} won the last trick with the pagat.", points=points, player=name)


@sentence_of(events.ScorePaid)
def score_paid(event: events.ScorePaid, voice: Voice) -> str:
    players = voice.people(event.to)
    if event.points is not None:
        points, scored = counted(event.points, "point"), SCORED_WITH_POINTS[event.what]
        text = voice.say(scored, event, points=points, players=players)
    else:
        text = voice.say(SCORED[event.what], event, players=players)
    if event.on_paper:
        return say("{scored}, on paper.", scored=text)
    paid = listed([_paid(move, voice) for move in event.moves]) or say("nobody")
    return f"{text}: {paid}."


def _paid(move: events.ScoreMove, voice: Voice) -> str:
    """A payment of a score; what the payer lacks in chips goes on account."""
    owed = voice.money(move.cents)
    if not move.cents:
        return voice.say("{payer} pays {payee} {chips}", move)
    if not move.chips:
        return voice.say("{payer} has no chips and owes {payee} {owed}", move, owed=owed)
    return voice.say("{payer} pays {payee} {chips}, the last chips, and owes {payee} {owed}", move, owed=owed)
