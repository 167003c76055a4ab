"""What is offered is accepted, and what is accepted without a waiver was offered: nights at random, every kind of game."""

import random
from collections.abc import Iterator
from itertools import chain

import pytest

from engine import commands, errors
from engine.decider import decide
from engine.events import Event
from engine.folding import evolve
from engine.game.betting import Blinds
from engine.game.definition import Game
from engine.library import GAMES
from engine.offer import Offer
from engine.play.betting.limits import nobody_can_match_more
from engine.play.betting.offers import offers_out_of_turn
from engine.play.script.offers import ending_early, faults, offers, offers_beside
from engine.play.strength.best_hand import has_shown
from engine.state import Night
from tests.engine.kinds import KINDS_OF_GAMES
from tests.engine.midnight_games import MIDNIGHT_GAMES
from tests.engine.table import Table, announce, commands_replace, game, house, opened
from tests.engine.test_random_nights import a_forgery_is_found, in_the_book
from tests.engine.walker import Cost, Walk, check
from tests.soak import FIRST, rounds

NIGHTS = rounds(5)
ACTS = rounds(36, 150)
# In so many nights at most a game is announced at least once.
TRIES = 3

# Acts of the bank and of the table: they are no part of the hand, and may be said whatever it waits for.
OF_THE_TABLE = (
    commands.OpenNight,
    commands.SeatPlayer,
    commands.StandUp,
    commands.SitBack,
    commands.LeaveNight,
    commands.ChangeEnteredBy,
    commands.StrikeEvents,
    commands.MakeRuling,
    commands.RaiseDispute,
    commands.AnswerDispute,
    commands.ResolveDispute,
    commands.GiveBanksWord,
    commands.AgreeToBanksWord,
    commands.WithdrawDispute,
    commands.AskForChips,
    commands.SayCount,
    commands.ConfirmCount,
    commands.PassBank,
    commands.GiveLoan,
    commands.BuyChips,
    commands.CashOut,
    commands.TransferChips,
    commands.CountChips,
    commands.PayIn,
    commands.PayOut,
    commands.PayExpense,
    commands.GiveTip,
    commands.AnnounceHand,
)
# What tells acts of one kind apart; the cards and chips in them may be any.
TOLD_APART_BY = ("player", "fault", "keeps", "original", "source", "target", "harmed")
# What only people can see: cards that the book does not know, and what they do.
UNSEEN_CARDS = (commands.NameCards, commands.SendOut, commands.PayFee)
# The way to the end of a night is offered step by step.
AT_THE_END = (commands.CloseNight, commands.ResolveGap, commands.FreezePlan, commands.RecordPayment)
BESIDES = (*OF_THE_TABLE, *UNSEEN_CARDS)


def said_besides(command: Event, night: Night) -> bool:
    """Whether the act may be said without being offered."""
    hand = night.hand
    if isinstance(command, BESIDES) or (hand is None and not isinstance(command, AT_THE_END)):
        return True
    if hand is None:
        return False
    match command:
        # Cards may be shown at any time; they are asked for at the showdown alone, and once.
        case commands.ShowHand(player=player):
            return (
                hand.stage != "showdown"
                or has_shown(hand, player)
                or bool(hand.showdown.mucked.intersection((player,)))
            )
        # Chips put in out of turn are a fault for which some rulebooks have a rule (RULINGS E3).
        case commands.Bet(ahead=ahead):
            return ahead
        # A raise that nobody can answer comes back at once.
        case commands.Raise(player=player):
            return hand.round is not None and player in hand.still_in and nobody_can_match_more(night, hand, player)
        # An open card that the book does not know offers another one.
        case commands.BuyCard(player=player):
            return player not in hand.effects.offers
    return False


def bounds(offer: Offer) -> Iterator[commands.Command]:
    """The command as it stands, and with every bound."""
    yield offer.command
    for amount in dict.fromkeys((offer.least, offer.most, offer.once)):
        if amount:
            yield offer.of(amount)


def of_faults(night: Night) -> Iterator[Offer]:
    return (offer for fault in faults(night) for way in fault.ways for offer in way.offers)


class Witness(Walk):
    """A walk that asks before every act what is offered."""

    def act(self) -> None:
        offered = (*offers(self.night), *ending_early(self.night), *offers_beside(self.night))
        # There are many faults: every act only where there is time for many nights.
        if NIGHTS > 24 or not len(self.records) % 8:
            offered = (*offered, *of_faults(self.night))
        for offer in offered:
            for command in bounds(offer):
                self._is_accepted(offer, command)
        self._out_of_turn()
        super().act()

    def _out_of_turn(self) -> None:
        """What somebody may do whose turn it is not is accepted too, with the waivers that it says and with no fewer."""
        hand = self.night.hand
        # Every act, where there is time for many nights.
        if hand is None or hand.round is None or (NIGHTS <= 24 and self.chance.random() < 0.7):
            return
        player = hand.order[len(self.records) % len(hand.order)]
        for offer, breaks in offers_out_of_turn(self.night, player):
            waived = tuple(commands.Waiver(rule, "the table agrees") for rule in breaks)
            for command in bounds(offer):
                self._is_accepted(offer, commands_replace(command, waived=waived))

    def _append(self, event: Event, cause: int | None, stated: tuple[str, ...] | None = None) -> None:
        """Asks after every event, as whoever looks at an earlier version of the book does: nothing may go wrong."""
        super()._append(event, cause, stated)
        offers(self.night)
        offers_beside(self.night)

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

    def happen(self, primary: Event, stated: tuple[str, ...] | None = None, costs: Cost | None = None) -> None:
        assert isinstance(primary, commands.Command)
        if not primary.waived and not said_besides(primary, self.night):
            offered = (*offers(self.night), *ending_early(self.night), *offers_beside(self.night))
            is_offered = any(allows(offer, primary, self.night) for offer in chain(offered, of_faults(self.night)))
            check(is_offered, f"{primary} was not offered: {offered}")
        super().happen(primary, stated, costs)


def allows(offer: Offer, act: commands.Command, night: Night) -> bool:
    """Whether the act is of the kind that is offered, by the same player, and within the bounds."""
    doubles = isinstance(offer.command, commands.DoubleStakes) and isinstance(act, commands.Bet)
    if not (doubles or type(offer.command) is type(act)) or offer.player not in (
        None,
        getattr(act, "player", offer.player),
    ):
        return False
    match act:
        case commands.Bet(chips=int(amount), ahead=False) if doubles:
            # Chips put in by number come to the doubling too.
            return amount == offer.owed
        case commands.Bet(chips=int(amount)) | commands.Raise(by=int(amount)) | commands.Exchange(number=amount):
            pass
        case commands.TakeWidow(choice=amount) | commands.NameScore(points=amount) | commands.PutRight(put_in=amount):
            pass
        case commands.RecordPayment(transfer=transfer, cents=int(amount)):
            if commands.RecordPayment(transfer=transfer) != offer.command:
                return False
        case commands.FreezePlan(kind=kind):
            return commands.FreezePlan(kind=kind) == offer.command
        case commands.ResolveGap(by=by, player=player):
            return commands.ResolveGap(by=by, player=player) == offer.command
        case commands.MakeBid(contract=said):
            return commands.MakeBid(player=act.player, contract=said) == offer.command
        case commands.DeclareSide() | commands.AnnounceGoal() | commands.DeclareMeld() | commands.ChallengeWord():
            return offer.command == act
        case _:
            # Whose offer it is was asked above; two cards that change places may be named in either order.
            names = [name for name in TOLD_APART_BY if name != "player" or offer.player is None]
            stated, said = ({getattr(one, name, None) for name in names} for one in (offer.command, act))
            return stated == said
    return offer.least <= amount <= offer.most or (offer.once > 0 and amount == offer.once)


def a_night(seed: int, games: tuple[Game, ...]) -> Witness:
    """A night of these games, which the book tells again as it was."""
    walk = Witness(random.Random(seed), games)
    try:
        walk.run(ACTS)
        in_the_book(walk)
    except Exception as problem:
        lines = "\n".join(f"    {command}" for command in walk.said[-20:])
        raise AssertionError(f"Seed {seed} went wrong: {problem!r}\n{lines}") from problem
    a_forgery_is_found(walk)
    return walk


@pytest.mark.parametrize("game", KINDS_OF_GAMES, ids=lambda game: game.name)
def test_in_every_game_what_is_offered_is_accepted_and_what_is_accepted_was_offered(game) -> None:
    seed, announced = FIRST + GAMES.index(game), 0
    for again in range(max(TRIES, NIGHTS // 24)):
        # Some nights have too few players for the game, or none of them sits down.
        if again < NIGHTS // 24 or not announced:
            announced += a_night(seed + 1000 * again, games=(game,)).accepted["AnnounceHand"]
    assert announced


@pytest.mark.parametrize("games", [GAMES, MIDNIGHT_GAMES], ids=["all games", "games with piles"])
def test_on_mixed_nights_too(games) -> None:
    for seed in range(FIRST, FIRST + NIGHTS // 3):
        a_night(seed, games=games)


# Between two events of one act


def test_nothing_is_offered_while_the_rules_go_on() -> None:
    table = opened("ABC", rules=house())
    night = table.night.copy()
    *between, last = table.do("hand straight poker by C").happened
    assert len(between) > 3
    for event in between:
        evolve(night, event)
        assert offers(night) == ()
    evolve(night, last)
    assert {offer.player for offer in offers(night)} == {"A"}


# Bounds, and whom the table may name


def wagers(table: Table) -> list[tuple[int, int, int]]:
    return [(offer.least, offer.most, offer.once) for offer in offers(table.night) if offer.most]


def winners(table: Table) -> set[tuple[str, ...]]:
    """Who comes first in each ranking that is offered."""
    named = [offer.command for offer in offers(table.night) if isinstance(offer.command, commands.NameWinners)]
    return {command.rankings[0][0] for command in named}


def test_an_amount_stands_in_the_command_where_it_belongs() -> None:
    raising = Offer(commands.Raise(player="A", by=2), "A", least=2, most=9, once=50)
    assert raising.of(50) == commands.Raise(player="A", by=50)
    assert Offer(commands.TakeWidow(), "A", least=1, most=3).of(3) == commands.TakeWidow(choice=3)
    for outside in (1, 10, 49):
        with pytest.raises(AssertionError):
            raising.of(outside)


def test_what_puts_all_others_all_in_is_offered_below_the_least_bet() -> None:
    table = opened("AB", {"A": 100, "B": 14}).do(announce(game(), dealer="B"))
    assert wagers(table) == [(1, 99, 0)]
    table.do("A b10")
    assert wagers(table) == [(3, 3, 0)]
    blinds = game(forced=Blinds(5, 10))
    table = opened("ABC", {"A": 100, "B": 14, "C": 13}).do(announce(blinds, dealer="C"), "C c; A c")
    assert wagers(table) == [(4, 4, 0)]
    assert wagers(opened("ABC", 100).do(announce(blinds, dealer="C"))) == [(10, 90, 0)]


def test_a_raise_that_nobody_can_answer_is_accepted_and_not_offered() -> None:
    table = opened("ABC", {"A": 100, "B": 40, "C": 100}).do(announce(game(forced=Blinds(5, 10)), dealer="C"))
    table.do("C c; A f; B all-in")
    assert table.turn == "C"
    assert [type(offer.command) for offer in offers(table.night)] == [commands.Call, commands.Fold]
    for by in (1, 16, 60):
        assert decide(commands.Raise(player="C", by=by), table.night)


def test_a_raise_is_offered_while_one_other_player_can_answer_it() -> None:
    table = opened("ABC", {"A": 100, "B": 40, "C": 100}).do(announce(game(forced=Blinds(5, 10)), dealer="C"))
    table.do("C c; A c; B all-in")
    assert table.turn == "C"
    assert wagers(table) == [(30, 60, 0)]
    table.do("C c")
    assert wagers(table) == [(30, 60, 0)]


def test_nobody_is_offered_more_than_the_box_can_sell_for_their_shadow() -> None:
    box = (commands.Denomination("small", 1, 114),)
    table = opened("AB", {"A": 100, "B": 10}, rules=house(), inventory=box).do("hand straight poker by B")
    assert wagers(table) == [(1, 5, 50)]
    table.do("A b50")
    # 8 chips of their own, and 4 in the box.
    assert [type(offer.command) for offer in offers(table.night)] == [commands.Fold]


def test_who_has_put_in_more_than_the_price_raises_by_more_than_that() -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by C", "A b3")
    table.do(commands.PutRight(player="B", put_in=7), "C r3")
    assert table.turn == "A"
    assert wagers(table) == [(1, 5, 50)]
    table.do("A c")
    assert table.turn == "B" or table.hand.round is None


def test_everybody_whom_known_cards_do_not_contradict_may_be_named() -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by C", "A x; B x; C x")
    assert winners(table) == {("A",), ("B",), ("C",)}
    table.do("A has 2s 3s 4s 5s 7d", "B has As Ad Kh Qh Jh")
    assert winners(table) == {("B",), ("C",)}
    table.do("C has Ac Ah Ks Qs Js")
    assert winners(table) == {("B", "C")}


def test_cards_to_be_shown_are_asked_for_as_far_as_they_are_not_known() -> None:
    table = opened("AB", rules=house()).do("hand straight poker by B", "A x; B x", "A has 2s 3s 4s 5s 7d")
    shown = {offer.player: offer for offer in offers(table.night) if isinstance(offer.command, commands.ShowHand)}
    assert (shown["A"].needs_cards, shown["B"].needs_cards) == (False, True)
    assert shown["A"].command == commands.ShowHand(player="A", cards=("2s", "3s", "4s", "5s", "7d"))
    table.do(shown["A"].command)
    assert {offer.player for offer in offers(table.night)} == {"B", None}
