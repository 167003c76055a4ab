"""What may each player do now? Every act that moves the hand on, with the command to send and its bounds."""

from __future__ import annotations

from typing import Any

import msgspec

from engine import commands
from engine.club.acts import NightPhase
from engine.game.steps import Deal, Lay
from engine.ids import PlayerId
from engine.offer import Offer
from engine.play.around import dealt_to
from engine.play.dealing.rule import cards_wanted, dealt_for_all
from engine.play.script.offers import offers, offers_beside
from engine.registry import LISTED_AS
from engine.state import Hand
from service.reports.views.visible_night import VisibleNight


class CardsDue(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of a dealer's act, `cards` in all, or only the `open_cards`; none of them has to be named.

    Each player in `to`, in that order, gets `closed_each` and `open_each`. If `to` is empty, the cards are shared.
    """

    cards: int
    open_cards: int
    to: tuple[PlayerId, ...]
    closed_each: int
    open_each: int


class ChoiceView(msgspec.Struct, frozen=True, kw_only=True):
    """One act open to a player, or to the dealer and the table if no player is named.

    `command` is the type of the command to send, and `ready` the whole command, with the least amount if it has one. Only
    the banker, who records the night, gets `ready`, because it may name closed cards, and nobody if cards must be said
    first. `owed` is what the act costs. `least`
    to `most` chips or cards may be said, or exactly `once`. `deals`: how many cards are dealt or laid, and to whom; None
    for other acts.
    """

    act: str
    command: str
    ready: dict[str, Any] | None
    player: PlayerId | None
    owed: int
    least: int
    most: int
    once: int
    deals: CardsDue | None


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that moves the night on from where it stands.

    Between hands: a loan for everybody who lacks the next ante, and the close if nothing prevents it. Then who may bear the
    gap, the plans, and the payments. Last, in every phase, what players asked for: the banker approves or declines it, and
    the player withdraws it; and payments that wait for the word of the payee.
    """

    night: str
    version: int
    phase: NightPhase
    hand: int | None
    choices: tuple[ChoiceView, ...]


def may_do(view: VisibleNight) -> Choices:
    """What can be done now, as far as the reader knows the cards: what they allow would tell what is closed."""
    night = view.known
    choices: list[ChoiceView] = []
    for offer in (*offers(night), *offers_beside(night)):
        may = _choice(offer, night.hand, whole=view.sees_cards)
        # Without the whole command, offers that differ only in the bid or the winner look alike: one stands for all.
        if may not in choices:
            choices.append(may)
    return Choices(
        night=view.night_id,
        version=view.version,
        phase=view.phase,
        hand=night.hand.number if night.hand else None,
        choices=tuple(choices),
    )


def _choice(offer: Offer, hand: Hand | None, *, whole: bool) -> ChoiceView:
    command = offer.command
    kind = str(command.__struct_config__.tag)
    deals = _due(hand) if hand is not None and isinstance(command, commands.Deal | commands.Lay) else None
    return ChoiceView(
        act=_word(command, kind),
        command=kind,
        ready=msgspec.to_builtins(command) if whole and not offer.needs_cards else None,
        player=offer.player,
        owed=offer.owed,
        least=offer.least,
        most=offer.most,
        once=offer.once,
        deals=deals,
    )


def _word(command: commands.Command, kind: str) -> str:
    if isinstance(command, commands.Call) and command.agreed:
        return "tap out"
    return LISTED_AS.get(type(command), kind)


def _due(hand: Hand) -> CardsDue | None:
    """What the dealer's next step deals or lays; None if it deals no cards."""
    step = hand.cards.lays_due[0] if hand.cards.lays_due else hand.steps[hand.cursor]
    match step:
        case Lay():
            return CardsDue(cards=step.up + step.down, open_cards=step.up, to=(), closed_each=0, open_each=0)
        case Deal() if dealt_for_all(hand, step):
            return CardsDue(cards=1, open_cards=1, to=(), closed_each=0, open_each=0)
        case Deal():
            people = tuple(dealt_to(hand))
            return CardsDue(
                cards=cards_wanted(hand, step),
                open_cards=len(people) * step.up,
                to=people,
                closed_each=step.closed,
                open_each=step.up,
            )
        case _:
            return None
