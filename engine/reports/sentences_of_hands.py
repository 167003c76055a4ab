"""One short sentence for each act of a hand and each consequence that the rules draw."""

from collections import Counter

from engine import commands, events
from engine.game.sentences import sentence
from engine.reports.wording import Voice, cards_told, closed, counted, game_told, hand_told, listed, options_of

POSTED_AS = {
    "ante": "antes",
    "small blind": "posts the small blind of",
    "big blind": "posts the big blind of",
    "straddle": "straddles for",
    "missed small blind": "posts the missed small blind of",
    "missed big blind": "posts the missed big blind of",
}
CARRIED = {
    "enemaerke/new-deal": "as a New Deal asks",
    "enemaerke/high-low/5": "because nobody won them",
    "enemaerke/announcing": "because nobody announced the hand they held",
    "standard/odd-chip-carried": "because they do not divide evenly",
    "scroker/passed-out": "because nobody opened",
    "tarok/no-pot": "because the game has no pot",
}
SHARE_FOR = {"high": " for high", "low": " for low", "spade": " for the high spade"}


def hand_announced(event: commands.AnnounceHand, voice: Voice) -> str:
    dealt = f"dealt by {voice.name(event.dealer)}" if event.dealer else "the button is dead"
    game = game_told(event.game, options_of(event))
    limit = f" {sentence(event.limit, event.declaration)}" if event.limit and event.declaration else ""
    return f"Hand {voice.hand}: {game}, {dealt}.{limit}" if voice.hand else f"{game}, {dealt}.{limit}"


def cards_dealt(event: commands.Deal, voice: Voice) -> str:
    first = f", {voice.name(event.first)} first" if event.first else ""
    return f"Cards are dealt{first}: {cards_told(event.cards)}." if event.cards else f"Cards are dealt{first}."


def board_laid(event: commands.Lay, voice: Voice) -> str:
    if not event.cards:
        return "Shared cards are laid."
    return f"On the table {'lies' if len(event.cards) == 1 else 'lie'} {cards_told(event.cards)}."


def board_turned(event: commands.Turn, voice: Voice) -> str:
    return "A shared card is turned." if event.card == "??" else f"{cards_told([event.card])} is turned."


def card_burned(event: commands.Burn, voice: Voice) -> str:
    return "The top card is put aside."


def cards_named(event: commands.NameCards, voice: Voice) -> str:
    whose = f"{voice.name(event.player)}'s cards" if event.player else "The shared cards"
    return f"{whose} are named: {cards_told(event.cards)}."


def bet_made(event: commands.Bet, voice: Voice) -> str:
    early = " out of turn" if event.ahead else ""
    return f"{voice.name(event.player)} bets {event.chips or 0}{early}{_owing(event.shadow)}."


def bet_called(event: commands.Call, voice: Voice) -> str:
    if not event.chips:
        return f"{voice.name(event.player)} calls with the chips that are in already."
    if event.agreed:
        return f"{voice.name(event.player)} taps out with {event.chips}, as all agree."
    return f"{voice.name(event.player)} calls {event.chips}{_owing(event.shadow)}."


def bet_raised(event: commands.Raise, voice: Voice) -> str:
    return f"{voice.name(event.player)} raises by {event.by or 0}, to {event.to or 0}{_owing(event.shadow)}."


def _owing(shadow: int) -> str:
    return f", {shadow} of it by shadow" if shadow else ""


def checked(event: commands.Check, voice: Voice) -> str:
    return f"{voice.name(event.player)} checks."


def hand_folded(event: commands.Fold, voice: Voice) -> str:
    return f"{voice.name(event.player)} folds."


def cards_exchanged(event: commands.Exchange, voice: Voice) -> str:
    if not event.number:
        return f"{voice.name(event.player)} exchanges nothing."
    faces = [f"{cards_told(event.thrown)} thrown"] if event.thrown else []
    faces += [f"{cards_told(event.drawn)} drawn"] if event.drawn else []
    seen = f" ({', '.join(faces)})" if faces else ""
    return f"{voice.name(event.player)} exchanges {counted(event.number, 'card')}{seen}."


def hand_shown(event: commands.ShowHand, voice: Voice) -> str:
    announced = f" and announces {event.announced}" if event.announced else ""
    order = f"; {voice.name(event.before)} was to show first" if event.before else ""
    return f"{voice.name(event.player)} shows {cards_told(event.cards)}{announced}{order}."


def hand_mucked(event: commands.Muck, voice: Voice) -> str:
    return f"{voice.name(event.player)} gives up without showing."


def winners_named(event: commands.NameWinners, voice: Voice) -> str:
    """The winners named by the table. The first group of each ranking wins; the others matter only for side pots."""
    names = ("high", "low") if len(event.rankings) == 2 else tuple(f"share {n + 1}" for n in range(len(event.rankings)))
    parts = []
    for share, ranking in zip(names, event.rankings, strict=True):
        first, *rest = [voice.people(group) for group in ranking] or ["nobody"]
        then = f", then {', then '.join(rest)}" if rest else ""
        parts.append(f"{first}{then}" if len(event.rankings) == 1 else f"{first}{then} for {share}")
    return f"The table names the winner: {'; '.join(parts)}."


def new_deal_demanded(event: commands.NewDeal, voice: Voice) -> str:
    reason = f": {closed(event.reason)}" if event.reason.strip() else "."
    who = voice.name(event.player) if event.player else "The table"
    harmed = f" for {voice.name(event.harmed)}" if event.harmed and event.harmed != event.player else ""
    return f"{who} demands New Deal{harmed}{reason}"


def dealer_is_another(event: events.DealerIsAnother, voice: Voice) -> str:
    return f"It was {voice.name(event.player)}'s deal, but {voice.name(event.dealer)} dealt."


def carry_added(event: events.CarryAdded, voice: Voice) -> str:
    return f"{event.chips} carried from the last hand {'goes' if event.chips == 1 else 'go'} into the pot."


def forced_bet_posted(event: events.ForcedBetPosted, voice: Voice) -> str:
    return f"{voice.name(event.player)} {POSTED_AS[event.kind]} {event.chips}{_owing(event.shadow)}."


def shadow_pulled(event: events.ShadowPulled, voice: Voice) -> str:
    """A shadow. The marker is smaller than the debt only if the pot held too little (RULINGS R-E9)."""
    name = voice.name(event.player)
    if event.marker == event.debt:
        return f"{name} pulls a shadow of {event.marker}."
    return f"{name} owes the pot {event.debt} and pulls a shadow of {event.marker}, all that the pot holds."


def early_bet_stands(event: events.EarlyBetStands, voice: Voice) -> str:
    if not event.by:
        return f"What {voice.name(event.player)} put in before the turn came is a call."
    return f"The bet {voice.name(event.player)} made out of turn stands: it is {event.to} now, {event.by} more than before."


# What a step that is left out is called when it is counted.
LEFT_OUT = {
    "bet": "betting round",
    "draw": "exchange",
    "deal": "deal",
    "lay": "laying of shared cards",
    "turn": "turning of a shared card",
    "burn": "burning of a card",
    "pass": "passing of cards",
    "expose": "opening of cards",
    "arrange": "arranging of piles",
    "reveal": "turning of top cards",
    "turn until beaten": "turning of piles",
    "declare sides": "declaring of sides",
    "tricks": "playing of tricks",
}


def steps_skipped(event: events.StepsSkipped, voice: Voice) -> str:
    left_out = Counter(LEFT_OUT.get(step, step) for step in event.steps)
    return f"Not written down: {listed([f'{number} × {step}' for step, number in left_out.items()])}."


def uncalled_returned(event: events.UncalledReturned, voice: Voice) -> str:
    return f"{voice.name(event.player)} takes back {event.chips} that nobody called."


OPENS_AS = {
    "next to dealer": "next to the dealer",
    "best showing": "the best open cards",
    "lowest showing": "the lowest open card",
    "previous opener": "the last to open",
    "behind the blinds": "behind the blinds",
    "hand to beat": "the hand to beat",
}


def round_opened(event: events.RoundOpened, voice: Voice) -> str:
    if not event.asked:
        return "Nobody has chips left to bet with."
    if event.anyone:
        return "Betting begins with whoever opens: the open cards that say who are not known."
    return f"Betting begins with {voice.name(event.asked[0])}, {OPENS_AS[event.opens]}."


def step_began(event: events.StepBegan, voice: Voice) -> str:
    return f"It is up to {voice.people(event.asked)}."


def step_passed_over(event: events.StepPassedOver, voice: Voice) -> str:
    return f"Nobody is asked at “{event.step}” in this hand."


def went_all_in(event: events.WentAllIn, voice: Voice) -> str:
    return f"{voice.name(event.player)} is all-in."


def blinds_missed(event: events.BlindsMissed, voice: Voice) -> str:
    return f"The big blind passes {voice.people(event.players)}, away now: both blinds are owed on coming back."


def not_asked(event: events.NotAsked, voice: Voice) -> str:
    return f"{voice.people(event.players)} need not answer."


def round_closed(event: events.RoundClosed, voice: Voice) -> str:
    return f"Betting round {event.number} is over."


def marker_returned(event: events.MarkerReturned, voice: Voice) -> str:
    return f"{voice.name(event.player)}'s shadow of {event.chips} goes back into the pot."


def debt_paid(event: events.DebtPaid, voice: Voice) -> str:
    return f"{voice.name(event.player)} pays the pot the {event.chips} owed by shadow."


def pot_awarded(event: events.PotAwarded, voice: Voice) -> str:
    which = f" of side pot {event.pot}" if event.pot else ""
    half = SHARE_FOR.get(event.share, "")
    return f"{'; '.join(_share(share, which + half, event.by, voice) for share in event.shares)}."


def _share(share: events.Share, of: str, by: str, voice: Voice) -> str:
    how = f" with {hand_told(share.hand)}" if share.hand else " unopposed" if by == "last player" else ""
    netted = f" ({share.netted} of it strikes out the shadow)" if share.netted else ""
    return f"{voice.name(share.player)} wins {share.chips}{of}{how}{netted}"


def deal_off_started(event: events.DealOffStarted, voice: Voice) -> str:
    chips = f"{counted(event.chips, 'chip')}{SHARE_FOR.get(event.share, '')}"
    which = f"{chips} of side pot {event.pot}" if event.pot else chips
    return f"{voice.people(event.players)} are equal: each is dealt {counted(event.up, 'new open card')} for {which}."


def pot_carried(event: events.PotCarried, voice: Voice) -> str:
    """The pot carried to the next hand, with the reason if the rule has one in CARRIED."""
    reason = f", {CARRIED[event.rule]}" if event.rule in CARRIED else ""
    chips = f"{counted(event.chips, 'chip')} {'is' if event.chips == 1 else 'are'}"
    return f"{chips} carried to the next hand{reason} ({event.rule})."


def hand_ended(event: events.HandEnded, voice: Voice) -> str:
    return f"Hand {event.number} is over."
