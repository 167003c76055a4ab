"""One short sentence for each dispute, answer, resolution and withdrawal."""

from engine import commands
from engine.registry import told
from engine.wording import Voice, closed


@told(commands.RaiseDispute)
def dispute_raised(event: commands.RaiseDispute, voice: Voice) -> str:
    number = f", dispute {event.number}" if event.number else ""
    return (
        f"{voice.name(event.by)} disputes {disputed(event.event, missing=event.missing)}{number}: {closed(event.words)}"
    )


def disputed(event: int | None, *, missing: bool) -> str:
    """What a dispute is about: "event 412", "what is missing after event 412", "the night"."""
    if missing:
        return f"what is missing after event {event}" if event else "what is missing tonight"
    return f"event {event}" if event else "the night"


@told(commands.AnswerDispute)
def dispute_answered(event: commands.AnswerDispute, voice: Voice) -> str:
    return f"{voice.name(event.by)} answers dispute {event.dispute}: {closed(event.words)}"


@told(commands.ResolveDispute)
def dispute_resolved(event: commands.ResolveDispute, voice: Voice) -> str:
    by = f" by event {event.event}" if event.event else ""
    words = f": {closed(event.words)}" if event.words.strip() else "."
    agreed = f" Agreed by {voice.people(event.agreed_by)}." if event.agreed_by else ""
    return f"Dispute {event.dispute} is resolved{by}{words}{agreed}"


@told(commands.WithdrawDispute)
def dispute_withdrawn(event: commands.WithdrawDispute, voice: Voice) -> str:
    words = f": {closed(event.words)}" if event.words.strip() else "."
    return f"{voice.name(event.by) if event.by else 'Who raised it'} withdraws dispute {event.dispute}{words}"
