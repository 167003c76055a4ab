"""One player as the bank deals with them beside the hands: what lies in front of them, what they owe, and what can be done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from engine import commands, errors
from engine.decider import decide
from engine.house.agreements import Denomination
from engine.ids import PlayerId
from engine.ledger.accounts import dues, has_coming, nets, owes
from engine.ledger.postings import ENDLESS, left_in_the_box
from engine.state import Place, place_of
from service.language.names import refusal_text
from service.reports.requests import WAIT_FOR_THE_END, RequestView, open_requests
from service.reports.views.lending import Beyond, beyond, left_to_lend
from service.reports.views.play.controls import OutOfTurn, cards_to_name, controls_out_of_turn, keypad
from service.reports.views.play.controls.form import Keypad
from service.reports.views.play.line import so_far
from service.reports.views.visible_night import Money, PlayerNamed, VisibleNight

# So many amounts that were lent before are offered in one tap, besides the usual one.
AMOUNTS_MOST = 4
# What nobody has to be told of as something that cannot be done now: it is done already, or never can be for this player.
_OBVIOUS = (
    errors.PlayerIsAway,
    errors.AlreadySeated,
    errors.BankerCannotLeave,
    errors.HasFewerChips,
    errors.OwesLess,
    errors.HasLessComing,
)


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """One act that can be done now; `most` chips or cents at once, 0 if it has no amount or nobody can say."""

    most: int


class PlayerSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A player of an open night, for the bank.

    `stack` is None for a banker who plays from a box without an inventory. `loan_cents`: chips on credit; `result_cents`: the
    result if the night ended now; `due_cents`: what is left of it after money that has changed hands. `usual`: the chips
    that are lent in one tap, 0 if nothing is usual; `amounts`: others that were lent before, the newest first. `still_lent`:
    what the house lends within its limits, None without any; `beyond`: the limits that each of those amounts passes, and
    `more` those that the next chip does.

    `may`: what can be done now, by the type of the command. `not_now`: why the rest cannot, a sentence for each reason.
    `loan_waits`: why chips wait until the hand is over, empty if they need not. `payees`: who may be given chips. `asks`:
    what the player asks for and nobody has answered. `counts`: chips are counted, and not in the book alone. `unknown`: how
    many of their cards in the hand being played nobody has told the book, and `keypad` names them; None between hands.
    `out_of_turn` is None while nothing can be done out of turn.
    """

    night: str
    night_name: str
    version: int
    currency: Money
    unit_cents: int
    id: PlayerId
    name: str
    seat: int
    place: Place
    banker: bool
    stack: int | None
    loan_cents: int
    result_cents: int
    due_cents: int
    usual: int
    amounts: tuple[int, ...]
    still_lent: int | None
    beyond: dict[int, Beyond]
    more: Beyond | None
    may: dict[str, Bound]
    not_now: tuple[str, ...]
    loan_waits: str
    payees: tuple[PlayerNamed, ...]
    counts: bool
    kinds: tuple[Denomination, ...]
    asks: tuple[RequestView, ...]
    unknown: int
    keypad: Keypad | None
    out_of_turn: OutOfTurn | None


def player_sheet(view: VisibleNight, player: PlayerId) -> PlayerSheet | None:
    """The sheet of a player as it is now; None for somebody who is not at the night."""
    night = view.night
    if player not in night.everybody:
        return None
    person = night.people.get(player)
    usual, *amounts = _amounts(view, player) or [0]
    others = [one for one in night.people if one not in (player, night.from_box) and not night.people[one].left]
    may, not_now = _what_can_be_done(view, player, others)
    return PlayerSheet(
        night=view.night_id,
        night_name=view.opened.name,
        version=view.version,
        currency=view.money,
        unit_cents=night.unit,
        id=player,
        name=view.name(player),
        seat=person.seat if person else 0,
        place=place_of(night, player),
        banker=player == night.banker,
        stack=view.stack(player),
        loan_cents=-night.balance.get("loan:" + player, 0),
        result_cents=nets(night)[player],
        due_cents=dues(night)[player],
        usual=usual,
        amounts=tuple(amounts[:AMOUNTS_MOST]),
        still_lent=(still_lent := left_to_lend(view, player)),
        beyond={chips: passed for chips in (usual, *amounts) if (passed := beyond(view, player, chips))},
        more=None if still_lent is None else beyond(view, player, still_lent + 1),
        may=may,
        not_now=not_now,
        loan_waits=_loan_waits(view, player),
        payees=tuple(map(view.named, others)),
        counts=night.rules.chips == "real",
        kinds=night.terms.inventory,
        asks=tuple(one for one in open_requests(view) if one.player == player),
        unknown=cards_to_name(night.hand, player) if night.hand is not None else 0,
        keypad=keypad(night.hand) if night.hand else None,
        out_of_turn=controls_out_of_turn(view, player),
    )


def _amounts(view: VisibleNight, player: PlayerId) -> list[int]:
    """The chips lent in one tap: the loan of the house, then what was lent or sold before, the newest first; what the box has."""
    usual = [view.opened.rules.initial_loan] if view.opened.rules.initial_loan else []
    left = left_in_the_box(view.night)
    return [chips for chips in dict.fromkeys((*usual, *so_far(view).lent)) if chips <= left]


def _what_can_be_done(
    view: VisibleNight, player: PlayerId, others: list[PlayerId]
) -> tuple[dict[str, Bound], tuple[str, ...]]:
    """The acts by their type, and why the others cannot be done now."""
    may: dict[str, Bound] = {}
    why: dict[str, None] = {}
    most = _most(view, player)
    for command in _side_acts(player, others):
        kind = str(command.__struct_config__.tag)
        try:
            decide(command, view.night)
        except errors.Refusal as refusal:
            if not refusal.waivable:
                if not isinstance(refusal, _OBVIOUS):
                    why[refusal_text(refusal, view.names)] = None
                continue
            if isinstance(refusal, WAIT_FOR_THE_END):
                continue
        # The bank may set any other rule aside, once it has said why.
        may[kind] = Bound(most=most.get(kind, 0))
    return may, tuple(why)


def _loan_waits(view: VisibleNight, player: PlayerId) -> str:
    """The rule by which the player gets chips when the hand is over, in words; empty if they can have them now."""
    try:
        decide(commands.GiveLoan(player=player, chips=1), view.night)
    except errors.Refusal as refusal:
        return refusal_text(refusal, view.names) if isinstance(refusal, WAIT_FOR_THE_END) else ""
    return ""


def _side_acts(player: PlayerId, others: list[PlayerId]) -> Iterator[commands.Command]:
    """The bank's acts beside the hands, with the least that each can be about."""
    yield commands.GiveLoan(player=player, chips=1)
    yield commands.BuyChips(player=player, chips=1)
    yield commands.CashOut(player=player, chips=1)
    if others:
        yield commands.TransferChips(payer=player, payee=others[0], chips=1)
    yield commands.PayIn(player=player, cents=1)
    yield commands.PayOut(player=player, cents=1)
    yield commands.StandUp(player=player)
    yield commands.SitBack(player=player)
    yield commands.SeatPlayer(player=player)
    yield commands.LeaveNight(player=player)


def _most(view: VisibleNight, player: PlayerId) -> Mapping[str, int]:
    """The most chips or cents of each act, by its type."""
    left, stack = left_in_the_box(view.night), view.night.balance.get("chips:" + player, 0)
    given = 0 if left >= ENDLESS else left
    owed, coming = owes(view.night, player), has_coming(view.night, player)
    return {
        "give_loan": given,
        "buy_chips": given,
        "cash_out": stack,
        "transfer_chips": stack,
        "pay_in": owed,
        "pay_out": coming,
    }
