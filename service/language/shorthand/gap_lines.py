"""The lines that resolve a gap, each with who gains or pays, in money; and those by which a count is put right."""

from collections.abc import Mapping, Sequence

from engine import commands
from engine.events import Recorded
from engine.grammar import listed
from engine.ids import PlayerId
from engine.ledger.accounts import gap_in_chips
from engine.night.closing.offers import closing_offers
from engine.night.closing.rule import resolve_gap
from engine.reports.gap import recounts_due
from engine.speech import say, say_number, to_say
from engine.state import Night
from engine.wording import Voice
from service.language.shorthand.vocabulary.act import remarked

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
        told = say_number(
            "{number} chip missing: those who counted too few lose {amount}; say who gets the money",
            "{number} chips missing: those who counted too few lose {amount}; say who gets the money",
            chips,
            amount=worth,
        )
        of_one = say("that player gets {amount}", amount=worth)
    else:
        told = say_number(
            "{number} chip over: those who counted too many gain {amount}; say who pays it",
            "{number} chips over: those who counted too many gain {amount}; say who pays it",
            -chips,
            amount=worth,
        )
        of_one = say("that player pays {amount}", amount=worth)
    offered = [offer.command for offer in closing_offers(night)]
    ways = [_told(way, night, voice) for way in offered if isinstance(way, commands.ResolveGap) and way.by != "player"]
    # The ways come first, so that a narrow bar does not cut them off.
    return [*ways, remarked("gap NAME", of_one), f"({told})"]


def _told(way: commands.ResolveGap, night: Night, voice: Voice) -> str:
    """The line and its effect."""
    by, charges = way.by, resolve_gap(way, night).charges or ()
    gets = gap_in_chips(night) > 0
    if len(charges) > NAMED_MOST:
        amounts = dict.fromkeys(voice.money(abs(charge.cents)) for charge in charges)
        each = to_say("each of {number} gets {amounts}") if gets else to_say("each of {number} pays {amounts}")
        return remarked(f"gap {by}", say(each, number=len(charges), amounts=listed(list(amounts), "or")))
    one = to_say("{player} gets {amount}") if gets else to_say("{player} pays {amount}")
    parts = [say(one, player=voice.name(charge.player), amount=voice.money(abs(charge.cents))) for charge in charges]
    return remarked(f"gap {by}", ", ".join(parts))


def recount_lines(records: Sequence[Recorded], names: Mapping[PlayerId, str]) -> list[str]:
    """One line for each count that a correction put beside the book after the close."""
    voice = Voice(names)
    return [
        remarked(
            f'correct {one.count} to "{voice.name(one.player)} = {one.book}"',
            say("if counted again so; {chips} were counted", chips=one.counted),
        )
        for one in recounts_due(records)
    ]
