"""One short sentence for each dispute, answer, resolution and withdrawal."""

from engine import commands
from engine.registry import sentence_of
from engine.speech import say
from engine.wording import Voice, because, closed


@sentence_of(commands.RaiseDispute)
def dispute_raised(event: commands.RaiseDispute, voice: Voice) -> str:
    name, about, words = voice.name(event.by), disputed(event.event, missing=event.missing), closed(event.words)
    if event.number:
        return say(
            "{player} disputes {what}, dispute {number}: {words}",
            player=name,
            what=about,
            number=event.number,
            words=words,
        )
    return say("{player} disputes {what}: {words}", player=name, what=about, words=words)


def disputed(event: int | None, *, missing: bool) -> str:
    """What a dispute is about: "event 412", "what is missing after event 412", "the night"."""
    if missing:
        return say("what is missing after event {event}", event=event) if event else say("what is missing tonight")
    return say("event {event}", event=event) if event else say("the night")


@sentence_of(commands.AnswerDispute)
def dispute_answered(event: commands.AnswerDispute, voice: Voice) -> str:
    return say(
        "{player} answers dispute {number}: {words}",
        player=voice.name(event.by),
        number=event.dispute,
        words=closed(event.words),
    )


@sentence_of(commands.ResolveDispute)
def dispute_resolved(event: commands.ResolveDispute, voice: Voice) -> str:
    if event.event:
        text = say("Dispute {number} is resolved by event {event}", number=event.dispute, event=event.event)
    else:
        text = say("Dispute {number} is resolved", number=event.dispute)
    return _and_who_agreed(because(text, event.words), event, voice)


@sentence_of(commands.GiveBanksWord)
def banks_word_given(event: commands.GiveBanksWord, voice: Voice) -> str:
    if event.event:
        text = say(
            "The bank's word on dispute {number}: event {event} puts it right", number=event.dispute, event=event.event
        )
        text = because(text, event.words)
    else:
        text = say("The bank's word on dispute {number}: {words}", number=event.dispute, words=closed(event.words))
    return _and_who_agreed(text, event, voice)


def _and_who_agreed(text: str, event: commands.ResolveDispute | commands.GiveBanksWord, voice: Voice) -> str:
    return f"{text} {agreed_by(event.agreed_by, voice)}" if event.agreed_by else text


def agreed_by(players: tuple[str, ...], voice: Voice) -> str:
    """The sentence of those who agreed."""
    return say("Agreed by {players}.", players=voice.people(players))


@sentence_of(commands.WithdrawDispute)
def dispute_withdrawn(event: commands.WithdrawDispute, voice: Voice) -> str:
    who = voice.name(event.by) if event.by else say("Who raised it")
    return because(say("{player} withdraws dispute {number}", player=who, number=event.dispute), event.words)
