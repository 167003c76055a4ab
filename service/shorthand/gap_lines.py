"""The lines that resolve a gap, each with who gains or pays, in money; and those by which a count is put right."""

from collections.abc import Mapping, Sequence

from engine import commands
from engine.events import Recorded
from engine.grammar import counted
from engine.ids import PlayerId
from engine.ledger.accounts import gap_in_chips
from engine.night.closing.offers import closing_offers
from engine.night.closing.rule import resolve_gap
from engine.reports.gap import recounts_due
from engine.state import Night
from engine.wording import Voice

# Who may bear a gap, apart from one player by name.
GAP_BEARERS = ("banker", "winners", "losers", "all")
# If there are more people than this, they are counted and not named.
NAMED_MOST = 3


def gap_lines(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """One line for each way to resolve the gap; then what is missing or over at the count, and who has lost or gained so far."""
    voice = Voice(names, night.terms.currency)
    chips = gap_in_chips(night)
    worth = voice.money(abs(chips) * night.unit)
    if chips > 0:
        told = f"({counted(chips, 'chip')} missing: those who counted too few lose {worth}; say who gets the money)"
    else:
        told = f"({counted(-chips, 'chip')} over: those who counted too many gain {worth}; say who pays it)"
    offered = [offer.command for offer in closing_offers(night)]
    ways = [_told(way, night, voice) for way in offered if isinstance(way, commands.ResolveGap) and way.by != "player"]
    # The ways come first, so that a narrow bar does not cut them off.
    return [*ways, f"gap NAME (that player {'gets' if chips > 0 else 'pays'} {worth})", told]


def _told(way: commands.ResolveGap, night: Night, voice: Voice) -> str:
    """The line and its effect."""
    by, charges = way.by, resolve_gap(way, night).charges or ()
    does = "gets" if gap_in_chips(night) > 0 else "pays"
    if len(charges) > NAMED_MOST:
        amounts = dict.fromkeys(voice.money(abs(charge.cents)) for charge in charges)
        return f"gap {by} (each of {len(charges)} {does} {' or '.join(amounts)})"
    parts = [f"{voice.name(charge.player)} {does} {voice.money(abs(charge.cents))}" for charge in charges]
    return f"gap {by} ({', '.join(parts)})"


def recount_lines(records: Sequence[Recorded], names: Mapping[PlayerId, str]) -> list[str]:
    """One line for each count that a correction put beside the book after the close."""
    voice = Voice(names)
    return [
        f'correct {one.count} to "{voice.name(one.player)} = {one.book}" (if counted again so; {one.counted} were counted)'
        for one in recounts_due(records)
    ]
