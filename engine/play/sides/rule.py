"""The rules of high/low with declaration: all declare at once, and who wins each side (RULINGS E3 High/low, R-E8)."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from engine import commands, errors, events
from engine.cards.standing import Standing
from engine.game import steps
from engine.ids import PlayerId
from engine.offer import Offer
from engine.play.sides.acts import Side
from engine.preconditions import Follows, at_step, still_to_choose
from engine.registry import decides, follows, offered_at
from engine.state import Hand, Night

# In the order of the shares.
SIDES = ("high", "low")


@decides(commands.DeclareSide)
def declare_side(command: commands.DeclareSide, night: Night) -> commands.DeclareSide:
    """Declares low, both or high, hidden until everybody has."""
    hand, _ = at_step(night, steps.DeclareSides)
    still_to_choose(hand, command.player)
    return command


def all_declared(hand: Hand) -> events.SidesDeclared:
    """The event that opens all declarations together."""
    sides: dict[str, list[PlayerId]] = {"low": [], "both": [], "high": []}
    for player in hand.still_in:
        choice = hand.asked.sealed[player]
        assert isinstance(choice, commands.DeclareSide)
        sides[choice.side].append(player)
    return events.SidesDeclared(low=tuple(sides["low"]), both=tuple(sides["both"]), high=tuple(sides["high"]))


def winners_by_side(
    sides: Mapping[PlayerId, str], high: Mapping[PlayerId, Standing], low: Mapping[PlayerId, Standing]
) -> tuple[list[PlayerId], list[PlayerId]]:
    """The winners of high and of low among known hands.

    The best hands among those who declared a side win it, ties included. A "both" player who does not win or tie both
    sides is out. A side whose only winners are out goes to the winners of the other side, not to the next-best hand. If
    both sides end up empty, the pot is carried.
    """
    return sides_won(sides, _best(high, able_to_win(sides, "high")), _best(low, able_to_win(sides, "low")))


def able_to_win(sides: Mapping[PlayerId, str], side: str) -> list[PlayerId]:
    """The players who declared this side or both."""
    return [player for player, declared in sides.items() if declared in (side, "both")]


def sides_won(
    sides: Mapping[PlayerId, str], best_high: Sequence[PlayerId], best_low: Sequence[PlayerId]
) -> tuple[list[PlayerId], list[PlayerId]]:
    """The winners of high and of low, given the best of the players who declared each."""
    failed = {
        player for player, side in sides.items() if side == "both" and not (player in best_high and player in best_low)
    }
    return (
        [winner for winner in best_high if winner not in failed],
        [winner for winner in best_low if winner not in failed],
    )


def named_for(command: commands.NameWinners, place: int, able: Collection[PlayerId]) -> list[PlayerId]:
    """The players the table names best among those able to win a side; a single one need not be named."""
    ranking = command.rankings[place] if place < len(command.rankings) else ()
    named = next((among for group in ranking if (among := [player for player in able if player in group])), [])
    return named or (list(able) if len(able) == 1 else [])


def named_by_sides(command: commands.NameWinners, hand: Hand, left: Collection[PlayerId]) -> commands.NameWinners:
    """The command with a ranking for each side: a player named without a side wins the sides they declared.

    Refuses a winner who has not declared the side.
    """
    declared = {player: hand.showdown.sides[player] for player in left}
    rankings = []
    for place, side in enumerate(SIDES):
        able = able_to_win(declared, side)
        whole = len(command.rankings) == 1
        groups = command.rankings[0 if whole else place]
        crossed = [player for group in groups for player in group if player not in able]
        if crossed and not whole:
            raise errors.DeclaredTheOtherSide(
                player=crossed[0], declared=declared[crossed[0]], share=side, players=able
            )
        kept = (tuple(player for player in group if player in able) for group in groups)
        ranking = tuple(group for group in kept if group)
        rankings.append(ranking or (tuple(able),) * (len(able) == 1))
    return replace(command, rankings=tuple(rankings))


def _best(standings: Mapping[PlayerId, Standing], among: Collection[PlayerId]) -> Sequence[PlayerId]:
    known = {player: standing for player, standing in standings.items() if player in among}
    return [player for player, own in known.items() if not any(other.beats(own) for other in known.values())]


@follows(steps.DeclareSides)
def declare_by_itself(hand: Hand, _: steps.DeclareSides, __: str) -> Follows:
    return () if hand.asked.waiting else (all_declared(hand),)


MAY_DECLARE: tuple[Side, ...] = ("low", "both", "high")


@offered_at(steps.DeclareSides)
def declaring(_: Night, hand: Hand, __: steps.DeclareSides) -> Iterator[Offer]:
    for player in hand.asked.waiting:
        for side in MAY_DECLARE:
            yield Offer(commands.DeclareSide(player=player, side=side), player)
