"""One short sentence for hands announced, begun and ended, and for their steps."""

from collections import Counter

from engine import commands, events
from engine.game.sentences import sentence
from engine.grammar import listed
from engine.registry import always, sentence_of
from engine.speech import say, say_as, say_number, to_say_as
from engine.wording import Voice, because, game_text, options_of

# The steps that a night left out, by name, as they follow a number: "2 × betting round".
LEFT_OUT = {
    "lay": to_say_as("step", "laying of shared cards"),
    "deal": to_say_as("step", "deal"),
    "turn": to_say_as("step", "turning of a shared card"),
    "burn": to_say_as("step", "burning of a card"),
    "bet": to_say_as("step", "betting round"),
    "double": to_say_as("step", "double"),
    "draw": to_say_as("step", "exchange"),
    "pass": to_say_as("step", "passing of cards"),
    "expose": to_say_as("step", "opening of cards"),
    "arrange": to_say_as("step", "arranging of piles"),
    "reveal": to_say_as("step", "turning of top cards"),
    "turn until beaten": to_say_as("step", "turning of piles"),
    "declare sides": to_say_as("step", "declaring of sides"),
    "name game": to_say_as("step", "name game"),
    "turn trump": to_say_as("step", "turn trump"),
    "tricks": to_say_as("step", "playing of tricks"),
    "bid": to_say_as("step", "bid"),
    "take widow": to_say_as("step", "take widow"),
    "announce": to_say_as("step", "announce"),
    "meld": to_say_as("step", "meld"),
}


@sentence_of(commands.AnnounceHand)
def hand_announced(event: commands.AnnounceHand, voice: Voice) -> str:
    text = _announced(game_text(event.game, options_of(event)), event.dealer and voice.name(event.dealer), voice.hand)
    return f"{text} {sentence(event.limit, event.declaration)}" if event.limit and event.declaration else text


def _announced(game: str, dealer: str | None, hand: int | None) -> str:
    if dealer:
        if hand:
            return say("Hand {number}: {game}, dealt by {dealer}.", number=hand, game=game, dealer=dealer)
        return say("{game}, dealt by {dealer}.", game=game, dealer=dealer)
    if hand:
        return say("Hand {number}: {game}, the button is dead.", number=hand, game=game)
    return say("{game}, the button is dead.", game=game)


@sentence_of(commands.NewDeal)
def new_deal_demanded(event: commands.NewDeal, voice: Voice) -> str:
    who = voice.name(event.player) if event.player else say("The table")
    if event.harmed and event.harmed != event.player:
        text = say("{player} demands New Deal for {harmed}", player=who, harmed=voice.name(event.harmed))
    else:
        text = say("{player} demands New Deal", player=who)
    return because(text, event.reason)


@sentence_of(events.DealerIsAnother)
def dealer_is_another(event: events.DealerIsAnother, voice: Voice) -> str:
    return say(
        "It was {player}'s deal, but {dealer} dealt.", player=voice.name(event.player), dealer=voice.name(event.dealer)
    )


@sentence_of(events.CarryAdded)
def carry_added(event: events.CarryAdded, voice: Voice) -> str:
    return say_number(
        "{number} carried from the last hand goes into the pot.",
        "{number} carried from the last hand go into the pot.",
        event.chips,
    )


@sentence_of(events.StepsSkipped)
def steps_skipped(event: events.StepsSkipped, voice: Voice) -> str:
    left_out = Counter(LEFT_OUT[step] for step in event.steps)
    steps = listed([f"{number} × {say_as('step', step)}" for step, number in left_out.items()])
    return say("Not written down: {steps}.", steps=steps)


@sentence_of(events.StepBegan, quiet=always)
def step_began(event: events.StepBegan, voice: Voice) -> str:
    return say("It is up to {players}.", players=voice.people(event.asked))


@sentence_of(events.StepPassedOver, quiet=always)
def step_passed_over(event: events.StepPassedOver, voice: Voice) -> str:
    # Only steps are passed over that the table above calls by their names.
    return say("Nobody is asked at “{step}” in this hand.", step=say_as("step", event.step))


@sentence_of(events.BlindsMissed)
def blinds_missed(event: events.BlindsMissed, voice: Voice) -> str:
    return say(
        "The big blind passes {players}, away now: both blinds are owed on coming back.",
        players=voice.people(event.players),
    )


@sentence_of(events.HandEnded, quiet=always)
def hand_ended(event: events.HandEnded, voice: Voice) -> str:
    return say("Hand {number} is over.", number=event.number)


@sentence_of(commands.NameTheGame)
def game_named(event: commands.NameTheGame, voice: Voice) -> str:
    return say("The dealer names {game}.", game=game_text(event.game, options_of(event)))
