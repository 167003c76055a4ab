"""One short sentence for each challenge and its outcome."""

from engine import commands, events
from engine.cards.card import UNKNOWN
from engine.grammar import counted
from engine.play.spelling.rule import NO_PLURALS
from engine.registry import told
from engine.wording import Voice, cards_told


@told(commands.ChallengeWord)
def word_challenged(event: commands.ChallengeWord, voice: Voice) -> str:
    whose = f" of {voice.name(event.holder)}" if event.holder else ""
    return f"{voice.name(event.player)} challenges the word {event.word}{whose}."


@told(commands.AcceptHands)
def hands_accepted(event: commands.AcceptHands, voice: Voice) -> str:
    return "Nobody challenges the words."


@told(events.WordJudged)
def word_judged(event: events.WordJudged, voice: Voice) -> str:
    by = f" ({event.dictionary})" if event.dictionary else ""
    if event.good:
        return f"{event.word} is a word{by}."
    outcome = "is out" if event.out else "holds no words any more"
    judged = NO_PLURALS if event.plural else "no word"
    return f"{event.word} is {judged}{by}: {voice.name(event.player)} {outcome}."


@told(events.PenaltyPaid)
def penalty_paid(event: events.PenaltyPaid, voice: Voice) -> str:
    return f"{voice.name(event.player)} pays the pot {counted(event.chips, 'chip')} for the lost challenge."


@told(events.CouldNotOpen)
def could_not_open(event: events.CouldNotOpen, voice: Voice) -> str:
    known = event.cards and UNKNOWN not in event.cards
    with_what = f" with {cards_told(event.cards)}" if known else ""
    return f"{voice.name(event.player)} could not have opened{with_what} and has no right to the pot."
