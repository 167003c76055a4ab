"""One short sentence for hands announced, begun and ended, and for their steps."""

from collections import Counter

from engine import commands, events
from engine.game.sentences import sentence
from engine.game.steps import LEFT_OUT
from engine.grammar import listed
from engine.registry import always, told
from engine.wording import Voice, closed, game_told, options_of


@told(commands.AnnounceHand)
def hand_announced(event: commands.AnnounceHand, voice: Voice) -> str:
    dealt = f"dealt by {voice.name(event.dealer)}" if event.dealer else "the button is dead"
    game = game_told(event.game, options_of(event))
    limit = f" {sentence(event.limit, event.declaration)}" if event.limit and event.declaration else ""
    return f"Hand {voice.hand}: {game}, {dealt}.{limit}" if voice.hand else f"{game}, {dealt}.{limit}"


@told(commands.NewDeal)
def new_deal_demanded(event: commands.NewDeal, voice: Voice) -> str:
    reason = f": {closed(event.reason)}" if event.reason.strip() else "."
    who = voice.name(event.player) if event.player else "The table"
    harmed = f" for {voice.name(event.harmed)}" if event.harmed and event.harmed != event.player else ""
    return f"{who} demands New Deal{harmed}{reason}"


@told(events.DealerIsAnother)
def dealer_is_another(event: events.DealerIsAnother, voice: Voice) -> str:
    return f"It was {voice.name(event.player)}'s deal, but {voice.name(event.dealer)} dealt."


@told(events.CarryAdded)
def carry_added(event: events.CarryAdded, voice: Voice) -> str:
    return f"{event.chips} carried from the last hand {'goes' if event.chips == 1 else 'go'} into the pot."


@told(events.StepsSkipped)
def steps_skipped(event: events.StepsSkipped, voice: Voice) -> str:
    left_out = Counter(LEFT_OUT.get(step, step) for step in event.steps)
    return f"Not written down: {listed([f'{number} × {step}' for step, number in left_out.items()])}."


@told(events.StepBegan, quiet=always)
def step_began(event: events.StepBegan, voice: Voice) -> str:
    return f"It is up to {voice.people(event.asked)}."


@told(events.StepPassedOver, quiet=always)
def step_passed_over(event: events.StepPassedOver, voice: Voice) -> str:
    return f"Nobody is asked at “{event.step}” in this hand."


@told(events.BlindsMissed)
def blinds_missed(event: events.BlindsMissed, voice: Voice) -> str:
    return f"The big blind passes {voice.people(event.players)}, away now: both blinds are owed on coming back."


@told(events.HandEnded, quiet=always)
def hand_ended(event: events.HandEnded, voice: Voice) -> str:
    return f"Hand {event.number} is over."


@told(commands.NameTheGame)
def game_named(event: commands.NameTheGame, voice: Voice) -> str:
    return f"The dealer names {game_told(event.game, options_of(event))}."
