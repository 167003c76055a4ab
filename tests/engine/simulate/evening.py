"""A whole random night, from the opening to the payments, as commands; the same seed gives the same night.

Only commands come out of it. The caller must take each one before asking for the next.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine import commands, errors
from engine.game.betting import Ante, Blinds
from engine.game.counts import is_for
from engine.game.definition import Game
from engine.game.options import (
    AnyOption,
    Exchange,
    HighLow,
    HighSpade,
    Hot,
    HotNSours,
    MixingTheJuice,
    Psychology,
    Ruling,
    Wild,
    Wildcards,
)
from engine.game.wilds import Cards, Follower, Personal, RiskyPairs, SplitPairs, Spots
from engine.ledger.accounts import gap_in_chips, nets
from engine.library import GAMES
from engine.play.script.rule import with_options
from engine.resolved import resolved
from engine.sample import table
from engine.sample.acts import Chance, Dealer, one_in, pick, shuffled
from engine.sample.table import divided, play_hand
from engine.state import Night
from tests.engine.simulate.between import (
    INVENTORY,
    LOW,
    answered,
    argued,
    asked,
    at_the_bank,
    count,
    handed_over,
    issue,
    present,
    raised,
    said_of_a_payment,
    sitting,
)

OPTIONS: tuple[AnyOption, ...] = (
    Psychology(),
    HighLow(),
    HighSpade(),
    Wild(Cards("2")),
    Wild(Cards("Js Jh")),
    Wild(Personal("last")),
    Wild(Personal("lowest closed")),
    Wild(Personal("chosen")),
    Wild(Spots("1")),
    Wild(Spots("centre")),
    Wild(Follower("Q")),
    Wild(SplitPairs()),
    Wild(RiskyPairs()),
    Wildcards(2),
    Exchange(1),
    Exchange(2),
    Exchange(4),
    Hot(),
    Ruling("lemons"),
    HotNSours(1),
    MixingTheJuice(),
)


def fits(game: Game, options: tuple[AnyOption, ...], players: int) -> bool:
    """Whether the dealer may name the game with these options for this many players."""
    try:
        edited = with_options(game, options)
    except errors.OptionDoesNotFit:
        return False
    return is_for(edited, players)


@lru_cache(maxsize=1024)
def options_for(game: Game, players: int, said: tuple[AnyOption, ...] = ()) -> tuple[AnyOption, ...]:
    """The options that may be added to those already said."""
    kinds = {type(option) for option in said}
    return tuple(option for option in OPTIONS if type(option) not in kinds and fits(game, (*said, option), players))


Depth = Literal["bank", "book", "cards"]
PAID = (None, 1, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(table.Plan):
    """The plan of a night. Depth bank has no hands: then `hands` is how many acts of the bank there are."""

    depth: Depth = "cards"  # type: ignore[assignment]
    options: bool = True


PEOPLE = ("anna", "bo", "carl", "dora", "eva", "finn")


def of_one_game(seed: int, *, depth: Depth, hands: int = 2, players: Sequence[int] = (4, 3, 5, 6)) -> Plan:
    """A night of the next game of the library, for the first of these numbers of players that it is for."""
    game = GAMES[seed % len(GAMES)]
    people = PEOPLE[: next(number for number in players if is_for(game, number))]
    rulebook = game.rulebook or "munk"
    return Plan(night="n", club="c", people=people, games=(game,), hands=hands, depth=depth, rulebook=rulebook)


class Evening:
    """One night by its plan. `look` returns the night as it stands after the last command."""

    def __init__(self, plan: Plan, chance: Chance, look: Callable[[], Night]) -> None:
        self.plan = plan
        self._chance = chance
        self._look = look
        self._menu: list[Game] = []
        # At least so many events are in the book: one for each command.
        self._events = 0

    def said(self) -> Iterator[commands.Command]:
        """All the commands of the night, in order."""
        for command in self._said():
            yield command
            self._events += 1

    def _said(self) -> Iterator[commands.Command]:
        yield self._opening()
        for player in self.plan.people:
            yield commands.SeatPlayer(player=player)
        for _ in range(self.plan.hands):
            if self.plan.depth == "bank":
                yield at_the_bank(self._look(), self._chance)
                yield from self._argue()
                yield from self._ask()
                continue
            if one_in(self._chance, 4):
                yield at_the_bank(self._look(), self._chance)
            yield from self._come_and_go()
            yield from self._refill()
            yield from self._hand()
            yield from self._argue()
            yield from self._ask()
        yield from self._close()
        yield from self._argue()
        yield from self._settle()
        yield from self._argue()

    # Before play, and between hands

    def _opening(self) -> commands.OpenNight:
        """An opening with random house rules; if cards are told, the dealer's steps are all done by hand."""
        chance, plan = self._chance, self.plan
        auto: tuple[Literal["none", "closed", "all"], ...] = ("all", "closed", "none")
        rules = commands.HouseRules(
            rulebook=plan.rulebook,
            initial_loan=pick(chance, (0, 100, 150)),
            auto="none" if plan.depth == "cards" else pick(chance, auto),
            odd_chip="carry_to_next_pot" if one_in(chance, 3) else "first_in_order",
            dead_button=not one_in(chance, 3),
        )
        return commands.OpenNight(
            night=plan.night,
            club=plan.club,
            banker=plan.people[0],
            zone=plan.zone,
            unit=pick(chance, (1, 25, 100)),
            rules=rules,
            inventory=INVENTORY if one_in(chance, 2) else (),
        )

    def _come_and_go(self) -> Iterator[commands.Command]:
        """A player stays away for a hand or two, as long as those who stay can play some game."""
        night, chance = self._look(), self._chance
        for player in present(night):
            if not night.people[player].sitting and one_in(chance, 2):
                yield commands.SitBack(player=player)
        here = sitting(night)
        if one_in(chance, 25) and any(is_for(game, len(here) - 1) for game in self.plan.games):
            yield commands.StandUp(player=pick(chance, here))

    def _refill(self) -> Iterator[commands.Command]:
        """Players low on chips ask the bank for more, or wait until they bet by shadow; never for the ante (R-E12)."""
        night = self._look()
        waits = all(game.short == "shadow" for game in self.plan.games)
        dearest = max(_ante(game) for game in self.plan.games)
        for player in sitting(night):
            chips = night.stack(player)
            if chips < LOW and not (waits and chips >= dearest and one_in(self._chance, 2)):
                yield issue(night, player, self._chance)

    # A hand

    def _hand(self) -> Iterator[commands.Command]:
        """One hand from the announcement to its end; one in sixty is stopped by New Deal."""
        chance = self._chance
        yield self._announcement()
        night = self._look()
        hand = night.hand
        if hand is None:
            return
        stop = chance.below(20) if one_in(chance, 60) else -1
        dealer = Dealer(hand, chance, tells=self.plan.depth == "cards")
        for number, command in enumerate(play_hand(night, hand, dealer, chance)):
            if number == stop:
                yield commands.NewDeal(player=pick(chance, hand.order), reason="a card was seen")
                return
            yield command

    def _announcement(self) -> commands.AnnounceHand:
        chance, here = self._chance, sitting(self._look())
        game = self._next_game(len(here))
        blinds = isinstance(game.forced, Blinds)
        return commands.AnnounceHand(
            game=game.name,
            rulebook=game.rulebook,
            options=self._options(game, len(here)),
            straddle=(pick(chance, here),) if blinds and one_in(chance, 12) else (),
        )

    def _next_game(self, players: int) -> Game:
        """The next game of the menu for this many players; when all were played, the menu is shuffled again."""
        for menu in (self._menu, shuffled(self._chance, self.plan.games)):
            self._menu = menu
            for game in menu:
                if is_for(game, players):
                    menu.remove(game)
                    return game
        raise AssertionError(f"No game of the plan is for {players} players.")

    def _options(self, game: Game, players: int) -> tuple[AnyOption, ...]:
        """The dealer's options: none in most hands, one in some, rarely two."""
        said: tuple[AnyOption, ...] = ()
        while self.plan.options and one_in(self._chance, 3):
            left = options_for(game, players, said)
            if not left or len(said) == 2:
                break
            said += (pick(self._chance, left),)
        return said

    def _argue(self) -> Iterator[commands.Command]:
        """Now and then somebody disputes what was recorded, and open disputes are answered, resolved or withdrawn."""
        if one_in(self._chance, 15):
            yield raised(self._look(), self._chance, self._events)
        for number in tuple(self._look().open_disputes):
            if one_in(self._chance, 2):
                yield argued(self._look(), self._chance, number)

    def _ask(self) -> Iterator[commands.Command]:
        """Now and then somebody asks for chips or says a count, requests are answered, and the bank passes on."""
        if one_in(self._chance, 8) and (request := asked(self._look(), self._chance)):
            yield request
        for number in tuple(self._look().open_requests):
            if one_in(self._chance, 2):
                yield answered(self._look(), self._chance, number)
        if one_in(self._chance, 40) and (passed := handed_over(self._look(), self._chance)):
            yield passed

    # The end

    def _close(self) -> Iterator[commands.Command]:
        """Ends play: a carried pot is divided, somebody may go home early, and everybody is counted."""
        night, chance = self._look(), self._chance
        carried = night.balance.get("carry", 0)
        if carried:
            yield divided(carried, present(night))
        if one_in(chance, 4):
            player = pick(chance, [player for player in present(night) if player != night.banker])
            yield commands.LeaveNight(player=player, counted=night.stack(player))
        wrong = pick(chance, present(night)) if one_in(chance, 4) else ""
        for player in present(night):
            slip = pick(chance, (-2, -1, 1)) if player == wrong else 0
            yield count(night, player, slip=slip)
        yield commands.CloseNight()

    def _settle(self) -> Iterator[commands.Command]:
        """Settles the night: the gap is resolved, the plan frozen, and some of it paid."""
        night, chance = self._look(), self._chance
        if gap_in_chips(night):
            yield self._gap_borne(night)
        yield commands.FreezePlan(kind=pick(chance, ("bank", "direct")))
        for number, transfer in enumerate(resolved(night.closing.plan).transfers or (), start=1):
            cents = pick(chance, PAID)
            if said := said_of_a_payment(chance, number):
                yield from said
            elif not one_in(chance, 4):
                yield commands.RecordPayment(transfer=number, cents=min(cents, transfer.cents) if cents else None)

    def _gap_borne(self, night: Night) -> commands.ResolveGap:
        chance, results = self._chance, nets(night).values()
        by: list[Literal["banker", "player", "winners", "losers", "all"]] = ["banker", "player", "all"]
        by += ["winners"] if max(results) > 0 else []
        by += ["losers"] if min(results) < 0 else []
        bearer = pick(chance, by)
        return commands.ResolveGap(by=bearer, player=pick(chance, self.plan.people) if bearer == "player" else None)


def _ante(game: Game) -> int:
    """The ante everybody pays before the deal; blinds do not count, because a short player goes all-in for them."""
    forced = game.forced
    return forced.chips if isinstance(forced, Ante) else forced.ante if forced is not None else 0


def play(plan: Plan, chance: Chance, book: table.Book) -> tuple[str, ...]:
    """Plays the night. Returns what went wrong first, or nothing if it went well to the end."""
    return table.play(Evening(plan, chance, book.night).said(), book)
