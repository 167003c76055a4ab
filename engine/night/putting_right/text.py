"""One short sentence for each strike, correction and dispute, and for what is said to a dispute."""

from engine import commands, events
from engine.grammar import capital, listed
from engine.registry import always, sentence_of
from engine.speech import say, say_number
from engine.wording import Voice, because, closed, numbered


@sentence_of(commands.StrikeEvents)
def strike_declared(event: commands.StrikeEvents, voice: Voice) -> str:
    return because(say("The banker strikes {events}", events=numbered(event.versions)), event.reason)


@sentence_of(events.EventsStruck, quiet=always)
def events_struck(event: events.EventsStruck, voice: Voice) -> str:
    if event.void:
        text = capital(numbered(event.void))
        void = say_number("{events} no longer counts.", "{events} no longer count.", len(event.void), events=text)
    else:
        void = say("Nothing is taken out.") if event.placed else say("Nothing else is taken out.")
    places = [
        say("{event} after {at}", event=one.version, at=one.at)
        if one.after
        else say("{event} in the place of {at}", event=one.version, at=one.at)
        for one in event.placed
    ]
    return " ".join((void, say("In force: {events}.", events=listed(places)))) if places else void


@sentence_of(commands.CorrectEvents)
def events_corrected(event: commands.CorrectEvents, _: Voice) -> str:
    """Which events are corrected, and after which one an act is put in; the new acts are told as events of their own."""
    corrected = tuple(change.version for change in event.changes if not change.after)
    parts = [say("corrects {events}", events=numbered(corrected))] if corrected else []
    after = tuple(change.version for change in event.changes if change.after)
    parts += [say("puts in what was forgotten after {events}", events=numbered(after))] if after else []
    if event.stop_at is not None:
        parts += [say("strikes everything from event {event} on", event=event.stop_at)]
    return because(say("The banker {does}", does=listed(parts)), event.reason)


@sentence_of(commands.RaiseDispute)
def dispute_raised(event: commands.RaiseDispute, voice: Voice) -> str:
    name, about, words = voice.name(event.by), disputed(event.event, missing=event.missing), closed(event.words)
    if event.number:
        return voice.say(
            "{player} disputes {what}, dispute {number}: {words}", event, player=name, what=about, words=words
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
        text = voice.say("Dispute {number} is resolved by event {event}", event, number=event.dispute)
    else:
        text = say("Dispute {number} is resolved", number=event.dispute)
    return _and_who_agreed(because(text, event.words), event, voice)


@sentence_of(commands.GiveBanksWord)
def banks_word_given(event: commands.GiveBanksWord, voice: Voice) -> str:
    if event.event:
        text = voice.say(
            "The bank's word on dispute {number}: event {event} puts it right", event, number=event.dispute
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
