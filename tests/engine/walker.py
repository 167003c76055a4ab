"""A random walk through a night: every kind of act, legal or not, at every depth, checked after each event."""

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine import commands, errors
from engine.decider import as_stated, decide, follow, in_the_book, stated_in
from engine.events import Event, Recorded
from engine.folding import evolve
from engine.game.awards import Spellcheck
from engine.game.betting import Ante, Blinds, BringIn, FixedLimit, NoLimit, PotLimit
from engine.game.definition import Game
from engine.game.options import HighLow, HighSpade, Hot, HotNSours, MixingTheJuice, Psychology, Ruling, Wild
from engine.game.switches import Switches
from engine.game.wilds import Cards
from engine.ledger.accounts import dues, nets
from engine.ledger.invariants import broken
from engine.ledger.postings import left_in_the_box
from engine.library import GAMES
from engine.offer import Offer
from engine.play.betting.turn_order import turns_piles
from engine.play.holdings.lying import copies_out
from engine.play.script.offers import offers
from engine.play.showdown.rule import contenders
from engine.play.strength.best_hand import shares_at_stake
from engine.state import UNKNOWN, Hand, Night
from engine.strikes import Strike, acts
from tests.engine.again import correct, strike
from tests.engine.faults_at_random import put_right
from tests.engine.otherwise import OTHERWISE
from tests.engine.special_at_random import SPECIAL
from tests.engine.table import commands_replace, snapshot
from tests.engine.tricks_at_random import TRICKS
from tests.engine.unseen_at_random import unseen

PLAYERS = ("anna", "bo", "carl", "dora", "eva", "finn", "pot")
MANY_EVENTS = 400
BOX = (commands.Denomination("small", 1, 600), commands.Denomination("peder", 50, 20))
FEES = (
    commands.Fee(purpose="room", per="hand", chips=1),
    commands.Fee(purpose="room", per="hand", cents=7),
    commands.Fee(purpose="beer", per="pot", chips=1),
    commands.Fee(purpose="beer", per="pot", permille=100, most=5),
)
LITTLE_BOX = (commands.Denomination("small", 1, 300),)

OPTIONS = (Psychology(), HighLow(), HighSpade(), Wild(Cards("2")), Wild(Cards("Js Jh")))

# Refusals that an offered act may meet, once this walk has filled in random cards, words and options.
NOT_THE_OFFERS = (
    errors.BoxCannotCoverShadow,
    errors.BoxIsShort,
    errors.CardsAreNotHeld,
    errors.CardsCountOtherwise,
    # A card exposed at random may leave too little room for the old cards that must still be held.
    errors.KeptMoreOfThem,
    # A player says without looking what their cards show.
    errors.NoSuchHandOfWords,
    errors.WordIsNotClean,
    errors.WordIsNotThere,
    errors.WordsAreUnclear,
    # The dealer may name a game that is not for this number of players.
    errors.DeckIsTooSmall,
    errors.FewerThanTheGameIsFor,
    errors.MoreThanTheGameIsFor,
)

# What known cards may contradict.
SAID_OF_CARDS = (commands.NameWinners, commands.TurnOwn)


OF_DISPUTES = (
    commands.RaiseDispute,
    commands.AnswerDispute,
    commands.ResolveDispute,
    commands.GiveBanksWord,
    commands.WithdrawDispute,
)


class WentWrong(AssertionError):
    """Something that must always be true was false."""


def check(holds: bool, what: object) -> None:  # noqa: FBT001 - reads like an assert, and survives python -O.
    if not holds:
        raise WentWrong(str(what))


class Cost(NamedTuple):
    """What an act takes of a player: chips of the stack, and what is owed the pot by shadow."""

    player: str
    chips: int
    by_shadow: int


@dataclass
class Walk:
    """One night and the random generator that plays it. `said` is what was tried, to repeat it without chance."""

    chance: random.Random
    games: tuple[Game, ...] = GAMES
    night: Night = field(default_factory=Night)
    records: list[Recorded] = field(default_factory=list)
    said: list[commands.Command] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    quarrels: random.Random = field(init=False)
    asks: random.Random = field(default_factory=lambda: random.Random(2))
    mends: random.Random = field(init=False)
    _stood: tuple[Night | None, int, Any] = (None, 0, None)

    def __post_init__(self) -> None:
        # Of this night's chance, without taking a number from it.
        self.mends = random.Random(self.chance.getstate()[1][0])
        self.quarrels = random.Random(self.chance.getstate()[1][1])

    def run(self, length: int) -> None:
        """Plays this many acts after the opening, and then the close, the gap, the plan and a few payments."""
        self.try_to(self.opening())
        for player in PLAYERS[: self.chance.randint(2, 6)]:
            self.try_to(commands.SeatPlayer(player=player))
            if self.chance.random() < 0.8:
                self.try_to(commands.GiveLoan(player=player, chips=self.some_chips()))
        for _ in range(length):
            if self.chance.random() < 0.015:
                self.strike(self.some_of_the_last())
            else:
                self.act()
            self.quarrel()
            self.ask()
            if self.mends.random() < 0.004:
                self.correct_a_loan()
            if self.night.phase == "planned" and self.chance.random() < 0.2:
                return
        self.end()

    def end(self) -> None:
        """Breaks off the hand, gives the carried pot to somebody, and settles the night."""
        if self.night.hand is not None:
            self.try_to(commands.NewDeal())
        carried = self.night.balance.get("carry", 0)
        here = [player for player, person in self.night.people.items() if not person.left]
        if carried and here:
            move = commands.ChipMove("carry", "chips:" + self.chance.choice(here), carried)
            self.try_to(commands.MakeRuling(text="so be it", moves=(move,), agreed_by=(here[0],)))
        for maker in (close, close, close, resolve, resolve, pay_early, freeze, freeze, pay, pay, pay, freeze):
            self.try_to(maker(self))
            self.quarrel()
            self.ask()

    def quarrel(self) -> None:
        """Now and then a dispute or what becomes of one, or a dispute is struck; by a chance of its own."""
        if self.quarrels.random() < 0.05:
            raised = [act.primary.version for act in acts(self.records) if isinstance(act.primary.event, OF_DISPUTES)]
            if raised and self.quarrels.random() < 0.15:
                self.strike((self.quarrels.choice(raised),))
            else:
                self.try_to(dispute(self))

    def ask(self) -> None:
        """Now and then a player asks for something, or what becomes of it, or the bank passes on; by a chance of its own."""
        if self.asks.random() < 0.06:
            self.try_to(request(self))
        if self.night.hand is None and self.asks.random() < 0.02:
            self.try_to(hand_over(self))

    def act(self) -> None:
        """One act, legal most of the time."""
        hand = self.night.hand
        asked = 0.0 if hand is None else 0.4 if hand.effects.offers else 0.1 if turns_piles(hand) else 0.0
        if self.chance.random() < asked:
            self.try_to(answer_an_open_card(self))
            return
        if hand is not None and self.chance.random() < 0.82:
            offered = offers(self.night)
            check(bool(offered), f"hand {hand.game.name} waits for nobody at {hand.stage} {hand.cursor}")
            # Each kind of act is equally likely, however many of it are offered.
            kind = self.chance.choice(list(dict.fromkeys(type(offer.command) for offer in offered)))
            offer = self.chance.choice([offer for offer in offered if type(offer.command) is kind])
            fill_in = FILLED_IN.get(kind)
            self.try_to(fill_in(self, hand, offer) if fill_in else offer.command, offered=offer)
            return
        weights = {"open": TABLE, "closed": CLOSED, "planned": PLANNED, "new": (), "closing": ()}[self.night.phase]
        makers, odds = zip(*(WHILE_PLAYING if hand is not None else weights), strict=True)
        (maker,) = self.chance.choices(makers, odds)
        command = maker(self)
        if command is not None:
            self.try_to(command)

    def try_to(self, command: commands.Command, *, offered: Offer | None = None) -> None:
        """Tries an act; sometimes waives a rule that can be waived."""
        self.said.append(command)
        before = self._as_it_stands()
        try:
            primary = decide(in_the_book(self.records, command), self.night)
        except errors.Refusal as refusal:
            check(snapshot(self.night) == before, f"{command} was refused and changed the night")
            check(str(refusal).endswith("."), f"{refusal.code}: {refusal}")
            self.refusals[refusal.code] += 1
            named = isinstance(command, SAID_OF_CARDS) and refusal.waivable
            allowed = offered is None or named or isinstance(refusal, NOT_THE_OFFERS)
            check(allowed, f"{offered} was offered, and {command} is refused: {refusal}")
            if refusal.waivable and len(command.waived) < 3 and self.chance.random() < 0.3:
                waiver = commands.Waiver(rule=refusal.code, reason="we agreed")
                self.try_to(commands_replace(command, waived=(*command.waived, waiver)))
            return
        check(snapshot(self.night) == before, f"deciding {command} changed the night")
        self.accepted[type(primary).__name__] += 1
        stated = stated_in(command, primary)
        again = decide(in_the_book(self.records, as_stated(primary, stated)), self.night)
        check(again == primary, f"{command} came to {primary}, and what was stated of it to {again}")
        costs = self._costs(offered) if offered is not None and command == offered.command else None
        self.happen(primary, stated, costs)

    def _costs(self, offered: Offer) -> Cost | None:
        """What the act takes of the player, as a button says it before; None if it names no price."""
        if not offered.owed or offered.most or offered.player is None:
            return None
        stack = self.night.stack(offered.player)
        if isinstance(offered.command, commands.PullShadow):
            return Cost(offered.player, stack, offered.owed)
        hand = self.night.hand
        all_in = hand is not None and hand.game.goes_all_in
        return Cost(offered.player, min(stack, offered.owed), 0 if all_in else max(0, offered.owed - stack))

    def _as_it_stands(self) -> Any:
        """The snapshot of the night since its last event, taken once."""
        night, number, stands = self._stood
        if night is not self.night or number != len(self.records):
            stands = snapshot(self.night)
            self._stood = (self.night, len(self.records), stands)
        return stands

    def happen(self, primary: Event, stated: tuple[str, ...] | None = None, costs: Cost | None = None) -> None:
        """Folds the primary event and all consequences, and checks every invariant after each event."""
        cause = len(self.records) + 1
        before = self.night.balance.copy()
        self._append(primary, None, stated)
        if costs is not None:
            purses = [f"chips:{costs.player}", *(["box"] if costs.player == self.night.from_box else [])]
            paid = sum(before.get(one, 0) - self.night.balance.get(one, 0) for one in purses)
            took = Cost(costs.player, paid, getattr(primary, "shadow", 0))
            check(took == costs, f"{primary} was to cost {costs} and took {took}")
        for _ in range(MANY_EVENTS):
            drawn = follow(self.night)
            if not drawn:
                break
            for event in drawn:
                self._append(event, cause)
        check(follow(self.night) == (), f"events follow without end from {primary}")
        check(left_in_the_box(self.night) >= 0, f"the box cannot sell what is owed after {primary}")
        check(sum(nets(self.night).values()) == -self._in_play(), f"nets do not sum to nothing after {primary}")
        check(sum(dues(self.night).values()) == -self._in_play(), f"dues do not sum to nothing after {primary}")

    def _in_play(self) -> int:
        """The worth of chips that lie in no stack, and of an unresolved gap."""
        night, balance = self.night, self.night.balance
        nowhere = balance.get("pot", 0) + balance.get("carry", 0) + night.markers()
        gap = 0 if night.closing.gap_resolved else balance.get("gap", 0)
        return (nowhere + gap) * night.unit

    def _append(self, event: Event, cause: int | None, stated: tuple[str, ...] | None = None) -> None:
        evolve(self.night, event)
        self.records.append(Recorded(len(self.records) + 1, event, cause, stated=stated))
        found = broken(self.night)
        check(found == [], f"{found} after {event}")

    def some_of_the_last(self) -> tuple[int, ...]:
        """The numbers of a few of the last acts."""
        others = (act.primary for act in acts(self.records) if not isinstance(act.primary.event, OF_DISPUTES))
        in_force = [primary.version for primary in others]
        last = self.chance.choice((1, 1, 2, 5, 30))
        number = self.chance.choice((1, 1, 2, 3, last))
        return tuple(self.chance.sample(in_force[-last:], min(len(in_force), last, number)))

    def strike(self, versions: tuple[int, ...]) -> None:
        """Strikes these acts."""
        self._put_right(strike, commands.StrikeEvents(versions=versions, reason="wrong"))

    def correct_a_loan(self) -> None:
        """Puts a loan of one chip more in the place of one in force, whatever was played with it since."""
        loans = [act.primary for act in acts(self.records) if isinstance(act.primary.event, commands.GiveLoan)]
        if loans:
            loan = self.mends.choice(loans)
            more = commands.GiveLoan(player=loan.event.player, chips=loan.event.chips + 1)
            change = commands.Change(version=loan.version, act=more)
            self._put_right(correct, commands.CorrectEvents(changes=(change,), reason="one more"))

    def _put_right(self, rule: Callable[..., Strike], command: commands.StrikeEvents | commands.CorrectEvents) -> None:
        before, count = snapshot(self.night), len(self.records)
        try:
            outcome = rule(self.records, command)
        except errors.Refusal as refusal:
            self.refusals[refusal.code] += 1
            check(snapshot(self.night) == before, f"a refused {command} changed the night")
            check(str(refusal).endswith("."), refusal)
            if isinstance(refusal, errors.StrikeConflicts) and isinstance(command, commands.StrikeEvents):
                self._advice_is_taken(command, refusal)
            return
        check(
            snapshot(self.night) == before and len(self.records) == count, f"{command} changed the night it looked at"
        )
        self.records += outcome.recorded(len(self.records))
        self.night = outcome.night
        self.accepted[type(command).__name__] += 1
        check(broken(self.night) == [], f"after {command}: {broken(self.night)}")

    def _advice_is_taken(self, refused: commands.StrikeEvents, refusal: errors.StrikeConflicts) -> None:
        """What a refused strike advises, the night accepts: to strike the others as well where it says so, and another way out."""
        others = [refusal.details["version"], *(other["version"] for other in refusal.details["others"])]
        remain = isinstance(refusal, errors.ConflictsRemain)
        try:
            strike(self.records, commands_replace(refused, versions=tuple(sorted({*refused.versions, *others}))))
        except errors.Refusal as again:
            check(remain, f"{refused} is refused, {refusal}, and then with {others}: {again}")
        else:
            check(not remain, f"{refused} is refused, {refusal}, and not with {others}")
        chips = self.night.balance
        rich = [one for one in self.night.people if chips.get("chips:" + one, 0) > 0 and one != self.night.from_box]
        way = refusal.details["way"]
        check((way == "players") == (self.night.phase != "open"), f"{refusal} in a night that is {self.night.phase}")
        if way == "players" or not rich or len(self.night.people) < 2:
            return
        payer = rich[0]
        payee = next(player for player in self.night.people if player != payer)
        moves = (commands.ChipMove("chips:" + payer, "chips:" + payee, 1),)
        said: list[commands.Command] = [commands.MakeRuling(text="so be it", moves=moves, agreed_by=(payer, payee))]
        said += [commands.TransferChips(payer=payer, payee=payee, chips=1)] if way == "chips" else []
        for command in said:
            with suppress(errors.PlayerHasGoneHome, errors.BankerPlaysFromTheBox):
                decide(command, self.night)

    # What is said

    def opening(self) -> commands.OpenNight:
        """House rules at random."""
        choose = self.chance.choice
        rules = commands.HouseRules(
            rulebook=choose(("enemaerke", "standard")),
            initial_loan=choose((0, 0, 30, 150)),
            auto=choose(("all", "all", "closed", "none")),  # type: ignore[arg-type]
            banker_stack=choose(("own", "own", "box")),  # type: ignore[arg-type]
            odd_chip=choose(("first_in_order", "first_in_order", "carry_to_next_pot")),  # type: ignore[arg-type]
            dead_button=choose((True, True, False)),
            switches=choose((Switches(), Switches(), Switches(**OTHERWISE))),
            limit=choose((None, None, None, None, NoLimit(), PotLimit(), FixedLimit(small=2, big=4))),
            forced=choose((None, None, None, None, Ante(0), Ante(7), Blinds(0, 3), Blinds(1, 2, 1), BringIn(2, 1))),
        )
        if self.quarrels.random() < 0.3:
            rules = commands_replace(rules, fee=self.quarrels.choice(FEES))
        inventory = choose(((), (), (), BOX, BOX, LITTLE_BOX))
        unit = choose((1, 25, 25, 100))
        return commands.OpenNight(
            night="night", club="club", banker=choose(PLAYERS[:3]), rules=rules, inventory=inventory, unit=unit
        )

    def anybody(self) -> str:
        return self.chance.choice(PLAYERS)

    def somebody(self) -> str:
        """A random player at the table, if there is one."""
        return self.chance.choice(list(self.night.people) or list(PLAYERS))

    def some_chips(self) -> int:
        return self.chance.choice((1, 2, 3, 5, 7, 20, 50, 100, 151))

    def fresh(self, hand: Hand, number: int, *, unknown: float = 0.4) -> tuple[str, ...]:
        """Cards that are not out yet, some of them closed."""
        deck = hand.deck
        left = [card for card in deck.copies if card not in hand.cards.out and card not in deck.several]
        left += [card for card in sorted(deck.several) for _ in range(deck.copies[card] - copies_out(hand, card))]
        if len(left) < number:
            return (UNKNOWN,) * number
        cards = self.chance.sample(left, number)
        return tuple(UNKNOWN if self.chance.random() < unknown else card for card in cards)

    def faces(self, hand: Hand, player: str, *, whole: bool) -> tuple[str, ...]:
        """The player's cards as the player could show them."""
        own = [held.card for held in hand.cards.own[player]]
        fresh = iter(unseen(self.chance, hand, player, self.fresh(hand, own.count(UNKNOWN), unknown=0)))
        cards = [next(fresh) if card == UNKNOWN else card for card in own]
        if not whole:
            cards = cards[: self.chance.randint(0, len(cards))]
        self.chance.shuffle(cards)
        return tuple(cards)


Maker = Callable[[Walk], commands.Command | None]
Answer = Callable[[Walk, Hand, Offer], commands.Command]


# Between hands and beside them


def sit(walk: Walk) -> commands.Command:
    # With somebody new the table may agree anew on who enters what.
    if walk.quarrels.random() < 0.1:
        return commands.ChangeEnteredBy(by=walk.quarrels.choice(("bank", "everyone", "both")))
    return commands.SeatPlayer(player=walk.anybody(), seat=walk.chance.choice((0, 0, 0, 2, 5)))


def stand(walk: Walk) -> commands.Command:
    kind = walk.chance.choice((commands.StandUp, commands.SitBack, commands.SitBack))
    return kind(player=walk.somebody())


def leave(walk: Walk) -> commands.Command:
    player = walk.somebody()
    book = walk.night.balance.get("chips:" + player, 0)
    counted = walk.chance.choice((None, None, book, book, 0, max(0, book - 1), book + 4))
    return commands.LeaveNight(player=player, counted=max(0, counted) if counted is not None else None)


def issue(walk: Walk) -> commands.Command:
    kind = walk.chance.choice((commands.GiveLoan, commands.BuyChips))
    return kind(player=walk.somebody(), chips=walk.some_chips())


def hand_back(walk: Walk) -> commands.Command:
    player = walk.somebody()
    stack = walk.night.balance.get("chips:" + player, 0)
    chips = walk.chance.choice((stack, stack // 2, 1, walk.some_chips()))
    return commands.CashOut(player=player, chips=chips, paid=walk.chance.random() < 0.5)


def pass_on(walk: Walk) -> commands.Command:
    return commands.TransferChips(payer=walk.somebody(), payee=walk.somebody(), chips=walk.some_chips())


def count(walk: Walk) -> commands.Command:
    player = walk.somebody()
    book = walk.night.balance.get("chips:" + player, 0)
    if walk.night.opened and walk.night.rules.banker_stack == "box" and player == walk.night.banker:
        book += walk.night.balance.get("box", 0)
    return commands.CountChips(player=player, chips=max(0, book + walk.chance.choice((0, 0, 0, 0, -1, 3))))


def pay_early(walk: Walk) -> commands.Command:
    if walk.quarrels.random() < 0.2:
        tip = commands.GiveTip(
            player=walk.somebody(), payee=walk.quarrels.choice((None, *PLAYERS)), cents=walk.quarrels.randint(1, 999)
        )
        paid = commands.PayExpense(player=tip.player, cents=walk.quarrels.randint(1, 500), purpose="beer", kitty=True)
        return walk.quarrels.choice((tip, tip, paid))
    if walk.quarrels.random() < 0.3:
        sharers = walk.quarrels.sample(PLAYERS, 2)
        among = tuple(commands.Sharer(player=one, parts=walk.quarrels.randint(1, 3)) for one in sharers)
        return commands.PayExpense(
            player=walk.somebody(), cents=walk.quarrels.randint(1, 999), purpose="pizza", among=among
        )
    kind = walk.chance.choice((commands.PayIn, commands.PayOut))
    return kind(player=walk.somebody(), cents=walk.chance.choice((1, 25, 100, 1000)))


def rule(walk: Walk) -> commands.Command:
    accounts = ("pot", "carry", "box", *("chips:" + player for player in walk.night.people))
    moves = tuple(
        commands.ChipMove(walk.chance.choice(accounts), walk.chance.choice(accounts), walk.chance.randint(1, 12))
        for _ in range(walk.chance.randint(0, 2))
    )
    return commands.MakeRuling(text="so be it", moves=moves, agreed_by=(walk.somebody(),))


def dispute(walk: Walk) -> commands.Command:
    """A dispute, or what becomes of one; sometimes about an event or a dispute that is not there."""
    choose = walk.quarrels.choice
    number = choose((*walk.night.open_disputes, *walk.night.open_disputes, len(walk.night.disputes) + 1))
    event = choose((None, walk.quarrels.randint(1, len(walk.records) + 1)))
    words, by = choose(("that was a call", "that was a call", " ")), choose(PLAYERS)
    theirs = walk.night.disputes[number].by if number in walk.night.disputes else by
    others = (
        commands.AnswerDispute(dispute=number, by=by, words=words),
        commands.ResolveDispute(dispute=number, event=event, words=words, agreed_by=choose(((), (theirs,)))),
        commands.AgreeToBanksWord(dispute=number, by=theirs),
        commands.WithdrawDispute(dispute=number, by=choose((None, by, theirs))),
    )
    raised = commands.RaiseDispute(by=by, event=event, missing=choose((False, False, True)), words=words)
    return choose((raised, raised, *others))


def request(walk: Walk) -> commands.Command:
    """What a player asks for, says or confirms, and what becomes of it; sometimes of one that is not there."""
    choose, somebody = walk.asks.choice, walk.asks.choice(PLAYERS)
    night = walk.night
    waiting = list(night.open_requests) or [len(night.requests) + 1]
    book = night.balance.get("chips:" + somebody, 0)
    number, transfer = choose(waiting), walk.asks.randint(1, 4)
    chips = choose((1, 7, 20, 151))
    asked: tuple[commands.Command, ...] = (
        commands.AskForChips(player=somebody, chips=chips, paid=choose((True, False))),
        commands.SayCount(player=somebody, chips=max(0, book + choose((0, 0, -1)))),
        commands.ConfirmCount(player=somebody),
    )
    if night.phase == "planned":
        cents = choose((None, None, 1, 100))
        asked = (
            commands.SayPayment(transfer=transfer, cents=cents),
            commands.ConfirmPayment(transfer=transfer, cents=cents),
            commands.ConfirmPayment(transfer=transfer, player=somebody),
        )
    answers = (
        commands.ApproveRequest(request=number),
        commands.ApproveRequest(request=number, chips=chips),
        commands.DeclineRequest(request=number),
        commands.WithdrawRequest(request=number, player=choose((None, somebody))),
    )
    return choose((*asked, *asked, *answers) if night.open_requests else (*asked, choose(answers)))


def hand_over(walk: Walk) -> commands.Command:
    """The bank passes to somebody, with what is in it by the book or a little more or less."""
    night, choose = walk.night, walk.asks.choice
    box = night.balance.get("box", 0)
    if night.opened and night.from_box is not None:
        box += night.balance.get("chips:" + night.from_box, 0)
    till = night.balance.get("till", 0)
    return commands.PassBank(
        to=choose(PLAYERS),
        chips=max(0, box + choose((0, 0, -3, 2))) if night.inventory and walk.asks.random() < 0.9 else None,
        till=choose((None, max(0, till + choose((0, 0, -1, 100))))),
    )


def announce(walk: Walk) -> commands.Command:
    game = walk.chance.choice(walk.games)
    sitting = [player for player, person in walk.night.people.items() if person.sitting]
    dealer = walk.chance.choice((None, None, None, walk.anybody()))
    straddle = tuple(walk.chance.sample(sitting, 1)) if sitting and walk.chance.random() < 0.15 else ()
    players = tuple(walk.chance.sample(sitting, len(sitting) - 1)) if walk.chance.random() < 0.05 and sitting else None
    said = walk.chance.sample(OPTIONS, walk.chance.choice((0, 0, 0, 1, 1, 2)))
    # A game that is in no rulebook is announced with its declaration, and without options.
    own = game not in GAMES
    return commands.AnnounceHand(
        game=game.name,
        rulebook=game.rulebook,
        dealer=dealer,
        players=players,
        straddle=straddle,
        options=() if own else tuple(said),
        declaration=game if own else None,
    )


def close(walk: Walk) -> commands.Command:
    """Most of the time, counts the missing stacks first."""
    if walk.chance.random() < 0.2 or walk.night.hand is not None:
        return commands.CloseNight()
    missing = [p for p, person in walk.night.people.items() if p not in walk.night.counts and not person.left]
    for player in missing:
        book = walk.night.balance.get("chips:" + player, 0)
        walk.try_to(commands.CountChips(player=player, chips=max(0, book - walk.chance.choice((0, 0, 0, 2)))))
    return commands.CloseNight()


def freeze(walk: Walk) -> commands.Command:
    return commands.FreezePlan(kind=walk.chance.choice(("bank", "direct")))


def resolve(walk: Walk) -> commands.Command:
    by = walk.chance.choice(("banker", "player", "winners", "losers", "all"))
    return commands.ResolveGap(by=by, player=walk.anybody() if by == "player" else None)


def pay(walk: Walk) -> commands.Command:
    return commands.RecordPayment(transfer=walk.chance.randint(1, 4), cents=walk.chance.choice((None, None, 1, 500)))


# Acts that the hand does not offer, most of them refused


def out_of_turn(walk: Walk) -> commands.Command:
    kinds = (commands.PutIn, commands.PullShadow, commands.Bet, commands.Raise, commands.Call, commands.Check)
    kind = walk.chance.choice((*kinds, commands.Fold, commands.GoAllIn, commands.Muck))
    if kind in (commands.PutIn, commands.PullShadow, commands.Bet):
        return kind(player=walk.somebody(), chips=walk.some_chips())  # type: ignore[call-arg]
    if kind is commands.Raise:
        return commands.Raise(player=walk.somebody(), by=walk.some_chips())
    return kind(player=walk.somebody())  # type: ignore[call-arg]


def demand(walk: Walk) -> commands.Command:
    return commands.NewDeal(player=walk.chance.choice((None, walk.somebody())))


def name_cards(walk: Walk) -> commands.Command | None:
    hand = walk.night.hand
    player = walk.chance.choice((None, *hand.order))
    lying = hand.cards.board if player is None else hand.cards.own[player]
    unknown = sum(held.card == UNKNOWN for held in lying)
    if not unknown:
        return None
    return commands.NameCards(player=player, cards=walk.fresh(hand, walk.chance.randint(1, unknown), unknown=0))


def show_early(walk: Walk) -> commands.Command | None:
    hand = walk.night.hand or walk.night.last_hand
    if hand is None:
        return None
    player = walk.chance.choice(hand.order)
    return commands.ShowHand(player=player, cards=walk.faces(hand, player, whole=walk.chance.random() < 0.7))


def wrong_card(walk: Walk) -> commands.Command:
    hand = walk.night.hand
    card = walk.chance.choice(("As", "Kd", "joker", "Zz", "7h"))
    player = walk.chance.choice(hand.order)
    return walk.chance.choice(
        (
            commands.Turn(card=card),
            commands.Lay(cards=(card,)),
            commands.Deal(cards=(card, card)),
            commands.ShowHand(player=player, cards=(card, card)),
            commands.NameCards(player=player, cards=(card,)),
            commands.Exchange(player=player, number=walk.chance.randint(0, 9), thrown=(card,)),
        )
    )


def answer_an_open_card(walk: Walk) -> commands.Command:
    kind = walk.chance.choice((commands.SendOut, commands.DeclineCard, commands.BuyCard, commands.PayFee))
    hand = walk.night.hand
    concerned = (*hand.effects.offers, *hand.asked.waiting[:1]) if hand else ()
    player = walk.chance.choice((*concerned, walk.somebody()))
    if kind is commands.PayFee:
        return commands.PayFee(player=player, chips=walk.chance.choice((None, 1, 3)))
    return kind(player=player)


TABLE: tuple[tuple[Maker, int], ...] = (
    *((sit, 10), (stand, 4), (leave, 2), (issue, 9), (hand_back, 2), (pass_on, 2), (count, 3), (pay_early, 2)),
    *((rule, 1), (announce, 60), (freeze, 1), (show_early, 2)),
)
WHILE_PLAYING: tuple[tuple[Maker, int], ...] = (
    *(
        (out_of_turn, 10),
        (demand, 1),
        (name_cards, 6),
        (show_early, 2),
        (wrong_card, 3),
        (answer_an_open_card, 2),
        (put_right, 5),
        (issue, 2),
        (leave, 1),
    ),
    *((sit, 1), (stand, 1), (hand_back, 1), (pass_on, 1), (count, 1), (pay_early, 1), (rule, 2), (announce, 1)),
    *((close, 1),),
)
CLOSED: tuple[tuple[Maker, int], ...] = (
    (resolve, 6),
    (freeze, 3),
    (pay_early, 3),
    (issue, 1),
    (close, 1),
    (dispute, 2),
)
PLANNED: tuple[tuple[Maker, int], ...] = (
    (pay, 9),
    (resolve, 1),
    (freeze, 1),
    (pay_early, 1),
    (announce, 1),
    (dispute, 1),
)


# What is filled in where something is offered


def wager(walk: Walk, hand: Hand, offer: Offer) -> commands.Command:
    """A bet or raise within the bounds of the offer, most of the time a small one."""
    by = offer.once if offer.once and walk.chance.random() < 0.1 else 0
    by = by or walk.chance.randint(offer.least, min(offer.most, offer.least + 30))
    # Pots that treble with every raise would exceed the numbers a book can hold.
    if walk.chance.random() < 0.1 and offer.most < 10**6:
        by = offer.most
    return offer.of(by)


def fold(walk: Walk, hand: Hand, offer: Offer) -> commands.Command:
    """The offered fold; most of the time a call or check instead, so that not everybody folds."""
    staying = [other.command for other in offers(walk.night) if other.player == offer.player]
    able = [command for command in staying if isinstance(command, commands.Call | commands.Check)]
    return able[0] if able and walk.chance.random() < 0.75 else offer.command


def show(walk: Walk, hand: Hand, offer: Offer) -> commands.Command:
    assert offer.player is not None
    cards = walk.faces(hand, offer.player, whole=True)
    if not cards or UNKNOWN in cards:
        return commands.Muck(player=offer.player)
    return commands.ShowHand(player=offer.player, cards=cards, announced=said_of(walk, hand, cards))


def said_of(walk: Walk, hand: Hand, cards: tuple[str, ...]) -> str:
    """Two or three letters that the cards show; most of the time a word if words decide."""
    if not isinstance(hand.game.claims, Spellcheck) or walk.chance.random() < 0.3:
        return ""
    if walk.chance.random() < 0.1:
        return "no word"
    # Letters of one suit are clean, and those of a deck without suits always are.
    same = [card for card in cards if card[1:] == cards[0][1:] and card[1:] in ("a", "l", "m")] or list(cards)
    return "".join(card[0] for card in same[: walk.chance.choice((2, 2, 3))])


def win(walk: Walk, hand: Hand, offer: Offer) -> commands.Command:
    """Groups in any order for each share. What cards contradict is waived or refused like any act."""
    shares = [share for share, _ in shares_at_stake(hand)]
    said = len(shares) if hand.showdown.sides else walk.chance.randint(1, len(shares))
    rankings = []
    for share in shares[:said]:
        left = [player for player in contenders(hand) if hand.showdown.sides.get(player, share) in (share, "both")]
        walk.chance.shuffle(left)
        cut = walk.chance.randint(1, len(left)) if left else 0
        rankings.append((tuple(left[:cut]), *((player,) for player in left[cut:])) if left else ())
    return commands.NameWinners(rankings=tuple(rankings))


def name_a_game(walk: Walk, hand: Hand, offer: Offer) -> commands.Command:
    """The game, sometimes with options."""
    options = walk.chance.choice(((), (), (Hot(),), (Ruling("lemons"),), (HotNSours(1), MixingTheJuice())))
    return commands_replace(offer.command, options=options)


# An act without a line here is played as it is offered.
FILLED_IN: dict[type[commands.Command], Answer] = {
    commands.NameTheGame: name_a_game,
    commands.Bet: wager,
    commands.Raise: wager,
    commands.Fold: fold,
    commands.ShowHand: show,
    commands.NameWinners: win,
    **SPECIAL,
    **TRICKS,
}
