"""Who bears what of the gap between the counts and the book."""

from collections import Counter
from collections.abc import Mapping

from engine import commands, errors
from engine.ids import PlayerId
from engine.ledger.accounts import gap_in_chips, nets
from engine.money import apportion, shared_up_to
from engine.preconditions import present
from engine.state import Night


def gap_is_open(night: Night) -> bool:
    """Whether chips were missing or over at the counts, and nobody bears them yet."""
    return gap_in_chips(night) != 0 and not night.closing.gap_resolved


def parts_of_gap(command: commands.ResolveGap, night: Night, worth: int) -> Mapping[PlayerId, int]:
    """The cents each bearer of the gap gets or, of chips over, pays (below zero); all parts are equal but those of bankers.

    No loser becomes a winner by chips that are missing, and no winner a loser by chips over: then a part is at most what
    they have lost or won. Together that is never less than the gap.
    """
    if command.by == "banker":
        bankers = _bankers(night)
        return dict(zip(bankers, apportion(worth, list(bankers.values())), strict=True))
    bearers = _bearers(command, night)
    if (command.by, worth > 0) in (("losers", True), ("winners", False)):
        shared = shared_up_to(abs(worth), [abs(cents) for cents in bearers.values()])
        return {player: part if worth > 0 else -part for player, part in zip(bearers, shared, strict=True)}
    return dict(zip(bearers, apportion(worth, [1] * len(bearers)), strict=True)) if bearers else {}


def _bankers(night: Night) -> Mapping[PlayerId, int]:
    """Each banker with the chips of the gap that was found until the end of their own time (RULINGS R-G4).

    What was found the other way round is taken off the others in proportion (all/each-banker-bears-their-own-gap).
    """
    gap, gaps = gap_in_chips(night), Counter(night.gaps_of_bankers)
    gaps[night.banker] += gap - sum(night.gaps_of_bankers.values())
    return {player: abs(chips) for player, chips in gaps.items() if chips * gap > 0}


def _bearers(command: commands.ResolveGap, night: Night) -> Mapping[PlayerId, int]:
    """Who bears the gap, apart from bankers, each with what they have won or lost (below zero) so far."""
    results = nets(night)
    if command.by == "player":
        if command.player is None:
            raise errors.BearerIsMissing()
        present(night, command.player)
        return {command.player: results[command.player]}
    if command.by == "winners":
        return {player: cents for player, cents in results.items() if cents > 0}
    if command.by == "losers":
        return {player: cents for player, cents in results.items() if cents < 0}
    return {player: results[player] for player in night.people}
