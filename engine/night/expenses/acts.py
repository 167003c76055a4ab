"""What is paid beside the game: by one for several, who bears it, out of the kitty; and tips."""

from typing import Annotated

import msgspec

from engine.acts import Command, FilledIn, Players
from engine.ids import AnyPlayerId, Name, PlayerId
from engine.money import SomeCents
from engine.registry import after_play, own_act, rests_on, stored_as


class Sharer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Somebody who shares in an expense, and for how many parts of it they stand."""

    player: PlayerId
    parts: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1


class ExpenseShare(msgspec.Struct, frozen=True, gc=False):
    """The cents of an expense that one person bears."""

    # The rules fill these in themselves, without looking at what came from outside.
    player: AnyPlayerId
    cents: SomeCents


# What comes out of the kitty is the table's to say.
@own_act("player", of_the_table=("kitty",))
@rests_on("house/expense")
@after_play
@stored_as("expense_paid")
class PayExpense(Command, frozen=True, kw_only=True, tag="pay_expense"):
    """Money that `player` paid for several: pizza, a taxi, the room. No chip moves, and nobody's result changes.

    `kitty`: all of it comes out of the kitty, and nobody shares in it. `among`: who shares in it, each by their parts;
    empty: everybody who has not gone home, in equal parts. `but`: who of them does not. The rules fill in `shares`, which sum to `cents`.
    """

    player: PlayerId
    cents: SomeCents
    purpose: Name
    among: Annotated[tuple[Sharer, ...], msgspec.Meta(max_length=60)] = ()
    but: Players = ()
    kitty: bool = False
    shares: FilledIn[Annotated[tuple[ExpenseShare, ...], msgspec.Meta(max_length=60)] | None] = None


@rests_on("house/kitty")
@after_play
@stored_as("tip_given")
class GiveTip(Command, frozen=True, kw_only=True, tag="give_tip"):
    """Money that `player` gives `payee`, such as the host or whoever deals, or else the kitty.

    No chip moves, and nobody's result changes.
    """

    player: PlayerId
    payee: PlayerId | None = None
    cents: SomeCents
