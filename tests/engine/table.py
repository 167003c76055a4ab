"""A table for tests: acts in one-line shorthand, the invariants after each, and refusals that must change nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import pytest

from engine import commands, errors, events
from engine.adjudicate import adjudicate
from engine.decider import accept, in_the_book, to_record
from engine.events import Recorded
from engine.folding import fold
from engine.game.awards import Best, CardsSpeak, Poker
from engine.game.betting import Ante, HouseLimit, NextToDealer, NoLimit
from engine.game.definition import Deck, Game
from engine.game.steps import Bet, Deal
from engine.ledger.invariants import broken
from engine.state import Hand, Held, Night, Part
from engine.state.part import names_in
from engine.strikes import Strike
from tests.engine.again import strike

BANKER = "Z"


class Table:
    """A night and its events, as the book holds them."""

    def __init__(self) -> None:
        self.night = Night()
        self.records: list[Recorded] = []
        self.happened: tuple[events.Event, ...] = ()

    def do(self, *said: commands.Command | str) -> Table:
        """Accepts every act in turn; `;` divides acts in a line."""
        for part in said:
            for command in acts(part):
                self._accept(command)
        self.agrees()
        return self

    def agrees(self) -> None:
        """Asserts that the book folds to the same night, and that the rules agree with it."""
        assert snapshot(fold(self.records)) == snapshot(self.night)
        assert adjudicate(self.records).findings == ()

    def _accept(self, command: commands.Command) -> None:
        self.happened = accept(self.night, in_the_book(self.records, command))
        self.records += recorded(self.records, command, self.happened)
        assert broken(self.night) == [], command

    def refuses(self, said: commands.Command | str, reason: type[errors.Refusal], /, **details: Any) -> errors.Refusal:
        """Asserts that the act is refused for this reason, with at least these details, and that nothing has changed."""
        (command,) = acts(said)
        before = snapshot(self.night)
        with pytest.raises(errors.Refusal) as caught:
            accept(self.night, in_the_book(self.records, command))
        refusal = caught.value
        assert type(refusal) is reason, f"refused by {refusal.code}: {refusal}"
        assert snapshot(self.night) == before
        assert {key: refusal.details.get(key) for key in details} == details
        assert str(refusal).endswith(".")
        return refusal

    def waives(self, said: commands.Command | str, *rules: type[errors.Refusal]) -> Table:
        """Accepts the act with these rules waived by the banker."""
        (command,) = acts(said)
        return self.do(waived(command, *rules))

    def strikes(self, *versions: int) -> Strike:
        """Strikes primary events, as the book does."""
        struck = strike(self.records, commands.StrikeEvents(versions=versions, reason="wrong"))
        self.records += struck.recorded(len(self.records))
        self.night = struck.night
        assert broken(self.night) == []
        self.agrees()
        return struck

    def checked_down(self) -> Table:
        """Everybody checks until the showdown."""
        while self.night.hand is not None and self.hand.round is not None:
            self.do(f"{self.turn} x")
        return self

    @property
    def version(self) -> int:
        """The number of the last primary event."""
        return next(record.version for record in reversed(self.records) if record.caused_by is None)

    @property
    def hand(self) -> Hand:
        """The hand being played."""
        assert self.night.hand is not None
        return self.night.hand

    @property
    def turn(self) -> str:
        """The player whose turn it is to bet or to draw."""
        waiting = self.hand.round.waiting if self.hand.round else self.hand.asked.waiting
        return waiting[0] if waiting else ""

    def stacks(self) -> dict[str, int]:
        """Chips in front of each player."""
        return {player: self.holds("chips:" + player) for player in self.night.people}

    def holds(self, account: str) -> int:
        """The balance of one account in the ledger."""
        return self.night.balance.get(account, 0)

    def of(self, kind: type[events.Consequence | commands.Command]) -> list[Any]:
        """The consequences of one kind that the last act had."""
        return [event for event in self.happened if type(event) is kind]

    def won(self) -> dict[str, int]:
        """What the awards of the last act gave each winner, in chips of the full pots."""
        shares = [share for award in self.of(events.PotAwarded) for share in award.shares]
        return {player: sum(s.chips for s in shares if s.player == player) for player in {s.player for s in shares}}


def recorded(
    records: Sequence[Recorded], command: commands.Command, happened: Sequence[events.Event]
) -> list[Recorded]:
    """What the accepted command came to, as the book has it behind these records."""
    drafts = to_record(command, happened, after=len(records))
    return [draft.as_recorded(number) for number, draft in enumerate(drafts, start=len(records) + 1)]


def opened(players: str = "ABC", chips: int | dict[str, int] = 100, **said: Any) -> Table:
    """A night with these players on seats 1, 2, 3… and chips on credit; Z keeps the bank and does not play."""
    table = Table()
    rules = said.pop("rules", house("standard"))
    banker = said.pop("banker", BANKER)
    table.do(commands.OpenNight(night="night", club="club", banker=banker, rules=rules, **said))
    table.do(*(commands.SeatPlayer(player=player) for player in players))
    for player in players:
        lent = chips if isinstance(chips, int) else chips.get(player, 0)
        if lent:
            table.do(commands.GiveLoan(player=player, chips=lent))
    return table


def house(rulebook: str = "enemaerke", **said: Any) -> commands.HouseRules:
    """House rules with this rulebook and other switches; by default the dealer's steps run by themselves."""
    return commands.HouseRules(rulebook=rulebook, **{"auto": "all", **said})


def game(*play: Any, **said: Any) -> Game:
    """A game for one test, with every field given; by default one betting round without limit, with all-in."""
    facts: dict[str, Any] = {
        "deck": Deck(),
        "seats": (2, 10),
        "forced": Ante(1),
        "limit": NoLimit(),
        "opens": NextToDealer(),
        "short": "all-in",
        "scale": Poker(),
        "claims": CardsSpeak(),
        "award": Best(),
        "out_of_turn": "refused",
    }
    return Game("Test", play=play or (Deal(down=5), Bet()), **(facts | said))


HOUSE_LIMIT = HouseLimit(most=5, once=50)

# What stands for itself in a snapshot, and what holds others in an order.
PLAIN = frozenset({int, str, bool, type(None)})
IN_ORDER = frozenset({list, tuple, deque})


def announce(declared: Game, **said: Any) -> commands.AnnounceHand:
    """The announcement of a game that is in no rulebook."""
    return commands.AnnounceHand(game=declared.name, declaration=declared, **said)


def waived(command: commands.Command, *rules: type[errors.Refusal]) -> commands.Command:
    """The same act with these rules waived by the banker."""
    waivers = tuple(commands.Waiver(rule=rule.code, reason="we agreed") for rule in rules)
    return commands_replace(command, waived=waivers)


def commands_replace(command: commands.Command, **changes: Any) -> commands.Command:
    """The same act, changed."""
    fields = {name: getattr(command, name) for name in command.__struct_fields__}
    return type(command)(**(fields | changes))


def acts(said: commands.Command | str) -> list[commands.Command]:
    """The commands of a line such as `A 5; B c; C f`."""
    if isinstance(said, commands.Command):
        return [said]
    return [act(line.strip()) for line in said.split(";")]


def act(line: str) -> commands.Command:
    """One act in shorthand."""
    first, _, rest = line.partition(" ")
    match first:
        case "hand":
            name, _, dealer = rest.partition(" by ")
            return commands.AnnounceHand(game=name, dealer=dealer or None)
        case "deal" | "lay":
            kind = commands.Deal if first == "deal" else commands.Lay
            return kind(cards=tuple(rest.split()))
        case "turn":
            return commands.Turn(card=rest or "??")
        case "burn":
            return commands.Burn()
        case "board":
            return commands.NameCards(cards=tuple(rest.split()))
        case "close":
            return commands.CloseNight()
    if rest.endswith(" win") or rest == "win" or "," in first:
        return winners(line.removesuffix(" win"))
    return player_act(first, rest)


def winners(line: str) -> commands.NameWinners:
    """`A` or `A, B` (equal) or `A > B` (side pots); after a `/` the same for the low share."""
    rankings = [
        tuple(tuple(name.strip() for name in group.split(",")) for group in share.split(">") if group.strip())
        for share in line.split("/")
    ]
    return commands.NameWinners(rankings=tuple(rankings))


def player_act(player: str, rest: str) -> commands.Command:
    """What one player does."""
    word, _, more = rest.partition(" ")
    cards = tuple(more.split())
    plain: dict[str, type[Any]] = {
        "c": commands.Call,
        "x": commands.Check,
        "f": commands.Fold,
        "all-in": commands.GoAllIn,
        "mucks": commands.Muck,
        "sits": commands.SeatPlayer,
        "stands": commands.StandUp,
        "back": commands.SitBack,
        "leaves": commands.LeaveNight,
    }
    if word in plain:
        return plain[word](player=player)
    match word[0], word[1:]:
        case _ if word == "shows":
            return commands.ShowHand(player=player, cards=cards)
        case _ if word == "has":
            return commands.NameCards(player=player, cards=cards)
        case _ if word == "draws":
            return commands.Exchange(player=player, number=int(cards[0]))
        case _ if word == "demands":
            return commands.NewDeal(player=player)
        case "b", chips:
            return commands.Bet(player=player, chips=int(chips))
        case "r", by:
            return commands.Raise(player=player, by=int(by))
        case "s", chips:
            return commands.PullShadow(player=player, chips=int(chips))
        case "+", chips:
            kind = commands.BuyChips if more == "cash" else commands.GiveLoan
            return kind(player=player, chips=int(chips))
        case "-", chips:
            return commands.CashOut(player=player, chips=int(chips), paid=more == "cash")
        case "=", chips:
            return commands.CountChips(player=player, chips=int(chips))
    return commands.PutIn(player=player, chips=int(word))


def snapshot(thing: Any) -> Any:
    """Everything a night holds, as plain values that compare.

    The nights at random ask for it twice an act: what most values are is looked for first, without a call.
    """
    kind = type(thing)
    if kind is dict:
        return {key: value if type(value) in PLAIN else snapshot(value) for key, value in thing.items()}
    if kind in IN_ORDER:
        return [part if type(part) in PLAIN else snapshot(part) for part in thing]
    if issubclass(kind, Part | Held):
        names = names_in(kind) if issubclass(kind, Part) else kind.__struct_fields__
        return {name: value if type(value := getattr(thing, name)) in PLAIN else snapshot(value) for name in names}
    return set(thing) if kind is set else thing
