"""One short sentence for each challenge and its outcome."""

from engine import commands, events, words
from engine.cards.card import UNKNOWN
from engine.grammar import counted
from engine.play.spelling.rule import BY_THE_TABLE, NO_PLURALS, NO_WORD
from engine.registry import sentence_of
from engine.speech import say
from engine.wording import Voice, tells

tells(commands.AcceptHands, "Nobody challenges the words.")


@sentence_of(commands.ChallengeWord)
def word_challenged(event: commands.ChallengeWord, voice: Voice) -> str:
    if not event.holder:
        return voice.say("{player} challenges the word {word}.", event)
    return voice.say("{player} challenges the word {word} of {holder}.", event)


@sentence_of(events.WordJudged)
def word_judged(event: events.WordJudged, voice: Voice) -> str:
    judge = say(BY_THE_TABLE) if event.dictionary == BY_THE_TABLE else words.name_of(event.dictionary)
    by = f" ({judge})" if judge else ""
    if event.good:
        return voice.say("{word} is {judged}.", event, judged=say("a word") + by)
    judged = say(NO_PLURALS if event.plural else NO_WORD) + by
    if event.out:
        return voice.say("{word} is {judged}: {player} is out.", event, judged=judged)
    return voice.say("{word} is {judged}: {player} holds no words any more.", event, judged=judged)


@sentence_of(events.PenaltyPaid, in_betting=True)
def penalty_paid(event: events.PenaltyPaid, voice: Voice) -> str:
    return voice.say("{player} pays the pot {chips} for the lost challenge.", event, chips=counted(event.chips, "chip"))


@sentence_of(events.CouldNotOpen)
def could_not_open(event: events.CouldNotOpen, voice: Voice) -> str:
    if event.cards and UNKNOWN not in event.cards:
        return voice.say("{player} could not have opened with {cards} and has no right to the pot.", event)
    return voice.say("{player} could not have opened and has no right to the pot.", event)
