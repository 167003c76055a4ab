"""High/low with declaration: all declare at once, and who wins which side (RULINGS E3 High/low, R-E8)."""

from collections.abc import Collection, Mapping, Sequence

from engine import commands, errors, events
from engine.cards.standing import Standing
from engine.game import steps
from engine.hand.dealing import at_step
from engine.ids import PlayerId
from engine.rules import dealt_in
from engine.state import Hand, Night


def declare_side(command: commands.DeclareSide, night: Night) -> commands.DeclareSide:
    """A player declares low, both or high, hidden until all have."""
    hand, _ = at_step(night, steps.DeclareSides)
    dealt_in(hand, command.player)
    if command.player not in hand.waiting:
        raise errors.HasChosenAlready(player=command.player)
    return command


def all_declared(hand: Hand) -> events.SidesDeclared:
    """What everyone declared, opened together."""
    sides: dict[str, list[PlayerId]] = {"low": [], "both": [], "high": []}
    for player in hand.still_in:
        choice = hand.sealed[player]
        assert isinstance(choice, commands.DeclareSide)
        sides[choice.side].append(player)
    return events.SidesDeclared(low=tuple(sides["low"]), both=tuple(sides["both"]), high=tuple(sides["high"]))


def winners_by_side(
    sides: Mapping[PlayerId, str], high: Mapping[PlayerId, Standing], low: Mapping[PlayerId, Standing]
) -> tuple[list[PlayerId], list[PlayerId]]:
    """Who wins high and who low among hands that are known.

    The best of those who declared a side win it, ties included. A "both" player who does not win or tie both sides is
    out, and a side whose only winners are out goes to the other side: not to the next best hand. When both sides end
    empty the pot is carried.
    """
    best_high = _best(high, [player for player, side in sides.items() if side in ("high", "both")])
    best_low = _best(low, [player for player, side in sides.items() if side in ("low", "both")])
    failed = {
        player for player, side in sides.items() if side == "both" and not (player in best_high and player in best_low)
    }
    return (
        [winner for winner in best_high if winner not in failed],
        [winner for winner in best_low if winner not in failed],
    )


def _best(standings: Mapping[PlayerId, Standing], among: Collection[PlayerId]) -> Sequence[PlayerId]:
    known = {player: standing for player, standing in standings.items() if player in among}
    return [player for player, own in known.items() if not any(other.beats(own) for other in known.values())]


# What follows only copies facts.


def sealed(night: Night, event: commands.DeclareSide) -> None:
    """The declaration is kept until the last one is made."""
    hand = night.hand
    assert hand is not None
    hand.waiting.remove(event.player)
    hand.sealed[event.player] = event


def declared(night: Night, event: events.SidesDeclared) -> None:
    """Everybody knows who plays for what."""
    hand = night.hand
    assert hand is not None
    hand.sides = {
        **dict.fromkeys(event.low, "low"),
        **dict.fromkeys(event.both, "both"),
        **dict.fromkeys(event.high, "high"),
    }
    hand.sealed.clear()
