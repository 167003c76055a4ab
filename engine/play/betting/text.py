"""One short sentence for each bet, blind and shadow, and for chips that come back."""

from engine import commands, events
from engine.registry import DOES, always, sentence_of
from engine.speech import say, to_say
from engine.wording import Voice, owed, tells

BETS = to_say("{player} bets {chips}.")
POSTED_AS = {
    "ante": to_say("{player} antes {chips}."),
    "small blind": to_say("{player} posts the small blind of {chips}."),
    "big blind": to_say("{player} posts the big blind of {chips}."),
    "straddle": to_say("{player} straddles for {chips}."),
    "missed small blind": to_say("{player} posts the missed small blind of {chips}."),
    "missed big blind": to_say("{player} posts the missed big blind of {chips}."),
}


tells(commands.Check, "{player} checks.", in_betting=True)
tells(commands.Fold, "{player} folds.", in_betting=True)
tells(events.UncalledReturned, "{player} takes back {chips} that nobody called.", in_betting=True)
tells(events.WentAllIn, "{player} is all-in.", in_betting=True)
tells(events.NotAsked, "{players} need not answer.", quiet=always)
tells(events.RoundClosed, "Betting round {number} is over.", quiet=always)
tells(events.MarkerReturned, "{player}'s shadow of {chips} goes back into the pot.")
tells(events.DebtPaid, "{player} pays the pot the {chips} owed by shadow.")


@sentence_of(commands.Bet, in_betting=True)
def bet_made(event: commands.Bet, voice: Voice) -> str:
    chips = say("{chips} out of turn", chips=event.chips or 0) if event.ahead else event.chips or 0
    does = DOES.get(event.said or "", BETS)
    return voice.say(does, event, chips=owed(chips, event.shadow))


@sentence_of(commands.Call, in_betting=True)
def bet_called(event: commands.Call, voice: Voice) -> str:
    if event.agreed and not event.chips:
        return voice.say("{player} taps out, as all agree.", event)
    if not event.chips:
        return voice.say("{player} calls with the chips that are in already.", event)
    if event.agreed:
        return voice.say("{player} taps out with {chips}, as all agree.", event)
    return voice.say("{player} calls {chips}.", event, chips=owed(event.chips, event.shadow))


@sentence_of(commands.Raise, in_betting=True)
def bet_raised(event: commands.Raise, voice: Voice) -> str:
    to = owed(event.to or 0, event.shadow)
    return voice.say("{player} raises by {by}, to {to}.", event, by=event.by or 0, to=to)


@sentence_of(events.ForcedBetPosted, in_betting=True)
def forced_bet_posted(event: events.ForcedBetPosted, voice: Voice) -> str:
    return voice.say(POSTED_AS[event.kind], event, chips=owed(event.chips, event.shadow))


@sentence_of(events.ShadowPulled, in_betting=True)
def shadow_pulled(event: events.ShadowPulled, voice: Voice) -> str:
    """The sentence of a shadow; the marker is smaller than the debt only if the pot held too little (RULINGS R-E9)."""
    if event.marker == event.debt:
        return voice.say("{player} pulls a shadow of {chips}.", event, chips=event.marker)
    if not event.marker:
        return voice.say("{player} owes the pot {debt}; the pot holds no chip to lie there as a shadow.", event)
    return voice.say(
        "{player} owes the pot {debt} and pulls a shadow of {chips}, all that the pot holds.", event, chips=event.marker
    )


@sentence_of(events.EarlyBetStands, in_betting=True)
def early_bet_stands(event: events.EarlyBetStands, voice: Voice) -> str:
    if not event.by:
        return voice.say("The chips {player} put in out of turn are a call.", event)
    return voice.say("The bet {player} made out of turn stands: it is {to} now, {by} more than before.", event)


OPENS_AS = {
    "next to dealer": to_say("Betting begins with {player}, next to the dealer."),
    "best showing": to_say("Betting begins with {player}, the best open cards."),
    "lowest showing": to_say("Betting begins with {player}, the lowest open card."),
    "previous opener": to_say("Betting begins with {player}, counted from the last to open."),
    "behind the blinds": to_say("Betting begins with {player}, behind the blinds."),
    "hand to beat": to_say("Betting begins with {player}, the hand to beat."),
}
# Everybody knows these, or has just read it.
GOES_WITHOUT_SAYING = ("next to dealer", "behind the blinds", "hand to beat")


def _opens_as_ever(event: events.RoundOpened) -> bool:
    """Nobody can bet against another, or the place of the opener was known beforehand."""
    return len(event.asked) < 2 or event.opens in GOES_WITHOUT_SAYING


@sentence_of(events.RoundOpened, quiet=_opens_as_ever)
def round_opened(event: events.RoundOpened, voice: Voice) -> str:
    if not event.asked:
        return say("Nobody has chips left to bet with.")
    name = voice.name(event.asked[0])
    if len(event.asked) == 1:
        return say("Only {player} has chips left to bet with.", player=name)
    if event.anyone:
        return say("Betting begins with whoever opens, because the open cards that decide it are not known.")
    return say(OPENS_AS[event.opens], player=name)
