"""One short sentence for each bet, blind and shadow, and for chips that come back."""

from engine import commands, events
from engine.registry import DOES, always, told
from engine.wording import Voice

POSTED_AS = {
    "ante": "antes",
    "small blind": "posts the small blind of",
    "big blind": "posts the big blind of",
    "straddle": "straddles for",
    "missed small blind": "posts the missed small blind of",
    "missed big blind": "posts the missed big blind of",
}


@told(commands.Bet)
def bet_made(event: commands.Bet, voice: Voice) -> str:
    does, early = DOES.get(event.said or "", "bets"), " out of turn" if event.ahead else ""
    return f"{voice.name(event.player)} {does} {event.chips or 0}{early}{owing(event.shadow)}."


@told(commands.Call)
def bet_called(event: commands.Call, voice: Voice) -> str:
    if not event.chips:
        return f"{voice.name(event.player)} calls with the chips that are in already."
    if event.agreed:
        return f"{voice.name(event.player)} taps out with {event.chips}, as all agree."
    return f"{voice.name(event.player)} calls {event.chips}{owing(event.shadow)}."


@told(commands.Raise)
def bet_raised(event: commands.Raise, voice: Voice) -> str:
    return f"{voice.name(event.player)} raises by {event.by or 0}, to {event.to or 0}{owing(event.shadow)}."


def owing(shadow: int) -> str:
    """The end of a sentence about chips put in: how many of them are owed; empty if none are."""
    return f", {shadow} of it by shadow" if shadow else ""


@told(commands.Check)
def checked(event: commands.Check, voice: Voice) -> str:
    return f"{voice.name(event.player)} checks."


@told(commands.Fold)
def hand_folded(event: commands.Fold, voice: Voice) -> str:
    return f"{voice.name(event.player)} folds."


@told(events.ForcedBetPosted)
def forced_bet_posted(event: events.ForcedBetPosted, voice: Voice) -> str:
    return f"{voice.name(event.player)} {POSTED_AS[event.kind]} {event.chips}{owing(event.shadow)}."


@told(events.ShadowPulled)
def shadow_pulled(event: events.ShadowPulled, voice: Voice) -> str:
    """The sentence of a shadow; the marker is smaller than the debt only if the pot held too little (RULINGS R-E9)."""
    name = voice.name(event.player)
    if event.marker == event.debt:
        return f"{name} pulls a shadow of {event.marker}."
    if not event.marker:
        return f"{name} owes the pot {event.debt}; the pot holds no chip to lie there as a shadow."
    return f"{name} owes the pot {event.debt} and pulls a shadow of {event.marker}, all that the pot holds."


@told(events.EarlyBetStands)
def early_bet_stands(event: events.EarlyBetStands, voice: Voice) -> str:
    if not event.by:
        return f"The chips {voice.name(event.player)} put in out of turn are a call."
    return f"The bet {voice.name(event.player)} made out of turn stands: it is {event.to} now, {event.by} more than before."


@told(events.UncalledReturned)
def uncalled_returned(event: events.UncalledReturned, voice: Voice) -> str:
    return f"{voice.name(event.player)} takes back {event.chips} that nobody called."


OPENS_AS = {
    "next to dealer": "next to the dealer",
    "best showing": "the best open cards",
    "lowest showing": "the lowest open card",
    "previous opener": "counted from the last to open",
    "behind the blinds": "behind the blinds",
    "hand to beat": "the hand to beat",
}
# Everybody knows these, or has just read it.
GOES_WITHOUT_SAYING = ("next to dealer", "behind the blinds", "hand to beat")


def _opens_as_ever(event: events.RoundOpened) -> bool:
    """Nobody can bet against another, or the place of the opener was known beforehand."""
    return len(event.asked) < 2 or event.opens in GOES_WITHOUT_SAYING


@told(events.RoundOpened, quiet=_opens_as_ever)
def round_opened(event: events.RoundOpened, voice: Voice) -> str:
    if not event.asked:
        return "Nobody has chips left to bet with."
    if len(event.asked) == 1:
        return f"Only {voice.name(event.asked[0])} has chips left to bet with."
    if event.anyone:
        return "Betting begins with whoever opens, because the open cards that decide it are not known."
    return f"Betting begins with {voice.name(event.asked[0])}, {OPENS_AS[event.opens]}."


@told(events.WentAllIn)
def went_all_in(event: events.WentAllIn, voice: Voice) -> str:
    return f"{voice.name(event.player)} is all-in."


@told(events.NotAsked, quiet=always)
def not_asked(event: events.NotAsked, voice: Voice) -> str:
    return f"{voice.people(event.players)} need not answer."


@told(events.RoundClosed, quiet=always)
def round_closed(event: events.RoundClosed, voice: Voice) -> str:
    return f"Betting round {event.number} is over."


@told(events.MarkerReturned)
def marker_returned(event: events.MarkerReturned, voice: Voice) -> str:
    return f"{voice.name(event.player)}'s shadow of {event.chips} goes back into the pot."


@told(events.DebtPaid)
def debt_paid(event: events.DebtPaid, voice: Voice) -> str:
    return f"{voice.name(event.player)} pays the pot the {event.chips} owed by shadow."
