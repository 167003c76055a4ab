"""The lines that end a gap, each with who gains or pays by it, in money."""

from collections.abc import Mapping

from msgspec.structs import replace

from engine import commands, errors
from engine.ids import PlayerId
from engine.ledger.accounts import gap_in_chips
from engine.night.closing.rule import resolve_gap
from engine.state import Night
from engine.wording import Voice, counted

GAP_BEARERS = ("banker", "winners", "losers", "all")
# More people than this are counted and not named.
NAMED_MOST = 3


def gap_lines(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """A line for each way out; then what is missing or over at the count, and who has lost or gained by it so far."""
    voice = Voice(names, night.terms.currency)
    chips = gap_in_chips(night)
    worth = voice.money(abs(chips) * night.unit)
    if chips > 0:
        told = f"({counted(chips, 'chip')} missing: whoever counted too few loses {worth}; say who gets the money)"
    else:
        told = f"({counted(-chips, 'chip')} over: whoever counted too many gains {worth}; say who pays it)"
    ways = [_told(by, night, voice) for by in GAP_BEARERS]
    # The ways come first, so that a narrow bar does not cut them off.
    return [*filter(None, ways), f"gap NAME (that player {'gets' if chips > 0 else 'pays'} {worth})", told]


def _told(by: str, night: Night, voice: Voice) -> str:
    """The line and what it does; empty where it names nobody."""
    try:
        resolved = resolve_gap(replace(commands.ResolveGap(by="all"), by=by), night)
    except errors.NobodyToBear:
        return ""
    charges = resolved.charges or ()
    does = "gets" if gap_in_chips(night) > 0 else "pays"
    if len(charges) > NAMED_MOST:
        amounts = dict.fromkeys(voice.money(abs(charge.cents)) for charge in charges)
        return f"gap {by} (each of {len(charges)} {does} {' or '.join(amounts)})"
    parts = [f"{voice.name(charge.player)} {does} {voice.money(abs(charge.cents))}" for charge in charges]
    return f"gap {by} ({', '.join(parts)})"
