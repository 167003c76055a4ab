"""One short sentence for each act of the bank and of the night's frame."""

from engine import commands, events
from engine.reports.wording import Voice, closed, counted, listed, numbered

# Whom the charges of a gap fall on, and by what measure: equal parts, whatever each has won or lost (DESIGN 3, Close).
BEARERS = {
    "banker": "the banker",
    "player": "one player",
    "winners": "the winners, in equal parts whatever each has won",
    "losers": "the losers, in equal parts whatever each has lost",
    "all": "everyone who played, in equal parts",
}


def night_opened(event: commands.OpenNight, voice: Voice) -> str:
    """Who keeps the bank and what a chip is worth, in the currency that the opening names."""
    own = Voice(voice.names, event.currency)
    title = f"The night {event.name} is open" if event.name else "The night is open"
    return f"{title}: {voice.name(event.banker)} keeps the bank, a chip is worth {own.money(event.unit)}."


def player_seated(event: commands.SeatPlayer, voice: Voice) -> str:
    return f"{voice.name(event.player)} takes seat {event.seat}."


def player_stood_up(event: commands.StandUp, voice: Voice) -> str:
    return f"{voice.name(event.player)} stands up for a while."


def player_sat_back(event: commands.SitBack, voice: Voice) -> str:
    return f"{voice.name(event.player)} is back, on seat {event.seat}."


def player_left(event: commands.LeaveNight, voice: Voice) -> str:
    if event.counted is None:
        return f"{voice.name(event.player)} goes home without a count."
    return f"{voice.name(event.player)} goes home with {counted(event.counted, 'chip')} counted."


def night_closed(event: commands.CloseNight, voice: Voice) -> str:
    return "The night is closed; all chips go back to the box."


def plan_frozen(event: commands.FreezePlan, voice: Voice) -> str:
    ways = {"bank": "everyone with the banker", "direct": "from player to player"}
    number = counted(len(event.transfers or ()), "transfer")
    proven = ", proven minimal" if event.proven_minimal else ""
    return f"The plan is frozen: {number}, {ways[event.kind]}{proven}."


def payment_recorded(event: commands.RecordPayment, voice: Voice) -> str:
    return f"Transfer {event.transfer}: {voice.money(event.cents)} paid."


def strike_declared(event: commands.StrikeEvents, voice: Voice) -> str:
    reason = f": {closed(event.reason)}" if event.reason.strip() else "."
    return f"The banker strikes {numbered(event.versions)}{reason}"


def events_struck(event: events.EventsStruck, voice: Voice) -> str:
    if not event.void:
        return "Nothing else is void."
    text = numbered(event.void)
    return f"{text[0].upper()}{text[1:]} {'is' if len(event.void) == 1 else 'are'} void."


def ruling_made(event: commands.MakeRuling, voice: Voice) -> str:
    moves = listed(
        [f"{move.chips} from {voice.account(move.payer)} to {voice.account(move.payee)}" for move in event.moves]
    )
    moved = f" Chips move: {moves}." if event.moves else ""
    return f"The table rules: {closed(event.text)}{moved} Agreed by {voice.people(event.agreed_by)}."


def loan_given(event: commands.GiveLoan, voice: Voice) -> str:
    start = " to begin with" if event.initial else ""
    return f"{voice.name(event.player)} borrows {counted(event.chips, 'chip')}{start}, for {voice.money(event.cents)}."


def chips_bought(event: commands.BuyChips, voice: Voice) -> str:
    return f"{voice.name(event.player)} buys {counted(event.chips, 'chip')} for {voice.money(event.cents)}."


def chips_cashed_out(event: commands.CashOut, voice: Voice) -> str:
    """A cash-out. Its chips are negative for a banker who lost chips of the box."""
    name, cents = voice.name(event.player), event.cents or 0
    if event.chips < 0:
        return f"{name} has lost {counted(-event.chips, 'chip')} of the box, for {voice.money(-cents)}."
    how = "is paid" if event.paid else "is credited"
    return f"{name} hands back {counted(event.chips, 'chip')} and {how} {voice.money(cents)}."


def chips_transferred(event: commands.TransferChips, voice: Voice) -> str:
    return f"{voice.name(event.payer)} passes {counted(event.chips, 'chip')} to {voice.name(event.payee)}."


def chips_counted(event: commands.CountChips, voice: Voice) -> str:
    pieces = listed([f"{part.pieces} of {part.denomination}" for part in event.pieces])
    made_of = f" ({pieces})" if event.pieces else ""
    return f"{voice.name(event.player)} has {counted(event.chips or 0, 'chip')} counted{made_of}."


def count_differs(event: events.CountDiffers, voice: Voice) -> str:
    off = _off(event)
    return f"The book says {event.book} for {voice.name(event.player)}: {off}. It can be counted again until the close."


def gap_found(event: events.GapFound, voice: Voice) -> str:
    """Whose count is off, and the money it gives or takes until the gap is resolved."""
    name = voice.name(event.player)
    less = "less" if event.cents < 0 else "more"
    told = f"; {name} is credited {voice.money(abs(event.cents))} {less} than the book says" if event.cents else ""
    return f"{name}'s count is off: the book says {event.book}, counted {event.counted}, {_off(event)}{told}."


def _off(event: events.CountDiffers | events.GapFound) -> str:
    gap = event.counted - event.book
    return f"{-gap} missing" if gap < 0 else f"{gap} over"


def gap_resolved(event: commands.ResolveGap, voice: Voice) -> str:
    """Who bears the gap. A player who counted too few loses its worth and somebody gets it; a surplus somebody pays."""
    charges = event.charges or ()
    worth = sum(charge.cents for charge in charges)
    parts = listed(
        [
            f"{voice.name(charge.player)} {'gets' if worth > 0 else 'pays'} {voice.money(abs(charge.cents))}"
            for charge in charges
        ]
    )
    reason = f" The reason given: {closed(event.reason)}" if event.reason.strip() else ""
    if not charges:
        return f"The gap falls on {BEARERS[event.by]}.{reason}"
    if worth > 0:
        what, goes = "missing at the count have cost", "goes to"
    else:
        what, goes = "over at the count have brought", "is paid by"
    odd = {abs(charge.cents) for charge in charges}
    rest = "; those who sat down first take the larger parts where it does not divide evenly" if len(odd) > 1 else ""
    worth_told = voice.money(abs(worth))
    return f"The chips {what} {worth_told}; that {goes} {BEARERS[event.by]}{rest}: {parts}.{reason}"


def money_paid_in(event: commands.PayIn, voice: Voice) -> str:
    return f"{voice.name(event.player)} pays the bank {voice.money(event.cents)}."


def money_paid_out(event: commands.PayOut, voice: Voice) -> str:
    return f"The bank pays {voice.name(event.player)} {voice.money(event.cents)}."
