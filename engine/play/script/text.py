"""One short sentence for hands announced, begun and ended, and for their steps."""

from engine import commands, events
from engine.game.sentences import sentence
from engine.registry import always, sentence_of
from engine.speech import say, say_as, say_number, to_say_each
from engine.wording import Voice, because, game_text, options_of, tells

# The steps at which nobody may have to be asked, by name.
to_say_each("step", "double, take widow, announce, meld")


tells(events.DealerIsAnother, "It was {player}'s deal, but {dealer} dealt.")
tells(events.StepsSkipped, "The rest of the hand was not written down.")
tells(events.BlindsMissed, "The big blind passes {players}, away now: both blinds are owed on coming back.")
tells(events.HandEnded, "Hand {number} is over.", quiet=always)


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


@sentence_of(events.CarryAdded)
def carry_added(event: events.CarryAdded, voice: Voice) -> str:
    return say_number(
        "{number} carried from the last hand goes into the pot.",
        "{number} carried from the last hand go into the pot.",
        event.chips,
    )


@sentence_of(events.StepBegan, quiet=always)
def step_began(event: events.StepBegan, voice: Voice) -> str:
    return say("It is up to {players}.", players=voice.people(event.asked))


@sentence_of(events.StepPassedOver, quiet=always)
def step_passed_over(event: events.StepPassedOver, voice: Voice) -> str:
    step = say_as("step", event.step)
    return say("Nobody is asked at “{step}” in this hand.", step=step)


@sentence_of(commands.NameTheGame)
def game_named(event: commands.NameTheGame, voice: Voice) -> str:
    return say("The dealer names {game}.", game=game_text(event.game, options_of(event)))
