"""What is offered is accepted, and what is accepted without a waiver was offered: nights at random over every game."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from engine import commands, errors
from engine.decider import decide
from engine.events import Event
from engine.game.definition import Game
from engine.hand.offers import Offer, ending_early, offers
from engine.library import GAMES
from engine.state import Night
from tests.engine.midnight_games import MIDNIGHT_GAMES
from tests.engine.table import commands_replace
from tests.engine.walker import Walk, check

NIGHTS = int(os.environ.get("CHIPBOOK_SOAK", "24"))
FIRST = int(os.environ.get("CHIPBOOK_SEED", "1"))
ACTS = 150
PARTS = 4

# Acts of the bank and of the table: they are no part of the hand, and may be said whatever it waits for.
OF_THE_TABLE = (
    commands.OpenNight,
    commands.SeatPlayer,
    commands.StandUp,
    commands.SitBack,
    commands.LeaveNight,
    commands.CloseNight,
    commands.FreezePlan,
    commands.RecordPayment,
    commands.StrikeEvents,
    commands.MakeRuling,
    commands.GiveLoan,
    commands.BuyChips,
    commands.CashOut,
    commands.TransferChips,
    commands.CountChips,
    commands.ResolveGap,
    commands.PayIn,
    commands.PayOut,
    commands.AnnounceHand,
)
# What only people can know: that something went wrong, and how it is put right.
FAULTS = (
    commands.NewDeal,
    commands.GiveMissingCard,
    commands.TakeBackCard,
    commands.MoveDealtCards,
    commands.SettleExposedCard,
    commands.MoveBoardCard,
    commands.PutRight,
    commands.BuyForgottenCard,
)
# What only people can see: cards that the book does not know, and what they do.
UNSEEN_CARDS = (commands.NameCards, commands.SendOut, commands.PayFee)
BESIDES = (*OF_THE_TABLE, *FAULTS, *UNSEEN_CARDS)


def said_besides(command: Event, night: Night) -> bool:
    """Whether the act may be said without being offered."""
    hand = night.hand
    if hand is None or isinstance(command, BESIDES):
        return True
    match command:
        # Cards may be shown at any time; they are asked for at the showdown alone, and once.
        case commands.ShowHand(player=player):
            return hand.stage != "showdown" or player in hand.shown or bool(hand.mucked.intersection((player,)))
        # Chips put in out of turn are a fault for which some rulebooks have a rule (RULINGS E3).
        case commands.Bet(ahead=ahead):
            return ahead
        # An open card that the book does not know offers another one.
        case commands.BuyCard(player=player):
            return player not in hand.offers
    return False


def bounds(offer: Offer) -> Iterator[commands.Command]:
    """The command as it stands, and with every bound."""
    yield offer.command
    for amount in dict.fromkeys((offer.least, offer.most, offer.once)):
        if amount:
            yield offer.of(amount)


class Witness(Walk):
    """A walk that asks before every act what is offered."""

    def act(self) -> None:
        for offer in (*offers(self.night), *ending_early(self.night)):
            for command in bounds(offer):
                self._is_accepted(offer, command)
        super().act()

    def _is_accepted(self, offer: Offer, command: commands.Command) -> None:
        if offer.needs_cards:
            command = self._with_cards(command)
        try:
            decide(command, self.night)
        except errors.Refusal as refusal:
            check(holds=False, what=f"{offer} is offered, and {command} is refused: {refusal.code} {refusal}")

    def _with_cards(self, command: commands.Command) -> commands.Command:
        assert isinstance(command, commands.ShowHand)
        assert self.night.hand is not None
        return commands_replace(command, cards=self.faces(self.night.hand, command.player, whole=True))

    def happen(self, primary: Event) -> None:
        assert isinstance(primary, commands.Command)
        if not primary.waived and not said_besides(primary, self.night):
            offered = (*offers(self.night), *ending_early(self.night))
            check(any(allows(offer, primary, self.night) for offer in offered), f"{primary} was not offered: {offered}")
        super().happen(primary)


def allows(offer: Offer, act: commands.Command, night: Night) -> bool:
    """Whether the act is of the kind that is offered, by the same player, and within the bounds."""
    if type(offer.command) is not type(act) or offer.player not in (None, getattr(act, "player", offer.player)):
        return False
    match act:
        case commands.Bet(chips=int(amount)) | commands.Raise(by=int(amount)) | commands.Exchange(number=amount):
            pass
        case commands.TakeWidow(choice=amount) | commands.NameScore(points=amount):
            pass
        case commands.MakeBid(contract=said):
            return commands.MakeBid(player=act.player, contract=said) == offer.command
        case commands.DeclareSide() | commands.AnnounceGoal() | commands.DeclareMeld() | commands.ChallengeWord():
            return offer.command == act
        case _:
            return True
    return offer.least <= amount <= offer.most or (offer.once > 0 and amount == offer.once)


def a_night(seed: int, games: tuple[Game, ...]) -> None:
    walk = Witness(random.Random(seed), games)
    try:
        walk.run(ACTS)
    except Exception as problem:
        lines = "\n".join(f"    {command}" for command in walk.said[-20:])
        raise AssertionError(f"Seed {seed} went wrong: {problem!r}\n{lines}") from problem


@pytest.mark.parametrize("part", range(PARTS))
def test_in_every_game_what_is_offered_is_accepted_and_what_is_accepted_was_offered(part: int) -> None:
    for seed, game in list(enumerate(GAMES, start=FIRST))[part::PARTS]:
        for again in range(max(1, NIGHTS // 24)):
            a_night(seed + 1000 * again, games=(game,))


@pytest.mark.parametrize("games", [GAMES, MIDNIGHT_GAMES], ids=["all games", "games with piles"])
def test_on_mixed_nights_too(games: tuple[Game, ...]) -> None:
    for seed in range(FIRST, FIRST + NIGHTS // 3):
        a_night(seed, games=games)
