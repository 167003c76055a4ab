"""One short sentence for each challenge and its outcome."""

from engine import commands, events, words
from engine.cards.card import UNKNOWN
from engine.grammar import counted
from engine.play.spelling.rule import BY_THE_TABLE, NO_PLURALS, NO_WORD
from engine.registry import sentence_of
from engine.speech import say
from engine.wording import Voice, cards_text


@sentence_of(commands.ChallengeWord)
def word_challenged(event: commands.ChallengeWord, voice: Voice) -> str:
    name = voice.name(event.player)
    if not event.holder:
        return say("{player} challenges the word {word}.", player=name, word=event.word)
    holder = voice.name(event.holder)
    return say("{player} challenges the word {word} of {holder}.", player=name, word=event.word, holder=holder)


@sentence_of(commands.AcceptHands)
def hands_accepted(event: commands.AcceptHands, voice: Voice) -> str:
    return say("Nobody challenges the words.")


@sentence_of(events.WordJudged)
def word_judged(event: events.WordJudged, voice: Voice) -> str:
    judge = say(BY_THE_TABLE) if event.dictionary == BY_THE_TABLE else words.name_of(event.dictionary)
    by = f" ({judge})" if judge else ""
    word, name = event.word, voice.name(event.player)
    if event.good:
        return say("{word} is {judged}.", word=word, judged=say("a word") + by)
    judged = say(NO_PLURALS if event.plural else NO_WORD) + by
    if event.out:
        return say("{word} is {judged}: {player} is out.", word=word, judged=judged, player=name)
    return say("{word} is {judged}: {player} holds no words any more.", word=word, judged=judged, player=name)


@sentence_of(events.PenaltyPaid, in_betting=True)
def penalty_paid(event: events.PenaltyPaid, voice: Voice) -> str:
    return say(
        "{player} pays the pot {chips} for the lost challenge.",
        player=voice.name(event.player),
        chips=counted(event.chips, "chip"),
    )


@sentence_of(events.CouldNotOpen)
def could_not_open(event: events.CouldNotOpen, voice: Voice) -> str:
    name = voice.name(event.player)
    if event.cards and UNKNOWN not in event.cards:
        return say(
            "{player} could not have opened with {cards} and has no right to the pot.",
            player=name,
            cards=cards_text(event.cards),
        )
    return say("{player} could not have opened and has no right to the pot.", player=name)
