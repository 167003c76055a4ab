"""What the table can do about an announcement that was refused: lend chips first, or deal without somebody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine import errors
from engine.commands import AnnounceHand, Command, GiveLoan
from engine.grammar import listed
from engine.ids import PlayerId
from engine.speech import say
from engine.state import Night
from service.reports.views.play.announcing import may_borrow, usual_loan
from service.reports.views.play.controls import Control
from service.reports.views.visible_night import VisibleNight


def ways_on(seen: VisibleNight, refusal: Exception, refused: Command | None) -> tuple[Control, ...]:
    """The ways on from a refusal, each as a button; none for what is no matter of who is dealt in.

    `refused` is the command that was refused; None if it is not known, as that of a line, which shortens the ways.
    """
    announced = refused if isinstance(refused, AnnounceHand) else None
    return (*_lending(seen, refusal), *_dealing_without(seen, refusal, announced))


def _lending(seen: VisibleNight, refusal: Exception) -> Iterator[Control]:
    night, loan = seen.night, usual_loan(seen)
    for player in _short_of_chips(night, refusal) if loan else ():
        if may_borrow(seen, player):
            name = seen.name(player)
            yield _control(
                f"lend-{player}",
                say("Lend {name} {chips}", name=name, chips=loan),
                GiveLoan(player=player, chips=loan),
            )


def _short_of_chips(night: Night, refusal: Exception) -> Sequence[PlayerId]:
    """Whose chips do not suffice for the hand."""
    match refusal:
        case errors.AntesAreLacking():
            return tuple(refusal.details["players"])
        case errors.TooFewToPlay():
            return [player for player in night.sitting if not night.stack(player)]
        case errors.HasNoChips() | errors.DealerIsNotDealtIn():
            player = refusal.details["player"]
            return (player,) if player in night.sitting and not night.stack(player) else ()
        case _:
            return ()


def _dealing_without(seen: VisibleNight, refusal: Exception, announced: AnnounceHand | None) -> Iterator[Control]:
    """The same announcement without those who lack chips, or without one of them where they are one too many."""
    if announced is None:
        return
    playing = list(announced.players or seen.night.sitting)
    match refusal:
        case errors.AntesAreLacking():
            groups: list[tuple[PlayerId, ...]] = [tuple(refusal.details["players"])]
        case errors.MoreThanTheGameIsFor() | errors.DeckIsTooSmall():
            if announced.players is None and refusal.details["players"] != len(playing):
                # Who has no chips is not dealt in anyway.
                playing = seen.night.with_chips(playing)
            room = refusal.details["most" if isinstance(refusal, errors.MoreThanTheGameIsFor) else "room"]
            # Whoever has played most hands is the first to sit one out.
            in_turn = sorted(playing, key=lambda player: -seen.night.people[player].hands)
            groups = [(player,) for player in in_turn] if len(playing) == room + 1 else []
        case _:
            return
    for group in groups:
        rest = tuple(player for player in playing if player not in group)
        if len(rest) < 2:
            continue
        dealer = None if announced.dealer in group else announced.dealer
        names = listed([seen.name(player) for player in group])
        yield _control(
            f"without-{'-'.join(group)}",
            say("Deal without {names}", names=names),
            msgspec.structs.replace(announced, dealer=dealer, players=rest),
        )


def _control(name: str, label: str, command: Command) -> Control:
    return Control(
        id=name,
        act=str(command.__struct_config__.tag),
        label=label,
        player=None,
        name="",
        command=msgspec.to_builtins(command),
    )
